//! The timeline of an actor: what each limb shows from the present moment until the actor repeats.

use costumier::scene::LiveScene;
use costumier::{Clip, PictureKey};
use serde::Serialize;

use super::state::{EventRow, limbs};

/// The timeline of an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Timeline {
    /// The chore at its beginning.
    pub chore: u16,
    /// The facing at its beginning.
    pub facing: &'static str,
    /// Ticks until the actor repeats or stays.
    pub ticks: u32,
    /// The tick that follows the last one; `None` if the actor stays.
    pub loops_to: Option<u32>,
    /// Whether the timeline ends before the actor repeats.
    pub cut_off: bool,
    /// Left, top, width and height of everything that it shows, from its anchor.
    pub bounds: (i32, i32, u32, u32),
    /// The limbs that are active.
    pub limbs: Vec<TimelineLimb>,
    /// The events on the way.
    pub events: Vec<TimelineEvent>,
}

/// The timeline of a limb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimelineLimb {
    /// The number of the limb.
    pub limb: u8,
    /// Ranges of ticks in which it shows the same.
    pub spans: Vec<Span>,
}

/// A range of ticks in which a limb shows the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The first tick of the range.
    pub from: u32,
    /// The tick behind the last.
    pub to: u32,
    /// The command that is shown.
    pub position: u16,
    /// Whether the limb is not drawn.
    pub hidden: bool,
    /// The pictures that it shows.
    pub pictures: Vec<PictureKey>,
}

/// An event at the end of a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimelineEvent {
    /// The tick of the event.
    pub tick: u32,
    /// What happened in the tick.
    #[serde(flatten)]
    pub event: EventRow,
}

/// Returns what an actor of a scene does from the present moment. The scene is played on; pass a clone to keep it.
///
/// The repetition is found as in a game without talking actors; what the limbs show until then is as in the scene.
/// Returns `None` if the actor does not exist.
#[must_use]
pub fn timeline(scene: &mut LiveScene, actor: usize) -> Option<Timeline> {
    let limits = scene.game().limits().clone();
    let clip = Clip::from_actor(scene.actor(actor)?.clone(), &limits);
    let ticks = clip.ticks();
    let before = |frame: usize| clip.frames.iter().take(frame).map(|frame| frame.ticks).sum();
    let mut found = Timeline {
        chore: clip.chore,
        facing: clip.facing.name(),
        ticks,
        loops_to: clip.loops_to.map(before),
        cut_off: clip.cut_off,
        bounds: (clip.bounds.left, clip.bounds.top, clip.bounds.width(), clip.bounds.height()),
        limbs: Vec::new(),
        events: Vec::new(),
    };
    for tick in 0..ticks {
        for state in limbs(scene.actor(actor)?) {
            let number = found.limbs.partition_point(|row| row.limb < state.limb);
            if found.limbs.get(number).is_none_or(|row| row.limb != state.limb) {
                found.limbs.insert(number, TimelineLimb { limb: state.limb, spans: Vec::new() });
            }
            let spans = &mut found.limbs[number].spans;
            let same = |span: &&mut Span| {
                span.to == tick
                    && (span.position, span.hidden) == (state.position, state.hidden)
                    && span.pictures == state.pictures
            };
            match spans.last_mut().filter(same) {
                Some(span) => span.to = tick + 1,
                None => spans.push(Span {
                    from: tick,
                    to: tick + 1,
                    position: state.position,
                    hidden: state.hidden,
                    pictures: state.pictures,
                }),
            }
        }
        let events = &mut found.events;
        scene.tick_hearing(&mut |number, event| {
            if number == actor {
                events.push(TimelineEvent { tick, event: EventRow::new(number, event) });
            }
        });
    }
    Some(found)
}
