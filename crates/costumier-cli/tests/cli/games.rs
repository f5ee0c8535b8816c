//! Games that are whole, damaged, or none: what the command says and how it ends.

use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::support::{damaged, folder, ok, run, run_in, sample, store};

#[test]
fn a_game_with_damaged_costumes_is_listed_all_the_same() {
    let at = folder("listed");
    store(&damaged(), &at, "tiny");
    let list = run(&at, "list .");
    list.ends(1);
    let rows: Vec<Vec<&str>> = list.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1], ["1", "1", "(pier)", "0x58", "16", "1", "12", "2", "ok"]);
    assert!(rows[3].contains(&"failed:"), "{}", list.stdout);
    assert_eq!(rows[4][0], "5");
    let hut = run(&at, "list . --room 2");
    assert_eq!((hut.status, hut.stdout.lines().count()), (0, 2));
    run(&at, "list . --room 7").fails(2, &["error: there is no room 7", "hint: `costumier info"]);
}

#[test]
fn an_error_shows_the_bytes_around_its_place() {
    let at = folder("excerpt");
    store(&damaged(), &at, "tiny");
    let dump = run(&at, "dump . 3");
    dump.fails(1, &["error: tiny.001: costume 3: COST: format: 0x33 is no costume format", "XOR 0x69"]);
    let lines: Vec<&str> = dump.stderr.lines().collect();
    let caret = lines.iter().position(|line| line.ends_with("^^")).unwrap();
    let column = lines[caret].find("^^").unwrap();
    assert_eq!(lines[caret - 1].get(column..column + 2), Some("33"));
    assert!(!dump.stderr.contains('\x1b'), "no colour where no terminal is");
}

#[test]
fn ids_that_are_not_there_make_the_call_useless() {
    let at = folder("ids");
    store(&damaged(), &at, "tiny");
    for (id, why) in [("0", "no costume"), ("4", "there is no costume 4"), ("99", "ids from 1 to 5")] {
        run_in(&at, &["dump", ".", id]).fails(2, &[why, &format!("costume {id}"), "hint: `costumier list"]);
        run_in(&at, &["export", ".", "1", id, "-o", "out"]).fails(2, &[why]);
        assert!(!at.join("out").exists(), "nothing is written where the call is wrong");
    }
}

#[test]
fn what_is_no_game_is_said_to_be_none() {
    let at = folder("none");
    run(&at, "info nowhere").fails(2, &["cannot open nowhere", "hint: name the folder"]);
    run(&at, "info .").fails(2, &["the folder is empty", "hint: name the folder"]);
    fs::write(at.join("letter.txt"), "Dear sir").unwrap();
    let known = ["letter.txt is nothing that is known: 8 bytes", "44 65 61 72 20 73 69 72", "hint: name"];
    run(&at, "info .").fails(2, &known);
    run(&at, "info letter.txt").fails(2, &known);
}

#[test]
fn games_are_found_by_content_in_any_case_and_one_folder_down() {
    let at = folder("found");
    fs::create_dir(at.join("disc")).unwrap();
    let game = sample();
    fs::write(at.join("disc/HeRo.000"), &game.index).unwrap();
    fs::write(at.join("disc/hERO.001"), &game.data).unwrap();
    for arg in [".", "disc", "disc/HeRo.000", "disc/hero.000"] {
        if arg == "disc/hero.000" && !at.join(arg).exists() {
            continue;
        }
        run_in(&at, &["info", arg]).ends(0).prints(&["hERO.001"]);
    }
    // A data file means the game that it is of.
    run(&at, "info disc/hERO.001").prints(&["HeRo.000"]);
    fs::remove_file(at.join("disc/HeRo.000")).unwrap();
    run(&at, "info disc/hERO.001").fails(2, &["is a data file, not an index", "hERO.000"]);
}

#[test]
fn of_several_games_one_must_be_named() {
    let at = folder("several");
    store(&sample(), &at, "one");
    store(&damaged(), &at, "two");
    run(&at, "dump . 1")
        .fails(2, &["there are 2 games here", "one.000", "two.000", "hint: name one of them"]);
    // Lists take them all; the damaged one decides the status.
    run(&at, "list .").ends(1).prints(&["one.000", "two.000"]);
    ok(&at, "list one.000");
    run(&at, "list two.000").ends(1);
}

#[test]
fn missing_and_cut_files_are_named() {
    let at = folder("missing");
    let game = sample();
    fs::write(at.join("hero.000"), &game.index).unwrap();
    run(&at, "info .").fails(2, &["file hero.001 is missing", "hint: copy the missing file"]);
    fs::write(at.join("hero.001"), &game.data[..5]).unwrap();
    run(&at, "info .").fails(2, &["hero.001", "needs 8 bytes, 5 left"]);
    fs::write(at.join("hero.001"), &game.data).unwrap();
    fs::write(at.join("hero.000"), &game.index[..60]).unwrap();
    run(&at, "info .").fails(2, &["hero.000", "60 bytes"]);
    fs::remove_file(at.join("hero.000")).unwrap();
    run(&at, "info .").fails(2, &["hero.001 is a data file", "file hero.000 is missing"]);
}

#[test]
fn a_data_file_cut_in_the_middle_loses_what_is_behind() {
    let at = folder("cut");
    let game = sample();
    fs::write(at.join("hero.000"), &game.index).unwrap();
    fs::write(at.join("hero.001"), &game.data[..game.data.len() * 3 / 4]).unwrap();
    let info = run(&at, "info .");
    info.ends(1).prints(&["LECF says"]);
    assert!(!info.stdout.contains("odd         odd") && !info.stdout.contains("odd         broken"));
    run(&at, "list .")
        .fails(1, &["hero.001 is cut off: it ends after"])
        .prints(&["ok", "failed: the file is cut off"]);
    run(&at, "check .").ends(1).prints(&["failed  hero.001 is cut off: it ends after"]);
}

#[test]
fn a_wrong_key_is_seen() {
    let at = folder("key");
    let mut game = sample();
    fs::write(at.join("hero.000"), &game.index).unwrap();
    game.data.iter_mut().for_each(|byte| *byte ^= 0x42);
    fs::write(at.join("hero.001"), &game.data).unwrap();
    run(&at, "info .").fails(2, &["hero.001", "which no key turns into LECF"]);
    game.index.iter_mut().for_each(|byte| *byte ^= 0x42);
    fs::write(at.join("hero.000"), &game.index).unwrap();
    run(&at, "info .")
        .fails(2, &["none of 2 files opens like a SCUMM index", "00.LFL", "00.MAN", "MONKEY2.000", "(0)"]);
}

#[test]
fn nobody_listening_is_no_error() {
    let at = folder("pipe");
    for args in
        [&["dump", "sample", "4"][..], &["dump", "sample", "4", "--json"], &["check", "sample"], &["man"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_costumier"))
            .args(args)
            .current_dir(&at)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn help_and_wrong_calls_end_as_they_should() {
    let at = folder("help");
    for args in [&["--help"][..], &["export", "--help"], &["--version"], &["completions", "bash"], &["man"]] {
        let ran = run_in(&at, args);
        ran.ends(0);
        assert!(!ran.stdout.is_empty() && ran.stderr.is_empty(), "{args:?}");
    }
    run(&at, "dump sample foo")
        .fails(2, &["no costume has the name \"foo\"", "hint: the names are 1 \"Odile\""]);
    run(&at, "dump sample Odyle").fails(2, &["did you mean `Odile`?"]);
    run(&at, "dump sample 1-x").fails(2, &["1-x is no costume id"]);
    assert_eq!(run(&at, "dump sample ODI").stdout, run(&at, "dump sample 1").stdout);
    // Names are taken wherever ids are.
    for (by_name, by_id) in [
        (&["cast", "sample", "minuet"][..], &["cast", "sample", "6"][..]),
        (&["report", "sample", "minuet"], &["report", "sample", "6"]),
    ] {
        let (named, numbered) = (run_in(&at, by_name), run_in(&at, by_id));
        assert!(named.status == 0 && named.stdout == numbered.stdout, "{by_name:?}: {}", named.stderr);
    }
    let cast = run(&at, "cast sample Odile").stdout;
    assert!(cast.contains("\n  plays chore 7 (curtsy) (certain: script 1 byte"), "{cast}");
    run(&at, "cast sample nobody").fails(2, &["no costume has the name \"nobody\""]);
    run(&at, "dump sample i").fails(2, &["no costume has the name \"i\""]);
    let several = ["3 costumes have the name \"codec\": 7 \"Jack in the box in codec 5\"", "by its id"];
    run(&at, "dump sample-v7 codec").fails(2, &several);
    for (by_name, by_number) in [
        (&["list", "sample", "--room", "STAGE"][..], "2"),
        (&["list", "sample", "--room", "war"], "1"),
        (&["dump", "sample", "6", "--colours", "--room", "stage"], "2"),
        (&["find", "sample", "--in-room", "stage"], "2"),
    ] {
        let (named, by_number) =
            (run_in(&at, by_name), [&by_name[..by_name.len() - 1], &[by_number]].concat());
        let numbered = run_in(&at, &by_number);
        assert!(named.status == 0 && named.stdout == numbered.stdout, "{by_name:?}: {}", named.stderr);
    }
    run(&at, "find sample sample-v2 --in-room stage").prints(&["costume 4"]);
    let nearest = ["no room has the name \"stgae\"", "did you mean `stage`?"];
    run(&at, "find sample --in-room stgae").fails(2, &nearest);
    run(&at, "list sample --room 99").fails(2, &["there is no room 99"]);
    let unnamed = ["no room has the name \"stage\"", "the game's index names no room; use its number"];
    run(&at, "list sample-v2 --room stage").fails(2, &unnamed);
    for args in [
        &[][..],
        &["lisst", "sample"],
        &["dump", "sample", "one"],
        &["export", "sample"],
        &["export", "sample", "-o", "x", "--as", "tiff"],
        &["export", "sample", "-o", "x", "--scale-up", "9"],
        &["play", "sample", "1", "--facing", "up"],
    ] {
        let ran = run_in(&at, args);
        ran.ends(2);
        assert!(!ran.stderr.is_empty(), "{args:?}");
    }
}

/// ScummVM knows a game by the names of its files.
#[test]
fn every_edition_is_written_as_scummvm_opens_it() {
    for (generation, game_id, wanted) in [
        ("v2", "maniac", &["00.lfl", "01.lfl", "02.lfl"][..]),
        ("v3-ega", "indy3", &["00.lfl", "84.lfl", "98.lfl", "99.lfl"]),
        ("v4-ega", "pass", &["000.lfl", "disk01.lec", "901.lfl"]),
        ("v5", "monkey2", &["monkey2.000", "monkey2.001"]),
        ("v6", "tentacle", &["tentacle.000", "tentacle.001"]),
        ("v7", "dig", &["dig.la0", "dig.la1"]),
        ("v8", "comi", &["comi.la0", "comi.la1"]),
        ("he72", "airport", &["airport.he0", "airport.he1"]),
        ("he", "spyfox", &["spyfox.he0", "spyfox.he1"]),
        ("he99-16", "freddicove", &["freddicove.he0", "freddicove.(a)"]),
    ] {
        let at = folder(&format!("for-scummvm-{generation}"));
        let made = run_in(&at, &["sample", "game", "--generation", generation, "--for-scummvm"]);
        made.ends(0);
        let said = format!("{}{}", made.stdout, made.stderr);
        assert!(said.contains(&format!("scummvm.ini sample-{generation}\n")), "{said}");
        for name in wanted {
            assert!(at.join("game").join(name).is_file(), "{generation}: {name}");
        }
        let ini = fs::read_to_string(at.join("game/scummvm.ini")).unwrap();
        assert!(ini.starts_with(&format!("[sample-{generation}]\n")), "{ini}");
        assert!(ini.contains(&format!("\ngameid={game_id}\n")), "{ini}");
        let path = ini.lines().find_map(|line| line.strip_prefix("path=")).unwrap();
        assert!(std::path::Path::new(path).is_absolute() && std::path::Path::new(path).is_dir(), "{ini}");
        ok(&at, "info game");
    }
}

/// The sample as games with AKOS costumes: every command works on them, and nothing about them is odd.
#[test]
fn every_command_takes_games_with_akos_costumes() {
    for (generation, first) in [
        ("v7", "sample.la0"),
        ("v8", "sample.la0"),
        ("he72", "sample.he0"),
        ("he", "sample.he0"),
        ("he99-16", "freddicove.he0"),
    ] {
        let is_deep = generation == "he99-16";
        let at = folder(&format!("akos-{generation}"));
        run_in(&at, &["sample", "game", "--generation", generation]).ends(0);
        assert!(at.join("game").join(first).exists());
        run_in(&at, &["sample", "game", "--generation", generation]).fails(2, &[first, "--force"]);
        let info = run(&at, "info game --json").json();
        assert_eq!(
            (info["generation"].as_str(), info["problems"].as_array().map(Vec::len)),
            (Some(if generation.starts_with("he") { "he" } else { generation }), Some(0))
        );
        // Its files are called like another game's, where nothing else says that pixels have 16 bits.
        assert_eq!(info["title"], serde_json::Value::Null, "{generation}");
        // The word means the same game.
        let word = format!("sample-{generation}");
        for command in ["list", "check"] {
            let (file, named) = (run_in(&at, &[command, "game"]), run_in(&at, &[command, &word]));
            assert_eq!((file.status, &file.stdout), (0, &named.stdout), "{}", file.stderr);
        }
        let check = run(&at, "check game --json").json();
        assert_eq!(
            (check["summary"]["odd"].as_u64(), check["summary"]["broken"].as_u64()),
            (Some(0), Some(0))
        );
        assert_eq!(check["summary"]["costumes"], if is_deep { 8 } else { 9 });
        let list = run(&at, "list game --json").json();
        let limbs = |list: &serde_json::Value| list[3]["limbs"].as_u64();
        let cost = run(&at, "list sample --json").json();
        assert_eq!(
            (limbs(&list), list[3]["pictures"].as_u64()),
            (limbs(&cost), cost[3]["pictures"].as_u64())
        );
        run(&at, "dump game 10")
            .prints(&["; limb 0, run: walk\nL0008:\n    picture 0 1 2 3 4 5 6 7\n    goto to=L0008\n"]);
        ok(&at, "play game 5 --chore 6 --facing east --frames 2");
        fs::write(
            at.join("scenes.json"),
            r#"{ "scenes": [ { "name": "a", "room": 1, "view": [0, 0, 320, 200], "actors": [
                { "costume": 5, "position": [98, 164], "facing": "east", "chores": ["init", 6],
                  "ticks": 9, "scale": 255 } ] } ] }"#,
        )
        .unwrap();
        let picture = |game: &str, out: &str| {
            run_in(&at, &["render", game, "--scenes", "scenes.json", "--raw", "-o", out]).ends(0);
            fs::read(at.join(out).join("a.idx")).unwrap()
        };
        // Pixels of 16 bits are compared in the sample's own tests.
        let (akos, cost) = (picture("game", "akos"), picture("sample", "cost"));
        assert!(akos == cost || is_deep, "{generation}: the scene of the v5 game");
        ok(&at, "export game 5 -o out --as gif --chore 6");
    }
}
