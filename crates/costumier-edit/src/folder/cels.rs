//! Reads pictures from `.aseprite` files: a picture is what a layer shows in a frame.
//!
//! **Note:** a cel rarely keeps its size. Art programs cut off transparent margins, and enlarge a cel when somebody
//! paints beyond it. So only the visible pixels on the canvas count: a picture keeps its size and place if they are
//! inside it, moves if its cel was moved, and grows if some are outside.

use std::collections::{BTreeMap, BTreeSet};

use costumier::PictureKey;

use super::pixels::{PictureReader, PixelBudget, ReadPicture, size_of};
use super::report::Report;
use super::source::PictureEntry;
use crate::pictures::aseprite::{Cel, Sprite};
use crate::pictures::png::{DecodedImage, Pixels};
use crate::pictures::recover;
use crate::pictures::rows::{cut, lay, painted_rect};

/// An `.aseprite` file, and which of its pictures were read.
pub(super) struct OpenSprite<'a> {
    sprite: Sprite<'a>,
    /// Layer and frame of each picture that was read.
    read: BTreeSet<(usize, usize)>,
    /// The pixels of pictures without margins, now and before: width and rows.
    looks: BTreeSet<TrimmedCel>,
    /// The first frame of each layer whose cel has a name, by that name.
    named: BTreeMap<usize, BTreeMap<String, usize>>,
    /// Layers whose warning is in the report already.
    told: BTreeSet<usize>,
}

/// Width and pixels of a picture without its margins.
pub(crate) type TrimmedCel = (usize, Vec<u8>);

/// Largest number of pixels of a picture.
const MOST: usize = 1 << 23;

/// A box: left, top, right, bottom.
type Box4 = [i32; 4];

/// Cuts a picture out of its cel. Returns it and its corner on the canvas; `layer`, `frame` and `file` are where it is
/// in messages.
fn cut_out(
    (cel, rect): (Option<Cel>, Option<Box4>),
    transparent: u8,
    (layer, frame, file): (&str, usize, &str),
    path: &str,
    report: &mut Report,
) -> Option<(DecodedImage, (i32, i32))> {
    match (cel, rect) {
        (Some(cel), Some(rect)) => {
            let seen = seen(&cel, rect, transparent);
            if seen.is_none() {
                let text = format!("its pixels in {file} are too far from {rect:?} to be one picture");
                report.refuse(path, text);
            }
            seen
        }
        (Some(Cel { at, found }), None) => Some((found, at)),
        (None, Some(rect)) => {
            report.note(path, &format!("layer {layer:?} shows nothing in frame {frame}"));
            Some((nothing(rect, transparent), (rect[0], rect[1])))
        }
        (None, None) => {
            report.refuse(path, format!("layer {layer:?} of {file} shows nothing in frame {frame}"));
            None
        }
    }
}

impl<'a> PictureReader<'a> {
    pub(super) fn on_layer(
        &mut self,
        entry: &PictureEntry,
        file: &str,
        was: Option<PictureKey>,
        path: &str,
        report: &mut Report,
    ) -> Option<ReadPicture> {
        let Some((layer, frame)) = entry.layer() else {
            report.refuse(
                path,
                "a picture in an .aseprite file needs layer = \"NAME\" and frame = N, counted from 1",
            );
            return None;
        };
        let known = was.and_then(self.before).map(|before| before.rows);
        let open = self.sprite(file, report)?;
        let number = open
            .sprite
            .layer_named(layer)
            .map_err(|why| report.refuse(path, format!("{file} {why}")))
            .ok()?;
        if open.sprite.is_hidden(number) && open.told.insert(number) {
            report.note(file, &format!("layer {layer:?} is hidden, and is read anyway"));
        }
        let Some(frame_in_text) = frame.checked_sub(1) else {
            report.refuse(path, "frame 0 does not exist; frames are counted from 1");
            return None;
        };
        let frame = open.frame_of(number, frame_in_text, &entry.name);
        if frame != frame_in_text {
            report.note(path, &format!("was moved to frame {} of {file}", frame + 1));
        }
        let cel = open.sprite.cel(number, frame).map_err(|why| report.refuse(file, why)).ok()?;
        open.read.insert((number, frame));
        let transparent = open.sprite.transparent();
        let rect = entry.rect.map(|[left, top, width, height]| {
            let [left, top, width, height] =
                [left, top, width, height].map(|n| i32::try_from(n).unwrap_or(0xFFFF).min(0xFFFF));
            [left, top, left + width, top + height]
        });
        if entry.rect.is_some_and(|[_, _, width, height]| width.saturating_mul(height) > MOST) {
            report.refuse(
                path,
                format!("the rect {:?} is too large for a picture", entry.rect.unwrap_or_default()),
            );
            return None;
        }
        let is_whole = cel.as_ref().zip(rect).is_some_and(|(cel, [left, top, right, bottom])| {
            let size = (side(cel.found.width), side(cel.found.height));
            cel.at == (left, top) && size == (right - left, bottom - top)
        });
        let place = (layer, frame + 1, file);
        let (found, corner) = cut_out((cel, rect), transparent, place, path, report)?;
        if !self.left.take(found.width.saturating_mul(found.height)) {
            report.refuse(path, PixelBudget::EXCEEDED);
            return None;
        }
        let from = rect.map_or(corner, |rect| (rect[0], rect[1]));
        let mut moved = (corner.0 - from.0, corner.1 - from.1);
        let mut size = size_of(&found, path, report)?;
        // Places count on the canvas.
        let on_canvas = |n: i32| usize::try_from(n).unwrap_or(0);
        let at = (on_canvas(corner.0), on_canvas(corner.1));
        let mut rows = self.indices((&found, at), was, path, file, report)?;
        let hole = self.palette.as_ref().map_or(transparent, |palette| palette.transparent);
        let width = usize::from(size.0);
        let (now, at) = trimmed(&rows, width, hole);
        // The picture did not change: its margins were cut off, and it may have moved. A cel that still fills `rect`
        // has all its margins.
        if let (Some(known), Some(rect)) = (&known, entry.rect) {
            let [_, _, old_width, old_height] = rect;
            let (was, was_at) = trimmed(known, old_width, hole);
            if let Some(open) = self.sprites.get_mut(file).and_then(Option::as_mut) {
                open.looks.insert(was.clone());
            }
            if !is_whole
                && was == now
                && !now.1.is_empty()
                && known.len() == old_width * old_height
                && *known != rows
            {
                let by =
                    |at: usize, was: usize| i32::try_from(at).unwrap_or(0) - i32::try_from(was).unwrap_or(0);
                moved = (moved.0 + by(at.0, was_at.0), moved.1 + by(at.1, was_at.1));
                size = (u16::try_from(old_width).ok()?, u16::try_from(old_height).ok()?);
                rows.clone_from(known);
            }
        }
        if let Some(open) = self.sprites.get_mut(file).and_then(Option::as_mut) {
            open.looks.insert(now);
        }
        if moved != (0, 0) {
            report.note(path, &format!("was moved by {} to the right and {} down", moved.0, moved.1));
        }
        Some(ReadPicture { size, rows, moved })
    }

    fn sprite(&mut self, file: &str, report: &mut Report) -> Option<&mut OpenSprite<'a>> {
        if !self.sprites.contains_key(file) {
            let bytes = self.files.get(file);
            let read = match bytes {
                None => Err(super::unused::MISSING.into()),
                Some(bytes) => Sprite::read(bytes),
            };
            let sprite = read.map_err(|why| report.refuse(file, why)).ok();
            if sprite.as_ref().is_some_and(|sprite| !sprite.has_texts()) {
                report.note(
                    file,
                    "does not name its pictures any more: they are taken from the frames that the text says",
                );
            }
            let open = sprite.map(|sprite| OpenSprite {
                sprite,
                read: BTreeSet::new(),
                looks: BTreeSet::new(),
                named: BTreeMap::new(),
                told: BTreeSet::new(),
            });
            self.sprites.insert(file.to_owned(), open);
        }
        self.sprites.get_mut(file).and_then(Option::as_mut)
    }

    /// Reports problems of whole files: sizes, colours, and painted pixels outside of pictures.
    pub(super) fn finish(&mut self, report: &mut Report) {
        let wrong = self.tell_sizes(report);
        self.tell_colours(report);
        self.tell_sheets(&wrong, report);
        for (file, open) in &self.sprites {
            let Some(open) = open else { continue };
            let layers: BTreeSet<usize> = open.read.iter().map(|(layer, _)| *layer).collect();
            let mut odd: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for layer in layers {
                for frame in open.sprite.cels_of(layer).filter(|frame| !open.read.contains(&(layer, *frame)))
                {
                    let Ok(Some(cel)) = open.sprite.cel(layer, frame) else { continue };
                    let Some(look) = self.look(&cel.found, open.sprite.transparent()) else {
                        odd.entry(layer).or_default().push((frame + 1).to_string());
                        continue;
                    };
                    if !open.looks.contains(&look) && !look.1.is_empty() {
                        odd.entry(layer).or_default().push((frame + 1).to_string());
                    }
                }
            }
            for (layer, frames) in &odd {
                report.note(
                    file,
                    &format!(
                        "pixels painted on layer {:?} in frame {} are not read. Paint in the frame that costume.toml \
                         names for the picture, or add a new picture for that frame",
                        open.sprite.name_of(*layer),
                        frames.join(", ")
                    ),
                );
            }
        }
    }

    /// Returns the costume colours of a cel without margins. If no palette says which entry is transparent, it is
    /// `hole`.
    fn look(&self, found: &DecodedImage, hole: u8) -> Option<TrimmedCel> {
        let (rows, hole) = match (&self.palette, &found.pixels) {
            (Some(palette), _) => {
                (recover::indices(found, palette, None, self.options).ok()?.pixels, palette.transparent)
            }
            (None, Pixels::Indexed { indices, .. }) => (indices.clone(), hole),
            (None, Pixels::Colours(_)) => return None,
        };
        Some(trimmed(&rows, found.width, hole).0)
    }
}

impl OpenSprite<'_> {
    /// Returns the frame of a picture: the one in the text, unless only a cel in another frame has its name.
    fn frame_of(&mut self, layer: usize, frame_in_text: usize, name: &str) -> usize {
        if self.sprite.text_of(layer, frame_in_text) == Some(name) {
            return frame_in_text;
        }
        let sprite = &self.sprite;
        let named = self.named.entry(layer).or_insert_with(|| {
            let mut named = BTreeMap::new();
            for frame in sprite.cels_of(layer) {
                if let Some(text) = sprite.text_of(layer, frame) {
                    named.entry(text.to_owned()).or_insert(frame);
                }
            }
            named
        });
        named.get(name).copied().unwrap_or(frame_in_text)
    }
}

/// Returns the visible pixels of a cel, as a picture with the place `rect`, and the corner of that picture.
fn seen(cel: &Cel, rect: Box4, transparent: u8) -> Option<(DecodedImage, (i32, i32))> {
    let [left, top, right, bottom] = rect;
    let (width, height) = (side(cel.found.width), side(cel.found.height));
    if (width, height) == (right - left, bottom - top) {
        return Some((cel.found.clone(), cel.at));
    }
    let mut all = rect;
    if let Some([l, t, across, down]) = cel.found.visible().map(|rect| rect.map(side)) {
        let (x, y) = (cel.at.0 + l, cel.at.1 + t);
        all = [left.min(x), top.min(y), right.max(x + across), bottom.max(y + down)];
    }
    let [left, top, right, bottom] = all;
    let pixels = i64::from(right - left) * i64::from(bottom - top);
    usize::try_from(pixels).ok().filter(|pixels| *pixels <= MOST)?;
    Some((laid(cel, all, transparent), (left, top)))
}

fn side(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Returns the part of the canvas inside a box, with the cel on it.
fn laid(cel: &Cel, [left, top, right, bottom]: Box4, transparent: u8) -> DecodedImage {
    let [width, height] = [right - left, bottom - top].map(|n| usize::try_from(n).unwrap_or(0));
    let corner = (cel.at.0 - left, cel.at.1 - top);
    let pixels = match &cel.found.pixels {
        Pixels::Indexed { indices, palette } => {
            let mut canvas = vec![transparent; width * height];
            lay((&mut canvas, width), (indices, cel.found.width), corner, |_| true);
            Pixels::Indexed { indices: canvas, palette: palette.clone() }
        }
        Pixels::Colours(colours) => {
            let mut canvas = vec![[0; 4]; width * height];
            lay((&mut canvas, width), (colours, cel.found.width), corner, |_| true);
            Pixels::Colours(canvas)
        }
    };
    DecodedImage { width, height, pixels }
}

/// Returns a transparent picture.
fn nothing([left, top, right, bottom]: Box4, transparent: u8) -> DecodedImage {
    let [width, height] = [right - left, bottom - top].map(|n| usize::try_from(n).unwrap_or(0));
    let mut palette = vec![[0, 0, 0, 255]; usize::from(transparent)];
    palette.push([0; 4]);
    DecodedImage {
        width,
        height,
        pixels: Pixels::Indexed { indices: vec![transparent; width * height], palette },
    }
}

/// Returns pixels without transparent margins, as width and rows, and the position where they begin.
pub(crate) fn trimmed(rows: &[u8], width: usize, hole: u8) -> (TrimmedCel, (usize, usize)) {
    match painted_rect(rows, width, |pixel| *pixel != hole) {
        Some(rect @ [left, top, across, _]) => ((across, cut(rows, width, rect)), (left, top)),
        None => ((0, Vec::new()), (0, 0)),
    }
}
