//! Brings pictures of art programs into a draft: a PNG file for one picture, a sheet for a limb, an `.aseprite` file
//! for one picture, for a limb, or, if this draft wrote it, for all its pictures.
//!
//! Nothing changes in the draft. The caller gets the pictures in costume colours, and every pixel whose colour the
//! costume does not have, and makes edits of what it wants.

use std::collections::BTreeMap;

use costumier::{PictureKey, Refused};

use super::{Draft, EntryKind, Pixels as Stored};
use crate::folder::{PictureFiles, refused, trimmed as trimmed_rows};
use crate::import::{Grid, sheet_cells};
use crate::pictures::Rgb;
use crate::pictures::aseprite::Sprite;
use crate::pictures::palette::ShownPalette;
use crate::pictures::png::{self, DecodedImage, Pixels};
use crate::pictures::recover::{self, Foreign, Note, Options};
use crate::pictures::rows::lay;

/// The file of a draft that holds all its pictures.
const SPRITE: &str = "costume.aseprite";

/// Largest number of pictures.
const MOST: usize = 4096;

/// Which pictures a file becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The picture of this entry.
    Picture(PictureKey),
    /// The pictures of this limb, in their order. Further ones are added.
    Limb(u8, Grid),
    /// These pictures, in this order.
    Pictures(Vec<PictureKey>, Grid),
    /// The pictures that the file names, as [`Draft::files`] writes them into an `.aseprite` file.
    Named,
}

/// Pictures that were brought in: those that differ from the draft's.
#[derive(Clone, Debug, Default)]
pub struct Brought {
    /// The pictures, in the order of the file.
    pub pictures: Vec<BroughtPicture>,
    /// The colours that the costume does not have, with the number of pixels in all pictures and the nearest costume
    /// colour.
    pub foreign: Vec<Foreign>,
    /// What was assumed, for people.
    pub notes: Vec<String>,
}

/// A picture that was brought in.
#[derive(Clone, Debug)]
pub struct BroughtPicture {
    /// The entry of the draft.
    pub key: PictureKey,
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Position of the upper left corner.
    pub at: (i16, i16),
    /// Costume colours, row by row. Pixels of other colours have the nearest one.
    pub rows: Vec<u8>,
    /// For each pixel 0, or the number of its colour in [`Brought::foreign`], counted from 1.
    pub foreign: Vec<u16>,
}

/// A picture before its colours are known.
struct Drawn {
    key: PictureKey,
    image: DecodedImage,
    at: (i32, i32),
}

/// Reads a file for a draft. `shown` are the colours of the costume on the screen, if they differ from the draft's.
///
/// # Errors
/// If the file cannot be read, or does not fit the target.
pub fn bring(draft: &Draft, bytes: &[u8], target: Target, shown: &[Rgb]) -> Result<Brought, Refused> {
    let mut brought = Brought::default();
    let drawn = match (target, is_sprite(bytes)) {
        (Target::Named, true) => named(draft, bytes)?,
        (Target::Named, false) => {
            return Err(refused("file", "is no .aseprite file, so it names no pictures"));
        }
        (Target::Picture(key), true) => match frames(bytes)?.into_iter().next() {
            Some(image) => vec![in_place(draft, key, image)],
            None => return Err(refused("file", "shows nothing")),
        },
        (Target::Picture(key), false) => {
            let image = png::read(bytes).map_err(|why| refused("file", format!("the file {why}")))?;
            vec![in_place(draft, key, image)]
        }
        (Target::Limb(limb, grid), is_sprite) => {
            let images = brought.images(bytes, grid, is_sprite)?;
            // A limb may show the table of another one. Entries that share a picture get their own.
            let limb = draft.owner(PictureKey { limb, index: u16::MAX }).limb;
            let mut drawn = in_order(draft, (0..=u16::MAX).map(|index| PictureKey { limb, index }), images)?;
            // Entries are added one after the other.
            let len = draft.entries(limb).len();
            for (place, it) in drawn.iter_mut().filter(|it| usize::from(it.key.index) >= len).enumerate() {
                it.key.index = u16::try_from(len + place).unwrap_or(u16::MAX);
            }
            drawn
        }
        (Target::Pictures(keys, grid), is_sprite) => {
            let images = brought.images(bytes, grid, is_sprite)?;
            if images.len() > keys.len() {
                let text = format!("has {} pictures for {} of the costume", images.len(), keys.len());
                return Err(refused("file", text));
            }
            in_order(draft, keys.into_iter().map(|key| draft.owner(key)), images)?
        }
    };
    let (colours, transparent) = draft.colours();
    let palette = draft.about().palette(colours, transparent).recoloured(shown);
    let mut ground = 0;
    for it in drawn {
        ground += brought.add(draft, it, &palette)?;
    }
    if ground > 0 {
        let pixels = format!("{ground} {}", if ground == 1 { "pixel" } else { "pixels" });
        let text =
            format!("the ground is damaged, as JPEG and scaling leave it: {pixels} became transparent");
        brought.notes.push(text);
    }
    Ok(brought)
}

/// Whether a file is an `.aseprite` file of this or another draft.
#[must_use]
pub fn is_sprite(bytes: &[u8]) -> bool {
    bytes.get(4..6) == Some(&[0xE0, 0xA5])
}

/// Whether an `.aseprite` file names pictures of a draft.
#[must_use]
pub fn names_pictures(draft: &Draft, bytes: &[u8]) -> bool {
    let Ok(sprite) = Sprite::read(bytes) else { return false };
    sprite.plain_layers().any(|layer| {
        let name = sprite.name_of(layer);
        sprite
            .cels_of(layer)
            .any(|frame| sprite.text_of(layer, frame).is_some_and(|text| key_of(draft, name, text).is_some()))
    })
}

impl Brought {
    /// Returns the cells of a sheet, or the frames of an `.aseprite` file.
    fn images(&mut self, bytes: &[u8], grid: Grid, is_sprite: bool) -> Result<Vec<DecodedImage>, Refused> {
        if is_sprite {
            return frames(bytes);
        }
        let (cells, notes) = sheet_cells(bytes, grid)?;
        self.notes = notes;
        Ok(cells)
    }

    /// Returns the number of pixels of a damaged ground, which became transparent.
    fn add(&mut self, draft: &Draft, drawn: Drawn, palette: &ShownPalette) -> Result<usize, Refused> {
        let Drawn { key, image, at } = drawn;
        let path = || format!("limb {} / picture {}", key.limb, key.index);
        let size = u16::try_from(image.width).ok().zip(u16::try_from(image.height).ok());
        let place = i16::try_from(at.0).ok().zip(i16::try_from(at.1).ok());
        let (Some(size), Some(at)) = (size, place) else {
            return Err(refused(path(), format!("{} × {} pixels are too many", image.width, image.height)));
        };
        let before = match draft.picture(key).map(|picture| &picture.pixels) {
            Some(Stored::Rows(rows)) => Some(rows.as_slice()),
            _ => None,
        };
        let read = recover::indices(&image, palette, before, Options { nearest: true })
            .map_err(|_| refused(path(), "its colours cannot be read"))?;
        let mut numbers: BTreeMap<Rgb, u16> = BTreeMap::new();
        let mut ground = 0;
        for note in &read.notes {
            let found = match note {
                Note::Nearest(found) => found,
                Note::Ground { pixels, .. } => {
                    ground += pixels;
                    continue;
                }
                _ => continue,
            };
            let number = self.foreign.iter().position(|known| known.colour == found.colour);
            let number = number.unwrap_or_else(|| {
                self.foreign.push(Foreign { pixels: 0, ..*found });
                self.foreign.len() - 1
            });
            if let Some(known) = self.foreign.get_mut(number) {
                known.pixels += found.pixels;
            }
            numbers.insert(found.colour, u16::try_from(number + 1).unwrap_or(u16::MAX));
        }
        let foreign = colours_of(&image).map(|[r, g, b, opacity]| match opacity {
            0..128 => 0,
            _ => numbers.get(&[r, g, b]).copied().unwrap_or(0),
        });
        let foreign = foreign.collect();
        let hole = palette.transparent;
        let look = |rows: &[u8], size: (u16, u16), at: (i16, i16)| {
            let (look, (left, top)) = trimmed_rows(rows, usize::from(size.0), hole);
            (look, (i32::from(at.0) + side(left), i32::from(at.1) + side(top)))
        };
        let was = draft.picture(key).zip(before).map(|(was, rows)| look(rows, was.size, was.at));
        if !numbers.is_empty() || was != Some(look(&read.pixels, size, at)) {
            self.pictures.push(BroughtPicture { key, size, at, rows: read.pixels, foreign });
        }
        Ok(ground)
    }
}

/// Returns red, green, blue and opacity of each pixel.
fn colours_of(image: &DecodedImage) -> impl Iterator<Item = [u8; 4]> + '_ {
    (0..image.width * image.height).map(|at| match &image.pixels {
        Pixels::Colours(colours) => colours.get(at).copied().unwrap_or_default(),
        Pixels::Indexed { indices, palette } => {
            let index = indices.get(at).copied().unwrap_or(0);
            palette.get(usize::from(index)).copied().unwrap_or([0, 0, 0, 255])
        }
    })
}

/// Returns an image in the place of a picture: with the middle of its lowest row where the picture has it.
fn in_place(draft: &Draft, key: PictureKey, image: DecodedImage) -> Drawn {
    let (width, height) = (side(image.width), side(image.height));
    let at = match draft.picture(key) {
        Some(picture) => {
            let (was, size) = (picture.at, picture.size);
            let x = i32::from(was.0) + (i32::from(size.0) - width).div_euclid(2);
            (x, i32::from(was.1) + i32::from(size.1) - height)
        }
        None => (-width / 2, 1 - height),
    };
    Drawn { key, image, at }
}

/// Returns images of one size as pictures. Transparent margins are cut off, empty images leave their pictures as they
/// are. The first image gets the place of its picture; all others keep their distance from it.
fn in_order(
    draft: &Draft,
    keys: impl Iterator<Item = PictureKey>,
    images: Vec<DecodedImage>,
) -> Result<Vec<Drawn>, Refused> {
    if images.len() > MOST {
        return Err(refused("file", format!("has more than {MOST} pictures")));
    }
    let mut drawn = Vec::new();
    let mut origin: Option<(i32, i32)> = None;
    for (image, key) in images.iter().zip(keys) {
        let Some((left, top, part)) = trimmed(image) else { continue };
        let own = in_place(draft, key, part);
        let corner = (side(left), side(top));
        let (x, y) = *origin.get_or_insert((own.at.0 - corner.0, own.at.1 - corner.1));
        drawn.push(Drawn { at: (x + corner.0, y + corner.1), ..own });
    }
    if drawn.is_empty() {
        return Err(refused("file", "shows nothing"));
    }
    Ok(drawn)
}

fn side(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Returns an image without transparent margins, with the column and row where it begins.
fn trimmed(image: &DecodedImage) -> Option<(usize, usize, DecodedImage)> {
    let rect @ [left, top, ..] = image.visible()?;
    Some((left, top, image.cut(rect)?))
}

/// Returns what an `.aseprite` file shows in each frame, on its whole canvas.
fn frames(bytes: &[u8]) -> Result<Vec<DecodedImage>, Refused> {
    let wrong = |why: crate::pictures::PictureFileError| refused("file", format!("the file {why}"));
    let sprite = Sprite::read(bytes).map_err(wrong)?;
    let (width, height) = (usize::from(sprite.size().0), usize::from(sprite.size().1));
    let count = sprite.frames().min(MOST);
    if width.saturating_mul(height).saturating_mul(count) > 1 << 26 {
        return Err(refused(
            "file",
            format!("has {count} frames of {width} × {height} pixels, which are too many"),
        ));
    }
    let layers: Vec<usize> = sprite.plain_layers().filter(|layer| !sprite.is_hidden(*layer)).collect();
    let mut images = Vec::new();
    for frame in 0..count {
        let mut canvas = vec![[0; 4]; width * height];
        for layer in &layers {
            let Some(cel) = sprite.cel(*layer, frame).map_err(wrong)? else { continue };
            let colours: Vec<[u8; 4]> = colours_of(&cel.found).collect();
            let is_visible = |[.., opacity]: &[u8; 4]| *opacity >= 128;
            lay((&mut canvas, width), (&colours, cel.found.width), cel.at, is_visible);
        }
        images.push(DecodedImage { width, height, pixels: Pixels::Colours(canvas) });
    }
    Ok(images)
}

/// Returns the pictures that an `.aseprite` file names, and that differ from those of the draft.
fn named(draft: &Draft, bytes: &[u8]) -> Result<Vec<Drawn>, Refused> {
    let wrong = |why: crate::pictures::PictureFileError| refused("file", format!("the file {why}"));
    let sprite = Sprite::read(bytes).map_err(wrong)?;
    let files = draft.files(PictureFiles::Aseprite)?;
    let own = files.get(SPRITE).ok_or_else(|| refused("file", "this costume has no pictures to name"))?;
    let own = Sprite::read(own).map_err(wrong)?;
    // The canvas may have grown: places count from the feet.
    let feet =
        |sprite: &Sprite<'_>| sprite.pivots().iter().find(|(name, _)| name == "feet").map(|(_, at)| *at);
    let grown = feet(&sprite).zip(feet(&own)).map_or((0, 0), |(now, was)| (now.0 - was.0, now.1 - was.1));
    let mut drawn = Vec::new();
    for layer in own.plain_layers() {
        let name = own.name_of(layer);
        for frame in own.cels_of(layer) {
            let Some(text) = own.text_of(layer, frame) else { continue };
            let Some(key) = key_of(draft, name, text) else { continue };
            let (Some(picture), Some(was)) = (draft.picture(key), own.cel(layer, frame).map_err(wrong)?)
            else {
                continue;
            };
            let Ok(there) = sprite.layer_named(name) else { continue };
            let is_there = |at: &usize| sprite.text_of(there, *at) == Some(text);
            let Some(at) = Some(frame).filter(is_there).or_else(|| sprite.cels_of(there).find(is_there))
            else {
                continue;
            };
            // Art programs cut off transparent margins. So visible pixels are compared.
            let now = sprite.cel(there, at).map_err(wrong)?;
            let now = now.as_ref().and_then(|cel| Some((cel.at, trimmed(&cel.found)?)));
            let before = trimmed(&was.found);
            let look = |part: &DecodedImage| (part.width, part.height, colours_of(part).collect::<Vec<_>>());
            let place = |corner: (i32, i32), (left, top): (usize, usize)| {
                (corner.0 + side(left), corner.1 + side(top))
            };
            let (Some((corner, (left, top, image))), Some((was_left, was_top, old))) = (now, before) else {
                continue;
            };
            let (to, from) = (place(corner, (left, top)), place(was.at, (was_left, was_top)));
            let to = (to.0 - grown.0, to.1 - grown.1);
            if to == from && look(&image) == look(&old) {
                continue;
            }
            // Places on the canvas become places from the picture's own.
            let at = (i32::from(picture.at.0) + to.0 - was.at.0, i32::from(picture.at.1) + to.1 - was.at.1);
            drawn.push(Drawn { key, image, at });
        }
    }
    Ok(drawn)
}

/// Returns the entry of a draft that a layer and a text name.
fn key_of(draft: &Draft, layer: &str, text: &str) -> Option<PictureKey> {
    let in_limb = |limb: u8| {
        let entries = draft.entries(limb);
        let index = entries.iter().position(|entry| entry.name == text)?;
        let is_own = |entry: &super::Entry| matches!(entry.picture, EntryKind::Picture(_));
        entries.get(index).filter(|entry| is_own(entry))?;
        Some(draft.owner(PictureKey { limb, index: u16::try_from(index).ok()? }))
    };
    let number = layer.strip_prefix("limb-").map(|rest| rest.split(' ').next().unwrap_or(rest));
    let said = number.and_then(|number| number.parse::<u8>().ok()).filter(|limb| *limb < 16);
    said.and_then(in_limb).or_else(|| (0..16).find_map(in_limb))
}
