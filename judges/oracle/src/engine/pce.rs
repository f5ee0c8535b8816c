//! Loom for the PC-Engine: v3's scripts, rooms of tiles and costumes of blocks, on a screen whose pixels have 16 bits
//! (`docs/format/old-rooms.md §8`).
//!
//! That screen has no palette. A frame's number is below the room, as on the FM-TOWNS. Pixels of 16 bits are compared,
//! because costumes have colours that no room has.

use costumier::{Dialect, Facing};
use costumier_build::classic::NamedFile;
use costumier_build::script::Op;

use super::Engine;
use super::small::V3;
use super::towns::TOWNS3_ZAK;
use crate::judge::frames::Frame;

/// Files that only have to be there.
const MORE_FILES: [&str; 2] = ["99.lfl", "track1.wav"];

/// Loom.
#[derive(Debug)]
pub(super) struct PcEngine;

impl Engine for PcEngine {
    fn name(&self) -> &'static str {
        "pce"
    }

    fn edition(&self) -> Dialect {
        Dialect::V3_PCE
    }

    fn game_id(&self) -> &'static str {
        "loom"
    }

    fn settings(&self) -> &'static str {
        "platform=pce\nboot_param=0\n"
    }

    fn more_files(&self) -> Vec<NamedFile> {
        let bytes = |name: &str| if name.ends_with(".wav") { Vec::new() } else { vec![0; 64] };
        MORE_FILES.map(|name| (name.to_owned(), bytes(name))).into()
    }

    fn more_rooms(&self) -> &'static [u8] {
        // The distaff's tiles.
        &[90]
    }

    fn screen(&self) -> (u32, u32) {
        TOWNS3_ZAK.screen()
    }

    fn top(&self) -> u32 {
        TOWNS3_ZAK.top()
    }

    fn compared_colours(&self) -> usize {
        0
    }

    fn mark(&self, number: usize) -> Vec<Op> {
        TOWNS3_ZAK.mark(number)
    }

    fn number_of(&self, frame: &Frame) -> Option<usize> {
        TOWNS3_ZAK.number_of(frame)
    }

    fn has_model(&self) -> bool {
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
        false
    }

    fn scales_apart(&self) -> bool {
        false
    }

    fn most_planes(&self) -> usize {
        V3.most_planes()
    }

    fn forced_planes(&self) -> &'static [u8] {
        V3.forced_planes()
    }

    fn by_class(&self) -> bool {
        true
    }

    fn overrides(&self) -> u8 {
        15
    }

    fn has_speeds(&self) -> bool {
        false
    }

    fn redraw(&self, lights: u8) -> Vec<Op> {
        V3.redraw(lights)
    }

    fn never_clip_class(&self, actor: u8) -> Op {
        V3.never_clip_class(actor)
    }

    fn camera(&self, x: u16) -> Op {
        V3.camera(x)
    }

    fn face(&self, actor: u8, facing: Facing) -> Vec<Op> {
        V3.face(actor, facing)
    }
}
