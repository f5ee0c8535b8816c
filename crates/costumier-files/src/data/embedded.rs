//! Indexes inside executables, as in four games on Steam (`docs/format/editions.md §3.3`).
//!
//! The index has the same bytes in the executable as in a file of its own. It is found as a run of blocks that only
//! an index has. **Note:** only the data file shows whether a run is the right index, so the game is opened with it
//! as a test.

use super::names::indexes_of;
use super::{GameData, Key};
use crate::Limits;
use crate::container::{FileSet, is_macintosh_program};
use crate::layout;
use crate::source::{Files, MemoryFiles, Source, read_vec};

/// Largest executable that is searched, in bytes; known ones have up to 1.1 MB.
const LARGEST: u64 = 4 << 20;

/// Largest number of executables that are searched, and of data files whose index is searched for.
const MOST: usize = 16;

/// Largest number of runs of an executable that are tried with a data file.
const MOST_RUNS: usize = 8;

/// Number of costumes that are tried.
const TRIED: usize = 16;

/// Adds the indexes of data files without one, if executables near them contain them.
pub(super) fn add_indexes(shelf: &mut FileSet, limits: &Limits) {
    let wanted = missing_indexes(&shelf.names());
    if wanted.is_empty() {
        return;
    }
    let mut executables = Vec::new();
    for name in shelf.names() {
        if executables.len() >= MOST {
            break;
        }
        let near = wanted.iter().any(|index| is_near(&name, index));
        if near && let Some(bytes) = executable(shelf, &name) {
            executables.push((name, bytes));
        }
    }
    for index in wanted.into_iter().take(MOST) {
        let found = executables.iter().filter(|(name, _)| is_near(name, &index)).find_map(|(name, bytes)| {
            let mut runs = runs(bytes, limits);
            runs.truncate(MOST_RUNS);
            let run = runs.into_iter().find(|(at, len)| {
                bytes.get(*at..at.saturating_add(*len)).is_some_and(|it| fits(shelf, &index, it))
            });
            run.map(|(at, len)| (name.clone(), at as u64, len as u64))
        });
        if let Some((executable, at, len)) = found {
            shelf.add_range(&index, &executable, at, len);
        }
    }
}

/// The names of indexes that data files lack.
fn missing_indexes(names: &[String]) -> Vec<String> {
    let lower: std::collections::BTreeSet<String> =
        names.iter().map(|name| name.to_ascii_lowercase()).collect();
    let mut wanted: Vec<String> = Vec::new();
    for name in names {
        let base = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
        let ending = base.rsplit('.').next().unwrap_or_default();
        let data = match ending {
            "lec" | "001" | "la1" | "sm1" | "he1" | "(a)" => true,
            "lfl" => base.len() == 6 && base != "00.lfl",
            _ => false,
        };
        let Some(index) = indexes_of(name).into_iter().next().filter(|_| data) else { continue };
        let there = lower.contains(&index.to_ascii_lowercase());
        if !there && !wanted.iter().any(|it| it.eq_ignore_ascii_case(&index)) {
            wanted.push(index);
        }
    }
    wanted
}

/// Whether an executable may belong to the data of an index: its folder, or the one above it, holds the data.
fn is_near(executable: &str, index: &str) -> bool {
    let folder = |name: &str| name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let own = folder(executable);
    let above = folder(own.strip_suffix('/').unwrap_or(&own));
    let own_holds = index.starts_with(&own);
    // On a Mac, the executable is in Contents/MacOS, its data in Contents/Resources.
    own_holds || (own.contains("Contents/") && index.starts_with(&above))
}

/// The bytes of a file that begins like an executable.
fn executable(files: &dyn Files, name: &str) -> Option<Vec<u8>> {
    let source = files.open(name).ok()?;
    if !(64..=LARGEST).contains(&source.len()) {
        return None;
    }
    let mut head = [0; 4];
    source.read_at(0, &mut head).ok()?;
    begins_as_a_program(&head)
        .then(|| read_vec(&*source, 0, source.len(), LARGEST, "executable").ok())
        .flatten()
}

/// Whether a file begins like an executable of Windows or of a Macintosh.
pub(super) fn begins_as_a_program(head: &[u8; 4]) -> bool {
    head.starts_with(b"MZ") || is_macintosh_program(head)
}

/// Positions and lengths of possible indexes, the longest first.
fn runs(bytes: &[u8], limits: &Limits) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for key in [Key::PLAIN, Key::CLASSIC] {
        let plain: Vec<u8> = bytes.iter().map(|byte| byte ^ key.0).collect();
        for (at, window) in plain.windows(6).enumerate() {
            let rest = plain.get(at..).unwrap_or_default();
            let len = match window {
                [b'R', b'N', b'A', b'M', ..] => tagged(rest),
                [_, _, 0, 0, b'R' | b'0', b'N' | b'R'] if key == Key::PLAIN => small(rest),
                _ => None,
            };
            found.extend(len.filter(|len| *len as u64 <= limits.index_bytes).map(|len| (at, len)));
        }
    }
    found.sort_by_key(|(at, len)| (std::cmp::Reverse(*len), *at));
    found
}

/// The length of a run of blocks of v5 and later, if it has the parts of an index.
fn tagged(bytes: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    let mut met = Vec::new();
    while let Some(header) = bytes.get(at..at.saturating_add(8)) {
        let [a, b, c, d, size @ ..] = header else { break };
        let Ok(size) = <[u8; 4]>::try_from(size) else { break };
        let (tag, size) = ([*a, *b, *c, *d], usize::try_from(u32::from_be_bytes(size)).unwrap_or(usize::MAX));
        let end = at.saturating_add(size);
        if !layout::is_tag(tag) || size < 8 || end > bytes.len() {
            break;
        }
        met.push(tag);
        at = end;
    }
    let has = |tags: [&[u8; 4]; 2]| tags.iter().all(|tag| met.contains(tag));
    (met.contains(b"MAXS") && (has([b"DROO", b"DCOS"]) || has([b"DIRR", b"DIRC"]))).then_some(at)
}

/// The length of a run of small blocks, if it has all four directories.
fn small(bytes: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    let mut met = Vec::new();
    while let Some(header) = bytes.get(at..at.saturating_add(6)) {
        let [a, b, c, d, tag @ ..] = header else { break };
        let Ok(tag) = <[u8; 2]>::try_from(tag) else { break };
        let size = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX);
        let end = at.saturating_add(size);
        if !layout::is_small_tag(&tag) || size < 6 || end > bytes.len() {
            break;
        }
        met.push(tag);
        at = end;
    }
    [b"0R", b"0S", b"0N", b"0C"].iter().all(|tag| met.contains(tag)).then_some(at)
}

/// Whether the game opens with these bytes as its index, and one of its costumes is at its position.
fn fits(shelf: &FileSet, index: &str, bytes: &[u8]) -> bool {
    let with = With { shelf, index, bytes: MemoryFiles::from_iter([(index, bytes)]) };
    let Ok(game) = GameData::open(&with, Some(index), Limits::default()) else { return false };
    game.costume_ids().take(TRIED).any(|id| game.costume_bytes(id).is_ok())
}

/// The shelf with one more file.
struct With<'a> {
    shelf: &'a FileSet,
    index: &'a str,
    bytes: MemoryFiles,
}

impl Files for With<'_> {
    fn names(&self) -> Vec<String> {
        let mut names = self.shelf.names();
        names.push(self.index.to_owned());
        names
    }

    fn open(&self, name: &str) -> crate::Result<Box<dyn Source>> {
        if name == self.index { self.bytes.open(name) } else { self.shelf.open(name) }
    }
}
