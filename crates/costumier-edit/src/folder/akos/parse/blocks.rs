//! Parses auxiliary frames, and blocks that are kept as they are.

use costumier::PictureKey;

use super::Reader;
use crate::folder::TEXT;
use crate::folder::akos::describe::area;
use crate::folder::akos::drawn::{self, Drawn, Keys, Known};
use crate::folder::akos::frames;
use crate::folder::akos::model::{Frame, Tag};
use crate::folder::akos::source::FrameEntry;
use crate::folder::pixels::{PictureBefore, PictureReader};
use crate::folder::source::PictureEntry;

/// Largest number of blocks that are kept. Real costumes have fewer than 30.
const MOST_BLOCKS: usize = 1 << 12;

impl Reader<'_> {
    pub(super) fn frame(&mut self, number: u16, frame: &FrameEntry, known: &Known<'_>) -> Frame {
        let path = format!("frame {number}");
        let ([x, y], [width, height]) = (frame.at, frame.size);
        if !matches!(frame.kind, 0 | 1 | 0x10 | 0x20) {
            let text = format!("has the unknown type {:#x}; known are 0, 1, 0x10 and 0x20", frame.kind);
            self.report.note(&format!("{TEXT}: {path}"), &text);
        }
        let mut read = Frame {
            kind: frame.kind,
            at: (x, y),
            size: (width, height),
            changes: Vec::new(),
            colours: frame.colours.clone(),
            refresh: frame.refresh.as_ref().map(|areas| areas.iter().map(|edges| area(*edges)).collect()),
            restore: frame.restore.map(area),
        };
        match (&frame.file, &frame.changes) {
            (Some(_), Some(_)) => self.refuse(&path, "has file (a picture) and changes (packed); keep one"),
            (Some(_), None) => self.drawn(number, frame, &path, known, &mut read),
            (None, Some(file)) => read.changes = self.file(file).unwrap_or_default(),
            (None, None) => {}
        }
        read
    }

    /// Reads a frame that is a picture.
    fn drawn(&mut self, number: u16, entry: &FrameEntry, path: &str, known: &Known<'_>, frame: &mut Frame) {
        let keys = Keys { keep: entry.keep, erase: entry.erase };
        if keys.erase == Some(keys.keep) {
            self.refuse(path, "keep and erase are the same pixel value; use two values");
            return;
        }
        let before = |key: PictureKey| {
            let frame = known.frames.get(usize::from(key.index))?;
            let rows = drawn::values_of(frame, known.shared, keys)?;
            Some(PictureBefore { size: frame.size, at: None, rows })
        };
        let palette = drawn::palette(self.about, keys);
        let reader = PictureReader::new(self.files, self.options, &before, 256, palette);
        let mut reader = reader.within(self.frame_pixels.clone());
        let place =
            PictureEntry { name: path.to_owned(), file: entry.file.clone(), ..PictureEntry::default() };
        let key = PictureKey { limb: 0, index: number };
        let picture = reader.own(&place, Some(key), &format!("{TEXT}: {path}"), self.report);
        reader.tell_colours(self.report);
        let Some(picture) = picture else { return };
        frame.size = picture.size;
        if entry.size != [0, 0] && entry.size != [picture.size.0, picture.size.1] {
            let (width, height) = picture.size;
            let text = format!("has a size, and its picture has {width} × {height} pixels; leave size out");
            self.refuse(path, text);
        }
        if frame.colours.as_ref().is_some_and(|table| table.len() != drawn::TABLE) {
            self.refuse(path, format!("its colours are not {}, the number in a table", drawn::TABLE));
            return;
        }
        let mut drawn = Drawn { keys, size: picture.size, values: picture.rows, table: None };
        if frame.kind == 0x20 {
            let table = frame.colours.take();
            drawn.table = table.or_else(|| Some(drawn::table_for(&drawn.values, keys.keep)));
        }
        match drawn::packed(&drawn, (frame.kind, frame.colours.as_deref()), known, number) {
            Ok(changes) => frame.changes = changes,
            Err(why) => self.refuse(path, why),
        }
    }

    pub(super) fn tag(&mut self, text: &str) -> Option<Tag> {
        let tag = unescaped(text).and_then(|bytes| Tag::try_from(bytes).ok());
        if tag.is_none() {
            self.refuse("block", format!("the tag {text:?} must have four characters"));
        }
        tag
    }

    /// Returns the blocks that are kept. SQDB gets the names in the text.
    pub(super) fn others(&mut self) -> Vec<(Tag, Vec<u8>)> {
        let mut others = Vec::new();
        let mut named = false;
        let blocks = match self.source.block.len() {
            0..=MOST_BLOCKS => self.source.block.as_slice(),
            many => {
                self.refuse("block", format!("there are {many} blocks; at most {MOST_BLOCKS} are possible"));
                &[]
            }
        };
        for block in blocks {
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
                                "has {} names, and the block has {}; names can be changed, not added or removed",
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
            self.refuse("sequence_names", "the costume has no block SQDB for names");
        }
        others
    }
}

/// Returns the bytes of a text in which bytes that are not ASCII are written as `\xNN`.
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
