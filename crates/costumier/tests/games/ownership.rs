//! Tests of what bindings need: values that own their data and can go from thread to thread, and files that are
//! passed without a copy.

use std::sync::Arc;

use costumier::draw::ActorColours;
use costumier::draw::DrawOptions;
use costumier::scene::{Scene, SceneRenderer};
use costumier::{Actor, Colours, Costume, Facing, Files, Game, Limits, MemoryFiles, Painter, Source, Stage};

/// The state of a page or a window between two calls: everything, and no lifetime.
struct Viewer {
    game: Arc<Game>,
    renderer: SceneRenderer,
    scene: Scene,
    costume: Arc<Costume>,
    actor: Actor,
    painter: Painter,
    stage: Stage,
}

impl Viewer {
    fn open(files: &dyn Files) -> costumier::Result<Self> {
        let game = Arc::new(Game::open(files, None, Limits::default())?);
        let costume = Arc::new(game.costume(1)?);
        let actor = Actor::performing(&costume, 2, Facing::EAST);
        let renderer = SceneRenderer::new(Arc::clone(&game));
        let scene = Scene::new(1, Vec::new());
        let stage = Stage::empty(32, 32, 0)?;
        Ok(Self { game, renderer, scene, costume, actor, painter: Painter::default(), stage })
    }

    fn step(&mut self) -> costumier::Result<usize> {
        let colours = Colours::of_actor(&ActorColours::of(&self.costume));
        self.stage.clear(32, 32, colours.key())?;
        let mut pose = Vec::new();
        self.actor.pose(&mut pose);
        let look = DrawOptions::new((16, 30), &colours);
        self.painter.draw_all(&mut self.stage, &pose, &look, |key| self.costume.packed(key))?;
        let room = self.renderer.render(&self.scene)?.pixels.len();
        let drawn = self.stage.pixels().iter().filter(|pixel| **pixel != colours.key()).count();
        Ok(if room > 0 { drawn } else { 0 })
    }
}

fn lives_for_ever<T: 'static + Send>(value: T) -> T {
    value
}

#[test]
fn a_viewer_owns_what_it_shows() {
    let files = costumier_build::example::files().unwrap();
    let mut viewer = lives_for_ever(Viewer::open(&files).unwrap());
    drop(files);
    assert!(viewer.step().unwrap() > 100);
    assert_eq!(viewer.game.costume_ids().count(), 1);
    let stepped = std::thread::spawn(move || viewer.step().unwrap()).join().unwrap();
    assert!(stepped > 100);
}

#[test]
fn a_file_is_handed_over_without_a_copy() {
    let bytes = vec![7; 1 << 16];
    let place = bytes.as_ptr();
    let mut files = MemoryFiles::new();
    files.insert("a", bytes);
    assert_eq!(files.file("a").unwrap().bytes().as_ptr(), place);
    let mut read = [0; 4];
    files.open("a").unwrap().read_at(65_532, &mut read).unwrap();
    assert_eq!(read, [7; 4]);
    assert!(files.open("a").unwrap().read_at(65_533, &mut read).is_err());
    assert_eq!(files.open("a").unwrap().len(), 1 << 16);
}

#[test]
fn games_and_costumes_go_from_thread_to_thread() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Game>();
    check::<Costume>();
    check::<Actor>();
    check::<Box<dyn Source>>();
}
