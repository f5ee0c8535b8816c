//! `report`: what it says agrees with other commands, and nothing of the game's art is in it.

use std::path::Path;

use crate::support;

/// Calls the program in a folder where nothing is named `sample`.
fn run(args: &[&str]) -> support::Run {
    let at = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&at).unwrap();
    support::run_in(&at, args)
}

#[test]
fn a_report_names_what_dump_and_info_name() {
    let report = run(&["report", "sample", "6", "--chore", "walk", "--facing", "east"]);
    assert_eq!((report.status, report.stderr.as_str()), (0, ""));
    let text = report.stdout;
    assert!(text.starts_with(&format!("costumier   {}, ", env!("CARGO_PKG_VERSION"))), "{text}");
    let dump = run(&["dump", "sample", "6", "--json"]).json();
    let mut pictures = 0;
    for limb in dump["limbs"].as_array().unwrap() {
        for picture in limb["pictures"].as_array().unwrap() {
            let (hash, index) = (picture["sha256"].as_str().unwrap(), &picture["index"]);
            let (limb, width, height) = (&limb["limb"], &picture["width"], &picture["height"]);
            let line = format!("{hash}  limb {limb} picture {index}, {width} x {height}\n");
            assert!(text.contains(&line), "{line}{text}");
            pictures += 1;
        }
    }
    assert!(pictures > 5, "{pictures} pictures");
    let info = run(&["info", "sample", "--full", "--json"]).json();
    for file in info["files"].as_array().unwrap() {
        let line = format!("{}  {}\n", file["sha256"].as_str().unwrap(), file["name"].as_str().unwrap());
        assert!(text.contains(&line), "{line}{text}");
    }
    let (_, frames) = text.split_once("\nwalk (2), facing east, record 9: ").unwrap();
    let count: usize = frames.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(frames.lines().filter(|line| line.contains("  ") && line.contains(" tick")).count(), count);
}

#[test]
fn a_report_has_only_numbers_hashes_and_names() {
    let text = run(&["report", "sample", "6", "--chore", "walk"]).stdout;
    // A digest has 64 digits; no run of digits or letters is longer, and nothing else could hold pixels.
    let longest = text.split(|it: char| !it.is_ascii_alphanumeric()).map(str::len).max();
    assert_eq!(longest, Some(64), "{text}");
    assert!(text.lines().all(|line| line.len() < 120), "{text}");
}

#[test]
fn a_report_says_what_a_costume_has() {
    run(&["report", "sample", "6", "--chore", "999"])
        .fails(2, &["costume 6 has no chore 999", "its chores: "]);
}
