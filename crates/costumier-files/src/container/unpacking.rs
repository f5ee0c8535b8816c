//! The readers of packed containers, and their substitutes without the feature `inflate`.

#[cfg(not(feature = "inflate"))]
use super::file_range::FileRange;
use super::file_range::Shared;
use super::members::Members;
use crate::Result;
#[cfg(feature = "inflate")]
use crate::source::Source;
#[cfg(not(feature = "inflate"))]
use crate::{Error, ErrorKind};

/// The kind of zip, by its first bytes.
pub(super) fn zip_kind(head: &[u8]) -> &'static str {
    match head {
        [b'#', ..] => "zip behind a script, as GOG's installers for Linux are",
        [b'M', ..] => "zip that unpacks itself",
        _ => "zip",
    }
}

/// The file in a gzip file, and its name.
#[cfg(feature = "inflate")]
pub(super) fn gunzip(name: &str, source: &Shared) -> Result<(Option<String>, impl Source + use<>)> {
    let base = name.rsplit('/').next().unwrap_or(name);
    super::gzip::unpacked(source).map(|file| (Some(super::gzip::name_of(base)), file))
}

#[cfg(not(feature = "inflate"))]
pub(super) fn gunzip(_: &str, _: &Shared) -> Result<(Option<String>, FileRange)> {
    let text = "gzip files: this build lacks the feature `inflate`";
    Err(Error::new(ErrorKind::Unsupported(text.into()), "container"))
}

/// The files in a zip.
#[cfg(feature = "inflate")]
pub(super) fn zip_members(source: &Shared) -> Result<Members> {
    super::zip::members(source)
}

/// Refuses a zip: this build cannot unpack it.
#[cfg(not(feature = "inflate"))]
pub(super) fn zip_members(_: &Shared) -> Result<Members> {
    let text = "zip archives: this build lacks the feature `inflate`";
    Err(Error::new(ErrorKind::Unsupported(text.into()), "container"))
}
