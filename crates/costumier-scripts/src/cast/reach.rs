//! Reach: everything that scripts may bring to the screen, as an upper bound. What is not in it is never shown.
//!
//! [`Cast`](super::Cast) collects what scripts say. Here the question is the opposite: which costumes, chores and
//! objects no script can mean. So every doubt counts as reached: an actor may wear each costume that it ever gets,
//! and a script that something else may start has unknown arguments.
//!
//! **Note:** a number that cannot be followed reaches everything of its kind. It is kept as [`Computed`], with the
//! literal numbers that are known of it; these count as reached, and the others as likely not.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Event, EventKind};
use super::gather::{FoundEvent, Gathered, Literals, gather, literals};
use super::value::Value;
use super::{Certainty, Evidence, Start, chores};
use crate::Role;
use crate::owned::ReadScripts;
use crate::script::{ActorDoes, Operand, Profile, Space, Variable};

/// Largest number of places that are kept for one kind of computed number.
const MOST_PLACES: usize = 64;

/// Largest number of reasons and of values that are kept.
const MOST_NAMED: usize = 32;

/// The number of the interpreter's function that starts a chore and sets a limb (v8).
const CHORE_AND_LIMB: i32 = 23;

/// The first variable that interpreters do not use themselves.
const FREE_VARIABLES: u32 = 140;

/// A place where a script computes a number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Computed {
    /// The place in a script.
    pub evidence: Evidence,
    /// What the number is, and where it comes from, such as `var 200 names the chore of actor 3`.
    pub what: String,
    /// The literal numbers that are known of it, rising. Others are possible.
    pub known: Vec<i32>,
}

/// What scripts may do with an actor in one costume.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReachedCostume {
    /// The chores that scripts may start. Chores of roles are in [`ReachedCostume::roles`].
    pub chores: BTreeSet<i32>,
    /// The chores that scripts give to roles: the interpreter starts them.
    pub roles: BTreeSet<i32>,
    /// Places that start a chore, or give one to a role, by a computed number.
    pub computed: Vec<Computed>,
    /// Whether an actor in the costume may look in another direction than towards the player, as it does at first.
    pub turns: bool,
}

/// An upper bound of what scripts bring to the screen.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Reach {
    /// Why the scripts may do more than this, as sentences; empty if all scripts were read whole.
    pub gaps: Vec<String>,
    /// The costumes that scripts give to actors, with the places.
    pub worn: BTreeMap<u32, Vec<Evidence>>,
    /// The costumes that scripts load or lock, with the places.
    pub loaded: BTreeMap<u32, Vec<Evidence>>,
    /// Places that give an actor a costume by a computed number.
    pub computed_costumes: Vec<Computed>,
    /// The objects that scripts show, or whose pictures they show elsewhere, by number.
    pub objects: BTreeSet<u32>,
    /// Places that show an object by a computed number.
    pub computed_objects: Vec<Computed>,
    /// What scripts do with actors that may wear any costume.
    any: ReachedCostume,
    /// What scripts do with each costume's actors alone.
    own: BTreeMap<u32, ReachedCostume>,
}

impl Computed {
    /// Makes a row for a number of which no value is known.
    #[must_use]
    pub fn new(evidence: Evidence, what: String) -> Self {
        Self { evidence, what, known: Vec::new() }
    }
}

impl Reach {
    /// Returns how sure it is that no script puts a costume on an actor; `None` if one may.
    #[must_use]
    pub fn unworn(&self, costume: u32) -> Option<Certainty> {
        if self.worn.contains_key(&costume) {
            return None;
        }
        let certain = self.gaps.is_empty() && self.computed_costumes.is_empty();
        Some(if certain { Certainty::Certain } else { Certainty::Likely })
    }

    /// Collects what the scripts of a game may bring to the screen.
    #[must_use]
    pub fn of(scripts: &ReadScripts) -> Self {
        let gathered = gather(scripts, true);
        let mut builder = Builder {
            scripts,
            literals: literals(scripts),
            starts: &gathered.starts,
            reach: Self { gaps: gaps(scripts, &gathered), ..Self::default() },
            wardrobe: Wardrobe::default(),
        };
        for it in &gathered.told {
            builder.dress(it);
        }
        for it in &gathered.told {
            builder.take(it);
        }
        builder.texts(&gathered.told);
        builder.reach
    }

    /// Returns what scripts may do with an actor in a costume.
    #[must_use]
    pub fn costume(&self, id: u32) -> ReachedCostume {
        let mut all = self.any.clone();
        if let Some(own) = self.own.get(&id) {
            all.chores.extend(&own.chores);
            all.roles.extend(&own.roles);
            all.computed.extend(own.computed.iter().cloned());
            all.turns |= own.turns;
        }
        all
    }

    /// Returns the variable of the interpreter, and its value, that is tested before each place that gives an actor
    /// this costume; `None` if there is no such test, or not the same everywhere. Such variables hold the machine's
    /// kind, its screen and its sound.
    #[must_use]
    pub fn condition(&self, costume: u32) -> Option<(Variable, i32)> {
        let places = self.worn.get(&costume)?;
        let (variable, value) = places.first()?.when?;
        let is_machine = variable.space == Space::Global && variable.number < FREE_VARIABLES;
        let same = places.iter().all(|place| place.when == Some((variable, value)));
        (is_machine && same && self.computed_costumes.is_empty()).then_some((variable, value))
    }
}

/// Returns why scripts may do more than what was followed.
fn gaps(scripts: &ReadScripts, gathered: &Gathered) -> Vec<String> {
    let mut gaps = Vec::new();
    if scripts.profile == Profile::V0 {
        gaps.push("in v0 the interpreter itself dresses, places and moves the actors".to_owned());
    }
    if scripts.list.is_empty() {
        gaps.push("the game has no script that could be read".to_owned());
    }
    let named = |texts: Vec<String>, what: &str| -> Option<String> {
        let first = texts.first()?;
        Some(match texts.len() {
            1 => format!("{what}: {first}"),
            count => format!("{what} at {count} places, first: {first}"),
        })
    };
    let found = scripts.problems.iter().map(|problem| format!("{}: {}", problem.path, problem.text));
    gaps.extend(named(found.collect(), "a script was not found"));
    let unread = scripts.list.iter().flat_map(|it| {
        let name = script_name(it.owner, it.room);
        it.script.problems.iter().map(move |problem| format!("{name}, {}: {}", problem.path, problem.text))
    });
    gaps.extend(named(unread.collect(), "a script could not be read whole"));
    let tangled = gathered.tangled.iter().filter_map(|index| scripts.list.get(*index));
    let tangled = tangled.map(|it| script_name(it.owner, it.room));
    gaps.extend(named(tangled.collect(), "a script is too tangled to be followed"));
    gaps
}

fn script_name(owner: crate::owned::Owner, room: u32) -> String {
    match owner {
        crate::owned::Owner::Global(number) => format!("script {number}"),
        owner => format!("script {owner} of room {room}"),
    }
}

/// Which costumes actors may wear.
#[derive(Default)]
struct Wardrobe {
    by_actor: BTreeMap<i32, BTreeSet<u32>>,
    /// Costumes that actors get that are not known.
    of_anybody: BTreeSet<u32>,
    /// Actors that also get costumes that are not known.
    open: BTreeSet<i32>,
    /// Whether actors that are not known get costumes that are not known.
    all_open: bool,
}

/// The costumes that something is about.
enum Costumes {
    Any,
    These(BTreeSet<u32>),
}

struct Builder<'a> {
    scripts: &'a ReadScripts,
    literals: BTreeMap<u32, Literals>,
    starts: &'a [Vec<Start>],
    reach: Reach,
    wardrobe: Wardrobe,
}

impl Builder<'_> {
    /// Returns the literal numbers that are known of a value that cannot be followed.
    fn known(&self, it: &FoundEvent, value: &Value) -> Vec<i32> {
        let mut known: BTreeSet<i32> = value.numbers().iter().copied().collect();
        match value {
            Value::From((Space::Global, number)) => {
                known.extend(self.literals.get(number).iter().flat_map(|known| &known.values));
            }
            Value::From((Space::Local, number)) => {
                let starts = self.starts.get(it.script).map_or(&[][..], Vec::as_slice);
                for given in starts.iter().flatten() {
                    known.extend(given.get(*number as usize).into_iter().flatten());
                }
            }
            _ => {}
        }
        known.into_iter().take(MOST_NAMED).collect()
    }

    fn evidence(it: &FoundEvent) -> Evidence {
        let when =
            it.event.guard.map(|((space, number), value)| (Variable { space, number, plus: None }, value));
        Evidence { script: it.script, at: it.event.at, when, certain: it.start() }
    }

    fn computed(&self, it: &FoundEvent, value: &Value, what: &str) -> Computed {
        Computed {
            evidence: Self::evidence(it),
            what: format!("{} {what}", value.reason(self.scripts.profile)),
            known: self.known(it, value),
        }
    }

    fn dress(&mut self, it: &FoundEvent) {
        let EventKind::Costume(costume) = &it.event.kind else { return };
        let numbers = match costume.numbers() {
            [] => self.known(it, costume),
            numbers => numbers.to_vec(),
        };
        let ids: Vec<u32> = numbers.into_iter().filter_map(id).collect();
        let is_open = costume.numbers().is_empty();
        let actors = it.event.actor.numbers();
        if actors.is_empty() {
            self.wardrobe.of_anybody.extend(&ids);
            self.wardrobe.all_open |= is_open;
        }
        for actor in actors {
            self.wardrobe.by_actor.entry(*actor).or_default().extend(&ids);
            if is_open {
                self.wardrobe.open.insert(*actor);
            }
        }
        for id in ids {
            push(self.reach.worn.entry(id).or_default(), Self::evidence(it), |a, b| a == b);
        }
        if is_open {
            let computed = self.computed(it, costume, "the costume of an actor");
            push(&mut self.reach.computed_costumes, computed, is_same_place);
        }
    }

    /// Returns the costumes that the actors of an event may wear. `now` is for what happens at once: then the
    /// costume counts that the script itself has just given the actor.
    fn costumes_of(&self, event: &Event, now: bool) -> Costumes {
        let actors = event.actor.numbers();
        if let Some(worn) = event.worn.as_ref().filter(|worn| now && worn.straight)
            && !worn.costume.numbers().is_empty()
        {
            return Costumes::These(worn.costume.numbers().iter().copied().filter_map(id).collect());
        }
        let wardrobe = &self.wardrobe;
        if actors.is_empty() || wardrobe.all_open || actors.iter().any(|actor| wardrobe.open.contains(actor))
        {
            return Costumes::Any;
        }
        let mut ids = wardrobe.of_anybody.clone();
        for actor in actors {
            ids.extend(wardrobe.by_actor.get(actor).into_iter().flatten());
        }
        Costumes::These(ids)
    }

    fn each(&mut self, costumes: Costumes, mut then: impl FnMut(&mut ReachedCostume)) {
        match costumes {
            Costumes::Any => then(&mut self.reach.any),
            Costumes::These(ids) => {
                ids.into_iter().for_each(|id| then(self.reach.own.entry(id).or_default()));
            }
        }
    }

    fn take(&mut self, it: &FoundEvent) {
        let event = &it.event;
        match &event.kind {
            EventKind::Animate(value) => self.animate(it, value, self.costumes_of(event, true)),
            EventKind::Say(text) => {
                let started =
                    text.map_or_else(Vec::new, |text| chores::in_text(self.scripts, it.script, text));
                if !started.is_empty() {
                    // The text may be shown later than this.
                    let costumes = self.costumes_of(event, false);
                    self.each(costumes, |costume| costume.chores.extend(&started));
                }
            }
            EventKind::Setting(does, first, second) => match does {
                ActorDoes::InitChore | ActorDoes::WalkChore | ActorDoes::StandChore => {
                    self.role(it, first);
                }
                ActorDoes::TalkChores => {
                    self.role(it, first);
                    self.role(it, second);
                }
                ActorDoes::Direction => self.turn(event),
                _ => {}
            },
            EventKind::Walk | EventKind::Turn => self.turn(event),
            EventKind::Boxes => self.reach.any.turns = true,
            EventKind::Load(costume) => {
                for id in costume.numbers().iter().copied().filter_map(id) {
                    push(self.reach.loaded.entry(id).or_default(), Self::evidence(it), |a, b| a == b);
                }
            }
            EventKind::Object(object) => self.object(it, object),
            EventKind::Kernel(numbers) => self.kernel(it, numbers),
            _ => {}
        }
    }

    /// Adds the chores in texts that belong to no actor that could be followed: texts can be copied, and shown later.
    fn texts(&mut self, told: &[FoundEvent]) {
        let spoken = told.iter().filter_map(|it| match it.event.kind {
            EventKind::Say(Some((at, _))) => Some((it.script, at)),
            _ => None,
        });
        let spoken: BTreeSet<(usize, u32)> = spoken.collect();
        for (index, it) in self.scripts.list.iter().enumerate() {
            for instruction in it.script.instructions() {
                for operand in instruction.operands {
                    let Operand::Text { at, len } = operand else { continue };
                    if !spoken.contains(&(index, *at)) {
                        let started = chores::in_text(self.scripts, index, (*at, *len));
                        self.reach.any.chores.extend(started);
                    }
                }
            }
        }
    }

    fn turn(&mut self, event: &Event) {
        let costumes = self.costumes_of(event, false);
        self.each(costumes, |costume| costume.turns = true);
    }

    fn animate(&mut self, it: &FoundEvent, value: &Value, costumes: Costumes) {
        let numbers = match value.numbers() {
            [] => self.known(it, value),
            numbers => numbers.to_vec(),
        };
        let started = numbers.iter().filter_map(|number| chores::animated(self.scripts, *number));
        let started: Vec<i32> = started.collect();
        let roles = i32::from(self.scripts.chores.first_role());
        let role_count = i32::try_from(Role::ALL.len()).unwrap_or(0);
        let is_role = |number: i32| (roles..roles.saturating_add(role_count)).contains(&number);
        // What starts no chore is an order, and all orders but one turn the actor.
        let orders = numbers
            .iter()
            .any(|number| !is_role(*number) && chores::animated(self.scripts, *number).is_none());
        let computed =
            value.numbers().is_empty().then(|| self.computed(it, value, "the chore that an actor starts"));
        self.each(costumes, |costume| {
            costume.chores.extend(&started);
            costume.turns |= orders || computed.is_some();
            if let Some(computed) = &computed {
                push(&mut costume.computed, computed.clone(), is_same_place);
            }
        });
    }

    /// Gives a chore to a role of an actor: it stays so when the actor changes its costume.
    fn role(&mut self, it: &FoundEvent, value: &Value) {
        let computed =
            value.numbers().is_empty().then(|| self.computed(it, value, "the chore of a role of an actor"));
        let numbers = match value.numbers() {
            [] => self.known(it, value),
            numbers => numbers.to_vec(),
        };
        let costumes = self.costumes_of(&it.event, false);
        self.each(costumes, |costume| {
            costume.roles.extend(&numbers);
            if let Some(computed) = &computed {
                push(&mut costume.computed, computed.clone(), is_same_place);
            }
        });
    }

    fn object(&mut self, it: &FoundEvent, object: &Value) {
        let numbers = match object.numbers() {
            [] => {
                let computed = self.computed(it, object, "the object that is shown");
                push(&mut self.reach.computed_objects, computed, is_same_place);
                self.known(it, object)
            }
            numbers => numbers.to_vec(),
        };
        self.reach.objects.extend(numbers.into_iter().filter_map(id));
    }

    /// A function of the interpreter: some show objects, and one of v8 starts a chore.
    fn kernel(&mut self, it: &FoundEvent, numbers: &[Value]) {
        let which = numbers.first().map_or(&[][..], Value::numbers);
        for number in numbers.iter().skip(1) {
            if which.is_empty() && number.numbers().is_empty() {
                let computed = self.computed(it, number, "a number for a function of the interpreter");
                push(&mut self.reach.computed_objects, computed, is_same_place);
            }
            self.reach.objects.extend(number.numbers().iter().copied().filter_map(id));
        }
        let may_start = which.is_empty() || which.contains(&CHORE_AND_LIMB);
        if may_start && self.scripts.profile == Profile::V8 {
            // The limb is then moved on by a number of frames, which the limb's program decides.
            let chore = numbers.get(2).cloned().unwrap_or_default();
            self.animate(it, &chore, Costumes::Any);
        }
    }
}

fn id(number: i32) -> Option<u32> {
    u32::try_from(number).ok().filter(|id| *id != 0)
}

fn is_same_place(a: &Computed, b: &Computed) -> bool {
    (a.evidence.script, a.evidence.at, &a.what) == (b.evidence.script, b.evidence.at, &b.what)
}

/// Adds a row unless there is an equal one, or too many.
fn push<T>(list: &mut Vec<T>, row: T, is_same: impl Fn(&T, &T) -> bool) {
    if list.len() < MOST_PLACES && !list.iter().any(|known| is_same(known, &row)) {
        list.push(row);
    }
}
