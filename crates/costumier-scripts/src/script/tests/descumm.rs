//! Tests of the tables against an independent disassembler: Debian's `descumm` (package scummvm-tools), on random
//! streams of every instruction in every form. Each line that it prints must begin where ours does, be of the same
//! instruction and hold all the numbers that ours holds.
//!
//! **Note:** descumm has faults of its own. They are named in [`fault`] (`docs/format/scripts.md §A.6`, decided
//! there by the interpreter's behaviour) and are left out of the streams; everything else must agree.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::super::table::{Pop, Push, Repeat, Row, Token};
use super::super::{Profile, Script, lines};

/// Number of instructions that are compared per profile.
const WANTED: usize = 20_000;

/// Number of groups (an instruction with what it needs) in one stream.
const GROUPS: usize = 300;

/// The path of the program. Debian installs it among the games.
fn descumm() -> &'static str {
    ["/usr/games/descumm", "/usr/bin/descumm"].into_iter().find(|path| Path::new(path).exists()).unwrap()
}

/// Returns the options for a profile; `None` if descumm has no such profile.
fn options(profile: Profile) -> Option<Vec<String>> {
    let options: &[&str] = match profile {
        Profile::V0 => &["-0", "-u"],
        Profile::V1 => &["-1", "-u"],
        Profile::V2 => &["-2", "-u"],
        Profile::V3 => &["-3"],
        Profile::V3Indy | Profile::V3IndyEga => &["-3", "-n"],
        Profile::V3Towns => &["-3", "-z"],
        Profile::V4 => &["-4"],
        Profile::V5 => &["-5"],
        Profile::V6 => &["-6"],
        Profile::V7 => &["-7"],
        Profile::V8 => &["-8"],
        Profile::V2Nes | Profile::V3Mac | Profile::V3TownsIndy | Profile::V3Engine => return None,
        humongous => return Some(vec![format!("-g{:0>3}", &humongous.name()[2..])]),
    };
    Some(options.iter().map(ToString::to_string).collect())
}

/// Returns a script in the form that the program reads: with its header.
fn file_of(profile: Profile, code: &[u8]) -> Vec<u8> {
    let len = u32::try_from(code.len()).unwrap();
    let header = match profile {
        Profile::V0 | Profile::V1 | Profile::V2 => vec![0; 4],
        _ if profile < Profile::V5 => [(len + 6).to_le_bytes().as_slice(), b"SC"].concat(),
        _ => [b"SCRP".as_slice(), &(len + 8).to_be_bytes()].concat(),
    };
    [header.as_slice(), code].concat()
}

/// Profiles as numbers, for ranges.
mod p {
    use super::Profile;

    pub(super) const HE100: u8 = Profile::He100 as u8;
    pub(super) const HE101: u8 = Profile::He101 as u8;
    pub(super) const HE60: u8 = Profile::He60 as u8;
    pub(super) const HE71: u8 = Profile::He71 as u8;
    pub(super) const HE72: u8 = Profile::He72 as u8;
    pub(super) const HE73: u8 = Profile::He73 as u8;
    pub(super) const HE90: u8 = Profile::He90 as u8;
    pub(super) const HE98: u8 = Profile::He98 as u8;
    pub(super) const HE99: u8 = Profile::He99 as u8;
    pub(super) const V0: u8 = Profile::V0 as u8;
    pub(super) const V1: u8 = Profile::V1 as u8;
    pub(super) const V2: u8 = Profile::V2 as u8;
    pub(super) const V3: u8 = Profile::V3 as u8;
    pub(super) const V3INDY: u8 = Profile::V3Indy as u8;
    pub(super) const V3INDYEGA: u8 = Profile::V3IndyEga as u8;
    pub(super) const V3TOWNS: u8 = Profile::V3Towns as u8;
    pub(super) const V4: u8 = Profile::V4 as u8;
    pub(super) const V5: u8 = Profile::V5 as u8;
    pub(super) const V6: u8 = Profile::V6 as u8;
    pub(super) const V7: u8 = Profile::V7 as u8;
    pub(super) const V8: u8 = Profile::V8 as u8;
}

/// Returns why descumm cannot judge an instruction in this form. The list has all of its known faults.
fn fault(profile: Profile, row: &Row, code: u8, sub: Option<(&Row, u8)>) -> Option<&'static str> {
    let number = profile as u8;
    let name = row.name;
    let Some((sub_row, byte)) = sub else {
        return Some(match (number, name) {
            (p::V0, "ifNotEqualActiveObject2") => "takes a byte for the whole instruction",
            (p::V0, "getActorFacing") => "takes a byte too many",
            (p::V0, "beginOverride") => "takes the jump behind it for a part of it",
            (p::V1 | p::V2, "faceActor") => "takes the object for a byte",
            (p::V3 | p::V3TOWNS, "nop") => "takes it for Indy 3's",
            (p::V3..=p::V4, "oldRoomEffect") => "takes the instruction's bits",
            (p::V3..=p::V5, "debug") if code == 0xEB => "does not know this form",
            (p::V6 | p::V7, "drawBlastObject") => "takes no list from the stack",
            (p::V6 | p::V7, "dummy") => "does not know it",
            (p::V8, _) if matches!(code, 0x72 | 0x73 | 0x80 | 0xB0) => "does not know it",
            (p::V8, _) if matches!(code, 0x7E | 0xC9) => "takes another number of values",
            (p::HE71, _) if matches!(code, 0xEC | 0xF0) => "does not know it",
            (p::HE72 | p::HE73, "soundOps") if code == 0xE0 => "does not know it",
            (p::HE90.., "dupN") => "gives them back in another order",
            (p::HE72..=p::HE99, _) if matches!(code, 0x06 | 0x4C | 0xF7) => "does not know it",
            (p::HE90 | p::HE98, _) if code == 0xA5 => "does not know it",
            (p::HE100 | p::HE101, _) if matches!(code, 0x78 | 0xAD) => "does not know it",
            (p::HE60..=p::HE99, _) if matches!(code, 0x80 | 0x84 | 0x85 | 0xBD) => {
                "takes another number of values"
            }
            (p::HE100 | p::HE101, _) if matches!(code, 0x61 | 0x51 | 0x14) => "takes a value too few",
            (p::HE72.., "getTimer") => "takes a value too few",
            _ => return None,
        });
    };
    let sub_name = sub_row.name;
    Some(match (number, name, byte) {
        (p::V3 | p::V3TOWNS | p::V3INDY | p::V3INDYEGA, "print" | "printEgo", _) if sub_name == "height" => {
            "takes a word only in files without headers"
        }
        (p::V3..=p::V5, "print" | "printEgo", _) if byte & 0x10 != 0 => "looks at five bits instead of four",
        (p::V3 | p::V3TOWNS | p::V3INDY | p::V3INDYEGA, "actorOps", _) if sub_name == "scale" => {
            "takes one value"
        }
        (p::V3..=p::V4, "roomOps", _) if byte & 0x1F > 6 => "does not know them before v5",
        (p::V5, "roomOps", _) if sub_name == "scale" => "leaves the last operand",
        (_, "resourceRoutines", _) if sub_name.starts_with("towns") => "cuts the number to five bits",
        (p::V3..=p::V5, "resourceRoutines", _) if byte & 0x20 != 0 => "cuts the number to five bits",
        (p::V3..=p::V5, "wait", _) if byte & 0x1F == 1 && byte & 0x60 != 0 => "wants the other bits to be 0",
        (p::V6 | p::V7, "resourceRoutines", 0x74) => "does not know it",
        (p::V6 | p::V7, "roomOps", 0xB8 | 0xB9) => "does not know it",
        (p::V8, "dimArray" | "dim2dimArray", 0x0C) => "has it as CA",
        (p::V8, "actorOps", 0x6C) => "takes no value",
        (p::V8, "verbOps", 0xA3) => "takes one value",
        (p::HE60..=p::HE71, "actorOps", 0xDB) => "does not know it",
        (p::HE60..=p::HE71, "resourceRoutines", 0x74) => "does not know it",
        (p::HE60, "systemOps", 0x9F) => "does not know it",
        (p::HE60, "cursorCommand", 0x99) => "takes a value too few",
        (p::HE60, "resourceRoutines", 0x77) => "takes a value too few",
        (p::HE60..=p::HE71, "systemOps", 0xFA..=0xFD) => "does not know it, or its text",
        (p::HE72.., "systemOps", 0xFB | 0xFC | 0x86 | 0x87) => "does not take the text",
        (p::HE60..=p::HE73, "soundOps", 0xE0 | 0xDF) => "does not know it, or takes a value too few",
        (p::HE72..=p::HE99, "actorOps", 0xDB) => "does not know it",
        (p::HE72..=p::HE99, "wait", 0xE2 | 0xE8) => "does not know it",
        (p::HE72..=p::HE99, "printActor", 0xC2) => "does not know it",
        (p::HE72..=p::HE99, "wizImageOps", 0x2E | 0x2F) => "does not know it",
        (p::HE72..=p::HE99, "getWizData", 0x8B) => "does not know it",
        (p::HE90..=p::HE101, "getObjectData", 0x39) => "takes a value too few",
        (p::HE100 | p::HE101, "actorOps", 0x00) => "does not know it",
        (p::HE100 | p::HE101, "wizImageOps", 0x02 | 0x25) => "does not know it",
        (p::HE100 | p::HE101, "wizImageOps", 0x15) => "takes a value too few",
        (p::HE100 | p::HE101, "floodFill", 0x43) => "does not know it",
        (p::HE100 | p::HE101, "floodFill", 0x00) => "takes a value too many",
        (p::HE100 | p::HE101, "printActor", 0x23) => "does not know it",
        (p::HE100 | p::HE101, "setSpriteInfo" | "setSpriteGroupInfo", 0x34) => "does not take the text",
        (_, "arrayOps", _) if sub_name == "formattedString" => "shows nothing but the text",
        (p::HE100 | p::HE101, "sortArray", 0x81)
        | (p::HE100 | p::HE101, "polygonOps", 0xF6..=0xF8)
        | (p::HE100 | p::HE101, "readINI" | "writeINI" | "readConfigFile" | "writeConfigFile", 6 | 7)
        | (p::HE100 | p::HE101, "getDistanceBetweenPoints", 0x1C | 0x1D)
        | (p::HE100 | p::HE101, "fontUnk", 0x2A | 0x39)
        | (p::HE100 | p::HE101, "getPixel", 0xDA | 0xDB) => "does not know that the older code is kept",
        _ if sub_row.unverified => "nobody else knows it",
        _ => return None,
    })
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

/// A writer of random instructions.
struct Writer {
    profile: Profile,
    random: Random,
    out: Vec<u8>,
    /// The bytes where instructions begin.
    starts: Vec<u32>,
}

/// Codes of a stack machine's pushes (byte, word, variable, text) and of storing a value.
struct Codes {
    byte: Option<u8>,
    word: u8,
    variable: u8,
    text: Option<u8>,
    write: u8,
}

impl Writer {
    fn codes(&self) -> Codes {
        let find = |name: &str| {
            (0..=u8::MAX).find(|code| self.profile.table().row(*code).is_some_and(|row| row.name == name))
        };
        Codes {
            byte: find("pushByte"),
            word: find("pushWord").unwrap(),
            variable: find("pushWordVar").unwrap(),
            text: find("getScriptString"),
            write: find("writeWordVar").unwrap(),
        }
    }

    fn word(&mut self, number: i64) {
        let width = self.profile.word();
        self.out.extend(&number.to_le_bytes()[..width]);
    }

    fn any_number(&mut self) -> i64 {
        match self.random.below(8) {
            0 => -(self.random.below(30_000) as i64),
            _ => 1000 + self.random.below(30_000) as i64,
        }
    }

    fn text(&mut self, old: bool) {
        for _ in 0..self.random.below(6) {
            let letter = b'a' + u8::try_from(self.random.below(26)).unwrap();
            let escapes = !self.profile.has_plain_texts();
            match self.random.below(8) {
                0 if old => {
                    let code = 4 + u8::try_from(self.random.below(4)).unwrap();
                    self.out.extend([code, 150]);
                }
                0 if escapes && !old && self.profile > Profile::V2Nes => {
                    // Not 8: descumm gives it an operand.
                    let code = [1u8, 2, 3, 4, 5, 6, 7, 9, 10, 12, 14][self.random.below(11)];
                    let wide = self.profile == Profile::V8;
                    // Escapes without operands, as far as the engine's rule for their length allows
                    // (docs/format/scripts.md §A.6).
                    let code = if wide && (code < 4 || code == 10) { 4 } else { code };
                    self.out.extend([0xFF, code]);
                    match code {
                        1..4 => {}
                        _ if wide => self.out.extend([0x2C, 1, 0, 0]),
                        10 => self.out.extend([1, 2, 0xFF, 10, 3, 4, 0xFF, 10, 5, 6, 0xFF, 10, 7, 8]),
                        _ => self.out.extend([0x2C, 1]),
                    }
                }
                _ => self.out.push(letter),
            }
        }
        self.out.push(0);
    }

    fn variable(&mut self) {
        match self.profile {
            Profile::V0 | Profile::V1 | Profile::V2 => {
                let number = 100 + self.random.below(100);
                self.out.push(u8::try_from(number).unwrap());
            }
            Profile::V8 => {
                let space = [0, 0, 0x4000_0000, 0x8000_0000][self.random.below(4)];
                let number = 300 + self.random.below(500) as i64;
                self.word(space + number);
            }
            profile => {
                let space = [0, 0, 0x4000, 0x8000][self.random.below(4)];
                let number = match space {
                    0x4000 => self.random.below(14),
                    _ => 300 + self.random.below(400),
                } as i64;
                let indexed = !profile.has_stack() && self.random.below(4) == 0;
                self.word(space | number | if indexed { 0x2000 } else { 0 });
                if indexed {
                    let word = if self.random.below(2) == 0 { 300 } else { 0x2000 + 400 };
                    self.word(word);
                }
            }
        }
    }

    /// Pushes one value, a literal or a variable's.
    fn push(&mut self) {
        let codes = self.codes();
        self.start();
        match self.random.below(4) {
            0 => {
                self.out.push(codes.variable);
                self.variable();
            }
            _ => {
                self.out.push(codes.word);
                let number = self.any_number();
                self.word(number);
            }
        }
    }

    fn push_literal(&mut self, number: i64) {
        let codes = self.codes();
        self.start();
        match codes.byte {
            Some(byte) if (0..256).contains(&number) => {
                self.out.extend([byte, u8::try_from(number).unwrap()]);
            }
            _ => {
                self.out.push(codes.word);
                self.word(number);
            }
        }
    }

    fn start(&mut self) {
        self.starts.push(u32::try_from(self.out.len()).unwrap());
    }

    /// Pushes the values that an instruction takes.
    fn pops(&mut self, row: &Row) {
        for (place, pop) in row.pops.iter().enumerate() {
            match pop {
                // Whether a second text follows depends on this number.
                Pop::Value if matches!(row.name, "readINI" | "writeINI") && place + 1 == row.pops.len() => {
                    self.push_literal(1);
                }
                // descumm keeps everything but literals in a variable of its own.
                Pop::Value if row.name == "dup" => self.push_literal(12_345),
                Pop::Value => self.push(),
                Pop::List => {
                    // The first value chooses the kernel function.
                    let kernel = row.name.starts_with("kernel");
                    let count = self.random.below(4);
                    if kernel {
                        self.push_literal(12_321);
                    }
                    for _ in 0..count {
                        self.push();
                    }
                    self.push_literal(count as i64 + i64::from(kernel));
                }
                Pop::Text => {
                    let codes = self.codes();
                    if let Some(text) = codes.text {
                        self.start();
                        self.out.push(text);
                        self.text(false);
                    }
                    self.push_literal(-1);
                }
                Pop::Group => {
                    self.push();
                    self.push_literal(2);
                }
                Pop::Many => {
                    self.push();
                    self.push();
                }
            }
        }
    }

    /// Writes the bytes behind a code.
    fn tokens(&mut self, row: &Row, code: u8, sub: Option<u8>) {
        let table = self.profile.table();
        let mut code = code;
        for token in &row.operands {
            match *token {
                Token::Byte(bit) | Token::Word(bit) if code & bit != 0 => self.variable(),
                Token::Byte(_) => {
                    let number = 20 + self.random.below(200);
                    self.out.push(u8::try_from(number).unwrap());
                }
                Token::Word(_) => {
                    let number = self.any_number();
                    self.word(number);
                }
                Token::MachineWord if row.name == "dupN" => self.word(2),
                Token::MachineWord => {
                    let number = self.any_number();
                    self.word(number);
                }
                // The kind and the sub-operation are in a byte of their own.
                Token::Literal(1) if self.profile < Profile::V3 && row.name == "resourceRoutines" => {
                    self.out.push(0x21);
                }
                Token::Literal(1) if self.profile < Profile::V3 && row.name == "roomOps" => self.out.push(3),
                Token::Literal(width) => {
                    let number = 20 + self.random.below(200);
                    self.out.extend(&(number as u64).to_le_bytes()[..width]);
                }
                // Arrays are numbers there.
                Token::Variable
                    if self.profile.has_stack()
                        && !["writeWordVar", "pushWordVar", "wordVarInc", "wordVarDec"]
                            .contains(&row.name) =>
                {
                    let number = 300 + self.random.below(400) as i64;
                    self.word(number);
                }
                Token::Variable => self.variable(),
                Token::VariableByte => self.out.push(200),
                Token::Jump => self.word(0),
                Token::List => self.list(),
                Token::Text => self.text(false),
                Token::PlainText => self.out.extend(b"plain\0"),
                Token::OldText => self.text(true),
                Token::TextIfTwo => {}
                Token::Range => {
                    let count = 1 + self.random.below(4);
                    self.out.push(u8::try_from(count).unwrap());
                    for _ in 0..count {
                        if code & 0x80 != 0 {
                            let number = self.any_number();
                            self.word(number);
                        } else {
                            self.out.push(77);
                        }
                    }
                }
                Token::Bytes => self.out.extend([5, 6, 0]),
                Token::Object => {
                    if code & 0x40 == 0 {
                        self.out.push(91);
                    }
                }
                Token::EndIf(_) => {}
                Token::Reload => {
                    code = [0, 0x80, 0x40, 0xC0][self.random.below(4)] | 0x01;
                    self.out.push(code);
                }
                Token::Sub(_, Repeat::UntilEnd) if row.name == "expression" => self.expression(sub, code),
                Token::Sub(index, repeat) => {
                    let subs = table.sub(index).unwrap();
                    let rows: Vec<u8> = self.sub_codes(row, code, index, repeat);
                    let more = if repeat == Repeat::Once { 0 } else { self.random.below(3) };
                    let first = sub.unwrap_or_else(|| rows[self.random.below(rows.len())]);
                    let mut left = false;
                    for place in 0..=more {
                        let byte = if place == 0 { first } else { rows[self.random.below(rows.len())] };
                        let inner = subs.row(byte).unwrap();
                        self.out.push(byte);
                        self.tokens(inner, if subs.own_bits { byte } else { code }, None);
                        left = inner.operands.contains(&Token::Leave);
                        if left {
                            break;
                        }
                    }
                    match repeat {
                        Repeat::UntilEnd if !left => self.out.push(0xFF),
                        Repeat::UntilZero if !left => self.out.push(0),
                        _ => {}
                    }
                }
                Token::Nested => {
                    // getRandomNr: a result in variable 0, a byte.
                    self.out.extend([0x16, 0, 0, 123]);
                }
                Token::Leave => {}
            }
        }
    }

    /// Writes up to three numbers and variables.
    fn list(&mut self) {
        for _ in 0..self.random.below(4) {
            if self.random.below(2) == 0 {
                self.out.push(0x01);
                let number = self.any_number();
                self.word(number);
            } else {
                self.out.push(0x81);
                self.variable();
            }
        }
        self.out.push(0xFF);
    }

    /// Writes two values and an operation, which descumm calculates.
    fn expression(&mut self, operation: Option<u8>, code: u8) {
        let _ = code;
        let operation = operation.filter(|code| (2..6).contains(&(code & 0x1F))).unwrap_or(2);
        self.out.push(1);
        let number = self.any_number();
        self.word(number);
        if self.random.below(2) == 0 {
            self.out.push(0x81);
            self.variable();
        } else {
            self.out.extend([6, 0x16, 0, 0, 123]);
        }
        self.out.extend([operation, 0xFF]);
    }

    /// Returns the sub-operations that can be judged.
    fn sub_codes(&self, row: &Row, code: u8, index: usize, repeat: Repeat) -> Vec<u8> {
        let subs = self.profile.table().sub(index).unwrap();
        let mut codes = Vec::new();
        for byte in 0..=u8::MAX {
            let ends = match repeat {
                Repeat::Once => false,
                Repeat::UntilEnd => byte == 0xFF,
                Repeat::UntilZero => byte == 0,
            };
            if let Some(sub) = subs.row(byte)
                && !ends
                && fault(self.profile, row, code, Some((sub, byte))).is_none()
            {
                codes.push(byte);
            }
        }
        codes
    }

    /// Writes an instruction with the pushes that it needs and the store of its result.
    fn group(&mut self, code: u8, sub: Option<u8>) {
        let table = self.profile.table();
        let row = table.row(code).unwrap();
        let sub_row = match (row.operands.first(), sub) {
            (Some(Token::Sub(index, _)), Some(sub)) => table.sub(*index).and_then(|table| table.row(sub)),
            _ => None,
        };
        if self.profile.has_stack() {
            if row.extra.is_some() && row.extra == sub {
                self.push();
            }
            self.pops(row);
            if let Some(sub) = sub_row {
                self.pops(sub);
            }
        }
        self.start();
        self.out.push(code);
        self.tokens(row, code, sub);
        if self.profile.has_stack() {
            let results = match sub_row.unwrap_or(row).push {
                Push::Values(count) => usize::from(count),
                Push::Many => 4,
                Push::Maybe => 1,
            };
            let write = self.codes().write;
            for _ in 0..results {
                self.start();
                self.out.push(write);
                self.variable();
            }
        }
    }
}

/// Returns every instruction with every form of its code and every sub-operation that can be judged, and the number
/// of those left out.
fn units(profile: Profile) -> (Vec<(u8, Option<u8>)>, usize) {
    let table = profile.table();
    let mut units = Vec::new();
    let mut left_out = 0;
    let writer = Writer { profile, random: Random(0), out: Vec::new(), starts: Vec::new() };
    for code in 0..=u8::MAX {
        let Some(row) = table.row(code).filter(|row| !row.unverified) else { continue };
        let sub = row.operands.iter().find_map(|token| match token {
            Token::Sub(index, repeat) => Some((*index, *repeat)),
            _ => None,
        });
        if fault(profile, row, code, None).is_some() {
            left_out += 1;
            continue;
        }
        match sub {
            None => units.push((code, None)),
            Some((index, repeat)) => {
                units.extend(
                    writer.sub_codes(row, code, index, repeat).into_iter().map(|sub| (code, Some(sub))),
                );
            }
        }
    }
    (units, left_out)
}

/// Returns the numbers in a text: digits, with a sign before them.
fn numbers(text: &str) -> Vec<i64> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_digit() {
            let start = at;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
            let number: i64 = text[start..at].parse().unwrap_or(i64::MAX);
            let minus = start > 0 && bytes[start - 1] == b'-';
            out.push(if minus { -number } else { number });
        } else {
            at += 1;
        }
    }
    out
}

/// Returns the numbers of our own listing, without those in names, those that descumm says in words (a comparison
/// with zero, a step by one), and those that it shows in another form (speech, bytes).
fn our_numbers(profile: Profile, text: &str) -> Vec<i64> {
    let old = profile < Profile::V3;
    // The operation is in a byte of its own, and descumm shows it in words.
    let text = if old && (text.starts_with("resourceRoutines") || text.starts_with("roomOps")) {
        text.rsplit_once(',').map_or(text, |(rest, _)| rest)
    } else {
        text
    };
    let silent = ["override", "saveLoadVars", "writeINI"].iter().any(|name| text.starts_with(name))
        || (profile.is_v3() && text.starts_with("roomOps") && text.contains("shake"))
        || (old && ["actorOps", "cursorCommand"].iter().any(|name| text.starts_with(name)));
    if silent {
        return Vec::new();
    }
    let mut plain = text.split("goto ").next().unwrap_or_default().to_owned();
    for word in [" += 1", " -= 1", " == 0", " != 0"] {
        if let Some(rest) = plain.trim_end().strip_suffix(word) {
            plain = rest.to_owned();
        }
    }
    // The result of an instruction inside an expression.
    plain = plain.replace("(var0, ", "(");
    // descumm shows in words which kind is read.
    plain = plain.replace("readINI(1, ", "readINI(");
    // descumm shows old texts as bytes.
    let markers = if old { "{" } else { "{speech" };
    for (open, close) in [(markers, '}'), ("< ", '>')] {
        while let Some(start) = plain.find(open) {
            let end = plain[start..].find(close).map_or(plain.len(), |end| start + end + 1);
            plain.replace_range(start..end, "");
        }
    }
    // descumm shows bits of variables as bits of their own here.
    if matches!(profile, Profile::V3 | Profile::V3Indy | Profile::V3IndyEga) {
        while let Some(at) = plain.find(".bit") {
            let start = plain[..at].rfind(|letter: char| !letter.is_ascii_digit()).unwrap_or(0) + 1;
            let end = plain[at + 4..].find(|letter: char| !letter.is_ascii_digit());
            let end = end.map_or(plain.len(), |end| at + 4 + end);
            let bit: u32 =
                plain[start..at].parse::<u32>().unwrap() * 16 + plain[at + 4..end].parse::<u32>().unwrap();
            plain.replace_range(start..end, &bit.to_string());
        }
    }
    if profile == Profile::V3Towns {
        while let Some(at) = plain.find("varbit[") {
            let start = at + "varbit[".len();
            let end = plain[start..].find(' ').map_or(plain.len(), |end| start + end);
            let bit: u32 = plain[start..end].parse().unwrap();
            plain.replace_range(at..end, &format!("[{} {}", bit / 16, bit % 16));
        }
    }
    for space in ["roomvar", "varbit", "var", "local", "bit"] {
        plain = plain.replace(space, " ");
    }
    let mut out = String::new();
    for letter in plain.chars() {
        // Digits of names.
        let in_name = letter.is_ascii_digit() && out.ends_with(|last: char| last.is_ascii_alphabetic());
        out.push(if in_name { 'x' } else { letter });
    }
    numbers(&out)
}

/// Runs descumm on code. Returns the byte, the code and the text of each line.
fn judged(profile: Profile, code: &[u8], options: &[String], name: &str) -> Vec<(u32, u8, String)> {
    let folder = std::env::temp_dir().join(format!("costumier-descumm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::File::create(&path).unwrap().write_all(&file_of(profile, code)).unwrap();
    let output =
        Command::new(descumm()).args(options).args(["-i", "-e", "-f", "-w"]).arg(&path).output().unwrap();
    std::fs::remove_dir_all(&folder).ok();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .filter_map(|line| {
            let at = u32::from_str_radix(line.strip_prefix('[')?.get(..4)?, 16).ok()?;
            let code = u8::from_str_radix(line.get(8..10)?, 16).ok()?;
            Some((at, code, line.get(12..)?.to_owned()))
        })
        .collect()
}

#[test]
#[ignore = "needs descumm (Debian: scummvm-tools)"]
fn descumm_reads_the_same() {
    let only = std::env::var("DESCUMM_PROFILE").ok();
    let look = std::env::var_os("DESCUMM_LOOK").is_some();
    for profile in Profile::ALL {
        let Some(options) = options(profile) else { continue };
        if only.as_ref().is_some_and(|only| *only != profile.name()) {
            continue;
        }
        let (units, left_out) = units(profile);
        let mut compared = 0;
        let mut groups = 0;
        let mut next = 0;
        let mut seen = std::collections::BTreeSet::new();
        while compared < WANTED || next < units.len() {
            let mut writer =
                Writer { profile, random: Random(groups as u64), out: Vec::new(), starts: Vec::new() };
            let count = if look { 1 } else { GROUPS };
            let mut chosen = Vec::new();
            for _ in 0..count {
                // Every unit once, then random ones.
                let unit =
                    units.get(next).copied().unwrap_or_else(|| units[writer.random.below(units.len())]);
                next += 1;
                chosen.push(unit);
                writer.group(unit.0, unit.1);
            }
            if look && next > units.len() {
                break;
            }
            groups += 1;
            let script = Script::read(profile, writer.out.clone(), 0, &[]);
            let starts: Vec<u32> = script.instructions().map(|it| it.at).collect();
            if starts != writer.starts {
                let at = starts.iter().zip(&writer.starts).position(|(a, b)| a != b);
                eprintln!("{:?} {:?}", script.problems, at.and_then(|at| script.get(at - 1)));
            }
            assert_eq!(starts, writer.starts, "{profile}: {:02x?}", writer.out);
            let ours = lines(&script);
            let theirs = judged(profile, &writer.out, &options, &format!("{profile}.scr"));
            compared += starts.len();
            let mut differs = None;
            for (place, ours) in ours.iter().enumerate() {
                let Some((at, code, text)) = theirs.get(place) else {
                    differs = Some(format!("{:#x} {} : descumm has no line", ours.at, ours.text));
                    break;
                };
                let mut left = numbers(text);
                // descumm shows the names of kernel functions instead of their numbers.
                let all = our_numbers(profile, &ours.text)
                    .into_iter()
                    .filter(|number| *number != 12_321)
                    .all(|number| {
                        left.iter()
                            // descumm shows v0's objects with their kind above.
                            .position(|it| *it == number || (profile == Profile::V0 && *it == number + 256))
                            .map(|at| left.swap_remove(at))
                            .is_some()
                    });
                let jump = script.find(ours.main).and_then(|index| script.get(index)?.jumps().next());
                let their_jump = ["goto ", "jump "].iter().find_map(|word| {
                    let rest = text.split(word).nth(1)?;
                    let hex = rest.split(|letter: char| !letter.is_ascii_hexdigit()).next()?;
                    i64::from_str_radix(hex, 16).ok()
                });
                let same_jump = their_jump.is_none() || jump == their_jump;
                if (*at, *code) != (ours.at, ours.code) || !all || !same_jump {
                    differs = Some(format!(
                        "{:#x} {:02X} {}\n    descumm {at:#x} {code:02X} {text}",
                        ours.at, ours.code, ours.text
                    ));
                    break;
                }
            }
            if differs.is_none() && theirs.len() > ours.len() {
                differs = Some(format!("descumm has more: {:?}", theirs[ours.len()]));
            }
            if look {
                if let Some(differs) = differs {
                    let (code, sub) = chosen[0];
                    let row = profile.table().row(code).unwrap();
                    if seen.insert((row.name, sub.map(|sub| sub & 0x1F))) {
                        eprintln!("{profile} {code:02x} {sub:02x?}: {differs}");
                    }
                }
            } else {
                assert_eq!(differs, None, "{profile}: {:02x?}", writer.out);
            }
        }
        eprintln!("{profile}: {} units, {left_out} left out, {compared} instructions", units.len());
    }
}
