//! `put --undo` takes calls of `put --in-place` back, `put --for-scummvm` writes what starts a copy, and
//! `pack --preview` says what a change needs.
use std::fs;

use crate::support::{folder, move_picture, ok, run, tree};

#[test]
fn each_call_is_taken_back_by_one_undo() {
    let at = folder("undo");
    ok(&at, "sample game");
    let mut states = vec![tree(&at.join("game"))];
    run(&at, "put game --undo").fails(2, &["no `put --in-place` of game can be undone"]);
    ok(&at, "unpack game 1 -o odile");
    for x in [-3, -4] {
        move_picture(at.join("odile"), x);
        ok(&at, "put game odile --in-place").warns(&["costumier put game --undo"]);
        states.push(tree(&at.join("game")));
    }
    // A new costume changes two files at once.
    ok(&at, "new hero");
    ok(&at, "put game hero --id 9 --room 1 --in-place");
    assert_eq!(tree(&at.join("game")).keys().filter(|name| name.contains(".before-costumier")).count(), 5);
    for (left, state) in states.iter().enumerate().rev() {
        let told = ok(&at, "put game --undo").stderr;
        assert!(told.contains("as before the last `put --in-place`"), "{told}");
        let more = match left {
            0 => None,
            1 => Some("1 earlier call can"),
            _ => Some("2 earlier calls can"),
        };
        assert_eq!(more, more.filter(|more| told.contains(*more)), "{told}");
        assert!(tree(&at.join("game")) == *state, "{left}");
    }
    run(&at, "put game --undo").fails(2, &["can be undone"]);
    // The folder knows its costume again.
    ok(&at, "put game odile --in-place");
    // What was changed since is not lost by mistake.
    let data = at.join("game/sample.001");
    let mut bytes = fs::read(&data).unwrap();
    bytes.push(7);
    fs::write(&data, &bytes).unwrap();
    run(&at, "put game --undo").fails(2, &["sample.001 was changed since", "--force"]);
    assert!(fs::read(&data).unwrap() == bytes);
    ok(&at, "put game --undo --force");
    assert!(tree(&at.join("game")) == states[0]);
    for words in ["put game odile --undo", "put game --undo -o mod", "put game"] {
        run(&at, words).ends(2);
    }
}

#[test]
fn a_copy_gets_what_scummvm_needs() {
    let at = folder("put for scummvm");
    ok(&at, "sample game");
    ok(&at, "unpack game 1 -o odile");
    move_picture(at.join("odile"), -3);
    let told = ok(&at, "put game odile -o play --for-scummvm").stderr;
    assert!(told.ends_with("scummvm -c play/scummvm.ini costumier-mod\n"), "{told}");
    let files = tree(&at.join("play"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["monkey2.000", "monkey2.001", "scummvm.ini"]);
    ok(&at, "put game odile -o mod");
    assert!(files["monkey2.001"] == tree(&at.join("mod"))["sample.001"]);
    // Again, into the same copy.
    ok(&at, "put game odile -o play --for-scummvm");
    ok(&at, "sample game-2 --generation v2");
    ok(&at, "put game-2 odile -o play-2 --for-scummvm --force");
    assert!(tree(&at.join("play-2")).contains_key("scummvm.ini"));
    ok(&at, "sample game-3 --generation v3-ega");
    ok(&at, "put game-3 odile -o play-3 --for-scummvm --force");
    assert!(tree(&at.join("play-3")).contains_key("99.lfl"));
    run(&at, "put game odile --in-place --for-scummvm").ends(2);
    // A costume that is replaced may be named.
    ok(&at, "put game odile --id minuet -o named --force").warns(&["costume 6: "]);
}

#[test]
fn a_preview_says_what_changed_and_which_patch_will_do() {
    let at = folder("preview says");
    ok(&at, "sample game");
    ok(&at, "unpack game 6 -o minuet --pictures single");
    ok(&at, "pack minuet --preview").warns(&["the costume did not grow, so the index file stays unchanged"]);
    run(&at, "pack minuet --preview -o none.png").fails(2, &["no picture of minuet looks different"]);
    move_picture(at.join("minuet"), -20);
    ok(&at, "pack minuet --preview --in game -o changes.png").warns(&[
        "changed: 1 picture changed (0.0)",
        "in the game `game`, 1 file would change: sample.001; the index file stays unchanged; name \
             the patch `*.bps`",
    ]);
    assert!(fs::read(at.join("changes.png")).unwrap().starts_with(b"\x89PNG"));
    run(&at, "pack minuet --preview -o changes.png").fails(2, &["changes.png exists"]);
    // A costume that has grown does not fit into its place.
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    let chore = "\n[[chore]]\nnumber = 50\nname = \"long\"\nsouth.body = { loop = [\"";
    let picture = text.split("name = \"").nth(3).unwrap().split('"').next().unwrap();
    let steps = vec![picture; 100].join("\", \"");
    let limb =
        text.split("[[limb]]").nth(1).unwrap().split("name = \"").nth(1).unwrap().split('"').next().unwrap();
    let chore = chore.replace("body", limb);
    fs::write(at.join("minuet/costume.toml"), format!("{text}{chore}{steps}\"] }}\n")).unwrap();
    ok(&at, "pack minuet --preview").warns(&["the costume grew by "]);
    let told = ok(&at, "pack minuet --preview --in game").stderr;
    let put = ok(&at, "put game minuet -o mod").stderr;
    let changes = put.contains("the index file changed");
    assert_eq!(told.contains("(the index)"), changes, "{told}\n{put}");
}
