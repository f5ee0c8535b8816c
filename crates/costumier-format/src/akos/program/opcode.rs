//! The rows of the table of commands: what each is called and how it is stored.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// What a command does to the limb that comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The limb rests on it: it is what the limb shows.
    Rest,
    /// It is performed, and the limb goes on.
    Perform,
    /// It may lead elsewhere; if not, the limb goes on.
    Jump,
    /// Nobody knows its operands.
    Unknown,
}

/// What an operand is, and how it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A byte.
    Byte,
    /// A byte: the number of a variable.
    Var,
    /// Two bytes, signed.
    Short,
    /// Two bytes: where in AKSQ to go on.
    Target,
}

impl OperandKind {
    /// Bytes that it takes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Byte | Self::Var => 1,
            Self::Short | Self::Target => 2,
        }
    }

    /// Whether it can have that value.
    #[must_use]
    pub fn holds(self, value: i64) -> bool {
        match self {
            Self::Byte | Self::Var => u8::try_from(value).is_ok(),
            Self::Short => i16::try_from(value).is_ok(),
            Self::Target => u16::try_from(value).is_ok(),
        }
    }
}

/// An operand that a command has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in listings.
    pub name: &'static str,
    /// What it is.
    pub kind: OperandKind,
    /// Where it stands, in bytes from the command's first.
    pub at: usize,
}

/// What follows a command's two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// These operands.
    Fixed(&'static [Parameter]),
    /// One byte with the length of the whole command, then these operands.
    Counted(&'static [Parameter]),
    /// Several pictures at offsets of their own (`reference/07 §6`): with a length and conditions or without,
    /// with a change of the running offset or without.
    Draw {
        /// A length, a count and so many condition indices come first.
        conditions: bool,
        /// A change of the running offset comes before the pictures.
        moves: bool,
    },
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// The two bytes.
    pub code: u16,
    /// Its name in listings.
    pub name: &'static str,
    /// What follows.
    pub layout: Layout,
    /// What it does to the limb.
    pub effect: Effect,
}

impl Opcode {
    /// Its operands, without those of draw commands.
    #[must_use]
    pub fn operands(&self) -> &'static [Parameter] {
        match self.layout {
            Layout::Fixed(operands) | Layout::Counted(operands) => operands,
            Layout::Draw { .. } => &[],
        }
    }
}
