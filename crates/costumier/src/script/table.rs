//! The instruction tables: text files, one for each family of machines, in the notation of `reference/11
//! A.2`, read once per profile.
//!
//! ```text
//! [T5]                                     a table of instructions
//! 01/E0 putActor: B1 W2 W3                 code 01 with any of the bits E0; its operands, in order
//! 13/C0 actorOps {3* 4}: B1 @actor4*       only for profiles 4 and all that begin with 3
//! [actor4 1F]                              a table of sub-operations: their byte & 1F chooses
//! 01 costume, 05 sound: B1                 two sub-operations with the same operands
//! 5E startScript: b ; script L > r
//!     stack machines: bytes that follow ; what is popped, rightmost on top > what is pushed
//! 63 -                                     removed from an earlier table of the chain
//! ~DC copyPalette: ; from to               known to one disassembler only, its length UNVERIFIED (`reference/11 B.8`)
//! ```
//! What surprises: the same files serve the reader, the assembler's tests and the walk over values, so a
//! wrong row shows in all of them.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::meaning::Meaning;

const FILES: [&str; 7] = [
    include_str!("tables/v0.txt"),
    include_str!("tables/v2.txt"),
    include_str!("tables/v5.txt"),
    include_str!("tables/v6.txt"),
    include_str!("tables/v8.txt"),
    include_str!("tables/he.txt"),
    include_str!("tables/he100.txt"),
];

/// What follows an instruction's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A byte, or a variable where this bit of the current code is set.
    Byte(u8),
    /// A signed word, or a variable where this bit of the current code is set.
    Word(u8),
    /// So many bytes, always literal; words are signed.
    Literal(usize),
    /// A word as wide as the machine's words.
    MachineWord,
    /// A variable.
    Variable,
    /// A variable whose number has one byte.
    VariableByte,
    /// A signed distance from the end of the instruction.
    Jump,
    /// Values, each behind a byte that says what it is, until FF.
    List,
    /// Text with escapes.
    Text,
    /// Text without escapes.
    PlainText,
    /// Text of v1 and v2.
    OldText,
    /// A second text, where the value that was popped last is 2 (Humongous 7.0).
    TextIfTwo,
    /// A count, then as many bytes, or words where bit 0x80 of the code is set.
    Range,
    /// Bytes up to and including 0.
    Bytes,
    /// v0: a byte, absent where bit 0x40 of the code is set.
    Object,
    /// The instruction ends here if the byte before is this literal.
    EndIf(u8),
    /// A byte that becomes the current code.
    Reload,
    /// A sub-operation from this table.
    Sub(usize, Repeat),
    /// A whole instruction.
    Nested,
    /// Leaves the loop of sub-operations.
    Leave,
}

/// How often a sub-operation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    Once,
    /// Until a byte FF.
    UntilEnd,
    /// Until a byte 00.
    UntilZero,
}

/// What an instruction of a stack machine takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pop {
    Value,
    /// A count on top, that many values below.
    List,
    /// A reference to a text.
    Text,
    /// A selector, two values below it where it is 1.
    Group,
    /// As many as the immediate says.
    Many,
}

/// What an instruction of a stack machine gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Push {
    Values(u8),
    /// Twice what [`Pop::Many`] took.
    Many,
    /// Whatever the called script leaves: nothing, or a value.
    Maybe,
}

/// One instruction or sub-operation.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) operands: Vec<Token>,
    /// Taken from the stack, deepest first.
    pub(crate) pops: Vec<Pop>,
    pub(crate) push: Push,
    /// This sub-operation of it takes one value more (printing for an actor: the actor).
    pub(crate) extra: Option<u8>,
    /// Only one disassembler knows it.
    pub(crate) unverified: bool,
    pub(crate) meaning: Meaning,
}

/// Sub-operations of one kind.
#[derive(Clone, Debug)]
pub(crate) struct SubTable {
    pub(crate) mask: u8,
    /// The bits of its own byte say which operands are variables.
    pub(crate) own_bits: bool,
    rows: BTreeMap<u8, Row>,
    any: Option<Row>,
}

impl SubTable {
    /// The row of a sub-operation's byte.
    pub(crate) fn row(&self, code: u8) -> Option<&Row> {
        self.rows.get(&(code & self.mask)).or(self.any.as_ref())
    }
}

/// The instructions of one profile.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Row>,
    /// By code: which row.
    by_code: [Option<u16>; 256],
    subs: Vec<SubTable>,
    /// Lines of the files that could not be read: none, a test sees to it.
    pub(crate) faults: Vec<String>,
}

impl Table {
    /// The row of a code.
    pub(crate) fn row(&self, code: u8) -> Option<&Row> {
        let at = (*self.by_code.get(usize::from(code))?)?;
        self.rows.get(usize::from(at))
    }

    /// The table that [`Token::Sub`] means.
    pub(crate) fn sub(&self, table: usize) -> Option<&SubTable> {
        self.subs.get(table)
    }

    /// The row of a sub-operation of an instruction.
    pub(crate) fn sub_row(&self, row: &Row, code: u8) -> Option<&Row> {
        let table = row.operands.iter().find_map(|token| match token {
            Token::Sub(table, _) => Some(*table),
            _ => None,
        })?;
        self.sub(table)?.row(code)
    }

    /// Puts together a chain of tables for the profile that rows call `code`.
    pub(crate) fn build(chain: &[&str], code: &str) -> Self {
        let mut builder = Builder {
            sections: sections(),
            code,
            names: Vec::new(),
            table: Self { rows: Vec::new(), by_code: [None; 256], subs: Vec::new(), faults: Vec::new() },
        };
        for name in chain {
            builder.add(name);
        }
        // What v0 does not know ends a script.
        if code == "0" {
            let stop = builder.table.by_code[0];
            for place in builder.table.by_code.iter_mut().filter(|place| place.is_none()) {
                *place = stop;
            }
        }
        builder.table
    }
}

/// The lines of each table of all files, and what stands behind its name.
type Sections = BTreeMap<&'static str, (&'static str, Vec<&'static str>)>;

fn sections() -> &'static Sections {
    static SECTIONS: OnceLock<Sections> = OnceLock::new();
    SECTIONS.get_or_init(|| {
        let mut sections = Sections::new();
        for file in FILES {
            let mut current: Option<&'static str> = None;
            for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                if let Some(title) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                    let (name, mask) = title.split_once(' ').unwrap_or((title, ""));
                    sections.insert(name, (mask, Vec::new()));
                    current = Some(name);
                } else if let Some((_, lines)) = current.and_then(|name| sections.get_mut(name)) {
                    lines.push(line);
                }
            }
        }
        sections
    })
}

struct Builder<'a> {
    sections: &'static Sections,
    code: &'a str,
    /// Names of the tables of sub-operations, in the order of [`Table::subs`].
    names: Vec<&'static str>,
    table: Table,
}

impl Builder<'_> {
    fn fault(&mut self, line: &str) {
        self.table.faults.push(line.to_owned());
    }

    fn add(&mut self, name: &str) {
        let Some((_, lines)) = self.sections.get(name) else { return self.fault(name) };
        for line in lines {
            if self.instruction(line).is_none() {
                self.fault(line);
            }
        }
    }

    /// A line of a table of instructions: code, name, profiles, signature.
    fn instruction(&mut self, line: &'static str) -> Option<()> {
        let (head, signature) = line.split_once(':').unwrap_or((line, ""));
        let (head, profiles) = match head.split_once(" {") {
            Some((head, profiles)) => (head, Some(profiles.strip_suffix('}')?)),
            None => (head, None),
        };
        let wanted = |pattern: &str| match pattern.strip_suffix('*') {
            Some(prefix) => self.code.starts_with(prefix),
            None => self.code == pattern,
        };
        if profiles.is_some_and(|profiles| !profiles.split(' ').any(wanted)) {
            return Some(());
        }
        let unverified = head.starts_with('~');
        let (code, name) = head.trim_start_matches('~').split_once(' ')?;
        let (code, bits) = code.split_once('/').unwrap_or((code, "00"));
        let (code, bits) = (hex(code)?, hex(bits)?);
        let row = match name {
            "-" => None,
            _ => {
                let row = self.row(name, None, signature, unverified)?;
                self.table.rows.push(row);
                self.table.rows.len().checked_sub(1).and_then(|last| u16::try_from(last).ok())
            }
        };
        for byte in 0..=u8::MAX {
            if byte & !bits == code & !bits
                && let Some(place) = self.table.by_code.get_mut(usize::from(byte))
            {
                *place = row;
            }
        }
        Some(())
    }

    fn row(
        &mut self,
        name: &'static str,
        within: Option<&'static str>,
        signature: &'static str,
        unverified: bool,
    ) -> Option<Row> {
        let (operands, stack) = signature.split_once(';').unwrap_or((signature, ""));
        let operands = operands.split_whitespace().map(|token| self.token(token)).collect::<Option<_>>()?;
        let (pops, pushes) = stack.split_once('>').unwrap_or((stack, ""));
        let (extra, pops) = match pops.split_once(':') {
            Some((sub, _)) => (Some(hex(sub.trim())?), ""),
            None => (None, pops),
        };
        let pops = pops
            .split_whitespace()
            .map(|token| match token {
                "L" => Pop::List,
                "S" => Pop::Text,
                "G" => Pop::Group,
                "n*" => Pop::Many,
                _ => Pop::Value,
            })
            .collect();
        let push = match pushes.trim() {
            "n* n*" => Push::Many,
            "r?" => Push::Maybe,
            values => Push::Values(u8::try_from(values.split_whitespace().count()).ok()?),
        };
        let meaning = Meaning::of(within, name);
        Some(Row { name, operands, pops, push, extra, unverified, meaning })
    }

    fn token(&mut self, token: &'static str) -> Option<Token> {
        Some(match token {
            "B1" => Token::Byte(0x80),
            "B2" => Token::Byte(0x40),
            "B3" => Token::Byte(0x20),
            "W1" => Token::Word(0x80),
            "W2" => Token::Word(0x40),
            "W3" => Token::Word(0x20),
            "b" => Token::Literal(1),
            "w" => Token::MachineWord,
            "t" => Token::Literal(3),
            "d" => Token::Literal(4),
            "v" => Token::Variable,
            "vb" => Token::VariableByte,
            "j" => Token::Jump,
            "L" => Token::List,
            "s" => Token::Text,
            "s0" => Token::PlainText,
            "s2" => Token::OldText,
            "s?2" => Token::TextIfTwo,
            "range" => Token::Range,
            "zlist" => Token::Bytes,
            "O" => Token::Object,
            "+" => Token::Reload,
            "op" => Token::Nested,
            "end" => Token::Leave,
            _ => match token.strip_prefix('?') {
                Some(literal) => Token::EndIf(hex(literal)?),
                None => {
                    let name = token.strip_prefix('@')?;
                    let (name, repeat) = match (name.strip_suffix("*0"), name.strip_suffix('*')) {
                        (Some(name), _) => (name, Repeat::UntilZero),
                        (None, Some(name)) => (name, Repeat::UntilEnd),
                        (None, None) => (name, Repeat::Once),
                    };
                    Token::Sub(self.sub_table(name)?, repeat)
                }
            },
        })
    }

    fn sub_table(&mut self, name: &'static str) -> Option<usize> {
        if let Some(at) = self.names.iter().position(|known| *known == name) {
            return Some(at);
        }
        let (mask, lines) = self.sections.get(name)?;
        let (mask, own_bits) = match *mask {
            "" | "FF" => (0xFF, false),
            "own" => (0xFF, true),
            mask => (hex(mask)?, true),
        };
        let at = self.names.len();
        self.names.push(name);
        self.table.subs.push(SubTable { mask, own_bits, rows: BTreeMap::new(), any: None });
        for line in lines {
            if self.sub_operations(at, name, line).is_none() {
                self.fault(line);
            }
        }
        Some(at)
    }

    /// A line of a table of sub-operations: codes and names, signature.
    fn sub_operations(&mut self, table: usize, within: &'static str, line: &'static str) -> Option<()> {
        let (head, signature) = line.split_once(':').unwrap_or((line, ""));
        let unverified = head.starts_with('~');
        for one in head.trim_start_matches('~').split(", ") {
            let (code, name) = one.split_once(' ')?;
            let row = self.row(name, Some(within), signature, unverified)?;
            let sub = self.table.subs.get_mut(table)?;
            if code == "*" {
                sub.any = Some(row);
            } else {
                // A row that the engine knows counts for more than one that only a disassembler does.
                let code = hex(code)?;
                if !unverified || !sub.rows.contains_key(&code) {
                    sub.rows.insert(code, row);
                }
            }
        }
        Some(())
    }
}

fn hex(text: &str) -> Option<u8> {
    u8::from_str_radix(text, 16).ok()
}
