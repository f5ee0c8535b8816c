//! The map of AKOS blocks (`docs/format/akos.md §2–§12`).

use super::{Claims, Meaning, Thing};
use crate::akos::program::Program;
use crate::akos::{Akos, AkosRecord};
use crate::block::{Block, Tag};
use crate::model::PictureKey;

pub(super) fn claim(akos: &Akos, claims: &mut Claims) {
    // The first block with a tag counts; others are claimed without their content.
    let mut seen: Vec<Tag> = Vec::new();
    for block in akos.blocks() {
        let at = index(block.offset);
        claims.fields(at, &[(4, Meaning::Block(block.tag, "tag")), (4, Meaning::Block(block.tag, "size"))]);
        if seen.contains(&block.tag) {
            continue;
        }
        seen.push(block.tag);
        content(akos, block, claims);
    }
    for block in akos.blocks() {
        claims.take(
            index(block.payload_offset()),
            index(block.payload_len()),
            Meaning::Block(block.tag, "content"),
        );
    }
}

fn content(akos: &Akos, block: &Block, claims: &mut Claims) {
    let (at, len) = (index(block.payload_offset()), index(block.payload_len()));
    match &block.tag {
        b"AKHD" => {
            let names =
                ["version", "flags", "number of records", "number of pictures", "codec", "number of limbs"];
            let fields = names.map(|field| (2, Meaning::Header(field)));
            claims.fields(at, fields.get(..len.div_euclid(2).min(names.len())).unwrap_or_default());
        }
        b"AKPL" => {
            let colours: Vec<_> = (0u16..).take(len).map(|colour| (1, Meaning::Colour(colour))).collect();
            claims.fields(at, &colours);
        }
        b"RGBS" => rows(claims, block, &[(1, "red"), (1, "green"), (1, "blue")]),
        b"AKOF" => {
            for (number, key) in akos.picture_keys().enumerate() {
                let offsets = [(4, Thing::Pixels(key)), (2, Thing::Picture(key))];
                let entry = at.saturating_add(number.saturating_mul(6));
                claims.fields(entry, &offsets.map(|(len, thing)| (len, Meaning::Offset(thing))));
            }
        }
        b"AKCI" => {
            let names = ["width", "height", "x", "y", "move x", "move y"];
            for key in akos.picture_keys() {
                let Some(info) = akos.picture_info(key.index) else { continue };
                claims.fields(info.offset, &names.map(|field| (2, Meaning::Picture(key, field))));
            }
        }
        b"AKCD" => akos.picture_keys().for_each(|key| pixels(akos, key, claims)),
        b"AKCH" => {
            let entries = (0u16..).take(akos.record_count());
            let entries: Vec<_> = entries.map(|record| (2, Meaning::Offset(Thing::Record(record)))).collect();
            claims.fields(at, &entries);
            for found in akos.record_indices().filter_map(|index| akos.record(index).ok()) {
                record(&found, claims);
            }
        }
        b"AKSQ" => {
            for item in Program::of(akos).items {
                let begin = at.saturating_add(item.at.into());
                for (number, field) in item.fields().into_iter().enumerate() {
                    let meaning = match number {
                        0 => Meaning::Statement(item.at),
                        _ => Meaning::Operand { statement: item.at, field: field.name },
                    };
                    claims.take(begin.saturating_add(field.bytes.start), field.bytes.len(), meaning);
                }
            }
        }
        b"AKFO" => rows(claims, block, &[(2, "place to jump to")]),
        b"AKSF" => rows(claims, block, &[(2, "start"), (2, "offset of jumps"), (2, "number of jumps")]),
        b"AKST" => rows(claims, block, &[(4, "start"), (4, "offset of conditions")]),
        b"AKCT" => rows(claims, block, &[(4, "condition")]),
        _ => {}
    }
}

fn pixels(akos: &Akos, key: PictureKey, claims: &mut Claims) {
    if let Ok(picture) = akos.picture(key.index) {
        claims.take(picture.encoded_at, picture.encoded().len(), Meaning::Pixels(key));
    }
}

/// Claims a table of equal rows, as far as they are complete.
fn rows(claims: &mut Claims, block: &Block, fields: &[(usize, &'static str)]) {
    let size: usize = fields.iter().fold(0, |sum, (len, _)| sum.saturating_add(*len));
    let whole = index(block.payload_len()).checked_div(size).unwrap_or(0);
    for row in (0u16..).take(whole) {
        let at = index(block.payload_offset()).saturating_add(usize::from(row).saturating_mul(size));
        let of = |(len, field): &(usize, &'static str)| (*len, Meaning::Row { block: block.tag, row, field });
        claims.fields(at, &fields.iter().map(of).collect::<Vec<_>>());
    }
}

fn record(record: &AkosRecord, claims: &mut Claims) {
    let of = |limb, field| Meaning::Record { record: record.index, limb, field };
    let mut fields = vec![(2, of(None, "mask of limbs"))];
    for (limb, entry) in (0u8..).zip(&record.limbs) {
        let Some(entry) = entry else { continue };
        fields.push((1, of(Some(limb), "mode")));
        if entry.mode.has_window() {
            fields.push((2, of(Some(limb), "first code")));
            fields.push((2, of(Some(limb), "bytes to the last code")));
        }
    }
    claims.fields(record.offset, &fields);
}

fn index(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
