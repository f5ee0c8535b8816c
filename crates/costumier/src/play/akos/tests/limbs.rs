//! Tests of what limbs show: windows, hidden limbs, places, draw commands, auxiliary frames, whole clips.

use super::*;

#[test]
pub(in crate::play::akos) fn a_loop_and_a_window_that_is_played_once() {
    let text = "picture 3\npicture 4\npicture 144\npicture 5";
    for (mode, expected) in [(2, [3, 4, 144, 5, 3, 4]), (3, [3, 4, 144, 5, 5, 5]), (7, [3; 6]), (9, [3; 6])] {
        let mut a = actor_in(Dialect::V7, text, &[(EIGHT, &[(0, mode, 0, 4)])]);
        a.start(8);
        assert_eq!(trace(&mut a, 6), expected, "mode {mode}");
    }
    let mut a = actor_in(Dialect::V7, text, &[(EIGHT, &[(0, 0, 0, 4)])]);
    a.start(8);
    assert_eq!(trace(&mut a, 2), [-1, -1], "an empty limb");
}

#[test]
pub(in crate::play::akos) fn commands_in_a_window_take_no_time_and_the_first_is_shown_once() {
    let text = "increment\npicture 1\nempty\npicture 2";
    let mut a = actor_in(Dialect::V7, text, &[(EIGHT, &[(0, 2, 0, 5)])]);
    a.start(8);
    assert_eq!(trace(&mut a, 8), [-1, 1, -1, 2, 1, -1, 2, 1]);
    assert_eq!(var(&a, 0), 2, "passed when the loop comes round, not at the start");
}

#[test]
pub(in crate::play::akos) fn limbs_are_hidden_and_shown_and_step_meanwhile() {
    let text = "picture 1\npicture 2\npicture 3\npicture 4";
    let mut a = actor_in(
        Dialect::V7,
        text,
        &[
            (EIGHT, &[(0, 2, 0, 3), (1, 2, 0, 3)]),
            (38, &[(1, 4, 0, 0)]),
            (42, &[(1, 5, 0, 0)]),
            (46, &[(1, 2, 2, 0)]),
            (50, &[(1, 1, 0, 0)]),
            (6, &[(1, 2, 0, 3)]),
        ],
    );
    a.start(8);
    a.start(9);
    assert_eq!(run(&mut a, 2, &mut ()), [vec![1], vec![2]]);
    a.start(11);
    assert_eq!(run(&mut a, 1, &mut ()), [vec![3]], "another chore does not show the limb");
    assert!(a.limbs().is_hidden(1));
    a.start(10);
    assert_eq!(run(&mut a, 1, &mut ()), [vec![4, 3]]);
    a.start(12);
    assert_eq!(run(&mut a, 1, &mut ()), [vec![1]], "killed");
    a.start(9);
    a.start(1);
    assert_eq!(run(&mut a, 1, &mut ()), [vec![1]], "init empties limb 0, shows limb 1 and fills it");
    assert!(a.limb(0).map(|it| it.position).is_none());
}

#[test]
pub(in crate::play::akos) fn delta_limbs_are_not_drawn_in_later_humongous_games() {
    for (dialect, drawn) in [
        (Dialect::V7, true),
        (Dialect::humongous(62), true),
        (Dialect::humongous(70), false),
        (Dialect::humongous(100), false),
    ] {
        let mut a = actor_in(dialect, "picture 1\npicture 2\nend", &[(EIGHT, &[(0, 8, 0, 0)])]);
        a.start(8);
        a.tick(&mut ());
        assert_eq!((pose(&a).len(), a.limb(0).map(|it| it.position)), (usize::from(drawn), Some(1)));
    }
}

#[test]
pub(in crate::play::akos) fn places_add_up_over_the_limbs_and_draw_commands_bring_their_own() {
    let text = "picture 10\npicture 20\ndraw-move move=8,-1 -2,5:18 1,-16:261\ndraw 0,0:1\nempty";
    let records: Records<'_> = &[(
        EIGHT,
        // Picture k is at (k, −k) and moves by (1, −2); the draw commands have offsets of their own instead.
        &[(0, 7, 0, 0), (1, 7, 21, 0), (2, 7, 1, 0), (3, 7, 2, 0), (4, 7, 20 - 5, 0)],
    )];
    let sequence = assemble(text, &AkosRules::LUCASARTS).unwrap();
    assert_eq!(sequence.len(), 2 + 18 + 8 + 2);
    let mut parts = records[0].1.to_vec();
    parts[1].2 = 28;
    parts[4].2 = 20;
    let mut a = open(&source(0, &sequence, &[(EIGHT, &parts)]), Dialect::V7);
    a.start(8);
    let places: Vec<_> = pose(&a).iter().map(|p| (p.limb, p.picture.index, p.x, p.y)).collect();
    assert_eq!(
        places,
        [
            (0, 10, 10, -10),
            // Limb 1 rests on `empty`.
            (2, 20, 21, -22),
            (3, 18, 0, 1),
            (3, 261, 3, -20),
            // Moved by (8, −1) after the last of them: y is subtracted.
            (4, 1, 10, -3),
        ]
    );
}

#[test]
pub(in crate::play::akos) fn auxiliary_frames_are_shown_when_they_are_left() {
    let text = "frame frame=5\npicture 1\nend";
    let mut a = running_in(Dialect::humongous(71), text);
    assert_eq!((pose(&a).len(), events(&mut a, 2)), (0, vec![Event::Frame { limb: 0, frame: 5 }]));
    assert_eq!(events(&mut running_in(Dialect::humongous(70), text), 2), []);
}

#[test]
pub(in crate::play::akos) fn clips_of_programs_end_where_their_state_comes_back() {
    let text = "a: picture 5\npicture 133\npicture 5\ngoto to=a";
    let actor = running(text);
    let clip = Clip::from_actor(actor, &Limits::default());
    assert_eq!((clip.frames.len(), clip.loops_to, clip.ticks()), (3, Some(0), 3));
    // A counter that no program reads never returns to a value, but does not count.
    let counting = |text| Clip::from_actor(running(text), &Limits::default());
    let clip = counting("a: picture 1\nincrement\npicture 2\nadd value=3 var=5\ngoto to=a");
    assert_eq!((clip.frames.len(), clip.loops_to, clip.cut_off), (2, Some(0), false));
    let clip = counting("a: picture 1\nincrement\nif-gt-goto to=b var=0 value=1000\ngoto to=a\nb: picture 2");
    assert!(clip.cut_off, "this one is asked for");
    let clip =
        counting("a: picture 1\nincrement\nif-gt-goto to=b var=0 value=4\ngoto to=a\nb: picture 2\nend");
    let shown: Vec<_> = clip.frames.iter().map(|frame| (frame.placed.len(), frame.ticks)).collect();
    assert_eq!((shown, clip.loops_to, clip.cut_off), (vec![(1, 5), (1, 1), (0, 1)], None, false));
}

#[test]
pub(in crate::play::akos) fn a_draw_command_moves_on_though_its_last_picture_is_not_drawn() {
    let text = "draw-if-move if=0,1 move=8,-1 -2,5:18 1,-16:261\npicture 0";
    let dialect = Dialect::humongous(80);
    let sequence = assemble(text, &dialect.akos).unwrap();
    let second = u16::try_from(sequence.len()).unwrap() - 1;
    let mut made = source(0, &sequence, &[(EIGHT, &[(0, 7, 0, 0), (1, 7, second, 0)])]);
    // The first picture is drawn at rest, the second in talk state 2.
    made.conditions = vec![1, 2];
    let mut a = open(&made, dialect);
    a.start(8);
    let places: Vec<_> = pose(&a).iter().map(|p| (p.picture.index, p.x, p.y)).collect();
    assert_eq!(places, [(18, -2, 5), (0, 8, 1)]);
}
