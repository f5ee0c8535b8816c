//! From a COST block to what its folder says.
//!
//! Pictures are named after the first animation that shows them (`walk-east-2`), so that a folder can be read without a table of numbers.

use std::collections::{BTreeMap, BTreeSet};

use costumier::cost::{Cost, Pixels, Window};
use costumier::cost::record::LimbEntry;
use costumier::model::PictureKey;
use costumier::{Dialect, Direction, Limits, Result};

use super::model::{
    Action, Chore, Entry, EntryKind, Facing, Limb, LimbCostume, Picture, PicturePixels, Table,
};

/// What a block says, in the words of a folder.
///
/// # Errors
/// For a picture or a record that cannot be read.
pub(super) fn describe(cost: &Cost, limits: &Limits) -> Result<LimbCostume> {
    let format = cost.format();
    let chores = chores(cost)?;
    let names = Names::of(cost, &chores);
    let mut limbs = Vec::new();
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
            None => Table::Own(entries(cost, number, table.len, &names, limits)?),
        };
        limbs.push(Limb { number, name: limb_name(number), table });
    }
    Ok(LimbCostume {
        dialect: dialect_of(cost),
        colours: match format.pixels {
            Pixels::Cells => 4,
            Pixels::Runs(depth) => u8::try_from(depth.colours()).unwrap_or(u8::MAX),
        },
        never_mirror: format.never_mirror,
        redirects: format.redirects,
        palette: cost.stored_palette().to_vec(),
        limbs,
        chores,
    })
}

/// The dialect, with the layout that this very block has.
fn dialect_of(cost: &Cost) -> Dialect {
    *cost.dialect()
}

fn limb_name(number: u8) -> String {
    format!("limb-{number}")
}

fn entries(cost: &Cost, limb: u8, len: u16, names: &Names, limits: &Limits) -> Result<Vec<Entry>> {
    let mut seen: BTreeMap<usize, PictureKey> = names.stored(cost, limb);
    let mut entries = Vec::new();
    for index in 0..len {
        let key = PictureKey { limb, index };
        let name = names.of_key(key);
        let Some(info) = cost.picture_info(key) else {
            entries.push(Entry { name, picture: EntryKind::Empty });
            continue;
        };
        if let Some(other) = seen.get(&info.offset).filter(|other| **other != key) {
            entries.push(Entry { name, picture: EntryKind::SameAs(*other) });
            continue;
        }
        seen.insert(info.offset, key);
        let pixels = match info.redirect {
            Some(other) => PicturePixels::Borrowed(other),
            None => {
                let picture = cost.picture(key)?;
                let mut rows = Vec::new();
                picture.packed.decode(limits.picture_pixels, &mut rows)?;
                PicturePixels::Rows(rows)
            }
        };
        let picture = Picture {
            size: (info.width, info.height),
            at: (info.x, info.y),
            moves: (info.move_x, info.move_y),
            pixels,
        };
        entries.push(Entry { name, picture: EntryKind::Picture(picture) });
    }
    Ok(entries)
}

fn chores(cost: &Cost) -> Result<Vec<Chore>> {
    let mut chores: BTreeMap<u16, Chore> = BTreeMap::new();
    let mut offsets: BTreeMap<(u16, usize), Direction> = BTreeMap::new();
    for index in cost.record_indices() {
        let record = cost.record(index)?;
        let (number, direction) = (index / 4, Direction::from_number(index.to_le_bytes()[0]));
        let chore = chores.entry(number).or_insert_with(|| Chore {
            number,
            name: chore_name(cost.dialect(), number),
            facings: BTreeMap::new(),
        });
        let facing = match offsets.get(&(number, record.offset)) {
            Some(other) => Facing::SameAs(*other),
            None => {
                offsets.insert((number, record.offset), direction);
                let limbs = (0u8..).zip(&record.limbs);
                let action = |(limb, entry): (u8, &Option<LimbEntry>)| Some((limb, action(cost, (*entry)?)));
                Facing::Limbs(limbs.filter_map(action).collect())
            }
        };
        chore.facings.insert(direction.number(), facing);
    }
    Ok(chores.into_values().collect())
}

/// What a limb does, the commands looked up in the stream.
pub(super) fn action(cost: &Cost, entry: LimbEntry) -> Action {
    match entry {
        LimbEntry::Off => Action::Off,
        LimbEntry::Window(Window { start, length, play_once }) => Action::Play {
            commands: (0..u16::from(length)).map(|n| cost.command(start.saturating_add(n))).collect(),
            once: play_once,
        },
    }
}

/// The role's name, or `chore 8`.
pub(super) fn chore_name(dialect: &Dialect, number: u16) -> String {
    let role = u8::try_from(number).ok().and_then(|number| dialect.roles.role(number));
    role.map_or_else(|| format!("chore {number}"), |role| role.name().to_owned())
}

/// Names of pictures, by what shows them first.
struct Names {
    names: BTreeMap<PictureKey, String>,
}

impl Names {
    fn of(cost: &Cost, chores: &[Chore]) -> Self {
        let mut names: BTreeMap<PictureKey, String> = BTreeMap::new();
        let mut taken: BTreeSet<(u8, String)> = BTreeSet::new();
        // East before West, which is mostly its mirror image.
        let order = [Direction::East, Direction::South, Direction::North, Direction::West];
        for chore in chores {
            for direction in order {
                let Some(Facing::Limbs(limbs)) = chore.facings.get(&direction.number()) else { continue };
                for (limb, action) in limbs {
                    let Action::Play { commands, .. } = action else { continue };
                    let mut number = 0;
                    for index in commands.iter().filter(|byte| **byte < 0x71) {
                        let key = PictureKey { limb: *limb, index: u16::from(*index) };
                        if names.contains_key(&key) || cost.picture_info(key).is_none() {
                            continue;
                        }
                        let name = loop {
                            number += 1;
                            let name = format!("{}-{direction}-{number}", chore.name.replace(' ', "-"));
                            if taken.insert((*limb, name.clone())) {
                                break name;
                            }
                        };
                        names.insert(key, name);
                    }
                }
            }
        }
        Self { names }
    }

    fn of_key(&self, key: PictureKey) -> String {
        self.names.get(&key).cloned().unwrap_or_else(|| format!("picture-{}", key.index))
    }

    /// The stored pictures that limbs before this one have, by their offset.
    fn stored(&self, cost: &Cost, limb: u8) -> BTreeMap<usize, PictureKey> {
        let mut stored = BTreeMap::new();
        for key in cost.picture_keys().filter(|key| key.limb < limb) {
            if let Some(info) = cost.picture_info(key) {
                stored.entry(info.offset).or_insert(key);
            }
        }
        stored
    }
}
