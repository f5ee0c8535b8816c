//! v8: operands are pushed as 32 bits (`docs/format/scripts.md §A.3.3`).

use costumier::scene::ShadowPalette;
use costumier::{Dialect, Facing};
use costumier_build::script::{ActorOp, Op};

use super::{Engine, NEVER_CLIP};

#[derive(Debug)]
pub(super) struct V8;

/// Makes a shadow table: a function of the "kernel".
const BUILD_SHADOW: u8 = 108;

impl Engine for V8 {
    fn edition(&self) -> Dialect {
        Dialect::V8
    }

    fn game_id(&self) -> &'static str {
        "comi"
    }

    fn screen(&self) -> (u32, u32) {
        (640, 480)
    }

    fn scales_apart(&self) -> bool {
        false
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

    fn file_name(&self, disk: u8) -> String {
        format!("comi.la{disk}")
    }

    fn redraw(&self, _lights: u8) -> Vec<Op> {
        // It draws all actors in every loop.
        Vec::new()
    }

    fn wants_curtain(&self) -> bool {
        true
    }

    fn tell(&self, actor: u8, last: u8) -> Vec<Op> {
        (0..3).map(|variable| Op::VariableColour { actor, variable, entry: last - variable }).collect()
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        Op::Class { actor, class: NEVER_CLIP }
    }

    fn camera(&self, x: u16) -> Op {
        self.look_at((x, 240))
    }

    fn look_at(&self, (x, y): (u16, u16)) -> Op {
        let ([left, right], [upper, lower]) = (x.to_le_bytes(), y.to_le_bytes());
        Op::Raw(vec![1, left, right, 0, 0, 1, upper, lower, 0, 0, 0x8E])
    }

    fn room_palette(&self, number: u16) -> Op {
        let [low, high] = number.to_le_bytes();
        Op::Raw(vec![1, low, high, 0, 0, 0xAB, 0x5C])
    }

    fn first_shadow(&self) -> u8 {
        24
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
            bytes.extend(u32::from(operand).to_le_bytes());
        }
        bytes.push(0xBA);
        vec![Op::Raw(bytes)]
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        vec![Op::Actor(actor, vec![ActorOp::Direction(facing.angle())])]
    }
}
