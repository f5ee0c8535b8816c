//! Whole costumes and whole games made of a corpus of actors: three limbs, seven chores in four directions.
//!
//! Each limb takes every third picture. All windows loop through 2 to 6 commands, with counters, sounds and
//! commands that hide in between, as walks have them, so that an actor's limbs are back together after 12
//! ticks at the latest.

use std::sync::Arc;

use costumier::format::akos::program::assemble;
use costumier::format::akos::{AkosEntry, AkosSource, Mode};
use costumier::format::cost::Format;
use costumier::{Actor, Costume, Dialect, Direction, Facing, MemoryFiles, Refused};
use costumier_build::akos::AkosForm;
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction, LimbDesign, LimbStep, PictureDesign};
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};
use costumier_build::{PictureSource, PixelSource};

use crate::corpus::{Corpus, PICTURES, Picture};
use crate::work::LIMBS;

/// Chores of a costume: 1 to 7.
pub const CHORES: u8 = 7;

/// Costumes that belong to one room of a game.
const COSTUMES_OF_A_ROOM: usize = 50;

/// The payloads of the corpus's costumes' `COST` blocks.
///
/// # Panics
/// If a costume is refused, which does not happen.
#[must_use]
pub fn payloads(corpus: &Corpus) -> Vec<Vec<u8>> {
    let packed = |picture: &Picture| PixelSource::Encoded(picture.data.clone());
    let write = |design: CostumeDesign| design.write().unwrap_or_else(|why| panic!("{}: {why}", corpus.name));
    designs(corpus, packed).map(write).collect()
}

/// How limbs of AKOS costumes play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// Limbs play windows of commands, as in COST.
    Windows,
    /// Limbs run programs that show the same.
    Programs,
    /// As `Programs`, and a fourth limb blinks at random, so chores never repeat exactly.
    Chance,
}

/// The payloads of the same costumes' `AKOS` blocks.
///
/// # Panics
/// If a costume is refused, which does not happen.
#[must_use]
pub fn akos_payloads(corpus: &Corpus, dialect: Dialect, played: Played) -> Vec<Vec<u8>> {
    let refused = |why: &dyn std::fmt::Display| -> ! { panic!("{}: {why}", corpus.name) };
    let form = &AkosForm { programs: played != Played::Windows, ..AkosForm::plain(dialect) };
    let write = |design: CostumeDesign| {
        let mut source = design.to_akos(form).unwrap_or_else(|why| refused(&why));
        if played == Played::Chance {
            blink(&mut source, dialect).unwrap_or_else(|why| refused(&why));
        }
        source.write().unwrap_or_else(|why| refused(&why))
    };
    designs(corpus, |picture| PixelSource::Rows(picture.rows())).map(write).collect()
}

/// Gives every record a limb that shows one picture and, three times in ten, another for a tick.
fn blink(source: &mut AkosSource, dialect: Dialect) -> Result<(), Refused> {
    let start = source.sequence.len();
    for line in [
        "picture 1".to_owned(),
        "random least=0 most=9 var=4".to_owned(),
        format!("if-gt-goto to={start:#06x} var=4 value=2"),
        "picture 4".to_owned(),
        format!("goto to={start:#06x}"),
    ] {
        source.sequence.extend(assemble(&line, &dialect.akos)?);
    }
    let start = u16::try_from(start).unwrap_or(u16::MAX);
    for record in &mut source.records {
        record[LIMBS] = Some(AkosEntry { mode: Mode::Run, start, length: 0 });
    }
    Ok(())
}

/// Returns the corpus's costumes, with pictures made by a function.
fn designs(corpus: &Corpus, pixels: impl Fn(&Picture) -> PixelSource) -> impl Iterator<Item = CostumeDesign> {
    corpus.pictures.chunks_exact(PICTURES).zip(&corpus.palettes).map(move |(pictures, palette)| {
        let Some(format) = Format::from_byte(if corpus.depth.colours() == 16 { 0x58 } else { 0x59 }) else {
            unreachable!("both formats exist")
        };
        let mut design = CostumeDesign::new(Dialect::V5, format);
        design.palette.clone_from(palette);
        design.limbs = vec![LimbDesign::default(); LIMBS];
        for (i, p) in pictures.iter().enumerate() {
            let limb = i % LIMBS;
            // Body, head and arm: the head above the body, the arm next to it.
            let (width, height) = (p.width as i16, p.height as i16);
            let (x, y) = [(-width / 2, 1 - height), (-width / 2, -40 - height), (6, -34)][limb];
            let (width, height, pixels) = (p.width, p.height, pixels(p));
            let source = PictureSource { width, height, x, y, move_x: 0, move_y: 0, pixels };
            design.limbs[limb].pictures.push(PictureDesign { name: String::new(), source });
        }
        design.chores = (1..=CHORES).flat_map(chore).collect();
        design
    })
}

/// Returns the commands of the limbs in a chore, for each direction.
fn chore(number: u8) -> impl Iterator<Item = ChoreDesign> {
    Direction::ALL.into_iter().map(move |direction| {
        // Every picture is shown somewhere.
        let first = number * 4 + direction.number();
        let picture = |i: u8| LimbStep::Picture((first + i) % (PICTURES / LIMBS) as u8);
        let body = [
            picture(0),
            picture(1),
            LimbStep::Count,
            picture(2),
            picture(3),
            LimbStep::Sound(0),
            picture(4),
            picture(5),
        ];
        let head = [picture(0), picture(1), picture(2), LimbStep::Count];
        let arm = [picture(2), LimbStep::Hide, picture(3), picture(4)];
        let windows: &[&[LimbStep]] = if number == BODY_ALONE {
            &[&body]
        } else if number % 2 == 1 {
            // Standing and talking: the body rests.
            &[&body[..1], &head[..2], &arm[..2]]
        } else {
            &[&body, &head, &arm]
        };
        let mut actions = [const { None }; costumier::format::cost::LIMBS];
        for (action, window) in actions.iter_mut().zip(windows) {
            *action = Some(LimbAction::Loop(window.to_vec()));
        }
        ChoreDesign { number, name: String::new(), direction, actions }
    })
}

/// The costumes, opened.
///
/// # Panics
/// If one cannot be opened or has problems, which does not happen.
#[must_use]
pub fn costumes(corpus: &Corpus) -> Vec<Arc<Costume>> {
    let open = |payload: Vec<u8>| match Costume::open(*b"COST", payload, Dialect::V5) {
        Ok(costume) => {
            assert!(costume.check().is_empty(), "{}: {:?}", corpus.name, costume.check());
            Arc::new(costume)
        }
        Err(why) => panic!("{}: {why}", corpus.name),
    };
    payloads(corpus).into_iter().map(open).collect()
}

/// The chore that moves the body and names no other limb.
const BODY_ALONE: u8 = 7;

/// The movements of actors while they are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// One limb is on; it walks, with a counter and a sound on the way.
    One,
    /// Three limbs are on, as in most chores: one rests, two alternate, without counters and sounds.
    Usual,
    /// Three limbs are on and move, two of them with counters and sounds on the way.
    Busy,
}

impl Mix {
    /// All mixes, in order.
    pub const ALL: [Self; 3] = [Self::One, Self::Usual, Self::Busy];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "one limb",
            Self::Usual => "a usual chore",
            Self::Busy => "three busy limbs",
        }
    }
}

/// An actor for each costume, each in the middle of a chore.
#[must_use]
pub fn actors(costumes: &[Arc<Costume>], mix: Mix) -> Vec<Actor> {
    let chores: &[u8] = match mix {
        Mix::One => &[BODY_ALONE],
        Mix::Usual => &[1, 3, 5],
        Mix::Busy => &[2, 4, 6],
    };
    let all = chores
        .iter()
        .flat_map(|chore| Direction::ALL.map(|facing| (u16::from(*chore), Facing::from(facing))));
    let cast = costumes.iter().zip(all.cycle()).map(|(costume, (chore, facing))| {
        if mix == Mix::One {
            let mut actor = Actor::new(Arc::clone(costume), facing);
            actor.start(chore);
            actor
        } else {
            Actor::performing(costume, chore, facing)
        }
    });
    cast.collect()
}

/// Two things in a room: one is there from the beginning, the other later.
fn objects(room: u8) -> Vec<ObjectSource> {
    let thing = |id: u16, left, initial| ObjectSource {
        id,
        left,
        top: 40,
        width: 16,
        height: 16,
        initial,
        name: "thing".to_owned(),
        pictures: [(1, ObjectPictureSource { pixels: vec![200; 256], ..Default::default() })].into(),
        ..Default::default()
    };
    let first = 2 * u16::from(room);
    vec![thing(first, 32, 1), thing(first + 1, 80, 0)]
}

/// Returns a v5 game of these costumes, fifty to a room.
#[must_use]
pub fn game(payloads: &[Vec<u8>]) -> MemoryFiles {
    game_of(Dialect::V5, payloads)
}

/// A game of any generation that has an index and disks.
///
/// # Panics
/// If the game is refused, which does not happen.
#[must_use]
pub fn game_of(dialect: Dialect, payloads: &[Vec<u8>]) -> MemoryFiles {
    let mut room = RoomSource::new(320, 200);
    room.palette = (0..=255).map(|i: u8| [i, i.wrapping_mul(3), 255 - i]).collect();
    let mut game = GameBuilder::new(dialect);
    for (i, payload) in payloads.iter().enumerate() {
        let number = (1 + i / COSTUMES_OF_A_ROOM) as u8;
        if i % COSTUMES_OF_A_ROOM == 0 {
            room.objects = objects(number);
            game.room_source(number, &format!("room{number}"), &room).unwrap_or_else(|why| panic!("{why}"));
        }
        game.costume(1 + i as u16, number, payload.clone());
    }
    let files = game.finish().unwrap_or_else(|why| panic!("{why}"));
    files.named("BENCH", &dialect).into_iter().collect()
}
