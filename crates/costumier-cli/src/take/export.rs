//! `export`: writes pictures, animations and sheets of a game's costumes, one costume per thread.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::screen::Screen;
use costumier_export::catalogue::Entries;
use costumier_export::colour::Choice;
use costumier_export::json::Status;
use costumier_export::report::CostumeReport;
use costumier_export::{
    Background, Effort, ExportError, ExportOptions, Exporter, Format, Framing, IdleCores, Only, OptionsError,
    Workspace,
};

use crate::Outcome;
use crate::args::ExportArgs;
use crate::disk::safe_write::{Folder, FolderOutput};
use crate::game::argument_order;
use crate::game::chores;
use crate::game::colours;
use crate::game::cut_off::CutOff;
use crate::game::open::{self, OpenGame};
use crate::output::failure::{Stopped, hinted};
use crate::output::report::Reporter;
use crate::output::text::{count, size};
use crate::process::parallel;
use crate::process::signals;
use crate::take::one_file;
use crate::take::previous_export::{self, PreviousExport};
use crate::take::recolour;

/// Opens the game of the call and exports costumes.
pub(crate) fn run(args: &ExportArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game).map_err(|error| argument_order::in_order(error, &args.game.name))?;
    on(&opened, args, reporter, out)
}

/// Exports costumes of a game that is open.
pub(crate) fn on(
    opened: &OpenGame,
    args: &ExportArgs,
    reporter: &Reporter,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let ids = opened.ids(&args.ids).map_err(|error| argument_order::in_order(error, &args.game.name))?;
    let room = opened.room(args.room.as_ref())?;
    if opened.game.fixed_pattern().is_some_and(|pattern| !pattern.is_square()) {
        bail!(
            "this screen shows seven lines for four rows of this game, and what is exported lies on no \
             screen: `render` shows whole scenes so"
        );
    }
    let mut options = options(args, opened.game.dots());
    options.room = room;
    options.recolour = args.palette.as_deref().map(recolour::read).transpose()?;
    options.shape = opened.game.screen().filter(|it| it.is_unusual()).map(Screen::dot_shape);
    if let Some(look) = args.look {
        options.looks = opened.looks(look, &ids)?;
        options.look = Some(look);
    }
    require_room(args)?;
    let identity = opened.identity()?;
    if let Some(kind) = one_file::Kind::of(args)? {
        return one_file::run(args, opened, &ids, (identity, options, kind), reporter, out);
    }
    check(&options)?;
    let owner = opened.owner(&identity);
    let exporter = Exporter::new(Arc::clone(&opened.game), identity, options, opened.names())?;
    recolour::check(&exporter, opened, &ids, reporter)?;
    let nothing = |why| chores::nothing_wanted(why, exporter.options(), &opened.names());
    exporter.check_wanted(&ids).map_err(nothing)?;
    warn_of_stub(opened, &exporter, reporter);
    let without = ids.len().saturating_sub(exporter.options().looks.len());
    if let Some(look) = args.look.filter(|_| without > 0) {
        reporter.say(format!("{} no look {look}: exported in the usual colours", has(without)));
    }
    foretell(&ids, &exporter, args.jobs, reporter);
    let folder = Folder::claim(&args.output, &owner, args.force)?;
    if !args.force {
        previous_export::require_unchanged(&folder, &args.output, &ids)?;
    }
    let in_folder = || format!("cannot write into {}", args.output.display());
    let with_room = |error| folder.with_room(error);
    let earlier = PreviousExport::read(&folder);
    let progress = reporter.progress(ids.len(), "costumes");
    let mut catalogue = exporter.catalogue();
    let staying = earlier.staying(&ids, &catalogue.head());
    if let Some(kept) = earlier.kept.as_ref().filter(|_| !staying.is_empty()) {
        catalogue = catalogue.keeping(kept);
    }
    // The manifest and the page list new and staying costumes in one order.
    let all: BTreeSet<u32> = ids.iter().chain(&staying).copied().collect();
    let mut numbered = Vec::with_capacity(ids.len());
    for (number, id) in all.into_iter().enumerate() {
        let kept = earlier.kept.as_ref().filter(|_| staying.contains(&id));
        let Some(entries) = kept.and_then(|kept| kept.entries(id)) else {
            numbered.push((number, id));
            continue;
        };
        let added = catalogue.add(number, entries, &mut FolderOutput(&folder));
        added.with_context(in_folder).map_err(with_room)?;
    }
    let catalogue = Mutex::new(catalogue);
    let idle = Arc::new(IdleCores::default());
    let told = parallel::map_lending(
        &numbered,
        args.jobs,
        &idle,
        || Workspace::new(exporter.options(), opened.game.limits()).helped_by(&idle),
        |workspace, (number, id)| {
            let report = exporter.costume(*id, workspace, &mut FolderOutput(&folder))?;
            let (told, entries) = (CostumeSummary::of(args, opened, &report), Entries::of(&report));
            let mut catalogue = catalogue.lock().unwrap_or_else(PoisonError::into_inner);
            catalogue.add(*number, entries, &mut FolderOutput(&folder))?;
            progress.step();
            Ok::<_, ExportError>(told)
        },
    );
    progress.end();
    if let Some(signal) = signals::stopped() {
        let folder = args.output.display();
        let left = format!("{folder} holds a part of the export; the same call completes it");
        return Err(Stopped { signal, left }.into());
    }
    let told = told.with_context(in_folder).map_err(with_room)?;
    let outcome = tell_failures(opened, &told, reporter);
    told.iter().for_each(|told| told.left_out.iter().for_each(|text| reporter.warn(text)));
    let fine = told.iter().filter(|told| told.status != Status::Failed && !told.is_absent).count();
    let damaged: BTreeSet<u32> =
        told.iter().filter(|told| told.status >= Status::Broken).map(|told| told.id).collect();
    // Only files of costumes that the call names are removed, whatever the manifest says: after an interrupted call it
    // does not list the finished costumes. It is still the old one, so that no file is left without a manifest.
    let stays = |id| damaged.contains(&id) || !ids.contains(&id);
    let unwritten = folder
        .remove_unwritten(|name| folder.continues() && previous_export::costume_of(name).is_some_and(stays));
    let unwritten = unwritten.with_context(in_folder)?;
    let catalogue = catalogue.into_inner().unwrap_or_else(PoisonError::into_inner);
    catalogue.finish(&mut FolderOutput(&folder)).with_context(in_folder).map_err(with_room)?;
    folder.finish().map_err(with_room)?;
    tell_written(folder.written(), (fine, ids.len()), &args.output, reporter);
    told.iter().for_each(|told| told.unmatched.iter().for_each(|text| reporter.say(text)));
    if let Some(text) = colours(&told) {
        reporter.say(text);
    }
    previous_export::tell(&unwritten, &damaged, &staying, reporter);
    Ok(outcome)
}

/// Says what was written into a folder: files and bytes, and of how many of all costumes.
fn tell_written(
    (files, bytes): (usize, u64),
    (fine, all): (usize, usize),
    output: &Path,
    reporter: &Reporter,
) {
    let fine = if fine < all { format!("{fine} of ") } else { String::new() };
    let (files, costumes) = (count(files, "file"), count(all, "costume"));
    reporter.say(format!("wrote {files}, {}, of {fine}{costumes} into {}", size(bytes), output.display()));
}

/// `1 costume has`, `2 costumes have`.
fn has(costumes: usize) -> String {
    format!("{} {}", count(costumes, "costume"), if costumes == 1 { "has" } else { "have" })
}

/// Warns if the room that the call names can give no colours.
pub(crate) fn warn_of_stub(opened: &OpenGame, exporter: &Exporter, reporter: &Reporter) {
    if let Some(room) = exporter.options().room.filter(|room| !exporter.shows(*room)) {
        reporter.warn(format!(
            "room {} has no colours to show: it only holds resources, or all its colours are the same",
            opened.room_text(room)
        ));
    }
}

/// Checks the options, and names those of the command line in errors.
///
/// # Errors
/// The first wrong option.
pub(crate) fn check(options: &ExportOptions) -> Result<()> {
    let Err(why) = options.check() else { return Ok(()) };
    Err(match why {
        OptionsError::Scaler(scaler, times, factors) => {
            anyhow!("`--scaler {scaler}` needs a `--scale-up` of {factors}; the call has {times}")
        }
        OptionsError::RoomBehind(formats) => {
            let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let text = "it works with frames, strips, gif, apng and webp";
            let error = anyhow!("`--background room` does not work with {}; {text}", names.join(", "));
            hinted(error, "name other formats with `--as`, or use a colour such as `#204060`")
        }
        other => other.into(),
    })
}

/// Checks that options for a position in a room come with `--background room`.
fn require_room(args: &ExportArgs) -> Result<()> {
    let given = [
        ("--place", args.place.is_some()),
        ("--margin", args.margin.is_some()),
        ("--whole-screen", args.whole_screen),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) if args.background != Some(Background::Room) => {
            Err(hinted(anyhow!("{name} needs a room behind the animations"), "add `--background room`"))
        }
        _ => Ok(()),
    }
}

/// Announces the size of the export if it is very large.
fn foretell(ids: &[u32], exporter: &Exporter, jobs: Option<u16>, reporter: &Reporter) {
    let estimates = parallel::map(ids, jobs, || (), |(), id| Ok::<_, Infallible>(exporter.estimate(*id)));
    let Ok(estimates) = estimates;
    let (files, bytes) = estimates.iter().fold((0, 0), |(files, bytes), it| (files + it.0, bytes + it.1));
    if files > MANY_FILES {
        let frames = if exporter.options().formats.contains(&Format::Frames) {
            "; `--as gif` writes one file per animation"
        } else {
            ""
        };
        reporter.say(format!("this writes about {files} files, {}{frames}", size(bytes)));
    }
}

/// Largest number of files that is not announced.
const MANY_FILES: u64 = 20_000;

fn options(args: &ExportArgs, dots: Option<u8>) -> ExportOptions {
    let defaults = ExportOptions::default();
    let only = match (args.only_animations, args.only_pictures || !args.picture.is_empty()) {
        (true, _) => Only::Animations,
        (_, true) => Only::Pictures,
        _ => Only::Everything,
    };
    ExportOptions {
        formats: match (args.formats.is_empty(), only) {
            (false, _) => args.formats.iter().copied().collect(),
            (true, Only::Everything) => defaults.formats.clone(),
            (true, Only::Animations) => [Format::Gif].into(),
            (true, Only::Pictures) => [Format::Png].into(),
        },
        only,
        pictures: (!args.picture.is_empty()).then(|| args.picture.clone()),
        parts: args.parts.clone(),
        note: args.note.clone(),
        objects: args.objects.unwrap_or_default(),
        framing: Framing { place: args.place, margin: args.margin, whole_screen: args.whole_screen },
        canvas: args.canvas,
        memory: args.memory.map(|megabytes| u64::from(megabytes) << 20),
        scale_up: args.scale_up,
        scaler: args.scaler,
        tag_names: args.tags,
        credit: args.credit.as_ref().unwrap_or(&defaults.credit).clone(),
        dots,
        jiffies_per_tick: args.jiffies,
        facings: (!args.facing.is_empty()).then(|| args.facing.clone()),
        chores: (!args.chore.is_empty()).then(|| args.chore.clone()),
        recolour_name: args.palette.as_deref().map(recolour::name),
        background: args.background.unwrap_or(defaults.background),
        // Contact sheets show no room.
        contact_background: args
            .background
            .filter(|it| *it != Background::Room)
            .unwrap_or(defaults.contact_background),
        trim: args.trim,
        sheet: args.sheet_layout,
        sheet_gap: args.sheet_gap,
        mirrored: !args.no_mirrored,
        effort: match (args.small, args.fast) {
            (true, _) => Effort::Small,
            (_, true) => Effort::Fast,
            _ => defaults.effort,
        },
        longest_loop: args.longest_loop,
        named_folders: args.names,
        ..defaults
    }
}

/// What the end of the call reports about a costume.
struct CostumeSummary {
    id: u32,
    status: Status,
    /// Why the costume failed, or what of it is broken.
    fault: Option<String>,
    hint: Option<&'static str>,
    /// What a limit kept from being written, in words.
    left_out: Option<String>,
    /// Says that no animation is one that the call wants.
    unmatched: Option<String>,
    /// Whether nothing was written of it for this reason.
    is_absent: bool,
    /// The source of its colours with the likeliest other look, if it has colours.
    colours: Option<(Choice, String)>,
    other_looks: usize,
}

impl CostumeSummary {
    fn of(args: &ExportArgs, opened: &OpenGame, report: &CostumeReport) -> Self {
        let broken =
            || report.problems.iter().filter(|problem| problem.severity == costumier::Severity::Broken);
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
        let is_chosen = !args.chore.is_empty() || !args.facing.is_empty();
        let is_unmatched = is_chosen && report.error.is_none() && report.animations.is_empty();
        let name = report.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        Self {
            unmatched: is_unmatched
                .then(|| format!("costume {}{name} has no animation that matches", report.id)),
            is_absent: is_unmatched && report.file_count() == 0,
            id: report.id,
            status: report.status,
            fault,
            left_out: left_out(report),
            hint: report.error.as_ref().and_then(|error| error.hint),
            colours: palette.map(|palette| (palette.choice, colours::source_and_rival(opened, palette))),
            other_looks: palette.map_or(0, |palette| palette.other_looks),
        }
    }
}

/// Says what a limit kept from being written of a costume.
fn left_out(report: &CostumeReport) -> Option<String> {
    let first = report.left_out.first()?;
    let more = match report.left_out.len() - 1 {
        0 => String::new(),
        more => format!("; and {more} more, which the manifest lists"),
    };
    Some(format!("costume {}: left out: {}: {}{more}", report.id, first.path, first.text))
}

/// Warns of what a limit kept from being written of a costume.
pub(crate) fn tell_left_out(report: &CostumeReport, reporter: &Reporter) {
    left_out(report).iter().for_each(|text| reporter.warn(text));
}

/// Prints a line for each costume that could not be opened or read whole.
fn tell_failures(opened: &OpenGame, told: &[CostumeSummary], reporter: &Reporter) -> Outcome {
    let mut outcome = Outcome::Done;
    let failed = || told.iter().filter(|told| told.fault.is_some());
    let cut = CutOff::of(opened, failed().map(|told| told.id), []);
    cut.sentences(opened).into_iter().for_each(|text| reporter.fail(text));
    for told in failed() {
        outcome = Outcome::SomeFailed;
        told.fault.iter().filter(|_| !cut.has_costume(told.id)).for_each(|fault| reporter.fail(fault));
    }
    let hints: BTreeSet<&str> = told.iter().filter_map(|told| told.hint).collect();
    hints.into_iter().for_each(|hint| reporter.hint(hint));
    outcome
}

/// Returns the source of the colours in a line; of several costumes, the number for each source.
fn colours(told: &[CostumeSummary]) -> Option<String> {
    if let [CostumeSummary { colours: Some((_, text)), .. }] = told {
        return Some(format!("colours: {text}"));
    }
    let mut counts: BTreeMap<Choice, usize> = BTreeMap::new();
    for (choice, _) in told.iter().filter_map(|told| told.colours.as_ref()) {
        *counts.entry(*choice).or_default() += 1;
    }
    let text = match counts.iter().collect::<Vec<_>>()[..] {
        [] => return None,
        [(Choice::OwningRoom, _)] => "each costume in those of the room that owns it".to_owned(),
        [(it, _)] => it.why().to_owned(),
        ref several => {
            let parts = several.iter().map(|(it, n)| format!("{} by {}", count(**n, "costume"), it.why()));
            parts.collect::<Vec<_>>().join(", ")
        }
    };
    let others = told.iter().filter(|told| told.other_looks > 0).count();
    let others = match others {
        0 => String::new(),
        n => format!(
            "\n  {n} of {} {} different colours in another room; `costumier dump GAME ID --colours` shows them",
            count(told.len(), "costume"),
            if n == 1 { "has" } else { "have" }
        ),
    };
    Some(format!("colours: {text}{others}"))
}
