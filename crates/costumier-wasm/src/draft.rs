//! Drafts for JavaScript: a costume while it is edited, the block that it makes, its folder, and the game with it.

use std::sync::Arc;

use costumier::{Files as _, Limits, MemoryFiles, PictureKey, Refused, Role, Source};
use costumier_edit::block::{self, BlockHeader};
use costumier_edit::draft::{self, Edit, EntryKind, Picture, Pixels};
use costumier_edit::folder::{self, About, PackOptions, PictureFiles};
use costumier_edit::import::{Drawing, ImportOptions, import};
use costumier_edit::{NewCostume, Plan, PutOptions, preview, put};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result, json, read};
use crate::exports::zipped;
use crate::facts::{Unpacked, unpacked};
use crate::files::{JsFile, JsFiles};
use crate::game::{Game, Options};
use crate::number::{ID, U16, whole};

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        costumier::Error::from(refused).into()
    }
}

/// A costume while it is edited.
#[wasm_bindgen]
pub struct Draft {
    pub(crate) draft: draft::Draft,
    /// What was assumed when it was read.
    notes: Vec<String>,
}

/// A draft that was packed.
#[wasm_bindgen]
pub struct PackedDraft {
    packed: folder::Packed,
}

/// The files of a folder or a game, with what was done.
#[wasm_bindgen]
pub struct Written {
    report: String,
    files: Vec<(String, Vec<u8>)>,
}

/// The facts of a draft: colours, limbs and pictures.
#[derive(Serialize)]
struct Head<'a> {
    /// `cost` or `akos`.
    kind: &'static str,
    /// Names that chores have been given, by number.
    chores: Vec<(u16, &'a str)>,
    /// The id of the costume, if it is from a game.
    id: Option<u32>,
    /// The number of the room that owns it, if it is from a game.
    room: Option<u32>,
    /// The name of the costume.
    name: Option<&'a str>,
    /// Number of pixel values that pictures may use.
    colours: usize,
    /// The pixel value that is not drawn.
    transparent: u8,
    /// The room colour of each costume colour, as stored.
    palette: &'a [u8],
    /// The colour of each costume colour on the screen; empty if it is not known.
    rgb: &'a [[u8; 3]],
    /// The limbs with pictures. An AKOS costume has one list, that of limb 0.
    limbs: Vec<LimbRow<'a>>,
}

/// The picture table of a limb.
#[derive(Serialize)]
struct LimbRow<'a> {
    /// The number of the limb.
    limb: u8,
    /// The entries of the table, by index.
    pictures: Vec<EntryRow<'a>>,
}

/// An entry of a picture table.
#[derive(Serialize)]
struct EntryRow<'a> {
    /// The name of the entry.
    name: &'a str,
    /// What the entry leads to.
    kind: &'static str,
    /// Limb and index of the entry that stores the picture. Painting there changes all entries that share it.
    owner: (u8, u16),
    /// Width and height in pixels.
    size: (u16, u16),
    /// Distance from the running offset to the left column and the top row, in pixels.
    at: (i16, i16),
    /// Pixels added to the running x and subtracted from the running y.
    moves: (i16, i16),
}

/// What was done to pack a draft.
#[derive(Serialize)]
struct PackedRow<'a> {
    /// Size of the block without its header.
    bytes: usize,
    /// The parts that were written anew, each with its size in bytes before and after; `null` if it did not
    /// exist, or was removed.
    changes: Vec<(&'a str, Option<usize>, Option<usize>)>,
    /// What was assumed when the draft was packed.
    notes: &'a [String],
}

/// What was done to put costumes into a game.
#[derive(Serialize)]
struct PutRow<'a> {
    /// Whether the index file changes, so that ScummVM no longer recognises the game by itself.
    changes_index: bool,
    /// The costumes that were put.
    costumes: Vec<PlacedRow<'a>>,
    /// The names of the game's files that change.
    files: Vec<&'a str>,
}

/// A costume that was put into a game.
#[derive(Serialize)]
struct PlacedRow<'a> {
    /// The id of the costume in the directory.
    id: u32,
    /// The file that holds the costume.
    file: &'a str,
    /// Size in bytes of its block before, header included; `None` if it is new.
    before: Option<u64>,
    /// Size in bytes of its block now, header and filling included.
    after: u64,
    /// Number of bytes that fill it up to its old size.
    filling: u64,
}

/// What an entry of a picture table leads to. `shared`: the same picture as another entry. `borrowed`: a picture with
/// the pixels of another one. `packed`: a picture whose bytes are not unpacked.
fn kind(entry: &EntryKind) -> &'static str {
    match entry {
        EntryKind::Empty => "empty",
        EntryKind::SameAs(_) => "shared",
        EntryKind::Picture(Picture { pixels: Pixels::Rows(_), .. }) => "picture",
        EntryKind::Picture(Picture { pixels: Pixels::Borrowed(_), .. }) => "borrowed",
        EntryKind::Picture(Picture { pixels: Pixels::Packed(_), .. }) => "packed",
    }
}

fn picture_files(name: &str) -> Result<PictureFiles> {
    Ok(match name {
        "sheets" => PictureFiles::Sheets,
        "single" => PictureFiles::Single,
        "aseprite" => PictureFiles::Aseprite,
        other => {
            let why = format!("`pictures` is {other:?}; use \"sheets\", \"single\" or \"aseprite\"");
            return Err(Failure::usage(why));
        }
    })
}

#[wasm_bindgen]
impl Draft {
    /// Reads the costume among these files: a costume folder, also in a zip; an `.aseprite` file; a costume's block,
    /// whose generation has to be named.
    pub fn read(files: Vec<JsFile>, generation: Option<String>) -> Result<Self> {
        let files = JsFiles::new(files);
        if let [name] = &files.names()[..] {
            let source = files.open(name)?;
            let mut head = [0; 8];
            let known = source.len().min(8);
            source.read_at(0, head.get_mut(..usize::try_from(known).unwrap_or(8)).unwrap_or_default())?;
            if head[4..6] == SPRITE {
                return Self::of_sprite(&whole_file(&*source)?);
            }
            if let Some(header) = BlockHeader::read(&head, source.len()) {
                return Self::of_block(&whole_file(&*source)?, header, generation.as_deref());
            }
        }
        let (draft, notes) = draft::Draft::read(&folder_files(files)?, &PackOptions::default())?;
        Ok(Self { draft, notes })
    }

    fn of_sprite(bytes: &[u8]) -> Result<Self> {
        let imported = import(&Drawing::of_aseprite(bytes, None)?, &ImportOptions::default())?;
        let (draft, notes) = draft::Draft::read(&imported.files, &PackOptions::default())?;
        Ok(Self { draft, notes: imported.notes.into_iter().chain(notes).collect() })
    }

    fn of_block(bytes: &[u8], header: BlockHeader, generation: Option<&str>) -> Result<Self> {
        let dialect = generation.and_then(folder::dialect_of).filter(|dialect| header.fits(dialect));
        let dialect =
            dialect.ok_or_else(|| costumier_api::Error::generation(header.kind(), header.generations()))?;
        let packed = block::open(bytes, dialect)?;
        let draft = draft::Draft::of(&packed.costume()?, packed.about, Limits::default())?;
        let notes = vec!["a block has no room that gives it colours: they are shades of grey".to_owned()];
        Ok(Self { draft, notes })
    }

    /// Returns what was assumed when the costume was read, as JSON.
    #[must_use]
    pub fn notes(&self) -> String {
        json(&self.notes)
    }

    /// Returns colours, limbs and pictures as JSON.
    #[must_use]
    pub fn head(&self) -> String {
        let draft = &self.draft;
        let About { id, room, name, colours, .. } = draft.about();
        let (count, transparent) = draft.colours();
        let limbs = (0..16).map(|limb| LimbRow { limb, pictures: self.entries(limb) });
        json(&Head {
            kind: if draft.is_akos() { "akos" } else { "cost" },
            chores: draft.named_chores(),
            id: *id,
            room: *room,
            name: name.as_deref(),
            colours: count,
            transparent,
            palette: draft.palette(),
            rgb: colours,
            limbs: limbs.filter(|limb| !limb.pictures.is_empty()).collect(),
        })
    }

    fn entries(&self, limb: u8) -> Vec<EntryRow<'_>> {
        // An AKOS costume has one table, which is that of limb 0.
        let is_second = limb > 0 && std::ptr::eq(self.draft.entries(limb), self.draft.entries(0));
        let entries = if is_second { &[] } else { self.draft.entries(limb) };
        entries
            .iter()
            .zip(0..=u16::MAX)
            .map(|(entry, index)| self.row(entry, PictureKey { limb, index }))
            .collect()
    }

    fn row<'a>(&'a self, entry: &'a draft::Entry, key: PictureKey) -> EntryRow<'a> {
        let (picture, owner) = (self.draft.picture(key), self.draft.owner(key));
        EntryRow {
            name: &entry.name,
            kind: kind(&entry.picture),
            owner: (owner.limb, owner.index),
            size: picture.map_or((0, 0), |it| it.size),
            at: picture.map_or((0, 0), |it| it.at),
            moves: picture.map_or((0, 0), |it| it.moves),
        }
    }

    /// Returns the costume colours of a picture, row by row; nothing for a picture without pixels of its own.
    pub fn rows(&self, limb: f64, index: f64) -> Result<Vec<u8>> {
        let key = key(limb, index)?;
        Ok(match self.draft.picture(key).map(|picture| &picture.pixels) {
            Some(Pixels::Rows(rows)) => rows.clone(),
            _ => Vec::new(),
        })
    }

    /// Returns the record of a chore in a direction (0 West, 1 East, 2 South, 3 North) as JSON.
    pub fn record(&self, chore: f64, direction: f64) -> Result<String> {
        let direction = costumier::Direction::from_number(whole("direction", direction, 0..=3)?);
        Ok(json(&self.draft.record(whole("chore", chore, U16)?, direction)))
    }

    /// Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it, as JSON.
    pub fn windows(&self, chore: f64, facing: &str) -> Result<String> {
        Ok(json(&self.draft.windows(whole("chore", chore, U16)?, facing)))
    }

    /// Sets the pixels of a picture: `rows` are costume colours, row by row, of a picture of this size and place.
    #[allow(clippy::too_many_arguments, reason = "numbers cross the border faster than JSON")]
    pub fn paint(
        &mut self,
        limb: f64,
        index: f64,
        width: f64,
        height: f64,
        x: f64,
        y: f64,
        rows: Vec<u8>,
    ) -> Result<()> {
        let key = key(limb, index)?;
        let moves = self.draft.picture(key).map_or((0, 0), |picture| picture.moves);
        let size = (whole("width", width, U16)?, whole("height", height, U16)?);
        let at = (whole("x", x, PLACE)?, whole("y", y, PLACE)?);
        let to = EntryKind::Picture(Picture { size, at, moves, pixels: Pixels::Rows(rows) });
        Ok(self.draft.apply(Edit::Picture { key, name: None, to })?)
    }

    /// Applies an edit, given as JSON.
    pub fn apply(&mut self, edit: &str) -> Result<()> {
        Ok(self.draft.apply(read(edit)?)?)
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) -> bool {
        self.draft.undo()
    }

    /// Applies again what was undone last.
    pub fn redo(&mut self) -> bool {
        self.draft.redo()
    }

    /// Returns the applied edits as JSON.
    #[must_use]
    pub fn edits(&self) -> String {
        json(&self.draft.edits().collect::<Vec<_>>())
    }

    /// Packs the draft into a block.
    pub fn pack(&self) -> Result<PackedDraft> {
        Ok(PackedDraft { packed: self.draft.pack()? })
    }

    /// Writes the draft as a costume folder.
    pub fn files(&self, pictures: &str) -> Result<Written> {
        let files = self.draft.files(picture_files(pictures)?)?;
        Ok(Written { report: String::from("null"), files: files.into_iter().collect() })
    }
}

/// The range of places of pictures.
const PLACE: std::ops::RangeInclusive<i64> = -0x8000..=0x7FFF;

pub(crate) fn key(limb: f64, index: f64) -> Result<PictureKey> {
    Ok(PictureKey { limb: whole("limb", limb, 0..=15)?, index: whole("index", index, U16)? })
}

/// Largest folder that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// The number behind the size of an `.aseprite` file.
const SPRITE: [u8; 2] = [0xE0, 0xA5];

fn whole_file(source: &dyn Source) -> Result<Vec<u8>> {
    if source.len() > MOST_BYTES {
        return Err(Failure::usage("the file is larger than 64 MB"));
    }
    let mut bytes = vec![0; usize::try_from(source.len()).unwrap_or(0)];
    source.read_at(0, &mut bytes)?;
    Ok(bytes)
}

/// Reads the files of the costume folder that lies among these files.
fn folder_files(files: JsFiles) -> Result<folder::Files> {
    let files = unpacked(files).files;
    let names = files.names();
    let ends = |name: &&String| name.rsplit('/').next() == Some(folder::TEXT);
    let Some(text) = names.iter().filter(ends).min_by_key(|name| name.len()) else {
        return Err(Failure::usage(
            "there is no costume.toml among these files, so they are no costume folder",
        ));
    };
    let before = text.strip_suffix(folder::TEXT).unwrap_or_default();
    let (mut read, mut left) = (folder::Files::new(), MOST_BYTES);
    for name in names.iter().filter(|name| name.starts_with(before)) {
        let source = files.open(name)?;
        left = left
            .checked_sub(source.len())
            .ok_or_else(|| Failure::usage("the folder is larger than 64 MB"))?;
        let mut bytes = vec![0; usize::try_from(source.len()).unwrap_or(0)];
        source.read_at(0, &mut bytes)?;
        read.insert(name.strip_prefix(before).unwrap_or(name).to_owned(), bytes);
    }
    Ok(read)
}

#[wasm_bindgen]
impl PackedDraft {
    /// Returns the block without its header.
    #[must_use]
    pub fn payload(&self) -> Vec<u8> {
        self.packed.payload.clone()
    }

    /// Returns its size, what was written anew, and notes, as JSON.
    #[must_use]
    pub fn report(&self) -> String {
        let changes = self.packed.changes.iter().map(|it| (it.part.as_str(), it.before, it.after));
        json(&PackedRow {
            bytes: self.packed.payload.len(),
            changes: changes.collect(),
            notes: &self.packed.notes,
        })
    }

    /// Returns a game with one bare room and this costume.
    pub fn game(&self) -> Result<Game> {
        let files: MemoryFiles = preview::game(&self.packed)?.into_iter().collect();
        let id = self.packed.shown_id().into();
        let own = self.packed.about.name.iter().map(|name| (None, name.clone()));
        // Roles and numbers are known without the folder.
        let is_own = |name: &str| name.parse::<Role>().is_err() && !name.starts_with("chore ");
        let chores = self.packed.chores.iter().filter(|(_, name)| is_own(name));
        let names = own.chain(chores.map(|(chore, name)| (Some(*chore), name.clone())));
        let mut options = Options::naming(names.map(|(chore, name)| (id, chore, name)));
        options.dialect = Some(self.packed.dialect);
        Game::of(Unpacked { files: Arc::new(files), index: None, containers: Vec::new() }, options)
    }
}

#[wasm_bindgen]
impl Written {
    /// Returns what was done, as JSON.
    #[must_use]
    pub fn report(&self) -> String {
        self.report.clone()
    }

    /// Returns the names of the files as JSON.
    #[must_use]
    pub fn names(&self) -> String {
        json(&self.files.iter().map(|(name, _)| name).collect::<Vec<_>>())
    }

    /// Returns a file by its number.
    pub fn file(&self, number: f64) -> Result<Vec<u8>> {
        Ok(self.files.get(whole::<usize>("file", number, ID)?).map(|it| it.1.clone()).unwrap_or_default())
    }

    /// Returns all files as a zip.
    pub fn zip(&self) -> Result<Vec<u8>> {
        zipped(self.files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])))
    }
}

#[wasm_bindgen]
impl Game {
    /// Starts a draft of a costume.
    pub fn draft(&self, id: f64) -> Result<Draft> {
        let id: u32 = whole("costume", id, ID)?;
        let open = &self.open;
        let found = open.game.costume_bytes(id)?;
        let room = found.room;
        let costume = costumier::Costume::read(found)?;
        let about = About {
            game: Some(open.identity.key()),
            name: open.names.costumes.get(&id).and_then(|names| names.name.clone()),
            ..About::of(&open.game, id, room, &costume)
        };
        Ok(Draft { draft: draft::Draft::of(&costume, about, Limits::default())?, notes: Vec::new() })
    }

    /// Puts costumes into the game: their ids, and their blocks one after the other, of these lengths. `form` says
    /// what is written: `patch` (one BPS file, or a zip of several) or `files` (the files that change).
    pub fn put(&self, ids: Vec<u32>, lengths: Vec<u32>, payloads: &[u8], form: &str) -> Result<Written> {
        let mut rest = payloads;
        let mut costumes = Vec::new();
        for (id, length) in ids.into_iter().zip(lengths) {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let Some((payload, behind)) = rest.split_at_checked(length) else {
                return Err(Failure::usage("the blocks are shorter than their lengths say"));
            };
            rest = behind;
            costumes.push(NewCostume { id, room: None, payload: payload.to_vec() });
        }
        let (game, files) = (&self.open.game, &*self.open.source.files);
        let plan = Plan::new(game, files, &costumes, PutOptions::default())?;
        let form = form.parse().map_err(Failure::usage)?;
        let written = plan.written(files, &self.open.identity.key(), &put::container(game), form)?;
        let costumes = plan.costumes.iter().map(|it| PlacedRow {
            id: it.id,
            file: &it.file,
            before: it.before,
            after: it.after,
            filling: it.filling,
        });
        let report = json(&PutRow {
            changes_index: plan.changes_index(),
            costumes: costumes.collect(),
            files: plan.changed().map(|file| file.name.as_str()).collect(),
        });
        Ok(Written { report, files: written })
    }
}
