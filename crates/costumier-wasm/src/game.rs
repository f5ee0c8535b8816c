//! An open game.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use costumier::cast::{Cast, Certainty};
use costumier::game::{games, shelf};
use costumier::screen::Screen;
use costumier::{Files, Limits};
use costumier_export::json::{CostumeRow, GameInfo, info, list_costume};
use costumier_export::view::{Film, FilmOptions, Viewer, role_name, room_row};
use costumier_export::{ExportOptions, Exporter, Identity, Names};
use serde::{Deserialize, Serialize};
use wasm_bindgen::Clamped;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::costume::Costume;
use crate::error::{Failure, Result, json, read};
use crate::exports::Job;
use crate::files::{JsFile, JsFiles};
use crate::scene::Scene;

/// What is asked for when a game is opened.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    which: Option<String>,
    screen: Option<String>,
    amiga: Option<bool>,
    scripts: Option<bool>,
    names: Option<GivenNames>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GivenNames {
    title: Option<String>,
    costumes: Vec<GivenName>,
}

#[derive(Debug, Deserialize)]
struct GivenName {
    costume: u32,
    chore: Option<u16>,
    name: String,
}

/// What calls on a game, and on what was opened from it, share.
pub(crate) struct Open {
    pub(crate) game: Arc<costumier::Game>,
    containers: Vec<ContainerRow>,
    /// The screen that was asked for.
    screen: Option<Screen>,
    cast: Option<Cast>,
    identity: Identity,
    names: Names,
    /// Made when colours are asked for first: it reads the palettes of all rooms.
    viewer: RefCell<Option<Viewer>>,
}

impl Open {
    pub(crate) fn exporter(&self, options: ExportOptions) -> Exporter {
        Exporter::new(Arc::clone(&self.game), self.identity.clone(), options, self.names.clone())
    }

    /// Lets the viewer do something.
    pub(crate) fn view<T>(&self, act: impl FnOnce(&mut Viewer) -> T) -> T {
        let mut viewer = self.viewer.borrow_mut();
        act(viewer.get_or_insert_with(|| Viewer::new(&self.exporter(ExportOptions::default()))))
    }

    /// What a chore is called.
    pub(crate) fn chore_name(&self, costume: u32, chore: u16) -> Option<&str> {
        self.names.costumes.get(&costume)?.chores.get(&chore).map(String::as_str)
    }
}

/// An open game.
#[wasm_bindgen]
pub struct Game {
    open: Rc<Open>,
}

#[derive(Serialize)]
struct ContainerRow {
    name: String,
    what: String,
    files: usize,
    failed: Option<String>,
    odd: Vec<String>,
}

#[derive(Serialize)]
struct FoundRow {
    index: String,
    what: String,
    title: Option<&'static str>,
    error: Option<Failure>,
}

/// The games among files.
#[wasm_bindgen]
#[must_use]
pub fn find_games(files: Vec<JsFile>) -> String {
    let (shelf, _) = shelf(Arc::new(JsFiles::new(files)), None, &Limits::default());
    let rows = games(&shelf, &Limits::default()).into_iter().map(|game| FoundRow {
        what: game.what(),
        title: game.title(),
        error: game.found.as_ref().err().map(Failure::from),
        index: game.index,
    });
    json(&rows.collect::<Vec<_>>())
}

#[wasm_bindgen]
impl Game {
    /// Opens the game among these files.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Vec<JsFile>, options: &str) -> Result<Self> {
        let options: Options = read(options)?;
        let loose = JsFiles::new(files);
        let names = loose.names();
        // A single file may be an archive, or an index whose neighbours are missing: then it is meant.
        let start = match &names[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        let (shelf, index) = shelf(Arc::new(loose), start.as_deref(), &Limits::default());
        let containers = shelf.containers().iter().map(|it| ContainerRow {
            name: it.name.clone(),
            what: if it.what.is_empty() { it.form.to_string() } else { it.what.clone() },
            files: it.files,
            failed: it.failed.as_ref().map(ToString::to_string),
            odd: it.odd.clone(),
        });
        let containers = containers.collect();
        let files: Arc<dyn Files> = Arc::new(shelf);
        let which = options.which.clone().or(index);
        let mut game = costumier::Game::open(&*files, which.as_deref(), Limits::default())?;
        let mut shown_on = None;
        if let Some(screen) = &options.screen {
            let screen: Screen = screen.parse().map_err(Failure::usage)?;
            if !game.knows_screen(screen) {
                return Err(Failure::usage(format!("this game cannot be shown on the screen {screen}")));
            }
            game.set_screen(screen);
            shown_on = Some(screen);
        }
        if let Some(amiga) = options.amiga {
            let dialect = game.dialect().for_amiga(amiga);
            game.assume(
                dialect
                    .ok_or_else(|| Failure::usage("`amiga` is for games of v4 with 256 colours and of v5"))?,
            );
        }
        let cast = options.scripts.unwrap_or(true).then(|| Cast::of(&game.read_scripts()));
        if let Some(cast) = &cast {
            game.set_roles(cast.roles(game.dialect().roles));
        }
        let mut names = cast.as_ref().map(Names::of_cast).unwrap_or_default();
        if let Some(given) = options.names {
            names.title = given.title;
            for it in given.costumes {
                names.insert(it.costume, it.chore, &it.name);
            }
        }
        let identity = Identity::of(&game, &*files)?;
        let game = Arc::new(game);
        let viewer = RefCell::new(None);
        Ok(Self { open: Rc::new(Open { game, containers, screen: shown_on, cast, identity, names, viewer }) })
    }

    /// What it is.
    #[must_use]
    pub fn info(&self) -> String {
        let Open { game, identity, names, containers, screen, .. } = &*self.open;
        let dialect = game.dialect();
        let screens = Screen::ALL.into_iter().filter(|screen| game.knows_screen(*screen));
        let mut row = info(game);
        let title = names.title.clone().or(row.title.take().map(str::to_owned));
        json(&InfoRow {
            info: row,
            title,
            key: identity.key(),
            kind: if dialect.has_akos { "akos" } else { "cost" },
            screen_size: dialect.screen,
            screens: screens.map(Screen::name).collect(),
            dithered: game.is_dithered(),
            ticks_per_second: 10,
            full_scale: 255,
            has_lights: dialect.has_lights,
            has_conditions: dialect.has_akos && dialect.akos.talk_states != 0,
            screen: screen.map(Screen::name),
            position_unit: dialect.anchor.unit(),
            variables: if dialect.has_akos { costumier::raw::akos::VARS } else { 0 },
            unverified: game.unverified(),
            containers,
        })
    }

    /// All costumes, unopened.
    #[must_use]
    pub fn costumes(&self) -> String {
        let Open { game, cast, names, .. } = &*self.open;
        let rows = game.costume_slots().map(|slot| {
            let cast = cast.as_ref().and_then(|cast| cast.costumes.get(&slot.id));
            let said = cast.and_then(|cast| cast.name());
            let given = names.costumes.get(&slot.id).and_then(|it| it.name.as_deref());
            EntryRow {
                id: slot.id,
                room: slot.room,
                room_name: game.room_name(slot.room),
                name: given.or(said.map(|name| &*name.value)),
                certain: given.is_some() || said.is_some_and(|name| name.certainty == Certainty::Certain),
                shown_in: cast
                    .map(|cast| cast.rooms.iter().map(|fact| fact.value).collect())
                    .unwrap_or_default(),
                actors: cast
                    .map(|cast| cast.actors.iter().map(|fact| fact.value).collect())
                    .unwrap_or_default(),
            }
        });
        json(&rows.collect::<Vec<_>>())
    }

    /// A costume in a few numbers.
    pub fn row(&self, id: u32) -> Result<String> {
        let Open { game, names, .. } = &*self.open;
        let slot = game.costume_slots().find(|slot| slot.id == id);
        let Some(slot) = slot else {
            return Err(game
                .costume_bytes(id)
                .err()
                .map_or_else(|| Failure::usage(format!("there is no costume {id}")), Failure::from));
        };
        let row = list_costume(game, slot);
        let opened = costumier_export::open(game, id).ok();
        let largest = opened.as_ref().and_then(|opened| {
            let sizes =
                opened.costume.picture_keys().into_iter().filter_map(|key| opened.costume.picture(key).ok());
            sizes.map(|it| (it.info.width, it.info.height)).max_by_key(|(w, h)| u32::from(*w) * u32::from(*h))
        });
        let reason = match &row.error {
            Some(error) => Some(error.text.clone()),
            None => opened.and_then(|opened| {
                let problems = opened.costume.check();
                let worst = problems.iter().rev().max_by_key(|problem| problem.severity)?;
                (worst.severity > costumier::Severity::Note)
                    .then(|| format!("{}: {}", worst.path, worst.text))
            }),
        };
        let name = names.costumes.get(&id).and_then(|it| it.name.as_deref());
        Ok(json(&BadgedRow { row, name, largest, reason }))
    }

    /// A costume's film for a list; its frames' pixels follow each other in [`FilmData::pixels`].
    #[must_use]
    pub fn thumbnail(&self, id: u32, frames: usize, ticks: usize) -> FilmData {
        let options = FilmOptions { room: None, frames, ticks };
        FilmData(self.open.view(|viewer| viewer.thumbnail(id, &options)))
    }

    /// Opens a costume.
    pub fn costume(&self, id: u32) -> Result<Costume> {
        Costume::new(Rc::clone(&self.open), id)
    }

    /// A room in a few numbers.
    pub fn room(&self, id: u32) -> Result<String> {
        Ok(json(&room_row(&self.open.game.room(id)?)))
    }

    /// A room's picture: width and height as four bytes each, then its pixels; of a z-plane, only where it
    /// hides.
    pub fn room_picture(&self, id: u32, plane: Option<usize>) -> Result<Clamped<Vec<u8>>> {
        let room = self.open.game.room(id)?;
        let background = room.background()?;
        let palette = self.open.game.room_palette(id)?;
        let width = usize::from(room.width).max(1);
        let plane = match plane {
            None => None,
            Some(number) => Some(room.planes.get(number.wrapping_sub(1)).ok_or_else(|| {
                let planes = room.planes.len();
                Failure::usage(format!("room {id} has no z-plane {number}: there are {planes}, from 1 on"))
            })?),
        };
        let mut out = Vec::with_capacity(8 + background.pixels.len() * 4);
        out.extend(u32::from(room.width).to_le_bytes());
        out.extend(u32::from(room.height).to_le_bytes());
        for (number, pixel) in background.pixels.iter().enumerate() {
            let place = |v: usize| i32::try_from(v).unwrap_or(i32::MAX);
            let shows = plane.is_none_or(|plane| plane.hides(place(number % width), place(number / width)));
            let [r, g, b] = palette[usize::from(*pixel)];
            out.extend(if shows { [r, g, b, u8::MAX] } else { [0; 4] });
        }
        Ok(Clamped(out))
    }

    /// A room's palette: 256 × red, green, blue.
    pub fn palette(&self, room: u32) -> Result<Vec<u8>> {
        Ok(self.open.game.room_palette(room)?.concat())
    }

    /// Each different palette once: rooms that have it, and its block.
    #[must_use]
    pub fn palettes(&self) -> String {
        #[derive(Serialize)]
        struct Row {
            block: String,
            rooms: Vec<u32>,
        }
        self.open.view(|viewer| {
            let mut rows: Vec<(&costumier_export::colour::RoomPalette, Row)> = Vec::new();
            for it in viewer.palettes().iter().filter(|it| it.number == 0) {
                match rows.iter_mut().find(|(first, _)| first.palette.colours == it.palette.colours) {
                    Some((_, row)) => row.rooms.push(it.room),
                    None => {
                        rows.push((it, Row { block: it.palette.source.to_string(), rooms: vec![it.room] }))
                    }
                }
            }
            json(&rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>())
        })
    }

    /// Begins an export; without ids, of all costumes.
    pub fn job(&self, ids: Option<Vec<u32>>, options: &str) -> Result<Job> {
        Job::new(&self.open, ids, options)
    }

    /// Sets a scene up.
    pub fn scene(&self, spec: &str) -> Result<Scene> {
        Scene::new(Rc::clone(&self.open), spec)
    }
}

#[derive(Serialize)]
struct InfoRow<'a> {
    #[serde(flatten)]
    info: GameInfo,
    title: Option<String>,
    key: String,
    kind: &'static str,
    screen_size: (u32, u32),
    screens: Vec<&'static str>,
    dithered: bool,
    ticks_per_second: u32,
    full_scale: u8,
    has_lights: bool,
    has_conditions: bool,
    screen: Option<&'static str>,
    position_unit: (i32, i32),
    variables: usize,
    unverified: Vec<&'static str>,
    containers: &'a [ContainerRow],
}

#[derive(Serialize)]
struct EntryRow<'a> {
    id: u32,
    room: u32,
    room_name: Option<&'a str>,
    name: Option<&'a str>,
    certain: bool,
    shown_in: Vec<i32>,
    actors: Vec<i32>,
}

#[derive(Serialize)]
struct BadgedRow<'a> {
    #[serde(flatten)]
    row: CostumeRow,
    name: Option<&'a str>,
    largest: Option<(u16, u16)>,
    reason: Option<String>,
}

/// A film: what it is as JSON, and the pixels of all frames.
#[wasm_bindgen]
pub struct FilmData(pub(crate) Film);

#[derive(Serialize)]
struct FilmRow<'a> {
    width: u32,
    height: u32,
    feet: (i32, i32),
    what: Option<&'a str>,
    chore: Option<u16>,
    facing: Option<&'static str>,
    role: Option<String>,
    loops_to: Option<usize>,
    ticks: Vec<u32>,
}

#[wasm_bindgen]
impl FilmData {
    /// All but the pixels.
    #[must_use]
    pub fn head(&self) -> String {
        let film = &self.0;
        json(&FilmRow {
            width: film.width,
            height: film.height,
            feet: film.feet,
            what: film.what.as_deref(),
            chore: film.action.map(|action| action.chore),
            facing: film.action.map(|action| action.facing.name()),
            role: film.action.and_then(|action| action.role).map(role_name),
            loops_to: film.loops_to,
            ticks: film.frames.iter().map(|frame| frame.ticks).collect(),
        })
    }

    /// A frame's pixels.
    #[must_use]
    pub fn frame(&self, number: usize) -> Clamped<Vec<u8>> {
        Clamped(self.0.frames.get(number).map(|frame| frame.rgba.clone()).unwrap_or_default())
    }
}
