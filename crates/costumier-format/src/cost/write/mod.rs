//! The writer of COST blocks, from an owned form that can be edited.
//!
//! The parts are laid out as the original tools did (`docs/format/cost.md §11`):
//! ```text
//! [v6: u32 size, "CO"]  highest record, format, palette, stream offset, 16 (v1: 8) limb offsets, record offsets
//! records · command stream · limb tables · pictures
//! ```
//! Two record indices can share one record, and two table entries one picture, as in files: the tables hold indices
//! into lists.
//!
//! **Note:** a limb without pictures does not store 0 but the *sentinel*, the end of the tables, where the first
//! picture starts. v6 pads an odd block with a zero byte that its inner size does not count.

mod layout;
mod owned;

use self::layout::Layout;
use super::record::CostEntry;
use super::{CELL_PICTURE_HEADER, Format, LIMBS, Pixels};
use crate::codec::blocks;
use crate::dialect::{Dialect, Palette, Starts};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{PictureSource, PixelSource};
use crate::problem::{Problem, Refused, refuse};

/// Largest number of entries of a limb's table: a command names one with seven bits.
const MAX_ENTRIES: usize = 128;

/// Largest number of commands of a window: the length byte holds the number less one in seven bits.
const MAX_WINDOW: u8 = 128;

/// A COST block in a form that can be edited, and written with [`CostSource::write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostSource {
    /// The dialect, which decides the position of the header and what offsets count from.
    pub dialect: Dialect,
    /// Number of colours, redirection bytes, mirror flag.
    pub format: Format,
    /// The palette as it is stored: none (v1), 1 byte (v2, v3 with 16 colours), 16 or 32.
    pub palette: Vec<u8>,
    /// The picture tables, limb 0 first.
    pub limbs: [LimbSource; LIMBS],
    /// The pictures, in the order in which they are stored.
    pub pictures: Vec<PictureSource>,
    /// The records, in the order in which they are stored.
    pub records: Vec<[Option<CostEntry>; LIMBS]>,
    /// For each record index (chore × 4 + direction), an index into [`records`](Self::records). 1 to 256 entries.
    pub record_table: Vec<Option<usize>>,
    /// The highest record index in the header, if it differs from the table's last. Some tools leave empty entries
    /// behind the last, and then the table may have more than 256 (`docs/format/cost.md §3`).
    pub last_record: Option<u8>,
    /// The command stream, all windows included.
    pub commands: Vec<u8>,
    /// The block that this was read from, if its layout is unusual.
    verbatim: Option<Box<Verbatim>>,
}

/// A block in an unusual layout, and the parts that were read from it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Verbatim {
    payload: Vec<u8>,
    parts: CostSource,
}

/// A limb's picture table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LimbSource {
    /// The limb has no pictures: the sentinel is stored, as the original tools do.
    #[default]
    Unused,
    /// The limb has no pictures: 0 is stored, as `ScummC` does.
    Null,
    /// Entries are indices into [`CostSource::pictures`]; `None` is stored as 0, "no picture".
    Table(Vec<Option<usize>>),
    /// The limb uses the table of another limb, which must have one of its own.
    SameAs(u8),
}

impl CostSource {
    /// A costume without limbs and records.
    #[must_use]
    pub fn new(dialect: Dialect, format: Format) -> Self {
        Self {
            dialect,
            format,
            palette: vec![0; format.palette_len(dialect.cost.palette)],
            limbs: Default::default(),
            pictures: Vec::new(),
            records: Vec::new(),
            record_table: Vec::new(),
            last_record: None,
            commands: Vec::new(),
            verbatim: None,
        }
    }

    /// Writes the payload of the block: everything behind its header.
    ///
    /// A costume that was read and not changed is written with the same bytes, whatever its layout. Only what the
    /// format cannot hold is refused. `costume` of the crate `costumier-build` checks whether an interpreter can
    /// use the costume.
    ///
    /// # Errors
    /// All the reasons why the costume cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, Refused> {
        if let Some(verbatim) =
            self.verbatim.as_deref().filter(|verbatim| self.has_the_parts_of(&verbatim.parts))
        {
            return Ok(verbatim.payload.clone());
        }
        let mut problems = Vec::new();
        self.check(&mut problems);
        let encoded = self.encode_pictures(&mut problems);
        Refused::unless_empty(problems)?;
        let (out, problems) = Layout::of(self, encoded).write();
        Refused::unless_empty(problems)?;
        Ok(out)
    }

    fn has_the_parts_of(&self, other: &Self) -> bool {
        let parts = |of: &Self| (of.dialect, of.format, of.last_record);
        parts(self) == parts(other)
            && self.palette == other.palette
            && self.limbs == other.limbs
            && self.pictures == other.pictures
            && self.records == other.records
            && self.record_table == other.record_table
            && self.commands == other.commands
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        let layout = self.dialect.cost;
        if Format::in_layout(self.format.byte, layout) != Some(self.format) {
            refuse(problems, "format", format!("{:?} contradicts itself", self.format));
        }
        if (self.format.pixels == Pixels::Cells) != (layout.palette == Palette::None) {
            let text = format!("{} is none of {}", self.format.name(), self.dialect.generation());
            refuse(problems, "format", text);
        }
        let colours = self.format.palette_len(layout.palette);
        if self.palette.len() != colours {
            refuse(problems, "palette", format!("{} entries, not {colours}", self.palette.len()));
        }
        for (limb, source) in self.limbs.iter().enumerate() {
            if limb >= layout.limbs && !matches!(source, LimbSource::Unused | LimbSource::Null) {
                let text = format!("there are {} limbs in {}", layout.limbs, self.dialect.generation());
                refuse(problems, format!("limb {limb}"), text);
            }
            self.check_limb(limb, source, problems);
        }
        for (index, picture) in self.pictures.iter().enumerate() {
            self.check_picture(index, picture, problems);
        }
        if self.last_record.is_none() && !(1..=256).contains(&self.record_table.len()) {
            let text = format!("{} entries; there are 1 to 256", self.record_table.len());
            refuse(problems, "record table", text);
        }
        for (index, entry) in self.record_table.iter().enumerate() {
            if entry.is_some_and(|record| record >= self.records.len()) {
                refuse(problems, format!("record {index}"), "stands for a record that is not there");
            }
        }
        for (index, record) in self.records.iter().enumerate() {
            self.check_windows(index, record, problems);
        }
    }

    fn check_limb(&self, limb: usize, source: &LimbSource, problems: &mut Vec<Problem>) {
        let path = || format!("limb {limb}");
        match source {
            LimbSource::Unused | LimbSource::Null => {}
            LimbSource::SameAs(other) => {
                if !matches!(self.limbs.get(usize::from(*other)), Some(LimbSource::Table(_))) {
                    refuse(problems, path(), format!("shares the table of limb {other}, which has none"));
                }
            }
            LimbSource::Table(entries) => {
                if entries.len() > MAX_ENTRIES {
                    let text = format!("{} pictures; a command can name {MAX_ENTRIES}", entries.len());
                    refuse(problems, path(), text);
                }
                for (index, entry) in entries.iter().enumerate() {
                    if entry.is_some_and(|picture| picture >= self.pictures.len()) {
                        let path = format!("limb {limb} / picture {index}");
                        refuse(problems, path, "stands for a picture that is not there");
                    }
                }
            }
        }
    }

    fn check_picture(&self, index: usize, picture: &PictureSource, problems: &mut Vec<Problem>) {
        match &picture.pixels {
            PixelSource::Rows(pixels) => {
                let wanted = usize::from(picture.width).saturating_mul(usize::from(picture.height));
                if pixels.len() != wanted {
                    let text = format!(
                        "{} pixels, but {} × {} is {wanted}",
                        pixels.len(),
                        picture.width,
                        picture.height
                    );
                    refuse(problems, self.name(index), text);
                }
            }
            PixelSource::Encoded(_) => {}
            PixelSource::Borrowed { limb, index: entry } => {
                if !self.format.redirects {
                    let text = format!("borrows pixels, which format {} cannot", self.format.name());
                    refuse(problems, self.name(index), text);
                }
                if self.entry(*limb, *entry).is_none() {
                    let text = format!("borrows from limb {limb} / picture {entry}, which is not there");
                    refuse(problems, self.name(index), text);
                }
            }
        }
    }

    fn check_windows(&self, index: usize, record: &[Option<CostEntry>; LIMBS], problems: &mut Vec<Problem>) {
        for (limb, entry) in record.iter().enumerate() {
            let path = || match self.record_table.iter().position(|entry| *entry == Some(index)) {
                Some(number) => format!("record {number} / limb {limb}"),
                None => format!("unused record / limb {limb}"),
            };
            if limb >= self.dialect.cost.limbs && entry.is_some() {
                let text =
                    format!("there are {} limbs in {}", self.dialect.cost.limbs, self.dialect.generation());
                refuse(problems, path(), text);
            }
            let Some(CostEntry::Window(window)) = entry else { continue };
            let off = match self.dialect.cost.starts {
                Starts::Byte => 0xFF,
                Starts::Word => 0xFFFF,
            };
            if !(1..=MAX_WINDOW).contains(&window.length) {
                let text = format!("a window of {} commands; there are 1 to {MAX_WINDOW}", window.length);
                refuse(problems, path(), text);
            }
            let end = usize::from(window.start).saturating_add(usize::from(window.length));
            if window.start >= off {
                refuse(
                    problems,
                    path(),
                    format!("a window starts at {}; starts are below {off}", window.start),
                );
            } else if end > self.commands.len() {
                let text =
                    format!("the window ends at command {end}, the stream has {}", self.commands.len());
                refuse(problems, path(), text);
            }
        }
    }

    fn encode_pictures(&self, problems: &mut Vec<Problem>) -> Vec<Vec<u8>> {
        let mut encoded = Vec::with_capacity(self.pictures.len());
        for (index, picture) in self.pictures.iter().enumerate() {
            encoded.push(picture.encode(self.format, self.dialect.row_major).unwrap_or_else(|error| {
                refuse(problems, self.name(index), error.kind().to_string());
                Vec::new()
            }));
        }
        encoded
    }

    /// Index in [`CostSource::pictures`] of an entry of a limb's table.
    fn entry(&self, limb: u8, index: u8) -> Option<usize> {
        let own = match self.limbs.get(usize::from(limb))? {
            LimbSource::SameAs(other) => self.limbs.get(usize::from(*other))?,
            own => own,
        };
        match own {
            LimbSource::Table(entries) => entries.get(usize::from(index)).copied().flatten(),
            _ => None,
        }
    }

    /// Name of the picture at `index` for messages: the first table entry that leads to it.
    fn name(&self, index: usize) -> String {
        for (limb, source) in self.limbs.iter().enumerate() {
            let LimbSource::Table(entries) = source else { continue };
            if let Some(entry) = entries.iter().position(|entry| *entry == Some(index)) {
                return format!("limb {limb} / picture {entry}");
            }
        }
        format!("stored picture {index}")
    }
}

impl PictureSource {
    /// Returns the bytes of a stored picture: header and pixels.
    fn encode(&self, format: Format, row_major: bool) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        match format.pixels {
            Pixels::Cells => out.extend_from_slice(&self.cell_header()?),
            Pixels::Blocks => return self.encode_blocks(),
            Pixels::Runs(_) => {
                out.extend_from_slice(&self.width.to_le_bytes());
                out.extend_from_slice(&self.height.to_le_bytes());
                for value in [self.x, self.y, self.move_x, self.move_y] {
                    out.extend_from_slice(&value.to_le_bytes());
                }
            }
        }
        if format.redirects {
            out.extend_from_slice(&match self.pixels {
                PixelSource::Borrowed { limb, index } => [limb, index],
                _ => [0xFF, 0xFF],
            });
        }
        match &self.pixels {
            PixelSource::Rows(rows) => {
                out.extend_from_slice(&format.coding(row_major, self.height).encode(rows, self.width)?);
            }
            PixelSource::Encoded(bytes) => out.extend_from_slice(bytes),
            PixelSource::Borrowed { .. } => {}
        }
        Ok(out)
    }

    /// Returns the bytes of a picture for the PC-Engine. Encoded pixels begin with the number of stored blocks and
    /// of blocks down.
    fn encode_blocks(&self) -> Result<Vec<u8>> {
        let refuse = |what: &str, value: i32| {
            Error::new(ErrorKind::CannotWrite(format!("{what} {value} does not fit its byte")), "picture")
        };
        let (stored, down, data) = match &self.pixels {
            PixelSource::Encoded(bytes) => match bytes.split_first_chunk() {
                Some((&[stored, down], data)) => (stored, down, data.to_vec()),
                None => (0, 0, Vec::new()),
            },
            PixelSource::Rows(rows) => {
                let (stored, data) = blocks::encode(rows, self.width.into())?;
                let down = u8::try_from(usize::from(self.height) / blocks::SIDE);
                // Interpreters only test whether this number is 0.
                (u8::try_from(stored).unwrap_or(u8::MAX), down.unwrap_or(u8::MAX), data)
            }
            PixelSource::Borrowed { .. } => (0, 0, Vec::new()),
        };
        let across = usize::from(self.width).checked_div(blocks::SIDE).unwrap_or(0);
        let across = u8::try_from(across).map_err(|_| refuse("width", self.width.into()))?;
        let mut out = vec![stored, across, down];
        let places = [("x", self.x), ("y", self.y), ("move x", self.move_x), ("move y", self.move_y)];
        for (what, value) in places {
            let size = u8::try_from(value.unsigned_abs()).ok().filter(|size| *size < 0x80);
            let size = size.ok_or_else(|| refuse(what, value.into()))?;
            out.push(if value < 0 { 0x80 | size } else { size });
        }
        if stored != 0 {
            out.extend(data);
        }
        Ok(out)
    }

    /// Returns a header of v1: one byte for each number, x in cells of eight pixels, y negated.
    fn cell_header(&self) -> Result<[u8; CELL_PICTURE_HEADER]> {
        let refuse = |what: &str, value: i32| {
            let why = format!("{what} {value} does not fit a byte, or is no multiple of 8 pixels");
            Error::new(ErrorKind::CannotWrite(why), "picture")
        };
        let cells = |what, value: i32| if value % 8 == 0 { Ok(value / 8) } else { Err(refuse(what, value)) };
        let signed = |what, value: i32, stored: i32| {
            i8::try_from(stored).map(i8::cast_unsigned).map_err(|_| refuse(what, value))
        };
        let size = |what, value: i32, stored: i32| u8::try_from(stored).map_err(|_| refuse(what, value));
        let [width, height] = [self.width, self.height].map(i32::from);
        let [x, y, move_x, move_y] = [self.x, self.y, self.move_x, self.move_y].map(i32::from);
        Ok([
            size("width", width, cells("width", width)?)?,
            size("height", height, height)?,
            signed("x", x, cells("x", x)?)?,
            signed("y", y, y.saturating_neg())?,
            signed("move x", move_x, cells("move x", move_x)?)?,
            signed("move y", move_y, move_y)?,
        ])
    }
}

#[cfg(test)]
mod tests;
