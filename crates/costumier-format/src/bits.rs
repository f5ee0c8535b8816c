//! Bits of a byte string, lowest bit of each byte first: what background strips and AKOS pictures of codec 16
//! are made of.
//!
//! Reading beyond the end gives zeros and is remembered, so that a decoder can go on and report it once.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// Reads bits.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    data: &'a [u8],
    /// Next bit, counted from the first bit of the first byte.
    at: usize,
}

impl<'a> BitReader<'a> {
    /// From the first bit of `data` on.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0 }
    }

    /// The next bit.
    #[must_use]
    pub fn bit(&mut self) -> bool {
        let byte = self.data.get(self.at / 8).copied().unwrap_or(0);
        let bit = byte >> (self.at % 8) & 1 != 0;
        self.at = self.at.saturating_add(1);
        bit
    }

    /// The next `count` bits (at most 8) as a number, the first one lowest.
    #[must_use]
    pub fn bits(&mut self, count: u8) -> u8 {
        (0..count.min(8)).fold(0, |value, position| value | u8::from(self.bit()) << position)
    }

    /// Bytes begun so far.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.at.div_ceil(8)
    }

    /// Whether more was read than there is.
    #[must_use]
    pub fn is_overrun(&self) -> bool {
        self.bytes() > self.data.len()
    }
}

/// Reads bits, many at a time. [`BitWindow::refill`] makes at least 56 of them visible at once, so that a
/// decoder can look at a whole command before it consumes anything.
#[derive(Clone, Copy, Debug)]
pub struct BitWindow<'a> {
    rest: &'a [u8],
    /// The last eight bytes, the very last one highest; where there are fewer, above zeros.
    end: u64,
    pub(crate) window: u64,
    pub(crate) have: u32,
}

impl<'a> BitWindow<'a> {
    /// A reader at the first bit of `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        let mut end = [0; 8];
        for (to, from) in end.iter_mut().rev().zip(data.iter().rev()) {
            *to = *from;
        }
        Self { rest: data, end: u64::from_le_bytes(end), window: 0, have: 0 }
    }

    /// Tops the window up: afterwards at least 56 bits are visible, or all that are left.
    #[inline(always)]
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "at most 63 bits are visible, and at most 7 bytes taken"
    )]
    pub fn refill(&mut self) {
        let (word, most) = match self.rest.first_chunk::<8>() {
            Some(eight) => (u64::from_le_bytes(*eight), 8),
            None if self.rest.is_empty() => return,
            // Not byte by byte: how many there are is no branch.
            None => (self.end >> (64 - 8 * (self.rest.len() & 7)), self.rest.len()),
        };
        // Bits above `have` may be set already, to what they are set to again.
        self.window |= word << (self.have & 63);
        let taken = ((63 - self.have) >> 3).min(most.to_le_bytes()[0].into());
        self.rest = self.rest.get(taken as usize..).unwrap_or_default();
        self.have += taken * 8;
    }

    /// As [`BitWindow::refill`], where eight bytes can be taken at once: false, and nothing done, where fewer
    /// than that are untouched.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects, reason = "at most 63 bits are visible")]
    pub fn refill_whole(&mut self) -> bool {
        let Some(eight) = self.rest.first_chunk::<8>() else { return false };
        self.window |= u64::from_le_bytes(*eight) << (self.have & 63);
        let taken = (63 - self.have) >> 3 & 7;
        self.rest = self.rest.get(taken as usize..).unwrap_or_default();
        self.have |= 56;
        true
    }

    /// The bits that are visible, the next one lowest. Those above [`BitWindow::have`] must not be relied on.
    #[inline(always)]
    #[must_use]
    pub fn window(&self) -> u64 {
        self.window
    }

    /// How many bits of the window are the data's.
    #[inline(always)]
    #[must_use]
    pub fn have(&self) -> u32 {
        self.have
    }

    /// Steps over `count` bits (at most 56): over those that are visible, and over as many zero bits behind
    /// the end as it takes.
    #[inline(always)]
    pub fn consume(&mut self, count: u32) {
        self.window >>= count & 63;
        self.have = self.have.saturating_sub(count);
    }

    /// Bytes that are not touched yet: no bit of theirs was consumed.
    #[must_use]
    pub fn untouched(&self) -> usize {
        self.rest.len().saturating_add((self.have / 8) as usize)
    }
}

/// Writes bits to the end of a byte string.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that are no byte yet, the first one lowest, and how many: fewer than 8.
    window: u64,
    have: u32,
}

impl BitWriter {
    /// Goes on after `bytes`.
    #[must_use]
    pub fn after(bytes: Vec<u8>) -> Self {
        Self { bytes, window: 0, have: 0 }
    }

    /// Appends the lowest `count` bits (at most 8) of `value`, lowest first.
    pub fn write(&mut self, value: u8, count: u8) {
        self.write_many(value.into(), count.min(8).into());
    }

    /// Appends the lowest `count` bits (at most 32) of `value`, lowest first.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects, reason = "fewer than 8 bits wait, and at most 32 come")]
    pub(crate) fn write_many(&mut self, value: u32, count: u32) {
        let count = count.min(32);
        let kept = u64::from(value) & !(u64::MAX << count);
        self.window |= kept << self.have;
        self.have += count;
        // All that are whole, without asking how many: what is too much is cut off again.
        let whole = self.have / 8;
        let len = self.bytes.len();
        self.bytes.extend_from_slice(&self.window.to_le_bytes());
        self.bytes.truncate(len + whole as usize);
        self.window >>= whole * 8;
        self.have %= 8;
    }

    /// Everything, the last byte filled up with zeros.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        if self.have > 0 {
            self.bytes.push(self.window.to_le_bytes()[0]);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_bit_comes_first() {
        let mut bits = BitReader::new(&[0b1010_0110, 0xff]);
        assert!(!bits.bit());
        assert_eq!(bits.bits(3), 0b011);
        assert_eq!(bits.bits(8), 0b1111_1010);
        assert_eq!(bits.bytes(), 2);
        assert!(!bits.is_overrun());
        assert_eq!(bits.bits(8), 0x0f);
        assert!(bits.is_overrun());
    }

    #[test]
    fn what_is_written_is_read() {
        let mut writer = BitWriter::after(vec![7]);
        let values = [(1, 1), (0b101, 3), (0xfe, 8), (0, 2), (0x3f, 6)];
        for (value, count) in values {
            writer.write(value, count);
        }
        let bytes = writer.finish();
        assert_eq!(bytes.len(), 4);
        let mut reader = BitReader::new(&bytes[1..]);
        for (value, count) in values {
            assert_eq!(reader.bits(count), value);
        }
    }

    #[test]
    fn many_bits_are_as_many_single_ones() {
        for count in 0..=32 {
            for before in 0..9 {
                let (mut many, mut single) = (BitWriter::default(), BitWriter::default());
                for writer in [&mut many, &mut single] {
                    writer.write(0x55, before);
                }
                let value = 0xDEAD_BEEF_u32.rotate_left(count);
                many.write_many(value, count);
                (0..count).for_each(|bit| single.write((value >> bit & 1) as u8, 1));
                for writer in [&mut many, &mut single] {
                    writer.write(0b101, 3);
                }
                assert_eq!(many.finish(), single.finish(), "{count} behind {before}");
            }
        }
    }

    #[test]
    fn behind_the_end_of_a_window_there_are_zeros() {
        let mut window = BitWindow::new(&[0xFF]);
        for _ in 0..3 {
            window.refill();
            window.consume(5);
        }
        assert_eq!((window.have(), window.window(), window.untouched()), (0, 0, 0));
    }

    proptest::proptest! {
        #[test]
        fn a_window_shows_what_was_written(
            fields in proptest::collection::vec((proptest::num::u8::ANY, 1u8..=8), 0..300),
        ) {
            let mut writer = BitWriter::default();
            for (value, count) in &fields {
                writer.write(*value, *count);
            }
            let bytes = writer.finish();
            let mut window = BitWindow::new(&bytes);
            let mut bits = 0;
            for (value, count) in &fields {
                window.refill();
                let mask = (1u64 << count) - 1;
                proptest::prop_assert_eq!(window.window() & mask, u64::from(*value) & mask);
                window.consume(u32::from(*count));
                bits += usize::from(*count);
                proptest::prop_assert_eq!(window.untouched(), bytes.len() - bits.div_ceil(8));
            }
        }
    }
}
