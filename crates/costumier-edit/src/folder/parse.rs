//! Parses the text and the pictures of a COST folder into its model.
//!
//! It collects all problems, each with its file and the thing in it.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use costumier::{Dialect, Direction, PictureKey};

use super::about::About;
use super::head;
use super::lines::TWICE;
use super::model::{Action, Chore, Limb, LimbCostume, Record, Table, table_of};
use super::names::{Tables, TextNames};
use super::pairing::NamesBefore;
use super::picture::{Entry, EntryKind, PictureTables};
use super::pixels::{PictureBefore, PictureReader};
use super::report::{Report, listed};
use super::room_palette;
use super::source::{
    ActionEntry, ChoreEntry, CostumeFile, FacingEntry, LimbEntry, PictureEntry, StepsEntry, WordOr,
};
use super::words::{self, NoCommand, Suggestions};
use super::{Files, TEXT};
use crate::pictures::recover::Options;

/// Number of limbs that a costume can have.
const LIMBS: usize = 16;

/// Largest number of steps that a limb plays.
pub(crate) const STEPS: usize = 128;

/// Reads a folder's `text`. `of_block` is the model of the block before; its pixels decide between colours that two
/// entries share.
pub(super) fn parse(
    files: &Files,
    text: &str,
    options: Options,
    of_block: Option<&LimbCostume>,
    report: &mut Report,
) -> Option<(LimbCostume, About)> {
    let source: CostumeFile = head::parse(text, report)?;
    let dialect = head::dialect(source.generation.as_deref(), Dialect::V5, report);
    let mut about = About {
        id: source.id,
        room: source.room,
        game: source.game.clone(),
        name: source.name.clone(),
        colours: head::colours("rgb", &source.rgb, report),
        room_colours: room_palette::read(files, report),
        ..About::default()
    };
    let was = of_block.map(|of_block| &*of_block.palette);
    let (palette, knows_rgb) = about.painted(source.colours, 0, (was, &source.palette), &dialect, report);
    let before = |key: PictureKey| PictureBefore::of(of_block?.picture(key)?);
    let mut pictures = PictureReader::new(files, options, &before, source.colours, palette);
    pictures.knows_rgb(knows_rgb);
    let before = |limb: u8| {
        let entries = of_block.map(|of_block| of_block.entries(limb)).unwrap_or_default();
        NamesBefore::new(entries.iter().map(|entry| entry.name.as_str()))
    };
    let mut reader = Reader {
        pictures,
        report,
        dialect,
        text: TextNames::new(&source.limb),
        before: (0..u8::try_from(LIMBS).unwrap_or(0)).map(before).collect(),
        unnameable: BTreeMap::new(),
        suggestions: Suggestions::default(),
    };
    let costume = reader.costume(&source);
    Some((costume, about))
}

struct Reader<'a> {
    pictures: PictureReader<'a>,
    report: &'a mut Report,
    dialect: Dialect,
    text: TextNames<'a>,
    /// The names of the pictures that each limb of the block has.
    before: Vec<NamesBefore<'a>>,
    /// By limb, pictures that chores show and that no command can name.
    unnameable: BTreeMap<u8, BTreeSet<usize>>,
    suggestions: Suggestions,
}

impl Reader<'_> {
    fn costume(&mut self, source: &CostumeFile) -> LimbCostume {
        if !matches!(source.colours, 4 | 16 | 32) {
            let text = format!("is {}; costumes have 16 or 32 colours, those of v1 have 4", source.colours);
            self.report.refuse(format!("{TEXT}: colours"), text);
        }
        let limbs = source.limb.iter().enumerate();
        let mut limbs: Vec<Limb> = limbs.filter_map(|(at, limb)| self.limb(limb, at)).collect();
        self.pictures.finish(self.report);
        limbs.sort_by_key(|limb| limb.number);
        let tables = Tables::new(&limbs);
        let mut numbers: BTreeMap<u16, usize> = BTreeMap::new();
        source.chore.iter().for_each(|chore| *numbers.entry(chore.number).or_default() += 1);
        let chores =
            source.chore.iter().filter_map(|chore| self.chore(chore, &mut numbers, &tables)).collect();
        self.tell_unnameable(&limbs);
        LimbCostume {
            dialect: self.dialect,
            colours: u8::try_from(source.colours).unwrap_or(16),
            never_mirror: source.never_mirror,
            redirects: source.redirects,
            palette: source.palette.clone(),
            limbs,
            chores,
        }
    }

    fn limb(&mut self, limb: &LimbEntry, at: usize) -> Option<Limb> {
        let path = format!("{TEXT}: limb {} \"{}\"", limb.number, limb.name);
        let Some(number) = u8::try_from(limb.number).ok().filter(|_| limb.number < LIMBS) else {
            self.report.refuse(path, format!("limbs are numbered 0 to {}", LIMBS - 1));
            return None;
        };
        if self.text.by_name.get(limb.name.as_str()).is_some_and(|(_, count)| *count > 1) {
            self.report.refuse(&path, "has the name of another limb; rename one of them");
        }
        let first = self.text.by_number.get(&limb.number).and_then(|first| self.text.limbs.get(*first));
        if let Some(first) = first
            && first.name != limb.name
        {
            self.report.refuse(&path, format!("its number {number} is used by \"{}\" already", first.name));
            return None;
        }
        let table = match (&limb.same_as, limb.null) {
            (Some(other), _) => {
                let found = self.text.named(other).and_then(|found| self.text.limbs.get(found));
                let found = found.filter(|found| found.same_as.is_none());
                let Some(found) = found.and_then(|found| u8::try_from(found.number).ok()) else {
                    self.report
                        .refuse(path, format!("same_as names {other:?}, which has no pictures of its own"));
                    return None;
                };
                Table::SameAs(found)
            }
            (None, true) => Table::Null,
            (None, false) => {
                let most = usize::from(u16::MAX) + 1;
                if limb.picture.len() > most {
                    let text = format!("has {} pictures; at most {most} are possible", limb.picture.len());
                    self.report.refuse(&path, text);
                }
                for (index, picture) in limb.picture.iter().enumerate() {
                    if self.text.picture(at, &picture.name) != Some(index) {
                        let path = format!("{path} / picture \"{}\"", picture.name);
                        self.report
                            .refuse(path, "has the name of another picture of the limb; rename one of them");
                    }
                }
                let entries = limb.picture.iter().zip(0..=u16::MAX).map(|(picture, index)| {
                    let path = format!("{path} / picture \"{}\"", picture.name);
                    let key = PictureKey { limb: number, index };
                    let was = self.key_before(key, picture, at);
                    Entry { name: picture.name.clone(), picture: self.entry(picture, (key, was), &path) }
                });
                Table::Own(entries.collect())
            }
        };
        if (limb.null || limb.same_as.is_some()) && !limb.picture.is_empty() {
            self.report.refuse(
                format!("{TEXT}: limb {} \"{}\"", limb.number, limb.name),
                "has pictures of its own, so it must not have same_as or null",
            );
        }
        Some(Limb { number, name: limb.name.clone(), table })
    }

    /// Returns the picture of the block that a picture of the text was.
    fn key_before(&self, key: PictureKey, picture: &PictureEntry, limb: usize) -> Option<PictureKey> {
        let is_now = |name: &str| self.text.picture(limb, name).is_some();
        let was = self.before.get(usize::from(key.limb))?;
        let index = was.number_of((&picture.name, key.index.into()), is_now)?;
        Some(PictureKey { limb: key.limb, index: u16::try_from(index).ok()? })
    }

    fn entry(
        &mut self,
        picture: &PictureEntry,
        (key, was): (PictureKey, Option<PictureKey>),
        path: &str,
    ) -> EntryKind {
        if !picture.empty && picture.packed.is_some() {
            self.report.refuse(path, "has packed, which only AKOS costumes can have");
        }
        if !picture.empty && picture.name.starts_with('@') {
            self.report.refuse(path, "has a name that begins with @, as commands do; rename it");
        }
        let lender = picture.lender().and_then(|other| self.named(other, key, path));
        let read = self.pictures.entry(picture, was, (lender, None), path, self.report);
        read.unwrap_or(EntryKind::Empty)
    }

    /// Returns the picture that another one names: `limb/picture`, or `picture` of the same limb.
    fn named(&mut self, name: &str, key: PictureKey, path: &str) -> Option<PictureKey> {
        let (limb, picture) = match name.split_once('/') {
            Some((limb, picture)) => (self.text.named(limb), picture),
            None => (self.text.by_number.get(&usize::from(key.limb)).copied(), name),
        };
        let index = limb.and_then(|limb| self.text.picture(limb, picture));
        let limb = limb.and_then(|limb| self.text.limbs.get(limb));
        let found = limb.zip(index).and_then(|(limb, index)| {
            Some(PictureKey { limb: u8::try_from(limb.number).ok()?, index: u16::try_from(index).ok()? })
        });
        if found.is_none() {
            self.report.refuse(path, format!("no picture has the name {name:?}"));
        }
        let entry = limb.zip(index).and_then(|(limb, index)| limb.picture.get(index));
        if found == Some(key) || entry.is_some_and(PictureEntry::has_lender) {
            self.report.refuse(path, format!("{name:?} has no pixels of its own to share"));
            return None;
        }
        found
    }

    /// Reads a chore. `numbers` has the number of chores of each number that was not told yet.
    fn chore(
        &mut self,
        chore: &ChoreEntry,
        numbers: &mut BTreeMap<u16, usize>,
        tables: &Tables<'_>,
    ) -> Option<Chore> {
        let path = format!("{TEXT}: chore {} \"{}\"", chore.number, chore.name);
        if chore.number > 63 {
            self.report.refuse(path, "its number is too high; chores have the numbers 0 to 63");
            return None;
        }
        if numbers.remove(&chore.number).is_some_and(|count| count > 1) {
            self.report.refuse(&path, TWICE);
        }
        let mut records = BTreeMap::new();
        for direction in Direction::ALL {
            let path = format!("{path} / {direction}");
            let record = match chore.entry(direction) {
                None => continue,
                Some(WordOr::Other(entries)) => Record::Limbs(self.actions(entries, tables, &path)),
                Some(WordOr::Word(other)) => {
                    let meant = Direction::ALL.into_iter().find(|direction| direction.name() == other);
                    let described =
                        meant.is_some_and(|meant| matches!(chore.entry(meant), Some(WordOr::Other(_))));
                    let Some(meant) = meant.filter(|_| described) else {
                        let text = format!("repeats {other:?}, which this chore does not describe");
                        self.report.refuse(path, text);
                        continue;
                    };
                    Record::SameAs(meant)
                }
            };
            records.insert(direction.number(), record);
        }
        Some(Chore { number: chore.number, name: chore.name.clone(), records })
    }

    fn actions(
        &mut self,
        entries: &BTreeMap<String, ActionEntry>,
        tables: &Tables<'_>,
        path: &str,
    ) -> BTreeMap<u8, Action> {
        let mut actions = BTreeMap::new();
        for (name, entry) in entries {
            let path = format!("{path} / limb \"{name}\"");
            let named = tables.numbers.get(name.as_str()).copied();
            // A limb without pictures may have a number only.
            let number = name.parse().ok().filter(|number: &u8| usize::from(*number) < LIMBS);
            let Some(number) = named.or(number) else {
                let meant = self.suggestions.meant(name, tables.limbs.iter().map(|limb| limb.name.as_str()));
                self.report.refuse(path, format!("no limb has this name{meant}"));
                continue;
            };
            let pictures = tables.pictures.get(&number);
            let index_of = |name: &str| pictures.and_then(|pictures| pictures.get(name)).copied();
            let (list, once) = match entry {
                WordOr::Word(word) => {
                    let action = match word.as_str() {
                        "off" => Some(Action::Off),
                        "stop" | "start" => words::read(&format!("@{word}"), &index_of, &self.dialect)
                            .ok()
                            .map(|byte| Action::Play { commands: vec![byte], once: false }),
                        other => {
                            let text =
                                format!("{other:?} is no action; use off, stop, start, or a list of steps");
                            self.report.refuse(&path, text);
                            None
                        }
                    };
                    actions.extend(action.map(|action| (number, action)));
                    continue;
                }
                WordOr::Other(StepsEntry::Loop(list)) => (list, false),
                WordOr::Other(StepsEntry::Once(list)) => (list, true),
            };
            let repeated = |word| words::repeated(word, |name| index_of(name).is_some());
            let count = list.iter().map(|word| repeated(word).1).sum();
            let mut commands = Vec::new();
            for word in list.iter().take(STEPS) {
                let (word, times) = repeated(word);
                match words::read(word, &index_of, &self.dialect) {
                    Ok(byte) => commands.extend(iter::repeat_n(byte, times.min(STEPS + 1))),
                    Err(NoCommand::Unnameable(index)) => {
                        self.unnameable.entry(number).or_default().insert(index);
                    }
                    Err(NoCommand::NoSound) => {
                        let text =
                            format!("{} has no {word:?}; @sound is the footstep", self.dialect.generation());
                        self.report.refuse(&path, text);
                    }
                    Err(NoCommand::Unknown) => {
                        let names = pictures.into_iter().flat_map(|pictures| pictures.keys().copied());
                        let text = format!(
                            "{word:?} is no picture of this limb, and not @hide, @count or a sound{}",
                            self.suggestions.meant(word, names)
                        );
                        self.report.refuse(&path, text);
                    }
                }
            }
            if !(1..=STEPS).contains(&count) {
                self.report.refuse(&path, format!("has {count} steps; 1 to {STEPS} are possible"));
            }
            actions.insert(number, Action::Play { commands, once });
        }
        actions
    }
}

impl Reader<'_> {
    /// Reports pictures whose numbers mean other commands, once for each limb and before problems that follow from
    /// it.
    fn tell_unnameable(&mut self, limbs: &[Limb]) {
        for (number, indices) in std::mem::take(&mut self.unnameable).into_iter().rev() {
            let table = table_of(limbs, number);
            let name = |index| table.get(index).map_or("", |entry: &Entry| &entry.name);
            let named = indices.iter().map(|index| format!("{index} \"{}\"", name(*index)));
            let named = listed(named, TOLD);
            let free = numbers(|index| words::is_nameable(index, &self.dialect));
            let text = format!(
                "chores show pictures that no command of {} can name: {named}. Commands can show pictures {free} of a \
                 limb; the other numbers up to 127 mean sounds, counts and other commands. Put entries with `empty = \
                 true` or pictures that no chore shows at these numbers, or move pictures to another limb",
                self.dialect.generation()
            );
            let name = limbs.iter().find(|limb| limb.number == number).map_or("", |limb| &limb.name);
            self.report.refuse_first(format!("{TEXT}: limb {number} \"{name}\""), text);
        }
    }
}

/// Largest number of pictures named in a message.
const TOLD: usize = 4;

/// Returns the numbers below 128 with this property as ranges: `0 to 119 and 125 to 127`.
fn numbers(is: impl Fn(usize) -> bool) -> String {
    let starts = (0..128).filter(|at| is(*at) && (*at == 0 || !is(at - 1)));
    let ranges: Vec<String> = starts
        .map(|from| format!("{from} to {}", (from..128).take_while(|at| is(*at)).last().unwrap_or(from)))
        .collect();
    ranges.join(" and ")
}

impl ChoreEntry {
    fn entry(&self, direction: Direction) -> Option<&FacingEntry> {
        match direction {
            Direction::West => self.west.as_ref(),
            Direction::East => self.east.as_ref(),
            Direction::South => self.south.as_ref(),
            Direction::North => self.north.as_ref(),
        }
    }
}
