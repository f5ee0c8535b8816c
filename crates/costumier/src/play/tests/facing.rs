//! Tests of changing the facing, at once and by turning.

use super::*;

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
    // Limb 0 continues with chore 8 (not with chore 9's window for it); East does not name limb 2, which keeps its
    // window.
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
    // From W (3) to E (1): the difference is −2, so the turn goes through South.
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
