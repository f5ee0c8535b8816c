//! Auxiliary frames, and blocks that are kept as they are.

use super::Reader;
use crate::folder::TEXT;
use crate::folder::akos::describe::area;
use crate::folder::akos::frames;
use crate::folder::akos::model::{Frame, Tag};
use crate::folder::akos::source::FrameEntry;

impl Reader<'_> {
    pub(super) fn frame(&mut self, number: usize, frame: &FrameEntry) -> Frame {
        let changes = frame.changes.as_ref().and_then(|file| self.file(file)).unwrap_or_default();
        let ([x, y], [width, height]) = (frame.at, frame.size);
        if !matches!(frame.kind, 0 | 1 | 0x10 | 0x20) {
            let text = format!("type {:#x}; 0, 1, 0x10 and 0x20 are known", frame.kind);
            self.report.note(&format!("{TEXT}: frame {number}"), &text);
        }
        Frame {
            kind: frame.kind,
            at: (x, y),
            size: (width, height),
            changes,
            colours: frame.colours.clone(),
            refresh: frame.refresh.as_ref().map(|areas| areas.iter().map(|edges| area(*edges)).collect()),
            restore: frame.restore.map(area),
        }
    }

    pub(super) fn tag(&mut self, text: &str) -> Option<Tag> {
        let tag = unescaped(text).and_then(|bytes| Tag::try_from(bytes).ok());
        if tag.is_none() {
            self.refuse("block", format!("{text:?} is no tag of four characters"));
        }
        tag
    }

    /// Blocks that are kept; of SQDB, with the names that the text has.
    pub(super) fn others(&mut self) -> Vec<(Tag, Vec<u8>)> {
        let mut others = Vec::new();
        let mut named = false;
        for block in &self.source.block {
            let (tag, payload) = (self.tag(&block.tag), self.file(&block.file));
            let (Some(tag), Some(mut payload)) = (tag, payload) else { continue };
            if tag == *b"SQDB" && !others.iter().any(|(other, _)| *other == tag) {
                named = true;
                let names = &self.source.sequence_names;
                match frames::names(&payload) {
                    same if same == *names => {}
                    old => match frames::renamed(&payload, names) {
                        Some(new) => payload = new,
                        None => {
                            let text = format!(
                                "{} names in place of {}; they can be changed, not be added or taken away",
                                names.len(),
                                old.len()
                            );
                            self.refuse("sequence_names", text);
                        }
                    },
                }
            }
            others.push((tag, payload));
        }
        if !named && !self.source.sequence_names.is_empty() {
            self.refuse("sequence_names", "there is no block SQDB that holds names");
        }
        others
    }
}

/// Bytes of a text in which those that are not ASCII stand as `\xNN`.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let (byte, after) = match (first, after) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low];
                (u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?, after)
            }
            (b'\\', [b't', after @ ..]) => (b'\t', after),
            (b'\\', [b'r', after @ ..]) => (b'\r', after),
            (b'\\', [b'n', after @ ..]) => (b'\n', after),
            (b'\\', [byte @ (b'\'' | b'"' | b'\\'), after @ ..]) => (*byte, after),
            (b'\\', _) => return None,
            _ => (*first, after),
        };
        out.push(byte);
        rest = after;
    }
    Some(out)
}
