//! Puts rooms into a game: a room's block replaces the old one, and a smaller one is filled up to its size.

use std::collections::{BTreeMap, BTreeSet};

use costumier::files::RawBlock;
use costumier::files::layout::{List, TableField};
use costumier::format::block::{blocks_in, small_blocks_in};
use costumier::format::bytes::Bytes;
use costumier::format::dialect::BlockHeaders;
use costumier::{ErrorKind, Files, Game, Limits, Problem, Result, Severity};
use serde::Serialize;

use super::block::{size_field, whole};
use crate::map::{FileId, GameMap, INDEX, Pointer};
use crate::room::{self, stored};
use crate::splice::Splice;

/// The tag of the child that fills up a room's block. No interpreter reads it.
const FILLER: &[u8] = b"FILL";

/// The same in v3 and v4, where tags have two characters.
const SMALL_FILLER: &[u8] = b"FI  ";

/// A room to put into a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// Its number in the game, which must have it.
    pub id: u32,
    /// The room's block, without its header.
    pub payload: Vec<u8>,
}

/// A room that is put into a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedRoom {
    /// The number of the room.
    pub id: u32,
    /// The file that holds the room.
    pub file: String,
    /// Size in bytes of its block before, header included.
    pub before: u64,
    /// Size in bytes of its block now, header and filling included.
    pub after: u64,
    /// Number of bytes that fill it up to its old size.
    pub filling: u64,
    /// Whether the game had other bytes there.
    #[serde(skip)]
    pub is_changed: bool,
}

/// Adds the changes that put rooms into a game.
pub(super) fn place(
    (map, game, files): (&GameMap, &Game, &dyn Files),
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
        match replaced((map, game, files), room, no_padding) {
            Ok((result, own)) => {
                own.into_iter().for_each(|(file, splice)| changes.entry(file).or_default().push(splice));
                placed.push(result);
            }
            Err(error) => match error.kind() {
                ErrorKind::CannotWrite(why) => refuse(problems, room.id, why),
                _ => refuse(problems, room.id, &format!("its block cannot be replaced: {error}")),
            },
        }
    }
    placed
}

fn refuse(problems: &mut Vec<Problem>, id: u32, text: &str) {
    problems.push(Problem::new(Severity::Broken, format!("room {id}"), None, text));
}

/// Returns the result for a room, and the changes of its files.
fn replaced(
    parts: (&GameMap, &Game, &dyn Files),
    room: &NewRoom,
    no_padding: bool,
) -> Result<(PlacedRoom, Vec<(FileId, Splice)>)> {
    let (map, game, _) = parts;
    room::editable(&game.dialect())?;
    let blocks = stored::blocks(game, room.id)?;
    let file = blocks.last().map(|block| block.file.clone()).unwrap_or_default();
    let payloads = stored::split(&room.payload, &blocks).ok_or_else(|| {
        let what = "it does not begin with the block of the room's picture; unpack the room again";
        costumier::Error::new(ErrorKind::CannotWrite(what.to_owned()), "room")
    })?;
    let there = stored::joined(&blocks);
    if there != room.payload
        && let Some(why) = room::refused((&room.payload, &there), room.id, &game.dialect(), game.limits())
    {
        return Err(costumier::Error::new(ErrorKind::CannotWrite(why), "room"));
    }
    let mut placed = PlacedRoom { id: room.id, file, before: 0, after: 0, filling: 0, is_changed: false };
    let mut changes = Vec::new();
    for (old, payload) in blocks.iter().zip(payloads) {
        let new = new_block(parts, old, payload, no_padding)?;
        placed.before = placed.before.saturating_add(new.before);
        placed.after = placed.after.saturating_add(new.after);
        placed.filling = placed.filling.saturating_add(new.filling);
        if let Some((file, splice)) = new.change {
            placed.is_changed = true;
            let place = (file, splice.removed.start);
            changes.extend(sizes(map, game, place, (new.before, new.after)).map(|change| (INDEX, change)));
            changes.push((file, splice));
        }
    }
    Ok((placed, changes))
}

/// What becomes of a block of a room.
struct NewBlock {
    /// Sizes in bytes, header included.
    before: u64,
    after: u64,
    filling: u64,
    /// The change of its file, if it has other bytes.
    change: Option<(FileId, Splice)>,
}

/// Returns what becomes of a block with this payload.
fn new_block(
    (map, game, files): (&GameMap, &Game, &dyn Files),
    old: &RawBlock,
    payload: &[u8],
    no_padding: bool,
) -> Result<NewBlock> {
    let dialect = &game.dialect();
    let bad = |what: &str| costumier::Error::bad("room", old.offset, what.to_owned()).in_file(&old.file);
    let file = map.files.iter().position(|file| file.name == old.file);
    let file = file.ok_or_else(|| bad("its file is no file of the game"))?;
    let header = dialect.blocks.len();
    let before = header.saturating_add(old.payload.len() as u64);
    let from = old.offset..old.offset.saturating_add(before);
    let is_changed = payload != old.payload;
    let mut payload = payload.to_vec();
    if is_changed {
        // An earlier call may have filled the room.
        let own = without_filler(&payload, dialect.blocks, game.limits());
        payload.truncate(own);
    }
    let own = payload.len();
    // Without a change of its size, nothing behind it moves, and the index stays.
    let moves_index = || {
        let behind = |it: &Pointer| {
            (it.file, it.into) == (INDEX, file) && it.base <= from.start && it.target >= from.end
        };
        map.costumes.table.has(TableField::Size) || map.pointers.iter().any(behind)
    };
    if is_changed && payload.len() < old.payload.len() && !no_padding && moves_index() {
        fill(&mut payload, old.payload.len(), dialect.blocks);
    }
    // Filled up, it may be what an earlier call wrote.
    let is_changed = is_changed && payload != old.payload;
    let filling = if is_changed { (payload.len() - own) as u64 } else { 0 };
    let mut bytes = vec![0; usize::try_from(header).unwrap_or(0)];
    files.open(&old.file)?.read_at(old.offset, &mut bytes)?;
    map.files.get(file).into_iter().for_each(|file| file.key.apply(&mut bytes));
    let bytes = whole(dialect, Some(&bytes), &payload);
    let too_large = |excess| bad(&format!("it would have {excess} bytes more than its size can state"));
    let bytes = bytes.map_err(too_large)?;
    let after = bytes.len() as u64;
    let change = is_changed.then_some((file, Splice { removed: from, bytes }));
    Ok(NewBlock { before, after, filling, change })
}

/// Returns the changes of the sizes that directories of rooms store for the block at a place. A number that is not
/// the block's size is left as it is.
fn sizes<'a>(
    map: &'a GameMap,
    game: &'a Game,
    (file, at): (FileId, u64),
    (before, after): (u64, u64),
) -> impl Iterator<Item = Splice> + 'a {
    let leads = move |it: &&Pointer| (it.file, it.into, it.target) == (INDEX, file, at);
    let slots: BTreeSet<u64> = map.pointers.iter().filter(leads).map(|it| it.at).collect();
    let tables = game.data().index().tables.iter();
    let tables = tables.filter(|placed| matches!(placed.table.list, List::RoomBlocks | List::RoomImages));
    let rows = tables.flat_map(|placed| (0..placed.rows).map(move |row| (placed, row)));
    rows.filter_map(move |(placed, row)| {
        let (slot, _) = placed.number(TableField::Offset, row)?;
        let (at, form) = placed.number(TableField::Size, row).filter(|_| slots.contains(&slot))?;
        let is_size = map.index_number(at, form) == Some(before) && before != after;
        form.bytes(after).filter(|_| is_size).map(|bytes| Splice::over(at, bytes))
    })
}

/// Returns the length of a room's payload without what an earlier call has filled it up with.
fn without_filler(payload: &[u8], headers: BlockHeaders, limits: &Limits) -> usize {
    let data = Bytes::new(payload);
    let len = payload.len();
    let last = match headers {
        BlockHeaders::Tagged => blocks_in(data, limits).list.last().copied(),
        BlockHeaders::Small => small_blocks_in(data, limits).list.last().copied(),
        BlockHeaders::Bare | BlockHeaders::Size => {
            // Its size is before its tag, and both at the end.
            let filled = payload.strip_suffix(FILLER).and_then(|rest| rest.last_chunk());
            let filled = filled.map_or(0, |size| usize::from(u16::from_le_bytes(*size)));
            return len.saturating_sub(filled);
        }
    };
    let is_filler = |tag: &[u8; 4]| [FILLER, SMALL_FILLER].contains(&tag.as_slice());
    let filler = last.filter(|last| is_filler(&last.tag) && last.end() == len as u64);
    filler.and_then(|filler| usize::try_from(filler.offset).ok()).unwrap_or(len)
}

/// Fills a payload up to a size with a block, if there is place for its header. Without blocks, zeros fill it.
fn fill(payload: &mut Vec<u8>, size: usize, headers: BlockHeaders) {
    let missing = size.saturating_sub(payload.len());
    let (_, form) = size_field(headers);
    let Some(stated) = form.bytes(missing as u64) else { return };
    match headers {
        BlockHeaders::Tagged if missing >= 8 => payload.extend([FILLER, &stated].concat()),
        BlockHeaders::Small if missing >= 6 => payload.extend([&stated, SMALL_FILLER.split_at(2).0].concat()),
        BlockHeaders::Tagged | BlockHeaders::Small => return,
        BlockHeaders::Bare | BlockHeaders::Size if missing >= 6 => {
            payload.resize(size.saturating_sub(6), 0);
            payload.extend([&stated, FILLER].concat());
        }
        BlockHeaders::Bare | BlockHeaders::Size => {}
    }
    payload.resize(size, 0);
}
