//! The most memory that exports of damaged games take, and the longest time.
//!
//! `cargo bench -p costumier-export-benches --bench memory`. Each game is a small one with bytes changed at
//! random; every costume is exported in the default formats and as a sheet, and the memory allocated at
//! a time is counted. The largest must stay within a costume's budget.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use costumier::{Game, Limits, MemoryFiles};
use costumier_export::budget::Budget;
use costumier_export::catalogue::Entries;
use costumier_export::{ExportOptions, Exporter, Format, Identity, Names, Workspace};
use costumier_export_benches::Discarded;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides.max(1)
    }
}

/// Longest export of a damaged game.
const LONGEST: Duration = Duration::from_secs(10);

/// Damaged games of each kind.
const GAMES: usize = 250;

fn main() {
    // `-- v6` measures that generation alone.
    let asked = std::env::args().nth(1).filter(|arg| !arg.starts_with('-'));
    println!(
        "{:<8}{:>7}{:>12}{:>14}{:>8}{:>12}{:>8}",
        "", "games", "most MB", "of the budget", "game", "longest s", "game"
    );
    let mut held = true;
    for edition in costumier_sample::GAMES {
        if asked.as_ref().is_some_and(|asked| edition.name != *asked) {
            continue;
        }
        let mut dice = Dice(1);
        let (mut worst, mut longest, mut opened) = ((0, 0), (Duration::ZERO, 0), 0);
        for number in 0..GAMES {
            let Some(game) = damaged(edition.files, &mut dice) else { continue };
            opened += 1;
            let begun = Instant::now();
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            export(&Arc::new(game));
            worst = worst.max((MEMORY.peak_usage() - before, number));
            longest = longest.max((begun.elapsed(), number));
        }
        let share = worst.0 as f64 / Budget::LEAST as f64;
        println!(
            "{:<8}{opened:>7}{:>12.1}{share:>14.2}{:>8}{:>12.2}{:>8}",
            edition.name,
            worst.0 as f64 / f64::from(1 << 20),
            worst.1,
            longest.0.as_secs_f64(),
            longest.1
        );
        held &= share < 1.0 && longest.0 < LONGEST;
    }
    assert!(held, "more than the budget, or a game of more than {LONGEST:?}");
}

/// Returns a game with a few bytes of its data changed; `None` if it does not open.
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
        Exporter::new(Arc::clone(game), Identity::new("bench.000", b""), options, Names::default())
            .unwrap_or_else(|why| panic!("{why}"));
    let mut workspace = Workspace::new(exporter.options(), game.limits());
    let mut catalogue = exporter.catalogue();
    for (number, id) in game.costume_ids().enumerate() {
        let report = exporter
            .costume(id, &mut workspace, &mut Discarded::default())
            .unwrap_or_else(|why| panic!("{why}"));
        let added = catalogue.add(number, Entries::of(&report), &mut Discarded::default());
        assert!(added.is_ok());
    }
    let finished = catalogue.finish(&mut Discarded::default());
    assert!(finished.is_ok());
}
