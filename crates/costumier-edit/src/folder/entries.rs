//! Reads what an entry of a picture table in the text leads to, for all kinds of costume.

use costumier::PictureKey;

use super::picture::{EntryKind, Picture, Pixels};
use super::pixels::PictureReader;
use super::report::Report;
use super::source::PictureEntry;

impl PictureEntry {
    /// Returns the name of the picture whose pixels this one shows.
    pub(super) fn lender(&self) -> Option<&str> {
        self.same_as.as_deref().or(self.borrows.as_deref()).filter(|_| !self.empty)
    }

    /// Whether the picture shows the pixels of another one, so that it has none to share.
    pub(super) fn has_lender(&self) -> bool {
        self.same_as.is_some() || self.borrows.is_some()
    }
}

impl PictureReader<'_> {
    /// Returns what an entry leads to, which was `was` in the block. `lender` is the picture that it names, and
    /// `packed` the contents of its file of packed pixels. `None` means that a problem was reported.
    pub(super) fn entry(
        &mut self,
        entry: &PictureEntry,
        was: Option<PictureKey>,
        (lender, packed): (Option<PictureKey>, Option<Vec<u8>>),
        path: &str,
        report: &mut Report,
    ) -> Option<EntryKind> {
        if entry.empty {
            return Some(EntryKind::Empty);
        }
        if entry.same_as.is_some() {
            return lender.map(EntryKind::SameAs);
        }
        let mut at = entry.at.into();
        let (size, pixels) = if entry.borrows.is_some() || entry.packed.is_some() {
            let Some(size) = entry.size else {
                let what = if entry.borrows.is_some() { "borrows pixels, so it needs" } else { "needs" };
                report.refuse(path, format!("{what} size = [width, height]"));
                return None;
            };
            let pixels = match entry.borrows {
                Some(_) => Pixels::Borrowed(lender?),
                None => Pixels::Packed(packed?),
            };
            (size.into(), pixels)
        } else {
            let own = self.own(entry, was, path, report)?;
            at = own.moved(at);
            (own.size, Pixels::Rows(own.rows))
        };
        Some(EntryKind::Picture(Picture { size, at, moves: entry.moves.into(), pixels }))
    }
}
