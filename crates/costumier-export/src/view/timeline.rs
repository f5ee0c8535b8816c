//! What an actor does from now on until it repeats, limb by limb: the rows of a timeline.

use costumier::Clip;
use costumier::scene::LiveScene;
use serde::Serialize;

use super::state::{EventRow, Key, limbs};

/// What an actor does until it repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Timeline {
    /// The chore that it sets out with.
    pub chore: u16,
    /// Where it looks then.
    pub facing: &'static str,
    /// Ticks until it repeats or stays.
    pub ticks: u32,
    /// The tick that the last one is followed by; `None` where it stays.
    pub loops_to: Option<u32>,
    /// Whether it was cut off before it repeated.
    pub cut_off: bool,
    /// Left, top, width and height of all that it shows, from its anchor.
    pub bounds: (i32, i32, u32, u32),
    /// The limbs that do something.
    pub limbs: Vec<TimelineLimb>,
    /// What happens on the way.
    pub events: Vec<TimelineEvent>,
}

/// What a limb does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimelineLimb {
    /// Its number.
    pub limb: u8,
    /// Stretches of ticks in which it shows the same.
    pub spans: Vec<Span>,
}

/// Ticks in which a limb shows the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// First tick.
    pub from: u32,
    /// The tick behind the last.
    pub to: u32,
    /// The command.
    pub position: u16,
    /// Whether it is not drawn.
    pub hidden: bool,
    /// What it shows.
    pub pictures: Vec<Key>,
}

/// Something that happens at the end of a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimelineEvent {
    /// The tick.
    pub tick: u32,
    /// What happens.
    #[serde(flatten)]
    pub event: EventRow,
}

/// What an actor of a scene does from now on. The scene goes on from where it is; take a clone.
///
/// Where it repeats is found as in a silent game, where nobody talks; what the limbs show on the way there is
/// as the scene has it. `None` where there is no such actor.
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
            let number = found.limbs.iter().position(|row| row.limb == state.limb).unwrap_or_else(|| {
                found.limbs.push(TimelineLimb { limb: state.limb, spans: Vec::new() });
                found.limbs.len() - 1
            });
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
    found.limbs.sort_unstable_by_key(|row| row.limb);
    Some(found)
}
