//! Pictures as one `.aseprite` file: as it was written, as other programs save it, painted, moved, and damaged.

use std::collections::BTreeMap;

use crate::support::{pack, sample};
use costumier::{Costume, Game, Generation, Limits, PictureKey};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, PictureFiles, TEXT};
use costumier_edit::pictures::aseprite::{CelDesign, FrameDesign, Sprite, SpriteDesign};
use costumier_edit::pictures::palette::ShownPalette;
use costumier_edit::pictures::png::Pixels;

const FILE: &str = "costume.aseprite";

fn about(game: &Game, id: u32) -> About {
    let costume = game.costume(id).unwrap();
    let palette = game.costume_palette(id).unwrap();
    let colours = match costume.as_akos() {
        Some(akos) if akos.header().codec.number() != 1 => palette.to_vec(),
        _ => costume.palette().iter().map(|colour| palette[usize::from(*colour)]).collect(),
    };
    About { id: Some(id), colours, ..About::default() }
}

fn unpacked(game: &Game, id: u32) -> Files {
    let costume = game.costume(id).unwrap();
    folder::unpack(&costume, &about(game, id), PictureFiles::Aseprite, &Limits::default()).unwrap()
}

fn refused(files: &Files) -> String {
    folder::pack(files, &PackOptions::default()).map(|packed| packed.notes).unwrap_err().to_string()
}

/// Where costume.toml says that a picture is: name, layer, frame, rectangle.
fn places(files: &Files) -> Vec<(String, String, usize, [usize; 4])> {
    let text = String::from_utf8(files[TEXT].clone()).unwrap();
    let value = |entry: &str, key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")).map(str::to_owned));
        line.map(|line| line.trim_matches('"').to_owned())
    };
    let entries = text.split("picture]]").skip(1);
    let place = |entry: &str| {
        let rect: Vec<usize> =
            value(entry, "rect")?.trim_matches(['[', ']']).split(", ").map(|n| n.parse().unwrap()).collect();
        let frame = value(entry, "frame")?.parse().unwrap();
        Some((value(entry, "name")?, value(entry, "layer")?, frame, rect.try_into().unwrap()))
    };
    entries.filter_map(place).collect()
}

/// A cel as a program holds it: its place, and its pixels row by row.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    at: (i16, i16),
    size: (u16, u16),
    rows: Vec<u8>,
}

/// What a program holds of a file that knows pixels and layers and nothing else: no links, no texts, no tags.
struct Opened {
    layers: Vec<String>,
    frames: usize,
    palette: Vec<[u8; 4]>,
    cels: BTreeMap<(usize, usize), Held>,
    texts: BTreeMap<(usize, usize), String>,
}

fn open(files: &Files) -> Opened {
    let sprite = Sprite::read(&files[FILE]).unwrap();
    let mut layers: Vec<String> = places(files).into_iter().map(|place| place.1).collect();
    layers.sort();
    layers.dedup();
    let mut opened = Opened {
        layers: layers.clone(),
        frames: sprite.frames(),
        palette: Vec::new(),
        cels: BTreeMap::new(),
        texts: BTreeMap::new(),
    };
    for (number, name) in layers.iter().enumerate() {
        let layer = sprite.layer_named(name).unwrap();
        for frame in 0..sprite.frames() {
            let Some(cel) = sprite.cel(layer, frame).unwrap() else { continue };
            let Pixels::Indexed { indices, palette } = cel.found.pixels else { panic!("no indices") };
            opened.palette = palette;
            let at = (cel.at.0 as i16, cel.at.1 as i16);
            let size = (cel.found.width as u16, cel.found.height as u16);
            opened.cels.insert((number, frame), Held { at, size, rows: indices });
            if let Some(text) = sprite.text_of(layer, frame) {
                opened.texts.insert((number, frame), text.to_owned());
            }
        }
    }
    opened
}

impl Opened {
    fn save(&self, with_texts: bool) -> Vec<u8> {
        let mut design = SpriteDesign {
            size: (2000, 2000),
            layers: self.layers.clone(),
            frames: vec![FrameDesign { milliseconds: 1, cels: Vec::new() }; self.frames],
            ..SpriteDesign::default()
        };
        for ((layer, frame), held) in &self.cels {
            let text = self.texts.get(&(*layer, *frame)).filter(|_| with_texts).cloned();
            let Held { at, size, rows } = held.clone();
            let cel = CelDesign { layer: *layer as u16, at, size, rows, linked: None, text };
            design.frames[*frame].cels.push(cel);
        }
        let shown: Vec<[u8; 3]> = self.palette.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let transparent = self.palette.iter().position(|entry| entry[3] == 0).unwrap() as u8;
        design.write(&ShownPalette { exact: shown.clone(), shown, transparent, now: Vec::new() }).unwrap()
    }

    fn of(&mut self, files: &Files, name: &str) -> &mut Held {
        let (_, layer, frame, _) = places(files).into_iter().find(|place| place.0 == name).unwrap();
        let layer = self.layers.iter().position(|known| *known == layer).unwrap();
        self.cels.get_mut(&(layer, frame - 1)).unwrap()
    }
}

impl Held {
    /// Adds a column of nothing on the left.
    fn widen(&mut self) {
        self.rows = self.rows.chunks(usize::from(self.size.0)).flat_map(|row| [&[0], row].concat()).collect();
        (self.at.0, self.size.0) = (self.at.0 - 1, self.size.0 + 1);
    }

    /// Cuts margins off, as Aseprite does with every cel that was painted on.
    fn trim(&mut self) {
        let width = usize::from(self.size.0);
        let drawn: Vec<(usize, usize)> = (0..self.rows.len())
            .filter(|at| self.rows[*at] != 0)
            .map(|at| (at % width, at / width))
            .collect();
        let (left, right) =
            (drawn.iter().map(|p| p.0).min().unwrap(), drawn.iter().map(|p| p.0).max().unwrap());
        let (top, bottom) = (drawn[0].1, drawn.last().unwrap().1);
        let rows = self.rows.chunks(width).take(bottom + 1).skip(top);
        self.rows = rows.flat_map(|row| row[left..=right].to_vec()).collect();
        self.at = (self.at.0 + left as i16, self.at.1 + top as i16);
        self.size = ((right + 1 - left) as u16, (bottom + 1 - top) as u16);
    }
}

fn with(files: &Files, bytes: Vec<u8>) -> Files {
    let mut files = files.clone();
    files.insert(FILE.into(), bytes);
    files
}

#[test]
fn unpacked_and_packed_again_a_block_is_the_same() {
    for generation in [Generation::V5, Generation::V7, Generation::V8, Generation::Humongous] {
        let game = sample(generation);
        for id in game.costume_ids() {
            let files = unpacked(&game, id);
            assert!(files.contains_key(FILE) && !files.keys().any(|name| name.ends_with(".png")));
            let packed = pack(&files);
            assert_eq!(packed.payload, game.costume_bytes(id).unwrap().payload, "{generation} {id}");
            assert_eq!((packed.changes, packed.notes), (vec![], vec![]), "{generation} {id}");
            // The pictures say it too, without the block.
            let mut alone = files.clone();
            alone.remove(ORIGINAL);
            let tag = if generation < Generation::V7 { *b"COST" } else { *b"AKOS" };
            let tag = if game.dialect().has_akos() { *b"AKOS" } else { tag };
            let again = Costume::open(tag, pack(&alone).payload, game.dialect()).unwrap();
            let costume = game.costume(id).unwrap();
            for key in costume.picture_keys() {
                let pixels =
                    |costume: &Costume| costume.indices(key).map(|it| (it.info.x, it.info.y, it.pixels)).ok();
                assert_eq!(pixels(&again), pixels(&costume), "{generation} {id} {key}");
            }
        }
    }
}

/// Every picture has one place, and what lies there is the picture.
#[test]
fn layers_are_limbs_and_cels_stand_where_they_are_seen() {
    let game = sample(Generation::V5);
    let costume = game.costume(1).unwrap();
    let files = unpacked(&game, 1);
    let all = places(&files);
    assert_eq!(all.len(), costume.picture_keys().len());
    let sprite = Sprite::read(&files[FILE]).unwrap();
    for (name, layer, frame, [left, top, width, height]) in &all {
        let number = sprite.layer_named(layer).unwrap();
        let cel = sprite.cel(number, frame - 1).unwrap().unwrap();
        assert_eq!(cel.at, (*left as i32, *top as i32), "{name}");
        assert_eq!((cel.found.width, cel.found.height), (*width, *height), "{name}");
        assert_eq!(sprite.text_of(number, frame - 1), Some(name.as_str()));
    }
    assert!(all.iter().any(|place| place.1 == "limb-0") && all.iter().any(|place| place.1 == "limb-1"));
}

#[test]
fn programs_that_lose_links_tags_and_texts_lose_no_pixel() {
    for generation in [Generation::V5, Generation::V7] {
        let game = sample(generation);
        for id in game.costume_ids() {
            let files = unpacked(&game, id);
            let opened = open(&files);
            let packed = pack(&with(&files, opened.save(false)));
            assert_eq!(packed.payload, game.costume_bytes(id).unwrap().payload, "{generation} {id}");
            assert!(packed.notes.iter().all(|note| note.contains("does not name")), "{:?}", packed.notes);
        }
    }
}

#[test]
fn cels_that_were_cut_moved_grown_and_emptied() {
    let game = sample(Generation::V5);
    let files = unpacked(&game, 1);
    let before = game.costume(1).unwrap();
    // A margin of nothing changes nothing.
    let mut wide = open(&files);
    wide.cels.values_mut().for_each(Held::widen);
    assert_eq!(pack(&with(&files, wide.save(true))).payload, before.payload());

    let (name, ..) = places(&files).into_iter().find(|place| place.1 == "limb-0").unwrap();
    let key = key_of(&files, &name);
    let info = before.indices(key).unwrap().info;
    let after = |opened: &Opened| {
        let packed = pack(&with(&files, opened.save(true)));
        let costume = Costume::open(*b"COST", packed.payload, game.dialect()).unwrap();
        let changed: Vec<PictureKey> = before
            .picture_keys()
            .into_iter()
            .filter(|key| shown(&costume, *key) != shown(&before, *key))
            .collect();
        assert_eq!(changed, [key]);
        (costume.indices(key).unwrap(), packed.notes)
    };
    // Moved.
    let mut moved = open(&files);
    let held = moved.of(&files, &name);
    held.at = (held.at.0 + 3, held.at.1 - 2);
    let (now, notes) = after(&moved);
    assert_eq!((now.info.x, now.info.y), (info.x + 3, info.y - 2));
    assert_eq!(now.pixels, before.indices(key).unwrap().pixels);
    assert!(notes.iter().any(|note| note.contains("3 to the right and -2 down")), "{notes:?}");
    // Grown by a column on the left and a row below, with one pixel in the corner.
    let mut grown = open(&files);
    let held = grown.of(&files, &name);
    let width = usize::from(held.size.0);
    let mut rows: Vec<u8> = held.rows.chunks(width).flat_map(|row| [&[0], row].concat()).collect();
    rows.push(5);
    rows.resize(rows.len() + width, 0);
    *held = Held { at: (held.at.0 - 1, held.at.1), size: (held.size.0 + 1, held.size.1 + 1), rows };
    let (now, _) = after(&grown);
    assert_eq!((now.info.x, now.info.y), (info.x - 1, info.y));
    assert_eq!((now.info.width, now.info.height), (info.width + 1, info.height + 1));
    assert_ne!(now.pixels[usize::from(now.info.width) * usize::from(info.height)], now.transparent);
    // Its margins cut off, nothing changes; then moved, it is the same picture elsewhere.
    let payload = pack(&with(&files, grown.save(true))).payload;
    let costume = Costume::open(*b"COST", payload.clone(), game.dialect()).unwrap();
    let again =
        folder::unpack(&costume, &about(&game, 1), PictureFiles::Aseprite, &Limits::default()).unwrap();
    let mut cut = open(&again);
    cut.of(&again, &name).trim();
    assert_eq!(pack(&with(&again, cut.save(true))).payload, payload);
    cut.of(&again, &name).at.0 += 2;
    let moved = pack(&with(&again, cut.save(true))).payload;
    let moved = Costume::open(*b"COST", moved, game.dialect()).unwrap().indices(key).unwrap();
    assert_eq!((moved.info.x, moved.info.y, &moved.pixels), (now.info.x + 2, now.info.y, &now.pixels));
    // Emptied: art programs take the cel away.
    let mut emptied = open(&files);
    let (_, layer, frame, _) = places(&files).into_iter().find(|place| place.0 == name).unwrap();
    let layer = emptied.layers.iter().position(|known| *known == layer).unwrap();
    emptied.cels.remove(&(layer, frame - 1));
    let (now, notes) = after(&emptied);
    assert!(now.pixels.iter().all(|pixel| *pixel == now.transparent));
    assert!(notes.iter().any(|note| note.contains("shows nothing")), "{notes:?}");
}

fn shown(costume: &Costume, key: PictureKey) -> (i16, i16, Vec<u8>) {
    let indices = costume.indices(key).unwrap();
    (indices.info.x, indices.info.y, indices.pixels)
}

/// The picture of limb 0 that has this name.
fn key_of(files: &Files, name: &str) -> PictureKey {
    let text = String::from_utf8(files[TEXT].clone()).unwrap();
    let limb = text.split("[[limb]]").nth(1).unwrap();
    let index =
        limb.split("picture]]").skip(1).position(|entry| entry.contains(&format!("\"{name}\""))).unwrap();
    PictureKey { limb: 0, index: index as u16 }
}

/// A frame set in before all others: cels are found by their texts, and without them it is told that numbers count.
#[test]
fn frames_that_moved_are_found_again() {
    let game = sample(Generation::V5);
    let files = unpacked(&game, 1);
    let mut opened = open(&files);
    opened.frames += 1;
    opened.cels = opened.cels.into_iter().map(|((layer, frame), held)| ((layer, frame + 1), held)).collect();
    opened.texts =
        opened.texts.into_iter().map(|((layer, frame), text)| ((layer, frame + 1), text)).collect();
    let packed = pack(&with(&files, opened.save(true)));
    assert_eq!(packed.payload, game.costume_bytes(1).unwrap().payload);
    assert!(packed.notes.iter().all(|note| note.contains("was moved to frame")), "{:?}", packed.notes);
    assert!(!packed.notes.is_empty());
}

/// Painted where a picture is only shown again: told, since it is not read.
#[test]
fn paint_on_a_copy_is_told() {
    let game = sample(Generation::V5);
    let mut told = 0;
    for id in game.costume_ids() {
        let files = unpacked(&game, id);
        let mut opened = open(&files);
        let homes: Vec<(usize, usize)> = opened.texts.keys().copied().collect();
        let Some(copy) = opened.cels.keys().copied().find(|place| !homes.contains(place)) else { continue };
        let held = opened.cels.get_mut(&copy).unwrap();
        held.rows.iter_mut().for_each(|pixel| *pixel = if *pixel == 1 { 2 } else { 1 });
        let packed = pack(&with(&files, opened.save(true)));
        assert_eq!(packed.payload, game.costume_bytes(id).unwrap().payload);
        let frame = format!("in frame {} are not read", copy.1 + 1);
        assert!(packed.notes.iter().any(|note| note.contains(&frame)), "{:?}", packed.notes);
        told += 1;
    }
    assert!(told > 0);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_name() {
    let game = sample(Generation::V5);
    let files = unpacked(&game, 3);
    let text = String::from_utf8(files[TEXT].clone()).unwrap();
    let retold = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let mut files = files.clone();
        files.insert(TEXT.into(), text.replacen(from, to, 1).into_bytes());
        refused(&files)
    };
    let said = retold("layer = \"limb-0\"", "layer = \"hat\"");
    assert!(said.contains("no layer \"hat\"; it has \"limb-0\""), "{said}");
    let mut nameless = with(&files, open(&files).save(false));
    nameless.insert(TEXT.into(), text.replacen("frame = ", "frame = 999", 1).into_bytes());
    assert!(refused(&nameless).contains("no frame 999"));
    assert!(retold("layer = \"limb-0\"\n", "").contains("needs layer"));
    assert!(retold("costume.aseprite", "other.aseprite").contains("other.aseprite: is missing"));
    // A layer that is not opaque: byte 28 of the first layer chunk, behind sixteen bytes of its header.
    let at = files[FILE].windows(6).position(|six| six == [19, 0, 0, 0, 0, 0]).unwrap();
    let mut seen_through = files[FILE].clone();
    seen_through[at + 12] = 128;
    let said = refused(&with(&files, seen_through));
    assert!(said.contains("layer \"limb-0\" has an opacity of 128"), "{said}");
    assert!(refused(&with(&files, b"no picture".to_vec())).contains("is no .aseprite file"));
}

/// Cut anywhere, or with any byte changed: packed or refused, and what is refused says why.
#[test]
fn damaged_files() {
    let game = sample(Generation::V5);
    let files = unpacked(&game, 3);
    let whole = files[FILE].clone();
    for len in (0..whole.len()).step_by(97) {
        let said = refused(&with(&files, whole[..len].to_vec()));
        assert!(said.contains(FILE), "{len} {said}");
    }
    let (mut kept, mut tried) = (0, 0);
    // The head of every chunk lies in the first part.
    for at in (0..700.min(whole.len())).chain((700..whole.len()).step_by(211)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        tried += 1;
        match folder::pack(&with(&files, bytes), &PackOptions::default()) {
            Ok(_) => kept += 1,
            Err(refused) => assert!(!refused.problems.is_empty()),
        }
    }
    assert!(kept > 0 && kept < tried, "{kept} of {tried}");
}
