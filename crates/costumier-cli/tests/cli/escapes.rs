//! Names of others cannot command the terminal: files, members of archives, tags, names in scripts, in costume folders,
//! in `.aseprite` files, scenes and patches hold what a terminal obeys or hides, and every command shows them escaped.

use std::fs;
use std::path::Path;

use costumier::format::escape::is_shown;
use costumier_build::game::GameFiles;
use costumier_build::script::{ActorOp, Op};

use crate::support::{Run, costume, folder, ok, run_in, scripted, store, tarred, tree, unzipped, zipped};

/// Sets the title, clears, breaks the line, colours, turns the direction, hides. `FORGED` would begin a line.
const HARM: &str = "\x1b]0;PWN\x07\x1b[2J\r\nFORGED: \u{9b}31m\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{7f}";

/// What must not happen to a terminal, and does not.
#[track_caller]
fn is_harmless(run: &Run, call: &[&str]) {
    for text in [&run.stdout, &run.stderr] {
        let harm = text.chars().find(|it| *it != '\n' && !is_shown(*it));
        assert_eq!(harm, None, "{call:?} wrote {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("FORGED")), "{call:?}: a forged line in {text:?}");
        assert!(!text.contains("panicked"), "{call:?}: {text}");
    }
}

#[track_caller]
fn run(at: &Path, call: &[&str]) -> Run {
    let run = run_in(at, call);
    is_harmless(&run, call);
    run
}

/// Runs every command that reads a game. Returns whether one of them showed a name, escaped.
#[track_caller]
fn all_commands(at: &Path, game: &str) -> bool {
    let calls: [&[&str]; 30] = [
        &["info", game],
        &["info", game, "--full"],
        &["info", game, "--json"],
        &["info", game, game],
        &["list", game],
        &["list", game, "--json"],
        &["list", game, "--room", "nowhere"],
        &["dump", game, "1"],
        &["dump", game, "1", "--bytes"],
        &["dump", game, "1", "--colours"],
        &["dump", game, "all", "--json"],
        &["export", game, "-o", "out", "--force"],
        &["export", game, "1", "-o", "one.gif", "--force"],
        &["montage", game, "-o", "m.png", "--force"],
        &["play", game, "1", "--frames", "1"],
        &["report", game, "1"],
        &["check", game],
        &["check", game, "--json"],
        &["extract", game, "1", "-o", "block", "--force"],
        &["tree", game],
        &["tree", game, "--json"],
        &["find", game, "--name", "e"],
        &["find", game, game, "--limbs", "1"],
        &["diff", game, "sample"],
        &["cast", game],
        &["cast", game, "1"],
        &["script", game],
        &["unpack", game, "1", "-o", "unpacked", "--force"],
        &["put", game, "unpacked", "-o", "copy", "--force"],
        &["put", game, "unpacked", "--patch", "p.zip", "--force"],
    ];
    let before = tree(at);
    let mut seen = false;
    for call in calls {
        let run = run(at, call);
        seen |= [&run.stdout, &run.stderr].iter().any(|text| text.contains("\\u{1b}"));
        if call.contains(&"--json") && run.status != 2 {
            run.json();
        }
    }
    let script = run(at, &["script", game, "--json"]).json();
    if let Some(number) = script[0]["number"].as_u64() {
        run(at, &["script", game, &number.to_string()]);
    }
    // Names of files that are written hold none of it.
    for name in tree(at).keys().filter(|name| !before.contains_key(*name)) {
        assert!(name.chars().all(is_shown), "{name:?} was written");
    }
    seen
}

/// A small game whose scripts name an actor.
fn game(actor: &str) -> GameFiles {
    let ops = [
        Op::LoadRoom(1),
        Op::Actor(1, vec![ActorOp::Default, ActorOp::Costume(1)]),
        Op::Name { actor: 1, name: actor.as_bytes().to_vec() },
        Op::Put { actor: 1, room: 1, x: 10, y: 10 },
        Op::End,
    ];
    scripted([costume(), costume()], &ops)
}

/// The same bytes with `new` in the place of `old`, both under XOR `key`.
fn replaced(bytes: &[u8], key: u8, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let old: Vec<u8> = old.iter().map(|byte| byte ^ key).collect();
    let mut bytes = bytes.to_vec();
    let at: Vec<usize> = (0..bytes.len() - old.len()).filter(|at| bytes[*at..].starts_with(&old)).collect();
    assert!(!at.is_empty(), "the bytes are not there");
    for at in at {
        bytes[at..at + old.len()].copy_from_slice(&new.iter().map(|byte| byte ^ key).collect::<Vec<u8>>());
    }
    bytes
}

#[cfg(unix)]
#[test]
fn names_of_files_and_folders() {
    use std::os::unix::ffi::OsStrExt as _;

    let at = folder("escapes-files");
    ok(&at, "sample game");
    let bytes = |number: &str| fs::read(at.join(format!("game/sample.{number}"))).unwrap();
    for place in [format!("g{HARM}"), format!("below/g{HARM}/x")] {
        let harm = at.join(&place);
        fs::create_dir_all(&harm).unwrap();
        fs::write(harm.join(format!("s{HARM}.000")), bytes("000")).unwrap();
        fs::write(harm.join(format!("s{HARM}.001")), bytes("001")).unwrap();
        fs::write(harm.join(format!("{HARM}.zip")), b"PK\x03\x04 no zip").unwrap();
        // No UTF-8 at all, and half of a pair of UTF-16.
        fs::write(harm.join(std::ffi::OsStr::from_bytes(b"\xff\x9b31m\xed\xa0\x80.txt")), "x").unwrap();
    }
    for place in [&*format!("g{HARM}"), "below", &format!("game#{HARM}"), &format!("no{HARM}thing")] {
        assert!(all_commands(&at, place), "{place:?} was not shown");
    }
    // Copies of such a game are refused, with the reason.
    let game = format!("g{HARM}");
    ok(&at, "unpack sample 1 -o odile");
    for out in [&["-o", "copied"][..], &["--in-place"]] {
        let edited = [&["put", &*game, "odile", "--force"], out].concat();
        let text = fs::read_to_string(at.join("odile/costume.toml")).unwrap();
        fs::write(at.join("odile/costume.toml"), text.replace("number = 7", "number = 9")).unwrap();
        run(&at, &edited).fails(2, &["cannot be shown", "rename the file"]);
        assert!(!at.join("copied").exists());
    }
    // A call that cannot be parsed, as a shell makes it of `*`.
    run(&at, &["export", "game", "1", "--scale-up", HARM, "-o", "x"]).fails(2, &["\\u{1b}"]);
    run(&at, &[HARM]).fails(2, &["\\u{1b}"]);
    run(&at, &["list", "game", HARM, "--json"]);
    // JSON has the name itself.
    let json = run(&at, &["info", &game, "--json"]).json();
    assert_eq!(json["files"][0]["name"].as_str(), Some(&*format!("s{HARM}.000")));
}

#[test]
fn names_of_members_of_archives() {
    let at = folder("escapes-members");
    ok(&at, "sample game");
    let [index, data] =
        ["000", "001"].map(|number| fs::read(at.join(format!("game/sample.{number}"))).unwrap());
    let names = ["000", "001"].map(|number| format!("g{HARM}/s.{number}"));
    let files: [(&str, &[u8]); 2] = [(&names[0], &index), (&names[1], &data)];
    fs::write(at.join("game.zip"), zipped(&files)).unwrap();
    fs::write(at.join("game.tar"), tarred(&files)).unwrap();
    fs::create_dir(at.join("two")).unwrap();
    let (deep, name) = (zipped(&files), format!("{HARM}.zip"));
    let files: [(&str, &[u8]); 2] = [(&name, &deep), ("b/s.000", &index)];
    fs::write(at.join("two/a.zip"), zipped(&files)).unwrap();
    for place in ["game.zip", "game.tar", "two"] {
        assert!(all_commands(&at, place), "{place:?} was not shown");
    }
}

#[test]
fn tags_of_blocks_and_names_in_indexes_and_scripts() {
    let at = folder("escapes-tags");
    ok(&at, "sample game");
    let (index, data) =
        (fs::read(at.join("game/sample.000")).unwrap(), fs::read(at.join("game/sample.001")).unwrap());
    for (name, old, new) in
        [("costumes", b"COST", b"\x1b[2J"), ("rooms", b"RMHD", b"\x9b2J\n"), ("scripts", b"SCRP", b"\nFOR")]
    {
        fs::create_dir(at.join(name)).unwrap();
        fs::write(at.join(name).join("sample.000"), &index).unwrap();
        fs::write(at.join(name).join("sample.001"), replaced(&data, 0x69, old, new)).unwrap();
        all_commands(&at, name);
    }
    // Names of rooms are stored inverted.
    fs::create_dir(at.join("index")).unwrap();
    let index = replaced(&index, 0x69 ^ 0xff, b"wardrobe", b"\x1b[2J\nFOR");
    fs::write(at.join("index/sample.000"), index).unwrap();
    fs::write(at.join("index/sample.001"), &data).unwrap();
    all_commands(&at, "index");
    // Of names of rooms, only letters of ASCII are kept.
    assert!(ok(&at, "list index").stdout.contains("1 (\u{fffd}[2J\u{fffd}FOR)"));
    fs::create_dir(at.join("actors")).unwrap();
    store(&game("S\x1b[2J\nFORGED: tan\x07"), &at.join("actors"), "tiny");
    all_commands(&at, "actors");
}

#[test]
fn names_in_costume_folders() {
    let at = folder("escapes-folders");
    ok(&at, "unpack sample 6 -o minuet");
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    let toml = HARM.chars().map(|it| format!("\\u{:04x}", u32::from(it))).collect::<String>();
    let name = text.lines().find(|line| line.starts_with("name = ")).unwrap().to_owned();
    let chore = text.split("[[chore]]").nth(1).unwrap();
    let chore = chore.lines().find(|line| line.starts_with("name = ")).unwrap().to_owned();
    let generation = text.lines().find(|line| line.starts_with("generation")).unwrap().to_owned();
    let game = text.lines().find(|line| line.starts_with("game")).unwrap().to_owned();
    let limb = text.split("[[limb]]").nth(1).unwrap();
    let limb = limb.lines().find(|line| line.starts_with("name = ")).unwrap().to_owned();
    for (what, old, new) in [
        ("name", &name, format!("name = \"{toml}\"")),
        ("chore", &chore, format!("name = \"{toml}\"")),
        ("generation", &generation, format!("generation = \"{toml}\"")),
        ("game", &game, format!("game = \"{toml}\"")),
        ("limb", &limb, format!("name = \"{toml}\"")),
        ("key", &game, format!("{game}\n\"{toml}\" = 1")),
        ("text", &game, format!("{game}\n\x1b[2J\u{9b}")),
    ] {
        fs::write(at.join("minuet/costume.toml"), text.replacen(old, &new, 1)).unwrap();
        let calls: [&[&str]; 8] = [
            &["pack", "minuet", "-o", "block", "--force"],
            &["pack", "minuet", "--preview"],
            &["pack", "minuet", "--preview", "-o", "x.gif", "--force"],
            &["put", "sample", "minuet", "-o", "copy", "--force"],
            &["list", "minuet"],
            &["export", "minuet", "-o", "out", "--force"],
            &["diff", "minuet", "sample"],
            &["play", "minuet", "6", "--chore", "1", "--frames", "1", "--color", "never"],
        ];
        let shown = calls
            .map(|call| run(&at, call))
            .iter()
            .any(|run| run.stdout.contains("\\u{1b}") || run.stderr.contains("\\u{1b}"));
        // None of these calls has a reason to show the names of limbs and of the game.
        assert!(shown || ["limb", "game"].contains(&what), "{what} was not shown");
    }
    // Files of a folder that `costume.toml` does not name.
    fs::write(at.join("minuet/costume.toml"), &text).unwrap();
    fs::write(at.join("minuet/room.gpl"), format!("GIMP Palette\nName: {HARM}\n#\n1 2 3\t{HARM}\n")).unwrap();
    run(&at, &["pack", "minuet", "--preview"]);
}

#[test]
fn layers_and_tags_of_aseprite_files_scenes_and_patches() {
    let at = folder("escapes-drawings");
    ok(&at, "sample game");
    ok(&at, "unpack game 6 -o minuet --pictures aseprite");
    let drawing = tree(&at.join("minuet")).into_iter().find(|(name, _)| name.ends_with(".aseprite")).unwrap();
    let layer = b"limb-";
    for new in [b"\x1b[2J\n", b"\xc2\x9b2J\n"] {
        fs::write(at.join("minuet").join(&drawing.0), replaced(&drawing.1, 0, layer, new)).unwrap();
        run(&at, &["pack", "minuet", "--preview"]);
        run(&at, &["import", &format!("minuet/{}", drawing.0), "-o", "imported", "--force"]);
    }
    let scenes = serde_json::json!({ "scenes": [{ "name": HARM, "room": 1, "view": [0, 0, 9, 9] }] });
    fs::write(at.join("scenes.json"), scenes.to_string()).unwrap();
    run(&at, &["render", "game", "--scenes", "scenes.json", "-o", "scenes", "--force"]);
    run(&at, &["render", "game", "--scenes", "scenes.json", "--explain", "1,1"]);
    let strange = serde_json::json!({ "scenes": [{ "name": "a", HARM: 1 }] });
    fs::write(at.join("scenes.json"), strange.to_string()).unwrap();
    run(&at, &["render", "game", "--scenes", "scenes.json", "-o", "scenes", "--force"])
        .fails(2, &["\\u{1b}"]);
    // The manifest of a patch.
    ok(&at, "new hero");
    ok(&at, "put game hero --id 9 --room 2 --patch hero.zip");
    let files = unzipped(at.join("hero.zip"));
    let manifest = files.iter().position(|(name, _)| name.ends_with(".json")).unwrap();
    let whole: serde_json::Value = serde_json::from_slice(&files[manifest].1).unwrap();
    for path in leaves(&whole, String::new()) {
        let mut changed = whole.clone();
        *changed.pointer_mut(&path).unwrap() = HARM.into();
        let mut files = files.clone();
        files[manifest].1 = changed.to_string().into_bytes();
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        fs::write(at.join("harm.zip"), zipped(&files)).unwrap();
        run(&at, &["patch", "apply", "game", "harm.zip", "-o", "patched", "--force"]);
    }
    for name in tree(&at).keys() {
        assert!(name.chars().all(is_shown), "{name:?} was written");
    }
}

/// The paths of all texts and numbers in a document.
fn leaves(of: &serde_json::Value, path: String) -> Vec<String> {
    match of {
        serde_json::Value::Object(fields) => {
            fields.iter().flat_map(|(key, value)| leaves(value, format!("{path}/{key}"))).collect()
        }
        serde_json::Value::Array(rows) => {
            rows.iter().enumerate().flat_map(|(row, value)| leaves(value, format!("{path}/{row}"))).collect()
        }
        _ => vec![path],
    }
}
