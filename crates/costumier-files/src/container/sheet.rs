//! Files that describe the image of a CD next to them: cue sheets, and those of `CloneCD` (`.ccd`) and Alcohol (`.mds`)
//! (`docs/format/editions.md §6.5`).
//!
//! **Note:** an image and its description are one CD. The names in a description are often not those of the files:
//! files were renamed, in letters of other cases or in an encoding of another system.

use std::collections::BTreeMap;

use super::members::{clean, folder_of};
use crate::source::{Files, read_vec};
use crate::{Error, ErrorKind, Result};

/// Length of the longest description in bytes.
pub(super) const LONGEST: u64 = 64 << 10;

/// Endings of images.
const IMAGES: [&str; 5] = [".bin", ".img", ".iso", ".raw", ".mdf"];

/// Bytes of a raw sector.
const RAW: u64 = 2352;

/// Largest number of tracks on a CD.
const MOST_TRACKS: usize = 99;

/// Largest number of descriptions in a folder that are examined for one that names a file.
const MOST_SHEETS: usize = 100;

/// The first track with data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Track {
    /// The name of the track's file.
    pub(super) file: String,
    /// Start of the track in the file, in bytes.
    pub(super) at: u64,
}

/// The first bytes and the ending of each kind of description.
pub(super) fn is_one(name: &str, head: &[u8], len: u64) -> bool {
    len <= LONGEST
        && match ending(name).as_str() {
            ".cue" => true,
            ".ccd" => head.starts_with(b"[CloneCD]"),
            ".mds" => head.starts_with(b"MEDIA DESCRIPTOR"),
            _ => false,
        }
}

fn ending(name: &str) -> String {
    name.rfind('.').and_then(|dot| name.get(dot..)).unwrap_or_default().to_ascii_lowercase()
}

/// Whether a file has the name of an image that a description may be next to.
pub(super) fn is_image(name: &str) -> bool {
    IMAGES.contains(&ending(name).as_str())
}

/// Whether a file has the ending of a description.
pub(super) fn may_be_one(name: &str) -> bool {
    [".cue", ".ccd", ".mds"].contains(&ending(name).as_str())
}

/// The image that a description means: its first track with data, and the files of all tracks, with the names that
/// they have among `names`. `None` if it names no track with data.
///
/// # Errors
/// [`ErrorKind::MissingFile`] if the file of that track does not exist.
pub(super) fn described(
    files: &dyn Files,
    names: &[String],
    sheet: &str,
) -> Result<Option<(Track, Vec<String>)>> {
    let source = files.open(sheet)?;
    let text = read_vec(&*source, 0, source.len(), LONGEST, "description of a CD")?;
    let base = sheet.rsplit('/').next().unwrap_or(sheet);
    let stem = base.get(..base.len().saturating_sub(4)).unwrap_or(base);
    let (parts, track) = match ending(sheet).as_str() {
        ".ccd" => clone_cd(&text, &format!("{stem}.img")),
        ".mds" => {
            let file = format!("{stem}.mdf");
            (vec![file.clone()], Some(Track { file, at: 0 }))
        }
        _ => cue(&text),
    };
    let Some(track) = track else { return Ok(None) };
    let folder = folder_of(sheet);
    let inside = |name: &str| match folder {
        "" => true,
        _ => name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')),
    };
    // By their letters in lower case; of two names that differ in nothing else, the first counts.
    let mut near: BTreeMap<String, &String> = BTreeMap::new();
    for name in names.iter().filter(|name| inside(name)) {
        near.entry(name.to_lowercase()).or_insert(name);
    }
    let there = |part: &str| {
        let wanted = if folder.is_empty() { part.to_owned() } else { format!("{folder}/{part}") };
        near.get(&wanted.to_lowercase()).map(|name| (*name).clone())
    };
    // The only file of a description may have another name: the description's own, or any.
    let other = || {
        let mut images = near.values().filter(|name| folder_of(name) == folder && is_image(name));
        let own = IMAGES.iter().find_map(|ending| there(&format!("{stem}{ending}")));
        let (first, second) = (images.next(), images.next());
        own.or_else(|| first.filter(|_| second.is_none()).map(|name| (*name).clone()))
    };
    let file = there(&track.file).or_else(|| (parts.len() == 1).then(other).flatten());
    let Some(file) = file else {
        let what = format!("{sheet} describes a CD, its image");
        return Err(Error::new(ErrorKind::MissingFile(track.file), what));
    };
    let mut parts: Vec<String> = parts.iter().filter_map(|part| there(part)).collect();
    parts.push(file.clone());
    Ok(Some((Track { file, ..track }, parts)))
}

/// The description in a file's folder that names it.
pub(super) fn describing(files: &dyn Files, names: &[String], name: &str) -> Option<String> {
    let mut sheets = names
        .iter()
        .filter(|sheet| folder_of(sheet) == folder_of(name) && may_be_one(sheet))
        .take(MOST_SHEETS);
    sheets
        .find(|sheet| {
            described(files, names, sheet)
                .is_ok_and(|found| found.is_some_and(|(_, parts)| parts.iter().any(|part| part == name)))
        })
        .cloned()
}

/// Reads a cue sheet: the names of its files, and its first track with data.
fn cue(text: &[u8]) -> (Vec<String>, Option<Track>) {
    let text = String::from_utf8_lossy(text);
    let (mut files, mut data) = (Vec::new(), None);
    let mut file = None;
    let mut track: Option<u64> = None;
    for line in text.trim_start_matches('\u{feff}').lines().map(str::trim) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "FILE" => {
                let quoted = rest.trim().strip_prefix('"').and_then(|rest| rest.split_once('"'));
                let name = quoted.map(|(name, _)| name).or_else(|| rest.split_whitespace().next());
                // Of a place on the machine that wrote the sheet, the last part counts.
                let name = name.map(|name| match name.as_bytes().get(1) {
                    Some(b':') => name.rsplit(['\\', '/']).next().unwrap_or(name),
                    _ => name,
                });
                file = name.and_then(clean);
                files.extend(file.clone().filter(|_| files.len() < MOST_TRACKS));
                track = None;
            }
            "TRACK" => {
                let kind = rest.split_whitespace().nth(1).unwrap_or_default().to_ascii_uppercase();
                let size = kind.split_once('/').and_then(|(_, size)| size.parse().ok());
                track = (kind != "AUDIO").then(|| size.unwrap_or(RAW));
            }
            "INDEX" => {
                let mut fields = rest.split_whitespace();
                let (Some("01"), Some(time), Some(size)) = (fields.next(), fields.next(), track) else {
                    continue;
                };
                let frames = time.split(':').zip([60 * 75, 75, 1]).try_fold(0u64, |sum, (field, count)| {
                    Some(sum.saturating_add(field.parse::<u64>().ok()?.saturating_mul(count)))
                });
                if let (None, Some(file), Some(frames)) = (&data, &file, frames) {
                    data = Some(Track { file: file.clone(), at: frames.saturating_mul(size) });
                }
            }
            _ => {}
        }
    }
    (files, data)
}

/// Reads `CloneCD`'s description of `image`: each `[TRACK n]` has its `MODE`, 0 for audio, and its first sector.
fn clone_cd(text: &[u8], image: &str) -> (Vec<String>, Option<Track>) {
    let text = String::from_utf8_lossy(text);
    let mut mode: Option<u64> = None;
    let mut track = None;
    for line in text.lines().map(|line| line.trim().to_ascii_uppercase()) {
        let number = |value: &str| value.trim().parse::<u64>().ok();
        match line.split_once('=') {
            None if line.starts_with('[') => mode = None,
            Some((key, value)) if key.trim() == "MODE" => mode = number(value),
            Some((key, value)) if key.trim() == "INDEX 1" && mode.is_some_and(|mode| mode > 0) => {
                let at = number(value).map(|sector| sector.saturating_mul(RAW));
                track = track.or(at.map(|at| Track { file: image.to_owned(), at }));
            }
            _ => {}
        }
    }
    (vec![image.to_owned()], track)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cue_sheet_names_the_first_track_of_data() {
        let data = |text: &[u8]| cue(text).1;
        let plain = b"FILE \"My Game.bin\" BINARY\r\n  TRACK 01 MODE1/2352\r\n    INDEX 01 00:00:00\r\n";
        assert_eq!(data(plain), Some(Track { file: "My Game.bin".into(), at: 0 }));
        let second = b"FILE loom.bin BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 MODE1/2352\n  \
            INDEX 00 00:45:00\n  INDEX 01 00:47:65";
        assert_eq!(data(second), Some(Track { file: "loom.bin".into(), at: (47 * 75 + 65) * 2352 }));
        assert_eq!(data(b"FILE a.bin BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00"), None);
        assert_eq!(data(b"\xff\x00 no cue"), None);
        assert_eq!(data(b"FILE \"../a.bin\" BINARY\n TRACK 01 MODE1/2352\n  INDEX 01 00:00:00"), None);
    }

    #[test]
    fn a_cue_sheet_of_another_machine_names_files_by_their_last_part() {
        let text = b"\xEF\xBB\xBFFILE \"D:\\rips\\a.bin\" BINARY\n TRACK 01 MODE2/2352\n  \
            INDEX 01 00:00:00\nFILE b.wav WAVE\n";
        let wanted = Some(Track { file: "a.bin".into(), at: 0 });
        assert_eq!(cue(text), (vec!["a.bin".into(), "b.wav".into()], wanted));
        // Times that no file is long enough for.
        let far = b"FILE a BINARY\nTRACK 01 MODE1/2352\nINDEX 01 18446744073709551615:1:1";
        assert!(cue(far).1.is_none_or(|track| track.at > 1 << 40));
    }

    #[test]
    fn clone_cd_says_where_the_first_track_with_data_begins() {
        let text = b"[CloneCD]\r\nVersion=3\r\n[Disc]\r\n[TRACK 1]\r\nMODE=0\r\nINDEX 1=0\r\n[TRACK 2]\r\nMODE=1\r\n\
            INDEX 0=4000\r\nINDEX 1=4150\r\n";
        let track = Track { file: "a.img".into(), at: 4150 * 2352 };
        assert_eq!(clone_cd(text, "a.img"), (vec!["a.img".into()], Some(track)));
        assert_eq!(clone_cd(b"[TRACK 1]\nMODE=0\nINDEX 1=0", "a.img").1, None);
    }
}
