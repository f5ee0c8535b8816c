//! One side of a comparison: a game, or the manifest of an export, with what is compared of its costumes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use costumier::PictureKey;
use costumier_edit::folder::dialect_name;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::words;
use crate::args::GameArg;
use crate::disk::whole_file;
use crate::game::open::{self, OpenGame};
use crate::process::parallel;

/// The largest manifest or picture of an export that is read, in bytes.
pub(super) const MOST: u64 = 256 << 20;

/// One side of a comparison.
pub(super) struct Side {
    pub(super) source: Source,
    pub(super) costumes: BTreeMap<u32, CostumeShot>,
}

/// Where the pictures of a side come from.
pub(super) enum Source {
    Game(Box<OpenGame>),
    /// The folder of the export.
    Export(PathBuf),
}

/// What is compared of a costume. Fields that a side does not know are `None`.
#[derive(Default)]
pub(super) struct CostumeShot {
    pub(super) room: u32,
    pub(super) name: Option<String>,
    /// Why the costume cannot be read.
    pub(super) error: Option<String>,
    /// The bytes of its block.
    pub(super) payload: Option<Vec<u8>>,
    /// The room colour of each costume colour.
    pub(super) palette: Vec<u8>,
    pub(super) pictures: BTreeMap<PictureKey, PictureShot>,
    /// Its records by chore and facing, in words. In an export, the number of ticks of each animation.
    pub(super) records: BTreeMap<String, words::Record>,
}

/// What is compared of a picture.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PictureShot {
    /// Width, height, x, y, and the two offsets that it adds to later pictures.
    pub(super) place: [i32; 6],
    /// SHA-256 of its pixels as stored.
    pub(super) hash: Option<String>,
    /// Its file, if the side is an export.
    pub(super) file: Option<String>,
}

impl PictureShot {
    /// Whether the two pictures look the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.place, &self.hash) == (other.place, &other.hash)
    }
}

impl Side {
    /// Reads a game, or an export: its folder or its `manifest.json`.
    pub(super) fn read(name: &str) -> Result<Self> {
        let path = Path::new(name);
        let manifest = if path.is_dir() { path.join("manifest.json") } else { path.to_owned() };
        if manifest.is_file() && manifest.extension().is_some_and(|it| it == "json") {
            return Self::of_export(&manifest);
        }
        Ok(Self::of_game(open::open(&GameArg::plain(name))?))
    }

    /// Reads an open game.
    pub(super) fn of_game(opened: OpenGame) -> Self {
        let names = opened.names();
        let slots: Vec<_> = opened.game.costume_slots().collect();
        let shots = parallel::map_all(&slots, |slot| {
            let name = names.costumes.get(&slot.id).and_then(|names| names.name.clone());
            (slot.id, CostumeShot { name, ..of_game(&opened, slot.id, slot.room) })
        });
        Self { costumes: shots.into_iter().collect(), source: Source::Game(Box::new(opened)) }
    }

    fn of_export(manifest: &Path) -> Result<Self> {
        let cannot = || format!("cannot read {}", manifest.display());
        let text = whole_file::read(manifest, MOST)?;
        let read: Manifest = serde_json::from_slice(&text).with_context(cannot)?;
        let folder = manifest.parent().unwrap_or(Path::new(".")).to_owned();
        let costumes = read.costumes.into_iter().map(|costume| (costume.id, costume.shot())).collect();
        Ok(Self { costumes, source: Source::Export(folder) })
    }

    /// Whether two games of one generation have rooms with other bytes.
    pub(super) fn has_other_rooms(&self, other: &Self) -> bool {
        let (Source::Game(own), Source::Game(other)) = (&self.source, &other.source) else { return false };
        let (own, other) = (&own.game, &other.game);
        let block = |game: &costumier::Game, id| costumier_edit::room::stored(game, id).ok();
        dialect_name(&own.dialect()) == dialect_name(&other.dialect())
            && own
                .rooms()
                .filter(|room| room.present)
                .any(|room| block(own, room.id) != block(other, room.id))
    }

    /// Whether the side is a game, so that its records are known in full.
    pub(super) fn is_game(&self) -> bool {
        matches!(self.source, Source::Game(_))
    }
}

fn of_game(opened: &OpenGame, id: u32, room: u32) -> CostumeShot {
    let blank = CostumeShot { room, ..CostumeShot::default() };
    let payload = match opened.game.costume_bytes(id) {
        Ok(found) => found.payload,
        Err(error) => return CostumeShot { error: Some(error.to_string()), ..blank },
    };
    let costume = match opened.game.costume(id) {
        Ok(costume) => costume,
        Err(error) => {
            return CostumeShot { error: Some(error.to_string()), payload: Some(payload), ..blank };
        }
    };
    let shot = |key: PictureKey| {
        let info = costume.picture(key).ok()?.info;
        let place = [
            info.width.into(),
            info.height.into(),
            info.x.into(),
            info.y.into(),
            info.move_x.into(),
            info.move_y.into(),
        ];
        let pixels = super::pictures::pixels(&costume, key);
        let hash = pixels.map(|pixels| crate::disk::hash::hex(&pixels));
        Some((key, PictureShot { place, hash, file: None }))
    };
    let pictures: BTreeMap<_, _> = costume.picture_keys().into_iter().filter_map(shot).collect();
    CostumeShot {
        palette: costume.palette().to_vec(),
        records: words::records(&costume, &pictures),
        pictures,
        payload: Some(payload),
        ..blank
    }
}

/// The fields of a manifest that a comparison needs.
#[derive(Deserialize)]
struct Manifest {
    costumes: Vec<Costume>,
}

#[derive(Deserialize)]
struct Costume {
    id: u32,
    room: u32,
    name: Option<String>,
    error: Option<serde_json::Value>,
    palette: Option<Palette>,
    pictures: Vec<Picture>,
    animations: Vec<Animation>,
}

#[derive(Deserialize)]
struct Palette {
    colours: Vec<Colour>,
}

#[derive(Deserialize)]
struct Colour {
    room_colour: u8,
}

#[derive(Deserialize)]
struct Picture {
    limb: u8,
    index: u16,
    width: u16,
    height: u16,
    x: i16,
    y: i16,
    #[serde(default)]
    move_x: i16,
    #[serde(default)]
    move_y: i16,
    sha256: Option<String>,
    file: Option<String>,
}

#[derive(Deserialize)]
struct Animation {
    name: String,
    ticks: u64,
}

impl Costume {
    fn shot(self) -> CostumeShot {
        let pictures = self.pictures.into_iter().map(|it| {
            let place = [
                it.width.into(),
                it.height.into(),
                it.x.into(),
                it.y.into(),
                it.move_x.into(),
                it.move_y.into(),
            ];
            let key = PictureKey { limb: it.limb, index: it.index };
            (key, PictureShot { place, hash: it.sha256, file: it.file })
        });
        let records = self.animations.into_iter().map(|it| {
            let words = format!("{} ticks", it.ticks);
            (it.name, words::Record { by_number: words.clone(), by_looks: words })
        });
        CostumeShot {
            room: self.room,
            name: self.name,
            error: self.error.map(|error| error["text"].as_str().unwrap_or("failed").to_owned()),
            payload: None,
            palette: self
                .palette
                .map(|it| it.colours.iter().map(|colour| colour.room_colour).collect())
                .unwrap_or_default(),
            pictures: pictures.collect(),
            records: records.collect(),
        }
    }
}

/// Returns a short name for what a picture shows.
pub(super) fn short(picture: &PictureShot) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{:?}{:?}", picture.place, picture.hash));
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}
