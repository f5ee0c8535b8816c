//! Decoding, drawing and ticking, compared with plain code. One program without files runs natively and as
//! WebAssembly.
//!
//! `node judges/benches/wasm/rows.mjs` builds it with SIMD and without, and runs both in Node and in Chromium;
//! `cargo run --release -p costumier-benches-wasm` is the native row to compare with. A line is a name, the time for
//! one thing in nanoseconds, and how many times as fast it is as plain code in the same rounds.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::Duration;

use costumier::Painter;
use costumier::format::codec::Decoder;
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes::{self, Mix};
use costumier_benches::direct::{self, Kind, Shades};
use costumier_benches::naive;
use costumier_benches::naive_play::Player;
use costumier_benches::rounds::{self, Pass};
use costumier_benches::work::{self, WAYS};

/// Rounds of each comparison.
const ROUNDS: usize = 15;

/// Shortest time of one sample: browsers' clocks are coarse.
const LEAST: Duration = Duration::from_millis(20);

/// Number of costumes of each set: enough that branch predictors cannot learn the runs.
const COSTUMES: usize = 12;

/// Actors of a frame, and ticks of each pass.
const ACTORS: usize = 4;
const TICKS: usize = 24;

fn main() {
    for recipe in &RECIPES {
        let corpus = &Corpus::new(recipe, COSTUMES);
        match recipe.name {
            "big16" => {
                pictures(corpus);
                room_colours(corpus);
            }
            "big32" => pictures(corpus),
            "act16" => actors(corpus),
            _ => {}
        }
    }
}

/// Times a pass, alone or compared with a plain one, and prints the row.
fn row(name: &str, things: usize, own: Pass<'_>, plain: Option<Pass<'_>>) {
    let is_beside = plain.is_some();
    let mut passes: Vec<Pass<'_>> = [own].into_iter().chain(plain).collect();
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);
    let nanoseconds = samples.median(0) * 1e9 / things as f64;
    let ratio = if is_beside { format!("{:.2}", samples.ratio(0, 1)) } else { String::new() };
    println!("{name}\t{nanoseconds:.3}\t{ratio}");
}

fn pictures(corpus: &Corpus) {
    let (mut decoder, mut rows, mut plain) = (Decoder::new(), Vec::new(), Vec::new());
    let plainly = || {
        for p in &corpus.pictures {
            naive::decode(p, corpus.depth, &mut plain);
            std::hint::black_box(&plain);
        }
    };
    row(
        &format!("decode, {}, per pixel", corpus.name),
        corpus.pixels,
        Box::new(|| work::decode(corpus, &mut decoder, &mut rows)),
        Some(Box::new(plainly)),
    );
    let (colours, table) = (work::colours(corpus), work::scale_table());
    for way in WAYS.iter().filter(|way| ["draw", "draw masked", "draw scale 210"].contains(&way.name)) {
        let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
        let mut surface = work::surface(way.masked);
        let plainly = || {
            for (i, p) in corpus.pictures.iter().enumerate() {
                naive::draw(&mut surface, p, corpus.depth, &work::how(corpus, i, *way, &table));
            }
        };
        row(
            &format!("{}, {}, per pixel", way.name, corpus.name),
            corpus.pixels,
            Box::new(|| work::draw(corpus, &colours, *way, &mut painter, &mut stage)),
            Some(Box::new(plainly)),
        );
    }
}

fn room_colours(corpus: &Corpus) {
    for kind in Kind::ALL {
        let pictures = &direct::pictures(corpus, kind, Shades::Neighbours);
        let (mut rows, mut plain) = (Vec::new(), Vec::new());
        let plainly = || {
            for p in pictures {
                direct::plain_decode(kind, p, &mut plain);
                std::hint::black_box(&plain);
            }
        };
        row(
            &format!("{}, decode, {}, per pixel", kind.name(), corpus.name),
            corpus.pixels,
            Box::new(|| direct::decode(kind, pictures, &mut rows)),
            Some(Box::new(plainly)),
        );
    }
}

fn actors(corpus: &Corpus) {
    let costumes = costumes::costumes(corpus);
    for mix in Mix::ALL {
        let mut actors = costumes::actors(&costumes, mix);
        let blocks = costumes.iter().filter_map(|costume| costume.as_cost()).map(|cost| cost.payload());
        let mut players: Vec<Player<'_>> =
            actors.iter().zip(blocks).map(|(actor, block)| Player::new(actor, block)).collect();
        let ticks = actors.len() * TICKS;
        let plainly = || {
            for player in &mut players {
                for _ in 0..TICKS {
                    std::hint::black_box(player.tick());
                }
            }
        };
        row(
            &format!("tick, {}", mix.name()),
            ticks,
            Box::new(|| work::ticks(&mut actors, TICKS)),
            Some(Box::new(plainly)),
        );
    }
    // What a page does sixty times a second: four actors are posed, drawn, ticked.
    let mut actors = costumes::actors(&costumes[..ACTORS], Mix::Busy);
    let colours = work::colours(corpus);
    let (mut painter, mut stage) = (Painter::default(), work::stage(true));
    let frames = || {
        for _ in 0..TICKS {
            for (number, (actor, colours)) in (0..).zip(actors.iter_mut().zip(&colours)) {
                let mut placed = work::placed(WAYS[2], colours);
                placed.anchor.0 = 70 + 60 * number;
                work::play(actor, 1, &placed, &mut painter, &mut stage);
            }
        }
    };
    row("frame of four actors", TICKS, Box::new(frames), None);
}
