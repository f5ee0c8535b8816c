//! A costume design as an AKOS block: the twin of its COST block, with the same pictures and the same play.
//!
//! | design | window (modes 2, 3) | program (modes 6, 7) |
//! |---|---|---|
//! | a picture | `picture n` | `picture n`, or `draw x,y:n` for codec 32 |
//! | hide, count, footstep | `empty`, `increment`, `first-sound` | the same |
//! | loop, once | mode 2, mode 3 | `goto` the first or the last code; a single step: mode 7 |
//! | off, stop, start | modes 1, 4, 5 | the same |
//!
//! Pictures of all limbs stand in one table, in the limbs' order. Both formats subtract a picture's y move,
//! so it is copied. Codecs 5, 16 and 32 hold room colours, so the palette is worked in and 255 is transparent
//! (`docs/format/akos.md §9.2`).
//!
//! The two formats play the same design differently in these points, which no block can change:
//! - An AKOS limb starts over whenever the facing changes; a COST limb goes on where its record already has
//!   the new facing's number (`docs/format/animation.md §7`, `docs/format/akos-programs.md §2`). So it does
//!   after a facing for which its chore has no record.
//! - The count is variable 0, which a chore does not clear (`docs/format/akos-programs.md §1`); the COST
//!   counter is cleared (`docs/format/animation.md §5`).
//! - Sounds are heard after all limbs have stepped, the last first (`docs/format/akos-programs.md §7.1`).
//! - Only codec 1 is scaled, in v7 and v8 by a table of their own (`docs/format/akos-programs.md §8`).

use super::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbStep, PictureDesign};
pub use costumier_format::akos::Codec;
use costumier_format::akos::program::assemble;

use costumier_format::akos::{AkosEntry, AkosSource, Header, LIMBS, Mode};
use costumier_format::dialect::Dialect;
use costumier_format::model::{PictureSource, PixelSource};
use costumier_format::{Problem, Refused, Severity};

/// The transparent colour of codecs that hold room colours.
const TRANSPARENT: u8 = 255;

/// How a design becomes an AKOS block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AkosForm {
    /// The generation it is for: v7, v8 or Humongous.
    pub dialect: Dialect,
    /// How the pictures are packed.
    pub codec: Codec,
    /// Whether limbs run programs; else they step through windows, as COST limbs do.
    pub programs: bool,
    /// Red, green and blue of the room's colours, to be kept with the costume; empty for none.
    pub room_palette: Vec<[u8; 3]>,
}

impl AkosForm {
    /// Codec 1 and windows: the form nearest to COST.
    #[must_use]
    pub fn plain(dialect: Dialect) -> Self {
        Self { dialect, codec: Codec::Rle, programs: false, room_palette: Vec::new() }
    }
}

impl CostumeDesign {
    /// The design as the source of an AKOS block.
    ///
    /// # Errors
    /// What [`CostumeDesign::build`] refuses, sounds other than the footstep in windows, packed pictures, and
    /// room colour 255 in a picture whose codec takes it for transparent.
    pub fn to_akos(&self, form: &AkosForm) -> Result<AkosSource, Refused> {
        self.build()?;
        let mut layout = Layout::new(self, form);
        layout.pictures();
        layout.chores();
        Refused::unless_empty(layout.problems)?;
        Ok(layout.out)
    }
}

struct Layout<'a> {
    design: &'a CostumeDesign,
    form: &'a AkosForm,
    out: AkosSource,
    /// Number of each limb's first picture.
    first: Vec<usize>,
    /// The codes of windows, each with its place in the sequence.
    codes: Vec<(usize, String)>,
    /// The existing programs: limb, action, start.
    programs: Vec<(usize, LimbAction, usize)>,
    problems: Vec<Problem>,
}

impl<'a> Layout<'a> {
    fn new(design: &'a CostumeDesign, form: &'a AkosForm) -> Self {
        let first = design.limbs.iter().scan(0_usize, |count, limb| {
            let first = *count;
            *count = count.saturating_add(limb.pictures.len());
            Some(first)
        });
        let mut out = AkosSource::new(form.codec, palette(design, form));
        if design.format.never_mirror {
            out.flags |= Header::NEVER_MIRROR;
        }
        out.rgb = rgb(&out.palette, form);
        let first = first.collect();
        Self { design, form, out, first, codes: vec![], programs: vec![], problems: vec![] }
    }

    fn refuse(&mut self, path: String, text: String) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    fn pictures(&mut self) {
        for (number, limb) in self.design.limbs.iter().enumerate() {
            for picture in &limb.pictures {
                let source = &picture.source;
                let rows = self.rows(picture).unwrap_or_else(|text| {
                    let path = format!("limb {number} \"{}\" / picture \"{}\"", limb.name, picture.name);
                    self.refuse(path, text);
                    Vec::new()
                });
                self.out.pictures.push(PictureSource { pixels: PixelSource::Rows(rows), ..source.clone() });
            }
        }
    }

    fn rows(&self, picture: &PictureDesign) -> Result<Vec<u8>, String> {
        let PixelSource::Rows(rows) = &picture.source.pixels else {
            return Err("is packed already; its pixels are needed".into());
        };
        if self.form.codec == Codec::Rle {
            return Ok(rows.clone());
        }
        let room = |colour: &u8| match self.design.palette.get(usize::from(*colour)) {
            _ if *colour == 0 => Ok(TRANSPARENT),
            Some(&TRANSPARENT) => {
                Err(format!("colour {colour} is room colour 255, which is transparent here"))
            }
            Some(room) => Ok(*room),
            None => Err(format!("has no colour {colour}")),
        };
        rows.iter().map(room).collect()
    }

    #[allow(clippy::arithmetic_side_effects, reason = "numbers of 8 bits, times four")]
    fn chores(&mut self) {
        for chore in &self.design.chores {
            let mut record = [None; LIMBS];
            for (limb, (action, entry)) in (0..).zip(chore.actions.iter().zip(&mut record)) {
                *entry = action.as_ref().and_then(|action| self.entry(chore, limb, action));
            }
            let index = 4 * usize::from(chore.number) + usize::from(chore.direction.number());
            let table = &mut self.out.record_table;
            if table.len() <= index {
                // A chore has all its directions, whether they are there or not.
                table.resize(index / 4 * 4 + 4, None);
            }
            let known = self.out.records.iter().position(|other| *other == record);
            if let Some(slot) = table.get_mut(index) {
                *slot = Some(known.unwrap_or(self.out.records.len()));
            }
            if known.is_none() {
                self.out.records.push(record);
            }
        }
    }

    fn entry(&mut self, chore: &ChoreDesign, limb: usize, action: &LimbAction) -> Option<AkosEntry> {
        let (steps, mode) = match action {
            LimbAction::Off => return Some(without_window(Mode::Kill)),
            LimbAction::Stop => return Some(without_window(Mode::Hide)),
            LimbAction::Start => return Some(without_window(Mode::Show)),
            LimbAction::Loop(steps) => (steps, Mode::Loop),
            LimbAction::Once(steps) => (steps, Mode::Once),
        };
        let placed = self.statements(limb, steps).and_then(|lines| {
            if !self.form.programs {
                return self.window(&lines).map(|(start, length)| (mode, start, length));
            }
            let mode = if lines.len() == 1 { Mode::Still } else { Mode::Run };
            self.program(limb, action, &lines).map(|start| (mode, start, 0))
        });
        match placed.and_then(|(mode, start, length)| {
            let narrow = |n| u16::try_from(n).map_err(|_| "begins behind the first 65535 bytes".to_owned());
            Ok(AkosEntry { mode, start: narrow(start)?, length: narrow(length)? })
        }) {
            Ok(entry) => Some(entry),
            Err(text) => {
                let path =
                    format!("chore {} \"{}\" / {} / limb {limb}", chore.number, chore.name, chore.direction);
                self.refuse(path, text);
                None
            }
        }
    }

    /// The steps in words.
    fn statements(&self, limb: usize, steps: &[LimbStep]) -> Result<Vec<String>, String> {
        let first = self.first.get(limb).copied().unwrap_or(0);
        steps
            .iter()
            .map(|step| match *step {
                LimbStep::Picture(index) => Ok(self.picture(first.saturating_add(usize::from(index)))),
                LimbStep::Hide => Ok("empty".to_owned()),
                LimbStep::Count => Ok("increment".to_owned()),
                LimbStep::Sound(0) => Ok("first-sound".to_owned()),
                LimbStep::Sound(slot) if self.form.programs => {
                    let first = self.form.dialect.akos.first_sound;
                    Ok(format!("sound sound={}", u16::from(slot).saturating_add(first.into())))
                }
                LimbStep::Sound(slot) => Err(format!("plays sound {slot}, which a window cannot say")),
            })
            .collect()
    }

    /// A picture by itself, or at its place by a draw command: the interpreter knows codec 32 only there
    /// (`docs/format/codecs.md §1`).
    fn picture(&self, number: usize) -> String {
        let Some(info) = self.out.pictures.get(number).filter(|_| self.form.codec == Codec::Trle) else {
            return format!("picture {number}");
        };
        let (x, y) = (info.x, info.y);
        match (info.move_x, info.move_y) {
            (0, 0) => format!("draw {x},{y}:{number}"),
            (move_x, move_y) => format!("draw-move move={move_x},{move_y} {x},{y}:{number}"),
        }
    }

    /// Finds the codes in the sequence, or appends them. Returns their place and the distance from it to the
    /// start of the last one.
    fn window(&mut self, lines: &[String]) -> Result<(usize, usize), String> {
        let same = |codes: &[(usize, String)]| codes.iter().map(|(_, line)| line).eq(lines);
        let found = self.codes.windows(lines.len().max(1)).position(same);
        let from = found.unwrap_or(self.codes.len());
        if found.is_none() {
            for line in lines {
                let at = self.append(line)?;
                self.codes.push((at, line.clone()));
            }
        }
        match self.codes.get(from..).and_then(|codes| codes.get(..lines.len())) {
            Some([(first, _), .., (last, _)]) => Ok((*first, last.saturating_sub(*first))),
            Some([(only, _)]) => Ok((*only, 0)),
            _ => Err("has no steps".into()),
        }
    }

    /// As [`Layout::window`], with a jump behind the last code: to the first for a loop, to the last itself
    /// for chores that play once. A single step needs none. Returns the place.
    fn program(&mut self, limb: usize, action: &LimbAction, lines: &[String]) -> Result<usize, String> {
        // Limbs have pictures of their own, so only programs of the same limb can be equal.
        let known = self.programs.iter().find(|(of, other, _)| *of == limb && other == action);
        if let Some((_, _, start)) = known {
            return Ok(*start);
        }
        let start = self.out.sequence.len();
        let mut last = start;
        for line in lines {
            last = self.append(line)?;
        }
        if lines.len() > 1 {
            let target = if matches!(action, LimbAction::Once(_)) { last } else { start };
            self.append(&format!("goto to={target:#06x}"))?;
        }
        self.programs.push((limb, action.clone(), start));
        Ok(start)
    }

    fn append(&mut self, line: &str) -> Result<usize, String> {
        let at = self.out.sequence.len();
        let bytes = assemble(line, &self.form.dialect.akos).map_err(|refused| {
            refused.problems.first().map_or(String::new(), |problem| problem.text.clone())
        })?;
        self.out.sequence.extend(bytes);
        Ok(at)
    }
}

fn without_window(mode: Mode) -> AkosEntry {
    AkosEntry { mode, start: 0, length: 0 }
}

/// AKPL (`docs/format/akos.md §4`).
fn palette(design: &CostumeDesign, form: &AkosForm) -> Vec<u8> {
    match form.codec {
        Codec::Trle => vec![TRANSPARENT],
        Codec::MajMin if form.dialect.akos.majmin_transparent.is_none() => vec![TRANSPARENT, 0],
        Codec::Bomp | Codec::MajMin => (0..=255).collect(),
        Codec::Rle | Codec::Unknown(_) => design.palette.clone(),
    }
}

/// RGBS: of each entry of AKPL, or of all room colours (`docs/format/akos.md §5`).
fn rgb(palette: &[u8], form: &AkosForm) -> Option<Vec<[u8; 3]>> {
    let room = |colour: u8| form.room_palette.get(usize::from(colour)).copied().unwrap_or_default();
    if form.room_palette.is_empty() {
        return None;
    }
    let parallel = form.codec == Codec::Rle && !form.dialect.akos.rgb_of_room;
    Some(if parallel {
        palette.iter().map(|colour| room(*colour)).collect()
    } else {
        (0..=255).map(room).collect()
    })
}

#[cfg(test)]
mod tests;
