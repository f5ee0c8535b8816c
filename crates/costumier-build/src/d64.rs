//! A game for the C64 on two disks, from its files (`docs/format/old-rooms.md §6.1`).
//!
//! Rooms lie one behind the other, each from the start of a sector. **Note:** the number of resources of a room is
//! fixed, for each room of each game. Empty resources fill a room up; a room with more cannot be written.

use super::classic::NamedFile;
use costumier_files::container::d64::{MAGIC, SECTOR, place, resources};
use costumier_files::layout::{IndexLayout, List, TableField};
use costumier_files::{Index, Key};
use costumier_format::bytes::Bytes;
use costumier_format::dialect::{OldTables, V1Game};
use costumier_format::{Limits, Problem, Refused, Severity};

/// Bytes of an image.
const LEN: usize = 174_848;

/// An empty resource.
const EMPTY: [u8; 4] = [4, 0, 0, 0];

/// The images of the two disks, from the files that [`ClassicBuilder`](super::classic::ClassicBuilder) has
/// written for a dialect of the C64. Rooms with an even number lie on the second disk.
///
/// # Errors
/// A room of more resources than this game's has, rooms that do not fit a disk, files of another game.
pub fn disk_images(files: &[NamedFile], game: V1Game) -> Result<[Vec<u8>; 2], Refused> {
    let refused = |path: String, text: String| {
        Refused::unless_empty(vec![Problem::new(Severity::Broken, path, None, text)])
    };
    let plain = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        Key::OLD.apply(&mut bytes);
        bytes
    };
    let tables = OldTables::C64(game);
    let mut disks = [vec![0; LEN], vec![0; LEN]];
    let mut index = files.iter().find(|(name, _)| name == "00.lfl").map(|(_, bytes)| plain(bytes));
    let index = index.get_or_insert_default();
    if Some(index.len() as u64) != tables.index_len() {
        refused("index".into(), format!("{} bytes, which is no index of this game", index.len()))?;
    }
    let read = Index::read(Bytes::new(index), &IndexLayout::old(tables), &Limits::default());
    let rooms = read.ok().and_then(|read| read.tables.into_iter().find(|it| it.table.list == List::Rooms));
    // Behind the index, and behind the mark of the second disk.
    let mut ends = [index.len(), MAGIC.len()];
    for (name, bytes) in files {
        let Some(room) = name.strip_suffix(".lfl").and_then(|stem| stem.parse::<usize>().ok()) else {
            continue;
        };
        let wanted = resources(game).get(room).copied().unwrap_or(0);
        if room == 0 {
            continue;
        }
        let mut bytes = plain(bytes);
        let found = count(&bytes);
        if found > usize::from(wanted) {
            refused(format!("room {room}"), format!("{found} resources; this game's has {wanted}"))?;
        }
        for _ in found..usize::from(wanted) {
            bytes.extend(EMPTY);
        }
        let side = room.wrapping_add(1) % 2;
        let (Some(disk), Some(end)) = (disks.get_mut(side), ends.get_mut(side)) else { continue };
        let at = end.next_multiple_of(usize::try_from(SECTOR).unwrap_or(usize::MAX));
        let sector = (1..=35_u8)
            .flat_map(|track| (0..21_u8).map(move |sector| (track, sector)))
            .find(|(track, sector)| place(*track, *sector) == Some(at as u64));
        let to = disk.get_mut(at..at.saturating_add(bytes.len()));
        let (Some((track, sector)), Some(to)) = (sector, to) else {
            refused(format!("room {room}"), "its disk is full".into())?;
            continue;
        };
        to.copy_from_slice(&bytes);
        *end = at.saturating_add(bytes.len());
        let mark = if side == 0 { b'1' } else { b'2' };
        for (field, bytes) in [(TableField::Room, &[mark][..]), (TableField::Offset, &[sector, track])] {
            let at = rooms.and_then(|rooms| rooms.number(field, u32::try_from(room).ok()?));
            let at = at.and_then(|(at, _)| usize::try_from(at).ok()).unwrap_or(usize::MAX);
            if let Some(to) = index.get_mut(at..at.saturating_add(bytes.len())) {
                to.copy_from_slice(bytes);
            }
        }
    }
    for (disk, start) in disks.iter_mut().zip([index.as_slice(), &[]]) {
        disk.iter_mut().zip(start).for_each(|(to, from)| *to = *from);
    }
    for (disk, magic) in disks.iter_mut().zip(MAGIC) {
        disk.iter_mut().zip(magic).for_each(|(to, from)| *to = from);
    }
    Ok(disks)
}

/// Resources in a row.
fn count(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    let mut count: usize = 0;
    while let [low, high, ..] = rest {
        let size = usize::from(u16::from_le_bytes([*low, *high])).max(EMPTY.len());
        rest = rest.get(size..).unwrap_or_default();
        count = count.saturating_add(1);
    }
    count
}
