//! Chooses the colours of a costume, and makes the palette that is written.
//!
//! ```text
//! pixel value k ─▸ the costume's palette: room colour e ─▸ a room's palette ─▸ red, green, blue
//! ```
//! The second step depends on the generation ([`Mapping`]). Only scripts know in which rooms a costume is seen
//! ([`RoomsShown`](crate::RoomsShown)), and not for every costume, so every palette of the game is a candidate. The
//! room that owns the costume comes first, unless scripts certainly show it in other rooms and never there. Other
//! rooms where scripts show it follow, then the other looks that the game can give it, those of most rooms first.
//! Rooms whose palettes agree in all colours that the costume uses count as one look. The manifest stores the choice
//! and the other looks.
//!
//! A script can also recolour an actor: such a look replaces the costume's own palette before these steps
//! ([`CostumeColours::in_look`]).
//!
//! If the interpreter has a shadow table, room colour 13 is a shadow: it darkens the pixels beneath
//! (`docs/format/drawing.md §7.3`).

mod looks;
mod subject;
#[cfg(test)]
mod tests;
mod written;

use costumier::Game;
use costumier::game::{self, PaletteSource};
pub use costumier::screen::Rgb;
use serde::{Serialize, Serializer};

use crate::options::Background;

pub use subject::{CostumeColours, Mapping};
pub use written::WrittenPalette;

use looks::SharedLook;

/// A palette of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPalette {
    /// The number of the room.
    pub room: u32,
    /// Which of the room's palettes; 0 is the one that it starts with.
    pub number: u16,
    /// The colours of the palette.
    pub palette: game::RoomPalette,
    /// Whether anything is visible in the room with these colours. Rooms that only hold resources have a picture of 8
    /// × 8 pixels, or a palette of one colour.
    pub shows: bool,
}

/// Largest side in pixels of the placeholder picture of a room without a scene.
const STUB: u16 = 8;

impl RoomPalette {
    /// Reads the palettes of all rooms of a game that can be read.
    #[must_use]
    pub fn all(game: &Game) -> Vec<Self> {
        let rooms = game.rooms().filter(|room| room.present).filter_map(|room| game.room(room.id).ok());
        let palettes = rooms.flat_map(|room| {
            let (id, is_stub) = (room.id, room.width <= STUB || room.height <= STUB);
            (0_u16..).zip(room.palettes).map(move |(number, palette)| {
                let colours = palette.applied();
                let shows = !is_stub && colours.iter().any(|rgb| *rgb != colours[0]);
                Self { room: id, number, palette, shows }
            })
        });
        palettes.collect()
    }

    fn name(&self) -> PaletteName {
        PaletteName { room: self.room, palette: self.number, block: self.palette.source }
    }
}

/// Names a palette by room and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PaletteName {
    /// The number of the room.
    pub room: u32,
    /// Which of the room's palettes, in the order of its blocks, from 0.
    pub palette: u16,
    /// The block that holds it: `CLUT`, `PALS APAL 2`, `PA`; `screen ega` if the screen decides the colours.
    #[serde(serialize_with = "as_display")]
    pub block: PaletteSource,
}

/// How the palette was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The caller named the room.
    Asked,
    /// The room owns the costume.
    OwningRoom,
    /// Scripts certainly show the costume in this room, and never in the room that owns it.
    ScriptRoom,
    /// The owning room has no palette, or one that makes the costume a silhouette (as in rooms that only hold
    /// resources). Most other rooms give it this look.
    MostRooms,
    /// No room has a palette, so the costume's own colours (RGBS) are used, as its artist chose them.
    OwnColours,
    /// Pixels have 16 bits, so the costume's own colours (RGBS) are used in every room.
    Costume,
    /// No room has a palette, and the costume has no own colours: shades of grey.
    Grey,
    /// The caller gave a palette ([`ExportOptions::recolour`](crate::ExportOptions::recolour)).
    Given,
}

impl Choice {
    /// Returns the reason for people.
    #[must_use]
    pub fn why(self) -> &'static str {
        match self {
            Self::Asked => "the room that was asked for",
            Self::OwningRoom => "the room that owns the costume",
            Self::ScriptRoom => "the room where scripts show it",
            Self::MostRooms => "the look that most rooms give it, as its own room has no colours for it",
            Self::OwnColours => "the costume's own colours, as no room has a palette",
            Self::Costume => "the costume's own colours, as pixels have 16 bits",
            Self::Grey => "shades of grey, as no room has a palette",
            Self::Given => "the palette that was given",
        }
    }
}

/// A look that the game's palettes can give a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Look {
    /// The palettes that give the look.
    pub palettes: Vec<PaletteName>,
    /// Number of colours used by the costume that differ from the chosen look.
    pub differing: usize,
    /// The colour of each pixel value, `#rrggbb`; `null` for values that no picture has.
    pub colours: Vec<Option<String>>,
}

/// The colours of a costume, their source, and how they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// The chosen palette; `null` if there is none.
    pub chosen: Option<PaletteName>,
    /// The reason for the choice.
    pub choice: Choice,
    /// The number of the look that scripts give, from 1 on; left out for the costume's own palette.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<usize>,
    /// The rule that turns pixel values into room colours.
    pub mapping: Mapping,
    /// The transparent pixel value.
    pub transparent: u8,
    /// The meaning of each pixel value.
    pub colours: Vec<Colour>,
    /// Number of other looks that the game's palettes can give it.
    pub other_looks: usize,
    /// The likeliest other looks, in order.
    pub others: Vec<Look>,
    /// The palette to write.
    #[serde(skip)]
    pub written: WrittenPalette,
}

/// The meaning of a pixel value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Colour {
    /// The room colour of the value.
    pub room_colour: u8,
    /// Whether a picture may show it. If pixels are room colours: whether a picture does. Otherwise: whether the
    /// value is drawn at all.
    pub used: bool,
    /// Its exact colour; `null` for the transparent value.
    #[serde(serialize_with = "as_text_or_null")]
    pub exact: Option<Rgb>,
    /// Whether the room's palette leaves this colour as the room before had it. It then depends on the way through
    /// the game, and is written as black.
    pub carried_over: bool,
    /// Whether the value is a shadow: half black in formats with partial transparency.
    pub shadow: bool,
    /// The colour in the palettes of files.
    #[serde(serialize_with = "as_text")]
    pub written: Rgb,
}

/// The room colour that the interpreter draws as a shadow.
pub const SHADOW_COLOUR: u8 = 13;

/// Largest number of other looks that are listed.
const MOST_LOOKS: usize = 8;

/// Chooses the colours of a costume. `asked` is the room that a caller named. Rooms that cannot show anything are
/// skipped if there are others.
#[must_use]
pub fn resolve(
    costume: &CostumeColours<'_>,
    asked: Option<u32>,
    rooms: &[RoomPalette],
    background: Background,
) -> Palette {
    let rooms = if costume.own_first { &[] } else { rooms };
    let of_scripts = costume.seen.certain.iter().copied().find(|seen| {
        !costume.seen.holds(costume.room) && rooms.iter().any(|room| room.room == *seen && room.shows)
    });
    let wanted = asked.or(of_scripts).unwrap_or(costume.room);
    let any_shows = rooms.iter().any(|room| room.shows);
    let candidates = rooms.iter().filter(|room| room.shows || room.room == wanted || !any_shows);
    let mut looks = looks::looks(costume, candidates);
    let of_wanted = |name: &PaletteName| name.room == wanted;
    let found = looks
        .iter()
        .enumerate()
        .filter_map(|(i, look)| look.names.iter().find(|name| of_wanted(name)).map(|name| (*name, i)))
        .min_by_key(|(name, _)| name.palette);
    let colourful = looks.iter().position(|look| !look.is_silhouette(costume));
    let (chosen, choice) = match (found, colourful) {
        (Some((_, i)), Some(other)) if asked.is_none() && looks[i].is_silhouette(costume) => {
            let look = looks.remove(other);
            (look.names.first().copied().map(|name| (name, look)), Choice::MostRooms)
        }
        (Some((name, i)), _) => {
            let choice = match (asked, of_scripts) {
                (Some(_), _) => Choice::Asked,
                (None, Some(_)) => Choice::ScriptRoom,
                (None, None) => Choice::OwningRoom,
            };
            (Some((name, looks.remove(i))), choice)
        }
        (None, _) if costume.own_first => (None, Choice::Costume),
        (None, _) if looks.is_empty() && costume.own.is_some() => (None, Choice::OwnColours),
        (None, _) if looks.is_empty() => (None, Choice::Grey),
        (None, other) => {
            let look = looks.remove(other.unwrap_or(0));
            (look.names.first().copied().map(|name| (name, look)), Choice::MostRooms)
        }
    };
    looks.retain_mut(|look| {
        look.names.retain(|name| !any_shows || shows(rooms, *name));
        !look.names.is_empty()
    });
    // Other palettes of the owning room are likelier than those of other rooms, and rooms where scripts show it
    // likelier than the rest.
    let seen = |rooms: &[u32], look: &SharedLook| look.names.iter().any(|name| rooms.contains(&name.room));
    looks.sort_by_key(|look| {
        let owner = look.names.iter().any(of_wanted);
        (!owner, !seen(&costume.seen.certain, look), !seen(&costume.seen.likely, look))
    });

    let count = costume.palette.len();
    let exact = match (&chosen, &costume.own) {
        (Some((_, look)), _) => look.colours.clone(),
        (None, Some(own)) => own.clone(),
        (None, None) => (0..count).map(|k| [looks::grey(k, count); 3]).collect(),
    };
    let other_looks = looks.len();
    // Further palettes that give the chosen look are not listed again.
    let others = looks.into_iter().take(MOST_LOOKS).map(|look| other(costume, look, &exact)).collect();

    let shadows: Vec<bool> = (0..count).map(|k| costume.is_shadow(k)).collect();
    let written = WrittenPalette::new(&exact, &shadows, costume.nothing, background);
    let source = chosen.as_ref().and_then(|(name, _)| {
        rooms.iter().find(|room| room.room == name.room && room.number == name.palette)
    });
    let colours = costume.palette.iter().zip(&exact).zip(&written.colours).enumerate();
    let colours = colours.map(|(k, ((&room_colour, &exact), &colour))| {
        let drawn = costume.is_drawn(k);
        Colour {
            room_colour,
            used: costume.is_used(k),
            exact: drawn.then_some(exact),
            carried_over: drawn && source.is_some_and(|room| room.palette.is_skipped(room_colour)),
            shadow: costume.is_shadow(k),
            written: colour,
        }
    });
    Palette {
        chosen: chosen.as_ref().map(|(name, _)| *name),
        choice,
        look: None,
        mapping: costume.mapping,
        transparent: costume.nothing,
        colours: colours.collect(),
        other_looks,
        others,
        written,
    }
}

/// Whether anything is visible in a room with this palette.
fn shows(rooms: &[RoomPalette], name: PaletteName) -> bool {
    rooms.iter().any(|room| room.name() == name && room.shows)
}

impl Palette {
    /// Returns the palette with other colours, and without the looks of other rooms, which it replaces. As many as a
    /// room has replace room colours; fewer replace pixel values in order, as palette files of an export list them.
    /// Colours beyond the given ones stay.
    #[must_use]
    pub(crate) fn recoloured(mut self, given: &[Rgb], background: Background) -> Self {
        let by_room = given.len() > self.colours.len();
        for (k, colour) in self.colours.iter_mut().enumerate() {
            let at = if by_room { usize::from(colour.room_colour) } else { k };
            if let (Some(exact), Some(now)) = (&mut colour.exact, given.get(at)) {
                *exact = *now;
            }
        }
        self.written = self.written_on(background);
        for (colour, written) in self.colours.iter_mut().zip(&self.written.colours) {
            colour.written = *written;
        }
        self.choice = Choice::Given;
        self.other_looks = 0;
        self.others.clear();
        self
    }

    /// Returns the palette to write for another background.
    pub(crate) fn written_on(&self, background: Background) -> WrittenPalette {
        let exact: Vec<Rgb> = self.colours.iter().map(|colour| colour.exact.unwrap_or_default()).collect();
        let shadows: Vec<bool> = self.colours.iter().map(|colour| colour.shadow).collect();
        WrittenPalette::new(&exact, &shadows, self.transparent, background)
    }
}

fn other(costume: &CostumeColours<'_>, look: SharedLook, chosen: &[Rgb]) -> Look {
    let pairs = look.colours.iter().zip(chosen).enumerate();
    let differing = pairs.filter(|(k, (a, b))| costume.is_used(*k) && a != b).count();
    let colours = look.colours.iter().enumerate();
    let colours = colours.map(|(k, rgb)| costume.is_used(k).then(|| text(*rgb)));
    Look { differing, colours: colours.collect(), palettes: look.names }
}

/// Formats a colour as `#rrggbb`.
pub(crate) fn text(rgb: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2])
}

fn as_display<S: Serializer>(it: &PaletteSource, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(it)
}

fn as_text<S: Serializer>(rgb: &Rgb, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&text(*rgb))
}

fn as_text_or_null<S: Serializer>(rgb: &Option<Rgb>, to: S) -> Result<S::Ok, S::Error> {
    match rgb {
        Some(rgb) => as_text(rgb, to),
        None => to.serialize_none(),
    }
}
