//! Commands that change costumes: `new`, `import`, `unpack`, `pack`, `put`, `patch`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::GameArg;
use super::values::{generation, one_costume, pair};
use crate::call::ids::Ids;
use crate::call::rooms::{Room, RoomList};
use costumier::Facing;
use costumier_export::ChoreFilter;

/// The heading of options of `try` for the game.
const STAGE: &str = "The game";
/// The heading of options of `pack` for the preview.
const PREVIEW: &str = "Preview";
/// The headings of options of `import` for the costume, and for the drawing.
const FOR: &str = "The costume";
const READ: &str = "The drawing";
/// The heading of options of `put` that say where the costumes go.
const WHERE: &str = "Where to write";

#[derive(Debug, Args)]
pub(crate) struct UnpackArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names, or `all`; separated by commas or blanks
    /// [default: all]
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// Unpack these rooms instead, to paint their pictures, z-planes and objects: numbers as `info` shows them,
    /// ranges such as 1-3, names, or `all`; separated by commas or blanks. Rooms of the NES cannot be edited
    #[arg(long, value_name = "ROOM", conflicts_with_all = ["ids", "pictures"])]
    pub(crate) rooms: Vec<RoomList>,
    /// Also write each room as a map for Tiled, `room.tmx`, and what hides actors as pictures
    #[arg(long, requires = "rooms")]
    pub(crate) tiled: bool,
    /// Also write each room as a scene for Godot 4, `room.tscn`, and what hides actors as pictures
    #[arg(long, requires = "rooms")]
    pub(crate) godot: bool,
    /// With `--rooms`: also print what is in the rooms, as JSON: pictures, planes, objects, colours, boxes
    #[arg(long, requires = "rooms", conflicts_with = "ids")]
    pub(crate) json: bool,
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// How to store pictures
    #[arg(long, value_name = "KIND", default_value = "sheet")]
    pub(crate) pictures: UnpackPictures,
    /// Replace the folder if it exists, even if it was edited. Files that `unpack` did not write stay
    #[arg(long)]
    pub(crate) force: bool,
}

/// How a costume folder stores pictures.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum UnpackPictures {
    /// One file for each limb
    Sheet,
    /// One file for each picture
    Single,
    /// One layered file, `costume.aseprite`: limbs as layers, animations as tags
    Aseprite,
}

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// The costume folder or room folder
    pub(crate) folder: PathBuf,
    /// The file to write the block into, without its header. With `--preview`: a `.png` of the changed pictures, before
    /// and after; for costumes also an animation such as walk.gif (gif, apng, webp, aseprite), or a folder for a whole
    /// export, whose name ends in `/`
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show what changed and what it costs in bytes, and play an animation as the game would: the walk, or the one
    /// that --chore and --facing name
    #[arg(long, help_heading = PREVIEW)]
    pub(crate) preview: bool,
    /// With `--preview`: the chore to play: init, walk, stand, talk-start, talk-stop, a number, or a
    /// chore's name in costume.toml
    #[arg(long, requires = "preview", help_heading = PREVIEW)]
    pub(crate) chore: Option<ChoreFilter>,
    /// With `--preview`: the direction to look: west, east, south, north or an angle in degrees
    #[arg(long, requires = "preview", help_heading = PREVIEW)]
    pub(crate) facing: Option<Facing>,
    /// With `--preview`: the game that the costume is for. Says whether its index file would change, and which kind of
    /// patch the change needs
    #[arg(long = "in", value_name = "GAME", requires = "preview", help_heading = PREVIEW)]
    pub(crate) game: Option<String>,
    /// Repeat whenever a file of the folder changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    /// Convert to another generation: v1-maniac, v1-zak, v2, v3-16, v3, v4, v4-16, v5, v6, v7, v8, he60 … he100
    /// [default: the folder's]
    #[arg(long = "as", value_name = "GENERATION", value_parser = generation)]
    pub(crate) generation: Option<costumier::Dialect>,
    /// Replace colours that the costume or room does not have by its nearest ones
    #[arg(long)]
    pub(crate) nearest: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PutArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costume folders and room folders. Each stores the id of its costume, or the number of its room
    #[arg(required_unless_present = "undo", value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Write a copy of the game into DIR. If the game is in a remaster's archive, the copy is an archive too (`-o
    /// NEW.pak` names it); if it is in any other archive or image, the copy is loose files
    #[arg(long, short, value_name = "DIR", group = "where", help_heading = WHERE)]
    pub(crate) output: Option<PathBuf>,
    /// Write loose files, even if the game is in a remaster's archive
    #[arg(long, requires = "output", conflicts_with_all = ["patch", "in_place", "undo"], help_heading = WHERE)]
    pub(crate) loose: bool,
    /// Write a patch for people who own the game: `.bps`, or `.zip` if several files change
    #[arg(long, value_name = "FILE", group = "where", help_heading = WHERE)]
    pub(crate) patch: Option<PathBuf>,
    /// Change the game itself: loose files, or a remaster's archive. The original stays next to it as
    /// NAME.before-costumier
    #[arg(long, group = "where", help_heading = WHERE)]
    pub(crate) in_place: bool,
    /// Undo the last `put --in-place`. Each further `--undo` undoes the call before that
    #[arg(long, group = "where", conflicts_with = "folders", help_heading = WHERE)]
    pub(crate) undo: bool,
    /// Write a `scummvm.ini` that starts the copy, and loose files; the sample gets the file names that ScummVM looks
    /// for. The last printed line is the command
    #[arg(long, requires = "output", conflicts_with_all = ["patch", "in_place", "undo"], help_heading = WHERE)]
    pub(crate) for_scummvm: bool,
    /// Replace this costume of the game, instead of the id in the folder
    #[arg(long, value_name = "ID|NAME", value_parser = one_costume)]
    pub(crate) id: Option<Ids>,
    /// The room that owns the costume, if its id is new
    #[arg(long, value_name = "ROOM")]
    pub(crate) room: Option<Room>,
    /// If several ids share this costume's block, change it for all of them
    #[arg(long)]
    pub(crate) all_ids: bool,
    /// Let a smaller costume or room shrink its block [default: fill it up, so that the index file stays unchanged]
    #[arg(long)]
    pub(crate) no_filling: bool,
    /// Replace colours that the costume or room does not have by its nearest ones
    #[arg(long)]
    pub(crate) nearest: bool,
    /// Replace existing files; take folders of another game or edition
    #[arg(long, help_heading = WHERE)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TryArgs {
    /// The costume folder; or a room folder, with `--in`
    pub(crate) folder: PathBuf,
    /// The game whose room is behind the actor: the costume gets its colours and its generation. Without it, a plain
    /// stage in the colours of the folder. For a room folder, the game that the room is of
    #[arg(long = "in", value_name = "GAME", help_heading = STAGE)]
    pub(crate) game: Option<String>,
    /// The room of that game [default: the costume's]
    #[arg(long, value_name = "ROOM", requires = "game", help_heading = STAGE)]
    pub(crate) room: Option<Room>,
    /// Who walks about in a room folder [default: who scripts bring there]
    #[arg(long, value_name = "ID", requires = "game", help_heading = STAGE)]
    pub(crate) costume: Option<Ids>,
    /// Show only these chores: init, walk, stand, talk-start, talk-stop, numbers, or names; separated by commas
    #[arg(long = "chore", value_name = "CHORE", value_delimiter = ',', help_heading = STAGE)]
    pub(crate) chores: Vec<ChoreFilter>,
    /// Show only these directions: west, east, south, north or angles in degrees; separated by commas
    #[arg(long = "facing", value_name = "FACING", value_delimiter = ',', help_heading = STAGE)]
    pub(crate) facings: Vec<Facing>,
    /// Start again whenever a file of the folder changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    /// The program, or its folder [default: the first on the path, or in the usual places]
    #[arg(long, value_name = "PATH")]
    pub(crate) scummvm: Option<PathBuf>,
    /// Write the game and a `scummvm.ini` into DIR, and start nothing. The last printed line is the command
    #[arg(long, short, value_name = "DIR", conflicts_with_all = ["watch", "scummvm"])]
    pub(crate) output: Option<PathBuf>,
    /// Replace colours that the costume or the room does not have by its nearest ones
    #[arg(long)]
    pub(crate) nearest: bool,
    /// Replace the folder if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PatchArgs {
    #[command(subcommand)]
    pub(crate) command: PatchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PatchCommand {
    /// Apply a patch to a copy of a game
    Apply(PatchApplyArgs),
}

#[derive(Debug, Args)]
pub(crate) struct PatchApplyArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The patches, each `.bps` or a `.zip` of several; all are for the unchanged game
    #[arg(required = true, value_name = "PATCH")]
    pub(crate) patches: Vec<PathBuf>,
    /// The folder to write; for a remaster's archive also the new archive (`-o NEW.pak`)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Write loose files, even if the game is in a remaster's archive
    #[arg(long)]
    pub(crate) loose: bool,
    /// Write a `scummvm.ini` that starts the copy, and loose files, as `put --for-scummvm` does
    #[arg(long)]
    pub(crate) for_scummvm: bool,
    /// Replace the folder if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The folder to write
    pub(crate) folder: PathBuf,
    /// The generation of the costume [default: v5]. From v7 on, its limbs run AKOS programs
    #[arg(long = "as", value_name = "GENERATION", value_parser = generation)]
    pub(crate) generation: Option<costumier::Dialect>,
    /// The smallest costume: one limb, one drawing for each facing
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Replace the folder if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The drawing: a folder of PNG files such as `walk-east-0.png`, a sheet (.png), or an .aseprite file
    pub(crate) drawing: PathBuf,
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// The game that the costume is for: its generation, and the colours of its rooms. Without it, colours are kept
    #[arg(long = "in", value_name = "GAME", help_heading = FOR)]
    pub(crate) game: Option<String>,
    /// The room whose colours the costume gets, the nearest ones [default: the room of the game's first costume]
    #[arg(long, value_name = "ROOM", requires = "game", help_heading = FOR)]
    pub(crate) room: Option<Room>,
    /// The generation of the costume [default: that of the game, or v5]
    #[arg(long = "as", value_name = "GENERATION", value_parser = generation, help_heading = FOR)]
    pub(crate) generation: Option<costumier::Dialect>,
    /// The most colours of the costume, 2 to 32; transparent is one of them. The nearest ones replace the others
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=32), help_heading = FOR)]
    pub(crate) colours: Option<u8>,
    /// Write a picture of the colours: each colour of the drawing, and next to it what it became
    #[arg(long, value_name = "FILE", help_heading = FOR)]
    pub(crate) swatches: Option<PathBuf>,
    /// The size of a sheet's cells [default: what transparent gaps separate]
    #[arg(long, value_name = "W×H", value_parser = cells, help_heading = READ)]
    pub(crate) grid: Option<(usize, usize)>,
    /// What the rows of a sheet show, from above, such as `walk east,walk south`. [default: three rows walk east,
    /// south and north; four rows walk south, west, east and north]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = READ)]
    pub(crate) rows: Vec<String>,
    /// The pixel on which the actor stands, in each picture or cell, or on the canvas [default: the pivot of the slice
    /// `feet`; else the middle of the lowest visible row]
    #[arg(long, value_name = "X,Y", value_parser = feet, allow_hyphen_values = true, help_heading = READ)]
    pub(crate) feet: Option<(i32, i32)>,
    /// The ticks that a frame of PNG files is shown; a tick is usually a tenth of a second
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=128),
        help_heading = READ
    )]
    pub(crate) ticks: u32,
    /// How to store pictures
    #[arg(long, value_name = "KIND", default_value = "sheet")]
    pub(crate) pictures: UnpackPictures,
    /// Replace the folder, and the picture of the colours, if they exist
    #[arg(long)]
    pub(crate) force: bool,
}

/// Parses the size of a cell.
fn cells(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(['x', '×', 'X']).map(|(w, h)| (w.trim().parse(), h.trim().parse()));
    match parts {
        Some((Ok(width @ 1..), Ok(height @ 1..))) => Ok((width, height)),
        _ => Err("use the width and height of a cell, such as 32x48".into()),
    }
}

/// Parses the pixel on which the actor stands.
fn feet(text: &str) -> Result<(i32, i32), String> {
    pair(text, "pixels from the left and from the top")
}
