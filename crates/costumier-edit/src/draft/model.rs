//! The model of a draft: what a folder of its kind says, and the block before. It applies edits and returns their
//! inverses.

use std::collections::BTreeMap;

use costumier::format::akos::Codec;
use costumier::{Costume, Direction, Limits, PictureKey, Refused, Result};

use super::edit::{Edit, Inverse, ProgramParts};
use super::records::check_record;
use crate::folder::akos::changed::{self, ChangedRecords, Windows};
use crate::folder::akos::edited::{self, LineProblem, Stretch, WrittenProgram};
use crate::folder::akos::model::AkosCostume;
use crate::folder::head::{self, FolderHead};
use crate::folder::model::{Chore, Limb, LimbCostume, Record, Table};
use crate::folder::picture::{Entry, EntryKind, PictureTables, Pixels};
use crate::folder::report::Report;
use crate::folder::{
    self, About, Files, Layout, OriginalBlock, PackOptions, Packed, PictureFiles, akos, cost, describe,
};

/// A costume of one of the two kinds, and the block before.
#[derive(Clone, Debug)]
pub(super) enum Model {
    Cost(Box<LimbCostume>, Option<Box<OriginalBlock<LimbCostume>>>),
    Akos(Box<AkosCostume>, Option<Box<OriginalBlock<AkosCostume>>>, ChangedRecords),
}

/// The text of a problem of COST costumes.
const NO_PROGRAM: &str = "only AKOS costumes have a program";

pub(super) fn refused<T>(path: impl Into<String>, text: impl Into<String>) -> Result<T, Refused> {
    Err(folder::refused(path, text))
}

fn path(key: PictureKey) -> String {
    format!("limb {} / picture {}", key.limb, key.index)
}

impl Model {
    pub(super) fn of(costume: &Costume, limits: &Limits) -> Option<Self> {
        if let Some(before) = cost::before(costume.clone(), limits) {
            return Some(Self::Cost(Box::new(before.of_block.clone()), Some(Box::new(before))));
        }
        let before = akos::before(costume.clone(), limits)?;
        let costume = Box::new(before.of_block.clone());
        Some(Self::Akos(costume, Some(Box::new(before)), ChangedRecords::default()))
    }

    pub(super) fn read(
        files: &Files,
        head: &FolderHead<'_>,
        options: &PackOptions,
        report: &mut Report,
    ) -> Option<(Self, About)> {
        match head.kind {
            head::Kind::Cost => {
                let (wanted, about, before) = cost::read(files, head, options, report)?;
                Some((Self::Cost(Box::new(wanted), before.map(Box::new)), about))
            }
            head::Kind::Akos => {
                let own = head.dialect.unwrap_or(costumier::Dialect::V7);
                let (parsed, before) = akos::read(files, head, own, options, report)?;
                let before = before.map(Box::new);
                let model = Self::Akos(Box::new(parsed.costume), before, ChangedRecords::default());
                Some((model, parsed.about))
            }
        }
    }

    pub(super) fn pack(&self, about: &About, options: &PackOptions, report: &mut Report) -> Option<Packed> {
        match self {
            Self::Cost(wanted, before) => {
                cost::pack(wanted, about.clone(), before.as_deref(), options, report)
            }
            Self::Akos(costume, before, changed) => {
                let before = before.as_deref();
                let applied = match changed.is_empty() {
                    true => None,
                    false => Some(changed.applied(costume, before, report)?),
                };
                akos::pack_model(applied.as_ref().unwrap_or(costume), about.clone(), before, report)
            }
        }
    }

    /// Writes text and pictures. `packed` is this model, packed.
    pub(super) fn files(
        &self,
        packed: &Costume,
        about: &About,
        pictures: PictureFiles,
        limits: &Limits,
    ) -> Result<Files> {
        let form = (pictures, Layout::Full);
        match (self, packed.as_akos()) {
            (Self::Cost(wanted, before), _) => {
                let before = before.as_ref().map(|before| &before.of_block);
                cost::files(packed, wanted, about, form, before, limits)
            }
            // The program's text names pictures, so it is made anew with the names.
            (Self::Akos(_, before, _), Some(akos)) => {
                let before = before.as_ref().map(|before| &before.of_block);
                akos::unpack(packed, akos, about, form, before, limits)
            }
            (Self::Akos(..), None) => Ok(Files::new()),
        }
    }

    pub(super) fn original(&self) -> Option<&[u8]> {
        match self {
            Self::Cost(_, before) => Some(before.as_ref()?.costume.payload()),
            Self::Akos(_, before, _) => Some(before.as_ref()?.costume.payload()),
        }
    }

    /// Returns the pictures.
    pub(super) fn tables(&self) -> &dyn PictureTables {
        match self {
            Self::Cost(costume, _) => &**costume,
            Self::Akos(costume, ..) => &**costume,
        }
    }

    pub(super) fn record(&self, chore: u16, direction: Direction) -> Option<&Record> {
        let Self::Cost(costume, _) = self else { return None };
        let chore = costume.chores.iter().find(|known| known.number == chore)?;
        chore.records.get(&direction.number())
    }

    pub(super) fn named_chores(&self) -> Vec<(u16, &str)> {
        let Self::Cost(costume, _) = self else { return Vec::new() };
        let own = |chore: &&Chore| chore.name != describe::chore_name(&costume.dialect, chore.number);
        costume.chores.iter().filter(own).map(|chore| (chore.number, chore.name.as_str())).collect()
    }

    /// Returns the facing whose record a facing shows, and what its limbs do (AKOS).
    pub(super) fn windows(&self, chore: u16, facing: &str) -> Option<(&'static str, Windows)> {
        let Self::Akos(costume, _, changed) = self else { return None };
        let directions = costume.directions();
        let (index, windows) = changed.of(costume, akos::record_index(chore, facing, directions)?)?;
        Some((akos::facing_name(index, directions), windows))
    }

    pub(super) fn palette(&self) -> &[u8] {
        match self {
            Self::Cost(costume, _) => &costume.palette,
            Self::Akos(costume, ..) => &costume.palette,
        }
    }

    /// Replaces colours, which belong to the palette `was`, by those of the palette. Pixels that are room colours
    /// themselves have no others.
    pub(super) fn recolour(&self, was: &[u8], about: &mut About) {
        let dialect = match self {
            Self::Cost(costume, _) => costume.dialect,
            Self::Akos(costume, ..) if costume.header.codec == Codec::Rle => costume.dialect,
            Self::Akos(..) => return,
        };
        about.recolour(was, self.palette(), &dialect);
    }

    pub(super) fn colours(&self) -> (usize, u8) {
        match self {
            Self::Cost(costume, _) => (usize::from(costume.colours), 0),
            Self::Akos(costume, ..) => akos::pixel_values(costume),
        }
    }

    /// Refuses edits that leave a costume which cannot be packed. Inverses need no check: they lead to what was
    /// there, also where a file had something that no edit makes.
    pub(super) fn check(&self, edit: &Edit) -> Result<(), Refused> {
        match edit {
            Edit::Picture { key, to, .. } => self.check_picture(*key, to),
            Edit::RemovePicture { limb } => {
                let index = u16::try_from(self.own_len(*limb)?.saturating_sub(1)).unwrap_or(u16::MAX);
                self.check_unused(PictureKey { limb: *limb, index })
            }
            Edit::Record { chore, direction, record, .. } => {
                let Self::Cost(costume, _) = self else { return Ok(()) };
                let known = costume.chores.iter().find(|known| known.number == *chore);
                check_record(
                    &format!("chore {chore} / {direction}"),
                    (*chore, known),
                    *direction,
                    record.as_ref(),
                )
            }
            Edit::Windows { chore, facing, record: Some(record) } => {
                changed::check(&format!("chore {chore} / {facing}"), record)
            }
            Edit::Program { text } => edited::refusal(&self.check_program(text)?).map_or(Ok(()), Err),
            Edit::Stretch { start, pictures } => {
                let text = self.written_program()?.with_stretch(*start, pictures)?;
                edited::refusal(&self.check_program(&text)?).map_or(Ok(()), Err)
            }
            Edit::Windows { .. } | Edit::Palette { .. } => Ok(()),
        }
    }

    /// Sets what an edit says, and returns the inverse.
    pub(super) fn set(&mut self, edit: &Edit) -> Result<Inverse, Refused> {
        Ok(Inverse::Edit(match edit {
            Edit::Program { text } => return self.set_program(text),
            Edit::Stretch { start, pictures } => {
                let text = self.written_program()?.with_stretch(*start, pictures)?;
                return self.set_program(&text);
            }
            Edit::Picture { key, name, to } => self.set_picture(*key, name.as_deref(), to)?,
            Edit::RemovePicture { limb } => self.remove_picture(*limb)?,
            Edit::Record { chore, direction, name, record } => {
                self.set_record(*chore, *direction, name.as_deref(), record.as_ref())?
            }
            Edit::Windows { chore, facing, record } => {
                let record = self.set_windows(*chore, facing, record.as_ref())?;
                Edit::Windows { chore: *chore, facing: facing.clone(), record }
            }
            Edit::Palette { colours } => self.set_palette(colours)?,
        }))
    }

    /// Sets what was there before an edit.
    pub(super) fn set_back(&mut self, inverse: Inverse) -> Result<(), Refused> {
        match (inverse, &mut *self) {
            (Inverse::Edit(edit), _) => self.set(&edit).map(|_| ()),
            (Inverse::Program(program), Self::Akos(costume, _, changed)) => {
                program.put(costume, changed);
                Ok(())
            }
            (Inverse::Program(_), Self::Cost(..)) => refused("program", NO_PROGRAM),
        }
    }

    /// Returns the program as text, with the changed records; an error if the draft cannot be packed, or has none.
    fn written_program(&self) -> Result<WrittenProgram, Refused> {
        let Self::Akos(costume, before, changed) = self else { return refused("program", NO_PROGRAM) };
        let mut applied = None;
        let packed = folder::without_text(|report| {
            applied = changed.applied(costume, before.as_deref(), report);
            akos::pack_model(applied.as_ref()?, About::default(), before.as_deref(), report)
        })?;
        let block = packed.costume().map_err(|error| folder::refused("program", error.to_string()))?;
        match (applied, block.as_akos()) {
            (Some(applied), Some(akos)) => Ok(WrittenProgram::of(applied, akos)),
            _ => refused("program", NO_PROGRAM),
        }
    }

    /// Returns the text of the program; `None` for COST costumes.
    pub(super) fn program(&self) -> Result<Option<String>, Refused> {
        match self {
            Self::Cost(..) => Ok(None),
            Self::Akos(..) => Ok(Some(self.written_program()?.text().to_owned())),
        }
    }

    pub(super) fn stretch(&self, at: u16) -> Result<Option<Stretch>, Refused> {
        match self {
            Self::Cost(..) => Ok(None),
            Self::Akos(..) => Ok(self.written_program()?.stretch(at)),
        }
    }

    pub(super) fn check_program(&self, text: &str) -> Result<Vec<LineProblem>, Refused> {
        let written = self.written_program()?;
        Ok(written.check(text, self.akos_before()))
    }

    fn akos_before(&self) -> Option<&OriginalBlock<AkosCostume>> {
        match self {
            Self::Cost(..) => None,
            Self::Akos(_, before, _) => before.as_deref(),
        }
    }

    fn set_program(&mut self, text: &str) -> Result<Inverse, Refused> {
        let program = ProgramParts::of(self.written_program()?.read(text, self.akos_before())?);
        let Self::Akos(costume, _, changed) = self else { return refused("program", NO_PROGRAM) };
        Ok(Inverse::Program(Box::new(program.put(costume, changed))))
    }

    fn set_picture(&mut self, key: PictureKey, name: Option<&str>, to: &EntryKind) -> Result<Edit, Refused> {
        let (len, index) = (self.own_len(key.limb)?, usize::from(key.index));
        if index > len {
            return refused(path(key), format!("the table has {len} entries; the next one is {len}"));
        }
        let table = self.table(key.limb)?;
        let Some(entry) = table.get_mut(index) else {
            let name = name.map_or_else(|| format!("picture-{}", key.index), str::to_owned);
            table.push(Entry { name, picture: to.clone() });
            return Ok(Edit::RemovePicture { limb: key.limb });
        };
        let was = std::mem::replace(&mut entry.picture, to.clone());
        let name = name.map(|name| std::mem::replace(&mut entry.name, name.to_owned()));
        Ok(Edit::Picture { key, name, to: was })
    }

    /// Refuses pictures that a table cannot hold, and references to pictures without pixels of their own.
    fn check_picture(&self, key: PictureKey, to: &EntryKind) -> Result<(), Refused> {
        let has_own = |entry: &EntryKind| match entry {
            EntryKind::Picture(picture) => !matches!(picture.pixels, Pixels::Borrowed(_)),
            EntryKind::Empty | EntryKind::SameAs(_) => false,
        };
        // A limb that shares a table lends nothing: what is named is the entry that stores the pixels.
        let is_own = |other: PictureKey| {
            let entry = self.tables().entry(other);
            let is_owner = other != key && self.tables().owner(other) == other;
            is_owner && entry.is_some_and(|entry| has_own(&entry.picture))
        };
        if !has_own(to) {
            self.check_unused(key)?;
        }
        let picture = match to {
            EntryKind::Empty => return Ok(()),
            EntryKind::SameAs(other) if is_own(*other) => return Ok(()),
            EntryKind::SameAs(other) => {
                return refused(path(key), format!("{} has no pixels to share", path(*other)));
            }
            EntryKind::Picture(picture) => picture,
        };
        match &picture.pixels {
            Pixels::Rows(rows) => {
                let (width, height) = picture.size;
                if rows.len() != usize::from(width) * usize::from(height) {
                    let text = format!("{} pixels for a picture of {width} × {height}", rows.len());
                    return refused(path(key), text);
                }
                let most = self.colours().0;
                match rows.iter().position(|value| usize::from(*value) >= most) {
                    Some(at) => {
                        let (x, y) = (at % usize::from(width), at / usize::from(width));
                        let value = rows.get(at).copied().unwrap_or(0);
                        refused(path(key), format!("the pixel at {x},{y} has colour {value} of {most}"))
                    }
                    None => Ok(()),
                }
            }
            Pixels::Borrowed(other) if !is_own(*other) => {
                refused(path(key), format!("{} has no pixels to share", path(*other)))
            }
            Pixels::Borrowed(_) | Pixels::Packed(_) => Ok(()),
        }
    }

    /// Refuses to take away pixels that another entry shares.
    fn check_unused(&self, key: PictureKey) -> Result<(), Refused> {
        match self.is_used(key) {
            true => refused(path(key), "other pictures share its pixels; change those first"),
            false => Ok(()),
        }
    }

    /// Whether another entry shares the pixels of an entry.
    fn is_used(&self, key: PictureKey) -> bool {
        let uses = |entry: &Entry| match &entry.picture {
            EntryKind::SameAs(other) => *other == key,
            EntryKind::Picture(picture) => picture.pixels == Pixels::Borrowed(key),
            EntryKind::Empty => false,
        };
        self.tables().all().any(|(_, entry)| uses(entry))
    }

    /// Returns the number of entries in a limb's own picture table: 0 for a limb that can get one.
    fn own_len(&self, limb: u8) -> Result<usize, Refused> {
        let costume = match self {
            Self::Akos(costume, ..) if limb == 0 => return Ok(costume.pictures.len()),
            Self::Akos(..) => {
                return refused(format!("limb {limb}"), "pictures of AKOS costumes have limb 0");
            }
            Self::Cost(costume, _) => costume,
        };
        match costume.limbs.iter().find(|known| known.number == limb).map(|limb| &limb.table) {
            _ if limb > 15 => refused(format!("limb {limb}"), "limbs are 0 to 15"),
            None => Ok(0),
            Some(Table::Own(entries)) => Ok(entries.len()),
            Some(_) => refused(format!("limb {limb}"), "it has no picture table of its own"),
        }
    }

    /// Returns a limb's own picture table; adds one for a limb without pictures.
    fn table(&mut self, limb: u8) -> Result<&mut Vec<Entry>, Refused> {
        self.own_len(limb)?;
        let costume = match self {
            Self::Akos(costume, ..) => return Ok(&mut costume.pictures),
            Self::Cost(costume, _) => costume,
        };
        let at = costume.limbs.iter().position(|known| known.number == limb).unwrap_or_else(|| {
            let at =
                costume.limbs.iter().position(|known| known.number > limb).unwrap_or(costume.limbs.len());
            let name = format!("limb-{limb}");
            costume.limbs.insert(at, Limb { number: limb, name, table: Table::Own(Vec::new()) });
            at
        });
        match costume.limbs.get_mut(at).map(|limb| &mut limb.table) {
            Some(Table::Own(entries)) => Ok(entries),
            _ => refused(format!("limb {limb}"), "it has no picture table of its own"),
        }
    }

    fn remove_picture(&mut self, limb: u8) -> Result<Edit, Refused> {
        let index = self.own_len(limb)?.checked_sub(1);
        let Some(index) = index.and_then(|index| u16::try_from(index).ok()) else {
            return refused(format!("limb {limb}"), "it has no pictures");
        };
        let key = PictureKey { limb, index };
        let table = self.table(limb)?;
        let Some(Entry { name, picture }) = table.pop() else { return refused(path(key), "it is gone") };
        if let (true, Self::Cost(costume, _)) = (table.is_empty(), &mut *self) {
            costume.limbs.retain(|known| known.number != limb);
        }
        Ok(Edit::Picture { key, name: Some(name), to: picture })
    }

    fn set_record(
        &mut self,
        number: u16,
        direction: Direction,
        name: Option<&str>,
        record: Option<&Record>,
    ) -> Result<Edit, Refused> {
        let path = format!("chore {number} / {direction}");
        let Self::Cost(costume, _) = self else {
            return refused(path, "chores of AKOS costumes have windows instead");
        };
        let at = costume.chores.iter().position(|known| known.number == number);
        let at = at.unwrap_or_else(|| {
            let at =
                costume.chores.iter().position(|known| known.number > number).unwrap_or(costume.chores.len());
            let name = describe::chore_name(&costume.dialect, number);
            costume.chores.insert(at, Chore { number, name, records: BTreeMap::new() });
            at
        });
        let Some(chore) = costume.chores.get_mut(at) else { return refused(path, "it is gone") };
        let mut name = name.map(|name| std::mem::replace(&mut chore.name, name.to_owned()));
        let was = match record {
            Some(record) => chore.records.insert(direction.number(), record.clone()),
            None => chore.records.remove(&direction.number()),
        };
        if chore.records.is_empty() {
            let removed = costume.chores.remove(at);
            name.get_or_insert(removed.name);
        }
        Ok(Edit::Record { chore: number, direction, name, record: was })
    }

    fn set_windows(
        &mut self,
        chore: u16,
        facing: &str,
        record: Option<&Windows>,
    ) -> Result<Option<Windows>, Refused> {
        let path = || format!("chore {chore} / {facing}");
        let Self::Akos(costume, _, changed) = self else {
            return refused(path(), "only chores of AKOS costumes have windows");
        };
        match akos::record_index(chore, facing, costume.directions()) {
            Some(index) => Ok(changed.set(costume, index, record.cloned())),
            None => refused(path(), "the costume has no such facing"),
        }
    }

    fn set_palette(&mut self, colours: &[u8]) -> Result<Edit, Refused> {
        let palette = match self {
            Self::Cost(costume, _) => &mut costume.palette,
            Self::Akos(costume, ..) => &mut costume.palette,
        };
        if palette.len() != colours.len() {
            let text = format!("it has {} colours, not {}", palette.len(), colours.len());
            return refused("palette", text);
        }
        let was = std::mem::replace(palette, colours.to_vec());
        Ok(Edit::Palette { colours: was })
    }
}
