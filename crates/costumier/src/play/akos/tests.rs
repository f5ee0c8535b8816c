//! Playback rules of `reference/07`, one by one. Programs are written in words.

use std::sync::Arc;

use crate::akos::fixture::{Part, source};
use crate::akos::write::AkosSource;
use crate::akos::{Akos, asm, header};
use crate::costume::{Costume, Placed};
use crate::dialect::{AkosRules, Dialect};
use crate::facing::Facing;
use crate::limits::Limits;
use crate::play::{Actor, Clip, Event, Queue, World};

type Records<'a> = &'a [(usize, &'a [Part])];

/// The record of chore 8 facing South, which most tests play.
const EIGHT: usize = 34;

fn open(source: &AkosSource, dialect: Dialect) -> Actor {
    let akos = Akos::open(source.write().unwrap(), dialect).unwrap();
    Actor::new(Arc::new(Costume::Akos(akos)), Facing::SOUTH)
}

fn actor_in(dialect: Dialect, text: &str, records: Records<'_>) -> Actor {
    let sequence = asm::assemble(text, &dialect.akos).unwrap();
    open(&source(0, &sequence, records), dialect)
}

/// An actor of v7 whose limb 0 runs this program as chore 8.
fn running(text: &str) -> Actor {
    running_in(Dialect::V7, text)
}

fn running_in(dialect: Dialect, text: &str) -> Actor {
    let mut actor = actor_in(dialect, text, &[(EIGHT, &[(0, 6, 0, 0)])]);
    actor.start(8);
    actor
}

fn pose(actor: &Actor) -> Vec<Placed> {
    let mut out = Vec::new();
    actor.pose(&mut out);
    out
}

/// The pictures that are shown at each of `n` ticks, drawing before ticking.
fn run(actor: &mut Actor, n: usize, world: &mut impl World) -> Vec<Vec<u16>> {
    (0..n)
        .map(|_| {
            let shown = pose(actor).iter().map(|p| p.picture.index).collect();
            actor.tick(world);
            shown
        })
        .collect()
}

/// As [`run`], for programs that show at most one picture at a time; −1 for nothing.
fn trace(actor: &mut Actor, n: usize) -> Vec<i32> {
    run(actor, n, &mut ()).iter().map(|shown| shown.first().map_or(-1, |index| i32::from(*index))).collect()
}

fn events(actor: &mut Actor, n: usize) -> Vec<Event> {
    let mut out = Vec::new();
    run(actor, n, &mut out);
    out
}

fn var(actor: &Actor, var: u8) -> i16 {
    actor.limbs().as_akos().unwrap().var(var)
}

fn is_faulty(actor: &Actor) -> bool {
    actor.limbs().as_akos().unwrap().is_faulty(0)
}

#[test]
fn the_worked_trace_of_reference_07_section_10() {
    let mut a = running(
        "start: picture 5
         increment
         picture 133
         if-eq-goto to=done var=0 value=3
         goto to=start
         done: empty
         end
         picture 7",
    );
    assert_eq!(trace(&mut a, 10), [5, 133, 5, 133, 5, 133, -1, -1, -1, -1]);
    assert_eq!((var(&a, 0), a.limbs().position(0)), (3, Some(0x12)));
}

#[test]
fn a_loop_and_a_window_that_is_played_once() {
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
fn commands_in_a_window_take_no_time_and_the_first_is_shown_once() {
    let text = "increment\npicture 1\nempty\npicture 2";
    let mut a = actor_in(Dialect::V7, text, &[(EIGHT, &[(0, 2, 0, 5)])]);
    a.start(8);
    assert_eq!(trace(&mut a, 8), [-1, 1, -1, 2, 1, -1, 2, 1]);
    assert_eq!(var(&a, 0), 2, "passed when the loop comes round, not at the start");
}

#[test]
fn limbs_are_hidden_and_shown_and_step_meanwhile() {
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
    assert!(a.limbs().position(0).is_none());
}

#[test]
fn delta_limbs_are_not_drawn_in_later_humongous_games() {
    for (dialect, drawn) in [
        (Dialect::V7, true),
        (Dialect::humongous(62), true),
        (Dialect::humongous(70), false),
        (Dialect::humongous(100), false),
    ] {
        let mut a = actor_in(dialect, "picture 1\npicture 2\nend", &[(EIGHT, &[(0, 8, 0, 0)])]);
        a.start(8);
        a.tick(&mut ());
        assert_eq!((pose(&a).len(), a.limbs().position(0)), (usize::from(drawn), Some(1)));
    }
}

#[test]
fn places_add_up_over_the_limbs_and_draw_commands_bring_their_own() {
    let text = "picture 10\npicture 20\ndraw-move move=8,-1 -2,5:18 1,-16:261\ndraw 0,0:1\nempty";
    let records: Records<'_> = &[(
        EIGHT,
        // Picture k is at (k, −k) and moves by (1, −2); the offsets of the draw commands replace that.
        &[(0, 7, 0, 0), (1, 7, 21, 0), (2, 7, 1, 0), (3, 7, 2, 0), (4, 7, 20 - 5, 0)],
    )];
    let sequence = asm::assemble(text, &AkosRules::LUCASARTS).unwrap();
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
            // Moved by (8, −1) after the last of them: y subtracts.
            (4, 1, 10, -3),
        ]
    );
}

#[test]
fn variables_and_comparisons() {
    let mut a = running(
        "empty
         set value=-5 var=3
         add value=2 var=3
         if-lt value=-2 var=3
            set value=1 var=10
         end-if
         if-ge value=-2 var=3
            set value=1 var=11
            picture 9
         end-if
         picture 1
         if-ne-goto to=there var=3 value=-3
         if-le-goto to=there var=3 value=-3
         picture 2
         there: picture 3
         end",
    );
    assert_eq!(trace(&mut a, 3), [-1, 1, 3]);
    assert_eq!([var(&a, 3), var(&a, 10), var(&a, 11)], [-3, 1, 0]);
}

#[test]
fn every_comparison_in_both_forms() {
    for (name, holds) in [
        ("eq", [false, true, false]),
        ("ne", [true, false, true]),
        ("lt", [true, false, false]),
        ("le", [true, true, false]),
        ("gt", [false, false, true]),
        ("ge", [false, true, true]),
    ] {
        for (value, holds) in [-1, 0, 1].into_iter().zip(holds) {
            let text = format!(
                "empty\nset value={value} var=1\nif-{name}-goto to=yes var=1 value=0\npicture 1\nyes: picture 2"
            );
            assert_eq!(trace(&mut running(&text), 2)[1], if holds { 2 } else { 1 }, "{name} {value}");
            let text = format!(
                "empty\nset value={value} var=1\nif-{name} value=0 var=1\npicture 1\nend-if\npicture 2"
            );
            assert_eq!(trace(&mut running(&text), 2)[1], if holds { 1 } else { 2 }, "{name} {value}");
        }
    }
}

#[test]
fn a_variable_is_cleared_by_the_jump_that_tests_it() {
    let mut a = running(
        "set value=1 var=2
         again: picture 1
         if-var-clear-goto to=again var=2
         picture 2
         end",
    );
    // The first code is a command: it is passed over without being performed.
    assert_eq!(trace(&mut a, 3), [-1, 1, 2]);
    a.start(8);
    a.akos_limbs_mut().unwrap().set_var(2, 7);
    assert_eq!(trace(&mut a, 4), [-1, 1, 1, 2]);
}

#[test]
fn skipping_ends_at_the_first_end_and_shows_nothing() {
    let mut a = running(
        "empty
         if-eq value=1 var=0
            if-eq value=1 var=0
            picture 1
            end-if
         increment
         picture 2
         end",
    );
    assert_eq!(trace(&mut a, 2), [-1, 2]);
    assert_eq!(var(&a, 0), 1);
}

#[test]
fn random_numbers_come_from_the_seed() {
    let text = "picture 1\nrandom least=-3 most=3 var=5\ngoto to=0";
    let numbers = |seed| {
        let mut a = running(text);
        a.akos_limbs_mut().unwrap().set_seed(seed);
        let list: Vec<i16> = (0..40)
            .map(|_| {
                a.tick(&mut ());
                var(&a, 5)
            })
            .collect();
        assert!(list.iter().all(|v| (-3..=3).contains(v)) && list.contains(&-3) && list.contains(&3));
        list
    };
    assert_eq!(numbers(1), numbers(1));
    assert_ne!(numbers(1), numbers(2));
}

#[test]
fn sounds_wait_for_the_end_of_the_tick_and_come_last_first() {
    let text = "empty\nsound sound=3\nfirst-sound\nset value=7 var=1\nvar-sound var=1\nsoft-sound sound=4\npicture 1";
    let sound = |slot| Event::Sound { limb: 0, slot };
    assert_eq!(events(&mut running(text), 1), [sound(0), sound(2)], "v7 counts from 1");
    let soft = Event::SoftSound { limb: 0, slot: 4 };
    assert_eq!(
        events(&mut running_in(Dialect::humongous(80), text), 1),
        [soft, sound(7), sound(0), sound(3)]
    );
    assert_eq!(events(&mut running("empty\nsound sound=0\nsound sound=25\npicture 1"), 1), []);
    let mut a = running(
        "empty\nsound-setting sound=2 setting=3 value=9\nsound-setting sound=9 setting=1 value=9\npicture 1",
    );
    assert_eq!(events(&mut a, 1), [Event::SoundSetting { limb: 0, slot: 1, setting: 3, value: 9 }]);
    assert_eq!(events(&mut running("empty\nsound-setting sound=2 setting=4 value=9\npicture 1"), 1).len(), 1);
}

/// A world in which some sounds run and some people talk.
#[derive(Default)]
struct Noise {
    sound: Option<u8>,
    talking: bool,
    others: bool,
    lips: Option<u8>,
    events: Vec<Event>,
}

impl World for Noise {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn sound_running(&mut self, slot: u8) -> bool {
        self.sound == Some(slot)
    }

    fn talking(&mut self) -> bool {
        self.talking
    }

    fn any_talking(&mut self) -> bool {
        self.others
    }

    fn lip_sync(&mut self) -> Option<u8> {
        self.lips
    }
}

#[test]
fn programs_ask_the_world() {
    let jumps = |dialect, command: &str, world: &mut Noise| {
        let text = format!("empty\nset value=5 var=1\n{command}\npicture 1\nyes: picture 2");
        let mut a = running_in(dialect, &text);
        a.tick(world);
        pose(&a)[0].picture.index == 2
    };
    let he = Dialect::humongous(80);
    for (command, sound, talking, others, expected) in [
        ("if-sound-goto to=yes sound=5", Some(5), false, false, true),
        ("if-sound-goto to=yes sound=5", Some(4), false, false, false),
        ("if-not-sound-goto to=yes sound=5", Some(4), false, false, true),
        ("if-var-sound-goto to=yes var=1", Some(5), false, false, true),
        ("if-not-var-sound-goto to=yes var=1", Some(5), false, false, false),
        ("if-talking-goto to=yes", None, true, false, true),
        ("if-talking-goto to=yes", None, false, true, false),
        ("if-not-talking-goto to=yes", None, false, true, true),
        ("if-any-talking-goto to=yes", None, false, true, true),
        ("if-none-talking-goto to=yes", None, true, true, false),
        ("if-none-talking-goto to=yes", None, false, false, true),
    ] {
        let mut world = Noise { sound, talking, others, ..Noise::default() };
        assert_eq!(jumps(he, command, &mut world), expected, "{command}");
        if command.contains("talking") {
            assert!(!jumps(Dialect::V7, command, &mut world), "{command} in v7");
        }
    }
}

#[test]
fn chores_that_a_program_starts_are_seen_in_the_next_tick_and_the_first_wins() {
    let text = "a: picture 1\nchore chore=9\nchore chore=10\npicture 2\nend\nb: picture 3\nc: picture 4";
    let sequence = asm::assemble(text, &AkosRules::LUCASARTS).unwrap();
    let records: Records<'_> =
        &[(EIGHT, &[(0, 6, 0, 0)]), (38, &[(0, 7, 10, 0)]), (42, &[(0, 7, 11, 0), (1, 7, 11, 0)])];
    let mut a = open(&source(0, &sequence, records), Dialect::V7);
    a.start(8);
    // Both wait; chore 10 was put in last and comes first, then 9 takes limb 0.
    assert_eq!(run(&mut a, 2, &mut ()), [vec![1], vec![3, 4]]);
    assert_eq!(a.chore(), 9);
}

#[test]
fn actors_name_each_other_by_number() {
    let text = "empty\nset value=2 var=1\nset value=9 var=2\nactor-chore actor-var=1 chore-var=2\nactor-set actor-var=1 var=5 value=77\npicture 1\nend\npicture 6";
    let sequence = asm::assemble(text, &AkosRules::LUCASARTS).unwrap();
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

    // Alone, actor 1 tells that actor 2 is wanted; actor 2 means itself.
    let mut alone = open(&made, Dialect::V7);
    alone.start(8);
    assert_eq!(events(&mut alone, 1)[1], Event::ActorChore { limb: 0, actor: 2, chore: 9 });
    alone.set_number(2);
    alone.start(8);
    assert_eq!(events(&mut alone, 1), []);
    assert_eq!((alone.chore(), var(&alone, 5)), (9, 77));
}

#[test]
fn planes_offsets_flips_and_leaving() {
    let text = "empty\nplane plane=2\noffset x=3 y=-4\nflip value=1\npicture 1\nleave\npicture 2\npicture 3";
    for (dialect, offset) in [(Dialect::V7, (0, 0)), (Dialect::humongous(61), (3, -4))] {
        let mut a = running_in(dialect, text);
        assert!(!a.mirrored());
        let mut seen = Vec::new();
        a.tick(&mut seen);
        assert_eq!((a.offset(), a.limbs().as_akos().unwrap().plane(), a.mirrored()), (offset, Some(2), true));
        a.face(Facing::WEST);
        assert!(!a.mirrored(), "West, and flipped");
        a.tick(&mut seen);
        assert_eq!((seen, pose(&a)), (vec![Event::Left { limb: 0 }], vec![]));
        a.tick(&mut ());
        assert_eq!(
            a.limbs().position(0),
            Some(a.limbs().position(0).unwrap()),
            "does not step away from the room"
        );
        a.face(Facing::SOUTH);
        a.start(8);
        assert_eq!(trace(&mut a, 2), [-1, 1], "a chore from outside brings it back");
    }
}

#[test]
fn auxiliary_frames_are_shown_when_they_are_left() {
    let text = "frame frame=5\npicture 1\nend";
    let mut a = running_in(Dialect::humongous(71), text);
    assert_eq!((pose(&a).len(), events(&mut a, 2)), (0, vec![Event::Frame { limb: 0, frame: 5 }]));
    assert_eq!(events(&mut running_in(Dialect::humongous(70), text), 2), []);
}

#[test]
fn lines_to_be_said() {
    let text = "empty\nset value=4 var=1\ntalk line=3 b=0\nvar-talk var=1\npicture 1";
    let mut a = running_in(Dialect::humongous(61), text);
    assert_eq!(events(&mut a, 1), [Event::Talk { limb: 0, line: 4 }, Event::Talk { limb: 0, line: 3 }]);
    assert_eq!(events(&mut running(text), 1), []);
}

#[test]
fn jump_tables() {
    let text = "empty\nset value=2 var=1\ngoto-table var=1\na: picture 1\nb: picture 2";
    let sequence = asm::assemble(text, &AkosRules::LUCASARTS).unwrap();
    let mut made = source(0, &sequence, &[(EIGHT, &[(0, 6, 0, 0)])]);
    made.jumps = vec![10, 11, 10];
    made.jump_slices = vec![(0, 1, 2)];
    assert_eq!(
        trace(
            &mut {
                let mut a = open(&made, Dialect::V7);
                a.start(8);
                a
            },
            2
        ),
        [-1, 2]
    );
    assert_eq!(
        trace(
            &mut {
                let mut a = open(&made, Dialect::humongous(80));
                a.start(8);
                a
            },
            2
        ),
        [-1, 1]
    );
    made.jump_slices = vec![(0, 1, 1)];
    let mut a = open(&made, Dialect::humongous(80));
    a.start(8);
    assert_eq!(events(&mut a, 2), [Event::Faulty { limb: 0, at: 7 }]);
}

#[test]
fn conditions_of_draw_commands() {
    let text = "draw-if if=0,1 0,0:1 0,0:2 0,0:3";
    let mut made =
        source(0, &asm::assemble(text, &AkosRules::humongous(80)).unwrap(), &[(EIGHT, &[(0, 7, 0, 0)])]);
    // Drawn at rest; drawn in talk state 2; drawn unless user condition 1 is set.
    made.conditions = vec![1, 2, 0x8001_0000];
    made.condition_starts = vec![(0, 0)];
    let dialect = Dialect::humongous(80);
    let mut a = open(&made, dialect);
    a.start(8);
    let shown = |a: &Actor| pose(a).iter().map(|p| p.picture.index).collect::<Vec<_>>();
    assert_eq!(shown(&a), [1, 3]);
    let limbs = a.akos_limbs_mut().unwrap();
    limbs.set_talk_state(2, &dialect.akos);
    limbs.set_user_condition(1, true);
    assert_eq!(shown(&a), [2]);
    a.tick(&mut ());
    assert_eq!(shown(&a), [1], "nobody talks: the mouth is put to rest, user conditions stay");
    let mut world = Noise { talking: true, lips: Some(2), ..Noise::default() };
    a.tick(&mut world);
    assert_eq!(shown(&a), [2]);
    // Without AKCT everything is drawn.
    made.conditions.clear();
    made.condition_starts.clear();
    let mut a = open(&made, dialect);
    a.start(8);
    assert_eq!(shown(&a), [1, 2, 3]);
}

#[test]
fn programs_set_and_get_conditions() {
    let text = "empty
        set value=1 var=1
        set-user-condition condition=3 var=1
        get-user-condition condition=3 var=2
        get-talk-state state=1 var=3
        set-talk-state state=4
        get-talk-state state=4 var=4
        get-talk-state state=1 var=5
        picture 1";
    let mut a = running_in(Dialect::humongous(85), text);
    a.tick(&mut ());
    // Setting a user condition at rest clears the bit of rest: the interpreter's quirk.
    assert_eq!([2, 3, 4, 5].map(|v| var(&a, v)), [1, 0, 1, 0]);
    assert_eq!(a.limbs().as_akos().unwrap().conditions(), 1 | 1 << 18, "put right before drawing");
    let mut a = running_in(Dialect::humongous(72), text);
    a.tick(&mut ());
    assert_eq!((a.limbs().as_akos().unwrap().conditions(), var(&a, 2)), (1, 0), "before 8.0 there are none");
}

#[test]
fn a_talking_mouth_moves_at_random_but_the_same_for_the_same_seed() {
    let text = "empty";
    let states = || {
        let mut a = running_in(Dialect::humongous(90), text);
        let mut world = Noise { talking: true, ..Noise::default() };
        (0..50)
            .map(|_| {
                a.tick(&mut world);
                a.limbs().as_akos().unwrap().conditions()
            })
            .collect::<Vec<_>>()
    };
    let seen = states();
    assert_eq!(seen, states());
    assert!(seen.iter().all(|mask| mask.count_ones() == 1 && *mask < 1 << 10));
    assert!(seen.contains(&1) && seen.contains(&(1 << 9)));
}

#[test]
fn programs_that_the_interpreter_would_hang_or_stop_at_are_stopped() {
    for text in [
        "a: increment\ngoto to=a",
        "empty\na: goto to=a",
        "empty\nset value=1 var=27",
        "empty\nbytes 90 00",
        "empty\nbytes c0 02",
        "empty\nif-talking-pick",
        "empty\ngoto-table var=0",
        "empty\ngoto to=5\nbytes a0 00",
    ] {
        let mut a = running(text);
        let seen = events(&mut a, 3);
        assert!(matches!(seen[..], [Event::Faulty { limb: 0, .. }]), "{text}: {seen:?}");
        assert!(is_faulty(&a));
        a.start(8);
        assert!(!is_faulty(&a), "starting over mends it");
    }
    // A window without anything to rest on, one that ends on a command, a still limb on a command.
    for (mode, length) in [(2, 2), (3, 2), (7, 0)] {
        let mut a = actor_in(Dialect::V7, "increment\nincrement", &[(EIGHT, &[(0, mode, 0, length)])]);
        a.start(8);
        assert_eq!(events(&mut a, 2).len(), 1, "mode {mode}");
    }
}

#[test]
fn a_jump_to_a_command_performs_it() {
    let mut a = running("empty\ngoto to=a\npicture 1\na: increment\npicture 2");
    assert_eq!((trace(&mut a, 2), var(&a, 0)), (vec![-1, 2], 1));
}

#[test]
fn the_end_of_the_program_holds() {
    let mut a = running("picture 1\npicture 2");
    assert_eq!(trace(&mut a, 4), [1, 2, -1, -1]);
    let mut a = running("picture 1\nend\npicture 2");
    assert_eq!(trace(&mut a, 4), [1, -1, -1, -1]);
}

#[test]
fn eight_directions() {
    let records: Vec<(usize, Vec<Part>)> =
        (0u16..8).map(|d| (64 + usize::from(d), vec![(0, 7, d, 0)])).collect();
    let records: Vec<(usize, &[Part])> = records.iter().map(|(i, p)| (*i, p.as_slice())).collect();
    let made = source(header::EIGHT_WAYS, &[0, 1, 2, 3, 4, 5, 6, 7], &records);
    let mut a = open(&made, Dialect::V8);
    a.start(8);
    for angle in [0, 45, 90, 135, 180, 225, 270, 315] {
        a.face(Facing::from_angle(angle));
        assert_eq!(pose(&a)[0].picture.index, u16::try_from(angle / 45).unwrap());
        assert_eq!(a.mirrored(), angle == 270, "only West, and its own record all the same");
    }
    // Turning goes by eighths, the shorter way.
    a.face(Facing::NORTH);
    a.animate(4000 + 135);
    let seen: Vec<u16> = (0..5)
        .map(|_| {
            a.tick(&mut ());
            a.facing().angle()
        })
        .collect();
    assert_eq!(seen, [45, 90, 135, 135, 135]);
    a.animate(3000 + 270);
    assert_eq!(a.facing(), Facing::WEST);
    assert_eq!(a.costume().actions()[3].facing.name(), "southeast");
}

#[test]
fn facing_starts_each_limbs_own_chore_again() {
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
    assert_eq!(a.limbs().position(2), Some(3), "and steps on");
}

#[test]
fn chore_numbers_of_both_kinds() {
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
}

#[test]
fn clips_of_programs_end_where_their_state_comes_back() {
    let text = "a: picture 5\npicture 133\npicture 5\ngoto to=a";
    let actor = running(text);
    let clip = Clip::from_actor(actor, &Limits::default());
    assert_eq!((clip.frames.len(), clip.loops_to, clip.ticks()), (3, Some(0), 3));
    let counting = Clip::from_actor(running("a: picture 1\nincrement\ngoto to=a"), &Limits::default());
    assert!(counting.cut_off, "a counter never comes back");
}
