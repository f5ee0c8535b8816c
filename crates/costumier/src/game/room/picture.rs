//! A room's picture and its z-planes: strips of 8 pixels' width, behind tables of their offsets.
//!
//! ```text
//! RMIM { RMIH u16 z-planes, IM00 { SMAP, ZP01, ZP02 … } }   tables of u32 (SMAP) or u16, from the block's header
//!                                                               Humongous from 7.1 on: BMAP instead of SMAP
//! IMAG { WRAP { OFFS, SMAP { BSTR { WRAP { OFFS, strips } }            v8: tables of u32, from OFFS's header on
//!                            ZPLN { WRAP { OFFS, ZSTR { WRAP { OFFS, strips } } … } } } } }
//! ```
//! (`docs/format/containers.md §11, §12`.) **Note:** in v8 every list is wrapped together with its table, and
//! z-planes are inside the picture.

use super::{MOST_PROBLEMS, Reader, Room};
use crate::block::{Block, Blocks, HEADER, blocks_in};
use crate::bytes::Bytes;
use crate::codec::strip::StripKind;
use crate::codec::{bmap, mask, strip};
use crate::game::plane::Plane;
use crate::game::tile_tables::TileTables;
use crate::{Error, ErrorKind, Result};
use crate::{Problem, Severity};

/// Largest number of z-planes of a room; no game has more than four.
pub(in crate::game) const MOST_PLANES: usize = 8;

/// A room's picture, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum Picture {
    /// Strips, behind a table of their offsets.
    Strips {
        data: Vec<u8>,
        /// Offset of `data` in the file.
        at: u64,
        table: StripTable,
        kind: StripKind,
    },
    /// Pixels row by row, not cut into strips (v1 and v2).
    Whole(Vec<u8>),
    /// Pixels row by row, and the tables that objects need to be drawn (NES).
    Tiles { pixels: Vec<u8>, tables: Box<TileTables> },
    /// Packed pixels of a screen of this size, row by row (`BMAP`, Humongous from 7.1 on).
    Packed {
        data: Vec<u8>,
        /// Offset of `data` in the file.
        at: u64,
        screen: (u32, u32),
    },
}

/// The layout of a table of strip offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct StripTable {
    /// Position of the table in the data.
    pub(in crate::game) entries: usize,
    /// Length of an entry in bytes, 2 or 4.
    pub(in crate::game) width: usize,
    /// The stored offset of the data's first byte: the length of the header if offsets count from the header.
    pub(in crate::game) origin: u64,
}

impl StripTable {
    /// The data of a strip, from its offset to the end; empty for the offset 0.
    pub(in crate::game) fn strip<'a>(&self, data: Bytes<'a>, number: usize) -> Result<Bytes<'a>> {
        let entry = self.entries.saturating_add(number.saturating_mul(self.width));
        let offset = match self.width {
            2 => u64::from(data.u16(entry, "strip offset")?),
            _ => u64::from(data.u32(entry, "strip offset")?),
        };
        if offset == 0 {
            return data.view(entry, 0, "strip");
        }
        let start = offset.checked_sub(self.origin).and_then(|start| usize::try_from(start).ok());
        match start.filter(|start| *start < data.len()) {
            Some(start) => data.tail(start, "strip"),
            None => Err(Error::bad(
                "strip offset",
                data.base().saturating_add(entry as u64),
                format!("{offset:#x} is outside the block"),
            )),
        }
    }

    /// Expands the strips of a z-plane. `report` gets the number and the place of each strip that ends early, after
    /// which the rest hides nothing, and the error of each that cannot be read.
    pub(in crate::game) fn plane(
        &self,
        data: Bytes<'_>,
        (width, height): (u16, u16),
        mut report: impl FnMut(usize, u64, Option<Error>),
    ) -> Plane {
        let mut plane = Plane::new(width, height);
        let stride = plane.stride();
        for column in 0..usize::from(width) / strip::STRIP_WIDTH {
            match self.strip(data, column) {
                Ok(body) if body.is_empty() => {}
                Ok(body) => {
                    let out = plane.bits_mut().get_mut(column..).unwrap_or_default();
                    if mask::decode(body.as_slice(), usize::from(height), out, stride).cut {
                        report(column, body.base(), None);
                    }
                }
                Err(error) => report(column, error.offset().unwrap_or(data.base()), Some(error)),
            }
        }
        plane
    }
}

/// The decoded picture of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Background {
    /// Colour indices, row by row; rows have the room's width.
    pub pixels: Vec<u8>,
    /// Strips that could not be decoded completely; missing pixels are 0.
    pub problems: Vec<Problem>,
}

impl Room {
    /// Decodes the room's picture.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] if the room has none. Damaged strips are no error: see [`Background::problems`].
    pub fn background(&self) -> Result<Background> {
        let missing = || {
            let what = format!("picture in room {}", self.id);
            Error::new(ErrorKind::NoSuchItem(what), "background").in_file(&self.file)
        };
        let (data, at, table, kind) = match self.picture.as_ref().ok_or_else(missing)? {
            Picture::Packed { data, at, screen } => return Ok(self.unpacked(data, *at, *screen)),
            Picture::Strips { data, at, table, kind } => (data, *at, *table, *kind),
            Picture::Whole(pixels) | Picture::Tiles { pixels, .. } => {
                return Ok(Background { pixels: pixels.clone(), problems: Vec::new() });
            }
        };
        let (stride, height) = (usize::from(self.width), usize::from(self.height));
        let data = Bytes::with_base(data, at);
        let mut pixels = vec![0; stride.saturating_mul(height)];
        let mut problems = Vec::new();
        for number in 0..stride / strip::STRIP_WIDTH {
            let x = number.saturating_mul(strip::STRIP_WIDTH);
            let result = table.strip(data, number).and_then(|body| {
                let decoded =
                    kind.decode(body.as_slice(), (height, self.transparent), &mut pixels, stride, x);
                decoded.map_err(|error| error.moved_by(body.base())).map(|decoded| (decoded, body))
            });
            let problem = match result {
                Ok((decoded, body)) if decoded.cut => {
                    let text =
                        format!("code {}: the data ends early, the rest is read as zeros", decoded.code);
                    Problem::new(Severity::Odd, "", Some(body.base()), text)
                }
                Ok(_) => continue,
                Err(error) => Problem::new(
                    Severity::Broken,
                    "",
                    error.offset(),
                    format!("{}: {}", error.what(), error.kind()),
                ),
            };
            if problems.len() < MOST_PROBLEMS {
                problems.push(problem.in_path(format!("room {} / SMAP / strip {number}", self.id)));
            }
        }
        if self.base != 0 {
            pixels.iter_mut().for_each(|pixel| *pixel = pixel.wrapping_add(self.base));
        }
        Ok(Background { pixels, problems })
    }
}

impl Room {
    /// Whether the picture is one number that is shown as a pixel of that value, with 16 bits a pixel.
    pub(super) fn is_filled_with_number(&self) -> bool {
        let Some(Picture::Packed { data, .. }) = &self.picture else { return false };
        self.bmap.fills_with_number && bmap::is_one_colour(data)
    }

    /// The part of a picture of the screen's size that the room covers. Missing pixels are 0.
    fn unpacked(&self, data: &[u8], at: u64, (width, height): (u32, u32)) -> Background {
        let side = |side: u32| usize::try_from(side).unwrap_or(0);
        let mut screen = vec![0; side(width).saturating_mul(side(height))];
        let skipped = Some(self.transparent).filter(|_| self.bmap.leaves_out);
        let problem = match bmap::decode(data, skipped, &mut screen) {
            Ok(decoded) if decoded.cut => {
                let text = format!("code {}: the data ends early, the rest is read as zeros", decoded.code);
                Some(Problem::new(Severity::Odd, "", Some(at), text))
            }
            Ok(_) => None,
            Err(error) => {
                let text = format!("{}: {}", error.what(), error.kind());
                Some(Problem::new(Severity::Broken, "", Some(at), text))
            }
        };
        let stride = usize::from(self.width);
        let mut pixels = vec![0; stride.saturating_mul(self.height.into())];
        let rows = pixels.chunks_exact_mut(stride.max(1));
        for (to, from) in rows.zip(screen.chunks_exact(side(width).max(1))) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        let path = format!("room {} / BMAP", self.id);
        Background { pixels, problems: problem.into_iter().map(|it| it.in_path(path.clone())).collect() }
    }
}

/// The table of strips in a `SMAP` block.
pub(in crate::game) const SMAP_TABLE: StripTable = StripTable { entries: 0, width: 4, origin: HEADER };

/// The table of strips in a `ZPnn` block.
pub(in crate::game) const PLANE_TABLE: StripTable = StripTable { entries: 0, width: 2, origin: HEADER };

/// Position of the table's entries in a `WRAP` block, whose `OFFS` block comes first.
const TABLE_AT: usize = 8;

/// The table of strips in a `WRAP` block.
pub(in crate::game) const WRAPPED_TABLE: StripTable = StripTable { entries: TABLE_AT, width: 4, origin: 0 };

/// The place that an entry of the table of a `WRAP` block says, counted from 0. `None` where the table has ended:
/// what is behind it would be states and planes that the room does not have.
pub(in crate::game) fn wrapped_place(list: Bytes<'_>, number: usize) -> Option<u64> {
    let entry = number.checked_mul(4)?.checked_add(TABLE_AT)?;
    let end = usize::try_from(list.u32_be(4, "length of the table").ok()?).ok()?;
    let offset = list.u32(entry, "entry of the table").ok().filter(|_| entry < end)?;
    list.base().checked_add(offset.into())
}

impl<'a> Reader<'a> {
    /// Reads the picture, and the planes from 1 on, of a `RMIM` block.
    pub(in crate::game) fn picture(
        &mut self,
        outer: Bytes<'a>,
        (width, height): (u16, u16),
    ) -> (Option<Picture>, Vec<Plane>) {
        let outer_blocks = blocks_in(outer, self.limits);
        let Some(inner) = self.child(&outer_blocks, b"IM00") else {
            self.report(
                Severity::Broken,
                "RMIM",
                outer.base(),
                "it has no IM00 block: the room has no picture".into(),
            );
            return (None, Vec::new());
        };
        let image = blocks_in(inner, self.limits);
        self.problems.extend(outer_blocks.problems.iter().chain(&image.problems).cloned());
        let picture = match self.child(&image, b"SMAP") {
            Some(strips) => Some(stored(strips, SMAP_TABLE)),
            None => self.child(&image, b"BMAP").map(|packed| Picture::Packed {
                data: packed.as_slice().to_vec(),
                at: packed.base(),
                screen: self.screen,
            }),
        };
        let stated = self.child(&outer_blocks, b"RMIH").and_then(|header| header.u16(0, "z-planes").ok());
        let stated = self.planes_stated(u32::from(stated.unwrap_or(0)), "RMIH", outer);
        let planes = (1..=stated)
            .map(|number| {
                let name = format!("ZP{number:02}");
                let found = image.list.iter().find(|block: &&Block| block.tag == *name.as_bytes());
                let data = found.and_then(|block| self.inside(block));
                self.plane(&name, data.map(|data| (data, PLANE_TABLE)), width, height)
            })
            .collect();
        (picture, planes)
    }

    /// Reads the picture, and the planes from 1 on, of v8.
    pub(in crate::game) fn wrapped_picture(
        &mut self,
        blocks: &Blocks,
        planes: u32,
        (width, height): (u16, u16),
    ) -> (Option<Picture>, Vec<Plane>) {
        let Some(outer) = self.child(blocks, b"IMAG") else { return (None, Vec::new()) };
        let smap = self.wrapped(outer).and_then(|inner| self.child(&blocks_in(inner, self.limits), b"SMAP"));
        let Some(smap) = smap else {
            let text = "it has no SMAP block: the room has no picture".into();
            self.report(Severity::Broken, "IMAG", outer.base(), text);
            return (None, Vec::new());
        };
        let parts = blocks_in(smap, self.limits);
        self.problems.extend(parts.problems.iter().cloned());
        let (strips, masks) = self.wrapped_parts(&parts);
        if strips.is_none() {
            let text = "it has no strips: the room has no picture".into();
            self.report(Severity::Broken, "SMAP", smap.base(), text);
        }
        let stated = self.planes_stated(planes, "RMHD", outer);
        let planes = (0..stated)
            .map(|number| {
                let data = masks.and_then(|list| self.wrapped_plane(list, number));
                let name = format!("ZPLN / z-plane {}", number.saturating_add(1));
                self.plane(&name, data.map(|data| (data, WRAPPED_TABLE)), width, height)
            })
            .collect();
        (strips.map(|strips| stored(strips, WRAPPED_TABLE)), planes)
    }

    /// The strips in a `SMAP` block of v8, and the list of its planes.
    pub(in crate::game) fn wrapped_parts(&self, parts: &Blocks) -> (Option<Bytes<'a>>, Option<Bytes<'a>>) {
        let list = |tag| self.child(parts, tag).and_then(|list| self.wrapped(list));
        (list(b"BSTR"), list(b"ZPLN"))
    }

    /// The strips of a plane in a list of v8.
    pub(in crate::game) fn wrapped_plane(&self, list: Bytes<'a>, number: usize) -> Option<Bytes<'a>> {
        let place = wrapped_place(list, number)?;
        let all = blocks_in(list, self.limits);
        let found = all.list.iter().find(|b| b.tag == *b"ZSTR" && b.offset == place)?;
        self.inside(found).and_then(|inner| self.wrapped(inner))
    }

    /// The content of the `WRAP` block at the start of `outer`; it begins with its `OFFS` block.
    pub(in crate::game) fn wrapped(&self, outer: Bytes<'a>) -> Option<Bytes<'a>> {
        let wrap = self.child(&blocks_in(outer, self.limits), b"WRAP")?;
        (wrap.tag(0, "table").ok()? == *b"OFFS").then_some(wrap)
    }

    fn planes_stated(&mut self, stated: u32, block: &str, place: Bytes<'a>) -> usize {
        let stated = usize::try_from(stated).unwrap_or(usize::MAX);
        if stated > MOST_PLANES {
            let text = format!("{stated} z-planes are stated: {MOST_PLANES} are read");
            self.report(Severity::Broken, block, place.base(), text);
        }
        stated.min(MOST_PLANES)
    }

    fn plane(&mut self, name: &str, data: Option<(Bytes<'a>, StripTable)>, width: u16, height: u16) -> Plane {
        let Some((data, table)) = data else {
            let text = "this z-plane is missing: it hides nothing".into();
            self.report(Severity::Odd, name, self.payload.base(), text);
            return Plane::new(width, height);
        };
        table.plane(data, (width, height), |column, at, error| match error {
            None => {
                let text = format!("strip {column} ends early: the rest hides nothing");
                self.report(Severity::Odd, name, at, text);
            }
            Some(error) => self.report_error(&format!("{name} / strip {column}"), &error),
        })
    }
}

fn stored(strips: Bytes<'_>, table: StripTable) -> Picture {
    Picture::Strips { data: strips.as_slice().to_vec(), at: strips.base(), table, kind: StripKind::Modern }
}
