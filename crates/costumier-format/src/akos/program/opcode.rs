//! The rows of the table of commands: a command's name and how it is stored.

/// What a command does to the limb that reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The limb rests on the command, which is what the limb shows.
    Rest,
    /// The command is performed, and the limb continues.
    Perform,
    /// The limb continues elsewhere, or behind the command.
    Jump,
    /// The command's operands are unknown.
    Unknown,
}

/// What an operand is, and how it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// One byte, a number.
    Byte,
    /// One byte, the number of a variable.
    Var,
    /// Two bytes, a signed number.
    Short,
    /// Two bytes, an offset in AKSQ to continue at.
    Target,
}

impl OperandKind {
    /// The operand's size in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Byte | Self::Var => 1,
            Self::Short | Self::Target => 2,
        }
    }

    /// Whether the operand can hold this value.
    #[must_use]
    pub fn holds(self, value: i64) -> bool {
        match self {
            Self::Byte | Self::Var => u8::try_from(value).is_ok(),
            Self::Short => i16::try_from(value).is_ok(),
            Self::Target => u16::try_from(value).is_ok(),
        }
    }
}

/// An operand of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The operand's name in listings.
    pub name: &'static str,
    /// The operand's kind and size.
    pub kind: OperandKind,
    /// The operand's position, in bytes from the command's first.
    pub at: usize,
}

/// What follows a command's two-byte code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Operands at fixed positions.
    Fixed(&'static [Parameter]),
    /// One byte with the length of the whole command, then the operands.
    Counted(&'static [Parameter]),
    /// Several pictures at offsets of their own (`docs/format/akos-programs.md §6`), with or without a length
    /// and conditions, and with or without a change of the running offset.
    Draw {
        /// Whether a length, a count and that many condition indices come first.
        conditions: bool,
        /// Whether a change of the running offset comes before the pictures.
        moves: bool,
    },
}

/// One row of the table of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// The command's two-byte code.
    pub code: u16,
    /// The command's name in listings.
    pub name: &'static str,
    /// What follows the code.
    pub layout: Layout,
    /// What the command does to the limb.
    pub effect: Effect,
}

impl Opcode {
    /// The command's operands; empty for draw commands.
    #[must_use]
    pub fn operands(&self) -> &'static [Parameter] {
        match self.layout {
            Layout::Fixed(operands) | Layout::Counted(operands) => operands,
            Layout::Draw { .. } => &[],
        }
    }
}
