//! The way back, as a user walks it: unpack, edit, pack, put, patch.
use std::fs;
use std::path::Path;

use costumier::Dialect;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

use crate::pack;
use crate::support::{Scratch, edit, ok, run, tree, zipped};

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    tree(folder).into_iter().collect()
}

#[test]
fn unpacked_packed_and_put_a_game_is_the_same() {
    let at = &Scratch::after(["sample game", "unpack game -o all"]);
    let names = [
        "001-odile",
        "002-balthasar",
        "003-sergeant-tick",
        "004-paper-dragon",
        "005-jack-in-the-box",
        "006-minuet",
    ];
    let all: Vec<String> = names.iter().map(|name| format!("all/{name}")).collect();
    ok(at, &format!("put game {} -o mod", all.join(" ")));
    assert_eq!(files(&at.join("mod")), files(&at.join("game")));
    ok(at, "pack all/004-paper-dragon --preview").prints(&["nothing changed"]);
    ok(at, "pack all/004-paper-dragon -o dragon.cost");
    let original = fs::read(at.join("all/004-paper-dragon/original.bin")).unwrap();
    assert_eq!(fs::read(at.join("dragon.cost")).unwrap(), original);
}

#[test]
fn an_edit_arrives_by_copy_by_patch_and_in_place() {
    let at = &Scratch::after(["sample game"]);
    let before = files(&at.join("game"));
    ok(at, "unpack game 6 -o minuet --pictures single");
    edit(at.join("minuet"), "at = [", "move = [3, 4]\nat = [");
    let preview = ok(at, "pack minuet --preview");
    assert_eq!(preview.stdout.lines().count(), 2, "{}", preview.stdout);
    let put = ok(at, "put game minuet -o mod");
    put.warns(&["the index file did not change"]);
    ok(at, "put game minuet --patch minuet.bps");
    assert!(fs::metadata(at.join("minuet.bps")).unwrap().len() < 200);
    ok(at, "patch apply game minuet.bps -o patched");
    assert_eq!(files(&at.join("patched")), files(&at.join("mod")));
    run(at, "patch apply mod minuet.bps -o twice")
        .fails(2, &["does not fit mod: the game already has this patch (sample.001)"]);
    assert!(!at.join("twice").exists());

    assert_eq!(files(&at.join("game")), before, "so far the game was only read");
    ok(at, "put game minuet --in-place");
    let now = files(&at.join("game"));
    let names: Vec<&str> = now.iter().map(|(name, _)| name.as_str()).collect();
    let wanted = ["sample.000", "sample.001", "sample.001.before-costumier", "undo.before-costumier"];
    assert_eq!(names, wanted);
    assert_eq!(now[1].1, files(&at.join("mod"))[1].1);
    assert_eq!(now[2].1, before[1].1);
    // The second time, the first backup stays: it is the game as it was.
    edit(at.join("minuet"), "move = [3, 4]", "move = [5, 6]");
    ok(at, "put game minuet --in-place");
    assert_eq!(files(&at.join("game"))[2].1, before[1].1);
}

#[test]
fn a_new_costume_changes_the_index_and_this_is_said() {
    let at = &Scratch::after(["sample game", "new hero"]);
    run(at, "put game hero -o mod").fails(2, &["--id N"]);
    let put = ok(at, "put game hero -o mod --id 9 --room 2");
    put.warns(&["added to room 2", "gameid="]);
    let list = ok(at, "list mod");
    assert!(
        list.stdout.lines().any(|line| line.trim_start().starts_with("9 ") && line.contains("2 (stage)")),
        "{}",
        list.stdout
    );
    run(at, "put game hero --id 9 --patch hero.bps").warns(&["hint: `--room N` names the room"]);
    run(at, "put game hero --id 9 --room 2 --patch hero.bps").fails(2, &[".zip"]);
    ok(at, "put game hero --id 9 --room 2 --patch hero.zip");
    ok(at, "patch apply game hero.zip -o patched");
    assert_eq!(files(&at.join("patched")), files(&at.join("mod")));
    run(at, "patch apply mod hero.zip -o twice")
        .fails(2, &["the game already has this patch (sample.000, sample.001)"]);
}

/// Players have patches and no folders: two patches of the unchanged game become one game, as one `put` of both folders
/// makes it.
#[test]
fn two_patches_are_combined_and_swapped_arguments_are_named() {
    let at = &Scratch::after([
        "sample game",
        "unpack game 1 -o odile --pictures single",
        "unpack game 6 -o minuet --pictures single",
    ]);
    for folder in ["odile", "minuet"] {
        edit(at.join(folder), "at = [", "move = [3, 4]\nat = [");
        ok(at, &format!("put game {folder} --patch {folder}.bps"));
    }
    ok(at, "put game odile minuet -o mod");
    for order in ["odile.bps minuet.bps", "minuet.bps odile.bps"] {
        ok(at, &format!("patch apply game {order} -o patched --force"));
        assert_eq!(files(&at.join("patched")), files(&at.join("mod")), "{order}");
    }
    run(at, "patch apply odile.bps game -o swapped")
        .fails(2, &["the arguments are swapped", "costumier patch apply game odile.bps -o swapped"]);
}

/// One of several patches would leave a game whose index belongs to other data.
#[test]
fn one_patch_of_several_is_refused_by_itself() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    let text = fs::read_to_string(at.join("odile/costume.toml")).unwrap();
    let steps = vec!["\"@hide\""; 100].join(", ");
    let chore = format!("\n[[chore]]\nnumber = 50\nname = \"long\"\nsouth.limb-0 = {{ loop = [{steps}] }}\n");
    fs::write(at.join("odile/costume.toml"), text + &chore).unwrap();
    ok(at, "put game odile --patch odile.zip");
    ok(at, "patch apply game odile.zip -o patched");
    let mut zip = zip::ZipArchive::new(fs::File::open(at.join("odile.zip")).unwrap()).unwrap();
    for name in ["sample.000.bps", "sample.001.bps"] {
        std::io::copy(&mut zip.by_name(name).unwrap(), &mut fs::File::create(at.join(name)).unwrap())
            .unwrap();
        let half = run(at, &format!("patch apply game {name} -o half"));
        half.ends(2);
        let wanted = "cannot be read. It is one of several patches: apply the .zip that holds them all";
        half.warns(&["after the patch of sample.00"]);
        assert!(half.stderr.contains(wanted) && !at.join("half").exists(), "{}", half.stderr);
    }
}

/// What a call wrote as a patch is no folder for a copy, and the names of pictures are none for blocks.
#[test]
fn a_name_says_what_is_written() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    edit(at.join("odile"), "at = [", "move = [3, 4]\nat = [");
    ok(at, "put game odile --patch odile.zip");
    let patch = fs::read(at.join("odile.zip")).unwrap();
    for call in
        ["put game odile -o odile.zip", "put game odile -o odile.zip --force", "put game odile -o new.zip"]
    {
        run(at, call).fails(2, &["and `-o` writes a folder\nhint: for a patch use `put --patch "]);
    }
    assert_eq!(fs::read(at.join("odile.zip")).unwrap(), patch);
    run(at, "pack odile -o hat.png").fails(2, &["for pictures add `--preview`"]);
    assert!(!at.join("hat.png").exists() && !at.join("new.zip").exists());
    ok(at, "pack odile --preview -o hat.png");
}

#[test]
fn nothing_is_lost_by_a_wrong_call() {
    let at = &Scratch::after(["sample game", "unpack game 3 -o tick"]);
    edit(at.join("tick"), "name = \"walk\"", "name = \"pendulum\"");
    run(at, "unpack game 3 -o tick").fails(2, &["may have been edited"]);
    assert!(fs::read_to_string(at.join("tick/costume.toml")).unwrap().contains("pendulum"));
    for bad in ["put game nowhere -o mod", "put game tick", "pack tick", "put game tick -o mod --in-place"] {
        run(at, bad).ends(2);
    }
    // Another edition: the same game with one more costume, and another one under this id.
    ok(at, "new hero");
    ok(at, "put game hero --id 9 --room 2 -o more");
    ok(at, "put more hero --id 3 --force -o other");
    run(at, "put other tick -o mod")
        .fails(2, &["another edition", "name the game that it was unpacked from"]);
    assert!(!at.join("mod").exists());
    ok(at, "put other tick -o mod --force");
    // The same game under other names is the same game.
    fs::create_dir(at.join("renamed")).unwrap();
    for ending in ["000", "001"] {
        let name = format!("renamed/monkey.{ending}");
        fs::copy(at.join(format!("game/sample.{ending}")), at.join(name)).unwrap();
    }
    ok(at, "put renamed tick -o mod3");
    edit(at.join("tick"), "at = [", "att = [");
    run(at, "put game tick -o mod2").warns(&["line", "att"]);
    let left: Vec<_> = fs::read_dir(at).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[cfg(unix)]
#[test]
fn a_game_that_cannot_be_written_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt as _;
    let at = &Scratch::after(["sample game", "unpack game 3 -o tick"]);
    edit(at.join("tick"), "at = [-", "at = [-1");
    let before = files(&at.join("game"));
    fs::set_permissions(at.join("game"), fs::Permissions::from_mode(0o555)).unwrap();
    let ran = run(at, "put game tick --in-place");
    fs::set_permissions(at.join("game"), fs::Permissions::from_mode(0o755)).unwrap();
    // Whoever may write everywhere is not stopped by a folder's rights.
    if ran.status == 0 {
        return;
    }
    ran.warns(&["cannot write"]);
    assert_eq!(files(&at.join("game")), before);
}

/// Stopped between the names of two files: said, and ended by the next call.
#[test]
fn an_interrupted_put_in_place_is_ended() {
    let at = &Scratch::after([
        "sample game",
        "sample whole",
        "new hero",
        "put whole hero --id 3 --force --in-place",
    ]);
    assert!(!at.join("whole/.costumier-sample.001.new").exists());
    // New files before the list has them are those of a call that changed nothing.
    let waiting = at.join("game/.costumier-sample.001.new");
    fs::copy(at.join("whole/sample.001"), &waiting).unwrap();
    assert!(!ok(at, "info game").stderr.contains("a mix of old"));
    // As it is when the first of two has its name.
    fs::copy(at.join("whole/sample.000"), at.join("game/sample.000")).unwrap();
    fs::copy(at.join("whole/undo.before-costumier"), at.join("game/undo.before-costumier")).unwrap();
    for words in [
        "put game hero --id 3 --force -o mod",
        "put game/sample.000 hero --id 3 --force -o mod",
        "patch apply game mod.bps -o mod",
    ] {
        run(at, words).fails(2, &["a mix of old and new files"]);
    }
    // A call that only looks prints it too.
    for words in ["info game", "list game", "check game", "info game/sample.000", "export game 1 -o out"] {
        run(at, words).warns(&[
            "warning: game holds a mix of old and new files",
            "hint: call `put --in-place` again to finish it",
        ]);
    }
    assert!(!ok(at, "info whole").stderr.contains("a mix of old"));
    // A name that cannot be given leaves everything as it is, to be ended later.
    fs::rename(at.join("game/sample.001"), at.join("aside")).unwrap();
    fs::create_dir_all(at.join("game/sample.001/held")).unwrap();
    run(at, "put game hero --id 3 --force --in-place").fails(2, &["no other program holds"]);
    assert!(waiting.exists());
    fs::remove_dir_all(at.join("game/sample.001")).unwrap();
    fs::rename(at.join("aside"), at.join("game/sample.001")).unwrap();
    ok(at, "put game hero --id 3 --force --in-place")
        .warns(&["had been stopped here; it is finished now", "nothing else changed"]);
    for name in ["sample.000", "sample.001"] {
        assert!(
            fs::read(at.join("game").join(name)).unwrap() == fs::read(at.join("whole").join(name)).unwrap()
        );
    }
    assert!(!waiting.exists());
}

/// A folder is shown as the game would show it: by every command that takes a game, and by `pack --preview`.
#[test]
fn a_folder_is_played_and_exported() {
    let at = &Scratch::after([
        "sample game",
        "unpack game 1 -o odile",
        "export game 1 --chore walk --facing east -o theirs.gif",
        "export odile 1 --chore walk --facing east -o ours.gif",
        "pack odile --preview --chore walk --facing east -o walk.gif",
    ]);
    let [theirs, ours, walk] =
        ["theirs.gif", "ours.gif", "walk.gif"].map(|name| fs::read(at.join(name)).unwrap());
    assert!(theirs == ours && ours == walk);
    // An edit is seen.
    edit(at.join("odile"), "loop = [\"walk-east-1\"", "loop = [\"walk-east-2\"");
    ok(at, "pack odile --preview --chore walk --facing east -o edited.gif");
    assert!(fs::read(at.join("edited.gif")).unwrap() != theirs);
    ok(at, "pack odile --preview -o all/");
    let animations = |folder: &str| {
        tree(&at.join(folder)).into_keys().filter(|name| name.ends_with(".gif")).collect::<Vec<_>>()
    };
    assert!(animations("all").iter().any(|name| name.ends_with("walk-east.gif")));
    // A folder is one whatever it is called, and what is asked for is what is written.
    fs::create_dir(at.join("drafts.v2")).unwrap();
    ok(at, "pack odile --preview -o drafts.v2");
    assert_eq!(animations("drafts.v2"), animations("all"));
    ok(at, "pack odile --preview --chore walk --facing east -o walks/");
    assert_eq!(animations("walks").len(), 1, "{:?}", animations("walks"));
    ok(at, "list odile").prints(&["Odile"]);
    // In a test, the output is no terminal: it is not played.
    let preview = ok(at, "pack odile --preview").stdout;
    assert_eq!(preview.lines().count(), 4, "size, chore, west like it, steps: {preview}");
    let plays = |name: &str| ok(at, &format!("play {name} 1 --chore init --facing east")).stdout;
    assert_eq!(plays("odile"), plays("game"));
    run(at, "pack odile --preview --chore 77 -o none.gif")
        .fails(2, &["the costume has no chore 77", "hint: its chores: init, walk, stand"]);
}

/// A game in an archive is read where it lies, and comes out as loose files.
#[test]
fn a_game_in_an_archive() {
    let at = &Scratch::after(["sample game"]);
    fs::write(at.join("game.zip"), zipped(&files(&at.join("game")))).unwrap();
    ok(at, "new hero");
    ok(at, "put game hero --id 9 --room 2 -o loose");
    ok(at, "put game.zip hero --id 9 --room 2 -o archived");
    assert_eq!(tree(&at.join("archived")), tree(&at.join("loose")));
    ok(at, "put game.zip hero --id 9 --room 2 --patch hero.zip");
    ok(at, "patch apply game hero.zip -o patched");
    assert_eq!(tree(&at.join("patched")), tree(&at.join("loose")));
    run(at, "put game.zip hero --id 9 --room 2 --in-place").fails(2, &["as loose files"]);
}

#[test]
fn a_preview_for_another_generation_says_that_all_of_it_is_new() {
    let at = &Scratch::after(["sample game", "unpack game 6 -o minuet"]);
    let preview = ok(at, "pack minuet --as v6 --preview").stdout;
    assert!(preview.contains("all of it is written anew for v6; it had "), "{preview}");
    assert!(!preview.contains("nothing changed"), "{preview}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_who_may_read_it() {
    use std::os::unix::fs::PermissionsExt as _;

    let at = &Scratch::after(["sample game", "unpack game 6 -o minuet --pictures single"]);
    edit(at.join("minuet"), "at = [", "move = [3, 4]\nat = [");
    let data = at.join("game/sample.001");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o640)).unwrap();
    ok(at, "put game minuet --in-place");
    let mode = |place: &Path| fs::metadata(place).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&at.join("game/sample.001.before-costumier"))), (0o640, 0o640));
}

#[test]
fn where_nothing_can_be_unpacked_nothing_is_replaced() {
    let at = &Scratch::new();
    let mut game = GameBuilder::new(Dialect::V5);
    game.room_source(1, "hall", &RoomSource::new(320, 144)).unwrap();
    for id in 1..3 {
        game.costume(id, 1, vec![0xFF; 9]);
    }
    pack::store(&at.join("game"), &game.finish().unwrap().named("noise", &Dialect::V5));
    ok(at, "unpack sample 1 -o all");
    let before = files(&at.join("all"));
    for words in ["unpack game -o all --force", "unpack game -o fresh"] {
        run(at, words).fails(1, &["costume 2: ", "nothing was unpacked"]);
    }
    assert_eq!(files(&at.join("all")), before);
    assert!(!at.join("fresh").exists());
    assert_eq!(fs::read_dir(at).unwrap().count(), 2, "nothing unfinished stays");
}

#[test]
fn force_replaces_neither_what_is_read_nor_where_one_is() {
    let at = &Scratch::after([
        "sample box/game",
        "unpack box/game 1 -o odile",
        "put box/game odile --patch same.bps --force",
    ]);
    fs::write(at.join("box/thesis.txt"), "mine").unwrap();
    let before = files(at);
    for words in [
        "put box/game odile -o box/game --force",
        "put box/game odile -o box --force",
        "put box/game odile -o odile --force",
        "unpack box/game 1 -o box --force",
        "unpack box/game 1 -o . --force",
        "new . --force",
    ] {
        run(at, words).fails(2, &["`--force` makes no difference"]);
        assert_eq!(files(at), before, "{words}");
    }
}

#[test]
fn what_a_killed_call_put_aside_is_not_replaced_by_the_next_one() {
    let at = &Scratch::after(["sample game", "unpack game 1 -o odile"]);
    // Killed between the two names: what lay in `out` is aside, the new folder not there yet.
    let killed = |place: &str| {
        let making = at.join(".costumier-xxxxxx.folder");
        for (folder, file) in [(format!("old/{place}"), "thesis.txt"), ("new".into(), "sample.000")] {
            fs::create_dir_all(making.join(&folder)).unwrap();
            fs::write(making.join(folder).join(file), "mine").unwrap();
        }
        fs::write(making.join("lock"), "").unwrap();
    };
    killed("out");
    run(at, "put game odile -o out").ends(2);
    assert_eq!(fs::read_to_string(at.join("out/thesis.txt")).unwrap(), "mine");
    assert!(!at.join(".costumier-xxxxxx.folder").exists());
    // Something else has the name by now: both stay.
    killed("out");
    ok(at, "put game odile -o other");
    assert_eq!(fs::read_to_string(at.join(".costumier-xxxxxx.folder/old/out/thesis.txt")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(at.join("out/thesis.txt")).unwrap(), "mine");
}

#[test]
fn of_several_games_only_the_one_that_is_meant_is_patched_and_copied() {
    let at = &Scratch::after([
        "sample shelf/one",
        "sample shelf/two --generation v6",
        "unpack shelf/one 6 -o minuet",
    ]);
    edit(at.join("minuet"), "at = [", "move = [3, 4]\nat = [");
    ok(at, "put shelf#one minuet --patch minuet.bps");
    let wrong = run(at, "patch apply shelf#two minuet.bps -o wrong");
    wrong.fails(2, &["another game"]);
    assert!(!at.join("wrong").exists());
    ok(at, "patch apply shelf#one minuet.bps -o patched");
    ok(at, "put shelf#one minuet -o put");
    ok(at, "put shelf/one minuet -o alone");
    assert_eq!(files(&at.join("patched")), files(&at.join("alone")));
    assert_eq!(files(&at.join("put")), files(&at.join("alone")));
}
