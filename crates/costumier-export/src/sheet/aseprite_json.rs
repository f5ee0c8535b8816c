//! Sheet data in the form of Aseprite's own export: `frames` as a hash or an array, `meta` with tags, layers and
//! slices.
//!
//! Phaser (`load.aseprite`), importers of Godot and Unity, and several Rust crates read it. Frames are named by their
//! numbers, `0`, `1`, …, as Aseprite does with the item filename `{frame}`, because Phaser finds a tag's frames by
//! these names. The slice `feet` covers the canvas, and its pivot is the anchor. Tags that are played once have
//! `"repeat": "1"`. There are no fields that Aseprite does not write.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::image::{ImageError, Rect};
use crate::sheet::data::{SheetData, SheetFrame};

/// The form of the list of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameList {
    /// An object: `"frames": { "0": {…} }`.
    Hash,
    /// An array: `"frames": [ { "filename": "0", … } ]`.
    Array,
}

/// Returns the data file.
///
/// # Errors
/// Only if JSON cannot hold the data, which does not happen.
pub fn write(data: &SheetData, form: FrameList) -> Result<Vec<u8>, ImageError> {
    let frames = match form {
        FrameList::Hash => Frames::Hash(data),
        FrameList::Array => Frames::Array(
            (0..)
                .zip(&data.frames)
                .map(|(i, it)| Named { filename: name(i), frame: Frame::new(data, it) })
                .collect(),
        ),
    };
    let file = File { frames, meta: meta(data) };
    let mut json = serde_json::to_vec_pretty(&file).map_err(ImageError::of)?;
    json.push(b'\n');
    Ok(json)
}

#[derive(Serialize)]
struct File<'a> {
    frames: Frames<'a>,
    meta: Meta<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Frames<'a> {
    #[serde(serialize_with = "hash")]
    Hash(&'a SheetData),
    Array(Vec<Named>),
}

/// Returns the name of a frame.
fn name(number: usize) -> String {
    number.to_string()
}

/// Writes a map whose entries keep their order.
fn hash<S: Serializer>(data: &SheetData, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(data.frames.len()))?;
    for (i, frame) in data.frames.iter().enumerate() {
        map.serialize_entry(&name(i), &Frame::new(data, frame))?;
    }
    map.end()
}

#[derive(Serialize)]
struct Named {
    filename: String,
    #[serde(flatten)]
    frame: Frame,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    frame: Square,
    rotated: bool,
    trimmed: bool,
    sprite_source_size: Square,
    source_size: Size,
    duration: u32,
}

impl Frame {
    fn new(data: &SheetData, frame: &SheetFrame) -> Self {
        Self {
            frame: frame.frame.into(),
            rotated: false,
            trimmed: data.is_trimmed(frame),
            sprite_source_size: frame.source.into(),
            source_size: data.canvas.into(),
            duration: frame.milliseconds,
        }
    }
}

/// A rectangle in the form of sheet data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Square {
    x: u32,
    y: u32,
    w: u32,
    h: u32,
}

impl From<Rect> for Square {
    fn from(rect: Rect) -> Self {
        Self { x: rect.left, y: rect.top, w: rect.width(), h: rect.height() }
    }
}

/// A size in the form of sheet data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Size {
    w: u32,
    h: u32,
}

impl From<(u32, u32)> for Size {
    fn from((w, h): (u32, u32)) -> Self {
        Self { w, h }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Meta<'a> {
    app: &'static str,
    version: &'static str,
    image: &'a str,
    format: &'static str,
    size: Size,
    scale: String,
    frame_tags: Vec<FrameTag<'a>>,
    layers: Vec<Layer<'a>>,
    slices: [Slice; 1],
}

#[derive(Serialize)]
struct FrameTag<'a> {
    name: &'a str,
    from: usize,
    to: usize,
    direction: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Layer<'a> {
    name: &'a str,
    opacity: u8,
    blend_mode: &'static str,
}

#[derive(Serialize)]
struct Slice {
    name: &'static str,
    color: &'static str,
    keys: [SliceKey; 1],
}

#[derive(Serialize)]
struct SliceKey {
    frame: u32,
    bounds: Square,
    pivot: Point,
}

#[derive(Serialize)]
struct Point {
    x: i32,
    y: i32,
}

fn meta(data: &SheetData) -> Meta<'_> {
    let (w, h) = data.canvas;
    let tags = data.tags.iter().map(|tag| FrameTag {
        name: &tag.name,
        from: tag.from,
        to: tag.to,
        direction: "forward",
        repeat: (!tag.endless).then_some("1"),
    });
    let layers = data.layers.iter().map(|name| Layer { name, opacity: 255, blend_mode: "normal" });
    Meta {
        app: "Costumier",
        version: env!("CARGO_PKG_VERSION"),
        image: &data.image,
        format: "I8",
        size: data.size.into(),
        scale: "1".to_owned(),
        frame_tags: tags.collect(),
        layers: layers.collect(),
        slices: [Slice {
            name: "feet",
            color: "#0000ffff",
            keys: [SliceKey {
                frame: 0,
                bounds: Square { x: 0, y: 0, w, h },
                pivot: Point { x: data.anchor.0, y: data.anchor.1 },
            }],
        }],
    }
}
