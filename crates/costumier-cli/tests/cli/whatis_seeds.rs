//! `whatis` measured: frames of all costumes of the sample, changed at random, and screenshots of random scenes.
//!
//! `WHATIS_CASES=1000 WHATIS_SEED=7 cargo test --release --test cli whatis_seeds -- --nocapture` measures more, on
//! other seeds, and prints the totals.

#![allow(clippy::print_stdout, reason = "totals are printed on demand")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{folder, json_file, ok, run};
use crate::whatis::Rgba;

/// Number of cases by default.
const CASES: usize = 24;

/// A generator of numbers: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }
}

/// What was counted.
#[derive(Debug, Default)]
struct Totals {
    cases: usize,
    right: usize,
    sure: usize,
    wrong_and_sure: usize,
}

impl Totals {
    fn count(&mut self, is_right: bool, certainty: &Value) {
        let is_sure = certainty == "sure";
        self.cases += 1;
        self.right += usize::from(is_right);
        self.sure += usize::from(is_sure);
        self.wrong_and_sure += usize::from(is_sure && !is_right);
    }

    fn print(&self, what: &str, seed: u64) {
        println!("{what}, seed {seed}: {self:?}");
        assert_eq!(self.wrong_and_sure, 0);
    }
}

fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The moments that an answer names for a figure.
fn moments(figure: &Value) -> Vec<Value> {
    std::iter::once(&figure["shown"]).chain(figure["same"].as_array().unwrap()).cloned().collect()
}

fn changed(random: &mut Random, frame: &Rgba) -> Rgba {
    match random.below(6) {
        0 => frame.clone(),
        1 => frame.on([90, 130, 170]),
        2 => frame.enlarged(2, 2),
        3 => frame.on([0; 3]).enlarged(3, 3),
        4 => frame.padded().on([90, 130, 170]).stretched(1 + random.below(2)),
        _ => {
            let key =
                [random.below(256), random.below(256), random.below(256)].map(|n| u8::try_from(n).unwrap());
            frame.mapped(|[r, g, b, a]| [g ^ key[0], b ^ key[1], r ^ key[2], a])
        }
    }
}

/// Exports all frames of the sample. Returns their files, with costume, chore, facing and tick.
fn frames(at: &Path) -> Vec<(String, [Value; 4])> {
    ok(at, "export sample -o all --as frames -q");
    let manifest = json_file(at.join("all/manifest.json"));
    let mut frames = Vec::new();
    for costume in manifest["costumes"].as_array().unwrap() {
        for animation in costume["animations"].as_array().unwrap() {
            let mut tick = 0;
            for frame in animation["frames"].as_array().unwrap() {
                let truth = [&costume["id"], &animation["chore"], &animation["facing"], &json!(tick)]
                    .map(Clone::clone);
                frames.push((frame["file"].as_str().unwrap().to_owned(), truth));
                tick += frame["ticks"].as_u64().unwrap();
            }
        }
    }
    frames
}

/// Whether the answer names this moment.
fn is_right(figure: &Value, truth: &[Value; 4]) -> bool {
    figure.is_object()
        && moments(figure).iter().any(|it| {
            [&it["costume"], &it["chore"], &it["facing"], &it["tick"]]
                == [&truth[0], &truth[1], &truth[2], &truth[3]]
        })
}

#[test]
fn frames_are_recognised_and_none_is_sure_and_wrong() {
    let (seed, cases) = (asked("WHATIS_SEED", 1), asked("WHATIS_CASES", CASES as u64));
    let at = folder("whatis-seeds");
    let frames = frames(&at);
    let (mut random, mut totals) = (Random(seed), Totals::default());
    for _ in 0..cases {
        let (file, truth) = &frames[random.below(frames.len())];
        let frame = Rgba::read(&at.join("all").join(file));
        // Goals hold for figures, not for a few pixels.
        if frame.pixels.iter().filter(|pixel| pixel[3] == 255).count() < 64 {
            continue;
        }
        changed(&mut random, &frame).write(&at.join("it.png"));
        let answer = run(&at, "whatis sample it.png --json");
        let json: Value = serde_json::from_str(&answer.stdout).unwrap_or_default();
        let figure = &json["figures"][0];
        totals.count(is_right(figure, truth), &figure["certainty"]);
    }
    totals.print("frames", seed);
    assert!(totals.right * 100 >= totals.cases * 99 && totals.sure * 100 >= totals.cases * 90, "{totals:?}");
}

#[test]
#[ignore = "needs Pillow"]
fn frames_that_pillow_changed_are_recognised_and_none_is_sure_and_wrong() {
    let (seed, cases) = (asked("WHATIS_SEED", 1), asked("WHATIS_CASES", CASES as u64));
    let at = folder("whatis-pillow");
    let frames = frames(&at);
    let (mut random, mut chosen, mut asks) = (Random(seed), Vec::new(), String::new());
    let ways =
        ["jpeg 1 85", "jpeg 2 85", "jpeg 3 75", "bicubic 2", "lanczos 2.5", "bilinear 1.5", "palette 2"];
    for number in 0..cases {
        let (file, truth) = &frames[random.below(frames.len())];
        let frame = Rgba::read(&at.join("all").join(file));
        if frame.pixels.iter().filter(|pixel| pixel[3] == 255).count() < 64 {
            continue;
        }
        let way = ways[random.below(ways.len())];
        let ending = if way.starts_with("jpeg") { "jpg" } else { "png" };
        writeln!(asks, "all/{file} {number}.{ending} {way}").unwrap();
        chosen.push((format!("{number}.{ending}"), truth));
    }
    std::fs::write(at.join("asks"), asks).unwrap();
    // Debian's Python, whose Pillow is a package of the system.
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/changed_by_pillow.py");
    let ran = Command::new("/usr/bin/python3").arg(script).current_dir(&at).status().unwrap();
    assert!(ran.success());
    let mut totals = Totals::default();
    for (file, truth) in chosen {
        let answer = run(&at, &format!("whatis sample {file} --json"));
        let json: Value = serde_json::from_str(&answer.stdout).unwrap_or_default();
        let figure = &json["figures"][0];
        totals.count(is_right(figure, truth), &figure["certainty"]);
    }
    totals.print("frames that Pillow changed", seed);
    assert!(totals.right * 100 >= totals.cases * 90 && totals.sure * 100 >= totals.cases * 60, "{totals:?}");
}

#[test]
fn figures_on_screenshots_are_recognised_and_none_is_sure_and_wrong() {
    let (seed, cases) = (asked("WHATIS_SEED", 1), asked("WHATIS_CASES", CASES as u64) / 4);
    let at = folder("whatis-screens");
    let mut random = Random(seed);
    let facings = ["west", "east", "south", "north"];
    let (mut scenes, mut truths) = (Vec::new(), Vec::new());
    for number in 0..cases {
        let room = 1 + random.below(2);
        let mut actors = Vec::new();
        for place in 0..=random.below(3) {
            // Only Balthasar, costume 2, is so large that actors side by side would hide each other.
            let costume = [1, 3, 4, 6][random.below(4)];
            let position = [50 + 100 * place + random.below(20), 90 + random.below(40)];
            let facing = facings[random.below(4)];
            actors.push(json!({
                "costume": costume, "position": position, "facing": facing, "number": place + 1, "zplane": "box",
                "steps": [{ "perform": "walk" }, { "ticks": random.below(4) + 1 }],
            }));
        }
        truths.push((room, actors.clone()));
        scenes
            .push(json!({ "name": format!("s{number}"), "room": room, "view": "screen", "actors": actors }));
    }
    std::fs::write(at.join("scenes.json"), json!({ "scenes": scenes }).to_string()).unwrap();
    ok(&at, "render sample --scenes scenes.json -o shots -q");
    let mut totals = Totals::default();
    for (number, (room, actors)) in truths.iter().enumerate() {
        let answer = run(&at, &format!("whatis sample shots/s{number}.png --json")).json();
        assert_eq!(answer["room"]["room"], json!(room), "{answer}");
        for figure in answer["figures"].as_array().unwrap() {
            let is_right = actors.iter().any(|actor| {
                let is_place = figure["position"] == actor["position"];
                is_place
                    && moments(figure).iter().any(|it| {
                        (&it["costume"], &it["chore"], &it["facing"])
                            == (&actor["costume"], &json!(2), &actor["facing"])
                    })
            });
            totals.count(is_right, &figure["certainty"]);
        }
    }
    totals.print("figures on screenshots", seed);
    assert!(totals.cases > 0 && totals.right * 10 >= totals.cases * 9, "{totals:?}");
}

#[test]
fn an_actor_that_the_room_scales_is_found_in_its_size() {
    let at = folder("whatis-scaled");
    let scenes = json!({ "scenes": [{ "name": "shot", "room": 1, "view": "screen", "actors": [
        { "costume": 1, "position": [160, 165], "facing": "south", "scale": "box", "zplane": "box",
          "steps": [{ "perform": "walk" }] },
    ] }, { "name": "empty", "room": 1, "view": "screen", "actors": [] }] });
    std::fs::write(at.join("scenes.json"), scenes.to_string()).unwrap();
    ok(&at, "render sample --scenes scenes.json -o shots -q");
    let json = ok(&at, "whatis sample shots/shot.png --json").json();
    let figure = &json["figures"][0];
    assert_eq!((&figure["shown"]["costume"], &figure["position"]), (&json!(1), &json!([160, 165])), "{json}");
    let scale = figure["scale"][0].as_u64().unwrap();
    assert!((200..255).contains(&scale) && figure["scale"][1] == json!(scale), "{json}");
    // A room without actors is an answer, too.
    let list = ok(&at, "whatis sample shots/empty.png").stdout;
    assert!(list.starts_with("room 1 from 0,0 on: 64000 of 64000 pixels are equal"), "{list}");
}

#[test]
fn a_screenshot_tells_room_place_size_and_plane() {
    let at = folder("whatis-screen");
    let scenes = json!({ "scenes": [{ "name": "shot", "room": 1, "view": "screen", "actors": [
        { "costume": 6, "position": [120, 110], "facing": "east", "steps": [{ "perform": "walk" }, { "ticks": 1 }] },
        { "costume": 1, "position": [220, 118], "facing": "west", "steps": [{ "perform": "walk" }] },
    ] }] });
    std::fs::write(at.join("scenes.json"), scenes.to_string()).unwrap();
    ok(&at, "render sample --scenes scenes.json -o shots -q");
    let list = ok(&at, "whatis sample shots/shot.png").stdout;
    assert!(list.starts_with("room 1 from 0,0 on: "), "{list}");
    assert!(list.contains("\n  sure, at 120,110 on plane 0"), "{list}");
    // Twice as large, and cut: the same places in the room.
    let shot = Rgba::read(Path::new(&at.join("shots/shot.png")));
    let cut = Rgba::of(200, 100, |x, y| shot.at(x + 60, y + 30)).enlarged(2, 2);
    cut.write(&at.join("cut.png"));
    let json = ok(&at, "whatis sample cut.png --json").json();
    assert_eq!((&json["room"]["room"], &json["room"]["corner"]), (&json!(1), &json!([60, 30])));
    let figures = json["figures"].as_array().unwrap();
    let first = figures.iter().find(|it| it["shown"]["costume"] == json!(6)).unwrap();
    assert_eq!((&first["position"], &first["scale"]), (&json!([120, 110]), &json!([255, 255])));
    // A pixel of the small figure, down to the byte.
    let explained = ok(&at, "whatis sample shots/shot.png --explain 120,100").stdout;
    assert!(explained.starts_with("120,100: costume 6 limb "), "{explained}");
    assert!(explained.contains(" run of ") && explained.contains(": byte "), "{explained}");
    run(&at, "whatis sample shots/shot.png --explain 0,0")
        .fails(1, &["no figure that was found draws the pixel 0,0"]);
}
