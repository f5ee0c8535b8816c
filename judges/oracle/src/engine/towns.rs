//! Games for the FM-TOWNS: v3's and v5's scripts and costumes, on a screen whose pixels have 16 bits
//! (`docs/format/old-rooms.md §9`).
//!
//! That screen has no palette, so colours cannot show numbers. The number of a frame is below the room, in boxes on a
//! layer above it.

use costumier::{Dialect, Facing};
use costumier_build::classic::NamedFile;
use costumier_build::script::Op;

use super::boxes::Boxes;
use super::small::V3;
use super::v5::V5;
use super::{Engine, FIRST_COLOUR};
use crate::judge::frames::Frame;

/// The colour of boxes that are set.
const SET: u8 = 15;

/// A game for the FM-TOWNS.
#[derive(Debug)]
pub(super) struct Towns {
    name: &'static str,
    /// Whose scripts it has.
    like: &'static dyn Engine,
    dialect: Dialect,
    game_id: &'static str,
    settings: &'static str,
    /// Files that only have to be there.
    more_files: &'static [&'static str],
    /// The rows of the display that show rooms.
    rows: (u32, u32),
}

/// Indiana Jones and the Last Crusade.
pub(super) const TOWNS3: Towns = Towns {
    name: "towns3",
    like: &V3,
    dialect: Dialect::V3_TOWNS_INDY,
    game_id: "indy3",
    settings: "platform=fmtowns\n",
    more_files: &["98.lfl", "track1.wav"],
    rows: (0, 224),
};

/// Zak `McKracken`, whose rooms are shown where most scripts show them.
pub(super) const TOWNS3_ZAK: Towns = Towns {
    name: "towns3-zak",
    dialect: Dialect::V3_TOWNS_ZAK,
    game_id: "zak",
    more_files: &["98.lfl", "track1.wav"],
    rows: (16, 160),
    ..TOWNS3
};

/// Loom, on a screen of 200 rows.
pub(super) const TOWNS3_LOOM: Towns = Towns {
    name: "towns3-loom",
    dialect: Dialect::V3_TOWNS,
    game_id: "loom",
    settings: "platform=fmtowns\nboot_param=0\ntrim_fmtowns_to_200_pixels=true\n",
    more_files: &["99.lfl", "track1.wav"],
    rows: (0, 184),
    ..TOWNS3
};

/// Monkey Island 2.
pub(super) const TOWNS5: Towns = Towns {
    name: "towns5",
    like: &V5,
    dialect: Dialect::V5_TOWNS,
    game_id: "monkey2",
    more_files: &[],
    rows: (0, 184),
    ..TOWNS3
};

/// Indiana Jones and the Fate of Atlantis.
pub(super) const TOWNS5_ATLANTIS: Towns = Towns { name: "towns5-atlantis", game_id: "atlantis", ..TOWNS5 };

/// Monkey Island 1, whose music is on the CD.
pub(super) const TOWNS5_MONKEY: Towns =
    Towns { name: "towns5-monkey", game_id: "monkey", more_files: &["track1.wav"], ..TOWNS5 };

impl Towns {
    /// Whether it is v3.
    fn is_v3(&self) -> bool {
        self.dialect.generation() == Dialect::V3_TOWNS.generation()
    }

    /// What shows a frame's number.
    fn boxes(&self) -> Boxes {
        Boxes { below: self.rows.1, set: SET, clear: FIRST_COLOUR }
    }
}

impl Engine for Towns {
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
        let bytes = |name: &str| if name.ends_with(".wav") { Vec::new() } else { vec![0; 64] };
        self.more_files.iter().map(|name| ((*name).to_owned(), bytes(name))).collect()
    }

    fn is_deep(&self) -> bool {
        true
    }

    fn screen(&self) -> (u32, u32) {
        (self.dialect.screen_size().0, self.rows.1 - self.rows.0)
    }

    fn top(&self) -> u32 {
        self.rows.0
    }

    fn compared_colours(&self) -> usize {
        // There are none: pixels are compared by their own.
        0
    }

    fn mark(&self, number: usize) -> Vec<Op> {
        self.boxes().mark(number)
    }

    fn number_of(&self, frame: &Frame) -> Option<usize> {
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        self.boxes().number(|x, y| frame.wide(side(x), side(y)))
    }

    fn has_model(&self) -> bool {
        // Costumes are drawn as v3 and v5 draw them, and the model knows these.
        false
    }

    fn has_counters(&self) -> bool {
        false
    }

    fn tell(&self, _actor: u8, _last: u8) -> Vec<Op> {
        // Scripts cannot read a counter here.
        Vec::new()
    }

    fn has_sizes(&self) -> bool {
        !self.is_v3()
    }

    fn scales_apart(&self) -> bool {
        self.like.scales_apart()
    }

    fn most_planes(&self) -> usize {
        self.like.most_planes()
    }

    fn forced_planes(&self) -> &'static [u8] {
        self.like.forced_planes()
    }

    fn by_class(&self) -> bool {
        self.like.by_class()
    }

    fn overrides(&self) -> u8 {
        self.like.overrides()
    }

    fn has_speeds(&self) -> bool {
        self.like.has_speeds()
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        self.like.redraw(lights)
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        self.like.never_clip_class(actor)
    }

    fn camera(&self, x: u16) -> Op {
        self.like.camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        self.like.face(actor, facing)
    }
}
