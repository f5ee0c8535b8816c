//! The program `costumier`: parses the call, runs one command, prints its error, and sets the exit status.

mod args;
mod call;
mod call_hint;
mod disk;
mod edit;
mod game;
mod inspect;
mod look;
mod output;
mod process;
mod take;
mod tools;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use args::{Cli, Color, Command};
use inspect::{check, diff, dump, find, issue_report, script, tree, unused, whatis};
#[cfg(feature = "server")]
use look::view;
use look::{cast, info, list, play};
use output::failure::{Failure, Hinted, NoAnimation, Stopped};
use output::report::{self, Reporter};
use output::terminal::blocks::Depth;
use output::text::Plain;
use take::{export, extract, montage, render};
use tools::{manual, sample};

/// How a command ended that did not fail as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Everything went well.
    Done,
    /// Some costumes could not be read; each was named.
    SomeFailed,
    /// This signal ended a command that runs until it is stopped.
    Ended(u8),
}

/// Exit status: some costumes could not be read.
const SOME_FAILED: u8 = 1;
/// Exit status: the call is wrong, or the game cannot be used.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let cli = match args::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors.
            if !error.use_stderr() {
                error.exit();
            }
            let mut error = call_hint::shown(error);
            // A call with `--json` gets JSON even if it cannot be parsed.
            if std::env::args_os().any(|word| word == "--json") {
                report::json_of_call(&error.to_string());
            }
            let hint = call_hint::of(&mut error);
            // If stderr is closed, there is no other place to report to.
            let _ = error.print();
            if let Some(hint) = hint {
                report::advise(hint);
            }
            return ExitCode::from(UNUSABLE);
        }
    };
    let json = cli.command.wants_json();
    match run(cli) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::SomeFailed) => ExitCode::from(SOME_FAILED),
        Ok(Outcome::Ended(signal)) => ExitCode::from(128 + signal),
        Err(error) if report::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if json {
                report::json(&error);
            }
            report::error(&error);
            ExitCode::from(status_of(&error))
        }
    }
}

/// Returns the outcome of a command that answers yes or no, with exit status 0 or 1.
fn outcome_of(yes: bool) -> Outcome {
    if yes { Outcome::Done } else { Outcome::SomeFailed }
}

fn run(cli: Cli) -> Result<Outcome> {
    let depth = depth(cli.color);
    let reporter = Reporter::new(cli.quiet);
    // Files on stdout, pictures in colours and pages of the manual are written as they are.
    let mut raw = std::io::BufWriter::new(std::io::stdout().lock());
    let mut out = Plain(&mut raw);
    let outcome = match cli.command {
        Command::Export(args) => export::run(&args, &reporter, out.0),
        Command::Montage(args) => montage::run(&args, &reporter, out.0),
        Command::Render(args) => render::run(&args, &reporter, out.0),
        Command::Extract(args) => extract::run(&args, &reporter, out.0),
        Command::Play(args) => play::run(&args, depth, out.0),
        Command::Pack(args) => edit::pack::run(&args, depth, &reporter, out.0),
        Command::Completions { shell } => manual::completions(shell, out.0),
        Command::Man(args) => manual::pages(&args, out.0),
        Command::Info(args) => info::run(&args, &mut out),
        Command::List(args) => list::run(&args, &mut out),
        Command::Dump(args) => dump::run(&args, &reporter, &mut out),
        #[cfg(feature = "server")]
        Command::View(args) => view::run(&args, &reporter, &mut out),
        #[cfg(not(feature = "server"))]
        Command::View(_) => Err(look::no_viewer()),
        Command::Report(args) => issue_report::run(&args, &mut out),
        Command::Check(args) => check::run(&args, cli.quiet, &reporter, &mut out),
        Command::Tree(args) => tree::run(&args, &mut out),
        Command::Find(args) => find::run(&args, &mut out).map(outcome_of),
        Command::Diff(args) => diff::run(&args, &mut out).map(|differ| outcome_of(!differ)),
        Command::Cast(args) => cast::run(args, &mut out),
        Command::Unused(args) => unused::run(&args, &reporter, &mut out),
        Command::Whatis(args) => whatis::run(&args, &mut out),
        Command::Script(args) => script::run(&args, &mut out),
        Command::Unpack(args) => edit::unpack::run(&args, &reporter, &mut out),
        Command::Try(args) => edit::trial::run(&args, &reporter),
        Command::Put(args) => edit::put::run(&args, &reporter),
        Command::Patch(args) => edit::patch::run(&args, &reporter),
        Command::New(args) => edit::new::run(&args, &reporter),
        Command::Import(args) => edit::import::run(&args, &reporter),
        Command::Sample(args) => sample::run(&args, &reporter),
    }?;
    raw.flush()?;
    Ok(outcome)
}

/// Applies `--color` to messages, and returns the colours of pictures. `None` leaves them to the terminal.
fn depth(color: Color) -> Option<Depth> {
    let (choice, depth) = match color {
        Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => {
            (anstream::ColorChoice::Never, Some(Depth::Plain))
        }
        Color::Auto => (anstream::ColorChoice::Auto, None),
        Color::Always => (anstream::ColorChoice::Always, Some(Depth::of_terminal())),
        Color::Never => (anstream::ColorChoice::Never, Some(Depth::Plain)),
    };
    choice.write_global();
    depth
}

/// Returns the exit status of an error: 128 + its number for a signal, as in shells; 1 for a damaged costume or no
/// animation; 2 for everything else.
fn status_of(error: &anyhow::Error) -> u8 {
    let mut causes = error.chain();
    if let Some(stopped) = causes.find_map(|cause| cause.downcast_ref::<Stopped>()) {
        return 128 + stopped.signal;
    }
    if error.is::<NoAnimation>() || error.downcast_ref::<Hinted>().is_some_and(Hinted::is::<NoAnimation>) {
        return SOME_FAILED;
    }
    let of_costume = |failure: &Failure| failure.error.costume().is_some() && !failure.is_callers();
    match error.chain().find_map(|cause| cause.downcast_ref::<Failure>()) {
        Some(failure) if of_costume(failure) => SOME_FAILED,
        _ => UNUSABLE,
    }
}
