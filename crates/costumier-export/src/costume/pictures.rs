//! Exports the single pictures of a costume as they are stored: facing East, without an actor.

use std::collections::{BTreeMap, BTreeSet};

use costumier::{PictureInfo, PictureKey};

use crate::contact::Stored;
use crate::costume::Job;
use crate::formats::bmp;
use crate::image::{Image, Rect, drawn};
use crate::options::Format;
use crate::paths;
use crate::pixels::sha256;
use crate::report::{Numbers, PictureReport, PictureStatus};
use crate::scratch::Workspace;
use crate::sink::Result;

/// For each distinct picture (hash and size), the first one: its key, its PNG file and its BMP file.
type FirstPictures = BTreeMap<(String, u16, u16), (String, Option<String>, Option<String>)>;

/// What the files of the whole costume need of its pictures.
pub(super) struct Pictures {
    pub(super) reports: Vec<PictureReport>,
    /// The animations that show pictures.
    pub(super) shown_in: Vec<String>,
    /// The pictures for the contact sheet, as far as memory allows.
    pub(super) stored: Vec<Stored>,
    /// Which pixel values the pictures have.
    pub(super) values: Box<[bool; 256]>,
}

/// Reads every picture and writes those that differ from all before. `kept` is the number of bytes that animations use.
pub(super) fn export(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    used_by: &mut BTreeMap<PictureKey, Vec<String>>,
    kept: usize,
) -> Result<Pictures> {
    let mut values = Box::new([false; 256]);
    let (mut reports, mut names) = (Vec::new(), Numbers::default());
    let mut known = FirstPictures::new();
    let mut stored = Vec::new();
    let mut on_sheet = BTreeSet::new();
    let mut bytes = kept;
    let mut of_limb: BTreeMap<u8, usize> = BTreeMap::new();
    for key in job.opened.costume.picture_keys() {
        // Pictures that cannot be read are among the problems that checking the costume found.
        let Ok(picture) = job.opened.costume.picture(key) else { continue };
        let readable = workspace.pictures.read(&picture).is_ok();
        let mut report = describe(job, key, &picture.info);
        let shown_in = used_by.remove(&key).unwrap_or_default();
        report.used_by = shown_in.into_iter().map(|name| names.of(name)).collect();
        if readable {
            write(job, workspace, &mut report, &mut known)?;
        }
        let is_ok = report.status == PictureStatus::Ok;
        if is_ok && report.same_as.is_none() {
            workspace.pictures.rows().iter().for_each(|value| values[usize::from(*value)] = true);
        }
        *of_limb.entry(key.limb).or_default() += usize::from(is_ok);
        // The first picture with these pixels may be one that is not exported.
        let is_part = is_ok && job.options().has_part(job.opened.id, key);
        if job.wants(Format::Contact)
            && is_part
            && on_sheet.insert((report.sha256.clone(), report.width, report.height))
        {
            let rows = workspace.pictures.rows();
            let it = Stored::new(key.limb, rows, u32::from(report.width), job.origin.transparent);
            bytes += it.bytes();
            if bytes <= job.budget.frames() {
                stored.push(it);
            }
        }
        reports.push(report);
    }
    for it in &mut stored {
        it.of_limb = of_limb.get(&it.limb).copied().unwrap_or(1);
    }
    if bytes > job.budget.frames() {
        let why = job.budget.refusal(4 * bytes as u64);
        job.sink.leave_out("contact.png", format!("some single pictures are missing on the sheet: {why}"));
    }
    Ok(Pictures { reports, shown_in: names.all(), stored, values })
}

fn describe(job: &Job<'_>, key: PictureKey, info: &PictureInfo) -> PictureReport {
    PictureReport {
        key: format!("{}/{}", job.key, paths::picture(key)),
        limb: key.limb,
        index: key.index,
        width: info.width,
        height: info.height,
        x: info.x,
        y: info.y,
        move_x: info.move_x,
        move_y: info.move_y,
        redirect: info.redirect,
        sha256: None,
        status: PictureStatus::Broken,
        file: None,
        bmp: None,
        trimmed: [0, 0],
        same_as: None,
        used_by: Vec::new(),
    }
}

fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    report: &mut PictureReport,
    known: &mut FirstPictures,
) -> Result<()> {
    let (width, height) = (u32::from(report.width), u32::from(report.height));
    let rows = workspace.pictures.rows();
    let content = drawn(rows, width, job.origin.transparent);
    let hash = sha256(rows);
    report.sha256 = Some(hash.clone());
    report.status = if content.is_empty() { PictureStatus::Blank } else { PictureStatus::Ok };
    let rect = match job.options().trim {
        true => content,
        false => Rect { left: 0, top: 0, right: width, bottom: height },
    };
    report.trimmed = [rect.left, rect.top];
    let same = (hash, report.width, report.height);
    let first = known.get(&same);
    if let Some((first, file, bmp)) = first {
        report.same_as = Some(first.clone());
        report.file.clone_from(file);
        report.bmp.clone_from(bmp);
    }
    // The first picture with these pixels may be one that is not exported.
    let key = PictureKey { limb: report.limb, index: report.index };
    let has_files = report.files().next().is_some();
    if !has_files && job.options().admits_picture(job.opened.id, key) && !rect.is_empty() {
        files(job, workspace, report, rect)?;
    }
    let first = first.map_or_else(|| report.key.clone(), |(first, ..)| first.clone());
    known.insert(same, (first, report.file.clone(), report.bmp.clone()));
    Ok(())
}

/// Writes a picture in every format that has a file per picture.
fn files(job: &mut Job<'_>, workspace: &mut Workspace, report: &mut PictureReport, rect: Rect) -> Result<()> {
    let wants = Format::PICTURES.map(|format| job.wants(format));
    if wants == [false; 2] {
        return Ok(());
    }
    let Workspace { pictures, encoder, .. } = workspace;
    let name = paths::picture(PictureKey { limb: report.limb, index: report.index });
    let scale = job.options().scale();
    if let Err(why) = job.require_image((rect.width(), rect.height())) {
        job.sink.leave_out(&name, why);
        return Ok(());
    }
    encoder.pixels.clear();
    job.palette.cut(pictures.rows(), u32::from(report.width), rect, scale, &mut encoder.pixels);
    let (width, height) = (rect.width() * scale, rect.height() * scale);
    if wants[0] {
        let made = encoder.png((width, height), &job.palette);
        report.file = job.sink.save(&format!("pictures/{name}.png"), made, &encoder.file)?;
    }
    if wants[1] {
        let (colours, alpha) = (&job.palette.colours, &job.palette.alpha);
        let image = Image { width, height, pixels: &encoder.pixels, palette: colours, alpha };
        let made = bmp::write(&image, &mut encoder.file);
        report.bmp = job.sink.save(&format!("bmp/{name}.bmp"), made, &encoder.file)?;
    }
    Ok(())
}
