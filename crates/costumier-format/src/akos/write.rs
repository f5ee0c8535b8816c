//! The writer of AKOS blocks, from pictures, records and a program.
//!
//! The children stand in the order of the original tools (`docs/format/akos.md §14`):
//! ```text
//! AKHD AKPL [RGBS] AKSQ AKCH AKOF AKCI AKCD [AKFO AKST AKSF AKCT] others
//! ```
//! Two record indices can share one record: the table holds indices into the list of records. To change a block
//! that exists, use [`AkosEdit`](super::AkosEdit), which keeps every other byte.

use super::header::{Codec, Header};
use super::record::{AkosEntry, AkosRecord};
use super::{LIMBS, MAX_PICTURES};
use crate::block::write::BlockWriter;
use crate::codec::{Depth, bomp, majmin, rle, trle};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{PictureSource, PixelSource};
use crate::problem::{Problem, Refused, refuse};

/// How pictures are packed, with what each codec leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packer {
    /// Codec 1 with this split of its codes.
    Rle(Depth),
    /// Codec 5 with this split of its rows.
    Bomp(bomp::Split),
    /// Codec 16, with at least this many bits for an absolute colour.
    MajMin(u8),
    /// Codec 32, with this pixel value for transparent.
    Trle(u8),
}

impl Packer {
    /// A codec's usual packing for a costume with this palette; `None` for an unknown codec.
    #[must_use]
    pub fn of(codec: Codec, palette: &[u8]) -> Option<Self> {
        Some(match codec {
            Codec::Rle => Self::Rle(Depth::of_palette(palette.len())),
            Codec::Bomp => Self::Bomp(bomp::Split::Plain),
            Codec::MajMin => Self::MajMin(8),
            Codec::Trle => Self::Trle(palette.first().copied().unwrap_or(0)),
            Codec::Unknown(_) => return None,
        })
    }

    /// Packs a picture's pixels.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`] if there are not width × height pixels, and for pixels that the codec cannot
    /// express.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "sides of 16 bits; the pixels were counted"
    )]
    pub fn pack(self, (width, height): (u16, u16), rows: &[u8]) -> Result<Vec<u8>> {
        let wanted = usize::from(width) * usize::from(height);
        if rows.len() != wanted {
            let why = format!("{} pixels, but {width} × {height} is {wanted}", rows.len());
            return Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
        }
        if wanted == 0 {
            return Ok(Vec::new());
        }
        match self {
            Self::Rle(depth) => {
                let (width, height) = (usize::from(width), usize::from(height));
                let columns: Vec<u8> =
                    (0..width).flat_map(|x| (0..height).map(move |y| rows[y * width + x])).collect();
                rle::encode(&columns, depth)
            }
            Self::Bomp(split) => bomp::encode(rows, width, split),
            Self::MajMin(bits) => majmin::encode(rows, bits.max(majmin::least_depth(rows))),
            Self::Trle(transparent) => trle::encode(rows, width, transparent),
        }
    }
}

/// An AKOS block to be written with [`AkosSource::write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AkosSource {
    /// The header's flags; all files have [`Header::MARK`] set.
    pub flags: u16,
    /// How all pictures are packed.
    pub codec: Codec,
    /// Room colour of each costume colour: 16, 32 or 64 entries for codec 1.
    pub palette: Vec<u8>,
    /// Red, green and blue of each palette entry, if they are to be stored.
    pub rgb: Option<Vec<[u8; 3]>>,
    /// The programs of all limbs, AKSQ.
    pub sequence: Vec<u8>,
    /// The records, in the order in which they are stored.
    pub records: Vec<[Option<AkosEntry>; LIMBS]>,
    /// For each record index (chore × directions + direction), an index into [`records`](Self::records).
    pub record_table: Vec<Option<usize>>,
    /// The pictures, by their numbers.
    pub pictures: Vec<PictureSource>,
    /// Jump targets for AKFO, as offsets in AKSQ.
    pub jumps: Vec<u16>,
    /// Entries of AKSF: a sequence's start and its slice of the jump targets, as the index of the first and their
    /// number.
    pub jump_slices: Vec<(u16, u16, u16)>,
    /// Condition words for AKCT.
    pub conditions: Vec<u32>,
    /// Entries of AKST: a sequence's start and the index of its first condition.
    pub condition_starts: Vec<(u16, u32)>,
    /// Children that are written unchanged, behind all others: tag and payload.
    pub others: Vec<([u8; 4], Vec<u8>)>,
}

impl AkosSource {
    /// A costume without pictures and records.
    #[must_use]
    pub fn new(codec: Codec, palette: Vec<u8>) -> Self {
        Self {
            flags: Header::MARK,
            codec,
            palette,
            rgb: None,
            sequence: Vec::new(),
            records: Vec::new(),
            record_table: Vec::new(),
            pictures: Vec::new(),
            jumps: Vec::new(),
            jump_slices: Vec::new(),
            conditions: Vec::new(),
            condition_starts: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Writes the payload of an `AKOS` block: everything behind the block's 8-byte header.
    ///
    /// Only what the format cannot hold is refused.
    ///
    /// # Errors
    /// All the reasons why the costume cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, Refused> {
        let mut problems = Vec::new();
        self.check(&mut problems);
        let chores = self.chores(&mut problems);
        let [offsets, infos, pixels] = self.pictures(&mut problems);
        Refused::unless_empty(problems)?;
        let mut out = BlockWriter::new();
        out.block(*b"AKHD", |out| out.bytes(&self.header().write()));
        out.block(*b"AKPL", |out| out.bytes(&self.palette));
        if let Some(rgb) = &self.rgb {
            out.block(*b"RGBS", |out| out.bytes(rgb.as_flattened()));
        }
        for (tag, payload) in [
            (*b"AKSQ", &self.sequence),
            (*b"AKCH", &chores),
            (*b"AKOF", &offsets),
            (*b"AKCI", &infos),
            (*b"AKCD", &pixels),
        ] {
            out.block(tag, |out| out.bytes(payload));
        }
        self.tables(&mut out);
        for (tag, payload) in &self.others {
            out.block(*tag, |out| out.bytes(payload));
        }
        Ok(out.finish())
    }

    #[allow(clippy::indexing_slicing, reason = "a record has so many limbs")]
    fn header(&self) -> Header {
        // `check` has tested the counts.
        let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let limbs = (0..LIMBS).filter(|limb| self.records.iter().any(|r| r[*limb].is_some())).count();
        Header {
            version: 1,
            flags: self.flags,
            chores: count(self.record_table.len()),
            pictures: count(self.pictures.len()),
            codec: self.codec,
            limbs: Some(count(limbs)),
        }
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        let colours = self.palette.len();
        if self.codec == Codec::Rle && !matches!(colours, 16 | 32 | 64) {
            refuse(problems, "palette", format!("{colours} entries; codec 1 takes 16, 32 or 64"));
        } else if colours > super::MAX_COLOURS {
            refuse(problems, "palette", format!("{colours} entries, more than 256"));
        }
        if self.sequence.len() > 65_536 {
            let text = format!("{} bytes; offsets in it are 16 bits wide", self.sequence.len());
            refuse(problems, "sequence", text);
        }
        if self.pictures.len() > MAX_PICTURES {
            let text = format!("{} pictures; a code names at most {MAX_PICTURES}", self.pictures.len());
            refuse(problems, "pictures", text);
        }
        if u16::try_from(self.record_table.len()).is_err() {
            refuse(problems, "record table", format!("{} entries, more than 65535", self.record_table.len()));
        }
        for (start, first, count) in &self.jump_slices {
            if usize::from(*first).saturating_add(usize::from(*count)) > self.jumps.len() {
                refuse(problems, format!("jumps of {start:#06x}"), "are not all there");
            }
            if first.checked_mul(2).is_none() {
                let text = format!("begin with jump {first}; a slice begins among the first 32768");
                refuse(problems, format!("jumps of {start:#06x}"), text);
            }
        }
        let too_far = self.condition_starts.iter().filter(|(_, first)| *first > u32::MAX / 4);
        for (start, _) in too_far {
            refuse(problems, format!("conditions of {start:#06x}"), "begin too far away");
        }
    }

    /// Returns AKCH: the table, then the records that it names.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a place for each record; what is summed up is in memory"
    )]
    fn chores(&self, problems: &mut Vec<Problem>) -> Vec<u8> {
        let mut places = vec![None; self.records.len()];
        let mut at = 2 * self.record_table.len();
        let mut bytes = Vec::new();
        for (index, record) in self.records.iter().enumerate() {
            let written = AkosRecord::write(record);
            if self.record_table.contains(&Some(index)) {
                places[index] = u16::try_from(at).ok();
                if places[index].is_none() {
                    refuse(problems, format!("record {index}"), "begins behind the first 65535 bytes");
                }
            }
            at += written.len();
            bytes.extend(written);
        }
        let mut out = Vec::new();
        for (index, entry) in self.record_table.iter().enumerate() {
            let place = match entry {
                None => 0,
                Some(record) => places.get(*record).copied().flatten().unwrap_or_else(|| {
                    if *record >= places.len() {
                        let text = "stands for a record that is not there";
                        refuse(problems, format!("record {index}"), text);
                    }
                    0
                }),
            };
            out.extend(place.to_le_bytes());
        }
        out.extend(bytes);
        out
    }

    /// Returns AKOF, AKCI and AKCD.
    fn pictures(&self, problems: &mut Vec<Problem>) -> [Vec<u8>; 3] {
        let [mut offsets, mut infos, mut pixels] = [Vec::new(), Vec::new(), Vec::<u8>::new()];
        let packer = Packer::of(self.codec, &self.palette);
        for (index, picture) in self.pictures.iter().enumerate() {
            let path = || format!("picture {index}");
            let encoded = match (&picture.pixels, packer) {
                (PixelSource::Encoded(bytes), _) => bytes.clone(),
                (PixelSource::Rows(rows), Some(packer)) => {
                    packer.pack((picture.width, picture.height), rows).unwrap_or_else(|e| {
                        refuse(problems, path(), e.kind().to_string());
                        Vec::new()
                    })
                }
                (PixelSource::Borrowed { .. }, _) => {
                    refuse(problems, path(), "borrows pixels, which only COST pictures do");
                    Vec::new()
                }
                (PixelSource::Rows(_), None) => {
                    refuse(problems, path(), format!("codec {} is not known", self.codec.number()));
                    Vec::new()
                }
            };
            match u32::try_from(pixels.len()) {
                Ok(at) => offsets.extend(at.to_le_bytes()),
                Err(_) => refuse(problems, path(), "its pixels begin behind the first 4 GiB"),
            }
            // At most 4096 entries of 12 bytes.
            offsets.extend(u16::try_from(infos.len()).unwrap_or(u16::MAX).to_le_bytes());
            infos.extend(info(picture));
            pixels.extend(encoded);
        }
        [offsets, infos, pixels]
    }

    fn tables(&self, out: &mut BlockWriter) {
        let words = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        if !self.jumps.is_empty() {
            out.block(*b"AKFO", |out| out.bytes(&words(&self.jumps)));
        }
        if !self.condition_starts.is_empty() {
            out.block(*b"AKST", |out| {
                for (start, first) in &self.condition_starts {
                    out.u32(u32::from(*start));
                    out.u32(first.saturating_mul(4));
                }
            });
        }
        if !self.jump_slices.is_empty() {
            out.block(*b"AKSF", |out| {
                for (start, first, count) in &self.jump_slices {
                    // `check` has tested that twice the index fits 16 bits.
                    out.bytes(&words(&[*start, first.saturating_mul(2), *count]));
                }
            });
        }
        if !self.conditions.is_empty() {
            out.block(*b"AKCT", |out| self.conditions.iter().for_each(|word| out.u32(*word)));
        }
    }
}

/// Returns a picture's entry of AKCI.
pub(super) fn info(picture: &PictureSource) -> Vec<u8> {
    let mut out = Vec::with_capacity(12);
    for size in [picture.width, picture.height] {
        out.extend(size.to_le_bytes());
    }
    for place in [picture.x, picture.y, picture.move_x, picture.move_y] {
        out.extend(place.to_le_bytes());
    }
    out
}
