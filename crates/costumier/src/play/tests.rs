//! Playback rules of `reference/03`, one by one.

use std::sync::Arc;

use super::*;
use crate::cost::fixture::{Entry, Entry::*, make};
use crate::costume::{Costume, Placed};
use crate::dialect::Dialect;
use crate::facing::Facing;
use crate::limits::Limits;

type Records<'a> = &'a [(u8, &'a [(u8, Entry)])];

fn actor_in(dialect: Dialect, stream: &[u8], records: Records<'_>) -> Actor {
    let cost = make(dialect, 4, stream, records);
    Actor::new(Arc::new(Costume::Cost(cost)), Facing::SOUTH)
}

fn actor(stream: &[u8], records: Records<'_>) -> Actor {
    actor_in(Dialect::V5, stream, records)
}

fn pose(actor: &Actor) -> Vec<Placed> {
    let mut out = Vec::new();
    actor.pose(&mut out);
    out
}

/// Pictures shown, as (limb, index).
fn shown(actor: &Actor) -> Vec<(u8, u16)> {
    pose(actor).iter().map(|p| (p.limb, p.picture.index)).collect()
}

/// The picture of limb 0 at each of `n` ticks, drawing before ticking; −1 for nothing.
fn run(actor: &mut Actor, n: usize) -> Vec<i32> {
    let mut out = Vec::new();
    for _ in 0..n {
        out.push(shown(actor).iter().find(|p| p.0 == 0).map_or(-1, |p| i32::from(p.1)));
        actor.tick(&mut ());
    }
    out
}

/// The stream of `reference/03 §12`, at index 10.
const TRACE: [u8; 15] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 0x7C, 5, 0x7B];

#[test]
fn the_worked_trace_of_reference_03_section_12() {
    let mut a = actor(&TRACE, &[(34, &[(0, Loop(10, 5))])]);
    a.set_speed(2);
    a.start(8);
    let mut seen = Vec::new();
    for _ in 0..8 {
        let picture = shown(&a).first().map(|p| p.1);
        a.tick(&mut ());
        seen.push((picture, a.limbs().position(0).unwrap(), a.counter()));
    }
    assert_eq!(
        seen,
        [
            (Some(3), 10, 0),
            (Some(3), 11, 0),
            (Some(4), 11, 0),
            (Some(4), 13, 1),
            (Some(5), 13, 1),
            (Some(5), 14, 1),
            (None, 14, 1),
            (None, 10, 1),
        ]
    );
}

#[test]
fn play_once_holds_its_last_command() {
    let mut a = actor(&TRACE, &[(34, &[(0, Once(10, 5))])]);
    a.start(8);
    assert_eq!(run(&mut a, 7), [3, 4, 5, -1, -1, -1, -1]);
    assert_eq!(a.counter(), 1);
}

#[test]
fn a_loop_goes_from_its_last_command_to_its_first() {
    let mut a = actor(&[1, 2, 3], &[(34, &[(0, Loop(0, 3))])]);
    a.start(8);
    assert_eq!(run(&mut a, 7), [1, 2, 3, 1, 2, 3, 1]);
}

#[test]
fn windows_that_would_hang_the_interpreter_end_and_say_so() {
    for (stream, entry) in
        [(vec![1, 0x7C], Once(0, 2)), (vec![0x7C, 0x7C, 0x78], Loop(0, 3)), (vec![0x7C, 0x78], Once(0, 2))]
    {
        let mut a = actor(&stream, &[(34, &[(0, entry)])]);
        a.start(8);
        let mut events = Vec::new();
        for _ in 0..3 {
            a.tick(&mut events);
        }
        assert!(events.contains(&Event::Stuck { limb: 0 }), "{events:?}");
        assert_eq!(shown(&a), []);
    }
}

#[test]
fn hostile_windows_end() {
    // Windows that start behind the stream, behind the block, with bit 15, or that wrap around.
    for start in [3, 0x7FFF, 0x8000, 0xFFFE, 0xFFF0] {
        for entry in [Loop(start, 128), Once(start, 128), Loop(start, 1)] {
            let mut a = actor(&[1], &[(34, &[(0, entry)])]);
            a.start(8);
            for _ in 0..300 {
                a.tick(&mut ());
                pose(&a);
            }
        }
    }
}

#[test]
fn a_window_of_one_counts_every_tick_and_stays() {
    let mut a = actor(&[0x7C], &[(34, &[(0, Loop(0, 1))])]);
    a.start(8);
    assert_eq!(a.counter(), 0, "nothing happens when the record is decoded");
    assert_eq!(run(&mut a, 3), [-1, -1, -1]);
    assert_eq!(a.counter(), 3);
    a.face(Facing::EAST);
    assert_eq!(a.counter(), 3, "facing does not clear the counter");
    a.start(9);
    assert_eq!(a.counter(), 0, "starting a chore does, even one without a record");
}

#[test]
fn a_first_command_that_is_passed_through_is_held_once() {
    let mut a = actor(&[0x7C, 1, 2], &[(34, &[(0, Loop(0, 3))])]);
    a.start(8);
    assert_eq!(run(&mut a, 6), [-1, 1, 2, 1, 2, 1]);
    assert_eq!(a.counter(), 2);
}

#[test]
fn sounds_are_events_and_differ_between_generations() {
    let stream = [1, 0x78, 0x71, 2];
    let records: Records<'_> = &[(34, &[(0, Loop(0, 4))])];
    let mut a = actor(&stream, records);
    a.start(8);
    let mut events = Vec::new();
    a.tick(&mut events);
    assert_eq!(events, [Event::Sound { limb: 0, slot: 0 }]);
    assert_eq!(a.limbs().position(0).unwrap(), 2, "0x71 is a picture in v5");
    assert_eq!((a.take_sounds(), a.sounds()), (1, 0));

    let mut a = actor_in(Dialect::V6, &stream, records);
    a.start(8);
    let mut events = Vec::new();
    a.tick(&mut events);
    assert_eq!(events, [Event::Sound { limb: 0, slot: 7 }, Event::Sound { limb: 0, slot: 0 }]);
    assert_eq!(shown(&a), [(0, 2)]);
}

#[test]
fn stop_and_start_act_only_as_the_first_command_and_keep_the_window() {
    let stream = [1, 2, 3, 0x79, 0x7A];
    let records: Records<'_> = &[
        (34, &[(0, Loop(0, 3)), (1, Loop(0, 3))]),
        (38, &[(1, Loop(3, 1))]),
        (42, &[(1, Loop(4, 1))]),
        (46, &[(1, Loop(1, 4))]),
    ];
    let mut a = actor(&stream, records);
    a.start(8);
    a.start(9);
    assert_eq!(shown(&a), [(0, 1)]);
    assert!(a.limbs().is_hidden(1));
    a.tick(&mut ());
    a.tick(&mut ());
    a.start(10);
    assert_eq!(shown(&a), [(0, 3), (1, 3)], "the stopped limb went on ticking");

    // A stopped limb that gets a window is still not drawn.
    a.start(9);
    a.start(8);
    assert_eq!(shown(&a), [(0, 1)]);
    // Met later in a window, both are commands that draw nothing for a tick.
    a.start(10);
    a.start(11);
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(shown(&a).iter().find(|p| p.0 == 1).map(|p| p.1));
        a.tick(&mut ());
    }
    assert_eq!(seen, [Some(2), Some(3), None, None]);
    assert!(!a.limbs().is_hidden(1));
}

#[test]
fn start_does_not_switch_on_a_limb_that_is_off() {
    let mut a = actor(&[0x7A], &[(34, &[(0, Loop(0, 1))])]);
    a.start(8);
    assert!(a.limbs().position(0).is_none());
}

#[test]
fn limbs_that_a_record_does_not_name_are_left_alone() {
    let records: Records<'_> =
        &[(34, &[(0, Loop(0, 3)), (1, Loop(0, 3))]), (38, &[(1, Loop(2, 1))]), (42, &[(0, Off)])];
    let mut a = actor(&[1, 2, 3], records);
    a.start(8);
    a.tick(&mut ());
    a.start(9);
    assert_eq!(shown(&a), [(0, 2), (1, 3)]);
    a.start(10);
    assert_eq!(shown(&a), [(1, 3)]);
}

#[test]
fn init_empties_the_limbs_and_keeps_the_facing() {
    let records: Records<'_> =
        &[(5, &[(0, Loop(0, 1))]), (6, &[(0, Loop(1, 1))]), (33, &[(1, Loop(2, 1)), (2, Loop(3, 1))])];
    let mut a = actor(&[1, 2, 3, 0x79], records);
    a.face(Facing::EAST);
    a.start(8);
    assert!(a.limbs().is_hidden(2));
    a.start(1);
    assert_eq!(a.facing(), Facing::EAST);
    assert_eq!(shown(&a), [(0, 1)]);
    assert!(!a.limbs().is_hidden(2));
}

#[test]
fn the_init_chore_is_a_number_that_scripts_may_change() {
    let mut a = actor(&[1, 2], &[(34, &[(0, Loop(0, 1))]), (38, &[(1, Loop(1, 1))])]);
    a.set_roles(crate::Roles { init: 9, ..a.roles() });
    a.start(8);
    a.start(0x38);
    assert_eq!((a.chore(), shown(&a)), (9, vec![(1, 2)]));
}

#[test]
fn each_limb_starts_its_own_chore_again_when_the_facing_changes() {
    let records: Records<'_> = &[
        (34, &[(0, Loop(0, 2)), (1, Loop(0, 2)), (2, Loop(0, 2))]),
        (33, &[(0, Loop(2, 2))]),
        (38, &[(1, Loop(4, 2))]),
        (37, &[(0, Loop(8, 1)), (1, Loop(6, 2))]),
    ];
    let mut a = actor(&[0, 1, 2, 3, 4, 5, 6, 7, 8], records);
    a.start(8);
    a.start(9);
    a.tick(&mut ());
    assert_eq!(shown(&a), [(0, 1), (1, 5), (2, 1)]);
    a.face(Facing::EAST);
    // Limb 0 goes on with chore 8 (not with chore 9's window for it), limb 2 is not named for East and keeps its window.
    assert_eq!(shown(&a), [(0, 2), (1, 6), (2, 1)]);
    assert_eq!(a.chore(), 9);
}

#[test]
fn a_diagonal_changes_the_facing_but_not_the_art() {
    let mut a = actor(&[1, 2], &[(34, &[(0, Loop(0, 2))])]);
    a.start(8);
    a.tick(&mut ());
    a.face(Facing::from_angle(135));
    assert_eq!((a.facing().angle(), shown(&a)), (135, vec![(0, 2)]));
}

#[test]
fn an_off_limb_remembers_its_record_for_the_next_facing() {
    let mut a = actor(&[1], &[(34, &[(0, Off)]), (33, &[(0, Loop(0, 1))])]);
    a.start(8);
    assert_eq!(shown(&a), []);
    a.face(Facing::EAST);
    assert_eq!(shown(&a), [(0, 1)]);
}

#[test]
fn pseudo_animations() {
    let records: Records<'_> =
        &[(14, &[(0, Loop(0, 1))]), (13, &[(0, Loop(1, 1))]), (250, &[(0, Loop(2, 1))])];
    let mut a = actor(&[1, 2, 3], records);
    a.animate(254);
    assert_eq!((a.chore(), a.facing()), (3, Facing::SOUTH), "252 … 255 stand, whatever the low bits say");
    a.animate(249);
    assert_eq!((a.facing(), shown(&a)), (Facing::EAST, vec![(0, 2)]));
    a.animate(0x3A);
    assert_eq!(a.chore(), 3);
    a.animate(62);
    assert_eq!(a.chore(), 3, "62 is forbidden");
}

#[test]
fn turning_takes_a_quarter_per_loop_and_the_first_comes_before_drawing() {
    let mut a = actor(&[1], &[]);
    a.face(Facing::WEST);
    a.animate(244 + 1);
    let mut seen = Vec::new();
    for _ in 0..4 {
        a.begin_loop();
        seen.push(a.facing().name());
        a.tick(&mut ());
    }
    // From W (3) to E (1): the difference is −2, so through South.
    assert_eq!(seen, ["south", "east", "east", "east"]);
    a.turn(Facing::WEST);
    a.tick(&mut ());
    assert_eq!(a.facing(), Facing::SOUTH, "from E (1) to W (3): +2, through South as well");
}

#[test]
fn facing_at_once_cancels_a_turn() {
    let mut a = actor(&[1], &[]);
    a.turn(Facing::NORTH);
    a.animate(248);
    a.tick(&mut ());
    assert_eq!(a.facing(), Facing::WEST);
}

#[test]
fn standing_by_order_cancels_a_turn_and_the_stand_chore_does_not() {
    for (operand, facing) in [(252, Facing::SOUTH), (255, Facing::SOUTH), (0x3A, Facing::WEST)] {
        let mut a = actor(&[1], &[]);
        assert_eq!(a.facing(), Facing::SOUTH);
        a.turn(Facing::WEST);
        a.animate(operand);
        a.tick(&mut ());
        assert_eq!(a.facing(), facing, "{operand}");
    }
}

#[test]
fn the_speed_is_a_number_of_loops_and_restarts_with_a_chore() {
    let mut a = actor(&[1, 2, 3], &[(34, &[(0, Loop(0, 3))])]);
    a.set_speed(3);
    a.start(8);
    assert_eq!(run(&mut a, 7), [1, 1, 1, 2, 2, 2, 3]);
    a.start(8);
    assert_eq!(run(&mut a, 4), [1, 1, 1, 2]);
    a.face(Facing::EAST);
    assert_eq!(run(&mut a, 2), [2, 2], "two more loops until the count that began before is full");
    assert_eq!(run(&mut a, 1), [3]);
    for speed in [0, 1] {
        a.set_speed(speed);
        a.start(9);
        a.face(Facing::SOUTH);
        a.start(8);
        assert_eq!(run(&mut a, 3), [1, 2, 3]);
    }
}

#[test]
fn moves_add_up_over_the_limbs_that_are_drawn() {
    let stream = [3, 0x7B];
    let records: Records<'_> = &[(34, &[(0, Loop(0, 1)), (1, Loop(1, 1)), (2, Loop(0, 1)), (3, Loop(0, 1))])];
    let mut a = actor(&stream, records);
    a.start(8);
    // Picture 3 of limb l stands at (3, l) and moves by (1, 2): x adds, y subtracts; hidden limb 1 adds nothing.
    let places: Vec<_> = pose(&a).iter().map(|p| (p.limb, p.x, p.y)).collect();
    assert_eq!(places, [(0, 3, 0), (2, 4, 0), (3, 5, -1)]);
}

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

proptest::proptest! {
    #[test]
    fn playing_anything_ends(
        stream in proptest::collection::vec(0x70u8..0x80, 1..40),
        entries in proptest::collection::vec((0u16..50, 1u8..60, proptest::bool::ANY), 4),
        calls in proptest::collection::vec(0u16..=255, 0..40),
    ) {
        let entries: Vec<(u8, Entry)> = (0u8..)
            .zip(&entries)
            .map(|(limb, &(start, len, once))| (limb, if once { Once(start, len) } else { Loop(start, len) }))
            .collect();
        let records: Vec<(u8, &[(u8, Entry)])> = (0..40).map(|index| (index, entries.as_slice())).collect();
        for dialect in [Dialect::V5, Dialect::V6] {
            let mut a = actor_in(dialect, &stream, &records);
            for call in &calls {
                a.animate(*call);
                a.tick(&mut ());
                pose(&a);
            }
            let clip = Clip::from_actor(a, &Limits::default());
            proptest::prop_assert!(clip.frames.len() <= 600);
        }
    }
}

#[test]
fn bit_7_of_a_command_sounds_when_it_is_left_up_to_v3() {
    for (dialect, sounds) in [(Dialect::V3_256, 2), (Dialect::V4, 1)] {
        let mut a = actor_in(dialect, &[0x80, 1, 0x78, 2], &[(34, &[(0, Loop(0, 4))])]);
        a.start(8);
        assert_eq!(run(&mut a, 3), [0, 1, 2]);
        assert_eq!(a.take_sounds(), sounds);
    }
}

#[test]
fn humongous_6_0_counts_its_sounds_backwards() {
    let mut a = actor_in(Dialect::HE60, &[0, 0x71, 0x78, 1], &[(34, &[(0, Loop(0, 4))])]);
    a.start(8);
    let mut events: Vec<Event> = Vec::new();
    a.tick(&mut events);
    let slots: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Sound { slot, .. } => Some(*slot),
            _ => None,
        })
        .collect();
    assert_eq!(slots, [7, 0]);
}

#[test]
fn v1_to_v3_turn_by_their_table() {
    let turns = |dialect, from: Facing, to: Facing| {
        let mut a = actor_in(dialect, &[0], &[(4, &[(0, Loop(0, 1))])]);
        a.face(from);
        a.turn(to);
        let mut seen = vec![];
        for _ in 0..4 {
            a.tick(&mut ());
            if seen.last() != Some(&a.facing()) {
                seen.push(a.facing());
            }
        }
        seen
    };
    let (n, e, s, w) = (Facing::NORTH, Facing::EAST, Facing::SOUTH, Facing::WEST);
    assert_eq!(turns(Dialect::V3_256, w, e), [s, e]);
    assert_eq!(turns(Dialect::V3_256, e, w), [s, w]);
    assert_eq!(turns(Dialect::V3_256, s, n), [e, n]);
    assert_eq!(turns(Dialect::V3_256, n, s), [w, s]);
    assert_eq!(turns(Dialect::V3_256, n, e), [e]);
    assert_eq!(turns(Dialect::V4, n, s), [e, s]);
}

/// v2 playback on a costume whose bytes are v4's: the rules are the dialect's, the layout is the block's own business.
fn oldest(stream: &[u8], records: Records<'_>) -> Actor {
    let mut dialect = Dialect::V2;
    dialect.cost = Dialect::V4.cost;
    dialect.blocks = Dialect::V4.blocks;
    actor_in(dialect, stream, records)
}

#[test]
fn operands_of_v1_and_v2_carry_a_direction_that_does_not_count() {
    let mut a = oldest(&[0, 1, 2], &[(2, &[(0, Loop(0, 1))]), (26, &[(0, Loop(1, 1))])]);
    a.animate(6 << 2 | 3);
    assert_eq!((a.chore(), shown(&a)), (6, vec![(0, 1)]));
    assert_eq!(a.facing(), Facing::SOUTH);
    a.animate(0);
    assert_eq!((a.chore(), shown(&a)), (0, vec![(0, 0)]));
}

#[test]
fn init_of_v1_and_v2_empties_no_limb() {
    let mut a = oldest(&[0, 1], &[(26, &[(0, Loop(0, 1))]), (10, &[(1, Loop(1, 1))])]);
    a.start(6);
    a.start(2);
    assert_eq!(shown(&a), [(0, 0), (1, 1)]);
    a.start(6);
    assert_eq!(pose(&a)[0].x, -72, "the running offset starts at (-72, -100)");
    assert_eq!(pose(&a)[0].y, -100);
    // Appearing does, and starts stand, init and talk stop: chores 1, 2 and 4.
    a.show();
    assert_eq!((shown(&a), a.chore()), (vec![(1, 1)], 4));
}

#[test]
fn a_new_facing_starts_whole_chores_again_in_v1_and_v2() {
    // Chore 6 moves limb 0 and 1, chore 7 limb 1 alone. Facing East, both name both limbs.
    let records: Records<'_> = &[
        (26, &[(0, Loop(0, 1)), (1, Loop(0, 1))]),
        (30, &[(1, Loop(1, 1))]),
        (25, &[(0, Loop(2, 1)), (1, Loop(2, 1))]),
        (29, &[(0, Loop(3, 1)), (1, Loop(3, 1))]),
    ];
    let mut old = oldest(&[0, 1, 2, 3], records);
    let mut new = actor(&[0, 1, 2, 3], records);
    for a in [&mut old, &mut new] {
        a.start(6);
        a.start(7);
        a.face(Facing::EAST);
    }
    // v3 and later: each limb for itself. Before: limb 0 brings chore 6 back for both, and limb 1 is content.
    assert_eq!(shown(&new), [(0, 2), (1, 3)]);
    assert_eq!(shown(&old), [(0, 2), (1, 2)]);
    assert_eq!((new.chore(), old.chore()), (7, 6));
}

#[test]
fn small_headers_of_v3_draw_nothing_from_0x79_on() {
    let mut dialect = Dialect::V3_256;
    dialect.undrawn_from = 12;
    let mut a = actor_in(dialect, &[11, 12], &[(34, &[(0, Loop(0, 2))])]);
    a.start(8);
    assert_eq!(run(&mut a, 3), [11, -1, 11]);
    assert_eq!(Dialect::V3_256.undrawn_from, 0x79);
}
