//! Puts rooms into a game: a room's block replaces the old one, and a smaller one is filled up to its size.

use std::collections::BTreeMap;

use costumier::format::block::blocks_in;
use costumier::format::bytes::Bytes;
use costumier::{Game, Problem, Result, Severity};

use crate::map::{FileId, GameMap, INDEX};
use crate::room;
use crate::splice::Splice;

/// The child that fills up a room's block. No interpreter reads it.
const FILLER: [u8; 4] = *b"FILL";

/// Size in bytes of a block's header.
const HEADER: usize = 8;

/// A room to put into a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// Its number in the game, which must have it.
    pub id: u32,
    /// The room's block, without its header.
    pub payload: Vec<u8>,
}

/// The result for one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedRoom {
    /// The number of the room.
    pub id: u32,
    /// The name of the file that holds its block.
    pub file: String,
    /// Size in bytes of its block before, header included.
    pub before: u64,
    /// Size in bytes of its block now, header and filling included.
    pub after: u64,
    /// Number of bytes that fill it up to its old size.
    pub filling: u64,
    /// Whether the game had other bytes there.
    pub is_changed: bool,
}

/// Adds the changes that put rooms into a game.
pub(super) fn place(
    (map, game): (&GameMap, &Game),
    rooms: &[NewRoom],
    no_padding: bool,
    changes: &mut BTreeMap<FileId, Vec<Splice>>,
    problems: &mut Vec<Problem>,
) -> Vec<PlacedRoom> {
    let mut placed = Vec::new();
    for (number, room) in rooms.iter().enumerate() {
        if rooms.iter().take(number).any(|other| other.id == room.id) {
            refuse(problems, room.id, "it is given twice");
            continue;
        }
        match replaced((map, game), room, no_padding) {
            Ok((result, change)) => {
                change.into_iter().for_each(|(file, splice)| changes.entry(file).or_default().push(splice));
                placed.push(result);
            }
            Err(error) => refuse(problems, room.id, &format!("its block cannot be replaced: {error}")),
        }
    }
    placed
}

fn refuse(problems: &mut Vec<Problem>, id: u32, text: &str) {
    problems.push(Problem::new(Severity::Broken, format!("room {id}"), None, text));
}

/// Returns the result for a room, and the change of its file.
fn replaced(
    (map, game): (&GameMap, &Game),
    room: &NewRoom,
    no_padding: bool,
) -> Result<(PlacedRoom, Option<(FileId, Splice)>)> {
    room::editable(&game.dialect())?;
    let old = game.data().room_block(room.id)?;
    let bad = |what: &str| costumier::Error::bad("room", old.offset, what.to_owned()).in_file(&old.file);
    let file = map.files.iter().position(|file| file.name == old.file);
    let file = file.ok_or_else(|| bad("its file is no file of the game"))?;
    let size = |payload: &[u8]| (payload.len() + HEADER) as u64;
    let before = size(&old.payload);
    let from = old.offset..old.offset.saturating_add(before);
    let is_changed = room.payload != old.payload;
    let mut payload = room.payload.clone();
    if is_changed {
        // An earlier call may have filled the room.
        let limits = game.limits();
        let last = blocks_in(Bytes::new(&payload), limits).list.last().copied();
        if let Some(filler) = last.filter(|last| last.tag == FILLER && last.end() == payload.len() as u64) {
            payload.truncate(usize::try_from(filler.offset).unwrap_or(usize::MAX));
        }
    }
    let own = payload.len();
    // Without a change of its size, nothing behind it moves, and the index stays.
    let moves_index = || {
        map.pointers
            .iter()
            .any(|it| (it.file, it.into) == (INDEX, file) && it.base <= from.start && it.target >= from.end)
    };
    let missing = old.payload.len().saturating_sub(payload.len());
    if is_changed && missing >= HEADER && !no_padding && moves_index() {
        payload.extend(FILLER);
        payload.extend(u32::try_from(missing).unwrap_or(u32::MAX).to_be_bytes());
        payload.resize(old.payload.len(), 0);
    }
    // Filled up, it may be what an earlier call wrote.
    let is_changed = is_changed && payload != old.payload;
    let after = size(&payload);
    let filling = if is_changed { (payload.len() - own) as u64 } else { 0 };
    let stored = u32::try_from(after).map_err(|_| bad("it would have more than 4 GiB"))?;
    let bytes = [b"ROOM", stored.to_be_bytes().as_slice(), &payload].concat();
    let change = is_changed.then_some((file, Splice { removed: from, bytes }));
    Ok((PlacedRoom { id: room.id, file: old.file, before, after, filling, is_changed }, change))
}
