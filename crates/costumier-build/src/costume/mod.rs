//! From limbs, pictures and chores to a COST block.
//!
//! A [`CostumeDesign`] describes a costume as a person would: this limb has these pictures; when it walks to the
//! east, it loops through those. Building it lays out the command stream (a window that already occurs in it is
//! used again), makes one record of equal ones, and refuses commands that an interpreter cannot play
//! (`docs/format/animation.md §4`): windows that begin with a count or a sound
//! (drawn as a picture that is not there), and windows that are played once and end with one (the interpreter
//! never comes back).

use std::collections::BTreeMap;

pub use costumier_format::cost::{Format, LIMBS, Pixels};

use costumier_format::Direction;
use costumier_format::cost::{CostCommand, CostEntry, CostSource, LimbSource, Window};
use costumier_format::dialect::{Dialect, SoundCodes};
use costumier_format::model::PictureSource;
use costumier_format::{Problem, Refused, Severity};

/// Pictures 0 … 0x70 can be shown by a command in every generation (`docs/format/cost.md §7`).
pub const MAX_PICTURES: usize = 0x71;

/// Commands in one window.
pub const MAX_STEPS: usize = 128;

/// A costume as one thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostumeDesign {
    /// The generation it is for.
    pub dialect: Dialect,
    /// Colours, redirection bytes, mirror flag.
    pub format: Format,
    /// Room palette index for each costume colour, 16 or 32 entries.
    pub palette: Vec<u8>,
    /// At most sixteen limbs; the first is drawn first.
    pub limbs: Vec<LimbDesign>,
    /// The actions of the limbs, for each chore and direction.
    pub chores: Vec<ChoreDesign>,
}

/// A limb and its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimbDesign {
    /// Its name, for messages only.
    pub name: String,
    /// Its pictures; a command shows one by its number.
    pub pictures: Vec<PictureDesign>,
}

/// A picture with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureDesign {
    /// Its name, for messages only.
    pub name: String,
    /// The pixels, or the picture that has them.
    pub source: PictureSource,
}

/// A chore in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoreDesign {
    /// Its number, 0 to 63.
    pub number: u8,
    /// Its name, for messages only.
    pub name: String,
    /// The direction that the actor faces.
    pub direction: Direction,
    /// The action of each limb; `None` leaves the limb unchanged.
    pub actions: [Option<LimbAction>; LIMBS],
}

/// The action of a limb in a chore.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimbAction {
    /// The limb is switched off.
    Off,
    /// The limb is not drawn until it is started, but goes on playing.
    Stop,
    /// The limb is drawn again.
    Start,
    /// It plays these steps over and over.
    Loop(Vec<LimbStep>),
    /// It plays these steps and holds the last.
    Once(Vec<LimbStep>),
}

/// One command of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimbStep {
    /// Shows a picture of the limb for a tick.
    Picture(u8),
    /// Shows nothing for a tick.
    Hide,
    /// Adds one to the actor's animation counter, in no time.
    Count,
    /// Starts a sound, in no time: v5 has only 0, the footstep; v6 has 0 to 7.
    Sound(u8),
}

impl CostumeDesign {
    /// A costume without limbs and chores.
    #[must_use]
    pub fn new(dialect: Dialect, format: Format) -> Self {
        let palette = vec![0; format.palette_len(dialect.cost.palette)];
        Self { dialect, format, palette, limbs: Vec::new(), chores: Vec::new() }
    }

    /// Lays the costume out.
    ///
    /// # Errors
    /// Parts that the format cannot hold, and commands that an interpreter cannot play. Pixels and palette are not
    /// checked.
    pub fn build(&self) -> Result<CostSource, Refused> {
        let mut problems = Vec::new();
        let source = self.lay_out(&mut problems);
        Refused::unless_empty(problems)?;
        Ok(source)
    }

    /// Writes the payload of a `COST` block.
    ///
    /// # Errors
    /// As [`CostumeDesign::build`], and what [`CostSource::write`] refuses.
    pub fn write(&self) -> Result<Vec<u8>, Refused> {
        let mut problems = Vec::new();
        let source = self.lay_out(&mut problems);
        match source.write() {
            Ok(payload) if problems.is_empty() => Ok(payload),
            Ok(_) => Err(Refused { problems }),
            Err(refused) => {
                let names = self.names();
                problems.extend(refused.problems.into_iter().map(|mut problem| {
                    if let Some(name) = names.get(&problem.path) {
                        problem.path.clone_from(name);
                    }
                    problem
                }));
                Err(Refused { problems })
            }
        }
    }

    fn lay_out(&self, problems: &mut Vec<Problem>) -> CostSource {
        let mut source = CostSource::new(self.dialect, self.format);
        source.palette.clone_from(&self.palette);
        if self.limbs.len() > LIMBS {
            refuse(problems, "limbs", format!("{} limbs; there are {LIMBS}", self.limbs.len()));
        }
        for (number, (limb, table)) in self.limbs.iter().zip(&mut source.limbs).enumerate() {
            if limb.pictures.len() > MAX_PICTURES {
                let text = format!("{} pictures; at most {MAX_PICTURES} can be shown", limb.pictures.len());
                refuse(problems, self.limb_path(number), text);
            }
            let first = source.pictures.len();
            for (index, picture) in limb.pictures.iter().enumerate() {
                if picture.source.width == 0 || picture.source.height == 0 {
                    let text = "has no pixels; hide the limb instead";
                    refuse(problems, self.picture_path(number, index), text);
                }
                source.pictures.push(picture.source.clone());
            }
            if !limb.pictures.is_empty() {
                *table = LimbSource::Table((first..source.pictures.len()).map(Some).collect());
            }
        }
        self.lay_out_chores(&mut source, problems);
        source
    }

    #[allow(clippy::arithmetic_side_effects, reason = "numbers of 8 bits, times four")]
    fn lay_out_chores(&self, source: &mut CostSource, problems: &mut Vec<Problem>) {
        source.record_table.push(None);
        for chore in &self.chores {
            let path = format!("chore {}{} / {}", chore.number, quoted(&chore.name), chore.direction);
            if let Some(why) = number_refused(chore.number) {
                refuse(problems, path, why);
                continue;
            }
            let mut record = [None; LIMBS];
            for (limb, (action, entry)) in chore.actions.iter().zip(&mut record).enumerate() {
                let Some(action) = action else { continue };
                let path = || format!("{path} / {}", self.limb_path(limb));
                *entry = Some(self.entry(limb, action, &mut source.commands, |text| {
                    refuse(problems, path(), text);
                }));
            }
            let index = usize::from(chore.number) * 4 + usize::from(chore.direction.number());
            if source.record_table.len() <= index {
                source.record_table.resize(index + 1, None);
            }
            let known = source.records.iter().position(|other| *other == record);
            if let Some(slot) = source.record_table.get_mut(index) {
                if slot.is_some() {
                    refuse(problems, path, "is described a second time");
                }
                *slot = Some(known.unwrap_or(source.records.len()));
            }
            if known.is_none() {
                source.records.push(record);
            }
        }
    }

    fn entry(
        &self,
        limb: usize,
        action: &LimbAction,
        commands: &mut Vec<u8>,
        mut refuse: impl FnMut(String),
    ) -> CostEntry {
        let byte = |command: CostCommand| command.byte(self.dialect.sounds).into_iter().collect::<Vec<u8>>();
        let (bytes, play_once) = match action {
            LimbAction::Off => return CostEntry::Off,
            LimbAction::Stop => (byte(CostCommand::Stop), false),
            LimbAction::Start => (byte(CostCommand::Start), false),
            LimbAction::Loop(steps) | LimbAction::Once(steps) => {
                let once = matches!(action, LimbAction::Once(_));
                self.check_window(limb, steps, once, &mut refuse);
                if !(1..=MAX_STEPS).contains(&steps.len()) {
                    refuse(format!("a window of {} steps; there are 1 to {MAX_STEPS}", steps.len()));
                    return CostEntry::Off;
                }
                (steps.iter().filter_map(|step| step.command().byte(self.dialect.sounds)).collect(), once)
            }
        };
        let start = place_window(commands, &bytes);
        let length = u8::try_from(bytes.len()).unwrap_or(u8::MAX);
        match u16::try_from(start) {
            Ok(start) if start != 0xFFFF => CostEntry::Window(Window { start, length, play_once }),
            _ => {
                refuse(format!("its window starts at command {start}; starts are 16 bits wide"));
                CostEntry::Off
            }
        }
    }

    fn check_window(&self, limb: usize, steps: &[LimbStep], once: bool, refuse: &mut impl FnMut(String)) {
        if steps.first().is_some_and(|step| step.is_passed_through()) {
            refuse("begins with a count or a sound, which would be drawn as a picture".into());
        }
        if once && steps.last().is_some_and(|step| step.is_passed_through()) {
            refuse("is played once and ends with a count or a sound: the interpreter would hang".into());
        }
        let pictures = self.limbs.get(limb).map_or(0, |limb| limb.pictures.len());
        for step in steps {
            match step {
                LimbStep::Picture(index) if usize::from(*index) >= pictures => {
                    refuse(format!("shows picture {index} of {pictures}"));
                }
                LimbStep::Sound(index) if *index >= sounds(self.dialect.sounds) => {
                    refuse(format!("plays sound {index} of {}", sounds(self.dialect.sounds)));
                }
                // In this generation, the byte of the picture would mean or start a sound.
                LimbStep::Picture(index) if step.command().byte(self.dialect.sounds).is_none() => {
                    refuse(format!("shows picture {index}, which no command of this generation names"));
                }
                _ => {}
            }
        }
    }

    fn limb_path(&self, limb: usize) -> String {
        let name = self.limbs.get(limb).map_or("", |limb| &limb.name);
        format!("limb {limb}{}", quoted(name))
    }

    fn picture_path(&self, limb: usize, index: usize) -> String {
        let picture = self.limbs.get(limb).and_then(|limb| limb.pictures.get(index));
        let name = quoted(picture.map_or("", |picture| &picture.name));
        format!("{} / picture {index}{name}", self.limb_path(limb))
    }

    /// Returns the plain paths of limbs and pictures with their names in this design.
    fn names(&self) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for (number, limb) in self.limbs.iter().enumerate() {
            names.insert(format!("limb {number}"), self.limb_path(number));
            for index in 0..limb.pictures.len() {
                names.insert(format!("limb {number} / picture {index}"), self.picture_path(number, index));
            }
        }
        names
    }
}

impl LimbStep {
    fn command(self) -> CostCommand {
        match self {
            Self::Picture(index) => CostCommand::Picture(index),
            Self::Hide => CostCommand::Hide,
            Self::Count => CostCommand::Count,
            Self::Sound(index) => CostCommand::Sound(index),
        }
    }

    fn is_passed_through(self) -> bool {
        matches!(self, Self::Count | Self::Sound(_))
    }
}

/// How many sounds a command can name.
fn sounds(codes: SoundCodes) -> u8 {
    match codes {
        SoundCodes::Footstep | SoundCodes::FootstepBit => 1,
        SoundCodes::List | SoundCodes::ListReversed => 8,
    }
}

/// Why a script could never start the chore of this number, if so (`docs/format/animation.md §5`).
fn number_refused(number: u8) -> Option<&'static str> {
    match number {
        0..56 | 61 | 63 => None,
        56..=60 => Some("scripts take the numbers 56 to 60 for the roles, init to talk stop"),
        62 => Some("the interpreter forbids chore 62"),
        _ => Some("chores go up to 63: records are numbered with 8 bits"),
    }
}

/// Returns the place of a window in the stream. A window that does not occur yet is appended.
fn place_window(commands: &mut Vec<u8>, window: &[u8]) -> usize {
    let found = commands.windows(window.len().max(1)).position(|place| place == window);
    found.unwrap_or_else(|| {
        let start = commands.len();
        commands.extend_from_slice(window);
        start
    })
}

fn quoted(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" \"{name}\"") }
}

fn refuse(problems: &mut Vec<Problem>, path: impl Into<String>, text: impl Into<String>) {
    problems.push(Problem::new(Severity::Broken, path, None, text));
}

#[cfg(test)]
mod tests;
