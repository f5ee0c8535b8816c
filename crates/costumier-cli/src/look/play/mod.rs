//! `play`: plays a costume's animation in the terminal, with keys. If the output is no terminal, it prints a few
//! frames as text.

mod playback;
mod player;

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

use anyhow::{Context, Result, anyhow, bail};
use costumier::format::escape;
use costumier::{Action, Facing, Role};
use costumier_export::colour::{self, CostumeColours, RoomPalette};
use costumier_export::film::backdrop::spot;
use costumier_export::{Background, ChoreFilter, Names};

use crate::Outcome;
use crate::args::{Backdrop, PlayArgs};
use crate::call::ids::Ids;
use crate::game::chores;
use crate::game::open::{self, OpenGame, OpenedCostume};
use crate::output::failure::hinted;
use crate::output::terminal::blocks;
use playback::{Playback, RoomBehind, Screen};
use player::Player;

/// Number of frames printed if the output is no terminal and the call names none.
const PRINTED_FRAMES: u32 = 1;

/// Columns and rows of printed frames.
const PRINTED_SIZE: (usize, usize) = (80, 48);

/// Opens the game and plays a costume.
pub(crate) fn run(args: &PlayArgs, colours: Option<blocks::Depth>, out: &mut dyn Write) -> Result<Outcome> {
    on(&open::open(&args.game)?, args, colours, out)
}

/// Plays in a game that is open.
pub(crate) fn on(
    opened: &OpenGame,
    args: &PlayArgs,
    colours: Option<blocks::Depth>,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let id = match &args.id {
        Ids::One(id) => *id,
        Ids::Called(name) => opened.called(name)?,
        // The parser accepts no others.
        Ids::Range(..) | Ids::All => bail!("`play` shows one costume"),
    };
    let session = PlaySession { args, id, names: opened.names(), opened };
    let mut playback = session.begin()?;
    // A terminal that can only print is treated like a file.
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if std::io::stdout().is_terminal() && !is_dumb {
        Player::new(args, id).run(&session, playback, colours)?;
    } else {
        print(args, &mut playback, colours.unwrap_or(blocks::Depth::Plain), out)?;
    }
    Ok(Outcome::Done)
}

/// The open game, and the options for playing its costumes.
struct PlaySession<'a> {
    args: &'a PlayArgs,
    /// The id of the costume that the call names.
    id: u32,
    names: Names,
    opened: &'a OpenGame,
}

impl PlaySession<'_> {
    /// Begins the costume and the chore that the call names.
    fn begin(&self) -> Result<Playback> {
        let found = self.opened.costume(self.id)?;
        let action = choose(self.args.chore.as_ref(), self.args.facing, &self.names, &found)?;
        self.stage(&found, &action)
    }

    /// Returns the next costume behind `id` that shows something, or the one before it. It plays the same chore if it
    /// can.
    fn another(&self, id: u32, forward: bool, doing: (u16, Facing)) -> Option<(u32, Playback)> {
        let ids: Vec<u32> = self.opened.game.costume_ids().collect();
        let at = ids.iter().position(|known| *known == id)?;
        let (before, after) = (ids.get(..at)?, ids.get(at + 1..)?);
        let mut order: Vec<u32> = after.iter().chain(before).copied().collect();
        if !forward {
            order.reverse();
        }
        order.into_iter().find_map(|id| {
            let found = self.opened.costume(id).ok()?;
            let actions = found.costume.actions();
            let chores: Vec<&Action> = actions.iter().filter(|action| action.chore == doing.0).collect();
            let same = chores.iter().find(|action| action.facing == doing.1);
            let walk = || actions.iter().find(|action| action.role == Some(Role::Walk));
            let action = same.or(chores.first()).copied().or_else(walk).or(actions.first())?;
            Some((id, self.stage(&found, action).ok()?))
        })
    }

    fn stage(&self, found: &OpenedCostume, action: &Action) -> Result<Playback> {
        let names = self.names.costumes.get(&found.id).cloned().unwrap_or_default();
        let title =
            names.name.map_or_else(|| format!("costume {}", found.id), |it| format!("{} {it}", found.id));
        let mut playback = stage(self.args, self.opened, found, action, (title, names.chores))?;
        playback.set_speed(self.args.speed);
        Ok(playback)
    }
}

/// Returns the chore and facing that the call names. The default is walking towards the viewer, or the nearest to it.
pub(crate) fn choose(
    wanted: Option<&ChoreFilter>,
    facing: Option<Facing>,
    names: &Names,
    found: &OpenedCostume,
) -> Result<Action> {
    let id = found.id;
    let actions = found.costume.actions();
    let called = |action: &Action| names.chore(id, action.chore);
    let chore = wanted.cloned().unwrap_or(ChoreFilter::Role(Role::Walk));
    let named: Vec<Action> = actions.iter().filter(|it| chore.admits(it, called(it))).copied().collect();
    let named = match (named.is_empty(), wanted.is_none()) {
        (true, true) => actions.clone(),
        _ => named,
    };
    let Some(first) = named.first() else {
        return Err(match chores::offer(names, actions.into_iter().map(|action| (id, action))) {
            Some(offer) => hinted(
                anyhow!("costume {id} has no {}", chore.in_words()),
                format!("{offer}; `costumier dump GAME {id}` shows them by facing"),
            ),
            None => anyhow!("costume {id} has no animations"),
        });
    };
    let nearest = facing.unwrap_or(Facing::SOUTH);
    match (named.iter().find(|action| action.facing == nearest), facing) {
        (Some(action), _) => Ok(*action),
        (None, None) => Ok(*first),
        (None, Some(facing)) => Err(hinted(
            anyhow!("costume {id} has no {} facing {facing}", chores::label(names, id, first)),
            chores::other_facings(&[facing], named.iter().map(|action| action.facing)),
        )),
    }
}

/// Sets up the actor with its colours, and the room behind it if the call asks for it.
fn stage(
    args: &PlayArgs,
    opened: &OpenGame,
    found: &OpenedCostume,
    action: &Action,
    called: (String, BTreeMap<u16, String>),
) -> Result<Playback> {
    let number = opened.room(args.room.as_ref())?.unwrap_or_else(|| coloured_by(opened, found));
    let room = opened.game.room(number).map_err(|error| opened.explain(error))?;
    let palette = room.palettes.first().with_context(|| format!("room {number} has no palette"));
    let rgb = palette.map_err(|error| hinted(error, "use another room's colours with `--room N`"))?.clone();
    let (rgb, high) = (rgb.applied(), rgb.pixels());
    let pattern = opened.game.pattern(&room);
    let scenery = match args.background {
        Backdrop::None => None,
        Backdrop::Room => {
            let shown = room.scenery(&args.objects.into());
            let shown = shown.map_err(|error| opened.explain(error))?;
            Some(RoomBehind { background: shown.pixels, numbers: shown.numbers, spot: spot(&room), room })
        }
    };
    let look = match args.look {
        Some(number) => opened.looks(number, &[found.id])?.remove(&found.id),
        None => None,
    };
    Playback::new(&found.costume, action, Screen { rgb, high, pattern }, (scenery, look), called)
}

/// Returns the room whose colours an export gives the costume: its own room, if that has a palette.
fn coloured_by(opened: &OpenGame, found: &OpenedCostume) -> u32 {
    let costume = CostumeColours::of(&found.costume, found.room, opened.game.limits());
    let costume = costume.seen_in(opened.names().seen.get(&found.id));
    let rooms = RoomPalette::all(&opened.game);
    colour::resolve(&costume, None, &rooms, Background::Transparent)
        .chosen
        .map_or(found.room, |palette| palette.room)
}

/// Prints frames as text, one after the other.
fn print(args: &PlayArgs, playback: &mut Playback, depth: blocks::Depth, out: &mut dyn Write) -> Result<()> {
    for _ in 0..args.frames.unwrap_or(PRINTED_FRAMES) {
        let mut text = format!("{}\n", escape::line(&playback.words()));
        let image = playback.image(PRINTED_SIZE)?;
        let image = if image.width > PRINTED_SIZE.0 || image.height > PRINTED_SIZE.1 {
            image.fitted(PRINTED_SIZE.0, PRINTED_SIZE.1)
        } else {
            image
        };
        blocks::write(&image, depth, "\n", &mut text);
        out.write_all(text.as_bytes())?;
        playback.advance();
    }
    Ok(())
}
