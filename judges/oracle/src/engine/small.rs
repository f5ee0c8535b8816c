//! v4 and v3: the scripts of v5 with fewer settings, and no operation that sets a colour.
//!
//! **Note:** ScummVM tells the edition of a pack by the platform alone. It takes Monkey Island 1 on a PC for the
//! edition in 16 colours, whatever colours its rooms have.

use costumier::screen::Screen;
use costumier::{Dialect, Facing, Interpreter};
use costumier_build::classic::NamedFile;
use costumier_build::script::Op;

use super::area::Area;
use super::boxes::{self, Boxes};
use super::v5::V5;
use super::{Engine, NEVER_CLIP, ON_EGA};
use crate::corner;
use crate::interpreter;
use crate::judge::frames::Frame;
use crate::random::{FIRST_DIFFER, MARKER};

/// Numbers in another base: the first colours, of which no room has the same twice.
const BASE: u8 = FIRST_DIFFER;

/// The colour of boxes that are set.
const WHITE: u8 = 15;

/// Bytes of the charset that is loaded before the boot script. They are not used.
const CHARSET: usize = 64;

/// A game with small blocks.
#[derive(Debug)]
pub(super) struct Small {
    name: &'static str,
    dialect: Dialect,
    game_id: &'static str,
    settings: &'static str,
    /// The charset that is loaded first.
    charset: &'static str,
    /// Files whose contents are not read.
    more_files: &'static [&'static str],
    planes: usize,
    sizes: bool,
    /// The rows of the display that show rooms.
    rows: (u32, u32),
    shown_on: Option<Screen>,
}

/// Monkey Island 1, VGA on floppy disks.
pub(super) const V4: Small = Small {
    name: "v4",
    dialect: Dialect::V4,
    game_id: "monkey",
    settings: "",
    charset: "901.lfl",
    more_files: &[],
    planes: 3,
    sizes: true,
    rows: (0, 200),
    shown_on: None,
};

/// The same on the Amiga. Below its rooms there are rows for boxes.
pub(super) const V4_AMIGA: Small = Small {
    name: "v4-amiga",
    dialect: Dialect::V4_AMIGA,
    settings: "platform=amiga\n",
    rows: (0, 184),
    ..V4
};

/// Passport to Adventure: 16 colours. Rooms are shown where most of its scripts show them.
pub(super) const V4_EGA: Small = Small {
    name: "v4-ega",
    dialect: Dialect::V4_EGA,
    game_id: "pass",
    charset: "901.lfl",
    rows: (16, 144),
    ..V4
};

/// Indiana Jones and the Last Crusade, EGA.
pub(super) const V3_EGA: Small = Small {
    name: "v3-ega",
    dialect: Dialect::V3,
    game_id: "indy3",
    charset: "99.lfl",
    more_files: &["84.lfl", "98.lfl"],
    planes: 1,
    sizes: false,
    rows: (16, 144),
    ..V4
};

/// Indiana Jones and the Last Crusade, VGA.
pub(super) const V3: Small = Small {
    name: "v3",
    dialect: Dialect::V3_256,
    game_id: "indy3",
    settings: "",
    charset: "98.lfl",
    more_files: &["84.lfl"],
    planes: 1,
    sizes: false,
    rows: (8, 152),
    shown_on: None,
};

/// Loom, EGA.
pub(super) const V3_EGA_LOOM: Small =
    Small { name: "v3-ega-loom", game_id: "loom", more_files: &["86.lfl"], ..V3_EGA };

/// Indiana Jones and the Last Crusade on a CGA screen.
pub(super) const V3_EGA_CGA: Small = Small {
    name: "v3-ega-cga",
    settings: "platform=pc\nrender_mode=cga\n",
    shown_on: Some(Screen::Cga),
    ..V3_EGA
};

/// Loom on a CD: 256 colours.
pub(super) const V4_LOOM: Small =
    Small { name: "v4-loom", game_id: "loom", more_files: &["track1.wav"], ..V4 };

/// Loom on a CD, on an EGA screen.
pub(super) const V4_ON_EGA: Small =
    Small { name: "v4-on-ega", settings: ON_EGA, shown_on: Some(Screen::Ega), ..V4_LOOM };

/// Monkey Island 1 EGA.
pub(super) const V4_EGA_MONKEY: Small =
    Small { name: "v4-ega-monkey", game_id: "monkey", settings: "platform=pc\n", ..V4_EGA };

/// The same on a CGA screen.
pub(super) const V4_EGA_CGA: Small = Small {
    name: "v4-ega-cga",
    settings: "platform=pc\nrender_mode=cga\n",
    shown_on: Some(Screen::Cga),
    ..V4_EGA_MONKEY
};

/// The same on a Hercules screen.
pub(super) const V4_EGA_HERCULES: Small = Small {
    name: "v4-ega-hercules",
    settings: "platform=pc\nrender_mode=hercGreen\n",
    shown_on: Some(Screen::Hercules),
    ..V4_EGA_CGA
};

impl Small {
    /// Where the digits of a frame's number are, the last one first, and their base: colours that all differ.
    fn digits(&self) -> (impl DoubleEndedIterator<Item = u8> + use<>, u8) {
        let (count, base) = match self.shown_on.map_or(0, |screen| screen.dots().len()) {
            0 => (4, BASE),
            2 => (16, 2),
            _ => (8, 4),
        };
        ((0..count).map(|digit| MARKER - digit), base)
    }
}

impl Small {
    /// The display of a frame's number if newer ScummVM ignores the operation that shows one colour in place of
    /// another.
    fn boxes(&self) -> Option<Boxes> {
        let is_ignored =
            matches!(self.shown_on, Some(Screen::Cga | Screen::Hercules)) || self.dialect.keeps_first_16;
        let boxes = Boxes { below: self.rows.1, set: WHITE, clear: 0 };
        (is_ignored && interpreter::chosen() == Interpreter::Current).then_some(boxes)
    }
}

impl Engine for Small {
    fn name(&self) -> &'static str {
        self.name
    }

    fn edition(&self) -> Dialect {
        self.dialect
    }

    fn game_id(&self) -> &'static str {
        self.game_id
    }

    fn settings(&self) -> &'static str {
        self.settings
    }

    fn more_files(&self) -> Vec<NamedFile> {
        let file = |name: &str, bytes| (name.to_owned(), bytes);
        if self.has_bare_files() {
            // The charset stores its length; the contents of the other files are not read.
            let mut charset = u16::try_from(CHARSET).unwrap_or(0).to_le_bytes().to_vec();
            charset.resize(CHARSET, 0);
            charset.iter_mut().for_each(|byte| *byte ^= 0xFF);
            return [self.charset]
                .iter()
                .chain(self.more_files)
                .map(|name| file(name, charset.clone()))
                .collect();
        }
        let more = self.more_files.iter().map(|name| file(name, Vec::new()));
        std::iter::once(file(self.charset, vec![0; CHARSET])).chain(more).collect()
    }

    fn has_sizes(&self) -> bool {
        self.sizes
    }

    fn shown_on(&self) -> Option<Screen> {
        self.shown_on
    }

    fn screen(&self) -> (u32, u32) {
        (V5.screen().0, self.rows.1 - self.rows.0)
    }

    fn top(&self) -> u32 {
        self.rows.0
    }

    fn scales_apart(&self) -> bool {
        false
    }

    fn most_planes(&self) -> usize {
        self.planes
    }

    fn forced_planes(&self) -> &'static [u8] {
        &[1]
    }

    fn own_colours(&self) -> Vec<[u8; 3]> {
        let screen = match (self.dialect.fixed_colours, self.dialect.keeps_first_16) {
            (true, _) => Screen::Ega,
            (false, true) => Screen::AmigaMonkey,
            (false, false) => return Vec::new(),
        };
        screen.colours().to_vec()
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        V5.redraw(lights)
    }

    fn by_class(&self) -> bool {
        true
    }

    fn has_model(&self) -> bool {
        !self.has_bare_files() && !self.is_dithered()
    }

    fn overrides(&self) -> u8 {
        if self.has_bare_files() { 15 } else { 31 }
    }

    fn has_speeds(&self) -> bool {
        false
    }

    fn has_counters(&self) -> bool {
        false
    }

    fn tell(&self, _actor: u8, _last: u8) -> Vec<Op> {
        // Scripts cannot read a counter here.
        Vec::new()
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        Op::Class { actor, class: NEVER_CLIP }
    }

    fn mark(&self, number: usize) -> Vec<Op> {
        if self.is_dithered() {
            return corner::mark(number);
        }
        if let Some(boxes) = self.boxes() {
            return boxes.mark(number);
        }
        let mut rest = number;
        let (digits, base) = self.digits();
        let digit = |index| {
            let (left, digit) = (rest / usize::from(base), rest % usize::from(base));
            rest = left;
            Op::ShowAs { index, colour: u8::try_from(digit).unwrap_or(0) }
        };
        digits.map(digit).collect()
    }

    fn number_of(&self, frame: &Frame) -> Option<usize> {
        if self.is_dithered() {
            return corner::number_of(frame);
        }
        if let Some(boxes) = self.boxes() {
            let (area, (width, height)) = (Area::of(self), self.screen());
            let dot = |x: u32, y: u32| {
                boxes::dot(frame, area.left + x * area.width / width, y * area.height / height)
            };
            return boxes.number(dot);
        }
        let (digits, base) = self.digits();
        let digit = |entry| (0..base).find(|colour| frame.colour(*colour) == frame.colour(entry));
        digits.rev().try_fold(0, |number: usize, entry| {
            number.checked_mul(base.into())?.checked_add(usize::from(digit(entry)?))
        })
    }

    fn camera(&self, x: u16) -> Op {
        V5.camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        V5.face(actor, facing)
    }
}
