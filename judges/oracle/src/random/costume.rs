//! A random costume: limbs, pictures, chores.

use costumier::format::cost::{Format, LIMBS};
use costumier::format::dialect::{Palette, SoundCodes, Starts};
use costumier::{Dialect, Direction};
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::{PictureSource, PixelSource};

use super::last_colour;
use crate::failure::{Failure, Outcome};
use crate::rng::Rng;

/// Chores that costumes have, some of them or all.
pub(crate) const CHORES: [u8; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 25, 55];

/// The number of limbs that a game's costumes have, and all.
const LIMB_COUNTS: [usize; 8] = [1, 2, 3, 4, 5, 7, 10, LIMBS];

/// The abilities that a random costume has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wish {
    /// Pictures that borrow the pixels of others (v6).
    pub(crate) redirects: bool,
    /// Only colours that this ScummVM darkens rightly (README.md).
    pub(crate) dark: bool,
}

/// A costume for a generation.
pub(crate) fn costume(rng: &mut Rng, dialect: Dialect, wish: Wish) -> Outcome<CostumeDesign> {
    let cells = dialect.cost.palette == Palette::None;
    let base = if wish.redirects { 0x60 } else { 0x58 - u8::from(cells) };
    let deep = dialect.cost.palette == Palette::Full && rng.chance(50);
    let byte = base + u8::from(deep) + if rng.chance(25) { 0x80 } else { 0 };
    let own = dialect.cost.palette == Palette::Colours;
    // There, any byte will do, but for those that make this ScummVM look for cells or for lenders.
    let any = (0..=255)
        .find_map(|_| Some(rng.byte(0, 255)).filter(|byte| !matches!(byte & 0x7F, 0x57 | 0x60 | 0x61)));
    let byte = any.filter(|_| own).unwrap_or(byte);
    let format = Format::in_layout(byte, dialect.cost).ok_or_else(|| Failure::new("no such format"))?;
    let mut costume = CostumeDesign::new(dialect, format);
    let colours = format.colours();
    let stored = costume.palette.len();
    let last = if own { u8::MAX } else { last_colour(&dialect) };
    costume.palette = (0..stored).map(|_| rng.byte(0, last)).collect();
    if stored == colours && rng.chance(20) {
        let shadow = rng.below(colours);
        costume.palette[shadow] = 13;
    }
    let usable = usable_colours(colours, wish.dark && !cells);
    // Where windows begin within the first 255 commands, there is no room for more than a few.
    let few = dialect.cost.starts == Starts::Byte;
    let limbs = rng.pick(if few { &LIMB_COUNTS[..4] } else { &LIMB_COUNTS });
    let most = dialect.cost.limbs;
    let often = if few { 60 / i32::try_from(limbs).unwrap_or(1) } else { 80 };
    // Few limbs are spread over the sixteen.
    let mut places: Vec<bool> = (0..most).map(|place| place < limbs).collect();
    for place in (1..most).rev() {
        places.swap(place, rng.below(place + 1));
    }
    for used in &places {
        costume.limbs.push(if *used { limb(rng, &dialect, &usable, limbs) } else { LimbDesign::default() });
    }
    if wish.redirects {
        borrow(rng, &mut costume);
    }
    for number in CHORES {
        let shown = dialect.play.on_show.iter().any(|role| dialect.roles.number(*role) == number);
        if shown || rng.chance(often) {
            chore(rng, &mut costume, number, shown);
        }
    }
    Ok(costume)
}

fn usable_colours(colours: usize, dark: bool) -> Vec<u8> {
    let all = 1..u8::try_from(colours).unwrap_or(32);
    all.filter(|colour| !dark || usize::from(*colour) < colours / 2 || *colour == 12).collect()
}

fn limb(rng: &mut Rng, dialect: &Dialect, colours: &[u8], limbs: usize) -> LimbDesign {
    let pictures = rng.range(1, 5);
    let large = rng.chance(10) && limbs < 5;
    let pictures = (0..pictures).map(|_| picture(rng, dialect, colours, large)).collect();
    LimbDesign { name: String::new(), pictures }
}

fn picture(rng: &mut Rng, dialect: &Dialect, colours: &[u8], large: bool) -> PictureDesign {
    let (width, height) = match (large, rng.range(0, 9)) {
        (true, _) => (rng.range(20, 150), rng.range(40, 170)),
        (_, 0) => (1, rng.range(1, 60)),
        (_, 1) => (rng.range(1, 60), 1),
        _ => (rng.range(2, 44), rng.range(2, 56)),
    };
    // Mostly above the anchor, as figures stand; at times anywhere.
    let (x, y) = if rng.chance(70) {
        (rng.range(-width, 0), rng.range(-height - 20, 5 - height / 2))
    } else {
        (rng.range(-70, 70), rng.range(-90, 60))
    };
    let (move_x, move_y) = if rng.chance(40) { (0, 0) } else { (rng.range(-14, 14), rng.range(-14, 14)) };
    let cells = dialect.cost.palette == Palette::None;
    let ([width, x, move_x], [y, move_y]) = match cells {
        // Across in cells of eight pixels.
        true => ([(width + 7) / 8 * 8, x / 8 * 8, move_x / 8 * 8], [y, move_y]),
        // Old bundles store places around (72, 100).
        false => ([width, x - dialect.origin.0, move_x], [y - dialect.origin.1, move_y]),
    };
    let blocks = dialect.cost.palette == Palette::Colours;
    // The PC-Engine has blocks of 16 × 16, and seven bits for a place.
    let up = |side: i32| if blocks { (side + 15) / 16 * 16 } else { side };
    let (width, height) = (up(width), up(height));
    let within = |value: i32| if blocks { value.clamp(-127, 127) } else { value };
    let narrow = |value: i32| i16::try_from(within(value)).unwrap_or(0);
    let mut rows = pixels(rng, colours, width, height);
    if cells {
        // Pixels are twice as wide as high.
        rows.as_chunks_mut::<2>().0.iter_mut().for_each(|pair| pair[1] = pair[0]);
    }
    let mut source = PictureSource {
        width: u16::try_from(width).unwrap_or(1),
        height: u16::try_from(height).unwrap_or(1),
        x: narrow(x),
        y: narrow(y),
        move_x: narrow(move_x),
        move_y: narrow(move_y),
        pixels: PixelSource::Rows(rows),
    };
    if blocks {
        super::pce::pack(rng, &mut source);
    }
    PictureDesign { name: String::new(), source }
}

/// Noise, stripes, or runs, with holes.
pub(super) fn pixels(rng: &mut Rng, colours: &[u8], width: i32, height: i32) -> Vec<u8> {
    let style = rng.range(0, 3);
    let holes = rng.pick(&[0, 20, 50, 80]);
    let mut left = 0;
    let mut run = 0;
    let mut pixels = Vec::with_capacity(usize::try_from(width * height).unwrap_or(0));
    for y in 0..height {
        for x in 0..width {
            let at = usize::try_from(x + y * 3).unwrap_or(0);
            pixels.push(match style {
                0 if rng.chance(holes) => 0,
                0 => rng.pick(colours),
                1 if (x / 2 + y) % 5 == 0 => 0,
                1 => colours[at % colours.len()],
                2 if y % 7 == 3 && holes > 0 => 0,
                2 => colours[usize::try_from(x).unwrap_or(0) % colours.len()],
                _ => {
                    if left == 0 {
                        left = rng.range(1, 40);
                        run = if rng.chance(holes) { 0 } else { rng.pick(colours) };
                    }
                    left -= 1;
                    run
                }
            });
        }
    }
    pixels
}

/// Lets some pictures borrow the pixels of another that has at least as many.
fn borrow(rng: &mut Rng, costume: &mut CostumeDesign) {
    let mut all = Vec::new();
    for (limb, design) in (0u8..).zip(&costume.limbs) {
        for (index, picture) in (0u8..).zip(&design.pictures) {
            all.push((limb, index, picture.source.width, picture.source.height));
        }
    }
    let (owners, borrowers): (Vec<_>, Vec<_>) =
        all.into_iter().enumerate().partition(|(number, _)| number % 2 == 0);
    for (_, (limb, index, ..)) in borrowers {
        let (_, (from_limb, from_index, width, height)) = rng.pick(&owners);
        let source = &mut costume.limbs[usize::from(limb)].pictures[usize::from(index)].source;
        // The pixels may be cut into other columns: they are a stream.
        let pixels = i32::from(width) * i32::from(height);
        let other = rng.range(1, i32::from(height));
        let narrow = |value: i32| u16::try_from(value).unwrap_or(1);
        (source.width, source.height) = match rng.range(0, 2) {
            0 => (width, height),
            1 => (narrow((pixels / other).min(120)), narrow(other)),
            _ => (width, narrow(other)),
        };
        source.pixels = PixelSource::Borrowed { limb: from_limb, index: from_index };
    }
}

fn chore(rng: &mut Rng, costume: &mut CostumeDesign, number: u8, shown: bool) {
    let naming = if shown { 85 } else { rng.pick(&[15, 40, 70, 100]) };
    for direction in Direction::ALL {
        if !shown && rng.chance(12) {
            continue;
        }
        let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
        for (limb, slot) in actions.iter_mut().enumerate() {
            let pictures = costume.limbs.get(limb).map_or(0, |limb| limb.pictures.len());
            if pictures > 0 && rng.chance(naming) {
                *slot = Some(action(rng, costume.dialect.sounds, pictures, shown));
            }
        }
        costume.chores.push(ChoreDesign { number, name: String::new(), direction, actions });
    }
}

fn action(rng: &mut Rng, sounds: SoundCodes, pictures: usize, init: bool) -> LimbAction {
    match rng.range(0, 19) {
        0 if !init => LimbAction::Off,
        1 | 2 if !init => LimbAction::Stop,
        3..=5 if !init => LimbAction::Start,
        0 | 6..=9 => LimbAction::Once(steps(rng, sounds, pictures, true)),
        _ => LimbAction::Loop(steps(rng, sounds, pictures, false)),
    }
}

/// A window. It begins with a picture or with "hide"; if it is played once, it also ends with one.
fn steps(rng: &mut Rng, sounds: SoundCodes, pictures: usize, once: bool) -> Vec<LimbStep> {
    let count = rng.range(1, 9);
    (0..count)
        .map(|at| match rng.range(0, 19) {
            0 | 1 => LimbStep::Hide,
            2 | 3 if at > 0 && !(once && at == count - 1) => LimbStep::Count,
            4 if at > 0 && !(once && at == count - 1) => LimbStep::Sound(match sounds {
                SoundCodes::Footstep | SoundCodes::FootstepBit => 0,
                SoundCodes::List | SoundCodes::ListReversed => rng.byte(0, 7),
            }),
            _ => LimbStep::Picture(u8::try_from(rng.below(pictures)).unwrap_or(0)),
        })
        .collect()
}
