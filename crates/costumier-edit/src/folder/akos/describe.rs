//! Reads an AKOS block into the model of its costume folder.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{Akos, AkosEdit, Area, Codec};
use costumier::{Limits, PictureKey};

use super::model::{AkosCostume, Record, Tag};
use super::pictures::Stored;
use crate::folder::describe::{PixelsLeft, rows_within};
use crate::folder::picture::{Entry, EntryKind, Picture, Pixels};
use crate::folder::shown::Names;

/// Blocks that the text describes, in the order of the original tools.
pub(super) const USUAL: [Tag; 14] = [
    *b"AKHD", *b"AKPL", *b"RGBS", *b"AKSQ", *b"AKCH", *b"AKOF", *b"AKCI", *b"AKCD", *b"AKFO", *b"AKST",
    *b"AKSF", *b"AKCT", *b"AKAX", *b"SQDB",
];

/// Returns the contents of a block as a folder has them. Anything that cannot be read is left out; the block itself
/// keeps it.
pub(super) fn describe(akos: &Akos, names: &Names, limits: &Limits) -> AkosCostume {
    let edit = AkosEdit::read(akos.payload());
    let block = |tag: Tag| edit.block(tag).unwrap_or_default();
    let mut costume = AkosCostume {
        dialect: *akos.dialect(),
        header: *akos.header(),
        palette: block(*b"AKPL").to_vec(),
        artist: Vec::new(),
        pictures: pictures(akos, &edit, names, limits),
        sequence: akos.sequence().get(..1 << 16).unwrap_or(akos.sequence()).to_vec(),
        records: records(akos),
        jumps: Vec::new(),
        jump_slices: Vec::new(),
        conditions: Vec::new(),
        condition_starts: Vec::new(),
        frames: Vec::new(),
        names: Vec::new(),
        others: Vec::new(),
        order: Vec::new(),
    };
    let (mut seen, mut known, mut kept) = (Vec::<Tag>::new(), BTreeSet::new(), BTreeSet::new());
    for block in edit.blocks() {
        let told = known.insert(block.tag) && tell(block.tag, &block.payload, akos, &mut costume);
        seen.push(block.tag);
        if !told {
            kept.insert(block.tag);
            costume.others.push((block.tag, block.payload.clone()));
        }
    }
    let described: Vec<Tag> = seen.iter().copied().filter(|tag| !kept.contains(tag)).collect();
    let others: Vec<Tag> = costume.others.iter().map(|(tag, _)| *tag).collect();
    let usual: Vec<Tag> = USUAL.into_iter().filter(|tag| described.contains(tag)).chain(others).collect();
    if seen != usual {
        costume.order = seen;
    }
    costume
}

/// Reads a child block into the model. Returns `false` if the model cannot hold its contents.
fn tell(tag: Tag, payload: &[u8], akos: &Akos, costume: &mut AkosCostume) -> bool {
    let words = |size: usize| payload.len().is_multiple_of(size);
    match &tag {
        b"AKHD" => payload.len() == akos.header().write().len(),
        b"AKPL" => !payload.is_empty(),
        b"AKSQ" | b"AKCH" | b"AKOF" | b"AKCI" | b"AKCD" => true,
        b"RGBS" if words(3) && !payload.is_empty() => {
            costume.artist = payload.chunks_exact(3).filter_map(|c| c.first_chunk().copied()).collect();
            true
        }
        b"AKFO" if words(2) && !payload.is_empty() => {
            costume.jumps = shorts(payload).collect();
            true
        }
        b"AKSF" if words(6) && !payload.is_empty() => {
            let all: Vec<u16> = shorts(payload).collect();
            let slices = all.chunks_exact(3).map(|entry| match entry {
                [start, first, count] if first % 2 == 0 => Some((*start, first / 2, *count)),
                _ => None,
            });
            let Some(slices) = slices.collect() else { return false };
            costume.jump_slices = slices;
            true
        }
        b"AKST" if words(8) && !payload.is_empty() => {
            let all: Vec<u32> = longs(payload).collect();
            let starts = all.chunks_exact(2).map(|entry| match entry {
                [start, first] if first % 4 == 0 => Some((*start, first / 4)),
                _ => None,
            });
            let Some(starts) = starts.collect() else { return false };
            costume.condition_starts = starts;
            true
        }
        b"AKCT" if words(4) && !payload.is_empty() => {
            costume.conditions = longs(payload).collect();
            true
        }
        b"AKAX" => match super::frames::read(payload) {
            Some(frames) if !frames.is_empty() => {
                costume.frames = frames;
                true
            }
            _ => false,
        },
        b"SQDB" => {
            costume.names = super::frames::names(payload);
            // Only the names are read; the block keeps its other contents.
            false
        }
        _ => false,
    }
}

fn shorts(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.chunks_exact(2).filter_map(|two| two.first_chunk().map(|two| u16::from_le_bytes(*two)))
}

fn longs(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks_exact(4).filter_map(|four| four.first_chunk().map(|four| u32::from_le_bytes(*four)))
}

fn pictures(akos: &Akos, edit: &AkosEdit, names: &Names, limits: &Limits) -> Vec<Entry> {
    let table = Stored::read(edit);
    let mut entries = Vec::new();
    let owners = owners(akos);
    let mut left = PixelsLeft::default();
    for key in akos.picture_keys() {
        let picture = kind(akos, &table, key, &owners, &mut left, limits);
        entries.push(Entry { name: names.name(key), picture: picture.unwrap_or(EntryKind::Empty) });
    }
    entries
}

/// Returns the pictures that own pixels, by the place of the pixels. If pictures of several sizes share pixels, the
/// largest owns them: the others need only a part.
fn owners(akos: &Akos) -> BTreeMap<usize, PictureKey> {
    let mut owners: BTreeMap<usize, (usize, PictureKey)> = BTreeMap::new();
    for key in akos.picture_keys() {
        let Ok(found) = akos.picture(key.index) else { continue };
        let pixels = akos.picture_info(key.index).map_or(0, |info| info.pixels());
        if pixels > owners.get(&found.encoded_at).map_or(0, |owner| owner.0) {
            owners.insert(found.encoded_at, (pixels, key));
        }
    }
    owners.into_iter().map(|(place, (_, key))| (place, key)).collect()
}

fn kind(
    akos: &Akos,
    table: &Stored,
    key: PictureKey,
    owners: &BTreeMap<usize, PictureKey>,
    left: &mut PixelsLeft,
    limits: &Limits,
) -> Option<EntryKind> {
    let info = akos.picture_info(key.index)?;
    let found = match akos.picture(key.index) {
        Ok(found) => Some(found),
        Err(_) if matches!(akos.header().codec, Codec::Unknown(_)) => None,
        Err(_) => return None,
    };
    let size = (info.width, info.height);
    let picture = |pixels| Picture { size, at: (info.x, info.y), moves: (info.move_x, info.move_y), pixels };
    let Some(found) = found else {
        let bytes = table.packed(key.index)?;
        return Some(EntryKind::Picture(picture(Pixels::Packed(bytes.to_vec()))));
    };
    // A picture without pixels begins where the next one does, and shares nothing.
    if info.pixels() == 0 {
        return Some(EntryKind::Picture(picture(Pixels::Rows(Vec::new()))));
    }
    if let Some(other) = owners.get(&found.encoded_at).filter(|owner| **owner != key) {
        let same = akos.picture_info(other.index).is_some_and(|other| other.offset == info.offset);
        return Some(match same {
            true => EntryKind::SameAs(*other),
            false => EntryKind::Picture(picture(Pixels::Borrowed(*other))),
        });
    }
    // Pictures beyond the limit stay packed.
    let pixels = match rows_within(&found.packed, limits, left) {
        Ok(rows) => Pixels::Rows(rows),
        Err(_) => Pixels::Packed(found.encoded().to_vec()),
    };
    Some(EntryKind::Picture(picture(pixels)))
}

fn records(akos: &Akos) -> BTreeMap<u16, Record> {
    let mut records = BTreeMap::new();
    let mut stored: BTreeMap<usize, u16> = BTreeMap::new();
    for index in in_order(akos.record_indices(), akos.directions()) {
        let Ok(record) = akos.record(index) else { continue };
        let first = *stored.entry(record.offset).or_insert(index);
        let told = if first == index { Record::Limbs(record.limbs) } else { Record::SameAs(first) };
        records.insert(index, told);
    }
    records
}

/// Sorts record indices by chore, East first in each chore, because West is mostly its mirror image.
pub(super) fn in_order(indices: impl Iterator<Item = u16>, directions: u16) -> Vec<u16> {
    let mut indices: Vec<u16> = indices.collect();
    indices.sort_by_key(|index| (index / directions, super::rank(index % directions, directions)));
    indices
}

/// Converts an area into its fields.
pub(super) fn area([left, top, right, bottom]: [i16; 4]) -> Area {
    Area { left, top, right, bottom }
}
