//! Searching one picture among 30,000 decoded ones, as `costumier find --like` does.
//!
//! `cargo bench -p costumier-export-benches --bench find`. One thread. It ends with status 1 if a search takes more
//! than a second.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::process::ExitCode;
use std::time::Instant;

use costumier_export::similarity::{Edges, Sample};

const PICTURES: usize = 30_000;
const GOAL_MS: f64 = 1000.0;

/// A number that looks random.
fn noise(n: usize) -> usize {
    let mut x = n as u64;
    x = (x ^ (x >> 31)).wrapping_mul(0x7FB5_D329_728E_A185);
    x = (x ^ (x >> 27)).wrapping_mul(0x81DA_DEF4_BC2D_D44D);
    usize::try_from((x ^ (x >> 33)) & 0x7FFF_FFFF).unwrap_or(0)
}

/// Makes something like a drawn picture: runs of few colours, rows similar to those above.
fn picture(number: usize) -> (usize, Vec<u8>) {
    let (width, height) = (16 + noise(number) % 48, 24 + noise(number + 7) % 56);
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let place = number * 10_007 + (y / 3) * 97 + x;
            let run = 1 + noise(place) % 9;
            let colour = u8::try_from(noise(place + 1) % 16).unwrap_or(0);
            pixels.extend(std::iter::repeat_n(colour, run.min(width - x)));
            x += run;
        }
    }
    (width, pixels)
}

fn main() -> ExitCode {
    let pictures: Vec<(usize, Vec<u8>)> = (0..PICTURES).map(picture).collect();
    let pixels: usize = pictures.iter().map(|it| it.1.len()).sum();
    println!("{PICTURES} pictures, {:.1} M pixels\n", pixels as f64 / 1e6);
    println!("{:<34}{:>8}{:>10}", "", "hits", "ms");
    let (width, whole) = &pictures[PICTURES / 2];
    let mirrored: Vec<u8> = whole.chunks_exact(*width).flat_map(|row| row.iter().rev().copied()).collect();
    let recoloured: Vec<u8> = whole.iter().map(|value| 15 - value).collect();
    let part: Vec<u8> =
        whole.chunks_exact(*width).skip(4).take(12).flat_map(|row| row[3..15].to_vec()).collect();
    let part_recoloured: Vec<u8> = part.iter().map(|value| value ^ 9).collect();
    let mut slowest: f64 = 0.0;
    for (what, sample) in [
        ("the same", Sample::new(*width, whole)),
        ("mirrored", Sample::new(*width, &mirrored)),
        ("in other colours", Sample::new(*width, &recoloured)),
        ("a part of 12 x 12", Sample::new(12, &part)),
        ("a part of 12 x 12, other colours", Sample::new(12, &part_recoloured)),
    ] {
        let mut times = Vec::new();
        let mut hits = 0;
        for _ in 0..3 {
            let mut edges = Edges::default();
            let start = Instant::now();
            hits = pictures
                .iter()
                .filter(|(width, pixels)| sample.like(*width, pixels, &mut edges).is_some())
                .count();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        slowest = slowest.max(times[1]);
        println!("{what:<34}{hits:>8}{:>10.1}", times[1]);
        assert!(hits >= 1, "{what}: it is not found");
    }
    if slowest < GOAL_MS { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
