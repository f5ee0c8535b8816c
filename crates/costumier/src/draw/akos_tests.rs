//! What is peculiar to AKOS costumes where they are drawn: mirrored pictures of codecs 5 and 32, and edges.

#![allow(clippy::cast_sign_loss, reason = "places on the stage")]

use super::*;
use crate::codec::{Depth, Encoded, Packed};

/// `reference/09 §5.1`: ScummVM 2.7.0 mirrors where a picture of codec 32 stands, and later versions do not;
/// neither mirrors its pixels.
#[test]
fn mirrored_pictures_of_codec_32_change_places_only() {
    let data = crate::codec::trle::encode(&[1, 2, 3], 3, 0).unwrap();
    for (mirrors_place, flip, at) in [(true, false, 2), (true, true, 5), (false, true, 2)] {
        let encoded = Encoded::Trle { data: &data, transparent: 0, mirrors_place };
        let picture = Packed { width: 3, height: 1, encoded };
        let mut stage = Stage::empty(10, 1, 0).unwrap();
        let look = Look { flip, ..Look::new((if flip { 6 } else { 3 }, 0), &Colours::IDENTITY) };
        // One column left of the anchor: mirrored it ends one right of it.
        let anchor = if flip && mirrors_place { 6 } else { 3 };
        Painter::default()
            .draw(&mut stage, &picture, (-1, 0), &Look { anchor: (anchor, 0), ..look })
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

/// A picture one column wide: its mirrored place is its place with the other sign, and 0 is no place that tells.
#[test]
fn a_cel_one_column_wide_of_codec_32_changes_places_too() {
    let data = crate::codec::trle::encode(&[7], 1, 0).unwrap();
    let encoded = Encoded::Trle { data: &data, transparent: 0, mirrors_place: true };
    let picture = Packed { width: 1, height: 1, encoded };
    for at in [-3, 0, 3] {
        let look = Look { flip: true, ..Look::new((5, 0), &Colours::IDENTITY) };
        let (mut drawn, mut shown) = (Stage::empty(10, 1, 0).unwrap(), Stage::empty(10, 1, 0).unwrap());
        Painter::default().draw(&mut drawn, &picture, (at, 0), &look).unwrap();
        let cel = Painter::default().cel(&picture, &Colours::IDENTITY, true).unwrap().unwrap();
        cel.draw(&mut shown, (at, 0), look.anchor, 0);
        let mut wanted = [0; 10];
        wanted[(5 - at) as usize] = 7;
        assert_eq!((drawn.pixels(), shown.pixels()), (&wanted[..], &wanted[..]), "{at}");
    }
}

/// As at the screen's left edge, so at a clip rectangle's: of a mirrored picture of codec 1 that begins in its first
/// column, that column is not drawn. Seen in ScummVM 2.7.0: `cargo oracle --engine he72 --pack 3`.
#[test]
fn a_mirrored_picture_that_begins_in_a_clip_rectangles_first_column_is_not_drawn() {
    let encoded = Encoded::Rle { data: &[0x51, 0x61], depth: Depth::Colours16 };
    let picture = Packed { width: 2, height: 1, encoded };
    for (flip, left, seen) in
        [(true, 2, [0, 0, 0, 0]), (true, 1, [0, 6, 5, 0]), (true, 0, [0, 6, 5, 0]), (false, 2, [0, 0, 5, 6])]
    {
        let clip = crate::model::Bounds { left, top: 0, right: 4, bottom: 1 };
        let look = Look { flip, clip: Some(clip), ..Look::new((2, 0), &Colours::IDENTITY) };
        let mut stage = Stage::empty(4, 1, 0).unwrap();
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen, "{flip} {left}");
    }
}

/// What stands in rows that are made of literals, mirrored: the interpreter keeps the order inside a literal
/// (research §9.5).
#[test]
fn a_mirrored_literal_of_codec_5_keeps_its_order() {
    // 1 2 3 as a literal, then 9 9 as a run.
    let data = [6, 0, 4, 1, 2, 3, 3, 9];
    let picture = Packed { width: 5, height: 1, encoded: Encoded::Bomp { data: &data } };
    for (flip, seen) in [(false, [1, 2, 3, 9, 9]), (true, [9, 9, 1, 2, 3])] {
        let mut stage = Stage::empty(5, 1, 0).unwrap();
        let look = Look { flip, ..Look::new((if flip { 4 } else { 0 }, 0), &Colours::IDENTITY) };
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen);
    }
}

/// Of a mirrored picture that begins at the screen's first column, that column is not drawn; in v7 and v8 the
/// screen begins at a multiple of 8, wherever the camera stands.
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
        let look = Look { flip: true, table: ScaleTable::Long, ..Look::new((0, 0), &Colours::IDENTITY) };
        Painter::default().draw(&mut stage, &picture, (0, 0), &look).unwrap();
        assert_eq!(stage.pixels(), seen);
    }
}
