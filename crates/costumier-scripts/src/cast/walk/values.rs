//! The values that instructions work with: operands and stack become values, results go to places.

use super::{State, Value, VariableKey, Walk};
use crate::script::{
    Instruction, Level, Meaning, Operand, Pop, Push, Relation, Row, Space, Variable, effects,
};

impl Walk<'_> {
    pub(super) fn place_of(variable: Variable) -> Option<VariableKey> {
        variable.plus.is_none().then_some((variable.space, variable.number))
    }

    pub(super) fn read(&self, variable: Variable, state: &State) -> Value {
        if variable.is_reference(self.profile) {
            let named = state.places.get(&(variable.space, variable.number)).and_then(Value::number);
            let named = named.and_then(|number| u32::try_from(number).ok()).map(Variable::global);
            return match named.filter(|named| !named.is_reference(self.profile)) {
                Some(named) => self.read(named, state),
                None => Value::Unknown,
            };
        }
        let Some(place) = Self::place_of(variable) else { return Value::Unknown };
        if let Some(value) = state.places.get(&place) {
            return match value {
                Value::Unknown => Value::From(place),
                value => value.clone(),
            };
        }
        match place {
            (Space::Global, number) => self.constants.get(&number).cloned().unwrap_or(Value::From(place)),
            place => Value::From(place),
        }
    }

    /// Writes the result of an instruction into the variable that it names.
    pub(super) fn write_result(&self, it: &Instruction<'_>, variable: Variable, state: &mut State) {
        if writes_elsewhere(it.row) {
            state.forget(|space| space == variable.space);
        } else {
            self.write(variable, Value::Unknown, state);
        }
    }

    pub(super) fn write(&self, variable: Variable, value: Value, state: &mut State) {
        match Self::place_of(variable) {
            Some(place) => state.set(place, value),
            // The variable is not known: all of its kind may have changed.
            None => state.forget(|space| space == variable.space),
        }
    }

    /// Collects the values that an instruction works with, in the order of the tables: those of the sub-operation,
    /// then its own; for register machines those of the first level.
    pub(super) fn arguments_of(&self, it: &Instruction<'_>, state: &mut State, out: &mut Arguments) {
        out.clear();
        if self.profile.has_stack() {
            let (row, sub, extra) = effects(self.profile.table(), it.row, it.operands);
            if let Some(sub) = sub {
                pop_all(sub, it.operands, state, &mut out.values);
            }
            pop_all(row, it.operands, state, &mut out.values);
            if extra {
                let actor = state.pop();
                out.values.insert(0, Argument::One(actor));
            }
            let flat = match it.operands.split_first() {
                Some((Operand::Sub { .. }, rest)) => rest,
                _ => it.operands,
            };
            for (operand, _) in Level::new(flat) {
                match operand {
                    Operand::Number(number) => out.values.push(Argument::One(Value::Is(number))),
                    Operand::Text { at, len } => out.values.push(Argument::One(Value::Text(at, len))),
                    Operand::Target(variable) => out.results.push(variable),
                    _ => {}
                }
            }
            if let (Meaning::If | Meaning::IfNot, Some(Argument::One(Value::Test(place, number, equal)))) =
                (row.meaning, out.values.first())
            {
                let falls_when_true = row.meaning == Meaning::IfNot;
                out.jumps_if = Some((*place, *number, *equal == falls_when_true));
            }
            return;
        }
        for (operand, parts) in Level::new(it.operands) {
            match operand {
                Operand::Target(variable) => out.results.push(variable),
                Operand::List(_) => {
                    let list = Level::new(parts).map(|(operand, _)| self.value(operand, state)).collect();
                    out.values.push(Argument::List(list));
                }
                Operand::Sub { .. } | Operand::Jump(_) => {}
                operand => out.values.push(Argument::One(self.value(operand, state))),
            }
        }
        if let (Meaning::Compare(relation), Some(variable)) = (it.row.meaning, out.results.first())
            && let Some(place) = Self::place_of(*variable)
        {
            let number = match relation {
                Relation::Zero | Relation::NotZero => Some(0),
                _ => one(&out.values, 0).number(),
            };
            out.jumps_if = match (relation, number) {
                (Relation::Equal | Relation::Zero, Some(number)) => Some((place, number, true)),
                (Relation::NotEqual | Relation::NotZero, Some(number)) => Some((place, number, false)),
                _ => None,
            };
        }
    }

    pub(super) fn value(&self, operand: Operand, state: &State) -> Value {
        match operand {
            Operand::Number(number) => Value::Is(number),
            Operand::Value(variable) => self.read(variable, state),
            Operand::Text { at, len } => Value::Text(at, len),
            _ => Value::Unknown,
        }
    }

    pub(super) fn push_results(
        &self,
        it: &Instruction<'_>,
        row: &Row,
        sub: Option<&Row>,
        values: &[Argument],
        state: &mut State,
    ) {
        let one = |place: usize| one(values, place);
        let target = || {
            Level::new(it.operands).find_map(|(operand, _)| match operand {
                Operand::Target(variable) => Some(variable),
                _ => None,
            })
        };
        match row.meaning {
            Meaning::Push => state.push(one(0)),
            Meaning::PushVariable => {
                let value = target().map_or(Value::Unknown, |variable| self.read(variable, state));
                state.push(value);
            }
            Meaning::PushText => {
                if state.texts.len() < 64 {
                    state.texts.push(one(0));
                }
            }
            Meaning::Dup => {
                state.push(one(0));
                state.push(one(0));
            }
            Meaning::Not => {
                let value = match one(0) {
                    Value::Test(place, number, equal) => Value::Test(place, number, !equal),
                    Value::Is(number) => Value::Is(i32::from(number == 0)),
                    Value::From(place) => Value::Test(place, 0, true),
                    _ => Value::Unknown,
                };
                state.push(value);
            }
            Meaning::Arithmetic(operation) => state.push(one(0).calculate(operation, &one(1))),
            Meaning::Write => {
                if let Some(variable) = target() {
                    self.write(variable, one(0), state);
                }
            }
            Meaning::Step(by) => {
                if let Some(variable) = target() {
                    let value = self
                        .read(variable, state)
                        .calculate(crate::script::Arithmetic::Add, &Value::Is(i32::from(by)));
                    self.write(variable, value, state);
                }
            }
            Meaning::PickOneOf => {
                let mut from_list = values.iter().skip_while(|it| matches!(it, Argument::One(_)));
                let listed: &[Value] = match from_list.next() {
                    Some(Argument::List(list)) => list,
                    _ => &[],
                };
                // Behind the list: the default for an index outside the list.
                let default = from_list.next().and_then(|it| match it {
                    Argument::One(value) => Some(value),
                    Argument::List(_) => None,
                });
                let numbers: Option<Vec<i32>> = listed.iter().chain(default).map(Value::number).collect();
                state.push(numbers.map_or(Value::Unknown, Value::one_of));
            }
            _ => match sub.unwrap_or(row).push {
                Push::Values(count) => (0..count).for_each(|_| state.push(Value::Unknown)),
                // The result of a called script is popped only where an instruction takes it.
                Push::Maybe => state.push(Value::Unknown),
                Push::Many => {
                    if let Some(Argument::List(list)) = values.first() {
                        for value in list.iter().chain(list) {
                            state.push(value.clone());
                        }
                    }
                }
            },
        }
    }
}

/// The values that an instruction works with. The memory is used again from one instruction to the next.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) values: Vec<Argument>,
    pub(super) results: Vec<Variable>,
    /// A test for equality: the place, the number, and whether the script goes on (instead of jumping) where they
    /// are equal.
    pub(super) jumps_if: Option<(VariableKey, i32, bool)>,
}

impl Arguments {
    fn clear(&mut self) {
        self.values.clear();
        self.results.clear();
        self.jumps_if = None;
    }
}

pub(super) enum Argument {
    One(Value),
    List(Vec<Value>),
}

/// Whether the instruction writes to the variable whose number its variable holds (v1 and v2).
pub(in crate::cast) fn writes_elsewhere(row: &Row) -> bool {
    row.name.ends_with("Indirect")
}

/// Returns the value at a place; unknown if there is none.
pub(super) fn one(values: &[Argument], place: usize) -> Value {
    match values.get(place) {
        Some(Argument::One(value)) => value.clone(),
        _ => Value::Unknown,
    }
}

fn pop_all(row: &Row, operands: &[Operand], state: &mut State, out: &mut Vec<Argument>) {
    let first = out.len();
    for pop in row.pops.iter().rev() {
        out.push(match pop {
            Pop::Value => Argument::One(state.pop()),
            Pop::Text => Argument::One(match state.pop() {
                Value::Is(-1) => state.texts.pop().unwrap_or_default(),
                _ => Value::Unknown,
            }),
            Pop::List => {
                let count = state.pop().number().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
                Argument::List(several(count, state))
            }
            Pop::Group => {
                let count = match state.pop().number() {
                    Some(1) => 2,
                    Some(5) => 0,
                    _ => 1,
                };
                Argument::List(several(count, state))
            }
            Pop::Many => {
                let count = match operands.first() {
                    Some(Operand::Number(count)) => usize::try_from(*count).unwrap_or(0),
                    _ => 0,
                };
                Argument::List(several(count, state))
            }
        });
    }
    // The last value was on top of the stack.
    out.get_mut(first..).unwrap_or_default().reverse();
}

fn several(count: usize, state: &mut State) -> Vec<Value> {
    let count = count.min(state.stack.len());
    state.stack.split_off(state.stack.len().saturating_sub(count))
}
