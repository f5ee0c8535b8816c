//! `export`: pictures, animations and sheets of a game's costumes, spread over the cores costume by costume.

use std::path::Path;

use anyhow::{Context as _, Result};
use costumier_export::json::Status;
use costumier_export::report::CostumeReport;
use costumier_export::{Effort, ExportOptions, Exporter, Names, Workspace};
use serde::Deserialize;

use crate::Outcome;
use crate::args::ExportArgs;
use crate::open;
use crate::output::{Folder, Hand};
use crate::parallel;
use crate::report::Teller;
use crate::text::{count, size};

/// The file by which a folder of ours is known.
const MANIFEST: &str = "manifest.json";

/// Exports costumes.
pub(crate) fn run(args: &ExportArgs, teller: &Teller) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let ids = opened.ids(&args.ids)?;
    if let Some(room) = args.room {
        opened.require_room(room)?;
    }
    let folder = Folder::claim(&args.output, args.force, is_ours)?;
    let exporter = Exporter::new(&opened.game, &opened.key(), options(args), Names::default());
    let progress = teller.progress(ids.len(), "costumes");
    let reports = parallel::map(
        &ids,
        args.jobs,
        || Workspace::new(exporter.options()),
        |workspace, id| {
            let report = exporter.costume(*id, workspace, &mut Hand(&folder));
            progress.step();
            report
        },
    );
    progress.end();
    let in_folder = || format!("cannot write into {}", args.output.display());
    let reports = reports.with_context(in_folder)?;
    let outcome = tell_failures(&reports, teller);
    exporter.finish(reports, &mut Hand(&folder)).with_context(in_folder)?;
    folder.finish()?;
    let (files, bytes) = folder.written();
    teller.say(format!(
        "wrote {}, {}, of {} into {}",
        count(files, "file"),
        size(bytes),
        count(ids.len(), "costume"),
        args.output.display()
    ));
    Ok(outcome)
}

fn options(args: &ExportArgs) -> ExportOptions {
    let defaults = ExportOptions::default();
    ExportOptions {
        formats: if args.formats.is_empty() {
            defaults.formats
        } else {
            args.formats.iter().copied().collect()
        },
        scale_up: args.scale_up,
        jiffies_per_tick: args.jiffies,
        facings: (!args.facing.is_empty()).then(|| args.facing.clone()),
        chores: (!args.chore.is_empty()).then(|| args.chore.clone()),
        room: args.room,
        background: args.background,
        trim: args.trim,
        effort: if args.small { Effort::Small } else { defaults.effort },
        longest_loop: defaults.longest_loop,
    }
}

/// A line for each costume that could not be opened, or not read whole.
fn tell_failures(reports: &[CostumeReport], teller: &Teller) -> Outcome {
    let mut outcome = Outcome::Done;
    for report in reports.iter().filter(|report| report.status >= Status::Broken) {
        outcome = Outcome::SomeFailed;
        match &report.error {
            Some(error) => teller.fail(&error.text),
            None => {
                let broken = report.problems.iter().filter(|problem| problem.severity == "broken");
                let first =
                    broken.clone().next().map(|problem| format!("{}: {}", problem.path, problem.text));
                let parts = count(broken.count(), "part");
                teller.fail(format!(
                    "costume {}: {parts} could not be read: {}",
                    report.id,
                    first.unwrap_or_default()
                ));
            }
        }
    }
    outcome
}

/// Whether an earlier export made this folder: its manifest says what ours say.
fn is_ours(folder: &Path) -> bool {
    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what matters is that the fields are there")]
    struct Manifest {
        version: u32,
        generation: String,
        costumes: Vec<serde::de::IgnoredAny>,
    }
    let text = std::fs::read(folder.join(MANIFEST)).unwrap_or_default();
    serde_json::from_slice::<Manifest>(&text).is_ok()
}
