//! `try`: a small game in which a costume's actor plays each chore, or walks about in a room, started in ScummVM.

use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::cast::Cast;
use costumier::scene::{Scene, SceneRenderer};
use costumier::{Action, Game, Role};
use costumier_edit::folder::{self, PackOptions, Packed};
use costumier_edit::patch::set::PatchedFiles;
use costumier_edit::put::PutFormat;
use costumier_edit::trial::{Trial, TrialStage};
use costumier_edit::{Plan, PutOptions, preview};

use crate::Outcome;
use crate::args::{GameArg, TryArgs};
use crate::disk::safe_write::NewFolder;
use crate::game::chores;
use crate::game::folders::is_room_folder;
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::process::scummvm::{self, INI};
use crate::process::signals;

/// The name of the game in ScummVM's configuration.
const TARGET: &str = "costumier-try";

/// How often to look whether ScummVM has ended.
const PAUSE: Duration = Duration::from_millis(50);

/// Makes the game and starts it, once or whenever the folder changes.
pub(crate) fn run(args: &TryArgs, reporter: &Reporter) -> Result<Outcome> {
    if let Some(output) = &args.output {
        let trial = make(args, reporter)?;
        let folder = NewFolder::begin(output, args.force, &[&args.folder])?;
        for (name, bytes) in &trial.files {
            folder.write(name, bytes)?;
        }
        folder.write(INI, configuration(&trial, output)?.as_bytes())?;
        folder.finish()?;
        let what = if is_room_folder(&args.folder) { "place" } else { "animation" };
        let shown = crate::output::text::count(trial.scenes.len(), what);
        reporter.say(format!("wrote a game into {}; it shows {shown}", output.display()));
        reporter.say(scummvm::command(output, TARGET));
        return Ok(Outcome::Done);
    }
    let program = scummvm::find(args.scummvm.as_deref())?;
    signals::listen()?;
    if args.watch {
        let mut running: Option<Running> = None;
        return crate::disk::watch::again(std::slice::from_ref(&args.folder), None, reporter, || {
            // A folder that cannot be packed leaves the game as it is.
            let trial = make(args, reporter)?;
            // The old game ends before the new one begins.
            drop(running.take());
            running = Some(Running::start(&program, &trial)?);
            reporter.say(format!("started {}", program.display()));
            Ok(Outcome::Done)
        });
    }
    let trial = make(args, reporter)?;
    let running = Running::start(&program, &trial)?;
    let acts = crate::output::text::count(
        trial.scenes.len(),
        if is_room_folder(&args.folder) { "place" } else { "act" },
    );
    reporter.say(format!(
        "ScummVM shows {acts} of {}, over and over; close its window to go on. If it asks to report an unknown game, \
         ignore that",
        args.folder.display()
    ));
    running.wait(&program)
}

/// ScummVM with a game in a folder of its own. Both are gone when the value is.
struct Running {
    child: Child,
    /// Holds the game.
    _folder: tempfile::TempDir,
}

impl Running {
    fn start(program: &Path, trial: &Trial) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("costumier-try-").tempdir();
        let folder = folder.context("cannot make a folder for the game")?;
        for (name, bytes) in &trial.files {
            std::fs::write(folder.path().join(name), bytes).context("cannot write the game")?;
        }
        let ini = configuration(trial, folder.path())?;
        std::fs::write(folder.path().join(INI), ini).context("cannot write the game")?;
        let child = scummvm::start(program, folder.path(), TARGET)?;
        Ok(Self { child, _folder: folder })
    }

    /// Waits until the player ends the game.
    fn wait(mut self, program: &Path) -> Result<Outcome> {
        loop {
            if let Some(signal) = signals::stopped() {
                return Ok(Outcome::Ended(signal));
            }
            match self.child.try_wait().context("waiting for ScummVM")? {
                None => sleep(PAUSE),
                Some(status) if status.success() => return Ok(Outcome::Done),
                Some(status) => {
                    let error = anyhow!("{} ended with {status}", program.display());
                    return Err(hinted(error, "`try -o DIR` writes the game, and prints how to start it"));
                }
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It is gone, or goes now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn configuration(trial: &Trial, folder: &Path) -> Result<String> {
    scummvm::configuration(&trial.known, (TARGET, "Costumier: try"), folder)
}

/// Packs the folder and makes the game.
fn make(args: &TryArgs, reporter: &Reporter) -> Result<Trial> {
    if is_room_folder(&args.folder) {
        return make_room(args, reporter);
    }
    if args.costume.is_some() {
        let error = anyhow!(
            "--costume names who walks about in a room folder, and {} is none",
            args.folder.display()
        );
        return Err(hinted(error, "the costume of a costume folder is what is tried"));
    }
    let (about, _) = folder::origin(&crate::game::folders::text(&args.folder));
    let mut options = PackOptions { nearest: args.nearest, ..PackOptions::default() };
    let (packed, stage) = match &args.game {
        None => {
            let packed = crate::game::packing::pack_folder(&args.folder, &options)?;
            preview::unknown_colours(&packed).iter().for_each(|note| reporter.warn(note));
            let stage = TrialStage::plain(&packed)?;
            (packed, stage)
        }
        Some(game) => {
            let opened = crate::game::open::open(&GameArg::plain(game))?;
            let room = room(args, &opened, about.id, about.room)?;
            let palette = opened.game.room_palette(room).with_context(|| format!("room {room}"))?;
            options.dialect = Some(opened.game.dialect());
            options.room_colours = palette.to_vec();
            let packed = crate::game::packing::pack_folder(&args.folder, &options)?;
            (packed, TrialStage { palette: palette.to_vec(), picture: Some(picture(&opened, room)?) })
        }
    };
    crate::game::packing::tell_notes(&packed.notes, reporter);
    trial(args, &packed, &stage)
}

fn trial(args: &TryArgs, packed: &Packed, stage: &TrialStage) -> Result<Trial> {
    let folder = args.folder.display();
    let wanted = |action: &Action, name: Option<&str>| {
        (args.chores.is_empty() || args.chores.iter().any(|chore| chore.admits(action, name)))
            && (args.facings.is_empty() || args.facings.contains(&action.facing))
    };
    let (names, actions) = (super::chore_names(packed), packed.costume()?.actions());
    if !actions.is_empty() && !actions.iter().any(|action| wanted(action, names.chore(1, action.chore))) {
        let error = anyhow!("{folder} has no such animation");
        let offer = chores::offer(&names, actions.iter().map(|action| (1, *action)));
        return Err(hinted(error, offer.unwrap_or_default()));
    }
    Trial::new(packed, stage, wanted).with_context(|| format!("{folder} cannot be tried"))
}

/// Packs a room folder and makes the game of its room.
fn make_room(args: &TryArgs, reporter: &Reporter) -> Result<Trial> {
    let folder = args.folder.display();
    let Some(name) = &args.game else {
        let error = anyhow!("{folder} is a room folder, which is tried with a costume of its game");
        return Err(hinted(error, "name the game that the room is of with `--in GAME`"));
    };
    if args.room.is_some() || !args.chores.is_empty() || !args.facings.is_empty() {
        bail!("{folder} is a room folder: of the options of the stage, it takes --in and --costume");
    }
    let opened = crate::game::open::open(&GameArg::plain(name))?;
    let packed = super::room::for_game((&opened, name), &args.folder, (args.nearest, false))?;
    crate::game::packing::tell_notes(&packed.notes, reporter);
    let id = packed.room.id;
    let plan = Plan::with_rooms(&opened.game, opened.files(), &[], &[packed.room], PutOptions::default())?;
    let changed = plan.written(opened.files(), "", "", PutFormat::Files)?;
    let files = PatchedFiles::new(&opened.shared_files(), changed.into_iter().collect());
    let index = costumier_edit::put::index(&opened.game);
    let mut game =
        Game::open(&files, Some(&*index).filter(|name| !name.is_empty()), opened.game.limits().clone())?;
    game.assume(opened.game.dialect());
    let costume = match &args.costume {
        Some(wanted) => opened.one_id(wanted)?,
        None => walker(&opened, id)?,
    };
    Trial::in_room(&game, id, costume).with_context(|| format!("{folder} cannot be tried"))
}

/// Returns the costume of somebody who walks: first of those that scripts bring into the room, then of any other.
fn walker(opened: &OpenGame, room: u32) -> Result<u32> {
    let cast = Cast::of(&opened.game.read_scripts());
    let is_there = |id: u32| {
        let facts = cast.costumes.get(&id);
        facts.is_some_and(|facts| facts.rooms.iter().any(|fact| i64::from(fact.value) == i64::from(room)))
    };
    let is_ego = |id: u32| {
        let facts = cast.costumes.get(&id);
        facts.is_some_and(|facts| facts.actors.iter().any(|fact| cast.egos.contains(&fact.value)))
    };
    let walks = |id: u32| {
        let actions = opened.game.costume(id).map(|costume| costume.actions()).unwrap_or_default();
        actions.iter().filter(|action| action.role == Some(Role::Walk)).count()
    };
    let rank = |id: u32| (is_there(id) && is_ego(id), is_there(id), is_ego(id), walks(id));
    let walking = opened.game.costume_ids().filter(|id| walks(*id) > 0);
    // Of equal ones, the first.
    let best = walking.collect::<Vec<_>>().into_iter().rev().max_by_key(|id| rank(*id));
    best.ok_or_else(|| {
        hinted(anyhow!("no costume of the game has a walk"), "name a costume with `--costume ID`")
    })
}

/// Returns the room of the game that is shown: the one in the call, that of the costume, or the first.
fn room(args: &TryArgs, opened: &OpenGame, id: Option<u32>, stored: Option<u32>) -> Result<u32> {
    let slots = || opened.game.costume_slots();
    let own = || slots().find(|slot| Some(slot.id) == id).map(|slot| slot.room);
    let known = stored.filter(|room| opened.game.room_palette(*room).is_ok());
    let first = || slots().map(|slot| slot.room).next();
    match opened.room(args.room.as_ref())?.or_else(own).or(known).or_else(first) {
        Some(room) => Ok(room),
        None => {
            bail!("the game has no costumes, so it does not say which room to show; name it with `--room N`")
        }
    }
}

/// Returns the picture of a room: its width, and its colours row by row.
fn picture(opened: &OpenGame, room: u32) -> Result<(usize, Vec<u8>)> {
    let mut renderer = SceneRenderer::new(std::sync::Arc::clone(&opened.game));
    let rendered = renderer.render(&Scene::new(room, Vec::new())).with_context(|| format!("room {room}"))?;
    Ok((usize::try_from(rendered.width).unwrap_or(1), rendered.pixels.to_vec()))
}
