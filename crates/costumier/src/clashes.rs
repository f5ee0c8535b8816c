//! Clashes: costumes whose colours look unlike at home in rooms that scripts bring them to.
//!
//! ```text
//! costume colour ─▸ room colour ─▸ palette of its own room ┐
//!                               └▸ palette of another room ┴▸ distance in OKLab, number of pixels
//! ```
//! A costume names colours of a room, and every room has a palette of its own. The costume's own room, in which the
//! game stores it, is its home. Some games store costumes in rooms without pictures: if all that is drawn has one
//! colour there, home is the first room that scripts bring it to where it has more.
//!
//! **Note:** scripts of a room often give a costume other colours there, because it would clash: these are what is
//! compared. White entries that the interpreter skips keep the colour of home and never clash.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::{BTreeMap, BTreeSet};

use costumier_format::oklab::{distance, lab};
use costumier_scripts::ReadScripts;
use costumier_scripts::script::{Instruction, Operand};

use crate::cast::{Cast, Certainty, CostumeCast, Evidence, Fact, ScriptLook};
use crate::draw::{ActorColours, ColourCounts, Colours};
use crate::game::{Rgb, RoomPalette};
use crate::unused::shown_pictures;
use crate::{Costume, Error, ErrorKind, Game, Result};

/// Smallest distance of a colour that is listed, in hundredths of OKLab's unit. Below it, two colours side by side are
/// hard to tell apart.
pub const LEAST_DIFFERENCE: f64 = 5.0;

/// A costume in a room where its colours look unlike at home.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Clash {
    /// The costume's id in the directory.
    pub costume: u32,
    /// The room that stores the costume, or else the first one that scripts bring it to in whose palette it has more
    /// than one colour.
    pub home: u32,
    /// The room that scripts bring it to.
    pub room: u32,
    /// Certain, if scripts bring it there for certain, and no script changes the palette of either room.
    pub certainty: Certainty,
    /// The places in scripts that bring it there.
    pub brought: Vec<Evidence>,
    /// Places in scripts of either room that change colours of the room.
    pub repainted: Vec<Evidence>,
    /// The colours that look unlike at home, the one with the most to see first.
    pub colours: Vec<ClashColour>,
    /// Number of pixels in these colours, in all pictures that records show.
    pub pixels: u64,
    /// Number of pixels of these pictures that are drawn.
    pub drawn: u64,
    /// The look that it was compared in at home. Without overrides, it has its own colours.
    pub look_at_home: ScriptLook,
    /// The look that it was compared in in the other room.
    pub look_there: ScriptLook,
}

/// A colour of a costume that looks unlike at home.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClashColour {
    /// The number of the costume colour; `None` if the pictures hold room colours.
    pub colour: Option<u8>,
    /// The room colour and what it looks like at home.
    pub at_home: (u8, Rgb),
    /// The room colour and what it looks like in the other room.
    pub there: (u8, Rgb),
    /// The distance in OKLab, in hundredths: black and white are 100 apart.
    pub difference: f64,
    /// Number of pixels in this colour.
    pub pixels: u64,
}

/// The clashes of a game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Clashes {
    /// The clashes, by costume, then by room.
    pub list: Vec<Clash>,
    /// Costumes and rooms that could not be compared, as sentences.
    pub unread: Vec<String>,
}

impl Clashes {
    /// Finds the clashes of a game. `scripts` and `cast` are the game's ([`Game::read_scripts`], [`Cast::of`]).
    #[must_use]
    pub fn of(game: &Game, scripts: &ReadScripts, cast: &Cast) -> Self {
        let mut finder = Finder {
            game,
            scripts,
            rooms: BTreeMap::new(),
            repainted: repainted(scripts),
            found: Self::default(),
        };
        for slot in game.costume_slots().filter(|slot| slot.id != 0) {
            if let Some(facts) = cast.costumes.get(&slot.id) {
                finder.costume(slot.id, slot.room, facts);
            }
        }
        finder.found
    }
}

/// The names of sub-operations that change colours of the room.
const REPAINTS: [&str; 7] =
    ["palColour", "intensity", "rgbIntensity", "newPalette", "copyPalette", "transform", "paletteInRoom"];

/// Returns the first place in the scripts of each room that changes its colours.
fn repainted(scripts: &ReadScripts) -> BTreeMap<u32, Evidence> {
    let mut places = BTreeMap::new();
    for (index, it) in scripts.list.iter().enumerate() {
        let Some(room) = it.own_room().filter(|room| !places.contains_key(room)) else { continue };
        let repaints = |it: &Instruction<'_>| {
            let mut parts = it.operands.iter().filter_map(|operand| match operand {
                Operand::Sub { name, .. } => Some(name),
                _ => None,
            });
            parts.any(|name| REPAINTS.contains(name))
        };
        let first = it.script.instructions().find(repaints);
        places.extend(first.map(|instruction| (room, Evidence::new(index, instruction.at))));
    }
    places
}

/// A room's colours, as when it is entered.
struct RoomColours {
    palette: RoomPalette,
    remap: Option<Box<[u8; 256]>>,
}

struct Finder<'a> {
    game: &'a Game,
    scripts: &'a ReadScripts,
    /// The rooms that were read; `None` for those without a palette.
    rooms: BTreeMap<u32, Option<RoomColours>>,
    repainted: BTreeMap<u32, Evidence>,
    found: Clashes,
}

impl Finder<'_> {
    fn room(&mut self, id: u32) -> bool {
        if !self.rooms.contains_key(&id) {
            let read = RoomColours::of(self.game, id).unwrap_or_else(|error| {
                self.found.unread.push(format!("room {id}: {error}"));
                None
            });
            self.rooms.insert(id, read);
        }
        self.rooms.get(&id).is_some_and(Option::is_some)
    }

    fn costume(&mut self, id: u32, stored_in: u32, facts: &CostumeCast) {
        let room_of = |fact: &Fact<i32>| u32::try_from(fact.value).ok().filter(|room| *room != 0);
        let mut visits: Vec<(u32, &Fact<i32>)> =
            facts.rooms.iter().filter_map(|fact| Some((room_of(fact)?, fact))).collect();
        visits.sort_by_key(|(room, _)| *room);
        if visits.iter().all(|(room, _)| *room == stored_in) {
            return;
        }
        let costume = match self.game.costume(id) {
            Ok(costume) => costume,
            Err(error) => return self.found.unread.push(format!("costume {id}: {error}")),
        };
        let own = self.game.dialect().high_colour.is_some_and(|rules| rules.own_colours);
        if own && costume.own_colours().is_some() {
            return;
        }
        let Some(pictures) = shown_pictures(&costume) else { return };
        let Some(counts) = costume.colour_counts(&pictures) else {
            let why = "its pictures cannot be read, or are too large";
            return self.found.unread.push(format!("costume {id}: {why}"));
        };
        let rooms = [stored_in].into_iter().chain(visits.iter().map(|(room, _)| *room));
        let Some(home) = rooms.into_iter().find(|room| self.is_painted(*room, &costume, &counts)) else {
            return;
        };
        for (room, visit) in visits {
            if room == home || !self.room(room) {
                continue;
            }
            let (Some(Some(at_home)), Some(Some(there))) = (self.rooms.get(&home), self.rooms.get(&room))
            else {
                continue;
            };
            let looks = self.looks(facts, room);
            let Some(Compared { colours, is_sure, at_home, there }) =
                clashing(&costume, &counts, at_home, there, &looks)
            else {
                continue;
            };
            let repainted: Vec<Evidence> =
                [home, room].iter().filter_map(|room| self.repainted.get(room)).copied().collect();
            let sure = is_sure && repainted.is_empty() && visit.certainty == Certainty::Certain;
            self.found.list.push(Clash {
                costume: id,
                home,
                room,
                certainty: if sure { Certainty::Certain } else { Certainty::Likely },
                brought: visit.evidence.clone(),
                repainted,
                pixels: colours.iter().fold(0, |sum, it| sum.saturating_add(it.pixels)),
                colours,
                drawn: counts.drawn(),
                look_at_home: at_home.clone(),
                look_there: there.clone(),
            });
        }
    }

    /// Whether a costume has more than one colour in a room, if it draws more than one.
    fn is_painted(&mut self, room: u32, costume: &Costume, counts: &ColourCounts) -> bool {
        self.room(room);
        let Some(Some(room)) = self.rooms.get(&room) else { return false };
        let worn = room.worn(costume, &ScriptLook::default());
        let palette = room.palette.applied();
        let shown = counts.all().filter_map(|(counted, _)| counts.shown(costume, &worn, counted));
        let (values, colours): (BTreeSet<u8>, BTreeSet<Rgb>) =
            shown.map(|it| (it, rgb(&palette, it))).unzip();
        values.len() < 2 || colours.len() > 1
    }

    /// Returns the looks that scripts without a room give a costume, and those that scripts of a room give it.
    fn looks(&self, facts: &CostumeCast, room: u32) -> Looks {
        let given = |by: Option<u32>| {
            let is_by = move |place: &Evidence| {
                self.scripts.list.get(place.script).is_some_and(|script| script.own_room() == by)
            };
            let looks = facts.looks.iter().filter(move |look| look.evidence.iter().any(is_by));
            looks.map(|look| look.value.clone())
        };
        Looks {
            everywhere: std::iter::once(ScriptLook::default()).chain(given(None)).collect(),
            there: given(Some(room)).collect(),
        }
    }
}

/// The looks that scripts give a costume.
struct Looks {
    /// None, and those by scripts that belong to no room.
    everywhere: Vec<ScriptLook>,
    /// By scripts of the room that is looked at.
    there: Vec<ScriptLook>,
}

/// The colours that look unlike, and the looks in which they do.
struct Compared<'a> {
    colours: Vec<ClashColour>,
    /// Whether some colours look unlike in every look.
    is_sure: bool,
    at_home: &'a ScriptLook,
    there: &'a ScriptLook,
}

/// Compares a costume's colours in two rooms. Returns `None` if none look unlike, or none do in a look that the room's
/// scripts give.
fn clashing<'a>(
    costume: &Costume,
    counts: &ColourCounts,
    home: &RoomColours,
    room: &RoomColours,
    looks: &'a Looks,
) -> Option<Compared<'a>> {
    let compared = |at_home: &'a ScriptLook, there: &'a ScriptLook| {
        let colours = unlike(costume, counts, (home, at_home), (room, there));
        Compared { colours, is_sure: true, at_home, there }
    };
    if looks.there.is_empty() {
        let all: Vec<Compared<'_>> = looks.everywhere.iter().map(|look| compared(look, look)).collect();
        let is_sure = all.iter().all(|it| !it.colours.is_empty());
        return all.into_iter().find(|it| !it.colours.is_empty()).map(|it| Compared { is_sure, ..it });
    }
    let pairs =
        looks.everywhere.iter().flat_map(|at_home| looks.there.iter().map(move |there| (at_home, there)));
    let weight = |it: &Compared<'_>| it.colours.iter().map(|it| it.pixels).fold(0, u64::saturating_add);
    let least = pairs.map(|(at_home, there)| compared(at_home, there)).min_by_key(weight)?;
    (!least.colours.is_empty()).then_some(least)
}

/// Returns the colours of a costume that look unlike in two rooms, each in a look.
fn unlike(
    costume: &Costume,
    counts: &ColourCounts,
    (home, at_home): (&RoomColours, &ScriptLook),
    (room, there): (&RoomColours, &ScriptLook),
) -> Vec<ClashColour> {
    let (worn_at_home, worn_there) = (home.worn(costume, at_home), room.worn(costume, there));
    let palette = home.palette.applied();
    let palette_there = room.palette.applied_over(&palette);
    let mut colours: Vec<ClashColour> = counts
        .all()
        .filter_map(|(counted, pixels)| {
            let at_home = counts.shown(costume, &worn_at_home, counted)?;
            let there = counts.shown(costume, &worn_there, counted)?;
            let (at_home, there) = ((at_home, rgb(&palette, at_home)), (there, rgb(&palette_there, there)));
            let difference = 100.0 * distance(lab(at_home.1), lab(there.1)).sqrt();
            let colour = counted.of_costume();
            let row = ClashColour { colour, at_home, there, difference, pixels };
            (difference >= LEAST_DIFFERENCE).then_some(row)
        })
        .collect();
    let seen = |it: &ClashColour| it.difference * f64::from(u32::try_from(it.pixels).unwrap_or(u32::MAX));
    colours.sort_by(|a, b| seen(b).total_cmp(&seen(a)));
    colours
}

fn rgb(palette: &[Rgb; 256], colour: u8) -> Rgb {
    palette.get(usize::from(colour)).copied().unwrap_or_default()
}

impl RoomColours {
    /// Reads the colours of a room; `None` if it has no palette.
    fn of(game: &Game, id: u32) -> Result<Option<Self>> {
        let mut room = game.room(id)?;
        let palette = (!room.palettes.is_empty()).then(|| room.palettes.swap_remove(0));
        Ok(palette.map(|palette| Self { palette, remap: room.remap }))
    }

    /// The colours of an actor in the room, in a costume and a look.
    fn worn(&self, costume: &Costume, look: &ScriptLook) -> Colours {
        let mut actor = ActorColours::of(costume);
        actor.put_on(costume, look);
        actor.remaps.room = self.remap.as_deref();
        Colours::of_actor(&actor)
    }
}

impl Clash {
    /// What pixels of the costume look like at home and in the other room, by value as [`Costume::values`] gives them;
    /// `None` for values that no picture has, that are not drawn, or that only change what is beneath them.
    ///
    /// # Errors
    /// The errors of [`Game::room`]; [`ErrorKind::Limit`] if the pictures cannot be read, or are too large.
    pub fn palettes(&self, game: &Game, costume: &Costume) -> Result<[Vec<Option<Rgb>>; 2]> {
        let counts = costume.colour_counts(&costume.picture_keys().into_iter().collect());
        let counts = counts.ok_or_else(|| {
            let why = "its pictures cannot be read, or are too large".to_owned();
            Error::new(ErrorKind::Limit(why), format!("costume {}", self.costume))
        })?;
        let rooms = (RoomColours::of(game, self.home)?, RoomColours::of(game, self.room)?);
        let mut palettes = [(); 2].map(|()| vec![None; 256]);
        let (Some(home), Some(room)) = rooms else { return Ok(palettes) };
        let before = home.palette.applied();
        let colours = [before, room.palette.applied_over(&before)];
        let worn = [home.worn(costume, &self.look_at_home), room.worn(costume, &self.look_there)];
        for ((out, colours), worn) in palettes.iter_mut().zip(&colours).zip(&worn) {
            for (counted, _) in counts.all() {
                if let Some(slot) = out.get_mut(usize::from(counted.value())) {
                    *slot = counts.shown(costume, worn, counted).map(|colour| rgb(colours, colour));
                }
            }
        }
        Ok(palettes)
    }
}
