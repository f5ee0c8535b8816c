//! The command line: clap types and nothing else.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use costumier::Facing;
use costumier::model::PictureKey;
use costumier::screen::Screen;
use costumier_export::{Background, CanvasOf, ChoreFilter, ExportOptions, Format, SheetLayout};

use crate::ids::Ids;

/// Opens SCUMM games and turns their costumes into pixels.
///
/// GAME is the folder that holds a game's files (or the folders above them), its index file, an archive or
/// image with the game in it (a remaster's `.pak`, `.cle` or `.data`, zip, a GOG `.sh`, CD and floppy
/// images), or the word `sample`: the little game that is built in, v5; `sample-v7` is the same with AKOS
/// costumes. Of several games in one place, `GAME#NAME` means one.
///
/// Exit status: 0 all well; 1 some costumes could not be handled (the rest was done, each failure is named),
/// or no animation is as asked for (and nothing was written); 2 the call or the game cannot be used; 130
/// stopped by Ctrl-C.
#[derive(Debug, Parser)]
#[command(name = "costumier", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Say nothing but errors: no progress, no summary
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to use colour; `NO_COLOR` in the environment means never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what a game is: generation, edition, files, counts, what looks odd
    ///
    /// Of several games, a row each. Exit status 1 where parts of a game cannot be read.
    Info(InfoArgs),
    /// List a game's costumes, one row each
    List(ListArgs),
    /// Show a costume's structure: header, palette, pictures, records as commands
    Dump(DumpArgs),
    /// Write pictures, animations, contact sheets and a page that shows them all
    ///
    /// An export replaces an earlier one of the same game in the same folder: files that the earlier manifest
    /// names and that are not written again are removed, and nothing else is. `--chore` and `--facing`
    /// limit the animations; the pictures are all written.
    Export(ExportArgs),
    /// Draw scenes: actors in rooms, as a scene file says
    Render(RenderArgs),
    /// Play a costume's animation in the terminal
    ///
    /// Keys: q quit; space pause, and . one tick on; arrows turn the actor; n and p the next and previous
    /// chore; + and - the speed. The picture goes to the kitty graphics protocol where the terminal
    /// answers to it, else to half blocks in 24-bit colour or the 256 colours (COLORTERM and TERM decide;
    /// `--color always` asks for half blocks). Where the output is no terminal, the first frames are
    /// printed as text.
    Play(PlayArgs),
    /// Decode everything and report what is odd or broken, with byte positions
    ///
    /// Of several games, a row each. With `--quiet` only what is odd or broken is printed.
    Check(CheckArgs),
    /// Find costumes by name, size, colours, chores or scripts, and pictures that another game has too
    ///
    /// One line per hit; exit status 1 where there is none.
    Find(FindArgs),
    /// Say what differs between the costumes of two games: editions, languages, a mod and its original
    ///
    /// Exit status 0: the same; 1: something differs; 2: a game cannot be used.
    Diff(DiffArgs),
    /// Say who is who: names, actors, rooms, chores and colours of costumes, as the game's scripts give them
    ///
    /// Nothing is guessed: certain is what scripts say with literal numbers, likely one of several values;
    /// what cannot be followed is counted.
    Cast(CastArgs),
    /// Show what scripts do: instructions with names, texts and labels
    ///
    /// Without SCRIPT, one row per script. SCRIPT is a global script's number (`12`), a room's own (`3/205`,
    /// or `205` where one room has it), `3/entry`, `3/exit`, or an object's verbs (`object-311`).
    Script(ScriptArgs),
    /// Write costumes as folders that can be edited: pictures and a text
    ///
    /// With one ID, the folder is that costume's; with several or none (all), it holds a folder for each.
    /// docs/costume-folder.md describes the files.
    Unpack(UnpackArgs),
    /// Make a costume's block of an edited folder, or show what changed
    Pack(PackArgs),
    /// Put edited folders into a copy of a game, into the game itself, or into a patch
    Put(PutArgs),
    /// Apply patches
    Patch(PatchArgs),
    /// Write a small costume folder to begin with
    New(NewArgs),
    /// Write the files of the sample game
    Sample(SampleArgs),
    /// Write a costume's block, decrypted, as it lies in the game
    Extract(ExtractArgs),
    /// Show the blocks of a game's files, one inside the other
    Tree(TreeArgs),
    /// Write a shell's completions to stdout
    ///
    /// Bash: `costumier completions bash > ~/.local/share/bash-completion/completions/costumier`.
    /// Zsh: `costumier completions zsh > "${fpath[1]}/_costumier"`. Fish: `costumier completions fish >
    /// ~/.config/fish/completions/costumier.fish`.
    Completions { shell: clap_complete::Shell },
    /// Write the manual pages
    ///
    /// Without a folder, the page of the command itself goes to stdout, or that of a subcommand: `costumier
    /// man export | man -l -`.
    Man(ManArgs),
}

impl Command {
    /// Whether stdout has to be JSON, whatever happens.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Info(args) => args.common.json,
            Self::List(args) => args.common.json,
            Self::Check(args) => args.common.json,
            Self::Find(args) => args.json,
            Self::Diff(args) => args.json,
            Self::Dump(args) => args.json,
            Self::Script(args) => args.json,
            Self::Tree(args) => args.json,
            Self::Cast(args) => args.json,
            _ => false,
        }
    }
}

/// The game, and what its files do not say about it.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    /// A game folder, its index file, an archive or image, or `sample`
    #[arg(value_name = "GAME")]
    pub(crate) name: String,
    /// The screen: ega, cga, hercules, amiga, amiga-monkey or c64. Games of 256 colours know only ega, up to
    /// v6, which `render` and `export` show in twice the size, each pixel mixed of two colours
    #[arg(long, value_name = "SCREEN")]
    pub(crate) screen: Option<Screen>,
    /// It is a game of v4 or v5 for the Amiga, or is none (`--amiga=no`) [default: v5 is told by its
    /// pictures]
    #[arg(long, value_name = "YES/NO", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    pub(crate) amiga: Option<YesNo>,
}

/// Games, and what their files do not say about them.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Game folders, index files, or `sample`
    #[arg(value_name = "GAME", required = true)]
    pub(crate) names: Vec<String>,
    /// The screen, as `render` has it
    #[arg(long, value_name = "SCREEN")]
    pub(crate) screen: Option<Screen>,
    /// They are games of v4 or v5 for the Amiga, or are none (`--amiga=no`) [default: v5 is told by its
    /// pictures]
    #[arg(long, value_name = "YES/NO", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    pub(crate) amiga: Option<YesNo>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

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
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, or `all`; separated by commas or blanks
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
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, or `all`, separated by commas or blanks;
    /// none means all
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
    /// Only animations of these chores, separated by commas: init, walk, stand, talk-start, talk-stop or
    /// numbers
    #[arg(long, value_name = "CHORES", value_delimiter = ',')]
    pub(crate) chore: Vec<ChoreFilter>,
    /// Only the animations: no single pictures, and no contact sheet unless `--as` names it
    #[arg(long, conflicts_with_all = ["only_pictures", "picture"])]
    pub(crate) only_animations: bool,
    /// Only the single pictures
    #[arg(long, conflicts_with_all = ["chore", "facing"])]
    pub(crate) only_pictures: bool,
    /// Only these pictures, LIMB.INDEX as the page shows them, separated by commas; no animations
    #[arg(long, value_name = "L.I", value_delimiter = ',', value_parser = picture_key, conflicts_with_all = ["chore", "facing"])]
    pub(crate) picture: Vec<PictureKey>,
    /// Take the colours of this room instead of the one that owns the costume
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
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
    /// Write into a folder that holds other things, or replace another game's export, or a file
    #[arg(long)]
    pub(crate) force: bool,
    /// Make the smallest PNG files, slowly
    #[arg(long)]
    pub(crate) small: bool,
    /// Make larger PNG files in less time
    #[arg(long, conflicts_with = "small")]
    pub(crate) fast: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The scene file, or `-` for stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) scenes: PathBuf,
    /// The folder to write into; it is made where it is not there
    #[arg(long, short, value_name = "DIR", required_unless_present = "explain")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing, but say where this pixel of each picture comes from: which actor, limb and picture,
    /// and how it got its colour
    #[arg(long, value_name = "X,Y", value_parser = pixel, conflicts_with_all = ["output", "raw", "force"])]
    pub(crate) explain: Option<(u32, u32)>,
    /// Write NAME.idx beside NAME.png: width × height bytes of room palette indices
    #[arg(long)]
    pub(crate) raw: bool,
    /// Replace files of these names
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costume's id, as `list` shows it
    #[arg(value_parser = costume_id)]
    pub(crate) id: u32,
    /// What to do: init, walk, stand, talk-start, talk-stop or a number [default: walk, if it can]
    #[arg(long)]
    pub(crate) chore: Option<ChoreFilter>,
    /// Where to look: west, east, south, north or an angle [default: south, if it can]
    #[arg(long)]
    pub(crate) facing: Option<Facing>,
    /// End after so many ticks; where the output is no terminal, print so many frames [default there: 1]
    #[arg(long, value_name = "N")]
    pub(crate) frames: Option<u32>,
    /// The actor's animation speed: loops of the interpreter per step
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) speed: u8,
    /// Ticks a second, to the nearest whole number of jiffies (1/60 s)
    #[arg(long = "tick-rate", value_name = "N", default_value = "10", value_parser = jiffies_per_tick)]
    pub(crate) jiffies: u8,
    /// Take the colours and the picture of this room instead of the one that owns the costume
    #[arg(long, value_name = "N")]
    pub(crate) room: Option<u32>,
    /// What is behind the actor
    #[arg(long, default_value = "none")]
    pub(crate) background: Backdrop,
}

impl GameArg {
    /// A game without anything said about it.
    pub(crate) fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), screen: None, amiga: None }
    }
}

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Costumes with this in their name, capital letters or not
    #[arg(long = "name", value_name = "TEXT")]
    pub(crate) by_name: Option<String>,
    /// Costumes with so many palette entries
    #[arg(long, visible_alias = "colors", value_name = "N")]
    pub(crate) colours: Option<usize>,
    /// Costumes with so many limbs that have pictures
    #[arg(long, value_name = "N")]
    pub(crate) limbs: Option<usize>,
    /// Costumes with a picture of this size, such as 24x48
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub(crate) size: Option<(u16, u16)>,
    /// Costumes that have this chore
    #[arg(long, value_name = "N")]
    pub(crate) chore: Option<u16>,
    /// Costumes that scripts put on this actor
    #[arg(long, value_name = "N")]
    pub(crate) actor: Option<i32>,
    /// Costumes that scripts show in this room
    #[arg(long, value_name = "N")]
    pub(crate) in_room: Option<u32>,
    /// Pictures that this game has too, pixel for pixel
    #[arg(long, value_name = "GAME2", conflicts_with_all = ["by_name", "colours", "limbs", "size", "chore", "actor", "in_room"])]
    pub(crate) same_as: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl FindArgs {
    /// Whether anything is looked for.
    pub(crate) fn asks(&self) -> bool {
        self.by_name.is_some()
            || self.colours.is_some()
            || self.limbs.is_some()
            || self.size.is_some()
            || self.chore.is_some()
            || self.actor.is_some()
            || self.in_room.is_some()
            || self.same_as.is_some()
    }
}

/// Reads a size.
fn size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    match parts {
        Some((Ok(width), Ok(height))) => Ok((width, height)),
        _ => Err("use two numbers, such as 24x48: width and height".into()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The game as it was
    #[arg(value_name = "A")]
    pub(crate) before: String,
    /// The game as it is
    #[arg(value_name = "B")]
    pub(crate) after: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Leave out what this lint finds: missing-chore, unreached-costume or override-outside; may be given
    /// more than once
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(crate::lints::LINTS.map(|lint| lint.name)))]
    pub(crate) allow: Vec<String>,
    /// Say what a lint means, and do nothing else
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(crate::lints::LINTS.map(|lint| lint.name)))]
    pub(crate) explain: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CastArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// A costume's id: everything about it, with evidence
    #[arg(value_parser = costume_id)]
    pub(crate) id: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScriptArgs {
    /// A game folder, its index file, an archive or image, or `sample`
    #[arg(value_name = "GAME", required_unless_present = "file")]
    pub(crate) name: Option<String>,
    /// Which script
    #[arg(value_name = "SCRIPT", conflicts_with = "file")]
    pub(crate) script: Option<String>,
    /// Read a bare script from this file instead, `-` for stdin: instructions from the first byte on
    #[arg(long, value_name = "BYTES", requires = "profile", conflicts_with = "name")]
    pub(crate) file: Option<PathBuf>,
    /// The set of instructions: v0, v1, v2, v2-nes, v3, v3-indy, v3-mac, v3-towns, v3-towns-indy, v3-pce, v4
    /// … v8, he60, he70 … he73, he80, he90, he98 … he101 [default: the game's]
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<costumier::script::Profile>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// The folder to write into; it is made where it is not there
    pub(crate) folder: PathBuf,
    /// For which generation; from v7 on its costumes are AKOS blocks
    #[arg(long, default_value = "v5", value_parser = PossibleValuesParser::new(
        costumier_sample::GAMES.iter().map(|(generation, _)| PossibleValue::new(generation.name()))
    ))]
    pub(crate) generation: String,
    /// Replace files of these names
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costumes: ids as `list` shows them, ranges such as 1-3, or `all`; separated by commas or blanks
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

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The subcommand
    pub(crate) subcommand: Option<String>,
    /// Write all pages into this folder, one each, as packages install them
    #[arg(long, short, value_name = "DIR", conflicts_with = "subcommand")]
    pub(crate) output: Option<PathBuf>,
}

/// Reads ticks a second as jiffies per tick, the interpreter's own measure.
fn jiffies_per_tick(text: &str) -> Result<u8, String> {
    match text.parse::<u8>() {
        Ok(rate @ 1..=60) => Ok((60 + rate / 2) / rate),
        _ => Err("use a number from 1 to 60".into()),
    }
}

/// Reads a costume's id.
fn costume_id(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("{text} is no costume id; `costumier list GAME` shows the ids that exist"))
}

/// Reads a place in a picture.
fn pixel(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
    match parts {
        Some((Ok(x), Ok(y))) => Ok((x, y)),
        _ => Err("use two numbers, such as 160,120: from the left and from the top".into()),
    }
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

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    /// It is
    Yes,
    /// It is not
    No,
}

/// What stands behind an actor in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backdrop {
    /// The terminal itself
    None,
    /// The room
    Room,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On terminals
    Auto,
    /// Also in files and pipes
    Always,
    /// Nowhere
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn tick_rates_become_the_nearest_jiffies() {
        for (rate, jiffies) in [("60", 1), ("40", 2), ("30", 2), ("12", 5), ("10", 6), ("7", 9), ("1", 60)] {
            assert_eq!(jiffies_per_tick(rate), Ok(jiffies), "{rate}");
        }
        for bad in ["0", "61", "x", ""] {
            assert!(jiffies_per_tick(bad).is_err(), "{bad}");
        }
    }
}

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
}

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// The costume folder
    pub(crate) folder: PathBuf,
    /// The file to write the block into, without a block's header
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show what changed and what it costs
    #[arg(long)]
    pub(crate) preview: bool,
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

fn generation(text: &str) -> Result<costumier::Dialect, String> {
    costumier_edit::folder::dialect_of(text).ok_or_else(|| {
        let names: Vec<&str> = costumier_edit::folder::DIALECTS.iter().map(|(name, _)| *name).collect();
        format!("none of {}", names.join(", "))
    })
}

#[derive(Debug, Args)]
pub(crate) struct PutArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Costume folders; each knows its id
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Write a copy of the game with the costumes
    #[arg(long, short, value_name = "DIR", group = "where")]
    pub(crate) output: Option<PathBuf>,
    /// Write a patch for those who own the game: `.bps`, or `.zip` where several files change
    #[arg(long, value_name = "FILE", group = "where")]
    pub(crate) patch: Option<PathBuf>,
    /// Change the game itself; what was there stays beside it as NAME.before-costumier
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
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Replace a folder that is there
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The folder to write
    pub(crate) folder: PathBuf,
    /// Replace a folder that is there
    #[arg(long)]
    pub(crate) force: bool,
}
