//! `export -o walk.gif`: one call for one file.

use std::fs;
use std::process::Command;

use crate::support::{folder, json_file, ok, run_in, tree};

#[test]
fn a_file_s_name_says_the_format_and_the_file_is_the_one_of_a_whole_export() {
    let at = folder("one");
    let all = ["export", "sample", "6", "--as", "gif,apng,webp,png,bmp,contact,sheet,aseprite", "-o", "all"];
    let narrow = ["--chore", "walk", "--facing", "east"];
    run_in(&at, &[&all[..], &narrow].concat()).ends(0);
    let picture = ["--picture", "0.0"];
    for (file, args, of) in [
        ("walk.gif", &narrow[..], "walk-east.gif"),
        ("walk.apng", &narrow, "walk-east.apng"),
        ("below/walk.webp", &narrow, "walk-east.webp"),
        ("face.png", &picture, "pictures/limb-00-picture-000.png"),
        ("face.bmp", &picture, "bmp/limb-00-picture-000.bmp"),
        ("cast.png", &["--as", "contact", "--chore", "walk", "--facing", "east"], "contact.png"),
        ("sheet.png", &["--as", "sheet", "--chore", "walk", "--facing", "east"], "sheet.png"),
        ("it.aseprite", &narrow, "costume.aseprite"),
    ] {
        run_in(&at, &[&["export", "sample", "6", "-o", file], args].concat())
            .fails(0, &[&format!("wrote {file}")]);
        let whole = fs::read(at.join("all/costume-006").join(of)).unwrap();
        assert!(fs::read(at.join(file)).unwrap() == whole, "{file}");
    }
    let stdout = Command::new(env!("CARGO_BIN_EXE_costumier"))
        .args(["export", "sample", "6", "-o", "-", "--chore", "walk", "--facing", "east"])
        .output()
        .unwrap();
    assert!(stdout.status.success() && stdout.stdout == fs::read(at.join("walk.gif")).unwrap());
    assert!(stdout.stdout.starts_with(b"GIF89a"));
}

#[test]
fn what_is_not_one_thing_says_what_to_narrow() {
    let at = folder("not-one");
    let export = |args: &[&str]| run_in(&at, &[&["export", "sample"], args].concat());
    export(&["6", "-o", "walk.gif"]).fails(
        2,
        &[
            "walk.gif holds one animation, and ",
            "match the call: ",
            "hint: choose one with `--chore` and `--facing`",
            "`-o FOLDER`) takes all of them",
        ],
    );
    export(&["6", "-o", "a.png"]).fails(2, &["a.png holds one picture, and ", "`--picture LIMB.INDEX`"]);
    export(&["6", "-o", "a.png", "--chore", "walk", "--facing", "east"])
        .fails(2, &["walk-east has 6 frames, and a.png is one picture", ".gif, .apng or .webp"]);
    export(&["-o", "walk.gif"]).fails(2, &["is one file, and the call names 6 costumes"]);
    export(&["6", "-o", "-", "--as", "godot"]).fails(2, &["godot needs several files"]);
    export(&["6", "-o", "a.png", "--as", "aseprite-json"])
        .fails(2, &["aseprite-json needs several files", "`-o FOLDER`"]);
    export(&["6", "-o", "-", "--as", "gif,png"]).fails(2, &["stdout takes one format"]);
    export(&["6", "-o", "a.gif", "--as", "webp"])
        .fails(2, &["`--as webp` writes a .webp, and a.gif is not one"]);
    export(&["6", "-o", "a.gif", "--chore", "77"])
        .fails(1, &["costume 6 has no chore 77; nothing was written", "hint: its chores: init, walk"]);
    for output in ["a.gif", "a"] {
        export(&["6", "-o", output, "--chore", "walk", "--chore", "wlak"])
            .fails(1, &["costume 6 has no chore `wlak`; nothing", "did you mean `walk`? its chores: init"]);
    }
    export(&["6", "-o", "a.gif", "--facing", "45"])
        .fails(1, &["costume 6 has no animation facing northeast; nothing", "hint: the facings are west"]);
    export(&["6", "-o", "a.gif", "--picture", "0.1"])
        .fails(2, &["`--picture` chooses a picture, and a .gif holds an animation", "`-o FILE.png`"]);
    export(&["6", "-o", "a.gif", "--as", "sheet"])
        .fails(2, &["`--as sheet` writes a .png, and a.gif is not one", "hint: `-o a.png --as sheet`"]);
    export(&["6", "-o", "a", "--scaler", "epx"])
        .fails(2, &["`--scaler epx` needs a `--scale-up` of 2, 3 or 4; the call has 1"]);
    export(&["99", "-o", "a"]).fails(2, &["there is no costume 99; the game has costumes 1 to 6"]);
    export(&["1", "-o", "a", "--look", "1"]).fails(2, &["costume 1 has no looks: scripts change none"]);
    for output in ["a.png", "a"] {
        export(&["6", "-o", output, "--picture", "9.9"])
            .fails(2, &["costume 6 has no picture 9.9; nothing was written", "hint: limb 0 has 0 to "]);
    }
    export(&["1,6", "-o", "a", "--picture", "9.9"]).fails(2, &["no costume has a picture 9.9"]);
    export(&["6", "-o", "walk_strip5.png", "--as", "strips", "--chore", "walk", "--facing", "east"])
        .fails(2, &["the strip has 6 cells, and walk_strip5.png says 5", "`-o walk_strip6.png`"]);
    export(&["6", "-o", "a", "--place", "1,2"]).fails(2, &["--place needs a room behind the animations"]);
    assert!(tree(&at).is_empty(), "nothing is written where the call is wrong");

    fs::write(at.join("mine.gif"), "mine").unwrap();
    let walk = ["6", "-o", "mine.gif", "--chore", "walk", "--facing", "east"];
    export(&walk).fails(2, &["mine.gif exists", "--force"]);
    export(&[&walk[..], &["--force"]].concat()).ends(0);
    // A folder may be called anything.
    fs::create_dir(at.join("folder.gif")).unwrap();
    export(&["6", "-o", "folder.gif", "--as", "pal"]).ends(0);
    assert!(at.join("folder.gif/manifest.json").exists());
}

#[test]
fn a_request_for_one_walk_writes_one_walk() {
    let at = folder("only");
    let names = |args: &[&str]| -> Vec<String> {
        run_in(&at, &[&["export", "sample", "6", "-o", "out"], args].concat()).ends(0);
        tree(&at.join("out")).into_keys().filter(|name| name.starts_with("costume-")).collect()
    };
    assert_eq!(
        names(&["--only-animations", "--chore", "walk", "--facing", "east"]),
        ["costume-006/walk-east.gif"]
    );
    assert_eq!(names(&["--picture", "0.1"]), ["costume-006/pictures/limb-00-picture-001.png"]);
    let pictures = names(&["--only-pictures"]);
    assert!(pictures.len() > 10 && pictures.iter().all(|name| name.contains("/pictures/")), "{pictures:?}");
}

#[test]
fn a_canvas_for_all_of_a_costume_lines_chores_up() {
    let at = folder("canvas");
    ok(&at, "export sample 6 --as gif --canvas costume -o out");
    let manifest = json_file(at.join("out/manifest.json"));
    let animations = manifest["costumes"][0]["animations"].as_array().unwrap();
    let shown: Vec<_> = animations.iter().filter(|it| it["status"].is_null()).collect();
    assert!(shown.len() > 8);
    for it in shown {
        assert_eq!((&it["canvas"], &it["anchor"]), (&animations[0]["canvas"], &animations[0]["anchor"]));
        let gif = fs::read(at.join("out").join(it["files"][0]["path"].as_str().unwrap())).unwrap();
        let size = [u16::from_le_bytes([gif[6], gif[7]]), u16::from_le_bytes([gif[8], gif[9]])];
        assert_eq!(it["canvas"], serde_json::json!(size));
    }
}
