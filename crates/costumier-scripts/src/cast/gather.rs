//! The walk over all scripts of a game. It finds the values that variables have in the whole game, which script
//! starts which with what arguments, and all events that concern actors.
//!
//! **Note:** a script is read once for each set of arguments that it is started with, so that values that belong
//! together stay together. Scripts for which no start is found are read with unknown arguments.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::event::{Event, EventKind};
use super::rooms::RoomNumbers;
use super::value::Value;
use super::walk::{Walk, writes_elsewhere};
use super::{ScriptStarts, Start};
use crate::owned::{GameScript, Owner, ReadScripts};
use crate::script::{ActorDoes, Meaning, Operand, Plus, Row, Space, Variable};

/// Largest number of sets of arguments that one script is read with; further sets count as unknown.
/// [`ScriptStarts`] has bits for them and for the unknown one.
const MOST_CONTEXTS: usize = 12;

/// Largest number of arguments that are followed.
const MOST_ARGUMENTS: usize = 16;

/// The first variable that interpreters do not use themselves.
const FREE_VARIABLES: u32 = 140;

/// An event, and the script and set of arguments that it was found with.
pub(super) struct FoundEvent {
    /// Index of the script.
    pub(super) script: usize,
    /// Index of the set of arguments.
    pub(super) context: u32,
    pub(super) event: Event,
}

impl FoundEvent {
    /// Returns the start of the script that the event was found with.
    pub(super) fn start(&self) -> ScriptStarts {
        ScriptStarts(1_u16.checked_shl(self.context).unwrap_or(0))
    }
}

/// The results of the walk over a game.
pub(super) struct Gathered {
    pub(super) told: Vec<FoundEvent>,
    /// The values that the variable of the player's actor is set to.
    pub(super) egos: BTreeSet<i32>,
    /// The rooms behind the numbers of rooms.
    pub(super) rooms: RoomNumbers,
    /// Scripts that were too tangled to be followed to the end, by index.
    pub(super) tangled: Vec<usize>,
    /// The sets of arguments that each script was read with.
    pub(super) starts: Vec<Vec<Start>>,
}

/// Walks the scripts of a game. With `every_start`, a script that something else may start, too, is also read with
/// unknown arguments: the interpreter, or an instruction whose script cannot be followed.
pub(super) fn gather(scripts: &ReadScripts, every_start: bool) -> Gathered {
    let (mut constants, egos) = constants(scripts);
    if every_start && !ego_is_followed(scripts) {
        constants.remove(&scripts.profile.ego());
    }
    let by_number = by_number(scripts);
    let (mut first_told, tangled_first) = first_walk(scripts, &constants);
    let room_numbers = RoomNumbers::new(scripts.profile, first_told.iter().flatten());
    let targets = |event: &Event, number: &Value, of: Option<u32>| -> Vec<usize> {
        let shown = || event.room.number().map_or_else(Vec::new, |room| room_numbers.of(room));
        let rooms = of.map_or_else(shown, |room| i32::try_from(room).into_iter().collect());
        let one = |number: &i32| {
            let number = u32::try_from(*number).ok()?;
            let global = || by_number.get(&(None, number)).copied();
            let own = |room: &i32| by_number.get(&(u32::try_from(*room).ok()?.into(), number)).copied();
            let local = || rooms.iter().find_map(own);
            // Two editions begin elsewhere: Humongous 9.8.5 at 2048, a demo of Full Throttle at 300. No number is both.
            match number < scripts.profile.first_local() {
                true => global().or_else(local),
                false => local().or_else(global),
            }
        };
        number.numbers().iter().filter_map(one).collect()
    };
    let mut started = BTreeSet::new();
    for (it, events) in scripts.list.iter().zip(&first_told) {
        for event in events {
            if let EventKind::Start(number, _) = &event.kind {
                started.extend(targets(event, number, it.own_room()));
            }
        }
    }
    let mut told = Vec::new();
    let mut tangled: BTreeSet<usize> = tangled_first;
    let mut contexts: Vec<Vec<Start>> = vec![Vec::new(); scripts.list.len()];
    let mut waiting: VecDeque<(usize, u32)> = VecDeque::new();
    // First the scripts for which no start is found; then, one by one, those that only start each other.
    let begin = |index: usize, contexts: &mut Vec<Vec<Start>>, waiting: &mut VecDeque<_>| {
        if let Some(known) = contexts.get_mut(index).filter(|known| known.is_empty()) {
            known.push(None);
            waiting.push_back((index, 0));
        }
    };
    for index in (0..scripts.list.len()).filter(|index| !started.contains(index)) {
        begin(index, &mut contexts, &mut waiting);
    }
    let may_start = if every_start { started_elsewhere(scripts, &first_told) } else { BTreeSet::new() };
    for index in may_start {
        begin(index, &mut contexts, &mut waiting);
    }
    for next in 0..=scripts.list.len() {
        while let Some((index, context)) = waiting.pop_front() {
            let Some(it) = scripts.list.get(index) else { continue };
            let arguments = contexts.get(index).and_then(|all| all.get(context as usize)).cloned().flatten();
            let arguments: Option<Vec<Value>> =
                arguments.map(|list| list.iter().map(|values| value_of(values)).collect());
            let entries: Vec<u32> = match it.owner {
                Owner::Object(_) => it.verbs.iter().map(|verb| verb.at).collect(),
                _ => vec![0],
            };
            let room = it.own_room();
            let walk = Walk {
                script: &it.script,
                profile: scripts.profile,
                entries: &entries,
                arguments: arguments.as_deref(),
                room,
                constants: &constants,
            };
            let first = told.len();
            if arguments.is_none() {
                // The first walk has already walked the script with unknown arguments.
                let events = first_told.get_mut(index).map(std::mem::take).unwrap_or_default();
                told.extend(events.into_iter().map(|event| FoundEvent { script: index, context, event }));
            } else {
                let (events, whole) = walk.run();
                told.extend(events.into_iter().map(|event| FoundEvent { script: index, context, event }));
                if !whole {
                    tangled.insert(index);
                }
            }
            for it in told.get(first..).unwrap_or_default() {
                let EventKind::Start(number, arguments) = &it.event.kind else { continue };
                for target in targets(&it.event, number, room) {
                    let Some(known) = contexts.get_mut(target) else { continue };
                    let numbers = |value: &Value| value.numbers().to_vec();
                    let context = (known.len() < MOST_CONTEXTS)
                        .then(|| arguments.iter().take(MOST_ARGUMENTS).map(numbers).collect());
                    if !known.contains(&context) {
                        known.push(context);
                        waiting
                            .push_back((target, u32::try_from(known.len().saturating_sub(1)).unwrap_or(0)));
                    }
                }
            }
        }
        begin(next, &mut contexts, &mut waiting);
    }
    Gathered { told, egos, rooms: room_numbers, tangled: tangled.into_iter().collect(), starts: contexts }
}

/// Returns the index of each global script by its number, and of each local one also by its room.
fn by_number(scripts: &ReadScripts) -> BTreeMap<(Option<u32>, u32), usize> {
    let all = scripts.list.iter().enumerate().filter_map(|(index, it)| match it.owner {
        Owner::Global(number) => Some(((None, number), index)),
        Owner::Local(number) => Some(((Some(it.room), number), index)),
        _ => None,
    });
    all.collect()
}

/// Returns an argument that is one of these numbers; unknown without any.
fn value_of(numbers: &[i32]) -> Value {
    match numbers {
        [] => Value::Unknown,
        [one] => Value::Is(*one),
        several => Value::OneOf(several.into()),
    }
}

/// Returns the scripts that can be started with arguments that no instruction gives: by the interpreter, whose
/// variables name them, as an actor's walk or talk script, or where the number, or its room, cannot be followed.
fn started_elsewhere(scripts: &ReadScripts, told: &[Vec<Event>]) -> BTreeSet<usize> {
    let mut numbers: BTreeSet<i32> = BTreeSet::new();
    let mut locals: BTreeSet<i32> = BTreeSet::new();
    let mut any = false;
    let literals = literals(scripts);
    let named = literals.iter().filter(|(variable, _)| **variable < FREE_VARIABLES);
    numbers.extend(named.flat_map(|(_, literals)| &literals.values));
    for (it, events) in scripts.list.iter().zip(told) {
        for event in events {
            match &event.kind {
                EventKind::Setting(ActorDoes::WalkScript | ActorDoes::TalkScript, number, _) => {
                    any |= number.numbers().is_empty();
                    numbers.extend(number.numbers());
                }
                EventKind::Start(number, _) => {
                    any |= number.numbers().is_empty();
                    if it.own_room().is_none() {
                        locals.extend(number.numbers());
                    }
                }
                _ => {}
            }
        }
    }
    let is_in = |set: &BTreeSet<i32>, number: u32| i32::try_from(number).is_ok_and(|it| set.contains(&it));
    let starts = |it: &GameScript| match it.owner {
        Owner::Global(number) => any || is_in(&numbers, number),
        Owner::Local(number) => any || is_in(&numbers, number) || is_in(&locals, number),
        _ => true,
    };
    let all = scripts.list.iter().enumerate();
    all.filter(|(_, it)| starts(it)).map(|(index, _)| index).collect()
}

/// Whether every value of the variable of the player's actor is a literal.
fn ego_is_followed(scripts: &ReadScripts) -> bool {
    literals(scripts).get(&scripts.profile.ego()).is_none_or(|known| known.all)
}

/// The numbers that instructions write into a variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals {
    /// The literal numbers, without doubles.
    pub(super) values: BTreeSet<i32>,
    /// Whether instructions write nothing else.
    pub(super) all: bool,
}

/// Returns the literal numbers that scripts write into each variable of the game.
pub(super) fn literals(scripts: &ReadScripts) -> BTreeMap<u32, Literals> {
    let mut out: BTreeMap<u32, Literals> = BTreeMap::new();
    written(scripts, |row, variable, literal| {
        if writes_elsewhere(row) || variable.plus.is_some() {
            return;
        }
        let known =
            out.entry(variable.number).or_insert_with(|| Literals { values: BTreeSet::new(), all: true });
        match literal {
            Some(number) => _ = known.values.insert(number),
            None => known.all = false,
        }
    });
    out
}

/// Calls `then` for each variable of the game that an instruction writes, with the literal if it writes one.
fn written(scripts: &ReadScripts, mut then: impl FnMut(&Row, Variable, Option<i32>)) {
    for it in &scripts.list {
        let mut pushed = None;
        for instruction in it.script.instructions() {
            let row = instruction.row;
            let literal = match (row.meaning, instruction.operands) {
                (Meaning::Move, [_, Operand::Number(number), ..]) => Some(*number),
                (Meaning::Write, _) => pushed,
                _ => None,
            };
            // In stack machines other targets are arrays, except where they are counted up or made.
            let writes = !scripts.profile.has_stack()
                || matches!(row.meaning, Meaning::Write | Meaning::Step(_))
                || row.name.starts_with("dim");
            for operand in instruction.operands.iter().filter(|_| writes) {
                let Operand::Target(variable) = operand else { continue };
                match variable.space {
                    Space::Global if row.name == "setVarRange" => {
                        let count = instruction.operands.iter().find_map(|operand| match operand {
                            Operand::List(count) => Some(u32::from(*count)),
                            _ => None,
                        });
                        for more in 0..count.unwrap_or(0).max(1) {
                            let number = variable.number.saturating_add(more);
                            then(row, Variable { number, ..*variable }, None);
                        }
                    }
                    Space::Global => then(row, *variable, literal),
                    Space::BitOfGlobal => then(row, Variable::global(variable.number >> 4), None),
                    _ => {}
                }
            }
            pushed = match (row.meaning, instruction.operands) {
                (Meaning::Push, [Operand::Number(number)]) => Some(*number),
                _ => None,
            };
        }
    }
}

/// Walks every script with unknown arguments. Returns the events of each script, and the scripts that are too
/// tangled.
fn first_walk(scripts: &ReadScripts, constants: &BTreeMap<u32, Value>) -> (Vec<Vec<Event>>, BTreeSet<usize>) {
    let mut tangled = BTreeSet::new();
    let mut told = Vec::with_capacity(scripts.list.len());
    for (index, it) in scripts.list.iter().enumerate() {
        let entries: Vec<u32> = match it.owner {
            Owner::Object(_) => it.verbs.iter().map(|verb| verb.at).collect(),
            _ => vec![0],
        };
        let walk = Walk {
            script: &it.script,
            profile: scripts.profile,
            entries: &entries,
            arguments: None,
            room: it.own_room(),
            constants,
        };
        let (events, whole) = walk.run();
        if !whole {
            tangled.insert(index);
        }
        told.push(events);
    }
    (told, tangled)
}

/// Returns the variables that the whole game sets to one value only, and all literal values of the player's actor.
fn constants(scripts: &ReadScripts) -> (BTreeMap<u32, Value>, BTreeSet<i32>) {
    let mut values: BTreeMap<u32, Option<i32>> = BTreeMap::new();
    let mut egos = BTreeSet::new();
    let ego = scripts.profile.ego();
    // From this variable on, a computed number can mean any variable.
    let mut doubtful = u32::MAX;
    written(scripts, |row, variable, literal| match variable.plus {
        _ if writes_elsewhere(row) => doubtful = 0,
        Some(Plus::Number(_) | Plus::Value(..)) => doubtful = doubtful.min(variable.number),
        None => {
            if variable.number == ego {
                egos.extend(literal);
            }
            values
                .entry(variable.number)
                .and_modify(|known| *known = known.filter(|known| Some(*known) == literal))
                .or_insert(literal);
        }
    });
    let constants = values
        .into_iter()
        .filter(|(number, _)| (*number >= FREE_VARIABLES || *number == ego) && *number < doubtful)
        .filter_map(|(number, value)| Some((number, Value::Is(value?))));
    let mut constants: BTreeMap<u32, Value> = constants.collect();
    if egos.len() > 1 {
        constants.insert(ego, Value::one_of(egos.iter().copied().collect()));
    }
    (constants, egos)
}
