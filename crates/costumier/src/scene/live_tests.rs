//! Tests of a live scene against the replayed one: the same pixels at every tick, whatever changes meanwhile.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::akos_tests::{costume, program, with_frames};
use super::tests::game_in;
use super::*;
use crate::Facing;
use crate::Limits;
use crate::MemoryFiles;
use crate::Role;
use crate::cost::fixture::{Entry, make};
use crate::costume::Costume;
use crate::dialect::Dialect;
use crate::game::Game;
use crate::play::Event;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

/// Programs with effects that scenes must observe: flips, offsets, planes, random numbers, mouths, frames.
pub(super) const PROGRAMS: [&[u8]; 7] = [
    &[0, 1, 2, 0xC0, 0x8A, 1, 0, 3, 0xC0, 0x8A, 0, 0, 4, 0xC0, 0x30, 0, 0],
    &[0, 0xC0, 0x87, 2, 0, 1, 0, 1, 0xC0, 0x87, 0, 0, 0, 0, 2, 0xC0, 0x30, 0, 0],
    &[0, 0xC0, 0x83, 1, 1, 0xC0, 0x83, 0, 2, 0xC0, 0x83, 100, 3, 0xC0, 0x30, 0, 0],
    &[0, 0xC0, 0x82, 0, 0, 1, 0, 3, 0xC0, 0x70, 0, 0, 3, 0, 0, 1, 2, 0xC0, 0x30, 0, 0],
    &[0, 0xC0, 0xA1, 8, 0, 1, 2, 3, 4, 0xC0, 0x30, 0, 0],
    // Effects on other actors: variable 0 is their number, variable 1 counts.
    &[0, 0xC0, 0x84, 0, 1, 1, 0xC0, 0x40, 1, 0, 1, 2, 0xC0, 0x84, 0, 1, 3, 0xC0, 0x30, 0, 0],
    &[0, 0xC0, 0x85, 0, 1, 1, 0, 1, 0xC0, 0x70, 0, 0, 1, 2, 0, 0xC0, 0x85, 0, 1, 8, 0, 2, 0xC0, 0x30, 0, 0],
];

pub(super) const DIALECTS: [Dialect; 3] = [Dialect::V7, Dialect::humongous(72), Dialect::humongous(90)];

/// A renderer whose costume 1 is of kind COST and whose others are of kind AKOS.
pub(super) fn renderer(dialect: Dialect) -> SceneRenderer {
    let mut renderer = SceneRenderer::new(game_in(Dialect::V5));
    for (id, sequence) in (2..).zip(PROGRAMS) {
        renderer.put_costume(id, Arc::new(costume(&program(sequence), dialect)), 1);
    }
    renderer.put_costume(9, Arc::new(costume(&with_frames(), dialect)), 1);
    renderer
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        prop::sample::select(vec![1u16, 8, 2]).prop_map(|chore| Step::Chore(ChoreRef::Number(chore))),
        prop::sample::select(vec![Role::Walk, Role::TalkStart])
            .prop_map(|role| Step::Perform(ChoreRef::Role(role))),
        (0i32..8).prop_map(|eighth| Step::Face(Facing::from_angle(45 * eighth))),
        prop::sample::select(vec![244u16, 245, 246, 247, 248, 251, 252]).prop_map(Step::Animate),
        (0u8..4).prop_map(Step::Speed),
    ]
}

pub(super) fn said() -> impl Strategy<Value = SceneActor> {
    let scale =
        prop_oneof![Just(Scale::FULL), Just(Scale::Box), (100u8..=255).prop_map(|s| Scale::Fixed(s, s))];
    let plane = prop::sample::select(vec![PlaneChoice::Front, PlaneChoice::Plane(1), PlaneChoice::Box]);
    let known = (1u8..4, 0i16..4, 0i16..9);
    (1u32..10, (-2i32..18, 0i32..10), (0i32..4), scale, plane, any::<bool>(), 0u64..3, known).prop_map(
        |(costume, at, quarter, scale, plane, talking, seed, (number, other, chore))| SceneActor {
            number,
            vars: [(0, other), (1, chore)].into(),
            steps: vec![Step::Chore(ChoreRef::Role(Role::Init))],
            scale,
            plane,
            talking,
            seed,
            ..SceneActor::new(costume, at, Facing::from_angle(90 * quarter))
        },
    )
}

/// A change: number of ticks before it, number of the actor, and the actor's step.
type Happening = (u32, usize, Step);

/// The scene at a tick, with the changes so far as steps from the start.
fn replayed(scene: &Scene, happenings: &[Happening], tick: u32) -> Scene {
    let mut scene = scene.clone();
    for (number, said) in scene.actors.iter_mut().enumerate() {
        let (mut now, mut waited) = (0, 0);
        for (ticks, actor, step) in happenings {
            now += ticks;
            if *actor == number {
                said.steps.extend([Step::Ticks(now - waited), *step]);
                waited = now;
            }
        }
        said.steps.push(Step::Ticks(tick - waited));
    }
    scene
}

/// All visible properties of a picture.
pub(super) fn owned(rendered: &Rendered<'_>) -> (u32, (i32, i32), Option<u8>, Vec<u8>) {
    (rendered.width, rendered.origin, rendered.transparent, rendered.pixels.to_vec())
}

proptest! {
    #[test]
    fn a_live_scene_shows_at_every_tick_what_the_replayed_scene_shows(
        actors in prop::collection::vec(said(), 1..4),
        happenings in prop::collection::vec((0u32..4, 0usize..4, step()), 0..6),
        dialect in prop::sample::select(DIALECTS.to_vec()),
        (room, view, lights) in (any::<bool>(), any::<bool>(), prop::sample::select(vec![11u8, 8, 2])),
    ) {
        let view = view.then_some(View { x: 1, y: -1, width: 12, height: 9 });
        let view = view.map_or(ViewChoice::Whole, ViewChoice::Part);
        let scene = Scene { room: room.then_some(1), view, lights, actors, ..Scene::default() };
        let count = scene.actors.len();
        let happenings: Vec<Happening> =
            happenings.into_iter().map(|(ticks, actor, step)| (ticks, actor % count, step)).collect();
        let mut renderer = renderer(dialect);
        let mut live = renderer.live(scene.clone()).unwrap();
        let mut now = 0;
        let mut compare = |live: &mut LiveScene, done: usize, now: u32| {
            let shown = owned(&live.render().unwrap());
            let wanted = owned(&renderer.render(&replayed(&scene, &happenings[..done], now)).unwrap());
            assert_eq!(shown, wanted, "tick {now}, {done} happenings");
        };
        for (done, (ticks, actor, step)) in happenings.iter().enumerate() {
            for _ in 0..*ticks {
                compare(&mut live, done, now);
                live.tick();
                now += 1;
            }
            compare(&mut live, done, now);
            live.perform(*actor, *step).unwrap();
            compare(&mut live, done + 1, now);
        }
        for _ in 0..6 {
            live.tick();
            now += 1;
            compare(&mut live, happenings.len(), now);
        }
    }
}

/// Found by random scenes: the only program of a scene starts a chore of an actor without programs.
#[test]
fn a_program_starts_a_chore_of_an_actor_without_programs() {
    let (program, cost) = ((7, 2, [(0, 1), (1, 2)].into()), (1, 1, BTreeMap::new()));
    let actors = [program, cost].map(|(costume, number, vars)| SceneActor {
        number,
        vars,
        ..SceneActor::new(costume, (5, 5), Facing::SOUTH)
    });
    let mut scene = Scene { actors: actors.to_vec(), ..Scene::default() };
    scene.actors[0].steps = vec![Step::Chore(ChoreRef::Role(Role::Init))];
    let renderer = renderer(Dialect::V7);
    let mut live = renderer.live(scene.clone()).unwrap();
    live.tick();
    let replayed = renderer.live(replayed(&scene, &[], 1)).unwrap();
    assert_eq!(live.actor(1).unwrap().chore(), 2);
    assert_eq!(replayed.actor(1).unwrap().chore(), 2);
}

fn walker(at: (i32, i32)) -> SceneActor {
    SceneActor {
        steps: vec![Step::Chore(ChoreRef::Role(Role::Init))],
        ..SceneActor::new(1, at, Facing::SOUTH)
    }
}

fn live(game: &Arc<Game>, actors: Vec<SceneActor>) -> LiveScene {
    LiveScene::new(Arc::clone(game), Scene { room: Some(1), actors, ..Scene::default() }).unwrap()
}

#[test]
fn what_is_changed_shows_as_if_it_had_always_been_said() {
    let game = game_in(Dialect::V5);
    let mut live = live(&game, vec![walker((4, 4)), walker((9, 5))]);
    (0..3).for_each(|_| live.tick());
    live.render().unwrap();
    live.change(|scene| {
        scene.lights = 8;
        scene.actors[0].palette.insert(1, 200);
        scene.actors[0].scale = Scale::Fixed(255, 200);
        scene.actors[1].plane = PlaneChoice::Plane(1);
        scene.actors.push(walker((2, 2)));
    })
    .unwrap();
    live.place(1, (11, 5)).unwrap();
    live.tick();
    let mut said = live.scene().clone();
    for (said, ticks) in said.actors.iter_mut().zip([4, 4, 1]) {
        said.steps.push(Step::Ticks(ticks));
    }
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    assert_eq!(owned(&live.render().unwrap()), owned(&renderer.render(&said).unwrap()));

    let gone = live.remove(0).unwrap();
    assert_eq!(gone.palette.get(&1), Some(&200));
    said.actors.remove(0);
    assert_eq!(owned(&live.render().unwrap()), owned(&renderer.render(&said).unwrap()));
}

#[test]
fn a_camera_shows_what_a_scene_of_that_view_shows() {
    let game = game_in(Dialect::V5);
    let mut live = live(&game, vec![walker((4, 4)), walker((9, 5))]);
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let part = |x, y| ViewChoice::Part(View { x, y, width: 12, height: 9 });
    let whole = ViewChoice::Part(View { x: 0, y: 0, width: 16, height: 8 });
    for view in [part(0, 0), part(1, -1), ViewChoice::Whole, whole, part(1, -1), ViewChoice::Screen] {
        live.set_view(view);
        let said = Scene { view, ..live.scene().clone() };
        assert_eq!(owned(&live.render().unwrap()), owned(&renderer.render(&said).unwrap()), "{view:?}");
    }
}

#[test]
fn actors_in_another_order_go_on() {
    let game = game_in(Dialect::V5);
    let mut live = live(&game, vec![walker((4, 4)), walker((4, 4)), walker((9, 5))]);
    live.change(|scene| scene.actors[1].palette = [(1, 200)].into()).unwrap();
    (0..2).for_each(|_| live.tick());
    let before = live.moment();
    live.reorder(&[1, 2, 0]).unwrap();
    assert_eq!(live.scene().actors[0].palette.get(&1), Some(&200));
    let [left, top] = live.placed(0).map(|shown| [shown[0].area.left, shown[0].area.top]).unwrap();
    let at = [left, top].map(|side| u32::try_from(side).unwrap());
    assert_eq!(live.actor_at(at.into()).unwrap(), Some(2), "who was first is drawn last");
    let mut said = live.scene().clone();
    said.actors.iter_mut().for_each(|said| said.steps.push(Step::Ticks(2)));
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    assert_eq!(owned(&live.render().unwrap()), owned(&renderer.render(&said).unwrap()));
    for (wrong, said) in [
        (&[0, 1][..], "no such order: actor 2 is not in it; name each of the 3 actors once"),
        (&[0, 0, 1], "no such order: actor 0 is in it more than once"),
        (&[0, 1, 2, 0], "no such order: actor 0 is in it more than once"),
        (&[0, 1, 3], "no actor 3; the scene has 3, counted from 0"),
    ] {
        let error = live.reorder(wrong).unwrap_err().to_string();
        assert!(error.contains(said), "{wrong:?}: {error}");
    }
    live.reorder(&[2, 0, 1]).unwrap();
    assert_eq!(format!("{:?}", live.moment()), format!("{before:?}"));
}

#[test]
fn a_change_that_cannot_be_changes_nothing() {
    let game = game_in(Dialect::V5);
    let mut live = live(&game, vec![walker((4, 4))]);
    live.tick();
    let before = (live.scene().clone(), owned(&live.render().unwrap()));
    assert!(live.change(|scene| scene.actors[0].costume = 99).is_err());
    assert!(live.change(|scene| scene.room = Some(77)).is_err());
    assert!(live.perform(1, Step::Speed(2)).is_err());
    assert!(live.place(1, (0, 0)).is_err());
    assert!(live.remove(1).is_err());
    assert_eq!((live.scene().clone(), owned(&live.render().unwrap())), before);
}

#[test]
fn a_click_finds_the_actor_in_front() {
    let game = game_in(Dialect::V5);
    let mut live = live(&game, vec![walker((4, 4)), walker((4, 4)), walker((9, 5))]);
    let at = |live: &mut LiveScene, x, y| live.actor_at((x, y)).unwrap();
    assert_eq!(at(&mut live, 4, 4), Some(1));
    assert_eq!(at(&mut live, 9, 5), Some(2));
    assert_eq!(at(&mut live, 0, 0), None);
    assert_eq!(at(&mut live, 99, 0), None);
}

#[test]
fn a_costume_that_is_changed_goes_on_with_what_it_does() {
    let renderer = renderer(Dialect::V7);
    let scene = Scene {
        room: Some(1),
        actors: vec![SceneActor { costume: 2, ..walker((4, 4)) }],
        ..Scene::default()
    };
    let mut live = renderer.live(scene).unwrap();
    (0..2).for_each(|_| live.tick());
    let mut source = program(PROGRAMS[0]);
    source.palette[1] = 77;
    live.put_costume(2, Arc::new(costume(&source, Dialect::V7)), 1).unwrap();
    assert_eq!(live.actor(0).unwrap().limb(0).map(|it| it.position), Some(2));
    assert!(live.render().unwrap().pixels.contains(&77));
}

#[test]
fn what_happens_is_told_with_the_actor_that_it_happens_to() {
    let renderer = renderer(Dialect::V7);
    let mut actor = SceneActor { costume: 8, ..walker((4, 4)) };
    let mut renderer = renderer;
    renderer.put_costume(8, Arc::new(costume(&program(&[0, 0xC0, 0x61, 1]), Dialect::V7)), 1);
    actor.number = 2;
    let scene = Scene { room: Some(1), actors: vec![walker((1, 1)), actor], ..Scene::default() };
    let mut live = renderer.live(scene).unwrap();
    let mut heard = Vec::new();
    live.tick_hearing(&mut |actor, event| heard.push((actor, event)));
    assert_eq!(heard, [(1, Event::Sound { limb: 0, slot: 0 })]);
}

#[test]
fn transparent_pixels_are_transparent_in_rgba() {
    let game = game_in(Dialect::V5);
    let scene = Scene {
        actors: vec![walker((4, 4))],
        view: View { x: 3, y: 4, width: 2, height: 1 }.into(),
        ..Scene::default()
    };
    let mut rgba = vec![9; 3];
    LiveScene::new(game, scene).unwrap().render().unwrap().rgba(&mut rgba);
    assert_eq!(rgba, [0, 0, 0, 0, 1, 254, 7, 255]);
}

#[test]
fn who_performs_is_dressed_first_as_the_generation_does_it() {
    // v2 starts stand (chore 1), init (2) and talk stop (4) when an actor appears; limb 0 stands, limb 1 is the
    // head, limb 2 walks.
    let records: &[(u8, &[(u8, Entry)])] =
        &[(4, &[(0, Entry::Loop(0, 1))]), (16, &[(1, Entry::Loop(0, 1))]), (0, &[(2, Entry::Loop(0, 1))])];
    let mut dialect = Dialect::V5;
    (dialect.play, dialect.roles) = (Dialect::V2.play, Dialect::V2.roles);
    let worn = Arc::new(Costume::Cost(make(dialect, 3, &[0], records)));
    let mut renderer = SceneRenderer::new(game_in(Dialect::V5));
    renderer.put_costume(9, Arc::clone(&worn), 1);
    let shown = |step| {
        let mut actor = SceneActor::new(9, (4, 4), Facing::WEST);
        actor.steps = vec![step];
        let live = renderer.live(Scene::new(1, vec![actor])).unwrap();
        let mut pose = Vec::new();
        live.actor(0).unwrap().pose(&mut pose);
        pose.iter().map(|placed| placed.limb).collect::<Vec<_>>()
    };
    assert_eq!(shown(Step::Perform(ChoreRef::Role(Role::Walk))), [0, 1, 2]);
    assert_eq!(shown(Step::Perform(ChoreRef::Number(0))), [0, 1, 2]);
    assert_eq!(shown(Step::Chore(ChoreRef::Role(Role::Walk))), [2]);
}

/// Without a room, the first actor's room gives the palette. If it has not the one that the scene names, the actors
/// keep their order, and the costume stays.
#[test]
fn another_first_actor_that_cannot_be_changes_nothing() {
    let mut builder = GameBuilder::new(Dialect::V6);
    for (id, more) in [(1, vec![]), (2, vec![vec![[1, 2, 3]; 256]])] {
        let mut room = RoomSource::new(8, 8);
        room.more_palettes = more;
        builder.room(id, "here", room.write_for(&Dialect::V6).unwrap());
    }
    let files = builder.finish().unwrap();
    let files = MemoryFiles::from_iter([("t.000", files.index), ("t.001", files.data)]);
    let mut renderer = SceneRenderer::new(Game::open(&files, None, Limits::default()).unwrap());
    let worn = Arc::new(costume(&program(PROGRAMS[0]), Dialect::V7));
    for id in [1, 2] {
        renderer.put_costume(id, Arc::clone(&worn), id);
    }
    let actors = [2, 1, 2].map(|costume| SceneActor { costume, ..walker((4, 4)) });
    let scene = Scene { room_palette: 1, actors: actors.to_vec(), ..Scene::default() };
    let mut live = renderer.live(scene).unwrap();
    live.tick();
    let state = |live: &mut LiveScene| {
        let picture = owned(&live.render().unwrap());
        (live.scene().clone(), format!("{:?}", live.moment()), picture)
    };
    let before = state(&mut live);
    assert!(live.remove(0).is_err());
    assert_eq!(state(&mut live), before);
    assert!(live.reorder(&[1, 2, 0]).is_err());
    assert_eq!(state(&mut live), before);
    assert!(live.put_costume(2, worn, 1).is_err());
    assert_eq!(state(&mut live), before);
    // The costume of before is still worn.
    live.change(|_| {}).unwrap();
    assert_eq!(state(&mut live), before);
    live.reorder(&[2, 1, 0]).unwrap();
    // Only in the end the first actor's room has the palette.
    let steps = vec![SceneStep::Remove(0), SceneStep::Ticks(1)];
    let actors = [1, 2].map(|costume| SceneActor { costume, ..walker((4, 4)) });
    let late = Scene { room_palette: 1, actors: actors.to_vec(), steps, ..Scene::default() };
    assert!(renderer.render(&Scene { steps: Vec::new(), ..late.clone() }).is_err());
    assert!(renderer.render(&late).is_ok());
    let mut replay = renderer.replay(late.clone()).unwrap();
    replay.live().render().unwrap();
    assert_eq!(replay.to_scene().unwrap(), late);
}
