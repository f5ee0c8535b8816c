//! Makes a costume of a drawing: limbs with their pictures, and chores.

use std::collections::{BTreeMap, BTreeSet};

use costumier::{Dialect, Direction, Facing, Problem, Refused, Role, Severity};
use costumier_export::suggestion;

use super::actions;
use super::colours::{self, Fitted};
use super::drawing::{Animation, Cel, Drawing, NOTHING};
use super::missing::{self, Chores, Records};
use super::tag_name::ChoreWord;
use crate::folder::convert::{DIAGONALS, is_diagonal, stored_as};
use crate::folder::describe::chore_name;
use crate::folder::model::{Action, Chore, Limb, LimbCostume, Record, Table};
use crate::folder::picture::{Entry, EntryKind, Picture, Pixels};

/// Number of limbs of a costume.
const LIMBS: usize = 16;

/// Largest number of pictures of a limb that every generation shows.
const PICTURES: usize = 113;

/// Largest width and height of a picture that interpreters draw.
const WIDEST: usize = 640;
const TALLEST: usize = 255;

/// Largest number of a chore.
const CHORES: u16 = 63;

/// What is told about a costume that was made: notes, and what is likely a mistake.
pub(super) type Told = (Vec<String>, Vec<String>);

/// Makes the costume. Returns it with what is told to people.
///
/// `eight_ways` is whether diagonals may be drawn. Their records are those of chores of their own, numbered from
/// [`DIAGONALS`] on.
pub(super) fn make(
    drawing: &Drawing,
    fitted: &Fitted,
    (dialect, eight_ways): (Dialect, bool),
) -> Result<(LimbCostume, Told), Refused> {
    let mut maker = Maker::new(drawing, fitted, dialect);
    if !eight_ways {
        maker.refuse_diagonals();
    }
    for animation in &drawing.animations {
        maker.animation(animation);
    }
    if drawing.animations.is_empty() {
        maker.refuse("drawing", "shows nothing");
    }
    Refused::unless_empty(std::mem::take(&mut maker.problems))?;
    maker.notes.extend(missing::complete(&mut maker.chores, &dialect));
    let mut notes: Vec<String> = colours::told(&fitted.changes).into_iter().collect();
    notes.append(&mut maker.notes);
    let warnings = std::mem::take(&mut maker.warnings);
    Ok((maker.finish(), (notes, warnings)))
}

struct Maker<'a> {
    drawing: &'a Drawing,
    fitted: &'a Fitted,
    dialect: Dialect,
    /// The limb of each layer that shows something.
    limbs: BTreeMap<usize, u8>,
    entries: BTreeMap<u8, Vec<Entry>>,
    /// The pictures of each limb that are stored already.
    known: BTreeMap<(u8, Cel), u8>,
    chores: Chores,
    /// The facings that animations are for, by chore.
    own_facings: BTreeSet<(u16, Facing)>,
    /// What became of each picture of the drawing: by limb, its address, and whether it is mirrored.
    numbers: BTreeMap<(u8, *const Cel, bool), Option<u8>>,
    /// The numbers of chores that have only a name.
    named: BTreeMap<String, u16>,
    problems: Vec<Problem>,
    notes: Vec<String>,
    warnings: Vec<String>,
}

impl<'a> Maker<'a> {
    fn new(drawing: &'a Drawing, fitted: &'a Fitted, dialect: Dialect) -> Self {
        let mut maker = Self {
            drawing,
            fitted,
            dialect,
            limbs: BTreeMap::new(),
            entries: BTreeMap::new(),
            known: BTreeMap::new(),
            chores: Chores::new(),
            own_facings: BTreeSet::new(),
            numbers: BTreeMap::new(),
            named: BTreeMap::new(),
            problems: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
        };
        maker.number_limbs();
        maker.number_chores();
        let own = drawing.animations.iter().filter_map(|it| Some((it.facing?, maker.numbered(&it.chore)?.0)));
        maker.own_facings = own.map(|(facing, number)| (number, facing)).collect();
        maker
    }

    fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// Gives each layer that shows something a limb: the one that its name says, as in `limb 3`, or the next.
    fn number_limbs(&mut self) {
        let frames = self.drawing.animations.iter().flat_map(|it| &it.frames);
        let shown: BTreeSet<usize> = frames
            .flat_map(|frame| frame.cels.iter().enumerate().filter(|(_, cel)| cel.is_some()))
            .map(|(layer, _)| layer)
            .collect();
        if shown.len() > LIMBS {
            let text =
                format!("{} layers show something, and a costume has {LIMBS} limbs; merge some", shown.len());
            return self.refuse("layers", text);
        }
        let said = |layer: &usize| -> Option<u8> {
            let name = self.drawing.layers.get(*layer)?.strip_prefix("limb")?;
            name.trim_start_matches([' ', '-']).parse().ok().filter(|number| usize::from(*number) < LIMBS)
        };
        let numbers: Vec<Option<u8>> = shown.iter().map(said).collect();
        // Limbs are drawn in the order of their numbers, layers in the order of the file.
        let is_said = numbers.iter().all(Option::is_some) && numbers.is_sorted_by(|a, b| a < b);
        for ((layer, number), next) in shown.into_iter().zip(numbers).zip(0u8..) {
            let number = number.filter(|_| is_said).unwrap_or(next);
            self.limbs.insert(layer, number);
            self.entries.insert(number, Vec::new());
        }
        self.require_names();
    }

    /// Refuses layers whose limbs would have the same name: a description names each limb once.
    fn require_names(&mut self) {
        let drawing = self.drawing;
        let mut named: BTreeMap<String, &str> = BTreeMap::new();
        for (layer, limb) in self.limbs.clone() {
            let layer = drawing.layers.get(layer).map_or("", String::as_str);
            if let Some(other) = named.insert(limb_name(layer, limb), layer) {
                let text = format!(
                    "\"{other}\" and \"{layer}\" would be limbs of the same name, because case, spaces and signs do \
                     not count; rename one"
                );
                self.refuse("layers", text);
            }
        }
    }

    /// Gives chores that have only a name the numbers that no other chore has.
    fn number_chores(&mut self) {
        let roles = Role::ALL.map(|role| self.dialect.roles.chore(role));
        let mut taken: BTreeSet<u16> = roles.into();
        let drawing = self.drawing;
        let words = || drawing.animations.iter().map(|it| &it.chore);
        taken.extend(words().filter_map(|word| match word {
            ChoreWord::Number(number, _) => Some(*number),
            _ => None,
        }));
        let first = roles.into_iter().max().unwrap_or(0) + 1;
        for word in words() {
            let ChoreWord::Named(name) = word else { continue };
            if self.named.contains_key(name) {
                continue;
            }
            let Some(number) = (first..=CHORES).find(|number| !taken.contains(number)) else {
                self.refuse(format!("chore \"{name}\""), "is one too many; chores have the numbers 0 to 63");
                return;
            };
            taken.insert(number);
            self.named.insert(name.clone(), number);
            match usual_word(name) {
                Some(usual) => self.warnings.push(format!(
                    "no usual chore is called \"{name}\", so it became chore {number}; did you mean \"{usual}\"?"
                )),
                None => self.notes.push(format!("\"{name}\" is chore {number}")),
            }
        }
    }

    /// Returns the number and the name of a chore.
    fn numbered(&self, chore: &ChoreWord) -> Option<(u16, String)> {
        Some(match chore {
            ChoreWord::Role(role) => (self.dialect.roles.chore(*role), role.name().to_owned()),
            ChoreWord::Number(number, name) if name.is_empty() => {
                (*number, chore_name(&self.dialect, *number))
            }
            ChoreWord::Number(number, name) => (*number, name.clone()),
            ChoreWord::Named(name) => (*self.named.get(name)?, name.clone()),
        })
    }

    /// Refuses animations of diagonals.
    fn refuse_diagonals(&mut self) {
        let drawing = self.drawing;
        for animation in drawing.animations.iter().filter(|it| it.facing.is_some_and(is_diagonal)) {
            self.refuse(
                &animation.name,
                "names a diagonal, which only costumes of v7 and v8 have: add `--in` with such a game, or `--as v7`. \
                 Or remove or rename it",
            );
        }
    }

    fn animation(&mut self, animation: &Animation) {
        let Some((number, name)) = self.numbered(&animation.chore) else { return };
        // An animation without a facing is for those that have none of their own.
        let has_own = |facing: &Facing| self.own_facings.contains(&(number, *facing));
        let facings = animation.facing.map_or_else(
            || {
                let all = [Facing::EAST, Facing::SOUTH, Facing::NORTH];
                all.into_iter().filter(|facing| !has_own(facing)).collect()
            },
            |it| vec![it],
        );
        for facing in facings {
            let record = self.record(animation, &name, facing);
            let (number, direction) = stored_as(number, facing);
            let (_, records) = self.chores.entry(number).or_insert_with(|| (name.clone(), Records::new()));
            if records.insert(direction.number(), record).is_some() {
                let text = format!(
                    "shows \"{name}\" facing {}, as another animation does; remove one of them",
                    facing.name()
                );
                self.refuse(&animation.name, text);
            }
        }
    }

    /// Returns what all limbs do in an animation.
    fn record(&mut self, animation: &Animation, chore: &str, facing: Facing) -> BTreeMap<u8, Action> {
        let mut record = BTreeMap::new();
        for (layer, limb) in self.limbs.clone() {
            let mut shown: Vec<Option<u8>> = Vec::new();
            let mut loops_to = None;
            for (number, frame) in animation.frames.iter().enumerate() {
                if animation.loops_to == Some(number) {
                    loops_to = Some(shown.len());
                }
                let cel = frame.cels.get(layer).and_then(Option::as_ref);
                let picture = cel.and_then(|cel| {
                    let mirrored = facing == Facing::WEST;
                    let key = (limb, std::rc::Rc::as_ptr(cel), mirrored);
                    if let Some(known) = self.numbers.get(&key) {
                        return *known;
                    }
                    let cel = if mirrored { cel.mirrored() } else { (**cel).clone() };
                    let found = self.picture(limb, &cel, (animation, number), (chore, facing));
                    self.numbers.insert(key, found);
                    found
                });
                let ticks = usize::try_from(frame.ticks).unwrap_or(1);
                shown.extend(std::iter::repeat_n(picture, ticks));
            }
            let layer = self.drawing.layers.get(layer).cloned().unwrap_or_default();
            match actions::action(&shown, loops_to, &self.dialect) {
                Ok((action, stays_after)) => {
                    record.insert(limb, action);
                    if let Some(ticks) = stays_after {
                        self.notes.push(format!(
                            "{}: layer \"{layer}\" begins with other frames than it repeats, which a limb cannot: it \
                             plays {ticks} ticks and then stays",
                            animation.name
                        ));
                    }
                }
                Err(text) => self.refuse(format!("{}: layer \"{layer}\"", animation.name), text),
            }
        }
        record
    }

    /// Returns the number of a picture in its limb, `None` if nothing of it is visible.
    fn picture(
        &mut self,
        limb: u8,
        cel: &Cel,
        (animation, frame): (&Animation, usize),
        (chore, facing): (&str, Facing),
    ) -> Option<u8> {
        let cel = cel.trimmed()?;
        if let Some(number) = self.known.get(&(limb, cel.clone())) {
            return Some(*number);
        }
        let file = animation.frames.get(frame).and_then(|frame| frame.file.as_deref());
        let path = file
            .map_or_else(|| format!("{}: frame {}", animation.name, frame + 1), |file| format!("{file}.png"));
        let (width, height) = (cel.width, cel.height());
        if width > WIDEST || height > TALLEST {
            let text = format!(
                "its picture has {width} × {height} pixels, and games draw at most {WIDEST} × {TALLEST}; make it \
                 smaller"
            );
            self.refuse(path, text);
            return None;
        }
        let place = (i16::try_from(cel.at.0), i16::try_from(cel.at.1));
        let size = (u16::try_from(width), u16::try_from(height));
        let ((Ok(x), Ok(y)), (Ok(width), Ok(height))) = (place, size) else {
            self.refuse(path, "its picture is too far from the feet; move the pivot of the slice `feet`");
            return None;
        };
        let entries = self.entries.entry(limb).or_default();
        let number = u8::try_from(entries.len()).ok().filter(|number| usize::from(*number) < PICTURES);
        let Some(number) = number else {
            let text =
                format!("limb {limb} would have more than {PICTURES} different pictures; use fewer frames");
            if !self.problems.iter().any(|problem| problem.text == text) {
                self.refuse(path, text);
            }
            return None;
        };
        // A frame of a file keeps the file's name, so that people find it again.
        let file = file.map(plain_name);
        let stem = format!("{}-{}", chore.replace(' ', "-"), facing.name());
        let name = file.into_iter().chain((1..).map(|count| format!("{stem}-{count}")));
        let name = name.take(PICTURES + 2).find(|name| entries.iter().all(|entry| entry.name != *name))?;
        let colour = |pixel: &u16| match *pixel {
            NOTHING => 0,
            pixel => self.fitted.numbers.get(usize::from(pixel)).copied().unwrap_or(0),
        };
        let pixels = Pixels::Rows(cel.pixels.iter().map(colour).collect());
        let picture = Picture { size: (width, height), at: (x, y), moves: (0, 0), pixels };
        entries.push(Entry { name, picture: EntryKind::Picture(picture) });
        self.known.insert((limb, cel), number);
        Some(number)
    }

    fn finish(self) -> LimbCostume {
        let drawing = self.drawing;
        let name = |number: u8| {
            let layer = self.limbs.iter().find(|(_, limb)| **limb == number).map(|(layer, _)| *layer);
            limb_name(layer.and_then(|layer| drawing.layers.get(layer)).map_or("", String::as_str), number)
        };
        let limbs = self.entries.iter().map(|(number, entries)| Limb {
            number: *number,
            name: name(*number),
            table: Table::Own(entries.clone()),
        });
        let chores = self.chores.into_iter().map(|(number, (name, records))| {
            // Diagonals are never mirrored.
            let is_plain = number < DIAGONALS;
            let east = records.get(&Direction::East.number()).filter(|_| is_plain).cloned();
            let mut all: BTreeMap<u8, Record> = records
                .into_iter()
                .map(|(way, limbs)| match way == Direction::West.number() && Some(&limbs) == east.as_ref() {
                    true => (way, Record::SameAs(Direction::East)),
                    false => (way, Record::Limbs(limbs)),
                })
                .collect();
            if east.is_some() {
                all.entry(Direction::West.number()).or_insert(Record::SameAs(Direction::East));
            } else if let Some(west) = all.get(&Direction::West.number()).filter(|_| is_plain).cloned() {
                // West is drawn mirrored, so its record shows East unmirrored.
                all.insert(Direction::East.number(), west);
            }
            Chore { number, name, records: all }
        });
        LimbCostume {
            dialect: self.dialect,
            colours: u8::try_from(self.fitted.palette.len()).unwrap_or(16),
            never_mirror: false,
            redirects: false,
            palette: self.fitted.palette.clone(),
            limbs: limbs.collect(),
            chores: chores.collect(),
        }
    }
}

/// Returns the usual chore that a name may mean: one of its words, or one that it nearly is.
fn usual_word(name: &str) -> Option<&'static str> {
    const USUAL: [&str; 5] = ["walk", "stand", "talk", "idle", "init"];
    let is_word = |usual: &&str| name.split(' ').any(|word| word == *usual);
    USUAL.into_iter().find(is_word).or_else(|| suggestion::nearest(name, USUAL.into_iter()))
}

/// Returns the name of a limb: the words of its layer's name.
fn limb_name(layer: &str, number: u8) -> String {
    let words: Vec<&str> = layer.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    if words.is_empty() { format!("limb-{number}") } else { words.join("-").to_lowercase() }
}

/// Returns the name of a file with `-` for what names of pictures do not have.
fn plain_name(file: &str) -> String {
    file.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect()
}
