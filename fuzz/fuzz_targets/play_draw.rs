//! Any costume is played by any calls and drawn on a small stage, at any place, size and plane.
#![no_main]

use std::sync::Arc;

use costumier::costume::Costume;
use costumier::draw::{ActorColours, Colours, Edges, Look, Painter, Stage};
use costumier::game::Plane;
use costumier::play::{Actor, Clip};
use costumier::{Dialect, Facing, Limits};
use libfuzzer_sys::fuzz_target;

#[derive(Debug, arbitrary::Arbitrary)]
struct Input<'a> {
    v6: bool,
    engine_edges: bool,
    calls: Vec<u8>,
    at: (i16, i16),
    elevation: i16,
    scale: [u8; 2],
    plane: u8,
    shadow: u8,
    payload: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let dialect = if input.v6 { Dialect::V6 } else { Dialect::V5 };
    let Ok(costume) = Costume::open(*b"COST", input.payload.to_vec(), dialect) else { return };
    let costume = Arc::new(costume);
    let mut actor = Actor::new(Arc::clone(&costume), Facing::SOUTH);
    let mut painter = Painter::new(&Limits { picture_pixels: 1 << 16, ..Limits::default() });
    let mut stage = Stage::empty(64, 40, 200).expect("a small stage");
    stage.show(&[7; 64 * 40], 64, &[Plane::new(64, 40), Plane::new(64, 40)], 0, 0);
    stage.set_edges(if input.engine_edges { Edges::Engine } else { Edges::Free });
    let table = std::array::from_fn(|i| (i as u8).wrapping_mul(3));
    let mut colours = ActorColours::new(costume.palette());
    colours.shadow_mode = input.shadow;
    colours.shadow = Some(&table);
    let colours = Colours::of_actor(&colours);
    let mut placed = Vec::new();
    for call in input.calls.iter().take(40) {
        actor.animate(*call);
        actor.begin_loop();
        placed.clear();
        actor.pose(&mut placed);
        let mut look = Look::new((i32::from(input.at.0), i32::from(input.at.1)), &colours);
        look.elevation = i32::from(input.elevation);
        look.flip = actor.mirrored();
        look.scale = input.scale;
        look.plane = input.plane;
        let _ = painter.draw_all(&mut stage, &placed, &look, |key| costume.packed(key));
        actor.tick(&mut ());
    }
    let _ = Clip::from_actor(actor, &Limits { clip_ticks: 100, ..Limits::default() });
});
