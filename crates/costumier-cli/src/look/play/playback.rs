//! An actor that plays a chore, tick by tick, and its pictures for the terminal.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use anyhow::{Result, bail};
use costumier::cast::ScriptLook;
use costumier::draw::free_value;
use costumier::draw::{ActorColours, HighActor};
use costumier::format::screen::{Pattern, Patterned};
use costumier::game::{Plane, Room};
use costumier::scene::ActorPlacement;
use costumier::{Action, Actor, Bounds, Clip, Colours, Costume, Facing, Limits, Painter, Stage};

use crate::output::terminal::image::{Image, zoom};

/// Distance from the actor's feet, in pixels, that is looked at. Damaged costumes put pictures at any position.
const REACH: i32 = 1024;

/// Pixels left free around the actor.
const MARGIN: i32 = 2;

/// The room behind the actor.
pub(super) struct RoomBehind {
    pub(super) room: Room,
    pub(super) background: Vec<u8>,
    /// The 16-bit pixels of the room, if it has any.
    pub(super) numbers: Option<Plane>,
    /// The actor's position in the room.
    pub(super) spot: (i32, i32),
}

/// How room colours become colours of the screen.
pub(super) struct Screen {
    pub(super) rgb: [[u8; 3]; 256],
    /// The 16-bit pixel of each room colour, if the game has such pixels.
    pub(super) high: Option<[u16; 256]>,
    /// The pattern of dots that replaces pixels, if the screen has one.
    pub(super) pattern: Option<Pattern>,
}

/// Number of ticks that can be taken back.
const REMEMBERED: usize = 1200;

/// A costume that is being played.
pub(super) struct Playback {
    /// The costume's name, or its number.
    title: String,
    /// The names of its chores that are known.
    names: BTreeMap<u16, String>,
    /// The states of the actor before each tick, the latest at the end.
    history: VecDeque<(Actor, u16, u32)>,
    costume: Arc<Costume>,
    actions: Vec<Action>,
    actor: Actor,
    chore: u16,
    tick: u32,
    colours: Colours,
    screen: Screen,
    /// The last picture as dots, if the screen has a pattern.
    dots: Vec<u8>,
    scenery: Option<RoomBehind>,
    /// The area, relative to the actor's feet, that all actions draw in, with a margin.
    extent: Bounds,
    /// The value of transparent pixels on the stage.
    nothing: u8,
    stage: Stage,
    painter: Painter,
}

impl Playback {
    /// Begins a costume in an action, in the colours of a room, and in a look that scripts give.
    pub(super) fn new(
        costume: &Arc<Costume>,
        action: &Action,
        screen: Screen,
        (scenery, look): (Option<RoomBehind>, Option<ScriptLook>),
        (title, names): (String, BTreeMap<u16, String>),
    ) -> Result<Self> {
        let actions = costume.actions();
        let extent = extent(costume, &actions);
        if extent.is_empty() {
            bail!("the costume cannot be played: none of its chores draws anything");
        }
        let mut actor = ActorColours::of(costume);
        let pixels = look.as_ref().map(|look| costume.pixels_in(look)).unwrap_or_default();
        if let Some(look) = look {
            actor.put_on(costume, &look);
        }
        let own = costume.own_colours();
        actor.high = screen.high.as_ref().map(HighActor::new);
        if let Some(high) = &mut actor.high {
            (high.own, high.overrides) = (own.as_ref(), Some(&pixels));
        }
        let colours = Colours::of_actor(&actor);
        let taken = scenery.as_ref().map_or(&[][..], |scenery| &scenery.background);
        let nothing = free_value([&colours], taken).unwrap_or(colours.key());
        let chore = action.chore;
        Ok(Self {
            title,
            names,
            history: VecDeque::new(),
            actor: Actor::performing(costume, chore, action.facing),
            chore,
            tick: 0,
            costume: Arc::clone(costume),
            actions,
            colours,
            screen,
            dots: Vec::new(),
            scenery,
            extent,
            nothing,
            stage: Stage::empty(0, 0, nothing)?,
            painter: Painter::default(),
        })
    }

    /// Sets the actor's speed in loops of the interpreter per step.
    pub(super) fn set_speed(&mut self, speed: u8) {
        self.actor.set_speed(speed);
    }

    /// Begins the next or previous chore that has a record, in this facing if possible.
    pub(super) fn change_chore(&mut self, forward: bool) {
        let mut chores: Vec<u16> = self.actions.iter().map(|action| action.chore).collect();
        chores.dedup();
        let at = chores.iter().position(|chore| *chore == self.chore).unwrap_or(0);
        let to = if forward { at + 1 } else { at + chores.len().saturating_sub(1) };
        let Some(wanted) = chores.get(to % chores.len().max(1)) else { return };
        let facing = self.actor.facing();
        let serves = || self.actions.iter().filter(|action| action.chore == *wanted);
        let same = serves().find(|action| action.facing == facing);
        let Some(action) = same.or_else(|| serves().next()) else { return };
        let speed = self.actor.speed();
        self.chore = action.chore;
        self.actor = Actor::performing(&self.costume, self.chore, action.facing);
        self.actor.set_speed(speed);
        self.tick = 0;
    }

    /// Turns the actor as a script does: the limbs continue.
    pub(super) fn face(&mut self, facing: Facing) {
        self.actor.face(facing);
    }

    /// Returns the chore and facing being played, for another costume to continue with.
    pub(super) fn doing(&self) -> (u16, Facing) {
        (self.chore, self.actor.facing())
    }

    /// Takes a tick back, and with it what was done to the actor since.
    pub(super) fn step_back(&mut self) {
        if let Some((actor, chore, tick)) = self.history.pop_back() {
            (self.actor, self.chore, self.tick) = (actor, chore, tick);
        }
    }

    /// Plays one loop of the interpreter.
    pub(super) fn advance(&mut self) {
        if self.history.len() >= REMEMBERED {
            self.history.pop_front();
        }
        self.history.push_back((self.actor.clone(), self.chore, self.tick));
        self.actor.tick(&mut ());
        self.tick = self.tick.saturating_add(1);
    }

    /// Describes what the actor does: `walk east  tick 12`.
    pub(super) fn words(&self) -> String {
        let mut found = self.actions.iter().filter(|action| action.chore == self.chore);
        let named = self.names.get(&self.chore).cloned();
        let chore = named.or_else(|| found.next().map(Action::chore_name)).unwrap_or_default();
        format!("{chore} {}  tick {}", self.actor.facing(), self.tick)
    }

    /// Returns the costume's number and name: `6 Minuet`.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Lists the visible pictures, from the back to the front: `limb 0: 3`.
    pub(super) fn pictures(&self) -> Vec<String> {
        let mut placed = Vec::new();
        self.actor.pose(&mut placed);
        placed.iter().map(|it| format!("limb {}: {}", it.limb, it.picture.index)).collect()
    }

    /// Returns the current picture; `most` is the number of pixels that fit.
    pub(super) fn image(&mut self, most: (usize, usize)) -> Result<Image> {
        let view = self.view(most);
        self.stage.clear(view.width(), view.height(), self.nothing)?;
        if let Some(RoomBehind { room, background, spot: (x, y), .. }) = &self.scenery {
            self.stage.show(background, room.width, &[], view.left + x, view.top + y);
        }
        if let Some(table) = &self.screen.high {
            self.stage.set_high(table);
            if let Some(RoomBehind { numbers: Some(numbers), spot: (x, y), .. }) = &self.scenery {
                self.stage.set_numbers(numbers, view.left + x, view.top + y);
            }
        }
        let standing = ActorPlacement::new((-view.left, -view.top), &self.colours);
        // A picture that cannot be read is left out, as in the game; `check` reports it.
        let _ = self.painter.draw_actor(&mut self.stage, &mut self.actor, &standing);
        let nothing = self.stage.transparent();
        let (width, height) = (self.stage.width() as usize, self.stage.height() as usize);
        if let Some(pattern) = &self.screen.pattern {
            let spot = self.scenery.as_ref().map_or((0, 0), |scenery| scenery.spot);
            let at = (view.left.saturating_add(spot.0), view.top.saturating_add(spot.1));
            let picture = Patterned { pixels: self.stage.pixels(), width, transparent: nothing, at };
            pattern.show(&picture, &mut self.dots);
            let pixels = self.dots.iter().map(|dot| match pattern.colours().get(usize::from(*dot)) {
                Some([r, g, b]) => [*r, *g, *b, 255],
                None => [0; 4],
            });
            let pixels: Vec<_> = pixels.collect();
            let width = width * pattern.across() as usize;
            return Ok(Image { width, height: pixels.len() / width.max(1), pixels });
        }
        let rgba = self.stage.rgba(&self.screen.rgb);
        Ok(Image { width, height, pixels: rgba.as_chunks().0.to_vec() })
    }

    /// Returns the part of the room that is shown, relative to the actor's feet: the area of all actions, and as much
    /// around it as fits.
    fn view(&self, most: (usize, usize)) -> Bounds {
        // Dots take more space than pixels.
        let across = self.screen.pattern.as_ref().map_or(1, |pattern| pattern.across() as usize);
        let (width, height) = (most.0 / across, most.1 / across);
        let Some(RoomBehind { room, spot: (x, y), .. }) = &self.scenery else { return self.extent };
        let (wide, tall) = (self.extent.width() as usize, self.extent.height() as usize);
        let (width, height) = match zoom(wide, tall, width, height) {
            // A reduced picture has more space around it.
            0 => {
                let tighter = (wide * height).max(tall * width);
                (tighter / height.max(1), tighter / width.max(1))
            }
            zoom => (width / zoom, height / zoom),
        };
        let (left, right) = widened((self.extent.left, self.extent.right), width, *x, i32::from(room.width));
        let (top, bottom) =
            widened((self.extent.top, self.extent.bottom), height, *y, i32::from(room.height));
        Bounds { left, top, right, bottom }
    }
}

/// Extends a range around `at` to the length that fits, moved so that it stays inside the room, whose length is
/// `edge`.
fn widened((from, to): (i32, i32), most: usize, at: i32, edge: i32) -> (i32, i32) {
    let length = i32::try_from(most).unwrap_or(edge).min(edge).max(to - from);
    let start = (from - (length - (to - from)) / 2 + at).min(edge - length).max(0) - at;
    (start, start + length)
}

fn extent(costume: &Arc<Costume>, actions: &[Action]) -> Bounds {
    let limits = Limits::default();
    let clips = actions.iter().map(|action| Clip::record(costume, action.chore, action.facing, &limits));
    let all = clips.fold(Bounds::default(), |all, clip| all.union(clip.bounds));
    if all.is_empty() {
        return all;
    }
    Bounds {
        left: (all.left.max(-REACH) - MARGIN).min(REACH),
        top: (all.top.max(-REACH) - MARGIN).min(REACH),
        right: (all.right.min(REACH) + MARGIN).max(-REACH),
        bottom: (all.bottom.min(REACH) + MARGIN).max(-REACH),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_stays_in_the_room() {
        // 40 pixels around a spot, room for 100, in a room of 320.
        assert_eq!(widened((-20, 20), 100, 160, 320), (-50, 50));
        assert_eq!(widened((-20, 20), 100, 10, 320), (-10, 90));
        assert_eq!(widened((-20, 20), 100, 310, 320), (-90, 10));
        assert_eq!(widened((-20, 20), 1000, 160, 320), (-160, 160));
        // A room smaller than the actor.
        assert_eq!(widened((-20, 20), 1000, 8, 16), (-8, 32));
    }
}
