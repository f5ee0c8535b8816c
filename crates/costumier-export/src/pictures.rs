//! The pictures of a costume, one by one, as they are stored: facing East, without an actor around them.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::model::{PictureInfo, PictureKey};

use crate::animations::UsedBy;
use crate::costume::{Job, Press, Workspace};
use crate::error::Result;
use crate::image::{Image, Rect, drawn};
use crate::json::Redirect;
use crate::options::Format;
use crate::pixels::sha256;
use crate::report::{PictureReport, PictureStatus};
use crate::{bmp, paths};

/// What makes two pictures the same, and the first one that is so: its key and its files.
type Known = BTreeMap<(String, u16, u16), (String, Option<String>, Option<String>)>;

/// Reads every picture; writes those that differ from all before.
pub(crate) fn pictures(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    used_by: &mut UsedBy,
) -> Result<Vec<PictureReport>> {
    let mut reports = Vec::new();
    let mut known = Known::new();
    for key in job.opened.costume.picture_keys() {
        // Pictures that cannot be read are among the problems that checking the costume found.
        let Ok(picture) = job.opened.costume.picture(key) else { continue };
        let readable = workspace.pictures.read(&picture).is_ok();
        let mut report = describe(job, key, &picture.info);
        report.used_by = used_by.remove(&key).unwrap_or_default();
        if readable {
            write(job, workspace, &mut report, &mut known)?;
        }
        reports.push(report);
    }
    Ok(reports)
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
        redirect: info.redirect.map(Redirect::from),
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
    known: &mut Known,
) -> Result<()> {
    let Workspace { pictures, press, .. } = workspace;
    let (width, height) = (u32::from(report.width), u32::from(report.height));
    let content = drawn(pictures.rows(), width, job.palette.nothing);
    let hash = sha256(pictures.rows());
    report.sha256 = Some(hash.clone());
    report.status = if content.is_empty() { PictureStatus::Blank } else { PictureStatus::Ok };
    let rect = match job.options().trim {
        true => content,
        false => Rect { left: 0, top: 0, right: width, bottom: height },
    };
    report.trimmed = [rect.left, rect.top];
    let same = (hash, report.width, report.height);
    if let Some((first, file, bmp)) = known.get(&same) {
        report.same_as = Some(first.clone());
        report.file.clone_from(file);
        report.bmp.clone_from(bmp);
        return Ok(());
    }
    if job.wants(Format::Png) && !rect.is_empty() {
        let key = PictureKey { limb: report.limb, index: report.index };
        let path = format!("{}/pictures/{}.png", job.folder, paths::picture(key));
        let scale = job.options().scale();
        press.pixels.clear();
        job.palette.cut(pictures.rows(), width, rect, scale, &mut press.pixels);
        let palette = Arc::clone(&job.palette);
        let saved = job.save_png(press, &path, (rect.width() * scale, rect.height() * scale), &palette)?;
        report.file = saved.then_some(path);
    }
    if job.wants(Format::Bmp) && !rect.is_empty() {
        bitmap(job, workspace, report, rect)?;
    }
    known.insert(same, (report.key.clone(), report.file.clone(), report.bmp.clone()));
    Ok(())
}

/// Writes a picture as BMP, in a folder of its own.
fn bitmap(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    report: &mut PictureReport,
    rect: Rect,
) -> Result<()> {
    let Workspace { pictures, press, .. } = workspace;
    let scale = job.options().scale();
    let Press { pixels, file, .. } = press;
    pixels.clear();
    job.palette.cut(pictures.rows(), u32::from(report.width), rect, scale, pixels);
    let (width, height) = (rect.width() * scale, rect.height() * scale);
    let image = Image { width, height, pixels, palette: &job.palette.colours, alpha: &job.palette.alpha };
    let made = bmp::write(&image, file);
    let key = PictureKey { limb: report.limb, index: report.index };
    let path = format!("{}/bmp/{}.bmp", job.folder, paths::picture(key));
    let saved = job.save(&path, made, file)?;
    report.bmp = saved.then_some(path);
    Ok(())
}
