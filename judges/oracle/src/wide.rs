//! Frame numbers on screens of 16 bits a pixel, where setting a colour changes no drawn pixel. The number is the
//! colour of a small picture in the lower right corner, on an actor in front of all others. That corner is not
//! compared.

use costumier::Facing;
use costumier::scene::{ChoreRef, Scale, SceneActor};
use costumier_build::script::{ActorOp, Op};

use crate::judge::frames::{Frame, WIDE};

/// The actor. No scene has it.
pub(crate) const ACTOR: u8 = 40;

/// The row in which it stands: in front of all others.
pub(crate) const ROW: i32 = 2000;

/// Width and height of the picture.
pub(crate) const SIDE: u16 = 8;

/// The corner where it is.
const CORNER: (i32, i32) = (640 - SIDE as i32, 480 - SIDE as i32);

/// The colour of its right half, which rooms, being grey, do not have.
pub(crate) const MAGENTA: [u8; 3] = [255, 0, 255];

const MAGENTA_PIXEL: u16 = 0x7C1F;

/// What numbers have besides.
const TOLD: u16 = 0x4000;

/// The costume's palette: its second entry shows numbers, and the third is magenta.
pub(crate) const PALETTE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The actor as it is set up, where the screen begins at this column of the room.
pub(crate) fn actor(costume: u16, left: i32) -> SceneActor {
    let mut is = SceneActor::new(u32::from(costume), (left + CORNER.0, ROW), Facing::EAST);
    is.elevation = ROW - CORNER.1;
    is.scale = Scale::FULL;
    is.steps = vec![costumier::scene::Step::Chore(ChoreRef::Number(1))];
    is
}

/// Shows a frame's number.
pub(crate) fn mark(number: usize) -> Vec<Op> {
    let pixel = u16::try_from(number).unwrap_or(0) | TOLD;
    vec![Op::Actor(ACTOR, vec![ActorOp::Palette { entry: PALETTE[1], colour: pixel }])]
}

/// The number that a picture shows.
pub(crate) fn number_of(frame: &Frame) -> Option<usize> {
    let side = usize::from(SIDE);
    let (left, top) = (frame.width.checked_sub(side)?, frame.height.checked_sub(side)?);
    let pixel = |x: usize, y: usize| frame.wide(left + x, top + y);
    let number = pixel(0, 0)?;
    let is_whole = (0..side)
        .all(|y| (0..side).all(|x| pixel(x, y) == Some(if x < side / 2 { number } else { MAGENTA_PIXEL })));
    (is_whole && number & TOLD != 0).then_some(usize::from(number & !TOLD))
}

/// Makes the corner black.
pub(crate) fn wipe(pixels: &mut [u8], width: usize) {
    let side = usize::from(SIDE);
    for row in pixels.chunks_exact_mut((WIDE * width).max(1)).rev().take(side) {
        let from = row.len().saturating_sub(WIDE * side);
        row[from..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_where_the_picture_is_whole() {
        let mut pixels = vec![0x1234_u16; 20 * 10];
        let told = |pixels: &[u16]| {
            let bytes = pixels.iter().flat_map(|pixel| pixel.to_ne_bytes()).collect();
            number_of(&Frame { width: 20, height: 10, pixels: bytes, palette: Vec::new() })
        };
        assert_eq!(told(&pixels), None);
        for y in 2..10 {
            pixels[20 * y + 12..20 * y + 16].fill(TOLD | 777);
            pixels[20 * y + 16..20 * y + 20].fill(MAGENTA_PIXEL);
        }
        assert_eq!(told(&pixels), Some(777));
        pixels[20 * 9 + 19] = 0;
        assert_eq!(told(&pixels), None);
        let mut bytes: Vec<u8> = pixels.iter().flat_map(|pixel| pixel.to_ne_bytes()).collect();
        wipe(&mut bytes, 20);
        assert_eq!(bytes.iter().filter(|byte| **byte == 0).count(), 2 * 64);
    }
}
