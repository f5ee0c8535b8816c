//! Files of ours that somebody else wrote: lists, journals, manifests, patches, notes and costume folders, with names
//! that lead elsewhere. Whatever they say, nothing changes outside of the folder that a call writes.
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::support::{folder, ok, run, run_in, unzipped};

/// The SHA-256 of `thesis`.
const HASH: &str = "2863229379aa76de93620451ec65b270760a0b41971bad0d1c74f340f1cb4786";

/// Everything below a folder, by path: bytes of files, and where links lead.
fn everything(at: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![at.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(at).unwrap().to_string_lossy().into_owned();
            let about = path.symlink_metadata().unwrap();
            if about.is_dir() {
                found.insert(name, b"a folder".to_vec());
                folders.push(path);
            } else if about.is_symlink() {
                found.insert(name, fs::read_link(path).unwrap().to_string_lossy().into_owned().into_bytes());
            } else {
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// Names of files outside, for a list in `home/games/mine`, which has a folder and links that lead out.
fn names(at: &Path) -> Vec<String> {
    let mut names: Vec<String> = [
        "../../thesis.txt",
        "../thesis.txt",
        "./../../thesis.txt",
        "below/../../../thesis.txt",
        "..\\..\\thesis.txt",
        "C:\\thesis.txt",
        "C:thesis.txt",
        "\\\\server\\thesis.txt",
        "thesis.txt\0",
        "..",
        "",
    ]
    .map(str::to_owned)
    .into();
    names.push(at.join("home/thesis.txt").display().to_string());
    if cfg!(unix) {
        names.extend(["out/thesis.txt", "below/out/thesis.txt"].map(str::to_owned));
    }
    names
}

/// A home with files outside of `home/games`, each with another one that an undo would put in its place.
fn home(test: &str) -> std::path::PathBuf {
    let at = folder(test);
    fs::create_dir_all(at.join("home/games")).unwrap();
    for name in ["home/thesis.txt", "home/games/thesis.txt"] {
        fs::write(at.join(name), "thesis").unwrap();
        fs::write(at.join(format!("{name}.before-costumier")), "theirs").unwrap();
    }
    at
}

/// Adds a folder and links that lead out.
fn add_ways_out(place: &Path) {
    fs::create_dir(place.join("below")).unwrap();
    #[cfg(unix)]
    for (link, to) in [("out", "../.."), ("below/out", "../../..")] {
        std::os::unix::fs::symlink(to, place.join(link)).unwrap();
    }
}

#[test]
fn a_list_of_calls_reaches_only_files_that_put_writes() {
    let at = home("foreign list");
    ok(&at, "sample home/games/mine");
    ok(&at, "unpack home/games/mine 6 -o minuet");
    let game = at.join("home/games/mine");
    add_ways_out(&game);
    fs::copy(game.join("sample.001"), game.join("sample.001.before-costumier")).unwrap();
    fs::write(game.join("readme.txt"), "theirs").unwrap();
    fs::write(game.join("readme.txt.before-costumier"), "theirs, too").unwrap();
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    fs::write(at.join("minuet/costume.toml"), text.replacen("at = [", "move = [3, 4]\nat = [", 1)).unwrap();
    let mut lines = Vec::new();
    for name in names(&at) {
        lines.push((format!("{name}.before-costumier"), name.clone()));
        lines.push(("sample.001.before-costumier".to_owned(), name.clone()));
        lines.push((name, "sample.001".to_owned()));
    }
    // Inside, and no file of the game; other writings of a name.
    for (kept, name) in [
        ("readme.txt.before-costumier", "readme.txt"),
        ("readme.txt", "sample.001"),
        ("SAMPLE.001.before-costumier", "SAMPLE.001"),
        ("sample.001.before-costumier", "SAMPLE.001"),
    ] {
        lines.push((kept.to_owned(), name.to_owned()));
    }
    let list = game.join("undo.before-costumier");
    for (kept, name) in lines {
        let own = format!("call\n{HASH}  sample.001.before-costumier\tsample.001\n");
        fs::write(&list, format!("{own}{HASH}  {kept}\t{name}\n")).unwrap();
        let before = everything(&at);
        for words in ["put home/games/mine --undo", "put home/games/mine --undo --force"] {
            run(&at, words).fails(2, &["hint: "]);
            assert!(everything(&at) == before, "{words}: {kept:?} {name:?}");
        }
        ok(&at, "info home/games/mine");
        let ran = run(&at, "put home/games/mine minuet --in-place");
        let after = everything(&at);
        for (name, bytes) in before.iter().filter(|(name, _)| !name.starts_with("home/games/mine/")) {
            let is_note = name.ends_with("last-put.txt");
            assert!(is_note || after.get(name) == Some(bytes), "{kept:?}: {name}: {}", ran.stderr);
        }
        // As it was, for the next line.
        for (name, bytes) in before.iter().filter(|(name, _)| name.contains("mine/sample.")) {
            fs::write(at.join(name), bytes).unwrap();
        }
        let _ = fs::remove_file(game.join("sample.001.before-costumier-2"));
    }
}

/// A game whose data lies behind a link is changed only where it lies.
#[cfg(unix)]
#[test]
fn a_game_that_leads_out_is_not_changed_in_place() {
    let at = home("foreign game");
    ok(&at, "sample home/elsewhere");
    ok(&at, "unpack home/elsewhere 6 -o minuet");
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    fs::write(at.join("minuet/costume.toml"), text.replacen("at = [", "move = [3, 4]\nat = [", 1)).unwrap();
    fs::create_dir(at.join("home/games/mine")).unwrap();
    std::os::unix::fs::symlink("../../elsewhere", at.join("home/games/mine/disc")).unwrap();
    let before = everything(&at);
    run(&at, "put home/games/mine minuet --in-place")
        .fails(2, &["is not in the folder home/games/mine; nothing was changed", "hint: name the folder"]);
    assert!(everything(&at) == before);
    ok(&at, "put home/elsewhere minuet --in-place");
}

#[test]
fn a_journal_and_a_manifest_reach_only_files_of_the_export() {
    let at = home("foreign export");
    let export =
        |args: &[&str]| run_in(&at, &[&["export", "sample", "-o", "home/games/mine", "--as"], args].concat());
    export(&["json", "6"]).ends(0);
    let out = at.join("home/games/mine");
    add_ways_out(&out);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../..", out.join("costume-link")).unwrap();
    let journal = out.join(".costumier-written");
    let mut text = fs::read_to_string(&journal).unwrap();
    for name in names(&at) {
        for name in [name.clone(), format!("costume-6/../{name}"), format!("costume-link/{name}")] {
            text.push_str(&format!("{HASH}  {name}\n"));
        }
    }
    text.push_str(&format!("{HASH}  costume-link/thesis.txt\n"));
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let elsewhere = manifest.replace("costume-006/", "../../").replace("\"id\": 6", "\"id\": 1");
    let before = everything(&at);
    for (manifest, args) in [
        (&manifest, &["contact", "6"][..]),
        (&elsewhere, &["json", "6", "--force"]),
        (&elsewhere, &["contact", "1", "--force"]),
        (&elsewhere, &["gif", "6", "--chore", "walk", "--force"]),
    ] {
        fs::write(&journal, &text).unwrap();
        fs::write(out.join("manifest.json"), manifest).unwrap();
        export(args).ends(0);
        let after = everything(&at);
        for (name, bytes) in before.iter().filter(|(name, _)| !name.starts_with("home/games/mine/")) {
            assert!(after.get(name) == Some(bytes), "{args:?}: {name}");
        }
        let outside = |name: &&String| !name.starts_with("home/games/mine/");
        assert_eq!(before.keys().filter(outside).count(), after.keys().filter(outside).count(), "{args:?}");
    }
    let left = fs::read_to_string(&journal).unwrap();
    assert!(!left.contains("thesis"), "{left}");
}

/// A journal that is a link would be somebody else's file.
#[cfg(unix)]
#[test]
fn a_journal_that_is_a_link_is_not_written() {
    let at = home("foreign journal");
    fs::create_dir(at.join("home/games/mine")).unwrap();
    for target in ["../../thesis.txt", "../../new.txt"] {
        let journal = at.join("home/games/mine/.costumier-written");
        let _ = fs::remove_file(&journal);
        std::os::unix::fs::symlink(target, journal).unwrap();
        let before = everything(&at);
        for words in [
            "export sample 6 --as pal -o home/games/mine",
            "export sample 6 --as pal -o home/games/mine --force",
        ] {
            run(&at, words)
                .fails(2, &["nothing was written", ".costumier-written is no file of Costumier", "hint: "]);
            assert!(everything(&at) == before, "{target}");
        }
    }
    // Nor is a folder made behind a link.
    let out = at.join("home/games/other");
    fs::create_dir(&out).unwrap();
    std::os::unix::fs::symlink("../..", out.join("costume-006")).unwrap();
    let before = everything(&at.join("home"));
    run(&at, "export sample 6 --as png -o home/games/other --force")
        .fails(2, &["leads out of the output folder"]);
    let mut after = everything(&at.join("home"));
    after.retain(|name, _| !name.starts_with("games/other/.costumier"));
    assert!(after == before, "{:?}", after.keys());
}

#[test]
fn a_patch_reaches_only_files_of_the_copy() {
    let at = home("foreign patch");
    ok(&at, "sample home/games/game");
    ok(&at, "new hero");
    ok(&at, "put home/games/game hero --id 9 --room 1 --patch hero.zip");
    let members = unzipped(at.join("hero.zip"));
    for hostile in names(&at) {
        for (named, patch) in
            [(&*hostile, "sample.001.bps"), ("sample.001", &*hostile), (&*hostile, &*hostile)]
        {
            let mut evil = zip::ZipWriter::new(fs::File::create(at.join("evil.zip")).unwrap());
            for (name, bytes) in &members {
                let mut bytes = bytes.clone();
                if name == "costumier.json" {
                    let mut json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
                    json["files"][1]["name"] = named.into();
                    json["files"][1]["patch"] = patch.into();
                    bytes = serde_json::to_vec(&json).unwrap();
                }
                let name = if name == "sample.001.bps" { patch } else { &**name };
                if !name.is_empty() && evil.start_file(name, zip::write::SimpleFileOptions::default()).is_ok()
                {
                    evil.write_all(&bytes).unwrap();
                }
            }
            evil.finish().unwrap();
            let before = everything(&at);
            let ran = run(&at, "patch apply home/games/game evil.zip -o home/games/mine");
            let mut after = everything(&at);
            let made: Vec<String> =
                after.keys().filter(|name| name.starts_with("home/games/mine")).cloned().collect();
            after.retain(|name, _| !made.contains(name));
            assert!(after == before, "{hostile:?}: {}", ran.stderr);
            // A file that is found by its bytes gets its own name.
            let wanted = ["home/games/mine", "home/games/mine/sample.000", "home/games/mine/sample.001"];
            assert!(if ran.status == 0 { made == wanted } else { made.is_empty() }, "{hostile:?}: {made:?}");
            let _ = fs::remove_dir_all(at.join("home/games/mine"));
        }
    }
}

#[test]
fn a_costume_folder_reaches_only_its_own_files() {
    let at = home("foreign folder");
    ok(&at, "sample home/games/game");
    ok(&at, "unpack home/games/game 6 -o home/games/mine");
    let mine = at.join("home/games/mine");
    add_ways_out(&mine);
    let text = fs::read_to_string(mine.join("costume.toml")).unwrap();
    let sheet = "limb-0.png";
    fs::copy(mine.join(sheet), at.join("home/thesis.txt")).unwrap();
    for hostile in names(&at).into_iter().filter(|name| !name.contains('\0')) {
        fs::write(mine.join("costume.toml"), text.replace(sheet, &hostile.replace('\\', "\\\\"))).unwrap();
        let note = format!("block {hostile} {hostile}\ncopy {hostile}\nblock 99999999999999999999 x\ncopy\n");
        fs::write(mine.join("last-put.txt"), note).unwrap();
        // Of a folder behind a link, files are read.
        let status = if hostile.starts_with("out/") { 0 } else { 2 };
        let before = everything(&at);
        for words in ["pack home/games/mine --preview", "put home/games/game home/games/mine -o mod"] {
            assert_eq!(run(&at, words).status, status, "{words}: {hostile}");
            let mut after = everything(&at);
            after.retain(|name, _| !name.starts_with("mod"));
            after.insert(
                "home/games/mine/last-put.txt".into(),
                before["home/games/mine/last-put.txt"].clone(),
            );
            assert!(after == before, "{words}: {hostile}");
        }
        let _ = fs::remove_dir_all(at.join("mod"));
    }
}

/// Reading a device or a pipe might never end.
#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read() {
    let at = home("foreign devices");
    ok(&at, "sample home/games/game");
    ok(&at, "unpack home/games/game 6 -o minuet");
    let game = at.join("home/games/game");
    let link = |place: &Path| {
        let _ = fs::remove_file(place);
        std::os::unix::fs::symlink("/dev/zero", place).unwrap();
    };
    link(&game.join("undo.before-costumier"));
    run(&at, "put home/games/game --undo").fails(2, &["it is no file of at most"]);
    fs::remove_file(game.join("undo.before-costumier")).unwrap();
    for name in ["sample.001.before-costumier", ".costumier-sample.001.new"] {
        link(&game.join(name));
    }
    let list = format!("call\n{HASH}  sample.001.before-costumier\tsample.001\n");
    fs::write(game.join("undo.before-costumier"), list).unwrap();
    ok(&at, "info home/games/game");
    run(&at, "put home/games/game --undo --force").ends(2);
    for name in ["last-put.txt", "original.bin"] {
        ok(&at, "unpack home/games/game 6 -o minuet --force");
        link(&at.join("minuet").join(name));
        run(&at, "put home/games/game minuet -o mod").fails(2, &[name, "it is a pipe or a device"]);
        assert!(!at.join("mod").exists());
    }
}
