//! Sheets and strips for programs that cut them by the size of a cell, or by a name.

use std::collections::BTreeSet;

use costumier_export::report::PictureStatus;
use costumier_export::{ExportOptions, Format, SheetLayout};
use serde_json::Value;

use crate::common::{Picture, export, png};

/// Returns a part of a picture.
fn cut(it: &Picture, left: usize, top: usize, width: usize, height: usize) -> Picture {
    let rows = it.pixels.chunks_exact(it.width).skip(top).take(height);
    let pixels = rows.flat_map(|row| row[left..left + width].to_vec()).collect();
    Picture { width, height, pixels }
}

#[test]
fn a_strip_has_a_cell_for_each_tick_and_no_gaps() {
    for scale_up in [1, 2] {
        let formats = [Format::Strips, Format::Frames].into();
        let (manifest, output) = export(ExportOptions { formats, scale_up, ..ExportOptions::default() });
        let mut repeated = 0;
        for animation in manifest.costumes.iter().flat_map(|costume| &costume.animations) {
            let Some(file) = animation.files.first() else {
                assert_eq!(animation.status, PictureStatus::Blank);
                continue;
            };
            let cells: Vec<usize> = match animation.frames.len() {
                1 => vec![0],
                _ => (0..)
                    .zip(&animation.frames)
                    .flat_map(|(number, frame)| vec![number; frame.ticks as usize])
                    .collect(),
            };
            let name = format!("/{}_strip{}.png", animation.name, cells.len());
            assert!(file.format == "strips" && file.path.ends_with(&name), "{} is not {name}", file.path);
            let strip = png(&output.files[&file.path]);
            let [width, height] = animation.canvas.map(|side| side as usize);
            assert_eq!((strip.width, strip.height), (cells.len() * width, height), "{name}");
            for (at, frame) in cells.iter().enumerate() {
                let expected = png(&output.files[animation.frames[*frame].file.as_ref().unwrap()]);
                assert!(cut(&strip, at * width, 0, width, height) == expected, "{name}: cell {at}");
            }
            repeated += usize::from(cells.len() > animation.frames.len());
        }
        assert!(repeated > 0, "some frames last longer than a tick");
    }
}

#[test]
fn the_gap_of_a_sheet_is_the_one_of_the_call() {
    for (sheet, sheet_gap, scale_up) in
        [(SheetLayout::Rows, 0, 1), (SheetLayout::Rows, 3, 2), (SheetLayout::Packed, 0, 1)]
    {
        let formats = [Format::Sheet].into();
        let options = ExportOptions { formats, sheet, sheet_gap, scale_up, ..ExportOptions::default() };
        let (manifest, output) = export(options);
        for costume in &manifest.costumes {
            let of = |ending: &str| {
                &output.files[&costume.files.iter().find(|it| it.path.ends_with(ending)).unwrap().path]
            };
            let (picture, data): (_, Value) =
                (png(of("/sheet.png")), serde_json::from_slice(of("/sheet.json")).unwrap());
            let gap = u64::from(sheet_gap) * u64::from(scale_up);
            assert_eq!(data["gap"], gap);
            let animations = data["animations"].as_array().unwrap();
            let frames = animations.iter().flat_map(|it| it["frames"].as_array().unwrap());
            let rects: BTreeSet<[u64; 4]> =
                frames.map(|it| serde_json::from_value(it["rect"].clone()).unwrap()).collect();
            // Rectangles with the gap on their right and below do not overlap.
            let mut taken = vec![false; (picture.width + 9) * (picture.height + 9)];
            for [left, top, width, height] in &rects {
                for y in *top..top + height + gap {
                    for x in *left..left + width + gap {
                        let at =
                            usize::try_from(y).unwrap() * (picture.width + 9) + usize::try_from(x).unwrap();
                        assert!(!std::mem::replace(&mut taken[at], true), "frames overlap at {x}, {y}");
                    }
                }
            }
            if sheet == SheetLayout::Rows {
                let [width, height]: [u64; 2] = serde_json::from_value(data["cell"].clone()).unwrap();
                let whole = |length: usize, cell: u64| (length as u64 + gap).is_multiple_of(cell + gap);
                assert!(whole(picture.width, width) && whole(picture.height, height), "a grid of cells");
            }
        }
    }
}

/// A loader that reads durations needs each frame once, one that does not needs it once for each tick. Both together
/// would be too long.
#[test]
fn time_is_said_once() {
    let formats = [Format::AsepriteJson, Format::TexturepackerJson, Format::Sheet].into();
    let (manifest, output) = export(ExportOptions { formats, ..ExportOptions::default() });
    for costume in &manifest.costumes {
        let json = |ending: &str| -> Value {
            let file = costume.files.iter().find(|it| it.path.ends_with(ending)).unwrap();
            serde_json::from_slice(&output.files[&file.path]).unwrap()
        };
        let packer = json("/sheet-texturepacker.json");
        let frames = packer["frames"].as_object().unwrap();
        assert!(frames.values().all(|it| it.get("duration").is_none()));
        let shown = || costume.animations.iter().filter(|it| it.status != PictureStatus::Blank);
        for animation in shown() {
            let names = packer["animations"][&animation.name].as_array().unwrap();
            assert_eq!(names.len(), animation.ticks as usize, "{}", animation.name);
        }
        let count: usize = shown().map(|it| it.frames.len()).sum();
        let aseprite = json("/sheet-aseprite.json");
        let frames = aseprite["frames"].as_object().unwrap();
        assert!(frames.len() == count && frames.values().all(|it| it["duration"].as_u64() >= Some(100)));
        let cells = json("/sheet.json");
        let listed: usize = cells["animations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["frames"].as_array().unwrap().len())
            .sum();
        assert!(listed >= count, "loops that begin later are listed again");
    }
}
