//! Problems and notes about the colours of pictures, grouped by colour and file. Of more than three colours of a file,
//! only the most frequent one is named.
//!
//! ```text
//! limb-0.png: #12283a is not in this costume: 8000 pixels of 44 pictures, the first at 3,5. The nearest is 13 …
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::TEXT;
use super::report::Report;
use crate::pictures::Rgb;
use crate::pictures::recover::{Foreign, Note, hex};

/// Pixels of one kind, and where they were found.
#[derive(Clone, Debug, Default)]
struct Sum {
    pixels: usize,
    pictures: usize,
    /// The first picture that has one, its file, and the position in that file.
    first: Option<First>,
}

type First = (String, String, Option<(usize, usize)>);

/// A picture that is read: its name in the text, its file, and its corner in that file.
#[derive(Clone, Copy)]
pub(super) struct SourcePicture<'a> {
    pub(super) path: &'a str,
    pub(super) file: &'a str,
    pub(super) corner: (usize, usize),
}

impl Sum {
    /// Adds pixels of a picture, with the first of them.
    fn add(&mut self, pixels: usize, part: SourcePicture<'_>, at: Option<(usize, usize)>) {
        self.pixels += pixels;
        self.pictures += 1;
        // Positions count in the whole file, as art programs show them.
        let at = at.map(|(x, y)| (part.corner.0 + x, part.corner.1 + y));
        self.first.get_or_insert_with(|| (part.path.to_owned(), part.file.to_owned(), at));
    }

    /// Returns the file that the message is about, or the folder of several.
    fn path(&self, group: &str) -> String {
        let first = self.first.as_ref().filter(|_| self.pictures == 1);
        first.map_or_else(|| group.to_owned(), |(_, file, _)| file.clone())
    }

    /// Formats the pixels: `8000 pixels of 44 pictures, the first at 3,5`. Adds the file if the message is about a
    /// folder.
    fn text(&self) -> String {
        let mut text = counted((self.pixels, "pixel"));
        let name = self.first.as_ref().and_then(|(path, ..)| path.rsplit_once("picture "));
        match name.filter(|_| self.pictures == 1) {
            Some((_, name)) => text.extend([" of picture ", name]),
            None => text.extend([" of ", &counted((self.pictures, "picture"))]),
        }
        if let Some((_, file, Some((x, y)))) = &self.first {
            text.push_str(&format!(", the first at {x},{y}"));
            if self.pictures > 1 && group(file) != *file {
                text.extend([" of ", file]);
            }
        }
        text
    }
}

/// Returns costume colours in words: `costume colours 3, 14`.
fn costume_colours(numbers: &BTreeSet<u8>) -> String {
    let list: Vec<String> = numbers.iter().map(u8::to_string).collect();
    format!("costume colour{} {}", if list.len() == 1 { "" } else { "s" }, list.join(", "))
}

fn counted((number, noun): (usize, &str)) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// All notes and problems, by file; files in a folder are grouped by folder.
#[derive(Debug, Default)]
pub(super) struct ColourReport {
    refused: BTreeMap<(String, Rgb), (Sum, Foreign)>,
    nearest: BTreeMap<(String, Rgb), (Sum, Foreign)>,
    joined: BTreeMap<(String, Rgb), (Sum, Vec<u8>)>,
    recoloured: BTreeMap<(String, Rgb), (Sum, u8, Vec<u8>)>,
    gone: BTreeMap<String, (BTreeSet<u8>, BTreeSet<String>)>,
    partly: BTreeMap<String, Sum>,
    ground: BTreeMap<String, Sum>,
    /// Whether `rgb` is known to be as `unpack` wrote it.
    pub(super) knows_rgb: bool,
}

/// Returns the group of a file: for files with one picture each, their folder.
fn group(file: &str) -> String {
    file.rsplit_once('/').map_or_else(|| file.to_owned(), |(folder, _)| format!("{folder}/"))
}

impl ColourReport {
    /// Adds colours that the costume does not have.
    pub(super) fn refuse(&mut self, part: SourcePicture<'_>, foreign: &[Foreign]) {
        foreign.iter().for_each(|it| add(&mut self.refused, part, it));
    }

    /// Adds an assumption about a picture.
    pub(super) fn note(&mut self, part: SourcePicture<'_>, note: &Note) {
        match note {
            Note::Joined { colour, candidates, pixels } => {
                let entry = self.joined.entry((group(part.file), *colour)).or_default();
                entry.0.add(*pixels, part, None);
                entry.1.clone_from(candidates);
            }
            Note::Recoloured { colour, written, now, pixels } => {
                let entry = self.recoloured.entry((group(part.file), *colour));
                let entry = entry.or_insert_with(|| (Sum::default(), *written, now.clone()));
                entry.0.add(*pixels, part, None);
            }
            Note::Gone(colours) => {
                let (all, pictures) = self.gone.entry(group(part.file)).or_default();
                all.extend(colours);
                pictures.insert(part.path.to_owned());
            }
            Note::Nearest(foreign) => add(&mut self.nearest, part, foreign),
            Note::Ground { pixels, at } => {
                self.ground.entry(group(part.file)).or_default().add(*pixels, part, Some(*at));
            }
        }
    }

    /// Drops what was found in these files.
    pub(super) fn forget(&mut self, files: &BTreeSet<String>) {
        let groups: BTreeSet<String> = files.iter().map(|file| group(file)).collect();
        self.refused.retain(|(group, _), _| !groups.contains(group));
        self.nearest.retain(|(group, _), _| !groups.contains(group));
        self.joined.retain(|(group, _), _| !groups.contains(group));
        self.recoloured.retain(|(group, _), _| !groups.contains(group));
        self.gone.retain(|group, _| !groups.contains(group));
        self.partly.retain(|group, _| !groups.contains(group));
        self.ground.retain(|group, _| !groups.contains(group));
    }

    /// Adds pixels that are partly transparent.
    pub(super) fn partly(&mut self, part: SourcePicture<'_>, pixels: usize, at: (usize, usize)) {
        self.partly.entry(group(part.file)).or_default().add(pixels, part, Some(at));
    }

    /// Moves everything into the report.
    pub(super) fn tell(&mut self, report: &mut Report) {
        let it = std::mem::take(self);
        self.knows_rgb = it.knows_rgb;
        if !it.knows_rgb && it.refused.values().any(|(_, foreign)| foreign.kept.is_some()) {
            let kept: BTreeSet<u8> = it.refused.values().filter_map(|(_, foreign)| foreign.kept).collect();
            let text = format!(
                "the pictures' files show {} in other colours than this list. `rgb` and the \
                 palette of a PNG only describe colours; `palette`, the room colour of each costume colour, changes \
                 them. Restore `rgb` or the files, and change `palette`",
                costume_colours(&kept)
            );
            report.refuse_first(format!("{TEXT}: rgb"), text);
        }
        refuse_foreign(&it, report);
        note_nearest(&it, report);
        for ((file, colour), (sum, candidates)) in &it.joined {
            let list: Vec<String> = candidates.iter().map(u8::to_string).collect();
            let text = format!(
                "{} is the colour of the costume colours {}: {} kept the one that they had before, or got {}",
                hex(*colour),
                list.join(", "),
                sum.text(),
                list.first().map_or("0", String::as_str)
            );
            report.note(&sum.path(file), &text);
        }
        for ((file, colour), (sum, written, now)) in &it.recoloured {
            let list: Vec<String> = now.iter().map(u8::to_string).collect();
            let text = format!(
                "{} is ambiguous: the pictures show costume colour {written} in it, and in the game {} {} it now. {} \
                 got {written}",
                hex(*colour),
                list.join(", "),
                if now.len() == 1 { "has" } else { "have" },
                sum.text()
            );
            report.note(&sum.path(file), &text);
        }
        for (file, (colours, pictures)) in &it.gone {
            let text = format!(
                "{} disappeared from {}: painted over, or joined with others by a program. Pixels that look the same \
                 in the game kept {}",
                costume_colours(colours),
                counted((pictures.len(), "picture")),
                if colours.len() == 1 { "it" } else { "them" }
            );
            let path = pictures.first().filter(|_| pictures.len() == 1);
            report.note(path.unwrap_or(file), &text);
        }
        for (file, sum) in &it.ground {
            let text = format!(
                "the ground is damaged, as JPEG and scaling leave it: {}, nearer to the colour of transparent pixels \
                 than to any other, became transparent",
                sum.text()
            );
            report.note(&sum.path(file), &text);
        }
        for (file, sum) in &it.partly {
            let text = format!(
                "partly transparent: {}. Half opaque or more became opaque, less transparent",
                sum.text()
            );
            report.note(&sum.path(file), &text);
        }
    }
}

/// Refuses colours that the costume does not have.
fn refuse_foreign(it: &ColourReport, report: &mut Report) {
    for (file, colours) in by_file(&it.refused) {
        let is_kept = |foreign: &Foreign| it.knows_rgb && foreign.kept.is_some();
        let (kept, foreign): (Vec<_>, Vec<_>) = colours.into_iter().partition(|(_, it)| is_kept(it));
        refuse_kept(&kept, &file, report);
        if let [(sum, most), _, _, _, ..] = foreign.as_slice() {
            let text = format!(
                "{} colours are not in this costume ({}). Most frequent: {}, {}; nearest {} ({}). \
                 `--nearest` takes the nearest for all",
                foreign.len(),
                pixels_of(&foreign),
                hex(most.colour),
                sum.text(),
                most.nearest.0,
                hex(most.nearest.1)
            );
            report.refuse(file, text);
            continue;
        }
        for (sum, foreign) in foreign {
            let (index, near) = foreign.nearest;
            let text = format!(
                "{} is not in this costume: {}. The nearest is {index}, {}; `--nearest` takes it",
                hex(foreign.colour),
                sum.text(),
                hex(near)
            );
            report.refuse(sum.path(&file), text);
        }
    }
}

/// Notes colours that became the nearest ones of the costume.
fn note_nearest(it: &ColourReport, report: &mut Report) {
    for (file, colours) in by_file(&it.nearest) {
        let became = |(sum, foreign): &(Sum, Foreign)| {
            let (index, near) = foreign.nearest;
            format!("{} became colour {index}, {}: {}", hex(foreign.colour), hex(near), sum.text())
        };
        if let [most, _, _, _, ..] = colours.as_slice() {
            let (number, pixels) = (colours.len(), pixels_of(&colours));
            let text = format!(
                "{number} colours became the nearest ones of the costume ({pixels}). Most frequent: {}",
                became(most)
            );
            report.note(&file, &text);
            continue;
        }
        colours.iter().for_each(|colour| report.note(&colour.0.path(&file), &became(colour)));
    }
}

fn add(to: &mut BTreeMap<(String, Rgb), (Sum, Foreign)>, part: SourcePicture<'_>, foreign: &Foreign) {
    let entry = to.entry((group(part.file), foreign.colour)).or_insert_with(|| (Sum::default(), *foreign));
    entry.0.add(foreign.pixels, part, Some(foreign.at));
    entry.1.kept = entry.1.kept.filter(|value| foreign.kept == Some(*value));
}

/// Refuses colours at pixel values that showed costume colours before.
fn refuse_kept(kept: &[(Sum, Foreign)], file: &str, report: &mut Report) {
    const ADVICE: &str = "The palette of an image only describes colours: restore it, and change `palette` in \
                          costume.toml. Or paint in the costume's colours";
    if let [(_, most), _, _, _, ..] = kept {
        let numbers: BTreeSet<u8> = kept.iter().filter_map(|(_, foreign)| foreign.kept).collect();
        let text = format!(
            "{} {} other colours in this image ({}), such as {} at {}. {ADVICE}; `--nearest` takes the nearest for all",
            costume_colours(&numbers),
            if numbers.len() == 1 { "has" } else { "have" },
            pixels_of(kept),
            hex(most.colour),
            most.kept.unwrap_or_default()
        );
        report.refuse(file, text);
        return;
    }
    for (sum, foreign) in kept {
        let (index, near) = foreign.nearest;
        let text = format!(
            "{} is not in this costume, and is where costume colour {} was: {}. {ADVICE}; `--nearest` \
             takes {index}, {}",
            hex(foreign.colour),
            foreign.kept.unwrap_or_default(),
            sum.text(),
            hex(near)
        );
        report.refuse(sum.path(file), text);
    }
}

fn pixels_of(colours: &[(Sum, Foreign)]) -> String {
    counted((colours.iter().map(|(sum, _)| sum.pixels).sum(), "pixel"))
}

/// Returns the colours of each file, the most frequent ones first.
fn by_file(all: &BTreeMap<(String, Rgb), (Sum, Foreign)>) -> BTreeMap<String, Vec<(Sum, Foreign)>> {
    let mut files: BTreeMap<String, Vec<(Sum, Foreign)>> = BTreeMap::new();
    for ((file, _), entry) in all {
        files.entry(file.clone()).or_default().push(entry.clone());
    }
    files.values_mut().for_each(|list| list.sort_by_key(|(sum, _)| std::cmp::Reverse(sum.pixels)));
    files
}
