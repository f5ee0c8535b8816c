//! The PNG files of a room's pictures and planes: written, read, and checked.
//!
//! ```text
//! background.png                 all pixels are drawn          plane-1.png …
//! objects/12-1.png               object 12 in state 1          objects/12-1-plane-1.png …
//! ```
//! Pictures are indexed with the room's palette. Planes have two colours: white where the picture is in front of
//! actors, black elsewhere.

use costumier::Dialect;
use costumier::game::Room;

use super::layers::file_of;
use super::map::Target;
use crate::folder::report::Report;
use crate::pictures::palette::ShownPalette;
use crate::pictures::png::{self, DecodedImage, Pixels};
use crate::pictures::recover::{self, Foreign, Note, Options, hex};
use crate::pictures::{PictureFileError, Rgb};

/// The colours of a plane: where actors are in front, and where the picture is.
const PLANE_COLOURS: [Rgb; 2] = [[0; 3], [255; 3]];

/// Number of colours of games without room palettes.
const FIXED_COLOURS: usize = 16;

/// Number of colours of a picture that are named if they are not in the palette.
const MOST_NAMED: usize = 3;

/// The colours of a room's pictures.
#[derive(Clone, Debug)]
pub(super) struct RoomColours {
    colours: Vec<Rgb>,
    transparent: u8,
    /// The number that is added to stored colours.
    base: u8,
    /// Whether objects can leave pixels out.
    has_holes: bool,
}

impl RoomColours {
    /// Returns the colours of a room. Without a palette, they are shades of grey.
    pub(super) fn of(room: &Room, dialect: &Dialect, has_holes: bool) -> Self {
        let palette = room.palettes.first().map(|palette| palette.applied().to_vec());
        let mut colours = palette.unwrap_or_else(|| (0..=u8::MAX).map(|grey| [grey; 3]).collect());
        if dialect.fixed_colours {
            colours.truncate(FIXED_COLOURS);
        }
        Self { colours, transparent: room.transparent, base: dialect.background_base, has_holes }
    }

    /// Returns the colours of an object's picture that shows what it leaves out in a colour of its own.
    pub(super) fn with_hole(&self, hole: Option<u8>) -> Self {
        Self { transparent: hole.unwrap_or(self.transparent), ..self.clone() }
    }

    /// Returns the colours on the screen, by number.
    pub(super) fn all(&self) -> &[Rgb] {
        &self.colours
    }

    /// Returns the number of the first colour that is not only for costumes.
    pub(super) fn first(&self) -> u8 {
        self.base
    }

    /// Returns the colour that leaves a picture's pixels out; `None` if all are drawn.
    pub(super) fn hole(&self, target: Target) -> Option<u8> {
        (!self.is_opaque(target)).then(|| self.transparent.wrapping_add(self.base))
    }

    /// Returns the room's colours of stored ones.
    pub(super) fn shown(&self, stored: &[u8]) -> Vec<u8> {
        stored.iter().map(|pixel| pixel.wrapping_add(self.base)).collect()
    }

    /// Returns the stored colours of the room's.
    pub(super) fn stored(&self, shown: &[u8]) -> Vec<u8> {
        shown.iter().map(|pixel| pixel.wrapping_sub(self.base)).collect()
    }

    /// Whether a picture can have a colour of the room. `before` are those that it has.
    pub(super) fn allows(&self, target: Target, colour: u8, before: &[u8]) -> bool {
        // Colours below the base belong to costumes. Sums wrap, so a picture, and its holes, can have some.
        usize::from(colour) < self.colours.len()
            && (colour >= self.base || self.hole(target) == Some(colour) || before.contains(&colour))
    }

    /// Whether all pixels of a picture are drawn.
    fn is_opaque(&self, target: Target) -> bool {
        target == Target::Background || !self.has_holes
    }

    /// Returns the palette of a picture's file. `before` are the colours that the room stores.
    fn palette(&self, target: Target, before: &[u8]) -> ShownPalette {
        let hole = self.transparent.wrapping_add(self.base);
        match self.is_opaque(target) {
            false => ShownPalette::new(self.colours.clone(), hole),
            true => {
                let mut used = [false; 256];
                before.iter().for_each(|pixel| {
                    let shown = pixel.wrapping_add(self.base);
                    used.get_mut(usize::from(shown)).into_iter().for_each(|used| *used = true);
                });
                let is_free = |index: &u8| used.get(usize::from(*index)) == Some(&false);
                let spare = [hole].into_iter().chain((0..=u8::MAX).rev()).find(is_free);
                ShownPalette::opaque(self.colours.clone(), spare.unwrap_or(hole))
            }
        }
    }

    /// Writes a picture's file, in the palette that it is read with. `before` are the colours that the room stores.
    pub(super) fn write(
        &self,
        (target, (width, height)): (Target, (usize, usize)),
        before: &[u8],
        pixels: &[u8],
    ) -> Result<Vec<u8>, PictureFileError> {
        let palette = self.palette(target, before);
        let shown = self.shown(pixels);
        let transparent = Some(palette.transparent).filter(|_| !self.is_opaque(target));
        png::write_entries(width, height, &shown, &palette.shown, transparent)
    }

    /// Whether all these colours are shades of grey.
    fn is_grey(&self, shown: &[u8]) -> bool {
        let colours = shown.iter().filter_map(|pixel| self.colours.get(usize::from(*pixel)));
        colours.into_iter().all(|[r, g, b]| r == g && g == b)
    }

    /// Reads a picture's file. Returns the colours that the room stores; `before` are those of the picture before.
    pub(super) fn read(
        &self,
        bytes: &[u8],
        (target, size): (Target, (usize, usize)),
        before: &[u8],
        nearest: bool,
        report: &mut Report,
    ) -> Option<Vec<u8>> {
        let file = file_of(target);
        let image = read_png(bytes, &file, size, report)?;
        if self.is_opaque(target)
            && let Some((x, y)) = first(&image, |[.., opacity]| opacity < 128)
        {
            let what = match target {
                Target::Background => "a background has no holes",
                Target::Object { .. } => "objects of this generation have no holes",
            };
            let text = format!("the pixel at {x},{y} is transparent; {what}: paint it");
            report.refuse(file, text);
            return None;
        }
        let shown = self.shown(before);
        let palette = self.palette(target, before);
        let found = recover::indices(&image, &palette, Some(&shown), Options { nearest });
        let found = match found {
            Ok(found) => found,
            Err(_) if is_grey(&image) && !self.is_grey(&shown) => {
                let text = "the file is grey, and the picture has colours: save it in colour, with the palette that \
                            `unpack` wrote";
                report.refuse(file, text);
                return None;
            }
            Err(foreign) => {
                refuse_colours(&file, &foreign, report);
                return None;
            }
        };
        found.notes.iter().for_each(|note| tell(&file, note, report));
        let below = found.pixels.iter().position(|now| !self.allows(target, *now, &shown));
        if let Some(at) = below {
            let (x, y) = (at % size.0, at / size.0);
            let text = format!(
                "the pixel at {x},{y} has a colour below {}, which rooms of this edition do not have",
                self.base
            );
            report.refuse(file, text);
            return None;
        }
        Some(self.stored(&found.pixels))
    }
}

/// Writes a plane's file. `pixels` are 1 where the picture is in front of actors.
pub(super) fn write_plane(
    (width, height): (usize, usize),
    pixels: &[u8],
) -> Result<Vec<u8>, PictureFileError> {
    png::write_entries(width, height, pixels, &PLANE_COLOURS, None)
}

/// Reads a plane's file. Returns 1 for pixels where the picture is in front of actors.
pub(super) fn read_plane(
    bytes: &[u8],
    file: &str,
    size: (usize, usize),
    nearest: bool,
    report: &mut Report,
) -> Option<Vec<u8>> {
    let image = read_png(bytes, file, size, report)?;
    let is_white =
        |[r, g, b, opacity]: [u8; 4]| opacity >= 128 && u16::from(r) + u16::from(g) + u16::from(b) >= 3 * 128;
    let is_other = |colour: [u8; 4]| {
        let [r, g, b, opacity] = colour;
        opacity >= 128 && ![[0; 3], [255; 3]].contains(&[r, g, b])
    };
    if let Some((x, y)) = first(&image, is_other).filter(|_| !nearest) {
        let [r, g, b, _] = colour_at(&image, y * image.width + x);
        let text = format!(
            "the pixel at {x},{y} is {}; a plane has two colours: white where the picture is in front of actors, and \
             black. `--nearest` takes the nearer one",
            hex([r, g, b])
        );
        report.refuse(file, text);
        return None;
    }
    Some((0..size.0 * size.1).map(|at| u8::from(is_white(colour_at(&image, at)))).collect())
}

/// Reads a file of this size.
fn read_png(bytes: &[u8], file: &str, size: (usize, usize), report: &mut Report) -> Option<DecodedImage> {
    match png::read(bytes) {
        Ok(image) if (image.width, image.height) == size => Some(image),
        Ok(image) => {
            let text = format!(
                "has {} × {} pixels; in this room it has {} × {}, which cannot be changed yet",
                image.width, image.height, size.0, size.1
            );
            report.refuse(file, text);
            None
        }
        Err(error) => {
            report.refuse(file, error.to_string());
            None
        }
    }
}

fn colour_at(image: &DecodedImage, at: usize) -> [u8; 4] {
    let colour = match &image.pixels {
        Pixels::Colours(colours) => colours.get(at).copied(),
        Pixels::Indexed { indices, palette } => {
            indices.get(at).and_then(|index| palette.get(usize::from(*index)).copied())
        }
    };
    colour.unwrap_or([0, 0, 0, 255])
}

/// Returns column and row of the first pixel of a kind.
fn first(image: &DecodedImage, is: impl Fn([u8; 4]) -> bool) -> Option<(usize, usize)> {
    let at = (0..image.width * image.height).find(|at| is(colour_at(image, *at)))?;
    Some((at % image.width, at / image.width))
}

/// Whether all pixels of a file are shades of grey.
fn is_grey(image: &DecodedImage) -> bool {
    first(image, |[r, g, b, _]| r != g || g != b).is_none()
}

/// Returns a number of pixels in words.
fn pixels_text(pixels: usize) -> String {
    format!("{pixels} {}", if pixels == 1 { "pixel" } else { "pixels" })
}

fn refuse_colours(file: &str, foreign: &[Foreign], report: &mut Report) {
    let mut most: Vec<&Foreign> = foreign.iter().collect();
    most.sort_by_key(|it| std::cmp::Reverse(it.pixels));
    for it in most.iter().take(MOST_NAMED) {
        let text = format!(
            "{} is not in the room's palette: {}, the first at {},{}. The nearest is {}, {}; `--nearest` takes \
             it",
            hex(it.colour),
            pixels_text(it.pixels),
            it.at.0,
            it.at.1,
            it.nearest.0,
            hex(it.nearest.1)
        );
        report.refuse(file, text);
    }
    if let Some(more) = most.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        report.refuse(file, format!("{more} more colours are not in the room's palette"));
    }
}

fn tell(file: &str, note: &Note, report: &mut Report) {
    let text = match note {
        Note::Nearest(it) => format!(
            "{} became colour {}, {}: {}, the first at {},{}",
            hex(it.colour),
            it.nearest.0,
            hex(it.nearest.1),
            pixels_text(it.pixels),
            it.at.0,
            it.at.1
        ),
        Note::Joined { colour, candidates, pixels } => {
            let list: Vec<String> = candidates.iter().map(u8::to_string).collect();
            format!(
                "{} is the colour {} of the palette: {} kept the colour number of before, or got the first",
                hex(*colour),
                list.join(" and "),
                pixels_text(*pixels)
            )
        }
        Note::Ground { pixels, at } => {
            let damaged = if *pixels == 1 { "damaged pixel" } else { "damaged pixels" };
            format!("{pixels} {damaged} at the edge became transparent, the first at {},{}", at.0, at.1)
        }
        _ => return,
    };
    report.note(file, &text);
}
