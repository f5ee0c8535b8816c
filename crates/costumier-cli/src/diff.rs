//! `diff`: what differs between two games' costumes: editions, languages, a mod and its original.
//!
//! What surprises: a block can differ in bytes and be the same in everything that is drawn or played
//! (padding, the order of pictures); the two are told apart.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::Result;
use costumier::Game;
use costumier::costume::Costume;
use costumier::model::PictureKey;
use serde::Serialize;

use crate::args::DiffArgs;
use crate::open::{self, Opened};
use crate::parallel;
use crate::text::{count, json};

/// One costume that is not the same in both.
#[derive(Serialize)]
struct Change {
    id: u32,
    name: Option<String>,
    /// `added`, `gone`, `moved` (another room, otherwise the same), `bytes` (the same pictures and records
    /// from other bytes), `changed`, `unreadable`.
    what: &'static str,
    /// In words.
    text: String,
    /// Limb and number of pictures that differ, are only in the second game, or only in the first.
    changed_pictures: Vec<(usize, usize)>,
    added_pictures: Vec<(usize, usize)>,
    gone_pictures: Vec<(usize, usize)>,
}

/// Compares two games. `true` where they differ.
pub(crate) fn run(args: &DiffArgs, out: &mut dyn Write) -> Result<bool> {
    let [before, after] =
        [&args.before, &args.after].map(|name| open::open(&crate::args::GameArg::plain(name)));
    let (before, after) = (before?, after?);
    let rooms = |game: &Game| -> BTreeMap<u32, u32> {
        game.costume_slots().map(|slot| (slot.id, slot.room)).collect()
    };
    let (old, new) = (rooms(&before.game), rooms(&after.game));
    let ids: Vec<u32> =
        old.keys().chain(new.keys()).copied().collect::<BTreeSet<u32>>().into_iter().collect();
    let names = (before.names(), after.names());
    let changes: Vec<Change> = parallel::map_all(&ids, |id| {
        let name = [&names.1, &names.0].iter().find_map(|names| names.costumes.get(id)?.name.clone());
        let change = match (old.get(id), new.get(id)) {
            (Some(_), None) => Some(Change::new(*id, "gone", "only in the first".to_owned())),
            (None, Some(_)) => Some(Change::new(*id, "added", "only in the second".to_owned())),
            (Some(a), Some(b)) => compare(*id, (&before, *a), (&after, *b)),
            (None, None) => None,
        };
        change.map(|change| Change { name, ..change })
    })
    .into_iter()
    .flatten()
    .collect();
    if args.json {
        json(out, &changes)?;
    } else {
        for change in &changes {
            let name = change.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
            writeln!(out, "costume {}{name}: {}: {}", change.id, change.what, change.text)?;
        }
        if changes.is_empty() {
            writeln!(out, "the same {}", count(ids.len(), "costume"))?;
        }
    }
    Ok(!changes.is_empty())
}

impl Change {
    fn new(id: u32, what: &'static str, text: String) -> Self {
        Self {
            id,
            name: None,
            what,
            text,
            changed_pictures: Vec::new(),
            added_pictures: Vec::new(),
            gone_pictures: Vec::new(),
        }
    }
}

fn compare(id: u32, (before, old_room): (&Opened, u32), (after, new_room): (&Opened, u32)) -> Option<Change> {
    let (old, new) = match (before.game.costume_bytes(id), after.game.costume_bytes(id)) {
        (Ok(old), Ok(new)) => (old, new),
        // Broken alike is no difference.
        (Err(a), Err(b)) if a.kind() == b.kind() => return None,
        (Err(error), _) => return Some(Change::new(id, "unreadable", format!("in the first: {error}"))),
        (_, Err(error)) => return Some(Change::new(id, "unreadable", format!("in the second: {error}"))),
    };
    let moved = (old_room != new_room).then(|| format!("room {old_room} became {new_room}"));
    if old.payload == new.payload && old.tag == new.tag {
        return moved.map(|text| Change::new(id, "moved", text));
    }
    let (old, new) = match (Costume::read(old), Costume::read(new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(error), _) | (_, Err(error)) => {
            return Some(Change::new(id, "unreadable", error.to_string()));
        }
    };
    let (a, b) = (keys(&old), keys(&new));
    let pair = |key: &PictureKey| (key.limb.into(), key.index.into());
    let gone: Vec<(usize, usize)> = a.difference(&b).map(pair).collect();
    let added: Vec<(usize, usize)> = b.difference(&a).map(pair).collect();
    let changed: Vec<(usize, usize)> =
        a.intersection(&b).filter(|key| looks(&old, **key) != looks(&new, **key)).map(pair).collect();
    let mut words: Vec<String> = moved.into_iter().collect();
    for (list, what) in [(&changed, "changed"), (&added, "added"), (&gone, "gone")] {
        if !list.is_empty() {
            words.push(format!("{} {what}", count(list.len(), "picture")));
        }
    }
    if old.palette() != new.palette() {
        let differ = old.palette().iter().zip(new.palette()).filter(|(a, b)| a != b).count();
        let sizes = old.palette().len().abs_diff(new.palette().len());
        words.push(format!("{} of the palette", count(differ + sizes, "entry").replace("entrys", "entries")));
    }
    if programs(&old) != programs(&new) {
        words.push("records or their commands".to_owned());
    }
    let what = if words.is_empty() { "bytes" } else { "changed" };
    let text = if words.is_empty() {
        "other bytes, the same pictures, palette and records (order or padding)".to_owned()
    } else {
        words.join(", ")
    };
    Some(Change {
        changed_pictures: changed,
        added_pictures: added,
        gone_pictures: gone,
        ..Change::new(id, what, text)
    })
}

fn keys(costume: &Costume) -> BTreeSet<PictureKey> {
    costume.picture_keys().into_iter().collect()
}

/// A picture's place and pixels, whatever bytes they come from; none where it cannot be read.
fn looks(costume: &Costume, key: PictureKey) -> Option<([i64; 6], Vec<u8>)> {
    let info = costume.picture(key).ok()?.info;
    let place = [
        info.width.into(),
        info.height.into(),
        info.x.into(),
        info.y.into(),
        info.move_x.into(),
        info.move_y.into(),
    ];
    Some((place, costume.indices(key).ok()?.pixels))
}

/// What records do, as the listing says it: without places in the block.
fn programs(costume: &Costume) -> Vec<String> {
    let listing = costumier::text::listing(costume);
    let lines = listing.lines().filter(|line| line.starts_with("  ") && !line.contains("byte"));
    lines.filter(|line| line.contains("limb") && !line.contains("picture")).map(str::to_owned).collect()
}
