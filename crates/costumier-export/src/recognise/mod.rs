//! Finds out which costume, chore, facing and tick a picture shows.
//!
//! ```text
//! picture ─▸ grids of equal colours, as it is and reduced ─▸ codes of 4 × 4 pixels ([`Query`])
//! each picture of the game votes for its place ([`Query::sight`])
//! poses of the likely costumes are drawn and compared ([`Query::candidates`])
//! the best in each place is the answer ([`Query::figures`])
//! ```
//! [`Query::search`] does all of it.
//!
//! Codes do not depend on colours, and are looked up mirrored, too. A pose is compared pixel for pixel, drawn with the
//! library's painter: in the colours of each room, and with any colours.
//!
//! **Note:** an answer is [sure](Certainty::Sure) only if all its pixels are equal and no other pose explains the
//! picture as well.

mod candidates;
mod codes;
mod figures;
mod grid;
mod mixed;
mod outline;
mod poses;
mod regions;
mod room;
mod scaled;
mod search;
mod smoothed;
mod tally;

use std::collections::HashMap;

use costumier::format::codec::Decoder;
use costumier::{Costume, Limits, PictureKey};

use crate::colour::Rgb;
pub use candidates::{Candidate, Coloured, Shown};
use codes::{Bits, Codes};
pub use figures::{Certainty, Figure};
use grid::{Enlarged, Grid};
pub use mixed::Part;
use outline::Raw;
pub use poses::Moment;
use poses::{decode, room_colours};
pub use room::RoomFound;
pub use search::{ForEach, OneByOne};

/// Largest number of pixels of a searched picture, after it was reduced.
const MOST_PIXELS: usize = 1 << 21;

/// Largest number of ways in which a picture may have been enlarged that are tried.
const MOST_FORMS: usize = 6;

/// Smallest number of votes for a place.
const FEWEST_VOTES: usize = 2;

/// Largest number of places of one picture.
const MOST_PLACES: usize = 32;

/// Width and height of a square of places, the smallest number of its votes, and the largest number of squares of one
/// picture.
const SQUARE: i32 = 8;
const FEWEST_ROUGH: usize = 6;
const MOST_ROUGH: usize = 8;

/// Largest number of costumes whose poses are drawn.
const MOST_COSTUMES: usize = 24;

/// Number of votes that are enough, however many others have.
const ENOUGH_VOTES: usize = 10;

/// The reason why a picture cannot be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// It has more colours than a picture of a game, and no flat ground behind a single figure.
    #[error(
        "the picture has more than 65,535 colours and no flat ground: it shows no single figure of a game"
    )]
    Colours,
    /// It has too many pixels.
    #[error(
        "the picture has {0} pixels, reduced to those of the game; at most {MOST_PIXELS} are searched: cut it"
    )]
    Large(usize),
    /// It has too few pixels.
    #[error("the picture has {0} pixels, which is too few for a search")]
    Small(usize),
}

/// A picture that is searched for.
#[derive(Clone, Debug)]
pub struct Query {
    raw: Raw,
    forms: Vec<Form>,
    codes: Codes,
    /// The room behind the figures.
    room: Option<RoomFound>,
}

/// The picture in one of the sizes that it may have had.
#[derive(Clone, Debug)]
struct Form {
    enlarged: Enlarged,
    grid: Grid,
    by_colour: HashMap<Rgb, u16>,
}

/// A place where a picture of a costume may be.
#[derive(Clone, Copy, Debug)]
struct Sighting {
    key: PictureKey,
    form: usize,
    mirrored: bool,
    /// The upper left corner in the grid of the form.
    at: (i32, i32),
    votes: usize,
    /// Whether the place is one of a scaled picture, whose windows do not agree to the pixel.
    is_rough: bool,
}

/// The places where pictures of one costume may be.
#[derive(Clone, Debug, Default)]
pub struct Sightings(Vec<Sighting>);

impl Sightings {
    /// Returns a measure of how likely the costume is: the most votes of one place.
    #[must_use]
    pub fn strength(&self) -> usize {
        self.0.iter().map(|it| if it.is_rough { it.votes / 2 } else { it.votes }).max().unwrap_or(0)
    }
}

impl Query {
    /// Prepares a picture with `width` columns: red, green, blue and opacity of each pixel.
    ///
    /// # Errors
    /// If the picture has too many pixels, too few pixels, or too many colours and no flat ground.
    pub fn new(width: usize, rgba: &[[u8; 4]]) -> Result<Self, QueryError> {
        if width < codes::SIDE || rgba.len() / width < codes::SIDE {
            return Err(QueryError::Small(rgba.len()));
        }
        let raw = Raw { width, rgba: rgba.to_vec() };
        let whole = match Grid::new(width, rgba) {
            Ok(grid) => grid,
            // A figure that was smoothed is found by its outline.
            Err(_) if raw.outline().is_some() => {
                return Ok(Self { raw, forms: Vec::new(), codes: Codes::of([].iter()), room: None });
            }
            Err(_) => return Err(QueryError::Colours),
        };
        let mut room = MOST_PIXELS;
        let mut forms = Vec::new();
        let mut least = usize::MAX;
        for (enlarged, grid) in whole.reduced().into_iter().take(MOST_FORMS) {
            let pixels = grid.classes.len();
            least = least.min(pixels);
            let Some(rest) = room.checked_sub(pixels) else { continue };
            room = rest;
            let by_colour =
                (1..).zip(grid.colours.iter().skip(1)).map(|(class, rgb)| (*rgb, class)).collect();
            forms.push(Form { enlarged, grid, by_colour });
        }
        if forms.is_empty() {
            return Err(QueryError::Large(least));
        }
        let codes = Codes::of(forms.iter().map(|form| &form.grid));
        Ok(Self { raw, forms, codes, room: None })
    }

    /// Returns the places where pictures of a costume may be.
    #[must_use]
    pub fn sight(&self, costume: &Costume) -> Sightings {
        let (mut decoder, mut bits) = (Decoder::new(), Bits::default());
        let (mut values, mut votes) = (Vec::new(), Vec::new());
        let limit = Limits::default().picture_pixels;
        let table = room_colours(costume);
        let mut found = Vec::new();
        for key in costume.picture_keys() {
            let Ok(picture) = costume.picture(key) else { continue };
            let info = picture.info;
            if info.pixels() > limit {
                continue;
            }
            let nothing = decode(&mut decoder, &picture, &mut values);
            if !picture.packed.encoded.has_room_colours() {
                // Values of one room colour look the same. The transparent value stays apart.
                let colour = |value: u8| table.get(usize::from(value)).map_or(0, |colour| u16::from(*colour));
                let seen = values.iter().map(|value| if *value == nothing { 256 } else { colour(*value) });
                let seen: Vec<u16> = seen.collect();
                self.vote(&mut bits, info.width.into(), &seen, |value| *value != 256, &mut votes);
            } else {
                self.vote(&mut bits, info.width.into(), &values, |value| *value != nothing, &mut votes);
            }
            self.count(key, info.width, &mut votes, &mut found);
        }
        Sightings(found)
    }

    /// Collects the votes of a picture's windows.
    fn vote<T: PartialEq>(
        &self,
        bits: &mut Bits,
        width: usize,
        pixels: &[T],
        counts: impl Fn(&T) -> bool,
        votes: &mut Vec<(u8, bool, i32, i32)>,
    ) {
        bits.each_code(width, pixels, counts, |code, x, y| {
            let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
            for (_, spot) in self.codes.places(code) {
                let (dx, dy) = (spot.x.saturating_sub(number(x)), spot.y.saturating_sub(number(y)));
                votes.push((spot.form, spot.mirrored, dx, dy));
            }
        });
    }

    /// Counts the votes, and keeps the places with most.
    fn count(
        &self,
        key: PictureKey,
        width: u16,
        votes: &mut Vec<(u8, bool, i32, i32)>,
        found: &mut Vec<Sighting>,
    ) {
        votes.sort_unstable();
        let mut places: Vec<Sighting> = Vec::new();
        for same in votes.chunk_by(|a, b| a == b) {
            let Some((form, mirrored, x, y)) = same.first().copied() else { continue };
            let Some(of) = self.forms.get(usize::from(form)).filter(|_| same.len() >= FEWEST_VOTES) else {
                continue;
            };
            let whole = i32::try_from(of.grid.width).unwrap_or(i32::MAX);
            let x = if mirrored { whole.saturating_sub(x).saturating_sub(width.into()) } else { x };
            let it =
                Sighting { key, form: form.into(), mirrored, at: (x, y), votes: same.len(), is_rough: false };
            places.push(it);
        }
        places.sort_by_key(|place| std::cmp::Reverse(place.votes));
        let most = places.first().map_or(0, |place| place.votes);
        // Places with far fewer votes than the best are chance.
        let kept = places.into_iter().take(MOST_PLACES).filter(|place| place.votes * 8 >= most);
        found.extend(kept);
        if self.room.is_some() {
            self.count_roughly(key, width, votes, found);
        }
        votes.clear();
    }

    /// Counts the votes of squares of places: the windows of a scaled picture do not agree to the pixel.
    fn count_roughly(
        &self,
        key: PictureKey,
        width: u16,
        votes: &mut [(u8, bool, i32, i32)],
        found: &mut Vec<Sighting>,
    ) {
        for (form, mirrored, x, y) in votes.iter_mut() {
            let of = self.forms.get(usize::from(*form));
            let whole = of.map_or(0, |of| i32::try_from(of.grid.width).unwrap_or(i32::MAX));
            let left = if *mirrored { whole.saturating_sub(*x).saturating_sub(width.into()) } else { *x };
            (*x, *y) = (left.div_euclid(SQUARE), y.div_euclid(SQUARE));
        }
        votes.sort_unstable();
        let enough = votes.chunk_by(|a, b| a == b).filter(|same| same.len() >= FEWEST_ROUGH);
        let mut places: Vec<Sighting> = enough
            .filter_map(|same| {
                let (form, mirrored, x, y) = same.first().copied()?;
                let middle = |v: i32| v.saturating_mul(SQUARE).saturating_add(SQUARE / 2);
                let at = (middle(x), middle(y));
                Some(Sighting { key, form: form.into(), mirrored, at, votes: same.len(), is_rough: true })
            })
            .collect();
        places.sort_by_key(|place| std::cmp::Reverse(place.votes));
        found.extend(places.into_iter().take(MOST_ROUGH));
    }

    /// Returns how many columns and rows of the picture stand for a pixel of the game, as these figures say.
    #[must_use]
    pub fn enlarged(&self, figures: &[Figure]) -> (f64, f64) {
        let form = figures.first().and_then(|figure| self.forms.get(figure.best.form));
        let number = |n: usize| u32::try_from(n).map_or(1.0, f64::from);
        form.map_or((1.0, 1.0), |form| {
            (number(form.enlarged.across), number(form.enlarged.down_fifths) / 5.0)
        })
    }

    /// Returns the pixel of the game that a pixel of the file belongs to, as these figures say.
    #[must_use]
    pub fn pixel(&self, figures: &[Figure], at: (u32, u32)) -> Option<(i32, i32)> {
        let form = match (figures.first(), &self.room) {
            (Some(figure), _) => figure.best.form,
            (None, Some(room)) => room.form,
            (None, None) => 0,
        };
        let (x, y) =
            self.forms.get(form)?.enlarged.pixel(usize::try_from(at.0).ok()?, usize::try_from(at.1).ok()?);
        Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?))
    }

    /// Returns the costumes whose poses are worth drawing, the likeliest first.
    #[must_use]
    pub fn likely(&self, all: &[(u32, Sightings)]) -> Vec<u32> {
        let mut order: Vec<(usize, u32)> =
            all.iter().map(|(id, sightings)| (sightings.strength(), *id)).filter(|it| it.0 > 0).collect();
        order.sort_by_key(|(strength, id)| (std::cmp::Reverse(*strength), *id));
        let most = order.first().map_or(0, |it| it.0);
        let likely =
            order.into_iter().take(MOST_COSTUMES).filter(|it| it.0 >= ENOUGH_VOTES || it.0 * 10 >= most);
        likely.map(|(_, id)| id).collect()
    }
}
