//! Writes a small game of several generations each, for `tests/judges`: `cargo run -p costumier-export
//! --example judge-games -- FOLDER`; `judge-games -- FOLDER sixteen` writes Humongous games whose pixels have 16
//! bits, of which judges of formats know nothing: the npm package and the page are compared with them.
//!
//! Their costumes are noise on purpose: many limbs, pictures that move one another, limbs that end while
//! others loop, colours that look alike, shadows, costumes that are never mirrored. The same call writes the
//! same games.

#![allow(clippy::print_stdout, reason = "it says what it wrote")]

use std::error::Error;
use std::fs;
use std::path::Path;

use costumier::format::akos::Codec;
use costumier::format::cost::{Format, LIMBS};
use costumier::format::dialect::{FileLayout, V1Game};
use costumier::{Dialect, Direction};
use costumier_build::akos::AkosForm;
use costumier_build::classic::ClassicBuilder;
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_build::script::{ActorOp, Op, assemble};
use costumier_build::{PictureSource, PixelSource};

/// The games: the folder's name, the generation, the formats of the costumes, which v7 has as AKOS. 0x80
/// means that West has art of its own.
const GAMES: [(&str, Dialect, &[u8]); 7] = [
    ("v1", Dialect::v1(V1Game::Maniac), &[0x57, 0xD7]),
    ("v2", Dialect::V2, &[0x58, 0xD8]),
    ("v3-ega", Dialect::V3, &[0x58]),
    ("v4-ega", Dialect::V4_EGA, &[0x58, 0xD8]),
    ("v5", Dialect::V5, &[0x58, 0x59, 0xD9]),
    ("v6", Dialect::V6, &[0x58, 0xD9]),
    ("v7", Dialect::V7, &[0x58, 0xD9]),
];

/// Games whose pixels have 16 bits: the folder's name, what their files are called, the dialect. That they
/// have 16 bits their titles say alone.
const SIXTEEN: [(&str, &str, Dialect); 2] = [
    ("he99-16", "freddicove", Dialect::humongous(99).with_high_colour()),
    ("he100", "moonbase", Dialect::humongous(100).with_high_colour()),
];

/// The room that owns the costumes.
const ROOM: u8 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    if std::env::args().nth(2).as_deref() == Some("sixteen") {
        for (name, stem, dialect) in SIXTEEN {
            write(&Path::new(&folder).join(name), sixteen(dialect, stem)?)?;
        }
        return Ok(());
    }
    for (name, dialect, formats) in GAMES {
        write(&Path::new(&folder).join(name), files(dialect, formats)?)?;
    }
    Ok(())
}

fn write(to: &Path, files: NamedFiles) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for (file, bytes) in files {
        fs::write(to.join(file), bytes)?;
    }
    println!("{}", to.display());
    Ok(())
}

/// Names and bytes.
type NamedFiles = Vec<(String, Vec<u8>)>;

fn files(dialect: Dialect, formats: &[u8]) -> Result<NamedFiles, Box<dyn Error>> {
    let mut dice = Dice(17);
    let mut costumes = Vec::new();
    for (id, format) in (1u16..).zip(formats) {
        let payload = match dialect.has_akos() {
            true => design(&Dialect::V6, *format, &mut dice)?.to_akos(&AkosForm::plain(dialect))?.write()?,
            false => design(&dialect, *format, &mut dice)?.write()?,
        };
        costumes.push((id, payload));
    }
    let room = room(&dialect).write_for(&dialect)?;
    if dialect.files != FileLayout::Disks {
        let mut game = ClassicBuilder::new(dialect);
        game.room(ROOM, "noise", 1, room);
        for (id, payload) in costumes {
            game.costume(id, ROOM, payload);
        }
        return Ok(game.finish()?);
    }
    let mut game = GameBuilder::new(dialect);
    game.room(ROOM, "noise", room).script(1, ROOM, vec![0xA0]);
    for (id, payload) in costumes {
        game.costume(id, ROOM, payload);
    }
    Ok(game.finish()?.named("noise", &dialect))
}

/// A game of 16 bits a pixel: costumes of codec 1 with colours of their own and without, one of codec 32, a room
/// whose first and last ten colours are numbers, and a script that gives costume 1 a look.
fn sixteen(dialect: Dialect, stem: &str) -> Result<NamedFiles, Box<dyn Error>> {
    let mut dice = Dice(23);
    // Other colours than the room's.
    let own: Vec<[u8; 3]> = (0..=255u8).map(|i| [255 - i, i / 2, i.wrapping_mul(7)]).collect();
    let forms = [(Codec::Rle, own.clone()), (Codec::Rle, Vec::new()), (Codec::Trle, own)];
    let mut room = room(&dialect);
    room.background = (0..=255u8).cycle().take(320 * 144).collect();
    let colour = |entry, colour| ActorOp::Palette { entry, colour };
    let clothes = vec![ActorOp::Costume(1), colour(63, 0x7C1F), colour(64, 0x03E0)];
    let boot = [Op::Cursor(false), Op::LoadRoom(ROOM), Op::Actor(1, clothes), Op::Break, Op::End];
    let mut game = GameBuilder::new(dialect);
    game.room(ROOM, "noise", room.write_for(&dialect)?).script(1, ROOM, assemble(&boot, &dialect)?);
    for (id, (codec, room_palette)) in (1u16..).zip(forms) {
        // Pictures of codec 32 are shown by draw commands, which only programs have.
        let programs = codec == Codec::Trle;
        let form = AkosForm { codec, programs, room_palette, ..AkosForm::plain(dialect) };
        let source = design(&Dialect::V6, 0x58, &mut dice)?.to_akos(&form)?;
        game.costume(id, ROOM, source.write()?);
    }
    Ok(game.finish()?.named(stem, &dialect))
}

fn room(dialect: &Dialect) -> RoomSource {
    let mut room = RoomSource::new(320, 144);
    // Neighbouring entries have the same colour.
    room.palette = (0..=255u8).map(|i| [i / 2 * 2, 255 - i / 4 * 4, 40]).collect();
    room.background = vec![2; 320 * 144];
    if dialect.files == FileLayout::Disks {
        room.neighbours.clear();
    }
    room
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let [.., a, b] = self.0.to_le_bytes();
        u16::from_le_bytes([a, b]) % sides
    }

    /// A number from `low` to `high`.
    fn between(&mut self, low: i16, high: i16) -> i16 {
        low + i16::try_from(self.roll(high.abs_diff(low) + 1)).unwrap_or(0)
    }

    fn byte(&mut self, sides: u16) -> u8 {
        u8::try_from(self.roll(sides)).unwrap_or(0)
    }
}

fn design(dialect: &Dialect, format: u8, dice: &mut Dice) -> Result<CostumeDesign, Box<dyn Error>> {
    let format = Format::from_byte(format).ok_or("no such format")?;
    let mut design = CostumeDesign::new(*dialect, format);
    let count = design.palette.len();
    for (k, entry) in design.palette.iter_mut().enumerate().skip(1) {
        *entry = match count {
            // The colour that is drawn as colour 0.
            0..16 => 3,
            // Room colour 13 is a shadow where there are shadows.
            _ if k == 5 => 13,
            _ => u8::try_from(60 + k)?,
        };
    }
    let colours = u16::try_from(format.colours())?;
    let limbs = 2 + dice.roll(3);
    for number in 0..limbs {
        let pictures = (0..2 + dice.roll(3)).map(|_| picture(dialect, colours, dice)).collect();
        design.limbs.push(LimbDesign { name: format!("limb {number}"), pictures });
    }
    let roles = dialect.roles;
    let chores = [roles.init, roles.walk, roles.stand, roles.talk_start, roles.talk_stop, 6, 7];
    for direction in Direction::ALL {
        for number in chores {
            let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
            for (limb, action) in design.limbs.iter().zip(&mut actions) {
                *action = act(limb.pictures.len(), number == roles.init, dice);
            }
            // A record that names no limb is none.
            actions[0].get_or_insert(LimbAction::Loop(vec![LimbStep::Picture(0), LimbStep::Picture(1)]));
            design.chores.push(ChoreDesign { number, name: String::new(), direction, actions });
        }
    }
    Ok(design)
}

fn picture(dialect: &Dialect, colours: u16, dice: &mut Dice) -> PictureDesign {
    let cells = colours == 4;
    let width = if cells { 8 * (1 + dice.roll(3)) } else { 3 + dice.roll(30) };
    let height = 3 + dice.roll(30);
    // Pixels of cells are drawn twice as wide.
    let across = if cells { 2 } else { 1 };
    let spots = (0..width / across * height).map(|_| if dice.roll(3) == 0 { 0 } else { dice.byte(colours) });
    let pixels = spots.flat_map(|spot| std::iter::repeat_n(spot, across.into())).collect();
    // Where the generation counts offsets from (`docs/format/drawing.md §1`).
    let (ox, oy) = dialect.origin;
    let origin = |v: i32| i16::try_from(v).unwrap_or(0);
    let step = if cells { 8 } else { 1 };
    let source = PictureSource {
        width,
        height,
        x: dice.between(-2, 1) * if cells { 8 } else { 9 } - origin(ox),
        y: dice.between(-40, 4) + if oy < 0 { -origin(oy) } else { 0 },
        move_x: dice.between(-1, 1) * step,
        move_y: dice.between(-2, 2),
        pixels: PixelSource::Rows(pixels),
    };
    PictureDesign { name: String::new(), source }
}

/// What a limb does: loops of several lengths, and now and then something that ends.
fn act(pictures: usize, must: bool, dice: &mut Dice) -> Option<LimbAction> {
    let mut steps: Vec<LimbStep> = (0..1 + dice.roll(4))
        .map(|_| match dice.roll(6) {
            0 if !must => LimbStep::Hide,
            _ => LimbStep::Picture(dice.byte(u16::try_from(pictures).unwrap_or(1))),
        })
        .collect();
    match dice.roll(8) {
        0 if !must => None,
        1 if !must => Some(LimbAction::Off),
        2 | 3 => Some(LimbAction::Once(steps)),
        _ => {
            if dice.roll(4) == 0 {
                steps.push(LimbStep::Count);
            }
            Some(LimbAction::Loop(steps))
        }
    }
}
