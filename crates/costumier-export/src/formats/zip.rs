//! Zip archives of files. All files have the same date, so the same files make the same archive.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// Endings of files whose formats are compressed already.
const COMPRESSED: [&str; 5] = [".png", ".gif", ".webp", ".aseprite", ".zip"];

/// The date of all files: 1 January 1980, the first that a zip can hold, in seconds of Unix time.
const DATE: i64 = 315_532_800;

/// Returns a zip of files, each with its path. Files of compressed formats are not compressed again.
///
/// # Errors
/// If a path is too long for a zip.
pub fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> io::Result<Vec<u8>> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    for (path, bytes) in files {
        let is_compressed = COMPRESSED.iter().any(|ending| path.ends_with(ending));
        // Never stored: sizes follow the bytes, and a program that reads a zip in one pass finds only Deflate's end.
        let level = if is_compressed { Compression::none() } else { Compression::default() };
        let file = zip
            .new_file(path)
            .compression_method(CompressionMethod::DEFLATE)
            .last_modified(UtcDateTime::from_unix(DATE))
            .unix_permissions(0o644);
        let (mut entry, config) = file.start().map_err(io::Error::other)?;
        let mut plain = config.wrap(DeflateEncoder::new(&mut entry, level));
        plain.write_all(bytes)?;
        let (packed, sums) = plain.finish().map_err(io::Error::other)?;
        packed.finish()?;
        entry.finish(sums).map_err(io::Error::other)?;
    }
    zip.finish().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use costumier::files::{FileSet, read_vec};
    use costumier::{Files as _, MemoryFiles};

    use super::*;

    #[test]
    fn files_are_read_back() {
        let text = b"{ } ".repeat(100);
        let files = [("costume-001/a.json", &text[..]), ("b.png", &[7; 40][..]), ("empty.txt", &b""[..])];
        let made = zip(files).unwrap();
        assert!(made == zip(files).unwrap() && made.len() < 700);
        for entry in rawzip::ZipArchive::from_slice(&made[..]).unwrap().entries().flatten() {
            let date = entry.last_modified();
            assert_eq!((date.year(), date.month(), date.day()), (1980, 1, 1));
        }
        let set = FileSet::of_file(Arc::new(MemoryFiles::from_iter([("x.zip", made)])), "x.zip").unwrap();
        for (path, bytes) in files {
            let member = set.open(&format!("x.zip/{path}")).unwrap();
            assert_eq!(read_vec(&*member, 0, member.len(), 1 << 20, "x").unwrap(), bytes, "{path}");
        }
    }
}
