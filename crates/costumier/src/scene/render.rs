//! The renderer of described scenes: each scene is set up, makes its steps, and is drawn.

use std::sync::Arc;

use super::actor_commands::ActorCommands;
use super::casting::Casting;
use super::drawing_buffers::{DrawingBuffers, Play};
use super::live::LiveScene;
use super::origin::{Origin, Watch};
use super::player::Player;
use super::rendered::Rendered;
use super::replay::Replay;
use super::resources::{Resources, Rooms};
use super::types::Scene;
use crate::Result;
use crate::costume::Costume;
use crate::game::Game;

/// Draws scenes of one game, and keeps the rooms and costumes that it has opened.
///
/// ```
/// use costumier::scene::{ChoreRef, Scene, SceneActor, SceneRenderer, Step};
/// use costumier::{Facing, Game, Limits, Role};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let mut renderer = SceneRenderer::new(game);
/// let mut rgba = Vec::new();
/// for x in [60, 160, 260] {
///     let mut actor = SceneActor::new(1, (x, 120), Facing::SOUTH);
///     actor.steps.push(Step::Perform(ChoreRef::Role(Role::Stand)));
///     let scene = Scene::new(1, vec![actor]);
///     let picture = renderer.render(&scene)?;
///     assert!(picture.unseen.is_empty(), "somebody stands there");
///     picture.rgba(&mut rgba);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SceneRenderer {
    resources: Resources,
    buffers: DrawingBuffers,
    rooms: Rooms,
    players: Vec<Player>,
    commands: ActorCommands,
}

impl SceneRenderer {
    /// A renderer for a game's scenes. Pass an `Arc` to share the game, or the game itself.
    #[must_use]
    pub fn new(game: impl Into<Arc<Game>>) -> Self {
        let game = game.into();
        let buffers = DrawingBuffers::new(&game);
        let (rooms, commands) = (Rooms::default(), ActorCommands::default());
        Self { resources: Resources::new(game), buffers, rooms, players: Vec::new(), commands }
    }

    /// The game of the renderer.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.resources.game
    }

    /// Shows this costume, of this room, instead of costume `id` of the game, for example an edited one.
    pub fn put_costume(&mut self, id: u32, costume: Arc<Costume>, room: u32) {
        self.resources.replace_costume(id, Some((costume, room)));
    }

    /// A live scene that continues after the scene's steps. It shares opened rooms and costumes, and is independent
    /// otherwise.
    ///
    /// # Errors
    /// The errors of [`SceneRenderer::render`].
    pub fn live(&self, scene: Scene) -> Result<LiveScene> {
        LiveScene::with_stock(self.resources.clone(), scene)
    }

    /// A scene with its past, which continues after the scene's steps, like [`SceneRenderer::live`].
    ///
    /// # Errors
    /// The errors of [`SceneRenderer::render`].
    pub fn replay(&self, scene: Scene) -> Result<Replay> {
        Ok(Replay::of(self.live(scene.clone())?, scene))
    }

    /// Draws one scene.
    ///
    /// # Errors
    /// An error for a costume or room that does not exist or cannot be opened, and for an animation number that the
    /// generation does not have; [`ErrorKind::Limit`](crate::ErrorKind::Limit) for a view or a number of ticks
    /// beyond [`Limits`](crate::Limits).
    ///
    /// **Note:** a picture that cannot be drawn leaves a gap and is no error; [`Costume::check`] reports it.
    pub fn render(&mut self, scene: &Scene) -> Result<Rendered<'_>> {
        self.watched(scene, None)
    }

    /// Finds which pictures paint a pixel of a scene's picture; `None` for a pixel outside the picture. If the
    /// picture is [enlarged](super::Rendered::enlarged), `at` counts its pixels, not the room's.
    ///
    /// # Errors
    /// The errors of [`SceneRenderer::render`].
    pub fn origin(&mut self, scene: &Scene, at: (u32, u32)) -> Result<Option<Origin>> {
        let mut watch = Watch::of(at);
        let rendered = self.watched(scene, Some(&mut watch))?;
        Ok(watch.origin(&rendered, at))
    }

    /// Draws a scene and may watch one of its pixels.
    fn watched(&mut self, scene: &Scene, watch: Option<&mut Watch>) -> Result<Rendered<'_>> {
        let mut played = None;
        if scene.steps.is_empty() {
            self.rooms = self.resources.rooms(scene)?;
            let casting = Casting::of(&mut self.resources, scene, &self.rooms);
            casting.players(&mut self.players, &mut self.commands)?;
        } else {
            let LiveScene { resources, rooms, players, scene, .. } = self.live(scene.clone())?;
            (self.resources, self.rooms, self.players) = (resources, rooms, players);
            played = Some(scene);
        }
        let Self { resources, buffers, rooms, players, .. } = self;
        let scene = played.as_ref().unwrap_or(scene);
        buffers.draw(Play { game: &resources.game, scene, rooms, players }, watch)
    }
}
