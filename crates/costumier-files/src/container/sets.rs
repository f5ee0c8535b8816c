//! Sets of floppies: the files of all disks in a folder that belong together, since a game may have up to eleven
//! disks.

use super::file_range::Shared;
use super::members::Members;
use crate::source::{Source, read_vec};

/// The disks of one set, and their files together.
pub(super) struct Set {
    /// The first disk's name.
    first: String,
    disks: usize,
    files: Vec<(String, Shared)>,
}

/// Largest file in bytes that is compared to decide whether two disks belong together.
const COMPARED: u64 = 1 << 20;

/// Sorts disks of a folder into sets, in the order of their names. A disk goes to the last set that it does not
/// contradict; a game's file with the same name and other bytes is a contradiction.
pub(super) fn unite(mut disks: Vec<(String, Members)>) -> Vec<Set> {
    disks.sort_by_key(|(name, _)| natural(name));
    let mut sets: Vec<Set> = Vec::new();
    for (name, members) in disks {
        let fits = sets.iter().rposition(|set| !set.contradicts(&members));
        let set = match fits.and_then(|at| sets.get_mut(at)) {
            Some(set) => set,
            None => {
                sets.push(Set { first: name, disks: 0, files: Vec::new() });
                let Some(set) = sets.last_mut() else { continue };
                set
            }
        };
        set.disks = set.disks.saturating_add(1);
        for (name, source) in members {
            if set.find(&name).is_none() {
                set.files.push((name, source));
            }
        }
    }
    sets
}

impl Set {
    /// The set's name: its first disk, and the number of further ones.
    pub(super) fn name(&self) -> String {
        match self.disks {
            0 | 1 => self.first.clone(),
            more => format!("{}+{}", self.first, more.saturating_sub(1)),
        }
    }

    pub(super) fn into_files(self) -> Vec<(String, Shared)> {
        self.files
    }

    fn find(&self, name: &str) -> Option<&Shared> {
        self.files.iter().find(|(of, _)| of.eq_ignore_ascii_case(name)).map(|(_, source)| source)
    }

    fn contradicts(&self, disk: &Members) -> bool {
        disk.iter()
            .filter(|(name, _)| is_of_a_game(name))
            .any(|(name, source)| self.find(name).is_some_and(|other| !same(&**other, &**source)))
    }
}

fn same(a: &dyn Source, b: &dyn Source) -> bool {
    let bytes = |source: &dyn Source| read_vec(source, 0, source.len().min(COMPARED), COMPARED, "file").ok();
    a.len() == b.len() && bytes(a) == bytes(b)
}

/// Whether a file has a name like those of games: `.lfl`, `.lec`, `.man`, three digits, `.xxx`.
fn is_of_a_game(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = ending.len() == 3 && ending.bytes().all(|byte| byte.is_ascii_digit());
    numbered || ["lfl", "lec", "man", "xxx"].contains(&ending.as_str())
}

/// A key that sorts `disk 2` before `disk 10`.
pub(super) fn natural(name: &str) -> Vec<(String, u64)> {
    let lower = name.to_lowercase();
    let mut parts = Vec::new();
    let mut rest = lower.as_str();
    while !rest.is_empty() {
        let digit = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(digit);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(end);
        parts.push((text.to_owned(), number.parse().unwrap_or(u64::MAX)));
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn disk(name: &str, files: &[(&str, &[u8])]) -> (String, Members) {
        let mut members = Members::default();
        for (name, bytes) in files {
            members.add(name, Arc::new(Arc::<[u8]>::from(*bytes))).unwrap();
        }
        (name.to_owned(), members)
    }

    #[test]
    fn disks_of_a_game_are_one_and_those_of_two_are_two() {
        let sets = unite(vec![
            disk("loom 1.st", &[("000.LFL", b"loom"), ("README", b"a")]),
            disk("mi 10.adf", &[("DISK10.LEC", b"10")]),
            disk("mi 2.adf", &[("disk02.lec", b"2"), ("000.LFL", b"mi"), ("readme", b"c")]),
            disk("mi 1.adf", &[("000.lfl", b"mi"), ("DISK01.LEC", b"1"), ("README", b"b")]),
        ]);
        let names: Vec<String> = sets.iter().map(Set::name).collect();
        assert_eq!(names, ["loom 1.st", "mi 1.adf+2"]);
        let files: Vec<String> =
            sets.into_iter().nth(1).unwrap().into_files().into_iter().map(|(name, _)| name).collect();
        assert_eq!(files, ["000.lfl", "DISK01.LEC", "README", "disk02.lec", "DISK10.LEC"]);
    }
}
