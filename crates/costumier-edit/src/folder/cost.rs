//! Folders of COST costumes: unpacks a block, and packs the text and the pictures with the block before.

use costumier::build::costume::CostumeDesign;
use costumier::format::cost::Cost;
use costumier::{Costume, Dialect, Limits, PictureKey, Result};

use super::convert::{self, Made, Target};
use super::head::{self, Head};
use super::lay_down::{Group, Own, Stage, lay_down};
use super::model::{EntryKind, Limb, LimbCostume, PicturePixels, Table};
use super::report::Report;
use super::{About, Files, ORIGINAL, PackOptions, Packed, PictureFiles, TEXT, table_of, text};
use super::{changes, describe, design, interpreter, merge, parse};
use crate::pictures::recover;

/// Unpacks a costume into its text and pictures.
pub(super) fn unpack(
    costume: &Costume,
    cost: &Cost,
    about: &About,
    pictures: PictureFiles,
    limits: &Limits,
) -> Result<Files> {
    let mut files = Files::new();
    let said = describe::describe(cost, limits);
    let groups: Vec<Group<'_>> = said.limbs.iter().map(|limb| group(limb, &said)).collect();
    let palette = about.palette(usize::from(said.colours), 0);
    let alike = |key: PictureKey| alike(&said, key);
    let stage = Stage { costume, alike: &alike, limits };
    let places = lay_down(&groups, &palette, pictures, &stage, &mut files)?;
    let text = text::write(&said, about, &places);
    files.insert(TEXT.to_owned(), text.into_bytes());
    Ok(files)
}

/// Returns the pictures of a limb that have pixels of their own.
fn group<'a>(limb: &'a Limb, said: &'a LimbCostume) -> Group<'a> {
    let mut pictures = Vec::new();
    for (entry, index) in table_of(&said.limbs, limb.number).iter().zip(0..=u16::MAX) {
        if let EntryKind::Picture(picture) = &entry.picture
            && let PicturePixels::Rows(rows) = &picture.pixels
            && !rows.is_empty()
            && matches!(limb.table, Table::Own(_))
        {
            let key = PictureKey { limb: limb.number, index };
            pictures.push(Own { key, name: &entry.name, size: picture.size, at: picture.at, rows });
        }
    }
    Group { name: limb.name.clone(), pictures }
}

/// Returns the picture that owns the pixels which a picture shows.
fn alike(said: &LimbCostume, key: PictureKey) -> Option<PictureKey> {
    let limb = said.limbs.iter().find(|limb| limb.number == key.limb)?;
    let key = match limb.table {
        Table::SameAs(other) => PictureKey { limb: other, ..key },
        _ => key,
    };
    let key = match &table_of(&said.limbs, key.limb).get(usize::from(key.index))?.picture {
        EntryKind::SameAs(other) => *other,
        _ => key,
    };
    let picture = said.picture(key)?;
    match picture.pixels {
        PicturePixels::Rows(_) => Some(key),
        PicturePixels::Borrowed(lender) => {
            let same = said.picture(lender).is_some_and(|lender| lender.size == picture.size);
            same.then_some(lender)
        }
    }
}

/// Packs a folder into a block.
pub(super) fn pack(
    files: &Files,
    head: &Head<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<Packed> {
    let limits = &options.limits;
    // Pictures whose colours two entries share are read with the pixels of the block before.
    let original = files.get(ORIGINAL).and_then(|payload| {
        let dialect = head.dialect.unwrap_or(Dialect::V5);
        let opened = Costume::open(*b"COST", payload.clone(), dialect);
        opened.map_err(|error| report.refuse(ORIGINAL, error.to_string())).ok()
    });
    let cost = original.as_ref().and_then(Costume::as_cost);
    let said = cost.map(|cost| describe::describe(cost, limits));
    let options_of_colours = recover::Options { nearest: options.nearest };
    let (wanted, mut about) = parse::parse(files, head.text, options_of_colours, said.as_ref(), report)?;
    if !report.problems.is_empty() {
        return None;
    }
    let chores = head::chore_names(head.text);
    let dialect = options.dialect.unwrap_or(wanted.dialect);
    let is_own = wanted.dialect.shares_costumes_with(&dialect);
    let (payload, changes) = match (cost, &said) {
        (Some(cost), Some(said)) if is_own && wanted == *said => (cost.payload().to_vec(), Vec::new()),
        (Some(cost), Some(said)) if is_own => {
            let source = merge::merge(&wanted, said, cost, limits, report)?;
            if !report.problems.is_empty() {
                return None;
            }
            let payload = report.accept(TEXT, source.write())?;
            interpreter::tell(&wanted, original.as_ref(), &payload, report);
            let changes = changes::changes(&wanted, said, cost, &payload);
            (payload, changes)
        }
        _ => {
            let made = convert(&wanted, &about, (dialect, options), report)?;
            let payload = report.accept(TEXT, made.write(dialect))?;
            about.colours = made.colours;
            if !dialect.has_akos() {
                interpreter::tell(&LimbCostume { dialect, ..wanted }, None, &payload, report);
            }
            (payload, Vec::new())
        }
    };
    report.problems.is_empty().then_some(Packed {
        payload,
        dialect,
        about,
        changes,
        notes: Vec::new(),
        chores,
    })
}

/// Returns the folder as a design, for any generation.
pub(super) fn as_design(
    files: &Files,
    head: &Head<'_>,
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
) -> Option<Made> {
    let target = Target { dialect, room_colours: &options.room_colours };
    let design = design::design(wanted, report).filter(|_| report.problems.is_empty())?;
    convert::convert(design, &about.colours, &target, report)
}
