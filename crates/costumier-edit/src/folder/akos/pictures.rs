//! Writes changed pictures into AKOF, AKCI and AKCD; the other pictures keep their bytes.
//!
//! If the number of pictures and their sharing are the same as before, each changed picture is replaced in the block.
//! Otherwise the three blocks are laid out anew, with the bytes of every unchanged picture.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{AkosEdit, Packer};
use costumier_build::PixelSource;

use super::model::AkosCostume;
use crate::folder::TEXT;
use crate::folder::picture::{Entry, EntryKind, Picture, Pixels};
use crate::folder::report::Report;

/// Size in bytes of an entry of AKOF.
const OFFSET: usize = 6;

/// Size in bytes of an entry of AKCI. Some Humongous costumes have its first four bytes only.
const INFO: usize = 12;

/// The contents of AKOF, AKCI and AKCD of a block.
pub(super) struct Stored {
    entries: Vec<(usize, usize)>,
    /// Where pixels of pictures begin, ascending.
    starts: Vec<usize>,
    infos: Vec<u8>,
    pixels: Vec<u8>,
}

impl Stored {
    /// Reads the three blocks.
    pub(super) fn read(edit: &AkosEdit) -> Self {
        let block = |tag| edit.block(tag).unwrap_or_default().to_vec();
        let table = block(*b"AKOF");
        let entries = table.chunks_exact(OFFSET).filter_map(|entry| {
            let data = entry.first_chunk().map(|four| u32::from_le_bytes(*four))?;
            let info = entry.get(4..)?.first_chunk().map(|two| u16::from_le_bytes(*two))?;
            Some((usize::try_from(data).unwrap_or(usize::MAX), usize::from(info)))
        });
        let entries: Vec<(usize, usize)> = entries.collect();
        let mut starts: Vec<usize> = entries.iter().map(|entry| entry.0).collect();
        starts.sort_unstable();
        Self { entries, starts, infos: block(*b"AKCI"), pixels: block(*b"AKCD") }
    }

    /// Returns the packed pixels of a picture, which end where the next picture's begin.
    pub(super) fn packed(&self, index: u16) -> Option<&[u8]> {
        let (at, _) = *self.entries.get(usize::from(index))?;
        let next = self.starts.get(self.starts.partition_point(|start| *start <= at));
        let end = next.copied().unwrap_or(self.pixels.len()).min(self.pixels.len());
        self.pixels.get(at..end)
    }

    /// Whether all entries of AKCI have the short form.
    fn is_short(&self) -> bool {
        let mut starts: Vec<usize> = self.entries.iter().map(|entry| entry.1).collect();
        starts.push(self.infos.len());
        starts.sort_unstable();
        starts.dedup();
        starts.len() > 1 && starts.windows(2).all(|two| matches!(two, [a, b] if b - a == 4))
    }
}

/// Writes the pictures of `wanted` into the block.
pub(super) fn merge(
    edit: &mut AkosEdit,
    of_block: &AkosCostume,
    wanted: &AkosCostume,
    packer: Option<Packer>,
    report: &mut Report,
) {
    let repacked = of_block.header.codec != wanted.header.codec || packs_otherwise(of_block, wanted);
    let lender = |entry: &Entry| match &entry.picture {
        EntryKind::SameAs(other) => Some(other.index),
        EntryKind::Picture(Picture { pixels: Pixels::Borrowed(other), .. }) => Some(other.index),
        _ => None,
    };
    let lenders: BTreeSet<u16> = wanted.pictures.iter().filter_map(lender).collect();
    let same_shape = of_block.pictures.len() == wanted.pictures.len()
        && (0u16..).zip(of_block.pictures.iter().zip(&wanted.pictures)).all(|(index, (was, is))| {
            was.picture == is.picture
                || (own(was).is_some() && own(is).is_some() && !lenders.contains(&index))
        });
    if !same_shape || repacked {
        rebuild(edit, of_block, wanted, packer, repacked, report);
        return;
    }
    for (index, (was, is)) in (0u16..).zip(of_block.pictures.iter().zip(&wanted.pictures)) {
        let (Some(before), Some(picture)) = (own(was), own(is)) else { continue };
        if before == picture {
            continue;
        }
        let pixels = match &picture.pixels {
            _ if before.pixels == picture.pixels && before.size == picture.size => {
                let stored = Stored::read(edit);
                PixelSource::Encoded(stored.packed(index).unwrap_or_default().to_vec())
            }
            Pixels::Packed(bytes) => PixelSource::Encoded(bytes.clone()),
            Pixels::Rows(rows) => PixelSource::Rows(rows.clone()),
            Pixels::Borrowed(_) => continue,
        };
        if let Err(error) = edit.set_picture(index, &picture.source(pixels)) {
            report.refuse(path(is, index), error.kind().to_string());
        }
    }
}

/// Whether the new palette changes how pixels are packed: the bits per code, or the transparent colour.
fn packs_otherwise(of_block: &AkosCostume, wanted: &AkosCostume) -> bool {
    let [was, is] = [of_block, wanted].map(|costume| Packer::of(costume.header.codec, &costume.palette));
    was != is
}

fn own(entry: &Entry) -> Option<&Picture> {
    match &entry.picture {
        EntryKind::Picture(picture) if !matches!(picture.pixels, Pixels::Borrowed(_)) => Some(picture),
        _ => None,
    }
}

fn path(entry: &Entry, index: u16) -> String {
    format!("{TEXT}: picture {index} \"{}\"", entry.name)
}

fn rebuild(
    edit: &mut AkosEdit,
    of_block: &AkosCostume,
    wanted: &AkosCostume,
    packer: Option<Packer>,
    repacked: bool,
    report: &mut Report,
) {
    let stored = Stored::read(edit);
    // A picture keeps packed bytes with the same pixels, first its own.
    let at = |index: u16| of_block.pictures.get(usize::from(index)).and_then(own);
    let mut first = BTreeMap::new();
    for (index, entry) in (0..=u16::MAX).zip(&of_block.pictures) {
        let Some(was) = own(entry) else { continue };
        first.entry((was.size, &was.pixels)).or_insert(index);
    }
    let known = |picture: &Picture, index: u16| -> Option<&[u8]> {
        let is_same = |was: &Picture| was.size == picture.size && was.pixels == picture.pixels;
        let found = || first.get(&(picture.size, &picture.pixels)).copied();
        stored.packed(at(index).filter(|was| is_same(was)).map(|_| index).or_else(found)?)
    };
    let known = |picture: &Picture, index| known(picture, index).filter(|_| !repacked);
    lay_out(edit, wanted, packer, &known, stored.is_short(), report);
}

/// Lays out all pictures. `known` returns bytes that the same pixels are packed into.
pub(super) fn lay_out<'k>(
    edit: &mut AkosEdit,
    wanted: &AkosCostume,
    packer: Option<Packer>,
    known: &dyn Fn(&Picture, u16) -> Option<&'k [u8]>,
    short: bool,
    report: &mut Report,
) {
    let mut pixels: Vec<u8> = Vec::new();
    let mut data: Vec<u32> = Vec::new();
    for (index, entry) in (0u16..).zip(&wanted.pictures) {
        data.push(u32::try_from(pixels.len()).unwrap_or(u32::MAX));
        let EntryKind::Picture(picture) = &entry.picture else { continue };
        let packed = match (&picture.pixels, known(picture, index), packer) {
            (Pixels::Borrowed(_), ..) => continue,
            (_, Some(bytes), _) => Ok(bytes.to_vec()),
            (Pixels::Packed(bytes), ..) => Ok(bytes.clone()),
            (Pixels::Rows(rows), None, Some(packer)) => {
                packer.pack(picture.size, rows).map_err(|error| error.kind().to_string())
            }
            (Pixels::Rows(rows), None, None) if rows.is_empty() => Ok(Vec::new()),
            (Pixels::Rows(_), None, None) => Err(format!(
                "pictures of codec {} cannot be packed; only 1, 5, 16 and 32 can",
                wanted.header.codec.number()
            )),
        };
        match packed {
            Ok(bytes) => pixels.extend(bytes),
            Err(why) => report.refuse(path(entry, index), why),
        }
    }
    let of = |index: u16| data.get(usize::from(index)).copied().unwrap_or(0);
    let nothing = Picture { size: (0, 0), at: (0, 0), moves: (0, 0), pixels: Pixels::Rows(Vec::new()) };
    let mut infos = Vec::new();
    let mut places: Vec<(u32, u16)> = Vec::new();
    for (index, entry) in (0u16..).zip(&wanted.pictures) {
        let (data, picture) = match &entry.picture {
            EntryKind::Picture(picture) => match picture.pixels {
                Pixels::Borrowed(other) => (of(other.index), picture),
                _ => (of(index), picture),
            },
            EntryKind::Empty => (of(index), &nothing),
            EntryKind::SameAs(_) => {
                places.push((0, 0));
                continue;
            }
        };
        places.push((data, u16::try_from(infos.len()).unwrap_or(u16::MAX)));
        let bytes = info(picture);
        let lacking = bytes.get(4..).unwrap_or_default();
        let kept = if short && lacking.iter().all(|byte| *byte == 0) { 4 } else { INFO };
        infos.extend(bytes.get(..kept).unwrap_or_default());
    }
    for (index, entry) in wanted.pictures.iter().enumerate() {
        if let EntryKind::SameAs(other) = entry.picture {
            let place = places.get(usize::from(other.index)).copied().unwrap_or_default();
            if let Some(slot) = places.get_mut(index) {
                *slot = place;
            }
        }
    }
    let mut offsets = Vec::new();
    for (data, info) in &places {
        offsets.extend(data.to_le_bytes());
        offsets.extend(info.to_le_bytes());
    }
    edit.set_block(*b"AKOF", offsets);
    edit.set_block(*b"AKCI", infos);
    edit.set_block(*b"AKCD", pixels);
}

fn info(picture: &Picture) -> Vec<u8> {
    let mut out = Vec::with_capacity(INFO);
    for size in [picture.size.0, picture.size.1] {
        out.extend(size.to_le_bytes());
    }
    for place in [picture.at.0, picture.at.1, picture.moves.0, picture.moves.1] {
        out.extend(place.to_le_bytes());
    }
    out
}
