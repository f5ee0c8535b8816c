//! What one costume holds and never shows.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finder, UnusedThing};
use crate::akos::program::{AkosCommand, Program};
use crate::cast::{Certainty, Computed, CostumeCast, ReachedCostume};
use crate::draw::ColourCounts;
use crate::{Action, Costume, Direction, PictureKey, Role};

/// Number of pixels of one costume that are compared with each other.
const MOST_PIXELS: usize = 1 << 26;

/// Whether a program of the costume can start a chore of another actor.
pub(super) fn starts_chores_of_others(costume: &Costume) -> bool {
    let Some(akos) = costume.as_akos() else { return false };
    let program = Program::of(akos);
    program.commands_of(|_| true).any(|command| matches!(command, AkosCommand::ActorChore { .. }))
}

/// The pictures that a set of records shows.
struct Shown {
    pictures: BTreeSet<PictureKey>,
    /// Whether a program is too long to follow, or a record could not be read.
    is_cut_off: bool,
}

impl Finder<'_> {
    pub(super) fn costume(
        &mut self,
        id: u32,
        costume: &Costume,
        facts: Option<&CostumeCast>,
        actor_chores: &[Computed],
    ) {
        let actions = costume.actions();
        let program = costume.as_akos().map(Program::of);
        let reached = self.reach.costume(id);
        let mut doubts = reached.computed.clone();
        if program.is_some() {
            doubts.extend_from_slice(actor_chores);
        }
        let turns = reached.turns || self.turned_by_rooms;
        let chores = self.started(costume, &actions, &reached, program.as_ref(), &mut doubts);
        let is_faced = |action: &Action| turns || action.facing.direction() == Direction::South;
        let mut last = None;
        for action in &actions {
            let chore = action.chore;
            if !chores.contains(&i32::from(chore)) {
                if last.replace(chore) != Some(chore) {
                    self.add(UnusedThing::Chore { costume: id, chore }, &doubts, Vec::new());
                }
            } else if !is_faced(action) && !is_repeated(costume, action, &actions, &is_faced) {
                let thing = UnusedThing::Record { costume: id, chore, facing: action.facing };
                self.add(thing, &[], Vec::new());
            }
        }
        let all: BTreeSet<u16> = actions.iter().map(|action| action.record).collect();
        let played = actions.iter().filter(|it| chores.contains(&i32::from(it.chore)) && is_faced(it));
        let played: BTreeSet<u16> = played.map(|action| action.record).collect();
        let (Some(by_any), Some(by_played)) =
            (shown(costume, program.as_ref(), &all), shown(costume, program.as_ref(), &played))
        else {
            return;
        };
        let is_cut_off = by_any.is_cut_off;
        self.pictures(id, costume, &by_any.pictures, &by_played.pictures, is_cut_off, &doubts);
        self.colours(id, costume, facts, &by_any.pictures, &by_played.pictures, is_cut_off, &doubts);
    }

    /// Returns the chores that scripts, the interpreter and programs start. Places that make more possible are added
    /// to `doubts`.
    fn started(
        &self,
        costume: &Costume,
        actions: &[Action],
        reached: &ReachedCostume,
        program: Option<&Program<'_>>,
        doubts: &mut Vec<Computed>,
    ) -> BTreeSet<i32> {
        let mut chores: BTreeSet<i32> = reached.chores.union(&reached.roles).copied().collect();
        for roles in [costume.roles(), costume.dialect().roles] {
            chores.extend(Role::ALL.map(|role| i32::from(roles.chore(role))));
        }
        let Some(program) = program else { return chores };
        let mut is_computed = false;
        loop {
            let played = actions.iter().filter(|action| chores.contains(&i32::from(action.chore)));
            let played: BTreeSet<u16> = played.map(|action| action.record).collect();
            let before = chores.len();
            for command in program.commands_of(|record| played.contains(&record)) {
                match command {
                    AkosCommand::Chore { chore } => _ = chores.insert(i32::from(*chore)),
                    AkosCommand::VarChore { .. } => is_computed = true,
                    _ => {}
                }
            }
            if chores.len() == before {
                break;
            }
        }
        if is_computed || program.cut_off {
            let what = match is_computed {
                true => "a program of the costume starts the chore that a variable holds",
                false => "the costume's programs are too long to be followed",
            };
            let first = self.reach.worn.values().flatten().next();
            doubts.extend(first.map(|place| Computed::new(*place, what.to_owned())));
        }
        chores
    }

    fn pictures(
        &mut self,
        id: u32,
        costume: &Costume,
        by_any: &BTreeSet<PictureKey>,
        by_played: &BTreeSet<PictureKey>,
        is_cut_off: bool,
        doubts: &[Computed],
    ) {
        let data_of = |key: PictureKey| costume.picture(key).ok().map(|picture| picture.encoded_at);
        let shown: BTreeSet<usize> = by_played.iter().filter_map(|key| data_of(*key)).collect();
        let is_unseen = |key: &PictureKey| {
            costume.picture(*key).is_ok_and(|picture| {
                !by_played.contains(key) && !shown.contains(&picture.encoded_at) && picture.info.pixels() != 0
            })
        };
        let unseen: Vec<PictureKey> = costume.picture_keys().into_iter().filter(is_unseen).collect();
        let repeated = repeated(costume, &unseen, by_played);
        for key in unseen {
            let has_record = by_any.contains(&key);
            let same_as = repeated.get(&key).copied();
            let thing = UnusedThing::Picture { costume: id, picture: key, has_record, same_as };
            if is_cut_off {
                self.add_as(thing, Certainty::Likely, doubts, Vec::new());
            } else {
                // A computed chore does not show a picture that no record shows.
                self.add(thing, if has_record { doubts } else { &[] }, Vec::new());
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what the pictures of a costume say")]
    fn colours(
        &mut self,
        id: u32,
        costume: &Costume,
        facts: Option<&CostumeCast>,
        by_any: &BTreeSet<PictureKey>,
        by_played: &BTreeSet<PictureKey>,
        is_cut_off: bool,
        doubts: &[Computed],
    ) {
        let (entries, are_stored) = entries_of(costume);
        if entries == 0 || costume.dialect().overrides_name_room_colours() || is_cut_off {
            return;
        }
        let Some(in_shown) = drawn(costume, by_played) else { return };
        let Some(in_any) = drawn(costume, by_any) else { return };
        // Entry 0 is transparent.
        let unused = |drawn: &ColourCounts| -> Vec<u8> {
            (1..entries).filter_map(|entry| u8::try_from(entry).ok()).filter(|it| !drawn.has(*it)).collect()
        };
        let (certain, likely) = (unused(&in_any), unused(&in_shown));
        if !certain.is_empty() && are_stored {
            self.add(UnusedThing::Entries { costume: id, entries: certain.clone() }, &[], Vec::new());
        }
        let likely: Vec<u8> = likely.into_iter().filter(|entry| !certain.contains(entry)).collect();
        if !likely.is_empty() && are_stored {
            self.add(UnusedThing::Entries { costume: id, entries: likely.clone() }, doubts, Vec::new());
        }
        for look in facts.iter().flat_map(|facts| &facts.looks) {
            let overrides = &look.value.overrides;
            let among = |known: &[u8], entry: u32| {
                u8::try_from(entry).is_ok_and(|entry| known.contains(&entry)) || entry as usize >= entries
            };
            if overrides.is_empty() || look.value.shadow.is_some() {
                continue;
            }
            let thing = || UnusedThing::Look { costume: id, overrides: overrides.clone() };
            if overrides.keys().all(|entry| among(&certain, *entry)) {
                self.add(thing(), &[], Vec::new());
            } else if overrides.keys().all(|entry| among(&certain, *entry) || among(&likely, *entry)) {
                self.add(thing(), doubts, Vec::new());
            }
        }
    }
}

/// Whether a record of the same chore that is played says the same: then nothing is unseen but a mirror image.
fn is_repeated(
    costume: &Costume,
    action: &Action,
    actions: &[Action],
    is_faced: &impl Fn(&Action) -> bool,
) -> bool {
    let mut played = actions.iter().filter(|it| it.chore == action.chore && is_faced(it));
    played.any(|it| match costume {
        Costume::Cost(cost) => match (cost.record(it.record), cost.record(action.record)) {
            (Ok(one), Ok(other)) => one.limbs == other.limbs,
            _ => false,
        },
        Costume::Akos(akos) => match (akos.record(it.record), akos.record(action.record)) {
            (Ok(one), Ok(other)) => one.limbs == other.limbs,
            _ => false,
        },
        _ => false,
    })
}

/// Returns the first shown picture with the same size and pixels, for each unseen one that has such a picture.
fn repeated(
    costume: &Costume,
    unseen: &[PictureKey],
    shown: &BTreeSet<PictureKey>,
) -> BTreeMap<PictureKey, PictureKey> {
    let size_of = |key: PictureKey| {
        let info = costume.picture(key).ok()?.info;
        Some((info.width, info.height, info.pixels()))
    };
    let sizes: BTreeSet<_> = unseen.iter().filter_map(|key| size_of(*key)).collect();
    let mut budget = MOST_PIXELS;
    // Size and pixels of a picture, while the budget lasts.
    let mut content = |key: PictureKey| {
        let size = size_of(key).filter(|size| sizes.contains(size))?;
        budget = budget.checked_sub(size.2)?;
        Some((size, costume.values(key).ok()?))
    };
    let mut known = BTreeMap::new();
    for key in shown {
        if let Some(content) = content(*key) {
            known.entry(content).or_insert(*key);
        }
    }
    unseen.iter().filter_map(|key| Some((*key, *known.get(&content(*key)?)?))).collect()
}

/// Returns the pictures that any record of a costume shows; `None` for kinds of costumes whose pictures belong to no
/// costume.
pub(crate) fn shown_pictures(costume: &Costume) -> Option<BTreeSet<PictureKey>> {
    let all = costume.actions().iter().map(|action| action.record).collect();
    Some(shown(costume, costume.as_akos().map(Program::of).as_ref(), &all)?.pictures)
}

/// Returns the pictures that records show; `None` for kinds of costumes whose pictures belong to no costume.
fn shown(costume: &Costume, program: Option<&Program<'_>>, records: &BTreeSet<u16>) -> Option<Shown> {
    if let Some(cost) = costume.as_cost() {
        let is_cut_off = records.iter().any(|record| cost.record(*record).is_err());
        return Some(Shown { pictures: cost.pictures_of(records.iter().copied()), is_cut_off });
    }
    let program = program?;
    let pictures = program.pictures_of(|record| records.contains(&record));
    let pictures = pictures.into_iter().map(|index| PictureKey { limb: 0, index }).collect();
    Some(Shown { pictures, is_cut_off: program.cut_off })
}

/// Number of palette entries, and whether the costume's block stores them. It is 0 where scripts do not name entries
/// (v0, v1 and the NES).
fn entries_of(costume: &Costume) -> (usize, bool) {
    match costume.as_cost() {
        Some(cost) if cost.palette().len() < 16 => (0, false),
        Some(cost) => (cost.palette().len(), cost.stored_palette().len() >= 16),
        None => (costume.as_akos().map_or(0, |akos| akos.palette().len().min(256)), true),
    }
}

/// Counts the colours of pictures; `None` if they hold room colours, are too large or cannot be read.
fn drawn(costume: &Costume, pictures: &BTreeSet<PictureKey>) -> Option<ColourCounts> {
    costume.colour_counts(pictures).filter(|counts| !counts.has_room_colours())
}
