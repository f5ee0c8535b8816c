//! Records of an AKOS costume that a draft has changed. Steps of limbs are codes of one or two bytes; packing finds
//! them in the program, or adds them at its end.

use std::collections::BTreeMap;

use costumier::Refused;
use costumier::format::akos::program::short_length;
use costumier::format::akos::{AkosEntry, LIMBS, Mode};
use serde::{Deserialize, Serialize};

use super::model::{AkosCostume, Limbs, Record};
use super::program::place_of;
use super::{parse, records_needed};
use crate::folder::report::Report;
use crate::folder::{OriginalBlock, TEXT, refused};

/// What a limb of an AKOS costume does in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Window {
    /// The limb steps through codes: a plain window.
    Play {
        /// Codes below 0x80 have one byte, those from 0x8000 on two.
        commands: Vec<u16>,
        /// Whether the limb holds the last code and does not loop.
        once: bool,
    },
    /// Anything else, as stored.
    Stored {
        /// The number of the mode.
        mode: u8,
        /// First code, as an offset in AKSQ.
        start: u16,
        /// Bytes from the first code to the last.
        length: u16,
    },
}

/// What the limbs do in a record of an AKOS costume.
pub type Windows = BTreeMap<u8, Window>;

/// The records that differ from those of the costume, by index; `None` for one that is removed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedRecords(BTreeMap<u16, Option<Windows>>);

impl ChangedRecords {
    /// Returns what the limbs do in a record, and the index under which that is changed: a facing may repeat another
    /// one of its chore.
    pub(crate) fn of(&self, costume: &AkosCostume, index: u16) -> Option<(u16, Windows)> {
        match (self.0.get(&index), repeated(costume, index)) {
            (Some(changed), _) => Some((index, changed.clone()?)),
            (None, Some(other)) if self.0.get(&other) != Some(&None) => self.of(costume, other),
            _ => Some((index, stored(costume, index)?)),
        }
    }

    /// Sets what the limbs do in a record. Returns what they did.
    pub(crate) fn set(&mut self, costume: &AkosCostume, index: u16, to: Option<Windows>) -> Option<Windows> {
        let was = self.of(costume, index);
        self.0.remove(&index);
        if self.of(costume, index).map(|(_, windows)| windows) != to {
            self.0.insert(index, to);
        }
        Some(was?.1)
    }

    /// Returns the costume with the changes.
    pub(crate) fn applied(
        &self,
        costume: &AkosCostume,
        before: Option<&OriginalBlock<AkosCostume>>,
        report: &mut Report,
    ) -> Option<AkosCostume> {
        let mut wanted = costume.clone();
        // Records of other chores that repeat a changed one stay as they are.
        for (index, record) in &costume.records {
            if let Record::SameAs(other) = record
                && let Some(changed) = self.0.get(other)
                && (changed.is_none() || repeated(costume, *index).is_none())
                && let Some(limbs) = costume.record(*index)
            {
                wanted.records.insert(*index, Record::Limbs(*limbs));
            }
        }
        for (index, record) in &self.0 {
            let Some(record) = record else {
                wanted.records.remove(index);
                continue;
            };
            let mut limbs: Limbs = [None; LIMBS];
            for (limb, window) in record {
                let entry = entry(window, &mut wanted.sequence);
                if entry.is_none() {
                    let text = "the program is too long for these steps: offsets are 16 bits wide";
                    report.refuse(format!("{TEXT}: limb {limb}"), text);
                    return None;
                }
                if let Some(slot) = limbs.get_mut(usize::from(*limb)) {
                    *slot = entry;
                }
            }
            wanted.records.insert(*index, Record::Limbs(limbs));
        }
        parse::complete_starts(&mut wanted, before.map(|before| &before.of_block));
        wanted.header.chores = wanted.header.chores.max(records_needed(&wanted));
        Some(wanted)
    }

    /// Whether no record is changed.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Refuses records that no block can hold.
pub(crate) fn check(path: &str, record: &Windows) -> Result<(), Refused> {
    for (limb, window) in record {
        if usize::from(*limb) >= LIMBS {
            return Err(refused(path, "limbs are 0 to 15"));
        }
        let Window::Play { commands, .. } = window else { continue };
        if commands.is_empty() {
            return Err(refused(path, format!("limb {limb} plays nothing; take it out instead")));
        }
        if let Some(code) = commands.iter().find(|code| (0x80..0x8000).contains(*code)) {
            return Err(refused(path, format!("limb {limb} has {code:#x}, which is no code")));
        }
    }
    Ok(())
}

/// Returns the index of the record that a record repeats, if it is of the same chore.
fn repeated(costume: &AkosCostume, index: u16) -> Option<u16> {
    let chore = |index: u16| index / costume.directions();
    match costume.records.get(&index)? {
        Record::SameAs(other) => Some(*other).filter(|other| chore(*other) == chore(index)),
        Record::Limbs(_) => None,
    }
}

/// Returns what the limbs do in a record of the costume.
fn stored(costume: &AkosCostume, index: u16) -> Option<Windows> {
    let limbs = (0..).zip(costume.record(index)?);
    let of = |entry: AkosEntry| {
        steps(entry, &costume.sequence).unwrap_or(Window::Stored {
            mode: entry.mode.byte(),
            start: entry.start,
            length: entry.length,
        })
    };
    Some(limbs.filter_map(|(limb, entry)| Some((limb, of((*entry)?)))).collect())
}

/// Returns the codes of a window, if it has no others.
fn steps(entry: AkosEntry, sequence: &[u8]) -> Option<Window> {
    let once = match entry.mode {
        Mode::Loop => false,
        Mode::Once => true,
        _ => return None,
    };
    let (mut at, mut commands) = (usize::from(entry.start), Vec::new());
    let end = at + usize::from(entry.length);
    while at <= end {
        let length = short_length(sequence, at);
        commands.push(match *sequence.get(at..at + length)? {
            [high, low] => u16::from_be_bytes([high, low]),
            [code] => code.into(),
            _ => return None,
        });
        if at == end {
            return Some(Window::Play { commands, once });
        }
        at += length;
    }
    None
}

/// Returns the entry of a window, whose codes are found in the program or added to it.
fn entry(window: &Window, sequence: &mut Vec<u8>) -> Option<AkosEntry> {
    let (commands, once) = match window {
        Window::Play { commands, once } => (commands, *once),
        Window::Stored { mode, start, length } => {
            return Some(AkosEntry { mode: Mode::from_byte(*mode), start: *start, length: *length });
        }
    };
    let (mut bytes, mut last) = (Vec::new(), 0);
    for code in commands {
        last = bytes.len();
        match u8::try_from(*code) {
            Ok(code) => bytes.push(code),
            Err(_) => bytes.extend(code.to_be_bytes()),
        }
    }
    let start = place_of(&bytes, sequence)?;
    let mode = if once { Mode::Once } else { Mode::Loop };
    Some(AkosEntry { mode, start, length: u16::try_from(last).ok()? })
}
