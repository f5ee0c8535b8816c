//! The class of a scene that is played, and scenes that are drawn once.

use std::sync::{Arc, Mutex, PoisonError};

use costumier::game::ObjectsShown;
use costumier::scene::LiveScene;
use costumier_export::scene_json::{read_scenes_with, read_step};
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

/// Starts the scene that this object of a scene file describes.
pub(crate) fn live(open: &OpenGame, scene: &str) -> Result<LiveScene> {
    let whole = format!("{{\"scenes\":[{scene}]}}");
    let scenes = read_scenes_with(&whole, &open.names, ObjectsShown::Initial).map_err(|error| {
        let why = error.to_string();
        // There is one scene, and the caller passed no lines.
        let why = why.strip_prefix("line 1: ").unwrap_or(&why);
        let rest = why.strip_prefix("scene 1").and_then(|rest| rest.split_once(": "));
        Failure::usage(rest.map_or(why, |(_, why)| why))
    })?;
    let [scene] = <[_; 1]>::try_from(scenes).map_err(|_| Failure::usage("pass one scene"))?;
    Ok(LiveScene::new(Arc::clone(&open.game), scene)?)
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
    live: Mutex<LiveScene>,
}

impl Scene {
    pub(crate) fn new(open: &OpenGame, scene: &str) -> Result<Self> {
        Ok(Self { live: Mutex::new(live(open, scene)?) })
    }

    fn with<T>(&self, act: impl FnOnce(&mut LiveScene) -> Result<T>) -> Result<T> {
        act(&mut self.live.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Scene {
    /// Returns the number of actors.
    #[getter]
    fn actors(&self, py: Python<'_>) -> Result<usize> {
        py.detach(|| self.with(|live| Ok(live.scene().actors.len())))
    }

    /// Draws the scene as it is now.
    fn render(&self, py: Python<'_>) -> Result<Drawn> {
        py.detach(|| self.with(render))
    }

    /// Plays loops of the interpreter. Returns their events as JSON.
    fn tick(&self, py: Python<'_>, times: u32) -> Result<String> {
        if times > MOST_TICKS {
            return Err(Failure::usage(format!("times is {times}: use at most {MOST_TICKS}")));
        }
        py.detach(|| {
            let mut events = Vec::new();
            self.with(|live| {
                for _ in 0..times {
                    live.tick_hearing(&mut |actor, event| events.push(EventRow::new(actor, event)));
                }
                Ok(())
            })?;
            text(&events)
        })
    }

    /// Makes an actor perform a step of a scene file.
    fn perform(&self, py: Python<'_>, actor: usize, step: &str) -> Result<()> {
        let step = read_step(step).map_err(Failure::usage)?;
        py.detach(|| self.with(|live| Ok(live.perform(actor, step)?)))
    }

    /// Moves an actor to a pixel.
    fn place(&self, py: Python<'_>, actor: usize, position: (i32, i32)) -> Result<()> {
        py.detach(|| self.with(|live| Ok(live.place(actor, position)?)))
    }

    /// Returns the state of an actor as JSON.
    fn state(&self, py: Python<'_>, actor: usize) -> Result<String> {
        py.detach(|| {
            self.with(|live| match live.actor(actor) {
                Some(it) => text(&actor_state(it)),
                None => Err(Failure::usage(format!("there is no actor {actor}"))),
            })
        })
    }
}
