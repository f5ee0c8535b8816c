//! Tests of starting chores: the effect on limbs, roles, numbers, speed.

use super::*;

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
    // Later in a window, both are commands that draw nothing for a tick.
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
    assert!(a.limb(0).map(|it| it.position).is_none());
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
