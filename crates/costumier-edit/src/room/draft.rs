//! A room while it is edited, in memory: its pixels, edits with their inverses, and the block that they make.
//!
//! ```text
//! room of a game ─▸ RoomDraft::of ───┐                            ┌─▸ pack ──▸ block ─▸ put, patch
//! room folder ────▸ RoomDraft::read ─┴─▸ apply · undo · redo ─────┴─▸ files ─▸ folder
//! ```
//! A draft holds the pixels that a room folder has as PNG files. It packs to the same bytes as the folder that it
//! writes.

use std::collections::BTreeMap;

use costumier::game::{ObjectStates, ObjectsShown};
use costumier::{Dialect, Error, ErrorKind, Game, Limits, Refused, Result};
use serde::{Deserialize, Serialize};

use super::facts::RoomFacts;
use super::layers::{Layer, PaintedLayers, StoredLayers, read_files};
use super::{
    OpenRoom, PREVIEW, PackedRoom, RoomOptions, RoomOrigin, TEXT, changed, cycles, editable, preview,
    read_folder, text,
};
use crate::folder::report::Report;
use crate::folder::{Files, ORIGINAL, refused};
use crate::pictures::Rgb;

/// One change of a room draft. As JSON, it can be stored and applied again later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RoomEdit {
    /// Sets a rectangle of pixels.
    Pixels {
        /// The picture or plane, by the name of its file without the ending: `background`, `plane-1`, `objects/12-1`,
        /// `objects/12-1-plane-1`.
        picture: String,
        /// Left column and top row of the rectangle in the picture.
        at: (u16, u16),
        /// Width and height of the rectangle.
        size: (u16, u16),
        /// Room colours, row by row; in a plane 1 where the picture is in front of actors, and 0 elsewhere.
        rows: Vec<u8>,
    },
}

/// A room while it is edited.
///
/// ```
/// use costumier::{Game, Limits};
/// use costumier_edit::room::{RoomDraft, RoomEdit, RoomOrigin};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let room = game.rooms().next().ok_or("no room")?.id;
/// let mut draft = RoomDraft::of(&game, room, RoomOrigin::default())?;
/// draft.apply(RoomEdit::Pixels { picture: "background".into(), at: (8, 2), size: (2, 1), rows: vec![7, 9] })?;
/// assert_ne!(draft.pack()?.payload, game.data().room_block(room)?.payload);
/// draft.undo();
/// assert_eq!(draft.pack()?.payload, game.data().room_block(room)?.payload);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoomDraft {
    open: OpenRoom,
    dialect: Dialect,
    origin: RoomOrigin,
    stored: StoredLayers,
    painted: PaintedLayers,
    /// How the preview shows objects, and its colours.
    shown: (ObjectStates, Vec<Rgb>),
    limits: Limits,
    /// Edits that were applied, each with its inverse.
    done: Vec<(RoomEdit, RoomEdit)>,
    /// Edits that were undone, the latest last.
    undone: Vec<RoomEdit>,
}

impl RoomDraft {
    /// Starts a draft of a room of a game. Of `origin`, the name and the number are filled in.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for [generations](editable) without room folders; errors of reading the room.
    pub fn of(game: &Game, id: u32, origin: RoomOrigin) -> Result<Self> {
        let dialect = game.dialect();
        editable(&dialect)?;
        let there = game.room(id)?;
        let payload = super::stored(game, id)?;
        let open = OpenRoom::open(payload, id, &dialect, game.limits())?;
        let name = game.room_name(id).map(str::to_owned).or(origin.name);
        let mut origin = RoomOrigin { room: Some(id), name, ..origin };
        let objects = &open.room.objects;
        let named = objects.iter().filter_map(|object| Some((object.id, object.name.clone()?)));
        let named: BTreeMap<u32, String> = named.collect();
        if !named.is_empty() {
            origin.objects = named;
        }
        let initial = objects.iter().filter_map(|object| {
            let is_it = |it: &&costumier::game::RoomObject| match &object.name {
                Some(name) => it.name.as_ref() == Some(name),
                None => it.id == object.id,
            };
            Some((object.id, there.objects.iter().find(is_it)?.initial))
        });
        let states = ObjectStates { given: initial.collect(), ..ObjectStates::default() };
        let colours = game.room_palette(id).unwrap_or([[0; 3]; 256]).to_vec();
        let mut draft = Self::begin(open, (dialect, origin), (states, colours), game.limits().clone());
        let pixels = draft.stored.iter().map(|(layer, stored)| (*layer, stored.pixels.clone()));
        draft.painted = pixels.collect();
        Ok(draft)
    }

    /// Reads a room folder. Returns the draft and the notes about what was assumed.
    ///
    /// # Errors
    /// Everything that is wrong with the folder.
    pub fn read(files: &Files, options: &RoomOptions) -> Result<(Self, Vec<String>), Refused> {
        let mut report = Report::default();
        let draft = Self::of_folder(files, options, &mut report);
        report.join();
        Refused::unless_empty(std::mem::take(&mut report.problems))?;
        let draft = draft.ok_or(Refused { problems: Vec::new() })?;
        Ok((draft, report.note_lines()))
    }

    pub(super) fn of_folder(files: &Files, options: &RoomOptions, report: &mut Report) -> Option<Self> {
        let (open, about) = read_folder(files, options, report)?;
        let states = ObjectStates::from(ObjectsShown::All);
        let colours = open.colours.all().to_vec();
        let mut draft = Self::begin(open, about, (states, colours), options.limits.clone());
        if let Some(text) = files.get(TEXT) {
            text::compare(text, &text::write(&draft.facts(), &draft.origin, &draft.open.room), report);
        }
        draft.painted = read_files((&draft.open, &draft.stored), files, options.nearest, report);
        Some(draft)
    }

    fn begin(
        open: OpenRoom,
        (dialect, origin): (Dialect, RoomOrigin),
        shown: (ObjectStates, Vec<Rgb>),
        limits: Limits,
    ) -> Self {
        let (stored, painted) = (open.stored(), PaintedLayers::new());
        Self { open, dialect, origin, stored, painted, shown, limits, done: Vec::new(), undone: Vec::new() }
    }

    /// Returns where the room comes from.
    #[must_use]
    pub fn origin(&self) -> &RoomOrigin {
        &self.origin
    }

    /// Returns what is in the room: pictures, planes, objects, colours, boxes. Edits do not change it.
    #[must_use]
    pub fn facts(&self) -> RoomFacts {
        RoomFacts::of(&self.open, &self.stored, &self.dialect, &self.origin)
    }

    /// Returns the room colours of a picture, or 0 and 1 of a plane, row by row; `None` if the room has no such
    /// picture. Its name is that of its file without the ending.
    #[must_use]
    pub fn pixels(&self, picture: &str) -> Option<Vec<u8>> {
        let layer = self.layer(picture)?;
        let pixels = self.painted.get(&layer)?;
        Some(if layer.plane == 0 { self.open.colours.shown(pixels) } else { pixels.clone() })
    }

    /// Returns the pixels that a picture has in the room's block, as [`RoomDraft::pixels`] those that it has now.
    #[must_use]
    pub fn original_pixels(&self, picture: &str) -> Option<Vec<u8>> {
        let layer = self.layer(picture)?;
        let pixels = &self.stored.get(&layer)?.pixels;
        Some(if layer.plane == 0 { self.open.colours.shown(pixels) } else { pixels.clone() })
    }

    fn layer(&self, picture: &str) -> Option<Layer> {
        self.stored.keys().copied().find(|layer| layer.name() == picture)
    }

    /// Applies an edit. What was undone before can then no longer be redone.
    ///
    /// # Errors
    /// Why the edit is impossible; the draft is then unchanged.
    pub fn apply(&mut self, edit: RoomEdit) -> Result<(), Refused> {
        let inverse = self.set(&edit)?;
        self.done.push((edit, inverse));
        self.undone.clear();
        Ok(())
    }

    /// Undoes the last edit. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((edit, inverse)) = self.done.pop() else { return false };
        let undone = self.set(&inverse).is_ok();
        debug_assert!(undone, "the inverse of an edit is possible");
        self.undone.push(edit);
        undone
    }

    /// Applies the edit again that was undone last. Returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(edit) = self.undone.pop() else { return false };
        let Ok(inverse) = self.set(&edit) else { return false };
        self.done.push((edit, inverse));
        true
    }

    /// Returns the applied edits in their order. Applied to the same room again, they make the same draft.
    pub fn edits(&self) -> impl Iterator<Item = &RoomEdit> {
        self.done.iter().map(|(edit, _)| edit)
    }

    /// Sets the pixels of an edit. Returns the edit that sets those of before.
    fn set(&mut self, edit: &RoomEdit) -> Result<RoomEdit, Refused> {
        let RoomEdit::Pixels { picture, at, size, rows } = edit;
        let refuse = |text: String| Err(refused(picture, text));
        let layer = self.layer(picture);
        let Some((layer, before)) = layer.and_then(|layer| Some((layer, self.stored.get(&layer)?))) else {
            let known: Vec<String> = self.stored.keys().map(|layer| layer.name()).take(MOST_NAMED).collect();
            return refuse(format!("the room has no such picture; some that it has: {}", known.join(", ")));
        };
        let [left, top, width, height] = [at.0, at.1, size.0, size.1].map(usize::from);
        let whole = before.size;
        if left + width > whole.0 || top + height > whole.1 {
            return refuse(format!(
                "the rectangle of {width} × {height} pixels at {left},{top} leaves the picture, which has {} × {}",
                whole.0, whole.1
            ));
        }
        if rows.len() != width * height {
            return refuse(format!(
                "{width} × {height} pixels need {} values, not {}",
                width * height,
                rows.len()
            ));
        }
        let is_plane = layer.plane != 0;
        let colours = self.open.colours_of(before);
        let shown = colours.shown(&before.pixels);
        let wrong = rows.iter().position(|value| match is_plane {
            true => *value > 1,
            false => !colours.allows(layer.target, *value, &shown),
        });
        if let Some((place, value)) = wrong.and_then(|place| Some((place, rows.get(place)?))) {
            let (x, y) = (left + place % width.max(1), top + place / width.max(1));
            let allowed = match is_plane {
                true => "a plane has 1 where the picture is in front of actors, and 0".to_owned(),
                false => format!(
                    "this picture has colours from {} to {}",
                    colours.first(),
                    colours.all().len() - 1
                ),
            };
            return refuse(format!("the pixel at {x},{y} would be {value}; {allowed}"));
        }
        let new = if is_plane { rows.clone() } else { colours.stored(rows) };
        let mut old = Vec::with_capacity(rows.len());
        let pixels = self.painted.entry(layer).or_default();
        for (row, new) in (top..).zip(new.chunks_exact(width.max(1))) {
            let from = row * whole.0 + left;
            let Some(place) = pixels.get_mut(from..from + width) else { continue };
            old.extend_from_slice(place);
            place.copy_from_slice(new);
        }
        let rows = if is_plane { old } else { self.open.colours.shown(&old) };
        Ok(RoomEdit::Pixels { picture: picture.clone(), at: *at, size: *size, rows })
    }

    /// Packs the draft into a block.
    ///
    /// # Errors
    /// Everything that the block cannot hold.
    pub fn pack(&self) -> Result<PackedRoom, Refused> {
        let mut report = Report::default();
        let packed = self.packed(&mut report);
        report.join();
        Refused::unless_empty(std::mem::take(&mut report.problems))?;
        let notes = report.note_lines();
        packed.map(|packed| PackedRoom { notes, ..packed }).ok_or(Refused { problems: Vec::new() })
    }

    pub(super) fn packed(&self, report: &mut Report) -> Option<PackedRoom> {
        let (payload, changes) = changed::with_pictures(&self.open, &self.stored, &self.painted, report)?;
        if payload.len() as u64 > self.limits.block_bytes {
            let text =
                format!("the room would have {} bytes; at most {}", payload.len(), self.limits.block_bytes);
            report.refuse(TEXT, text);
        }
        cycles::note((&self.open, &self.dialect), (&self.stored, &self.painted), report);
        let (dialect, origin) = (self.dialect, self.origin.clone());
        Some(PackedRoom { payload, dialect, origin, changes, notes: Vec::new() })
    }

    /// Writes the draft as a room folder, with the block that it began with.
    ///
    /// # Errors
    /// What [`RoomDraft::pack`] reports, and what writing the pictures reports.
    pub fn files(&self) -> Result<Files, Refused> {
        let mut files = Files::new();
        let text = text::write(&self.facts(), &self.origin, &self.open.room);
        files.insert(TEXT.to_owned(), text.into_bytes());
        for (layer, before) in &self.stored {
            let Some(pixels) = self.painted.get(layer) else { continue };
            let bytes = self.open.write(*layer, before, pixels);
            let bytes = bytes.map_err(|error| refused(layer.file(), error.to_string()))?;
            files.insert(layer.file(), bytes);
        }
        let packed = self.pack()?;
        let (id, (states, colours)) = (self.origin.room.unwrap_or(0), &self.shown);
        let drawn = match packed.payload == self.open.payload {
            true => preview::draw(&self.open.room, states, colours),
            false => OpenRoom::open(packed.payload, id, &self.dialect, &self.limits)
                .and_then(|open| preview::draw(&open.room, states, colours)),
        };
        if let Ok(Some(bytes)) = drawn {
            files.insert(PREVIEW.to_owned(), bytes);
        }
        files.insert(ORIGINAL.to_owned(), self.open.payload.clone());
        Ok(files)
    }
}

/// Largest number of pictures that are named.
const MOST_NAMED: usize = 8;

/// Returns the error of a draft that cannot be written.
pub(super) fn unwritten(refused: &Refused) -> Error {
    Error::new(ErrorKind::CannotWrite(refused.to_string()), "room folder")
}
