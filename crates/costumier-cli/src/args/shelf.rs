//! What is asked about whole games: `info`, `list`, `check`.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::GamesArgs;

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Read more: the size of each room, its picture, walk boxes and z-planes; the SHA-256 of each file
    #[arg(long)]
    pub(crate) full: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Only the costumes of this room
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Leave out what this lint finds: missing-chore, unreached-costume, override-outside or missing-sound;
    /// may be given more than once
    #[arg(
        long,
        value_name = "NAME",
        value_parser = PossibleValuesParser::new(crate::lints::LINTS.map(|lint| lint.name))
    )]
    pub(crate) allow: Vec<String>,
    /// Say what a lint means, and do nothing else
    #[arg(
        long,
        value_name = "NAME",
        value_parser = PossibleValuesParser::new(crate::lints::LINTS.map(|lint| lint.name))
    )]
    pub(crate) explain: Option<String>,
}
