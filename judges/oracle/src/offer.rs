//! The costumes of a random pack, and their uses.

use costumier::Generation;
use costumier::format::akos::{Codec, LIMBS, Mode};
use costumier_build::room::RoomSource;

use crate::corner;
use crate::design::{Cel, Code, Design, Entry, PictureCode};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::pack::{PackCostume, Source};
use crate::random;
use crate::random::akos::Frames::{Beside, Over};
use crate::random::offer::Offer;
use crate::rng::Rng;
use crate::wide;

/// Maximum number of random costumes that are dropped because their generation cannot hold them.
const ATTEMPTS: usize = 100;

/// Adds a costume. Returns its id.
fn add(costumes: &mut Vec<PackCostume>, payload: Vec<u8>, source: Source) -> Outcome<u32> {
    costumes.push(PackCostume { payload, source: Some(source) });
    u32::try_from(costumes.len()).map_err(|why| Failure::because("costumes", why))
}

/// Random COST costumes.
pub(crate) fn cost<'a>(
    rng: &mut Rng,
    engine: &'static Engine,
    rooms: &'a [RoomSource],
    costumes: &mut Vec<PackCostume>,
) -> Outcome<Offer<'a>> {
    let mut some = |count: u32, wish| -> Outcome<Vec<u32>> {
        (0..count)
            .map(|_| {
                let failed = |why| Failure::because("a random costume", why);
                let mut written = None;
                for _ in 0..ATTEMPTS {
                    let design = random::costume::costume(rng, engine.dialect(), wish)?;
                    written = Some(design.build().and_then(|source| Ok((design.write()?, source))));
                    // Sizes are 16 bits wide there.
                    let fits = |payload: &[u8]| !engine.has_bare_files() || payload.len() < 60_000;
                    if matches!(&written, Some(Ok((payload, _))) if fits(payload)) {
                        break;
                    }
                }
                let (payload, source) =
                    written.ok_or_else(|| Failure::new("no random costume"))?.map_err(failed)?;
                add(costumes, payload, Source::Cost(Box::new(source)))
            })
            .collect()
    };
    Ok(Offer {
        costumes: some(14, random::costume::Wish::default())?,
        dark: some(4, random::costume::Wish { dark: true, ..Default::default() })?,
        redirects: match engine.has_redirects() {
            true => some(6, random::costume::Wish { redirects: true, ..Default::default() })?,
            false => Vec::new(),
        },
        ..Offer::new(engine, rooms)
    })
}

/// Random AKOS costumes.
pub(crate) fn akos<'a>(
    rng: &mut Rng,
    engine: &'static Engine,
    rooms: &'a [RoomSource],
    costumes: &mut Vec<PackCostume>,
) -> Outcome<Offer<'a>> {
    let plain = random::akos::Wish::default();
    // With separate random numbers, so that everything else of a seed stays the same.
    let mut own = Rng::of_part(rng.seed(), 1);
    let mut draw = |rng: &mut Rng, count: u32, wish| -> Outcome<Vec<u32>> {
        (0..count)
            .map(|_| {
                let design = random::akos::costume(rng, &engine.dialect(), wish)?;
                let payload = design.write(&engine.dialect())?;
                add(costumes, payload, Source::Akos(Box::new(design)))
            })
            .collect()
    };
    let mut some = |count, wish| draw(rng, count, wish);
    let offer = Offer {
        costumes: some(10, plain)?,
        rows: some(6, random::akos::Wish { rows: true, ..plain })?,
        draws: some(5, random::akos::Wish { draws: true, conditions: true, ..plain })?,
        programs: some(6, random::akos::Wish { programs: true, ..plain })?,
        queued: some(6, random::akos::Wish { queued: true, planes: true, programs: true, ..plain })?,
        flips: some(5, random::akos::Wish { flips: true, ..plain })?,
        shadows: {
            let mut all = some(4, random::akos::Wish { shadows: true, ..plain })?;
            all.extend(some(3, random::akos::Wish { shadows: true, rows: true, ..plain })?);
            all
        },
        singles: some(3, random::akos::Wish { rows: true, single: true, ..plain })?,
        skips: match engine.has_skips() {
            true => some(6, random::akos::Wish { rows: false, skips: true, ..plain })?,
            false => Vec::new(),
        },
        words: match engine.dialect().akos.talk_states {
            0 => Vec::new(),
            _ => {
                let worded = random::akos::Wish { words: true, draws: true, conditions: true, ..plain };
                let mut all = some(5, worded)?;
                all.extend(some(3, random::akos::Wish { skips: true, ..worded })?);
                all
            }
        },
        leaves: some(3, random::akos::Wish { leaves: true, programs: true, ..plain })?,
        ..Offer::new(engine, rooms)
    };
    let contradicts = random::akos::Wish { contradicts: true, ..plain };
    let contradicts = draw(&mut own, 5, contradicts)?;
    let reaches = draw(&mut own, 5, random::akos::Wish { reaches: true, ..plain })?;
    let states = u8::try_from(engine.dialect().akos.talk_states.count_ones()).unwrap_or(0);
    let talks = match states {
        0 => Vec::new(),
        talk_states => {
            let wish =
                random::akos::Wish { talk_states, words: true, draws: true, conditions: true, ..plain };
            draw(&mut own, 8, random::akos::Wish { programs: true, ..wish })?
        }
    };
    let frames = |frames| random::akos::Wish { frames: Some(frames), ..plain };
    let (beside, over) = match engine.dialect().akos.auxiliary_frames {
        true => (draw(&mut own, 6, frames(Beside))?, draw(&mut own, 3, frames(Over))?),
        false => (Vec::new(), Vec::new()),
    };
    let row_words = match engine.has_xmaps() && !engine.is_wide() {
        true => {
            let worded = random::akos::Wish { words: true, draws: true, conditions: true, ..plain };
            draw(&mut own, 4, random::akos::Wish { rows: true, ..worded })?
        }
        false => Vec::new(),
    };
    Ok(Offer { contradicts, reaches, talks, beside, over, row_words, ..offer })
}

/// Adds the costume whose program ends mirroring, in its first loop. It shows a transparent picture of codec
/// 5, with which this ScummVM's taking notice of overrides ends.
pub(crate) fn unflip(engine: &Engine, costumes: &mut Vec<PackCostume>) -> Outcome<u16> {
    const SIDE: u16 = 4;
    // Humongous games have no codec 5, so only mirroring is ended.
    let humongous = engine.dialect().generation() == Generation::Humongous;
    let (codec, palette) = match humongous {
        true if engine.is_wide() => (Codec::Rle, vec![0; 16]),
        true => (Codec::MajMin, vec![255, 0]),
        false => (Codec::Bomp, (0..=255).collect()),
    };
    let rows = vec![if codec == Codec::Rle { 0 } else { 255 }; usize::from(SIDE * SIDE)];
    let mut design = of_one_picture(codec, palette, (SIDE, SIDE), rows)?;
    // Within the screen: elsewhere it is not drawn.
    (design.pictures[0].x, design.pictures[0].y) = (20, 20);
    design.humongous = humongous;
    design.code.extend([Code::Flip(0), Code::Goto(0)]);
    design.records[0][0] = Some(Entry { mode: Mode::Run, start: 0, end: 2 });
    add_design(engine, costumes, design)
}

/// A costume whose chore 1 shows one picture.
fn of_one_picture(codec: Codec, palette: Vec<u8>, size: (u16, u16), rows: Vec<u8>) -> Outcome<Design> {
    let packed = random::akos::packed_by_library(codec, &palette, size, &rows)?;
    let mut record = [None; LIMBS];
    record[0] = Some(Entry { mode: Mode::Still, start: 0, end: 0 });
    Ok(Design {
        codec,
        palette,
        humongous: false,
        never_mirror: false,
        ways: 4,
        pictures: vec![Cel { width: size.0, height: size.1, x: 0, y: 0, move_x: 0, move_y: 0, rows, packed }],
        code: vec![Code::Picture(PictureCode { index: 0, wide: false })],
        jumps: Vec::new(),
        words: Vec::new(),
        frames: Vec::new(),
        rgb: None,
        sliced: false,
        records: vec![record],
        table: vec![None, None, None, None, Some(0), Some(0), Some(0), Some(0)],
    })
}

fn add_design(engine: &Engine, costumes: &mut Vec<PackCostume>, design: Design) -> Outcome<u16> {
    let payload = design.write(&engine.dialect())?;
    let id = add(costumes, payload, Source::Akos(Box::new(design)))?;
    u16::try_from(id).map_err(|why| Failure::because("costumes", why))
}

/// Adds the transparent costume of the actor that covers the screen.
pub(crate) fn curtain(engine: &Engine, costumes: &mut Vec<PackCostume>) -> Outcome<u16> {
    let (width, height) = engine.screen();
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    let size = (side(width), side(height));
    let rows = vec![0; usize::from(size.0) * usize::from(size.1)];
    add_design(engine, costumes, of_one_picture(Codec::Rle, vec![0; 16], size, rows)?)
}

/// Adds the costume of the actor for a frame's number on an EGA screen.
pub(crate) fn stripes(engine: &Engine, costumes: &mut Vec<PackCostume>) -> Outcome<u16> {
    let source = corner::costume(engine.dialect())?;
    let payload = source.write().map_err(|why| Failure::because("the costume that tells numbers", why))?;
    let id = add(costumes, payload, Source::Cost(Box::new(source)))?;
    u16::try_from(id).map_err(|why| Failure::because("costumes", why))
}

/// Adds the costume of the actor for a frame's number.
pub(crate) fn marker(engine: &Engine, costumes: &mut Vec<PackCostume>) -> Outcome<u16> {
    let size = (wide::SIDE, wide::SIDE);
    let row = (0..wide::SIDE).map(|x| if x < wide::SIDE / 2 { 1 } else { 2 });
    let rows: Vec<u8> = (0..wide::SIDE).flat_map(|_| row.clone()).collect();
    let mut rgb = vec![[0; 3]; 256];
    rgb[usize::from(wide::PALETTE[2])] = wide::MAGENTA;
    let mut design = of_one_picture(Codec::Rle, wide::PALETTE.to_vec(), size, rows)?;
    (design.humongous, design.never_mirror, design.rgb) = (true, true, Some(rgb));
    add_design(engine, costumes, design)
}
