//! Reading 2,000 scripts and finding out who is who among 500 costumes.
//!
//! `cargo bench -p costumier-benches --bench scripts`. Scripts are in memory.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::time::Duration;

use costumier::Dialect;
use costumier::cast::Cast;
use costumier::raw::build::script::{ActorOp, Op, assemble};
use costumier::raw::script::Profile;
use costumier::raw::scripts::{GameScripts, Owner, ReadScripts, ScriptBytes};
use costumier_benches::rounds::{self, Pass};

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
        let list: Vec<ScriptBytes> = (1..=SCRIPTS).map(|number| script(number, &dialect)).collect();
        let bytes: usize = list.iter().map(|script| script.code.len()).sum();
        let found = GameScripts { list, problems: Vec::new() };
        let scripts = ReadScripts::new(profile, found.clone());
        assert!(scripts.list.iter().all(|it| it.script.problems.is_empty()));
        let named = Cast::of(&scripts).costumes.values().filter(|it| it.name().is_some()).count();
        assert_eq!(named, COSTUMES as usize);
        let mut passes: Vec<Pass<'_>> = vec![
            Box::new(|| drop(std::hint::black_box(ReadScripts::new(profile, found.clone())))),
            Box::new(|| drop(std::hint::black_box(Cast::of(&scripts)))),
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

/// A script as games have them: some settings, much talk and walking, loops, another script started with
/// arguments.
fn script(number: u32, dialect: &Dialect) -> ScriptBytes {
    let small = |number: u32| u8::try_from(number % 200 + 1).unwrap_or(1);
    let actor = small(number);
    let costume = u16::try_from(number % COSTUMES + 1).unwrap_or(1);
    // v5 has one byte for a costume: the others are numbered by an argument.
    let costume = if *dialect == Dialect::V5 { ActorOp::Direction(0) } else { ActorOp::Costume(costume) };
    let mut ops = vec![Op::LoadRoom(small(number))];
    if *dialect == Dialect::V5 {
        let id = u16::try_from(number % COSTUMES + 1).unwrap_or(1);
        // actor A costume (local 30 = id)
        let [low, high] = id.to_le_bytes();
        ops.push(Op::Raw(vec![0x1A, 24, 0x40, low, high, 0x13, actor, 0x81, 24, 0x40, 0xFF]));
    } else {
        ops.push(Op::Actor(actor, vec![ActorOp::Default, costume]));
    }
    ops.push(Op::Name { actor, name: format!("Somebody {number}").into_bytes() });
    ops.push(Op::Actor(
        actor,
        vec![ActorOp::WalkChore(7), ActorOp::Palette { entry: 3, colour: small(number * 7) }],
    ));
    ops.push(Op::Label(1));
    for step in 0..25 {
        ops.push(Op::Animate { actor, number: u16::from(small(step * 3 + number) % 50) });
        ops.push(Op::Walk { actor, x: 100, y: 50 });
        ops.push(Op::WaitForActor(actor));
        ops.push(Op::Delay(60));
    }
    ops.push(Op::StartWith(small(number * 13), vec![u16::from(actor), 7]));
    ops.push(Op::Jump(1));
    let code = assemble(&ops, dialect).unwrap_or_default();
    ScriptBytes {
        owner: if number < 200 { Owner::Global(number) } else { Owner::Local(number) },
        room: number / 40 + 1,
        file: String::new(),
        offset: 0,
        code,
        start: 0,
        verbs: Vec::new(),
        name: None,
    }
}
