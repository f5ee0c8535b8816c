//! Programs that are longer than AKSQ. ScummVM stores no length of AKSQ: it reads on in the block after it. So that
//! block's bytes are chosen here, and the costume is written twice: with an AKSQ that ends inside the program, and
//! with one that holds all bytes. ScummVM plays the first; Costumier draws the second. If they are equal, ScummVM
//! gives a cut command the length of the whole one.
//!
//! Fuzzing found the program, by a difference between the library's two readings of programs: the number of the second
//! of a draw command's 25 pictures has two bytes, and AKSQ ends after the first. With a length of one byte, all later
//! bytes would be read a byte too early. That reading is drawn too, and must differ.

use costumier::format::akos::{AkosEntry, AkosSource, Codec, LIMBS, Mode};
use costumier::scene::Scale;
use costumier_build::{PictureSource, PixelSource};

use crate::args::Args;
use crate::blocks::watch;
use crate::case::Kind;
use crate::compare::{self, Tallies};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::pack::{Pack, PackCostume};
use crate::random::room;
use crate::report::{self, Keeper};
use crate::rng::Rng;

/// As it was found: a picture of two bytes, then `C020` with 25 pictures; `83` begins the second's number.
const FOUND: [u8; 15] = [0x83, 0x18, 0xC0, 0x20, 25, 0x19, 0x13, 0, 0, 0, 1, 0, 0, 0, 0x83];

/// Where its last byte stands.
const CUT: usize = FOUND.len() - 1;

/// The block behind AKSQ: its tag (whose first byte ends the picture's number) and how much it holds.
const BEHIND: [u8; 4] = [0x05, 0, 0, 0];
const HELD: usize = 160;

/// Where the draw command ends: two pictures of which one has two bytes, then 23 of zeros.
const END: usize = 2 + 3 + 5 + 6 + 23 * 5;

/// So many that 0x318 and 0x305 are among them.
const PICTURES: u16 = 0x320;

/// The record that plays it: chore 8, looking East.
const RECORD: usize = 33;

/// Whether an engine's costumes have programs.
pub(crate) fn fit(engine: &Engine) -> bool {
    // Nothing here has colours of its own.
    engine.has_akos() && !engine.is_wide()
}

/// All bytes: the program, and the block behind it, header included. What follows the command are zeros as they
/// were found, or codes that tell where one stands.
fn whole(told: bool) -> Vec<u8> {
    let mut bytes = FOUND.to_vec();
    bytes.extend(BEHIND);
    bytes.extend(u32::try_from(8 + HELD).unwrap_or(0).to_be_bytes());
    bytes.resize(FOUND.len() + 8 + HELD, 0);
    if told {
        let codes = [7, 9, 11, 0xC0, 0x30, 0, 0];
        bytes[END..END + codes.len()].copy_from_slice(&codes);
    }
    bytes
}

/// A costume with such a sequence, played by one limb in a mode.
fn costume(sequence: Vec<u8>, mode: Mode) -> Outcome<Vec<u8>> {
    let mut source = AkosSource::new(Codec::Rle, (16..32).collect());
    source.sequence = sequence;
    let mut limbs = [None; LIMBS];
    limbs[2] = Some(AkosEntry { mode, start: 0, length: 0 });
    source.records = vec![limbs];
    source.record_table = vec![None; RECORD + 1];
    source.record_table[RECORD] = Some(0);
    let picture = |k: u16| {
        let (width, height) = (3 + k % 5, 2 + k % 7);
        let rows = vec![1 + k.to_le_bytes()[0] % 15; usize::from(width * height)];
        let (x, y) = (i16::try_from(k % 64).unwrap_or(0) - 32, -i16::try_from(k / 16).unwrap_or(0));
        PictureSource { width, height, x, y, move_x: 0, move_y: 0, pixels: PixelSource::Rows(rows) }
    };
    source.pictures = (0..PICTURES).map(picture).collect();
    source.write().map_err(|why| Failure::because("the costume with a long program", why))
}

/// The same block, in which AKSQ says that it ends where the program is cut.
fn cut(mut payload: Vec<u8>) -> Outcome<Vec<u8>> {
    let at = payload.windows(4).position(|tag| tag == b"AKSQ");
    let size = at.and_then(|at| payload.get_mut(at + 4..at + 8));
    let size = size.ok_or_else(|| Failure::new("a costume without AKSQ"))?;
    size.copy_from_slice(&u32::try_from(8 + FOUND.len()).unwrap_or(0).to_be_bytes());
    Ok(payload)
}

/// Compares what ScummVM plays of cut programs with what Costumier draws of whole ones.
pub(crate) fn run(judge: &Judge, args: &Args, engine: &'static Engine, tallies: &mut Tallies) -> Outcome<()> {
    let (width, height) = engine.screen();
    let size = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let shown = [Mode::from_byte(6), Mode::from_byte(8)].map(|mode| [false, true].map(|told| (mode, told)));
    let shown = shown.concat();
    let payloads = |byte: u8| -> Outcome<Vec<Vec<u8>>> {
        let sequence = |told| {
            let mut bytes = whole(told);
            bytes[CUT] = byte;
            bytes
        };
        shown.iter().map(|(mode, told)| costume(sequence(*told), *mode)).collect()
    };
    let pack = |payloads: Vec<Vec<u8>>| {
        let facing = costumier::Facing::EAST;
        let cases = (1..).zip(&payloads).flat_map(|(id, _)| watch(engine, Kind::Cut, id, 8, facing));
        let cases =
            cases.filter(|case| case.scene.actors.iter().all(|actor| actor.scale == Scale::FULL)).collect();
        let costumes = payloads.into_iter().map(|payload| PackCostume { payload, source: None }).collect();
        let rooms = vec![room::room(&mut Rng::new(args.seed), engine, (size[0], size[1]), 0)];
        Pack::new(engine, rooms, costumes, cases)
    };
    let mut played = pack(payloads(FOUND[CUT])?.into_iter().map(cut).collect::<Outcome<_>>()?);
    played.drawn_from = Some(pack(payloads(FOUND[CUT])?).files()?);
    let name = format!("{}-cut", engine.name);
    let mut keeper = Keeper::new(&args.keep, &name, format!("oracle --engine {}", engine.name));
    compare::compare(judge, &played, tallies, |difference| keeper.keep(&played, &difference))?;

    // The other reading.
    let shorter = payloads(FOUND[CUT] & 0x7F)?;
    played.drawn_from = Some(pack(shorter).files()?);
    let mut others = Tallies::new();
    compare::compare(judge, &played, &mut others, |_| Ok(()))?;
    if report::different(&others) == 0 {
        return Err(Failure::new(
            "a cut picture taken for one of a byte looks the same: nothing is shown by it",
        ));
    }
    Ok(())
}
