//! The listing and the JSON of one costume of the sample, whole. Costume 5 has all there is: windows of both
//! kinds, limbs switched off, hidden commands, sounds and counts, West art of its own.
//!
//! To accept a change, read it first, then
//! `costumier dump sample 5 >crates/costumier-cli/tests/snapshots/dump-5.txt`, and likewise with `--json`.

#![allow(clippy::expect_used, reason = "a test ends where something is missing")]

use std::process::Command;

fn dump(more: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(["dump", "sample", "5"])
        .args(more)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn compare(expected: &str, actual: &str) {
    for (number, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(expected, actual, "line {}", number + 1);
    }
    assert_eq!(expected.lines().count(), actual.lines().count(), "lines");
}

#[test]
fn the_listing_of_a_costume() {
    compare(include_str!("../snapshots/dump-5.txt"), &dump(&[]));
}

#[test]
fn the_json_of_a_costume() {
    compare(include_str!("../snapshots/dump-5.json"), &dump(&["--json"]));
}
