//! One call for one thing: several games, several costumes, blocks, JSON whatever happens.

use std::fs;

use crate::support::{damaged, folder, ok, run, run_in, store};

#[test]
fn a_broken_game_does_not_stop_the_others() {
    let at = folder("one-call-several");
    store(&damaged(), &at, "tiny");
    fs::create_dir(at.join("empty")).unwrap();
    let info = run(&at, "info sample empty sample-v7");
    info.fails(1, &["error: empty", "the folder is empty"]);
    let lines: Vec<&str> = info.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", info.stdout);
    assert!(lines[1].starts_with("sample") && lines[2].contains("failed:") && lines[3].contains("v7"));

    let documents = run(&at, "info sample empty --json").json();
    assert_eq!((&documents[0]["game"], &documents[0]["generation"]), (&"sample".into(), &"v5".into()));
    assert!(documents[1]["error"]["text"].as_str().unwrap().contains("the folder is empty"));

    let list = run(&at, "list sample sample-v7");
    assert_eq!(list.stdout.lines().filter(|line| line.starts_with("id ")).count(), 2);
    let list = run(&at, "list sample nowhere --json").json();
    assert_eq!(list[0]["costumes"].as_array().unwrap().len(), 6);
    assert!(list[1]["error"]["hint"].is_string());

    let check = run(&at, "check sample .");
    check.ends(1);
    assert_eq!(check.stdout.lines().count(), 3, "{}", check.stdout);
}

#[test]
fn what_fails_answers_in_json_where_json_was_asked_for() {
    let at = folder("json-errors");
    for call in [
        &["info", "nowhere", "--json"][..],
        &["list", "nowhere", "--json"],
        &["check", "nowhere", "--json"],
        &["dump", "sample", "99", "--json"],
        &["script", "nowhere", "--json"],
        &["tree", "nowhere", "--json"],
        &["dump", "sample", "x", "--json"],
        &["list", "sample", "--no-such-option", "--json"],
    ] {
        let ran = run_in(&at, call);
        ran.ends(2);
        let error = &ran.json()["error"];
        assert!(error["text"].is_string() && error["hint"].is_string(), "{call:?}: {}", ran.stdout);
        ran.warns(&["error:"]);
    }
    let ran = run(&at, "dump sample --json");
    let text = ran.json()["error"]["text"].to_string();
    assert!(text.contains("not provided: <ID>..."), "what is missing is named: {text}");
}

#[test]
fn costumes_are_named_in_ranges_and_lists() {
    let at = folder("one-call-ids");
    let ids = |words: &[&str]| -> Vec<u64> {
        let call = [&["dump", "sample"], words, &["--json"]].concat();
        let all = run_in(&at, &call).json();
        all.as_array().unwrap().iter().map(|costume| costume["id"].as_u64().unwrap()).collect()
    };
    assert_eq!(ids(&["1-3"]), [1, 2, 3]);
    assert_eq!(ids(&["5,1"]), [1, 5]);
    assert_eq!(ids(&["2", "4-99"]), [2, 4, 5, 6]);
    assert_eq!(ids(&["all"]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(run(&at, "dump sample 3 --json").json()["id"], 3);
    run(&at, "dump sample 3-1").fails(2, &["write 1-3"]);
    run(&at, "dump sample 70-80").fails(2, &["costume 70"]);
}

#[test]
fn one_of_several_costumes_may_be_broken() {
    let at = folder("several-costumes");
    store(&damaged(), &at, "tiny");
    let dump = run(&at, "dump . 1-3 --json");
    dump.ends(1);
    let all = dump.json();
    assert_eq!(all[0]["id"], 1);
    assert!(all.as_array().unwrap().iter().any(|costume| costume["error"]["file"] == "tiny.001"), "{all}");
}

#[test]
fn a_block_is_taken_out_as_it_lies_in_the_game() {
    let at = folder("extract");
    let rows = run(&at, "list sample --json").json();
    run(&at, "extract sample 3 -o three.cost");
    let block = fs::read(at.join("three.cost")).unwrap();
    assert_eq!(&block[..4], b"COST");
    assert_eq!(u32::from_be_bytes(block[4..8].try_into().unwrap()) as usize, block.len());
    run(&at, "extract sample 3 -o three.cost").fails(2, &["three.cost"]);
    run(&at, "extract sample all --payload -o blocks");
    assert_eq!(fs::read(at.join("blocks/costume-003.cost")).unwrap(), block[8..]);
    assert_eq!(fs::read_dir(at.join("blocks")).unwrap().count(), 6);
    assert_eq!(rows[2]["sha256"].as_str().unwrap().len(), 64);
    assert_ne!(rows[2]["sha256"], rows[1]["sha256"]);
    run(&at, "extract sample all -o -").fails(2, &["hint: name one costume"]);
}

#[test]
fn blocks_are_shown_one_inside_the_other() {
    let at = folder("tree");
    let tree = ok(&at, "tree sample --depth 9");
    let cost = tree.stdout.lines().filter(|line| line.starts_with("      COST ")).count();
    assert_eq!(cost, 6, "{}", tree.stdout);
    let files = run(&at, "tree sample --json").json();
    assert_eq!((&files[0]["file"], &files[1]["blocks"][0]["tag"]), (&"sample.000".into(), &"LECF".into()));
    let deep = files[1]["blocks"].as_array().unwrap().iter().map(|block| block["depth"].as_u64().unwrap());
    assert_eq!(deep.max(), Some(2));
}

#[test]
fn rooms_and_files_are_told_in_full() {
    let at = folder("one-call-full");
    let info = run(&at, "info sample --full --json").json();
    let room = &info["rooms"][0];
    assert!(room["width"].as_u64().unwrap() >= 320 && room["picture"] == true, "{room}");
    assert_eq!(info["files"][0]["sha256"].as_str().unwrap().len(), 64);
    run(&at, "info sample --full").prints(&["z-planes", "SHA-256"]);
}

#[test]
fn a_quiet_check_says_only_what_is_wrong() {
    let at = folder("one-call-quiet");
    let quiet = run(&at, "check sample -q");
    assert_eq!((quiet.status, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    store(&damaged(), &at, "tiny");
    let quiet = run(&at, "check . -q");
    quiet.ends(1);
    assert!(
        !quiet.stdout.is_empty() && !quiet.stdout.contains("not compared with an original"),
        "{}",
        quiet.stdout
    );
}

#[test]
fn every_byte_of_every_costume_is_named_once() {
    let at = folder("bytes");
    for game in ["sample", "sample-v7", "sample-v8", "sample-he72", "sample-he", "sample-he99-16"] {
        let rows = run_in(&at, &["list", game, "--json"]).json();
        let documents = run_in(&at, &["dump", game, "all", "--bytes", "--json"]).json();
        for (document, row) in documents.as_array().unwrap().iter().zip(rows.as_array().unwrap()) {
            assert_eq!(document["id"], row["id"]);
            let mut next = 0;
            let mut pixels = 0;
            for part in document["parts"].as_array().unwrap() {
                assert_eq!(part["at"], next, "{game}");
                next += part["bytes"].as_str().unwrap().len() as u64 / 2;
                assert_ne!(part["meaning"], "nothing leads here", "{game} {} at {next}", row["id"]);
                assert_eq!(
                    part["in_file"].as_u64().unwrap(),
                    document["payload_at"].as_u64().unwrap() + part["at"].as_u64().unwrap()
                );
                pixels += part["runs"].as_array().map_or(0, Vec::len);
            }
            assert!(pixels > 0 && next > 0);
        }
    }
    let text = run(&at, "dump sample 6 --bytes").stdout;
    assert!(text.contains("format: ") && text.contains("pixels of 0 from 0,0 on"), "{text}");
    // A window's length is stored less one.
    assert!(text.contains("record 8, limb 0: last command from there, in bit 7 whether once: 5"), "{text}");
}
