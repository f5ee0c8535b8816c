//! The checker of costumes of v0: it reads everything and lists what is odd or broken.

use super::{LIMBS, V0};
use crate::error::Error;
use crate::limits::Limits;
use crate::problem::{Problem, Severity};

/// Lists all problems of a costume: those of opening it, then of commands, sequences and pictures.
pub fn check(costume: &V0) -> Vec<Problem> {
    let mut problems = costume.problems().to_vec();
    let mut shown = [false; 256];
    for limb in 0..u8::try_from(LIMBS).unwrap_or(0) {
        for sequence in costume.sequences_of(limb) {
            self::sequence(costume, limb, sequence, &mut shown, &mut problems);
        }
    }
    let limits = Limits::default();
    for key in costume.picture_keys() {
        let report = |severity, at, text: String| Problem::new(severity, key.to_string(), at, text);
        let picture = match costume.picture(key) {
            Ok(picture) => picture,
            Err(e) => {
                problems.push(broken(key.to_string(), &e));
                continue;
            }
        };
        let at = Some(picture.info.offset as u64);
        if picture.info.pixels() > limits.picture_pixels {
            let text = format!("is {} × {} pixels: not drawn", picture.info.width, picture.info.height);
            problems.push(report(Severity::Broken, at, text));
        } else if !picture.packed.measure().complete {
            problems.push(report(
                Severity::Odd,
                at,
                "its rows end early; the rest counts as transparent".into(),
            ));
        }
        if !shown.get(usize::from(key.index)).copied().unwrap_or(false) {
            problems.push(report(Severity::Note, at, "no command shows it".into()));
        }
    }
    problems
}

fn broken(path: String, e: &Error) -> Problem {
    Problem::new(Severity::Broken, path, e.offset(), format!("{}: {}", e.what(), e.kind()))
}

fn sequence(costume: &V0, limb: u8, number: u8, shown: &mut [bool; 256], problems: &mut Vec<Problem>) {
    let path = || format!("limb {limb} / sequence {number}");
    let at = Some(costume.lists_at() as u64);
    let Some(pictures) = costume.sequence(limb, number) else {
        problems.push(Problem::new(Severity::Broken, path(), at, "leads outside the block"));
        return;
    };
    let start = costume.sequence_start(limb, number).map_or(0, u16::from);
    let end = u16::try_from(pictures.len()).unwrap_or(u16::MAX).saturating_add(start);
    if costume.list_byte(end) != Some(super::END) {
        problems.push(Problem::new(Severity::Odd, path(), at, "does not end"));
    }
    if pictures.is_empty() {
        problems.push(Problem::new(Severity::Odd, path(), at, "shows nothing: it ends at once"));
    }
    for picture in pictures {
        if let Some(shown) = shown.get_mut(usize::from(*picture)) {
            if !*shown && u16::from(*picture) >= costume.pictures() {
                let text = format!("shows picture {picture}, but there are {}", costume.pictures());
                problems.push(Problem::new(Severity::Odd, path(), at, text));
            }
            *shown = true;
        }
    }
}
