//! What goes wrong says what to do: files that are cut or empty, paths that lead nowhere, what a costume cannot
//! do.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::PathBuf;

use crate::support::{folder, run_in};

/// A folder with the sample game in `game`.
fn with_game(name: &str) -> PathBuf {
    let at = folder(name);
    assert_eq!(run_in(&at, &["sample", "game", "-q"]).status, 0);
    at
}

#[test]
fn the_game_and_another_argument_that_are_swapped_are_told_with_the_right_call() {
    let at = with_game("swapped");
    fs::create_dir(at.join("out")).unwrap();
    assert_eq!(run_in(&at, &["unpack", "game", "1", "-o", "odile", "-q"]).status, 0);
    let with_blank = match cfg!(windows) {
        true => "costumier export sample -o \"new folder\"",
        false => "costumier export sample -o 'new folder'",
    };
    for (call, right) in [
        (&["export", "out", "sample"][..], "costumier export sample -o out"),
        (&["export", "new", "game"], "costumier export game -o new"),
        (&["export", "game", "new"], "costumier export game -o new"),
        (&["unpack", "out", "sample"], "costumier unpack sample -o out"),
        (&["export", "out", "-o", "game"], "costumier export game -o out"),
        (&["export", "new folder", "-o", "sample"], with_blank),
        (&["export", "1", "sample", "-o", "new"], "costumier export sample 1 -o new"),
        (&["unpack", "1", "game", "-o", "new"], "costumier unpack game 1 -o new"),
        (&["unpack", "odile", "game", "-o", "new"], "costumier unpack game odile -o new"),
    ] {
        let run = run_in(&at, call);
        run.fails(2, &[&format!("`{right}`")]);
        assert_eq!(run.stderr.contains("swapped"), call[1] != "game", "{}", run.stderr);
        assert!(!at.join("new").exists());
    }
    // What is wrong elsewhere is told as ever.
    run_in(&at, &["export", "out", "-o", "new"]).fails(2, &["the folder is empty"]);
    run_in(&at, &["export", "sample", "nobody", "-o", "game"])
        .fails(2, &["no costume has the name \"nobody\""]);
}

/// Calls as somebody writes them who has not read the help.
#[test]
fn a_call_that_lacks_or_confuses_something_says_the_right_one() {
    let at = with_game("lacks");
    for call in [
        &["unpack", "game", "1", "-o", "odile", "-q"][..],
        &["export", "game", "6", "--as", "gif", "-o", "minuet", "-q"],
    ] {
        assert_eq!(run_in(&at, call).status, 0);
    }
    fs::write(at.join("notes.txt"), "notes").unwrap();
    let before = crate::support::tree(&at);
    for (call, said) in [
        ("play sample", "`costumier list sample` shows their ids"),
        ("dump game", "`costumier list game` shows their ids"),
        ("extract sample 6", "`costumier extract sample 6 -o PLACE`"),
        ("unpack game 1-2", "`costumier unpack game 1-2 -o PLACE`"),
        ("patch game x.bps -o y", "`costumier patch apply game x.bps -o y`"),
        ("check sample 99", "such as `costumier dump GAME 99`"),
        ("info odile/costume.toml", "it is a file of a costume folder: name odile"),
        ("pack odile/costume.toml --preview", "name the folder: odile"),
        ("import odile -o x", "odile is a costume folder already"),
        ("info minuet", "minuet holds an export: name the game"),
        ("unpack game 1 -o x.png", "x.png is the name of a file"),
        ("new x.gif", "x.gif is the name of a file"),
        ("new notes.txt/x", "cannot make the folder notes.txt/x: notes.txt is a file"),
        ("export sample 6 -o notes.txt/x", "cannot make the folder notes.txt/x: notes.txt is a file"),
        ("export sample 6 -o x.tres", "`--as godot -o FOLDER`"),
        ("export sample 6 -o x.json", "`--as aseprite-json -o FOLDER`"),
        ("export sample 6 -o x --tags unity", "\"unity\" is no set of tag names"),
        ("export sample 6 -o x --palette odile", "odile is a folder, and the call reads a file"),
        ("pack odile --preview -o x.jpg", "`--preview` writes .png, .gif"),
        ("pack odile -o x.txt", "for a block, use another ending"),
        ("find sample --name Zorro", "no costume in sample matches the call"),
        ("view sample --port x", "for '--port <N>': use a whole number"),
    ] {
        let run = run_in(&at, &call.split(' ').collect::<Vec<_>>());
        assert!(run.status > 0 && run.stderr.contains(said), "{call}: {}", run.stderr);
    }
    assert_eq!(crate::support::tree(&at), before, "nothing is written where the call is wrong");
}

#[test]
fn an_empty_index_is_not_missing() {
    let at = with_game("empty-index");
    fs::write(at.join("game/sample.000"), "").unwrap();
    let run = run_in(&at, &["info", "game"]);
    run.fails(2, &["sample.000", "needs 8 bytes, 0 left", "hint: the file may be cut short"]);
    assert!(!run.stderr.contains("missing"), "{}", run.stderr);
    fs::write(at.join("game/sample.000"), "no index at all").unwrap();
    run_in(&at, &["info", "game"]).fails(2, &["sample.000: the index of sample.001: it opens like no index"]);
}

#[test]
fn the_names_that_were_looked_for_are_said() {
    let at = with_game("data-names");
    fs::remove_file(at.join("game/sample.001")).unwrap();
    run_in(&at, &["info", "game"]).fails(2, &["disk 1: file sample.001 is missing"]);
    fs::rename(at.join("game/sample.000"), at.join("game/sample.dat")).unwrap();
    let names = "disk 1: file sample.001 or sample.la1 or sample.sm1 is missing";
    run_in(&at, &["info", "game"]).fails(2, &[names]);
    // And the file is found under such a name.
    run_in(&at, &["sample", "whole", "-q"]);
    fs::rename(at.join("whole/sample.001"), at.join("game/sample.la1")).unwrap();
    assert_eq!(run_in(&at, &["info", "game"]).status, 0);
}

#[test]
fn cut_files_are_called_so_with_what_to_do() {
    let at = with_game("cut-file");
    let data = fs::read(at.join("game/sample.001")).unwrap();
    fs::write(at.join("game/sample.001"), &data[..70_000]).unwrap();
    let info = run_in(&at, &["info", "game"]);
    assert_eq!(info.status, 1);
    assert!(info.stdout.contains("cut short, another copy may be whole"), "{}", info.stdout);
    for call in [&["list", "game"][..], &["export", "game", "-o", "out"]] {
        let run = run_in(&at, call);
        run.fails(1, &["hint: the file may be cut short"]);
        assert_eq!(run.stderr.matches("hint:").count(), 1, "once for all costumes: {}", run.stderr);
    }
}

#[test]
fn an_index_cut_before_what_tells_the_generation_is_called_cut() {
    let at = with_game("cut-index");
    let index = fs::read(at.join("game/sample.000")).unwrap();
    // MAXS starts at byte 29 and has 26.
    for len in [12, 40, 54] {
        fs::write(at.join("game/sample.000"), &index[..len]).unwrap();
        let run = run_in(&at, &["list", "game"]);
        run.fails(2, &["sample.000: ", " left (at byte ", "hint: the file may be cut short"]);
    }
}

#[test]
fn wrong_paths_lead_back() {
    let at = with_game("wrong-paths");
    fs::write(at.join("game/readme.txt"), "Insert disk 22").unwrap();
    run_in(&at, &["info", "gmae"]).fails(2, &["hint: did you mean game?"]);
    run_in(&at, &["info", "game/smaple.000"]).fails(2, &["hint: did you mean game/sample.000?"]);
    run_in(&at, &["info", "game/sample.000/x"]).fails(2, &["hint: game/sample.000 is a file: name it"]);
    run_in(&at, &["info", "game/readme.txt"]).fails(2, &["hint: its folder holds a game: name game"]);
    run_in(&at, &["info", "sampel"]).fails(2, &["did you mean `sample`?"]);
    let json = run_in(&at, &["info", "gmae", "--json"]).json();
    assert_eq!(json["error"]["hint"], "did you mean game?");
}

#[test]
fn a_folder_called_sample_is_not_shadowed_silently() {
    let at = with_game("shadow");
    assert_eq!(run_in(&at, &["info", "sample"]).stderr, "");
    fs::create_dir(at.join("sample")).unwrap();
    assert_eq!(run_in(&at, &["info", "sample"]).stderr, "", "no game lies there");
    run_in(&at, &["sample", "sample", "-q", "--generation", "v7"]);
    let run = run_in(&at, &["info", "sample"]);
    assert!(
        run.stderr.contains("./sample means the game in the folder") && run.stdout.contains("v5"),
        "{run:?}"
    );
    assert!(run_in(&at, &["info", "./sample"]).stdout.contains("v7"));
}

#[test]
fn facings_between_are_refused_with_those_that_there_are() {
    let at = folder("facings");
    let there =
        "the facings are west, east, south, north; the game shows an actor looking northeast as north";
    run_in(&at, &["play", "sample", "6", "--facing", "northeast"]).fails(2, &[there]);
    run_in(&at, &["export", "sample", "6", "-o", "out", "--facing", "northeast"]).fails(1, &[there]);
    assert!(!at.join("out").exists());
}

#[test]
fn chores_go_by_their_names() {
    let at = folder("chore-names");
    let run = run_in(&at, &["export", "sample", "6", "-o", "sit.gif", "--chore", "SIT", "--facing", "east"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run_in(&at, &["play", "sample", "6", "--chore", "sit"]).stdout.starts_with("sit south"));
    run_in(&at, &["export", "sample", "6", "-o", "all", "-q"]);
    assert!(at.join("all/costume-006/stand-east-sit.gif").is_file());
    let curtsy = run_in(&at, &["export", "sample", "2", "-o", "two", "--only-animations", "--chore", "7"]);
    assert_eq!(curtsy.status, 0, "{}", curtsy.stderr);
    let offered = ["hint: its chores: init, walk, sit (stand), talk-start, talk-stop"];
    run_in(&at, &["play", "sample", "6", "--chore", "dance"]).fails(2, &offered);
    run_in(&at, &["export", "sample", "6", "-o", "none", "--chore", "dance"]).fails(1, &offered);
    fs::write(
        at.join("s.json"),
        r#"{"scenes":[{"name":"a","room":1,"actors":[{"costume":6,"position":[100,100],"chores":["init","sit"]}]}]}"#,
    )
    .unwrap();
    let run = run_in(&at, &["render", "sample", "--scenes", "s.json", "-o", "."]);
    assert!(run.status == 0 && !run.stderr.contains("warning"), "{}", run.stderr);
}

#[test]
fn scenes_that_show_nothing_say_so() {
    let at = folder("nothing-shown");
    let scenes = r#"{"scenes":[
        {"name":"lacks","room":1,"actors":[{"costume":6,"position":[100,100],"chores":["init",99]}]},
        {"name":"idle","room":1,"actors":[{"costume":6,"position":[100,100]}]},
        {"name":"idle too","room":1,"actors":[{"costume":6,"position":[100,100]}]},
        {"name":"away","room":1,"actors":[{"costume":1,"position":[-400,100],"chores":["init","stand"]}]}]}"#;
    fs::write(at.join("s.json"), scenes).unwrap();
    run_in(&at, &["render", "sample", "--scenes", "s.json", "-o", "."]).fails(
        0,
        &[
            "scene lacks: costume 6 has no chore 99",
            "scene idle: costume 6 shows nothing: no chore is started",
            "(and in 1 more)",
            "scene away: costume 1 shows nothing: it stands outside the picture; `position` is the room pixel",
            "hint: costume 6, its chores: init, walk",
        ],
    );
}

#[test]
fn what_a_game_lies_in_is_said_and_a_guessed_title_is_called_one() {
    let at = with_game("form");
    for number in ["000", "001"] {
        fs::rename(at.join(format!("game/sample.{number}")), at.join(format!("game/monkey2.{number}")))
            .unwrap();
    }
    let guess = run_in(&at, &["info", "game"]).stdout;
    assert!(guess.contains("LeChuck's Revenge (only told by the file's name)"), "{guess}");
    assert!(!guess.contains("form "), "{guess}");
    let json = run_in(&at, &["info", "game", "--json"]).json();
    assert_eq!((&json["edition"], &json["form"]), (&serde_json::Value::Null, &serde_json::json!([])));
    let mut zip = zip::ZipWriter::new(fs::File::create(at.join("both.zip")).unwrap());
    for number in ["000", "001"] {
        let stored = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("cd/MONKEY2.{number}"), stored).unwrap();
        std::io::Write::write_all(&mut zip, &fs::read(at.join(format!("game/monkey2.{number}"))).unwrap())
            .unwrap();
    }
    zip.finish().unwrap();
    let info = run_in(&at, &["info", "both.zip"]).stdout;
    assert!(info.contains("form        both.zip (zip)"), "{info}");
    let form = &run_in(&at, &["info", "both.zip", "--json"]).json()["form"];
    assert_eq!(form, &serde_json::json!([{ "name": "both.zip", "what": "zip", "odd": [] }]));
}

#[test]
fn a_copy_of_rooms_without_their_index_has_a_row_that_says_so() {
    let at = folder("rooms alone");
    assert_eq!(run_in(&at, &["sample", "shelf/sample"]).status, 0);
    fs::create_dir_all(at.join("shelf/mm")).unwrap();
    for room in ["01.LFL", "02.LFL", "53.LFL"] {
        fs::write(at.join("shelf/mm").join(room), [0x55; 40]).unwrap();
    }
    let missing = "3 files that look like rooms of a game (01.LFL to 53.LFL), their index: file";
    let all = run_in(&at, &["info", "shelf"]);
    assert!(all.stdout.contains("shelf#sample/sample.000"), "{}", all.stdout);
    assert!(all.stdout.contains(&format!("failed: {missing} mm/00.lfl is missing")), "{}", all.stdout);
    all.fails(1, &["mm/00.lfl is missing", "hint: copy the missing file"]);
    run_in(&at, &["info", "shelf/mm"]).fails(2, &[&format!("{missing} 00.lfl is missing")]);
    // One file called so may be anything.
    fs::remove_file(at.join("shelf/mm/01.LFL")).unwrap();
    fs::remove_file(at.join("shelf/mm/02.LFL")).unwrap();
    assert!(!run_in(&at, &["info", "shelf"]).stdout.contains("mm"));
}

#[test]
fn without_a_page_it_says_how_to_get_one() {
    if !cfg!(feature = "viewer") {
        let at = folder("no-page");
        run_in(&at, &["view", "sample", "--no-open"]).fails(2, &["no viewer", "cargo xtask viewer"]);
    }
}

#[test]
fn formats_that_are_not_written_are_told_with_what_is_written_instead() {
    let at = with_game("jpeg");
    for (format, instead) in
        [("jpeg", "png"), ("jpg", "webp"), ("mp4", "gif"), ("tiff", "png"), ("svg", "png")]
    {
        let run = run_in(&at, &["export", "game", "1", "-o", "a", "--as", format]);
        run.fails(2, &["possible values: png", "hint: ", instead]);
        assert!(!run.stderr.contains("similar"), "{}", run.stderr);
        let file = format!("a.{format}");
        run_in(&at, &["export", "game", "1", "-o", &file])
            .fails(2, &["hint: ", instead, "name a folder, or a .gif"]);
        run_in(&at, &["montage", "game", "-o", &file])
            .fails(2, &["hint: ", instead, "use one of the endings .png"]);
    }
    let near = run_in(&at, &["export", "game", "1", "-o", "a", "--as", "webpp"]);
    near.fails(2, &["a similar value exists: 'webp'"]);
    run_in(&at, &["export", "game", "1", "-o", "a", "--as", "ase"]).fails(2, &["exists: 'aseprite'"]);
    let shell = run_in(&at, &["completions", "tcsh"]);
    assert!(!shell.stderr.contains("zsh'\n\n"), "{}", shell.stderr);
}

#[test]
fn words_without_their_option_are_told_with_the_right_call() {
    let at = with_game("words");
    for (call, right) in [
        (&["new", "-o", "hero"][..], "costumier new hero"),
        (&["sample", "-o", "other"], "costumier sample other"),
        (&["render", "game", "a.json", "-o", "x"], "costumier render game --scenes a.json -o x"),
    ] {
        run_in(&at, call).fails(2, &[&format!("`{right}`")]);
    }
    // An id is no folder.
    for command in ["unpack", "extract"] {
        let run = run_in(&at, &[command, "game", "1"]);
        run.fails(2, &["--output"]);
        assert!(!run.stderr.contains("-o 1"), "{}", run.stderr);
    }
}

#[test]
fn a_file_that_is_cut_off_is_told_once() {
    let at = with_game("cut-off");
    let whole = fs::read(at.join("game/sample.001")).unwrap();
    fs::write(at.join("game/sample.001"), &whole[..whole.len() * 3 / 8]).unwrap();
    let told = "sample.001 is cut off: it ends after 53,603 bytes, before or inside ";
    let costumes = "costumes 2, 3, 4, 5, 6";
    let check = run_in(&at, &["check", "game"]);
    assert_eq!(check.stdout.matches(told).count(), 1, "{}", check.stdout);
    assert!(check.stdout.contains(&format!("{told}room 2 (stage) and {costumes}\n")), "{}", check.stdout);
    let list = run_in(&at, &["list", "game"]);
    assert!(list.stderr.contains(&format!("error: {told}{costumes}\n")), "{}", list.stderr);
    assert_eq!(list.stdout.matches("failed: the file is cut off").count(), 5, "{}", list.stdout);
    let export = run_in(&at, &["export", "game", "-o", "out"]);
    assert!(export.stderr.starts_with(&format!("error: {told}{costumes}\n")), "{}", export.stderr);
    for run in [check, list, export] {
        assert_eq!(run.status, 1);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("needs 8 bytes"));
    }
}

/// The calls in backquotes of a message.
fn calls_in(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_calls_that_unpack_recommends_work() {
    let at = with_game("recommended");
    assert_eq!(run_in(&at, &["extract", "game", "3", "-o", "tick.cost", "-q"]).status, 0);
    for call in [
        &["unpack", "game", "1", "-o", "odile"][..],
        &["unpack", "game", "-o", "all costumes"],
        &["unpack", "game", "1-2", "-o", "some"],
        &["unpack", "odile", "-o", "odile2"],
        &["unpack", "tick.cost", "--generation", "v5", "-o", "tick"],
    ] {
        let run = run_in(&at, call);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let calls = calls_in(&run.stderr);
        assert_eq!(calls.len(), 2, "{}", run.stderr);
        for (number, words) in calls.iter().enumerate() {
            // The capitals stand for what only the reader knows.
            let copy = format!("copy-{}-{number}", call[call.len() - 1].replace(' ', "-"));
            let words = words.replace("GAME", "game").replace("--id ID", "--id 3").replace("COPY", &copy);
            let words: Vec<String> = words
                .split('\'')
                .enumerate()
                .flat_map(|(part, text)| match part % 2 {
                    0 => text.split_whitespace().map(str::to_owned).collect(),
                    _ => vec![text.to_owned()],
                })
                .collect();
            let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            let run = run_in(&at, &words);
            assert_eq!(run.status, 0, "{words:?}: {}", run.stderr);
        }
    }
    // A block stores no id: it takes the place of the costume that the call names.
    let text = fs::read_to_string(at.join("tick/costume.toml")).unwrap();
    assert!(!text.contains("\nid = ") && !text.contains("\ngame = "), "{text}");
}
