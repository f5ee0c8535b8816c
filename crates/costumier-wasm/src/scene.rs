//! A scene that goes on.

use std::rc::Rc;
use std::sync::Arc;

use costumier::scene::LiveScene;
use costumier_export::scene_json::{read_scene, read_step};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result};
use crate::game::Open;

/// A scene that goes on. What is drawn last stays where JavaScript copies it from.
#[wasm_bindgen]
pub struct Scene {
    open: Rc<Open>,
    live: LiveScene,
    rgba: Vec<u8>,
    size: (u32, u32),
    origin: (i32, i32),
    enlarged: u32,
}

impl Scene {
    pub(crate) fn new(open: Rc<Open>, spec: &str) -> Result<Self> {
        let scene = read_scene(spec).map_err(Failure::usage)?;
        let live = LiveScene::new(Arc::clone(&open.game), scene)?;
        Ok(Self { open, live, rgba: Vec::new(), size: (0, 0), origin: (0, 0), enlarged: 1 })
    }
}

#[wasm_bindgen]
impl Scene {
    /// Draws it; the getters then say what and where.
    pub fn render(&mut self) -> Result<()> {
        let rendered = self.live.render()?;
        rendered.rgba(&mut self.rgba);
        self.size = (rendered.width, rendered.height);
        self.origin = rendered.origin;
        self.enlarged = rendered.enlarged;
        Ok(())
    }

    /// Where the pixels begin in the instance's memory. They stay there until the next call.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn pixels(&self) -> u32 {
        u32::try_from(self.rgba.as_ptr().addr()).unwrap_or(0)
    }

    /// Width, height, x, y, enlarged.
    #[must_use]
    pub fn frame(&self) -> Vec<i32> {
        let number = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        let ((width, height), (x, y)) = (self.size, self.origin);
        vec![number(width), number(height), x, y, number(self.enlarged)]
    }

    /// Lets loops of the interpreter pass.
    pub fn tick(&mut self, times: u32) {
        for _ in 0..times {
            self.live.tick();
        }
    }

    /// Lets an actor do something.
    pub fn perform(&mut self, actor: usize, step: &str) -> Result<()> {
        Ok(self.live.perform(actor, read_step(step).map_err(Failure::usage)?)?)
    }

    /// Says all of it anew.
    pub fn change(&mut self, spec: &str) -> Result<()> {
        let scene = read_scene(spec).map_err(Failure::usage)?;
        Ok(self.live.change(|it| *it = scene)?)
    }

    /// Moves an actor.
    pub fn place(&mut self, actor: usize, x: i32, y: i32) -> Result<()> {
        Ok(self.live.place(actor, (x, y))?)
    }

    /// The title of its game: to keep it open.
    #[must_use]
    pub fn generation(&self) -> String {
        self.open.game.generation().name().to_owned()
    }
}
