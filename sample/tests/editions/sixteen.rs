//! The sample of Humongous 9.9 with 16 bits a pixel, beside the v5 game: the same scenes in the same rooms, each
//! colour cut to the five bits that are shown.

use costumier::format::screen::high;
use costumier::scene::{ChoreRef, Scene, SceneActor, SceneRenderer, Step, View};
use costumier::{Game, Limits, Role};

fn game(name: &str) -> Game {
    Game::open(&costumier_sample::edition(name).unwrap().folder(), None, Limits::default()).unwrap()
}

#[test]
fn rooms_and_costumes_are_those_of_v5_in_fifteen_bits() {
    let classic = game("v5");
    let mut scenes = Vec::new();
    for slot in classic.costume_slots() {
        let costume = classic.costume(slot.id).unwrap();
        for action in costume.actions() {
            for ticks in [0, 3, 7] {
                // On the floor of both rooms, where walk boxes scale and hide.
                let mut actor = SceneActor::new(slot.id, (150, 150), action.facing);
                let init = Step::Chore(ChoreRef::Role(Role::Init));
                actor.steps = vec![init, Step::Chore(ChoreRef::Number(action.chore)), Step::Ticks(ticks)];
                let mut scene = Scene::new(slot.room, vec![actor]);
                scene.view = View { x: 0, y: 0, width: 320, height: 200 }.into();
                scenes.push(scene);
            }
        }
    }
    let (mut old, mut new) = (SceneRenderer::new(classic), SceneRenderer::new(game("he99-16")));
    let (mut frames, mut blank) = (0, 0);
    for scene in &scenes {
        let old = old.render(scene).unwrap();
        let expected: Vec<u16> =
            old.pixels.iter().map(|it| high::pixel(old.palette[usize::from(*it)])).collect();
        let new = new.render(scene).unwrap();
        let different = expected.iter().zip(new.high.unwrap()).filter(|(a, b)| a != b).count();
        assert_eq!((new.width, new.height, different), (320, 200, 0), "{scene:?}");
        frames += 1;
        blank += usize::from(!new.unseen.is_empty());
    }
    assert!(frames >= 450 && blank * 10 < frames, "{frames} frames, {blank} without the actor");
}
