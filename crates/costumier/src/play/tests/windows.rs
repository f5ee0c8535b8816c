//! Tests of windows and their commands.

use super::*;

#[test]
fn the_worked_trace_of_animation_section_12() {
    let mut a = actor(&TRACE, &[(34, &[(0, Loop(10, 5))])]);
    a.set_speed(2);
    a.start(8);
    let mut seen = Vec::new();
    for _ in 0..8 {
        let picture = shown(&a).first().map(|p| p.1);
        a.tick(&mut ());
        seen.push((picture, a.limb(0).map(|it| it.position).unwrap(), a.counter()));
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
    assert_eq!(a.limb(0).map(|it| it.position).unwrap(), 2, "0x71 is a picture in v5");
    assert_eq!((a.take_sounds(), a.sounds()), (1, 0));

    let mut a = actor_in(Dialect::V6, &stream, records);
    a.start(8);
    let mut events = Vec::new();
    a.tick(&mut events);
    assert_eq!(events, [Event::Sound { limb: 0, slot: 7 }, Event::Sound { limb: 0, slot: 0 }]);
    assert_eq!(shown(&a), [(0, 2)]);
}

#[test]
fn moves_add_up_over_the_limbs_that_are_drawn() {
    let stream = [3, 0x7B];
    let records: Records<'_> = &[(34, &[(0, Loop(0, 1)), (1, Loop(1, 1)), (2, Loop(0, 1)), (3, Loop(0, 1))])];
    let mut a = actor(&stream, records);
    a.start(8);
    // Picture 3 of limb l stands at (3, l) and moves by (1, 2): x adds, y subtracts; hidden limb 1 adds
    // nothing.
    let places: Vec<_> = pose(&a).iter().map(|p| (p.limb, p.x, p.y)).collect();
    assert_eq!(places, [(0, 3, 0), (2, 4, 0), (3, 5, -1)]);
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
