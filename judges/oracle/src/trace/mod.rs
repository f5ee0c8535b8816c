//! Compares the instructions that ScummVM executes with the facts that `cast` reads. Each instruction that dresses an
//! actor, puts it into a room or starts a chore must be evidence of its operands (actor, costume, room, chore), or be
//! counted as one that cannot be followed. As a control, facts of each kind are left out and changed on purpose,
//! and the comparison must notice it.
//!
//! It plays the sample game, games of random scripts, or the game in a folder.

mod executed;
mod games;
mod statements;
mod values;

use std::collections::BTreeMap;
use std::path::Path;

use costumier::cast::Cast;
use costumier::format::dialect::FileLayout;
use costumier::{Game, Limits, MemoryFiles};
use costumier_build::classic::NamedFile;

use crate::args::Args;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::{temp, who};
use statements::{CastStatements, Fault, Verdict};
use values::Kind;

/// Differences that are printed, for each game.
const SHOWN: usize = 10;

/// Milliseconds of ScummVM's clock that a game is played.
const MINUTE: u32 = 60_000;

/// Random scripts are done much sooner.
const SOON: u32 = 5_000;

/// Counts of a comparison.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    /// Executed instructions, each once.
    executed: usize,
    /// Instructions that must be evidence, each once for each set of operands.
    wanted: usize,
    /// Those with known actor and value.
    valued: usize,
    evidence: usize,
    /// Places for which a fact may have had too much evidence.
    full: usize,
    /// Executed instructions that no script has.
    lost: usize,
    unknown: BTreeMap<String, usize>,
    /// Likely facts about costumes that another script has taken off.
    likely: BTreeMap<Kind, usize>,
    missing: BTreeMap<(Kind, &'static str), usize>,
    /// How often a fault in the statements of a kind was noticed.
    noticed: BTreeMap<Kind, [usize; Fault::ALL.len()]>,
}

/// Plays and compares. Returns whether `cast` found all facts.
pub(crate) fn run(judge: &Judge, args: &Args, folder: Option<&Path>) -> Outcome<bool> {
    if let Some(folder) = folder {
        let [engine] = args.engines.as_slice() else {
            return Err(Failure::new("trace-game DIR wants --engine: as which game is it to be played?"));
        };
        let mut tally = Tally::default();
        tally.play(judge, engine, files_of(folder)?, MINUTE)?;
        return Ok(tally.print(&folder.display().to_string()));
    }
    let mut same = true;
    let engines: Vec<_> = args.engines.iter().filter(|engine| who::ENGINES.contains(&engine.name)).collect();
    for engine in &engines {
        let mut tally = Tally::default();
        tally.play(judge, engine, who::pack(engine)?, MINUTE)?;
        same &= tally.print(&format!("{} sample", engine.name));
    }
    let on_disks: Vec<_> =
        engines.into_iter().filter(|engine| engine.dialect().files == FileLayout::Disks).collect();
    for (number, engine) in on_disks.iter().enumerate() {
        let mut tally = Tally::default();
        let sample = who::game(&engine.dialect())?;
        for game in (0..args.games).filter(|game| game % on_disks.len() == number) {
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(game as u64);
            let files = games::files(engine, &sample, seed)?;
            if tally.play(judge, engine, files.clone(), SOON)? {
                let kept = args.keep.join(format!("trace-{}-game-{game}", engine.name));
                println!("     of game {game}, which is in {}", kept.display());
                temp::write_all(&temp::make(kept)?, &files)?;
            }
        }
        same &= tally.games == 0 || tally.print(&format!("{} random scripts", engine.name));
    }
    Ok(same)
}

/// The files of a game in a folder.
fn files_of(folder: &Path) -> Outcome<Vec<NamedFile>> {
    let list = std::fs::read_dir(folder).map_err(|error| Failure::because(folder.display(), error))?;
    let files = list.filter_map(Result::ok).filter(|entry| entry.path().is_file());
    files
        .map(|entry| Ok((entry.file_name().to_string_lossy().into_owned(), temp::read(&entry.path())?)))
        .collect()
}

impl Tally {
    /// Plays a game and compares. Returns whether something is missing.
    fn play(&mut self, judge: &Judge, engine: &Engine, files: Vec<NamedFile>, time: u32) -> Outcome<bool> {
        let opened: MemoryFiles = files.iter().cloned().collect();
        let game = Game::open(&opened, None, Limits::default())
            .map_err(|why| Failure::because("the game that is played", why))?;
        let scripts = game.read_scripts();
        let cast = Cast::of(&scripts);
        let trace = judge.trace(engine, &files, time)?;
        let executed = executed::executed(&scripts, &trace);
        let said = CastStatements::of(&cast);
        self.games += 1;
        self.executed += executed.places().len();
        self.lost += executed.lost;
        let mut shown = 0;
        for fact in values::observed_facts(&scripts, &executed.steps) {
            self.wanted += 1;
            self.valued += usize::from(fact.actor.is_some() && fact.value.is_some());
            let how = match said.at(&fact, None) {
                Verdict::Evidence => {
                    self.evidence += 1;
                    let noticed = self.noticed.entry(fact.kind).or_default();
                    for (count, fault) in noticed.iter_mut().zip(Fault::ALL) {
                        let answer = said.at(&fact, Some(fault));
                        let is_as_before =
                            matches!(answer, Verdict::Evidence | Verdict::Unknown(_) | Verdict::Full);
                        *count += usize::from(!is_as_before);
                    }
                    continue;
                }
                Verdict::Full => {
                    self.full += 1;
                    continue;
                }
                Verdict::Unknown(reason) => {
                    *self.unknown.entry(reason.to_owned()).or_default() += 1;
                    continue;
                }
                Verdict::Likely => {
                    *self.likely.entry(fact.kind).or_default() += 1;
                    continue;
                }
                Verdict::Certain => "for certain of another costume",
                Verdict::Other => "with other values",
                Verdict::Nothing => "not at all",
            };
            *self.missing.entry((fact.kind, how)).or_default() += 1;
            shown += 1;
            if shown <= SHOWN {
                let of = &scripts.list[fact.place.0];
                println!("     {} {how}: script {} (room {}) {fact:?}", fact.kind.name(), of.owner, of.room);
            }
        }
        Ok(shown > 0)
    }

    /// Prints the counts. Returns whether nothing is missing, something was compared, and all faults were noticed.
    fn print(&self, name: &str) -> bool {
        let Self { games, executed, wanted, valued, evidence, full, lost, .. } = self;
        println!(
            "{name}: {games} games, {executed} instructions executed, {lost} of no script; {wanted} wanted ({valued} \
             with their values), {evidence} evidence, {full} beyond what facts keep"
        );
        self.unknown.iter().for_each(|(reason, count)| println!("     {count} not followed: {reason}"));
        for (kind, count) in &self.likely {
            println!("     {count} likely of another costume: {}", kind.name());
        }
        for ((kind, how), count) in &self.missing {
            println!("     {count} MISSING {how}: {}", kind.name());
        }
        let mut noticed = true;
        for (kind, [left_out, value, actor]) in &self.noticed {
            println!(
                "     {}, noticed: left out {left_out}, other values {value}, other actors {actor}",
                kind.name()
            );
            noticed &= *left_out > 0 && *value > 0 && *actor > 0;
        }
        self.missing.is_empty() && *wanted > 0 && noticed
    }
}
