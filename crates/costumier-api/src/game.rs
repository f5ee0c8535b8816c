//! An open game: its facts, costumes and scenes.

use std::sync::Arc;

use costumier::screen::Screen;
use costumier_export::json::{self, GameInfo};
use costumier_export::{Identity, Names, view};
use serde::Serialize;

use crate::costume::Costume;
use crate::error::Result;
use crate::json::SceneJson;
use crate::number::{ID, Number};
use crate::place::ContainerRow;
#[cfg(feature = "whole")]
use crate::place::Place;
use crate::raster::Raster;
use crate::scene::{self, Scene};

/// The data that a game shares with the costumes and scenes opened from it.
#[derive(Clone)]
pub(crate) struct OpenGame {
    pub(crate) game: Arc<costumier::Game>,
    /// The light module keeps no files: it opens no game again.
    #[cfg(feature = "whole")]
    pub(crate) place: Place,
    /// The screen that the caller chose.
    pub(crate) screen: Option<Screen>,
    pub(crate) identity: Identity,
    pub(crate) names: Names,
    /// What scripts say, if they were read.
    #[cfg(feature = "whole")]
    pub(crate) cast: Option<Arc<costumier::cast::Cast>>,
    /// The viewer, which reads the palettes of all rooms. It is made when colours are first needed.
    #[cfg(feature = "whole")]
    pub(crate) viewer: Arc<std::sync::Mutex<Option<costumier_export::view::Viewer>>>,
    /// The options, names and rest with which the game was opened.
    #[cfg(feature = "edit")]
    pub(crate) reopening: Arc<(crate::OpenOptions, Names, crate::open::As)>,
}

impl OpenGame {
    /// Returns the game with another block for a costume.
    #[cfg(feature = "whole")]
    pub(crate) fn with_costume(&self, id: u32, payload: Vec<u8>) -> Result<Arc<Self>> {
        let game = self.game.with_costume(id, payload)?;
        Ok(Arc::new(Self { game: Arc::new(game), viewer: Arc::default(), ..self.clone() }))
    }

    /// Calls a function with the viewer, and makes the viewer if necessary.
    #[cfg(feature = "whole")]
    pub(crate) fn view<T>(&self, act: impl FnOnce(&mut costumier_export::view::Viewer) -> T) -> T {
        let mut viewer = self.viewer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        act(viewer.get_or_insert_with(|| {
            let (game, identity) = (Arc::clone(&self.game), self.identity.clone());
            let usual = costumier_export::Exporter::usual(game, identity, self.names.clone());
            costumier_export::view::Viewer::new(&usual)
        }))
    }
}

/// A game. Several threads may use it.
#[derive(Clone)]
pub struct Game {
    pub(crate) open: Arc<OpenGame>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.open.identity).finish()
    }
}

/// The facts of a game, as `costumier info --json` prints them, and what a viewer needs besides.
#[derive(Debug, Serialize)]
pub struct InfoRow<'a> {
    /// The facts of the game's files.
    #[serde(flatten)]
    pub info: GameInfo,
    /// A name for the game and its files: `monkey2-1f0c9a3e`. The manifest of an export has the same one.
    pub key: String,
    /// `akos` if the game's costumes have programs; `cost` for all other games.
    pub kind: &'static str,
    /// Width and height of the game's screen in pixels.
    pub screen_size: (u32, u32),
    /// The screens that the game can be shown on; empty if there is no choice.
    pub screens: Vec<&'static str>,
    /// Whether pixels are shown as patterns of dots.
    pub dithered: bool,
    /// 16 if each pixel stores its colour, with five bits for each of red, green and blue. 8 if pixels are
    /// indices of a palette. Scenes of games with 16 bits can be drawn as RGBA, but not as room colours.
    pub bits_per_pixel: u8,
    /// Usual number of ticks in a second. The game's scripts decide.
    pub ticks_per_second: u32,
    /// The scale of an actor at full size. Smaller numbers are smaller actors.
    pub full_scale: u8,
    /// Whether rooms can be dark.
    pub has_lights: bool,
    /// Whether the programs of costumes know user conditions (1 to 16).
    pub has_conditions: bool,
    /// The screen that was chosen when the game was opened.
    pub screen: Option<&'static str>,
    /// The interpreter whose rules apply.
    pub interpreter: &'static str,
    /// Width and height in pixels of the cells in which scripts count positions (v0, v1, v2, NES); `null` if
    /// they count pixels.
    pub cell: Option<(i32, i32)>,
    /// Number of variables that a costume's programs have; 0 without programs.
    pub variables: usize,
    /// Rules that could not be compared with the game's interpreter.
    pub unverified: Vec<&'static str>,
    /// The archives and images among the files.
    pub containers: &'a [ContainerRow],
}

/// A costume in a list, from the directory and the scripts. It is not opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeEntry<'a> {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The number of the room that owns it.
    pub room: u32,
    /// The room's name in the index.
    pub room_name: Option<&'a str>,
    /// The name that was given, or else the name that scripts give its actors.
    pub name: Option<&'a str>,
    /// Whether the name is certain. If not, it is one of several.
    pub certain: bool,
    /// Rooms where scripts show it.
    pub shown_in: Vec<i32>,
    /// Numbers of the actors that wear it.
    pub actors: Vec<i32>,
}

impl Game {
    /// Returns the facts of the game: title, generation, files, rooms, problems, screens.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn info(&self) -> InfoRow<'_> {
        let OpenGame { game, identity, names, screen, .. } = &*self.open;
        #[cfg(feature = "whole")]
        let containers = &self.open.place.containers;
        #[cfg(not(feature = "whole"))]
        let containers = &[];
        let mut info = json::info(game);
        info.title = names.title.clone().or(info.title);
        let dialect = game.dialect();
        let screens = Screen::ALL.into_iter().filter(|it| game.knows_screen(*it));
        InfoRow {
            info,
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
        }
    }

    /// Returns the costumes by rising id, with what scripts say about them. No costume is opened.
    #[must_use]
    #[cfg_attr(border, border(python = "_costumes"))]
    pub fn costumes(&self) -> Vec<CostumeEntry<'_>> {
        let OpenGame { game, names, .. } = &*self.open;
        let rows = game.costume_slots().map(|slot| {
            let given = names.costumes.get(&slot.id).and_then(|it| it.name.as_deref());
            let row = CostumeEntry {
                id: slot.id,
                room: slot.room,
                room_name: game.room_name(slot.room),
                certain: given.is_some(),
                name: given,
                shown_in: Vec::new(),
                actors: Vec::new(),
            };
            #[cfg(feature = "whole")]
            let row = self.open.said(row);
            row
        });
        rows.collect()
    }

    /// Returns the facts of a room.
    ///
    /// # Errors
    /// For a room that does not exist or cannot be read.
    pub fn room(&self, id: Number) -> Result<view::RoomRow> {
        Ok(view::room_row(&self.open.game.room(id.within("room", ID)?)?))
    }

    /// Writes the ids of the costumes, by rising number.
    #[must_use]
    #[cfg_attr(border, border(c = "costumes", without(python = "list", js = "list")))]
    pub fn costume_ids(&self) -> Vec<u32> {
        self.open.game.costume_ids().collect()
    }

    /// Opens a costume by its id.
    ///
    /// # Errors
    /// `not-found` kinds for an id that the game does not have; the errors of reading its block.
    #[cfg_attr(border, border(python = "_costume"))]
    pub fn costume(&self, id: Number) -> Result<Costume> {
        Costume::new(&self.open, id.within("costume", ID)?)
    }

    /// Starts a scene that is played tick by tick: one object of a scene file's `scenes`. An actor is invisible until
    /// it performs a chore, or has some to begin with: `"chores": ["init", "stand"]`.
    ///
    /// # Errors
    /// `usage` for a scene that cannot be read; the errors of reading its rooms and costumes.
    #[cfg_attr(border, border(c = "scene_new"))]
    pub fn scene(&self, scene: &SceneJson) -> Result<Scene> {
        Scene::new(Arc::clone(&self.open.game), scene::described(&self.open.names, scene)?)
    }

    /// Draws a scene once: one object of a scene file's `scenes`.
    ///
    /// # Errors
    /// As `scene`.
    #[cfg_attr(border, border(without(c = "scene", js = "scene")))]
    pub fn render(&self, scene: &SceneJson, into: &mut Raster) -> Result<()> {
        let described = scene::described(&self.open.names, scene)?;
        let mut live = costumier::scene::LiveScene::new(Arc::clone(&self.open.game), described)?;
        scene::draw(&mut live, into)
    }
}

#[cfg(feature = "whole")]
impl Game {
    /// Returns the same game with another block for a costume: its bytes without the header. What is opened from the
    /// new game shows it. What is opened from this one stays as it is.
    ///
    /// # Errors
    /// `not-found` kinds for an id that the game does not have.
    pub fn with_costume(&self, id: Number, payload: &[u8]) -> Result<Self> {
        Ok(Self { open: self.open.with_costume(id.within("costume", ID)?, payload.to_vec())? })
    }

    /// Returns the colours of a room: red, green and blue of 256 indices.
    ///
    /// # Errors
    /// For a room that does not exist or cannot be read.
    #[cfg_attr(border, border(js = "palette", python(name = "room_palette_bytes")))]
    pub fn room_palette(&self, room: Number) -> Result<Vec<u8>> {
        Ok(self.open.game.room_palette(room.within("room", ID)?)?.as_flattened().to_vec())
    }
}

#[cfg(feature = "whole")]
mod whole {
    use costumier::cast::{Cast, Certainty};
    use costumier::clashes::Clashes;
    use costumier::unused::Unused;
    use costumier_export::json::{self, ClashesReport, UnusedReport};

    use super::{CostumeEntry, Game, OpenGame};
    use crate::error::{Error, Missing, Result};
    use crate::json::JsonText;

    impl OpenGame {
        /// Adds what scripts say about a costume.
        pub(crate) fn said<'a>(&'a self, mut row: CostumeEntry<'a>) -> CostumeEntry<'a> {
            let Some(it) = self.cast.as_ref().and_then(|cast| cast.costumes.get(&row.id)) else { return row };
            if row.name.is_none() {
                let name = it.name();
                row.certain = name.is_some_and(|name| name.certainty == Certainty::Certain);
                row.name = name.map(|name| &*name.value);
            }
            row.shown_in = it.rooms.iter().map(|fact| fact.value).collect();
            row.actors = it.actors.iter().map(|fact| fact.value).collect();
            row
        }
    }

    #[cfg(feature = "whole")]
    impl Game {
        /// Returns the id of the costume with this name, or with this part of it: three letters at least. A costume has
        /// all names that scripts give it.
        ///
        /// # Errors
        /// `not-found` if none has it; `usage` if several have it.
        #[cfg_attr(border, border(python = "_costume_called"))]
        pub fn costume_called(&self, name: &str) -> Result<u32> {
            let OpenGame { game, names, cast, .. } = &*self.open;
            let all = names.costumes_of(game, cast.as_deref());
            let found = all.called(name);
            let mut ids = found.0.iter().map(|(id, _)| *id);
            match (ids.next(), ids.next()) {
                (Some(id), None) => Ok(id),
                (None, _) => {
                    let hint = match all.0.is_empty() {
                        true => "the scripts of this game name none; use an id".to_owned(),
                        false => format!("the names are {all}"),
                    };
                    let text = format!("no costume has the name {name:?}");
                    Err(Error::missing(text, Missing::Listed(Some(hint))))
                }
                _ => {
                    let text = format!("several costumes have the name {name:?}: {found}; use an id");
                    Err(Error::usage(text))
                }
            }
        }

        /// Returns what the game's scripts say about the costumes: what `costumier cast --json` prints.
        #[must_use]
        #[cfg_attr(border, border(python(property), without(js = "cast")))]
        pub fn cast(&self) -> JsonText {
            let scripts = self.open.game.read_scripts();
            JsonText(json::cast(&scripts, &Cast::of(&scripts), &self.open.names).to_string())
        }

        /// Returns what the game holds and never shows: what `costumier unused --json` prints. It reads all costumes
        /// and scripts.
        #[must_use]
        pub fn unused(&self) -> UnusedReport {
            let scripts = self.open.game.read_scripts();
            let unused = Unused::of(&self.open.game, &scripts, &Cast::of(&scripts));
            UnusedReport::of(&self.open.game, &unused, &scripts, &self.open.names)
        }

        /// Returns the rooms in which costumes look unlike at home: what `costumier check --clashes --json` prints. It
        /// reads all costumes, rooms and scripts.
        #[must_use]
        pub fn clashes(&self) -> ClashesReport {
            let scripts = self.open.game.read_scripts();
            let clashes = Clashes::of(&self.open.game, &scripts, &Cast::of(&scripts));
            ClashesReport::of(&clashes, &scripts, &self.open.names)
        }
    }
}

#[cfg(test)]
mod tests {
    fn is_shared<T: Send + Sync>() {}

    #[test]
    fn several_threads_may_use_a_game_and_what_is_opened_from_it() {
        is_shared::<super::Game>();
        is_shared::<super::Costume>();
    }
}
