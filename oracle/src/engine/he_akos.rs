//! Humongous games with AKOS costumes: the scripts of Humongous 6.0, with v7's animation variables.

use costumier::raw::build::script::Op;
use costumier::{Dialect, Facing};

use super::v6::V6;
use super::{Engine, HE60};

/// One version of the engine, and a game that ScummVM runs in it.
#[derive(Debug)]
pub(super) struct HeAkos {
    name: &'static str,
    game_id: &'static str,
    version: u8,
}

/// Fatty Bear's Birthday Surprise.
pub(super) const HE62: HeAkos = HeAkos { name: "he62", game_id: "fbear", version: 62 };

impl Engine for HeAkos {
    fn name(&self) -> &'static str {
        self.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::humongous(self.version)
    }

    fn game_id(&self) -> &'static str {
        self.game_id
    }

    fn file_name(&self, disk: u8) -> String {
        format!("{}.he{disk}", self.game_id)
    }

    fn screen(&self) -> (u32, u32) {
        self.dialect().screen
    }

    fn scales_apart(&self) -> bool {
        false
    }

    fn has_model(&self) -> bool {
        false
    }

    fn has_shadows(&self) -> bool {
        false
    }

    fn overrides(&self) -> u8 {
        255
    }

    fn names_room_colours(&self) -> bool {
        true
    }

    fn set_variable(&self, actor: u8, variable: u8, value: i16) -> Op {
        let [low, high] = value.to_le_bytes();
        Op::Raw(vec![1, actor, 0, 0x9D, 0xC5, 1, variable, 0, 1, low, high, 0x9D, 0xC6])
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        V6.redraw(lights)
    }

    fn tell(&self, actor: u8, last: u8) -> Vec<Op> {
        // The variable stays on the stack as red.
        let one = |variable: u8| {
            let entry = last - variable;
            Op::Raw(vec![1, actor, 0, 1, variable, 0, 0xD2, 1, 0, 0, 1, 0, 0, 1, entry, 0, 0x9C, 0xAF])
        };
        (0..3).map(one).collect()
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        V6.never_clip_class(actor)
    }

    fn camera(&self, x: u16) -> Op {
        V6.camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        HE60.face(actor, facing)
    }
}
