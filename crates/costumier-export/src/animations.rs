//! The animations of a costume: played, drawn, written frame by frame and whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::model::{Action, PictureKey};
use costumier::play::{Clip, ClipFrame};
use costumier::{Error, Problem, Severity};

use crate::costume::{Job, Press, Workspace};
use crate::error::Result;
use crate::movie::{MovieOptions, OPAQUE_SHADOWS, REPEATS_ALL};
use crate::options::Format;
use crate::palette::WrittenPalette;
use crate::reel::Reel;
use crate::report::{AnimationReport, FileReport, FrameReport, PictureStatus, PlacedReport};
use crate::shorten::shorten;
use crate::{apng, gif, paths, webp};

/// Names of the animations that show each picture.
pub(crate) type UsedBy = BTreeMap<PictureKey, Vec<String>>;

/// Plays every animation of the costume, draws and writes those that are asked for. Afterwards `workspace.reels` begins with the pixels
/// of each animation that has a report.
pub(crate) fn animations(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    used_by: &mut UsedBy,
) -> Result<Vec<AnimationReport>> {
    let mut reports = Vec::new();
    for action in job.opened.costume.actions() {
        let mut clip =
            Clip::record(&job.opened.costume, action.chore, action.facing, job.exporter.game.limits());
        let name = paths::action(&action);
        for placed in clip.frames.iter().flat_map(|frame| &frame.placed) {
            let names = used_by.entry(placed.picture).or_default();
            if names.last() != Some(&name) {
                names.push(name.clone());
            }
        }
        if !job.options().admits(&action) {
            continue;
        }
        if workspace.reels.len() == reports.len() {
            workspace.reels.push(Reel::default());
        }
        let Some(mut reel) = workspace.reels.get_mut(reports.len()).map(std::mem::take) else { continue };
        let shortened = shorten(&mut clip, job.options().longest_loop);
        let report = AnimationReport { shortened, ..animation(job, workspace, &action, &clip, &mut reel)? };
        if let Some(place) = workspace.reels.get_mut(reports.len()) {
            *place = reel;
        }
        reports.push(report);
    }
    Ok(reports)
}

fn animation(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    action: &Action,
    clip: &Clip,
    reel: &mut Reel,
) -> Result<AnimationReport> {
    let filmed = workspace.camera.film(&job.opened.costume, clip, job.palette.nothing, reel);
    if job.options().trim {
        reel.trim();
    }
    let scale = job.options().scale();
    let factor = i32::try_from(scale).unwrap_or(1);
    let title = job.exporter.names.chore(job.opened.id, action.chore);
    let mut report = AnimationReport {
        name: paths::action(action),
        title: title.map_or_else(|| action.chore_name(), str::to_owned),
        chore: action.chore,
        facing: action.facing.name(),
        role: action.role.map(|role| role.name()),
        record: action.record,
        mirrored: clip.mirrored,
        status: if reel.all_drawn().is_empty() { PictureStatus::Blank } else { PictureStatus::Ok },
        error: None,
        canvas: [reel.width() * scale, reel.height() * scale],
        anchor: [reel.anchor().0.saturating_mul(factor), reel.anchor().1.saturating_mul(factor)],
        ticks: clip.ticks(),
        loops_to: clip.loops_to,
        shortened: false,
        frames: clip.frames.iter().map(|it| frame(it, clip.mirrored)).collect(),
        files: Vec::new(),
    };
    if let Ok(Some(e)) | Err(e) = filmed {
        report.status = PictureStatus::Broken;
        report.error = Some(e.to_string());
        job.problems.push(problem(&report.name, &e));
    }
    let Some(backdrop) = job.backdrop.clone() else {
        let palette = Arc::clone(&job.palette);
        write(job, workspace, (&*reel, &palette), &mut report)?;
        return Ok(report);
    };
    let mut in_room = std::mem::take(&mut workspace.in_room);
    // What cannot be drawn was noted above, and gives no frames here either.
    if !reel.all_drawn().is_empty() {
        let _ = workspace.camera.film_in_room(&job.opened.costume, clip, &backdrop, reel, &mut in_room);
        write(job, workspace, (&in_room, backdrop.palette()), &mut report)?;
    }
    workspace.in_room = in_room;
    Ok(report)
}

fn frame(frame: &ClipFrame, clip_mirrored: bool) -> FrameReport {
    let pictures = frame.placed.iter().map(|placed| PlacedReport {
        limb: placed.limb,
        picture: placed.picture.index,
        x: placed.x,
        y: placed.y,
    });
    let mirrored = Some(frame.mirrored).filter(|mirrored| *mirrored != clip_mirrored);
    FrameReport { file: None, ticks: frame.ticks, mirrored, pictures: pictures.collect() }
}

fn problem(name: &str, e: &Error) -> Problem {
    Problem::new(Severity::Broken, name, e.offset(), format!("{}: {}", e.what(), e.kind()))
}

/// Writes an animation in every format that has a file, or a folder, per animation.
fn write(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&Reel, &WrittenPalette),
    report: &mut AnimationReport,
) -> Result<()> {
    if reel.all_drawn().is_empty() {
        return Ok(());
    }
    if job.wants(Format::Png) {
        sequence(job, workspace, (reel, palette), report)?;
    }
    for format in [Format::Gif, Format::Apng, Format::Webp] {
        if job.wants(format) {
            movie(job, workspace, (reel, palette), report, format)?;
        }
    }
    Ok(())
}

fn sequence(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&Reel, &WrittenPalette),
    report: &mut AnimationReport,
) -> Result<()> {
    let scale = job.options().scale();
    let folder = format!("{}/{}", job.folder, report.name);
    for (i, (pixels, frame)) in reel.frames().zip(&mut report.frames).enumerate() {
        let path = format!("{folder}/{}.png", paths::frame(i));
        let press = &mut workspace.press;
        press.pixels.clear();
        palette.cut(pixels, reel.width(), reel.canvas(), scale, &mut press.pixels);
        let saved = job.save_png(press, &path, (reel.width() * scale, reel.height() * scale), palette)?;
        frame.file = saved.then_some(path);
    }
    Ok(())
}

/// Writes an animation as one file.
fn movie(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&Reel, &WrittenPalette),
    report: &mut AnimationReport,
    format: Format,
) -> Result<()> {
    let options =
        MovieOptions { palette, scale: job.options().scale(), jiffies_per_tick: job.options().jiffies() };
    let effort = job.options().effort;
    let Press { pixels, file, .. } = &mut workspace.press;
    let (ending, made) = match format {
        Format::Apng => ("apng", apng::write(reel, &options, effort, pixels, file)),
        Format::Webp => ("webp", webp::write(reel, &options, pixels, file)),
        _ => ("gif", gif::write(reel, &options, pixels, file)),
    };
    let path = format!("{}/{}.{ending}", job.folder, report.name);
    if job.save(&path, made, file)? {
        let note = match reel.loops_to() {
            Some(1..) => Some(REPEATS_ALL),
            _ if format == Format::Gif && palette.has_shadows() => Some(OPAQUE_SHADOWS),
            _ => None,
        };
        report.files.push(FileReport { format: format.name(), path, note });
    }
    Ok(())
}
