//! Commands to look at games: `info`, `list`, `cast`, `play`, `view`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use costumier::Facing;
use costumier::game::ObjectsShown;
use costumier_export::ChoreFilter;

use super::values::{jiffies_per_tick, one_costume};
use super::{GameArg, GamesArgs};
use crate::call::ids::Ids;
use crate::call::rooms::Room;

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Show more: the size of each room, its picture, walk boxes and z-planes, and the SHA-256 of each file
    #[arg(long)]
    pub(crate) full: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) common: GamesArgs,
    /// Only costumes of this room
    #[arg(long, value_name = "ROOM")]
    pub(crate) room: Option<Room>,
}

#[derive(Debug, Args)]
pub(crate) struct CastArgs {
    // A costume's id may follow one game.
    #[command(flatten)]
    pub(crate) common: GamesArgs,
}

impl CastArgs {
    /// Removes the costume from the names and returns it: an id or a name behind one game, unless it names a game too.
    pub(crate) fn take_id(&mut self) -> Option<Ids> {
        let [_, last] = self.common.names.as_slice() else { return None };
        let is_game = std::path::Path::new(last).exists()
            || last.contains(['/', '#'])
            || crate::call::bundled::sample_words().contains(last);
        let id = one_costume(last).ok().filter(|_| !is_game)?;
        self.common.names.pop();
        Some(id)
    }
}

/// The heading of options of `play` that say what to play.
const WHAT: &str = "What to play";
/// The heading of options of `play` that say how it is shown.
const HOW: &str = "How to show it";

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The costume: its id, as `list` shows it, or its name
    #[arg(value_parser = one_costume)]
    pub(crate) id: Ids,
    /// The chore to play: init, walk, stand, talk-start, talk-stop, a number, or a name, such as curtsy [default:
    /// walk if it exists]
    #[arg(long, help_heading = WHAT)]
    pub(crate) chore: Option<ChoreFilter>,
    /// The direction to look: west, east, south, north or an angle in degrees [default: south if it exists]
    #[arg(long, help_heading = WHAT)]
    pub(crate) facing: Option<Facing>,
    /// Stop after N ticks. If the output is no terminal, print N frames [default then: 1]
    #[arg(long, value_name = "N", help_heading = WHAT)]
    pub(crate) frames: Option<u32>,
    /// The actor's animation speed: loops of the interpreter per step
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = HOW)]
    pub(crate) speed: u8,
    /// Ticks a second, rounded to a whole number of jiffies (1/60 s) per tick
    #[arg(
        long = "tick-rate",
        value_name = "N",
        default_value = "10",
        value_parser = jiffies_per_tick,
        help_heading = HOW
    )]
    pub(crate) jiffies: u8,
    /// Use the colours and the picture of this room, not those of the costume's own room
    #[arg(long, value_name = "ROOM", help_heading = HOW)]
    pub(crate) room: Option<Room>,
    /// Use look N: colours and shadows that scripts give the costume. `dump --colours` lists them
    #[arg(long, value_name = "N", help_heading = HOW)]
    pub(crate) look: Option<usize>,
    /// What to show behind the actor
    #[arg(long, default_value = "none", help_heading = HOW)]
    pub(crate) background: Backdrop,
    /// With `--background room`: the objects to show: none, initial (as when the game begins) or all
    #[arg(long, value_name = "WHICH", default_value = "initial", help_heading = HOW)]
    pub(crate) objects: ObjectsShown,
}

/// The background of an actor in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backdrop {
    /// The terminal's own background
    None,
    /// The room
    Room,
}

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Print the address, and start no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The port to listen at [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Serve the page in this folder, not the one that is built in
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
}
