//! A clip: one chore × facing played from the start until it repeats.
//!
//! The actor is set up as a game would have it: `init` first, `stand` before the talk chores (their records name only the head),
//! then the chore itself (`reference/03 §11`). The limbs' state decides where the clip ends: once a state comes back, everything
//! after it is known. A play-once chore ends in a state that stays.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::actor::{Actor, Limbs};
use super::world::Event;
use crate::costume::{Bounds, Costume, Placed};
use crate::facing::Facing;
use crate::limits::Limits;

/// What is seen for one or more ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipFrame {
    /// The pictures, in drawing order.
    pub placed: Vec<Placed>,
    /// For how many ticks.
    pub ticks: u32,
    /// What happened on the way to the *next* frame: sounds, counters.
    pub events: Vec<Event>,
}

/// A chore × facing, frame by frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// Chore number.
    pub chore: u16,
    /// Where the actor looks.
    pub facing: Facing,
    /// Whether it is drawn mirrored.
    pub mirrored: bool,
    /// The frames. Two neighbours differ in their pictures, except where the loop begins between them.
    pub frames: Vec<ClipFrame>,
    /// The frame that follows the last one; `None` where the last frame stays for ever.
    pub loops_to: Option<usize>,
    /// Whether the clip was cut off at [`Limits::clip_ticks`] before it repeated.
    pub cut_off: bool,
    /// The rectangle around all frames, relative to the anchor.
    pub bounds: Bounds,
}

impl Clip {
    /// Plays a chore in a facing.
    #[must_use]
    pub fn record(costume: &Arc<Costume>, chore: u16, facing: Facing, limits: &Limits) -> Self {
        let actor = Actor::performing(costume, chore, facing);
        Self::from_actor(actor, limits)
    }

    /// Plays on from an actor's present state until it repeats.
    #[must_use]
    pub fn from_actor(mut actor: Actor, limits: &Limits) -> Self {
        let mut seen: BTreeMap<Limbs, usize> = BTreeMap::new();
        let mut ticks: Vec<(Vec<Placed>, Vec<Event>)> = Vec::new();
        let mut back_to = None;
        while ticks.len() < limits.clip_ticks.max(1) {
            if let Some(&tick) = seen.get(actor.limbs()) {
                back_to = Some(tick);
                break;
            }
            seen.insert(actor.limbs().clone(), ticks.len());
            let mut placed = Vec::new();
            actor.pose(&mut placed);
            let mut events = Vec::new();
            actor.tick(&mut events);
            ticks.push((placed, events));
        }
        let cut_off = back_to.is_none();
        let (frames, loops_to) = merge(ticks, back_to);
        let mirrored = actor.mirrored();
        let mut bounds = Bounds::default();
        for placed in frames.iter().flat_map(|frame| &frame.placed) {
            if let Ok(picture) = actor.costume().picture(placed.picture) {
                bounds = bounds.union(Bounds::of(placed, &picture.info, mirrored));
            }
        }
        Self { chore: actor.chore(), facing: actor.facing(), mirrored, frames, loops_to, cut_off, bounds }
    }

    /// Ticks of all frames together.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.frames.iter().map(|frame| frame.ticks).sum()
    }

    /// Whether nothing is ever drawn.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.bounds.is_empty()
    }
}

/// Joins ticks that show the same pictures into frames, without joining across the point where the loop begins.
fn merge(ticks: Vec<(Vec<Placed>, Vec<Event>)>, back_to: Option<usize>) -> (Vec<ClipFrame>, Option<usize>) {
    // A loop that always shows the same is a picture that stays.
    let loop_tick = back_to.filter(|from| {
        let mut shown = ticks.iter().skip(*from).map(|(placed, _)| placed);
        let first = shown.next();
        shown.any(|placed| Some(placed) != first)
    });
    let mut frames: Vec<ClipFrame> = Vec::new();
    let mut loops_to = None;
    for (tick, (placed, events)) in ticks.into_iter().enumerate() {
        let loop_begins = loop_tick == Some(tick);
        match frames.last_mut() {
            Some(last) if last.placed == placed && !loop_begins => {
                last.ticks += 1;
                last.events.extend(events);
            }
            _ => frames.push(ClipFrame { placed, ticks: 1, events }),
        }
        if loop_begins {
            loops_to = Some(frames.len() - 1);
        }
    }
    (frames, loops_to)
}
