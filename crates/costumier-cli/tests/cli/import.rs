//! `new --minimal` and `import`: drawings become costumes that a game takes.
use std::fs;

use crate::support::{folder, ok, refused, tree};

#[test]
fn the_smallest_costume_walks_in_a_game() {
    let at = folder("new minimal");
    ok(&at, "new hero --minimal");
    let files = tree(&at.join("hero"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["body/east.png", "body/north.png", "body/south.png", "costume.toml"]);
    ok(&at, "export hero -o walk.gif --chore walk --facing east");
    ok(&at, "sample game");
    let put = ok(&at, "put game hero --id 9 --room 1 -o more");
    put.warns(&["no script shows costume 9: replace one"]);
    ok(&at, "put game hero --id 6 -o other").lacks(&["no script shows"]);
    ok(&at, "check other");
}

#[test]
fn frames_sheets_and_sprites_are_imported_for_a_game() {
    let at = folder("import");
    // The frames of a walk, as `export` writes them, under the names that `import` reads.
    ok(&at, "export sample 6 -o out --as frames --chore walk");
    fs::create_dir(at.join("drawn")).unwrap();
    for facing in ["east", "south", "north"] {
        for number in 0..6 {
            let from = at.join(format!("out/costume-006/walk-{facing}/frame-{number:03}.png"));
            if from.exists() {
                fs::copy(from, at.join(format!("drawn/walk-{facing}-{number}.png"))).unwrap();
            }
        }
    }
    let run = ok(&at, "import drawn -o hero --in sample --room 2 --swatches colours.png");
    run.warns(&["colours were replaced"]);
    assert!(fs::read(at.join("colours.png")).unwrap().starts_with(b"\x89PNG"));
    let text = fs::read_to_string(at.join("hero/costume.toml")).unwrap();
    assert!(text.contains("room = 2") && text.contains("name = \"hero\""), "{text}");
    ok(&at, "sample game");
    ok(&at, "put game hero --id 2 -o mod");
    ok(&at, "check mod");
    // Imported again, the folder still knows the copy that `put` wrote.
    ok(&at, "import drawn -o hero --in sample --room 2 --force");
    ok(&at, "put game hero --id 2 -o mod");
    // Other generations, also those whose limbs run programs.
    for generation in ["v7", "v2", "v1-maniac", "he60"] {
        ok(&at, &format!("import drawn -o {generation} --as {generation}"));
        ok(&at, &format!("export {generation} -o {generation}.gif --chore walk --facing east"));
    }
    ok(&at, "export sample 6 -o minuet.aseprite");
    ok(&at, "import minuet.aseprite -o minuet --pictures aseprite").warns(&[
        "`put` replaces each by the nearest of the room",
        "`costumier put GAME minuet --id N` puts it",
    ]);
    ok(&at, "export minuet -o minuet.gif --chore walk --facing east");

    refused(&at, "import drawn -o hero", &["hero exists", "--force"]);
    refused(&at, "import drawn -o x --swatches colours.png", &["colours.png exists"]);
    refused(&at, "import colours.png -o x --grid 7x7", &["1 problem", "do not fit"]);
    refused(&at, "import hero/costume.toml -o x", &["is no drawing", "use a folder of PNG files"]);
    refused(&at, "import game -o x", &["there are no PNG files"]);
    refused(&at, "import drawn -o x --grid 8x8", &["--grid and --rows are for sheets"]);
    refused(&at, "import drawn -o x --in sample --room 77", &["room 77"]);
    refused(&at, "import nothing.png -o x", &["cannot read nothing.png"]);
    refused(&at, "import drawn -o x --as nes", &["costume folders do not support"]);
}
