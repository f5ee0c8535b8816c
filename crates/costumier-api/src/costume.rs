//! An open costume: its pictures, chores and colours.

#[cfg(feature = "fs")]
use std::path::Path;
use std::sync::{Arc, OnceLock};

use costumier::screen::Rgb;
use costumier::{Action, Facing, PictureKey, Problem};
#[cfg(feature = "whole")]
use costumier_export::json::{CostumeDump, dump};
use costumier_export::view::{self, role_name};
#[cfg(feature = "whole")]
use costumier_export::wanted::meant;
use costumier_export::{ChoreFilter, OpenCostume};
use serde::Serialize;

use crate::clip::Clip;
use crate::error::{Error, Missing, Result};
use crate::game::{Game, OpenGame};
use crate::json::{Chore, FacingName};
use crate::number::{Number, U8, U16};
use crate::raster::Raster;

/// A costume of a game.
#[derive(Clone)]
pub struct Costume {
    pub(crate) open: Arc<OpenGame>,
    pub(crate) opened: OpenCostume,
    palette: OnceLock<Arc<[Rgb; 256]>>,
}

impl std::fmt::Debug for Costume {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Costume").field(&self.opened.id).finish()
    }
}

/// A chore in a facing that a costume has a record for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionRow {
    /// The number of the chore.
    pub chore: u16,
    /// The name of the facing: `east`.
    pub facing: &'static str,
    /// The chore's name: its role, a name from the scripts, or `chore 7`.
    pub name: String,
    /// The role that starts it by default: `walk`.
    pub role: Option<String>,
    /// The index of the record.
    pub record: u16,
    /// Whether this facing shows the pictures of another one, mirrored.
    pub mirrored: bool,
    /// The facing as an angle in degrees, clockwise from North.
    pub angle: u16,
}

/// The facts of an open costume.
#[derive(Clone, Debug, Serialize)]
pub struct HeadRow {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The number of the room that owns it.
    pub room: u32,
    /// The kind of the costume.
    pub kind: &'static str,
    /// Number of directions: 4 or 8.
    pub directions: u16,
    /// The name of the file that holds the costume.
    pub file: String,
    /// Offset of the costume's payload in that file.
    pub payload_at: u64,
}

/// The facts of a picture that are known before it is decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureRow {
    /// The number of its limb.
    pub limb: u8,
    /// Its index in the limb's table.
    pub index: u16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// The offset from the running offset to its left column.
    pub x: i16,
    /// The offset from the running offset to its top row.
    pub y: i16,
    /// What is added to the running x afterwards.
    pub move_x: i16,
    /// What is subtracted from the running y afterwards.
    pub move_y: i16,
    /// Limb and index of the picture whose pixels it borrows.
    pub borrowed: Option<(u8, u16)>,
}

/// Returns the key of a picture.
pub(crate) fn key(limb: Number, index: Number) -> Result<PictureKey> {
    Ok(PictureKey { limb: limb.within("limb", U8)?, index: index.within("index", U16)? })
}

impl Costume {
    pub(crate) fn new(open: &Arc<OpenGame>, id: u32) -> Result<Self> {
        let opened = costumier_export::open(&open.game, id)?;
        Ok(Self { open: Arc::clone(open), opened, palette: OnceLock::new() })
    }

    /// Returns the id of the costume.
    #[must_use]
    #[cfg_attr(border, border(without(python = "attribute", js = "head")))]
    pub fn id(&self) -> u32 {
        self.opened.id
    }

    /// Returns the facts of the costume and the place of its block.
    ///
    /// # Errors
    /// The errors of reading the block.
    #[cfg_attr(border, border(without(c = "attribute", python = "attribute")))]
    pub fn head(&self) -> Result<HeadRow> {
        let OpenCostume { id, room, costume } = &self.opened;
        let found = self.open.game.costume_bytes(*id)?;
        let (payload_at, file) = (found.payload_at(), found.file);
        Ok(HeadRow {
            id: *id,
            room: *room,
            kind: costume.kind(),
            directions: costume.directions(),
            file,
            payload_at,
        })
    }

    /// Returns what a caller needs before it draws the costume.
    #[must_use]
    #[cfg_attr(border, border(without(c = "inside", python = "inside")))]
    pub fn outline(&self) -> view::Outline {
        view::outline(&self.opened.costume)
    }

    fn chore_name(&self, action: &Action) -> String {
        let given = self.open.names.chore(self.opened.id, action.chore);
        given.map_or_else(|| action.chore_name(), str::to_owned)
    }

    /// Returns the number of the room that owns the costume.
    #[must_use]
    #[cfg_attr(border, border(without(python = "attribute", js = "head")))]
    pub fn room(&self) -> u32 {
        self.opened.room
    }

    /// Returns the name in the game's scripts, if they name it.
    #[must_use]
    #[cfg_attr(border, border(without(python = "attribute", js = "list")))]
    pub fn name(&self) -> Option<&str> {
        self.open.names.costumes.get(&self.opened.id)?.name.as_deref()
    }

    /// Returns the kind: `cost`, `akos` …
    #[must_use]
    #[cfg_attr(border, border(python(property), without(js = "head")))]
    pub fn kind(&self) -> &'static str {
        self.opened.costume.kind()
    }

    /// Returns the game that it is a costume of. The game of an edited costume shows the edit.
    #[must_use]
    #[cfg_attr(border, border(python = "_game", without(js = "draft")))]
    pub fn game(&self) -> Game {
        Game { open: Arc::clone(&self.open) }
    }

    /// Returns what is odd or broken in the costume.
    #[must_use]
    #[cfg_attr(border, border(without(js = "structure")))]
    pub fn check(&self) -> Vec<Problem> {
        self.opened.costume.check()
    }

    /// Returns the game's colours for this costume: red, green and blue of 256 indices.
    #[must_use]
    #[cfg_attr(border, border(python(property, name = "palette_bytes"), without(js = "colours")))]
    pub fn palette(&self) -> &[u8] {
        self.colours().as_flattened()
    }

    /// Returns the chores in all their facings.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn actions(&self) -> Vec<ActionRow> {
        let costume = &self.opened.costume;
        let row = |action: Action| ActionRow {
            name: self.chore_name(&action),
            chore: action.chore,
            facing: action.facing.name(),
            role: action.role.map(role_name),
            record: action.record,
            mirrored: costume.mirrors(action.facing),
            angle: action.facing.angle(),
        };
        costume.actions().into_iter().map(row).collect()
    }

    /// Returns the facts of each picture. None is decoded.
    ///
    /// # Errors
    /// The errors of reading the block.
    #[cfg_attr(border, border(without(python = "pictures", js = "pictures")))]
    pub fn pictures(&self) -> Result<Vec<PictureRow>> {
        self.opened.costume.picture_keys().into_iter().map(|key| self.facts(key)).collect()
    }

    /// Returns the facts of a picture. It is not decoded.
    ///
    /// # Errors
    /// `not-found` kinds if the costume has no such picture.
    #[cfg_attr(border, border(python = "_picture_facts", without(c = "pictures", js = "pictures")))]
    pub fn picture_facts(&self, limb: Number, index: Number) -> Result<PictureRow> {
        self.facts(key(limb, index)?)
    }

    fn facts(&self, key: PictureKey) -> Result<PictureRow> {
        let info = self.opened.costume.picture(key)?.info;
        Ok(PictureRow {
            limb: key.limb,
            index: key.index,
            width: info.width,
            height: info.height,
            x: info.x,
            y: info.y,
            move_x: info.move_x,
            move_y: info.move_y,
            borrowed: info.redirect.map(|key| (key.limb, key.index)),
        })
    }

    /// Decodes a picture, in room colours.
    ///
    /// # Errors
    /// `not-found` kinds if the costume has no such picture; the errors of its pixels.
    #[cfg_attr(border, border(python = "_picture", without(js = "stored")))]
    pub fn picture(&self, limb: Number, index: Number, into: &mut Raster) -> Result<()> {
        let decoded = self.opened.costume.indices(key(limb, index)?)?;
        let size = (decoded.info.width.into(), decoded.info.height.into());
        into.set(size, Some(decoded.transparent), decoded.pixels, self.colours());
        Ok(())
    }

    /// Decodes a picture to the values that the file stores, one byte a pixel.
    ///
    /// # Errors
    /// As `picture`.
    #[cfg_attr(border, border(python = "_values", without(js = "stored")))]
    pub fn values(&self, limb: Number, index: Number) -> Result<Vec<u8>> {
        Ok(self.opened.costume.values(key(limb, index)?)?)
    }

    /// Plays a chore in a facing until it repeats.
    ///
    /// # Errors
    /// `not-found` if the costume has nothing for this chore and facing; `usage` for an unknown word.
    #[cfg_attr(border, border(python(default(facing = "south")), without(js = "clip")))]
    pub fn clip(&self, chore: &Chore, facing: &FacingName) -> Result<Clip> {
        let action = self.action(chore, facing)?;
        let facing = facing.parse().map_err(Error::usage)?;
        let OpenCostume { costume, .. } = &self.opened;
        let played = costumier::Clip::record(costume, action.chore, facing, self.open.game.limits());
        Ok(Clip::new(self.clone(), played))
    }

    /// Returns the action of a chore in a facing. In costumes with four facings, each stands for its neighbours, too.
    pub(crate) fn action(&self, chore: &Chore, facing: &FacingName) -> Result<Action> {
        let facing: Facing = facing.parse().map_err(Error::usage)?;
        if let Ok(number) = chore.parse::<i64>() {
            Number::from(number).within::<u16>("chore", U16)?;
        }
        let wanted: ChoreFilter = chore.parse().map_err(Error::usage)?;
        let OpenCostume { id, costume, .. } = &self.opened;
        let mut actions = costume.actions();
        let of = |action: &Action| wanted.admits(action, self.open.names.chore(*id, action.chore));
        let Some(number) = actions.iter().find(|action| of(action)).map(|action| action.chore) else {
            let why = format!("costume {id} has no {}", wanted.in_words());
            #[cfg(feature = "whole")]
            let near = {
                let all: Vec<_> = actions.iter().map(|action| (*id, *action)).collect();
                meant(&self.open.names, &[wanted], &all)
            };
            #[cfg(not(feature = "whole"))]
            let near = String::new();
            return Err(Error::missing(why, Missing::Chore(near)));
        };
        actions.retain(|action| action.chore == number);
        let is_exact = |action: &&Action| action.facing == facing;
        let is_near =
            |action: &&Action| costume.directions() != 8 && action.facing.direction() == facing.direction();
        actions.iter().find(is_exact).or_else(|| actions.iter().find(is_near)).copied().ok_or_else(|| {
            let why = format!("costume {id} has no {} facing {facing}", wanted.in_words());
            Error::missing(why, Missing::Chore(String::new()))
        })
    }

    pub(crate) fn colours(&self) -> &[Rgb; 256] {
        self.palette.get_or_init(|| {
            // A costume whose room cannot be read has pictures all the same.
            let palette = self.open.game.costume_palette(self.opened.id);
            Arc::new(palette.unwrap_or([[0; 3]; 256]))
        })
    }
}

#[cfg(feature = "edit")]
impl Costume {
    /// Returns the same costume with other pixels in a picture: the values that the file stores, one byte a pixel. Its
    /// clips and exports show them.
    ///
    /// # Errors
    /// If the picture does not exist, or cannot have these values.
    #[cfg_attr(border, border(python = "_with_picture", without(js = "draft")))]
    pub fn with_picture(&self, limb: Number, index: Number, values: &[u8]) -> Result<Self> {
        let changed = self.opened.costume.with_picture(key(limb, index)?, values)?;
        let open = self.open.with_costume(self.opened.id, changed.payload().to_vec())?;
        Self::new(&open, self.opened.id)
    }

    /// Returns the files of a costume folder. `pictures` says how they are stored: `sheets`, `single` files, or in one
    /// `aseprite` file.
    ///
    /// # Errors
    /// `usage` for another word; the errors of reading the costume.
    #[cfg_attr(border, border(python = "_unpack", without(js = "draft")))]
    pub fn unpack(&self, pictures: &str) -> Result<crate::FileList> {
        crate::edit::unpack(self, pictures)
    }
}

#[cfg(feature = "whole")]
impl Costume {
    /// Returns the costume's block without its header.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn payload(&self) -> &[u8] {
        self.opened.costume.payload()
    }

    /// Returns the structure of the costume: what `costumier dump --json` prints.
    #[must_use]
    #[cfg_attr(border, border(python(name = "dump")))]
    pub fn structure(&self) -> CostumeDump {
        let OpenCostume { id, room, costume } = &self.opened;
        dump(*id, *room, costume, self.open.game.limits())
    }

    /// Returns the costume's records and commands in words.
    #[must_use]
    pub fn listing(&self) -> String {
        costumier::text::listing(&self.opened.costume)
    }

    /// Returns limb and index of each picture.
    #[must_use]
    #[cfg_attr(border, border(python = "_picture_keys", js = "pictures", without(c = "pictures")))]
    pub fn picture_keys(&self) -> Vec<(u8, u16)> {
        self.opened.costume.picture_keys().into_iter().map(|key| (key.limb, key.index)).collect()
    }

    /// Returns the contact sheet as a PNG file: all animations and pictures with labels. Options are those of an
    /// export: `scale_up`, `room`, `background` …
    ///
    /// # Errors
    /// As `export`.
    pub fn contact_sheet(&self, options: &crate::json::ExportJson) -> Result<Vec<u8>> {
        crate::overview::contact_sheet(&self.open, self.opened.id, options)
    }

    /// Exports the costume: the files of `costumier export`, in memory. Options have the names of the command's.
    ///
    /// # Errors
    /// `usage` for an unknown option; the errors of reading the costume.
    #[cfg_attr(border, border(python = "export_files", without(js = "job")))]
    pub fn export(&self, options: &crate::json::ExportJson) -> Result<crate::FileList> {
        crate::export::to_memory(&self.open, Some(vec![self.opened.id]), options)
    }

    /// Exports the costume into a folder on disk, and returns the names of the files in it.
    ///
    /// # Errors
    /// As `export`, and if a file cannot be written.
    #[cfg(feature = "fs")]
    #[cfg_attr(border, border(python = "export", without(js = "disk")))]
    pub fn export_to(&self, folder: &Path, options: &crate::json::ExportJson) -> Result<Vec<String>> {
        crate::export::to_folder(&self.open, Some(vec![self.opened.id]), folder, options)
    }
}
