//! Tests of drawing that concern AKOS costumes only: mirrored pictures of codecs 5 and 32, and edges.

#![allow(clippy::cast_sign_loss, reason = "places on the stage")]

use super::*;
use crate::codec::{Depth, Encoded, Packed};
use crate::dialect::ClipRules;

/// ScummVM 2.7.0 mirrors the place of a picture of codec 32, later versions do not; neither mirrors its pixels
/// (`docs/format/humongous-rooms.md §5.1`).
#[test]
fn mirrored_pictures_of_codec_32_change_places_only() {
    let data = crate::codec::trle::encode(&[1, 2, 3], 3, 0).unwrap();
    for (mirrors_place, flip, at) in [(true, false, 2), (true, true, 5), (false, true, 2)] {
        let encoded = Encoded::Trle { data: &data, transparent: 0, mirrors_place, mirrors_lines: false };
        let picture = Packed { width: 3, height: 1, encoded };
        let mut stage = Stage::empty(10, 1, 0).unwrap();
        let look =
            DrawOptions { flip, ..DrawOptions::new((if flip { 6 } else { 3 }, 0), &Colours::IDENTITY) };
        // One column left of the anchor; mirrored, the picture ends one column right of it.
        let anchor = if flip && mirrors_place { 6 } else { 3 };
        Painter::default()
            .draw(&mut stage, &picture, (-1, 0), &DrawOptions { anchor: (anchor, 0), ..look })
            .unwrap();
        let mut seen = [0; 10];
        seen[at..at + 3].copy_from_slice(&[1, 2, 3]);
        assert_eq!(stage.pixels(), seen, "{mirrors_place} {flip}");
        let cel = Painter::default().cel(&picture, &Colours::IDENTITY, flip).unwrap().unwrap();
        let mut again = Stage::empty(10, 1, 0).unwrap();
        cel.draw(&mut again, (-1, 0), (anchor, 0), 0);
        assert_eq!(again.pixels(), seen, "as a cel: {mirrors_place} {flip}");
    }
}

/// For a picture one column wide, the mirrored place is the place negated. A place of 0 shows no difference.
#[test]
fn a_cel_one_column_wide_of_codec_32_changes_places_too() {
    let data = crate::codec::trle::encode(&[7], 1, 0).unwrap();
    let encoded = Encoded::Trle { data: &data, transparent: 0, mirrors_place: true, mirrors_lines: false };
    let picture = Packed { width: 1, height: 1, encoded };
    for at in [-3, 0, 3] {
        let look = DrawOptions { flip: true, ..DrawOptions::new((5, 0), &Colours::IDENTITY) };
        let (mut drawn, mut shown) = (Stage::empty(10, 1, 0).unwrap(), Stage::empty(10, 1, 0).unwrap());
        Painter::default().draw(&mut drawn, &picture, (at, 0), &look).unwrap();
        let cel = Painter::default().cel(&picture, &Colours::IDENTITY, true).unwrap().unwrap();
        cel.draw(&mut shown, (at, 0), look.anchor, 0);
        let mut wanted = [0; 10];
        wanted[(5 - at) as usize] = 7;
        assert_eq!((drawn.pixels(), shown.pixels()), (&wanted[..], &wanted[..]), "{at}");
    }
}

/// Rule 16: of a picture of codec 32 in Humongous games from 10.0 on, a single visible row or column is that at the
/// same distance from the other side, by the screen's edges and by clip rectangles.
#[test]
fn a_single_visible_line_of_codec_32_is_mirrored() {
    let data = crate::codec::trle::encode(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 3, 0).unwrap();
    let clip = |left, top, right, bottom| Some(crate::model::Bounds { left, top, right, bottom });
    let at = |pixels: &[(usize, u8)]| {
        let mut all = [0; 16];
        pixels.iter().for_each(|(place, colour)| all[*place] = *colour);
        all
    };
    for (place, clip, [plain, mirrored]) in [
        // Beyond the right edge, above, in a corner.
        ((3, 0), None, [at(&[(3, 1), (7, 4), (11, 7)]), at(&[(3, 3), (7, 6), (11, 9)])]),
        ((0, -2), None, [at(&[(0, 7), (1, 8), (2, 9)]), at(&[(0, 1), (1, 2), (2, 3)])]),
        ((-2, 3), None, [at(&[(12, 3)]), at(&[(12, 7)])]),
        // Two columns are not mirrored.
        ((2, 3), None, [at(&[(14, 1), (15, 2)]), at(&[(14, 7), (15, 8)])]),
        ((1, 0), clip(0, 0, 2, 2), [at(&[(1, 1), (5, 4)]), at(&[(1, 3), (5, 6)])]),
        // The rectangle reaches beyond the screen: two columns are left in it.
        ((3, 0), clip(0, 0, 5, 2), [at(&[(3, 1), (7, 4)]), at(&[(3, 1), (7, 4)])]),
    ] {
        for (mirrors_lines, wanted) in [(false, plain), (true, mirrored)] {
            let encoded = Encoded::Trle { data: &data, transparent: 0, mirrors_place: false, mirrors_lines };
            let picture = Packed { width: 3, height: 3, encoded };
            let look = DrawOptions { clip, ..DrawOptions::new((0, 0), &Colours::IDENTITY) };
            let mut stage = Stage::empty(4, 4, 0).unwrap();
            stage.set_edges(Edges::Engine);
            let mut again = stage.clone();
            Painter::default().draw(&mut stage, &picture, place, &look).unwrap();
            assert_eq!(stage.pixels(), wanted, "{place:?} {clip:?} {mirrors_lines}");
            if clip.is_none() {
                let cel = Painter::default().cel(&picture, &Colours::IDENTITY, false).unwrap().unwrap();
                cel.draw(&mut again, place, (0, 0), 0);
                assert_eq!(again.pixels(), wanted, "as a cel: {place:?} {mirrors_lines}");
            }
        }
    }
}

/// A clip rectangle acts like the screen's left edge: a mirrored picture of codec 1 that begins in its first column
/// is not drawn there, as in ScummVM 2.7.0.
#[test]
fn a_mirrored_picture_that_begins_in_a_clip_rectangles_first_column_is_not_drawn() {
    let encoded = Encoded::Rle { data: &[0x51, 0x61], depth: Depth::Colours16 };
    let picture = Packed { width: 2, height: 1, encoded };
    for (flip, left, seen) in
        [(true, 2, [0, 0, 0, 0]), (true, 1, [0, 6, 5, 0]), (true, 0, [0, 6, 5, 0]), (false, 2, [0, 0, 5, 6])]
    {
        let clip = crate::model::Bounds { left, top: 0, right: 4, bottom: 1 };
        let look = DrawOptions { flip, clip: Some(clip), ..DrawOptions::new((2, 0), &Colours::IDENTITY) };
        let mut stage = Stage::empty(4, 1, 0).unwrap();
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen, "{flip} {left}");
    }
}

/// In a mirrored row, the interpreter keeps the order of the pixels of a literal.
#[test]
fn a_mirrored_literal_of_codec_5_keeps_its_order() {
    // 1 2 3 as a literal, then 9 9 as a run.
    let data = [6, 0, 4, 1, 2, 3, 3, 9];
    let picture = Packed { width: 5, height: 1, encoded: Encoded::Bomp { data: &data } };
    for (flip, seen) in [(false, [1, 2, 3, 9, 9]), (true, [9, 9, 1, 2, 3])] {
        let mut stage = Stage::empty(5, 1, 0).unwrap();
        let look =
            DrawOptions { flip, ..DrawOptions::new((if flip { 4 } else { 0 }, 0), &Colours::IDENTITY) };
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen);
    }
}

/// A mirrored picture that begins in the screen's first column is not drawn in that column. In v7 and v8 the screen
/// begins at a multiple of 8, wherever the camera is.
#[test]
fn the_engines_screen_may_begin_before_the_stage() {
    let picture = Packed {
        width: 2,
        height: 1,
        encoded: Encoded::Rle { data: &[0x51, 0x61], depth: Depth::Colours16 },
    };
    for (before, seen) in [(0, [0, 0, 0]), (3, [5, 0, 0])] {
        let mut stage = Stage::empty(3, 1, 0).unwrap();
        stage.set_edges(Edges::Engine);
        stage.set_beyond(8);
        stage.set_before(before);
        let look = DrawOptions {
            flip: true,
            table: ScaleTable::Long,
            ..DrawOptions::new((0, 0), &Colours::IDENTITY)
        };
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen);
    }
}

/// Rule 5 of docs/interpreters.md: for codec 1 a clip rectangle acts like the screen.
#[test]
fn scaled_pictures_heed_clip_rectangles() {
    let data: Vec<u8> = (1..=8).map(|colour| colour << 4 | 1).collect();
    let encoded = Encoded::Rle { data: &data, depth: Depth::Colours16 };
    let picture = Packed { width: 8, height: 1, encoded };
    let clip = |left, right| crate::model::Bounds { left, top: 0, right, bottom: 1 };
    let drawn = |clips: ClipRules, clip, anchor: i32, flip| {
        let table = if clips.as_screen { ScaleTable::Humongous } else { ScaleTable::HumongousHeld };
        let look = DrawOptions {
            flip,
            table,
            clip: Some(clip),
            clips,
            scale: [128, 255],
            ..DrawOptions::new((anchor, 0), &Colours::IDENTITY)
        };
        let mut stage = Stage::empty(12, 1, 0).unwrap();
        stage.set_edges(Edges::Engine);
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        stage.pixels().to_vec()
    };
    let screen = ClipRules { as_screen: true, majmin_open: true };
    // Columns 0, 2, 4 and 6 are kept: each place shows the last column that goes there.
    assert_eq!(drawn(ClipRules::PLAIN, clip(4, 6), 3, false), [0, 0, 0, 1, 3, 5, 7, 8, 0, 0, 0, 0]);
    assert_eq!(drawn(screen, clip(3, 6), 3, false), [0, 0, 0, 1, 3, 5, 0, 0, 0, 0, 0, 0]);
    // A picture that begins one column before the rectangle continues in it; one that begins earlier is not drawn.
    assert_eq!(drawn(screen, clip(4, 6), 3, false), [0, 0, 0, 0, 3, 5, 0, 0, 0, 0, 0, 0]);
    assert_eq!(drawn(screen, clip(5, 9), 3, false), [0; 12]);
    assert_eq!(drawn(screen, clip(4, 9), 8, true)[..9].iter().filter(|it| **it != 0).count(), 5);
    assert_eq!(drawn(screen, clip(4, 7), 8, true), [0; 12]);
}

/// Rule 5: unscaled pictures that face West are cut at the rectangle's left, too.
#[test]
fn mirrored_pictures_are_cut_at_both_sides_of_a_clip_rectangle() {
    let data: Vec<u8> = (1..=6).map(|colour| colour << 4 | 1).collect();
    let encoded = Encoded::Rle { data: &data, depth: Depth::Colours16 };
    let picture = Packed { width: 6, height: 1, encoded };
    let clip = crate::model::Bounds { left: 3, top: 0, right: 6, bottom: 1 };
    for (as_screen, seen) in [(true, [0, 0, 0, 5, 4, 3, 0, 0, 0]), (false, [0, 0, 6, 5, 4, 3, 0, 0, 0])] {
        let clips = ClipRules { as_screen, majmin_open: true };
        let look = DrawOptions {
            flip: true,
            clip: Some(clip),
            clips,
            table: ScaleTable::Humongous,
            ..DrawOptions::new((7, 0), &Colours::IDENTITY)
        };
        let mut stage = Stage::empty(9, 1, 0).unwrap();
        stage.set_edges(Edges::Engine);
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen, "{as_screen}");
    }
}

/// A test of rule 6 of docs/interpreters.md.
#[test]
fn the_last_column_and_row_of_a_clip_rectangle_may_lie_outside_for_codec_16() {
    let data = crate::codec::majmin::encode(&[7; 9], 4).unwrap();
    let picture = Packed { width: 3, height: 3, encoded: Encoded::MajMin { data: &data, transparent: 255 } };
    let clip = crate::model::Bounds { left: 0, top: 0, right: 3, bottom: 3 };
    for (majmin_open, count) in [(true, 4), (false, 9)] {
        let clips = ClipRules { as_screen: true, majmin_open };
        let look = DrawOptions { clip: Some(clip), clips, ..DrawOptions::new((0, 0), &Colours::IDENTITY) };
        let mut stage = Stage::empty(5, 5, 0).unwrap();
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels().iter().filter(|pixel| **pixel == 7).count(), count);
    }
}
