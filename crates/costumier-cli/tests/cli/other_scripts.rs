//! Names outside of Western Europe: those of actors, in the encodings of their editions, and those of files, which are
//! bytes.
use std::fs;
use std::path::Path;

use crate::support::{folder, move_picture, ok, run, run_in};

/// The sample game, whose cat has another name, of as many bytes as before. Another name of a room makes it a game
/// that has no names but those in its scripts.
fn renamed(at: &Path, game: &str, name: &[u8; 6]) {
    ok(at, &format!("sample {game}"));
    let place = at.join(game).join("sample.000");
    let mut bytes = fs::read(&place).unwrap();
    let hidden = |name: &[u8; 5]| name.map(|byte| byte ^ 0x69 ^ 0xff);
    let found = bytes.windows(5).position(|five| five == hidden(b"stage")).unwrap();
    bytes[found..found + 5].copy_from_slice(&hidden(b"scene"));
    fs::write(place, bytes).unwrap();
    let place = at.join(game).join("sample.001");
    let mut bytes: Vec<u8> = fs::read(&place).unwrap().iter().map(|byte| byte ^ 0x69).collect();
    while let Some(found) = bytes.windows(7).position(|seven| seven == b"Minuet\0") {
        bytes[found..found + 6].copy_from_slice(name);
    }
    bytes.iter_mut().for_each(|byte| *byte ^= 0x69);
    fs::write(place, bytes).unwrap();
}

#[test]
fn names_are_read_in_the_encoding_that_they_look_like_or_that_is_given() {
    let at = folder("encodings");
    for (encoding, bytes, name) in [
        ("cp866", b"\x8c\xa8\xad\xe3\xed\xe2", "Минуэт"),
        ("shift-jis", b"\x83\x81\x83\x6b\x83\x47", "メヌエ"),
        ("cp862", b"\x8e\x89\x90\x85\x80\x88", "מינואט"),
        ("cp852", b"\xbd\xa2\x88wi\xa5", "Żółwią"),
        ("cp850", b"M\x82nu\x8at", "Ménuèt"),
    ] {
        renamed(&at, encoding, bytes);
        let cast = ok(&at, &format!("cast {encoding} 6"));
        cast.prints(&[&format!("called \"{name}\"")]);
        assert_eq!(
            cast.stderr.contains(&format!("look like {encoding}")),
            encoding != "cp850",
            "{}",
            cast.stderr
        );
        assert_eq!(ok(&at, &format!("cast {encoding} --json")).json()["encoding"], encoding);
        let given = ok(&at, &format!("cast {encoding} 6 --encoding {encoding}"));
        assert_eq!((given.stdout, given.stderr.as_str()), (cast.stdout, ""));
        ok(&at, &format!("list {encoding}")).prints(&[name]);
        run_in(&at, &["find", encoding, "--name", name]).ends(0).prints(&[name]);
        ok(&at, &format!("script {encoding} --json")).prints(&[name]);
    }
    // What a given encoding makes of it.
    let wrong = ok(&at, "cast cp866 6 --encoding windows-1251");
    assert!(wrong.stdout.contains("called \"Њ") && wrong.stderr.is_empty(), "{}", wrong.stdout);
    run(&at, "list cp866 --encoding klingon").fails(2, &["klingon", "cp866", "shift-jis"]);
    ok(&at, "export cp866 6 -o out --names");
    let written = crate::support::tree(&at.join("out"));
    let page = String::from_utf8_lossy(&written["index.html"]);
    assert!(page.contains("Минуэт"), "the page names the costume");
}

#[cfg(unix)]
#[test]
fn names_of_files_are_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let at = folder("raw names");
    let raw = |name: &[u8]| OsStr::from_bytes(name).to_owned();
    let index = raw(b"T\xD6FF-T\xD6FF\x99.000");
    if fs::write(at.join(&index), b"").is_err() {
        return; // The file system takes text only.
    }
    ok(&at, "sample game");
    fs::rename(at.join("game/sample.000"), at.join("game").join(&index)).unwrap();
    let data = raw(b"T\xD6FF-T\xD6FF\x99.001");
    fs::rename(at.join("game/sample.001"), at.join("game").join(&data)).unwrap();
    fs::write(at.join("game").join(raw(b"read\xE9.txt")), b"letter").unwrap();
    let names = |folder: &str| {
        let entries = fs::read_dir(at.join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names("game");
    ok(&at, "info game").prints(&["TÖFF-TÖFF™.000"]);
    ok(&at, "unpack game 1 -o odile");
    move_picture(at.join("odile"), -3);
    ok(&at, "put game odile -o copy");
    assert_eq!(names("copy"), before);
    assert_eq!(fs::read(at.join("copy").join(raw(b"read\xE9.txt"))).unwrap(), b"letter");
    let old = fs::read(at.join("game").join(&data)).unwrap();
    ok(&at, "put game odile --in-place");
    let new = fs::read(at.join("game").join(&data)).unwrap();
    assert!(new != old && new == fs::read(at.join("copy").join(&data)).unwrap());
    assert_eq!(ok(&at, "list game").stdout, ok(&at, "list copy").stdout);
    ok(&at, "put game --undo");
    assert!(fs::read(at.join("game").join(&data)).unwrap() == old);
    assert_eq!(names("game"), before);
    // Of two names that are one as text, both files exist.
    fs::write(at.join("game/readé.txt"), b"another").unwrap();
    ok(&at, "put game odile -o both --force");
    assert_eq!(names("both").len(), before.len() + 1);
    assert_eq!(fs::read(at.join("both/readé.txt")).unwrap(), b"another");
    assert_eq!(fs::read(at.join("both").join(raw(b"read\xE9.txt"))).unwrap(), b"letter");
    // A call that cannot be parsed is told as others are.
    for call in [&["list", "--bogus"][..], &["unpack", "1"], &["patch"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_costumier"));
        let run = command.current_dir(&at).arg(call[0]).arg(&index).args(&call[1..]).output().unwrap();
        crate::support::Run::from(run).fails(2, &["error: "]);
    }
}
