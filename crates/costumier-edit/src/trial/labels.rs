//! Texts on the screen. Interpreters draw texts in charsets, which differ in each generation; here each text is a
//! picture of a costume, and an actor wears it.

use std::collections::BTreeMap;

use costumier::format::codec::Depth;
use costumier::format::dialect::Palette;
use costumier::format::model::PictureSource;
use costumier::{Costume, Dialect, Direction, Error, Limits, Refused};
use costumier_build::costume::{
    ChoreDesign, CostumeDesign, Format, LIMBS, LimbAction, LimbDesign, LimbStep, PictureDesign, Pixels,
};
use costumier_export::contact::lettering;

use super::stage::{Ground, WIDE};
use crate::folder::{self, About, PackOptions, refused};

/// The first chore that shows a text: those before it are usual chores, which have other numbers in v1 and v2.
const FIRST_CHORE: u8 = 6;

/// Largest number of texts in one costume: scripts take the numbers from 56 on for the usual chores.
const MOST_TEXTS: usize = 48;

/// Free pixels around a text.
const MARGIN: u32 = 2;

/// Costume colours of the letters and of the box behind them.
const INK: u8 = 1;
const BEHIND: u8 = 2;

/// A reddish colour. It becomes skin in v1, whose other colours scripts or actors' numbers may make black.
const SKIN: [u8; 3] = [255, 120, 120];

/// The widest text in pixels, if letters have their usual size.
const MOST_COLUMNS: u32 = 248;

/// The costumes that show texts.
pub(super) struct Labels {
    costumes: Vec<(u16, Vec<u8>)>,
    /// The costume and the chore that show a text.
    places: BTreeMap<String, (u16, u16)>,
}

impl Labels {
    /// Makes costumes of texts; the first gets the id `first`.
    ///
    /// # Errors
    /// If a game of this kind cannot hold them.
    pub(super) fn new<'a>(
        texts: impl Iterator<Item = &'a str>,
        first: u16,
        ground: &Ground,
    ) -> Result<Self, Refused> {
        let mut known: Vec<&str> = Vec::new();
        for text in texts {
            if !known.contains(&text) {
                known.push(text);
            }
        }
        let mut labels = Self { costumes: Vec::new(), places: BTreeMap::new() };
        for (texts, id) in known.chunks(MOST_TEXTS).zip(first..) {
            labels.costumes.push((id, costume(texts, ground)?));
            let chores = u16::from(FIRST_CHORE)..;
            let places = texts.iter().zip(chores).map(|(text, chore)| ((*text).to_owned(), (id, chore)));
            labels.places.extend(places);
        }
        Ok(labels)
    }

    /// The costumes' blocks, by id.
    pub(super) fn costumes(&self) -> impl Iterator<Item = (u16, Vec<u8>)> {
        self.costumes.iter().cloned()
    }

    /// The costume and the chore that show a text.
    pub(super) fn of(&self, text: &str) -> (u16, u16) {
        self.places.get(text).copied().unwrap_or_default()
    }
}

/// The block of a costume that shows one of these texts in each chore.
fn costume(texts: &[&str], ground: &Ground) -> Result<Vec<u8>, Refused> {
    let v5 = Dialect::V5;
    let format =
        Format { byte: 0x58, pixels: Pixels::Runs(Depth::Colours16), redirects: false, never_mirror: false };
    let mut design = CostumeDesign::new(v5, format);
    let mut colours = vec![[0; 3]; design.palette.len()];
    let ink = if ground.dialect.cost.palette == Palette::None { (ground.ink.0, SKIN) } else { ground.ink };
    for (costume, (room, shown)) in [(INK, ink), (BEHIND, ground.behind)] {
        if let Some(entry) = design.palette.get_mut(usize::from(costume)) {
            *entry = room;
        }
        if let Some(entry) = colours.get_mut(usize::from(costume)) {
            *entry = shown;
        }
    }
    let pictures = texts.iter().map(|text| picture(text, ground)).collect();
    design.limbs.push(LimbDesign { name: "text".into(), pictures });
    for (number, index) in (FIRST_CHORE..).zip(0..u8::MAX).take(texts.len()) {
        for direction in Direction::ALL {
            let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
            if let Some(action) = actions.first_mut() {
                *action = Some(LimbAction::Once(vec![LimbStep::Picture(index)]));
            }
            design.chores.push(ChoreDesign { number, name: String::new(), direction, actions });
        }
    }
    let payload = design.write()?;
    if ground.dialect.shares_costumes_with(&v5) && !ground.dialect.has_akos() {
        return Ok(payload);
    }
    let failed = |error: Error| refused("labels", error.to_string());
    let costume = Costume::open(v5.costumes.tag(), payload, v5).map_err(failed)?;
    let mut room_colours = ground.palette.clone();
    room_colours.resize(256, [0; 3]);
    let options = PackOptions {
        dialect: Some(ground.dialect),
        room_colours,
        limits: Limits::default(),
        ..PackOptions::default()
    };
    Ok(folder::convert(&costume, &About { colours, ..About::default() }, &options)?.payload)
}

/// The picture of a text.
fn picture(text: &str, ground: &Ground) -> PictureDesign {
    // Pixels of v1 are two columns wide, and pictures of it whole cells.
    let wide_pixels = ground.dialect.cost.palette == Palette::None;
    let size = if ground.room.width >= WIDE { 2 } else { 1 };
    let across = if wide_pixels { 2 } else { size };
    let mut short = text;
    let columns = |text: &str| (lettering::width(text) + 2 * MARGIN) * across;
    while columns(short) > MOST_COLUMNS * size && !short.is_empty() {
        short = short.char_indices().next_back().map_or("", |(at, _)| short.get(..at).unwrap_or_default());
    }
    let narrow = lettering::width(short) + 2 * MARGIN;
    let rows = lettering::HEIGHT + 2 * MARGIN;
    let mut pixels = vec![BEHIND; (narrow * rows) as usize];
    lettering::draw(&mut pixels, narrow, (MARGIN, MARGIN), 1, INK, short);
    let grown = pixels.chunks_exact(narrow as usize).flat_map(|row| {
        let row: Vec<u8> =
            row.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, across as usize)).collect();
        std::iter::repeat_n(row, size as usize).flatten()
    });
    let mut pixels: Vec<u8> = grown.collect();
    let width = (narrow * across) as usize;
    let cells = width.next_multiple_of(8);
    if wide_pixels {
        pixels = pixels
            .chunks_exact(width)
            .flat_map(|row| row.iter().copied().chain(std::iter::repeat(BEHIND)).take(cells))
            .collect();
    }
    let width = if wide_pixels { cells } else { width };
    let height = rows * size;
    let source = PictureSource::new(
        (u16::try_from(width).unwrap_or(u16::MAX), u16::try_from(height).unwrap_or(u16::MAX)),
        (0, i16::try_from(height).unwrap_or(0).saturating_neg()),
        pixels,
    );
    PictureDesign { name: text.to_owned(), source }
}
