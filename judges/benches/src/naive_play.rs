//! A plain player, to compare speed and results with: it follows `docs/format/animation.md §4` literally.
//!
//! Like an engine that keeps costumes as blocks of bytes, it looks up the command stream in the block's
//! header whenever it has to do with a limb, and lists what happened. [`Player::next`] gives a new state for
//! each tick, as programs do whose states never change.

use costumier::Actor;
use costumier::play::{Event, Mode};

/// Adds one to the animation counter.
const COUNT: u8 = 0x7C;

/// The footstep sound of v5.
const FOOTSTEP: u8 = 0x78;

/// A window that a limb plays.
#[derive(Clone, Debug)]
struct Limb {
    position: usize,
    start: usize,
    end: usize,
    play_once: bool,
}

/// An actor that ticks plainly.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    block: &'a [u8],
    limbs: Vec<Option<Limb>>,
    /// The actor's animation counter.
    pub counter: u16,
}

impl<'a> Player<'a> {
    /// Goes on from where an actor is, in a block of v5.
    #[must_use]
    pub fn new(actor: &Actor, block: &'a [u8]) -> Self {
        let limb = |number| {
            actor.limb(number).map(|limb| Limb {
                position: limb.position.into(),
                start: limb.start.into(),
                end: limb.end.into(),
                play_once: limb.mode == Mode::Once,
            })
        };
        Self { block, limbs: (0..16).map(limb).collect(), counter: actor.counter() }
    }

    /// Index of the command that a limb shows.
    #[must_use]
    pub fn position(&self, limb: u8) -> Option<usize> {
        self.limbs[usize::from(limb)].as_ref().map(|limb| limb.position)
    }

    /// One tick; returns what happened, and whether anything else is shown than before.
    pub fn tick(&mut self) -> (Vec<Event>, bool) {
        let (mut events, mut changed) = (Vec::new(), false);
        for (number, limb) in (0..).zip(&mut self.limbs) {
            let Some(limb) = limb else { continue };
            let stream = stream(self.block);
            let old = stream[limb.position] & 0x7F;
            let mut left = limb.end - limb.start + 1;
            loop {
                if limb.play_once {
                    if limb.position != limb.end {
                        limb.position += 1;
                    }
                } else if limb.position >= limb.end {
                    limb.position = limb.start;
                } else {
                    limb.position += 1;
                }
                match stream[limb.position] {
                    COUNT => {
                        self.counter = self.counter.wrapping_add(1);
                        events.push(Event::Counted { limb: number, counter: self.counter });
                    }
                    FOOTSTEP => events.push(Event::Sound { limb: number, slot: 0 }),
                    _ => break,
                }
                left -= 1;
                if limb.start == limb.end || left == 0 {
                    break;
                }
            }
            changed |= stream[limb.position] & 0x7F != old;
        }
        (events, changed)
    }

    /// The state after a tick, as a new one.
    #[must_use]
    pub fn next(&self) -> Self {
        let mut next = self.clone();
        next.tick();
        next
    }
}

/// The command stream of a v5 costume: its offset stands behind the palette (`docs/format/cost.md §2`).
fn stream(block: &[u8]) -> &[u8] {
    let colours = if block[1] & 1 == 0 { 16 } else { 32 };
    let offset = u16::from_le_bytes([block[2 + colours], block[3 + colours]]);
    &block[usize::from(offset) - 6..]
}
