//! The most memory that exports of damaged games take, and the longest time.
//!
//! `cargo bench -p costumier-export-benches --bench memory`. Each game is a small one with bytes changed at
//! random; every costume is exported in the default formats and as a sheet, and what is allocated at a time
//! is counted. The worst is to stay within a costume's budget.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use costumier::{Game, Limits, MemoryFiles};
use costumier_export::budget::Budget;
use costumier_export::catalogue::Entries;
use costumier_export::{ExportOptions, Exporter, Format, Identity, Names, Output, Workspace};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Takes files and forgets them.
struct Nowhere;

impl Output for Nowhere {
    fn put(&mut self, _: &str, bytes: &[u8]) -> io::Result<()> {
        std::hint::black_box(bytes);
        Ok(())
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.put(path, bytes)
    }

    fn seal(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides.max(1)
    }
}

/// Damaged games of each kind.
const GAMES: usize = 250;

fn main() {
    println!("{:<8}{:>7}{:>12}{:>14}{:>12}", "", "games", "most MB", "of the budget", "longest s");
    for (generation, files) in costumier_sample::GAMES {
        let mut dice = Dice(1);
        let (mut worst, mut longest, mut opened) = (0, Duration::ZERO, 0);
        for _ in 0..GAMES {
            let Some(game) = damaged(files, &mut dice) else { continue };
            opened += 1;
            let begun = Instant::now();
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            export(&Arc::new(game));
            worst = worst.max(MEMORY.peak_usage() - before);
            longest = longest.max(begun.elapsed());
        }
        let share = worst as f64 / Budget::LEAST as f64;
        println!(
            "{:<8}{opened:>7}{:>12.1}{share:>14.2}{:>12.2}",
            generation.name(),
            worst as f64 / f64::from(1 << 20),
            longest.as_secs_f64()
        );
        assert!(share < 1.0, "more than the budget");
    }
}

/// A game with a few bytes of its data changed; `None` where it does not even open.
fn damaged(files: &[(&str, &[u8])], dice: &mut Dice) -> Option<Game> {
    let mut memory = MemoryFiles::new();
    for (i, (name, bytes)) in files.iter().enumerate() {
        let mut bytes = bytes.to_vec();
        if i > 0 {
            for _ in 0..1 + dice.roll(40) {
                let at = dice.roll(bytes.len());
                bytes[at] = u8::try_from(dice.roll(256)).unwrap_or(0);
            }
        }
        memory.insert(*name, bytes);
    }
    Game::open(&memory, None, Limits::default()).ok()
}

fn export(game: &Arc<Game>) {
    let mut formats = ExportOptions::default().formats;
    formats.insert(Format::Sheet);
    let options = ExportOptions { formats, ..ExportOptions::default() };
    let exporter =
        Exporter::new(Arc::clone(game), Identity::new("bench.000", b""), options, Names::default());
    let mut workspace = Workspace::new(exporter.options(), game.limits());
    let mut catalogue = exporter.catalogue();
    for (number, id) in game.costume_ids().enumerate() {
        let report = exporter.costume(id, &mut workspace, &mut Nowhere).unwrap_or_else(|why| panic!("{why}"));
        let added = catalogue.add(number, Entries::of(&report), &mut Nowhere);
        assert!(added.is_ok());
    }
    let finished = catalogue.finish(&mut Nowhere);
    assert!(finished.is_ok());
}
