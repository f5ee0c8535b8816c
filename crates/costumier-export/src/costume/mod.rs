//! Exports one costume: its animations, its pictures, and files that show all of it.

mod animations;
mod estimate;
mod pictures;
mod side_by_side;
mod strips;
mod whole_files;

use std::sync::Arc;

use costumier::format::screen::{Pattern, ega_pairs};
use costumier::{Action, Costume, ErrorKind, Problem, Severity};

pub(crate) use estimate::estimate;

use crate::budget::Budget;
use crate::colour::{Choice, CostumeColours, Palette, WrittenPalette, resolve};
use crate::context::Context;
use crate::film::{Backdrop, backdrop};
use crate::image::ImageError;
use crate::json::{ErrorRow, Status, format_name};
use crate::open_costume::OpenCostume;
use crate::options::{Background, ExportOptions, Format};
use crate::report::CostumeReport;
use crate::scratch::Workspace;
use crate::sink::{Output, Result, Sink};

/// Data shared by the parts of a costume's export.
struct Job<'a> {
    context: &'a Context,
    opened: &'a OpenCostume,
    /// The colours and where they come from.
    origin: &'a Palette,
    /// The palette that is written.
    palette: Arc<WrittenPalette>,
    /// The room behind animations, if there is one.
    backdrop: Option<Arc<Backdrop>>,
    key: String,
    budget: Budget,
    sink: Sink<'a>,
}

impl<'a> Job<'a> {
    fn options(&self) -> &ExportOptions {
        &self.context.options
    }

    /// Returns the name of an animation's chore, if it has one.
    fn called(&self, action: &Action) -> Option<&'a str> {
        self.context.names.chore(self.opened.id, action.chore)
    }

    fn wants(&self, format: Format) -> bool {
        self.options().formats.contains(&format)
    }

    /// Checks that an image of this size fits into memory after it is enlarged.
    ///
    /// # Errors
    /// Why it does not.
    fn require_image(&self, (width, height): (u32, u32)) -> std::result::Result<(), ImageError> {
        let scale = self.options().scale();
        let pixels = u64::from(width) * u64::from(height);
        if pixels.saturating_mul(u64::from(scale).pow(2)) <= self.budget.image(scale) {
            return Ok(());
        }
        let enlarged = if scale > 1 { format!(", enlarged {scale} times") } else { String::new() };
        let why = self.budget.refusal(Budget::image_bytes(pixels, scale));
        Err(ImageError::of(format!("{width} × {height} pixels{enlarged}: {why}")))
    }
}

/// Exports a costume that is open.
pub(crate) fn export(
    context: &Context,
    opened: &OpenCostume,
    workspace: &mut Workspace,
    output: &mut dyn Output,
) -> Result<CostumeReport> {
    let id = opened.id;
    let costume = &*opened.costume;
    let options = &context.options;
    let palette = looks(context, opened);
    let budget = Budget::new(block_bytes(costume), options.memory);
    workspace.camera.set_budget(budget);
    let folder = context.folder(id);
    let mut job = Job {
        context,
        opened,
        origin: &palette,
        palette: Arc::new(match options.dots {
            Some(_) => on_screen(context, &palette),
            None => WrittenPalette { scaler: options.scaler, ..palette.written.clone() },
        }),
        backdrop: None,
        key: context.costume_key(opened.room, id),
        budget,
        sink: Sink::new(output, &folder, costume.check()),
    };
    if options.background == Background::Room {
        match backdrop(context, &palette, workspace) {
            Ok(found) => job.backdrop = Some(found),
            Err((Severity::Note, why)) => job.sink.leave_out("background", why),
            Err((severity, why)) => job.sink.problems.push(Problem::new(severity, "background", None, why)),
        }
    }
    let mut played = animations::export(&mut job, workspace)?;
    let kept = played.shots.iter().map(|shot| shot.reel.bytes()).sum();
    let pictures = pictures::export(&mut job, workspace, &mut played.used_by, kept)?;
    let files = whole_files::write(&mut job, workspace, &played.shots, &pictures)?;
    workspace.spare.extend(played.shots.into_iter().map(|shot| shot.reel));
    workspace.tidy();
    let (key, Sink { problems, left_out, .. }) = (job.key, job.sink);
    Ok(CostumeReport {
        key,
        kind: Some(costume.kind()),
        format: Some(format_name(costume)),
        status: Status::of(&problems),
        palette: Some(palette),
        shown_in: pictures.shown_in,
        pictures: pictures.reports,
        poses: played.poses.all(),
        animations: played.reports,
        files,
        problems,
        left_out,
        portrait: played.portrait,
        ..blank(context, id, opened.room)
    })
}

/// Returns the colours of a costume.
pub(crate) fn looks(context: &Context, opened: &OpenCostume) -> Palette {
    let (costume, options) = (&*opened.costume, &context.options);
    let colours = CostumeColours::of(costume, opened.room, context.game.limits());
    let colours = colours.seen_in(context.names.seen.get(&opened.id));
    let colours = match options.looks.get(&opened.id) {
        Some(look) => colours.in_look(costume, look),
        None => colours,
    };
    let look = options.look.filter(|_| options.looks.contains_key(&opened.id));
    let palette = Palette { look, ..resolve(&colours, options.room, &context.palettes, options.background) };
    match &options.recolour {
        Some(given) => palette.recoloured(given, options.background),
        None => palette,
    }
}

/// Returns the size of a costume's block in bytes.
fn block_bytes(costume: &Costume) -> usize {
    costume.payload().len()
}

/// Returns the palette on the game's screen: the pattern of each colour. On EGA, colours are mixed as the room says,
/// or from the nearest ones.
fn on_screen(context: &Context, palette: &Palette) -> WrittenPalette {
    let mut room_colours: Vec<u8> = palette.colours.iter().map(|colour| colour.room_colour).collect();
    let mixed = || {
        let room = palette.chosen.and_then(|chosen| context.game.room(chosen.room).ok());
        if let Some((room, chosen)) = room.zip(palette.chosen) {
            return Pattern::of_ega(&room.ega_mix(chosen.palette.into()));
        }
        let mut exact = [[0; 3]; 256];
        for ((entry, colour), value) in exact.iter_mut().zip(&palette.colours).zip(0..) {
            *entry = colour.exact.unwrap_or_default();
            room_colours[usize::from(value)] = value;
        }
        Pattern::of_ega(&ega_pairs(&exact))
    };
    let pattern = context.game.fixed_pattern().unwrap_or_else(mixed);
    palette.written.on_screen(&pattern, &room_colours)
}

/// Returns the room whose palette the costume has.
///
/// # Errors
/// Why there is none, and its severity: only a room that cannot be read is broken.
fn backdrop(
    context: &Context,
    palette: &Palette,
    workspace: &mut Workspace,
) -> std::result::Result<Arc<Backdrop>, (Severity, String)> {
    match palette.chosen {
        Some(it) => {
            let dotted = context.options.dots.is_some();
            backdrop::find(
                &mut workspace.backdrop,
                &context.game,
                (it.room, it.palette),
                dotted,
                context.options.objects,
            )
            .map_err(|e| {
                let is_ours = matches!(e.kind(), ErrorKind::Limit(_) | ErrorKind::Unsupported(_));
                let severity = if is_ours { Severity::Note } else { Severity::Broken };
                (severity, format!("room {} is not drawn: {e}", it.room))
            })
        }
        None if palette.choice == Choice::Costume => {
            let why = "pixels have 16 bits, and a picture of an export has 256 colours in all: `costumier render` \
                       draws such scenes";
            Err((Severity::Note, why.to_owned()))
        }
        None => Err((Severity::Note, "the costume has no room that could be shown".to_owned())),
    }
}

/// Returns an empty report.
fn blank(context: &Context, id: u32, room: u32) -> CostumeReport {
    CostumeReport {
        key: context.costume_key(room, id),
        id,
        name: context.names.costume(id).map(str::to_owned),
        room,
        room_name: context.game.room_name(room).map(str::to_owned),
        status: Status::Failed,
        ..CostumeReport::default()
    }
}

/// Returns the report of a costume that cannot be opened.
pub(crate) fn failed(context: &Context, id: u32, error: &costumier::Error) -> CostumeReport {
    let room = context.game.costume_slots().find(|slot| slot.id == id).map_or(0, |slot| slot.room);
    CostumeReport { error: Some(ErrorRow::from(error)), ..blank(context, id, room) }
}
