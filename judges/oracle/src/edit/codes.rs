//! The codes of strips: chosen for a packed room, and counted where its bytes differ from those before.
//!
//! The writer takes the code with the fewest bytes, so some are never written by themselves. Here each is.

use costumier::format::codec::strip;
use costumier::format::dialect::ObjectPlaces;

use super::Changes;
use crate::engine::Engine;
use crate::random::strips::{HOLED, OPAQUE, Packing};
use crate::rng::Rng;

/// Returns the code whose way a room's strips are packed in, for some rooms.
pub(super) fn chosen(rng: &mut Rng, engine: &Engine) -> Option<u8> {
    let has_codes = matches!(Packing::of(engine), Some(Packing::Modern | Packing::Whole));
    // ScummVM writes the colours of the 3DO as they are, where those of other codes are changed.
    let is_changed = engine.is_wide() || engine.dialect().background_base != 0;
    let codes: Vec<u8> =
        OPAQUE.into_iter().chain(HOLED).filter(|code| !(is_changed && matches!(code, 8 | 9))).collect();
    (has_codes && rng.chance(80)).then(|| rng.pick(&codes))
}

/// Returns the number of bits of a colour of a code that packs bits.
pub(super) fn depth(code: u8) -> Option<u8> {
    (code > 9 && code != strip::RAW_TRANSPARENT).then_some(code % 10)
}

/// Counts the strips, and the backgrounds in one piece, that differ, by their codes.
pub(super) fn count(engine: &Engine, before: &[u8], after: &[u8], changes: &mut Changes) {
    if !matches!(Packing::of(engine), Some(Packing::Modern | Packing::Whole)) {
        return;
    }
    let wrapped = engine.dialect().objects.places == ObjectPlaces::NamedImage;
    let [before, after] = [before, after].map(|payload| tables(payload, wrapped));
    let pairs = before.iter().zip(&after).flat_map(|(before, after)| before.iter().zip(after));
    for code in pairs.filter(|(old, new)| old != new).filter_map(|(_, new)| new.first()) {
        *changes.entry(format!("of code {code}")).or_default() += 1;
    }
}

/// The strips of all pictures; one in one piece is a single strip.
fn tables(payload: &[u8], wrapped: bool) -> Vec<Vec<Vec<u8>>> {
    let four = |at: usize| payload.get(at..)?.first_chunk::<4>().copied();
    let little = |at: usize| four(at).map_or(0, u32::from_le_bytes) as usize;
    let big = |at: usize| four(at).map_or(0, u32::from_be_bytes) as usize;
    let tag: &[u8] = if wrapped { b"BSTR" } else { b"SMAP" };
    let inside = |at: &usize| payload.len() - at >= big(at + 4);
    let table = |at: usize| {
        // Offsets count from the table's own header.
        let (origin, count) = match wrapped {
            true => (at + 16, big(at + 20).saturating_sub(8) / 4),
            false => (at, little(at + 8).saturating_sub(8) / 4),
        };
        let starts: Vec<usize> = (0..count).map(|strip| origin + little(origin + 8 + 4 * strip)).collect();
        let end = at + big(at + 4);
        let strip = |start: &usize| {
            let next = starts.iter().copied().filter(|other| other > start).min().unwrap_or(end);
            payload.get(*start..next).unwrap_or_default().to_vec()
        };
        starts.iter().map(strip).collect()
    };
    let whole = found(payload, b"BMAP").filter(inside);
    let whole = whole.map(|at| vec![payload.get(at + 8..at + big(at + 4)).unwrap_or_default().to_vec()]);
    found(payload, tag).filter(inside).map(table).chain(whole).collect()
}

/// The places of a tag.
fn found<'a>(payload: &'a [u8], tag: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    (0..payload.len()).filter(move |at| payload[*at..].starts_with(tag))
}
