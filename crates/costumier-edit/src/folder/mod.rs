//! The costume folder: a costume as files that people can read, edit and keep under version control.
//!
//! ```text
//! block ─▸ unpack ─▸ costume.toml · limb-0.png … · original.bin ─▸ an editor ─▸ pack ─▸ block
//! ```
//! `docs/costume-folder.md` describes the files. Functions take and return them in memory, by name.
//!
//! There are two kinds of costume. They share pictures and their tables (`picture`), the text (`text`, `entries`),
//! names of pictures, the list of changes and the check of the new block. `cost` and `akos` have their own models,
//! because limbs play windows in one and programs in the other, and write their own blocks.
//!
//! **Note:** packing compares the folder with `original.bin` and changes only what differs. So an unedited folder
//! gives the same bytes again, even if the block is damaged or has an unusual layout.

mod about;
pub(crate) mod akos;
mod cels;
mod changes;
mod colour_report;
pub(crate) mod convert;
pub(crate) mod cost;
pub(crate) mod describe;
mod design;
mod entries;
mod fit;
pub(crate) mod head;
mod interpreter;
mod layered;
mod lines;
mod merge;
mod minimal;
pub(crate) mod model;
mod names;
mod pairing;
mod parse;
pub(crate) mod picture;
mod picture_files;
mod pixels;
pub(crate) mod report;
mod room_palette;
mod sheet_size;
mod sheets;
mod shown;
mod source;
mod text;
mod unused;
pub(crate) mod words;

use std::collections::BTreeMap;

use costumier::format::cost::CostCommand;
use costumier::format::dialect::SoundCodes;
use costumier::{Costume, Dialect, Error, ErrorKind, Limits, Problem, Refused, Result, Severity};
use costumier_build::costume::CostumeDesign;

pub(crate) use cels::trimmed;

pub use about::{About, DIALECTS, dialect_name, dialect_of};
pub use head::origin;
pub use minimal::minimal;
pub(crate) use parse::STEPS;

use crate::pictures::Rgb;
use model::LimbCostume;
use report::Report;
pub(crate) use text::Layout;

/// The files of a folder, by name. Names in subfolders contain `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The name of the file that describes the costume.
pub const TEXT: &str = "costume.toml";

/// The name of the file with the original block, without its header.
pub const ORIGINAL: &str = "original.bin";

/// How a folder stores pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureFiles {
    /// One sheet for each limb.
    #[default]
    Sheets,
    /// One file for each picture, in a folder for each limb.
    Single,
    /// One `.aseprite` file: a layer for each limb, a tag for each animation.
    Aseprite,
}

/// A costume folder that was packed into a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The block, without its header.
    pub payload: Vec<u8>,
    /// The dialect that the block is for.
    pub dialect: Dialect,
    /// Where the costume comes from.
    pub about: About,
    /// The parts that were written anew, with bytes before and after.
    pub changes: Vec<Change>,
    /// What was assumed, for people.
    pub notes: Vec<String>,
    /// The names of chores in the folder, by number.
    pub chores: Vec<(u16, String)>,
}

impl Packed {
    /// Opens the block.
    ///
    /// # Errors
    /// As [`Costume::open`].
    pub fn costume(&self) -> costumier::Result<Costume> {
        let tag = self.dialect.costumes.tag();
        Costume::open(tag, self.payload.clone(), self.dialect)
    }

    /// Returns the id under which the costume is shown alone: the folder's id, or 1.
    #[must_use]
    pub fn shown_id(&self) -> u16 {
        self.about.id.and_then(|id| u16::try_from(id).ok()).unwrap_or(1)
    }
}

/// A part of a costume that was written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The name of the part: `limb 0 / picture 3 "walk-east-1"`.
    pub part: String,
    /// Size in bytes before; `None` for a new part.
    pub before: Option<usize>,
    /// Size in bytes now; `None` for a part that was removed.
    pub after: Option<usize>,
}

/// Options for packing a folder.
#[derive(Clone, Debug, Default)]
pub struct PackOptions {
    /// Replaces colours that the costume does not have by their nearest ones.
    pub nearest: bool,
    /// The generation to convert to; `None` for the folder's own.
    pub dialect: Option<Dialect>,
    /// The 256 colours of the room that the costume goes into; empty if unknown. A costume of another generation gets
    /// the nearest of them.
    pub room_colours: Vec<Rgb>,
    /// The limits for reading and decoding.
    pub limits: Limits,
}

/// Unpacks a costume into a folder.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for kinds of costumes without folders; errors of writing its pictures.
pub fn unpack(costume: &Costume, about: &About, pictures: PictureFiles, limits: &Limits) -> Result<Files> {
    let mut files = unpack_as(costume, about, (pictures, Layout::Full), limits)?;
    files.insert(ORIGINAL.to_owned(), costume.payload().to_vec());
    Ok(files)
}

fn unpack_as(
    costume: &Costume,
    about: &About,
    form: (PictureFiles, Layout),
    limits: &Limits,
) -> Result<Files> {
    editable(costume)?;
    match (costume.as_cost(), costume.as_akos()) {
        (Some(cost), _) => cost::unpack(costume, cost, about, form, limits),
        (None, Some(akos)) => akos::unpack(costume, akos, about, form, None, limits),
        (None, None) => Ok(Files::new()),
    }
}

/// Refuses kinds of costumes without folders.
pub(crate) fn editable(costume: &Costume) -> Result<()> {
    let (kind, source) = match (costume.as_cost(), costume.as_akos()) {
        (Some(_), _) if costume.own_colours().is_some() => ("for the PC-Engine", "cost::CostSource"),
        (None, None) if costume.as_nes().is_some() => ("of the NES", "nes::NesSource"),
        (None, None) => ("of v0", "v0::V0Source"),
        _ => return Ok(()),
    };
    let text = format!(
        "costume folders {kind}: a costume of this kind can be changed by the library (format::{source}), and exported"
    );
    Err(Error::new(ErrorKind::Unsupported(text), "costume folder"))
}

/// Unpacks a costume into a folder for a new costume: without `original.bin`, so that packing keeps nothing of the
/// old block.
///
/// # Errors
/// As [`unpack`].
pub fn unpack_as_new(
    costume: &Costume,
    about: &About,
    pictures: PictureFiles,
    limits: &Limits,
) -> Result<Files> {
    let mut files = unpack(costume, about, pictures, limits)?;
    drop_original(&mut files);
    Ok(files)
}

/// Removes the block from a folder, and the sentence about it.
pub(crate) fn drop_original(files: &mut Files) {
    files.remove(ORIGINAL);
    if let Some(text) = files.get_mut(TEXT) {
        *text = String::from_utf8_lossy(text).replacen(text::KEEPS, "", 1).into_bytes();
    }
}

/// Packs a folder into a block.
///
/// # Errors
/// Everything that is wrong with the folder, that the format cannot hold, or that breaks an interpreter.
pub fn pack(files: &Files, options: &PackOptions) -> Result<Packed, Refused> {
    let (packed, notes) = read(files, |head, report| pack_as(files, head, options, report))?;
    Ok(Packed { notes, ..packed })
}

fn pack_as(
    files: &Files,
    head: &head::FolderHead<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<Packed> {
    match head.kind {
        head::Kind::Cost => {
            let (wanted, about, before) = cost::read(files, head, options, report)?;
            cost::pack(&wanted, about, before.as_ref(), options, report)
        }
        head::Kind::Akos => akos::pack(files, head, options, report),
    }
}

/// The block that a costume had before, and what it says.
#[derive(Clone, Debug)]
pub(crate) struct OriginalBlock<M> {
    pub(crate) costume: Costume,
    pub(crate) of_block: M,
}

/// Converts a costume to another generation, like packing its folder with [`PackOptions::dialect`].
///
/// # Errors
/// Errors of [`unpack`] and [`pack`]. Problems name no line, because there is no text file.
pub fn convert(costume: &Costume, about: &About, options: &PackOptions) -> Result<Packed, Refused> {
    let files = unpack_as_new(costume, about, PictureFiles::Sheets, &options.limits)
        .map_err(|error| refused("costume", error.to_string()))?;
    without_text(|report| head::read(&files, report).and_then(|head| pack_as(&files, &head, options, report)))
}

/// Writes a costume that was made here, for the generation of `options`, as a folder with a short text. Returns its
/// files, and what was changed for the generation.
pub(crate) fn write_new(
    wanted: &LimbCostume,
    about: About,
    options: &PackOptions,
    pictures: PictureFiles,
) -> Result<(Files, Vec<String>), Refused> {
    let packed = without_text(|report| cost::pack(wanted, about, None, options, report))?;
    let failed = |error: Error| refused("costume", error.to_string());
    let costume = packed.costume().map_err(failed)?;
    let is_own = packed.dialect.shares_costumes_with(&wanted.dialect);
    let form = (pictures, Layout::Short);
    let files = match is_own {
        // Limbs and pictures keep their names.
        true => {
            let wanted = LimbCostume { dialect: packed.dialect, ..wanted.clone() };
            cost::files(&costume, &wanted, &packed.about, form, None, &options.limits)
        }
        false => unpack_as(&costume, &packed.about, form, &options.limits),
    };
    Ok((files.map_err(failed)?, packed.notes))
}

/// Refuses something for one reason.
pub(crate) fn refused(path: impl Into<String>, text: impl Into<String>) -> Refused {
    Refused { problems: vec![Problem::new(Severity::Broken, path, None, text)] }
}

/// Packs what no text file says: problems and notes name things, and no line of `costume.toml`.
pub(crate) fn without_text(pack: impl FnOnce(&mut Report) -> Option<Packed>) -> Result<Packed, Refused> {
    let mut report = Report::default();
    let packed = pack(&mut report);
    for problem in report.problems.iter_mut().chain(&mut report.notes) {
        if let Some(thing) = problem.path.strip_prefix(TEXT).and_then(|rest| rest.strip_prefix(": ")) {
            problem.path = thing.to_owned();
        }
    }
    report.join();
    let notes = report.note_lines();
    Refused::unless_empty(report.problems)?;
    let packed = packed.ok_or(Refused { problems: vec![] })?;
    Ok(Packed { notes, ..packed })
}

/// Returns the design of a folder of a COST costume, for callers that make something else of it than [`pack`] does.
/// It ignores `original.bin`.
///
/// # Errors
/// Everything that is wrong with the folder; a folder of an AKOS costume, whose programs no design can hold.
pub fn design(files: &Files, options: &PackOptions) -> Result<CostumeDesign, Refused> {
    let (design, _) = read(files, |head, report| match head.kind {
        head::Kind::Cost => cost::as_design(files, head, options, report),
        head::Kind::Akos => {
            report.refuse(
                format!("{TEXT}: kind"),
                "is akos, and a design cannot hold the programs of AKOS costumes",
            );
            None
        }
    })?;
    Ok(design)
}

/// Returns what is made of a folder, and the notes; or all problems, with their lines.
pub(crate) fn read<T>(
    files: &Files,
    make: impl FnOnce(&head::FolderHead<'_>, &mut Report) -> Option<T>,
) -> Result<(T, Vec<String>), Refused> {
    let mut report = Report::default();
    let made = head::read(files, &mut report).and_then(|head| make(&head, &mut report));
    let text = files.get(TEXT).filter(|bytes| bytes.len() <= head::MOST_TEXT);
    if let Some(Ok(text)) = text.map(|bytes| std::str::from_utf8(bytes)) {
        unused::tell(files, text, &mut report);
        lines::add(text, &mut report);
    }
    report.join();
    let notes = report.note_lines();
    Refused::unless_empty(report.problems)?;
    made.map(|made| (made, notes)).ok_or(Refused { problems: vec![] })
}

/// Returns why a list of steps breaks an interpreter, if it does (`docs/format/animation.md §4`).
fn choke(commands: &[u8], once: bool, sounds: SoundCodes) -> Option<&'static str> {
    let passing = |byte: Option<&u8>| {
        byte.is_some_and(|byte| CostCommand::from_byte(*byte, sounds).is_passed_through())
    };
    if passing(commands.first()) {
        return Some(
            "begins with a count or a sound, which the interpreter would draw as a picture that does not exist",
        );
    }
    if once && passing(commands.last()) {
        return Some("is played once and ends with a count or a sound, so the interpreter would hang");
    }
    None
}
