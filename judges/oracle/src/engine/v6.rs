//! v6: operands are pushed (`01 i16`), then the operation takes them off the stack
//! (`docs/format/scripts.md §A.3.2`).

use costumier::screen::Screen;
use costumier::{Dialect, Facing};
use costumier_build::script::Op;

use super::{Engine, NEVER_CLIP, ON_EGA, SET_CLASS};

/// Day of the Tentacle.
#[derive(Debug)]
pub(super) struct Six {
    name: &'static str,
    settings: &'static str,
    shown_on: Option<Screen>,
}

pub(super) const V6: Six = Six { name: "v6", settings: "", shown_on: None };

/// The same on an EGA screen.
pub(super) const V6_ON_EGA: Six = Six { name: "v6-on-ega", settings: ON_EGA, shown_on: Some(Screen::Ega) };

impl Engine for Six {
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
        Dialect::V6
    }

    fn game_id(&self) -> &'static str {
        "tentacle"
    }

    fn screen(&self) -> (u32, u32) {
        (320, 200)
    }

    fn scales_apart(&self) -> bool {
        false
    }

    fn has_diagonals(&self) -> bool {
        true
    }

    fn redraw(&self, _lights: u8) -> Vec<Op> {
        // Shakes the screen, and stops shaking it.
        vec![Op::Raw(vec![0x9C, 0xB0, 0x9C, 0xB1])]
    }

    fn tell(&self, actor: u8, entry: u8) -> Vec<Op> {
        // The counter stays on the stack as red.
        vec![Op::Raw(vec![1, actor, 0, 0xAB, 1, 0, 0, 1, 0, 0, 1, entry, 0, 0x9C, 0xAF])]
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        // A list of one class: its length is pushed last.
        Op::Raw(vec![1, actor, 0, 1, SET_CLASS | NEVER_CLIP, 0, 1, 1, 0, 0x6E])
    }

    fn camera(&self, x: u16) -> Op {
        let [low, high] = x.to_le_bytes();
        Op::Raw(vec![1, low, high, 0x7A])
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        // In degrees: diagonals are facings of their own.
        let [low, high] = facing.angle().to_le_bytes();
        vec![Op::Actor(actor, Vec::new()), Op::Raw(vec![1, low, high, 0x9D, 0xE6])]
    }
}
