//! `try`: writes a game to try a costume in, or starts it in a program that stands in for ScummVM. `cargo oracle try`
//! plays such games in ScummVM and compares the pictures.
use std::fs;
#[cfg(unix)]
use std::path::Path;

use crate::rooms::paint;
use crate::support::{folder, ok, refused, run, run_in, tree};

#[test]
fn the_game_is_written_for_scummvm() {
    let at = folder("try written");
    ok(&at, "unpack sample 1 -o odile");
    let told = ok(&at, "try odile -o game");
    assert!(told.stderr.ends_with("scummvm -c game/scummvm.ini costumier-try\n"), "{}", told.stderr);
    let files = tree(&at.join("game"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["monkey2.000", "monkey2.001", "scummvm.ini"]);
    let ini = String::from_utf8(files["scummvm.ini"].clone()).unwrap();
    let path = std::path::absolute(at.join("game")).unwrap();
    assert!(ini.contains("[costumier-try]\n") && ini.contains("gameid=monkey2\n"), "{ini}");
    assert!(ini.contains(&format!("path={}\n", path.display())), "{ini}");
    ok(&at, "check game");
    let script = ok(&at, "script game 1").stdout;
    for word in ["walkActorTo", "animateActor", "wait(actor"] {
        assert!(script.contains(word), "{script}");
    }
    // The costume is costume 1 of the game, and the same.
    ok(&at, "extract game 1 -o tried.cost");
    ok(&at, "pack odile -o odile.cost");
    // `extract` writes the block's header too, `pack` does not.
    let tried = fs::read(at.join("tried.cost")).unwrap();
    assert_eq!(tried[8..], fs::read(at.join("odile.cost")).unwrap());
    refused(&at, "try odile -o game", &["game exists", "--force"]);
    ok(&at, "try odile -o game --force --chore 7 --facing south");
    // The command can be pasted into a shell.
    let told = run_in(&at, &["try", "odile", "-o", "a game"]).stderr;
    let mark = if cfg!(windows) { '"' } else { '\'' };
    assert!(told.ends_with(&format!("-c {mark}a game/scummvm.ini{mark} costumier-try\n")), "{told}");
    refused(
        &at,
        "try odile -o other --chore cartwheel",
        &["odile has no such animation", "its chores: init, walk, stand"],
    );
    refused(&at, "try nowhere -o other", &["cannot list nowhere"]);
    refused(&at, "try odile --scummvm nowhere", &["there is no program nowhere"]);
}

#[test]
fn a_room_of_a_game_is_behind_the_actor() {
    let at = folder("try room");
    ok(&at, "unpack sample 2 -o balthasar");
    ok(&at, "try balthasar --in sample -o game");
    ok(&at, "export game --room 1 -o tried.gpl");
    ok(&at, "export sample --room 2 -o stage.gpl");
    let colours = |name: &str| {
        let text = fs::read_to_string(at.join(name)).unwrap();
        text.lines()
            .filter(|line| line.trim_start().starts_with(char::is_numeric))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (tried, stage) = (colours("tried.gpl"), colours("stage.gpl"));
    let same = tried.iter().zip(&stage).filter(|(one, other)| {
        let rgb = |line: &str| line.split_whitespace().take(3).map(str::to_owned).collect::<Vec<_>>();
        rgb(one) == rgb(other)
    });
    assert!(same.count() >= stage.len() - 4, "all but nearly white ones");
    // A game of another generation makes the costume one of its own.
    ok(&at, "try balthasar --in sample-v7 -o seven");
    assert!(at.join("seven/dig.la0").is_file());
    refused(&at, "try balthasar --in sample --room 77 -o no", &["room 77"]);
}

#[test]
fn somebody_walks_in_a_room_folder() {
    let at = folder("try a room folder");
    ok(&at, "unpack sample --rooms stage -o stage");
    let painted = |columns: std::ops::Range<usize>| {
        paint(&at.join("stage/background.png"), |pixels| {
            pixels.chunks_mut(320).for_each(|row| row[columns.clone()].fill(17));
        });
    };
    painted(0..8);
    let told = ok(&at, "try stage --in sample -o game").stderr;
    assert!(told.contains("wrote a game into game; it shows ") && told.contains(" places\n"), "{told}");
    assert!(told.ends_with("scummvm -c game/scummvm.ini costumier-try\n"), "{told}");
    ok(&at, "check game");
    let script = ok(&at, "script game 1").stdout;
    for word in ["walkActorTo", "animateActor", "wait(actor"] {
        assert!(script.contains(word), "{script}");
    }
    // The room is the edited one.
    ok(&at, "unpack game --rooms 1 -o shown");
    let columns = |place: &str| {
        let mut seen = Vec::new();
        paint(&at.join(place).join("background.png"), |pixels| {
            seen = pixels.chunks(320).flat_map(|row| row[..16].to_vec()).collect();
        });
        seen
    };
    let shown = columns("shown");
    assert_eq!(shown, columns("stage"));
    assert!(shown.chunks(16).all(|row| row[..8] == [17; 8]) && shown.iter().any(|pixel| *pixel != 17));
    // Who walks is Balthasar, whom scripts bring there, or who is named.
    let walks = |id: u32| {
        ok(&at, "extract game 1 -o walks.cost");
        ok(&at, &format!("extract sample {id} -o named.cost --force"));
        let (walks, named) =
            (fs::read(at.join("walks.cost")).unwrap(), fs::read(at.join("named.cost")).unwrap());
        fs::remove_file(at.join("walks.cost")).unwrap();
        walks == named
    };
    assert!(walks(2));
    ok(&at, "try stage --in sample --costume odile -o game --force");
    assert!(walks(1));
    refused(&at, "try stage -o no", &["stage is a room folder", "--in GAME"]);
    refused(&at, "try stage --in sample --chore walk -o no", &["it takes --in and --costume"]);
    refused(&at, "try stage --in sample --costume 77 -o no", &["77"]);
    refused(&at, "try stage --in sample-v6 -o no", &["generation is v5, and the game is of v6"]);
    ok(&at, "unpack sample 1 -o odile");
    refused(
        &at,
        "try odile --in sample --costume 2 -o no",
        &["--costume names who walks about in a room folder"],
    );
}

#[cfg(unix)]
#[test]
fn a_program_is_started_and_ended() {
    use std::os::unix::fs::PermissionsExt as _;

    let at = folder("try started");
    ok(&at, "new hero");
    let program = at.join("scummvm.sh");
    let write = |text: &str| {
        fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    };
    write("echo \"$@\" > called; cp \"$2\" copied.ini");
    ok(&at, "try hero --scummvm ./scummvm.sh");
    let called = fs::read_to_string(at.join("called")).unwrap();
    let words: Vec<&str> = called.split_whitespace().collect();
    assert!(matches!(words[..], ["-c", _, _, "costumier-try"]), "{called}");
    assert!(!Path::new(words[1]).exists(), "the game goes with ScummVM");
    assert!(fs::read_to_string(at.join("copied.ini")).unwrap().contains("engineid=scumm"));
    write("exit 3");
    run(&at, "try hero --scummvm ./scummvm.sh").fails(2, &["ended with", "3", "try -o DIR"]);
}
