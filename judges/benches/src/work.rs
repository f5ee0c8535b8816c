//! The library's side of the comparison: passes over a corpus, shared by timing and counting.

use costumier::draw::ActorColours;
use costumier::draw::{Cel, DrawOptions};
use costumier::format::codec::{ColourTable, Decoder};
use costumier::game::Plane;
use costumier::scene::ActorPlacement;
use costumier::{Actor, Colours, Painter, PictureKey, Placed, Stage};

use crate::corpus::Corpus;
use crate::naive::{self, How, Surface};

/// The stage: the engine's screen.
pub const WIDTH: u16 = 320;
/// Its height in pixels.
pub const HEIGHT: u16 = 200;

/// One way of drawing.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Its name in tables.
    pub name: &'static str,
    /// Whether pictures are mirrored.
    pub flip: bool,
    /// Whether a mask hides pixels.
    pub masked: bool,
    /// 255 is full size.
    pub scale: u8,
}

/// The measured ways of drawing.
pub const WAYS: [Way; 6] = [
    Way { name: "draw", flip: false, masked: false, scale: 255 },
    Way { name: "draw mirrored", flip: true, masked: false, scale: 255 },
    Way { name: "draw masked", flip: false, masked: true, scale: 255 },
    Way { name: "draw scale 210", flip: false, masked: false, scale: 210 },
    Way { name: "draw scale 210 masked", flip: false, masked: true, scale: 210 },
    Way { name: "draw scale 128", flip: false, masked: false, scale: 128 },
];

/// A mask that hides irregular bands, about a quarter of the stage.
#[must_use]
pub fn mask() -> Plane {
    let mut plane = Plane::new(WIDTH, HEIGHT);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            plane.set(x, y, (x + y / 3) % 53 < 11 || (x * 7 + y * 5) % 97 < 6);
        }
    }
    plane
}

/// An empty stage, or one with a mask.
///
/// # Panics
/// Never: the size is allowed.
#[must_use]
pub fn stage(masked: bool) -> Stage {
    let Ok(mut stage) = Stage::empty(u32::from(WIDTH), u32::from(HEIGHT), 0) else {
        unreachable!("a stage of this size is allowed")
    };
    let planes = if masked { vec![mask()] } else { Vec::new() };
    stage.show(&vec![0; usize::from(WIDTH) * usize::from(HEIGHT)], WIDTH, &planes, 0, 0);
    stage
}

/// Returns the same stage for the plain painter.
#[must_use]
pub fn surface(masked: bool) -> Surface {
    Surface {
        width: i32::from(WIDTH),
        height: i32::from(HEIGHT),
        pixels: vec![0; usize::from(WIDTH) * usize::from(HEIGHT)],
        mask: if masked { mask().bits().to_vec() } else { Vec::new() },
    }
}

/// The colours of each costume.
#[must_use]
pub fn colours(corpus: &Corpus) -> Vec<Colours> {
    corpus.palettes.iter().map(|palette| Colours::of_actor(&ActorColours::new(palette))).collect()
}

/// Where picture `i` is drawn: its place in relation to the anchor is that of a standing figure, the anchor
/// wanders so that every picture lies on the stage.
#[must_use]
pub fn place(i: usize, size: (u16, u16)) -> ((i32, i32), (i32, i32)) {
    let (width, height) = (i32::from(size.0), i32::from(size.1));
    let anchor = (70 + (i * 13 % 180) as i32, 100 + (i * 7 % 95) as i32);
    (anchor, (-width / 2, 1 - height))
}

/// Decodes all pictures to rows, into one buffer.
pub fn decode(corpus: &Corpus, decoder: &mut Decoder, rows: &mut Vec<u8>) {
    for p in &corpus.pictures {
        decoder.rows(&p.data, corpus.depth, (p.width, p.height), &ColourTable::IDENTITY, rows);
        std::hint::black_box(&*rows);
    }
}

/// Draws all pictures.
///
/// # Panics
/// If a picture is too large, which does not happen.
pub fn draw(corpus: &Corpus, colours: &[Colours], way: Way, painter: &mut Painter, stage: &mut Stage) {
    for (i, p) in corpus.pictures.iter().enumerate() {
        let (anchor, at) = place(i, (p.width, p.height));
        let look = DrawOptions {
            flip: way.flip,
            scale: [way.scale; 2],
            plane: u8::from(way.masked),
            ..DrawOptions::new(anchor, &colours[p.costume])
        };
        let drawn = painter.draw(stage, &p.packed(corpus.depth), at, &look);
        assert!(drawn.is_ok_and(|drawn| !drawn.clipped));
    }
}

/// Limbs of a frame in the actor sets.
pub const LIMBS: usize = 3;

/// Draws all pictures as frames of actors with three limbs, in stored colours; without them, it computes the colours
/// for every frame, as ScummVM does.
///
/// # Panics
/// If a picture is too large, which does not happen.
pub fn frames(corpus: &Corpus, way: Way, kept: Option<&[Colours]>, painter: &mut Painter, stage: &mut Stage) {
    let mut pose = Vec::with_capacity(LIMBS);
    for (i, limbs) in corpus.pictures.chunks_exact(LIMBS).enumerate() {
        let anew;
        let colours = match kept {
            Some(kept) => &kept[limbs[0].costume],
            None => {
                anew = Colours::of_actor(&ActorColours::new(&corpus.palettes[limbs[0].costume]));
                &anew
            }
        };
        pose.clear();
        pose.extend((0..LIMBS as u8).zip(limbs).map(|(limb, p)| {
            let (x, y) = place(0, (p.width, p.height)).1;
            Placed { limb, picture: PictureKey { limb, index: 0 }, x, y, shaded: false, mirrored: false }
        }));
        let look = DrawOptions {
            flip: way.flip,
            scale: [way.scale; 2],
            plane: u8::from(way.masked),
            ..DrawOptions::new(place(i, (0, 0)).0, colours)
        };
        let find = |key: PictureKey| Ok(limbs[usize::from(key.limb)].packed(corpus.depth));
        let drawn = painter.draw_all(stage, &pose, &look, find);
        assert!(drawn.is_ok_and(|drawn| !drawn.clipped));
    }
}

/// Draws the same with the plain painter.
pub fn naive_frames(corpus: &Corpus, way: Way, surface: &mut Surface, table: &[u8; 256]) {
    for (i, limbs) in corpus.pictures.chunks_exact(LIMBS).enumerate() {
        for p in limbs {
            let (anchor, at) = (place(i, (0, 0)).0, place(0, (p.width, p.height)).1);
            let palette = &corpus.palettes[p.costume];
            let how = How { palette, anchor, at, flip: way.flip, scale: way.scale, table };
            naive::draw(surface, p, corpus.depth, &how);
        }
    }
}

/// Returns all pictures as cels.
///
/// # Panics
/// If a picture is too large, which does not happen.
#[must_use]
pub fn cels(corpus: &Corpus, colours: &[Colours]) -> Vec<Cel> {
    let mut painter = Painter::default();
    let cel = |p: &crate::corpus::Picture| {
        painter.cel(&p.packed(corpus.depth), &colours[p.costume], false).ok().flatten()
    };
    let cels: Vec<Cel> = corpus.pictures.iter().filter_map(cel).collect();
    assert_eq!(cels.len(), corpus.pictures.len());
    cels
}

/// Draws all cels onto a stage.
pub fn draw_cels(cels: &[Cel], masked: bool, stage: &mut Stage) {
    for (i, cel) in cels.iter().enumerate() {
        let (anchor, at) = place(i, cel.size());
        std::hint::black_box(cel.draw(stage, at, anchor, u8::from(masked)));
    }
}

/// Returns how the plain painter draws picture `i` in the same way.
#[must_use]
pub fn how<'a>(corpus: &'a Corpus, i: usize, way: Way, table: &'a [u8; 256]) -> How<'a> {
    let p = &corpus.pictures[i];
    let (anchor, at) = place(i, (p.width, p.height));
    How { palette: &corpus.palettes[p.costume], anchor, at, flip: way.flip, scale: way.scale, table }
}

/// The scale table by its rule, for the plain painter (`docs/format/drawing.md §4`).
#[must_use]
pub fn scale_table() -> [u8; 256] {
    let mut table = [255; 256];
    for (i, value) in (0_u8..=255).zip(&mut table).skip(1) {
        *value = if i >= 128 {
            (i - 128).reverse_bits()
        } else {
            let q = 128 - i;
            q.wrapping_sub((1 << q.ilog2()) * 3_u8).reverse_bits()
        };
    }
    table
}

/// Plays so many ticks of each actor.
pub fn ticks(actors: &mut [Actor], count: usize) {
    for actor in actors {
        for _ in 0..count {
            std::hint::black_box(actor.tick(&mut ()));
        }
    }
}

/// Plays so many loops of the interpreter for one actor: draw, then tick.
///
/// # Panics
/// If a picture cannot be drawn, which does not happen.
pub fn play(
    actor: &mut Actor,
    loops: usize,
    placed: &ActorPlacement<'_>,
    painter: &mut Painter,
    stage: &mut Stage,
) {
    for _ in 0..loops {
        let drawn = painter.draw_actor(stage, actor, placed);
        assert!(drawn.is_ok_and(|drawn| !drawn.clipped));
        actor.tick(&mut ());
    }
}

/// An actor in its colours on the middle of the stage.
#[must_use]
pub fn placed(way: Way, colours: &Colours) -> ActorPlacement<'_> {
    let mut placed = ActorPlacement::new((160, 150), colours);
    (placed.scale, placed.plane, placed.peek.flip) = ([way.scale; 2], u8::from(way.masked), way.flip);
    placed
}
