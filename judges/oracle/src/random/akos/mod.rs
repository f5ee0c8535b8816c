//! A random AKOS costume: pictures, programs, chores in four or eight directions.

mod frames;
mod mouths;
mod pixels;
mod program;

use costumier::format::akos::{Codec, LIMBS};
use costumier::format::dialect::Operations;
use costumier::{Dialect, Generation};

pub(crate) use self::frames::Frames;
pub(crate) use self::pixels::packed_by_library;
use self::program::Programmer;
pub(crate) use self::program::{OTHERS, OWN_NUMBER, PLANE_OF_BOX};
use super::LAST_COLOUR;
use super::costume::pixels as patterns;
use crate::design::{Cel, Design, Entry};
use crate::failure::Outcome;
use crate::rng::Rng;

/// Chores that costumes have, some of them or all.
pub(crate) const CHORES: [u8; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 13, 20];

/// Numbers of limbs.
const LIMB_COUNTS: [usize; 8] = [1, 2, 3, 4, 5, 7, 10, LIMBS];

/// Bytes of programs from which on limbs do only what others did before: offsets end at 65535.
const MOST_CODE: usize = 40_000;

/// User conditions that words ask for, from 1 on.
pub(crate) const CONDITIONS: u8 = 5;

/// The bit of a condition that asks for a shadow (Humongous 9.0 on).
const SHADOW: u32 = 0x8000;

/// The pixel value of holes in codecs 5 and 16 of v7 and v8.
const TRANSPARENT: u8 = 255;

/// The abilities that a random costume has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wish {
    /// Pictures in room colours: codecs 5 and 16.
    pub(crate) rows: bool,
    /// Mostly codes that draw several pictures.
    pub(crate) draws: bool,
    /// Lists of conditions, all of which hold.
    pub(crate) conditions: bool,
    /// Variables, conditions and jumps.
    pub(crate) programs: bool,
    /// Programs that start chores.
    pub(crate) queued: bool,
    /// Programs that choose planes.
    pub(crate) planes: bool,
    /// Programs of few limbs whose commands that wait contradict each other.
    pub(crate) contradicts: bool,
    /// Programs of one or two limbs that start chores of other actors and set their variables.
    pub(crate) reaches: bool,
    /// Programs that mirror.
    pub(crate) flips: bool,
    /// Programs that send the actor away.
    pub(crate) leaves: bool,
    /// Colours that shadow modes make shadows of.
    pub(crate) shadows: bool,
    /// One picture only.
    pub(crate) single: bool,
    /// Pictures of codec 32.
    pub(crate) skips: bool,
    /// Pictures that stand under conditions of their own.
    pub(crate) words: bool,
    /// Number of talk states on which pictures depend, and which programs set and read; 0 for none.
    pub(crate) talk_states: u8,
    /// Auxiliary frames, and where they are.
    pub(crate) frames: Option<Frames>,
}

/// A costume.
pub(crate) fn costume(rng: &mut Rng, dialect: &Dialect, wish: Wish) -> Outcome<Design> {
    let humongous = dialect.generation() == Generation::Humongous;
    let codec = match wish.rows {
        // Codec 32 is a wish of its own: at such a picture, this ScummVM ends in a game of 6.2.
        true if humongous => Codec::MajMin,
        _ if wish.skips => Codec::Trle,
        true if wish.single => Codec::Bomp,
        true => rng.pick(&[Codec::Bomp, Codec::MajMin]),
        false => Codec::Rle,
    };
    let colours = if wish.rows { 256 } else { rng.pick(&[16, 32, 64]) };
    let mut palette: Vec<u8> = (0..colours).map(|_| rng.byte(0, LAST_COLOUR)).collect();
    if wish.rows && rng.chance(50) {
        palette = (0..=255).collect();
    }
    if wish.skips {
        // The first entry is the value of pixels that are left out.
        palette[0] = TRANSPARENT;
    } else if wish.rows && humongous {
        // The first entry is the hole's pixel value, and the only one that anybody asks for.
        let any = rng.byte(0, LAST_COLOUR);
        if rng.chance(60) {
            palette = vec![rng.pick(&[TRANSPARENT, 0, 5, any])];
            palette.push(0);
        }
    } else if wish.shadows || rng.chance(10) {
        for _ in 0..colours / 8 {
            let shadow = rng.below(colours);
            palette[shadow] = rng.pick(&[13, 13, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
        }
    }
    let ways = if dialect.akos.eight_ways && rng.chance(40) { 8 } else { 4 };
    let mut design = Design {
        codec,
        palette,
        humongous,
        never_mirror: rng.chance(25),
        ways,
        pictures: Vec::new(),
        code: Vec::new(),
        jumps: Vec::new(),
        words: match (wish.words, wish.talk_states) {
            (true, states) => words(rng, dialect.akos.shadow_conditions, states),
            (false, _) => Vec::new(),
        },
        frames: wish.frames.map_or_else(Vec::new, |place| frames::frames(rng, place)),
        // Those of codec 32 have the room's colours without. Where pixels have 8 bits, they say nothing.
        rgb: ((dialect.high_colour.is_some() || dialect.operations == Operations::He100)
            && (codec != Codec::Trle || rng.chance(60)))
        .then(|| (0..256).map(|_| [0; 3].map(|_| rng.byte(0, 255))).collect()),
        sliced: dialect.akos.jump_slices,
        records: Vec::new(),
        table: Vec::new(),
    };
    let limbs = match wish {
        Wish { single: true, .. } => 1,
        // There is room for 31 commands that wait.
        Wish { contradicts: true, .. } => rng.pick(&[1, 2, 3, 4]),
        Wish { reaches: true, .. } => rng.pick(&[1, 2]),
        Wish { frames: Some(_), .. } => rng.pick(&[2, 3, 4]),
        _ => rng.pick(&LIMB_COUNTS),
    };
    let pictures = add_pictures(rng, &mut design, wish, limbs)?;
    // Few limbs are spread over the sixteen.
    let mut places: Vec<bool> = (0..LIMBS).map(|place| place < limbs).collect();
    for place in (1..LIMBS).rev() {
        places.swap(place, rng.below(place + 1));
    }
    add_chores(rng, &mut design, wish, pictures, &places);
    Ok(design)
}

/// Conditions of all kinds (`docs/format/akos.md §11`): none, all of them, none of them, any of them.
/// With `shadows`, some ask for one as well; with talk states, most are about these.
fn words(rng: &mut Rng, shadows: bool, talk_states: u8) -> Vec<u32> {
    let (users, last) = if talk_states > 0 { (25, talk_states - 1) } else { (80, 5) };
    let word = |rng: &mut Rng| {
        let bits = (0..rng.range(1, 3)).fold(0_u32, |bits, _| {
            let bit = if rng.chance(users) { 15 + rng.byte(1, CONDITIONS) } else { rng.byte(0, last) };
            bits | 1 << bit
        });
        match rng.range(0, 9) {
            0 => 0,
            1..=3 => 0x4000_0000 | bits,
            4..=6 => 0x8000_0000 | bits,
            _ => bits,
        }
    };
    let shadow = |rng: &mut Rng| if shadows && rng.chance(40) { SHADOW } else { 0 };
    (0..32).map(|_| word(rng) | shadow(rng)).collect()
}

/// Adds pictures, and says which numbers they have.
fn add_pictures(rng: &mut Rng, design: &mut Design, wish: Wish, limbs: usize) -> Outcome<Vec<u16>> {
    let count = rng.range(2, 14);
    // With some, numbers have to be written in two bytes; tiny pictures stand in between.
    let stride = if rng.chance(30) { rng.range(8, 40) } else { 1 };
    let large = rng.chance(10) && limbs < 5 && !design.is_near();
    let mut numbers = Vec::new();
    for _ in 0..count {
        for _ in 1..stride {
            let tiny = cel(rng, design, (1, 1))?;
            design.pictures.push(tiny);
        }
        numbers.push(u16::try_from(design.pictures.len()).unwrap_or(0));
        let size = match (large, rng.range(0, 9)) {
            (true, _) => (rng.range(20, 150), rng.range(40, 190)),
            (_, 0) => (1, rng.range(1, 60)),
            (_, 1) => (rng.range(1, 60), 1),
            _ => (rng.range(2, 44), rng.range(2, 56)),
        };
        let mut picture = cel(rng, design, size)?;
        if wish.single && rng.chance(50) {
            (picture.move_x, picture.move_y) = (0, 0);
        }
        design.pictures.push(picture);
    }
    Ok(numbers)
}

fn cel(rng: &mut Rng, design: &Design, (width, height): (i32, i32)) -> Outcome<Cel> {
    // Mostly above the anchor, as figures stand; at times anywhere.
    let (x, y) = if design.codec == Codec::Trle {
        // Near: beyond the screen of 7.0, this ScummVM writes over its memory.
        (rng.range(-width, 0), rng.range(-height - 5, 5 - height / 2))
    } else if rng.chance(70) {
        (rng.range(-width, 0), rng.range(-height - 20, 5 - height / 2))
    } else {
        (rng.range(-70, 70), rng.range(-90, 60))
    };
    let far = if design.is_near() { program::NEAR } else { 14 };
    let (move_x, move_y) = if rng.chance(40) { (0, 0) } else { (rng.range(-far, far), rng.range(-far, far)) };
    let rows = values(rng, design, width, height);
    let side = |side: i32| u16::try_from(side).unwrap_or(1);
    let size = (side(width), side(height));
    let packed = if rng.chance(50) {
        let colours = design.palette.len();
        pixels::pack(rng, design.codec, colours, usize::from(size.0), &rows)
    } else {
        packed_by_library(design.codec, &design.palette, size, &rows)?
    };
    let narrow = |value: i32| i16::try_from(value).unwrap_or(0);
    Ok(Cel {
        width: size.0,
        height: size.1,
        x: narrow(x),
        y: narrow(y),
        move_x: narrow(move_x),
        move_y: narrow(move_y),
        rows,
        packed,
    })
}

/// Random pixels: costume colours for codec 1; for other codecs room colours, and 255 for holes.
fn values(rng: &mut Rng, design: &Design, width: i32, height: i32) -> Vec<u8> {
    if design.codec == Codec::Rle {
        let colours: Vec<u8> = (1..=255).take(design.palette.len() - 1).collect();
        return patterns(rng, &colours, width, height);
    }
    let colours: Vec<u8> = (0..rng.range(1, 60)).map(|_| rng.byte(1, LAST_COLOUR)).collect();
    let zero = rng.chance(30);
    let shadow = rng.chance(30);
    let hole = if design.palette.len() < 3 { design.palette[0] } else { TRANSPARENT };
    let mut rows = patterns(rng, &colours, width, height);
    for pixel in &mut rows {
        *pixel = match *pixel {
            0 => hole,
            // What an XMAP makes of these in codec 16 is not defined: this ScummVM ends there.
            _ if design.codec == Codec::MajMin && !design.words.is_empty() => (*pixel).max(8),
            1..=60 if zero && rng.chance(10) => 0,
            1..=60 if shadow && rng.chance(10) => rng.pick(&[13, 1, 7]),
            other => other,
        };
    }
    rows
}

fn add_chores(rng: &mut Rng, design: &mut Design, wish: Wish, pictures: Vec<u16>, places: &[bool]) {
    let ways = usize::from(design.ways);
    let last = usize::from(CHORES[CHORES.len() - 1]);
    design.table = vec![None; (last + 1) * ways];
    // The commands that each limb was given before, to be given again.
    let mut told: Vec<Vec<Entry>> = vec![Vec::new(); LIMBS];
    // With up to five actors on the stage, there is room for 31. Those that have many stand alone.
    let waiting = if wish.queued || wish.leaves { 14 } else { 5 };
    let chores = CHORES.to_vec();
    let humongous = design.humongous;
    let mut programmer = Programmer { rng, wish, pictures, chores, waiting, humongous, in_block: false };
    for number in CHORES {
        let init = number == 1;
        if !init && !programmer.rng.chance(80) {
            continue;
        }
        let naming = if init { 85 } else { programmer.rng.pick(&[15, 40, 70, 100]) };
        for way in 0..ways {
            if !init && programmer.rng.chance(12) {
                continue;
            }
            let at = usize::from(number) * ways + way;
            if way > 0 && programmer.rng.chance(15) {
                // Two directions share a record.
                design.table[at] = design.table[at - 1];
                continue;
            }
            let mut record = [None; LIMBS];
            for limb in (0..LIMBS).filter(|limb| places[*limb]) {
                if !programmer.rng.chance(naming) {
                    continue;
                }
                let again = design.program_length() > MOST_CODE || programmer.rng.chance(35);
                let entry = match told[limb].as_slice() {
                    known if again && !known.is_empty() => programmer.rng.pick(known),
                    _ => programmer.entry(design, init),
                };
                told[limb].push(entry);
                record[limb] = Some(entry);
            }
            design.table[at] = Some(design.records.len());
            design.records.push(record);
        }
    }
}
