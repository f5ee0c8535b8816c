//! The limb of an actor of the NES: a sequence of frames (`docs/format/old-rooms.md §7.4`).
//!
//! **Note:** facing East mirrors everything; a sprite that is already flipped is flipped again.

use super::state_hash::mix;
use crate::model::Placed;
use crate::nes::Nes;

/// Pixels from a mirrored picture's first column to its last.
const ACROSS: i32 = 7;

/// The state of the limb: the record that it plays, and the frame of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NesLimbs {
    record: Option<u16>,
    position: u8,
}

impl NesLimbs {
    /// See [`Limbs::state_hash`](super::limbs::Limbs::state_hash).
    pub(super) fn state_hash(&self) -> u64 {
        mix(self.record.map_or(0, |record| u64::from(record).wrapping_add(1)), self.position.into())
    }

    /// The record that is played; `None` before the first one.
    #[must_use]
    pub(crate) fn record(&self) -> Option<u16> {
        self.record
    }

    /// Index of the frame that is shown, counted from 0.
    #[must_use]
    pub(crate) fn position(&self) -> u8 {
        self.position
    }

    /// Stops playing and shows nothing.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Starts a record from its first frame.
    pub(super) fn decode(&mut self, costume: &Nes, record: u16) {
        if costume.frames(record).is_some_and(|frames| !frames.is_empty()) {
            *self = Self { record: Some(record), position: 0 };
        }
    }

    /// Advances by a frame. Returns whether the frame is another one.
    pub(super) fn step(&mut self, costume: &Nes) -> bool {
        let frames = self.record.and_then(|record| costume.frames(record)).unwrap_or_default();
        let next = self.position.wrapping_add(1);
        let next = if usize::from(next) < frames.len() { next } else { 0 };
        let changed = next != self.position;
        self.position = next;
        changed
    }

    /// The number of the frame that is shown.
    #[must_use]
    pub(crate) fn shown(&self, costume: &Nes) -> Option<u8> {
        costume.frames(self.record?)?.get(usize::from(self.position)).copied()
    }

    /// Appends the sprites of the frame, the last one first.
    pub(super) fn pose(&self, costume: &Nes, out: &mut Vec<Placed>) {
        let Some(sprites) = self.shown(costume).and_then(|frame| costume.sprites(frame)) else { return };
        let (_, origin) = costume.dialect().origin;
        out.extend(sprites.rev().map(|sprite| {
            let x = i32::from(sprite.x);
            Placed {
                limb: 0,
                picture: costume.key_of(sprite),
                // A mirrored picture begins with its last column.
                x: if sprite.flipped { x.saturating_neg().saturating_sub(ACROSS) } else { x },
                y: i32::from(sprite.y).saturating_add(origin),
                shaded: false,
                mirrored: sprite.flipped,
            }
        }));
    }
}
