//! What goes wrong says what to do: files that are cut or empty, paths that lead nowhere, what a costume cannot
//! do.

use std::fs;
use std::path::PathBuf;

use crate::support::{folder, ok, run, run_in, zipped};

/// A folder with the sample game in `game`.
fn with_game(name: &str) -> PathBuf {
    let at = folder(name);
    ok(&at, "sample game -q");
    at
}

#[test]
fn the_game_and_another_argument_that_are_swapped_are_told_with_the_right_call() {
    let at = with_game("swapped");
    fs::create_dir(at.join("out")).unwrap();
    ok(&at, "unpack game 1 -o odile -q");
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
        let ran = run_in(&at, call);
        ran.fails(2, &[&format!("`{right}`")]);
        assert_eq!(ran.stderr.contains("swapped"), call[1] != "game", "{}", ran.stderr);
        assert!(!at.join("new").exists());
    }
    // What is wrong elsewhere is told as ever.
    run(&at, "export out -o new").fails(2, &["the folder is empty"]);
    run(&at, "export sample nobody -o game").fails(2, &["no costume has the name \"nobody\""]);
}

/// Calls as somebody writes them who has not read the help.
#[test]
fn a_call_that_lacks_or_confuses_something_says_the_right_one() {
    let at = with_game("lacks");
    for call in [
        &["unpack", "game", "1", "-o", "odile", "-q"][..],
        &["export", "game", "6", "--as", "gif", "-o", "minuet", "-q"],
    ] {
        run_in(&at, call).ends(0);
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
        let ran = run_in(&at, &call.split(' ').collect::<Vec<_>>());
        assert!(ran.status > 0 && ran.stderr.contains(said), "{call}: {}", ran.stderr);
    }
    assert_eq!(crate::support::tree(&at), before, "nothing is written where the call is wrong");
}

#[test]
fn an_empty_index_is_not_missing() {
    let at = with_game("empty-index");
    fs::write(at.join("game/sample.000"), "").unwrap();
    run(&at, "info game")
        .fails(2, &["sample.000", "needs 8 bytes, 0 left", "hint: the file may be cut short"])
        .lacks(&["missing"]);
    fs::write(at.join("game/sample.000"), "no index at all").unwrap();
    run(&at, "info game").fails(2, &["sample.000: the index of sample.001: it opens like no index"]);
}

#[test]
fn the_names_that_were_looked_for_are_said() {
    let at = with_game("data-names");
    fs::remove_file(at.join("game/sample.001")).unwrap();
    run(&at, "info game").fails(2, &["disk 1: file sample.001 is missing"]);
    fs::rename(at.join("game/sample.000"), at.join("game/sample.dat")).unwrap();
    let names = "disk 1: file sample.001 or sample.la1 or sample.sm1 is missing";
    run(&at, "info game").fails(2, &[names]);
    // And the file is found under such a name.
    run(&at, "sample whole -q");
    fs::rename(at.join("whole/sample.001"), at.join("game/sample.la1")).unwrap();
    ok(&at, "info game");
}

#[test]
fn cut_files_are_called_so_with_what_to_do() {
    let at = with_game("cut-file");
    let data = fs::read(at.join("game/sample.001")).unwrap();
    fs::write(at.join("game/sample.001"), &data[..70_000]).unwrap();
    run(&at, "info game").ends(1).prints(&["cut short, another copy may be whole"]);
    for call in [&["list", "game"][..], &["export", "game", "-o", "out"]] {
        let ran = run_in(&at, call);
        ran.fails(1, &["hint: the file may be cut short"]);
        assert_eq!(ran.stderr.matches("hint:").count(), 1, "once for all costumes: {}", ran.stderr);
    }
}

#[test]
fn an_index_cut_before_what_tells_the_generation_is_called_cut() {
    let at = with_game("cut-index");
    let index = fs::read(at.join("game/sample.000")).unwrap();
    // MAXS starts at byte 29 and has 26.
    for len in [12, 40, 54] {
        fs::write(at.join("game/sample.000"), &index[..len]).unwrap();
        run(&at, "list game")
            .fails(2, &["sample.000: ", " left (at byte ", "hint: the file may be cut short"]);
    }
}

#[test]
fn wrong_paths_lead_back() {
    let at = with_game("wrong-paths");
    fs::write(at.join("game/readme.txt"), "Insert disk 22").unwrap();
    run(&at, "info gmae").fails(2, &["hint: did you mean game?"]);
    run(&at, "info game/smaple.000").fails(2, &["hint: did you mean game/sample.000?"]);
    run(&at, "info game/sample.000/x").fails(2, &["hint: game/sample.000 is a file: name it"]);
    run(&at, "info game/readme.txt").fails(2, &["hint: its folder holds a game: name game"]);
    run(&at, "info sampel").fails(2, &["did you mean `sample`?"]);
    let json = run(&at, "info gmae --json").json();
    assert_eq!(json["error"]["hint"], "did you mean game?");
}

#[test]
fn a_folder_called_sample_is_not_shadowed_silently() {
    let at = with_game("shadow");
    assert_eq!(run(&at, "info sample").stderr, "");
    fs::create_dir(at.join("sample")).unwrap();
    assert_eq!(run(&at, "info sample").stderr, "", "no game lies there");
    run(&at, "sample sample -q --generation v7");
    run(&at, "info sample").warns(&["./sample means the game in the folder"]).prints(&["v5"]);
    run(&at, "info ./sample").prints(&["v7"]);
}

#[test]
fn facings_between_are_refused_with_those_that_there_are() {
    let at = folder("facings");
    let there =
        "the facings are west, east, south, north; the game shows an actor looking northeast as north";
    run(&at, "play sample 6 --facing northeast").fails(2, &[there]);
    run(&at, "export sample 6 -o out --facing northeast").fails(1, &[there]);
    assert!(!at.join("out").exists());
}

#[test]
fn chores_go_by_their_names() {
    let at = folder("chore-names");
    ok(&at, "export sample 6 -o sit.gif --chore SIT --facing east");
    assert!(run(&at, "play sample 6 --chore sit").stdout.starts_with("sit south"));
    run(&at, "export sample 6 -o all -q");
    assert!(at.join("all/costume-006/stand-east-sit.gif").is_file());
    ok(&at, "export sample 2 -o two --only-animations --chore 7");
    let offered = ["hint: its chores: init, walk, sit (stand), talk-start, talk-stop"];
    run(&at, "play sample 6 --chore dance").fails(2, &offered);
    run(&at, "export sample 6 -o none --chore dance").fails(1, &offered);
    fs::write(
        at.join("s.json"),
        r#"{"scenes":[{"name":"a","room":1,"actors":[{"costume":6,"position":[100,100],"chores":["init","sit"]}]}]}"#,
    )
    .unwrap();
    ok(&at, "render sample --scenes s.json -o .").lacks(&["warning"]);
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
    run(&at, "render sample --scenes s.json -o .").fails(
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
    let guess = run(&at, "info game").stdout;
    assert!(guess.contains("LeChuck's Revenge (only told by the file's name)"), "{guess}");
    assert!(!guess.contains("form "), "{guess}");
    let json = run(&at, "info game --json").json();
    assert_eq!((&json["edition"], &json["form"]), (&serde_json::Value::Null, &serde_json::json!([])));
    let files = ["000", "001"].map(|number| {
        (format!("cd/MONKEY2.{number}"), fs::read(at.join(format!("game/monkey2.{number}"))).unwrap())
    });
    fs::write(at.join("both.zip"), zipped(&files)).unwrap();
    let info = run(&at, "info both.zip").stdout;
    assert!(info.contains("form        both.zip (zip)"), "{info}");
    let form = &run(&at, "info both.zip --json").json()["form"];
    assert_eq!(form, &serde_json::json!([{ "name": "both.zip", "what": "zip", "odd": [] }]));
}

#[test]
fn a_copy_of_rooms_without_their_index_has_a_row_that_says_so() {
    let at = folder("rooms alone");
    ok(&at, "sample shelf/sample");
    fs::create_dir_all(at.join("shelf/mm")).unwrap();
    for room in ["01.LFL", "02.LFL", "53.LFL"] {
        fs::write(at.join("shelf/mm").join(room), [0x55; 40]).unwrap();
    }
    let missing = "3 files that look like rooms of a game (01.LFL to 53.LFL), their index: file";
    run(&at, "info shelf")
        .fails(1, &["mm/00.lfl is missing", "hint: copy the missing file"])
        .prints(&["shelf#sample/sample.000", &format!("failed: {missing} mm/00.lfl is missing")]);
    run(&at, "info shelf/mm").fails(2, &[&format!("{missing} 00.lfl is missing")]);
    // One file called so may be anything.
    fs::remove_file(at.join("shelf/mm/01.LFL")).unwrap();
    fs::remove_file(at.join("shelf/mm/02.LFL")).unwrap();
    assert!(!run(&at, "info shelf").stdout.contains("mm"));
}

#[test]
fn without_a_page_it_says_how_to_get_one() {
    if !cfg!(feature = "viewer") {
        let at = folder("no-page");
        run(&at, "view sample --no-open").fails(2, &["no viewer", "cargo xtask viewer"]);
    }
}

#[test]
fn formats_that_are_not_written_are_told_with_what_is_written_instead() {
    let at = with_game("jpeg");
    for (format, instead) in
        [("jpeg", "png"), ("jpg", "webp"), ("mp4", "gif"), ("tiff", "png"), ("svg", "png")]
    {
        run_in(&at, &["export", "game", "1", "-o", "a", "--as", format])
            .fails(2, &["possible values: png", "hint: ", instead])
            .lacks(&["similar"]);
        let file = format!("a.{format}");
        run_in(&at, &["export", "game", "1", "-o", &file])
            .fails(2, &["hint: ", instead, "name a folder, or a .gif"]);
        run_in(&at, &["montage", "game", "-o", &file])
            .fails(2, &["hint: ", instead, "use one of the endings .png"]);
    }
    run(&at, "export game 1 -o a --as webpp").fails(2, &["a similar value exists: 'webp'"]);
    run(&at, "export game 1 -o a --as ase").fails(2, &["exists: 'aseprite'"]);
    run(&at, "completions tcsh").lacks(&["zsh'\n\n"]);
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
        run_in(&at, &[command, "game", "1"]).fails(2, &["--output"]).lacks(&["-o 1"]);
    }
}

#[test]
fn a_file_that_is_cut_off_is_told_once() {
    let at = with_game("cut-off");
    let whole = fs::read(at.join("game/sample.001")).unwrap();
    fs::write(at.join("game/sample.001"), &whole[..whole.len() * 3 / 8]).unwrap();
    let told = "sample.001 is cut off: it ends after 53,603 bytes, before or inside ";
    let costumes = "costumes 2, 3, 4, 5, 6";
    let check = run(&at, "check game");
    assert_eq!(check.stdout.matches(told).count(), 1, "{}", check.stdout);
    check.prints(&[&format!("{told}room 2 (stage) and {costumes}\n")]);
    let list = run(&at, "list game");
    list.warns(&[&format!("error: {told}{costumes}\n")]);
    assert_eq!(list.stdout.matches("failed: the file is cut off").count(), 5, "{}", list.stdout);
    let export = run(&at, "export game -o out");
    assert!(export.stderr.starts_with(&format!("error: {told}{costumes}\n")), "{}", export.stderr);
    for ran in [check, list, export] {
        ran.ends(1);
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("needs 8 bytes"));
    }
}

/// The calls in backquotes of a message.
fn calls_in(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_calls_that_unpack_recommends_work() {
    let at = with_game("recommended");
    ok(&at, "extract game 3 -o tick.cost -q");
    for call in [
        &["unpack", "game", "1", "-o", "odile"][..],
        &["unpack", "game", "-o", "all costumes"],
        &["unpack", "game", "1-2", "-o", "some"],
        &["unpack", "odile", "-o", "odile2"],
        &["unpack", "tick.cost", "--generation", "v5", "-o", "tick"],
    ] {
        let ran = run_in(&at, call);
        ran.ends(0);
        let calls = calls_in(&ran.stderr);
        assert_eq!(calls.len(), 2, "{}", ran.stderr);
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
            run_in(&at, &words).ends(0);
        }
    }
    // A block stores no id: it takes the place of the costume that the call names.
    let text = fs::read_to_string(at.join("tick/costume.toml")).unwrap();
    assert!(!text.contains("\nid = ") && !text.contains("\ngame = "), "{text}");
}
