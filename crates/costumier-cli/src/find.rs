//! `find`: costumes by what is known of them, and pictures that are the same; one line per hit.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, bail};
use costumier::costume::Costume;
use costumier::game::CostumeSlot;
use serde::Serialize;

use crate::args::{FindArgs, GameArg};
use crate::open::{self, Opened};
use crate::parallel;
use crate::text::json;

/// A costume, or a picture of one.
#[derive(Clone, Serialize)]
struct Hit {
    game: String,
    id: u32,
    room: u32,
    name: Option<String>,
    /// Limb and number, where a picture was looked for.
    picture: Option<(usize, usize)>,
    /// Why it is one, in words.
    why: String,
}

/// Prints hits. `false` where there are none.
pub(crate) fn run(args: &FindArgs, out: &mut dyn Write) -> Result<bool> {
    if !args.asks() {
        bail!(
            "say what to look for: --name, --colours, --limbs, --size, --chore, --actor, --in-room or --same-as"
        );
    }
    let opened = open::open(&args.game)?;
    let hits = match &args.same_as {
        Some(other) => same(&opened, &args.game.name, &open::open(&GameArg::plain(other))?, other),
        None => by_facts(args, &opened),
    };
    if args.json {
        json(out, &hits)?;
    } else {
        for hit in &hits {
            let name = hit.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
            let picture = hit
                .picture
                .map(|(limb, number)| format!(" limb {limb} picture {number}"))
                .unwrap_or_default();
            writeln!(out, "costume {}{name} (room {}){picture}: {}", hit.id, hit.room, hit.why)?;
        }
    }
    Ok(!hits.is_empty())
}

fn by_facts(args: &FindArgs, opened: &Opened) -> Vec<Hit> {
    let names = opened.names();
    let slots: Vec<CostumeSlot> = opened.game.costume_slots().collect();
    let hits = parallel::map_all(&slots, |slot| {
        let name = names.costumes.get(&slot.id).and_then(|names| names.name.clone());
        let cast = opened.cast.as_ref().and_then(|cast| cast.costumes.get(&slot.id));
        let mut why: Vec<String> = Vec::new();
        if let Some(wanted) = &args.by_name {
            let wanted = wanted.to_lowercase();
            let all = cast
                .into_iter()
                .flat_map(|cast| &cast.names)
                .map(|fact| fact.value.clone())
                .chain(name.clone());
            why.push(format!(
                "called {}",
                all.into_iter().find(|name| name.to_lowercase().contains(&wanted))?
            ));
        }
        if let Some(actor) = args.actor {
            let fact = cast?.actors.iter().find(|fact| fact.value == actor)?;
            why.push(format!("worn by actor {actor} ({})", fact.certainty.name()));
        }
        if let Some(room) = args.in_room {
            let fact = cast?.rooms.iter().find(|fact| u32::try_from(fact.value) == Ok(room))?;
            why.push(format!("in room {room} ({})", fact.certainty.name()));
        }
        let needs_costume =
            args.colours.is_some() || args.limbs.is_some() || args.size.is_some() || args.chore.is_some();
        let mut picture = None;
        if needs_costume {
            let costume = opened.game.costume(slot.id).ok()?;
            let keys = costume.picture_keys();
            if let Some(colours) = args.colours {
                (costume.palette().len() == colours).then(|| why.push(format!("{colours} colours")))?;
            }
            if let Some(limbs) = args.limbs {
                let mut used: Vec<usize> = keys.iter().map(|key| key.limb.into()).collect();
                used.dedup();
                (used.len() == limbs).then(|| why.push(format!("{limbs} limbs")))?;
            }
            if let Some(chore) = args.chore {
                let has = costume.actions().iter().any(|action| action.chore == chore);
                has.then(|| why.push(format!("has chore {chore}")))?;
            }
            if let Some((width, height)) = args.size {
                let key = keys.iter().find(|key| {
                    costume.picture(**key).is_ok_and(|it| (it.info.width, it.info.height) == (width, height))
                })?;
                picture = Some((key.limb.into(), key.index.into()));
                why.push(format!("{width} x {height} pixels"));
            }
        }
        Some(Hit {
            game: args.game.name.clone(),
            id: slot.id,
            room: slot.room,
            name,
            picture,
            why: why.join(", "),
        })
    });
    hits.into_iter().flatten().collect()
}

/// A picture's size and pixels.
type Looks = (u16, u16, Vec<u8>);

/// The pictures of a game that are no placeholders: costume, room, limb and number, pixels.
fn pictures(opened: &Opened) -> Vec<(u32, u32, (usize, usize), Looks)> {
    let slots: Vec<CostumeSlot> = opened.game.costume_slots().collect();
    let all = parallel::map_all(&slots, |slot| {
        let Ok(costume) = opened.game.costume(slot.id) else { return Vec::new() };
        of_costume(&costume).into_iter().map(|(key, looks)| (slot.id, slot.room, key, looks)).collect()
    });
    all.into_iter().flatten().collect()
}

fn of_costume(costume: &Costume) -> Vec<((usize, usize), Looks)> {
    let keys = costume.picture_keys().into_iter();
    keys.filter_map(|key| {
        let info = costume.picture(key).ok()?.info;
        // Placeholders of a few pixels are the same everywhere.
        let worth = usize::from(info.width) * usize::from(info.height) >= 16;
        let pixels = worth.then(|| costume.indices(key).ok()).flatten()?.pixels;
        Some(((key.limb.into(), key.index.into()), (info.width, info.height, pixels)))
    })
    .collect()
}

/// Pictures of one game that are in another one too, pixel for pixel in room colours.
fn same(opened: &Opened, name: &str, other: &Opened, other_name: &str) -> Vec<Hit> {
    let mut known: BTreeMap<Looks, (u32, (usize, usize))> = BTreeMap::new();
    for (id, _, key, looks) in pictures(other) {
        known.entry(looks).or_insert((id, key));
    }
    let names = opened.names();
    pictures(opened)
        .into_iter()
        .filter_map(|(id, room, key, looks)| {
            let (there, (limb, picture)) = known.get(&looks)?;
            Some(Hit {
                game: name.to_owned(),
                id,
                room,
                name: names.costumes.get(&id).and_then(|names| names.name.clone()),
                picture: Some(key),
                why: format!("as in {other_name}, costume {there} limb {limb} picture {picture}"),
            })
        })
        .collect()
}
