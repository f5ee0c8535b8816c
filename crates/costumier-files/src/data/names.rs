//! The files of one game know each other by their names: which index a data file belongs to, what the file of
//! a disk is called, and how names are found in whatever case they came off their disks.
//!
//! What surprises: the disk's number stands at the end of the name, in as many digits as the index has, inside
//! brackets on the Macintosh; and a `.lfl` file may lie in another folder than its index.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// The name that equals `wanted` if case is left aside; one of exactly that spelling comes first.
#[must_use]
pub fn find_name<'a>(names: &'a [String], wanted: &str) -> Option<&'a str> {
    let exact = names.iter().find(|name| *name == wanted);
    exact.or_else(|| names.iter().find(|name| name.eq_ignore_ascii_case(wanted))).map(String::as_str)
}

/// The data file that is called `wanted`, in the folder where the index lies or else where such files also
/// lie: a Mac's rooms are spread over the folders `Rooms 1` to `Rooms 3`, and a game on two discs over both.
/// A folder with a whole game of its own lends none.
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

/// The file of a disk, from the name of another of the game's files: the number at the end of the name, in as
/// many digits (`monkey2.000` → `monkey2.001`, `samnmax.sm0` → `samnmax.sm1`, `Name (0)` → `Name (1)`). No
/// disk means the index, 0.
#[must_use]
pub fn name_of_disk(name: &str, disk: Option<u8>) -> Option<String> {
    let (body, closing) = match name.strip_suffix(')') {
        Some(body) => (body, ")"),
        None => (name, ""),
    };
    let stem = body.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = body.len().saturating_sub(stem.len());
    // A longer number than three digits is part of the game's name.
    let stem = body.get(..body.len().saturating_sub(digits.min(3)))?;
    let disk = disk.unwrap_or(0);
    (digits > 0).then(|| format!("{stem}{disk:0width$}{closing}", width = digits.min(3)))
}

/// What the data file of a disk may be called: by the index's name, or, where that has no number, as games
/// of these generations call theirs.
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
