//! The forms of numbers in files: width, byte order, and largest value.

/// The form of a number in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// An unsigned number of one byte.
    U8,
    /// An unsigned number of two bytes, the low one first.
    U16Le,
    /// An unsigned number of four bytes, the low one first.
    U32Le,
    /// An unsigned number of four bytes, the high one first: block sizes of v5 and later.
    U32Be,
}

impl NumberFormat {
    /// Returns the number's width in bytes.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16Le => 2,
            Self::U32Le | Self::U32Be => 4,
        }
    }

    /// The form of a number of one, two or four bytes, the low one first; `None` for other widths.
    #[must_use]
    pub fn of_width(width: usize) -> Option<Self> {
        match width {
            1 => Some(Self::U8),
            2 => Some(Self::U16Le),
            4 => Some(Self::U32Le),
            _ => None,
        }
    }

    /// Returns the largest number of this form.
    #[must_use]
    pub fn most(self) -> u64 {
        match self {
            Self::U8 => u64::from(u8::MAX),
            Self::U16Le => u64::from(u16::MAX),
            Self::U32Le | Self::U32Be => u64::from(u32::MAX),
        }
    }

    /// Reads the number at a position. `None` if the bytes end before.
    #[must_use]
    pub fn read(self, bytes: &[u8], at: usize) -> Option<u64> {
        let rest = bytes.get(at..)?;
        Some(match self {
            Self::U8 => u64::from(*rest.first()?),
            Self::U16Le => u64::from(u16::from_le_bytes(*rest.first_chunk()?)),
            Self::U32Le => u64::from(u32::from_le_bytes(*rest.first_chunk()?)),
            Self::U32Be => u64::from(u32::from_be_bytes(*rest.first_chunk()?)),
        })
    }

    /// Returns the bytes of a number. `None` if it is too large for the form.
    #[must_use]
    pub fn bytes(self, number: u64) -> Option<Vec<u8>> {
        Some(match self {
            Self::U8 => vec![u8::try_from(number).ok()?],
            Self::U16Le => u16::try_from(number).ok()?.to_le_bytes().to_vec(),
            Self::U32Le => u32::try_from(number).ok()?.to_le_bytes().to_vec(),
            Self::U32Be => u32::try_from(number).ok()?.to_be_bytes().to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_too_high_ones_are_refused() {
        for form in [NumberFormat::U8, NumberFormat::U16Le, NumberFormat::U32Le, NumberFormat::U32Be] {
            for number in [0, 1, 200, form.most()] {
                let bytes = form.bytes(number).unwrap();
                assert_eq!(bytes.len(), form.width());
                assert_eq!(form.read(&bytes, 0), Some(number));
                assert_eq!(form.read(&bytes, 1), None);
                let big = form == NumberFormat::U32Be;
                assert_eq!(NumberFormat::of_width(form.width()) == Some(form), !big);
            }
            assert_eq!(form.bytes(form.most() + 1), None);
        }
        assert_eq!(NumberFormat::U32Be.bytes(0x0102), Some(vec![0, 0, 1, 2]));
        assert_eq!(NumberFormat::U16Le.bytes(0x0102), Some(vec![2, 1]));
    }
}
