//! Puts new strips into a room's block. Everything else keeps its bytes; tables, offsets and sizes follow.
//!
//! ```text
//! header │ table │ strip 0 │ strip 1 │ …            before
//! header'│ table'│ strip 0 │ new strip 1 │ … │ new     a strip that shares its bytes goes to the block's end
//! ```
//! **Note:** two strips can share their bytes, or overlap. Bytes that a strip without changes uses are never replaced.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::layout::NumberFormat;
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::{Problem, Refused, Severity};

use super::map::{Pointer, RoomMap, StripBlock};
use super::whole::WholeChange;
use crate::folder::ORIGINAL;
use crate::splice::{Segment, Splice, Splices};

/// New strips of a block, by number. An empty one is not stored.
pub(super) struct BlockChange<'a> {
    /// The file that the strips come from.
    pub(super) file: String,
    pub(super) block: &'a StripBlock,
    /// Whether it is a plane.
    pub(super) is_plane: bool,
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
/// Pictures, planes and rooms that become too large for their numbers, each with its file.
pub(super) fn with_strips(
    payload: &[u8],
    map: &RoomMap,
    changes: &[BlockChange<'_>],
    whole: Vec<WholeChange>,
) -> Result<Vec<u8>, Refused> {
    let largest = largest_whole(&whole);
    let most_grown = |changes| largest.clone().unwrap_or_else(|| most_grown(changes));
    let as_splice = |change: WholeChange| Splice {
        removed: change.range.start as u64..change.range.end as u64,
        bytes: change.bytes,
    };
    let mut splices: Vec<Splice> = whole.into_iter().map(as_splice).collect();
    let planned: Vec<PlannedBlock> =
        changes.iter().map(|change| plan(payload, change, &mut splices)).collect();
    let moved = Splices::new(splices.clone()).map_err(|error| refused("original.bin", &error.to_string()))?;
    let mut problems = Vec::new();
    let size = moved.len_after(payload.len() as u64);
    if let Some(excess) = size.checked_sub(map.most_bytes).filter(|excess| *excess > 0) {
        let text = format!(
            "the room would have {size} bytes, {excess} more than a room of this generation can have. {}",
            most_grown(changes).1
        );
        return Err(refused(&most_grown(changes).0, &text));
    }
    for (change, planned) in changes.iter().zip(&planned) {
        table(payload, change, planned, &moved, &mut splices, &mut problems);
    }
    let mut follow = |at: usize, form: NumberFormat, now: u64| match form.bytes(now) {
        _ if form.read(payload, at) == Some(now) => {}
        Some(bytes) => splices.push(Splice::over(at as u64, bytes)),
        None => {
            let (file, text) = most_grown(changes);
            let text = format!(
                "a number of the room would become {now}, and {} is the largest that it can hold. {text}",
                form.most()
            );
            problems.push(problem(&file, &text));
        }
    };
    for (at, Pointer { form, base, added }) in &map.pointers {
        let place = form
            .read(payload, *at)
            .and_then(|number| (*base as u64).checked_add(number)?.checked_sub(*added as u64));
        // An offset beyond the room's end leads nowhere and is left as it is.
        let Some(place) = place.filter(|place| *place < payload.len() as u64) else { continue };
        let now = moved.moved(place).saturating_sub(moved.moved(*base as u64));
        follow(*at, *form, now.saturating_add(*added as u64));
    }
    for (at, (form, of)) in &map.extents {
        let size = moved.moved(of.end as u64).saturating_sub(moved.moved(of.start as u64));
        // A number that was no size before, or none that is kept, stays.
        if size != (of.end - of.start) as u64 {
            follow(*at, *form, size);
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
        let bytes: Vec<u8> = offset.to_le_bytes().into_iter().take(block.width).collect();
        let at = block.entry(number);
        if payload.get(at..at.saturating_add(block.width)) != Some(bytes.as_slice()) {
            splices.push(Splice::over(at as u64, bytes));
        }
    }
    let most = block.form().most();
    if largest > most {
        let what = if change.is_plane { "plane" } else { "picture" };
        let text = format!(
            "a strip of this {what} would begin {largest} bytes behind the {what}'s start; a game finds strips up to \
             {most}. {}",
            most_grown(std::slice::from_ref(change)).1
        );
        problems.push(problem(&change.file, &text));
    }
}

/// Returns the picture in one piece that grows most, and a sentence about it; `None` if there is none.
fn largest_whole(whole: &[WholeChange]) -> Option<(String, String)> {
    let worst = whole.iter().max_by_key(|change| change.bytes.len().saturating_sub(change.range.len()))?;
    let text = format!(
        "What grows most is this, {} ▸ {} bytes: paint with fewer changes from one pixel to the next below it",
        worst.range.len(),
        worst.bytes.len()
    );
    Some((worst.file.clone(), text))
}

/// Returns the file with the strip that grows most, and a sentence about that strip.
fn most_grown(changes: &[BlockChange<'_>]) -> (String, String) {
    let grown = |change: &BlockChange<'_>, number: usize, strip: &[u8]| {
        strip.len().saturating_sub(change.used.get(number).copied().unwrap_or(0))
    };
    let strips =
        changes.iter().flat_map(|change| change.strips.iter().map(move |(number, it)| (change, *number, it)));
    let worst = strips.max_by_key(|(change, number, strip)| grown(change, *number, strip));
    let Some((change, number, strip)) = worst else { return (ORIGINAL.to_owned(), String::new()) };
    let text = format!(
        "What grows most is the strip from pixel {},0 on, {} ▸ {} bytes: paint with fewer changes from one pixel to \
         the next below it",
        number * STRIP_WIDTH,
        change.used.get(number).copied().unwrap_or(0),
        strip.len()
    );
    (change.file.clone(), text)
}

fn problem(path: &str, text: &str) -> Problem {
    Problem::new(Severity::Broken, path, None, text)
}

fn refused(path: &str, text: &str) -> Refused {
    Refused { problems: vec![problem(path, text)] }
}
