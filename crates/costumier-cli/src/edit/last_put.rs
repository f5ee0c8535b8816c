//! The note in a costume folder about its last `put`, by which `put` recognises its own work.
//!
//! ```text
//! block 5311 9f2c…     a block that it put into a game: its size and SHA-256, the latest last
//! copy 77ab…           a copy of the game, or a patch: SHA-256 over the names and bytes of its files
//! copy 0c3d…           the one before
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use costumier::Files as _;

use crate::disk::hash;
use crate::disk::safe_write::{NewFile, NewFolder, is_file, read_back};
use crate::game::folders::original;
use costumier::files::folder::Folder;

/// The name of the file with the note.
pub(super) const LAST_PUT: &str = "last-put.txt";

/// Largest number of blocks, and of copies, that a note names.
const MOST_LINES: usize = 8;

/// The largest note that is read, in bytes.
const MOST: u64 = 64 << 10;

/// Largest number of files looked at in a copy.
const MOST_FILES: usize = 10_000;

/// The contents of a folder's note.
#[derive(Debug, Default)]
pub(super) struct LastPut {
    blocks: Vec<(usize, String)>,
    /// What the last calls wrote, the latest last.
    copies: Vec<String>,
}

impl LastPut {
    /// Reads a folder's note. A folder without one has an empty note.
    pub(super) fn read(folder: &Path) -> Self {
        let mut last = Self::default();
        let text = read_back(&folder.join(LAST_PUT), MOST).ok().flatten();
        for line in text.unwrap_or_default().lines() {
            match line.split(' ').collect::<Vec<_>>().as_slice() {
                ["block", size, hash] => {
                    last.blocks.extend(size.parse().map(|size| (size, (*hash).to_owned())));
                }
                ["copy", hash] => last.copies.push((*hash).to_owned()),
                _ => {}
            }
        }
        last
    }

    /// Whether a file or a folder is, byte for byte, what one of the last calls of `put` wrote.
    pub(super) fn is_copy(&self, place: &Path) -> bool {
        !self.copies.is_empty() && hash_of(place).is_some_and(|hash| self.copies.contains(&hash))
    }

    /// Whether the note names a block other than the one that the folder was unpacked from.
    pub(super) fn has_changed(&self, folder: &Path) -> bool {
        let original = original(folder).map(|bytes| hash::hex(&bytes));
        self.blocks.iter().any(|(_, hash)| Some(hash) != original.as_ref())
    }

    /// Whether a block of a game is one that the last calls of `put` wrote, padding behind it included.
    pub(super) fn is_block(&self, there: &[u8]) -> bool {
        let is = |(size, hash): &(usize, String)| {
            there.get(..*size).is_some_and(|block| hash::hex(block) == *hash)
        };
        self.blocks.iter().any(is)
    }
}

/// A note that is written after `put` has succeeded. Its disk space is taken before, so that a full disk stops the
/// call before it changes anything.
pub(super) struct Pending {
    file: NewFile,
    place: PathBuf,
    blocks: Vec<(usize, String)>,
    copies: Vec<String>,
}

impl Pending {
    /// Begins the note of a folder. If the folder is read-only there is none, and the next `put` asks again.
    pub(super) fn begin(folder: &Path, payload: &[u8], is_copied: bool) -> Option<Self> {
        let LastPut { mut blocks, mut copies } = LastPut::read(folder);
        copies.extend(is_copied.then(|| "0".repeat(64)));
        let block = (payload.len(), hash::hex(payload));
        blocks.retain(|other| *other != block);
        blocks.push(block);
        keep_latest(&mut blocks);
        let place = folder.join(LAST_PUT);
        let mut begun = Self { file: NewFile::beside(&place).ok()?, place, blocks, copies };
        begun.write().ok()?;
        Some(begun)
    }

    /// Returns the costume folder of the note.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.place.parent()
    }

    /// Gives the note its name; `copy` is what `put` wrote.
    pub(super) fn finish(mut self, copy: Option<&Path>) -> io::Result<()> {
        self.copies.retain(|hash| hash.bytes().any(|digit| digit != b'0'));
        if let Some(hash) = copy.and_then(hash_of) {
            self.copies.retain(|other| *other != hash);
            self.copies.push(hash);
        }
        keep_latest(&mut self.copies);
        self.write()?;
        self.file.finish(&self.place)
    }

    fn write(&mut self) -> io::Result<()> {
        let block: String = self.blocks.iter().map(|(size, hash)| format!("block {size} {hash}\n")).collect();
        let copy: String = self.copies.iter().map(|copy| format!("copy {copy}\n")).collect();
        self.file.clear()?;
        write!(self.file, "{block}{copy}")?;
        self.file.flush()
    }
}

/// Keeps the note of a folder that is about to be replaced, so that `put` goes on recognising its own work.
pub(super) fn keep(place: &Path, new: &NewFolder) -> anyhow::Result<()> {
    match read_back(&place.join(LAST_PUT), MOST) {
        Ok(Some(note)) => new.write(LAST_PUT, note.as_bytes()),
        _ => Ok(()),
    }
}

/// Drops all but the latest lines of a note.
fn keep_latest<T>(lines: &mut Vec<T>) {
    lines.drain(..lines.len().saturating_sub(MOST_LINES));
}

/// Whether the costume in a game is the one that a folder was unpacked from, or one that the last calls of `put` wrote.
pub(super) fn is_known(folder: &Path, there: &[u8]) -> bool {
    original(folder).is_none_or(|original| original == there) || LastPut::read(folder).is_block(there)
}

/// Returns a hash of a file, or of the names and bytes of all files in a folder.
fn hash_of(place: &Path) -> Option<String> {
    let mut list = String::new();
    let mut waiting = vec![place.to_owned()];
    let mut count = 0;
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let mut inside: Vec<_> = fs::read_dir(&path).ok()?.flatten().map(|entry| entry.path()).collect();
            inside.sort();
            waiting.extend(inside);
        } else {
            if !is_file(&path) {
                return None;
            }
            let files = Folder::one(&path);
            let hash = hash::of_file(&*files.open(&path.to_string_lossy()).ok()?).ok()?;
            let _ = writeln!(list, "{} {hash}", path.strip_prefix(place).unwrap_or(&path).display());
        }
        count += 1;
        if count > MOST_FILES {
            return None;
        }
    }
    Some(hash::hex(list.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_known_until_anything_in_it_changes() {
        let at = tempfile::tempdir().unwrap();
        let (folder, copy) = (at.path().join("odile"), at.path().join("mod"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(copy.join("disk")).unwrap();
        fs::write(copy.join("disk/one"), "1").unwrap();
        assert!(!LastPut::read(&folder).is_copy(&copy));
        let write = |payload: &[u8], copy: Option<&Path>| {
            Pending::begin(&folder, payload, copy.is_some()).unwrap().finish(copy).unwrap();
        };
        write(b"block", Some(&copy));
        assert!(LastPut::read(&folder).is_copy(&copy));
        write(b"other", None);
        let last = LastPut::read(&folder);
        assert!(last.is_copy(&copy), "one put does not forget what another wrote");
        assert!(last.is_block(b"other") && last.is_block(b"other\0\0") && last.is_block(b"block"));
        assert!(!last.is_block(b"another"));
        fs::write(at.path().join("patch.bps"), "patch").unwrap();
        write(b"other", Some(&at.path().join("patch.bps")));
        let last = LastPut::read(&folder);
        assert!(last.is_copy(&copy) && last.is_copy(&at.path().join("patch.bps")), "a patch forgets no copy");
        for (change, from, to) in [("disk/one", "1", "2"), (".hidden", "", "mine")] {
            fs::write(copy.join(change), to).unwrap();
            assert!(!LastPut::read(&folder).is_copy(&copy), "{change}");
            if from.is_empty() {
                fs::remove_file(copy.join(change)).unwrap();
            } else {
                fs::write(copy.join(change), from).unwrap();
            }
        }
        assert!(last.is_copy(&copy));
    }
}
