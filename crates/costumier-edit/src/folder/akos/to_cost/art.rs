//! Distributes the pictures of an AKOS costume to the limbs that show them, in colours that COST can store.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{Akos, Codec, LIMBS};
use costumier::format::cost::Format;
use costumier::{Dialect, Limits};
use costumier_build::costume::{CostumeDesign, LimbDesign, MAX_PICTURES, PictureDesign};
use costumier_build::{PictureSource, PixelSource};

use super::Converted;
use super::steps::StepPicture;
use crate::folder::TEXT;
use crate::folder::akos::model::AkosCostume;
use crate::folder::convert::SHADOW;
use crate::folder::describe::rows;
use crate::folder::report::Report;
use crate::pictures::Rgb;
use crate::pictures::rows::lay;

/// A picture in the costume's own pixel values.
struct Painted {
    name: String,
    size: (u16, u16),
    at: (i16, i16),
    moves: (i16, i16),
    rows: Vec<u8>,
}

/// The pictures that each limb shows, collected while chores are converted.
pub(super) struct Art<'a> {
    akos: &'a Akos,
    of_block: &'a AkosCostume,
    limits: &'a Limits,
    transparent: u8,
    limbs: [Vec<Painted>; LIMBS],
    numbers: BTreeMap<(usize, StepPicture), Result<u8, String>>,
}

impl<'a> Art<'a> {
    pub(super) fn new(akos: &'a Akos, of_block: &'a AkosCostume, limits: &'a Limits) -> Self {
        let limbs = std::array::from_fn(|_| Vec::new());
        Self { akos, of_block, limits, transparent: akos.transparent(), limbs, numbers: BTreeMap::new() }
    }

    /// Returns the index, in the limb's table, of what a limb shows.
    pub(super) fn picture(&mut self, limb: usize, shown: StepPicture) -> Result<u8, String> {
        let key = (limb, shown);
        if let Some(known) = self.numbers.get(&key) {
            return known.clone();
        }
        let number = self.add(limb, &key.1);
        self.numbers.insert(key, number.clone());
        number
    }

    fn add(&mut self, limb: usize, shown: &StepPicture) -> Result<u8, String> {
        let painted = match shown {
            StepPicture::Picture(index) => self.plain(*index)?,
            StepPicture::Drawn { parts, moves } => self.drawn(parts, *moves)?,
        };
        let table = self.limbs.get_mut(limb).ok_or("the limb does not exist in a COST costume")?;
        if table.len() >= MAX_PICTURES {
            return Err(format!(
                "shows more than {MAX_PICTURES} pictures, the most that a limb of COST can have"
            ));
        }
        table.push(painted);
        u8::try_from(table.len() - 1).map_err(|error| error.to_string())
    }

    fn plain(&self, index: u16) -> Result<Painted, String> {
        let wrong = |error: costumier::Error| format!("shows picture {index}, which cannot be read: {error}");
        let name = self.of_block.pictures.get(usize::from(index)).map(|entry| entry.name.clone());
        let picture = self.akos.picture(index).map_err(wrong)?;
        let rows = rows(&picture.packed, self.limits).map_err(wrong)?;
        let info = picture.info;
        Ok(Painted {
            name: name.unwrap_or_default(),
            size: (info.width, info.height),
            at: (info.x, info.y),
            moves: (info.move_x, info.move_y),
            rows,
        })
    }

    /// Returns several pictures drawn as one.
    fn drawn(&self, parts: &[(u16, (i16, i16))], moves: (i16, i16)) -> Result<Painted, String> {
        let all: Result<Vec<Painted>, String> =
            parts.iter().map(|(index, at)| Ok(Painted { at: *at, moves, ..self.plain(*index)? })).collect();
        let mut all: Vec<Painted> =
            all?.into_iter().filter(|part| part.size.0 > 0 && part.size.1 > 0).collect();
        if all.len() == 1 {
            return all.pop().ok_or_else(String::new);
        }
        let edges = |part: &Painted| {
            let (x, y) = (i32::from(part.at.0), i32::from(part.at.1));
            [x, y, x + i32::from(part.size.0), y + i32::from(part.size.1)]
        };
        let [left, top, right, bottom] = all
            .iter()
            .map(edges)
            .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
            .unwrap_or([0, 0, 1, 1]);
        let (width, height) =
            ((right - left).unsigned_abs() as usize, (bottom - top).unsigned_abs() as usize);
        let side = |length: usize| u16::try_from(length).ok();
        let size = side(width).zip(side(height)).filter(|_| width * height <= self.limits.picture_pixels);
        let Some(size) = size else {
            return Err(format!(
                "draws pictures that are {width} × {height} pixels apart, too far for one picture"
            ));
        };
        let mut rows = vec![self.transparent; width * height];
        for part in &all {
            let [x, y, ..] = edges(part);
            let picture = (part.rows.as_slice(), usize::from(part.size.0));
            lay((&mut rows, width), picture, (x - left, y - top), |pixel| *pixel != self.transparent);
        }
        let names: Vec<&str> = all.iter().map(|part| part.name.as_str()).collect();
        let near = |edge: i32| i16::try_from(edge).unwrap_or(i16::MIN);
        Ok(Painted { name: names.join("+"), size, at: (near(left), near(top)), moves, rows })
    }

    /// Returns the limbs, with the pixel values of COST.
    pub(super) fn finish(
        self,
        dialect: Dialect,
        never_mirror: bool,
        shown: &[Rgb],
        report: &mut Report,
    ) -> Option<Converted> {
        let pixels = || self.limbs.iter().flatten().flat_map(|painted| &painted.rows);
        let used: BTreeSet<u8> = pixels().copied().filter(|value| *value != self.transparent).collect();
        let entries = entries(self.akos, &used);
        let colours = if entries.len() <= 16 { 16 } else { 32 };
        if entries.len() > 32 {
            let text = format!(
                "{} colours are used, and a COST costume has 31 and the transparent one; remove {} of them",
                used.len(),
                used.len().saturating_sub(31)
            );
            report.refuse(format!("{TEXT}: palette"), text);
            return None;
        }
        let lost = self.of_block.pictures.len().saturating_sub(self.seen().len());
        if lost > 0 {
            report.note(TEXT, &format!("{lost} pictures that no chore shows were left out"));
        }
        let by_room = self.akos.header().codec != Codec::Rle;
        let room = |value: u8| {
            if by_room { value } else { self.akos.palette().get(usize::from(value)).copied().unwrap_or(0) }
        };
        let format = if colours == 16 { 0x58 } else { 0x59 } | if never_mirror { 0x80 } else { 0 };
        let mut design = CostumeDesign::new(dialect, Format::from_byte(format)?);
        let mut looks = Vec::new();
        let mut values = [0u8; 256];
        for ((entry, slot), number) in entries.iter().zip(&mut design.palette).zip(0u8..) {
            let Some(value) = *entry else { continue };
            *slot = room(value);
            if number > 0
                && let Some(to) = values.get_mut(usize::from(value))
            {
                *to = number;
            }
        }
        if !shown.is_empty() {
            let look = |entry: &Option<u8>| {
                entry.and_then(|value| shown.get(usize::from(value)).copied()).unwrap_or_default()
            };
            looks = entries.iter().map(look).collect();
            looks.resize(colours, [0; 3]);
        }
        if dialect.shadow_table && used.iter().any(|value| room(*value) == SHADOW) {
            let text = "room colour 13 is used: v5 and v6 draw it as a shadow, which scripts have to set";
            report.note(TEXT, text);
        }
        let limbs = self.limbs.into_iter().zip(0..).map(|(pictures, limb)| LimbDesign {
            name: format!("limb-{limb}"),
            pictures: pictures.into_iter().map(|painted| painted.finish(&values)).collect(),
        });
        design.limbs = limbs.collect();
        let last = design.limbs.iter().rposition(|limb| !limb.pictures.is_empty());
        design.limbs.truncate(last.map_or(0, |last| last + 1));
        Some(Converted { design, colours: looks })
    }

    /// Returns the pictures that limbs show.
    fn seen(&self) -> BTreeSet<u16> {
        let shown = self.numbers.keys().flat_map(|(_, shown)| match shown {
            StepPicture::Picture(index) => vec![*index],
            StepPicture::Drawn { parts, .. } => parts.iter().map(|(index, _)| *index).collect(),
        });
        shown.collect()
    }
}

/// Returns the pixel value of each costume colour. If the costume has few enough, they stay the same, so that scripts
/// that override them still work; otherwise only used ones are kept.
fn entries(akos: &Akos, used: &BTreeSet<u8>) -> Vec<Option<u8>> {
    let highest = used.last().copied().unwrap_or(0);
    if akos.header().codec == Codec::Rle && highest < 32 {
        let all = akos.palette().len().min(32).max(usize::from(highest) + 1);
        return (0u8..).take(all).map(Some).collect();
    }
    std::iter::once(None).chain(used.iter().copied().map(Some)).collect()
}

impl Painted {
    fn finish(self, values: &[u8; 256]) -> PictureDesign {
        let value = |pixel: &u8| values.get(usize::from(*pixel)).copied().unwrap_or(0);
        let ((width, height), (x, y), (move_x, move_y)) = (self.size, self.at, self.moves);
        let pixels = PixelSource::Rows(self.rows.iter().map(value).collect());
        PictureDesign {
            name: self.name,
            source: PictureSource { width, height, x, y, move_x, move_y, pixels },
        }
    }
}
