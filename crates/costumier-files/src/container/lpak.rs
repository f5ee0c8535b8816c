//! The archives of the remasters: `Monkey1.pak`, `monkey2.pak`, `tenta.cle`, `full.data`
//! (`docs/format/editions.md §2`).
//!
//! ```text
//! +0   KAPL, or LPAK if numbers are big-endian
//! +4   f32   1.0, or 1.5 (Full Throttle); shows the byte order, too
//! +8   u32   start of the index      1.5: of the entries
//! +12  u32   start of the entries    1.5: of the index
//! +16  u32   start of the names, then of the data
//! +24  u32   sizes of index, entries, names, data; in this order in both
//! entry 1.0: u32 position behind the data's start, u32 name, u32 size, u32 size, u32 packed?
//! entry 1.5: the same, its position of 64 bits
//! ```
//! **Note:** name positions of entries are wrong in Monkey Island 2's archive. So names are taken by order: the
//! i-th text of the names belongs to the i-th entry. Members are stored unchanged; only the game's own key, if any,
//! encrypts them.

use std::collections::BTreeMap;

use super::file_range::{FileRange, Refused, Shared};
use super::members::{MOST_MEMBERS, Members, clean};
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, ErrorKind, Result};

/// Length of the longer header in bytes.
const HEADER: u64 = 48;

/// Largest number of bytes of entries, and of names.
const MOST_TABLE: u64 = 32 << 20;

/// The tables of an archive, and their positions.
#[derive(Clone, Debug)]
pub struct Archive {
    big: bool,
    /// Whether the version is 1.5, with 64-bit positions.
    wide: bool,
    /// The numbers at 8, 12, 16 and 20: the starts of the tables and the data.
    starts: [u64; 4],
    /// The size of the data in the header; too small if the archive is above 4 GiB.
    data_len: u64,
    entries: (u64, u64),
    names: (u64, u64),
    data: u64,
    /// The files, in the archive's order.
    pub members: Vec<Member>,
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The file's name in the archive.
    pub name: String,
    /// Offset of the file's bytes in the archive.
    pub at: u64,
    /// The file's size in bytes.
    pub len: u64,
    /// Whether the file is packed. No known archive has packed files.
    pub packed: bool,
}

/// Whether a file starts as such an archive.
pub(super) fn is_one(head: &[u8]) -> bool {
    let magic = head.get(..4).is_some_and(|magic| magic == b"KAPL" || magic == b"LPAK");
    magic && head.get(4..8).and_then(version).is_some()
}

/// Byte order and version of four bytes: whether big-endian, whether 1.5.
fn version(bytes: &[u8]) -> Option<(bool, bool)> {
    Some(match bytes {
        [0, 0, 0x80, 0x3f] => (false, false),
        [0, 0, 0xc0, 0x3f] => (false, true),
        [0x3f, 0x80, 0, 0] => (true, false),
        [0x3f, 0xc0, 0, 0] => (true, true),
        _ => return None,
    })
}

/// The version as text.
pub(super) fn describe(head: &[u8]) -> String {
    match head.get(4..8).and_then(version) {
        Some((big, wide)) => {
            let order = if big { ", big-endian" } else { "" };
            format!("LPAK {}{order}", if wide { "1.5" } else { "1.0" })
        }
        None => "LPAK".into(),
    }
}

impl Archive {
    /// Reads an archive's tables.
    ///
    /// # Errors
    /// An error for a table that does not lie inside the file, a wrong size of the entries, and tables above the
    /// limits.
    pub fn read(source: &dyn Source) -> Result<Self> {
        let head = read_vec(source, 0, HEADER.min(source.len()), HEADER, "LPAK header")?;
        let head = Bytes::new(&head);
        let (big, wide) = version(head.slice(4, 4, "version")?).ok_or_else(|| {
            Error::new(
                ErrorKind::Unsupported("an LPAK archive of neither version 1.0 nor 1.5".into()),
                "LPAK header",
            )
        })?;
        let number = |at: usize, what: &str| {
            let value = if big { head.u32_be(at, what)? } else { head.u32(at, what)? };
            Ok::<_, Error>(u64::from(value))
        };
        let starts = [
            number(8, "start of the index")?,
            number(12, "start of the entries")?,
            number(16, "start of the names")?,
            number(20, "start of the data")?,
        ];
        let [first, second, names, data] = starts;
        let mut archive = Self {
            big,
            wide,
            starts,
            data_len: number(36, "size of the data")?,
            entries: (if wide { first } else { second }, number(28, "size of the entries")?),
            names: (names, number(32, "size of the names")?),
            data,
            members: Vec::new(),
        };
        archive.members = archive.list(source)?;
        Ok(archive)
    }

    fn entry_bytes(&self) -> usize {
        if self.wide { 24 } else { 20 }
    }

    fn entries(&self, source: &dyn Source) -> Result<Vec<u8>> {
        read_vec(source, self.entries.0, self.entries.1, MOST_TABLE, "LPAK entries")
    }

    fn list(&self, source: &dyn Source) -> Result<Vec<Member>> {
        let entries = self.entries(source)?;
        let size = self.entry_bytes();
        let count = entries.len().checked_div(size).unwrap_or(0);
        if count.saturating_mul(size) != entries.len() || count > MOST_MEMBERS {
            let text = format!("{} bytes of entries are not a number of them that could be", entries.len());
            return Err(Error::bad("LPAK entries", self.entries.0, text));
        }
        let names = read_vec(source, self.names.0, self.names.1, MOST_TABLE, "LPAK names")?;
        let mut names = names.split(|byte| *byte == 0);
        let mut members = Vec::new();
        for (entry, at) in entries.chunks(size).zip((self.entries.0..).step_by(size)) {
            // With fewer names than entries, the remaining entries cannot be named.
            let Some(name) = names.next() else { break };
            let name: String = name.iter().copied().map(char::from).collect();
            let entry = Bytes::with_base(entry, at);
            let number = |at: usize| {
                if self.big { entry.u32_be(at, "LPAK entry") } else { entry.u32(at, "LPAK entry") }
            };
            let shift = if self.wide { 4usize } else { 0 };
            let position = self.position(entry)?;
            let (stored, full) =
                (u64::from(number(shift.saturating_add(8))?), u64::from(number(shift.saturating_add(12))?));
            let packed = number(shift.saturating_add(16))? != 0 || stored != full;
            let len = if packed { full } else { stored };
            members.push(Member { name, at: self.data.saturating_add(position), len, packed });
        }
        Ok(members)
    }

    /// Offset of an entry's bytes from the data's start.
    fn position(&self, entry: Bytes<'_>) -> Result<u64> {
        let number = |at: usize| {
            if self.big { entry.u32_be(at, "LPAK entry") } else { entry.u32(at, "LPAK entry") }
        };
        let first = u64::from(number(0)?);
        Ok(match self.wide {
            true if self.big => first << 32 | u64::from(number(4)?),
            true => u64::from(number(4)?) << 32 | first,
            false => first,
        })
    }

    /// The index of the member with this name, in any case, as on a shelf.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let called = |member: &Member| clean(&member.name).is_some_and(|it| it.eq_ignore_ascii_case(name));
        self.members.iter().position(called)
    }

    /// The changes of header and entries after bytes have moved: positions and new bytes. `moved` gives the new
    /// position of an old one; `lens` has new sizes of members by number; `end` is the archive's new size.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`] if a number does not fit; the errors of reading the entries.
    pub fn renumbered(
        &self,
        source: &dyn Source,
        lens: &BTreeMap<usize, u64>,
        end: u64,
        moved: impl Fn(u64) -> u64,
    ) -> Result<Vec<(u64, Vec<u8>)>> {
        let small = |value: u64| {
            let Ok(value) = u32::try_from(value) else {
                let text = format!("{value} does not fit the 32 bits that the archive has for it");
                return Err(Error::new(ErrorKind::CannotWrite(text), "LPAK archive"));
            };
            Ok(if self.big { value.to_be_bytes() } else { value.to_le_bytes() })
        };
        let mut header = Vec::new();
        for start in self.starts {
            header.extend(small(moved(start))?);
        }
        let mut patches = vec![(8, header)];
        let data = moved(self.data);
        if source.len().saturating_sub(self.data) == self.data_len {
            patches.push((36, small(end.saturating_sub(data))?.to_vec()));
        }
        let mut entries = self.entries(source)?;
        let sizes_at = if self.wide { 12usize } else { 8 };
        // Entries without a name, which are not members, are changed as well.
        for (number, entry) in entries.chunks_mut(self.entry_bytes()).enumerate() {
            let at = self.data.saturating_add(self.position(Bytes::new(entry))?);
            let position = moved(at).saturating_sub(data);
            let position = match (self.wide, self.big) {
                (false, _) => small(position)?.to_vec(),
                (true, true) => position.to_be_bytes().to_vec(),
                (true, false) => position.to_le_bytes().to_vec(),
            };
            let mut put = |at: usize, bytes: &[u8]| {
                if let Some(field) = entry.get_mut(at..at.saturating_add(bytes.len())) {
                    field.copy_from_slice(bytes);
                }
            };
            put(0, &position);
            if let Some(len) = lens.get(&number) {
                put(sizes_at, &[small(*len)?; 2].concat());
            }
        }
        patches.push((self.entries.0, entries));
        Ok(patches)
    }
}

/// The files in an archive.
///
/// # Errors
/// The errors of [`Archive::read`].
pub(super) fn members(source: &Shared) -> Result<Members> {
    let mut members = Members::default();
    for Member { name, at, len, packed } in Archive::read(&**source)?.members {
        if packed {
            let why = format!(
                "{name} is packed inside the archive, which none that is known has: unpack it with the tools of its \
                 players, and give the folder"
            );
            members.add_own(&name, Refused::unsupported(len, why))?;
        } else {
            match FileRange::new(source, at, len, "LPAK member") {
                Ok(part) => members.add_own(&name, part)?,
                Err(error) => members.add_own(&name, Refused::new(len, error))?,
            }
        }
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// The two worked examples of `docs/format/editions.md §2.5`.
    const ONE_ZERO: &str = "4B41504C 0000803F 28000000 30000000 58000000 71000000 08000000 28000000 19000000 07000000 \
        00000000 01000000 00000000 00000000 04000000 04000000 00000000 04000000 17000000 03000000 03000000 00000000 \
        636C6173 7369632F 656E2F6D 6F6E6B65 79312E30 30300061 00 3B272824 78797A";
    const ONE_FIVE: &str = "4B41504C 0000C03F 30000000 48000000 4C000000 5E000000 04000000 18000000 12000000 04000000 \
        00000000 00000000 00000000 00000000 00000000 04000000 04000000 00000000 00000000 \
        636C6173 7369632F 656E2F66 742E6C61 3000 524E414D";

    fn bytes(hex: &str) -> Vec<u8> {
        let hex: String = hex.split_whitespace().collect();
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
    }

    fn open(bytes: Vec<u8>) -> Result<Vec<(String, Vec<u8>)>> {
        let source: Shared = Arc::new(Arc::<[u8]>::from(bytes));
        let members = members(&source)?;
        members
            .iter()
            .map(|(name, source)| {
                Ok((name.to_owned(), read_vec(&**source, 0, source.len(), 1 << 20, "member")?))
            })
            .collect()
    }

    #[test]
    fn the_worked_examples_are_read() {
        let two = open(bytes(ONE_ZERO)).unwrap();
        assert_eq!(
            two,
            [("classic/en/monkey1.000".into(), vec![0x3b, 0x27, 0x28, 0x24]), ("a".into(), b"xyz".to_vec())]
        );
        assert_eq!(open(bytes(ONE_FIVE)).unwrap(), [("classic/en/ft.la0".into(), b"RNAM".to_vec())]);
    }

    #[test]
    fn names_go_by_order_and_never_by_position() {
        let mut wrong = bytes(ONE_ZERO);
        wrong[0x34] = 0x17;
        wrong[0x48] = 0xff;
        assert_eq!(open(wrong).unwrap(), open(bytes(ONE_ZERO)).unwrap());
    }

    #[test]
    fn a_packed_member_is_refused_by_name_and_others_are_read() {
        let mut packed = bytes(ONE_ZERO);
        packed[0x40] = 1;
        let source: Shared = Arc::new(Arc::<[u8]>::from(packed));
        let members = members(&source).unwrap();
        let [first, second] = [0, 1].map(|at| members.iter().nth(at).unwrap().1.read_at(0, &mut [0; 3]));
        assert!(first.unwrap_err().to_string().contains("monkey1.000 is packed"));
        assert!(second.is_ok());
    }

    #[test]
    fn entries_without_a_name_move_too() {
        let mut short = bytes(ONE_ZERO);
        // The names are only those of the first entry.
        short[32..36].copy_from_slice(&0x15_u32.to_le_bytes());
        let short: Arc<[u8]> = short.into();
        let archive = Archive::read(&short).unwrap();
        assert_eq!(archive.members.len(), 1);
        let end = short.len() + 16;
        let grown = BTreeMap::from([(0, 20)]);
        let patches =
            archive.renumbered(&short, &grown, end, |at| if at > 0x71 { at + 16 } else { at }).unwrap();
        let (_, entries) = patches.last().unwrap();
        // Position 0 and 20 bytes; the second's bytes are 16 further on, with the same size.
        assert_eq!((&entries[..4], &entries[8..12]), (&[0; 4][..], &[20, 0, 0, 0][..]));
        assert_eq!((&entries[20..24], &entries[28..32]), (&[20, 0, 0, 0][..], &[3, 0, 0, 0][..]));
    }

    #[test]
    fn the_number_tells_the_byte_order() {
        let big = bytes(
            "4C50414B 3F800000 00000028 00000028 0000003C 0000003E 00000000 00000014 00000002 00000001 \
            00000000 00000000 00000001 00000001 00000000 6100 7A",
        );
        assert_eq!(open(big).unwrap(), [("a".into(), b"z".to_vec())]);
    }

    #[test]
    fn a_cut_or_bent_archive_is_an_error_or_a_member_that_says_so() {
        for whole in [bytes(ONE_ZERO), bytes(ONE_FIVE)] {
            for len in 0..whole.len() {
                assert!(open(whole[..len].to_vec()).is_err(), "{len}");
            }
            for at in (4..48).step_by(4) {
                for value in [0u32, 1, u32::MAX] {
                    let mut bent = whole.clone();
                    bent[at..at + 4].copy_from_slice(&value.to_le_bytes());
                    let _ = open(bent);
                }
            }
        }
    }
}
