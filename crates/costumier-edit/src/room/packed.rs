//! Pictures in one piece of Humongous games from 7.1 on: one that changes is packed anew.
//!
//! ```text
//! background   codes 134 to 138, 150: all pixels are drawn · 144 to 148: the room's transparent colour is left out
//! object       rows of skips, runs and literals; a colour that they do not have shows what they skip
//! ```
//! (`docs/format/humongous-rooms.md §3.2`.)

use costumier::format::codec::{bmap, trle};

use super::OpenRoom;
use super::changed::changed_planes;
use super::layers::{Layer, PaintedLayers, StoredLayer, StoredLayers};
use super::map::{PackedPicture, Target};
use super::splice::BlockChange;
use super::whole::WholeChange;
use crate::folder::report::Report;

impl OpenRoom {
    /// Decodes a picture in one piece; `None` if it is cut, or if no colour is left to show what it skips.
    pub(super) fn packed_picture(&self, found: &PackedPicture) -> Option<StoredLayer> {
        let data = self.payload.get(found.data.clone())?;
        let (width, height) = found.size;
        let layer = |pixels, hole| StoredLayer {
            size: found.size,
            pixels,
            codes: vec![data.first().copied()],
            hole,
            ..StoredLayer::default()
        };
        if found.target == Target::Background {
            let mut pixels = vec![0; width.checked_mul(height)?];
            // What is left out shows its own colour here, so that it stays left out.
            let decoded = bmap::decode(data, None, &mut pixels).ok()?;
            return (!decoded.cut).then(|| layer(pixels, None));
        }
        let rows = bmap::object_rows(data)?;
        let size = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
        let decoded = |skipped| {
            let mut pixels = Vec::new();
            trle::decode(rows, size, skipped, &mut pixels).complete.then_some(pixels)
        };
        // Where it skips pixels, these two differ.
        let (first, second) = (decoded(0)?, decoded(u8::MAX)?);
        let mut used = [false; 256];
        for (colour, _) in first.iter().zip(&second).filter(|(one, other)| one == other) {
            used.get_mut(usize::from(*colour)).into_iter().for_each(|used| *used = true);
        }
        let is_free = |colour: &u8| used.get(usize::from(*colour)) == Some(&false);
        let hole = [self.room.transparent].into_iter().chain(0..=u8::MAX).find(is_free)?;
        Some(layer(decoded(hole)?, Some(hole)))
    }
}

/// Returns the parts of the room that painted pictures in one piece change, and their changed planes.
pub(super) fn changed<'a>(
    open: &'a OpenRoom,
    (stored, painted): (&StoredLayers, &PaintedLayers),
    report: &mut Report,
) -> (Vec<WholeChange>, Vec<BlockChange<'a>>) {
    let (mut pictures, mut planes) = (Vec::new(), Vec::new());
    for found in &open.map.packed {
        planes.extend(changed_planes((found.target, found.size), &found.planes, (stored, painted)));
        let layer = Layer::picture(found.target);
        let Some((before, now)) = stored.get(&layer).zip(painted.get(&layer)) else { continue };
        if *now == before.pixels {
            continue;
        }
        match packed(open, found, before, now) {
            Ok(bytes) => {
                pictures.push(WholeChange { file: layer.file(), range: found.data.clone(), bytes });
            }
            Err(error) => report.refuse(layer.file(), error.to_string()),
        }
    }
    (pictures, planes)
}

/// Packs a picture in a code of the class of the one that it has.
fn packed(
    open: &OpenRoom,
    found: &PackedPicture,
    before: &StoredLayer,
    now: &[u8],
) -> costumier::Result<Vec<u8>> {
    let code = before.codes.first().copied().flatten().unwrap_or(0);
    if let Some(hole) = before.hole {
        let rows = trle::encode(now, u16::try_from(found.size.0).unwrap_or(0), hole)?;
        return Ok([&[code], rows.as_slice()].concat());
    }
    let leaves_out = matches!(code, 144..=148);
    // With 16 bits a pixel, one colour is stored as a number.
    Ok(match leaves_out || open.has_numbers {
        true => bmap::encode_as_deltas(now, leaves_out),
        false => bmap::encode(now),
    })
}
