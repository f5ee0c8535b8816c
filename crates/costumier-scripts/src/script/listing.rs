//! Listings of scripts for people: one line per action, with values folded into it and labels at the targets of
//! jumps.
//!
//! **Note:** in stack machines a line is several instructions, the pushes and the instruction that takes the
//! values. Values that come from another branch are shown as `?`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::meaning::{Arithmetic, Meaning};
use super::operand::{Instruction, Level, Operand, place};
use super::read::effects;
use super::strings::text_of;
use super::table::{Pop, Push, Row};
use super::variable::Variable;
use super::{Profile, Script};

/// One line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The byte of the script where the line's first instruction begins.
    pub at: u32,
    /// The byte of the script where the line's last instruction begins, the one that acts.
    pub main: u32,
    /// The code of that instruction.
    pub code: u8,
    /// Whether something jumps to the line's first instruction.
    pub is_target: bool,
    /// The text of the line.
    pub text: String,
}

/// Returns the lines of a script.
#[must_use]
pub fn lines(script: &Script) -> Vec<Line> {
    let targets: BTreeSet<i64> =
        script.instructions().flat_map(|it| it.jumps().collect::<Vec<_>>()).collect();
    let mut folder =
        Folder { script, profile: script.profile(), stack: Vec::new(), texts: Vec::new(), lines: Vec::new() };
    let mut is_target = false;
    let mut first = None;
    let mut passed_over = false;
    for instruction in script.instructions() {
        is_target |= targets.contains(&i64::from(instruction.at));
        let at = *first.get_or_insert(instruction.at);
        let is_passed_over =
            std::mem::replace(&mut passed_over, script.passes_over_jump(&instruction).is_some());
        if let Some(mut text) = folder.instruction(&instruction, at, is_target) {
            if is_passed_over {
                text.insert_str(0, "if skipped ");
            }
            let line = Line { at, main: instruction.at, code: instruction.code, is_target, text };
            folder.flush();
            folder.lines.push(line);
            is_target = false;
            first = None;
        }
    }
    folder.flush();
    folder.lines
}

/// A value on the stack.
struct Value {
    text: String,
    /// A call that leaves a value or none: it gets its own line if nothing takes the value.
    call: Option<Line>,
}

struct Folder<'a> {
    script: &'a Script,
    profile: Profile,
    stack: Vec<Value>,
    /// The stack of texts (Humongous 7.2 and later).
    texts: Vec<String>,
    lines: Vec<Line>,
}

/// Longest folded value, in bytes: a chain of duplicates must not double a line for ever.
const LONGEST: usize = 2000;

impl Folder<'_> {
    /// Returns the text of an instruction; `None` if it only pushes.
    fn instruction(&mut self, instruction: &Instruction<'_>, at: u32, is_target: bool) -> Option<String> {
        if !self.profile.has_stack() {
            return Some(self.plain(instruction));
        }
        let row = instruction.row;
        let (row, sub, extra) = effects(self.profile.table(), row, instruction.operands);
        let mut arguments = Vec::new();
        if let Some(sub) = sub {
            self.pop_all(sub, instruction.operands, &mut arguments);
        }
        self.pop_all(row, instruction.operands, &mut arguments);
        if extra {
            arguments.insert(0, self.pop());
        }
        let effect = sub.unwrap_or(row);
        let mut values: Vec<String> = Vec::new();
        let flat = match instruction.operands.split_first() {
            Some((Operand::Sub { .. }, rest)) => rest,
            _ => instruction.operands,
        };
        let mut jump = None;
        for (operand, parts) in Level::new(flat) {
            if let Operand::Jump(to) = operand {
                jump = Some(to);
            } else {
                values.push(self.operand(operand, parts));
            }
        }
        let name = match sub {
            Some(sub) => format!("{}.{}", row.name, sub.name),
            None => row.name.to_owned(),
        };
        if effect.push == Push::Maybe {
            let text = format!("{name}({})", arguments.join(", "));
            let line =
                Line { at, main: instruction.at, code: instruction.code, is_target, text: text.clone() };
            self.stack.push(Value { text, call: Some(line) });
            return None;
        }
        self.finish(row, effect, &name, arguments, values, jump)
    }

    /// Adds the lines of calls whose values nothing has taken.
    fn flush(&mut self) {
        for value in &mut self.stack {
            if let Some(line) = value.call.take() {
                value.text = "result".into();
                self.lines.push(line);
            }
        }
    }

    fn finish(
        &mut self,
        row: &Row,
        effect: &Row,
        name: &str,
        arguments: Vec<String>,
        values: Vec<String>,
        jump: Option<i64>,
    ) -> Option<String> {
        let first = |list: &[String]| list.first().cloned().unwrap_or_default();
        let goto = jump.map(|to| format!("goto {}", place(to))).unwrap_or_default();
        match row.meaning {
            Meaning::Push | Meaning::PushVariable => self.push(first(&values)),
            Meaning::PushText => self.texts.push(first(&values)),
            Meaning::Dup => {
                let value = first(&arguments);
                self.push(value.clone());
                self.push(value);
            }
            Meaning::Arithmetic(operation) => {
                let right = arguments.get(1).cloned().unwrap_or_default();
                self.push(format!("({} {} {right})", first(&arguments), sign(operation)));
            }
            Meaning::Not => self.push(format!("not {}", first(&arguments))),
            Meaning::Write => return Some(format!("{} = {}", first(&values), first(&arguments))),
            Meaning::Step(by) => {
                return Some(format!("{} {}= 1", first(&values), if by > 0 { '+' } else { '-' }));
            }
            Meaning::If => return Some(format!("if {} {goto}", first(&arguments))),
            Meaning::IfNot => return Some(format!("unless {} {goto}", first(&arguments))),
            Meaning::Jump => {
                self.flush();
                self.stack.clear();
                return Some(goto);
            }
            _ => {
                let mut all = arguments;
                all.extend(values);
                all.extend(jump.map(|_| goto));
                let call = format!("{name}({})", all.join(", "));
                match effect.push {
                    Push::Values(0) => {
                        if row.meaning == Meaning::Stop {
                            self.flush();
                            self.stack.clear();
                        }
                        return Some(call);
                    }
                    Push::Values(_) | Push::Maybe => self.push(call),
                    Push::Many => self.twice(all),
                }
            }
        }
        None
    }

    fn push(&mut self, mut value: String) {
        if value.len() > LONGEST {
            value = "…".into();
        }
        self.stack.push(Value { text: value, call: None });
    }

    /// Pushes values twice that were popped as one text, `[a, b]`.
    fn twice(&mut self, popped: Vec<String>) {
        let list = popped.first().cloned().unwrap_or_default();
        let list = list.trim_start_matches('[').trim_end_matches(']');
        for _ in 0..2 {
            for value in list.split(", ") {
                self.push(value.to_owned());
            }
        }
    }

    fn pop(&mut self) -> String {
        self.stack.pop().map_or_else(|| "?".into(), |value| value.text)
    }

    /// Pops the values that a row takes; the deepest comes first.
    fn pop_all(&mut self, row: &Row, operands: &[Operand], out: &mut Vec<String>) {
        let mut taken = Vec::with_capacity(row.pops.len());
        for pop in row.pops.iter().rev() {
            taken.push(match pop {
                Pop::Value => self.pop(),
                Pop::Text => match self.pop() {
                    newest if newest == "-1" => self.texts.pop().unwrap_or_else(|| "?".into()),
                    other => format!("string {other}"),
                },
                Pop::List => {
                    let count = self.pop().parse().unwrap_or(0);
                    self.several(count)
                }
                Pop::Group => match self.pop() {
                    one if one == "1" => self.several(2),
                    kind if kind == "5" => kind,
                    kind => format!("{kind}, {}", self.pop()),
                },
                Pop::Many => {
                    let count = match operands.first() {
                        Some(Operand::Number(count)) => usize::try_from(*count).unwrap_or(0),
                        _ => 0,
                    };
                    self.several(count)
                }
            });
        }
        out.extend(taken.into_iter().rev());
    }

    fn several(&mut self, count: usize) -> String {
        let count = count.min(self.stack.len());
        let values = self.stack.split_off(self.stack.len().saturating_sub(count));
        let values: Vec<String> = values.into_iter().map(|value| value.text).collect();
        format!("[{}]", values.join(", "))
    }

    /// Returns the line of a register machine's instruction.
    fn plain(&self, instruction: &Instruction<'_>) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut goto = None;
        let mut target = None;
        for (place, (operand, inner)) in Level::new(instruction.operands).enumerate() {
            match operand {
                Operand::Jump(to) => goto = Some(to),
                Operand::Target(variable) if place == 0 => target = Some(variable),
                operand => parts.push(self.operand(operand, inner)),
            }
        }
        let name = instruction.name;
        let target_text = target.map(|variable| self.variable(variable));
        let first = parts.first().cloned().unwrap_or_default();
        match (instruction.row.meaning, goto, target_text) {
            (Meaning::Jump, Some(to), _) => format!("goto {}", place(to)),
            (Meaning::Compare(_), Some(to), Some(variable)) => {
                let test = match name {
                    "isEqual" => format!("{variable} == {first}"),
                    "isNotEqual" => format!("{variable} != {first}"),
                    "equalZero" => format!("{variable} == 0"),
                    "notEqualZero" => format!("{variable} != 0"),
                    // These instructions compare the operand with the variable, in this order.
                    "isGreater" => format!("{variable} < {first}"),
                    "isGreaterEqual" => format!("{variable} <= {first}"),
                    "isLess" => format!("{variable} > {first}"),
                    _ => format!("{variable} >= {first}"),
                };
                format!("unless {test} goto {}", place(to))
            }
            (Meaning::Move, _, Some(variable)) => format!("{variable} = {first}"),
            (Meaning::Step(by), _, Some(variable)) => {
                format!("{variable} {}= 1", if by > 0 { '+' } else { '-' })
            }
            (Meaning::Arithmetic(operation), _, Some(variable)) => {
                format!("{variable} {}= {first}", sign(operation))
            }
            (_, Some(to), _) => format!("unless {name}({}) goto {}", parts.join(", "), place(to)),
            (_, None, Some(variable)) => format!("{variable} = {name}({})", parts.join(", ")),
            _ => format!("{name}({})", parts.join(", ")),
        }
    }

    fn operand(&self, operand: Operand, parts: &[Operand]) -> String {
        let inner = || {
            let list: Vec<String> =
                Level::new(parts).map(|(operand, parts)| self.operand(operand, parts)).collect();
            list.join(", ")
        };
        match operand {
            Operand::Number(number) => number.to_string(),
            Operand::Value(variable) | Operand::Target(variable) => self.variable(variable),
            Operand::Jump(to) => place(to),
            Operand::Text { at, len } => {
                quoted(&text_of(self.profile, self.script.encoding(), self.script.bytes(at, len)))
            }
            Operand::Bytes { at, len } => {
                let mut text = String::from("<");
                for byte in self.script.bytes(at, len) {
                    // Writing to a string cannot fail.
                    let _ = write!(text, " {byte:02x}");
                }
                text + " >"
            }
            Operand::List(_) => format!("[{}]", inner()),
            Operand::Sub { name, len: 0, .. } => name.to_owned(),
            Operand::Sub { name, .. } => format!("{name}({})", inner()),
        }
    }

    fn variable(&self, variable: Variable) -> String {
        match variable.role(self.profile) {
            Some(role) => format!("{variable}:{role}"),
            None => variable.to_string(),
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}

fn sign(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
        Arithmetic::And => "&",
        Arithmetic::Or => "|",
        Arithmetic::Equal => "==",
        Arithmetic::NotEqual => "!=",
        Arithmetic::Greater => ">",
        Arithmetic::Less => "<",
        Arithmetic::LessEqual => "<=",
        Arithmetic::GreaterEqual => ">=",
        Arithmetic::LogicalAnd => "and",
        Arithmetic::LogicalOr => "or",
    }
}
