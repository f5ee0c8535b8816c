//! A whole game of 500 costumes, each format by itself: frames a second on one thread, the bytes, and the
//! most memory that it took.
//!
//! `cargo bench -p costumier-export-benches --bench whole`. Files are discarded. Every row includes the work of `json`:
//! opening, playing, drawing, hashing, and writing the manifest and the page; the rest of a row is the work of
//! its format. Memory is the process's, the game (6 MB) and all costumes' rows that were written before
//! included. It and the seconds, which are the processor's for this thread, are read where the system tells
//! them (`/proc`), so that other programs do not count; elsewhere seconds are the clock's.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::sync::Arc;
use std::time::Instant;

use costumier::{Facing, Game, Limits};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes;
use costumier_export::catalogue::Entries;
use costumier_export::report::Summary;
use costumier_export::{Effort, ExportOptions, Exporter, Format, Identity, Names, Workspace};
use costumier_export_benches::Discarded;

/// Costumes of the game.
const COSTUMES: usize = 500;

fn main() {
    let Some(recipe) = RECIPES.iter().find(|recipe| recipe.name == "act16") else { return };
    let corpus = Corpus::new(recipe, COSTUMES);
    let files = costumes::game(&costumes::payloads(&corpus));
    let game = Arc::new(Game::open(&files, None, Limits::default()).unwrap_or_else(|why| panic!("{why}")));
    let mut rows: Vec<(String, Vec<Format>, Effort)> = vec![
        ("json".into(), vec![Format::Json], Effort::Usual),
        ("png, fast".into(), vec![Format::Png], Effort::Fast),
        ("png, small".into(), vec![Format::Png], Effort::Small),
    ];
    let others = Format::ALL.into_iter().filter(|format| *format != Format::Json);
    rows.extend(others.map(|format| (format.name().to_owned(), vec![format], Effort::Usual)));
    rows.push(("all at once".into(), Format::ALL.to_vec(), Effort::Usual));
    println!("{:<20}{:>9}{:>11}{:>9}{:>10}{:>12}", "", "seconds", "frames/s", "MB", "files", "most MB");
    for (i, (name, formats, effort)) in rows.iter().enumerate() {
        let (start, clock) = (processor_seconds(), Instant::now());
        let (sum, sizes) = whole(&game, formats, *effort);
        let seconds = match (start, processor_seconds()) {
            (Some(start), Some(end)) => end - start,
            _ => clock.elapsed().as_secs_f64(),
        };
        if i == 0 {
            println!(
                "{} costumes, {} pictures, {} animations, {} frames; a manifest of {:.1} MB",
                sum.costumes,
                sum.pictures,
                sum.animations,
                sum.frames,
                sizes.manifest as f64 / 1e6
            );
        }
        println!(
            "{name:<20}{seconds:>9.2}{:>11.0}{:>9.2}{:>10}{:>12}",
            sum.frames as f64 / seconds,
            sizes.bytes as f64 / 1e6,
            sum.files,
            most_memory().map_or_else(|| "?".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6)),
        );
    }
}

/// Exports the whole game.
///
/// # Panics
/// If a costume cannot be exported, which does not happen.
fn whole(game: &Arc<Game>, formats: &[Format], effort: Effort) -> (Summary, Discarded) {
    let options = ExportOptions {
        formats: formats.iter().copied().collect(),
        effort,
        facings: Some(vec![Facing::EAST]),
        ..ExportOptions::default()
    };
    let exporter =
        Exporter::new(Arc::clone(game), Identity::new("bench.000", b""), options, Names::default())
            .unwrap_or_else(|why| panic!("{why}"));
    let (mut workspace, mut output) =
        (Workspace::new(exporter.options(), game.limits()), Discarded::default());
    let mut catalogue = exporter.catalogue();
    for (number, id) in game.costume_ids().enumerate() {
        let report = exporter.costume(id, &mut workspace, &mut output).unwrap_or_else(|why| panic!("{why}"));
        assert!(report.problems.iter().all(|problem| problem.severity == costumier::Severity::Note));
        catalogue.add(number, Entries::of(&report), &mut output).unwrap_or_else(|why| panic!("{why}"));
    }
    let sum = catalogue.finish(&mut output).unwrap_or_else(|why| panic!("{why}"));
    (sum, output)
}

/// The most memory that this process had at once.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// The time that this thread has had a processor.
fn processor_seconds() -> Option<f64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
