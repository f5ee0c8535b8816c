//! Aseprite's sheet data, as its own export writes it: `frames` as a hash or an array, `meta` with tags,
//! layers and slices.
//!
//! Phaser (`load.aseprite`), Godot and Unity importers and several Rust crates read it. Frames are named by
//! their numbers, `0`, `1`, …, as Aseprite does with the item filename `{frame}`: Phaser finds a tag's frames
//! by these names. The slice `feet` covers the canvas; its pivot is the anchor. Tags that are played once say
//! `"repeat": "1"`. What an importer does not expect of us: nothing; fields that Aseprite does not write are
//! not written.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::image::Rect;
use crate::sheet::data::{SheetData, SheetFrame};

/// How frames are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `"frames": { "0": {…} }`.
    Hash,
    /// `"frames": [ { "filename": "0", … } ]`.
    Array,
}

/// The data file.
///
/// # Errors
/// None that can be met: everything here can be said in JSON.
pub fn write(data: &SheetData, form: Form) -> Result<Vec<u8>, String> {
    let frames = match form {
        Form::Hash => Frames::Hash(data),
        Form::Array => Frames::Array(
            (0..)
                .zip(&data.frames)
                .map(|(i, it)| Named { filename: name(i), frame: Frame::new(data, it) })
                .collect(),
        ),
    };
    let file = File { frames, meta: meta(data) };
    let mut json = serde_json::to_vec_pretty(&file).map_err(|e| e.to_string())?;
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

/// The name of a frame.
fn name(number: usize) -> String {
    number.to_string()
}

/// A map whose entries stay in their order.
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

/// A rectangle as the sheet formats write it.
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

/// A size as the sheet formats write it.
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
