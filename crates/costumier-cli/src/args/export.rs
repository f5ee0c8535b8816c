//! What is written of costumes: `export`, and `montage` for all in one.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use costumier::game::ObjectsShown;
use costumier::{Facing, PictureKey};
use costumier_export::{Background, CanvasOf, ChoreFilter, ExportOptions, Format, SheetLayout};

use super::GameArg;
use super::values::jiffies_per_tick;
use crate::ids::Ids;

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names as `find --name` finds them, or `all`,
    /// separated by commas or blanks; none means all
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The folder to write into, made where it is not there; or one file by its name, such as walk.gif (gif,
    /// apng, webp, png, bmp, aseprite); or `-` for that file on stdout. One file is for one animation,
    /// picture or sheet: --chore and --facing, or --picture, say which
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// The formats, separated by commas [default: png,gif,contact; PNG sequences are `frames`]
    #[arg(long = "as", value_name = "FORMATS", value_delimiter = ',', value_parser = formats())]
    pub(crate) formats: Vec<Format>,
    /// Enlarge everything by a whole number; every pixel stays a square
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=8))]
    pub(crate) scale_up: u8,
    /// Ticks a second, to the nearest whole number of jiffies (1/60 s); the game's scripts decide, and 10 is
    /// usual
    #[arg(long = "tick-rate", value_name = "N", default_value = "10", value_parser = jiffies_per_tick)]
    pub(crate) jiffies: u8,
    /// Only animations in these facings, separated by commas: west, east, south, north
    #[arg(long, value_name = "FACINGS", value_delimiter = ',')]
    pub(crate) facing: Vec<Facing>,
    /// Only animations of these chores, separated by commas: init, walk, stand, talk-start, talk-stop,
    /// numbers, or names as the page shows them
    #[arg(long, value_name = "CHORES", value_delimiter = ',')]
    pub(crate) chore: Vec<ChoreFilter>,
    /// Only the animations: no single pictures, and no contact sheet unless `--as` names it
    #[arg(long, conflicts_with_all = ["only_pictures", "picture"])]
    pub(crate) only_animations: bool,
    /// Only the single pictures
    #[arg(long, conflicts_with_all = ["chore", "facing"])]
    pub(crate) only_pictures: bool,
    /// Only these pictures, LIMB.INDEX as the page shows them, separated by commas; no animations
    #[arg(
        long,
        value_name = "L.I",
        value_delimiter = ',',
        value_parser = picture_key,
        conflicts_with_all = ["chore", "facing"]
    )]
    pub(crate) picture: Vec<PictureKey>,
    /// Take the colours of this room instead of the one that owns the costume
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
    /// The colours and shadows that scripts give it, by number as `dump --colours` lists them
    #[arg(long, value_name = "N")]
    pub(crate) look: Option<usize>,
    /// Name costumes' folders: `costume-007-guybrush`
    #[arg(long)]
    pub(crate) names: bool,
    /// What is seen where the costume is transparent: `transparent`, a colour such as #204060, or `room`:
    /// the room whose colours it has, behind the animations of frames, gif, apng and webp [default:
    /// transparent; contact sheets stand on a slate grey]
    #[arg(long)]
    pub(crate) background: Option<Background>,
    /// With `--background room`: where the actor stands in it [default: the middle of the largest walk box]
    #[arg(long, value_name = "X,Y", value_parser = place, allow_hyphen_values = true)]
    pub(crate) place: Option<(i32, i32)>,
    /// With `--background room`: so many pixels of the room about the animation [default: half a screen in
    /// all]
    #[arg(long, value_name = "N")]
    pub(crate) margin: Option<u16>,
    /// With `--background room`: the whole screen, as the game shows it
    #[arg(long, conflicts_with = "margin")]
    pub(crate) whole_screen: bool,
    /// With `--background room`: which of its objects are seen: `none`, `initial` (as when the game begins)
    /// or `all` [default: initial]
    #[arg(long, value_name = "WHICH")]
    pub(crate) objects: Option<ObjectsShown>,
    /// Which canvas frames have: `animation`, each its own; `costume`, all of a costume the same, so that
    /// chores line up
    #[arg(long, value_name = "WHOSE", default_value = "animation")]
    pub(crate) canvas: CanvasOf,
    /// Cut transparent margins off
    #[arg(long)]
    pub(crate) trim: bool,
    /// How the frames of a sheet are laid out: `packed`, or `rows` of whole frames
    #[arg(long, value_name = "LAYOUT", default_value = "packed")]
    pub(crate) sheet_layout: SheetLayout,
    /// Longest loop in ticks; limbs that loop independently make longer ones, which are cut where they can
    /// best be
    #[arg(long, value_name = "TICKS", default_value_t = ExportOptions::default().longest_loop)]
    pub(crate) longest_loop: u32,
    /// Megabytes that one costume may take; what needs more is left out and said [default: 64, or 16 times
    /// the costume's block]
    #[arg(long, value_name = "MB", value_parser = value_parser!(u16).range(1..))]
    pub(crate) memory: Option<u16>,
    /// Threads to work with [default: one per core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Write into a folder that holds other things, and replace files that somebody has changed or that are of
    /// another game's export
    #[arg(long)]
    pub(crate) force: bool,
    /// Make the smallest PNG files, slowly
    #[arg(long)]
    pub(crate) small: bool,
    /// Make larger PNG files in less time
    #[arg(long, conflicts_with = "small")]
    pub(crate) fast: bool,
}

/// Reads a picture's name.
fn picture_key(text: &str) -> Result<PictureKey, String> {
    let parts = text.split_once('.').map(|(limb, index)| (limb.parse(), index.parse()));
    match parts {
        Some((Ok(limb), Ok(index))) => Ok(PictureKey { limb, index }),
        _ => {
            Err("use a limb and the index in its table, such as 0.3; `costumier dump GAME ID` shows them"
                .into())
        }
    }
}

/// Reads a format's name; help lists them all.
fn formats() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

#[derive(Debug, Args)]
pub(crate) struct MontageArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names as `find --name` finds them, or `all`,
    /// separated by commas or blanks; none means all
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The file to write: .png, .webp or .gif (of at most 256 colours); or `-` for PNG on stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Enlarge everybody by a whole number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=8))]
    pub(crate) scale_up: u8,
    /// Take the colours of this room instead of those that own the costumes
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
    /// Replace a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

/// Reads a place in a room, which may lie outside of it.
fn place(text: &str) -> Result<(i32, i32), String> {
    let parts = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
    match parts {
        Some((Ok(x), Ok(y))) => Ok((x, y)),
        _ => {
            Err("use two numbers, such as 160,120: pixels of the room from the left and from the top".into())
        }
    }
}
