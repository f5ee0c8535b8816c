//! Tests of a scene with its past against fresh scenes in which the same was done at the same ticks.

use std::sync::Arc;

use proptest::prelude::*;

use super::akos_tests::{costume, program};
use super::live_tests::{DIALECTS, PROGRAMS, owned, renderer, said, step};
use super::*;
use crate::dialect::Dialect;
use crate::{ErrorKind, Facing, Role};

/// What is done in a scene. Numbers of actors are taken modulo those that are there.
#[derive(Clone, Debug)]
enum Call {
    Tick(u32),
    Seek(u32),
    Peek(u32),
    Mark,
    Perform(usize, Step),
    Set(usize, Setting),
    Look(usize, Setting),
    Wear(usize, u32),
    Add(Box<SceneActor>),
    Remove(usize),
    Paint(u8),
}

/// A setting of an actor or of the scene.
#[derive(Clone, Copy, Debug)]
enum Setting {
    Talking(bool),
    Mouth(Option<u8>),
    Number(u8),
    Seed(u64),
    Facing(i32),
    Var(u8, Option<i16>),
    Condition(u8),
    Sound(u8),
    Position(i32, i32),
    Scale(u8),
    Palette(u8),
    Lights(u8),
}

impl Setting {
    fn change(self, scene: &mut Scene, actor: usize) {
        let said = &mut scene.actors[actor];
        match self {
            Self::Talking(talking) => said.talking = talking,
            Self::Mouth(mouth) => said.mouth = mouth,
            Self::Number(number) => said.number = number,
            Self::Seed(seed) => said.seed = seed,
            Self::Facing(angle) => said.facing = Facing::from_angle(angle),
            Self::Var(var, Some(value)) => drop(said.vars.insert(var, value)),
            Self::Var(var, None) => drop(said.vars.remove(&var)),
            Self::Condition(number) => said.conditions = [number].into(),
            Self::Sound(slot) => said.sounds = [slot].into(),
            Self::Position(x, y) => said.position = (x, y).into(),
            Self::Scale(scale) => said.scale = Scale::Fixed(scale, scale),
            Self::Palette(colour) => said.palette = [(1, colour)].into(),
            Self::Lights(lights) => scene.lights = lights,
        }
    }
}

fn call() -> impl Strategy<Value = Call> {
    let played = prop_oneof![
        any::<bool>().prop_map(Setting::Talking),
        prop::option::of(1u8..14).prop_map(Setting::Mouth),
        (1u8..4).prop_map(Setting::Number),
        (0u64..3).prop_map(Setting::Seed),
        (0i32..4).prop_map(|quarter| Setting::Facing(90 * quarter)),
        (0u8..9, prop::option::of(0i16..9)).prop_map(|(var, value)| Setting::Var(var, value)),
        (1u8..17).prop_map(Setting::Condition),
        (0u8..3).prop_map(Setting::Sound),
    ];
    let drawn = prop_oneof![
        (-2i32..18, 0i32..10).prop_map(|(x, y)| Setting::Position(x, y)),
        (100u8..=255).prop_map(Setting::Scale),
        (0u8..9).prop_map(Setting::Palette),
        prop::sample::select(vec![11u8, 8, 2]).prop_map(Setting::Lights),
    ];
    prop_oneof![
        4 => (0u32..6).prop_map(Call::Tick),
        3 => (0u32..12).prop_map(Call::Seek),
        1 => (0u32..12).prop_map(Call::Peek),
        1 => Just(Call::Mark),
        4 => (0usize..4, step()).prop_map(|(actor, step)| Call::Perform(actor, step)),
        1 => (0usize..4, 1u32..4).prop_map(|(actor, ticks)| Call::Perform(actor, Step::Ticks(ticks))),
        4 => (0usize..4, played).prop_map(|(actor, setting)| Call::Set(actor, setting)),
        2 => (0usize..4, drawn).prop_map(|(actor, setting)| Call::Look(actor, setting)),
        1 => (0usize..4, 1u32..10).prop_map(|(actor, costume)| Call::Wear(actor, costume)),
        1 => said().prop_map(|said| Call::Add(Box::new(said))),
        1 => (0usize..4).prop_map(Call::Remove),
        1 => any::<u8>().prop_map(Call::Paint),
    ]
}

/// What was done, as a fresh scene can do it: since the last mark with ticks, before it in one list.
#[derive(Default)]
struct Done {
    before: Vec<Call>,
    since: Vec<(u32, Call)>,
    /// Settings that count at all ticks since the mark.
    looks: Vec<Call>,
}

impl Done {
    /// What a fresh scene does until this tick since the mark.
    fn until(&self, tick: u32) -> Vec<Call> {
        let (mut calls, mut last) = (self.before.clone(), 0);
        for (at, call) in self.since.iter().filter(|(at, _)| *at <= tick) {
            calls.extend([Call::Tick(at - last), call.clone()]);
            last = *at;
        }
        calls.push(Call::Tick(tick - last));
        calls.extend(self.looks.iter().cloned());
        calls
    }

    fn add(&mut self, now: u32, call: Call) {
        self.since.retain(|(at, _)| *at <= now);
        self.since.push((now, call));
    }

    fn mark(&mut self, now: u32) {
        *self = Self { before: self.until(now), ..Self::default() };
    }
}

/// Does it in a fresh scene.
fn replayed(live: &mut LiveScene, calls: &[Call]) {
    for call in calls {
        match call {
            Call::Tick(ticks) => (0..*ticks).for_each(|_| live.tick()),
            Call::Perform(actor, step) => live.perform(*actor, *step).unwrap(),
            Call::Set(actor, setting) | Call::Look(actor, setting) => {
                live.change(|scene| setting.change(scene, *actor)).unwrap();
            }
            Call::Wear(actor, costume) => {
                live.change(|scene| scene.actors[*actor].costume = *costume).unwrap();
            }
            Call::Add(said) => live.change(|scene| scene.actors.push((**said).clone())).unwrap(),
            Call::Remove(actor) => drop(live.remove(*actor).unwrap()),
            other => unreachable!("{other:?}"),
        }
    }
}

/// Costume 2 with another colour, which plays the same.
fn painted(colour: u8, dialect: Dialect) -> Arc<crate::Costume> {
    let mut source = program(PROGRAMS[0]);
    source.palette[1] = colour;
    Arc::new(costume(&source, dialect))
}

proptest! {
    #[test]
    fn each_tick_shows_what_a_fresh_scene_shows_and_so_does_the_written_scene(
        actors in prop::collection::vec(said(), 1..4),
        calls in prop::collection::vec(call(), 1..14),
        dialect in prop::sample::select(DIALECTS.to_vec()),
        room: bool,
    ) {
        let scene = Scene { room: room.then_some(1), actors, ..Scene::default() };
        let mut renderer = renderer(dialect);
        let mut replay = renderer.replay(scene.clone()).unwrap();
        let (mut done, mut now) = (Done::default(), 0);
        for call in calls {
            let actors = replay.scene().actors.len();
            let mut seen = None;
            match call.clone() {
                Call::Tick(ticks) => {
                    (0..ticks).for_each(|_| replay.tick());
                    now += ticks;
                }
                Call::Seek(tick) => {
                    replay.seek(tick).unwrap();
                    now = tick;
                }
                Call::Peek(tick) => {
                    seen = Some((tick, replay.peek(tick, |live| owned(&live.render().unwrap())).unwrap()));
                }
                Call::Mark => {
                    replay.mark();
                    done.mark(now);
                    now = 0;
                }
                Call::Perform(actor, step) if actors > 0 => {
                    replay.perform(actor % actors, step).unwrap();
                    done.add(now, Call::Perform(actor % actors, step));
                }
                Call::Set(actor, setting) if actors > 0 => {
                    let before = replay.scene().clone();
                    replay.change(|scene| setting.change(scene, actor % actors)).unwrap();
                    // Setting what is set already does nothing, and drops nothing.
                    if *replay.scene() != before {
                        done.add(now, Call::Set(actor % actors, setting));
                    }
                }
                Call::Look(actor, setting) if actors > 0 => {
                    replay.change(|scene| setting.change(scene, actor % actors)).unwrap();
                    done.looks.push(Call::Look(actor % actors, setting));
                }
                Call::Wear(actor, costume) if actors > 0 => {
                    let actor = actor % actors;
                    let changes = replay.scene().actors[actor].costume != costume;
                    replay.change(|scene| scene.actors[actor].costume = costume).unwrap();
                    if changes {
                        done.mark(now);
                        done.before.push(Call::Wear(actor, costume));
                        now = 0;
                    }
                }
                Call::Add(said) => {
                    prop_assert_eq!(replay.add((*said).clone()).unwrap(), actors);
                    done.mark(now);
                    done.before.push(Call::Add(said));
                    now = 0;
                }
                Call::Remove(actor) if actors > 0 => {
                    replay.remove(actor % actors).unwrap();
                    done.mark(now);
                    done.before.push(Call::Remove(actor % actors));
                    now = 0;
                }
                Call::Paint(colour) => {
                    let painted = painted(colour, dialect);
                    replay.put_costume(2, Arc::clone(&painted), 1).unwrap();
                    renderer.put_costume(2, painted, 1);
                }
                _ => continue,
            }
            prop_assert_eq!(replay.now(), now);
            let fresh = |tick| {
                let mut live = renderer.live(scene.clone()).unwrap();
                replayed(&mut live, &done.until(tick));
                live
            };
            if let Some((tick, seen)) = seen {
                prop_assert_eq!(seen, owned(&fresh(tick).render().unwrap()), "peek at {}", tick);
            }
            let mut wanted = fresh(now);
            let shown = owned(&replay.live().render().unwrap());
            prop_assert_eq!(&shown, &owned(&wanted.render().unwrap()), "after {:?}", call);
            prop_assert_eq!(&replay.scene().actors, &wanted.scene().actors, "after {:?}", call);
            prop_assert_eq!(format!("{:?}", replay.live().moment()), format!("{:?}", wanted.moment()));
            let mut first = fresh(0);
            prop_assert_eq!(owned(&replay.at_mark().render().unwrap()), owned(&first.render().unwrap()));
            let written = replay.to_scene().unwrap();
            prop_assert_eq!(&shown, &owned(&renderer.render(&written).unwrap()), "{:?}", written);
            let mut again = renderer.replay(written.clone()).unwrap();
            prop_assert_eq!(&shown, &owned(&again.live().render().unwrap()));
            prop_assert_eq!(again.to_scene().unwrap(), written);
        }
    }
}

fn walker() -> SceneActor {
    SceneActor {
        steps: vec![Step::Chore(ChoreRef::Role(Role::Init))],
        ..SceneActor::new(1, (4, 4), Facing::SOUTH)
    }
}

fn replay(actors: Vec<SceneActor>) -> Replay {
    renderer(Dialect::V7).replay(Scene { room: Some(1), actors, ..Scene::default() }).unwrap()
}

#[test]
fn what_was_done_is_done_again_at_its_tick() {
    let mut replay = replay(vec![walker()]);
    let shown = |replay: &mut Replay| owned(&replay.live().render().unwrap());
    replay.seek(5).unwrap();
    replay.perform(0, Step::Speed(3)).unwrap();
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(shown(&mut replay));
        replay.tick();
    }
    replay.seek(3).unwrap();
    for seen in [None, None].into_iter().chain(seen.iter().map(Some)) {
        assert!(seen.is_none_or(|seen| *seen == shown(&mut replay)), "tick {}", replay.now());
        replay.tick();
    }
    replay.seek(4).unwrap();
    replay.perform(0, Step::Face(Facing::EAST)).unwrap();
    replay.seek(6).unwrap();
    assert_eq!(replay.to_scene().unwrap().steps.len(), 3, "four ticks, the step, two ticks");
}

#[test]
fn what_cannot_be_done_changes_nothing_and_drops_nothing() {
    let mut replay = replay(vec![walker()]);
    replay.seek(5).unwrap();
    replay.perform(0, Step::Speed(3)).unwrap();
    replay.seek(2).unwrap();
    let before = format!("{replay:?}");
    assert!(replay.perform(1, Step::Speed(2)).is_err());
    assert!(replay.perform(0, Step::Ticks(u32::MAX)).is_err());
    assert!(replay.change(|scene| scene.room = Some(77)).is_err());
    assert!(replay.change(|scene| scene.actors[0].costume = 99).is_err());
    assert!(replay.add(SceneActor::new(99, (0, 0), Facing::SOUTH)).is_err());
    assert!(replay.remove(1).is_err());
    assert!(replay.seek(u32::MAX).is_err());
    assert!(replay.peek(u32::MAX, |_| ()).is_err());
    assert_eq!(format!("{replay:?}"), before);
}

/// A long past takes bounded memory, and long waits are written in steps that can be read.
#[test]
fn the_past_is_bounded() {
    let mut replay = replay(vec![walker(), SceneActor { costume: 6, ..walker() }]);
    replay.seek(100_000).unwrap();
    replay.seek(200_000).unwrap();
    assert!(replay.stored_moments() <= 256);
    let shown = owned(&replay.live().render().unwrap());
    replay.seek(199_999).unwrap();
    replay.tick();
    assert_eq!(owned(&replay.live().render().unwrap()), shown);
    assert_eq!(replay.to_scene().unwrap().steps, vec![SceneStep::Ticks(100_000); 2]);
    for _ in 0..=1 << 16 {
        replay.perform(0, Step::Speed(2)).unwrap();
    }
    assert!(matches!(replay.to_scene().unwrap_err().kind(), ErrorKind::Limit(_)));
    assert!(matches!(replay.seek(3).unwrap_err().kind(), ErrorKind::Limit(_)));
    assert_eq!(replay.now(), 200_000);
    replay.tick();
    replay.seek(200_000).unwrap();
}

#[test]
fn steps_of_scenes_are_refused_in_words() {
    let renderer = renderer(Dialect::V7);
    for step in [
        SceneStep::Actor(1, Step::Speed(2)),
        SceneStep::Set(1, Box::default()),
        SceneStep::Add(2, Box::new(walker())),
        SceneStep::Remove(1),
        SceneStep::Ticks(u32::MAX),
        SceneStep::Add(0, Box::new(SceneActor::new(99, (0, 0), Facing::SOUTH))),
    ] {
        let scene = Scene { steps: vec![step.clone()], ..Scene::new(1, vec![walker()]) };
        assert!(renderer.live(scene).is_err(), "{step:?}");
    }
}
