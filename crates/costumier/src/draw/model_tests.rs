//! Tests of the painter against a model, one pixel at a time. Where pixels go, [`Placement`] says; the model follows
//! `docs/format/drawing.md §3, §6, §7` literally, and shares no code with the painter.

#![allow(clippy::cast_possible_truncation, reason = "the model's numbers are small")]

use super::*;
use crate::codec::rle::encode;
use crate::codec::{Coding, Depth, Encoded, Packed};
use crate::game::Plane;
use crate::model::Bounds;
use costumier_reference::{Kind, Placement, Table};
use proptest::prelude::*;

/// A picture as a grid of costume colours, and how it is drawn.
#[derive(Clone, Debug)]
struct Case {
    stage: (i64, i64),
    picture: (u16, u16),
    /// Colours, column by column.
    colours: Vec<u8>,
    at: (i32, i32),
    anchor: (i32, i32),
    elevation: i32,
    flip: bool,
    scale: [u8; 2],
    /// Hidden pixels of plane 1 and 2; plane 0 does not exist.
    planes: Vec<Vec<bool>>,
    plane: u8,
    engine: bool,
    /// Whether the picture is stored row by row (Amiga).
    by_rows: bool,
    /// Whether the index of mirrored columns counts up while they are painted (v4; rule 1 of docs/interpreters.md).
    up: bool,
    palette: Vec<u8>,
    lit: bool,
    overrides: Vec<(usize, u8)>,
    shadow_mode: u8,
    shadow: Option<Vec<u8>>,
}

struct Model {
    pixels: Vec<u8>,
    touched: Option<(i64, i64, i64, i64)>,
}

impl Model {
    /// Writes a pixel. By §6.2, one plane counts, and pixels off the stage count as masked; §7.3 decides the value.
    fn paint(&mut self, case: &Case, k: u8, x: i32, y: i32) {
        let ((width, height), (x, y)) = (case.stage, (x.into(), y.into()));
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        let at = (y * width + x) as usize;
        let t = self.touched.get_or_insert((x, y, x, y));
        *t = (t.0.min(x), t.1.min(y), t.2.max(x), t.3.max(y));
        let z = usize::from(case.plane).min(case.planes.len());
        if k == 0 || (z > 0 && case.planes[z - 1][at]) {
            return;
        }
        let below = self.pixels[at];
        let mut e = case.palette[usize::from(k)];
        for &(slot, colour) in &case.overrides {
            if slot == usize::from(k) && colour != 255 {
                e = colour;
            }
        }
        if !case.lit {
            e = if k == 12 { 0 } else { 8 };
        }
        self.pixels[at] = match &case.shadow {
            Some(table) if case.shadow_mode & 0x20 != 0 || e == 13 => table[usize::from(below)],
            _ => e,
        };
    }

    fn draw(&mut self, case: &Case) {
        let placement = Placement {
            size: (case.picture.0.into(), case.picture.1.into()),
            at: case.at,
            anchor: (case.anchor.0, case.anchor.1 - case.elevation),
            flipped: case.flip,
            scale: case.scale.map(i32::from),
            table: if case.up { Table::ClassicUp } else { Table::Classic },
            kind: if case.by_rows { Kind::Rows } else { Kind::Columns },
            screen: case.engine.then_some((case.stage.0 as i32, case.stage.1 as i32)),
            breaks: |_| false,
        };
        let height = usize::from(case.picture.1);
        placement.paint(|to| self.paint(case, case.colours[to.column * height + to.row], to.x, to.y));
    }
}

fn background(case: &Case) -> Vec<u8> {
    (0..case.stage.0 * case.stage.1).map(|i| (i * 37 % 251) as u8).collect()
}

/// A painter whose scratch memory is full from earlier pictures.
fn used() -> Painter {
    let (width, height) = (80, 100);
    let data = encode(&vec![7; 80 * 100], Depth::Colours16).unwrap();
    let picture = Packed { width, height, encoded: Encoded::Rle { data: &data, depth: Depth::Colours16 } };
    let mut painter = Painter::default();
    let look = DrawOptions::new((0, 0), &Colours::IDENTITY);
    painter.draw(&mut Stage::empty(80, 100, 0).unwrap(), &picture, (0, 0), &look).unwrap();
    painter
}

fn compare(case: &Case) {
    let mut model = Model { pixels: background(case), touched: None };
    model.draw(case);

    let (width, height) = (case.stage.0 as u16, case.stage.1 as u16);
    let planes: Vec<Plane> = case
        .planes
        .iter()
        .map(|hidden| {
            let mut plane = Plane::new(width, height);
            for (i, hidden) in hidden.iter().enumerate() {
                let i = i as i64;
                plane.set((i % case.stage.0) as u16, (i / case.stage.0) as u16, *hidden);
            }
            plane
        })
        .collect();
    let mut stage = Stage::empty(u32::from(width), u32::from(height), 0).unwrap();
    stage.show(&background(case), width, &planes, 0, 0);
    stage.set_edges(if case.engine { Edges::Engine } else { Edges::Free });
    let shadow: Option<[u8; 256]> = case.shadow.clone().map(|table| table.try_into().unwrap());
    let mut actor = ActorColours::new(&case.palette);
    for &(slot, colour) in &case.overrides {
        actor.overrides[slot] = Some(colour);
    }
    actor.lit = case.lit;
    actor.shadow_mode = case.shadow_mode;
    actor.shadow = shadow.as_ref().map_or(ShadowTables::None, ShadowTables::One);
    let colours = Colours::of_actor(&actor);
    let (w, h) = (usize::from(case.picture.0), usize::from(case.picture.1));
    let by_rows: Vec<u8> = (0..w * h).map(|i| case.colours[i % w * h + i / w]).collect();
    let stored = if case.by_rows { &by_rows } else { &case.colours };
    let data = encode(stored, Depth::Colours32).unwrap();
    let coding = if case.by_rows { Coding::Rows } else { Coding::Columns };
    let picture =
        Packed { width: case.picture.0, height: case.picture.1, encoded: coding(Depth::Colours32).of(&data) };
    let look = DrawOptions {
        anchor: case.anchor,
        elevation: case.elevation,
        flip: case.flip,
        scale: case.scale,
        plane: case.plane,
        table: if case.up { ScaleTable::ClassicUp } else { ScaleTable::Classic },
        ..DrawOptions::new(case.anchor, &colours)
    };
    let mut painter = used();
    let empty = stage.clone();
    let drawn = painter.draw(&mut stage, &picture, case.at, &look).unwrap();
    assert_eq!(stage.pixels(), model.pixels);
    let area = model.touched.map_or(Bounds::default(), |(left, top, right, bottom)| Bounds {
        left: left as i32,
        top: top as i32,
        right: right as i32 + 1,
        bottom: bottom as i32 + 1,
    });
    assert_eq!(drawn.area, area);
    if let Some(cel) = painter.cel(&picture, &colours, case.flip).unwrap()
        && case.scale == [255, 255]
    {
        let mut stage = empty;
        let anchor = (case.anchor.0, case.anchor.1 - case.elevation);
        assert_eq!(cel.draw(&mut stage, case.at, anchor, case.plane), drawn);
        assert_eq!(stage.pixels(), model.pixels);
    }
    // If no column steps, rows of pictures stored by rows overwrite each other; the bounds do not know how a
    // picture is stored.
    if !case.engine && !case.by_rows {
        let whole = super::painter::bounds(case.picture, case.at, case.flip, case.scale, look.table);
        let (ax, ay) = (case.anchor.0, case.anchor.1 - case.elevation);
        let inside = |v: i32, end: i64| (v.max(0)).min(end as i32);
        let cut = Bounds {
            left: inside(whole.left + ax, case.stage.0),
            top: inside(whole.top + ay, case.stage.1),
            right: inside(whole.right + ax, case.stage.0),
            bottom: inside(whole.bottom + ay, case.stage.1),
        };
        assert_eq!(if cut.is_empty() { Bounds::default() } else { cut }, area);
        let outside = cut.width() < whole.width() || cut.height() < whole.height();
        assert_eq!(drawn.clipped, outside && !whole.is_empty());
    }
}

fn runs(pixels: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec((prop_oneof![Just(0_u8), 0_u8..32], 1_usize..12), 1..=pixels.div_ceil(3).max(1))
        .prop_map(move |runs| {
            let mut out: Vec<u8> =
                runs.into_iter().flat_map(|(colour, n)| std::iter::repeat_n(colour, n)).collect();
            out.resize(pixels, 0);
            out
        })
}

fn scale() -> impl Strategy<Value = [u8; 2]> {
    prop_oneof![
        4 => Just([255, 255]),
        3 => any::<u8>().prop_map(|s| [s, s]),
        2 => any::<[u8; 2]>(),
        1 => any::<u8>().prop_map(|s| [255, s]),
        1 => any::<u8>().prop_map(|s| [s, 255]),
    ]
}

/// A position that often places the picture across an edge.
fn offsets() -> impl Strategy<Value = i32> {
    prop_oneof![5 => -60_i32..20, 1 => -300_i32..300]
}

fn case() -> impl Strategy<Value = Case> {
    let sizes = ((1_i64..100, 1_i64..70), (0_u16..50, prop_oneof![9 => 0_u16..50, 1 => 200_u16..260]));
    sizes.prop_flat_map(|(stage, picture)| {
        let pixels = usize::from(picture.0) * usize::from(picture.1);
        let area = (stage.0 * stage.1) as usize;
        let where_ = (
            (offsets(), offsets()),
            (-20..stage.0 as i32 + 40, -20..stage.1 as i32 + 40),
            prop_oneof![Just(0), -5_i32..30],
            any::<bool>(),
            scale(),
        );
        let hiding = (
            prop::collection::vec(prop::collection::vec(any::<bool>(), area), 0..3),
            0_u8..5,
            any::<bool>(),
            prop_oneof![3 => Just((true, false)), 3 => Just((false, true)), 4 => Just((false, false))],
        );
        let colours = (
            prop::collection::vec(prop_oneof![9 => any::<u8>(), 1 => Just(13_u8)], 32),
            prop::bool::weighted(0.9),
            prop::collection::vec((1_usize..32, prop_oneof![any::<u8>(), Just(13), Just(255)]), 0..4),
            prop_oneof![4 => Just(0_u8), 1 => any::<u8>()],
            prop::option::of(prop::collection::vec(any::<u8>(), 256)),
        );
        (runs(pixels), where_, hiding, colours).prop_map(
            move |(
                colours,
                (at, anchor, elevation, flip, scale),
                (planes, plane, engine, (by_rows, up)),
                (palette, lit, overrides, shadow_mode, shadow),
            )| Case {
                stage,
                picture,
                colours,
                at,
                anchor,
                elevation,
                flip,
                scale,
                planes,
                plane,
                engine,
                by_rows,
                up,
                palette,
                lit,
                overrides: last_of_each(overrides),
                shadow_mode,
                // The Amiga has no shadows (`docs/format/drawing.md §9`).
                shadow: shadow.filter(|_| !by_rows),
            },
        )
    })
}

/// Of several overrides of one colour, the last counts.
fn last_of_each(overrides: Vec<(usize, u8)>) -> Vec<(usize, u8)> {
    let mut out: Vec<(usize, u8)> = Vec::new();
    for (slot, colour) in overrides {
        out.retain(|(other, _)| *other != slot);
        out.push((slot, colour));
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_painter_equals_the_model(case in case()) {
        compare(&case);
    }

    #[test]
    fn any_place_at_all_is_survived(
        at in any::<(i32, i32)>(),
        anchor in any::<(i32, i32)>(),
        elevation in any::<i32>(),
        flip in any::<bool>(),
        scale in any::<[u8; 2]>(),
        engine in any::<bool>(),
        extreme in 0..4_usize,
    ) {
        let mut stage = Stage::empty(40, 30, 0).unwrap();
        stage.set_edges(if engine { Edges::Engine } else { Edges::Free });
        let anchor = [anchor, (i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (20, 20)][extreme];
        let look = DrawOptions { elevation, flip, scale, ..DrawOptions::new(anchor, &Colours::IDENTITY) };
        let picture = Packed {
            width: 9,
            height: 9,
            encoded: Encoded::Rle { data: &[0x1F; 40], depth: Depth::Colours16 },
        };
        let drawn = Painter::default().draw(&mut stage, &picture, at, &look).unwrap();
        let painted = stage.pixels().iter().any(|p| *p != 0);
        prop_assert_eq!(painted, !drawn.area.is_empty());
        let _ = super::painter::bounds((9, 9), at, flip, scale, ScaleTable::Classic);
    }
}
