//! Maps the old bundles: v1, v2, and v3 with 16 colours (`docs/format/containers.md §7.2 to §7.4`).
//!
//! ```text
//! u16 magic · objects · rooms, costumes, scripts, sounds: [u8 count]; u8 lane[count]; u16 offset[count]
//! ```
//! Offsets count from the start of the room's file and have 16 bits, so a room's file has at most 65,535 bytes.

use costumier::format::dialect::OldTables;

use super::{Directory, Layout, Mapper, NumberFormat};

/// The offset of an empty slot.
const ABSENT: u64 = 0xFFFF;

impl Mapper<'_> {
    /// Maps the index. The data files hold no pointers between blocks.
    pub(super) fn old(&mut self, tables: OldTables) {
        self.room_files();
        let (mut at, counts) = match tables {
            OldTables::Counted { object_bytes } => {
                let objects = self.index_number(2, NumberFormat::U16Le).unwrap_or(0);
                (4 + objects * object_bytes as u64, None)
            }
            OldTables::Fixed(_) | OldTables::C64(_) | OldTables::Nes => {
                let [objects, counts @ ..] = tables.counts().unwrap_or_default();
                (2 + u64::from(objects), Some(counts))
            }
        };
        for (number, name) in ["rooms", "costumes", "scripts", "sounds"].into_iter().enumerate() {
            let fixed = counts.and_then(|counts| counts.get(number).copied());
            let (count, slots) = match fixed {
                Some(slots) => (None, u64::from(slots)),
                None => {
                    let slots = self.index_number(at, NumberFormat::U8).unwrap_or(0);
                    at += 1;
                    (Some((at - 1, NumberFormat::U8)), slots)
                }
            };
            let layout =
                Layout::Lanes { rooms: at, offsets: at + slots, form: NumberFormat::U16Le, sizes: None };
            at += 3 * slots;
            if at > self.index.len() as u64 {
                return;
            }
            let slots = u32::try_from(slots).unwrap_or(u32::MAX);
            let directory = Directory { name: name.to_owned(), block: None, count, slots, layout };
            if name != "rooms" {
                self.directory(&directory, ABSENT);
            }
            if name == "costumes" {
                self.costumes = Some(directory);
            }
        }
    }
}
