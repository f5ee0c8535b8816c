//! The two disks of games for the C64, as images of their sectors (`reference/08 §6.1`, `reference/12 §6.6`).
//!
//! ```text
//! disk 1    u16 0x0A31, object bytes, { '1' or '2' } for each room, { u8 sector, u8 track } for each room,
//!           then as in the index of v1                                                      not encrypted
//! disk 2    u16 0x0132
//! a room    from its sector on: resources, one behind the other, each u16 size (itself included), bytes;
//!           0xFFFF between them is filling
//! ```
//! There is no directory: rooms are what it holds, named as the files that people take from such disks. What
//! surprises: nothing on the disks says how many resources a room has, so that tells the game, which in turn
//! only the index's tables tell.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::members::Members;
use super::part::{Part, Shared};
use crate::bytes::Bytes;
use crate::dialect::{OldTables, V1Game};
use crate::error::{Error, ErrorKind, Result};
use crate::source::{Source, read_vec};

/// Bytes of a sector.
pub(crate) const SECTOR: u64 = 256;

/// Tracks of a disk.
const TRACKS: u8 = 35;

/// Lengths of images: 35 or 40 tracks, with or without a byte of errors for each sector.
const LENGTHS: [u64; 4] = [174_848, 175_531, 196_608, 197_376];

/// What each disk begins with.
pub(crate) const MAGIC: [[u8; 2]; 2] = [[0x31, 0x0A], [0x32, 0x01]];

/// Between resources stands nothing but this.
const FILLING: u16 = 0xFFFF;

/// Resources of each room of Maniac Mansion.
const MANIAC: [u8; 55] = [
    0, 11, 1, 3, 9, 12, 1, 13, 10, 6, 4, 1, 7, 1, 1, 2, 7, 8, 19, 9, 6, 9, 2, 6, 8, 4, 16, 8, 3, 3, 12, 12,
    2, 8, 1, 1, 2, 1, 9, 1, 3, 7, 3, 3, 13, 5, 4, 3, 1, 1, 3, 10, 1, 0, 0,
];

/// The same of Zak `McKracken`.
const ZAK: [u8; 59] = [
    0, 29, 12, 14, 13, 4, 4, 10, 7, 4, 14, 19, 5, 4, 7, 6, 11, 9, 4, 4, 1, 3, 3, 5, 1, 9, 4, 10, 13, 6, 7,
    10, 2, 6, 1, 11, 2, 5, 7, 1, 7, 1, 4, 2, 8, 6, 6, 6, 4, 13, 3, 1, 2, 1, 2, 1, 10, 1, 1,
];

/// How many resources each room of a game has on its disks.
pub(crate) fn resources(game: V1Game) -> &'static [u8] {
    match game {
        V1Game::Maniac => &MANIAC,
        V1Game::Zak => &ZAK,
    }
}

/// Whether a file is such an image, and of which disk: 1 or 2.
pub(super) fn disk_of(head: &[u8], len: u64) -> Option<u8> {
    if !LENGTHS.contains(&len) {
        return None;
    }
    (1..).zip(MAGIC).find(|(_, magic)| head.starts_with(magic)).map(|(disk, _)| disk)
}

/// Sectors of a track, from 1 on.
fn sectors(track: u8) -> u8 {
    match track {
        1..=17 => 21,
        18..=24 => 19,
        25..=30 => 18,
        _ => 17,
    }
}

/// Where a sector stands in an image; `None` where a disk has none such.
pub(crate) fn place(track: u8, sector: u8) -> Option<u64> {
    if !(1..=TRACKS).contains(&track) || sector >= sectors(track) {
        return None;
    }
    let before: u64 = (1..track).map(|track| u64::from(sectors(track))).sum();
    Some(before.saturating_add(sector.into()).saturating_mul(SECTOR))
}

/// Where the rooms of a game lie, as far as its index on the first disk places them: room, disk, offset.
fn places(index: Bytes<'_>, game: V1Game) -> Result<Vec<(usize, u8, u64)>> {
    let [objects, rooms, ..] = OldTables::C64(game).counts().unwrap_or_default().map(usize::from);
    let at = objects.saturating_add(2);
    let disks = index.slice(at, rooms, "disks of rooms")?;
    let starts = index.slice(at.saturating_add(rooms), rooms.saturating_mul(2), "places of rooms")?;
    let mut found = Vec::new();
    for (room, (disk, start)) in disks.iter().zip(starts.as_chunks::<2>().0).enumerate() {
        let has_any = resources(game).get(room).is_some_and(|count| *count > 0);
        let disk = match disk {
            b'1' => 1,
            b'2' => 2,
            // Not there, or not a room.
            0 => continue,
            _ if !has_any => continue,
            other => {
                let why = format!("{other:#04x} is no disk, of which there are '1' and '2'");
                return Err(Error::new(ErrorKind::BadValue(why), format!("disk of room {room}")));
            }
        };
        let [sector, track] = *start;
        match place(track, sector) {
            Some(at) if has_any => found.push((room, disk, at)),
            Some(_) => {}
            None if !has_any => {}
            None => {
                let why = format!("track {track}, sector {sector}: a disk has none such");
                return Err(Error::new(ErrorKind::BadValue(why), format!("place of room {room}")));
            }
        }
    }
    if found.is_empty() {
        return Err(Error::new(ErrorKind::BadValue("it places no room".into()), "index on disk 1"));
    }
    Ok(found)
}

/// Bytes from `at` on that so many resources take; less where the disk ends before, or one has no size.
fn length(disk: &dyn Source, at: u64, count: u8) -> Result<(u64, u8)> {
    let mut end = at;
    let mut found = 0;
    while found < count {
        let mut size = [0; 2];
        if end.saturating_add(2) > disk.len() {
            break;
        }
        disk.read_at(end, &mut size)?;
        let size = u16::from_le_bytes(size);
        if size == FILLING {
            end = end.saturating_add(2);
            continue;
        }
        if size < 4 || end.saturating_add(size.into()) > disk.len() {
            break;
        }
        end = end.saturating_add(size.into());
        found = found.saturating_add(1);
    }
    Ok((end.saturating_sub(at), found))
}

/// The files of the game on the first disk, and on the second, if that is there.
///
/// # Errors
/// A bad value where the index places rooms nowhere, as those of no game are.
pub(super) fn members(first: &Shared, second: Option<&Shared>) -> Result<Members> {
    let most = OldTables::C64(V1Game::Zak).index_len().unwrap_or_default();
    let index = read_vec(&**first, 0, most.min(first.len()), most, "index on disk 1")?;
    let read = |game| places(Bytes::new(&index), game).map(|places| (game, places));
    // The tables of the one make no sense as the other's.
    let (game, places) = read(V1Game::Maniac).or_else(|_| read(V1Game::Zak))?;
    let mut members = Members::default();
    let len = OldTables::C64(game).index_len().unwrap_or_default();
    members.add_own("00.lfl", Part::new(first, 0, len, "index on disk 1")?)?;
    let mut elsewhere = 0_u32;
    for (room, disk, at) in places {
        let image = match (disk, second) {
            (1, _) => first,
            (_, Some(second)) => second,
            (_, None) => {
                elsewhere = elsewhere.saturating_add(1);
                continue;
            }
        };
        let wanted = resources(game).get(room).copied().unwrap_or(0);
        let (len, found) = length(&**image, at, wanted)?;
        if found < wanted {
            members.odd.push(format!("room {room} has {found} resources on disk {disk} instead of {wanted}"));
        }
        members.add_own(&format!("{room:02}.lfl"), Part::new(image, at, len, "room")?)?;
    }
    if elsewhere > 0 {
        members
            .odd
            .push(format!("disk 2 is missing: put its image beside this one; {elsewhere} rooms are on it"));
    }
    Ok(members)
}

/// Which of these second disks goes with a first one: the one whose name has most in common with it.
pub(super) fn fellow<'a>(first: &str, seconds: &'a [(String, Shared)]) -> Option<&'a (String, Shared)> {
    let alike = |other: &str| {
        let same = |(a, b): &(char, char)| a.eq_ignore_ascii_case(b);
        let front = first.chars().zip(other.chars()).take_while(same).count();
        let back = first.chars().rev().zip(other.chars().rev()).take_while(same).count();
        front.saturating_add(back)
    };
    seconds.iter().rev().max_by_key(|(name, _)| alike(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_stand_where_the_reference_says() {
        assert_eq!(place(1, 0), Some(0));
        assert_eq!(place(18, 0), Some(357 * 256), "`reference/12 §6.6`");
        assert_eq!(place(35, 16), Some(174_848 - 256));
        for (track, sector) in [(0, 0), (1, 21), (18, 19), (25, 18), (35, 17), (36, 0), (255, 255)] {
            assert_eq!(place(track, sector), None, "{track}, {sector}");
        }
    }

    #[test]
    fn the_longer_likeness_wins() {
        let empty: Shared = std::sync::Arc::new(std::sync::Arc::<[u8]>::from([]));
        let names = ["zak2.d64", "MANIAC2.D64", "x.d64"];
        let seconds = names.map(|name| (name.to_owned(), std::sync::Arc::clone(&empty)));
        assert_eq!(fellow("maniac1.d64", &seconds).unwrap().0, "MANIAC2.D64");
        assert_eq!(fellow("zak1.d64", &seconds).unwrap().0, "zak2.d64");
        assert!(fellow("zak1.d64", &[]).is_none());
    }
}
