//! Findings of `check` as lines. Findings that say the same of different things are grouped: the first few are
//! printed, the others are counted and their places named.
//!
//! Otherwise a tool that leaves the same oddity in every room, or one damaged place in a costume, would hide the
//! rest.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use costumier::Problem;

use crate::output::text;

/// Number of findings of one kind that are printed one by one.
const FEW: usize = 3;
/// Number of places named of findings that are not printed.
const NAMED: usize = 12;

/// Collects findings and prints them, in the order in which the first of each kind was found.
#[derive(Default)]
pub(crate) struct Findings {
    kinds: Vec<FindingGroup>,
    /// Index in `kinds` of the findings of a shape.
    by_shape: BTreeMap<String, usize>,
}

/// Findings that say the same of different things.
#[derive(Default)]
struct FindingGroup {
    lines: Vec<String>,
    /// The place of each finding: `costume 3`.
    places: Vec<String>,
}

impl Findings {
    /// Adds a finding about `place` (`room 3 (dock)`). `block` is the file and the offset in it that the finding's
    /// offset counts from.
    pub(crate) fn add(&mut self, place: &str, problem: &Problem, block: Option<(&str, u64)>) {
        let Problem { severity, path, at, text, .. } = problem;
        let at = match (at, block) {
            (Some(at), Some((file, payload_at))) => format!(" ({file} at byte {:#x})", payload_at + at),
            (Some(at), None) => format!(" (at byte {at:#x})"),
            (None, _) => String::new(),
        };
        let line = format!("{severity:<6}  {place}: {path}: {text}{at}");
        let kind = place.split(' ').next().unwrap_or_default();
        let shape = shape(&format!("{severity} {kind}: {path}: {text}"));
        let number = *self.by_shape.entry(shape).or_insert(self.kinds.len());
        if number == self.kinds.len() {
            self.kinds.push(FindingGroup::default());
        }
        if let Some(alike) = self.kinds.get_mut(number) {
            alike.lines.push(line);
            alike.places.push(place.to_owned());
        }
    }

    /// Prints the findings in groups.
    pub(crate) fn print(&self, out: &mut dyn Write) -> Result<()> {
        for FindingGroup { lines, places, .. } in &self.kinds {
            // A line that says "and one more" is no shorter than the line itself.
            let shown = if lines.len() > FEW + 1 { FEW } else { lines.len() };
            for line in lines.iter().take(shown) {
                text::line(out, format_args!("{line}"))?;
            }
            let rest = lines.len() - shown;
            if rest > 0 {
                let mut others: Vec<&str> = places.iter().skip(shown).map(String::as_str).collect();
                others.dedup();
                let more = others.len().saturating_sub(NAMED);
                let named = others.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
                let ending = if more > 0 { format!(" and {more} further places") } else { String::new() };
                text::line(out, format_args!("        … and {rest} more like these: {named}{ending}"))?;
            }
        }
        Ok(())
    }
}

/// Returns a text without its numbers, so that texts that differ in numbers only are the same.
fn shape(text: &str) -> String {
    let mut shape = String::with_capacity(text.len());
    for word in text.split(' ') {
        if !shape.is_empty() {
            shape.push(' ');
        }
        match word.bytes().next() {
            Some(first) if first.is_ascii_digit() || first == b'-' => shape.push('#'),
            _ => shape.push_str(word),
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use costumier::Severity;

    use super::*;

    fn found(findings: &mut Findings, place: &str, path: &str, text: &str) {
        let problem = Problem::new(Severity::Odd, path, Some(16), text);
        findings.add(place, &problem, Some(("game.001", 0x100)));
    }

    fn printed(findings: &Findings) -> String {
        let mut out = Vec::new();
        findings.print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_is_found_often_is_told_once() {
        let mut findings = Findings::default();
        for room in 1..=9 {
            found(&mut findings, &format!("room {room}"), "SCAL", &format!("{room} bytes instead of 32"));
        }
        found(&mut findings, "costume 3", "SCAL", "1 bytes instead of 32");
        found(&mut findings, "costume 3", "limb 3 / picture 7", "it is cut");
        let text = printed(&findings);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        assert_eq!(lines[0], "odd     room 1: SCAL: 1 bytes instead of 32 (game.001 at byte 0x110)");
        assert_eq!(
            lines[3],
            "        … and 6 more like these: room 4, room 5, room 6, room 7, room 8, room 9"
        );
        assert!(lines[4].starts_with("odd     costume 3: SCAL"), "other things are told apart: {text}");
    }

    #[test]
    fn many_findings_in_one_costume_name_it_once_and_few_are_all_shown() {
        let mut findings = Findings::default();
        for picture in 0..40 {
            found(&mut findings, "costume 3", &format!("limb 3 / picture {picture}"), "it is cut");
        }
        assert!(
            printed(&findings).ends_with("… and 37 more like these: costume 3\n"),
            "{}",
            printed(&findings)
        );
        let mut few = Findings::default();
        for picture in 0..4 {
            found(&mut few, "costume 3", &format!("limb 3 / picture {picture}"), "it is cut");
        }
        assert_eq!(printed(&few).lines().count(), 4);
        let mut many = Findings::default();
        for room in 0..20 {
            found(&mut many, &format!("room {room}"), "SCAL", "it is cut");
        }
        assert!(printed(&many).ends_with("room 14 and 5 further places\n"), "{}", printed(&many));
    }
}
