//! Operations of boot scripts in which engines differ.

use costumier::scene::{PaletteSlot, SceneActor, ShadowPalette, SlotColours};
use costumier::{Bounds, Facing, Generation, Interpreter};
use costumier_build::script::{ActorOp, Op};

use super::{CURTAIN, Engine};
use crate::case::place_of;
use crate::interpreter;
use crate::random::akos::CONDITIONS;

/// Functions of the "kernel" in v7 and v8: sets the horizontal scale alone, makes a shadow table.
const SCALE_X: u16 = 107;
const BUILD_SHADOW: u16 = 108;

/// The palette slots that actors are given: not the first, which is the room's.
const SLOTS: std::ops::RangeInclusive<u8> = 2..=4;

impl Engine {
    /// The first operations: no cursor, no input, the rows that show rooms.
    pub(super) fn begin(&self) -> Vec<Op> {
        match self.generation() {
            // The mode of cutscenes: no input.
            Generation::V0 => vec![Op::Raw(vec![0x60, 0x00])],
            // Cursor off; verbs are shown.
            Generation::V1 | Generation::V2 => vec![Op::Raw(vec![0x60, 0x00, 0xFF])],
            _ => {
                let row = |row: u32| u16::try_from(row).unwrap_or(u16::MAX);
                let (top, bottom) = (row(self.top()), row(self.top() + self.screen().1));
                vec![Op::Cursor(false), Op::UserInput(false), Op::Screen { top, bottom }]
            }
        }
    }

    /// Shows a palette of the room, the first being 0.
    pub(super) fn room_palette(&self, number: u16) -> Op {
        self.call(&[number], if self.generation() == Generation::V8 { &[0xAB, 0x5C] } else { &[0x9C, 0xD5] })
    }

    /// Puts the middle of the screen at a column of the room.
    pub(super) fn camera(&self, x: u16) -> Option<Op> {
        self.scrolls().then_some(Op::Camera(x))
    }

    /// Puts the middle of the screen at a point of the room, as far as the room reaches.
    pub(super) fn look_at(&self, (x, y): (u16, u16)) -> Option<Op> {
        match self.generation() {
            Generation::V7 => Some(self.call(&[x, y], &[0x7A])),
            Generation::V8 => Some(self.call(&[x, y], &[0x8E])),
            _ => self.camera(x),
        }
    }

    /// Draws everything again, with these light bits, if the engine has them.
    pub(super) fn redraw(&self, lights: u8) -> Vec<Op> {
        match self.generation() {
            _ if self.has_switch() => vec![Op::Lights(if lights == 11 { 2 } else { 0 })],
            generation if generation <= Generation::V5 => vec![Op::Lights(lights)],
            // It draws all actors in every loop.
            Generation::V8 => Vec::new(),
            // Where pixels have 16 bits, colours that are set have nothing drawn anew. Newer ScummVM takes the wrong
            // columns and rows for those that pictures of codec 32 touch: all of the screen has to be sent.
            _ if self.is_wide()
                || (self.wants_curtain() && interpreter::chosen() == Interpreter::Current) =>
            {
                vec![Op::Animate { actor: CURTAIN, number: 1 }]
            }
            // There is nothing that shakes the screen.
            _ if self.is_humongous_from(72) => Vec::new(),
            // Shakes the screen, and stops shaking it.
            _ => vec![Op::Raw(vec![0x9C, 0xB0, 0x9C, 0xB1])],
        }
    }

    /// Sets the red of palette entries to an actor's counters: its animation counter (the entry `last`), or its first
    /// three variables (also in the two entries before).
    pub(super) fn tell(&self, actor: u8, last: u8) -> Vec<Op> {
        if !self.has_counters() {
            return Vec::new();
        }
        if !self.has_akos() {
            return vec![Op::CounterColour { actor, entry: last }];
        }
        let one = |variable: u8| {
            let entry = last - variable;
            match self.lacks_variables() {
                false => Op::VariableColour { actor, variable, entry },
                // The variable stays on the stack as red.
                true => Op::Raw(vec![
                    1, actor, 0, 1, variable, 0, 0xD2, 1, 0, 0, 1, 0, 0, 1, entry, 0, 0x9C, 0xAF,
                ]),
            }
        };
        (0..3).map(one).collect()
    }

    /// Sets an actor's variable.
    pub(super) fn set_variable(&self, actor: u8, variable: u8, value: i16) -> Op {
        if !self.lacks_variables() {
            return Op::Actor(actor, vec![ActorOp::Variable(variable, value)]);
        }
        let [low, high] = value.to_le_bytes();
        Op::Raw(vec![1, actor, 0, 0x9D, 0xC5, 1, variable, 0, 1, low, high, 0x9D, 0xC6])
    }

    /// Whether the library's assembler writes its scripts as v6's, which have no animation variables.
    fn lacks_variables(&self) -> bool {
        self.generation() == Generation::Humongous && !self.is_humongous_from(70)
    }

    /// Sets an actor's size.
    pub(super) fn scale(&self, actor: u8, x: u8, y: u8) -> Vec<Op> {
        if self.generation() != Generation::V7 {
            return vec![Op::Actor(actor, vec![ActorOp::Scale(x, y)])];
        }
        let both = Op::Actor(actor, vec![ActorOp::Scale(y, y)]);
        // A list of three, whose length is pushed last.
        let across = (x != y).then(|| self.call(&[SCALE_X, actor.into(), x.into(), 3], &[0xC9]));
        std::iter::once(both).chain(across).collect()
    }

    /// Makes one of the eight shadow tables of v7 and v8.
    pub(super) fn shadow_table(
        &self,
        number: u8,
        ShadowPalette { factors: [r, g, b], first, last }: ShadowPalette,
    ) -> Op {
        let operands = [BUILD_SHADOW, number.into(), r, g, b, first.into(), last.into(), 7];
        self.call(&operands, if self.generation() == Generation::V8 { &[0xBA] } else { &[0xC9] })
    }

    /// An operation of v6 or later that takes numbers off the stack.
    fn call(&self, operands: &[u16], operation: &[u8]) -> Op {
        let (push, width) = match self.generation() {
            Generation::V8 => (0x01, 4),
            _ if self.is_he100() => (0x5F, 2),
            _ => (0x01, 2),
        };
        let mut bytes = Vec::new();
        for operand in operands {
            bytes.push(push);
            bytes.extend(&u32::from(*operand).to_le_bytes()[..width]);
        }
        bytes.extend(operation);
        Op::Raw(bytes)
    }

    /// Turns an actor at once.
    pub(super) fn face(&self, actor: u8, facing: Facing) -> Op {
        let direction = u16::from(facing.direction().number());
        match self.generation() {
            // The endless sequence that stands in this facing.
            Generation::V0 => Op::Animate { actor, number: 0xFF00 | (4 + direction) },
            Generation::V6 | Generation::V7 | Generation::V8 => {
                Op::Actor(actor, vec![ActorOp::Direction(facing.angle())])
            }
            _ => Op::Animate { actor, number: 0xF8 + direction },
        }
    }

    /// Sets an actor up as a scene has it, in an engine whose actors have hardly any settings (v0, v1, v2).
    pub(super) fn set_up_simply(&self, actor: u8, room: u8, is: &SceneActor) -> Vec<Op> {
        let narrow = |value: i32| i16::try_from(value).unwrap_or(0);
        // Out of the room, so that it is shown again, with its chores and its facing.
        let mut ops = vec![Op::Raw(vec![0x2D, actor, 0])];
        if self.generation() != Generation::V0 {
            ops.push(Op::Actor(actor, vec![ActorOp::Costume(u16::try_from(is.costume).unwrap_or(0))]));
            let set =
                |(entry, colour): (&u8, &u8)| ActorOp::Palette { entry: *entry, colour: (*colour).into() };
            let mut settings: Vec<_> = is.palette.iter().map(set).collect();
            if self.own_colour_only() && settings.is_empty() {
                // Otherwise the colour of another scene would stay.
                settings.push(ActorOp::Palette { entry: actor, colour: 0 });
            }
            // Scripts count rows of cells.
            settings.push(ActorOp::Elevation(narrow(is.elevation / 2)));
            ops.push(Op::Actor(actor, settings));
            ops.push(self.face(actor, is.facing));
        }
        let (x, y) = place_of(is);
        ops.push(Op::Put { actor, room, x: narrow(x), y: narrow(y) });
        ops
    }

    /// Settings of all actors before one of them is set up.
    pub(super) fn before_set_up(&self, is: &SceneActor) -> Vec<Op> {
        if let Some(slot) = &is.slot {
            return vec![self.fill(slot_of(is), slot)];
        }
        if self.humongous != 71 {
            return Vec::new();
        }
        // There is one rectangle for all, which "default" takes over. Right and bottom do not belong to it; newer
        // ScummVM takes them for its last ones, as in 7.2.
        let last = i32::from(interpreter::chosen() == Interpreter::Current);
        let whole = Bounds { left: 0, top: 0, right: 640, bottom: 480 };
        let said = |clip: Bounds| Bounds { right: clip.right - last, bottom: clip.bottom - last, ..clip };
        let Bounds { left, top, right, bottom } = is.clip.map_or(whole, said);
        let narrow = |side| i16::try_from(side).unwrap_or(0).cast_unsigned();
        let sides = [left, top, right, bottom].map(narrow);
        vec![Op::Actor(1, Vec::new()), self.call(&sides, &[0x9D, 0x1E])]
    }

    /// Further settings of an actor.
    pub(super) fn more_settings(&self, is: &SceneActor) -> Vec<ActorOp> {
        let mut settings = Vec::new();
        let narrow = |side: i32| i16::try_from(side).unwrap_or(0);
        if let Some(clip) = is.clip.filter(|_| self.is_humongous_from(72)) {
            settings.push(ActorOp::Clip {
                left: narrow(clip.left),
                top: narrow(clip.top),
                right: narrow(clip.right - 1),
                bottom: narrow(clip.bottom - 1),
            });
        }
        if self.is_humongous_from(80) {
            // They stay when everything else goes back to its default.
            let set = |number| ActorOp::Condition(number, is.conditions.contains(&number));
            settings.extend((1..=CONDITIONS).map(set));
        }
        settings.extend(is.slot.as_ref().map(|_| ActorOp::PaletteSlot(slot_of(is))));
        settings
    }

    /// Fills a palette slot.
    fn fill(&self, number: u8, slot: &PaletteSlot) -> Op {
        // "select", "from palette", "from costume", "copy colours", "set colours", "end".
        let (group, [select, shown, costume, copy, set, end]) = match self.is_he100() {
            true => (0x50, [0x00, 0x39, 0x19, 0x51, 0x14, 0x5C]),
            false => (0x9E, [0x39, 0x56, 0x4C, 0x46, 0x42, 0xFF]),
        };
        let mut bytes = Vec::new();
        let mut say = |operation: u8, values: &[u16]| {
            let Op::Raw(call) = self.call(values, &[group, operation]) else { return };
            bytes.extend(call);
        };
        say(select, &[number.into()]);
        match slot.from {
            // Slot 1 is what is shown.
            SlotColours::Shown => say(shown, &[1]),
            SlotColours::Costume(id) => say(costume, &[u16::try_from(id).unwrap_or(0)]),
            other => unreachable!("no scene of the oracle has {other:?}"),
        }
        for (to, from) in &slot.copies {
            say(copy, &[(*to).into(), (*to).into(), *from]);
        }
        for (colour, [r, g, b]) in &slot.colours {
            say(set, &[(*colour).into(), (*colour).into(), (*r).into(), (*g).into(), (*b).into()]);
        }
        say(end, &[]);
        Op::Raw(bytes)
    }
}

/// The palette slot of an actor.
fn slot_of(is: &SceneActor) -> u8 {
    SLOTS.start() + is.number % (SLOTS.end() - SLOTS.start() + 1)
}
