//! Tests of the painter: worked examples of `docs/format/drawing.md`. `model_tests.rs` tests what the model
//! decides.

use super::*;
use crate::codec::{Depth, Encoded, rle};
use crate::draw::{ActorColours, Edges, ShadowTables};
use crate::game::Plane;

/// A picture of one colour, with another in its first column.
fn picture(width: u16, height: u16, colour: u8, first: u8) -> Vec<u8> {
    let (width, height) = (usize::from(width), usize::from(height));
    let mut columns = vec![first; height];
    columns.resize(width * height, colour);
    rle::encode(&columns, Depth::Colours16).unwrap()
}

fn packed(data: &[u8], width: u16, height: u16) -> Packed<'_> {
    Packed { width, height, encoded: Encoded::Rle { data, depth: Depth::Colours16 } }
}

fn empty() -> Stage {
    Stage::empty(320, 200, 0).unwrap()
}

fn columns_of(area: Bounds) -> (i32, i32) {
    (area.left, area.right - 1)
}

fn rows_of(area: Bounds) -> (i32, i32) {
    (area.top, area.bottom - 1)
}

#[test]
fn the_idle_frame_of_section_2() {
    let data = picture(21, 47, 5, 6);
    let mut painter = Painter::default();
    for (flip, columns) in [(false, (149, 169)), (true, (151, 171))] {
        let mut stage = empty();
        let look = DrawOptions { flip, ..DrawOptions::new((160, 170), &Colours::IDENTITY) };
        let drawn = painter.draw(&mut stage, &packed(&data, 21, 47), (-11, -46), &look).unwrap();
        assert_eq!((columns_of(drawn.area), rows_of(drawn.area)), (columns, (124, 170)));
        assert!(!drawn.clipped);
        let at = |x: usize| stage.pixels()[150 * 320 + x];
        let first = if flip { 171 } else { 149 };
        assert_eq!((at(first), at(160)), (6, 5));
        assert_eq!(stage.pixels().iter().filter(|p| **p != 0).count(), 21 * 47);
    }
}

#[test]
fn the_scaled_vectors_of_section_5_on_the_stage() {
    let data = picture(21, 47, 5, 5);
    let mut painter = Painter::default();
    let vectors = [
        (254, (-11, 9), (-9, 11), -46),
        (241, (-11, 9), (-9, 11), -45),
        (210, (-10, 8), (-8, 10), -39),
        (207, (-9, 8), (-8, 9), -38),
        (170, (-8, 7), (-7, 8), -32),
        (128, (-6, 5), (-6, 5), -24),
        (64, (-3, 3), (-4, 2), -12),
        (32, (-2, 2), (-3, 1), -6),
        (1, (0, 1), (-1, 0), 0),
    ];
    for (scale, native, flipped, top) in vectors {
        for (flip, (left, right)) in [(false, native), (true, flipped)] {
            let mut stage = empty();
            let look =
                DrawOptions { flip, scale: [scale; 2], ..DrawOptions::new((160, 170), &Colours::IDENTITY) };
            let drawn = painter.draw(&mut stage, &packed(&data, 21, 47), (-11, -46), &look).unwrap();
            assert_eq!(columns_of(drawn.area), (160 + left, 160 + right), "scale {scale}, flip {flip}");
            assert_eq!(rows_of(drawn.area), (170 + top, 170), "scale {scale}");
            let painted = stage.pixels().iter().filter(|p| **p != 0).count();
            assert_eq!(painted, ((right - left + 1) * (1 - top)) as usize);
            let relative = bounds((21, 47), (-11, -46), flip, [scale; 2], ScaleTable::Classic);
            assert_eq!((columns_of(relative), rows_of(relative)), ((left, right), (top, 0)));
        }
    }
}

#[test]
fn a_column_that_is_not_kept_is_painted_over_where_the_next_is_opaque() {
    // At scale 210, columns 4 and 5 share the place −6 of §5. Column 4 is colour 4, column 5 colour 5 in its
    // upper half only.
    let mut columns = vec![0; 21 * 4];
    columns[4 * 4..5 * 4].fill(4);
    columns[5 * 4..5 * 4 + 2].fill(5);
    let data = rle::encode(&columns, Depth::Colours16).unwrap();
    let mut stage = empty();
    let look = DrawOptions { scale: [210, 255], ..DrawOptions::new((160, 100), &Colours::IDENTITY) };
    Painter::default().draw(&mut stage, &packed(&data, 21, 4), (-11, 0), &look).unwrap();
    let column: Vec<u8> = (100..104).map(|y| stage.pixels()[y * 320 + 154]).collect();
    assert_eq!(column, [5, 5, 4, 4]);
}

#[test]
fn shadows_of_columns_that_share_a_place_are_applied_twice() {
    let mut columns = vec![0; 21];
    columns[4] = 1;
    columns[5] = 1;
    columns[7] = 1;
    let data = rle::encode(&columns, Depth::Colours16).unwrap();
    let mut darker = [0; 256];
    for (i, to) in (0_u8..=255).zip(&mut darker) {
        *to = i / 2;
    }
    let actor = ActorColours { shadow: ShadowTables::One(&darker), ..ActorColours::new(&[0, 13]) };
    let colours = Colours::of_actor(&actor);
    let mut stage = Stage::empty(320, 200, 80).unwrap();
    let look = DrawOptions { scale: [210, 255], ..DrawOptions::new((160, 100), &colours) };
    Painter::default().draw(&mut stage, &packed(&data, 21, 1), (-11, 0), &look).unwrap();
    assert_eq!(stage.pixels()[100 * 320 + 154], 20, "columns 4 and 5");
    assert_eq!(stage.pixels()[100 * 320 + 156], 40, "column 7");
}

#[test]
fn elevation_raises_and_planes_hide() {
    let data = picture(4, 4, 3, 3);
    let mut plane = Plane::new(320, 200);
    plane.set(101, 90, true);
    let background = vec![9; 320 * 200];
    let mut painter = Painter::default();
    for (number, hidden) in [(0, 0), (1, 0), (2, 1), (77, 1)] {
        let mut stage = empty();
        stage.show(&background, 320, &[Plane::new(320, 200), plane.clone()], 0, 0);
        let look =
            DrawOptions { elevation: 10, plane: number, ..DrawOptions::new((100, 100), &Colours::IDENTITY) };
        painter.draw(&mut stage, &packed(&data, 4, 4), (0, 0), &look).unwrap();
        let painted = stage.pixels().iter().filter(|p| **p == 3).count();
        assert_eq!(painted, 16 - hidden, "plane {number}");
        assert_eq!(stage.pixels()[90 * 320 + 100], 3);
    }
}

/// Draws with the engine's edges (`docs/format/drawing.md §10`). Returns the painted columns, or `None` if
/// nothing is drawn.
fn engine(x: i32, flip: bool, scale: u8) -> Option<Vec<u8>> {
    // Column c has colour c + 1.
    let columns: Vec<u8> = (1..=6).collect();
    let data = rle::encode(&columns, Depth::Colours16).unwrap();
    let mut stage = empty();
    stage.set_edges(Edges::Engine);
    let look = DrawOptions { flip, scale: [scale, 255], ..DrawOptions::new((x, 50), &Colours::IDENTITY) };
    let drawn = Painter::default().draw(&mut stage, &packed(&data, 6, 1), (0, 0), &look).unwrap();
    let row = &stage.pixels()[50 * 320..51 * 320];
    let painted: Vec<u8> = row.iter().copied().filter(|p| *p != 0).collect();
    assert_eq!(drawn.area.is_empty(), painted.is_empty());
    (!painted.is_empty()).then_some(painted)
}

#[test]
fn the_engines_edges() {
    // An unscaled picture that faces right is exact.
    assert_eq!(engine(-2, false, 255), Some(vec![3, 4, 5, 6]));
    assert_eq!(engine(317, false, 255), Some(vec![1, 2, 3]));
    // An unscaled picture that faces left is exact across the left edge, but not drawn if it begins at column 0.
    assert_eq!(engine(2, true, 255), Some(vec![3, 2, 1]));
    assert_eq!(engine(0, true, 255), None);
    // A picture that begins one column beyond the right edge is exact; further out, it is one column too far left.
    assert_eq!(engine(320, true, 255), Some(vec![6, 5, 4, 3, 2]));
    assert_eq!(engine(321, true, 255), Some(vec![6, 5, 4, 3, 2]));
    assert_eq!(engine(322, true, 255), Some(vec![6, 5, 4, 3]));
    // A scaled picture is also one column too far inside at the edge where it begins. At scale 254 none of these
    // columns is dropped.
    assert_eq!(engine(-2, false, 254), Some(vec![2, 3, 4, 5, 6]));
    assert_eq!(engine(322, true, 254), Some(vec![6, 5, 4, 3]));
}

#[test]
fn the_engine_does_not_draw_what_is_too_tall_for_its_place() {
    let data = picture(2, 60, 1, 1);
    let mut painter = Painter::default();
    for (top, drawn) in [(195, true), (196, false), (-30, true)] {
        let mut stage = empty();
        stage.set_edges(Edges::Engine);
        let look = DrawOptions::new((100, top), &Colours::IDENTITY);
        painter.draw(&mut stage, &packed(&data, 2, 60), (0, 0), &look).unwrap();
        assert_eq!(stage.pixels().contains(&1), drawn, "top {top}");
    }
}

#[test]
fn a_pose_is_drawn_in_order_and_past_what_is_broken() {
    let data = [picture(4, 4, 1, 1), picture(4, 4, 2, 2)];
    let pose: Vec<Placed> = [(0, 0), (7, 0), (1, 2)]
        .map(|(index, x)| Placed {
            limb: 0,
            picture: PictureKey { limb: 0, index },
            x,
            y: 0,
            shaded: false,
            mirrored: false,
        })
        .into();
    let mut stage = empty();
    let look = DrawOptions::new((10, 10), &Colours::IDENTITY);
    let result = Painter::default().draw_all(&mut stage, &pose, &look, |key| {
        data.get(usize::from(key.index))
            .map(|data| packed(data, 4, 4))
            .ok_or_else(|| Error::new(ErrorKind::NoSuchItem(key.to_string()), "picture"))
    });
    assert!(matches!(result.unwrap_err().kind(), ErrorKind::NoSuchItem(_)));
    assert_eq!(stage.pixels()[10 * 320 + 9..][..8], [0, 1, 1, 2, 2, 2, 2, 0]);
}

#[test]
fn pictures_above_the_limit_are_refused_before_memory_is_taken() {
    let mut painter = Painter::default();
    let look = DrawOptions::new((0, 0), &Colours::IDENTITY);
    let huge = packed(&[], u16::MAX, u16::MAX);
    let error = painter.draw(&mut empty(), &huge, (0, 0), &look).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit(_)));
    assert!(painter.cel(&huge, &Colours::IDENTITY, false).is_err());
    assert_eq!(painter.columns.capacity(), 0);
}

#[test]
fn a_warm_painter_allocates_nothing() {
    let sizes = [(60, 80), (21, 47), (3, 3), (16, 16), (60, 1)];
    let data: Vec<Vec<u8>> = sizes.iter().map(|(w, h)| picture(*w, *h, 3, 4)).collect();
    let mut painter = Painter::default();
    let mut stage = empty();
    let memory = |p: &Painter| {
        let lists = (p.starts.as_ptr(), p.across.as_ptr(), p.down.as_ptr());
        (p.columns.as_ptr(), p.rows.as_ptr(), lists)
    };
    let mut warm = None;
    for scale in [255, 210, 255, 64] {
        for ((width, height), data) in sizes.into_iter().zip(&data) {
            let look = DrawOptions { scale: [scale; 2], ..DrawOptions::new((160, 100), &Colours::IDENTITY) };
            painter.draw(&mut stage, &packed(data, width, height), (-30, -79), &look).unwrap();
            assert_eq!(*warm.get_or_insert(memory(&painter)), memory(&painter));
        }
    }
}
