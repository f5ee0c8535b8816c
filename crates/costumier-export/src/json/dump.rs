//! The JSON of `dump`: the structure of a costume.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::Akos;
use costumier::format::akos::program::{Item, Program, label};
use costumier::format::cost::{Cost, CostEntry};
use costumier::{Action, Costume, Limits, Picture, PictureKey, Problem, Severity};
use serde::Serialize;

use super::format_name;
use crate::pixels::{PixelReader, sha256};

/// The structure of a costume, field by field as the file has it: `costumier dump --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeDump {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The number of the room that owns it.
    pub room: u32,
    /// The kind of the costume.
    pub kind: &'static str,
    /// The game's generation: `v5`.
    pub generation: &'static str,
    /// The format byte without its mirror flag: `0x58`. For AKOS the codec: `codec 1`. Costumes of v0 and the NES have
    /// none: `v0`, `nes`.
    pub format: String,
    /// Number of palette entries.
    pub colours: usize,
    /// Whether West has pictures of its own.
    pub never_mirror: bool,
    /// The room colour of each costume colour.
    pub palette: Vec<u8>,
    /// The limbs that have pictures; empty for AKOS costumes, whose pictures belong to no limb.
    pub limbs: Vec<LimbDump>,
    /// The pictures of an AKOS costume.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureDump>,
    /// The records, by index.
    pub records: Vec<RecordDump>,
    /// The command stream (AKOS: AKSQ), byte by byte.
    pub commands: Vec<u8>,
    /// The commands of an AKOS costume, disassembled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<CodeDump>,
    /// Names that a tool stored for sequences of an AKOS costume.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sequences: Vec<SequenceDump>,
    /// Problems. Parts that could not be read are missing above and named here.
    pub problems: Vec<Problem>,
}

/// A named sequence of an AKOS costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SequenceDump {
    /// The name of the sequence.
    pub name: String,
    /// The number that is stored where its start seems to be, if it is one number.
    pub start: Option<u32>,
}

/// The pictures of a limb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimbDump {
    /// The number of the limb; limb 0 is drawn first.
    pub limb: u8,
    /// Its pictures, by index. If limbs share a table, each lists all of it.
    pub pictures: Vec<PictureDump>,
}

/// A picture of a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureDump {
    /// The index in the limb's table.
    pub index: u16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// Offset from the running offset to the left column.
    pub x: i16,
    /// Offset from the running offset to the top row.
    pub y: i16,
    /// The amount added to the running x afterwards.
    pub move_x: i16,
    /// The amount subtracted from the running y afterwards.
    pub move_y: i16,
    /// The picture whose pixels it borrows.
    pub redirect: Option<PictureKey>,
    /// Offset of the encoded pixels in the block's payload.
    pub offset: usize,
    /// Size of the encoded pixels in bytes.
    pub bytes: usize,
    /// SHA-256 of width × height costume colours, row by row.
    pub sha256: String,
}

/// A record of a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordDump {
    /// The index of the record.
    pub record: u16,
    /// The chore of the record.
    pub chore: u16,
    /// The facing of the record: `west`.
    pub facing: &'static str,
    /// The entries of limbs. Limbs that the record leaves unchanged are not listed.
    pub limbs: Vec<LimbEntryDump>,
}

/// The entry of one limb in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum LimbEntryDump {
    /// The limb is switched off.
    Off {
        /// The number of the limb.
        limb: u8,
        /// Always true in this variant.
        off: bool,
    },
    /// The limb plays a window of commands.
    Window {
        /// The number of the limb.
        limb: u8,
        /// The index of the first command.
        start: u16,
        /// The number of commands.
        length: u8,
        /// Whether the limb holds the last command and does not loop.
        play_once: bool,
    },
    /// The entry of a limb of an AKOS costume.
    Akos {
        /// The number of the limb.
        limb: u8,
        /// The mode as stored.
        mode: u8,
        /// Offset of the first code; left out if the mode has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        start: Option<u16>,
        /// Distance from there to the first byte of the last code.
        #[serde(skip_serializing_if = "Option::is_none")]
        length: Option<u16>,
    },
}

/// A code of AKSQ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodeDump {
    /// The offset of the code.
    pub at: u16,
    /// Length of the code in bytes.
    pub bytes: u16,
    /// The code in words that can be assembled again: `goto to=L0000`.
    pub statement: String,
    /// The meaning, if the words are bytes only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The label that jumps and records use for this place, if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The name of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<&'static str>,
    /// The command's operands by name; `to` is an offset.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operands: BTreeMap<&'static str, i32>,
    /// The pictures that it shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<u16>,
    /// Whether a limb of some record plays it.
    pub reached: bool,
    /// The indices of records that reach it.
    pub records: Vec<u16>,
}

/// Returns the structure of a costume. Pictures beyond the limits are reported as problems.
#[must_use]
pub fn dump(id: u32, room: u32, costume: &Costume, limits: &Limits) -> CostumeDump {
    let mut problems = costume.problems().to_vec();
    let (mut limb_dumps, mut commands) = Default::default();
    if let Some(cost) = costume.as_cost() {
        limb_dumps = limbs(cost, limits, &mut problems);
        commands = cost.commands().to_vec();
    }
    let (mut pictures, mut program, mut sequences) = Default::default();
    if let Some(akos) = costume.as_akos() {
        pictures = shared_pictures(costume, limits, &mut problems);
        commands = akos.sequence().to_vec();
        program = codes(akos);
        let names = akos.sequence_names().into_iter();
        sequences = names.map(|it| SequenceDump { name: it.name, start: it.start }).collect();
    }
    if costume.as_nes().is_some() {
        limb_dumps = tiles(costume, limits, &mut problems);
    }
    if costume.as_v0().is_some() {
        pictures = shared_pictures(costume, limits, &mut problems);
    }
    let records = records(costume, &mut problems);
    CostumeDump {
        id,
        room,
        kind: costume.kind(),
        generation: costume.dialect().generation().name(),
        format: format_name(costume),
        colours: costume.palette().len(),
        never_mirror: costume.never_mirror(),
        palette: costume.palette().to_vec(),
        limbs: limb_dumps,
        pictures,
        records,
        commands,
        program,
        sequences,
        problems,
    }
}

/// Returns the records of a costume. Those that cannot be read are added to the problems.
pub(crate) fn records(costume: &Costume, problems: &mut Vec<Problem>) -> Vec<RecordDump> {
    let actions = costume.actions();
    let mut found = Vec::with_capacity(actions.len());
    if let Some(cost) = costume.as_cost() {
        found.extend(actions.iter().filter_map(|it| record(cost, it, problems)));
    }
    if let Some(akos) = costume.as_akos() {
        found.extend(actions.iter().filter_map(|it| akos_record(akos, it, problems)));
    }
    found
}

fn limbs(cost: &Cost, limits: &Limits, problems: &mut Vec<Problem>) -> Vec<LimbDump> {
    let mut limbs: Vec<LimbDump> = Vec::new();
    let mut pixels = PixelReader::new(limits);
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

/// Returns the tiles of a NES costume, by palette.
fn tiles(costume: &Costume, limits: &Limits, problems: &mut Vec<Problem>) -> Vec<LimbDump> {
    let keys = costume.picture_keys();
    let pictures = shared_pictures(costume, limits, problems);
    let mut limbs: Vec<LimbDump> = Vec::new();
    for (key, picture) in keys.into_iter().filter(|key| costume.picture(*key).is_ok()).zip(pictures) {
        match limbs.last_mut() {
            Some(last) if last.limb == key.limb => last.pictures.push(picture),
            _ => limbs.push(LimbDump { limb: key.limb, pictures: vec![picture] }),
        }
    }
    limbs
}

fn shared_pictures(costume: &Costume, limits: &Limits, problems: &mut Vec<Problem>) -> Vec<PictureDump> {
    let mut pixels = PixelReader::new(limits);
    let mut found = Vec::new();
    for key in costume.picture_keys() {
        match costume.picture(key).and_then(|picture| describe(&picture, &mut pixels)) {
            Ok(picture) => found.push(picture),
            Err(e) => problems.push(broken(format!("picture {}", key.index), &e)),
        }
    }
    found
}

fn akos_record(akos: &Akos, action: &Action, problems: &mut Vec<Problem>) -> Option<RecordDump> {
    let record = match akos.record(action.record) {
        Ok(record) => record,
        Err(e) => {
            problems.push(broken(format!("record {}", action.record), &e));
            return None;
        }
    };
    let limbs = (0u8..).zip(record.limbs).filter_map(|(limb, entry)| {
        let entry = entry?;
        let window = entry.mode.has_window();
        let (start, length) = (window.then_some(entry.start), window.then_some(entry.length));
        Some(LimbEntryDump::Akos { limb, mode: entry.mode.byte(), start, length })
    });
    Some(RecordDump {
        record: action.record,
        chore: action.chore,
        facing: action.facing.name(),
        limbs: limbs.collect(),
    })
}

fn codes(akos: &Akos) -> Vec<CodeDump> {
    let program = Program::of(akos);
    let users = |points: &[usize]| {
        let points = points.iter().filter_map(|point| program.entries.get(*point));
        let records: BTreeSet<u16> = points.flat_map(|point| &point.users).map(|user| user.0).collect();
        records.into_iter().collect()
    };
    let code = |item: &Item| {
        let mut code = CodeDump {
            at: item.at,
            bytes: u16::try_from(item.bytes.len()).unwrap_or(u16::MAX),
            statement: program.statement(item),
            meaning: (!item.is_exact).then(|| item.code.to_string()),
            label: item.labelled.then(|| label(item.at)),
            command: None,
            operands: BTreeMap::new(),
            pictures: Vec::new(),
            reached: !item.reached_from.is_empty(),
            records: users(&item.reached_from),
        };
        if let Some(command) = item.command() {
            code.command = command.opcode().map(|opcode| opcode.name);
            code.operands = command.operands().map(|(operand, value)| (operand.name, value)).collect();
            code.pictures = command.pictures().collect();
        }
        code
    };
    program.items.iter().map(code).collect()
}

fn picture(cost: &Cost, key: PictureKey, pixels: &mut PixelReader) -> costumier::Result<PictureDump> {
    describe(&cost.picture(key)?, pixels)
}

fn describe(picture: &Picture<'_>, pixels: &mut PixelReader) -> costumier::Result<PictureDump> {
    let key = picture.info.key;
    let decoded = pixels.read(picture)?;
    let info = picture.info;
    Ok(PictureDump {
        index: key.index,
        width: info.width,
        height: info.height,
        x: info.x,
        y: info.y,
        move_x: info.move_x,
        move_y: info.move_y,
        redirect: info.redirect,
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
            CostEntry::Off => LimbEntryDump::Off { limb, off: true },
            CostEntry::Window(window) => LimbEntryDump::Window {
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

#[cfg(test)]
mod tests {
    use costumier::Dialect;
    use costumier::format::akos::{AkosEntry, AkosSource, Codec, Mode};
    use costumier_build::{PictureSource, PixelSource};

    use super::*;

    #[test]
    fn an_akos_costume_has_its_pictures_at_the_top_and_its_program_in_words() {
        let mut source = AkosSource::new(Codec::Bomp, vec![0; 16]);
        source.sequence = vec![0, 0xC0, 0x30, 0, 0, 7];
        let mut limbs = [None; 16];
        limbs[2] = Some(AkosEntry { mode: Mode::Run, start: 0, length: 0 });
        limbs[3] = Some(AkosEntry { mode: Mode::Hide, start: 0, length: 0 });
        source.records = vec![limbs];
        source.record_table = vec![None, None, None, None, None, Some(0)];
        let pixels = PixelSource::Rows(vec![9, 9, 255]);
        source.pictures =
            vec![PictureSource { width: 3, height: 1, x: -1, y: 2, move_x: 0, move_y: 0, pixels }];
        let costume = Costume::open(*b"AKOS", source.write().unwrap(), Dialect::V7).unwrap();
        let json = serde_json::to_value(dump(7, 1, &costume, &Limits::default())).unwrap();
        assert_eq!((&json["kind"], &json["format"]), (&"akos".into(), &"codec 5".into()));
        assert_eq!(json["limbs"], serde_json::json!([]));
        assert_eq!(json["pictures"][0]["sha256"], sha256(&[9, 9, 255]));
        assert_eq!(json["pictures"][0]["bytes"], 6);
        assert_eq!(
            json["records"],
            serde_json::json!([{ "record": 5, "chore": 1, "facing": "east", "limbs": [
                { "limb": 2, "mode": 6, "start": 0, "length": 0 }, { "limb": 3, "mode": 4 } ] }])
        );
        assert_eq!(
            json["program"],
            serde_json::json!([
                { "at": 0, "bytes": 1, "statement": "picture 0", "label": "L0000", "pictures": [0],
                  "reached": true, "records": [5] },
                { "at": 1, "bytes": 4, "statement": "goto to=L0000", "command": "goto", "operands": { "to": 0 },
                  "reached": true, "records": [5] },
                { "at": 5, "bytes": 1, "statement": "picture 7", "pictures": [7], "reached": false, "records": [] },
            ])
        );
    }
}
