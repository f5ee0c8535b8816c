//! Exporting the sample game into memory, and reading PNG back.

#![allow(unreachable_pub, reason = "helpers of tests")]

use std::sync::Arc;

use costumier::{Game, Limits};
use costumier_export::report::{CostumeReport, Manifest};
use costumier_export::{ExportOptions, Exporter, Identity, MemoryOutput, Names, Workspace};

pub fn game() -> Arc<Game> {
    Arc::new(Game::open(&costumier_sample::files(), None, Limits::default()).unwrap())
}

pub fn exporter(game: &Arc<Game>, options: ExportOptions) -> Exporter {
    Exporter::new(Arc::clone(game), Identity::new("sample.000", b""), options, Names::default()).unwrap()
}

/// Exports the first costume of a game.
pub fn first(game: &Arc<Game>, options: ExportOptions) -> (CostumeReport, MemoryOutput) {
    let exporter = exporter(game, options);
    let mut output = MemoryOutput::default();
    let mut workspace = Workspace::new(exporter.options(), game.limits());
    (exporter.costume(1, &mut workspace, &mut output).unwrap(), output)
}

pub fn export(options: ExportOptions) -> (Manifest, MemoryOutput) {
    let game = game();
    let exporter = exporter(&game, options);
    let mut workspace = Workspace::new(exporter.options(), game.limits());
    let mut output = MemoryOutput::default();
    let mut reports = Vec::new();
    for id in game.costume_ids() {
        reports.push(exporter.costume(id, &mut workspace, &mut output).unwrap());
    }
    let manifest = exporter.finish(reports, &mut output).unwrap();
    // The manifest and the page are not of a costume.
    let counted: usize = manifest.costumes.iter().map(|it| it.file_count()).sum();
    assert_eq!(counted + 2, output.files.len(), "the report counts all files");
    (manifest, output)
}

/// Pixels with a size, 0 where there is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

pub fn png(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    let width = info.width as usize;
    let pixels = match info.bit_depth {
        png::BitDepth::Four => data
            .chunks_exact(info.line_size)
            .flat_map(|row| row.iter().flat_map(|b| [b >> 4, b & 15]).take(width))
            .collect(),
        _ => data,
    };
    Picture { width, height: info.height as usize, pixels }
}
