//! An AKOS costume as limbs with windows, for generations whose costumes are COST blocks: the inverse of
//! `CostumeDesign::to_akos`.
//!
//! | AKOS | COST |
//! |---|---|
//! | windows, and programs that only go round or come to rest | `loop`, `once` |
//! | `draw`, `draw-move` without conditions | a picture of its own, painted from those that are drawn |
//! | 64 costume colours or room colours | as many as are used, at most 31 and the transparent one |
//! | pictures of the whole costume | those that a limb shows, 113 at most |
//!
//! What surprises: a program that can be expressed needs no conditions, so where a limb rests decides all that comes
//! after; playing it until it rests where it rested before says everything. What the format cannot hold is refused,
//! all of it at once; what only scripts reach (jumps, names, auxiliary frames) is left out, which is told.

mod art;
mod steps;

use std::collections::BTreeMap;

use costumier::build::costume::{ChoreDesign, CostumeDesign, LimbAction};
use costumier::format::akos::{Akos, AkosEntry, LIMBS};
use costumier::{Dialect, Direction, Facing, Limits};

use self::art::Art;
use super::model::AkosCostume;
use crate::folder::TEXT;
use crate::folder::convert::Made;
use crate::folder::report::Report;
use crate::pictures::Rgb;

/// The costume for `dialect`, whose costumes have a palette of room colours. `said` is what the block says in the
/// words of the folder, `shown` the colours that its pixel values have.
pub(super) fn to_cost(
    akos: &Akos,
    said: &AkosCostume,
    dialect: Dialect,
    shown: &[Rgb],
    limits: &Limits,
    report: &mut Report,
) -> Option<Made> {
    left_out(said, report);
    let mut reader =
        Reader { akos, said, art: Art::new(akos, said, limits), known: BTreeMap::new(), chores: Vec::new() };
    for index in said.records.keys().copied() {
        reader.record(index, report);
    }
    let Reader { art, chores, .. } = reader;
    let made = art.finish(dialect, akos.header().never_mirror(), shown, report)?;
    let made = Made { design: CostumeDesign { chores, ..made.design }, colours: made.colours };
    report.problems.is_empty().then_some(made)
}

/// Tells what no chore shows and COST has no place for.
fn left_out(said: &AkosCostume, report: &mut Report) {
    let all = [
        (said.frames.len(), "auxiliary frames"),
        (said.jumps.len(), "jumps"),
        (said.conditions.len(), "conditions"),
        (said.names.len(), "names of sequences"),
    ];
    for (count, what) in all.into_iter().filter(|(count, _)| *count > 0) {
        report.note(TEXT, &format!("{count} {what} are left out: COST has no place for them"));
    }
}

struct Reader<'a> {
    akos: &'a Akos,
    said: &'a AkosCostume,
    art: Art<'a>,
    /// What was read already: many records say the same.
    known: BTreeMap<(usize, AkosEntry), Option<LimbAction>>,
    chores: Vec<ChoreDesign>,
}

impl Reader<'_> {
    fn record(&mut self, index: u16, report: &mut Report) {
        let number = self.akos.chore_of(index);
        let name = super::chore_name(&self.said.dialect, number);
        let facing = self.akos.facing_of(index);
        let path = format!("{TEXT}: chore {number} \"{name}\" / {facing}");
        let Some(direction) = Direction::ALL.into_iter().find(|it| Facing::from(*it) == facing) else {
            report.refuse(path, "COST costumes face west, east, south and north alone");
            return;
        };
        let Ok(number) = u8::try_from(number) else {
            report.refuse(path, "chores of COST costumes go up to 63");
            return;
        };
        let Some(limbs) = self.said.record(index) else { return };
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
