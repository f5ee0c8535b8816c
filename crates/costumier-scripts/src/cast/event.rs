//! Events: what the instructions of a script do to actors, one thing at a time. The walk over a script
//! ([`super::walk`]) collects them.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::state::WornCostume;
use super::value::{Value, VariableKey};
use crate::script::ActorDoes;

/// Something that happens at one instruction.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) at: u32,
    /// The actor that the event concerns; unknown if there is none.
    pub(super) actor: Value,
    pub(super) kind: EventKind,
    /// What the actor wears, as far as this script has set it.
    pub(super) worn: Option<Rc<WornCostume>>,
    /// The nearest test on the way to the instruction: a place and the number that it was equal to.
    pub(super) guard: Option<(VariableKey, i32)>,
    /// The room that is shown.
    pub(super) room: Value,
}

#[derive(Clone, Debug)]
pub(super) enum EventKind {
    Costume(Value),
    /// The name: first byte and length in the script.
    Name(Option<(u32, u32)>),
    Setting(ActorDoes, Value, Value),
    /// All overrides at once (costume colour ▸ room colour), and the shadow mode.
    Look(BTreeMap<u32, u32>, Option<u32>),
    Animate(Value),
    Put(Value),
    Walk,
    Say(Option<(u32, u32)>),
    Load(Value),
    /// A room, and other numbers that mean it from now on.
    PseudoRoom(i32, Vec<i32>),
    /// The number and the arguments of a script that is started.
    Start(Value, Vec<Value>),
    /// The actor turns to something.
    Turn,
    /// An object of this number, or its picture, is shown.
    Object(Value),
    /// Walk boxes or classes change.
    Boxes,
    /// A function of the interpreter is called with these numbers; the first says which.
    Kernel(Vec<Value>),
    /// A setting whose value or actor cannot be followed.
    Unfollowed,
}
