//! Tests of programs and actors: chores that are started, planes and offsets, numbers, facings.

use super::*;

#[test]
pub(in crate::play::akos) fn chores_that_a_program_starts_are_seen_in_the_next_tick_and_the_first_wins() {
    let text = "a: picture 1\nchore chore=9\nchore chore=10\npicture 2\nend\nb: picture 3\nc: picture 4";
    let sequence = assemble(text, &AkosRules::LUCASARTS).unwrap();
    let records: Records<'_> =
        &[(EIGHT, &[(0, 6, 0, 0)]), (38, &[(0, 7, 10, 0)]), (42, &[(0, 7, 11, 0), (1, 7, 11, 0)])];
    let mut a = open(&source(0, &sequence, records), Dialect::V7);
    a.start(8);
    // Both are queued. Chore 10 was queued last and is started first, then 9 takes limb 0.
    assert_eq!(run(&mut a, 2, &mut ()), [vec![1], vec![3, 4]]);
    assert_eq!(a.chore(), 9);
}

#[test]
pub(in crate::play::akos) fn actors_name_each_other_by_number() {
    let text = "empty\nset value=2 var=1\nset value=9 var=2\nactor-chore actor-var=1 chore-var=2\nactor-set \
        actor-var=1 var=5 value=77\npicture 1\nend\npicture 6";
    let sequence = assemble(text, &AkosRules::LUCASARTS).unwrap();
    let last = u16::try_from(sequence.len()).unwrap() - 1;
    let made = source(0, &sequence, &[(EIGHT, &[(0, 6, 0, 0)]), (38, &[(0, 7, last, 0)])]);
    let mut actors = [open(&made, Dialect::V7), open(&made, Dialect::V7)];
    for (number, actor) in (1..).zip(&mut actors) {
        actor.set_number(number);
    }
    actors[0].start(8);
    let (mut queue, mut world) = (Queue::new(), Vec::new());
    for actor in &mut actors {
        actor.tick_with(&mut queue, &mut world);
    }
    assert_eq!(world, [Event::ActorVar { limb: 0, actor: 2, var: 5, value: 77 }]);
    assert_eq!((queue.len(), pose(&actors[1]).len()), (1, 0));
    queue.run(&mut actors, &mut world);
    assert!(queue.is_empty());
    assert_eq!((actors[1].chore(), pose(&actors[1])[0].picture.index), (9, 6));

    // Alone, actor 1 reports that actor 2 is wanted; actor 2 means itself.
    let mut alone = open(&made, Dialect::V7);
    alone.start(8);
    assert_eq!(events(&mut alone, 1)[1], Event::ActorChore { limb: 0, actor: 2, chore: 9 });
    alone.set_number(2);
    alone.start(8);
    assert_eq!(events(&mut alone, 1), []);
    assert_eq!((alone.chore(), var(&alone, 5)), (9, 77));
}

#[test]
pub(in crate::play::akos) fn planes_offsets_flips_and_leaving() {
    let text = "empty\nplane plane=2\noffset x=3 y=-4\nflip value=1\npicture 1\nleave\npicture 2\npicture 3";
    for (dialect, offset) in [(Dialect::V7, (0, 0)), (Dialect::humongous(61), (3, -4))] {
        let mut a = running_in(dialect, text);
        assert!(!a.mirrored());
        let mut seen = Vec::new();
        a.tick(&mut seen);
        assert_eq!((a.offset(), a.plane(), a.mirrored()), (offset, Some(2), true));
        a.face(Facing::WEST);
        assert!(!a.mirrored(), "West, and flipped");
        a.tick(&mut seen);
        assert_eq!((seen, pose(&a)), (vec![Event::Left { limb: 0 }], vec![]));
        a.tick(&mut ());
        assert_eq!(
            a.limb(0).map(|it| it.position),
            Some(a.limb(0).map(|it| it.position).unwrap()),
            "does not step away from the room"
        );
        a.face(Facing::SOUTH);
        a.start(8);
        assert_eq!(trace(&mut a, 2), [-1, 1], "a chore from outside brings it back");
    }
}

#[test]
pub(in crate::play::akos) fn eight_directions() {
    let records: Vec<(usize, Vec<Part>)> =
        (0u16..8).map(|d| (64 + usize::from(d), vec![(0, 7, d, 0)])).collect();
    let records: Vec<(usize, &[Part])> = records.iter().map(|(i, p)| (*i, p.as_slice())).collect();
    let made = source(Header::EIGHT_WAYS, &[0, 1, 2, 3, 4, 5, 6, 7], &records);
    let mut a = open(&made, Dialect::V8);
    a.start(8);
    for angle in [0, 45, 90, 135, 180, 225, 270, 315] {
        a.face(Facing::from_angle(angle));
        assert_eq!(pose(&a)[0].picture.index, u16::try_from(angle / 45).unwrap());
        assert_eq!(a.mirrored(), angle == 270, "only West, and its own record all the same");
    }
    // Rule 3 of docs/interpreters.md: turns by eighths, the shorter way; at once in ScummVM 2.7.
    for (dialect, seen) in
        [(Dialect::V8, [45, 90, 135]), (Dialect::V8.interpreted_by(Interpreter::ScummVm2_7), [135; 3])]
    {
        let mut a = open(&made, dialect);
        a.face(Facing::NORTH);
        a.animate(4000 + 135);
        let turned = [(); 3].map(|()| {
            a.tick(&mut ());
            a.facing().angle()
        });
        assert_eq!(turned, seen);
    }
    a.animate(3000 + 270);
    assert_eq!(a.facing(), Facing::WEST);
    assert_eq!(a.costume().actions()[3].facing.name(), "southeast");
}

#[test]
fn turns_are_not_made_before_the_next_loop() {
    let older = Dialect::V7.interpreted_by(Interpreter::ScummVm2_7);
    let first = [(older, Facing::NORTH), (Dialect::V7, Facing::EAST), (Dialect::humongous(70), Facing::EAST)];
    for (dialect, after) in first {
        let mut a = actor_in(dialect, "picture 1", &[(EIGHT, &[(0, 7, 0, 0)])]);
        a.turn(Facing::NORTH);
        assert_eq!(a.facing(), Facing::SOUTH);
        a.begin_loop();
        assert_eq!(a.facing(), after);
    }
}

/// Rule 3 of docs/interpreters.md: a costume with four facings does not stay on a diagonal.
#[test]
fn a_script_that_faces_a_diagonal_turns_on_to_the_facing_whose_art_is_shown() {
    let older = Dialect::V7.interpreted_by(Interpreter::ScummVm2_7);
    for (dialect, faced, animated) in [(Dialect::V7, 0, 45), (older, 45, 45)] {
        let after = |turn: fn(&mut Actor)| {
            let mut a = actor_in(dialect, "picture 1", &[(EIGHT, &[(0, 7, 0, 0)])]);
            turn(&mut a);
            assert_eq!(a.facing().angle(), 45, "at once");
            a.tick(&mut ());
            a.tick(&mut ());
            assert!(!a.is_turning());
            a.facing().angle()
        };
        assert_eq!(after(|a| a.face(Facing::from_angle(45))), faced);
        // "animate 3000 + angle" is not followed by a turn.
        assert_eq!(after(|a| a.animate(3000 + 45)), animated);
    }
    let mut a = actor_in(Dialect::V7, "picture 1", &[(EIGHT, &[(0, 7, 0, 0)])]);
    a.animate(3000 + 45);
    a.turn(Facing::from_angle(45));
    assert!(!a.is_turning(), "to turn where one looks already is nothing");
}

#[test]
pub(in crate::play::akos) fn facing_starts_each_limbs_own_chore_again() {
    let records: Records<'_> = &[
        (EIGHT, &[(0, 2, 0, 3), (1, 2, 0, 3), (2, 2, 0, 3)]),
        (38, &[(1, 2, 0, 3), (3, 1, 0, 0)]),
        // East: chore 8 names limb 0 and hides limb 2, chore 9 names limbs 0, 1 and 3.
        (33, &[(0, 2, 4, 0), (2, 4, 0, 0)]),
        (37, &[(0, 2, 7, 0), (1, 2, 5, 0), (3, 2, 6, 0)]),
    ];
    let mut a = open(&source(0, &[0, 1, 2, 3, 4, 5, 6, 7], records), Dialect::V7);
    a.start(8);
    a.start(9);
    a.tick(&mut ());
    a.face(Facing::SOUTH);
    assert_eq!(run(&mut a, 1, &mut ()), [vec![1, 1, 1]], "the facing that it has");
    a.face(Facing::EAST);
    assert_eq!(run(&mut a, 1, &mut ()), [vec![4, 5, 6]], "limb 2 is hidden, limb 3 was only emptied");
    assert_eq!(a.limb(2).map(|it| it.position), Some(3), "and steps on");
}

#[test]
pub(in crate::play::akos) fn chore_numbers_of_both_kinds() {
    let records: Records<'_> = &[(14, &[(0, 7, 0, 0)]), (10, &[(0, 7, 1, 0)]), (226, &[(0, 7, 2, 0)])];
    let made = source(0, &[0, 1, 2], records);
    let mut a = open(&made, Dialect::V7);
    a.start(1003);
    assert_eq!((a.chore(), trace(&mut a, 1)), (3, vec![0]));
    a.start(1002);
    assert_eq!(a.chore(), 2);
    a.animate(56);
    assert_eq!((a.chore(), trace(&mut a, 1)), (56, vec![2]), "a chore as any other");
    for stand in [255, 2000, 2999] {
        a.start(2);
        a.animate(stand);
        assert_eq!(a.chore(), 3);
    }
    let mut a = open(&made, Dialect::humongous(80));
    a.start(58);
    assert_eq!(a.chore(), 3);
    a.animate(249);
    assert_eq!(a.facing(), Facing::EAST);
    a.start(62);
    assert_eq!(a.chore(), 3, "forbidden");
    // Rule 12 of docs/interpreters.md.
    for (dialect, role, other) in [
        (Dialect::humongous(100), 1026, 58),
        (Dialect::humongous(100).interpreted_by(Interpreter::ScummVm2_7), 58, 1026),
    ] {
        let mut a = open(&made, dialect);
        a.start(role);
        assert_eq!(a.chore(), 3);
        a.animate(other);
        assert_eq!(a.chore(), other);
        a.animate(249);
        assert_eq!(a.facing(), Facing::EAST);
    }
}

#[test]
pub(in crate::play::akos) fn a_chore_may_be_named_by_a_variable() {
    let text = "empty\nset value=9 var=4\nvar-chore var=4\npicture 1\nend\nb: picture 3";
    let sequence = assemble(text, &AkosRules::LUCASARTS).unwrap();
    let last = u16::try_from(sequence.len()).unwrap() - 1;
    let records: Records<'_> = &[(EIGHT, &[(0, 6, 0, 0)]), (38, &[(0, 7, last, 0)])];
    let mut a = open(&source(0, &sequence, records), Dialect::V7);
    a.start(8);
    assert_eq!((trace(&mut a, 2), a.chore()), (vec![-1, 3], 9));
}
