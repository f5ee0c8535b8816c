//! The inside of a costume for JavaScript: pictures, colours, films, and the meaning of bytes. Only the whole module
//! has it.

use std::sync::Arc;

use costumier::scene::{ChoreRef, LiveScene, Scene, SceneActor, Step};
use costumier::{Action, PictureKey};
use costumier_export::OpenCostume;
use costumier_export::json::dump;
use costumier_export::view::{self, FilmOptions};
use serde::Serialize;
use wasm_bindgen::Clamped;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::costume::Costume;
use crate::error::{Failure, Result, json};
use crate::number::{ID, TICKS, U8, U16, optional, whole};
use crate::rows::FilmData;

impl Costume {
    fn action(&self, record: f64) -> Result<Action> {
        let record: u16 = whole("record", record, U16)?;
        let actions = self.opened.costume.actions();
        actions
            .into_iter()
            .find(|action| action.record == record)
            .ok_or_else(|| Failure::usage(format!("costume {} has no record {record}", self.opened.id)))
    }
}

/// Returns the key of a picture.
fn key(limb: f64, index: f64) -> Result<PictureKey> {
    Ok(PictureKey { limb: whole("limb", limb, U8)?, index: whole("index", index, U16)? })
}

#[wasm_bindgen]
impl Costume {
    /// Returns the structure of the block as JSON.
    #[must_use]
    pub fn structure(&self) -> String {
        let OpenCostume { id, room, costume } = &self.opened;
        json(&dump(*id, *room, costume, self.open.game.limits()))
    }

    /// Returns the variables that the programs read or set.
    #[must_use]
    pub fn variables(&self) -> Vec<u8> {
        self.opened.costume.as_akos().map(view::variables).unwrap_or_default()
    }

    /// Returns the keys of all pictures: limb, index, limb, index …
    #[must_use]
    pub fn pictures(&self) -> Vec<u16> {
        self.opened.costume.picture_keys().into_iter().flat_map(|key| [key.limb.into(), key.index]).collect()
    }

    /// Returns a picture in the colours of a room.
    pub fn picture(&self, limb: f64, index: f64, room: Option<f64>, flip: bool) -> Result<PictureData> {
        let (key, room) = (key(limb, index)?, optional("room", room)?);
        let mut found = view::stored(&self.opened.costume, key, self.open.game.limits())?;
        if flip {
            let width = usize::from(found.info.width).max(1);
            found.pixels.chunks_exact_mut(width).for_each(<[u8]>::reverse);
        }
        let palette = self.open.view(|viewer| viewer.palette(&self.opened, room));
        let rgba = view::rgba(&palette, &found.pixels);
        Ok(PictureData { found, rgba, transparent: palette.transparent })
    }

    /// Returns the colours of the pixel values as JSON.
    pub fn colours(&self, room: Option<f64>) -> Result<String> {
        let room = optional("room", room)?;
        /// The colours of a costume's pixel values, as `costumier dump --colours` lists them.
        #[derive(Serialize)]
        struct Colours<'a> {
            #[serde(flatten)]
            palette: &'a costumier_export::colour::Palette,
            /// The reason for the choice, for people.
            why: &'static str,
            /// The mapping, for people.
            mapping_about: &'static str,
        }
        let palette = self.open.view(|viewer| viewer.palette(&self.opened, room));
        Ok(json(&Colours {
            why: palette.choice.why(),
            mapping_about: palette.mapping.about(),
            palette: &palette,
        }))
    }

    /// Returns the looks that scripts give the costume, as JSON.
    #[must_use]
    pub fn looks(&self) -> String {
        json(&self.open.facts.looks(self.opened.id, &self.opened.costume))
    }

    /// Returns a film of a record's chore.
    pub fn film(&self, record: f64, room: Option<f64>, frames: f64, ticks: f64) -> Result<FilmData> {
        let (frames, ticks) = (whole("frames", frames, TICKS)?, whole("ticks", ticks, TICKS)?);
        let options = FilmOptions { room: optional("room", room)?, frames, ticks };
        let action = self.action(record)?;
        Ok(FilmData(self.open.view(|viewer| viewer.film(&self.opened, &action, &options))?))
    }

    /// Returns the payload of the costume's block.
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        self.opened.costume.payload().to_vec()
    }

    /// Returns the meaning of every byte of the payload, as JSON.
    #[must_use]
    pub fn map(&self) -> String {
        json(&view::byte_map(&self.opened.costume))
    }

    /// Returns the runs of a picture as JSON.
    pub fn runs(&self, limb: f64, index: f64) -> Result<String> {
        Ok(json(&view::runs(&self.opened.costume, key(limb, index)?)?))
    }

    /// Returns as JSON the meaning of a byte, and the runs that it stores.
    pub fn at(&self, byte: f64) -> Result<String> {
        let byte = whole("byte", byte, ID)?;
        /// A run of a picture.
        #[derive(Serialize)]
        struct Row {
            /// The picture with this run.
            picture: costumier::PictureKey,
            #[serde(flatten)]
            run: view::RunRow,
        }
        let costume = &self.opened.costume;
        let (part, runs) = view::at_byte(costume, byte).ok_or_else(|| {
            Failure::usage(format!(
                "byte {byte} does not exist; the payload has {} bytes",
                costume.payload().len()
            ))
        })?;
        let runs: Vec<Row> = runs.into_iter().map(|(picture, run)| Row { picture, run }).collect();
        Ok(json(&serde_json::json!({ "part": part, "runs": runs })))
    }

    /// Returns the commands of a COST costume as JSON.
    #[must_use]
    pub fn commands(&self) -> String {
        json(&self.opened.costume.as_cost().map(view::commands).unwrap_or_default())
    }

    /// Returns what a record's chore does from its beginning until it repeats, as JSON.
    pub fn timeline(&self, record: f64) -> Result<String> {
        let action = self.action(record)?;
        let mut actor = SceneActor::new(self.opened.id, (0, 0), action.facing);
        actor.steps = vec![Step::Perform(ChoreRef::Number(action.chore))];
        let scene = Scene::new(None, vec![actor]);
        let mut live = LiveScene::new(Arc::clone(&self.open.game), scene)?;
        Ok(json(&view::timeline(&mut live, 0)))
    }

    /// Returns the commands or programs as a listing for people.
    #[must_use]
    pub fn listing(&self) -> String {
        costumier::text::listing(&self.opened.costume)
    }
}

/// A picture: facts as JSON, pixel values, and pixels.
#[wasm_bindgen]
pub struct PictureData {
    found: view::StoredPicture,
    rgba: Vec<u8>,
    transparent: u8,
}

#[wasm_bindgen]
impl PictureData {
    /// Returns all facts but the pixels as JSON.
    #[must_use]
    pub fn head(&self) -> String {
        /// The facts of a picture.
        #[derive(Serialize)]
        struct Head {
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
        let info = &self.found.info;
        json(&Head {
            width: info.width,
            height: info.height,
            x: info.x,
            y: info.y,
            move_x: info.move_x,
            move_y: info.move_y,
            transparent: self.transparent,
        })
    }

    /// Returns the pixel values as they are stored.
    #[must_use]
    pub fn indices(&self) -> Vec<u8> {
        self.found.pixels.clone()
    }

    /// Returns the pixels as red, green, blue, opacity.
    #[must_use]
    pub fn rgba(&self) -> Clamped<Vec<u8>> {
        Clamped(self.rgba.clone())
    }
}
