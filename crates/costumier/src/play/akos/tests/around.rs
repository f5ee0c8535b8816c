//! Tests of programs and their surroundings: sounds, speech, conditions.

use super::*;

#[test]
pub(in crate::play::akos) fn sounds_wait_for_the_end_of_the_tick_and_come_last_first() {
    let text = "empty\nsound sound=3\nfirst-sound\nset value=7 var=1\nvar-sound var=1\nsoft-sound \
        sound=4\nsoft-var-sound var=1\npicture 1";
    let sound = |slot| Event::Sound { limb: 0, slot };
    assert_eq!(events(&mut running(text), 1), [sound(0), sound(2)], "v7 counts from 1");
    let soft = |slot| Event::SoftSound { limb: 0, slot };
    assert_eq!(
        events(&mut running_in(Dialect::humongous(80), text), 1),
        [soft(7), soft(4), sound(7), sound(0), sound(3)]
    );
    assert_eq!(events(&mut running("empty\nsound sound=0\nsound sound=25\npicture 1"), 1), []);
    let mut a = running(
        "empty\nsound-setting sound=2 setting=3 value=9\nsound-setting sound=9 setting=1 value=9\npicture 1",
    );
    assert_eq!(events(&mut a, 1), [Event::SoundSetting { limb: 0, slot: 1, setting: 3, value: 9 }]);
    assert_eq!(events(&mut running("empty\nsound-setting sound=2 setting=4 value=9\npicture 1"), 1).len(), 1);
}

/// A world in which some sounds play and some actors talk.
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
pub(in crate::play::akos) fn programs_ask_the_world() {
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
        ("if-not-var-sound-goto to=yes var=1", Some(1), false, false, true),
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
pub(in crate::play::akos) fn lines_to_be_said() {
    let text = "empty\nset value=4 var=1\ntalk line=3 b=0\nvar-talk var=1\npicture 1";
    let mut a = running_in(Dialect::humongous(61), text);
    assert_eq!(events(&mut a, 1), [Event::Talk { limb: 0, line: 4 }, Event::Talk { limb: 0, line: 3 }]);
    assert_eq!(events(&mut running(text), 1), []);
}

#[test]
pub(in crate::play::akos) fn conditions_of_draw_commands() {
    let text = "draw-if if=0,1 0,0:1 0,0:2 0,0:3";
    let mut made =
        source(0, &assemble(text, &AkosRules::humongous(80)).unwrap(), &[(EIGHT, &[(0, 7, 0, 0)])]);
    // Three conditions: mouth at rest; talk state 2; user condition 1 not set.
    made.conditions = vec![1, 2, 0x8001_0000];
    made.condition_starts = vec![(0, 0)];
    let dialect = Dialect::humongous(80);
    let mut a = open(&made, dialect);
    a.start(8);
    let shown = |a: &Actor| pose(a).iter().map(|p| p.picture.index).collect::<Vec<_>>();
    assert_eq!(shown(&a), [1, 3]);
    a.set_talk_state(2);
    a.set_condition(1, true);
    assert_eq!(shown(&a), [2]);
    a.tick(&mut ());
    assert_eq!(shown(&a), [1], "nobody talks: the mouth is put to rest, user conditions stay");
    let mut world = Noise { talking: true, lips: Some(2), ..Noise::default() };
    a.tick(&mut world);
    assert_eq!(shown(&a), [2]);
    // Without AKCT, every picture is drawn.
    made.conditions.clear();
    made.condition_starts.clear();
    let mut a = open(&made, dialect);
    a.start(8);
    assert_eq!(shown(&a), [1, 2, 3]);
}

#[test]
pub(in crate::play::akos) fn programs_set_and_get_conditions() {
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
    // Setting a user condition at rest clears the bit of rest, the interpreter's fault.
    assert_eq!([2, 3, 4, 5].map(|v| var(&a, v)), [1, 0, 1, 0]);
    assert_eq!(a.limbs().as_akos().unwrap().conditions(), 1 | 1 << 18, "put right before drawing");
    let mut a = running_in(Dialect::humongous(72), text);
    a.tick(&mut ());
    assert_eq!((a.limbs().as_akos().unwrap().conditions(), var(&a, 2)), (1, 0), "before 8.0 there are none");
}

#[test]
pub(in crate::play::akos) fn a_talking_mouth_moves_at_random_but_the_same_for_the_same_seed() {
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
fn clips_say_of_each_frame_whether_it_is_mirrored_and_have_its_offset_in_its_places() {
    // Pictures of one pixel, picture k at (k, −k).
    let text = "picture 3\nflip value=1\npicture 3\noffset x=10 y=20\npicture 3\npicture 4\nflip \
        value=0\npicture 4\nend\n";
    let he = Dialect::humongous(80);
    let clip = Clip::from_actor(running_in(he, text), &Limits::default());
    let frames: Vec<_> =
        clip.frames.iter().map(|f| (f.mirrored, f.placed.first().map(|p| (p.x, p.y)))).collect();
    assert_eq!(
        frames,
        [
            (false, Some((3, -3))),
            (true, Some((3, -3))),
            // The actor goes right, so a mirrored picture's own place goes left.
            (true, Some((-7, 17))),
            (true, Some((-6, 16))),
            (false, Some((14, 16))),
            (false, None),
        ]
    );
    assert!(!clip.mirrored);
    // 3 and −3, mirrored 7 (10 − 3) and 6, 14: in columns −3 to 14.
    assert_eq!((clip.bounds.left, clip.bounds.right), (-3, 15));
    assert_eq!((clip.bounds.top, clip.bounds.bottom), (-3, 18));
    let v7 = Clip::from_actor(running(text), &Limits::default());
    assert!(
        v7.frames.iter().all(|f| f.placed.iter().all(|p| p.x < 5)),
        "v7 stores the offset and ignores it"
    );
}

/// Behaviour of ScummVM 2.7.0 in random scenes with talk states.
#[test]
fn a_state_that_a_script_set_lasts_for_a_step() {
    let mut a = running_in(Dialect::humongous(90), "empty");
    let state = |a: &Actor| a.limbs().as_akos().unwrap().conditions();
    a.set_speed(5);
    a.set_talk_state(3);
    a.tick(&mut ());
    assert_eq!(state(&a), 0b100, "there has been no step");
    a.set_speed(4);
    assert_eq!(state(&a), 1, "a new period begins with the mouth at rest");
    a.set_talk_state(3);
    a.start(4);
    assert_eq!(state(&a), 0b100, "it has not been drawn yet");
    a.tick(&mut ());
    a.start(4);
    assert_eq!(state(&a), 1);
    let mut old = running_in(Dialect::humongous(74), "empty");
    old.set_talk_state(3);
    assert_eq!(state(&old), 1, "before 8.0 there are none");
}
