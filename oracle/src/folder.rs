//! Costume blocks made by others: a folder of them, outside the repository, and pictures that they are known to hold.
//!
//! ```text
//! *.cost          a COST block each, with its eight header bytes, from a v5 or a v6 game
//! pictures.json   { "NAME": { "kind": "COST", "file": "NAME.cost", "pictures": [ { "limb": 14, "picture": 0,
//!                   "width": 27, "height": 45, "x": -13, "y": -42, "move_x": 0, "move_y": 0,
//!                   "indices": "pixels/NAME-14-0.idx" }, … ] }, … }
//! *.idx           width × height costume colours, row by row
//! ```
//! Paths count from the folder. Fields that are not named here are passed over, as are blocks of other kinds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use costumier::codec::rle::{ColourTable, Decoder};
use costumier::cost::Cost;
use costumier::costume::PictureKey;
use serde::Deserialize;

use crate::args::Args;
use crate::blocks::{fit, in_form_of, show};
use crate::case::Kind;
use crate::compare::{Tallies, Tally};
use crate::engine::V6;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::{report, temp};

/// Bytes of a block's header.
const HEADER: usize = 8;

/// The list of pictures.
const PICTURES: &str = "pictures.json";

#[derive(Deserialize)]
struct Block {
    kind: String,
    file: PathBuf,
    pictures: Vec<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    limb: u8,
    picture: u16,
    width: u16,
    height: u16,
    x: i16,
    y: i16,
    move_x: i16,
    move_y: i16,
    indices: PathBuf,
}

/// Decodes the pictures that are known, then plays every record of every block in packs of each engine.
pub(crate) fn run(judge: &Judge, args: &Args, folder: &Path) -> Outcome<bool> {
    let mut equal = true;
    let list = folder.join(PICTURES);
    if list.is_file() {
        let tally = pictures(folder, &list)?;
        equal &= tally.different == 0;
        let same = tally.compared - tally.different;
        println!("pictures decoded: {}, equal: {same}, different: {}", tally.compared, tally.different);
    } else {
        println!("no {PICTURES}: pictures are not compared one by one");
    }
    let payloads = files(folder)?.iter().map(|file| payload(file)).collect::<Outcome<Vec<_>>>()?;
    for engine in args.engines.iter().filter(|engine| fit(**engine)) {
        let mut tallies = Tallies::new();
        show(judge, args, *engine, Kind::Blocks, &payloads, &mut tallies)?;
        println!("\n{}, {} blocks\n{}", engine.name(), payloads.len(), report::table(&tallies));
        equal &= report::different(&tallies) == 0;
    }
    Ok(equal)
}

/// The block files, by name.
fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let failed = |error| Failure::because(folder.display(), error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cost")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::because(folder.display(), "holds no *.cost file"));
    }
    Ok(files)
}

fn payload(file: &Path) -> Outcome<Vec<u8>> {
    let bytes = temp::read(file)?;
    match bytes.split_at_checked(HEADER) {
        Some((head, payload)) if head.starts_with(b"COST") => Ok(payload.to_vec()),
        _ => Err(Failure::because(file.display(), "is not a COST block")),
    }
}

fn pictures(folder: &Path, list: &Path) -> Outcome<Tally> {
    let blocks: BTreeMap<String, Block> =
        serde_json::from_slice(&temp::read(list)?).map_err(|why| Failure::because(list.display(), why))?;
    let mut tally = Tally::default();
    for (name, block) in blocks {
        if block.kind != "COST" {
            println!("{name}: {} blocks are not decoded here", block.kind);
            continue;
        }
        let payload = payload(&folder.join(&block.file))?;
        let cost = Cost::open(in_form_of(V6, &payload), V6.dialect());
        let cost = cost.map_err(|why| Failure::because(&name, why))?;
        for picture in &block.pictures {
            tally.compared += 1;
            let wanted = temp::read(&folder.join(&picture.indices))?;
            if let Err(why) = check(&cost, picture, &wanted) {
                tally.different += 1;
                println!("{name}, limb {}, picture {}: {why}", picture.limb, picture.picture);
            }
        }
    }
    Ok(tally)
}

/// What is different about a picture.
fn check(cost: &Cost, wanted: &Picture, indices: &[u8]) -> Result<(), String> {
    let key = PictureKey { limb: wanted.limb, index: wanted.picture };
    let found = cost.picture(key).map_err(|why| why.to_string())?;
    let info = found.info;
    let (width, height) = (info.width, info.height);
    let fields = [
        ("width", i32::from(width), i32::from(wanted.width)),
        ("height", i32::from(height), i32::from(wanted.height)),
        ("x", info.x.into(), wanted.x.into()),
        ("y", info.y.into(), wanted.y.into()),
        ("move_x", info.move_x.into(), wanted.move_x.into()),
        ("move_y", info.move_y.into(), wanted.move_y.into()),
    ];
    if let Some((name, found, wanted)) = fields.into_iter().find(|(_, found, wanted)| found != wanted) {
        return Err(format!("{name} is {found}, not {wanted}"));
    }
    let mut rows = Vec::new();
    Decoder::new().picture(&found.packed(), &ColourTable::IDENTITY, &mut rows);
    match rows.iter().zip(indices).position(|(found, wanted)| found != wanted) {
        Some(at) => Err(format!("pixel {at} is {}, not {}", rows[at], indices[at])),
        None if rows.len() != indices.len() => Err(format!("{} pixels, not {}", rows.len(), indices.len())),
        None => Ok(()),
    }
}
