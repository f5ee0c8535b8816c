//! The walk over one script with one set of arguments: it follows values along jumps and collects the events that
//! concern actors.
//!
//! **Note:** a piece between two targets of jumps is walked until nothing new is known at its start, and only the
//! events of the last round count. So no event remains that is true only in the first round of a loop.

mod effects;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::event::{Event, EventKind};
use super::state::{State, WornCostume};
use super::value::{Value, VariableKey};
use crate::script::{Instruction, Meaning, Operand, Profile, Script, Space, effects};
use values::{Arguments, one};

pub(super) use values::writes_elsewhere;

/// Number of ways into one piece that are merged one by one; further ones make differing values unknown.
const PATIENCE: u32 = 3;

/// Largest number of rounds over one piece.
const MOST_VISITS: u32 = 24;

/// Number of locals of a script (`docs/format/scripts.md §A.4.4`).
const LOCALS: u32 = 25;

/// A script to walk, and what is known before it starts.
pub(super) struct Walk<'a> {
    pub(super) script: &'a Script,
    pub(super) profile: Profile,
    /// The bytes where it begins: 0, or its verbs.
    pub(super) entries: &'a [u32],
    /// The values of its first locals; `None` if no start of the script is known.
    pub(super) arguments: Option<&'a [Value]>,
    /// The room that it belongs to, for scripts of rooms.
    pub(super) room: Option<u32>,
    /// The values that variables have in the whole game.
    pub(super) constants: &'a BTreeMap<u32, Value>,
}

/// A piece of a script: from a target of a jump up to the next.
struct Piece {
    /// What is known where it begins.
    state: State,
    /// Number of rounds over it.
    visits: u32,
    /// The events of the last round.
    events: Vec<Event>,
}

/// Where a script goes on from one instruction.
struct Next {
    falls: bool,
    /// The byte that it can jump to, and what is known there.
    jumps: Option<(i64, State)>,
}

impl Walk<'_> {
    /// Returns all events in the order of the script, and whether the script could be followed to the end
    /// (otherwise it is too tangled).
    pub(super) fn run(&self) -> (Vec<Event>, bool) {
        let mut targets = vec![false; self.script.len()];
        for it in self.script.instructions() {
            let behind_jump = self.script.passes_over_jump(&it);
            let skipped_to = behind_jump.map(|_| it.end());
            let jumps = it.jumps().filter_map(|to| u32::try_from(to).ok());
            for to in jumps.chain(behind_jump).chain(skipped_to) {
                if let Some(is) = self.script.find(to).and_then(|index| targets.get_mut(index)) {
                    *is = true;
                }
            }
        }
        let mut pieces: BTreeMap<usize, Piece> = BTreeMap::new();
        // The first piece of the script comes first, because most jumps lead forwards.
        let mut waiting: BTreeSet<usize> = BTreeSet::new();
        let mut whole = true;
        for entry in self.entries {
            if let Some(index) = self.script.find(*entry) {
                pieces.insert(index, Piece { state: self.first_state(), visits: 0, events: Vec::new() });
                waiting.insert(index);
            }
        }
        let mut given = Arguments::default();
        while let Some(start) = waiting.pop_first() {
            let Some(piece) = pieces.get_mut(&start) else { continue };
            piece.visits = piece.visits.saturating_add(1);
            if piece.visits > MOST_VISITS {
                whole = false;
                continue;
            }
            let state = piece.state.clone();
            let mut events = std::mem::take(&mut piece.events);
            events.clear();
            let mut reach = |index: usize, state: State| {
                let changed = match pieces.get_mut(&index) {
                    Some(known) => known.state.join(&state, known.visits >= PATIENCE),
                    None => {
                        pieces.insert(index, Piece { state, visits: 0, events: Vec::new() });
                        true
                    }
                };
                if changed {
                    waiting.insert(index);
                }
            };
            self.piece(start, state, &targets, &mut given, &mut events, &mut reach);
            if let Some(piece) = pieces.get_mut(&start) {
                piece.events = events;
            }
        }
        if !whole {
            // Values that were known when the events were collected have become unknown since.
            for (start, piece) in &mut pieces {
                piece.events.clear();
                let state = piece.state.clone();
                self.piece(*start, state, &targets, &mut given, &mut piece.events, &mut |_, _| {});
            }
        }
        (pieces.into_values().flat_map(|piece| piece.events).collect(), whole)
    }

    fn first_state(&self) -> State {
        let mut state = State { room: self.room.map_or(Value::Unknown, constant), ..State::default() };
        if let Some(arguments) = self.arguments {
            // Arguments that are not given are 0.
            let given = arguments.iter().cloned().chain(std::iter::repeat(Value::Is(0)));
            let places = (0..LOCALS).zip(given).map(|(number, value)| ((Space::Local, number), value));
            state.places = Rc::new(places.collect());
        }
        state
    }

    /// Walks from `start` to the next target of a jump, or to an end.
    fn piece(
        &self,
        start: usize,
        mut state: State,
        targets: &[bool],
        given: &mut Arguments,
        told: &mut Vec<Event>,
        reach: &mut dyn FnMut(usize, State),
    ) {
        let mut index = start;
        while let Some(instruction) = self.script.get(index) {
            if index != start && targets.get(index).is_some_and(|is| *is) {
                // Here it is still known what this way alone has set; a loop back to here may change that.
                self.straight_looks(&state, instruction.at as usize, told);
                return reach(index, state);
            }
            let Next { falls, jumps } = self.step(&instruction, &mut state, given, told);
            if let Some(skip) = state.skip.filter(|_| self.lets_others_run(&instruction))
                && let Some(index) = self.script.find(skip)
            {
                reach(index, State { skip: None, ..state.clone() });
            }
            if let Some((to, state)) = jumps
                && let Some(index) = u32::try_from(to).ok().and_then(|to| self.script.find(to))
            {
                reach(index, state);
            }
            if !falls {
                return;
            }
            index = index.saturating_add(1);
        }
        self.looks(&state, self.script.code().len(), told);
    }

    // Always inlined: otherwise the compiler's choice depends on the amount of other code, which changed the
    // benchmark `counts` by 5 %.
    #[inline(always)]
    fn step(
        &self,
        it: &Instruction<'_>,
        state: &mut State,
        given: &mut Arguments,
        told: &mut Vec<Event>,
    ) -> Next {
        let meaning = it.row.meaning;
        let has_stack = self.profile.has_stack();
        // Most instructions of stack machines are of these kinds.
        match (meaning, it.operands) {
            (Meaning::Push, [Operand::Number(number)]) if has_stack => {
                state.push(Value::Is(*number));
                return Next { falls: true, jumps: None };
            }
            (Meaning::PushVariable, [Operand::Target(variable)]) => {
                state.push(self.read(*variable, state));
                return Next { falls: true, jumps: None };
            }
            _ => {}
        }
        self.arguments_of(it, state, given);
        let (row, sub, _) = effects(self.profile.table(), it.row, it.operands);
        if has_stack {
            self.act(it, sub.map_or(meaning, |sub| sub.meaning), meaning, &given.values, state, told);
            self.push_results(it, row, sub, &given.values, state);
        } else {
            self.act_plain(it, given, state, told);
        }
        if self.lets_others_run(it) {
            self.looks(state, it.at as usize, told);
            state.others_run();
        }
        match (meaning, it.jumps().next()) {
            (Meaning::Stop | Meaning::ChainScript, _) => self.end(it, state, told),
            (Meaning::StopScript, _) if one(&given.values, 0).number() == Some(0) => {
                self.end(it, state, told)
            }
            (Meaning::EndOverride | Meaning::EndCutscene, _) => {
                state.skip = None;
                Next { falls: true, jumps: None }
            }
            (Meaning::Override, _) => match self.script.passes_over_jump(it) {
                Some(to) => {
                    state.skip = Some(it.end());
                    Next { falls: false, jumps: Some((to.into(), std::mem::take(state))) }
                }
                None => {
                    state.skip = None;
                    Next { falls: true, jumps: None }
                }
            },
            (Meaning::Jump, Some(to)) => Next { falls: false, jumps: Some((to, std::mem::take(state))) },
            (_, Some(to)) => {
                let mut there = state.clone();
                if let Some((place, number, equal_falls)) = given.jumps_if {
                    let equal = if equal_falls { state } else { &mut there };
                    equal.set(place, Value::OneOf([number].into()));
                    equal.guard = Some((place, number));
                }
                Next { falls: true, jumps: Some((to, there)) }
            }
            (_, None) => Next { falls: true, jumps: None },
        }
    }

    /// Ends the script at this instruction.
    fn end(&self, it: &Instruction<'_>, state: &State, told: &mut Vec<Event>) -> Next {
        self.looks(state, it.at as usize, told);
        Next { falls: false, jumps: None }
    }

    /// Whether other scripts can run before the next instruction.
    fn lets_others_run(&self, it: &Instruction<'_>) -> bool {
        let (_, sub, _) = effects(self.profile.table(), it.row, it.operands);
        it.row.meaning.lets_others_run() || sub.is_some_and(|sub| sub.meaning.lets_others_run())
    }
}

fn constant(number: u32) -> Value {
    i32::try_from(number).map_or(Value::Unknown, Value::Is)
}
