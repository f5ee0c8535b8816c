//! What is known at one place of a script.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::value::{Place, Value};

/// Most values on the stack: a script of junk must not become a mountain of them.
const DEEPEST: usize = 256;

/// What an actor wears, as one script has dressed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outfit {
    /// The byte of the instruction that gave it the costume; none where another script did.
    pub(super) at: Option<u32>,
    pub(super) costume: Value,
    /// Costume colour ▸ room colour.
    pub(super) overrides: BTreeMap<u32, u32>,
    pub(super) shadow: Option<u32>,
    /// No other script could have changed it, and every way that led here left the same.
    pub(super) straight: bool,
}

/// What is known at one instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) places: BTreeMap<Place, Value>,
    pub(super) stack: Vec<Value>,
    pub(super) texts: Vec<Value>,
    /// The actor that settings are for (stack machines).
    pub(super) actor: Value,
    pub(super) room: Value,
    /// What has been selected for loading (Humongous 10.0).
    pub(super) selected: Value,
    pub(super) outfits: BTreeMap<i32, Rc<Outfit>>,
    /// The nearest test that led here.
    pub(super) guard: Option<(Place, i32)>,
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

    /// Other scripts run: what they can change is no longer known.
    pub(super) fn others_run(&mut self) {
        self.places.retain(|(space, _), _| *space == crate::script::Space::Local);
        for outfit in self.outfits.values_mut().filter(|outfit| outfit.straight) {
            Rc::make_mut(outfit).straight = false;
        }
    }

    /// Takes in another way to the same place; true where that changed anything.
    pub(super) fn join(&mut self, other: &Self, widen: bool) -> bool {
        if self == other {
            return false;
        }
        let before = self.clone();
        self.places = self
            .places
            .iter()
            .filter_map(|(place, value)| Some((*place, value.join(other.places.get(place)?, widen))))
            .collect();
        // Stacks of compiled games are equally deep here; otherwise the tops count.
        let depth = self.stack.len().min(other.stack.len());
        let tops = |stack: &[Value]| stack.get(stack.len() - depth..).unwrap_or_default().to_vec();
        self.stack =
            tops(&self.stack).iter().zip(&tops(&other.stack)).map(|(a, b)| a.join(b, widen)).collect();
        if self.texts != other.texts {
            self.texts.clear();
        }
        self.actor = self.actor.join(&other.actor, widen);
        self.room = self.room.join(&other.room, true);
        self.selected = self.selected.join(&other.selected, true);
        let outfits = std::mem::take(&mut self.outfits);
        for (actor, mut outfit) in outfits {
            let Some(theirs) = other.outfits.get(&actor).filter(|it| it.costume == outfit.costume) else {
                continue;
            };
            if *theirs != outfit {
                let outfit = Rc::make_mut(&mut outfit);
                outfit.straight = false;
                if theirs.at != outfit.at {
                    outfit.at = None;
                }
                outfit.overrides.retain(|entry, colour| theirs.overrides.get(entry) == Some(colour));
                if theirs.shadow != outfit.shadow {
                    outfit.shadow = None;
                }
            }
            self.outfits.insert(actor, outfit);
        }
        if self.guard != other.guard {
            self.guard = None;
        }
        *self != before
    }
}
