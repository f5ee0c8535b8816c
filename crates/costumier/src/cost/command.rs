//! Command bytes of a COST stream: pictures, and the few that are something else (`reference/02 §7`).
//!
//! Specials are compared with the raw byte, 0x7B with the byte's low seven bits: 0xFB hides too, 0xFC is a
//! picture index.

use std::fmt;

use crate::dialect::SoundCodes;

/// 0x79: as the first byte of a window, stops the limb being drawn; anywhere else nothing.
pub const STOP: u8 = 0x79;
/// 0x7A: as the first byte of a window, lets the limb be drawn again.
pub const START: u8 = 0x7A;
/// 0x7B: draw nothing for a tick.
pub const HIDE: u8 = 0x7B;
/// 0x7C: add one to the animation counter, in no time.
pub const COUNT: u8 = 0x7C;

/// A command byte's meaning in one dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Show this entry of the limb's picture table.
    Picture(u8),
    /// Entry of the actor's sound list; the footstep sound is entry 0.
    Sound(u8),
    /// Stop drawing the limb (first byte of a window only).
    Stop,
    /// Draw the limb again (first byte of a window only).
    Start,
    /// Draw nothing.
    Hide,
    /// Add one to the animation counter.
    Count,
}

impl Command {
    /// Reads a raw command byte.
    #[must_use]
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

    /// Whether the interpreter steps over it without spending a tick.
    #[must_use]
    pub fn is_passed_through(self) -> bool {
        matches!(self, Self::Count | Self::Sound(_))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picture(index) => write!(f, "{index}"),
            Self::Sound(index) => write!(f, "sound {index}"),
            Self::Stop => f.write_str("stop"),
            Self::Start => f.write_str("start"),
            Self::Hide => f.write_str("hide"),
            Self::Count => f.write_str("count"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_byte_means_different_things_in_v5_and_v6() {
        for (byte, v5, v6) in [
            (0x00, Command::Picture(0), Command::Picture(0)),
            (0x70, Command::Picture(0x70), Command::Picture(0x70)),
            (0x71, Command::Picture(0x71), Command::Sound(0)),
            (0x77, Command::Picture(0x77), Command::Sound(6)),
            (0x78, Command::Sound(0), Command::Sound(7)),
            (0x79, Command::Stop, Command::Stop),
            (0x7A, Command::Start, Command::Start),
            (0x7B, Command::Hide, Command::Hide),
            (0x7C, Command::Count, Command::Count),
            (0x7D, Command::Picture(0x7D), Command::Picture(0x7D)),
            (0xFB, Command::Hide, Command::Hide),
            (0xFC, Command::Picture(0x7C), Command::Picture(0x7C)),
            (0x83, Command::Picture(3), Command::Picture(3)),
        ] {
            assert_eq!(Command::from_byte(byte, SoundCodes::Footstep), v5, "{byte:#x}");
            assert_eq!(Command::from_byte(byte, SoundCodes::List), v6, "{byte:#x}");
            assert_eq!(Command::from_byte(byte, SoundCodes::FootstepBit), v5, "{byte:#x}");
            let reversed = match v6 {
                Command::Sound(slot) => Command::Sound(7 - slot),
                other => other,
            };
            assert_eq!(Command::from_byte(byte, SoundCodes::ListReversed), reversed, "{byte:#x}");
        }
    }
}
