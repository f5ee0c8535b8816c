//! AKHD, the header of an AKOS block: twelve bytes, or ten (`docs/format/akos.md §3`).
//!
//! ```text
//!  0 u16 version    2 u16 flags    4 u16 chores × directions    6 u16 pictures    8 u16 codec    10 u16 limbs
//! ```
//! Flag bit 0 gives West its own art; bit 1 gives each chore eight records. Bit 15 is set in all files and has no
//! effect. **Note:** the number of pictures and the number of limbs are informative only: readers go by the tables.

use crate::bytes::Bytes;
use crate::codec::Depth;
use crate::dialect::AkosRules;
use crate::error::Result;

/// How all pictures of a costume are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// 1: byte runs by columns, in costume colours ([`rle`](crate::codec::rle)).
    Rle,
    /// 5: rows of runs and literals, in room colours ([`bomp`](crate::codec::bomp)).
    Bomp,
    /// 16: a bit stream, in room colours ([`majmin`](crate::codec::majmin)).
    MajMin,
    /// 32: rows of skips, runs and literals, in room colours ([`trle`](crate::codec::trle)).
    Trle,
    /// Any other number. Pictures cannot be decoded, but everything else can be read.
    Unknown(u16),
}

impl Codec {
    /// Returns the codec with this number in the header.
    #[must_use]
    pub fn from_number(number: u16) -> Self {
        match number {
            1 => Self::Rle,
            5 => Self::Bomp,
            16 => Self::MajMin,
            32 => Self::Trle,
            other => Self::Unknown(other),
        }
    }

    /// The codec's number in the header.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Rle => 1,
            Self::Bomp => 5,
            Self::MajMin => 16,
            Self::Trle => 32,
            Self::Unknown(number) => number,
        }
    }

    /// Number of colours that a pixel can have, in a costume with `palette` palette entries.
    #[must_use]
    pub fn colours(self, palette: usize) -> usize {
        match self {
            Self::Rle => Depth::of_palette(palette).colours(),
            _ => 256,
        }
    }

    /// The pixel value that is not drawn, in a costume with this palette (AKPL): 0 for codec 1, 255 for codec 5. For
    /// codec 16 the rules decide, or the palette ([`AkosRules::majmin_hole`]). For codec 32 it is the value given to
    /// skipped pixels.
    #[must_use]
    pub fn transparent(self, palette: &[u8], rules: &AkosRules) -> u8 {
        match self {
            Self::Rle | Self::Unknown(_) => 0,
            Self::Bomp => 255,
            Self::MajMin => rules.majmin_hole(palette, None),
            Self::Trle => palette.first().copied().unwrap_or(0),
        }
    }
}

/// The fields of a costume's header, AKHD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Version of the format: 1 in everything that tools have written.
    pub version: u16,
    /// All sixteen flag bits, as stored.
    pub flags: u16,
    /// Number of entries in AKCH's offset table: chores × directions.
    pub chores: u16,
    /// Number of pictures, as stored. **Note:** the length of AKOF decides how many there are.
    pub pictures: u16,
    /// How the costume's pictures are packed.
    pub codec: Codec,
    /// Number of limbs in use, if the header is long enough to say it.
    pub limbs: Option<u16>,
}

impl Header {
    /// Flag: West has art of its own.
    pub const NEVER_MIRROR: u16 = 0x0001;
    /// Flag: each chore has eight directions (v7 and v8 only).
    pub const EIGHT_WAYS: u16 = 0x0002;
    /// Flag: always set in files; ScummVM does not read it (`docs/format/akos.md §3.1`).
    pub const MARK: u16 = 0x8000;

    /// Length in bytes that every header has at least.
    pub const SHORT: usize = 10;

    /// Reads the payload of AKHD.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), below ten bytes.
    pub fn read(bytes: Bytes<'_>) -> Result<Self> {
        Ok(Self {
            version: bytes.u16(0, "version")?,
            flags: bytes.u16(2, "flags")?,
            chores: bytes.u16(4, "number of records")?,
            pictures: bytes.u16(6, "number of pictures")?,
            codec: Codec::from_number(bytes.u16(8, "codec")?),
            limbs: bytes.u16(10, "number of limbs").ok(),
        })
    }

    /// Returns the header's bytes: twelve, or ten without a number of limbs.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut out: Vec<u8> = [self.version, self.flags, self.chores, self.pictures, self.codec.number()]
            .iter()
            .flat_map(|field| field.to_le_bytes())
            .collect();
        out.extend(self.limbs.into_iter().flat_map(u16::to_le_bytes));
        out
    }

    /// Whether West has art of its own.
    #[must_use]
    pub fn never_mirror(&self) -> bool {
        self.flags & Self::NEVER_MIRROR != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_twelve_and_of_ten_bytes() {
        for bytes in [&[1, 0, 1, 0x80, 8, 0, 3, 0, 16, 0, 2, 0][..], &[2, 0, 2, 0, 8, 0, 3, 0, 7, 1]] {
            assert_eq!(Header::read(Bytes::new(bytes)).unwrap().write(), bytes);
            assert!(Header::read(Bytes::new(&bytes[..9])).is_err());
        }
        for number in 0..40 {
            assert_eq!(Codec::from_number(number).number(), number);
        }
    }
}
