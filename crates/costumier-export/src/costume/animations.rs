//! Exports the animations of a costume: plays, draws and writes them one at a time, or several at once if there are
//! idle cores. Frames are kept only if some file shows all of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::play::ClipFrame;
use costumier::scene::Position;
use costumier::{Action, Bounds, Clip, Direction, Error, ErrorKind, PictureKey, Placed, Problem, Severity};

use crate::colour::WrittenPalette;
use crate::costume::{Job, side_by_side, strips};
use crate::film::{AnimationFrames, FrameBuffer, shorten};
use crate::formats::{MovieOptions, OPAQUE_SHADOWS, REPEATS_ALL, apng, gif, webp};
use crate::image::ImageError;
use crate::options::{CanvasOf, Format};
use crate::paths;
use crate::report::{
    AnimationReport, FileReport, FrameReport, Numbers, PictureStatus, PlacedReport, Portrait,
};
use crate::scratch::Workspace;
use crate::sink::Result;

/// The result of a costume's animations.
#[derive(Default)]
pub(super) struct Played {
    pub(super) reports: Vec<AnimationReport>,
    /// What frames show.
    pub(super) poses: Numbers<Vec<PlacedReport>>,
    /// Names of the animations that show each picture, exported or not.
    pub(super) used_by: BTreeMap<PictureKey, Vec<String>>,
    /// The frames, for files that show all of them.
    pub(super) shots: Vec<AnimationFrames>,
    /// The best figure of the costume, if other rooms would give it other colours.
    pub(super) portrait: Option<Portrait>,
}

/// Formats that show all animations of a costume.
const TOGETHER: [Format; 7] = [
    Format::Contact,
    Format::Ripsheet,
    Format::Sheet,
    Format::AsepriteJson,
    Format::TexturepackerJson,
    Format::Godot,
    Format::Aseprite,
];

/// An animation that was played, and its result.
pub(super) struct Animated {
    name: String,
    /// The pictures that it shows, each once.
    shows: Vec<PictureKey>,
    /// The frames and the report, if the animation is exported.
    pub(super) made: Option<(AnimationFrames, AnimationReport)>,
}

/// Plays every animation of the costume, and draws and writes those that are exported.
pub(super) fn export(job: &mut Job<'_>, workspace: &mut Workspace) -> Result<Played> {
    let mut played = Played::default();
    let mut tally = Tally::default();
    let canvas = common_canvas(job, workspace);
    let actions = job.opened.costume.actions();
    let mut rest = &actions[..];
    while let [action, later @ ..] = rest {
        let ahead = side_by_side::make(job, workspace, canvas, rest);
        if ahead.is_empty() {
            let clip = play(job, action);
            let animated = animate(job, workspace, canvas, action, clip)?;
            played.add(job, workspace, animated, &mut tally);
            rest = later;
            continue;
        }
        let (made, later) = rest.split_at(ahead.len());
        for (action, ahead) in made.iter().zip(ahead) {
            let animated = match ahead.filter(|it| workspace.camera.count(it.drawn)) {
                Some(ahead) => ahead.take_turn(job)?,
                None => {
                    let clip = play(job, action);
                    animate(job, workspace, canvas, action, clip)?
                }
            };
            played.add(job, workspace, animated, &mut tally);
        }
        rest = later;
    }
    workspace.tidy();
    if tally.left_out > 0 {
        let why = job.budget.refusal(4 * tally.all as u64);
        job.sink
            .leave_out("sheets", format!("{} animations are missing on the sheets: {why}", tally.left_out));
    }
    Ok(played)
}

/// The memory of kept frames.
#[derive(Default)]
struct Tally {
    /// Bytes of the frames that are kept.
    bytes: usize,
    /// Bytes of all frames.
    all: usize,
    left_out: usize,
}

impl Played {
    /// Adds the next animation.
    fn add(&mut self, job: &Job<'_>, workspace: &mut Workspace, animated: Animated, tally: &mut Tally) {
        let Animated { name, shows, made } = animated;
        for picture in shows {
            let names = self.used_by.entry(picture).or_default();
            if names.last() != Some(&name) {
                names.push(name.clone());
            }
        }
        let Some((mut shot, mut report)) = made else { return };
        for (frame, shown) in report.frames.iter_mut().zip(&shot.clip.frames) {
            frame.pose = self.poses.of(shown.placed.iter().map(placed).collect());
        }
        self.reports.push(report);
        if !job.origin.others.is_empty() {
            Portrait::offer(&mut self.portrait, &shot.name, &shot.reel);
        }
        let keeps = TOGETHER.iter().any(|format| job.wants(*format));
        tally.bytes += shot.reel.bytes();
        tally.all += shot.reel.bytes();
        if keeps && tally.bytes <= job.budget.frames() {
            shot.reel.settle();
            self.shots.push(shot);
        } else {
            tally.left_out += usize::from(keeps && !shot.is_blank());
            tally.bytes -= shot.reel.bytes();
            workspace.put_away(shot.reel);
        }
    }
}

/// Draws and writes an animation that was played, if it is exported.
pub(super) fn animate(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    canvas: Option<Bounds>,
    action: &Action,
    mut clip: Clip,
) -> Result<Animated> {
    let called = job.called(action);
    let name = paths::action(action, called);
    let placed = clip.frames.iter().flat_map(|frame| &frame.placed);
    let mut shows: Vec<PictureKey> = placed.map(|placed| placed.picture).collect();
    shows.sort_unstable();
    shows.dedup();
    if !job.options().admits(job.opened.id, action, called) {
        return Ok(Animated { name, shows, made: None });
    }
    let shortened = shorten(&mut clip, job.options().longest_loop);
    let title = called.map_or_else(|| action.chore_name(), str::to_owned);
    let reel = workspace.spare.pop().unwrap_or_default();
    let mut shot =
        AnimationFrames { name: name.clone(), title, action: *action, clip, shortened, reel, error: None };
    film(job, workspace, canvas, &mut shot);
    let report = write(job, workspace, &shot)?;
    Ok(Animated { name, shows, made: Some((shot, report)) })
}

/// Plays an animation.
pub(super) fn play(job: &Job<'_>, action: &Action) -> Clip {
    Clip::record(&job.opened.costume, action.chore, action.facing, job.context.game.limits())
}

/// Returns the canvas of all animations, if they share one.
fn common_canvas(job: &Job<'_>, workspace: &mut Workspace) -> Option<Bounds> {
    if job.options().canvas == CanvasOf::Animation {
        return None;
    }
    let wanted = job
        .opened
        .costume
        .actions()
        .into_iter()
        .filter(|action| job.options().admits(job.opened.id, action, job.called(action)));
    if !job.options().trim {
        return Some(wanted.map(|action| play(job, &action).bounds).fold(Bounds::default(), Bounds::union));
    }
    // The visible area is known only after drawing.
    let mut reel = workspace.spare.pop().unwrap_or_default();
    let mut all = Bounds::default();
    for action in wanted {
        let clip = play(job, &action);
        let filmed = workspace.camera.film(&job.opened.costume, &clip, job.origin.transparent, &mut reel);
        if filmed.is_ok() && !reel.all_drawn().is_empty() {
            reel.trim();
            all = all.union(bounds(&reel));
        }
    }
    workspace.put_away(reel);
    Some(all)
}

/// Draws an animation.
fn film(job: &mut Job<'_>, workspace: &mut Workspace, canvas: Option<Bounds>, shot: &mut AnimationFrames) {
    let AnimationFrames { clip, reel, .. } = shot;
    let (costume, nothing) = (&job.opened.costume, job.origin.transparent);
    let filmed = match canvas {
        Some(canvas) => workspace.camera.film_on(costume, clip, canvas, nothing, reel),
        None => workspace.camera.film(costume, clip, nothing, reel),
    };
    if job.options().trim && canvas.is_none() {
        reel.trim();
    }
    if let Ok(Some(e)) | Err(e) = filmed {
        note(job, &shot.name, &e);
        shot.error = Some(e);
    }
}

/// Reports why an animation could not be drawn.
fn note(job: &mut Job<'_>, name: &str, e: &Error) {
    if is_limit(e) {
        return job.sink.leave_out(name, e.kind().to_string());
    }
    let text = format!("{}: {}", e.what(), e.kind());
    job.sink.problems.push(Problem::new(Severity::Broken, name, e.offset(), text));
}

/// Whether a limit of this program, not the costume, keeps something from being drawn.
fn is_limit(e: &Error) -> bool {
    matches!(e.kind(), ErrorKind::Limit(_))
}

/// Writes an animation that was drawn.
fn write(job: &mut Job<'_>, workspace: &mut Workspace, shot: &AnimationFrames) -> Result<AnimationReport> {
    let mut report = describe(shot);
    let Some(backdrop) = job.backdrop.clone() else {
        let palette = Arc::clone(&job.palette);
        place(job, &shot.reel, &mut report);
        in_formats(job, workspace, (&shot.reel, &palette), &mut report)?;
        return Ok(report);
    };
    let mut in_room = workspace.spare.pop().unwrap_or_default();
    // An animation that could not be drawn has been reported, and has no frames here.
    if !shot.is_blank() {
        let look = job.options().looks.get(&job.opened.id);
        let offset = anchor_offset(job, &shot.clip);
        let view = backdrop.view(bounds(&shot.reel), offset, &job.options().framing);
        let filmed = workspace.camera.film_in_room(
            &job.opened.costume,
            &shot.clip,
            (&backdrop, view, look),
            &mut in_room,
        );
        if let (Err(e), None) = (filmed, &shot.error) {
            note(job, &shot.name, &e);
        }
        place(job, &in_room, &mut report);
        let [width, height] = [view.size.0, view.size.1].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        report.view = Some([view.corner.0, view.corner.1, width, height]);
        in_formats(job, workspace, (&in_room, backdrop.palette()), &mut report)?;
    }
    workspace.put_away(in_room);
    Ok(report)
}

/// Returns the distance from the feet to the anchor, in pixels of the room.
pub(super) fn anchor_offset(job: &Job<'_>, clip: &Clip) -> (i32, i32) {
    let west = clip.facing.direction() == Direction::West;
    job.opened.costume.dialect().anchor.pixel(Position::default(), 0, west, clip.mirrored)
}

/// Returns a reel's canvas as bounds around its anchor.
fn bounds(reel: &FrameBuffer) -> Bounds {
    let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
    let (left, top) = (reel.anchor().0.saturating_neg(), reel.anchor().1.saturating_neg());
    let (right, bottom) = (left.saturating_add(side(reel.width())), top.saturating_add(side(reel.height())));
    Bounds { left, top, right, bottom }
}

/// Returns the report of an animation, without its canvas and files.
fn describe(shot: &AnimationFrames) -> AnimationReport {
    let AnimationFrames { action, clip, .. } = shot;
    let status = match (&shot.error, shot.is_blank()) {
        (Some(e), _) if is_limit(e) => PictureStatus::Large,
        (Some(_), _) => PictureStatus::Broken,
        (None, true) => PictureStatus::Blank,
        (None, false) => PictureStatus::Ok,
    };
    AnimationReport {
        name: shot.name.clone(),
        title: shot.title.clone(),
        chore: action.chore,
        facing: action.facing.name(),
        role: action.role.map(|role| role.name()),
        record: action.record,
        mirrored: clip.mirrored,
        status,
        error: shot.error.as_ref().map(ToString::to_string),
        canvas: [0, 0],
        anchor: [0, 0],
        view: None,
        ticks: clip.ticks(),
        loops_to: clip.loops_to,
        shortened: shot.shortened,
        frames: clip.frames.iter().map(|it| frame(it, clip.mirrored)).collect(),
        files: Vec::new(),
    }
}

/// Adds the canvas to the report of an animation.
fn place(job: &Job<'_>, reel: &FrameBuffer, report: &mut AnimationReport) {
    let scale = job.options().scale();
    let factor = i32::try_from(scale).unwrap_or(1);
    report.canvas = [reel.width() * scale, reel.height() * scale];
    report.anchor = [reel.anchor().0.saturating_mul(factor), reel.anchor().1.saturating_mul(factor)];
}

fn placed(&Placed { limb, picture, x, y, mirrored, .. }: &Placed) -> PlacedReport {
    PlacedReport { limb, picture: picture.index, x, y, mirrored }
}

/// Returns the report of a frame. Its pose gets its number in the animation's turn.
fn frame(frame: &ClipFrame, clip_mirrored: bool) -> FrameReport {
    let mirrored = Some(frame.mirrored).filter(|mirrored| *mirrored != clip_mirrored);
    FrameReport { pose: 0, ticks: frame.ticks, mirrored, file: None }
}

/// Writes an animation in every format that has a file, or a folder, per animation.
fn in_formats(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&FrameBuffer, &WrittenPalette),
    report: &mut AnimationReport,
) -> Result<()> {
    if reel.all_drawn().is_empty() {
        return Ok(());
    }
    if job.wants(Format::Frames) {
        sequence(job, workspace, (reel, palette), report)?;
    }
    if job.wants(Format::Strips) {
        strips::write(job, workspace, (reel, palette), report)?;
    }
    for format in Format::MOVIES {
        if job.wants(format) {
            movie(job, workspace, (reel, palette), report, format)?;
        }
    }
    Ok(())
}

fn sequence(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&FrameBuffer, &WrittenPalette),
    report: &mut AnimationReport,
) -> Result<()> {
    let scale = job.options().scale();
    if let Err(why) = job.require_image((reel.width(), reel.height())) {
        job.sink.leave_out(&report.name, why);
        return Ok(());
    }
    let encoder = &mut workspace.encoder;
    let mut canvas = Vec::new();
    for (i, frame) in (0..reel.len()).zip(&mut report.frames) {
        reel.lay(i, &mut canvas);
        encoder.pixels.clear();
        palette.cut(&canvas, reel.width(), reel.canvas(), scale, &mut encoder.pixels);
        let made = encoder.png((reel.width() * scale, reel.height() * scale), palette);
        let name = format!("{}/{}.png", report.name, paths::frame(i));
        frame.file = job.sink.save(&name, made, &encoder.file)?;
    }
    Ok(())
}

/// Writes an animation as one file.
fn movie(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    (reel, palette): (&FrameBuffer, &WrittenPalette),
    report: &mut AnimationReport,
    format: Format,
) -> Result<()> {
    let options =
        MovieOptions { palette, scale: job.options().scale(), jiffies_per_tick: job.options().jiffies() };
    let effort = job.options().effort;
    let (buffers, file) = (&mut workspace.encoder.buffers, &mut workspace.encoder.file);
    let name = format!("{}.{}", report.name, format.name());
    if let Err(why) = job.require_image((reel.width(), reel.height())) {
        job.sink.leave_out(&name, why);
        return Ok(());
    }
    let made = match format {
        Format::Apng => apng::write(reel, &options, effort, buffers, file),
        Format::Webp => webp::write(reel, &options, buffers, file),
        Format::Gif => gif::write(reel, &options, buffers, file),
        other => Err(ImageError::of(format!("{} files do not hold one animation each", other.name()))),
    };
    if let Some(path) = job.sink.save(&name, made, file)? {
        let note = match reel.loops_to() {
            Some(1..) => Some(REPEATS_ALL),
            _ if format == Format::Gif && palette.has_shadows() => Some(OPAQUE_SHADOWS),
            _ => None,
        };
        report.files.push(FileReport { format: format.name(), path, note });
    }
    Ok(())
}
