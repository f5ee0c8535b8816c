//! The reader of the instruction tables: text files, one for each family of machines, in the notation of
//! `docs/format/scripts.md §A.2`. They are read once per profile.
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
//! ~DC copyPalette: ; from to               known to one disassembler only (`docs/format/scripts.md §B.8`)
//! ```
//! **Note:** a line of a later table of the chain replaces the codes that it names, and only those.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::meaning::Meaning;
use super::table::{Pop, Push, Repeat, Row, SubTable, Table, Token};

const FILES: [&str; 7] = [
    include_str!("tables/v0.txt"),
    include_str!("tables/v2.txt"),
    include_str!("tables/v5.txt"),
    include_str!("tables/v6.txt"),
    include_str!("tables/v8.txt"),
    include_str!("tables/he.txt"),
    include_str!("tables/he100.txt"),
];

impl Table {
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
        // In v0 an unknown code ends a script.
        if code == "0" {
            let stop = builder.table.by_code[0];
            for place in builder.table.by_code.iter_mut().filter(|place| place.is_none()) {
                *place = stop;
            }
        }
        builder.table
    }
}

/// The lines of each table of all files, and the text behind its name.
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

    /// Reads a line of a table of instructions: code, name, profiles, signature.
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

    /// Reads a line of a table of sub-operations: codes and names, signature.
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
                // A row that the engine knows goes before one that only a disassembler knows.
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
