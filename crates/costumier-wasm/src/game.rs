//! The JavaScript class of an open game.

#[cfg(feature = "whole")]
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use costumier::screen::Screen;
use costumier::{Limits, Platform};
use costumier_export::json::{GameInfo, info};
#[cfg(feature = "whole")]
use costumier_export::view::Viewer;
use costumier_export::view::room_row;
#[cfg(feature = "whole")]
use costumier_export::{ExportOptions, Exporter};
use costumier_export::{Identity, Names};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::Scene;
use crate::costume::Costume;
#[cfg(feature = "whole")]
use crate::error::FailureRow;
use crate::error::{Failure, Result, json, read};
use crate::facts::{ContainerRow, Facts, Unpacked, unpacked};
use crate::files::{JsFile, JsFiles};
use crate::number::{ID, whole};

/// The options for opening a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    which: Option<String>,
    screen: Option<String>,
    platform: Option<String>,
    interpreter: Option<String>,
    scripts: Option<bool>,
    names: Option<GivenNames>,
    /// The dialect of a game that was made here; its files do not always tell it.
    #[cfg(feature = "edit")]
    #[serde(skip)]
    pub(crate) dialect: Option<costumier::Dialect>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct GivenNames {
    title: Option<String>,
    costumes: Vec<GivenName>,
}

#[derive(Clone, Debug, Deserialize)]
struct GivenName {
    costume: u32,
    chore: Option<u16>,
    name: String,
}

/// The data that a game shares with the costumes and scenes opened from it.
pub(crate) struct OpenGame {
    pub(crate) game: Arc<costumier::Game>,
    containers: Vec<ContainerRow>,
    /// The screen that the caller chose.
    screen: Option<Screen>,
    pub(crate) facts: Rc<Facts>,
    pub(crate) identity: Identity,
    pub(crate) names: Names,
    /// What the game was opened from.
    #[cfg(feature = "edit")]
    pub(crate) source: OpenedFrom,
    /// The viewer, which reads the palettes of all rooms. It is made when colours are first needed.
    #[cfg(feature = "whole")]
    viewer: RefCell<Option<Viewer>>,
}

/// The files that a game was opened from, and how.
#[cfg(feature = "edit")]
#[derive(Clone)]
pub(crate) struct OpenedFrom {
    pub(crate) files: Arc<dyn costumier::Files>,
    index: Option<String>,
    options: Options,
}

impl OpenGame {
    #[cfg(feature = "whole")]
    pub(crate) fn exporter(&self, options: ExportOptions) -> Result<Exporter> {
        let (game, identity) = (Arc::clone(&self.game), self.identity.clone());
        Exporter::new(game, identity, options, self.names.clone())
            .map_err(|why| Failure::usage(why.to_string()))
    }

    /// Calls a function with the viewer, and makes the viewer if necessary.
    #[cfg(feature = "whole")]
    pub(crate) fn view<T>(&self, act: impl FnOnce(&mut Viewer) -> T) -> T {
        let mut viewer = self.viewer.borrow_mut();
        act(viewer.get_or_insert_with(|| {
            Viewer::new(&Exporter::usual(Arc::clone(&self.game), self.identity.clone(), self.names.clone()))
        }))
    }

    /// Returns the name of a chore.
    pub(crate) fn chore_name(&self, costume: u32, chore: u16) -> Option<&str> {
        self.names.costumes.get(&costume)?.chores.get(&chore).map(String::as_str)
    }
}

/// A game that is open.
#[wasm_bindgen]
pub struct Game {
    pub(crate) open: Rc<OpenGame>,
}

#[cfg(feature = "whole")]
/// A game among the files. Perhaps it cannot be opened.
#[derive(Serialize)]
struct FoundRow<'a> {
    /// The name of its index file. The option `which` accepts it.
    index: &'a str,
    /// What the game is, for people.
    what: String,
    /// The game's title, if it is recognised.
    title: Option<&'static str>,
    /// Why it cannot be opened.
    error: Option<FailureRow<'a>>,
}

/// Returns the games among files, as JSON.
#[cfg(feature = "whole")]
#[wasm_bindgen]
#[must_use]
pub fn find_games(files: Vec<JsFile>) -> String {
    let (shelf, _) = costumier::game::shelf(Arc::new(JsFiles::new(files)), None, &Limits::default());
    let games = costumier::game::games(&shelf, &Limits::default());
    let failures: Vec<_> =
        games.iter().map(|game| game.found.as_ref().err().cloned().map(Failure::from)).collect();
    let rows = games.iter().zip(&failures).map(|(game, failure)| FoundRow {
        index: &game.index,
        what: game.what(),
        title: game.title(),
        error: failure.as_ref().map(Failure::row),
    });
    json(&rows.collect::<Vec<_>>())
}

/// Whether a game can be shown on a screen: only screens with square pixels are supported here.
fn is_shown(game: &costumier::Game, screen: Screen) -> bool {
    game.knows_screen(screen) && game.pattern_on(screen).is_none_or(|pattern| pattern.is_square())
}

impl Options {
    /// Names costumes and chores.
    #[cfg(feature = "edit")]
    pub(crate) fn naming(names: impl Iterator<Item = (u32, Option<u16>, String)>) -> Self {
        let costumes = names.map(|(costume, chore, name)| GivenName { costume, chore, name }).collect();
        Self { names: Some(GivenNames { title: None, costumes }), ..Self::default() }
    }
}

impl Game {
    /// Opens the game among files that were taken out of their archives.
    pub(crate) fn of(unpacked: Unpacked, options: Options) -> Result<Self> {
        let Unpacked { files, index, containers } = unpacked;
        #[cfg(feature = "edit")]
        let source = OpenedFrom { files: Arc::clone(&files), index: index.clone(), options: options.clone() };
        let which = options.which.clone().or(index);
        let mut game = costumier::Game::open(&*files, which.as_deref(), Limits::default())?;
        #[cfg(feature = "edit")]
        if let Some(dialect) = options.dialect {
            game.assume(dialect);
        }
        let mut shown_on = None;
        if let Some(platform) = &options.platform {
            let platform: Platform = platform.parse().map_err(Failure::usage)?;
            let dialect = game.dialect().for_platform(platform);
            let why =
                || Failure::usage(format!("games of this kind do not differ on the platform {platform}"));
            game.assume(dialect.ok_or_else(why)?);
        }
        if let Some(interpreter) = &options.interpreter {
            game.set_interpreter(interpreter.parse().map_err(Failure::usage)?);
        }
        if let Some(screen) = &options.screen {
            let screen: Screen = screen.parse().map_err(Failure::usage)?;
            if !is_shown(&game, screen) {
                return Err(Failure::usage(format!("this game cannot be shown on the screen {screen}")));
            }
            game.set_screen(screen);
            shown_on = Some(screen);
        }
        let facts = Facts::read(&mut game, options.scripts.unwrap_or(true));
        let mut names = facts.names();
        if let Some(given) = options.names {
            names.title = given.title;
            for it in given.costumes {
                names.insert(it.costume, it.chore, &it.name);
            }
        }
        let identity = Identity::of(&game, &*files)?;
        let game = Arc::new(game);
        let open = OpenGame {
            game,
            containers,
            screen: shown_on,
            facts: Rc::new(facts),
            identity,
            names,
            #[cfg(feature = "edit")]
            source,
            #[cfg(feature = "whole")]
            viewer: RefCell::new(None),
        };
        Ok(Self { open: Rc::new(open) })
    }
}

#[cfg(feature = "edit")]
impl Game {
    /// Opens the same game from other files, on this screen or on its own.
    pub(crate) fn of_files(&self, files: Arc<dyn costumier::Files>, screen: Option<String>) -> Result<Self> {
        let OpenGame { source, containers, .. } = &*self.open;
        let options = Options { screen: screen.or(source.options.screen.clone()), ..source.options.clone() };
        Self::of(Unpacked { files, index: source.index.clone(), containers: containers.clone() }, options)
    }
}

#[wasm_bindgen]
impl Game {
    /// Opens the game among these files.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Vec<JsFile>, options: &str) -> Result<Self> {
        Self::of(unpacked(JsFiles::new(files)), read(options)?)
    }

    /// Returns the game's facts as JSON.
    #[must_use]
    pub fn info(&self) -> String {
        let OpenGame { game, identity, names, containers, screen, .. } = &*self.open;
        let dialect = game.dialect();
        let screens = Screen::ALL.into_iter().filter(|screen| is_shown(game, *screen));
        let mut row = info(game);
        row.title = names.title.clone().or(row.title);
        json(&InfoRow {
            info: row,
            key: identity.key(),
            kind: if dialect.has_akos() { "akos" } else { "cost" },
            screen_size: dialect.screen_size(),
            screens: screens.map(Screen::name).collect(),
            dithered: game.is_dithered(),
            bits_per_pixel: if dialect.high_colour.is_some() { 16 } else { 8 },
            ticks_per_second: 10,
            full_scale: 255,
            has_lights: dialect.has_lights,
            has_conditions: dialect.has_akos() && dialect.akos.talk_states != 0,
            screen: screen.map(Screen::name),
            interpreter: game.interpreter().name(),
            cell: dialect.anchor.cell(),
            variables: if dialect.has_akos() { costumier::format::akos::VARS } else { 0 },
            unverified: game.unverified(),
            containers,
        })
    }

    /// Returns all costumes as JSON, without opening them.
    #[must_use]
    pub fn costumes(&self) -> String {
        let OpenGame { game, facts, names, .. } = &*self.open;
        let rows = game.costume_slots().map(|slot| {
            let said = facts.of(slot.id);
            let given = names.costumes.get(&slot.id).and_then(|it| it.name.as_deref());
            EntryRow {
                id: slot.id,
                room: slot.room,
                room_name: game.room_name(slot.room),
                name: given.or(said.name),
                certain: given.is_some() || said.certain,
                shown_in: said.shown_in,
                actors: said.actors,
            }
        });
        json(&rows.collect::<Vec<_>>())
    }

    /// Opens a costume by its id.
    pub fn costume(&self, id: f64) -> Result<Costume> {
        Costume::new(Rc::clone(&self.open), whole("costume", id, ID)?)
    }

    /// Returns the same game with another block for a costume. What is opened from this one stays as it is.
    #[cfg(feature = "whole")]
    pub fn with_costume(&self, id: f64, payload: Vec<u8>) -> Result<Game> {
        let open = &*self.open;
        let game = open.game.with_costume(whole("costume", id, ID)?, payload)?;
        let open = OpenGame {
            game: Arc::new(game),
            containers: open.containers.clone(),
            screen: open.screen,
            facts: Rc::clone(&open.facts),
            identity: open.identity.clone(),
            names: open.names.clone(),
            #[cfg(feature = "edit")]
            source: open.source.clone(),
            viewer: RefCell::new(None),
        };
        Ok(Self { open: Rc::new(open) })
    }

    /// Returns a room's facts as JSON.
    pub fn room(&self, id: f64) -> Result<String> {
        let id = whole("room", id, ID)?;
        Ok(json(&room_row(&self.open.game.room(id)?)))
    }

    /// Sets up a scene.
    pub fn scene(&self, spec: &str) -> Result<Scene> {
        Ok(costumier_api::Scene::of(Arc::clone(&self.open.game), spec)?.into())
    }
}

/// The facts of a game, as `costumier info --json` prints them, and what a viewer needs besides.
#[derive(Serialize)]
struct InfoRow<'a> {
    #[serde(flatten)]
    info: GameInfo,
    /// A name for the game and its files: `monkey2-1f0c9a3e`. The manifest of an export has the same one.
    key: String,
    /// `akos` if the game's costumes have programs; `cost` for all other games.
    kind: &'static str,
    /// Width and height of the game's screen in pixels.
    screen_size: (u32, u32),
    /// The screens that the game can be shown on; empty if there is no choice.
    screens: Vec<&'static str>,
    /// Whether pixels are shown as patterns of dots.
    dithered: bool,
    /// 16 if each pixel stores its colour, with five bits for each of red, green and blue. 8 if pixels are
    /// indices of a palette. Scenes of games with 16 bits can be drawn as RGBA, but not as room colours.
    bits_per_pixel: u8,
    /// Usual number of ticks in a second. The game's scripts decide.
    ticks_per_second: u32,
    /// The scale of an actor at full size. Smaller numbers are smaller actors.
    full_scale: u8,
    /// Whether rooms can be dark.
    has_lights: bool,
    /// Whether the programs of costumes know user conditions (1 to 16).
    has_conditions: bool,
    /// The screen that was chosen when the game was opened.
    screen: Option<&'static str>,
    /// The interpreter whose rules apply.
    interpreter: &'static str,
    /// Width and height in pixels of the cells in which scripts count positions (v0, v1, v2, NES); `null` if
    /// they count pixels.
    cell: Option<(i32, i32)>,
    /// Number of variables that a costume's programs have; 0 without programs.
    variables: usize,
    /// Rules that could not be compared with the game's interpreter.
    unverified: Vec<&'static str>,
    /// The archives and images among the files.
    containers: &'a [ContainerRow],
}

/// A costume in a list, from the directory and the scripts. It is not opened.
#[derive(Serialize)]
struct EntryRow<'a> {
    /// The id of the costume in the directory.
    id: u32,
    /// The number of the room that owns it.
    room: u32,
    /// The room's name in the index.
    room_name: Option<&'a str>,
    /// The name that was given, or else the name that scripts give its actors.
    name: Option<&'a str>,
    /// Whether the name is certain. If not, it is one of several.
    certain: bool,
    /// Rooms where scripts show it.
    shown_in: Vec<i32>,
    /// Numbers of the actors that wear it.
    actors: Vec<i32>,
}
