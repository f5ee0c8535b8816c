//! The compression of GIF: LZW with codes of up to 12 bits, the lowest bit first.
//!
//! Every code stands for a string of pixels, and has a row of the codes for that string and one pixel more. A row
//! is cleared when its code is made, so that beginning anew costs nothing. The bytes are those of the `gif` crate's
//! own compressor, which takes more than five times the instructions.

/// The first code that does not exist.
const MOST: usize = 1 << 12;

/// Compresses one image after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lzw {
    /// For each code, for each pixel value: the longer string's code; 0 where there is none yet.
    longer: Vec<u16>,
}

impl Lzw {
    /// Gives back what has more bytes than `most`.
    pub(crate) fn tidy(&mut self, most: usize) {
        if self.longer.capacity() > most / 2 {
            self.longer = Vec::new();
        }
    }

    /// Replaces the content of `out` by the pixels' bits, behind the byte that says how many a pixel needs: what
    /// stands in an image of a GIF file, not yet cut into blocks.
    pub(crate) fn encode(&mut self, pixels: &[u8], out: &mut Vec<u8>) {
        out.clear();
        let highest = pixels.iter().fold(0, |all, pixel| all | pixel);
        // At least two, says the format.
        let depth = (8 - highest.leading_zeros()).max(2);
        out.push(depth.to_le_bytes()[0]);
        let (clear, end) = (1_u16 << depth, (1 << depth) + 1);
        self.longer.resize(self.longer.len().max(MOST << depth), 0);
        let mut bits = Bits { out, held: 0, count: 0 };
        let mut size = depth + 1;
        bits.write(clear, size);
        let mut next = end + 1;
        let mut pixels = pixels.iter();
        if let Some(&first) = pixels.next() {
            self.longer[..usize::from(clear) << depth].fill(0);
            let mut code = u16::from(first);
            for &pixel in pixels {
                let longer = &mut self.longer[usize::from(code) << depth | usize::from(pixel)];
                if *longer != 0 {
                    code = *longer;
                    continue;
                }
                bits.write(code, size);
                code = pixel.into();
                if usize::from(next) < MOST {
                    *longer = next;
                    let row = usize::from(next) << depth;
                    self.longer[row..row + (1 << depth)].fill(0);
                    size += u32::from(next >> size);
                    next += 1;
                } else {
                    bits.write(clear, size);
                    self.longer[..usize::from(clear) << depth].fill(0);
                    (size, next) = (depth + 1, end + 1);
                }
            }
            bits.write(code, size);
            // Whoever reads makes one more code of that.
            size += u32::from(usize::from(next) < MOST && next >> size != 0);
        }
        bits.write(end, size);
        bits.finish();
    }
}

/// Bits on their way out.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits<'_> {
    #[inline(always)]
    fn write(&mut self, code: u16, size: u32) {
        self.held |= u64::from(code) << self.count;
        self.count += size;
        if self.count >= 32 {
            self.out.extend_from_slice(&self.held.to_le_bytes()[..4]);
            self.held >>= 32;
            self.count -= 32;
        }
    }

    fn finish(self) {
        self.out.extend_from_slice(&self.held.to_le_bytes()[..self.count.div_ceil(8) as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::gif::Frame;
    use proptest::prelude::*;

    /// What the `gif` crate makes of it.
    fn theirs(pixels: &[u8]) -> Vec<u8> {
        let mut frame = Frame { buffer: pixels.into(), ..Frame::default() };
        frame.make_lzw_pre_encoded();
        frame.buffer.into_owned()
    }

    #[test]
    fn noise_fills_the_codes_several_times() {
        let (mut lzw, mut out) = (Lzw::default(), Vec::new());
        for mask in [0, 1, 3, 7, 15, 31, 63, 127, 255] {
            let noise = |i: u32| i.wrapping_mul(2_654_435_761).to_be_bytes()[1] & mask;
            let noise: Vec<u8> = (0..60_000).map(noise).collect();
            lzw.encode(&noise, &mut out);
            assert!(out == theirs(&noise), "{mask}");
        }
    }

    proptest! {
        #[test]
        fn bytes_are_those_of_the_gif_crate(
            images in prop::collection::vec(
                (any::<u8>(), prop::collection::vec((any::<u8>(), prop_oneof![1_usize..4, 1_usize..300]), 0..400)),
                1..4,
            ),
        ) {
            // One after the other: the second must not see the first one's codes.
            let (mut lzw, mut out) = (Lzw::default(), Vec::new());
            for (mask, runs) in images {
                let pixels: Vec<u8> =
                    runs.iter().flat_map(|(v, n)| std::iter::repeat_n(*v & mask, *n)).collect();
                lzw.encode(&pixels, &mut out);
                prop_assert_eq!(&out, &theirs(&pixels));
            }
        }
    }
}
