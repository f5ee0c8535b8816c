//! Where colours come from, and the palette that is written.
//!
//! ```text
//! picture: costume colour k ─▸ costume palette: room colour e ─▸ a room's palette ─▸ red, green, blue
//! ```
//! Only scripts know in which rooms a costume is seen. So every palette of the game is a candidate. The room that owns the
//! costume comes first; then the other looks that the game could give it, the one that most rooms share first. Rooms whose palettes agree
//! in all colours that the costume uses count as one look. The choice and the others are stored in the manifest.
//!
//! Where the interpreter has a shadow table, room colour 13 is no colour but a shadow: it darkens what is beneath (`reference/04 §7.3`).

pub use costumier::game::Rgb;
use costumier::game::{self, Game};
use serde::Serialize;

use crate::options::Background;
use crate::palette::WrittenPalette;

/// A palette and the room that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPalette {
    /// The room.
    pub room: u32,
    /// Which of the room's palettes: 0 for CLUT or the first APAL.
    pub number: u16,
    /// Its colours.
    pub palette: game::RoomPalette,
}

impl RoomPalette {
    /// The palettes of all rooms of a game that can be read.
    #[must_use]
    pub fn all(game: &Game) -> Vec<Self> {
        let rooms = game.rooms().filter(|room| room.present).filter_map(|room| game.room(room.id).ok());
        let palettes = rooms.flat_map(|room| {
            let palettes = (0_u16..).zip(room.palettes);
            palettes.map(move |(number, palette)| Self { room: room.id, number, palette })
        });
        palettes.collect()
    }
}

/// Which palette, by room and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PaletteName {
    /// The room.
    pub room: u32,
    /// Which of the room's palettes.
    pub palette: u16,
}

/// How the palette was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The room was asked for.
    Asked,
    /// It is the room that owns the costume.
    OwningRoom,
    /// The owning room has no palette, or one that makes a silhouette of the costume (rooms that only hold resources have such): most
    /// other rooms give it this look.
    MostRooms,
    /// No room has a palette: shades of grey.
    Grey,
}

/// One look that the game's palettes can give a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Look {
    /// The palettes that give it.
    pub palettes: Vec<PaletteName>,
    /// How many costume colours differ from the chosen look.
    pub differing: usize,
    /// The colour of each costume colour, `#rrggbb`.
    pub colours: Vec<String>,
}

/// The colours of a costume, where they come from, and how they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// Whose palette; `null` for shades of grey.
    pub chosen: Option<PaletteName>,
    /// Why that one.
    pub choice: Choice,
    /// Each costume colour.
    pub colours: Vec<Colour>,
    /// The other looks, likeliest first.
    pub others: Vec<Look>,
    /// The palette to write.
    #[serde(skip)]
    pub written: WrittenPalette,
}

/// One costume colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Colour {
    /// The room colour that the costume's palette names.
    pub room_colour: u8,
    /// Its exact colour; `null` for entry 0, which is never drawn.
    #[serde(serialize_with = "as_text_or_null")]
    pub exact: Option<Rgb>,
    /// Whether the room's palette leaves this colour as the room before had it: then it depends on the way through the game, and
    /// black stands for it.
    pub carried_over: bool,
    /// Whether it is a shadow: half black where a format knows half-transparency.
    pub shadow: bool,
    /// The colour in the files' palettes.
    #[serde(serialize_with = "as_text")]
    pub written: Rgb,
}

/// The room colour that the interpreter makes shadows of.
pub const SHADOW_COLOUR: u8 = 13;

/// Most other looks that are told of.
const MOST_LOOKS: usize = 8;

/// What a costume says about its colours.
#[derive(Clone, Copy, Debug)]
pub struct CostumeColours<'a> {
    /// Room colour of each costume colour.
    pub palette: &'a [u8],
    /// The room that owns the costume.
    pub room: u32,
    /// Whether the interpreter makes shadows of [`SHADOW_COLOUR`].
    pub shadows: bool,
}

/// Finds the colours of a costume; `asked` overrules the room that owns it.
#[must_use]
pub fn resolve(
    costume: &CostumeColours<'_>,
    asked: Option<u32>,
    rooms: &[RoomPalette],
    background: Background,
) -> Palette {
    let mut looks = looks(costume.palette, rooms);
    let wanted = asked.unwrap_or(costume.room);
    let of_wanted = |name: &PaletteName| name.room == wanted;
    let found = looks
        .iter()
        .enumerate()
        .filter_map(|(i, look)| look.names.iter().find(|name| of_wanted(name)).map(|name| (*name, i)))
        .min_by_key(|(name, _)| name.palette);
    let colourful = looks.iter().position(|look| !look.is_silhouette());
    let (chosen, choice) = match (found, colourful) {
        (Some((_, i)), Some(other)) if asked.is_none() && looks[i].is_silhouette() => {
            let look = looks.remove(other);
            (look.names.first().copied().map(|name| (name, look)), Choice::MostRooms)
        }
        (Some((name, i)), _) => {
            let look = looks.remove(i);
            let choice = if asked.is_some() { Choice::Asked } else { Choice::OwningRoom };
            (Some((name, look)), choice)
        }
        (None, None) if looks.is_empty() => (None, Choice::Grey),
        (None, other) => {
            let look = looks.remove(other.unwrap_or(0));
            (look.names.first().copied().map(|name| (name, look)), Choice::MostRooms)
        }
    };
    // The owner's other palettes are likelier than other rooms' ones.
    looks.sort_by_key(|look| !look.names.iter().any(of_wanted));

    let count = costume.palette.len();
    let exact = match &chosen {
        Some((_, look)) => look.colours.clone(),
        None => (0..count).map(|k| [grey(k, count); 3]).collect(),
    };
    let mut others: Vec<Look> = Vec::new();
    // What the chosen look's palettes give is no other look, so its further palettes are not listed again.
    for look in looks.into_iter().take(MOST_LOOKS) {
        let differing = look.colours.iter().zip(&exact).skip(1).filter(|(a, b)| a != b).count();
        let colours = look.colours.into_iter().map(text).collect();
        others.push(Look { palettes: look.names, differing, colours });
    }
    let is_shadow = |k: usize, room_colour: u8| k != 0 && costume.shadows && room_colour == SHADOW_COLOUR;
    let shadows: Vec<bool> = costume.palette.iter().enumerate().map(|(k, e)| is_shadow(k, *e)).collect();
    let written = WrittenPalette::new(&exact, &shadows, background);
    let colours = costume.palette.iter().zip(&exact).zip(&written.colours).enumerate();
    let source = chosen.as_ref().and_then(|(name, _)| {
        rooms.iter().find(|room| room.room == name.room && room.number == name.palette)
    });
    let colours = colours.map(|(k, ((&room_colour, &exact), &colour))| Colour {
        room_colour,
        exact: (k != 0).then_some(exact),
        carried_over: k != 0 && source.is_some_and(|room| room.palette.is_skipped(room_colour)),
        shadow: is_shadow(k, room_colour),
        written: colour,
    });
    let colours = colours.collect();
    Palette { chosen: chosen.map(|(name, _)| name), choice, colours, others, written }
}

/// Palettes that colour the costume alike.
struct SharedLook {
    names: Vec<PaletteName>,
    colours: Vec<Rgb>,
}

impl SharedLook {
    /// Whether all of the costume has the same colour.
    fn is_silhouette(&self) -> bool {
        let seen = self.colours.get(1..).unwrap_or_default();
        seen.len() > 1 && seen.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// All looks, the most shared first; entry 0 does not count.
fn looks(costume_palette: &[u8], rooms: &[RoomPalette]) -> Vec<SharedLook> {
    let mut looks: Vec<SharedLook> = Vec::new();
    for room in rooms {
        let name = PaletteName { room: room.room, palette: room.number };
        let applied = room.palette.applied();
        let colours: Vec<Rgb> = costume_palette
            .iter()
            .enumerate()
            .map(|(k, e)| if k == 0 { [0; 3] } else { applied[usize::from(*e)] })
            .collect();
        match looks.iter_mut().find(|look| look.colours == colours) {
            Some(look) => look.names.push(name),
            None => looks.push(SharedLook { names: vec![name], colours }),
        }
    }
    // Stable: of two looks shared by as many palettes, the one of the lower room stays first.
    looks.sort_by_key(|look| std::cmp::Reverse(look.names.len()));
    looks
}

fn grey(k: usize, count: usize) -> u8 {
    u8::try_from(k * 255 / count.saturating_sub(1).max(1)).unwrap_or(255)
}

/// `#rrggbb`.
pub(crate) fn text(rgb: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2])
}

fn as_text<S: serde::Serializer>(rgb: &Rgb, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&text(*rgb))
}

fn as_text_or_null<S: serde::Serializer>(rgb: &Option<Rgb>, to: S) -> Result<S::Ok, S::Error> {
    match rgb {
        Some(rgb) => as_text(rgb, to),
        None => to.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(room: u32, number: u16, change: &[(usize, Rgb)]) -> RoomPalette {
        let mut colours = [[0; 3]; 256];
        for (i, colour) in colours.iter_mut().enumerate() {
            *colour = [u8::try_from(i).unwrap(), 0, 0];
        }
        for &(i, rgb) in change {
            colours[i] = rgb;
        }
        RoomPalette { room, number, palette: game::RoomPalette { colours, skips_white: true } }
    }

    fn costume(room: u32) -> CostumeColours<'static> {
        CostumeColours { palette: &[0, 10, 20, 30], room, shadows: true }
    }

    #[test]
    fn room_colour_13_is_a_shadow_where_there_is_a_table() {
        for shadows in [true, false] {
            let costume = CostumeColours { palette: &[13, 10, 13], room: 1, shadows };
            let it = resolve(&costume, None, &[room(1, 0, &[])], Background::Transparent);
            assert_eq!(it.colours.iter().map(|c| c.shadow).collect::<Vec<_>>(), [false, false, shadows]);
            assert_eq!(it.colours[2].exact, Some([13, 0, 0]), "the exact colour is told either way");
        }
    }

    #[test]
    fn the_owner_s_palette_is_taken_and_the_others_are_ranked() {
        let rooms = [
            room(1, 0, &[(10, [1, 2, 3])]),
            room(2, 0, &[]),
            room(2, 1, &[(20, [9, 9, 9]), (30, [8, 8, 8])]),
            room(3, 0, &[(10, [7, 7, 7])]),
            room(4, 0, &[(10, [7, 7, 7]), (99, [1, 1, 1])]),
        ];
        let it = resolve(&costume(2), None, &rooms, Background::Transparent);
        assert_eq!((it.chosen, it.choice), (Some(PaletteName { room: 2, palette: 0 }), Choice::OwningRoom));
        let exact: Vec<_> = it.colours.iter().map(|c| c.exact).collect();
        assert_eq!(exact, [None, Some([10, 0, 0]), Some([20, 0, 0]), Some([30, 0, 0])]);
        // The owner's second palette, then what two rooms share (they differ in a colour that the costume does not use).
        let others: Vec<_> =
            it.others.iter().map(|l| (l.palettes[0].room, l.palettes.len(), l.differing)).collect();
        assert_eq!(others, [(2, 1, 2), (3, 2, 1), (1, 1, 1)]);
        assert_eq!(it.others[0].colours[2], "#090909");

        let asked = resolve(&costume(2), Some(4), &rooms, Background::Transparent);
        assert_eq!((asked.chosen, asked.choice), (Some(PaletteName { room: 4, palette: 0 }), Choice::Asked));
    }

    #[test]
    fn an_owner_that_makes_a_silhouette_is_passed_over_unless_asked_for() {
        let black: [(usize, Rgb); 3] = [10, 20, 30].map(|i| (i, [0; 3]));
        let rooms = [room(1, 0, &black), room(2, 0, &black), room(3, 0, &[])];
        let it = resolve(&costume(1), None, &rooms, Background::Transparent);
        assert_eq!((it.chosen.map(|c| c.room), it.choice), (Some(3), Choice::MostRooms));
        assert_eq!(it.others.len(), 1, "the silhouette is still told of");
        let asked = resolve(&costume(1), Some(1), &rooms, Background::Transparent);
        assert_eq!((asked.chosen.map(|c| c.room), asked.choice), (Some(1), Choice::Asked));
        let only = resolve(&costume(1), None, &rooms[..2], Background::Transparent);
        assert_eq!((only.chosen.map(|c| c.room), only.choice), (Some(1), Choice::OwningRoom));
    }

    #[test]
    fn colours_that_a_palette_leaves_alone_are_marked() {
        let rooms = [room(1, 0, &[(20, [255; 3]), (30, [251; 3])])];
        let it = resolve(&costume(1), None, &rooms, Background::Transparent);
        assert_eq!(
            it.colours.iter().map(|c| c.carried_over).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        assert_eq!(it.colours[2].exact, Some([0; 3]));
    }

    #[test]
    fn without_an_owner_the_most_shared_look_is_taken_and_without_rooms_grey() {
        let rooms = [room(1, 0, &[(10, [1, 2, 3])]), room(2, 0, &[]), room(3, 0, &[])];
        let it = resolve(&costume(9), None, &rooms, Background::Transparent);
        assert_eq!((it.chosen.map(|c| c.room), it.choice), (Some(2), Choice::MostRooms));
        let it = resolve(&costume(9), None, &[], Background::Transparent);
        assert_eq!((it.chosen, it.choice), (None, Choice::Grey));
        assert_eq!(it.colours[3].exact, Some([255; 3]));
    }
}
