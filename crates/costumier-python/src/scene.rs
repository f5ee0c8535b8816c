//! The class of a scene that is played, and scenes that are drawn once.

use std::sync::{Arc, Mutex, PoisonError};

use costumier::game::ObjectsShown;
use costumier::scene::{LiveScene, Replay, Scene as Described};
use costumier_export::scene_json::{
    SceneChange, change_scene, read_scene, read_scenes_with, read_step, write_scene,
};
use costumier_export::view::{EventRow, actor_state};
use pyo3::prelude::*;

use crate::error::{Failure, Result};
use crate::game::{OpenGame, text};
use crate::raster::{Pixels, Raster};

/// Largest number of ticks in one call.
const MOST_TICKS: u32 = 100_000;

/// A scene that was drawn: the picture, the position of its top left pixel in the room, the actors of which nothing was
/// drawn, each with whether it is outside of the picture, and the actors that follow walk boxes and stand in none.
pub(crate) type Drawn = (Raster, (i32, i32), Vec<(usize, bool)>, Vec<usize>);

/// Reads one object of a scene file.
fn described(open: &OpenGame, scene: &str) -> Result<Described> {
    let whole = format!("{{\"scenes\":[{scene}]}}");
    let scenes = read_scenes_with(&whole, &open.names, ObjectsShown::Initial).map_err(|error| {
        let why = error.to_string();
        // There is one scene, and the caller passed no lines.
        let why = why.strip_prefix("line 1: ").unwrap_or(&why);
        let rest = why.strip_prefix("scene 1").and_then(|rest| rest.split_once(": "));
        Failure::usage(rest.map_or(why, |(_, why)| why))
    })?;
    let [scene] = <[_; 1]>::try_from(scenes).map_err(|_| Failure::usage("pass one scene"))?;
    Ok(scene)
}

/// Starts the scene that this object of a scene file describes.
pub(crate) fn live(open: &OpenGame, scene: &str) -> Result<LiveScene> {
    Ok(LiveScene::new(Arc::clone(&open.game), described(open, scene)?)?)
}

/// Draws a scene.
pub(crate) fn render(live: &mut LiveScene) -> Result<Drawn> {
    let drawn = live.render()?;
    let pixels = match drawn.high {
        None => Pixels::Indices(drawn.pixels.to_vec()),
        Some(_) => {
            let mut colours = Vec::new();
            drawn.rgba(&mut colours);
            Pixels::Colours(colours)
        }
    };
    let raster = Raster {
        width: drawn.width,
        height: drawn.height,
        transparent: drawn.transparent,
        pixels,
        palette: Arc::new(*drawn.palette),
    };
    let unseen = drawn.unseen.iter().map(|it| (it.actor, it.outside)).collect();
    Ok((raster, drawn.origin, unseen, drawn.unboxed.to_vec()))
}

/// A scene that is played.
#[pyclass(frozen)]
pub struct Scene {
    replay: Mutex<Replay>,
}

impl Scene {
    pub(crate) fn new(open: &OpenGame, scene: &str) -> Result<Self> {
        Ok(Self { replay: Mutex::new(Replay::new(Arc::clone(&open.game), described(open, scene)?)?) })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Replay) -> Result<T>) -> Result<T> {
        act(&mut self.replay.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change(&self, change: SceneChange<'_>) -> Result<()> {
        self.with(|replay| {
            let scene = change_scene(replay.scene(), change, read_scene).map_err(Failure::usage)?;
            Ok(replay.change(|it| *it = scene)?)
        })
    }
}

#[pymethods]
impl Scene {
    /// Returns the number of actors.
    #[getter]
    fn actors(&self, py: Python<'_>) -> Result<usize> {
        py.detach(|| self.with(|replay| Ok(replay.scene().actors.len())))
    }

    /// Returns the number of ticks since the mark.
    #[getter]
    fn now(&self, py: Python<'_>) -> Result<u32> {
        py.detach(|| self.with(|replay| Ok(replay.now())))
    }

    /// Draws the scene as it is now.
    fn render(&self, py: Python<'_>) -> Result<Drawn> {
        py.detach(|| self.with(|replay| render(replay.live())))
    }

    /// Draws another tick since the mark.
    fn peek(&self, py: Python<'_>, tick: u32) -> Result<Drawn> {
        py.detach(|| self.with(|replay| replay.peek(tick, render)?))
    }

    /// Goes to a tick since the mark.
    fn seek(&self, py: Python<'_>, tick: u32) -> Result<()> {
        py.detach(|| self.with(|replay| Ok(replay.seek(tick)?)))
    }

    /// Makes the present moment tick 0.
    fn mark(&self, py: Python<'_>) -> Result<()> {
        py.detach(|| {
            self.with(|replay| {
                replay.mark();
                Ok(())
            })
        })
    }

    /// Changes fields of the scene's description, or of that of an actor.
    fn set(&self, py: Python<'_>, actor: Option<usize>, changes: &str) -> Result<()> {
        let change = match actor {
            Some(actor) => SceneChange::Actor(actor, changes),
            None => SceneChange::Scene(changes),
        };
        py.detach(|| self.change(change))
    }

    /// Adds an actor.
    fn add(&self, py: Python<'_>, actor: &str) -> Result<()> {
        py.detach(|| self.change(SceneChange::Add(actor)))
    }

    /// Removes an actor.
    fn remove(&self, py: Python<'_>, actor: usize) -> Result<()> {
        py.detach(|| self.with(|replay| Ok(replay.remove(actor).map(drop)?)))
    }

    /// Returns the scene with its past as JSON of a scene file.
    fn to_scene(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| self.with(|replay| Ok(write_scene(&replay.to_scene()?))))
    }

    /// Plays loops of the interpreter. Returns their events as JSON.
    fn tick(&self, py: Python<'_>, times: u32) -> Result<String> {
        if times > MOST_TICKS {
            return Err(Failure::usage(format!("times is {times}: use at most {MOST_TICKS}")));
        }
        py.detach(|| {
            let mut events = Vec::new();
            self.with(|replay| {
                for _ in 0..times {
                    replay.tick_hearing(&mut |actor, event| events.push(EventRow::new(actor, event)));
                }
                Ok(())
            })?;
            text(&events)
        })
    }

    /// Makes an actor perform a step of a scene file.
    fn perform(&self, py: Python<'_>, actor: usize, step: &str) -> Result<()> {
        let step = read_step(step).map_err(Failure::usage)?;
        py.detach(|| self.with(|replay| Ok(replay.perform(actor, step)?)))
    }

    /// Moves an actor to a pixel.
    fn place(&self, py: Python<'_>, actor: usize, position: (i32, i32)) -> Result<()> {
        py.detach(|| self.with(|replay| Ok(replay.live().place(actor, position)?)))
    }

    /// Returns the state of an actor as JSON.
    fn state(&self, py: Python<'_>, actor: usize) -> Result<String> {
        py.detach(|| {
            self.with(|replay| match replay.actor(actor) {
                Some(it) => text(&actor_state(it)),
                None => Err(Failure::usage(format!("there is no actor {actor}"))),
            })
        })
    }
}
