//! The pictures that records show. `check` and the search for unused pictures ask for them.

use std::collections::BTreeSet;

use super::Cost;
use super::command::CostCommand;
use super::record::CostEntry;
use crate::model::PictureKey;

impl Cost {
    /// Returns the pictures that the windows of these records name. A record that cannot be read shows nothing.
    #[must_use]
    pub fn pictures_of(&self, records: impl IntoIterator<Item = u16>) -> BTreeSet<PictureKey> {
        let mut pictures = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for record in records.into_iter().filter_map(|index| self.record(index).ok()) {
            for (limb, entry) in (0_u8..).zip(&record.limbs) {
                let Some(CostEntry::Window(window)) = entry else { continue };
                // Records often share a window.
                if !seen.insert((limb, window.start, window.length)) {
                    continue;
                }
                for place in 0..u16::from(window.length) {
                    match self.command(window.start.wrapping_add(place)) {
                        // The rest of the window is never played.
                        CostCommand::Start | CostCommand::Stop if place == 0 => break,
                        CostCommand::Picture(index) if index < self.dialect().undrawn_from => {
                            pictures.insert(PictureKey { limb, index: u16::from(index) });
                        }
                        _ => {}
                    }
                }
            }
        }
        pictures
    }
}
