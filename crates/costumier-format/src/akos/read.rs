//! Opening an AKOS block: its children, its header, and the table of pictures.
//!
//! **Note:** entries of AKCI have 12 bytes in `LucasArts` games and may have 4 in Humongous ones. They are found
//! through AKOF and end where another begins. Pictures may share pixels and sizes; packed pixels end at the next
//! greater offset.

use super::header::Header;
use super::{Akos, Codec, Entry, MAX_COLOURS, MAX_PICTURES, Parts, Span};
use crate::block::{self, Block};
use crate::bytes::Bytes;
use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::kinds;
use crate::model::{PictureInfo, PictureKey};
use crate::problem::{Problem, Severity};

/// Bytes of an entry of AKOF.
pub(super) const OFFSET: usize = 6;

/// Bytes of a complete entry of AKCI.
const INFO: usize = 12;

pub(super) fn open(payload: Vec<u8>, dialect: Dialect) -> Result<Akos> {
    let _kind = kinds::late()?;
    let mut problems = Vec::new();
    let blocks: Vec<Block> = block::parts(&payload, 0).collect();
    let (header_span, parts) = parts(&payload, &blocks, &mut problems);
    let Some(header_span) = header_span else {
        return Err(Error::bad("header", 0, "there is no AKHD block"));
    };
    let header = Header::read(view(&payload, header_span)).map_err(|e| e.in_block("AKHD"))?;
    if let Codec::Unknown(number) = header.codec {
        let text = format!("codec {number} is not known (1, 5, 16 and 32 are); no picture can be decoded");
        problems.push(Problem::new(
            Severity::Broken,
            "AKHD",
            Some((header_span.at as u64).saturating_add(8)),
            text,
        ));
    }
    check_palette(&header, parts.palette, &mut problems);
    let pictures = pictures(&payload, &parts, &mut problems);
    let in_header = usize::from(header.pictures);
    if in_header != pictures.len() && parts.offsets != Span::default() {
        let text = format!(
            "the header counts {in_header} pictures, the table has {}; the table counts",
            pictures.len()
        );
        problems.push(Problem::new(
            Severity::Note,
            "AKHD",
            Some((header_span.at as u64).saturating_add(6)),
            text,
        ));
    }
    let chores = view(&payload, parts.chores);
    let record_count = usize::from(header.chores).min(chores.len() / 2);
    if record_count < usize::from(header.chores) && parts.chores != Span::default() {
        let text = format!(
            "the header counts {} records, their table holds {record_count}; the others are missing",
            header.chores
        );
        problems.push(Problem::new(Severity::Odd, "AKCH", Some(chores.base()), text));
    }
    Ok(Akos { _kind, dialect, header, blocks, parts, record_count, pictures, problems, payload })
}

fn view(payload: &[u8], span: Span) -> Bytes<'_> {
    Bytes::with_base(payload.get(span.at..span.end).unwrap_or_default(), span.at as u64)
}

/// Finds the first child of each tag, and reports what is missing, double, cut or left over.
fn parts(payload: &[u8], blocks: &[Block], problems: &mut Vec<Problem>) -> (Option<Span>, Parts) {
    for block in blocks.iter().filter(|block| block.is_cut()) {
        let text = format!("its size says {} bytes, {} are there", block.stored_size, block.size);
        problems.push(Problem::new(Severity::Odd, block.name(), Some(block.offset), text));
    }
    let end = blocks.last().map_or(0, Block::end);
    if let left @ 1.. = (payload.len() as u64).saturating_sub(end) {
        let text = format!("{left} bytes behind the last block belong to none");
        problems.push(Problem::new(Severity::Odd, "AKOS", Some(end), text));
    }
    let mut header = None;
    let mut parts = Parts::default();
    let mut seen: Vec<[u8; 4]> = Vec::new();
    for block in blocks {
        let name = block.name();
        if seen.contains(&block.tag) {
            let text = "there is another block of this name; the first one counts";
            problems.push(Problem::new(Severity::Odd, name, Some(block.offset), text));
            continue;
        }
        seen.push(block.tag);
        let inside = block.inside();
        let span = Span { at: inside.start, end: inside.end };
        match &block.tag {
            b"AKHD" => header = Some(span),
            b"AKPL" => parts.palette = span,
            b"RGBS" => parts.rgb = span,
            b"AKSQ" => parts.sequence = span,
            b"AKCH" => parts.chores = span,
            b"AKOF" => parts.offsets = span,
            b"AKCI" => parts.infos = span,
            b"AKCD" => parts.pixels = span,
            b"AKFO" => parts.jumps = span,
            b"AKSF" => parts.jump_slices = span,
            b"AKST" => parts.condition_starts = span,
            b"AKCT" => parts.conditions = span,
            b"AKAX" => parts.frames = span,
            b"SQDB" => parts.names = span,
            b"CLRS" => parts.colours = span,
            // These tags are known; nothing reads them.
            b"AKLC" | b"SP2C" | b"SPLF" | b"IMGL" => {}
            _ => {
                let text = "a block of this name is not known; it is kept";
                problems.push(Problem::new(Severity::Note, name, Some(block.offset), text));
            }
        }
    }
    for (tag, span) in [
        ("AKSQ", parts.sequence),
        ("AKCH", parts.chores),
        ("AKOF", parts.offsets),
        ("AKCI", parts.infos),
        ("AKCD", parts.pixels),
    ] {
        if span == Span::default() {
            let text = "there is no such block; taken as empty";
            problems.push(Problem::new(Severity::Broken, tag, None, text));
        }
    }
    (header, parts)
}

fn check_palette(header: &Header, palette: Span, problems: &mut Vec<Problem>) {
    let colours = palette.end.saturating_sub(palette.at);
    let at = Some(palette.at as u64);
    if colours == 0 && header.codec == Codec::Rle {
        let text = "there is none; every colour is taken for itself";
        problems.push(Problem::new(Severity::Odd, "AKPL", None, text));
    } else if colours > MAX_COLOURS {
        let text =
            format!("{colours} entries; the interpreter stops above {MAX_COLOURS}. The first 256 count");
        problems.push(Problem::new(Severity::Broken, "AKPL", at, text));
    } else if header.codec == Codec::Rle && !matches!(colours, 16 | 32 | 64) {
        let text = format!("{colours} entries; pictures are decoded as of 16 colours");
        problems.push(Problem::new(Severity::Odd, "AKPL", at, text));
    }
}

/// Follows the entries of AKOF to sizes and pixels.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "places in the table, and in the block of pixels, which lies in the payload"
)]
fn pictures(payload: &[u8], parts: &Parts, problems: &mut Vec<Problem>) -> Vec<Entry> {
    let table = view(payload, parts.offsets);
    let infos = view(payload, parts.infos);
    let pixels = view(payload, parts.pixels);
    let whole = table.len() / OFFSET;
    let count = whole.min(MAX_PICTURES);
    if count < whole {
        let text = format!("{whole} pictures; a code can name {MAX_PICTURES}, the others are ignored");
        problems.push(Problem::new(Severity::Odd, "AKOF", Some(table.base()), text));
    }
    let offsets: Vec<(usize, usize)> = (0..count)
        .filter_map(|i| {
            let data = table.u32(OFFSET * i, "offset of pixels").ok()?;
            let info = table.u16(OFFSET * i + 4, "offset of a size").ok()?;
            Some((usize::try_from(data).unwrap_or(usize::MAX), usize::from(info)))
        })
        .collect();
    let data_ends = Ends::of(offsets.iter().map(|(data, _)| *data), pixels.len());
    let info_ends = Ends::of(offsets.iter().map(|(_, info)| *info), infos.len());
    let base = parts.pixels.at;
    (0u16..)
        .zip(offsets)
        .map(|(index, (data, info))| Entry {
            info: info_ends.after(info).and_then(|end| read_info(infos, index, info, end)),
            data: data_ends.after(data).map(|end| Span { at: base + data, end: base + end }),
        })
        .collect()
}

/// Offsets in use, rising, then the block's length. An entry that starts at one of them ends at the next.
struct Ends(Vec<usize>);

impl Ends {
    fn of(offsets: impl Iterator<Item = usize>, end: usize) -> Self {
        let mut sorted: Vec<usize> = offsets.filter(|at| *at < end).chain([end]).collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self(sorted)
    }

    /// The next greater offset; `None` beyond the end. A picture without bytes may start exactly at the end.
    fn after(&self, at: usize) -> Option<usize> {
        let end = *self.0.last()?;
        if at > end {
            return None;
        }
        let next = self.0.partition_point(|offset| *offset <= at);
        Some(self.0.get(next).copied().unwrap_or(end))
    }
}

/// Reads an entry of AKCI. Fields beyond `end`, where another entry begins, are 0.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "at is not behind end, and both lie in the payload; six fields"
)]
fn read_info(infos: Bytes<'_>, index: u16, at: usize, end: usize) -> Option<PictureInfo> {
    let entry = infos.slice(at, (end - at).min(INFO), "size").ok()?;
    let field = |i: usize| match entry.get(2 * i..2 * i + 2) {
        Some(&[low, high]) => Some([low, high]),
        _ => None,
    };
    let signed = |i| field(i).map_or(0, i16::from_le_bytes);
    Some(PictureInfo {
        key: PictureKey { limb: 0, index },
        width: u16::from_le_bytes(field(0)?),
        height: u16::from_le_bytes(field(1)?),
        x: signed(2),
        y: signed(3),
        move_x: signed(4),
        move_y: signed(5),
        redirect: None,
        offset: usize::try_from(infos.base()).unwrap_or(0) + at,
    })
}
