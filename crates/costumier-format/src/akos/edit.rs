//! An owned form of an AKOS block that can be changed and keeps every byte that is not changed.
//!
//! The form is the list of children in the file's order, with their stored sizes and any bytes after the last
//! child. Reading a block and writing it gives the same bytes, damaged blocks included. A changed picture is packed
//! anew; the others keep their bytes, and only offsets are moved.

use super::header::{Codec, Header};
use super::read::OFFSET;
use super::write::{self, Packer};
use super::{Akos, MAX_COLOURS};
use crate::block;
use crate::bytes::Bytes;
use crate::codec::bomp;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{PictureSource, PixelSource};

/// One child of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSource {
    /// The child's four-character tag.
    pub tag: [u8; 4],
    /// The child's payload, without its header.
    pub payload: Vec<u8>,
    /// The stored size, if it differs from the payload's length plus header, as in damaged files.
    pub stored_size: Option<u32>,
}

/// An AKOS block in a form that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AkosEdit {
    blocks: Vec<BlockSource>,
    tail: Vec<u8>,
    /// How changed pictures are packed, if not in the codec's usual way.
    packer: Option<Packer>,
}

impl AkosEdit {
    /// Splits a payload (the bytes after the block's 8-byte header) into its children. Any bytes are accepted.
    #[must_use]
    pub fn read(payload: &[u8]) -> Self {
        let mut end = 0;
        let blocks = block::parts(payload, 0)
            .map(|block| {
                end = block.inside().end;
                // Sizes are stored in 32 bits.
                let stored_size =
                    block.is_cut().then(|| u32::try_from(block.stored_size).unwrap_or(u32::MAX));
                let payload = payload.get(block.inside()).unwrap_or_default().to_vec();
                BlockSource { tag: block.tag, payload, stored_size }
            })
            .collect();
        Self { blocks, tail: payload.get(end..).unwrap_or_default().to_vec(), packer: None }
    }

    /// Returns the payload. If nothing was changed, these are the bytes that were read.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for block in &self.blocks {
            let size = (block.payload.len() as u64).saturating_add(block::HEADER);
            let size = u32::try_from(size).unwrap_or(u32::MAX);
            out.extend(block.tag);
            out.extend(block.stored_size.unwrap_or(size).to_be_bytes());
            out.extend(&block.payload);
        }
        out.extend(&self.tail);
        out
    }

    /// The children, in the file's order.
    #[must_use]
    pub fn blocks(&self) -> &[BlockSource] {
        &self.blocks
    }

    /// The payload of the first child with this tag.
    #[must_use]
    pub fn block(&self, tag: [u8; 4]) -> Option<&[u8]> {
        self.blocks.iter().find(|block| block.tag == tag).map(|block| block.payload.as_slice())
    }

    /// Replaces the payload of the first child with this tag, or adds a child if none has the tag.
    ///
    /// A new child goes to the end, but before a last child that claims more bytes than there are: that child would
    /// include anything after it.
    pub fn set_block(&mut self, tag: [u8; 4], payload: Vec<u8>) {
        match self.blocks.iter_mut().find(|block| block.tag == tag) {
            // An unchanged block keeps its wrong size as well.
            Some(block) if block.payload == payload => {}
            Some(block) => {
                block.payload = payload;
                block.stored_size = None;
            }
            None => {
                let cut = self.blocks.iter().position(|block| block.stored_size.is_some());
                let at = cut.unwrap_or(self.blocks.len());
                self.blocks.insert(at, BlockSource { tag, payload, stored_size: None });
            }
        }
    }

    /// Replaces the costume's palette, AKPL.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`] for more than 256 entries. For codec 1 also where the number of entries changes,
    /// because it decides how the codes of the pictures are split.
    pub fn set_palette(&mut self, palette: &[u8]) -> Result<()> {
        let before = self.block(*b"AKPL").map_or(0, <[u8]>::len);
        if palette.len() > MAX_COLOURS {
            return refused(format!("a palette of {} entries; 256 are possible", palette.len()));
        }
        if self.header()?.codec == Codec::Rle && palette.len() != before {
            return refused(format!("a palette of {} entries in place of {before}", palette.len()));
        }
        self.set_block(*b"AKPL", palette.to_vec());
        Ok(())
    }

    /// Replaces a picture: its size, its place and its pixels. All others keep their bytes, even if they shared
    /// them with this one.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] beyond AKOF, [`ErrorKind::CannotWrite`] for pixels that the codec cannot express
    /// and for tables that are damaged or full.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "places in tables that are in memory, and an entry that was looked up"
    )]
    pub fn set_picture(&mut self, index: u16, picture: &PictureSource) -> Result<()> {
        let encoded = match &picture.pixels {
            PixelSource::Encoded(bytes) => bytes.clone(),
            PixelSource::Rows(rows) => self.packer()?.pack((picture.width, picture.height), rows)?,
            PixelSource::Borrowed { .. } => {
                return refused("borrows pixels, which only COST pictures do".to_owned());
            }
        };
        let mut table = self.offsets();
        let Some(&(data, info)) = table.get(usize::from(index)) else {
            let kind = ErrorKind::NoSuchItem(format!("picture {index}"));
            return Err(Error::new(kind, "table of pictures").in_block("AKOF"));
        };
        let mut pixels = self.block(*b"AKCD").unwrap_or_default().to_vec();
        let mut infos = self.block(*b"AKCI").unwrap_or_default().to_vec();
        let shares =
            |same: &dyn Fn(&(u32, u16)) -> bool| table.iter().filter(|entry| same(entry)).count() > 1;
        let (shares_data, shares_info) = (shares(&|e| e.0 == data), shares(&|e| e.1 == info));

        let start = usize::try_from(data).unwrap_or(usize::MAX);
        let end =
            next_after(table.iter().map(|e| usize::try_from(e.0).unwrap_or(usize::MAX)), start, pixels.len());
        let new_data = match pixels.get(start..end).filter(|_| !shares_data) {
            Some(old) if old == encoded => data,
            Some(old) => {
                let (was, is) = (old.len(), encoded.len());
                pixels.splice(start..end, encoded);
                for (other, _) in table.iter_mut().filter(|(other, _)| *other > data) {
                    let moved =
                        usize::try_from(*other).unwrap_or(usize::MAX).saturating_sub(was).saturating_add(is);
                    *other = narrow(moved, "pixels")?;
                }
                data
            }
            None => {
                let at = narrow(pixels.len(), "pixels")?;
                let others = table.iter().map(|e| usize::try_from(e.0).unwrap_or(usize::MAX));
                require_free(others, pixels.len(), encoded.len())?;
                pixels.extend(encoded);
                at
            }
        };

        let start = usize::from(info);
        let entry = write::info(picture);
        let room =
            next_after(table.iter().map(|e| usize::from(e.1)), start, infos.len()).saturating_sub(start);
        // A short entry stays short if the fields that it lacks are 0.
        let (kept, lacking) = entry.split_at(room.min(entry.len()));
        let fits = kept.len() >= 4 && lacking.iter().all(|byte| *byte == 0);
        let new_info = match infos.get_mut(start..start + kept.len()).filter(|_| fits) {
            Some(old) if *old == *kept => info,
            Some(old) if !shares_info => {
                old.copy_from_slice(kept);
                info
            }
            _ => {
                let at = u16::try_from(infos.len()).map_err(|_| full("sizes"))?;
                require_free(table.iter().map(|e| usize::from(e.1)), infos.len(), entry.len())?;
                infos.extend(entry);
                at
            }
        };
        table[usize::from(index)] = (new_data, new_info);

        let mut offsets: Vec<u8> = Vec::with_capacity(OFFSET * table.len());
        for (data, info) in &table {
            offsets.extend(data.to_le_bytes());
            offsets.extend(info.to_le_bytes());
        }
        // Keep the rest of an incomplete entry at the table's end.
        let old = self.block(*b"AKOF").unwrap_or_default();
        offsets.extend(old.get(offsets.len()..).unwrap_or_default());
        self.set_block(*b"AKOF", offsets);
        self.set_block(*b"AKCI", infos);
        self.set_block(*b"AKCD", pixels);
        Ok(())
    }

    fn header(&self) -> Result<Header> {
        Header::read(Bytes::new(self.block(*b"AKHD").unwrap_or_default())).map_err(|e| e.in_block("AKHD"))
    }

    /// All entries of AKOF: offset in AKCD, offset in AKCI.
    #[allow(clippy::arithmetic_side_effects, reason = "places in the table")]
    fn offsets(&self) -> Vec<(u32, u16)> {
        let table = Bytes::new(self.block(*b"AKOF").unwrap_or_default());
        (0..table.len() / OFFSET)
            .filter_map(|i| Some((table.u32(OFFSET * i, "").ok()?, table.u16(OFFSET * i + 4, "").ok()?)))
            .collect()
    }

    fn packer(&self) -> Result<Packer> {
        let codec = self.header()?.codec;
        match self.packer.or_else(|| Packer::of(codec, self.block(*b"AKPL").unwrap_or_default())) {
            None => refused(format!("pictures of codec {} cannot be packed", codec.number())),
            Some(packer) => Ok(packer),
        }
    }
}

impl Akos {
    /// An owned form of this block that can be changed and written.
    #[must_use]
    pub fn edit(&self) -> AkosEdit {
        AkosEdit { packer: self.packer(), ..AkosEdit::read(self.payload()) }
    }

    /// How this costume's pictures were packed, as far as they show it. For codec 5 this is the split that gives
    /// the same bytes again, for codec 16 the number of bits of a colour.
    #[must_use]
    pub fn packer(&self) -> Option<Packer> {
        let usual = Packer::of(self.header().codec, self.palette())?;
        Some(match usual {
            Packer::Rle(_) => Packer::Rle(self.depth()),
            Packer::Bomp(split) => Packer::Bomp(self.split().unwrap_or(split)),
            Packer::MajMin(_) => {
                let first = |index| self.picture(index).ok().and_then(|p| p.encoded().first().copied());
                let bits =
                    (0u16..).take(self.picture_count()).filter_map(first).find(|b| (1..=8).contains(b));
                Packer::MajMin(bits.unwrap_or(8))
            }
            Packer::Trle(value) => Packer::Trle(value),
        })
    }

    fn split(&self) -> Option<bomp::Split> {
        bomp::Split::ALL.into_iter().find(|split| {
            let mut rows = Vec::new();
            (0u16..).take(self.picture_count().min(32)).filter_map(|index| self.picture(index).ok()).all(
                |p| {
                    let size = (p.info.width, p.info.height);
                    if p.info.pixels() > 1 << 16 {
                        return true;
                    }
                    let decoded = bomp::decode(p.encoded(), size, bomp::Side::AsStored, &mut rows);
                    let again = bomp::encode(&rows, size.0, *split);
                    decoded.complete
                        && again.is_ok_and(|bytes| p.encoded().get(..decoded.bytes) == Some(&bytes))
                },
            )
        })
    }
}

/// The smallest of `offsets` behind `start`, or `end`.
fn next_after(offsets: impl Iterator<Item = usize>, start: usize, end: usize) -> usize {
    offsets.filter(|at| *at > start).min().unwrap_or(end).min(end)
}

/// Checks that no other entry leads into the middle of the bytes to be added, as an entry of a damaged table may.
fn require_free(offsets: impl Iterator<Item = usize>, start: usize, len: usize) -> Result<()> {
    let within = start.saturating_add(1)..start.saturating_add(len);
    match offsets.into_iter().find(|at| within.contains(at)) {
        Some(at) => {
            refused(format!("another picture's entry leads to {at:#x}, into the place of the new one"))
        }
        None => Ok(()),
    }
}

fn narrow(at: usize, what: &str) -> Result<u32> {
    u32::try_from(at).map_err(|_| full(what))
}

fn full(what: &str) -> Error {
    Error::new(ErrorKind::CannotWrite(format!("there is no room for more {what}")), "picture")
}

fn refused<T>(why: String) -> Result<T> {
    Err(Error::new(ErrorKind::CannotWrite(why), "costume"))
}
