//! Random rooms and costumes for the PC-Engine: tiles and masks, some of them repeated, colours of nine bits, blocks
//! with gaps between them.
//!
//! Costumes are packed here, and not by the library, with every kind of command, also where one is enough.

use costumier::game::Plane;
use costumier_build::room::RoomSource;
use costumier_build::{PictureSource, PixelSource};

use crate::rng::Rng;

/// Pixels of a tile's side, and of a block's.
const TILE: u16 = 8;
const BLOCK: usize = 16;

/// The grey that is colour 15 of every palette.
const GREY: [u8; 3] = [222; 3];

/// A part of three bits as the screen shows it.
const PARTS: [u8; 8] = [0, 33, 74, 107, 148, 181, 222, 255];

/// Paints a room and its objects in random tiles and palettes.
pub(crate) fn furnish(rng: &mut Rng, room: &mut RoomSource) {
    let mut colour = || [0; 3].map(|_| PARTS[rng.below(PARTS.len())]);
    room.palette = (0..256).map(|_| colour()).collect();
    let first = room.palette[0];
    for palette in room.palette.as_chunks_mut::<16>().0 {
        (palette[0], palette[15]) = (first, GREY);
    }
    // What tells a frame's number is drawn in this colour and in the grey.
    if room.palette[1] == GREY {
        room.palette[1] = [0; 3];
    }
    room.carried_over.clear();
    let tiles: Vec<[u8; 64]> = (0..rng.range(40, 300)).map(|_| tile(rng)).collect();
    let masks: Vec<[u8; 8]> = (0..rng.pick(&[4, 20, 60, 250, 400])).map(|_| mask(rng)).collect();
    let palettes: Vec<u8> = (0..rng.range(1, 16)).map(|_| rng.byte(0, 15)).collect();
    let mut paint = |(width, height): (u16, u16), pixels: &mut [u8], plane: Option<&mut Plane>| {
        let mut plane = plane;
        let (mut number, mut palette) = (0, palettes[0]);
        for x in (0..width).step_by(TILE.into()) {
            for y in (0..height).step_by(TILE.into()) {
                number = match rng.below(10) {
                    0..3 => number,
                    3..6 => (number + 1) % tiles.len(),
                    _ => rng.below(tiles.len()),
                };
                palette = if rng.chance(60) { palette } else { rng.pick(&palettes) };
                for (at, colour) in tiles[number].iter().enumerate() {
                    let at = u16::try_from(at).unwrap_or(0);
                    let place = usize::from(y + at / 8) * usize::from(width) + usize::from(x + at % 8);
                    pixels[place] = palette << 4 | colour;
                }
                if let Some(plane) = &mut plane {
                    let mask = if rng.chance(40) { [0; 8] } else { rng.pick(&masks) };
                    for (row, byte) in (y..).zip(mask) {
                        (0..8).for_each(|bit| plane.set(x + bit, row, byte << bit & 0x80 != 0));
                    }
                }
            }
        }
    };
    paint((room.width, room.height), &mut room.background, room.planes.first_mut());
    for object in &mut room.objects {
        let size = (object.width, object.height);
        for picture in object.pictures.values_mut() {
            let plane = picture.planes.first_mut().and_then(Option::as_mut);
            paint(size, &mut picture.pixels, plane);
        }
    }
}

fn tile(rng: &mut Rng) -> [u8; 64] {
    let colours: Vec<u8> = (0..rng.range(1, 16)).map(|_| rng.byte(0, 15)).collect();
    let (style, step) = (rng.below(4), 1 + rng.below(9));
    std::array::from_fn(|at| match style {
        0 => rng.pick(&colours),
        1 => colours[at / 8 % colours.len()],
        2 => colours[at % step % colours.len()],
        _ => colours[0],
    })
}

fn mask(rng: &mut Rng) -> [u8; 8] {
    match rng.below(4) {
        0 => [255; 8],
        1 => [rng.byte(0, 255); 8],
        _ => std::array::from_fn(|_| if rng.chance(30) { 255 } else { rng.byte(0, 255) }),
    }
}

/// Packs a picture again in commands of all kinds, sometimes with gaps. Its sides are multiples of 16.
pub(crate) fn pack(rng: &mut Rng, picture: &mut PictureSource) {
    let PixelSource::Rows(rows) = &picture.pixels else { return };
    let (width, height) = (usize::from(picture.width), usize::from(picture.height));
    let gaps = rng.chance(40);
    let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let mut blocks = Vec::new();
    let mut stored = 0;
    for left in (0..width).step_by(BLOCK) {
        for top in (0..height).step_by(BLOCK) {
            let pixel = |x: usize, y: usize| rows[(top + y) * width + left + x];
            let empty = (0..BLOCK).all(|y| (0..BLOCK).all(|x| pixel(x, y) == 0));
            if empty || rng.chance(8) {
                blocks.push(255);
                continue;
            }
            stored += 1;
            blocks.push(if gaps && rng.chance(50) { rng.byte(0, 40) } else { 0 });
            let planes: Vec<u8> = (0..128)
                .map(|at| {
                    let (row, plane, right) = (at % 16, at / 16 % 4, if at < 64 { 8 } else { 0 });
                    (0..8).fold(0, |bits, x| bits << 1 | pixel(right + x, row) >> plane & 1)
                })
                .collect();
            commands(rng, &planes, &mut blocks);
        }
    }
    let head = [byte(stored), byte(height / BLOCK)];
    picture.pixels = PixelSource::Encoded(head.into_iter().chain(blocks).collect());
}

fn commands(rng: &mut Rng, mut bytes: &[u8], out: &mut Vec<u8>) {
    while let Some(first) = bytes.first() {
        let same = bytes.iter().take(64).take_while(|byte| *byte == first).count();
        let most = |rng: &mut Rng, most: usize| 1 + rng.below(most.min(64));
        let number = |count: usize| u8::try_from(count - 1).unwrap_or(0);
        let count = match rng.below(3) {
            0 if *first == 0 => {
                let count = if rng.chance(80) { same } else { most(rng, same) };
                out.push(number(count));
                count
            }
            1 => {
                let count = if rng.chance(80) { same } else { most(rng, same) };
                // Whether bit 6 is set as well says nothing.
                out.extend([0x80 | number(count) | if rng.chance(20) { 0x40 } else { 0 }, *first]);
                count
            }
            _ => {
                let count = most(rng, bytes.len());
                out.push(0x40 | number(count));
                out.extend(&bytes[..count]);
                count
            }
        };
        bytes = &bytes[count..];
    }
}
