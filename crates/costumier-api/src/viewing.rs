//! Data for lists and panels: rows, thumbnails, rooms, palettes.

use costumier::game::CostumeSlot;
use costumier_export::json::{CostumeRow, list_costume};
use costumier_export::view::FilmOptions;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::film::{Film, RgbaBuffer};
use crate::game::{Game, OpenGame};
use crate::number::{ID, Number, TICKS};

/// A costume in a few numbers. It was opened and checked.
#[derive(Debug, Serialize)]
pub struct BadgedRow {
    #[serde(flatten)]
    row: CostumeRow,
    /// The name that was given, or else the name that scripts give its actors.
    name: Option<String>,
    /// Width and height of its largest picture.
    largest: Option<(u16, u16)>,
    /// The worst problem, or the error, in a sentence; `null` if nothing is unusual.
    reason: Option<String>,
}

/// Rooms that start with the same palette.
#[derive(Debug, Serialize)]
pub struct SharedPaletteRow {
    /// The block that holds the palette in the first of these rooms: `CLUT`.
    block: String,
    /// The numbers of the rooms.
    rooms: Vec<u32>,
}

#[cfg(feature = "whole")]
impl Game {
    /// Returns a costume's facts in a few numbers. One that cannot be opened has a row too.
    ///
    /// # Errors
    /// For a costume that does not exist.
    pub fn row(&self, id: Number) -> Result<BadgedRow> {
        let id = id.within("costume", ID)?;
        let OpenGame { game, names, .. } = &*self.open;
        let row = list_costume(game, self.slot(id)?);
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
        let name = names.costumes.get(&id).and_then(|it| it.name.clone());
        Ok(BadgedRow { row, name, largest, reason })
    }

    /// Returns the costume's entry in the directory.
    fn slot(&self, id: u32) -> Result<CostumeSlot> {
        let game = &self.open.game;
        game.costume_slots().find(|slot| slot.id == id).ok_or_else(|| {
            let why = game.costume_bytes(id).err();
            why.map_or_else(|| Error::usage(format!("the game has no costume {id}")), Error::from)
        })
    }

    /// Returns a costume's film for a list.
    ///
    /// # Errors
    /// For a costume that does not exist. A damaged costume has no frames.
    #[cfg_attr(border, border(without(c = "film", python = "film")))]
    pub fn thumbnail(&self, id: Number, frames: Number, ticks: Number) -> Result<Film> {
        let id = id.within("costume", ID)?;
        let (frames, ticks) = (frames.within("frames", TICKS)?, ticks.within("ticks", TICKS)?);
        let options = FilmOptions { room: None, frames, ticks };
        self.slot(id)?;
        Ok(Film(self.open.view(|viewer| viewer.thumbnail(id, &options))))
    }

    /// Returns a room's picture: width and height as four bytes each, then its pixels. With `plane`, the pixels that
    /// this z-plane hides.
    ///
    /// # Errors
    /// For a room or a z-plane that does not exist, and for a picture that is damaged.
    #[cfg_attr(border, border(without(c = "room_picture", python = "room_picture")))]
    pub fn room_picture(&self, id: Number, plane: Option<Number>) -> Result<RgbaBuffer> {
        let id = id.within("room", ID)?;
        let plane = plane.map(|plane| plane.within::<usize>("plane", ID)).transpose()?;
        let room = self.open.game.room(id)?;
        let background = room.background()?;
        let palette = self.open.game.room_palette(id)?;
        let width = usize::from(room.width).max(1);
        let plane = match plane {
            None => None,
            Some(number) => Some(room.planes.get(number.wrapping_sub(1)).ok_or_else(|| {
                let planes = room.planes.len();
                Error::usage(format!("room {id} has no z-plane {number}; it has {planes}, numbered from 1"))
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
        Ok(out)
    }

    /// Returns each distinct palette, with its block and the rooms that have it.
    #[must_use]
    pub fn palettes(&self) -> Vec<SharedPaletteRow> {
        self.open.view(|viewer| {
            let mut rows: Vec<(&costumier_export::colour::RoomPalette, SharedPaletteRow)> = Vec::new();
            for it in viewer.palettes().iter().filter(|it| it.number == 0) {
                match rows.iter_mut().find(|(first, _)| first.palette.colours == it.palette.colours) {
                    Some((_, row)) => row.rooms.push(it.room),
                    None => {
                        rows.push((
                            it,
                            SharedPaletteRow { block: it.palette.source.to_string(), rooms: vec![it.room] },
                        ));
                    }
                }
            }
            rows.into_iter().map(|(_, row)| row).collect()
        })
    }
}
