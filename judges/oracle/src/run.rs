//! Runs of random scenes, cut into packs, so that each can be repeated alone.

use std::time::Instant;

use crate::args::{Args, Task};
use crate::case::Kind;
use crate::compare::{self, Tallies};
use crate::engine::{self, Engine};
use crate::failure::Outcome;
use crate::judge::Judge;
use crate::pack::{self, Pack, Plan};
use crate::report::{self, Keeper};
use crate::rng::Rng;
use crate::{blocks, broken_dialects, cut, edit, self_test, trial, who};

/// Of these, a tenth is shown in edited games.
const EDITED: (usize, usize) = (600, 400);

/// Stills and frames in motion of each engine for `--ci`.
const DECIDING: (usize, usize) = (1500, 500);

/// Plays random scenes of the chosen engines, then the sample game's costumes.
pub(crate) fn random(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut equal = true;
    for engine in &args.engines {
        let args = &held_to(args, engine);
        let start = Instant::now();
        let mut tallies = Tallies::new();
        for (number, mut plan) in (0_u64..).zip(plans(engine, args.stills, args.frames, engine.pack_frames()))
        {
            plan.retain(|(kind, frames)| kind.name().contains(&args.kind) && *frames > 0);
            if !plan.is_empty() && args.pack.is_none_or(|only| only == number) {
                one(judge, args, engine, number, &plan, &mut tallies)?;
            }
        }
        if args.pack.is_none() && Kind::Sample.name().contains(&args.kind) {
            blocks::sample(judge, args, engine, &mut tallies)?;
        }
        if args.pack.is_none() && cut::fit(engine) && Kind::Cut.name().contains(&args.kind) {
            cut::run(judge, args, engine, &mut tallies)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("\n{}, seed {}, {seconds:.1} s\n{}", engine.name, args.seed, report::table(&tallies));
        equal &= report::different(&tallies) == 0;
    }
    if !equal {
        println!("differences are in {}", args.keep.display());
    }
    Ok(equal)
}

/// Checks before a landing must be short: they have fewer large pictures.
fn held_to(args: &Args, engine: &Engine) -> Args {
    let dialect = engine.dialect();
    let part = match args.task {
        // There are ten of these, with small differences.
        Task::Ci if dialect.disks.whole_pictures => 15,
        Task::Ci if engine.screen().0 > 320 => 5,
        _ => 1,
    };
    Args { stills: args.stills / part, frames: args.frames / part, ..args.clone() }
}

/// Everything: all engines and screens with as many frames as are asked for, rules broken on purpose, edited
/// games, and what scripts say.
pub(crate) fn all(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut equal = random(judge, args)?;
    for others in [&engine::SCREENS[..], &engine::TOWNS] {
        equal &= random(judge, &Args { engines: others.to_vec(), ..args.clone() })?;
    }
    equal &= trial::run(judge, args)?;
    equal &= broken(judge, args)?;
    equal &= edit::run(judge, args)?;
    Ok(who::run(judge, args)? && equal)
}

/// The checks of `--ci`: a sample of every engine and screen, and the self-test.
pub(crate) fn ci(judge: &Judge, args: &Args) -> Outcome<bool> {
    let (stills, frames) = (args.stills.min(DECIDING.0), args.frames.min(DECIDING.1));
    let mut equal = random(judge, &Args { stills, frames, ..args.clone() })?;
    // Few frames are enough for other screens, and for other games of the FM-TOWNS.
    let (stills, frames) = (stills / 15, frames / 10);
    let others = engine::SCREENS.into_iter().chain(engine::TOWNS).collect();
    equal &= random(judge, &Args { engines: others, stills, frames, ..args.clone() })?;
    equal &= trial::run(judge, args)?;
    equal &= broken(judge, args)?;
    // A small share of edited games. Humongous games from 7.1 on are put together in one way, and ScummVM hangs
    // on their stale numbers: one of them.
    let is_alike = |engine: &Engine| engine.dialect().disks.whole_pictures && engine.name != "he72";
    let engines = args.engines.iter().copied().filter(|engine| !is_alike(engine));
    Ok(edit::run(
        judge,
        &Args {
            engines: engines.collect(),
            stills: args.stills.min(EDITED.0),
            frames: args.frames.min(EDITED.1),
            ..args.clone()
        },
    )? && equal)
}

/// Rules broken on purpose: those of the model, and those that Costumier keeps in its dialects and rooms.
fn broken(judge: &Judge, args: &Args) -> Outcome<bool> {
    let noticed = self_test::run(judge, args)?;
    let engines = args.engines.iter().copied().chain(engine::SCREENS).collect();
    Ok(broken_dialects::run(judge, &Args { engines, ..args.clone() })? && noticed)
}

fn one(
    judge: &Judge,
    args: &Args,
    engine: &'static Engine,
    number: u64,
    plan: &Plan,
    tallies: &mut Tallies,
) -> Outcome<()> {
    let pack = Pack::random(engine, Rng::of_part(args.seed, number).seed(), plan)?;
    let kind = if args.kind.is_empty() { String::new() } else { format!(" --kind '{}'", args.kind) };
    let again = format!(
        "oracle --engine {} --seed {} --stills {} --frames {} --pack {number}{kind}",
        engine.name, args.seed, args.stills, args.frames
    );
    let name = format!("{}-seed-{}-pack-{number}", engine.name, args.seed);
    let mut keeper = Keeper::new(&args.keep, &name, again);
    compare::compare(judge, &pack, tallies, |difference| keeper.keep(&pack, &difference))
}

/// Shares stills and frames among the kinds, and the kinds among packs.
pub(crate) fn plans(engine: &Engine, stills: usize, frames: usize, most: usize) -> Vec<Plan> {
    let mut shares = share(engine, Kind::STILL, stills);
    shares.extend(share(engine, Kind::MOVING, frames));
    let packs = (stills + frames).div_ceil(most).max(1);
    (0..packs)
        .map(|pack| {
            let part = |all: usize| all * (pack + 1) / packs - all * pack / packs;
            shares.iter().map(|(kind, all)| (*kind, part(*all))).collect()
        })
        .collect()
}

fn share(engine: &Engine, kinds: &[Kind], all: usize) -> Plan {
    let kinds: Vec<Kind> = kinds.iter().copied().filter(|kind| pack::has_kind(engine, *kind)).collect();
    let count = kinds.len();
    let part = |at: usize| all * (at + 1) / count - all * at / count;
    kinds.into_iter().enumerate().map(|(at, kind)| (kind, part(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{V5, V6};

    #[test]
    fn nothing_is_lost_when_it_is_shared() {
        for engine in [&V5, &V6] {
            for (stills, frames) in [(10_000, 2_000), (0, 0), (7, 3), (1, 0)] {
                let all: Vec<_> =
                    plans(engine, stills, frames, engine.pack_frames()).into_iter().flatten().collect();
                let of = |kinds: &[Kind]| -> usize {
                    all.iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, count)| count).sum()
                };
                assert_eq!((of(Kind::STILL), of(Kind::MOVING)), (stills, frames));
            }
        }
    }
}
