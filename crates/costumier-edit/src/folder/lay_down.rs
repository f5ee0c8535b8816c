//! Pictures as files: a sheet for each group of them, a file for each picture, or one file with layers.

use std::collections::BTreeMap;

use costumier::{Costume, Error, ErrorKind, Limits, PictureKey, Result};

use super::sheets::{self, Rect};
use super::{Files, PictureFiles, layered};
use crate::pictures::palette::ShownPalette;
use crate::pictures::png;

/// Pictures that belong together: those of a limb.
pub(super) struct Group<'a> {
    /// Its name, and that of its file or folder.
    pub(super) name: String,
    /// What is in it.
    pub(super) pictures: Vec<Own<'a>>,
}

/// A picture with pixels of its own.
pub(super) struct Own<'a> {
    /// Which one it is.
    pub(super) key: PictureKey,
    /// Its name, and that of its file.
    pub(super) name: &'a str,
    /// Width and height.
    pub(super) size: (u16, u16),
    /// From the running offset to its corner.
    pub(super) at: (i16, i16),
    /// Its pixels.
    pub(super) rows: &'a [u8],
}

/// Where the pixels of a picture are: a file, and a part of it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The file.
    pub(super) file: String,
    /// Which part of it; `None` for all of it.
    pub(super) rect: Option<Rect>,
    /// In a file with layers: where in it.
    pub(super) on: Option<OnLayer>,
}

/// A place in a file with layers.
#[derive(Clone, Debug)]
pub(super) struct OnLayer {
    /// The layer's name.
    pub(super) layer: String,
    /// The frame, counted from 1 as art programs do.
    pub(super) frame: usize,
}

/// What is played where pictures are laid down as animations.
pub(super) struct Stage<'a> {
    /// The costume.
    pub(super) costume: &'a Costume,
    /// The picture that owns the pixels which a picture shows.
    pub(super) alike: &'a dyn Fn(PictureKey) -> Option<PictureKey>,
    /// What playing is held against.
    pub(super) limits: &'a Limits,
}

/// Where all of them are.
pub(super) type Places = BTreeMap<PictureKey, Place>;

/// Lays the pictures down among `files`.
pub(super) fn lay_down(
    groups: &[Group<'_>],
    palette: &ShownPalette,
    pictures: PictureFiles,
    stage: &Stage<'_>,
    files: &mut Files,
) -> Result<Places> {
    // Files for each group, or one for all.
    let sheets = match pictures {
        PictureFiles::Aseprite => return layered::lay_down(groups, palette, stage, files),
        PictureFiles::Single => false,
        PictureFiles::Sheets => true,
    };
    let mut places = Places::new();
    for group in groups.iter().filter(|group| !group.pictures.is_empty()) {
        let wrong =
            |why: String| Error::new(ErrorKind::CannotWrite(why), format!("pictures of {}", group.name));
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
                places.insert(own.key, Place { file: file.clone(), rect: Some(*rect), on: None });
            }
        } else {
            for Own { key, name, size: (width, height), rows, .. } in &group.pictures {
                let file = format!("{}/{name}.png", group.name);
                let bytes =
                    png::write(usize::from(*width), usize::from(*height), rows, palette).map_err(wrong)?;
                files.insert(file.clone(), bytes);
                places.insert(*key, Place { file, rect: None, on: None });
            }
        }
    }
    Ok(places)
}
