//! Costumes of one generation in games of another: `new --as`, `pack --as`, `put`.
use std::fs;
use std::path::Path;

use crate::support::{folder, ok, run};

fn refused(at: &Path, words: &str) -> String {
    let run = run(at, words);
    run.ends(2);
    run.stderr
}

#[test]
fn a_costume_begins_in_every_generation() {
    let at = folder("new in every generation");
    for (name, dialect) in costumier_edit::folder::DIALECTS {
        // Some of Humongous's are alike, and a folder names the first.
        let said = costumier_edit::folder::dialect_name(&dialect);
        ok(&at, &format!("new {name} --as {name}")).lacks(&["line "]);
        let text = fs::read_to_string(at.join(name).join("costume.toml")).unwrap();
        assert!(text.contains(&format!("generation = \"{said}\"")), "{text}");
        ok(&at, &format!("export {name} -o {name}.gif --chore walk --facing east"));
    }
    for name in ["v0", "nes", "pc-engine"] {
        assert!(
            refused(&at, &format!("new x --as {name}")).contains("costume folders do not support"),
            "{name}"
        );
    }
}

#[test]
fn a_folder_of_another_generation_is_converted_on_the_way_into_a_game() {
    let at = folder("put across");
    for generation in ["v2", "v3-ega", "v4-ega", "v6", "v7", "he"] {
        ok(&at, &format!("sample {generation} --generation {generation}"));
        ok(&at, &format!("unpack {generation} 1 -o {generation}-odile"));
    }
    ok(&at, "new hero");
    for generation in ["v2", "v3-ega", "v4-ega", "v6", "v7", "he"] {
        ok(&at, &format!("put {generation} hero --id 1 -o {generation}-mod"))
            .warns(&["converted hero from v5 to "]);
        ok(&at, &format!("export {generation}-mod 1 -o {generation}.gif --chore walk --facing east"));
        ok(&at, &format!("check {generation}-mod"));
    }
    // One of another game is still refused, and converted where that is meant.
    let why = refused(&at, "put v2 v6-odile -o mod");
    assert!(why.contains("comes from the game"), "{why}");
    let put = ok(&at, "put v2 v6-odile -o mod --force");
    put.warns(&["from v6 to v2"]);
    ok(&at, "export mod 1 -o walk.gif --chore walk --facing east");
    ok(&at, "put v6 v2-odile -o back --force");
    ok(&at, "export back 1 -o back.gif --chore walk --facing east");
    // The game's own folder keeps its bytes.
    ok(&at, "put v2 v2-odile -o same").warns(&["the same as it was"]).lacks(&["converted"]);
}
