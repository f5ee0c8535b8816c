//! Clips: where they end.

use super::*;

#[test]
fn a_clip_ends_where_it_repeats() {
    let records: Records<'_> = &[
        (6, &[(0, Loop(0, 1)), (1, Loop(0, 1))]),
        (10, &[(0, Loop(0, 2)), (1, Loop(0, 3))]),
        (34, &[(0, Once(0, 3)), (1, Off)]),
    ];
    let cost = Arc::new(Costume::Cost(make(Dialect::V5, 4, &[1, 2, 3], records)));
    let walk = Clip::record(&cost, 2, Facing::SOUTH, &Limits::default());
    assert_eq!((walk.ticks(), walk.loops_to, walk.cut_off), (6, Some(0), false));
    let once = Clip::record(&cost, 8, Facing::SOUTH, &Limits::default());
    assert_eq!((once.frames.len(), once.loops_to), (3, None));
    let init = Clip::record(&cost, 1, Facing::SOUTH, &Limits::default());
    assert_eq!((init.frames.len(), init.loops_to), (1, None));
    assert_eq!(
        (init.bounds.width(), init.bounds.height()),
        (2, 2),
        "the second limb is one to the right, one up"
    );
    let short = Clip::record(&cost, 2, Facing::SOUTH, &Limits { clip_ticks: 4, ..Limits::default() });
    assert!(short.cut_off && short.ticks() == 4);
}

#[test]
fn a_clip_with_a_beginning_loops_behind_it() {
    let records: Records<'_> = &[(34, &[(0, Once(0, 3)), (1, Loop(0, 2))])];
    let cost = Arc::new(Costume::Cost(make(Dialect::V5, 4, &[1, 2, 3], records)));
    let clip = Clip::record(&cost, 8, Facing::SOUTH, &Limits::default());
    // Limb 0 shows 1 2 3 3 3 …, limb 1 shows 1 2 1 2 1 …: from tick 2 on, two ticks repeat.
    assert_eq!((clip.frames.len(), clip.loops_to), (4, Some(2)));
}
