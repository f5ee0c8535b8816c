//! The writer of instructions: names and operands become bytes by the same tables that the reader uses.
//!
//! **Note:** a name can mean several codes, which differ in what may follow. The first row of the tables that takes
//! the given operands is written, with the lowest code that says which operands are variables.

use super::Profile;
use super::read::Reader;
use super::table::{Pop, Repeat, Row, SubTable, Table, Token};
use super::variable::Variable;

/// An operand that is given to an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperandValue<'a> {
    /// A number, written as a literal.
    Number(i64),
    /// The value of a variable.
    Value(Variable),
    /// A variable: the place of a result, or of what is read.
    Target(Variable),
    /// The distance of a jump, in bytes from the instruction's end.
    Jump(i64),
    /// A text without the 0 at its end.
    Text(&'a [u8]),
    /// Bytes without the 0 at their end.
    Bytes(&'a [u8]),
    /// A list of values, of any number.
    List(Vec<Self>),
    /// A sub-operation and its operands.
    Sub(&'a str, Vec<Self>),
    /// A sub-operation whose byte is a number of its own (v2: which verb), with its operands.
    SubByte(u8, &'a str, Vec<Self>),
    /// A value that is on the stack already.
    Stacked,
}

impl From<u8> for OperandValue<'_> {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for OperandValue<'_> {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<i16> for OperandValue<'_> {
    fn from(number: i16) -> Self {
        Self::Number(number.into())
    }
}

/// The result of writing; the error is the reason why an instruction cannot be written.
type Written<T = ()> = Result<T, String>;

/// The bits that a code must have set and clear, so that its operands are variables or not.
#[derive(Clone, Copy, Default)]
struct Bits {
    set: u8,
    clear: u8,
}

impl Bits {
    fn need(&mut self, bit: u8, is_variable: bool) {
        if is_variable {
            self.set |= bit;
        } else {
            self.clear |= bit;
        }
    }

    fn fit(self, code: u8) -> bool {
        code & self.set == self.set && code & self.clear == 0
    }
}

/// A writer of instructions of a profile.
#[derive(Debug)]
pub struct Writer {
    profile: Profile,
    table: &'static Table,
    /// The bytes that have been written.
    pub out: Vec<u8>,
}

impl Writer {
    /// Makes a writer without any bytes.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        Self { profile, table: profile.table(), out: Vec::new() }
    }

    /// Returns the set of instructions.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Writes an instruction with the operands behind its code.
    ///
    /// # Errors
    ///
    /// A text says why the set has no instruction of this name that takes the operands; then nothing is written.
    pub fn put(&mut self, name: &str, given: &[OperandValue<'_>]) -> Written {
        let at = self.out.len();
        let mut out = std::mem::take(&mut self.out);
        let written = self.whole(name, given, &mut out);
        if written.is_err() {
            out.truncate(at);
        }
        self.out = out;
        let row = written?;
        // A text with a 0 in it, or a sub-operation that ends its loop, cannot be read back, so it is not written.
        let is_read = |two_texts: bool| {
            let mut reader = Reader::new(self.profile, &self.out);
            if two_texts {
                reader.expect_second_text();
            }
            let read = reader.instruction(at, &mut Vec::new());
            read.is_ok_and(|read| read.end == self.out.len() && std::ptr::eq(read.row, row))
        };
        if !is_read(false) && !is_read(true) {
            self.out.truncate(at);
            return Err(format!("{name}: a text or a sub-operation ends it too early"));
        }
        Ok(())
    }

    /// Stack machines: pushes the values that the instruction takes, then writes it.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::put`]; or a text says that `stack` does not hold the values that the instruction
    /// takes.
    pub fn call(&mut self, name: &str, given: &[OperandValue<'_>], stack: &[OperandValue<'_>]) -> Written {
        let pops = self.pops(name, given)?;
        if pops.len() != stack.len() {
            return Err(format!(
                "{name} of {} takes {} values, not {}",
                self.profile,
                pops.len(),
                stack.len()
            ));
        }
        for (pop, value) in pops.iter().zip(stack) {
            match (pop, value) {
                (_, OperandValue::Stacked) => {}
                (Pop::Value, value) => self.push(value)?,
                // Texts have a stack of their own; -1 means that the text is on it
                // (`docs/format/scripts.md §A.5`).
                (Pop::Text, OperandValue::Text(_)) => {
                    self.put("getScriptString", std::slice::from_ref(value))?;
                    self.push(&OperandValue::Number(-1))?;
                }
                (Pop::List, OperandValue::List(values)) => {
                    values.iter().try_for_each(|value| self.push(value))?;
                    self.push(&OperandValue::Number(i64::try_from(values.len()).unwrap_or(i64::MAX)))?;
                }
                _ => return Err(format!("{name} of {} takes something else than is given", self.profile)),
            }
        }
        self.put(name, given)
    }

    /// Returns what an instruction takes from the stack, the deepest first.
    fn pops(&self, name: &str, given: &[OperandValue<'_>]) -> Written<Vec<Pop>> {
        let row = self.table.named(name).next().map(|(row, _)| row);
        let row = row.ok_or_else(|| format!("{} has no {name}", self.profile))?;
        let Some(OperandValue::Sub(sub, _)) = given.first() else { return Ok(row.pops.clone()) };
        let sub_row = row.operands.iter().find_map(|token| match token {
            Token::Sub(table, _) => self.table.sub(*table)?.named(sub).next(),
            _ => None,
        });
        let (code, sub_row) = sub_row.ok_or_else(|| self.unknown(name, sub))?;
        let extra = (row.extra == Some(code)).then_some(Pop::Value);
        Ok(extra.into_iter().chain(row.pops.iter().copied()).chain(sub_row.pops.iter().copied()).collect())
    }

    fn unknown(&self, name: &str, sub: &str) -> String {
        format!("{name} of {} has no {sub}", self.profile)
    }

    fn push(&mut self, value: &OperandValue<'_>) -> Written {
        match value {
            OperandValue::Value(variable) => self.put("pushWordVar", &[OperandValue::Target(*variable)]),
            value => self.put("pushWord", std::slice::from_ref(value)),
        }
    }

    /// Writes a whole instruction: the first row of that name that takes the operands.
    fn whole(&self, name: &str, given: &[OperandValue<'_>], out: &mut Vec<u8>) -> Written<&'static Row> {
        let mut why = format!("{} has no {name}", self.profile);
        for (row, codes) in self.table.named(name) {
            let mut body = Vec::new();
            let mut rest = given;
            let bits = match self.operands(row, &mut rest, &mut body) {
                Ok(bits) if rest.is_empty() => bits,
                Ok(_) => {
                    why = format!("{name} of {} is given too much", self.profile);
                    continue;
                }
                Err(error) => {
                    why = format!("{name} of {}: {error}", self.profile);
                    continue;
                }
            };
            match codes.into_iter().find(|code| bits.fit(*code)) {
                Some(code) => {
                    out.push(code);
                    out.append(&mut body);
                    return Ok(row);
                }
                None => why = format!("{name} of {} does not take variables there", self.profile),
            }
        }
        Err(why)
    }

    /// Writes the operands behind a row's code, and takes from `rest` what it writes. Returns the bits that the
    /// code must have.
    fn operands(&self, row: &Row, rest: &mut &[OperandValue<'_>], out: &mut Vec<u8>) -> Written<Bits> {
        let mut first = None;
        let mut bits = Bits::default();
        // The position of the byte that renews the code.
        let mut renewed: Option<usize> = None;
        let mut last_number = None;
        for token in &row.operands {
            match token {
                Token::EndIf(literal) if last_number == Some(i64::from(*literal)) => break,
                Token::EndIf(_) | Token::Leave => {}
                Token::Reload => {
                    close(renewed, bits, out);
                    first.get_or_insert(bits);
                    (bits, renewed) = (Bits::default(), Some(out.len()));
                    out.push(0);
                }
                Token::Sub(table, Repeat::Once) => self.sub(*table, None, rest, &mut bits, out)?,
                Token::Sub(table, repeat) => {
                    let end = if *repeat == Repeat::UntilEnd { 0xFF } else { 0 };
                    let mut leaves = false;
                    while let Some(OperandValue::Sub(name, _) | OperandValue::SubByte(_, name, _)) =
                        rest.first()
                    {
                        let rows = self.table.sub(*table).into_iter().flat_map(|table| table.named(name));
                        leaves = rows.take(1).any(|(_, row)| row.operands.contains(&Token::Leave));
                        self.sub(*table, Some(end), rest, &mut bits, out)?;
                        if leaves {
                            break;
                        }
                    }
                    if !leaves {
                        out.push(end);
                    }
                }
                Token::Nested => match rest.split_first() {
                    Some((OperandValue::Sub(name, given), others)) => {
                        self.whole(name, given, out)?;
                        *rest = others;
                    }
                    _ => return Err("an instruction is missing".to_owned()),
                },
                Token::Object => {
                    let is_given = matches!(rest.first(), Some(OperandValue::Number(_)));
                    bits.need(0x40, !is_given);
                    if is_given {
                        self.plain(&Token::Literal(1), take(rest)?, &mut bits, out)?;
                    }
                }
                Token::TextIfTwo if !matches!(rest.first(), Some(OperandValue::Text(_))) => {}
                token => {
                    let given = take(rest)?;
                    last_number = if let OperandValue::Number(number) = given { Some(*number) } else { None };
                    self.plain(token, given, &mut bits, out)?;
                }
            }
        }
        close(renewed, bits, out);
        Ok(first.unwrap_or(bits))
    }

    /// Writes a sub-operation; `end` is the byte that it cannot have. `outer` are the bits of the code around it.
    fn sub(
        &self,
        table: usize,
        end: Option<u8>,
        rest: &mut &[OperandValue<'_>],
        outer: &mut Bits,
        out: &mut Vec<u8>,
    ) -> Written {
        let (byte, name, given) = match rest.split_first() {
            Some((OperandValue::Sub(name, given), others)) => {
                *rest = others;
                (None, *name, given)
            }
            Some((OperandValue::SubByte(byte, name, given), others)) => {
                *rest = others;
                (Some(*byte), *name, given)
            }
            _ => return Err("a sub-operation is missing".to_owned()),
        };
        let table: &SubTable = self.table.sub(table).ok_or("has no sub-operations")?;
        let mut why = format!("has no {name}");
        for (code, row) in table.named(name).filter(|(code, _)| Some(*code) != end) {
            let (mut body, mut inner) = (Vec::new(), given.as_slice());
            // Whether the byte differs in more than the bits for variables.
            let is_other = |bits: Bits| {
                let free = if table.own_bits { !(bits.set | bits.clear) } else { u8::MAX };
                byte.is_some_and(|byte| (byte ^ code) & free != 0)
            };
            match self.operands(row, &mut inner, &mut body) {
                Err(error) => why = format!("{name}: {error}"),
                Ok(_) if !inner.is_empty() => why = format!("{name} is given too much"),
                Ok(bits) if is_other(bits) || (table.own_bits && !bits.fit(code)) => {}
                Ok(bits) => {
                    if !table.own_bits {
                        outer.set |= bits.set;
                        outer.clear |= bits.clear;
                    }
                    out.push(code);
                    out.append(&mut body);
                    return Ok(());
                }
            }
        }
        Err(why)
    }

    /// Writes an operand that has no parts but values.
    fn plain(&self, token: &Token, given: &OperandValue<'_>, bits: &mut Bits, out: &mut Vec<u8>) -> Written {
        match (token, given) {
            (Token::Byte(bit) | Token::Word(bit), OperandValue::Value(variable)) => {
                bits.need(*bit, true);
                self.variable(*variable, out)
            }
            (Token::Byte(bit), OperandValue::Number(number)) => {
                bits.need(*bit, false);
                bytes(*number, 1, out)
            }
            (Token::Word(bit), OperandValue::Number(number)) => {
                bits.need(*bit, false);
                bytes(*number, 2, out)
            }
            // The oldest games store 0xFFFFFF minus the number.
            (Token::Literal(3), OperandValue::Number(number)) if self.profile < Profile::V3 => {
                bytes(0xFF_FFFF_i64.saturating_sub(*number), 3, out)
            }
            (Token::Literal(width), OperandValue::Number(number)) => bytes(*number, *width, out),
            (Token::MachineWord, OperandValue::Number(number))
            | (Token::Jump, OperandValue::Jump(number)) => bytes(*number, self.profile.word(), out),
            (Token::Variable, OperandValue::Target(variable)) => self.variable(*variable, out),
            (Token::VariableByte, OperandValue::Target(variable)) => bytes(variable.number.into(), 1, out),
            (Token::List, OperandValue::List(values)) => {
                for value in values {
                    match value {
                        OperandValue::Value(variable) => {
                            out.push(0x81);
                            self.variable(*variable, out)?;
                        }
                        OperandValue::Number(number) => {
                            out.push(0x01);
                            bytes(*number, 2, out)?;
                        }
                        _ => return Err("a list holds values".to_owned()),
                    }
                }
                out.push(0xFF);
                Ok(())
            }
            (Token::Range, OperandValue::List(values)) => {
                bytes(i64::try_from(values.len()).unwrap_or(i64::MAX), 1, out)?;
                let wide = values.iter().any(|value| !matches!(value, OperandValue::Number(0..=0xFF)));
                // Bit 0x80 of the code makes them words.
                bits.need(0x80, wide);
                values.iter().try_for_each(|value| match value {
                    OperandValue::Number(number) => bytes(*number, if wide { 2 } else { 1 }, out),
                    _ => Err("a range holds numbers".to_owned()),
                })
            }
            (
                Token::Text | Token::PlainText | Token::OldText | Token::TextIfTwo,
                OperandValue::Text(text),
            )
            | (Token::Bytes, OperandValue::Bytes(text)) => {
                out.extend_from_slice(text);
                out.push(0);
                Ok(())
            }
            _ => Err("is given something else than it takes".to_owned()),
        }
    }

    fn variable(&self, variable: Variable, out: &mut Vec<u8>) -> Written {
        let none = || format!("has no {variable}");
        let (raw, more) = variable.stored(self.profile).ok_or_else(none)?;
        let width = if self.profile < Profile::V3 { 1 } else { self.profile.word() };
        bytes(raw.into(), width, out)?;
        more.map_or(Ok(()), |word| bytes(word.into(), 2, out))
    }
}

/// Writes the bits of the operands behind it into the byte that renews a code.
fn close(renewed: Option<usize>, bits: Bits, out: &mut [u8]) {
    if let Some(byte) = renewed.and_then(|at| out.get_mut(at)) {
        *byte = bits.set;
    }
}

fn take<'a, 'b>(rest: &mut &'a [OperandValue<'b>]) -> Written<&'a OperandValue<'b>> {
    let (first, others) = rest.split_first().ok_or("is given too little")?;
    *rest = others;
    Ok(first)
}

/// Writes a number with this number of bytes. A single byte is without a sign, more bytes are signed or unsigned.
fn bytes(number: i64, width: usize, out: &mut Vec<u8>) -> Written {
    let bits = u32::try_from(width).unwrap_or(8).saturating_mul(8);
    let end = 1_i64.checked_shl(bits).unwrap_or(i64::MAX);
    let least = if width == 1 { 0 } else { (end / 2).saturating_neg() };
    if !(least..end).contains(&number) {
        return Err(format!("{number} does not fit into {bits} bits"));
    }
    out.extend(number.to_le_bytes().iter().take(width));
    Ok(())
}
