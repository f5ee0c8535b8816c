//! The splitter of bytes into repeats and literals that packers of several codecs use.
//!
//! **Note:** a packer may leave some bytes of a repeat to the next piece, if another repeat would be too short.

/// A piece of the bytes. All pieces in order make up all bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Bytes that are stored unchanged.
    Literal(&'a [u8]),
    /// Bytes that are all equal.
    Repeat(&'a [u8]),
}

/// Splits bytes into pieces. `repeats` gets a run of equal bytes, and whether a literal is open before it; it
/// returns how many of the bytes are a repeat. `put` gets the pieces in order; none of them is empty.
pub(super) fn split<'a>(
    bytes: &'a [u8],
    repeats: impl Fn(&[u8], bool) -> usize,
    mut put: impl FnMut(Piece<'a>),
) {
    // Start of the open literal, and the current position.
    let (mut from, mut at): (usize, usize) = (0, 0);
    let literal = |from: usize, to: usize| bytes.get(from..to).filter(|literal| !literal.is_empty());
    for run in bytes.chunk_by(|a, b| a == b) {
        let count = repeats(run, from < at);
        if let Some(repeat) = run.get(..count).filter(|repeat| !repeat.is_empty()) {
            literal(from, at).map(Piece::Literal).into_iter().for_each(&mut put);
            put(Piece::Repeat(repeat));
            from = at.saturating_add(count);
        }
        at = at.saturating_add(run.len());
    }
    literal(from, at).map(Piece::Literal).into_iter().for_each(put);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bytes: &[u8], repeats: impl Fn(&[u8], bool) -> usize) -> String {
        let mut out = String::new();
        split(bytes, repeats, |piece| match piece {
            Piece::Literal(bytes) => out.push_str(&format!("{bytes:?} ")),
            Piece::Repeat(bytes) => out.push_str(&format!("{}x{} ", bytes.len(), bytes[0])),
        });
        out
    }

    #[test]
    fn what_stands_between_repeats_is_one_literal() {
        let threes = |run: &[u8], _| if run.len() < 3 { 0 } else { run.len() };
        assert_eq!(told(&[1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5], threes), "[1, 2, 2] 3x3 4x4 [5] ");
        assert_eq!(told(&[7, 7, 7], threes), "3x7 ");
        assert_eq!(told(&[], threes), "");
        // The third 9 is left to the next piece.
        assert_eq!(told(&[9, 9, 9, 1], |run, _| run.len() / 2 * 2), "2x9 [9, 1] ");
        // A single byte is a repeat if no literal is open.
        assert_eq!(told(&[1, 2, 2, 1], |run, open| usize::from(!open) * run.len()), "1x1 2x2 1x1 ");
        assert_eq!(
            told(&[1, 2, 2, 1], |run, open| usize::from(!open && run[0] > 1) * run.len()),
            "[1, 2, 2, 1] "
        );
    }
}
