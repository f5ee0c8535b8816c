//! The reader of one instruction: bytes become operands by the tables.
//!
//! **Note:** the bits that turn operands into variables are those of the *current* code: the instruction's, then a
//! sub-operation's, then that of a byte which only renews them (`docs/format/scripts.md §A.2`).

use super::Profile;
use super::operand::Operand;
use super::table::{Repeat, Row, Table, Token};
use super::variable::Variable;

/// Deepest nesting of instructions in expressions.
const DEEPEST: usize = 8;

/// Largest number of operands of one instruction, counting parts.
const MOST_OPERANDS: usize = 0x4000;

/// The reason why an instruction cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The byte at which reading failed.
    pub(super) at: usize,
    pub(super) text: String,
}

/// The end and the row of an instruction that was read.
#[derive(Clone, Copy)]
pub(super) struct Decoded {
    pub(super) end: usize,
    pub(super) row: &'static Row,
}

pub(super) struct Reader<'a> {
    pub(super) profile: Profile,
    table: &'static Table,
    code: &'a [u8],
    at: usize,
    /// The number that the last literal push left, for a text that depends on it.
    last_number: Option<i32>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(profile: Profile, code: &'a [u8]) -> Self {
        Self { profile, table: profile.table(), code, at: 0, last_number: None }
    }

    /// Reads a second text with the next instruction if it may have one.
    pub(super) fn expect_second_text(&mut self) {
        self.last_number = Some(2);
    }

    /// Reads the instruction at `at` and appends its operands. After a fault, the operands that were appended are
    /// of no use.
    pub(super) fn instruction(&mut self, at: usize, out: &mut Vec<Operand>) -> Result<Decoded, Fault> {
        self.at = at;
        let first = out.len();
        let row = self.whole(out, 0)?;
        // Distances count from the end of the instruction, which is known only now.
        for operand in out.iter_mut().skip(first) {
            if let Operand::Jump(to) = operand {
                *to = to.saturating_add_unsigned(self.at as u64);
            }
        }
        self.last_number = match out.get(first..) {
            Some([Operand::Number(number)]) if row.pops.is_empty() => Some(*number),
            _ => None,
        };
        Ok(Decoded { end: self.at, row })
    }

    fn fault<T>(&self, at: usize, text: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { at, text: text.into() })
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        match self.code.get(self.at) {
            Some(byte) => {
                self.at = self.at.saturating_add(1);
                Ok(*byte)
            }
            None => self.fault(self.at, "it ends inside an instruction"),
        }
    }

    fn word(&mut self) -> Result<u16, Fault> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn signed(&mut self) -> Result<i32, Fault> {
        Ok(i32::from(self.word()?.cast_signed()))
    }

    /// Reads a number as wide as the machine's words.
    fn machine_word(&mut self) -> Result<i32, Fault> {
        if self.profile.word() == 4 { self.long() } else { self.signed() }
    }

    fn long(&mut self) -> Result<i32, Fault> {
        Ok(i32::from_le_bytes([self.byte()?, self.byte()?, self.byte()?, self.byte()?]))
    }

    fn variable(&mut self) -> Result<Variable, Fault> {
        let raw = match self.profile {
            Profile::V0 | Profile::V1 | Profile::V2 | Profile::V2Nes => u32::from(self.byte()?),
            Profile::V8 => self.long()?.cast_unsigned(),
            _ => u32::from(self.word()?),
        };
        let mut variable = Variable::of(self.profile, raw);
        if Variable::has_second_word(self.profile, raw) {
            variable.plus = Some(Variable::plus(self.profile, self.word()?));
        }
        Ok(variable)
    }

    /// Reads a whole instruction, its code first.
    fn whole(&mut self, out: &mut Vec<Operand>, depth: usize) -> Result<&'static Row, Fault> {
        let at = self.at;
        let code = self.byte()?;
        let Some(row) = self.table.row(code) else {
            return self.fault(at, format!("{code:02X} is no instruction of {}", self.profile));
        };
        self.operands(row, code, false, out, depth)?;
        Ok(row)
    }

    /// Reads the operands of a row. Returns whether the loop around it ends with it.
    fn operands(
        &mut self,
        row: &'static Row,
        code: u8,
        is_sub: bool,
        out: &mut Vec<Operand>,
        depth: usize,
    ) -> Result<bool, Fault> {
        let mut code = code;
        let mut leaves = false;
        for token in &row.operands {
            if out.len() > usize::from(u16::MAX) * 64 {
                return self.fault(self.at, "more operands than a script can have");
            }
            match *token {
                Token::Byte(bit) | Token::Word(bit) if code & bit != 0 => {
                    out.push(Operand::Value(self.variable()?));
                }
                Token::Byte(_) | Token::Literal(1) => out.push(Operand::Number(self.byte()?.into())),
                Token::Word(_) => out.push(Operand::Number(self.signed()?)),
                Token::Literal(3) => {
                    let number = i32::from_le_bytes([self.byte()?, self.byte()?, self.byte()?, 0]);
                    // Delays: the oldest games store 0xFFFFFF minus the number.
                    let is_old = self.profile < Profile::V3;
                    let number = if is_old { 0xFF_FFFF_i32.saturating_sub(number) } else { number };
                    out.push(Operand::Number(number));
                }
                Token::Literal(_) => out.push(Operand::Number(self.long()?)),
                Token::MachineWord => out.push(Operand::Number(self.machine_word()?)),
                Token::Variable => out.push(Operand::Target(self.variable()?)),
                Token::VariableByte => out.push(Operand::Target(Variable::global(self.byte()?.into()))),
                Token::Jump => out.push(Operand::Jump(self.machine_word()?.into())),
                Token::List => self.list(out)?,
                Token::Text => self.text(out)?,
                Token::PlainText => out.push(self.until_zero().map(|(at, len)| Operand::Text { at, len })?),
                Token::OldText => self.old_text(out)?,
                Token::TextIfTwo if self.last_number != Some(2) => {}
                Token::TextIfTwo => self.text(out)?,
                Token::Range => self.range(code, out)?,
                Token::Bytes => out.push(self.until_zero().map(|(at, len)| Operand::Bytes { at, len })?),
                Token::Object if code & 0x40 != 0 => {}
                Token::Object => out.push(Operand::Number(self.byte()?.into())),
                Token::EndIf(literal) => {
                    if out.last() == Some(&Operand::Number(i32::from(literal))) {
                        return Ok(false);
                    }
                }
                Token::Reload => code = self.byte()?,
                Token::Sub(table, Repeat::Once) => {
                    let byte = self.byte()?;
                    self.sub(table, byte, code, out, depth)?;
                }
                Token::Sub(table, repeat) => {
                    let last = if repeat == Repeat::UntilEnd { 0xFF } else { 0 };
                    let start = out.len();
                    loop {
                        let byte = self.byte()?;
                        if byte == last || self.sub(table, byte, code, out, depth)? {
                            break;
                        }
                        if out.len().saturating_sub(start) > MOST_OPERANDS {
                            return self.fault(self.at, "more operands than an instruction can have");
                        }
                    }
                }
                Token::Nested if depth >= DEEPEST => {
                    return self.fault(self.at, "instructions are nested too deeply");
                }
                Token::Nested => {
                    let (at, place) = (self.at, out.len());
                    out.push(Operand::List(0));
                    let code = self.code.get(at).copied().unwrap_or_default();
                    let row = self.whole(out, depth.saturating_add(1))?;
                    self.close(place, code, row.name, out)?;
                }
                Token::Leave => leaves = true,
            }
        }
        Ok(leaves && is_sub)
    }

    /// Reads a sub-operation. Returns whether the loop around it ends with it.
    fn sub(
        &mut self,
        table: usize,
        byte: u8,
        code: u8,
        out: &mut Vec<Operand>,
        depth: usize,
    ) -> Result<bool, Fault> {
        let table = self.table.sub(table);
        let Some((table, row)) = table.and_then(|table| Some((table, table.row(byte)?))) else {
            return self.fault(self.at.saturating_sub(1), format!("{byte:02X} is no sub-operation here"));
        };
        let place = out.len();
        out.push(Operand::List(0));
        let code = if table.own_bits { byte } else { code };
        let leaves = self.operands(row, code, true, out, depth)?;
        self.close(place, byte, row.name, out)?;
        Ok(leaves)
    }

    /// Writes at `place` the sub-operation that all operands behind it belong to.
    fn close(&self, place: usize, code: u8, name: &'static str, out: &mut [Operand]) -> Result<(), Fault> {
        let Ok(len) = u16::try_from(behind(out, place)) else {
            return self.fault(self.at, "more operands than an instruction can have");
        };
        if let Some(operand) = out.get_mut(place) {
            *operand = Operand::Sub { code, name, len };
        }
        Ok(())
    }

    fn list(&mut self, out: &mut Vec<Operand>) -> Result<(), Fault> {
        let place = out.len();
        out.push(Operand::List(0));
        loop {
            let tag = self.byte()?;
            if tag == 0xFF {
                break;
            }
            out.push(match tag & 0x80 {
                0 => Operand::Number(self.signed()?),
                _ => Operand::Value(self.variable()?),
            });
            if behind(out, place) >= MOST_OPERANDS {
                return self.fault(self.at, "more values than a list can have");
            }
        }
        self.close_list(place, out);
        Ok(())
    }

    fn close_list(&self, place: usize, out: &mut [Operand]) {
        let len = u16::try_from(behind(out, place)).unwrap_or(u16::MAX);
        if let Some(operand) = out.get_mut(place) {
            *operand = Operand::List(len);
        }
    }

    fn range(&mut self, code: u8, out: &mut Vec<Operand>) -> Result<(), Fault> {
        let place = out.len();
        let count = self.byte()?;
        out.push(Operand::List(0));
        for _ in 0..count {
            let number = if code & 0x80 != 0 { self.signed()? } else { i32::from(self.byte()?) };
            out.push(Operand::Number(number));
        }
        self.close_list(place, out);
        Ok(())
    }

    /// Reads bytes up to a 0, which is not counted.
    fn until_zero(&mut self) -> Result<(u32, u32), Fault> {
        let start = self.at;
        while self.byte()? != 0 {}
        Ok(extent(start, self.at.saturating_sub(1)))
    }

    /// Reads a text with escapes (`docs/format/scripts.md §A.5`).
    fn text(&mut self, out: &mut Vec<Operand>) -> Result<(), Fault> {
        let start = self.at;
        loop {
            match self.byte()? {
                0 => break,
                0xFF if !self.profile.has_plain_texts() => {
                    let code = self.byte()?;
                    let operand = match code {
                        _ if self.profile == Profile::V8 => 4,
                        1 | 2 | 3 | 8 => 0,
                        0x2E if self.profile.is_indy3() => 0,
                        _ => 2,
                    };
                    for _ in 0..operand {
                        self.byte()?;
                    }
                }
                _ => {}
            }
        }
        let (at, len) = extent(start, self.at.saturating_sub(1));
        out.push(Operand::Text { at, len });
        Ok(())
    }

    fn old_text(&mut self, out: &mut Vec<Operand>) -> Result<(), Fault> {
        let start = self.at;
        loop {
            match self.byte()? {
                0 => break,
                byte if (4..8).contains(&(byte & 0x7F)) => {
                    self.byte()?;
                }
                _ => {}
            }
        }
        let (at, len) = extent(start, self.at.saturating_sub(1));
        out.push(Operand::Text { at, len });
        Ok(())
    }
}

/// Returns the number of operands behind the one at `place`.
fn behind(out: &[Operand], place: usize) -> usize {
    out.len().saturating_sub(place).saturating_sub(1)
}

fn extent(start: usize, end: usize) -> (u32, u32) {
    let at = u32::try_from(start).unwrap_or(u32::MAX);
    (at, u32::try_from(end.saturating_sub(start)).unwrap_or(u32::MAX))
}

/// Returns what an instruction takes from the stack and gives back: its own row and that of its sub-operation. The
/// `bool` says whether it takes one value more.
pub(crate) fn effects<'a>(
    table: &'a Table,
    row: &'a Row,
    operands: &[Operand],
) -> (&'a Row, Option<&'a Row>, bool) {
    let Some(Token::Sub(sub, _)) = row.operands.first() else { return (row, None, false) };
    let Some(Operand::Sub { code, .. }) = operands.first() else { return (row, None, false) };
    let extra = row.extra == Some(*code);
    (row, table.sub(*sub).and_then(|sub| sub.row(*code)), extra)
}
