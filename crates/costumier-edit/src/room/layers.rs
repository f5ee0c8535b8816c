//! The pictures and planes of a room as pixels: those that it stores, and those that a folder's files have.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::codec::strip::STRIP_WIDTH;

use super::map::{CLEARED, MappedPicture, StripBlock, Target};
use super::picture::RoomColours;
use super::strips::{self, Packing};
use super::{OpenRoom, PREVIEW, TEXT, picture, scene};
use crate::folder::report::Report;
use crate::folder::{Files, ORIGINAL};
use crate::pictures::PictureFileError;

/// Largest number of files that no picture of the room belongs to, and that are named.
const MOST_UNKNOWN: usize = 5;

/// A picture of a room, or one of its planes. The order is that of packing: strips of objects can copy pixels of the
/// background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Layer {
    pub(super) target: Target,
    /// The number of the plane, from 1 on; 0 for the picture.
    pub(super) plane: usize,
}

impl Layer {
    /// The room's picture.
    pub(super) const BACKGROUND: Self = Self::picture(Target::Background);

    /// Returns the picture of a target.
    pub(super) const fn picture(target: Target) -> Self {
        Self { target, plane: 0 }
    }

    /// Returns its name: that of its file, without the ending.
    pub(super) fn name(self) -> String {
        match (self.target, self.plane) {
            (Target::Background, 0) => "background".to_owned(),
            (Target::Background, number) => format!("plane-{number}"),
            (Target::Object { id, state }, 0) => format!("objects/{id}-{state}"),
            (Target::Object { id, state }, CLEARED) => format!("objects/{id}-{state}-clears"),
            (Target::Object { id, state }, number) => format!("objects/{id}-{state}-plane-{number}"),
        }
    }

    /// Returns the name of its file.
    pub(super) fn file(self) -> String {
        format!("{}.png", self.name())
    }
}

/// Returns the name of a picture's file.
pub(super) fn file_of(target: Target) -> String {
    Layer::picture(target).file()
}

/// Returns the name of the file of a picture's plane, counted from 1.
pub(super) fn plane_file_of(target: Target, plane: usize) -> String {
    Layer { target, plane }.file()
}

/// A picture or a plane as the room stores it.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredLayer {
    /// Width and height in pixels.
    pub(super) size: (usize, usize),
    /// Stored colours, row by row; of a plane, 1 where the picture is in front of actors.
    pub(super) pixels: Vec<u8>,
    /// The code of each strip of a picture; `None` if it cannot be read.
    pub(super) codes: Vec<Option<u8>>,
    /// Number of bytes that each strip takes.
    pub(super) used: Vec<usize>,
    /// The strips whose bytes end too early.
    pub(super) cut: BTreeSet<usize>,
    /// The colour that shows what the picture leaves out, if it is not the room's.
    pub(super) hole: Option<u8>,
}

/// The pictures and planes that a room stores.
pub(super) type StoredLayers = BTreeMap<Layer, StoredLayer>;

/// The pixels of pictures and planes from now on, in the same numbers.
pub(super) type PaintedLayers = BTreeMap<Layer, Vec<u8>>;

impl OpenRoom {
    /// Decodes all pictures and planes that can be edited.
    pub(super) fn stored(&self) -> StoredLayers {
        let mut all = StoredLayers::new();
        for found in &self.map.pictures {
            let background = all.get(&Layer::BACKGROUND).map(|it| it.pixels.as_slice());
            let left = self.left_of(found, background);
            let decoded = decode(&self.payload, found, (&self.packing, self.room.transparent), &left);
            all.insert(Layer::picture(found.target), decoded);
            all.extend(self.planes((found.target, found.size.1), &found.planes));
        }
        for found in &self.map.packed {
            all.extend(self.planes((found.target, found.size.1), &found.planes));
            let picture = self.packed_picture(found);
            all.extend(picture.map(|picture| (Layer::picture(found.target), picture)));
        }
        for found in &self.map.whole {
            let Some((pixels, plane)) = self.whole_picture(found) else { continue };
            let layer = |pixels| StoredLayer { size: found.size, pixels, ..StoredLayer::default() };
            let (width, height) = found.size;
            let place = |at: usize| {
                let [x, y] = [at % width, at / width].map(i32::try_from);
                x.ok().zip(y.ok())
            };
            let hides = |at| u8::from(place(at).is_some_and(|(x, y)| plane.hides(x, y)));
            let plane = (0..width.saturating_mul(height)).map(hides).collect();
            all.insert(Layer::picture(found.target), layer(pixels));
            all.insert(Layer { target: found.target, plane: 1 }, layer(plane));
        }
        all
    }

    /// Decodes the planes of a picture.
    fn planes<'a>(
        &'a self,
        (target, height): (Target, usize),
        planes: &'a [Option<StripBlock>],
    ) -> impl Iterator<Item = (Layer, StoredLayer)> + 'a {
        let planes = (1..).zip(planes).filter_map(|(plane, block)| Some((plane, block.as_ref()?)));
        planes
            .map(move |(plane, block)| (Layer { target, plane }, decode_plane(&self.payload, block, height)))
    }

    /// Returns the colours of a picture.
    pub(super) fn colours_of(&self, picture: &StoredLayer) -> RoomColours {
        self.colours.with_hole(picture.hole)
    }

    /// Writes a picture's or plane's file.
    pub(super) fn write(
        &self,
        layer: Layer,
        before: &StoredLayer,
        pixels: &[u8],
    ) -> Result<Vec<u8>, PictureFileError> {
        match layer.plane {
            0 => self.colours_of(before).write((layer.target, before.size), &before.pixels, pixels),
            _ => picture::write_plane(before.size, pixels),
        }
    }
}

/// Decodes a picture. `left` is the column of pixels to its left, which strips of 16 colours can copy.
fn decode(
    payload: &[u8],
    picture: &MappedPicture,
    (packing, transparent): (&Packing, u8),
    left: &[u8],
) -> StoredLayer {
    let (width, height) = picture.size;
    let mut decoded = StoredLayer { size: picture.size, ..StoredLayer::default() };
    decoded.pixels = vec![0; width.saturating_mul(height)];
    let mut left = left.to_vec();
    for number in 0..picture.strips.count {
        let data = picture.strips.strip(payload, number).unwrap_or_default();
        let strip = packing.decode(data, height, transparent, &left);
        left = strip.pixels.iter().skip(STRIP_WIDTH - 1).step_by(STRIP_WIDTH).copied().collect();
        let rows = decoded.pixels.chunks_exact_mut(width).zip(strip.pixels.as_chunks::<STRIP_WIDTH>().0);
        for (row, own) in rows {
            let place = row.get_mut(number * STRIP_WIDTH..(number + 1) * STRIP_WIDTH);
            place.into_iter().for_each(|place| place.copy_from_slice(own));
        }
        decoded.codes.push(strip.code);
        decoded.used.push(strip.bytes);
        decoded.cut.extend(strip.cut.then_some(number));
    }
    decoded
}

/// Decodes a plane of a picture of this height.
fn decode_plane(payload: &[u8], plane: &StripBlock, height: usize) -> StoredLayer {
    let strip = |number| match plane.strip(payload, number) {
        Some(data) => strips::decode_rows(data, height),
        None => (vec![0; height], 0, false),
    };
    let (mut strips, mut used, mut cut) = (Vec::new(), Vec::new(), BTreeSet::new());
    for number in 0..plane.count {
        let (rows, bytes, is_cut) = strip(number);
        strips.push(rows);
        used.push(bytes);
        cut.extend(is_cut.then_some(number));
    }
    let size = (plane.count * STRIP_WIDTH, height);
    let mut pixels = Vec::with_capacity(size.0.saturating_mul(size.1));
    for row in 0..height {
        for strip in &strips {
            let byte = strip.get(row).copied().unwrap_or(0);
            pixels.extend((0..8).rev().map(|bit| (byte >> bit) & 1));
        }
    }
    StoredLayer { size, pixels, used, cut, ..StoredLayer::default() }
}

/// Returns the rows of each strip of a plane, a byte for each.
pub(super) fn rows_of(pixels: &[u8], width: usize) -> Vec<Vec<u8>> {
    let rows = pixels.chunks_exact(width.max(1));
    let byte = |row: &[u8], number: usize| {
        let own = row.iter().skip(number * STRIP_WIDTH).take(STRIP_WIDTH);
        own.fold(0, |byte: u8, pixel| byte << 1 | u8::from(*pixel != 0))
    };
    (0..width / STRIP_WIDTH).map(|number| rows.clone().map(|row| byte(row, number)).collect()).collect()
}

/// Reads the files of a folder. Pictures whose files are refused are left out.
pub(super) fn read_files(
    (open, stored): (&OpenRoom, &StoredLayers),
    files: &Files,
    nearest: bool,
    report: &mut Report,
) -> PaintedLayers {
    refuse_unknown(open, files, report);
    let mut painted = PaintedLayers::new();
    for (layer, before) in stored {
        let name = layer.file();
        let Some(bytes) = files.get(&name) else {
            report.refuse(name, "is missing: put it back, or unpack the room again");
            continue;
        };
        let pixels = match layer.plane {
            0 => {
                let place = (layer.target, before.size);
                open.colours_of(before).read(bytes, place, &before.pixels, nearest, report)
            }
            _ => picture::read_plane(bytes, &name, before.size, nearest, report),
        };
        painted.extend(pixels.map(|pixels| (*layer, pixels)));
    }
    painted
}

/// Refuses pictures that the room has no place for, and notes other files.
fn refuse_unknown(open: &OpenRoom, files: &Files, report: &mut Report) {
    let mut known: BTreeSet<String> = [TEXT, ORIGINAL, PREVIEW].map(str::to_owned).into();
    known.extend(scene::fronts(&open.room));
    for (target, planes) in open.map.targets() {
        let layers = std::iter::once(0).chain(planes).map(|plane| Layer { target, plane });
        known.extend(layers.map(Layer::file));
    }
    let is_picture = |name: &str| name.to_ascii_lowercase().ends_with(".png");
    let is_ours = |name: &str| name.starts_with("plane-") || name.starts_with("objects/");
    let unknown = files.keys().filter(|name| !known.contains(*name) && is_picture(name));
    for name in unknown.take(MOST_UNKNOWN) {
        if is_ours(name) {
            let text = "the room has no such picture or plane, and one cannot be added yet; `room.toml` lists the \
                        objects with their states";
            report.refuse(name, text);
        } else {
            report.note(name, "is no file of a room folder, and was not read");
        }
    }
}
