//! Codecs 5, 16 and 32 of AKOS costumes, pixels per second: decoding and drawing, compared with plain code in
//! the same run.
//!
//! `cargo bench --bench direct [SET…]`. Every picture is compared with the plain code's result before
//! anything is timed. A missed goal is marked and does not fail the run; the mispredictions of `--bench counts`
//! do.
//!
//! The goals are those of the interpreter's own decoders (1.8 and 3.5 times as fast), divided by how much
//! faster than those the plain code here has been measured to be: 1.4 and 1.6 times.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::Duration;

use costumier::Painter;
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::direct::{self, Kind, Picture, Shades};
use costumier_benches::rounds::{self, Pass};
use costumier_benches::work;

/// Rounds of each comparison.
const ROUNDS: usize = 31;

/// Shortest time of one sample.
const LEAST: Duration = Duration::from_millis(6);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for recipe in RECIPES.iter().filter(|recipe| !recipe.name.starts_with("act")) {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == recipe.name) {
            continue;
        }
        let corpus = Corpus::new(recipe, recipe.costumes);
        let sets = [
            (Kind::Five, Shades::Scattered),
            (Kind::Sixteen, Shades::Scattered),
            (Kind::Sixteen, Shades::Neighbours),
            (Kind::ThirtyTwo, Shades::Scattered),
        ];
        for (kind, shades) in sets {
            let pictures = direct::pictures(&corpus, kind, shades);
            let bytes: usize = pictures.iter().map(|p| p.data.len()).sum();
            let density = bytes as f64 / corpus.pixels as f64;
            println!(
                "\n{}, {}, {}: {} pictures, {density:.2} bytes/px\n",
                corpus.name,
                kind.name(),
                shades.name(),
                pictures.len()
            );
            println!(
                "{:<18}{:>10}  {:<18}{:>10}{:>8}{:>9}",
                "", "M px/s", "beside", "M px/s", "ratio", "goal"
            );
            verify(kind, &pictures);
            measure(kind, &pictures, corpus.pixels);
        }
    }
}

fn plain_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Five => "fill or copy",
        Kind::Sixteen => "bit by bit",
        Kind::ThirtyTwo => "skip, fill or copy",
    }
}

/// Decodes and draws.
fn measure(kind: Kind, pictures: &[Picture], pixels: usize) {
    let (mut rows, mut plain) = (Vec::new(), Vec::new());
    let mut passes: Vec<Pass<'_>> = vec![
        Box::new(move || direct::decode(kind, pictures, &mut rows)),
        Box::new(move || {
            for p in pictures {
                direct::plain_decode(kind, p, &mut plain);
                std::hint::black_box(&plain);
            }
        }),
    ];
    for way in kind.ways() {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        passes.push(Box::new(move || direct::draw(kind, pictures, way, &mut painter, &mut stage)));
        let (mut surface, mut rows) = (work::surface(way.masked), Vec::new());
        passes.push(Box::new(move || {
            for (i, p) in pictures.iter().enumerate() {
                direct::plain_draw(kind, i, p, way, &mut surface, &mut rows);
            }
        }));
    }
    let mirrored = passes.len();
    if kind == Kind::Five {
        let (mut rows, mut plain) = (Vec::new(), Vec::new());
        passes.push(Box::new(move || direct::decode_mirrored(pictures, &mut rows)));
        passes.push(Box::new(move || {
            for p in pictures {
                direct::plain_decode_mirrored(p, &mut plain);
                std::hint::black_box(&plain);
            }
        }));
    }
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let speed = |pass| pixels as f64 / samples.median(pass) / 1e6;
    let print = |name: &str, own: usize, beside: &str, goal: Option<f64>| {
        let ratio = samples.ratio(own, own + 1);
        let missed = goal.is_some_and(|goal| ratio < goal);
        let goal = goal.map_or(String::new(), |goal| format!("≥ {goal}"));
        let mark = if missed { "  missed" } else { "" };
        let (own, other) = (speed(own), speed(own + 1));
        println!("{name:<18}{own:>10.0}  {beside:<18}{other:>10.0}{ratio:>8.2}{goal:>9}{mark}");
    };
    let goal = match kind {
        Kind::Five => Some(1.3),
        Kind::Sixteen => Some(2.2),
        Kind::ThirtyTwo => None,
    };
    print("decode to rows", 0, plain_name(kind), goal);
    if kind == Kind::Five {
        print("… mirrored", mirrored, plain_name(kind), None);
    }
    for (i, way) in kind.ways().enumerate() {
        print(way.name, 2 + 2 * i, "pixel by pixel", None);
    }
}

/// Compares every picture, decoded and drawn, with the plain code.
fn verify(kind: Kind, pictures: &[Picture]) {
    let (mut rows, mut plain) = (Vec::new(), Vec::new());
    for p in pictures.iter().filter(|_| kind == Kind::Five) {
        direct::decode_mirrored(std::slice::from_ref(p), &mut rows);
        direct::plain_decode_mirrored(p, &mut plain);
        assert!(rows == plain, "{}: mirrored pictures differ", kind.name());
    }
    for p in pictures {
        direct::decode(kind, std::slice::from_ref(p), &mut rows);
        assert!(rows[..p.rows.len()] == p.rows, "{}: decoded pictures differ", kind.name());
        direct::plain_decode(kind, p, &mut rows);
        assert!(rows == p.rows, "{}: the plain decoder is wrong", kind.name());
    }
    // A mirrored literal of codec 5 keeps its order, which the plain code does not do.
    for way in kind.ways().filter(|way| kind == Kind::Sixteen || !way.flip) {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        direct::draw(kind, pictures, way, &mut painter, &mut stage);
        let mut surface = work::surface(way.masked);
        for (i, p) in pictures.iter().enumerate() {
            direct::plain_draw(kind, i, p, way, &mut surface, &mut rows);
        }
        assert!(stage.pixels() == surface.pixels, "{}: {} differs", kind.name(), way.name);
    }
}
