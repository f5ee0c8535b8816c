//! Writes pictures as files: a sheet for each limb, a file for each picture, or one file with layers.

use std::collections::{BTreeMap, BTreeSet};

use costumier::{Costume, Error, ErrorKind, Limits, PictureKey, Result};

use super::fit;
use super::pairing::NamesBefore;
use super::picture::{EntryKind, Picture, PictureTables, Pixels};
use super::sheets::{self, Rect};
use super::{Files, PictureFiles, layered};
use crate::pictures::PictureFileError;
use crate::pictures::palette::ShownPalette;
use crate::pictures::png;

/// Pictures that are stored together: those of a limb.
pub(super) struct Group<'a> {
    /// The name of the group, and of its file or folder.
    pub(super) name: String,
    /// The pictures of the group.
    pub(super) pictures: Vec<OwnPicture<'a>>,
}

/// A picture that has pixels of its own.
pub(super) struct OwnPicture<'a> {
    /// The limb and index of the picture.
    pub(super) key: PictureKey,
    /// The name of the picture, and of its file.
    pub(super) name: &'a str,
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// Offset from the running offset to its corner.
    pub(super) at: (i16, i16),
    /// Its pixels, row by row.
    pub(super) rows: &'a [u8],
}

/// The place of a picture's pixels: a file, and a part of it.
#[derive(Clone, Debug)]
pub(super) struct PixelPlace {
    /// The name of the file.
    pub(super) file: String,
    /// The part of the file; `None` for the whole file.
    pub(super) rect: Option<Rect>,
    /// The layer and frame, in a file with layers.
    pub(super) on: Option<OnLayer>,
    /// Whether the text has the size of the picture, so that a reader takes its place as written.
    pub(super) is_sized: bool,
}

/// A layer and a frame of a file with layers.
#[derive(Clone, Debug)]
pub(super) struct OnLayer {
    /// The name of the layer.
    pub(super) layer: String,
    /// The frame, counted from 1 as in art programs.
    pub(super) frame: usize,
}

/// What is needed to play animations, if pictures are stored as animations.
pub(super) struct PlayedCostume<'a> {
    /// The costume that is played.
    pub(super) costume: &'a Costume,
    /// Its pictures.
    pub(super) tables: &'a dyn PictureTables,
    /// The limits for playing.
    pub(super) limits: &'a Limits,
}

/// The group of pictures that no limb shows.
const UNUSED: &str = "unused";

/// Groups the pictures that have pixels of their own. `limb_of` returns the limb that shows a picture.
pub(super) fn groups<'a>(
    tables: &'a dyn PictureTables,
    limb_of: impl Fn(PictureKey) -> Option<u8>,
) -> Vec<Group<'a>> {
    let mut groups: BTreeMap<Option<u8>, Group<'a>> = BTreeMap::new();
    for (key, entry) in tables.all() {
        if let EntryKind::Picture(Picture { size, at, pixels: Pixels::Rows(rows), .. }) = &entry.picture
            && !rows.is_empty()
        {
            let limb = limb_of(key);
            let group = groups.entry(limb).or_insert_with(|| Group {
                name: limb.map_or_else(|| UNUSED.to_owned(), |limb| tables.limb_name(limb)),
                pictures: Vec::new(),
            });
            group.pictures.push(OwnPicture { key, name: &entry.name, size: *size, at: *at, rows });
        }
    }
    groups.into_values().collect()
}

/// The place of each picture.
pub(super) type PicturePositions = BTreeMap<PictureKey, PixelPlace>;

/// Writes the pictures into `files`, and returns their places.
pub(super) fn write_pictures(
    groups: &[Group<'_>],
    palette: &ShownPalette,
    pictures: PictureFiles,
    played: &PlayedCostume<'_>,
    files: &mut Files,
) -> Result<PicturePositions> {
    // Sheets have a file for each group, layers one file for all.
    let sheets = match pictures {
        PictureFiles::Aseprite => return layered::write(groups, palette, played, files),
        PictureFiles::Single => false,
        PictureFiles::Sheets => true,
    };
    let mut places = PicturePositions::new();
    for group in groups {
        let wrong = |why: PictureFileError| {
            Error::new(ErrorKind::CannotWrite(why.into()), format!("pictures of {}", group.name))
        };
        if sheets {
            let file = format!("{}.png", group.name);
            let sizes: Vec<(u16, u16)> = group.pictures.iter().map(|own| own.size).collect();
            let sheet = sheets::lay_out(&sizes);
            let pixels = sheet.paint(group.pictures.iter().map(|own| own.rows), palette.transparent);
            files.insert(
                file.clone(),
                png::write(sheet.width, sheet.height, &pixels, palette).map_err(wrong)?,
            );
            for (own, rect) in group.pictures.iter().zip(&sheet.places) {
                places.insert(
                    own.key,
                    PixelPlace { file: file.clone(), rect: Some(*rect), on: None, is_sized: false },
                );
            }
        } else {
            for OwnPicture { key, name, size: (width, height), rows, .. } in &group.pictures {
                let file = format!("{}/{name}.png", group.name);
                let bytes =
                    png::write(usize::from(*width), usize::from(*height), rows, palette).map_err(wrong)?;
                files.insert(file.clone(), bytes);
                places.insert(*key, PixelPlace { file, rect: None, on: None, is_sized: false });
            }
        }
    }
    Ok(places)
}

/// Marks the pictures that a reader could take for pictures that an art program enlarged or moved since the block
/// before. `hole` is the pixel value that is not drawn.
pub(super) fn mark_sized(
    places: &mut PicturePositions,
    tables: &dyn PictureTables,
    before: &dyn PictureTables,
    hole: u8,
) {
    for limb in 0..16 {
        let now = tables.entries(limb);
        let is_now: BTreeSet<&str> = now.iter().map(|entry| entry.name.as_str()).collect();
        let names = NamesBefore::new(before.entries(limb).iter().map(|entry| entry.name.as_str()));
        for (entry, index) in now.iter().zip(0..=u16::MAX) {
            let key = PictureKey { limb, index };
            let Some(place) = places.get_mut(&key) else { continue };
            let was = names.number_of((&entry.name, index.into()), |name| is_now.contains(name));
            let was = was.and_then(|index| u16::try_from(index).ok());
            let was = was.and_then(|index| before.picture(PictureKey { limb, index }));
            let is = tables.picture(key);
            place.is_sized = was.zip(is).is_some_and(|(was, is)| fit::is_ambiguous(was, is, hole));
        }
    }
}
