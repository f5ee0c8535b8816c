//! Pictures in one piece of Humongous games from 7.1 on: one that changes is packed anew.
//!
//! ```text
//! background   codes 134 to 138, 150: all pixels are drawn · 144 to 148: the room's transparent colour is left out
//! object       rows of skips, runs and literals; a colour that they do not have shows what they skip
//! ```
//! (`docs/format/humongous-rooms.md §3.2`.)

use costumier::format::codec::{bmap, trle};

use super::OpenRoom;
use super::changed::{changed_planes, file};
use super::map::{PackedPicture, Target};
use super::picture::{RoomColours, file_of};
use super::splice::BlockChange;
use super::whole::WholeChange;
use crate::folder::Files;
use crate::folder::report::Report;

/// A picture in one piece, decoded.
pub(super) struct UnpackedPicture {
    /// Its pixels, row by row.
    pub(super) pixels: Vec<u8>,
    /// The value of pixels that are left out, if there are such.
    hole: Option<u8>,
    code: u8,
}

impl OpenRoom {
    /// Decodes a picture in one piece; `None` if it is cut, or if no colour is left to show what it skips.
    pub(super) fn packed_picture(&self, found: &PackedPicture) -> Option<UnpackedPicture> {
        let data = self.payload.get(found.data.clone())?;
        let (code, (width, height)) = (*data.first()?, found.size);
        if found.target == Target::Background {
            let mut pixels = vec![0; width.checked_mul(height)?];
            // What is left out shows its own colour here, so that it stays left out.
            let decoded = bmap::decode(data, None, &mut pixels).ok()?;
            return (!decoded.cut).then_some(UnpackedPicture { pixels, hole: None, code });
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
        Some(UnpackedPicture { pixels: decoded(hole)?, hole: Some(hole), code })
    }

    /// Returns the colours of a picture in one piece.
    pub(super) fn colours_of(&self, unpacked: &UnpackedPicture) -> RoomColours {
        self.colours.with_hole(unpacked.hole)
    }
}

/// Returns the parts of the room that a folder's pictures in one piece change, and their changed planes.
pub(super) fn changed<'a>(
    open: &'a OpenRoom,
    files: &Files,
    nearest: bool,
    report: &mut Report,
) -> (Vec<WholeChange>, Vec<BlockChange<'a>>) {
    let (mut pictures, mut planes) = (Vec::new(), Vec::new());
    for found in &open.map.packed {
        planes.extend(changed_planes(
            open,
            (found.target, found.size),
            &found.planes,
            (files, nearest),
            report,
        ));
        let name = file_of(found.target);
        let Some(before) = open.packed_picture(found) else { continue };
        let Some(bytes) = file(files, &name, report) else { continue };
        let colours = open.colours_of(&before);
        let place = (found.target, found.size);
        let Some(now) = colours.read(bytes, place, &before.pixels, nearest, report) else { continue };
        if now == before.pixels {
            continue;
        }
        match packed(open, found, &before, &now) {
            Ok(bytes) => pictures.push(WholeChange { file: name, range: found.data.clone(), bytes }),
            Err(error) => report.refuse(name, error.to_string()),
        }
    }
    (pictures, planes)
}

/// Packs a picture in a code of the class of the one that it has.
fn packed(
    open: &OpenRoom,
    found: &PackedPicture,
    before: &UnpackedPicture,
    now: &[u8],
) -> costumier::Result<Vec<u8>> {
    if let Some(hole) = before.hole {
        let rows = trle::encode(now, u16::try_from(found.size.0).unwrap_or(0), hole)?;
        return Ok([&[before.code], rows.as_slice()].concat());
    }
    let leaves_out = matches!(before.code, 144..=148);
    // With 16 bits a pixel, one colour is stored as a number.
    Ok(match leaves_out || open.has_numbers {
        true => bmap::encode_as_deltas(now, leaves_out),
        false => bmap::encode(now),
    })
}
