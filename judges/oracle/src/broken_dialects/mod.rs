//! Breaks rules of Humongous games and of consoles on purpose, as a control of the comparison. The model does not
//! have these rules, so they are broken in Costumier's dialect. The colours of an EGA screen are broken in the rooms,
//! and the order of waiting commands in the programs. Each break must change a frame that ScummVM shows.

mod list;

use std::sync::Arc;

use crate::args::{Args, Task};
use crate::case::Kind;
use crate::colours::first_different;
use crate::compare;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::judge::frames::Frame;
use crate::pack::{self, Pack, Plan, Source};
use crate::render::Costumier;
use crate::stop;

use Broken::{In, InCostumes, InObjects, InRooms, InScenes};
use list::{Break, Broken, breaks};

/// Number of frames of each kind.
const FRAMES: usize = 8;

/// The same for the NES.
const NES_FRAMES: usize = 30;

/// Number of packs for the NES, whose actors must stand behind small objects of all sorts, and for large screens, whose
/// packs are small. A single pack may not reach a rare rule.
const PACKS: u64 = 12;

/// Breaks one rule after the other. Returns whether each was noticed, and no frame differs without a break.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut passed = true;
    for engine in &args.engines {
        let own: Vec<_> =
            breaks().filter(|(what, of, _)| *of == engine.name && what.contains(&args.kind)).collect();
        if own.is_empty() {
            continue;
        }
        let packs = if engine.dialect().is_nes() || engine.screen().0 > 320 { PACKS } else { 1 };
        // Seeds that no call uses.
        let seeds = (0..packs).map(|pack| args.seed.wrapping_add(pack << 32));
        let shows: Vec<_> =
            seeds.map(|seed| PackResult::play(judge, engine, seed)).collect::<Outcome<_>>()?;
        let frames: usize = shows.iter().map(|show| show.frames.len()).sum();
        println!("\nbroken on purpose in Costumier: frames of {}'s {frames} in which it shows", engine.name);
        let nothing: Break = ("nothing", "", In(|_| {}));
        for (number, (what, _, broken)) in std::iter::once(nothing).chain(own).enumerate() {
            stop::check()?;
            // For `--ci`, the first frame that shows a break is enough. Without a break, every frame is compared.
            let most = if args.task == Task::Ci && number > 0 { 1 } else { usize::MAX };
            let mut count = 0;
            for show in &shows {
                count += show.differences(broken, most)?;
                if count >= most {
                    break;
                }
            }
            let right = (count > 0) == (number > 0);
            passed &= right;
            let more = if count > 0 && most == 1 { " and more" } else { "" };
            println!("{what:68} {count:5}{more}{}", if right { "" } else { "  WRONG" });
        }
    }
    Ok(passed)
}

/// A pack and ScummVM's screens.
struct PackResult {
    pack: Pack,
    frames: Vec<Frame>,
}

impl PackResult {
    fn play(judge: &Judge, engine: &'static Engine, seed: u64) -> Outcome<Self> {
        let frames = if engine.dialect().is_nes() { NES_FRAMES } else { FRAMES };
        // Many rectangles hide the whole actor, or none of it.
        let often = |kind: Kind| if kind == Kind::Clips { 8 } else { 1 };
        let kinds = Kind::STILL.iter().map(|kind| (*kind, often(*kind) * frames));
        // In half of what several do, they reach each other.
        let company = if engine.has_akos() { 24 } else { 4 };
        let moving = [(Kind::Chores, 4), (Kind::Programs, 4), (Kind::Company, company)];
        // Programs have so many commands that a single rule is reached rarely.
        let long = [(Kind::Queued, 40), (Kind::Talking, 8), (Kind::Auxiliary, 4)];
        let moving = moving.into_iter().chain(long).map(|(kind, often)| (kind, often * frames));
        // Only operations of these engines use them.
        let own = [Kind::Slots, Kind::Talking, Kind::Auxiliary];
        let is_known = |kind: Kind| !own.contains(&kind) || pack::has_kind(engine, kind);
        let plan: Plan = kinds.chain(moving).filter(|(kind, _)| is_known(*kind)).collect();
        let pack = Pack::random(engine, seed, &plan)?;
        let mut frames = Vec::new();
        compare::play(judge, &pack, |_, _, frame| {
            frames.push(frame);
            Ok(())
        })?;
        Ok(Self { pack, frames })
    }

    /// The frames that differ, no more of them than `most` and what else differs in the same scene.
    fn differences(&self, broken: Broken, most: usize) -> Outcome<usize> {
        let mut pack = self.pack.clone();
        let mut dialect = pack.engine.dialect();
        dialect.sprite_set = pack.sprite_set();
        match broken {
            In(broken) => broken(&mut dialect),
            InRooms(broken) => pack.rooms.iter_mut().for_each(broken),
            InScenes(_) => {}
            InCostumes(broken) => {
                for costume in &mut pack.costumes {
                    let Some(Source::Akos(design)) = &mut costume.source else { continue };
                    broken(design);
                    costume.payload = design.write(&pack.engine.dialect())?;
                }
            }
            InObjects(broken) => pack.nes.iter_mut().for_each(|graphics| graphics.broken = Some(broken)),
        }
        let opened = pack.game(&pack.files()?)?;
        let mut game = Arc::into_inner(opened).ok_or_else(|| Failure::new("the game is in use"))?;
        game.assume(dialect);
        let mut costumier = Costumier::new(&Arc::new(game));
        let mut frames = self.frames.iter();
        let mut count = 0;
        for case in &self.pack.cases {
            let mut said = case.clone();
            if let InScenes(broken) = broken {
                broken(&mut said.scene, &self.pack.rooms);
            }
            let colours = costumier.colours(&said);
            for (frame, shown) in (0..case.frames()).zip(&mut frames) {
                // A break that makes a scene impossible is noticed, too.
                let deep = self.pack.engine.is_deep();
                let as_shown = |pixels: &[u8]| match (&colours, deep) {
                    (Ok(own), true) => shown.clone().in_colours_of(pixels, own).pixels == pixels,
                    (_, deep) => !deep && pixels == shown.pixels,
                };
                let mut scene = case.scene_at(frame);
                if let InScenes(broken) = broken {
                    broken(&mut scene, &self.pack.rooms);
                }
                let same = costumier.of_scene(&scene).is_ok_and(as_shown);
                let compared = self.pack.engine.compared_colours();
                let coloured = colours.as_ref().is_ok_and(|own| {
                    let colour = |entry: u8| match usize::from(entry) {
                        entry if entry >= compared => own[entry],
                        _ => shown.colour(entry),
                    };
                    shown.is_wide() || first_different(own, colour).is_none()
                });
                count += usize::from(!same || !coloured);
            }
            if count >= most {
                break;
            }
        }
        Ok(count)
    }
}
