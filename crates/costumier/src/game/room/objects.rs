//! Reading objects of v5 and later.
//!
//! ```text
//! OBCD{ CDHD   v5      u16 number, u8 x / 8, y / 8, width / 8, height / 8, flags, parent …
//!              v6, HE  u16 number, i16 x, y, u16 width, height, u8 flags, parent …
//!              v7, v8  u32 version, u16 number, u8 parent, parent's state }
//! OBIM{ IMHD   v5, v6  u16 number, u16, u16, u8 flags …
//!              v7      u32 version, u16 number, u16 pictures, i16 x, y, u16 width, height …
//!              v8      32 bytes of name, 2 × u32, u32 version, pictures, x, y, width, height, direction, flags …
//!       IM01{ SMAP, ZP01 … } …     one for each state from 1 on; Humongous from 7.1 on: or BMAP;
//!                                  v8: IMAG{ WRAP{ OFFS, SMAP … } } }
//! ```
//! **Note:** numbers link the two lists, while the order of the codes decides the order of drawing. In v8 the codes
//! are with the room's scripts, and pictures have names whose numbers only the index has.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::picture::{MOST_PLANES, PLANE_TABLE, SMAP_TABLE, StripTable, WRAPPED_TABLE, wrapped_place};
use super::{Reader, Room};
use crate::Limits;
use crate::Result;
use crate::block::{Block, Blocks, HEADER, blocks_in};
use crate::bytes::Bytes;
use crate::codec::strip::StripKind;
use crate::dialect::{ObjectPlaces, ObjectRules};
use crate::game::RawBlock;
use crate::game::object::{Budget, ObjectPicture, RoomObject, Stored};
use crate::{Problem, Severity};

/// Length of an object's name in v8, in bytes.
const NAME: usize = 32;

/// Largest number of pictures of an object.
const MOST_PICTURES: u8 = 15;

/// The flag of an object that is visible while its parent is.
const WITH_PARENT: u8 = 0x80;

/// The fields of an `OBCD` block.
pub(in crate::game) struct Code {
    id: u32,
    parent: usize,
    parent_state: u8,
    /// Left, top, width, height, if the code has them.
    place: Option<(i32, i32, u16, u16)>,
}

/// Reads the codes among these blocks.
pub(in crate::game) fn codes(
    data: Bytes<'_>,
    blocks: &Blocks,
    rules: &ObjectRules,
    limits: &Limits,
) -> Vec<Code> {
    let found = blocks.list.iter().filter(|block| block.tag == *b"OBCD");
    found.filter_map(|block| code(block.payload(data).ok()?, rules, limits)).collect()
}

fn code(data: Bytes<'_>, rules: &ObjectRules, limits: &Limits) -> Option<Code> {
    let header = blocks_in(data, limits).find(b"CDHD").and_then(|block| block.payload(data).ok())?;
    let read = || -> Result<Code> {
        let byte = |at| header.u8(at, "object's code");
        let word = |at| header.u16(at, "object's code");
        let state = |flags: u8| if flags == WITH_PARENT { 1 } else { flags & 15 };
        Ok(match rules.places {
            ObjectPlaces::CodePixels => Code {
                id: word(0)?.into(),
                parent: byte(11)?.into(),
                parent_state: state(byte(10)?),
                place: Some((header.i16(2, "x")?.into(), header.i16(4, "y")?.into(), word(6)?, word(8)?)),
            },
            ObjectPlaces::Image | ObjectPlaces::NamedImage => {
                Code { id: word(4)?.into(), parent: byte(6)?.into(), parent_state: byte(7)?, place: None }
            }
            _ => {
                let cells = |at| Ok::<_, crate::Error>(u16::from(byte(at)?).saturating_mul(8));
                Code {
                    id: word(0)?.into(),
                    parent: byte(7)?.into(),
                    parent_state: state(byte(6)?),
                    place: Some((cells(2)?.into(), cells(3)?.into(), cells(4)?, cells(5)?)),
                }
            }
        })
    };
    read().ok()
}

/// The contents of an `OBIM` block, without those of its code.
struct Image {
    id: u32,
    name: Option<String>,
    place: Option<(i32, i32, u16, u16)>,
    adds: bool,
    pictures: BTreeMap<u8, ObjectPicture>,
}

impl<'a> Reader<'a> {
    /// The objects of a room, in the order of their codes, or of their pictures if the room has no codes (v8).
    pub(in crate::game) fn objects(&mut self, blocks: &Blocks) -> Vec<RoomObject> {
        let mut objects = self.all_objects(blocks);
        let mut budget = Budget::new(self.limits);
        for object in &mut objects {
            let size = (object.width, object.height);
            object.pictures.retain(|_, _| budget.admits(size));
        }
        objects
    }

    fn all_objects(&mut self, blocks: &Blocks) -> Vec<RoomObject> {
        let rules = self.objects_by;
        let mut images: Vec<Image> = Vec::new();
        for block in blocks.list.iter().filter(|block| block.tag == *b"OBIM") {
            match self.image(block) {
                Ok(image) => images.push(image),
                Err(error) => self.report_error("OBIM", &error),
            }
        }
        let codes = codes(self.payload, blocks, &rules, self.limits);
        if rules.places == ObjectPlaces::NamedImage {
            return images.into_iter().map(|image| assembled(None, Some(image))).collect();
        }
        codes
            .into_iter()
            .map(|code| {
                let own = images.iter().rposition(|image| image.id == code.id);
                assembled(Some(code), own.map(|own| images.remove(own)))
            })
            .collect()
    }

    fn image(&mut self, block: &Block) -> Result<Image> {
        let rules = self.objects_by;
        let data = block.payload(self.payload)?;
        let whole = (Arc::from(data.as_slice()), data.base());
        let blocks = blocks_in(data, self.limits);
        let child = |tag| blocks.find(tag).and_then(|block| block.payload(data).ok());
        let header = child(b"IMHD").unwrap_or(data.view(0, 0, "IMHD")?);
        let word = |at| header.u16(at, "IMHD");
        let wide = |at| header.u32(at, "IMHD");
        let pixels = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        let side = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
        let mut image = Image { id: 0, name: None, place: None, adds: true, pictures: BTreeMap::new() };
        match rules.places {
            ObjectPlaces::NamedImage => {
                let name = header.slice(0, NAME, "object's name")?;
                let letters = name.iter().copied().take_while(|byte| *byte != 0);
                image.name = Some(letters.map(char::from).collect());
                image.place = Some((pixels(wide(48)?), pixels(wide(52)?), side(wide(56)?), side(wide(60)?)));
                // The first version of the header has no flags.
                image.adds = wide(40)? != 801 || wide(68).unwrap_or(0) & 16 == 0;
                image.pictures = self.wrapped_images(&whole, child(b"IMAG"));
                return Ok(image);
            }
            ObjectPlaces::Image => {
                image.id = word(4)?.into();
                let at = |at| header.i16(at, "IMHD").map(i32::from);
                image.place = Some((at(8)?, at(10)?, word(12)?, word(14)?));
            }
            _ => {
                image.id = word(0)?.into();
                image.adds = rules.adds && !rules.says_adds || header.u8(6, "flags").unwrap_or(0) & 1 != 0;
            }
        }
        for state in 1..=MOST_PICTURES {
            let tag = format!("IM{state:02X}");
            let found = blocks.list.iter().find(|block| block.tag == *tag.as_bytes());
            if let Some(inner) = found.and_then(|block| block.payload(data).ok()) {
                image.pictures.extend(self.strips(&whole, inner).map(|picture| (state, picture)));
            }
        }
        Ok(image)
    }

    /// A picture of strips, or in one piece; `None` for one of another kind.
    fn strips(&self, whole: &Whole, inner: Bytes<'a>) -> Option<ObjectPicture> {
        let blocks = blocks_in(inner, self.limits);
        let kept = |tag: &[u8], table| {
            let found = blocks.list.iter().find(|block| block.tag == *tag);
            found.and_then(|block| block.payload(inner).ok()).map(|data| stored(whole, data, table))
        };
        let Some(strips) = kept(b"SMAP", SMAP_TABLE) else {
            return kept(b"BMAP", SMAP_TABLE).map(ObjectPicture::Packed);
        };
        Some(ObjectPicture::Strips {
            strips,
            kind: StripKind::Modern,
            planes: (1..=MOST_PLANES)
                .map(|plane| kept(format!("ZP{plane:02}").as_bytes(), PLANE_TABLE))
                .collect(),
            cleared: kept(b"TMSK", PLANE_TABLE),
        })
    }

    /// The pictures in an `IMAG` block of v8, by state.
    fn wrapped_images(&self, whole: &Whole, outer: Option<Bytes<'a>>) -> BTreeMap<u8, ObjectPicture> {
        let mut pictures = BTreeMap::new();
        let Some(outer) = outer else { return pictures };
        let inner = self.of_part(outer);
        let Some(list) = inner.wrapped(outer) else { return pictures };
        let blocks = blocks_in(list, self.limits);
        for (state, number) in (1..=MOST_PICTURES).zip(0..) {
            let Some(place) = wrapped_place(list, number) else { break };
            let found = blocks.list.iter().find(|b| b.tag == *b"SMAP" && b.offset == place);
            let Some(smap) = found.and_then(|block| block.payload(list).ok()) else { continue };
            let inner = self.of_part(smap);
            let (strips, masks) = inner.wrapped_parts(&blocks_in(smap, self.limits));
            let Some(strips) = strips else { continue };
            let plane = |number| masks.and_then(|list| inner.wrapped_plane(list, number));
            let picture = ObjectPicture::Strips {
                strips: stored(whole, strips, WRAPPED_TABLE),
                kind: StripKind::Modern,
                planes: (0..MOST_PLANES)
                    .map(|number| plane(number).map(|data| stored(whole, data, WRAPPED_TABLE)))
                    .collect(),
                cleared: None,
            };
            pictures.insert(state, picture);
        }
        pictures
    }
}

/// The bytes of an `OBIM` block, and their offset in the file.
type Whole = (Arc<[u8]>, u64);

fn stored((whole, base): &Whole, data: Bytes<'_>, table: StripTable) -> Stored {
    Stored::of(whole, *base, data, table)
}

fn assembled(code: Option<Code>, image: Option<Image>) -> RoomObject {
    let place = code.as_ref().and_then(|code| code.place);
    let place = place.or(image.as_ref().and_then(|image| image.place)).unwrap_or_default();
    let id = code.as_ref().map_or(0, |code| code.id);
    let (name, adds, pictures) = match image {
        Some(image) => (image.name, image.adds, image.pictures),
        None => (None, true, BTreeMap::new()),
    };
    RoomObject {
        id,
        name,
        left: place.0,
        top: place.1,
        width: place.2,
        height: place.3,
        parent: code.as_ref().map_or(0, |code| code.parent),
        parent_state: code.as_ref().map_or(0, |code| code.parent_state),
        initial: 0,
        pictures,
        adds,
    }
}

impl Room {
    /// Sorts objects of v8 by their codes, which are with the room's scripts (`RMSC`), and gives them the numbers
    /// that the index has for their names.
    pub(in crate::game) fn order_objects(
        &mut self,
        scripts: Option<&RawBlock>,
        number: impl Fn(&str) -> Option<u32>,
        limits: &Limits,
    ) {
        for object in &mut self.objects {
            object.id = object.name.as_deref().and_then(&number).unwrap_or(0);
        }
        let Some(scripts) = scripts else { return };
        let data = Bytes::with_base(&scripts.payload, scripts.offset.saturating_add(HEADER));
        let codes = codes(data, &blocks_in(data, limits), &self.object_rules, limits);
        let mut images = std::mem::take(&mut self.objects);
        for code in codes {
            let own = images.iter().rposition(|image| image.id == code.id && image.id != 0);
            match own.map(|own| images.remove(own)) {
                Some(image) => self.objects.push(RoomObject {
                    parent: code.parent,
                    parent_state: code.parent_state,
                    ..image
                }),
                None => self.objects.push(assembled(Some(code), None)),
            }
        }
        // Pictures without a code are never visible, but they are reported.
        for left in images.into_iter().filter(|image| !image.pictures.is_empty()) {
            let text = format!(
                "object {:?} has pictures and no code: it is left out",
                left.name.as_deref().unwrap_or_default()
            );
            let path = format!("room {} / OBIM", self.id);
            self.problems.push(Problem::new(Severity::Odd, path, None, text));
        }
    }
}
