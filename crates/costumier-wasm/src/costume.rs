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

/// A chore in a facing that the costume has a record for.
#[derive(Serialize)]
struct ActionRow {
    /// The index of the record.
    record: u16,
    /// The number of the chore.
    chore: u16,
    /// The role of the chore, if it has one.
    role: Option<String>,
    /// The name that was given, or else `walk`, `chore 8`.
    name: String,
    /// The facing by name.
    facing: &'static str,
    /// The facing as an angle in degrees, clockwise from North.
    angle: u16,
    /// Whether this facing shows the pictures of another one, mirrored.
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
        /// The facts of an open costume.
        #[derive(Serialize)]
        struct Head<'a> {
            /// The id of the costume in the directory.
            id: u32,
            /// The number of the room that owns it.
            room: u32,
            /// The kind of the costume.
            kind: &'static str,
            /// Number of directions: 4 or 8.
            directions: u16,
            /// The name of the file that holds the costume.
            file: &'a str,
            /// Offset of the costume's payload in that file.
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
            name: self
                .open
                .chore_name(self.opened.id, action.chore)
                .map_or(action.chore_name(), str::to_owned),
            facing: action.facing.name(),
            angle: action.facing.angle(),
            mirrored: costume.mirrors(action.facing),
        });
        json(&rows.collect::<Vec<_>>())
    }
}
