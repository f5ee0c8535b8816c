//! One script, read once per set of arguments: values are followed along jumps, and what happens to actors is
//! told.
//!
//! What surprises: it goes twice over the script, first until nothing new is known anywhere, then once more
//! to tell, so that nothing is told that holds only on the first round of a loop.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::event::{Event, Happening};
use super::state::{Outfit, State};
use super::value::{Place, Value};
use crate::script::{
    ActorDoes, Instruction, Level, Meaning, Operand, Pop, Profile, Push, Relation, Row, Script, Space,
    Variable, effects,
};

/// Ways into one place that are joined one by one; further ones give up values that differ.
const PATIENCE: u32 = 3;

/// How often one place is gone over at most.
const MOST_VISITS: u32 = 24;

/// Whom to tell; nobody while it is not yet known what holds.
type Tell<'a> = Option<&'a mut dyn FnMut(Event)>;

/// A script to read, and what it is given.
pub(super) struct Walk<'a> {
    pub(super) script: &'a Script,
    pub(super) profile: Profile,
    /// Bytes where it begins: 0, or its verbs.
    pub(super) entries: &'a [u32],
    /// The values of its first locals; none where nobody is known to start it.
    pub(super) arguments: Option<&'a [Value]>,
    /// The room that it belongs to, of scripts of rooms.
    pub(super) room: Option<u32>,
    /// What variables of the game hold throughout.
    pub(super) constants: &'a BTreeMap<u32, Value>,
}

/// What one instruction leads to.
struct Next {
    falls: Option<State>,
    jumps: Option<(i64, State)>,
}

impl Walk<'_> {
    /// Tells all that happens; false where the script is too tangled to be followed to the end.
    pub(super) fn run(&self, tell: &mut dyn FnMut(Event)) -> bool {
        let mut entries: BTreeMap<usize, State> = BTreeMap::new();
        let mut visits: BTreeMap<usize, u32> = BTreeMap::new();
        // The first in the script comes first: most jumps lead forwards.
        let mut waiting: BTreeSet<usize> = BTreeSet::new();
        let targets: BTreeSet<usize> = self
            .script
            .instructions()
            .flat_map(|it| it.jumps().filter_map(|to| u32::try_from(to).ok()).collect::<Vec<_>>())
            .filter_map(|to| self.script.find(to))
            .collect();
        let mut whole = true;
        for entry in self.entries {
            if let Some(index) = self.script.find(*entry) {
                entries.insert(index, self.first_state());
                waiting.insert(index);
            }
        }
        while let Some(start) = waiting.pop_first() {
            let Some(state) = entries.get(&start).cloned() else { continue };
            let count = visits.entry(start).or_default();
            *count += 1;
            if *count > MOST_VISITS {
                whole = false;
                continue;
            }
            let mut reach = |index: usize, state: State| {
                let widen = visits.get(&index).is_some_and(|count| *count >= PATIENCE);
                let changed = match entries.get_mut(&index) {
                    Some(known) => known.join(&state, widen),
                    None => {
                        entries.insert(index, state);
                        true
                    }
                };
                if changed {
                    waiting.insert(index);
                }
            };
            self.block(start, state, &targets, &mut None, &mut reach);
        }
        let mut tell: Tell<'_> = Some(tell);
        for (start, state) in entries {
            self.block(start, state, &targets, &mut tell, &mut |_, _| {});
        }
        whole
    }

    fn first_state(&self) -> State {
        let mut state = State { room: self.room.map_or(Value::Unknown, known), ..State::default() };
        if let Some(arguments) = self.arguments {
            // What is not given is 0.
            for number in 0..25 {
                let value = arguments.get(number as usize).cloned().unwrap_or(Value::Is(0));
                state.places.insert((Space::Local, number), value);
            }
        }
        state
    }

    /// Runs from `start` to the next place that something jumps to, or to an end.
    fn block(
        &self,
        start: usize,
        mut state: State,
        targets: &BTreeSet<usize>,
        tell: &mut Tell<'_>,
        reach: &mut dyn FnMut(usize, State),
    ) {
        let mut index = start;
        while let Some(instruction) = self.script.get(index) {
            if index != start && targets.contains(&index) {
                return reach(index, state);
            }
            let Next { falls, jumps } = self.step(&instruction, state, tell);
            if let Some((to, state)) = jumps
                && let Some(index) = u32::try_from(to).ok().and_then(|to| self.script.find(to))
            {
                reach(index, state);
            }
            match falls {
                Some(next) => state = next,
                None => return,
            }
            index += 1;
        }
        self.looks(&state, self.script.code().len(), tell);
    }

    fn step(&self, it: &Instruction<'_>, mut state: State, tell: &mut Tell<'_>) -> Next {
        // Most of what stack machines do.
        match (it.row.meaning, it.operands) {
            (Meaning::Push, [Operand::Number(number)]) if self.profile.has_stack() => {
                state.push(Value::Is(*number));
                return Next { falls: Some(state), jumps: None };
            }
            (Meaning::PushVariable, [Operand::Target(variable)]) => {
                let value = self.read(*variable, &state);
                state.push(value);
                return Next { falls: Some(state), jumps: None };
            }
            _ => {}
        }
        let jump = it.jumps().next();
        let Arguments { values, results, jumps_if } = self.arguments_of(it, &mut state);
        let (row, sub, _) = effects(self.profile.table(), it.row, it.operands);
        let meaning = row.meaning;
        if self.profile.has_stack() {
            self.act(it, sub.map_or(row.meaning, |sub| sub.meaning), row.meaning, &values, &mut state, tell);
            self.push_results(it, row, sub, &values, &mut state);
        } else {
            self.act_plain(it, &values, &results, &mut state, tell);
        }
        if meaning.lets_others_run() || sub.is_some_and(|sub| sub.meaning.lets_others_run()) {
            self.looks(&state, it.at as usize, tell);
            state.others_run();
        }
        match (meaning, jump) {
            (Meaning::Stop | Meaning::ChainScript, _) => {
                self.looks(&state, it.at as usize, tell);
                Next { falls: None, jumps: None }
            }
            (Meaning::Jump, Some(to)) => Next { falls: None, jumps: Some((to, state)) },
            (_, Some(to)) => {
                let (mut falls, mut jumps) = (state.clone(), state);
                if let Some((place, number, equal_falls)) = jumps_if {
                    let equal = if equal_falls { &mut falls } else { &mut jumps };
                    equal.places.insert(place, Value::OneOf(vec![number]));
                    equal.guard = Some((place, number));
                }
                Next { falls: Some(falls), jumps: Some((to, jumps)) }
            }
            (_, None) => Next { falls: Some(state), jumps: None },
        }
    }

    fn place_of(variable: Variable) -> Option<Place> {
        variable.plus.is_none().then_some((variable.space, variable.number))
    }

    fn read(&self, variable: Variable, state: &State) -> Value {
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

    fn write(&self, variable: Variable, value: Value, state: &mut State) {
        match Self::place_of(variable) {
            Some(place) => {
                state.places.insert(place, value);
            }
            // Which one is not known: all of its kind may have changed.
            None => state.places.retain(|(space, _), _| *space != variable.space),
        }
    }

    /// The values that an instruction works with, in the order of the tables: those of the sub-operation,
    /// then its own; for register machines those of the first level.
    fn arguments_of(&self, it: &Instruction<'_>, state: &mut State) -> Arguments {
        let mut out = Arguments::default();
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
            return out;
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
                _ => out.one(0).number(),
            };
            out.jumps_if = match (relation, number) {
                (Relation::Equal | Relation::Zero, Some(number)) => Some((place, number, true)),
                (Relation::NotEqual | Relation::NotZero, Some(number)) => Some((place, number, false)),
                _ => None,
            };
        }
        out
    }

    fn value(&self, operand: Operand, state: &State) -> Value {
        match operand {
            Operand::Number(number) => Value::Is(number),
            Operand::Value(variable) => self.read(variable, state),
            Operand::Text { at, len } => Value::Text(at, len),
            _ => Value::Unknown,
        }
    }

    fn push_results(
        &self,
        it: &Instruction<'_>,
        row: &Row,
        sub: Option<&Row>,
        values: &[Argument],
        state: &mut State,
    ) {
        let one = |place: usize| match values.get(place) {
            Some(Argument::One(value)) => value.clone(),
            _ => Value::Unknown,
        };
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
                let list = values.iter().find_map(|argument| match argument {
                    Argument::List(list) => Some(list),
                    Argument::One(_) => None,
                });
                let numbers: Option<Vec<i32>> =
                    list.and_then(|list| list.iter().map(Value::number).collect());
                state.push(numbers.map_or(Value::Unknown, Value::one_of));
            }
            _ => match sub.unwrap_or(row).push {
                Push::Values(count) => (0..count).for_each(|_| state.push(Value::Unknown)),
                // What a called script leaves is taken where something takes it.
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

    /// Register machines: assignments, and what happens.
    fn act_plain(
        &self,
        it: &Instruction<'_>,
        values: &[Argument],
        results: &[Variable],
        state: &mut State,
        tell: &mut Tell<'_>,
    ) {
        let one = |place: usize| match values.get(place) {
            Some(Argument::One(value)) => value.clone(),
            _ => Value::Unknown,
        };
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
            Meaning::ActorOps => self.actor_ops(it, values, state, tell),
            Meaning::ResourceRoutines | Meaning::Print | Meaning::SayEgo => {
                self.act(it, it.row.meaning, it.row.meaning, values, state, tell);
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
                            self.act(it, meaning, it.row.meaning, &inner, state, tell);
                        }
                    }
                }
                // v1 and v2 have kind and deed in one byte.
                if it.row.meaning == Meaning::ResourceRoutines
                    && self.profile < Profile::V3
                    && one(1).number().is_some_and(|deed| deed >> 4 == 2 && deed & 0xF != 0)
                {
                    self.tell(it, one(0), Happening::Load(one(0)), state, tell);
                }
            }
            meaning => {
                self.act(it, meaning, meaning, values, state, tell);
                for variable in results {
                    self.write(*variable, Value::Unknown, state);
                }
            }
        }
    }

    fn sub_meaning(&self, it: &Instruction<'_>, code: u8) -> Option<Meaning> {
        let table = self.profile.table();
        table.sub_row(it.row, code).map(|row| row.meaning)
    }

    /// Settings of an actor in register machines: the sub-operations in order.
    fn actor_ops(&self, it: &Instruction<'_>, values: &[Argument], state: &mut State, tell: &mut Tell<'_>) {
        let one = |place: usize| match values.get(place) {
            Some(Argument::One(value)) => value.clone(),
            _ => Value::Unknown,
        };
        state.actor = one(0);
        for (operand, parts) in Level::new(it.operands) {
            let Operand::Sub { code, .. } = operand else { continue };
            let Some(Meaning::Actor(does)) = self.sub_meaning(it, code) else { continue };
            let mut inner: Vec<Argument> =
                Level::new(parts).map(|(operand, _)| Argument::One(self.value(operand, state))).collect();
            if self.profile < Profile::V3 {
                // The argument stands before the sub-operation; v1 has the actor's number for the palette's
                // index.
                match does {
                    ActorDoes::Palette if inner.is_empty() => {
                        inner = vec![Argument::One(one(0)), Argument::One(one(1))];
                    }
                    ActorDoes::Palette => inner.push(Argument::One(one(1))),
                    ActorDoes::Name => {}
                    _ => inner = vec![Argument::One(one(1))],
                }
            }
            self.act(it, Meaning::Actor(does), Meaning::ActorOps, &inner, state, tell);
        }
    }

    fn tell(
        &self,
        it: &Instruction<'_>,
        actor: Value,
        happening: Happening,
        state: &State,
        tell: &mut Tell<'_>,
    ) {
        let Some(tell) = tell else { return };
        let outfit = actor.number().and_then(|actor| state.outfits.get(&actor)).cloned();
        tell(Event { at: it.at, actor, happening, outfit, guard: state.guard, room: state.room.clone() });
    }

    /// The overrides that actors have at this place: looks.
    fn looks(&self, state: &State, at: usize, tell: &mut Tell<'_>) {
        let Some(tell) = tell else { return };
        for (actor, outfit) in &state.outfits {
            if outfit.overrides.is_empty() && outfit.shadow.is_none() {
                continue;
            }
            tell(Event {
                at: outfit.at.unwrap_or(u32::try_from(at).unwrap_or(u32::MAX)),
                actor: Value::Is(*actor),
                happening: Happening::Look(outfit.overrides.clone(), outfit.shadow),
                outfit: Some(Rc::clone(outfit)),
                guard: state.guard,
                room: state.room.clone(),
            });
        }
    }

    fn act(
        &self,
        it: &Instruction<'_>,
        meaning: Meaning,
        outer: Meaning,
        values: &[Argument],
        state: &mut State,
        tell: &mut Tell<'_>,
    ) {
        let one = |place: usize| match values.get(place) {
            Some(Argument::One(value)) => value.clone(),
            _ => Value::Unknown,
        };
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
            Meaning::Actor(does) => self.actor_does(it, does, &[one(0), one(1)], text(), state, tell),
            Meaning::Animate => self.tell(it, one(0), Happening::Animate(one(1)), state, tell),
            Meaning::Put => {
                let room = match self.profile.has_stack() {
                    true => one(3),
                    false => Value::Unknown,
                };
                self.tell(it, one(0), Happening::Put(room), state, tell);
            }
            Meaning::PutAtObject => {
                let room = if self.profile.has_stack() { one(2) } else { Value::Unknown };
                self.tell(it, one(0), Happening::Put(room), state, tell);
            }
            Meaning::PutInRoom => self.tell(it, one(0), Happening::Put(one(1)), state, tell),
            Meaning::Walk => self.tell(it, one(0), Happening::Walk, state, tell),
            Meaning::Say => self.tell(it, one(0), Happening::Say(text()), state, tell),
            Meaning::SayEgo if self.profile.has_stack() => {
                let ego = self.read(Variable::global(self.profile.ego()), state);
                self.tell(it, ego, Happening::Say(text()), state, tell);
            }
            Meaning::Print if self.profile < Profile::V3 => {
                self.tell(it, one(0), Happening::Say(text()), state, tell);
            }
            Meaning::PrintText if matches!(outer, Meaning::Print | Meaning::SayEgo) => {
                let speaker = if self.profile.has_stack() { Value::Unknown } else { state.actor.clone() };
                if !self.profile.has_stack() {
                    self.tell(it, speaker, Happening::Say(text()), state, tell);
                }
            }
            Meaning::LoadRoom => state.room = one(0),
            Meaning::LoadRoomWithEgo => {
                state.room = one(1);
                let ego = self.read(Variable::global(self.profile.ego()), state);
                let room = if self.profile == Profile::V7 { Value::Unknown } else { one(1) };
                self.tell(it, ego, Happening::Put(room), state, tell);
            }
            Meaning::LoadCostume | Meaning::LockCostume => {
                self.tell(it, Value::Unknown, Happening::Load(one(0)), state, tell);
            }
            Meaning::SelectCostume => state.selected = one(0),
            Meaning::SelectOther => state.selected = Value::Unknown,
            Meaning::LoadSelected => {
                let costume = state.selected.clone();
                self.tell(it, Value::Unknown, Happening::Load(costume), state, tell);
            }
            Meaning::StartScript | Meaning::ChainScript => {
                // Flags come first where they are on the stack.
                let flagged = matches!(it.name, "startScript" | "jumpToScript")
                    && self.profile.has_stack()
                    && self.profile < Profile::He72;
                let number = one(usize::from(flagged));
                let happening = Happening::Start(number, list().unwrap_or_default());
                self.tell(it, Value::Unknown, happening, state, tell);
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
        tell: &mut Tell<'_>,
    ) {
        let [first, second] = values;
        let actor = state.actor.clone();
        match does {
            ActorDoes::Costume => {
                if let Some(number) = actor.number() {
                    // Overrides that nobody has seen yet are lost; what was seen has been told when others
                    // ran.
                    let outfit = Outfit {
                        at: Some(it.at),
                        costume: first.clone(),
                        overrides: BTreeMap::new(),
                        shadow: None,
                        straight: true,
                    };
                    state.outfits.insert(number, Rc::new(outfit));
                }
                self.tell(it, actor, Happening::Costume(first.clone()), state, tell);
            }
            ActorDoes::Name => {
                let happening = Happening::Name(text);
                self.tell(it, actor, happening, state, tell);
            }
            ActorDoes::Palette | ActorDoes::Shadow => {
                let Some(number) = actor.number() else {
                    return self.tell(it, actor, Happening::Unfollowed, state, tell);
                };
                let outfit = state.outfits.entry(number).or_insert_with(|| {
                    Rc::new(Outfit {
                        at: None,
                        costume: Value::Unknown,
                        overrides: BTreeMap::new(),
                        shadow: None,
                        straight: true,
                    })
                });
                let outfit = Rc::make_mut(outfit);
                let as_number = |value: &Value| value.number().and_then(|number| u32::try_from(number).ok());
                match (does, as_number(first), as_number(second)) {
                    (ActorDoes::Palette, Some(entry), Some(colour)) => {
                        outfit.overrides.insert(entry, colour);
                    }
                    (ActorDoes::Shadow, Some(mode), _) => {
                        outfit.shadow = Some(mode).filter(|mode| *mode != 0);
                    }
                    _ => self.tell(it, actor, Happening::Unfollowed, state, tell),
                }
            }
            does => {
                self.tell(it, actor, Happening::Setting(does, first.clone(), second.clone()), state, tell);
            }
        }
    }
}

/// What an instruction works with.
#[derive(Default)]
struct Arguments {
    values: Vec<Argument>,
    results: Vec<Variable>,
    /// A test for equality: the place, the number, and whether it goes on (instead of jumping) where they
    /// are equal.
    jumps_if: Option<(Place, i32, bool)>,
}

impl Arguments {
    fn one(&self, place: usize) -> Value {
        match self.values.get(place) {
            Some(Argument::One(value)) => value.clone(),
            _ => Value::Unknown,
        }
    }
}

enum Argument {
    One(Value),
    List(Vec<Value>),
}

fn pop_all(row: &Row, operands: &[Operand], state: &mut State, out: &mut Vec<Argument>) {
    let mut taken = Vec::with_capacity(row.pops.len());
    for pop in row.pops.iter().rev() {
        taken.push(match pop {
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
    out.extend(taken.into_iter().rev());
}

fn several(count: usize, state: &mut State) -> Vec<Value> {
    let count = count.min(state.stack.len());
    state.stack.split_off(state.stack.len() - count)
}

fn known(number: u32) -> Value {
    i32::try_from(number).map_or(Value::Unknown, Value::Is)
}
