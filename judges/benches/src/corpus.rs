//! Made-up pictures with the statistics of hand-drawn costumes.
//!
//! Of the free costumes that were counted, runs are 2.8 to 6.8 pixels long on average, opaque ones 1.6 to
//! 4.2, transparent ones 9 to 15, and half of all pixels are transparent. The image does not
//! matter to a decoder, so the runs are random, from a generator with a fixed seed. The statistics of the sets lie
//! between those of the counted costumes:
//!
//! | set | what | mean run |
//! |---|---|---|
//! | big16, big32 | 24 costumes, sprites of 24 × 48 to 60 × 80 | 5 |
//! | act16, act32 | 48 costumes, body, head and arm: pictures of actors in three limbs | 4 |
//! | dith32 | 24 costumes, dithered: the worst case | 2.7 |

use std::ops::RangeInclusive;

use costumier::format::codec::{Depth, Encoded, Packed, rle};

/// Pictures of one costume.
pub const PICTURES: usize = 60;

/// How a set is made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Its name in tables.
    pub name: &'static str,
    /// The number of colours.
    pub depth: Depth,
    /// Number of costumes, of [`PICTURES`] pictures each.
    pub costumes: usize,
    /// Widths and heights: one range for each limb in turn.
    sizes: &'static [(RangeInclusive<u32>, RangeInclusive<u32>)],
    /// Transparent runs, of 100.
    transparent: u32,
    /// Weights of opaque runs of 1, 2, 3, … pixels.
    opaque: &'static [u32],
    /// Short runs (1 to 6 pixels) of 100 transparent ones, and the length of the others.
    gaps: (u32, RangeInclusive<u32>),
    /// The required statistics: mean run and share of transparent pixels, both × 100.
    expected: (RangeInclusive<u32>, RangeInclusive<u32>),
}

const SPRITES: &[(RangeInclusive<u32>, RangeInclusive<u32>)] = &[(24..=60, 48..=80)];
const ACTOR: &[(RangeInclusive<u32>, RangeInclusive<u32>)] =
    &[(26..=38, 44..=58), (12..=18, 12..=18), (8..=14, 16..=24)];

/// The recipes of all sets.
pub const RECIPES: [Recipe; 6] = [
    sprites("big16", Depth::Colours16),
    sprites("big32", Depth::Colours32),
    sprites("big64", Depth::Colours64),
    actors("act16", Depth::Colours16),
    actors("act32", Depth::Colours32),
    Recipe {
        name: "dith32",
        depth: Depth::Colours32,
        costumes: 24,
        sizes: SPRITES,
        transparent: 18,
        opaque: &[80, 5, 5, 5, 3, 2],
        gaps: (60, 8..=30),
        expected: (255..=285, 49..=57),
    },
];

const fn sprites(name: &'static str, depth: Depth) -> Recipe {
    Recipe {
        name,
        depth,
        costumes: 24,
        sizes: SPRITES,
        transparent: 33,
        opaque: &[25, 20, 15, 12, 10, 10, 8],
        gaps: (60, 8..=36),
        expected: (490..=540, 50..=56),
    }
}

const fn actors(name: &'static str, depth: Depth) -> Recipe {
    Recipe {
        name,
        depth,
        costumes: 48,
        sizes: ACTOR,
        transparent: 33,
        opaque: &[38, 26, 14, 10, 7, 5],
        gaps: (60, 8..=22),
        expected: (370..=420, 49..=56),
    }
}

/// One picture: its pixels and its encoded bytes.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// Costume colours, column by column.
    pub columns: Vec<u8>,
    /// The bytes of the encoded picture.
    pub data: Vec<u8>,
    /// The number of its costume.
    pub costume: usize,
}

impl Picture {
    /// The picture for the library.
    #[must_use]
    pub fn packed(&self, depth: Depth) -> Packed<'_> {
        Packed { width: self.width, height: self.height, encoded: Encoded::Rle { data: &self.data, depth } }
    }

    /// Costume colours, row by row.
    #[must_use]
    pub fn rows(&self) -> Vec<u8> {
        let height = usize::from(self.height);
        (0..height).flat_map(|y| self.columns.iter().skip(y).step_by(height).copied()).collect()
    }
}

/// A set of pictures.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Its name in tables.
    pub name: &'static str,
    /// The number of colours.
    pub depth: Depth,
    /// The pictures, costume by costume; limbs take turns.
    pub pictures: Vec<Picture>,
    /// Room colours of each costume: none is 13, which would be a shadow.
    pub palettes: Vec<Vec<u8>>,
    /// The number of pixels of all pictures.
    pub pixels: usize,
    /// Number of runs, those that are split counted twice.
    pub runs: usize,
    /// Number of encoded bytes.
    pub bytes: usize,
    /// Number of transparent pixels.
    pub transparent: usize,
    /// Number of runs whose length takes a byte of its own.
    pub escapes: usize,
}

impl Corpus {
    /// Makes a set of `costumes` costumes and checks its statistics.
    ///
    /// # Panics
    /// If the statistics differ from those of the recipe.
    #[must_use]
    pub fn new(recipe: &Recipe, costumes: usize) -> Self {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
        let mut corpus = Self {
            name: recipe.name,
            depth: recipe.depth,
            pictures: Vec::new(),
            palettes: Vec::new(),
            pixels: 0,
            runs: 0,
            bytes: 0,
            transparent: 0,
            escapes: 0,
        };
        for costume in 0..costumes {
            corpus.palettes.push((0..recipe.depth.colours()).map(|_| dice.byte(16..=250)).collect());
            for (_, size) in (0..PICTURES).zip(recipe.sizes.iter().cycle()) {
                corpus.add(picture(&mut dice, recipe, size, costume));
            }
        }
        let mean_run = corpus.pixels * 100 / corpus.runs;
        let share = corpus.transparent * 100 / corpus.pixels;
        let inside = |range: &RangeInclusive<u32>, v: usize| range.contains(&(v as u32));
        assert!(inside(&recipe.expected.0, mean_run), "{}: mean run {mean_run}", recipe.name);
        assert!(inside(&recipe.expected.1, share), "{}: {share} % transparent", recipe.name);
        corpus
    }

    fn add(&mut self, picture: Picture) {
        let mask = u8::try_from(255 / self.depth.colours()).unwrap_or(0);
        let mut rest = &picture.data[..];
        while let [code, after @ ..] = rest {
            self.runs += 1;
            rest = if code & mask == 0 {
                self.escapes += 1;
                &after[1..]
            } else {
                after
            };
        }
        self.pixels += picture.columns.len();
        self.bytes += picture.data.len();
        self.transparent += picture.columns.iter().filter(|c| **c == 0).count();
        self.pictures.push(picture);
    }

    /// A line with the statistics of the set.
    #[must_use]
    pub fn describe(&self) -> String {
        let checksum =
            self.pictures.iter().flat_map(|p| &p.data).fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
            });
        format!(
            "{:<7} {:>5} pictures  {:>5.2} M pixels  {:>4} k runs  mean run {:.2}  escaped {:>4.1} %  \
             transparent {:.0} %  {:.2} bytes/px  checksum {checksum:016x}",
            self.name,
            self.pictures.len(),
            self.pixels as f64 / 1e6,
            self.runs / 1000,
            self.pixels as f64 / self.runs as f64,
            100.0 * self.escapes as f64 / self.runs as f64,
            100.0 * self.transparent as f64 / self.pixels as f64,
            self.bytes as f64 / self.pixels as f64,
        )
    }
}

fn picture(
    dice: &mut Dice,
    recipe: &Recipe,
    (width, height): &(RangeInclusive<u32>, RangeInclusive<u32>),
    costume: usize,
) -> Picture {
    let (width, height) = (dice.within(width), dice.within(height));
    let pixels = (width * height) as usize;
    let last = recipe.depth.colours() as u32 - 1;
    let mut columns = Vec::with_capacity(pixels + 64);
    let mut before = None;
    while columns.len() < pixels {
        let colour = if dice.percent(recipe.transparent) { 0 } else { dice.byte(1..=last) };
        // Two runs of one colour would be one run.
        if before == Some(colour) {
            continue;
        }
        before = Some(colour);
        let length = match colour {
            0 if dice.percent(recipe.gaps.0) => dice.within(&(1..=6)),
            0 => dice.within(&recipe.gaps.1),
            _ => dice.weighted(recipe.opaque),
        };
        columns.extend(std::iter::repeat_n(colour, length as usize));
    }
    columns.truncate(pixels);
    let data = rle::encode(&columns, recipe.depth).unwrap_or_default();
    Picture { width: width as u16, height: height as u16, columns, data, costume }
}

/// Pseudo-random numbers with a fixed seed (xorshift64*).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    fn within(&mut self, range: &RangeInclusive<u32>) -> u32 {
        range.start() + self.next() % (range.end() - range.start() + 1)
    }

    fn byte(&mut self, range: RangeInclusive<u32>) -> u8 {
        self.within(&range) as u8
    }

    fn percent(&mut self, share: u32) -> bool {
        self.next() % 100 < share
    }

    /// 1, 2, 3, … with these weights.
    fn weighted(&mut self, weights: &[u32]) -> u32 {
        let mut left = self.next() % weights.iter().sum::<u32>();
        for (length, weight) in (1..).zip(weights) {
            if left < *weight {
                return length;
            }
            left -= weight;
        }
        1
    }
}
