//! Costume folders, changed games and patches.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::{Files as _, MemoryFiles};
use costumier_edit::folder::{self, About, PackOptions, PictureFiles, dialect_of};
use costumier_edit::patch::set;
use costumier_edit::put::{container, index};
use costumier_edit::{NewCostume, Plan, PutOptions, preview};
use costumier_export::{Names, OpenCostume};
use serde::Serialize;

use crate::costume::Costume;
use crate::error::{Error, Result};
use crate::files::FileList;
use crate::game::{Game, OpenGame};
use crate::number::{ID, Number};
use crate::open::{self, OpenOptions};

/// Largest file that a patch may produce, in bytes.
const MOST_BYTES: u64 = 2 << 30;

/// Returns the files of a costume folder.
pub(crate) fn unpack(of: &Costume, pictures: &str) -> Result<FileList> {
    let OpenCostume { id, room, costume } = &of.opened;
    let pictures = match pictures {
        "sheets" => PictureFiles::Sheets,
        "single" => PictureFiles::Single,
        "aseprite" => PictureFiles::Aseprite,
        other => {
            let why = format!("`pictures` is {other:?}; use \"sheets\", \"single\" or \"aseprite\"");
            return Err(Error::usage(why));
        }
    };
    let about = About {
        game: Some(of.open.identity.key()),
        name: of.name().map(str::to_owned),
        ..About::of(&of.open.game, *id, *room, costume)
    };
    let files = folder::unpack(costume, &about, pictures, of.open.game.limits())?;
    Ok(FileList(files.into_iter().collect()))
}

/// A costume folder that was packed.
#[derive(Debug)]
pub struct Packed {
    packed: folder::Packed,
}

/// What was found while a folder was packed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackedRow {
    /// The id of the costume, if the folder has one.
    pub id: Option<u32>,
    /// The number of the room that owned it.
    pub room: Option<u32>,
    /// The name in the folder.
    pub name: Option<String>,
    /// The parts that were written anew, each with its bytes before and after.
    pub changes: Vec<(String, Option<usize>, Option<usize>)>,
    /// What packing assumed, in sentences.
    pub notes: Vec<String>,
}

/// Files in a call: names with `/` between folders, and bytes.
pub type FilesIn = BTreeMap<String, Vec<u8>>;

/// Packs the files of a costume folder. `nearest` replaces colours that the costume does not have. With a generation
/// (`v6`) or a game, it is packed for those.
///
/// # Errors
/// Every problem of the folder at once; `usage` for an unknown generation.
#[cfg(feature = "edit")]
pub fn pack(files: &FilesIn, nearest: bool, generation: Option<&str>, game: Option<&Game>) -> Result<Packed> {
    let unknown = |name| Error::usage(format!("there is no generation {name:?}"));
    let dialect = match (generation, game) {
        (Some(name), _) => Some(dialect_of(name).ok_or_else(|| unknown(name))?),
        (None, game) => game.map(|game| game.open.game.dialect()),
    };
    let packed = folder::pack(files, &PackOptions { nearest, dialect, ..PackOptions::default() })?;
    Ok(Packed { packed })
}

#[cfg(feature = "edit")]
impl Packed {
    /// Returns the block without its header.
    #[must_use]
    #[cfg_attr(border, border(c = "", python(property)))]
    pub fn payload(&self) -> &[u8] {
        &self.packed.payload
    }

    /// Returns id, room, name, changes and notes.
    #[must_use]
    #[cfg_attr(border, border(c = "", python = "_report"))]
    pub fn report(&self) -> PackedRow {
        let about = &self.packed.about;
        let changes = self.packed.changes.iter().map(|it| (it.part.clone(), it.before, it.after));
        PackedRow {
            id: about.id,
            room: about.room,
            name: about.name.clone(),
            changes: changes.collect(),
            notes: self.packed.notes.clone(),
        }
    }

    /// Returns a game with one bare room and this costume.
    ///
    /// # Errors
    /// The errors of building the game.
    #[cfg_attr(border, border(c = ""))]
    pub fn game(&self) -> Result<Game> {
        let files: MemoryFiles = preview::game(&self.packed)?.into_iter().collect();
        let id = self.packed.shown_id().into();
        let mut names = Names::default();
        self.packed.about.name.iter().for_each(|name| names.insert(id, None, name));
        for (chore, name) in &self.packed.chores {
            names.insert(id, Some(*chore), name);
        }
        let options = OpenOptions { scripts: Some(false), ..OpenOptions::default() };
        open::open(Arc::new(files), None, &options, names)
    }
}

/// Costumes that are put into a game: the bytes that change. Nothing is written before you ask for it.
pub struct Put {
    open: Arc<OpenGame>,
    plan: Plan,
}

impl std::fmt::Debug for Put {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Put").finish_non_exhaustive()
    }
}

/// What happens to the costumes that are put into a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PutRow {
    /// Whether the index file changes. ScummVM recognises games by it.
    pub changes_index: bool,
    /// What happens to each costume.
    pub costumes: Vec<PlacedRow>,
    /// The files that change.
    pub files: Vec<String>,
}

/// What happens to a costume that is put into a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedRow {
    /// The id of the costume.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// The file that holds it.
    pub file: String,
    /// The bytes of the old block, if there is one.
    pub before: Option<u64>,
    /// The bytes of the new block.
    pub after: u64,
    /// The bytes that fill up the old block's space.
    pub filling: u64,
}

/// A costume in a call: its id, the room of a new one, and its block without the header.
pub type CostumeIn = (Number, Option<Number>, Vec<u8>);

#[cfg(feature = "edit")]
impl Game {
    /// Plans to put costumes into the game. Nothing is written yet. `all_ids` changes all ids of a block that several
    /// share; `no_padding` leaves smaller blocks smaller.
    ///
    /// # Errors
    /// Every reason why a costume cannot be put, at once.
    #[cfg_attr(border, border(c = "", python = "_put"))]
    pub fn put(&self, costumes: Vec<CostumeIn>, all_ids: bool, no_padding: bool) -> Result<Put> {
        let new = |(id, room, payload): CostumeIn| {
            let room = room.map(|room| room.within("room", ID)).transpose()?;
            Ok(NewCostume { id: id.within("id", ID)?, room, payload })
        };
        let costumes = costumes.into_iter().map(new).collect::<Result<Vec<_>>>()?;
        let OpenGame { game, files, .. } = &*self.open;
        let plan = Plan::new(game, &**files, &costumes, PutOptions { no_padding, all_ids })?;
        Ok(Put { open: Arc::clone(&self.open), plan })
    }

    /// Applies a patch, BPS or a zip of several, and returns the files of the game that change.
    ///
    /// # Errors
    /// If the patch is damaged, or made for other files.
    #[cfg_attr(border, border(c = "", python = "_apply"))]
    pub fn apply(&self, patch: &[u8]) -> Result<FileList> {
        let OpenGame { game, files, .. } = &*self.open;
        let places = (&*index(game), &*container(game));
        let changed = set::apply(patch, files, places, MOST_BYTES)?.changed;
        let bytes = |name: String| changed.file(&name).map(|file| (name.clone(), file.bytes().to_vec()));
        Ok(FileList(changed.names().into_iter().filter_map(bytes).collect()))
    }
}

#[cfg(feature = "edit")]
impl Put {
    /// Returns what happens to each costume, and the files that change.
    #[must_use]
    #[cfg_attr(border, border(c = "", python = "_report"))]
    pub fn report(&self) -> PutRow {
        let costumes = self.plan.costumes.iter().map(|it| PlacedRow {
            id: it.id,
            room: it.room,
            file: it.file.clone(),
            before: it.before,
            after: it.after,
            filling: it.filling,
        });
        PutRow {
            changes_index: self.plan.changes_index(),
            costumes: costumes.collect(),
            files: self.plan.changed().map(|file| file.name.clone()).collect(),
        }
    }

    /// Returns the `patch`, or the `files` that change, whole.
    ///
    /// # Errors
    /// `usage` for another word; the errors of reading the game's files.
    #[cfg_attr(border, border(c = "", python = "_written"))]
    pub fn written(&self, form: &str) -> Result<FileList> {
        let form = form.parse().map_err(Error::usage)?;
        let OpenGame { game, files, identity, .. } = &*self.open;
        Ok(FileList(self.plan.written(&**files, &identity.key(), &container(game), form)?))
    }
}
