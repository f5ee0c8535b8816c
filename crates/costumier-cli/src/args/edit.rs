//! The way back: `unpack`, `pack`, `put`, `patch`, `new`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::values::costume_id;
use super::{GameArg, generation};
use crate::ids::Ids;
use costumier::Facing;
use costumier_export::ChoreFilter;

#[derive(Debug, Args)]
pub(crate) struct UnpackArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes' ids, as `list` shows them; all without any
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// How pictures are laid down
    #[arg(long, value_name = "KIND", default_value = "sheet")]
    pub(crate) pictures: UnpackPictures,
    /// Replace a folder that is there, edited or not
    #[arg(long)]
    pub(crate) force: bool,
}

/// How pictures are laid down.
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
    /// The file to write the block into, without a block's header; with `--preview` also walk.gif (apng, webp, png,
    /// aseprite), or a folder to export everything into, which ends in `/`
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show what changed and what it costs, and play it, as the game would: the walk, or --chore and --facing
    #[arg(long)]
    pub(crate) preview: bool,
    /// With `--preview`: what to do, as `play` has it
    #[arg(long, requires = "preview")]
    pub(crate) chore: Option<ChoreFilter>,
    /// With `--preview`: where to look
    #[arg(long, requires = "preview")]
    pub(crate) facing: Option<Facing>,
    /// Do it again whenever a file of the folder changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    /// For another generation than the folder's: v1-maniac, v1-zak, v2, v3-16, v3, v4, v4-16, v5, v6, v7,
    /// v8, he60 … he100
    #[arg(long = "as", value_name = "GENERATION", value_parser = generation)]
    pub(crate) generation: Option<costumier::Dialect>,
    /// Take the nearest colour for those that the costume does not have
    #[arg(long)]
    pub(crate) nearest: bool,
    /// Replace a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PutArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Costume folders; each knows its id
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Write a copy of the game with the costumes. A game in a remaster's archive comes out as the archive
    /// (also `-o NEW.pak`), one in any other archive or image as loose files
    #[arg(long, short, value_name = "DIR", group = "where")]
    pub(crate) output: Option<PathBuf>,
    /// Loose files, of a remaster's archive too
    #[arg(long, requires = "output")]
    pub(crate) loose: bool,
    /// Write a patch for those who own the game: `.bps`, or `.zip` where several files change
    #[arg(long, value_name = "FILE", group = "where")]
    pub(crate) patch: Option<PathBuf>,
    /// Change the game itself, loose files or a remaster's archive; what was there stays beside it as
    /// NAME.before-costumier
    #[arg(long, group = "where")]
    pub(crate) in_place: bool,
    /// Another id than the folder's
    #[arg(long, value_name = "N", value_parser = costume_id)]
    pub(crate) id: Option<u32>,
    /// The room that shall own a costume of a new id
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
    /// Change all ids that lead to the same block, not only this one
    #[arg(long)]
    pub(crate) all_ids: bool,
    /// Do not fill smaller blocks up to their old size, even where that keeps the index file as it is
    #[arg(long)]
    pub(crate) no_filling: bool,
    /// Take the nearest colour for those that the costume does not have
    #[arg(long)]
    pub(crate) nearest: bool,
    /// Replace what is there; take folders of another game or edition
    #[arg(long)]
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
    /// The folder to write; of a remaster's archive also the archive (`-o NEW.pak`)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Loose files, of a remaster's archive too
    #[arg(long)]
    pub(crate) loose: bool,
    /// Replace a folder that is there
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The folder to write
    pub(crate) folder: PathBuf,
    /// For this generation instead of v5; from v7 on, the costume is of programs
    #[arg(long = "as", value_name = "GENERATION", value_parser = generation)]
    pub(crate) generation: Option<costumier::Dialect>,
    /// Replace a folder that is there
    #[arg(long)]
    pub(crate) force: bool,
}
