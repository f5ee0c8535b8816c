//! Finds ScummVM, and configures and starts it.

use std::path::{Path, PathBuf, absolute};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};
use costumier_edit::trial::KnownGame;

use crate::output::failure::hinted;
use crate::output::text::quoted;

/// The name of ScummVM's configuration file in a game's folder.
pub(crate) const INI: &str = "scummvm.ini";

/// Folders that hold ScummVM and are not on everybody's path. `~` is the home folder.
const FOLDERS: [&str; 8] = [
    "/usr/games",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/snap/bin",
    "/Applications/ScummVM.app/Contents/MacOS",
    "~/Applications/ScummVM.app/Contents/MacOS",
    "C:\\Program Files\\ScummVM",
    "C:\\Program Files (x86)\\ScummVM",
];

/// Settings for all games: what would stand between the start and the game.
const GENERAL: &str = "[scummvm]\nfullscreen=false\nautosave_period=0\nupdates_check=0\nconfirm_exit=false\n";

/// Returns the program: the one that the call names, or the first on the path and in the usual places.
pub(crate) fn find(asked: Option<&Path>) -> Result<PathBuf> {
    let name = if cfg!(windows) { "scummvm.exe" } else { "scummvm" };
    if let Some(asked) = asked {
        let inside = [asked.to_owned(), asked.join("Contents/MacOS/scummvm"), asked.join(name)];
        let found = inside.into_iter().find(|place| place.is_file());
        return found.ok_or_else(|| anyhow!("--scummvm: there is no program {}", asked.display()));
    }
    let home = std::env::home_dir();
    let usual = FOLDERS.iter().filter_map(|folder| match folder.strip_prefix("~/") {
        Some(below) => home.as_ref().map(|home| home.join(below)),
        None => Some(PathBuf::from(folder)),
    });
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).chain(usual).map(|folder| folder.join(name));
    places.find(|place| place.is_file()).ok_or_else(|| {
        hinted(
            anyhow!("ScummVM was not found on the path and in the usual places"),
            "install it (https://www.scummvm.org), or name the program with `--scummvm PATH`; `-o DIR` writes the game \
             without starting it",
        )
    })
}

/// Returns the text of a configuration that starts the game in a folder under the name `target`.
pub(crate) fn configuration(
    known: &KnownGame,
    (target, description): (&str, &str),
    folder: &Path,
) -> Result<String> {
    let path = absolute(folder).with_context(|| format!("{} has no absolute path", folder.display()))?;
    let Some(path) = path.to_str() else {
        bail!("ScummVM needs a folder with a UTF-8 name, which {} does not have", folder.display())
    };
    Ok(format!("{}\n{GENERAL}", known.section(target, description, path)))
}

/// Returns the command that starts a game by the configuration in its folder. It names ScummVM's folder if that is not
/// on the path.
pub(crate) fn command(folder: &Path, target: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = find(None).ok();
    let is_on_path = |found: &PathBuf| std::env::split_paths(&path).any(|it| Some(&*it) == found.parent());
    let program = match found.filter(|found| !is_on_path(found)) {
        Some(found) => quoted(&found),
        None => "scummvm".to_owned(),
    };
    format!("{program} -c {} {target}", quoted(&folder.join(INI)))
}

/// Starts a game by the configuration in its folder. ScummVM writes there, and not into its user's folders.
pub(crate) fn start(program: &Path, folder: &Path, target: &str) -> Result<Child> {
    let mut call = Command::new(program);
    call.arg("-c").arg(folder.join(INI)).arg(format!("--savepath={}", folder.display())).arg(target);
    call.stdin(Stdio::null()).stdout(Stdio::null());
    call.spawn().with_context(|| format!("cannot start {}", program.display()))
}
