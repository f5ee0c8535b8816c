//! The JavaScript class of an open costume: its facts and its chores.

use std::rc::Rc;

use costumier_export::OpenCostume;
use costumier_export::view::{outline, role_name};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Result, json};
use crate::game::OpenGame;

/// A costume of an open game.
#[wasm_bindgen]
pub struct Costume {
    pub(crate) open: Rc<OpenGame>,
    pub(crate) opened: OpenCostume,
    file: String,
    payload_at: u64,
}

#[derive(Serialize)]
struct ActionRow<'a> {
    record: u16,
    chore: u16,
    role: Option<String>,
    name: String,
    given: Option<&'a str>,
    facing: &'static str,
    angle: u16,
    mirrored: bool,
}

impl Costume {
    pub(crate) fn new(open: Rc<OpenGame>, id: u32) -> Result<Self> {
        let found = open.game.costume_bytes(id)?;
        let (file, payload_at) = (found.file.clone(), found.payload_at());
        let opened = costumier_export::open(&open.game, id)?;
        Ok(Self { open, opened, file, payload_at })
    }
}

#[wasm_bindgen]
impl Costume {
    /// Returns the costume's facts as JSON: id, room, kind, directions, file, place.
    #[must_use]
    pub fn head(&self) -> String {
        #[derive(Serialize)]
        struct Head<'a> {
            id: u32,
            room: u32,
            kind: &'static str,
            directions: u16,
            file: &'a str,
            payload_at: u64,
        }
        let costume = &self.opened.costume;
        json(&Head {
            id: self.opened.id,
            room: self.opened.room,
            kind: costume.kind(),
            directions: costume.directions(),
            file: &self.file,
            payload_at: self.payload_at,
        })
    }

    /// Returns as JSON what a caller needs before it draws the costume.
    #[must_use]
    pub fn outline(&self) -> String {
        json(&outline(&self.opened.costume))
    }

    /// Returns the costume's actions as JSON.
    #[must_use]
    pub fn actions(&self) -> String {
        let costume = &self.opened.costume;
        let rows = costume.actions().into_iter().map(|action| ActionRow {
            record: action.record,
            chore: action.chore,
            role: action.role.map(role_name),
            name: action.chore_name(),
            given: self.open.chore_name(self.opened.id, action.chore),
            facing: action.facing.name(),
            angle: action.facing.angle(),
            mirrored: costume.mirrors(action.facing),
        });
        json(&rows.collect::<Vec<_>>())
    }
}
