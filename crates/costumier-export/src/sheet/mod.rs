//! A sprite sheet: the frames of all animations in one picture, packed or in rows.
//!
//! Packed, a frame is cut to what it shows, equal frames share a place, and [`FramePlace::source`] says where a frame
//! was cut from. In rows, each animation begins a new line, and every frame is the whole canvas: a plain grid.
//! Empty pixels between neighbours keep them apart if a sheet is scaled. Programs that cut a grid by the size of a
//! cell need a sheet without them.

pub mod aseprite_json;
pub mod cells;
pub mod data;
pub mod godot;
pub mod texturepacker_json;

use std::collections::BTreeMap;

use crunch::{Item, Packer, Rotation};

use crate::film::shared_canvas::SharedCanvas;
use crate::image::{ImageError, Rect};
use crate::options::SheetLayout;

/// Sheets with more distinct frames are laid out in rows, because packing would take long.
const MOST_PACKED: usize = 3000;
/// Width in pixels at which rows are broken.
const ROW_WIDTH: u32 = 2048;

/// The place of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePlace {
    /// The rectangle on the sheet.
    pub frame: Rect,
    /// The same rectangle on the canvas.
    pub source: Rect,
}

/// A sheet of frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The costume's pixel values, row by row.
    pub pixels: Vec<u8>,
    /// The place of each frame of each animation, in order.
    pub places: Vec<FramePlace>,
    /// Empty pixels between neighbours.
    pub gap: u32,
}

/// Lays out the frames of a costume on a sheet of at most `most` pixels, with `gap` empty pixels between neighbours.
///
/// # Errors
/// If the sheet would be larger.
pub fn lay_out(
    shared: &SharedCanvas<'_>,
    layout: SheetLayout,
    gap: u32,
    most: u64,
) -> Result<Sheet, ImageError> {
    match layout {
        SheetLayout::Packed => packed(shared, gap, most),
        SheetLayout::Rows => rows(shared, gap, most),
    }
}

fn packed(shared: &SharedCanvas<'_>, gap: u32, most: u64) -> Result<Sheet, ImageError> {
    // The distinct frames, by width and pixels, numbered in order of appearance.
    let mut known: BTreeMap<(u32, &[u8]), usize> = BTreeMap::new();
    let nothing = [shared.nothing];
    let mut sizes: Vec<(u32, u32)> = Vec::new();
    let mut frames: Vec<(usize, Rect)> = Vec::with_capacity(shared.frames());
    for scene in &shared.scenes {
        let reel = &scene.shot.reel;
        for i in 0..reel.len() {
            let rect = reel.drawn(i).or_one_pixel();
            let content = if reel.part(i).is_empty() { &nothing[..] } else { reel.part(i) };
            let number = *known.entry((rect.width(), content)).or_insert_with(|| {
                sizes.push((rect.width(), rect.height()));
                sizes.len() - 1
            });
            frames.push((number, scene.place(rect)));
        }
    }
    if sizes.len() > MOST_PACKED {
        return rows(shared, gap, most);
    }
    let (width, height, spots) = pack(&sizes, gap, most)?;
    let mut sheet = Sheet::empty((width, height), gap, shared.nothing, most)?;
    for ((width, content), number) in &known {
        if let Some(spot) = spots.get(*number) {
            sheet.paste(content, *width, *spot);
        }
    }
    sheet.places = frames
        .into_iter()
        .filter_map(|(number, source)| {
            spots.get(number).map(|spot| FramePlace { frame: square(*spot, source), source })
        })
        .collect();
    Ok(sheet)
}

/// Returns the rectangle at `spot` with the size of `like`.
fn square(spot: (u32, u32), like: Rect) -> Rect {
    Rect { left: spot.0, top: spot.1, right: spot.0 + like.width(), bottom: spot.1 + like.height() }
}

/// A sheet's width and height, and the position of each rectangle.
type Packing = (u32, u32, Vec<(u32, u32)>);

/// Packs rectangles of these sizes onto a sheet that is about square.
fn pack(sizes: &[(u32, u32)], gap: u32, most: u64) -> Result<Packing, ImageError> {
    let area: u64 = sizes.iter().map(|(w, h)| u64::from(w + gap) * u64::from(h + gap)).sum();
    if area > most {
        return Err(ImageError::of(format!(
            "all frames together have {area} pixels; a sheet can have at most {most}"
        )));
    }
    let widest = sizes.iter().map(|(w, _)| w + gap).max().unwrap_or(1);
    let highest = sizes.iter().map(|(_, h)| h + gap).max().unwrap_or(1);
    let root = u32::try_from(area.isqrt()).unwrap_or(u32::MAX);
    let width = (root + root / 16).max(widest);
    let items = sizes
        .iter()
        .enumerate()
        .map(|(number, (w, h))| Item::new(number, (w + gap) as usize, (h + gap) as usize, Rotation::None));
    let mut packer = Packer::with_items(items);
    // From the smallest possible height upwards; the last try always succeeds.
    let mut height = u32::try_from(area.div_ceil(u64::from(width))).unwrap_or(u32::MAX).max(highest);
    let placed = loop {
        match packer.pack(crunch::Rect::of_size(width as usize, height as usize)) {
            Ok(placed) => break placed,
            Err(_) if u64::from(height) * u64::from(width) > most.saturating_mul(4) => {
                return Err(ImageError::of("the frames do not fit on a sheet"));
            }
            Err(_) => height += (height / 32).max(1),
        }
    };
    let mut spots = vec![(0, 0); sizes.len()];
    let (mut right, mut bottom) = (0, 0);
    for item in placed {
        let side = |v: usize| u32::try_from(v).unwrap_or(u32::MAX);
        if let (Some(spot), Some(size)) = (spots.get_mut(item.data), sizes.get(item.data)) {
            *spot = (side(item.rect.x), side(item.rect.y));
            right = right.max(spot.0 + size.0);
            bottom = bottom.max(spot.1 + size.1);
        }
    }
    Ok((right, bottom, spots))
}

fn rows(shared: &SharedCanvas<'_>, gap: u32, most: u64) -> Result<Sheet, ImageError> {
    let canvas = Rect { left: 0, top: 0, right: shared.width, bottom: shared.height };
    let (across, down) = (shared.width + gap, shared.height + gap);
    let per_line = ((ROW_WIDTH + gap) / across).max(1) as usize;
    let longest = shared.scenes.iter().map(|scene| scene.shot.reel.len().min(per_line)).max().unwrap_or(0);
    let lines: usize = shared.scenes.iter().map(|scene| scene.shot.reel.len().div_ceil(per_line)).sum();
    let side = |count: usize, step: u32| {
        u32::try_from(count).ok().and_then(|n| n.checked_mul(step)).unwrap_or(u32::MAX)
    };
    let mut sheet =
        Sheet::empty((side(longest, across) - gap, side(lines, down) - gap), gap, shared.nothing, most)?;
    let mut line = 0;
    for scene in &shared.scenes {
        let reel = &scene.shot.reel;
        for i in 0..reel.len() {
            let spot = (side(i % per_line, across), side(line + i / per_line, down));
            let rect = scene.place(reel.drawn(i));
            sheet.paste(reel.part(i), rect.width(), (spot.0 + rect.left, spot.1 + rect.top));
            sheet.places.push(FramePlace { frame: square(spot, canvas), source: canvas });
        }
        line += scene.shot.reel.len().div_ceil(per_line);
    }
    Ok(sheet)
}

impl Sheet {
    fn empty((width, height): (u32, u32), gap: u32, nothing: u8, most: u64) -> Result<Self, ImageError> {
        let pixels = u64::from(width) * u64::from(height);
        if pixels > most {
            return Err(format!(
                "a sheet of {width} × {height} pixels is too large; at most {most} are allowed"
            )
            .into());
        }
        let pixels = vec![nothing; usize::try_from(pixels).unwrap_or(0)];
        Ok(Self { width, height, pixels, places: Vec::new(), gap })
    }

    fn paste(&mut self, content: &[u8], width: u32, (x, y): (u32, u32)) {
        let rows = self.pixels.chunks_exact_mut(self.width.max(1) as usize).skip(y as usize);
        for (from, to) in content.chunks_exact(width.max(1) as usize).zip(rows) {
            if let Some(to) = to.get_mut(x as usize..x as usize + from.len()) {
                to.copy_from_slice(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_overlaps(
            sizes in prop::collection::vec((1_u32..60, 1_u32..60), 1..80),
            gap in 0_u32..4,
        ) {
            let (width, height, spots) = pack(&sizes, gap, 1 << 26).unwrap();
            let mut taken = vec![0_u8; (width * height) as usize];
            for (spot, (w, h)) in spots.iter().zip(&sizes) {
                // With its gap, where that lies on the sheet.
                for y in spot.1..(spot.1 + h + gap).min(height) {
                    for x in spot.0..(spot.0 + w + gap).min(width) {
                        taken[(y * width + x) as usize] += 1;
                    }
                }
                prop_assert!(spot.0 + w <= width && spot.1 + h <= height);
            }
            prop_assert!(taken.iter().all(|count| *count <= 1));
        }
    }

    #[test]
    fn sprites_fill_most_of_the_sheet() {
        let sizes: Vec<(u32, u32)> = (0..200).map(|i| (20 + i * 7 % 17, 40 + i * 5 % 23)).collect();
        let (width, height, _) = pack(&sizes, 1, 1 << 26).unwrap();
        let area: u32 = sizes.iter().map(|(w, h)| (w + 1) * (h + 1)).sum();
        assert!(area * 100 > width * height * 85, "{width} × {height} for {area}");
    }
}
