//! The listing of an AKOS costume.

use std::fmt::Write as _;

use super::{palette, place, plural, record};
use crate::Limits;
use crate::akos::program::{Program, label};
use crate::akos::{Akos, AkosRecord, Codec};
use crate::bytes::tag_text;
use crate::model::Action;

/// Returns the listing, in lines that end in `\n`.
pub(super) fn listing(akos: &Akos, actions: &[Action]) -> String {
    let mut out = String::new();
    header(&mut out, akos);
    pictures(&mut out, akos);
    out.push_str("\nrecords\n");
    for action in actions {
        record(&mut out, action, akos.record(action.record), limbs);
    }
    frames(&mut out, akos);
    names(&mut out, akos);
    let _ =
        writeln!(out, "\nsequence ({} at {:#x})", plural(akos.sequence().len(), "byte"), akos.sequence_at());
    out.push_str(&Program::of(akos).listing(akos));
    out
}

fn header(out: &mut String, akos: &Akos) {
    let header = akos.header();
    let mirror = if header.never_mirror() { "West has its own art" } else { "West is East mirrored" };
    let codec = match header.codec {
        Codec::Rle => "1 (runs by columns)",
        Codec::Bomp => "5 (runs by rows)",
        Codec::MajMin => "16 (bit stream)",
        Codec::Trle => "32 (runs with skips)",
        Codec::Unknown(_) => "not known",
    };
    let _ = writeln!(
        out,
        "AKOS {}, codec {codec}, {}, {mirror}, {}, flags {:#06x}, {} bytes",
        akos.dialect().generation(),
        plural(akos.palette().len(), "colour"),
        plural(usize::from(akos.directions()), "direction"),
        header.flags,
        akos.payload().len()
    );
    let blocks: Vec<String> = akos
        .blocks()
        .iter()
        .map(|block| format!("{} {}", tag_text(&block.tag), block.payload_len()))
        .collect();
    let _ = writeln!(out, "blocks: {}", blocks.join(", "));
    palette(out, akos.palette());
}

fn pictures(out: &mut String, akos: &Akos) {
    let _ = writeln!(out, "\npictures ({})", akos.picture_count());
    for key in akos.picture_keys() {
        let picture = match akos.picture(key.index) {
            Ok(picture) => picture,
            Err(e) => {
                let _ = writeln!(out, "  {:>4}  broken: {}: {}", key.index, e.what(), e.kind());
                continue;
            }
        };
        let info = picture.info;
        let _ = write!(out, "  {:>4}", key.index);
        place(out, &info);
        // Only decoding determines the length of the data; for a picture that is too large, the start of the next
        // one.
        let bytes = if info.pixels() > Limits::default().picture_pixels {
            picture.encoded().len()
        } else {
            picture.packed.measure().bytes
        };
        let _ = writeln!(out, "  {} at {:#x}", plural(bytes, "byte"), picture.encoded_at);
    }
}

fn limbs(out: &mut String, record: &AkosRecord) {
    for (limb, entry) in record.limbs.iter().enumerate() {
        let Some(entry) = entry else { continue };
        let _ = write!(out, "    limb {limb:<2}  {}", entry.mode.name());
        if entry.mode.has_window() {
            let _ = write!(out, " {}", label(entry.start));
            if entry.length > 0 {
                let _ = write!(out, " +{}", entry.length);
            }
        }
        out.push('\n');
    }
}

fn frames(out: &mut String, akos: &Akos) {
    if akos.frame_count() == 0 {
        return;
    }
    let _ = writeln!(out, "\nauxiliary frames ({})", akos.frame_count());
    for index in (0..=u16::MAX).take(akos.frame_count()) {
        match akos.frame(index) {
            Ok(frame) => {
                let _ = writeln!(
                    out,
                    "  {index:>4}  type {:#x}  {} × {}  at ({}, {})",
                    frame.kind, frame.width, frame.height, frame.x, frame.y
                );
            }
            Err(e) => {
                let _ = writeln!(out, "  {index:>4}  broken: {}: {}", e.what(), e.kind());
            }
        }
    }
}

fn names(out: &mut String, akos: &Akos) {
    let names = akos.sequence_names();
    if names.is_empty() {
        return;
    }
    out.push_str("\nnames of sequences\n");
    for name in names {
        let _ = match name.start {
            Some(start) => writeln!(out, "  {}  ({start:#x})", name.name),
            None => writeln!(out, "  {}", name.name),
        };
    }
}
