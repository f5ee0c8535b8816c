//! Tar archives (`docs/format/editions.md §7.2`): a head of 512 bytes before each file, which is padded to a
//! multiple of 512.
//!
//! ```text
//! +0    name, 100 bytes          +156  kind: 0 or '0' a file, '1' another name of one, 'L' a long name,
//! +124  size, octal, 12 bytes          'x' the next file's extras (path=, size=); others are no files
//! +148  sum of the head, octal   +257  "ustar"      +345  the name's first part, 155 bytes
//! ```
//! **Note:** the oldest archives have no "ustar". There is no directory, so a listing goes from head to head
//! through the whole archive.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file_range::{FileRange, Refused, Shared};
use super::members::{Members, clean, is_hidden};
use crate::bytes::Bytes;
use crate::source::read_vec;
use crate::{Error, ErrorKind, Result};

/// Length of a head in bytes; files are padded to a multiple of it.
const HEAD: u64 = 512;

/// Length of the longest long name, and of the longest extras.
const MOST_EXTRA: u64 = 64 << 10;

/// Largest number of heads, including those of folders and extras.
const MOST_HEADS: u64 = 400_000;

/// Whether a file starts as a tar archive, by the checksum, since the oldest have no mark. Other files do not have
/// their first bytes' sum there in octal digits.
pub(super) fn is_one(head: &[u8]) -> bool {
    head.first().is_some_and(|byte| *byte != 0) && Bytes::new(head).slice(0, 512, "").is_ok_and(sum_fits)
}

/// Whether a head has the checksum that it states.
fn sum_fits(head: &[u8]) -> bool {
    let sum = head.iter().enumerate().map(|(at, byte)| match at {
        148..156 => u64::from(b' '),
        _ => u64::from(*byte),
    });
    head.get(148..156).and_then(number) == Some(sum.sum())
}

/// Reads an octal number, or a big-endian one that GNU tar writes if octal digits do not suffice.
fn number(field: &[u8]) -> Option<u64> {
    if let Some((0x80, rest)) = field.split_first() {
        let (high, low) = rest.split_at_checked(rest.len().saturating_sub(8))?;
        let low = u64::from_be_bytes(low.try_into().ok()?);
        return high.iter().all(|byte| *byte == 0).then_some(low);
    }
    let text = std::str::from_utf8(field).ok()?.trim_matches(['\0', ' ']);
    if text.is_empty() { Some(0) } else { u64::from_str_radix(text, 8).ok() }
}

fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    decoded(field.get(..end).unwrap_or_default())
}

/// A name of bytes that have no encoding: UTF-8, or else Latin-1, in which different names stay different.
fn decoded(name: &[u8]) -> String {
    std::str::from_utf8(name).map_or_else(|_| name.iter().copied().map(char::from).collect(), str::to_owned)
}

/// The files in an archive.
///
/// # Errors
/// An error for an invalid first head, and above the limits. An archive that is cut or damaged later gives the
/// files before, and a problem.
pub(super) fn members(source: &Shared) -> Result<Members> {
    let mut members = Members::default();
    // The first file of each name, for links, and the number of links to no file.
    let mut first: BTreeMap<String, Shared> = BTreeMap::new();
    let mut loose = 0u64;
    let (mut at, mut heads) = (0u64, 0u64);
    // The extras for the next file.
    let (mut path, mut wide): (Option<String>, Option<u64>) = (None, None);
    while source.len().saturating_sub(at) >= HEAD {
        let head = read_vec(&**source, at, HEAD, HEAD, "head of a tar's member")?;
        if head.iter().all(|byte| *byte == 0) {
            return Ok(said(members, loose));
        }
        let field = |from: usize, len: usize| head.get(from..from.saturating_add(len)).unwrap_or_default();
        let size = number(field(124, 12)).filter(|_| sum_fits(&head));
        let Some(size) = size else {
            if heads == 0 {
                return Err(Error::bad("head of a tar's member", at, "its sum does not fit"));
            }
            members.odd.push(format!("it makes no sense from byte {at:#x} on"));
            return Ok(said(members, loose));
        };
        heads = heads.saturating_add(1);
        if heads > MOST_HEADS {
            let text = format!("it holds more than {MOST_HEADS} heads");
            return Err(Error::new(ErrorKind::Limit(text), "tar archive"));
        }
        let size = wide.take().unwrap_or(size);
        let data_at = at.saturating_add(HEAD);
        let Some(next) = size.checked_next_multiple_of(HEAD).and_then(|padded| data_at.checked_add(padded))
        else {
            members.odd.push(format!("a size at byte {at:#x} makes no sense"));
            return Ok(said(members, loose));
        };
        let name = path.take().unwrap_or_else(|| match (text(field(0, 100)), text(field(345, 155))) {
            (name, before) if before.is_empty() || field(257, 6) != b"ustar\0" => name,
            (name, before) => format!("{before}/{name}"),
        });
        let kind = field(156, 1);
        if let [b'L' | b'x'] = kind {
            let Ok(extra) = read_vec(&**source, data_at, size, MOST_EXTRA, "extras of a tar's member") else {
                members.odd.push(format!("the extras at byte {at:#x} are cut, or larger than any"));
                return Ok(said(members, loose));
            };
            match kind {
                [b'L'] => path = Some(text(&extra)),
                _ => (path, wide) = extras(&extra),
            }
            at = next;
            continue;
        }
        let file = match kind {
            [0 | b'0' | b'7'] if !name.ends_with('/') && !is_hidden(&name) => {
                match FileRange::new(source, data_at, size, "member of a tar") {
                    Ok(part) => Some(Arc::new(part) as Shared),
                    Err(error) => Some(Arc::new(Refused::new(size, error)) as Shared),
                }
            }
            [b'S'] => {
                let why = format!("{name} has holes in the tar");
                Some(Arc::new(Refused::unsupported(size, why)) as Shared)
            }
            [b'1'] => {
                let same = clean(&text(field(157, 100))).and_then(|target| first.get(&target).cloned());
                loose = loose.saturating_add(u64::from(same.is_none()));
                same
            }
            // Folders, links to other places, devices.
            _ => None,
        };
        if let Some(file) = file {
            if let Some(name) = clean(&name) {
                first.entry(name).or_insert_with(|| Shared::clone(&file));
            }
            members.add(&name, file)?;
        }
        at = next;
    }
    if at != source.len() {
        members.odd.push(format!("it is cut at byte {:#x}", source.len()));
    }
    Ok(said(members, loose))
}

/// Adds a problem if links lead to no file before them.
fn said(mut members: Members, loose: u64) -> Members {
    if loose > 0 {
        members.odd.push(format!("{loose} links lead to files that do not come before them"));
    }
    members
}

/// Reads path and size from lines `LENGTH KEY=VALUE\n` whose length includes itself.
fn extras(bytes: &[u8]) -> (Option<String>, Option<u64>) {
    let (mut path, mut size) = (None, None);
    let mut rest = bytes;
    while let Some(blank) = rest.iter().position(|byte| *byte == b' ') {
        let (len, _) = rest.split_at(blank);
        let len = std::str::from_utf8(len).ok().and_then(|len| len.parse::<usize>().ok());
        let Some((line, after)) = len.and_then(|len| rest.split_at_checked(len)) else { break };
        let line = decoded(line.get(blank.saturating_add(1)..).unwrap_or_default());
        match line.trim_end_matches('\n').split_once('=') {
            Some(("path", value)) => path = Some(value.to_owned()),
            Some(("size", value)) => size = value.parse().ok(),
            _ => {}
        }
        if line.is_empty() {
            break;
        }
        rest = after;
    }
    (path, size)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A head and its file.
    fn member(name: &str, kind: u8, size: u64, bytes: &[u8]) -> Vec<u8> {
        let mut head = vec![0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
        head[156] = kind;
        head[257..265].copy_from_slice(b"ustar\x0000");
        seal(&mut head);
        head.extend(bytes);
        head.resize(head.len().next_multiple_of(512), 0);
        head
    }

    fn seal(head: &mut [u8]) {
        head[148..156].fill(b' ');
        let sum: u32 = head[..512].iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }

    fn file(name: &str, bytes: &[u8]) -> Vec<u8> {
        member(name, b'0', bytes.len() as u64, bytes)
    }

    /// A file's name, and its first bytes.
    type Read = (String, Result<Vec<u8>>);

    fn open(bytes: &[u8]) -> Result<(Vec<Read>, Members)> {
        let source: Shared = Arc::new(Arc::<[u8]>::from(bytes));
        let members = members(&source)?;
        let list = members.iter();
        let list =
            list.map(|(name, it)| (name.to_owned(), read_vec(&**it, 0, it.len().min(9), 9, "x"))).collect();
        Ok((list, members))
    }

    fn names(bytes: &[u8]) -> Vec<String> {
        open(bytes).unwrap().0.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn files_are_ranges_and_names_may_be_long() {
        let long = format!("{}/MONKEY2.000", "folder".repeat(30));
        let extra = format!("path={long}\n");
        let extra = format!("{} {extra}", extra.len() + 4);
        let bytes = [
            member("game/", b'5', 0, b""),
            file("game/A.000", b"index"),
            member("././@LongLink", b'L', long.len() as u64 + 1, format!("{long}\0").as_bytes()),
            file("cut", b"gnu"),
            member("extras", b'x', extra.len() as u64, extra.as_bytes()),
            file("cut", b"pax"),
            member("again", b'1', 0, b""),
            vec![0; 1024],
        ];
        let mut bytes = bytes.concat();
        let at = bytes.windows(5).rposition(|it| it == b"again").unwrap();
        bytes[at + 157..at + 167].copy_from_slice(b"game/A.000");
        seal(&mut bytes[at..]);
        let (found, _) = open(&bytes).unwrap();
        let wanted = [("game/A.000", "index"), (&long, "gnu"), (&long, "pax"), ("again", "index")];
        let wanted = wanted.map(|(name, bytes)| (name.to_owned(), Ok(bytes.as_bytes().to_vec())));
        assert_eq!(found, wanted);
    }

    #[test]
    fn the_first_part_of_a_name_stands_apart() {
        let mut bytes = file("MONKEY2.000", b"x");
        bytes[345..352].copy_from_slice(b"a/b/c/d");
        seal(&mut bytes);
        assert_eq!(names(&bytes), ["a/b/c/d/MONKEY2.000"]);
    }

    #[test]
    fn names_that_lead_elsewhere_and_links_are_no_files() {
        let bytes = [
            file("../../etc/passwd", b"x"),
            file("./ok", b"y"),
            member("loop", b'2', 0, b""),
            file(".git/x", b"z"),
        ];
        let (found, members) = open(&bytes.concat()).unwrap();
        assert_eq!((found.len(), found[0].0.as_str(), members.refused), (1, "ok", 1));
    }

    #[test]
    fn a_file_that_the_archive_has_not_says_so_and_numbers_have_two_forms() {
        let bytes = [file("whole", b"x"), member("cut", b'0', 4000, b"y")].concat();
        let (found, _) = open(&bytes).unwrap();
        assert!(found[0].1.is_ok() && found[1].1.is_err());
        assert_eq!(number(b"\x80\0\0\0\0\0\0\x01\0\0\0\x02"), Some(0x1_0000_0002));
        assert_eq!((number(b"0000017\0"), number(b"   17 \0"), number(b"9")), (Some(15), Some(15), None));
        let mut huge = file("a", b"x");
        huge[124..136].copy_from_slice(b"\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff");
        seal(&mut huge);
        assert!(!open(&huge).unwrap().1.odd.is_empty());
    }

    #[test]
    fn cut_extras_and_links_to_nowhere_are_said_and_what_came_before_stays() {
        for size in [600, 70_000] {
            let bytes = [file("a", b"one"), member("x", b'x', size, &[b'9'; 300])].concat();
            let (found, members) = open(&bytes).unwrap();
            assert_eq!((found[0].1.as_deref(), members.odd.len()), (Ok(&b"one"[..]), 1), "{size}");
        }
        let mut link = member("b", b'1', 0, b"");
        link[157..161].copy_from_slice(b"none");
        seal(&mut link);
        let (found, members) = open(&[file("a", b"one"), link.clone(), link].concat()).unwrap();
        assert_eq!((found.len(), members.odd.len()), (1, 1));
        assert!(members.odd[0].starts_with("2 links"), "{:?}", members.odd);
    }

    proptest::proptest! {
        /// Heads with valid checksums and any other contents.
        #[test]
        fn any_heads_do_no_harm(
            heads in proptest::collection::vec(
                (proptest::collection::vec(proptest::num::u8::ANY, 0..100), proptest::num::u8::ANY, 0_u64..3000,
                 proptest::bool::ANY),
                0..6,
            ),
            cut in 0_usize..9000,
        ) {
            let mut bytes = Vec::new();
            for (name, kind, size, is_listed) in heads {
                let kind = if is_listed { b"\x0001LxS57"[usize::from(kind % 8)] } else { kind };
                let mut head = member("", kind, size, &[kind; 700]);
                head[..name.len()].copy_from_slice(&name);
                head[157..157 + name.len()].copy_from_slice(&name);
                seal(&mut head);
                bytes.extend(head);
            }
            bytes.truncate(cut);
            let _ = open(&bytes);
        }
    }

    #[test]
    fn bent_and_cut_archives_do_no_harm() {
        let whole = [file("a", b"one"), file("b", b"two"), vec![0; 1024]].concat();
        assert!(is_one(&whole));
        for at in 0..1200 {
            for value in [0, 1, b'7', 0x80, 0xff] {
                let mut bent = whole.clone();
                bent[at] = value;
                let _ = open(&bent);
            }
        }
        // If the archive is cut behind the first file, that file is found and the cut is reported. Cuts between
        // members, and behind the first head of zeros, are not noticed.
        for len in 1024..whole.len() {
            let (found, members) = open(&whole[..len]).unwrap();
            assert_eq!(found[0].1.as_deref(), Ok(&b"one"[..]), "{len}");
            let is_whole = [1024, 2048].contains(&len) || len >= 2048 + 512;
            assert_eq!(members.odd.is_empty(), is_whole, "{len}: {:?}", members.odd);
        }
        for len in 0..1024 {
            let _ = open(&whole[..len]);
        }
        let mut bent = whole.clone();
        bent[1024] = b'X';
        assert_eq!((names(&bent), open(&bent).unwrap().1.odd.len()), (vec!["a".to_owned()], 1));
    }
}
