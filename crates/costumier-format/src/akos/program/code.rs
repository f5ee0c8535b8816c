//! Codes of AKSQ: reading the code at an offset, and writing it.

use super::bytes::{fit, write_picture};
use super::command::AkosCommand;
use super::opcode::{Layout, Opcode, Parameter};
use super::table::{self, COUNTED, SHORT};
use crate::dialect::AkosRules;
use crate::error::Result;

/// What is found at an offset of AKSQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code<'a> {
    /// A picture or a command.
    Command {
        /// The picture or command.
        command: AkosCommand<'a>,
        /// Its length in bytes. A stored length is taken even if it is wrong.
        length: usize,
    },
    /// Two bytes that are not a code.
    Invalid(u16),
    /// The end of AKSQ, or a code that the end cuts.
    Missing,
}

impl<'a> Code<'a> {
    /// Reads the code at `at`. Operands beyond the end of AKSQ are 0.
    #[inline]
    #[must_use]
    pub fn read(sequence: &'a [u8], at: usize, rules: &AkosRules) -> Self {
        match sequence.get(at..).unwrap_or_default() {
            [index @ 0..0x80, ..] => {
                Self::Command { command: AkosCommand::Picture { index: u16::from(*index) }, length: 1 }
            }
            bytes @ [high, low, ..] => {
                let word = u16::from_be_bytes([*high, *low]);
                match word {
                    0x8000..=0x8FFF => {
                        Self::Command { command: AkosCommand::Picture { index: word & 0xFFF }, length: 2 }
                    }
                    _ => match table::decode(word, bytes, rules) {
                        Some((command, length)) => Self::Command { command, length },
                        None => Self::Invalid(word),
                    },
                }
            }
            _ => Self::Missing,
        }
    }

    /// The command, if the code is one.
    #[must_use]
    pub fn command(&self) -> Option<&AkosCommand<'a>> {
        match self {
            Self::Command { command, .. } => Some(command),
            Self::Invalid(_) | Self::Missing => None,
        }
    }

    /// Bytes to the next code in modes 6 and 8, which understand whole commands; 0 at the end.
    #[must_use]
    pub fn length(&self) -> usize {
        match self {
            Self::Command { length, .. } => *length,
            Self::Invalid(_) => 2,
            Self::Missing => 0,
        }
    }
}

/// Bytes to the next code in windows of modes 2 and 3, which know pictures only.
#[must_use]
pub fn short_length(sequence: &[u8], at: usize) -> usize {
    if sequence.get(at).is_some_and(|byte| *byte >= 0x80) { 2 } else { 1 }
}

impl AkosCommand<'_> {
    /// The command's row of the table; `None` for pictures.
    #[must_use]
    pub fn opcode(&self) -> Option<&'static Opcode> {
        match self {
            Self::SoundSettingIgnored { .. } => Some(&SHORT),
            _ => Opcode::row(self.code()?.to_be_bytes()[1]),
        }
    }

    /// The command's name in listings.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.opcode().map_or("picture", |opcode| opcode.name)
    }

    /// The command's operands with their values, in the order of the bytes. Operands of pictures and draw commands
    /// are not included.
    pub fn operands(&self) -> impl Iterator<Item = (&'static Parameter, i32)> + use<> {
        let operands = self.opcode().map_or(&[][..], Opcode::operands);
        operands.iter().zip(self.values().0)
    }

    /// Appends the command's bytes.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`](crate::ErrorKind::CannotWrite) for pictures above 4095, and for draw commands
    /// with more pictures or conditions than a byte counts.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        match (self, self.opcode()) {
            (Self::Picture { index }, _) => write_picture(*index, out)?,
            (Self::Draw(draw), _) => draw.write(out)?,
            (_, Some(opcode)) => {
                out.extend(opcode.code.to_be_bytes());
                if let Layout::Counted(operands) = opcode.layout {
                    let end =
                        operands.last().map_or(COUNTED, |last| last.at.saturating_add(last.kind.size()));
                    out.push(fit(end)?);
                }
                for (operand, value) in self.operands() {
                    out.extend(value.to_le_bytes().into_iter().take(operand.kind.size()));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
