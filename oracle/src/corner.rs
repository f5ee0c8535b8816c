//! Games of 256 colours on an EGA screen, where no colour of a palette is seen: a frame's number is the colours of
//! stripes in the lower right corner, which an actor of its own wears in front of all others. That corner is not
//! compared.
//!
//! Each pixel is 2 × 2 dots there, mixed of two EGA colours. The first eight colours of each room are EGA's own, so
//! stripes in these are of one colour, and five of them tell a number to the base of eight. A sixth one, of
//! columns in two colours, says that it is they.

use costumier::Facing;
use costumier::build::costume::{
    ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign,
};
use costumier::build::{PictureSource, PixelSource};
use costumier::raw::build::script::{ActorOp, Op};
use costumier::raw::cost::{CostSource, Format, LIMBS};
use costumier::scene::{PlaneChoice, Scale, SceneActor};
use costumier::{Dialect, Direction};

use crate::failure::{Failure, Outcome};
use crate::judge::frames::Frame;

/// The actor. No scene has it.
pub(crate) const ACTOR: u8 = 12;

/// The row in which it stands: in front of all others.
pub(crate) const ROW: i32 = 2000;

/// The first colours of rooms, which are the screen's own.
pub(crate) const OWN: u8 = 8;

/// Stripes that are digits.
const DIGITS: u8 = 5;

/// Width and height of a stripe.
const STRIPE: u8 = 8;

/// Dots of a pixel, across and down.
const DOTS: usize = 2;

/// The room colours of the columns of the last stripe.
const COLUMNS: [u8; 2] = [1, 4];

/// Pixels of the corner, across and down.
const SIZE: (u16, u16) = (STRIPE as u16 * (DIGITS as u16 + 1), STRIPE as u16);

/// The costume: digits are colours 1, 2 …, the columns those behind.
pub(crate) fn costume(dialect: Dialect) -> Outcome<CostSource> {
    let format = Format::from_byte(0x58).ok_or_else(|| Failure::new("no such format"))?;
    let mut costume = CostumeDesign::new(dialect, format);
    let last = DIGITS + 1;
    for (colour, column) in (last..).zip(COLUMNS) {
        costume.palette[usize::from(colour)] = column;
    }
    let value = |x: u16| match u8::try_from(x / u16::from(STRIPE)) {
        Ok(stripe) if stripe < DIGITS => 1 + stripe,
        _ => last + u8::from(x % 2 == 1),
    };
    let rows = (0..SIZE.1).flat_map(|_| (0..SIZE.0).map(value)).collect();
    let source = PictureSource {
        width: SIZE.0,
        height: SIZE.1,
        x: 0,
        y: 0,
        move_x: 0,
        move_y: 0,
        pixels: PixelSource::Rows(rows),
    };
    costume.limbs.push(LimbDesign {
        name: String::new(),
        pictures: vec![PictureDesign { name: String::new(), source }],
    });
    for direction in Direction::ALL {
        let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
        actions[0] = Some(LimbAction::Loop(vec![LimbStep::Picture(0)]));
        costume.chores.push(ChoreDesign { number: 1, name: String::new(), direction, actions });
    }
    costume.build().map_err(|why| Failure::because("the costume that tells numbers", why))
}

/// The actor as it is set up, where a screen of this size begins at this column of the room.
pub(crate) fn actor(costume: u16, left: i32, (width, height): (u32, u32)) -> SceneActor {
    let side = |side: u32| i32::try_from(side).unwrap_or(0);
    let (x, y) = (side(width) - i32::from(SIZE.0), side(height) - i32::from(SIZE.1));
    let mut is = SceneActor::new(u32::from(costume), (left + x, ROW), Facing::EAST);
    is.elevation = ROW - y;
    is.scale = Scale::FULL;
    is.plane = PlaneChoice::Front;
    is
}

/// Shows a frame's number.
pub(crate) fn mark(number: usize) -> Vec<Op> {
    let mut rest = number;
    let digits = (1..=DIGITS).rev().map(|entry| {
        let digit = rest % usize::from(OWN);
        rest /= usize::from(OWN);
        ActorOp::Palette { entry, colour: u16::try_from(digit).unwrap_or(0) }
    });
    vec![Op::Actor(ACTOR, digits.collect())]
}

/// The number that a picture shows.
pub(crate) fn number_of(frame: &Frame) -> Option<usize> {
    let (width, height) = (DOTS * usize::from(SIZE.0), DOTS * usize::from(SIZE.1));
    let (left, top) = (frame.width.checked_sub(width)?, frame.height.checked_sub(height)?);
    let rows = frame.pixels.chunks_exact(frame.width).skip(top);
    let rows: Vec<&[u8]> = rows.filter_map(|row| row.get(left..)).collect();
    let first = *rows.first()?;
    let stripe = |number: u8| &first[DOTS * usize::from(STRIPE) * usize::from(number)..];
    let is_whole = rows.len() == height
        && rows.iter().all(|row| *row == first)
        && stripe(DIGITS).iter().enumerate().all(|(at, dot)| *dot == COLUMNS[at / DOTS % 2]);
    if !is_whole {
        return None;
    }
    (0..DIGITS).try_fold(0, |number: usize, digit| {
        let dots = &stripe(digit)[..DOTS * usize::from(STRIPE)];
        let own = *dots.first().filter(|own| **own < OWN)?;
        let is_one = dots.iter().all(|dot| *dot == own);
        is_one.then_some(number * usize::from(OWN) + usize::from(own))
    })
}

/// Makes the corner black, in a picture of this width in dots.
pub(crate) fn wipe(dots: &mut [u8], width: usize) {
    for row in dots.chunks_exact_mut(width.max(1)).rev().take(DOTS * usize::from(SIZE.1)) {
        let from = row.len().saturating_sub(DOTS * usize::from(SIZE.0));
        row[from..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_where_the_corner_is_whole() {
        let (width, height) = (200, 40);
        let told =
            |dots: &[u8]| number_of(&Frame { width, height, pixels: dots.to_vec(), palette: vec![0; 768] });
        let mut dots = vec![9; width * height];
        assert_eq!(told(&dots), None);
        for row in dots.chunks_exact_mut(width).skip(height - 16) {
            for (stripe, digit) in [0, 3, 7, 0, 5].into_iter().enumerate() {
                row[104 + 16 * stripe..][..16].fill(digit);
            }
            for (at, dot) in row[184..].iter_mut().enumerate() {
                *dot = COLUMNS[at / 2 % 2];
            }
        }
        assert_eq!(told(&dots), Some(((3 * 8 + 7) * 8) * 8 + 5));
        let mut broken = dots.clone();
        *broken.last_mut().unwrap() = 2;
        assert_eq!(told(&broken), None);
        broken.clone_from(&dots);
        broken[width * (height - 16) + 104] = 1;
        assert_eq!(told(&broken), None);
        wipe(&mut dots, width);
        assert_eq!(dots.iter().filter(|dot| **dot == 0).count(), 96 * 16);
    }

    #[test]
    fn numbers_are_digits_of_five_stripes() {
        let Some(Op::Actor(ACTOR, settings)) = mark(0o12345).into_iter().next() else { panic!() };
        let told: Vec<_> = settings
            .iter()
            .map(|op| match op {
                ActorOp::Palette { entry, colour } => (*entry, *colour),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(told, [(5, 5), (4, 4), (3, 3), (2, 2), (1, 1)]);
    }
}
