//! `play`: a costume's animation in the terminal, with keys; or, where the output is no terminal, a few
//! frames as text.

mod performance;
mod show;

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result, bail};
use costumier::model::Action;
use costumier::{Error, ErrorKind, Facing, Role};
use costumier_export::colour::{self, CostumeColours, RoomPalette};
use costumier_export::film::backdrop::spot;
use costumier_export::{Background, ChoreFilter};

use crate::Outcome;
use crate::args::{Backdrop, PlayArgs};
use crate::failure::hinted;
use crate::open::{self, Opened, OpenedCostume};
use crate::terminal::blocks;
use performance::{Performance, Scenery};
use show::Show;

/// Frames that are printed where the output is no terminal and nothing else is said.
const PRINTED_FRAMES: u32 = 1;

/// Columns and rows of printed frames.
const PRINTED_SIZE: (usize, usize) = (80, 48);

/// Plays a costume.
pub(crate) fn run(args: &PlayArgs, colours: Option<blocks::Depth>, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    if opened.game.is_dithered() {
        bail!("`play` does not mix colours for an EGA screen; `render` and `export` do");
    }
    let found = opened.costume(args.id)?;
    let action = choose(args, &found).map_err(|error| opened.explain(error.of_costume(found.id)))?;
    let mut performance = stage(args, &opened, &found, &action)?;
    performance.set_speed(args.speed);
    if std::io::stdout().is_terminal() {
        Show::new(args).run(&mut performance, colours)?;
    } else {
        print(args, &mut performance, colours.unwrap_or(blocks::Depth::Plain), out)?;
    }
    Ok(Outcome::Done)
}

/// The chore and facing that the call asks for; where it does not, walking towards the viewer or what comes
/// nearest.
fn choose(args: &PlayArgs, found: &OpenedCostume) -> Result<Action, Error> {
    let actions = found.costume.actions();
    let missing = |what: String| Error::new(ErrorKind::NoSuchItem(what), "");
    let chore = args.chore.unwrap_or(ChoreFilter::Role(Role::Walk));
    let named: Vec<&Action> = actions.iter().filter(|action| chore.admits(action)).collect();
    let named = match (named.is_empty(), args.chore) {
        (false, _) => named,
        (true, None) => actions.iter().collect(),
        (true, Some(ChoreFilter::Role(role))) => {
            return Err(missing(format!("{role} chore in this costume")));
        }
        (true, Some(ChoreFilter::Number(n))) => return Err(missing(format!("chore {n} in this costume"))),
    };
    let facing = args.facing.unwrap_or(Facing::SOUTH);
    let facing = Facing::from(facing.direction());
    let action = named.iter().find(|action| action.facing == facing);
    match (action, args.facing, named.first()) {
        (Some(action), ..) | (None, None, Some(action)) => Ok(**action),
        (None, Some(_), Some(other)) => {
            Err(missing(format!("record for {} facing {facing}", other.chore_name())))
        }
        (None, _, None) => Err(missing("record in this costume".into())),
    }
}

/// The actor with its colours, and the room behind it where that is wanted.
fn stage(args: &PlayArgs, opened: &Opened, found: &OpenedCostume, action: &Action) -> Result<Performance> {
    let number = args.room.unwrap_or_else(|| coloured_by(opened, found));
    let room = opened.game.room(number).map_err(|error| opened.explain(error))?;
    let palette = room.palettes.first().with_context(|| format!("room {number} has no palette"));
    let rgb = palette.map_err(|error| hinted(error, "`--room N` takes another room's colours"))?.applied();
    let scenery = match args.background {
        Backdrop::None => None,
        Backdrop::Room => {
            let background = room.background().map_err(|error| opened.explain(error))?.pixels;
            Some(Scenery { background, spot: spot(&room), room })
        }
    };
    let look = match args.look {
        Some(number) => opened.looks(number, &[found.id])?.remove(&found.id),
        None => None,
    };
    Performance::new(&found.costume, action, rgb, (scenery, look))
}

/// The room whose colours an export would give the costume: the one that owns it, if that has any for it.
fn coloured_by(opened: &Opened, found: &OpenedCostume) -> u32 {
    let costume = CostumeColours::of(&found.costume, found.room, opened.game.limits());
    let costume = costume.seen_in(opened.names().seen.get(&found.id));
    let rooms = RoomPalette::all(&opened.game);
    colour::resolve(&costume, None, &rooms, Background::Transparent)
        .chosen
        .map_or(found.room, |palette| palette.room)
}

/// Frames as text, one after the other.
fn print(
    args: &PlayArgs,
    performance: &mut Performance,
    depth: blocks::Depth,
    out: &mut dyn Write,
) -> Result<()> {
    for _ in 0..args.frames.unwrap_or(PRINTED_FRAMES) {
        let mut text = format!("{}\n", performance.words());
        let image = performance.image(PRINTED_SIZE)?;
        let image = if image.width > PRINTED_SIZE.0 || image.height > PRINTED_SIZE.1 {
            image.fitted(PRINTED_SIZE.0, PRINTED_SIZE.1)
        } else {
            image
        };
        blocks::write(&image, depth, "\n", &mut text);
        out.write_all(text.as_bytes())?;
        performance.advance();
    }
    Ok(())
}
