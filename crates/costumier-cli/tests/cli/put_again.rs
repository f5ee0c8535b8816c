//! Tests of `put` and `pack`, called again and called wrongly: no edit is lost, and the message says what to do.
use std::fs;
use std::path::Path;

use crate::support::{Scratch, move_picture, ok, run, tree};

#[test]
fn an_edit_that_was_made_since_is_not_undone() {
    let at = &Scratch::after([
        "sample game",
        "sample original",
        "unpack original 1 -o mine",
        "unpack original 1 -o yours",
    ]);
    move_picture(at.join("mine"), -3);
    move_picture(at.join("yours"), -5);
    let data = || fs::read(at.join("game/sample.001")).unwrap();
    let kept = |name: &str| fs::read(at.join("game").join(name)).unwrap();
    let states = [data()];
    ok(at, "put game mine --in-place").warns(&["to undo this, copy game/sample.001.before-costumier over"]);
    let states = [states[0].clone(), data()];
    for _ in 0..2 {
        run(at, "put game yours --in-place")
            .fails(2, &["costume 1 in the game is not the one that yours was unpacked from", "`--force`"]);
        assert!(data() == states[1]);
    }
    // Where nothing is lost it is told.
    ok(at, "put game yours -o copy").warns(&["warning: costume 1 in the game is not the one"]);
    // One's own edit goes on, and each call can be undone.
    move_picture(at.join("mine"), -4);
    ok(at, "put game mine --in-place").warns(&["copy game/sample.001.before-costumier-2 over"]);
    // A patch made from it fits no game of others.
    let fits =
        |call: &str| !ok(at, call).stderr.contains("warning: the patch only fits a game with the same");
    assert!(!fits("put game yours --patch here.bps") && fits("put original yours --patch yours.bps"));
    ok(at, "put game yours --in-place --force");
    assert!(kept("sample.001.before-costumier") == states[0]);
    assert!(kept("sample.001.before-costumier-2") == states[1]);
    assert!(kept("sample.001.before-costumier-3") != states[1]);
    ok(at, "check game").prints(&["0 broken"]);
    assert_eq!(ok(at, "info game --json").json().as_array().map_or(1, Vec::len), 1, "one game is there");
    // Unpacked of the game as it is now, any folder may go in.
    ok(at, "unpack game 1 -o mine --force");
    move_picture(at.join("mine"), -9);
    ok(at, "put game mine --in-place");
}

#[test]
fn a_copy_that_was_written_before_is_written_again() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    for (x, words) in
        [(-3, "put game odile -o mod"), (-4, "put game odile -o mod"), (-5, "put game odile -o mod")]
    {
        move_picture(at.join("odile"), x);
        ok(at, words);
    }
    for words in ["put game odile --patch odile.bps", "put game odile --patch odile.bps"] {
        ok(at, words);
    }
    ok(at, "put game odile -o mod2");
    assert_eq!(tree(&at.join("mod")), tree(&at.join("mod2")));
    ok(at, "put game odile -o mod2");
    // What somebody put there or changed there is not replaced.
    fs::write(at.join("mod2/notes.txt"), "mine").unwrap();
    run(at, "put game odile -o mod2").fails(2, &["mod2 exists", "--force"]);
    fs::remove_file(at.join("mod2/notes.txt")).unwrap();
    ok(at, "put game odile -o mod2");
    fs::write(at.join("mod2/sample.000"), "mine").unwrap();
    run(at, "put game odile -o mod2").fails(2, &["mod2 exists", "--force"]);
}

#[test]
fn game_and_folder_in_the_wrong_order_are_told_apart() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    run(at, "put odile game -o mod")
        .fails(2, &["odile is a costume folder, and game is a game", "`put game odile`"]);
    run(at, "put odile sample -o mod").fails(2, &["`put sample odile`"]);
    run(at, "pack game --preview").fails(2, &["game is a game, not a costume folder", "unpack"]);
    run(at, "put game game -o mod").fails(2, &["game is a game, not a costume folder"]);
}

#[test]
fn chores_are_called_as_the_folder_calls_them() {
    let at = &Scratch::after(["unpack sample 1 -o odile"]);
    let place = at.join("odile/costume.toml");
    let text = fs::read_to_string(&place).unwrap();
    let line = text.lines().find(|line| line.starts_with("name = \"chore ")).unwrap().to_owned();
    fs::write(&place, text.replacen(&line, "name = \"curtsy\"", 1)).unwrap();
    ok(at, "pack odile --preview --chore curtsy -o curtsy.gif");
    ok(at, "export odile 1 --chore curtsy -o all");
    run(at, "pack odile --preview --chore cartwheel -o no.gif")
        .fails(2, &["the costume has no chore `cartwheel`", "walk", "curtsy"]);
    // Nothing is played without a terminal, and a misspelt chore is refused all the same.
    ok(at, "pack odile --preview --chore curtsy");
    run(at, "pack odile --preview --chore wlak")
        .fails(2, &["the costume has no chore `wlak`", "did you mean `walk`? its chores: init"]);
}

#[test]
fn a_preview_tells_what_is_new() {
    let at = &Scratch::after(["new hero"]);
    let told = ok(at, "pack hero --preview").stdout;
    assert!(told.contains("all of it is new") && !told.contains("nothing changed"), "{told}");
}

/// What was assumed while packing is told by `pack` and `put`, once, and not above what is wrong with a call.
#[test]
fn warnings_stand_where_they_belong() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile --pictures single"]);
    fs::copy(at.join("odile/limb-0/walk-east-1.png"), at.join("odile/limb-0/more.png")).unwrap();
    let warned = |words: &str| run(at, words).stderr.matches("limb-0/more.png").count();
    assert_eq!(warned("pack odile --preview"), 1);
    assert_eq!(warned("put game odile -o mod"), 1);
    assert_eq!(warned("put game odile"), 0, "the call lacks where to");
    for words in ["list odile", "dump odile 1", "play odile 1 --chore walk", "export odile -o drafts"] {
        assert_eq!(warned(words), 0, "{words}");
    }
}

/// One mistake is some lines, whatever it spoils.
#[test]
fn many_problems_are_ten_and_a_count() {
    let at = &Scratch::after(["unpack sample 1 -o odile --pictures single"]);
    for file in fs::read_dir(at.join("odile/limb-0")).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
    let told = run(at, "pack odile --preview").stderr;
    assert!(told.lines().count() <= 13, "{told}");
    assert!(told.contains("odile cannot be packed, ") && !told.contains("cannot be written"), "{told}");
}

/// One more picture in the middle is one picture more in every report.
#[test]
fn a_picture_in_the_middle_is_one_difference() {
    for game in ["sample", "sample-v7"] {
        let at = &Scratch::new();
        ok(at, &format!("unpack {game} 1 -o odile"));
        let place = at.join("odile/costume.toml");
        let text = fs::read_to_string(&place).unwrap();
        let kind = if game == "sample" { "[[limb.picture]]" } else { "[[picture]]" };
        let before = format!("{kind}\nname = \"walk-east-3\"");
        let new = format!("{kind}\nname = \"wink\"\nsheet = \"limb-0.png\"\nrect = [0, 1, 9, 7]\n{before}");
        fs::write(&place, text.replacen(&before, &new, 1)).unwrap();
        let preview = ok(at, "pack odile --preview");
        let pictures: Vec<&str> = preview.stdout.lines().filter(|line| line.contains("picture ")).collect();
        assert!(matches!(pictures.as_slice(), [one] if one.contains("wink")), "{}", preview.stdout);
        assert!(!preview.stderr.contains("warning"), "{}", preview.stderr);
        ok(at, &format!("put {game} odile -o mod"));
        let told = run(at, &format!("diff {game} mod")).stdout;
        assert!(told.contains("1 picture added (0.") && !told.contains("pictures changed"), "{told}");
    }
}

#[test]
fn a_patch_between_two_copies_asks_for_no_force() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    for (x, call) in [(-3, "-o mod"), (-4, "--patch odile.bps"), (-5, "-o mod"), (-6, "--patch odile.bps")] {
        move_picture(at.join("odile"), x);
        ok(at, &format!("put game odile {call}"));
    }
    // A file that no call wrote is not replaced, also if a call named it and had nothing to write.
    ok(at, "unpack game 6 -o minuet");
    fs::write(at.join("mine.bps"), "mine").unwrap();
    ok(at, "put game minuet --patch mine.bps").warns(&["no patch was written"]);
    move_picture(at.join("minuet"), -3);
    run(at, "put game minuet --patch mine.bps").fails(2, &["mine.bps exists", "--force"]);
    // What changed since is not replaced.
    fs::write(at.join("mod/notes"), "mine").unwrap();
    run(at, "put game odile -o mod").fails(2, &["mod exists"]);
}

/// Who applies a patch reads what who makes it reads.
#[test]
fn a_patched_index_is_told_where_the_game_is() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    let own = ok(at, "put game odile --id 9 --room 1 --patch odile.zip").stderr;
    // The maker of a patch needs no lines for an own configuration.
    assert!(own.contains("ScummVM will not recognise the patched game") && !own.contains("gameid"), "{own}");
    let told = ok(at, "patch apply game odile.zip -o patched").stderr;
    assert!(told.contains("\ngameid=GAME ID\n") && told.contains("(GAME ID stands for"), "{told}");
    // A section for a file elsewhere has the whole path.
    let is_path = |told: &str, name: &str| {
        let line = told.lines().find_map(|line| line.strip_prefix("path=")).unwrap_or_default();
        Path::new(line).is_absolute() && line.ends_with(name)
    };
    assert!(told.contains("so ScummVM will not recognise this game") && is_path(&told, "patched"), "{told}");
    let page = std::io::Cursor::new(fs::read(at.join("odile.zip")).unwrap());
    let mut page = zip::ZipArchive::new(page).unwrap();
    let text = std::io::read_to_string(page.by_name("README.txt").unwrap()).unwrap();
    assert!(text.contains("so ScummVM will not recognise the patched game."), "{text}");
    let there = ok(at, "put game odile --id 9 --room 1 --in-place").stderr;
    assert!(is_path(&there, "game"), "{there}");
    fs::remove_file(at.join("patched/sample.000")).unwrap();
    fs::rename(at.join("patched/sample.001"), at.join("patched/other.001")).unwrap();
    fs::copy(at.join("game/sample.000"), at.join("patched/other.000")).unwrap();
    run(at, "patch apply patched odile.zip -o twice").fails(
        2,
        &["odile.zip does not fit patched: the game already has this patch (other.000, other.001)"],
    );
}

/// A copy may have other names; other bytes are refused.
#[test]
fn a_patch_finds_its_files_by_their_bytes() {
    let at = &Scratch::after([
        "sample game",
        "unpack game 1 -o odile",
        "put game odile --id 9 --room 1 --patch odile.zip",
        "patch apply game odile.zip -o patched",
        "sample named --for-scummvm",
        "patch apply named odile.zip -o renamed",
    ]);
    for (own, other) in [("sample.000", "monkey2.000"), ("sample.001", "monkey2.001")] {
        let [own, other] = [at.join("patched").join(own), at.join("renamed").join(other)];
        assert_eq!(fs::read(own).unwrap(), fs::read(other).unwrap());
    }
    // With `--for-scummvm`, the copy has those names too, and ScummVM's configuration.
    let told = ok(at, "patch apply game odile.zip -o play --for-scummvm").stderr;
    assert!(told.trim_end().ends_with("scummvm.ini costumier-mod"), "{told}");
    let [play, renamed] =
        ["play", "renamed"].map(|folder| fs::read(at.join(folder).join("monkey2.001")).unwrap());
    assert_eq!(play, renamed);
    let ini = fs::read_to_string(at.join("play/scummvm.ini")).unwrap();
    assert!(ini.contains("[costumier-mod]") && ini.contains("gameid=monkey2"), "{ini}");
    // A patched copy of the sample is still the sample.
    ok(at, "put patched odile -o again --for-scummvm");
    assert!(at.join("again/monkey2.000").is_file());
    ok(at, "sample other --generation v7");
    run(at, "patch apply other odile.zip -o no").fails(
        2,
        &["the patch is for another edition or another game: it needs the file sample.00", "no such file"],
    );
    let data = at.join("game/sample.001");
    let mut bytes = fs::read(&data).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&data, bytes).unwrap();
    run(at, "patch apply game odile.zip -o no").fails(
        2,
        &["sample.001 is of another edition, or was changed: the patch needs ", ", and this file has others"],
    );
}

/// Adds a picture to a folder of the sample's first costume, so that its block grows.
fn enlarge(folder: &Path, name: &str) {
    let place = folder.join("costume.toml");
    let text = fs::read_to_string(&place).unwrap();
    let before = "[[limb.picture]]\nname = \"walk-east-3\"";
    let new =
        format!("[[limb.picture]]\nname = \"{name}\"\nsheet = \"limb-0.png\"\nrect = [0, 1, 9, 7]\n{before}");
    assert!(text.contains(before), "{text}");
    fs::write(&place, text.replacen(before, &new, 1)).unwrap();
}

/// A game that an earlier call made is known by what this folder put into it, and its index is not called unchanged.
#[test]
fn a_mod_of_its_own_takes_its_costumes() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile", "unpack game 6 -o minuet"]);
    enlarge(&at.join("odile"), "wink");
    ok(at, "put game odile -o mod").warns(&["the index file changed"]);
    ok(at, "put mod odile --in-place").warns(&["the game has it already"]);
    move_picture(at.join("odile"), -3);
    ok(at, "put mod odile --in-place");
    // The block of the last call but one is known, too.
    ok(at, "put game odile -o other");
    move_picture(at.join("odile"), -4);
    ok(at, "put game odile -o other");
    move_picture(at.join("odile"), -5);
    ok(at, "put mod odile --in-place");
    move_picture(at.join("minuet"), -3);
    for words in ["put mod minuet -o mod2", "put mod minuet --in-place"] {
        ok(at, words)
            .warns(&["an earlier `put` changed the index file"])
            .lacks(&["index file did not change"]);
    }
    ok(at, "put game minuet -o plain")
        .warns(&["the index file did not change: ScummVM recognises the game as before"]);
    // Somebody else's edit of the game is still refused.
    ok(at, "unpack game 1 -o strange");
    move_picture(at.join("strange"), -7);
    run(at, "put mod strange --in-place").fails(2, &["comes from the game", "--force"]);
}

#[test]
fn a_preview_adds_up() {
    for game in ["sample", "sample-v7"] {
        let at = &Scratch::new();
        ok(at, &format!("unpack {game} 1 -o odile"));
        let place = at.join("odile/costume.toml");
        let text = fs::read_to_string(&place).unwrap();
        // A chore with more steps: the steps grow, and no picture.
        let steps = "loop = [\"walk-east-1\"";
        assert!(text.contains(steps), "{text}");
        let more = format!("{steps}, \"walk-east-1 x9\", \"walk-east-2 x3\"");
        fs::write(&place, text.replacen(steps, &more, 1)).unwrap();
        let shown = ok(at, "pack odile --preview").stdout;
        let sizes = |line: &str| -> (i64, i64) {
            let (before, after) = line.rsplit_once(" ▸ ").unwrap();
            let before = before.rsplit(' ').next().unwrap();
            let after = after.split_whitespace().next().unwrap();
            (before.parse().unwrap_or(0), after.parse().unwrap_or(0))
        };
        let mut lines = shown.lines();
        let (was, is) = sizes(lines.next().unwrap());
        let grown: i64 = lines.map(sizes).map(|(before, after)| after - before).sum();
        assert!(is > was && grown == is - was, "{game}: {grown}\n{shown}");
    }
}

/// A folder of drafts is written again after each edit of the costume.
#[test]
fn drafts_are_replaced_after_an_edit() {
    let at = &Scratch::after([
        "unpack sample 1 -o odile",
        "unpack sample 6 -o minuet",
        "export odile -o drafts --as gif --chore walk",
    ]);
    enlarge(&at.join("odile"), "wink");
    ok(at, "export odile -o drafts --as gif --chore walk");
    ok(at, "pack odile --preview --chore stand --facing south -o drafts/");
    run(at, "export minuet -o drafts").fails(2, &["holds an export of another costume folder", "Odile"]);
    // A picture of one frame holds no animation; sheets belong to `export`.
    run(at, "pack odile --preview --chore walk --facing south -o walk.bmp")
        .fails(2, &["is one picture", "name a .gif, .apng or .webp file"])
        .lacks(&["--as"]);
}

#[test]
fn what_is_read_and_what_is_read_only_stays() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    move_picture(at.join("odile"), -3);
    let before = tree(&at.join("game"));
    run(at, "put game odile -o game")
        .fails(2, &["game was not replaced: the call reads it", "only `put --in-place`"]);
    run(at, "put game odile -o game/sample.001")
        .fails(2, &["sample.001 is a file, and `-o` writes a folder"]);
    let data = at.join("game/sample.001");
    let mut rights = fs::metadata(&data).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&data, rights).unwrap();
    run(at, "put game odile --in-place")
        .fails(2, &["sample.001 is read-only; nothing was changed", "`-o DIR`"]);
    assert_eq!(tree(&at.join("game")), before);
    ok(at, "put game odile -o mod");
}
