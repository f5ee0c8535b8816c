//! Data for lists and panels of a page: rows, thumbnails, rooms, palettes, exports. Only the whole module has it.

use costumier_export::json::{CostumeRow, list_costume};
use costumier_export::view::{Film, FilmOptions, role_name};
use serde::Serialize;
use wasm_bindgen::Clamped;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result, json};
use crate::exports::Job;
use crate::game::{Game, OpenGame};
use crate::number::{ID, TICKS, optional, whole};

#[wasm_bindgen]
impl Game {
    /// Returns a costume's facts as JSON.
    pub fn row(&self, id: f64) -> Result<String> {
        let id = whole("costume", id, ID)?;
        let OpenGame { game, names, .. } = &*self.open;
        let slot = game.costume_slots().find(|slot| slot.id == id);
        let Some(slot) = slot else {
            return Err(game
                .costume_bytes(id)
                .err()
                .map_or_else(|| Failure::usage(format!("the game has no costume {id}")), Failure::from));
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

    /// Returns a costume's film for a list. The pixels of its frames follow each other in [`FilmData::pixels`].
    pub fn thumbnail(&self, id: f64, frames: f64, ticks: f64) -> Result<FilmData> {
        let id = whole("costume", id, ID)?;
        let (frames, ticks) = (whole("frames", frames, TICKS)?, whole("ticks", ticks, TICKS)?);
        let options = FilmOptions { room: None, frames, ticks };
        Ok(FilmData(self.open.view(|viewer| viewer.thumbnail(id, &options))))
    }

    /// Returns a room's picture: width and height as four bytes each, then its pixels. With `plane`, the pixels that
    /// this z-plane hides.
    pub fn room_picture(&self, id: f64, plane: Option<f64>) -> Result<Clamped<Vec<u8>>> {
        let (id, plane) = (whole("room", id, ID)?, optional::<usize>("plane", plane)?);
        let room = self.open.game.room(id)?;
        let background = room.background()?;
        let palette = self.open.game.room_palette(id)?;
        let width = usize::from(room.width).max(1);
        let plane = match plane {
            None => None,
            Some(number) => Some(room.planes.get(number.wrapping_sub(1)).ok_or_else(|| {
                let planes = room.planes.len();
                Failure::usage(format!("room {id} has no z-plane {number}; it has {planes}, numbered from 1"))
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

    /// Returns a room's palette: 256 × red, green, blue.
    pub fn palette(&self, room: f64) -> Result<Vec<u8>> {
        let room = whole("room", room, ID)?;
        Ok(self.open.game.room_palette(room)?.concat())
    }

    /// Returns each distinct palette as JSON, with its block and the rooms that have it.
    #[must_use]
    pub fn palettes(&self) -> String {
        /// Rooms that start with the same palette.
        #[derive(Serialize)]
        struct Row {
            /// The block that holds the palette in the first of these rooms: `CLUT`.
            block: String,
            /// The numbers of the rooms.
            rooms: Vec<u32>,
        }
        self.open.view(|viewer| {
            let mut rows: Vec<(&costumier_export::colour::RoomPalette, Row)> = Vec::new();
            for it in viewer.palettes().iter().filter(|it| it.number == 0) {
                match rows.iter_mut().find(|(first, _)| first.palette.colours == it.palette.colours) {
                    Some((_, row)) => row.rooms.push(it.room),
                    None => {
                        rows.push((it, Row { block: it.palette.source.to_string(), rooms: vec![it.room] }));
                    }
                }
            }
            json(&rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>())
        })
    }

    /// Begins an export of these costumes, or of all if `ids` is missing.
    pub fn job(&self, ids: Option<Vec<f64>>, options: &str) -> Result<Job> {
        let ids = ids.map(|ids| ids.into_iter().map(|id| whole("costume", id, ID)).collect()).transpose()?;
        Job::new(&self.open, ids, options)
    }
}

/// A costume in a few numbers. It was opened and checked.
#[derive(Serialize)]
struct BadgedRow<'a> {
    #[serde(flatten)]
    row: CostumeRow,
    /// The name that was given, or else the name that scripts give its actors.
    name: Option<&'a str>,
    /// Width and height of its largest picture.
    largest: Option<(u16, u16)>,
    /// The worst problem, or the error, in a sentence; `null` if nothing is unusual.
    reason: Option<String>,
}

/// A film: facts as JSON, and the pixels of all frames.
#[wasm_bindgen]
pub struct FilmData(pub(crate) Film);

/// The facts of a short film of a costume.
#[derive(Serialize)]
struct FilmRow<'a> {
    /// The width of the canvas in pixels.
    width: u32,
    /// The height of the canvas in pixels.
    height: u32,
    /// The position of the actor's feet on the canvas.
    feet: (i32, i32),
    /// What is shown: `stand, south`; `picture 0.3` if the costume has nothing to play; `null` if nothing is
    /// visible.
    what: Option<&'a str>,
    /// The chore that is played.
    chore: Option<u16>,
    /// The facing that is played.
    facing: Option<&'static str>,
    /// The role of the chore.
    role: Option<String>,
    /// The index of the frame that follows the last one; `null` if the last one stays.
    loops_to: Option<usize>,
    /// The duration of each frame in ticks.
    ticks: Vec<u32>,
}

#[wasm_bindgen]
impl FilmData {
    /// Returns all facts but the pixels as JSON.
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

    /// Returns the pixels of a frame.
    pub fn frame(&self, number: f64) -> Result<Clamped<Vec<u8>>> {
        let frame = self.0.frames.get(whole::<usize>("frame", number, ID)?);
        Ok(Clamped(frame.map(|frame| frame.rgba.clone()).unwrap_or_default()))
    }
}
