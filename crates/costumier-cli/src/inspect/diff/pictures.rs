//! Pictures of differences: before, after, and the difference in colours.

use anyhow::{Result, anyhow};
use costumier::format::codec::{ColourTable, Decoder};
use costumier::{Costume, PictureKey};
use costumier_edit::pictures::png::{self, Pixels};
use costumier_export::colour::{self, CostumeColours, RoomPalette};
use costumier_export::formats::png::PngWriter;
use costumier_export::image::{Image, only_transparent};
use costumier_export::{Background, Effort, paths};

use super::side::{MOST, PictureShot, Side, Source};
use crate::disk::safe_write::Folder;
use crate::disk::whole_file;

/// Returns the pixels of a picture as they are stored, or `None` if they cannot be read.
pub(super) fn pixels(costume: &Costume, key: PictureKey) -> Option<Vec<u8>> {
    let picture = costume.picture(key).ok()?;
    if picture.info.pixels() > costumier::Limits::default().picture_pixels {
        return None;
    }
    let mut rows = Vec::new();
    Decoder::new().picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
    Some(rows)
}

/// A picture in colours.
pub(crate) struct ColouredPicture {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Position of its upper left corner from the anchor.
    at: (i32, i32),
    pub(super) values: Vec<u8>,
    pub(super) palette: Vec<[u8; 3]>,
    pub(super) nothing: u8,
}

impl ColouredPicture {
    /// Makes a picture of a costume's values. Values without a colour are not drawn.
    pub(crate) fn new(
        (width, height): (usize, usize),
        mut values: Vec<u8>,
        colours: &[Option<[u8; 3]>],
    ) -> Self {
        let colour = |value: u8| colours.get(usize::from(value)).copied().flatten();
        let nothing = (0..=u8::MAX).find(|value| colour(*value).is_none()).unwrap_or(0);
        values.iter_mut().filter(|value| colour(**value).is_none()).for_each(|value| *value = nothing);
        let palette = colours.iter().map(|colour| colour.unwrap_or_default()).collect();
        Self { width, height, at: (0, 0), values, palette, nothing }
    }
}

/// Returns a picture of a side in its colours.
pub(super) fn shown(side: &Side, id: u32, key: PictureKey, shot: &PictureShot) -> Option<ColouredPicture> {
    let at = (shot.place[2], shot.place[3]);
    match &side.source {
        Source::Game(opened) => {
            let found = opened.costume(id).ok()?;
            let values = pixels(&found.costume, key)?;
            let colours = CostumeColours::of(&found.costume, found.room, opened.game.limits());
            let rooms = RoomPalette::all(&opened.game);
            let palette = colour::resolve(&colours, None, &rooms, Background::Transparent).written;
            let [width, height] =
                [shot.place[0], shot.place[1]].map(|side| usize::try_from(side).unwrap_or(0));
            Some(ColouredPicture {
                width,
                height,
                at,
                values,
                palette: palette.colours,
                nothing: palette.nothing,
            })
        }
        Source::Export(folder) => {
            let bytes = whole_file::read(&folder.join(shot.file.as_ref()?), MOST).ok()?;
            let found = png::read(&bytes).ok()?;
            let Pixels::Indexed { indices, palette } = found.pixels else { return None };
            let nothing = palette.iter().position(|colour| colour[3] == 0).unwrap_or(0);
            let palette = palette.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
            let nothing = u8::try_from(nothing).unwrap_or(0);
            Some(ColouredPicture {
                width: found.width,
                height: found.height,
                at,
                values: indices,
                palette,
                nothing,
            })
        }
    }
}

/// Colours of a difference: transparent, same, changed, gone, new.
const COLOURS: [[u8; 3]; 5] = [[255, 0, 255], [110, 110, 110], [230, 30, 30], [240, 160, 30], [40, 190, 60]];

fn difference(before: &ColouredPicture, after: &ColouredPicture) -> ColouredPicture {
    let edge = |it: &ColouredPicture| {
        let [width, height] = [it.width, it.height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        (it.at.0.saturating_add(width), it.at.1.saturating_add(height))
    };
    let (left, top) = (before.at.0.min(after.at.0), before.at.1.min(after.at.1));
    let (a, b) = (edge(before), edge(after));
    let size = |from: i32, to: i32| usize::try_from(i64::from(to) - i64::from(from)).unwrap_or(0);
    let (width, height) = (size(left, a.0.max(b.0)), size(top, a.1.max(b.1)));
    let value = |it: &ColouredPicture, x: usize, y: usize| {
        let (dx, dy) = (size(left, it.at.0), size(top, it.at.1));
        let (x, y) = (x.checked_sub(dx)?, y.checked_sub(dy)?);
        let value = it.values.get(y * it.width + x).filter(|_| x < it.width)?;
        (*value != it.nothing).then_some(*value)
    };
    let mut values = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            values.push(match (value(before, x, y), value(after, x, y)) {
                (None, None) => 0,
                (Some(a), Some(b)) if a == b => 1,
                (Some(_), Some(_)) => 2,
                (Some(_), None) => 3,
                (None, Some(_)) => 4,
            });
        }
    }
    ColouredPicture { width, height, at: (left, top), values, palette: COLOURS.to_vec(), nothing: 0 }
}

/// Largest number of pixels of a difference. Damaged costumes put pictures at any position.
const MOST_PIXELS: usize = 1 << 24;

/// Writes the pictures of a difference, as far as they exist on each side.
pub(super) fn write(
    folder: &Folder,
    (before, after): (&Side, &Side),
    id: u32,
    (was, key): (PictureKey, PictureKey),
    (old, new): (Option<&PictureShot>, Option<&PictureShot>),
) -> Result<()> {
    let old = old.and_then(|shot| shown(before, id, was, shot));
    let new = new.and_then(|shot| shown(after, id, key, shot));
    let name = format!("{}/{}", paths::costume(id), paths::picture(key));
    let both = old.as_ref().zip(new.as_ref()).map(|(old, new)| difference(old, new));
    let mut file = Vec::new();
    for (what, picture) in [("before", &old), ("after", &new), ("difference", &both)] {
        let Some(it) = picture.as_ref().filter(|it| (1..=MOST_PIXELS).contains(&it.values.len())) else {
            continue;
        };
        let alpha = only_transparent(Some(it.nothing));
        let [width, height] = [it.width, it.height].map(|side| u32::try_from(side).unwrap_or(0));
        let image = Image { width, height, pixels: &it.values, palette: &it.palette, alpha: &alpha };
        PngWriter::new(Effort::Usual).write(&image, &mut file).map_err(|why| anyhow!("{name}: {why}"))?;
        folder.write(&format!("{name}-{what}.png"), &file)?;
    }
    Ok(())
}
