//! AKSQ as text: one statement per code, and back to bytes.
//!
//! ```text
//! L0010:                              a label; comments begin with ;
//!     picture 18 19 300               each one byte below 128, else two
//!     set value=3 var=0               commands by their names, operands by theirs
//!     if-eq-goto to=L0010 var=0 value=3
//!     draw-if-move if=0,3 move=8,-1 -2,5:18 1,-16:261
//!     bytes c0 10                     whatever cannot be said otherwise
//! ```
//! A target is a label, or a number (`0x0010`). Lengths that are stored in commands are worked out. A code is
//! written as bytes wherever its statement would not give these very bytes again, so a listing always
//! assembles to what it was made from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::command::{Code, Component, Instruction, Opcode, Operand, Shape};
use crate::dialect::AkosRules;
use crate::problem::{Problem, Refused, Severity};

/// What a label for a place in AKSQ is called.
#[must_use]
pub fn label(at: u16) -> String {
    format!("L{at:04x}")
}

/// The statement for a code, `bytes` long; a target that `labelled` knows is written as a label.
#[must_use]
pub fn statement(code: &Code<'_>, bytes: &[u8], rules: &AkosRules, labelled: impl Fn(u16) -> bool) -> String {
    let plain = words(code, |_| false);
    match assemble(&plain, rules) {
        Ok(again) if again == bytes => words(code, labelled),
        _ => bytes.iter().fold("bytes".to_owned(), |mut text, byte| {
            let _ = write!(text, " {byte:02x}");
            text
        }),
    }
}

/// The statement in words, whether it can be assembled or not.
#[must_use]
pub fn words(code: &Code<'_>, labelled: impl Fn(u16) -> bool) -> String {
    match code {
        Code::Picture { index, .. } => format!("picture {index}"),
        Code::Invalid(word) => format!("nothing {word:04x}"),
        Code::End => "end of the sequence".to_owned(),
        Code::Command(instruction) => command_words(instruction, labelled),
    }
}

fn command_words(instruction: &Instruction<'_>, labelled: impl Fn(u16) -> bool) -> String {
    let mut text = instruction.opcode.name.to_owned();
    for (i, operand) in instruction.opcode.operands().iter().enumerate() {
        let value = instruction.operand(i);
        let _ = match (operand, instruction.target()) {
            (Operand::Target, Some(target)) if labelled(target) => write!(text, " to={}", label(target)),
            (Operand::Target, _) => write!(text, " to={value:#06x}"),
            _ => write!(text, " {}={value}", operand.name()),
        };
    }
    let Shape::Draw { moves, .. } = instruction.opcode.shape else { return text };
    let draw = instruction.draw();
    if !draw.conditions.is_empty() {
        let list: Vec<String> = draw.conditions.iter().map(u8::to_string).collect();
        let _ = write!(text, " if={}", list.join(","));
    }
    if moves {
        let _ = write!(text, " move={},{}", draw.move_x, draw.move_y);
    }
    for Component { x, y, picture, .. } in draw.components() {
        let _ = write!(text, " {x},{y}:{picture}");
    }
    text
}

/// Turns statements into the bytes of AKSQ.
///
/// # Errors
/// All lines that are not understood, labels that are not there or stand twice, numbers out of range, and a
/// program of more than 65536 bytes.
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
    /// Line, place of the operand, and what it shall lead to.
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
                self.out.extend(opcode.code.to_be_bytes());
                match opcode.shape {
                    Shape::Draw { conditions, moves } => self.draw(conditions, moves, words),
                    _ => self.command(number, opcode, words),
                }
            }
        }
    }

    fn picture(&mut self, index: i64) -> Result<(), String> {
        match u16::try_from(index) {
            Ok(index @ 0..0x80) => self.out.push(index.to_le_bytes()[0]),
            Ok(index @ 0x80..=0xFFF) => self.out.extend((0x8000 | index).to_be_bytes()),
            _ => return Err("a picture is a number from 0 to 4095".to_owned()),
        }
        Ok(())
    }

    fn command<'w>(
        &mut self,
        line: usize,
        opcode: &Opcode,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        if matches!(opcode.shape, Shape::Counted(_)) {
            let length = 3 + opcode.operands().iter().map(|o| o.size()).sum::<usize>();
            self.out.push(u8::try_from(length).unwrap_or(u8::MAX));
        }
        for operand in opcode.operands() {
            let wanted = || format!("{} needs {}=…", opcode.name, operand.name());
            let value = words.next().and_then(|word| word.strip_prefix(operand.name())?.strip_prefix('='));
            let value = value.ok_or_else(wanted)?;
            let range = || format!("{value:?} is not in the range of {}", operand.name());
            match operand {
                Operand::Target => {
                    self.targets.push((line, self.out.len(), value.to_owned()));
                    self.out.extend([0, 0]);
                }
                Operand::U8(_) => {
                    let value = number(value).and_then(|v| u8::try_from(v).ok()).ok_or_else(range)?;
                    self.out.push(value);
                }
                Operand::I16(_) => self.out.extend(short(value).ok_or_else(range)?.to_le_bytes()),
            }
        }
        nothing_more(words)
    }

    fn draw<'w>(
        &mut self,
        conditions: bool,
        moves: bool,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let start = self.out.len() - 2;
        let mut words = words.peekable();
        if conditions {
            let list = words.next_if(|word| word.starts_with("if=")).map_or("", |word| &word[3..]);
            let parts = list.split(',').filter(|part| !part.is_empty());
            let indices: Option<Vec<u8>> = parts.map(|part| part.parse().ok()).collect();
            let indices = indices.ok_or_else(|| format!("{list:?} are no condition numbers"))?;
            self.out.extend([0, count(indices.len())?]);
            self.out.extend(indices);
        }
        if moves {
            let word = words.next_if(|word| word.starts_with("move=")).map(|word| &word[5..]);
            let (x, y) = word.and_then(pair).ok_or("move=x,y is needed here")?;
            self.out.extend(x.to_le_bytes());
            self.out.extend(y.to_le_bytes());
        }
        let at = self.out.len();
        self.out.push(0);
        let mut pictures = 0;
        for word in words {
            let (place, picture) =
                word.split_once(':').ok_or_else(|| format!("{word:?} is no x,y:picture"))?;
            let (x, y) = pair(place).ok_or_else(|| format!("{place:?} is no x,y"))?;
            self.out.extend(x.to_le_bytes());
            self.out.extend(y.to_le_bytes());
            self.picture(number(picture).unwrap_or(-1))?;
            pictures += 1;
        }
        let pictures = count(pictures)?;
        if let Some(byte) = self.out.get_mut(at) {
            *byte = pictures;
        }
        if conditions {
            let length = count(self.out.len() - start)?;
            if let Some(byte) = self.out.get_mut(start + 2) {
                *byte = length;
            }
        }
        Ok(())
    }

    fn patch(&mut self, at: usize, target: u16) {
        if let Some(place) = self.out.get_mut(at..at + 2) {
            place.copy_from_slice(&target.to_le_bytes());
        }
    }
}

fn nothing_more<'w>(mut words: impl Iterator<Item = &'w str>) -> Result<(), String> {
    words.next().map_or(Ok(()), |word| Err(format!("{word:?} is too much")))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn count(n: usize) -> Result<u8, String> {
    u8::try_from(n).map_err(|_| format!("{n} do not fit one byte"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::fixture::hex;

    const RULES: AkosRules = AkosRules::humongous(90);

    #[test]
    fn the_traced_program_of_reference_07_section_10() {
        let text = "
            start: picture 5
                   increment
                   picture 133
                   if-eq-goto to=done var=0 value=3   ; three times
                   goto to=start
            done:  empty
                   end";
        let bytes = hex("05 C0 60 80 85 C0 70 10 00 00 03 00 C0 30 00 00 C0 01 C0 FF");
        assert_eq!(assemble(text, &RULES).unwrap(), bytes);
    }

    #[test]
    fn the_worked_draw_commands() {
        for (text, bytes) in [
            ("draw -2,5:18 1,-16:261", "C0 20 02 FE FF 05 00 12 01 00 F0 FF 81 05"),
            (
                "draw-move move=8,-1 -2,5:18 1,-16:261",
                "C0 25 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05",
            ),
            ("draw-if if=0,3 -2,5:18 1,-16:261", "C0 21 12 02 00 03 02 FE FF 05 00 12 01 00 F0 FF 81 05"),
            (
                "draw-if-move if=0,3 move=8,-1 -2,5:18 1,-16:261",
                "C0 22 16 02 00 03 08 00 FF FF 02 FE FF 05 00 12 01 00 F0 FF 81 05",
            ),
            ("draw-if", "C0 21 05 00 00"),
            ("set-user-condition condition=3 var=7", "C0 45 05 03 07"),
        ] {
            let bytes = hex(bytes);
            assert_eq!(assemble(text, &RULES).unwrap(), bytes, "{text}");
            let code = Code::read(&bytes, 0, &RULES);
            assert_eq!(statement(&code, &bytes, &RULES, |_| false), text);
        }
    }

    #[test]
    fn what_cannot_be_said_in_words_is_said_in_bytes() {
        for (bytes, text) in [
            // A small picture in two bytes, a stored length that is not the length, a code that is cut.
            (&[0x80, 5][..], "bytes 80 05"),
            (&[0xC0, 0x47, 9, 1], "bytes c0 47 09 01"),
            (&[0xC0, 0x10, 1], "bytes c0 10 01"),
            (&[0x90, 0], "bytes 90 00"),
        ] {
            let code = Code::read(bytes, 0, &RULES);
            assert_eq!(statement(&code, bytes, &RULES, |_| false), text);
            assert_eq!(assemble(text, &RULES).unwrap(), bytes);
        }
    }

    #[test]
    fn all_errors_are_told_with_their_lines() {
        let text = "a: picture 4 4096\ngoto to=nowhere\na: empty 3\nset var=1\nfly\nbytes 1x\ndraw 1:2\nadd value=1 var=256";
        let refused = assemble(text, &RULES).unwrap_err();
        let mut lines: Vec<String> = refused.problems.into_iter().map(|p| p.path).collect();
        lines.sort_unstable();
        assert_eq!(lines, (1..=8).map(|n| format!("line {n}")).collect::<Vec<_>>());
    }
}
