//! The value of a number while a script is read instead of run (`docs/format/scripts.md §A.4.7`).
//!
//! **Note:** a value that is one of several makes every fact that rests on it likely instead of certain.

use std::rc::Rc;

use crate::script::{Arithmetic, Space, Variable};

/// Largest number of values that a number can have; with more it is unknown.
const SEVERAL: usize = 12;

/// The place of a value, by space and number.
pub(super) type VariableKey = (Space, u32);

/// A value, as far as it can be followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing is known of the value.
    #[default]
    Unknown,
    /// Only the place that the value comes from is known.
    From(VariableKey),
    /// The value is this number.
    Is(i32),
    /// The value is one of these numbers, sorted.
    OneOf(Rc<[i32]>),
    /// The value says whether a place holds (or, with `false`, does not hold) this number.
    Test(VariableKey, i32, bool),
    /// A text on the stack of texts, or in the script: first byte and length.
    Text(u32, u32),
}

impl Value {
    pub(super) fn number(&self) -> Option<i32> {
        match self {
            Self::Is(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns all numbers that the value can be; empty if it is unknown.
    pub(super) fn numbers(&self) -> &[i32] {
        match self {
            Self::Is(number) => std::slice::from_ref(number),
            Self::OneOf(numbers) => numbers,
            _ => &[],
        }
    }

    /// Makes a value that is one of these numbers; unknown if there are too many or none.
    pub(super) fn one_of(mut numbers: Vec<i32>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() || numbers.len() > SEVERAL {
            Self::Unknown
        } else {
            Self::OneOf(numbers.into())
        }
    }

    /// Merges the values of two ways to the same instruction. With `widen`, different values become unknown instead
    /// of being collected.
    pub(super) fn join(&self, other: &Self, widen: bool) -> Self {
        if self == other {
            return self.clone();
        }
        let (a, b) = (self.numbers(), other.numbers());
        if widen || a.is_empty() || b.is_empty() {
            return Self::Unknown;
        }
        Self::one_of([a, b].concat())
    }

    /// Returns the result of a calculation.
    pub(super) fn calculate(&self, operation: Arithmetic, other: &Self) -> Self {
        use Arithmetic as A;
        if let (A::Equal | A::NotEqual, Self::From(place), Self::Is(number)) = (operation, self, other) {
            return Self::Test(*place, *number, operation == A::Equal);
        }
        let (Self::Is(a), Self::Is(b)) = (self, other) else { return Self::Unknown };
        let (a, b) = (*a, *b);
        Self::Is(match operation {
            A::Add => a.wrapping_add(b),
            A::Subtract => a.wrapping_sub(b),
            A::Multiply => a.wrapping_mul(b),
            A::Divide => match a.checked_div(b) {
                Some(result) => result,
                None => return Self::Unknown,
            },
            A::And => a & b,
            A::Or => a | b,
            A::Equal => i32::from(a == b),
            A::NotEqual => i32::from(a != b),
            A::Greater => i32::from(a > b),
            A::Less => i32::from(a < b),
            A::LessEqual => i32::from(a <= b),
            A::GreaterEqual => i32::from(a >= b),
            A::LogicalAnd => i32::from(a != 0 && b != 0),
            A::LogicalOr => i32::from(a != 0 || b != 0),
        })
    }

    /// Returns a phrase for the reason why the value is not known: what it comes from.
    pub(super) fn reason(&self, profile: crate::script::Profile) -> String {
        match self {
            Self::From((Space::Local, number)) => format!("argument {number} of the script names"),
            Self::From((space, number)) => {
                let variable = Variable { space: *space, number: *number, plus: None };
                match variable.role(profile) {
                    Some(role) => format!("variable {number} ({role}) names"),
                    None => format!("a variable ({variable}) names"),
                }
            }
            Self::OneOf(_) => "one of several values names".into(),
            _ => "a calculation names".into(),
        }
    }
}
