//! Auxiliary frames as pictures: the effect of a frame on each pixel, as a pixel value.
//!
//! The values are room colours. Two values that no pixel has are not colours: `keep`, the transparent one, leaves the
//! screen as it is, and `erase` shows the background again. A frame stays packed if it needs all 256 colours, or if
//! its data is cut short or has more than the pixels.
//!
//! **Note:** packers differ, so a frame whose pixels did not change keeps its bytes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use costumier::format::codec::delta::{self, Change, Packing};

use super::model::{AkosCostume, Frame};
use crate::folder::About;
use crate::pictures::Rgb;
use crate::pictures::palette::ShownPalette;

/// Largest number of pixels that are unpacked, of all frames together. Further frames stay packed.
pub(super) const MOST_PIXELS: usize = 1 << 24;

/// Number of entries in a frame's table of colours.
pub(super) const TABLE: usize = 32;

/// The colour that pixels which show the background again are painted in.
const ERASED: Rgb = [0, 255, 0];

/// The two pixel values that are no colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keys {
    /// The value that leaves the screen as it is.
    pub(super) keep: u8,
    /// The value that shows the background again; `None` if the frame does not erase.
    pub(super) erase: Option<u8>,
}

/// An auxiliary frame as a picture.
pub(super) struct Drawn {
    pub(super) keys: Keys,
    pub(super) size: (u16, u16),
    pub(super) values: Vec<u8>,
    /// The frame's table of colours, if one stands before its changes.
    pub(super) table: Option<Vec<u8>>,
}

/// Returns how a frame is packed, and its packed changes. `shared` is the table of colours for all frames of the
/// costume.
fn packing<'a>(frame: &'a Frame, shared: &'a [u8]) -> Option<(Packing<'a>, &'a [u8])> {
    let own = frame.colours.as_deref();
    // A table of another size cannot be written.
    if own.is_some_and(|own| own.len() != TABLE) {
        return None;
    }
    let table = own.unwrap_or(shared);
    match frame.kind {
        0x01 => Some((Packing::Drle, &frame.changes)),
        0x10 => Some((Packing::Srle(table.get(..TABLE).unwrap_or(table)), &frame.changes)),
        // With both tables, costume.toml could not say which one is used.
        0x20 if own.is_none() => {
            let (table, rest) = frame.changes.split_at_checked(TABLE)?;
            Some((Packing::Wrle(table), rest))
        }
        _ => None,
    }
}

/// Returns the effect of a frame on each pixel, or `None` if the frame does not store it.
fn changes(frame: &Frame, shared: &[u8], most: usize) -> Option<Vec<Change>> {
    let (packing, data) = packing(frame, shared)?;
    let width = usize::from(frame.size.0);
    let pixels = width * usize::from(frame.size.1);
    if pixels == 0 || pixels > most {
        return None;
    }
    let mut layer = vec![Change::Leave; pixels];
    let decoded = delta::apply(data, packing, width, &mut layer);
    // There may be a padding byte behind the pixels. A picture cannot hold any other data.
    let behind = data.get(decoded.bytes..).unwrap_or_default();
    (decoded.complete && matches!(behind, [] | [0])).then_some(layer)
}

/// Returns a frame as a picture of at most `most` pixels, or `None` if it has to stay packed.
pub(super) fn drawn(frame: &Frame, shared: &[u8], most: usize) -> Option<Drawn> {
    let changes = changes(frame, shared, most)?;
    let mut used = [false; 256];
    let mut erases = false;
    for change in &changes {
        match change {
            Change::Colour(value) => used[usize::from(*value)] = true,
            Change::Erase => erases = true,
            Change::Leave => {}
        }
    }
    let free = |value: &u8| !used[usize::from(*value)];
    let keep = (0..=u8::MAX).find(free)?;
    // The value exists even if nothing is erased yet, so that people can paint with it.
    let erase = (0..=u8::MAX).rev().find(free).filter(|erase| *erase != keep && frame.kind != 0x20);
    if erases && erase.is_none() {
        return None;
    }
    let keys = Keys { keep, erase };
    let table = (frame.kind == 0x20).then(|| frame.changes.get(..TABLE).unwrap_or_default().to_vec());
    Some(Drawn { keys, size: frame.size, values: values(&changes, keys), table })
}

fn values(changes: &[Change], keys: Keys) -> Vec<u8> {
    let value = |change: &Change| match change {
        Change::Leave => keys.keep,
        Change::Erase => keys.erase.unwrap_or(keys.keep),
        Change::Colour(value) => *value,
    };
    changes.iter().map(value).collect()
}

/// Returns the pixel values of a frame, with other keys.
pub(super) fn values_of(frame: &Frame, shared: &[u8], keys: Keys) -> Option<Vec<u8>> {
    Some(values(&changes(frame, shared, MOST_PIXELS)?, keys))
}

/// The frames of a block, found by what they do. Each is unpacked once.
pub(super) struct Known<'b> {
    pub(super) frames: &'b [Frame],
    /// The table of colours for all frames of the costume.
    pub(super) shared: &'b [u8],
    /// The first frame for each hash of [`Known::hash`].
    first: HashMap<u64, usize>,
}

impl<'b> Known<'b> {
    pub(super) fn new(frames: &'b [Frame], shared: &'b [u8]) -> Self {
        let (mut first, mut left) = (HashMap::new(), MOST_PIXELS);
        for (number, frame) in frames.iter().enumerate() {
            if let Some(changes) = changes(frame, shared, left) {
                let table = frame.changes.get(..TABLE).filter(|_| frame.kind == 0x20);
                let kind = (frame.kind, frame.colours.as_deref());
                first.entry(Self::hash(kind, frame.size, table, &changes)).or_insert(number);
            }
            left = left.saturating_sub(usize::from(frame.size.0) * usize::from(frame.size.1));
        }
        Self { frames, shared, first }
    }

    fn hash(kind: Kind<'_>, size: (u16, u16), table: Option<&[u8]>, changes: &[Change]) -> u64 {
        let mut hasher = DefaultHasher::new();
        (kind, size, table).hash(&mut hasher);
        for change in changes {
            let number = match change {
                Change::Leave => 0x100,
                Change::Erase => 0x101,
                Change::Colour(value) => u16::from(*value),
            };
            hasher.write_u16(number);
        }
        hasher.finish()
    }
}

/// The type of a frame, and its own table of colours.
type Kind<'a> = (u16, Option<&'a [u8]>);

/// Packs changes. Frames of the block keep their bytes, first the one with this `number`, because equal frames may
/// be packed in several ways.
///
/// # Errors
/// Returns the reason why this type of frame cannot hold the changes.
pub(super) fn packed(
    drawn: &Drawn,
    (kind, colours): Kind<'_>,
    known: &Known<'_>,
    number: u16,
) -> Result<Vec<u8>, String> {
    let change = |value: &u8| match value {
        value if *value == drawn.keys.keep => Change::Leave,
        value if Some(*value) == drawn.keys.erase => Change::Erase,
        value => Change::Colour(*value),
    };
    let wanted: Vec<Change> = drawn.values.iter().map(change).collect();
    let shared = known.shared;
    let is_same = |frame: &&Frame| {
        let own_table = frame.kind != 0x20 || frame.changes.get(..TABLE) == drawn.table.as_deref();
        (frame.kind, frame.size) == (kind, drawn.size)
            && frame.colours.as_deref() == colours
            && own_table
            && changes(frame, shared, MOST_PIXELS).is_some_and(|changes| changes == wanted)
    };
    let found = || {
        let hash = Known::hash((kind, colours), drawn.size, drawn.table.as_deref(), &wanted);
        known.first.get(&hash).and_then(|number| known.frames.get(*number))
    };
    let own = known.frames.get(usize::from(number)).filter(is_same);
    if let Some(same) = own.or_else(|| found().filter(is_same)) {
        return Ok(same.changes.clone());
    }
    let table = match kind {
        0x10 => colours.unwrap_or(shared),
        _ => drawn.table.as_deref().unwrap_or_default(),
    };
    let table = table.get(..TABLE).unwrap_or(table);
    let packing = match kind {
        0x01 => Packing::Drle,
        0x10 => Packing::Srle(table),
        0x20 => Packing::Wrle(table),
        _ => return Err(format!("type {kind:#x} has no picture; use 1, 0x10 or 0x20")),
    };
    let stream = delta::encode(&wanted, packing, usize::from(drawn.size.0));
    let stream = stream.map_err(|error| error.to_string())?;
    Ok(if kind == 0x20 { [table, &stream].concat() } else { stream })
}

/// Returns the most frequent colours of a picture, as a table for a frame that has none.
pub(super) fn table_for(values: &[u8], keep: u8) -> Vec<u8> {
    let mut counts = [0usize; 256];
    values.iter().filter(|value| **value != keep).for_each(|value| counts[usize::from(*value)] += 1);
    let mut order: Vec<u8> = (0..=u8::MAX).collect();
    order.sort_by_key(|value| std::cmp::Reverse(counts[usize::from(*value)]));
    order.truncate(TABLE);
    order
}

/// Returns the table for frames without one: CLRS, if the costume has it.
pub(super) fn shared(costume: &AkosCostume) -> &[u8] {
    let found = costume.others.iter().find(|(tag, _)| tag == b"CLRS");
    found.map(|(_, payload)| payload.as_slice()).unwrap_or_default()
}

/// Returns the colours that frames are written in, or `None` if the room's colours are unknown.
pub(super) fn palette(about: &About, keys: Keys) -> Option<ShownPalette> {
    let room = [&about.room_colours, &about.colours].into_iter().find(|colours| colours.len() == 256)?;
    Some(with_keys(room.clone(), keys))
}

/// Returns the colours that frames are written in, or greys if the room's colours are unknown.
pub(super) fn palette_or_grey(about: &About, keys: Keys) -> ShownPalette {
    palette(about, keys).unwrap_or_else(|| with_keys((0..=u8::MAX).map(|grey| [grey; 3]).collect(), keys))
}

fn with_keys(mut colours: Vec<Rgb>, keys: Keys) -> ShownPalette {
    if let Some(erased) = keys.erase.and_then(|erase| colours.get_mut(usize::from(erase))) {
        *erased = ERASED;
    }
    ShownPalette::new(colours, keys.keep)
}
