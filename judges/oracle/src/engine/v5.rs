//! v5: operands stand behind the operation byte (`docs/format/scripts.md §A.3.1`).

use costumier::screen::Screen;
use costumier::{Dialect, Facing};
use costumier_build::script::Op;

use super::{Engine, NEVER_CLIP, ON_EGA, SET_CLASS};

/// An unused variable, for the animation counter.
const COUNTER: [u8; 2] = [100, 0];

/// Monkey Island 2.
#[derive(Debug)]
pub(super) struct Five {
    name: &'static str,
    settings: &'static str,
    shown_on: Option<Screen>,
}

pub(super) const V5: Five = Five { name: "v5", settings: "", shown_on: None };

/// The same on an EGA screen.
pub(super) const V5_ON_EGA: Five = Five { name: "v5-on-ega", settings: ON_EGA, shown_on: Some(Screen::Ega) };

impl Engine for Five {
    fn name(&self) -> &'static str {
        self.name
    }

    fn settings(&self) -> &'static str {
        self.settings
    }

    fn shown_on(&self) -> Option<Screen> {
        self.shown_on
    }

    fn edition(&self) -> Dialect {
        Dialect::V5
    }

    fn game_id(&self) -> &'static str {
        "monkey2"
    }

    fn screen(&self) -> (u32, u32) {
        (320, 200)
    }

    fn scales_apart(&self) -> bool {
        true
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        vec![Op::Lights(lights)]
    }

    fn tell(&self, actor: u8, entry: u8) -> Vec<Op> {
        let [low, high] = COUNTER;
        // The high bit of 0x84 means that red is a variable.
        vec![Op::Raw(vec![0x22, low, high, actor, 0x33, 0x84, low, high, 0, 0, 0, 0, 0, entry])]
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        // A list of classes, each after a byte, up to 0xFF.
        Op::Raw(vec![0x5D, actor, 0, 1, SET_CLASS | NEVER_CLIP, 0, 0xFF])
    }

    fn camera(&self, x: u16) -> Op {
        let [low, high] = x.to_le_bytes();
        Op::Raw(vec![0x32, low, high])
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        vec![Op::Animate { actor, number: u16::from(0xF8 + facing.direction().number()) }]
    }
}
