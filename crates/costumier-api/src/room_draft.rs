//! Room drafts: a room while it is edited, the block that it makes, and its folder.

use std::sync::Arc;

use costumier::Files;
use costumier_edit::room::{self, RoomEdit, RoomFacts, RoomOptions, RoomOrigin};
use serde::Serialize;

use crate::error::{Error, Missing, Result, read};
use crate::files::FileList;
use crate::folder_files::folder_files;
use crate::game::Game;
use crate::json::EditJson;
use crate::number::{ID, Number, U16};

/// A room while it is edited.
#[derive(Debug)]
pub struct RoomDraft {
    draft: room::RoomDraft,
    /// What was assumed when it was read.
    notes: Vec<String>,
}

/// A room that was packed.
#[derive(Debug)]
pub struct PackedRoom {
    packed: room::PackedRoom,
}

/// What was done to pack a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackedRoomRow {
    /// The number of the room in the game.
    pub room: Option<u32>,
    /// The name of the room.
    pub name: Option<String>,
    /// The generation that the block is for, as room folders name it: `v5`.
    pub generation: &'static str,
    /// Size of the block without its header.
    pub bytes: usize,
    /// The parts that were written anew, each with its size in bytes before and after.
    pub changes: Vec<(String, Option<usize>, Option<usize>)>,
    /// What was assumed when the room was packed, and painted colours that cycle.
    pub notes: Vec<String>,
}

#[cfg(feature = "edit")]
impl RoomDraft {
    /// Reads the room folder among these files.
    ///
    /// # Errors
    /// All reasons why a folder cannot be read.
    #[cfg_attr(border, border(hand(c = "room_draft_read", python = "RoomDraft.read", js = "openRoom")))]
    pub fn read(files: Arc<dyn Files>) -> Result<Self> {
        let missing = "there is no room.toml among these files, so they are no room folder";
        let files = folder_files(files, room::TEXT, missing)?;
        let (draft, notes) = room::RoomDraft::read(&files, &RoomOptions::default())?;
        Ok(Self { draft, notes })
    }

    /// Returns what was assumed when the room was read.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns what is in the room: pictures, planes, objects, colours, boxes.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn head(&self) -> RoomFacts {
        self.draft.facts()
    }

    /// Returns the room colours of a picture, row by row; of a plane, 1 where the picture is in front of actors.
    ///
    /// # Errors
    /// `not-found` if the room has no such picture.
    #[cfg_attr(border, border(python = "_rows"))]
    pub fn rows(&self, picture: &str) -> Result<Vec<u8>> {
        self.draft.pixels(picture).ok_or_else(|| {
            let hint = "the room's `head` lists its pictures: `background`, `plane-1`, `objects/12-1`";
            Error::missing(format!("the room has no picture {picture:?}"), Missing::Listed(Some(hint.into())))
        })
    }

    /// Sets a rectangle of pixels of a picture: `rows` are room colours, row by row; of a plane 0 and 1.
    ///
    /// # Errors
    /// `usage` if the numbers are out of their ranges; the reason why the picture cannot have these pixels.
    #[cfg_attr(border, border(python = "_paint"))]
    pub fn paint(
        &mut self,
        picture: &str,
        x: Number,
        y: Number,
        width: Number,
        height: Number,
        rows: &[u8],
    ) -> Result<()> {
        let at = (x.within("x", U16)?, y.within("y", U16)?);
        let size = (width.within("width", U16)?, height.within("height", U16)?);
        let edit = RoomEdit::Pixels { picture: picture.to_owned(), at, size, rows: rows.to_vec() };
        Ok(self.draft.apply(edit)?)
    }

    /// Applies an edit, given as JSON.
    ///
    /// # Errors
    /// `usage` for an edit that cannot be read; the reason why it is impossible. The draft is then unchanged.
    pub fn apply(&mut self, edit: &EditJson) -> Result<()> {
        Ok(self.draft.apply(read("edit", edit)?)?)
    }

    /// Undoes the last edit. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.draft.undo()
    }

    /// Applies again what was undone last. Returns false if there is nothing.
    pub fn redo(&mut self) -> bool {
        self.draft.redo()
    }

    /// Returns the applied edits in their order.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn edits(&self) -> Vec<RoomEdit> {
        self.draft.edits().cloned().collect()
    }

    /// Packs the draft into a block.
    ///
    /// # Errors
    /// All reasons why that is impossible.
    pub fn pack(&self) -> Result<PackedRoom> {
        Ok(PackedRoom { packed: self.draft.pack()? })
    }

    /// Returns the files of the draft's room folder.
    ///
    /// # Errors
    /// All reasons why the draft cannot be packed.
    pub fn files(&self) -> Result<FileList> {
        Ok(FileList(self.draft.files()?.into_iter().collect()))
    }
}

#[cfg(feature = "edit")]
impl PackedRoom {
    /// Returns the block without its header.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn payload(&self) -> &[u8] {
        &self.packed.payload
    }

    /// Returns number and name of the room, the size of the block, what was written anew, and notes.
    #[must_use]
    #[cfg_attr(border, border(python = "_report"))]
    pub fn report(&self) -> PackedRoomRow {
        let changes = self.packed.changes.iter().map(|it| (it.part.clone(), it.before, it.after));
        PackedRoomRow {
            room: self.packed.origin.room,
            name: self.packed.origin.name.clone(),
            generation: room::dialect_name(&self.packed.dialect),
            bytes: self.packed.payload.len(),
            changes: changes.collect(),
            notes: self.packed.notes.clone(),
        }
    }
}

#[cfg(feature = "edit")]
impl Game {
    /// Starts a draft of a room.
    ///
    /// # Errors
    /// For a room that does not exist or cannot be read, and for generations whose rooms cannot be edited.
    #[cfg_attr(border, border(python = "_room_draft"))]
    pub fn room_draft(&self, room: Number) -> Result<RoomDraft> {
        let id: u32 = room.within("room", ID)?;
        let origin = RoomOrigin { game: Some(self.open.identity.key()), ..RoomOrigin::default() };
        Ok(RoomDraft { draft: room::RoomDraft::of(&self.open.game, id, origin)?, notes: Vec::new() })
    }
}
