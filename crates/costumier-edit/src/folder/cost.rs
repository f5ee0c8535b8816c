//! Folders of COST costumes: unpacks a block, and packs the text and the pictures with the block before.

use std::collections::BTreeSet;

use costumier::format::cost::Cost;
use costumier::{Costume, Dialect, Limits, Result};
use costumier_build::costume::CostumeDesign;

use super::convert::{self, Converted, Target};
use super::head::FolderHead;
use super::model::LimbCostume;
use super::picture::{EntryKind, Picture, PictureTables, Pixels};
use super::picture_files::{PlayedCostume, groups, mark_sized, write_pictures};
use super::report::Report;
use super::text::Layout;
use super::{About, Files, ORIGINAL, OriginalBlock, PackOptions, Packed, PictureFiles, TEXT, text};
use super::{changes, describe, design, interpreter, merge, parse, room_palette};
use crate::pictures::recover;

/// Unpacks a costume into its text and pictures.
pub(super) fn unpack(
    costume: &Costume,
    cost: &Cost,
    about: &About,
    form: (PictureFiles, Layout),
    limits: &Limits,
) -> Result<Files> {
    self::files(costume, &describe::describe(cost, limits), about, form, None, limits)
}

/// Writes the text and the pictures of a costume; `costume` plays the animations of a file with layers. `before` has
/// the pictures of the block that the folder is compared with, if that is another one.
pub(crate) fn files(
    costume: &Costume,
    of_block: &LimbCostume,
    about: &About,
    (pictures, layout): (PictureFiles, Layout),
    before: Option<&LimbCostume>,
    limits: &Limits,
) -> Result<Files> {
    let mut files = Files::new();
    let groups = groups(of_block, |key| Some(key.limb));
    let palette = about.palette(usize::from(of_block.colours), 0);
    let played = PlayedCostume { costume, tables: of_block, limits };
    let mut places = write_pictures(&groups, &palette, pictures, &played, &mut files)?;
    if let Some(before) = before {
        mark_sized(&mut places, of_block, before, 0);
    }
    let text = text::write(of_block, about, &places, layout);
    room_palette::write(about, &mut files);
    files.insert(TEXT.to_owned(), text.into_bytes());
    Ok(files)
}

/// Reads a folder: the costume that it wants, and the block before.
pub(crate) fn read(
    files: &Files,
    head: &FolderHead<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<(LimbCostume, About, Option<OriginalBlock<LimbCostume>>)> {
    // Pictures whose colours two entries share are read with the pixels of the block before.
    let before = files.get(ORIGINAL).and_then(|payload| {
        let dialect = head.dialect.unwrap_or(Dialect::V5);
        let opened = Costume::open(*b"COST", payload.clone(), dialect);
        let costume = opened.map_err(|error| report.refuse(ORIGINAL, error.to_string())).ok()?;
        before(costume, &options.limits)
    });
    let colours = recover::Options { nearest: options.nearest };
    let of_block = before.as_ref().map(|before| &before.of_block);
    let (wanted, about) = parse::parse(files, head.text, colours, of_block, report)?;
    report.problems.is_empty().then_some((wanted, about, before))
}

/// Describes the block that a costume had before.
pub(crate) fn before(costume: Costume, limits: &Limits) -> Option<OriginalBlock<LimbCostume>> {
    let of_block = describe::describe(costume.as_cost()?, limits);
    Some(OriginalBlock { costume, of_block })
}

/// Packs a costume into a block.
pub(crate) fn pack(
    wanted: &LimbCostume,
    mut about: About,
    before: Option<&OriginalBlock<LimbCostume>>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<Packed> {
    let dialect = options.dialect.unwrap_or(wanted.dialect);
    let before = before.filter(|_| wanted.dialect.shares_costumes_with(&dialect));
    if before.is_some() {
        let (colours, room) = ((&*about.colours, &about.unknown), &options.room_colours);
        convert::tell_other_room((&wanted.palette, used(wanted)), colours, room, &dialect, report);
    }
    let (payload, changes) = match before.and_then(|before| Some((before, before.costume.as_cost()?))) {
        Some((before, cost)) if *wanted == before.of_block => (cost.payload().to_vec(), Vec::new()),
        Some((before, cost)) => {
            let source = merge::merge(wanted, &before.of_block, cost, &options.limits, report)?;
            if !report.problems.is_empty() {
                return None;
            }
            let payload = report.accept(TEXT, source.write())?;
            interpreter::tell(Some(wanted), Some(&before.costume), (&payload, wanted.dialect), report);
            let changes = changes::changes(wanted, before, cost, &payload);
            (payload, changes)
        }
        None => {
            let made = convert(wanted, &about, (dialect, options), report)?;
            let payload = report.accept(TEXT, made.write(dialect))?;
            if dialect != wanted.dialect {
                about.unknown.clear();
            }
            about.colours = made.colours;
            if !dialect.has_akos() {
                interpreter::tell(Some(wanted), None, (&payload, dialect), report);
            }
            (payload, Vec::new())
        }
    };
    let chores = wanted.chores.iter().filter(|chore| !chore.name.is_empty());
    let chores = chores.map(|chore| (chore.number, chore.name.clone())).collect();
    let packed = Packed { payload, dialect, about, changes, notes: Vec::new(), chores };
    report.problems.is_empty().then_some(packed)
}

/// Returns the costume colours that pictures have.
fn used(costume: &LimbCostume) -> BTreeSet<u8> {
    let rows = costume.all().filter_map(|(_, entry)| match &entry.picture {
        EntryKind::Picture(Picture { pixels: Pixels::Rows(rows), .. }) => Some(rows),
        _ => None,
    });
    rows.flatten().copied().filter(|value| *value != 0).collect()
}

/// Returns the folder as a design, for any generation.
pub(super) fn as_design(
    files: &Files,
    head: &FolderHead<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<CostumeDesign> {
    let colours = recover::Options { nearest: options.nearest };
    let (wanted, about) = parse::parse(files, head.text, colours, None, report)?;
    if !report.problems.is_empty() {
        return None;
    }
    let dialect = options.dialect.unwrap_or(wanted.dialect);
    Some(convert(&wanted, &about, (dialect, options), report)?.design)
}

/// Converts the costume into a design for a generation.
fn convert(
    wanted: &LimbCostume,
    about: &About,
    (dialect, options): (Dialect, &PackOptions),
    report: &mut Report,
) -> Option<Converted> {
    let target = Target { dialect, room_colours: &options.room_colours };
    let design = design::design(wanted, report).filter(|_| report.problems.is_empty())?;
    convert::convert(design, &about.colours, &target, report)
}
