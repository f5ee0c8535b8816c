//! Strips of a picture and of a plane: decoded, and encoded anew in the smallest code of their class.
//!
//! ```text
//! opaque               1, 14–18, 24–28, 64–68, 104–108
//! leaves pixels out    34–38, 44–48, 84–88, 124–128       an object's plane is added to the room's
//! leaves out, raw      149                                an object's plane replaces the room's
//! ```
//! (`docs/format/containers.md §11.3, §12`.)
//!
//! **Note:** the class of a strip is kept, because it decides what becomes of the planes beneath an object. Codes 104
//! to 108 pack as 64 to 68 do; a strip that had one of them keeps them.

use costumier::format::codec::mask;
use costumier::format::codec::strip::{self, RAW_TRANSPARENT, STRIP_WIDTH, StripEncoding, is_transparent};

/// What a strip's code says about pixels of the transparent colour, and about planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StripClass {
    /// All pixels are drawn.
    Opaque,
    /// Pixels of the transparent colour are left out. An object's plane is added to the room's.
    LeavesOut,
    /// Pixels of the transparent colour are left out. An object's plane replaces the room's.
    LeavesOutRaw,
}

impl StripClass {
    /// Returns the class of a code.
    pub(super) fn of(code: u8) -> Self {
        match code {
            RAW_TRANSPARENT => Self::LeavesOutRaw,
            code if is_transparent(code) => Self::LeavesOut,
            _ => Self::Opaque,
        }
    }
}

/// A strip as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DecodedStrip {
    /// Its code; `None` if it cannot be read.
    pub(super) code: Option<u8>,
    /// Number of bytes that it takes.
    pub(super) bytes: usize,
    /// Its pixels, row by row. Those that are left out have the transparent colour.
    pub(super) pixels: Vec<u8>,
}

/// Decodes a strip. Pixels that cannot be read are 0.
pub(super) fn decode(data: &[u8], height: usize, transparent: u8) -> DecodedStrip {
    let leaves_out = data.first().is_some_and(|code| is_transparent(*code));
    let beneath = if leaves_out { transparent } else { 0 };
    let mut pixels = vec![beneath; STRIP_WIDTH.saturating_mul(height)];
    match strip::decode(data, height, transparent, &mut pixels, STRIP_WIDTH) {
        Ok(decoded) => DecodedStrip { code: Some(decoded.code), bytes: decoded.bytes, pixels },
        Err(_) => DecodedStrip { code: None, bytes: 0, pixels },
    }
}

/// Encodes a strip's pixels, row by row, in the fewest bytes of a class. `before` is the code of the strip that it
/// replaces.
pub(super) fn encode(pixels: &[u8], height: usize, class: StripClass, before: Option<u8>) -> Vec<u8> {
    let packed = |encoding| {
        let mut strip = strip::encode(pixels, height, STRIP_WIDTH, encoding);
        if let Some(code) = strip.first_mut() {
            *code = code_of(*code, encoding, class, before);
        }
        strip
    };
    let ways: &[StripEncoding] = match class {
        StripClass::Opaque => &StripEncoding::ALL,
        StripClass::LeavesOut => {
            &[StripEncoding::StepsByColumns, StripEncoding::StepsByRows, StripEncoding::Runs]
        }
        StripClass::LeavesOutRaw => &[StripEncoding::Raw],
    };
    ways.iter().map(|way| packed(*way)).min_by_key(Vec::len).unwrap_or_default()
}

/// Returns the code of a class for what an opaque code packs.
fn code_of(code: u8, encoding: StripEncoding, class: StripClass, before: Option<u8>) -> u8 {
    let is_late = before.is_some_and(|before| matches!(before, 104..=108 | 124..=128));
    let late = if is_late && encoding == StripEncoding::Runs { 40 } else { 0 };
    match class {
        StripClass::Opaque => code.saturating_add(late),
        StripClass::LeavesOut => code.saturating_add(20).saturating_add(late),
        StripClass::LeavesOutRaw => RAW_TRANSPARENT,
    }
}

/// Decodes a plane's strip: a byte for each row, and the number of bytes that the strip takes.
pub(super) fn decode_rows(data: &[u8], height: usize) -> (Vec<u8>, usize) {
    let mut rows = vec![0; height];
    let bytes = mask::decode(data, height, &mut rows, 1).bytes;
    (rows, bytes)
}

/// Encodes a plane's strip. One without a set pixel is not stored: it has no bytes.
pub(super) fn encode_rows(rows: &[u8]) -> Vec<u8> {
    if rows.iter().all(|row| *row == 0) { Vec::new() } else { mask::encode(rows) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOLE: u8 = 5;

    /// Pictures with runs, gradients and noise, in few or many colours.
    fn pictures() -> impl Strategy<Value = (usize, Vec<u8>)> {
        let part = (any::<u8>(), 0_u8..4, 1_u8..40);
        (1_usize..40, 1_u8..=255, prop::collection::vec(part, 1..40)).prop_map(|(height, most, parts)| {
            let mut pixels: Vec<u8> = Vec::new();
            for (colour, step, len) in parts {
                let step = [0, 1, 255, 37][usize::from(step)];
                pixels.extend((0_u8..len).map(|at| colour.wrapping_add(at.wrapping_mul(step)) % most));
            }
            let size = height * STRIP_WIDTH;
            (height, pixels.iter().copied().cycle().take(size).collect())
        })
    }

    proptest! {
        /// Each class gives the pixels back, in a code of that class, and no other code of the class is shorter.
        #[test]
        fn what_is_encoded_is_decoded(
            (height, pixels) in pictures(),
            class in prop::sample::select(vec![
                StripClass::Opaque, StripClass::LeavesOut, StripClass::LeavesOutRaw,
            ]),
            before in prop::option::of(any::<u8>()),
        ) {
            let packed = encode(&pixels, height, class, before);
            let decoded = decode(&packed, height, HOLE);
            prop_assert_eq!(&decoded.pixels, &pixels);
            prop_assert_eq!(StripClass::of(packed[0]), class);
            // One more bit is stored, which interpreters read after the last pixel.
            prop_assert!(packed.len() - decoded.bytes <= 1);
            for way in StripEncoding::ALL {
                let other = strip::encode(&pixels, height, STRIP_WIDTH, way);
                let fits = class == StripClass::Opaque
                    || (class == StripClass::LeavesOut) == (way != StripEncoding::Raw);
                prop_assert!(!fits || packed.len() <= other.len(), "{way:?}");
            }
        }

        /// Codes 104 to 108 and 124 to 128 are written where they were, and decode to the same pixels.
        #[test]
        fn late_codes_stay((height, pixels) in pictures(), depth in 4_u8..=8) {
            for (class, before) in [(StripClass::Opaque, 100 + depth), (StripClass::LeavesOut, 120 + depth)] {
                let late = encode(&pixels, height, class, Some(before));
                let early = encode(&pixels, height, class, None);
                let is_runs = matches!(early[0], 64..=68 | 84..=88);
                prop_assert_eq!(late[0], if is_runs { early[0] + 40 } else { early[0] });
                prop_assert_eq!(&late[1..], &early[1..]);
                prop_assert_eq!(decode(&late, height, HOLE).pixels, pixels.clone());
            }
        }

        #[test]
        fn planes_come_back(rows in prop::collection::vec(prop::sample::select(vec![0_u8, 0, 0, 255, 7]), 1..300)) {
            let packed = encode_rows(&rows);
            prop_assert_eq!(packed.is_empty(), rows.iter().all(|row| *row == 0));
            if !packed.is_empty() {
                prop_assert_eq!(decode_rows(&packed, rows.len()), (rows, packed.len()));
            }
        }

        #[test]
        fn any_bytes_are_handled(data in prop::collection::vec(any::<u8>(), 0..60), height in 0_usize..60) {
            prop_assert!(decode(&data, height, HOLE).bytes <= data.len());
            prop_assert!(decode_rows(&data, height).1 <= data.len());
        }
    }
}
