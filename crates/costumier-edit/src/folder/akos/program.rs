//! The program AKSQ as a text with names of pictures, written and assembled.
//!
//! ```text
//! L0010:                              a label: records name it, and commands that jump
//!     picture walk-east-1 walk-east-2 pictures by their names, or by their numbers
//!     goto to=L0010                   commands, as `costumier dump` writes them
//! ```
//! The library assembles each line; this file replaces names by numbers and labels by offsets. So a program can grow,
//! and pictures can be added or removed, without counting bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use costumier::format::akos::program::{self, EntryPoint, Program};
use costumier::format::akos::{Akos, Mode};
use costumier::format::dialect::AkosRules;

use super::lists::Lists;
use super::model::key;
use crate::folder::describe::chore_name;
use crate::folder::report::Report;
use crate::folder::shown::Names;

/// The name of the file with the programs.
pub(super) const PROGRAM: &str = "program.txt";

/// Largest size of AKSQ in bytes, because its offsets have 16 bits.
pub(super) const MOST: usize = 1 << 16;

/// The text of a note about a place that has no label.
pub(super) const NUMBERED: &str =
    "names a place in the program by its number, which stays what it is though the program changed";

/// Number of pictures on a line.
pub(super) const LINE: usize = 8;

/// A program as text, and the places that have labels in it.
pub(super) struct Listing {
    /// The text of the program.
    pub(super) text: String,
    labels: BTreeSet<u16>,
}

impl Listing {
    /// Writes the programs of a costume. `asked` are further places that need labels, besides the starts of programs.
    pub(super) fn of(
        akos: &Akos,
        program: &Program<'_>,
        names: &Names,
        lists: &Lists,
        asked: impl Iterator<Item = u16>,
    ) -> Self {
        let mut asked: BTreeSet<u16> = asked.collect();
        for point in &program.entries {
            asked.insert(point.entry.start);
            if lists.steps(point.entry).is_none() {
                asked.extend(point.entry.start.checked_add(point.entry.length));
            }
        }
        let labelled = |item: &&program::Item<'_>| item.labelled || asked.contains(&item.at);
        let labels: BTreeSet<u16> = program.items.iter().filter(labelled).map(|item| item.at).collect();
        let mut listing = Self { text: String::new(), labels };
        listing.write(akos, program, names, lists);
        listing
    }

    /// Writes a sequence whose text form would not give the same bytes: as bytes, without labels.
    pub(super) fn plain(sequence: &[u8]) -> Self {
        let mut text = String::from("; These bytes have no form as commands.\n");
        for row in sequence.chunks(16) {
            text.push_str("    bytes");
            for byte in row {
                let _ = write!(text, " {byte:02x}");
            }
            text.push('\n');
        }
        Self { text, labels: BTreeSet::new() }
    }

    /// Returns the label of a place.
    pub(super) fn label(&self, at: u16) -> Option<String> {
        self.labels.contains(&at).then(|| program::label(at))
    }

    fn write(&mut self, akos: &Akos, program: &Program<'_>, names: &Names, lists: &Lists) {
        let mut out = String::from(
            "; The programs of all limbs. costume.toml names the label where a limb begins, and with `to` \
             the one where a loop ends.\n\
             ; Plain loops are lists in costume.toml: change them there. Their commands here have no effect then.\n\
             ; Pictures have their names from costume.toml. docs/costume-folder.md lists the commands.\n",
        );
        let mut by_start: BTreeMap<u16, Vec<&EntryPoint>> = BTreeMap::new();
        for point in &program.entries {
            by_start.entry(point.entry.start).or_default().push(point);
        }
        let (mut reached, mut in_line) = (true, 0);
        for item in &program.items {
            let turns = reached == item.reached_from.is_empty();
            let labelled = self.labels.contains(&item.at);
            let statement = program.statement(item);
            let picture = statement.strip_prefix("picture ");
            let joins = picture.is_some() && (1..LINE).contains(&in_line) && !turns && !labelled;
            let named = self.named(&statement, names);
            if joins {
                let _ = write!(out, " {}", named.trim_start_matches("picture "));
                in_line += 1;
                continue;
            }
            if in_line > 0 {
                out.push('\n');
            }
            in_line = usize::from(picture.is_some());
            if turns {
                reached = !reached;
                out.push_str(if reached { "\n; reached\n" } else { "\n; not reached by any record\n" });
            }
            if labelled {
                for point in by_start.get(&item.at).into_iter().flatten() {
                    let list =
                        if lists.steps(point.entry).is_some() { " (a list in costume.toml)" } else { "" };
                    let _ = writeln!(out, "; {}{list}", user(akos, point));
                }
                let _ = writeln!(out, "{}:", program::label(item.at));
            }
            let _ = write!(out, "    {named}");
            if !item.is_exact {
                let _ = write!(out, "  ; {}", item.code);
            }
            if in_line == 0 {
                out.push('\n');
            }
        }
        if in_line > 0 {
            out.push('\n');
        }
        self.text = out;
    }

    /// Returns a statement with names and labels in place of numbers.
    fn named(&self, statement: &str, names: &Names) -> String {
        let name =
            |number: &str| -> Option<String> { names.of_shown(key(number.parse().ok()?)).map(str::to_owned) };
        map_words(statement, |place, word| match place {
            NameKind::Picture => name(word),
            NameKind::Target => {
                let digits = word.strip_prefix("0x")?;
                self.label(u16::from_str_radix(digits, 16).ok()?)
            }
        })
    }
}

/// Describes the users of a place: `limb 3 loops: walk east, walk west`.
fn user(akos: &Akos, point: &EntryPoint) -> String {
    let users: Vec<String> = point
        .users
        .iter()
        .take(6)
        .map(|(record, limb)| {
            let chore = chore_name(akos.dialect(), akos.chore_of(*record));
            format!("{chore} {}, limb {limb}", akos.facing_of(*record).name())
        })
        .collect();
    let more = if point.users.len() > 6 { " …" } else { "" };
    let verb = match point.entry.mode {
        Mode::Loop => "looped",
        Mode::Once => "once",
        Mode::Still => "held",
        Mode::Run | Mode::Delta => "run",
        _ => "named",
    };
    format!("{verb} by {}{more}", users.join("; "))
}

/// The meaning of a word in a statement that can be a name.
#[derive(Clone, Copy)]
enum NameKind {
    Picture,
    Target,
}

/// Replaces the words of a statement for which `map` returns something.
fn map_words(statement: &str, map: impl Fn(NameKind, &str) -> Option<String>) -> String {
    let mut words = statement.split_whitespace();
    let Some(first) = words.next() else { return String::new() };
    let mut out = first.to_owned();
    if first == "bytes" {
        return statement.to_owned();
    }
    for word in words {
        out.push(' ');
        let new = if first == "picture" {
            map(NameKind::Picture, word)
        } else if let Some(target) = word.strip_prefix("to=") {
            map(NameKind::Target, target).map(|label| format!("to={label}"))
        } else {
            word.split_once(':')
                .and_then(|(place, picture)| Some(format!("{place}:{}", map(NameKind::Picture, picture)?)))
        };
        out.push_str(new.as_deref().unwrap_or(word));
    }
    out
}

/// A program as bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembled {
    /// The bytes of AKSQ.
    pub(super) bytes: Vec<u8>,
    /// The offset of each label.
    pub(super) labels: BTreeMap<String, u16>,
    /// The lines of commands that jump to a number, which does not move with the program.
    pub(super) numbers: Vec<usize>,
    /// The lines that show pictures by number, or that are bytes.
    pub(super) unnamed: Vec<usize>,
    /// The bytes of each line.
    pub(super) spans: Vec<(usize, Range<usize>)>,
}

/// Returns the place of codes in a program: where it has them already, or at its end. `None` if they do not fit.
pub(super) fn place_of(codes: &[u8], program: &mut Vec<u8>) -> Option<u16> {
    let known = memchr::memmem::find(program, codes);
    let start = known.or_else(|| {
        let start = program.len();
        (start + codes.len() <= MOST).then(|| program.extend(codes))?;
        Some(start)
    });
    u16::try_from(start?).ok()
}

/// A program's text, and the bytes of each of its lines.
pub(super) struct Text {
    pub(super) text: String,
    pub(super) spans: Vec<(usize, Range<usize>)>,
}

/// A line without its comment and its labels.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) labels: Vec<&'a str>,
    pub(super) statement: &'a str,
}

/// Returns the lines of a program, counted from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines()).map(|(number, line)| {
        let mut rest = line.split(';').next().unwrap_or_default().trim();
        let mut labels = Vec::new();
        while let Some((name, after)) = rest.split_once(':').filter(|(name, _)| is_label(name)) {
            labels.push(name);
            rest = after.trim();
        }
        Line { number, labels, statement: rest }
    })
}

fn is_label(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Assembles a text. `picture` returns the index of a name; `meant` returns a suggestion for a misspelt name.
pub(super) fn assemble(
    text: &str,
    rules: &AkosRules,
    picture: &dyn Fn(&str) -> Option<u16>,
    meant: &dyn Fn(&str) -> String,
    report: &mut Report,
) -> Assembled {
    let mut out = Assembled::default();
    let at = |line: &Line<'_>| format!("{PROGRAM}: line {}", line.number);
    // The first pass finds the offsets of labels, with any target; the second one has the right targets.
    let mut place = 0;
    for line in lines(text) {
        for label in &line.labels {
            let Ok(here) = u16::try_from(place) else {
                report.refuse(
                    at(&line),
                    "has a label behind the first 65536 bytes; remove some commands before it",
                );
                continue;
            };
            if out.labels.insert((*label).to_owned(), here).is_some() {
                report.refuse(at(&line), format!("defines the label {label} for the second time; rename it"));
            }
        }
        let unknown = std::cell::RefCell::new(Vec::new());
        let plain = map_words(line.statement, |place, word| match place {
            NameKind::Picture if is_number(word) => None,
            NameKind::Picture => picture(word).map(|number| number.to_string()).or_else(|| {
                unknown.borrow_mut().push(word.to_owned());
                Some("0".to_owned())
            }),
            NameKind::Target => Some("0x0000".to_owned()),
        });
        for name in unknown.into_inner() {
            report.refuse(at(&line), format!("no picture has the name {name:?}{}", meant(&name)));
        }
        place += one(&plain, rules, &at(&line), report).len();
    }
    if place > MOST {
        let more = place - MOST;
        report
            .refuse(PROGRAM, format!("has {place} bytes, and offsets are 16 bits wide; remove {more} bytes"));
    }
    if !report.problems.is_empty() {
        return out;
    }
    for line in lines(text) {
        let unnamed = std::cell::Cell::new(line.statement.starts_with("bytes"));
        let missing = std::cell::RefCell::new(None);
        let fixed = std::cell::Cell::new(false);
        let plain = map_words(line.statement, |place, word| match place {
            NameKind::Picture if is_number(word) => {
                unnamed.set(true);
                None
            }
            NameKind::Picture => picture(word).map(|number| number.to_string()),
            NameKind::Target if is_number(word) => {
                fixed.set(true);
                None
            }
            NameKind::Target => out.labels.get(word).map(|at| format!("{at:#06x}")).or_else(|| {
                missing.replace(Some(word.to_owned()));
                Some("0".to_owned())
            }),
        });
        if let Some(label) = missing.into_inner() {
            report.refuse(at(&line), format!("the program has no label {label}"));
        }
        if unnamed.get() {
            out.unnamed.push(line.number);
        }
        if fixed.get() {
            out.numbers.push(line.number);
        }
        let bytes = one(&plain, rules, &at(&line), report);
        let start = out.bytes.len();
        out.bytes.extend(bytes);
        out.spans.push((line.number, start..out.bytes.len()));
    }
    out
}

/// Returns the bytes of one statement.
pub(super) fn one(statement: &str, rules: &AkosRules, path: &str, report: &mut Report) -> Vec<u8> {
    program::assemble(statement, rules).unwrap_or_else(|refused| {
        for problem in refused.problems {
            report.refuse(path, problem.text);
        }
        Vec::new()
    })
}
