//! What ScummVM executes, beside what `cast` reads: every instruction that dresses an actor, puts it into a room or
//! has it play a chore must be evidence of something, or be counted among what cannot be followed.
//!
//! Played are the sample game, games of random scripts, or a game of others in a folder.

mod executed;
mod games;
mod said;

use std::collections::BTreeMap;
use std::path::Path;

use costumier::cast::Cast;
use costumier::raw::build::classic::NamedFile;
use costumier::raw::dialect::FileLayout;
use costumier::{Game, Limits, MemoryFiles};

use crate::args::Args;
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::judge::Judge;
use crate::{temp, who};
use said::{Answer, Kind, Said};

/// Differences that are printed, for each game.
const SHOWN: usize = 10;

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    /// All instructions that were executed, each once.
    executed: usize,
    /// Those that must be evidence.
    wanted: usize,
    evidence: usize,
    /// Places for which a fact may have had too much evidence.
    full: usize,
    /// Executed instructions that no script has.
    lost: usize,
    unknown: BTreeMap<String, usize>,
    missing: BTreeMap<&'static str, usize>,
}

/// Plays and compares; whether `cast` has everything.
pub(crate) fn run(judge: &Judge, args: &Args, folder: Option<&Path>) -> Outcome<bool> {
    if let Some(folder) = folder {
        let [engine] = args.engines.as_slice() else {
            return Err(Failure::new("trace-game DIR wants --engine: as which game is it to be played?"));
        };
        let mut tally = Tally::default();
        tally.play(judge, *engine, files_of(folder)?)?;
        return Ok(tally.print(&folder.display().to_string()));
    }
    let mut same = true;
    let engines: Vec<_> =
        args.engines.iter().filter(|engine| who::ENGINES.contains(&engine.name())).collect();
    for engine in &engines {
        let mut tally = Tally::default();
        tally.play(judge, **engine, who::pack(**engine)?)?;
        same &= tally.print(&format!("{} sample", engine.name()));
    }
    let on_disks: Vec<_> =
        engines.into_iter().filter(|engine| engine.dialect().files == FileLayout::Disks).collect();
    for (number, engine) in on_disks.iter().enumerate() {
        let mut tally = Tally::default();
        let sample = who::game(&engine.dialect())?;
        for game in (0..args.games).filter(|game| game % on_disks.len() == number) {
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(game as u64);
            tally.play(judge, **engine, games::files(**engine, &sample, seed)?)?;
        }
        same &= tally.games == 0 || tally.print(&format!("{} random scripts", engine.name()));
    }
    Ok(same)
}

/// The files of a game of others.
fn files_of(folder: &Path) -> Outcome<Vec<NamedFile>> {
    let list = std::fs::read_dir(folder).map_err(|error| Failure::because(folder.display(), error))?;
    let files = list.filter_map(Result::ok).filter(|entry| entry.path().is_file());
    files
        .map(|entry| Ok((entry.file_name().to_string_lossy().into_owned(), temp::read(&entry.path())?)))
        .collect()
}

impl Tally {
    fn play(&mut self, judge: &Judge, engine: &dyn Engine, files: Vec<NamedFile>) -> Outcome<()> {
        let opened: MemoryFiles = files.iter().cloned().collect();
        let game = Game::open(&opened, None, Limits::default())
            .map_err(|why| Failure::because("the game that is played", why))?;
        let scripts = game.read_scripts();
        let cast = Cast::of(&scripts);
        let trace = judge.trace(engine, &files)?;
        let executed = executed::executed(&scripts, &trace);
        let said = Said::of(&cast);
        self.games += 1;
        self.executed += executed.places.len();
        self.lost += executed.lost;
        let mut shown = 0;
        for (script, at) in executed.places {
            let of = &scripts.list[script];
            let Some(index) = of.script.find(at) else { continue };
            let Some(kind) = Kind::of(&of.script, index) else { continue };
            self.wanted += 1;
            match said.at((script, at)) {
                Answer::Evidence => self.evidence += 1,
                Answer::Full => self.full += 1,
                Answer::Unknown(reason) => *self.unknown.entry(reason.to_owned()).or_default() += 1,
                Answer::Nothing => {
                    *self.missing.entry(kind.name()).or_default() += 1;
                    shown += 1;
                    if shown <= SHOWN {
                        println!("     {}: script {} (room {}) byte {at:#x}", kind.name(), of.owner, of.room);
                    }
                }
            }
        }
        Ok(())
    }

    /// Prints what was compared; whether nothing is missing and something was compared.
    fn print(&self, name: &str) -> bool {
        let Self { games, executed, wanted, evidence, full, lost, .. } = self;
        println!(
            "{name}: {games} games, {executed} instructions executed, {lost} of no script; {wanted} wanted, \
             {evidence} evidence, {full} beyond what facts keep"
        );
        self.unknown.iter().for_each(|(reason, count)| println!("     {count} not followed: {reason}"));
        self.missing.iter().for_each(|(kind, count)| println!("     {count} MISSING: {kind}"));
        self.missing.is_empty() && *wanted > 0
    }
}
