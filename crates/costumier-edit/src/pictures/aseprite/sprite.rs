//! An `.aseprite` file that was read: its layers, and what each of them shows in a frame.
//!
//! Pixels are unpacked on demand, within a limit for the whole file.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::Arc;

use flate2::read::ZlibDecoder;

use crate::pictures::PictureFileError;
use crate::pictures::png::{DecodedImage, MOST_PIXELS, Pixels};

/// Largest number of letters of a name in a message.
pub(super) const NAME_SHOWN: usize = 60;

/// Largest number of linked cels followed to find a cel with pixels.
const LINKS: usize = 64;

/// An `.aseprite` file: its layers, and its cels, still packed.
#[derive(Debug)]
pub struct Sprite<'a> {
    pub(super) depth: Depth,
    pub(super) transparent: u8,
    pub(super) frames: usize,
    pub(super) layers: Vec<Layer>,
    /// The first layer of each name that is no group, and the number of layers that have the name.
    pub(super) named: BTreeMap<String, (usize, usize)>,
    pub(super) cels: BTreeMap<(usize, usize), Stored<'a>>,
    pub(super) palette: Vec<[u8; 4]>,
    /// Entries of the palette that a later frame changed, with that frame.
    pub(super) repainted: BTreeMap<u8, usize>,
    pub(super) budget: Cell<u64>,
    pub(super) size: (u16, u16),
    /// The duration of each frame in milliseconds.
    pub(super) durations: Vec<u16>,
    pub(super) tags: Vec<ReadTag>,
    /// The pivots of slices, on the canvas, with the name of the slice.
    pub(super) pivots: Vec<(String, (i32, i32))>,
}

/// A range of frames with a name, as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadTag {
    /// The name of the tag.
    pub name: String,
    /// The first frame, counted from 0.
    pub from: usize,
    /// The last frame, inclusive.
    pub to: usize,
    /// The order in which the frames are played.
    pub order: TagOrder,
    /// How often it is played; 0 for ever.
    pub repeat: u16,
    /// A text for people.
    pub text: Option<String>,
}

/// The order in which the frames of a tag are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagOrder {
    /// From the first frame to the last.
    Forward,
    /// From the last frame to the first.
    Reverse,
    /// Forward, then back to the first.
    PingPong,
    /// Back, then forward to the last.
    PingPongReverse,
}

impl ReadTag {
    /// Returns a tag for all frames, played once.
    #[must_use]
    pub fn whole(name: &str, frames: usize) -> Self {
        let to = frames.saturating_sub(1);
        Self { name: name.to_owned(), from: 0, to, order: TagOrder::Forward, repeat: 1, text: None }
    }

    /// Returns the frames in the order in which one round plays them.
    #[must_use]
    pub fn frames(&self) -> Vec<usize> {
        let forward = self.from..=self.to;
        let inner = |range: std::ops::Range<usize>| range.rev().collect::<Vec<_>>();
        match self.order {
            TagOrder::Forward => forward.collect(),
            TagOrder::Reverse => forward.rev().collect(),
            TagOrder::PingPong => forward.chain(inner(self.from + 1..self.to)).collect(),
            TagOrder::PingPongReverse => forward.rev().chain(self.from + 1..self.to).collect(),
        }
    }
}

/// The picture of a layer in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cel {
    /// Position of its left column and top row on the canvas.
    pub at: (i32, i32),
    /// Its pixels. In files with a palette, the transparent entry is included with opacity 0.
    pub found: DecodedImage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    Indexed,
    Grey,
    Colours,
}

#[derive(Debug)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) hidden: bool,
    pub(super) background: bool,
    pub(super) reference: bool,
    /// Why its pixels differ from what the program shows.
    pub(super) odd: Option<Arc<str>>,
    pub(super) is_group: bool,
    pub(super) level: u16,
}

#[derive(Debug)]
pub(super) struct Stored<'a> {
    pub(super) at: (i16, i16),
    pub(super) opacity: u8,
    pub(super) text: Option<String>,
    pub(super) content: Content<'a>,
}

#[derive(Debug)]
pub(super) enum Content<'a> {
    Raw((u16, u16), &'a [u8]),
    Packed((u16, u16), &'a [u8]),
    Linked(usize),
    Tiles,
    Unknown(u16),
}

impl Sprite<'_> {
    /// Returns the number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Returns width and height of the canvas.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Returns the duration of a frame in milliseconds.
    #[must_use]
    pub fn duration(&self, frame: usize) -> u16 {
        self.durations.get(frame).copied().unwrap_or(0)
    }

    /// Returns the tags of the file.
    #[must_use]
    pub fn tags(&self) -> &[ReadTag] {
        &self.tags
    }

    /// Returns the pivots of slices on the canvas, each with the name of its slice.
    #[must_use]
    pub fn pivots(&self) -> &[(String, (i32, i32))] {
        &self.pivots
    }

    /// Returns the palette of the file; empty if it has none.
    #[must_use]
    pub fn palette(&self) -> &[[u8; 4]] {
        &self.palette
    }

    /// Whether pixels are entries of the palette.
    #[must_use]
    pub fn is_indexed(&self) -> bool {
        self.depth == Depth::Indexed
    }

    /// Returns the numbers of all layers that are not groups.
    pub fn plain_layers(&self) -> impl Iterator<Item = usize> + '_ {
        self.layers.iter().enumerate().filter(|(_, layer)| !layer.is_group).map(|(number, _)| number)
    }

    /// Returns the frame that holds what a layer shows in a frame, following links.
    #[must_use]
    pub fn source_of(&self, layer: usize, mut frame: usize) -> usize {
        for _ in 0..LINKS {
            match self.cels.get(&(layer, frame)).map(|cel| &cel.content) {
                Some(Content::Linked(to)) => frame = *to,
                _ => break,
            }
        }
        frame
    }

    /// Returns the number of the layer of this name.
    ///
    /// # Errors
    /// If no layer or several have this name, or if its pixels differ from what the program shows; for people.
    pub fn layer_named(&self, name: &str) -> Result<usize, PictureFileError> {
        let found = self.named.get(name).copied();
        let Some((number, count)) = found else {
            let names: Vec<String> = self
                .layers
                .iter()
                .filter(|layer| !layer.is_group)
                .take(40)
                .map(|layer| format!("{:?}", layer.name))
                .collect();
            let export = self.layers.iter().any(|layer| layer.name.starts_with("limb "));
            let hint = if export {
                "; `costumier import` makes a costume of a file that `export` wrote"
            } else {
                ""
            };
            return Err(format!("has no layer {name:?}; it has {}{hint}", names.join(", ")).into());
        };
        if count > 1 {
            return Err(format!("has several layers {name:?}; rename all but one").into());
        }
        match self.layers.get(number).and_then(|layer| layer.odd.as_ref()) {
            Some(odd) => Err(format!(
                "layer {name:?} {odd}, so its pixels differ from what you see; make it a plain layer"
            )
            .into()),
            None => Ok(number),
        }
    }

    /// Returns the name of a layer.
    #[must_use]
    pub fn name_of(&self, layer: usize) -> &str {
        self.layers.get(layer).map_or("", |layer| &layer.name)
    }

    /// Whether a layer, or the group that it is in, is hidden.
    #[must_use]
    pub fn is_hidden(&self, layer: usize) -> bool {
        self.layers.get(layer).is_some_and(|layer| layer.hidden)
    }

    /// Whether a layer holds a picture that somebody draws from, not a part of the drawing.
    #[must_use]
    pub fn is_reference(&self, layer: usize) -> bool {
        self.layers.get(layer).is_some_and(|layer| layer.reference)
    }

    /// Returns the frames in which a layer has cels of its own, not only links to others.
    pub fn cels_of(&self, layer: usize) -> impl Iterator<Item = usize> + '_ {
        let cels = self.cels.range((layer, 0)..=(layer, usize::MAX));
        cels.filter(|(_, cel)| !matches!(cel.content, Content::Linked(_))).map(|((_, frame), _)| *frame)
    }

    /// Returns the text that a cel carries.
    #[must_use]
    pub fn text_of(&self, layer: usize, frame: usize) -> Option<&str> {
        self.cels.get(&(layer, frame))?.text.as_deref()
    }

    /// Whether any cel has a text.
    #[must_use]
    pub fn has_texts(&self) -> bool {
        self.cels.values().any(|cel| cel.text.is_some())
    }

    /// Returns what a layer shows in a frame, counted from 0, or `None` if it shows nothing.
    ///
    /// # Errors
    /// Why the cel cannot be read, for people.
    pub fn cel(&self, layer: usize, frame: usize) -> Result<Option<Cel>, PictureFileError> {
        if frame >= self.frames {
            return Err(format!("has {} frames, and no frame {}", self.frames, frame + 1).into());
        }
        let wrong = |why: &str| {
            let name: String = self.name_of(layer).chars().take(NAME_SHOWN).collect();
            Err(format!("the cel of layer {name:?} in frame {} {why}", frame + 1).into())
        };
        let mut from = frame;
        let mut steps = 0;
        let cel = loop {
            let Some(cel) = self.cels.get(&(layer, from)) else {
                return if steps == 0 { Ok(None) } else { wrong("links to a frame without a cel") };
            };
            let Content::Linked(to) = cel.content else { break cel };
            steps += 1;
            if steps > LINKS {
                return wrong("refers to itself");
            }
            from = to;
        };
        if cel.opacity < 255 {
            return wrong(&format!("has an opacity of {} of 255; make it 255", cel.opacity));
        }
        let (size, packed, is_packed) = match &cel.content {
            Content::Raw(size, bytes) => (*size, *bytes, false),
            Content::Packed(size, bytes) => (*size, *bytes, true),
            Content::Tiles => return wrong("is a tilemap; turn it into a plain cel"),
            Content::Unknown(kind) => return wrong(&format!("is of the unknown kind {kind}")),
            Content::Linked(_) => return wrong("refers to itself"),
        };
        let count = u64::from(size.0) * u64::from(size.1);
        let Some(left) = self.budget.get().checked_sub(count).filter(|_| count <= MOST_PIXELS) else {
            return wrong("has too many pixels, alone or together with the cels before it");
        };
        self.budget.set(left);
        let per_pixel = match self.depth {
            Depth::Indexed => 1,
            Depth::Grey => 2,
            Depth::Colours => 4,
        };
        let Ok(wanted) = usize::try_from(count * per_pixel) else { return wrong("is too large") };
        let mut bytes = Vec::new();
        if is_packed {
            let limit = count * per_pixel;
            if ZlibDecoder::new(packed).take(limit).read_to_end(&mut bytes).is_err() {
                return wrong("is damaged");
            }
        } else {
            bytes.extend(packed.iter().take(wanted));
        }
        if bytes.len() != wanted {
            return wrong("is cut short");
        }
        let is_background = self.layers.get(layer).is_some_and(|layer| layer.background);
        let pixels = match self.pixels(&bytes, is_background) {
            Ok(pixels) => pixels,
            Err(why) => return wrong(&why),
        };
        let found = DecodedImage { width: usize::from(size.0), height: usize::from(size.1), pixels };
        Ok(Some(Cel { at: (i32::from(cel.at.0), i32::from(cel.at.1)), found }))
    }

    fn pixels(&self, bytes: &[u8], is_background: bool) -> Result<Pixels, String> {
        Ok(match self.depth {
            Depth::Colours => Pixels::Colours(bytes.as_chunks().0.to_vec()),
            Depth::Grey => Pixels::Colours(
                bytes.as_chunks().0.iter().map(|[grey, a]| [*grey, *grey, *grey, *a]).collect(),
            ),
            Depth::Indexed => {
                for (index, frame) in &self.repainted {
                    let is_seen = is_background || *index != self.transparent;
                    if is_seen && bytes.contains(index) {
                        return Err(format!(
                            "shows palette entry {index}, which has another colour from frame {} on: give the file \
                             one palette",
                            frame + 1
                        ));
                    }
                }
                if is_background {
                    let colour = |index: &u8| self.palette.get(usize::from(*index)).copied();
                    return Ok(Pixels::Colours(
                        bytes.iter().map(|index| colour(index).unwrap_or([0, 0, 0, 255])).collect(),
                    ));
                }
                let mut palette = self.palette.clone();
                if let Some(entry) = palette.get_mut(usize::from(self.transparent)) {
                    entry[3] = 0;
                }
                Pixels::Indexed { indices: bytes.to_vec(), palette }
            }
        })
    }

    /// Returns the palette entry of transparent pixels.
    #[must_use]
    pub fn transparent(&self) -> u8 {
        self.transparent
    }
}
