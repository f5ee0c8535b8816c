//! The checker of COST blocks: it reads everything in a block and lists what is odd or broken. `costumier check`
//! prints the list.

use super::command::CostCommand;
use super::record::{CostEntry, Window};
use super::{Cost, LIMBS};
use crate::limits::Limits;
use crate::model::PictureKey;
use crate::problem::{Problem, Severity};

/// Lists all problems of a block: those of opening it, then of records, windows and pictures.
#[must_use]
pub fn check(cost: &Cost) -> Vec<Problem> {
    let mut problems = cost.problems().to_vec();
    records(cost, &mut problems);
    pictures(cost, &mut problems);
    problems
}

/// Entries of each limb's table that a window was found to name, as bit sets over the 128 possible indices.
type Used = [u128; LIMBS];

fn records(cost: &Cost, problems: &mut Vec<Problem>) {
    let mut used = [0u128; LIMBS];
    let mut reported: Vec<(u8, Window)> = Vec::new();
    for index in cost.record_indices() {
        let record = match cost.record(index) {
            Ok(record) => record,
            Err(e) => {
                problems.push(Problem::broken(format!("record {index}"), &e));
                continue;
            }
        };
        for (limb, entry) in (0u8..).zip(&record.limbs) {
            let Some(CostEntry::Window(window)) = entry else { continue };
            // Records often share a window; each problem is reported once.
            let is_new = !reported.contains(&(limb, *window));
            if is_new {
                reported.push((limb, *window));
                check_window(cost, limb, index, *window, &mut used, problems);
            }
        }
    }
}

#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places of 16 bits and few bits more; limbs are fewer than there are places"
)]
fn check_window(
    cost: &Cost,
    limb: u8,
    record: u16,
    window: Window,
    used: &mut Used,
    problems: &mut Vec<Problem>,
) {
    let path = || format!("record {record} / limb {limb}");
    let at = Some((cost.commands_at() + usize::from(window.start)) as u64);
    let end = usize::from(window.start) + usize::from(window.length);
    if end > cost.commands().len() {
        problems.push(Problem::new(
            Severity::Odd,
            path(),
            at,
            format!(
                "plays commands {} … {}, but the stream has {}",
                window.start,
                end - 1,
                cost.commands().len()
            ),
        ));
    }
    let commands: Vec<CostCommand> =
        (0..u16::from(window.length)).map(|i| cost.command(window.start.wrapping_add(i))).collect();
    if matches!(commands.first(), Some(CostCommand::Start | CostCommand::Stop)) {
        if commands.len() > 1 {
            let text = "begins with stop or start: the rest of the window is never played";
            problems.push(Problem::new(Severity::Note, path(), at, text));
        }
        return;
    }
    let last_passes = commands.last().is_some_and(|c| c.is_passed_through());
    if commands.len() > 1
        && (commands.iter().all(|c| c.is_passed_through()) || (window.play_once && last_passes))
    {
        let text = "has nothing to rest on: the interpreter would hang; playing stops after one pass";
        problems.push(Problem::new(Severity::Odd, path(), at, text));
    }
    if commands.first().is_some_and(|c| c.is_passed_through()) {
        let text = "begins with a counter or a sound, which is shown as nothing before it is first passed";
        problems.push(Problem::new(Severity::Note, path(), at, text));
    }
    let table = cost.limb(limb);
    for command in commands {
        let CostCommand::Picture(index) = command else { continue };
        if index >= cost.dialect().undrawn_from {
            continue;
        }
        let bit = 1u128 << index;
        let used = &mut used[usize::from(limb)];
        if *used & bit != 0 {
            continue;
        }
        *used |= bit;
        let key = PictureKey { limb, index: u16::from(index) };
        if usize::from(index) >= table.len || cost.picture_info(key).is_none() {
            problems.push(Problem::new(
                Severity::Odd,
                path(),
                at,
                format!("shows picture {index}, but limb {limb} has {} entries", table.len),
            ));
        }
    }
}

fn pictures(cost: &Cost, problems: &mut Vec<Problem>) {
    let limits = Limits::default();
    let shown = cost.pictures_of(cost.record_indices());
    let mut spans: Vec<(usize, usize, PictureKey)> = Vec::new();
    for key in cost.picture_keys() {
        let picture = match cost.picture(key) {
            Ok(picture) => picture,
            Err(e) => {
                problems.push(Problem::broken(key.to_string(), &e));
                continue;
            }
        };
        let info = picture.info;
        let at = Some(info.offset as u64);
        if info.pixels() == 0 {
            let text = format!("is {} × {} pixels: nothing is drawn", info.width, info.height);
            problems.push(Problem::new(Severity::Note, key.to_string(), at, text));
            continue;
        }
        if info.pixels() > limits.picture_pixels {
            let text = format!("is {} × {} pixels: not drawn", info.width, info.height);
            problems.push(Problem::new(Severity::Broken, key.to_string(), at, text));
            continue;
        }
        if usize::from(info.height) >= 256 {
            let text = "is 256 or more rows tall: the interpreter does not draw it";
            problems.push(Problem::new(Severity::Odd, key.to_string(), at, text));
        }
        let decoded = picture.packed.measure();
        if !decoded.complete {
            let text = "its run-length data ends early; the rest counts as transparent";
            problems.push(Problem::new(Severity::Odd, key.to_string(), at, text));
        }
        let end = if info.redirect.is_some() {
            picture.info.offset.saturating_add(cost.format().header_len())
        } else {
            picture.encoded_at.saturating_add(decoded.bytes)
        };
        if !spans.iter().any(|(start, ..)| *start == info.offset) {
            spans.push((info.offset, end, key));
        }
        if !shown.contains(&key) {
            let text = "no record shows it";
            problems.push(Problem::new(Severity::Note, key.to_string(), at, text));
        }
    }
    gaps(cost, spans, problems);
}

/// Compares the end of each picture with the start of the next. Pictures are adjacent, or one padding byte apart.
#[allow(clippy::arithmetic_side_effects, reason = "compared before")]
fn gaps(cost: &Cost, mut spans: Vec<(usize, usize, PictureKey)>, problems: &mut Vec<Problem>) {
    spans.sort_unstable();
    let ends = spans.iter().skip(1).map(|(start, ..)| *start).chain([cost.payload().len()]);
    for ((start, end, key), next) in spans.iter().zip(ends) {
        let at = Some(*start as u64);
        if *end > next {
            let bytes = end - next;
            let plural = if bytes == 1 { "" } else { "s" };
            let text = format!("its data runs {bytes} byte{plural} into the next picture");
            problems.push(Problem::new(Severity::Odd, key.to_string(), at, text));
        } else if next - end > 1 {
            let text = format!("{} bytes behind it belong to no picture", next - end);
            problems.push(Problem::new(Severity::Note, key.to_string(), at, text));
        }
    }
}
