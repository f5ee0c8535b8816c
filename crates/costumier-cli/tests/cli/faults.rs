//! What happens to what is there: a disk that is full, a program that is stopped in the middle, files with several
//! names. Nothing is lost, nothing is half-written.
//!
//! A limit on the size of files serves as the full disk (the write fails) and as the stop in the middle of a write
//! (the signal that the limit sends, which ends the program there and then).
#![cfg(unix)]
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Scratch, ok, tree};

const COSTUMIER: &str = env!("CARGO_BIN_EXE_costumier");

type Tree = BTreeMap<String, Vec<u8>>;

/// The sample game in `game`, and a costume folder of it, `minuet`, with an edit.
fn edited(at: &Path) {
    ok(at, "sample game");
    ok(at, "unpack game 6 -o minuet");
    let place = at.join("minuet/costume.toml");
    let text = fs::read_to_string(&place).unwrap();
    fs::write(place, text.replacen("at = [", "move = [3, 4]\nat = [", 1)).unwrap();
}

/// Files of this size are the largest that there can be, in units of the shell. With `told`, the program is told;
/// else it is stopped where it writes more.
fn limited(folder: &Path, size: u64, told: bool, words: &str) -> Output {
    let before = if told { "trap '' XFSZ; " } else { "ulimit -c 0; " };
    let script = format!("{before}ulimit -f {size}; exec \"$0\" {words}");
    Command::new("sh").args(["-c", &script, COSTUMIER]).current_dir(folder).output().unwrap()
}

/// What a stopped program may leave behind is called so.
fn without_unfinished(tree: Tree) -> Tree {
    tree.into_iter()
        .filter(|(name, _)| !name.split('/').any(|part| part.starts_with(".costumier-")))
        .collect()
}

/// Sizes up to a little more than the largest file of the game, for shells that count 512 bytes and for those that
/// count 1024.
fn sizes(at: &Path) -> impl Iterator<Item = u64> {
    let largest = tree(&at.join("game")).values().map(Vec::len).max().unwrap() as u64;
    (0..=8).map(move |part| largest * part / 4 / 1024).chain([largest / 256])
}

/// Everything that writes.
const WRITES: [&str; 8] = [
    "put game minuet --in-place",
    "put game minuet -o mod",
    "put game minuet --patch minuet.bps",
    "unpack game -o all",
    "unpack game --rooms all -o rooms",
    "pack minuet -o minuet.cost",
    "patch apply game ready.bps -o patched",
    "unpack game 6 -o minuet --force",
];

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let at = &Scratch::new();
    edited(at);
    ok(at, "put game minuet --patch ready.bps");
    let before = tree(at);
    for words in WRITES {
        let mut ends = [0, 0];
        for size in sizes(at) {
            let ran = limited(at, size, true, words);
            let said = String::from_utf8(ran.stderr).unwrap();
            let worked = ran.status.code() == Some(0);
            ends[usize::from(worked)] += 1;
            if !worked {
                assert_eq!(ran.status.code(), Some(2), "{words}, {size}: {said}");
                assert!(
                    said.contains("cannot write") || said.contains("cannot make"),
                    "{words}, {size}: {said}"
                );
                assert!(tree(at) == before, "{words}, {size}: {:?}", tree(at).keys());
                let stays =
                    if words.contains("in-place") { "the game is as it was" } else { "nothing was written" };
                let hint = format!("hint: {stays}; make room on the disk, and call again");
                assert!(said.contains(&hint) && !said.contains(".part"), "{words}, {size}: {said}");
                continue;
            }
            // As it was, for the next size.
            fs::remove_dir_all(at).unwrap();
            for (name, bytes) in &before {
                fs::create_dir_all(at.join(name).parent().unwrap()).unwrap();
                fs::write(at.join(name), bytes).unwrap();
            }
        }
        assert!(ends[0] > 0 && ends[1] > 0, "{words}: {ends:?} of no use");
    }
}

/// A disk with room for some of the new files, in a namespace of its own.
#[test]
#[ignore = "needs unshare, and the right to mount"]
fn a_disk_that_fills_up_keeps_the_game_as_it_was() {
    let at = &Scratch::new();
    edited(at);
    ok(at, "new hero");
    fs::create_dir(at.join("disk")).unwrap();
    let script = "mount -t tmpfs -o size=$1k none disk && cp game/* disk || exit 77
        rm -rf seen; \"$0\" put disk hero --id 9 --room 2 --in-place; status=$?; cp -r disk seen; exit $status";
    let kilobytes = tree(&at.join("game")).values().map(Vec::len).sum::<usize>() / 1024;
    let before = tree(&at.join("game"));
    let mut ends = [0, 0];
    for size in (0..12).map(|step| kilobytes + 16 + step * kilobytes / 8) {
        let call = ["-rm", "sh", "-c", script, COSTUMIER, &size.to_string()];
        let ran = Command::new("unshare").args(call).current_dir(at).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        match ran.status.code() {
            Some(0) => ends[1] += 1,
            Some(2) => {
                ends[0] += 1;
                let hint = "hint: the game is as it was; make room on the disk, and call again";
                assert!(said.contains(hint) || said.contains("disk takes no new files"), "{size}: {said}");
                assert!(tree(&at.join("seen")) == before, "{size}: {:?}", tree(&at.join("seen")).keys());
            }
            status => panic!("{status:?}: {said}"),
        }
    }
    assert!(ends[0] > 0 && ends[1] > 0, "{ends:?} of no use");
}

#[test]
fn stopped_in_the_middle_of_a_write_nothing_is_half_written() {
    let at = &Scratch::new();
    edited(at);
    ok(at, "put game minuet -o whole");
    ok(at, "put game minuet --patch ready.bps");
    let before = tree(at);
    let mut stopped = 0;
    for words in WRITES.into_iter().filter(|words| !words.contains("--force")) {
        for size in sizes(at) {
            let ran = limited(at, size, false, words);
            if ran.status.signal().is_none() {
                assert_eq!(ran.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&ran.stderr));
                break;
            }
            stopped += 1;
            assert!(without_unfinished(tree(at)) == before, "{words}, stopped at {size}");
        }
        for made in ["mod", "all", "rooms", "patched"] {
            let _ = fs::remove_dir_all(at.join(made));
        }
        for made in
            ["minuet.bps", "minuet.cost", "game/sample.001.before-costumier", "game/undo.before-costumier"]
        {
            let _ = fs::remove_file(at.join(made));
        }
        for name in ["game/sample.001", "minuet/last-put.txt"] {
            fs::write(at.join(name), &before[name]).unwrap();
        }
    }
    assert!(stopped > 10, "{stopped}");
    // What was left behind is in nobody's way.
    ok(at, "put game minuet --in-place");
    assert!(fs::read(at.join("game/sample.001")).unwrap() == before["whole/sample.001"]);
}

/// Two files change, and the program is stopped at any moment: each file is the old or the new one, and the next call
/// ends it.
#[test]
fn stopped_at_any_moment_the_next_call_ends_it() {
    let at = &Scratch::after(["sample whole", "new hero"]);
    let old = tree(&at.join("whole"));
    let words = "hero --id 9 --room 2 --in-place";
    let begun = Instant::now();
    ok(at, &format!("put whole {words}"));
    let took = begun.elapsed();
    let new = tree(&at.join("whole"));
    let mut seen = [0, 0];
    for moment in 0..24u32 {
        let game = at.join("game");
        let _ = fs::remove_dir_all(&game);
        fs::create_dir(&game).unwrap();
        old.iter().for_each(|(name, bytes)| fs::write(game.join(name), bytes).unwrap());
        let mut child = Command::new(COSTUMIER)
            .args(format!("put game {words}").split(' '))
            .current_dir(at)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(took * moment / 20 + Duration::from_micros(100));
        let _ = child.kill();
        let ended = child.wait().unwrap().success();
        seen[usize::from(ended)] += 1;
        let now = tree(&game);
        for (name, bytes) in &old {
            assert!(now[name] == *bytes || now[name] == new[name], "{name} is neither, at {moment}");
        }
        if !ended {
            ok(at, &format!("put game {words}"));
        }
        assert!(without_unfinished(tree(&game)) == new, "at {moment}");
    }
    assert!(seen[0] > 0, "{seen:?}");
}

/// Who shares a file with the game, by a hard link or a symbolic one, has it as it was.
#[test]
fn other_names_of_a_file_keep_what_they_had() {
    let at = &Scratch::new();
    edited(at);
    fs::create_dir(at.join("shelf")).unwrap();
    fs::hard_link(at.join("game/sample.001"), at.join("shelf/sample.001")).unwrap();
    fs::rename(at.join("game/sample.000"), at.join("shelf/sample.000")).unwrap();
    std::os::unix::fs::symlink("../shelf/sample.000", at.join("game/sample.000")).unwrap();
    let shelf = tree(&at.join("shelf"));
    ok(at, "put game minuet -o mod");
    assert_eq!(fs::metadata(at.join("mod/sample.001")).unwrap().nlink(), 1, "a copy is a file of its own");
    ok(at, "new hero");
    // Both files change.
    let said =
        ok(at, "put game minuet hero --id 9 --room 2 --in-place".replace("minuet ", "").as_str()).stderr;
    assert!(tree(&at.join("shelf")) == shelf, "written through a link");
    assert!(said.contains("other names") && said.contains("sample.001"), "{said}");
    assert!(tree(&at.join("game"))["sample.001"] != shelf["sample.001"]);
    assert!(!fs::symlink_metadata(at.join("game/sample.000")).unwrap().is_symlink());
    // Undone, both are names of the shared files again.
    ok(at, "put game --undo");
    assert_eq!(fs::read_link(at.join("game/sample.000")).unwrap(), Path::new("../shelf/sample.000"));
    let id = |folder: &str| fs::metadata(at.join(folder).join("sample.001")).unwrap().ino();
    assert_eq!(id("game"), id("shelf"));
    assert_eq!(tree(&at.join("game")).len(), 2);
    // Single files that are replaced, as well.
    for words in ["pack minuet -o out.cost", "put shelf minuet --patch out.bps", "unpack shelf 6 -o out"] {
        ok(at, words);
        let place = words.rsplit(' ').next().unwrap();
        let file = if place == "out" { "out/costume.toml" } else { place };
        fs::write(at.join(file), "somebody's").unwrap();
        fs::hard_link(at.join(file), at.join("kept")).unwrap();
        ok(at, &format!("{words} --force"));
        assert_eq!(fs::read(at.join("kept")).unwrap(), b"somebody's", "{words}");
        assert!(fs::read(at.join(file)).unwrap() != b"somebody's", "{words}");
        fs::remove_file(at.join("kept")).unwrap();
    }
}

/// Files that a call names, and files of a costume folder, may be of any origin. Opening a pipe would wait for
/// ever, and
/// a device has no end.
#[test]
fn a_pipe_and_a_device_are_refused_wherever_a_file_is_read() {
    let at = &Scratch::after(["sample game", "unpack game 6 -o minuet"]);
    let odd = |place: &Path, device: bool| {
        let _ = fs::remove_file(place);
        match device {
            true => std::os::unix::fs::symlink("/dev/zero", place).unwrap(),
            false => assert!(Command::new("mkfifo").arg(place).status().unwrap().success()),
        }
    };
    let refused = |words: &str| {
        let mut child = Command::new(COSTUMIER);
        child.args(words.split(' ')).current_dir(at).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{words} waits");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let told = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(!told.status.success() && text.contains("a pipe or a device"), "{words}: {text}");
    };
    for device in [false, true] {
        for file in ["costume.toml", "limb-0.png", "original.bin", "room.gpl"] {
            let kept = fs::read(at.join("minuet").join(file)).unwrap();
            odd(&at.join("minuet").join(file), device);
            for words in ["pack minuet --preview", "put game minuet -o mod", "try minuet -o tried"] {
                refused(words);
            }
            fs::remove_file(at.join("minuet").join(file)).unwrap();
            fs::write(at.join("minuet").join(file), kept).unwrap();
        }
        for name in ["x.png", "x.aseprite", "x.bps", "x.pal", "x.toml"] {
            odd(&at.join(name), device);
        }
        fs::create_dir_all(at.join("frames")).unwrap();
        odd(&at.join("frames/walk-east-0.png"), device);
        for words in [
            "import x.png -o new",
            "import x.aseprite -o new",
            "import frames -o new",
            "patch apply game x.bps -o new",
            "export game 6 -o new --palette x.pal",
            "render game --scenes x.toml -o new",
            "find game --like x.png",
        ] {
            refused(words);
        }
    }
}
