//! What is asked about bytes: `dump`, `extract`, `tree`.

use std::path::PathBuf;

use clap::Args;

use super::GameArg;
use crate::ids::Ids;

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names, or `all`; separated by commas or blanks
    #[arg(value_name = "ID", required = true, value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// Print JSON; of several costumes, an array
    #[arg(long)]
    pub(crate) json: bool,
    /// Show where each colour comes from instead: pixel value, room colour, palette; and the other looks
    /// that rooms give it
    #[arg(long, visible_alias = "colors")]
    pub(crate) colours: bool,
    /// Show what each byte is instead: its place in the file, its value decrypted, its meaning; of pixels,
    /// every run
    #[arg(long, conflicts_with = "colours")]
    pub(crate) bytes: bool,
    /// With `--colours`: of this room instead of the one that owns the costume
    #[arg(long, value_name = "N", requires = "colours")]
    pub(crate) room: Option<u32>,
    /// With `--colours`: in this one of the looks that scripts give it
    #[arg(long, value_name = "N", requires = "colours")]
    pub(crate) look: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names, or `all`; separated by commas or blanks
    #[arg(value_name = "ID", required = true, value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The file to write, or `-` for stdout; of several costumes, the folder
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// Leave out the block's header: its tag and its size
    #[arg(long)]
    pub(crate) payload: bool,
    /// Replace files of these names
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// How many levels of blocks
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) depth: u8,
}
