//! The two disks of games for the C64, as images of their sectors (`docs/format/old-rooms.md §6.1`,
//! `docs/format/editions.md §6.6`).
//!
//! ```text
//! disk 1    u16 0x0A31, object bytes, { '1' or '2' } for each room, { u8 sector, u8 track } for each room,
//!           then as in the index of v1                                                      not encrypted
//! disk 2    u16 0x0132
//! a room    from its sector on: successive resources, each u16 size (itself included), bytes;
//!           0xFFFF between them is filling
//! ```
//! The disks have no directory. Each room becomes a file, with the name and form of files that are usually
//! extracted from such disks: each byte XOR 0xFF, the index beginning with 0x0132. Interpreters can open these
//! files.
//!
//! **Note:** the disks do not say how many resources a room has; that depends on the game, which only the index's
//! tables show. Nor do they say which second disk belongs to a first one: on the right one, rooms are where the
//! index places them.

mod opening;

use super::file_range::{FileRange, Shared};
use super::members::Members;
use crate::bytes::Bytes;
use crate::dialect::{OldTables, V1Game};
use crate::layout::{IndexLayout, List};
use crate::source::{Source, read_vec};
use crate::{Error, ErrorKind, Result};

/// Length of a sector in bytes.
pub const SECTOR: u64 = 256;

/// Number of tracks of a disk.
const TRACKS: u8 = 35;

/// Lengths of images in bytes: 35 or 40 tracks, with or without an error byte for each sector.
const LENGTHS: [u64; 4] = [174_848, 175_531, 196_608, 197_376];

/// The first bytes of each disk.
pub const MAGIC: [[u8; 2]; 2] = [[0x31, 0x0A], [0x32, 0x01]];

/// The first bytes of the index as a file.
const MAGIC_OF_FILES: [u8; 2] = [0x32, 0x01];

/// Number of second disks that are tried with a first one.
const MOST_SECONDS: usize = 16;

/// The word that fills the space between resources.
const FILLING: u16 = 0xFFFF;

/// Number of resources of each room of Maniac Mansion.
const MANIAC: [u8; 55] = [
    0, 11, 1, 3, 9, 12, 1, 13, 10, 6, 4, 1, 7, 1, 1, 2, 7, 8, 19, 9, 6, 9, 2, 6, 8, 4, 16, 8, 3, 3, 12, 12,
    2, 8, 1, 1, 2, 1, 9, 1, 3, 7, 3, 3, 13, 5, 4, 3, 1, 1, 3, 10, 1, 0, 0,
];

/// Number of resources of each room of Zak `McKracken`.
const ZAK: [u8; 59] = [
    0, 29, 12, 14, 13, 4, 4, 10, 7, 4, 14, 19, 5, 4, 7, 6, 11, 9, 4, 4, 1, 3, 3, 5, 1, 9, 4, 10, 13, 6, 7,
    10, 2, 6, 1, 11, 2, 5, 7, 1, 7, 1, 4, 2, 8, 6, 6, 6, 4, 13, 3, 1, 2, 1, 2, 1, 10, 1, 1,
];

/// Number of resources that each room of a game has on its disks.
pub fn resources(game: V1Game) -> &'static [u8] {
    match game {
        V1Game::Maniac => &MANIAC,
        V1Game::Zak => &ZAK,
    }
}

/// The number of the disk, 1 or 2, if a file is such an image.
pub(super) fn disk_of(head: &[u8], len: u64) -> Option<u8> {
    if !LENGTHS.contains(&len) {
        return None;
    }
    (1..).zip(MAGIC).find(|(_, magic)| head.starts_with(magic)).map(|(disk, _)| disk)
}

/// Number of sectors of a track; tracks count from 1.
fn sectors(track: u8) -> u8 {
    match track {
        1..=17 => 21,
        18..=24 => 19,
        25..=30 => 18,
        _ => 17,
    }
}

/// Offset of a sector in an image; `None` if the disk has no such sector.
pub fn place(track: u8, sector: u8) -> Option<u64> {
    if !(1..=TRACKS).contains(&track) || sector >= sectors(track) {
        return None;
    }
    let before: u64 = (1..track).map(|track| u64::from(sectors(track))).sum();
    Some(before.saturating_add(sector.into()).saturating_mul(SECTOR))
}

/// The positions of a game's rooms in its index on the first disk: room, disk, offset.
fn places(index: Bytes<'_>, game: V1Game) -> Result<Vec<(usize, u8, u64)>> {
    let (tables, _) = IndexLayout::old(OldTables::C64(game)).bare_tables(index)?;
    let rooms = tables.into_iter().find(|(placed, _)| placed.table.list == List::Rooms);
    let mut found = Vec::new();
    for (room, row) in rooms.map(|(_, rows)| rows).unwrap_or_default().into_iter().enumerate() {
        let has_any = resources(game).get(room).is_some_and(|count| *count > 0);
        let disk = match row.room {
            b'1' => 1,
            b'2' => 2,
            // The room does not exist.
            0 => continue,
            _ if !has_any => continue,
            other => {
                let why = format!("{other:#04x} is no disk, of which there are '1' and '2'");
                return Err(Error::new(ErrorKind::BadValue(why), format!("disk of room {room}")));
            }
        };
        // The low byte is the sector, the high one the track.
        let [sector, track, ..] = row.offset.to_le_bytes();
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

/// Length in bytes of `count` resources from `at` on, and their number. Both are less if the disk ends before, or a
/// resource has no size.
fn length(disk: &[u8], at: u64, count: u8) -> (u64, u8) {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    let mut end = start;
    let mut found = 0;
    while found < count {
        let Some(size) = disk.get(end..).and_then(|rest| rest.first_chunk::<2>()) else { break };
        let size = u16::from_le_bytes(*size);
        if size == FILLING {
            end = end.saturating_add(2);
            continue;
        }
        let next = end.saturating_add(size.into());
        if size < 4 || next > disk.len() {
            break;
        }
        end = next;
        found = found.saturating_add(1);
    }
    (end.saturating_sub(start) as u64, found)
}

/// Reads a whole image; images are small.
fn image(disk: &Shared) -> Result<Vec<u8>> {
    let most = LENGTHS.iter().copied().max().unwrap_or_default();
    read_vec(&**disk, 0, disk.len(), most, "disk image")
}

/// A part of a disk in the form of the usual files.
struct DiskPart {
    part: FileRange,
    /// The first bytes of the file, if they differ from the disk's.
    head: Option<[u8; 2]>,
}

impl Source for DiskPart {
    fn len(&self) -> u64 {
        self.part.len()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        self.part.read_at(offset, out)?;
        for (at, byte) in (offset..).zip(out.iter_mut()) {
            let place = usize::try_from(at).ok();
            let own = self.head.as_ref().zip(place).and_then(|(head, at)| head.get(at));
            *byte = own.copied().unwrap_or(*byte) ^ 0xFF;
        }
        Ok(())
    }
}

/// The index on a first disk.
struct Index {
    game: V1Game,
    /// Room, disk and offset of each room.
    places: Vec<(usize, u8, u64)>,
}

impl Index {
    fn read(first: &[u8]) -> Result<Self> {
        let most = OldTables::C64(V1Game::Zak).index_len().unwrap_or_default();
        let index = first.get(..usize::try_from(most).unwrap_or(0)).unwrap_or(first);
        let read = |game| places(Bytes::new(index), game).map(|places| Self { game, places });
        // The tables of one game are invalid as the other's.
        read(V1Game::Maniac).or_else(|_| read(V1Game::Zak))
    }

    /// How many rooms are at their positions on the second disk.
    fn fit(&self, second: &[u8]) -> Fit {
        let mut rooms = 0_usize;
        let mut whole = 0_usize;
        for (room, _, at) in self.places.iter().filter(|(_, disk, _)| *disk == 2) {
            let wanted = resources(self.game).get(*room).copied().unwrap_or(0);
            rooms = rooms.saturating_add(1);
            whole = whole.saturating_add(usize::from(length(second, *at, wanted).1 == wanted));
        }
        Fit { whole, rooms }
    }
}

/// How well a second disk matches a first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// Number of rooms that are complete on it.
    whole: usize,
    /// Number of rooms that the first disk's index places on it.
    rooms: usize,
}

impl Fit {
    /// Whether the disk belongs to the game: most rooms are at their positions, since disks may be damaged. Rooms
    /// of one resource match by chance, so half of the rooms is not enough.
    fn is_game_s(self) -> bool {
        self.rooms == 0 || self.whole > 0 && self.whole.saturating_mul(4) >= self.rooms.saturating_mul(3)
    }
}

/// The files of the game on the first disk, and on the second, if it exists. `nearest` is the best second disk if
/// none matches well enough.
///
/// # Errors
/// [`ErrorKind::BadValue`] if the index places rooms at impossible positions, which no game does.
pub(super) fn members(
    first: &Shared,
    second: Option<&Shared>,
    nearest: Option<(&str, Fit)>,
) -> Result<Members> {
    let image_of_first = image(first)?;
    let Index { game, places } = Index::read(&image_of_first)?;
    let images = [Some(image_of_first), second.map(image).transpose()?];
    let mut members = Members::default();
    let len = OldTables::C64(game).index_len().unwrap_or_default();
    let index = FileRange::new(first, 0, len, "index on disk 1")?;
    members.add_own("00.lfl", DiskPart { part: index, head: Some(MAGIC_OF_FILES) })?;
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
        let bytes = images.get(usize::from(disk).saturating_sub(1)).and_then(Option::as_deref);
        let (len, found) = length(bytes.unwrap_or_default(), at, wanted);
        if found < wanted {
            members.odd.push(format!("room {room} has {found} resources on disk {disk} instead of {wanted}"));
        }
        let part = FileRange::new(image, at, len, "room")?;
        members.add_own(&format!("{room:02}.lfl"), DiskPart { part, head: None })?;
    }
    if elsewhere > 0 {
        let rooms = if elsewhere == 1 { "1 room is".to_owned() } else { format!("{elsewhere} rooms are") };
        members.odd.push(match nearest {
            None => format!("disk 2 is missing: put its image beside this one; {rooms} on it"),
            Some((name, Fit { whole, rooms: of })) => format!(
                "disk 2 is missing or too damaged to be known; {rooms} on it. {name}, which lies beside, has \
                 {whole} of {of} rooms where they should be and is taken for another game's: name that file itself \
                 to have it used all the same"
            ),
        });
    }
    Ok(members)
}

/// The second disks that were considered for a first one.
#[derive(Default)]
pub(super) struct Seconds<'a> {
    /// The disk that belongs to it.
    pub(super) taken: Option<&'a (String, Shared)>,
    /// Other disks that match as well: copies.
    pub(super) spare: Vec<&'a str>,
    /// If no disk is taken, the one with most of its rooms.
    pub(super) nearest: Option<(&'a str, Fit)>,
}

/// Number of letters that two names share at their ends.
fn likeness(name: &str, other: &str) -> usize {
    let same = |(a, b): &(char, char)| a.eq_ignore_ascii_case(b);
    let front = name.chars().zip(other.chars()).take_while(same).count();
    let back = name.chars().rev().zip(other.chars().rev()).take_while(same).count();
    front.saturating_add(back)
}

/// Finds the second disk that belongs to a first one: the one with most rooms at the positions of the first one's
/// index. Of several, the one with the most similar name.
pub(super) fn fellow<'a>(first: (&str, &Shared), seconds: &'a [(String, Shared)]) -> Seconds<'a> {
    let Ok(index) = image(first.1).and_then(|first| Index::read(&first)) else { return Seconds::default() };
    let mut seconds: Vec<&(String, Shared)> = seconds.iter().collect();
    // Equally similar names keep their order.
    seconds.sort_by_key(|(name, _)| std::cmp::Reverse(likeness(first.0, name)));
    // If no disk has a room of the game, the most similar name is taken.
    let fits: Vec<(&(String, Shared), Fit)> = seconds
        .into_iter()
        .take(MOST_SECONDS)
        .map(|second| (second, image(&second.1).map_or(Fit::default(), |second| index.fit(&second))))
        .collect();
    let mut best: Option<(&(String, Shared), Fit)> = None;
    for (second, fit) in &fits {
        if best.is_none_or(|(_, best)| fit.whole > best.whole) {
            best = Some((second, *fit));
        }
    }
    let Some((second, fit)) = best else { return Seconds::default() };
    if !fit.is_game_s() {
        return Seconds { nearest: Some((&second.0, fit)), ..Seconds::default() };
    }
    let others = fits.iter().filter(|(other, of)| other.0 != second.0 && *of == fit && fit.rooms > 0);
    Seconds { taken: Some(second), spare: others.map(|(other, _)| &*other.0).collect(), nearest: None }
}

/// Finds the first disk for a second one that the user has named: the one whose index has most rooms there. Of
/// several (copies), the one with the most similar name.
pub(super) fn first_of(firsts: &[(String, Shared)], second: (&str, &Shared)) -> Option<String> {
    let disk = image(second.1).ok()?;
    let fit = |first: &Shared| {
        let index = image(first).and_then(|first| Index::read(&first)).ok()?;
        Some(index.fit(&disk)).filter(|fit| fit.whole > 0 || fit.rooms == 0)
    };
    let known = firsts.iter().filter_map(|(name, first)| Some((name, fit(first)?)));
    let best = known.max_by_key(|(name, fit)| {
        (
            fit.is_game_s(),
            fit.whole,
            likeness(second.0, name),
            std::cmp::Reverse((name.len(), (*name).clone())),
        )
    });
    best.map(|(name, _)| name.clone())
}

#[cfg(test)]
mod tests;
