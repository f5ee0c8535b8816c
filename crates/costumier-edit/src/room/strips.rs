//! Strips of a picture and of a plane: decoded, and encoded anew in the smallest code of their class.
//!
//! ```text
//! opaque               1, 9, 14–18, 24–28, 64–68, 104–108, 134–138
//! leaves pixels out    8, 34–38, 44–48, 84–88, 124–128, 143–148      an object's plane is added to the room's
//! leaves out, raw      149                                           an object's plane replaces the room's
//! ```
//! (`docs/format/containers.md §11.3, §12`.) Strips of 16 colours have no code, and are opaque.
//!
//! **Note:** the class of a strip is kept, because it decides what becomes of the planes beneath an object. Codes 104
//! to 108 pack as 64 to 68 do; a strip that had one of them, or the Amiga's code 10, keeps it. Codes 8 and 9 are
//! written where they were, 134 to 148 also in Humongous games from 7.0 on. Of v3's codes, the room gets only those
//! that it has already: no document says which ones an interpreter reads.

use std::collections::BTreeSet;

use costumier::format::codec::mask;
use costumier::format::codec::strip::old::{SIXTEEN, V3Encoding, encode_sixteen, encode_v3};
use costumier::format::codec::strip::{
    self, RAW_TRANSPARENT, STRIP_WIDTH, StripEncoding, StripKind, is_transparent,
};

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
    /// Whether its bytes end too early, so that its last pixels depend on what follows.
    pub(super) cut: bool,
    /// Its pixels, row by row. Those that are left out have the transparent colour.
    pub(super) pixels: Vec<u8>,
}

/// Width of the pixels in which a strip is decoded: the strip left of it, whose last column can be copied, and its own.
const WINDOW: usize = 2 * STRIP_WIDTH;

/// How the strips of a room are packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    kind: StripKind,
    /// v3's codes that the room has.
    codes: Vec<V3Encoding>,
    /// Ways that the room has of those that v4 and later have too.
    ways: Vec<StripEncoding>,
    /// The code whose way is used for all strips of its class, if any.
    forced: Option<u8>,
}

impl Packing {
    /// Returns the packing of a room whose strips have these codes. `has_deltas`: its interpreter reads deltas.
    pub(super) fn new(kind: StripKind, codes: &BTreeSet<u8>, has_deltas: bool) -> Self {
        if kind != StripKind::V3 {
            let deltas = has_deltas.then_some(StripEncoding::Deltas);
            let ways = StripEncoding::ALL.into_iter().chain(deltas).collect();
            return Self { kind, codes: Vec::new(), ways, forced: None };
        }
        // In v3, code 1 is among its own codes.
        let has = |way: &StripEncoding| {
            *way != StripEncoding::Raw && codes.iter().any(|code| way_of(*code) == Some(*way))
        };
        let ways = StripEncoding::ALL.into_iter().filter(has).collect();
        // Every interpreter reads pixels that are not packed.
        let known = |way: &V3Encoding| *way == V3Encoding::Raw || codes.contains(&way.code());
        Self { kind, codes: V3Encoding::ALL.into_iter().filter(known).collect(), ways, forced: None }
    }

    /// Uses the way of a code for all strips of its class.
    pub(super) fn force(&mut self, code: u8) {
        self.forced = Some(code);
    }

    /// Whether strips have 16 colours and no codes.
    pub(super) fn is_sixteen(&self) -> bool {
        self.kind == StripKind::Sixteen
    }

    /// Decodes a strip. `left` is the column of pixels to its left. Pixels that cannot be read are 0.
    pub(super) fn decode(&self, data: &[u8], height: usize, transparent: u8, left: &[u8]) -> DecodedStrip {
        let leaves_out =
            self.kind != StripKind::Sixteen && data.first().is_some_and(|code| is_transparent(*code));
        let mut window = vec![if leaves_out { transparent } else { 0 }; WINDOW.saturating_mul(height)];
        for (row, pixel) in window.as_chunks_mut::<WINDOW>().0.iter_mut().zip(left) {
            row[STRIP_WIDTH - 1] = *pixel;
        }
        let decoded = self.kind.decode(data, (height, transparent), &mut window, WINDOW, STRIP_WIDTH);
        let rows = window.as_chunks::<WINDOW>().0.iter();
        let pixels = rows.flat_map(|row| row.iter().skip(STRIP_WIDTH).copied()).collect();
        match decoded {
            Ok(decoded) => {
                DecodedStrip { code: Some(decoded.code), bytes: decoded.bytes, cut: decoded.cut, pixels }
            }
            Err(_) => DecodedStrip { code: None, bytes: 0, cut: false, pixels },
        }
    }

    /// Encodes a strip's pixels, row by row, in the fewest bytes of a class. `before` is the code of the strip that it
    /// replaces.
    pub(super) fn encode(
        &self,
        pixels: &[u8],
        height: usize,
        class: StripClass,
        before: Option<u8>,
    ) -> Vec<u8> {
        let sixteen = || encode_sixteen(pixels, height, STRIP_WIDTH);
        if self.kind == StripKind::Sixteen {
            return sixteen();
        }
        if before == Some(SIXTEEN) && class == StripClass::Opaque && pixels.iter().all(|pixel| *pixel < 16) {
            return [vec![SIXTEEN], sixteen()].concat();
        }
        let forced = self.forced.filter(|code| StripClass::of(*code) == class);
        let ways = match (forced.and_then(way_of), class) {
            (Some(way), _) => vec![way],
            (None, StripClass::LeavesOutRaw) => vec![StripEncoding::Raw],
            (None, _) => self.ways(class, before),
        };
        let old = self.codes.iter().filter(|_| class == StripClass::Opaque && forced.is_none());
        let old = old.map(|way| encode_v3(pixels, height, STRIP_WIDTH, *way));
        let packed = ways.iter().map(|way| {
            let mut strip = match class {
                StripClass::Opaque => strip::encode(pixels, height, STRIP_WIDTH, *way),
                _ => strip::encode_leaving_out(pixels, height, STRIP_WIDTH, *way),
            };
            let is_late = forced.or(before).is_some_and(|code| matches!(code, 104..=108 | 124..=128));
            if let Some(code) = strip.first_mut().filter(|_| is_late && *way == StripEncoding::Runs) {
                *code = code.saturating_add(40);
            }
            // Interpreters read one bit after the last pixel, and do nothing with it: what follows serves as well.
            strip.truncate(self.decode(&strip, height, 0, &[]).bytes);
            strip
        });
        packed.chain(old).min_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns the ways that a strip can be packed in, which had this code before.
    fn ways(&self, class: StripClass, before: Option<u8>) -> Vec<StripEncoding> {
        let own = [StripEncoding::Deltas, StripEncoding::ByteRuns].into_iter();
        let own = own.filter(|way| before.and_then(way_of) == Some(*way) && !self.ways.contains(way));
        // Raw pixels that are left out are a class of their own.
        let fits = |way: &StripEncoding| class == StripClass::Opaque || *way != StripEncoding::Raw;
        let mut ways: Vec<StripEncoding> = self.ways.iter().copied().filter(fits).chain(own).collect();
        if ways.is_empty() && class == StripClass::LeavesOut {
            ways.push(StripEncoding::Runs);
        }
        ways
    }
}

/// Returns the way of a code.
fn way_of(code: u8) -> Option<StripEncoding> {
    Some(match code {
        1 | RAW_TRANSPARENT => StripEncoding::Raw,
        8 | 9 => StripEncoding::ByteRuns,
        14..=18 | 34..=38 => StripEncoding::StepsByColumns,
        24..=28 | 44..=48 => StripEncoding::StepsByRows,
        64..=68 | 84..=88 | 104..=108 | 124..=128 => StripEncoding::Runs,
        134..=138 | 143..=148 => StripEncoding::Deltas,
        _ => return None,
    })
}

/// Decodes a plane's strip: a byte for each row, the number of bytes that the strip takes, and whether they end too
/// early.
pub(super) fn decode_rows(data: &[u8], height: usize) -> (Vec<u8>, usize, bool) {
    let mut rows = vec![0; height];
    let decoded = mask::decode(data, height, &mut rows, 1);
    (rows, decoded.bytes, decoded.cut)
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
            let before = before.filter(|code| *code != SIXTEEN);
            let packing = Packing::new(StripKind::Modern, &BTreeSet::new(), false);
            let packed = packing.encode(&pixels, height, class, before);
            let decoded = packing.decode(&packed, height, HOLE, &[]);
            prop_assert_eq!(&decoded.pixels, &pixels);
            prop_assert_eq!(StripClass::of(packed[0]), class);
            prop_assert_eq!(packed.len(), decoded.bytes);
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
            let packing = Packing::new(StripKind::Modern, &BTreeSet::new(), false);
            for (class, before) in [(StripClass::Opaque, 100 + depth), (StripClass::LeavesOut, 120 + depth)] {
                let late = packing.encode(&pixels, height, class, Some(before));
                let early = packing.encode(&pixels, height, class, None);
                let is_runs = matches!(early[0], 64..=68 | 84..=88);
                prop_assert_eq!(late[0], if is_runs { early[0] + 40 } else { early[0] });
                prop_assert_eq!(&late[1..], &early[1..]);
                prop_assert_eq!(packing.decode(&late, height, HOLE, &[]).pixels, pixels.clone());
            }
        }

        /// A code that is asked for, and those of Humongous games and of the 3DO, give the pixels back.
        #[test]
        fn all_codes_are_written(
            (height, pixels) in pictures(),
            code in prop::sample::select((0..=u8::MAX).filter(|code| way_of(*code).is_some()).collect::<Vec<_>>()),
        ) {
            let family = |code: u8| (way_of(code), matches!(code, 104..=108 | 124..=128), StripClass::of(code));
            let mut packing = Packing::new(StripKind::Modern, &BTreeSet::new(), false);
            let kept = packing.encode(&pixels, height, StripClass::of(code), Some(code));
            prop_assert!(kept.len() <= packing.encode(&pixels, height, StripClass::of(code), None).len());
            packing.force(code);
            let forced = packing.encode(&pixels, height, StripClass::of(code), None);
            prop_assert_eq!(family(forced[0]), family(code));
            for strip in [kept, forced] {
                prop_assert_eq!(&packing.decode(&strip, height, HOLE, &[]).pixels, &pixels);
            }
            let late = Packing::new(StripKind::Modern, &BTreeSet::new(), true);
            let any = late.encode(&pixels, height, StripClass::of(code), None);
            prop_assert_eq!(late.decode(&any, height, HOLE, &[]).pixels, pixels);
        }

        /// v3's strips and those of 16 colours come back, in codes that the room has.
        #[test]
        fn old_strips_are_decoded(
            (height, pixels) in pictures(),
            codes in prop::collection::btree_set(prop::sample::select(vec![2, 3, 4, 7, 16, 26, 66]), 0..4),
            left in any::<u8>(),
        ) {
            let left = vec![left; height];
            let packing = Packing::new(StripKind::V3, &codes, false);
            let packed = packing.encode(&pixels, height, StripClass::Opaque, None);
            let decoded = packing.decode(&packed, height, HOLE, &left);
            prop_assert_eq!(&decoded.pixels, &pixels);
            prop_assert!(packed.len() - decoded.bytes <= 1);
            let family = |code: u8| if code < 10 { 100 + code } else { code / 10 };
            prop_assert!(packed[0] == 1 || codes.iter().any(|code| family(*code) == family(packed[0])));
            let raw = encode_v3(&pixels, height, STRIP_WIDTH, V3Encoding::Raw);
            prop_assert!(packed.len() <= raw.len());
            let few: Vec<u8> = pixels.iter().map(|pixel| pixel & 15).collect();
            let sixteen = Packing::new(StripKind::Sixteen, &codes, false);
            let packed = sixteen.encode(&few, height, StripClass::Opaque, Some(SIXTEEN));
            let decoded = sixteen.decode(&packed, height, HOLE, &left);
            prop_assert_eq!((&decoded.pixels, decoded.bytes), (&few, packed.len()));
            // The Amiga's strips of 16 colours keep their code.
            let amiga = Packing::new(StripKind::Modern, &codes, false);
            let packed = amiga.encode(&few, height, StripClass::Opaque, Some(SIXTEEN));
            prop_assert_eq!(packed[0], SIXTEEN);
            prop_assert_eq!(amiga.decode(&packed, height, HOLE, &left).pixels, few);
        }

        #[test]
        fn planes_come_back(rows in prop::collection::vec(prop::sample::select(vec![0_u8, 0, 0, 255, 7]), 1..300)) {
            let packed = encode_rows(&rows);
            prop_assert_eq!(packed.is_empty(), rows.iter().all(|row| *row == 0));
            if !packed.is_empty() {
                prop_assert_eq!(decode_rows(&packed, rows.len()), (rows, packed.len(), false));
            }
        }

        #[test]
        fn any_bytes_are_handled(
            data in prop::collection::vec(any::<u8>(), 0..60),
            height in 0_usize..60,
            kind in prop::sample::select(vec![StripKind::Modern, StripKind::V3, StripKind::Sixteen]),
        ) {
            let packing = Packing::new(kind, &BTreeSet::new(), false);
            prop_assert!(packing.decode(&data, height, HOLE, &[7; 60]).bytes <= data.len());
            prop_assert!(decode_rows(&data, height).1 <= data.len());
        }
    }
}
