//! Reads and writes AKAX (auxiliary frames), and the names in SQDB.
//!
//! A block that would be written with other bytes than it was read from is not taken apart; its bytes become a file.

use costumier::format::akos::{AkosEdit, Area};
use costumier::format::block::write::BlockWriter;
use costumier::format::bytes::Bytes;

use super::describe::area;
use super::model::Frame;

/// Reads the frames of AKAX. `None` if writing them would not give the same bytes.
pub(super) fn read(payload: &[u8]) -> Option<Vec<Frame>> {
    let outer = AkosEdit::read(payload);
    let wrap = AkosEdit::read(outer.block(*b"WRAP")?);
    let frames: Option<Vec<Frame>> = wrap
        .blocks()
        .iter()
        .filter(|block| block.tag == *b"AUXD")
        .map(|block| frame(&block.payload))
        .collect();
    frames.filter(|frames| write(frames) == payload)
}

fn frame(payload: &[u8]) -> Option<Frame> {
    let parts = AkosEdit::read(payload);
    let part = |tag| parts.block(tag).map(Bytes::new);
    let picture = part(*b"AXFD")?;
    let word = |at: usize| picture.u16(at, "").ok();
    let signed = |at: usize| picture.i16(at, "").ok();
    let mut frame = Frame { kind: word(0)?, ..Frame::default() };
    if frame.kind != 0 {
        frame.at = (signed(2)?, signed(4)?);
        frame.size = (word(6)?, word(8)?);
    }
    frame.changes = picture.as_slice().get(if frame.kind == 0 { 2 } else { 10 }..)?.to_vec();
    frame.colours = parts.block(*b"CLRS").map(<[u8]>::to_vec);
    if let Some(areas) = part(*b"AXUR") {
        let count = usize::from(areas.u16(0, "").ok()?);
        frame.refresh = Some((0..count).map(|n| read_area(areas, 2 + 8 * n)).collect::<Option<_>>()?);
    }
    if let Some(edges) = part(*b"AXER") {
        frame.restore = Some(read_area(edges, 0)?);
    }
    Some(frame)
}

fn read_area(bytes: Bytes<'_>, at: usize) -> Option<Area> {
    let edge = |n: usize| bytes.i16(at + 2 * n, "").ok();
    Some(area([edge(0)?, edge(1)?, edge(2)?, edge(3)?]))
}

/// Writes frames as AKAX.
pub(super) fn write(frames: &[Frame]) -> Vec<u8> {
    let bodies: Vec<Vec<u8>> = frames.iter().map(body).collect();
    let mut out = BlockWriter::new();
    out.block(*b"WRAP", |out| {
        // Offsets count from the header of OFFS.
        let mut at = 8 + 4 * bodies.len();
        out.block(*b"OFFS", |out| {
            for body in &bodies {
                out.u32(u32::try_from(at).unwrap_or(u32::MAX));
                at = at.saturating_add(8 + body.len());
            }
        });
        for body in &bodies {
            out.block(*b"AUXD", |out| out.bytes(body));
        }
    });
    out.finish()
}

fn body(frame: &Frame) -> Vec<u8> {
    let mut out = BlockWriter::new();
    out.block(*b"AXFD", |out| {
        out.u16(frame.kind);
        if frame.kind != 0 {
            for place in [frame.at.0, frame.at.1] {
                out.bytes(&place.to_le_bytes());
            }
            for side in [frame.size.0, frame.size.1] {
                out.u16(side);
            }
        }
        out.bytes(&frame.changes);
    });
    let write = |out: &mut BlockWriter, area: &Area| {
        for edge in [area.left, area.top, area.right, area.bottom] {
            out.bytes(&edge.to_le_bytes());
        }
    };
    if let Some(refresh) = &frame.refresh {
        out.block(*b"AXUR", |out| {
            out.u16(u16::try_from(refresh.len()).unwrap_or(u16::MAX));
            refresh.iter().for_each(|area| write(out, area));
        });
    }
    if let Some(restore) = &frame.restore {
        out.block(*b"AXER", |out| write(out, restore));
    }
    if let Some(colours) = &frame.colours {
        out.block(*b"CLRS", |out| out.bytes(colours));
    }
    out.finish()
}

/// Reads the names of sequences in SQDB, in order.
pub(super) fn names(payload: &[u8]) -> Vec<String> {
    let outer = AkosEdit::read(payload);
    let wrap = AkosEdit::read(outer.block(*b"WRAP").unwrap_or_default());
    let entries = wrap.blocks().iter().filter(|block| block.tag == *b"SEQI");
    entries
        .filter_map(|entry| {
            let inside = AkosEdit::read(&entry.payload);
            let name = inside.block(*b"NAME")?;
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            Some(name.escape_ascii().to_string())
        })
        .collect()
}

/// Returns SQDB with other names, or `None` if it does not hold as many.
pub(super) fn renamed(payload: &[u8], names: &[String]) -> Option<Vec<u8>> {
    let mut outer = AkosEdit::read(payload);
    let wrap = AkosEdit::read(outer.block(*b"WRAP")?);
    let mut names = names.iter();
    let mut out = BlockWriter::new();
    let (mut grown, mut offsets) = (0i64, Vec::new());
    let mut at = 0i64;
    for block in wrap.blocks() {
        let mut payload = block.payload.clone();
        if block.tag == *b"SEQI" {
            let mut inside = AkosEdit::read(&payload);
            if let Some(old) = inside.block(*b"NAME").map(<[u8]>::to_vec) {
                let new = names.next()?;
                let was = old.split(|byte| *byte == 0).next().unwrap_or_default();
                if was.escape_ascii().to_string() != *new {
                    let mut bytes = new.as_bytes().to_vec();
                    // The bytes behind the name stay, at least the zero that ends it.
                    bytes.extend(old.get(was.len()..).filter(|rest| !rest.is_empty()).unwrap_or(&[0]));
                    inside.set_block(*b"NAME", bytes);
                    payload = inside.write();
                }
            }
        }
        offsets.push((at, grown));
        at += 8 + i64::try_from(block.payload.len()).ok()?;
        grown += i64::try_from(payload.len()).ok()? - i64::try_from(block.payload.len()).ok()?;
        out.block(block.tag, |out| out.bytes(&payload));
    }
    if names.next().is_some() {
        return None;
    }
    let mut wrapped = AkosEdit::read(&out.finish());
    // Offsets of the entries move with them.
    if let Some(table) = wrapped.block(*b"OFFS").map(<[u8]>::to_vec) {
        let start = offsets.iter().zip(wrap.blocks()).find(|(_, block)| block.tag == *b"OFFS")?.0.0;
        let moved = table.chunks(4).flat_map(|four| match four.first_chunk() {
            Some(four) => {
                let old = i64::from(u32::from_le_bytes(*four));
                let by = offsets.iter().find(|(at, _)| *at - start == old).map_or(0, |(_, by)| *by);
                u32::try_from(old + by).unwrap_or(u32::MAX).to_le_bytes().to_vec()
            }
            None => four.to_vec(),
        });
        wrapped.set_block(*b"OFFS", moved.collect());
    }
    outer.set_block(*b"WRAP", wrapped.write());
    Some(outer.write())
}
