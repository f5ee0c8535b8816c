//! Compares painted pictures and planes with the room's, and packs the strips that differ.

use std::collections::BTreeMap;

use costumier::format::codec::mask;
use costumier::format::codec::strip::STRIP_WIDTH;
use costumier::format::codec::strip::old::SIXTEEN;

use super::OpenRoom;
use super::layers::{Layer, PaintedLayers, StoredLayer, StoredLayers, file_of, plane_file_of, rows_of};
use super::map::{CLEARED, MappedPicture, StripBlock, Target};
use super::splice::{BlockChange, with_strips};
use super::strips::{self, StripClass};
use super::whole::WholeChange;
use crate::folder::Change;
use crate::folder::report::Report;

/// Returns the room's payload with painted pictures, and what changed. `None` if something is refused. Pictures that
/// were not painted stay.
pub(super) fn with_pictures(
    open: &OpenRoom,
    stored: &StoredLayers,
    painted: &PaintedLayers,
    report: &mut Report,
) -> Option<(Vec<u8>, Vec<Change>)> {
    let mut blocks: Vec<BlockChange<'_>> = Vec::new();
    let background = painted.get(&Layer::BACKGROUND).map(Vec::as_slice);
    for found in &open.map.pictures {
        let layer = Layer::picture(found.target);
        if let Some((before, pixels)) = stored.get(&layer).zip(painted.get(&layer)) {
            let left = open.left_of(found, background);
            blocks.extend(changed_picture(open, found, (before, pixels), &left, report));
        }
        blocks.extend(changed_planes((found.target, found.size), &found.planes, (stored, painted)));
    }
    let (packed, planes) = super::packed::changed(open, (stored, painted), report);
    blocks.extend(planes);
    let whole: Vec<WholeChange> =
        super::whole::changed(open, (stored, painted), report).into_iter().chain(packed).collect();
    if !report.problems.is_empty() {
        return None;
    }
    let of_whole = |change: &WholeChange| Change {
        part: change.file.clone(),
        before: Some(change.range.len()),
        after: Some(change.bytes.len()),
    };
    let changes = blocks.iter().map(change_of).chain(whole.iter().map(of_whole)).collect();
    match with_strips(&open.payload, &open.map, &blocks, whole) {
        Ok(payload) => Some((payload, changes)),
        Err(refused) => {
            report.problems.extend(refused.problems);
            None
        }
    }
}

/// Returns the strips of a picture's planes that were painted.
pub(super) fn changed_planes<'a>(
    (target, size): (Target, (usize, usize)),
    planes: &'a [Option<StripBlock>],
    (stored, painted): (&StoredLayers, &PaintedLayers),
) -> Vec<BlockChange<'a>> {
    let mut blocks = Vec::new();
    for (number, plane) in (1..).zip(planes) {
        let layer = Layer { target, plane: number };
        let Some(plane) = plane else { continue };
        let Some((before, pixels)) = stored.get(&layer).zip(painted.get(&layer)) else { continue };
        let [now, old] = [pixels, &before.pixels].map(|pixels| rows_of(pixels, size.0));
        let differs = now.iter().zip(&old).enumerate().filter(|(_, (now, old))| now != old);
        // Interpreters read each strip of what an object clears, stored or not.
        let encode = if number == CLEARED { mask::encode } else { strips::encode_rows };
        let mut strips: BTreeMap<usize, Vec<u8>> =
            differs.map(|(number, (now, _))| (number, encode(now))).collect();
        if !strips.is_empty() {
            // What follows strips that end too early is something else from now on.
            let cut = before.cut.iter().filter_map(|number| Some((*number, now.get(*number)?)));
            strips.extend(cut.map(|(number, rows)| (number, encode(rows))));
            let (file, used) = (plane_file_of(target, number), before.used.clone());
            blocks.push(BlockChange { file, block: plane, is_plane: true, strips, used });
        }
    }
    blocks
}

/// Returns the strips of a picture that are written anew: those with other pixels, and those that copy from such.
/// `left` is the column of pixels to its left.
fn changed_picture<'a>(
    open: &OpenRoom,
    found: &'a MappedPicture,
    (before, pixels): (&StoredLayer, &[u8]),
    left: &[u8],
    report: &mut Report,
) -> Option<BlockChange<'a>> {
    let transparent = open.room.transparent;
    let (width, height) = found.size;
    let mut strips = BTreeMap::new();
    let mut opened = Vec::new();
    let is_changed = pixels != before.pixels;
    for number in 0..found.strips.count {
        let [now, old] = [pixels, &before.pixels].map(|pixels| strip_of(pixels, width, number));
        let code = before.codes.get(number).copied().flatten();
        let copies = || {
            let left = before_strip(pixels, width, number, left);
            code == Some(SIXTEEN) && open.copies_other(found, (number, &now), &left)
        };
        // What follows a strip that ends too early is something else from now on.
        let is_cut = || is_changed && before.cut.contains(&number);
        if now == old && !copies() && !is_cut() {
            continue;
        }
        let class = StripClass::of(code.unwrap_or(1));
        let gets_holes = matches!(found.target, Target::Object { .. })
            && open.has_holes
            && class == StripClass::Opaque
            && now.contains(&transparent)
            && !old.contains(&transparent);
        let class = match gets_holes {
            false => class,
            // The planes beneath stay replaced, as they were.
            true if open.room_adds_planes && found.planes.iter().any(Option::is_some) => {
                StripClass::LeavesOutRaw
            }
            true => StripClass::LeavesOut,
        };
        if gets_holes {
            opened.push(number.to_string());
        }
        strips.insert(number, open.packing.encode(&now, height, class, code));
    }
    if !opened.is_empty() {
        let text = format!(
            "strips of 8 columns that had no transparent pixels have some now: {}. The game leaves these pixels out",
            opened.join(", ")
        );
        report.note(&file_of(found.target), &text);
    }
    (!strips.is_empty()).then(|| BlockChange {
        file: file_of(found.target),
        block: &found.strips,
        is_plane: false,
        strips,
        used: before.used.clone(),
    })
}

/// Returns the column of pixels before a strip, `left` for the first one.
fn before_strip(pixels: &[u8], width: usize, number: usize, left: &[u8]) -> Vec<u8> {
    match (number * STRIP_WIDTH).checked_sub(1) {
        Some(x) => pixels.iter().skip(x).step_by(width.max(1)).copied().collect(),
        None => left.to_vec(),
    }
}

/// Returns the pixels of a strip, row by row.
fn strip_of(pixels: &[u8], width: usize, number: usize) -> Vec<u8> {
    let rows = pixels.chunks_exact(width.max(1));
    rows.flat_map(|row| row.iter().skip(number * STRIP_WIDTH).take(STRIP_WIDTH).copied()).collect()
}

/// Returns how many bytes the strips of a block took, and take now.
fn change_of(block: &BlockChange<'_>) -> Change {
    let plural = if block.strips.len() == 1 { "" } else { "s" };
    let before = block.strips.keys().filter_map(|number| block.used.get(*number)).sum();
    let after = block.strips.values().map(Vec::len).sum();
    let part = format!("{} / strip{plural} {}", block.file, ranges(block.strips.keys().copied()));
    Change { part, before: Some(before), after: Some(after) }
}

/// Returns numbers in words, three and more in a row as a range: `0 to 2, 5`.
fn ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match rows.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => rows.push((number, number)),
        }
    }
    let words = rows.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_in_a_row_are_a_range() {
        assert_eq!(ranges([0, 1, 2, 5, 7, 8].into_iter()), "0 to 2, 5, 7, 8");
        assert_eq!(ranges(std::iter::empty()), "");
    }
}
