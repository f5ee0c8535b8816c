//! Where colours come from, and the palette that is written.
//!
//! ```text
//! picture: costume colour k ─▸ costume palette: room colour e ─▸ a room's palette ─▸ red, green, blue
//! ```
//! Only scripts know in which rooms a costume is seen. So every palette of the game is a candidate. The room that owns the
//! costume comes first; then the other looks that the game could give it, the one that most rooms share first. Rooms whose palettes agree
//! in all colours that the costume uses count as one look. The choice and the others are stored in the manifest.
//!
//! **Twins.** Costume palettes often give two entries the same colour. Editors that find indices by colour would melt them into one. So
//! the written palette moves a twin to the nearest colour that nobody has; the exact colour stands in the manifest.

use costumier::game;
pub use costumier::game::Rgb;
use serde::Serialize;

use crate::options::Background;

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
    /// The owning room has no palette: most other rooms give it this look.
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
    /// The colour in the files' palettes.
    #[serde(serialize_with = "as_text")]
    pub written: Rgb,
}

impl Palette {
    /// The palette to write, entry by entry.
    #[must_use]
    pub fn written(&self) -> Vec<Rgb> {
        self.colours.iter().map(|colour| colour.written).collect()
    }
}

/// Entry 0 where it is transparent: programs that know no transparency show this.
const TRANSPARENT: Rgb = [255, 0, 255];

/// Most other looks that are told of.
const MOST_LOOKS: usize = 8;

/// Finds the colours of a costume that lies in `owner` and has this costume palette. `asked` overrules the owner.
#[must_use]
pub fn resolve(
    costume_palette: &[u8],
    owner: u32,
    asked: Option<u32>,
    rooms: &[RoomPalette],
    background: Background,
) -> Palette {
    let mut looks = looks(costume_palette, rooms);
    let wanted = asked.unwrap_or(owner);
    let of_wanted = |name: &PaletteName| name.room == wanted;
    let found = looks
        .iter()
        .enumerate()
        .filter_map(|(i, look)| look.names.iter().find(|name| of_wanted(name)).map(|name| (*name, i)))
        .min_by_key(|(name, _)| name.palette);
    let (chosen, choice) = match found {
        Some((name, i)) => {
            let look = looks.remove(i);
            let choice = if asked.is_some() { Choice::Asked } else { Choice::OwningRoom };
            (Some((name, look)), choice)
        }
        None if looks.is_empty() => (None, Choice::Grey),
        None => {
            let look = looks.remove(0);
            (look.names.first().copied().map(|name| (name, look)), Choice::MostRooms)
        }
    };
    // The owner's other palettes are likelier than other rooms' ones.
    looks.sort_by_key(|look| !look.names.iter().any(of_wanted));

    let count = costume_palette.len();
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
    let written = distinct(&exact, background);
    let colours = costume_palette.iter().zip(&exact).zip(written).enumerate();
    let source = chosen.as_ref().and_then(|(name, _)| {
        rooms.iter().find(|room| room.room == name.room && room.number == name.palette)
    });
    let colours = colours.map(|(k, ((&room_colour, &exact), written))| Colour {
        room_colour,
        exact: (k != 0).then_some(exact),
        carried_over: k != 0 && source.is_some_and(|room| room.palette.is_skipped(room_colour)),
        written,
    });
    Palette { chosen: chosen.map(|(name, _)| name), choice, colours: colours.collect(), others }
}

/// Palettes that colour the costume alike.
struct SharedLook {
    names: Vec<PaletteName>,
    colours: Vec<Rgb>,
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

/// Gives every entry a colour of its own: the first of several twins keeps its colour, the others move to the nearest free one.
/// Entry 0 becomes the background.
fn distinct(exact: &[Rgb], background: Background) -> Vec<Rgb> {
    let mut written = exact.to_vec();
    // Entry 0 gives way where it is only a stand-in for "nothing", and has its way where it is seen.
    let order: Vec<usize> = match (background, written.first_mut()) {
        (_, None) => return written,
        (Background::Colour(rgb), Some(first)) => {
            *first = rgb;
            (0..exact.len()).collect()
        }
        (Background::Transparent, Some(first)) => {
            *first = TRANSPARENT;
            (1..exact.len()).chain([0]).collect()
        }
    };
    let mut keeps = vec![false; written.len()];
    for (n, &k) in order.iter().enumerate() {
        keeps[k] = !order[..n].iter().any(|&earlier| written[earlier] == written[k]);
    }
    let mut taken: Vec<Rgb> = order.iter().filter(|&&k| keeps[k]).map(|&k| written[k]).collect();
    for k in order.into_iter().filter(|&k| !keeps[k]) {
        written[k] = nearest_free(written[k], &taken);
        taken.push(written[k]);
    }
    written
}

/// The free colour nearest to `rgb`. Blue counts least and green most, as to the eye.
fn nearest_free(rgb: Rgb, taken: &[Rgb]) -> Rgb {
    const REACH: i16 = 7;
    let mut best = (u32::MAX, rgb);
    for r in -REACH..=REACH {
        for g in -REACH..=REACH {
            for b in -REACH..=REACH {
                let distance = [(r, 3), (g, 6), (b, 1)].map(|(d, w)| u32::from(d.unsigned_abs()).pow(2) * w);
                let distance = distance.iter().sum();
                if distance >= best.0 {
                    continue;
                }
                let moved = |channel: u8, by: i16| u8::try_from(i16::from(channel) + by).ok();
                if let (Some(r), Some(g), Some(b)) = (moved(rgb[0], r), moved(rgb[1], g), moved(rgb[2], b))
                    && !taken.contains(&[r, g, b])
                {
                    best = (distance, [r, g, b]);
                }
            }
        }
    }
    best.1
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
        RoomPalette { room, number, palette: game::RoomPalette { colours } }
    }

    const COSTUME: [u8; 4] = [0, 10, 20, 30];

    #[test]
    fn the_owner_s_palette_is_taken_and_the_others_are_ranked() {
        let rooms = [
            room(1, 0, &[(10, [1, 2, 3])]),
            room(2, 0, &[]),
            room(2, 1, &[(20, [9, 9, 9]), (30, [8, 8, 8])]),
            room(3, 0, &[(10, [7, 7, 7])]),
            room(4, 0, &[(10, [7, 7, 7]), (99, [1, 1, 1])]),
        ];
        let it = resolve(&COSTUME, 2, None, &rooms, Background::Transparent);
        assert_eq!((it.chosen, it.choice), (Some(PaletteName { room: 2, palette: 0 }), Choice::OwningRoom));
        let exact: Vec<_> = it.colours.iter().map(|c| c.exact).collect();
        assert_eq!(exact, [None, Some([10, 0, 0]), Some([20, 0, 0]), Some([30, 0, 0])]);
        // The owner's second palette, then what two rooms share (they differ in a colour that the costume does not use).
        let others: Vec<_> =
            it.others.iter().map(|l| (l.palettes[0].room, l.palettes.len(), l.differing)).collect();
        assert_eq!(others, [(2, 1, 2), (3, 2, 1), (1, 1, 1)]);
        assert_eq!(it.others[0].colours[2], "#090909");

        let asked = resolve(&COSTUME, 2, Some(4), &rooms, Background::Transparent);
        assert_eq!((asked.chosen, asked.choice), (Some(PaletteName { room: 4, palette: 0 }), Choice::Asked));
    }

    #[test]
    fn colours_that_a_palette_leaves_alone_are_marked() {
        let rooms = [room(1, 0, &[(20, [255; 3]), (30, [251; 3])])];
        let it = resolve(&COSTUME, 1, None, &rooms, Background::Transparent);
        assert_eq!(
            it.colours.iter().map(|c| c.carried_over).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        assert_eq!(it.colours[2].exact, Some([0; 3]));
    }

    #[test]
    fn without_an_owner_the_most_shared_look_is_taken_and_without_rooms_grey() {
        let rooms = [room(1, 0, &[(10, [1, 2, 3])]), room(2, 0, &[]), room(3, 0, &[])];
        let it = resolve(&COSTUME, 9, None, &rooms, Background::Transparent);
        assert_eq!((it.chosen.map(|c| c.room), it.choice), (Some(2), Choice::MostRooms));
        let it = resolve(&COSTUME, 9, None, &[], Background::Transparent);
        assert_eq!((it.chosen, it.choice), (None, Choice::Grey));
        assert_eq!(it.colours[3].exact, Some([255; 3]));
    }

    #[test]
    fn twins_are_told_apart_by_next_to_nothing() {
        let exact = [[0; 3], [0; 3], [40, 50, 60], [0; 3], [0, 0, 1], [40, 50, 60]];
        let written = distinct(&exact, Background::Transparent);
        assert_eq!(written[0], TRANSPARENT);
        assert_eq!(written[1..3], exact[1..3], "the first of a kind keeps its colour");
        assert_eq!(written[4], exact[4], "and is not taken away by a twin of another");
        for (k, (a, b)) in written.iter().zip(exact).enumerate().skip(1) {
            let distance: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
            assert!(distance <= 2, "{k}: {a:?} {b:?}");
            assert_eq!(written.iter().filter(|c| *c == a).count(), 1, "{k}");
        }
    }

    #[test]
    fn a_palette_of_one_colour_only_still_has_64_different_ones() {
        for background in [Background::Transparent, Background::Colour([0; 3]), Background::Colour([255; 3])]
        {
            for rgb in [[0; 3], [255; 3], [255, 0, 255]] {
                let mut written = distinct(&[rgb; 64], background);
                written.sort_unstable();
                written.dedup();
                assert_eq!(written.len(), 64);
            }
        }
    }

    #[test]
    fn a_background_colour_is_exact() {
        let written = distinct(&[[1; 3], [9; 3], [5; 3]], Background::Colour([9; 3]));
        assert_eq!(written[0], [9; 3]);
        assert_ne!(written[1], [9; 3]);
        assert_eq!(written[2], [5; 3]);
    }
}
