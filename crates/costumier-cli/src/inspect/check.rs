//! `check`: decodes, plays and draws everything in a game, and reports errors and oddities with their places.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write;

use anyhow::Result;
use costumier::draw::ActorColours;
use costumier::format::dialect::{DisputedRule, Known};
use costumier::game::CostumeSlot;
use costumier::play::ClipFrame;
use costumier::scene::ActorPlacement;
use costumier::{Clip, Colours, Costume, Dialect, Limits, Painter, Problem, Severity, Stage};
use costumier_export::json::{CostumeCheck, Status, check_costume};
use serde::Serialize;

use crate::Outcome;
use crate::args::CheckArgs;
use crate::call::lints::LINTS;
use crate::game::cut_off::CutOff;
use crate::game::open::{self, OpenGame};
use crate::game::several::{self, GameAnswer};
use crate::inspect::findings::Findings;
use crate::inspect::lints;
use crate::output::report::Reporter;
use crate::output::table::Align;
use crate::output::text::{count, line};
use crate::process::parallel;

/// The report on a game.
#[derive(Serialize)]
struct Report {
    generation: &'static str,
    /// Problems of the game as a whole.
    problems: Vec<Problem>,
    rooms: Vec<RoomCheck>,
    costumes: Vec<Checked>,
    summary: Summary,
    /// Rules that no source settles, so that we had to decide.
    unverified: Vec<&'static str>,
    interpreter: InterpreterReport,
}

/// The interpreter whose rules were used, and the rules in which others differ.
#[derive(Serialize)]
struct InterpreterReport {
    name: &'static str,
    /// The rules that matter to games of this kind.
    rules: Vec<DisputedRow>,
}

/// A rule in which interpreters differ.
#[derive(Serialize)]
struct DisputedRow {
    /// Its number in docs/interpreters.md.
    number: u8,
    about: &'static str,
    /// How it is known that newer versions of ScummVM have the rule: `seen` or `read`.
    known: &'static str,
}

impl InterpreterReport {
    fn of(dialect: &Dialect) -> Self {
        let row = |rule: &DisputedRule| DisputedRow {
            number: rule.number,
            about: rule.about,
            known: if rule.known == Known::Seen { "seen" } else { "read" },
        };
        Self { name: dialect.interpreter().name(), rules: dialect.disputed().iter().map(row).collect() }
    }

    fn print(&self, out: &mut dyn Write) -> Result<()> {
        let Self { name, rules } = self;
        if rules.is_empty() {
            return Ok(());
        }
        writeln!(out, "\ninterpreter: {name}; docs/interpreters.md describes each rule")?;
        for (known, by) in [("seen", "show these differently"), ("read", "differ in these, by their source")]
        {
            let rules = rules.iter().filter(|rule| rule.known == known);
            let rules: Vec<String> =
                rules.map(|rule| format!("{} (rule {})", rule.about, rule.number)).collect();
            if !rules.is_empty() {
                writeln!(out, "  ScummVM 2.7 and 2026.1 {by}: {}", rules.join("; "))?;
            }
        }
        Ok(())
    }
}

/// What was found in a room.
#[derive(Serialize)]
struct RoomCheck {
    room: u32,
    status: Status,
    error: Option<String>,
    /// Problems of the room. Their offsets count from the start of the file.
    problems: Vec<Problem>,
}

/// What was found in a costume.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    found: CostumeCheck,
    /// The name of the file that holds the block.
    file: Option<String>,
    /// Offset of the payload in that file. The offsets of problems count from there.
    payload_at: Option<u64>,
    pictures: usize,
    records: usize,
    ticks: u64,
}

#[derive(Default, Serialize)]
struct Summary {
    costumes: usize,
    pictures: usize,
    records: usize,
    ticks: u64,
    odd: usize,
    broken: usize,
}

/// Checks games, or explains a lint.
pub(crate) fn run(
    args: &CheckArgs,
    quiet: bool,
    reporter: &Reporter,
    out: &mut dyn Write,
) -> Result<Outcome> {
    if let Some(lint) = args.explain.as_ref().and_then(|name| LINTS.iter().find(|lint| lint.name == *name)) {
        writeln!(out, "{}: {}", lint.name, lint.about)?;
        return Ok(Outcome::Done);
    }
    if args.clashes {
        return super::clashes::run(args, quiet, out);
    }
    several::each(&args.common, open::open, &COLUMNS, out, |opened, several, out| {
        let mut report = examine(opened, reporter);
        report.problems.extend(lints::find(opened, &args.allow));
        let outcome = if report.summary.broken > 0 { Outcome::SomeFailed } else { Outcome::Done };
        let shown = if args.common.json {
            several::document(&report)?
        } else if several && quiet && report.summary.odd + report.summary.broken == 0 {
            GameAnswer::Printed
        } else if several {
            GameAnswer::Row(cells(&report))
        } else {
            print(&report, opened, quiet, out)?;
            GameAnswer::Printed
        };
        Ok((outcome, shown))
    })
}

/// Columns of the table for several games.
const COLUMNS: [(&str, Align); 8] = [
    ("generation", Align::Left),
    ("rooms", Align::Right),
    ("costumes", Align::Right),
    ("pictures", Align::Right),
    ("records", Align::Right),
    ("odd", Align::Right),
    ("broken", Align::Right),
    ("status", Align::Left),
];

fn cells(report: &Report) -> Vec<String> {
    let Summary { costumes, pictures, records, odd, broken, .. } = report.summary;
    let numbers = [report.rooms.len(), costumes, pictures, records, odd, broken];
    let status = match (broken, odd) {
        (0, 0) => "ok",
        (0, _) => "odd",
        _ => "broken",
    };
    let numbers = numbers.map(|number| number.to_string());
    [report.generation.to_owned()].into_iter().chain(numbers).chain([status.to_owned()]).collect()
}

fn examine(opened: &OpenGame, reporter: &Reporter) -> Report {
    let slots: Vec<CostumeSlot> = opened.game.costume_slots().collect();
    let rooms: Vec<u32> = opened.game.rooms().filter(|room| room.disk != 0).map(|room| room.id).collect();
    let progress = reporter.progress(slots.len() + rooms.len(), "rooms and costumes");
    let rooms = parallel::map_all(&rooms, |room| {
        let checked = check_room(opened, *room);
        progress.step();
        checked
    });
    let costumes = parallel::map_all(&slots, |slot| {
        let checked = check(opened, *slot);
        progress.step();
        checked
    });
    progress.end();
    let dialect = opened.game.dialect();
    Report {
        generation: dialect.generation().name(),
        problems: opened.game.problems().to_vec(),
        summary: summary(Status::of(opened.game.problems()), &rooms, &costumes),
        rooms,
        costumes,
        unverified: dialect.open_questions().iter().copied().chain(opened.game.unverified()).collect(),
        interpreter: InterpreterReport::of(&dialect),
    }
}

fn check_room(opened: &OpenGame, id: u32) -> RoomCheck {
    let whole = |room: costumier::game::Room| {
        let mut problems = room.problems.clone();
        match room.background() {
            Ok(background) => {
                problems.extend(background.problems);
                problems.extend(room.object_problems());
            }
            // A room without a picture is no error; a command that needs the picture reports it.
            Err(error) if matches!(error.kind(), costumier::ErrorKind::NoSuchItem(_)) => {}
            Err(error) if matches!(error.kind(), costumier::ErrorKind::Unsupported(_)) => {
                problems.push(Problem::new(Severity::Note, "background", None, error.kind().to_string()));
            }
            Err(error) => return Err(error),
        }
        Ok(problems)
    };
    match opened.game.room(id).and_then(whole) {
        Ok(problems) => {
            RoomCheck { room: id, status: Status::of(&problems), error: None, problems: problems.to_vec() }
        }
        Err(error) => {
            RoomCheck { room: id, status: Status::Failed, error: Some(error.to_string()), problems: vec![] }
        }
    }
}

fn check(opened: &OpenGame, slot: CostumeSlot) -> Checked {
    let found = check_costume(&opened.game, slot);
    let Ok(costume) = opened.costume(slot.id) else {
        return Checked { found, file: None, payload_at: None, pictures: 0, records: 0, ticks: 0 };
    };
    let ticks = rehearse(&costume.costume);
    Checked {
        found,
        pictures: costume.costume.picture_keys().len(),
        records: costume.costume.actions().len(),
        ticks,
        file: Some(costume.file),
        payload_at: Some(costume.payload_at),
    }
}

/// Number of ticks played if a chore never returns to an earlier state. A program with chance may never return, and
/// no window of a COST limb is longer than this.
const REHEARSED: usize = 128;

/// Plays every chore in every facing and draws each frame that looks new; chance and counters make hundreds of ticks
/// that look alike. Returns the number of ticks. It ignores errors of pictures, because `check_costume` reports them.
fn rehearse(costume: &std::sync::Arc<Costume>) -> u64 {
    let mut limits = Limits::default();
    limits.clip_ticks = REHEARSED;
    let colours = Colours::of_actor(&ActorColours::of(costume));
    let mut painter = Painter::new(&limits);
    let (width, height) = costume.dialect().screen_size();
    let Ok(mut stage) = Stage::empty(width, height, colours.key()) else { return 0 };
    let middle = |length: u32| i32::try_from(length / 2).unwrap_or(0);
    let standing = ActorPlacement::new((middle(width), middle(height)), &colours);
    let mut ticks = 0;
    let mut drawn = HashSet::new();
    for action in costume.actions() {
        let clip = Clip::record(costume, action.chore, action.facing, &limits);
        for frame in &clip.frames {
            if drawn.insert(frame_hash(frame)) {
                let _ = painter.draw_frame(&mut stage, costume, frame, &standing);
            }
        }
        ticks += u64::from(clip.ticks());
    }
    ticks
}

/// Hashes what a frame shows. If two different frames have the same hash, one of them is not drawn.
fn frame_hash(frame: &ClipFrame) -> u64 {
    let mut hasher = DefaultHasher::new();
    frame.mirrored.hash(&mut hasher);
    for it in &frame.placed {
        (it.picture, it.x, it.y, it.shaded, it.mirrored).hash(&mut hasher);
    }
    hasher.finish()
}

/// Counts the game itself, each room and each costume under its worst problem.
fn summary(game: Status, rooms: &[RoomCheck], costumes: &[Checked]) -> Summary {
    let mut summary = Summary { costumes: costumes.len(), ..Summary::default() };
    for costume in costumes {
        summary.pictures += costume.pictures;
        summary.records += costume.records;
        summary.ticks += costume.ticks;
    }
    let parts = rooms.iter().map(|it| it.status).chain(costumes.iter().map(|it| it.found.status));
    for status in std::iter::once(game).chain(parts) {
        match status {
            Status::Ok => {}
            Status::Odd => summary.odd += 1,
            Status::Broken | Status::Failed => summary.broken += 1,
        }
    }
    summary
}

fn print(report: &Report, opened: &OpenGame, quiet: bool, out: &mut dyn Write) -> Result<()> {
    let mut findings = Findings::default();
    let told = |problem: &&Problem| !quiet || problem.severity != Severity::Note;
    for problem in report.problems.iter().filter(told) {
        findings.add("game", problem, None);
    }
    let rooms = report.rooms.iter().filter(|room| room.error.is_some()).map(|room| room.room);
    let costumes = report.costumes.iter().filter(|it| it.found.error.is_some()).map(|it| it.found.id);
    let cut = CutOff::of(opened, costumes, rooms);
    for sentence in cut.sentences(opened) {
        line(out, format_args!("failed  {sentence}"))?;
    }
    for room in &report.rooms {
        let name = format!("room {}", opened.room_text(room.room));
        if let Some(error) = room.error.as_ref().filter(|_| !cut.has_room(room.room)) {
            line(out, format_args!("failed  {name}: {error}"))?;
        }
        let itself = format!("room {} / ", room.room);
        for problem in room.problems.iter().filter(told) {
            let path = problem.path.strip_prefix(&itself).unwrap_or(&problem.path).to_owned();
            findings.add(&name, &problem.clone().in_path(path), None);
        }
    }
    for Checked { found, file, payload_at, .. } in &report.costumes {
        if let Some(error) = found.error.as_ref().filter(|_| !cut.has_costume(found.id)) {
            line(out, format_args!("failed  {}", error.text))?;
        }
        for problem in found.problems.iter().filter(told) {
            findings.add(&format!("costume {}", found.id), problem, file.as_deref().zip(*payload_at));
        }
    }
    findings.print(out)?;
    if quiet {
        return Ok(());
    }
    let Summary { costumes, pictures, records, ticks, odd, broken } = report.summary;
    writeln!(
        out,
        "{}, {}: {} decoded, {} played over {ticks} ticks; {odd} odd, {broken} broken",
        count(report.rooms.len(), "room"),
        count(costumes, "costume"),
        count(pictures, "picture"),
        count(records, "record"),
    )?;
    writeln!(
        out,
        "\nnot compared with an original interpreter of {}, only with ScummVM or with descriptions:",
        report.generation
    )?;
    report.unverified.iter().try_for_each(|text| writeln!(out, "  {text}"))?;
    report.interpreter.print(out)
}
