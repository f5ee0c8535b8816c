//! Commands that take costumes out of a game: `export`, `montage`, `render`, `extract`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use costumier::game::ObjectsShown;
use costumier::{Facing, PictureKey};
use costumier_export::montage::Behind;
use costumier_export::{
    Background, CanvasOf, ChoreFilter, CostumeParts, ExportOptions, Format, Scaler, SheetLayout, TagNames,
};

use super::GameArg;
use super::values::{jiffies_per_tick, pair, picture_key, times};
use crate::call::ids::Ids;
use crate::call::rooms::Room;

/// The heading of options of `export` that say what is exported.
const WHAT: &str = "What to export";
/// The heading of options that say where files are written.
const WHERE: &str = "Where to write";
/// The heading of options that say how pictures look.
const HOW: &str = "Colours, size and time";
/// The heading of options of `export` for what is behind the costume.
const BEHIND: &str = "Background";
/// The heading of options of `export` that trade time for size or memory.
const EFFORT: &str = "Time and memory";

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names as `find --name` finds them, or `all`;
    /// separated by commas or blanks [default: all]
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The parts to export of some costumes; `unused` sets them.
    #[arg(skip)]
    pub(crate) parts: BTreeMap<u32, CostumeParts>,
    /// A sentence below the title of the page; `unused` sets it.
    #[arg(skip)]
    pub(crate) note: Option<String>,
    /// The formats, separated by commas [default: png,gif,contact]
    #[arg(
        long = "as",
        value_name = "FORMATS",
        value_delimiter = ',',
        value_parser = formats(),
        help_heading = WHAT
    )]
    pub(crate) formats: Vec<Format>,
    /// Only animations of these chores, separated by commas: init, walk, stand, talk-start (or talk), talk-stop,
    /// numbers, or names, such as curtsy (the index.html of an export shows them)
    #[arg(long, value_name = "CHORES", value_delimiter = ',', help_heading = WHAT)]
    pub(crate) chore: Vec<ChoreFilter>,
    /// Only animations in these facings, separated by commas: west, east, south, north or an angle in degrees
    #[arg(long, value_name = "FACINGS", value_delimiter = ',', help_heading = WHAT)]
    pub(crate) facing: Vec<Facing>,
    /// Only these pictures, separated by commas, and no animations. L.I is limb and index, as the index.html
    /// of an export shows them
    #[arg(
        long,
        value_name = "L.I",
        value_delimiter = ',',
        value_parser = picture_key,
        conflicts_with_all = ["chore", "facing"],
        help_heading = WHAT
    )]
    pub(crate) picture: Vec<PictureKey>,
    /// Only animations: no single pictures, and no contact sheet unless `--as` names it
    #[arg(long, conflicts_with_all = ["only_pictures", "picture"], help_heading = WHAT)]
    pub(crate) only_animations: bool,
    /// Only single pictures
    #[arg(long, conflicts_with_all = ["chore", "facing"], help_heading = WHAT)]
    pub(crate) only_pictures: bool,
    /// The folder to write into, made if it does not exist. Or a file, such as walk.gif (gif, apng, webp, png, bmp,
    /// aseprite), or `-` for that file on stdout. A file holds one animation, picture, sheet or strip: choose it with
    /// --chore and --facing, or with --picture. A palette file holds the colours of one
    /// costume; with `--room N` and no ID, those of room N. Its endings: gpl, pal, act; with `--as pal` also ase and
    /// png
    #[arg(long, short, value_name = "PATH", help_heading = WHERE)]
    pub(crate) output: PathBuf,
    /// Add names to the folders of costumes, as in `costume-007-guybrush`
    #[arg(long, help_heading = WHERE)]
    pub(crate) names: bool,
    /// Write into a folder that holds other files or another game's export, and replace files that were changed
    #[arg(long, help_heading = WHERE)]
    pub(crate) force: bool,
    /// Use the colours of this room, not those of the costume's own room
    #[arg(long, value_name = "ROOM", help_heading = HOW)]
    pub(crate) room: Option<Room>,
    /// Use look N: colours and shadows that scripts give the costume. `dump --colours` lists them
    #[arg(long, value_name = "N", help_heading = HOW)]
    pub(crate) look: Option<usize>,
    /// Recolour: use the colours of a palette file (.gpl, JASC .pal, .act, .ase, .png). 256 of them are a room's; as
    /// many as the costume has are its own, in the order of `--as pal`
    #[arg(long, value_name = "FILE", help_heading = HOW)]
    pub(crate) palette: Option<PathBuf>,
    /// Enlarge everything N times; pixels stay square
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = times,
        help_heading = HOW
    )]
    pub(crate) scale_up: u8,
    /// How to enlarge: `squares`, `epx` (2, 3 or 4 times, rounds corners) or `mmpx` (2 or 4 times, smooths slopes).
    /// None of them makes new colours
    #[arg(long, value_name = "NAME", default_value = "squares", help_heading = HOW)]
    pub(crate) scaler: Scaler,
    /// The size of a frame: `animation` gives each animation its own, `costume` gives all animations of a costume the
    /// same, so that they line up
    #[arg(long, value_name = "WHOSE", default_value = "animation", help_heading = HOW)]
    pub(crate) canvas: CanvasOf,
    /// Cut transparent margins off
    #[arg(long, help_heading = HOW)]
    pub(crate) trim: bool,
    /// The layout of a sheet: `packed` (in any order), or `rows` of whole frames, in order
    #[arg(long, value_name = "LAYOUT", default_value = "packed", help_heading = HOW)]
    pub(crate) sheet_layout: SheetLayout,
    /// Empty pixels between the frames of a sheet, 0 to 64, before it is enlarged. With `--sheet-layout rows`, 0 makes
    /// a plain grid of cells, as AGS and other programs cut it
    #[arg(
        long,
        value_name = "N",
        default_value_t = ExportOptions::default().sheet_gap,
        value_parser = value_parser!(u8).range(0..=64),
        help_heading = HOW
    )]
    pub(crate) sheet_gap: u8,
    /// On contact sheets and ripsheets, leave out facings that are the mirror image of another one, such as West of
    /// East
    #[arg(long, help_heading = HOW)]
    pub(crate) no_mirrored: bool,
    /// The names of tags in .aseprite files and sheet data: `costumier` (`walk-east`), `popochiu` (`walk_r`,
    /// `idle_d`) or `godot` (`walk_east`, and `_wave_east` if it is played once). A chore's own name is added
    #[arg(long, value_name = "NAMES", default_value = "costumier", help_heading = HOW)]
    pub(crate) tags: TagNames,
    /// With `--as ripsheet`: the credit line [default: Ripped with Costumier]
    #[arg(long, value_name = "TEXT", help_heading = HOW)]
    pub(crate) credit: Option<String>,
    /// Ticks a second. A tick is a whole number of 1/60 s, so 10 means 6/60 s, and 11 is rounded. The game's scripts
    /// decide; 10 is usual
    #[arg(
        long = "tick-rate",
        value_name = "N",
        default_value = "10",
        value_parser = jiffies_per_tick,
        help_heading = HOW
    )]
    pub(crate) jiffies: u8,
    /// The longest loop in ticks. Limbs that loop independently can make longer ones, which are cut at the best place
    #[arg(
        long,
        value_name = "TICKS",
        default_value_t = ExportOptions::default().longest_loop,
        help_heading = HOW
    )]
    pub(crate) longest_loop: u32,
    /// What to show where the costume is transparent: `transparent`, a colour such as navy or "#204060" (in quotation
    /// marks, because shells begin a comment with #), or, for frames, strips, gif, apng and webp, `room`: the
    /// costume's room, or
    /// that of `--room` [default: transparent; slate grey on contact sheets; on a ripsheet a colour far from the
    /// costume's]
    #[arg(long, help_heading = BEHIND)]
    pub(crate) background: Option<Background>,
    /// With `--background room`: the actor's position in the room [default: the middle of the largest walk box]
    #[arg(long, value_name = "X,Y", value_parser = position, allow_hyphen_values = true, help_heading = BEHIND)]
    pub(crate) place: Option<(i32, i32)>,
    /// With `--background room`: N pixels of the room around the animation [default: as many as make half a screen]
    #[arg(long, value_name = "N", help_heading = BEHIND)]
    pub(crate) margin: Option<u16>,
    /// With `--background room`: the whole screen, as the game shows it
    #[arg(long, conflicts_with = "margin", help_heading = BEHIND)]
    pub(crate) whole_screen: bool,
    /// With `--background room`: the objects to show: none, initial (as when the game begins) or all [default:
    /// initial]
    #[arg(long, value_name = "WHICH", help_heading = BEHIND)]
    pub(crate) objects: Option<ObjectsShown>,
    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024), help_heading = EFFORT)]
    pub(crate) jobs: Option<u16>,
    /// The most megabytes that one costume may take. Parts that need more are left out, with a warning [default: 64,
    /// or 16 times the costume's block]
    #[arg(long, value_name = "MB", value_parser = value_parser!(u16).range(1..), help_heading = EFFORT)]
    pub(crate) memory: Option<u16>,
    /// Make the smallest PNG files; slow
    #[arg(long, help_heading = EFFORT)]
    pub(crate) small: bool,
    /// Make larger PNG files in less time
    #[arg(long, conflicts_with = "small", help_heading = EFFORT)]
    pub(crate) fast: bool,
}

/// Parses the name of a format; help lists all names.
fn formats() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

#[derive(Debug, Args)]
pub(crate) struct MontageArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names as `find --name` finds them, or `all`;
    /// separated by commas or blanks [default: all]
    #[arg(value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The file to write: .png, .webp or .gif (at most 256 colours); or `-` for PNG on stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// What is behind the costumes: a colour such as navy or "#204060" (in quotation marks), `checks`, or `transparent`
    /// [default: slate grey]
    #[arg(long)]
    pub(crate) background: Option<Behind>,
    /// Enlarge everything N times; pixels stay square
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = times)]
    pub(crate) scale_up: u8,
    /// How to enlarge the costumes: `squares`, `epx` (2, 3 or 4 times, rounds corners) or `mmpx` (2 or 4 times, smooths
    /// slopes). None of them makes new colours
    #[arg(long, value_name = "NAME", default_value = "squares")]
    pub(crate) scaler: Scaler,
    /// Use the colours of this room, not those of the costumes' own rooms
    #[arg(long, value_name = "ROOM")]
    pub(crate) room: Option<Room>,
    /// Recolour: use the 256 colours of a room from a palette file (.gpl, JASC .pal, .act, .ase, .png), or the colours
    /// of one costume, in the order of `export --as pal`
    #[arg(long, value_name = "FILE")]
    pub(crate) palette: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Parses a position in a room, which may lie outside of the room.
fn position(text: &str) -> Result<(i32, i32), String> {
    pair(text, "pixels of the room from the left and from the top")
}

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The scene file, or `-` for stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) scenes: PathBuf,
    /// Explain the pixel X,Y of each picture, and write nothing: its actor, limb and picture, how it got its colour,
    /// and the bytes of the files that say it
    #[arg(long, value_name = "X,Y", value_parser = pixel, conflicts_with_all = ["output", "raw", "force"])]
    pub(crate) explain: Option<(u32, u32)>,
    /// With --explain: print JSON (docs/json.md)
    #[arg(long, requires = "explain")]
    pub(crate) json: bool,
    /// Render again whenever the scene file or the game's files change, until Ctrl-C
    #[arg(long, conflicts_with = "explain")]
    pub(crate) watch: bool,
    /// The folder to write into, made if it does not exist
    #[arg(long, short, value_name = "DIR", required_unless_present = "explain", help_heading = WHERE)]
    pub(crate) output: Option<PathBuf>,
    /// Write NAME.idx next to NAME.png: width × height bytes, each a room colour. If pixels have 16 bits, write
    /// NAME.555 too: two bytes per pixel, the lower one first
    #[arg(long, help_heading = WHERE)]
    pub(crate) raw: bool,
    /// Replace files of the same names
    #[arg(long, help_heading = WHERE)]
    pub(crate) force: bool,
    /// Use look N of each costume for actors without colours in the scene. `dump --colours` lists the looks that
    /// scripts give a costume
    #[arg(long, value_name = "N", help_heading = HOW)]
    pub(crate) look: Option<usize>,
    /// Make pixels square, as a monitor of 4:3 showed them, by repeating rows: 320 × 200 becomes 320 × 240. Pixels
    /// of the NES, 8 wide and 7 high, stay as they are. Without it, only PNG files of Hercules screens record
    /// the shape of their pixels
    #[arg(long, help_heading = HOW)]
    pub(crate) square: bool,
    /// The objects to show in rooms whose scenes do not say it: none, initial (as when the game begins) or all
    #[arg(long, value_name = "WHICH", default_value = "initial", help_heading = HOW)]
    pub(crate) objects: ObjectsShown,
}

/// Parses the position of a pixel in a picture.
pub(super) fn pixel(text: &str) -> Result<(u32, u32), String> {
    pair(text, "pixels from the left and from the top")
}

#[derive(Debug, Args)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, names, or `all`; separated by commas or blanks
    #[arg(value_name = "ID", required = true, value_delimiter = ',')]
    pub(crate) ids: Vec<Ids>,
    /// The file to write, or `-` for stdout; with several costumes, the folder
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// Leave out the block's header: its tag and its size
    #[arg(long)]
    pub(crate) payload: bool,
    /// Replace files of the same names
    #[arg(long)]
    pub(crate) force: bool,
}
