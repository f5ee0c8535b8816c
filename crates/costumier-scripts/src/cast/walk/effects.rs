//! The effects of instructions on actors, costumes and scripts, as events.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::values::{Argument, Arguments, one};
use super::{Event, EventKind, State, Value, Walk, WornCostume};
use crate::script::{ActorDoes, Instruction, Level, Meaning, Operand, Profile, Variable};

impl Walk<'_> {
    /// Register machines: makes assignments and adds the events of an instruction.
    pub(super) fn act_plain(
        &self,
        it: &Instruction<'_>,
        Arguments { values, results, .. }: &Arguments,
        state: &mut State,
        told: &mut Vec<Event>,
    ) {
        let one = |place: usize| one(values, place);
        match it.row.meaning {
            Meaning::Move => {
                if let Some(variable) = results.first() {
                    self.write(*variable, one(0), state);
                }
            }
            Meaning::Step(by) => {
                if let Some(variable) = results.first() {
                    let value = self
                        .read(*variable, state)
                        .calculate(crate::script::Arithmetic::Add, &Value::Is(i32::from(by)));
                    self.write(*variable, value, state);
                }
            }
            Meaning::Arithmetic(operation) => {
                if let Some(variable) = results.first() {
                    let value = self.read(*variable, state).calculate(operation, &one(0));
                    self.write(*variable, value, state);
                }
            }
            Meaning::Compare(_) => {}
            Meaning::ActorOps => self.actor_ops(it, values, state, told),
            Meaning::ResourceRoutines | Meaning::Print | Meaning::SayEgo => {
                self.act(it, it.row.meaning, it.row.meaning, values, state, told);
                for (operand, parts) in Level::new(it.operands) {
                    if let Operand::Sub { code, .. } = operand {
                        let inner: Vec<Argument> = Level::new(parts)
                            .map(|(operand, _)| Argument::One(self.value(operand, state)))
                            .collect();
                        let speaker = if it.row.meaning == Meaning::SayEgo {
                            self.read(Variable::global(self.profile.ego()), state)
                        } else {
                            one(0)
                        };
                        if let Some(meaning) = self.sub_meaning(it, code) {
                            state.actor = speaker;
                            self.act(it, meaning, it.row.meaning, &inner, state, told);
                        }
                    }
                }
                // v1 and v2 have the kind and the operation in one byte.
                if it.row.meaning == Meaning::ResourceRoutines
                    && self.profile < Profile::V3
                    && one(1).number().is_some_and(|deed| deed >> 4 == 2 && deed & 0xF != 0)
                {
                    self.tell(it, one(0), EventKind::Load(one(0)), state, told);
                }
            }
            meaning => {
                self.act(it, meaning, meaning, values, state, told);
                for (operand, parts) in Level::new(it.operands) {
                    let Operand::Sub { code, .. } = operand else { continue };
                    if self.sub_meaning(it, code) == Some(Meaning::ShowObject) {
                        let inner: Vec<Argument> = Level::new(parts)
                            .map(|(operand, _)| Argument::One(self.value(operand, state)))
                            .collect();
                        self.act(it, Meaning::ShowObject, meaning, &inner, state, told);
                    }
                }
                for variable in results {
                    self.write_result(it, *variable, state);
                    if it.row.name == "setVarRange" {
                        state.forget(|space| space == variable.space);
                    }
                }
            }
        }
    }

    fn sub_meaning(&self, it: &Instruction<'_>, code: u8) -> Option<Meaning> {
        let table = self.profile.table();
        table.sub_row(it.row, code).map(|row| row.meaning)
    }

    /// Applies the settings of an actor in register machines: the sub-operations in order.
    fn actor_ops(&self, it: &Instruction<'_>, values: &[Argument], state: &mut State, told: &mut Vec<Event>) {
        let one = |place: usize| one(values, place);
        state.actor = one(0);
        for (operand, parts) in Level::new(it.operands) {
            let Operand::Sub { code, .. } = operand else { continue };
            let Some(Meaning::Actor(does)) = self.sub_meaning(it, code) else { continue };
            let mut inner: Vec<Argument> =
                Level::new(parts).map(|(operand, _)| Argument::One(self.value(operand, state))).collect();
            if self.profile < Profile::V3 {
                // The argument is before the sub-operation; v1 has the actor's number for the palette's index.
                match does {
                    ActorDoes::Palette if inner.is_empty() => {
                        inner = vec![Argument::One(one(0)), Argument::One(one(1))];
                    }
                    ActorDoes::Palette => inner.push(Argument::One(one(1))),
                    ActorDoes::Name => {}
                    _ => inner = vec![Argument::One(one(1))],
                }
            }
            self.act(it, Meaning::Actor(does), Meaning::ActorOps, &inner, state, told);
        }
    }

    fn tell(
        &self,
        it: &Instruction<'_>,
        actor: Value,
        kind: EventKind,
        state: &State,
        told: &mut Vec<Event>,
    ) {
        let worn = actor.number().and_then(|actor| state.outfits.get(&actor)).cloned();
        told.push(Event { at: it.at, actor, kind, worn, guard: state.guard, room: state.room.clone() });
    }

    /// Adds the overrides that actors have at this instruction as looks.
    pub(super) fn looks(&self, state: &State, at: usize, told: &mut Vec<Event>) {
        self.looks_where(state, at, told, |_| true);
    }

    /// Adds only the overrides that nothing else can have changed.
    pub(super) fn straight_looks(&self, state: &State, at: usize, told: &mut Vec<Event>) {
        self.looks_where(state, at, told, |worn| worn.straight);
    }

    fn looks_where(
        &self,
        state: &State,
        at: usize,
        told: &mut Vec<Event>,
        which: impl Fn(&WornCostume) -> bool,
    ) {
        let coloured = |worn: &WornCostume| !worn.overrides.is_empty() || worn.shadow.is_some();
        for (actor, worn) in state.outfits.iter().filter(|(_, worn)| coloured(worn) && which(worn)) {
            told.push(Event {
                at: worn.at.unwrap_or(u32::try_from(at).unwrap_or(u32::MAX)),
                actor: Value::Is(*actor),
                kind: EventKind::Look(worn.overrides.clone(), worn.shadow),
                worn: Some(Rc::clone(worn)),
                guard: state.guard,
                room: state.room.clone(),
            });
        }
    }

    pub(super) fn act(
        &self,
        it: &Instruction<'_>,
        meaning: Meaning,
        outer: Meaning,
        values: &[Argument],
        state: &mut State,
        told: &mut Vec<Event>,
    ) {
        let one = |place: usize| one(values, place);
        let text = || {
            values.iter().rev().find_map(|argument| match argument {
                Argument::One(Value::Text(at, len)) => Some((*at, *len)),
                _ => None,
            })
        };
        let list = || {
            values.iter().find_map(|argument| match argument {
                Argument::List(list) => Some(list.clone()),
                Argument::One(_) => None,
            })
        };
        match meaning {
            Meaning::CurrentActor => state.actor = one(0),
            // From v6 on an actor has several sounds.
            Meaning::Actor(ActorDoes::Sound) if list().is_some() => {
                for sound in list().unwrap_or_default() {
                    self.actor_does(it, ActorDoes::Sound, &[sound, Value::Unknown], None, state, told);
                }
            }
            Meaning::Actor(does) => self.actor_does(it, does, &[one(0), one(1)], text(), state, told),
            Meaning::Animate => self.tell(it, one(0), EventKind::Animate(one(1)), state, told),
            Meaning::Put => {
                let room = match self.profile.has_stack() {
                    true => one(3),
                    false => Value::Unknown,
                };
                self.tell(it, one(0), EventKind::Put(room), state, told);
            }
            Meaning::PutAtObject => {
                let room = if self.profile.has_stack() { one(2) } else { Value::Unknown };
                self.tell(it, one(0), EventKind::Put(room), state, told);
            }
            Meaning::PutInRoom => self.tell(it, one(0), EventKind::Put(one(1)), state, told),
            Meaning::Walk => self.tell(it, one(0), EventKind::Walk, state, told),
            Meaning::Say => self.tell(it, one(0), EventKind::Say(text()), state, told),
            Meaning::SayEgo if self.profile.has_stack() => {
                let ego = self.read(Variable::global(self.profile.ego()), state);
                self.tell(it, ego, EventKind::Say(text()), state, told);
            }
            Meaning::Print if self.profile < Profile::V3 => {
                self.tell(it, one(0), EventKind::Say(text()), state, told);
            }
            Meaning::PrintText if matches!(outer, Meaning::Print | Meaning::SayEgo) => {
                let speaker = if self.profile.has_stack() { Value::Unknown } else { state.actor.clone() };
                if !self.profile.has_stack() {
                    self.tell(it, speaker, EventKind::Say(text()), state, told);
                }
            }
            Meaning::LoadRoom => state.room = one(0),
            Meaning::LoadRoomWithEgo => {
                // In v7 and v8 it is the room of the object, which is not an operand.
                let has_room = !matches!(self.profile, Profile::V7 | Profile::V8);
                let room = if has_room { one(1) } else { Value::Unknown };
                state.room = room.clone();
                let ego = self.read(Variable::global(self.profile.ego()), state);
                self.tell(it, ego.clone(), EventKind::Turn, state, told);
                self.tell(it, ego, EventKind::Put(room), state, told);
            }
            Meaning::LoadCostume | Meaning::LockCostume => {
                self.tell(it, Value::Unknown, EventKind::Load(one(0)), state, told);
            }
            Meaning::PseudoRoom => {
                let listed = list().unwrap_or_default().iter().filter_map(Value::number).collect();
                let numbers = it.operands.iter().find_map(|operand| match *operand {
                    Operand::Bytes { at, len } => Some(self.script.bytes(at, len)),
                    _ => None,
                });
                let numbers = numbers.map_or(listed, |bytes| bytes.iter().copied().map(i32::from).collect());
                if let Some(room) = one(0).number() {
                    self.tell(it, Value::Unknown, EventKind::PseudoRoom(room, numbers), state, told);
                }
            }
            Meaning::SelectCostume => state.selected = one(0),
            Meaning::SelectOther => state.selected = Value::Unknown,
            Meaning::LoadSelected => {
                let costume = state.selected.clone();
                self.tell(it, Value::Unknown, EventKind::Load(costume), state, told);
            }
            Meaning::StartScript | Meaning::ChainScript => {
                // Flags come first where they are on the stack.
                let flagged = matches!(it.name, "startScript" | "jumpToScript")
                    && self.profile.has_stack()
                    && self.profile < Profile::He72;
                let number = one(usize::from(flagged));
                let kind = EventKind::Start(number, list().unwrap_or_default());
                self.tell(it, Value::Unknown, kind, state, told);
            }
            Meaning::Face => self.tell(it, one(0), EventKind::Turn, state, told),
            Meaning::ShowObject | Meaning::PickUp => {
                self.tell(it, Value::Unknown, EventKind::Object(one(0)), state, told);
            }
            Meaning::SetState if one(1).number() == Some(0) => {}
            Meaning::SetState => self.tell(it, Value::Unknown, EventKind::Object(one(0)), state, told),
            Meaning::TurnsByPlace => self.tell(it, Value::Unknown, EventKind::Boxes, state, told),
            Meaning::Kernel => {
                let numbers = list().unwrap_or_default();
                self.tell(it, Value::Unknown, EventKind::Kernel(numbers), state, told);
            }
            _ => {}
        }
    }

    fn actor_does(
        &self,
        it: &Instruction<'_>,
        does: ActorDoes,
        values: &[Value; 2],
        text: Option<(u32, u32)>,
        state: &mut State,
        told: &mut Vec<Event>,
    ) {
        let [first, second] = values;
        let actor = state.actor.clone();
        match does {
            ActorDoes::Costume => {
                if let Some(number) = actor.number() {
                    // Overrides that were never visible are lost; visible ones became events when other scripts
                    // ran.
                    let before = state.outfits.get(&number).filter(|_| self.profile.keeps_overrides());
                    let worn = WornCostume {
                        at: Some(it.at),
                        costume: first.clone(),
                        overrides: before.map_or_else(BTreeMap::new, |before| before.overrides.clone()),
                        shadow: None,
                        straight: true,
                    };
                    state.outfits_mut().insert(number, Rc::new(worn));
                } else {
                    state.may_be_dressed(&actor);
                }
                self.tell(it, actor, EventKind::Costume(first.clone()), state, told);
            }
            ActorDoes::Name => {
                let kind = EventKind::Name(text);
                self.tell(it, actor, kind, state, told);
            }
            ActorDoes::Palette | ActorDoes::Shadow => {
                let Some(number) = actor.number() else {
                    return self.tell(it, actor, EventKind::Unfollowed, state, told);
                };
                let worn = state.outfits_mut().entry(number).or_insert_with(|| {
                    Rc::new(WornCostume {
                        at: None,
                        costume: Value::Unknown,
                        overrides: BTreeMap::new(),
                        shadow: None,
                        straight: true,
                    })
                });
                let worn = Rc::make_mut(worn);
                let as_number = |value: &Value| value.number().and_then(|number| u32::try_from(number).ok());
                match (does, as_number(first), as_number(second)) {
                    (ActorDoes::Palette, Some(entry), Some(colour)) => {
                        worn.overrides.insert(entry, colour);
                    }
                    (ActorDoes::Shadow, Some(mode), _) => {
                        worn.shadow = Some(mode).filter(|mode| *mode != 0);
                    }
                    _ => self.tell(it, actor, EventKind::Unfollowed, state, told),
                }
            }
            does => {
                self.tell(it, actor, EventKind::Setting(does, first.clone(), second.clone()), state, told);
            }
        }
    }
}
