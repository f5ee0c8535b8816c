//! What the command writes: exports, scenes, the sample game; and what it leaves alone.

use std::collections::BTreeMap;
use std::fs;

use crate::support::{damaged, folder, json_file, ok, run, run_in, store, tree};

#[test]
fn an_export_is_the_same_however_many_threads_work() {
    let at = folder("jobs");
    for jobs in ["1", "4"] {
        let ran = run_in(&at, &["export", "sample", "1", "3", "--chore", "walk", "-o", jobs, "--jobs", jobs]);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
        ran.warns(&["of 2 costumes into"]);
    }
    let (one, four) = (tree(&at.join("1")), tree(&at.join("4")));
    assert!(one.contains_key("manifest.json") && one.len() > 20, "{:?}", one.keys());
    assert!(one == four, "the threads' number must not show");
    assert!(one.keys().all(|name| !name.ends_with(".part")));
}

#[test]
fn a_damaged_costume_does_not_stop_the_others() {
    let at = folder("others");
    store(&damaged(), &at, "tiny");
    run(&at, "export . -o out").fails(
        1,
        &["error: tiny.001: costume 2: ", "error: tiny.001: costume 3: ", "of 2 of 4 costumes into"],
    );
    let manifest = json_file(at.join("out/manifest.json"));
    let status: Vec<&str> = manifest["costumes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|costume| costume["status"].as_str().unwrap())
        .collect();
    assert_eq!(status, ["ok", "failed", "failed", "ok"]);
    assert!(at.join("out/costume-005").is_dir());
}

#[test]
fn other_peoples_folders_are_not_written_into() {
    let at = folder("theirs");
    fs::create_dir(at.join("out")).unwrap();
    fs::write(at.join("out/manifest.json"), r#"{ "name": "my web application" }"#).unwrap();
    let export =
        |more: &[&str]| run_in(&at, &[&["export", "sample", "6", "--as", "png", "-o", "out"], more].concat());
    export(&[]).fails(2, &["the folder out holds other files", "hint: choose another folder"]);
    assert_eq!(tree(&at.join("out")).len(), 1);
    export(&["--force"]).ends(0);
    // Now it is ours.
    export(&[]).ends(0);
}

#[test]
fn an_export_takes_the_place_of_the_one_before() {
    let at = folder("again");
    let export = |args: &[&str]| {
        run_in(&at, &[&["export", "sample", "-o", "out"], args].concat()).ends(0);
        tree(&at.join("out"))
    };
    export(&["1", "6", "--as", "png,gif,bmp", "--chore", "walk"]);
    for name in ["notes.txt", "costume-001/mine.txt"] {
        fs::write(at.join("out").join(name), "mine").unwrap();
    }
    let mut second = export(&["1", "6", "--as", "png", "--chore", "stand"]);
    for name in ["notes.txt", "costume-001/mine.txt"] {
        assert_eq!(second.remove(name).as_deref(), Some(&b"mine"[..]), "{name}");
    }
    fs::remove_dir_all(at.join("out")).unwrap();
    assert!(second == export(&["1", "6", "--as", "png", "--chore", "stand"]), "{:?}", second.keys());
}

#[test]
fn games_are_not_mixed() {
    let at = folder("mixed");
    store(&damaged(), &at, "tiny");
    ok(&at, "export sample -o out --as png");
    let before = tree(&at.join("out"));
    let other = ["export", ".", "1", "-o", "out", "--as", "png"];
    run_in(&at, &other).fails(
        2,
        &[
            "the folder out holds an export of another game, \"sample-",
            "hint: choose another folder, or replace",
        ],
    );
    assert!(before == tree(&at.join("out")));
    run_in(&at, &[&other[..], &["--force"]].concat()).ends(0);
    let after = tree(&at.join("out"));
    assert!(
        after.keys().all(|name| name.starts_with("costume-001/") || !name.contains('/')),
        "{:?}",
        after.keys()
    );
    run_in(&at, &other).ends(0);
    assert!(after == tree(&at.join("out")));
}

#[test]
fn no_list_of_files_has_others_removed() {
    let at = folder("hostile");
    let export = |format: &str| run_in(&at, &["export", "sample", "6", "--as", format, "-o", "out"]);
    export("json").ends(0);
    for name in ["out/thesis.doc", "costume-x", "out/costume-1"] {
        fs::write(at.join(name), "mine").unwrap();
    }
    let read = |name: &str| fs::read_to_string(at.join("out").join(name)).unwrap();
    // The hash of "mine", and one that is none.
    let hash = "3fd30542fe3f61b14bd4a4b2dc0b6fb30fa6f63ebce52dd1778aaa8c4dc02cff";
    let mut lines = read(".costumier-written");
    for (hash, name) in [
        (hash, "thesis.doc"),
        (hash, "costume-1/../../costume-x"),
        (hash, "../costume-x"),
        ("no hash", "costume-1"),
    ] {
        lines.push_str(&format!("{hash}  {name}\n"));
    }
    fs::write(at.join("out/.costumier-written"), lines).unwrap();
    export("contact").fails(0, &["the earlier export's other costumes stay (1 file of costume 1)"]);
    assert!(at.join("out/costume-006/contact.png").exists());
    for name in ["out/thesis.doc", "costume-x", "out/costume-1"] {
        assert_eq!(fs::read_to_string(at.join(name)).unwrap(), "mine", "{name}");
    }
}

/// Each command that writes is called twice. In between, all files that it wrote are changed.
#[test]
fn no_command_replaces_or_deletes_what_a_person_has_changed() {
    let at = folder("persons");
    let call = |words: &str| run_in(&at, &words.split(' ').collect::<Vec<_>>());
    fs::write(at.join("scenes.json"), r#"{ "scenes": [ { "name": "a", "room": 1 } ] }"#).unwrap();
    for words in ["sample game", "unpack game 6 -o minuet", "new hero"] {
        call(words).ends(0);
    }
    call("put game hero --id 9 --room 2 --patch ready.zip").ends(0);
    for words in [
        "export game 6 --as png -o out",
        "export game 6 --chore walk --facing east -o walk.gif",
        "montage game -o cast.png",
        "extract game 6 -o six.bin",
        "extract game all -o blocks",
        "render game --scenes scenes.json -o pictures --raw",
        "diff game sample-v4-ega -o differences",
        "man -o pages",
        "sample another",
        "unpack game 3 -o tick",
        "new heroine",
        "pack minuet -o minuet.cost",
        "put game hero --id 9 --room 2 -o mod",
        "put game hero --id 9 --room 2 --patch hero.zip",
        "patch apply game ready.zip -o patched",
    ] {
        let before = tree(&at);
        let first = call(words);
        assert!(first.status < 2, "{words}: {}", first.stderr);
        // Costumier's own notes are its own.
        let is_own = |name: &str| name.ends_with(".costumier-written") || name.ends_with("last-put.txt");
        let written = tree(&at).into_iter().filter(|(name, _)| !before.contains_key(name) && !is_own(name));
        let changed: Vec<(String, Vec<u8>)> =
            written.map(|(name, bytes)| (name, [&bytes[..], b"mine"].concat())).collect();
        assert!(!changed.is_empty(), "{words}");
        changed.iter().for_each(|(name, bytes)| fs::write(at.join(name), bytes).unwrap());
        let second = call(words);
        let after = tree(&at);
        for (name, bytes) in changed {
            assert!(after.get(&name) == Some(&bytes), "{words}: {name} is lost: {}", second.stderr);
        }
        assert!(after.keys().all(|name| !name.ends_with(".part")), "{words}");
    }
}

#[test]
fn a_chore_that_nobody_has_is_said() {
    let at = folder("chore77");
    let export =
        |chore| run_in(&at, &["export", "sample", "6", "-o", "out", "--as", "png", "--chore", chore]);
    for chores in ["77", "77,walk"] {
        export(chores)
            .fails(1, &["costume 6 has no chore 77; nothing was written", "hint: its chores: init, walk"]);
        assert!(!at.join("out").exists(), "no page and no manifest of nothing");
    }
    export("walk,stand").ends(0).lacks(&["warning"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_a_clear_error() {
    let at = folder("unwritable");
    fs::write(at.join("file"), "").unwrap();
    for args in [
        &["export", "sample", "-o", "file"][..],
        &["export", "sample", "-o", "file/below"],
        &["sample", "file/below"],
    ] {
        run_in(&at, args).fails(2, &["cannot make the folder file"]);
    }
    fs::create_dir_all(at.join("out/costume-006")).unwrap();
    fs::write(at.join("out/costume-006/pictures"), "a file where a folder should be").unwrap();
    run(&at, "export sample 6 --as png -o out --force").fails(2, &["cannot write into out", "costume-006/"]);
    assert!(tree(&at.join("out")).keys().all(|name| !name.ends_with(".part")));
}

/// What a file may hold is limited, and not the disk: for a program it is the same, an error in the middle of
/// a file.
#[cfg(unix)]
#[test]
fn a_full_disk_is_a_clear_error_and_leaves_no_half_of_a_file() {
    let at = folder("full");
    ok(&at, "export sample 5 6 -o whole --jobs 1");
    let whole = tree(&at.join("whole"));
    for (blocks, what) in [(2, "costume-005/"), (64, "manifest.json")] {
        let call = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{}' export sample 5 6 -o out --jobs 1",
            env!("CARGO_BIN_EXE_costumier")
        );
        let ran = std::process::Command::new("sh").args(["-c", &call]).current_dir(&at).output().unwrap();
        let ran = crate::support::Run::from(ran);
        ran.fails(2, &["cannot write into out", what, "too large"]);
        ran.fails(2, &[" of this call, each one whole, in out; make room on the disk, and call again"]);
        assert!(!ran.stderr.contains(".part"), "{}", ran.stderr);
        let left = tree(&at.join("out"));
        assert!(left.len() > 1 && !left.contains_key("manifest.json") && !left.contains_key("index.html"));
        for (name, bytes) in left.iter().filter(|(name, _)| !name.starts_with(".costumier-written")) {
            assert!(whole.get(name) == Some(bytes), "{name}");
        }
        // With room again, the same call ends what was begun.
        ok(&at, "export sample 5 6 -o out");
        assert!(tree(&at.join("out")) == whole);
        fs::remove_dir_all(at.join("out")).unwrap();
    }
}

#[test]
fn quiet_says_nothing_and_does_the_same() {
    let at = folder("quiet");
    let ran = run(&at, "-q export sample 6 --as png --chore stand -o out");
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    assert!(at.join("out/manifest.json").is_file());
}

#[test]
fn the_sample_is_written_once() {
    let at = folder("sample");
    ok(&at, "sample new/game");
    assert_eq!(run(&at, "list new/game").stdout, run(&at, "list sample").stdout);
    run(&at, "sample new/game").fails(2, &["sample.000 exists", "hint: choose another folder"]);
    ok(&at, "sample new/game --force");
}

#[test]
fn manual_pages_replace_only_themselves() {
    let at = folder("man");
    let man = |more: &[&str]| run_in(&at, &[&["man", "-o", "pages"], more].concat());
    assert_eq!((man(&[]).status, man(&[]).status), (0, 0));
    fs::write(at.join("pages/costumier.1"), "mine").unwrap();
    man(&[]).fails(2, &["costumier.1 exists", "`--force`"]);
    assert_eq!(fs::read(at.join("pages/costumier.1")).unwrap(), b"mine");
    man(&["--force"]).ends(0);
    assert_ne!(fs::read(at.join("pages/costumier.1")).unwrap(), b"mine");
}

#[test]
fn names_of_files_are_not_given_to_folders() {
    let at = folder("names");
    for (call, says) in [
        (&["export", "sample", "6", "-o", "a.jpg"][..], "cannot write a.jpg as one file"),
        (&["export", "sample", "6", "-o", "b/a.TIFF", "--as", "png"], "cannot write b/a.TIFF as one file"),
        (&["export", "sample", "6", "-o", "a.gif", "--as", "gif,png"], "a.gif is the name of a file"),
        (&["montage", "sample", "-o", "m.jpg"], "this command cannot write m.jpg"),
        (&["montage", "sample", "-o", "m"], "endings .png, .webp, .gif"),
        (&["extract", "sample", "6", "-o", "six.png"], "six.png is the name of a picture"),
        (&["extract", "sample", "all", "-o", "all.png"], "all.png is the name of a file"),
        (&["diff", "sample", "sample-v6", "-o", "d.png"], "d.png is the name of a file"),
        (&["sample", "game.png"], "game.png is the name of a file"),
        (&["man", "-o", "pages.html"], "pages.html is the name of a file"),
    ] {
        run_in(&at, call).fails(2, &[says, "hint: "]);
        assert!(tree(&at).is_empty() && fs::read_dir(&at).unwrap().count() == 0, "{call:?}");
    }
    // Whoever wants such a folder says so.
    ok(&at, "export sample 6 --as pal -o a.jpg/");
    assert!(at.join("a.jpg/manifest.json").is_file());
}

#[test]
fn scenes_become_pictures_and_raw_indices() {
    let at = folder("scenes");
    let scenes = r#"{ "scenes": [
        { "name": "dock", "room": 1, "view": [0, 0, 40, 30] },
        { "name": "alone", "actors": [ { "costume": 1, "chores": ["init", "stand"] } ] },
        { "name": "nowhere", "room": 77 },
        { "name": "nobody", "actors": [ { "costume": 99 } ] } ] }"#;
    fs::write(at.join("scenes.json"), scenes).unwrap();
    run(&at, "render sample --scenes scenes.json -o out --raw")
        .fails(1, &["error: scene nowhere: ", "error: scene nobody: ", "rendered 2 of 4 scenes"]);
    let files = tree(&at.join("out"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["alone.idx", "alone.png", "dock.idx", "dock.png"]);
    assert_eq!(files["dock.idx"].len(), 40 * 30);
    for name in ["alone.png", "dock.png"] {
        assert_eq!(files[name].get(12..16), Some(&b"IHDR"[..]));
    }
}

#[test]
fn a_picture_that_is_there_is_not_rendered_over() {
    let at = folder("rendered");
    fs::write(
        at.join("scenes.json"),
        r#"{ "scenes": [ { "name": "a", "room": 1 }, { "name": "b", "room": 1 } ] }"#,
    )
    .unwrap();
    fs::create_dir(at.join("out")).unwrap();
    let render = |args: &[&str]| {
        run_in(&at, &[&["render", "sample", "--scenes", "scenes.json", "-o", "out"], args].concat())
    };
    for (taken, args) in [("b.png", &[][..]), ("b.idx", &["--raw"])] {
        fs::write(at.join("out").join(taken), "mine").unwrap();
        render(args).fails(2, &[&format!("{taken} exists"), "hint: choose another folder", "--force"]);
        assert_eq!(tree(&at.join("out")).len(), 1, "nothing is written");
        fs::remove_file(at.join("out").join(taken)).unwrap();
    }
    fs::write(at.join("out/other.png"), "mine").unwrap();
    render(&[]).ends(0);
    render(&[]).fails(2, &["a.png exists"]);
    render(&["--force"]).ends(0);
    assert_eq!(fs::read(at.join("out/other.png")).unwrap(), b"mine");
}

#[test]
fn a_scene_file_that_cannot_be_read_makes_the_call_useless() {
    let at = folder("badscenes");
    let render = |text: &str| {
        fs::write(at.join("scenes.json"), text).unwrap();
        run(&at, "render sample --scenes scenes.json -o out")
    };
    render("{").fails(2, &["scenes.json", "line 1"]);
    render(r#"{ "scenes": [ { "nmae": "x" } ] }"#).fails(2, &["scenes.json", "nmae"]);
    render(r#"{ "scenes": [ { "name": "../x" } ] }"#).fails(2, &["scene 1", "../x"]);
    render(r#"{ "scenes": [ { "name": "x" }, { "name": "X" } ] }"#).fails(2, &["scene 2"]);
    run(&at, "render sample --scenes none.json -o out").fails(2, &["none.json"]);
    assert!(!at.join("out").exists());
}

#[test]
fn an_ega_screen_shows_every_pixel_four_times_in_two_colours() {
    let at = folder("ega");
    let scene = r#"{ "scenes": [ { "name": "hall", "room": 2, "view": [10, 21, 64, 40], "actors": [] },
        { "name": "alone", "actors": [ { "costume": 2, "chores": ["init", "stand"] } ] } ] }"#;
    fs::write(at.join("scenes.json"), scene).unwrap();
    let render = |screen: &[&str], out: &str| {
        let args = ["render", "sample", "--scenes", "scenes.json", "--raw", "-o", out];
        run_in(&at, &[&args[..], screen].concat()).ends(0);
        ["hall", "alone"].map(|name| fs::read(at.join(out).join(format!("{name}.idx"))).unwrap())
    };
    let ([hall, alone], [ega, ega_alone]) = (render(&[], "vga"), render(&["--screen", "ega"], "ega"));
    assert_eq!((ega.len(), ega_alone.len()), (4 * hall.len(), 4 * alone.len()));
    assert!(ega.iter().all(|colour| *colour < 16));
    let mut pairs = BTreeMap::new();
    for (i, colour) in hall.iter().enumerate() {
        let (x, y) = (2 * (i % 64), 2 * (i / 64));
        let [a, b, c, d] = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| ega[y * 128 + x]);
        assert_eq!([a, b], [c, d], "both rows of a pixel are alike");
        // Row 21 of the room is an odd one.
        let pair = if i / 64 % 2 == 0 { [b, a] } else { [a, b] };
        assert_eq!(*pairs.entry(colour).or_insert(pair), pair, "a colour is always mixed alike");
    }
    assert!(pairs.len() > 10 && pairs.values().any(|[high, low]| high != low));
    let transparent = ega_alone.iter().filter(|colour| **colour == 16).count();
    assert!(transparent > 0 && transparent < ega_alone.len() && transparent % 4 == 0);

    ok(&at, "export sample 3 --screen ega --as bmp -o out");
    let manifest = json_file(at.join("out/manifest.json"));
    assert_eq!(manifest["scale_up"], 2);
    let picture = &manifest["costumes"][0]["pictures"][0];
    let bmp = fs::read(at.join("out").join(picture["bmp"].as_str().unwrap())).unwrap();
    assert_eq!(u64::from(bmp[18]), 2 * picture["width"].as_u64().unwrap());

    run(&at, "info sample --screen cga")
        .fails(2, &["--screen cga does not fit this game: games of v5 were made for ega, mac, vga"]);
}
