//! Writing, compared in the same run with the work that it should not be slower than: encoders with decoders, folders
//! with exports, putting a costume into a game of 100 MB with a plain copy of it. Everything is in memory, so no time
//! of a disk is counted.
//!
//! `cargo bench -p costumier-export-benches --bench edit`; with folders of games behind `--` it counts instead
//! the bytes that the encoders write of their pictures, and those that the games' own tools wrote.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::fmt::Debug;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use costumier::format::block::write::BlockWriter;
use costumier::format::codec::{Coding, ColourTable, Decoder, Encoded, bomp, majmin, rle, trle};
use costumier::{Dialect, Files as _, Game, Limits, MemoryFiles};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes;
use costumier_benches::direct::{self, Kind, Shades};
use costumier_benches::rounds::{self, Pass};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_edit::folder::{self, About, PackOptions, PictureFiles, TEXT};
use costumier_edit::{NewCostume, Plan, PutOptions};
use costumier_export::{ExportOptions, Exporter, Format, Identity, Names, Workspace};
use costumier_export_benches::Discarded;

const ROUNDS: usize = 5;
const LEAST: Duration = Duration::from_millis(6);

/// Costumes that are unpacked.
const COSTUMES: usize = 50;

/// Rooms of the large game, each of a megabyte.
const ROOMS: u8 = 100;

fn must<T, E: Debug>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|why| panic!("{why:?}"))
}

fn corpus(name: &str, costumes: usize) -> Corpus {
    let recipe = RECIPES.iter().find(|recipe| recipe.name == name);
    Corpus::new(recipe.unwrap_or_else(|| panic!("no recipe {name}")), costumes)
}

fn main() {
    let games: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !games.is_empty() {
        games.iter().for_each(|game| sizes(game));
        return;
    }
    codecs();
    folders();
    put();
}

/// Pictures to encode and decode, with their number of pixels and bytes.
struct Coded<'a> {
    name: &'a str,
    pixels: usize,
    bytes: usize,
    encode: Pass<'a>,
    decode: Pass<'a>,
}

fn codecs() {
    let sets = ["act16", "act32"].map(|name| corpus(name, 24));
    let coded_by = Kind::ALL.map(|kind| (kind, direct::pictures(&sets[0], kind, Shades::Neighbours)));
    let pixels = sets[0].pixels;
    let mut coded: Vec<Coded<'_>> = Vec::new();
    for set in &sets {
        coded.push(Coded {
            name: if set.name == "act16" { "codec 1, 16 colours" } else { "codec 1, 32 colours" },
            pixels: set.pixels,
            bytes: set.bytes,
            encode: Box::new(move || {
                for picture in &set.pictures {
                    black_box(must(rle::encode(&picture.columns, set.depth)));
                }
            }),
            decode: Box::new(move || {
                let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
                for picture in &set.pictures {
                    decoder.picture(&picture.packed(set.depth), &ColourTable::IDENTITY, &mut rows);
                    black_box(&rows);
                }
            }),
        });
    }
    for (kind, pictures) in &coded_by {
        coded.push(Coded {
            name: kind.name(),
            pixels,
            bytes: pictures.iter().map(|picture| picture.data.len()).sum(),
            encode: Box::new(move || {
                for picture in pictures {
                    black_box(must(kind.encode(&picture.rows, picture.size.0)));
                }
            }),
            decode: Box::new(move || {
                let mut rows = Vec::new();
                direct::decode(*kind, pictures, &mut rows);
                black_box(&rows);
            }),
        });
    }
    println!("{:<24}{:>12}{:>12}{:>10}{:>8}{:>14}", "", "encode", "decode", "ratio", "goal", "bytes/pixel");
    for Coded { name, pixels, bytes, encode, decode } in coded {
        let samples = rounds::time(&mut [encode, decode], ROUNDS, LEAST);
        let speed = |pass| pixels as f64 / samples.median(pass) / 1e6;
        println!(
            "{name:<24}{:>8.0} MP/s{:>7.0} MP/s{:>10.2}{:>8}{:>14.3}",
            speed(0),
            speed(1),
            samples.ratio(0, 1),
            "≥ 0.33",
            bytes as f64 / pixels as f64,
        );
    }
}

/// Counts for every picture of a game the bytes that it takes, and those that the encoder writes.
fn sizes(folder: &str) {
    let names = must(std::fs::read_dir(folder)).map(|entry| must(entry).path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, must(std::fs::read(path)))
    };
    let files: MemoryFiles = names.filter(|path| path.is_file()).map(read).collect();
    let game = must(Game::open(&files, None, Limits::default()));
    let (mut pictures, mut stored, mut written, mut more, mut fewer) = (0, 0, 0, 0, 0);
    let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
    for id in game.costume_ids() {
        let costume = must(game.costume(id));
        for key in costume.picture_keys() {
            let Ok(picture) = costume.picture(key) else { continue };
            let decoded = decoder.picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
            if !decoded.complete || rows.is_empty() || picture.info.redirect.is_some() {
                continue;
            }
            let width = picture.info.width;
            let again = must(match picture.packed.encoded {
                Encoded::Rle { depth, .. } => Coding::Columns(depth).encode(&rows, width),
                Encoded::RleByRows { depth, .. } => Coding::Rows(depth).encode(&rows, width),
                Encoded::Cells { .. } => Coding::Cells.encode(&rows, width),
                Encoded::Bomp { .. } => bomp::encode(&rows, width, bomp::Split::Plain),
                Encoded::MajMin { data, .. } => majmin::encode(&rows, data.first().copied().unwrap_or(8)),
                Encoded::Trle { transparent, .. } => trle::encode(&rows, width, transparent),
                _ => continue,
            });
            pictures += 1;
            stored += decoded.bytes;
            written += again.len();
            more += usize::from(again.len() > decoded.bytes);
            fewer += usize::from(again.len() < decoded.bytes);
        }
    }
    println!(
        "{folder}: {pictures} pictures of {stored} bytes, encoded {written}; more for {more} of them, fewer for {fewer}"
    );
}

fn folders() {
    let files = costumes::game(&costumes::payloads(&corpus("act16", COSTUMES)));
    let game = Arc::new(must(Game::open(&files, None, Limits::default())));
    let unpack = |id: u32, pictures| {
        let costume = must(game.costume(id));
        must(folder::unpack(&costume, &About::default(), pictures, &Limits::default()))
    };
    let all = |pictures| {
        for id in game.costume_ids() {
            black_box(unpack(id, pictures));
        }
    };
    let export = || {
        let formats = [Format::Sheet].into_iter().collect();
        let options = ExportOptions { formats, ..ExportOptions::default() };
        let exporter = must(Exporter::new(
            Arc::clone(&game),
            Identity::new("bench.000", b""),
            options,
            Names::default(),
        ));
        let mut workspace = Workspace::new(exporter.options(), game.limits());
        for id in game.costume_ids() {
            black_box(must(exporter.costume(id, &mut workspace, &mut Discarded::default())));
        }
    };
    let whole = unpack(1, PictureFiles::Sheets);
    let text = String::from_utf8_lossy(&whole[TEXT]).replacen("at = [-", "at = [-1", 1);
    let mut moved = whole.clone();
    moved.insert(TEXT.to_owned(), text.into_bytes());
    let mut anew = whole.clone();
    anew.remove(folder::ORIGINAL);
    let pack = |files| {
        move || {
            black_box(must(folder::pack(files, &PackOptions::default())));
        }
    };
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(|| all(PictureFiles::Sheets)),
        Box::new(|| all(PictureFiles::Single)),
        Box::new(|| all(PictureFiles::Aseprite)),
        Box::new(export),
        Box::new(pack(&whole)),
        Box::new(pack(&moved)),
        Box::new(pack(&anew)),
    ];
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    println!(
        "\n{COSTUMES} costumes of 60 pictures, ms each, and how many times as fast as the export of sheets"
    );
    let names = ["unpack, sheets", "unpack, single pictures", "unpack, .aseprite", "export, sheets"];
    for (pass, name) in names.iter().enumerate() {
        let each = samples.median(pass) * 1e3 / COSTUMES as f64;
        println!("{name:<24}{each:>12.2}{:>10.2}", samples.ratio(pass, 3));
    }
    println!("\none of these costumes, ms (goal: < 50)");
    for (pass, name) in
        (4..).zip(["pack, nothing changed", "pack, a place changed", "pack, without the old block"])
    {
        println!("{name:<32}{:>8.2}", samples.median(pass) * 1e3);
    }
}

/// A game of [`ROOMS`] MB, with costumes in its middle.
fn large() -> MemoryFiles {
    let room = must(RoomSource::new(320, 200).write());
    let junk: Vec<u8> = (0..1_000_000u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    let mut out = BlockWriter::new();
    out.bytes(&room);
    out.block(*b"JUNK", |out| out.bytes(&junk));
    let payload = out.finish();
    let mut game = GameBuilder::new(Dialect::V5);
    for number in 1..=ROOMS {
        game.room(number, "room", payload.clone());
    }
    for (id, costume) in (1..).zip(costumes::payloads(&corpus("act16", 24))) {
        game.costume(id, ROOMS / 2, costume);
    }
    must(game.finish()).named("large", &Dialect::V5).into_iter().collect()
}

fn put() {
    let files = large();
    let game = must(Game::open(&files, None, Limits::default()));
    let payload = [must(game.costume_bytes(3)).payload, vec![0; 5000]].concat();
    let new = [NewCostume { id: 3, room: None, payload }];
    let plan = || must(Plan::new(&game, &files, &new, PutOptions::default()));
    let planned = plan();
    let written = || {
        for file in planned.changed() {
            let source = must(files.open(&file.name));
            must(file.write(&*source, |bytes| {
                black_box(bytes);
                Ok::<(), costumier::Error>(())
            }));
        }
    };
    let copied = || {
        let mut buffer = vec![0; 1 << 16];
        for file in planned.changed() {
            let source = must(files.open(&file.name));
            let mut at = 0;
            while at < source.len() {
                let count = buffer.len().min(usize::try_from(source.len() - at).unwrap_or(usize::MAX));
                must(source.read_at(at, &mut buffer[..count]));
                black_box(&buffer);
                at += count as u64;
            }
        }
    };
    let patch = || {
        for file in planned.changed() {
            let source = must(files.open(&file.name));
            black_box(must(costumier_edit::patch::bps::write(file, &*source, b"")));
        }
    };
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(|| {
            black_box(plan());
        }),
        Box::new(written),
        Box::new(copied),
        Box::new(patch),
    ];
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    println!(
        "\none costume, 5000 bytes longer, into a game of {ROOMS} MB; ms, and times a plain copy of the changed files"
    );
    for (pass, name) in ["planned", "written", "plain copy", "as a patch"].iter().enumerate() {
        println!("{name:<24}{:>10.1}{:>10.2}", samples.median(pass) * 1e3, samples.ratio(2, pass));
    }
}
