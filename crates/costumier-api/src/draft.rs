//! Drafts: a costume while it is edited, the block that it makes, and its folder. A draft has one history: its edits,
//! each of which can be undone.

use std::sync::Arc;

use costumier::{Dialect, Facing, Files, Limits, PictureKey};
use costumier_edit::block::{self, BlockHeader};
use costumier_edit::draft::{self, Edit, EntryKind, Picture, Pixels};
use costumier_edit::folder::{self, About, PackOptions};
use costumier_edit::import::{Drawing, ImportOptions, import};
use serde::Serialize;

use crate::edit::{Packed, picture_files};
use crate::error::{Error, Missing, Result, read};
use crate::files::FileList;
use crate::folder_files::{folder_files, whole_file};
use crate::game::Game;
use crate::json::{EditJson, FacingName};
use crate::number::{ID, Number, U16};

/// A costume while it is edited.
#[derive(Debug)]
pub struct Draft {
    pub(crate) draft: draft::Draft,
    /// What was assumed when it was read.
    notes: Vec<String>,
}

/// The facts of a draft: colours, limbs and pictures.
#[derive(Debug, Serialize)]
pub struct DraftRow {
    /// `cost` or `akos`.
    kind: &'static str,
    /// Names that chores have been given, by number.
    chores: Vec<(u16, String)>,
    /// The id of the costume, if it is from a game.
    id: Option<u32>,
    /// The number of the room that owns it, if it is from a game.
    room: Option<u32>,
    /// The name of the costume.
    name: Option<String>,
    /// Number of pixel values that pictures may use.
    colours: usize,
    /// The pixel value that is not drawn.
    transparent: u8,
    /// The room colour of each costume colour, as stored.
    palette: Vec<u8>,
    /// The colour of each costume colour on the screen; empty if it is not known.
    rgb: Vec<[u8; 3]>,
    /// The limbs with pictures. An AKOS costume has one list, that of limb 0.
    limbs: Vec<LimbRow>,
}

/// The picture table of a limb.
#[derive(Debug, Serialize)]
pub struct LimbRow {
    /// The number of the limb.
    limb: u8,
    /// The entries of the table, by index.
    pictures: Vec<EntryRow>,
}

/// An entry of a picture table.
#[derive(Debug, Serialize)]
pub struct EntryRow {
    /// The name of the entry.
    name: String,
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

/// A problem of a program's text, or a note about it.
#[derive(Debug, Serialize)]
pub struct LineProblemRow {
    /// The number of the line, from 1; `None` if it belongs to no line.
    line: Option<usize>,
    /// `problem` if the text cannot be applied with it, otherwise `note`.
    kind: &'static str,
    /// What is wrong, and what to do.
    text: String,
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

#[cfg(feature = "edit")]
impl Draft {
    /// Reads the costume among these files: a costume folder, also in a zip; an `.aseprite` file; a costume's block,
    /// with or without its header, whose generation has to be named.
    ///
    /// # Errors
    /// `generation` for a block without its generation; all reasons why a folder cannot be read.
    #[cfg_attr(border, border(hand(c = "draft_read", python = "Draft.read", js = "openCostume")))]
    pub fn read(files: Arc<dyn Files>, generation: Option<&str>) -> Result<Self> {
        if let [name] = &files.names()[..] {
            let source = files.open(name)?;
            let mut head = [0; 8];
            let known = source.len().min(8);
            source.read_at(0, head.get_mut(..usize::try_from(known).unwrap_or(8)).unwrap_or_default())?;
            if head[4..6] == SPRITE {
                return Self::of_sprite(&whole_file(&*source)?);
            }
            let header = BlockHeader::read(&head, source.len());
            // What `Packed::payload` gives has no header.
            let is_payload = generation.is_some() && head[..2] != ZIP && name != folder::TEXT;
            if header.is_some() || is_payload {
                return Self::of_block(&whole_file(&*source)?, header, generation);
            }
        }
        let (draft, notes) =
            draft::Draft::read(&folder_files(files, folder::TEXT, NO_FOLDER)?, &PackOptions::default())?;
        Ok(Self { draft, notes })
    }

    fn of_sprite(bytes: &[u8]) -> Result<Self> {
        let imported = import(&Drawing::of_aseprite(bytes, None)?, &ImportOptions::default())?;
        let (draft, notes) = draft::Draft::read(&imported.files, &PackOptions::default())?;
        Ok(Self { draft, notes: imported.notes.into_iter().chain(notes).collect() })
    }

    fn of_block(bytes: &[u8], header: Option<BlockHeader>, generation: Option<&str>) -> Result<Self> {
        let fits = |dialect: &Dialect| header.is_none_or(|header| header.fits(dialect));
        let dialect = generation.and_then(folder::dialect_of).filter(fits).ok_or_else(|| match header {
            Some(header) => Error::generation(header.kind(), header.generations()),
            None => Error::generation("bare", folder::DIALECTS.iter().map(|(name, _)| *name).collect()),
        })?;
        let packed = block::open(bytes, dialect)?;
        let draft = draft::Draft::of(&packed.costume()?, packed.about, Limits::default())?;
        let notes = vec!["a block has no room that gives it colours: they are shades of grey".to_owned()];
        Ok(Self { draft, notes })
    }

    /// Returns what was assumed when the costume was read.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns colours, limbs and pictures.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn head(&self) -> DraftRow {
        let draft = &self.draft;
        let About { id, room, name, colours, .. } = draft.about();
        let (count, transparent) = draft.colours();
        let limbs = (0..16).map(|limb| LimbRow { limb, pictures: self.entries(limb) });
        DraftRow {
            kind: if draft.is_akos() { "akos" } else { "cost" },
            chores: draft.named_chores().into_iter().map(|(chore, name)| (chore, name.to_owned())).collect(),
            id: *id,
            room: *room,
            name: name.clone(),
            colours: count,
            transparent,
            palette: draft.palette().to_vec(),
            rgb: colours.clone(),
            limbs: limbs.filter(|limb| !limb.pictures.is_empty()).collect(),
        }
    }

    fn entries(&self, limb: u8) -> Vec<EntryRow> {
        // An AKOS costume has one table, which is that of limb 0.
        let is_second = limb > 0 && std::ptr::eq(self.draft.entries(limb), self.draft.entries(0));
        let entries = if is_second { &[] } else { self.draft.entries(limb) };
        entries
            .iter()
            .zip(0..=u16::MAX)
            .map(|(entry, index)| self.row(entry, PictureKey { limb, index }))
            .collect()
    }

    fn row(&self, entry: &draft::Entry, key: PictureKey) -> EntryRow {
        let (picture, owner) = (self.draft.picture(key), self.draft.owner(key));
        EntryRow {
            name: entry.name.clone(),
            kind: kind(&entry.picture),
            owner: (owner.limb, owner.index),
            size: picture.map_or((0, 0), |it| it.size),
            at: picture.map_or((0, 0), |it| it.at),
            moves: picture.map_or((0, 0), |it| it.moves),
        }
    }

    /// Returns the costume colours of a picture, row by row; nothing for a picture without pixels of its own.
    ///
    /// # Errors
    /// `not-found` if the costume has no such picture.
    #[cfg_attr(border, border(python = "_rows"))]
    pub fn rows(&self, limb: Number, index: Number) -> Result<Vec<u8>> {
        let key = key(limb, index)?;
        let there = self.draft.entries(key.limb).len();
        if usize::from(key.index) >= there {
            let text = format!("the draft has no picture {}.{}", key.limb, key.index);
            let hint = format!("limb {} has {there} pictures, counted from 0", key.limb);
            return Err(Error::missing(text, Missing::Listed(Some(hint))));
        }
        Ok(match self.draft.picture(key).map(|picture| &picture.pixels) {
            Some(Pixels::Rows(rows)) => rows.clone(),
            _ => Vec::new(),
        })
    }

    /// Returns the record of a chore in a direction: `west`, `east`, `south`, `north`. An AKOS costume has none.
    ///
    /// # Errors
    /// `usage` if the number is out of its range; for another direction.
    pub fn record(&self, chore: Number, direction: &str) -> Result<Option<&draft::Record>> {
        let number = DIRECTIONS.iter().zip(0..).find(|(name, _)| **name == direction);
        let Some((_, number)) = number else {
            let known = DIRECTIONS.join(", ");
            return Err(Error::usage(format!("direction is {direction:?}: use one of {known}")));
        };
        let direction = costumier::Direction::from_number(number);
        Ok(self.draft.record(chore.within("chore", U16)?, direction))
    }

    /// Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it.
    ///
    /// # Errors
    /// `usage` if the number is out of its range; for a word that is no facing.
    pub fn windows(
        &self,
        chore: Number,
        facing: &FacingName,
    ) -> Result<Option<(&'static str, draft::Windows)>> {
        let facing: Facing = facing.parse().map_err(Error::usage)?;
        Ok(self.draft.windows(chore.within("chore", U16)?, facing.name()))
    }

    /// Returns the text of an AKOS costume's program, as a costume folder has it in `program.txt`. None for COST
    /// costumes.
    ///
    /// # Errors
    /// All reasons why the draft cannot be packed.
    pub fn program(&self) -> Result<Option<String>> {
        Ok(self.draft.program()?)
    }

    /// Returns what is wrong with an edited text of the program, and notes. The draft stays as it is.
    ///
    /// # Errors
    /// All reasons why the draft cannot be packed; that it has no program.
    pub fn check_program(&self, text: &str) -> Result<Vec<LineProblemRow>> {
        let row = |it: draft::LineProblem| LineProblemRow {
            line: it.line,
            kind: if it.is_note { "note" } else { "problem" },
            text: it.text,
        };
        Ok(self.draft.check_program(text)?.into_iter().map(row).collect())
    }

    /// Returns the picture commands in a row around one, by its offset in the program.
    ///
    /// # Errors
    /// `usage` if the number is out of its range; all reasons why the draft cannot be packed.
    pub fn stretch(&self, at: Number) -> Result<Option<draft::Stretch>> {
        Ok(self.draft.stretch(at.within("at", U16)?)?)
    }

    /// Sets the pixels of a picture: `rows` are costume colours, row by row, of a picture of this size and place.
    ///
    /// # Errors
    /// `usage` if the numbers are out of their ranges; the reason why the picture cannot be this one.
    #[cfg_attr(border, border(python = "_paint"))]
    #[allow(clippy::too_many_arguments, reason = "numbers cross the border faster than JSON")]
    pub fn paint(
        &mut self,
        limb: Number,
        index: Number,
        width: Number,
        height: Number,
        x: Number,
        y: Number,
        rows: &[u8],
    ) -> Result<()> {
        let key = key(limb, index)?;
        let moves = self.draft.picture(key).map_or((0, 0), |picture| picture.moves);
        let size = (width.within("width", U16)?, height.within("height", U16)?);
        let at = (x.within("x", PLACE)?, y.within("y", PLACE)?);
        let to = EntryKind::Picture(Picture { size, at, moves, pixels: Pixels::Rows(rows.to_vec()) });
        Ok(self.draft.apply(Edit::Picture { key, name: None, to })?)
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
    pub fn edits(&self) -> Vec<Edit> {
        self.draft.edits().cloned().collect()
    }

    /// Packs the draft into a block.
    ///
    /// # Errors
    /// All reasons why that is impossible.
    pub fn pack(&self) -> Result<Packed> {
        Ok(Packed { packed: self.draft.pack()? })
    }

    /// Returns the files of the draft's costume folder. `pictures` says how they are stored: `sheets`, `single` files,
    /// or in one `aseprite` file.
    ///
    /// # Errors
    /// `usage` for another word than `sheets`, `single` and `aseprite`.
    #[cfg_attr(border, border(python(default(pictures = "sheets"))))]
    pub fn files(&self, pictures: &str) -> Result<FileList> {
        Ok(FileList(self.draft.files(picture_files(pictures)?)?.into_iter().collect()))
    }
}

/// The directions of a COST costume, by number.
const DIRECTIONS: [&str; 4] = ["west", "east", "south", "north"];

/// The range of places of pictures.
const PLACE: std::ops::RangeInclusive<i64> = -0x8000..=0x7FFF;

pub(crate) fn key(limb: Number, index: Number) -> Result<PictureKey> {
    Ok(PictureKey { limb: limb.within("limb", 0..=15)?, index: index.within("index", U16)? })
}

/// The first bytes of a zip.
const ZIP: [u8; 2] = *b"PK";

/// The number behind the size of an `.aseprite` file.
const SPRITE: [u8; 2] = [0xE0, 0xA5];

/// The error of files without a costume folder.
const NO_FOLDER: &str = "there is no costume.toml among these files, so they are no costume folder; a block without \
                         its header needs its generation";

#[cfg(feature = "edit")]
impl Game {
    /// Starts a draft of a costume.
    ///
    /// # Errors
    /// For a costume that does not exist or cannot be read.
    #[cfg_attr(border, border(python = "_draft"))]
    pub fn draft(&self, id: Number) -> Result<Draft> {
        let id: u32 = id.within("costume", ID)?;
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
}
