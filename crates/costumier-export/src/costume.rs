//! One costume: its pictures, its animations, and what shows all of it.

use std::sync::Arc;

use costumier::screen::ega_pairs;
use costumier::{Limits, Problem, Severity};

use crate::animations::{UsedBy, animations};
use crate::backdrop::{self, Backdrop};
use crate::colour::{CostumeColours, Palette, resolve};
use crate::error::Result;
use crate::exporter::{Exporter, put};
use crate::image::Image;
use crate::json::{ErrorRow, Status, format_name, problem_rows};
use crate::options::{Background, ExportOptions, Format};
use crate::output::Output;
use crate::palette::WrittenPalette;
use crate::pictures::pictures;
use crate::pixels::PixelReader;
use crate::png::PngWriter;
use crate::reel::{Camera, Reel};
use crate::report::CostumeReport;
use crate::{Opened, paths, whole};

/// The memory of one thread, reused from costume to costume.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) camera: Camera,
    pub(crate) pictures: PixelReader,
    /// The costume's animations as pixels.
    pub(crate) reels: Vec<Reel>,
    /// One of them in front of its room.
    pub(crate) in_room: Reel,
    /// The room that was used last.
    pub(crate) backdrop: Option<Arc<Backdrop>>,
    pub(crate) press: Press,
}

/// What turns pixels into files.
#[derive(Debug)]
pub(crate) struct Press {
    pub(crate) png: PngWriter,
    /// Pixels on their way to an encoder.
    pub(crate) pixels: Vec<u8>,
    /// A file on its way out.
    pub(crate) file: Vec<u8>,
}

impl Workspace {
    /// Memory for exporting with these options, within the limits of a game.
    #[must_use]
    pub fn new(options: &ExportOptions, limits: &Limits) -> Self {
        Self {
            camera: Camera::new(limits),
            pictures: PixelReader::new(limits),
            reels: Vec::new(),
            in_room: Reel::default(),
            backdrop: None,
            press: Press { png: PngWriter::new(options.effort), pixels: Vec::new(), file: Vec::new() },
        }
    }
}

/// What the writers of one costume have in common.
pub(crate) struct Job<'a> {
    pub(crate) exporter: &'a Exporter<'a>,
    pub(crate) output: &'a mut dyn Output,
    pub(crate) opened: &'a Opened,
    /// Where the colours come from.
    pub(crate) origin: &'a Palette,
    /// The palette that is written.
    pub(crate) palette: Arc<WrittenPalette>,
    /// The room behind animations, where that is wanted.
    pub(crate) backdrop: Option<Arc<Backdrop>>,
    pub(crate) folder: String,
    pub(crate) key: String,
    pub(crate) problems: Vec<Problem>,
}

impl Job<'_> {
    pub(crate) fn options(&self) -> &ExportOptions {
        &self.exporter.options
    }

    pub(crate) fn wants(&self, format: Format) -> bool {
        self.options().formats.contains(&format)
    }

    /// What the costume is called.
    pub(crate) fn title(&self) -> String {
        let id = self.opened.id;
        self.exporter.names.costume(id).map_or_else(|| format!("Costume {id}"), str::to_owned)
    }

    fn put(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        put(self.output, path, bytes)
    }

    /// Puts out a file that was made, or notes among the costume's problems why it could not be. Returns whether it is there.
    pub(crate) fn save(&mut self, path: &str, made: Result<(), String>, file: &[u8]) -> Result<bool> {
        match made {
            Ok(()) => self.put(path, file).map(|()| true),
            Err(why) => {
                self.problems.push(Problem::new(Severity::Broken, path, None, format!("not written: {why}")));
                Ok(false)
            }
        }
    }

    /// Writes `press.pixels`, which are so many pixels wide and high, as a PNG file in this palette. Returns whether it is there.
    pub(crate) fn save_png(
        &mut self,
        press: &mut Press,
        path: &str,
        (width, height): (u32, u32),
        palette: &WrittenPalette,
    ) -> Result<bool> {
        let Press { png, pixels, file } = press;
        let WrittenPalette { colours, alpha, .. } = palette;
        let image = Image { width, height, pixels, palette: colours, alpha };
        let made = png.write(&image, file);
        self.save(path, made, file)
    }
}

pub(crate) fn export(
    exporter: &Exporter<'_>,
    opened: &Opened,
    workspace: &mut Workspace,
    output: &mut dyn Output,
) -> Result<CostumeReport> {
    let id = opened.id;
    let costume = &*opened.costume;
    let options = &exporter.options;
    let colours = CostumeColours::of(costume, opened.room, exporter.game.limits());
    let palette = resolve(&colours, options.room, &exporter.palettes, options.background);
    let mut problems = costume.check();
    let backdrop = match options.background {
        Background::Room => backdrop(exporter, &palette, workspace, &mut problems),
        _ => None,
    };
    let mut job = Job {
        exporter,
        output,
        opened,
        origin: &palette,
        palette: Arc::new(if options.ega { on_ega(exporter, &palette) } else { palette.written.clone() }),
        backdrop,
        folder: paths::costume(id),
        key: exporter.costume_key(opened.room, id),
        problems,
    };
    let mut used_by = UsedBy::new();
    let animations = animations(&mut job, workspace, &mut used_by)?;
    let pictures = pictures(&mut job, workspace, &mut used_by)?;
    let files = whole::write(&mut job, workspace, &animations, &pictures)?;
    let (key, problems) = (job.key, job.problems);
    Ok(CostumeReport {
        key,
        kind: Some(costume.kind()),
        format: Some(format_name(costume)),
        status: Status::of(&problems),
        palette: Some(palette),
        pictures,
        animations,
        files,
        problems: problem_rows(&problems),
        ..blank(exporter, id, opened.room)
    })
}

/// The palette on an EGA screen: each colour is mixed as the room says, or as comes nearest.
fn on_ega(exporter: &Exporter<'_>, palette: &Palette) -> WrittenPalette {
    let room = palette.chosen.and_then(|chosen| exporter.game.room(chosen.room).ok());
    let room_pairs = room.and_then(|room| room.ega_pairs);
    let mut exact = [[0; 3]; 256];
    for (entry, colour) in exact.iter_mut().zip(&palette.colours) {
        *entry = colour.exact.unwrap_or_default();
    }
    let nearest = ega_pairs(&exact);
    let mixed = palette.colours.iter().zip(nearest).map(|(colour, nearest)| {
        room_pairs.as_ref().map_or(nearest, |pairs| pairs[usize::from(colour.room_colour)])
    });
    palette.written.on_ega(&mixed.collect::<Vec<u8>>())
}

/// The room whose palette the costume has; none, and a problem, where it has no picture that can be read.
fn backdrop(
    exporter: &Exporter<'_>,
    palette: &Palette,
    workspace: &mut Workspace,
    problems: &mut Vec<Problem>,
) -> Option<Arc<Backdrop>> {
    let found = match palette.chosen {
        Some(it) => backdrop::find(
            &mut workspace.backdrop,
            exporter.game,
            (it.room, it.palette),
            exporter.options.ega,
        )
        .map_err(|e| format!("room {} is not drawn: {e}", it.room)),
        None => Err("no room is known for it".to_owned()),
    };
    let note = |why| problems.push(Problem::new(Severity::Broken, "background", None, why));
    found.map_err(note).ok()
}

/// A report that says nothing yet.
fn blank(exporter: &Exporter<'_>, id: u32, room: u32) -> CostumeReport {
    CostumeReport {
        key: exporter.costume_key(room, id),
        id,
        name: exporter.names.costume(id).map(str::to_owned),
        room,
        room_name: exporter.game.room_name(room).map(str::to_owned),
        status: Status::Failed,
        error: None,
        kind: None,
        format: None,
        palette: None,
        pictures: Vec::new(),
        animations: Vec::new(),
        files: Vec::new(),
        problems: Vec::new(),
    }
}

/// The report of a costume that cannot be opened.
pub(crate) fn failed(exporter: &Exporter<'_>, id: u32, error: &costumier::Error) -> CostumeReport {
    let room = exporter.game.costume_slots().find(|slot| slot.id == id).map_or(0, |slot| slot.room);
    CostumeReport { error: Some(ErrorRow::from(error)), ..blank(exporter, id, room) }
}
