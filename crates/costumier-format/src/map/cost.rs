//! The map of COST blocks (`docs/format/cost.md §2–§10`).

use super::{Claims, Meaning, Thing};
use crate::cost::{Cost, CostEntry, CostRecord, Pixels};
use crate::dialect::{Palette, Starts};
use crate::model::PictureKey;

pub(super) fn claim(cost: &Cost, claims: &mut Claims) {
    header(cost, claims);
    tables(cost, claims);
    for record in cost.record_indices().filter_map(|index| cost.record(index).ok()) {
        self::record(cost, &record, claims);
    }
    pictures(cost, claims);
    // The stream extends to the next part.
    let commands = (0u16..).zip(cost.commands());
    commands.for_each(|(index, _)| {
        claims.take(cost.commands_at().saturating_add(index.into()), 1, Meaning::Command(index));
    });
}

fn header(cost: &Cost, claims: &mut Claims) {
    let layout = cost.layout();
    if layout.has_inner_header() {
        claims.fields(0, &[(4, Meaning::Header("size")), (2, Meaning::Header("the letters CO"))]);
    }
    let fields = [(1, Meaning::Header("highest record index")), (1, Meaning::Header("format"))];
    let palette = claims.fields(layout.header, &fields);
    let colours = (0u16..).take(cost.stored_palette().len());
    let colours: Vec<_> = match layout.palette {
        Palette::Colours => colours.map(|at| (1, own_colour(at))).collect(),
        _ => colours.map(|colour| (1, Meaning::Colour(colour))).collect(),
    };
    let commands = claims.fields(palette, &colours);
    let mut offsets = vec![(2, Meaning::Offset(Thing::Commands))];
    offsets.extend((0u8..).take(layout.limbs).map(|limb| (2, Meaning::Offset(Thing::Limb(limb)))));
    let records = claims.fields(commands, &offsets);
    let entries = (0u16..).take(cost.record_count());
    let entries: Vec<_> = entries.map(|index| (2, Meaning::Offset(Thing::Record(index)))).collect();
    claims.fields(records, &entries);
}

/// The meaning of a byte of a costume's own colours (PC-Engine).
fn own_colour(at: u16) -> Meaning {
    Meaning::Header(match at {
        0 => "ninth bits of the costume's colours 1 to 8",
        9 => "ninth bits of the costume's colours 9 to 15",
        _ => "low bits of the next of these colours",
    })
}

fn tables(cost: &Cost, claims: &mut Claims) {
    for limb in 0..16 {
        let table = cost.limb(limb);
        let Some(start) = table.start else { continue };
        let entries = (0u16..).take(table.len);
        let entries: Vec<_> =
            entries.map(|index| (2, Meaning::Offset(Thing::Picture(PictureKey { limb, index })))).collect();
        claims.fields(start, &entries);
    }
}

fn record(cost: &Cost, record: &CostRecord, claims: &mut Claims) {
    let layout = cost.layout();
    let of = |limb, field| Meaning::Record { record: record.index, limb, field };
    let mask = if layout.limbs <= 8 { 1 } else { 2 };
    let start = if layout.starts == Starts::Byte { 1 } else { 2 };
    let mut fields = vec![(mask, of(None, "mask of limbs"))];
    for (limb, entry) in (0u8..).zip(&record.limbs) {
        match entry {
            None => {}
            Some(CostEntry::Off) => fields.push((start, of(Some(limb), "off"))),
            Some(CostEntry::Window(_)) => {
                fields.push((start, of(Some(limb), "first command")));
                fields.push((1, of(Some(limb), "last command from there, in bit 7 whether once")));
            }
        }
    }
    claims.fields(record.offset, &fields);
}

const WORDS: [&str; 6] = ["width", "height", "x", "y", "move x", "move y"];

/// Fields of one byte each (PC-Engine).
const BLOCK_BYTES: [&str; 7] =
    ["blocks that are stored", "blocks across", "blocks down", "x", "y", "move x", "move y"];

fn pictures(cost: &Cost, claims: &mut Claims) {
    let format = cost.format();
    let (size, words) = match format.pixels {
        Pixels::Cells => (1, &WORDS[..]),
        Pixels::Blocks => (1, &BLOCK_BYTES[..]),
        Pixels::Runs(_) => (2, &WORDS[..]),
    };
    for key in cost.picture_keys() {
        let Some(info) = cost.picture_info(key) else { continue };
        let mut fields: Vec<_> = words.iter().map(|field| (size, Meaning::Picture(key, field))).collect();
        if format.redirects {
            fields.extend(
                ["limb that lends", "picture that lends"].map(|field| (1, Meaning::Picture(key, field))),
            );
        }
        claims.fields(info.offset, &fields);
    }
    for key in cost.picture_keys() {
        let Ok(picture) = cost.picture(key) else { continue };
        if picture.info.redirect.is_none() {
            let bits = picture.packed.runs().last().map_or(0, |run| run.command.end);
            claims.take(picture.encoded_at, bits.div_ceil(8), Meaning::Pixels(key));
        }
    }
}
