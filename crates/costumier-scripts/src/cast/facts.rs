//! Facts about costumes, from the events that concern actors.
//!
//! Settings belong to actors, and actors change costumes. The costume of a setting is decided in this order: the
//! costume that this script has given the actor before; the costumes that this script gives it anywhere; the
//! costumes that any script gives it. A fact is certain only for the costume that the actor got before, or for the
//! only one that it ever gets.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Event, EventKind};
use super::gather::{FoundEvent, Gathered, gather};
use super::merge::{add, play};
use super::rooms::RoomNumbers;
use super::value::{Value, VariableKey};
use super::{Cast, Certainty, CostumeCast, Evidence, ScriptLook, ScriptStarts, chores};
use crate::Role;
use crate::owned::ReadScripts;
use crate::script::{ActorDoes, Profile, Variable, name_in};

/// Largest number of costumes of one actor for which a setting of the actor is likely, if the script itself gives
/// the actor none. With more costumes, the setting is counted as unknown.
const FEW: usize = 4;

pub(super) fn cast(scripts: &ReadScripts) -> Cast {
    let Gathered { told, egos, rooms, tangled, starts } = gather(scripts, false);
    let mut builder = Builder {
        scripts,
        rooms,
        cast: Cast {
            profile: scripts.profile,
            encoding: scripts.encoding,
            costumes: BTreeMap::new(),
            egos,
            unknown: BTreeMap::new(),
            tangled,
            starts,
        },
        by_script: BTreeMap::new(),
        by_actor: BTreeMap::new(),
        open: BTreeSet::new(),
        anybody: false,
    };
    for it in &told {
        builder.dress(it);
    }
    for it in &told {
        builder.take(it);
    }
    for costume in builder.cast.costumes.values_mut() {
        costume.looks.sort_by_key(|look| std::cmp::Reverse((look.certainty, look.evidence.len())));
    }
    // A script that is read once per set of arguments gives the same place more than once.
    for places in builder.cast.unknown.values_mut() {
        places.sort_by_key(|it| (it.script, it.at));
        places.dedup_by_key(|it| (it.script, it.at));
    }
    builder.cast
}

struct Builder<'a> {
    scripts: &'a ReadScripts,
    rooms: RoomNumbers,
    cast: Cast,
    /// The costumes that one script gives an actor, by script, set of arguments and actor.
    by_script: BTreeMap<(usize, u32, i32), BTreeSet<i32>>,
    /// All costumes that any script gives an actor, by actor.
    by_actor: BTreeMap<i32, BTreeSet<i32>>,
    /// Actors that also get costumes which are not known.
    open: BTreeSet<i32>,
    /// Whether scripts give costumes to actors that are not known.
    anybody: bool,
}

impl Builder<'_> {
    /// Records the costumes that an event gives to actors.
    fn dress(&mut self, it: &FoundEvent) {
        let EventKind::Costume(costume) = &it.event.kind else { return };
        let (actors, costumes) = (it.event.actor.numbers(), costume.numbers());
        if actors.is_empty() {
            self.anybody = true;
        }
        for actor in actors {
            if costumes.is_empty() {
                self.open.insert(*actor);
            }
            for costume in costumes.iter().filter(|costume| **costume != 0) {
                self.by_actor.entry(*actor).or_default().insert(*costume);
                self.by_script.entry((it.script, it.context, *actor)).or_default().insert(*costume);
            }
        }
    }

    fn evidence(&self, it: &FoundEvent) -> Evidence {
        let when = it.event.guard.map(|((space, number), value): (VariableKey, i32)| {
            (Variable { space, number, plus: None }, value)
        });
        Evidence { script: it.script, at: it.event.at, when, certain: it.start() }
    }

    /// Returns the costumes that an event is about, and how sure that is.
    fn costumes_of(&self, it: &FoundEvent) -> Vec<(u32, Certainty)> {
        let actors = it.event.actor.numbers();
        let sure = |certain: bool| if certain { Certainty::Certain } else { Certainty::Likely };
        let mut out: Vec<(u32, Certainty)> = Vec::new();
        if self.scripts.profile == Profile::V0 {
            // An actor wears the costume of its number, and no instruction gives it another.
            let one = it.event.actor.number().is_some();
            return actors.iter().copied().filter_map(id).map(|costume| (costume, sure(one))).collect();
        }
        for actor in actors {
            let all = self.by_actor.get(actor);
            let only = all.is_some_and(|all| all.len() == 1) && !self.open.contains(actor) && !self.anybody;
            let (costumes, certain): (Vec<i32>, bool) = if let Some(worn) =
                it.event.worn.as_ref().filter(|worn| !worn.costume.numbers().is_empty())
            {
                let costumes = worn.costume.numbers().to_vec();
                let one = worn.costume.number().is_some();
                (costumes, one && (worn.straight || only))
            } else if let Some(here) = self.by_script.get(&(it.script, it.context, *actor)) {
                (here.iter().copied().collect(), here.len() == 1 && only)
            } else if let Some(all) = all.filter(|all| all.len() <= FEW) {
                (all.iter().copied().collect(), only)
            } else {
                (Vec::new(), false)
            };
            let certain = certain && it.event.actor.number().is_some();
            out.extend(costumes.into_iter().filter_map(|costume| {
                Some((u32::try_from(costume).ok().filter(|id| *id != 0)?, sure(certain)))
            }));
        }
        out
    }

    fn take(&mut self, it: &FoundEvent) {
        let evidence = self.evidence(it);
        let event = &it.event;
        match &event.kind {
            EventKind::Costume(costume) => self.costume(it, costume, evidence),
            EventKind::Name(text) => {
                let script = self.scripts.list.get(it.script);
                let name = text.zip(script).and_then(|((at, len), script)| {
                    name_in(self.scripts.profile, script.script.encoding(), script.script.bytes(at, len))
                });
                match name {
                    Some(name) => self.each(it, evidence, "named", |costume, certainty, evidence| {
                        add(&mut costume.names, name.clone(), certainty, evidence);
                    }),
                    None if text.is_none() => self.unknown("a name that is not in the script", evidence),
                    None => {}
                }
            }
            EventKind::Setting(does, first, second) => self.setting(it, *does, first, second, evidence),
            EventKind::Look(overrides, shadow) => {
                let straight = event.worn.as_ref().is_some_and(|worn| worn.straight);
                let look = ScriptLook { overrides: overrides.clone(), shadow: *shadow };
                self.each(it, evidence, "coloured", |costume, certainty, evidence| {
                    let certainty = if straight { certainty } else { Certainty::Likely };
                    add(&mut costume.looks, look.clone(), certainty, evidence);
                });
            }
            EventKind::Animate(value) => self.animate(it, value, evidence),
            EventKind::Put(room) => {
                let one = room.number().is_some();
                let is_room = |number: &i32| *number > 0 && !keeps_room(self.scripts.profile, *number);
                for number in room.numbers().iter().copied().filter(is_room).collect::<Vec<i32>>() {
                    let rooms = self.rooms.of(number);
                    if rooms.is_empty() {
                        let reason = format!("put into rooms: {number}, which no pseudoRoom gives to a room");
                        self.unknown(&reason, evidence);
                    }
                    for room in &rooms {
                        self.each(it, evidence, "put into rooms", |costume, certainty, evidence| {
                            let one = one && rooms.len() == 1;
                            costume.put(*room, number, likely_unless(one, certainty), evidence);
                        });
                    }
                }
            }
            EventKind::Say(_) if self.is_said_by_nobody(event) => {}
            EventKind::Say(text) => {
                let chores: Vec<i32> =
                    text.map_or_else(Vec::new, |text| chores::in_text(self.scripts, it.script, text));
                self.each(it, evidence, "made to speak", |costume, certainty, evidence| {
                    costume.speaks = costume.speaks.saturating_add(1);
                    for chore in &chores {
                        play(costume, *chore, certainty, evidence);
                    }
                });
            }
            EventKind::Load(costume) => {
                let room = self.own_room(it.script);
                let shown = || event.room.number().map_or_else(Vec::new, |room| self.rooms.of(room));
                let rooms = room.map_or_else(shown, |room| vec![room]);
                if let Some(costume) = costume.number().and_then(id) {
                    for room in rooms {
                        let costume = self.cast.costumes.entry(costume).or_default();
                        add(&mut costume.rooms, room, Certainty::Likely, evidence);
                    }
                }
            }
            EventKind::Start(number, _) if number.numbers().is_empty() => {
                let reason = format!("started: {} a script", number.reason(self.scripts.profile));
                self.unknown(&reason, evidence);
            }
            EventKind::Unfollowed => {
                self.unknown("coloured: an actor, or a colour, that cannot be followed", evidence);
            }
            EventKind::Start(..)
            | EventKind::Walk
            | EventKind::Turn
            | EventKind::Object(_)
            | EventKind::Boxes
            | EventKind::Kernel(_)
            | EventKind::PseudoRoom(..) => {}
        }
    }

    /// Whether a text belongs to no actor: "actors" 252 to 255 stand for the game itself (messages, lines of the
    /// verbs, signs).
    fn is_said_by_nobody(&self, event: &Event) -> bool {
        self.scripts.profile > Profile::V0 && event.actor.number().is_some_and(|it| (252..=255).contains(&it))
    }

    /// Returns the room that owns a script.
    fn own_room(&self, script: usize) -> Option<i32> {
        i32::try_from(self.scripts.list.get(script)?.own_room()?).ok()
    }

    fn unknown(&mut self, reason: &str, evidence: Evidence) {
        let evidence = Evidence { certain: ScriptStarts::default(), ..evidence };
        match self.cast.unknown.get_mut(reason) {
            Some(list) => list.push(evidence),
            None => {
                self.cast.unknown.insert(reason.to_owned(), vec![evidence]);
            }
        }
    }

    /// Calls `then` for each costume that an event is about. If there is none, the event is counted as unknown.
    fn each(
        &mut self,
        it: &FoundEvent,
        evidence: Evidence,
        deed: &str,
        mut then: impl FnMut(&mut CostumeCast, Certainty, Evidence),
    ) {
        let costumes = self.costumes_of(it);
        if costumes.is_empty() {
            let reason = match it.event.actor.numbers() {
                [] => format!("{deed}: {} the actor", it.event.actor.reason(self.scripts.profile)),
                [actor, ..] if self.by_actor.contains_key(actor) => {
                    format!("{deed}: actor {actor}, which wears more than {FEW} costumes")
                }
                [actor, ..] => format!("{deed}: actor {actor}, whose costume is not known"),
            };
            return self.unknown(&reason, evidence);
        }
        let is_v0 = self.scripts.profile == Profile::V0;
        for (number, certainty) in costumes {
            let costume = self.cast.costumes.entry(number).or_default();
            if is_v0 {
                let actor = i32::try_from(number).unwrap_or_default();
                add(&mut costume.actors, actor, certainty, evidence);
            }
            then(costume, certainty, evidence);
        }
    }

    fn costume(&mut self, it: &FoundEvent, costume: &Value, evidence: Evidence) {
        let (actors, costumes) = (it.event.actor.numbers(), costume.numbers());
        if costumes.is_empty() {
            let reason = format!("worn: {} the costume", costume.reason(self.scripts.profile));
            return self.unknown(&reason, evidence);
        }
        if actors.is_empty() {
            let reason = format!("worn: {} the actor", it.event.actor.reason(self.scripts.profile));
            self.unknown(&reason, evidence);
        }
        let certain = it.event.actor.number().is_some() && costume.number().is_some();
        let certainty = if certain { Certainty::Certain } else { Certainty::Likely };
        let rooms: Vec<(i32, i32, Certainty)> = match (self.own_room(it.script), it.event.room.number()) {
            (Some(room), _) => vec![(room, room, certainty)],
            (None, Some(number)) => {
                let rooms = self.rooms.of(number).into_iter();
                rooms.map(|room| (room, number, Certainty::Likely)).collect()
            }
            (None, None) => Vec::new(),
        };
        for id in costumes.iter().copied().filter_map(id) {
            let facts = self.cast.costumes.entry(id).or_default();
            for actor in actors {
                add(&mut facts.actors, *actor, certainty, evidence);
            }
            for (room, number, certainty) in &rooms {
                facts.put(*room, *number, *certainty, evidence);
            }
        }
    }

    fn setting(
        &mut self,
        it: &FoundEvent,
        does: ActorDoes,
        first: &Value,
        second: &Value,
        evidence: Evidence,
    ) {
        let roles: &[(Role, &Value)] = &match does {
            ActorDoes::InitChore => vec![(Role::Init, first)],
            ActorDoes::WalkChore => vec![(Role::Walk, first)],
            ActorDoes::StandChore => vec![(Role::Stand, first)],
            ActorDoes::TalkChores => vec![(Role::TalkStart, first), (Role::TalkStop, second)],
            _ => Vec::new(),
        };
        if !roles.is_empty() {
            for (role, value) in roles {
                let one = value.number().is_some();
                for number in value.numbers() {
                    self.each(it, evidence, "given chores", |costume, certainty, evidence| {
                        let certainty = likely_unless(one, certainty);
                        add(costume.roles.entry(*role).or_default(), *number, certainty, evidence);
                    });
                }
                if value.numbers().is_empty() {
                    self.unknown("given chores: numbers that cannot be followed", evidence);
                }
            }
            return;
        }
        let (name, values): (&'static str, &[&Value]) = match does {
            ActorDoes::TalkColour => ("talk colour", &[first]),
            ActorDoes::Width => ("width", &[first]),
            ActorDoes::Scale => ("scale", &[first]),
            ActorDoes::Elevation => ("elevation", &[first]),
            ActorDoes::AlwaysClip => ("z-plane", &[first]),
            ActorDoes::NeverClip => ("z-plane", &[]),
            ActorDoes::AnimationSpeed => ("animation speed", &[first]),
            ActorDoes::WalkSpeed => ("walk speed", &[first, second]),
            ActorDoes::Layer => ("layer", &[first]),
            ActorDoes::Sound => ("sound", &[first]),
            ActorDoes::WalkScript => ("walk script", &[first]),
            ActorDoes::TalkScript => ("talk script", &[first]),
            ActorDoes::PaletteNumber => ("palette", &[first]),
            _ => return,
        };
        let numbers: Option<Vec<i32>> = values.iter().map(|value| value.number()).collect();
        let Some(numbers) = numbers else { return };
        let numbers = if does == ActorDoes::NeverClip { vec![0] } else { numbers };
        self.each(it, evidence, "set up", |costume, certainty, evidence| {
            add(costume.settings.entry(name).or_default(), numbers.clone(), certainty, evidence);
        });
    }

    fn animate(&mut self, it: &FoundEvent, value: &Value, evidence: Evidence) {
        if value.numbers().is_empty() {
            let reason = format!("played: {} the chore", value.reason(self.scripts.profile));
            return self.unknown(&reason, evidence);
        }
        let one = value.number().is_some();
        let chores: Vec<i32> =
            value.numbers().iter().filter_map(|number| chores::animated(self.scripts, *number)).collect();
        for chore in chores {
            self.each(it, evidence, "played", |costume, certainty, evidence| {
                let certainty = likely_unless(one, certainty);
                play(costume, chore, certainty, evidence);
            });
        }
    }
}

fn id(number: i32) -> Option<u32> {
    u32::try_from(number).ok().filter(|id| *id != 0)
}

impl CostumeCast {
    /// Adds a room into which scripts put the costume. `number` is the number by which they name the room.
    fn put(&mut self, room: i32, number: i32, certainty: Certainty, evidence: Evidence) {
        add(&mut self.rooms, room, certainty, evidence);
        if number != room {
            self.entered_as.entry(room).or_default().insert(number);
        }
    }
}

/// Whether the room operand means that the actor stays in its room (from v6 on).
fn keeps_room(profile: Profile, number: i32) -> bool {
    profile.has_stack() && matches!(number, 0xFF | 0x7FFF_FFFF)
}

fn likely_unless(one: bool, certainty: Certainty) -> Certainty {
    if one { certainty } else { Certainty::Likely }
}
