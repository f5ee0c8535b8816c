//! Pictures whose pixels are room colours, as AKOS costumes have them: codec 5 (rows of runs and literals),
//! codec 16 (a bit stream) and codec 32 (rows of skips, runs and literals). They have the runs of the other sets'
//! pictures, and a plain way to decode and draw them.

use costumier::draw::ActorColours;
use costumier::draw::DrawOptions;
use costumier::format::codec::{Encoded, Packed, bomp, majmin, trle};
use costumier::{Colours, Painter, Stage};

use crate::corpus::Corpus;
use crate::naive::Surface;
use crate::work::{self, Way};

/// The pixel value that is not drawn.
const NOTHING: u8 = bomp::TRANSPARENT;

/// One of the codecs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Codec 5: rows of runs.
    Five,
    /// Codec 16: a bit stream.
    Sixteen,
    /// Codec 32: rows with skips.
    ThirtyTwo,
}

impl Kind {
    /// All codecs, in order.
    pub const ALL: [Self; 3] = [Self::Five, Self::Sixteen, Self::ThirtyTwo];

    /// The ways of drawing that it allows: none is scaled, and codec 32 is neither mirrored nor hidden.
    pub fn ways(self) -> impl Iterator<Item = Way> {
        let plain_only = self == Self::ThirtyTwo;
        work::WAYS
            .into_iter()
            .filter(move |way| way.scale == 255 && !(plain_only && (way.flip || way.masked)))
    }

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Five => "codec 5",
            Self::Sixteen => "codec 16",
            Self::ThirtyTwo => "codec 32",
        }
    }

    /// Encodes rows of so many pixels.
    ///
    /// # Errors
    /// As its encoder.
    pub fn encode(self, rows: &[u8], width: u16) -> costumier::Result<Vec<u8>> {
        match self {
            Self::Five => bomp::encode(rows, width, bomp::Split::Plain),
            Self::Sixteen => majmin::encode(rows, 8),
            Self::ThirtyTwo => trle::encode(rows, width, NOTHING),
        }
    }
}

/// The place of a costume's colours in the room's palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shades {
    /// Anywhere: nearly every change of colour in codec 16 names the colour.
    Scattered,
    /// Side by side, as artists lay palettes out: about half of the changes are steps of up to four.
    Neighbours,
}

impl Shades {
    /// Both ways, in order.
    pub const ALL: [Self; 2] = [Self::Scattered, Self::Neighbours];

    /// The name of a set with these.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scattered => "scattered colours",
            Self::Neighbours => "neighbouring colours",
        }
    }

    fn colour(self, corpus: &Corpus, costume: usize, k: u8) -> u8 {
        match (k, self) {
            (0, _) => NOTHING,
            (k, Self::Scattered) => corpus.palettes[costume][usize::from(k)],
            (k, Self::Neighbours) => 16 + (costume * 37 % 180) as u8 + k,
        }
    }
}

/// One picture of a corpus.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Room colours, row by row.
    pub rows: Vec<u8>,
    /// The bytes of the encoded picture.
    pub data: Vec<u8>,
}

impl Picture {
    /// The picture for the library.
    #[must_use]
    pub fn packed(&self, kind: Kind) -> Packed<'_> {
        let data = &self.data;
        let encoded = match kind {
            Kind::Five => Encoded::Bomp { data },
            Kind::Sixteen => Encoded::MajMin { data, transparent: NOTHING },
            Kind::ThirtyTwo => {
                Encoded::Trle { data, transparent: NOTHING, mirrors_place: false, mirrors_lines: false }
            }
        };
        Packed { width: self.size.0, height: self.size.1, encoded }
    }
}

/// The pictures of a set in the room colours of its costumes: what runs down the columns there runs along the
/// rows here, so that the lengths of runs are the same.
///
/// # Panics
/// If a picture cannot be encoded, which does not happen.
#[must_use]
pub fn pictures(corpus: &Corpus, kind: Kind, shades: Shades) -> Vec<Picture> {
    let picture = |p: &crate::corpus::Picture| {
        let rows: Vec<u8> = p.columns.iter().map(|k| shades.colour(corpus, p.costume, *k)).collect();
        let data = kind.encode(&rows, p.width).unwrap_or_else(|e| panic!("a picture that cannot be: {e}"));
        Picture { size: (p.width, p.height), rows, data }
    };
    corpus.pictures.iter().map(picture).collect()
}

/// Decodes all pictures to rows, into one buffer.
pub fn decode(kind: Kind, pictures: &[Picture], rows: &mut Vec<u8>) {
    for p in pictures {
        match kind {
            Kind::Five => bomp::decode(&p.data, p.size, bomp::Side::AsStored, rows),
            Kind::Sixteen => majmin::decode(&p.data, p.size, false, rows),
            Kind::ThirtyTwo => trle::decode(&p.data, p.size, NOTHING, rows),
        };
        std::hint::black_box(&*rows);
    }
}

/// Decodes all pictures of codec 5 as the interpreter mirrors them: from the right, code by code.
pub fn decode_mirrored(pictures: &[Picture], rows: &mut Vec<u8>) {
    for p in pictures {
        bomp::decode(&p.data, p.size, bomp::Side::Mirrored, rows);
        std::hint::black_box(&*rows);
    }
}

/// Draws all pictures. Codecs 5 and 16 know no scale.
///
/// # Panics
/// If a picture is too large, which does not happen.
pub fn draw(kind: Kind, pictures: &[Picture], way: Way, painter: &mut Painter, stage: &mut Stage) {
    let colours = Colours::of_actor(&ActorColours::new(&[]));
    for (i, p) in pictures.iter().enumerate() {
        let (anchor, at) = work::place(i, p.size);
        let look =
            DrawOptions { flip: way.flip, plane: u8::from(way.masked), ..DrawOptions::new(anchor, &colours) };
        let drawn = painter.draw(stage, &p.packed(kind), at, &look);
        assert!(drawn.is_ok_and(|drawn| !drawn.clipped));
    }
}

/// The plain way to decode: code by code with `fill` and `copy`, or bit by bit.
pub fn plain_decode(kind: Kind, picture: &Picture, rows: &mut Vec<u8>) {
    rows.resize(picture.rows.len(), 0);
    match kind {
        Kind::Five => by_codes(&picture.data, usize::from(picture.size.0), rows),
        Kind::Sixteen => by_bits(&picture.data, rows),
        Kind::ThirtyTwo => by_skips(&picture.data, usize::from(picture.size.0), rows),
    }
}

/// The plain way to decode codec 5 mirrored.
pub fn plain_decode_mirrored(picture: &Picture, rows: &mut Vec<u8>) {
    rows.resize(picture.rows.len(), 0);
    let (data, mut at) = (&picture.data, 0);
    for row in rows.chunks_exact_mut(usize::from(picture.size.0)) {
        let size = usize::from(data[at]) + 256 * usize::from(data[at + 1]);
        let (mut from, mut x) = (at + 2, row.len());
        at += 2 + size;
        while x > 0 {
            let code = data[from];
            let count = (usize::from(code >> 1) + 1).min(x);
            x -= count;
            if code & 1 != 0 {
                row[x..x + count].fill(data[from + 1]);
                from += 2;
            } else {
                row[x..x + count].copy_from_slice(&data[from + 1..][..count]);
                from += 1 + count;
            }
        }
    }
}

fn by_skips(data: &[u8], width: usize, rows: &mut [u8]) {
    let mut at = 0;
    for row in rows.chunks_exact_mut(width) {
        let size = usize::from(data[at]) + 256 * usize::from(data[at + 1]);
        let (mut from, end, mut x) = (at + 2, at + 2 + size, 0);
        at = end;
        while from < end && x < width {
            let code = data[from];
            if code & 1 != 0 {
                let count = usize::from(code >> 1).min(width - x);
                row[x..x + count].fill(NOTHING);
                (from, x) = (from + 1, x + count);
                continue;
            }
            let count = (usize::from(code >> 2) + 1).min(width - x);
            if code & 2 != 0 {
                row[x..x + count].fill(data[from + 1]);
                from += 2;
            } else {
                row[x..x + count].copy_from_slice(&data[from + 1..][..count]);
                from += 1 + count;
            }
            x += count;
        }
        row[x..].fill(NOTHING);
    }
}

fn by_codes(data: &[u8], width: usize, rows: &mut [u8]) {
    let mut at = 0;
    for row in rows.chunks_exact_mut(width) {
        let size = usize::from(data[at]) + 256 * usize::from(data[at + 1]);
        let (mut from, mut x) = (at + 2, 0);
        at += 2 + size;
        while x < width {
            let code = data[from];
            let count = (usize::from(code >> 1) + 1).min(width - x);
            if code & 1 != 0 {
                row[x..x + count].fill(data[from + 1]);
                from += 2;
            } else {
                row[x..x + count].copy_from_slice(&data[from + 1..][..count]);
                from += 1 + count;
            }
            x += count;
        }
    }
}

/// Decodes bit by bit, and fetches bits sixteen at a time, as a simple program with one optimisation does.
fn by_bits(data: &[u8], rows: &mut [u8]) {
    let [depth, first, stream @ ..] = data else { return };
    let (depth, mut colour) = (u32::from(*depth), *first);
    let (mut words, rest) = (stream.chunks_exact(2), stream.len() % 2);
    let mut last = stream[stream.len() - rest..].first().copied();
    let (mut bits, mut have) = (0_u32, 0_u32);
    let mut repeat = 0_u8;
    for pixel in rows {
        *pixel = colour;
        if repeat > 0 {
            repeat -= 1;
            continue;
        }
        if have < 16 {
            let word = match words.next() {
                Some(word) => u32::from(word[0]) | u32::from(word[1]) << 8,
                None => u32::from(last.take().unwrap_or(0)),
            };
            bits |= word << have;
            have += 16;
        }
        let used = if bits & 1 == 0 {
            1
        } else if bits & 2 == 0 {
            colour = (bits >> 2 & ((1 << depth) - 1)) as u8;
            2 + depth
        } else {
            let step = (bits >> 2 & 7) as u8;
            if step == 4 {
                repeat = (bits >> 5) as u8 - 1;
                13
            } else {
                colour = colour.wrapping_add(step).wrapping_sub(4);
                5
            }
        };
        bits >>= used;
        have -= used;
    }
}

/// The plain way to draw: decoded plainly, then pixel by pixel.
pub fn plain_draw(kind: Kind, i: usize, p: &Picture, way: Way, surface: &mut Surface, rows: &mut Vec<u8>) {
    plain_decode(kind, p, rows);
    let ((ax, ay), (x, y)) = work::place(i, p.size);
    let step = if way.flip { -1 } else { 1 };
    for (row, y) in rows.chunks_exact(usize::from(p.size.0)).zip(ay + y..) {
        let mut to = ax + step * x;
        for &pixel in row {
            if pixel != NOTHING && (0..surface.width).contains(&to) && (0..surface.height).contains(&y) {
                let hidden = !surface.mask.is_empty()
                    && surface.mask[(y * surface.width / 8 + to / 8) as usize] & (0x80 >> (to & 7)) != 0;
                if !hidden {
                    surface.pixels[(y * surface.width + to) as usize] = pixel;
                }
            }
            to += step;
        }
    }
}
