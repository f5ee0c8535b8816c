//! Converts a COST costume to another generation: changes positions, chores, colours and pictures so that they look
//! the same there.
//!
//! | what | how |
//! |---|---|
//! | positions | the feet move to where the generation has them ([`feet`](costumier::Dialect::feet)) |
//! | chores | roles take the generation's numbers; what an actor shows when it appears stays the same |
//! | colours | the nearest that the generation has, or that the room has which the costume goes to |
//! | pictures | in v1, cells of eight columns in which every second column counts |
//!
//! Directions have the same numbers in all COST costumes. What the generation cannot hold is a problem; what is lost
//! is a note. AKOS blocks are made from the design for v6 ([`CostumeDesign::to_akos`]).

mod cells;
mod chores;
mod colours;

pub(crate) use colours::SHADOW;
pub(super) use colours::{room_numbers, tell_other_room};

use std::collections::BTreeSet;

use costumier::format::akos::{AkosEntry, AkosSource, Header};
use costumier::format::cost::LIMBS;
use costumier::format::dialect::Palette;
use costumier::{Dialect, Direction, Facing, Refused};
use costumier_build::akos::AkosForm;
use costumier_build::costume::{CostumeDesign, LimbDesign};

use super::report::Report;
use super::{TEXT, dialect_name, refused};
use crate::pictures::Rgb;

/// The generation and room that a costume is converted for.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    /// The generation to convert to.
    pub(super) dialect: Dialect,
    /// The 256 colours of the room that the costume goes into; empty if unknown.
    pub(super) room_colours: &'a [Rgb],
}

/// A costume for another generation.
pub(super) struct Converted {
    /// The design; for v6 if the target has AKOS costumes.
    pub(super) design: CostumeDesign,
    /// The colour of each costume colour on the screen; empty if unknown.
    pub(super) colours: Vec<Rgb>,
}

/// Reports generations that have no costume folders. Returns whether the generation has them.
pub(super) fn has_form(dialect: &Dialect, report: &mut Report) -> bool {
    let has = dialect.has_plain_costumes();
    if !has {
        let (machine, generation) = (dialect.platform(), dialect.generation());
        let text = format!(
            "costume folders do not support costumes of {generation} for {machine}; choose another \
             generation"
        );
        report.refuse(format!("{TEXT}: generation"), text);
    }
    has
}

/// Converts a costume. `shown` is the colour of each costume colour, empty if unknown.
pub(super) fn convert(
    mut design: CostumeDesign,
    shown: &[Rgb],
    target: &Target<'_>,
    report: &mut Report,
) -> Option<Converted> {
    let from = design.dialect;
    if !has_form(&target.dialect, report) || !has_form(&from, report) {
        return None;
    }
    let to = if target.dialect.has_akos() { Dialect::V6 } else { target.dialect };
    design.dialect = to;
    let is_same = from.shares_costumes_with(&to);
    // Pixels of 16 bits have the costume's own colours, not the room's.
    let brings_colours = target.dialect.high_colour.is_some();
    let target = &Target { room_colours: if brings_colours { &[] } else { target.room_colours }, ..*target };
    let colours = colours::convert(&mut design, shown, (&from, target), report)?;
    if !is_same {
        chores::convert(&mut design, &from, &to);
        place(&mut design, &from, &to, report);
        if to.cost.palette == Palette::None && from.cost.palette != Palette::None {
            cells::convert(&mut design, report);
        }
        number_limbs(&mut design, report);
    }
    report.problems.is_empty().then_some(Converted { design, colours })
}

/// Returns 256 colours, each under its number. The first of several with one number counts.
pub(super) fn by_number(numbers: &[u8], colours: &[Rgb]) -> Vec<Rgb> {
    let mut all = vec![[0; 3]; 256];
    for (number, colour) in numbers.iter().zip(colours).rev() {
        if let Some(slot) = all.get_mut(usize::from(*number)) {
            *slot = *colour;
        }
    }
    all
}

impl Converted {
    /// Returns the block's payload.
    pub(super) fn write(&self, dialect: Dialect) -> Result<Vec<u8>, Refused> {
        if !dialect.has_akos() {
            return self.design.write();
        }
        let mut form = AkosForm::plain(dialect);
        // Pixels of 16 bits have the colours that the costume brings along.
        if dialect.high_colour.is_some() && !self.colours.is_empty() {
            form.room_palette = by_number(&self.design.palette, &self.colours);
        }
        let (mut plain, mut diagonals) = (self.design.clone(), self.design.clone());
        let is_plain = |number: u8| number < FIRST_DIAGONAL;
        plain.chores.retain(|chore| is_plain(chore.number));
        diagonals.chores.retain(|chore| !is_plain(chore.number));
        let mut source = plain.to_akos(&form)?;
        if dialect.akos.eight_ways && !diagonals.chores.is_empty() {
            for chore in &mut diagonals.chores {
                chore.number = chore.number.saturating_sub(FIRST_DIAGONAL);
            }
            add_diagonals(&mut source, diagonals.to_akos(&form)?)?;
        }
        source.write()
    }
}

/// Number of the first chore that holds the diagonals of another one: COST costumes have four directions, and no chore
/// of so high a number.
const FIRST_DIAGONAL: u8 = 64;
pub(crate) const DIAGONALS: u16 = 64;

/// Whether a facing is one that only costumes of eight directions have.
pub(crate) fn is_diagonal(facing: Facing) -> bool {
    !Facing::QUARTERS.contains(&facing)
}

/// Returns the chore and the direction that hold a record of a design, which may be that of a diagonal.
pub(crate) fn stored_as(chore: u16, facing: Facing) -> (u16, Direction) {
    match is_diagonal(facing) {
        false => (chore, facing.direction()),
        true => (
            chore.saturating_add(DIAGONALS),
            match facing.angle() {
                45 => Direction::North,
                135 => Direction::East,
                225 => Direction::South,
                _ => Direction::West,
            },
        ),
    }
}

/// Adds the records of diagonals, which are those of four directions in a costume with the same pictures. They get
/// their
/// places among eight directions.
fn add_diagonals(source: &mut AkosSource, diagonals: AkosSource) -> Result<(), Refused> {
    let (programs, records) = (source.sequence.len(), source.records.len());
    let moved = |entry: AkosEntry| {
        let start = usize::from(entry.start) + if entry.mode.has_window() { programs } else { 0 };
        let start = u16::try_from(start).map_err(|_| {
            refused(TEXT, "the programs of all facings have more than 65536 bytes; draw fewer frames")
        });
        Ok::<_, Refused>(AkosEntry { start: start?, ..entry })
    };
    for mut record in diagonals.records {
        for entry in &mut record {
            *entry = entry.map(moved).transpose()?;
        }
        source.records.push(record);
    }
    source.sequence.extend(diagonals.sequence);
    let plain = std::mem::take(&mut source.record_table);
    let record = |chore: u16, facing: Facing| {
        let (stored, direction) = stored_as(chore, facing);
        let (table, first) = if stored == chore { (&plain, 0) } else { (&diagonals.record_table, records) };
        let found = table.get(4 * usize::from(chore) + usize::from(direction.number()))?;
        found.map(|number| first + number)
    };
    let table = (0..DIAGONALS).flat_map(|chore| Facing::ALL.map(|facing| record(chore, facing)));
    source.record_table = table.collect();
    let last = source.record_table.iter().rposition(Option::is_some).map_or(0, |last| last / 8 * 8 + 8);
    source.record_table.truncate(last);
    source.flags |= Header::EIGHT_WAYS;
    Ok(())
}

/// Moves all pictures so that the feet are where the generation has them.
fn place(design: &mut CostumeDesign, from: &Dialect, to: &Dialect, report: &mut Report) {
    let ((from_x, from_y), (to_x, to_y)) = (from.feet(), to.feet());
    for (number, limb) in design.limbs.iter_mut().enumerate() {
        for picture in &mut limb.pictures {
            let source = &mut picture.source;
            let moved = |at: i16, by: i32| i16::try_from(i32::from(at) + by).ok();
            match (moved(source.x, to_x - from_x), moved(source.y, to_y - from_y)) {
                (Some(x), Some(y)) => (source.x, source.y) = (x, y),
                _ => {
                    let path =
                        format!("{TEXT}: limb {number} \"{}\" / picture \"{}\"", limb.name, picture.name);
                    report.refuse(path, format!("is too far from the anchor for {}", dialect_name(to)));
                }
            }
        }
    }
}

/// Gives limbs lower numbers, in the same order, if a generation has fewer of them.
fn number_limbs(design: &mut CostumeDesign, report: &mut Report) {
    let most = design.dialect.cost.limbs;
    let pictured = design.limbs.iter().enumerate().filter(|(_, limb)| !limb.pictures.is_empty());
    let mut used: BTreeSet<usize> = pictured.map(|(number, _)| number).collect();
    for chore in &design.chores {
        used.extend((0..LIMBS).filter(|limb| chore.actions.get(*limb).is_some_and(Option::is_some)));
    }
    if used.last().is_none_or(|last| *last < most) {
        return;
    }
    let name = dialect_name(&design.dialect);
    if used.len() > most {
        let (used, more) = (used.len(), used.len() - most);
        let text = format!("{used} limbs are used, and {name} has {most}; remove {more} of them");
        report.refuse(format!("{TEXT}: limb"), text);
        return;
    }
    let mut limbs = vec![LimbDesign::default(); used.len()];
    for (slot, number) in limbs.iter_mut().zip(&used) {
        if let Some(limb) = design.limbs.get_mut(*number) {
            *slot = std::mem::take(limb);
        }
    }
    design.limbs = limbs;
    for chore in &mut design.chores {
        let mut actions: [_; LIMBS] = Default::default();
        for (slot, number) in actions.iter_mut().zip(&used) {
            *slot = chore.actions.get_mut(*number).and_then(Option::take);
        }
        chore.actions = actions;
    }
    report.note(TEXT, &format!("limbs were renumbered in the same order, because {name} has {most} limbs"));
}
