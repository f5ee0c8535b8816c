//! Merges the contents of an AKOS folder with the block before, or builds a block from the folder alone. Each child
//! block is written anew only if its contents changed.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{Akos, AkosEdit, AkosSource, Header, MAX_COLOURS, Packer};
use costumier::format::block::write::BlockWriter;

use super::describe::USUAL;
use super::model::{AkosCostume, Record, Tag};
use super::{frames, pictures, records};
use crate::folder::TEXT;
use crate::folder::report::Report;

/// Returns the block's payload as the folder wants it. `of_block` is the folder's model of the block before.
pub(super) fn merge(
    akos: &Akos,
    of_block: &AkosCostume,
    wanted: &AkosCostume,
    report: &mut Report,
) -> Vec<u8> {
    let mut edit = akos.edit();
    let same_packing = of_block.header.codec == wanted.header.codec && of_block.palette == wanted.palette;
    let packer = match same_packing {
        true => akos.packer(),
        false => Packer::of(wanted.header.codec, &wanted.palette),
    };
    if wanted.pictures != of_block.pictures || !same_packing {
        pictures::merge(&mut edit, of_block, wanted, packer, report);
    }
    if wanted.palette != of_block.palette {
        edit.set_block(*b"AKPL", wanted.palette.clone());
    }
    if wanted.sequence != of_block.sequence {
        edit.set_block(*b"AKSQ", wanted.sequence.clone());
    }
    let mut table = akos.record_count();
    let count = table;
    if indices(of_block, wanted).any(|index| of_block.record(index) != wanted.record(index))
        || wanted.header.chores > of_block.header.chores
    {
        let payload = edit.block(*b"AKCH").unwrap_or_default().to_vec();
        match records::merge(akos, of_block, wanted, &payload) {
            Ok((payload, count)) => {
                table = count;
                edit.set_block(*b"AKCH", payload);
            }
            Err(why) => report.refuse(format!("{TEXT}: chore"), why),
        }
    }
    header(&mut edit, of_block, wanted, (table != count).then_some(table));
    for (tag, was, is) in small(of_block).into_iter().zip(small(wanted)).map(|(was, is)| (was.0, was.1, is.1))
    {
        if was != is {
            edit.set_block(tag, is);
        }
    }
    if wanted.others != of_block.others {
        others(&mut edit, of_block, wanted, report);
    }
    edit.write()
}

/// Returns the indices of all records of both costumes.
fn indices<'a>(of_block: &'a AkosCostume, wanted: &'a AkosCostume) -> impl Iterator<Item = u16> + 'a {
    of_block.records.keys().chain(wanted.records.keys()).copied()
}

/// Changes fields of AKHD that differ, and counts that changed. Everything else in AKHD stays.
fn header(edit: &mut AkosEdit, of_block: &AkosCostume, wanted: &AkosCostume, records: Option<usize>) {
    let old = edit.block(*b"AKHD").unwrap_or_default();
    let Ok(header) = Header::read(costumier::format::bytes::Bytes::new(old)) else { return };
    let rest = old.get(header.write().len()..).unwrap_or_default().to_vec();
    let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let added = Some(wanted.pictures.len()).filter(|number| *number != of_block.pictures.len());
    let header = Header {
        chores: records.map_or(header.chores, count),
        pictures: added.map_or(header.pictures, count),
        ..wanted.header
    };
    edit.set_block(*b"AKHD", [header.write(), rest].concat());
}

/// Returns the small tables, in the order of the original tools.
fn small(costume: &AkosCostume) -> Vec<(Tag, Vec<u8>)> {
    let jumps = costume.jumps.iter().flat_map(|jump| jump.to_le_bytes()).collect();
    let starts = costume.condition_starts.iter();
    let starts = starts
        .flat_map(|(start, first)| [*start, first.saturating_mul(4)])
        .flat_map(u32::to_le_bytes)
        .collect();
    let slices = costume.jump_slices.iter();
    let slices = slices
        .flat_map(|(start, first, count)| [*start, first.saturating_mul(2), *count])
        .flat_map(u16::to_le_bytes)
        .collect();
    let conditions = costume.conditions.iter().flat_map(|word| word.to_le_bytes()).collect();
    let frames = if costume.frames.is_empty() { Vec::new() } else { frames::write(&costume.frames) };
    vec![
        (*b"RGBS", costume.artist.as_flattened().to_vec()),
        (*b"AKFO", jumps),
        (*b"AKST", starts),
        (*b"AKSF", slices),
        (*b"AKCT", conditions),
        (*b"AKAX", frames),
    ]
}

fn others(edit: &mut AkosEdit, of_block: &AkosCostume, wanted: &AkosCostume, report: &mut Report) {
    let counts = |costume: &AkosCostume| {
        let mut counts = BTreeMap::new();
        costume.others.iter().for_each(|(tag, _)| *counts.entry(*tag).or_insert(0) += 1);
        counts
    };
    let (there, given) = (counts(of_block), counts(wanted));
    let same: BTreeSet<_> = of_block.others.iter().collect();
    for block in wanted.others.iter().filter(|block| !same.contains(block)) {
        let (tag, payload) = block;
        if there.get(tag).max(given.get(tag)).is_some_and(|times| *times > 1) {
            let text = "occurs more than once in the block, so it cannot be changed";
            report.refuse(format!("{TEXT}: block \"{}\"", tag.escape_ascii()), text);
            continue;
        }
        edit.set_block(*tag, payload.clone());
    }
    for (tag, _) in of_block.others.iter().filter(|(tag, _)| !given.contains_key(tag)) {
        let text = "cannot be removed from the block; delete original.bin to build the costume anew";
        report.refuse(format!("{TEXT}: block \"{}\"", tag.escape_ascii()), text);
    }
}

/// Builds the payload from the folder alone.
pub(super) fn build(wanted: &AkosCostume, report: &mut Report) -> Option<Vec<u8>> {
    let mut source = AkosSource::new(wanted.header.codec, wanted.palette.clone());
    source.flags = wanted.header.flags;
    source.sequence.clone_from(&wanted.sequence);
    source.record_table = vec![None; usize::from(wanted.header.chores)];
    let mut places = BTreeMap::new();
    for index in wanted.records.keys().copied() {
        let Some(limbs) = wanted.record(index) else { continue };
        let owner = match wanted.records.get(&index) {
            Some(Record::SameAs(other)) => *other,
            _ => index,
        };
        let number = *places.entry(owner).or_insert_with(|| {
            source.records.push(*limbs);
            source.records.len() - 1
        });
        if let Some(slot) = source.record_table.get_mut(usize::from(index)) {
            *slot = Some(number);
        }
    }
    let mut edit = AkosEdit::read(&report.accept(TEXT, source.write())?);
    let packer = Packer::of(wanted.header.codec, &wanted.palette);
    pictures::lay_out(&mut edit, wanted, packer, &|_, _| None, false, report);
    let pictures = u16::try_from(wanted.pictures.len()).unwrap_or(u16::MAX);
    edit.set_block(*b"AKHD", Header { pictures, ..wanted.header }.write());
    for (tag, payload) in small(wanted).into_iter().filter(|(_, payload)| !payload.is_empty()) {
        edit.set_block(tag, payload);
    }
    let mut blocks: Vec<(Tag, Vec<u8>)> =
        edit.blocks().iter().map(|block| (block.tag, block.payload.clone())).collect();
    blocks.sort_by_key(|(tag, _)| USUAL.iter().position(|usual| usual == tag));
    blocks.extend(wanted.others.iter().cloned());
    if !wanted.order.is_empty() {
        let mut ordered = Vec::new();
        for tag in &wanted.order {
            if let Some(at) = blocks.iter().position(|(other, _)| other == tag) {
                ordered.push(blocks.remove(at));
            }
        }
        // Blocks that the order does not name follow at the end, unless they are empty.
        ordered.extend(blocks.into_iter().filter(|(_, payload)| !payload.is_empty()));
        blocks = ordered;
    }
    let mut out = BlockWriter::new();
    for (tag, payload) in &blocks {
        out.block(*tag, |out| out.bytes(payload));
    }
    debug_assert!(wanted.palette.len() <= MAX_COLOURS || !report.problems.is_empty());
    Some(out.finish())
}
