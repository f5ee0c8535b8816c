//! The names of a game's files: the data files of an index, the index of a data file, and finding names in any case
//! (`docs/format/editions.md §3.1, §4.1`).
//!
//! ```text
//! 00.lfl   01.lfl 02.lfl …                        v0 to v3; 00.man, 01.man … in the demo of v1
//! 000.lfl  disk01.lec …                           v4
//! x.000    x.001 …  also .la0 .la1, .sm0 .sm1     v5 and later: the digits at the end are the disk's number
//! x.he0    x.he1, from 9.8 on x.(a) or x.hea      Humongous
//! x (0)    x (1), from 9.8 on x (a)               Humongous on the Macintosh; up to 6.2 `x 0`, `x 1`
//! ```
//! **Note:** a room's file may be in another folder than its index, and two discs of a game may share the file of
//! disk 2, under a third name.

/// The names of indexes, for messages.
pub(super) const LOOKED_FOR: &str = "older games begin with 00.LFL, 000.LFL or 00.MAN, later ones with names like \
    MONKEY2.000, COMI.LA0, SAMNMAX.SM0, PAJAMA.HE0 or Pajama Sam (0)";

/// Endings of the files of rooms, and of their index, in games of v0 to v3.
pub(super) const ROOM_ENDINGS: [&str; 2] = ["lfl", "man"];

/// Ways in which the names of Humongous games have a letter for a disk: what the index ends with, and what stands
/// before and behind the letter.
const LETTERED: [(&str, &str, &str); 3] = [(".he0", ".(", ")"), (".he0", ".he", ""), (" (0)", " (", ")")];

/// Letters of disks.
const LETTERS: [char; 3] = ['a', 'b', 'c'];

/// Games on two discs that share the file of disk 2: its name, and what the names of both indexes add.
const SHARED: [(&str, [&str; 2]); 2] =
    [("Blue'sBirthday", ["-Red", "-Yellow"]), ("Blue'sTreasureHunt", ["-Disc1", "-Disc2"])];

/// The name that equals `wanted` in any case; one with exactly that spelling has priority.
#[must_use]
pub fn find_name<'a>(names: &'a [String], wanted: &str) -> Option<&'a str> {
    let exact = names.iter().find(|name| *name == wanted);
    exact.or_else(|| names.iter().find(|name| name.eq_ignore_ascii_case(wanted))).map(String::as_str)
}

/// The data file with the name `wanted`, in the folder of the index or else in other folders with such files: a
/// Mac's rooms are in the folders `Rooms 1` to `Rooms 3`, and a game may be on two discs. Folders with a whole game
/// of their own are ignored.
#[must_use]
pub fn find_data<'a>(names: &'a [String], wanted: &str) -> Option<&'a str> {
    if let Some(name) = find_name(names, wanted) {
        return Some(name);
    }
    let split = |name: &'a str| name.rsplit_once('/').unwrap_or(("", name));
    let (folder, base) = wanted.rsplit_once('/').unwrap_or(("", wanted));
    let alike = names
        .iter()
        .map(|name| (name.as_str(), split(name)))
        .filter(|(_, (_, of))| of.eq_ignore_ascii_case(base));
    let lower = base.to_ascii_lowercase();
    if lower.ends_with(".lec") {
        return None;
    }
    if is_room_file(&lower) {
        let rooms = |folder: &str| {
            let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
            last.to_ascii_lowercase().starts_with("rooms").then(|| above.to_owned())
        };
        let ours = rooms(folder)?;
        let mut found = alike.filter(|(_, (at, _))| rooms(at).as_deref() == Some(&ours));
        return found.next().map(|(name, _)| name);
    }
    let is_whole = |name: &str| {
        let there = |index: &&String| find_name(names, index).is_some();
        indexes_of(name).iter().filter(there).any(|index| has_first_data(names, index))
    };
    let mut found = alike.filter(|(name, _)| !is_whole(name));
    found.next().map(|(name, _)| name)
}

/// Whether the file of disk 1 is next to an index.
pub(super) fn has_first_data(names: &[String], index: &str) -> bool {
    names_of_humongous_disk(index, 1, false).iter().any(|data| find_name(names, data).is_some())
}

/// Whether a file is named like a room of v0 to v3, or like their index.
fn is_room_file(lower: &str) -> bool {
    lower.rsplit_once('.').is_some_and(|(_, ending)| ROOM_ENDINGS.contains(&ending))
}

/// The folder of a file with its `/`, empty at the top.
fn folder_of(name: &str) -> &str {
    name.rfind('/').and_then(|slash| name.get(..=slash)).unwrap_or("")
}

/// The name of a room's file of v0 to v3, in the folder of their index and with its ending.
pub(super) fn name_of_room(index: &str, room: u8) -> String {
    let ending = index.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    format!("{}{room:02}.{ending}", folder_of(index))
}

/// The name of a disk's file of v4, in the folder of its index.
pub(super) fn name_of_lec(index: &str, disk: u8) -> String {
    format!("{}disk{disk:02}.lec", folder_of(index))
}

/// The names that the index of a data file can have, the most probable first.
pub(super) fn indexes_of(data: &str) -> Vec<String> {
    let lower = data.to_ascii_lowercase();
    let folder = folder_of(data);
    match lower.rsplit('.').next() {
        Some("lec") => return vec![format!("{folder}000.lfl")],
        Some(ending) if is_room_file(&lower) => return vec![format!("{folder}00.{ending}")],
        _ => {}
    }
    for (index, before, behind) in LETTERED {
        for letter in LETTERS {
            let Some(stem) = without(data, &format!("{before}{letter}{behind}")) else { continue };
            let mut names = vec![format!("{stem}{index}")];
            if let Some((_, discs)) = SHARED.iter().find(|(of, _)| letter == 'b' && ends_with(stem, of)) {
                names.extend(discs.iter().map(|disc| format!("{stem}{disc}{index}")));
            }
            return names;
        }
    }
    name_of_disk(data, None).into_iter().collect()
}

/// The name without this ending, in any case; `None` if it has another.
fn without<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (stem, last) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    last.eq_ignore_ascii_case(ending).then_some(stem)
}

fn ends_with(name: &str, ending: &str) -> bool {
    without(name, ending).is_some()
}

/// The name of a Humongous game, from that of its index without folder: `Putt Race` of `Putt Race (0)`.
pub(super) fn humongous_stem(index: &str) -> &str {
    let base = index.rsplit('/').next().unwrap_or(index);
    let stem = [".he0", " (0)", " 0"].iter().find_map(|ending| without(base, ending));
    stem.or_else(|| base.rsplit_once('.').map(|(stem, _)| stem)).unwrap_or(base)
}

/// Whether a data file has a letter for its disk.
pub(super) fn has_letter(data: &str) -> bool {
    LETTERED.iter().any(|(_, before, behind)| {
        LETTERS.iter().any(|letter| ends_with(data, &format!("{before}{letter}{behind}")))
    })
}

/// The names that the data file of a disk can have in a Humongous game from 9.8 on.
fn lettered_names(index: &str, disk: u8) -> Vec<String> {
    let letter = char::from(b'a'.saturating_add(disk.saturating_sub(1)));
    let mut names = Vec::new();
    for (of_index, before, behind) in LETTERED {
        // An index may have been renamed.
        let dot = index.rfind('.').filter(|_| of_index == ".he0");
        let stem = without(index, of_index).or_else(|| index.get(..dot?));
        let Some(stem) = stem else { continue };
        let shared = SHARED.iter().filter(|_| letter == 'b').find_map(|(name, discs)| {
            let on = discs.iter().find_map(|disc| without(stem, disc));
            on.filter(|stem| ends_with(stem, name))
        });
        let stems = shared.into_iter().chain([stem]);
        names.extend(stems.map(|stem| format!("{stem}{before}{letter}{behind}")));
    }
    names
}

/// The name of a disk's file, from the name of another file of the game: the number at the end is replaced, with as
/// many digits (`monkey2.000` → `monkey2.001`, `samnmax.sm0` → `samnmax.sm1`, `Name (0)` → `Name (1)`). `None` as
/// disk means the index, 0.
#[must_use]
pub fn name_of_disk(name: &str, disk: Option<u8>) -> Option<String> {
    let (body, closing) = match name.strip_suffix(')') {
        Some(body) => (body, ")"),
        None => (name, ""),
    };
    let stem = body.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = body.len().saturating_sub(stem.len());
    // Digits beyond three belong to the game's name.
    let stem = body.get(..body.len().saturating_sub(digits.min(3)))?;
    let disk = disk.unwrap_or(0);
    (digits > 0).then(|| format!("{stem}{disk:0width$}{closing}", width = digits.min(3)))
}

/// The possible names of a disk's data file: by the index's name, or, if that has no number, by the usual names of
/// these generations.
pub(super) fn names_of_disk(index: &str, disk: u8) -> Vec<String> {
    if let Some(name) = name_of_disk(index, Some(disk)) {
        return vec![name];
    }
    let base = index.get(folder_of(index).len()..).unwrap_or(index);
    let ending = base.rfind('.').map_or(0, |dot| base.len().saturating_sub(dot));
    let stem = index.get(..index.len().saturating_sub(ending)).unwrap_or(index);
    vec![format!("{stem}.{disk:03}"), format!("{stem}.la{disk}"), format!("{stem}.sm{disk}")]
}

/// The possible names of a disk's data file in a Humongous game, the most probable first. If data files have letters,
/// those with numbers are sounds.
pub(super) fn names_of_humongous_disk(index: &str, disk: u8, has_letters: bool) -> Vec<String> {
    let mut names = lettered_names(index, disk);
    if !has_letters {
        names.splice(0..0, name_of_disk(index, Some(disk)));
    }
    names
}
