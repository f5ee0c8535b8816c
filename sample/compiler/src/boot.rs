//! Scripts: `boot.script` and others, one operation a line.

use std::collections::BTreeMap;
use std::path::Path;

use costumier::format::screen::high;
use costumier::{Dialect, Direction, Generation, Refused, Role};
use costumier_build::script::{self, ActorOp, Op, VAR_TIMER_NEXT};

use super::Report;

/// The actor of the first twin: `boot.script` has actors 1 to 7.
const FIRST_TWIN: u8 = 8;

/// The facts about the game that scripts refer to.
pub(super) struct ScriptContext<'a> {
    pub(super) dialect: &'a Dialect,
    /// Colours of rooms, by number.
    pub(super) rooms: &'a BTreeMap<u8, Vec<[u8; 3]>>,
    /// The first row of a room that is shown, by number.
    pub(super) tops: &'a BTreeMap<u8, u16>,
    /// Palettes of costumes, by id.
    pub(super) costumes: &'a BTreeMap<u16, Vec<u8>>,
}

/// The payload of the `SCRP` block.
pub(super) fn compile(
    folder: &Path,
    name: &str,
    context: &ScriptContext,
    report: &mut Report,
) -> Option<Vec<u8>> {
    let text = report.read_text(&folder.join(name), name)?;
    let before = report.problems.len();
    let mut labels = Vec::new();
    let mut ops = Vec::new();
    let mut lines = Vec::new();
    let mut room = 0;
    for (line, number) in text.lines().zip(1..) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        match operation(&words, (context, room), &mut labels) {
            Ok(op) => {
                if let Op::LoadRoom(number) = op {
                    room = number;
                }
                let top = |room: u8| context.tops.get(&room).copied().unwrap_or(0);
                for op in script::in_generation(op, context.dialect, top, room) {
                    ops.push(op);
                    lines.push(number);
                }
            }
            Err(text) => report.refuse(format!("{name}: line {number}"), text),
        }
    }
    let assembled = script::assemble(&ops, context.dialect).map_err(|mut refused| {
        for problem in &mut refused.problems {
            let index = problem.path.rsplit(' ').next().and_then(|index| index.parse::<usize>().ok());
            if let Some(line) = index.and_then(|index| lines.get(index)) {
                problem.path = format!("line {line}");
            }
        }
        refused
    });
    let payload = report.accept(name, assembled);
    payload.filter(|_| report.problems.len() == before)
}

/// The payload of a script that gives each of these costumes to an actor of its own, and names the actor.
/// Nothing starts the script.
pub(super) fn naming(costumes: &BTreeMap<u16, String>, dialect: &Dialect) -> Result<Vec<u8>, Refused> {
    let mut ops = Vec::new();
    for ((costume, name), actor) in costumes.iter().zip(FIRST_TWIN..) {
        ops.push(Op::Actor(actor, vec![ActorOp::Default, ActorOp::Costume(*costume)]));
        ops.push(Op::Name { actor, name: name.clone().into_bytes() });
    }
    ops.push(Op::End);
    script::assemble(&ops, dialect)
}

/// The operation of a line, in the room that was entered last.
fn operation(
    words: &[&str],
    (context, room): (&ScriptContext, u8),
    labels: &mut Vec<String>,
) -> Result<Op, String> {
    let dialect = context.dialect;
    Ok(match words {
        ["cursor", on] => Op::Cursor(switch(on)?),
        ["input", on] => Op::UserInput(switch(on)?),
        ["screen", "whole"] => {
            Op::Screen { top: 0, bottom: u16::try_from(dialect.screen_size().1).unwrap_or(u16::MAX) }
        }
        ["screen", top, bottom] => Op::Screen { top: number(top)?, bottom: number(bottom)? },
        ["loop-time", jiffies] => Op::SetVar(VAR_TIMER_NEXT, number(jiffies)?),
        ["room", room] => Op::LoadRoom(number(room)?),
        ["actor", actor, settings @ ..] => {
            Op::Actor(number(actor)?, actor_settings(settings, (context, room))?)
        }
        ["name", actor, name @ ..] => Op::Name { actor: number(actor)?, name: name.join(" ").into_bytes() },
        ["dress", actor, "in", costume] => Op::Dress { actor: local(actor)?, costume: local(costume)? },
        ["start", script] => Op::StartScript(number(script)?),
        ["start", script, "with", arguments @ ..] => Op::StartWith(
            number(script)?,
            arguments.iter().map(|argument| number(argument)).collect::<Result<_, _>>()?,
        ),
        ["end"] => Op::End,
        ["put", actor, "in", room, "at", x, y] => {
            Op::Put { actor: number(actor)?, room: number(room)?, x: number(x)?, y: number(y)? }
        }
        ["face", actor, direction] => {
            let known = Direction::ALL.into_iter().find(|known| known.name() == *direction);
            let direction = known.ok_or_else(|| format!("{direction:?} is no facing"))?;
            script::face(number(actor)?, direction.into(), dialect)
        }
        ["chore", actor, chore] => {
            let role = chore.parse::<Role>().ok().map(|role| dialect.roles.number(role));
            let chore = role.map_or_else(|| number(chore), Ok)?;
            Op::Animate { actor: number(actor)?, number: u16::from(chore) }
        }
        ["walk", actor, "to", x, y] => Op::Walk { actor: number(actor)?, x: number(x)?, y: number(y)? },
        ["wait-for", actor] => Op::WaitForActor(number(actor)?),
        ["pause", jiffies] => Op::Delay(number(jiffies)?),
        ["break"] => Op::Break,
        ["label", name] => Op::Label(label(name, labels)),
        ["jump", name] => Op::Jump(label(name, labels)),
        _ => return Err(format!("{:?} is not understood", words.join(" "))),
    })
}

fn actor_settings(words: &[&str], (context, room): (&ScriptContext, u8)) -> Result<Vec<ActorOp>, String> {
    let mut settings = Vec::new();
    let mut costume = None;
    let mut rest = words;
    loop {
        let (setting, next) = match rest {
            [] => return Ok(settings),
            ["default", next @ ..] => (ActorOp::Default, next),
            ["costume", id, next @ ..] => (ActorOp::Costume(number(id)?), next),
            ["speed", loops, next @ ..] => (ActorOp::AnimationSpeed(number(loops)?), next),
            ["step", x, y, next @ ..] => (ActorOp::WalkSpeed(number(x)?, number(y)?), next),
            ["elevation", pixels, next @ ..] => (ActorOp::Elevation(number(pixels)?), next),
            ["scale", x, y, next @ ..] => (ActorOp::Scale(number(x)?, number(y)?), next),
            ["walk-chore", chore, next @ ..] => (ActorOp::WalkChore(number(chore)?), next),
            ["stand-chore", chore, next @ ..] => (ActorOp::StandChore(number(chore)?), next),
            ["colours-of", id, next @ ..] => {
                costume = Some(number(id)?);
                rest = next;
                continue;
            }
            // Of each pair, one is for games of 16 colours, the other for those whose rooms have palettes.
            ["colour", _, _, next @ ..] if context.dialect.fixed_colours => {
                rest = next;
                continue;
            }
            ["sixteen", _, _, next @ ..] if !context.dialect.fixed_colours => {
                rest = next;
                continue;
            }
            ["sixteen", entry, colour, next @ ..] => {
                (ActorOp::Palette { entry: number(entry)?, colour: number(colour)? }, next)
            }
            ["colour", entry, colour, next @ ..] => {
                let entry = context.entry(costume, number(entry)?)?;
                (ActorOp::Palette { entry, colour: context.colour(room, number(colour)?)? }, next)
            }
            ["ignore-boxes", next @ ..] => (ActorOp::IgnoreBoxes, next),
            ["in-front", next @ ..] => (ActorOp::NeverClip, next),
            ["behind", plane, next @ ..] => (ActorOp::AlwaysClip(number(plane)?), next),
            [other, ..] => return Err(format!("{other:?} is no setting of an actor")),
        };
        settings.push(setting);
        rest = next;
    }
}

impl ScriptContext<'_> {
    /// How a script names a costume's colour: Humongous games by the room colour that it stands for.
    fn entry(&self, costume: Option<u16>, entry: u8) -> Result<u8, String> {
        if self.dialect.generation() != Generation::Humongous {
            return Ok(entry);
        }
        let costume = costume.ok_or("whose colour? (colours-of ID)")?;
        let palette = self.costumes.get(&costume).ok_or_else(|| format!("there is no costume {costume}"))?;
        let found = palette.get(usize::from(entry)).copied();
        found.ok_or_else(|| format!("costume {costume} has no colour {entry}"))
    }

    /// What a script gives for a room's colour: a pixel, where pixels have 16 bits.
    fn colour(&self, room: u8, colour: u8) -> Result<u16, String> {
        if self.dialect.high_colour.is_none() {
            return Ok(colour.into());
        }
        let palette = self.rooms.get(&room).ok_or_else(|| format!("room {room} has no colours"))?;
        let rgb = palette.get(usize::from(colour)).copied();
        rgb.map(high::pixel).ok_or_else(|| format!("room {room} has no colour {colour}"))
    }
}

fn switch(word: &str) -> Result<bool, String> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("{other:?} is neither on nor off")),
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word:?} is not a number that fits here"))
}

/// What a script was started with: `argument-0`.
fn local(word: &str) -> Result<u8, String> {
    let number = word.strip_prefix("argument-").and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("{word:?} is no argument, such as argument-0"))
}

/// The number of a label; a new name gets the next.
fn label(name: &str, labels: &mut Vec<String>) -> u32 {
    let index = labels.iter().position(|known| known == name).unwrap_or_else(|| {
        labels.push(name.to_owned());
        labels.len() - 1
    });
    u32::try_from(index).unwrap_or(u32::MAX)
}
