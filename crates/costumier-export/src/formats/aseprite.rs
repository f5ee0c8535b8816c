//! `.aseprite`: the costume as its artists would have it. Indexed; a layer for each limb, a tag for each
//! chore and facing, each picture as a cel where it stands, the anchor as the pivot of the slice `feet`.
//!
//! ```text
//! header: 128 bytes
//! frame:  length, 0xF1FA, number of chunks, milliseconds; then chunks of length, type, content
//!   first frame   0x2007 colour profile   0x2019, 0x0004 palette   0x2020 the costume's key
//!                 0x2004 a layer per limb, 0x2020 its name    0x2018 tags, 0x2020 for each     0x2022 slice
//!   every frame   0x2005 a cel per limb, 0x2020 the picture's key
//! ```
//! (Aseprite's `docs/ase-file-specs.md`; all numbers little-endian, lengths count themselves.)
//!
//! A limb that shows the same at the same place as in an earlier frame is *linked* to it: editing one edits
//! all. Cels are the stored pictures, mirrored where the actor is. Limbs are drawn in layer order, so the
//! layers together are what the painter draws.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use costumier::raw::draw::Look;
use costumier::{Colours, Costume, Limits, Painter, PictureKey, Placed, Stage};
use flate2::Compression;

use crate::film::shared_canvas::SharedCanvas;
use crate::formats::MovieOptions;
use crate::formats::deflate::Deflate;
use crate::image::Rect;
use crate::paths;
use crate::time::Clock;

/// Most frames of a file.
const MOST_FRAMES: usize = 0xFFFF;

/// What a limb shows, and where: cels for which this is the same are linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    limb: u8,
    picture: PictureKey,
    flip: bool,
    x: i32,
    y: i32,
}

/// A picture's size and its pixels, packed.
struct Packed {
    size: (u16, u16),
    zlib: Vec<u8>,
}

/// Writes a costume. `key` names it; pictures beyond the limits are left out.
///
/// # Errors
/// Where there are more frames, or larger pictures, than the format allows.
pub fn write(
    costume: &Costume,
    shared: &SharedCanvas<'_>,
    options: &MovieOptions<'_>,
    key: &str,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    if shared.frames() > MOST_FRAMES {
        return Err(format!("{} frames; at most {MOST_FRAMES} fit", shared.frames()));
    }
    let limbs = limbs(shared);
    let mut writer = Writer {
        costume,
        shared,
        options,
        painter: Painter::new(limits),
        stage: Stage::new(limits),
        deflate: Deflate::new(Compression::default()),
        packed: BTreeMap::new(),
        first: BTreeMap::new(),
        out,
    };
    writer.header()?;
    let mut number: u16 = 0;
    for scene in &shared.scenes {
        let mut clock = Clock::milliseconds(options.jiffies_per_tick);
        for (ticks, frame) in scene.shot.reel.ticks().iter().zip(&scene.shot.clip.frames) {
            let milliseconds = u16::try_from(clock.next(*ticks)).unwrap_or(u16::MAX);
            let start = writer.begin_frame(milliseconds);
            let mut chunks = 0;
            if number == 0 {
                chunks += writer.preface(&limbs, key)?;
            }
            for placed in &frame.placed {
                chunks += writer.cel(frame.mirrored, &limbs, placed, number)?;
            }
            writer.end_frame(start, chunks);
            number = number.saturating_add(1);
        }
    }
    let length =
        u32::try_from(writer.out.len()).map_err(|_| "the file would be larger than 4 GB".to_owned())?;
    patch(writer.out, 0, &length.to_le_bytes());
    Ok(())
}

/// The limbs that are seen, in drawing order.
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
    painter: Painter,
    stage: Stage,
    deflate: Deflate,
    /// Pictures, and whether they are mirrored.
    packed: BTreeMap<(PictureKey, bool), Packed>,
    /// The frame in which something was shown first.
    first: BTreeMap<Shown, u16>,
    out: &'a mut Vec<u8>,
}

impl Writer<'_> {
    fn header(&mut self) -> Result<(), String> {
        let side = |length: u32| {
            u16::try_from(length * self.options.scale)
                .map_err(|_| format!("a canvas of {length} × {} pixels", self.options.scale))
        };
        let (width, height) = (side(self.shared.width)?, side(self.shared.height)?);
        let frames = u16::try_from(self.shared.frames()).unwrap_or(u16::MAX);
        let colours = u16::try_from(self.options.palette.colours.len()).unwrap_or(256);
        self.out.clear();
        self.out.extend([0; 4]);
        for field in [0xA5E0, frames, width, height, 8] {
            self.word(field);
        }
        // Flags: layers' opacity is valid. Then the old speed, in milliseconds, and two zeros.
        self.dword(1);
        self.word(100);
        self.dword(0);
        self.dword(0);
        // The transparent index, three bytes, number of colours, square pixels; no grid.
        self.out.extend([self.options.palette.nothing, 0, 0, 0]);
        self.word(colours);
        self.out.extend([1, 1]);
        self.out.resize(128, 0);
        Ok(())
    }

    fn begin_frame(&mut self, milliseconds: u16) -> usize {
        let start = self.out.len();
        self.dword(0);
        self.word(0xF1FA);
        self.word(0);
        self.word(milliseconds);
        self.out.extend([0; 6]);
        start
    }

    fn end_frame(&mut self, start: usize, chunks: u32) {
        let length = u32::try_from(self.out.len() - start).unwrap_or(u32::MAX);
        patch(self.out, start, &length.to_le_bytes());
        // The old field of 16 bits, and the new one.
        patch(self.out, start + 6, &u16::try_from(chunks).unwrap_or(u16::MAX).to_le_bytes());
        patch(self.out, start + 12, &chunks.to_le_bytes());
    }

    /// What the first frame begins with. Returns the number of chunks.
    fn preface(&mut self, limbs: &[u8], key: &str) -> Result<u32, String> {
        let mut chunks = 6;
        // sRGB, no gamma of its own.
        self.chunk(0x2007, |w| w.out.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
        self.chunk(0x2019, Self::palette);
        self.chunk(0x0004, Self::old_palette);
        self.user_data(key);
        for limb in limbs {
            self.chunk(0x2004, |w| w.layer(*limb));
            self.user_data(&format!("limb-{limb:02}"));
            chunks += 2;
        }
        let tags = self.shared.tags();
        self.chunk(0x2018, |w| {
            w.word(u16::try_from(tags.len()).unwrap_or(u16::MAX));
            w.out.extend([0; 8]);
            for tag in &tags {
                w.word(u16::try_from(tag.from).unwrap_or(u16::MAX));
                w.word(u16::try_from(tag.to).unwrap_or(u16::MAX));
                // Forward; how often it is played, 0 for ever; six zeros; a colour that only old versions
                // show.
                w.out.push(0);
                w.word(u16::from(!tag.endless));
                w.out.extend([0; 6 + 3 + 1]);
                w.string(&tag.name);
            }
        });
        for scene in &self.shared.scenes {
            let action = &scene.shot.action;
            let mut text =
                format!("{} · chore {} · record {}", action.facing.name(), action.chore, action.record);
            for _ in scene.tags() {
                self.user_data(&text);
                chunks += 1;
                text.push_str(" · loop");
            }
        }
        self.chunk(0x2022, Self::slice);
        Ok(chunks)
    }

    fn palette(&mut self) {
        let palette = self.options.palette;
        let count = u32::try_from(palette.colours.len()).unwrap_or(256);
        self.dword(count);
        self.dword(0);
        self.dword(count.saturating_sub(1));
        self.out.extend([0; 8]);
        for index in (0..=u8::MAX).take(palette.colours.len()) {
            self.word(0);
            self.out.extend(palette.rgba(index));
        }
    }

    /// The palette as old versions read it. Aseprite writes both, and readers look behind this one for what
    /// is said of the whole.
    fn old_palette(&mut self) {
        let colours = &self.options.palette.colours;
        // One packet, from entry 0 on; 0 stands for 256 colours.
        self.out.extend([1, 0, 0, u8::try_from(colours.len()).unwrap_or(0)]);
        self.out.extend_from_slice(colours.as_flattened());
    }

    fn layer(&mut self, limb: u8) {
        // Visible and editable, prefers linked cels; a normal layer at the top level; two unused sizes;
        // normal blending.
        for field in [1 | 2 | 16, 0, 0, 0, 0, 0] {
            self.word(field);
        }
        self.out.extend([255, 0, 0, 0]);
        self.string(&format!("limb {limb}"));
    }

    /// A slice over the whole canvas whose pivot is the anchor.
    fn slice(&mut self) {
        let scale = self.options.scale;
        let factor = i32::try_from(scale).unwrap_or(1);
        self.dword(1);
        self.dword(2);
        self.dword(0);
        self.string("feet");
        for field in [0, 0, 0, self.shared.width * scale, self.shared.height * scale] {
            self.dword(field);
        }
        for side in [self.shared.anchor.0, self.shared.anchor.1] {
            self.out.extend(side.saturating_mul(factor).to_le_bytes());
        }
    }

    /// What a limb shows. Returns the number of chunks.
    fn cel(&mut self, mirrored: bool, limbs: &[u8], placed: &Placed, frame: u16) -> Result<u32, String> {
        let (picture, x) = (placed.picture, placed.x);
        // In codec 32 places may be mirrored where pixels are not.
        let (x, flip) = match self.costume.packed(picture) {
            Ok(packed) if mirrored => packed.mirrored(x),
            _ => (x, false),
        };
        let Ok(layer) = limbs.binary_search(&placed.limb) else { return Ok(0) };
        let layer = u16::try_from(layer).unwrap_or(u16::MAX);
        let Some((width, _)) = self.pack((picture, flip))? else { return Ok(0) };
        let scale = i64::from(self.options.scale);
        let anchor = (i64::from(self.shared.anchor.0), i64::from(self.shared.anchor.1));
        // Mirroring reflects about the anchor pixel.
        let left = match flip {
            true => anchor.0 - i64::from(x) - (i64::from(width) / scale - 1),
            false => anchor.0 + i64::from(x),
        };
        let place = [left, anchor.1 + i64::from(placed.y)].map(|side| i16::try_from(side * scale));
        let [Ok(x), Ok(y)] = place else {
            return Err("a picture lies further out than the format can say".to_owned());
        };
        let shown = Shown { limb: placed.limb, picture, flip, x: x.into(), y: y.into() };
        let linked = match self.first.entry(shown) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                entry.insert(frame);
                None
            }
        };
        self.chunk(0x2005, |w| {
            w.word(layer);
            w.out.extend(x.to_le_bytes());
            w.out.extend(y.to_le_bytes());
            w.out.push(255);
            w.word(if linked.is_some() { 1 } else { 2 });
            w.out.extend([0; 7]);
            if let Some(first) = linked {
                w.word(first);
            } else if let Some(picture) = w.packed.get(&(picture, flip)) {
                w.out.extend(picture.size.0.to_le_bytes());
                w.out.extend(picture.size.1.to_le_bytes());
                w.out.extend_from_slice(&picture.zlib);
            }
        });
        if linked.is_some() {
            return Ok(1);
        }
        self.user_data(&paths::picture(picture));
        Ok(2)
    }

    /// Draws, enlarges and packs a picture, unless that is done already. Returns its size; `None` where there
    /// is nothing to see.
    fn pack(&mut self, shown: (PictureKey, bool)) -> Result<Option<(u16, u16)>, String> {
        if let Some(packed) = self.packed.get(&shown) {
            return Ok(Some(packed.size));
        }
        let (key, flip) = shown;
        let Ok(picture) = self.costume.packed(key) else { return Ok(None) };
        let (width, height) = (u32::from(picture.width), u32::from(picture.height));
        // The painter draws it, so that what is peculiar to a codec's mirroring is here, too.
        let look = Look { flip, ..Look::new((anchor_of(flip, width), 0), &Colours::IDENTITY) };
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
            u16::try_from(length * scale).map_err(|_| format!("{width} × {height} pixels are too many"))
        };
        let size = (side(width)?, side(height)?);
        let zlib = self.deflate.zlib(&pixels)?.to_vec();
        self.packed.insert(shown, Packed { size, zlib });
        Ok(Some(size))
    }

    /// A text for what was written last.
    fn user_data(&mut self, text: &str) {
        self.chunk(0x2020, |w| {
            w.dword(1);
            w.string(text);
        });
    }

    fn chunk(&mut self, kind: u16, content: impl FnOnce(&mut Self)) {
        let start = self.out.len();
        self.dword(0);
        self.word(kind);
        content(self);
        let length = u32::try_from(self.out.len() - start).unwrap_or(u32::MAX);
        patch(self.out, start, &length.to_le_bytes());
    }

    fn word(&mut self, value: u16) {
        self.out.extend(value.to_le_bytes());
    }

    fn dword(&mut self, value: u32) {
        self.out.extend(value.to_le_bytes());
    }

    fn string(&mut self, text: &str) {
        // Names and keys are far shorter than the format's 65,535 bytes.
        let text: String = text.chars().take(1000).collect();
        self.word(u16::try_from(text.len()).unwrap_or(u16::MAX));
        self.out.extend_from_slice(text.as_bytes());
    }
}

/// The anchor of a picture whose left column is to be at 0: mirroring reflects about the anchor's pixel.
fn anchor_of(flip: bool, width: u32) -> i32 {
    if flip { i32::try_from(width).unwrap_or(i32::MAX) - 1 } else { 0 }
}

/// Writes a field that was not known when its place was passed.
fn patch(out: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(field) = out.get_mut(at..at + bytes.len()) {
        field.copy_from_slice(bytes);
    }
}
