//! The smallest costume folder: one limb, one drawing for each facing.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::draw::DrawOptions;
use costumier::{Clip, Colours, Costume, Direction, Error, ErrorKind, Painter, Refused, Result, Role, Stage};

use super::model::{Action, Chore, Limb, LimbCostume, Record, Table};
use super::picture::{Entry, EntryKind, Picture, Pixels};
use super::{About, Files, PackOptions, PictureFiles, describe, refused, write_new};

/// The name of the limb.
const LIMB: &str = "body";

/// The facings that have a drawing. West is East mirrored.
const DRAWN: [Direction; 3] = [Direction::East, Direction::South, Direction::North];

/// The roles of the chores.
const ROLES: [Role; 3] = [Role::Init, Role::Walk, Role::Stand];

/// Writes the smallest folder that looks like a costume standing, for the generation of `options`. Returns its files,
/// and what was changed for the generation.
///
/// # Errors
/// If the costume cannot be drawn, or converted to the generation.
pub fn minimal(
    costume: &Costume,
    about: &About,
    options: &PackOptions,
) -> Result<(Files, Vec<String>), Refused> {
    let failed = |error: Error| refused("costume", error.to_string());
    let cost = costume.as_cost().ok_or_else(|| refused("costume", "it has no limbs"))?;
    let mut entries = Vec::new();
    for direction in DRAWN {
        let picture = standing(costume, direction, options).map_err(failed)?;
        entries.push(Entry { name: direction.to_string(), picture: EntryKind::Picture(picture) });
    }
    let chores = ROLES.map(|role| {
        let number = costume.roles().chore(role);
        let show = |at: u8| Action::Play { commands: vec![at], once: true };
        let facings = DRAWN.iter().zip(0u8..);
        let mut records: BTreeMap<u8, Record> = facings
            .map(|(direction, at)| (direction.number(), Record::Limbs([(0, show(at))].into())))
            .collect();
        records.insert(Direction::West.number(), Record::SameAs(Direction::East));
        Chore { number, name: describe::chore_name(costume.dialect(), number), records }
    });
    let format = cost.format();
    let wanted = LimbCostume {
        dialect: *costume.dialect(),
        colours: u8::try_from(format.colours()).unwrap_or(16),
        never_mirror: false,
        redirects: false,
        palette: cost.stored_palette().to_vec(),
        limbs: vec![Limb { number: 0, name: LIMB.to_owned(), table: Table::Own(entries) }],
        chores: chores.into(),
    };
    write_new(&wanted, about.clone(), options, PictureFiles::Single)
}

/// Draws the first moment of standing, in costume colours.
fn standing(costume: &Costume, direction: Direction, options: &PackOptions) -> Result<Picture> {
    let shared = Arc::new(costume.clone());
    let clip = Clip::record(&shared, costume.roles().chore(Role::Stand), direction.into(), &options.limits);
    let shown = clip.frames.first().map(|frame| frame.placed.as_slice()).unwrap_or_default();
    let bounds = clip.bounds;
    let nothing = || Error::new(ErrorKind::CannotWrite("shows nothing".into()), "stand".to_owned());
    let side = |length: i64| u16::try_from(length).ok().filter(|length| *length > 0).ok_or_else(nothing);
    let (width, height) = (side(bounds.width().into())?, side(bounds.height().into())?);
    let mut stage = Stage::new(&options.limits);
    stage.clear(width.into(), height.into(), 0)?;
    let look = DrawOptions::new((-bounds.left, -bounds.top), &Colours::IDENTITY);
    Painter::new(&options.limits).draw_all(&mut stage, shown, &look, |key| costume.packed(key))?;
    let corner = |side: i32| i16::try_from(side).map_err(|_| nothing());
    Ok(Picture {
        size: (width, height),
        at: (corner(bounds.left)?, corner(bounds.top)?),
        moves: (0, 0),
        pixels: Pixels::Rows(stage.pixels().to_vec()),
    })
}
