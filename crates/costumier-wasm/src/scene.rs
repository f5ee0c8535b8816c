//! The JavaScript class of a scene that is played.

use std::rc::Rc;
use std::sync::Arc;

use costumier::scene::{LiveScene, Moment, Peek, Rendered};
#[cfg(feature = "whole")]
use costumier_export::scene_json::read_scene;
#[cfg(not(feature = "whole"))]
use costumier_export::scene_json::read_scene_in_brief as read_scene;
use costumier_export::scene_json::read_step;
use costumier_export::view::{self, EventRow};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result, json};
use crate::game::OpenGame;
use crate::number::{ID, PIXEL, TICKS, U16, whole};

/// Number of ticks between stored moments, which make going back fast.
const STRIDE: u32 = 64;

/// Largest number of moments stored. The oldest after the first is dropped.
const MOST_MOMENTS: usize = 256;

/// A scene that is played. The last drawing stays in memory until JavaScript has copied it.
#[wasm_bindgen]
pub struct Scene {
    live: LiveScene,
    /// Number of ticks since the mark.
    now: u32,
    /// States of the actors at some ticks since the mark, in rising order; of equal ticks, the latest is last.
    moments: Vec<(u32, Moment)>,
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
        let live = LiveScene::new(Arc::clone(&open.game), scene)?;
        let moments = vec![(0, live.moment())];
        Ok(Self { live, now: 0, moments, drawn: Drawing::default() })
    }

    /// Stores the present moment, after a change that playing again would not repeat.
    fn keep(&mut self) {
        self.moments.retain(|(tick, _)| *tick <= self.now);
        if self.moments.len() >= MOST_MOMENTS {
            self.moments.remove(1);
        }
        self.moments.push((self.now, self.live.moment()));
    }

    /// Returns the scene as it is at the mark.
    pub(crate) fn scene_at_mark(&self) -> LiveScene {
        let mut live = self.live.clone();
        if let Some((_, moment)) = self.moments.iter().rfind(|(tick, _)| *tick == 0) {
            live.return_to(moment);
        }
        live
    }

    fn go(&mut self, tick: u32) {
        let earlier = self.moments.iter().rposition(|(at, _)| *at <= tick).unwrap_or(0);
        let Some((at, moment)) = self.moments.get(earlier) else { return };
        // Playing on from here gives the same result, unless something was changed in between.
        if !(*at <= self.now && self.now <= tick) {
            self.live.return_to(moment);
            self.now = *at;
        }
        while self.now < tick {
            self.live.tick();
            self.now += 1;
            self.pass();
        }
    }

    /// Stores a moment at regular intervals.
    fn pass(&mut self) {
        let last = self.moments.last().map_or(0, |(tick, _)| *tick);
        if self.now >= last.saturating_add(STRIDE) && self.moments.len() < MOST_MOMENTS {
            self.moments.push((self.now, self.live.moment()));
        }
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
        let Self { live, drawn, .. } = self;
        let rendered = live.render()?;
        rendered.rgba(&mut drawn.pixels);
        drawn.note(&rendered);
        Ok(())
    }

    /// Draws the scene as room colours. Fails if pixels have 16 bits.
    #[cfg(feature = "whole")]
    pub fn render_indexed(&mut self) -> Result<()> {
        let Self { live, drawn, .. } = self;
        let rendered = live.render()?;
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
        self.now
    }

    /// Plays loops of the interpreter. Returns events as JSON, if there are any.
    pub fn tick(&mut self, times: f64) -> Result<Option<String>> {
        let times: u32 = whole("times", times, TICKS)?;
        let mut events = Vec::new();
        for _ in 0..times {
            self.live.tick_hearing(&mut |actor, event| events.push(EventRow::new(actor, event)));
            self.now = self.now.saturating_add(1);
            self.pass();
        }
        Ok((!events.is_empty()).then(|| json(&events)))
    }

    /// Goes to a tick since the mark.
    pub fn seek(&mut self, tick: f64) -> Result<()> {
        self.go(whole("tick", tick, TICKS)?);
        Ok(())
    }

    /// Draws another tick, and returns to the present one.
    pub fn peek_at(&mut self, tick: f64) -> Result<()> {
        let (now, here) = (self.now, self.live.moment());
        let kept = self.moments.len();
        self.seek(tick)?;
        let drawn = self.render();
        self.live.return_to(&here);
        self.now = now;
        self.moments.truncate(kept.max(1));
        drawn
    }

    /// Makes the present moment tick 0.
    pub fn mark(&mut self) {
        self.now = 0;
        self.moments = vec![(0, self.live.moment())];
    }

    /// Makes an actor perform a step.
    pub fn perform(&mut self, actor: f64, step: &str) -> Result<()> {
        let step = read_step(step).map_err(Failure::usage)?;
        self.live.perform(number(actor)?, step)?;
        self.keep();
        Ok(())
    }

    /// Shows this block instead of a costume of the game. Actors that wear it continue what they do.
    #[cfg(feature = "whole")]
    pub fn put_costume(&mut self, id: f64, payload: Vec<u8>) -> Result<()> {
        let id = whole("costume", id, ID)?;
        let found = self.live.game().costume_bytes(id)?;
        let (room, dialect) = (found.room, self.live.game().dialect());
        let costume = Arc::new(costumier::Costume::open(found.tag, payload, dialect)?);
        self.live.put_costume(id, Arc::clone(&costume), room)?;
        // Going back in time must not bring the old pictures back.
        let now = self.live.moment();
        for (_, moment) in &mut self.moments {
            self.live.return_to(moment);
            self.live.put_costume(id, Arc::clone(&costume), room)?;
            *moment = self.live.moment();
        }
        self.live.return_to(&now);
        Ok(())
    }

    /// Replaces the whole description of the scene.
    pub fn change(&mut self, spec: &str) -> Result<()> {
        let scene = read_scene(spec).map_err(Failure::usage)?;
        let wearing = |scene: &costumier::scene::Scene| -> Vec<u32> {
            scene.actors.iter().map(|actor| actor.costume).collect()
        };
        let before = wearing(self.live.scene());
        self.live.change(|it| *it = scene)?;
        if wearing(self.live.scene()) == before {
            self.keep();
        } else {
            self.mark();
        }
        Ok(())
    }

    /// Moves an actor to a pixel.
    pub fn place(&mut self, actor: f64, x: f64, y: f64) -> Result<()> {
        let place: (i32, i32) = (whole("x", x, PIXEL)?, whole("y", y, PIXEL)?);
        Ok(self.live.place(number(actor)?, place)?)
    }

    /// Removes an actor from the scene.
    pub fn remove(&mut self, actor: f64) -> Result<()> {
        self.live.remove(number(actor)?)?;
        self.mark();
        Ok(())
    }

    /// Changes how an actor is shown: hidden limbs, mirrored.
    pub fn look(&mut self, actor: f64, hidden: f64, flip: bool) -> Result<()> {
        let mut peek = Peek::default();
        (peek.hidden, peek.flip) = (whole("hidden", hidden, U16)?, flip);
        Ok(self.live.peek(number(actor)?, peek)?)
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
        let said = self.live.scene().actors.get(actor).map(|said| said.costume);
        let state = self.live.actor(actor).map(view::actor_state);
        match (said, state) {
            (Some(costume), Some(state)) => Ok(json(&Row { costume, state })),
            _ => Err(Failure::usage(format!("there is no actor {actor}"))),
        }
    }

    /// Returns the pictures that an actor shows: limb, picture's limb and index, left, top, width, height of each.
    pub fn placed(&mut self, actor: f64) -> Result<Vec<i32>> {
        let side = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        Ok(self
            .live
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
        for it in self.live.spreads(number(actor)?, whole("margin", margin, U16)?)? {
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
        let (x, y) = self.live.feet(number(actor)?)?;
        Ok(vec![x, y])
    }

    /// Returns the anchor of an actor's pictures.
    pub fn anchor(&mut self, actor: f64) -> Result<Vec<i32>> {
        let (x, y) = self.live.anchor(number(actor)?)?;
        Ok(vec![x, y])
    }

    /// Returns what an actor does from the mark until it repeats, as JSON.
    pub fn timeline(&self, actor: f64) -> Result<String> {
        let actor = number(actor)?;
        view::timeline(&mut self.scene_at_mark(), actor)
            .map(|it| json(&it))
            .ok_or_else(|| Failure::usage(format!("there is no actor {actor}")))
    }

    /// Returns the actor that is visible in a pixel.
    pub fn actor_at(&mut self, x: f64, y: f64) -> Result<Option<usize>> {
        Ok(self.live.actor_at((whole("x", x, ID)?, whole("y", y, ID)?))?)
    }

    /// Returns the source of a pixel as JSON.
    #[cfg(feature = "whole")]
    pub fn explain(&mut self, x: f64, y: f64) -> Result<String> {
        Ok(json(&view::chain(&mut self.live, (whole("x", x, ID)?, whole("y", y, ID)?))?))
    }
}
