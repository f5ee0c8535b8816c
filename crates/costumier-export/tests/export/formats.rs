//! Every format read back by code that is not ours, frame by frame against the PNG sequences (which
//! `sample.rs` compares with what `render` draws).

use std::io::Cursor;

use crate::common::{Picture, export, png};
use costumier_export::report::{AnimationReport, CostumeReport, Manifest, PictureStatus};
use costumier_export::{ExportOptions, Format, MemoryOutput, SheetLayout};
use serde_json::Value;

/// Everything in these formats, and PNG sequences to compare with.
fn export_as(formats: &[Format], options: ExportOptions) -> (Manifest, MemoryOutput) {
    let formats = formats.iter().copied().chain([Format::Png, Format::Frames]).collect();
    export(ExportOptions { formats, ..options })
}

fn shown(costume: &CostumeReport) -> impl Iterator<Item = &AnimationReport> {
    costume.animations.iter().filter(|it| it.status != PictureStatus::Blank)
}

fn file<'a>(
    output: &'a MemoryOutput,
    files: &[costumier_export::report::FileReport],
    ending: &str,
) -> &'a [u8] {
    &output.files[&files.iter().find(|file| file.path.ends_with(ending)).unwrap().path]
}

/// A frame in costume colours as red, green, blue and alpha; transparent pixels are all 0.
fn rgba(costume: &CostumeReport, picture: &Picture) -> Vec<u8> {
    let palette = &costume.palette.as_ref().unwrap().written;
    let pixels = picture.pixels.iter().flat_map(|index| match palette.rgba(*index) {
        [.., 0] => [0; 4],
        visible => visible,
    });
    pixels.collect()
}

/// Sets the colour of transparent pixels to 0: formats keep any they like there.
fn cleared(pixels: &[u8]) -> Vec<u8> {
    pixels.as_chunks::<4>().0.iter().flat_map(|p| if p[3] == 0 { [0; 4] } else { *p }).collect()
}

fn frame_picture(output: &MemoryOutput, animation: &AnimationReport, frame: usize) -> Picture {
    png(&output.files[animation.frames[frame].file.as_ref().unwrap()])
}

#[test]
fn animated_png_shows_the_same_for_the_same_time() {
    let (manifest, output) =
        export_as(&[Format::Apng], ExportOptions { jiffies_per_tick: 7, ..ExportOptions::default() });
    for costume in &manifest.costumes {
        for animation in shown(costume) {
            let mut decoder = ::png::Decoder::new(Cursor::new(file(&output, &animation.files, ".apng")));
            decoder.set_transformations(::png::Transformations::IDENTITY);
            let mut reader = decoder.read_info().unwrap();
            let control = reader.info().animation_control().copied().unwrap();
            assert_eq!(control.num_frames as usize, animation.frames.len());
            assert_eq!(control.num_plays, u32::from(animation.loops_to.is_none()));
            assert_eq!(reader.info().trns.as_deref(), Some(&[0][..]));
            let (width, height) = (reader.info().width as usize, reader.info().height as usize);
            for (i, frame) in animation.frames.iter().enumerate() {
                let mut data = vec![0; reader.output_buffer_size().unwrap()];
                let info = reader.next_frame(&mut data).unwrap();
                // ffmpeg shifts frames of 4 bits that do not begin at the left edge.
                assert_eq!(info.bit_depth, ::png::BitDepth::Eight);
                let control = reader.info().frame_control().copied().unwrap();
                assert_eq!(u32::from(control.delay_num) * 60 / u32::from(control.delay_den), frame.ticks * 7);
                assert_eq!(control.dispose_op, ::png::DisposeOp::Background);
                let mut pixels = vec![0; width * height];
                let rows = data.chunks_exact(info.line_size).take(info.height as usize);
                for (y, row) in rows.enumerate() {
                    let at = (control.y_offset as usize + y) * width + control.x_offset as usize;
                    pixels[at..at + info.width as usize].copy_from_slice(row);
                }
                let found = Picture { width, height, pixels };
                assert!(found == frame_picture(&output, animation, i), "{} {i}", animation.name);
            }
        }
    }
}

#[test]
fn animated_webp_shows_the_same_for_the_same_time() {
    for scale_up in [1, 2] {
        let options = ExportOptions { jiffies_per_tick: 4, scale_up, ..ExportOptions::default() };
        let (manifest, output) = export_as(&[Format::Webp], options);
        for costume in &manifest.costumes {
            for animation in shown(costume) {
                let bytes = file(&output, &animation.files, ".webp");
                let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).unwrap();
                assert!(decoder.is_animated() && decoder.has_alpha());
                assert_eq!(decoder.num_frames() as usize, animation.frames.len());
                let once = image_webp::LoopCount::Times(1.try_into().unwrap());
                let endless = image_webp::LoopCount::Forever;
                assert_eq!(decoder.loop_count(), if animation.loops_to.is_some() { endless } else { once });
                assert_eq!(decoder.dimensions(), (animation.canvas[0], animation.canvas[1]));
                let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
                let (mut ticks, mut passed) = (0, 0);
                for (i, frame) in animation.frames.iter().enumerate() {
                    passed += decoder.read_frame(&mut pixels).unwrap();
                    ticks += frame.ticks;
                    assert!(
                        (passed * 60).abs_diff(ticks * 4 * 1000) <= 30,
                        "{passed} ms after {ticks} ticks"
                    );
                    let expected = rgba(costume, &frame_picture(&output, animation, i));
                    assert!(cleared(&pixels) == expected, "{} {i}", animation.name);
                }
            }
        }
    }
}

/// The frames of a sheet, laid back on their canvas, and checked against the sequences.
fn check_sheet(
    sheet: &Picture,
    data: &Value,
    output: &MemoryOutput,
    costume: &CostumeReport,
    anchor: [i64; 2],
    name: impl Fn(usize, &str) -> String,
    has_durations: bool,
) {
    let number = |value: &Value, key: &str| usize::try_from(value[key].as_u64().unwrap()).unwrap();
    let mut names = 0;
    for animation in shown(costume) {
        for (i, frame) in animation.frames.iter().enumerate() {
            let name = name(names, frame.file.as_ref().unwrap());
            let entry = &data[&name];
            let (at, from) = (&entry["frame"], &entry["spriteSourceSize"]);
            assert_eq!((number(at, "w"), number(at, "h")), (number(from, "w"), number(from, "h")));
            assert_eq!(entry["rotated"], false);
            let canvas = (number(&entry["sourceSize"], "w"), number(&entry["sourceSize"], "h"));
            let whole = canvas == (number(from, "w"), number(from, "h"));
            assert_eq!(entry["trimmed"], !whole);
            // Where animations repeat names, a frame that had a duration, too, would be shown too long.
            let duration = if has_durations { Value::from(frame.ticks * 100) } else { Value::Null };
            assert_eq!(entry["duration"], duration);
            let expected = frame_picture(output, animation, i);
            // The anchors lie on one another.
            let mut drawn = 0;
            for y in 0..number(at, "h") {
                for x in 0..number(at, "w") {
                    let found = sheet.pixels[(number(at, "y") + y) * sheet.width + number(at, "x") + x];
                    let place = |side: usize, from: usize, axis: usize| {
                        i64::try_from(from + side).unwrap() - anchor[axis] + i64::from(animation.anchor[axis])
                    };
                    let (px, py) = (place(x, number(from, "x"), 0), place(y, number(from, "y"), 1));
                    let wanted = match (usize::try_from(px), usize::try_from(py)) {
                        (Ok(px), Ok(py)) if px < expected.width => {
                            expected.pixels.get(py * expected.width + px).copied().unwrap_or(0)
                        }
                        _ => 0,
                    };
                    assert_eq!(found, wanted, "{name} at {x}, {y}");
                    drawn += usize::from(found != 0);
                }
            }
            assert_eq!(drawn, expected.pixels.iter().filter(|p| **p != 0).count(), "{name}");
            names += 1;
        }
    }
    assert_eq!(data.as_object().unwrap().len(), names);
}

#[test]
fn sheets_and_their_data_give_the_frames_back() {
    for sheet in [SheetLayout::Packed, SheetLayout::Rows] {
        let formats = [Format::AsepriteJson, Format::TexturepackerJson];
        let (manifest, output) = export_as(&formats, ExportOptions { sheet, ..ExportOptions::default() });
        for costume in &manifest.costumes {
            let picture = png(file(&output, &costume.files, "/sheet.png"));
            let json =
                |ending| serde_json::from_slice::<Value>(file(&output, &costume.files, ending)).unwrap();
            let hash = json("/sheet-aseprite.json");
            let array = json("/sheet-aseprite-array.json");
            let pixi = json("/sheet-texturepacker.json");
            let pivot = &hash["meta"]["slices"][0]["keys"][0]["pivot"];
            let anchor = [pivot["x"].as_i64().unwrap(), pivot["y"].as_i64().unwrap()];
            // Phaser finds frames by their numbers, PixiJS by the names of their files.
            check_sheet(
                &picture,
                &hash["frames"],
                &output,
                costume,
                anchor,
                |number, _| number.to_string(),
                true,
            );
            check_sheet(
                &picture,
                &pixi["frames"],
                &output,
                costume,
                anchor,
                |_, file| file.to_owned(),
                false,
            );
            assert_eq!(hash["meta"]["size"]["w"], picture.width);
            assert_eq!(hash["meta"], array["meta"]);

            // The array has the hash's entries in the tags' order.
            let listed = array["frames"].as_array().unwrap();
            for (number, entry) in listed.iter().enumerate() {
                let mut entry = entry.clone();
                let name = entry.as_object_mut().unwrap().remove("filename").unwrap();
                assert_eq!(name, number.to_string());
                assert_eq!(hash["frames"][name.as_str().unwrap()], entry);
            }
            let tags = hash["meta"]["frameTags"].as_array().unwrap();
            let mut frames = 0;
            for animation in shown(costume) {
                let tag = tags.iter().find(|tag| tag["name"] == animation.name.as_str()).unwrap();
                let side = |tag: &Value, key: &str| usize::try_from(tag[key].as_u64().unwrap()).unwrap();
                let (from, to) = (side(tag, "from"), side(tag, "to"));
                assert_eq!(to + 1 - from, animation.frames.len(), "{}", animation.name);
                assert_eq!(from, frames, "tags follow one another in the order of the frames");
                frames += animation.frames.len();
                assert_eq!(tag.get("repeat").is_none(), animation.loops_to == Some(0));
                // PixiJS: one name for every tick.
                let names = pixi["animations"][&animation.name].as_array().unwrap();
                assert_eq!(names.len(), animation.ticks as usize);
                if let Some(start @ 1..) = animation.loops_to {
                    let tail =
                        tags.iter().find(|tag| tag["name"] == format!("{}-loop", animation.name)).unwrap();
                    assert_eq!((side(tail, "from"), side(tail, "to")), (from + start, to));
                    assert!(tail.get("repeat").is_none());
                }
            }
            // PixiJS's anchor is the pivot as a fraction.
            let some = pixi["frames"].as_object().unwrap().values().next().unwrap();
            let width = some["sourceSize"]["w"].as_f64().unwrap();
            assert!((some["anchor"]["x"].as_f64().unwrap() * width - anchor[0] as f64).abs() < 1e-9);
        }
    }
}

#[test]
fn an_independent_reader_of_aseprite_files_sees_what_the_painter_draws() {
    let (manifest, output) = export_as(&[Format::Aseprite], ExportOptions::default());
    for costume in &manifest.costumes {
        let read = asefile::AsepriteFile::read(file(&output, &costume.files, ".aseprite")).unwrap();
        assert_eq!(read.pixel_format(), asefile::PixelFormat::Indexed { transparent_color_index: 0 });
        let palette = &costume.palette.as_ref().unwrap().written;
        assert_eq!(read.palette().unwrap().num_colors() as usize, palette.colours.len());
        for (index, rgb) in palette.colours.iter().enumerate() {
            let colour = read.palette().unwrap().color(u32::try_from(index).unwrap()).unwrap();
            assert_eq!([colour.red(), colour.green(), colour.blue()], *rgb);
        }
        assert_eq!(read.sprite_user_data().and_then(|it| it.text.as_deref()), Some(&*costume.key));

        let slice = &read.slices()[0];
        assert_eq!(slice.name, "feet");
        let pivot = slice.keys[0].pivot.unwrap();
        let mut at = 0;
        for animation in shown(costume) {
            let tag = read.tag_by_name(&animation.name).unwrap();
            assert_eq!(
                (tag.from_frame(), tag.to_frame()),
                (at, at + u32::try_from(animation.frames.len()).unwrap() - 1)
            );
            let text = tag.user_data().and_then(|it| it.text.clone()).unwrap();
            assert!(text.contains(&format!("record {}", animation.record)), "{text}");
            for (i, frame) in animation.frames.iter().enumerate() {
                assert_eq!(read.frame(at).duration(), frame.ticks * 100);
                let image = read.frame(at).image();
                let expected = frame_picture(&output, animation, i);
                let colours = rgba(costume, &expected);
                let mut laid = vec![0; image.as_raw().len()];
                let (left, top) = (pivot.0 - animation.anchor[0], pivot.1 - animation.anchor[1]);
                for (y, row) in colours.chunks_exact(4 * expected.width).enumerate() {
                    let at = ((usize::try_from(top).unwrap() + y) * read.width()
                        + usize::try_from(left).unwrap())
                        * 4;
                    laid[at..at + row.len()].copy_from_slice(row);
                }
                assert!(cleared(image.as_raw()) == laid, "{} {i}", animation.name);
                at += 1;
            }
        }
        assert_eq!(read.num_frames(), at);
        // The layers are the limbs.
        for layer in read.layers() {
            let limb: u8 = layer.name().strip_prefix("limb ").unwrap().parse().unwrap();
            assert!(costume.pictures.iter().any(|it| it.limb == limb));
            assert_eq!(layer.user_data().and_then(|it| it.text.clone()), Some(format!("limb-{limb:02}")));
        }
    }
}

#[test]
fn a_bitmap_holds_the_same_indices_as_the_png() {
    let (manifest, output) = export_as(&[Format::Bmp], ExportOptions::default());
    let mut compared = 0;
    for picture in manifest.costumes.iter().flat_map(|it| &it.pictures) {
        let (Some(bmp), Some(file)) = (&picture.bmp, &picture.file) else { continue };
        let expected = png(&output.files[file]);
        let bytes = &output.files[bmp];
        let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((field(2), field(18), field(22)), (bytes.len(), expected.width, expected.height));
        let stride = expected.width.next_multiple_of(4);
        let rows = bytes[field(10)..].chunks_exact(stride).rev();
        let pixels: Vec<u8> = rows.flat_map(|row| row[..expected.width].to_vec()).collect();
        assert!(pixels == expected.pixels, "{bmp}");
        compared += 1;
    }
    assert!(compared > 200);
}

#[test]
fn godot_s_resource_names_every_animation_with_its_timing() {
    let (manifest, output) = export_as(&[Format::Godot], ExportOptions::default());
    for costume in &manifest.costumes {
        let text = std::str::from_utf8(file(&output, &costume.files, ".tres")).unwrap();
        assert!(text.starts_with("[gd_resource type=\"SpriteFrames\" load_steps="));
        let textures = text.matches("[sub_resource").count();
        assert!(text.contains(&format!("load_steps={} ", textures + 2)));
        for animation in shown(costume) {
            let before = text.split(&format!("\"name\": &\"{}\"", animation.name)).next().unwrap();
            let own = before.rsplit("\"frames\": [").next().unwrap();
            let durations: Vec<&str> =
                own.split("\"duration\": ").skip(1).map(|rest| rest.split(".0,").next().unwrap()).collect();
            let expected: Vec<String> =
                animation.frames.iter().map(|frame| frame.ticks.to_string()).collect();
            assert_eq!(durations, expected, "{}", animation.name);
            assert!(own.contains(&format!("\"loop\": {}", animation.loops_to == Some(0))));
        }
        assert_eq!(text.matches("\"speed\": 10.0").count(), text.matches("\"loop\": ").count());
    }
}

/// The colours that a file stores as a table. `None` if it has none.
fn table(name: &str, bytes: &[u8]) -> Option<Vec<[u8; 3]>> {
    let triples = |bytes: &[u8]| bytes.as_chunks::<3>().0.to_vec();
    match name.rsplit('.').next()? {
        "png" | "apng" => {
            let at = bytes.windows(4).position(|part| part == b"PLTE")?;
            let length = u32::from_be_bytes(bytes[at - 4..at].try_into().unwrap()) as usize;
            Some(triples(&bytes[at + 4..at + 4 + length]))
        }
        "gif" => {
            assert!(bytes[10] & 0x80 != 0, "{name}: one table for all frames");
            Some(triples(&bytes[13..13 + (3 << (1 + (bytes[10] & 7)))]))
        }
        "bmp" => {
            let count = u32::from_le_bytes(bytes[46..50].try_into().unwrap()) as usize;
            let entries = bytes[54..54 + 4 * count].as_chunks::<4>().0;
            Some(entries.iter().map(|[b, g, r, _]| [*r, *g, *b]).collect())
        }
        "aseprite" => {
            let read = asefile::AsepriteFile::read(bytes).unwrap();
            let colour = |index| read.palette().unwrap().color(index).unwrap();
            let colours = (0..read.palette().unwrap().num_colors()).map(colour);
            Some(colours.map(|it| [it.red(), it.green(), it.blue()]).collect())
        }
        _ => None,
    }
}

#[test]
fn every_format_has_exactly_the_given_colours() {
    // Every fourth room colour looks alike.
    let given: Vec<[u8; 3]> = (0..=255u8).map(|k| [250 - k % 4, 246, k % 4 * 9]).collect();
    let formats = Format::ALL.into();
    let (manifest, output) =
        export(ExportOptions { formats, recolour: Some(given.clone()), ..ExportOptions::default() });
    let mut seen = std::collections::BTreeMap::new();
    for costume in &manifest.costumes {
        let colours = &costume.palette.as_ref().unwrap().colours;
        let folder = format!("costume-{:03}/", costume.id);
        for (path, bytes) in output.files.iter().filter(|(path, _)| path.starts_with(&folder)) {
            let kind = path.rsplit(['/', '.']).next().unwrap().to_owned();
            if let Some(table) = table(path, bytes) {
                let entries = colours.iter().zip(&table).enumerate().skip(1);
                for (k, (colour, found)) in entries.filter(|(_, (colour, _))| !colour.shadow) {
                    let exact = given[usize::from(colour.room_colour)];
                    assert_eq!((colour.exact, colour.written), (Some(exact), exact), "{path}: {k}");
                    assert_eq!(*found, exact, "{path}: colour {k}");
                }
            } else if kind == "webp" {
                let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).unwrap();
                let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
                decoder.read_frame(&mut pixels).unwrap();
                for [r, g, b, _] in pixels.as_chunks().0.iter().filter(|pixel| pixel[3] == 255) {
                    assert!(given.contains(&[*r, *g, *b]), "{path}: {:?}", [r, g, b]);
                }
            } else {
                continue;
            }
            *seen.entry(kind).or_insert(0) += 1;
        }
    }
    let kinds: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(kinds, ["apng", "aseprite", "bmp", "gif", "png", "webp"]);
}
