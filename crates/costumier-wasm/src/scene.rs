//! The JavaScript class of a scene that is played.

use std::rc::Rc;
use std::sync::Arc;

use costumier::scene::{LiveScene, Peek, Rendered, Replay};
use costumier_export::scene_json::{SceneChange, change_scene};
#[cfg(feature = "whole")]
use costumier_export::scene_json::{read_scene, read_step, write_scene};
#[cfg(not(feature = "whole"))]
use costumier_export::scene_json::{read_scene_in_brief as read_scene, read_step_in_brief as read_step};
use costumier_export::view::{self, EventRow};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result, json};
use crate::game::OpenGame;
use crate::number::{ID, PIXEL, TICKS, U16, whole};

/// A scene that is played. The last drawing stays in memory until JavaScript has copied it.
#[wasm_bindgen]
pub struct Scene {
    pub(crate) replay: Replay,
    drawn: Drawing,
}

/// A drawing that JavaScript copies.
#[derive(Default)]
struct Drawing {
    pixels: Vec<u8>,
    palette: Vec<u8>,
    transparent: Option<u8>,
    size: (u32, u32),
    origin: (i32, i32),
    enlarged: u32,
    /// The actors that show nothing, and whether they are outside of the picture.
    unseen: Vec<(usize, bool)>,
    /// The actors that follow walk boxes and stand outside of all of them.
    unboxed: Vec<usize>,
}

impl Drawing {
    /// Draws the scene as RGBA.
    fn draw(&mut self, live: &mut LiveScene) -> Result<()> {
        let rendered = live.render()?;
        rendered.rgba(&mut self.pixels);
        self.note(&rendered);
        Ok(())
    }

    /// Stores the facts of a drawing besides its pixels.
    fn note(&mut self, rendered: &Rendered<'_>) {
        (self.size, self.origin) = ((rendered.width, rendered.height), rendered.origin);
        self.enlarged = rendered.enlarged;
        self.unseen.clear();
        self.unseen.extend(rendered.unseen.iter().map(|it| (it.actor, it.outside)));
        self.unboxed.clear();
        self.unboxed.extend(rendered.unboxed);
    }
}

impl Scene {
    pub(crate) fn new(open: Rc<OpenGame>, spec: &str) -> Result<Self> {
        let scene = read_scene(spec).map_err(Failure::usage)?;
        Ok(Self { replay: Replay::new(Arc::clone(&open.game), scene)?, drawn: Drawing::default() })
    }

    fn live(&mut self) -> &mut LiveScene {
        self.replay.live()
    }

    fn change_by(&mut self, change: SceneChange<'_>) -> Result<()> {
        let scene = change_scene(self.replay.scene(), change, read_scene).map_err(Failure::usage)?;
        Ok(self.replay.change(|it| *it = scene)?)
    }
}

/// Returns the number of an actor.
fn number(actor: f64) -> Result<usize> {
    whole("actor", actor, ID)
}

#[wasm_bindgen]
impl Scene {
    /// Draws the scene as RGBA. The getters return the pixels and their facts.
    pub fn render(&mut self) -> Result<()> {
        self.drawn.draw(self.replay.live())
    }

    /// Draws the scene as room colours. Fails if pixels have 16 bits.
    #[cfg(feature = "whole")]
    pub fn render_indexed(&mut self) -> Result<()> {
        let Self { replay, drawn } = self;
        let rendered = replay.live().render()?;
        if rendered.high.is_some() {
            let why =
                "pixels of this game have 16 bits and are no palette indices; use render() for their colours";
            return Err(Failure::usage(why));
        }
        drawn.pixels.clear();
        drawn.pixels.extend_from_slice(rendered.pixels);
        drawn.palette = rendered.palette.concat();
        drawn.transparent = rendered.transparent;
        drawn.note(&rendered);
        Ok(())
    }

    /// Returns the address of the pixels in the instance's memory. It is valid until the next call.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn pixels(&self) -> u32 {
        u32::try_from(self.drawn.pixels.as_ptr().addr()).unwrap_or(0)
    }

    /// Returns width, height, x, y, factor of enlarging; the number of unseen actors, each with 1 if it is outside of
    /// the picture; the unboxed actors.
    #[must_use]
    pub fn frame(&self) -> Vec<i32> {
        let number = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        let count = |v: usize| i32::try_from(v).unwrap_or(i32::MAX);
        let Drawing { size: (width, height), origin: (x, y), enlarged, unseen, unboxed, .. } = &self.drawn;
        let mut frame = vec![number(*width), number(*height), *x, *y, number(*enlarged), count(unseen.len())];
        frame.extend(unseen.iter().flat_map(|(actor, outside)| [count(*actor), i32::from(*outside)]));
        frame.extend(unboxed.iter().map(|actor| count(*actor)));
        frame
    }

    /// Returns the palette of the last indexed drawing.
    #[must_use]
    pub fn palette(&self) -> Vec<u8> {
        self.drawn.palette.clone()
    }

    /// Returns the transparent value of the last indexed drawing.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn transparent(&self) -> Option<u8> {
        self.drawn.transparent
    }

    /// Returns the number of ticks since the mark.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn now(&self) -> u32 {
        self.replay.now()
    }

    /// Plays loops of the interpreter. Returns events as JSON, if there are any.
    pub fn tick(&mut self, times: f64) -> Result<Option<String>> {
        let times: u32 = whole("times", times, TICKS)?;
        let mut events = Vec::new();
        for _ in 0..times {
            self.replay.tick_hearing(&mut |actor, event| events.push(EventRow::new(actor, event)));
        }
        Ok((!events.is_empty()).then(|| json(&events)))
    }

    /// Goes to a tick since the mark.
    pub fn seek(&mut self, tick: f64) -> Result<()> {
        Ok(self.replay.seek(whole("tick", tick, TICKS)?)?)
    }

    /// Draws another tick, and returns to the present one.
    pub fn peek_at(&mut self, tick: f64) -> Result<()> {
        let Self { replay, drawn } = self;
        replay.peek(whole("tick", tick, TICKS)?, |live| drawn.draw(live))?
    }

    /// Makes the present moment tick 0.
    pub fn mark(&mut self) {
        self.replay.mark();
    }

    /// Makes an actor perform a step.
    pub fn perform(&mut self, actor: f64, step: &str) -> Result<()> {
        let step = read_step(step).map_err(Failure::usage)?;
        Ok(self.replay.perform(number(actor)?, step)?)
    }

    /// Shows this block instead of a costume of the game. Actors that wear it continue what they do.
    #[cfg(feature = "whole")]
    pub fn put_costume(&mut self, id: f64, payload: Vec<u8>) -> Result<()> {
        let id = whole("costume", id, ID)?;
        let found = self.replay.game().costume_bytes(id)?;
        let (room, dialect) = (found.room, self.replay.game().dialect());
        let costume = Arc::new(costumier::Costume::open(found.tag, payload, dialect)?);
        Ok(self.replay.put_costume(id, costume, room)?)
    }

    /// Changes fields of the scene's description.
    pub fn set(&mut self, changes: &str) -> Result<()> {
        self.change_by(SceneChange::Scene(changes))
    }

    /// Changes fields of an actor's description.
    pub fn set_actor(&mut self, actor: f64, changes: &str) -> Result<()> {
        self.change_by(SceneChange::Actor(number(actor)?, changes))
    }

    /// Adds an actor of this description.
    pub fn add(&mut self, actor: &str) -> Result<()> {
        self.change_by(SceneChange::Add(actor))
    }

    /// Returns the description of the scene as JSON.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn spec(&self) -> String {
        write_scene(self.replay.scene())
    }

    /// Returns the scene with its past as JSON of a scene file.
    #[cfg(feature = "whole")]
    pub fn to_scene(&self, name: String) -> Result<String> {
        let mut scene = self.replay.to_scene()?;
        scene.name = name;
        Ok(write_scene(&scene))
    }

    /// Moves an actor to a pixel.
    pub fn place(&mut self, actor: f64, x: f64, y: f64) -> Result<()> {
        let place: (i32, i32) = (whole("x", x, PIXEL)?, whole("y", y, PIXEL)?);
        Ok(self.live().place(number(actor)?, place)?)
    }

    /// Removes an actor from the scene.
    pub fn remove(&mut self, actor: f64) -> Result<()> {
        self.replay.remove(number(actor)?)?;
        Ok(())
    }

    /// Changes how an actor is shown: hidden limbs, mirrored.
    pub fn look(&mut self, actor: f64, hidden: f64, flip: bool) -> Result<()> {
        let mut peek = Peek::default();
        (peek.hidden, peek.flip) = (whole("hidden", hidden, U16)?, flip);
        Ok(self.live().peek(number(actor)?, peek)?)
    }

    /// Returns the state of an actor as JSON.
    pub fn state(&self, actor: f64) -> Result<String> {
        let actor = number(actor)?;
        /// The present state of an actor.
        #[derive(Serialize)]
        struct Row {
            /// The costume that the actor wears.
            costume: u32,
            #[serde(flatten)]
            state: view::ActorState,
        }
        let said = self.replay.scene().actors.get(actor).map(|said| said.costume);
        let state = self.replay.actor(actor).map(view::actor_state);
        match (said, state) {
            (Some(costume), Some(state)) => Ok(json(&Row { costume, state })),
            _ => Err(Failure::usage(format!("there is no actor {actor}"))),
        }
    }

    /// Returns the pictures that an actor shows: limb, picture's limb and index, left, top, width, height of each.
    pub fn placed(&mut self, actor: f64) -> Result<Vec<i32>> {
        let side = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        Ok(self
            .live()
            .placed(number(actor)?)?
            .into_iter()
            .flat_map(|it| {
                let key = it.picture;
                let area = it.area;
                [
                    it.limb.into(),
                    key.limb.into(),
                    key.index.into(),
                    area.left,
                    area.top,
                    side(area.width()),
                    side(area.height()),
                ]
            })
            .collect())
    }

    /// Returns the pictures that an actor shows, and the room pixels of their columns and rows, `margin` more on every
    /// side. For each: limb, the picture's limb and index, width, height, number of columns and of rows, then pairs of
    /// a column and its x, and of a row and its y.
    #[cfg(feature = "whole")]
    pub fn spreads(&mut self, actor: f64, margin: f64) -> Result<Vec<i32>> {
        let count = |v: usize| i32::try_from(v).unwrap_or(i32::MAX);
        let mut all: Vec<i32> = Vec::new();
        for it in self.live().spreads(number(actor)?, whole("margin", margin, U16)?)? {
            let (key, (width, height)) = (it.picture, it.size);
            let head: [i32; 5] =
                [it.limb.into(), key.limb.into(), key.index.into(), width.into(), height.into()];
            all.extend(head.into_iter().chain([count(it.columns.len()), count(it.rows.len())]));
            all.extend(it.columns.iter().chain(&it.rows).flat_map(|(line, at)| [*line, *at]));
        }
        Ok(all)
    }

    /// Returns the position of an actor's feet.
    pub fn feet(&mut self, actor: f64) -> Result<Vec<i32>> {
        let (x, y) = self.live().feet(number(actor)?)?;
        Ok(vec![x, y])
    }

    /// Returns the anchor of an actor's pictures.
    pub fn anchor(&mut self, actor: f64) -> Result<Vec<i32>> {
        let (x, y) = self.live().anchor(number(actor)?)?;
        Ok(vec![x, y])
    }

    /// Returns what an actor does from the mark until it repeats, as JSON.
    pub fn timeline(&self, actor: f64) -> Result<String> {
        let actor = number(actor)?;
        view::timeline(&mut self.replay.at_mark(), actor)
            .map(|it| json(&it))
            .ok_or_else(|| Failure::usage(format!("there is no actor {actor}")))
    }

    /// Returns the actor that is visible in a pixel.
    pub fn actor_at(&mut self, x: f64, y: f64) -> Result<Option<usize>> {
        Ok(self.live().actor_at((whole("x", x, ID)?, whole("y", y, ID)?))?)
    }

    /// Returns the source of a pixel as JSON.
    #[cfg(feature = "whole")]
    pub fn explain(&mut self, x: f64, y: f64) -> Result<String> {
        Ok(json(&view::chain(self.live(), (whole("x", x, ID)?, whole("y", y, ID)?))?))
    }
}
