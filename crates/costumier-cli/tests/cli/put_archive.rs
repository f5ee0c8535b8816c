//! Costumes put into remasters' archives: the archive comes out with its members changed, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::pack::{self, Lpak, below, lpak, store};
use crate::support::{NamedFiles, folder, generated, ok, run, run_in, tree};
use costumier::files::container::lpak::Archive;

fn sample(of: &str) -> NamedFiles {
    generated().into_iter().find(|(name, _)| name == &format!("sample {of}")).unwrap().1
}

/// The archive's members by name; none of them twice.
fn members(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let source: Arc<[u8]> = Arc::from(bytes);
    let tables = Archive::read(&source).unwrap();
    let of =
        |at: u64, len: u64| bytes[usize::try_from(at).unwrap()..][..usize::try_from(len).unwrap()].to_vec();
    tables.members.iter().map(|it| (it.name.clone(), of(it.at, it.len))).collect()
}

/// A game in an archive between other members, and beside it loose.
fn shelf(at: &Path, of: &str, how: Lpak, archive: &str) -> Vec<u8> {
    let game = sample(of);
    let mut all = vec![("audio/music.xwb".to_owned(), b"WBND".repeat(99)), ("/odd".to_owned(), vec![1])];
    all.extend(below("classic/en/", &game));
    all.extend([("video/last.bik".to_owned(), vec![7; 1001]), ("none".to_owned(), vec![])]);
    let bytes = lpak(&all, how);
    store(at, &[(archive.to_owned(), bytes.clone())]);
    store(&at.join("loose"), &game);
    bytes
}

#[test]
fn an_archive_comes_out_with_its_members_changed_and_nothing_else() {
    for (of, archive) in [("v5", "Monkey1.pak"), ("v6", "tenta.cle"), ("v7", "full.data")] {
        for (big, wide) in [(false, false), (false, true), (true, false), (true, true)] {
            let at = folder(&format!("put {of} {big} {wide}"));
            let before = shelf(&at, of, Lpak { big, wide, false_names: true }, archive);
            ok(&at, &format!("new hero --as {of}"));
            ok(&at, "put loose hero --id 9 --room 1 -o mod");
            ok(&at, &format!("put {archive} hero --id 9 --room 1 -o out --force"));
            let mut wanted = members(&before);
            for (name, bytes) in tree(&at.join("mod")) {
                let name = format!("classic/en/{name}");
                assert!(wanted.insert(name.clone(), bytes).is_some(), "{name}");
            }
            let after = fs::read(at.join("out").join(archive)).unwrap();
            assert_ne!(after.len(), before.len(), "a new costume makes it longer");
            assert!(members(&after) == wanted, "{of}, {big}, {wide}");
            let source: Arc<[u8]> = Arc::from(after.as_slice());
            let tables = Archive::read(&source).unwrap();
            // The packer lays members out at multiples of 16 behind the data's start.
            let start = tables.members[0].at;
            assert!(
                tables.members.iter().all(|it| (it.at - start).is_multiple_of(16)),
                "{of}: they lie as before"
            );
            // The size of the data is the header's last number.
            let field = after[36..40].try_into().unwrap();
            let len = if big { u32::from_be_bytes(field) } else { u32::from_le_bytes(field) };
            assert_eq!(u64::from(len), after.len() as u64 - start);
            ok(&at, &format!("check out/{archive}"));
        }
    }
}

#[test]
fn as_a_file_in_place_loose_and_by_a_patch() {
    let at = folder("put ways");
    let how = Lpak { big: false, wide: false, false_names: false };
    let before = shelf(&at, "v5", how, "Monkey1.pak");
    ok(&at, "unpack Monkey1.pak 6 -o minuet");
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    fs::write(at.join("minuet/costume.toml"), text.replacen("at = [", "move = [3, 4]\nat = [", 1)).unwrap();
    let said = ok(&at, "put Monkey1.pak minuet -o new.pak").stderr;
    assert!(said.contains("wrote the archive new.pak"), "{said}");
    let new = fs::read(at.join("new.pak")).unwrap();
    assert!(new != before);
    // Beside the original it makes a folder of two games: that is said, and each can be given.
    assert!(said.contains("new.pak is next to Monkey1.pak: the folder holds two games now"), "{said}");
    let shown = |game: &str| {
        let ran = run_in(&at, &["dump", game, "6"]);
        ran.ends(0);
        ran.stdout
    };
    assert_ne!(shown("new.pak"), shown("Monkey1.pak"));
    fs::create_dir(at.join("pair")).unwrap();
    for name in ["new.pak", "Monkey1.pak"] {
        fs::copy(at.join(name), at.join("pair").join(name)).unwrap();
    }
    assert_eq!(shown("pair#new.pak"), shown("new.pak"));
    fs::remove_dir_all(at.join("pair")).unwrap();
    ok(&at, "put Monkey1.pak minuet -o folder");
    assert!(fs::read(at.join("folder/Monkey1.pak")).unwrap() == new);
    ok(&at, "put Monkey1.pak minuet -o new.pak");
    fs::write(at.join("taken.pak"), "mine").unwrap();
    run(&at, "put Monkey1.pak minuet -o taken.pak").fails(2, &["taken.pak exists", "--force"]);
    fs::remove_file(at.join("taken.pak")).unwrap();
    ok(&at, "put Monkey1.pak minuet -o mod --loose");
    let names: Vec<String> = tree(&at.join("mod")).into_keys().collect();
    assert_eq!(names, ["sample.000", "sample.001"]);
    // A patch is of the file in it, for those who have it loose and those who have it in the archive.
    ok(&at, "put Monkey1.pak minuet --patch minuet.bps");
    ok(&at, "patch apply Monkey1.pak minuet.bps -o patched");
    assert!(fs::read(at.join("patched/Monkey1.pak")).unwrap() == new);
    ok(&at, "patch apply loose minuet.bps -o loosened");
    assert_eq!(tree(&at.join("loosened")), tree(&at.join("mod")));
    ok(&at, "put Monkey1.pak minuet --in-place");
    assert!(fs::read(at.join("Monkey1.pak")).unwrap() == new);
    assert!(fs::read(at.join("Monkey1.pak.before-costumier")).unwrap() == before);
    ok(&at, "put Monkey1.pak minuet --in-place").warns(&["nothing changed"]);
    // Nothing to change: one thing is said, and it is so.
    let said = ok(&at, "put Monkey1.pak minuet -o same").stderr;
    assert!(said.contains("wrote the archive same/Monkey1.pak, the same as it was: the game has"), "{said}");
    assert!(!said.contains("nothing changed") && fs::read(at.join("same/Monkey1.pak")).unwrap() == new);
    let said = ok(&at, "put Monkey1.pak minuet --patch none.bps").stderr;
    assert!(said.contains("no patch was written") && !at.join("none.bps").exists(), "{said}");
    // What is kept is no second game.
    fs::create_dir(at.join("shop")).unwrap();
    for file in ["Monkey1.pak", "Monkey1.pak.before-costumier"] {
        fs::rename(at.join(file), at.join("shop").join(file)).unwrap();
    }
    ok(&at, "dump shop 6");
}

#[test]
fn archives_beside_each_other_are_listed_by_name_with_their_titles() {
    let at = folder("put pair");
    let how = Lpak { big: false, wide: false, false_names: false };
    // A name from which a title follows, and one with spaces.
    for (archive, index) in [("Monkey1.pak", "monkey1"), ("my  new.pak", "monkey1")] {
        let renamed = sample("v5").into_iter().map(|(name, bytes)| (name.replace("sample", index), bytes));
        let all = below("classic/en/", &renamed.collect::<Vec<_>>());
        store(&at.join("pair"), &[(archive.to_owned(), lpak(&all, how))]);
    }
    let both = ok(&at, "info pair --json");
    let named: Vec<String> =
        both.json().as_array().unwrap().iter().map(|it| it["game"].as_str().unwrap().to_owned()).collect();
    assert_eq!(named, ["pair#Monkey1.pak/classic/en/monkey1.000", "pair#my  new.pak/classic/en/monkey1.000"]);
    for game in named {
        run_in(&at, &["dump", &game, "6"]).ends(0);
    }
}

#[test]
#[ignore = "needs zip"]
fn other_forms_say_that_they_come_out_loose() {
    let at = folder("put zip");
    store(&at.join("in"), &sample("v5"));
    pack::run(&at.join("in"), "zip", &["-qr", "../game.zip", "."]);
    ok(&at, "unpack game.zip 6 -o minuet");
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    fs::write(at.join("minuet/costume.toml"), text.replacen("at = [", "move = [3, 4]\nat = [", 1)).unwrap();
    ok(&at, "put game.zip minuet -o mod").warns(&["game.zip (zip) stays as it is", "loose"]);
    run(&at, "put game.zip minuet --in-place")
        .fails(2, &["game.zip was not changed: `--in-place` does not write into zip", "remasters' archives"]);
}
