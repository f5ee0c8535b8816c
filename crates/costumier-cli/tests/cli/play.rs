//! `play` where the output is no terminal: frames as text.

use crate::support::{folder, run, run_in, store};

#[test]
fn frames_are_printed_once() {
    let at = folder("play");
    let ran = run(&at, "play sample 1 --facing east --frames 3");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let titles: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("tick")).collect();
    assert_eq!(titles, ["walk east  tick 0", "walk east  tick 1", "walk east  tick 2"]);
    assert!(ran.stdout.contains('@') && !ran.stdout.contains('\x1b'));
    assert_eq!(run(&at, "play sample 1").stdout.matches("tick").count(), 1);
}

#[test]
fn west_is_east_mirrored() {
    let at = folder("mirror");
    crate::support::store(&crate::support::one_sided(), &at, "tiny");
    let frame = |facing| {
        let ran = run_in(&at, &["play", ".", "1", "--facing", facing]);
        ran.ends(0);
        ran.stdout.lines().skip(1).map(|line| format!("{line:8}")).collect::<Vec<_>>()
    };
    let (east, west) = (frame("east"), frame("west"));
    let ink = |line: &String| line.trim().to_owned();
    let mirrored: Vec<String> = west.iter().map(|line| ink(line).chars().rev().collect()).collect();
    assert_eq!(east.iter().map(ink).collect::<Vec<_>>(), mirrored);
    assert_ne!(east, west);
}

#[test]
fn colour_is_used_when_asked_for() {
    let at = folder("colour");
    let ran = run(&at, "play sample 1 --color always");
    assert!(ran.stdout.contains("\x1b[38;") && ran.stdout.contains('▀'), "{}", ran.stdout);
}

#[test]
fn what_the_costume_cannot_do_is_said() {
    let at = folder("cannot");
    store(&crate::support::damaged(), &at, "tiny");
    run(&at, "play . 1 --chore 9")
        .fails(2, &["no chore 9", "hint: its chores: init, walk, stand; `costumier dump"]);
    run(&at, "play . 1 --chore talk-start").fails(2, &["no chore `talk-start`\nhint: "]);
    run(&at, "play . 2").fails(1, &["costume 2"]);
    run(&at, "play . 1 --room 9").fails(2, &["no room 9"]);
    run(&at, "play . 1 --background room").fails(2, &["room 1"]);
}
