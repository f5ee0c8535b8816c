//! The command line as clap types. This file holds what all commands share; each group of commands has a file.

mod edit;
mod help;
mod inspect;
mod look;
mod take;
mod tools;
mod values;

use clap::{Args, Parser, Subcommand, ValueEnum};
use costumier::screen::Screen;
use costumier::scripts::script::Encoding;
use costumier::{Dialect, Interpreter, Platform};

pub(crate) use edit::*;
pub(crate) use help::{command, parse};
pub(crate) use inspect::*;
pub(crate) use look::*;
pub(crate) use take::*;
pub(crate) use tools::*;

use help::example;
use values::generation;

/// Shows, exports, plays and edits the characters of SCUMM games.
///
/// GAME is one of:
/// - the folder of a game's files, or a folder above it
/// - its index file, such as monkey2.000
/// - a file that holds it: a remaster's .pak, .cle or .data, a zip or tar, a GOG .sh,
///   a CD or floppy image
/// - `sample`, the small built-in game; `costumier sample --help` lists its editions
/// - a costume folder that `unpack` wrote, or a block that `extract` wrote (with --generation)
///
/// If a place holds several games, GAME#NAME picks one by any part of its name.
///
/// Exit status:
/// 0    all went well
/// 1    some costumes could not be read (each is named, the others are done), or no animation matches
/// 2    the call is wrong, or the game cannot be used
/// 130  stopped by Ctrl-C
#[derive(Debug, Parser)]
#[command(name = "costumier", version, propagate_version = true, max_term_width = 100, verbatim_doc_comment)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print no progress and no summary: only errors, warnings, and what was asked for
    #[arg(long, short, global = true, help_heading = GENERAL)]
    pub(crate) quiet: bool,
    /// When to use colour: auto (on terminals), always or never; `NO_COLOR` in the environment turns auto off
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = GENERAL
    )]
    pub(crate) color: Color,
}

/// The heading of options that every command has.
const GENERAL: &str = "General options";
/// The heading of options that say what the files of a game leave open.
const GAME: &str = "How to read the game";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what a game is: generation, edition, files, counts, problems
    ///
    /// For several games, one row each. The exit status is 1 if parts of a game cannot be read.
    #[command(after_help = example(&["info ~/games/monkey2", "info ~/games        a row for each game there"]))]
    Info(InfoArgs),
    /// List a game's costumes, one row each
    ///
    /// `pictures` counts those of all limbs, as `dump` lists them. `export` writes equal pictures once.
    #[command(after_help = example(&["list sample", "list sample --room 1 --json"]))]
    List(ListArgs),
    /// Show who wears which costume, as the game's scripts say it
    ///
    /// The table has names, actors, rooms, chores and colours.
    ///
    /// With one GAME and the id of a costume: everything the scripts say about it, with the script and byte of each
    /// statement. `certain` means that the scripts allow nothing else, `likely` that it is one of several
    /// values. What cannot be followed is counted.
    #[command(after_help = example(&["cast sample", "cast sample 7        everything about costume 7"]))]
    Cast(CastArgs),
    /// Play a costume's animation in the terminal
    ///
    /// Keys: q quits; space pauses, . goes one tick forward, and , one tick back; arrows turn the actor, and d turns
    /// it by 45°; n and p choose the next and previous chore, ] and [ the next and previous costume; + and -
    /// change the speed; l shows the picture of each limb; ? shows all keys.
    ///
    /// The picture uses the kitty graphics protocol if the terminal has it, otherwise half blocks in 24-bit colour
    /// or 256 colours, as COLORTERM and TERM say; `--color always` asks for half blocks. If the output is no
    /// terminal, or TERM is dumb, the first frames are printed as text.
    #[command(after_help = example(&["play sample 6 --chore walk", "play sample 1 --background room"]))]
    Play(PlayArgs),
    /// Show a game in the browser: a page that plays its costumes
    ///
    /// The program serves the page and the game's files to this machine only, at an address with a random key, until
    /// Ctrl-C. It writes nothing and sends nothing elsewhere.
    #[command(
        mut_arg("name", |game| game.required(false).default_value("sample")),
        after_help = example(&["view ~/games/monkey2"])
    )]
    View(ViewArgs),
    /// Write pictures, animations, contact sheets and a page of them
    ///
    /// Exporting a costume again into the same folder replaces its files. Files of this costume that the new export
    /// does not write are deleted and counted. Other costumes in the folder stay. An export that would replace a file
    /// that has been changed since stops, unless --force. If a costume cannot be read whole any more, its earlier
    /// files stay.
    ///
    /// `--chore` and `--facing` limit the animations; all pictures are written.
    #[command(after_help = example(&[
        "export sample -o wardrobe                                     everything",
        "export sample 6 -o walk.gif --chore walk --facing east        one animation",
        "export sample 1-3 -o sheets --as sheet --trim                 sprite sheets",
    ]))]
    Export(ExportArgs),
    /// Draw all costumes in one picture, with names
    #[command(after_help = example(&["montage sample -o cast.png"]))]
    Montage(MontageArgs),
    /// Draw scenes: actors in rooms, from a scene file (docs/scenes.md)
    #[command(after_help = example(&[
        "render sample --scenes scene.json -o pictures",
        "render sample --scenes scene.json --explain 160,120        where a pixel comes from",
    ]))]
    Render(RenderArgs),
    /// Write a costume's block, decrypted, as the game holds it
    #[command(after_help = example(&["extract sample 1 -o odile.cost"]))]
    Extract(ExtractArgs),
    /// Write a template: a small costume folder
    #[command(after_help = example(&["new hero", "new hero --minimal", "new hero --as v7"]))]
    New(NewArgs),
    /// Make a costume folder of drawings: PNG files, a sheet, or an .aseprite file
    ///
    /// An animation is named by its chore and facing: the files `walk-east-0.png`, `walk-east-1.png`, a row of a sheet
    /// (--rows), or a tag of an .aseprite file, such as `walk east`, `talk start south` or `idle_r`. West is East
    /// mirrored if there is no drawing of it. In .aseprite files, layers are limbs, and durations are ticks.
    #[command(after_help = example(&[
        "import drawings -o hero --in sample --room 1      drawings/walk-east-0.png and so on",
        "import sheet.png --grid 32x48 -o hero --colours 16",
        "import hero.aseprite -o hero",
    ]))]
    Import(ImportArgs),
    /// Write costumes or rooms as folders to edit: pictures and a text file
    ///
    /// With one ID, DIR is the folder of that costume. With several or none (all), DIR gets a folder for each,
    /// such as `003-sergeant-tick`. Rooms are the same.
    /// docs/costume-folder.md and docs/room-folder.md describe the files.
    #[command(after_help = example(&[
        "unpack sample 1 -o odile",
        "unpack sample 1 -o odile --pictures aseprite",
        "unpack sample --rooms wardrobe -o room",
    ]))]
    Unpack(UnpackArgs),
    /// Turn an edited folder into a block, or show what changed
    #[command(after_help = example(&[
        "pack odile --preview          what changed, and the animation in the terminal",
        "pack odile -o odile.cost",
    ]))]
    Pack(PackArgs),
    /// Try a costume or a room in ScummVM: who wears the costume stands, walks, talks and plays each chore
    ///
    /// The command makes a small game of the folder, with the name of each chore on the screen, and starts it in the
    /// ScummVM that is installed. It never touches the settings and games of that ScummVM.
    #[command(after_help = example(&[
        "try odile                     on a plain stage",
        "try odile --in game --watch   in its room, again whenever a file is saved",
        "try tavern --in game          a room folder: somebody walks through its boxes",
    ]))]
    Try(TryArgs),
    /// Put edited folders into a copy of a game, the game itself, or a patch
    ///
    /// Give one of --output, --patch and --in-place.
    #[command(after_help = example(&["put game odile -o modded", "put game odile --patch odile.bps"]))]
    Put(PutArgs),
    /// Apply a patch to a copy of a game
    #[command(after_help = example(&["patch apply game odile.bps -o modded"]))]
    Patch(PatchArgs),
    /// Show a costume's structure: header, palette, pictures, records
    #[command(after_help = example(&["dump sample 5", "dump sample 5 --colours"]))]
    Dump(DumpArgs),
    /// Show the blocks of a game's files, one inside the other
    #[command(after_help = example(&["tree sample", "tree sample --depth 5"]))]
    Tree(TreeArgs),
    /// Show scripts: instructions with names, texts and labels
    ///
    /// Without SCRIPT, one row per script. SCRIPT is the number of a global script (`12`), a script of a room
    /// (`3/205`, or `205` if only one room has it), `3/entry`, `3/exit`, or the verbs of an object (`object-311`).
    #[command(after_help = example(&["script sample", "script sample 1"]))]
    Script(ScriptArgs),
    /// Find costumes by name, size, chore or picture, also in several games
    ///
    /// One line per hit. The exit status is 1 if there is none, or if a costume or one of several games cannot be
    /// searched (each is named).
    #[command(after_help = example(&["find sample --name dragon", "find sample --same-as sample-v6"]))]
    Find(FindArgs),
    /// Compare the costumes of two games
    ///
    /// The games can be editions, languages, or a mod and its original; also two exports. A picture is named by its
    /// limb and its index there, as in `dump`: 1.0 is picture 0 of limb 1.
    ///
    /// Exit status: 0 the same; 1 something differs; 2 a game cannot be used.
    #[command(after_help = example(&["diff game modded", "diff game modded -o differences"]))]
    Diff(DiffArgs),
    /// Write the details for a bug report about a wrong picture; it contains no art of the game
    ///
    /// The text names the program, the game and its files; with ID the costume and its pictures; with `--chore` the
    /// frames of that animation. It has no pixel, no palette and no script of the game.
    #[command(after_help = example(&["report ~/games/monkey2 1 --chore walk --facing east > report.txt"]))]
    Report(ReportArgs),
    /// Check a game for damage, and report byte positions
    ///
    /// It decodes, plays and draws everything in the game, and reports errors and oddities.
    ///
    /// For several games, one row each. With `--quiet` only errors and oddities are printed.
    #[command(after_help = example(&[
        "check ~/games/monkey2",
        "check sample --explain missing-chore",
        "check ~/games/monkey2 --clashes -o clashes",
    ]))]
    Check(CheckArgs),
    /// Find what a game holds and never shows: costumes, chores, pictures, colours, objects
    ///
    /// `certain` means that all scripts were read and no number that they compute can mean the thing. `likely` means
    /// that a script computes such a number: the list names the script, the byte and the values that are known.
    /// Chores of the roles init, walk, stand and talk count as used in each costume that an actor wears.
    #[command(after_help = example(&["unused sample", "unused ~/games/monkey2 --export unseen --wiki > table.txt"]))]
    Unused(UnusedArgs),
    /// Find which costume, chore, facing and tick a picture shows
    ///
    /// PICTURE is a PNG or JPEG file or a frame of a GIF file: a frame of an export, a sprite from a sheet, a
    /// screenshot. It may be enlarged by a whole number, stretched as on a screen of 4:3, mirrored, in other colours,
    /// or partly hidden. `sure` means that all its visible pixels are equal and nothing else in the game explains
    /// them. Of a screenshot, the room is named, too, and place, size and z-plane of each actor. A JPEG file or a
    /// smoothed picture must show one figure on a flat ground; its colours are compared block by block.
    #[command(after_help = example(&["whatis sample walk.png", "whatis ~/games/monkey2 walk.gif --frame 2 --json"]))]
    Whatis(WhatisArgs),
    /// Write the files of the sample game
    #[command(after_help = example(&["sample game", "sample game --generation v7"]))]
    Sample(SampleArgs),
    /// Write a shell's completions to stdout
    #[command(after_help = example(&[
        "completions bash > ~/.local/share/bash-completion/completions/costumier",
        "completions zsh > \"${fpath[1]}/_costumier\"",
        "completions fish > ~/.config/fish/completions/costumier.fish",
        "completions powershell | Out-String | Invoke-Expression",
    ]))]
    Completions { shell: clap_complete::Shell },
    /// Write the manual pages
    ///
    /// Without --output, one page goes to stdout: that of SUBCOMMAND, or of `costumier` itself.
    #[command(after_help = example(&["man export | man -l -", "man -o man1"]))]
    Man(ManArgs),
}

impl Command {
    /// Whether the call asks for JSON. Errors are then written to stdout as JSON too.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Info(args) => args.common.json,
            Self::List(args) => args.common.json,
            Self::Check(args) => args.common.json,
            Self::Find(args) => args.common.json,
            Self::Diff(args) => args.json,
            Self::Dump(args) => args.json,
            Self::Script(args) => args.json,
            Self::Tree(args) => args.json,
            Self::Render(args) => args.json,
            Self::Cast(args) => args.common.json,
            Self::Unused(args) => args.common.json,
            Self::Whatis(args) => args.json,
            Self::Unpack(args) => args.json,
            _ => false,
        }
    }
}

/// What the files of a game do not say about it.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct GameFacts {
    /// Show the game as on this screen. Only screens that the game supports are allowed: ega, cga, cga-composite,
    /// cga-bw, hercules, hercules-amber, amiga, amiga-monkey, c64, nes, mac or vga. Some screens mix colours from dots;
    /// their pictures are twice as large. ega does this for games of 256 colours, up to v6. mac shows those
    /// brighter, up to
    /// v7, as is usual for editions for the Macintosh; vga does not
    #[arg(long, value_name = "SCREEN", help_heading = GAME)]
    pub(crate) screen: Option<Screen>,
    /// The machine the edition is for: amiga (v4, v5), fm-towns (v3, v5), pc-engine, c64, nes, or pc for all others
    /// [default: recognised from the files, except v4 for the Amiga]
    #[arg(long, value_name = "PLATFORM", help_heading = GAME)]
    pub(crate) platform: Option<Platform>,
    /// The interpreter whose rules apply: current (the original programs as far as they are known) or scummvm-2.7;
    /// docs/interpreters.md lists the differences [default: current]
    #[arg(long, value_name = "NAME", help_heading = GAME)]
    pub(crate) interpreter: Option<Interpreter>,
    /// The encoding of the game's names and texts: cp850 (Western European), cp852, cp862 (Hebrew), cp866 (Russian),
    /// windows-1250, -1251, -1252 or -1255, shift-jis (Japanese), gbk or big5 (Chinese), euc-kr (Korean)
    /// [default: what the texts look like]
    #[arg(long, value_name = "NAME", help_heading = GAME)]
    pub(crate) encoding: Option<Encoding>,
    /// The generation of the game, if GAME is a costume's block that `extract` wrote: v1-maniac, v1-zak, v2, v3-16,
    /// v3, v4, v4-16, v5, v6, v7, v8, he60 … he100
    #[arg(long, value_name = "NAME", value_parser = generation, help_heading = GAME)]
    pub(crate) generation: Option<Dialect>,
}

/// The argument for one game.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    /// The game: a folder, its index file, an archive or image, `sample`, a costume folder or a costume's block
    #[arg(value_name = "GAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) facts: GameFacts,
}

impl GameArg {
    /// The game of this name, about which the call says nothing else.
    pub(crate) fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), facts: GameFacts::default() }
    }
}

/// The argument for one game or several.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// The games: folders (also of several games), index files, archives or images, `sample`, costume folders or
    /// blocks
    #[arg(value_name = "GAME", required = true)]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) facts: GameFacts,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    pub(crate) json: bool,
}

impl GamesArgs {
    /// One of the games, by its name.
    pub(crate) fn one(&self, name: &str) -> GameArg {
        GameArg { name: name.to_owned(), facts: self.facts }
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On terminals only
    Auto,
    /// In files and pipes too
    Always,
    /// Never
    Never,
}
