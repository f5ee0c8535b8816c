//! `find` by facts: each condition of the call has to hold for a costume.

use anyhow::{Result, anyhow};
use costumier::Costume;
use costumier::cast::CostumeCast;
use costumier::format::akos::program::{Opcode, Program};
use costumier::format::cost::{CostCommand, CostEntry};
use costumier::game::CostumeSlot;

use super::{Hit, Unread};
use crate::args::FindArgs;
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::output::text::count;
use crate::process::parallel;

/// A command of limbs, as `--uses` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Uses {
    /// The code of an AKOS command.
    Code(u16),
    /// The name of an AKOS command, or of a kind of COST command.
    Word(String),
}

impl Uses {
    fn read(text: &str) -> Result<Self> {
        let digits = text.strip_prefix(['C', 'c']).filter(|rest| rest.len() == 3);
        if let Some(code) = digits.and_then(|_| u16::from_str_radix(text, 16).ok()) {
            return Ok(Self::Code(code));
        }
        let word = text.to_lowercase();
        let classic = ["count", "sound", "hide", "stop", "start"];
        if classic.contains(&word.as_str()) || Opcode::all().any(|opcode| opcode.name == word) {
            return Ok(Self::Word(word));
        }
        Err(hinted(
            anyhow!("no command of limbs has the name {text:?}"),
            "use a code such as C021, a name that `dump` shows, or count, sound, hide, stop, start",
        ))
    }

    /// Counts how often a costume uses the command.
    fn times(&self, costume: &Costume) -> usize {
        match costume {
            Costume::Akos(akos) => {
                let program = Program::of(akos);
                let commands = program.items.iter().flat_map(|item| item.commands());
                commands
                    .filter(|command| match self {
                        Self::Code(code) => command.code() == Some(*code),
                        Self::Word(word) => command.name() == word,
                    })
                    .count()
            }
            _ => {
                let Self::Word(word) = self else { return 0 };
                classic(costume)
                    .iter()
                    .filter(|command| match command {
                        CostCommand::Picture(index) => index.to_string() == *word,
                        command => command.name() == word,
                    })
                    .count()
            }
        }
    }
}

/// Returns the commands that the records of a COST costume play.
fn classic(costume: &Costume) -> Vec<CostCommand> {
    let Some(cost) = costume.as_cost() else { return Vec::new() };
    let mut places = std::collections::BTreeSet::new();
    for action in costume.actions() {
        let Ok(record) = cost.record(action.record) else { continue };
        for entry in record.limbs.iter().flatten() {
            if let CostEntry::Window(window) = entry {
                places.extend((0..u16::from(window.length)).map(|i| window.start.wrapping_add(i)));
            }
        }
    }
    places.into_iter().map(|place| cost.command(place)).collect()
}

/// Says whether scripts give the costume's actor a sound, or limbs play that entry of the actor's sounds. (Scripts
/// decide which sound the entry is.)
fn sounds(sound: i32, costume: &Costume, cast: Option<&CostumeCast>) -> Option<String> {
    let by_scripts = cast.and_then(|cast| cast.settings.get("sound"));
    if by_scripts.is_some_and(|facts| facts.iter().any(|fact| fact.value.contains(&sound))) {
        return Some(format!("scripts give it sound {sound}"));
    }
    let plays = match costume {
        Costume::Akos(akos) => {
            let program = Program::of(akos);
            program.items.iter().flat_map(|item| item.commands()).any(|command| {
                command.operands().any(|(parameter, value)| parameter.name == "sound" && value == sound)
            })
        }
        _ => {
            classic(costume).iter().any(|it| matches!(it, CostCommand::Sound(it) if i32::from(*it) == sound))
        }
    };
    plays.then(|| format!("plays entry {sound} of its actor's sounds"))
}

/// Returns the costumes of a game for which all conditions hold.
pub(super) fn costumes(args: &FindArgs, game: &str, opened: &OpenGame, unread: &Unread) -> Result<Vec<Hit>> {
    let uses = args.uses.as_deref().map(Uses::read).transpose()?;
    let room = match opened.room(args.in_room.as_ref()) {
        // Other games may have the room.
        Err(_) if args.common.names.len() > 1 => return Ok(Vec::new()),
        room => room?,
    };
    let names = opened.names();
    let slots: Vec<CostumeSlot> = opened.game.costume_slots().collect();
    let hits = parallel::map_all(&slots, |slot| {
        let name = names.costumes.get(&slot.id).and_then(|names| names.name.clone());
        let mut hit = Hit {
            game: game.to_owned(),
            id: slot.id,
            room: slot.room,
            name,
            picture: None,
            why: String::new(),
        };
        let cast = opened.cast.as_ref().and_then(|cast| cast.costumes.get(&slot.id));
        let mut why = by_scripts(args, room, &hit, cast)?;
        if let Some((more, picture)) =
            by_itself(args, uses.as_ref(), (opened, *slot), cast, |id| unread.add(id))?
        {
            why.extend(more);
            hit.picture = picture;
        }
        hit.why = why.join(", ");
        Some(hit)
    });
    Ok(hits.into_iter().flatten().collect())
}

/// Returns why the facts from scripts fit, or `None` if one does not.
fn by_scripts(
    args: &FindArgs,
    room: Option<u32>,
    hit: &Hit,
    cast: Option<&CostumeCast>,
) -> Option<Vec<String>> {
    let mut why = Vec::new();
    if let Some(wanted) = &args.by_name {
        let wanted = wanted.to_lowercase();
        let known = cast.into_iter().flat_map(|cast| &cast.names).map(|fact| &fact.value);
        let found = known.chain(&hit.name).find(|name| name.to_lowercase().contains(&wanted))?;
        why.push(format!("called {found}"));
    }
    if let Some(actor) = args.actor {
        let fact = cast?.actors.iter().find(|fact| fact.value == actor)?;
        why.push(format!("worn by actor {actor} ({})", fact.certainty.name()));
    }
    if let Some(room) = room {
        let fact = cast?.rooms.iter().find(|fact| u32::try_from(fact.value) == Ok(room))?;
        why.push(format!("in room {room} ({})", fact.certainty.name()));
    }
    Some(why)
}

/// Why a costume fits, and the picture that does.
type Found = Option<(Vec<String>, Option<(usize, usize)>)>;

/// Returns why the costume's own contents fit. The outer `None` means that a condition does not hold.
fn by_itself(
    args: &FindArgs,
    uses: Option<&Uses>,
    (opened, slot): (&OpenGame, CostumeSlot),
    cast: Option<&CostumeCast>,
    unread: impl Fn(u32),
) -> Option<Found> {
    let asks = args.colours.is_some()
        || args.limbs.is_some()
        || args.size.is_some()
        || args.chore.is_some()
        || args.sound.is_some()
        || uses.is_some();
    if !asks {
        return Some(None);
    }
    let costume = match opened.game.costume(slot.id) {
        Ok(costume) => costume,
        Err(_) => {
            unread(slot.id);
            return None;
        }
    };
    let keys = costume.picture_keys();
    let (mut why, mut picture) = (Vec::new(), None);
    if let Some(colours) = args.colours {
        (costume.palette().len() == colours).then(|| why.push(format!("{colours} colours")))?;
    }
    if let Some(limbs) = args.limbs {
        let used: std::collections::BTreeSet<usize> = keys.iter().map(|key| key.limb.into()).collect();
        (used.len() == limbs).then(|| why.push(format!("{limbs} limbs")))?;
    }
    if let Some(chore) = &args.chore {
        let names = opened.names();
        let has = |action: &costumier::Action| chore.admits(action, names.chore(slot.id, action.chore));
        costume.actions().iter().any(has).then(|| why.push(format!("has {chore}")))?;
    }
    if let Some(uses) = uses {
        let times = uses.times(&costume);
        let text = args.uses.as_deref().unwrap_or_default();
        (times > 0).then(|| why.push(format!("uses {text} ({})", count(times, "time"))))?;
    }
    if let Some(sound) = args.sound {
        why.push(sounds(sound, &costume, cast)?);
    }
    if let Some((width, height)) = args.size {
        let key = keys.iter().find(|key| {
            costume.picture(**key).is_ok_and(|it| (it.info.width, it.info.height) == (width, height))
        })?;
        picture = Some((key.limb.into(), key.index.into()));
        why.push(format!("{width} x {height} pixels"));
    }
    Some(Some((why, picture)))
}
