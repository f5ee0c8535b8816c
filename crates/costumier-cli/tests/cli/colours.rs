//! Where colours come from, as the command says it.

use std::fs;

use costumier::Dialect;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

use crate::support::{costume, folder, json_file, ok, run, run_in, store};
use crate::whatis::Rgba;

#[test]
fn an_export_says_whose_colours_it_took_and_who_comes_next() {
    let at = folder("whose");
    let one = run(&at, "export sample 6 --as json -o one");
    let expected = "colours: room 1 (wardrobe), the room that owns the costume\n  in room 2 (stage), 12 of its 15 \
        visible colours are different; `--room 2` exports those";
    one.fails(0, &[expected]);
    run(&at, "export sample 6 --as json --room 2 -o asked")
        .warns(&["colours: room 2 (stage), the room that was asked for"]);
    run(&at, "export sample --as json -o all").warns(&[
        "colours: each costume in those of the room that owns it\n  6 of 6 costumes have different colours",
    ]);
    let quiet = run(&at, "-q export sample 6 --as json -o quiet");
    assert_eq!(quiet.stderr, "");
    let manifest = json_file(at.join("one/manifest.json"));
    let palette = &manifest["costumes"][0]["palette"];
    assert_eq!(palette["chosen"], serde_json::json!({ "room": 1, "palette": 0, "block": "CLUT" }));
    assert_eq!((&palette["mapping"], &palette["other_looks"]), (&"costume-palette".into(), &1.into()));
    assert_eq!(palette["others"][0]["palettes"][0]["room"], 2);
}

/// A room that owns nothing: its width, its height, the grey of each colour.
type Other = (u16, u16, fn(u8) -> u8);

#[test]
fn rooms_that_can_show_nothing_are_no_looks_and_asking_for_one_warns() {
    let at = folder("stubs");
    let room = |width, height, grey: fn(u8) -> u8| {
        let mut room = RoomSource::new(width, height);
        room.palette = (0..=251).map(|index| [grey(index); 3]).collect();
        room.write().unwrap()
    };
    let game = |others: [Other; 2]| {
        let mut game = GameBuilder::new(Dialect::V5);
        game.room(1, "pier", room(320, 144, |index| index)).costume(1, 1, costume());
        for ((width, height, grey), number) in others.into_iter().zip(2..) {
            game.room(number, "other", room(width, height, grey));
        }
        let folder = at.join(format!("game {}", others[0].0));
        fs::create_dir(&folder).unwrap();
        store(&game.finish().unwrap(), &folder, "pier");
    };
    // A stub with colours of its own, and a room that is all black; then both as rooms that show something.
    game([(8, 8, |index| 251 - index), (320, 144, |_| 0)]);
    game([(320, 144, |index| 251 - index), (320, 144, |index| index / 2)]);
    let colours = |game: &str| run_in(&at, &["dump", game, "1", "--colours", "--json"]).json();
    assert_eq!(
        (&colours("game 8")["other_looks"], &colours("game 320")["other_looks"]),
        (&0.into(), &2.into())
    );
    let export = |game: &str, room: &str, output: &str| {
        let ran = run_in(
            &at,
            &["export", game, "1", "--room", room, "--chore", "2", "--facing", "east", "-o", output],
        );
        ran.ends(0);
        ran.stderr
    };
    for (room, output) in [("2", "two"), ("2", "two.gif"), ("3", "three"), ("3", "three.gif")] {
        let said = export("game 8", room, output);
        assert!(said.contains(&format!("warning: room {room} (other) has no colours to show")), "{said}");
    }
    assert!(!export("game 8", "1", "one").contains("another room"));
    for output in ["shown", "shown.gif"] {
        assert!(!export("game 320", "2", output).contains("warning"));
    }
}

#[test]
fn dump_shows_what_each_pixel_value_becomes() {
    let at = folder("becomes");
    let text = ok(&at, "dump sample 6 --colours");
    let lines: Vec<&str> = text.stdout.lines().collect();
    let of_room = "costume 6, colours of room 1 (wardrobe), CLUT";
    assert!(lines.iter().any(|line| line.starts_with(of_room)), "{}", text.stdout);
    assert!(lines.contains(&"    0               transparent"), "{}", text.stdout);
    assert!(lines.contains(&"    6           35  #cec0ac"), "{}", text.stdout);
    let json = run(&at, "dump sample 6 --colours --room 2 --json").json();
    assert_eq!((&json["choice"], &json["chosen"]["room"]), (&"asked".into(), &2.into()));
    assert_eq!(json["colours"][6]["room_colour"], 35);
    run(&at, "dump sample 6 --colours --room 77").fails(2, &["77"]);
}

#[test]
fn render_explains_a_pixel_from_the_ground_up() {
    let at = folder("explains");
    let scenes = r#"{ "scenes": [ { "name": "hall", "room": 2, "actors": [
        { "costume": 2, "position": [160, 150], "facing": "south", "chores": ["init", "stand"] },
        { "costume": 2, "position": [160, 150], "facing": "south", "chores": ["init", "stand"],
          "palette": { "20": 200 } } ] } ] }"#;
    fs::write(at.join("scenes.json"), scenes).unwrap();
    let explain =
        |at_pixel: &str| run_in(&at, &["render", "sample", "--scenes", "scenes.json", "--explain", at_pixel]);
    let set = explain("158,110").stdout;
    let lines: Vec<&str> = set.lines().collect();
    let value = "limb 0, picture 0: pixel value 20 is room colour 34 (the costume's palette names \
        room colours)";
    assert_eq!(lines[0], "hall, pixel 158,110: 158,110 in the room");
    assert!(lines[1].starts_with("  room 2 (stage): its picture has colour "), "{set}");
    assert_eq!(lines[2], format!("  costume 2 (Balthasar, actor 1 of 2 in it), {value}"));
    assert_eq!(
        lines[4],
        format!("  costume 2 (Balthasar, actor 2 of 2 in it), {value}; the scene sets 200 for it")
    );
    assert!(lines[6].starts_with("  shown: 200 in CLUT of room 2 (stage): #"), "{set}");
    // Down to the byte: what the line says stands in the file there.
    assert_eq!(lines[3], lines[5]);
    let call = ["render", "sample", "--scenes", "scenes.json", "--explain", "158,110", "--json"];
    let json = run_in(&at, &call).json();
    let (touch, place) = (&json[0]["touches"][0], &json[0]["places"][0]);
    assert_eq!((&touch["value"], &json[0]["scene"]), (&20.into(), &"hall".into()));
    let files = folder("explains-files");
    ok(&files, "sample .");
    let file = fs::read(files.join(place["file"].as_str().unwrap())).unwrap();
    let offset = usize::try_from(place["offset"].as_u64().unwrap()).unwrap();
    let key = u8::try_from(place["key"].as_u64().unwrap()).unwrap();
    let bytes: Vec<u64> =
        place["bytes"].as_array().unwrap().iter().filter_map(|byte| byte.as_u64()).collect();
    let stored: Vec<u64> =
        file[offset..offset + bytes.len()].iter().map(|byte| u64::from(byte ^ key)).collect();
    assert!(!bytes.is_empty() && key == 0x69);
    assert_eq!(bytes, stored);
    assert!(lines[3].contains(&format!("{offset:X} of sample.001: {:02X}", bytes[0])), "{set}");
    // Costume 2 has 32 colours: the upper five bits of a run's byte are its colour.
    assert_eq!(bytes[0] >> 3, 20, "{set}");
    explain("5000,5").fails(1, &["error: scene hall: 5000,5 lies outside its picture"]);
    explain("12").fails(2, &["use two numbers"]);
    run(&at, "render sample --scenes scenes.json").fails(2, &["--output"]);
}

/// On an EGA screen each room pixel is 2 × 2 pixels of the picture, in two of EGA's colours.
#[test]
fn render_explains_a_pixel_of_an_ega_screen_in_the_room_and_by_its_own_colour() {
    let at = folder("explains-ega");
    let scenes = r#"{ "scenes": [ { "name": "hall", "room": 2, "actors": [
        { "costume": 2, "position": [160, 150], "facing": "south", "chores": ["init", "stand"] } ] } ] }"#;
    fs::write(at.join("scenes.json"), scenes).unwrap();
    let explain = |screen: &[&str], at_pixel: &str| {
        let call = [&["render", "sample", "--scenes", "scenes.json", "--explain", at_pixel], screen].concat();
        run_in(&at, &call)
    };
    let plain = explain(&[], "158,110").stdout;
    let plain: Vec<&str> = plain.lines().collect();
    let ega = ["--screen", "ega"];
    for (x, y) in [(316, 220), (317, 220), (316, 221), (317, 221)] {
        let text = explain(&ega, &format!("{x},{y}")).stdout;
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("hall, pixel {x},{y}: 158,110 in the room"));
        // Who paints it, and the room colour that it is, are as on any screen.
        assert_eq!(lines[1..lines.len() - 1], plain[1..plain.len() - 1], "{text}");
        let shown = lines.last().unwrap().strip_prefix(*plain.last().unwrap()).unwrap();
        assert!(shown.starts_with(", on this screen mixed from EGA colour"), "{text}");
        let here = shown.rsplit_once(": here ").unwrap().1;
        let (number, colour) = here.split_once(", ").unwrap();
        let [r, g, b] = costumier::screen::Screen::Ega.colours()[number.parse::<usize>().unwrap()];
        assert_eq!(colour, format!("#{r:02x}{g:02x}{b:02x}"));
    }
    let room = explain(&ega, "320,260").stdout;
    assert!(room.starts_with("hall, pixel 320,260: 160,130 in the room"), "{room}");
    explain(&ega, "5000,5").fails(1, &["5000,5 lies outside its picture"]);
}

#[test]
fn a_room_cannot_be_behind_a_sheet() {
    let at = folder("behind");
    let export = |formats: &str| {
        run_in(
            &at,
            &[
                "export",
                "sample",
                "6",
                "--as",
                formats,
                "--background",
                "room",
                "--chore",
                "walk",
                "-o",
                "out",
            ],
        )
    };
    export("gif,sheet,aseprite")
        .fails(2, &["`--background room` does not work with sheet, aseprite", "hint: "]);
    assert!(!at.join("out").exists());
    export("gif").ends(0);
    run(&at, "export sample --background nvy -o x").fails(2, &["`room` or a colour"]);
}

#[test]
fn a_recoloured_folder_shows_the_colours_of_the_game() {
    let at = folder("recoloured");
    let run = |words: &str| run_in(&at, &words.split(' ').collect::<Vec<_>>());
    run("unpack sample 1 -o odile").ends(0);
    let text = at.join("odile/costume.toml");
    let changed = fs::read_to_string(&text).unwrap().replacen("28, 29, 31", "45, 46, 48", 1);
    fs::write(&text, changed).unwrap();
    run("put sample odile -o mod").ends(0);
    let rows = |words: &str| -> Vec<String> {
        let out = run(words).stdout;
        let rows = out.lines().map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" "));
        rows.filter(|row| ["8 45 #", "9 46 #", "10 48 #"].iter().any(|start| row.starts_with(start)))
            .collect()
    };
    let shown = rows("dump odile 1 --colours");
    assert_eq!((shown.len(), &shown), (3, &rows("dump mod 1 --colours")));
    run("diff sample mod -o differences").warns(&["no picture has other pixels: differences is empty"]);
    // The walk in the preview is the walk in the game.
    run("pack odile --preview -o folder.apng").ends(0);
    run("export mod 1 --chore walk --facing south -o game.apng").ends(0);
    let frame = |name: &str| Rgba::read(&at.join(name)).pixels;
    assert!(frame("folder.apng") == frame("game.apng"), "the preview has other colours");
    // Without the room's colours, the folder says that it does not know.
    fs::remove_file(at.join("odile/room.gpl")).unwrap();
    let unknown = run("dump odile 1 --colours").stderr;
    assert!(unknown.contains("the colours of 8, 9, 10 in the game are unknown"), "{unknown}");
    let told = run("pack odile --preview -o folder.apng --force").stderr;
    assert_eq!(told.matches("are unknown, and shown grey").count(), 1, "{told}");
}

/// A palette of a costume is its own; one with too few or too many colours, or for several costumes, would shift or mix
/// colours without a word.
#[test]
fn a_palette_has_to_fit_the_costume() {
    let at = folder("given palette");
    let run = |words: &str| run_in(&at, &words.split(' ').collect::<Vec<_>>());
    run("export sample 1 -o odile.gpl").ends(0);
    let given = run("export sample 1 -o out --as ripsheet --palette odile.gpl");
    given.fails(0, &["colours: the palette that was given\n"]);
    let text = fs::read_to_string(at.join("odile.gpl")).unwrap();
    let first = text.lines().position(|line| line.ends_with("nothing")).unwrap();
    let short: Vec<&str> =
        text.lines().enumerate().filter(|(at, _)| *at != first).map(|(_, line)| line).collect();
    fs::write(at.join("short.gpl"), short.join("\n")).unwrap();
    for words in
        ["export sample 1 -o no", "export sample 1 -o no.png --as ripsheet", "montage sample 1 -o no.png"]
    {
        run(&format!("{words} --palette short.gpl"))
            .fails(2, &["the palette has 15 colours, and costume 1 has 16", "-o colours.gpl"]);
    }
    run("export sample 1-2 -o no --palette odile.gpl").fails(2, &["16 colours, and costume 2 has 32"]);
    run("export sample 1,6 -o no --palette odile.gpl").fails(2, &["costumes 1 and 6 have different ones"]);
    assert!(!at.join("no").exists() && !at.join("no.png").exists());
    // A room's colours fit all.
    run("export sample --room 2 -o stage.gpl").ends(0);
    let all = run("export sample -o all --as ripsheet --palette stage.gpl");
    all.fails(0, &["colours: the palette that was given\n"]).lacks(&["another room"]);
    let rooms = "warning: one palette for the costumes of 2 rooms: 1, 3, 5 and 6 belong to room 1 (wardrobe); \
                 their colours differ, so export the costumes of each room with a palette of that room\n";
    all.warns(&[rooms]);
    let montage = run("montage sample -o cast.png --palette stage.gpl");
    montage.fails(0, &[rooms]);
    run("export sample 2,4 -o two --as ripsheet --palette stage.gpl").ends(0).lacks(&["warning"]);
    run("montage sample -o room.png --room 2").ends(0);
    // Only the titles differ: they say whose colours these are.
    let rows = |name: &str| {
        let mut picture = Rgba::read(&at.join(name));
        let below = picture.pixels.split_off(36 * picture.width);
        (picture.pixels, below)
    };
    let (given, room) = (rows("cast.png"), rows("room.png"));
    assert!(given.1 == room.1 && given.0 != room.0);
}

/// Costumes without the animation that was asked for are told, and not counted.
#[test]
fn costumes_without_the_animation_are_named() {
    let at = folder("without animation");
    let ran = ok(&at, "export sample -o out --as ripsheet,gif --chore walk");
    ran.warns(&[" of 5 of 6 costumes into out\n"]);
    let told = "costume 5 (Jack in the box) has no animation that matches\n";
    ran.warns(&[told]);
}

/// Sheets for archives have a background in which the costume is seen.
#[test]
fn the_background_of_a_ripsheet_is_far_from_the_costume_s_colours() {
    let at = folder("ripsheet background");
    for id in ["1", "2", "6"] {
        let name = format!("{id}.png");
        run_in(&at, &["export", "sample", id, "-o", &name, "--as", "ripsheet"]).ends(0);
        let background = Rgba::read(&at.join(&name)).at(0, 0);
        assert_eq!(background[3], 255, "{id}");
        let colours = run_in(&at, &["dump", "sample", id, "--colours"]).stdout;
        let colours = colours.lines().filter_map(|line| line.split_whitespace().nth(2)?.strip_prefix('#'));
        let mut count = 0;
        for colour in colours.map(|hex| u32::from_str_radix(hex, 16).unwrap().to_be_bytes()) {
            let far: i32 = (0..3).map(|n| (i32::from(colour[n + 1]) - i32::from(background[n])).pow(2)).sum();
            assert!(far >= 60 * 60, "{id}: {colour:x?} on {background:x?}");
            count += 1;
        }
        assert!(count > 10, "{id}");
    }
}

/// A sheet for archives is transparent only if the call says so.
#[test]
fn a_ripsheet_can_be_transparent() {
    let at = folder("clear ripsheet");
    let words = ["export", "sample", "6", "-o", "6.png", "--as", "ripsheet", "--background", "transparent"];
    run_in(&at, &words).ends(0);
    assert_eq!(Rgba::read(&at.join("6.png")).at(0, 0)[3], 0);
}
