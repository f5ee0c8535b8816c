//! Pictures of rooms and objects from random bytes after each code that an engine has.
//!
//! A writer uses few codes and few of their commands. An interpreter decodes any bytes, so random ones reach all of
//! them. Costumier's decoded pictures are compared with ScummVM's.

use costumier::format::bits::BitWriter;
use costumier::format::codec::bmap;
use costumier::format::codec::strip::{self, STRIP_WIDTH, old};
use costumier::format::dialect::FileLayout;
use costumier_build::room::RoomSource;

use super::LAST_COLOUR;
use crate::engine::Engine;
use crate::rng::Rng;

/// How an engine's pictures are cut and packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Strips by their code.
    Modern,
    /// Strips by their code, as v3 has it.
    V3,
    /// Strips of 16 colours without a code.
    Sixteen,
    /// A picture in one piece (`BMAP`); its objects have strips by their code.
    Whole,
}

impl Packing {
    /// The packing of an engine's rooms; `None` where pictures are not cut into strips (v0 to v2, NES, PC-Engine).
    pub(crate) fn of(engine: &Engine) -> Option<Self> {
        let dialect = engine.dialect();
        let old_cells = engine.has_cells() || dialect.objects.tiles || dialect.is_nes();
        match dialect.files {
            _ if old_cells => None,
            _ if dialect.disks.whole_pictures => Some(Self::Whole),
            FileLayout::OldRooms(_) if dialect.generation() < costumier::Generation::V3 => None,
            _ if dialect.fixed_colours => Some(Self::Sixteen),
            FileLayout::Rooms => Some(Self::V3),
            _ => Some(Self::Modern),
        }
    }
}

/// Opaque codes of strips. 8 and 9 are the 3DO's.
pub(crate) const OPAQUE: [u8; 27] = [
    1, 9, 14, 15, 16, 17, 18, 24, 25, 26, 27, 28, 64, 65, 66, 67, 68, 104, 105, 106, 107, 108, 134, 135, 136,
    137, 138,
];

/// Codes of strips that leave pixels out.
pub(crate) const HOLED: [u8; 28] = [
    8, 34, 35, 36, 37, 38, 44, 45, 46, 47, 48, 84, 85, 86, 87, 88, 124, 125, 126, 127, 128, 143, 144, 145,
    146, 147, 148, 149,
];

/// Codes that only v3 has. 1 goes down the columns there.
const V3_ONLY: [u8; 5] = [1, 2, 3, 4, 7];

/// How often a strip is drawn anew that has colours which are needed elsewhere.
const ATTEMPTS: usize = 20;

/// Gives a room and its objects random bytes instead of pictures that a writer packs, for every second room.
pub(crate) fn repack(rng: &mut Rng, engine: &Engine, room: &mut RoomSource) {
    // Drawn apart: what else a seed makes does not depend on it.
    let mut own = Rng::of_part(rng.seed(), 3);
    let Some(packing) = Packing::of(engine).filter(|_| !engine.is_dithered() && own.chance(50)) else {
        return;
    };
    let size = (usize::from(room.width), usize::from(room.height));
    let codes: Vec<u8> = match packing {
        Packing::V3 => V3_ONLY.into_iter().chain(OPAQUE).collect(),
        Packing::Modern | Packing::Whole | Packing::Sixteen => OPAQUE.into(),
    };
    let hole = room.transparent.unwrap_or(255);
    let painter = Painter { engine, packing, hole };
    let strips = match packing {
        Packing::Whole => painter.whole(&mut own, &mut room.background, size),
        _ => painter.strips(&mut own, &codes, &mut room.background, size),
    };
    room.strips = strips.unwrap_or_default();
    for object in &mut room.objects {
        let size = (usize::from(object.width), usize::from(object.height));
        for picture in object.pictures.values_mut().filter(|picture| !picture.whole) {
            if !own.chance(60) {
                continue;
            }
            let mut pixels = picture.pixels.clone();
            let codes = match picture.leaves_out {
                true => {
                    pixels.fill(hole);
                    &HOLED[..]
                }
                false => &codes[..],
            };
            if let Some(strips) = painter.strips(&mut own, codes, &mut pixels, size) {
                (picture.pixels, picture.strips) = (pixels, strips);
            }
        }
    }
}

struct Painter<'a> {
    engine: &'a Engine,
    packing: Packing,
    hole: u8,
}

impl Painter<'_> {
    /// Random strips, decoded into pixels; `None` where one has colours that are needed elsewhere.
    fn strips(
        &self,
        rng: &mut Rng,
        codes: &[u8],
        pixels: &mut [u8],
        (width, height): (usize, usize),
    ) -> Option<Vec<Vec<u8>>> {
        let mut painted = pixels.to_vec();
        let mut strips = Vec::new();
        for x in (0..width).step_by(STRIP_WIDTH) {
            let strip = (0..ATTEMPTS).find_map(|_| {
                let mut trial = painted.clone();
                let strip = self.strip(rng, codes, &mut trial, (width, height), x)?;
                painted = trial;
                Some(strip)
            })?;
            strips.push(strip);
        }
        pixels.copy_from_slice(&painted);
        Some(strips)
    }

    /// A random picture in one piece.
    fn whole(
        &self,
        rng: &mut Rng,
        pixels: &mut [u8],
        (width, height): (usize, usize),
    ) -> Option<Vec<Vec<u8>>> {
        let rules = self.engine.dialect().bmap;
        let code = match rng.range(0, 9) {
            // Before one colour little is seen of what is drawn behind planes, so there are few of these.
            0 => bmap::ONE_COLOUR,
            // It becomes a pixel of 16 bits in a way of its own.
            1 if self.engine.is_wide() => bmap::ONE_COLOUR,
            1..=4 => rng.pick(&[144, 145, 146, 147, 148]),
            _ => rng.pick(&[134, 135, 136, 137, 138]),
        };
        let packed: Vec<u8> = match code {
            bmap::ONE_COLOUR => vec![code, rng.byte(0, LAST_COLOUR), 0, 0, 0, 0],
            _ if self.keeps_out() => deltas(rng, code, width * height, self.hole),
            _ => std::iter::once(code).chain((0..2 * width * height).map(|_| rng.byte(0, 255))).collect(),
        };
        let mut painted = pixels.to_vec();
        let decoded = bmap::decode(&packed, None, &mut painted).ok()?;
        // Pixels that are left out show what was there before, which is not known.
        let is_known = !rules.leaves_out || !(144..=148).contains(&code) || !painted.contains(&self.hole);
        if !is_known || (self.keeps_out() && painted.iter().any(|pixel| *pixel > LAST_COLOUR)) {
            return None;
        }
        pixels.copy_from_slice(&painted);
        Some(vec![packed[..packed.len().min(decoded.bytes + 4)].to_vec()])
    }

    /// Whether pixels are compared by their colours, of which the last ones tell something.
    fn keeps_out(&self) -> bool {
        self.engine.is_deep() || self.engine.is_wide()
    }

    fn strip(
        &self,
        rng: &mut Rng,
        codes: &[u8],
        pixels: &mut [u8],
        (width, height): (usize, usize),
        x: usize,
    ) -> Option<Vec<u8>> {
        if self.packing == Packing::Sixteen {
            let strip = sixteen(rng, height);
            old::decode_sixteen(&strip, height, pixels, width, x);
            return Some(strip);
        }
        let code = rng.pick(codes);
        let is_changed = self.engine.is_wide() || self.engine.dialect().background_base != 0;
        if is_changed && matches!(code, 8 | 9) {
            // ScummVM writes the colours of the 3DO as they are, where those of other codes are changed.
            return None;
        }
        let most = 3 * STRIP_WIDTH * height + 300;
        let mut strip: Vec<u8> = (0..most).map(|_| rng.byte(0, 255)).collect();
        strip[0] = code;
        let out = pixels.get_mut(x..)?;
        let decoded = match self.packing {
            Packing::V3 => old::decode_v3(&strip, height, self.hole, out, width),
            _ => strip::decode(&strip, height, self.hole, out, width),
        };
        let decoded = decoded.ok().filter(|decoded| !decoded.cut)?;
        // Bits are read ahead.
        strip.truncate(decoded.bytes + 4);
        let mut rows = out.chunks(width).flat_map(|row| &row[..STRIP_WIDTH.min(row.len())]);
        let left_out = self.hole;
        let is_holed = strip::is_transparent(code);
        let fits =
            !self.keeps_out() || rows.all(|pixel| *pixel <= LAST_COLOUR || (is_holed && *pixel == left_out));
        fits.then_some(strip)
    }
}

/// A picture in one piece: random deltas and colours within the room's colours, without the transparent one.
fn deltas(rng: &mut Rng, code: u8, count: usize, hole: u8) -> Vec<u8> {
    let depth = code % 10;
    let any = |rng: &mut Rng, most: u8| {
        let colour = rng.byte(0, most);
        if colour == hole { hole ^ 1 } else { colour }
    };
    let mut colour = any(rng, LAST_COLOUR);
    let mut bits = BitWriter::after(vec![code, colour]);
    for _ in 1..count {
        match rng.range(0, 3) {
            0 => {
                colour = any(rng, LAST_COLOUR.min(u8::MAX >> (8 - depth)));
                bits.write(0b01, 2);
                bits.write(colour, depth);
            }
            1 | 2 => {
                let step = rng.byte(0, 7);
                let by = [-4, -3, -2, -1, 1, 2, 3, 4][usize::from(step)];
                match colour.checked_add_signed(by).filter(|next| *next <= LAST_COLOUR && *next != hole) {
                    Some(next) => {
                        colour = next;
                        bits.write(0b11 | step << 2, 5);
                    }
                    None => bits.write(0, 1),
                }
            }
            _ => bits.write(0, 1),
        }
    }
    [bits.finish(), vec![0; 4]].concat()
}

/// A strip of 16 colours: runs, pairs, and copies of the column to the left. Copies stay within the strip, since what
/// lies to the left of it may be an object.
fn sixteen(rng: &mut Rng, height: usize) -> Vec<u8> {
    let total = STRIP_WIDTH * height;
    let (mut out, mut done) = (Vec::new(), 0);
    while done < total {
        let kind = match rng.range(0, 2) {
            1 if done < height => 0,
            kind => kind,
        };
        let (head, colours, short) = match kind {
            0 => (0, None, 7),
            1 => (0x80, None, 63),
            _ => (0xC0, Some(rng.byte(0, 255)), 63),
        };
        let most = if rng.chance(30) { 255 } else { short };
        let count = u8::try_from((total - done).min(rng.byte(1, most).into())).unwrap_or(1);
        let is_short = count <= short;
        out.push(match (kind, is_short) {
            (0, true) => count << 4 | rng.byte(0, 15),
            (0, false) => rng.byte(0, 15),
            (_, true) => head | count,
            (_, false) => head,
        });
        out.extend(colours);
        out.extend((!is_short).then_some(count));
        done += usize::from(count);
    }
    out
}
