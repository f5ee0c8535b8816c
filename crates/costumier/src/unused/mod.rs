//! Art of a game that nothing shows: costumes, chores, records, pictures, colours, looks and objects.
//!
//! ```text
//! scripts ─▸ Reach (what they may bring to the screen) ┐
//! costumes ─▸ what each record and program shows       ├─▸ what is left, with how sure that is
//! rooms ─▸ objects with pictures, and their states     ┘
//! ```
//! **Note:** *certain* means that all scripts were read whole and no number that they compute can mean the thing.
//! *Likely* means that a script computes such a number, or that a script could not be read.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod costume;

pub(crate) use costume::shown_pictures;

use std::collections::{BTreeMap, BTreeSet};

use crate::cast::{Cast, Certainty, Computed, Evidence, Reach};
use crate::{Facing, Game, PictureKey};
use costumier_format::room::WalkBox;
use costumier_scripts::ReadScripts;
use costumier_scripts::script::Variable;

/// A thing that nothing shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum UnusedThing {
    /// A costume that no script puts on an actor. Its chores and pictures are not listed on their own.
    Costume {
        /// The costume's id in the directory.
        costume: u32,
    },
    /// A chore that neither scripts nor the interpreter start.
    Chore {
        /// The costume's id in the directory.
        costume: u32,
        /// The number of the chore.
        chore: u16,
    },
    /// A record of a chore that is started, in a facing that no actor in the costume has.
    Record {
        /// The costume's id in the directory.
        costume: u32,
        /// The number of the chore.
        chore: u16,
        /// The facing of the record.
        facing: Facing,
    },
    /// A picture that no started record shows. Pictures that share their data with a shown one are not listed.
    Picture {
        /// The costume's id in the directory.
        costume: u32,
        /// The key of the picture.
        picture: PictureKey,
        /// Whether some record shows it, though none that is started.
        has_record: bool,
        /// A picture of the costume that is shown, and has the same size and pixels.
        same_as: Option<PictureKey>,
    },
    /// Entries of a costume's palette that no pixel of a shown picture has.
    Entries {
        /// The costume's id in the directory.
        costume: u32,
        /// The numbers of the entries, rising.
        entries: Vec<u8>,
    },
    /// Colours that scripts give to entries that no pixel of a shown picture has.
    Look {
        /// The costume's id in the directory.
        costume: u32,
        /// The overrides: costume colour ▸ room colour.
        overrides: BTreeMap<u32, u32>,
    },
    /// An object of a room that has a picture, is invisible when the game begins, and that no script shows.
    Object {
        /// The number of the room.
        room: u32,
        /// The number of the object.
        object: u32,
    },
}

/// A thing that nothing shows, and how sure that is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnusedItem {
    /// The thing that nothing shows.
    pub thing: UnusedThing,
    /// Certain, if all scripts were read whole and nothing computed can reach it.
    pub certainty: Certainty,
    /// The places that compute a number by which it may be shown after all, as indices in [`Unused::computed`].
    pub computed: Vec<usize>,
    /// Places that load it without showing it.
    pub loaded: Vec<Evidence>,
}

/// A costume that is shown only under a condition, and so is not unused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConditionalCostume {
    /// The costume's id in the directory.
    pub costume: u32,
    /// The variable of the interpreter that is tested before each place that puts it on an actor. Such variables
    /// describe the machine: its screen, its sound.
    pub variable: Variable,
    /// The value that the variable has there.
    pub value: i32,
    /// The places that put it on an actor.
    pub places: Vec<Evidence>,
}

/// What a game holds and never shows.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Unused {
    /// Why nothing is certain, as sentences; empty if all scripts were read whole.
    pub gaps: Vec<String>,
    /// The things, by costume, then objects by room.
    pub items: Vec<UnusedItem>,
    /// Places where scripts compute numbers that may reach some of the things.
    pub computed: Vec<Computed>,
    /// Costumes that are shown under a condition only.
    pub conditional: Vec<ConditionalCostume>,
    /// Costumes and rooms that could not be read, as sentences.
    pub unread: Vec<String>,
}

impl Unused {
    /// Finds what a game never shows. `scripts` and `cast` are the game's ([`Game::read_scripts`], [`Cast::of`]).
    ///
    /// ```
    /// use costumier::{Game, Limits, cast::Cast, unused::Unused};
    ///
    /// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
    /// let scripts = game.read_scripts();
    /// let unused = Unused::of(&game, &scripts, &Cast::of(&scripts));
    /// for item in &unused.items {
    ///     println!("{:?}: {}", item.thing, item.certainty.name());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(game: &Game, scripts: &ReadScripts, cast: &Cast) -> Self {
        let reach = Reach::of(scripts);
        let mut finder = Finder { reach: &reach, unused: Self::default(), turned_by_rooms: false };
        finder.unused.gaps.clone_from(&reach.gaps);
        finder.rooms(game);
        finder.costumes(game, cast);
        finder.unused.items.sort_by(|a, b| a.thing.cmp(&b.thing));
        finder.unused.items.sort_by_key(|item| item.thing.costume().unwrap_or(u32::MAX));
        finder.unused
    }

    /// Returns the places that may show an item after all.
    pub fn places<'a>(&'a self, item: &'a UnusedItem) -> impl Iterator<Item = &'a Computed> {
        item.computed.iter().filter_map(|index| self.computed.get(*index))
    }
}

impl UnusedThing {
    /// Returns the id of the costume that it belongs to; `None` for an object.
    #[must_use]
    pub fn costume(&self) -> Option<u32> {
        match self {
            Self::Costume { costume }
            | Self::Chore { costume, .. }
            | Self::Record { costume, .. }
            | Self::Picture { costume, .. }
            | Self::Entries { costume, .. }
            | Self::Look { costume, .. } => Some(*costume),
            Self::Object { .. } => None,
        }
    }

    /// Returns the kind in listings and JSON, such as `costume`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Costume { .. } => "costume",
            Self::Chore { .. } => "chore",
            Self::Record { .. } => "record",
            Self::Picture { .. } => "picture",
            Self::Entries { .. } => "entries",
            Self::Look { .. } => "look",
            Self::Object { .. } => "object",
        }
    }
}

struct Finder<'a> {
    reach: &'a Reach,
    unused: Unused,
    /// Whether a walk box of some room forces a facing, or a room could not be read.
    turned_by_rooms: bool,
}

impl Finder<'_> {
    /// Adds a thing. `doubts` are the places that compute numbers by which it may be shown.
    fn add(&mut self, thing: UnusedThing, doubts: &[Computed], loaded: Vec<Evidence>) {
        let certain = doubts.is_empty() && self.reach.gaps.is_empty();
        let certainty = if certain { Certainty::Certain } else { Certainty::Likely };
        self.add_as(thing, certainty, doubts, loaded);
    }

    fn add_as(
        &mut self,
        thing: UnusedThing,
        certainty: Certainty,
        doubts: &[Computed],
        loaded: Vec<Evidence>,
    ) {
        let mut computed: Vec<usize> = Vec::with_capacity(doubts.len());
        for doubt in doubts {
            let known = self.unused.computed.iter().position(|it| it == doubt);
            computed.push(known.unwrap_or_else(|| {
                self.unused.computed.push(doubt.clone());
                self.unused.computed.len().saturating_sub(1)
            }));
        }
        self.unused.items.push(UnusedItem { thing, certainty, computed, loaded });
    }

    /// Looks at the objects and the walk boxes of all rooms.
    fn rooms(&mut self, game: &Game) {
        let turning = 7 | WalkBox::X_FLIP | WalkBox::Y_FLIP;
        let rooms: Vec<u32> = game.rooms().filter(|room| room.present).map(|room| room.id).collect();
        for id in rooms {
            let room = match game.room(id) {
                Ok(room) => room,
                Err(error) => {
                    self.turned_by_rooms = true;
                    self.unused.unread.push(format!("room {id}: {error}"));
                    continue;
                }
            };
            self.turned_by_rooms |= room.boxes.iter().any(|it| it.flags & turning != 0);
            let mut seen = BTreeSet::new();
            for object in &room.objects {
                let is_drawn = object.states().next().is_some();
                let is_shown = object.initial != 0 || self.reach.objects.contains(&object.id);
                if object.id != 0 && is_drawn && !is_shown && seen.insert(object.id) {
                    let thing = UnusedThing::Object { room: id, object: object.id };
                    self.add(thing, &self.reach.computed_objects, Vec::new());
                }
            }
        }
    }

    fn costumes(&mut self, game: &Game, cast: &Cast) {
        let slots: Vec<_> = game.costume_slots().filter(|slot| slot.id != 0).collect();
        // A costume can stand in the directory under several ids.
        let worn: BTreeSet<(u32, u32)> = slots
            .iter()
            .filter(|slot| self.reach.unworn(slot.id).is_none())
            .map(|slot| (slot.room, slot.offset))
            .collect();
        let mut actor_chores: Vec<Computed> = Vec::new();
        let mut opened = Vec::new();
        for slot in &slots {
            if self.reach.unworn(slot.id).is_some() {
                if let Err(error) = game.costume(slot.id) {
                    self.unused.unread.push(format!("costume {}: {error}", slot.id));
                }
                if !worn.contains(&(slot.room, slot.offset)) || game.dialect().is_nes() {
                    let loaded = self.reach.loaded.get(&slot.id).cloned().unwrap_or_default();
                    let thing = UnusedThing::Costume { costume: slot.id };
                    self.add(thing, &self.reach.computed_costumes, loaded);
                }
                continue;
            }
            if let Some((variable, value)) = self.reach.condition(slot.id) {
                let places = self.reach.worn.get(&slot.id).cloned().unwrap_or_default();
                let row = ConditionalCostume { costume: slot.id, variable, value, places };
                self.unused.conditional.push(row);
            }
            opened.push(slot.id);
        }
        // A program can start a chore of another actor, whose costume only the running game knows.
        for id in &opened {
            if let Ok(costume) = game.costume(*id)
                && costume::starts_chores_of_others(&costume)
                && let Some(first) = self.reach.worn.get(id).and_then(|places| places.first())
            {
                let what = format!("a program of costume {id} starts a chore of another actor");
                actor_chores.push(Computed::new(*first, what));
                break;
            }
        }
        for id in opened {
            match game.costume(id) {
                Ok(costume) => self.costume(id, &costume, cast.costumes.get(&id), &actor_chores),
                Err(error) => self.unused.unread.push(format!("costume {id}: {error}")),
            }
        }
    }
}
