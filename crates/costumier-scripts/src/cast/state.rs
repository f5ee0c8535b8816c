//! The state of a script at one instruction: what is known of variables, of the stack and of actors.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::value::{Value, VariableKey};
use crate::script::Space;

/// Largest number of values on the stack: the bound keeps memory small if the script is junk.
const DEEPEST: usize = 256;

/// What an actor wears, as one script has set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WornCostume {
    /// The byte of the instruction that gave it the costume; `None` if another script did.
    pub(super) at: Option<u32>,
    pub(super) costume: Value,
    /// The overrides: costume colour ▸ room colour.
    pub(super) overrides: BTreeMap<u32, u32>,
    pub(super) shadow: Option<u32>,
    /// Whether no other script could have changed it, and every way to this instruction left the same.
    pub(super) straight: bool,
}

/// What is known at one instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// The known values by place. They are shared until they change, because most instructions only read.
    pub(super) places: Rc<BTreeMap<VariableKey, Value>>,
    pub(super) stack: Vec<Value>,
    pub(super) texts: Vec<Value>,
    /// The actor that settings are for (stack machines).
    pub(super) actor: Value,
    pub(super) room: Value,
    /// What has been selected for loading (Humongous 10.0).
    pub(super) selected: Value,
    pub(super) outfits: Rc<BTreeMap<i32, Rc<WornCostume>>>,
    /// The nearest test on the way to the instruction: a place and the number that it was equal to.
    pub(super) guard: Option<(VariableKey, i32)>,
    /// The byte where the script goes on when the player skips the cutscene that it is in.
    pub(super) skip: Option<u32>,
}

impl State {
    pub(super) fn push(&mut self, value: Value) {
        if self.stack.len() < DEEPEST {
            self.stack.push(value);
        }
    }

    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }

    pub(super) fn set(&mut self, place: VariableKey, value: Value) {
        Rc::make_mut(&mut self.places).insert(place, value);
    }

    /// Forgets the values in the spaces that `which` selects.
    pub(super) fn forget(&mut self, which: impl Fn(Space) -> bool) {
        if self.places.keys().any(|(space, _)| which(*space)) {
            Rc::make_mut(&mut self.places).retain(|(space, _), _| !which(*space));
        }
    }

    pub(super) fn outfits_mut(&mut self) -> &mut BTreeMap<i32, Rc<WornCostume>> {
        Rc::make_mut(&mut self.outfits)
    }

    /// Forgets what other scripts can change while they run.
    pub(super) fn others_run(&mut self) {
        self.forget(|space| space != Space::Local);
        self.may_be_dressed(&Value::Unknown);
        // All scripts share the actor that settings are for.
        if let Value::Is(number) = self.actor {
            self.actor = Value::OneOf([number].into());
        }
    }

    /// Notes that something else may have dressed the actors that a value can mean: any, if it is unknown.
    pub(super) fn may_be_dressed(&mut self, actor: &Value) {
        let actors = actor.numbers();
        let changes = |(number, worn): (&i32, &Rc<WornCostume>)| {
            worn.straight && (actors.is_empty() || actors.contains(number))
        };
        if self.outfits.iter().any(changes) {
            for (number, worn) in self.outfits_mut() {
                if changes((number, worn)) {
                    Rc::make_mut(worn).straight = false;
                }
            }
        }
    }

    /// Merges the state of another way to the same instruction. Returns whether that changed anything.
    pub(super) fn join(&mut self, other: &Self, widen: bool) -> bool {
        let mut changed = false;
        if !Rc::ptr_eq(&self.places, &other.places) && self.places != other.places {
            let both = self
                .places
                .iter()
                .filter_map(|(place, value)| Some((*place, value.join(other.places.get(place)?, widen))));
            let both = Rc::new(both.collect());
            change(&mut self.places, both, &mut changed);
        }
        if self.stack != other.stack {
            // In compiled games all ways have equally deep stacks here; otherwise the tops are compared.
            let depth = self.stack.len().min(other.stack.len());
            let tops = |stack: &[Value]| stack.iter().rev().take(depth).cloned().collect::<Vec<_>>();
            let (mine, theirs) = (tops(&self.stack), tops(&other.stack));
            let joined = mine.iter().zip(&theirs).rev().map(|(a, b)| a.join(b, widen)).collect();
            change(&mut self.stack, joined, &mut changed);
        }
        if self.texts != other.texts {
            change(&mut self.texts, Vec::new(), &mut changed);
        }
        let joined = self.actor.join(&other.actor, widen);
        change(&mut self.actor, joined, &mut changed);
        let joined = self.room.join(&other.room, true);
        change(&mut self.room, joined, &mut changed);
        let joined = self.selected.join(&other.selected, true);
        change(&mut self.selected, joined, &mut changed);
        if !Rc::ptr_eq(&self.outfits, &other.outfits) && self.outfits != other.outfits {
            let both = self.outfits.iter().filter_map(|(actor, worn)| {
                let theirs = other.outfits.get(actor).filter(|it| it.costume == worn.costume)?;
                Some((*actor, worn.join(theirs)))
            });
            let both = Rc::new(both.collect());
            change(&mut self.outfits, both, &mut changed);
        }
        if self.guard != other.guard {
            change(&mut self.guard, None, &mut changed);
        }
        // A cutscene that can be skipped on one way can be skipped here.
        let skip = self.skip.or(other.skip);
        change(&mut self.skip, skip, &mut changed);
        changed
    }
}

fn change<T: PartialEq>(place: &mut T, to: T, changed: &mut bool) {
    if *place != to {
        *place = to;
        *changed = true;
    }
}

impl WornCostume {
    /// Returns what is true of both outfits.
    fn join(self: &Rc<Self>, theirs: &Rc<Self>) -> Rc<Self> {
        if self == theirs {
            return Rc::clone(self);
        }
        let mut both = Self::clone(self);
        both.straight = false;
        both.at = self.at.filter(|_| self.at == theirs.at);
        both.overrides.retain(|entry, colour| theirs.overrides.get(entry) == Some(colour));
        both.shadow = self.shadow.filter(|_| self.shadow == theirs.shadow);
        Rc::new(both)
    }
}
