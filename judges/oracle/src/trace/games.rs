//! Games of random scripts: the sample's rooms and costumes, and scripts with branches, cutscenes that can be skipped,
//! calls of scripts with arguments, and rooms with other numbers.

use costumier::{Dialect, Game, Generation};
use costumier_build::classic::NamedFile;
use costumier_build::game::GameBuilder;
use costumier_build::script::{ActorOp, Op, assemble};

use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::random::room;
use crate::rng::Rng;

/// Scripts besides the boot script, from 2 on.
const SCRIPTS: u8 = 4;

/// Deepest nesting of branches and cutscenes.
const DEEPEST: usize = 3;

/// The first variable that no interpreter uses.
const FREE: u16 = 150;

/// Another number of room 1.
const OTHER_NUMBER: u8 = 133;

/// The bytes of operations that the assembler does not have.
struct Language {
    /// Remembers where a skipped cutscene goes on.
    begin: &'static [u8],
    end: &'static [u8],
    jump: u8,
    /// Bytes of a number.
    width: usize,
    /// Goes on where a variable holds a number: bytes before the variable, before the number, before the distance.
    equal: [&'static [u8]; 3],
    /// Gives room 1 another number; empty if the engine has no such operation.
    pseudo_room: &'static [u8],
}

const V5: Language = Language {
    begin: &[0x58, 1],
    end: &[0x58, 0],
    jump: 0x18,
    width: 2,
    equal: [&[0x48], &[], &[]],
    pseudo_room: &[0xCC, 1, OTHER_NUMBER, 0],
};
const V6: Language = Language {
    begin: &[0x95],
    end: &[0x96],
    jump: 0x73,
    width: 2,
    equal: [&[0x03], &[0x01], &[0x0E, 0x5D]],
    pseudo_room: &[0x00, 1, 0x01, OTHER_NUMBER, 0, 0x00, 1, 0xA1],
};
const LATER: Language = Language { pseudo_room: &[], ..V6 };
const V8: Language = Language {
    begin: &[0x84],
    end: &[0x85],
    jump: 0x66,
    width: 4,
    equal: [&[0x02], &[0x01], &[0x08, 0x65]],
    pseudo_room: &[],
};

struct Writer<'a> {
    rng: &'a mut Rng,
    dialect: Dialect,
    language: &'static Language,
}

/// The files of a game.
pub(super) fn files(engine: &Engine, sample: &Game, seed: u64) -> Outcome<Vec<NamedFile>> {
    let mut rng = Rng::new(seed);
    let dialect = engine.dialect();
    let refused = |why| Failure::because("a game of random scripts", why);
    let (width, height) = engine.screen();
    let size = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let mut builder = GameBuilder::new(dialect);
    for number in [1, 2] {
        let source = room::room_for(&mut rng, engine, (size[0], size[1]), 0);
        builder.room_source(number, "stage", &source).map_err(refused)?;
    }
    for slot in sample.costume_slots() {
        let found = sample.costume_bytes(slot.id).map_err(|why| Failure::because("the sample game", why))?;
        builder.costume(u16::try_from(slot.id).unwrap_or(0), 1, found.payload);
    }
    let language = match dialect.generation() {
        Generation::V5 => &V5,
        Generation::V6 => &V6,
        Generation::V8 => &V8,
        _ => &LATER,
    };
    let mut writer = Writer { rng: &mut rng, dialect, language };
    for script in 1..=SCRIPTS + 1 {
        let mut code = Vec::new();
        if script == 1 {
            code.extend(writer.bytes(&[Op::LoadRoom(1)])?);
            code.extend(writer.language.pseudo_room);
        }
        for _ in 0..writer.rng.range(4, 10) {
            code.extend(writer.statement(script, 0)?);
        }
        let end = [Op::Label(0), Op::Break, Op::Jump(0)];
        code.extend(if script == 1 { writer.bytes(&end)? } else { writer.bytes(&[Op::End])? });
        builder.script(script.into(), 1, code);
    }
    let made = builder.finish().map_err(refused)?;
    Ok(vec![(engine.file_name(0), made.index), (engine.file_name(1), made.data)])
}

impl Writer<'_> {
    fn bytes(&self, ops: &[Op]) -> Outcome<Vec<u8>> {
        assemble(ops, &self.dialect).map_err(|why| Failure::because("a random script", why))
    }

    /// A number or a distance.
    fn number(&self, number: usize) -> Vec<u8> {
        number.to_le_bytes()[..self.language.width].to_vec()
    }

    fn several(&mut self, script: u8, depth: usize) -> Outcome<Vec<u8>> {
        let mut code = Vec::new();
        for _ in 0..self.rng.range(1, 4) {
            code.extend(self.statement(script, depth)?);
        }
        Ok(code)
    }

    fn statement(&mut self, script: u8, depth: usize) -> Outcome<Vec<u8>> {
        let actor = self.rng.byte(1, 7);
        match self.rng.below(if depth < DEEPEST { 9 } else { 6 }) {
            0 | 1 => {
                let costume = self.rng.byte(1, 6).into();
                self.bytes(&[Op::Actor(actor, vec![ActorOp::Default, ActorOp::Costume(costume)])])
            }
            2 => {
                let number = if self.language.pseudo_room.is_empty() { 2 } else { OTHER_NUMBER };
                let room = self.rng.pick(&[1, 2, number]);
                self.bytes(&[Op::Put { actor, room, x: 100, y: 100 }])
            }
            3 => {
                let more: &[u16] =
                    if self.dialect.generation() == Generation::Humongous { &[300] } else { &[] };
                let number = self.rng.pick(&[&[1, 2, 3, 6, 7][..], more].concat());
                self.bytes(&[Op::Animate { actor, number }])
            }
            4 => self.bytes(&[Op::Break]),
            5 if script == 1 => {
                let number = if self.language.pseudo_room.is_empty() { 2 } else { OTHER_NUMBER };
                let room = self.rng.pick(&[1, 2, number]);
                self.bytes(&[Op::LoadRoom(room)])
            }
            // Its first arguments are an actor and a costume.
            5 => self.bytes(&[Op::Dress { actor: 0, costume: 1 }]),
            6 => {
                // A script is started by those before it, so none starts itself.
                let script = if script > SCRIPTS {
                    return Ok(Vec::new());
                } else {
                    self.rng.byte(script + 1, SCRIPTS + 1)
                };
                let costume = self.rng.byte(1, 6).into();
                self.bytes(&[Op::StartWith(script, vec![actor.into(), costume])])
            }
            7 => {
                let inner = self.several(script, depth + 1)?;
                let language = self.language;
                let distance = self.number(inner.len());
                Ok([language.begin, &[language.jump], &distance, &inner, language.end].concat())
            }
            _ => {
                let variable = FREE + u16::from(self.rng.byte(0, 3));
                let value = u16::from(self.rng.byte(0, 1));
                let mut code = self.bytes(&[Op::SetVar(variable, value)])?;
                let inner = self.several(script, depth + 1)?;
                let [first, second, third] = self.language.equal;
                let (variable, distance) = (self.number(variable.into()), self.number(inner.len()));
                code.extend([first, &variable, second, &self.number(1), third, &distance, &inner].concat());
                Ok(code)
            }
        }
    }
}
