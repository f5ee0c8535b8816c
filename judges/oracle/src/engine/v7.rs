//! v7: v6's operations, except for a few (`docs/format/scripts.md §A.3.2`).

use costumier::scene::ShadowPalette;
use costumier::{Dialect, Facing};
use costumier_build::script::{ActorOp, Op};

use super::{Engine, v6};

#[derive(Debug)]
pub(super) struct V7;

/// Sets the horizontal scale alone: a function of the "kernel".
const SCALE_X: u8 = 107;

/// Makes a shadow table: another one.
const BUILD_SHADOW: u8 = 108;

impl Engine for V7 {
    fn edition(&self) -> Dialect {
        Dialect::V7
    }

    fn game_id(&self) -> &'static str {
        "dig"
    }

    fn screen(&self) -> (u32, u32) {
        (320, 200)
    }

    fn scales_apart(&self) -> bool {
        true
    }

    fn never_clips(&self) -> bool {
        true
    }

    fn camera_step(&self) -> i32 {
        1
    }

    fn has_diagonals(&self) -> bool {
        true
    }

    fn overrides(&self) -> u8 {
        255
    }

    fn file_name(&self, disk: u8) -> String {
        format!("dig.la{disk}")
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        v6::V6.redraw(lights)
    }

    fn tell(&self, actor: u8, last: u8) -> Vec<Op> {
        (0..3).map(|variable| Op::VariableColour { actor, variable, entry: last - variable }).collect()
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        v6::V6.never_clip_class(actor)
    }

    fn camera(&self, x: u16) -> Op {
        self.look_at((x, 100))
    }

    fn look_at(&self, (x, y): (u16, u16)) -> Op {
        let ([left, right], [upper, lower]) = (x.to_le_bytes(), y.to_le_bytes());
        Op::Raw(vec![1, left, right, 1, upper, lower, 0x7A])
    }

    fn scale(&self, actor: u8, x: u8, y: u8) -> Vec<Op> {
        let both = Op::Actor(actor, vec![ActorOp::Scale(y, y)]);
        // A list of three, whose length is pushed last.
        let across = Op::Raw(vec![1, SCALE_X, 0, 1, actor, 0, 1, x, 0, 1, 3, 0, 0xC9]);
        if x == y { vec![both] } else { vec![both, across] }
    }

    fn shadow_table(
        &self,
        number: u8,
        ShadowPalette { factors: [r, g, b], first, last }: ShadowPalette,
    ) -> Vec<Op> {
        let operands = [BUILD_SHADOW.into(), number.into(), r, g, b, first.into(), last.into(), 7];
        let mut bytes: Vec<u8> = Vec::new();
        for operand in operands {
            bytes.push(1);
            bytes.extend(operand.to_le_bytes());
        }
        bytes.push(0xC9);
        vec![Op::Raw(bytes)]
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        v6::V6.face(actor, facing)
    }
}
