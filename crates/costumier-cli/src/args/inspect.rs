//! Commands to inspect games in detail: `dump`, `tree`, `script`, `find`, `diff`, `check`, `report`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use costumier::Facing;
use costumier_export::ChoreFilter;

use super::values::one_costume;
use super::{GameArg, GamesArgs};
use crate::call::ids::Ids;
use crate::call::rooms::Room;

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names, or `all`; separated by commas or blanks
    #[arg(value_name = "ID", required = true, value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// Print JSON (docs/json.md); an array if there are several costumes
    #[arg(long)]
    pub(crate) json: bool,
    /// Show where each colour comes from, not the structure: costume colour, room colour, palette, and the looks
    /// that scripts give the costume
    #[arg(long, visible_alias = "colors")]
    pub(crate) colours: bool,
    /// Show what each byte means, not the structure: its place in the file, its value decrypted, its meaning, and
    /// every run of pixels
    #[arg(long, conflicts_with = "colours")]
    pub(crate) bytes: bool,
    /// With `--colours`: in this room, not in the costume's own room
    #[arg(long, value_name = "ROOM", requires = "colours")]
    pub(crate) room: Option<Room>,
    /// With `--colours`: in look N of those that scripts give the costume
    #[arg(long, value_name = "N", requires = "colours")]
    pub(crate) look: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costume: its id, as `list` shows it, or its name
    #[arg(value_parser = one_costume)]
    pub(crate) id: Option<Ids>,
    /// The chore: init, walk, stand, talk-start, talk-stop, a number, or a name
    #[arg(long, requires = "id")]
    pub(crate) chore: Option<ChoreFilter>,
    /// The direction: west, east, south, north or an angle in degrees [default: south if it exists]
    #[arg(long, requires = "chore")]
    pub(crate) facing: Option<Facing>,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    pub(crate) json: bool,
    /// The number of levels of blocks to show
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) depth: u8,
}

#[derive(Debug, Args)]
pub(crate) struct ScriptArgs {
    /// The game: a folder, its index file, an archive or image, or `sample`
    #[arg(value_name = "GAME", required_unless_present = "file")]
    pub(crate) name: Option<String>,
    /// The script to show; without it, the list of all
    #[arg(value_name = "SCRIPT", conflicts_with = "file")]
    pub(crate) script: Option<String>,
    /// Read a bare script from this file, or from stdin (`-`): instructions from the first byte on
    #[arg(long, value_name = "BYTES", requires = "profile", conflicts_with = "name")]
    pub(crate) file: Option<PathBuf>,
    /// The set of instructions: v0, v1, v2, v2-nes, v3, v3-indy, v3-indy-ega, v3-mac, v3-towns, v3-towns-indy, v3-pce,
    /// v4 … v8, he60, he70 … he73, he80, he90, he98 … he101 [default: the game's]
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<costumier::scripts::script::Profile>,
    /// The encoding of texts, such as cp866 or shift-jis [default: what the texts look like]
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<costumier::scripts::script::Encoding>,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    pub(crate) json: bool,
}

/// The heading of options of `find` that look at a costume's block.
const BY_COSTUME: &str = "Costumes by themselves";
/// The heading of options of `find` that ask the game's scripts.
const BY_SCRIPT: &str = "Costumes by scripts";
/// The heading of options of `find` that compare pictures.
const BY_PICTURE: &str = "Pictures";

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// With TEXT in their name; capital letters make no difference
    #[arg(long = "name", value_name = "TEXT", help_heading = BY_COSTUME)]
    pub(crate) by_name: Option<String>,
    /// With N palette entries
    #[arg(long, visible_alias = "colors", value_name = "N", help_heading = BY_COSTUME)]
    pub(crate) colours: Option<usize>,
    /// With N limbs that have pictures
    #[arg(long, value_name = "N", help_heading = BY_COSTUME)]
    pub(crate) limbs: Option<usize>,
    /// With a picture of this size in pixels, such as 24x48
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, help_heading = BY_COSTUME)]
    pub(crate) size: Option<(u16, u16)>,
    /// With this chore: init, walk, stand, talk-start, talk-stop, a number, or a name
    #[arg(long, value_name = "CHORE", help_heading = BY_COSTUME)]
    pub(crate) chore: Option<ChoreFilter>,
    /// Whose limbs use this command: a code such as C021 (AKOS), or count, sound, hide, stop, start
    #[arg(long, value_name = "COMMAND", help_heading = BY_COSTUME)]
    pub(crate) uses: Option<String>,
    /// Whose actors get sound N from scripts, or which play entry N of their actor's sounds (`sound` in `dump`)
    #[arg(long, value_name = "N", help_heading = BY_SCRIPT)]
    pub(crate) sound: Option<i32>,
    /// That scripts put on actor N
    #[arg(long, value_name = "N", help_heading = BY_SCRIPT)]
    pub(crate) actor: Option<i32>,
    /// That scripts show in this room
    #[arg(long, value_name = "ROOM", help_heading = BY_SCRIPT)]
    pub(crate) in_room: Option<Room>,
    /// Like the one in this PNG or GIF file: the same, mirrored, in other colours, or containing it; also poses, which
    /// consist of several pictures
    #[arg(long, value_name = "PICTURE", conflicts_with = "same_as", help_heading = BY_PICTURE)]
    pub(crate) like: Option<PathBuf>,
    /// That GAME2 has too: the same, mirrored, or in other colours. If GAME2 is GAME: those that it has twice
    #[arg(long, value_name = "GAME2", help_heading = BY_PICTURE)]
    pub(crate) same_as: Option<String>,
}

impl FindArgs {
    /// Whether the call has any condition.
    pub(crate) fn asks(&self) -> bool {
        self.asks_costumes() || self.like.is_some() || self.same_as.is_some()
    }

    /// Whether the call has a condition on costumes, not on their pictures.
    pub(crate) fn asks_costumes(&self) -> bool {
        self.by_name.is_some()
            || self.colours.is_some()
            || self.limbs.is_some()
            || self.size.is_some()
            || self.chore.is_some()
            || self.uses.is_some()
            || self.sound.is_some()
            || self.actor.is_some()
            || self.in_room.is_some()
    }
}

/// Parses a size: width, `x`, height.
fn size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    match parts {
        Some((Ok(width), Ok(height))) => Ok((width, height)),
        _ => Err("use two numbers, such as 24x48: width and height".into()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The game before: a folder, its index file, an archive or image, `sample`, or a costume folder
    #[arg(value_name = "A")]
    pub(crate) before: String,
    /// The game after, likewise
    #[arg(value_name = "B")]
    pub(crate) after: String,
    /// Write pictures that differ into this folder: before, after, and the difference (changed pixels red, gone ones
    /// orange, new ones green)
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Write into a folder that holds other files
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UnusedArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Write the unused costumes, animations and pictures into this folder, with a page (index.html)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) export: Option<PathBuf>,
    /// With `--export`: write into a folder that holds other files, and replace changed ones
    #[arg(long, requires = "export")]
    pub(crate) force: bool,
    /// Print a table for a wiki page; with `--export`, rows name the written files
    #[arg(long, conflicts_with = "json")]
    pub(crate) wiki: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WhatisArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The picture: a PNG, JPEG or GIF file
    #[arg(value_name = "PICTURE")]
    pub(crate) picture: PathBuf,
    /// Explain this pixel of the picture: the limb, the picture and the bytes that draw it
    #[arg(long, value_name = "X,Y", value_parser = super::take::pixel, conflicts_with = "json")]
    pub(crate) explain: Option<(u32, u32)>,
    /// Frame N of a GIF file, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) frame: usize,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Leave out the findings of a lint; may be given several times
    #[arg(
        long,
        value_name = "LINT",
        value_parser = PossibleValuesParser::new(crate::call::lints::LINTS.map(|lint| lint.name))
    )]
    pub(crate) allow: Vec<String>,
    /// Explain what a lint means, and check nothing
    #[arg(
        long,
        value_name = "LINT",
        value_parser = PossibleValuesParser::new(crate::call::lints::LINTS.map(|lint| lint.name))
    )]
    pub(crate) explain: Option<String>,
    /// List costumes whose colours look unlike at home in rooms that scripts bring them to, and check nothing else
    #[arg(long, conflicts_with_all = ["allow", "explain"])]
    pub(crate) clashes: bool,
    /// With `--clashes`: write pictures of each clash into this folder, at home and in the other room
    #[arg(long, short, value_name = "DIR", requires = "clashes")]
    pub(crate) output: Option<PathBuf>,
    /// With `--output`: write into a folder that holds other files
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}
