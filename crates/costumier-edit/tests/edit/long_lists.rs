//! Lists of a folder may be long: each is handled in one pass. Eight times as many entries take about eight times as
//! long, not sixty-four times.

use std::time::{Duration, Instant};

use crate::support::sample;
use costumier::{Generation, Limits};
use costumier_edit::folder::{self, About, Files, PackOptions, PictureFiles, TEXT};
use costumier_edit::import::Drawing;
use costumier_edit::pictures::aseprite::{CelDesign, FrameDesign, SpriteDesign, Tag};
use costumier_edit::pictures::palette::ShownPalette;

/// Number of entries of the shorter list, and the factor of the longer one.
const FEW: usize = 2000;
const TIMES: usize = 8;

/// Checks that the time of work grows with the number of entries, and not with its square.
fn grows_evenly(name: &str, work: &dyn Fn(usize) -> Duration) {
    // Other programs may disturb some of them.
    let best = |count: usize| (0..3).map(|_| work(count)).min().unwrap();
    let (few, many) = (best(FEW), best(FEW * TIMES));
    let most = few * 4 * u32::try_from(TIMES).unwrap() + Duration::from_millis(50);
    assert!(many < most, "{name}: {FEW} entries take {few:?}, {} take {many:?}", FEW * TIMES);
}

/// Returns a folder of the sample with another text: its beginning, and `rest`.
fn with(generation: Generation, rest: impl Fn(&str) -> String) -> Files {
    let game = sample(generation);
    let costume = game.costume(1).unwrap();
    let about = About::of(&game, 1, 1, &costume);
    let mut files = folder::unpack(&costume, &about, PictureFiles::Sheets, &Limits::default()).unwrap();
    let text = String::from_utf8(files[TEXT].clone()).unwrap();
    files.insert(TEXT.to_owned(), rest(&text).into_bytes());
    files
}

fn packing(files: &Files) -> Duration {
    let start = Instant::now();
    // Whether it can be packed does not matter.
    drop(folder::pack(files, &PackOptions::default()));
    start.elapsed()
}

fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect()
}

#[test]
fn each_list_of_a_cost_folder_is_handled_in_one_pass() {
    type Entry = fn(usize) -> String;
    let limbs: [(&str, Entry); 6] = [
        ("empty pictures", |n| format!("[[limb.picture]]\nname = \"p{n}\"\nempty = true\n")),
        ("equal names", |_| "[[limb.picture]]\nname = \"p\"\nempty = true\n".to_owned()),
        ("same_as", |n| format!("[[limb.picture]]\nname = \"p{n}\"\nsame_as = \"walk-east-1\"\n")),
        ("unknown same_as", |n| format!("[[limb.picture]]\nname = \"p{n}\"\nsame_as = \"q{n}\"\n")),
        ("missing files", |n| format!("[[limb.picture]]\nname = \"p{n}\"\nfile = \"q{n}.png\"\n")),
        ("parts of a sheet", |n| {
            format!(
                "[[limb.picture]]\nname = \"p{n}\"\nsheet = \"limb-0.png\"\nrect = [{}, 0, 2, 2]\n",
                n % 99
            )
        }),
    ];
    for (name, entry) in limbs {
        grows_evenly(name, &|count| {
            let rest = |text: &str| {
                let (before, after) = text.split_once("[[limb.picture]]").unwrap();
                format!("{before}{}[[limb.picture]]{after}", list(count, entry))
            };
            packing(&with(Generation::V5, rest))
        });
    }
    let ends: [(&str, Entry); 4] = [
        ("limbs", |n| format!("[[limb]]\nnumber = {n}\nname = \"l{n}\"\n")),
        ("chores", |n| format!("[[chore]]\nnumber = {n}\nname = \"c{n}\"\n")),
        ("equal chores", |_| "[[chore]]\nnumber = 7\nname = \"c\"\nwest = \"east\"\n".to_owned()),
        ("unknown limbs", |n| format!("[[chore]]\nnumber = 9\nname = \"c\"\nwest.limb-{n} = \"off\"\n")),
    ];
    for (name, entry) in ends {
        grows_evenly(name, &|count| {
            packing(&with(Generation::V5, |text| format!("{text}{}", list(count, entry))))
        });
    }
    grows_evenly("steps", &|count| {
        let steps = list(count, |n| format!("\"s{n}\","));
        let chore = format!("[[chore]]\nnumber = 60\nname = \"c\"\neast.limb-0 = {{ loop = [{steps}] }}\n");
        packing(&with(Generation::V5, |text| format!("{text}{chore}")))
    });
    grows_evenly("colours", &|count| {
        packing(&with(Generation::V5, |text| {
            text.replacen("rgb = [", &format!("rgb = [{}", list(count, |_| "\"#010203\",".to_owned())), 1)
        }))
    });
}

#[test]
fn each_list_of_an_akos_folder_is_handled_in_one_pass() {
    type Entry = fn(usize) -> String;
    let ends: [(&str, Entry); 4] = [
        ("chores", |n| format!("[[chore]]\nnumber = {}\neast.limb-0 = \"hide\"\n", 20 + n % 8000)),
        ("lists", |n| format!("[[chore]]\nnumber = {n}\neast.limb-0 = {{ loop = [\"q{n}\"] }}\n")),
        ("labels", |n| format!("[[chore]]\nnumber = {n}\neast.limb-0 = {{ loop = \"L{n}x\" }}\n")),
        ("blocks", |_| "[[block]]\ntag = \"ABCD\"\nfile = \"original.bin\"\n".to_owned()),
    ];
    for (name, entry) in ends {
        grows_evenly(name, &|count| {
            packing(&with(Generation::V7, |text| format!("{text}{}", list(count, entry))))
        });
    }
}

/// More blocks than any costume has are refused before their files are read.
#[test]
fn an_akos_folder_has_at_most_4096_other_blocks() {
    let packed = |count: usize| {
        let blocks = list(count, |_| "[[block]]\ntag = \"ABCD\"\nfile = \"original.bin\"\n".to_owned());
        let text = |text: &str| {
            let (before, _) = text.split_once("[[block]]").unwrap_or((text, ""));
            format!("{before}{blocks}")
        };
        folder::pack(&with(Generation::V7, text), &PackOptions::default())
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = "there are 4097 blocks; at most 4096 are possible";
    assert!(packed(4097).is_err_and(|said| said.contains(refused)));
    assert!(packed(4096).err().is_none_or(|said| !said.contains("at most 4096")));
}

/// A file with layers, frames and tags; each layer shows something in the first frame.
fn sprite(layers: usize, frames: usize, tags: usize) -> Vec<u8> {
    let cel = |layer: usize| CelDesign {
        layer: layer as u16,
        at: (0, 0),
        size: (1, 1),
        rows: vec![1],
        linked: None,
        text: None,
    };
    let mut design = SpriteDesign { size: (4, 4), ..SpriteDesign::default() };
    design.layers = (0..layers).map(|n| format!("layer {n}")).collect();
    design.frames = (0..frames)
        .map(|n| FrameDesign {
            milliseconds: 100,
            cels: if n == 0 { (0..layers).map(cel).collect() } else { vec![] },
        })
        .collect();
    design.tags = (0..tags)
        .map(|n| Tag {
            name: format!("chore {} east", n % 64),
            from: n % frames,
            to: n % frames,
            endless: true,
        })
        .collect();
    design.write(&ShownPalette::grey(16, 0)).unwrap()
}

#[test]
fn each_list_of_an_aseprite_file_is_handled_in_one_pass() {
    for (name, counts) in [("layers", [1, 0, 0]), ("frames", [0, 1, 0]), ("tags", [0, 0, 1])] {
        grows_evenly(name, &|count| {
            let [layers, frames, tags] = counts.map(|times| (times * count).max(1));
            let bytes = sprite(layers, frames, tags);
            let start = Instant::now();
            drop(Drawing::of_aseprite(&bytes, None).map(|drawing| {
                costumier_edit::import::import(&drawing, &costumier_edit::import::ImportOptions::default())
            }));
            start.elapsed()
        });
    }
}
