//! Records: which limbs a chore names for one facing, and the window of commands that each limb plays.
//!
//! ```text
//! u16 mask                      bit 15 = limb 0                     (v1: one byte, bit 7 = limb 0)
//! per set bit, from bit 15 down:
//!   u16 start                   0xFFFF: the limb is switched off, nothing follows       (v1 to v3: one byte, 0xFF)
//!   u8  length                  bits 0–6: number of commands − 1; bit 7 SET: play once (not: loop)
//! ```

use super::{Cost, LIMBS, Stored};
use crate::dialect::Starts;
use crate::error::{Error, ErrorKind, Result};

/// A range of the command stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window {
    /// Index of the first command in the stream.
    pub start: u16,
    /// Number of commands, 1 to 128.
    pub length: u8,
    /// Whether the last command is held. If not, the window repeats.
    pub play_once: bool,
}

/// What a record says about one limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CostEntry {
    /// The limb is switched off.
    Off,
    /// The limb plays a window. A window that begins with 0x79 or 0x7A stops or starts the limb.
    Window(Window),
}

/// One record of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostRecord {
    /// The record's index: chore × 4 + direction.
    pub index: u16,
    /// Position in the payload, in bytes.
    pub offset: usize,
    /// Length of the record in bytes.
    pub bytes: usize,
    /// What the record says about each limb; `None` leaves the limb unchanged.
    pub limbs: [Option<CostEntry>; LIMBS],
}

impl Cost {
    /// Whether the record exists: its index is in the table and the table's entry is not 0.
    #[must_use]
    pub fn has_record(&self, index: u16) -> bool {
        self.record_offset(index).is_some()
    }

    /// Indices of all records that exist, rising.
    pub fn record_indices(&self) -> impl Iterator<Item = u16> + '_ {
        (0u16..).take(self.record_count()).filter(|index| self.has_record(*index))
    }

    fn record_offset(&self, index: u16) -> Option<Stored> {
        if usize::from(index) >= self.record_count() {
            return None;
        }
        let at = usize::from(index).saturating_mul(2).saturating_add(self.records.0);
        let offset = self.bytes().u16(at, "record offset").ok()?;
        Some(Stored { at, offset }).filter(Stored::leads)
    }

    /// Reads one record.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] where it does not exist, [`ErrorKind::Truncated`] where it leads outside the
    /// block.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "a place in the payload, and at most 16 entries of 3 bytes; lengths have 7 bits"
    )]
    pub fn record(&self, index: u16) -> Result<CostRecord> {
        let named = |e: Error| e.in_block("COST");
        let stored = self.record_offset(index).ok_or_else(|| {
            named(Error::new(ErrorKind::NoSuchItem(format!("record {index}")), "record table"))
        })?;
        let Some(offset) = self.position(stored) else {
            let why = format!("offset {:#x} leads before the block", stored.offset);
            return Err(named(Error::new(ErrorKind::BadValue(why), format!("record {index}"))));
        };
        let bytes = self.bytes();
        let what = "limb mask of a record";
        let (mask, mut at) = match self.layout.limbs {
            // A mask of one byte covers limbs 0 to 7.
            0..=8 => (u16::from(bytes.u8(offset, what).map_err(named)?) << 8, offset + 1),
            _ => (bytes.u16(offset, what).map_err(named)?, offset + 2),
        };
        let mut limbs = [None; LIMBS];
        for (limb, entry) in limbs.iter_mut().enumerate() {
            if mask & (0x8000 >> limb) == 0 {
                continue;
            }
            let start = match self.layout.starts {
                Starts::Word => bytes.u16(at, "window start").map_err(named)?,
                // 0xFF switches off, like 0xFFFF.
                Starts::Byte => match bytes.u8(at, "window start").map_err(named)? {
                    0xFF => 0xFFFF,
                    start => u16::from(start),
                },
            };
            at += match self.layout.starts {
                Starts::Word => 2,
                Starts::Byte => 1,
            };
            *entry = Some(if start == 0xFFFF {
                CostEntry::Off
            } else {
                let length = bytes.u8(at, "window length").map_err(named)?;
                at += 1;
                CostEntry::Window(Window {
                    start,
                    length: (length & 0x7F) + 1,
                    play_once: length & 0x80 != 0,
                })
            });
        }
        Ok(CostRecord { index, offset, bytes: at - offset, limbs })
    }
}
