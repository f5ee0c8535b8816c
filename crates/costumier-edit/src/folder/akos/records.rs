//! Writes changed records into AKCH; unchanged records keep their bytes and their order.
//!
//! ```text
//! u16 offset per record index · records, wherever the offsets lead
//! ```
//! A changed record replaces the old one, unless another index still uses that; new records are added at the end.
//! Bytes that no record uses stay.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{Akos, AkosRecord};

use super::model::AkosCostume;

/// A range of AKCH behind the table.
struct Piece {
    /// Its old offset; `None` for a new record.
    was: Option<usize>,
    /// Its old length in bytes.
    len: usize,
    bytes: Vec<u8>,
    /// Whether it is exactly one record.
    is_record: bool,
}

/// Returns AKCH as `wanted` has it, and the number of entries of its table.
///
/// # Errors
/// Why it cannot be written, for people.
pub(super) fn merge(
    akos: &Akos,
    of_block: &AkosCostume,
    wanted: &AkosCostume,
    payload: &[u8],
) -> Result<(Vec<u8>, usize), String> {
    let old_count = akos.record_count();
    // The table grows if necessary, and never shrinks.
    let asked = usize::from(wanted.header.chores);
    let grown = if asked > old_count.max(usize::from(of_block.header.chores)) { asked } else { old_count };
    let last = wanted.records.keys().next_back().map_or(0, |index| usize::from(*index) + 1);
    let count = grown.max(last);
    let table: Vec<usize> = (0..old_count).map(|index| offset(payload, index)).collect();
    let changed: BTreeSet<usize> = (0..count)
        .filter(|index| {
            let index = u16::try_from(*index).unwrap_or(u16::MAX);
            of_block.record(index) != wanted.record(index)
        })
        .collect();
    let mut pieces = pieces(akos, &table, payload, 2 * old_count);
    let inside_table = table.iter().any(|at| *at != 0 && *at < 2 * old_count);
    if inside_table && count != old_count {
        return Err("the table of records is damaged: it cannot grow".to_owned());
    }
    // An index that keeps its record keeps its bytes.
    let kept: BTreeSet<usize> = (0..old_count)
        .filter(|index| !changed.contains(index))
        .filter_map(|index| table.get(index).copied())
        .collect();
    let mut free: BTreeMap<usize, usize> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        if let Some(was) = piece.was.filter(|was| piece.is_record && !kept.contains(was)) {
            free.insert(was, number);
        }
    }
    let mut stored: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        if piece.is_record && piece.was.is_some_and(|was| kept.contains(&was)) {
            stored.entry(piece.bytes.clone()).or_insert(number);
        }
    }
    let mut placed: BTreeMap<usize, usize> = BTreeMap::new();
    for index in &changed {
        let Some(limbs) = u16::try_from(*index).ok().and_then(|index| wanted.record(index)) else { continue };
        let bytes = AkosRecord::write(limbs);
        let number = match stored.get(&bytes) {
            Some(number) => *number,
            None => match table.get(*index).and_then(|was| free.remove(was)) {
                Some(number) => {
                    if let Some(piece) = pieces.get_mut(number) {
                        piece.bytes.clone_from(&bytes);
                    }
                    number
                }
                None => {
                    pieces.push(Piece { was: None, len: 0, bytes: bytes.clone(), is_record: true });
                    pieces.len() - 1
                }
            },
        };
        stored.insert(bytes, number);
        placed.insert(*index, number);
    }
    for number in free.into_values() {
        if let Some(piece) = pieces.get_mut(number) {
            piece.bytes.clear();
        }
    }
    let mut at = 2 * count;
    let starts: Vec<usize> = pieces
        .iter()
        .map(|piece| {
            let start = at;
            at += piece.bytes.len();
            start
        })
        .collect();
    let moved = |old: usize| -> usize {
        let inside =
            |piece: &Piece| piece.was.is_some_and(|was| (was..was + piece.len.max(1)).contains(&old));
        let found = pieces.iter().zip(&starts).find(|(piece, _)| inside(piece));
        found.map_or(old, |(piece, start)| start + old - piece.was.unwrap_or(old))
    };
    let mut out = Vec::with_capacity(at);
    for index in 0..count {
        let place = match placed.get(&index) {
            Some(number) => starts.get(*number).copied().unwrap_or(0),
            None if changed.contains(&index) => 0,
            None => table.get(index).map_or(0, |old| if *old == 0 { 0 } else { moved(*old) }),
        };
        let Ok(place) = u16::try_from(place) else {
            let more = place - usize::from(u16::MAX);
            return Err(format!(
                "record {index} would begin at byte {place}, the last possible start is {}; {more} bytes have to go",
                u16::MAX
            ));
        };
        out.extend(place.to_le_bytes());
    }
    pieces.iter().for_each(|piece| out.extend(&piece.bytes));
    Ok((out, count))
}

/// Returns the stored records with their bytes, and the bytes between them. Overlapping records are one piece, which
/// is never replaced.
fn pieces(akos: &Akos, table: &[usize], payload: &[u8], start: usize) -> Vec<Piece> {
    let mut records: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, at) in (0u16..).zip(table) {
        if let (Ok(record), true) = (akos.record(index), *at >= start) {
            records.insert(*at, record.bytes);
        }
    }
    let ends = records.iter().map(|(at, len)| at + len);
    let overlap = ends.zip(records.keys().skip(1)).any(|(end, next)| end > *next);
    let mut out = Vec::new();
    let mut push = |from: usize, to: usize, is_record: bool| {
        if let Some(bytes) = payload.get(from..to).filter(|bytes| !bytes.is_empty()) {
            out.push(Piece { was: Some(from), len: bytes.len(), bytes: bytes.to_vec(), is_record });
        }
    };
    let mut at = start;
    if !overlap {
        for (from, len) in records {
            push(at, from, false);
            push(from, from + len, true);
            at = from + len;
        }
    }
    push(at, payload.len(), false);
    out
}

fn offset(payload: &[u8], index: usize) -> usize {
    payload
        .get(2 * index..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |two| usize::from(u16::from_le_bytes(*two)))
}
