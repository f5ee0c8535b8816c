//! The command line of the oracle, with its options.

use std::path::PathBuf;

use crate::engine::{self, Engine};
use crate::failure::{Failure, Outcome};

/// The text of `--help`.
pub(crate) const HELP: &str = "\
Compares Costumier's pictures with ScummVM's, pixel for pixel.

    oracle [options]             random scenes, and the sample game's costumes
    oracle [options] blocks DIR  the costume blocks in a folder (README.md describes it)
    oracle [options] who         facts of scripts about actors, compared with ScummVM's debugger and pictures
    oracle [options] trace       executed instructions, compared with facts of scripts: the sample, random scripts
    oracle [options] trace-game DIR   the same for the game in a folder, which --engine plays
    oracle [options] try         the games of `costumier try`, one for each kind of costume folder
    oracle [options] whatis      what `costumier whatis` says of ScummVM's screenshots: a fiftieth of the scenes
    oracle [options] edit        edited games: a tenth of the scenes, then wrong edits on purpose
    oracle --self-test           breaks rules on purpose and shows that each is noticed

    --engine NAME      only this one: v0, v1, v1-zak, v1-zak-c64, nes, v2, v3-ega, v3, towns3, pce, v4-ega, v4, \
    v4-amiga, v5, amiga, towns5, v6, he60, he62, he70 … he74, he80, he85, he90, he95, he98, he99, \
    he99-16, he100, he100-8, he101, v7, v8; or a game of 16 \
    colours on another screen: v1-cga, v1-cga-composite, v1-cga-bw, v1-hercules, the same of v1-zak, v2-zak-cga, \
    v2-zak-hercules, v2-zak-amber, v3-ega-cga, v4-ega-cga, v4-ega-hercules; or one of 256 on EGA: \
    v4-on-ega, v5-on-ega, v6-on-ega; or another game: v2-zak, towns3-zak, towns3-loom, towns5-atlantis, \
    towns5-monkey
    --stills N         number of stills for each generation [10000]
    --frames N         number of frames in motion for each generation [2000]
    --games N          games of random scripts for `trace`, of all engines together [21]
    --kind WORDS       only scenes whose row of the table contains these words; only rules named so
    --seed S           seed of the random numbers [1]
    --pack N           only this pack of the run
    --keep DIR         folder for differences [target/differences]
    --scummvm PATH     the program [the first 'scummvm' on the path or in /usr/games]
    --all              every engine and screen with its full number of frames, and all other tasks but `blocks`
    --ci               the checks of .ci/full: a sample of every engine and screen, and the self-test
";

/// The task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    /// Random scenes and the sample game.
    Random,
    /// Costumes by other programs, in a folder.
    Blocks(PathBuf),
    /// Facts of scripts about the sample game's actors.
    Who,
    /// What is recognised on ScummVM's screenshots.
    Whatis,
    /// Executed instructions, compared with facts of scripts: the sample and random scripts, or a game in a folder.
    Trace(Option<PathBuf>),
    /// The games of `costumier try`.
    Try,
    /// Edited games.
    Edit,
    /// Broken rules.
    SelfTest,
    /// Everything.
    All,
    /// The checks of `.ci/full`.
    Ci,
}

/// The parsed command line.
#[derive(Clone, Debug)]
pub(crate) struct Args {
    pub(crate) task: Task,
    pub(crate) engines: Vec<&'static Engine>,
    pub(crate) stills: usize,
    pub(crate) frames: usize,
    /// Games of random scripts.
    pub(crate) games: usize,
    /// Only scenes of kinds with this in their names.
    pub(crate) kind: String,
    pub(crate) seed: u64,
    pub(crate) pack: Option<u64>,
    pub(crate) keep: PathBuf,
    pub(crate) scummvm: Option<PathBuf>,
}

impl Args {
    /// Parses the arguments.
    pub(crate) fn read(words: impl IntoIterator<Item = String>) -> Outcome<Self> {
        let mut args = Self {
            task: Task::Random,
            engines: engine::ALL.to_vec(),
            stills: 10_000,
            frames: 2_000,
            games: 21,
            kind: String::new(),
            seed: 1,
            pack: None,
            keep: "target/differences".into(),
            scummvm: None,
        };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| Failure::new(format!("{word} wants a value")));
            match word.as_str() {
                "--engine" => {
                    let name = value()?;
                    let found = engine::by_name(&name);
                    let names = engine::ALL.map(|engine| engine.name).join(", ");
                    let why = || Failure::new(format!("--engine is one of {names}, not {name:?}"));
                    args.engines = vec![found.ok_or_else(why)?];
                }
                "--stills" => args.stills = number(&word, &value()?)?,
                "--frames" => args.frames = number(&word, &value()?)?,
                "--kind" => args.kind = value()?,
                "--seed" => args.seed = number(&word, &value()?)?,
                "--pack" => args.pack = Some(number(&word, &value()?)?),
                "--keep" => args.keep = value()?.into(),
                "--scummvm" => args.scummvm = Some(value()?.into()),
                "--self-test" => args.task = Task::SelfTest,
                "--all" => args.task = Task::All,
                "--ci" => args.task = Task::Ci,
                "--help" | "-h" => args.task = Task::Help,
                "who" => args.task = Task::Who,
                "whatis" => args.task = Task::Whatis,
                "trace" => args.task = Task::Trace(None),
                "trace-game" => args.task = Task::Trace(Some(value()?.into())),
                "--games" => args.games = number(&word, &value()?)?,
                "try" => args.task = Task::Try,
                "edit" => args.task = Task::Edit,
                "blocks" => args.task = Task::Blocks(value()?.into()),
                _ => return Err(Failure::new(format!("what is {word:?}? --help tells what there is"))),
            }
        }
        Ok(args)
    }
}

fn number<T: std::str::FromStr>(word: &str, value: &str) -> Outcome<T> {
    value.parse().map_err(|_| Failure::new(format!("{word} wants a number, not {value:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Outcome<Args> {
        Args::read(words.iter().map(|word| (*word).to_owned()))
    }

    #[test]
    fn options_come_in_any_order() {
        let args = read(&["--seed", "7", "blocks", "there", "--engine", "v6", "--stills", "3"]).unwrap();
        assert_eq!(args.task, Task::Blocks("there".into()));
        assert_eq!((args.seed, args.stills, args.frames), (7, 3, 2_000));
        assert_eq!(args.engines[0].name, "v6");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for words in [&["--seed"][..], &["--seed", "x"], &["--engine", "v9"], &["--frobnicate"], &["blocks"]]
        {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
