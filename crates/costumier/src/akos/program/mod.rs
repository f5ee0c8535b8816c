//! What is in AKSQ: which codes the records reach, what else lies there, and all of it as text.
//!
//! A record gives a limb a start, and in modes 2 and 3 an end. From there the codes are followed as the
//! interpreter would: whole commands and their jumps in modes 6 and 8, one- and two-byte codes between start
//! and end in modes 2 and 3, a single code in all others (`reference/07 §11`). Bytes that no record reaches
//! are read one after another, and may be rubbish.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::asm;
use super::command::{Code, Kind, short_length};
use super::record::Mode;
use super::{Akos, LimbEntry};

/// Pictures that share a line of a listing.
const PICTURES_IN_A_LINE: usize = 24;

/// Codes followed before a hostile costume is given up.
const BUDGET: usize = 1 << 20;

/// Where limbs begin, and who begins there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// What the limb does there.
    pub entry: LimbEntry,
    /// The records that say so, each with its limb.
    pub users: Vec<(u16, u8)>,
}

/// One code, or bytes that are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it begins.
    pub at: u16,
    /// Its bytes.
    pub len: u16,
    /// Its statement, as [`asm::assemble`] takes it.
    pub statement: String,
    /// What it means, where the statement are mere bytes.
    pub meaning: Option<String>,
    /// Indices of the entry points that reach it; none where nothing does.
    pub reached_from: Vec<usize>,
    /// Whether something begins here or jumps here: it has a label.
    pub labelled: bool,
    /// Places inside it that are reached as well.
    pub entered_at: Vec<u16>,
}

/// AKSQ, taken apart. Bytes behind the first 65536 cannot be reached and are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Where limbs begin, in the order of their starts.
    pub entries: Vec<EntryPoint>,
    /// Every byte of AKSQ, in its order.
    pub items: Vec<Item>,
    /// Whether following the codes was given up.
    pub cut_off: bool,
}

/// How a code was reached.
#[derive(Clone, Debug, Default)]
struct Reach {
    len: usize,
    /// Reached by a limb that understands operands.
    whole: bool,
    from: Vec<usize>,
}

struct Scan<'a> {
    akos: &'a Akos,
    reached: BTreeMap<usize, Reach>,
    labels: BTreeSet<u16>,
    /// Where reached codes begin that no code before them covers.
    starts: BTreeSet<usize>,
    budget: usize,
}

impl Program {
    /// Takes a costume's programs apart.
    #[must_use]
    pub fn of(akos: &Akos) -> Self {
        let entries = entry_points(akos);
        let mut scan = Scan {
            akos,
            reached: BTreeMap::new(),
            labels: BTreeSet::new(),
            starts: BTreeSet::new(),
            budget: BUDGET,
        };
        for (number, point) in entries.iter().enumerate() {
            match point.entry.mode {
                Mode::Run | Mode::Delta => scan.run(number, point.entry.start),
                Mode::Loop | Mode::Once => scan.window(number, point.entry),
                Mode::Empty => continue,
                _ => {
                    // Its draw command is understood, though the limb never leaves it.
                    scan.visit(number, usize::from(point.entry.start), true);
                }
            }
            scan.labels.insert(point.entry.start);
        }
        let cut_off = scan.budget == 0;
        let items = scan.items();
        Self { entries, items, cut_off }
    }

    /// The program as text that [`asm::assemble`] turns into the same bytes. Pictures that follow each other
    /// share a line.
    #[must_use]
    pub fn listing(&self, akos: &Akos) -> String {
        let mut out = String::new();
        let mut reached = true;
        // Pictures in the line that is being written.
        let mut in_line = 0;
        for item in &self.items {
            let picture = item.statement.strip_prefix("picture ");
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
                in_line += 1;
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
                    let _ = writeln!(out, "{}:", asm::label(item.at));
                }
                let _ = write!(out, "    {}", item.statement);
                in_line = usize::from(picture.is_some());
            }
            if let Some(meaning) = &item.meaning {
                let _ = write!(out, "  ; {meaning}");
            }
            if in_line == 0 || !item.entered_at.is_empty() {
                out.push('\n');
                in_line = 0;
            }
            for at in &item.entered_at {
                let _ = writeln!(out, "; also entered at {at:#06x}, within the above");
            }
        }
        if in_line > 0 {
            out.push('\n');
        }
        out
    }
}

/// Who begins at an entry point, one line per limb and mode: `limb 3, loop +8: walk, chore 6 west/east`. A
/// chore without facings is meant in every one that the costume has.
fn users(akos: &Akos, point: &EntryPoint) -> Vec<String> {
    let mut by_limb: BTreeMap<u8, BTreeMap<u16, Vec<&'static str>>> = BTreeMap::new();
    for (record, limb) in &point.users {
        let chores = by_limb.entry(*limb).or_default();
        chores.entry(akos.chore_of(*record)).or_default().push(akos.facing_of(*record).name());
    }
    let entry = point.entry;
    let roles = akos.dialect().roles;
    let name = |chore: u16| {
        let role = u8::try_from(chore).ok().and_then(|chore| roles.role(chore));
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

fn entry_points(akos: &Akos) -> Vec<EntryPoint> {
    let mut points: BTreeMap<(u16, u8, u16), EntryPoint> = BTreeMap::new();
    for record in akos.record_indices().filter_map(|index| akos.record(index).ok()) {
        for (limb, entry) in (0u8..).zip(record.limbs) {
            let Some(entry) = entry.filter(|entry| entry.mode.has_window()) else { continue };
            let point = points
                .entry((entry.start, entry.mode.byte(), entry.length))
                .or_insert_with(|| EntryPoint { entry, users: Vec::new() });
            point.users.push((record.index, limb));
        }
    }
    points.into_values().collect()
}

impl Scan<'_> {
    /// Notes that a code is reached. Returns its length, or `None` where this entry point was there before,
    /// at the end, or when enough was followed.
    fn visit(&mut self, number: usize, at: usize, whole: bool) -> Option<usize> {
        let sequence = self.akos.sequence();
        if at >= sequence.len() {
            return None;
        }
        self.budget = self.budget.checked_sub(1)?;
        let len = if whole {
            Code::read(sequence, at, &self.akos.dialect().akos).length().max(1)
        } else {
            short_length(sequence, at)
        };
        let reach = self.reached.entry(at).or_default();
        if reach.from.last() == Some(&number) && reach.whole >= whole {
            return None;
        }
        if whole || !reach.whole {
            reach.len = len.min(sequence.len() - at);
            reach.whole = whole;
        }
        if reach.from.last() != Some(&number) {
            reach.from.push(number);
        }
        Some(len)
    }

    fn window(&mut self, number: usize, entry: LimbEntry) {
        let end = usize::from(entry.start) + usize::from(entry.length);
        let mut at = usize::from(entry.start);
        while let Some(len) = self.visit(number, at, false).filter(|_| at < end) {
            at += len;
            if at > end {
                break;
            }
        }
    }

    fn run(&mut self, number: usize, start: u16) {
        let mut open = vec![usize::from(start)];
        while let Some(mut at) = open.pop() {
            while let Some(len) = self.visit(number, at, true) {
                let rules = &self.akos.dialect().akos;
                let Code::Command(instruction) = Code::read(self.akos.sequence(), at, rules) else {
                    at += len;
                    continue;
                };
                if let Some(target) = instruction.target() {
                    self.labels.insert(target);
                    open.push(usize::from(target));
                }
                match instruction.opcode.code {
                    0xC030 | 0xC0FF => break,
                    0xC088 => {
                        for target in self.table_of(start) {
                            self.labels.insert(target);
                            open.push(usize::from(target));
                        }
                        break;
                    }
                    _ if instruction.opcode.kind == Kind::Unknown => break,
                    _ => at += len,
                }
            }
        }
    }

    /// Everywhere that C088 may lead in a program that starts at `start`.
    fn table_of(&self, start: u16) -> Vec<u16> {
        let slice = self.akos.jumps_of(start).unwrap_or_default();
        (1..=i16::MAX).map_while(|value| self.akos.jump_target(slice, value)).collect()
    }

    fn items(mut self) -> Vec<Item> {
        let mut covered = 0;
        for (at, reach) in &self.reached {
            if *at >= covered {
                self.starts.insert(*at);
                covered = at + reach.len;
            }
        }
        let end = self.akos.sequence().len().min(1 << 16);
        let mut items: Vec<Item> = Vec::new();
        let mut cursor = 0;
        for (at, reach) in &self.reached {
            if *at < cursor {
                if let (Some(last), Ok(at)) = (items.last_mut(), u16::try_from(*at)) {
                    last.entered_at.push(at);
                }
                continue;
            }
            self.fill(cursor, *at, &mut items);
            self.item(*at, reach.len, Some(reach), &mut items);
            cursor = at + reach.len;
        }
        self.fill(cursor, end, &mut items);
        items
    }

    /// Bytes that nothing reaches.
    fn fill(&self, from: usize, to: usize, items: &mut Vec<Item>) {
        let sequence = self.akos.sequence();
        let mut at = from;
        while at < to {
            let len = Code::read(sequence, at, &self.akos.dialect().akos).length().max(1);
            let len = if at + len > to { to - at } else { len };
            self.item(at, len, None, items);
            at += len;
        }
    }

    fn item(&self, at: usize, len: usize, reach: Option<&Reach>, items: &mut Vec<Item>) {
        let sequence = self.akos.sequence();
        let rules = &self.akos.dialect().akos;
        let (Ok(place), Ok(size)) = (u16::try_from(at), u16::try_from(len)) else { return };
        let bytes = sequence.get(at..at + len).unwrap_or_default();
        let code = Code::read(sequence, at, rules);
        // Only places where a statement begins can have a label in front of them.
        let labelled = |target: u16| self.has_label(usize::from(target));
        let statement = asm::statement(&code, bytes, rules, labelled);
        let meaning = statement.starts_with("bytes").then(|| asm::words(&code, |_| false));
        items.push(Item {
            at: place,
            len: size,
            meaning,
            statement,
            reached_from: reach.map(|reach| reach.from.clone()).unwrap_or_default(),
            labelled: self.has_label(at),
            entered_at: Vec::new(),
        });
    }

    /// Whether a place is led to and begins an item.
    fn has_label(&self, at: usize) -> bool {
        u16::try_from(at).is_ok_and(|at| self.labels.contains(&at)) && self.starts.contains(&at)
    }
}

#[cfg(test)]
mod tests;
