//! Changed files inside a remaster's archive: the changes of the archive itself.
//!
//! ```text
//! header │ entries │ names │ … member … │ gap │ … member …      before
//! header'│ entries'│ names │ … member', longer … │ gap' │ …     afterwards
//! ```
//! **Note:** if a member changes its size, zero bytes are inserted behind it, so that everything after it moves by a
//! multiple of 16. Some archives align their members so.

use std::collections::BTreeMap;

use costumier::files::Key;
use costumier::files::container::lpak::Archive;
use costumier::{Error, ErrorKind, Result, Source};

use super::PlannedFile;
use crate::splice::{Splice, Splices};

/// Members move by a multiple of this many bytes.
const STEP: u64 = 16;

/// Returns the archive `name` with these files changed. Each file is named by its name in the archive.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] if a changed member overlaps another or is packed, or if a number does not fit; errors
/// of reading the archive.
pub fn in_archive(source: &dyn Source, name: &str, changed: &[(&str, &PlannedFile)]) -> Result<PlannedFile> {
    let archive = Archive::read(source).map_err(|error| error.in_file(name))?;
    let refuse = |text: String| Error::new(ErrorKind::CannotWrite(text), "LPAK archive").in_file(name);
    let mut splices: Vec<Splice> = Vec::new();
    let mut lens = BTreeMap::new();
    for (inside, file) in changed {
        let number =
            archive.find(inside).ok_or_else(|| refuse(format!("the archive has no member {inside}")))?;
        let Some(member) = archive.members.get(number).filter(|it| !it.packed && it.len == file.len) else {
            return Err(refuse(format!(
                "the member {inside} cannot be changed: it is packed, or its size differs"
            )));
        };
        let end = member.at.saturating_add(member.len);
        for (number, other) in archive.members.iter().enumerate() {
            if (other.at, other.len) == (member.at, member.len) {
                lens.insert(number, file.len_after());
            } else if other.len > 0 && other.at < end && member.at < other.at.saturating_add(other.len) {
                let text =
                    format!("the members {} and {inside} share bytes, so neither can be changed", other.name);
                return Err(refuse(text));
            }
        }
        for splice in file.splices.iter() {
            let mut bytes = splice.bytes.clone();
            file.key.apply(&mut bytes);
            let [from, to] =
                [splice.removed.start, splice.removed.end].map(|at| at.saturating_add(member.at));
            splices.push(Splice { removed: from..to, bytes });
        }
        // Modulo 16, the loss and the inserted bytes cancel.
        let short = (file.len % STEP + STEP - file.len_after() % STEP) % STEP;
        if short > 0 {
            splices.push(Splice { removed: end..end, bytes: vec![0; usize::try_from(short).unwrap_or(0)] });
        }
    }
    let data = Splices::new(splices.clone())?;
    let end = data.len_after(source.len());
    for (at, bytes) in archive.renumbered(source, &lens, end, |at| data.moved(at))? {
        splices.push(Splice::over(at, bytes));
    }
    Ok(PlannedFile {
        name: name.to_owned(),
        key: Key::PLAIN,
        len: source.len(),
        splices: Splices::new(splices)?,
    })
}
