//! A clip: one chore in one facing, played from the start until it repeats.
//!
//! The actor is set up as a game would do it: `init` first, `stand` before the talk chores (their records name only
//! the head), then the chore itself (`docs/format/animation.md §11`). The actor's whole state (limbs, turn,
//! speed) decides where the clip ends: once a state returns, everything after it is known. A play-once chore
//! ends in a state that stays.
//!
//! Programs of AKOS costumes may mirror the actor (C08A) and move it (C087) while they play. Each frame says
//! whether it is mirrored; the positions of its pictures include the move.

use std::sync::Arc;

use super::actor::Actor;
use super::history::History;
use super::world::Event;
use crate::Facing;
use crate::Limits;
use crate::costume::Costume;
use crate::model::{Bounds, Placed};

/// What is visible for one or more ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClipFrame {
    /// The pictures, in drawing order.
    pub placed: Vec<Placed>,
    /// Whether the pictures are drawn mirrored.
    pub mirrored: bool,
    /// Number of ticks that the frame is shown. A tick is a loop of the interpreter, usually six jiffies or a tenth
    /// of a second ([`LiveScene::tick`](crate::scene::LiveScene::tick)).
    pub ticks: u32,
    /// Events on the way to the *next* frame: sounds, counters.
    pub events: Vec<Event>,
}

impl ClipFrame {
    /// A frame with these pictures, for `ticks` ticks, without events.
    #[must_use]
    pub fn new(placed: Vec<Placed>, mirrored: bool, ticks: u32) -> Self {
        Self { placed, mirrored, ticks, events: Vec::new() }
    }
}

/// A chore in one facing, frame by frame.
///
/// ```
/// use std::sync::Arc;
///
/// use costumier::{Clip, Facing, Game, Limits, Role};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let costume = Arc::new(game.costume(1)?);
/// let walk = costume.roles().chore(Role::Walk);
/// let clip = Clip::record(&costume, walk, Facing::SOUTH, &Limits::default());
/// // Two steps, over and over, on a canvas that holds both.
/// assert_eq!((clip.frames.len(), clip.loops_to, clip.cut_off), (2, Some(0), false));
/// assert_eq!(clip.ticks(), clip.frames.iter().map(|frame| frame.ticks).sum());
/// assert!(clip.bounds.width() >= 16 && clip.bounds.height() >= 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clip {
    /// The chore's number. If a program of the costume starts another chore, the number of the first.
    pub chore: u16,
    /// The facing of the actor when the clip begins.
    pub facing: Facing,
    /// Whether the first frame is drawn mirrored. All frames are, unless a program changes it.
    pub mirrored: bool,
    /// The frames. Successive frames look different, except where the loop begins between them.
    pub frames: Vec<ClipFrame>,
    /// Index of the frame that follows the last one; `None` if the last frame stays for ever.
    pub loops_to: Option<usize>,
    /// Whether the clip was cut off at [`Limits::clip_ticks`] before it repeated.
    pub cut_off: bool,
    /// The rectangle around all frames, relative to the anchor.
    pub bounds: Bounds,
}

impl Clip {
    /// Plays a chore in a facing, begun as in [`Actor::performing`]: `init` comes first and fills the limbs that
    /// the chore does not name. If the costume has no [record](Costume::has_record) for the chore, the clip shows
    /// `init`.
    #[must_use]
    pub fn record(costume: &Arc<Costume>, chore: u16, facing: Facing, limits: &Limits) -> Self {
        let actor = Actor::performing(costume, chore, facing);
        Self::from_actor(actor, limits)
    }

    /// Plays on from an actor's present state until it repeats.
    #[must_use]
    pub fn from_actor(mut actor: Actor, limits: &Limits) -> Self {
        let (chore, facing) = (actor.chore(), actor.facing());
        let mut history = History::default();
        let mut ticks: Vec<(TickPictures, Vec<Event>)> = Vec::new();
        let mut back_to = None;
        while ticks.len() < limits.clip_ticks.max(1) {
            back_to = history.meet(&actor);
            if back_to.is_some() {
                break;
            }
            actor.begin_loop();
            let shown = TickPictures::by(&actor);
            let mut events = Vec::new();
            actor.tick(&mut events);
            ticks.push((shown, events));
        }
        let cut_off = back_to.is_none();
        let (frames, loops_to) = merge(ticks, back_to);
        let mut bounds = Bounds::default();
        for frame in &frames {
            for placed in &frame.placed {
                if let Ok(picture) = actor.costume().picture(placed.picture) {
                    let (x, mirrored) = match frame.mirrored != placed.mirrored {
                        true => picture.packed.mirrored(placed.x),
                        false => (placed.x, false),
                    };
                    let placed = Placed { x, ..*placed };
                    bounds = bounds.union(Bounds::of(&placed, &picture.info, mirrored));
                }
            }
        }
        let mirrored = frames.first().is_some_and(|frame| frame.mirrored);
        Self { chore, facing, mirrored, frames, loops_to, cut_off, bounds }
    }

    /// Number of ticks of all frames together.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.frames.iter().map(|frame| frame.ticks).sum()
    }

    /// Whether no frame draws anything.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.bounds.is_empty()
    }
}

/// What an actor shows in one tick.
#[derive(PartialEq)]
struct TickPictures {
    placed: Vec<Placed>,
    mirrored: bool,
}

impl TickPictures {
    fn by(actor: &Actor) -> Self {
        let mut placed = Vec::new();
        actor.pose(&mut placed);
        let mirrored = actor.mirrored();
        let (x, y) = actor.offset();
        if (x, y) != (0, 0) {
            for placed in &mut placed {
                let picture = actor.costume().packed(placed.picture);
                // The offset moves the actor, and its pictures are mirrored about it.
                let turned = mirrored && picture.is_ok_and(|picture| picture.mirrored(1) != (1, false));
                placed.x = if turned { placed.x.saturating_sub(x) } else { placed.x.saturating_add(x) };
                placed.y = placed.y.saturating_add(y);
            }
        }
        Self { placed, mirrored }
    }
}

/// Joins ticks that show the same into frames, but not across the point where the loop begins.
fn merge(ticks: Vec<(TickPictures, Vec<Event>)>, back_to: Option<usize>) -> (Vec<ClipFrame>, Option<usize>) {
    // A loop that always shows the same is a picture that stays.
    let loop_tick = back_to.filter(|from| {
        let mut shown = ticks.iter().skip(*from).map(|(shown, _)| shown);
        let first = shown.next();
        shown.any(|shown| Some(shown) != first)
    });
    let mut frames: Vec<ClipFrame> = Vec::new();
    let mut loops_to = None;
    for (tick, (TickPictures { placed, mirrored }, events)) in ticks.into_iter().enumerate() {
        let loop_begins = loop_tick == Some(tick);
        match frames.last_mut() {
            Some(last) if last.placed == placed && last.mirrored == mirrored && !loop_begins => {
                last.ticks = last.ticks.saturating_add(1);
                last.events.extend(events);
            }
            _ => frames.push(ClipFrame { placed, mirrored, ticks: 1, events }),
        }
        if loop_begins {
            loops_to = frames.len().checked_sub(1);
        }
    }
    (frames, loops_to)
}
