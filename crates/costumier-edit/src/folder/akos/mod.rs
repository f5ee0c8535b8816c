//! Folders of AKOS costumes: `costume.toml`, `program.txt`, pictures, and files of bytes that have no text form.
//!
//! **Note:** pictures belong to the whole costume, not to a limb. A picture is named after the first animation that
//! shows it, and is on the sheet of the limb that does; the program uses these names.

pub(crate) mod changed;
mod changes;
mod describe;
mod drawn;
pub(crate) mod edited;
mod frames;
mod lists;
mod merge;
pub(crate) mod model;
mod names;
pub(crate) mod parse;
mod pictures;
mod program;
mod recolour;
mod records;
mod source;
mod text;
mod to_cost;
mod unreached;

use std::collections::BTreeSet;

use costumier::format::akos::Akos;
use costumier::format::akos::program::Program;
use costumier::{Costume, Dialect, Direction, Error, ErrorKind, Facing, Limits, Result};

use super::convert::{self, Target};
use super::describe::chore_name;
use super::head::FolderHead;
use super::picture_files::{PicturePositions, PixelPlace, PlayedCostume, groups, mark_sized, write_pictures};
use super::report::Report;
use super::shown::Names;
use super::{About, Change, Files, ORIGINAL, OriginalBlock, PackOptions, Packed, PictureFiles, TEXT};
use super::{interpreter, room_palette};
use crate::folder::picture::{EntryKind, PictureTables, Pixels};
use crate::folder::text::Layout;
use crate::pictures::PictureFileError;
use crate::pictures::{png, recover};

use lists::Lists;
use model::AkosCostume;
use names::names;
pub(crate) use parse::record_index;
use program::{Listing, PROGRAM};

/// Unpacks a costume into its text, program and pictures. `before` has the pictures of the block that the folder is
/// compared with, if that is another one.
pub(crate) fn unpack(
    costume: &Costume,
    akos: &Akos,
    about: &About,
    (pictures, layout): (PictureFiles, Layout),
    before: Option<&AkosCostume>,
    limits: &Limits,
) -> Result<Files> {
    let program = Program::of(akos);
    let names = names(akos, &program);
    let of_block = describe::describe(akos, &names, limits);
    let (listing, lists) = written(akos, &program, &names, &of_block);
    let mut files = Files::new();
    let palette = about.palette(colours(&of_block), akos.transparent());
    let played = PlayedCostume { costume, tables: &of_block, limits };
    let groups = groups(&of_block, |key| names.limb(key));
    let mut places = write_pictures(&groups, &palette, pictures, &played, &mut files)?;
    if let Some(before) = before {
        mark_sized(&mut places, &of_block, before, akos.transparent());
    }
    let beside = beside(&of_block, about, &mut places, &mut files)?;
    room_palette::write(about, &mut files);
    let text = text::write(&of_block, about, (&listing, &lists), (&places, &beside), layout);
    files.insert(TEXT.to_owned(), text.into_bytes());
    if lists.need_program(layout) {
        files.insert(PROGRAM.to_owned(), listing.text.into_bytes());
    }
    Ok(files)
}

/// Returns the program of a block as text that packs to the same bytes, and the windows that are lists.
fn written(akos: &Akos, program: &Program<'_>, names: &Names, of_block: &AkosCostume) -> (Listing, Lists) {
    let lists = Lists::of(program, of_block);
    let mut listing = listing(akos, program, names, (of_block, &lists));
    if !gives_back(&listing.text, of_block) {
        listing = Listing::plain(&of_block.sequence);
    }
    (listing, lists)
}

/// Returns the program of a block as text.
fn listing(
    akos: &Akos,
    program: &Program<'_>,
    names: &Names,
    (of_block, lists): (&AkosCostume, &Lists),
) -> Listing {
    let asked = of_block.jumps.iter().copied();
    let asked = asked.chain(of_block.jump_slices.iter().map(|slice| slice.0));
    let starts = of_block.condition_starts.iter().filter_map(|(start, _)| u16::try_from(*start).ok());
    Listing::of(akos, program, names, lists, asked.chain(starts))
}

/// Whether packing a program's text gives the same bytes.
fn gives_back(text: &str, of_block: &AkosCostume) -> bool {
    let mut report = Report::default();
    let picture = |name: &str| parse::number_of(&of_block.pictures, name);
    let again = program::assemble(text, &of_block.dialect.akos, &picture, &|_| String::new(), &mut report);
    report.problems.is_empty() && again.bytes == of_block.sequence
}

/// Returns the number of possible pixel values.
fn colours(costume: &AkosCostume) -> usize {
    costume.header.codec.colours(costume.palette.len())
}

/// Writes files for data that is no picture and has no text form.
fn beside(
    of_block: &AkosCostume,
    about: &About,
    places: &mut PicturePositions,
    files: &mut Files,
) -> Result<text::OtherFiles> {
    let mut beside = text::OtherFiles { frames: Vec::new(), blocks: Vec::new() };
    for (key, entry) in of_block.all() {
        let EntryKind::Picture(picture) = &entry.picture else { continue };
        if let Pixels::Packed(bytes) = &picture.pixels {
            let file = format!("packed/{}.bin", entry.name);
            files.insert(file.clone(), bytes.clone());
            places.insert(key, PixelPlace { file, rect: None, on: None, is_sized: false });
        }
    }
    let mut left = drawn::MOST_PIXELS;
    for (number, frame) in of_block.frames.iter().enumerate() {
        let picture = drawn::drawn(frame, drawn::shared(of_block), left);
        let ending = if picture.is_some() { "png" } else { "bin" };
        let file = format!("frames/frame-{number}.{ending}");
        if let Some(drawn) = &picture {
            left = left.saturating_sub(drawn.values.len());
            let palette = drawn::palette_or_grey(about, drawn.keys);
            let size = (drawn.size.0.into(), drawn.size.1.into());
            let png = png::write(size.0, size.1, &drawn.values, &palette);
            let refused =
                |why: PictureFileError| Error::new(ErrorKind::CannotWrite(why.into()), "auxiliary frame");
            files.insert(file.clone(), png.map_err(refused)?);
        } else if !frame.changes.is_empty() {
            files.insert(file.clone(), frame.changes.clone());
        }
        beside.frames.push((file, picture));
    }
    for (number, (tag, payload)) in of_block.others.iter().enumerate() {
        let tag: String = tag.iter().filter(|b| b.is_ascii_alphanumeric()).map(|b| char::from(*b)).collect();
        let file = format!("blocks/{number}-{tag}.bin");
        files.insert(file.clone(), payload.clone());
        beside.blocks.push(file);
    }
    Ok(beside)
}

/// Packs a folder into a block.
pub(super) fn pack(
    files: &Files,
    head: &FolderHead<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<Packed> {
    let own = head.dialect.unwrap_or(Dialect::V7);
    if !own.has_akos() {
        let text = format!(
            "an AKOS costume cannot be packed for {}; use v7, v8, or he61 to he100",
            own.generation()
        );
        report.refuse(format!("{TEXT}: generation"), text);
        return None;
    }
    let dialect = options.dialect.unwrap_or(own);
    if !convert::has_form(&dialect, report) {
        return None;
    }
    if dialect.has_akos() {
        return Some(pack_akos(files, head, options, dialect, report)?.0);
    }
    // The block of the folder's own generation has all that is converted; names come from the folder.
    let (packed, wanted) = pack_akos(files, head, options, own, report)?;
    let costume = Costume::open(*b"AKOS", packed.payload, own);
    let costume = costume.map_err(|error| report.refuse(TEXT, error.to_string())).ok()?;
    let akos = costume.as_akos()?;
    let mut of_block = describe::describe(akos, &names(akos, &Program::of(akos)), &options.limits);
    for (entry, named) in of_block.pictures.iter_mut().zip(wanted.pictures) {
        entry.name = named.name;
    }
    // The costume's colours are room colours. A generation without room colours gets them through one that has.
    let between = if dialect.fixed_colours { Dialect::V6 } else { dialect };
    let made = to_cost::to_cost(akos, &of_block, between, &packed.about.colours, &options.limits, report)?;
    let target = Target { dialect, room_colours: &options.room_colours };
    let made = convert::convert(made.design, &made.colours, &target, report)?;
    let payload = report.accept(TEXT, made.write(dialect))?;
    let about = About { colours: made.colours, unknown: BTreeSet::new(), ..packed.about };
    Some(Packed { payload, dialect, about, changes: Vec::new(), notes: Vec::new(), chores: packed.chores })
}

/// Packs a folder into an AKOS block. Also returns its model.
fn pack_akos(
    files: &Files,
    head: &FolderHead<'_>,
    options: &PackOptions,
    dialect: Dialect,
    report: &mut Report,
) -> Option<(Packed, AkosCostume)> {
    let (parse::Parsed { costume: mut wanted, mut about, chores, program }, before) =
        read(files, head, dialect, options, report)?;
    // A costume without a block before has no numbers to keep either.
    let is_new = before.is_none() && dialect.high_colour.is_none();
    if is_new || dialect != head.dialect.unwrap_or(Dialect::V7) {
        recolour::recolour(&mut wanted, &mut about, &options.room_colours, report);
    }
    let (payload, changes) = write(&wanted, before.as_ref(), report)?;
    let text = before.as_ref().and_then(|OriginalBlock { costume, of_block }| {
        let akos = costume.as_akos()?;
        let program = Program::of(akos);
        Some(listing(akos, &program, &names(akos, &program), (of_block, &Lists::of(&program, of_block))).text)
    });
    unreached::tell((text.as_deref(), &program.text), &program.spans, (&payload, dialect), report);
    let packed = Packed { payload, dialect, about, changes, notes: Vec::new(), chores };
    report.problems.is_empty().then_some((packed, wanted))
}

/// Reads a folder: the costume that it wants for a generation, and the block before.
pub(crate) fn read(
    files: &Files,
    head: &FolderHead<'_>,
    dialect: Dialect,
    options: &PackOptions,
    report: &mut Report,
) -> Option<(parse::Parsed, Option<OriginalBlock<AkosCostume>>)> {
    let before = files.get(ORIGINAL).and_then(|payload| {
        let opened = Costume::open(*b"AKOS", payload.clone(), head.dialect.unwrap_or(Dialect::V7));
        let costume = opened.map_err(|error| report.refuse(ORIGINAL, error.to_string())).ok()?;
        before(costume, &options.limits)
    });
    let of_block = before.as_ref().map(|before| &before.of_block);
    let colours = recover::Options { nearest: options.nearest };
    let parsed = parse::parse(files, head.text, dialect, colours, of_block, report)?;
    report.problems.is_empty().then_some((parsed, before))
}

/// Describes the block that a costume had before.
pub(crate) fn before(costume: Costume, limits: &Limits) -> Option<OriginalBlock<AkosCostume>> {
    let akos = costume.as_akos()?;
    let of_block = describe::describe(akos, &names(akos, &Program::of(akos)), limits);
    Some(OriginalBlock { costume, of_block })
}

/// Packs a costume into a block.
pub(crate) fn pack_model(
    wanted: &AkosCostume,
    about: About,
    before: Option<&OriginalBlock<AkosCostume>>,
    report: &mut Report,
) -> Option<Packed> {
    let (payload, changes) = write(wanted, before, report)?;
    let directions = wanted.directions();
    let mut chores: Vec<u16> = wanted.records.keys().map(|index| index / directions).collect();
    chores.dedup();
    let chores = chores.into_iter().map(|number| (number, chore_name(&wanted.dialect, number))).collect();
    let packed = Packed { payload, dialect: wanted.dialect, about, changes, notes: Vec::new(), chores };
    report.problems.is_empty().then_some(packed)
}

/// Returns the number of pixel values that pictures may use, and the one that is not drawn.
pub(crate) fn pixel_values(costume: &AkosCostume) -> (usize, u8) {
    (colours(costume), costume.header.codec.transparent(&costume.palette, &costume.dialect.akos))
}

/// Writes a costume as a block, and compares it with the block before.
pub(super) fn write(
    wanted: &AkosCostume,
    before: Option<&OriginalBlock<AkosCostume>>,
    report: &mut Report,
) -> Option<(Vec<u8>, Vec<Change>)> {
    let as_before = before.filter(|before| before.of_block.dialect == wanted.dialect);
    let written = match as_before.and_then(|before| Some((before.costume.as_akos()?, before))) {
        Some((akos, before)) => {
            let payload = merge::merge(akos, &before.of_block, wanted, report);
            let changes = changes::changes(wanted, before, akos, &payload);
            (payload, changes)
        }
        None => (merge::build(wanted, report)?, Vec::new()),
    };
    let before = before.map(|before| &before.costume);
    interpreter::tell(None, before, (&written.0, wanted.dialect), report);
    Some(written)
}

/// Returns the position of a facing within a chore: East first, because West is mostly its mirror image.
fn rank(facing: u16, directions: u16) -> u16 {
    let rank = match directions {
        8 => [2, 6, 0, 4, 1, 5, 3, 7].get(usize::from(facing)),
        _ => [3, 0, 1, 2].get(usize::from(facing)),
    };
    rank.copied().unwrap_or(u16::MAX)
}

/// Returns the name of the facing of a record.
pub(crate) fn facing_name(index: u16, directions: u16) -> &'static str {
    match directions {
        8 => Facing::from_angle(45 * i32::from(index % 8)).name(),
        _ => Direction::from_number(index.to_le_bytes()[0]).name(),
    }
}

/// Returns the number of limbs that records use.
fn limbs_in_use(costume: &AkosCostume) -> u16 {
    let mut used = [false; costumier::format::akos::LIMBS];
    for index in costume.records.keys() {
        for (slot, entry) in used.iter_mut().zip(costume.record(*index).into_iter().flatten()) {
            *slot |= entry.is_some();
        }
    }
    u16::try_from(used.iter().filter(|used| **used).count()).unwrap_or(0)
}

/// Returns the number of entries that the record table needs: those of all chores that exist.
fn records_needed(costume: &AkosCostume) -> u16 {
    let directions = costume.directions();
    let last = costume.records.keys().next_back().map_or(0, |index| index / directions + 1);
    last.saturating_mul(directions)
}
