//! Merges the contents of a folder with the block before: everything that was not edited keeps its bytes.
//!
//! ```text
//! pictures   the same pixels and size ─▸ the packed bytes that they had; else packed anew
//! records    says the same ─▸ the same record, the same windows; else a new record
//! windows    new ones are looked for in the stream, else they go to its end
//! ```
//! Data that the folder does not describe (a command stream with gaps, a record table that is too long) comes from
//! the block.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::cost::{Cost, CostEntry, CostSource, LIMBS, LimbSource, Window};
use costumier::format::dialect::Starts;
use costumier::{Direction, Limits, PictureKey};
use costumier_build::{PictureSource, PixelSource};

use super::TEXT;
use super::describe::{PixelsLeft, action, rows_within};
use super::design::format_of;
use super::model::{Action, LimbCostume, Table};
use super::picture::{EntryKind, Picture, Pixels};
use super::report::Report;

/// Returns the block's parts as the folder wants them. `of_block` is the folder's model of the block before.
pub(super) fn merge(
    wanted: &LimbCostume,
    of_block: &LimbCostume,
    cost: &Cost,
    limits: &Limits,
    report: &mut Report,
) -> Option<CostSource> {
    let mut source = match CostSource::read(cost) {
        Ok(source) => source,
        Err(error) => {
            report.refuse("original.bin", format!("cannot be read as a costume: {error}"));
            return None;
        }
    };
    if let Some(format) = format_of(wanted, cost.dialect().cost.palette) {
        source.format = format;
    }
    source.palette.clone_from(&wanted.palette);
    if wanted.limbs != of_block.limbs {
        merge_pictures(&mut source, wanted, cost, limits);
    }
    if wanted.chores != of_block.chores {
        merge_chores(&mut source, wanted, of_block, cost, report);
    }
    Some(source)
}

/// A stored picture of the block, and its pixels.
struct Stored {
    number: usize,
    key: PictureKey,
    source: PictureSource,
    rows: Option<Vec<u8>>,
}

fn stored(cost: &Cost, source: &CostSource, limits: &Limits) -> Vec<Stored> {
    let mut all: Vec<Stored> = Vec::new();
    let (mut seen, mut left) = (BTreeSet::new(), PixelsLeft::default());
    for key in cost.picture_keys() {
        let Some(LimbSource::Table(table)) = source.limbs.get(usize::from(key.limb)) else { continue };
        let Some(number) = table.get(usize::from(key.index)).copied().flatten() else { continue };
        let Some(picture) = source.pictures.get(number) else { continue };
        if !seen.insert(number) {
            continue;
        }
        let rows = match picture.pixels {
            PixelSource::Borrowed { .. } => None,
            _ => cost
                .picture(key)
                .ok()
                .and_then(|picture| rows_within(&picture.packed, limits, &mut left).ok()),
        };
        all.push(Stored { number, key, source: picture.clone(), rows });
    }
    all
}

fn merge_pictures(source: &mut CostSource, wanted: &LimbCostume, cost: &Cost, limits: &Limits) {
    let known = stored(cost, source, limits);
    // Known pictures keep the order of the block; new ones follow in the order of the folder.
    let mut pool: BTreeMap<(usize, usize), PictureSource> = BTreeMap::new();
    let mut places: BTreeMap<PictureKey, (usize, usize)> = BTreeMap::new();
    let mut free = Free::of(&known);
    let (mut last, mut newer) = (0, 0);
    for limb in &wanted.limbs {
        let Table::Own(entries) = &limb.table else { continue };
        for (entry, index) in entries.iter().zip(0..=u16::MAX) {
            let EntryKind::Picture(picture) = &entry.picture else { continue };
            let key = PictureKey { limb: limb.number, index };
            let (same, own) = free.same(picture, key);
            let made = make(picture, same);
            let own = own.filter(|stored| header(&stored.source) == header(&made) || stored.key == key);
            // A picture with new pixels keeps its place.
            let place = match own.or_else(|| free.of_key(key)) {
                Some(stored) => {
                    free.take(stored);
                    (stored.number, 0)
                }
                None => {
                    newer += 1;
                    (last, newer)
                }
            };
            last = place.0;
            pool.insert(place, made);
            places.insert(key, place);
        }
    }
    let numbers: BTreeMap<(usize, usize), usize> = pool.keys().copied().zip(0..).collect();
    source.pictures = pool.into_values().collect();
    let number = |key: PictureKey| places.get(&key).and_then(|place| numbers.get(place)).copied();
    for (number_of_limb, slot) in (0u8..).zip(&mut source.limbs) {
        let limb = wanted.limbs.iter().find(|limb| limb.number == number_of_limb);
        *slot = match limb.map(|limb| &limb.table) {
            None => LimbSource::Unused,
            Some(Table::Null) => LimbSource::Null,
            Some(Table::SameAs(other)) => LimbSource::SameAs(*other),
            Some(Table::Own(entries)) if entries.is_empty() => LimbSource::Unused,
            Some(Table::Own(entries)) => LimbSource::Table(
                entries
                    .iter()
                    .zip(0..=u16::MAX)
                    .map(|(entry, index)| match &entry.picture {
                        EntryKind::Empty => None,
                        EntryKind::SameAs(other) => number(*other),
                        EntryKind::Picture(_) => number(PictureKey { limb: number_of_limb, index }),
                    })
                    .collect(),
            ),
        };
    }
}

/// Returns the size, place and move of a picture.
fn header(picture: &PictureSource) -> [i32; 6] {
    let [width, height] = [picture.width, picture.height].map(i32::from);
    let [x, y, move_x, move_y] = [picture.x, picture.y, picture.move_x, picture.move_y].map(i32::from);
    [width, height, x, y, move_x, move_y]
}

/// The size of a picture, and its pixels or the picture that it borrows them from.
type Shown<'a> = ((u16, u16), Result<&'a [u8], (u8, u8)>);

impl Stored {
    fn shown(&self) -> Option<Shown<'_>> {
        let pixels = match (&self.rows, &self.source.pixels) {
            (Some(rows), _) => Ok(rows.as_slice()),
            (None, PixelSource::Borrowed { limb, index }) => Err((*limb, *index)),
            (None, _) => return None,
        };
        Some(((self.source.width, self.source.height), pixels))
    }
}

/// The stored pictures by what they show and by their key, and those that no picture of the folder has taken yet.
struct Free<'a> {
    known: &'a [Stored],
    by_key: BTreeMap<PictureKey, usize>,
    /// The first stored picture that shows something, and all that are free.
    by_shown: BTreeMap<Shown<'a>, (usize, BTreeSet<usize>)>,
    taken: BTreeSet<usize>,
}

impl<'a> Free<'a> {
    fn of(known: &'a [Stored]) -> Self {
        let by_key = known.iter().map(|stored| stored.key).zip(0..).collect();
        let mut by_shown: BTreeMap<Shown<'a>, (usize, BTreeSet<usize>)> = BTreeMap::new();
        for (at, stored) in known.iter().enumerate() {
            if let Some(shown) = stored.shown() {
                by_shown.entry(shown).or_insert_with(|| (at, BTreeSet::new())).1.insert(at);
            }
        }
        Self { known, by_key, by_shown, taken: BTreeSet::new() }
    }

    /// Returns a stored picture that shows the same as a picture with this key, and one that is free as well. That of
    /// the same key comes first.
    fn same(&self, picture: &Picture, key: PictureKey) -> (Option<&'a Stored>, Option<&'a Stored>) {
        let pixels = match &picture.pixels {
            Pixels::Rows(rows) => Ok(rows.as_slice()),
            Pixels::Borrowed(key) => Err(borrowed(*key)),
            Pixels::Packed(_) => return (None, None),
        };
        let shown = (picture.size, pixels);
        let Some((first, free)) = self.by_shown.get(&shown) else { return (None, None) };
        let own = self.by_key.get(&key).copied();
        let own = own.filter(|own| self.known.get(*own).and_then(Stored::shown) == Some(shown));
        let unused = own.filter(|own| !self.taken.contains(own)).or_else(|| free.first().copied());
        let any = own.or(unused).unwrap_or(*first);
        (self.known.get(any), unused.and_then(|at| self.known.get(at)))
    }

    fn of_key(&self, key: PictureKey) -> Option<&'a Stored> {
        let at = self.by_key.get(&key).filter(|at| !self.taken.contains(at))?;
        self.known.get(*at)
    }

    fn take(&mut self, stored: &Stored) {
        let Some(at) = self.by_key.get(&stored.key).copied() else { return };
        self.taken.insert(at);
        let shown = self.known.get(at).and_then(Stored::shown);
        if let Some((_, free)) = shown.and_then(|shown| self.by_shown.get_mut(&shown)) {
            free.remove(&at);
        }
    }
}

/// Returns the limb and the index of a picture as a block stores them.
fn borrowed(key: PictureKey) -> (u8, u8) {
    (key.limb, u8::try_from(key.index).unwrap_or(u8::MAX))
}

/// Returns the picture with the packed bytes of the same pixels, or newly packed.
fn make(picture: &Picture, same: Option<&Stored>) -> PictureSource {
    picture.source(match (&picture.pixels, same) {
        (_, Some(stored)) => stored.source.pixels.clone(),
        (Pixels::Rows(rows), None) => PixelSource::Rows(rows.clone()),
        (Pixels::Packed(bytes), None) => PixelSource::Encoded(bytes.clone()),
        (Pixels::Borrowed(key), None) => {
            let (limb, index) = borrowed(*key);
            PixelSource::Borrowed { limb, index }
        }
    })
}

fn merge_chores(
    source: &mut CostSource,
    wanted: &LimbCostume,
    of_block: &LimbCostume,
    cost: &Cost,
    report: &mut Report,
) {
    let before = source.record_table.clone();
    let mut table: Vec<Option<usize>> = vec![None; before.len()];
    for chore in &wanted.chores {
        let path = format!("{TEXT}: chore {} \"{}\"", chore.number, chore.name);
        let old = of_block.chores.iter().find(|old| old.number == chore.number);
        let mut made: BTreeMap<u8, usize> = BTreeMap::new();
        // Facings that are described come before facings that repeat them.
        let order = |direction: &Direction| {
            matches!(chore.records.get(&direction.number()), Some(super::model::Record::SameAs(_)))
        };
        let mut directions = Direction::ALL;
        directions.sort_by_key(order);
        for direction in directions {
            let Some(limbs) = chore.actions(direction) else { continue };
            let index = usize::from(chore.number) * 4 + usize::from(direction.number());
            if table.len() <= index {
                table.resize(index + 1, None);
            }
            let own = before.get(index).copied().flatten();
            let same = old.and_then(|old| old.actions(direction)) == Some(limbs);
            let record = match (own.filter(|_| same), chore.records.get(&direction.number())) {
                (Some(own), _) => own,
                (None, Some(super::model::Record::SameAs(other))) if made.contains_key(&other.number()) => {
                    made.get(&other.number()).copied().unwrap_or(0)
                }
                _ => {
                    let path = format!("{path} / {direction}");
                    let old = own.and_then(|own| source.records.get(own).copied());
                    let record = record(source, limbs, old, cost, &path, report);
                    let known = source.records.iter().position(|other| *other == record);
                    known.unwrap_or_else(|| {
                        source.records.push(record);
                        source.records.len() - 1
                    })
                }
            };
            made.insert(direction.number(), record);
            if let Some(slot) = table.get_mut(index) {
                *slot = Some(record);
            }
        }
    }
    // Entries behind the last record stay, because some tools write them.
    let used = table.iter().rposition(Option::is_some).map_or(1, |last| last + 1);
    let kept = before.iter().rposition(Option::is_some).map_or(1, |last| last + 1);
    if used != kept || used > before.len() {
        table.truncate(used);
        source.last_record = None;
    }
    source.record_table = table;
    drop_unused_records(source);
}

/// Removes records that no chore uses any more.
fn drop_unused_records(source: &mut CostSource) {
    let mut numbers = BTreeMap::new();
    let mut kept = Vec::new();
    for (number, record) in source.records.iter().enumerate() {
        if source.record_table.contains(&Some(number)) {
            numbers.insert(number, kept.len());
            kept.push(*record);
        }
    }
    source.records = kept;
    for entry in &mut source.record_table {
        *entry = entry.and_then(|number| numbers.get(&number).copied());
    }
}

fn record(
    source: &mut CostSource,
    limbs: &BTreeMap<u8, Action>,
    old: Option<[Option<CostEntry>; LIMBS]>,
    cost: &Cost,
    path: &str,
    report: &mut Report,
) -> [Option<CostEntry>; LIMBS] {
    let mut record = [None; LIMBS];
    for (limb, wanted) in limbs {
        let Some(slot) = record.get_mut(usize::from(*limb)) else { continue };
        let own = old.and_then(|old| old.get(usize::from(*limb)).copied().flatten());
        *slot = match (own, wanted) {
            (Some(own), _) if action(cost, own) == *wanted => Some(own),
            (_, Action::Off) => Some(CostEntry::Off),
            (_, Action::Play { commands, once }) => {
                let path = format!("{path} / limb {limb}");
                window(source, commands, *once, &path, report).map(CostEntry::Window)
            }
        };
    }
    record
}

/// Returns the place of these commands in the stream: where it has them already, or at its end.
fn window(
    source: &mut CostSource,
    commands: &[u8],
    once: bool,
    path: &str,
    report: &mut Report,
) -> Option<Window> {
    if let Some(why) = super::choke(commands, once, source.dialect.sounds) {
        report.refuse(path, why);
        return None;
    }
    let known = source.commands.windows(commands.len().max(1)).position(|window| window == commands);
    let start = known.unwrap_or_else(|| {
        source.commands.extend_from_slice(commands);
        source.commands.len() - commands.len()
    });
    let most = match source.dialect.cost.starts {
        Starts::Byte => 0xFE,
        Starts::Word => 0xFFFE,
    };
    let fits = u16::try_from(start).ok().filter(|start| *start <= most);
    let (Some(start), Ok(length)) = (fits, u8::try_from(commands.len())) else {
        report.refuse(
            path,
            format!(
                "the command stream is full: these steps would begin at command {start}, later than {most}"
            ),
        );
        return None;
    };
    Some(Window { start, length, play_once: once })
}
