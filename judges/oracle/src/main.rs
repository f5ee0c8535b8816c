//! Compares Costumier's pictures with those of ScummVM, pixel for pixel.
//!
//! ```text
//!            ┌─▸ pack: rooms, costumes, boot script ─▸ ScummVM + shim ─▸ what is on its screen ─┐
//! seed ─▸ cases                                                                              compare ─▸ table
//!            └─▸ scenes ─▸ Costumier ─▸ pixels ─────────────────────────────────────────────────┘
//! ```
//! A case is data. README.md lists what is compared and what is left out.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a tool for people")]

mod args;
mod blocks;
mod broken_dialects;
mod case;
mod colours;
mod compare;
#[cfg(test)]
mod contained;
mod corner;
mod cut;
mod design;
mod edit;
mod engine;
mod failure;
mod folder;
mod interpreter;
mod judge;
#[cfg(test)]
mod judged;
mod model;
mod offer;
mod pack;
mod random;
mod render;
mod report;
mod rng;
mod run;
mod scene_file;
mod self_test;
mod shadow;
mod showing;
mod stop;
mod temp;
mod trace;
mod trial;
mod whatis;
mod who;
mod wide;

use std::process::ExitCode;

use args::{Args, Task};
use failure::Outcome;

/// Everything was equal.
const EQUAL: u8 = 0;
/// Something was different, or a broken rule was not noticed.
const DIFFERENT: u8 = 1;
/// It could not be found out.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let code = match Args::read(std::env::args().skip(1)).and_then(|args| work(&args)) {
        Ok(true) => EQUAL,
        Ok(false) => DIFFERENT,
        Err(why) => {
            eprintln!("oracle: {why}");
            FAILED
        }
    };
    ExitCode::from(code)
}

/// Does what was asked for; whether everything was as it should be.
fn work(args: &Args) -> Outcome<bool> {
    if args.task == Task::Help {
        print!("{}", args::HELP);
        return Ok(true);
    }
    stop::listen()?;
    let judge = judge::Judge::find(args.scummvm.clone())?;
    let rules = interpreter::of_version(judge.version())?;
    interpreter::choose(rules);
    println!("{}, judged by the rules of {rules}", judge.version());
    match &args.task {
        Task::Help => Ok(true),
        Task::Random => run::random(&judge, args),
        Task::Blocks(folder) => folder::run(&judge, args, folder),
        Task::Who => who::run(&judge, args),
        Task::Whatis => whatis::run(&judge, args),
        Task::Trace(folder) => trace::run(&judge, args, folder.as_deref()),
        Task::Try => trial::run(&judge, args),
        Task::Edit => edit::run(&judge, args),
        Task::SelfTest => Ok(self_test::run(&judge, args)? & broken_dialects::run(&judge, args)?),
        Task::All => run::all(&judge, args),
        Task::Ci => run::ci(&judge, args),
    }
}
