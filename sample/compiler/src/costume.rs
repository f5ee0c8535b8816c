//! A costume: `costume.toml` and the sheets that it names.

use std::collections::BTreeMap;

use costumier::build::costume::{
    ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign,
};
use costumier::build::{PictureSource, PixelSource};
use costumier::raw::cost::{Format, LIMBS};
use costumier::{Dialect, Direction};
use serde::Deserialize;

use super::picture::Sheets;
use super::{Place, Report};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostumeFile {
    colours: usize,
    never_mirror: bool,
    palette: Vec<u8>,
    limb: Vec<CostEntry>,
    chore: Vec<ChoreEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostEntry {
    number: usize,
    name: String,
    picture: Vec<PictureEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureEntry {
    name: String,
    sheet: String,
    rect: [usize; 4],
    at: [i16; 2],
    #[serde(default, rename = "move")]
    moves: [i16; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChoreEntry {
    number: u8,
    name: String,
    west: Option<FacingEntry>,
    east: Option<FacingEntry>,
    south: Option<FacingEntry>,
    north: Option<FacingEntry>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FacingEntry {
    SameAs(String),
    Limbs(BTreeMap<String, ActionEntry>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ActionEntry {
    Word(String),
    Steps(StepsEntry),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum StepsEntry {
    Loop(Vec<String>),
    Once(Vec<String>),
}

/// The costume, whatever block it shall become.
pub(super) fn compile(place: &Place, report: &mut Report) -> Option<CostumeDesign> {
    let (path, name) = place.file("costume.toml");
    let source: CostumeFile = report.read_toml(&path, &name)?;
    let before = report.problems.len();
    let kind = match source.colours {
        16 => 0x58,
        32 => 0x59,
        other => {
            report.refuse(format!("{name}: colours"), format!("{other}; costumes have 16 or 32"));
            0x59
        }
    };
    let mirror = if source.never_mirror { 0x80 } else { 0 };
    let mut design = CostumeDesign::new(Dialect::V5, Format::from_byte(kind | mirror)?);
    design.palette = source.palette;
    design.palette.resize(design.palette.len().max(source.colours), 0);
    let mut sheets = Sheets::default();
    for limb in &source.limb {
        let path = format!("{name}: limb {} \"{}\"", limb.number, limb.name);
        if limb.number >= LIMBS {
            report.refuse(path, format!("limbs are numbered 0 to {}", LIMBS - 1));
            continue;
        }
        if design.limbs.len() <= limb.number {
            design.limbs.resize(limb.number + 1, LimbDesign::default());
        }
        if source.limb.iter().filter(|other| other.name == limb.name).count() > 1 {
            report.refuse(&path, "shares its name with another limb");
        }
        let Some(slot) = design.limbs.get_mut(limb.number) else { continue };
        if !slot.name.is_empty() {
            report.refuse(&path, format!("limb {} is \"{}\" already", limb.number, slot.name));
        }
        slot.name.clone_from(&limb.name);
        slot.pictures = limb.picture.iter().map(|p| p.read(place, &path, &mut sheets, report)).collect();
    }
    for chore in &source.chore {
        let path = format!("{name}: chore {} \"{}\"", chore.number, chore.name);
        for direction in Direction::ALL {
            let Some(limbs) = chore.facing(direction, &path, report) else { continue };
            let path = format!("{path} / {direction}");
            design.chores.push(ChoreDesign {
                number: chore.number,
                name: chore.name.clone(),
                direction,
                actions: actions(limbs, &design.limbs, &path, report),
            });
        }
    }
    // What is wrong with it in every generation is told with the names of its limbs and pictures.
    report.accept(&name, design.write());
    (report.problems.len() == before).then_some(design)
}

impl PictureEntry {
    /// The picture; one without pixels where they are not there, which is then in the report.
    fn read(&self, place: &Place, limb: &str, sheets: &mut Sheets, report: &mut Report) -> PictureDesign {
        let [_, _, width, height] = self.rect;
        let sheet = sheets.get(place, &self.sheet, report);
        let size = sheet.map(|sheet| (sheet.width, sheet.height));
        let pixels = sheet.and_then(|sheet| sheet.cut(self.rect));
        if let (Some((width, height)), None) = (size, &pixels) {
            let text = format!("{:?} is not inside {}, which is {width} × {height}", self.rect, self.sheet);
            report.refuse(format!("{limb} / picture \"{}\"", self.name), text);
        }
        let ([x, y], [move_x, move_y]) = (self.at, self.moves);
        // A picture that is not there has been reported; one transparent pixel keeps it from being reported
        // again.
        let found = pixels.is_some();
        let source = PictureSource {
            width: if found { u16::try_from(width).unwrap_or(u16::MAX) } else { 1 },
            height: if found { u16::try_from(height).unwrap_or(u16::MAX) } else { 1 },
            x,
            y,
            move_x,
            move_y,
            pixels: PixelSource::Rows(pixels.unwrap_or_else(|| vec![0])),
        };
        PictureDesign { name: self.name.clone(), source }
    }
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

    /// What the limbs do in a direction, which may be what they do in another.
    fn facing(
        &self,
        direction: Direction,
        path: &str,
        report: &mut Report,
    ) -> Option<&BTreeMap<String, ActionEntry>> {
        match self.entry(direction)? {
            FacingEntry::Limbs(limbs) => Some(limbs),
            FacingEntry::SameAs(other) => {
                let meant = Direction::ALL.into_iter().find(|direction| direction.name() == other);
                if let Some(FacingEntry::Limbs(limbs)) = meant.and_then(|direction| self.entry(direction)) {
                    return Some(limbs);
                }
                let text = format!("repeats {other:?}, which is no facing described in this chore");
                report.refuse(format!("{path} / {direction}"), text);
                None
            }
        }
    }
}

fn actions(
    entries: &BTreeMap<String, ActionEntry>,
    limbs: &[LimbDesign],
    path: &str,
    report: &mut Report,
) -> [Option<LimbAction>; LIMBS] {
    let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
    for (name, entry) in entries {
        let path = format!("{path} / limb \"{name}\"");
        let Some(number) = limbs.iter().position(|limb| limb.name == *name) else {
            report.refuse(path, "there is no such limb");
            continue;
        };
        let mut steps = |words: &[String]| {
            words.iter().filter_map(|word| step(word, &limbs[number], &path, report)).collect()
        };
        let action = match entry {
            ActionEntry::Steps(StepsEntry::Loop(words)) => LimbAction::Loop(steps(words)),
            ActionEntry::Steps(StepsEntry::Once(words)) => LimbAction::Once(steps(words)),
            ActionEntry::Word(word) => match word.as_str() {
                "off" => LimbAction::Off,
                "stop" => LimbAction::Stop,
                "start" => LimbAction::Start,
                other => {
                    report.refuse(path, format!("{other:?} is none of off, stop, start"));
                    continue;
                }
            },
        };
        actions[number] = Some(action);
    }
    actions
}

fn step(word: &str, limb: &LimbDesign, path: &str, report: &mut Report) -> Option<LimbStep> {
    match word {
        "@hide" => return Some(LimbStep::Hide),
        "@count" => return Some(LimbStep::Count),
        "@sound" => return Some(LimbStep::Sound(0)),
        _ => {}
    }
    let found = limb.pictures.iter().position(|picture| picture.name == word);
    let step = found.and_then(|index| u8::try_from(index).ok()).map(LimbStep::Picture);
    if step.is_none() {
        report.refuse(path, format!("{word:?} is no picture of this limb and none of @hide, @count, @sound"));
    }
    step
}
