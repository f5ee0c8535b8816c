//! Any costume is played by any calls and drawn on a small stage, at any place, size and plane.

use std::sync::Arc;

use costumier::draw::{ActorColours, Edges, ShadowTables};
use costumier::game::Plane;
use costumier::scene::ActorPlacement;
use costumier::{Actor, Clip, Colours, Costume, Dialect, Facing, Limits, Painter, Stage};

fn number(bytes: [u8; 2]) -> i32 {
    i32::from(i16::from_le_bytes(bytes))
}

// The input: 12 bytes of circumstances, 16 calls, the payload.
pub(crate) fn run(input: &[u8]) {
    let Some((&[flags, shadow, x0, x1, y0, y1, e0, e1, scale_x, scale_y, plane, _], rest)) =
        input.split_first_chunk()
    else {
        return;
    };
    let Some((calls, payload)) = rest.split_first_chunk::<16>() else { return };
    let dialect = match (flags >> 2, flags & 1) {
        (0, 0) => Dialect::V5,
        (0, _) => Dialect::V6,
        (other, _) => Dialect::CLASSIC[usize::from(other) % Dialect::CLASSIC.len()],
    };
    let Ok(costume) = Costume::open(*b"COST", payload.to_vec(), dialect) else { return };
    let costume = Arc::new(costume);
    let mut actor = Actor::new(Arc::clone(&costume), Facing::SOUTH);
    let mut limits = Limits::default();
    (limits.picture_pixels, limits.clip_ticks) = (1 << 16, 100);
    let mut painter = Painter::new(&limits);
    let mut stage = Stage::empty(64, 40, 200).expect("a small stage");
    stage.show(&[7; 64 * 40], 64, &[Plane::new(64, 40), Plane::new(64, 40)], 0, 0);
    stage.set_edges(if flags & 2 != 0 { Edges::Engine } else { Edges::Free });
    let table = std::array::from_fn(|i| (i as u8).wrapping_mul(3));
    let mut colours = ActorColours::of(&costume);
    colours.shadow_mode = shadow;
    colours.shadow = ShadowTables::One(&table);
    let colours = Colours::of_actor(&colours);
    for call in calls {
        actor.animate(u16::from(*call));
        let anchor = actor.anchor((number([x0, x1]), number([y0, y1])), number([e0, e1]));
        let mut standing = ActorPlacement::new(anchor, &colours);
        (standing.scale, standing.plane) = ([scale_x, scale_y], plane);
        let _ = painter.draw_actor(&mut stage, &mut actor, &standing);
        actor.tick(&mut ());
    }
    let _ = Clip::from_actor(actor, &limits);
}
