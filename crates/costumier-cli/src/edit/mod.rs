//! The commands that edit costumes and rooms: `unpack`, `pack`, `try`, `put`, `patch`, `new` and `import`, one file
//! each. The crate `costumier_edit` does the work; these files read and write the disk.

mod archive;
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
use costumier::files::folder::path_of;
use costumier_edit::folder::{About, Packed, PictureFiles};
use costumier_export::Names;

use crate::args::UnpackPictures;
use crate::game::open::{Belongs, OpenGame};

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
