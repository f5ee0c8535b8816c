//! Writing objects in rooms (`game::object` says how they are laid out).
//!
//! Object codes have no verbs and no names: only pictures are written. **Note:** in v4 and v8 an interpreter looks
//! for as many planes in an object's picture as the room has, so all of them have to be given. In other generations
//! a plane that is left out stays as the room has it.

use std::collections::BTreeMap;

use super::wrapped::{wrap_all, wrapped_smap};
use super::{RoomSource, StripTable, old_strips, plane_strips, refuse};
use costumier_format::Problem;
use costumier_format::block::write::{BlockWriter, small_block};
use costumier_format::codec::strip::{self, STRIP_WIDTH};
use costumier_format::codec::trle;
use costumier_format::dialect::{BlockHeaders, Dialect, FileLayout, ObjectPlaces, ObjectRules};
use costumier_format::room::Plane;

/// An object of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectSource {
    /// Its number in the game, from 1 on.
    pub id: u16,
    /// Its name, where files name objects (v8).
    pub name: String,
    /// Left edge in room pixels, a multiple of 8.
    pub left: u16,
    /// Upper edge in room pixels; before v6 a multiple of 8.
    pub top: u16,
    /// Width in pixels, a multiple of 8.
    pub width: u16,
    /// Height in pixels; before v6 a multiple of 8.
    pub height: u16,
    /// The object that it depends on, by its place in the room's list, from 1 on; 0 for none.
    pub parent: u8,
    /// The state of that one in which this one is there.
    pub parent_state: u8,
    /// Its state when the game begins.
    pub initial: u8,
    /// Its pictures, by state. Up to v4 there is one for all states.
    pub pictures: BTreeMap<u8, ObjectPictureSource>,
    /// Whether strips that leave pixels out add to planes (v8, Humongous; elsewhere they always do).
    pub adds: bool,
}

/// The pictures of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectPictureSource {
    /// Room colours, row by row.
    pub pixels: Vec<u8>,
    /// The pixels as they are stored, strip by strip from left to right, each from its code on. Empty:
    /// [`pixels`](Self::pixels) are packed in the way that takes fewest bytes.
    pub strips: Vec<Vec<u8>>,
    /// Whether pixels of the room's transparent colour are left out (from v4 on, with 256 colours).
    pub leaves_out: bool,
    /// Plane 1, 2 …, each as large as the object; `None` leaves the room's.
    pub planes: Vec<Option<Plane>>,
    /// The pixels that are removed from all planes (Humongous 7.2 on).
    pub cleared: Option<Plane>,
    /// Stored in one piece, and drawn to the pixel; it has no planes (Humongous 7.1 on).
    pub whole: bool,
}

/// The version of headers in v7.
const VERSION_7: u32 = 730;

/// The first version of headers in v8 that has flags.
const VERSION_8: u32 = 801;

/// Bytes of an object's name in v8.
const NAME: usize = 32;

/// Number of places around an object in headers. Their meaning is not known.
const HOTSPOTS: usize = 15;

/// Returns all reasons against writing a room's objects.
pub(super) fn check(room: &RoomSource, dialect: &Dialect, problems: &mut Vec<Problem>) {
    let rules = &dialect.objects;
    let pixels =
        matches!(rules.places, ObjectPlaces::CodePixels | ObjectPlaces::Image | ObjectPlaces::NamedImage);
    let unit = if pixels { 1 } else { 8 };
    for (number, object) in (1..).zip(&room.objects) {
        let path = format!("object {} ({number}. of the room)", object.id);
        let mut no = |text: String| refuse(problems, path.clone(), text);
        let (right, bottom) =
            (object.left.saturating_add(object.width), object.top.saturating_add(object.height));
        if object.id == 0 {
            no("numbers begin with 1".into());
        }
        // Pictures in one piece may begin anywhere.
        let to_pixel = !object.pictures.is_empty() && object.pictures.values().all(|picture| picture.whole);
        if (object.left % 8 != 0 && !to_pixel)
            || object.width % 8 != 0
            || !object.top.is_multiple_of(unit)
            || !object.height.is_multiple_of(unit)
        {
            no(format!("left edge and width are multiples of 8, upper edge and height of {unit}"));
        }
        if right > room.width || bottom > room.height {
            no(format!("it reaches to {right}, {bottom}, beyond the room"));
        }
        if !pixels && (object.height > 248 || object.width > 2040 || object.left > 2040 || object.top > 1016)
        {
            no("it is too large, or too far away, for fields of a byte".into());
        }
        if usize::from(object.parent) > room.objects.len() {
            no(format!("its parent is the room's object {}, which is not there", object.parent));
        }
        if rules.places == ObjectPlaces::CellsPcEngine && object.parent != 0 {
            no("objects for the PC-Engine have no parents".into());
        }
        if object.name.len() >= NAME || (rules.places == ObjectPlaces::NamedImage && object.name.is_empty()) {
            no(format!("the name {:?}; it has 1 to 31 letters", object.name));
        }
        let last = object.pictures.keys().next_back().copied().unwrap_or(0);
        if rules.places == ObjectPlaces::NamedImage && usize::from(last) != object.pictures.len() {
            no("v8 has a picture for every state up to the last, from 1 on".into());
        }
        if !object.height.is_multiple_of(rules.rows) {
            no(format!("its height is a multiple of {}: the rest would not be drawn", rules.rows));
        }
        let wanted = usize::from(object.width).saturating_mul(object.height.into());
        let one = rules.only_picture();
        for (state, picture) in &object.pictures {
            let mut no = |text: String| refuse(problems, format!("{path} / state {state}"), text);
            if picture.pixels.len() != wanted {
                no(format!(
                    "{} pixels; {} × {} is {wanted}",
                    picture.pixels.len(),
                    object.width,
                    object.height
                ));
            }
            if rules.picture_by_state && !(1..=15).contains(state) || !rules.picture_by_state && *state != one
            {
                no("states are 1 to 15; up to v4 there is one picture, of the lowest state that shows it"
                    .into());
            }
            if picture.leaves_out && (dialect.fixed_colours || dialect.files == FileLayout::Rooms) {
                no("this generation cannot leave pixels out".into());
            }
            if dialect.fixed_colours && !dialect.is_nes() && picture.pixels.iter().any(|pixel| *pixel > 15) {
                no("has colours above 15".into());
            }
            if picture.whole
                && (!dialect.disks.whole_pictures
                    || picture.planes.iter().flatten().chain(&picture.cleared).next().is_some())
            {
                no("pictures in one piece have no planes, and come with Humongous 7.1".into());
            }
            if picture.whole && !picture.leaves_out && unused(&picture.pixels).is_none() {
                no("a picture in one piece has 255 colours at most".into());
            }
            let all = dialect.files == FileLayout::Lec || rules.places == ObjectPlaces::NamedImage;
            let given = picture.planes.iter().flatten().count();
            if all && given < room.planes.len() {
                no(format!("{given} planes; an interpreter looks for all {} of the room", room.planes.len()));
            }
            let size = (object.width, object.height);
            let planes = picture.planes.iter().flatten().chain(&picture.cleared);
            if planes.into_iter().any(|plane| (plane.width(), plane.height()) != size) {
                no("a plane has not the object's size".into());
            }
        }
    }
    if room.objects.len() > 200 {
        refuse(problems, "objects", format!("{} objects; there are 200 in a room", room.objects.len()));
    }
}

impl ObjectSource {
    fn strips(&self, picture: &ObjectPictureSource) -> StripTable {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let strips = width / STRIP_WIDTH;
        let mut table = StripTable::new(4, strips);
        for number in 0..strips {
            let pixels = picture.pixels.get(number.saturating_mul(STRIP_WIDTH)..).unwrap_or_default();
            let packed = || match picture.leaves_out {
                true => strip::encode_transparent(pixels, height, width),
                false => strip::encode_smallest(pixels, height, width),
            };
            table.push(Some(picture.strips.get(number).cloned().unwrap_or_else(packed)));
        }
        table
    }

    /// A picture in one piece.
    fn packed(&self, picture: &ObjectPictureSource, hole: Option<u8>) -> Vec<u8> {
        let own = unused(&picture.pixels).unwrap_or(HOLE);
        let (code, left_out) = if picture.leaves_out { (8, hole.unwrap_or(HOLE)) } else { (9, own) };
        // Rows of objects are far shorter than what 16 bits measure: see `check`.
        let rows = trle::encode(&picture.pixels, self.width, left_out).unwrap_or_default();
        [vec![code], rows].concat()
    }

    /// `OBIM`.
    pub(super) fn write_images(
        &self,
        rules: &ObjectRules,
        (planes, hole): (usize, Option<u8>),
        out: &mut BlockWriter,
    ) {
        let count = u16::try_from(self.pictures.len()).unwrap_or(0);
        let last = self.pictures.keys().next_back().copied().unwrap_or(0);
        out.block(*b"OBIM", |out| {
            out.block(*b"IMHD", |out| match rules.places {
                ObjectPlaces::NamedImage => {
                    let letters = self.name.bytes().chain(std::iter::repeat(0)).take(NAME);
                    letters.for_each(|letter| out.u8(letter));
                    let flags = if self.adds { 0 } else { 16 };
                    let place = [self.left, self.top, self.width, self.height].map(u32::from);
                    let [x, y, width, height] = place;
                    let fields = [0, 0, VERSION_8, last.into(), x, y, width, height, 0, flags];
                    fields.into_iter().chain([0; 2 * HOTSPOTS]).for_each(|field| out.u32(field));
                }
                ObjectPlaces::Image => {
                    out.u32(VERSION_7);
                    let place = [self.id, count, self.left, self.top, self.width, self.height];
                    place.into_iter().chain([0; 3]).chain([0; 2 * HOTSPOTS]).for_each(|field| out.u16(field));
                }
                _ => {
                    [self.id, count, u16::try_from(planes).unwrap_or(0)]
                        .iter()
                        .for_each(|field| out.u16(*field));
                    out.bytes(&[u8::from(self.adds || !rules.says_adds), 0]);
                    let place = [self.left, self.top, self.width, self.height, 0];
                    place.into_iter().chain([0; 2]).for_each(|field| out.u16(field));
                }
            });
            if rules.places == ObjectPlaces::NamedImage {
                let all = self.pictures.values();
                let all: Vec<Vec<u8>> = all
                    .map(|picture| wrapped_smap(self.strips(picture), picture.planes.iter().flatten()))
                    .collect();
                out.block(*b"IMAG", |out| wrap_all(out, &all));
                return;
            }
            for (state, picture) in &self.pictures {
                let digit = char::from_digit((*state).into(), 16).unwrap_or('0').to_ascii_uppercase();
                let tag = [b'I', b'M', b'0', u8::try_from(digit).unwrap_or(b'0')];
                out.block(tag, |out| {
                    if picture.whole {
                        out.block(*b"BMAP", |out| out.bytes(&self.packed(picture, hole)));
                        return;
                    }
                    out.block(*b"SMAP", |out| out.bytes(&self.strips(picture).finish()));
                    for (plane, digit) in picture.planes.iter().zip(b'1'..) {
                        if let Some(plane) = plane {
                            let strips = plane_strips(plane, 2).finish();
                            out.block([b'Z', b'P', b'0', digit], |out| out.bytes(&strips));
                        }
                    }
                    if let Some(cleared) = &picture.cleared {
                        out.block(*b"TMSK", |out| out.bytes(&every_strip(cleared)));
                    }
                });
            }
        });
    }

    /// `OBCD`.
    pub(super) fn write_code(&self, rules: &ObjectRules, out: &mut BlockWriter) {
        let low = |pixels: u16| u8::try_from(pixels / 8).unwrap_or(u8::MAX);
        // An object that is there while its parent is in state 1 has a flag of its own for that.
        let flags = if self.parent_state == 1 { 0x80 } else { self.parent_state };
        out.block(*b"OBCD", |out| {
            out.block(*b"CDHD", |out| match rules.places {
                ObjectPlaces::Image | ObjectPlaces::NamedImage => {
                    out.u32(if rules.places == ObjectPlaces::Image { VERSION_7 } else { VERSION_8 });
                    out.u16(self.id);
                    out.bytes(&[self.parent, self.parent_state]);
                }
                ObjectPlaces::CodePixels => {
                    let fields = [self.id, self.left, self.top, self.width, self.height];
                    fields.iter().for_each(|field| out.u16(*field));
                    out.bytes(&[flags, self.parent, 0, 0, 0, 0, 0]);
                }
                _ => {
                    out.u16(self.id);
                    let place = [self.left, self.top, self.width, self.height].map(low);
                    out.bytes(&place);
                    out.bytes(&[flags, self.parent, 0, 0, 0, 0, 0]);
                }
            });
            out.block(*b"VERB", |out| out.bytes(&[0; 4]));
            out.block(*b"OBNA", |out| out.u8(0));
        });
    }

    /// The code of v1 to v4, without the header of its block, of which `before` bytes count as the code's.
    fn old_code(&self, rules: &ObjectRules, before: usize) -> Vec<u8> {
        let low = |pixels: u16| u8::try_from(pixels / 8).unwrap_or(u8::MAX);
        let state = if self.parent_state == 0 { 0 } else { 0x80 };
        let mut out = self.id.to_le_bytes().to_vec();
        if !matches!(rules.places, ObjectPlaces::CellsV0 | ObjectPlaces::CellsPcEngine) {
            out.push(0);
        }
        out.extend([low(self.left), low(self.top) | state, low(self.width), self.parent]);
        out.extend(match rules.places {
            ObjectPlaces::CellsShort | ObjectPlaces::CellsV0 => vec![0; 2],
            ObjectPlaces::CellsPcEngine => vec![0; 3],
            _ => vec![0; 4],
        });
        out.push(u8::try_from(self.height & 0xF8).unwrap_or(0));
        // Where the name stands; then a list of verbs that is empty, and the name, which is, too.
        let name = before.saturating_add(out.len()).saturating_add(2);
        out.extend([u8::try_from(name).unwrap_or(0), 0, 0]);
        out
    }

    /// The picture of v3 and v4.
    fn old_picture(&self, dialect: &Dialect) -> Option<Vec<u8>> {
        let picture = self.pictures.values().next()?;
        let planes: Vec<&Plane> = picture.planes.iter().flatten().collect();
        let size = (usize::from(self.width), usize::from(self.height));
        Some(old_strips::picture(
            dialect,
            (&picture.pixels, &picture.strips),
            size,
            &planes,
            picture.leaves_out,
        ))
    }

    /// `OC`.
    pub(super) fn small_code(&self, rules: &ObjectRules) -> Vec<u8> {
        small_block(b"OC", &self.old_code(rules, 6))
    }

    /// `OC` and `OI`.
    pub(super) fn small_blocks(&self, dialect: &Dialect) -> Vec<u8> {
        let mut out = self.small_code(&dialect.objects);
        if let Some(picture) = self.old_picture(dialect) {
            out.extend(small_block(b"OI", &[&self.id.to_le_bytes(), picture.as_slice()].concat()));
        }
        out
    }

    /// The code in an old bundle.
    pub(super) fn bundle_code(&self, dialect: &Dialect) -> Vec<u8> {
        let code = self.old_code(&dialect.objects, 4);
        let size = u16::try_from(code.len().saturating_add(4)).unwrap_or(u16::MAX);
        [&size.to_le_bytes(), [0; 2].as_slice(), &code].concat()
    }

    /// The picture in an old bundle of v3.
    pub(super) fn bundle_picture(&self, dialect: &Dialect) -> Option<Vec<u8>> {
        debug_assert!(dialect.blocks == BlockHeaders::Bare, "only there");
        self.old_picture(dialect)
    }
}

/// The transparent colour of rooms that name none.
const HOLE: u8 = 255;

/// A colour that no pixel has.
fn unused(pixels: &[u8]) -> Option<u8> {
    (0..=u8::MAX).rev().find(|colour| !pixels.contains(colour))
}

/// A `TMSK` block's strips, all of which have to be there.
fn every_strip(plane: &Plane) -> Vec<u8> {
    let mut table = StripTable::new(2, plane.stride());
    for strip in 0..plane.stride() {
        let rows: Vec<u8> = plane.bits().iter().skip(strip).step_by(plane.stride().max(1)).copied().collect();
        table.push(Some(costumier_format::codec::mask::encode(&rows)));
    }
    table.finish()
}
