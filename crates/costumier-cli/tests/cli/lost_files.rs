//! What an export takes away: nothing of another game's, and of its own game's whatever the manifest would no
//! longer name.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::{NamedFiles, edition, folder, generated, run_in, tree};
use costumier::Dialect;
use costumier_sample::GAMES;
use serde_json::Value;

fn lay(files: &NamedFiles, at: &Path) {
    fs::create_dir_all(at).unwrap();
    for (name, bytes) in files {
        fs::write(at.join(name), bytes).unwrap();
    }
}

fn manifest(at: &Path) -> Value {
    serde_json::from_slice(&fs::read(at.join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn no_game_s_export_takes_the_place_of_another_s() {
    let at = folder("pairs");
    let games = generated();
    for (name, files) in &games {
        lay(files, &at.join(name));
    }
    let mut keys = BTreeSet::new();
    for (first, _) in &games {
        let run = run_in(&at, &["export", first, "--as", "gif", "-o", "out"]);
        assert_eq!(run.status, 0, "{first}: {}", run.stderr);
        keys.insert(manifest(&at.join("out"))["game"].as_str().unwrap().to_owned());
        let before = tree(&at.join("out"));
        assert!(before.len() > 2, "{first}: {:?}", before.keys());
        for (second, _) in games.iter().filter(|(second, _)| second != first) {
            let run = run_in(&at, &["export", second, "--as", "gif", "-o", "out"]);
            run.fails(2, &["holds an export of another game", "hint: choose another folder"]);
            assert!(before == tree(&at.join("out")), "{second} over {first}");
        }
        fs::remove_dir_all(at.join("out")).unwrap();
    }
    assert_eq!(keys.len(), games.len(), "{keys:?}");
}

#[test]
fn editions_with_the_same_file_names_are_different_games() {
    let at = folder("editions");
    for dialect in [Dialect::V5, Dialect::V6] {
        let name = dialect.generation.name();
        for (language, length) in [("english", 100), ("german", 120)] {
            lay(&edition(dialect, length).named("monkey2", &dialect), &at.join(name).join(language));
        }
        let at = at.join(name);
        let export = |game: &str, out: &str| run_in(&at, &["export", game, "--as", "gif", "-o", out]);
        assert_eq!(export("english", "out").status, 0);
        let before = tree(&at.join("out"));
        export("german", "out").fails(2, &["another game, \"monkey2-"]);
        assert!(before == tree(&at.join("out")));
        assert_eq!(export("german", "beside").status, 0);
        let keys = ["out", "beside"].map(|out| manifest(&at.join(out))["costumes"][0]["key"].clone());
        assert_ne!(keys[0], keys[1]);
    }
}

/// A manifest as version 0.1 wrote it: without a fingerprint, its keys by the index's name alone.
fn as_version_1(at: &Path) {
    let mut old = manifest(at);
    old["version"] = 1.into();
    let name = old["game"].as_str().unwrap().split('-').next().unwrap().to_owned();
    old["game"] = name.into();
    old.as_object_mut().unwrap().remove("fingerprint");
    fs::write(at.join("manifest.json"), old.to_string()).unwrap();
}

#[test]
fn old_manifests_are_understood_by_what_they_hold() {
    let at = folder("old-manifests");
    let export = |args: &[&str]| run_in(&at, &[&["export"][..], args, &["-o", "out"]].concat());
    for game in GAMES.iter().map(|edition| format!("sample-{}", edition.name)) {
        // The names are the same everywhere, and so are some of the costumes' pictures.
        assert_eq!(export(&[&game, "3", "6", "--as", "gif", "--facing", "east"]).status, 0);
        as_version_1(&at.join("out"));
        let before = tree(&at.join("out"));
        lay(&edition(Dialect::V5, 1).named("sample", &Dialect::V5), &at.join("other"));
        export(&["other", "--as", "gif"]).fails(2, &["holds an export of another game"]);
        assert!(before == tree(&at.join("out")));
        assert_eq!(export(&[&game, "6", "--as", "gif", "--chore", "walk"]).status, 0, "{game}");
        assert!(tree(&at.join("out")).keys().all(|name| !name.starts_with("costume-003")));
        fs::remove_dir_all(at.join("out")).unwrap();
    }
}

/// Every file that a manifest names.
fn named(manifest: &Value) -> BTreeSet<String> {
    fn collect(value: &Value, names: &mut BTreeSet<String>) {
        match value {
            Value::String(text) if text.starts_with("costume-") && text.contains('/') => {
                names.insert(text.clone());
            }
            Value::Array(values) => values.iter().for_each(|it| collect(it, names)),
            Value::Object(fields) => fields.values().for_each(|it| collect(it, names)),
            _ => {}
        }
    }
    let mut names = BTreeSet::from(["manifest.json", "index.html"].map(str::to_owned));
    collect(manifest, &mut names);
    names
}

#[cfg(unix)]
/// What an export takes away of an earlier one is said; what only a damaged copy lacks stays.
#[test]
fn what_goes_of_an_earlier_export_is_said() {
    let at = folder("said");
    let export = |game: &str, more: &[&str]| {
        run_in(&at, &[&["export", game, "-o", "out", "--as", "gif", "--chore", "walk"], more].concat())
    };
    assert_eq!(run_in(&at, &["sample", "game"]).status, 0);
    let first = export("game", &["1", "6"]);
    assert!(first.status == 0 && !first.stderr.contains("removed"), "{}", first.stderr);
    let gone = tree(&at.join("out")).keys().filter(|name| name.starts_with("costume-001/")).count();
    let narrow = export("game", &["6"]);
    let said = format!(
        "warning: removed {gone} files of the earlier export that this one does not write: {gone} of costume 1"
    );
    assert!(narrow.status == 0 && narrow.stderr.contains(&said), "{said}\n{}", narrow.stderr);
    assert!(narrow.stderr.contains("hint: ask for all costumes"), "{}", narrow.stderr);
    // Of costumes that are asked for it is no surprise.
    let facing = export("game", &["6", "--facing", "west"]);
    assert!(facing.stderr.contains("\nremoved ") && !facing.stderr.contains("warning"), "{}", facing.stderr);
    assert!(!export("game", &["6", "--facing", "west"]).stderr.contains("removed"));

    // A copy of the game in which a costume is damaged.
    assert_eq!(export("game", &["1", "6"]).status, 0);
    let whole = tree(&at.join("out"));
    let payload =
        run_in(&at, &["dump", "game", "6", "--json", "--bytes"]).json()["payload_at"].as_u64().unwrap();
    let mut data = fs::read(at.join("game/sample.001")).unwrap();
    data[usize::try_from(payload).unwrap() + 1] ^= 0xff;
    fs::write(at.join("game/sample.001"), data).unwrap();
    let damaged = export("game", &["1", "6"]);
    damaged.fails(1, &["warning: the files of an earlier export stay", "of costume 6)"]);
    let after = tree(&at.join("out"));
    let lost: Vec<_> = whole.keys().filter(|name| !after.contains_key(*name)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn an_interrupted_export_leaves_nothing_that_nobody_names() {
    let at = folder("interrupted");
    let out = at.join("out");
    let interrupt = |ids: &[&str], until: &str| {
        let mut call = std::process::Command::new(env!("CARGO_BIN_EXE_costumier"));
        call.args(["export", "sample"]).args(ids).args([
            "--as",
            "png,gif,apng,webp,sheet",
            "-o",
            "out",
            "--jobs",
            "1",
        ]);
        let child = call.current_dir(&at).stderr(std::process::Stdio::piped()).spawn().unwrap();
        while !out.join(until).exists() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let signal =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(signal.success());
        crate::support::Run::from(child.wait_with_output().unwrap())
    };
    let stopped = interrupt(&[], "costume-003");
    stopped.fails(130, &["stopped; out has a part of the export"]);
    assert!(!out.join("manifest.json").exists());
    // Once more, and a power cut on top: half a file that nobody tidied up.
    interrupt(&["2", "3", "4"], "costume-004").fails(130, &["stopped"]);
    fs::write(out.join("costume-003/.costumier-1-77.tmp"), "half").unwrap();
    fs::write(out.join("costume-003/mine.txt"), "mine").unwrap();
    assert!(tree(&out).keys().any(|name| name.starts_with("costume-001/")));
    run_in(&at, &["export", "sample-v7", "6", "-o", "out"])
        .fails(2, &["holds an unfinished export of another game, \"sample-"]);

    let small = run_in(&at, &["export", "sample", "6", "--as", "gif", "-o", "out"]);
    assert_eq!(small.status, 0, "{}", small.stderr);
    let mut left: BTreeMap<_, _> = tree(&out);
    assert_eq!(left.remove("costume-003/mine.txt").as_deref(), Some(&b"mine"[..]));
    assert_eq!(left.into_keys().collect::<BTreeSet<_>>(), named(&manifest(&out)));
}

#[test]
fn an_unfinished_export_that_does_not_say_of_what_is_not_written_over() {
    let at = folder("unsaid");
    fs::create_dir(at.join("out")).unwrap();
    fs::write(at.join("out/.costumier-unfinished"), "").unwrap();
    let export =
        |more: &[&str]| run_in(&at, &[&["export", "sample", "6", "--as", "gif", "-o", "out"], more].concat());
    export(&[]).fails(2, &["an unfinished export by an earlier version", "`--force`"]);
    assert_eq!(export(&["--force"]).status, 0);
    assert!(!at.join("out/.costumier-unfinished").exists());
}
