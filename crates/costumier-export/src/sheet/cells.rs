//! The places of a sheet's frames as a short JSON file: cell, gap, pivot, and a rectangle for each frame.

use serde::Serialize;

use crate::image::ImageError;
use crate::sheet::data::SheetData;

/// The data file. Lengths are pixels of the written picture.
#[derive(Serialize)]
struct Document<'a> {
    image: &'a str,
    size: (u32, u32),
    scale_up: u32,
    /// Width and height of a cell, if all frames have the same size; `null` on packed sheets.
    cell: Option<(u32, u32)>,
    /// Empty pixels between neighbours.
    gap: u32,
    /// The pixel between the feet, from the upper left corner of a cell or canvas.
    pivot: (i32, i32),
    /// The canvas that packed frames are cut from.
    canvas: (u32, u32),
    animations: Vec<Animation<'a>>,
}

#[derive(Serialize)]
struct Animation<'a> {
    name: &'a str,
    repeats: bool,
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Frame {
    /// Left, top, width and height on the sheet.
    rect: [u32; 4],
    /// Its left column and top row on the canvas.
    at: [u32; 2],
    ticks: u32,
    milliseconds: u32,
}

/// Returns the data file.
///
/// # Errors
/// Only if JSON cannot hold the data, which does not happen.
pub fn write(data: &SheetData) -> Result<Vec<u8>, ImageError> {
    let whole =
        |frame: &crate::sheet::data::SheetFrame| (frame.frame.width(), frame.frame.height()) == data.canvas;
    let animations = data.tags.iter().map(|tag| {
        let frames = data.frames.get(tag.from..=tag.to).unwrap_or_default().iter().map(|it| Frame {
            rect: [it.frame.left, it.frame.top, it.frame.width(), it.frame.height()],
            at: [it.source.left, it.source.top],
            ticks: it.ticks,
            milliseconds: it.milliseconds,
        });
        Animation { name: &tag.name, repeats: tag.endless, frames: frames.collect() }
    });
    let document = Document {
        image: &data.image,
        size: data.size,
        scale_up: data.scale,
        cell: data.frames.iter().all(whole).then_some(data.canvas),
        gap: data.gap,
        pivot: data.anchor,
        canvas: data.canvas,
        animations: animations.collect(),
    };
    let mut json = serde_json::to_vec(&document).map_err(ImageError::of)?;
    json.push(b'\n');
    Ok(json)
}
