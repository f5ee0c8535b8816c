//! A costume: a folder as `docs/costume-folder.md` describes it, read by who reads all costume folders.

use costumier_build::costume::CostumeDesign;
use costumier_edit::folder::{self, Files, PackOptions};

use super::{Report, SourceFolder};

/// Compiles a costume folder, for any kind of block.
pub(super) fn compile(place: &SourceFolder, report: &mut Report) -> Option<CostumeDesign> {
    let mut files = Files::new();
    let listed = std::fs::read_dir(&place.folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    for entry in listed.map_err(|error| report.refuse(&*place.name, error.to_string())).ok()? {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, told) = place.file(&name);
        files.insert(name, report.read(&path, &told)?);
    }
    let made = folder::design(&files, &PackOptions::default());
    let design = report.accept_in(&place.name, made)?;
    // Errors of every generation name limbs and pictures.
    let (_, text) = place.file(folder::TEXT);
    report.accept(&text, design.write()).map(|_| design)
}
