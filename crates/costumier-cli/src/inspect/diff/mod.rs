//! `diff`: compares the costumes of two games or two exports: editions, languages, a mod and its original.
//!
//! **Note:** two blocks can have different bytes and be the same in everything that is drawn or played (padding, the
//! order of pictures). Such changes are reported as `padding` or `order`, not as `changed`.

mod before_after;
mod pairing;
mod pictures;
mod side;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use costumier::PictureKey;
use serde::Serialize;

use crate::args::DiffArgs;
use crate::disk::safe_write::Folder;
use crate::disk::safe_write::Owner;
use crate::output::text::{count, json, line};
pub(crate) use before_after::{BeforeAfter, Row, side_by_side};
pub(super) use before_after::{MOST_SHOWN, SCALE, name};
use pairing::Pairs;
pub(crate) use pictures::ColouredPicture;
use side::{CostumeShot, Side, short};

/// A costume that differs between the two games.
#[derive(Default, Serialize)]
struct Change {
    id: u32,
    name: Option<String>,
    /// `added`, `gone`, `moved` (another room, otherwise the same), `padding` (bytes that mean nothing),
    /// `order` (the same pictures and records under other numbers or at other places), `changed`,
    /// `unreadable`.
    what: &'static str,
    /// The difference in words.
    text: String,
    /// Limb and index of pictures that differ, are only in the second game, or are only in the first. Those that
    /// differ have their index in the second.
    changed_pictures: Vec<(u8, u16)>,
    /// The keys in the first game of pictures that differ, if they are others there.
    #[serde(skip)]
    renumbered: BTreeMap<PictureKey, PictureKey>,
    added_pictures: Vec<(u8, u16)>,
    gone_pictures: Vec<(u8, u16)>,
    /// Indices of palette entries that differ.
    palette: Vec<usize>,
    /// Chores and facings whose records differ, are only in the second game, or are only in the first; `programs`
    /// means those of AKOS limbs.
    changed_records: Vec<String>,
    added_records: Vec<String>,
    gone_records: Vec<String>,
}

/// Largest number of records named in a line.
const NAMED: usize = 4;

/// Compares two games. Returns whether they differ.
pub(crate) fn run(args: &DiffArgs, out: &mut dyn Write) -> Result<bool> {
    let (before, after) = (Side::read(&args.before)?, Side::read(&args.after)?);
    let ids: BTreeSet<u32> = before.costumes.keys().chain(after.costumes.keys()).copied().collect();
    let with_records = before.is_game() == after.is_game();
    let changes: Vec<Change> = ids
        .iter()
        .filter_map(|id| {
            let (old, new) = (before.costumes.get(id), after.costumes.get(id));
            let name = [new, old].into_iter().flatten().find_map(|costume| costume.name.clone());
            let change = match (old, new) {
                (Some(_), None) => Some(Change::new(*id, "gone", "only in the first".to_owned())),
                (None, Some(_)) => Some(Change::new(*id, "added", "only in the second".to_owned())),
                (Some(old), Some(new)) => compare(*id, old, new, with_records),
                (None, None) => None,
            };
            change.map(|change| Change { name, ..change })
        })
        .collect();
    if before.has_other_rooms(&after) {
        crate::output::report::advise(
            "rooms differ, and `diff` compares costumes only; `render` draws the rooms",
        );
    }
    if let Some(output) = &args.output {
        write_pictures(output, args.force, (&before, &after), &changes)?;
    }
    if args.json {
        json(out, &changes)?;
    } else {
        for change in &changes {
            let name = change.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
            line(out, format_args!("costume {}{name}: {}: {}", change.id, change.what, change.text))?;
        }
        if changes.is_empty() {
            writeln!(out, "the same {}", count(ids.len(), "costume"))?;
        }
    }
    Ok(!changes.is_empty())
}

/// Writes pictures of the differences into a folder that is empty, or that holds an earlier comparison, which is
/// replaced.
fn write_pictures(output: &Path, force: bool, sides: (&Side, &Side), changes: &[Change]) -> Result<()> {
    let folder = Folder::claim(output, &Owner::comparison(), force)?;
    for change in changes {
        // If two pictures have one key in different games, the one that changed is written last.
        let lists = [
            (&change.gone_pictures, true, false),
            (&change.added_pictures, false, true),
            (&change.changed_pictures, true, true),
        ];
        let all = lists
            .into_iter()
            .flat_map(|(list, is_old, is_new)| list.iter().map(move |it| (it, is_old, is_new)));
        for ((limb, index), is_old, is_new) in all {
            let key = PictureKey { limb: *limb, index: *index };
            let was = change.renumbered.get(&key).copied().filter(|_| is_old && is_new).unwrap_or(key);
            let shot = |side: &Side, key| side.costumes.get(&change.id)?.pictures.get(&key).cloned();
            let old = shot(sides.0, was).filter(|_| is_old);
            let new = shot(sides.1, key).filter(|_| is_new);
            pictures::write(&folder, sides, change.id, (was, key), (old.as_ref(), new.as_ref()))?;
        }
    }
    let lists =
        |it: &Change| [&it.gone_pictures, &it.added_pictures, &it.changed_pictures].map(Vec::is_empty);
    if !changes.is_empty() && changes.iter().all(|change| lists(change) == [true; 3]) {
        let text = format!("no picture has other pixels: {} is empty", output.display());
        crate::output::report::advise(&text);
    }
    folder.remove_unwritten(|_| false)?;
    folder.finish()
}

impl Change {
    fn new(id: u32, what: &'static str, text: String) -> Self {
        Self { id, what, text, ..Self::default() }
    }
}

/// Keys that are only in the second of two maps, only in the first, and in both with different values.
type Sorted<K> = (Vec<K>, Vec<K>, Vec<K>);

fn sort<K: Ord + Clone, V>(
    old: &BTreeMap<K, V>,
    new: &BTreeMap<K, V>,
    same: impl Fn(&V, &V) -> bool,
) -> Sorted<K> {
    let only = |a: &BTreeMap<K, V>, b: &BTreeMap<K, V>| {
        a.keys().filter(|key| !b.contains_key(key)).cloned().collect()
    };
    let differs =
        |(key, value): (&K, &V)| new.get(key).is_some_and(|other| !same(value, other)).then(|| key.clone());
    (only(new, old), only(old, new), old.iter().filter_map(differs).collect())
}

fn compare(id: u32, old: &CostumeShot, new: &CostumeShot, with_records: bool) -> Option<Change> {
    let moved = (old.room != new.room).then(|| format!("room {} became {}", old.room, new.room));
    let same_bytes = old.payload.is_some() && old.payload == new.payload;
    match (&old.error, &new.error) {
        // A costume that is broken in both games in the same way does not differ.
        (Some(_), Some(_)) if same_bytes || (old.payload.is_none() && new.payload.is_none()) => {
            return moved.map(|text| Change::new(id, "moved", text));
        }
        (Some(error), _) => return Some(Change::new(id, "unreadable", format!("in the first: {error}"))),
        (_, Some(error)) => return Some(Change::new(id, "unreadable", format!("in the second: {error}"))),
        (None, None) if same_bytes => return moved.map(|text| Change::new(id, "moved", text)),
        (None, None) => {}
    }
    let (Pairs { added, gone, changed }, records) = differences(old, new, with_records);
    let palette: Vec<usize> = (0..old.palette.len().max(new.palette.len()))
        .filter(|entry| old.palette.get(*entry) != new.palette.get(*entry))
        .collect();
    let (added_records, gone_records, changed_records) = records;
    let is_order = palette.is_empty() && {
        let looks = |shot: &CostumeShot| shot.pictures.values().map(short).collect::<BTreeSet<_>>();
        let plays = |shot: &CostumeShot| {
            shot.records
                .iter()
                .map(|(name, it)| (name.clone(), it.by_looks.clone()))
                .collect::<BTreeMap<_, _>>()
        };
        looks(old) == looks(new) && with_records && plays(old) == plays(new)
    };
    let mut text: Vec<String> = moved.into_iter().collect();
    let nothing = [&added, &gone].iter().all(|list| list.is_empty())
        && changed.is_empty()
        && palette.is_empty()
        && [&added_records, &gone_records, &changed_records].iter().all(|list| list.is_empty());
    let has_same_numbers = {
        let pictures = sort(&old.pictures, &new.pictures, |a, b| a.is_like(b));
        let records = sort(&old.records, &new.records, |a, b| a.by_number == b.by_number);
        [pictures.0, pictures.1, pictures.2].iter().all(Vec::is_empty)
            && [records.0, records.1, records.2].iter().all(Vec::is_empty)
    };
    let what = if is_order && !has_same_numbers {
        text.push("the same pictures under other numbers, and records that show the same".to_owned());
        "order"
    } else if nothing {
        match (&old.payload, &new.payload) {
            (Some(a), Some(b)) if is_padded(a, b) => {
                text.push(format!(
                    "{} more or less behind its end",
                    count(a.len().abs_diff(b.len()), "byte")
                ));
                "padding"
            }
            (Some(_), Some(_)) => {
                text.push(
                    "other bytes, the same pictures, palette and records: order inside the block, or padding"
                        .into(),
                );
                "order"
            }
            // Exports do not store the bytes of blocks.
            _ => return (!text.is_empty()).then(|| Change::new(id, "moved", text.join(", "))),
        }
    } else {
        let now: Vec<PictureKey> = changed.iter().map(|(_, now)| *now).collect();
        text.extend(pictures_in_words(&now, &added, &gone));
        if !palette.is_empty() {
            let entries: Vec<String> = palette.iter().take(NAMED).map(ToString::to_string).collect();
            let more = if palette.len() > NAMED { ", …" } else { "" };
            text.push(format!("palette entries {}{more}", entries.join(", ")));
        }
        text.extend(records_in_words(&changed_records, &added_records, &gone_records));
        "changed"
    };
    let pairs = |keys: Vec<PictureKey>| keys.into_iter().map(|key| (key.limb, key.index)).collect();
    Some(Change {
        renumbered: changed.iter().filter(|(was, now)| was != now).map(|(was, now)| (*now, *was)).collect(),
        changed_pictures: pairs(changed.into_iter().map(|(_, now)| now).collect()),
        added_pictures: pairs(added),
        gone_pictures: pairs(gone),
        palette,
        changed_records,
        added_records,
        gone_records,
        ..Change::new(id, what, text.join("; "))
    })
}

/// Returns the pictures and records that differ. Pictures are paired by key or by what they show, whichever leaves
/// fewer differences.
fn differences(old: &CostumeShot, new: &CostumeShot, with_records: bool) -> (Pairs, Sorted<String>) {
    let records = |same: &dyn Fn(&words::Record, &words::Record) -> bool| match with_records {
        true => sort(&old.records, &new.records, same),
        false => Sorted::default(),
    };
    let (added, gone, changed) = sort(&old.pictures, &new.pictures, |a, b| a.is_like(b));
    let by_number = Pairs { added, gone, changed: changed.into_iter().map(|key| (key, key)).collect() };
    let by_number = (by_number, records(&|a, b| a.by_number == b.by_number));
    let by_looks = pairing::pairs(&old.pictures, &new.pictures);
    // A picture that changed counts as the same picture in the records that show it.
    let shorts: Vec<(String, String)> = by_looks
        .changed
        .iter()
        .filter_map(|(was, now)| Some((short(old.pictures.get(was)?), short(new.pictures.get(now)?))))
        .collect();
    let by_looks = (
        by_looks,
        records(&|a, b| {
            let mapped = shorts.iter().fold(b.by_looks.clone(), |looks, (was, now)| looks.replace(now, was));
            a.by_looks == b.by_looks || a.by_looks == mapped
        }),
    );
    let count = |(pairs, records): &(Pairs, Sorted<String>)| {
        let pictures = pairs.added.len() + pairs.gone.len() + pairs.changed.len();
        pictures + records.0.len() + records.1.len() + records.2.len()
    };
    if count(&by_looks) < count(&by_number) { by_looks } else { by_number }
}

/// Whether one is the other with bytes added at its end.
fn is_padded(a: &[u8], b: &[u8]) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let tail = long.get(short.len()..).unwrap_or_default();
    // The first bytes may hold the block's own size.
    let differ = short.iter().zip(long).take(4).filter(|(a, b)| a != b).count();
    !tail.is_empty()
        && short.get(4..) == long.get(4..short.len())
        && (differ == 0 || tail.iter().all(|byte| *byte == 0))
}

fn pictures_in_words(changed: &[PictureKey], added: &[PictureKey], gone: &[PictureKey]) -> Vec<String> {
    let lists = [(changed, "changed"), (added, "added"), (gone, "gone")];
    let all = lists.into_iter().filter(|(list, _)| !list.is_empty());
    all.map(|(list, what)| {
        let names: Vec<String> =
            list.iter().take(NAMED).map(|key| format!("{}.{}", key.limb, key.index)).collect();
        let more = if list.len() > NAMED { ", …" } else { "" };
        format!("{} {what} ({}{more})", count(list.len(), "picture"), names.join(", "))
    })
    .collect()
}

fn records_in_words(changed: &[String], added: &[String], gone: &[String]) -> Vec<String> {
    let lists = [(changed, "changed"), (added, "added"), (gone, "gone")];
    let all = lists.into_iter().filter(|(list, _)| !list.is_empty());
    all.map(|(list, what)| {
        let more = if list.len() > NAMED { ", …" } else { "" };
        format!(
            "{} {what} ({}{more})",
            count(list.len(), "record"),
            list.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ")
        )
    })
    .collect()
}
