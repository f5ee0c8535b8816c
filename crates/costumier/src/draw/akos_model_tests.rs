//! Tests of the painter against a model for AKOS costumes, one pixel at a time. Where pixels go, [`Placement`] says;
//! the model follows `docs/format/akos-programs.md §5, §9` and `docs/format/codecs.md §6` literally, and shares no code
//! with the painter.

#![allow(clippy::cast_possible_truncation, reason = "the model's numbers are small")]

use super::*;
use crate::akos::Codec;
use crate::codec::{Depth, Encoded, Packed, majmin, rle};
use crate::dialect::AkosRules;
use crate::game::Plane;
use crate::model::Bounds;
use costumier_reference::{Kind, Pixel, Placement, Table};
use proptest::prelude::*;

/// The engines, as far as drawing differs between them.
const ENGINES: [(AkosRules, bool); 5] = [
    (AkosRules::LUCASARTS, true),
    (AkosRules::humongous(62), false),
    (AkosRules::humongous(70), false),
    (AkosRules::humongous(90), false),
    (AkosRules::humongous(99), false),
];

#[derive(Clone, Debug)]
struct Case {
    /// Index in [`ENGINES`].
    engine: usize,
    codec: u16,
    stage: (i64, i64),
    size: (i64, i64),
    /// Rows of stored values; `None` for pixels that codec 32 skips.
    pixels: Vec<Option<u8>>,
    at: (i64, i64),
    anchor: (i64, i64),
    flip: bool,
    scale: [u8; 2],
    hidden: Vec<bool>,
    plane: u8,
    screen: bool,
    palette: Vec<u8>,
    overrides: Vec<(usize, u8)>,
    mode: u8,
    tables: Vec<u8>,
    xmap: bool,
    shaded: bool,
    remap: Option<Vec<u8>>,
    slot: Option<Vec<u8>>,
    clip: Option<[i64; 4]>,
}

impl Case {
    fn rules(&self) -> AkosRules {
        ENGINES[self.engine].0
    }

    fn he(&self) -> usize {
        [0, 62, 70, 90, 99][self.engine]
    }

    /// The room colour of costume colour i, by `docs/format/akos.md §9.1`.
    fn mapped(&self, i: usize) -> u8 {
        let own = self.palette.get(i).copied().unwrap_or(0);
        if let (true, Some(slot)) = (self.he() >= 99, &self.slot) {
            return slot[usize::from(own)];
        }
        let set = self.overrides.iter().rev().find(|(k, _)| *k == i).map(|(_, c)| *c);
        let c = if let Some(c) = set.filter(|c| *c != 255) { c } else { own };
        match &self.remap {
            Some(remap) if self.he() == 70 => remap[usize::from(c)],
            _ => c,
        }
    }

    /// The room colour p of a stored value, if it is drawn: `docs/format/akos.md §9`,
    /// `docs/format/codecs.md §1`.
    fn colour(&self, value: Option<u8>) -> Option<u8> {
        let value = value?;
        let zero_set = self.overrides.iter().rev().find(|(k, _)| *k == 0).is_some_and(|(_, c)| *c != 255);
        match self.codec {
            1 if value == 0 => None,
            1 => Some(self.mapped(usize::from(value))),
            5 if value == 255 => None,
            5 if self.palette.len() == 256 && zero_set => {
                Some(self.mapped(usize::from(value))).filter(|p| *p != 255)
            }
            5 => Some(value),
            16 => {
                let by_palette = self.palette.len() == 256 && !zero_set;
                let transparent = if self.he() == 0 || by_palette { 255 } else { self.mapped(0) };
                let remap = self.remap.as_ref().filter(|_| self.he() == 70);
                (value != transparent).then(|| remap.map_or(value, |remap| remap[usize::from(value)]))
            }
            _ => match &self.slot {
                Some(slot) if self.he() >= 99 => Some(slot[usize::from(value)]),
                _ => Some(value),
            },
        }
    }

    /// The value that is written over d, and whether a shadow made it: `docs/format/codecs.md §6`.
    fn write(&self, value: u8, p: u8, d: u8) -> (u8, bool) {
        let table = |k: u8| self.tables[usize::from(k) * 256 + usize::from(d)];
        if self.he() >= 90 {
            let through = if self.codec == 32 { value } else { p };
            let shades = self.xmap && self.shaded && matches!(self.codec, 1 | 32);
            return if shades { (table(through), true) } else { (p, false) };
        }
        match self.mode {
            1 if p == 13 && self.codec != 32 => (table(0), true),
            3 if p < 8 && self.he() == 0 && self.codec != 32 => (table(p), true),
            _ => (p, false),
        }
    }

    fn is_scaled(&self) -> bool {
        self.codec == 1 && self.scale != [255, 255]
    }

    fn draw(&self, stage: &mut [u8]) {
        let [w, x, y, ax, ay] =
            [self.size.0, self.at.0, self.at.1, self.anchor.0, self.anchor.1].map(|side| side as i32);
        // With codec 32 the place is mirrored, the pixels are not (`docs/format/humongous-rooms.md §5.1`).
        let (x, flipped) = match (self.codec, self.flip) {
            (32, true) => (1 - x - w, false),
            (_, flip) => (x, flip),
        };
        let long = ENGINES[self.engine].1;
        let placement = Placement {
            size: (w, self.size.1 as i32),
            at: (x, y),
            anchor: (ax, ay),
            flipped,
            scale: if self.is_scaled() { self.scale.map(i32::from) } else { [255; 2] },
            table: if long { Table::Long } else { Table::Held },
            kind: match self.codec {
                1 => Kind::Rle,
                5 => Kind::Bomp,
                _ => Kind::Other,
            },
            // The surface has 8 columns more than the stage.
            screen: self
                .screen
                .then_some((self.stage.0 as i32 + if long { 8 } else { 0 }, self.stage.1 as i32)),
            breaks: |_| false,
        };
        placement.paint(|to| self.paint(stage, to));
    }

    fn paint(&self, stage: &mut [u8], Pixel { column, row, x, y, again }: Pixel) {
        let (x, y) = (i64::from(x), i64::from(y));
        if !(0..self.stage.0).contains(&x) || !(0..self.stage.1).contains(&y) {
            return;
        }
        let heeds = match self.codec {
            1 => !self.is_scaled(),
            codec => codec != 5,
        };
        if let Some([left, top, right, bottom]) = self.clip.filter(|_| heeds)
            // Codec 1, drawn from the right and cut there, is not cut on the left. A picture that begins in the
            // first column is left out.
            && ((x < left && !(self.codec == 1 && self.flip && self.anchor.0 - self.at.0 >= right))
                || (self.codec == 1 && self.flip && self.anchor.0 - self.at.0 == left)
                || x >= right
                || y < top
                || y >= bottom)
        {
            return;
        }
        let at = (y * self.stage.0 + x) as usize;
        if self.codec != 32 && self.plane > 0 && self.hidden[at] {
            return;
        }
        let value = self.pixels[row * self.size.0 as usize + column];
        let Some(p) = self.colour(value) else { return };
        let (written, by_shadow) = self.write(value.unwrap_or(0), p, stage[at]);
        if !(by_shadow && again) {
            stage[at] = written;
        }
    }

    fn encode(&self) -> Vec<u8> {
        let (w, h) = (self.size.0 as usize, self.size.1 as usize);
        let rows: Vec<u8> = self.pixels.iter().map(|p| p.unwrap_or(0)).collect();
        match self.codec {
            1 => {
                let columns: Vec<u8> = (0..w * h).map(|i| rows[i % h * w + i / h]).collect();
                rle::encode(&columns, Depth::of_palette(self.palette.len())).unwrap()
            }
            // One code per pixel: a literal of several would keep its order in a mirrored picture.
            5 => rows
                .chunks(w)
                .flat_map(|row| {
                    let codes = row.iter().flat_map(|v| [1, *v]);
                    (2 * row.len() as u16).to_le_bytes().into_iter().chain(codes)
                })
                .collect(),
            16 => majmin::encode(&rows, 8).unwrap(),
            _ => self
                .pixels
                .chunks(w)
                .flat_map(|row| {
                    let codes: Vec<u8> = row.iter().flat_map(|v| v.map_or(vec![3], |v| vec![0, v])).collect();
                    (codes.len() as u16).to_le_bytes().into_iter().chain(codes)
                })
                .collect(),
        }
    }
}

fn compare(case: &Case) {
    let under: Vec<u8> = (0..case.stage.0 * case.stage.1).map(|i| (i * 37 % 251) as u8).collect();
    let mut expected = under.clone();
    case.draw(&mut expected);

    let (width, height) = (case.stage.0 as u16, case.stage.1 as u16);
    let mut plane = Plane::new(width, height);
    for (i, hidden) in case.hidden.iter().enumerate() {
        plane.set((i % usize::from(width)) as u16, (i / usize::from(width)) as u16, *hidden);
    }
    let mut stage = Stage::empty(u32::from(width), u32::from(height), 0).unwrap();
    stage.show(&under, width, &[plane], 0, 0);
    stage.set_edges(if case.screen { Edges::Engine } else { Edges::Free });
    stage.set_beyond(if case.he() == 0 { 8 } else { 0 });
    let data = case.encode();
    let transparent = case.palette[0];
    let (encoded, codec) = match case.codec {
        1 => (Encoded::Rle { data: &data, depth: Depth::of_palette(case.palette.len()) }, Codec::Rle),
        5 => (Encoded::Bomp { data: &data }, Codec::Bomp),
        16 => {
            let transparent = if case.he() == 0 { 255 } else { transparent };
            (Encoded::MajMin { data: &data, transparent }, Codec::MajMin)
        }
        _ => {
            let encoded =
                Encoded::Trle { data: &data, transparent, mirrors_place: true, mirrors_lines: false };
            (encoded, Codec::Trle)
        }
    };
    let tables: Vec<[u8; 256]> = case.tables.as_chunks::<256>().0.to_vec();
    let table = |given: &Option<Vec<u8>>| -> Option<[u8; 256]> {
        given.as_ref().map(|t| t.as_slice().try_into().unwrap())
    };
    let (remap, slot) = (table(&case.remap), table(&case.slot));
    let full: Box<[[u8; 256]; 256]> = tables.clone().into_boxed_slice().try_into().unwrap();
    let eight: &[[u8; 256]; SHADOW_TABLES] = tables.first_chunk().unwrap();
    let mut actor = ActorColours::new(&case.palette);
    actor.akos = Some((case.rules(), codec));
    for (k, colour) in &case.overrides {
        actor.overrides[*k] = Some(*colour);
    }
    actor.shadow_mode = case.mode;
    actor.shadow = match case.he() {
        0 => ShadowTables::Eight(eight),
        90.. if case.xmap => ShadowTables::Full(&full),
        90.. => ShadowTables::None,
        _ => ShadowTables::One(&tables[0]),
    };
    actor.remaps =
        super::colours::Remaps { room: remap.as_ref(), slot: slot.as_ref(), first_slot: slot.as_ref() };
    let colours = Colours::of_actor(&actor);
    let look = DrawOptions {
        flip: case.flip,
        scale: case.scale,
        table: if case.he() == 0 { ScaleTable::Long } else { ScaleTable::HumongousHeld },
        plane: case.plane,
        shaded: case.shaded,
        clip: case.clip.map(|[left, top, right, bottom]| Bounds {
            left: left as i32,
            top: top as i32,
            right: right as i32,
            bottom: bottom as i32,
        }),
        ..DrawOptions::new((case.anchor.0 as i32, case.anchor.1 as i32), &colours)
    };
    let picture = Packed { width: case.size.0 as u16, height: case.size.1 as u16, encoded };
    let at = (case.at.0 as i32, case.at.1 as i32);
    let empty = stage.clone();
    let mut painter = Painter::default();
    painter.draw(&mut stage, &picture, at, &look).unwrap();
    assert_eq!(stage.pixels(), expected);

    let plain = case.scale == [255, 255] && !case.shaded && case.clip.is_none();
    if let Some(cel) = painter.cel(&picture, &colours, case.flip).unwrap().filter(|_| plain) {
        let mut stage = empty;
        cel.draw(&mut stage, at, look.anchor, case.plane);
        assert_eq!(stage.pixels(), expected);
    }
}

fn case() -> impl Strategy<Value = Case> {
    let codec = prop_oneof![3 => Just(1_u16), 1 => Just(5), 1 => Just(16), 1 => Just(32)];
    let kind = (0..ENGINES.len(), codec, prop::sample::select(vec![16_usize, 32, 64, 256]));
    let sizes = ((1_i64..60, 1_i64..40), (1_i64..30, 1_i64..30));
    (kind, sizes).prop_flat_map(|((engine, codec, colours), (stage, size))| {
        let most = match (codec, colours) {
            (1, 256) => 15,
            (1, n) => (n - 1) as u8,
            _ => 255,
        };
        let value = prop_oneof![2 => Just(0), 1 => Just(most), 3 => 0..=most];
        let pixels = prop::collection::vec(value, (size.0 * size.1) as usize);
        let place = (
            (-40_i64..30, -40_i64..30),
            (-20..stage.0 + 40, -20..stage.1 + 30),
            any::<bool>(),
            prop_oneof![Just([255, 255]), any::<u8>().prop_map(|s| [s, s]), any::<[u8; 2]>()],
        );
        let area = (stage.0 * stage.1) as usize;
        let hiding = (
            prop::collection::vec(any::<bool>(), area),
            0_u8..3,
            any::<bool>(),
            prop::option::weighted(0.2, (-5_i64..40, -5_i64..30, 0_i64..40, 0_i64..30)),
        );
        let low = prop_oneof![Just(13_u8), Just(255), 0_u8..10, any::<u8>()];
        let table = || prop::option::weighted(0.3, prop::collection::vec(any::<u8>(), 256));
        let looks = (
            prop::collection::vec(low.clone(), colours),
            prop::collection::vec((prop_oneof![Just(0), 0..colours], low), 0..6),
            0_u8..5,
            (any::<u64>(), any::<bool>(), any::<bool>()),
            (table(), table()),
        );
        (pixels, place, hiding, looks).prop_map(
            move |(
                values,
                (at, anchor, flip, scale),
                (hidden, plane, screen, clip),
                (palette, overrides, mode, (seed, xmap, shaded), (remap, slot)),
            )| {
                // A pixel of codec 32 that is not skipped never has the skip value.
                let skipped = |v: u8| if codec == 32 && v == 0 { None } else { Some(v) };
                Case {
                    engine,
                    codec,
                    stage,
                    size,
                    pixels: values.into_iter().map(skipped).collect(),
                    at,
                    anchor,
                    flip,
                    scale,
                    hidden,
                    plane,
                    screen,
                    palette,
                    overrides,
                    mode,
                    tables: (0..65_536_u64).map(|i| ((i + 1).wrapping_mul(seed | 1) >> 24) as u8).collect(),
                    xmap,
                    shaded,
                    remap,
                    slot,
                    clip: clip.map(|(x, y, w, h)| [x, y, x + w, y + h]),
                }
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_painter_equals_the_model_of_akos(case in case()) {
        compare(&case);
    }
}
