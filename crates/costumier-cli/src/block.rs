//! A costume's block in a file of its own, as `extract` writes it, opened as a game with that costume alone.
//!
//! **Note:** a block does not store its generation, and the same bytes play differently in two generations. So the
//! call has to name it with `--generation`.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::format::dialect::BlockHeaders;
use costumier::{Costume, Dialect};
use costumier_edit::folder::{About, DIALECTS, Packed, dialect_name};

use crate::failure::hinted;

/// The largest file that is taken for a block, in bytes.
const MOST: u64 = 64 << 20;

/// The header at the start of a file with a bare block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    headers: BlockHeaders,
    is_akos: bool,
}

/// Returns the block in a file as a costume that can be shown, or `None` if the file holds no block.
///
/// # Errors
/// If the file cannot be read, if the generation has to be named, or if it is not the one of this block.
pub(crate) fn read(path: &Path, generation: Option<Dialect>) -> Result<Option<Packed>> {
    let failed = || format!("cannot read {}", path.display());
    let length = path.metadata().with_context(failed)?.len();
    let mut head = [0; 8];
    let known = usize::try_from(length.min(8)).unwrap_or(8);
    let mut file = std::fs::File::open(path).with_context(failed)?;
    std::io::Read::read_exact(&mut file, head.get_mut(..known).unwrap_or_default()).with_context(failed)?;
    let header = header_of(&head, length);
    let Some(dialect) = generation else {
        return match header {
            Some(header) => Err(unsaid(path, header)),
            None => Ok(None),
        };
    };
    if length > MOST {
        bail!(
            "{} is too large for a costume's block: {length} bytes, at most {MOST} are read",
            path.display()
        );
    }
    let mut payload = std::fs::read(path).with_context(failed)?;
    let bare = u64::from(u16::from_le_bytes([head[0], head[1]])) == length && length >= 4;
    match header {
        Some(found) if found.headers != dialect.blocks || found.is_akos != dialect.has_akos() => {
            let what = if found.is_akos { "an AKOS" } else { "a COST" };
            let error =
                anyhow!("{} is {what} block; {} has no such blocks", path.display(), dialect_name(&dialect));
            return Err(hinted(error, format!("name one of {} with `--generation`", generations(found))));
        }
        Some(found) => drop(payload.drain(..usize::try_from(found.headers.len())?)),
        None if dialect.blocks == BlockHeaders::Bare && bare => drop(payload.drain(..4)),
        // `extract --payload` leaves the header out.
        None => {}
    }
    let tag = dialect.costumes.tag();
    Costume::open(tag, payload.clone(), dialect).with_context(|| {
        format!("{} cannot be read as a costume of {}", path.display(), dialect_name(&dialect))
    })?;
    let about = About { id: Some(1), ..About::default() };
    let notes = vec![format!(
        "{} is a bare block: it is shown as costume 1, in shades of grey because no room gives it colours",
        path.display()
    )];
    Ok(Some(Packed { payload, dialect, about, changes: Vec::new(), notes, chores: Vec::new() }))
}

/// Returns the header at the start of a file, if there is one and its size is the file's.
fn header_of(head: &[u8; 8], length: u64) -> Option<Header> {
    let [a, b, c, d, e, f, g, h] = *head;
    let is_akos = &[a, b, c, d] == b"AKOS";
    if (is_akos || &[a, b, c, d] == b"COST") && u64::from(u32::from_be_bytes([e, f, g, h])) == length {
        return Some(Header { headers: BlockHeaders::Tagged, is_akos });
    }
    let is_small = &[e, f] == b"CO" && u64::from(u32::from_le_bytes([a, b, c, d])) == length;
    is_small.then_some(Header { headers: BlockHeaders::Small, is_akos: false })
}

/// Returns the names of the generations that have such blocks.
fn generations(header: Header) -> String {
    let fits = |it: &&(&str, Dialect)| it.1.blocks == header.headers && it.1.has_akos() == header.is_akos;
    let names: Vec<&str> = DIALECTS.iter().filter(fits).map(|(name, _)| *name).collect();
    names.join(", ")
}

fn unsaid(path: &Path, header: Header) -> anyhow::Error {
    let what = if header.is_akos { "AKOS" } else { "COST" };
    let error = anyhow!("{} is a bare {what} block, which does not store its generation", path.display());
    let hint = format!(
        "name it with `--generation`: one of {}. `costumier info GAME` shows that of the game it came from",
        generations(header)
    );
    hinted(error, hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_a_tag_and_the_file_s_size() {
        let tagged = Header { headers: BlockHeaders::Tagged, is_akos: false };
        assert_eq!(header_of(b"COST\0\0\0\x0c", 12), Some(tagged));
        assert_eq!(header_of(b"COST\0\0\0\x0c", 13), None);
        assert_eq!(header_of(b"\x0c\0\0\0CO\0\0", 12).map(|it| it.headers), Some(BlockHeaders::Small));
        assert!(
            generations(Header { headers: BlockHeaders::Tagged, is_akos: true }).starts_with("v7, v8, he61")
        );
        assert_eq!(generations(tagged), "v5, v5-amiga, v6, he60");
    }
}
