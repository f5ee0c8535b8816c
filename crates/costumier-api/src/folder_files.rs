//! The files that a draft is read from, in memory. They are small: larger ones are no costumes and no rooms.

use std::sync::Arc;

use costumier::{Files, Source};
use costumier_edit::folder;

use crate::error::{Error, Result};
use crate::place::Place;

/// Largest folder that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;

pub(crate) fn whole_file(source: &dyn Source) -> Result<Vec<u8>> {
    if source.len() > MOST_BYTES {
        return Err(Error::usage("the file is larger than 64 MB"));
    }
    let mut bytes = vec![0; usize::try_from(source.len()).unwrap_or(0)];
    source.read_at(0, &mut bytes)?;
    Ok(bytes)
}

/// Reads the files of the folder with this text that lies among these files.
pub(crate) fn folder_files(files: Arc<dyn Files>, text: &str, missing: &str) -> Result<folder::Files> {
    let files = Place::unpacked(files, None).files;
    let names = files.names();
    let ends = |name: &&String| name.rsplit('/').next() == Some(text);
    let Some(found) = names.iter().filter(ends).min_by_key(|name| name.len()) else {
        return Err(Error::usage(missing));
    };
    let before = found.strip_suffix(text).unwrap_or_default();
    let (mut read, mut left) = (folder::Files::new(), MOST_BYTES);
    for name in names.iter().filter(|name| name.starts_with(before)) {
        let source = files.open(name)?;
        left =
            left.checked_sub(source.len()).ok_or_else(|| Error::usage("the folder is larger than 64 MB"))?;
        let mut bytes = vec![0; usize::try_from(source.len()).unwrap_or(0)];
        source.read_at(0, &mut bytes)?;
        read.insert(name.strip_prefix(before).unwrap_or(name).to_owned(), bytes);
    }
    Ok(read)
}
