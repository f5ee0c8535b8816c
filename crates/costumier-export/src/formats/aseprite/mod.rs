//! The format `.aseprite`: a costume as an indexed sprite with a layer for each limb, a tag for each chore and
//! facing, each picture as a cel at its place, and the anchor as the pivot of the slice `feet`.
//!
//! A limb that shows the same at the same place as in an earlier frame has a *linked* cel: editing one edits all.
//! Cels are the stored pictures, mirrored if the actor is. Layers are in the drawing order of limbs, so that together
//! they show what the painter draws.

mod file;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use costumier::draw::DrawOptions;
use costumier::{Colours, Costume, Limits, Painter, PictureKey, Placed, Stage};
pub use file::{Cel, MOST_FRAMES, SpriteFile};
use flate2::Compression;

use crate::film::shared_canvas::SharedCanvas;
use crate::formats::MovieOptions;
use crate::formats::deflate::Deflate;
use crate::image::{ImageError, Rect};
use crate::paths;
use crate::time::Clock;

/// What a limb shows, and where. Cels with the same value are linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CelKey {
    limb: u8,
    picture: PictureKey,
    flip: bool,
    x: i32,
    y: i32,
}

/// The size of a picture, and its packed pixels.
struct Packed {
    size: (u16, u16),
    zlib: Vec<u8>,
}

/// Writes a costume. `key` is stored as its name. Pictures beyond the limits are left out.
///
/// # Errors
/// If there are more frames, or larger pictures, than the format allows.
pub fn write(
    costume: &Costume,
    shared: &SharedCanvas<'_>,
    options: &MovieOptions<'_>,
    key: &str,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Result<(), ImageError> {
    if shared.frames() > MOST_FRAMES {
        return Err(ImageError::of(format!(
            "the file would have {} frames; at most {MOST_FRAMES} are possible",
            shared.frames()
        )));
    }
    let scale = options.scale;
    let side = |length: u32| {
        u16::try_from(length * scale)
            .map_err(|_| format!("a canvas side of {length} × {scale} pixels is too long for the format"))
    };
    let size = (side(shared.width)?, side(shared.height)?);
    let frames = u16::try_from(shared.frames()).unwrap_or(u16::MAX);
    let palette = options.palette;
    let file = SpriteFile::begin(out, size, frames, palette.colours.len(), palette.nothing);
    let mut writer = Writer {
        costume,
        shared,
        options,
        limbs: limbs(shared),
        painter: Painter::new(limits),
        stage: Stage::new(limits),
        deflate: Deflate::new(Compression::default()),
        packed: BTreeMap::new(),
        first: BTreeMap::new(),
        file,
    };
    let mut number: u16 = 0;
    for scene in &shared.scenes {
        let mut clock = Clock::milliseconds(options.jiffies_per_tick);
        for (ticks, frame) in scene.shot.reel.ticks().iter().zip(&scene.shot.clip.frames) {
            writer.file.frame(u16::try_from(clock.next(*ticks)).unwrap_or(u16::MAX))?;
            if number == 0 {
                writer.preface(size, key);
            }
            for placed in &frame.placed {
                writer.cel(frame.mirrored, placed, number)?;
            }
            number = number.saturating_add(1);
        }
    }
    writer.file.finish()
}

/// Returns the limbs that are visible, in drawing order.
fn limbs(shared: &SharedCanvas<'_>) -> Vec<u8> {
    let frames = shared.scenes.iter().flat_map(|scene| &scene.shot.clip.frames);
    let mut limbs: Vec<u8> = frames.flat_map(|frame| frame.placed.iter().map(|it| it.limb)).collect();
    limbs.sort_unstable();
    limbs.dedup();
    limbs
}

struct Writer<'a> {
    costume: &'a Costume,
    shared: &'a SharedCanvas<'a>,
    options: &'a MovieOptions<'a>,
    /// The visible limbs, in drawing order.
    limbs: Vec<u8>,
    painter: Painter,
    stage: Stage,
    deflate: Deflate,
    /// The packed pictures, each with whether it is mirrored.
    packed: BTreeMap<(PictureKey, bool), Packed>,
    /// The frame in which something was first shown.
    first: BTreeMap<CelKey, u16>,
    file: SpriteFile<'a>,
}

impl Writer<'_> {
    /// Writes the chunks at the beginning of the first frame.
    fn preface(&mut self, size: (u16, u16), key: &str) {
        let Self { file, shared, options, limbs, .. } = self;
        let palette = options.palette;
        let entries = (0..=u8::MAX).take(palette.colours.len());
        file.palette(&entries.map(|index| palette.rgba(index)).collect::<Vec<_>>());
        file.text(key);
        for limb in limbs {
            file.layer(&format!("limb {limb}"));
            file.text(&format!("limb-{limb:02}"));
        }
        file.tags(&shared.tags());
        for scene in &shared.scenes {
            let action = &scene.shot.action;
            let mut text =
                format!("{} · chore {} · record {}", action.facing.name(), action.chore, action.record);
            for _ in scene.tags() {
                file.text(&text);
                text.push_str(" · loop");
            }
        }
        let factor = i32::try_from(options.scale).unwrap_or(1);
        let (x, y) = shared.anchor;
        file.feet(size, (x.saturating_mul(factor), y.saturating_mul(factor)));
    }

    /// Writes what a limb shows.
    fn cel(&mut self, mirrored: bool, placed: &Placed, frame: u16) -> Result<(), ImageError> {
        let (picture, x) = (placed.picture, placed.x);
        // In codec 32, positions may be mirrored although pixels are not.
        let (x, flip) = match self.costume.packed(picture) {
            Ok(packed) if mirrored != placed.mirrored => packed.mirrored(x),
            _ => (x, false),
        };
        let Ok(layer) = self.limbs.binary_search(&placed.limb) else { return Ok(()) };
        let layer = u16::try_from(layer).unwrap_or(u16::MAX);
        let Some((width, _)) = self.pack((picture, flip))? else { return Ok(()) };
        let scale = i64::from(self.options.scale);
        let anchor = (i64::from(self.shared.anchor.0), i64::from(self.shared.anchor.1));
        // Mirroring reflects at the anchor's pixel.
        let left = match flip {
            true => anchor.0 - i64::from(x) - (i64::from(width) / scale - 1),
            false => anchor.0 + i64::from(x),
        };
        let place = [left, anchor.1 + i64::from(placed.y)].map(|side| i16::try_from(side * scale));
        let [Ok(x), Ok(y)] = place else {
            return Err(ImageError::of("a picture is too far from the anchor for the format"));
        };
        let shown = CelKey { limb: placed.limb, picture, flip, x: x.into(), y: y.into() };
        match self.first.entry(shown) {
            Entry::Occupied(entry) => self.file.cel(layer, (x, y), Cel::Linked(*entry.get())),
            Entry::Vacant(entry) => {
                entry.insert(frame);
                if let Some(own) = self.packed.get(&(picture, flip)) {
                    self.file.cel(layer, (x, y), Cel::Packed(own.size, &own.zlib));
                    self.file.text(&paths::picture(picture));
                }
            }
        }
        Ok(())
    }

    /// Draws, enlarges and packs a picture, once. Returns its size, or `None` if nothing is visible.
    fn pack(&mut self, shown: (PictureKey, bool)) -> Result<Option<(u16, u16)>, ImageError> {
        if let Some(packed) = self.packed.get(&shown) {
            return Ok(Some(packed.size));
        }
        let (key, flip) = shown;
        let Ok(picture) = self.costume.packed(key) else { return Ok(None) };
        let (width, height) = (u32::from(picture.width), u32::from(picture.height));
        // The painter draws it, because some codecs mirror in special ways.
        let look = DrawOptions { flip, ..DrawOptions::new((anchor_of(flip, width), 0), &Colours::IDENTITY) };
        let cleared = self.stage.clear(width, height, self.options.palette.nothing);
        let drawn = cleared.and_then(|()| self.painter.draw(&mut self.stage, &picture, (0, 0), &look));
        if picture.pixels() == 0 || drawn.is_err() {
            return Ok(None);
        }
        let scale = self.options.scale;
        let mut pixels = Vec::new();
        let whole = Rect { left: 0, top: 0, right: width, bottom: height };
        self.options.palette.cut(self.stage.pixels(), width, whole, scale, &mut pixels);
        let side = |length: u32| {
            u16::try_from(length * scale)
                .map_err(|_| format!("{width} × {height} pixels are too many for a cel"))
        };
        let size = (side(width)?, side(height)?);
        let zlib = self.deflate.zlib(&pixels)?.to_vec();
        self.packed.insert(shown, Packed { size, zlib });
        Ok(Some(size))
    }
}

/// Returns the anchor of a picture whose left column is at 0. Mirroring reflects at the anchor's pixel.
fn anchor_of(flip: bool, width: u32) -> i32 {
    if flip { i32::try_from(width).unwrap_or(i32::MAX) - 1 } else { 0 }
}
