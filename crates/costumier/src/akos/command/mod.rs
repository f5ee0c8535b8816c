//! The codes of AKSQ: pictures and commands, as a table (`reference/07 §4`).
//!
//! ```text
//! byte  < 80          picture, one byte
//! word  8000 … 8FFF   picture, low twelve bits; two bytes, BIG-endian
//!       9000 … BFFF   nothing
//!       C000 … FFFF   command, known ones below; its operands follow, LITTLE-endian
//! ```
//! Some commands store their own length, which counts from their first byte. Two differ between generations:
//! C089 has one operand more in v7 and v8, and the lengths of C0A4 and C0A5 are not certain (4, as for C0A1
//! and C0A2, is taken).

use crate::dialect::AkosRules;

/// What the machine does with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A limb rests on it: it is what the limb shows.
    Rest,
    /// It is performed, and the limb goes on.
    Perform,
    /// It may lead elsewhere; if not, the limb goes on.
    Jump,
    /// Its operands are not known to anybody.
    Unknown,
}

/// How an operand is stored, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// One byte.
    U8(&'static str),
    /// Two bytes, signed.
    I16(&'static str),
    /// Two bytes: where in AKSQ to go on.
    Target,
}

impl Operand {
    /// Bytes that it takes.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::U8(_) => 1,
            Self::I16(_) | Self::Target => 2,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::U8(name) | Self::I16(name) => name,
            Self::Target => "to",
        }
    }
}

/// What follows a command's two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// These operands.
    Fixed(&'static [Operand]),
    /// One byte with the length of the whole command, then these operands.
    Counted(&'static [Operand]),
    /// Several pictures at offsets of their own (`reference/07 §6`): with a length and conditions or without,
    /// with a change of the running offset or without.
    Draw {
        /// A length, a count and so many condition indices come first.
        conditions: bool,
        /// A change of the running offset comes before the pictures.
        moves: bool,
    },
}

/// One command of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// The two bytes.
    pub code: u16,
    /// Our name for it.
    pub name: &'static str,
    /// What follows.
    pub shape: Shape,
    /// What it does to the limb.
    pub kind: Kind,
}

const fn op(code: u16, name: &'static str, kind: Kind, operands: &'static [Operand]) -> Opcode {
    Opcode { code, name, shape: Shape::Fixed(operands), kind }
}

const fn counted(code: u16, name: &'static str, operands: &'static [Operand]) -> Opcode {
    Opcode { code, name, shape: Shape::Counted(operands), kind: Kind::Perform }
}

const fn draw(code: u16, name: &'static str, conditions: bool, moves: bool) -> Opcode {
    Opcode { code, name, shape: Shape::Draw { conditions, moves }, kind: Kind::Rest }
}

const VAR: Operand = Operand::U8("var");
const VALUE: Operand = Operand::I16("value");
const SOUND: Operand = Operand::U8("sound");
const GO: &[Operand] = &[Operand::Target];
const GO_IF_VAR: &[Operand] = &[Operand::Target, VAR];
const GO_IF_SOUND: &[Operand] = &[Operand::Target, SOUND];
const GO_COMPARED: &[Operand] = &[Operand::Target, VAR, VALUE];
const COMPARED: &[Operand] = &[VALUE, VAR];

use Kind::{Jump, Perform, Rest, Unknown};

/// Every command that is known, by rising code.
pub const OPCODES: &[Opcode] = &[
    op(0xC001, "empty", Rest, &[]),
    op(0xC010, "set", Perform, &[VALUE, VAR]),
    op(0xC015, "sound", Perform, &[SOUND]),
    op(0xC016, "if-var-sound-goto", Jump, GO_IF_VAR),
    op(0xC017, "if-not-var-sound-goto", Jump, GO_IF_VAR),
    op(0xC018, "if-sound-goto", Jump, GO_IF_SOUND),
    op(0xC019, "if-not-sound-goto", Jump, GO_IF_SOUND),
    draw(0xC020, "draw", false, false),
    draw(0xC021, "draw-if", true, false),
    draw(0xC022, "draw-if-move", true, true),
    draw(0xC025, "draw-move", false, true),
    op(0xC030, "goto", Jump, GO),
    op(0xC031, "if-var-clear-goto", Jump, GO_IF_VAR),
    op(0xC040, "add", Perform, &[VALUE, VAR]),
    op(0xC042, "soft-sound", Perform, &[SOUND]),
    op(0xC044, "soft-var-sound", Perform, &[VAR]),
    counted(0xC045, "set-user-condition", &[Operand::U8("condition"), VAR]),
    counted(0xC046, "get-user-condition", &[Operand::U8("condition"), VAR]),
    counted(0xC047, "set-talk-state", &[Operand::U8("state")]),
    counted(0xC048, "get-talk-state", &[Operand::U8("state"), VAR]),
    op(0xC050, "script", Perform, &[Operand::U8("script")]),
    op(0xC060, "increment", Perform, &[]),
    op(0xC061, "first-sound", Perform, &[]),
    op(0xC070, "if-eq-goto", Jump, GO_COMPARED),
    op(0xC071, "if-ne-goto", Jump, GO_COMPARED),
    op(0xC072, "if-lt-goto", Jump, GO_COMPARED),
    op(0xC073, "if-le-goto", Jump, GO_COMPARED),
    op(0xC074, "if-gt-goto", Jump, GO_COMPARED),
    op(0xC075, "if-ge-goto", Jump, GO_COMPARED),
    op(0xC080, "chore", Perform, &[Operand::U8("chore")]),
    op(0xC081, "var-chore", Perform, &[VAR]),
    op(0xC082, "random", Perform, &[Operand::I16("least"), Operand::I16("most"), VAR]),
    op(0xC083, "plane", Perform, &[Operand::U8("plane")]),
    op(0xC084, "actor-chore", Perform, &[Operand::U8("actor-var"), Operand::U8("chore-var")]),
    op(0xC085, "actor-set", Perform, &[Operand::U8("actor-var"), VAR, VALUE]),
    op(0xC086, "leave", Perform, &[]),
    op(0xC087, "offset", Perform, &[Operand::I16("x"), Operand::I16("y")]),
    op(0xC088, "goto-table", Jump, &[VAR]),
    op(0xC089, "sound-setting", Perform, &[Operand::I16("sound"), Operand::I16("setting"), VALUE]),
    op(0xC08A, "flip", Perform, &[VALUE]),
    op(0xC08B, "action", Perform, &[Operand::I16("a"), Operand::I16("b")]),
    op(0xC08C, "var-script", Perform, &[VAR]),
    op(0xC08D, "var-sound", Perform, &[VAR]),
    op(0xC08E, "frame", Rest, &[Operand::I16("frame")]),
    op(0xC090, "if-eq", Perform, COMPARED),
    op(0xC091, "if-ne", Perform, COMPARED),
    op(0xC092, "if-lt", Perform, COMPARED),
    op(0xC093, "if-le", Perform, COMPARED),
    op(0xC094, "if-gt", Perform, COMPARED),
    op(0xC095, "if-ge", Perform, COMPARED),
    op(0xC09F, "end-if", Perform, &[]),
    op(0xC0A0, "talk", Perform, &[Operand::U8("line"), Operand::U8("b")]),
    op(0xC0A1, "if-talking-goto", Jump, GO),
    op(0xC0A2, "if-not-talking-goto", Jump, GO),
    op(0xC0A3, "var-talk", Perform, &[VAR]),
    op(0xC0A4, "if-any-talking-goto", Jump, GO),
    op(0xC0A5, "if-none-talking-goto", Jump, GO),
    op(0xC0A6, "if-talking-pick", Unknown, &[]),
    op(0xC0A7, "if-not-talking-pick", Unknown, &[]),
    op(0xC0FF, "end", Rest, &[]),
];

/// C089 of Humongous games: two bytes shorter, and without effect.
const SHORT_SOUND_SETTING: Opcode =
    op(0xC089, "sound-setting", Perform, &[Operand::I16("sound"), Operand::I16("setting")]);

/// For each low byte of a code, its place in [`OPCODES`] plus one; 0 where there is none.
const INDEX: [u8; 256] = {
    let mut index = [0; 256];
    let mut place = 0;
    let mut entry = 1u8;
    while place < OPCODES.len() {
        index[(OPCODES[place].code & 0xFF) as usize] = entry;
        entry += 1;
        place += 1;
    }
    index
};

impl Opcode {
    /// The command of a code.
    #[must_use]
    pub fn of(code: u16, rules: &AkosRules) -> Option<&'static Self> {
        if code == 0xC089 && !rules.sound_settings {
            return Some(&SHORT_SOUND_SETTING);
        }
        let [high, low] = code.to_be_bytes();
        let place = INDEX[usize::from(low)].checked_sub(1).filter(|_| high == 0xC0)?;
        OPCODES.get(usize::from(place))
    }

    /// The command of a name.
    #[must_use]
    pub fn from_name(name: &str, rules: &AkosRules) -> Option<&'static Self> {
        let found = OPCODES.iter().find(|opcode| opcode.name == name)?;
        Self::of(found.code, rules)
    }

    /// Its operands, without those of draw commands.
    #[must_use]
    pub fn operands(&self) -> &'static [Operand] {
        match self.shape {
            Shape::Fixed(operands) | Shape::Counted(operands) => operands,
            Shape::Draw { .. } => &[],
        }
    }
}

/// What stands at a place of AKSQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code<'a> {
    /// A picture.
    Picture {
        /// Its index.
        index: u16,
        /// Whether it is written in two bytes.
        long: bool,
    },
    /// A command.
    Command(Instruction<'a>),
    /// Two bytes that are no code.
    Invalid(u16),
    /// The end of AKSQ, or a code that it cuts.
    End,
}

/// A command with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction<'a> {
    /// Which command.
    pub opcode: &'static Opcode,
    /// Its bytes, the two of the code included, and whatever follows them.
    bytes: &'a [u8],
}

/// One picture of a draw command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// From the running offset to the left column.
    pub x: i16,
    /// From the running offset to the top row.
    pub y: i16,
    /// Which picture.
    pub picture: u16,
    /// Whether the picture is written in two bytes.
    pub long: bool,
}

/// A draw command, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw<'a> {
    /// Condition index of each picture; pictures behind the end of the list have their own number.
    pub conditions: &'a [u8],
    /// Added to the running x after the last picture.
    pub move_x: i16,
    /// Subtracted from the running y after the last picture.
    pub move_y: i16,
    /// Number of pictures.
    pub count: u8,
    components: &'a [u8],
}

impl<'a> Code<'a> {
    /// Reads the code at `at`.
    #[inline]
    #[must_use]
    pub fn read(sequence: &'a [u8], at: usize, rules: &AkosRules) -> Self {
        match sequence.get(at..).unwrap_or_default() {
            [byte @ 0..0x80, ..] => Self::Picture { index: u16::from(*byte), long: false },
            bytes @ [high, low, ..] => {
                let word = u16::from_be_bytes([*high, *low]);
                match word {
                    0x8000..=0x8FFF => Self::Picture { index: word & 0xFFF, long: true },
                    0xC000.. => match Opcode::of(word, rules) {
                        Some(opcode) => Self::Command(Instruction { opcode, bytes }),
                        None => Self::Invalid(word),
                    },
                    _ => Self::Invalid(word),
                }
            }
            _ => Self::End,
        }
    }

    /// Bytes to the next code when whole commands are understood (modes 6 and 8); 0 at the end.
    #[must_use]
    pub fn length(&self) -> usize {
        match self {
            Self::Picture { long, .. } => 1 + usize::from(*long),
            Self::Command(instruction) => instruction.length(),
            Self::Invalid(_) => 2,
            Self::End => 0,
        }
    }
}

/// Bytes to the next code in windows of modes 2 and 3, which know pictures only.
#[must_use]
pub fn short_length(sequence: &[u8], at: usize) -> usize {
    if sequence.get(at).is_some_and(|byte| *byte >= 0x80) { 2 } else { 1 }
}

impl<'a> Instruction<'a> {
    /// Its length in bytes. A stored length is taken as it is, whatever it says.
    #[must_use]
    pub fn length(&self) -> usize {
        match self.opcode.shape {
            Shape::Fixed(operands) => 2 + operands.iter().map(|o| o.size()).sum::<usize>(),
            Shape::Counted(_) | Shape::Draw { conditions: true, .. } => usize::from(self.byte(2)),
            Shape::Draw { conditions: false, .. } => {
                // The fifth byte of a component alone says how long it is, also where AKSQ ends behind that
                // byte.
                let head = self.head();
                let long = |at: usize| usize::from(self.byte(at + 4) >= 0x80);
                (0..self.byte(head - 1)).fold(head, |at, _| at + 5 + long(at))
            }
        }
    }

    /// Its bytes; fewer than its length where AKSQ ends within it.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes.get(..self.length()).unwrap_or(self.bytes)
    }

    /// Whether AKSQ ends within it.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.length() > self.bytes.len()
    }

    /// An operand by its place; 0 where there is none.
    #[must_use]
    pub fn operand(&self, index: usize) -> i32 {
        let operands = self.opcode.operands();
        let counted = usize::from(matches!(self.opcode.shape, Shape::Counted(_)));
        let at = 2 + counted + operands.iter().take(index).map(|o| o.size()).sum::<usize>();
        match operands.get(index) {
            Some(Operand::U8(_)) => i32::from(self.byte(at)),
            Some(Operand::I16(_)) => i32::from(self.signed(at)),
            Some(Operand::Target) => i32::from(self.word(at)),
            None => 0,
        }
    }

    /// Where it may lead: the operand of that kind.
    #[must_use]
    pub fn target(&self) -> Option<u16> {
        self.opcode.operands().contains(&Operand::Target).then(|| self.word(2))
    }

    /// The byte at `at` from its start; 0 behind the end of AKSQ.
    #[inline]
    #[must_use]
    pub fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The little-endian word at `at` from its start.
    #[inline]
    #[must_use]
    pub fn word(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.byte(at), self.byte(at + 1)])
    }

    /// As [`Instruction::word`], signed.
    #[inline]
    #[must_use]
    pub fn signed(&self, at: usize) -> i16 {
        i16::from_le_bytes([self.byte(at), self.byte(at + 1)])
    }

    /// Bytes in front of the components of a draw command.
    fn head(&self) -> usize {
        let Shape::Draw { conditions, moves } = self.opcode.shape else { return 2 };
        let listed = if conditions { 2 + usize::from(self.byte(3)) } else { 0 };
        2 + listed + if moves { 5 } else { 1 }
    }

    /// A draw command's parts; nothing to draw for any other command.
    #[must_use]
    pub fn draw(&self) -> Draw<'a> {
        let none = Draw { conditions: &[], move_x: 0, move_y: 0, count: 0, components: &[] };
        let Shape::Draw { conditions, moves } = self.opcode.shape else { return none };
        let head = self.head();
        let listed = if conditions { self.bytes.get(4..4 + usize::from(self.byte(3))) } else { None };
        let moved = |back: usize| if moves { self.signed(head - back) } else { 0 };
        Draw {
            conditions: listed.unwrap_or_default(),
            move_x: moved(5),
            move_y: moved(3),
            count: self.byte(head - 1),
            components: self.bytes.get(head..).unwrap_or_default(),
        }
    }
}

impl<'a> Draw<'a> {
    /// The pictures, in the order of painting. Stops where AKSQ ends.
    #[must_use]
    pub fn components(&self) -> Components<'a> {
        Components { left: self.count, rest: self.components }
    }

    /// Condition index of picture `k`.
    #[must_use]
    pub fn condition(&self, k: u8) -> u8 {
        self.conditions.get(usize::from(k)).copied().unwrap_or(k)
    }
}

/// The pictures of a draw command.
#[derive(Clone, Debug)]
pub struct Components<'a> {
    left: u8,
    rest: &'a [u8],
}

impl Iterator for Components<'_> {
    type Item = Component;

    #[inline]
    fn next(&mut self) -> Option<Component> {
        self.left = self.left.checked_sub(1)?;
        let (x0, x1, y0, y1, picture, long, rest) = match self.rest {
            [x0, x1, y0, y1, byte @ 0..0x80, rest @ ..] => (x0, x1, y0, y1, u16::from(*byte), false, rest),
            [x0, x1, y0, y1, high, low, rest @ ..] => {
                (x0, x1, y0, y1, u16::from_be_bytes([*high, *low]) & 0xFFF, true, rest)
            }
            _ => {
                (self.left, self.rest) = (0, &[]);
                return None;
            }
        };
        self.rest = rest;
        Some(Component {
            x: i16::from_le_bytes([*x0, *x1]),
            y: i16::from_le_bytes([*y0, *y1]),
            picture,
            long,
        })
    }
}

#[cfg(test)]
mod tests;
