//! Auxiliary frames, and programs that show them (Humongous 7.1 on, `docs/format/humongous-rooms.md §5.4`).
//!
//! The interpreter paints them onto its screen, where they stay until it restores the background of an actor that it
//! draws again. So they are far from their actor; or they are over it, and later frames are not compared.

use super::LAST_COLOUR;
use super::program::Programmer;
use crate::design::{Code, Design};
use crate::rng::Rng;

/// Where auxiliary frames are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frames {
    /// So far from their actor that none of its pictures reaches them.
    Beside,
    /// Over their actor. They have no codes that show the background.
    Over,
}

/// How many a costume has.
const COUNT: u16 = 5;

/// Bytes of a block's header.
const HEADER: usize = 8;

/// The type of frames that this ScummVM knows: rows of codes.
const ROWS: u16 = 1;

/// From the actor to the nearest column of a frame beside it: no picture reaches so far.
const BESIDE: i32 = 150;

/// From the actor to the first column of a frame: not left of the screen.
const LEFTMOST: i32 = -290;

fn block(tag: [u8; 4], payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(HEADER + payload.len()).unwrap_or(u32::MAX);
    [&tag, &size.to_be_bytes()[..], payload].concat()
}

/// The payload of an `AKAX` block.
pub(super) fn frames(rng: &mut Rng, place: Frames) -> Vec<u8> {
    let around = match place {
        Frames::Beside => (rng.pick(&[-290, 240]), rng.range(-170, 50)),
        Frames::Over => (rng.range(-60, 0), rng.range(-90, -20)),
    };
    let places: Vec<_> = (0..COUNT).map(|_| rectangle(rng, place, around)).collect();
    // Only what the last frame says is put back when the costume is changed.
    let [lefts, tops, rights, bottoms] = [0, 1, 2, 3].map(|side| places.iter().map(move |of| of[side]));
    let least = |sides: &mut dyn Iterator<Item = i32>| sides.min().unwrap_or(0);
    let most = |sides: &mut dyn Iterator<Item = i32>| sides.max().unwrap_or(0);
    let all = [least(&mut { lefts }), least(&mut { tops }), most(&mut { rights }), most(&mut { bottoms })];
    let frames: Vec<_> = places.iter().map(|at| frame(rng, place, *at, all)).collect();
    let mut at = HEADER + 4 * frames.len();
    let mut offsets = Vec::new();
    for frame in &frames {
        offsets.extend(u32::try_from(at).unwrap_or(0).to_le_bytes());
        at += frame.len();
    }
    block(*b"WRAP", &[block(*b"OFFS", &offsets), frames.concat()].concat())
}

/// Where a frame is, somewhere around a place: its first column and row, and its last.
fn rectangle(rng: &mut Rng, place: Frames, around: (i32, i32)) -> [i32; 4] {
    let (width, height) = (rng.range(1, 100), rng.range(1, 80));
    let (x, y) = (around.0 + rng.range(-50, 50), around.1 + rng.range(-30, 40));
    let x = match (place, around.0 < 0) {
        (Frames::Over, _) => x,
        (Frames::Beside, true) => x.clamp(LEFTMOST, -BESIDE - width),
        (Frames::Beside, false) => x.max(BESIDE),
    };
    [x, y, x + width - 1, y + height - 1]
}

/// A frame; `all` is where all of them are.
fn frame(rng: &mut Rng, place: Frames, [x, y, right, bottom]: [i32; 4], all: [i32; 4]) -> Vec<u8> {
    let (width, height) = (right + 1 - x, bottom + 1 - y);
    let short = |number: i32| i16::try_from(number).unwrap_or(0).to_le_bytes();
    let restored = block(*b"AXER", all.map(short).as_flattened());
    if rng.chance(8) {
        // One that changes nothing.
        return block(*b"AUXD", &[block(*b"AXFD", &0_u16.to_le_bytes()), restored].concat());
    }
    let mut picture = ROWS.to_le_bytes().to_vec();
    picture.extend([x, y, width, height].map(short).as_flattened());
    let colours: Vec<u8> = (0..rng.range(1, 12)).map(|_| rng.byte(0, LAST_COLOUR)).collect();
    for _ in 0..height {
        let codes = if rng.chance(10) { Vec::new() } else { row(rng, width, &colours, place) };
        picture.extend(u16::try_from(codes.len()).unwrap_or(0).to_le_bytes());
        picture.extend(codes);
    }
    // All of it in one rectangle, or in two.
    let middle = y + rng.range(0, height - 1);
    let areas = match rng.chance(60) {
        true => vec![[x, y, right, bottom]],
        false => vec![[x, y, right, middle], [x, middle, right, bottom]],
    };
    let mut refreshed = u16::try_from(areas.len()).unwrap_or(0).to_le_bytes().to_vec();
    areas.iter().for_each(|area| refreshed.extend(area.map(short).as_flattened()));
    let parts = [block(*b"AXFD", &picture), block(*b"AXUR", &refreshed), restored];
    block(*b"AUXD", &parts.concat())
}

/// The codes of a row: pixels that stay, that become a colour, and that show the background.
fn row(rng: &mut Rng, width: i32, colours: &[u8], place: Frames) -> Vec<u8> {
    let (mut codes, mut left) = (Vec::new(), width);
    while left > 0 {
        let kind = rng.range(0, if place == Frames::Over { 6 } else { 9 });
        let most = if rng.chance(20) { 127 } else { 20 };
        let run = rng.range(1, most.min(left).min(if kind < 3 { 127 } else { 64 }));
        let run_byte = u8::try_from(run).unwrap_or(1);
        match kind {
            0..=2 => codes.push(run_byte << 1 | 1),
            3..=6 => codes.extend([(run_byte - 1) << 2 | 2, rng.pick(colours)]),
            _ => codes.push((run_byte - 1) << 2),
        }
        left -= run;
    }
    codes
}

impl Programmer<'_> {
    /// A limb's program that shows auxiliary frames: nothing, a frame, nothing … Then it rests or begins again.
    pub(super) fn show_frames(&mut self, design: &mut Design) {
        let start = design.code.len();
        design.code.push(Code::Nothing);
        for _ in 0..self.rng.range(1, 4) {
            let frame = self.rng.byte(0, COUNT.to_le_bytes()[0] - 1);
            design.code.push(Code::Frame(frame.into()));
            design.code.extend((0..self.rng.range(1, 3)).map(|_| Code::Nothing));
        }
        let last = design.code.len() - 1;
        let back = if self.rng.chance(50) { last } else { start };
        design.code.push(Code::Goto(back));
    }
}
