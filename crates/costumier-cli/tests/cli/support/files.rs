//! Files that tests read and make: JSON, archives, costume folders.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use super::NamedFiles;

/// Reads a JSON file.
pub(crate) fn json_file(path: impl AsRef<Path>) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// A zip of files.
pub(crate) fn zipped(files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name.as_ref(), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes.as_ref()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The files of a zip.
pub(crate) fn unzipped(path: impl AsRef<Path>) -> NamedFiles {
    let mut zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut files = NamedFiles::new();
    for number in 0..zip.len() {
        let mut member = zip.by_index(number).unwrap();
        let mut bytes = Vec::new();
        member.read_to_end(&mut bytes).unwrap();
        files.push((member.name().unwrap().into_owned(), bytes));
    }
    files
}

/// A tar of files.
pub(crate) fn tarred(files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut tar = Vec::new();
    for (name, bytes) in files {
        let (name, bytes) = (name.as_ref(), bytes.as_ref());
        let mut head = [0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        for (at, text) in [
            (100, "0000644\0"),
            (124, &*format!("{:011o}\0", bytes.len())),
            (148, "        0"),
            (257, "ustar\x0000"),
        ] {
            head[at..at + text.len()].copy_from_slice(text.as_bytes());
        }
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        tar.extend(head);
        tar.extend(bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar
}

/// Replaces a text in the `costume.toml` of a folder, at its first place.
#[track_caller]
pub(crate) fn edit(folder: impl AsRef<Path>, from: &str, to: &str) {
    let place = folder.as_ref().join("costume.toml");
    let text = fs::read_to_string(&place).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(place, text.replacen(from, to, 1)).unwrap();
}

/// Moves the first picture of a costume folder.
pub(crate) fn move_picture(folder: impl AsRef<Path>, x: i32) {
    let place = folder.as_ref().join("costume.toml");
    let text = fs::read_to_string(&place).unwrap();
    let at = text.find("\nat = [").unwrap();
    let end = at + text[at..].find(',').unwrap();
    fs::write(place, format!("{}\nat = [{x}{}", &text[..at], &text[end..])).unwrap();
}
