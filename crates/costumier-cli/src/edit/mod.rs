//! The commands that edit costumes and rooms: `unpack`, `pack`, `try`, `put`, `patch`, `new` and `import`, one file
//! each. The crate `costumier_edit` does the work; these files read and write the disk.

mod archive;
pub(crate) mod disk;
mod game_copy;
mod held_game;
pub(crate) mod import;
mod in_place;
mod kept_files;
mod last_put;
pub(crate) mod new;
mod own_mod;
pub(crate) mod pack;
pub(crate) mod patch;
pub(crate) mod put;
mod room;
pub(crate) mod trial;
mod undo;
pub(crate) mod unpack;

use std::path::Path;

use anyhow::Result;
use costumier::Refused;
use costumier::files::folder::path_of;
use costumier_edit::folder::{self, About, PackOptions, Packed, PictureFiles};
use costumier_export::Names;

use crate::args::UnpackPictures;
use crate::failure::hinted;
use crate::open::{Belongs, OpenGame};
use crate::report::Reporter;

/// Returns what a costume folder stores about its game.
pub(crate) fn about(opened: &OpenGame, id: u32, room: u32, costume: &costumier::Costume) -> Result<About> {
    let about = About {
        name: opened.names().costumes.get(&id).and_then(|names| names.name.clone()),
        ..About::of(&opened.game, id, room, costume)
    };
    Ok(match &opened.belongs {
        // Of a costume folder or a block, the open game is made up for looking.
        Some(Belongs { game, room, id }) => About { game: game.clone(), room: *room, id: *id, ..about },
        None => About { game: Some(opened.identity()?.key()), ..about },
    })
}

/// Returns how a folder stores pictures, as the call says it.
fn picture_files(kind: UnpackPictures) -> PictureFiles {
    match kind {
        UnpackPictures::Sheet => PictureFiles::Sheets,
        UnpackPictures::Single => PictureFiles::Single,
        UnpackPictures::Aseprite => PictureFiles::Aseprite,
    }
}

/// Returns the folder's names of chores, as those of costume 1.
fn chore_names(packed: &Packed) -> Names {
    let mut names = Names::default();
    for (chore, name) in &packed.chores {
        names.insert(1, Some(*chore), name);
    }
    names
}

/// Packs a costume folder on the disk.
pub(crate) fn pack_folder(path: &Path, options: &PackOptions) -> Result<Packed> {
    if let Some(folder) = disk::costume_folder_of(path) {
        let error = anyhow::anyhow!("{} is a file of a costume folder", path.display());
        return Err(hinted(error, format!("name the folder: {}", folder.display())));
    }
    if disk::is_room_folder(path) {
        let error = anyhow::anyhow!("{} is a room folder, no costume folder", path.display());
        let hint = "`costumier pack FOLDER --preview` shows what it changes, `costumier put GAME FOLDER -o COPY` puts \
                    it into a copy of the game";
        return Err(hinted(error, hint));
    }
    room::require_no_rooms(path)?;
    let inside = disk::costume_folders_in(path);
    if let [first, ..] = inside.as_slice() {
        let count = crate::text::count(inside.len(), "costume folder");
        let error = anyhow::anyhow!("{} is no costume folder, but holds {count}", path.display());
        return Err(hinted(
            error,
            format!("name one of them, such as {}; `put` takes all of them", first.display()),
        ));
    }
    let files = disk::read_folder(path)?;
    if !files.contains_key(folder::TEXT)
        && crate::game_place::holds_game(path, costumier::files::folder::DEEP)
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
fn refusal(path: &Path, done: &str, refused: &Refused) -> anyhow::Error {
    let count = crate::text::count(refused.problems.len(), "problem");
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
fn tell_notes(notes: &[String], reporter: &Reporter) {
    // A line that counts one warning takes the place of that warning.
    let shown = if notes.len() == SHOWN + 1 { notes.len() } else { SHOWN };
    notes.iter().take(shown).for_each(|note| reporter.warn(note));
    if let Some(more) = notes.len().checked_sub(shown).filter(|more| *more > 0) {
        reporter.warn(format!("{more} more warnings about this folder"));
    }
}

/// The name of a mod in ScummVM's configuration.
const TARGET: &str = "costumier-mod";

/// Says that ScummVM does not recognise a game whose index file changed, and what to do, in lines. `when` is the
/// beginning of the sentence. `folder` is where the game is, if that is known.
pub(crate) fn unrecognised(when: &str, opened: &OpenGame, folder: Option<&Path>) -> Vec<String> {
    // Players paste the section into a file of another folder.
    let whole = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let path = folder.map_or_else(|| "PATH OF THE GAME".into(), |folder| whole(folder).display().to_string());
    let (game, named) = match opened.scummvm_id() {
        Some(game) => (game, ""),
        None => ("GAME ID", " (GAME ID stands for ScummVM's id of the game, such as monkey2)"),
    };
    vec![
        format!(
            "{when} ScummVM will not recognise this game. Add the game by hand in ScummVM and choose your \
             edition, or add these lines to scummvm.ini:{named}"
        ),
        String::new(),
        format!("[{TARGET}]"),
        format!("gameid={game}"),
        "engineid=scumm".to_owned(),
        format!("path={path}"),
        String::new(),
    ]
}

/// Returns what the names of the game's files begin with, if they are in an archive or an image, or next to other
/// games: that path, with `/` behind it.
pub(crate) fn container(opened: &OpenGame) -> String {
    let index = opened.game.data().files().next().map(|file| file.name).unwrap_or_default();
    match index.rsplit_once('/') {
        Some((before, _)) if opened.folder().is_none() || opened.is_chosen => format!("{before}/"),
        _ => String::new(),
    }
}

/// Returns the files for a copy of the game: their names here and in the copy.
pub(crate) fn members(opened: &OpenGame) -> Vec<(String, String)> {
    let before = container(opened);
    let loose = |name: &str| opened.folder().is_none_or(|folder| path_of(folder, name).is_file());
    let names = opened.files().names().into_iter().filter(|name| loose(name));
    names.filter_map(|name| name.strip_prefix(&before).map(str::to_owned).map(|to| (name, to))).collect()
}
