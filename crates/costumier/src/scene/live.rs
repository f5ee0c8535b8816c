//! A live scene: it advances tick by tick and can be changed meanwhile, as in a viewer.
//!
//! At every tick it shows what [`SceneRenderer`](super::SceneRenderer) draws of a scene whose actors have made the
//! same steps and ticks from the start. It owns everything that it uses. Once it has drawn every picture that it
//! shows, ticks and drawing allocate nothing.

use std::sync::Arc;

use super::actor::{SceneActor, Step};
use super::actor_commands::{ActorCommands, SceneContext};
use super::casting::{Casting, check_position};
use super::drawing_buffers::{DrawingBuffers, Play};
use super::origin::{Origin, Watch};
use super::player::{ActorPosition, Player, StepContext, allowed};
use super::rendered::Rendered;
use super::resources::{Resources, Rooms};
use super::steps::SceneStep;
use super::types::{Scene, ViewChoice};
use crate::costume::Costume;
use crate::dialect::Position;
use crate::game::Game;
use crate::play::{Actor, Event};
use crate::{Error, ErrorKind, Result};

/// A scene that advances from frame to frame.
///
/// ```
/// use costumier::scene::{ChoreRef, LiveScene, Scene, SceneActor, Step};
/// use costumier::{Facing, Game, Limits, Role};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let scene = Scene::new(1, vec![SceneActor::new(1, (160, 130), Facing::SOUTH)]);
/// let mut live = LiveScene::new(game, scene)?;
/// // A chore names some limbs only; `Perform` also starts the chores that a game starts before it.
/// live.perform(0, Step::Perform(ChoreRef::Role(Role::Walk)))?;
/// let mut rgba = Vec::new();
/// for _frame in 0..60 {
///     live.render()?.rgba(&mut rgba);
///     live.tick();
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveScene {
    pub(super) resources: Resources,
    buffers: DrawingBuffers,
    pub(super) scene: Scene,
    pub(super) rooms: Rooms,
    pub(super) players: Vec<Player>,
    commands: ActorCommands,
    /// Whether colours have to be worked out again before the scene is drawn.
    pub(super) is_stale: bool,
}

impl LiveScene {
    /// Sets up a scene; its actors make their steps. Pass an `Arc` to share the game, or the game itself.
    ///
    /// # Errors
    /// The errors of [`SceneRenderer::render`](super::SceneRenderer::render), except those of the view, which is
    /// drawn later.
    pub fn new(game: impl Into<Arc<Game>>, scene: Scene) -> Result<Self> {
        Self::with_stock(Resources::new(game.into()), scene)
    }

    pub(super) fn with_stock(mut resources: Resources, mut scene: Scene) -> Result<Self> {
        let mut buffers = DrawingBuffers::new(&resources.game);
        buffers.keep_ground();
        let steps = std::mem::take(&mut scene.steps);
        // The room and its palette may exist only for the actors after these steps.
        let later = (!steps.is_empty()).then(|| {
            let actors = std::mem::take(&mut scene.actors);
            std::mem::replace(&mut scene, Scene { actors, ..Scene::default() })
        });
        let rooms = resources.rooms(&scene)?;
        let (mut players, mut commands) = (Vec::with_capacity(scene.actors.len()), ActorCommands::default());
        Casting::of(&mut resources, &scene, &rooms).players(&mut players, &mut commands)?;
        let mut live = Self { resources, buffers, scene, rooms, players, commands, is_stale: false };
        if let Some(later) = later {
            steps.iter().try_for_each(|step| live.step(step))?;
            live.scene = Scene { actors: std::mem::take(&mut live.scene.actors), ..later };
            live.dress()?;
        }
        Ok(live)
    }

    /// The game of the scene.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.resources.game
    }

    /// The description of the scene as it is now. The actors' steps are those that they began with; the scene's own
    /// steps are no longer here.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// An actor in its present state.
    #[must_use]
    pub fn actor(&self, actor: usize) -> Option<&Actor> {
        self.players.get(actor).map(|player| &player.actor)
    }

    /// Advances all actors by one loop of the interpreter, a tick. Its length is set by the game at run time; six
    /// jiffies of 1/60 s, ten ticks a second, are usual (`docs/format/animation.md §4.3`).
    pub fn tick(&mut self) {
        self.tick_hearing(&mut |_, _| {});
    }

    /// Advances like [`LiveScene::tick`], and reports events, such as sounds, with the actor's number.
    pub fn tick_hearing(&mut self, heard: &mut impl FnMut(usize, Event)) {
        let Self { resources, scene, players, commands, .. } = self;
        commands.tick(stage(resources, scene), players, |_| true, heard);
    }

    /// Makes an actor perform a step now, in the loop that is drawn next: start a chore, face, turn
    /// ([`Step::Animate`]), or change its speed.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for an actor that does not exist; an error for an animation number that the
    /// generation does not have; [`ErrorKind::Limit`] for too many ticks.
    pub fn perform(&mut self, actor: usize, step: Step) -> Result<()> {
        let Self { resources, scene, players, commands, .. } = self;
        let SceneContext { game, said, any_talking } = stage(resources, scene);
        let (Some(player), Some(said)) = (players.get_mut(actor), said.get(actor)) else {
            return Err(no_such(actor, scene.actors.len()));
        };
        let context = StepContext { game, said, any_talking, heard: &mut |_| {} };
        let Step::Ticks(ticks) = step else { return player.perform(step, context) };
        for _ in 0..allowed(game, ticks)? {
            commands.tick(stage(resources, scene), players, |place| place == actor, &mut |_, _| {});
        }
        Ok(())
    }

    /// Changes the description of the scene: its view, its lights, the actors' positions, sizes and colours, and
    /// which actors talk.
    ///
    /// Actors continue what they do. Changed variables, conditions, numbers and facings are set as scripts set
    /// them; another seed restarts the random numbers. An actor with another costume, and one added at the end, is
    /// set up and makes its steps. Steps of other actors have no effect; use [`LiveScene::perform`]. To remove an
    /// actor, use [`LiveScene::remove`].
    ///
    /// # Errors
    /// The errors of [`LiveScene::new`]. The scene is then unchanged.
    pub fn change(&mut self, change: impl FnOnce(&mut Scene)) -> Result<()> {
        self.change_by_steps(change).map(drop)
    }

    /// Changes like [`LiveScene::change`], and returns the steps that change the actors' playing in the same way.
    pub(super) fn change_by_steps(&mut self, change: impl FnOnce(&mut Scene)) -> Result<Vec<SceneStep>> {
        let mut steps = Vec::new();
        self.attempt(|live| {
            let mut after = live.scene.clone();
            change(&mut after);
            after.steps.clear();
            steps = SceneStep::between(&live.scene.actors, &after.actors);
            steps.iter().try_for_each(|step| live.step(step))?;
            live.scene = after;
            Ok(())
        })?;
        Ok(steps)
    }

    /// Changes the scene and works out rooms and colours again. If that fails, the scene is as it was.
    fn attempt(&mut self, act: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let before = (self.scene.clone(), self.players.clone(), self.rooms.clone());
        let done = act(self).and_then(|()| self.dress());
        if done.is_err() {
            (self.scene, self.players, self.rooms) = before;
        }
        done
    }

    /// Works out rooms, costumes and colours from the scene's description. Actors continue what they do.
    fn dress(&mut self) -> Result<()> {
        let Self { resources, scene, players, .. } = self;
        let rooms = resources.rooms(scene)?;
        let mut casting = Casting::of(resources, scene, &rooms);
        players.iter_mut().zip(&scene.actors).try_for_each(|(player, said)| casting.dress(player, said))?;
        self.rooms = rooms;
        self.is_stale = false;
        self.buffers.keep_ground();
        Ok(())
    }

    /// Makes a step of the scene. Rooms and colours stay as they are.
    ///
    /// # Errors
    /// As [`LiveScene::perform`]; the errors of [`LiveScene::new`] for an actor that is added. The actors may then
    /// have changed.
    pub(super) fn step(&mut self, step: &SceneStep) -> Result<()> {
        let Self { resources, scene, players, is_stale, .. } = self;
        let actors = scene.actors.len();
        match step {
            SceneStep::Ticks(ticks) => (0..allowed(&resources.game, *ticks)?).for_each(|_| self.tick()),
            SceneStep::Actor(actor, step) => self.perform(*actor, *step)?,
            SceneStep::Set(actor, settings) => {
                let (Some(player), Some(said)) = (players.get_mut(*actor), scene.actors.get_mut(*actor))
                else {
                    return Err(no_such(*actor, actors));
                };
                player.set(said, settings);
                settings.write(said);
                *is_stale |= settings.number.is_some();
            }
            SceneStep::Add(actor, _) if *actor > actors => return Err(no_such(*actor, actors)),
            SceneStep::Add(actor, said) => {
                scene.actors.insert(*actor, SceneActor::clone(said));
                let player = Casting::of(resources, scene, &self.rooms).player(said)?;
                players.insert(*actor, player);
            }
            SceneStep::Remove(actor) if *actor >= actors => return Err(no_such(*actor, actors)),
            SceneStep::Remove(actor) => {
                scene.actors.remove(*actor);
                players.remove(*actor);
            }
        }
        Ok(())
    }

    /// Shows another part of the room from now on, as a camera does. Cheaper than [`LiveScene::change`], since
    /// colours and actors stay. A view that is too large is refused when it is drawn.
    pub fn set_view(&mut self, view: ViewChoice) {
        if self.scene.view != view {
            self.scene.view = view;
            self.buffers.look_elsewhere();
        }
    }

    /// Moves an actor to a position. Cheaper than [`LiveScene::change`], since colours and background stay. To
    /// walk, call this at each tick with a few pixels; scripts set how many.
    ///
    /// The drawing order of actors does not change ([`LiveScene::reorder`]).
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for an actor that does not exist, and for a [cell](Position::Cell) in a game whose
    /// positions are pixels.
    pub fn place(&mut self, actor: usize, position: impl Into<Position>) -> Result<()> {
        let (actors, position) = (self.scene.actors.len(), position.into());
        let said = self.scene.actors.get_mut(actor).ok_or_else(|| no_such(actor, actors))?;
        check_position(&self.resources.game, position)?;
        said.position = position;
        Ok(())
    }

    /// Moves an actor so that its [feet](LiveScene::feet) are at a pixel of the room, as in dragging. Its elevation
    /// and the offset of its programs stay.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for an actor that does not exist.
    pub fn place_at(&mut self, actor: usize, pixel: (i32, i32)) -> Result<()> {
        let (x, y) = self.feet(actor)?;
        let anchor = self.resources.game.dialect().anchor;
        let (from_x, from_y) = anchor.feet(self.said(actor)?.position);
        let moved = |from: i32, feet: i32, to: i32| from.saturating_add(to.saturating_sub(feet));
        self.place(actor, (moved(from_x, x, pixel.0), moved(from_y, y, pixel.1)))
    }

    /// Changes the order of the actors, in which they are drawn. The actor with number `order[0]`, counted from 0,
    /// becomes the first. Actors continue what they do and get new numbers.
    ///
    /// ```
    /// # use costumier::{Facing, Game, Limits};
    /// # use costumier::scene::{LiveScene, Scene, SceneActor};
    /// # let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
    /// # let people = [(100, 130), (110, 120)].map(|at| SceneActor::new(1, at, Facing::SOUTH));
    /// # let mut live = LiveScene::new(game, Scene::new(1, people.to_vec()))?;
    /// // As in games: an actor further down is in front.
    /// let rows = (0..2).map(|actor| Ok(live.feet(actor)?.1)).collect::<costumier::Result<Vec<i32>>>()?;
    /// let mut order = [0, 1];
    /// order.sort_by_key(|actor| rows[*actor]);
    /// live.reorder(&order)?;
    /// assert_eq!(live.scene().actors[1].position, (100, 130).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] if `order` does not name each actor once; without a room, the errors of
    /// [`LiveScene::change`]. The scene is then unchanged.
    pub fn reorder(&mut self, order: &[usize]) -> Result<()> {
        let actors = self.scene.actors.len();
        if let Some(actor) = order.iter().find(|actor| **actor >= actors) {
            return Err(no_such(*actor, actors));
        }
        let times = |actor: usize| order.iter().filter(|it| **it == actor).count();
        if let Some(actor) = (0..actors).find(|actor| times(*actor) != 1) {
            let wrong = if times(actor) == 0 { "is not in it" } else { "is in it more than once" };
            let name = format!("such order: actor {actor} {wrong}; name each of the {actors} actors once");
            return Err(Error::new(ErrorKind::NoSuchItem(name), "scene"));
        }
        let swap = |live: &mut Self| {
            for n in 0..actors {
                // An earlier swap may have moved the actor for this place.
                let mut from = order[n];
                while from < n {
                    from = order[from];
                }
                live.scene.actors.swap(n, from);
                live.players.swap(n, from);
            }
            Ok(())
        };
        // Without a room, the first actor's costume gives the palette.
        if self.scene.room.is_some() { swap(self) } else { self.attempt(swap) }
    }

    /// Removes an actor; the numbers of those behind it decrease by one.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for an actor that does not exist; the errors of [`LiveScene::change`]. The scene is
    /// then unchanged.
    pub fn remove(&mut self, actor: usize) -> Result<SceneActor> {
        let gone = self.said(actor)?;
        self.attempt(|live| live.step(&SceneStep::Remove(actor)))?;
        Ok(gone)
    }

    /// Shows this costume, of this room, instead of costume `id` of the game, for example an edited one. Actors
    /// continue what they do.
    ///
    /// # Errors
    /// The errors of [`LiveScene::change`]. The scene is then unchanged.
    pub fn put_costume(&mut self, id: u32, costume: Arc<Costume>, room: u32) -> Result<()> {
        let before = self.resources.replace_costume(id, Some((costume, room)));
        let put = self.attempt(|_| Ok(()));
        if put.is_err() {
            self.resources.replace_costume(id, before);
        }
        put
    }

    /// Draws the scene in its present state. The picture borrows the scene: copy its pixels ([`Rendered::rgba`])
    /// before calling other methods.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for a view beyond the game's [`Limits`](crate::Limits).
    pub fn render(&mut self) -> Result<Rendered<'_>> {
        self.watched(None)
    }

    /// Finds which actors' pictures paint a pixel of the picture. `None` for a pixel outside the picture. It draws
    /// the picture once more and watches the pixel, so use it for a pointer, not for every pixel.
    ///
    /// # Errors
    /// The errors of [`LiveScene::render`].
    pub fn origin(&mut self, at: (u32, u32)) -> Result<Option<Origin>> {
        let mut watch = Watch::of(at);
        let rendered = self.watched(Some(&mut watch))?;
        Ok(watch.origin(&rendered, at))
    }

    /// The actor that is visible in a pixel of the picture, as for a click. It takes as long as
    /// [`LiveScene::origin`].
    ///
    /// A pixel of the picture is one of the room if the scene has no [`View`](super::View) and pictures are not
    /// [`enlarged`](Rendered::enlarged).
    ///
    /// # Errors
    /// The errors of [`LiveScene::render`].
    pub fn actor_at(&mut self, at: (u32, u32)) -> Result<Option<usize>> {
        Ok(self.origin(at)?.and_then(|origin| origin.touches.last().map(|touch| touch.actor)))
    }

    pub(super) fn player_mut(&mut self, actor: usize) -> Result<&mut Player> {
        let actors = self.players.len();
        self.players.get_mut(actor).ok_or_else(|| no_such(actor, actors))
    }

    /// The description of an actor.
    pub(super) fn said(&self, actor: usize) -> Result<SceneActor> {
        let actors = &self.scene.actors;
        actors.get(actor).cloned().ok_or_else(|| no_such(actor, actors.len()))
    }

    /// An actor as it is drawn in this loop, and its position.
    pub(super) fn stood(&mut self, actor: usize) -> Result<(&Player, ActorPosition)> {
        let said = self.said(actor)?;
        let room = self.rooms.room.clone();
        let player = self.player_mut(actor)?;
        player.begin_loop();
        let spot = player.spot(&said, room.as_ref().map(|room| &room.room));
        Ok((player, spot))
    }

    fn watched(&mut self, watch: Option<&mut Watch>) -> Result<Rendered<'_>> {
        if self.is_stale {
            self.dress()?;
        }
        let Self { resources, buffers, scene, rooms, players, .. } = self;
        buffers.draw(Play { game: &resources.game, scene, rooms, players }, watch)
    }
}

/// The context of actors that play.
fn stage<'a>(resources: &'a Resources, scene: &'a Scene) -> SceneContext<'a> {
    let any_talking = scene.actors.iter().any(|actor| actor.talking);
    SceneContext { game: &resources.game, said: &scene.actors, any_talking }
}

pub(super) fn no_such(actor: usize, actors: usize) -> Error {
    let name = format!("actor {actor}; the scene has {actors}, counted from 0");
    Error::new(ErrorKind::NoSuchItem(name), "scene")
}
