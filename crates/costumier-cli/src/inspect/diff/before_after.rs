//! A costume before and after an edit: the difference in words, and in one picture.
//!
//! ```text
//! 0.3  Odile            the picture's limb and index
//! ▒▒▒▒  ▒▒▒▒▒           before · after, on a checked ground, three times as large
//! ```

use anyhow::{Result, anyhow};
use costumier::PictureKey;
use costumier_export::contact::lettering;
use costumier_export::formats::png::write_rgba;

use super::pictures::{ColouredPicture, shown};
use super::side::Side;
use super::{Change, compare};
use crate::game::open::OpenGame;

/// How much pictures of costumes are enlarged, and the free pixels around pictures.
pub(in crate::inspect) const SCALE: usize = 3;
const GAP: usize = 8;

/// Size of letters.
const LETTERS: u32 = 2;

/// Largest number of pictures shown.
pub(in crate::inspect) const MOST_SHOWN: usize = 40;

/// Largest number of pixels of the whole.
const MOST_PIXELS: usize = 1 << 25;

/// The ground, its checks, and the letters.
const GROUND: [u8; 4] = [60, 64, 72, 255];
const CHECKS: [[u8; 4]; 2] = [[90, 94, 102, 255], [104, 108, 116, 255]];
const INK: [u8; 4] = [240, 240, 240, 255];

/// Two states of a costume.
pub(crate) struct BeforeAfter {
    before: Side,
    after: Side,
    id: u32,
    change: Option<Change>,
}

impl BeforeAfter {
    /// Compares a costume of two games that have only this one.
    pub(crate) fn new(before: OpenGame, after: OpenGame, id: u32) -> Self {
        let (before, after) = (Side::of_game(before), Side::of_game(after));
        let both = before.costumes.get(&id).zip(after.costumes.get(&id));
        let change = both.and_then(|(old, new)| compare(id, old, new, true));
        Self { before, after, id, change }
    }

    /// The difference in words; `None` if there is none.
    pub(crate) fn words(&self) -> Option<String> {
        self.change.as_ref().map(|change| format!("{}: {}", change.what, change.text))
    }

    /// Returns the pictures that differ, as pairs of what they were and are. After a recolour they are all pictures.
    fn pairs(&self, change: &Change) -> Vec<(Option<PictureKey>, Option<PictureKey>)> {
        let key = |(limb, index): &(u8, u16)| PictureKey { limb: *limb, index: *index };
        let changed = change
            .changed_pictures
            .iter()
            .map(key)
            .map(|now| (Some(change.renumbered.get(&now).copied().unwrap_or(now)), Some(now)));
        let added = change.added_pictures.iter().map(|it| (None, Some(key(it))));
        let gone = change.gone_pictures.iter().map(|it| (Some(key(it)), None));
        let pairs: Vec<_> = changed.chain(added).chain(gone).collect();
        if !pairs.is_empty() || change.palette.is_empty() {
            return pairs;
        }
        let all = self.after.costumes.get(&self.id).into_iter().flat_map(|shot| shot.pictures.keys());
        all.map(|key| (Some(*key), Some(*key))).collect()
    }

    /// Returns a PNG file of the pictures before and after; `None` if no picture looks different.
    ///
    /// # Errors
    /// If the picture would be too large.
    pub(crate) fn picture(&self) -> Result<Option<Vec<u8>>> {
        let Some(change) = &self.change else { return Ok(None) };
        let pairs = self.pairs(change);
        let one = |side: &Side, key: Option<PictureKey>| {
            let key = key?;
            let shot = side.costumes.get(&self.id)?.pictures.get(&key)?;
            shown(side, self.id, key, shot).map(|picture| (name(key), picture))
        };
        let rows: Vec<_> = pairs
            .iter()
            .take(MOST_SHOWN)
            .map(|(was, now)| [one(&self.before, *was), one(&self.after, *now)])
            .filter(|row| row.iter().any(Option::is_some))
            .collect();
        side_by_side(["before", "after"], &rows, pairs.len().saturating_sub(MOST_SHOWN), SCALE)
    }
}

/// Returns the name of a costume's picture.
pub(in crate::inspect) fn name(key: PictureKey) -> String {
    format!("{}.{}", key.limb, key.index)
}

/// Returns a PNG file of pairs of pictures, each pair side by side below two headings and enlarged; `None` without
/// pairs. It says that `more` pairs are not shown.
///
/// # Errors
/// If the picture would be too large.
pub(crate) fn side_by_side(
    heads: [&str; 2],
    rows: &[Row],
    more: usize,
    scale: usize,
) -> Result<Option<Vec<u8>>> {
    if rows.is_empty() {
        return Ok(None);
    }
    let rgba = draw(heads, rows, more, scale)
        .ok_or_else(|| anyhow!("the picture of {} and {} would be too large", heads[0], heads[1]))?;
    let mut file = Vec::new();
    let side = |length: usize| u32::try_from(length).unwrap_or(0);
    write_rgba((side(rgba.width), side(rgba.height)), &rgba.pixels, &mut file)
        .map_err(|why| anyhow!("the picture of {} and {}: {why}", heads[0], heads[1]))?;
    Ok(Some(file))
}

/// A picture and its name, on each side.
pub(crate) type Row = [Option<(String, ColouredPicture)>; 2];

/// A picture in red, green, blue and opacity.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Height in pixels at which pairs continue in another column.
const TALL: usize = 800;

/// Draws pairs of pictures in columns, and how many are left out.
fn draw(heads: [&str; 2], rows: &[Row], more: usize, scale: usize) -> Option<Canvas> {
    let sides = heads.map(|head| usize::try_from(lettering::width(head) * LETTERS).unwrap_or(0));
    let widest = |side: usize| {
        let column = rows.iter().filter_map(|row| row.get(side)?.as_ref());
        column.map(|(_, picture)| picture.width * scale).max().unwrap_or(0)
    };
    let [first, second] = [sides[0].max(widest(0)), sides[1].max(widest(1))];
    let line = usize::try_from(LETTERS * lettering::HEIGHT).ok()? + GAP;
    let tall =
        |row: &Row| row.iter().flatten().map(|(_, it)| it.height * scale).max().unwrap_or(0) + line + GAP;
    // The upper left corner of each pair.
    let across = first + second + 4 * GAP;
    let mut places = Vec::with_capacity(rows.len());
    let (mut x, mut y, mut bottom) = (GAP, line + GAP, 0);
    for row in rows {
        if y > line + GAP && y + tall(row) > TALL {
            (x, y) = (x + across, line + GAP);
        }
        places.push((x, y));
        y += tall(row);
        bottom = bottom.max(y);
    }
    let (width, height) = (x + across - GAP, bottom + if more > 0 { line } else { 0 });
    if width.checked_mul(height)? > MOST_PIXELS {
        return None;
    }
    let mut canvas = Canvas { width, height, pixels: GROUND.repeat(width * height) };
    for left in (GAP..=x).step_by(across) {
        canvas.write(heads[0], (left, GAP));
        canvas.write(heads[1], (left + first + GAP, GAP));
    }
    for (row, (left, top)) in rows.iter().zip(places) {
        for (picture, x) in row.iter().zip([left, left + first + GAP]) {
            let Some((name, picture)) = picture else { continue };
            canvas.write(name, (x, top));
            canvas.paint(picture, (x, top + line), scale);
        }
    }
    if more > 0 {
        canvas.write(&format!("and {more} more"), (GAP, bottom));
    }
    Some(canvas)
}

impl Canvas {
    fn set(&mut self, (x, y): (usize, usize), colour: [u8; 4]) {
        let at = 4 * (y * self.width + x);
        if let Some(pixel) = self.pixels.get_mut(at..at + 4).filter(|_| x < self.width) {
            pixel.copy_from_slice(&colour);
        }
    }

    fn write(&mut self, text: &str, (left, top): (usize, usize)) {
        let width = lettering::width(text) * LETTERS;
        let columns = usize::try_from(width).unwrap_or(0);
        let rows = usize::try_from(lettering::HEIGHT * LETTERS).unwrap_or(0);
        let mut letters = vec![0; columns * rows];
        lettering::draw(&mut letters, width, (0, 0), LETTERS, 1, text);
        for (y, row) in letters.chunks_exact(columns.max(1)).enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, pixel)| **pixel == 1) {
                self.set((left + x, top + y), INK);
            }
        }
    }

    fn paint(&mut self, picture: &ColouredPicture, (left, top): (usize, usize), scale: usize) {
        for y in 0..picture.height * scale {
            for x in 0..picture.width * scale {
                let value = picture.values.get(y / scale * picture.width + x / scale).copied();
                let value = value.filter(|value| *value != picture.nothing);
                let colour = value.and_then(|value| picture.palette.get(usize::from(value)));
                let checks = CHECKS[(x / (2 * scale) + y / (2 * scale)) % 2];
                self.set((left + x, top + y), colour.map_or(checks, |[r, g, b]| [*r, *g, *b, 255]));
            }
        }
    }
}
