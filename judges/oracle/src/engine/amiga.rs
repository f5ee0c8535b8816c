//! v5 on the Amiga: v5's scripts, and another drawing of costumes (`docs/format/drawing.md §9`).

use costumier::{Dialect, Facing};
use costumier_build::script::Op;

use super::Engine;
use super::v5::V5;

/// The Amiga's Monkey Island 2.
#[derive(Debug)]
pub(super) struct Amiga;

impl Engine for Amiga {
    fn name(&self) -> &'static str {
        "amiga"
    }

    fn edition(&self) -> Dialect {
        Dialect::V5_AMIGA
    }

    fn game_id(&self) -> &'static str {
        V5.game_id()
    }

    fn settings(&self) -> &'static str {
        "platform=amiga\n"
    }

    fn screen(&self) -> (u32, u32) {
        V5.screen()
    }

    fn scales_apart(&self) -> bool {
        V5.scales_apart()
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        V5.redraw(lights)
    }

    fn tell(&self, actor: u8, entry: u8) -> Vec<Op> {
        V5.tell(actor, entry)
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        V5.never_clip_class(actor)
    }

    fn camera(&self, x: u16) -> Op {
        V5.camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        V5.face(actor, facing)
    }
}
