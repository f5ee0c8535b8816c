//! The commands of docs/editing.md, one after the other, as a reader types them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// What is no part of the walk: getting the program, and what wants a terminal or a screen.
const LEFT_OUT: [&str; 4] = ["git ", "cargo ", "scummvm ", "costumier play "];

/// The lines of blocks of shell, without their comments.
fn commands(text: &str) -> Vec<&str> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(kind) => inside = !inside && kind == "sh",
            None if inside => commands.push(line.split(" #").next().unwrap().trim()),
            None => {}
        }
    }
    commands.retain(|line| !line.is_empty());
    commands
}

fn shell(folder: &Path, line: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_costumier")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let ran = Command::new("sh").args(["-c", line]).current_dir(folder).env("PATH", path).output().unwrap();
    assert!(ran.status.success(), "{line}\n{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn the_tutorial_can_be_walked_through() {
    let temp = tempfile::tempdir().unwrap();
    let at = temp.path();
    let text = include_str!("../../../../docs/editing.md");
    let commands = commands(text);
    for word in ["unpack", "sed", "pack", "put", "check", "patch apply", "new", "scummvm"] {
        assert!(commands.iter().any(|line| line.contains(word)), "no `{word}` on the page");
    }
    for line in commands.iter().filter(|line| !LEFT_OUT.iter().any(|word| line.starts_with(word))) {
        shell(at, line);
    }
    let read = |name: &str| fs::read(at.join(name)).unwrap();
    assert_ne!(read("mod/sample.001"), read("game/sample.001"), "something was changed");
    assert_eq!(read("mod/sample.000"), read("game/sample.000"), "the index is what the page says it is");
    for (played, written) in [("play/monkey2.000", "mod/sample.000"), ("play/monkey2.001", "mod/sample.001")]
    {
        assert_eq!(read(played), read(written), "{played}");
    }
    assert_eq!(read("patched/sample.001"), read("mod/sample.001"), "the patch gives what the copy has");
    shell(at, "costumier list bigger | grep -q '^ *9 '");
    // The dress is red, and was teal.
    let palette = |game: &str| {
        let dump = Command::new(env!("CARGO_BIN_EXE_costumier"))
            .args(["dump", game, "1", "--json"])
            .current_dir(at)
            .output()
            .unwrap();
        let dump: serde_json::Value = serde_json::from_slice(&dump.stdout).unwrap();
        dump["palette"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect::<Vec<_>>()
    };
    let (before, after) = (palette("game"), palette("mod"));
    let red = |colour: &u64| match colour {
        28 => 45,
        29 => 46,
        31 => 48,
        other => *other,
    };
    assert_eq!(after, before.iter().map(red).collect::<Vec<_>>());
    assert_ne!(after, before);

    // ScummVM finds a game there, under the name that the page has.
    let scummvm = ["scummvm", "/usr/games/scummvm"];
    let asked = scummvm.iter().find_map(|program| {
        let mut call = Command::new(program);
        call.args(["-p", "play", "--detect"]).current_dir(at).env("HOME", at).output().ok()
    });
    match asked {
        Some(said) => {
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            assert!(said.contains("scumm:monkey2"), "{said}");
        }
        None => eprintln!("left out: ScummVM is not installed"),
    }
}
