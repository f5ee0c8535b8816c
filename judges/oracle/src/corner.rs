//! Frame numbers of games of 256 colours on an EGA screen, which does not show the colours of a palette. The number
//! is the colours of stripes in the lower right corner, on an actor in front of all others. That corner is not
//! compared.
//!
//! Each pixel is 2 × 2 dots there, mixed of two EGA colours. The first eight colours of each room are EGA's own, so
//! stripes in these have one colour, and five stripes are a number to the base of eight. Two more stripes are a check
//! sum: while a room is entered, a picture can have the mixed colours of the room before. The last stripe, columns in
//! two colours, marks the corner.

use costumier::Facing;
use costumier::format::cost::{CostSource, Format, LIMBS};
use costumier::scene::{PlaneChoice, Scale, SceneActor};
use costumier::{Dialect, Direction};
use costumier_build::PictureSource;
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::script::{ActorOp, Op};

use crate::failure::{Failure, Outcome};
use crate::judge::frames::Frame;

/// The number of the actor. Scenes do not use it.
pub(crate) const ACTOR: u8 = 12;

/// The row in which it stands: in front of all others.
pub(crate) const ROW: i32 = 2000;

/// The first colours of rooms, which are the screen's own.
pub(crate) const OWN: u8 = 8;

/// Number of stripes that are digits.
const DIGITS: u8 = 5;

/// Weights of the digits in the stripes that check them.
const CHECKS: [[u8; DIGITS as usize]; 2] = [[1, 3, 5, 7, 1], [5, 1, 3, 3, 7]];

/// Number of stripes of one colour.
const TOLD: u8 = DIGITS + 2;

/// Width and height of a stripe.
const STRIPE: u8 = 8;

/// Dots of a pixel, across and down.
const DOTS: usize = 2;

/// The room colours of the columns of the last stripe.
const COLUMNS: [u8; 2] = [1, 4];

/// Pixels of the corner, across and down.
const SIZE: (u16, u16) = (STRIPE as u16 * (TOLD as u16 + 1), STRIPE as u16);

/// The costume: digits are colours 1, 2 …, the columns those behind.
pub(crate) fn costume(dialect: Dialect) -> Outcome<CostSource> {
    let format = Format::from_byte(0x58).ok_or_else(|| Failure::new("no such format"))?;
    let mut costume = CostumeDesign::new(dialect, format);
    let last = TOLD + 1;
    for (colour, column) in (last..).zip(COLUMNS) {
        costume.palette[usize::from(colour)] = column;
    }
    let value = |x: u16| match u8::try_from(x / u16::from(STRIPE)) {
        Ok(stripe) if stripe < TOLD => 1 + stripe,
        _ => last + u8::from(x % 2 == 1),
    };
    let rows = (0..SIZE.1).flat_map(|_| (0..SIZE.0).map(value)).collect();
    let source = PictureSource::new((SIZE.0, SIZE.1), (0, 0), rows);
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

/// The digits of a number, and those that say again what they are.
fn told(number: usize) -> [u8; TOLD as usize] {
    let mut told = [0; TOLD as usize];
    let (digits, checks) = told.split_at_mut(DIGITS.into());
    let mut rest = number;
    for digit in digits.iter_mut().rev() {
        *digit = u8::try_from(rest % usize::from(OWN)).unwrap_or(0);
        rest /= usize::from(OWN);
    }
    for (check, weights) in checks.iter_mut().zip(CHECKS) {
        let sum: u8 = digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
        *check = (sum + 1) % OWN;
    }
    told
}

/// Shows a frame's number.
pub(crate) fn mark(number: usize) -> Vec<Op> {
    let stripes = (1..).zip(told(number));
    let colours = stripes.map(|(entry, digit)| ActorOp::Palette { entry, colour: digit.into() });
    vec![Op::Actor(ACTOR, colours.collect())]
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
        && stripe(TOLD).iter().enumerate().all(|(at, dot)| *dot == COLUMNS[at / DOTS % 2]);
    if !is_whole {
        return None;
    }
    let mut shown = [0; TOLD as usize];
    for (digit, number) in shown.iter_mut().zip(0..) {
        let dots = &stripe(number)[..DOTS * usize::from(STRIPE)];
        *digit = *dots.first().filter(|own| **own < OWN && dots.iter().all(|dot| dot == *own))?;
    }
    let digits = shown[..usize::from(DIGITS)].iter();
    let number = digits.fold(0, |number, digit| number * usize::from(OWN) + usize::from(*digit));
    (told(number) == shown).then_some(number)
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

    /// A picture of this size whose corner has these stripes.
    fn picture((width, height): (usize, usize), stripes: [u8; 7]) -> Vec<u8> {
        let mut dots = vec![9; width * height];
        for row in dots.chunks_exact_mut(width).skip(height - 16) {
            let corner = &mut row[width - 128..];
            for (stripe, digit) in stripes.into_iter().enumerate() {
                corner[16 * stripe..][..16].fill(digit);
            }
            for (at, dot) in corner[112..].iter_mut().enumerate() {
                *dot = COLUMNS[at / 2 % 2];
            }
        }
        dots
    }

    #[test]
    fn a_number_is_read_where_the_corner_is_whole() {
        let (width, height) = (200, 40);
        let read =
            |dots: &[u8]| number_of(&Frame { width, height, pixels: dots.to_vec(), palette: vec![0; 768] });
        assert_eq!(read(&vec![9; width * height]), None);
        let mut dots = picture((width, height), told(0o37_05));
        assert_eq!(read(&dots), Some(0o37_05));
        let mut broken = dots.clone();
        *broken.last_mut().unwrap() = 2;
        assert_eq!(read(&broken), None);
        broken.clone_from(&dots);
        broken[width * (height - 16) + 72] = 1;
        assert_eq!(read(&broken), None);
        wipe(&mut dots, width);
        assert_eq!(dots.iter().filter(|dot| **dot == 0).count(), 128 * 16);
    }

    /// A picture in what another room mixes: other colours in place of all of these.
    #[test]
    fn a_number_in_other_colours_is_none() {
        let size = (128, 16);
        let mut misread = 0;
        for number in 1..4000 {
            let turned = told(number).map(|digit| (digit + 3) % OWN);
            let pixels = picture(size, turned);
            misread += usize::from(
                number_of(&Frame { width: size.0, height: size.1, pixels, palette: vec![0; 768] }).is_some(),
            );
        }
        assert_eq!(misread, 0);
        let each: std::collections::BTreeSet<_> = (0..4000).map(told).collect();
        assert_eq!(each.len(), 4000);
    }

    #[test]
    fn numbers_are_digits_of_seven_stripes() {
        let Some(Op::Actor(ACTOR, settings)) = mark(0o12345).into_iter().next() else { panic!() };
        let told: Vec<_> = settings
            .iter()
            .map(|op| match op {
                ActorOp::Palette { entry, colour } => (*entry, *colour),
                other => panic!("{other:?}"),
            })
            .collect();
        // 1 + 6 + 15 + 28 + 5 + 1 and 5 + 2 + 9 + 12 + 35 + 1.
        assert_eq!(told, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 0), (7, 0)]);
    }
}
