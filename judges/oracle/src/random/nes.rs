//! Random graphics of the NES: rooms of tiles in four palettes, two sets of sprites, costumes as rows of frames.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::nes::{LOOKS, NesSource, Sprite, SpriteSetSource};
use costumier::game::Plane;
use costumier_build::classic::ClassicBuilder;
use costumier_build::room::{ObjectSource, RoomSource};

use crate::failure::{Failure, Outcome};
use crate::pack::PackCostume;
use crate::random::nes_objects::Change;
use crate::rng::Rng;

/// Colours of the NES.
const COLOURS: u8 = 63;

/// The colour of the empty screen. No frame's number is shown in it.
const NO_COLOUR: u8 = 0x1D;

/// Columns of the only rooms that are narrower than the screen.
pub(crate) const NARROW: u16 = 224;

/// Tiles of a room's own.
const ROOM_TILES: usize = 30;

/// The tile of the character X: characters are counted from the space on, and the table of texts does not change them.
/// Texts use the tiles that all rooms share.
const SEEN: u8 = b'X' - b' ';

/// The table of characters' tiles.
const TEXTS: u16 = 77;

/// What a pack has besides rooms and costumes.
#[derive(Clone, Debug)]
pub(crate) struct Graphics {
    base: Vec<[u8; 64]>,
    sets: [SpriteSetSource; 2],
    /// The set of sprites that scripts choose.
    pub(crate) set: u8,
    /// What objects' pictures become at random.
    pub(crate) seed: u64,
    /// A rule of theirs that is broken.
    pub(crate) broken: Option<Change>,
}

impl Graphics {
    /// Adds all of it to a game; it belongs to this room.
    pub(crate) fn add(&self, game: &mut ClassicBuilder, room: u8) -> Outcome<()> {
        game.base_tiles(room, &self.base);
        for (number, set) in (0..).zip(&self.sets) {
            game.sprites(number, room, set).map_err(|why| Failure::because("random sprites", why))?;
        }
        game.costume(TEXTS, room, (0..=u8::MAX).collect());
        game.costume(TEXTS + 1, room, vec![0; 64]);
        Ok(())
    }
}

fn tile(rng: &mut Rng) -> [u8; 64] {
    let holes = rng.chance(50);
    std::array::from_fn(|_| if holes && rng.chance(40) { 0 } else { rng.byte(0, 3) })
}

fn palette(rng: &mut Rng) -> [u8; 16] {
    std::array::from_fn(|_| rng.byte(0, COLOURS))
}

/// Four palettes of different colours, for texts are in one of them; now and then the second is also the third.
fn room_palette(rng: &mut Rng) -> [u8; 16] {
    let mut all: Vec<u8> = (0..=COLOURS).filter(|colour| *colour != NO_COLOUR).collect();
    let mut colours = std::array::from_fn(|_| all.remove(rng.below(all.len())));
    for four in colours.as_chunks_mut::<4>().0 {
        if rng.chance(25) {
            four[2] = four[1];
        }
    }
    colours
}

/// Columns and rows of 2 × 2 tiles, and the first of the four colours of each.
type Cells = BTreeMap<(u16, u16), usize>;

/// Gives a room and its objects pictures that the NES can show, and planes that hide by their tiles.
pub(crate) fn paint(rng: &mut Rng, room: &mut RoomSource) {
    let pool: Vec<_> = (0..ROOM_TILES).map(|_| tile(rng)).collect();
    let colours = room_palette(rng);
    let hides = room.planes.iter().any(|plane| !plane.is_clear());
    let cells = cells((0, 0), (room.width, room.height), |_| 4 * rng.below(4));
    let draw = |rng: &mut Rng, corner, size: (u16, u16), hides: bool, cells: &Cells, pixels: &mut [u8]| {
        let mut plane = Plane::new(size.0, size.1);
        for (top, left) in (0..size.1).step_by(8).flat_map(|y| (0..size.0).step_by(8).map(move |x| (y, x))) {
            let palette = cells[&cell(corner, (left, top))];
            let (tile, hidden) = (rng.pick(&pool), hides && rng.chance(40));
            for (at, value) in (0..64u16).zip(tile) {
                let (x, y) = (left + at % 8, top + at / 8);
                pixels[usize::from(y) * usize::from(size.0) + usize::from(x)] =
                    colours[palette + usize::from(value)];
                plane.set(x, y, hidden && value != 0);
            }
        }
        plane
    };
    let size = (room.width, room.height);
    room.planes = vec![draw(rng, (0, 0), size, hides, &cells, &mut room.background)];
    // What no object sets the palette of for itself is everybody's in the room's.
    let places = |object: &ObjectSource| ((object.left, object.top), (object.width, object.height));
    let shared: BTreeSet<(u16, u16)> = room
        .objects
        .iter()
        .flat_map(|object| {
            let (corner, size) = places(object);
            let tiles = (0..size.1).step_by(8).flat_map(move |y| (0..size.0).step_by(8).map(move |x| (x, y)));
            let alone = tiles.filter(move |tile| !is_own(corner, size, *tile));
            alone.map(move |tile| cell(corner, tile))
        })
        .collect();
    for object in &mut room.objects {
        let (corner, size) = places(object);
        let own =
            self::cells(corner, size, |at| if shared.contains(&at) { cells[&at] } else { 4 * rng.below(4) });
        for picture in object.pictures.values_mut() {
            let hides = rng.chance(70);
            picture.planes = vec![Some(draw(rng, corner, size, hides, &own, &mut picture.pixels))];
        }
    }
}

/// The room's block of 2 × 2 tiles that holds a pixel of a picture with this corner.
fn cell(corner: (u16, u16), (x, y): (u16, u16)) -> (u16, u16) {
    ((corner.0 + x) / 16, (corner.1 + y) / 16)
}

/// All 2 × 2 tiles of the room that a picture touches.
fn cells(corner: (u16, u16), size: (u16, u16), mut colours: impl FnMut((u16, u16)) -> usize) -> Cells {
    let mut all = Cells::new();
    for (y, x) in (0..size.1).step_by(8).flat_map(|y| (0..size.0).step_by(8).map(move |x| (y, x))) {
        let at = cell(corner, (x, y));
        all.entry(at).or_insert_with(|| colours(at));
    }
    all
}

/// Whether an object sets the palette of one of its tiles: of the blocks of 2 × 2 in which pairs of its tiles begin.
fn is_own(corner: (u16, u16), size: (u16, u16), (x, y): (u16, u16)) -> bool {
    let begins = |corner: u16, size: u16, at: u16| {
        (0..size / 16).any(|pair| (corner + 16 * pair) / 16 == (corner + at) / 16)
    };
    begins(corner.0, size.0, x) && begins(corner.1, size.1, y)
}

fn sprites(rng: &mut Rng) -> SpriteSetSource {
    let mut set = SpriteSetSource { palette: palette(rng), ..SpriteSetSource::default() };
    set.tiles = (0..rng.byte(20, 200)).map(|_| tile(rng)).collect();
    let last = u8::try_from(set.tiles.len() - 1).unwrap_or(u8::MAX);
    let mut numbers: Vec<u8> = (0..).take(LOOKS.len()).collect();
    numbers.sort_by_key(|number| LOOKS[usize::from(*number)]);
    for number in numbers {
        let look = LOOKS[usize::from(number)];
        let twin = set.costumes.keys().find(|other| LOOKS[usize::from(**other)] == look);
        let frames = match twin.and_then(|twin| set.costumes.get(twin)) {
            Some(frames) => frames.clone(),
            None => (0..FRAMES).map(|_| frame(rng, last)).collect(),
        };
        set.costumes.insert(number, frames);
    }
    set
}

/// Frames of each costume.
const FRAMES: u8 = 6;

fn frame(rng: &mut Rng, last: u8) -> Vec<Sprite> {
    (0..rng.byte(1, 12))
        .map(|_| {
            let far = rng.chance(20);
            let (across, down) = if far { ((-32, 31), (-64, 63)) } else { ((-12, 12), (-40, 4)) };
            let small = |number: i32| i8::try_from(number).unwrap_or(0);
            Sprite {
                tile: rng.byte(0, last),
                palette: rng.byte(0, 3),
                x: small(rng.range(across.0, across.1)),
                y: small(rng.range(down.0, down.1)),
                flipped: rng.chance(40),
            }
        })
        .collect()
}

/// Graphics, and the costumes 1 to 24.
pub(crate) fn graphics(rng: &mut Rng) -> Outcome<(Graphics, Vec<PackCostume>)> {
    let mut base: Vec<[u8; 64]> = (0..=SEEN).map(|_| tile(rng)).collect();
    (base[0], base[usize::from(SEEN)]) = ([0; 64], [3; 64]);
    let graphics = Graphics {
        base,
        sets: [sprites(rng), sprites(rng)],
        set: rng.byte(0, 1),
        seed: rng.seed(),
        broken: None,
    };
    let costumes = (1..LOOKS.len())
        .map(|_| {
            let mut source = NesSource::new();
            for record in &mut source.records {
                *record = (0..rng.byte(1, 4)).map(|_| rng.byte(0, FRAMES - 1)).collect();
            }
            let payload = source.write().map_err(|why| Failure::because("a random costume", why))?;
            Ok(PackCostume { payload, source: None })
        })
        .collect::<Outcome<_>>()?;
    Ok((graphics, costumes))
}
