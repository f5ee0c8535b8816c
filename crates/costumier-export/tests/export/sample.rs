//! The sample game exported and read back by decoders, frame by frame against the scene renderer's pictures.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{Picture, export, game, png};
use costumier::Role;
use costumier::scene::{ChoreRef, Scene, SceneActor, SceneRenderer, Step};
use costumier_export::report::{AnimationReport, CostumeReport, PictureStatus};
use costumier_export::{ExportOptions, Format};

/// What is exported by default, and single frames.
fn with_frames() -> ExportOptions {
    let mut options = ExportOptions::default();
    options.formats.insert(Format::Frames);
    options
}

/// The frames of a GIF as a browser shows them, with their delays; and whether it repeats.
fn gif(bytes: &[u8]) -> (Vec<(Picture, u16)>, bool) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, gif::DisposalMethod::Background);
        assert_eq!(frame.transparent, Some(0));
        assert_eq!(frame.palette, None);
        let mut pixels = vec![0; width * height];
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width)).enumerate() {
            let start = (usize::from(frame.top) + y) * width + usize::from(frame.left);
            pixels[start..start + row.len()].copy_from_slice(row);
        }
        frames.push((Picture { width, height, pixels }, frame.delay));
    }
    let repeats = decoder.repeat() == gif::Repeat::Infinite;
    (frames, repeats)
}

/// What `render` draws of an animation after so many ticks, laid on the animation's canvas.
fn rendered(
    renderer: &mut SceneRenderer,
    costume: &CostumeReport,
    it: &AnimationReport,
    ticks: u32,
) -> Picture {
    let chore = it.chore;
    let mut actor = SceneActor::new(costume.id, (0, 0), it.facing.parse().unwrap());
    actor.steps.push(Step::Chore(ChoreRef::Role(Role::Init)));
    if matches!(it.role, Some("talk start" | "talk stop")) {
        actor.steps.push(Step::Chore(ChoreRef::Role(Role::Stand)));
    }
    if it.role != Some("init") {
        actor.steps.push(Step::Chore(ChoreRef::Number(chore)));
    }
    actor.steps.push(Step::Ticks(ticks));
    let scene = Scene::new(None, vec![actor]);
    let picture = renderer.render(&scene).unwrap();
    let (width, height) = (it.canvas[0] as usize, it.canvas[1] as usize);
    let mut pixels = vec![0; width * height];
    for (i, value) in picture.pixels.iter().enumerate() {
        if Some(*value) == picture.transparent {
            continue;
        }
        let i = i32::try_from(i).unwrap();
        let row = i32::try_from(picture.width).unwrap();
        let x = i % row + picture.origin.0 + it.anchor[0];
        let y = i / row + picture.origin.1 + it.anchor[1];
        let at = usize::try_from(y).unwrap() * width + usize::try_from(x).unwrap();
        assert!(usize::try_from(x).unwrap() < width);
        // 0 means "nothing" here; the sample's costumes do not use room colour 0.
        assert_ne!(*value, 0);
        pixels[at] = *value;
    }
    Picture { width, height, pixels }
}

/// Costume colours as room colours.
fn in_room_colours(costume: &CostumeReport, picture: &Picture) -> Picture {
    let colours = &costume.palette.as_ref().unwrap().colours;
    let pixels =
        picture.pixels.iter().map(|p| if *p == 0 { 0 } else { colours[usize::from(*p)].room_colour });
    Picture { width: picture.width, height: picture.height, pixels: pixels.collect() }
}

#[test]
fn every_frame_is_what_render_draws() {
    let (manifest, output) = export(with_frames());
    let game = game();
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let mut frames = 0;
    for costume in &manifest.costumes {
        for animation in costume.animations.iter().filter(|it| it.status != PictureStatus::Blank) {
            let file = animation.files.iter().find(|file| file.format == "gif").unwrap();
            let (gif_frames, repeats) = gif(&output.files[&file.path]);
            assert_eq!(repeats, animation.loops_to.is_some(), "{}", file.path);
            assert_eq!(gif_frames.len(), animation.frames.len(), "{}", file.path);
            assert_eq!(file.note.is_some(), animation.loops_to > Some(0), "{}", file.path);
            let mut ticks = 0;
            for (frame, (gif_frame, delay)) in animation.frames.iter().zip(gif_frames) {
                let path = frame.file.as_ref().unwrap();
                let expected = rendered(&mut renderer, costume, animation, ticks);
                let found = png(&output.files[path]);
                assert!(in_room_colours(costume, &found) == expected, "{path}");
                assert!(gif_frame == found, "{} at tick {ticks}", file.path);
                assert_eq!(u32::from(delay), 10 * frame.ticks);
                ticks += frame.ticks;
                frames += 1;
            }
            assert_eq!(ticks, animation.ticks);
        }
    }
    assert!(frames > 1000, "{frames}");
}

#[test]
fn the_manifest_names_every_file_and_nothing_else() {
    let (manifest, output) = export(with_frames());
    let mut named: BTreeSet<&str> = ["manifest.json", "index.html"].into();
    let mut count = 0;
    for costume in &manifest.costumes {
        count += costume.file_count();
        named.extend(costume.files.iter().map(|file| &*file.path));
        named.extend(costume.pictures.iter().filter_map(|it| it.file.as_deref()));
        for animation in &costume.animations {
            named.extend(animation.files.iter().map(|file| &*file.path));
            named.extend(animation.frames.iter().filter_map(|it| it.file.as_deref()));
        }
    }
    let written: BTreeSet<&str> = output.files.keys().map(String::as_str).collect();
    assert_eq!(written, named);
    assert_eq!(count + 2, written.len());
    for path in written {
        let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-./".contains(c);
        assert!(path.chars().all(safe) && !path.contains("..") && !path.starts_with('/'), "{path}");
    }
}

#[test]
fn pictures_are_the_stored_ones_and_the_same_ones_are_written_once() {
    let (manifest, output) = export(with_frames());
    let game = game();
    for costume in &manifest.costumes {
        let opened = costumier_export::open(&game, costume.id).unwrap();
        let dump = costumier_export::json::dump(costume.id, costume.room, &opened.costume, game.limits());
        let dumped: Vec<_> =
            dump.limbs.iter().flat_map(|it| it.pictures.iter().map(|p| (it.limb, p))).collect();
        assert_eq!(dumped.len(), costume.pictures.len());
        let mut hashes = BTreeSet::new();
        for ((limb, dumped), reported) in dumped.into_iter().zip(&costume.pictures) {
            assert_eq!((limb, dumped.index), (reported.limb, reported.index));
            assert_eq!(Some(&dumped.sha256), reported.sha256.as_ref());
            let known = !hashes.insert((dumped.sha256.clone(), dumped.width, dumped.height));
            assert_eq!(known, reported.same_as.is_some(), "{}", reported.key);
            let Some(file) = &reported.file else { continue };
            let picture = png(&output.files[file]);
            assert_eq!((picture.width, picture.height), (dumped.width.into(), dumped.height.into()));
            use sha2::{Digest as _, Sha256};
            let hash: String = Sha256::digest(&picture.pixels).iter().map(|b| format!("{b:02x}")).collect();
            assert_eq!(hash, dumped.sha256, "{file}");
        }
    }
}

#[test]
fn trimmed_enlarged_and_filtered_exports_show_the_same() {
    let (whole, whole_files) = export(with_frames());
    let options = ExportOptions {
        scale_up: 3,
        trim: true,
        chores: Some(vec!["walk".parse().unwrap(), "6".parse().unwrap()]),
        facings: Some(vec!["east".parse().unwrap()]),
        ..with_frames()
    };
    let (part, part_files) = export(options);
    let mut compared = 0;
    for (whole, part) in whole.costumes.iter().zip(&part.costumes) {
        for it in &part.animations {
            assert!(["walk-east", "chore-06-east"].contains(&&*it.name), "{}", it.name);
            let full = whole.animations.iter().find(|full| full.name == it.name).unwrap();
            for (it_frame, full_frame) in it.frames.iter().zip(&full.frames) {
                let small = png(&whole_files.files[full_frame.file.as_ref().unwrap()]);
                let large = png(&part_files.files[it_frame.file.as_ref().unwrap()]);
                let offset = [0, 1].map(|i| usize::try_from(full.anchor[i] - it.anchor[i] / 3).unwrap());
                let mut drawn = 0;
                for (i, pixel) in large.pixels.iter().enumerate() {
                    let (x, y) = (i % large.width / 3 + offset[0], i / large.width / 3 + offset[1]);
                    assert_eq!(*pixel, small.pixels[y * small.width + x]);
                    drawn += usize::from(*pixel != 0);
                }
                assert_eq!(drawn, 9 * small.pixels.iter().filter(|p| **p != 0).count());
                compared += 1;
            }
        }
        // Which animations show a picture does not depend on which are exported.
        let used = |it: &CostumeReport| it.pictures.iter().map(|p| p.used_by.clone()).collect::<Vec<_>>();
        assert_eq!((used(whole), &whole.shown_in), (used(part), &part.shown_in));
    }
    assert!(compared > 30, "{compared}");
}

/// What the page's script makes rows of, card by card.
fn card_rows(page: &str) -> Vec<serde_json::Value> {
    let data = page.split("<script type=\"application/json\">").skip(1);
    data.map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()).collect()
}

#[test]
fn the_page_links_to_what_is_there() {
    let (manifest, output) = export(with_frames());
    let page = String::from_utf8(output.files["index.html"].clone()).unwrap();
    let mut links: Vec<String> = Vec::new();
    for attribute in ["href=\"", "src=\"", "data-still=\"", "data-moving=\""] {
        links.extend(page.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()));
    }
    for (rows, costume) in card_rows(&page).iter().zip(&manifest.costumes) {
        let at = rows["at"].as_str().unwrap();
        let clips = rows["chores"].as_array().unwrap().iter().flat_map(|chore| chore[2].as_array().unwrap());
        let clips: Vec<_> = clips.collect();
        assert_eq!(clips.len(), costume.animations.len());
        for (clip, animation) in clips.iter().zip(&costume.animations) {
            assert_eq!(
                (clip[0].as_str(), clip[1].as_u64()),
                (Some(animation.facing), Some(animation.frames.len() as u64))
            );
            links.extend(clip[4].as_str().map(|still| format!("{at}{still}")));
            links.extend(
                clip[5].as_array().unwrap().iter().map(|file| format!("{at}{}", file[1].as_str().unwrap())),
            );
        }
        for picture in rows["pictures"].as_array().unwrap() {
            let [limb, index] = [0, 1].map(|i| picture[i].as_u64().unwrap());
            links.push(format!("{at}pictures/limb-{limb:02}-picture-{index:03}.png"));
        }
    }
    links.retain(|link| !link.starts_with('#'));
    assert!(links.len() > 500, "{}", links.len());
    for link in links {
        let is_folder = link.ends_with('/') && output.files.keys().any(|file| file.starts_with(&link));
        assert!(is_folder || output.files.contains_key(&link), "{link}");
    }
    assert!(!page.contains("://"), "nothing comes from elsewhere");
}

/// What follows `name="` in a tag.
fn attribute<'p>(tag: &'p str, name: &str) -> &'p str {
    tag.split_once(&format!("{name}=\"")).unwrap().1.split('"').next().unwrap()
}

#[test]
fn the_page_has_the_pixels_that_it_paints_in_other_rooms_colours() {
    let (manifest, output) = export(with_frames());
    let page = String::from_utf8(output.files["index.html"].clone()).unwrap();
    for (card, costume) in page.split("<article ").skip(1).zip(&manifest.costumes) {
        let palette = costume.palette.as_ref().unwrap();
        let (_, list) = card.split_once("class=\"row looks\"").unwrap();
        let [width, height] =
            ["data-width", "data-height"].map(|name| attribute(list, name).parse::<usize>().unwrap());
        let runs: Vec<u8> = attribute(list, "data-runs")
            .as_bytes()
            .chunks_exact(2)
            .map(|digits| u8::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap())
            .collect();
        let pixels: Vec<u8> =
            runs.chunks_exact(2).flat_map(|run| vec![run[1]; usize::from(run[0]) + 1]).collect();
        assert_eq!(pixels.len(), width * height);
        // The still picture of the card, without its margins.
        let still = png(&output.files[attribute(card, "data-still")]);
        let rows: Vec<&[u8]> = still.pixels.chunks_exact(still.width).collect();
        let columns: Vec<usize> =
            (0..still.width).filter(|x| rows.iter().any(|row| row[*x] != palette.transparent)).collect();
        let (left, right) = (columns[0], columns[columns.len() - 1]);
        let drawn = rows.iter().filter(|row| row.iter().any(|it| *it != palette.transparent));
        let drawn: Vec<u8> = drawn.flat_map(|row| row[left..=right].to_vec()).collect();
        assert_eq!((right - left + 1, &pixels), (width, &drawn), "{}", costume.key);
        // Each look has a colour for each of them.
        let looks = card_rows(card).remove(0)["looks"].take();
        assert_eq!(looks.as_array().unwrap().len(), palette.others.len());
        for look in looks.as_array().unwrap() {
            for value in pixels.iter().filter(|value| **value != palette.transparent) {
                assert!(look[2][usize::from(*value)].is_string(), "{}: {value}", costume.key);
            }
        }
    }
}
