//! The contents of a costume's contact sheet: its title, its chores by facing, its pictures.

use crate::contact::{Cell, Contents, Group, Row, Swatch};
use crate::film::{AnimationFrames, FrameBuffer};
use crate::image::{Rect, cut, drawn};
use crate::options::JIFFIES_PER_SECOND;

/// A stored picture, cut to what it shows.
pub(crate) struct Stored {
    pub(crate) limb: u8,
    rect: Rect,
    pixels: Vec<u8>,
    /// Number of pictures of the limb, with those that look like an earlier one and are not shown.
    pub(crate) of_limb: usize,
}

impl Stored {
    /// Makes a picture of a limb from its pixel values, with `width` values per row.
    pub(crate) fn new(limb: u8, rows: &[u8], width: u32, nothing: u8) -> Self {
        let rect = drawn(rows, width, nothing);
        let mut pixels = Vec::new();
        cut(rows, width, rect, 1, &mut pixels);
        Self { limb, rect, pixels, of_limb: 1 }
    }

    /// Returns the number of bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.pixels.len()
    }
}

/// The titles and colours at the top of a sheet, and the line at its bottom.
pub(crate) struct Titles {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) swatches: Vec<Swatch>,
    pub(crate) credit: String,
}

/// The animations and pictures of a sheet.
pub(crate) struct Shown<'a> {
    pub(crate) shots: &'a [AnimationFrames],
    pub(crate) pictures: &'a [Stored],
    /// Whether pictures belong to no limb, as in AKOS costumes (`docs/format/akos.md §6`).
    pub(crate) is_shared: bool,
    pub(crate) jiffies_per_tick: u32,
    /// Whether a facing that is the mirror image of another one has a row.
    pub(crate) mirrored: bool,
}

/// Returns the contents of a sheet, or `None` if there is nothing to show.
pub(crate) fn contents<'a>(titles: Titles, shown: &Shown<'a>) -> Option<Contents<'a>> {
    let mut groups = chores(shown);
    groups.extend(limbs(shown.pictures, shown.is_shared));
    if groups.is_empty() {
        return None;
    }
    let Titles { title, subtitle, swatches, credit } = titles;
    Some(Contents { title, subtitle, swatches, groups, credit })
}

/// Returns a group for each chore that looks different, with a row for each facing that does.
fn chores<'a>(shown: &Shown<'a>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for shots in shown.shots.chunk_by(|a, b| a.action.chore == b.action.chore) {
        let Some(group) = chore(shots, shown) else { continue };
        match groups.iter_mut().find(|it| it.rows == group.rows) {
            Some(twin) => twin.heading = format!("{}, {}", twin.heading, group.heading),
            None => groups.push(group),
        }
    }
    groups
}

/// Returns the group of a chore, whose animations these are.
fn chore<'a>(shots: &'a [AnimationFrames], shown: &Shown<'a>) -> Option<Group<'a>> {
    let shot = shots.first()?;
    let chore = shot.action.chore;
    let number = format!(" (chore {chore})");
    let number = if shot.title.ends_with(&chore.to_string()) { "" } else { &number };
    // A walk with a name of its own is looked for as a walk, too.
    let role = shot.action.role.map(|_| shot.action.chore_name()).filter(|it| *it != shot.title);
    let role = role.map(|role| format!("{role}: ")).unwrap_or_default();
    let mut rows: Vec<Row<'_>> = Vec::new();
    for shot in shots {
        let row = row(shot, shown.jiffies_per_tick);
        // Props look the same from all sides: facings that show the same share a row.
        match rows.iter_mut().find(|it| it.note == row.note && it.cells == row.cells) {
            Some(twin) => twin.label = format!("{}, {}", twin.label, row.label),
            None => rows.push(row),
        }
    }
    if !shown.mirrored {
        leave_out_mirrored(&mut rows);
    }
    Some(Group { heading: format!("{role}{}{number}", shot.title), rows })
}

/// Removes rows that are the mirror image of another one, and names their facings there. The row that stays is the one
/// that the costume does not mirror; if both are alike in this, the first.
fn leave_out_mirrored(rows: &mut Vec<Row<'_>>) {
    let mut at = 0;
    while at < rows.len() {
        let twin = (at + 1..rows.len()).find(|other| rows[at].is_mirror_image_of(&rows[*other]));
        if let Some(other) = twin {
            if rows[at].is_mirrored && !rows[other].is_mirrored {
                rows.swap(at, other);
            }
            let left_out = rows.remove(other);
            rows[at].label = format!("{} (mirrored: {})", rows[at].label, left_out.label);
        }
        at += 1;
    }
}

fn row(shot: &AnimationFrames, jiffies_per_tick: u32) -> Row<'_> {
    let reel = &shot.reel;
    let all = reel.all_drawn();
    let different = (0..reel.len()).filter(|i| !all.is_empty() && reel.first_like(*i) == *i);
    let cells: Vec<Cell<'_>> = different
        .map(|i| {
            let rect = reel.drawn(i);
            let part = match rect.is_empty() {
                true => rect,
                false => Rect {
                    left: rect.left - all.left,
                    top: rect.top - all.top,
                    right: rect.right - all.left,
                    bottom: rect.bottom - all.top,
                },
            };
            Cell { width: all.width(), height: all.height(), part, pixels: reel.part(i) }
        })
        .collect();
    // Frames are counted as on the page; frames that look like an earlier one are not drawn again.
    let frames = match (cells.len(), reel.len()) {
        (n, all) if n < all => format!("{n} of {all} frames"),
        (_, 1) => "1 frame".to_owned(),
        (n, _) => format!("{n} frames"),
    };
    let ends = if reel.loops_to().is_some() { "loop" } else { "once" };
    let note = match (cells.len(), reel.len()) {
        (0, _) => "nothing to see".to_owned(),
        (_, 1) => frames,
        _ => format!("{frames}, {} {ends}", seconds(reel, jiffies_per_tick)),
    };
    Row { label: shot.action.facing.name().to_owned(), note, cells, is_mirrored: shot.clip.mirrored }
}

/// Formats the duration of an animation: `1.6 s`.
fn seconds(reel: &FrameBuffer, jiffies_per_tick: u32) -> String {
    let jiffies = u64::from(jiffies_per_tick) * reel.ticks().iter().map(|t| u64::from(*t)).sum::<u64>();
    let tenths = (jiffies * 10 + u64::from(JIFFIES_PER_SECOND) / 2) / u64::from(JIFFIES_PER_SECOND);
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// Returns the pictures, a row for each limb.
fn limbs(stored: &[Stored], is_shared: bool) -> Option<Group<'_>> {
    let rows = stored.chunk_by(|a, b| a.limb == b.limb).map(|limb| {
        let cells = limb.iter().map(|it| {
            let (width, height) = (it.rect.width(), it.rect.height());
            Cell {
                width,
                height,
                part: Rect { left: 0, top: 0, right: width, bottom: height },
                pixels: &it.pixels,
            }
        });
        let label = match limb.first() {
            Some(_) if is_shared => "all limbs".to_owned(),
            Some(first) => format!("limb {}", first.limb),
            None => String::new(),
        };
        let note = match (limb.len(), limb.iter().map(|it| it.of_limb).max().unwrap_or(0)) {
            (n, all) if n < all => format!("{n} of {all} pictures"),
            (1, _) => "1 picture".to_owned(),
            (n, _) => format!("{n} pictures"),
        };
        Row { label, note, cells: cells.collect(), is_mirrored: false }
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| Group { heading: "pictures".to_owned(), rows })
}
