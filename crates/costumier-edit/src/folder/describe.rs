//! Reads a COST block into the model of a costume folder.

use std::collections::BTreeMap;

use costumier::format::codec::{ColourTable, Decoder, Packed};
use costumier::format::cost::{Cost, CostEntry, Window};
use costumier::{Dialect, Direction, Error, ErrorKind, Limits, PictureKey, Result};

use super::model::{Action, Chore, Limb, LimbCostume, Record, Table};
use super::picture::{Entry, EntryKind, Picture, Pixels};
use super::shown::{Names, animation};

/// Returns the contents of a block as a folder has them. A picture that cannot be read becomes an entry without a
/// picture, a record that cannot be read is left out; the block itself keeps both.
pub(super) fn describe(cost: &Cost, limits: &Limits) -> LimbCostume {
    let format = cost.format();
    let chores = chores(cost);
    let names = names(cost, &chores);
    let (mut limbs, mut left) = (Vec::new(), PixelsLeft::default());
    for number in 0..16u8 {
        let table = cost.limb(number);
        let Some(start) = table.start else {
            if usize::from(number) < cost.layout().limbs {
                limbs.push(Limb { number, name: limb_name(number), table: Table::Null });
            }
            continue;
        };
        if table.len == 0 {
            continue;
        }
        let first = (0..number).find(|other| cost.limb(*other).start == Some(start));
        let table = match first {
            Some(other) => Table::SameAs(other),
            None => Table::Own(entries(cost, (number, table.len), &names, limits, &mut left)),
        };
        limbs.push(Limb { number, name: limb_name(number), table });
    }
    LimbCostume {
        dialect: *cost.dialect(),
        colours: u8::try_from(format.colours()).unwrap_or(u8::MAX),
        never_mirror: format.never_mirror,
        redirects: format.redirects,
        palette: cost.stored_palette().to_vec(),
        limbs,
        chores,
    }
}

fn limb_name(number: u8) -> String {
    format!("limb-{number}")
}

/// Largest number of pixels that are unpacked, of all pictures together.
const MOST_PIXELS: usize = 1 << 25;

/// Returns the pixels of a picture, if no more than `left` pixels.
pub(super) fn rows_within(packed: &Packed<'_>, limits: &Limits, left: &mut PixelsLeft) -> Result<Vec<u8>> {
    let Some(rest) = left.0.checked_sub(packed.pixels()) else {
        let why = format!("all pictures have more than {MOST_PIXELS} pixels together");
        return Err(Error::new(ErrorKind::Limit(why), "picture"));
    };
    let rows = rows(packed, limits)?;
    left.0 = rest;
    Ok(rows)
}

/// The number of pixels of a block that may still be unpacked. Headers of a few bytes can state any size.
pub(super) struct PixelsLeft(usize);

impl Default for PixelsLeft {
    fn default() -> Self {
        Self(MOST_PIXELS)
    }
}

fn entries(
    cost: &Cost,
    (limb, len): (u8, usize),
    names: &Names,
    limits: &Limits,
    left: &mut PixelsLeft,
) -> Vec<Entry> {
    let mut seen: BTreeMap<usize, PictureKey> = stored(cost, limb);
    let mut entries = Vec::new();
    for index in (0u16..).take(len) {
        let key = PictureKey { limb, index };
        let name = names.name(key);
        let Some(info) = cost.picture_info(key) else {
            entries.push(Entry { name, picture: EntryKind::Empty });
            continue;
        };
        if let Some(other) = seen.get(&info.offset).filter(|other| **other != key) {
            entries.push(Entry { name, picture: EntryKind::SameAs(*other) });
            continue;
        }
        seen.insert(info.offset, key);
        let own = || rows_within(&cost.picture(key)?.packed, limits, left).map(Pixels::Rows);
        let Ok(pixels) = info.redirect.map_or_else(own, |other| Ok(Pixels::Borrowed(other))) else {
            entries.push(Entry { name, picture: EntryKind::Empty });
            continue;
        };
        let picture = Picture {
            size: (info.width, info.height),
            at: (info.x, info.y),
            moves: (info.move_x, info.move_y),
            pixels,
        };
        entries.push(Entry { name, picture: EntryKind::Picture(picture) });
    }
    entries
}

/// Returns the pixels of a picture as stored: costume colours, row by row.
pub(super) fn rows(packed: &Packed<'_>, limits: &Limits) -> Result<Vec<u8>> {
    if packed.pixels() > limits.picture_pixels {
        let why = format!("the picture has too many pixels: {} × {}", packed.width, packed.height);
        return Err(Error::new(ErrorKind::Limit(why), "picture"));
    }
    let mut rows = Vec::new();
    Decoder::new().picture(packed, &ColourTable::IDENTITY, &mut rows);
    rows.truncate(packed.pixels());
    Ok(rows)
}

/// The order in which directions are looked at: East before West, which is mostly its mirror image.
const ORDER: [Direction; 4] = [Direction::East, Direction::South, Direction::North, Direction::West];

fn chores(cost: &Cost) -> Vec<Chore> {
    let mut chores: BTreeMap<u16, Chore> = BTreeMap::new();
    for number in cost.record_indices().map(|index| index / 4) {
        chores.entry(number).or_insert_with(|| chore(cost, number));
    }
    chores.into_values().collect()
}

fn chore(cost: &Cost, number: u16) -> Chore {
    let mut records = BTreeMap::new();
    let mut first: BTreeMap<usize, Direction> = BTreeMap::new();
    for direction in ORDER {
        let Ok(record) = cost.record(number * 4 + u16::from(direction.number())) else { continue };
        let of_block = match first.get(&record.offset) {
            Some(other) => Record::SameAs(*other),
            None => {
                first.insert(record.offset, direction);
                let limbs = (0u8..).zip(&record.limbs);
                let action = |(limb, entry): (u8, &Option<CostEntry>)| Some((limb, action(cost, (*entry)?)));
                Record::Limbs(limbs.filter_map(action).collect())
            }
        };
        records.insert(direction.number(), of_block);
    }
    Chore { number, name: chore_name(cost.dialect(), number), records }
}

/// Returns what a limb does, with the commands from the stream.
pub(super) fn action(cost: &Cost, entry: CostEntry) -> Action {
    match entry {
        CostEntry::Off => Action::Off,
        CostEntry::Window(Window { start, length, play_once }) => Action::Play {
            commands: (0..u16::from(length)).map(|n| cost.command_byte(start.saturating_add(n))).collect(),
            once: play_once,
        },
    }
}

/// Returns the role's name, or `chore 8`.
pub(crate) fn chore_name(dialect: &Dialect, number: u16) -> String {
    let role = dialect.roles.role(number);
    role.map_or_else(|| format!("chore {number}"), |role| role.name().to_owned())
}

/// Names the pictures that chores show.
fn names(cost: &Cost, chores: &[Chore]) -> Names {
    let mut names = Names::default();
    for chore in chores {
        for direction in ORDER {
            let Some(Record::Limbs(limbs)) = chore.records.get(&direction.number()) else { continue };
            let animation = animation(&chore.name, direction.name());
            for (limb, action) in limbs {
                let Action::Play { commands, .. } = action else { continue };
                for index in commands.iter().filter(|byte| **byte < 0x71) {
                    let key = PictureKey { limb: *limb, index: u16::from(*index) };
                    if cost.picture_info(key).is_some() {
                        names.show(key, *limb, &animation);
                    }
                }
            }
        }
    }
    names
}

/// Returns the stored pictures of the limbs before this one, by their offset.
fn stored(cost: &Cost, limb: u8) -> BTreeMap<usize, PictureKey> {
    let mut stored = BTreeMap::new();
    for key in cost.picture_keys().filter(|key| key.limb < limb) {
        if let Some(info) = cost.picture_info(key) {
            stored.entry(info.offset).or_insert(key);
        }
    }
    stored
}
