//! Finds ScummVM, and sets it up to run without a display.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::{Failure, Outcome};
use crate::{stop, temp};

/// The name under which the pack stands in the configuration.
pub(super) const TARGET: &str = "pack";

/// The shim's source.
const SHIM: &str = include_str!("../../shim.c");

/// Where Debian puts games, which is not on everybody's path.
const GAMES: &str = "/usr/games";

/// Finds ScummVM: the given program, or the first one on the path.
pub(super) fn find(asked: Option<PathBuf>) -> Outcome<PathBuf> {
    if let Some(program) = asked {
        return if program.is_file() {
            Ok(program)
        } else {
            Err(Failure::because(program.display(), "there is no such program"))
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    find_in(std::env::split_paths(&path).chain([PathBuf::from(GAMES)]))
}

/// The first in some folders.
pub(super) fn find_in(folders: impl Iterator<Item = PathBuf>) -> Outcome<PathBuf> {
    let mut programs = folders.map(|folder| folder.join("scummvm"));
    programs.find(|program| program.is_file()).ok_or_else(|| {
        Failure::new(
            "ScummVM is not installed (looked on the path and in /usr/games). \
             On Debian: apt-get install scummvm libsdl2-dev gcc",
        )
    })
}

/// Returns the version that the program prints.
pub(super) fn version(program: &Path, patience: Duration) -> Outcome<String> {
    // It writes to its home even for this.
    let home = temp::folder()?;
    let mut asked = Command::new(program)
        .arg("--version")
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| Failure::because(program.display(), error))?;
    let until = Instant::now() + patience;
    while matches!(asked.try_wait(), Ok(None)) {
        if Instant::now() > until || stop::check().is_err() {
            // What cannot be ended has ended.
            let _ = asked.kill();
            let _ = asked.wait();
            stop::check()?;
            return Err(Failure::because(program.display(), "does not say what its version is"));
        }
        thread::sleep(Duration::from_millis(5));
    }
    let said = asked.wait_with_output().map_err(|error| Failure::because(program.display(), error))?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    // Before that it may tell what it does about its configuration.
    let found = said.lines().find_map(|line| line.split(" (").next().filter(|v| v.starts_with("ScummVM ")));
    found.map(str::to_owned).ok_or_else(|| {
        let first = said.lines().next().unwrap_or("nothing");
        Failure::because(
            program.display(),
            format!("is not ScummVM: asked for its version, it says {first:?}"),
        )
    })
}

/// The source of what asks the debugger.
const ASKER: &str = include_str!("../../asker.c");

/// The end of both.
const TEXTS: &str = include_str!("../../texts.c");

/// Compiles the shim into a folder.
pub(super) fn compile_shim(folder: &Path) -> Outcome<PathBuf> {
    compile(folder, "shim", SHIM)
}

/// Compiles what asks the debugger into a folder.
pub(super) fn compile_asker(folder: &Path) -> Outcome<PathBuf> {
    compile(folder, "asker", ASKER)
}

fn compile(folder: &Path, name: &str, text: &str) -> Outcome<PathBuf> {
    let (source, shim) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.so")));
    temp::write(&source, [text, TEXTS].concat().as_bytes())?;
    let compiled = Command::new("cc")
        .args(["-O2", "-shared", "-fPIC", "-o"])
        .arg(&shim)
        .arg(&source)
        .arg("-ldl")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::because("cc, which compiles the shim for ScummVM, cannot be run", error))?;
    if compiled.status.success() {
        return Ok(shim);
    }
    let said = String::from_utf8_lossy(&compiled.stderr);
    let hint = if said.contains("SDL2/SDL.h") { "\nOn Debian: apt-get install libsdl2-dev" } else { "" };
    Err(Failure::new(format!("the shim for ScummVM does not compile:\n{}{hint}", said.trim_end())))
}

/// ScummVM's configuration for one pack: no display, no sound, no improvements of its own.
pub(super) fn configuration((game_id, settings): (&str, &str), game: &Path) -> String {
    format!(
        "[scummvm]\n\
         gfx_mode=surfacesdl\n\
         scaler=normal\n\
         scale_factor=1\n\
         stretch_mode=center\n\
         aspect_ratio=false\n\
         filtering=false\n\
         fullscreen=true\n\
         vsync=false\n\
         music_driver=null\n\
         mute=true\n\
         subtitles=true\n\
         autosave_period=0\n\
         updates_check=0\n\
         \n\
         [{TARGET}]\n\
         engineid=scumm\n\
         gameid={game_id}\n\
         path={}\n\
         original_gui=false\n\
         enable_enhancements=false\n\
         {settings}",
        game.display(),
    )
}
