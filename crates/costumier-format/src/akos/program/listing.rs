//! Listings: programs as text, one statement per code. [`assemble`](super::assemble) is the reverse; its file
//! describes the text.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

use super::command::AkosCommand;
use super::opcode::OperandKind;
use super::{Code, EntryPoint, Item, Program};
use crate::akos::Akos;

/// Largest number of pictures in one line of a listing.
const PICTURES_IN_A_LINE: usize = 24;

/// Returns the label for an offset in AKSQ.
#[must_use]
pub fn label(at: u16) -> String {
    format!("L{at:04x}")
}

/// Writes a command's statement, its target as a number.
impl fmt::Display for AkosCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        words(self, |_| false, f)
    }
}

/// Writes what a code is, even if that cannot be assembled.
impl fmt::Display for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { command, .. } => command.fmt(f),
            Self::Invalid(word) => write!(f, "nothing {word:04x}"),
            Self::Missing => f.write_str("end of the sequence"),
        }
    }
}

/// Writes a command's statement. A target for which `labelled` is true is written as a label.
fn words(
    command: &AkosCommand<'_>,
    labelled: impl Fn(u16) -> bool,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    out.write_str(command.name())?;
    for (operand, value) in command.operands() {
        let name = operand.name;
        match (operand.kind, command.target()) {
            (OperandKind::Target, Some(target)) if labelled(target) => {
                write!(out, " {name}={}", label(target))?;
            }
            (OperandKind::Target, _) => write!(out, " {name}={value:#06x}")?,
            _ => write!(out, " {name}={value}")?,
        }
    }
    match command {
        AkosCommand::Picture { index } => write!(out, " {index}")?,
        AkosCommand::Draw(draw) => {
            if let Some([first, others @ ..]) = draw.conditions {
                write!(out, " if={first}")?;
                others.iter().try_for_each(|condition| write!(out, ",{condition}"))?;
            }
            if let Some((x, y)) = draw.moves {
                write!(out, " move={x},{y}")?;
            }
            for part in draw.components() {
                write!(out, " {},{}:{}", part.x, part.y, part.picture)?;
            }
        }
        _ => {}
    }
    Ok(())
}

impl Program<'_> {
    /// Returns an item's statement for [`assemble`](super::assemble). A target that has a label is written as the
    /// label.
    #[must_use]
    pub fn statement(&self, item: &Item<'_>) -> String {
        let mut text = String::new();
        match item.command() {
            Some(command) => {
                let _ = words(command, |target| self.labels.contains(&target), &mut text);
            }
            None => {
                text.push_str("bytes");
                for byte in item.bytes {
                    let _ = write!(text, " {byte:02x}");
                }
            }
        }
        text
    }

    /// Returns the program as text that [`assemble`](super::assemble) turns into the same bytes. Successive
    /// pictures share a line.
    #[must_use]
    pub fn listing(&self, akos: &Akos) -> String {
        let mut out = String::new();
        let mut reached = true;
        // Pictures in the current line.
        let mut in_line = 0;
        for item in &self.items {
            let picture = match item.command() {
                Some(AkosCommand::Picture { index }) => Some(*index),
                _ => None,
            };
            let users: Vec<String> = self
                .entries
                .iter()
                .filter(|point| point.entry.start == item.at)
                .flat_map(|point| users(akos, point))
                .collect();
            let turns = reached == item.reached_from.is_empty();
            let joins =
                in_line > 0 && in_line < PICTURES_IN_A_LINE && !turns && !item.labelled && users.is_empty();
            if let (Some(index), true) = (picture, joins) {
                let _ = write!(out, " {index}");
                in_line = in_line.saturating_add(1);
            } else {
                if in_line > 0 {
                    out.push('\n');
                }
                if turns {
                    reached = !reached;
                    out.push_str(if reached { "; reached\n" } else { "; not reached by any record\n" });
                }
                for line in users {
                    let _ = writeln!(out, "; {line}");
                }
                if item.labelled {
                    let _ = writeln!(out, "{}:", label(item.at));
                }
                let _ = write!(out, "    {}", self.statement(item));
                in_line = usize::from(picture.is_some());
            }
            if !item.is_exact {
                let _ = write!(out, "  ; {}", item.code);
            }
            if in_line == 0 || !item.within.is_empty() {
                out.push('\n');
                in_line = 0;
            }
            for (at, code) in &item.within {
                let _ = writeln!(out, "; also entered at {at:#06x}, within the above: {code}");
            }
        }
        if in_line > 0 {
            out.push('\n');
        }
        out
    }
}

/// Describes which records begin at an entry point, one line per limb and mode:
/// `limb 3, loop +8: walk, chore 6 west/east`. If a chore's records of all facings begin there, the facings are
/// left out.
fn users(akos: &Akos, point: &EntryPoint) -> Vec<String> {
    let mut by_limb: BTreeMap<u8, BTreeMap<u16, Vec<&'static str>>> = BTreeMap::new();
    for (record, limb) in &point.users {
        let chores = by_limb.entry(*limb).or_default();
        chores.entry(akos.chore_of(*record)).or_default().push(akos.facing_of(*record).name());
    }
    let entry = point.entry;
    let roles = akos.dialect().roles;
    let name = |chore: u16| {
        let role = roles.role(chore);
        role.map_or_else(|| format!("chore {chore}"), |role| role.name().to_owned())
    };
    by_limb
        .into_iter()
        .map(|(limb, chores)| {
            let chores: Vec<String> = chores
                .into_iter()
                .map(|(chore, facings)| match facings.len() == usize::from(akos.directions()) {
                    true => name(chore),
                    false => format!("{} {}", name(chore), facings.join("/")),
                })
                .collect();
            let window = if entry.length > 0 { format!(" +{}", entry.length) } else { String::new() };
            format!("limb {limb}, {}{window}: {}", entry.mode.name(), chores.join(", "))
        })
        .collect()
}
