//! The small tables: conditions (AKST, AKCT) and jump targets (AKSF, AKFO) of Humongous costumes
//! (`docs/format/akos.md §10–11`).
//!
//! ```text
//! AKST   u32 sequence start, u32 byte offset in AKCT       per entry
//! AKCT   u32 condition                                     per entry
//! AKSF   u16 sequence start, u16 byte offset in AKFO, u16 count
//! AKFO   u16 offset in AKSQ
//! condition:  31-30  01 all of the bits · 10 none of them · 00, 11 any of them
//!             29-0   bits of the actor's condition mask; from 9.0 on, bit 15 asks for the shadow
//!                    table instead and 14, 13 for nothing
//! ```

use super::Akos;

/// Bits of a condition word that are no conditions, from Humongous 9.0 on.
const NO_CONDITIONS: u32 = 0xE000;

/// Bit of a condition word that asks for the actor's shadow table, from Humongous 9.0 on.
const SHADOW: u32 = 0x8000;

/// The slice of the jump table that one sequence uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JumpSlice {
    /// Offset of the first entry in AKFO, in bytes.
    pub offset: u16,
    /// Number of entries in the slice.
    pub count: u16,
}

impl Akos {
    /// The byte in AKCT where the conditions of the sequence at `start` begin; `None` if AKST has entries but none
    /// for this start.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "places in the table")]
    pub fn conditions_of(&self, start: u16) -> Option<u32> {
        let table = self.condition_starts();
        if table.is_empty() {
            return Some(0);
        }
        (0..table.len() / 8).find_map(|i| {
            let found = table.u32(8 * i, "sequence start").ok()? == u32::from(start);
            if found { table.u32(8 * i + 4, "offset of conditions").ok() } else { None }
        })
    }

    /// The slice of AKFO that belongs to the sequence at `start`; `None` if AKSF has entries but none for this
    /// start.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "places in the table")]
    pub fn jumps_of(&self, start: u16) -> Option<JumpSlice> {
        let table = self.jump_slices();
        if table.is_empty() {
            return Some(JumpSlice::default());
        }
        (0..table.len() / 6).find_map(|i| {
            if table.u16(6 * i, "sequence start").ok()? != start {
                return None;
            }
            let offset = table.u16(6 * i + 2, "offset of jumps").ok()?;
            let count = table.u16(6 * i + 4, "number of jumps").ok()?;
            Some(JumpSlice { offset, count })
        })
    }

    /// The offset in AKSQ that C088 jumps to for a variable's value: 1 is the first entry. `None` out of range.
    #[must_use]
    pub fn jump_target(&self, slice: JumpSlice, value: i16) -> Option<u16> {
        let index = usize::try_from(value).ok()?.checked_sub(1)?;
        let offset = if self.dialect().akos.jump_slices {
            if index >= usize::from(slice.count) {
                return None;
            }
            usize::from(slice.offset)
        } else {
            0
        };
        self.jumps().u16(index.saturating_mul(2).saturating_add(offset), "jump target").ok()
    }

    /// Condition `index` of those that begin at byte `base`; 0, "always", if AKCT has no such word.
    #[must_use]
    pub fn condition(&self, base: u32, index: u8) -> u32 {
        let base = usize::try_from(base).unwrap_or(usize::MAX);
        let at = base.saturating_add(4 * usize::from(index));
        self.condition_words().u32(at, "condition").unwrap_or(0)
    }

    /// Whether a component with this condition is drawn for an actor with this condition mask.
    #[must_use]
    pub fn condition_holds(&self, word: u32, mask: u32) -> bool {
        let removed = if self.dialect().akos.shadow_conditions { NO_CONDITIONS } else { 0 };
        let bits = word & 0x3FFF_FFFF & !removed;
        // From 9.0 on, the type bits decide nothing if no condition bits are left; before, only a whole word of 0
        // means "always".
        if word == 0 || (removed != 0 && word & !removed == 0) {
            return true;
        }
        match word >> 30 {
            1 => mask & bits == bits,
            2 => mask & bits == 0,
            _ => mask & bits != 0,
        }
    }

    /// Whether a component with this condition is drawn through the actor's shadow table.
    #[must_use]
    pub fn condition_shades(&self, word: u32) -> bool {
        self.dialect().akos.shadow_conditions && word & SHADOW != 0
    }
}
