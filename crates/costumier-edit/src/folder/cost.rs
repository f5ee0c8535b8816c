//! Folders of COST costumes: what the text and the pictures say, held against the block as it was.

use costumier::build::costume::CostumeDesign;
use costumier::raw::cost::Cost;
use costumier::{Costume, Dialect, Limits, PictureKey, Result};

use super::convert::{self, Made, Target};
use super::head::Head;
use super::lay_down::{Group, Own, Stage, lay_down};
use super::model::{EntryKind, Limb, LimbCostume, PicturePixels, Table};
use super::report::Report;
use super::{About, Change, Files, ORIGINAL, PackOptions, Packed, PictureFiles, TEXT, table_of, text};
use super::{describe, design, merge, parse};
use crate::pictures::recover;

/// A costume's text and pictures.
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

/// The pictures of a limb that have pixels of their own.
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

/// The picture whose pixels are those that a picture shows.
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

/// The folder as a block.
pub(super) fn pack(
    files: &Files,
    head: &Head<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<Packed> {
    let limits = &options.limits;
    // What the block was like is needed to read pictures whose colours two entries share.
    let original = files.get(ORIGINAL).and_then(|payload| {
        let dialect = head.dialect.unwrap_or(Dialect::V5);
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
    let (wanted, mut about) = parse::parse(files, head.text, options_of_colours, &before, report)?;
    if !report.problems.is_empty() {
        return None;
    }
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
            let changes = changes(&wanted, said, cost, &payload, dialect);
            (payload, changes)
        }
        _ => {
            let made = convert(&wanted, &about, (dialect, options), report)?;
            let payload = report.accept(TEXT, made.write(dialect))?;
            about.colours = made.colours;
            (payload, Vec::new())
        }
    };
    Some(Packed { payload, dialect, about, changes, notes: Vec::new() })
}

/// The folder as a design, whatever block it shall become.
pub(super) fn as_design(
    files: &Files,
    head: &Head<'_>,
    options: &PackOptions,
    report: &mut Report,
) -> Option<CostumeDesign> {
    let colours = recover::Options { nearest: options.nearest };
    let (wanted, about) = parse::parse(files, head.text, colours, &|_| None, report)?;
    if !report.problems.is_empty() {
        return None;
    }
    let dialect = options.dialect.unwrap_or(wanted.dialect);
    Some(convert(&wanted, &about, (dialect, options), report)?.design)
}

/// The costume as a design for a generation.
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

/// What the new block has that the old one had not.
fn changes(
    wanted: &LimbCostume,
    said: &LimbCostume,
    cost: &costumier::raw::cost::Cost,
    payload: &[u8],
    dialect: Dialect,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let opened = Costume::open(*b"COST", payload.to_vec(), dialect).ok();
    let new = opened.as_ref().and_then(Costume::as_cost);
    let bytes = |cost: Option<&costumier::raw::cost::Cost>, key| {
        Some(cost?.picture(key).ok()?.packed.measure().bytes)
    };
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
            let size = |cost: Option<&costumier::raw::cost::Cost>| Some(cost?.record(index).ok()?.bytes);
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
    // Blocks of some tools have gaps, which a block that is put together anew has not.
    let sum = |size: fn(&Change) -> Option<usize>| changes.iter().filter_map(size).sum::<usize>();
    let (kept, told) = (payload.len() + sum(|it| it.before), cost.payload().len() + sum(|it| it.after));
    if let Some(gone) = told.checked_sub(kept).filter(|gone| *gone > 0) {
        let part = "headers, and bytes that nothing led to".to_owned();
        changes.push(Change { part, before: Some(gone), after: None });
    }
    changes
}
