//! A whole script: its instructions in order, and the bytes and jumps that do not fit.
//!
//! **Note:** code goes on behind `stop` (other branches, other verbs), so reading is linear to the end. Only a byte
//! that is no instruction interrupts it, and then it goes on at the next target of a jump
//! (`docs/format/scripts.md §A.6`).

use super::meaning::Meaning;
use super::operand::{Instruction, Operand};
use super::read::Reader;
use super::table::Row;
use super::{Encoding, Profile};
use crate::{Problem, Severity};

/// Largest number of problems of one script: the bound keeps memory small if the script is junk.
const MOST_PROBLEMS: usize = 20;

/// Largest script that is read, in bytes. v8 counts with 32 bits, but its scripts end far below this.
const LARGEST: usize = 1 << 24;

/// A script's instructions, in the order of their bytes.
#[derive(Clone, Debug)]
pub struct Script {
    profile: Profile,
    encoding: Encoding,
    code: Vec<u8>,
    start: usize,
    records: Vec<Record>,
    operands: Vec<Operand>,
    /// Problems: bytes that are no instruction, jumps into instructions or outside the script.
    pub problems: Vec<Problem>,
    /// Number of bytes that no instruction covers.
    pub unread: usize,
}

#[derive(Clone, Debug)]
struct Record {
    at: u32,
    len: u32,
    /// The index of its first operand; they end where the next record's begin.
    operands: u32,
    count: u32,
    code: u8,
    row: &'static Row,
}

impl Script {
    /// Reads the instructions of `code` from byte `start` on. `entries` are other bytes where instructions are
    /// known to begin: verbs.
    #[must_use]
    pub fn read(profile: Profile, code: Vec<u8>, start: usize, entries: &[u32]) -> Self {
        Self::read_until(profile, code, start, entries, false)
    }

    /// Reads the instructions like [`Script::read`] where the length of the code is not stored and anything can
    /// follow it. The code ends behind a stop or a jump if nothing before it leads beyond.
    #[must_use]
    pub fn read_open(profile: Profile, code: Vec<u8>, start: usize, entries: &[u32]) -> Self {
        Self::read_until(profile, code, start, entries, true)
    }

    /// Returns the encoding of its texts: that of most games of its profile, until [`Script::set_encoding`].
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Reads the texts in another encoding. Texts of v1 and v2 have only one.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        if self.encoding != Encoding::SevenBits {
            self.encoding = encoding;
        }
    }

    /// Returns the bytes of its texts.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Text { at, len } => Some(self.bytes(*at, *len)),
            _ => None,
        })
    }

    fn read_until(profile: Profile, code: Vec<u8>, start: usize, entries: &[u32], is_open: bool) -> Self {
        let mut script = Self {
            profile,
            encoding: Encoding::of(profile),
            start,
            records: Vec::new(),
            operands: Vec::new(),
            problems: Vec::new(),
            unread: 0,
            code,
        };
        script.code.truncate(LARGEST);
        script.read_all(entries, is_open);
        script.check_jumps(entries);
        script
    }

    fn read_all(&mut self, entries: &[u32], is_open: bool) {
        let mut code = std::mem::take(&mut self.code);
        let mut end = code.len();
        // The last byte that something leads to.
        let mut furthest = entries.iter().map(|entry| i64::from(*entry)).max().unwrap_or(0);
        let mut reader = Reader::new(self.profile, &code);
        let mut at = self.start;
        self.records.reserve(code.len() / 4);
        while at < code.len() {
            let first = self.operands.len();
            match reader.instruction(at, &mut self.operands) {
                Ok(decoded) => {
                    self.records.push(Record {
                        at: narrow(at),
                        len: narrow(decoded.end.saturating_sub(at)),
                        operands: narrow(first),
                        count: narrow(self.operands.len().saturating_sub(first)),
                        code: code.get(at).copied().unwrap_or_default(),
                        row: decoded.row,
                    });
                    at = decoded.end;
                    if !is_open {
                        continue;
                    }
                    for operand in self.operands.get(first..).unwrap_or_default() {
                        if let Operand::Jump(to) = operand {
                            furthest = furthest.max(*to);
                        }
                    }
                    let is_passed_over = |record: &Record| self.passes_over_jump(&self.instruction(record));
                    if let Some(to) = self.records.last().and_then(is_passed_over) {
                        furthest = furthest.max(i64::from(to));
                    }
                    let stops = matches!(decoded.row.meaning, Meaning::Stop | Meaning::Jump);
                    if stops && i64::try_from(at).is_ok_and(|at| furthest < at) {
                        end = at;
                        break;
                    }
                }
                Err(fault) => {
                    self.operands.truncate(first);
                    // A few zeros may follow the last instruction.
                    if code.get(at..).unwrap_or_default().iter().all(|byte| *byte == 0) {
                        break;
                    }
                    let next = self.next_start(at, entries).filter(|next| *next < code.len());
                    let stop = next.unwrap_or(code.len());
                    let unread = stop.saturating_sub(at);
                    self.unread = self.unread.saturating_add(unread);
                    let text = match next {
                        Some(next) => {
                            format!("{}; goes on at byte {next:#x}, where a jump leads", fault.text)
                        }
                        None => format!("{}; the last {} bytes are left out", fault.text, unread),
                    };
                    self.report(Some(fault.at), text);
                    at = stop;
                }
            }
        }
        code.truncate(end);
        self.code = code;
    }

    /// Returns the nearest place behind `at` where an instruction must begin.
    fn next_start(&self, at: usize, entries: &[u32]) -> Option<usize> {
        let entries = entries.iter().map(|entry| *entry as usize);
        let jumps = self.operands.iter().filter_map(|operand| match operand {
            Operand::Jump(to) => usize::try_from(*to).ok(),
            _ => None,
        });
        entries.chain(jumps).filter(|start| *start > at).min()
    }

    fn check_jumps(&mut self, entries: &[u32]) {
        let end = self.code.len() as i64;
        let mut wrong = Vec::new();
        for instruction in self.instructions() {
            let passed_over = self.passes_over_jump(&instruction).map(i64::from);
            for to in instruction.jumps().chain(passed_over) {
                if to < self.start as i64 || to > end {
                    wrong.push((
                        instruction.at,
                        format!(
                            "{} jumps to byte {}, outside the script",
                            instruction.name,
                            super::operand::place(to)
                        ),
                    ));
                } else if to != end && u32::try_from(to).map_or(true, |to| self.find(to).is_none()) {
                    wrong.push((
                        instruction.at,
                        format!("{} jumps to byte {to:#x}, where no instruction begins", instruction.name),
                    ));
                }
            }
        }
        for entry in entries {
            if (*entry as usize) < self.code.len() && self.find(*entry).is_none() {
                wrong.push((*entry, "a verb begins here, and no instruction does".to_owned()));
            }
        }
        for (at, text) in wrong {
            self.report(Some(at as usize), text);
        }
    }

    fn report(&mut self, at: Option<usize>, text: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem::new(Severity::Broken, "script", at.map(|at| at as u64), text));
        }
    }

    /// Returns the set of instructions that it was read with.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns the bytes of the script; positions count in them.
    #[must_use]
    pub fn code(&self) -> &[u8] {
        &self.code
    }

    /// Returns the position of its first instruction, in bytes.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the number of instructions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it has no instruction.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the instruction of that index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Instruction<'_>> {
        self.records.get(index).map(|record| self.instruction(record))
    }

    /// Returns the index of the instruction that begins at that byte.
    #[must_use]
    pub fn find(&self, at: u32) -> Option<usize> {
        self.records.binary_search_by_key(&at, |record| record.at).ok()
    }

    /// Returns all instructions in the order of their bytes.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        self.records.iter().map(|record| self.instruction(record))
    }

    fn instruction(&self, record: &Record) -> Instruction<'_> {
        let first = record.operands as usize;
        Instruction {
            at: record.at,
            len: record.len,
            code: record.code,
            name: record.row.name,
            operands: self
                .operands
                .get(first..)
                .and_then(|behind| behind.get(..record.count as usize))
                .unwrap_or_default(),
            unverified: record.row.unverified,
            row: record.row,
        }
    }

    /// Returns the byte where the script goes on behind `override`. The interpreter passes over the jump in between
    /// and assumes its length: the script goes on at that jump only when the player skips the cutscene.
    #[must_use]
    pub(crate) fn passes_over_jump(&self, instruction: &Instruction<'_>) -> Option<u32> {
        let jump = u32::try_from(self.profile.word()).ok()?.checked_add(1)?;
        let begins = instruction.row.meaning == Meaning::Override
            && !matches!(instruction.operands, [Operand::Number(0), ..]);
        begins.then(|| instruction.end().saturating_add(jump))
    }

    /// Returns the bytes of a text or of bytes.
    #[must_use]
    pub fn bytes(&self, at: u32, len: u32) -> &[u8] {
        let at = at as usize;
        self.code.get(at..at.saturating_add(len as usize)).unwrap_or_default()
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
