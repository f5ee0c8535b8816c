//! Command bytes of a COST stream: pictures, and a few special commands (`docs/format/cost.md §7`).
//!
//! **Note:** special commands are compared with the whole byte, but 0x7B with its low seven bits: 0xFB hides too,
//! 0xFC is a picture index.

use std::fmt;

use crate::dialect::SoundCodes;

/// 0x79: as the first byte of a window, stops drawing the limb; elsewhere it does nothing.
pub(super) const STOP: u8 = 0x79;
/// 0x7A: as the first byte of a window, resumes drawing the limb.
pub(super) const START: u8 = 0x7A;
/// 0x7B: draws nothing for a tick.
pub const HIDE: u8 = 0x7B;
/// 0x7C: adds one to the animation counter, without taking a tick.
pub(super) const COUNT: u8 = 0x7C;

/// The meaning of a command byte in one generation, which depends on how sounds are coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostCommand {
    /// Shows this entry of the limb's picture table.
    Picture(u8),
    /// Starts this entry of the actor's sound list; the footstep sound is entry 0.
    Sound(u8),
    /// Stops drawing the limb (first byte of a window only).
    Stop,
    /// Resumes drawing the limb (first byte of a window only).
    Start,
    /// Draws nothing for a tick.
    Hide,
    /// Adds one to the animation counter.
    Count,
}

impl CostCommand {
    /// Reads a command byte as stored.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "of 0x71 to 0x78")]
    pub fn from_byte(byte: u8, sounds: SoundCodes) -> Self {
        match byte {
            STOP => Self::Stop,
            START => Self::Start,
            COUNT => Self::Count,
            0x78 if matches!(sounds, SoundCodes::Footstep | SoundCodes::FootstepBit) => Self::Sound(0),
            0x71..=0x78 if sounds == SoundCodes::List => Self::Sound(byte - 0x71),
            0x71..=0x78 if sounds == SoundCodes::ListReversed => Self::Sound(0x78 - byte),
            _ if byte & 0x7F == HIDE => Self::Hide,
            _ => Self::Picture(byte & 0x7F),
        }
    }

    /// Its name, without the number that it may have.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture(_) => "picture",
            Self::Sound(_) => "sound",
            Self::Stop => "stop",
            Self::Start => "start",
            Self::Hide => "hide",
            Self::Count => "count",
        }
    }

    /// The lowest byte of the command; `None` if the generation has no byte for it, as for some pictures and
    /// sounds.
    #[must_use]
    pub fn byte(self, sounds: SoundCodes) -> Option<u8> {
        // With this rule, bit 7 starts a sound.
        let last = if sounds == SoundCodes::FootstepBit { 0x7F } else { u8::MAX };
        (0..=last).find(|byte| Self::from_byte(*byte, sounds) == self)
    }

    /// Whether some generation may pass this byte without spending a tick. A quick test for the playing loop: false
    /// for pictures below 0x71, which most commands are, and for "hide".
    #[inline(always)]
    pub fn may_be_passed(byte: u8) -> bool {
        (0x71..=COUNT).contains(&byte) && byte != HIDE
    }

    /// Whether the interpreter passes the command without spending a tick.
    #[must_use]
    pub fn is_passed_through(self) -> bool {
        matches!(self, Self::Count | Self::Sound(_))
    }
}

impl fmt::Display for CostCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picture(index) => write!(f, "{index}"),
            Self::Sound(index) => write!(f, "sound {index}"),
            other => f.write_str(other.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_byte_means_different_things_in_v5_and_v6() {
        for (byte, v5, v6) in [
            (0x00, CostCommand::Picture(0), CostCommand::Picture(0)),
            (0x70, CostCommand::Picture(0x70), CostCommand::Picture(0x70)),
            (0x71, CostCommand::Picture(0x71), CostCommand::Sound(0)),
            (0x77, CostCommand::Picture(0x77), CostCommand::Sound(6)),
            (0x78, CostCommand::Sound(0), CostCommand::Sound(7)),
            (0x79, CostCommand::Stop, CostCommand::Stop),
            (0x7A, CostCommand::Start, CostCommand::Start),
            (0x7B, CostCommand::Hide, CostCommand::Hide),
            (0x7C, CostCommand::Count, CostCommand::Count),
            (0x7D, CostCommand::Picture(0x7D), CostCommand::Picture(0x7D)),
            (0xFB, CostCommand::Hide, CostCommand::Hide),
            (0xFC, CostCommand::Picture(0x7C), CostCommand::Picture(0x7C)),
            (0x83, CostCommand::Picture(3), CostCommand::Picture(3)),
        ] {
            assert_eq!(CostCommand::from_byte(byte, SoundCodes::Footstep), v5, "{byte:#x}");
            assert_eq!(CostCommand::from_byte(byte, SoundCodes::List), v6, "{byte:#x}");
            assert_eq!(CostCommand::from_byte(byte, SoundCodes::FootstepBit), v5, "{byte:#x}");
            let reversed = match v6 {
                CostCommand::Sound(slot) => CostCommand::Sound(7 - slot),
                other => other,
            };
            assert_eq!(CostCommand::from_byte(byte, SoundCodes::ListReversed), reversed, "{byte:#x}");
        }
    }

    #[test]
    fn a_command_has_the_lowest_byte_that_means_it() {
        for sounds in
            [SoundCodes::Footstep, SoundCodes::FootstepBit, SoundCodes::List, SoundCodes::ListReversed]
        {
            for byte in 0..=u8::MAX {
                let command = CostCommand::from_byte(byte, sounds);
                let found = command.byte(sounds);
                assert_eq!(
                    found.map(|found| CostCommand::from_byte(found, sounds)),
                    found.and(Some(command))
                );
                assert!(found.is_none_or(|found| found <= byte), "{byte:#x}");
                assert!(found.is_some() || (sounds == SoundCodes::FootstepBit && byte >= 0x80));
                let passed = command.is_passed_through();
                assert!(!passed || CostCommand::may_be_passed(byte), "{byte:#x}");
            }
            assert_eq!(CostCommand::Picture(0x80).byte(sounds), None);
        }
        assert_eq!(CostCommand::Sound(1).byte(SoundCodes::Footstep), None);
        assert_eq!(CostCommand::Picture(0x7A).byte(SoundCodes::List), Some(0xFA));
        assert_eq!(CostCommand::Picture(0x7A).byte(SoundCodes::FootstepBit), None);
    }
}
