//! Tests of the playback rules of `docs/format/animation.md`, one by one.

mod chores;
mod clips;
mod facing;
mod old;
mod windows;

use std::sync::Arc;

use super::*;
use crate::Facing;
use crate::Limits;
use crate::cost::fixture::{Entry, Entry::*, make};
use crate::costume::Costume;
use crate::dialect::Dialect;
use crate::model::Placed;

type Records<'a> = &'a [(u8, &'a [(u8, Entry)])];

fn actor_in(dialect: Dialect, stream: &[u8], records: Records<'_>) -> Actor {
    let cost = make(dialect, 4, stream, records);
    Actor::new(Arc::new(Costume::Cost(cost)), Facing::SOUTH)
}

fn actor(stream: &[u8], records: Records<'_>) -> Actor {
    actor_in(Dialect::V5, stream, records)
}

fn pose(actor: &Actor) -> Vec<Placed> {
    let mut out = Vec::new();
    actor.pose(&mut out);
    out
}

/// The pictures that are shown, as (limb, index).
fn shown(actor: &Actor) -> Vec<(u8, u16)> {
    pose(actor).iter().map(|p| (p.limb, p.picture.index)).collect()
}

/// The picture of limb 0 in each of `n` ticks; drawing comes before ticking. −1 for nothing.
fn run(actor: &mut Actor, n: usize) -> Vec<i32> {
    let mut out = Vec::new();
    for _ in 0..n {
        out.push(shown(actor).iter().find(|p| p.0 == 0).map_or(-1, |p| i32::from(p.1)));
        actor.tick(&mut ());
    }
    out
}

/// The stream of `docs/format/animation.md §12`, at index 10.
const TRACE: [u8; 15] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 0x7C, 5, 0x7B];

proptest::proptest! {
    #[test]
    fn playing_anything_ends(
        stream in proptest::collection::vec(0x70u8..0x80, 1..40),
        entries in proptest::collection::vec((0u16..50, 1u8..60, proptest::bool::ANY), 4),
        calls in proptest::collection::vec(0u16..=255, 0..40),
    ) {
        let entries: Vec<(u8, Entry)> = (0u8..)
            .zip(&entries)
            .map(|(limb, &(start, len, once))| (limb, if once { Once(start, len) } else { Loop(start, len) }))
            .collect();
        let records: Vec<(u8, &[(u8, Entry)])> = (0..40).map(|index| (index, entries.as_slice())).collect();
        for dialect in [Dialect::V5, Dialect::V6] {
            let mut a = actor_in(dialect, &stream, &records);
            for call in &calls {
                a.animate(*call);
                a.tick(&mut ());
                pose(&a);
            }
            let clip = Clip::from_actor(a, &Limits::default());
            proptest::prop_assert!(clip.frames.len() <= 600);
        }
    }
}
