//! A scene that is played, forwards and back.

use std::sync::Arc;

use costumier::Game;
use costumier::scene::{LiveScene, Peek, Replay};
use costumier_export::scene_json::{SceneChange, change_scene};
#[cfg(feature = "whole")]
use costumier_export::scene_json::{check_name, read_scene, read_step, write_scene};
#[cfg(not(feature = "whole"))]
use costumier_export::scene_json::{read_scene_in_brief as read_scene, read_step_in_brief as read_step};
use costumier_export::view::{self, EventRow};
use serde::Serialize;

use crate::error::{Error, Result};
#[cfg(feature = "whole")]
use crate::json::JsonText;
use crate::json::{ActorJson, SceneJson, SettingsJson, StepJson};
#[cfg(feature = "whole")]
use crate::movie::Movie;
use crate::number::{ID, Number, PIXEL, TICKS, U16};
use crate::raster::Raster;

/// Actors in a room, tick by tick, forwards and back. Actors count from 0, and ticks from the mark: the beginning, or
/// the last tick that was marked.
#[derive(Debug)]
pub struct Scene {
    replay: Replay,
}

/// The present state of an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActorRow {
    /// The costume that the actor wears.
    pub costume: u32,
    /// What the actor does now.
    #[serde(flatten)]
    pub state: view::ActorState,
}

/// Returns an actor's number.
fn number(actor: Number) -> Result<usize> {
    actor.within("actor", ID)
}

/// Returns a pixel; `None` left of or above the picture.
fn pixel(x: Number, y: Number) -> Result<Option<(u32, u32)>> {
    let at: (i32, i32) = (x.within("x", PIXEL)?, y.within("y", PIXEL)?);
    Ok(u32::try_from(at.0).ok().zip(u32::try_from(at.1).ok()))
}

/// Draws a scene.
pub(crate) fn draw(live: &mut LiveScene, into: &mut Raster) -> Result<()> {
    into.take(&live.render()?, into.in_colours);
    Ok(())
}

impl Scene {
    pub(crate) fn new(game: Arc<Game>, scene: costumier::scene::Scene) -> Result<Self> {
        Ok(Self { replay: Replay::new(game, scene)? })
    }

    fn change(&mut self, change: SceneChange<'_>) -> Result<()> {
        let scene = change_scene(self.replay.scene(), change, read_scene).map_err(Error::usage)?;
        Ok(self.replay.change(|it| *it = scene)?)
    }

    /// Returns the number of actors.
    #[must_use]
    #[cfg_attr(border, border(python = "_actors", without(js = "actors")))]
    pub fn actors(&self) -> usize {
        self.replay.scene().actors.len()
    }

    /// Returns the number of ticks since the mark.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn now(&self) -> u32 {
        self.replay.now()
    }

    /// Draws the scene as it is now.
    ///
    /// # Errors
    /// The errors of reading rooms and costumes.
    pub fn render(&mut self, into: &mut Raster) -> Result<()> {
        draw(self.replay.live(), into)
    }

    /// Draws another tick since the mark, and stays at this one.
    ///
    /// # Errors
    /// As `seek` and `render`.
    #[cfg_attr(border, border(js = "peek_at"))]
    pub fn peek(&mut self, tick: Number, into: &mut Raster) -> Result<()> {
        let tick = self.reachable(tick)?;
        self.replay.peek(tick, |live| draw(live, into))?
    }

    // What was reached by several calls can be reached again.
    fn reachable(&self, tick: Number) -> Result<u32> {
        tick.within("tick", 0..=(*TICKS.end()).max(self.now().into()))
    }

    /// Goes to a tick since the mark, forwards or back. Steps are done again at their ticks; places stay as they are.
    /// What is done after going back replaces what was done at later ticks.
    ///
    /// # Errors
    /// `limit` for a tick that is too far ahead, and for one that was forgotten.
    pub fn seek(&mut self, tick: Number) -> Result<()> {
        let tick = self.reachable(tick)?;
        Ok(self.replay.seek(tick)?)
    }

    /// Makes this tick 0. What was done at later ticks is dropped.
    pub fn mark(&mut self) {
        self.replay.mark();
    }

    /// Plays loops of the interpreter, and returns what happened.
    ///
    /// # Errors
    /// `usage` if there are more than 100,000.
    #[cfg_attr(border, border(python(default(times = 1)), c = "scene_tick_many"))]
    pub fn tick(&mut self, times: Number) -> Result<Vec<EventRow>> {
        let mut events = Vec::new();
        for _ in 0..times.within::<u32>("times", TICKS)? {
            self.replay.tick_hearing(&mut |actor, event| events.push(EventRow::new(actor, event)));
        }
        Ok(events)
    }

    /// Makes an actor perform a step of a scene file: `{"perform": "walk"}`, `{"face": "east"}`.
    ///
    /// # Errors
    /// `usage` for an unknown step; the errors of the library for one that the game does not have.
    #[cfg_attr(border, border(c = "scene_do", python(name = "do")))]
    pub fn perform(&mut self, actor: Number, step: &StepJson) -> Result<()> {
        let (actor, step) = (number(actor)?, read_step(step).map_err(Error::usage)?);
        Ok(self.replay.perform(actor, step)?)
    }

    /// Moves an actor to a pixel of the room, at all ticks: `seek` does not move it back.
    ///
    /// # Errors
    /// For an actor that does not exist, and for a position that the game cannot have.
    pub fn place(&mut self, actor: Number, x: Number, y: Number) -> Result<()> {
        let position: (i32, i32) = (x.within("x", PIXEL)?, y.within("y", PIXEL)?);
        Ok(self.replay.live().place(number(actor)?, position)?)
    }

    /// Changes settings of the scene: `{"lights": 8}`. Settings have the names of scene files.
    ///
    /// # Errors
    /// `usage` for an unknown setting; the errors of the library. The scene is then unchanged.
    #[cfg_attr(border, border(python = "_set"))]
    pub fn set(&mut self, settings: &SettingsJson) -> Result<()> {
        self.change(SceneChange::Scene(settings))
    }

    /// Changes settings of an actor: `{"talking": true}`. Settings have the names of scene files. Facing, number, vars,
    /// conditions, talking, mouth, sounds and seed count from this tick on, all others at all ticks. Another costume
    /// starts the actor anew and sets the mark; only with it, `chores`, `steps` and `ticks` are settings.
    ///
    /// # Errors
    /// As `set`.
    #[cfg_attr(border, border(python = "_set_actor"))]
    pub fn set_actor(&mut self, actor: Number, settings: &SettingsJson) -> Result<()> {
        let number = number(actor)?;
        if number >= self.actors() {
            return Err(self.replay.no_such_actor(number).into());
        }
        self.change(SceneChange::Actor(number, settings))
    }

    /// Adds an actor in front of the others, sets the mark, and returns the actor's number.
    ///
    /// # Errors
    /// As `set`.
    pub fn add(&mut self, actor: &ActorJson) -> Result<usize> {
        self.change(SceneChange::Add(actor))?;
        Ok(self.actors().saturating_sub(1))
    }

    /// Removes an actor, and sets the mark. The numbers of those behind it decrease by one.
    ///
    /// # Errors
    /// For an actor that does not exist.
    pub fn remove(&mut self, actor: Number) -> Result<()> {
        Ok(self.replay.remove(number(actor)?).map(drop)?)
    }

    /// Returns what an actor does.
    ///
    /// # Errors
    /// For an actor that does not exist.
    pub fn state(&self, actor: Number) -> Result<ActorRow> {
        let number = number(actor)?;
        let there = self.replay.scene().actors.get(number).zip(self.replay.actor(number));
        let row = there.map(|(it, actor)| ActorRow { costume: it.costume, state: view::actor_state(actor) });
        Ok(row.ok_or_else(|| self.replay.no_such_actor(number))?)
    }

    /// Returns the position of an actor's feet in the room.
    ///
    /// # Errors
    /// For an actor that does not exist.
    pub fn feet(&mut self, actor: Number) -> Result<(i32, i32)> {
        Ok(self.replay.live().feet(number(actor)?)?)
    }

    /// Returns the point of the room from which an actor's pictures count.
    ///
    /// # Errors
    /// For an actor that does not exist.
    pub fn anchor(&mut self, actor: Number) -> Result<(i32, i32)> {
        Ok(self.replay.live().anchor(number(actor)?)?)
    }

    /// Changes how an actor is shown: the limbs whose bits are set in `hidden` are not drawn; `flip` mirrors it.
    ///
    /// # Errors
    /// For an actor that does not exist.
    #[cfg_attr(border, border(python(default(flip = False))))]
    pub fn look(&mut self, actor: Number, hidden: Number, flip: bool) -> Result<()> {
        let mut peek = Peek::default();
        (peek.hidden, peek.flip) = (hidden.within("hidden", U16)?, flip);
        Ok(self.replay.live().peek(number(actor)?, peek)?)
    }

    /// Returns the pictures that an actor shows: limb, the picture's limb and index, left, top, width, height of each.
    ///
    /// # Errors
    /// For an actor that does not exist.
    #[cfg_attr(border, border(without(c = "placed", python = "placed")))]
    pub fn placed(&mut self, actor: Number) -> Result<Vec<i32>> {
        let side = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        let row = |it: costumier::scene::VisiblePicture| {
            let (key, area) = (it.picture, it.area);
            let (limb, of, index) = (it.limb.into(), key.limb.into(), key.index.into());
            [limb, of, index, area.left, area.top, side(area.width()), side(area.height())]
        };
        Ok(self.replay.live().placed(number(actor)?)?.into_iter().flat_map(row).collect())
    }

    /// Returns what an actor does from the mark until it repeats. The scene does not change.
    ///
    /// # Errors
    /// For an actor that does not exist.
    pub fn timeline(&self, actor: Number) -> Result<view::Timeline> {
        let number = number(actor)?;
        let found = view::timeline(&mut self.replay.at_mark(), number);
        Ok(found.ok_or_else(|| self.replay.no_such_actor(number))?)
    }

    /// Returns the actor that is visible in a pixel of the picture, if there is one.
    ///
    /// # Errors
    /// The errors of drawing. Outside of the picture there is no actor.
    pub fn actor_at(&mut self, x: Number, y: Number) -> Result<Option<usize>> {
        pixel(x, y)?.map_or(Ok(None), |at| Ok(self.replay.live().actor_at(at)?))
    }
}

#[cfg(feature = "whole")]
impl Scene {
    /// Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in the file;
    /// nothing for a pixel outside of the picture. Where no picture was drawn, `touches` is empty.
    ///
    /// # Errors
    /// The errors of drawing.
    pub fn explain(&mut self, x: Number, y: Number) -> Result<Option<view::PixelChain>> {
        pixel(x, y)?.map_or(Ok(None), |at| Ok(view::chain(self.replay.live(), at)?))
    }

    /// Returns the scene from its beginning, with all that was done as steps: drawn, it is what is seen now. `name` is
    /// its name in a scene file.
    ///
    /// # Errors
    /// `usage` if the name is no valid name of a file; `limit` after more than 65,536 steps.
    #[cfg_attr(border, border(python(name = "to_dict")))]
    pub fn to_scene(&self, name: Option<&str>) -> Result<JsonText> {
        let mut scene = self.replay.to_scene()?;
        if let Some(name) = name {
            name.clone_into(&mut scene.name);
        }
        check_name(&scene.name).map_err(Error::usage)?;
        Ok(JsonText(write_scene(&scene)))
    }

    /// Returns the description of the scene. Steps are those of the beginning.
    #[must_use]
    #[cfg_attr(border, border(without(c = "to_scene", python = "to_scene")))]
    pub fn spec(&self) -> JsonText {
        JsonText(write_scene(self.replay.scene()))
    }

    /// Draws the scene as room colours, also where the caller's raster wants RGBA.
    ///
    /// # Errors
    /// As `render`; `usage` if pixels have 16 bits.
    #[cfg_attr(border, border(without(c = "indices", python = "indices")))]
    pub fn render_indexed(&mut self, into: &mut Raster) -> Result<()> {
        let drawn = self.replay.live().render()?;
        if drawn.high.is_some() {
            let why =
                "pixels of this game have 16 bits and are no palette indices; use render() for their colours";
            return Err(Error::usage(why));
        }
        into.take(&drawn, false);
        Ok(())
    }

    /// Shows this block instead of a costume of the game. Actors that wear it continue what they do.
    ///
    /// # Errors
    /// For a costume that does not exist; the errors of reading the block.
    #[cfg_attr(border, border(without(c = "with_costume", python = "with_costume")))]
    pub fn put_costume(&mut self, id: Number, payload: &[u8]) -> Result<()> {
        let id = id.within("costume", ID)?;
        let game = self.replay.game();
        let found = game.costume_bytes(id)?;
        let costume = costumier::Costume::open(found.tag, payload.to_vec(), game.dialect())?;
        Ok(self.replay.put_costume(id, Arc::new(costume), found.room)?)
    }

    /// Returns the pictures that an actor shows, and the room pixels of their columns and rows, `margin` more on every
    /// side. For each: limb, the picture's limb and index, width, height, number of columns and of rows, then pairs of
    /// a column and its x, and of a row and its y.
    ///
    /// # Errors
    /// For an actor that does not exist.
    #[cfg_attr(border, border(without(c = "page", python = "page")))]
    pub fn spreads(&mut self, actor: Number, margin: Number) -> Result<Vec<i32>> {
        let count = |v: usize| i32::try_from(v).unwrap_or(i32::MAX);
        let mut all: Vec<i32> = Vec::new();
        for it in self.replay.live().spreads(number(actor)?, margin.within("margin", U16)?)? {
            let (key, (width, height)) = (it.picture, it.size);
            let head: [i32; 5] =
                [it.limb.into(), key.limb.into(), key.index.into(), width.into(), height.into()];
            all.extend(head.into_iter().chain([count(it.columns.len()), count(it.rows.len())]));
            all.extend(it.columns.iter().chain(&it.rows).flat_map(|(line, at)| [*line, *at]));
        }
        Ok(all)
    }

    /// Films the scene from the mark until its actors repeat, at most `longest` ticks. The scene does not change.
    ///
    /// # Errors
    /// `usage` for another format than `gif`, `webp`, `apng` and `frames`; the errors of drawing.
    #[cfg_attr(border, border(without(c = "movie", python = "movie")))]
    pub fn movie(
        &self,
        lead: Number,
        format: &str,
        scale_up: Number,
        ticks_per_second: Number,
        longest: Number,
    ) -> Result<Movie> {
        let options = [lead, scale_up, ticks_per_second, longest];
        Movie::of(&mut self.replay.at_mark(), format, options)
    }
}

/// Reads one object of a scene file. Chores may have the names that the game's scripts give them.
#[cfg(feature = "whole")]
pub(crate) fn described(
    names: &costumier_export::Names,
    scene: &SceneJson,
) -> Result<costumier::scene::Scene> {
    costumier_export::scene_json::read_scene_with(scene, names).map_err(Error::usage)
}

/// As above, in a module that has to be small.
#[cfg(not(feature = "whole"))]
pub(crate) fn described(_: &costumier_export::Names, scene: &SceneJson) -> Result<costumier::scene::Scene> {
    read_scene(scene).map_err(Error::usage)
}
