//! Commands that change costumes: `new`, `unpack`, `pack`, `put`, `patch`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::GameArg;
use super::values::{costume_id, generation};
use crate::ids::Ids;
use costumier::Facing;
use costumier_export::ChoreFilter;

/// The heading of options of `pack` for the preview.
const PREVIEW: &str = "Preview";
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
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// How to store pictures
    #[arg(long, value_name = "KIND", default_value = "sheet")]
    pub(crate) pictures: UnpackPictures,
    /// Replace the folder if it exists, even if it was edited
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
    /// The costume folder
    pub(crate) folder: PathBuf,
    /// The file to write the block into, without its header. With `--preview`: an animation such as walk.gif (gif,
    /// apng, webp, png, aseprite), or a folder for a whole export, whose name ends in `/`
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show what changed and what it costs in bytes, and play an animation as the game would: the walk, or the one
    /// that --chore and --facing name
    #[arg(long, help_heading = PREVIEW)]
    pub(crate) preview: bool,
    /// With `--preview`: the chore to play: init, walk, stand, talk-start, talk-stop, a number, or a name that the
    /// page shows
    #[arg(long, requires = "preview", help_heading = PREVIEW)]
    pub(crate) chore: Option<ChoreFilter>,
    /// With `--preview`: the direction to look: west, east, south, north or an angle in degrees
    #[arg(long, requires = "preview", help_heading = PREVIEW)]
    pub(crate) facing: Option<Facing>,
    /// Repeat whenever a file of the folder changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    /// Convert to another generation: v1-maniac, v1-zak, v2, v3-16, v3, v4, v4-16, v5, v6, v7, v8, he60 … he100
    /// [default: the folder's]
    #[arg(long = "as", value_name = "GENERATION", value_parser = generation)]
    pub(crate) generation: Option<costumier::Dialect>,
    /// Replace colours that the costume does not have by its nearest ones
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
    /// The costume folders. Each stores the id of its costume
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Write a copy of the game into DIR. If the game is in a remaster's archive, the copy is an archive too (`-o
    /// NEW.pak` names it); if it is in any other archive or image, the copy is loose files
    #[arg(long, short, value_name = "DIR", group = "where", help_heading = WHERE)]
    pub(crate) output: Option<PathBuf>,
    /// Write loose files, even if the game is in a remaster's archive
    #[arg(long, requires = "output", help_heading = WHERE)]
    pub(crate) loose: bool,
    /// Write a patch for people who own the game: `.bps`, or `.zip` if several files change
    #[arg(long, value_name = "FILE", group = "where", help_heading = WHERE)]
    pub(crate) patch: Option<PathBuf>,
    /// Change the game itself: loose files, or a remaster's archive. The original stays next to it as
    /// NAME.before-costumier
    #[arg(long, group = "where", help_heading = WHERE)]
    pub(crate) in_place: bool,
    /// Use id N, not the one in the folder
    #[arg(long, value_name = "N", value_parser = costume_id)]
    pub(crate) id: Option<u32>,
    /// The room that owns the costume, if its id is new
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
    /// Change all ids of the same block, not only this one
    #[arg(long)]
    pub(crate) all_ids: bool,
    /// Do not fill smaller blocks up to their old size, even if the index file would stay as it is
    #[arg(long)]
    pub(crate) no_filling: bool,
    /// Replace colours that the costume does not have by its nearest ones
    #[arg(long)]
    pub(crate) nearest: bool,
    /// Replace existing files; take folders of another game or edition
    #[arg(long, help_heading = WHERE)]
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
    /// The patch: `.bps`, or a `.zip` of several
    pub(crate) patch: PathBuf,
    /// The folder to write; for a remaster's archive also the new archive (`-o NEW.pak`)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Write loose files, even if the game is in a remaster's archive
    #[arg(long)]
    pub(crate) loose: bool,
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
    /// Replace the folder if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
