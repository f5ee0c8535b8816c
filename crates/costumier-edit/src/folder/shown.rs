//! Names of pictures after the first animation that shows them (`walk-east-2`), so that people can read a folder
//! without a table of numbers.

use std::collections::BTreeMap;

use costumier::PictureKey;

/// The names of all pictures that animations show.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The name of each picture, and the limb that shows it first.
    shown: BTreeMap<PictureKey, (String, u8)>,
    /// The number of pictures named after an animation, for each table.
    counts: BTreeMap<(u8, String), usize>,
}

/// Returns the name of an animation, with which the names of its pictures begin.
pub(super) fn animation(chore: &str, facing: &str) -> String {
    format!("{}-{facing}", chore.replace(' ', "-"))
}

impl Names {
    /// Names a picture after an animation in which a limb shows it, unless it has a name.
    pub(super) fn show(&mut self, key: PictureKey, limb: u8, animation: &str) {
        if !self.shown.contains_key(&key) {
            let count = self.counts.entry((key.limb, animation.to_owned())).or_default();
            *count += 1;
            self.shown.insert(key, (format!("{animation}-{count}"), limb));
        }
    }

    /// Returns the name of a picture that an animation shows.
    pub(super) fn of_shown(&self, key: PictureKey) -> Option<&str> {
        self.shown.get(&key).map(|(name, _)| name.as_str())
    }

    /// Returns the name of a picture; one that no animation shows is named by its number.
    pub(super) fn name(&self, key: PictureKey) -> String {
        self.of_shown(key).map_or_else(|| format!("picture-{}", key.index), str::to_owned)
    }

    /// Returns the limb that shows a picture first.
    pub(super) fn limb(&self, key: PictureKey) -> Option<u8> {
        self.shown.get(&key).map(|(_, limb)| *limb)
    }
}
