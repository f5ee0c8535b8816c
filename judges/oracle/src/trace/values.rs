//! The operands of executed instructions, found by following the trace in order.
//!
//! The trace lists the instructions that run and the values that are written to variables. A value is known if the
//! instruction holds it, if it is pushed directly before, or if it is in a variable that was written or passed as an
//! argument in the trace. Other values are unknown.

use std::collections::BTreeMap;

use costumier::scripts::ReadScripts;
use costumier::scripts::script::{Instruction, Level, Operand, Profile, Script, Space, Variable};

use super::executed::Step;

/// Variables below this number are set by the interpreter itself, which the trace does not show (v3 on).
const SYSTEM: u32 = 100;

/// The kinds of instructions that must be evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Costume,
    Room,
    Chore,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Costume => "costume of an actor",
            Self::Room => "actor put into a room",
            Self::Chore => "chore played",
        }
    }
}

/// What an instruction did when it was executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObservedFact {
    /// Script and byte.
    pub(super) place: (usize, u32),
    pub(super) kind: Kind,
    pub(super) actor: Option<i32>,
    /// The costume, the room's number, or the chore.
    pub(super) value: Option<i32>,
    /// The costume that the actor wore before; `None` if it is unknown, or there was none.
    pub(super) worn: Option<i32>,
    /// The script's arguments, as far as they are known; `None` if its start is not in the trace.
    pub(super) start: Option<Vec<Option<i32>>>,
}

/// Returns the facts that a trace shows, each once.
pub(super) fn observed_facts(scripts: &ReadScripts, steps: &[Step]) -> Vec<ObservedFact> {
    let mut state = State::new(scripts.profile);
    let mut observed_facts: Vec<ObservedFact> = Vec::new();
    for step in steps {
        match *step {
            Step::Written(variable, value) => state.write(variable, value),
            Step::Executed(number, place) => {
                let of = &scripts.list[place.0];
                let Some(index) = of.script.find(place.1) else { continue };
                state.begin(number, index == 0 || of.verbs.iter().any(|verb| verb.at == place.1));
                observed_facts
                    .extend(state.execute(&of.script, index).map(|fact| ObservedFact { place, ..fact }));
            }
        }
    }
    observed_facts.sort_unstable();
    observed_facts.dedup();
    observed_facts
}

/// Known values while scripts run.
struct State {
    profile: Profile,
    globals: BTreeMap<u32, i32>,
    /// Local variables of scripts, by the number that they run under.
    locals: BTreeMap<u32, BTreeMap<u32, i32>>,
    /// The arguments of scripts, by the number that they run under.
    starts: BTreeMap<u32, Vec<Option<i32>>>,
    /// The number of the script that runs.
    running: u32,
    /// Arguments of scripts that are about to begin.
    begins: BTreeMap<u32, Vec<Option<i32>>>,
    /// The actor that is being set up (v6 on).
    current: Option<i32>,
    worn: BTreeMap<i32, i32>,
}

impl State {
    fn new(profile: Profile) -> Self {
        Self {
            profile,
            globals: BTreeMap::new(),
            locals: BTreeMap::new(),
            starts: BTreeMap::new(),
            running: 0,
            begins: BTreeMap::new(),
            current: None,
            worn: BTreeMap::new(),
        }
    }

    fn write(&mut self, variable: u32, value: i32) {
        let (local, other) = match self.profile {
            Profile::V0 | Profile::V1 | Profile::V2 | Profile::V2Nes => (0, 0),
            Profile::V8 => (0x4000_0000, 0x8000_0000),
            _ => (0x4000, 0x8000),
        };
        if variable & other != 0 {
            // A bit, or the room's.
        } else if variable & local != 0 {
            self.locals.entry(self.running).or_default().insert(variable & !local, value);
        } else {
            self.globals.insert(variable, value);
        }
    }

    fn begin(&mut self, number: u32, is_first: bool) {
        self.running = number;
        if !is_first {
            return;
        }
        // At a jump back to its first instruction, or if its start was not in the trace, nothing is known.
        let start = self.begins.remove(&number);
        let known = (0..).zip(start.iter().flatten()).filter_map(|(local, value)| Some((local, (*value)?)));
        self.locals.insert(number, known.collect());
        match start {
            Some(start) => _ = self.starts.insert(number, start),
            None => _ = self.starts.remove(&number),
        }
    }

    fn value(&self, operand: Operand) -> Option<i32> {
        match operand {
            Operand::Number(number) => Some(number),
            Operand::Value(Variable { space: Space::Local, number, plus: None }) => {
                self.locals.get(&self.running)?.get(&number).copied()
            }
            Operand::Value(Variable { space: Space::Global, number, plus: None }) => {
                let is_own = self.profile < Profile::V3 || number >= SYSTEM || number == self.profile.ego();
                self.globals.get(&number).filter(|_| is_own).copied()
            }
            _ => None,
        }
    }

    /// The operands of an instruction. On stack machines they are the values that were pushed right before it, the last
    /// one last.
    fn given(&self, script: &Script, index: usize) -> KnownOperands {
        let Some(it) = script.get(index) else { return KnownOperands(Vec::new()) };
        if !self.profile.has_stack() {
            let plain =
                Level::new(it.operands).filter(|(operand, _)| !matches!(operand, Operand::Sub { .. }));
            return KnownOperands(plain.map(|(operand, _)| self.value(operand)).collect());
        }
        let pushed = (0..index).rev().map_while(|before| pushed(&script.get(before)?));
        let mut values: Vec<Option<i32>> = pushed.map(|operand| self.value(operand)).collect();
        values.reverse();
        KnownOperands(values)
    }

    fn execute(&mut self, script: &Script, index: usize) -> Option<ObservedFact> {
        let it = script.get(index)?;
        let has_stack = self.profile.has_stack();
        let given = self.given(script, index);
        let fact = |kind, actor: Option<i32>, value| {
            let worn = actor.and_then(|actor| self.worn.get(&actor)).copied().filter(|costume| *costume != 0);
            let start = self.starts.get(&self.running).cloned();
            Some(ObservedFact { place: (0, 0), kind, actor, value, worn, start })
        };
        match it.name {
            "actorOps" if has_stack => match it.operands.first()? {
                Operand::Sub { name: "setCurrentActor", .. } => {
                    self.current = given.last(0);
                    None
                }
                Operand::Sub { name: "costume", .. } => {
                    self.dress(fact(Kind::Costume, self.current, given.last(0))?)
                }
                _ => None,
            },
            "actorOps" => {
                let costume = Level::new(it.operands).find_map(|(operand, parts)| match operand {
                    Operand::Sub { name: "costume", .. } if self.profile < Profile::V3 => Some(given.at(1)),
                    Operand::Sub { name: "costume", .. } => {
                        Some(parts.first().and_then(|operand| self.value(*operand)))
                    }
                    _ => None,
                })?;
                self.dress(fact(Kind::Costume, given.at(0), costume)?)
            }
            "animateActor" => {
                let [actor, number] =
                    if has_stack { [1, 0].map(|at| given.last(at)) } else { [0, 1].map(|at| given.at(at)) };
                let number = match number {
                    Some(number) if is_no_chore(self.profile, number) => return None,
                    Some(number) if self.profile < Profile::V3 => Some(number >> 2),
                    number => number,
                };
                fact(Kind::Chore, actor, number)
            }
            "putActorInRoom" => fact(Kind::Room, given.at(0), given.at(1)).filter(|it| it.value != Some(0)),
            "putActorAtXY" if has_stack => fact(Kind::Room, given.last(3), given.last(0))
                .filter(|it| !matches!(it.value, Some(0 | 0xFF | 0x7FFF_FFFF))),
            name if name.starts_with("startScript")
                || name.starts_with("jumpToScript")
                || name == "chainScript" =>
            {
                self.start(&it, &given);
                None
            }
            _ => None,
        }
    }

    fn dress(&mut self, fact: ObservedFact) -> Option<ObservedFact> {
        match (fact.actor, fact.value) {
            (Some(actor), Some(costume)) => _ = self.worn.insert(actor, costume),
            (Some(actor), None) => _ = self.worn.remove(&actor),
            (None, _) => self.worn.clear(),
        }
        (fact.value != Some(0)).then_some(fact)
    }

    /// A script is started with arguments.
    fn start(&mut self, it: &Instruction<'_>, given: &KnownOperands) {
        let (number, arguments) = if self.profile.has_stack() {
            let Some(count) = given.last(0).and_then(|count| usize::try_from(count).ok()) else { return };
            (given.last(count + 1), (1..=count).rev().map(|at| given.last(at)).collect())
        } else {
            let list = Level::new(it.operands).find_map(|(operand, parts)| match operand {
                Operand::List(_) => Some(parts),
                _ => None,
            });
            let values = Level::new(list.unwrap_or_default()).map(|(operand, _)| self.value(operand));
            (given.at(0), values.collect())
        };
        if let Some(number) = number.and_then(|number| u32::try_from(number).ok()) {
            self.begins.insert(number, arguments);
        }
    }
}

struct KnownOperands(Vec<Option<i32>>);

impl KnownOperands {
    fn at(&self, at: usize) -> Option<i32> {
        self.0.get(at).copied().flatten()
    }

    /// Counted from the last, which is 0.
    fn last(&self, back: usize) -> Option<i32> {
        self.0.iter().rev().nth(back).copied().flatten()
    }
}

/// What an instruction leaves on the stack if that is all it does.
fn pushed(instruction: &Instruction<'_>) -> Option<Operand> {
    match (instruction.name, instruction.operands) {
        ("pushByte" | "pushWord" | "pushDWord", [operand]) => Some(*operand),
        ("pushByteVar" | "pushWordVar", [Operand::Target(variable)]) => Some(Operand::Value(*variable)),
        _ => None,
    }
}

/// Orders and roles, as ScummVM tells them from chores.
fn is_no_chore(profile: Profile, number: i32) -> bool {
    match profile {
        Profile::V0 => number >= 253,
        Profile::V7 | Profile::V8 => matches!(number, 255 | 1001..=1005 | 2000..=4999),
        _ if profile < Profile::V3 => {
            (0x38 << 2..0x3D << 2).contains(&number) || (244..256).contains(&number)
        }
        Profile::He100 | Profile::He101 => matches!(number, 244..=255 | 1024..=1028),
        _ => matches!(number, 0x38..=0x3C | 244..=255),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::scripts::{GameScripts, Owner, ScriptBytes};

    fn scripts(profile: Profile, codes: &[&[u8]]) -> ReadScripts {
        let numbered = (1..).zip(codes);
        let list = numbered.map(|(number, code)| ScriptBytes::new(Owner::Global(number), 1, code.to_vec()));
        ReadScripts::new(profile, GameScripts { list: list.collect(), problems: Vec::new() })
    }

    /// The kind, the actor, the value, and the costume that is worn.
    type Row = (Kind, Option<i32>, Option<i32>, Option<i32>);

    fn run(scripts: &ReadScripts, steps: &[Step]) -> Vec<Row> {
        observed_facts(scripts, steps).into_iter().map(|it| (it.kind, it.actor, it.value, it.worn)).collect()
    }

    fn ran(number: u32, at: u32) -> Step {
        Step::Executed(number, (number as usize - 1, at))
    }

    #[test]
    fn register_machines_take_arguments_and_variables() {
        // startScript 2 [3, 5]. There: actorOps local0, costume local1; animateActor local0, var200;
        // putActorInRoom 3, 7.
        let scripts = scripts(
            Profile::V5,
            &[
                &[0x0A, 2, 0x01, 3, 0, 0x01, 5, 0, 0xFF, 0xA0],
                &[0x93, 0, 0x40, 0x81, 1, 0x40, 0xFF, 0xD1, 0, 0x40, 200, 0, 0x2D, 3, 7, 0xA0],
            ],
        );
        let steps = [ran(1, 0), ran(2, 0), Step::Written(200, 9), ran(2, 7), ran(2, 12)];
        let wanted = [
            (Kind::Costume, Some(3), Some(5), None),
            (Kind::Chore, Some(3), Some(9), Some(5)),
            (Kind::Room, Some(3), Some(7), Some(5)),
        ];
        assert_eq!(run(&scripts, &steps), wanted);
        // Its start is not in the trace: its arguments are not known.
        assert_eq!(run(&scripts, &steps[1..2]), [(Kind::Costume, None, None, None)]);
    }

    #[test]
    fn stack_machines_take_what_is_pushed_before() {
        // startScriptQuick 2 [3, 5]; setCurrentActor local0; costume local1; animateActor 3, 4; to x, y of room 6.
        let scripts = scripts(
            Profile::V6,
            &[
                &[0, 2, 0, 3, 0, 5, 0, 2, 0x5F, 0x66],
                &[
                    3, 0, 0x40, 0x9D, 0xC5, 3, 1, 0x40, 0x9D, 0x4C, 0, 3, 0, 4, 0x82, 0, 3, 0, 1, 0, 1, 0, 6,
                    0x7F, 0x66,
                ],
            ],
        );
        let all = [ran(1, 8), ran(2, 0), ran(2, 3), ran(2, 8), ran(2, 14), ran(2, 23)];
        let wanted = [
            (Kind::Costume, Some(3), Some(5), None),
            (Kind::Chore, Some(3), Some(4), Some(5)),
            (Kind::Room, Some(3), Some(6), Some(5)),
        ];
        assert_eq!(run(&scripts, &all), wanted);
    }
}
