//! One random change of a costume folder, like those of a text editor or an art program.
//!
//! New pixels have colours that the picture's costume already has, and places move by a few pixels. So the change does
//! not lead to cases that the oracle leaves out because ScummVM draws garbage there.

use std::collections::BTreeSet;

use costumier::format::dialect::Palette;
use costumier_edit::folder::{About, Files, TEXT};
use costumier_edit::pictures::png::{self, Pixels};
use toml::{Table, Value};

use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::rng::Rng;

const PROGRAM: &str = "program.txt";

/// Returns a changed folder and the kind of change; `None` if this change is impossible there.
pub(super) fn one(rng: &mut Rng, engine: &Engine, files: &Files) -> Outcome<Option<(Files, &'static str)>> {
    let text = files.get(TEXT).map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
    let table: Table = toml::from_str(&text).map_err(|why| Failure::because(TEXT, why))?;
    let cells = engine.dialect().cost.palette == Palette::None && !engine.has_akos();
    let mut folder = Folder { table, files: files.clone(), akos: engine.has_akos(), cells };
    let what = match rng.below(9) {
        0 => folder.repaint(rng).map(|()| "repainted"),
        1 => folder.resize(rng).map(|()| "other sizes"),
        2 => folder.shift(rng, "at", 6).map(|()| "other places"),
        3 => folder.shift(rng, "move", 3).map(|()| "other moves"),
        4 => folder.add_picture(rng).map(|()| "added pictures"),
        5 => folder.remove_picture(rng).map(|()| "removed pictures"),
        // Single pictures of codec 32 crash ScummVM, and the writer refuses them.
        6 | 8 if folder.codec() == Some(32) => None,
        6 => folder.steps(rng).map(|()| "other windows"),
        7 => folder.records(rng).map(|()| "other records"),
        _ if engine.has_akos() && rng.chance(60) => folder.program(rng).map(|()| "other programs"),
        _ if engine.names_room_colours() => None,
        _ => folder.palette(rng).map(|()| "other palettes"),
    };
    Ok(what.map(|what| {
        let text = folder.table.to_string();
        folder.files.insert(TEXT.to_owned(), text.into_bytes());
        (folder.files, what)
    }))
}

struct Folder {
    table: Table,
    files: Files,
    akos: bool,
    /// Whether pixels come in pairs and places across in eights.
    cells: bool,
}

impl Folder {
    /// Lists of pictures: one for each limb, or one for all.
    fn lists(&mut self) -> Vec<&mut Vec<Value>> {
        if self.akos {
            return self.table.get_mut("picture").and_then(Value::as_array_mut).into_iter().collect();
        }
        let limbs = self.table.get_mut("limb").and_then(Value::as_array_mut);
        let limbs = limbs.into_iter().flatten().filter_map(Value::as_table_mut);
        limbs.filter_map(|limb| limb.get_mut("picture")?.as_array_mut()).collect()
    }

    /// A picture with pixels of its own.
    fn picture(&mut self, rng: &mut Rng) -> Option<&mut Table> {
        let mut all: Vec<&mut Table> = self
            .lists()
            .into_iter()
            .flatten()
            .filter_map(Value::as_table_mut)
            .filter(|picture| picture.contains_key("sheet") || picture.contains_key("file"))
            .collect();
        let number = rng.below(all.len());
        (number < all.len()).then(|| all.swap_remove(number))
    }

    fn codec(&self) -> Option<i64> {
        self.table.get("codec").and_then(Value::as_integer)
    }

    fn transparent(&self) -> u8 {
        match self.codec() {
            Some(5) => 255,
            Some(16 | 32) => match self.palette_of().as_slice() {
                _ if self
                    .table
                    .get("generation")
                    .and_then(Value::as_str)
                    .is_some_and(|g| g.starts_with('v')) =>
                {
                    255
                }
                all if all.len() == 256 => 255,
                all => all.first().copied().unwrap_or(0),
            },
            _ => 0,
        }
    }

    fn palette_of(&self) -> Vec<u8> {
        let palette = self.table.get("palette").and_then(Value::as_array).into_iter().flatten();
        palette.filter_map(|n| u8::try_from(n.as_integer()?).ok()).collect()
    }

    fn colours(&self) -> usize {
        match self.codec() {
            None => self
                .table
                .get("colours")
                .and_then(Value::as_integer)
                .map_or(16, |n| usize::try_from(n).unwrap_or(16)),
            Some(1) => match self.palette_of().len() {
                all @ (16 | 32 | 64) => all,
                _ => 16,
            },
            Some(_) => 256,
        }
    }

    /// Size, pixels, and every value that the file has.
    fn pixels(&self, picture: &Table) -> Option<(usize, usize, Vec<u8>, Vec<u8>)> {
        let name = picture.get("sheet").or_else(|| picture.get("file"))?.as_str()?;
        let found = png::read(self.files.get(name)?).ok()?;
        let Pixels::Indexed { indices, .. } = &found.pixels else { return None };
        let values: BTreeSet<u8> = indices.iter().copied().collect();
        let rect: Vec<usize> = match picture.get("rect").and_then(Value::as_array) {
            Some(rect) => rect.iter().filter_map(|n| usize::try_from(n.as_integer()?).ok()).collect(),
            None => vec![0, 0, found.width, found.height],
        };
        let part = found.cut(rect.try_into().ok()?)?;
        let Pixels::Indexed { indices, .. } = part.pixels else { return None };
        Some((part.width, part.height, indices, values.into_iter().collect()))
    }

    /// Pixels as a file of their own, and a picture that has them.
    fn paint(&mut self, rng: &mut Rng, size: (usize, usize), pixels: &[u8]) -> Option<String> {
        let palette = About::default().palette(self.colours(), self.transparent());
        let name = format!("edited-{}-{}.png", self.files.len(), rng.below(1 << 20));
        self.files.insert(name.clone(), png::write(size.0, size.1, pixels, &palette).ok()?);
        Some(name)
    }

    fn set_file(picture: &mut Table, file: String) {
        picture.remove("sheet");
        picture.remove("rect");
        picture.insert("file".to_owned(), Value::String(file));
    }

    fn repaint(&mut self, rng: &mut Rng) -> Option<()> {
        let picture = self.picture(rng)?.clone();
        let (width, height, mut pixels, values) = self.pixels(&picture)?;
        for _ in 0..rng.range(1, 40) {
            self.dot(rng, &mut pixels, &values)?;
        }
        let file = self.paint(rng, (width, height), &pixels)?;
        self.replace(&picture, |own| Self::set_file(own, file.clone()))
    }

    /// A pixel in another colour, or a pair.
    fn dot(&self, rng: &mut Rng, pixels: &mut [u8], values: &[u8]) -> Option<()> {
        let (at, value) = (rng.below(pixels.len()), rng.pick(values));
        let dots = if self.cells { at & !1..(at & !1) + 2 } else { at..at + 1 };
        pixels.get_mut(dots)?.fill(value);
        Some(())
    }

    fn replace(&mut self, picture: &Table, mut with: impl FnMut(&mut Table)) -> Option<()> {
        let all = self.lists().into_iter().flatten().filter_map(Value::as_table_mut);
        let own = all.into_iter().find(|own| *own == picture)?;
        with(own);
        Some(())
    }

    /// Whether other pictures use these pixels. Then their sizes would change, too.
    fn lends(&self) -> bool {
        self.table.get("redirects").is_some() || self.table.to_string().contains("borrows")
    }

    fn resize(&mut self, rng: &mut Rng) -> Option<()> {
        if self.lends() {
            return None;
        }
        let picture = self.picture(rng)?.clone();
        let (width, height, _, values) = self.pixels(&picture)?;
        let mut side = |side: usize| {
            let by = usize::try_from(rng.range(0, 12)).unwrap_or(0);
            (side + by).saturating_sub(6).max(1)
        };
        let (mut width, height) = (side(width), side(height));
        let pixels: Vec<u8> = match self.cells {
            true => {
                width = width.div_ceil(8) * 8;
                (0..width / 2 * height).flat_map(|_| [rng.pick(&values); 2]).collect()
            }
            false => (0..width * height).map(|_| rng.pick(&values)).collect(),
        };
        let file = self.paint(rng, (width, height), &pixels)?;
        self.replace(&picture, |own| Self::set_file(own, file.clone()))
    }

    fn shift(&mut self, rng: &mut Rng, key: &str, most: i32) -> Option<()> {
        let mut by = [rng.range(-most, most), rng.range(-most, most)];
        by[0] = if self.cells { by[0] / 3 * 8 } else { by[0] };
        let picture = self.picture(rng)?;
        let place = picture.entry(key).or_insert_with(|| Value::Array(vec![Value::Integer(0); 2]));
        for (slot, by) in place.as_array_mut()?.iter_mut().zip(by) {
            *slot = Value::Integer(slot.as_integer()? + i64::from(by));
        }
        Some(())
    }

    /// Adds a picture to a list, and shows it in a window.
    fn add_picture(&mut self, rng: &mut Rng) -> Option<()> {
        let picture = self.picture(rng)?.clone();
        let (width, height, mut pixels, values) = self.pixels(&picture)?;
        self.dot(rng, &mut pixels, &values)?;
        let file = self.paint(rng, (width, height), &pixels)?;
        let old = picture.get("name")?.as_str()?.to_owned();
        let name = format!("more-{}", self.files.len());
        let list = self.lists().into_iter().find(|list| list.contains(&Value::Table(picture.clone())))?;
        let mut new = picture;
        new.insert("name".to_owned(), Value::String(name.clone()));
        Self::set_file(&mut new, file);
        let place = rng.below(list.len() + 1);
        list.insert(place, Value::Table(new));
        // Programs that show the old picture show both.
        if self.akos {
            let program = String::from_utf8(self.files.get(PROGRAM)?.clone()).ok()?;
            let shown = program.replace(&format!("picture {old}\n"), &format!("picture {name}\n"));
            self.files.insert(PROGRAM.to_owned(), shown.into_bytes());
            return Some(());
        }
        for steps in self.windows() {
            if let Some(at) = steps.iter().position(|step| step.as_str() == Some(&old)) {
                steps.insert(at, Value::String(name.clone()));
            }
        }
        Some(())
    }

    /// Removes a picture. Programs that showed it show another.
    fn remove_picture(&mut self, rng: &mut Rng) -> Option<()> {
        if self.lends() || self.table.to_string().contains("same_as") {
            return None;
        }
        let picture = self.picture(rng)?.clone();
        let old = picture.get("name")?.as_str()?.to_owned();
        let list = self.lists().into_iter().find(|list| list.contains(&Value::Table(picture.clone())))?;
        list.retain(|other| other.as_table() != Some(&picture));
        let names: Vec<String> =
            list.iter().filter_map(|other| Some(other.get("name")?.as_str()?.to_owned())).collect();
        let other = names.get(rng.below(names.len()))?.clone();
        if self.akos {
            let program = String::from_utf8(self.files.get(PROGRAM)?.clone()).ok()?;
            let word = |word: &str| match word.split_once(':') {
                Some((place, name)) if name == old => format!("{place}:{other}"),
                _ if word == old => other.clone(),
                _ => word.to_owned(),
            };
            let line = |line: &str| {
                let words: Vec<String> = line.split(' ').map(word).collect();
                words.join(" ") + "\n"
            };
            let text: String = program.lines().map(line).collect();
            self.files.insert(PROGRAM.to_owned(), text.into_bytes());
            return Some(());
        }
        for step in self.windows().into_iter().flatten() {
            if step.as_str() == Some(&old) {
                *step = Value::String(other.clone());
            }
        }
        Some(())
    }

    /// The entries of chores for a facing.
    fn facings(&mut self) -> Vec<&mut Table> {
        let chores = self.table.get_mut("chore").and_then(Value::as_array_mut);
        let chores = chores.into_iter().flatten().filter_map(Value::as_table_mut);
        chores.flat_map(|chore| chore.iter_mut().filter_map(|(_, facing)| facing.as_table_mut())).collect()
    }

    /// Windows that list their steps.
    fn windows(&mut self) -> Vec<&mut Vec<Value>> {
        let limbs = self.facings().into_iter().flat_map(|facing| facing.iter_mut());
        let windows = limbs.filter_map(|(_, action)| action.as_table_mut());
        windows.flat_map(|window| window.iter_mut().filter_map(|(_, steps)| steps.as_array_mut())).collect()
    }

    /// Other steps in a window.
    fn steps(&mut self, rng: &mut Rng) -> Option<()> {
        if self.akos {
            let names: Vec<String> = self
                .lists()
                .into_iter()
                .flatten()
                .filter(|picture| picture.get("sheet").is_some() || picture.get("file").is_some())
                .filter_map(|picture| Some(picture.get("name")?.as_str()?.to_owned()))
                .collect();
            let actions =
                self.facings().into_iter().flat_map(|facing| facing.iter_mut().map(|(_, action)| action));
            let mut loops: Vec<&mut Table> = actions
                .filter_map(Value::as_table_mut)
                .filter(|window| window.contains_key("loop") || window.contains_key("once"))
                .collect();
            let number = rng.below(loops.len());
            let window = loops.get_mut(number)?;
            let mode = if rng.chance(50) { "loop" } else { "once" };
            let steps =
                (0..rng.range(1, 5)).map(|_| names.get(rng.below(names.len())).cloned().map(Value::String));
            let steps = steps.collect::<Option<Vec<Value>>>()?;
            window.clear();
            window.insert(mode.to_owned(), Value::Array(steps));
            return Some(());
        }
        let mut windows = self.windows();
        let number = rng.below(windows.len());
        let steps = windows.get_mut(number)?;
        let command = |step: &Value| step.as_str().is_none_or(|step| step.starts_with('@'));
        if steps.iter().any(command) {
            return None;
        }
        match rng.below(3) {
            0 => steps.reverse(),
            1 if steps.len() > 1 => {
                let at = rng.below(steps.len());
                steps.remove(at);
            }
            _ => {
                let again = steps.get(rng.below(steps.len()))?.clone();
                let at = rng.below(steps.len() + 1);
                steps.insert(at, again);
            }
        }
        Some(())
    }

    /// Removes a limb from a facing, or copies its commands from another facing.
    fn records(&mut self, rng: &mut Rng) -> Option<()> {
        let mut facings = self.facings();
        let (from, to) = (rng.below(facings.len()), rng.below(facings.len()));
        let limbs: Vec<(String, Value)> =
            facings.get(from)?.iter().map(|(limb, action)| (limb.clone(), action.clone())).collect();
        let (limb, action) = limbs.get(rng.below(limbs.len()))?.clone();
        let facing = facings.get_mut(to)?;
        if rng.chance(50) && facing.len() > 1 {
            facing.remove(&limb);
        } else {
            facing.insert(limb, action);
        }
        Some(())
    }

    /// Two colours changed for each other.
    fn palette(&mut self, rng: &mut Rng) -> Option<()> {
        if self.codec().is_some_and(|codec| codec != 1) {
            return None;
        }
        let palette = self.table.get_mut("palette")?.as_array_mut()?;
        let most = i32::try_from(palette.len()).ok()? - 1;
        if most < 2 {
            return None;
        }
        let place = |rng: &mut Rng| usize::try_from(rng.range(1, most)).unwrap_or(1);
        let (a, b) = (place(rng), place(rng));
        palette.swap(a, b);
        Some(())
    }

    /// A program that shows one more picture.
    fn program(&mut self, rng: &mut Rng) -> Option<()> {
        let text = String::from_utf8(self.files.get(PROGRAM)?.clone()).ok()?;
        let said = self.table.to_string();
        // References by number would then lead to other places.
        if text.contains("bytes")
            || text.contains("to=0x")
            || said.contains("length")
            || said.contains("= 0x")
        {
            return None;
        }
        let name = self.picture(rng)?.get("name")?.as_str()?.to_owned();
        let mut lines: Vec<&str> = text.lines().collect();
        let codes: Vec<usize> = (0..lines.len())
            .filter(|at| lines.get(*at).is_some_and(|line| line.starts_with("    ")))
            .collect();
        let at = *codes.get(rng.below(codes.len()))?;
        let line = format!("    picture {name}");
        lines.insert(at, &line);
        let text = lines.join("\n") + "\n";
        self.files.insert(PROGRAM.to_owned(), text.into_bytes());
        Some(())
    }
}
