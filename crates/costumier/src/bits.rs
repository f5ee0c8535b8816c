//! Bits of a byte string, lowest bit of each byte first: what background strips are made of.
//!
//! Reading beyond the end gives zeros and is remembered, so that a decoder can go on and report it once.

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

/// Writes bits to the end of a byte string.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the last byte that are taken; 0 stands for "all".
    used: u8,
}

impl BitWriter {
    /// Goes on after `bytes`.
    #[must_use]
    pub fn after(bytes: Vec<u8>) -> Self {
        Self { bytes, used: 0 }
    }

    /// Appends the lowest `count` bits (at most 8) of `value`, lowest first.
    pub fn write(&mut self, value: u8, count: u8) {
        for position in 0..count.min(8) {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= (value >> position & 1) << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// Everything, the last byte filled up with zeros.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
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
}
