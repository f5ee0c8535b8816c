//! The length of a run of equal pixels, which every encoder of runs needs at every run.
//!
//! **Speed.** Runs are a few pixels long, and a loop that ends with the run is mispredicted at nearly every one. So
//! sixteen pixels are compared at once, and the length is a count of zero bits.

/// Number of pixels that are compared at once.
const ONCE: usize = 16;

/// The first value, and how many pixels from the first on have it; `None` without pixels.
#[inline(always)]
pub(super) fn run(pixels: &[u8]) -> Option<(u8, usize)> {
    let value = *pixels.first()?;
    if let Some(ahead) = pixels.first_chunk::<ONCE>() {
        let differs = u128::from_le_bytes(*ahead) ^ u128::from_le_bytes([value; ONCE]);
        if differs != 0 {
            return Some((value, (differs.trailing_zeros() / 8) as usize));
        }
    }
    Some((value, long(pixels, value)))
}

/// The length of a longer run, or of one near the end. Not inlined, because that would slow the loop for short
/// runs.
#[inline(never)]
fn long(pixels: &[u8], value: u8) -> usize {
    let mut length = 0usize;
    let mut whole = pixels.chunks_exact(ONCE);
    for ahead in whole.by_ref() {
        let ahead = ahead.first_chunk().map_or(0, |ahead| u128::from_le_bytes(*ahead));
        let differs = ahead ^ u128::from_le_bytes([value; ONCE]);
        if differs != 0 {
            return length.saturating_add((differs.trailing_zeros() / 8) as usize);
        }
        length = length.saturating_add(ONCE);
    }
    let rest = whole.remainder();
    length.saturating_add(rest.iter().position(|pixel| *pixel != value).unwrap_or(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_all_lengths_before_all_ends() {
        assert_eq!(run(&[]), None);
        for length in 1..70 {
            for behind in 0..40 {
                let pixels = [vec![7; length], vec![9; behind]].concat();
                assert_eq!(run(&pixels), Some((7, length)), "{length} {behind}");
            }
        }
    }
}
