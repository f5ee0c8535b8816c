//! Costume blocks by other programs: a folder outside the repository, with the pictures that they hold.
//!
//! ```text
//! *.cost          a COST block each, with its eight header bytes, from a v5 or a v6 game
//! *.akos          an AKOS block each, from a v7 or a v8 game; its pictures belong to no limb,
//!                 and "limb" is passed over
//! pictures.json   { "NAME": { "kind": "COST", "file": "NAME.cost", "pictures": [ { "limb": 14, "picture": 0,
//!                   "width": 27, "height": 45, "x": -13, "y": -42, "move_x": 0, "move_y": 0,
//!                   "indices": "pixels/NAME-14-0.idx" }, … ] }, … }
//! *.idx           width × height costume colours, row by row
//! ```
//! Paths count from the folder. Fields that are not named here are passed over, as are blocks of other kinds.
//!
//! Every record of each is played in packs of the engines that know its kind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use costumier::format::codec::{ColourTable, Decoder};
use costumier::{Costume, PictureKey};
use serde::Deserialize;

use crate::args::Args;
use crate::blocks::{fit, in_form_of, show};
use crate::case::Kind;
use crate::compare::{Tallies, Tally};
use crate::engine::{V6, V7};
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::{report, temp};

/// Bytes of a block's header.
const HEADER: usize = 8;

const COST: [u8; 4] = *b"COST";
const AKOS: [u8; 4] = *b"AKOS";

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
    let blocks = files(folder)?.iter().map(|file| block(file)).collect::<Outcome<Vec<_>>>()?;
    for engine in &args.engines {
        let tag = if engine.has_akos() { AKOS } else { COST };
        let own = blocks.iter().filter(|(found, _)| *found == tag);
        let payloads: Vec<_> = own.map(|(_, payload)| payload.clone()).collect();
        if payloads.is_empty() || (tag == COST && !fit(engine)) {
            continue;
        }
        let mut tallies = Tallies::new();
        show(judge, args, engine, Kind::Blocks, &payloads, &mut tallies)?;
        println!("\n{}, {} blocks\n{}", engine.name, payloads.len(), report::table(&tallies));
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
        let named = |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
        if named("cost") || named("akos") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::because(folder.display(), "holds no *.cost and no *.akos file"));
    }
    Ok(files)
}

/// A block's tag and payload.
fn block(file: &Path) -> Outcome<([u8; 4], Vec<u8>)> {
    let bytes = temp::read(file)?;
    match bytes.split_at_checked(HEADER) {
        Some((head, payload)) if head.starts_with(&COST) => Ok((COST, payload.to_vec())),
        Some((head, payload)) if head.starts_with(&AKOS) => Ok((AKOS, payload.to_vec())),
        _ => Err(Failure::because(file.display(), "is not a COST and not an AKOS block")),
    }
}

fn pictures(folder: &Path, list: &Path) -> Outcome<Tally> {
    let blocks: BTreeMap<String, Block> =
        serde_json::from_slice(&temp::read(list)?).map_err(|why| Failure::because(list.display(), why))?;
    let mut tally = Tally::default();
    for (name, listed) in blocks {
        if !["COST", "AKOS"].contains(&listed.kind.as_str()) {
            println!("{name}: {} blocks are not decoded here", listed.kind);
            continue;
        }
        let (tag, payload) = block(&folder.join(&listed.file))?;
        let costume = match tag {
            AKOS => Costume::open(tag, payload, V7.dialect()),
            _ => Costume::open(tag, in_form_of(&V6, &payload), V6.dialect()),
        };
        let costume = costume.map_err(|why| Failure::because(&name, why))?;
        for picture in &listed.pictures {
            tally.compared += 1;
            let wanted = temp::read(&folder.join(&picture.indices))?;
            if let Err(why) = check(&costume, picture, &wanted) {
                tally.different += 1;
                println!("{name}, limb {}, picture {}: {why}", picture.limb, picture.picture);
            }
        }
    }
    Ok(tally)
}

/// What is different about a picture.
fn check(costume: &Costume, wanted: &Picture, indices: &[u8]) -> Result<(), String> {
    // Pictures of AKOS costumes belong to no limb.
    let limb = if costume.as_akos().is_some() { 0 } else { wanted.limb };
    let key = PictureKey { limb, index: wanted.picture };
    let found = costume.picture(key).map_err(|why| why.to_string())?;
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
    Decoder::new().picture(&found.packed, &ColourTable::IDENTITY, &mut rows);
    match rows.iter().zip(indices).position(|(found, wanted)| found != wanted) {
        Some(at) => Err(format!("pixel {at} is {}, not {}", rows[at], indices[at])),
        None if rows.len() != indices.len() => Err(format!("{} pixels, not {}", rows.len(), indices.len())),
        None => Ok(()),
    }
}
