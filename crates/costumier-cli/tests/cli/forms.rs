//! The sample game, and a small game of every generation, in each form in which games are owned: found, and
//! the same costumes byte for byte.

use std::fs;
use std::time::{Duration, Instant};

use crate::pack::{self, Lpak, below, costumes, same, store};
use crate::support::{NamedFiles, folder, generated, ok, run, run_in};

/// The options of genisoimage for names such as `freddicove.(a)`: more than eight letters, and brackets.
const LONG_NAMES: &[&str] = &["-quiet", "-l", "-relaxed-filenames"];

fn upper(game: &NamedFiles) -> NamedFiles {
    game.iter().map(|(name, bytes)| (name.to_uppercase(), bytes.clone())).collect()
}

#[test]
fn loose_files_up_to_three_folders_down() {
    for (name, game) in generated() {
        for folder in ["", "app/", "data/noarch/game/", "Game.app/Contents/Resources/game/"] {
            same(&format!("{name} in {folder:?}"), &game, below(folder, &upper(&game)));
        }
        let deep = below("a/b/c/d/", &game);
        assert!(costumes(deep, None).is_err(), "{name}: four folders down");
    }
}

#[test]
fn rooms_spread_over_a_macs_folders() {
    for (name, game) in generated().into_iter().filter(|(name, _)| name == "v3 EGA" || name == "v2") {
        let spread = game
            .iter()
            .enumerate()
            .map(|(at, (name, bytes))| (format!("Rooms {}/{name}", 1 + at % 3), bytes.clone()));
        same(&name, &game, spread.collect());
        same(&name, &game, below("rooms/", &game));
    }
}

#[test]
fn remasters_archives_in_both_versions_and_byte_orders() {
    for (name, game) in generated() {
        let mut members =
            vec![("audio/music.xwb".to_owned(), b"WBND".repeat(9)), ("/odd".to_owned(), vec![1])];
        members.extend(below("classic/en/", &game));
        members.push(("../escape".to_owned(), vec![2]));
        for (big, wide, false_names) in [
            (false, false, false),
            (false, false, true),
            (false, true, true),
            (true, false, true),
            (true, true, false),
        ] {
            let how = Lpak { big, wide, false_names };
            let archive = pack::lpak(&members, how);
            same(&format!("{name}, {how:?}"), &game, vec![("Monkey1.pak".to_owned(), archive)]);
        }
    }
}

#[test]
fn english_comes_before_other_languages_and_a_remaster_before_what_it_carries() {
    let games = generated();
    let named = |wanted: &str| games.iter().find(|(name, _)| name == wanted).unwrap().1.clone();
    let (main, inside) = (named("sample v5"), named("v1"));
    let mut members = below("classic/de/", &named("v6"));
    members.extend(below("maniac/", &inside));
    members.extend(below("classic/en/", &main));
    let how = Lpak { big: false, wide: false, false_names: true };
    let archive = vec![("tenta.cle".to_owned(), pack::lpak(&members, how))];
    same("English", &main, archive.clone());
    let at = folder("languages");
    store(&at, &archive);
    for (wanted, of) in
        [("maniac", &inside), ("classic/de", &named("v6")), ("tenta.cle/maniac/00.LFL", &inside)]
    {
        let listed = run_in(&at, &["list", "--json", &format!("tenta.cle#{wanted}")]);
        listed.ends(0);
        store(&at.join("plain"), of);
        assert_eq!(listed.json(), run(&at, "list --json plain").json());
        fs::remove_dir_all(at.join("plain")).unwrap();
    }
    run(&at, "list tenta.cle#nothing").fails(2, &["nothing"]);
}

/// What stands in for a program's code: bytes without any order, `MZ` in front.
fn program(index: &[u8], seed: u32) -> Vec<u8> {
    let mut state = seed;
    let mut noise = |len: usize| -> Vec<u8> {
        std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_le_bytes()[3]
        })
        .take(len)
        .collect()
    };
    [b"MZ".to_vec(), noise(50_001 + seed as usize % 7), index.to_vec(), noise(9_000)].concat()
}

#[test]
fn an_index_inside_an_executable() {
    for (name, game) in generated() {
        let (index, data) = game.split_first().unwrap();
        // Of v1, v2 and old bundles no such edition exists: their index has no tags to find it by.
        if ["v1", "v1 Maniac", "v2", "v3 EGA", "sample v2", "sample v3-ega"].contains(&name.as_str()) {
            continue;
        }
        for seed in 1..4 {
            let exe = program(&index.1, seed * 77);
            for folder in ["game/", ""] {
                let mut files = below(folder, &data.to_vec());
                files.push(("The Game.exe".into(), exe.clone()));
                files.push(("unins000.exe".into(), program(b"", seed)));
                same(&format!("{name} beside {folder:?}"), &game, files);
            }
            let mut mac = below("The Game.app/Contents/Resources/", &data.to_vec());
            let mach = [&[0xCE, 0xFA, 0xED, 0xFE], &exe[2..]].concat();
            mac.push(("The Game.app/Contents/MacOS/The Game".into(), mach));
            same(&format!("{name} on a Mac"), &game, mac);
        }
    }
}

#[test]
#[ignore = "needs zip, python3, genisoimage"]
fn zip_by_others_also_behind_a_script_and_with_an_image_in_it() {
    for (name, game) in generated() {
        let at = folder(&format!("zip {name}"));
        store(&at.join("in"), &below("My Game/", &game));
        pack::run(&at.join("in"), "zip", &["-qr", "../deflated.zip", "."]);
        pack::run(&at.join("in"), "zip", &["-qr0", "../stored.zip", "."]);
        let script = [
            b"#!/bin/sh\n# This script was generated using Makeself\n".to_vec(),
            vec![b'#'; 9999],
            fs::read(at.join("deflated.zip")).unwrap(),
        ];
        fs::write(at.join("gog_game.sh"), script.concat()).unwrap();
        pack::run(&at, "python3", &["-m", "zipfile", "-c", "python.zip", "in/My Game"]);
        pack::run(&at, "genisoimage", &[LONG_NAMES, &["-o", "cd.iso", "in/My Game"]].concat());
        pack::run(&at, "zip", &["-q", "nested.zip", "cd.iso"]);
        fs::remove_file(at.join("cd.iso")).unwrap();
        for form in ["deflated.zip", "stored.zip", "gog_game.sh", "python.zip", "nested.zip"] {
            let bytes = fs::read(at.join(form)).unwrap();
            same(&format!("{name}, {form}"), &game, vec![(form.to_owned(), bytes)]);
        }
    }
}

#[test]
#[ignore = "needs genisoimage, xorriso"]
fn cd_images_by_others_plain_and_raw_with_and_without_a_cue_sheet() {
    for (name, game) in generated() {
        let at = folder(&format!("cd {name}"));
        store(&at.join("in"), &game);
        pack::run(&at, "genisoimage", &[LONG_NAMES, &["-o", "plain.iso", "in"]].concat());
        pack::run(&at, "genisoimage", &["-quiet", "-J", "-R", "-o", "joliet.iso", "in"]);
        pack::run(&at, "xorriso", &["-as", "mkisofs", "-quiet", "-J", "-o", "xorriso.iso", "in"]);
        for image in ["plain.iso", "joliet.iso", "xorriso.iso"] {
            let bytes = fs::read(at.join(image)).unwrap();
            same(&format!("{name}, {image}"), &game, vec![(image.to_owned(), bytes.clone())]);
            for mode in [1, 2] {
                let raw = pack::raw_sectors(&bytes, mode);
                same(&format!("{name}, {image} raw"), &game, vec![("game.bin".to_owned(), raw.clone())]);
                // Music first: the data track starts somewhere.
                let cue = format!(
                    "FILE \"GAME.BIN\" BINARY\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 \
                     MODE{mode}/2352\n  INDEX 01 00:00:04\n"
                );
                let moved = [vec![7; 4 * 2352], raw].concat();
                let files = vec![("game.cue".to_owned(), cue.into_bytes()), ("game.bin".to_owned(), moved)];
                same(&format!("{name}, cue"), &game, files.clone());
                let found = costumes(files, Some("game.cue")).unwrap();
                assert!(found == costumes(game.clone(), None).unwrap());
            }
        }
    }
}

#[test]
fn a_macintosh_data_file_bare_and_in_mac_binary() {
    for (name, game) in generated()
        .into_iter()
        .filter(|(name, _)| name.contains("v5") || name.contains("v6") || name.contains("v7"))
    {
        let data = pack::mac_data(&game);
        same(&name, &game, vec![("Fate of Atlantis Data".to_owned(), data.clone())]);
        let wrapped = pack::mac_binary("Fate of Atlantis Data", &data);
        same(&name, &game, vec![("fate.bin".to_owned(), wrapped)]);
        // Each file wrapped by itself, the names kept or not.
        let each = |ending: &str| {
            game.iter()
                .map(|(name, bytes)| (format!("{name}{ending}"), pack::mac_binary(name, bytes)))
                .collect()
        };
        same(&name, &game, each(".bin"));
        same(&name, &game, each(""));
    }
}

#[test]
#[ignore = "needs mtools"]
fn floppies_by_mtools_the_game_on_one_or_each_file_on_its_own() {
    for (name, game) in generated() {
        let at = folder(&format!("fat {name}"));
        store(&at.join("in"), &game);
        let mut together = Vec::new();
        for size in ["720", "1440"] {
            let image = format!("one{size}.img");
            pack::run(&at, "mformat", &["-C", "-f", size, "-i", &image, "::"]);
            for (file, _) in &game {
                pack::run(&at, "mcopy", &["-i", &image, &format!("in/{file}"), "::"]);
            }
            let bytes = fs::read(at.join(&image)).unwrap();
            same(&format!("{name}, {image}"), &game, vec![(image, bytes.clone())]);
            // The Atari ST has no marks in its boot sector.
            let mut atari = bytes;
            atari[..2].fill(0);
            atari[510..512].fill(0);
            same(&format!("{name}, ST"), &game, vec![("game.st".to_owned(), atari)]);
        }
        for (disk, (file, _)) in game.iter().enumerate() {
            let image = format!("disk{}.img", disk + 1);
            pack::run(&at, "mformat", &["-C", "-f", "720", "-i", &image, "::"]);
            pack::run(&at, "mmd", &["-i", &image, "::/GAME"]);
            pack::run(&at, "mcopy", &["-i", &image, &format!("in/{file}"), "::/GAME"]);
            together.push((image.clone(), fs::read(at.join(&image)).unwrap()));
        }
        same(&format!("{name} over {} disks", game.len()), &game, together.clone());
        let found = costumes(together, Some("disk1.img")).unwrap();
        assert!(found == costumes(game.clone(), None).unwrap(), "{name}: one disk named means its set");
    }
}

#[test]
fn installers_archives_over_floppies() {
    for (name, game) in generated().into_iter().filter(|(name, _)| !name.contains("humongous")) {
        for part in [usize::MAX, 100_000, 33_333] {
            if game.iter().any(|(name, _)| name.len() > 13)
                || game.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() / part > 20
            {
                continue;
            }
            let parts = pack::lfg(&game, part);
            same(&format!("{name} in {} parts", parts.len()), &game, parts.clone());
            let first = parts[0].0.clone();
            assert!(costumes(parts.clone(), Some(&first)).is_ok());
            if parts.len() > 1 {
                let at = folder("lfg missing");
                store(&at, &parts[1..]);
                run(&at, "info .").fails(2, &["XXX"]);
            }
        }
    }
}

#[test]
fn amiga_disks_in_both_file_systems() {
    for (name, game) in generated() {
        for fast in [false, true] {
            let all = below("rooms/", &game);
            same(
                &format!("{name}, fast {fast}"),
                &game,
                vec![("game.adf".to_owned(), pack::adf(&all, fast))],
            );
            let each = game.iter().enumerate().map(|(at, file)| {
                (format!("Game (Disk {} of 11).adf", at + 1), pack::adf(std::slice::from_ref(file), fast))
            });
            same(&format!("{name} over disks"), &game, each.collect());
        }
    }
}

#[test]
#[ignore = "needs xdftool (amitools)"]
fn amiga_disks_by_others() {
    let (name, game) = generated().into_iter().find(|(name, _)| name == "sample v5").unwrap();
    let at = folder("adf by others");
    store(&at, &game);
    for kind in ["ofs", "ffs"] {
        let image = format!("{kind}.adf");
        let mut args = vec![image.as_str(), "format", "Game", kind];
        for (file, _) in &game {
            args.extend(["+", "write", file]);
        }
        pack::run(&at, "xdftool", &args);
        same(
            &format!("{name}, {kind} by xdftool"),
            &game,
            vec![(image.clone(), fs::read(at.join(&image)).unwrap())],
        );
    }
}

#[test]
fn two_discs_of_a_game_are_one_and_two_copies_are_two() {
    let (_, game) = generated().into_iter().find(|(name, _)| name == "sample v8").unwrap();
    let (index, data) = game.split_first().unwrap();
    let mut discs =
        vec![(format!("CD1/{}", index.0), index.1.clone()), (format!("CD2/{}", index.0), index.1.clone())];
    discs.extend(below("CD2/", &data.to_vec()));
    same("the data on the second disc", &game, discs);
    let copies = [below("one/", &game), below("two/", &game)].concat();
    assert!(costumes(copies, None).unwrap_err().to_string().contains("there are 2 games"));
}

#[test]
fn the_command_opens_what_the_library_opens() {
    let (_, game) = generated().into_iter().find(|(name, _)| name == "sample v5").unwrap();
    let at = folder("command");
    store(&at.join("plain"), &game);
    let how = Lpak { big: false, wide: false, false_names: true };
    fs::write(at.join("Monkey1.pak"), pack::lpak(&below("classic/en/", &game), how)).unwrap();
    fs::write(at.join("Data"), pack::mac_data(&game)).unwrap();
    fs::write(at.join("game.adf"), pack::adf(&game, true)).unwrap();
    let plain = run(&at, "list --json plain");
    let dump = run(&at, "dump --json plain 2");
    for form in ["Monkey1.pak", "Data", "game.adf"] {
        assert_eq!(run_in(&at, &["list", "--json", form]).json(), plain.json(), "{form}");
        let other = run_in(&at, &["dump", "--json", form, "2"]);
        assert_eq!(other.json()["limbs"], dump.json()["limbs"], "{form}");
    }
}

#[test]
fn a_large_file_that_is_no_game_is_told_at_once() {
    let at = folder("large");
    let file = fs::File::create(at.join("large.iso")).unwrap();
    file.set_len(1 << 30).unwrap();
    for arg in [".", "large.iso"] {
        let start = Instant::now();
        run_in(&at, &["info", arg]).ends(2);
        assert!(start.elapsed() < Duration::from_secs(1), "{arg}: {:?}", start.elapsed());
    }
}

#[test]
fn links_in_a_circle_and_loose_games_beside_archives() {
    let (_, game) = generated().into_iter().find(|(name, _)| name == "sample v5").unwrap();
    let at = folder("circle");
    store(&at, &game);
    let how = Lpak { big: false, wide: false, false_names: true };
    fs::write(at.join("Monkey1.pak"), pack::lpak(&below("classic/en/", &game), how)).unwrap();
    #[cfg(unix)]
    {
        fs::create_dir(at.join("below")).unwrap();
        std::os::unix::fs::symlink(&at, at.join("below/again")).unwrap();
    }
    ok(&at, "info .").prints(&["Monkey1.pak"]);
}

#[test]
fn what_is_not_opened_is_named_with_the_step_that_helps() {
    let at = folder("named");
    let program = [b"MZ".as_slice(), &[0; 9000], b"Inno Setup Setup Data (5.6)", &[0; 90]].concat();
    fs::write(at.join("setup_monkey_island2_1.0.exe"), program).unwrap();
    for arg in [".", "setup_monkey_island2_1.0.exe"] {
        let step = "innoextract -d FOLDER setup_monkey_island2_1.0.exe";
        run_in(&at, &["info", arg]).fails(2, &["installer for Windows", "Monkey Island 2 by its name", step]);
    }
    fs::write(at.join("a.rar"), b"Rar!\x1a\x07\x00............").unwrap();
    run(&at, "list a.rar").fails(2, &["a.rar is a RAR archive", "unar a.rar"]);
    fs::write(at.join("cut.pak"), b"KAPL\x00\x00\x80\x3f\x28\x00\x00\x00").unwrap();
    run(&at, "list cut.pak").fails(2, &["cut.pak", "start of the entries"]);
}
