//! Patches of several files in one zip: a patch for each file, a manifest, and a README for people.
//!
//! ```text
//! README.txt · costumier.json · monkey2.000.bps · monkey2.001.bps
//! ```
//! The index and the data file change together, and a game with only one of them patched is broken. So all files are
//! checked first, and nothing is returned unless all fit.

use std::collections::BTreeSet;
use std::sync::Arc;

use costumier::files::{FileSet, read_vec};
use costumier::{Error, ErrorKind, Files, Game, Limits, MemoryFiles, Result, Source};
use costumier_export::formats;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::bps::{self, Match};
use crate::put::{Plan, PlannedFile};

/// The name of the manifest.
const MANIFEST: &str = "costumier.json";

/// Largest size in bytes of all patches in a zip together, and of the manifest.
const MOST_PATCHES: u64 = 64 << 20;
const MOST_MANIFEST: u64 = 1 << 20;

/// The most bytes of a patch besides those of the file that it makes: one action for each byte, and metadata.
const MOST_BESIDES: u64 = 1 << 16;

/// The name of a zip while it is read.
const ZIP: &str = "patch.zip";

/// Largest number of files in a zip.
const MOST_FILES: usize = 100;

/// The manifest of a patch.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this manifest: 1.
    pub costumier_patch: u32,
    /// The key of the game that the patch is for.
    pub game: String,
    /// The files that the patch changes.
    pub files: Vec<ManifestFile>,
}

/// A file that the patch changes.
#[derive(Debug, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Its name in the game's folder.
    pub name: String,
    /// The name of its patch in the zip.
    pub patch: String,
    /// The file before the patch.
    pub before: FileChecksums,
    /// The file after the patch.
    pub after: FileChecksums,
}

/// The size and checksums of a file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChecksums {
    /// The size in bytes.
    pub bytes: u64,
    /// CRC-32 as eight hexadecimal digits.
    pub crc32: String,
    /// SHA-256 as hexadecimal digits.
    pub sha256: String,
}

/// Returns the zip for all files that change. If the game is in an archive, `container` is what the names of its
/// files begin with here; the patch leaves it out, because other people may have loose files.
///
/// # Errors
/// Errors of reading the files.
pub fn write(plan: &Plan, files: &dyn Files, game: &str, container: &str) -> Result<Vec<u8>> {
    let mut manifest = Manifest { costumier_patch: 1, game: game.to_owned(), files: Vec::new() };
    let mut patches = Vec::new();
    for file in plan.changed() {
        let source = files.open(&file.name)?;
        let patch = bps::write(file, &*source, b"")?;
        let facts = bps::facts(&patch)?;
        // Names in the zip have no folders.
        let plain = file.name.strip_prefix(container).unwrap_or(&file.name);
        let name = format!("{}.bps", plain.replace('/', "_"));
        manifest.files.push(ManifestFile {
            name: plain.to_owned(),
            patch: name.clone(),
            before: known(
                &PlannedFile { splices: Default::default(), ..file.clone() },
                &*source,
                facts.source_crc,
            )?,
            after: known(file, &*source, facts.target_crc)?,
        });
        patches.push((name, patch));
    }
    let json = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    let page = readme(&manifest, plan.changes_index());
    let texts = [("README.txt".to_owned(), page.into_bytes()), (MANIFEST.to_owned(), json)];
    let all = texts.iter().chain(&patches).map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    formats::zip(all)
        .map_err(|error| Error::new(ErrorKind::CannotWrite(error.to_string()), "zip of the patch"))
}

fn known(file: &PlannedFile, source: &dyn Source, crc: u32) -> Result<FileChecksums> {
    let mut hasher = Sha256::new();
    file.write(source, |bytes| {
        hasher.update(bytes);
        Ok::<(), Error>(())
    })?;
    let sha256 = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(FileChecksums { bytes: file.len_after(), crc32: format!("{crc:08x}"), sha256 })
}

fn readme(manifest: &Manifest, changes_index: bool) -> String {
    let mut text = format!(
        "A patch for the game {}. It holds nothing of the game: you need your own copy.\r\n\r\nTo apply it, \
         run:\r\n\r\n    costumier patch apply GAME THIS.zip -o NEW\r\n\r\nWith Flips, MultiPatch or \
         RomPatcher.js, patch each file below with the .bps file of the same name. Patch all of them: the game does \
         not work with only some.\r\n\r\n",
        manifest.game
    );
    for file in &manifest.files {
        text.push_str(&format!(
            "{}  {} bytes, CRC-32 {}  ->  {} bytes, CRC-32 {}\r\n",
            file.name, file.before.bytes, file.before.crc32, file.after.bytes, file.after.crc32
        ));
    }
    if changes_index {
        text.push_str(
            "\r\nThe patch changes the index file, so ScummVM will not recognise the patched game. Add the game by \
             hand in ScummVM and choose your edition.\r\n",
        );
    }
    text
}

/// Applies a zip of patches, or a single BPS patch, to the files of a game. Returns the files with these changes.
/// `index` is the game's index among the files. `container` is as for [`write()`]. A file that has another name in this
/// game is found by its size and checksum.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] if a file is missing, of another edition or patched already, and if the patch damages the
/// game, since it is only one of several; [`ErrorKind::BadValue`] for a damaged patch; [`ErrorKind::Limit`] if a
/// result would have more than `most` bytes.
pub fn apply(
    patch: &[u8],
    files: &Arc<dyn Files>,
    (index, container): (&str, &str),
    most: u64,
) -> Result<PatchedFiles> {
    let mut patches = if patch.starts_with(b"PK") {
        unzip(patch, &**files, container)?
    } else {
        vec![single(patch, &**files, container)?]
    };
    // A copy with other file names, such as those that ScummVM knows, has the same bytes.
    for (name, patch) in &mut patches {
        let found = if files.open(name).is_err() { single(patch, &**files, container).ok() } else { None };
        if let Some((found, _)) = found {
            *name = found;
        }
    }
    // All files are checked before any patch is applied.
    let (mut done, mut wrong) = (Vec::new(), Vec::new());
    let mut sources = Vec::new();
    for (name, patch) in &patches {
        let source = files.open(name).map_err(|_| {
            refused(format!(
                "the patch is for another edition or another game: it needs the file {name}, and this game has no \
                 such file"
            ))
        })?;
        let facts = bps::facts(patch).map_err(|error| error.in_file(name.as_str()))?;
        match facts.compare(&*source)? {
            Match::Source => {}
            Match::Target => done.push(name.as_str()),
            Match::Other => {
                let needed = (facts.source_len, &*format!("{:08x}", facts.source_crc));
                wrong.push(other_edition(name, needed, source.len()));
            }
        }
        sources.push(source);
    }
    if let Some(last) = wrong.last_mut() {
        last.push_str(SEVERAL);
    }
    if !done.is_empty() {
        let all =
            if done.len() == patches.len() { "already has this patch" } else { "has a part of this patch" };
        wrong.insert(0, format!("the game {all} ({})", done.join(", ")));
    }
    if !wrong.is_empty() {
        return Err(refused(wrong.join("; ")));
    }
    let mut changed = MemoryFiles::new();
    for ((name, patch), source) in patches.iter().zip(&sources) {
        let bytes = bps::apply(patch, &**source, most).map_err(|error| error.in_file(name.as_str()))?;
        changed.insert(name.as_str(), bytes);
    }
    let patched = PatchedFiles::new(files, changed);
    require_whole(&patched, index)?;
    Ok(patched)
}

/// The files of a game with the changes of a patch.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "files are read, not printed")]
pub struct PatchedFiles {
    before: Arc<dyn Files>,
    /// The files that the patch changes, as they are now.
    pub changed: MemoryFiles,
}

impl PatchedFiles {
    /// Returns the files of a game in which these are changed.
    #[must_use]
    pub fn new(before: &Arc<dyn Files>, changed: MemoryFiles) -> Self {
        Self { before: Arc::clone(before), changed }
    }
}

impl Files for PatchedFiles {
    fn names(&self) -> Vec<String> {
        self.before.names()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Source>> {
        match self.changed.file(name) {
            Some(file) => Ok(Box::new(file.clone())),
            None => self.before.open(name),
        }
    }

    fn is_from_macintosh(&self, name: &str) -> bool {
        self.before.is_from_macintosh(name)
    }
}

/// Checks that the patch leaves every costume and every script readable.
///
/// # Errors
/// If it does not: an index then belongs to another data file.
fn require_whole(patched: &PatchedFiles, index: &str) -> Result<()> {
    let open = |files: &dyn Files| Game::open(files, Some(index), Limits::default());
    let Ok(before) = open(&*patched.before) else { return Ok(()) };
    let lost = match open(patched) {
        Err(_) => "the game cannot be opened".to_owned(),
        Ok(after) => {
            let slots = before.costume_slots().filter(|slot| before.costume(slot.id).is_ok());
            let lost: Vec<String> =
                slots.filter(|it| after.costume(it.id).is_err()).map(|it| it.id.to_string()).collect();
            let scripts =
                |game: &Game| game.scripts().list.into_iter().map(|it| it.owner).collect::<Vec<_>>();
            let there = scripts(&after);
            match lost.split_last() {
                Some((one, [])) => format!("costume {one} cannot be read"),
                Some((last, others)) => format!("costumes {} and {last} cannot be read", others.join(", ")),
                None if scripts(&before).iter().any(|owner| !there.contains(owner)) => {
                    "scripts cannot be read".to_owned()
                }
                None => return Ok(()),
            }
        }
    };
    let names = patched.changed.names().join(", ");
    Err(refused(format!(
        "after the patch of {names}, {lost}. It is one of several patches: apply the .zip that holds them all"
    )))
}

pub(super) fn refused(why: String) -> Error {
    Error::new(ErrorKind::CannotWrite(why), "")
}

/// What to do if another patch changed the game already.
const SEVERAL: &str = ". A patch fits the unchanged game only: apply several in one call, or put the costume folders \
                       one after the other";

fn other_edition(name: &str, (needed, crc): (u64, &str), len: u64) -> String {
    let found = if len == needed { "others".to_owned() } else { format!("{len} bytes") };
    format!(
        "{name} is of another edition, or was changed: the patch needs {needed} bytes with the CRC-32 {crc}, and this \
         file has {found}"
    )
}

/// Returns the file of the container that a single patch is for.
fn single(patch: &[u8], files: &dyn Files, container: &str) -> Result<(String, Vec<u8>)> {
    let facts = bps::facts(patch)?;
    let mut done = None;
    for name in files.names().into_iter().filter(|name| name.starts_with(container)) {
        let source = files.open(&name)?;
        let same_size = source.len() == facts.source_len || source.len() == facts.target_len;
        match if same_size { facts.compare(&*source)? } else { Match::Other } {
            Match::Source => return Ok((name, patch.to_vec())),
            Match::Target => done = Some(name),
            Match::Other => {}
        }
    }
    // Further on, a file with the patch is refused together with the others.
    done.map(|name| (name, patch.to_vec())).ok_or_else(|| {
        refused(format!(
            "the patch is for another edition, another game, or one that had other changes: no file here has {} \
             bytes and the CRC-32 {:08x}{SEVERAL}",
            facts.source_len, facts.source_crc
        ))
    })
}

/// Returns the patches of a zip, each with the name of its file. The whole manifest is compared with the game's files
/// before a patch is unpacked.
fn unzip(bytes: &[u8], game: &dyn Files, container: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let broken = |why: String| Error::bad("zip of the patch", 0, why);
    let files = Arc::new(MemoryFiles::from_iter([(ZIP, bytes.to_vec())]));
    let zip = FileSet::of_file(files, ZIP).ok_or_else(|| broken("it is not a zip".into()))?;
    if let Some(error) = zip.containers().iter().find_map(|zip| zip.failed.clone()) {
        return Err(error);
    }
    let count = zip.names().len();
    if count > MOST_FILES {
        return Err(broken(format!("the zip has {count} files; a patch has at most {MOST_FILES}")));
    }
    let read = |name: &str, most: u64| -> Result<Vec<u8>> {
        let file = zip.open(&format!("{ZIP}/{name}"))?;
        read_vec(&*file, 0, file.len(), most, "zip of the patch").map_err(|error| error.in_file(name))
    };
    let manifest: Manifest = serde_json::from_slice(&read(MANIFEST, MOST_MANIFEST)?).map_err(|error| {
        broken(format!("{MANIFEST}: {error}; the zip is probably not a patch of Costumier"))
    })?;
    let count = manifest.files.len();
    if count > MOST_FILES {
        return Err(broken(format!("{MANIFEST} lists {count} files; a patch changes at most {MOST_FILES}")));
    }
    let mut names = BTreeSet::new();
    for ManifestFile { name, before, after, .. } in &manifest.files {
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(broken(format!("{MANIFEST} lists the file {name} twice")));
        }
        if let Ok(source) = game.open(&format!("{container}{name}"))
            && ![before.bytes, after.bytes].contains(&source.len())
        {
            let why = other_edition(name, (before.bytes, &before.crc32), source.len());
            return Err(refused(format!("{why}{SEVERAL}")));
        }
    }
    let (mut patches, mut left) = (Vec::new(), MOST_PATCHES);
    for ManifestFile { name, patch, after, .. } in manifest.files {
        let most = after.bytes.saturating_mul(2).saturating_add(MOST_BESIDES).min(left);
        let bytes = read(&patch, most)?;
        left = left.saturating_sub(bytes.len() as u64);
        patches.push((format!("{container}{name}"), bytes));
    }
    Ok(patches)
}
