//! Costumes in 16 colours: which of EGA's each costume colour is painted in, chosen by hand in `game.toml`.
//!
//! **Note:** before v4 a costume of many chores may be too long, and a pixel's value is the screen colour, of which
//! 0 is transparent. So black needs another value: one whose colour the costume does not use. The costume's palette
//! names it.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::cost::Format;
use costumier::format::dialect::Starts;
use costumier::scene::Position;
use costumier::{Dialect, Direction, Problem, Refused, Role, Roles, Severity};
use costumier_build::PixelSource;
use costumier_build::costume::{CostumeDesign, LimbAction, LimbStep, PictureDesign};

/// What is black in EGA, and what is transparent in a costume.
const BLACK: u8 = 0;

/// The format byte of 16 colours; bit 7 says that West has art of its own.
const FORMAT: u8 = 0x58;
const NEVER_MIRROR: u8 = 0x80;

/// The costume as `dialect` has it, in these colours of EGA's, one for each costume colour.
pub(super) fn paint(design: &mut CostumeDesign, colours: &[u8], dialect: &Dialect) -> Result<(), Refused> {
    let spare = (1..16).rev().find(|colour| !colours.contains(colour));
    let (Some(spare), true) = (spare, colours.len() == design.palette.len()) else {
        let text = format!(
            "{} colours of EGA's, at most 14 of them and black; the costume has {}",
            colours.len(),
            design.palette.len()
        );
        let problem = Problem::new(Severity::Broken, "sixteen", None, text);
        return Err(Refused { problems: vec![problem] });
    };
    let painted = |value: &u8| match (*value, colours.get(usize::from(*value))) {
        (0, _) | (_, None) => 0,
        (_, Some(&BLACK)) => spare,
        (_, Some(colour)) => *colour,
    };
    for picture in design.limbs.iter_mut().flat_map(|limb| &mut limb.pictures) {
        let source = &mut picture.source;
        if let PixelSource::Rows(pixels) = &mut source.pixels {
            pixels.iter_mut().for_each(|value| *value = painted(value));
        }
    }
    stand(design, dialect);
    let mirror = if design.format.never_mirror { NEVER_MIRROR } else { 0 };
    let format = Format::from_byte(FORMAT | mirror).unwrap_or(design.format);
    let mut own = CostumeDesign::new(*dialect, format);
    own.palette = match own.palette.len() {
        1 => vec![spare],
        _ => (0..16).map(|colour| if colour == spare { BLACK } else { colour }).collect(),
    };
    own.limbs = std::mem::take(&mut design.limbs);
    own.chores = std::mem::take(&mut design.chores);
    // A role has another number in v2.
    for chore in &mut own.chores {
        let role = Role::ALL.into_iter().find(|role| Roles::DEFAULT.number(*role) == chore.number);
        chore.number = role.map_or(chore.number, |role| dialect.roles.number(role));
    }
    fit(&mut own);
    *design = own;
    Ok(())
}

/// Moves pictures to where the generation has the feet. In v2 that depends on the facing: art that West shows as it
/// is lies elsewhere than art that West shows mirrored, so West gets copies of what other facings show too.
fn stand(design: &mut CostumeDesign, dialect: &Dialect) {
    let (x, y) = dialect.feet();
    let (anchor, place) = (dialect.anchor, Position::default());
    let west_x = anchor.feet(place).0 - anchor.pixel(place, 0, true, false).0 - dialect.origin.0;
    let moved = |it: &mut PictureDesign, x: i32| {
        it.source.x = it.source.x.saturating_add(i16::try_from(x).unwrap_or(0));
        it.source.y = it.source.y.saturating_add(i16::try_from(y).unwrap_or(0));
    };
    let has_own_west = design.format.never_mirror && west_x != x;
    for (number, limb) in design.limbs.iter_mut().enumerate() {
        let (mut west, mut others) = (Vec::new(), BTreeSet::new());
        for chore in &mut design.chores {
            let shown = chore.actions.get_mut(number).and_then(Option::as_mut).into_iter().flat_map(pictures);
            match has_own_west && chore.direction == Direction::West {
                true => west.extend(shown),
                false => others.extend(shown.map(|it| *it)),
            }
        }
        // What West shows, and what it shows instead.
        let mut own: BTreeMap<u8, u8> = BTreeMap::new();
        let mut copies = Vec::new();
        for picture in west {
            let copy = *own.entry(*picture).or_insert_with(|| match others.contains(picture) {
                false => *picture,
                true => {
                    copies.extend(limb.pictures.get(usize::from(*picture)).cloned());
                    let copy = limb.pictures.len() + copies.len() - 1;
                    u8::try_from(copy).unwrap_or(u8::MAX)
                }
            });
            *picture = copy;
        }
        limb.pictures.append(&mut copies);
        for (picture, it) in (0..).zip(&mut limb.pictures) {
            moved(it, if own.values().any(|own| usize::from(*own) == picture) { west_x } else { x });
        }
    }
}

/// The pictures that a limb shows while it does this.
fn pictures(action: &mut LimbAction) -> impl Iterator<Item = &mut u8> {
    let steps = match action {
        LimbAction::Loop(steps) | LimbAction::Once(steps) => &mut steps[..],
        _ => &mut [],
    };
    steps.iter_mut().filter_map(|step| match step {
        LimbStep::Picture(picture) => Some(picture),
        _ => None,
    })
}

/// Where windows have to begin within 255 commands, leaves out chores that do not fit, those with the highest numbers
/// first.
fn fit(design: &mut CostumeDesign) {
    if design.dialect.cost.starts != Starts::Byte {
        return;
    }
    while design.write().is_err() {
        let highest = design.chores.iter().map(|chore| chore.number).max();
        let roles = Role::ALL.map(|role| design.dialect.roles.number(role));
        match highest.filter(|number| !roles.contains(number)) {
            Some(number) => design.chores.retain(|chore| chore.number != number),
            // The writer reports all other errors.
            None => return,
        }
    }
}
