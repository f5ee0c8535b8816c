//! Costume folders, changed games and patches.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::{Files, MemoryFiles, Role};
use costumier_edit::folder::{self, About, PackOptions, PictureFiles, dialect_of};
use costumier_edit::patch::set;
use costumier_edit::put::{NewRoom, PlacedCostume, PlacedRoom, container, index};
use costumier_edit::{NewCostume, Plan, PutOptions, preview};
use costumier_export::{Names, OpenCostume};
use serde::Serialize;

use crate::costume::Costume;
use crate::error::{Error, Result};
use crate::files::FileList;
use crate::game::{Game, OpenGame};
use crate::number::{ID, Number};
use crate::open::{self, As, OpenOptions};
use crate::place::Place;

/// Largest file that a patch may produce, in bytes.
const MOST_BYTES: u64 = 2 << 30;

/// As above, for a page.
const MOST_OF_PAGE: u64 = 1 << 29;

/// Returns how the pictures of a folder are stored.
pub(crate) fn picture_files(name: &str) -> Result<PictureFiles> {
    Ok(match name {
        "sheets" => PictureFiles::Sheets,
        "single" => PictureFiles::Single,
        "aseprite" => PictureFiles::Aseprite,
        other => {
            let why = format!("`pictures` is {other:?}; use \"sheets\", \"single\" or \"aseprite\"");
            return Err(Error::usage(why));
        }
    })
}

/// Returns the files of a costume folder.
pub(crate) fn unpack(of: &Costume, pictures: &str) -> Result<FileList> {
    let OpenCostume { id, room, costume } = &of.opened;
    let pictures = picture_files(pictures)?;
    let about = About {
        game: Some(of.open.identity.key()),
        name: of.name().map(str::to_owned),
        ..About::of(&of.open.game, *id, *room, costume)
    };
    let files = folder::unpack(costume, &about, pictures, of.open.game.limits())?;
    Ok(FileList(files.into_iter().collect()))
}

/// A costume that was packed.
#[derive(Debug)]
pub struct Packed {
    pub(crate) packed: folder::Packed,
}

/// What was done to pack a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackedRow {
    /// The id of the costume, if it has one.
    pub id: Option<u32>,
    /// The number of the room that owned it.
    pub room: Option<u32>,
    /// The name of the costume.
    pub name: Option<String>,
    /// The generation that the block is for, as costume folders name it: `v5`. `Draft::read` needs it for the payload.
    pub generation: &'static str,
    /// Size of the block without its header.
    pub bytes: usize,
    /// The parts that were written anew, each with its size in bytes before and after; `null` if it did not
    /// exist, or was removed.
    pub changes: Vec<(String, Option<usize>, Option<usize>)>,
    /// What was assumed when the costume was packed.
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
#[cfg_attr(border, border(without(c = "read", js = "read")))]
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
    #[cfg_attr(border, border(python(property)))]
    pub fn payload(&self) -> &[u8] {
        &self.packed.payload
    }

    /// Returns id, room and name, the size of the block, what was written anew, and notes.
    #[must_use]
    #[cfg_attr(border, border(python = "_report"))]
    pub fn report(&self) -> PackedRow {
        let about = &self.packed.about;
        let changes = self.packed.changes.iter().map(|it| (it.part.clone(), it.before, it.after));
        PackedRow {
            id: about.id,
            room: about.room,
            name: about.name.clone(),
            generation: folder::dialect_name(&self.packed.dialect),
            bytes: self.packed.payload.len(),
            changes: changes.collect(),
            notes: self.packed.notes.clone(),
        }
    }

    /// Returns a game with one bare room and this costume.
    ///
    /// # Errors
    /// The errors of building the game.
    #[cfg_attr(border, border(without(js = "preview")))]
    pub fn game(&self) -> Result<Game> {
        let options = OpenOptions { scripts: Some(false), ..OpenOptions::default() };
        self.opened(&options, |_| true, &As::default())
    }

    /// Returns a game with one bare room and this costume, as a page shows it.
    ///
    /// # Errors
    /// The errors of building the game.
    #[cfg_attr(border, border(js = "game", without(c = "preview", python = "preview")))]
    pub fn preview(&self) -> Result<Game> {
        // Roles and numbers are known without the folder.
        let is_own = |name: &str| name.parse::<Role>().is_err() && !name.starts_with("chore ");
        let how = As { is_square: true, dialect: Some(self.packed.dialect) };
        self.opened(&OpenOptions::default(), is_own, &how)
    }

    /// Opens the game with the names that are `told`.
    fn opened(&self, options: &OpenOptions, told: impl Fn(&str) -> bool, how: &As) -> Result<Game> {
        let files: MemoryFiles = preview::game(&self.packed)?.into_iter().collect();
        let id = self.packed.shown_id().into();
        let mut names = Names::default();
        self.packed.about.name.iter().for_each(|name| names.insert(id, None, name));
        for (chore, name) in self.packed.chores.iter().filter(|(_, name)| told(name)) {
            names.insert(id, Some(*chore), name);
        }
        open::open(Place::loose(Arc::new(files)), options, names, how)
    }
}

/// Costumes and rooms that are put into a game: the bytes that change. Nothing is written before you ask for it.
pub struct Put {
    open: Arc<OpenGame>,
    plan: Plan,
}

impl std::fmt::Debug for Put {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Put").finish_non_exhaustive()
    }
}

/// What is done to put costumes and rooms into a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PutRow {
    /// Whether the index file changes, so that ScummVM no longer recognises the game by itself.
    pub changes_index: bool,
    /// The costumes that are put.
    pub costumes: Vec<PlacedCostume>,
    /// The rooms that are put.
    pub rooms: Vec<PlacedRoom>,
    /// The names of the game's files that change.
    pub files: Vec<String>,
}

/// A room in a call: its number, and its block without the header.
pub type RoomIn = (Number, Vec<u8>);

/// A costume in a call: its id, the room of a new one, and its block without the header.
pub type CostumeIn = (Number, Option<Number>, Vec<u8>);

#[cfg(feature = "edit")]
impl Game {
    /// Plans to put costumes and rooms into the game. Nothing is written yet. `all_ids` changes all ids of a block that
    /// several share; `no_padding` leaves smaller blocks smaller.
    ///
    /// # Errors
    /// Every reason why a costume or a room cannot be put, at once.
    #[cfg_attr(border, border(python = "_put", hand(js = "put")))]
    pub fn put(
        &self,
        costumes: Vec<CostumeIn>,
        rooms: Vec<RoomIn>,
        all_ids: bool,
        no_padding: bool,
    ) -> Result<Put> {
        let new = |(id, room, payload): CostumeIn| {
            let room = room.map(|room| room.within("room", ID)).transpose()?;
            Ok(NewCostume { id: id.within("id", ID)?, room, payload })
        };
        let costumes = costumes.into_iter().map(new).collect::<Result<Vec<_>>>()?;
        let new = |(id, payload): RoomIn| Ok(NewRoom { id: id.within("room", ID)?, payload });
        let rooms = rooms.into_iter().map(new).collect::<Result<Vec<_>>>()?;
        let OpenGame { game, place: Place { files, .. }, .. } = &*self.open;
        let options = PutOptions { no_padding, all_ids };
        let plan = Plan::with_rooms(game, &**files, &costumes, &rooms, options)?;
        Ok(Put { open: Arc::clone(&self.open), plan })
    }

    /// Applies a patch, BPS or a zip of several, and returns the files of the game that change.
    ///
    /// # Errors
    /// If the patch is damaged, or made for other files.
    #[cfg_attr(border, border(python = "_apply"))]
    pub fn apply(&self, patch: &[u8]) -> Result<FileList> {
        let OpenGame { game, place: Place { files, .. }, .. } = &*self.open;
        let places = (&*index(game), &*container(game));
        let changed = set::apply(patch, files, places, MOST_BYTES)?.changed;
        let bytes = |name: String| changed.file(&name).map(|file| (name.clone(), file.bytes().to_vec()));
        Ok(FileList(changed.names().into_iter().filter_map(bytes).collect()))
    }
}

#[cfg(feature = "edit")]
impl Put {
    /// Returns what happens to each costume and room, and the files that change.
    #[must_use]
    #[cfg_attr(border, border(python = "_report"))]
    pub fn report(&self) -> PutRow {
        PutRow {
            changes_index: self.plan.changes_index(),
            costumes: self.plan.costumes.clone(),
            rooms: self.plan.rooms.clone(),
            files: self.plan.changed().map(|file| file.name.clone()).collect(),
        }
    }

    /// Returns the `patch`, or the `files` that change, whole.
    ///
    /// # Errors
    /// `usage` for another word; the errors of reading the game's files.
    #[cfg_attr(border, border(python = "_written"))]
    pub fn written(&self, form: &str) -> Result<FileList> {
        let form = form.parse().map_err(Error::usage)?;
        let OpenGame { game, place: Place { files, .. }, identity, .. } = &*self.open;
        Ok(FileList(self.plan.written(&**files, &identity.key(), &container(game), form)?))
    }
}

#[cfg(feature = "edit")]
impl Game {
    /// Returns the game with a patch: a BPS file, or a zip of several. This game stays as it is.
    ///
    /// # Errors
    /// If the patch is damaged, or made for other files.
    pub fn patched(&self, patch: &[u8]) -> Result<Self> {
        let OpenGame { game, place, .. } = &*self.open;
        let places = (&*index(game), &*container(game));
        self.reopened(Arc::new(set::apply(patch, &place.files, places, MOST_OF_PAGE)?), None)
    }

    /// Returns the same game on another screen.
    ///
    /// # Errors
    /// `usage` for a screen that the game does not have.
    #[cfg_attr(border, border(without(c = "screen", python = "screen")))]
    pub fn on_screen(&self, screen: &str) -> Result<Self> {
        self.reopened(Arc::clone(&self.open.place.files), Some(screen.to_owned()))
    }

    /// Opens the same game from other files, on this screen or on its own.
    fn reopened(&self, files: Arc<dyn Files>, screen: Option<String>) -> Result<Self> {
        let (options, names, how) = &*self.open.reopening;
        let options = OpenOptions { screen: screen.or(options.screen.clone()), ..options.clone() };
        open::open(Place { files, ..self.open.place.clone() }, &options, names.clone(), how)
    }

    /// Returns the ids of the costumes whose blocks differ from those of another game.
    #[must_use]
    #[cfg_attr(border, border(without(c = "differing", python = "differing")))]
    pub fn differing(&self, other: &Self) -> Vec<u32> {
        let block = |game: &Self, id| game.open.game.costume_bytes(id).ok().map(|found| found.payload);
        let mut all: Vec<u32> = self.costume_ids();
        all.extend(other.costume_ids());
        all.sort_unstable();
        all.dedup();
        all.retain(|id| block(self, *id) != block(other, *id));
        all
    }
}
