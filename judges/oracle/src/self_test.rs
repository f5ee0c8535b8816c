//! Breaks rules on purpose, as a control of the comparison: every [`Mutation`] of the model must change a frame that
//! ScummVM shows.

use costumier::format::dialect::Turns;

use crate::args::{Args, Task};
use crate::case::{Case, Kind};
use crate::colours::{Colours, first_different};
use crate::compare;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::judge::frames::Frame;
use crate::model::{self, Asked, Broken, ModelFrame, Mutation};
use crate::pack::{self, Pack, Plan};
use crate::stop;

/// Number of frames of each kind for every rule.
pub(crate) const FRAMES: usize = 60;

/// Breaks one rule after the other. Returns whether each was noticed in at least one engine, and no frame differs
/// without a break. Except with `--ci`, the table has the number of frames of each engine that show the break.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut shows = Vec::new();
    // The model does not have other screens either.
    let known = |engine: &&Engine| engine.has_model() && engine.shown_on.is_none();
    for engine in args.engines.iter().copied().filter(known) {
        shows.push(PackResult::play(judge, engine, args.seed)?);
    }
    if shows.is_empty() {
        println!("\nnothing was broken on purpose: the model does not know these costumes or screens");
        return Ok(true);
    }
    let names: Vec<_> = shows.iter().map(|show| show.pack.engine.name).collect();
    let all: Vec<_> = shows.iter().map(|show| show.frames.len().to_string()).collect();
    let is_short = args.task == Task::Ci;
    let said = if is_short { "where it shows first" } else { "frames in which it shows" };
    println!("\nbroken on purpose: {said} ({})", names.join(", "));
    let right: Vec<_> = shows.iter().map(|show| show.different).collect();
    let mut passed = right.iter().all(|count| *count == 0);
    line("nothing", &columns(&right), if passed { "" } else { "  WRONG" });
    for mutation in Mutation::ALL.into_iter().filter(|mutation| mutation.what().contains(&args.kind)) {
        stop::check()?;
        let text = if is_short {
            first(&mut shows, mutation)?
        } else {
            let counts: Outcome<Vec<_>> =
                shows.iter().map(|show| show.differences(mutation, usize::MAX)).collect();
            let counts = counts?;
            counts.iter().any(|count| *count > 0).then(|| columns(&counts))
        };
        passed &= text.is_some();
        let verdict = if text.is_some() { "" } else { "  NOT NOTICED" };
        line(mutation.what(), &text.unwrap_or_default(), verdict);
    }
    println!("of {} frames", all.join(", "));
    Ok(passed)
}

fn line(what: &str, text: &str, verdict: &str) {
    println!("{what:68} {text}{verdict}");
}

fn columns(counts: &[usize]) -> String {
    let counts: Vec<_> = counts.iter().map(|count| format!("{count:5}")).collect();
    counts.join(" ")
}

/// The name of the first engine that notices a broken rule. Neighbours in the list are mostly noticed by the same
/// engines, so the engine that noticed the last rule is tried first.
fn first(shows: &mut [PackResult], mutation: Mutation) -> Outcome<Option<String>> {
    for number in 0..shows.len() {
        if shows[number].differences(mutation, 1)? > 0 {
            shows[..=number].rotate_right(1);
            return Ok(Some(shows[0].pack.engine.name.to_owned()));
        }
    }
    Ok(None)
}

/// A pack, ScummVM's screens, and the model's pictures.
struct PackResult {
    pack: Pack,
    frames: Vec<Frame>,
    /// Frames that differ though nothing is broken.
    different: usize,
    /// The rules that the model used, case by case.
    asked: Vec<Asked>,
}

impl PackResult {
    fn play(judge: &Judge, engine: &'static Engine, seed: u64) -> Outcome<Self> {
        let pack = Pack::random(engine, seed, &plan(engine, FRAMES, FRAMES))?;
        let mut frames = Vec::new();
        compare::play(judge, &pack, |_, _, frame| {
            frames.push(frame);
            Ok(())
        })?;
        let mut show = Self { pack, frames, different: 0, asked: Vec::new() };
        let colours = model::colours::of_cases(&show.pack, Broken::default());
        let mut start = 0;
        for (case, colours) in show.pack.cases.iter().zip(&colours) {
            let (opinions, asked) = Asked::while_making(|| show.opinions(case, Broken::default()));
            let opinions = opinions?;
            show.different += show.disagreeing(&opinions, start, colours, case);
            show.asked.push(asked);
            start += opinions.len();
        }
        Ok(show)
    }

    fn opinions(&self, case: &Case, broken: Broken) -> Outcome<Vec<ModelFrame>> {
        model::opinions(&self.pack, case, broken)
            .ok_or_else(|| Failure::new("the model does not know a random costume"))
    }

    /// The frames of a case, from this one on, that differ from the model's.
    fn disagreeing(&self, opinions: &[ModelFrame], start: usize, colours: &Colours, case: &Case) -> usize {
        let frames = self.frames.iter().skip(start);
        let pairs = opinions.iter().zip(frames);
        pairs.filter(|(said, shown)| !agrees(self.pack.engine, said, colours, shown, case.counts)).count()
    }

    /// The frames that differ with a broken rule: at most `most`, and the others of the last scene. Scenes that do not
    /// depend on the rule are not drawn again.
    fn differences(&self, mutation: Mutation, most: usize) -> Outcome<usize> {
        let broken = Broken::only(mutation);
        let mut count = 0;
        let mut start = 0;
        let colours = model::colours::of_cases(&self.pack, broken);
        for ((case, colours), asked) in self.pack.cases.iter().zip(&colours).zip(&self.asked) {
            let frames = case.frames();
            count += match asked.about(mutation) {
                true => self.disagreeing(&self.opinions(case, broken)?, start, colours, case),
                false => self
                    .frames
                    .iter()
                    .skip(start)
                    .take(frames)
                    .filter(|shown| !coloured(colours, shown))
                    .count(),
            };
            start += frames;
            if count >= most {
                break;
            }
        }
        Ok(count)
    }
}

fn agrees(engine: &Engine, said: &ModelFrame, colours: &Colours, shown: &Frame, counts: bool) -> bool {
    let is_told = || !counts || said.told == pack::told_by(engine, shown);
    said.pixels == shown.pixels && coloured(colours, shown) && is_told()
}

/// Whether a frame has these colours.
fn coloured(colours: &Colours, shown: &Frame) -> bool {
    first_different(colours, |entry| shown.colour(entry)).is_none()
}

/// Frames of each kind: of those that are shown once, and of those in motion.
pub(crate) fn plan(engine: &Engine, still: usize, moving: usize) -> Plan {
    // Large pictures take the model long.
    let part = if engine.screen().0 > 320 { 4 } else { 1 };
    let (still, moving) = (still / part, moving / part);
    let stills = Kind::STILL.iter().map(|kind| (*kind, still));
    let moving = Kind::MOVING.iter().map(|kind| match (kind, engine.dialect().play.turns) {
        // Only turns from north to south differ from turns by quarters.
        (Kind::Turning, Turns::Table) => (*kind, 8 * moving),
        // Programs have so many commands that a single rule is reached rarely.
        (Kind::Programs | Kind::Flips, _) => (*kind, 6 * moving),
        (Kind::Queued, _) => (*kind, 20 * moving),
        // In half of these, actors reach each other.
        (Kind::Company, _) if engine.has_akos() => (*kind, 4 * moving),
        _ => (*kind, moving),
    });
    stills.chain(moving).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;
    use std::sync::atomic::{AtomicBool, AtomicUsize};
    use std::thread;

    use costumier::Interpreter;

    use super::*;
    use crate::render::Costumier;
    use crate::{engine, interpreter};

    /// Engines whose rules interpreters do not share.
    const DISPUTED: [&str; 3] = ["v4", "v6", "v7"];

    /// Without ScummVM: Costumier and the model, which share no code, agree on every frame; and every rule,
    /// broken, shows.
    #[test]
    fn costumier_and_the_model_agree_and_broken_rules_show() {
        agree_and_show(Interpreter::Current, &Mutation::ALL, |_| true);
    }

    #[test]
    fn they_agree_on_older_rules_too() {
        let disputed = [Mutation::MirroredScaleOfOther, Mutation::TurnsOfOther];
        agree_and_show(Interpreter::ScummVm2_7, &disputed, |engine| DISPUTED.contains(&engine.name));
    }

    fn agree_and_show(interpreter: Interpreter, mutations: &[Mutation], wanted: fn(&Engine) -> bool) {
        let noticed: Vec<_> = mutations.iter().map(|mutation| (*mutation, AtomicBool::new(false))).collect();
        let engines: Vec<_> =
            engine::ALL.into_iter().filter(|engine| engine.has_model() && wanted(engine)).collect();
        // A rare rule may need another seed.
        for seed in 5..8 {
            if noticed.iter().all(|it| it.1.load(Relaxed)) {
                break;
            }
            let next = AtomicUsize::new(0);
            let work = || {
                interpreter::choose(interpreter);
                while let Some(engine) = engines.get(next.fetch_add(1, Relaxed)) {
                    agree(engine, seed, &noticed);
                }
            };
            thread::scope(|threads| {
                threads.spawn(work);
                threads.spawn(work);
            });
        }
        let unnoticed = noticed.iter().filter(|it| !it.1.load(Relaxed)).map(|it| it.0.what());
        let unnoticed: Vec<_> = unnoticed.collect();
        assert!(unnoticed.is_empty(), "{unnoticed:?}");
    }

    /// Compares Costumier with the model in a pack of this engine, and marks the rules whose breaks are noticed.
    fn agree(engine: &'static Engine, seed: u64, noticed: &[(Mutation, AtomicBool)]) {
        let pack = Pack::random(engine, seed, &plan(engine, 60, 72)).unwrap();
        let game = pack.game(&pack.files().unwrap()).unwrap();
        let mut costumier = Costumier::new(&game);
        // Once is enough, in whichever engine.
        let open = || noticed.iter().filter(|it| !it.1.load(Relaxed));
        let colours = model::colours::of_cases(&pack, Broken::default());
        for (mutation, shows) in open() {
            let wrong = model::colours::of_cases(&pack, Broken::only(*mutation));
            shows.fetch_or(wrong != colours, Relaxed);
        }
        for (number, case) in pack.cases.iter().enumerate() {
            let own = costumier.colours(case).unwrap();
            let different = first_different(&colours[number], |entry| own[usize::from(entry)]);
            assert_eq!(different, None, "{engine:?} {} {number}", case.kind);
            let (right, asked) =
                Asked::while_making(|| model::opinions(&pack, case, Broken::default()).unwrap());
            for (frame, said) in right.iter().enumerate() {
                let at = || format!("{engine:?} {} {number}.{frame}", case.kind);
                assert!(said.pixels == costumier.pixels(case, frame).unwrap(), "{}", at());
                if case.counts {
                    assert_eq!(said.told, costumier.told(case, frame).unwrap(), "{}", at());
                }
            }
            for (mutation, shows) in open().filter(|it| asked.about(it.0)) {
                let wrong = model::opinions(&pack, case, Broken::only(*mutation)).unwrap();
                let differ = |(a, b): (&ModelFrame, &ModelFrame)| {
                    a.pixels != b.pixels || (case.counts && a.told != b.told)
                };
                shows.fetch_or(right.iter().zip(&wrong).any(differ), Relaxed);
            }
        }
    }
}
