//! Bit strings, the lowest bit of each byte first, as in background strips and AKOS pictures of codec 16.
//!
//! Reading beyond the end gives zeros and is remembered, so that a decoder can go on and report it once.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// A reader of bits, a few at a time.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    data: &'a [u8],
    /// Position of the next bit, counted from the first bit of the first byte.
    at: usize,
}

impl<'a> BitReader<'a> {
    /// A reader at the first bit of `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0 }
    }

    /// Reads the next bit.
    #[must_use]
    pub fn bit(&mut self) -> bool {
        let byte = self.data.get(self.at / 8).copied().unwrap_or(0);
        let bit = byte >> (self.at % 8) & 1 != 0;
        self.at = self.at.saturating_add(1);
        bit
    }

    /// Reads the next `count` bits (at most 8) as a number, the first bit lowest.
    #[must_use]
    pub fn bits(&mut self, count: u8) -> u8 {
        (0..count.min(8)).fold(0, |value, position| value | u8::from(self.bit()) << position)
    }

    /// Number of bytes of which a bit has been read.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.at.div_ceil(8)
    }

    /// Whether more bits were read than the data has.
    #[must_use]
    pub fn is_overrun(&self) -> bool {
        self.bytes() > self.data.len()
    }
}

/// A reader of many bits at a time. [`BitWindow::refill`] makes at least 56 bits visible at once, so that a decoder
/// can look at a whole command before it consumes anything.
#[derive(Clone, Copy, Debug)]
pub struct BitWindow<'a> {
    rest: &'a [u8],
    /// The last eight bytes of the data, the very last one highest. If there are fewer, zeros are below them.
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

    /// Fills the window. Afterwards at least 56 bits are visible, or all that are left.
    #[inline(always)]
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "at most 63 bits are visible, and at most 7 bytes taken"
    )]
    pub fn refill(&mut self) {
        let (word, most) = match self.rest.first_chunk::<8>() {
            Some(eight) => (u64::from_le_bytes(*eight), 8),
            None if self.rest.is_empty() => return,
            // One shift instead of a loop over bytes, to avoid a branch on their number.
            None => (self.end >> (64 - 8 * (self.rest.len() & 7)), self.rest.len()),
        };
        // Bits above `have` may already be set: they have the values that are written here.
        self.window |= word << (self.have & 63);
        let taken = ((63 - self.have) >> 3).min(most.to_le_bytes()[0].into());
        self.rest = self.rest.get(taken as usize..).unwrap_or_default();
        self.have += taken * 8;
    }

    /// Fills the window like [`BitWindow::refill`] if at least eight bytes are untouched. Otherwise it returns
    /// false and does nothing.
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

    /// The visible bits, the next one lowest. Bits at [`BitWindow::have`] and above are undefined.
    #[inline(always)]
    #[must_use]
    pub fn window(&self) -> u64 {
        self.window
    }

    /// Number of visible bits in the window.
    #[inline(always)]
    #[must_use]
    pub fn have(&self) -> u32 {
        self.have
    }

    /// Skips `count` bits (at most 56). If fewer are visible, it continues with zero bits behind the end.
    #[inline(always)]
    pub fn consume(&mut self, count: u32) {
        self.window >>= count & 63;
        self.have = self.have.saturating_sub(count);
    }

    /// Number of bytes from which no bit has been consumed.
    #[must_use]
    pub fn untouched(&self) -> usize {
        self.rest.len().saturating_add((self.have / 8) as usize)
    }
}

/// A writer that appends bits to a byte string.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the incomplete last byte, the first one lowest. `have` is their number, below 8.
    window: u64,
    have: u32,
}

impl BitWriter {
    /// A writer that appends to `bytes`.
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
        // Append the whole window without a branch, then cut off the incomplete bytes.
        let whole = self.have / 8;
        let len = self.bytes.len();
        self.bytes.extend_from_slice(&self.window.to_le_bytes());
        self.bytes.truncate(len + whole as usize);
        self.window >>= whole * 8;
        self.have %= 8;
    }

    /// Returns all bytes. Zero bits fill the last byte.
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
