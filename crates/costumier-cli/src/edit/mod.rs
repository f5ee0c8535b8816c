//! The way back: `unpack`, `pack`, `put`, `patch` and `new`, one file each. What they do is the library's
//! (`costumier_edit`); here are files.

mod archive;
pub(crate) mod disk;
pub(crate) mod new;
mod own;
pub(crate) mod pack;
pub(crate) mod patch;
pub(crate) mod put;
pub(crate) mod unfinished;
pub(crate) mod unpack;

use std::path::Path;

use anyhow::{Context, Result};
use costumier_edit::folder::{self, About, PackOptions, Packed};

use crate::failure::hinted;
use crate::open::Opened;

/// What a folder of the game says beside its costume.
pub(crate) fn about(opened: &Opened, id: u32, room: u32, costume: &costumier::Costume) -> Result<About> {
    let palette = opened.game.costume_palette(id).ok();
    let has_frames = costume.as_akos().is_some_and(|akos| akos.frame_count() > 0);
    let room_colours = palette
        .as_ref()
        .filter(|_| has_frames)
        .map(|palette| (0..256).map(|colour| palette.get(colour).copied().unwrap_or_default()).collect());
    // Pictures of room colours have the whole palette, others the costume's own.
    let colours = palette.map(|palette| {
        let own = costume.palette().iter();
        own.map(|colour| palette.get(usize::from(*colour)).copied().unwrap_or_default()).collect()
    });
    Ok(About {
        id: Some(id),
        room: Some(room),
        game: Some(opened.identity()?.key()),
        name: opened.names().costumes.get(&id).and_then(|names| names.name.clone()),
        colours: colours.unwrap_or_default(),
        room_colours: room_colours.unwrap_or_default(),
    })
}

/// Packs a folder on the disk.
pub(crate) fn pack_folder(path: &Path, options: &PackOptions) -> Result<Packed> {
    let inside = disk::costume_folders_in(path);
    if let [first, ..] = inside.as_slice() {
        let count = crate::text::count(inside.len(), "costume folder");
        let error = anyhow::anyhow!("{} holds {count}, and is none itself", path.display());
        return Err(hinted(error, format!("give one, such as {}; `put` takes them all", first.display())));
    }
    let files = disk::read_folder(path)?;
    folder::pack(&files, options).with_context(|| format!("{} cannot be packed", path.display()))
}

/// What the names of the game's files begin with, where they lie in an archive or an image, or beside other games: the
/// path, with `/` behind it.
pub(crate) fn container(opened: &Opened) -> String {
    let index = opened.game.files().next().map(|file| file.name).unwrap_or_default();
    match index.rsplit_once('/') {
        Some((before, _)) if opened.folder().is_none() || opened.is_chosen => format!("{before}/"),
        _ => String::new(),
    }
}

/// The files that a copy of the game is made of: as they are called here, and as they are called in the copy.
pub(crate) fn members(opened: &Opened) -> Vec<(String, String)> {
    let before = container(opened);
    let loose = |name: &str| opened.folder().is_none_or(|folder| folder.join(name).is_file());
    let names = opened.files().names().into_iter().filter(|name| loose(name));
    names.filter_map(|name| name.strip_prefix(&before).map(str::to_owned).map(|to| (name, to))).collect()
}
