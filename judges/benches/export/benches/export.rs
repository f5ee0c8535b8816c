//! Frames per second of a whole game's export on one thread, per format, compared with a plain program in
//! the same run.
//!
//! `cargo bench -p costumier-export-benches`. Files are discarded, so no time of a disk is counted.
//! The game's pictures are random and compress worse than drawn ones, so exports of real games are faster and
//! smaller.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::sync::Arc;
use std::time::Duration;

use costumier::format::codec::{ColourTable, Decoder};
use costumier::{Clip, Costume, Game, Limits};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::costumes;
use costumier_benches::rounds::{self, Pass};
use costumier_export::{Effort, ExportOptions, Exporter, Format, Identity, Names, Workspace};
use costumier_export_benches::{Discarded, Rgba, export};

const ROUNDS: usize = 5;
const LEAST: Duration = Duration::from_millis(6);

/// Costumes of the game.
const COSTUMES: usize = 12;

/// The exports, and the goal of each: how many times as fast as the plain program.
type Row = (&'static str, &'static [Format], Effort, Option<f64>);

const ROWS: [Row; 6] = [
    ("png, fast", &[Format::Png, Format::Frames], Effort::Fast, Some(10.0)),
    ("png", &[Format::Png, Format::Frames], Effort::Usual, Some(2.5)),
    ("png, small", &[Format::Png, Format::Frames], Effort::Small, None),
    ("gif", &[Format::Gif], Effort::Usual, None),
    ("contact", &[Format::Contact], Effort::Usual, None),
    ("all formats", &Format::ALL, Effort::Usual, None),
];

fn main() {
    let Some(recipe) = RECIPES.iter().find(|recipe| recipe.name == "act16") else { return };
    let corpus = Corpus::new(recipe, COSTUMES);
    let files = costumes::game(&costumes::payloads(&corpus));
    let game = Arc::new(Game::open(&files, None, Limits::default()).unwrap_or_else(|why| panic!("{why}")));
    let costumes = costumes::costumes(&corpus);
    let clips: Vec<(Arc<Costume>, Vec<Clip>)> =
        costumes.into_iter().map(|costume| (Arc::clone(&costume), clips(&costume))).collect();
    let frames: usize = clips.iter().flat_map(|(_, clips)| clips).map(|clip| clip.frames.len()).sum();
    let mut palette: Vec<Rgba> = (0..16).map(|i| [i * 16, 255 - i * 16, i * 5, 255]).collect();
    palette[0] = [0; 4];
    let palette = &palette;

    let mut sizes: Vec<Discarded> =
        ROWS.iter().map(|(_, formats, effort, _)| whole(&game, formats, *effort)).collect();
    let mut plain = Discarded::default();
    for (costume, clips) in &clips {
        let (files, bytes) = export(costume, clips, palette);
        plain.files += files;
        plain.bytes += bytes;
    }
    assert_eq!(plain.files, frames);
    sizes.push(plain);
    println!("a game of {COSTUMES} costumes, {} pictures, {frames} frames\n", corpus.pictures.len());

    let mut passes: Vec<Pass<'_>> = Vec::new();
    for (_, formats, effort, _) in &ROWS {
        passes.push(Box::new(|| {
            std::hint::black_box(whole(&game, formats, *effort));
        }));
    }
    passes.push(Box::new(|| {
        for (costume, clips) in &clips {
            std::hint::black_box(export(costume, clips, palette));
        }
    }));
    passes.push(Box::new(|| decode(&clips)));
    let samples = rounds::time(&mut passes, ROUNDS, LEAST);

    let (plain, decoding) = (ROWS.len(), ROWS.len() + 1);
    println!(
        "{:<22}{:>10}{:>10}{:>10}{:>9}{:>9}{:>8}{:>10}",
        "", "frames/s", "MB/s", "MB", "files", "× plain", "goal", "decode"
    );
    let rows = ROWS.iter().map(|(name, .., goal)| (*name, *goal)).chain([("plain png, RGBA", None)]);
    for (pass, (name, goal)) in rows.enumerate() {
        let seconds = samples.median(pass);
        let (times, mark) =
            (samples.ratio(pass, plain), goal.map_or(String::new(), |goal| format!("≥ {goal}")));
        let share = format!("{:.1} %", 100.0 / samples.ratio(decoding, pass));
        println!(
            "{name:<22}{:>10.0}{:>10.1}{:>10.2}{:>9}{times:>9.1}{mark:>8}{share:>10}",
            frames as f64 / seconds,
            sizes[pass].bytes as f64 / seconds / 1e6,
            sizes[pass].bytes as f64 / 1e6,
            sizes[pass].files,
        );
    }
}

/// Exports the whole game.
///
/// # Panics
/// If a costume cannot be exported, which does not happen.
fn whole(game: &Arc<Game>, formats: &[Format], effort: Effort) -> Discarded {
    let options =
        ExportOptions { formats: formats.iter().copied().collect(), effort, ..ExportOptions::default() };
    let exporter =
        Exporter::new(Arc::clone(game), Identity::new("bench.000", b""), options, Names::default())
            .unwrap_or_else(|why| panic!("{why}"));
    let mut workspace = Workspace::new(exporter.options(), game.limits());
    let mut output = Discarded::default();
    let reports = game.costume_ids().map(|id| {
        let report = exporter.costume(id, &mut workspace, &mut output).unwrap_or_else(|why| panic!("{why}"));
        assert!(report.problems.is_empty());
        report
    });
    let reports = reports.collect();
    let finished = exporter.finish(reports, &mut output);
    assert!(finished.is_ok());
    output
}

fn clips(costume: &Arc<Costume>) -> Vec<Clip> {
    let clip =
        |action: costumier::Action| Clip::record(costume, action.chore, action.facing, &Limits::default());
    costume.actions().into_iter().map(clip).collect()
}

/// Decodes as an export does: the pictures of each frame, and each picture by itself.
fn decode(clips: &[(Arc<Costume>, Vec<Clip>)]) {
    let (mut decoder, mut rows) = (Decoder::new(), Vec::new());
    for (costume, clips) in clips {
        let placed = clips.iter().flat_map(|clip| &clip.frames).flat_map(|frame| &frame.placed);
        let keys = placed.map(|placed| placed.picture).chain(costume.picture_keys());
        for packed in keys.filter_map(|key| costume.packed(key).ok()) {
            decoder.picture(&packed, &ColourTable::IDENTITY, &mut rows);
            std::hint::black_box(&rows);
        }
    }
}
