//! Packs costume folders on the disk, and says what is wrong with those that cannot be packed.

use std::path::{Path, PathBuf};

use anyhow::Result;
use costumier::Refused;
use costumier_edit::folder::{self, PackOptions, Packed};
use costumier_edit::room;

use crate::game::folders;
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::count;

/// Packs a costume folder on the disk.
pub(crate) fn pack_folder(path: &Path, options: &PackOptions) -> Result<Packed> {
    if let Some(folder) = folders::costume_folder_of(path) {
        let error = anyhow::anyhow!("{} is a file of a costume folder", path.display());
        return Err(hinted(error, format!("name the folder: {}", folder.display())));
    }
    if folders::is_room_folder(path) {
        let error = anyhow::anyhow!("{} is a room folder, no costume folder", path.display());
        let hint = "`costumier pack FOLDER --preview` shows what it changes, `costumier put GAME FOLDER -o COPY` puts \
                    it into a copy of the game";
        return Err(hinted(error, hint));
    }
    require_no_rooms(path)?;
    let inside = folders::costume_folders_in(path);
    if let [first, ..] = inside.as_slice() {
        let count = count(inside.len(), "costume folder");
        let error = anyhow::anyhow!("{} is no costume folder, but holds {count}", path.display());
        return Err(hinted(
            error,
            format!("name one of them, such as {}; `put` takes all of them", first.display()),
        ));
    }
    let files = folders::read_folder(path)?;
    if !files.contains_key(folder::TEXT)
        && crate::game::place::holds_game(path, costumier::files::folder::DEEP)
    {
        let error = anyhow::anyhow!("{} is a game, not a costume folder", path.display());
        return Err(hinted(
            error,
            "the game comes first, then the folder; `costumier unpack` makes costume folders",
        ));
    }
    let is_drawing = |name: &String| name.to_ascii_lowercase().ends_with(".png");
    if !files.contains_key(folder::TEXT) && files.keys().any(is_drawing) {
        let error = anyhow::anyhow!("{} is no costume folder: it has no {}", path.display(), folder::TEXT);
        let hint = format!("`costumier import {} -o hero` makes one of drawings", path.display());
        return Err(hinted(error, hint));
    }
    folder::pack(&files, options).map_err(|refused| refusal(path, "packed", &refused))
}

/// Largest number of problems or warnings printed; the others are counted.
const SHOWN: usize = 10;

/// Returns the error that a folder cannot be packed, or a drawing imported, with the first problems.
pub(crate) fn refusal(path: &Path, done: &str, refused: &Refused) -> anyhow::Error {
    let count = count(refused.problems.len(), "problem");
    let mut text = format!("{} cannot be {done}, {count}:", path.display());
    // Problems of several files with the same text are told once.
    let mut groups: Vec<(&costumier::Problem, usize)> = Vec::new();
    for problem in &refused.problems {
        match groups.iter_mut().find(|(first, _)| done == "imported" && first.text == problem.text) {
            Some((_, count)) => *count += 1,
            None => groups.push((problem, 1)),
        }
    }
    for (problem, count) in groups.iter().take(SHOWN) {
        let others = if *count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
        // A line break of a message is followed by blanks; others are printed as `\n`.
        let lines = problem.text.replace('\n', "\n    ");
        text.extend(["\n  ", &problem.path, &others, ": ", &lines]);
    }
    match groups.len().checked_sub(SHOWN) {
        None | Some(0) => {}
        Some(more) => text.push_str(&format!("\n  and {more} more")),
    }
    anyhow::anyhow!(text)
}

/// Prints the notes of packing as warnings.
pub(crate) fn tell_notes(notes: &[String], reporter: &Reporter) {
    // A line that counts one warning takes the place of that warning.
    let shown = if notes.len() == SHOWN + 1 { notes.len() } else { SHOWN };
    notes.iter().take(shown).for_each(|note| reporter.warn(note));
    if let Some(more) = notes.len().checked_sub(shown).filter(|more| *more > 0) {
        reporter.warn(format!("{more} more warnings about this folder"));
    }
}

/// Refuses a folder that holds room folders, and one that was a room folder and has no text any more.
fn require_no_rooms(path: &Path) -> Result<()> {
    let inside = folders::folders_in(path);
    let rooms: Vec<&PathBuf> = inside.iter().filter(|folder| folders::is_room_folder(folder)).collect();
    if let [first, ..] = rooms.as_slice() {
        let error = anyhow::anyhow!(
            "{} is no room folder, but holds {}",
            path.display(),
            count(rooms.len(), "room folder")
        );
        return Err(hinted(
            error,
            format!("name one of them, such as {}; `put` takes all of them", first.display()),
        ));
    }
    let is_room = || folders::original(path).is_some_and(|block| block.starts_with(b"RMHD"));
    if !folders::is_costume_folder(path) && (path.join("background.png").is_file() || is_room()) {
        let error = anyhow::anyhow!("{} is no room folder: it has no {}", path.display(), room::TEXT);
        return Err(hinted(
            error,
            "unpack the room again with `--rooms`, and copy your pictures into the new folder",
        ));
    }
    Ok(())
}
