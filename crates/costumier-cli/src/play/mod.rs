//! `play`: a costume's animation in the terminal, with keys; or, where the output is no terminal, a few frames as text.

mod performance;
mod show;

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result, bail};
use costumier::costume::Action;
use costumier::game::{Room, WalkBox};
use costumier::{Error, ErrorKind, Facing, Role};
use costumier_export::colour::{self, CostumeColours, RoomPalette};
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

/// The chore and facing that the call asks for; where it does not, walking towards the viewer or what comes nearest.
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
    Performance::new(&found.costume, action, rgb, scenery)
}

/// The room whose colours an export would give the costume: the one that owns it, if that has any for it.
fn coloured_by(opened: &Opened, found: &OpenedCostume) -> u32 {
    let costume = CostumeColours::of(&found.costume, found.room);
    let rooms = RoomPalette::all(&opened.game);
    colour::resolve(&costume, None, &rooms, Background::Transparent)
        .chosen
        .map_or(found.room, |palette| palette.room)
}

/// Where an actor may stand: the middle of the largest walk box in front of everything; without boxes, somewhere below the middle.
fn spot(room: &Room) -> (i32, i32) {
    // Box 0 is the interpreter's dummy.
    let boxes = room.boxes.iter().skip(1).filter(|walk_box| walk_box.flags & WalkBox::INVISIBLE == 0);
    match boxes.max_by_key(|walk_box| (walk_box.mask == 0, area(walk_box))) {
        Some(walk_box) => {
            let corners = walk_box.corners.iter();
            let (x, y) =
                corners.fold((0, 0), |(x, y), corner| (x + i32::from(corner.0), y + i32::from(corner.1)));
            (x / 4, y / 4)
        }
        None => (i32::from(room.width) / 2, i32::from(room.height) * 3 / 4),
    }
}

/// Twice the area of a walk box.
fn area(walk_box: &WalkBox) -> i64 {
    let next = walk_box.corners.iter().cycle().skip(1);
    let cross = |(x1, y1): &(i16, i16), (x2, y2): &(i16, i16)| {
        i64::from(*x1) * i64::from(*y2) - i64::from(*x2) * i64::from(*y1)
    };
    walk_box.corners.iter().zip(next).map(|(corner, next)| cross(corner, next)).sum::<i64>().abs()
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
