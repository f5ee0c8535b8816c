//! The command line: clap types and nothing else.

use clap::{Args, Parser, Subcommand};

/// Opens SCUMM games and turns their costumes into pixels.
///
/// GAME is the folder that holds a game's files, its index file, or the word `sample`: the little game that is built in.
///
/// Exit status: 0 all well; 1 some costumes could not be handled (the rest was done); 2 the call or the game cannot be used.
#[derive(Debug, Parser)]
#[command(name = "costumier", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Say nothing but errors: no progress, no summary
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what a game is: generation, edition, files, counts, what looks odd
    Info(GameArgs),
    /// List a game's costumes, one row each
    List(ListArgs),
    /// Show a costume's structure: header, palette, pictures, records as commands
    Dump(DumpArgs),
    /// Write a shell's completions
    #[command(hide = true)]
    Completions { shell: clap_complete::Shell },
    /// Write the manual page
    #[command(hide = true)]
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// A game folder, its index file, or `sample`
    pub(crate) game: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) common: GameArgs,
    /// Only the costumes of this room
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// A game folder, its index file, or `sample`
    pub(crate) game: String,
    /// The costume's id, as `list` shows it
    pub(crate) id: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
