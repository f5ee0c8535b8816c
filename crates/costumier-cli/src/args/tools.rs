//! Commands for what comes with the program: `sample`, `man`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// The folder to write into; made if it does not exist
    pub(crate) folder: PathBuf,
    /// The edition, named as in `sample-NAME`: a generation, or a version of the Humongous interpreter. From v7 on,
    /// costumes are AKOS blocks; `he99-16` has 16 bits a pixel
    #[arg(long, default_value = "v5", value_parser = PossibleValuesParser::new(
        costumier_sample::GAMES.iter().map(|edition| PossibleValue::new(edition.name))
    ))]
    pub(crate) generation: String,
    /// Use the file names that ScummVM looks for, and write a `scummvm.ini` that starts the game. The last printed
    /// line is the command
    #[arg(long)]
    pub(crate) for_scummvm: bool,
    /// Replace files of the same names
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command to show the page of
    pub(crate) subcommand: Option<String>,
    /// Write all pages into this folder, one file each
    #[arg(long, short, value_name = "DIR", conflicts_with = "subcommand")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files of the same names
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}
