//! Pixels per second: decoding and drawing, compared with plain code in the same run.
//!
//! `cargo bench --bench pixels [SET…]`. Every picture is compared with the plain code's result before
//! anything is timed. It ends with status 1 if decoding big16 or big32 misses its goals, which hold on any
//! machine.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]
#![allow(clippy::cast_possible_truncation, reason = "the numbers here are made here, and small")]

use std::process::ExitCode;
use std::time::Duration;

use costumier::Painter;
use costumier::format::codec::{ColourTable, Decoder, Depth};
use costumier_benches::corpus::{Corpus, Picture, RECIPES};
use costumier_benches::naive;
use costumier_benches::rounds::{self, Pass};
use costumier_benches::work::{self, WAYS};

/// Rounds of each comparison.
const ROUNDS: usize = 31;

/// Shortest time of one sample.
const LEAST: Duration = Duration::from_millis(6);

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut missed = false;
    for recipe in &RECIPES {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == recipe.name) {
            continue;
        }
        let corpus = Corpus::new(recipe, recipe.costumes);
        assert!(corpus.runs >= 250_000, "{}: too few runs to time", corpus.name);
        println!("\n{}\n", corpus.describe());
        heading("M px/s");
        verify(&corpus);
        // The goals are for these sets; much of an actor's small pictures is the tiles' margin.
        missed |= decoding(&corpus) && ["big16", "big32"].contains(&corpus.name);
        if corpus.name == "big16" {
            hostile();
        }
        drawing(&corpus);
        if corpus.name.starts_with("act") {
            frames(&corpus);
        }
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The goals of decoding: against plain code, and against one `memset` per run.
fn goals(corpus: &Corpus) -> (f64, f64) {
    if corpus.name.ends_with("16") { (4.0, 0.7) } else { (3.5, 0.7) }
}

/// The goals of drawing, compared with plain code, which is about as fast as the engine's own.
fn draw_goal(way: &str) -> f64 {
    match way {
        "draw" | "draw mirrored" => 3.5,
        "draw masked" => 2.5,
        "draw scale 210" => 3.0,
        "draw scale 128" => 1.8,
        "cel" => 12.0,
        "cel masked" => 5.0,
        _ => 2.5,
    }
}

fn heading(unit: &str) {
    println!("{:<30}{unit:>10}  {:<18}{unit:>10}{:>8}{:>9}", "", "beside", "ratio", "goal");
}

/// Prints one row; returns whether the goal was missed.
fn row(name: &str, speed: f64, beside: &str, other: f64, ratio: f64, goal: Option<f64>) -> bool {
    let missed = goal.is_some_and(|goal| ratio < goal);
    let goal = goal.map_or(String::new(), |goal| format!("≥ {goal}"));
    let mark = if missed { "  missed" } else { "" };
    println!("{name:<30}{speed:>10.0}  {beside:<18}{other:>10.0}{ratio:>8.2}{goal:>9}{mark}");
    missed
}

/// Times decoding to rows in a reused buffer, compared with the plain decoder and with one `memset` per run of known
/// length.
fn decoding(corpus: &Corpus) -> bool {
    let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
    let mut plain = Vec::new();
    let runs: Vec<_> = corpus.pictures.iter().map(naive::runs).collect();
    let mut columns = vec![0; 1 << 16];
    let mut fresh = Decoder::new();
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(|| work::decode(corpus, &mut decoder, &mut rows)),
        Box::new(|| {
            for p in &corpus.pictures {
                naive::decode(p, corpus.depth, &mut plain);
                std::hint::black_box(&plain);
            }
        }),
        Box::new(|| {
            for runs in &runs {
                naive::fill_runs(runs, &mut columns);
                std::hint::black_box(&columns);
            }
        }),
        Box::new(|| {
            for p in &corpus.pictures {
                let mut rows = Vec::new();
                let size = (p.width, p.height);
                fresh.rows(&p.data, corpus.depth, size, &ColourTable::IDENTITY, &mut rows);
                std::hint::black_box(rows);
            }
        }),
    ];
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let speed = |pass| corpus.pixels as f64 / samples.median(pass) / 1e6;
    let (plain_goal, fill_goal) = goals(corpus);
    let missed_plain =
        row("decode to rows", speed(0), "pixel by pixel", speed(1), samples.ratio(0, 1), Some(plain_goal));
    let missed_fill = row("", speed(0), "memset per run", speed(2), samples.ratio(0, 2), Some(fill_goal));
    row("… into a new Vec", speed(3), "a kept buffer", speed(0), samples.ratio(3, 0), Some(0.85));
    missed_plain | missed_fill
}

/// Times runs of one pixel, each with a length byte of its own: the most bytes per pixel.
fn hostile() {
    let (width, height) = (250, 250);
    let columns: Vec<u8> = (0..width * height).map(|i| (i % 15) as u8 + 1).collect();
    let data = columns.iter().flat_map(|colour| [colour << 4, 1]).collect();
    let picture = Picture { width: width as u16, height: height as u16, columns, data, costume: 0 };
    let (mut decoder, mut rows, mut plain) = (Decoder::new(), Vec::new(), Vec::new());
    let size = (picture.width, picture.height);
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(|| {
            decoder.rows(&picture.data, Depth::Colours16, size, &ColourTable::IDENTITY, &mut rows);
        }),
        Box::new(|| naive::decode(&picture, Depth::Colours16, &mut plain)),
    ];
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let speed = |pass| picture.columns.len() as f64 / samples.median(pass) / 1e6;
    row("… two bytes for each pixel", speed(0), "pixel by pixel", speed(1), samples.ratio(0, 1), Some(1.0));
}

/// Times drawing on the engine's screen.
fn drawing(corpus: &Corpus) {
    let colours = work::colours(corpus);
    let colours = &colours;
    let table = work::scale_table();
    let cels = work::cels(corpus, colours);
    let mut passes: Vec<Pass<'_>> = Vec::new();
    for way in WAYS {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        passes.push(Box::new(move || work::draw(corpus, colours, way, &mut painter, &mut stage)));
        let mut surface = work::surface(way.masked);
        passes.push(Box::new(move || {
            for (i, p) in corpus.pictures.iter().enumerate() {
                naive::draw(&mut surface, p, corpus.depth, &work::how(corpus, i, way, &table));
            }
        }));
    }
    for masked in [false, true] {
        let mut stage = work::stage(masked);
        let cels = &cels;
        passes.push(Box::new(move || work::draw_cels(cels, masked, &mut stage)));
    }
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let speed = |pass| corpus.pixels as f64 / samples.median(pass) / 1e6;
    let print = |name: &str, own: usize, other: usize| {
        let (own_speed, other_speed) = (speed(own), speed(other));
        row(name, own_speed, "pixel by pixel", other_speed, samples.ratio(own, other), Some(draw_goal(name)));
    };
    for (i, way) in WAYS.iter().enumerate() {
        print(way.name, 2 * i, 2 * i + 1);
    }
    let masked = WAYS.iter().position(|way| way.name == "draw masked").unwrap_or(0);
    print("cel", 2 * WAYS.len(), 1);
    print("cel masked", 2 * WAYS.len() + 1, 2 * masked + 1);
}

/// Times frames of actors with three limbs, in thousands per second, in stored colours; in two ways also with colours
/// computed for every frame.
fn frames(corpus: &Corpus) {
    let (table, colours) = (&work::scale_table(), &work::colours(corpus)[..]);
    let mut passes: Vec<Pass<'_>> = Vec::new();
    for way in WAYS {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        passes.push(Box::new(move || work::frames(corpus, way, Some(colours), &mut painter, &mut stage)));
        let mut surface = work::surface(way.masked);
        passes.push(Box::new(move || work::naive_frames(corpus, way, &mut surface, table)));
    }
    let anew: Vec<_> = WAYS.iter().enumerate().filter(|(_, way)| !way.flip && way.scale == 255).collect();
    for &(_, &way) in &anew {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        passes.push(Box::new(move || work::frames(corpus, way, None, &mut painter, &mut stage)));
    }
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let count = corpus.pictures.len() / work::LIMBS;
    let speed = |pass| count as f64 / samples.median(pass) / 1e3;
    println!();
    heading("k frames/s");
    for (i, way) in WAYS.iter().enumerate() {
        let name = way.name.replace("draw", "frame of 3 limbs,").replace(", scale", ",");
        let goal = if way.masked { 2.0 } else { 2.5 };
        let (own, other) = (2 * i, 2 * i + 1);
        row(
            name.trim_end_matches(','),
            speed(own),
            "pixel by pixel",
            speed(other),
            samples.ratio(own, other),
            Some(goal),
        );
    }
    for (i, (beside, way)) in anew.iter().enumerate() {
        let (own, other) = (2 * WAYS.len() + i, 2 * beside);
        let name = format!("… colours anew{}", if way.masked { ", masked" } else { "" });
        row(&name, speed(own), "kept", speed(other), samples.ratio(own, other), None);
    }
}

/// Compares every picture, decoded and drawn, with the plain code.
fn verify(corpus: &Corpus) {
    let (mut decoder, mut rows, mut plain) = (Decoder::new(), Vec::new(), Vec::new());
    for p in &corpus.pictures {
        decoder.rows(&p.data, corpus.depth, (p.width, p.height), &ColourTable::IDENTITY, &mut rows);
        naive::decode(p, corpus.depth, &mut plain);
        assert!(rows == plain, "{}: decoded pictures differ", corpus.name);
        let (width, height) = (usize::from(p.width), usize::from(p.height));
        let same = (0..width * height).all(|i| plain[i] == p.columns[i % width * height + i / width]);
        assert!(same, "{}: the plain decoder is wrong", corpus.name);
    }
    let colours = work::colours(corpus);
    let table = work::scale_table();
    for way in WAYS {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        work::draw(corpus, &colours, way, &mut painter, &mut stage);
        let mut surface = work::surface(way.masked);
        for (i, p) in corpus.pictures.iter().enumerate() {
            naive::draw(&mut surface, p, corpus.depth, &work::how(corpus, i, way, &table));
        }
        assert!(stage.pixels() == surface.pixels, "{}: {} differs", corpus.name, way.name);
        if !way.flip && way.scale == 255 {
            let mut stage = work::stage(way.masked);
            work::draw_cels(&work::cels(corpus, &colours), way.masked, &mut stage);
            assert!(stage.pixels() == surface.pixels, "{}: cels differ", corpus.name);
        }
        work::naive_frames(corpus, way, &mut surface, &table);
        for kept in [None, Some(&colours[..])] {
            work::frames(corpus, way, kept, &mut painter, &mut stage);
            assert!(stage.pixels() == surface.pixels, "{}: frames, {} differ", corpus.name, way.name);
        }
    }
}
