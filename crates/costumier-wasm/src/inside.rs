//! The inside of a costume: pictures, colours, films, bytes and what they mean. Only the whole module has it.

use std::sync::Arc;

use costumier::scene::{ChoreRef, LiveScene, Scene, SceneActor, Step};
use costumier::{Action, PictureKey};
use costumier_export::Opened;
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

/// The key of a picture.
fn key(limb: f64, index: f64) -> Result<PictureKey> {
    Ok(PictureKey { limb: whole("limb", limb, U8)?, index: whole("index", index, U16)? })
}

#[wasm_bindgen]
impl Costume {
    /// Its structure.
    #[must_use]
    pub fn structure(&self) -> String {
        let Opened { id, room, costume } = &self.opened;
        json(&dump(*id, *room, costume, self.open.game.limits()))
    }

    /// The variables that its programs ask for or set.
    #[must_use]
    pub fn variables(&self) -> Vec<u8> {
        self.opened.costume.as_akos().map(view::variables).unwrap_or_default()
    }

    /// The keys of its pictures: limb, index, limb, index …
    #[must_use]
    pub fn pictures(&self) -> Vec<u16> {
        self.opened.costume.picture_keys().into_iter().flat_map(|key| [key.limb.into(), key.index]).collect()
    }

    /// A picture.
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

    /// What its pixel values become.
    pub fn colours(&self, room: Option<f64>) -> Result<String> {
        let room = optional("room", room)?;
        #[derive(Serialize)]
        struct Colours<'a> {
            #[serde(flatten)]
            palette: &'a costumier_export::colour::Palette,
            why: &'static str,
            mapping_about: &'static str,
        }
        let palette = self.open.view(|viewer| viewer.palette(&self.opened, room));
        Ok(json(&Colours {
            why: palette.choice.why(),
            mapping_about: palette.mapping.about(),
            palette: &palette,
        }))
    }

    /// The looks that scripts give it.
    #[must_use]
    pub fn looks(&self) -> String {
        json(&self.open.facts.looks(self.opened.id, &self.opened.costume))
    }

    /// A film of what a record says.
    pub fn film(&self, record: f64, room: Option<f64>, frames: f64, ticks: f64) -> Result<FilmData> {
        let (frames, ticks) = (whole("frames", frames, TICKS)?, whole("ticks", ticks, TICKS)?);
        let options = FilmOptions { room: optional("room", room)?, frames, ticks };
        let action = self.action(record)?;
        Ok(FilmData(self.open.view(|viewer| viewer.film(&self.opened, &action, &options))?))
    }

    /// Its block's payload.
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        self.opened.costume.payload().to_vec()
    }

    /// What every byte of it is.
    #[must_use]
    pub fn map(&self) -> String {
        json(&view::byte_map(&self.opened.costume))
    }

    /// The runs of a picture.
    pub fn runs(&self, limb: f64, index: f64) -> Result<String> {
        Ok(json(&view::runs(&self.opened.costume, key(limb, index)?)?))
    }

    /// What a byte is, and the runs that it says.
    pub fn at(&self, byte: f64) -> Result<String> {
        let byte = whole("byte", byte, ID)?;
        #[derive(Serialize)]
        struct Row {
            picture: view::Key,
            #[serde(flatten)]
            run: view::RunRow,
        }
        let costume = &self.opened.costume;
        let (part, runs) = view::at_byte(costume, byte).ok_or_else(|| {
            Failure::usage(format!("there is no byte {byte}: the payload has {}", costume.payload().len()))
        })?;
        let runs: Vec<Row> = runs.into_iter().map(|(picture, run)| Row { picture, run }).collect();
        Ok(json(&serde_json::json!({ "part": part, "runs": runs })))
    }

    /// The commands of a COST costume.
    #[must_use]
    pub fn commands(&self) -> String {
        json(&self.opened.costume.as_cost().map(view::commands).unwrap_or_default())
    }

    /// What a record's chore does until it repeats, freshly begun.
    pub fn timeline(&self, record: f64) -> Result<String> {
        let action = self.action(record)?;
        let mut actor = SceneActor::new(self.opened.id, (0, 0), action.facing);
        actor.steps = vec![Step::Perform(ChoreRef::Number(action.chore))];
        let scene = Scene::new(None, vec![actor]);
        let mut live = LiveScene::new(Arc::clone(&self.open.game), scene)?;
        Ok(json(&view::timeline(&mut live, 0)))
    }

    /// Its commands or programs, for people.
    #[must_use]
    pub fn listing(&self) -> String {
        costumier::text::listing(&self.opened.costume)
    }
}

/// A picture: what it is as JSON, its values, its pixels.
#[wasm_bindgen]
pub struct PictureData {
    found: view::StoredPicture,
    rgba: Vec<u8>,
    transparent: u8,
}

#[wasm_bindgen]
impl PictureData {
    /// All but the pixels.
    #[must_use]
    pub fn head(&self) -> String {
        #[derive(Serialize)]
        struct Head {
            width: u16,
            height: u16,
            x: i16,
            y: i16,
            move_x: i16,
            move_y: i16,
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

    /// Pixel values as they are stored.
    #[must_use]
    pub fn indices(&self) -> Vec<u8> {
        self.found.pixels.clone()
    }

    /// Red, green, blue, opacity.
    #[must_use]
    pub fn rgba(&self) -> Clamped<Vec<u8>> {
        Clamped(self.rgba.clone())
    }
}
