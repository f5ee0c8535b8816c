//! Tests of the playback rules of `docs/format/akos-programs.md`, one by one, with programs in text.

pub(super) mod actors;
pub(super) mod around;
pub(super) mod limbs;
pub(super) mod programs;

use std::sync::Arc;

use crate::Facing;
use crate::Limits;
use crate::akos::fixture::{Part, source};
use crate::akos::program::assemble;
use crate::akos::{Akos, AkosSource, Header};
use crate::costume::Costume;
use crate::dialect::{AkosRules, Dialect, Interpreter};
use crate::model::Placed;
use crate::play::{Actor, Clip, Event, Queue, World};

type Records<'a> = &'a [(usize, &'a [Part])];

/// The record of chore 8 facing South, which most tests play.
const EIGHT: usize = 34;

fn open(source: &AkosSource, dialect: Dialect) -> Actor {
    let akos = Akos::open(source.write().unwrap(), dialect).unwrap();
    Actor::new(Arc::new(Costume::Akos(akos)), Facing::SOUTH)
}

fn actor_in(dialect: Dialect, text: &str, records: Records<'_>) -> Actor {
    let sequence = assemble(text, &dialect.akos).unwrap();
    open(&source(0, &sequence, records), dialect)
}

/// An actor of v7 whose limb 0 runs this program as chore 8.
fn running(text: &str) -> Actor {
    running_in(Dialect::V7, text)
}

fn running_in(dialect: Dialect, text: &str) -> Actor {
    let mut actor = actor_in(dialect, text, &[(EIGHT, &[(0, 6, 0, 0)])]);
    actor.start(8);
    actor
}

fn pose(actor: &Actor) -> Vec<Placed> {
    let mut out = Vec::new();
    actor.pose(&mut out);
    out
}

/// The pictures that are shown in each of `n` ticks; drawing comes before ticking.
fn run(actor: &mut Actor, n: usize, world: &mut impl World) -> Vec<Vec<u16>> {
    (0..n)
        .map(|_| {
            let shown = pose(actor).iter().map(|p| p.picture.index).collect();
            actor.tick(world);
            shown
        })
        .collect()
}

/// The trace of [`run`] for programs that show at most one picture at a time; −1 for nothing.
fn trace(actor: &mut Actor, n: usize) -> Vec<i32> {
    run(actor, n, &mut ()).iter().map(|shown| shown.first().map_or(-1, |index| i32::from(*index))).collect()
}

fn events(actor: &mut Actor, n: usize) -> Vec<Event> {
    let mut out = Vec::new();
    run(actor, n, &mut out);
    out
}

fn var(actor: &Actor, var: u8) -> i16 {
    actor.var(var)
}

fn is_faulty(actor: &Actor) -> bool {
    actor.limbs().as_akos().unwrap().is_faulty(0)
}
