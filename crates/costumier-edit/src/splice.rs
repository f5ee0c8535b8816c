//! The changes of one file: ranges that are replaced, and where all other bytes move to.
//!
//! ```text
//! before   |======= kept =======|-- removed --|==== kept ====|
//! after    |======= kept =======|--- bytes ---|==== kept ====|
//! ```
//! All bytes that no change names are kept, whether their meaning is known or not. Positions count in the file before
//! the changes. Bytes are *plain*; the file's key is applied when they are written.

use std::ops::Range;

use costumier::{Error, ErrorKind, Result};

/// A range of a file, and the bytes that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// The range to remove, in bytes of the file before; empty if bytes are only added.
    pub removed: Range<u64>,
    /// The bytes that replace it, not encrypted.
    pub bytes: Vec<u8>,
}

impl Splice {
    /// Returns a splice at `at` that replaces as many bytes as `bytes` has.
    #[must_use]
    pub fn over(at: u64, bytes: Vec<u8>) -> Self {
        Self { removed: at..at.saturating_add(bytes.len() as u64), bytes }
    }

    /// Returns the number of bytes gained (positive) or lost (negative).
    fn growth(&self) -> i128 {
        self.bytes.len() as i128 - i128::from(self.removed.end.saturating_sub(self.removed.start))
    }
}

/// The changes of one file, in order, without overlaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splices(Vec<Splice>);

/// A part of a file after its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment<'a> {
    /// Bytes that are kept, as a range of the file before.
    Kept(Range<u64>),
    /// New bytes, and the range of the file before that they replace.
    New(&'a [u8], Range<u64>),
}

impl Splices {
    /// Sorts changes by position.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`] if two of them overlap.
    pub fn new(mut changes: Vec<Splice>) -> Result<Self> {
        changes.sort_by_key(|change| (change.removed.start, change.removed.end));
        for pair in changes.windows(2) {
            let [first, second] = pair else { continue };
            if second.removed.start < first.removed.end {
                let why = format!(
                    "two changes overlap: bytes {:#x} to {:#x} and {:#x} to {:#x}",
                    first.removed.start, first.removed.end, second.removed.start, second.removed.end
                );
                return Err(Error::new(ErrorKind::CannotWrite(why), "changes of a file"));
            }
        }
        Ok(Self(changes))
    }

    /// Returns the changes, by position.
    pub fn iter(&self) -> impl Iterator<Item = &Splice> {
        self.0.iter()
    }

    /// Whether there are no changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the position after the changes of the byte at `position`. A byte inside a replaced range moves to the
    /// start of that range.
    #[must_use]
    pub fn moved(&self, position: u64) -> u64 {
        let mut moved = i128::from(position);
        for change in &self.0 {
            if change.removed.end <= position {
                moved += change.growth();
            } else if change.removed.start < position {
                moved -= i128::from(position - change.removed.start);
            }
        }
        u64::try_from(moved).unwrap_or(0)
    }

    /// Returns the size after the changes of a file of `len` bytes.
    #[must_use]
    pub fn len_after(&self, len: u64) -> u64 {
        let growth: i128 = self.0.iter().map(Splice::growth).sum();
        u64::try_from(i128::from(len) + growth).unwrap_or(0)
    }

    /// Returns the file after its changes, part by part, without empty parts. `len` is its size before.
    pub fn parts(&self, len: u64) -> impl Iterator<Item = Segment<'_>> {
        let mut at = 0;
        let mut changes = self.0.iter();
        let mut waiting: Option<Segment<'_>> = None;
        let mut done = false;
        std::iter::from_fn(move || {
            loop {
                if let Some(part) = waiting.take() {
                    return Some(part);
                }
                if done {
                    return None;
                }
                let (kept, new) = match changes.next() {
                    Some(change) => {
                        let kept = at..change.removed.start.min(len);
                        at = change.removed.end;
                        (kept, Some(Segment::New(&change.bytes, change.removed.clone())))
                    }
                    None => {
                        done = true;
                        (at..len, None)
                    }
                };
                waiting = new.filter(|part| !matches!(part, Segment::New([], _)));
                if !kept.is_empty() {
                    return Some(Segment::Kept(kept));
                }
            }
        })
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn splices(changes: &[(u64, u64, &[u8])]) -> Splices {
        let changes =
            changes.iter().map(|(start, end, bytes)| Splice { removed: *start..*end, bytes: bytes.to_vec() });
        Splices::new(changes.collect()).unwrap()
    }

    fn apply(splices: &Splices, before: &[u8]) -> Vec<u8> {
        let mut after = Vec::new();
        for part in splices.parts(before.len() as u64) {
            match part {
                Segment::Kept(kept) => after.extend(&before[kept.start as usize..kept.end as usize]),
                Segment::New(bytes, _) => after.extend(bytes),
            }
        }
        after
    }

    #[test]
    fn what_lies_behind_moves_along() {
        let changes = splices(&[(2, 4, b"abc"), (6, 6, b"xy")]);
        assert_eq!(apply(&changes, b"01234567"), b"01abc45xy67");
        let moved: Vec<u64> = (0..=8).map(|at| changes.moved(at)).collect();
        assert_eq!(moved, [0, 1, 2, 2, 5, 6, 9, 10, 11]);
        assert_eq!(changes.len_after(8), 11);
    }

    #[test]
    fn changes_that_overlap_are_refused() {
        let change = |removed: Range<u64>| Splice { removed, bytes: vec![] };
        assert!(Splices::new(vec![change(4..8), change(7..9)]).is_err());
        assert!(Splices::new(vec![change(4..8), change(8..9)]).is_ok());
    }

    proptest! {
        /// Every byte that is kept is found where `moved` says.
        #[test]
        fn kept_bytes_are_where_they_are_said_to_be(
            cuts in proptest::collection::vec((0u64..60, 0u64..6, proptest::collection::vec(any::<u8>(), 0..9)), 0..6)
        ) {
            let before: Vec<u8> = (0..64).collect();
            let mut at = 0;
            let mut changes = Vec::new();
            for (gap, len, bytes) in cuts {
                let start = at + gap % 12;
                let end = start + len;
                if end > 64 { break; }
                changes.push(Splice { removed: start..end, bytes });
                at = end + 1;
            }
            let splices = Splices::new(changes.clone()).unwrap();
            let after = apply(&splices, &before);
            prop_assert_eq!(after.len() as u64, splices.len_after(64));
            for position in 0..64u64 {
                if changes.iter().all(|c| !c.removed.contains(&position)) {
                    prop_assert_eq!(after[splices.moved(position) as usize], before[position as usize]);
                }
            }
        }
    }
}
