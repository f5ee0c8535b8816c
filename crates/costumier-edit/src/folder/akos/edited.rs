//! The program of an AKOS costume while it is edited in a draft: its text, what is wrong with an edited text, and the
//! costume that has it.
//!
//! Everything that names a place in the program (records, jumps, conditions) follows the label that the place has in
//! the text. Windows that are lists keep their codes.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::format::akos::program::{Program, short_length};
use costumier::format::akos::{Akos, AkosEntry};
use costumier::{Problem, Refused, Severity};
use serde::Serialize;

use super::lists::Lists;
use super::model::{AkosCostume, Record, key};
use super::program::{self, Assembled, LINE, Listing, NUMBERED, PROGRAM};
use super::{facing_name, parse, unreached};
use crate::folder::report::Report;
use crate::folder::words::Suggestions;
use crate::folder::{OriginalBlock, TEXT};

/// Picture commands in a row in a program, without a label or another command between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// Offset of the first command in AKSQ.
    pub start: u16,
    /// The indices of the pictures. Those below 128 have one byte in the program, others two.
    pub pictures: Vec<u16>,
}

/// A problem of a program's text, or a note about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// The number of the line, from 1; `None` if the problem belongs to no line.
    pub line: Option<usize>,
    /// Whether the text can be applied in spite of it.
    pub is_note: bool,
    /// What is wrong, and what to do.
    pub text: String,
}

/// The bytes of each line of a program.
type Spans = Vec<(usize, Range<usize>)>;

/// A costume whose program is written as text, and read again.
pub(crate) struct WrittenProgram {
    costume: AkosCostume,
    listing: Listing,
    lists: Lists,
    /// The index of each picture, by the names in the text and by its name in the draft.
    numbers: BTreeMap<String, u16>,
}

impl WrittenProgram {
    /// Writes the program of a costume. `akos` is the block that the costume packs to.
    pub(crate) fn of(mut costume: AkosCostume, akos: &Akos) -> Self {
        let program = Program::of(akos);
        let names = super::names::names(akos, &program);
        let mut numbers = BTreeMap::new();
        for (entry, index) in costume.pictures.iter_mut().zip(0..=u16::MAX) {
            let name = std::mem::replace(&mut entry.name, names.name(key(index)));
            numbers.entry(name).or_insert(index);
        }
        numbers.extend(costume.pictures.iter().map(|entry| entry.name.clone()).zip(0..=u16::MAX));
        let (listing, lists) = super::written(akos, &program, &names, &costume);
        Self { costume, listing, lists, numbers }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.listing.text
    }

    /// Returns the stretch that a command belongs to, by the command's offset.
    pub(crate) fn stretch(&self, at: u16) -> Option<Stretch> {
        self.stretch_in_text(usize::from(at)).map(|(stretch, _)| stretch)
    }

    /// Returns the text with other pictures in the stretch that begins at an offset.
    pub(crate) fn with_stretch(&self, start: u16, pictures: &[u16]) -> Result<String, Refused> {
        let path = format!("program {start:#06x}");
        if pictures.is_empty() {
            return Err(crate::folder::refused(path, "no picture would be left; keep one"));
        }
        let found = self.stretch_in_text(start.into()).filter(|(found, _)| found.start == start);
        let Some((_, lines)) = found else {
            return Err(crate::folder::refused(path, "no pictures in a row begin there"));
        };
        let mut out = String::new();
        for (number, line) in (1..).zip(self.text().lines()) {
            if number == *lines.start() {
                for row in pictures.chunks(LINE) {
                    let row: Vec<String> = row.iter().map(u16::to_string).collect();
                    out.push_str(&format!("    picture {}\n", row.join(" ")));
                }
            }
            if !lines.contains(&number) {
                out.push_str(line);
                out.push('\n');
            }
        }
        Ok(out)
    }

    /// Finds a stretch, and its lines. A listing begins a line at each label and after each other command.
    fn stretch_in_text(&self, at: usize) -> Option<(Stretch, std::ops::RangeInclusive<usize>)> {
        let spans = self.assembled(self.text(), &mut Report::default()).spans;
        let lines: Vec<_> = program::lines(self.text()).collect();
        let is_row = |number: &usize| {
            let line = number.checked_sub(1).and_then(|at| lines.get(at));
            line.is_some_and(|line| line.labels.is_empty() && line.statement.starts_with("picture "))
        };
        let inside = spans.iter().find(|(_, bytes)| bytes.contains(&at)).map(|(line, _)| *line)?;
        let first = (1..=inside).rev().take_while(is_row).last()?;
        let last = (inside..=lines.len()).take_while(is_row).last()?;
        let start = spans.iter().find(|(line, _)| *line == first)?.1.start;
        let words =
            lines.get(first - 1..last)?.iter().flat_map(|line| line.statement.split_whitespace().skip(1));
        let number = |word: &str| word.parse().ok().or_else(|| self.numbers.get(word).copied());
        let stretch = Stretch {
            start: u16::try_from(start).ok()?,
            pictures: words.map(number).collect::<Option<_>>()?,
        };
        Some((stretch, first..=last))
    }

    fn assembled(&self, text: &str, report: &mut Report) -> Assembled {
        let picture = |name: &str| self.numbers.get(name).copied();
        let suggestions = Suggestions::default();
        let meant = |name: &str| suggestions.meant(name, self.numbers.keys().map(String::as_str));
        program::assemble(text, &self.costume.dialect.akos, &picture, &meant, report)
    }

    /// Returns the costume with an edited text, and the bytes of each line.
    fn with_text(
        self,
        text: &str,
        before: Option<&OriginalBlock<AkosCostume>>,
        report: &mut Report,
    ) -> Option<(AkosCostume, Spans)> {
        let program = self.assembled(text, report);
        if !report.problems.is_empty() {
            return None;
        }
        let Self { mut costume, listing, lists, .. } = self;
        let directions = costume.directions();
        let was = std::mem::take(&mut costume.sequence);
        let mut moved = Moved { was: &was, listing: &listing, lists: &lists, program, report };
        for (index, record) in &mut costume.records {
            let Record::Limbs(limbs) = record else { continue };
            for (limb, entry) in limbs.iter_mut().enumerate() {
                if let Some(entry) = entry {
                    let facing = facing_name(*index, directions);
                    *entry = moved
                        .entry(*entry, &format!("chore {} / {facing} / limb {limb}", index / directions));
                }
            }
        }
        for jump in &mut costume.jumps {
            *jump = moved.place(*jump, "jumps");
        }
        for (start, _, _) in &mut costume.jump_slices {
            *start = moved.place(*start, "jump_slice");
        }
        for (start, _) in &mut costume.condition_starts {
            if let Ok(short) = u16::try_from(*start) {
                *start = moved.place(short, "condition_start").into();
            }
        }
        let Moved { program: Assembled { bytes, spans, .. }, .. } = moved;
        costume.sequence = bytes;
        parse::complete_starts(&mut costume, before.map(|before| &before.of_block));
        report.problems.is_empty().then_some((costume, spans))
    }

    /// Returns the costume with an edited text.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub(crate) fn read(
        self,
        text: &str,
        before: Option<&OriginalBlock<AkosCostume>>,
    ) -> Result<AkosCostume, Refused> {
        let mut report = Report::default();
        let read = self.with_text(text, before, &mut report);
        match read {
            Some((costume, _)) => Ok(costume),
            None => Err(refused(&problems(report, &[]))),
        }
    }

    /// Returns everything that is wrong with an edited text, and notes.
    pub(crate) fn check(self, text: &str, before: Option<&OriginalBlock<AkosCostume>>) -> Vec<LineProblem> {
        let mut report = Report::default();
        let was = self.text().to_owned();
        let Some((costume, spans)) = self.with_text(text, before, &mut report) else {
            return problems(report, &[]);
        };
        if let Some((payload, _)) = super::write(&costume, before, &mut report) {
            unreached::tell((Some(&was), text), &spans, (&payload, costume.dialect), &mut report);
        }
        problems(report, &spans)
    }
}

/// Returns the problems that refuse a text; `None` without one.
pub(crate) fn refusal(found: &[LineProblem]) -> Option<Refused> {
    found.iter().any(|one| !one.is_note).then(|| refused(found))
}

fn refused(found: &[LineProblem]) -> Refused {
    let problems = found.iter().filter(|one| !one.is_note).map(|one| {
        let path = one.line.map_or_else(|| PROGRAM.to_owned(), |line| format!("{PROGRAM}: line {line}"));
        Problem::new(Severity::Broken, path, None, one.text.clone())
    });
    Refused { problems: problems.collect() }
}

/// Finds the lines of problems and notes.
fn problems(mut report: Report, spans: &[(usize, Range<usize>)]) -> Vec<LineProblem> {
    report.join();
    let known =
        report.problems.iter().map(|one| (one, false)).chain(report.notes.iter().map(|one| (one, true)));
    let mut found = Vec::new();
    for (problem, is_note) in known {
        let path = problem.path.strip_prefix(&format!("{TEXT}: ")).unwrap_or(&problem.path);
        let (lines, text) =
            match (path.strip_prefix(&format!("{PROGRAM}: line")), path.strip_prefix("AKSQ 0x")) {
                (Some(rest), _) => (numbers(rest), problem.text.clone()),
                (None, Some(at)) => (line_of(at, spans).into_iter().collect(), problem.text.clone()),
                _ if path == PROGRAM => (Vec::new(), problem.text.clone()),
                _ => (Vec::new(), format!("{path}: {}", problem.text)),
            };
        let mut add = |line| found.push(LineProblem { line, is_note, text: text.clone() });
        match lines.as_slice() {
            [] => add(None),
            lines => lines.iter().for_each(|line| add(Some(*line))),
        }
    }
    found
}

/// Returns the numbers of lines: `s 3, 4, …`, or ` 7 (and 2 more places)`.
fn numbers(text: &str) -> Vec<usize> {
    let text = text.split('(').next().unwrap_or_default();
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// Returns the line whose bytes contain an offset: `0010 (and 2 more places)`.
fn line_of(text: &str, spans: &[(usize, Range<usize>)]) -> Option<usize> {
    let digits = text.split(' ').next()?;
    let at = usize::from_str_radix(digits, 16).ok()?;
    spans.iter().find(|(_, bytes)| bytes.contains(&at)).map(|(line, _)| *line)
}

/// Moves places of a program to where an edited text has them.
struct Moved<'a> {
    was: &'a [u8],
    listing: &'a Listing,
    lists: &'a Lists,
    program: Assembled,
    report: &'a mut Report,
}

impl Moved<'_> {
    fn place(&mut self, at: u16, path: &str) -> u16 {
        let Some(label) = self.listing.label(at) else {
            if self.was != self.program.bytes {
                self.report.note(path, NUMBERED);
            }
            return at;
        };
        self.program.labels.get(&label).copied().unwrap_or_else(|| {
            let text = format!("has no label {label}, and {path} names it; add `{label}:` before a command");
            self.report.refuse(PROGRAM, text);
            at
        })
    }

    fn entry(&mut self, entry: AkosEntry, path: &str) -> AkosEntry {
        let AkosEntry { mode, start, length } = entry;
        if !mode.has_window() {
            return entry;
        }
        let end = usize::from(start) + usize::from(length);
        if self.lists.steps(entry).is_some() {
            let codes =
                self.was.get(usize::from(start)..end + short_length(self.was, end)).unwrap_or_default();
            let Some(start) = program::place_of(codes, &mut self.program.bytes) else {
                self.report
                    .refuse(PROGRAM, format!("is too long for the pictures of {path}; remove some commands"));
                return entry;
            };
            return AkosEntry { mode, start, length };
        }
        let new = self.place(start, path);
        let end = start.checked_add(length).filter(|end| length > 0 && self.listing.label(*end).is_some());
        let Some(end) = end else { return AkosEntry { mode, start: new, length } };
        let length = self.place(end, path).checked_sub(new).unwrap_or_else(|| {
            self.report
                .refuse(PROGRAM, format!("ends {path} before its start; move its label behind the start"));
            length
        });
        AkosEntry { mode, start: new, length }
    }
}
