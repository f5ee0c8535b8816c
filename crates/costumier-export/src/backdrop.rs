//! The room behind an animation, for `--background room`: the actor stands where it could in the game, and the frame is what the canvas
//! cuts out of that.
//!
//! Frames are then room colours in the room's palette, and nothing is transparent. Colour 13 is drawn as a shadow of half brightness where
//! the interpreter has shadow tables: which one a game's scripts set, only they know.

use std::sync::Arc;

use costumier::Result;
use costumier::costume::Costume;
use costumier::draw::{ActorColours, Colours, ShadowTables, shadow_table};
use costumier::game::{Game, Room, WalkBox};
use costumier::screen::ega_pairs;

use crate::palette::WrittenPalette;

/// How bright shadows leave what is beneath, in 256ths.
const SHADOW: u16 = 128;

/// A room's picture with its colours.
#[derive(Clone, Debug)]
pub struct Backdrop {
    room: u32,
    palette: u16,
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// Where an actor stands.
    spot: (i32, i32),
    written: WrittenPalette,
    shadow: [u8; 256],
}

impl Backdrop {
    /// Opens a room and reads its picture; `palette` is the number of the palette that it is seen in, `ega` whether on an EGA screen.
    ///
    /// # Errors
    /// What [`Game::room`] and [`Room::background`] say.
    pub fn open(game: &Game, (room, palette): (u32, u16), ega: bool) -> Result<Self> {
        let it = game.room(room)?;
        let pixels = it.background()?.pixels;
        let colours = it.palettes.get(usize::from(palette)).map_or([[0; 3]; 256], |it| it.applied());
        let exact =
            WrittenPalette { colours: colours.to_vec(), alpha: Vec::new(), nothing: 0, pairs: Vec::new() };
        let written = match (ega, &it.ega_pairs) {
            (false, _) => exact,
            (true, Some(pairs)) => exact.on_ega(&pairs[..]),
            (true, None) => exact.on_ega(&ega_pairs(&colours)),
        };
        Ok(Self {
            room,
            palette,
            width: it.width,
            height: it.height,
            pixels,
            spot: spot(&it),
            written,
            shadow: shadow_table(&colours, [SHADOW; 3], (0, 255)),
        })
    }

    /// Whether it is this room in this palette.
    #[must_use]
    pub fn is(&self, room: u32, palette: u16) -> bool {
        (self.room, self.palette) == (room, palette)
    }

    /// The colours of its pixels: the room's, exactly.
    #[must_use]
    pub fn palette(&self) -> &WrittenPalette {
        &self.written
    }

    /// The room's pixels and their number per row.
    pub(crate) fn pixels(&self) -> (&[u8], u16) {
        (&self.pixels, self.width)
    }

    /// What an actor in this costume writes on it.
    pub(crate) fn colours(&self, costume: &Costume) -> Colours {
        let mut actor = ActorColours::of(costume);
        if costume.dialect().shadow_table && costume.as_cost().is_some() {
            actor.shadow = ShadowTables::One(&self.shadow);
        }
        Colours::of_actor(&actor)
    }

    /// The part of the room that a canvas of this size shows whose anchor is there: its left column and top row. The actor stands where it
    /// may, or as near to that as leaves the canvas inside the room.
    pub(crate) fn view(&self, (width, height): (u32, u32), anchor: (i32, i32)) -> (i32, i32) {
        let inside = |start: i32, length: u32, room: u16| {
            let length = i32::try_from(length).unwrap_or(i32::MAX);
            start.min(i32::from(room).saturating_sub(length)).max(0)
        };
        let left = self.spot.0.saturating_sub(anchor.0);
        let top = self.spot.1.saturating_sub(anchor.1);
        (inside(left, width, self.width), inside(top, height, self.height))
    }
}

/// Finds the backdrop of a costume, keeping the one that was used last.
///
/// # Errors
/// As [`Backdrop::open`].
pub(crate) fn find(
    kept: &mut Option<Arc<Backdrop>>,
    game: &Game,
    (room, palette): (u32, u16),
    ega: bool,
) -> Result<Arc<Backdrop>> {
    match kept {
        Some(backdrop) if backdrop.is(room, palette) => Ok(Arc::clone(backdrop)),
        _ => Ok(Arc::clone(kept.insert(Arc::new(Backdrop::open(game, (room, palette), ega)?)))),
    }
}

/// Where an actor may stand: the middle of the largest walk box in front of everything; without boxes, somewhere below the middle.
#[must_use]
pub fn spot(room: &Room) -> (i32, i32) {
    let boxes = room.boxes.iter().skip(room.first_box);
    let boxes = boxes.filter(|walk_box| walk_box.flags & WalkBox::INVISIBLE == 0);
    match boxes.max_by_key(|walk_box| (walk_box.mask == 0, area(walk_box))) {
        Some(walk_box) => {
            let corners = walk_box.corners.iter();
            let (x, y) =
                corners.fold((0, 0), |(x, y), corner| (x + i32::from(corner.0), y + i32::from(corner.1)));
            (x / 4, y / 4)
        }
        None => (i32::from(room.width) / 2, i32::from(room.height) * 3 / 4),
    }
}

/// Twice the area of a walk box.
fn area(walk_box: &WalkBox) -> i64 {
    let next = walk_box.corners.iter().cycle().skip(1);
    let cross = |(x1, y1): &(i16, i16), (x2, y2): &(i16, i16)| {
        i64::from(*x1) * i64::from(*y2) - i64::from(*x2) * i64::from(*y1)
    };
    walk_box.corners.iter().zip(next).map(|(corner, next)| cross(corner, next)).sum::<i64>().abs()
}
