//! Lists the codes, modes and commands in the packs that ScummVM plays: `contained.txt` next to this crate's
//! manifest has them for each engine, and those that no pack contains.
//!
//! The list is read from the data of packs: those of `cargo oracle` with seed 1 and its full number of frames.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use costumier::Interpreter;
use costumier::format::akos::program::{Code, Program};
use costumier::format::akos::{Akos, Codec, Mode};
use costumier::format::codec::bmap;
use costumier::format::codec::strip::{self, STRIP_WIDTH, old};
use costumier::format::cost::{CostEntry, CostSource, Format};
use costumier::format::dialect::SoundCodes;
use costumier_build::room::RoomSource;

use crate::engine::{self, Engine};
use crate::interpreter;
use crate::pack::{Pack, Source};
use crate::random::strips::Packing;
use crate::rng::Rng;

/// Number of packs of each engine that are read.
const PACKS: u64 = 4;

const HEAD: &str = "\
# What the packs contain that ScummVM judges, and what none of them contains (\"never\").
# Made by a test from the first packs of seed 1: \
`UPDATE_DOCS=1 cargo test -p costumier-oracle contained` writes it anew.
# Numbers are decimal for codes of pictures, hexadecimal for costumes. v0, NES and PC-Engine have no codes of this kind.
";

/// The known values of a kind, and the contained ones.
struct Row {
    name: &'static str,
    all: BTreeSet<String>,
    contained: BTreeSet<String>,
}

impl Row {
    fn new(name: &'static str, all: impl IntoIterator<Item = String>) -> Self {
        Self { name, all: all.into_iter().collect(), contained: BTreeSet::new() }
    }

    fn line(&self) -> String {
        let list = |of: Vec<&String>| of.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        let never: Vec<_> = self.all.difference(&self.contained).collect();
        let mut line = format!("  {}: {}", self.name, list(self.contained.iter().collect()));
        if !never.is_empty() {
            let _ = write!(line, "; never: {}", list(never));
        }
        line
    }
}

/// Numbers of pictures' codes sort as text.
fn decimal(code: u8) -> String {
    format!("{code:03}")
}

fn hexadecimal(code: u16) -> String {
    format!("{code:04x}")
}

/// Codes of strips that the library knows.
fn strip_codes(packing: Packing) -> Vec<String> {
    let known = |code: &u8| match packing {
        Packing::V3 => old::decode_v3(&[*code, 0, 0, 0], 1, 0, &mut [0; 8], 8).is_ok(),
        _ => strip::decode(&[*code, 0, 0, 0], 1, 0, &mut [0; 8], 8).is_ok(),
    };
    (0..=u8::MAX).filter(known).map(decimal).collect()
}

const SIXTEEN: [&str; 6] = ["copy", "long copy", "long pair", "long run", "pair", "run"];

/// The commands of strips of 16 colours.
fn sixteen(strip: &[u8], height: usize) -> Vec<&'static str> {
    let (mut found, mut bytes, mut done) = (Vec::new(), strip.iter().copied(), 0);
    while done < STRIP_WIDTH * height {
        let Some(head) = bytes.next() else { break };
        let (names, short) = match head {
            0..0x80 => (["run", "long run"], head >> 4),
            0x80..0xC0 => (["copy", "long copy"], head & 63),
            0xC0.. => {
                bytes.next();
                (["pair", "long pair"], head & 63)
            }
        };
        found.push(names[usize::from(short == 0)]);
        done += usize::from(if short == 0 { bytes.next().unwrap_or(1) } else { short });
    }
    found
}

/// Codes and commands in the pictures of rooms and objects.
fn pictures(packing: Packing) -> [Row; 2] {
    let whole = |code: &u8| bmap::decode(&[*code, 0, 0], None, &mut [0; 4]).is_ok();
    let strips = || match packing {
        Packing::Sixteen => SIXTEEN.map(str::to_owned).to_vec(),
        _ => strip_codes(packing),
    };
    let rooms = match packing {
        Packing::Whole => (0..=u8::MAX).filter(whole).map(decimal).collect(),
        _ => strips(),
    };
    let in_one_piece = [8, 9].map(|code| format!("whole {code}"));
    let objects = strips().into_iter().chain(in_one_piece.into_iter().filter(|_| packing == Packing::Whole));
    [Row::new("pictures of rooms", rooms), Row::new("pictures of objects", objects)]
}

fn look_at_room(room: &RoomSource, packing: Packing, [rooms, objects]: &mut [Row; 2]) {
    let add = |row: &mut Row, strips: Vec<Vec<u8>>, height: usize| {
        for strip in strips {
            match packing {
                Packing::Sixteen => {
                    row.contained.extend(sixteen(&strip, height).into_iter().map(str::to_owned));
                }
                _ => row.contained.extend(strip.first().map(|code| decimal(*code))),
            }
        }
    };
    let packed = |pixels: &[u8], width: usize, height: usize, leaves_out: bool| -> Vec<Vec<u8>> {
        let strips = (0..width / STRIP_WIDTH).map(|strip| {
            let pixels = &pixels[strip * STRIP_WIDTH..];
            match (packing, leaves_out) {
                (Packing::Sixteen, _) => old::encode_sixteen(pixels, height, width),
                (Packing::V3, _) => vec![1],
                (_, true) => strip::encode_transparent(pixels, height, width),
                (_, false) => strip::encode_smallest(pixels, height, width),
            }
        });
        strips.collect()
    };
    let (width, height) = (usize::from(room.width), usize::from(room.height));
    let strips = match packing {
        _ if !room.strips.is_empty() => room.strips.clone(),
        Packing::Whole => vec![bmap::encode(&room.background)],
        _ => packed(&room.background, width, height, false),
    };
    add(rooms, strips, height);
    for object in &room.objects {
        let (width, height) = (usize::from(object.width), usize::from(object.height));
        for picture in object.pictures.values() {
            if picture.whole {
                let code = if picture.leaves_out { 8 } else { 9 };
                objects.contained.insert(format!("whole {code}"));
                continue;
            }
            let strips = match picture.strips.is_empty() {
                true => packed(&picture.pixels, width, height, picture.leaves_out),
                false => picture.strips.clone(),
            };
            add(objects, strips, height);
        }
    }
}

/// Formats, records and commands of COST costumes.
fn cost_rows(engine: &Engine) -> [Row; 3] {
    let dialect = engine.dialect();
    let formats = (0x50..=0x7F).filter(|byte| Format::from_byte(*byte).is_some());
    let sounds = match dialect.sounds {
        SoundCodes::Footstep | SoundCodes::FootstepBit => 0x78..=0x78,
        SoundCodes::List | SoundCodes::ListReversed => 0x71..=0x78,
    };
    let commands = sounds.chain(0x79..=0x7C_u16).map(hexadecimal);
    [
        Row::new("COST formats", formats.map(|byte| hexadecimal(byte.into()))),
        Row::new("COST records", ["off", "once", "loop"].map(str::to_owned)),
        Row::new("COST commands", commands),
    ]
}

fn look_at_cost(source: &CostSource, [formats, records, commands]: &mut [Row; 3]) {
    formats.contained.insert(hexadecimal(source.format.byte.into()));
    for entry in source.records.iter().flatten().flatten() {
        let name = match entry {
            CostEntry::Off => "off",
            CostEntry::Window(window) if window.play_once => "once",
            CostEntry::Window(_) => "loop",
        };
        records.contained.insert(name.to_owned());
    }
    let all = source.commands.iter().map(|command| hexadecimal((*command).into()));
    commands.contained.extend(all.filter(|command| commands.all.contains(command)));
}

/// Codecs, modes and commands of AKOS costumes.
fn akos_rows(engine: &Engine) -> [Row; 3] {
    let rules = engine.dialect().akos;
    let known = |low: &u16| {
        let bytes = [&[0xC0, low.to_le_bytes()[0]], [0; 30].as_slice()].concat();
        Code::read(&bytes, 0, &rules).command().is_some()
    };
    let commands: Vec<String> = (0..=0xFF).filter(known).map(|low| hexadecimal(0xC000 | low)).collect();
    let codecs =
        [Codec::Rle, Codec::Bomp, Codec::MajMin, Codec::Trle].map(|codec| decimal_of(codec.number()));
    let modes = (0..=8).map(|byte| Mode::from_byte(byte).name().to_owned());
    [Row::new("AKOS codecs", codecs), Row::new("AKOS modes", modes), Row::new("AKOS commands", commands)]
}

fn decimal_of(number: u16) -> String {
    format!("{number:02}")
}

fn look_at_akos(payload: &[u8], engine: &Engine, [codecs, modes, commands]: &mut [Row; 3]) {
    let akos = Akos::open(payload.to_vec(), engine.dialect()).unwrap();
    codecs.contained.insert(decimal_of(akos.header().codec.number()));
    for record in akos.record_indices() {
        for entry in akos.record(record).unwrap().limbs.iter().flatten() {
            modes.contained.insert(entry.mode.name().to_owned());
        }
    }
    let program = Program::of(&akos);
    let found = program.items.iter().filter_map(|item| item.command()?.code());
    commands.contained.extend(found.map(hexadecimal));
}

/// The lines of an engine.
fn lines(engine: &'static Engine) -> Vec<String> {
    let packing = Packing::of(engine);
    let mut pictures = packing.map(pictures);
    let is_cost = !engine.has_akos() && !engine.dialect().is_nes() && !engine.dialect().is_v0();
    let mut cost = is_cost.then(|| cost_rows(engine));
    let mut akos = engine.has_akos().then(|| akos_rows(engine));
    for number in 0..PACKS {
        let pack = Pack::random(engine, Rng::of_part(1, number).seed(), &Vec::new()).unwrap();
        if let Some((rows, packing)) = pictures.as_mut().zip(packing) {
            pack.rooms.iter().for_each(|room| look_at_room(room, packing, rows));
        }
        for costume in &pack.costumes {
            match &costume.source {
                Some(Source::Cost(source)) => cost.iter_mut().for_each(|rows| look_at_cost(source, rows)),
                _ => akos.iter_mut().for_each(|rows| look_at_akos(&costume.payload, engine, rows)),
            }
        }
    }
    let rows =
        pictures.into_iter().flatten().chain(cost.into_iter().flatten()).chain(akos.into_iter().flatten());
    rows.map(|row| row.line()).collect()
}

fn list() -> String {
    let mut text = HEAD.to_owned();
    for interpreter in Interpreter::ALL {
        interpreter::choose(interpreter);
        for engine in engine::ALL {
            let lines = lines(engine);
            if !lines.is_empty() {
                let _ = writeln!(text, "{}, {interpreter}\n{}", engine.name, lines.join("\n"));
            }
        }
    }
    text
}

#[test]
fn packs_contain_what_the_list_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("contained.txt");
    let list = list();
    print!("{list}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &list).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written == list, "{} is old: UPDATE_DOCS=1 writes it", path.display());
}
