//! Compares a folder's pictures and planes with the room, and packs the strips that differ.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::codec::mask;
use costumier::format::codec::strip::old::SIXTEEN;

use super::OpenRoom;
use super::map::{CLEARED, MappedPicture, StripBlock, Target};
use super::picture::{self, DecodedPicture, before_strip, decode_plane, file_of, plane_file_of, strip_of};
use super::splice::{BlockChange, with_strips};
use super::strips::{self, StripClass};
use super::whole::WholeChange;
use super::{PREVIEW, TEXT};
use crate::folder::report::Report;
use crate::folder::{Change, Files, ORIGINAL};

/// Largest number of files that no picture of the room belongs to, and that are named.
const MOST_UNKNOWN: usize = 5;

/// Returns the room's payload with the pictures of a folder, and what changed. `None` if something is refused.
pub(super) fn with_pictures(
    open: &OpenRoom,
    files: &Files,
    nearest: bool,
    report: &mut Report,
) -> Option<(Vec<u8>, Vec<Change>)> {
    refuse_unknown(open, files, report);
    let mut blocks: Vec<BlockChange<'_>> = Vec::new();
    // The background comes first: strips of objects can copy pixels from it.
    let [mut old_background, mut background] = [None, None];
    for found in &open.map.pictures {
        if let Some(bytes) = file(files, &file_of(found.target), report) {
            let left =
                [&old_background, &background].map(|it: &Option<Vec<u8>>| open.left_of(found, it.as_deref()));
            let before = open.decode(found, left[0].as_slice());
            let place = (found.target, found.size);
            let pixels = open.colours.read(bytes, place, &before.pixels, nearest, report);
            if let Some(pixels) = &pixels {
                blocks.extend(changed_picture(open, found, (&before, pixels), left[1].as_slice(), report));
            }
            if found.target == Target::Background {
                (old_background, background) = (Some(before.pixels), pixels);
            }
        }
        let place = (found.target, found.size);
        blocks.extend(changed_planes(open, place, &found.planes, (files, nearest), report));
    }
    let (packed, planes) = super::packed::changed(open, files, nearest, report);
    blocks.extend(planes);
    let whole: Vec<WholeChange> =
        super::whole::changed(open, files, nearest, report).into_iter().chain(packed).collect();
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

/// Returns the strips of a picture's planes that their files change.
pub(super) fn changed_planes<'a>(
    open: &OpenRoom,
    (target, size): (Target, (usize, usize)),
    planes: &'a [Option<StripBlock>],
    (files, nearest): (&Files, bool),
    report: &mut Report,
) -> Vec<BlockChange<'a>> {
    let mut blocks = Vec::new();
    for (number, plane) in (1..).zip(planes) {
        let Some(plane) = plane else { continue };
        let name = plane_file_of(target, number);
        let Some(bytes) = file(files, &name, report) else { continue };
        let Some(rows) = picture::read_plane(bytes, &name, size, nearest, report) else { continue };
        let before = decode_plane(&open.payload, plane, size.1);
        let differs = rows.iter().zip(&before.strips).enumerate().filter(|(_, (now, old))| now != old);
        // Interpreters read each strip of what an object clears, stored or not.
        let encode = if number == CLEARED { mask::encode } else { strips::encode_rows };
        let strips: BTreeMap<usize, Vec<u8>> =
            differs.map(|(number, (now, _))| (number, encode(now))).collect();
        if !strips.is_empty() {
            let used = before.used;
            blocks.push(BlockChange { file: name, block: plane, is_plane: true, strips, used });
        }
    }
    blocks
}

/// Returns the strips of a picture that its file changes: those with other pixels, and those that copy from such.
/// `left` is the column of pixels to its left.
fn changed_picture<'a>(
    open: &OpenRoom,
    found: &'a MappedPicture,
    (before, pixels): (&DecodedPicture, &[u8]),
    left: &[u8],
    report: &mut Report,
) -> Option<BlockChange<'a>> {
    let transparent = open.room.transparent;
    let (width, height) = found.size;
    let mut strips = BTreeMap::new();
    let mut opened = Vec::new();
    for number in 0..found.strips.count {
        let [now, old] = [pixels, &before.pixels].map(|pixels| strip_of(pixels, width, number));
        let code = before.strips.get(number).and_then(|strip| strip.code);
        let copies = || {
            let left = before_strip(pixels, width, number, left);
            code == Some(SIXTEEN) && open.copies_other(found, (number, &now), &left)
        };
        if now == old && !copies() {
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
        used: before.strips.iter().map(|strip| strip.bytes).collect(),
    })
}

/// Returns a file that the room needs.
pub(super) fn file<'a>(files: &'a Files, name: &str, report: &mut Report) -> Option<&'a [u8]> {
    let found = files.get(name);
    if found.is_none() {
        report.refuse(name, "is missing: put it back, or unpack the room again");
    }
    found.map(Vec::as_slice)
}

/// Refuses pictures that the room has no place for, and notes other files.
fn refuse_unknown(open: &OpenRoom, files: &Files, report: &mut Report) {
    let mut known: BTreeSet<String> = [TEXT, ORIGINAL, PREVIEW].map(str::to_owned).into();
    for (target, planes) in open.map.targets() {
        known.insert(file_of(target));
        known.extend(planes.into_iter().map(|number| plane_file_of(target, number)));
    }
    let is_picture = |name: &str| name.to_ascii_lowercase().ends_with(".png");
    let is_ours = |name: &str| name.starts_with("plane-") || name.starts_with("objects/");
    let unknown = files.keys().filter(|name| !known.contains(*name) && is_picture(name));
    for name in unknown.take(MOST_UNKNOWN) {
        if is_ours(name) {
            let text = "the room has no such picture or plane, and one cannot be added yet; `room.toml` lists the \
                        objects with their states";
            report.refuse(name, text);
        } else {
            report.note(name, "is no file of a room folder, and was not read");
        }
    }
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
