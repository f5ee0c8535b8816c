//! A game of one room and one costume, small enough to be made while one waits: for examples and tests.
//!
//! Costume 1 is a person of two limbs, 16 × 24 pixels, with its feet at the anchor: a body that steps, and a
//! head. It stands, walks and talks in all four facings. Room 1 is 320 × 144, without z-planes.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use super::game::GameBuilder;
use super::room::RoomSource;
use crate::codec::Depth;
use crate::cost::{Format, LIMBS, Pixels};
use crate::dialect::Dialect;
use crate::facing::Direction;
use crate::game::MemoryFiles;
use crate::model::{PictureSource, PixelSource};
use crate::problem::Refused;

/// Width of its pictures.
const WIDTH: u16 = 16;

/// The example's files, as a game's folder would hold them.
///
/// # Errors
/// Never, as long as what it is made of can be written.
pub fn files() -> Result<MemoryFiles, Refused> {
    let mut game = GameBuilder::new(Dialect::V5);
    game.room(1, "den", room().write()?).costume(1, 1, costume().write()?).script(1, 1, vec![0xA0]);
    Ok(game.finish()?.named("example", &Dialect::V5).into_iter().collect())
}

#[allow(clippy::arithmetic_side_effects, reason = "251 is the largest i")]
fn room() -> RoomSource {
    let mut room = RoomSource::new(320, 144);
    room.palette = (0..=251).map(|i| [i, 251 - i, 40]).collect();
    room.background = (2..=5).flat_map(|colour| [colour; 320 * 36]).collect();
    room
}

#[allow(clippy::arithmetic_side_effects, reason = "15 times 16 is 240")]
fn costume() -> CostumeDesign {
    let pixels = Pixels::Runs(Depth::Colours16);
    let mut design =
        CostumeDesign::new(Dialect::V5, Format { byte: 0x58, pixels, redirects: false, never_mirror: false });
    design.palette = (0..=15).map(|colour| colour * 16).collect();
    design.limbs = vec![
        LimbDesign {
            name: "body".into(),
            pictures: vec![picture("left", 16, -15, 0), picture("right", 16, -15, 1)],
        },
        LimbDesign { name: "head".into(), pictures: vec![picture("head", 8, -23, 2)] },
    ];
    let roles = Dialect::V5.roles;
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

/// A pattern of three colours with a transparent edge on the left and at the top.
#[allow(clippy::arithmetic_side_effects, reason = "a few dozen pixels each way")]
fn picture(name: &str, height: u8, y: i16, pattern: u8) -> PictureDesign {
    let colour = |x: u8, y: u8| if x < 2 || y == 0 { 0 } else { 1 + (x / 4 + y / 4 + pattern) % 3 };
    let rows = (0..height).flat_map(|y| (0..16).map(move |x| colour(x, y))).collect();
    let pixels = PixelSource::Rows(rows);
    let source =
        PictureSource { width: WIDTH, height: height.into(), x: -8, y, move_x: 0, move_y: 0, pixels };
    PictureDesign { name: name.into(), source }
}
