//! The classes of JavaScript, one for each of `costumier-api`.
//!
//! Written by crates/costumier-api/tests/border; see there.

use costumier_api as api;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Result, json, some};

/// The class over `costumier_api::Scene`.
#[wasm_bindgen]
pub struct Scene {
    pub(crate) it: api::Scene,
    pub(crate) raster: api::Raster,
}

impl From<api::Scene> for Scene {
    fn from(it: api::Scene) -> Self {
        Self { it, raster: api::Raster::in_colours() }
    }
}

#[wasm_bindgen]
impl Scene {
    /// Returns the number of ticks since the mark.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn now(&self) -> u32 {
        self.it.now()
    }

    /// Draws the scene as it is now.
    pub fn render(&mut self) -> Result<()> {
        Ok(self.it.render(&mut self.raster)?)
    }

    /// Draws another tick since the mark, and stays at this one.
    pub fn peek_at(&mut self, tick: f64) -> Result<()> {
        Ok(self.it.peek(tick.into(), &mut self.raster)?)
    }

    /// Goes to a tick since the mark, forwards or back. What was done is done again at its tick. What is done after
    /// going back replaces what was done at later ticks.
    pub fn seek(&mut self, tick: f64) -> Result<()> {
        Ok(self.it.seek(tick.into())?)
    }

    /// Makes this tick 0. What was done at later ticks is dropped.
    pub fn mark(&mut self) {
        self.it.mark();
    }

    /// Plays loops of the interpreter, and returns what happened.
    pub fn tick(&mut self, times: f64) -> Result<Option<String>> {
        Ok(some(&self.it.tick(times.into())?))
    }

    /// Makes an actor perform a step of a scene file: `{"perform": "walk"}`, `{"face": "east"}`.
    pub fn perform(&mut self, actor: f64, step: &str) -> Result<()> {
        Ok(self.it.perform(actor.into(), step)?)
    }

    /// Moves an actor to a pixel of the room.
    pub fn place(&mut self, actor: f64, x: f64, y: f64) -> Result<()> {
        Ok(self.it.place(actor.into(), x.into(), y.into())?)
    }

    /// Changes settings of the scene: `{"lights": 8}`. Settings have the names of scene files.
    pub fn set(&mut self, settings: &str) -> Result<()> {
        Ok(self.it.set(settings)?)
    }

    /// Changes settings of an actor: `{"talking": true}`. Settings have the names of scene files. Facing, number,
    /// vars, conditions, talking, mouth, sounds and seed count from this tick on, all others at all ticks. Another
    /// costume starts the actor anew and sets the mark.
    pub fn set_actor(&mut self, actor: f64, settings: &str) -> Result<()> {
        Ok(self.it.set_actor(actor.into(), settings)?)
    }

    /// Adds an actor in front of the others, sets the mark, and returns the actor's number.
    pub fn add(&mut self, actor: &str) -> Result<usize> {
        Ok(self.it.add(actor)?)
    }

    /// Removes an actor, and sets the mark. The numbers of those behind it decrease by one.
    pub fn remove(&mut self, actor: f64) -> Result<()> {
        Ok(self.it.remove(actor.into())?)
    }

    /// Returns what an actor does.
    pub fn state(&self, actor: f64) -> Result<String> {
        Ok(json(&self.it.state(actor.into())?))
    }

    /// Returns the position of an actor's feet in the room.
    pub fn feet(&mut self, actor: f64) -> Result<Vec<i32>> {
        Ok(<[i32; 2]>::from(self.it.feet(actor.into())?).into())
    }

    /// Returns the point of the room from which an actor's pictures count.
    pub fn anchor(&mut self, actor: f64) -> Result<Vec<i32>> {
        Ok(<[i32; 2]>::from(self.it.anchor(actor.into())?).into())
    }

    /// Changes how an actor is shown: the limbs whose bits are set in `hidden` are not drawn; `flip` mirrors it.
    pub fn look(&mut self, actor: f64, hidden: f64, flip: bool) -> Result<()> {
        Ok(self.it.look(actor.into(), hidden.into(), flip)?)
    }

    /// Returns the pictures that an actor shows: limb, the picture's limb and index, left, top, width, height of
    /// each.
    pub fn placed(&mut self, actor: f64) -> Result<Vec<i32>> {
        Ok(self.it.placed(actor.into())?)
    }

    /// Returns what an actor does from the mark until it repeats. The scene does not change.
    pub fn timeline(&self, actor: f64) -> Result<String> {
        Ok(json(&self.it.timeline(actor.into())?))
    }

    /// Returns the actor that is visible in a pixel of the picture, if there is one.
    pub fn actor_at(&mut self, x: f64, y: f64) -> Result<Option<usize>> {
        Ok(self.it.actor_at(x.into(), y.into())?)
    }

    /// Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in the file.
    #[cfg(feature = "whole")]
    pub fn explain(&mut self, x: f64, y: f64) -> Result<String> {
        Ok(json(&self.it.explain(x.into(), y.into())?))
    }

    /// Returns the scene as `to_scene` does, with a name.
    #[cfg(feature = "whole")]
    pub fn to_scene(&self, name: &str) -> Result<String> {
        Ok(self.it.to_scene_named(name)?.0)
    }

    /// Returns the description of the scene. Steps are those of the beginning.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn spec(&self) -> String {
        self.it.spec().0
    }

    /// Draws the scene as room colours, also where the caller's raster wants RGBA.
    #[cfg(feature = "whole")]
    pub fn render_indexed(&mut self) -> Result<()> {
        Ok(self.it.render_indexed(&mut self.raster)?)
    }

    /// Shows this block instead of a costume of the game. Actors that wear it continue what they do.
    #[cfg(feature = "whole")]
    pub fn put_costume(&mut self, id: f64, payload: &[u8]) -> Result<()> {
        Ok(self.it.put_costume(id.into(), payload)?)
    }

    /// Returns the pictures that an actor shows, and the room pixels of their columns and rows, `margin` more on
    /// every side. For each: limb, the picture's limb and index, width, height, number of columns and of rows, then
    /// pairs of a column and its x, and of a row and its y.
    #[cfg(feature = "whole")]
    pub fn spreads(&mut self, actor: f64, margin: f64) -> Result<Vec<i32>> {
        Ok(self.it.spreads(actor.into(), margin.into())?)
    }

    /// Films the scene from the mark until its actors repeat, at most `longest` ticks. The scene does not change.
    #[cfg(feature = "whole")]
    pub fn movie(
        &self,
        lead: f64,
        format: &str,
        scale_up: f64,
        ticks_per_second: f64,
        longest: f64,
    ) -> Result<Movie> {
        Ok(self
            .it
            .movie(lead.into(), format, scale_up.into(), ticks_per_second.into(), longest.into())?
            .into())
    }
}

/// The class over `costumier_api::Movie`.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Movie {
    pub(crate) it: api::Movie,
}

#[cfg(feature = "whole")]
impl From<api::Movie> for Movie {
    fn from(it: api::Movie) -> Self {
        Self { it }
    }
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Movie {
    /// Returns the file, or a zip if each frame is a file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.it.bytes().to_vec()
    }

    /// Whether an actor jumps where the film starts again.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.it.is_cut()
    }
}
