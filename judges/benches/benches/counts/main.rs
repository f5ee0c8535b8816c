//! Instructions and mispredicted branches per pixel, per tick and per byte of scripts, counted by callgrind: the same
//! on a busy machine as on an idle one.
//!
//! `cargo bench --bench counts [PART OF A NAME | SET…]`. It needs valgrind; without it, it prints that and succeeds.
//! It ends with status 1 if a goal is missed. Both numbers matter: code without mispredictions may need more
//! instructions and still be twice as fast.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its table")]

mod counted;

use std::path::Path;
use std::process::{Command, ExitCode};

/// Largest number of instructions and of mispredictions allowed per pixel or tick.
fn goals(work: &str, corpus: &str) -> (Option<f64>, Option<f64>) {
    match (work, corpus) {
        ("decode to rows", "dith32") => (Some(11.0), Some(0.05)),
        ("decode to rows", "big16" | "big32") => (Some(8.0), Some(0.05)),
        ("draw" | "draw mirrored", "big16" | "big32") => (Some(12.0), None),
        ("draw masked", "big16" | "big32") => (Some(15.0), None),
        ("codec 5, decode to rows", _) => (None, Some(0.1)),
        ("codec 16, decode, scattered colours" | "codec 16, decode, neighbouring colours", "dith32") => {
            (Some(16.5), Some(0.012))
        }
        ("codec 16, decode, scattered colours" | "codec 16, decode, neighbouring colours", _) => {
            (Some(10.0), Some(0.012))
        }
        ("read scripts", "v6") => (Some(135.0), None),
        ("read scripts", _) => (Some(106.0), None),
        ("who is who", "v5") => (Some(1400.0), None),
        ("who is who", "v6") => (Some(920.0), None),
        ("who is who", _) => (Some(595.0), None),
        ("tick, one limb", _) => (Some(106.0), None),
        ("tick, a usual chore", _) => (Some(133.0), None),
        ("tick, three busy limbs", _) => (Some(192.0), None),
        _ => (None, None),
    }
}

/// The argument with which this program starts itself under callgrind to do the work.
const COUNTED: &str = "--counted";

fn main() -> ExitCode {
    if std::env::args().any(|arg| arg == COUNTED) {
        counted::run();
        return ExitCode::SUCCESS;
    }
    let folder = std::env::temp_dir().join(format!("costumier-counts-{}", std::process::id()));
    let result = std::fs::create_dir_all(&folder).map_err(|e| e.to_string()).and_then(|()| count(&folder));
    // The folder holds only the counter's files; it may stay behind.
    let _ = std::fs::remove_dir_all(&folder);
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("skipped: {why}");
            ExitCode::SUCCESS
        }
    }
}

/// Runs the work under callgrind and prints the table. `Ok(false)` if a goal was missed.
fn count(folder: &Path) -> Result<bool, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--branch-sim=yes"])
        .args(["--dump-before=*pass_begins*", "--dump-before=*pass_ends*"])
        .arg(format!("--callgrind-out-file={}/out", folder.display()))
        .arg(std::env::current_exe().map_err(|e| e.to_string())?)
        .arg(COUNTED)
        .args(std::env::args().skip(1).filter(|arg| !arg.starts_with('-')))
        .output()
        .map_err(|e| format!("valgrind does not run ({e})"))?;
    if !output.status.success() {
        return Err(format!("valgrind failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    println!("{:<56}{:<8}{:>10}{:>8}{:>12}{:>9}", "", "", "instr.", "goal", "mispred.", "goal");
    let mut met = true;
    let work = String::from_utf8_lossy(&output.stdout);
    for (i, line) in work.lines().enumerate() {
        let mut fields = line.split('\t');
        let (Some(name), Some(corpus), Some(times), Some(unit)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let times: f64 = times.parse().map_err(|e| format!("{line}: {e}"))?;
        // Part 2i + 1 ends where the i-th pass begins, part 2i + 2 where it ends.
        let (instructions, mispredicted) = totals(&folder.join(format!("out.{}", 2 * i + 2)))?;
        let (instructions, mispredicted) = (instructions / times, mispredicted / times);
        let (most_instructions, most_mispredicted) = goals(name, corpus);
        let missed = most_instructions.is_some_and(|most| instructions > most)
            || most_mispredicted.is_some_and(|most| mispredicted > most);
        let text = |goal: Option<f64>| goal.map_or(String::new(), |goal| format!("≤ {goal}"));
        println!(
            "{:<56}{corpus:<8}{instructions:>10.2}{:>8}{mispredicted:>12.3}{:>9}{}",
            format!("{name}, per {unit}"),
            text(most_instructions),
            text(most_mispredicted),
            if missed { "  missed" } else { "" }
        );
        met &= !missed;
    }
    Ok(met)
}

/// Instructions and mispredicted branches of one of callgrind's files: its `events:` line names the columns
/// of its `summary:` line.
fn totals(file: &Path) -> Result<(f64, f64), String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let line = |tag: &str| text.lines().find_map(|line| line.strip_prefix(tag)).unwrap_or_default();
    let names: Vec<&str> = line("events:").split_whitespace().collect();
    let values: Vec<f64> = line("summary:").split_whitespace().filter_map(|v| v.parse().ok()).collect();
    let value = |name: &str| {
        let at = names.iter().position(|other| *other == name);
        at.and_then(|at| values.get(at)).copied().unwrap_or(0.0)
    };
    if value("Ir") == 0.0 {
        return Err(format!("{}: no instructions counted", file.display()));
    }
    // Conditional branches, and jumps to computed addresses.
    Ok((value("Ir"), value("Bcm") + value("Bim")))
}
