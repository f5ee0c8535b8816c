//! `dump --json`: a costume's structure.

use costumier::cost::Cost;
use costumier::cost::record::LimbEntry;
use costumier::costume::{Action, Costume, PictureKey};
use costumier::{Problem, Severity};
use serde::Serialize;

use super::{ProblemRow, problem_rows};
use crate::pixels::{PixelReader, sha256};

/// A costume's structure, field by field as the file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeDump {
    /// Directory id.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// `cost` or `akos`.
    pub kind: &'static str,
    /// `v5`.
    pub generation: &'static str,
    /// The format byte without its mirror flag: `0x58`.
    pub format: String,
    /// Number of palette entries.
    pub colours: usize,
    /// Whether West has art of its own.
    pub never_mirror: bool,
    /// Room palette index of each costume colour.
    pub palette: Vec<u8>,
    /// The limbs that have pictures.
    pub limbs: Vec<LimbDump>,
    /// The records, by index.
    pub records: Vec<RecordDump>,
    /// The command stream, byte by byte.
    pub commands: Vec<u8>,
    /// What is odd or broken; what could not be read is missing above and named here.
    pub problems: Vec<ProblemRow>,
}

/// The pictures of a limb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimbDump {
    /// Limb number; limb 0 is drawn first.
    pub limb: u8,
    /// Its pictures, by index. Limbs may share a table; then each lists all of it.
    pub pictures: Vec<PictureDump>,
}

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureDump {
    /// Index in the limb's table.
    pub index: u16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// From the running offset to the left column.
    pub x: i16,
    /// From the running offset to the top row.
    pub y: i16,
    /// Added to the running x afterwards.
    pub move_x: i16,
    /// Subtracted from the running y afterwards.
    pub move_y: i16,
    /// The picture whose pixels are borrowed.
    pub redirect: Option<Redirect>,
    /// Position of the encoded pixels in the block's payload.
    pub offset: usize,
    /// Their length in bytes.
    pub bytes: usize,
    /// SHA-256 over width × height costume colours, row by row.
    pub sha256: String,
}

/// The picture whose pixels another one borrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Redirect {
    /// Its limb.
    pub limb: u8,
    /// Its index in that limb's table.
    pub index: u16,
}

impl From<PictureKey> for Redirect {
    fn from(key: PictureKey) -> Self {
        Self { limb: key.limb, index: key.index }
    }
}

/// One record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordDump {
    /// Its index.
    pub record: u16,
    /// The chore it belongs to.
    pub chore: u16,
    /// The facing it serves: `west`.
    pub facing: &'static str,
    /// What it says of limbs; limbs that it leaves alone are not listed.
    pub limbs: Vec<LimbEntryDump>,
}

/// What a record says of one limb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum LimbEntryDump {
    /// The limb is switched off.
    Off {
        /// Limb number.
        limb: u8,
        /// Always true.
        off: bool,
    },
    /// The limb plays a window.
    Window {
        /// Limb number.
        limb: u8,
        /// Index of the first command.
        start: u16,
        /// Number of commands.
        length: u8,
        /// Hold the last command instead of starting over.
        play_once: bool,
    },
}

/// Describes a costume.
#[must_use]
pub fn dump(id: u32, room: u32, costume: &Costume) -> CostumeDump {
    let mut problems = costume.problems().to_vec();
    let (mut limb_dumps, mut records, mut commands, mut format) = Default::default();
    if let Some(cost) = costume.as_cost() {
        limb_dumps = limbs(cost, &mut problems);
        records = costume.actions().iter().filter_map(|it| record(cost, it, &mut problems)).collect();
        commands = cost.commands().to_vec();
        format = cost.format().name();
    }
    CostumeDump {
        id,
        room,
        kind: costume.kind(),
        generation: costume.dialect().generation.name(),
        format,
        colours: costume.palette().len(),
        never_mirror: costume.never_mirror(),
        palette: costume.palette().to_vec(),
        limbs: limb_dumps,
        records,
        commands,
        problems: problem_rows(&problems),
    }
}

fn limbs(cost: &Cost, problems: &mut Vec<Problem>) -> Vec<LimbDump> {
    let mut limbs: Vec<LimbDump> = Vec::new();
    let mut pixels = PixelReader::default();
    for key in cost.picture_keys() {
        let picture = match picture(cost, key, &mut pixels) {
            Ok(picture) => picture,
            Err(e) => {
                problems.push(broken(key.to_string(), &e));
                continue;
            }
        };
        match limbs.last_mut() {
            Some(last) if last.limb == key.limb => last.pictures.push(picture),
            _ => limbs.push(LimbDump { limb: key.limb, pictures: vec![picture] }),
        }
    }
    limbs
}

fn picture(cost: &Cost, key: PictureKey, pixels: &mut PixelReader) -> costumier::Result<PictureDump> {
    let picture = cost.picture(key)?;
    let decoded = pixels.read(&picture.into())?;
    let info = picture.info;
    Ok(PictureDump {
        index: key.index,
        width: info.width,
        height: info.height,
        x: info.x,
        y: info.y,
        move_x: info.move_x,
        move_y: info.move_y,
        redirect: info.redirect.map(Redirect::from),
        offset: picture.encoded_at,
        bytes: decoded.bytes,
        sha256: sha256(pixels.rows()),
    })
}

fn record(cost: &Cost, action: &Action, problems: &mut Vec<Problem>) -> Option<RecordDump> {
    let record = match cost.record(action.record) {
        Ok(record) => record,
        Err(e) => {
            problems.push(broken(format!("record {}", action.record), &e));
            return None;
        }
    };
    let limbs = (0u8..).zip(&record.limbs).filter_map(|(limb, entry)| {
        Some(match (*entry)? {
            LimbEntry::Off => LimbEntryDump::Off { limb, off: true },
            LimbEntry::Window(window) => LimbEntryDump::Window {
                limb,
                start: window.start,
                length: window.length,
                play_once: window.play_once,
            },
        })
    });
    Some(RecordDump {
        record: action.record,
        chore: action.chore,
        facing: action.facing.name(),
        limbs: limbs.collect(),
    })
}

fn broken(path: String, e: &costumier::Error) -> Problem {
    Problem::new(Severity::Broken, path, e.offset(), format!("{}: {}", e.what(), e.kind()))
}
