//! A costume's block in a file of its own, as `extract` writes it, opened as a game with that costume alone.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::Dialect;
use costumier_edit::block::{self, BlockHeader};
use costumier_edit::folder::{Packed, dialect_name};

use crate::disk::whole_file;
use crate::output::failure::hinted;

/// The largest file that is taken for a block, in bytes.
const MOST: u64 = 64 << 20;

/// Returns the block in a file as a costume that can be shown, or `None` if the file holds no block.
///
/// # Errors
/// If the file cannot be read, if the generation has to be named, or if it is not the one of this block.
pub(crate) fn read(path: &Path, generation: Option<Dialect>) -> Result<Option<Packed>> {
    let failed = || format!("cannot read {}", path.display());
    let length = path.metadata().with_context(failed)?.len();
    let mut head = [0; 8];
    let known = usize::try_from(length.min(8)).unwrap_or(8);
    let mut file = whole_file::open(path).with_context(failed)?;
    std::io::Read::read_exact(&mut file, head.get_mut(..known).unwrap_or_default()).with_context(failed)?;
    let header = BlockHeader::read(&head, length);
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
    if let Some(found) = header.filter(|found| !found.fits(&dialect)) {
        let what = if found.kind() == "AKOS" { "an AKOS" } else { "a COST" };
        let error =
            anyhow!("{} is {what} block; {} has no such blocks", path.display(), dialect_name(&dialect));
        return Err(hinted(error, format!("name one of {} with `--generation`", generations(found))));
    }
    let bytes = whole_file::read(path, MOST)?;
    let packed = block::open(&bytes, dialect).with_context(|| {
        format!("{} cannot be read as a costume of {}", path.display(), dialect_name(&dialect))
    })?;
    let notes = vec![format!(
        "{} is a bare block: it is shown as costume 1, in shades of grey because no room gives it colours",
        path.display()
    )];
    Ok(Some(Packed { notes, ..packed }))
}

/// Returns the names of the generations that have such blocks.
fn generations(header: BlockHeader) -> String {
    header.generations().join(", ")
}

fn unsaid(path: &Path, header: BlockHeader) -> anyhow::Error {
    let kind = header.kind();
    let error = anyhow!("{} is a bare {kind} block, which does not store its generation", path.display());
    let hint = format!(
        "name it with `--generation`: one of {}. `costumier info GAME` shows that of the game it came from",
        generations(header)
    );
    hinted(error, hint)
}
