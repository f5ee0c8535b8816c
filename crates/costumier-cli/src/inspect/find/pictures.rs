//! `find` by pictures: those similar to a picture in a file, or to the pictures of another game.
//!
//! **Note:** pictures are compared as they are stored, by pixel values. A file whose colours differ from the
//! costume's holds the same picture "in other colours".

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use costumier::PictureKey;
use costumier_edit::pictures::png::{DecodedImage, Pixels};
use costumier_export::json::WhatisReport;
use costumier_export::recognise::Query;
use costumier_export::similarity::{Edges, Sample, Similarity, each_picture};
use sha2::{Digest as _, Sha256};

use super::{Hit, Unread};
use crate::game::open::OpenGame;
use crate::inspect::whatis;
use crate::process::parallel;

/// What pictures are compared with.
pub(super) enum SearchedPicture {
    /// A picture from a file, whether its values are entries of a palette, and the same picture as a search for poses.
    One(Box<Sample>, bool, Option<Box<Query>>),
    /// The pictures of a game, by a hash of their size and pixels, each in four forms.
    Those(BTreeMap<[u8; 16], BestMatches>, String),
}

/// The place of a picture: costume and key.
type PictureAddress = (u32, PictureKey);

/// The two best places of a picture. If it is searched in its own game, one of them is the picture itself.
#[derive(Default)]
pub(super) struct BestMatches {
    best: Option<(Similarity, PictureAddress)>,
    second: Option<(Similarity, PictureAddress)>,
}

impl BestMatches {
    /// Adds a place, and keeps the best two. Of equally similar ones the first is kept.
    fn add(&mut self, it: (Similarity, PictureAddress)) {
        match self.best {
            // A picture may also match its own mirror image.
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

    /// Returns the best place that is not `own`.
    fn other_than(&self, own: Option<PictureAddress>) -> Option<(Similarity, PictureAddress)> {
        [self.best, self.second].into_iter().flatten().find(|it| Some(it.1) != own)
    }
}

impl SearchedPicture {
    /// Takes the picture in a file.
    pub(super) fn like(found: &DecodedImage) -> Result<Self> {
        let (sample, is_indexed) = match &found.pixels {
            Pixels::Indexed { indices, .. } => (Sample::of_values(found.width, indices), true),
            Pixels::Colours(colours) => (Sample::of_colours(found.width, colours), false),
        };
        let sample = sample.map_err(|why| anyhow!(why))?;
        // A picture that is too small for a search of poses can still be a part of a picture.
        let query = Query::new(found.width, &found.pixels.rgba()).ok().map(Box::new);
        Ok(Self::One(Box::new(sample), is_indexed, query))
    }

    /// Reads the pictures of a game.
    pub(super) fn same_as(opened: &OpenGame, name: &str, unread: &Unread) -> Self {
        let slots: Vec<u32> = opened.game.costume_slots().map(|slot| slot.id).collect();
        let all = parallel::map_all(&slots, |id| {
            let mut hashes = Vec::new();
            if let Some(costume) = unread.or_costume(opened, *id) {
                each_picture(&costume, |key, width, pixels| {
                    hashes.extend(
                        forms(width, pixels).map(|(similarity, hash)| (hash, (similarity, (*id, key)))),
                    );
                });
            }
            hashes
        });
        let mut known: BTreeMap<[u8; 16], BestMatches> = BTreeMap::new();
        for (hash, found) in all.into_iter().flatten() {
            known.entry(hash).or_default().add(found);
        }
        Self::Those(known, name.to_owned())
    }

    /// Returns the pictures of some costumes of a game that are similar.
    pub(super) fn among(&self, game: &str, opened: &OpenGame, costumes: &[Hit], unread: &Unread) -> Vec<Hit> {
        let is_own = matches!(self, Self::Those(_, name) if is_same_game(name, game));
        let found = parallel::map_all(costumes, |hit| {
            let mut hits = Vec::new();
            let mut edges = Edges::default();
            if let Some(costume) = unread.or_costume(opened, hit.id) {
                each_picture(&costume, |key, width, pixels| {
                    let own = is_own.then_some((hit.id, key));
                    if let Some(why) = self.why(own, width, pixels, &mut edges) {
                        let why = if hit.why.is_empty() { why } else { format!("{}, {why}", hit.why) };
                        let picture = Some((key.limb.into(), key.index.into()));
                        hits.push(Hit { game: game.to_owned(), picture, why, ..hit.clone() });
                    }
                });
            }
            hits
        });
        found.into_iter().flatten().collect()
    }

    /// Returns the poses of some costumes of a game that the picture shows.
    pub(super) fn poses(&self, game: &str, opened: &OpenGame, costumes: &[Hit]) -> Vec<Hit> {
        let Self::One(_, _, Some(query)) = self else { return Vec::new() };
        let ids: Vec<u32> = costumes.iter().map(|hit| hit.id).collect();
        let mut query = (**query).clone();
        let (figures, _) = query.search(&opened.game, &ids, &parallel::AllCores);
        let report = WhatisReport::of(&query, &figures, &opened.names());
        let poses = report.figures.iter().filter(|figure| figure.shown.chore.is_some());
        let hits = poses.filter_map(|figure| {
            let hit = costumes.iter().find(|hit| hit.id == figure.shown.costume)?;
            let words = format!("{} ({})", whatis::moment(&figure.shown), whatis::evidence(figure));
            let why = if hit.why.is_empty() { words } else { format!("{}, {words}", hit.why) };
            Some(Hit { game: game.to_owned(), why, ..hit.clone() })
        });
        hits.collect()
    }

    fn why(
        &self,
        own: Option<PictureAddress>,
        width: usize,
        pixels: &[u8],
        edges: &mut Edges,
    ) -> Option<String> {
        match self {
            Self::One(sample, is_indexed, _) => {
                let mut similarity = sample.like(width, pixels, edges)?;
                // A file in true colour has no pixel values to compare.
                similarity.recoloured &= is_indexed;
                Some(similarity.to_string())
            }
            Self::Those(known, name) => {
                let best = forms(width, pixels).find_map(|(mine, hash)| {
                    let (theirs, spot) = known.get(&hash)?.other_than(own)?;
                    let recoloured = mine.recoloured || theirs.recoloured;
                    let mirrored = mine.mirrored != theirs.mirrored;
                    Some((Similarity { recoloured, mirrored, ..Similarity::default() }, spot))
                });
                let (similarity, (id, key)) = best?;
                let place = if own.is_some() { String::new() } else { format!(" in {name},") };
                Some(format!("{similarity} as{place} costume {id} limb {} picture {}", key.limb, key.index))
            }
        }
    }
}

/// Whether two names mean the same game: the same place on the disk, or the same word.
fn is_same_game(a: &str, b: &str) -> bool {
    let real = |name: &str| Path::new(name).canonicalize().ok();
    a == b || real(a).is_some_and(|place| Some(place) == real(b))
}

/// Hashes a picture in four forms: with its own values and with values renumbered in order of appearance, each also
/// mirrored.
fn forms(width: usize, pixels: &[u8]) -> impl Iterator<Item = (Similarity, [u8; 16])> {
    let mirror: Vec<u8> =
        pixels.chunks_exact(width.max(1)).flat_map(|row| row.iter().rev().copied()).collect();
    let plain = Similarity::default();
    let mirrored = Similarity { mirrored: true, ..plain };
    let forms = [
        (plain, hash(width, pixels, false)),
        (mirrored, hash(width, &mirror, false)),
        (Similarity { recoloured: true, ..plain }, hash(width, &renamed(pixels), true)),
        (Similarity { recoloured: true, ..mirrored }, hash(width, &renamed(&mirror), true)),
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
