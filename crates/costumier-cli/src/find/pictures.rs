//! Pictures that are like one in a file, or like those of another game.
//!
//! What surprises: pictures are compared as they are stored, by pixel values; where a file has other colours
//! than a costume it is the same picture all the same, "in other colours".

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use costumier::Costume;
use costumier::format::codec::{ColourTable, Decoder};
use costumier_edit::pictures::png::{self, Pixels};
use costumier_export::likeness::{Edges, Likeness, Sample};
use sha2::{Digest as _, Sha256};

use super::{Hit, Unread};
use crate::open::Opened;
use crate::parallel;

/// Pictures with fewer pixels are placeholders, the same everywhere.
const PLACEHOLDER: usize = 16;

/// What pictures are to be like.
pub(super) enum Wanted {
    /// A picture from a file; whether its values are entries of a palette.
    One(Box<Sample>, bool),
    /// Those of a game, by a hash of their size and pixels, each in four forms.
    Those(BTreeMap<[u8; 16], Places>, String),
}

/// Where a picture is: costume, limb and number.
type Spot = (u32, (usize, usize));

/// The two best places of a picture: of one that is looked for in its own game, one is itself.
#[derive(Default)]
pub(super) struct Places {
    best: Option<(Likeness, Spot)>,
    second: Option<(Likeness, Spot)>,
}

impl Places {
    /// Of several, the first of those that are most alike.
    fn add(&mut self, it: (Likeness, Spot)) {
        match self.best {
            // A picture can be the same when it is mirrored.
            Some(best) if best.1 == it.1 => self.best = Some(best.min(it)),
            Some(best) if best < it => {
                self.second = Some(self.second.filter(|second| *second < it).unwrap_or(it));
            }
            Some(best) => {
                self.second = Some(best);
                self.best = Some(it);
            }
            None => self.best = Some(it),
        }
    }

    /// The best that is not `own`.
    fn other_than(&self, own: Option<Spot>) -> Option<(Likeness, Spot)> {
        [self.best, self.second].into_iter().flatten().find(|it| Some(it.1) != own)
    }
}

impl Wanted {
    /// The picture in a PNG file.
    pub(super) fn like(bytes: &[u8]) -> Result<Self> {
        let found = png::read(bytes).map_err(|why| anyhow!(why))?;
        let (values, is_indexed) = match found.pixels {
            Pixels::Indexed { indices, .. } => (indices, true),
            Pixels::Colours(colours) => {
                // All that is transparent is one colour.
                let mut numbers: BTreeMap<[u8; 4], u8> = BTreeMap::new();
                let mut values = Vec::with_capacity(colours.len());
                for colour in colours {
                    let colour = if colour[3] == 0 { [0; 4] } else { colour };
                    let next = u8::try_from(numbers.len()).ok();
                    let Some(value) = numbers.get(&colour).copied().or(next) else {
                        bail!("it has more than 256 colours: no picture of a costume has");
                    };
                    numbers.insert(colour, value);
                    values.push(value);
                }
                (values, false)
            }
        };
        if values.len() < PLACEHOLDER {
            bail!("{} pixels are too few to be looked for", values.len());
        }
        Ok(Self::One(Box::new(Sample::new(found.width, &values)), is_indexed))
    }

    /// The pictures of a game.
    pub(super) fn same_as(opened: &Opened, name: &str, unread: &Unread) -> Self {
        let slots: Vec<u32> = opened.game.costume_slots().map(|slot| slot.id).collect();
        let all = parallel::map_all(&slots, |id| {
            let mut hashes = Vec::new();
            if let Some(costume) = unread.or_costume(opened, *id) {
                each_picture(&costume, |key, width, pixels| {
                    hashes
                        .extend(forms(width, pixels).map(|(likeness, hash)| (hash, (likeness, (*id, key)))));
                });
            }
            hashes
        });
        let mut known: BTreeMap<[u8; 16], Places> = BTreeMap::new();
        for (hash, found) in all.into_iter().flatten() {
            known.entry(hash).or_default().add(found);
        }
        Self::Those(known, name.to_owned())
    }

    /// Pictures of some costumes of a game that are like it.
    pub(super) fn among(&self, game: &str, opened: &Opened, costumes: &[Hit], unread: &Unread) -> Vec<Hit> {
        let is_own = matches!(self, Self::Those(_, name) if is_same_game(name, game));
        let found = parallel::map_all(costumes, |hit| {
            let mut hits = Vec::new();
            let mut edges = Edges::default();
            if let Some(costume) = unread.or_costume(opened, hit.id) {
                each_picture(&costume, |key, width, pixels| {
                    let own = is_own.then_some((hit.id, key));
                    if let Some(why) = self.why(own, width, pixels, &mut edges) {
                        let why = if hit.why.is_empty() { why } else { format!("{}, {why}", hit.why) };
                        hits.push(Hit { game: game.to_owned(), picture: Some(key), why, ..hit.clone() });
                    }
                });
            }
            hits
        });
        found.into_iter().flatten().collect()
    }

    fn why(&self, own: Option<Spot>, width: usize, pixels: &[u8], edges: &mut Edges) -> Option<String> {
        match self {
            Self::One(sample, is_indexed) => {
                let mut likeness = sample.like(width, pixels, edges)?;
                // Of a file in true colour, nobody knows the values.
                likeness.recoloured &= is_indexed;
                Some(likeness.to_string())
            }
            Self::Those(known, name) => {
                let best = forms(width, pixels).find_map(|(mine, hash)| {
                    let (theirs, spot) = known.get(&hash)?.other_than(own)?;
                    let recoloured = mine.recoloured || theirs.recoloured;
                    let mirrored = mine.mirrored != theirs.mirrored;
                    Some((Likeness { recoloured, mirrored, ..Likeness::default() }, spot))
                });
                let (likeness, (id, (limb, picture))) = best?;
                let place = if own.is_some() { String::new() } else { format!(" in {name},") };
                Some(format!("{likeness} as{place} costume {id} limb {limb} picture {picture}"))
            }
        }
    }
}

/// Whether two names mean the same game: places in a folder, or the same word.
fn is_same_game(a: &str, b: &str) -> bool {
    let real = |name: &str| Path::new(name).canonicalize().ok();
    a == b || real(a).is_some_and(|place| Some(place) == real(b))
}

/// A picture as it is and with its values renamed in the order in which they come, each also mirrored.
fn forms(width: usize, pixels: &[u8]) -> impl Iterator<Item = (Likeness, [u8; 16])> {
    let mirror: Vec<u8> =
        pixels.chunks_exact(width.max(1)).flat_map(|row| row.iter().rev().copied()).collect();
    let plain = Likeness::default();
    let mirrored = Likeness { mirrored: true, ..plain };
    let forms = [
        (plain, hash(width, pixels, false)),
        (mirrored, hash(width, &mirror, false)),
        (Likeness { recoloured: true, ..plain }, hash(width, &renamed(pixels), true)),
        (Likeness { recoloured: true, ..mirrored }, hash(width, &renamed(&mirror), true)),
    ];
    forms.into_iter()
}

fn renamed(pixels: &[u8]) -> Vec<u8> {
    let mut names = [None; 256];
    let mut next: u8 = 0;
    let mut name = |pixel: &u8| {
        *names[usize::from(*pixel)].get_or_insert_with(|| {
            next = next.wrapping_add(1);
            next.wrapping_sub(1)
        })
    };
    pixels.iter().map(&mut name).collect()
}

fn hash(width: usize, pixels: &[u8], is_renamed: bool) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update([u8::from(is_renamed)]);
    hash.update(width.to_le_bytes());
    hash.update(pixels);
    let mut out = [0; 16];
    out.copy_from_slice(&hash.finalize()[..16]);
    out
}

/// The pictures of a costume that are no placeholders: limb and number, columns, values as stored.
fn each_picture(costume: &Costume, mut then: impl FnMut((usize, usize), usize, &[u8])) {
    let mut decoder = Decoder::new();
    let mut rows = Vec::new();
    let limit = costumier::Limits::default().picture_pixels;
    for key in costume.picture_keys() {
        let Ok(picture) = costume.picture(key) else { continue };
        let info = picture.info;
        if !(PLACEHOLDER..=limit).contains(&info.pixels()) {
            continue;
        }
        decoder.picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
        then((key.limb.into(), key.index.into()), info.width.into(), &rows);
    }
}
