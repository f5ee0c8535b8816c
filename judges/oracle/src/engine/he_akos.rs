//! Humongous games with AKOS costumes: their scripts, and v7's animation variables.

use costumier::Bounds;
use costumier::format::dialect::Operations;
use costumier::scene::{PaletteSlot, SceneActor, SlotColours};
use costumier::{Dialect, Facing, Interpreter};
use costumier_build::script::{ActorOp, Op};

use super::v6::V6;
use super::{CURTAIN, Engine, HE60, NEVER_CLIP, is_white};
use crate::interpreter;
use crate::judge::frames::Frame;
use crate::random::akos::CONDITIONS;
use crate::wide;

/// One version of the engine, and a game that ScummVM runs in it.
#[derive(Debug)]
pub(super) struct HeAkos {
    name: &'static str,
    game_id: &'static str,
    version: u8,
    dialect: Dialect,
}

const fn engine(name: &'static str, game_id: &'static str, version: u8) -> HeAkos {
    HeAkos { name, game_id, version, dialect: Dialect::humongous(version) }
}

/// Fatty Bear's Birthday Surprise.
pub(super) const HE62: HeAkos = engine("he62", "fbear", 62);

/// The same for Windows.
pub(super) const HE70: HeAkos = engine("he70", "fbear", 70);

/// Freddi Fish and the Case of the Missing Kelp Seeds.
pub(super) const HE71: HeAkos = engine("he71", "freddi", 71);

/// Let's Explore the Airport.
pub(super) const HE72: HeAkos = engine("he72", "airport", 72);

/// Putt-Putt Saves the Zoo.
pub(super) const HE73: HeAkos = engine("he73", "puttzoo", 73);

/// Let's Explore the Jungle.
pub(super) const HE74: HeAkos = engine("he74", "jungle", 74);

/// Freddi Fish 2.
pub(super) const HE80: HeAkos = engine("he80", "freddi2", 80);

/// Putt-Putt Travels Through Time.
pub(super) const HE85: HeAkos = engine("he85", "putttime", 85);

/// SPY Fox in Dry Cereal.
pub(super) const HE90: HeAkos = engine("he90", "spyfox", 90);

/// Pajama Sam 2.
pub(super) const HE95: HeAkos = engine("he95", "pajama2", 95);

/// Pajama Sam's Lost & Found.
pub(super) const HE98: HeAkos = engine("he98", "lost", 98);

/// Backyard Football, which has 8 bits for each pixel.
pub(super) const HE99: HeAkos = engine("he99", "football", 99);

/// Freddi Fish 5, which has 16 bits for each pixel.
pub(super) const HE99_16: HeAkos =
    HeAkos { dialect: Dialect::humongous(99).with_high_colour(), ..engine("he99-16", "freddicove", 99) };

/// Backyard Soccer 2004.
pub(super) const HE100: HeAkos =
    HeAkos { dialect: Dialect::humongous(100).with_high_colour(), ..engine("he100", "Soccer2004", 100) };

/// SPY Fox in Dry Cereal, the updated edition, which has 8 bits for each pixel.
pub(super) const HE100_8: HeAkos = engine("he100-8", "spyfox", 100);

/// The checksum of its index.
const UPDATED_SPYFOX: &str = "23394c8d29cc63c61313959431a12476";

/// Backyard Basketball.
pub(super) const HE101: HeAkos =
    HeAkos { dialect: Dialect::humongous(101).with_high_colour(), ..engine("he101", "basketball", 101) };

/// The palette slots that actors are given: not the first, which is the room's.
const SLOTS: std::ops::RangeInclusive<u8> = 2..=4;

/// The palette slot of an actor.
fn slot_of(is: &SceneActor) -> u8 {
    SLOTS.start() + is.number % (SLOTS.end() - SLOTS.start() + 1)
}

impl HeAkos {
    /// Whether operations have other numbers than v6's.
    fn is_newest(&self) -> bool {
        self.dialect.operations == Operations::He100
    }

    /// Fills a palette slot.
    fn fill(&self, number: u8, slot: &PaletteSlot) -> Op {
        // "select", "from palette", "from costume", "copy colours", "set colours", "end".
        let (push, group, [select, shown, costume, copy, set, end]) = match self.is_newest() {
            true => (0x5F, 0x50, [0x00, 0x39, 0x19, 0x51, 0x14, 0x5C]),
            false => (0x01, 0x9E, [0x39, 0x56, 0x4C, 0x46, 0x42, 0xFF]),
        };
        let mut bytes = Vec::new();
        let mut say = |operation: u8, values: &[u16]| {
            values.iter().for_each(|value| {
                bytes.push(push);
                bytes.extend(value.to_le_bytes());
            });
            bytes.extend([group, operation]);
        };
        let narrow = |id: u32| u16::try_from(id).unwrap_or(0);
        say(select, &[number.into()]);
        match slot.from {
            // Slot 1 is what is shown.
            SlotColours::Shown => say(shown, &[1]),
            SlotColours::Costume(id) => say(costume, &[narrow(id)]),
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

impl Engine for HeAkos {
    fn name(&self) -> &'static str {
        self.name
    }

    fn edition(&self) -> Dialect {
        self.dialect
    }

    fn game_id(&self) -> &'static str {
        self.game_id
    }

    fn checksum(&self) -> Option<&'static str> {
        (self.name == HE100_8.name).then_some(UPDATED_SPYFOX)
    }

    fn file_name(&self, disk: u8) -> String {
        self.dialect().disks.file_name(self.game_id, disk)
    }

    fn settings(&self) -> &'static str {
        // Only the entries of its editions of 7.0 name a platform.
        if self.version == 70 { "platform=windows\n" } else { "" }
    }

    fn maps_skips(&self) -> bool {
        self.version >= 99
    }

    fn passes_over(&self, entry: u8, colour: [u8; 3]) -> bool {
        let may = if self.version < 80 { entry >= 16 } else { entry != 15 };
        may && is_white(colour)
    }

    fn scrolls(&self) -> bool {
        !self.dialect().disks.whole_pictures
    }

    fn screen(&self) -> (u32, u32) {
        self.dialect().screen_size()
    }

    fn has_skips(&self) -> bool {
        // Newer ScummVM takes 7.0 for 7.1 where it paints these, and reads what 7.0 has not: it crashes.
        self.version >= if interpreter::chosen() == Interpreter::Current { 71 } else { 70 }
    }

    fn before_set_up(&self, is: &SceneActor) -> Vec<Op> {
        if let Some(slot) = &is.slot {
            return vec![self.fill(slot_of(is), slot)];
        }
        if self.version != 71 {
            return Vec::new();
        }
        // There is one rectangle for all, which "default" takes over. Right and bottom do not belong to it; newer
        // ScummVM takes them for its last ones, as in 7.2.
        let last = i32::from(interpreter::chosen() == Interpreter::Current);
        let whole = Bounds { left: 0, top: 0, right: 640, bottom: 480 };
        let said = |clip: Bounds| Bounds { right: clip.right - last, bottom: clip.bottom - last, ..clip };
        let Bounds { left, top, right, bottom } = is.clip.map_or(whole, said);
        let mut bytes = Vec::new();
        for side in [left, top, right, bottom] {
            bytes.push(1);
            bytes.extend(i16::try_from(side).unwrap_or(0).to_le_bytes());
        }
        vec![Op::Actor(1, Vec::new()), Op::Raw([bytes, vec![0x9D, 0x1E]].concat())]
    }

    fn more_settings(&self, is: &SceneActor) -> Vec<ActorOp> {
        let mut settings = Vec::new();
        let narrow = |side: i32| i16::try_from(side).unwrap_or(0);
        if let (Some(clip), true) = (is.clip, self.version >= 72) {
            settings.push(ActorOp::Clip {
                left: narrow(clip.left),
                top: narrow(clip.top),
                right: narrow(clip.right - 1),
                bottom: narrow(clip.bottom - 1),
            });
        }
        if self.version >= 80 {
            // They stay when everything else goes back to its default.
            settings.extend(
                (1..=CONDITIONS).map(|number| ActorOp::Condition(number, is.conditions.contains(&number))),
            );
        }
        settings.extend(is.slot.as_ref().map(|_| ActorOp::PaletteSlot(slot_of(is))));
        settings
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
        if self.is_newest() {
            return Op::Actor(actor, vec![ActorOp::Variable(variable, value)]);
        }
        let [low, high] = value.to_le_bytes();
        Op::Raw(vec![1, actor, 0, 0x9D, 0xC5, 1, variable, 0, 1, low, high, 0x9D, 0xC6])
    }

    fn has_counters(&self) -> bool {
        // Counters are shown as colours, which screens of 16 bits do not have.
        !self.is_wide() && !self.is_newest()
    }

    fn chooses_palettes(&self) -> bool {
        !self.is_wide() && !self.is_newest()
    }

    fn mark(&self, number: usize) -> Vec<Op> {
        if self.is_wide() { wide::mark(number) } else { V6.mark(number) }
    }

    fn number_of(&self, frame: &Frame) -> Option<usize> {
        if self.is_wide() { wide::number_of(frame) } else { V6.number_of(frame) }
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        // Where pixels have 16 bits, colours that are set have nothing drawn anew. Newer ScummVM takes the wrong
        // columns and rows for those that pictures of codec 32 touch: all of the screen has to be sent.
        if self.is_wide() || (self.wants_curtain() && interpreter::chosen() == Interpreter::Current) {
            return vec![Op::Animate { actor: CURTAIN, number: 1 }];
        }
        // From 7.2 on there is nothing that shakes the screen.
        if self.version < 72 { V6.redraw(lights) } else { Vec::new() }
    }

    fn wants_curtain(&self) -> bool {
        // Newer ScummVM leaves actors of 7.1 out at times where the screen has been shaken.
        self.version >= if interpreter::chosen() == Interpreter::Current { 71 } else { 72 }
    }

    fn tell(&self, actor: u8, last: u8) -> Vec<Op> {
        if !self.has_counters() {
            return Vec::new();
        }
        // The variable stays on the stack as red.
        let one = |variable: u8| {
            let entry = last - variable;
            Op::Raw(vec![1, actor, 0, 1, variable, 0, 0xD2, 1, 0, 0, 1, 0, 0, 1, entry, 0, 0x9C, 0xAF])
        };
        (0..3).map(one).collect()
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        if self.is_newest() { Op::Class { actor, class: NEVER_CLIP } } else { V6.never_clip_class(actor) }
    }

    fn camera(&self, x: u16) -> Op {
        if self.scrolls() { V6.camera(x) } else { Op::Raw(Vec::new()) }
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        HE60.face(actor, facing)
    }
}
