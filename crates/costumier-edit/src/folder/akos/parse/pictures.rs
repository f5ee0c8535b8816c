//! Parses the pictures of the text, each with its pixels.

use std::collections::{BTreeMap, BTreeSet};

use costumier::PictureKey;
use costumier::format::akos::MAX_PICTURES;

use super::Reader;
use crate::folder::TEXT;
use crate::folder::akos::model::{AkosCostume, key};
use crate::folder::pairing::NamesBefore;
use crate::folder::picture::{Entry, EntryKind};
use crate::folder::pixels::PictureReader;

impl Reader<'_> {
    pub(super) fn pictures(
        &mut self,
        mut pixels: PictureReader<'_>,
        of_block: Option<&AkosCostume>,
    ) -> Vec<Entry> {
        let all = &self.source.picture;
        let was = of_block.into_iter().flat_map(|of_block| &of_block.pictures);
        let was = NamesBefore::new(was.map(|entry| entry.name.as_str()));
        let now: BTreeSet<&str> = all.iter().map(|picture| picture.name.as_str()).collect();
        if all.len() > MAX_PICTURES {
            self.refuse(
                "picture",
                format!("there are {} pictures; at most {MAX_PICTURES} are possible", all.len()),
            );
        }
        let mut seen = BTreeMap::new();
        let mut entries = Vec::new();
        for (picture, index) in all.iter().take(MAX_PICTURES).zip(0..=u16::MAX) {
            let path = format!("picture {index} \"{}\"", picture.name);
            if let Some(first) = seen.insert(picture.name.as_str(), index) {
                self.refuse(&path, format!("has the name of picture {first}; rename one of them"));
            }
            let odd = |c: char| c.is_whitespace() || ":;,=\"".contains(c);
            if picture.name.is_empty()
                || picture.name.contains(odd)
                || picture.name.starts_with(|c: char| c.is_ascii_digit() || "-@".contains(c))
            {
                let text = "has an unusable name; use one word without : ; , = and no digit, - or @ first";
                self.refuse(&path, text);
            }
            let before = was.number_of((&picture.name, index.into()), |name| now.contains(name));
            let before =
                before.and_then(|index| Some(PictureKey { limb: 0, index: u16::try_from(index).ok()? }));
            let lender = picture.lender().and_then(|other| self.lender(other, index, &path));
            let packed = picture.packed.as_ref().filter(|_| !picture.empty && !picture.has_lender());
            let packed = packed.and_then(|file| self.file(file));
            let path = format!("{TEXT}: {path}");
            let kind = pixels.entry(picture, before, (lender, packed), &path, self.report);
            let kind = kind.unwrap_or(EntryKind::Empty);
            entries.push(Entry { name: picture.name.clone(), picture: kind });
        }
        pixels.finish(self.report);
        entries
    }

    /// Returns the picture whose pixels another one borrows.
    fn lender(&mut self, name: &str, index: u16, path: &str) -> Option<PictureKey> {
        let found = self.source.picture.iter().position(|other| other.name == name);
        let Some(found) = found.and_then(|found| u16::try_from(found).ok()) else {
            self.refuse(path, format!("no picture has the name {name:?}"));
            return None;
        };
        let lender = self.source.picture.get(usize::from(found))?;
        if found == index || lender.empty || lender.has_lender() {
            self.refuse(path, format!("{name:?} has no pixels of its own to share"));
            return None;
        }
        Some(key(found))
    }
}
