//! The checker of AKOS blocks: it reads everything in a block and lists what is odd or broken. `costumier check`
//! prints the list.

use std::collections::{BTreeMap, BTreeSet};

use super::program::{AkosCommand, Code, Item, OperandKind, Program};
use super::record::Mode;
use super::{Akos, Codec, VARS};
use crate::codec::Encoded;
use crate::limits::Limits;
use crate::model::PictureInfo;
use crate::problem::{Problem, Severity};

/// Lists all problems of a block: those of opening it, then of records, programs, pictures and frames.
#[must_use]
pub fn check(akos: &Akos) -> Vec<Problem> {
    let mut problems = akos.problems().to_vec();
    records(akos, &mut problems);
    let shown = programs(akos, &mut problems);
    pictures(akos, &shown, &mut problems);
    frames(akos, &mut problems);
    problems
}

fn records(akos: &Akos, problems: &mut Vec<Problem>) {
    for index in akos.record_indices() {
        let record = match akos.record(index) {
            Ok(record) => record,
            Err(e) => {
                problems.push(Problem::broken(format!("record {index}"), &e));
                continue;
            }
        };
        for (limb, entry) in record.limbs.iter().enumerate() {
            let Some(entry) = entry else { continue };
            let mut say = |severity, text: String| {
                let path = format!("record {index} / limb {limb}");
                problems.push(Problem::new(severity, path, Some(record.offset as u64), text));
            };
            if let Mode::Other(mode) = entry.mode {
                say(Severity::Odd, format!("mode {mode} is not known: the limb stays at its start"));
            }
            // When a limb is removed, the interpreter looks up the conditions of start 0.
            if (entry.mode.has_window() || entry.mode == Mode::Kill)
                && akos.conditions_of(entry.start).is_none()
            {
                let text = "ScummVM ends there, here conditions from the first on are taken";
                say(Severity::Odd, format!("AKST has no entry for {:#x}: {text}", entry.start));
            }
            if entry.mode.has_window() && akos.jumps_of(entry.start).is_none() {
                let text = "ScummVM ends there, here it has no jumps";
                say(Severity::Odd, format!("AKSF has no entry for {:#x}: {text}", entry.start));
            }
            if !entry.mode.has_window() || entry.mode == Mode::Empty {
                continue;
            }
            let (start, len) = (usize::from(entry.start), akos.sequence().len());
            let end = start.saturating_add(usize::from(entry.length));
            if start >= len {
                say(Severity::Odd, format!("begins at {start:#x}, but AKSQ has {len:#x} bytes"));
            } else if matches!(entry.mode, Mode::Loop | Mode::Once) && end >= len {
                say(Severity::Odd, format!("goes on to {end:#x}, but AKSQ has {len:#x} bytes"));
            }
        }
    }
}

/// Checks the programs. Returns the numbers of the pictures that they show.
fn programs(akos: &Akos, problems: &mut Vec<Problem>) -> BTreeSet<u16> {
    let program = Program::of(akos);
    if program.cut_off {
        let text = "the programs are too long to follow, so some pictures may be unchecked";
        problems.push(Problem::new(Severity::Odd, "AKSQ", Some(akos.sequence_at() as u64), text));
    }
    let reached = program.items.iter().filter(|item| !item.reached_from.is_empty());
    for (at, code) in reached.flat_map(Item::codes) {
        let at = usize::from(at);
        let mut found = Vec::new();
        match code {
            Code::Command { command: said, length } => {
                if *length > akos.sequence().len().saturating_sub(at) {
                    found.push((Severity::Odd, format!("AKSQ ends within {}", said.name())));
                }
                command(akos, said, &mut found);
            }
            Code::Invalid(word) => {
                found.push((Severity::Broken, format!("{word:04x} is no code: limbs that come here stop")));
            }
            Code::Missing => found.push((Severity::Odd, "AKSQ ends within a code".to_owned())),
        }
        for (severity, text) in found {
            let place = Some(akos.sequence_at().saturating_add(at) as u64);
            problems.push(Problem::new(severity, format!("AKSQ {at:#06x}"), place, text));
        }
    }
    program.pictures_of(|_| true)
}

fn show(akos: &Akos, index: u16, found: &mut Vec<(Severity, String)>) {
    if usize::from(index) >= akos.picture_count() {
        found.push((Severity::Odd, format!("shows picture {index} of {}", akos.picture_count())));
    }
}

fn command(akos: &Akos, said: &AkosCommand<'_>, found: &mut Vec<(Severity, String)>) {
    let name = said.name();
    if let AkosCommand::IfTalkingPick { .. } = said {
        found.push((
            Severity::Broken,
            format!("{name} is not understood by anybody: limbs that come here stop"),
        ));
    }
    if let (AkosCommand::Picture { index }, Codec::Trle) = (said, akos.header().codec) {
        let text = format!(
            "shows picture {index}, of codec 32, by itself: ScummVM ends there; draw commands show it \
             (docs/format/unjudged.md §1.7)"
        );
        found.push((Severity::Odd, text));
    }
    said.pictures().for_each(|picture| show(akos, picture, found));
    for (operand, value) in said.operands() {
        let is_var = operand.kind == OperandKind::Var;
        if is_var && usize::try_from(value).is_ok_and(|var| var >= VARS) {
            found.push((Severity::Broken, format!("{name} wants variable {value} of {VARS}")));
        }
    }
    let Some(target) = said.target() else { return };
    match Code::read(akos.sequence(), usize::from(target), &akos.dialect().akos) {
        Code::Missing => found.push((Severity::Odd, format!("{name} leads to {target:#x}, behind the end"))),
        Code::Command { command: next, .. } if !next.rests() => {
            let text = format!(
                "{name} leads to {target:#x}, to {}: the interpreter stops there, here it is performed",
                next.name()
            );
            found.push((Severity::Odd, text));
        }
        _ => {}
    }
}

fn pictures(akos: &Akos, shown: &BTreeSet<u16>, problems: &mut Vec<Problem>) {
    let limits = Limits::default();
    // The largest picture that begins at each offset of AKCD.
    let mut largest: BTreeMap<usize, PictureInfo> = BTreeMap::new();
    for picture in akos.picture_keys().filter_map(|key| akos.picture(key.index).ok()) {
        let known = largest.entry(picture.encoded_at).or_insert(picture.info);
        if picture.info.pixels() > known.pixels() {
            *known = picture.info;
        }
    }
    for key in akos.picture_keys() {
        let path = || format!("picture {}", key.index);
        let picture = match akos.picture(key.index) {
            Ok(picture) => picture,
            Err(e) => {
                problems.push(Problem::broken(path(), &e));
                continue;
            }
        };
        let info = picture.info;
        let mut say = |severity, text: &str| {
            problems.push(Problem::new(severity, path(), Some(picture.encoded_at as u64), text));
        };
        if info.pixels() == 0 {
            say(Severity::Note, &format!("is {} × {} pixels: nothing is drawn", info.width, info.height));
            continue;
        }
        if info.pixels() > limits.picture_pixels {
            say(Severity::Broken, &format!("is {} × {} pixels: not drawn", info.width, info.height));
            continue;
        }
        if let (Encoded::MajMin { .. }, Some(bits)) = (picture.packed.encoded, picture.encoded().first())
            && !(1..=8).contains(bits)
        {
            say(Severity::Odd, &format!("says that a colour has {bits} bits"));
        }
        let other = largest
            .get(&picture.encoded_at)
            .filter(|other| (other.width, other.height) != (info.width, info.height));
        if let Some(other) = other {
            let text = format!(
                "has no data of its own: its pixels begin where those of picture {} begin, which is {} × {}",
                other.key.index, other.width, other.height
            );
            say(Severity::Odd, &text);
        }
        if picture.encoded().is_empty() {
            say(Severity::Broken, "has no data: its pixels are made up as the codec has it");
        } else if !picture.packed.measure().complete {
            say(Severity::Odd, "its data ends early; what is missing is made up as the codec has it");
        }
        if !shown.contains(&key.index) {
            say(Severity::Note, "no record shows it");
        }
    }
}

fn frames(akos: &Akos, problems: &mut Vec<Problem>) {
    for index in (0..=u16::MAX).take(akos.frame_count()) {
        if let Err(e) = akos.frame(index) {
            problems.push(Problem::broken(format!("auxiliary frame {index}"), &e));
        }
    }
}
