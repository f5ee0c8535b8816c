//! A game of one room and one costume, small enough to be made while one waits: for examples and tests.
//!
//! Costume 1 is a person of two limbs, 16 × 24 pixels, with its feet at the anchor: a body that steps, and a
//! head. It stands, walks and talks in all four facings. Room 1 is 320 × 144, without z-planes. Its parts are
//! there for every generation, to make other games of. A larger game, of at least six costumes and for most
//! generations, is the command line's: `costumier sample FOLDER`.

use super::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use super::game::GameBuilder;
use super::room::RoomSource;
use costumier_files::MemoryFiles;
use costumier_format::Direction;
use costumier_format::Refused;
use costumier_format::codec::Depth;
use costumier_format::cost::{Format, LIMBS, Pixels};
use costumier_format::dialect::{Dialect, FileLayout, Palette};
use costumier_format::model::PictureSource;

/// Width of its pictures.
const WIDTH: u16 = 16;

/// The example's files, of v5, as a game's folder would hold them.
///
/// # Errors
/// If a part cannot be written, which does not happen.
pub fn files() -> Result<MemoryFiles, Refused> {
    let v5 = Dialect::V5;
    let mut game = GameBuilder::new(v5);
    game.room(1, "den", room(v5).write()?).costume(1, 1, costume(v5).write()?).script(1, 1, vec![0xA0]);
    Ok(game.finish()?.named("example", &v5).into_iter().collect())
}

/// Returns the room for games of a generation.
#[must_use]
#[allow(clippy::arithmetic_side_effects, reason = "251 is the largest i")]
pub fn room(dialect: Dialect) -> RoomSource {
    let mut room = RoomSource::new(320, 144);
    room.palette = match dialect.objects.tiles {
        true => RoomSource::tiled_palette(),
        false => (0..=251).map(|i| [i, 251 - i, 40]).collect(),
    };
    room.background = (2..=5).flat_map(|colour| [colour; 320 * 36]).collect();
    if dialect.files == FileLayout::Disks {
        room.neighbours.clear();
    }
    room
}

/// The costume, as it is in games of a generation that has COST costumes; for others it is v5's, to be turned
/// into an AKOS one ([`CostumeDesign::to_akos`]).
#[must_use]
#[allow(clippy::arithmetic_side_effects, reason = "15 times 16 is 240")]
pub fn costume(dialect: Dialect) -> CostumeDesign {
    let roles = dialect.roles;
    let dialect = if dialect.has_akos() { Dialect::V5 } else { dialect };
    let format = match dialect.cost.palette {
        Palette::None => Format { byte: 0x57, pixels: Pixels::Cells, redirects: false, never_mirror: false },
        Palette::Colours => {
            Format { byte: 0x58, pixels: Pixels::Blocks, redirects: false, never_mirror: false }
        }
        _ => Format {
            byte: 0x58,
            pixels: Pixels::Runs(Depth::Colours16),
            redirects: false,
            never_mirror: false,
        },
    };
    let mut design = CostumeDesign::new(dialect, format);
    for (entry, colour) in design.palette.iter_mut().zip(0..16) {
        *entry = colour * 16;
    }
    // Blocks have no fewer rows: the first ones of the head are empty then.
    let blocks = dialect.cost.palette == Palette::Colours;
    let picture = |name, height, y, pattern| picture(name, (height, blocks), y, pattern, dialect.origin);
    design.limbs = vec![
        LimbDesign {
            name: "body".into(),
            pictures: vec![picture("left", 16, -15, 0), picture("right", 16, -15, 1)],
        },
        LimbDesign { name: "head".into(), pictures: vec![picture("head", 8, -23, 2)] },
    ];
    for direction in Direction::ALL {
        for (number, steps) in [
            (roles.init, vec![LimbStep::Picture(0)]),
            (roles.walk, vec![LimbStep::Picture(0), LimbStep::Picture(1)]),
            (roles.stand, vec![LimbStep::Picture(0)]),
            (roles.talk_start, vec![LimbStep::Picture(1)]),
            (roles.talk_stop, vec![LimbStep::Picture(0)]),
        ] {
            let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
            let both = [LimbAction::Loop(steps), LimbAction::Once(vec![LimbStep::Picture(0)])];
            for (action, wanted) in actions.iter_mut().zip(both) {
                *action = Some(wanted);
            }
            design.chores.push(ChoreDesign { number, name: String::new(), direction, actions });
        }
    }
    design
}

/// A pattern of three colours with a transparent edge on the left and at the top. Pixels of v1 are twice as
/// wide, and so are these.
#[allow(clippy::arithmetic_side_effects, reason = "a few dozen pixels each way")]
fn picture(
    name: &str,
    (height, blocks): (u8, bool),
    y: i16,
    pattern: u8,
    origin: (i32, i32),
) -> PictureDesign {
    let colour = |x: u8, y: u8| if x < 2 || y == 0 { 0 } else { 1 + (x / 4 + y / 4 + pattern) % 3 };
    let above = if blocks { 16 - height } else { 0 };
    let rows = std::iter::repeat_n(0, 16 * usize::from(above))
        .chain((0..height).flat_map(|y| (0..16).map(move |x| colour(x, y))));
    let (height, y) = (height + above, y - i16::from(above));
    // Running offsets start elsewhere in old bundles, and pictures are stored that much off; v1 moves every
    // picture down by a row, and they are not.
    let stored = |at: i16, start: i32| at.saturating_sub(start.min(0).try_into().unwrap_or(0));
    let source = PictureSource::new(
        (WIDTH, height.into()),
        (stored(-8, origin.0), stored(y, origin.1)),
        rows.collect(),
    );
    PictureDesign { name: name.into(), source }
}
