//! The inside of a costume: pictures, colours, films, and the meaning of bytes.

use std::sync::Arc;

use costumier::PictureKey;
use costumier::cast::Certainty;
use costumier::scene::{ChoreRef, LiveScene, Scene, SceneActor, Step};
use costumier_export::view::{self, FilmOptions};
use serde::Serialize;

use crate::costume::{Costume, key};
use crate::error::{Error, Result};
use crate::film::{Film, Rgba};
use crate::json::{Chore, FacingName};
use crate::number::{ID, Number, TICKS};

/// The colours of a costume's pixel values, as `costumier dump --colours` lists them.
#[derive(Debug, Serialize)]
pub struct ColoursRow {
    #[serde(flatten)]
    palette: costumier_export::colour::Palette,
    /// The reason for the choice, for people.
    why: &'static str,
    /// The mapping, for people.
    mapping_about: &'static str,
}

/// A look that scripts give the actors in a costume. `--look` numbers the looks from 1.
#[derive(Debug, Serialize)]
pub struct LookRow {
    /// Costume colours, each with the room colour that replaces its own; empty if pixels have 16 bits.
    overrides: Vec<(u8, u8)>,
    /// Costume colours, each with the pixel that replaces its own; empty unless pixels have 16 bits.
    pixels: Vec<(u8, u16)>,
    /// The shadow mode, if scripts set one.
    shadow: Option<u8>,
    /// Whether scripts certainly give this look.
    certain: bool,
}

/// A run of a picture.
#[derive(Debug, Serialize)]
pub struct ByteRunRow {
    /// The picture with this run.
    picture: PictureKey,
    #[serde(flatten)]
    run: view::RunRow,
}

/// The meaning of a byte, and the runs that it stores.
#[derive(Debug, Serialize)]
pub struct ByteRow {
    part: view::BytePart,
    runs: Vec<ByteRunRow>,
}

/// A picture of a costume: its facts, pixel values, and pixels.
#[derive(Debug)]
pub struct Picture {
    found: view::StoredPicture,
    rgba: Vec<u8>,
    transparent: u8,
}

/// The facts of a picture.
#[derive(Debug, Serialize)]
pub struct PictureHeadRow {
    /// The width in pixels.
    width: u16,
    /// The height in pixels.
    height: u16,
    /// Distance from the running offset to the left column.
    x: i16,
    /// Distance from the running offset to the top row.
    y: i16,
    /// The amount added to the running x afterwards.
    move_x: i16,
    /// The amount subtracted from the running y afterwards.
    move_y: i16,
    /// The pixel value that is not drawn.
    transparent: u8,
}

/// Returns the number of a room in a call, if there is one and the game has it.
fn room_of(game: &costumier::Game, room: Option<Number>) -> Result<Option<u32>> {
    let Some(room) = room else { return Ok(None) };
    let id = room.within("room", ID)?;
    if game.rooms().all(|entry| entry.id != id) {
        // Its error names the room.
        game.room(id)?;
    }
    Ok(Some(id))
}

#[cfg(feature = "whole")]
impl Costume {
    /// Returns the variables that the programs read or set.
    #[must_use]
    #[cfg_attr(border, border(without(c = "inside", python = "inside")))]
    pub fn variables(&self) -> Vec<u8> {
        self.opened.costume.as_akos().map(view::variables).unwrap_or_default()
    }

    /// Returns a picture in the colours of a room.
    ///
    /// # Errors
    /// If the costume has no such picture or the game no such room; the errors of its pixels.
    #[cfg_attr(border, border(js = "picture", without(c = "picture", python = "picture")))]
    pub fn stored_picture(
        &self,
        limb: Number,
        index: Number,
        room: Option<Number>,
        flip: bool,
    ) -> Result<Picture> {
        let (key, room) = (key(limb, index)?, room_of(&self.open.game, room)?);
        let mut found = view::stored(&self.opened.costume, key, self.open.game.limits())?;
        if flip {
            let width = usize::from(found.info.width).max(1);
            found.pixels.chunks_exact_mut(width).for_each(<[u8]>::reverse);
        }
        let palette = self.open.view(|viewer| viewer.palette(&self.opened, room));
        let rgba = view::rgba(&palette, &found.pixels);
        Ok(Picture { found, rgba, transparent: palette.transparent })
    }

    /// Returns the colours of the pixel values.
    ///
    /// # Errors
    /// `usage` if the room is no whole number; `no-such-room` if the game does not have it.
    #[cfg_attr(border, border(js = "colours", without(c = "palette", python = "palette")))]
    pub fn colours_in(&self, room: Option<Number>) -> Result<ColoursRow> {
        let room = room_of(&self.open.game, room)?;
        let palette = self.open.view(|viewer| viewer.palette(&self.opened, room));
        let (why, mapping_about) = (palette.choice.why(), palette.mapping.about());
        Ok(ColoursRow { palette, why, mapping_about })
    }

    /// Returns the looks that scripts give the costume, numbered from 1 as for `--look`.
    #[must_use]
    #[cfg_attr(border, border(without(c = "cast", python = "cast")))]
    pub fn looks(&self) -> Vec<LookRow> {
        let (id, costume) = (self.opened.id, &self.opened.costume);
        let cast = self.open.cast.as_ref().and_then(|cast| cast.costumes.get(&id));
        // If pixels have 16 bits, scripts set pixels and no room colours.
        let high = costume.dialect().high_colour.is_some();
        let looks = cast.iter().flat_map(|cast| &cast.looks).map(|fact| LookRow {
            overrides: costume.overrides_in(&fact.value).into_iter().filter(|_| !high).collect(),
            pixels: costume.pixels_in(&fact.value).into_iter().collect(),
            shadow: fact.value.shadow.and_then(|mode| u8::try_from(mode).ok()),
            certain: fact.certainty == Certainty::Certain,
        });
        looks.collect()
    }

    /// Returns a film of a chore in a facing.
    ///
    /// # Errors
    /// `not-found` if the costume has nothing for this chore and facing; `no-such-room` for a room that the game does
    /// not have; the errors of drawing.
    #[cfg_attr(border, border(without(c = "film", python = "film")))]
    pub fn film(
        &self,
        chore: &Chore,
        facing: &FacingName,
        room: Option<Number>,
        frames: Number,
        ticks: Number,
    ) -> Result<Film> {
        let (frames, ticks) = (frames.within("frames", TICKS)?, ticks.within("ticks", TICKS)?);
        let options = FilmOptions { room: room_of(&self.open.game, room)?, frames, ticks };
        let action = self.action(chore, facing)?;
        Ok(Film(self.open.view(|viewer| viewer.film(&self.opened, &action, &options))?))
    }

    /// Returns the meaning of every byte of the payload.
    #[must_use]
    #[cfg_attr(border, border(without(c = "inside", python = "inside")))]
    pub fn map(&self) -> Vec<view::BytePart> {
        view::byte_map(&self.opened.costume)
    }

    /// Returns the runs of a picture.
    ///
    /// # Errors
    /// If the costume has no such picture.
    #[cfg_attr(border, border(without(c = "inside", python = "inside")))]
    pub fn runs(&self, limb: Number, index: Number) -> Result<Vec<view::RunRow>> {
        Ok(view::runs(&self.opened.costume, key(limb, index)?)?)
    }

    /// Returns the meaning of a byte, and the runs that it stores.
    ///
    /// # Errors
    /// `usage` for a byte that the payload does not have.
    #[cfg_attr(border, border(without(c = "inside", python = "inside")))]
    pub fn at(&self, byte: Number) -> Result<ByteRow> {
        let byte = byte.within("byte", ID)?;
        let costume = &self.opened.costume;
        let (part, runs) = view::at_byte(costume, byte).ok_or_else(|| {
            let bytes = costume.payload().len();
            Error::usage(format!("byte {byte} does not exist; the payload has {bytes} bytes"))
        })?;
        let runs = runs.into_iter().map(|(picture, run)| ByteRunRow { picture, run });
        Ok(ByteRow { part, runs: runs.collect() })
    }

    /// Returns the commands of a COST costume.
    #[must_use]
    #[cfg_attr(border, border(without(c = "inside", python = "inside")))]
    pub fn commands(&self) -> Vec<view::CommandRow> {
        self.opened.costume.as_cost().map(view::commands).unwrap_or_default()
    }

    /// Returns what a chore in a facing does from its beginning until it repeats.
    ///
    /// # Errors
    /// `not-found` if the costume has nothing for this chore and facing.
    #[cfg_attr(border, border(python(default(facing = "south"))))]
    pub fn timeline(&self, chore: &Chore, facing: &FacingName) -> Result<Option<view::Timeline>> {
        let action = self.action(chore, facing)?;
        let mut actor = SceneActor::new(self.opened.id, (0, 0), action.facing);
        actor.steps = vec![Step::Perform(ChoreRef::Number(action.chore))];
        let scene = Scene::new(None, vec![actor]);
        let mut live = LiveScene::new(Arc::clone(&self.open.game), scene)?;
        Ok(view::timeline(&mut live, 0))
    }
}

#[cfg(feature = "whole")]
impl Picture {
    /// Returns all facts but the pixels.
    #[must_use]
    #[cfg_attr(border, border(without(c = "picture", python = "picture")))]
    pub fn head(&self) -> PictureHeadRow {
        let info = &self.found.info;
        PictureHeadRow {
            width: info.width,
            height: info.height,
            x: info.x,
            y: info.y,
            move_x: info.move_x,
            move_y: info.move_y,
            transparent: self.transparent,
        }
    }

    /// Returns the pixel values as they are stored.
    #[must_use]
    #[cfg_attr(border, border(without(c = "picture", python = "picture")))]
    pub fn indices(&self) -> &[u8] {
        &self.found.pixels
    }

    /// Returns the pixels as red, green, blue, opacity.
    #[must_use]
    #[cfg_attr(border, border(without(c = "picture", python = "picture")))]
    pub fn rgba(&self) -> &Rgba {
        &self.rgba
    }
}
