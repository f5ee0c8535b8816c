//! The names of rooms in an index: a list that ends with room 0.

use std::collections::BTreeMap;

use crate::bytes::Bytes;

/// The form of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomNames {
    /// `u8` room; nine letters, each XOR 0xFF, padded with zeros.
    Short,
    /// `u16` room; letters, 0: Humongous games from 8.0 on (`docs/format/containers.md §5.2`).
    Long,
}

/// Letters of a short name.
const LETTERS: usize = 9;

impl RoomNames {
    /// Largest number of letters. Interpreters keep long names in 100 bytes.
    #[must_use]
    pub fn most_letters(self) -> usize {
        match self {
            Self::Short => LETTERS,
            Self::Long => 99,
        }
    }

    /// Reads the names, by room. The second result is the offset where the list breaks off, if it does.
    pub(crate) fn read(self, payload: Bytes<'_>) -> (BTreeMap<u32, String>, Option<u64>) {
        let mut names = BTreeMap::new();
        let mut at = 0;
        loop {
            let offset = Some(payload.base().saturating_add(at as u64));
            let room = match self {
                Self::Short => payload.u8(at, "room number").map(u32::from),
                Self::Long => payload.u16(at, "room number").map(u32::from),
            };
            let Ok(room) = room else { return (names, offset) };
            if room == 0 {
                return (names, None);
            }
            let from = at.saturating_add(self.number());
            let rest = payload.as_slice().get(from..).unwrap_or_default();
            let stored = match self {
                Self::Short => LETTERS,
                Self::Long => rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len()).saturating_add(1),
            };
            let Some(letters) = rest.get(..stored) else { return (names, offset) };
            let plain = letters.iter().map(|byte| byte ^ self.key()).take_while(|byte| *byte != 0);
            names.insert(room, plain.map(printable).collect());
            at = from.saturating_add(stored);
        }
    }

    /// Writes the names.
    pub(crate) fn write(self, names: &BTreeMap<u32, String>) -> Vec<u8> {
        let mut out = Vec::new();
        let number = |room: u32| room.to_le_bytes().into_iter().take(self.number());
        for (room, name) in names {
            out.extend(number(*room));
            let letters = match self {
                Self::Short => LETTERS,
                Self::Long => name.len().saturating_add(1),
            };
            out.extend(name.bytes().chain(std::iter::repeat(0)).take(letters).map(|byte| byte ^ self.key()));
        }
        out.extend(number(0));
        out
    }

    /// Bytes of a room's number.
    fn number(self) -> usize {
        match self {
            Self::Short => 1,
            Self::Long => 2,
        }
    }

    /// What each letter is combined with by XOR.
    fn key(self) -> u8 {
        match self {
            Self::Short => 0xFF,
            Self::Long => 0,
        }
    }
}

/// A name's byte as a character. Names are DOS text, of which only ASCII is certain.
fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '\u{fffd}' }
}
