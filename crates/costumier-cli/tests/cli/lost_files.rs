//! Tests of the files that an export replaces and removes: only files that Costumier wrote and that have not been
//! changed since, of its own game and of the requested costumes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::pack;
use crate::support::{edition, folder, generated, json_file, ok, run, run_in, tree};
use costumier::Dialect;
use serde_json::Value;

fn manifest(at: &Path) -> Value {
    json_file(at.join("manifest.json"))
}

#[test]
fn no_game_s_export_takes_the_place_of_another_s() {
    let at = folder("pairs");
    let games = generated();
    for (name, files) in &games {
        pack::store(&at.join(name), files);
    }
    let mut keys = BTreeSet::new();
    for (first, _) in &games {
        run_in(&at, &["export", first, "--as", "gif", "-o", "out"]).ends(0);
        keys.insert(manifest(&at.join("out"))["game"].as_str().unwrap().to_owned());
        let before = tree(&at.join("out"));
        assert!(before.len() > 2, "{first}: {:?}", before.keys());
        for (second, _) in games.iter().filter(|(second, _)| second != first) {
            run_in(&at, &["export", second, "--as", "gif", "-o", "out"])
                .fails(2, &["holds an export of another game", "hint: choose another folder"]);
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
        let name = dialect.generation().name();
        for (language, length) in [("english", 100), ("german", 120)] {
            let files = edition(dialect, length).named("monkey2", &dialect);
            pack::store(&at.join(name).join(language), &files);
        }
        let at = at.join(name);
        let export = |game: &str, out: &str| run_in(&at, &["export", game, "--as", "gif", "-o", out]);
        export("english", "out").ends(0);
        let before = tree(&at.join("out"));
        export("german", "out").fails(2, &["another game, \"monkey2-"]);
        assert!(before == tree(&at.join("out")));
        export("german", "beside").ends(0);
        let keys = ["out", "beside"].map(|out| manifest(&at.join(out))["costumes"][0]["key"].clone());
        assert_ne!(keys[0], keys[1]);
    }
}

#[test]
fn an_export_that_does_not_list_its_files_is_not_written_over() {
    let at = folder("unlisted");
    let export =
        |more: &[&str]| run_in(&at, &[&["export", "sample", "6", "--as", "gif", "-o", "out"], more].concat());
    export(&[]).ends(0);
    let whole = tree(&at.join("out"));
    for text in [None, Some(""), Some("{}\n"), Some("no journal")] {
        match text {
            None => fs::remove_file(at.join("out/.costumier-written")).unwrap(),
            Some(text) => fs::write(at.join("out/.costumier-written"), text).unwrap(),
        }
        export(&[]).fails(2, &["holds other files", "`--force`"]);
        export(&["--force"]).ends(0);
        assert!(whole == tree(&at.join("out")), "{text:?}");
    }
}

#[test]
fn a_file_that_somebody_has_changed_is_neither_replaced_nor_removed_unasked() {
    let at = folder("touched-up");
    let export = |args: &[&str]| run_in(&at, &[&["export", "sample", "-o", "ed"], args].concat());
    export(&["--as", "gif,contact"]).ends(0);
    let mine = ["costume-002/contact.png", "costume-001/contact.png", "index.html"];
    let touch = |name: &str| fs::write(at.join("ed").join(name), format!("mine: {name}")).unwrap();
    touch(mine[0]);
    // Exporting another costume does not touch it.
    export(&["1", "--as", "gif,contact"]).fails(0, &["kept of the earlier export: 29 files of costume 2"]);
    touch(mine[1]);
    touch(mine[2]);
    let before = tree(&at.join("ed"));
    for call in [&["--as", "gif,contact"][..], &["1", "2", "--as", "gif"], &["all", "--as", "png"]] {
        export(call).fails(
            2,
            &["3 files of the earlier export in ed have been changed since", "nothing was written"],
        );
        export(call)
            .fails(2, &["costume-001/contact.png", "index.html", "hint: ", "replace them with `--force`"]);
        assert!(before == tree(&at.join("ed")), "{call:?}");
    }
    // With `--force`, files that are exported again are replaced; the others stay.
    export(&["1", "2", "--as", "gif", "--force"])
        .fails(0, &["stay because they have been changed since: 1 file of costume 1, 1 file of costume 2"]);
    for (name, is_mine) in mine.into_iter().zip([true, true, false]) {
        let text = fs::read(at.join("ed").join(name)).unwrap();
        assert_eq!(text.starts_with(b"mine"), is_mine, "{name}");
    }
    // A file that the manifest does not list, under a name that is to be written.
    fs::remove_dir_all(at.join("ed")).unwrap();
    export(&["6", "--as", "gif"]).ends(0);
    touch("costume-006/contact.png");
    export(&["6", "--as", "contact"]).fails(2, &["costume-006/contact.png", "did not write", "--force"]);
    assert!(fs::read(at.join("ed/costume-006/contact.png")).unwrap().starts_with(b"mine"));
}

#[test]
fn exporting_one_costume_more_gives_the_same_folder_as_exporting_all() {
    let at = folder("one-more");
    let export = |out: &str, args: &[&str]| {
        let ran = run_in(&at, &[&["export", "sample", "--as", "gif,contact", "-o", out], args].concat());
        ran.ends(0);
        ran.stderr
    };
    export("whole", &["1-3"]);
    for ids in [&["1"][..], &["3"], &["2"], &["1"]] {
        export("steps", ids);
    }
    let (whole, steps) = (tree(&at.join("whole")), tree(&at.join("steps")));
    for (name, bytes) in &whole {
        assert!(steps.get(name) == Some(bytes), "{name}");
    }
    assert_eq!(whole.len(), steps.len());
    // What is made in another way cannot stand in the same manifest.
    let told = export("steps", &["2", "--scale-up", "2"]);
    assert!(told.contains("warning: the earlier export's other costumes stay"), "{told}");
    let left = tree(&at.join("steps"));
    for (name, bytes) in whole.iter().filter(|(name, _)| name.starts_with("costume-001/")) {
        assert!(left.get(name) == Some(bytes), "{name}");
    }
    assert_eq!(manifest(&at.join("steps"))["costumes"].as_array().unwrap().len(), 1);
    // Nor does the next call with these options delete what its manifest does not list, and a call for all lists all.
    let others: Vec<&String> =
        left.keys().filter(|name| !name.starts_with("costume-002/") && name.contains('/')).collect();
    for call in [&["2", "--scale-up", "2"][..], &["2"]] {
        let told = export("steps", call);
        assert!(!told.contains("deleted"), "{told}");
        let now = tree(&at.join("steps"));
        assert!(others.iter().all(|name| now.get(*name) == left.get(*name)), "{call:?}");
    }
    export("steps", &["1-3"]);
    assert_eq!(tree(&at.join("steps")), whole);
}

/// Every file that a manifest names.
#[cfg(unix)]
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

/// What an export takes away of an earlier one is said; what only a damaged copy lacks stays.
#[test]
fn what_goes_of_an_earlier_export_is_said() {
    let at = folder("said");
    let export = |game: &str, more: &[&str]| {
        run_in(&at, &[&["export", game, "-o", "out", "--as", "gif", "--chore", "walk"], more].concat())
    };
    ok(&at, "sample game");
    export("game", &["1", "6"]).ends(0).lacks(&["deleted"]);
    export("game", &["6"]).ends(0).lacks(&["deleted"]);
    let facing = export("game", &["6", "--facing", "west"]);
    facing.warns(&["\ndeleted of the earlier export: ", " of costume 6, such as "]).lacks(&["warning"]);
    assert!(!export("game", &["6", "--facing", "west"]).stderr.contains("deleted"));

    // A copy of the game in which a costume is damaged.
    export("game", &["1", "6"]).ends(0);
    let whole = tree(&at.join("out"));
    let payload = run(&at, "dump game 6 --json --bytes").json()["payload_at"].as_u64().unwrap();
    let mut data = fs::read(at.join("game/sample.001")).unwrap();
    data[usize::try_from(payload).unwrap() + 1] ^= 0xff;
    fs::write(at.join("game/sample.001"), data).unwrap();
    export("game", &["1", "6"]).fails(1, &["so their files of the earlier export stay", "of costume 6)"]);
    let after = tree(&at.join("out"));
    let lost: Vec<_> = whole.keys().filter(|name| !after.contains_key(*name)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_export_stays_until_its_costumes_are_exported_again() {
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
    stopped.fails(130, &["stopped; out holds a part of the export"]);
    assert!(!out.join("manifest.json").exists());
    // Once more, and then a power cut: half a file is left behind.
    interrupt(&["2", "3", "4"], "costume-004").fails(130, &["stopped"]);
    fs::write(out.join("costume-003/.costumier-abc123.part"), "half").unwrap();
    fs::write(out.join("costume-003/mine.txt"), "mine").unwrap();
    assert!(tree(&out).keys().any(|name| name.starts_with("costume-001/")));
    run(&at, "export sample-v7 6 -o out").fails(2, &["holds an export of another game, \"sample-"]);

    // Exporting another costume deletes none of those that are there, finished or not.
    let before = tree(&out);
    ok(&at, "export sample 6 --as gif -o out").warns(&["the earlier export's other costumes stay"]);
    let mut left = tree(&out);
    for (name, bytes) in before.iter().filter(|(name, _)| name.contains('/') && !name.ends_with(".part")) {
        assert!(left.remove(name).as_ref() == Some(bytes), "{name}");
    }
    assert!(left.remove(".costumier-written").is_some());
    assert_eq!(left.into_keys().collect::<BTreeSet<_>>(), named(&manifest(&out)));
    // Their own export cleans up: what is left then is named, or a person's.
    ok(&at, "export sample --as gif -o out");
    let mut left = tree(&out);
    assert_eq!(left.remove("costume-003/mine.txt").as_deref(), Some(&b"mine"[..]));
    assert!(left.remove(".costumier-written").is_some());
    assert_eq!(left.into_keys().collect::<BTreeSet<_>>(), named(&manifest(&out)));
}
