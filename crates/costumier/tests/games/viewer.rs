//! Tests of what a viewer needs, in the form that one would write: a program of ten lines, and a struct without
//! lifetimes that a binding can hold.

use std::sync::Arc;

use costumier::scene::{ChoreRef, LiveScene, Scene, SceneActor, Step};
use costumier::{Facing, Game, Limits, Role};

fn game() -> Arc<Game> {
    let files = costumier_build::example::files().unwrap();
    Arc::new(Game::open(&files, None, Limits::default()).unwrap())
}

#[test]
fn the_first_moving_picture_takes_ten_lines() {
    let mut scene = Scene::new(1, Vec::new());
    scene.actors.push(SceneActor::new(1, (160, 120), Facing::EAST));
    let mut live = LiveScene::new(game(), scene).unwrap();
    live.perform(0, Step::Chore(ChoreRef::Role(Role::Walk))).unwrap();
    let (mut frames, mut rgba) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        live.render().unwrap().rgba(&mut rgba);
        frames.push(rgba.clone());
        live.tick();
    }
    assert_eq!(frames[0].len(), 320 * 144 * 4);
    assert!(frames[0] != frames[1] && frames[0] == frames[2], "two steps, over and over");
}

/// The state of a page or of a Python object.
struct Viewer {
    game: Arc<Game>,
    live: LiveScene,
    rgba: Vec<u8>,
    chosen: Option<usize>,
}

impl Viewer {
    fn new() -> costumier::Result<Self> {
        let game = game();
        let mut scene = Scene::new(1, Vec::new());
        scene.actors.push(SceneActor::new(1, (100, 120), Facing::SOUTH));
        scene.actors.push(SceneActor::new(1, (200, 120), Facing::SOUTH));
        for actor in &mut scene.actors {
            actor.steps.push(Step::Chore(ChoreRef::Role(Role::Stand)));
        }
        let live = LiveScene::new(Arc::clone(&game), scene)?;
        Ok(Self { game, live, rgba: Vec::new(), chosen: None })
    }

    fn frame(&mut self) -> costumier::Result<&[u8]> {
        self.live.render()?.rgba(&mut self.rgba);
        self.live.tick();
        Ok(&self.rgba)
    }

    fn click(&mut self, at: (u32, u32)) -> costumier::Result<()> {
        self.chosen = self.live.actor_at(at)?;
        let Some(actor) = self.chosen else { return Ok(()) };
        self.live.perform(actor, Step::Face(Facing::WEST))?;
        self.live.perform(actor, Step::Chore(ChoreRef::Role(Role::Walk)))
    }
}

#[test]
fn a_viewer_owns_everything_and_can_be_held_anywhere() {
    fn held<T: Send + 'static>(viewer: T) -> T {
        viewer
    }
    let mut viewer = held(Viewer::new().unwrap());
    let quiet = viewer.frame().unwrap().to_vec();
    assert_eq!(viewer.frame().unwrap(), quiet);
    viewer.click((0, 0)).unwrap();
    assert_eq!(viewer.chosen, None);
    viewer.click((200, 115)).unwrap();
    assert_eq!(viewer.chosen, Some(1));
    assert_eq!(viewer.live.actor(1).unwrap().facing(), Facing::WEST);
    let (first, second) = (viewer.frame().unwrap().to_vec(), viewer.frame().unwrap().to_vec());
    assert_ne!(first, second, "it walks");
    viewer.live.change(|scene| scene.actors[0].position = (130, 120).into()).unwrap();
    assert_ne!(viewer.frame().unwrap(), first);
    // In another thread, in a box: nothing is borrowed.
    let boxed: Box<dyn std::any::Any + Send> = Box::new(viewer);
    let viewer = std::thread::spawn(move || *boxed.downcast::<Viewer>().unwrap()).join().unwrap();
    assert_eq!(viewer.game.rooms().count(), 1);
}
