//! The scan of AKSQ: it finds which codes the records reach, and what else is there.
//!
//! A record gives a limb a start, and in modes 2 and 3 an end. The scan follows the codes from there as the
//! interpreter would: whole commands and their jumps in modes 6 and 8, one- and two-byte codes between start and
//! end in modes 2 and 3, a single code in all others (`docs/format/akos-programs.md §11`). Bytes that no record
//! reaches are read one code after another, and may be rubbish.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Code, short_length};
use super::command::AkosCommand;
use super::{EntryPoint, Item, Program};
use crate::akos::{Akos, AkosEntry, Mode};

/// Number of bytes that can be reached: offsets in AKSQ have 16 bits.
const REACH: usize = 1 << 16;

/// Number of codes that are followed before a hostile costume is given up.
const BUDGET: usize = 1 << 20;

/// How a code was reached.
#[derive(Clone, Debug, Default)]
struct Reach {
    len: usize,
    /// Whether a limb that understands operands reached it.
    whole: bool,
    from: Vec<usize>,
}

struct Scan<'a> {
    akos: &'a Akos,
    reached: BTreeMap<usize, Reach>,
    labels: BTreeSet<u16>,
    budget: usize,
}

impl<'a> Program<'a> {
    /// Splits a costume's AKSQ into codes.
    #[must_use]
    pub fn of(akos: &'a Akos) -> Self {
        let entries = entry_points(akos);
        let mut scan = Scan { akos, reached: BTreeMap::new(), labels: BTreeSet::new(), budget: BUDGET };
        for (number, point) in entries.iter().enumerate() {
            match point.entry.mode {
                Mode::Run | Mode::Delta => scan.run(number, point.entry.start),
                Mode::Loop | Mode::Once => scan.window(number, point.entry),
                Mode::Empty => continue,
                _ => {
                    // A draw command is understood here, though the limb never leaves it.
                    scan.visit(number, usize::from(point.entry.start), true);
                }
            }
            scan.labels.insert(point.entry.start);
        }
        let cut_off = scan.budget == 0;
        let (items, labels) = scan.items();
        Self { entries, items, cut_off, labels }
    }
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

impl<'a> Scan<'a> {
    /// Notes that a code is reached. Returns its length in bytes, or `None` if this entry point reached it before,
    /// at the end, and when the budget is used up.
    fn visit(&mut self, number: usize, at: usize, whole: bool) -> Option<usize> {
        let sequence = self.akos.sequence();
        if at >= sequence.len().min(REACH) {
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
            reach.len = len.min(sequence.len().min(REACH).saturating_sub(at));
            reach.whole = whole;
        }
        if reach.from.last() != Some(&number) {
            reach.from.push(number);
        }
        Some(len)
    }

    fn window(&mut self, number: usize, entry: AkosEntry) {
        let end = usize::from(entry.start).saturating_add(usize::from(entry.length));
        let mut at = usize::from(entry.start);
        while let Some(len) = self.visit(number, at, false).filter(|_| at < end) {
            at = at.saturating_add(len);
            if at > end {
                break;
            }
        }
    }

    fn run(&mut self, number: usize, start: u16) {
        let mut open = vec![usize::from(start)];
        while let Some(mut at) = open.pop() {
            while let Some(len) = self.visit(number, at, true) {
                let code = Code::read(self.akos.sequence(), at, &self.akos.dialect().akos);
                // Bytes that are not a code end the limb's program.
                let Some(command) = code.command() else { break };
                if let Some(target) = command.target() {
                    self.labels.insert(target);
                    open.push(usize::from(target));
                }
                match command {
                    AkosCommand::Goto { .. } | AkosCommand::End | AkosCommand::IfTalkingPick { .. } => break,
                    AkosCommand::GotoTable { .. } => {
                        for target in self.table_of(start) {
                            self.labels.insert(target);
                            open.push(usize::from(target));
                        }
                        break;
                    }
                    _ => at = at.saturating_add(len),
                }
            }
        }
    }

    /// All offsets that C088 can lead to in a program that starts at `start`.
    fn table_of(&self, start: u16) -> Vec<u16> {
        let slice = self.akos.jumps_of(start).unwrap_or_default();
        (1..=i16::MAX).map_while(|value| self.akos.jump_target(slice, value)).collect()
    }

    /// Returns the items that cover every byte, and the offsets with a label.
    fn items(mut self) -> (Vec<Item<'a>>, BTreeSet<u16>) {
        let mut covered = 0;
        let mut starts = BTreeSet::new();
        for (at, reach) in &self.reached {
            if *at >= covered {
                starts.insert(*at);
                covered = at.saturating_add(reach.len);
            }
        }
        // Only the first byte of a statement can have a label.
        self.labels.retain(|at| starts.contains(&usize::from(*at)));
        let end = self.akos.sequence().len().min(REACH);
        let mut items: Vec<Item<'a>> = Vec::new();
        let mut cursor = 0;
        for (at, reach) in &self.reached {
            if *at < cursor {
                if let (Some(last), Ok(at)) = (items.last_mut(), u16::try_from(*at)) {
                    last.within
                        .push((at, Code::read(self.akos.sequence(), at.into(), &self.akos.dialect().akos)));
                }
                continue;
            }
            self.fill(cursor, *at, &mut items);
            items.extend(self.item(*at, reach.len, Some(reach)));
            cursor = at.saturating_add(reach.len);
        }
        self.fill(cursor, end, &mut items);
        (items, self.labels)
    }

    /// Adds items for bytes that no limb reaches.
    fn fill(&self, from: usize, to: usize, items: &mut Vec<Item<'a>>) {
        let mut at = from;
        while at < to {
            let len = Code::read(self.akos.sequence(), at, &self.akos.dialect().akos).length().max(1);
            let len = len.min(to.saturating_sub(at));
            items.extend(self.item(at, len, None));
            at = at.saturating_add(len);
        }
    }

    fn item(&self, at: usize, len: usize, reach: Option<&Reach>) -> Option<Item<'a>> {
        let akos = self.akos;
        let place = u16::try_from(at).ok()?;
        let bytes = akos.sequence().get(at..at.saturating_add(len))?;
        let code = Code::read(akos.sequence(), at, &akos.dialect().akos);
        let mut again = Vec::new();
        let is_exact =
            code.command().is_some_and(|command| command.write(&mut again).is_ok() && again == bytes);
        Some(Item {
            at: place,
            bytes,
            code,
            is_exact,
            reached_from: reach.map(|reach| reach.from.clone()).unwrap_or_default(),
            labelled: self.labels.contains(&place),
            within: Vec::new(),
        })
    }
}
