//! The costume folder: a costume as files that people can read, edit and keep under version control.
//!
//! ```text
//! block ─▸ unpack ─▸ costume.toml · limb-0.png … · original.bin ─▸ somebody's editor ─▸ pack ─▸ block
//! ```
//! `docs/costume-folder.md` describes the files. They are handed over in memory, by name; nothing here opens
//! any.
//!
//! What surprises: packing compares what the folder says with what `original.bin` says, and changes only what
//! differs. So a folder that nobody touched gives the same bytes again, also for blocks that are damaged or
//! laid out in an unusual way.

mod about;
mod describe;
mod design;
mod merge;
mod model;
mod parse;
mod report;
mod sheets;
mod source;
mod text;
mod words;

use std::collections::BTreeMap;

use costumier::build::akos::AkosForm;
use costumier::cost::command::Command;
use costumier::raw::dialect::SoundCodes;
use costumier::{Costume, Dialect, Error, ErrorKind, Limits, PictureKey, Refused, Result};

use crate::pictures::{png, recover};

pub use about::{About, DIALECTS, dialect_name, dialect_of};
pub use parse::TEXT;

use model::{Entry, EntryKind, Limb, LimbCostume, PicturePixels, Table};
use report::Report;

/// The files of a folder, by name; folders below are written with `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The block as it was, without its header.
pub const ORIGINAL: &str = "original.bin";

/// How pictures are laid down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureFiles {
    /// A sheet for each limb.
    #[default]
    Sheets,
    /// A file for each picture, in a folder for each limb.
    Single,
}

/// A packed costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The block, without its header.
    pub payload: Vec<u8>,
    /// What it is for.
    pub dialect: Dialect,
    /// What the folder says beside the costume.
    pub about: About,
    /// What was written anew, by name, with bytes before and after.
    pub changes: Vec<Change>,
    /// For people: what was assumed on the way.
    pub notes: Vec<String>,
}

/// A part of a costume that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The part: `limb 0 / picture 3 "walk-east-1"`.
    pub part: String,
    /// Bytes that it took; `None` where it was not there.
    pub before: Option<usize>,
    /// Bytes that it takes; `None` where it is gone.
    pub after: Option<usize>,
}

/// How a folder is packed.
#[derive(Clone, Debug, Default)]
pub struct PackOptions {
    /// Colours that the costume does not have become the nearest ones.
    pub nearest: bool,
    /// Another generation than the folder's.
    pub dialect: Option<Dialect>,
    /// What reading and decoding are held against.
    pub limits: Limits,
}

/// A costume as a folder.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for a costume that is no COST block; what reading its pictures and records
/// says.
pub fn unpack(costume: &Costume, about: &About, pictures: PictureFiles, limits: &Limits) -> Result<Files> {
    let Some(cost) = costume.as_cost() else {
        let why = "unpacking AKOS costumes is not there yet".to_owned();
        return Err(Error::new(ErrorKind::Unsupported(why), "costume folder"));
    };
    let mut files = Files::from([(ORIGINAL.to_owned(), cost.payload().to_vec())]);
    let said = describe::describe(cost, limits);
    let mut places = BTreeMap::new();
    for limb in &said.limbs {
        lay_down(limb, &said, about, pictures, &mut files, &mut places)?;
    }
    let text = text::write(&said, about, |key| {
        let (file, rect): &(String, Option<sheets::Rect>) = places.get(&key)?;
        Some(text::Place { file: file.clone(), rect: *rect })
    });
    files.insert(TEXT.to_owned(), text.into_bytes());
    Ok(files)
}

/// The pictures of a limb that have pixels of their own.
fn lay_down(
    limb: &Limb,
    said: &LimbCostume,
    about: &About,
    pictures: PictureFiles,
    files: &mut Files,
    places: &mut BTreeMap<PictureKey, (String, Option<sheets::Rect>)>,
) -> Result<()> {
    let palette = about.palette(usize::from(said.colours), 0);
    let wrong = |why: String| Error::new(ErrorKind::CannotWrite(why), format!("pictures of {}", limb.name));
    let mut own = Vec::new();
    for (entry, index) in table_of(&said.limbs, limb.number).iter().zip(0u16..) {
        if let EntryKind::Picture(picture) = &entry.picture
            && let PicturePixels::Rows(rows) = &picture.pixels
            && !rows.is_empty()
            && matches!(limb.table, Table::Own(_))
        {
            own.push((PictureKey { limb: limb.number, index }, &entry.name, picture.size, rows.as_slice()));
        }
    }
    match pictures {
        PictureFiles::Single => {
            for (key, name, (width, height), rows) in own {
                let file = format!("{}/{name}.png", limb.name);
                let bytes =
                    png::write(usize::from(width), usize::from(height), rows, &palette).map_err(wrong)?;
                files.insert(file.clone(), bytes);
                places.insert(key, (file, None));
            }
        }
        PictureFiles::Sheets if own.is_empty() => {}
        PictureFiles::Sheets => {
            let file = format!("{}.png", limb.name);
            let sizes: Vec<(u16, u16)> = own.iter().map(|(_, _, size, _)| *size).collect();
            let sheet = sheets::lay_out(&sizes);
            let pixels = sheet.paint(own.iter().map(|(.., rows)| *rows), 0);
            files.insert(
                file.clone(),
                png::write(sheet.width, sheet.height, &pixels, &palette).map_err(wrong)?,
            );
            for ((key, ..), rect) in own.iter().zip(&sheet.places) {
                places.insert(*key, (file.clone(), Some(*rect)));
            }
        }
    }
    Ok(())
}

/// A folder as a block.
///
/// # Errors
/// Everything that is wrong with the folder, and everything that the format cannot hold or an interpreter
/// would choke on.
pub fn pack(files: &Files, options: &PackOptions) -> Result<Packed, Refused> {
    let mut report = Report::default();
    let packed = pack_all(files, options, &mut report);
    Refused::unless_empty(report.problems)?;
    packed.map(|packed| Packed { notes: report.notes, ..packed }).ok_or(Refused { problems: vec![] })
}

fn pack_all(files: &Files, options: &PackOptions, report: &mut Report) -> Option<Packed> {
    let limits = &options.limits;
    // What the block was like is needed to read pictures whose colours two entries share.
    let named = files.get(TEXT).and_then(|text| generation_of(text));
    let original = files.get(ORIGINAL).and_then(|payload| {
        let dialect = named.unwrap_or(Dialect::V5);
        let opened = Costume::open(*b"COST", payload.clone(), dialect);
        opened.map_err(|error| report.refuse(ORIGINAL, error.to_string())).ok()
    });
    let cost = original.as_ref().and_then(Costume::as_cost);
    let said = cost.map(|cost| describe::describe(cost, limits));
    let before = |key: PictureKey| -> Option<Vec<u8>> {
        match &said.as_ref()?.picture(key)?.pixels {
            PicturePixels::Rows(rows) => Some(rows.clone()),
            PicturePixels::Borrowed(_) => None,
        }
    };
    let options_of_colours = recover::Options { nearest: options.nearest };
    let (wanted, about) = parse::parse(files, options_of_colours, &before, report)?;
    if !report.problems.is_empty() {
        return None;
    }
    let dialect = options.dialect.unwrap_or(wanted.dialect);
    let (payload, changes) = match (cost, &said) {
        (Some(cost), Some(said)) if dialect == wanted.dialect && wanted == *said => {
            (cost.payload().to_vec(), Vec::new())
        }
        (Some(cost), Some(said)) if dialect == wanted.dialect => {
            let source = merge::merge(&wanted, said, cost, limits, report)?;
            if !report.problems.is_empty() {
                return None;
            }
            let payload = report.accept(TEXT, source.write())?;
            let changes = changes(&wanted, said, cost, &payload, dialect);
            (payload, changes)
        }
        _ => {
            let design = design::design(&wanted, dialect, report)?;
            if !report.problems.is_empty() {
                return None;
            }
            let payload = if dialect.has_akos {
                let form = AkosForm::plain(dialect);
                report.accept(TEXT, design.to_akos(&form).and_then(|source| source.write()))
            } else {
                report.accept(TEXT, design.write())
            };
            (payload?, Vec::new())
        }
    };
    Some(Packed { payload, dialect, about, changes, notes: Vec::new() })
}

/// The generation that a text names, before anything else of it is read.
fn generation_of(text: &[u8]) -> Option<Dialect> {
    let table: toml::Table = toml::from_str(std::str::from_utf8(text).ok()?).ok()?;
    dialect_of(table.get("generation")?.as_str()?)
}

/// What the new block has that the old one had not.
fn changes(
    wanted: &LimbCostume,
    said: &LimbCostume,
    cost: &costumier::cost::Cost,
    payload: &[u8],
    dialect: Dialect,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let opened = Costume::open(*b"COST", payload.to_vec(), dialect).ok();
    let new = opened.as_ref().and_then(Costume::as_cost);
    let bytes =
        |cost: Option<&costumier::cost::Cost>, key| Some(cost?.picture(key).ok()?.packed.measure().bytes);
    for number in 0..16u8 {
        let [now, was] = [wanted, said].map(|costume| table_of(&costume.limbs, number));
        for index in 0..now.len().max(was.len()) {
            let [now, was] = [now.get(index), was.get(index)];
            if now.map(|entry| &entry.picture) == was.map(|entry| &entry.picture) {
                continue;
            }
            let Ok(index) = u16::try_from(index) else { continue };
            let key = PictureKey { limb: number, index };
            let name = now.or(was).map_or("", |entry| &entry.name);
            changes.push(Change {
                part: format!("limb {number} / picture {index} \"{name}\""),
                before: was.and_then(|_| bytes(Some(cost), key)),
                after: now.and_then(|_| bytes(new, key)),
            });
        }
    }
    for number in 0..64u16 {
        let [now, was] = [wanted, said].map(|costume| costume.chores.iter().find(|c| c.number == number));
        for direction in costumier::Direction::ALL {
            let [now, was] = [now, was].map(|chore| chore.and_then(|chore| chore.actions(direction)));
            if now == was {
                continue;
            }
            let index = number * 4 + u16::from(direction.number());
            let size = |cost: Option<&costumier::cost::Cost>| Some(cost?.record(index).ok()?.bytes);
            changes.push(Change {
                part: format!("chore {number} / {direction}"),
                before: was.and_then(|_| size(Some(cost))),
                after: now.and_then(|_| size(new)),
            });
        }
    }
    if wanted.palette != said.palette {
        let part = "palette".to_owned();
        changes.push(Change { part, before: Some(said.palette.len()), after: Some(wanted.palette.len()) });
    }
    changes
}

/// The entries that a limb's commands name: its own, or those of the limb whose table it shares.
fn table_of(limbs: &[Limb], number: u8) -> &[Entry] {
    let find = |number: u8| limbs.iter().find(|limb| limb.number == number).map(|limb| &limb.table);
    let table = match find(number) {
        Some(Table::SameAs(other)) => find(*other),
        own => own,
    };
    match table {
        Some(Table::Own(entries)) => entries,
        _ => &[],
    }
}

fn table_entries(costume: &LimbCostume, limb: u8) -> &[Entry] {
    table_of(&costume.limbs, limb)
}

/// Why an interpreter would choke on a window, if so (`reference/03 §4`).
fn choke(commands: &[u8], once: bool, sounds: SoundCodes) -> Option<&'static str> {
    let passing =
        |byte: Option<&u8>| byte.is_some_and(|byte| Command::from_byte(*byte, sounds).is_passed_through());
    if passing(commands.first()) {
        return Some(
            "begins with a count or a sound, which the interpreter would draw as a picture that is not there",
        );
    }
    if once && passing(commands.last()) {
        return Some(
            "is played once and ends with a count or a sound: the interpreter would never come back",
        );
    }
    None
}
