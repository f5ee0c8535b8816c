//! Turns the contents of a folder into a costume design, without an earlier block. [`convert`](super::convert)
//! changes a design for another generation.

use costumier::format::cost::{CostCommand, Format, LIMBS};
use costumier::format::dialect::{Palette, SoundCodes};
use costumier::{Dialect, Direction, PictureKey};
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::{PictureSource, PixelSource};

use super::model::{Action, LimbCostume, Table};
use super::picture::{EntryKind, Picture, PictureTables, Pixels};
use super::report::Report;
use super::{TEXT, dialect_name};

/// Returns the format byte of a costume.
pub(super) fn format_of(costume: &LimbCostume, palette: Palette) -> Option<Format> {
    let kind = match (costume.colours, costume.redirects) {
        _ if palette == Palette::None => 0x57,
        (32, false) => 0x59,
        (32, true) => 0x61,
        (_, false) => 0x58,
        (_, true) => 0x60,
    };
    Format::from_byte(kind | if costume.never_mirror { 0x80 } else { 0 })
}

/// Returns the design for the costume's own generation, or for v6 if that generation has AKOS costumes.
pub(super) fn design(costume: &LimbCostume, report: &mut Report) -> Option<CostumeDesign> {
    let own = if costume.dialect.has_akos() { Dialect::V6 } else { costume.dialect };
    let stored = own.cost.palette;
    if (costume.colours == 4) != (stored == Palette::None) {
        let wanted = if stored == Palette::None { "4" } else { "16 or 32" };
        let name = dialect_name(&own);
        report.refuse(
            format!("{TEXT}: colours"),
            format!("is {}, and costumes of {name} have {wanted} colours", costume.colours),
        );
        return None;
    }
    let mut design = CostumeDesign::new(own, format_of(costume, stored)?);
    match stored {
        Palette::Full => {
            design.palette.clone_from(&costume.palette);
            design.palette.resize(design.palette.len().max(usize::from(costume.colours)), 0);
        }
        Palette::One => {
            if let (Some(slot), Some(first)) = (design.palette.first_mut(), costume.palette.first()) {
                *slot = *first;
            }
        }
        Palette::None => {}
        Palette::Colours => {
            report.refuse(TEXT, "folders cannot become costumes for the PC-Engine");
            return None;
        }
    }
    for limb in &costume.limbs {
        let number = usize::from(limb.number);
        if design.limbs.len() <= number {
            design.limbs.resize(number + 1, LimbDesign::default());
        }
        let Some(slot) = design.limbs.get_mut(number) else { continue };
        slot.name.clone_from(&limb.name);
        let (own, entries) = match &limb.table {
            Table::Null => continue,
            Table::Own(entries) => (limb.number, entries.as_slice()),
            Table::SameAs(other) => (*other, costume.entries(*other)),
        };
        for (entry, index) in entries.iter().zip(0..=u16::MAX) {
            let key = PictureKey { limb: own, index };
            let source = match (&entry.picture, costume.picture(key)) {
                (EntryKind::Empty, _) | (_, None) => empty(),
                (_, Some(picture)) => plain(costume, picture),
            };
            slot.pictures.push(PictureDesign { name: entry.name.clone(), source });
        }
    }
    for chore in &costume.chores {
        let path = format!("{TEXT}: chore {} \"{}\"", chore.number, chore.name);
        for direction in Direction::ALL {
            let Some(limbs) = chore.actions(direction) else { continue };
            let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
            for (limb, action) in limbs {
                let path = format!("{path} / {direction} / limb {limb}");
                if let Some(slot) = actions.get_mut(usize::from(*limb)) {
                    *slot = action_of(action, &costume.dialect, &path, report);
                }
            }
            let number = u8::try_from(chore.number).unwrap_or(u8::MAX);
            design.chores.push(ChoreDesign { number, name: chore.name.clone(), direction, actions });
        }
    }
    Some(design)
}

/// Returns a transparent picture of one pixel, which keeps the indices of later pictures if the table has a gap.
fn empty() -> PictureSource {
    PictureSource::new((1, 1), (0, 0), vec![0])
}

/// Returns a picture with pixels of its own. Borrowed pixels are rearranged for its size.
fn plain(costume: &LimbCostume, picture: &Picture) -> PictureSource {
    let (width, height) = picture.size;
    let rows = match &picture.pixels {
        Pixels::Rows(rows) => rows.clone(),
        Pixels::Packed(_) => vec![0; usize::from(width) * usize::from(height)],
        Pixels::Borrowed(key) => {
            let lender = costume.picture(*key).and_then(|lender| match &lender.pixels {
                Pixels::Rows(rows) => Some((lender.size, rows)),
                Pixels::Packed(_) | Pixels::Borrowed(_) => None,
            });
            let wanted = usize::from(width) * usize::from(height);
            lender.map_or_else(|| vec![0; wanted], |(size, rows)| reshaped(rows, size, (width, height)))
        }
    };
    picture.source(PixelSource::Rows(rows))
}

/// Rearranges pixels for another height: they are stored column by column, and are taken in that order
/// (`docs/format/cost.md §9`).
fn reshaped(rows: &[u8], from: (u16, u16), to: (u16, u16)) -> Vec<u8> {
    let [(width, height), (new_width, new_height)] =
        [from, to].map(|(w, h)| (usize::from(w), usize::from(h)));
    let stored = |at: usize| {
        let (x, y) = (at / height.max(1), at % height.max(1));
        if x < width { rows.get(y * width + x).copied().unwrap_or(0) } else { 0 }
    };
    (0..new_height).flat_map(|y| (0..new_width).map(move |x| x * new_height + y)).map(stored).collect()
}

fn action_of(action: &Action, dialect: &Dialect, path: &str, report: &mut Report) -> Option<LimbAction> {
    let Action::Play { commands, once } = action else { return Some(LimbAction::Off) };
    let mut read = Vec::new();
    for (at, byte) in commands.iter().enumerate() {
        read.push(CostCommand::from_byte(*byte, dialect.sounds));
        // Bit 7 is a sound when the picture is left. The last picture of a sequence played once is never left.
        let is_left = !once || at + 1 < commands.len();
        if dialect.sounds == SoundCodes::FootstepBit && byte & 0x80 != 0 && is_left {
            read.push(CostCommand::Sound(0));
        }
    }
    match read.as_slice() {
        [CostCommand::Stop] => return Some(LimbAction::Stop),
        [CostCommand::Start] => return Some(LimbAction::Start),
        _ => {}
    }
    let mut steps = Vec::new();
    for command in read {
        steps.push(match command {
            CostCommand::Picture(index) => LimbStep::Picture(index),
            CostCommand::Hide => LimbStep::Hide,
            CostCommand::Count => LimbStep::Count,
            CostCommand::Sound(number) => LimbStep::Sound(number),
            CostCommand::Stop | CostCommand::Start => {
                report
                    .refuse(path, "@stop and @start have to stand alone; in a list of steps they do nothing");
                return None;
            }
        });
    }
    Some(if *once { LimbAction::Once(steps) } else { LimbAction::Loop(steps) })
}
