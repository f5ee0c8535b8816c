//! Reads `.aseprite` files: everything that says what a cel shows. Pixels are unpacked later.
//!
//! Every length is compared with the bytes that exist before memory is allocated for it.

use super::bytes::Bytes;
use super::sprite::{Content, Depth, Layer, NAME_SHOWN, ReadTag, Sprite, Stored, TagOrder};
use crate::pictures::PictureFileError;
use crate::pictures::png::MOST_PIXELS;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

const HEADER: usize = 128;
const FILE_MAGIC: u16 = 0xA5E0;
const FRAME_MAGIC: u16 = 0xF1FA;
/// Size in bytes of a chunk's length and type.
const CHUNK: usize = 6;
/// Largest number of layers that are read, which is also Aseprite's limit.
const LAYERS: usize = 0x1_0000;

/// The thing that a text chunk belongs to.
#[derive(Clone, Copy)]
enum Last {
    Cel(usize, usize),
    /// A tag. A chunk of tags is followed by a text for each of them.
    Tag(usize),
    Other,
}

/// The palettes of the frames.
#[derive(Default)]
struct Palettes {
    new: BTreeMap<u8, [u8; 4]>,
    old: BTreeMap<u8, [u8; 4]>,
    has_new: bool,
}

impl<'a> Sprite<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// Why the file cannot be read, as the end of a sentence that begins with its name.
    pub fn read(bytes: &'a [u8]) -> Result<Self, PictureFileError> {
        let cut = || "is cut short".to_owned();
        let mut header = Bytes::new(bytes.get(..HEADER).ok_or("is no .aseprite file")?);
        let _length = header.dword();
        if header.word() != Some(FILE_MAGIC) {
            return Err("is no .aseprite file".into());
        }
        let frames = usize::from(header.word().ok_or_else(cut)?);
        let size = (header.word().ok_or_else(cut)?, header.word().ok_or_else(cut)?);
        let depth = match header.word() {
            Some(8) => Depth::Indexed,
            Some(16) => Depth::Grey,
            Some(32) => Depth::Colours,
            other => {
                return Err(format!(
                    "has {} bits per pixel; only 8, 16 and 32 can be read",
                    other.unwrap_or(0)
                )
                .into());
            }
        };
        let flags = header.dword().ok_or_else(cut)?;
        header.take(2 + 4 + 4);
        let transparent = header.byte().ok_or_else(cut)?;
        let mut sprite = Self {
            depth,
            transparent,
            frames,
            layers: Vec::new(),
            named: BTreeMap::new(),
            cels: BTreeMap::new(),
            palette: Vec::new(),
            repainted: BTreeMap::new(),
            budget: Cell::new(4 * MOST_PIXELS),
            size,
            durations: Vec::new(),
            tags: Vec::new(),
            pivots: Vec::new(),
        };
        let mut rest = Bytes::new(bytes.get(HEADER..).unwrap_or_default());
        for frame in 0..frames {
            let wrong = || format!("is damaged or cut short in frame {} of {frames}", frame + 1);
            let length = rest.dword().and_then(|length| usize::try_from(length).ok()).ok_or_else(wrong)?;
            let content = length.checked_sub(4).and_then(|length| rest.take(length)).ok_or_else(wrong)?;
            sprite.frame(frame, flags, Bytes::new(content)).ok_or_else(wrong)?;
        }
        sprite.inherit();
        for (number, layer) in sprite.layers.iter().enumerate().filter(|(_, layer)| !layer.is_group) {
            sprite.named.entry(layer.name.clone()).or_insert((number, 0)).1 += 1;
        }
        if depth == Depth::Indexed {
            let least = usize::from(transparent) + 1;
            if sprite.palette.len() < least {
                sprite.palette.resize(least, [0, 0, 0, 255]);
            }
        }
        Ok(sprite)
    }

    fn frame(&mut self, frame: usize, flags: u32, mut rest: Bytes<'a>) -> Option<()> {
        if rest.word()? != FRAME_MAGIC {
            return None;
        }
        let old_count = rest.word()?;
        self.durations.push(rest.word()?);
        rest.take(2)?;
        let count = match rest.dword()? {
            0 => u32::from(old_count),
            count => count,
        };
        let mut palettes = Palettes::default();
        let mut last = Last::Other;
        for _ in 0..count {
            let length = usize::try_from(rest.dword()?).ok()?;
            let kind = rest.word()?;
            let chunk = Bytes::new(rest.take(length.checked_sub(CHUNK)?)?);
            match kind {
                0x2004 => self.layer(flags, chunk)?,
                0x2005 => {
                    last = self.read_cel(frame, chunk)?;
                    continue;
                }
                // Extra data of the same cel.
                0x2006 => continue,
                0x2020 => match last {
                    Last::Cel(layer, frame) => self.text(layer, frame, chunk)?,
                    Last::Tag(number) => {
                        self.tag_text(number, chunk)?;
                        last = Last::Tag(number + 1);
                        continue;
                    }
                    Last::Other => {}
                },
                0x2018 => {
                    last = Last::Tag(self.tags.len());
                    self.read_tags(chunk)?;
                    continue;
                }
                0x2022 => self.slice(chunk)?,
                0x2019 => palettes.take_new(chunk)?,
                0x0004 => palettes.take_old(chunk, 8)?,
                0x0011 => palettes.take_old(chunk, 6)?,
                _ => {}
            }
            last = Last::Other;
        }
        self.repaint(frame, palettes);
        Some(())
    }

    fn layer(&mut self, header: u32, mut chunk: Bytes<'a>) -> Option<()> {
        let flags = chunk.word()?;
        let kind = chunk.word()?;
        let level = chunk.word()?;
        chunk.take(4)?;
        let blend = chunk.word()?;
        let opacity = chunk.byte()?;
        chunk.take(3)?;
        let name = chunk.text()?;
        let is_group = kind == 1;
        // Groups have an opacity of their own only if the header says so.
        let counts = if is_group { header & 2 != 0 } else { header & 1 != 0 };
        let odd = match kind {
            2 => Some("is a tilemap".into()),
            _ if counts && opacity < 255 => Some(format!("has an opacity of {opacity} of 255").into()),
            _ if blend != 0 && (!is_group || counts) => Some("is blended with the layers below".into()),
            _ => None,
        };
        if self.layers.len() >= LAYERS {
            return None;
        }
        let (hidden, background, reference) = (flags & 1 == 0, flags & 8 != 0, flags & 64 != 0);
        self.layers.push(Layer { name, hidden, background, reference, odd, is_group, level });
        Some(())
    }

    /// Applies the properties of groups to the layers in them.
    fn inherit(&mut self) {
        // The level, visibility and oddity of each open group. The oddity is reported once for each group, by the
        // outermost group that has it.
        let mut above: Vec<(u16, bool, Option<Arc<str>>)> = Vec::new();
        for layer in &mut self.layers {
            // Each open group has a higher level than the one that it is in.
            while above.pop_if(|(level, ..)| *level >= layer.level).is_some() {}
            let (mut hidden, mut inherited) = (layer.hidden, None);
            if let Some((_, is_hidden, odd)) = above.last() {
                hidden |= is_hidden;
                inherited.clone_from(odd);
            }
            layer.hidden = hidden;
            if layer.is_group {
                let own = layer.odd.as_ref().map(|odd| {
                    let name: String = layer.name.chars().take(NAME_SHOWN).collect();
                    format!("is in the group {name:?}, which {odd}").into()
                });
                above.push((layer.level, hidden, inherited.clone().or(own)));
            }
            layer.odd = layer.odd.take().or(inherited);
        }
    }

    fn read_cel(&mut self, frame: usize, mut chunk: Bytes<'a>) -> Option<Last> {
        let layer = usize::from(chunk.word()?);
        let at = (chunk.short()?, chunk.short()?);
        let opacity = chunk.byte()?;
        let kind = chunk.word()?;
        chunk.take(7)?;
        let content = match kind {
            0 | 2 => {
                let size = (chunk.word()?, chunk.word()?);
                if kind == 0 { Content::Raw(size, chunk.rest()) } else { Content::Packed(size, chunk.rest()) }
            }
            1 => Content::Linked(usize::from(chunk.word()?)),
            3 => Content::Tiles,
            other => Content::Unknown(other),
        };
        self.cels.insert((layer, frame), Stored { at, opacity, text: None, content });
        Some(Last::Cel(layer, frame))
    }

    fn text(&mut self, layer: usize, frame: usize, mut chunk: Bytes<'a>) -> Option<()> {
        if chunk.dword()? & 1 != 0 {
            let text = chunk.text()?;
            if let Some(cel) = self.cels.get_mut(&(layer, frame)) {
                cel.text = Some(text);
            }
        }
        Some(())
    }

    fn read_tags(&mut self, mut chunk: Bytes<'a>) -> Option<()> {
        let count = chunk.word()?;
        chunk.take(8)?;
        for _ in 0..count {
            let (from, to) = (usize::from(chunk.word()?), usize::from(chunk.word()?));
            let order = match chunk.byte()? {
                0 => TagOrder::Forward,
                1 => TagOrder::Reverse,
                2 => TagOrder::PingPong,
                3 => TagOrder::PingPongReverse,
                _ => return None,
            };
            let repeat = chunk.word()?;
            chunk.take(6 + 3 + 1)?;
            let name = chunk.text()?;
            // Frames beyond the last are no frames.
            let last = self.frames.saturating_sub(1);
            let (from, to) = (from.min(to).min(last), to.max(from).min(last));
            self.tags.push(ReadTag { name, from, to, order, repeat, text: None });
        }
        Some(())
    }

    fn tag_text(&mut self, number: usize, mut chunk: Bytes<'a>) -> Option<()> {
        if chunk.dword()? & 1 != 0 {
            let text = chunk.text()?;
            if let Some(tag) = self.tags.get_mut(number) {
                tag.text = Some(text);
            }
        }
        Some(())
    }

    fn slice(&mut self, mut chunk: Bytes<'a>) -> Option<()> {
        let (keys, flags) = (chunk.dword()?, chunk.dword()?);
        chunk.take(4)?;
        let name = chunk.text()?;
        if keys == 0 || flags & 2 == 0 {
            return Some(());
        }
        // The first key: its frame, the slice's corner and size, its middle part, its pivot from the corner.
        chunk.take(4)?;
        let mut number = || chunk.dword().map(|number| i32::from_le_bytes(number.to_le_bytes()));
        let corner = (number()?, number()?);
        number()?;
        number()?;
        if flags & 1 != 0 {
            for _ in 0..4 {
                number()?;
            }
        }
        let pivot = (number()?, number()?);
        let on_canvas = (corner.0.saturating_add(pivot.0), corner.1.saturating_add(pivot.1));
        self.pivots.push((name, on_canvas));
        Some(())
    }

    fn repaint(&mut self, frame: usize, palettes: Palettes) {
        let palette_chunk = if palettes.has_new { palettes.new } else { palettes.old };
        for (index, colour) in palette_chunk {
            let place = usize::from(index);
            if frame == 0 {
                if self.palette.len() <= place {
                    self.palette.resize(place + 1, [0, 0, 0, 255]);
                }
                if let Some(entry) = self.palette.get_mut(place) {
                    *entry = colour;
                }
            } else if self.palette.get(place).is_some_and(|entry| *entry != colour) {
                self.repainted.entry(index).or_insert(frame);
            }
        }
    }
}

impl Palettes {
    fn take_new(&mut self, mut chunk: Bytes<'_>) -> Option<()> {
        self.has_new = true;
        chunk.dword()?;
        let (first, last) = (chunk.dword()?, chunk.dword()?);
        chunk.take(8)?;
        for index in first..=last {
            let flags = chunk.word()?;
            let colour = chunk.take(4)?.first_chunk().copied()?;
            if flags & 1 != 0 {
                chunk.text()?;
            }
            // A pixel value is one of 256 entries.
            if let Ok(index) = u8::try_from(index) {
                self.new.insert(index, colour);
            }
        }
        Some(())
    }

    /// Reads a palette chunk of older versions. Newer versions write it too if all colours are opaque.
    fn take_old(&mut self, mut chunk: Bytes<'_>, bits: u8) -> Option<()> {
        let mut index = 0usize;
        for _ in 0..chunk.word()? {
            index += usize::from(chunk.byte()?);
            let count = match chunk.byte()? {
                0 => 256,
                count => usize::from(count),
            };
            for _ in 0..count {
                let [r, g, b] = chunk.take(3)?.first_chunk().copied()?;
                let full = |value: u8| if bits == 6 { value << 2 | value >> 4 & 3 } else { value };
                if let Ok(index) = u8::try_from(index) {
                    self.old.insert(index, [full(r), full(g), full(b), 255]);
                }
                index += 1;
            }
        }
        Some(())
    }
}
