//! The assembler: it turns text into the bytes of AKSQ, one statement per code.
//!
//! ```text
//! L0010:                              a label; comments begin with ;
//!     picture 18 19 300               each one byte below 128, else two
//!     set value=3 var=0               commands by their names, operands by theirs
//!     if-eq-goto to=L0010 var=0 value=3
//!     draw-if-move if=0,3 move=8,-1 -2,5:18 1,-16:261
//!     bytes c0 10                     bytes that no statement gives
//! ```
//! A target is a label, or a number (`0x0010`). The assembler computes the lengths that commands store. Listings
//! write a code as `bytes` if its statement would give other bytes, so a listing always assembles to the bytes that
//! it was made from.

use std::collections::BTreeMap;

use super::AkosCommand;
use super::bytes::write_picture;
use super::draws::{Component, Draw};
use super::opcode::{Layout, Opcode, OperandKind};
use super::table::MOST;
use crate::dialect::AkosRules;
use crate::error::Error;
use crate::problem::{Problem, Refused, Severity};

/// Turns statements into the bytes of AKSQ.
///
/// # Errors
/// All lines that are not understood, labels that are missing or defined twice, numbers out of range, and a program
/// of more than 65536 bytes.
pub fn assemble(text: &str, rules: &AkosRules) -> Result<Vec<u8>, Refused> {
    let mut assembler = Assembler { rules, out: Vec::new(), labels: BTreeMap::new(), targets: Vec::new() };
    let mut problems = Vec::new();
    let mut refuse = |line: usize, text: String| {
        problems.push(Problem::new(Severity::Broken, format!("line {line}"), None, text));
    };
    for (number, line) in (1..).zip(text.lines()) {
        if let Err(why) = assembler.line(number, line) {
            refuse(number, why);
        }
    }
    for (line, at, name) in std::mem::take(&mut assembler.targets) {
        match assembler.labels.get(&name).copied().or_else(|| number(&name).and_then(|n| n.try_into().ok())) {
            Some(target) => assembler.patch(at, target),
            None => refuse(line, format!("there is no label {name}")),
        }
    }
    if assembler.out.len() > 1 << 16 {
        refuse(0, format!("{} bytes; offsets are 16 bits wide", assembler.out.len()));
    }
    Refused::unless_empty(problems)?;
    Ok(assembler.out)
}

struct Assembler<'a> {
    rules: &'a AkosRules,
    out: Vec<u8>,
    labels: BTreeMap<String, u16>,
    /// Line, position of the operand, and the label or number that it leads to.
    targets: Vec<(usize, usize, String)>,
}

impl Assembler<'_> {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let mut rest = line.split(';').next().unwrap_or_default().trim();
        while let Some((name, after)) = rest.split_once(':').filter(|(name, _)| is_name(name)) {
            let at = u16::try_from(self.out.len()).map_err(|_| "a label behind 65535 bytes".to_owned())?;
            if self.labels.insert(name.to_owned(), at).is_some() {
                return Err(format!("label {name} stands here for the second time"));
            }
            rest = after.trim();
        }
        let mut words = rest.split_whitespace();
        match words.next() {
            None => Ok(()),
            Some("picture") => {
                let first = words.next().unwrap_or_default();
                std::iter::once(first).chain(words).try_for_each(|word| {
                    let index = self::number(word).unwrap_or(-1);
                    self.picture(index)
                })
            }
            Some("bytes") => words.try_for_each(|word| {
                let byte = u8::from_str_radix(word, 16).map_err(|_| format!("{word:?} is no byte"))?;
                self.out.push(byte);
                Ok(())
            }),
            Some(name) => {
                let opcode = Opcode::from_name(name, self.rules)
                    .ok_or_else(|| format!("there is no command {name:?}"))?;
                match opcode.layout {
                    Layout::Draw { conditions, moves } => self.draw(conditions, moves, words),
                    Layout::Fixed(_) | Layout::Counted(_) => self.command(number, opcode, words),
                }
            }
        }
    }

    fn picture(&mut self, index: i64) -> Result<(), String> {
        write_picture(picture(index), &mut self.out).map_err(why)
    }

    fn command<'w>(
        &mut self,
        line: usize,
        opcode: &Opcode,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let mut values = [0; MOST];
        for (operand, slot) in opcode.operands().iter().zip(&mut values) {
            let wanted = || format!("{} needs {}=…", opcode.name, operand.name);
            let text = words.next().and_then(|word| word.strip_prefix(operand.name)?.strip_prefix('='));
            let text = text.ok_or_else(wanted)?;
            if operand.kind == OperandKind::Target {
                self.targets.push((line, self.out.len().saturating_add(operand.at), text.to_owned()));
                continue;
            }
            let value = number(text).filter(|value| operand.kind.holds(*value));
            let value = value.and_then(|value| i32::try_from(value).ok());
            *slot = value.ok_or_else(|| format!("{text:?} is not in the range of {}", operand.name))?;
        }
        nothing_more(words)?;
        let command = opcode.command(values).ok_or_else(|| format!("{} cannot be made", opcode.name))?;
        command.write(&mut self.out).map_err(why)
    }

    fn draw<'w>(
        &mut self,
        conditional: bool,
        moving: bool,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let mut words = words.peekable();
        let mut after = |prefix: &str| {
            words.next_if(|word| word.starts_with(prefix)).and_then(|word| word.strip_prefix(prefix))
        };
        let mut conditions = Vec::new();
        if conditional {
            let list = after("if=").unwrap_or_default();
            for part in list.split(',').filter(|part| !part.is_empty()) {
                conditions.push(part.parse().map_err(|_| format!("{list:?} are no condition numbers"))?);
            }
        }
        let moves = match moving {
            true => Some(after("move=").and_then(pair).ok_or("move=x,y is needed here")?),
            false => None,
        };
        let (mut components, mut count) = (Vec::new(), 0usize);
        for word in words {
            let (place, index) = word.split_once(':').ok_or_else(|| format!("{word:?} is no x,y:picture"))?;
            let (x, y) = pair(place).ok_or_else(|| format!("{place:?} is no x,y"))?;
            let index = picture(number(index).unwrap_or(-1));
            Component { x, y, picture: index }.write(&mut components).map_err(why)?;
            count = count.saturating_add(1);
        }
        let draw = Draw::packed(conditional.then_some(&conditions), moves, count, &components);
        draw.and_then(|draw| AkosCommand::Draw(draw).write(&mut self.out)).map_err(why)
    }

    fn patch(&mut self, at: usize, target: u16) {
        if let Some(place) = self.out.get_mut(at..at.saturating_add(2)) {
            place.copy_from_slice(&target.to_le_bytes());
        }
    }
}

fn nothing_more<'w>(mut words: impl Iterator<Item = &'w str>) -> Result<(), String> {
    words.next().map_or(Ok(()), |word| Err(format!("unexpected {word:?} at the end of the statement")))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Converts a picture's number; numbers that do not fit become 65535, which no picture has.
fn picture(index: i64) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

fn why(error: Error) -> String {
    error.kind().to_string()
}

/// A decimal number, or a hexadecimal one behind `0x`.
fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn short(text: &str) -> Option<i16> {
    number(text).and_then(|value| i16::try_from(value).ok())
}

fn pair(text: &str) -> Option<(i16, i16)> {
    let (x, y) = text.split_once(',')?;
    Some((short(x)?, short(y)?))
}
