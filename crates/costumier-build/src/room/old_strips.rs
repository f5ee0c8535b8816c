//! Strips and planes of v3 and v4, as pictures of rooms and of objects have them.
//!
//! ```text
//! u32 length of the strips (16 colours: u16), u32 (u16) for each strip, strips;
//! planes: their size (v4: u16, v3 in 256 colours: u32), u16 per strip, strips
//! ```
//! Offsets count from the length's first byte (`docs/format/containers.md §11, §12`,
//! `docs/format/old-rooms.md §5`).

use costumier_format::codec::mask;
use costumier_format::codec::strip::old::V3Encoding;
use costumier_format::codec::strip::{self, STRIP_WIDTH, StripKind, old};
use costumier_format::dialect::{BlockHeaders, Dialect, FileLayout};
use costumier_format::room::Plane;

/// Strips and planes of v3 and v4, of a room or an object. Strips that are given as they are stored are not packed.
pub(super) fn picture(
    dialect: &Dialect,
    (pixels, stored): (&[u8], &[Vec<u8>]),
    (width, height): (usize, usize),
    planes: &[&Plane],
    leaves_out: bool,
) -> Vec<u8> {
    let layout = dialect.old_strips();
    let chained = dialect.files == FileLayout::Lec;
    let bundle = dialect.blocks == BlockHeaders::Bare;
    let strips = (0..width / STRIP_WIDTH).map(|number| {
        let pixels = pixels.get(number.saturating_mul(STRIP_WIDTH)..).unwrap_or_default();
        if let Some(stored) = stored.get(number) {
            return Some(stored.clone());
        }
        Some(match (layout.kind, leaves_out) {
            (StripKind::Sixteen, _) => old::encode_sixteen(pixels, height, width),
            (StripKind::Modern, false) => strip::encode_smallest(pixels, height, width),
            (StripKind::Modern, true) => strip::encode_transparent(pixels, height, width),
            (StripKind::V3, _) => old::encode_v3(pixels, height, width, V3Encoding::Raw),
        })
    });
    let mut out = table(layout.width, layout.width, strips);
    for plane in planes {
        out.extend(table(layout.plane_size, 2, plane_strips(plane)));
    }
    if chained {
        // A size of 0 ends the chain of planes.
        out.extend([0, 0]);
    } else if planes.is_empty() && bundle {
        // An old bundle always has a plane; here each of its strips is empty.
        out.extend(vec![0; (width / STRIP_WIDTH).saturating_mul(2)]);
    } else if planes.is_empty() {
        out.extend([0; 4]);
    }
    out
}

fn plane_strips(plane: &Plane) -> impl Iterator<Item = Option<Vec<u8>>> + '_ {
    (0..plane.stride()).map(|strip| {
        let rows: Vec<u8> = plane.bits().iter().skip(strip).step_by(plane.stride()).copied().collect();
        rows.iter().any(|row| *row != 0).then(|| mask::encode(&rows))
    })
}

/// The length of all this in `size` bytes, an offset of `wide` bytes for each strip, the strips. Offsets
/// count from the length's first byte.
fn table(size: usize, wide: usize, strips: impl Iterator<Item = Option<Vec<u8>>>) -> Vec<u8> {
    let strips: Vec<_> = strips.collect();
    let first = wide.saturating_mul(strips.len()).saturating_add(size);
    let mut bodies = Vec::new();
    let mut offsets = Vec::new();
    for strip in strips {
        let offset = strip.as_ref().map_or(0, |_| bodies.len().saturating_add(first));
        offsets.extend(offset.to_le_bytes().into_iter().take(wide));
        bodies.extend(strip.unwrap_or_default());
    }
    let length = bodies.len().saturating_add(first);
    let length = length.to_le_bytes().into_iter().take(size);
    length.chain(offsets).chain(bodies).collect()
}
