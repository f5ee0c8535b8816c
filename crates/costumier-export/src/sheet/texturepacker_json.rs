//! Sheet data in TexturePacker's hash form, which PixiJS and Phaser (`load.atlas`) read.
//!
//! `anchor` (PixiJS) and `pivot` (Phaser) are the anchor as a fraction of the canvas. Both play the names under
//! `animations` at one speed, so a frame that lasts longer is named several times, each for `ticks_per_frame` ticks.
//!
//! **Note:** frames have no `duration`. TexturePacker writes none and no loader of its data reads one; together with
//! the repeated names it would count twice. Aseprite's data has each frame once, with its duration.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::film::shared_canvas::Tag;
use crate::image::ImageError;
use crate::sheet::aseprite_json::{Size, Square};
use crate::sheet::data::SheetData;

/// Returns the data file.
///
/// # Errors
/// Only if JSON cannot hold the data, which does not happen.
pub fn write(data: &SheetData) -> Result<Vec<u8>, ImageError> {
    let mut json = serde_json::to_vec_pretty(&File { frames: data, animations: data, meta: meta(data) })
        .map_err(ImageError::of)?;
    json.push(b'\n');
    Ok(json)
}

#[derive(Serialize)]
struct File<'a> {
    #[serde(serialize_with = "frames")]
    frames: &'a SheetData,
    #[serde(serialize_with = "animations")]
    animations: &'a SheetData,
    meta: Meta<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    frame: Square,
    rotated: bool,
    trimmed: bool,
    sprite_source_size: Square,
    source_size: Size,
    pivot: Fraction,
    anchor: Fraction,
}

/// A position on the canvas, 0 to 1 in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Fraction {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Meta<'a> {
    app: &'static str,
    version: &'static str,
    image: &'a str,
    format: &'static str,
    size: Size,
    scale: &'static str,
    /// Number of ticks for each name under `animations`.
    ticks_per_frame: u32,
    jiffies_per_tick: u32,
}

fn meta(data: &SheetData) -> Meta<'_> {
    Meta {
        app: "Costumier",
        version: env!("CARGO_PKG_VERSION"),
        image: &data.image,
        format: "I8",
        size: data.size.into(),
        scale: "1",
        ticks_per_frame: 1,
        jiffies_per_tick: data.jiffies_per_tick,
    }
}

fn frames<S: Serializer>(data: &SheetData, to: S) -> Result<S::Ok, S::Error> {
    let fraction = |part: i32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    let anchor =
        Fraction { x: fraction(data.anchor.0, data.canvas.0), y: fraction(data.anchor.1, data.canvas.1) };
    let mut map = to.serialize_map(Some(data.frames.len()))?;
    for it in &data.frames {
        let frame = Frame {
            frame: it.frame.into(),
            rotated: false,
            trimmed: data.is_trimmed(it),
            sprite_source_size: it.source.into(),
            source_size: data.canvas.into(),
            pivot: anchor,
            anchor,
        };
        map.serialize_entry(&it.name, &frame)?;
    }
    map.end()
}

fn animations<S: Serializer>(data: &SheetData, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(data.tags.len()))?;
    for tag in &data.tags {
        map.serialize_entry(&tag.name, &names(data, tag))?;
    }
    map.end()
}

/// Returns the names of a tag's frames, one for each `ticks_per_frame` ticks.
fn names<'a>(data: &'a SheetData, tag: &Tag) -> Vec<&'a str> {
    let frames = data.frames.get(tag.from..=tag.to).unwrap_or_default();
    frames.iter().flat_map(|frame| std::iter::repeat_n(&*frame.name, frame.ticks as usize)).collect()
}
