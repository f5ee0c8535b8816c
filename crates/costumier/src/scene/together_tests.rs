//! Tests that commands between the programs of a scene's actors arrive, in the interpreter's order.

use std::sync::Arc;

use super::akos_tests::costume;
use super::tests::game_in;
use super::*;
use crate::Facing;
use crate::Role;
use crate::akos::AkosSource;
use crate::akos::fixture::source;
use crate::dialect::Dialect;
use crate::play::Event;

/// A program that starts chore V6 of actor V5, then rests.
const STARTS: &[u8] = &[0, 0xC0, 0x84, 5, 6, 0, 0xC0, 0xFF];
/// A program that sets V7 of actor V5 to 9, then rests.
const SETS: &[u8] = &[0, 0xC0, 0x85, 5, 7, 9, 0, 0, 0xC0, 0xFF];
/// A program that rests on picture 2 if its V7 is 9, else on picture 1.
const ASKS: &[u8] = &[0, 0xC0, 0x70, 11, 0, 7, 9, 0, 1, 0xC0, 0xFF, 2];

/// A costume whose init chore plays the program; chores 2 and 3 are still pictures.
fn played(sequence: &[u8]) -> AkosSource {
    let own = (4..8).map(|record| (record, &[(0, 6, 0, 0)][..]));
    let still = (8..16).map(|record| (record, &[(1, 7, 0, 0)][..]));
    source(0, sequence, &own.chain(still).collect::<Vec<_>>())
}

fn actor(costume: u32, number: u8, vars: &[(u8, i16)]) -> SceneActor {
    SceneActor {
        number,
        vars: vars.iter().copied().collect(),
        steps: vec![Step::Chore(ChoreRef::Role(Role::Init))],
        ..SceneActor::new(costume, (4, 6), Facing::SOUTH)
    }
}

/// A scene of costumes 1 (starts chores), 2 (sets variables) and 3 (reads them) after the first loop, and its
/// events. Drawing the same scene at once must give the same picture.
fn after_a_loop(actors: Vec<SceneActor>) -> (LiveScene, Vec<(usize, Event)>) {
    let mut renderer = SceneRenderer::new(game_in(Dialect::V5));
    for (id, sequence) in (1..).zip([STARTS, SETS, ASKS]) {
        renderer.put_costume(id, Arc::new(costume(&played(sequence), Dialect::V7)), 1);
    }
    let scene = Scene { room: Some(1), actors, ..Scene::default() };
    let (mut live, mut heard) = (renderer.live(scene.clone()).unwrap(), Vec::new());
    live.tick_hearing(&mut |actor, event| heard.push((actor, event)));
    let mut later = scene;
    later.actors.iter_mut().for_each(|actor| actor.steps.push(Step::Ticks(1)));
    let mut replayed = renderer.live(later.clone()).unwrap();
    assert_eq!(replayed.render().unwrap().pixels, renderer.render(&later).unwrap().pixels);
    assert_eq!(live.render().unwrap().pixels, renderer.render(&later).unwrap().pixels);
    for actor in 0..later.actors.len() {
        let chore = |live: &LiveScene| live.actor(actor).unwrap().chore();
        assert_eq!(chore(&live), chore(&replayed));
    }
    (live, heard)
}

#[test]
fn of_two_who_start_chores_of_a_third_the_first_has_its_way() {
    let (wants_2, wants_3) = (actor(1, 1, &[(5, 3), (6, 2)]), actor(1, 2, &[(5, 3), (6, 3)]));
    let third = || actor(3, 3, &[]);
    let (live, heard) = after_a_loop(vec![wants_2.clone(), wants_3.clone(), third()]);
    assert_eq!((live.actor(2).unwrap().chore(), heard.as_slice()), (2, &[][..]));
    let (live, _) = after_a_loop(vec![wants_3.clone(), third(), wants_2.clone()]);
    assert_eq!(live.actor(1).unwrap().chore(), 3);
    // The actor's commands to itself are performed in the same order.
    let (live, _) = after_a_loop(vec![wants_2.clone(), actor(1, 3, &[(5, 3), (6, 3)])]);
    assert_eq!(live.actor(1).unwrap().chore(), 2);
    let (live, _) = after_a_loop(vec![actor(1, 3, &[(5, 3), (6, 3)]), wants_2]);
    assert_eq!(live.actor(0).unwrap().chore(), 3);
}

#[test]
fn a_variable_of_another_is_set_before_those_who_come_later_step() {
    let sets = || actor(2, 1, &[(5, 2)]);
    let asks = || actor(3, 2, &[]);
    let rests = |live: &LiveScene, actor: usize| live.actor(actor).unwrap().limb(0).map(|it| it.position);
    let (live, heard) = after_a_loop(vec![sets(), asks()]);
    assert_eq!((rests(&live, 1), heard.as_slice()), (Some(11), &[][..]));
    let (live, _) = after_a_loop(vec![asks(), sets()]);
    assert_eq!(rests(&live, 0), Some(8), "it has stepped before");
    assert_eq!(live.actor(0).unwrap().var(7), 9);
}

#[test]
fn whoever_is_not_there_is_told_of_and_a_number_means_its_own_actor_first() {
    let (_, heard) = after_a_loop(vec![actor(1, 1, &[(5, 9), (6, 2)]), actor(2, 2, &[(5, 0)])]);
    let told = [
        (1, Event::ActorVar { limb: 0, actor: 0, var: 7, value: 9 }),
        (0, Event::ActorChore { limb: 0, actor: 9, chore: 2 }),
    ];
    assert_eq!(heard, told);
    let (live, _) = after_a_loop(vec![actor(3, 1, &[]), actor(1, 1, &[(5, 1), (6, 2)])]);
    assert_eq!([0, 1].map(|at| live.actor(at).unwrap().chore()), [1, 2]);
}

#[test]
fn who_has_made_its_steps_waits_for_the_others() {
    let mut renderer = SceneRenderer::new(game_in(Dialect::V5));
    for (id, sequence) in (1..).zip([STARTS, SETS, ASKS]) {
        renderer.put_costume(id, Arc::new(costume(&played(sequence), Dialect::V7)), 1);
    }
    let mut sets = actor(2, 1, &[(5, 2)]);
    sets.steps.insert(0, Step::Ticks(2));
    sets.steps.push(Step::Ticks(1));
    let rests_after = |ticks| {
        let mut asks = actor(3, 2, &[]);
        asks.steps.push(Step::Ticks(ticks));
        let live = renderer.live(Scene::new(1, vec![sets.clone(), asks])).unwrap();
        let asks = live.actor(1).unwrap();
        (asks.limb(0).map(|it| it.position), asks.var(7))
    };
    // The variable is set in the third loop.
    assert_eq!(rests_after(0), (Some(0), 9));
    assert_eq!(rests_after(1), (Some(8), 9));

    // A single actor's loops can pass alone, and its commands still reach the others.
    let scene = Scene::new(1, vec![actor(2, 1, &[(5, 2)]), actor(3, 2, &[])]);
    let mut live = renderer.live(scene).unwrap();
    live.perform(0, Step::Ticks(1)).unwrap();
    let asks = live.actor(1).unwrap();
    assert_eq!((asks.limb(0).map(|it| it.position), asks.var(7)), (Some(0), 9));
}
