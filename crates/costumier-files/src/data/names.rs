//! The names of a game's files: which index a data file belongs to, the name of a disk's file, and finding names in
//! any case.
//!
//! **Note:** the disk's number is at the end of the name, with as many digits as the index has, inside brackets on
//! the Macintosh. A `.lfl` file may be in another folder than its index.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

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
    if lower.ends_with(".lfl") {
        let rooms = |folder: &str| {
            let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
            last.to_ascii_lowercase().starts_with("rooms").then(|| above.to_owned())
        };
        let ours = rooms(folder)?;
        let mut found = alike.filter(|(_, (at, _))| rooms(at).as_deref() == Some(&ours));
        return found.next().map(|(name, _)| name);
    }
    let is_whole = |name: &str| {
        let has = |of: Option<String>| of.is_some_and(|of| find_name(names, &of).is_some());
        has(index_of(name)) && has(name_of_disk(name, Some(1)))
    };
    let mut found = alike.filter(|(name, _)| !is_whole(name));
    found.next().map(|(name, _)| name)
}

/// The name that the index of a data file should have.
pub(super) fn index_of(data: &str) -> Option<String> {
    let lower = data.to_ascii_lowercase();
    let folder = data.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    match lower.rsplit('.').next() {
        Some("lec") => Some(format!("{folder}000.lfl")),
        Some("lfl") => Some(format!("{folder}00.lfl")),
        Some(letter) if ["(a)", "(b)", "(c)", "hea", "heb"].contains(&letter) => {
            data.get(..data.len().saturating_sub(letter.len())).map(|stem| format!("{stem}he0"))
        }
        _ => name_of_disk(data, None),
    }
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
    let (folder, file) = index.rsplit_once('/').map_or(("", index), |(folder, file)| (folder, file));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let slash = if folder.is_empty() { "" } else { "/" };
    vec![
        format!("{folder}{slash}{stem}.{disk:03}"),
        format!("{folder}{slash}{stem}.la{disk}"),
        format!("{folder}{slash}{stem}.sm{disk}"),
    ]
}
