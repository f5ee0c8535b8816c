//! Single pictures as drawings: `walk-east-0.png`, `walk-east-1.png` and so on, each a frame of one layer.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use costumier::{Problem, Refused, Severity};

use super::drawing::{Animation, Cel, Drawing, Frame, Paints, feet_outside, lowest};
use super::sheet::remove_backgrounds;
use super::tag_name::{self, ChoreWord};
use crate::pictures::png::{self, DecodedImage, Pixels};

/// The name of the only layer.
pub(super) const LAYER: &str = "body";

/// Largest number of pictures, and of their pixels together.
const FRAMES: usize = 4096;
const PIXELS: usize = 1 << 26;

/// A frame's number, its file's name and its pixels.
type NumberedCel<'a> = (u64, &'a str, Cel);

impl Drawing {
    /// Reads frames from PNG files, given by name and bytes. Each frame is shown for `ticks` ticks. `feet` is the pixel
    /// of each picture on which the actor stands; `None` takes the middle of the picture, and the lowest visible row of
    /// all pictures of its size.
    ///
    /// # Errors
    /// All problems of the files, each with the file.
    pub fn of_frames(
        files: &[(String, Vec<u8>)],
        feet: Option<(i32, i32)>,
        ticks: u32,
    ) -> Result<Self, Refused> {
        let mut problems = Vec::new();
        let mut refuse = |path: &str, text: String| {
            problems.push(Problem::new(Severity::Broken, path, None, text));
        };
        // The frames of each animation: the file's number, its name, and its pixels.
        let mut groups: BTreeMap<String, Vec<(u64, &str, DecodedImage)>> = BTreeMap::new();
        let mut pixels = 0usize;
        let (mut notes, mut warnings) = (Vec::new(), Vec::new());
        let prefix = prefix(files.iter().take(FRAMES).map(|(name, _)| name.as_str()));
        if let Some(prefix) = &prefix {
            notes.push(format!("all names begin with \"{prefix}\", which was left out"));
        }
        for (name, bytes) in files.iter().take(FRAMES) {
            let (group, number) = numbered(name);
            let group = prefix.as_ref().and_then(|prefix| without(&group, prefix)).unwrap_or(group);
            if let Err(why) = tag_name::read(&group) {
                refuse(name, why.text().replace("`walk east`", "`walk-east-0.png`"));
                continue;
            }
            match png::read(bytes) {
                Ok(found) => {
                    pixels = pixels.saturating_add(found.width.saturating_mul(found.height));
                    if pixels > PIXELS {
                        refuse(name, format!("and the files before it have more than {PIXELS} pixels"));
                        break;
                    }
                    groups.entry(group).or_default().push((number, name, found));
                }
                Err(why) => refuse(name, why.to_string()),
            }
        }
        if files.len() > FRAMES {
            refuse("files", format!("are more than {FRAMES}; a costume holds far fewer pictures"));
        }
        if files.is_empty() {
            refuse("files", "there are no PNG files; name them like `walk-east-0.png`".to_owned());
        }
        let palette = one_palette(groups.values().flatten().map(|(_, _, found)| found));
        if palette.is_none() {
            let founds = groups.values_mut().flatten().map(|(_, _, found)| found);
            notes.extend(remove_backgrounds(founds));
        }
        let mut paints = palette.map_or_else(Paints::default, |it| Paints::of_palette(&it, 0));
        // Pictures of one size are drawn on one canvas.
        let mut lowest_rows: BTreeMap<(usize, usize), i32> = BTreeMap::new();
        let mut read: Vec<(String, Vec<NumberedCel<'_>>)> = Vec::new();
        for (group, frames) in &groups {
            let mut cels = Vec::new();
            for (number, name, found) in frames {
                match paints.pixels(found, name) {
                    Ok(pixels) => {
                        let cel = Cel { at: (0, 0), width: found.width, pixels };
                        let row = lowest_rows.entry((found.width, found.height)).or_insert(i32::MIN);
                        *row = lowest(&cel).unwrap_or(i32::MIN).max(*row);
                        cels.push((*number, *name, cel));
                    }
                    Err(why) => refuse(name, why.to_string()),
                }
            }
            cels.sort_by_key(|(number, name, _)| (*number, *name));
            read.push((group.clone(), cels));
        }
        Refused::unless_empty(problems)?;
        let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
        warnings.extend(paints.warning());
        match feet {
            Some(feet) => {
                warnings.extend(lowest_rows.keys().find_map(|size| feet_outside(feet, *size)));
            }
            None => notes.extend(feet_of(&lowest_rows)),
        }
        let mut animations = Vec::new();
        for (group, cels) in read {
            let Ok(name) = tag_name::read(&group) else { continue };
            notes.extend(gap(&group, &cels));
            let frames = cels.into_iter().map(|(_, file, cel)| {
                let size = (cel.width, cel.height());
                let middle = (side(size.0) / 2, lowest_rows.get(&size).copied().unwrap_or(0));
                let feet = feet.unwrap_or(middle);
                let cel = Cel { at: (feet.0.saturating_neg(), feet.1.saturating_neg()), ..cel };
                let file = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
                Frame { ticks: ticks.max(1), file: Some(file), cels: vec![Some(Rc::new(cel))] }
            });
            let frames: Vec<Frame> = frames.collect();
            let loops_to = (!name.once).then_some(0);
            animations.push(Animation {
                name: format!("\"{group}\""),
                chore: name.chore,
                facing: name.facing,
                frames,
                loops_to,
            });
        }
        Ok(Self {
            layers: vec![LAYER.to_owned()],
            animations,
            colours: paints.colours,
            has_palette: paints.is_palette,
            notes,
            warnings,
        })
    }
}

/// Says where the feet are in pictures of each size, given the lowest visible row of each.
fn feet_of(lowest_rows: &BTreeMap<(usize, usize), i32>) -> Option<String> {
    let ((width, height), row) = lowest_rows.iter().next()?;
    let place = format!("feet: {},{row}, the middle of the lowest visible row", width / 2);
    Some(match lowest_rows.len() {
        1 => place,
        sizes => {
            format!("{place} of pictures of {width} × {height}; there are {sizes} sizes, each with its own")
        }
    })
}

/// Returns the first word of all names if it only says whose pictures they are: without it, some names are those of
/// usual chores, and all can be read.
fn prefix<'a>(files: impl Iterator<Item = &'a str>) -> Option<String> {
    let groups: BTreeSet<String> = files.map(|file| numbered(file).0).collect();
    let first = groups.first()?;
    let word = first.split(['-', '_', ' ', '.']).next().filter(|word| word.len() < first.len())?;
    let is_role = |chore: &ChoreWord| matches!(chore, ChoreWord::Role(_));
    let read = |name: &String| tag_name::read(name).ok().map(|name| name.chore);
    if groups.iter().any(|group| read(group).is_some_and(|chore| is_role(&chore))) {
        return None;
    }
    let rest: Option<Vec<ChoreWord>> =
        groups.iter().map(|group| without(group, word).and_then(|rest| read(&rest))).collect();
    rest?.iter().any(is_role).then(|| word.to_owned())
}

/// Returns a name without the word that it begins with.
fn without(group: &str, word: &str) -> Option<String> {
    group.strip_prefix(word)?.strip_prefix(['-', '_', ' ', '.']).map(str::to_owned)
}

/// Returns a note if the numbers of an animation's frames, which are in order, leave one out.
fn gap(group: &str, frames: &[NumberedCel<'_>]) -> Option<String> {
    let (before, after) = frames.iter().zip(frames.iter().skip(1)).find(|(a, b)| b.0 > a.0 + 1)?;
    Some(format!("{group} has no frame {}: {} follows {}", before.0 + 1, after.1, before.1))
}

/// Splits the name of a file into the name of the animation and the number of the frame.
fn numbered(file: &str) -> (String, u64) {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    // Copies are numbered in brackets: `walk east (2)`.
    let bracketed = stem.strip_suffix(')').and_then(|stem| {
        let (before, number) = stem.rsplit_once('(')?;
        Some((before, number.parse().ok()?))
    });
    if let Some((before, number)) = bracketed {
        return (before.trim_end_matches(['-', '_', ' ', '.']).to_owned(), number);
    }
    let plain = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = stem.get(plain.len()..).and_then(|digits| digits.parse().ok()).unwrap_or(0);
    // `chore-8` is a chore, not a frame.
    match plain.trim_end_matches(['-', '_', ' ', '.']) {
        "chore" => (stem.to_owned(), 0),
        plain => (plain.to_owned(), number),
    }
}

/// Returns the palette of pictures that all have the same one, with a transparent first entry.
fn one_palette<'a>(founds: impl Iterator<Item = &'a DecodedImage>) -> Option<Vec<[u8; 4]>> {
    let mut all: Option<&Vec<[u8; 4]>> = None;
    for found in founds {
        let Pixels::Indexed { palette, .. } = &found.pixels else { return None };
        if all.is_some_and(|known| known != palette) || palette.first().is_none_or(|entry| entry[3] >= 128) {
            return None;
        }
        all = Some(palette);
    }
    all.cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_in_a_number() {
        for (file, group, number) in [
            ("walk-east-0.png", "walk-east", 0),
            ("walk-east-10.png", "walk-east", 10),
            ("idle_r.png", "idle_r", 0),
            ("walk east 3.PNG", "walk east", 3),
            ("walk_right002.png", "walk_right", 2),
            ("walk east (12).png", "walk east", 12),
        ] {
            assert_eq!(numbered(file), (group.to_owned(), number), "{file}");
        }
    }
}
