//! The layout of a written COST block: the position of each part.

use super::super::LIMBS;
use super::super::record::CostEntry;
use super::{CostSource, LimbSource, refuse};
use crate::dialect::{CostLayout, Starts};
use crate::problem::Problem;

/// A checked source with the position of each part in the payload.
pub(super) struct Layout<'a> {
    source: &'a CostSource,
    records: Vec<usize>,
    commands: usize,
    tables: [Option<usize>; LIMBS],
    /// Number of bytes between tables and pictures.
    before_pictures: usize,
    first_picture: usize,
    pictures: Vec<usize>,
    encoded: Vec<Vec<u8>>,
    end: usize,
}

impl<'a> Layout<'a> {
    #[allow(clippy::arithmetic_side_effects, reason = "what is summed up is in memory")]
    pub(super) fn of(source: &'a CostSource, encoded: Vec<Vec<u8>>) -> Self {
        let layout = source.dialect.cost;
        let mut at =
            layout.header + 2 + source.palette.len() + 2 + 2 * layout.limbs + 2 * source.record_table.len();
        // An offset that counts from behind itself must not be 0, which means nothing. So a byte lies between a
        // table's last entry and what it may lead to.
        let gap = usize::from(layout.from_behind);
        at += gap;
        let records = places(&mut at, source.records.iter().map(|record| record_len(record, layout)));
        let commands = at;
        at += source.commands.len();
        let mut tables = [None; LIMBS];
        for (table, limb) in tables.iter_mut().zip(&source.limbs) {
            if let LimbSource::Table(entries) = limb {
                // A table without entries would coincide with the next one.
                *table = (!entries.is_empty()).then_some(at);
                at += 2 * entries.len();
            }
        }
        let before_pictures = if tables.iter().any(Option::is_some) { gap } else { 0 };
        at += before_pictures;
        let first_picture = at;
        let pictures = places(&mut at, encoded.iter().map(Vec::len));
        Self { source, records, commands, tables, before_pictures, first_picture, pictures, encoded, end: at }
    }

    pub(super) fn write(self) -> (Vec<u8>, Vec<Problem>) {
        let source = self.source;
        let layout = source.dialect.cost;
        let mut offsets = Offsets { layout, end: self.end, problems: Vec::new() };
        let mut out = Vec::with_capacity(self.end.saturating_add(1));
        if layout.has_inner_header() {
            out.extend_from_slice(&u32::try_from(self.end).unwrap_or(0).to_le_bytes());
            out.extend_from_slice(b"CO");
        }
        let last = u8::try_from(source.record_table.len().saturating_sub(1)).unwrap_or(u8::MAX);
        let last_record = source.last_record.unwrap_or(last);
        out.extend_from_slice(&[last_record, source.format.byte]);
        out.extend_from_slice(&source.palette);
        out.extend_from_slice(&offsets.stored(out.len(), self.commands, || "command stream".into()));
        for (limb, kind) in source.limbs.iter().enumerate().take(layout.limbs) {
            let own = match kind {
                LimbSource::Null => {
                    out.extend_from_slice(&[0, 0]);
                    continue;
                }
                LimbSource::SameAs(other) => usize::from(*other),
                LimbSource::Unused | LimbSource::Table(_) => limb,
            };
            let table = self.tables.get(own).copied().flatten().unwrap_or(self.first_picture);
            out.extend_from_slice(&offsets.stored(out.len(), table, || format!("table of limb {limb}")));
        }
        for (index, entry) in source.record_table.iter().enumerate() {
            let at = entry.and_then(|record| self.records.get(record).copied());
            out.extend_from_slice(&match at {
                Some(at) => offsets.stored(out.len(), at, || format!("record {index}")),
                None => [0, 0],
            });
        }
        out.extend(std::iter::repeat_n(0, usize::from(layout.from_behind)));
        source.records.iter().for_each(|record| write_record(record, layout, &mut out));
        out.extend_from_slice(&source.commands);
        for limb in &source.limbs {
            let LimbSource::Table(entries) = limb else { continue };
            for entry in entries {
                let at = entry.and_then(|picture| Some((picture, *self.pictures.get(picture)?)));
                out.extend_from_slice(&match at {
                    Some((picture, at)) => offsets.stored(out.len(), at, || source.name(picture)),
                    None => [0, 0],
                });
            }
        }
        out.extend(std::iter::repeat_n(0, self.before_pictures));
        self.encoded.iter().for_each(|picture| out.extend_from_slice(picture));
        if layout.has_inner_header() && out.len() % 2 == 1 {
            out.push(0);
        }
        (out, offsets.problems)
    }
}

/// Turns positions in the payload into stored offsets, and remembers the first that does not fit.
struct Offsets {
    layout: CostLayout,
    end: usize,
    problems: Vec<Problem>,
}

impl Offsets {
    /// The offset stored at `at` that leads to `position`.
    fn stored(&mut self, at: usize, position: usize, name: impl FnOnce() -> String) -> [u8; 2] {
        if !self.layout.from_behind {
            return self.counted(position, self.layout.base.into(), name);
        }
        let behind = i64::try_from(at).unwrap_or(i64::MAX).saturating_add(2);
        self.counted(position, behind, name)
    }

    fn counted(&mut self, position: usize, from: i64, name: impl FnOnce() -> String) -> [u8; 2] {
        let wide = i64::try_from(position).unwrap_or(i64::MAX).saturating_sub(from);
        let stored = u16::try_from(wide).unwrap_or(0);
        if i64::from(stored) != wide && self.problems.is_empty() {
            let text = format!(
                "starts at {wide:#x}, but offsets are 16 bits wide: a block of {} bytes is too large",
                self.end
            );
            refuse(&mut self.problems, name(), text);
        }
        stored.to_le_bytes()
    }
}

/// The positions of successive parts with these lengths, from `at` on. Moves `at` to their end.
fn places(at: &mut usize, lens: impl Iterator<Item = usize>) -> Vec<usize> {
    lens.map(|len| {
        let place = *at;
        *at = at.saturating_add(len);
        place
    })
    .collect()
}

/// Number of bytes of a limb mask and of a window start.
fn widths(layout: CostLayout) -> (usize, usize) {
    let start = match layout.starts {
        Starts::Byte => 1,
        Starts::Word => 2,
    };
    (layout.limbs.div_ceil(8), start)
}

#[allow(clippy::arithmetic_side_effects, reason = "at most 16 entries of 3 bytes")]
fn record_len(record: &[Option<CostEntry>; LIMBS], layout: CostLayout) -> usize {
    let (mask, start) = widths(layout);
    let entry_len = |entry: &CostEntry| if matches!(entry, CostEntry::Off) { start } else { start + 1 };
    mask + record.iter().flatten().map(entry_len).sum::<usize>()
}

fn write_record(record: &[Option<CostEntry>; LIMBS], layout: CostLayout, out: &mut Vec<u8>) {
    let (mask_width, start_width) = widths(layout);
    let mask =
        record.iter().enumerate().filter(|(_, e)| e.is_some()).fold(0u16, |mask, (i, _)| mask | 0x8000 >> i);
    // A mask of one byte is the upper half of the word.
    out.extend(mask.to_le_bytes().iter().skip(2_usize.saturating_sub(mask_width)));
    for entry in record.iter().flatten() {
        match entry {
            CostEntry::Off => out.extend(std::iter::repeat_n(0xFF, start_width)),
            CostEntry::Window(window) => {
                out.extend(window.start.to_le_bytes().iter().take(start_width));
                let once = if window.play_once { 0x80 } else { 0 };
                out.push(window.length.saturating_sub(1) | once);
            }
        }
    }
}
