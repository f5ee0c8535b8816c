//! Converts an AKOS costume to limbs with windows, for generations whose costumes are COST blocks: the inverse of
//! `CostumeDesign::to_akos`.
//!
//! | AKOS | COST |
//! |---|---|
//! | windows, and programs that only go round or come to rest | `loop`, `once` |
//! | `draw`, `draw-move` without conditions | a picture of its own, painted from those that are drawn |
//! | 64 costume colours or room colours | as many as are used, at most 31 and the transparent one |
//! | pictures of the whole costume | those that a limb shows, 113 at most |
//!
//! **Note:** a program that COST can hold has no conditions, so the place where a limb rests decides everything after
//! it. Playing it until it rests at an earlier place gives all of its steps.
//!
//! Anything that the format cannot hold is a problem, and all problems are reported together. Data that only scripts
//! use (jumps, names, auxiliary frames) is left out, with a note.

mod art;
mod steps;

use std::collections::BTreeMap;

use costumier::format::akos::{Akos, AkosEntry, LIMBS};
use costumier::{Dialect, Direction, Facing, Limits};
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction};

use self::art::Art;
use super::model::AkosCostume;
use crate::folder::TEXT;
use crate::folder::convert::Converted;
use crate::folder::describe::chore_name;
use crate::folder::report::Report;
use crate::pictures::Rgb;

/// Converts the costume for `dialect`, whose costumes have a palette of room colours. `of_block` is the folder's
/// model of the block, `shown` the colour of each pixel value.
pub(super) fn to_cost(
    akos: &Akos,
    of_block: &AkosCostume,
    dialect: Dialect,
    shown: &[Rgb],
    limits: &Limits,
    report: &mut Report,
) -> Option<Converted> {
    left_out(of_block, report);
    let mut reader = Reader {
        akos,
        of_block,
        art: Art::new(akos, of_block, limits),
        known: BTreeMap::new(),
        chores: Vec::new(),
    };
    for index in of_block.records.keys().copied() {
        reader.record(index, report);
    }
    let Reader { art, chores, .. } = reader;
    let made = art.finish(dialect, akos.header().never_mirror(), shown, report)?;
    let made = Converted { design: CostumeDesign { chores, ..made.design }, colours: made.colours };
    report.problems.is_empty().then_some(made)
}

/// Reports data that no chore shows and that COST cannot hold.
fn left_out(of_block: &AkosCostume, report: &mut Report) {
    let all = [
        (of_block.frames.len(), "auxiliary frames"),
        (of_block.jumps.len(), "jumps"),
        (of_block.conditions.len(), "conditions"),
        (of_block.names.len(), "names of sequences"),
    ];
    for (count, what) in all.into_iter().filter(|(count, _)| *count > 0) {
        report.note(TEXT, &format!("{count} {what} were left out, because COST cannot hold them"));
    }
}

struct Reader<'a> {
    akos: &'a Akos,
    of_block: &'a AkosCostume,
    art: Art<'a>,
    /// Results of limbs converted so far; many records repeat each other.
    known: BTreeMap<(usize, AkosEntry), Option<LimbAction>>,
    chores: Vec<ChoreDesign>,
}

impl Reader<'_> {
    fn record(&mut self, index: u16, report: &mut Report) {
        let number = self.akos.chore_of(index);
        let name = chore_name(&self.of_block.dialect, number);
        let facing = self.akos.facing_of(index);
        let path = format!("{TEXT}: chore {number} \"{name}\" / {facing}");
        let Some(direction) = Direction::ALL.into_iter().find(|it| Facing::from(*it) == facing) else {
            report.refuse(path, "is a facing that COST costumes lack; they have west, east, south and north");
            return;
        };
        let Ok(number) = u8::try_from(number) else {
            report.refuse(path, "its number is too high; COST costumes have chores 0 to 63");
            return;
        };
        let Some(limbs) = self.of_block.record(index) else { return };
        let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
        for (limb, (slot, entry)) in actions.iter_mut().zip(limbs).enumerate() {
            let Some(entry) = entry else { continue };
            *slot = match self.known.get(&(limb, *entry)) {
                Some(known) => known.clone(),
                None => {
                    let action = steps::action(self.akos, *entry, &mut |shown| self.art.picture(limb, shown));
                    let action =
                        action.map_err(|why| report.refuse(format!("{path} / limb-{limb}"), why)).ok();
                    self.known.insert((limb, *entry), action.clone());
                    action
                }
            };
        }
        self.chores.push(ChoreDesign { number, name, direction, actions });
    }
}
