//! The command line: clap types and nothing else. Here what all commands share; each group of commands has a
//! file.

mod about;
mod edit;
mod export;
mod look;
mod people;
mod shelf;
mod show;
mod values;

use clap::{Args, Parser, Subcommand, ValueEnum};
use costumier::screen::Screen;
use costumier::{Dialect, Interpreter, Platform};

pub(crate) use about::*;
pub(crate) use edit::*;
pub(crate) use export::*;
pub(crate) use look::*;
pub(crate) use people::*;
pub(crate) use shelf::*;
pub(crate) use show::*;

/// Opens SCUMM games and turns their costumes into pixels.
///
/// GAME is the folder that holds a game's files (or the folders above them), its index file, an archive or
/// image with the game in it (a remaster's `.pak`, `.cle` or `.data`, zip, a GOG `.sh`, CD and floppy
/// images), or the word `sample`: the little game that is built in, v5; `sample-v7` is the same with AKOS
/// costumes, `sample-he99-16` with 16 bits a pixel; `costumier sample --help` lists all. A costume folder
/// (`unpack`) or block (`extract`, with `--generation`) is a game with that costume alone. Of several
/// games in one place, `GAME#NAME` means one.
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
    /// names and that are not written again are removed, which is said, and nothing else is; what it has of a
    /// costume that cannot be read whole any more stays. `--chore` and `--facing` limit the animations; the
    /// pictures are all written.
    Export(ExportArgs),
    /// Draw everybody in one picture, with names
    Montage(MontageArgs),
    /// Draw scenes: actors in rooms, as a scene file says
    Render(RenderArgs),
    /// Play a costume's animation in the terminal
    ///
    /// Keys: q quit; space pause, and . one tick on, and , one back; arrows turn the actor, and d by 45°; n
    /// and p the next and previous chore; ] and [ the next and previous costume; + and - the speed; l which
    /// pictures the limbs show; ? all keys. The picture goes to the kitty graphics protocol where the terminal
    /// answers to it, else to half blocks in 24-bit colour or the 256 colours (COLORTERM and TERM decide;
    /// `--color always` asks for half blocks). Where the output is no terminal, or one that can only
    /// print (TERM=dumb), the first frames are printed as text.
    Play(PlayArgs),
    /// Show a game in the browser: a page that plays its costumes, limb by limb
    ///
    /// The page and the game's files are served to this machine alone, at an address that nobody can guess,
    /// until Ctrl-C. Nothing is written, and nothing leaves the machine.
    #[command(mut_arg("name", |game| game.required(false).default_value("sample")))]
    View(ViewArgs),
    /// Decode everything and report what is odd or broken, with byte positions
    ///
    /// Of several games, a row each. With `--quiet` only what is odd or broken is printed.
    Check(CheckArgs),
    /// Find costumes by name, size, colours, chores or scripts, and pictures that another game has too
    ///
    /// One line per hit; exit status 1 where there is none, or where a costume or one of several games could not be
    /// searched (each is named).
    Find(FindArgs),
    /// Say what differs between the costumes of two games: editions, languages, a mod and its original
    ///
    /// Exit status 0: the same; 1: something differs; 2: a game cannot be used.
    Diff(DiffArgs),
    /// Say who is who: names, actors, rooms, chores and colours of costumes, as the game's scripts give them
    ///
    /// Behind one GAME, a costume's id asks for everything about it, with evidence: `costumier cast GAME 7`.
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
            Self::Find(args) => args.common.json,
            Self::Diff(args) => args.json,
            Self::Dump(args) => args.json,
            Self::Script(args) => args.json,
            Self::Tree(args) => args.json,
            Self::Render(args) => args.json,
            Self::Cast(args) => args.common.json,
            _ => false,
        }
    }
}

/// The game, and what its files do not say about it.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    /// A game folder, its index file, an archive or image, `sample`, a costume folder, or a costume's block
    #[arg(value_name = "GAME")]
    pub(crate) name: String,
    /// The screen: ega, cga, cga-composite, cga-bw, hercules, hercules-amber, amiga, amiga-monkey, c64 or
    /// nes, where the game was made for it. Some show patterns of dots, in twice the size; ega does so for games
    /// of 256 colours up to v6
    #[arg(long, value_name = "SCREEN")]
    pub(crate) screen: Option<Screen>,
    /// The machine that it is for, where its edition is like no other's: amiga (v4, v5), fm-towns (v3, v5),
    /// pc-engine, c64 and nes (games that are told as such), or pc for all others [default: v5 for the Amiga is told
    /// by its pictures, the FM-TOWNS by index, name or sounds]
    #[arg(long, value_name = "PLATFORM")]
    pub(crate) platform: Option<Platform>,
    /// By whose rules it is played, where interpreters differ: current (the original programs as far as they are known)
    /// or scummvm-2.7; docs/interpreters.md lists the rules [default: current]
    #[arg(long, value_name = "NAME")]
    pub(crate) interpreter: Option<Interpreter>,
    /// Where GAME is a costume's block alone (`extract` writes some), of which generation it is: v1-maniac, v1-zak,
    /// v2, v3-16, v3, v4, v4-16, v5, v6, v7, v8, he60 … he100
    #[arg(long, value_name = "NAME", value_parser = generation)]
    pub(crate) generation: Option<Dialect>,
}

impl GameArg {
    /// A game without anything said about it.
    pub(crate) fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), screen: None, platform: None, interpreter: None, generation: None }
    }
}

impl GamesArgs {
    /// One of them.
    pub(crate) fn one(&self, name: &str) -> GameArg {
        let Self { screen, platform, interpreter, generation, .. } = *self;
        GameArg { name: name.to_owned(), screen, platform, interpreter, generation }
    }
}

/// Reads the name of a generation.
fn generation(text: &str) -> Result<Dialect, String> {
    costumier_edit::folder::dialect_of(text).ok_or_else(|| {
        let names: Vec<&str> = costumier_edit::folder::DIALECTS.iter().map(|(name, _)| *name).collect();
        format!("none of {}", names.join(", "))
    })
}

/// Games, and what their files do not say about them.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Game folders (also of several games), index files, archives or images, `sample`, costume folders or blocks
    #[arg(value_name = "GAME", required = true)]
    pub(crate) names: Vec<String>,
    /// The screen, as `render` has it
    #[arg(long, value_name = "SCREEN")]
    pub(crate) screen: Option<Screen>,
    /// The machine that they are for, as `render` has it
    #[arg(long, value_name = "PLATFORM")]
    pub(crate) platform: Option<Platform>,
    /// By whose rules they are played, as `render` has it
    #[arg(long, value_name = "NAME")]
    pub(crate) interpreter: Option<Interpreter>,
    /// Of a costume's block alone: its generation, as `render` has it
    #[arg(long, value_name = "NAME", value_parser = generation)]
    pub(crate) generation: Option<Dialect>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
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
}
