//! The pixels of pictures, out of the files of a folder: shared by all kinds of costume.

use std::collections::BTreeMap;

use costumier::PictureKey;

use super::Files;
use super::report::Report;
use crate::pictures::palette::ShownPalette;
use crate::pictures::png::{self, Found, Pixels};
use crate::pictures::recover::{self, Options};

/// Where a text says that the pixels of a picture are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Where<'a> {
    /// A file with many pictures.
    pub(super) sheet: Option<&'a str>,
    /// Which part of the sheet: left, top, width, height.
    pub(super) rect: Option<[usize; 4]>,
    /// A file with one picture.
    pub(super) file: Option<&'a str>,
    /// The size, where there are no pixels.
    pub(super) size: Option<[u16; 2]>,
}

/// Reads pictures, each file once.
pub(super) struct PictureReader<'a> {
    files: &'a Files,
    options: Options,
    before: &'a dyn Fn(PictureKey) -> Option<Vec<u8>>,
    /// Number of costume colours.
    colours: usize,
    /// The colours that pictures were written in; without them, pixel values are costume colours.
    palette: Option<ShownPalette>,
    read: BTreeMap<String, Option<Found>>,
}

impl<'a> PictureReader<'a> {
    /// `before` knows the pixels that pictures had, for colours that two entries share.
    pub(super) fn new(
        files: &'a Files,
        options: Options,
        before: &'a dyn Fn(PictureKey) -> Option<Vec<u8>>,
        colours: usize,
        palette: Option<ShownPalette>,
    ) -> Self {
        Self { files, options, before, colours, palette, read: BTreeMap::new() }
    }

    /// The size and the pixels of a picture; `None` where they are not there, which is then in the report.
    pub(super) fn own(
        &mut self,
        place: &Where<'_>,
        key: PictureKey,
        path: &str,
        report: &mut Report,
    ) -> Option<((u16, u16), Vec<u8>)> {
        let (file, rect) = match (place.sheet, place.file, place.size) {
            (Some(sheet), None, _) => (sheet, place.rect),
            (None, Some(file), _) => (file, None),
            (None, None, Some([width, height])) if width == 0 || height == 0 => {
                return Some(((width, height), Vec::new()));
            }
            _ => {
                let text = "its pixels are where? One of sheet (with rect), file, borrows, same_as, empty";
                report.refuse(path, text);
                return None;
            }
        };
        let found = self.file(file, report)?;
        let rect = rect.unwrap_or([0, 0, found.width, found.height]);
        let Some(part) = found.cut(rect) else {
            let (width, height) = (found.width, found.height);
            let text = format!("{rect:?} is not inside {file}, which is {width} × {height}");
            report.refuse(path, text);
            return None;
        };
        let (Ok(width), Ok(height)) = (u16::try_from(part.width), u16::try_from(part.height)) else {
            report.refuse(path, format!("{} × {} pixels are too many", part.width, part.height));
            return None;
        };
        let rows = self.indices(&part, key, path, file, report)?;
        Some(((width, height), rows))
    }

    fn indices(
        &self,
        part: &Found,
        key: PictureKey,
        path: &str,
        file: &str,
        report: &mut Report,
    ) -> Option<Vec<u8>> {
        let Some(palette) = &self.palette else {
            // Without colours, pixel values are all that counts.
            let Pixels::Indexed { indices, .. } = &part.pixels else {
                let text = format!("{file} has no palette, and costume.toml no rgb to find colours by");
                report.refuse(path, text);
                return None;
            };
            let beyond = indices.iter().position(|index| usize::from(*index) >= self.colours);
            if let Some(at) = beyond {
                let (x, y) = (at % part.width.max(1), at / part.width.max(1));
                let text = format!(
                    "the pixel at {x},{y} has colour {} of {}",
                    indices.get(at).copied().unwrap_or(0),
                    self.colours
                );
                report.refuse(path, text);
                return None;
            }
            return Some(indices.clone());
        };
        match recover::indices(part, palette, (self.before)(key).as_deref(), self.options) {
            Ok(recovered) => {
                recovered.notes.iter().for_each(|note| report.note(path, note));
                Some(recovered.pixels)
            }
            Err(foreign) => {
                for foreign in foreign.iter().take(8) {
                    let text = format!("{foreign} ({file}; --nearest takes the nearest)");
                    report.refuse(path, text);
                }
                if let Some(more) = foreign.len().checked_sub(8).filter(|more| *more > 0) {
                    report.refuse(path, format!("and {more} more colours that are none of the costume's"));
                }
                None
            }
        }
    }

    fn file(&mut self, name: &str, report: &mut Report) -> Option<Found> {
        if !self.read.contains_key(name) {
            let found = match self.files.get(name) {
                None => {
                    report.refuse(name, "is missing");
                    None
                }
                Some(bytes) => png::read(bytes).map_err(|why| report.refuse(name, why)).ok(),
            };
            self.read.insert(name.to_owned(), found);
        }
        self.read.get(name).cloned().flatten()
    }
}
