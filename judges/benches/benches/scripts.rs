//! Reading 2,000 scripts and finding the actors of 500 costumes.
//!
//! `cargo bench -p costumier-benches --bench scripts`. Scripts are in memory.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::Duration;

use costumier::Dialect;
use costumier::cast::Cast;
use costumier::scripts::ReadScripts;
use costumier::scripts::script::Profile;
use costumier_benches::rounds::{self, Pass};
use costumier_benches::scripts;

const ROUNDS: usize = 9;
const LEAST: Duration = Duration::from_millis(20);
const SCRIPTS: u32 = 2_000;
const COSTUMES: u32 = 500;

fn main() {
    println!("{SCRIPTS} scripts, {COSTUMES} costumes\n");
    println!(
        "{:<10}{:>10}{:>12}{:>12}{:>12}{:>12}",
        "", "kB", "read, ms", "cast, ms", "read, ns/B", "cast, ns/B"
    );
    for (dialect, profile) in
        [(Dialect::V5, Profile::V5), (Dialect::V6, Profile::V6), (Dialect::V8, Profile::V8)]
    {
        let found = scripts::scripts(SCRIPTS, COSTUMES, &dialect);
        let bytes = scripts::bytes(&found);
        let read_scripts = ReadScripts::new(profile, found.clone());
        assert!(read_scripts.list.iter().all(|it| it.script.problems.is_empty()));
        let named = Cast::of(&read_scripts).costumes.values().filter(|it| it.name().is_some()).count();
        assert_eq!(named, COSTUMES as usize);
        let mut passes: Vec<Pass<'_>> = vec![
            Box::new(|| drop(std::hint::black_box(ReadScripts::new(profile, found.clone())))),
            Box::new(|| drop(std::hint::black_box(Cast::of(&read_scripts)))),
        ];
        let samples = rounds::time(&mut passes, ROUNDS, LEAST);
        let (read, cast) = (samples.median(0), samples.median(1));
        let per_byte = |seconds: f64| seconds * 1e9 / bytes as f64;
        println!(
            "{:<10}{:>10}{:>12.1}{:>12.1}{:>12.1}{:>12.1}",
            profile.name(),
            bytes / 1000,
            read * 1e3,
            cast * 1e3,
            per_byte(read),
            per_byte(cast)
        );
    }
}
