//! Opens games: on disk, in memory, or the bundled sample.

use std::path::PathBuf;
use std::sync::Arc;

use costumier::files::folder::shelf_at;
use costumier::game::shelf;
use costumier::screen::Screen;
use costumier::{Files, Limits, MemoryFiles, Platform};
use costumier_export::{Identity, Names};
use costumier_sample::Edition;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::error::{Failure, Result};
use crate::game::{Game, OpenGame};

/// How a game is opened.
#[derive(Clone, Debug, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    which: Option<String>,
    platform: Option<String>,
    interpreter: Option<String>,
    screen: Option<String>,
    encoding: Option<String>,
    scripts: bool,
}

/// Opens the game at a path.
#[pyfunction]
pub fn open_path(py: Python<'_>, path: PathBuf, options: Options) -> Result<Game> {
    py.detach(|| {
        let (shelf, index) = shelf_at(&path)?;
        open(Arc::new(shelf), index, &options, Names::default())
    })
}

/// Opens the game among files in memory.
#[pyfunction]
pub fn open_files(py: Python<'_>, files: Vec<(String, PyBackedBytes)>, options: Options) -> Result<Game> {
    py.detach(|| {
        let start = match &files[..] {
            [(name, _)] => Some(name.clone()),
            _ => None,
        };
        let files: MemoryFiles =
            files.iter().map(|(name, bytes)| (name.replace('\\', "/"), bytes.to_vec())).collect();
        let (shelf, index) = shelf(Arc::new(files), start.as_deref(), &Limits::default());
        open(Arc::new(shelf), index, &options, Names::default())
    })
}

/// Opens an edition of the sample game.
#[pyfunction]
pub fn open_sample(py: Python<'_>, edition: &str, options: Options) -> Result<Game> {
    py.detach(|| {
        let Some(found) = costumier_sample::edition(edition) else {
            return Err(Failure::usage(format!(
                "the sample has no edition {edition:?}; it has {}",
                editions().join(", ")
            )));
        };
        let mut names = Names { title: Some(costumier_sample::TITLE.to_owned()), ..Names::default() };
        let roles = found.dialect.roles;
        for it in costumier_sample::names() {
            // Roles have other chore numbers in v2.
            let role = it.name.parse::<costumier::Role>().ok();
            let chore = it.chore.map(|number| role.map_or(number, |role| roles.chore(role)));
            names.insert(it.costume, chore, it.name);
        }
        open(Arc::new(Edition::folder(found)), None, &options, names)
    })
}

/// Returns the names of the sample's editions.
#[pyfunction]
#[must_use]
pub fn editions() -> Vec<&'static str> {
    costumier_sample::GAMES.iter().map(|edition| edition.name).collect()
}

/// Opens the game among these files. `given` names are kept if scripts give others.
pub(crate) fn open(
    files: Arc<dyn Files>,
    index: Option<String>,
    options: &Options,
    given: Names,
) -> Result<Game> {
    let which = options.which.clone().or(index);
    let mut game = costumier::Game::open(&*files, which.as_deref(), Limits::default())?;
    if let Some(platform) = &options.platform {
        let platform: Platform = platform.parse().map_err(Failure::usage)?;
        let dialect = game.dialect().for_platform(platform);
        let why = || Failure::usage(format!("games of this kind do not differ on the platform {platform}"));
        game.assume(dialect.ok_or_else(why)?);
    }
    if let Some(interpreter) = &options.interpreter {
        game.set_interpreter(interpreter.parse().map_err(Failure::usage)?);
    }
    if let Some(screen) = &options.screen {
        let screen: Screen = screen.parse().map_err(Failure::usage)?;
        if !game.knows_screen(screen) {
            return Err(Failure::usage(format!("this game cannot be shown on the screen {screen}")));
        }
        game.set_screen(screen);
    }
    if let Some(encoding) = &options.encoding {
        game.set_encoding(Some(encoding.parse().map_err(Failure::usage)?));
    }
    let mut names = if options.scripts { Names::of_cast(&game.read_cast()) } else { Names::default() };
    names.title = given.title.or(names.title);
    for (id, it) in given.costumes {
        for (chore, name) in it.chores {
            names.insert(id, Some(chore), &name);
        }
        it.name.into_iter().for_each(|name| names.insert(id, None, &name));
    }
    let identity = Identity::of(&game, &*files)?;
    Ok(Game { open: Arc::new(OpenGame { game: Arc::new(game), files, identity, names }) })
}
