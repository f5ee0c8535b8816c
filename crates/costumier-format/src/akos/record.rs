//! AKCH, the records: what a chore makes each limb do in one facing (`docs/format/akos.md §7`).
//!
//! ```text
//! u16 offset per record          from the payload's start; 0: there is no such record
//! record:
//!   u16 mask                     bit 15 = limb 0
//!   per set bit, from bit 15 down:
//!     u8 mode
//!     u16 start, u16 length      unless the mode is 1, 4 or 5
//! ```
//! **Note:** `start + length` is the *first byte of the last code*, so a window of n one-byte codes has the length
//! n − 1.

use super::{Akos, LIMBS};
use crate::error::{Error, ErrorKind, Result};

/// What a limb does with its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// 0: nothing; the limb is empty.
    Empty,
    /// 1: the limb is emptied.
    Kill,
    /// 2: steps through the window, again and again.
    Loop,
    /// 3: steps through the window and stays at its end.
    Once,
    /// 4: hides the limb and changes nothing else.
    Hide,
    /// 5: shows the limb again and changes nothing else.
    Show,
    /// 6: runs the program at `start`, jumps included.
    Run,
    /// 7: stays at `start`.
    Still,
    /// 8: like 6, but not drawn in later Humongous games.
    Delta,
    /// Any other number: the limb is not stepped.
    Other(u8),
}

impl Mode {
    /// Returns the mode with this number.
    #[must_use]
    pub fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Empty,
            1 => Self::Kill,
            2 => Self::Loop,
            3 => Self::Once,
            4 => Self::Hide,
            5 => Self::Show,
            6 => Self::Run,
            7 => Self::Still,
            8 => Self::Delta,
            other => Self::Other(other),
        }
    }

    /// The mode's number, as stored.
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Kill => 1,
            Self::Loop => 2,
            Self::Once => 3,
            Self::Hide => 4,
            Self::Show => 5,
            Self::Run => 6,
            Self::Still => 7,
            Self::Delta => 8,
            Self::Other(byte) => byte,
        }
    }

    /// Whether a start and a length follow in the record.
    #[must_use]
    pub fn has_window(self) -> bool {
        !matches!(self, Self::Kill | Self::Hide | Self::Show)
    }

    /// Whether the limb steps by whole commands with their operands.
    #[must_use]
    pub fn runs(self) -> bool {
        matches!(self, Self::Run | Self::Delta)
    }

    /// The mode's name in listings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Kill => "kill",
            Self::Loop => "loop",
            Self::Once => "once",
            Self::Hide => "hide",
            Self::Show => "show",
            Self::Run => "run",
            Self::Still => "still",
            Self::Delta => "delta",
            Self::Other(_) => "other",
        }
    }
}

/// What a record says about one limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AkosEntry {
    /// What the limb does.
    pub mode: Mode,
    /// First code, as an offset in AKSQ; 0 if the mode has no window.
    pub start: u16,
    /// Bytes from `start` to the first byte of the last code; 0 if the mode has no window.
    pub length: u16,
}

/// One record of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AkosRecord {
    /// The record's index: chore × directions + direction.
    pub index: u16,
    /// Position in the AKOS payload, in bytes.
    pub offset: usize,
    /// Length of the record in bytes.
    pub bytes: usize,
    /// What the record says about each limb; `None` leaves the limb unchanged.
    pub limbs: [Option<AkosEntry>; LIMBS],
}

impl Akos {
    /// Number of record indices: what the header says, as far as the table goes.
    #[must_use]
    pub fn record_count(&self) -> usize {
        self.record_count
    }

    /// Indices of all records that exist, rising.
    pub fn record_indices(&self) -> impl Iterator<Item = u16> + '_ {
        (0u16..).take(self.record_count).filter(|index| self.record_offset(*index).is_some())
    }

    fn record_offset(&self, index: u16) -> Option<usize> {
        if usize::from(index) >= self.record_count {
            return None;
        }
        let stored = self.chores().u16(2 * usize::from(index), "record offset").ok()?;
        (stored != 0).then_some(usize::from(stored))
    }

    /// Reads one record.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] where it does not exist, [`ErrorKind::Truncated`] where it leads outside AKCH.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "a place of 16 bits, and at most 16 entries of 5 bytes"
    )]
    pub fn record(&self, index: u16) -> Result<AkosRecord> {
        let named = |e: Error| e.in_block("AKCH");
        let offset = self.record_offset(index).ok_or_else(|| {
            named(Error::new(ErrorKind::NoSuchItem(format!("record {index}")), "record table"))
        })?;
        let bytes = self.chores();
        let mask = bytes.u16(offset, "limb mask of a record").map_err(named)?;
        let mut at = offset + 2;
        let mut limbs = [None; LIMBS];
        for (limb, entry) in limbs.iter_mut().enumerate() {
            if mask & (0x8000 >> limb) == 0 {
                continue;
            }
            let mode = Mode::from_byte(bytes.u8(at, "mode of a limb").map_err(named)?);
            at += 1;
            let (mut start, mut length) = (0, 0);
            if mode.has_window() {
                start = bytes.u16(at, "start of a window").map_err(named)?;
                length = bytes.u16(at + 2, "length of a window").map_err(named)?;
                at += 4;
            }
            *entry = Some(AkosEntry { mode, start, length });
        }
        let place = usize::try_from(bytes.base()).unwrap_or(0).saturating_add(offset);
        Ok(AkosRecord { index, offset: place, bytes: at - offset, limbs })
    }
}

impl AkosRecord {
    /// Returns the bytes of a record of these limbs.
    #[must_use]
    pub fn write(limbs: &[Option<AkosEntry>; LIMBS]) -> Vec<u8> {
        let mask = limbs
            .iter()
            .enumerate()
            .fold(0u16, |mask, (limb, entry)| mask | if entry.is_some() { 0x8000 >> limb } else { 0 });
        let mut out = mask.to_le_bytes().to_vec();
        for entry in limbs.iter().flatten() {
            out.push(entry.mode.byte());
            if entry.mode.has_window() {
                out.extend(entry.start.to_le_bytes());
                out.extend(entry.length.to_le_bytes());
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_bytes_and_back() {
        for byte in 0..=255 {
            assert_eq!(Mode::from_byte(byte).byte(), byte);
        }
    }

    #[test]
    fn a_record_names_its_limbs_from_the_highest_bit_down() {
        let mut limbs = [None; LIMBS];
        limbs[0] = Some(AkosEntry { mode: Mode::Run, start: 0x102, length: 3 });
        limbs[15] = Some(AkosEntry { mode: Mode::Hide, start: 0, length: 0 });
        assert_eq!(AkosRecord::write(&limbs), [0x01, 0x80, 6, 2, 1, 3, 0, 4]);
        assert_eq!(AkosRecord::write(&[None; LIMBS]), [0, 0]);
    }
}
