//! What shows: `render`, `play` and `view`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use costumier::Facing;
use costumier::game::ObjectsShown;
use costumier_export::ChoreFilter;

use super::GameArg;
use super::values::{costume_id, jiffies_per_tick};

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
    /// how it got its colour, and which bytes of which file say it
    #[arg(long, value_name = "X,Y", value_parser = pixel, conflicts_with_all = ["output", "raw", "force"])]
    pub(crate) explain: Option<(u32, u32)>,
    /// With --explain: for programs, see docs/json.md
    #[arg(long, requires = "explain")]
    pub(crate) json: bool,
    /// Actors whose colours the scene does not set wear the look of this number that scripts give their
    /// costume, as `dump --colours` lists them
    #[arg(long, value_name = "N")]
    pub(crate) look: Option<usize>,
    /// Write NAME.idx beside NAME.png: width × height bytes of room palette indices; where pixels have 16 bits,
    /// NAME.555 too: these pixels, two bytes each, the lower one first
    #[arg(long)]
    pub(crate) raw: bool,
    /// Make pixels square, as a monitor of 4:3 showed them, by repeating rows: 320 × 200 becomes 320 × 240. Pixels
    /// of the NES, 8 wide and 7 high, stay as they are. Without it, only PNG files of Hercules screens say what
    /// shape their pixels have
    #[arg(long)]
    pub(crate) square: bool,
    /// Replace files of these names
    #[arg(long)]
    pub(crate) force: bool,
    /// Render again whenever the scene file or the game's files change, until Ctrl-C
    #[arg(long, conflicts_with = "explain")]
    pub(crate) watch: bool,
    /// Which objects are seen in rooms whose scenes do not say it: `none`, `initial` (as when the game
    /// begins) or `all`
    #[arg(long, value_name = "WHICH", default_value = "initial")]
    pub(crate) objects: ObjectsShown,
}

/// Reads a place in a picture.
fn pixel(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
    match parts {
        Some((Ok(x), Ok(y))) => Ok((x, y)),
        _ => Err("use two numbers, such as 160,120: from the left and from the top".into()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Print the address, and start no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The port [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Serve the page that lies in this folder instead of the one that is built in
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costume's id, as `list` shows it
    #[arg(value_parser = costume_id)]
    pub(crate) id: u32,
    /// What to do: init, walk, stand, talk-start, talk-stop, a number, or a name as the page shows it
    /// [default: walk, if it can]
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
    /// The colours and shadows that scripts give it, by number as `dump --colours` lists them
    #[arg(long, value_name = "N")]
    pub(crate) look: Option<usize>,
    /// What is behind the actor
    #[arg(long, default_value = "none")]
    pub(crate) background: Backdrop,
    /// With `--background room`: which of its objects are seen: `none`, `initial` (as when the game begins)
    /// or `all`
    #[arg(long, value_name = "WHICH", default_value = "initial")]
    pub(crate) objects: ObjectsShown,
}

/// What stands behind an actor in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backdrop {
    /// The terminal itself
    None,
    /// The room
    Room,
}
