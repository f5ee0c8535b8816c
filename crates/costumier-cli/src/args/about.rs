//! What comes with the program: `sample`, `man`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// The folder to write into; it is made where it is not there
    pub(crate) folder: PathBuf,
    /// Which edition, as in `sample-NAME`: a generation, or more exactly a version of Humongous; from v7 on its
    /// costumes are AKOS blocks, and `he99-16` has 16 bits a pixel
    #[arg(long, default_value = "v5", value_parser = PossibleValuesParser::new(
        costumier_sample::GAMES.iter().map(|edition| PossibleValue::new(edition.name))
    ))]
    pub(crate) generation: String,
    /// Use the file names that ScummVM looks for, and write a `scummvm.ini` that starts the game; the last line
    /// that is printed is the command
    #[arg(long)]
    pub(crate) for_scummvm: bool,
    /// Replace files of these names
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The subcommand
    pub(crate) subcommand: Option<String>,
    /// Write all pages into this folder, one each, as packages install them
    #[arg(long, short, value_name = "DIR", conflicts_with = "subcommand")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files that have other content
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}
