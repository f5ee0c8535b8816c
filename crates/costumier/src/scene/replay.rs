//! A scene with its past: it goes back and forth in time, and what was done in it can be written as a scene.

use std::sync::Arc;

use super::actor::{SceneActor, Step};
use super::live::{LiveScene, no_such};
use super::player::allowed;
use super::steps::{PlaySettings, SceneStep};
use super::types::Scene;
use super::viewing::Moment;
use crate::costume::Costume;
use crate::game::Game;
use crate::play::{Actor, Event};
use crate::{Error, ErrorKind, Result};

/// Number of ticks between stored moments at first, which make going back fast.
const STRIDE: u32 = 64;

/// Largest number of moments stored. Then every second one is dropped, and the stride doubles.
const MOST_MOMENTS: usize = 256;

/// Largest number of steps that are remembered. Then all of the past is forgotten.
const MOST_STEPS: usize = 1 << 16;

/// A [`LiveScene`] with its past. Ticks count from the mark: the beginning, or the last [`Replay::mark`].
///
/// - What actors do ([`Replay::perform`]), and the settings that playing depends on ([`PlaySettings`]), count from
///   their tick on. Going back and playing again repeats them at their ticks, so each tick shows what it showed.
/// - All other settings (room, view, lights; an actor's position, size and colours) are for drawing only. They count at
///   all ticks, also at earlier ones, like costumes that are [put](Replay::put_costume).
/// - A step that is performed after going back replaces what was done at later ticks, as an edit after an undo does.
/// - [Adding](Replay::add) or removing an actor, or giving it another costume, sets the mark.
/// - 65,536 steps are remembered. After them the past begins anew: earlier ticks are then refused, and so is
///   [`Replay::to_scene`].
///
/// ```
/// use costumier::scene::{ChoreRef, Replay, Scene, SceneActor, SceneRenderer, Step};
/// use costumier::{Facing, Game, Limits, Role};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let mut replay = Replay::new(game, Scene::new(1, vec![SceneActor::new(1, (160, 130), Facing::SOUTH)]))?;
/// replay.perform(0, Step::Perform(ChoreRef::Role(Role::Walk)))?;
/// replay.seek(5)?;
/// replay.perform(0, Step::Face(Facing::EAST))?;
/// replay.seek(7)?;
/// let seventh = replay.live().render()?.pixels.to_vec();
/// replay.seek(3)?;
/// replay.seek(7)?;
/// assert_eq!(replay.live().render()?.pixels, seventh);
/// // A file with this scene shows the same.
/// let mut renderer = SceneRenderer::new(replay.game().clone());
/// assert_eq!(renderer.render(&replay.to_scene()?)?.pixels, seventh);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    live: LiveScene,
    /// The scene at its beginning; `None` after the past was forgotten.
    first: Option<Scene>,
    /// Number of ticks since the beginning, now and at the mark.
    now: u32,
    mark: u32,
    /// What was done, each step with the number of ticks before it. No step is of kind `Ticks`.
    steps: Vec<(u32, SceneStep)>,
    /// Number of steps that are made now. The others follow at their ticks.
    made: usize,
    /// Stored moments, by rising ticks. The first is the earliest time that can be reached.
    moments: Vec<Stored>,
    stride: u32,
}

/// A moment, with the number of ticks and of steps before it.
#[derive(Clone, Debug)]
struct Stored {
    tick: u32,
    made: usize,
    moment: Moment,
}

impl Replay {
    /// Sets up a scene; its actors make their steps. Then the mark is set. Pass an `Arc` to share the game, or the
    /// game itself.
    ///
    /// # Errors
    /// The errors of [`LiveScene::new`].
    pub fn new(game: impl Into<Arc<Game>>, scene: Scene) -> Result<Self> {
        Ok(Self::of(LiveScene::new(game, scene.clone())?, scene))
    }

    /// The past of a live scene that was just set up from this description.
    pub(super) fn of(live: LiveScene, mut first: Scene) -> Self {
        let (mut now, mut steps) = (0_u32, Vec::new());
        for step in std::mem::take(&mut first.steps) {
            match step {
                SceneStep::Ticks(ticks) => now = now.saturating_add(ticks),
                step => steps.push((now, step)),
            }
        }
        let made = steps.len();
        let first = Some(first);
        let mut replay =
            Self { live, first, now, mark: now, steps, made, moments: Vec::new(), stride: STRIDE };
        replay.mark();
        replay
    }

    /// The game of the scene.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        self.live.game()
    }

    /// The description of the scene as it is now.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        self.live.scene()
    }

    /// Returns the error for an actor that does not exist.
    #[must_use]
    pub fn no_such_actor(&self, actor: usize) -> Error {
        no_such(actor, self.scene().actors.len())
    }

    /// An actor in its present state.
    #[must_use]
    pub fn actor(&self, actor: usize) -> Option<&Actor> {
        self.live.actor(actor)
    }

    /// The scene as it is now: to draw it, to ask about it, and to change what is for drawing only
    /// ([`LiveScene::place`], [`LiveScene::set_view`], [`LiveScene::peek`]).
    ///
    /// **Note:** use the methods of `Replay` to play, to perform steps, and to change actors or their order. The past
    /// does not know what is done by those of the [`LiveScene`].
    pub fn live(&mut self) -> &mut LiveScene {
        &mut self.live
    }

    /// A copy of the scene as it was at the mark, to film it. After the past was forgotten: at the earliest tick that
    /// can be reached.
    #[must_use]
    pub fn at_mark(&self) -> LiveScene {
        let mut live = self.live.clone();
        if let Some(Stored { tick, made, moment }) = self.moments.first() {
            live.return_to(moment);
            let there = self.steps.iter().skip(*made).take_while(|(at, _)| at <= tick);
            // What could be done once can be done again.
            there.for_each(|(_, step)| drop(live.step(step)));
        }
        live
    }

    /// The number of ticks since the mark.
    #[must_use]
    pub fn now(&self) -> u32 {
        self.now - self.mark
    }

    /// Makes this tick 0. What was done at later ticks is dropped. Earlier ticks cannot be reached any more;
    /// [`Replay::to_scene`] still contains them.
    pub fn mark(&mut self) {
        self.mark = self.now;
        self.steps.truncate(self.made);
        self.moments.clear();
        self.stride = STRIDE;
        self.store();
    }

    /// Advances all actors by one loop of the interpreter, like [`LiveScene::tick`].
    pub fn tick(&mut self) {
        self.tick_hearing(&mut |_, _| {});
    }

    /// Advances like [`Replay::tick`], and reports events, such as sounds, with the actor's number.
    pub fn tick_hearing(&mut self, heard: &mut impl FnMut(usize, Event)) {
        self.live.tick_hearing(heard);
        self.now = self.now.saturating_add(1);
        self.catch_up();
        let last = self.moments.last().map_or(0, |stored| stored.tick);
        if self.now >= last.saturating_add(self.stride) {
            self.store();
        }
    }

    /// Goes to a tick since the mark, forwards or back.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for a tick that is more than [`Limits::scene_ticks`](crate::Limits::scene_ticks) ahead, and
    /// for one that was forgotten. The scene then stays where it is.
    pub fn seek(&mut self, tick: u32) -> Result<()> {
        let to = self.mark.saturating_add(tick);
        let reached = self.moments.partition_point(|stored| stored.tick <= to);
        let Some(stored) = reached.checked_sub(1).and_then(|last| self.moments.get(last)) else {
            return Err(limit(format!("tick {tick} is forgotten, since {MOST_STEPS} steps followed")));
        };
        let from = if to < self.now { stored.tick } else { stored.tick.max(self.now) };
        allowed(self.live.game(), to - from)?;
        if from != self.now {
            let stored = stored.clone();
            self.return_to(&stored);
        }
        while self.now < to {
            self.tick();
        }
        Ok(())
    }

    /// Shows another tick since the mark, for example to draw it, and comes back.
    ///
    /// # Errors
    /// The errors of [`Replay::seek`].
    pub fn peek<T>(&mut self, tick: u32, look: impl FnOnce(&mut LiveScene) -> T) -> Result<T> {
        let here = self.here();
        self.seek(tick)?;
        let seen = look(&mut self.live);
        self.return_to(&here);
        Ok(seen)
    }

    /// Makes an actor perform a step now, like [`LiveScene::perform`].
    ///
    /// # Errors
    /// The errors of [`LiveScene::perform`].
    pub fn perform(&mut self, actor: usize, step: Step) -> Result<()> {
        self.live.perform(actor, step)?;
        self.remember(SceneStep::Actor(actor, step));
        Ok(())
    }

    /// Changes the description of the scene, like [`LiveScene::change`].
    ///
    /// # Errors
    /// The errors of [`LiveScene::change`]. The scene is then unchanged.
    pub fn change(&mut self, change: impl FnOnce(&mut Scene)) -> Result<()> {
        let steps = self.live.change_by_steps(change)?;
        let recast = steps.iter().any(SceneStep::recasts);
        steps.into_iter().for_each(|step| self.remember(step));
        if recast {
            self.mark();
        }
        Ok(())
    }

    /// Adds an actor in front of the others, which makes its steps, and sets the mark. Returns its number.
    ///
    /// # Errors
    /// The errors of [`LiveScene::change`]. The scene is then unchanged.
    pub fn add(&mut self, actor: SceneActor) -> Result<usize> {
        self.change(|scene| scene.actors.push(actor))?;
        Ok(self.scene().actors.len().saturating_sub(1))
    }

    /// Removes an actor and sets the mark. The numbers of those behind it decrease by one.
    ///
    /// # Errors
    /// The errors of [`LiveScene::remove`]. The scene is then unchanged.
    pub fn remove(&mut self, actor: usize) -> Result<SceneActor> {
        let gone = self.live.remove(actor)?;
        self.remember(SceneStep::Remove(actor));
        self.mark();
        Ok(gone)
    }

    /// Shows this costume instead of costume `id` of the game at all ticks, like [`LiveScene::put_costume`]. Actors
    /// continue what they do. If they go back, they play the past since the mark again in this costume.
    ///
    /// # Errors
    /// The errors of [`LiveScene::put_costume`]. The scene is then unchanged.
    pub fn put_costume(&mut self, id: u32, costume: Arc<Costume>, room: u32) -> Result<()> {
        self.live.put_costume(id, costume, room)?;
        self.moments.truncate(1);
        Ok(())
    }

    /// The scene from its beginning, with all that was done as its [steps](Scene::steps). Drawn, it is what is seen
    /// now, if no [peek](LiveScene::peek) hides something and the same costumes are [put](Replay::put_costume).
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] after the past was forgotten.
    pub fn to_scene(&self) -> Result<Scene> {
        let Some(first) = &self.first else {
            return Err(limit(format!("the scene has made more than {MOST_STEPS} steps")));
        };
        let described = self.live.scene();
        let mut scene = Scene { actors: first.actors.clone(), ..described.clone() };
        let most = self.live.game().limits().scene_ticks.max(1);
        let mut steps = Vec::new();
        let wait = |steps: &mut Vec<SceneStep>, mut ticks: u32| {
            while ticks > 0 {
                steps.push(SceneStep::Ticks(ticks.min(most)));
                ticks = ticks.saturating_sub(most);
            }
        };
        // Which of all actors that ever were has which number now.
        let (mut present, mut all) = ((0..first.actors.len()).collect::<Vec<_>>(), first.actors.len());
        let mut last = 0;
        for (tick, step) in self.steps.iter().take(self.made) {
            wait(&mut steps, tick - last);
            last = *tick;
            match step {
                SceneStep::Add(actor, _) => {
                    present.insert((*actor).min(present.len()), all);
                    all += 1;
                }
                SceneStep::Remove(actor) if *actor < present.len() => drop(present.remove(*actor)),
                _ => {}
            }
            steps.push(step.clone());
        }
        wait(&mut steps, self.now - last);
        let added = steps.iter_mut().filter_map(|step| match step {
            SceneStep::Add(_, said) => Some(&mut **said),
            _ => None,
        });
        let mut looks = vec![None; all];
        present.iter().zip(&described.actors).for_each(|(actor, now)| looks[*actor] = Some(now));
        for (said, look) in scene.actors.iter_mut().chain(added).zip(looks) {
            let Some(now) = look else { continue };
            let (settings, steps) = (PlaySettings::of(said), std::mem::take(&mut said.steps));
            said.clone_from(now);
            settings.write(said);
            said.steps = steps;
        }
        scene.steps = steps;
        Ok(scene)
    }

    /// Makes the steps that follow at this tick.
    fn catch_up(&mut self) {
        while let Some((tick, step)) = self.steps.get(self.made)
            && *tick <= self.now
        {
            // What could be done once can be done again.
            let _ = self.live.step(step);
            self.made += 1;
        }
    }

    /// Remembers a step that was made now, in place of what was done at later ticks.
    fn remember(&mut self, step: SceneStep) {
        self.steps.truncate(self.made);
        while self.moments.last().is_some_and(|stored| stored.tick > self.now) {
            self.moments.pop();
        }
        if self.made >= MOST_STEPS {
            self.first = None;
            self.steps.clear();
            self.made = 0;
            self.moments.clear();
            self.store();
            return;
        }
        self.steps.push((self.now, step));
        self.made += 1;
    }

    #[cfg(test)]
    pub(super) fn stored_moments(&self) -> usize {
        self.moments.len()
    }

    fn here(&self) -> Stored {
        Stored { tick: self.now, made: self.made, moment: self.live.moment() }
    }

    /// Stores the present moment.
    fn store(&mut self) {
        if self.moments.len() >= MOST_MOMENTS {
            let mut number = 0;
            self.moments.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride = self.stride.saturating_mul(2);
        }
        self.moments.push(self.here());
    }

    fn return_to(&mut self, stored: &Stored) {
        self.live.return_to(&stored.moment);
        (self.now, self.made) = (stored.tick, stored.made);
        self.catch_up();
    }
}

fn limit(why: String) -> Error {
    Error::new(ErrorKind::Limit(why), "scene")
}
