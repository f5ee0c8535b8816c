//! The list that `unused` prints for people: what can be said in one sentence is one line.

use std::io::Write;

use anyhow::Result;
use costumier_export::json::{UnusedReport, UnusedRow, numbered, some};

use crate::output::text::{count, line};

/// Largest number of computed numbers that a line names.
const MOST_DOUBTS: usize = 8;

pub(super) struct Listing<'a> {
    pub(super) report: &'a UnusedReport,
    pub(super) is_quiet: bool,
}

impl Listing<'_> {
    pub(super) fn print(&self, out: &mut dyn Write) -> Result<()> {
        let UnusedReport { gaps, items, lines, computed, conditional, unread } = self.report;
        let certain = items.iter().filter(|row| row.certainty == "certain").count();
        let mut last = None;
        for one in lines {
            let Some(first) = self.report.rows(one).first().copied() else { continue };
            if last.replace(first.costume) != Some(first.costume) {
                match first.costume {
                    Some(id) => line(out, format_args!("costume {}", numbered(id, first.name.as_deref())))?,
                    None => writeln!(out, "objects")?,
                }
            }
            let doubts: Vec<String> =
                first.computed.iter().map(|index| format!("[{}]", index.saturating_add(1))).collect();
            let doubts = some(&doubts, MOST_DOUBTS, " ");
            let doubts = if doubts.is_empty() { doubts } else { format!("  {doubts}") };
            line(out, format_args!("  {:<7}  {}{doubts}", first.certainty, one.text))?;
        }
        if items.is_empty() {
            writeln!(
                out,
                "nothing: every costume, chore, record, picture, colour, look and object may be shown"
            )?;
        } else if !self.is_quiet {
            writeln!(
                out,
                "\n{}: {certain} certain, {} likely",
                count(items.len(), "unused thing"),
                items.len().saturating_sub(certain)
            )?;
            let is_proven =
                |row: &&UnusedRow| row.certainty == "certain" && matches!(row.kind, "costume" | "chore");
            if let Some(id) = items.iter().find(is_proven).and_then(|row| row.costume) {
                let what = "lists what scripts do with costume";
                writeln!(out, "`costumier cast GAME {id}` {what} {id}, with the places")?;
            }
        }
        for gap in gaps {
            line(out, format_args!("nothing is certain: {gap}"))?;
        }
        if !computed.is_empty() {
            writeln!(
                out,
                "\nplaces where scripts compute a number, so that likely things may be shown after all:"
            )?;
            for (number, row) in (1..).zip(computed) {
                line(out, format_args!("  [{number}] {}", row.text))?;
            }
        }
        if !conditional.is_empty() {
            writeln!(out, "\nnot unused, but shown on certain machines only:")?;
            for row in conditional {
                line(out, format_args!("  costume {} {}", row.costume, row.text))?;
            }
        }
        for text in unread {
            line(out, format_args!("not read: {text}"))?;
        }
        Ok(())
    }
}
