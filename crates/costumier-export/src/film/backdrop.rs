//! The room behind an animation, for `--background room`. The actor stands where it could in the game, and the frame
//! is a part of the screen around it, large enough to recognise the room.
//!
//! Frames are room colours in the room's palette, without transparency. If the interpreter has shadow tables, colour
//! 13 is drawn as a shadow of half brightness, because only a game's scripts know which table they set.

use std::sync::Arc;

use costumier::cast::ScriptLook;
use costumier::draw::shadow_table;
use costumier::draw::{ActorColours, ShadowTables};
use costumier::format::screen::Pattern;
use costumier::game::{ObjectsShown, Room, WalkBox};
use costumier::{Bounds, Colours, Costume, Error, ErrorKind, Game, Result};

use crate::colour::WrittenPalette;
use crate::options::Framing;

/// Brightness of the pixels beneath a shadow, in 256ths.
const SHADOW: u16 = 128;

/// A room's picture with its colours.
#[derive(Clone, Debug)]
pub struct Backdrop {
    room: u32,
    palette: u16,
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// The position of an actor.
    spot: (i32, i32),
    /// Width and height of the game's screen.
    screen: (u32, u32),
    written: WrittenPalette,
    shadow: [u8; 256],
}

impl Backdrop {
    /// Opens a room and reads its picture. `palette` is the number of the room's palette; `dotted` shows the room in
    /// the pattern of the game's screen; `objects` chooses its objects.
    ///
    /// # Errors
    /// As [`Game::room`] and [`Room::background`]; [`ErrorKind::Unsupported`] if pixels have 16 bits, because a
    /// costume's 256 colours and the room's do not fit into one palette.
    pub fn open(
        game: &Game,
        (room, palette): (u32, u16),
        dotted: bool,
        objects: ObjectsShown,
    ) -> Result<Self> {
        if game.dialect().high_colour.is_some() {
            let why =
                "a room behind animations where pixels have 16 bits; `costumier render` draws such scenes";
            return Err(Error::new(ErrorKind::Unsupported(why.to_owned()), "background"));
        }
        let it = game.room(room)?;
        let pixels = it.scenery(&objects.into())?.pixels;
        let colours = it.palettes.get(usize::from(palette)).map_or([[0; 3]; 256], |it| it.applied());
        let exact = WrittenPalette {
            colours: colours.to_vec(),
            alpha: Vec::new(),
            nothing: 0,
            ..WrittenPalette::default()
        };
        let mixed = || Pattern::of_ega(&it.ega_mix(palette.into()));
        let pattern = dotted.then(|| game.fixed_pattern().unwrap_or_else(mixed));
        let themselves: Vec<u8> = (0..=u8::MAX).collect();
        let written = pattern.map_or_else(|| exact.clone(), |pattern| exact.on_screen(&pattern, &themselves));
        Ok(Self {
            room,
            palette,
            width: it.width,
            height: it.height,
            pixels,
            spot: spot(&it),
            screen: game.dialect().screen_size(),
            written,
            shadow: shadow_table(&colours, [SHADOW; 3], (0, 255)),
        })
    }

    /// Whether it is this room in this palette.
    #[must_use]
    pub fn is(&self, room: u32, palette: u16) -> bool {
        (self.room, self.palette) == (room, palette)
    }

    /// Returns the colours of its pixels, exactly those of the room.
    #[must_use]
    pub fn palette(&self) -> &WrittenPalette {
        &self.written
    }

    /// Returns the room's pixels and their number per row.
    pub(crate) fn pixels(&self) -> (&[u8], u16) {
        (&self.pixels, self.width)
    }

    /// Returns the colours of a costume in this room.
    pub(crate) fn colours(&self, costume: &Costume, look: Option<&ScriptLook>) -> Colours {
        let mut actor = ActorColours::of(costume);
        if let Some(look) = look {
            actor.put_on(costume, look);
        }
        if costume.dialect().shadow_table && costume.as_cost().is_some() {
            actor.shadow = ShadowTables::One(&self.shadow);
        }
        Colours::of_actor(&actor)
    }

    /// Returns the part of the room behind an animation, and the position of the anchor in it. `bounds` are around
    /// the anchor, which is `offset` from the feet.
    ///
    /// Without a place, the feet are in the middle of the largest walk box, or as near to it as keeps the whole
    /// animation inside the room. The part is as large as the animation with its margin, at least half a screen if no
    /// margin is set, and lies inside the room if the room is large enough.
    #[must_use]
    pub fn view(&self, bounds: Bounds, offset: (i32, i32), framing: &Framing) -> View {
        let bounds = moved(bounds, offset);
        let room = (i32::from(self.width), i32::from(self.height));
        let spot = framing.place.unwrap_or_else(|| {
            let x = inside(self.spot.0.saturating_add(bounds.left), bounds.width(), room.0) - bounds.left;
            let y = inside(self.spot.1.saturating_add(bounds.top), bounds.height(), room.1) - bounds.top;
            (x, y)
        });
        let margin = u32::from(framing.margin.unwrap_or(MARGIN));
        let side = |length: u32, screen: u32, room: i32| {
            let room = u32::try_from(room).unwrap_or(0);
            let with_margin = length.saturating_add(2 * margin);
            match (framing.whole_screen, framing.margin) {
                (true, _) => screen.min(room),
                (false, Some(_)) => with_margin.min(room),
                (false, None) => with_margin.max(screen / 2).min(room),
            }
            // A small room cuts nothing off the animation.
            .max(if framing.place.is_none() { length } else { 1 })
        };
        let size =
            (side(bounds.width(), self.screen.0, room.0), side(bounds.height(), self.screen.1, room.1));
        let start = |spot: i32, least: i32, length: u32, size: u32, room: i32| {
            let spare = size.saturating_sub(length) / 2;
            let wished = spot.saturating_add(least).saturating_sub(coordinate(spare));
            inside(wished, size, room)
        };
        let corner = (
            start(spot.0, bounds.left, bounds.width(), size.0, room.0),
            start(spot.1, bounds.top, bounds.height(), size.1, room.1),
        );
        // Patterns are aligned with the screen, so the part begins at a multiple of their size.
        let step = if self.written.pattern.is_some() { 4 } else { 1 };
        let over = (corner.0.rem_euclid(step), corner.1.rem_euclid(step));
        let corner = (corner.0.saturating_sub(over.0), corner.1.saturating_sub(over.1));
        let more = |size: u32, over: i32| size.saturating_add(u32::try_from(over).unwrap_or(0));
        let size = (more(size.0, over.0), more(size.1, over.1));
        let anchor = (spot.0.saturating_add(offset.0), spot.1.saturating_add(offset.1));
        View { corner, size, anchor: (anchor.0.saturating_sub(corner.0), anchor.1.saturating_sub(corner.1)) }
    }
}

/// A part of a room with an actor in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The room's pixel at its upper left corner.
    pub corner: (i32, i32),
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Position of the anchor in the part, which pictures are placed from.
    pub anchor: (i32, i32),
}

/// Default number of empty pixels around an animation.
const MARGIN: u16 = 16;

/// Returns bounds moved by a distance.
fn moved(bounds: Bounds, (x, y): (i32, i32)) -> Bounds {
    Bounds {
        left: bounds.left.saturating_add(x),
        top: bounds.top.saturating_add(y),
        right: bounds.right.saturating_add(x),
        bottom: bounds.bottom.saturating_add(y),
    }
}

/// Returns the start of a range of this length, moved inside the room.
fn inside(start: i32, length: u32, room: i32) -> i32 {
    start.min(room.saturating_sub(coordinate(length))).max(0)
}

fn coordinate(v: u32) -> i32 {
    i32::try_from(v).unwrap_or(i32::MAX)
}

/// Returns the backdrop of a costume, reusing the last one if it fits.
///
/// # Errors
/// As [`Backdrop::open`].
pub(crate) fn find(
    kept: &mut Option<Arc<Backdrop>>,
    game: &Game,
    (room, palette): (u32, u16),
    dotted: bool,
    objects: ObjectsShown,
) -> Result<Arc<Backdrop>> {
    match kept {
        Some(backdrop) if backdrop.is(room, palette) => Ok(Arc::clone(backdrop)),
        _ => Ok(Arc::clone(kept.insert(Arc::new(Backdrop::open(game, (room, palette), dotted, objects)?)))),
    }
}

/// Returns a position where an actor may stand: the middle of the largest walk box in front of all z-planes; without
/// boxes, a place below the middle.
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

/// Returns twice the area of a walk box.
fn area(walk_box: &WalkBox) -> i64 {
    let next = walk_box.corners.iter().cycle().skip(1);
    let cross = |(x1, y1): &(i16, i16), (x2, y2): &(i16, i16)| {
        i64::from(*x1) * i64::from(*y2) - i64::from(*x2) * i64::from(*y1)
    };
    walk_box.corners.iter().zip(next).map(|(corner, next)| cross(corner, next)).sum::<i64>().abs()
}
