//! Reads the pixels of pictures from the files of a folder, for all kinds of costume.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use costumier::PictureKey;

use super::Files;
use super::cels::OpenSprite;
use super::colour_report::{ColourReport, SourcePicture};
use super::fit;
use super::picture::Picture;
use super::report::Report;
use super::sheet_size;
use super::source::PictureEntry;
use crate::pictures::palette::ShownPalette;
use crate::pictures::png::{self, DecodedImage, MOST_PIXELS, Pixels};
use crate::pictures::recover::{self, Options};

/// A part of a sheet with the index of its picture among those of the sheet, and the picture of the block before.
/// The last item says whether the text has the size of the picture, so that its place is meant as written.
type KnownPart = ([usize; 4], usize, PictureKey, bool);

/// Largest number of pairs of rects of a sheet that are compared.
const MOST_PAIRS: usize = 1 << 20;

/// A picture as the block before has it.
pub(super) struct PictureBefore {
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// Offset from the running offset to its corner; `None` for what has no such offset.
    pub(super) at: Option<(i16, i16)>,
    /// Costume colours, row by row.
    pub(super) rows: Vec<u8>,
}

impl PictureBefore {
    /// Returns a picture that has pixels of its own.
    pub(super) fn of(picture: &Picture) -> Option<Self> {
        let super::picture::Pixels::Rows(rows) = &picture.pixels else { return None };
        Some(Self { size: picture.size, at: Some(picture.at), rows: rows.clone() })
    }
}

/// A picture that was read.
pub(super) struct ReadPicture {
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// Costume colours, row by row.
    pub(super) rows: Vec<u8>,
    /// Distance of its corner from the place in the text.
    pub(super) moved: (i32, i32),
}

impl ReadPicture {
    /// Returns a place in the text, moved as the picture was.
    pub(super) fn moved(&self, (x, y): (i16, i16)) -> (i16, i16) {
        let side = |at: i16, by: i32| {
            let to = i32::from(at).saturating_add(by);
            i16::try_from(to).unwrap_or(if to < 0 { i16::MIN } else { i16::MAX })
        };
        (side(x, self.moved.0), side(y, self.moved.1))
    }
}

/// The number of pixels that may still be read. A text may name many files, or a part of one many times.
#[derive(Clone)]
pub(super) struct PixelBudget(Rc<Cell<u64>>);

impl Default for PixelBudget {
    fn default() -> Self {
        Self(Rc::new(Cell::new(2 * MOST_PIXELS)))
    }
}

impl PixelBudget {
    /// The text of a problem about a picture that is beyond the budget.
    pub(super) const EXCEEDED: &str = "and the pictures before it have more than 134217728 pixels together";

    pub(super) fn take(&self, pixels: usize) -> bool {
        let left = self.0.get().checked_sub(pixels as u64);
        left.map(|left| self.0.set(left)).is_some()
    }
}

/// Reads pictures, each file once.
pub(super) struct PictureReader<'a> {
    pub(super) files: &'a Files,
    pub(super) options: Options,
    pub(super) before: &'a dyn Fn(PictureKey) -> Option<PictureBefore>,
    /// The number of costume colours.
    colours: usize,
    /// The colours that pictures were written in. Without them, pixel values are costume colours.
    pub(super) palette: Option<ShownPalette>,
    read: BTreeMap<String, Option<Rc<DecodedImage>>>,
    /// The number of pixels that files, and parts of them, may still have.
    pub(super) left: PixelBudget,
    /// The number of pixels that may still be compared with those before.
    compared_left: usize,
    /// The parts of each sheet that pictures use.
    rects: BTreeMap<String, Vec<sheet_size::Named>>,
    /// The parts of each sheet whose pictures the block before has, too.
    known: BTreeMap<String, Vec<KnownPart>>,
    colour_report: ColourReport,
    pub(super) sprites: BTreeMap<String, Option<OpenSprite<'a>>>,
}

impl<'a> PictureReader<'a> {
    /// Makes a reader. `before` returns the pixels that a picture had; they decide between colours that two entries
    /// share.
    pub(super) fn new(
        files: &'a Files,
        options: Options,
        before: &'a dyn Fn(PictureKey) -> Option<PictureBefore>,
        colours: usize,
        palette: Option<ShownPalette>,
    ) -> Self {
        let (read, rects, sprites) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (known, colour_report) = (BTreeMap::new(), ColourReport::default());
        let (left, compared_left) = (PixelBudget::default(), fit::MOST_COMPARED);
        Self {
            files,
            options,
            before,
            colours,
            palette,
            read,
            left,
            compared_left,
            rects,
            known,
            colour_report,
            sprites,
        }
    }

    /// Shares the number of pixels that may still be read with other readers.
    pub(super) fn within(mut self, left: PixelBudget) -> Self {
        self.left = left;
        self
    }

    /// Says whether `rgb` is known to be as `unpack` wrote it. Then a file that differs from it was changed.
    pub(super) fn knows_rgb(&mut self, is_known: bool) {
        self.colour_report.knows_rgb = is_known;
    }

    /// Returns the size and the pixels of a picture, which was `was` in the block. `None` means that a problem was
    /// reported.
    pub(super) fn own(
        &mut self,
        entry: &PictureEntry,
        was: Option<PictureKey>,
        path: &str,
        report: &mut Report,
    ) -> Option<ReadPicture> {
        if let (None, Some(file)) = (&entry.sheet, &entry.file)
            && (entry.layer().is_some()
                || [".aseprite", ".ase"].iter().any(|ending| file.to_ascii_lowercase().ends_with(ending)))
        {
            return self.on_layer(entry, file, was, path, report);
        }
        let (file, rect) = match (&entry.sheet, &entry.file, entry.size) {
            (Some(sheet), None, _) => (sheet, entry.rect),
            (None, Some(file), _) => (file, None),
            (None, None, Some([width, height])) if width == 0 || height == 0 => {
                return Some(ReadPicture { size: (width, height), rows: Vec::new(), moved: (0, 0) });
            }
            _ => {
                let text = "has no pixels; add one of sheet (with rect), file, borrows, same_as, empty";
                report.refuse(path, text);
                return None;
            }
        };
        let found = self.file(file, path, report)?;
        let rect = rect.unwrap_or([0, 0, found.width, found.height]);
        let [left, top, width, height] = rect;
        let is_sized = entry.size.map(|size| size.map(usize::from)) == Some([width, height]);
        let rects = self.rects.entry(file.to_owned()).or_default();
        rects.push((rect, path.to_owned()));
        if let Some(was) = was {
            self.known.entry(file.to_owned()).or_default().push((rect, rects.len() - 1, was, is_sized));
        }
        // Rects outside of their sheets are reported once for each sheet, at the end.
        if !found.holds(rect) {
            return None;
        }
        if !self.left.take(width.saturating_mul(height)) {
            report.refuse(path, PixelBudget::EXCEEDED);
            return None;
        }
        let part = found.cut(rect)?;
        let size = size_of(&part, path, report)?;
        let rows = self.indices((&part, (left, top)), was, path, file, report)?;
        let mut moved = (0, 0);
        if let Some(by) = self.shifted((size, &rows), entry.at.into(), was.filter(|_| !is_sized)) {
            report.note(path, &fit::told(by));
            moved = (-by.0, -by.1);
        }
        Some(ReadPicture { size, rows, moved })
    }

    /// Returns how far the old pixels of a picture are from its corner, if it has another size and the same `at`.
    fn shifted(
        &mut self,
        (size, rows): ((u16, u16), &[u8]),
        at: (i16, i16),
        was: Option<PictureKey>,
    ) -> Option<(i32, i32)> {
        let before = was.and_then(self.before);
        let before = before.filter(|before| before.size != size && before.at == Some(at))?;
        let hole = self.palette.as_ref().map_or(0, |palette| palette.transparent);
        let canvas = (usize::from(before.size.0), &*before.rows);
        fit::position(canvas, (usize::from(size.0), rows), hole, &mut self.compared_left)
    }

    /// Reports sheets of a wrong size, and returns them. Other problems of their pixels follow from it.
    pub(super) fn tell_sizes(&mut self, report: &mut Report) -> BTreeSet<String> {
        let mut wrong = BTreeSet::new();
        for (file, rects) in &self.rects {
            let Some(Some(found)) = self.read.get(file) else { continue };
            let painted = recover::painted(found, self.palette.as_ref());
            if sheet_size::tell((file, found), &painted, rects, report) {
                wrong.insert(file.clone());
            }
        }
        self.colour_report.forget(&wrong);
        wrong
    }

    /// Reports problems of whole sheets: painted pixels outside of pictures or in two of them, and pictures that
    /// are not in their rects.
    pub(super) fn tell_sheets(&self, wrong: &BTreeSet<String>, report: &mut Report) {
        for (file, rects) in self.rects.iter().filter(|(file, _)| !wrong.contains(*file)) {
            let Some(Some(found)) = self.read.get(file) else { continue };
            let mut outside = recover::painted(found, self.palette.as_ref());
            self.tell_overlap(file, (rects, &outside), found.width, report);
            for ([left, top, width, height], _) in rects {
                for row in outside.chunks_mut(found.width.max(1)).skip(*top).take(*height) {
                    row.iter_mut().skip(*left).take(*width).for_each(|pixel| *pixel = false);
                }
            }
            if let Some(shift) = self.shift(file, found) {
                sheet_size::refuse_shifted(file, found, (rects, shift), report);
                continue;
            }
            let Some(first) = outside.iter().position(|pixel| *pixel) else { continue };
            let pixels = outside.iter().filter(|pixel| **pixel).count();
            let (x, y) = (first % found.width.max(1), first / found.width.max(1));
            let (are, they, them) =
                if pixels == 1 { (" is", "it is", "it") } else { ("s are", "they are", "them") };
            report.note(
                file,
                &format!(
                    "{pixels} painted pixel{are} in no picture, the first at {x},{y}. If {they} left from a picture \
                     that you moved, erase {them}. Otherwise include {them} in a `rect`"
                ),
            );
        }
    }

    /// Reports pictures whose size changed and whose rects take painted pixels from others'.
    fn tell_overlap(
        &self,
        file: &str,
        (rects, painted): (&[sheet_size::Named], &[bool]),
        width: usize,
        report: &mut Report,
    ) {
        let resized = |[_, _, width, height]: &[usize; 4], key: &PictureKey| {
            (self.before)(*key).is_some_and(|before| width.checked_mul(*height) != Some(before.rows.len()))
        };
        let known = self.known.get(file).map(Vec::as_slice).unwrap_or_default();
        let mut pairs = MOST_PAIRS;
        for (rect, at, ..) in known.iter().filter(|(rect, _, key, _)| resized(rect, key)) {
            let Some((_, path)) = rects.get(*at) else { continue };
            let Some(left) = pairs.checked_sub(rects.len()) else { break };
            pairs = left;
            for (other, theirs) in rects.iter().filter(|(other, _)| other != rect) {
                if let Some(pixels) = sheet_size::shared(rect, other, painted, width) {
                    let text = format!(
                        "its rect reaches into that of {}: {pixels} painted pixels are in both pictures. Paint the \
                         larger picture in free space of the sheet",
                        theirs.strip_prefix("costume.toml: ").unwrap_or(theirs)
                    );
                    report.note(path, &text);
                }
            }
        }
    }

    /// Returns how far the pictures of a sheet are from their rects: columns to the right and rows down. `None` if they
    /// are in place, or have changed so much that they cannot be found.
    fn shift(&self, file: &str, found: &DecodedImage) -> Option<(i64, i64)> {
        let palette = self.palette.as_ref()?;
        let masks: Vec<([usize; 4], Vec<bool>)> = self
            .known
            .get(file)?
            .iter()
            .filter(|(_, _, _, is_sized)| !is_sized)
            .filter_map(|(rect, _, key, _)| Some((*rect, (self.before)(*key)?.rows)))
            .filter(|([_, _, width, height], rows)| width.checked_mul(*height) == Some(rows.len()))
            .map(|(rect, rows)| (rect, rows.iter().map(|value| *value != palette.transparent).collect()))
            .collect();
        sheet_size::shift(&recover::painted(found, Some(palette)), found.width, &masks)
    }

    /// Reports problems and assumptions about colours.
    pub(super) fn tell_colours(&mut self, report: &mut Report) {
        self.colour_report.tell(report);
    }

    /// Returns the costume colours of a part of a file, whose corner is at these columns and rows.
    pub(super) fn indices(
        &mut self,
        (part, (left, top)): (&DecodedImage, (usize, usize)),
        was: Option<PictureKey>,
        path: &str,
        file: &str,
        report: &mut Report,
    ) -> Option<Vec<u8>> {
        if let Some((pixels, (x, y))) = recover::partly_there(part) {
            self.colour_report.partly(SourcePicture { path, file, corner: (left, top) }, pixels, (x, y));
        }
        let Some(palette) = &self.palette else {
            // Without a palette, only the pixel values count.
            let Pixels::Indexed { indices, .. } = &part.pixels else {
                let text = format!(
                    "{file} has no palette, and costume.toml has no rgb to compare colours with; save the file with \
                     its palette"
                );
                report.refuse(path, text);
                return None;
            };
            let beyond = indices.iter().position(|index| usize::from(*index) >= self.colours);
            if let Some(at) = beyond {
                let (x, y) = (left + at % part.width.max(1), top + at / part.width.max(1));
                let text = format!(
                    "the pixel at {x},{y} of {file} has the value {}, and the costume has {} colours",
                    indices.get(at).copied().unwrap_or(0),
                    self.colours
                );
                report.refuse(path, text);
                return None;
            }
            return Some(indices.clone());
        };
        let before = was.and_then(self.before).map(|before| before.rows);
        match recover::indices(part, palette, before.as_deref(), self.options) {
            Ok(recovered) => {
                for note in &recovered.notes {
                    self.colour_report.note(SourcePicture { path, file, corner: (left, top) }, note);
                }
                Some(recovered.pixels)
            }
            Err(foreign) => {
                self.colour_report.refuse(SourcePicture { path, file, corner: (left, top) }, &foreign);
                None
            }
        }
    }

    /// Reads a file once. `path` is the first picture that needs it.
    fn file(&mut self, name: &str, path: &str, report: &mut Report) -> Option<Rc<DecodedImage>> {
        if !self.read.contains_key(name) {
            let found = match self.files.get(name) {
                None => {
                    report.refuse(path, super::unused::missing(name));
                    None
                }
                Some(bytes) => png::read(bytes).map_err(|why| report.refuse(name, why)).ok(),
            };
            let found = found.filter(|found| {
                let fits = self.left.take(found.width.saturating_mul(found.height));
                if !fits {
                    report.refuse(name, PixelBudget::EXCEEDED);
                }
                fits
            });
            self.read.insert(name.to_owned(), found.map(Rc::new));
        }
        self.read.get(name).cloned().flatten()
    }
}

/// Returns the size of a picture, if the format can hold it.
pub(super) fn size_of(found: &DecodedImage, path: &str, report: &mut Report) -> Option<(u16, u16)> {
    let size = u16::try_from(found.width).ok().zip(u16::try_from(found.height).ok());
    if size.is_none() {
        report.refuse(path, format!("has too many pixels: {} × {}", found.width, found.height));
    }
    size
}
