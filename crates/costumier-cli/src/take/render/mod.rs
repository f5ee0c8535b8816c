//! `render`: draws the scenes of a scene file as indexed PNG files, and as raw indices. A file may hold thousands of
//! scenes.

pub(crate) mod explain;
mod notes;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use costumier::game::ObjectsShown;
use costumier::scene::{Scene, SceneActor, SceneRenderer};
use costumier_export::formats::png::{PngWriter, write_rgba};
use costumier_export::image::{Image, Reduced, only_transparent, squared};
use costumier_export::scene_json::{SceneFile, read_scene_file};
use costumier_export::{Effort, Names};

use crate::Outcome;
use crate::args::RenderArgs;
use crate::disk::safe_write::Folder;
use crate::disk::watch;
use crate::disk::whole_file;
use crate::game::open::{self, OpenGame};
use crate::output::failure::{Stopped, hinted};
use crate::output::report::Reporter;
use crate::output::text::count;
use crate::process::parallel;
use crate::process::signals;
use notes::Notes;

/// Largest number of rooms whose palettes are named.
const MOST_NAMED: usize = 4;

/// The largest scene file that is read, in bytes.
const MOST_SCENES: u64 = 64 << 20;

/// Renders scenes. One that fails does not stop the others.
pub(crate) fn run(args: &RenderArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    if !args.watch {
        return once(args, &mut None, reporter, out);
    }
    let mut watched = vec![args.scenes.clone()];
    if let Ok(opened) = open::open_plain(&args.game) {
        let folder = opened.folder().map(Path::to_owned);
        watched.extend(opened.game.data().files().filter_map(|file| Some(folder.as_ref()?.join(file.name))));
    }
    // The folder is opened once, because it remembers which files it wrote and may replace.
    let mut folder = None;
    watch::again(&watched, None, reporter, || once(args, &mut folder, reporter, out))
}

fn once(
    args: &RenderArgs,
    folder: &mut Option<Folder>,
    reporter: &Reporter,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let mut opened = open::open(&args.game)?;
    let names = opened.names();
    let SceneFile { interpreter, mut scenes, .. } = scenes(&args.scenes, &names, args.objects)?;
    // The command line has precedence over the file.
    if let (None, Some(interpreter)) = (args.game.facts.interpreter, interpreter) {
        opened.set_interpreter(interpreter);
    }
    if let Some(look) = args.look {
        put_on(&opened, look, &mut scenes)?;
    }
    if let Some(at) = args.explain {
        return explain::explain(&opened, &scenes, (at, args.json), reporter, out);
    }
    let output = args.output.as_deref().unwrap_or(Path::new("."));
    if folder.is_none() {
        *folder = Some(Folder::open(output, args.force)?);
    }
    let Some(folder) = folder.as_ref() else { return Ok(Outcome::Done) };
    for scene in &scenes {
        folder.require_free(&picture(scene))?;
        if args.raw {
            folder.require_free(&raw(scene))?;
            if opened.game.dialect().high_colour.is_some() {
                folder.require_free(&raw_high(scene))?;
            }
        }
    }
    let notes = Notes::default();
    let progress = reporter.progress(scenes.len(), "scenes");
    let fine = parallel::map(
        &scenes,
        None,
        || RenderThread::new(&opened, (folder, &notes), args),
        |studio, scene| -> Result<bool> {
            let drawn = studio.render(scene);
            // Checked before errors, because an interrupted drawing is an error too.
            if let Some(signal) = signals::stopped() {
                let left = "some scenes are rendered, each of them whole".to_owned();
                return Err(Stopped { signal, left }.into());
            }
            let drawn = drawn?;
            progress.step();
            if let Err(error) = &drawn {
                reporter.fail(format!("scene {}: {error}", scene.name));
            }
            Ok(drawn.is_ok())
        },
    )?;
    progress.end();
    let failed = fine.iter().filter(|fine| !**fine).count();
    reporter.say(format!(
        "rendered {} of {} into {}",
        scenes.len() - failed,
        count(scenes.len(), "scene"),
        output.display()
    ));
    if let Some(text) = palettes(&opened, &scenes) {
        reporter.say(text);
    }
    notes.tell(&opened, &names, &scenes, reporter);
    Ok(if failed > 0 { Outcome::SomeFailed } else { Outcome::Done })
}

/// Returns what distinguishes an actor, in parentheses: the costume's `name`, and its position among the actors if
/// several wear the same costume.
fn apart(scene: &Scene, number: usize, name: Option<&str>) -> String {
    let Some(actor) = scene.actors.get(number) else { return String::new() };
    let alike = |actors: &[SceneActor]| actors.iter().filter(|it| it.costume == actor.costume).count();
    let count = alike(&scene.actors);
    let before = scene.actors.get(..=number).map_or(0, alike);
    let which = (count > 1).then(|| format!("actor {before} of {count} in it"));
    let all: Vec<String> = name.map(str::to_owned).into_iter().chain(which).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// Gives a look to all actors without colours in their scene.
fn put_on(opened: &OpenGame, look: usize, scenes: &mut [Scene]) -> Result<()> {
    let worn: BTreeSet<u32> =
        scenes.iter().flat_map(|scene| &scene.actors).map(|actor| actor.costume).collect();
    let looks = opened.looks(look, &worn.into_iter().collect::<Vec<_>>())?;
    let number = |number: u32| u8::try_from(number).ok();
    for actor in scenes.iter_mut().flat_map(|scene| &mut scene.actors) {
        let Some(look) = looks.get(&actor.costume).filter(|_| actor.palette.is_empty()) else { continue };
        // A costume that cannot be read is reported when it is drawn.
        let Ok(costume) = opened.game.costume(actor.costume) else { continue };
        actor.palette = costume.overrides_in(look);
        actor.pixels = costume.pixels_in(look);
        actor.shadow_mode = look.shadow.and_then(number).unwrap_or(actor.shadow_mode);
    }
    Ok(())
}

/// Returns a line about the palettes of the scenes: those of their rooms. A scene without a room uses the room of its
/// first costume.
fn palettes(opened: &OpenGame, scenes: &[Scene]) -> Option<String> {
    let owner =
        |costume: u32| opened.game.costume_slots().find(|slot| slot.id == costume).map(|slot| slot.room);
    let rooms = scenes.iter().filter_map(|scene| {
        Some((scene.room.or_else(|| owner(scene.actors.first()?.costume))?, scene.room_palette))
    });
    let rooms: BTreeSet<(u32, u16)> = rooms.collect();
    let named = rooms.iter().take(MOST_NAMED).filter_map(|(id, number)| {
        let room = opened.game.room(*id).ok()?;
        let shown = room.palettes.get(usize::from(*number))?;
        let others = match (room.palettes.len(), number) {
            (1, _) => String::new(),
            (all, 0) => format!(", the first of {all}"),
            (all, number) => format!(", number {number} of {all}, which count from 0"),
        };
        Some(format!("room {}, {}{others}", opened.room_text(*id), shown.source))
    });
    let named: Vec<String> = named.collect();
    let more = if rooms.len() > MOST_NAMED { ", …" } else { "" };
    (!named.is_empty()).then(|| format!("colours: {}{more}", named.join("; ")))
}

/// Returns the shape of a pixel on the monitor: that of the chosen screen, or of 320 × 200. Games with 480 lines have
/// square pixels.
fn shape_of(opened: &OpenGame) -> Option<(u32, u32)> {
    let lines = opened.game.dialect().screen_size().1;
    (lines <= 200).then(|| opened.game.screen().unwrap_or(opened.game.dialect().made_for).dot_shape())
}

/// Returns the name of a scene's picture.
fn picture(scene: &Scene) -> String {
    format!("{}.png", scene.name)
}

/// Returns the name of the file with a scene's raw indices.
fn raw(scene: &Scene) -> String {
    format!("{}.idx", scene.name)
}

/// Returns the name of the file with a scene's raw 16-bit pixels.
fn raw_high(scene: &Scene) -> String {
    format!("{}.555", scene.name)
}

fn scenes(path: &Path, names: &Names, objects: ObjectsShown) -> Result<SceneFile> {
    let read = match path == Path::new("-") {
        true => whole_file::read_stdin(MOST_SCENES),
        false => whole_file::read(path, MOST_SCENES),
    };
    let text =
        String::from_utf8(read?).with_context(|| format!("cannot read the scenes in {}", path.display()))?;
    read_scene_file(&text, names, objects)
        .map_err(|why| hinted(anyhow!("{}: {why}", path.display()), "docs/scenes.md describes the format"))
}

/// The tools of one thread that renders.
struct RenderThread<'a> {
    renderer: SceneRenderer,
    png: PngWriter,
    file: Vec<u8>,
    opened: &'a OpenGame,
    folder: &'a Folder,
    notes: &'a Notes,
    raw: bool,
    /// The shape of pixels that is made square.
    squared: Option<(u32, u32)>,
    rows: Vec<u8>,
}

impl<'a> RenderThread<'a> {
    fn new(opened: &'a OpenGame, (folder, notes): (&'a Folder, &'a Notes), args: &RenderArgs) -> Self {
        let renderer = SceneRenderer::new(Arc::clone(&opened.game));
        let shape = shape_of(opened);
        let stored_shape = opened.game.screen().filter(|it| it.is_unusual() && !args.square).and(shape);
        Self {
            renderer,
            png: PngWriter::new(Effort::Usual).with_shape(stored_shape),
            file: Vec::new(),
            opened,
            folder,
            notes,
            raw: args.raw,
            squared: shape.filter(|_| args.square),
            rows: Vec::new(),
        }
    }

    /// Renders a scene into files. The outer error is one of the folder and stops everything; the inner error is one
    /// of the scene.
    fn render(&mut self, scene: &Scene) -> Result<Result<(), String>> {
        let drawn = match self.renderer.render(scene) {
            Ok(drawn) => drawn,
            Err(error) => return Ok(Err(error.to_string())),
        };
        self.notes.add(self.opened, scene, &drawn);
        let alpha = only_transparent(drawn.transparent);
        let (mut height, mut pixels) = (drawn.height, drawn.pixels);
        if let Some(shape) = self.squared {
            self.rows.clear();
            height = squared(drawn.pixels, drawn.width, shape, &mut self.rows);
            pixels = &self.rows;
        }
        let image = Image { width: drawn.width, height, pixels, palette: drawn.palette, alpha: &alpha };
        let reduced = drawn.high.map(|high| Reduced::of(high, drawn.pixels, drawn.transparent));
        let written = match &reduced {
            None => self.png.write(&image, &mut self.file),
            Some(Some(Reduced { pixels, palette, alpha })) => {
                self.png.write(&Image { pixels, palette, alpha, ..image }, &mut self.file)
            }
            Some(None) => {
                drawn.rgba(&mut self.rows);
                write_rgba((drawn.width, height), &self.rows, &mut self.file)
            }
        };
        if let Err(why) = written {
            return Ok(Err(why.into()));
        }
        self.folder.write(&picture(scene), &self.file)?;
        if self.raw {
            self.folder.write(&raw(scene), drawn.pixels)?;
            if let Some(high) = drawn.high {
                let bytes: Vec<u8> = high.iter().flat_map(|pixel| pixel.to_le_bytes()).collect();
                self.folder.write(&raw_high(scene), &bytes)?;
            }
        }
        Ok(Ok(()))
    }
}
