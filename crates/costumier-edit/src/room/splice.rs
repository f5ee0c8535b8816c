//! Puts new strips into a room's block. Everything else keeps its bytes; tables, offsets and sizes follow.
//!
//! ```text
//! header │ table │ strip 0 │ strip 1 │ …            before
//! header'│ table'│ strip 0 │ new strip 1 │ … │ new     a strip that shares its bytes goes to the block's end
//! ```
//! **Note:** two strips can share their bytes, or overlap. Bytes that a strip without changes uses are never replaced.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::{Problem, Refused, Severity};

use super::map::{RoomMap, StripBlock};
use crate::splice::{Segment, Splice, Splices};

/// New strips of a block, by number. An empty one is not stored.
pub(super) struct BlockChange<'a> {
    /// The file that the strips come from.
    pub(super) file: String,
    pub(super) block: &'a StripBlock,
    pub(super) strips: BTreeMap<usize, Vec<u8>>,
    /// Number of bytes that each strip of the block takes, also those without changes.
    pub(super) used: Vec<usize>,
}

/// Where a new strip goes.
#[derive(Clone, Copy, Debug)]
enum NewPlace {
    /// The position of the strip that it replaces.
    Over(usize),
    /// Position among the strips at the block's end.
    End(usize),
    /// Nowhere: it has no bytes.
    Nowhere,
}

/// What happens to a block.
struct PlannedBlock {
    places: BTreeMap<usize, NewPlace>,
    added: Vec<u8>,
}

/// Returns the room's payload with new strips.
///
/// # Errors
/// Planes that become too large for the offsets of their table, each with its file.
pub(super) fn with_strips(
    payload: &[u8],
    map: &RoomMap,
    changes: &[BlockChange<'_>],
) -> Result<Vec<u8>, Refused> {
    let mut splices = Vec::new();
    let planned: Vec<PlannedBlock> =
        changes.iter().map(|change| plan(payload, change, &mut splices)).collect();
    let moved = Splices::new(splices.clone()).map_err(|error| refused("original.bin", &error.to_string()))?;
    let mut problems = Vec::new();
    for (change, planned) in changes.iter().zip(&planned) {
        table(payload, change, planned, &moved, &mut splices, &mut problems);
    }
    for (at, origin) in &map.offsets {
        let offset =
            payload.get(*at..).and_then(|bytes| bytes.first_chunk()).map(|it| u32::from_le_bytes(*it));
        let Some(place) = offset.map(|offset| (*origin as u64).saturating_add(offset.into())) else {
            continue;
        };
        let now = moved.moved(place).saturating_sub(moved.moved(*origin as u64));
        match u32::try_from(now) {
            Ok(now) if Some(now) == offset => {}
            Ok(now) => splices.push(Splice::over(*at as u64, now.to_le_bytes().to_vec())),
            Err(_) => problems.push(problem("original.bin", "a block would begin beyond 4 GiB")),
        }
    }
    for (start, end) in &map.extents {
        let size = moved.moved(*end as u64).saturating_sub(moved.moved(*start as u64));
        if size == (end - start) as u64 {
            continue;
        }
        match u32::try_from(size) {
            Ok(size) => splices.push(Splice::over(*start as u64 + 4, size.to_be_bytes().to_vec())),
            Err(_) => problems.push(problem("original.bin", "a block would have more than 4 GiB")),
        }
    }
    Refused::unless_empty(problems)?;
    let splices = Splices::new(splices).map_err(|error| refused("original.bin", &error.to_string()))?;
    let mut out = Vec::with_capacity(payload.len());
    for part in splices.parts(payload.len() as u64) {
        match part {
            Segment::New(bytes, _) => out.extend_from_slice(bytes),
            Segment::Kept(kept) => {
                let [start, end] = [kept.start, kept.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
                out.extend_from_slice(payload.get(start..end).unwrap_or_default());
            }
        }
    }
    Ok(out)
}

/// Decides where the new strips of a block go, and adds the splices.
fn plan(payload: &[u8], change: &BlockChange<'_>, splices: &mut Vec<Splice>) -> PlannedBlock {
    let block = change.block;
    let starts: Vec<Option<usize>> = (0..block.count).map(|number| block.start(payload, number)).collect();
    let ranges: Vec<Option<Range<usize>>> = starts
        .iter()
        .zip(&change.used)
        .map(|(start, used)| Some((*start)?..start.as_ref()?.saturating_add(*used).min(block.whole.end)))
        .collect();
    let unchanged = || {
        ranges
            .iter()
            .enumerate()
            .filter(|(number, _)| !change.strips.contains_key(number))
            .filter_map(|(_, it)| it.as_ref())
    };
    let mut planned = PlannedBlock { places: BTreeMap::new(), added: Vec::new() };
    // The new strip over each old one.
    let mut over: BTreeMap<usize, &[u8]> = BTreeMap::new();
    let mut added: BTreeMap<&[u8], usize> = BTreeMap::new();
    for (number, strip) in &change.strips {
        let old = ranges.get(*number).and_then(Option::as_ref);
        let range = old.filter(|old| !old.is_empty()).map(|old| {
            let next = starts.iter().flatten().copied().filter(|start| *start > old.start).min();
            let next = next.unwrap_or(block.whole.end);
            // The bit that is read after the last pixel may have a byte of its own.
            let end = if next <= old.end.saturating_add(1) { next } else { old.end };
            old.start..end
        });
        let is_free = |range: &Range<usize>| {
            unchanged().all(|other| other.end <= range.start || other.start >= range.end)
        };
        let free = range.filter(is_free);
        let place = match free {
            Some(range) if over.get(&range.start).is_none_or(|there| *there == strip.as_slice()) => {
                if over.insert(range.start, strip).is_none() {
                    let [from, to] = [range.start, range.end].map(|at| at as u64);
                    splices.push(Splice { removed: from..to, bytes: strip.clone() });
                }
                NewPlace::Over(range.start)
            }
            _ => {
                let at = *added.entry(strip).or_insert_with(|| {
                    let at = planned.added.len();
                    planned.added.extend_from_slice(strip);
                    at
                });
                NewPlace::End(at)
            }
        };
        planned.places.insert(*number, if strip.is_empty() { NewPlace::Nowhere } else { place });
    }
    if !planned.added.is_empty() {
        let end = block.whole.end as u64;
        splices.push(Splice { removed: end..end, bytes: planned.added.clone() });
    }
    planned
}

/// Adds the splices of a block's table.
fn table(
    payload: &[u8],
    change: &BlockChange<'_>,
    planned: &PlannedBlock,
    moved: &Splices,
    splices: &mut Vec<Splice>,
    problems: &mut Vec<Problem>,
) {
    let block = change.block;
    let from = moved.moved(block.origin as u64);
    let added_at = moved.moved(block.whole.end as u64).saturating_sub(planned.added.len() as u64);
    let mut largest = 0;
    for number in 0..block.count {
        let place = match planned.places.get(&number) {
            Some(NewPlace::Nowhere) => None,
            Some(NewPlace::End(at)) => Some(added_at.saturating_add(*at as u64)),
            Some(NewPlace::Over(start)) => Some(moved.moved(*start as u64)),
            None => match block.start(payload, number) {
                Some(start) => Some(moved.moved(start as u64)),
                None => continue,
            },
        };
        let offset = place.map_or(0, |place| place.saturating_sub(from));
        largest = largest.max(offset);
        let bytes = offset.to_le_bytes().get(..block.width).unwrap_or_default().to_vec();
        let at = block.entry(number);
        if payload.get(at..at.saturating_add(block.width)) != Some(bytes.as_slice()) {
            splices.push(Splice::over(at as u64, bytes));
        }
    }
    let most = if block.width == 2 { u64::from(u16::MAX) } else { u64::from(u32::MAX) };
    if largest > most {
        let text = format!(
            "a strip of this plane would begin {largest} bytes behind the plane's start; a game finds strips up to \
             {most}: draw it with fewer changes from row to row"
        );
        problems.push(problem(&change.file, &text));
    }
}

fn problem(path: &str, text: &str) -> Problem {
    Problem::new(Severity::Broken, path, None, text)
}

fn refused(path: &str, text: &str) -> Refused {
    Refused { problems: vec![problem(path, text)] }
}
