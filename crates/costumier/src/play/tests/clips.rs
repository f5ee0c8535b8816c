//! Tests of where clips end.

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
    let short = Clip::record(&cost, 2, Facing::SOUTH, &Limits::with(|limits| limits.clip_ticks = 4));
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

/// A slow actor shows each command for as many loops as its speed says, and its clip repeats all the same.
#[test]
fn the_clip_of_an_actor_with_a_speed_is_the_clip_at_full_speed_slowed_down() {
    let records: Records<'_> = &[(10, &[(0, Loop(0, 2)), (1, Loop(0, 3))]), (34, &[(0, Once(0, 3))])];
    let cost = Arc::new(Costume::Cost(make(Dialect::V5, 4, &[1, 2, 3], records)));
    for chore in [2, 8] {
        let clip_at = |speed| {
            let mut actor = Actor::performing(&cost, chore, Facing::SOUTH);
            actor.set_speed(speed);
            Clip::from_actor(actor, &Limits::default())
        };
        let full = clip_at(0);
        assert!(full.frames.len() > 2);
        for speed in [2, 4, 7] {
            let slow = clip_at(speed);
            assert_eq!((slow.loops_to, slow.cut_off), (full.loops_to, false), "chore {chore} at {speed}");
            assert_eq!(slow.frames.len(), full.frames.len());
            for (i, (slow, full)) in slow.frames.iter().zip(&full.frames).enumerate() {
                assert_eq!((&slow.placed, slow.ticks), (&full.placed, full.ticks * u32::from(speed)), "{i}");
            }
        }
    }
}

/// From v4 on, the actor turns by quarters: East, South, West. Its limbs stay empty.
#[test]
fn the_clip_of_an_actor_that_turns_lasts_until_it_has_turned() {
    let records: Records<'_> = &[(10, &[(0, Loop(0, 1))])];
    let cost = Arc::new(Costume::Cost(make(Dialect::V5, 4, &[1], records)));
    let mut actor = Actor::new(Arc::clone(&cost), Facing::EAST);
    actor.turn(Facing::WEST);
    let clip = Clip::from_actor(actor.clone(), &Limits::default());
    let mirrored: Vec<(bool, u32)> = clip.frames.iter().map(|frame| (frame.mirrored, frame.ticks)).collect();
    assert_eq!((clip.facing, clip.cut_off, clip.loops_to), (Facing::EAST, false, None));
    // The same when played tick by tick, for as long.
    let mut seen = Vec::new();
    for _ in 0..clip.ticks() {
        actor.begin_loop();
        seen.push(actor.mirrored());
        actor.tick(&mut ());
    }
    let told: Vec<bool> = mirrored
        .iter()
        .flat_map(|(mirrored, ticks)| std::iter::repeat_n(*mirrored, *ticks as usize))
        .collect();
    assert_eq!(told, seen);
    assert_eq!(mirrored.iter().map(|frame| frame.0).collect::<Vec<_>>(), [false, true]);
    assert_eq!(actor.facing(), Facing::WEST);
}
