//! Tests of playback in v1 to v3.

use super::*;
use crate::dialect::Interpreter;

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
fn turns_go_by_a_table_in_which_north_leads_to_south_over_west() {
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
    // Rule 2 of docs/interpreters.md: from v4 on, ScummVM 2.7 turns in the direction in which the facing's number
    // changes.
    for dialect in [Dialect::V4, Dialect::V5, Dialect::V6, Dialect::HE60] {
        assert_eq!(turns(dialect, n, s), [w, s]);
        assert_eq!(turns(dialect.interpreted_by(Interpreter::ScummVm2_7), n, s), [e, s]);
    }
}

#[test]
fn in_zak_for_the_fm_towns_who_has_turned_stands() {
    // Stand shows 3 and 4 in the West; the earlier chore shows 1 and 2 in any facing.
    let loops: Records<'_> = &[(34, &[(0, Loop(0, 2))]), (32, &[(0, Loop(0, 2))]), (12, &[(0, Loop(2, 2))])];
    for (dialect, wanted) in [
        (Dialect::V3_TOWNS, [1, 2, 1, 2, 1]),
        (Dialect::V3_TOWNS_INDY, [1, 2, 1, 2, 1]),
        (Dialect::V3_TOWNS_ZAK, [1, 3, 4, 3, 4]),
    ] {
        let mut a = actor_in(dialect, &[1, 2, 3, 4], loops);
        a.start(8);
        a.turn(Facing::WEST);
        let mut seen = Vec::new();
        for _ in 0..5 {
            // The loop after the turn is the one in which nothing is left to turn.
            a.begin_loop();
            seen.extend(run(&mut a, 1));
        }
        assert_eq!((seen.as_slice(), a.facing()), (wanted.as_slice(), Facing::WEST), "{dialect:?}");
    }
    // An actor that already faces that way stands at once.
    let mut a =
        actor_in(Dialect::V3_TOWNS_ZAK, &[1, 2, 3, 4], &[(32, &[(0, Loop(0, 2))]), (12, &[(0, Loop(2, 2))])]);
    a.face(Facing::WEST);
    a.start(8);
    a.turn(Facing::WEST);
    a.begin_loop();
    assert_eq!((run(&mut a, 1), a.chore()), (vec![3], 3));
}

/// v2 playback of a costume in v4's layout: the dialect decides the rules, the block its layout.
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
    // Appearing starts stand, init and talk stop: chores 1, 2 and 4.
    a.show();
    assert_eq!((shown(&a), a.chore()), (vec![(1, 1)], 4));
}

#[test]
fn a_new_facing_starts_whole_chores_again_in_v1_and_v2() {
    // Chore 6 names limbs 0 and 1, chore 7 only limb 1. Facing East, both name both limbs.
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
    // In v3 and later, each limb restarts its own chore. Before, limb 0 restarts chore 6 for both limbs.
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
