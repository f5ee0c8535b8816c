//! The recognition of editions for the FM-TOWNS (`docs/format/editions.md §3.1, §3.3`).
//!
//! ```text
//! v3   00.lfl has 199 scripts or more (Indiana Jones 3 VGA: 139), or 32 bytes behind its last block; Zak exists
//!      for no other machine
//! v5   names and sizes of the index that only these have; sounds that are TOWS blocks
//! ```
//! **Note:** no field states the machine. An edition of Monkey Island 2 is recognised by its sounds alone. Their
//! form is known from the source of other programs, not from data of a game.

use super::cipher::Key;
use super::titles::{FM_TOWNS, FM_TOWNS_DEMO, Title, ToldBy, ZAK};
use super::{GameData, Index};
use crate::Limits;
use crate::block::blocks_in;
use crate::bytes::Bytes;
use crate::dialect::{Dialect, FileLayout, Platform};
use crate::source::{Source, read_vec};

/// Number of scripts in an index for the FM-TOWNS.
const SCRIPTS: u16 = Dialect::V3_TOWNS.small_index.entries[1];

/// Number of sounds that are examined.
const LOOKED_AT: usize = 24;

/// The dialect of v3 with 256 colours that has this index, and the sign that shows it.
pub(super) fn by_index(source: &dyn Source, key: Key, limits: &Limits) -> (Dialect, Option<&'static str>) {
    let Ok(mut data) = read_vec(source, 0, source.len(), limits.index_bytes, "index") else {
        return (Dialect::V3_256, None);
    };
    key.apply(&mut data);
    match Index::small_signs(Bytes::new(&data), limits) {
        Some((_, tail)) if tail > 0 => {
            (Dialect::V3_TOWNS_INDY, Some("32 bytes behind its objects, so it is for the FM-TOWNS"))
        }
        Some((SCRIPTS.., _)) => {
            (Dialect::V3_TOWNS, Some("it has 199 scripts or more, so it is for the FM-TOWNS"))
        }
        _ => (Dialect::V3_256, None),
    }
}

/// The dialect of a game whose title is that of an edition for the FM-TOWNS, and the sign that shows it; `None` if
/// it is not, or already has that dialect.
pub(super) fn by_title(dialect: &Dialect, title: &Title) -> Option<(Dialect, String)> {
    let is_towns = title.edition.is_some_and(|it| it == FM_TOWNS || it == FM_TOWNS_DEMO);
    let towns = dialect.for_platform(Platform::FmTowns).filter(|_| is_towns)?;
    let is_zak = title.name == ZAK && dialect.files == FileLayout::Rooms;
    let towns = Some(if is_zak { Dialect::V3_TOWNS_ZAK } else { towns });
    let towns = towns.filter(|towns| towns.edition() != dialect.edition())?;
    let by = match title.told_by {
        ToldBy::Rooms => "which was made for the FM-TOWNS alone",
        ToldBy::IndexSize => "and its index has the size and name of the FM-TOWNS' edition",
        _ => "under a name that only the FM-TOWNS' edition has",
    };
    Some((towns, format!("it is {}, {by}", title.name)))
}

impl GameData {
    /// Treats a v5 game as one for the FM-TOWNS if its sounds are.
    pub(super) fn look_for_towns(&mut self) {
        let is_v5 = self.detected.dialect.edition() == Dialect::V5
            && self.detected.dialect.files == FileLayout::Disks;
        if is_v5 && self.has_towns_sounds() {
            self.assume_because(Dialect::V5_TOWNS, "it has sounds for the FM-TOWNS (TOWS)");
        }
    }

    /// Whether the sounds that can be found have a form for the FM-TOWNS.
    fn has_towns_sounds(&self) -> bool {
        let used = self.index.sounds.iter().filter(|slot| slot.is_used());
        used.take(LOOKED_AT).any(|slot| {
            let Ok(block) = self.block_at(slot.room, slot.offset) else { return false };
            let payload = Bytes::new(&block.payload);
            let outer = blocks_in(payload, &self.limits);
            let several = outer.find(b"SOU ").and_then(|block| block.payload(payload).ok());
            let inner = several.map(|inner| blocks_in(inner, &self.limits));
            let has = |tag: &[u8; 4]| {
                outer.find(tag).is_some() || inner.as_ref().is_some_and(|it| it.find(tag).is_some())
            };
            block.tag == *b"SOUN" && has(b"TOWS")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::titles::LOOM;

    #[test]
    fn zak_has_rules_of_its_own() {
        let of = |dialect: Dialect, name| {
            let title = Title { name, edition: Some(FM_TOWNS), told_by: ToldBy::Rooms };
            by_title(&dialect, &title).map(|(dialect, _)| dialect)
        };
        for dialect in [Dialect::V3_256, Dialect::V3_TOWNS] {
            assert_eq!(of(dialect, ZAK), Some(Dialect::V3_TOWNS_ZAK));
        }
        assert_eq!(of(Dialect::V3_TOWNS_ZAK, ZAK), None);
        assert_eq!(of(Dialect::V3_256, LOOM), Some(Dialect::V3_TOWNS));
        assert_eq!(of(Dialect::V3_TOWNS, LOOM), None);
    }
}
