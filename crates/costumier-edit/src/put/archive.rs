//! Changed files inside a remaster's archive: what changes in the archive itself.
//!
//! ```text
//! header │ entries │ names │ … member … │ gap │ … member …      before
//! header'│ entries'│ names │ … member', longer … │ gap' │ …     afterwards
//! ```
//! What surprises: behind a member that changed its size, as many empty bytes are put in as it takes for all
//! that follows to move by a multiple of 16, since some archives lay their members out so.

use std::collections::BTreeMap;

use costumier::files::Key;
use costumier::files::container::lpak::Archive;
use costumier::{Error, ErrorKind, Result, Source};

use super::PlannedFile;
use crate::splice::{Splice, Splices};

/// What members move by a multiple of.
const STEP: u64 = 16;

/// The archive `name` with these files of it changed, each known by its name in the archive.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] where a member overlaps one that changes, is packed, or numbers do not fit; what
/// reading the archive says.
pub fn in_archive(source: &dyn Source, name: &str, changed: &[(&str, &PlannedFile)]) -> Result<PlannedFile> {
    let archive = Archive::read(source).map_err(|error| error.in_file(name))?;
    let refuse = |text: String| Error::new(ErrorKind::CannotWrite(text), "LPAK archive").in_file(name);
    let mut splices: Vec<Splice> = Vec::new();
    let mut lens = BTreeMap::new();
    for (inside, file) in changed {
        let number = archive.find(inside).ok_or_else(|| refuse(format!("{inside} is not in it")))?;
        let Some(member) = archive.members.get(number).filter(|it| !it.packed && it.len == file.len) else {
            return Err(refuse(format!("{inside} is packed, or has another size than its copy here")));
        };
        let end = member.at.saturating_add(member.len);
        for (number, other) in archive.members.iter().enumerate() {
            if (other.at, other.len) == (member.at, member.len) {
                lens.insert(number, file.len_after());
            } else if other.len > 0 && other.at < end && member.at < other.at.saturating_add(other.len) {
                return Err(refuse(format!("{} and {inside} share bytes", other.name)));
            }
        }
        for splice in file.splices.iter() {
            let mut bytes = splice.bytes.clone();
            file.key.apply(&mut bytes);
            let [from, to] =
                [splice.removed.start, splice.removed.end].map(|at| at.saturating_add(member.at));
            splices.push(Splice { removed: from..to, bytes });
        }
        // Modulo 16, what it lost and what is put in cancel.
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
