//! The recognition of files by their first bytes (`docs/format/editions.md §8`). Names matter only if a format
//! has no magic number and a wrong guess would cost reading.

use super::file_range::Shared;
use super::{amiga, d64, fat, iso, lfg, lpak, mac, sheet, tar};
use crate::source::{Source, read_vec};

/// Number of first bytes that are examined.
const HEAD: u64 = 1088;

/// The kind of a file that can be opened.
pub(super) enum FileKind {
    /// An archive or an image by itself.
    Lpak,
    Zip,
    Tar,
    Cd(iso::Layout),
    /// The description of a CD image.
    Sheet,
    MacData,
    /// One of a set of floppies.
    Fat,
    Amiga,
    /// A C64 game's first or second disk.
    C64(u8),
    /// A part of an installer's archive.
    Lfg,
    /// Another file in a wrapper.
    Gzip,
    MacBinary,
    AppleSingle,
    DiskCopy,
    /// A file that holds no files.
    Other,
}

/// The first bytes of a file.
pub(super) fn head_of(source: &dyn Source) -> Vec<u8> {
    read_vec(source, 0, source.len().min(HEAD), HEAD, "first bytes").unwrap_or_default()
}

/// Recognises the kind of a file.
pub(super) fn sniff(name: &str, head: &[u8], source: &Shared) -> FileKind {
    let len = source.len();
    let lower = name.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    match head {
        _ if lpak::is_one(head) => FileKind::Lpak,
        _ if lfg::is_part(head) => FileKind::Lfg,
        [b'P', b'K', 3, 4, ..] => FileKind::Zip,
        // An empty file named `*.zip`.
        [] if len == 0 && ends(&[".zip"]) => FileKind::Zip,
        [b'#', b'!', ..] | [b'M', b'Z', ..] if ends_as_zip(&**source) => FileKind::Zip,
        _ if tar::is_one(head) => FileKind::Tar,
        _ if is_gzip(head) => FileKind::Gzip,
        _ if amiga::is_one(head, len) => FileKind::Amiga,
        [0, 5, 0x16, 0, ..] => FileKind::AppleSingle,
        _ if sheet::is_one(name, head, len) => FileKind::Sheet,
        _ if may_be_a_cd(head, len) || ends(&[".iso", ".bin", ".img", ".toast", ".cdr"]) => {
            match iso::layout_of(&**source, 0) {
                Some(layout) => FileKind::Cd(layout),
                None => small(head, source),
            }
        }
        _ => small(head, source),
    }
}

/// Recognises files without a clear magic number.
fn small(head: &[u8], source: &Shared) -> FileKind {
    let len = source.len();
    if let Some(disk) = d64::disk_of(head, len) {
        return FileKind::C64(disk);
    }
    match () {
        () if mac::is_mac_binary(head, len) => FileKind::MacBinary,
        () if mac::is_disk_copy(head, len) => FileKind::DiskCopy,
        () if fat::is_one(head, len) => FileKind::Fat,
        () if mac::is_data_file(head, &**source) => FileKind::MacData,
        () => FileKind::Other,
    }
}

/// Whether a file may be a CD image: images have whole sectors, and raw ones start with a sector's mark.
fn may_be_a_cd(head: &[u8], len: u64) -> bool {
    let raw = head.starts_with(&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]);
    raw || (len > 16 * 2048 && [2048, 2336, 2448].iter().any(|size| len.is_multiple_of(*size)))
}

#[cfg(feature = "inflate")]
fn is_gzip(head: &[u8]) -> bool {
    super::gzip::is_one(head)
}

#[cfg(not(feature = "inflate"))]
fn is_gzip(_: &[u8]) -> bool {
    false
}

#[cfg(feature = "inflate")]
fn ends_as_zip(source: &dyn Source) -> bool {
    super::zip::has_end(source)
}

#[cfg(not(feature = "inflate"))]
fn ends_as_zip(_: &dyn Source) -> bool {
    false
}
