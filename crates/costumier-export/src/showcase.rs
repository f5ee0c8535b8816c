//! What a costume's contact sheet says: its title, its chores by facing, its pictures.

use crate::contact::{self, Cell, Contents, Group, Row};
use crate::costume::{Job, Workspace};
use crate::error::Result;
use crate::image::{Image, Rect, cut, drawn};
use crate::options::{Format, JIFFIES_PER_SECOND};
use crate::reel::Reel;
use crate::report::{AnimationReport, FileReport, PictureReport, PictureStatus};

/// A picture as it is stored: its limb, its width, its pixels.
type Stored = (u8, u32, Vec<u8>);

/// Draws and writes the contact sheet. Nothing to show gives no file.
pub(crate) fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    animations: &[AnimationReport],
    pictures: &[PictureReport],
) -> Result<Option<FileReport>> {
    let stored = stored(job, workspace, pictures);
    let nothing = job.palette.nothing;
    let mut groups = chores(job, &workspace.reels, animations);
    let shared = job.opened.costume.as_akos().is_some();
    groups.extend(limbs(&stored, nothing, shared));
    if groups.is_empty() {
        return Ok(None);
    }
    let (title, subtitle) = titles(job);
    let path = format!("{}/contact.png", job.folder);
    let used = (0..=u8::MAX).zip(&job.origin.colours).filter(|(_, colour)| colour.used);
    let swatches = used.map(|(value, _)| value).collect();
    let palette = job.origin.written_on(job.options().contact_background);
    let sheet = contact::draw(&Contents { title, subtitle, swatches, groups }, &palette);
    let press = &mut workspace.press;
    let made = sheet.and_then(|sheet| {
        let scale = job.options().scale();
        let whole = Rect { left: 0, top: 0, right: sheet.width, bottom: sheet.height };
        press.pixels.clear();
        cut(&sheet.pixels, sheet.width, whole, scale, &mut press.pixels);
        let image = Image {
            width: sheet.width * scale,
            height: sheet.height * scale,
            pixels: &press.pixels,
            palette: &sheet.palette,
            alpha: &palette.alpha,
        };
        press.png.write(&image, &mut press.file)
    });
    let saved = job.save(&path, made, &press.file)?;
    Ok(saved.then(|| FileReport { format: Format::Contact.name(), path, note: None }))
}

fn titles(job: &Job<'_>) -> (String, String) {
    let (id, room) = (job.opened.id, job.opened.room);
    let room_name = job.exporter.game.room_name(room).map(|name| format!(" {name}")).unwrap_or_default();
    let colours = match job.opened.costume.palette().len() {
        1 => "1 colour".to_owned(),
        n => format!("{n} colours"),
    };
    (job.title(), format!("{} · costume {id} · room {room}{room_name} · {colours}", job.exporter.key))
}

/// A group for each chore, a row for each facing that looks different.
fn chores<'a>(job: &Job<'_>, reels: &'a [Reel], animations: &[AnimationReport]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut last = None;
    for (animation, reel) in animations.iter().zip(reels) {
        if last != Some(animation.chore) {
            last = Some(animation.chore);
            let number = format!(" (chore {})", animation.chore);
            let number = if animation.title.ends_with(&animation.chore.to_string()) { "" } else { &number };
            groups.push(Group { heading: format!("{}{number}", animation.title), rows: Vec::new() });
        }
        let row = row(job, reel, animation);
        let Some(group) = groups.last_mut() else { continue };
        // Props look the same from all sides: facings that show the same share a row.
        match group.rows.iter_mut().find(|it| it.note == row.note && same(&it.cells, &row.cells)) {
            Some(twin) => twin.label = format!("{}, {}", twin.label, row.label),
            None => group.rows.push(row),
        }
    }
    groups
}

fn row<'a>(job: &Job<'_>, reel: &'a Reel, animation: &AnimationReport) -> Row<'a> {
    let rect = reel.all_drawn();
    let mut cells: Vec<Cell<'a>> = Vec::new();
    for pixels in reel.frames().filter(|_| !rect.is_empty()) {
        if cells.iter().all(|cell| cell.pixels != pixels) {
            cells.push(Cell { pixels, width: reel.width(), rect });
        }
    }
    let note = match (cells.len(), reel.loops_to()) {
        (0, _) => "nothing to see".to_owned(),
        (1, _) => "1 image".to_owned(),
        (n, Some(_)) => format!("{n} images, {} loop", seconds(job, reel)),
        (n, None) => format!("{n} images, {} once", seconds(job, reel)),
    };
    Row { label: animation.facing.to_owned(), note, cells }
}

fn same(a: &[Cell<'_>], b: &[Cell<'_>]) -> bool {
    // All cells of a row have the same rectangle, so equal bytes of equal width are equal pictures.
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| (a.width, a.rect, a.pixels) == (b.width, b.rect, b.pixels))
}

/// How long an animation takes: `1.6 s`.
fn seconds(job: &Job<'_>, reel: &Reel) -> String {
    let jiffies =
        u64::from(job.options().jiffies()) * reel.ticks().iter().map(|t| u64::from(*t)).sum::<u64>();
    let tenths = (jiffies * 10 + u64::from(JIFFIES_PER_SECOND) / 2) / u64::from(JIFFIES_PER_SECOND);
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// The pixels of every picture that shows something, once.
fn stored(job: &Job<'_>, workspace: &mut Workspace, pictures: &[PictureReport]) -> Vec<Stored> {
    let shown = pictures.iter().filter(|it| it.status == PictureStatus::Ok && it.same_as.is_none());
    let read = shown.filter_map(|it| {
        let key = costumier::model::PictureKey { limb: it.limb, index: it.index };
        let picture = job.opened.costume.picture(key).ok()?;
        workspace.pictures.read(&picture).ok()?;
        Some((it.limb, u32::from(it.width), workspace.pictures.rows().to_vec()))
    });
    read.collect()
}

/// The pictures, a row for each limb; AKOS costumes have one store of pictures for all limbs (`reference/05 §6`).
fn limbs(stored: &[Stored], nothing: u8, shared: bool) -> Option<Group<'_>> {
    let rows = stored.chunk_by(|a, b| a.0 == b.0).map(|limb| {
        let cells = limb.iter().map(|(_, width, pixels)| {
            let rect = drawn(pixels, *width, nothing);
            Cell { pixels, width: *width, rect }
        });
        let label = match limb.first() {
            Some(_) if shared => "all limbs".to_owned(),
            Some((number, ..)) => format!("limb {number}"),
            None => String::new(),
        };
        let note = if limb.len() == 1 { "1 picture".to_owned() } else { format!("{} pictures", limb.len()) };
        Row { label, note, cells: cells.collect() }
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| Group { heading: "pictures".to_owned(), rows })
}
