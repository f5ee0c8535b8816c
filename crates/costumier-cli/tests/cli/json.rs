//! The shapes of what `--json` prints: names that other programs rely on. `docs/json.md` describes them.

use crate::support::{damaged, folder, json_file, ok, run, run_in, store};
use serde_json::Value;

/// The names of an object's fields, in order.
#[track_caller]
fn fields(value: &Value) -> String {
    value.as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn info() {
    let at = folder("json-info");
    let info = run(&at, "info sample --json").json();
    assert_eq!(
        fields(&info),
        "charsets costumes edition files form generation objects platform problems rooms scripts sounds title \
         title_told_by why"
    );
    assert_eq!(info["generation"], "v5");
    assert_eq!(info["files"][1]["name"], "sample.001");
    assert_eq!(fields(&info["rooms"][0]), "costumes disk id name present");
}

#[test]
fn list() {
    let at = folder("json-list");
    store(&damaged(), &at, "tiny");
    let ran = run(&at, "list . --json");
    let rows = ran.json();
    ran.ends(1);
    assert_eq!(
        fields(&rows[0]),
        "colours error format id kind limbs name pictures problems records room room_name sha256 status"
    );
    assert_eq!(rows[0]["status"], "ok");
    assert_eq!(rows[2]["status"], "failed");
    assert_eq!(fields(&rows[2]["error"]), "at block file hint text");
    assert_eq!(rows[2]["error"]["file"], "tiny.001");
}

#[test]
fn dump() {
    let at = folder("json-dump");
    let dump = run(&at, "dump sample 1 --json").json();
    assert_eq!(
        fields(&dump),
        "colours commands format generation id kind limbs never_mirror palette problems records room"
    );
    let picture = &dump["limbs"][0]["pictures"][0];
    assert_eq!(fields(picture), "bytes height index move_x move_y offset redirect sha256 width x y");
    assert_eq!(picture["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(fields(&dump["records"][0]), "chore facing limbs record");
    assert_eq!(fields(&dump["records"][0]["limbs"][0]), "length limb play_once start");
}

#[test]
fn check() {
    let at = folder("json-check");
    store(&damaged(), &at, "tiny");
    let ran = run(&at, "check . --json");
    let check = ran.json();
    ran.ends(1);
    assert_eq!(fields(&check), "costumes generation interpreter problems rooms summary unverified");
    assert_eq!(
        fields(&check["costumes"][0]),
        "error file id payload_at pictures problems records room status ticks"
    );
    assert_eq!(check["summary"]["broken"], 2);
    assert_eq!(fields(&check["summary"]), "broken costumes odd pictures records ticks");
    assert!(!check["unverified"].as_array().unwrap().is_empty());
    assert_eq!(fields(&check["interpreter"]), "name rules");
    assert_eq!(check["interpreter"]["name"], "current");
    assert_eq!(fields(&check["interpreter"]["rules"][0]), "about known number");
}

/// Every name of a field below a value.
fn all_fields(value: &Value, names: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                names.insert(name.clone());
                all_fields(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| all_fields(value, names)),
        _ => {}
    }
}

#[test]
fn the_manual_names_every_field_of_the_manifest() {
    let at = folder("manual");
    ok(&at, "export sample -o . --as png,bmp,gif");
    let manifest = json_file(at.join("manifest.json"));
    let mut names = std::collections::BTreeSet::new();
    all_fields(&manifest, &mut names);
    let manual = include_str!("../../../../docs/json.md");
    let manual = &manual[manual.find("## `manifest.json`").unwrap()..];
    // Of problems and redirections, the chapters above tell.
    let told_above = ["severity", "at", "text"];
    let missing: Vec<_> = names
        .iter()
        .filter(|name| !told_above.contains(&name.as_str()) && !manual.contains(&format!("`{name}`")))
        .collect();
    assert!(names.len() > 40 && missing.is_empty(), "{missing:?}");
}

/// Scenes of the sample game.
const SCENES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scenes.json");

/// The commands that ask scripts, compare games and explain pixels: every field is in the chapter of its command.
#[test]
fn the_manual_names_every_field_of_these_commands() {
    let at = folder("manual-who");
    let manual = include_str!("../../../../docs/json.md");
    for (title, call) in [
        ("## `costumier list GAME", &["list", "sample", "--json"][..]),
        ("## `costumier cast GAME", &["cast", "sample", "--json"]),
        ("## `costumier script GAME", &["script", "sample", "--json"]),
        ("## `costumier find GAME", &["find", "sample", "--name", "o", "--json"]),
        ("## `costumier diff A B", &["diff", "sample", "sample-v7", "--json"]),
        ("## `costumier tree GAME", &["tree", "sample", "--json"]),
        (
            "## `costumier render GAME",
            &["render", "sample", "--scenes", SCENES, "--explain", "160,130", "--json"],
        ),
    ] {
        let mut names = std::collections::BTreeSet::new();
        all_fields(&run_in(&at, call).json(), &mut names);
        let chapter = manual.split(title).nth(1).unwrap_or_else(|| panic!("{title}"));
        let chapter = chapter.split("\n## ").next().unwrap();
        // Overrides have costume colours for names.
        let told = |name: &String| chapter.contains(&format!("`{name}`")) || name.parse::<u32>().is_ok();
        let missing: Vec<_> = names.iter().filter(|name| !told(name)).collect();
        assert!(!names.is_empty() && missing.is_empty(), "{title}: {missing:?}");
    }
}
