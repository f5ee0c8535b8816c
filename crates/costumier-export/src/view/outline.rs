//! A costume's outline: what a viewer needs before it draws. No picture is decoded.

use std::collections::BTreeSet;

use costumier::Costume;
use costumier::format::akos::Akos;
use costumier::format::akos::program::Program;
use serde::Serialize;

use crate::json::{LimbEntryDump, RecordDump, records};

/// The outline of a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outline {
    /// Limbs that have pictures or that a record mentions, in rising order.
    pub limbs: Vec<u8>,
    /// The area of all pictures and the feet, from the feet: left, top, width, height.
    pub bounds: (i32, i32, i32, i32),
    /// The contents of its records.
    pub records: Vec<RecordDump>,
}

/// Returns the outline of a costume. Pictures and records that cannot be read are left out; `check` reports them.
#[must_use]
pub fn outline(costume: &Costume) -> Outline {
    let records = records(costume, &mut Vec::new());
    let mut limbs = [false; 256];
    let (mut left, mut top, mut right, mut bottom) = (0, 0, 1, 1);
    // The point that the generation counts from (v1 to v3 with 16 colours).
    let from = if costume.as_cost().is_some() { costume.dialect().origin } else { (0, 0) };
    for key in costume.picture_keys() {
        if costume.as_cost().is_some() {
            limbs[usize::from(key.limb)] = true;
        }
        let Ok(picture) = costume.picture(key) else { continue };
        let info = picture.info;
        let (x, y) = (i32::from(info.x) + from.0, i32::from(info.y) + from.1);
        (left, top) = (left.min(x), top.min(y));
        right = right.max(x + i32::from(info.width));
        bottom = bottom.max(y + i32::from(info.height));
    }
    if costume.as_nes().is_some() {
        limbs[0] = true;
    }
    if let Some(v0) = costume.as_v0() {
        (0..8u8)
            .filter(|limb| !v0.sequences_of(*limb).is_empty())
            .for_each(|limb| limbs[usize::from(limb)] = true);
    }
    for entry in records.iter().flat_map(|record| &record.limbs) {
        let (LimbEntryDump::Off { limb, .. }
        | LimbEntryDump::Window { limb, .. }
        | LimbEntryDump::Akos { limb, .. }) = entry;
        limbs[usize::from(*limb)] = true;
    }
    let limbs = (0..=u8::MAX).filter(|limb| limbs[usize::from(*limb)]).collect();
    Outline { limbs, bounds: (left, top, right - left, bottom - top), records }
}

/// Returns the variables that the programs of an AKOS costume read or set, in rising order.
#[must_use]
pub fn variables(akos: &Akos) -> Vec<u8> {
    let program = Program::of(akos);
    let commands = program.items.iter().filter_map(|item| item.command());
    let operands = commands.flat_map(|command| command.operands());
    let named = operands.filter(|(operand, _)| operand.name.starts_with("var"));
    let found: BTreeSet<u8> = named.filter_map(|(_, value)| u8::try_from(value).ok()).collect();
    found.into_iter().collect()
}
