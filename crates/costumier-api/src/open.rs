//! Opens games: on disk, in memory, through the caller's files, or the sample.

#[cfg(feature = "fs")]
use std::path::Path;
use std::sync::Arc;

use costumier::screen::Screen;
use costumier::{Files, Limits, MemoryFiles, Platform};
use costumier_export::{Identity, Names};
use serde::Deserialize;

use crate::error::{Error, Result, read};
use crate::game::{Game, OpenGame};
use crate::json::OpenJson;
use crate::place::Place;

/// How a game is opened. The options are those of the command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenOptions {
    /// Picks one of several games by a part of its name.
    pub which: Option<String>,
    /// The platform of a game whose files do not tell it.
    pub platform: Option<String>,
    /// The interpreter whose rules apply.
    pub interpreter: Option<String>,
    /// The screen that the game is shown on.
    pub screen: Option<String>,
    /// The encoding of names and texts.
    #[cfg(feature = "whole")]
    pub encoding: Option<String>,
    /// Whether the game's scripts name its costumes. Without them, opening is faster.
    pub scripts: Option<bool>,
    /// Names of the game and its costumes: `{"title": "…", "costumes": [{"costume": 1, "name": "…"}]}`. They replace
    /// those that scripts give.
    pub names: Option<GivenNames>,
}

/// Names of a game, its costumes and their chores.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GivenNames {
    /// The title of the game.
    pub title: Option<String>,
    /// Names of costumes and chores.
    pub costumes: Vec<GivenName>,
}

/// The name of a costume, or of a chore of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenName {
    /// The id of the costume.
    pub costume: u32,
    /// The number of the chore, if it is the name of one.
    pub chore: Option<u16>,
    /// The name of the costume or chore.
    pub name: String,
}

impl OpenOptions {
    /// Reads options that are JSON.
    ///
    /// # Errors
    /// `usage` for an unknown option.
    #[cfg_attr(border, border(without(c = "rust", python = "rust", js = "rust")))]
    pub fn from_json(options: &OpenJson) -> Result<Self> {
        read("options", options)
    }

    fn given_names(&self) -> Names {
        let mut names = Names::default();
        if let Some(given) = &self.names {
            names.title.clone_from(&given.title);
            given.costumes.iter().for_each(|it| names.insert(it.costume, it.chore, &it.name));
        }
        names
    }
}

impl Game {
    /// Opens the game among these files. A `start` names the file that a person chose.
    ///
    /// # Errors
    /// `not-a-game`, `several-games`, and the errors of reading its index.
    #[cfg_attr(border, border(hand(c = "open", python = "open", js = "openGame")))]
    pub fn open_files(files: Arc<dyn Files>, start: Option<&str>, options: &OpenOptions) -> Result<Self> {
        open(Place::unpacked(files, start), options, options.given_names(), &As::default())
    }

    /// Opens the game among these files for a page, whose pixels are square on all screens.
    ///
    /// # Errors
    /// As for files.
    #[cfg_attr(border, border(without(c = "open_files", python = "open_files"), hand(js = "openGame")))]
    pub fn open_for_pages(files: Arc<dyn Files>, options: &OpenOptions) -> Result<Self> {
        let how = As { is_square: true, dialect: None };
        open(Place::unpacked(files, None), options, options.given_names(), &how)
    }

    /// Opens the game in one file that is in memory: an archive, or an image of a disk.
    ///
    /// # Errors
    /// As for files.
    #[cfg_attr(border, border(c = "open_bytes", without(python = "open", js = "openGame")))]
    pub fn open_bytes(bytes: &[u8], options: Option<&OpenJson>) -> Result<Self> {
        let files: MemoryFiles = [("game".to_owned(), bytes.to_vec())].into_iter().collect();
        Self::open_files(Arc::new(files), None, &options_of(options)?)
    }

    /// Opens the game at a path: a folder, an archive, or an image of a disk.
    ///
    /// # Errors
    /// As for files, and if the path cannot be read.
    #[cfg(feature = "fs")]
    #[cfg_attr(border, border(c = "open_path", python = "_open_path", without(js = "openGame")))]
    pub fn open_path(path: &Path, options: Option<&OpenJson>) -> Result<Self> {
        let options = options_of(options)?;
        let (shelf, index) = costumier::files::folder::shelf_at(path)?;
        let place = Place { index, ..Place::loose(Arc::new(shelf)) };
        open(place, &options, options.given_names(), &As::default())
    }

    /// Opens an edition of the sample game.
    ///
    /// # Errors
    /// `usage` for an edition that the sample does not have.
    #[cfg(feature = "sample")]
    #[cfg_attr(border, border(python = "_open_sample", without(c = "sample", js = "sample")))]
    pub fn open_sample(edition: &str, options: Option<&OpenJson>) -> Result<Self> {
        let Some(found) = costumier_sample::edition(edition) else {
            return Err(Error::usage(format!(
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
        let place = Place::loose(Arc::new(costumier_sample::Edition::folder(found)));
        let options = options_of(options)?;
        open(place, &options, merged(names, options.given_names()), &As::default())
    }
}

/// Returns the names of the sample's editions.
#[cfg(feature = "sample")]
#[must_use]
#[cfg_attr(border, border(without(c = "sample", js = "sample")))]
pub fn editions() -> Vec<&'static str> {
    costumier_sample::GAMES.iter().map(|edition| edition.name).collect()
}

fn options_of(options: Option<&OpenJson>) -> Result<OpenOptions> {
    options.map_or(Ok(OpenOptions::default()), OpenOptions::from_json)
}

/// How a game is opened, besides the options.
#[derive(Clone, Debug, Default)]
pub(crate) struct As {
    /// Whether pixels are square on all screens.
    pub(crate) is_square: bool,
    /// The dialect of a game that was made here; its files do not always tell it.
    pub(crate) dialect: Option<costumier::Dialect>,
}

/// Opens the game among these files. `given` names are kept if scripts give others.
pub(crate) fn open(place: Place, options: &OpenOptions, given: Names, how: &As) -> Result<Game> {
    let which = options.which.as_deref().or(place.index.as_deref());
    let mut game = costumier::Game::open(&*place.files, which, Limits::default())?;
    if let Some(dialect) = how.dialect {
        game.assume(dialect);
    }
    if how.is_square {
        game.set_square_pixels();
    }
    if let Some(platform) = &options.platform {
        let platform: Platform = platform.parse().map_err(Error::usage)?;
        let dialect = game.dialect().for_platform(platform);
        let why = || Error::usage(format!("games of this kind do not differ on the platform {platform}"));
        game.assume(dialect.ok_or_else(why)?);
    }
    if let Some(interpreter) = &options.interpreter {
        game.set_interpreter(interpreter.parse().map_err(Error::usage)?);
    }
    let mut shown_on = None;
    if let Some(screen) = &options.screen {
        let screen: Screen = screen.parse().map_err(Error::usage)?;
        if !game.knows_screen(screen) {
            return Err(Error::usage(format!("this game cannot be shown on the screen {screen}")));
        }
        game.set_screen(screen);
        shown_on = Some(screen);
    }
    #[cfg(feature = "whole")]
    if let Some(encoding) = &options.encoding {
        game.set_encoding(Some(encoding.parse().map_err(Error::usage)?));
    }
    #[cfg(feature = "edit")]
    let reopening = Arc::new((options.clone(), given.clone(), how.clone()));
    // Scripts give costumes their names and roles.
    #[cfg(feature = "whole")]
    let cast = (options.scripts != Some(false)).then(|| Arc::new(game.read_cast()));
    #[cfg(feature = "whole")]
    let names = merged(cast.as_deref().map(Names::of_cast).unwrap_or_default(), given);
    #[cfg(not(feature = "whole"))]
    let names = given;
    let identity = Identity::of(&game, &*place.files)?;
    let open = OpenGame {
        game: Arc::new(game),
        #[cfg(feature = "whole")]
        place,
        screen: shown_on,
        identity,
        names,
        #[cfg(feature = "whole")]
        cast,
        #[cfg(feature = "whole")]
        viewer: Arc::default(),
        #[cfg(feature = "edit")]
        reopening,
    };
    Ok(Game { open: Arc::new(open) })
}

/// Returns the names of scripts, replaced by those that were given.
#[cfg(feature = "whole")]
fn merged(mut names: Names, given: Names) -> Names {
    names.title = given.title.or(names.title);
    for (id, it) in given.costumes {
        it.chores.iter().for_each(|(chore, name)| names.insert(id, Some(*chore), name));
        it.name.iter().for_each(|name| names.insert(id, None, name));
    }
    names
}
