//! The compression of GIF: a code of up to 12 bits for a run of pixels that came before, and a new code for that
//! run with the next pixel.
//!
//! **Note:** the bytes are those of the crates `gif` and `weezl`, which a test compares. This encoder takes less
//! than half of their time: what follows a code stands in a row of its own, and a row is cleared when its code is
//! first used.

/// Number of codes.
const CODES: usize = 1 << 12;
/// Bits of the longest code.
const LONGEST: u32 = 12;
/// No code: this pixel did not follow yet.
const NONE: u16 = u16::MAX;
/// After so many pixels that follow a code, `weezl` gives the next one a code and never uses it.
const UNUSED_SUCCESSOR: u8 = 16;

/// Memory for the codes of a frame, used from frame to frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lzw {
    /// For each code a row: by the next pixel, the code of both.
    next: Vec<u16>,
    /// For each code how many pixels have followed it. Rows of 16 pixels do without.
    successors: Vec<u8>,
}

impl Lzw {
    /// Appends a frame: the number of bits of a pixel, and the codes.
    pub(crate) fn encode(&mut self, pixels: &[u8], out: &mut Vec<u8>) {
        let most = pixels.iter().fold(0, |most, pixel| most.max(*pixel));
        let depth = (2..8).find(|bits| most >> bits == 0).unwrap_or(8_u8);
        out.push(depth);
        match depth {
            ..=4 => self.rows::<4>(depth, pixels, out),
            5 => self.rows::<5>(depth, pixels, out),
            6 => self.rows::<6>(depth, pixels, out),
            7 => self.rows::<7>(depth, pixels, out),
            _ => self.rows::<8>(depth, pixels, out),
        }
    }

    /// Appends the codes, by rows of `1 << SHIFT` pixels.
    fn rows<const SHIFT: usize>(&mut self, depth: u8, pixels: &[u8], out: &mut Vec<u8>) {
        // What was there is cleared when it is used.
        let length = (CODES + 1) << SHIFT;
        self.next.resize(length.max(self.next.len()), NONE);
        self.successors.resize(CODES + 1, 0);
        let (next, successors) = (&mut self.next[..length], &mut self.successors[..]);
        let clear = 1_u16 << depth;
        let mut bits = Bits { out, waiting: 0, count: 0, length: u32::from(depth) + 1 };
        bits.put(clear);
        let mut used = begin::<SHIFT>(next, successors, clear);
        if let Some((first, rest)) = pixels.split_first() {
            let mut code = u16::from(*first);
            for pixel in rest {
                let at = usize::from(code) << SHIFT | usize::from(*pixel);
                let longer = next[at];
                if longer != NONE {
                    code = longer;
                    continue;
                }
                bits.put(code);
                let known = &mut successors[usize::from(code)];
                if SHIFT <= 4 || *known != UNUSED_SUCCESSOR {
                    next[at] = used;
                }
                if SHIFT > 4 {
                    *known = known.saturating_add(1);
                    successors[usize::from(used)] = 0;
                }
                next[usize::from(used) << SHIFT..][..1 << SHIFT].fill(NONE);
                used += 1;
                code = u16::from(*pixel);
                if usize::from(used) > 1 << bits.length {
                    if bits.length < LONGEST {
                        bits.length += 1;
                    } else {
                        bits.put(clear);
                        bits.length = u32::from(depth) + 1;
                        used = begin::<SHIFT>(next, successors, clear);
                    }
                }
            }
            bits.put(code);
            // A reader has made one more code by now.
            if usize::from(used) >= 1 << bits.length && bits.length < LONGEST {
                bits.length += 1;
            }
        }
        bits.put(clear + 1);
        bits.end();
    }

    /// Gives back its memory if that has more bytes than `most`.
    pub(crate) fn tidy(&mut self, most: usize) {
        if self.next.capacity() * size_of::<u16>() > most {
            self.next = Vec::new();
        }
    }
}

/// Forgets all codes but those of single pixels and two more, and returns their number.
fn begin<const SHIFT: usize>(next: &mut [u16], successors: &mut [u8], clear: u16) -> u16 {
    let used = clear + 2;
    next[..usize::from(used) << SHIFT].fill(NONE);
    successors[..usize::from(used)].fill(0);
    used
}

/// Codes on their way into bytes, the lowest bit first.
struct Bits<'a> {
    out: &'a mut Vec<u8>,
    waiting: u64,
    count: u32,
    /// Bits of a code.
    length: u32,
}

impl Bits<'_> {
    fn put(&mut self, code: u16) {
        self.waiting |= u64::from(code) << self.count;
        self.count += self.length;
        if self.count >= 32 {
            self.out.extend_from_slice(&self.waiting.to_le_bytes()[..4]);
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    fn end(self) {
        let bytes = self.waiting.to_le_bytes();
        self.out.extend(bytes.iter().take(self.count.div_ceil(8) as usize));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Lzw;

    /// What the crate `gif` makes of these pixels.
    fn judge(pixels: &[u8]) -> Vec<u8> {
        let mut frame = ::gif::Frame { buffer: pixels.into(), ..::gif::Frame::default() };
        frame.make_lzw_pre_encoded();
        frame.buffer.into_owned()
    }

    /// Compares a frame, encoded with memory that others have used.
    fn same(lzw: &mut Lzw, pixels: &[u8]) -> bool {
        let mut out = b"before".to_vec();
        lzw.encode(pixels, &mut out);
        out.strip_prefix(b"before") == Some(&*judge(pixels))
    }

    /// Pixels by lot: `colours` of them, in runs of up to `run`.
    fn drawn_by_lot(mut seed: u64, colours: u64, run: u64, length: usize) -> Vec<u8> {
        let mut lot = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        let mut pixels = Vec::new();
        while pixels.len() < length {
            let (colour, count) = (lot(colours), lot(run) + 1);
            pixels.extend((0..count).map(|_| u8::try_from(colour).unwrap_or(u8::MAX)));
        }
        pixels.truncate(length);
        pixels
    }

    #[test]
    fn few_pixels_and_one_colour_are_as_the_crate_writes_them() {
        let mut lzw = Lzw::default();
        assert!(same(&mut lzw, &[]));
        for colour in [0, 1, 3, 4, 15, 16, 127, 128, 255] {
            for length in (0..600).chain([4_000, 70_000, 9_000_000]) {
                let length = if colour == 0 { length } else { length % 70_001 };
                assert!(same(&mut lzw, &vec![colour; length]), "{length} of {colour}");
            }
        }
    }

    #[test]
    fn noise_of_every_depth_overflows_the_codes_as_the_crate_does() {
        let mut lzw = Lzw::default();
        for colours in [1, 2, 3, 4, 5, 8, 9, 16, 17, 18, 32, 33, 64, 65, 128, 129, 200, 255, 256] {
            for run in [1, 2, 5, 40, 300] {
                for length in [1, 2, 20, 300, 2_000, 5_000, 20_000, 60_000] {
                    let pixels = drawn_by_lot(colours * 1000 + run, colours, run, length);
                    assert!(same(&mut lzw, &pixels), "{colours} colours, runs of {run}, {length} pixels");
                }
            }
        }
    }

    #[test]
    fn every_length_around_a_longer_code_ends_as_the_crate_ends_it() {
        let mut lzw = Lzw::default();
        for colours in [2, 4, 16, 17, 256] {
            let pixels = drawn_by_lot(7, colours, 2, 9_000);
            for length in 0..pixels.len() {
                assert!(same(&mut lzw, &pixels[..length]), "{length} pixels of {colours} colours");
            }
        }
    }

    proptest! {
        #[test]
        fn any_frames_are_as_the_crate_writes_them(
            seed: u64, colours in 1..=256_u64, run in 1..64_u64, length in 0..30_000_usize,
            bytes: Vec<u8>,
        ) {
            let mut lzw = Lzw::default();
            prop_assert!(same(&mut lzw, &drawn_by_lot(seed, colours, run, length)));
            prop_assert!(same(&mut lzw, &bytes));
        }
    }
}
