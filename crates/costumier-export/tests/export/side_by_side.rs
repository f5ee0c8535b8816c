//! Cores that have nothing to do help with a costume's animations: what is written, in which order and with which
//! words, is what one thread writes.

use std::io;
use std::sync::Arc;

use costumier::Game;
use costumier_export::{
    Background, ExportOptions, Exporter, Format, Identity, IdleCores, Names, Output, Workspace,
};

/// Files in the order in which they came; takes so many.
#[derive(Debug, Default, PartialEq, Eq)]
struct InOrder {
    files: Vec<(String, Vec<u8>)>,
    most: Option<usize>,
}

impl Output for InOrder {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if self.most == Some(self.files.len()) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.files.push((path.to_owned(), bytes.to_vec()));
        Ok(())
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.put(path, bytes)
    }

    fn seal(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// Every costume of the sample with so many idle cores: reports or errors in words, and files.
fn exported(
    game: &Arc<Game>,
    options: &ExportOptions,
    idle: usize,
    most: Option<usize>,
) -> (Vec<String>, InOrder) {
    let identity = Identity::new("sample.000", b"");
    let exporter = Exporter::new(Arc::clone(game), identity, options.clone(), Names::default()).unwrap();
    let cores = Arc::new(IdleCores::default());
    cores.add(idle);
    let mut workspace = Workspace::new(exporter.options(), game.limits()).helped_by(&cores);
    let mut output = InOrder { most, ..InOrder::default() };
    let reports = game.costume_ids().map(|id| match exporter.costume(id, &mut workspace, &mut output) {
        Ok(report) => serde_json::to_string(&report).unwrap() + &format!("{:?}", report.problems),
        Err(why) => why.to_string(),
    });
    (reports.collect(), output)
}

/// Whether helpers made any difference.
#[track_caller]
fn same_with_helpers(options: &ExportOptions) -> Vec<String> {
    let game = crate::common::game();
    let (reports, files) = exported(&game, options, 0, None);
    assert!(!files.files.is_empty());
    for idle in [1, 3, 16] {
        let (helped, helped_files) = exported(&game, options, idle, None);
        assert_eq!(helped, reports, "{idle} idle cores");
        assert!(helped_files == files, "{idle} idle cores: other files, or in another order");
    }
    reports
}

fn all() -> ExportOptions {
    ExportOptions { formats: Format::ALL.to_vec().into_iter().collect(), ..ExportOptions::default() }
}

#[test]
fn helpers_change_nothing_of_any_format() {
    same_with_helpers(&all());
    same_with_helpers(&ExportOptions { trim: true, ..all() });
}

#[test]
fn helpers_change_nothing_in_front_of_a_room() {
    let formats = [Format::Gif, Format::Frames].into();
    let background = Background::Room;
    same_with_helpers(&ExportOptions { formats, background, ..ExportOptions::default() });
}

/// Where memory is short, animations are left out, frames are not kept, and large ones are left to their turn: the
/// same ones, and with the same words.
#[test]
fn helpers_keep_to_the_budget() {
    let mut complaints = std::collections::BTreeSet::new();
    for memory in [1 << 10, 1 << 12, 3 << 12, 1 << 14, 3 << 14, 1 << 16, 1 << 18, 1 << 20] {
        let reports = same_with_helpers(&ExportOptions { memory: Some(memory), ..all() });
        for words in ["all frames of the costume up to here", "animations are missing on the sheets"] {
            if reports.iter().any(|report| report.contains(words)) {
                complaints.insert(words);
            }
        }
    }
    assert_eq!(complaints.len(), 2, "no budget here was too small: {complaints:?}");
}

#[test]
fn an_output_that_is_full_stops_at_the_same_file() {
    let game = crate::common::game();
    for most in [1, 5, 40] {
        let alone = exported(&game, &all(), 0, Some(most));
        assert_eq!(alone.1.files.len(), most);
        let helped = exported(&game, &all(), 2, Some(most));
        assert!(helped == alone, "{most} files");
    }
}
