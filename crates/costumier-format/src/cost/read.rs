//! Opening a COST block: its header, and where its tables end.
//!
//! **Note:** the block itself says which layout it has. v6 has `u32 size, "CO"` inside the payload, v5 does not,
//! and both count offsets as if it were there (`docs/format/cost.md §2`). The record table holds one entry more
//! than its first byte suggests. Unused limbs all point to one sentinel, the end of the tables.

use super::{Cost, Format, LIMBS, LimbTable, Pixels, Stored};
use crate::bytes::Bytes;
use crate::colour::{Wearer, room_colours};
use crate::dialect::{BlockHeaders, ColourRule, CostLayout, Dialect, Palette, V1Game};
use crate::error::{Error, Result};
use crate::problem::{Problem, Severity};

/// Largest number of entries of a table that are read: a command can name 128.
const MAX_ENTRIES: usize = 128;

#[allow(
    clippy::arithmetic_side_effects,
    reason = "a header of few bytes, a palette and tables of known size"
)]
pub(super) fn open(payload: Vec<u8>, dialect: Dialect) -> Result<Cost> {
    let mut problems = Vec::new();
    let bytes = Bytes::new(&payload);
    let layout = layout(bytes, &dialect, &mut problems);
    let last_record = bytes.u8(layout.header, "highest record index")?;
    let format_byte = bytes.u8(layout.header + 1, "format")?;
    let format =
        Format::in_layout(format_byte, layout).filter(|format| fits(*format, layout)).ok_or_else(|| {
            let known = match dialect.blocks {
                BlockHeaders::Bare => "0x57, 0x58, 0x59",
                _ => "0x58, 0x59, 0x60, 0x61",
            };
            let why = format!("{format_byte:#04x} is no costume format (known: {known}, plus 0x80)");
            Error::bad("format", layout.header as u64 + 1, why)
        })?;
    let palette = (layout.header + 2, format.palette_len(layout.palette));
    bytes.slice(palette.0, palette.1, "palette")?;
    let fields = palette.0 + palette.1;
    let commands_offset = Stored { at: fields, offset: bytes.u16(fields, "command stream offset")? };
    let mut stored = [Stored { at: 0, offset: 0 }; LIMBS];
    for (limb, slot) in stored.iter_mut().enumerate().take(layout.limbs) {
        let at = fields + 2 + 2 * limb;
        *slot = Stored { at, offset: bytes.u16(at, "limb table offset")? };
    }
    let records_at = fields + 2 + 2 * layout.limbs;
    bytes.tail(records_at, "record table")?;

    let place = CostBytes { bytes, layout };
    let records = record_table(place, records_at, last_record, &mut problems);
    let limbs = limb_tables(place, &stored, &mut problems);
    let commands = command_stream(place, commands_offset, &limbs, &mut problems);
    let colours = match dialect.colours {
        ColourRule::Table => Vec::new(),
        ColourRule::Own => (0..=u8::MAX).take(format.colours()).collect(),
        rule => {
            let stored = bytes.slice(palette.0, palette.1, "palette")?;
            room_colours(rule, stored, &Wearer::PLAIN).into_iter().take(format.colours()).collect()
        }
    };
    Ok(Cost {
        dialect,
        layout,
        format,
        last_record,
        palette,
        colours,
        commands,
        limbs,
        records: (records_at, records),
        problems,
        payload,
    })
}

/// The block's bytes, and the position that its offsets count from.
#[derive(Clone, Copy)]
struct CostBytes<'a> {
    bytes: Bytes<'a>,
    layout: CostLayout,
}

impl CostBytes<'_> {
    fn position(&self, stored: Stored) -> Option<usize> {
        stored.position(self.layout)
    }

    fn stored(&self, at: usize) -> Option<Stored> {
        Some(Stored { at, offset: self.bytes.u16(at, "offset").ok()? })
    }
}

/// Whether a block in this layout can have this format. v1 has cells only, and no other layout has them.
fn fits(format: Format, layout: CostLayout) -> bool {
    format.pixels == Pixels::Blocks
        || (format.pixels == Pixels::Cells) == (layout.palette == Palette::None)
            && !(format.redirects && layout.palette != Palette::Full)
}

/// The layout that the block itself shows, or the dialect's if it shows none (`docs/format/cost.md §2`,
/// self-check).
fn layout(bytes: Bytes<'_>, dialect: &Dialect, problems: &mut Vec<Problem>) -> CostLayout {
    let known = |layout: CostLayout| {
        let format = bytes.u8(layout.header.saturating_add(1), "format").ok().and_then(Format::from_byte);
        format.is_some_and(|format| fits(format, layout))
    };
    let candidates: &[(CostLayout, &str)] = match dialect.blocks {
        BlockHeaders::Tagged => &[(Dialect::V6.cost, "v6"), (Dialect::V5.cost, "v5")],
        BlockHeaders::Small | BlockHeaders::Size => &[],
        BlockHeaders::Bare => &[(Dialect::v1(V1Game::Maniac).cost, "v1"), (Dialect::V2.cost, "v2 and v3")],
    };
    let has_inner = bytes.slice(4, 2, "CO").is_ok_and(|tag| tag == b"CO");
    let shows = |layout: CostLayout| known(layout) && (has_inner || !layout.has_inner_header());
    let Some((shown, name)) = candidates.iter().copied().find(|(layout, _)| shows(*layout)) else {
        return dialect.cost;
    };
    if shown != dialect.cost {
        let text = format!(
            "laid out as in {name}, though the game is {}; read as it is laid out",
            dialect.generation()
        );
        problems.push(Problem::new(Severity::Odd, "header", Some(shown.header as u64), text));
    }
    shown
}

/// Number of entries: highest index + 1, cut where the first record begins (`docs/format/cost.md §3`).
#[allow(
    clippy::arithmetic_side_effects,
    reason = "places in the payload, and at most 256 entries of 2 bytes"
)]
fn record_table(place: CostBytes<'_>, at: usize, last: u8, problems: &mut Vec<Problem>) -> usize {
    let wanted = usize::from(last) + 1;
    let mut end = place.bytes.len();
    let mut count = 0;
    while count < wanted {
        let entry = at + 2 * count;
        if entry + 2 > end {
            break;
        }
        let first = place.stored(entry).filter(Stored::leads);
        if let Some(first) = first.and_then(|stored| place.position(stored)).filter(|first| *first > at) {
            end = end.min(first);
        }
        count += 1;
    }
    if count < wanted {
        let severity = if count + 1 == wanted { Severity::Note } else { Severity::Odd };
        let text = format!(
            "the header promises {wanted} records, the table ends after {count}; the rest counts as undefined"
        );
        problems.push(Problem::new(severity, "record table", Some(at as u64), text));
    }
    count
}

/// The start and end of each limb's table (`docs/format/cost.md §11`).
#[allow(
    clippy::arithmetic_side_effects,
    reason = "places in the payload, and at most so many entries of 2 bytes"
)]
fn limb_tables(
    place: CostBytes<'_>,
    stored: &[Stored; LIMBS],
    problems: &mut Vec<Problem>,
) -> [LimbTable; LIMBS] {
    let mut starts: Vec<usize> = Vec::with_capacity(LIMBS);
    let mut limbs = [LimbTable::default(); LIMBS];
    for (limb, (table, stored)) in limbs.iter_mut().zip(stored).enumerate() {
        if !stored.leads() {
            continue;
        }
        match place.position(*stored).filter(|at| *at <= place.bytes.len()) {
            Some(at) => {
                table.start = Some(at);
                starts.push(at);
            }
            None => problems.push(Problem::new(
                Severity::Broken,
                format!("limb {limb}"),
                None,
                format!(
                    "table offset {:#x} leads outside the block; the limb is taken as unused",
                    stored.offset
                ),
            )),
        }
    }
    starts.sort_unstable();
    starts.dedup();

    // The smallest picture pointer behind the tables bounds the last table. It is known only after reading them.
    let mut first_picture = place.bytes.len();
    let mut lens = Vec::with_capacity(starts.len());
    for (i, start) in starts.iter().copied().enumerate() {
        let next = starts.get(i + 1).copied().unwrap_or(usize::MAX);
        let mut len = 0;
        while len < MAX_ENTRIES {
            let entry = start + 2 * len;
            if entry + 2 > first_picture.min(next) {
                break;
            }
            let Some(stored) = place.stored(entry) else { break };
            if let Some(at) = place.position(stored).filter(|at| stored.leads() && *at > start) {
                first_picture = first_picture.min(at);
            }
            // A pointer into the table itself ends the table there.
            if entry + 2 > first_picture {
                break;
            }
            len += 1;
        }
        lens.push(len);
    }
    for table in &mut limbs {
        let Some(start) = table.start else { continue };
        if let Ok(i) = starts.binary_search(&start) {
            table.len = lens.get(i).copied().unwrap_or(0);
        }
        let bound = if first_picture > start { first_picture } else { place.bytes.len() };
        table.reach = if table.len == 0 && start >= first_picture {
            0
        } else {
            (bound.saturating_sub(start) / 2).clamp(table.len, MAX_ENTRIES.max(table.len))
        };
    }
    limbs
}

/// The range from the stored offset to the first limb table behind it, else to the end of the block.
fn command_stream(
    place: CostBytes<'_>,
    stored: Stored,
    limbs: &[LimbTable; LIMBS],
    problems: &mut Vec<Problem>,
) -> (usize, usize) {
    let end = place.bytes.len();
    let Some(start) = place.position(stored).filter(|at| *at <= end) else {
        problems.push(Problem::new(
            Severity::Broken,
            "command stream",
            None,
            format!("offset {:#x} leads outside the block; every limb stays empty", stored.offset),
        ));
        return (end, end);
    };
    let next = limbs.iter().filter_map(|table| table.start).filter(|at| *at > start).min();
    (start, next.unwrap_or(end))
}
