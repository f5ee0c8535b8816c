//! Patches of several files in one: a zip with a patch for each, a manifest, and a page for people.
//!
//! ```text
//! README.txt · costumier.json · monkey2.000.bps · monkey2.001.bps
//! ```
//! Index and data file change together; a game with only one of them patched is broken. So all sources are
//! looked at first, and nothing comes out unless all are right.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use costumier::{Error, ErrorKind, Files, Result, Source};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;

use super::bps::{self, Facts, Match};
use crate::put::{Plan, PlannedFile};

/// The manifest's name.
const MANIFEST: &str = "costumier.json";

/// The largest patch that is read out of a zip, in bytes.
const MOST_PATCH: u64 = 64 << 20;

/// The most files of a zip.
const MOST_FILES: usize = 100;

/// The manifest of a patch.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this manifest: 1.
    pub costumier_patch: u32,
    /// The game that it is for, as the program that made it names it.
    pub game: String,
    /// The files that change.
    pub files: Vec<ManifestFile>,
}

/// A file of a patch.
#[derive(Debug, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Its name in the game's folder.
    pub name: String,
    /// The patch's name in the zip.
    pub patch: String,
    /// What it is before.
    pub before: Known,
    /// What it is afterwards.
    pub after: Known,
}

/// How a file is known.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its CRC-32, as eight hexadecimal digits.
    pub crc32: String,
    /// Its SHA-256.
    pub sha256: String,
}

/// The zip for all files that change. Where the game lies in an archive, `container` is what its files' names
/// begin with here; the patch names them without it, since others may have them loose.
///
/// # Errors
/// What reading the files says.
pub fn write(plan: &Plan, files: &dyn Files, game: &str, container: &str) -> Result<Vec<u8>> {
    let failed = |error: zip::result::ZipError| {
        Error::new(ErrorKind::CannotWrite(error.to_string()), "zip of the patch")
    };
    let io =
        |error: std::io::Error| Error::new(ErrorKind::CannotWrite(error.to_string()), "zip of the patch");
    let mut manifest = Manifest { costumier_patch: 1, game: game.to_owned(), files: Vec::new() };
    let mut patches = Vec::new();
    for file in plan.changed() {
        let source = files.open(&file.name)?;
        let patch = bps::write(file, &*source, b"")?;
        let facts = bps::facts(&patch)?;
        // In the zip, folders of the game are no folders.
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
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    // No dates: the same changes make the same file.
    let options = SimpleFileOptions::default();
    let json = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    let page = readme(&manifest);
    let texts = [("README.txt".to_owned(), page.into_bytes()), (MANIFEST.to_owned(), json)];
    for (name, bytes) in texts.iter().chain(&patches) {
        zip.start_file(name.as_str(), options).map_err(failed)?;
        zip.write_all(bytes).map_err(io)?;
    }
    zip.finish().map(Cursor::into_inner).map_err(failed)
}

fn known(file: &PlannedFile, source: &dyn Source, crc: u32) -> Result<Known> {
    let mut hasher = Sha256::new();
    file.write(source, |bytes| {
        hasher.update(bytes);
        Ok::<(), Error>(())
    })?;
    let sha256 = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Known { bytes: file.len_after(), crc32: format!("{crc:08x}"), sha256 })
}

fn readme(manifest: &Manifest) -> String {
    let mut text = format!(
        "A patch for the game {}.\r\n\r\nIt holds nothing of the game: you need your own copy. Each file \
         below is patched with the .bps file \
         beside it; all of them, or the game is broken.\r\n\r\n    costumier patch apply GAME THIS.zip -o \
         NEW\r\n\r\ndoes it. So do \
         Flips, MultiPatch and RomPatcher.js, one file at a time.\r\n\r\n",
        manifest.game
    );
    for file in &manifest.files {
        text.push_str(&format!(
            "{}  {} bytes, CRC-32 {}  ->  {} bytes, CRC-32 {}\r\n",
            file.name, file.before.bytes, file.before.crc32, file.after.bytes, file.after.crc32
        ));
    }
    text
}

/// Applies a zip of patches, or a single BPS patch, to the files of a game; gives the files that changed, by
/// name. `container` as for [`write()`].
///
/// # Errors
/// [`ErrorKind::CannotWrite`] where a file is another edition's or patched already, naming it;
/// [`ErrorKind::BadValue`] for a damaged patch; [`ErrorKind::MissingFile`]; [`ErrorKind::Limit`] where a
/// result has more than `most` bytes.
pub fn apply(
    patch: &[u8],
    files: &dyn Files,
    container: &str,
    most: u64,
) -> Result<BTreeMap<String, Vec<u8>>> {
    let patches = if patch.starts_with(b"PK") {
        unzip(patch, container)?
    } else {
        vec![single(patch, files, container)?]
    };
    // All are looked at before any is applied.
    let mut wrong = Vec::new();
    let mut sources = Vec::new();
    for (name, patch) in &patches {
        let source = files.open(name).map_err(|_| {
            Error::new(ErrorKind::MissingFile(name.clone()), "file of the game that the patch is for")
        })?;
        let facts = bps::facts(patch).map_err(|error| error.in_file(name.as_str()))?;
        match facts.compare(&*source)? {
            Match::Source => {}
            Match::Target => wrong.push(format!("{name} is patched already")),
            Match::Other => wrong.push(other_edition(name, &facts, source.len())),
        }
        sources.push(source);
    }
    if !wrong.is_empty() {
        return Err(Error::new(ErrorKind::CannotWrite(wrong.join("; ")), "patch"));
    }
    let mut made = BTreeMap::new();
    for ((name, patch), source) in patches.iter().zip(&sources) {
        let bytes = bps::apply(patch, &**source, most).map_err(|error| error.in_file(name.as_str()))?;
        made.insert(name.clone(), bytes);
    }
    Ok(made)
}

fn other_edition(name: &str, facts: &Facts, len: u64) -> String {
    format!(
        "{name} is of another edition: the patch is for {} bytes with the CRC-32 {:08x}, and this file has {len} bytes",
        facts.source_len, facts.source_crc
    )
}

/// The file of the container that a single patch is for: the one that fits.
fn single(patch: &[u8], files: &dyn Files, container: &str) -> Result<(String, Vec<u8>)> {
    let facts = bps::facts(patch)?;
    let mut nearest = None;
    for name in files.names().into_iter().filter(|name| name.starts_with(container)) {
        let source = files.open(&name)?;
        let same_size = source.len() == facts.source_len || source.len() == facts.target_len;
        match if same_size { facts.compare(&*source)? } else { Match::Other } {
            Match::Source => return Ok((name, patch.to_vec())),
            Match::Target => nearest = Some(format!("{name} is patched already")),
            Match::Other => {}
        }
    }
    let why = nearest.unwrap_or_else(|| {
        format!(
            "no file of the game has {} bytes and the CRC-32 {:08x}: the patch is for another edition or another game",
            facts.source_len, facts.source_crc
        )
    });
    Err(Error::new(ErrorKind::CannotWrite(why), "patch"))
}

fn unzip(bytes: &[u8], container: &str) -> Result<Vec<(String, Vec<u8>)>> {
    let broken = |why: String| Error::bad("zip of the patch", 0, why);
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(error.to_string()))?;
    if zip.len() > MOST_FILES {
        return Err(broken(format!("it has {} files; a patch has at most {MOST_FILES}", zip.len())));
    }
    let mut read = |name: &str| -> Result<Vec<u8>> {
        let file = zip.by_name(name).map_err(|error| broken(format!("{name}: {error}")))?;
        let mut out = Vec::new();
        file.take(MOST_PATCH + 1)
            .read_to_end(&mut out)
            .map_err(|error| broken(format!("{name}: {error}")))?;
        if out.len() as u64 > MOST_PATCH {
            return Err(broken(format!("{name} has more than {MOST_PATCH} bytes")));
        }
        Ok(out)
    };
    let manifest: Manifest = serde_json::from_slice(&read(MANIFEST)?)
        .map_err(|error| broken(format!("{MANIFEST}: {error}: is this a patch made by Costumier?")))?;
    manifest.files.iter().map(|file| Ok((format!("{container}{}", file.name), read(&file.patch)?))).collect()
}
