//! The JSON of `check --clashes`: rooms in which a costume's colours look unlike at home.

use costumier::cast::Evidence;
use costumier::clashes::{Clash, ClashColour, Clashes};
use costumier::scripts::ReadScripts;
use serde::Serialize;

use super::unused::PlaceRow;
use crate::names::Names;

/// The clashes of a game.
#[derive(Clone, Debug, Serialize)]
pub struct ClashesReport {
    /// The clashes, by costume, then by room.
    pub clashes: Vec<ClashRow>,
    /// Costumes and rooms that could not be compared, as sentences.
    pub unread: Vec<String>,
}

/// A costume in a room where its colours look unlike at home.
#[derive(Clone, Debug, Serialize)]
pub struct ClashRow {
    /// The costume's id in the directory.
    pub costume: u32,
    /// The name of the costume.
    pub name: Option<String>,
    /// The room that stores the costume.
    pub home: u32,
    /// The room that scripts bring it to.
    pub room: u32,
    /// `certain`, or `likely` if a script computes a number, gives it other colours at times or changes a palette.
    pub certainty: &'static str,
    /// The colours that look unlike at home, the one with the most to see first.
    pub colours: Vec<ClashColourRow>,
    /// Number of pixels in these colours, in all pictures that records show.
    pub pixels: u64,
    /// Number of pixels of these pictures that are drawn.
    pub drawn: u64,
    /// Places in scripts that bring it there.
    pub brought: Vec<PlaceRow>,
    /// Places in scripts of either room that change the room's colours.
    pub repainted: Vec<PlaceRow>,
}

/// A colour of a costume that looks unlike at home.
#[derive(Clone, Debug, Serialize)]
pub struct ClashColourRow {
    /// The number of the costume colour; `null` if the pictures hold room colours.
    pub colour: Option<u8>,
    /// The room colour at home.
    pub index_at_home: u8,
    /// What it looks like at home, as `#rrggbb`.
    pub at_home: String,
    /// The room colour in the other room.
    pub index_there: u8,
    /// What it looks like there, as `#rrggbb`.
    pub there: String,
    /// The distance in OKLab, in hundredths: black and white are 100 apart.
    pub difference: u8,
    /// Number of pixels in this colour.
    pub pixels: u64,
}

impl ClashesReport {
    /// Makes the rows of what was found. `scripts` are those that it was found in.
    #[must_use]
    pub fn of(clashes: &Clashes, scripts: &ReadScripts, names: &Names) -> Self {
        let places =
            |list: &[Evidence]| list.iter().map(|place| PlaceRow::of(scripts, place)).collect::<Vec<_>>();
        let row = |clash: &Clash| ClashRow {
            costume: clash.costume,
            name: names.costume(clash.costume).map(str::to_owned),
            home: clash.home,
            room: clash.room,
            certainty: clash.certainty.name(),
            colours: clash.colours.iter().map(ClashColourRow::of).collect(),
            pixels: clash.pixels,
            drawn: clash.drawn,
            brought: places(&clash.brought),
            repainted: places(&clash.repainted),
        };
        Self { clashes: clashes.list.iter().map(row).collect(), unread: clashes.unread.clone() }
    }
}

/// Returns a distance in whole hundredths.
fn percent(difference: f64) -> u8 {
    // Black and white are the farthest: 100.
    (0..=u8::MAX).find(|whole| f64::from(*whole) + 0.5 > difference).unwrap_or(u8::MAX)
}

impl ClashColourRow {
    fn of(it: &ClashColour) -> Self {
        let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
        Self {
            colour: it.colour,
            index_at_home: it.at_home.0,
            at_home: hex(it.at_home.1),
            index_there: it.there.0,
            there: hex(it.there.1),
            difference: percent(it.difference),
            pixels: it.pixels,
        }
    }
}
