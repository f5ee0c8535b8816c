//! Finds edited commands of a program that no limb plays.

use std::ops::Range;

use costumier::format::akos::program::Program;
use costumier::{Costume, Dialect};

use super::program::{PROGRAM, lines};
use crate::folder::report::Report;

/// Largest number of lines named in a message.
const TOLD: usize = 10;

/// Reports changed lines of a program that no limb plays. `before` is the program of the block before, `spans` are
/// the bytes of each line.
pub(super) fn tell(
    (before, text): (Option<&str>, &str),
    spans: &[(usize, Range<usize>)],
    (payload, dialect): (&[u8], Dialect),
    report: &mut Report,
) {
    let Ok(costume) = Costume::open(*b"AKOS", payload.to_vec(), dialect) else { return };
    let Some(akos) = costume.as_akos() else { return };
    let program = Program::of(akos);
    if program.cut_off {
        return;
    }
    let changed = changed(before.unwrap_or_default(), text);
    let is_unreached = |bytes: &Range<usize>| {
        let mut inside = program.items.iter().filter(|item| bytes.contains(&usize::from(item.at)));
        inside.any(|item| item.reached_from.is_empty() && item.within.is_empty())
    };
    let found: Vec<String> = spans
        .iter()
        .filter(|(line, bytes)| changed.contains(line) && is_unreached(bytes))
        .map(|(line, _)| line.to_string())
        .collect();
    if found.is_empty() {
        return;
    }
    let plural = if found.len() == 1 { "" } else { "s" };
    let more = if found.len() > TOLD { ", …" } else { "" };
    let list = found.iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join(", ");
    let text = "has commands that no limb plays, so they change nothing. A limb plays its list in \
                costume.toml, or the commands between its label and `to`; a program continues where its jumps lead";
    report.note(&format!("{PROGRAM}: line{plural} {list}{more}"), text);
}

/// Returns the lines with codes between the common beginning and the common end of both programs.
fn changed(before: &str, now: &str) -> std::collections::BTreeSet<usize> {
    let (before, now) = (codes(before), codes(now));
    let same = |(a, b): &(&(usize, String), &(usize, String))| a.1 == b.1;
    let first = before.iter().zip(&now).take_while(same).count();
    let most = before.len().min(now.len()) - first;
    let last = before.iter().rev().zip(now.iter().rev()).take(most).take_while(same).count();
    now.get(first..now.len() - last).unwrap_or_default().iter().map(|(line, _)| *line).collect()
}

/// Returns all codes of a program, each with its line. Several pictures on a line are several codes.
fn codes(text: &str) -> Vec<(usize, String)> {
    let mut codes = Vec::new();
    for line in lines(text).filter(|line| !line.statement.is_empty()) {
        match line.statement.strip_prefix("picture ") {
            Some(pictures) => {
                codes.extend(pictures.split_whitespace().map(|it| (line.number, it.to_owned())));
            }
            None => codes.push((line.number, line.statement.to_owned())),
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stand_between_are_changed() {
        let before = "L0000: ; looped\n picture a b c\nL0003:\n picture d\n goto to=L0000\n";
        let lines = |text: &str| changed(before, text).into_iter().collect::<Vec<usize>>();
        let none: [usize; 0] = [];
        assert_eq!(lines(before), none);
        assert_eq!(
            lines("picture a b\n picture c d\n goto to=L0000\n"),
            none,
            "the same codes on other lines"
        );
        assert_eq!(lines("picture a b c\n picture d e\n goto to=L0000\n"), [2]);
        assert_eq!(lines("picture a b c d\n goto to=L0000\n end\n picture z"), [3, 4]);
        assert_eq!(lines("picture a\n picture d\n goto to=L0000\n"), none);
    }
}
