//! `export`: pictures, animations and sheets of a game's costumes, spread over the cores costume by costume.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, anyhow};
use costumier_export::colour::Choice;
use costumier_export::json::Status;
use costumier_export::ledger::{Entries, Ledger};
use costumier_export::report::CostumeReport;
use costumier_export::{Background, Effort, ExportError, ExportOptions, Exporter, Workspace};

use crate::Outcome;
use crate::args::ExportArgs;
use crate::earlier::Earlier;
use crate::explain;
use crate::failure::hinted;
use crate::open::{self, Opened};
use crate::output::{Folder, Hand};
use crate::parallel;
use crate::report::Teller;
use crate::text::{count, size};

/// Exports costumes.
pub(crate) fn run(args: &ExportArgs, teller: &Teller) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let ids = opened.ids(&args.ids)?;
    if let Some(room) = args.room {
        opened.require_room(room)?;
    }
    let options = options(args, opened.game.is_dithered());
    options.check().map_err(|why| {
        hinted(
            anyhow!("--background room: {why}"),
            "name other formats with `--as`, or use a colour such as `#204060`",
        )
    })?;
    let earlier = Earlier::read(&args.output);
    let generation = opened.game.generation().name();
    if let Some(other) = earlier.as_ref().filter(|it| !args.force && !it.is_of(&opened.key(), generation)) {
        let error =
            anyhow!("the folder {} holds an export of another game, {:?}", args.output.display(), other.game);
        return Err(hinted(error, "choose another folder, or replace that export with `--force`"));
    }
    let folder = Folder::claim(&args.output, args.force, earlier.is_some())?;
    let exporter = Exporter::new(&opened.game, &opened.key(), options, opened.names());
    let progress = teller.progress(ids.len(), "costumes");
    let ledger = Mutex::new(Ledger::new(&exporter));
    let numbered: Vec<(usize, u32)> = ids.iter().copied().enumerate().collect();
    let told = parallel::map(
        &numbered,
        args.jobs,
        || Workspace::new(exporter.options(), opened.game.limits()),
        |workspace, (number, id)| {
            let report = exporter.costume(*id, workspace, &mut Hand(&folder))?;
            let (told, entries) = (Told::of(&opened, &report), Entries::of(&report));
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.add(*number, entries, &mut Hand(&folder))?;
            progress.step();
            Ok::<_, ExportError>(told)
        },
    );
    progress.end();
    let in_folder = || format!("cannot write into {}", args.output.display());
    let told = told.with_context(in_folder)?;
    let mut outcome = tell_failures(&told, teller);
    let narrowed = !(args.chore.is_empty() && args.facing.is_empty());
    if narrowed && told.iter().all(|told| !told.is_animated) {
        teller.warn(
            "no animation matches `--chore` and `--facing`; `costumier dump GAME ID` shows those that exist",
        );
        outcome = Outcome::SomeFailed;
    }
    let fine = told.iter().filter(|told| told.status != Status::Failed).count();
    // While the old manifest still stands, so that an interrupted call leaves nothing that no manifest names.
    if let Some(earlier) = &earlier {
        folder.remove_unwritten(earlier.files()).with_context(in_folder)?;
    }
    let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    ledger.finish(&mut Hand(&folder)).with_context(in_folder)?;
    folder.finish()?;
    let (files, bytes) = folder.written();
    teller.say(format!(
        "wrote {}, {}, of {}{} into {}",
        count(files, "file"),
        size(bytes),
        if fine < ids.len() { format!("{fine} of ") } else { String::new() },
        count(ids.len(), "costume"),
        args.output.display()
    ));
    if let Some(text) = colours(&told) {
        teller.say(text);
    }
    Ok(outcome)
}

fn options(args: &ExportArgs, ega: bool) -> ExportOptions {
    let defaults = ExportOptions::default();
    ExportOptions {
        formats: if args.formats.is_empty() {
            defaults.formats
        } else {
            args.formats.iter().copied().collect()
        },
        scale_up: args.scale_up,
        ega,
        jiffies_per_tick: args.jiffies,
        facings: (!args.facing.is_empty()).then(|| args.facing.clone()),
        chores: (!args.chore.is_empty()).then(|| args.chore.clone()),
        room: args.room,
        background: args.background.unwrap_or(defaults.background),
        // Contact sheets are in no room.
        contact_background: args
            .background
            .filter(|it| *it != Background::Room)
            .unwrap_or(defaults.contact_background),
        trim: args.trim,
        sheet: args.sheet_layout,
        effort: match (args.small, args.fast) {
            (true, _) => Effort::Small,
            (_, true) => Effort::Fast,
            _ => defaults.effort,
        },
        longest_loop: args.longest_loop,
    }
}

/// What is told of a costume when all are done.
struct Told {
    status: Status,
    /// Why it failed, or what of it is broken.
    fault: Option<String>,
    is_animated: bool,
    /// Why it has its colours, from where, and how many other looks there are; of which the likeliest.
    colours: Option<(Choice, String)>,
    other_looks: usize,
}

impl Told {
    fn of(opened: &Opened, report: &CostumeReport) -> Self {
        let broken = || report.problems.iter().filter(|problem| problem.severity == "broken");
        let fault = match (&report.error, broken().next()) {
            (Some(error), _) => Some(error.text.clone()),
            (None, Some(first)) => Some(format!(
                "costume {}: {} could not be read: {}: {}",
                report.id,
                count(broken().count(), "part"),
                first.path,
                first.text
            )),
            (None, None) => None,
        };
        let palette = report.palette.as_ref();
        Self {
            status: report.status,
            fault,
            is_animated: !report.animations.is_empty(),
            colours: palette.map(|palette| (palette.choice, explain::source_and_rival(opened, palette))),
            other_looks: palette.map_or(0, |palette| palette.other_looks),
        }
    }
}

/// A line for each costume that could not be opened, or not read whole.
fn tell_failures(told: &[Told], teller: &Teller) -> Outcome {
    let mut outcome = Outcome::Done;
    for fault in told.iter().filter_map(|told| told.fault.as_ref()) {
        outcome = Outcome::SomeFailed;
        teller.fail(fault);
    }
    outcome
}

/// Where the colours come from, in a line. Of several costumes, how many are coloured by what.
fn colours(told: &[Told]) -> Option<String> {
    if let [Told { colours: Some((_, text)), .. }] = told {
        return Some(format!("colours: {text}"));
    }
    let mut counts: BTreeMap<Choice, usize> = BTreeMap::new();
    for (choice, _) in told.iter().filter_map(|told| told.colours.as_ref()) {
        *counts.entry(*choice).or_default() += 1;
    }
    let parts: Vec<String> = counts.iter().map(|(choice, n)| format!("{n} by {}", choice.why())).collect();
    let others = told.iter().filter(|told| told.other_looks > 0).count();
    let others = match others {
        0 => String::new(),
        n => {
            format!("; other rooms would give {n} of them another look (manifest.json, `dump ID --colours`)")
        }
    };
    (!parts.is_empty()).then(|| format!("colours: {}{others}", parts.join(", ")))
}
