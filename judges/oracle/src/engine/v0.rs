//! v0: Maniac Mansion for the C64. Each actor wears the costume of its own number, boxes always apply, and actors have
//! no settings; scripts start commands of the costume.
//!
//! No operation changes a colour, and scripts have no verbs. So the number of a frame is a text above the room: sixteen
//! characters, in which each visible one is a set bit.

use costumier::scene::SceneActor;
use costumier::{Dialect, Facing, Interpreter, Role};
use costumier_build::script::Op;

use super::Engine;
use crate::case::place_of;
use crate::interpreter;
use crate::judge::frames::Frame;

/// Bits of a number.
const BITS: usize = 16;

/// The actor number of a text without a speaker.
const NO_ACTOR: u8 = 0xFF;

/// Maniac Mansion.
#[derive(Debug)]
pub(super) struct V0;

impl Engine for V0 {
    fn name(&self) -> &'static str {
        "v0"
    }

    fn edition(&self) -> Dialect {
        Dialect::V0
    }

    fn game_id(&self) -> &'static str {
        "maniac"
    }

    fn settings(&self) -> &'static str {
        "platform=c64\n"
    }

    fn screen(&self) -> (u32, u32) {
        (320, 136)
    }

    fn top(&self) -> u32 {
        // Newer ScummVM shows rooms one row further down.
        if interpreter::chosen() == Interpreter::Current { 9 } else { 8 }
    }

    fn begin(&self) -> Vec<Op> {
        // The mode of cutscenes: no input.
        vec![Op::Raw(vec![0x60, 0x00])]
    }

    fn opening(&self) -> usize {
        12
    }

    fn lights(&self) -> &'static [u8] {
        &[11, 0]
    }

    fn shown_by(&self) -> &'static [Role] {
        self.dialect().play.on_show
    }

    fn has_model(&self) -> bool {
        false
    }

    fn has_overrides(&self) -> bool {
        false
    }

    fn has_sizes(&self) -> bool {
        false
    }

    fn scales_apart(&self) -> bool {
        false
    }

    fn has_shadows(&self) -> bool {
        false
    }

    fn has_speeds(&self) -> bool {
        false
    }

    fn has_counters(&self) -> bool {
        false
    }

    fn by_class(&self) -> bool {
        true
    }

    fn most_planes(&self) -> usize {
        1
    }

    fn forced_planes(&self) -> &'static [u8] {
        &[1]
    }

    fn quits(&self) -> bool {
        false
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        vec![Op::Lights(if lights == 0 { 0 } else { 2 })]
    }

    fn tell(&self, _actor: u8, _last: u8) -> Vec<Op> {
        Vec::new()
    }

    fn never_clip_class(&self, _actor: u8) -> Op {
        Op::Raw(Vec::new())
    }

    fn camera(&self, x: u16) -> Op {
        Op::Camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        // The endless sequence that stands in this facing.
        let command = 4 + u16::from(facing.direction().number());
        vec![Op::Animate { actor, number: 0xFF00 | command }]
    }

    fn set_up(&self, actor: u8, room: u8, is: &SceneActor) -> Option<Vec<Op>> {
        let narrow = |value: i32| i16::try_from(value).unwrap_or(0);
        // Out of the room, so that it is shown again.
        let mut ops = vec![Op::Raw(vec![0x2D, actor, 0])];
        let (x, y) = place_of(is);
        ops.push(Op::Put { actor, room, x: narrow(x), y: narrow(y) });
        Some(ops)
    }

    fn mark(&self, number: usize) -> Vec<Op> {
        let mut text = vec![0x14, NO_ACTOR, b'X'];
        text.extend((0..BITS).map(|bit| if number >> bit & 1 == 1 { b'X' } else { b' ' }));
        text.extend([b'X', 0]);
        vec![Op::Raw(text)]
    }

    fn number_of(&self, frame: &Frame) -> Option<usize> {
        let seen = |place: usize| {
            let x = 8 * place;
            let mut rows = frame.pixels.chunks_exact(frame.width).take(8).filter_map(|row| row.get(x..x + 8));
            rows.any(|row| row.iter().any(|pixel| *pixel != 0))
        };
        (seen(0) && seen(BITS + 1)).then(|| (0..BITS).map(|bit| usize::from(seen(1 + bit)) << bit).sum())
    }
}
