//! An open game: its facts, costumes and scenes.

use std::sync::Arc;

use costumier::Files;
use costumier::screen::Screen;
use costumier_export::json::{self, GameInfo};
use costumier_export::{Identity, Names};
use serde::Serialize;

use crate::costume::Costume;
use crate::error::Result;
use crate::json::SceneJson;
use crate::number::{ID, Number};
use crate::raster::Raster;
use crate::scene::{self, Scene};

/// The data that a game shares with the costumes and scenes opened from it.
#[derive(Clone)]
pub(crate) struct OpenGame {
    pub(crate) game: Arc<costumier::Game>,
    #[cfg(feature = "edit")]
    pub(crate) files: Arc<dyn Files>,
    pub(crate) identity: Identity,
    pub(crate) names: Names,
}

impl OpenGame {
    pub(crate) fn opened(
        game: costumier::Game,
        #[cfg_attr(not(feature = "edit"), expect(unused_variables, reason = "only edits need the files"))]
        files: Arc<dyn Files>,
        identity: Identity,
        names: Names,
    ) -> Game {
        #[cfg(feature = "edit")]
        let open = Self { game: Arc::new(game), files, identity, names };
        #[cfg(not(feature = "edit"))]
        let open = Self { game: Arc::new(game), identity, names };
        Game { open: Arc::new(open) }
    }

    /// Returns the game with another block for a costume.
    pub(crate) fn with_costume(&self, id: u32, payload: Vec<u8>) -> Result<Arc<Self>> {
        let game = self.game.with_costume(id, payload)?;
        Ok(Arc::new(Self { game: Arc::new(game), ..self.clone() }))
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

/// The facts of a game, as `costumier info --json` prints them, and what a caller needs besides.
#[derive(Debug, Serialize)]
pub struct InfoRow {
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
    /// The interpreter whose rules apply.
    pub interpreter: &'static str,
    /// 16 if each pixel stores its colour. 8 if pixels are indices of a palette.
    pub bits_per_pixel: u8,
}

/// A costume in a list. It is not opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeEntry {
    /// The id of the costume.
    pub id: u32,
    /// The number of the room that owns it.
    pub room: u32,
    /// Its name in the game's scripts.
    pub name: Option<String>,
}

impl Game {
    /// Returns the facts of the game: title, generation, files, rooms, problems, screens.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn info(&self) -> InfoRow {
        let OpenGame { game, identity, names, .. } = &*self.open;
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
            interpreter: game.interpreter().name(),
            bits_per_pixel: if dialect.high_colour.is_some() { 16 } else { 8 },
        }
    }

    /// Writes the ids of the costumes, by rising number.
    #[must_use]
    #[cfg_attr(border, border(c = "costumes", python = ""))]
    pub fn costume_ids(&self) -> Vec<u32> {
        self.open.game.costume_ids().collect()
    }

    /// Returns id, room and name of each costume, by rising id. No costume is opened.
    #[must_use]
    #[cfg_attr(border, border(python = "_costumes"))]
    pub fn costumes(&self) -> Vec<CostumeEntry> {
        let OpenGame { game, names, .. } = &*self.open;
        let name = |id| names.costumes.get(&id).and_then(|it| it.name.clone());
        game.costume_slots()
            .map(|slot| CostumeEntry { id: slot.id, room: slot.room, name: name(slot.id) })
            .collect()
    }

    /// Opens a costume by its id.
    ///
    /// # Errors
    /// `not-found` kinds for an id that the game does not have; the errors of reading its block.
    #[cfg_attr(border, border(python = "_costume"))]
    pub fn costume(&self, id: Number) -> Result<Costume> {
        Costume::new(&self.open, id.within("costume", ID)?)
    }

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
    #[cfg_attr(border, border(python(name = "room_palette_bytes")))]
    pub fn room_palette(&self, room: Number) -> Result<Vec<u8>> {
        Ok(self.open.game.room_palette(room.within("room", ID)?)?.as_flattened().to_vec())
    }

    /// Starts a scene that is played tick by tick: one object of a scene file's `scenes`.
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
    #[cfg_attr(border, border(c = ""))]
    pub fn render(&self, scene: &SceneJson, into: &mut Raster) -> Result<()> {
        let described = scene::described(&self.open.names, scene)?;
        let mut live = costumier::scene::LiveScene::new(Arc::clone(&self.open.game), described)?;
        scene::draw(&mut live, into)
    }
}

#[cfg(feature = "whole")]
mod whole {
    use std::collections::BTreeSet;

    use costumier::cast::Cast;
    use costumier_export::{json, same_name};

    use super::{Game, OpenGame};
    use crate::error::{Error, Missing, Result};
    use crate::json::JsonText;

    /// Largest number of names in an error.
    const MOST_NAMED: usize = 8;

    /// Smallest number of letters that are looked up as a part of a name.
    const LEAST_PART: usize = 3;

    #[cfg(feature = "whole")]
    impl Game {
        /// Returns the id of the costume with this name, or with this part of it.
        ///
        /// # Errors
        /// `not-found` if none has it; `usage` if several have it.
        #[cfg_attr(border, border(python = "_costume_called"))]
        pub fn costume_called(&self, name: &str) -> Result<u32> {
            let OpenGame { game, names, .. } = &*self.open;
            let there: BTreeSet<u32> = game.costume_ids().collect();
            let all = names.costumes.iter().filter_map(|(id, it)| Some((*id, it.name.as_deref()?)));
            let all: Vec<(u32, &str)> = all.filter(|(id, _)| there.contains(id)).collect();
            let mut found: Vec<_> = all.iter().filter(|(_, its)| same_name(its, name)).collect();
            let lower = name.to_lowercase();
            // One or two letters are more likely a typing error than a part of a name.
            if found.is_empty() && lower.chars().count() >= LEAST_PART {
                found = all.iter().filter(|(_, its)| its.to_lowercase().contains(&lower)).collect();
            }
            match &found[..] {
                [(id, _)] => Ok(*id),
                [] => {
                    let hint = match all.is_empty() {
                        true => "the scripts of this game name none; use an id".to_owned(),
                        false => format!("the names are {}", list(&all.iter().collect::<Vec<_>>())),
                    };
                    Err(Error::missing(format!("no costume has the name {name:?}"), Missing::Name(hint)))
                }
                several => Err(Error::usage(format!(
                    "several costumes have the name {name:?}: {}; use an id",
                    list(several)
                ))),
            }
        }

        /// Returns what the game's scripts say about the costumes: what `costumier cast --json` prints.
        #[must_use]
        #[cfg_attr(border, border(python(property)))]
        pub fn cast(&self) -> JsonText {
            let scripts = self.open.game.read_scripts();
            JsonText(json::cast(&scripts, &Cast::of(&scripts), &self.open.names).to_string())
        }
    }

    fn list(them: &[&(u32, &str)]) -> String {
        let named = them.iter().take(MOST_NAMED).map(|(id, name)| format!("{id} {name:?}"));
        let more = if them.len() > MOST_NAMED { ", …" } else { "" };
        format!("{}{more}", named.collect::<Vec<_>>().join(", "))
    }
}
