//! Humongous 6.0: the scripts of v6 with other names of files; costumes as in v6, except for sounds and shadows.

use costumier::{Dialect, Facing};
use costumier_build::script::Op;

use super::Engine;
use super::v6::V6;

/// Putt-Putt Joins the Parade.
#[derive(Debug)]
pub(super) struct He60;

impl Engine for He60 {
    fn name(&self) -> &'static str {
        "he60"
    }

    fn edition(&self) -> Dialect {
        Dialect::HE60
    }

    fn game_id(&self) -> &'static str {
        "puttputt"
    }

    fn file_name(&self, disk: u8) -> String {
        format!("puttputt.he{disk}")
    }

    fn screen(&self) -> (u32, u32) {
        V6.screen()
    }

    fn scales_apart(&self) -> bool {
        V6.scales_apart()
    }

    fn has_overrides(&self) -> bool {
        false
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        V6.redraw(lights)
    }

    fn tell(&self, actor: u8, entry: u8) -> Vec<Op> {
        V6.tell(actor, entry)
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        V6.never_clip_class(actor)
    }

    fn camera(&self, x: u16) -> Op {
        V6.camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        // It has no operation for degrees.
        vec![Op::Animate { actor, number: 0xF8 + u16::from(facing.direction().number()) }]
    }
}
