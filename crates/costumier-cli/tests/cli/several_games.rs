//! What somebody met who had nothing but README: shelves of games, bare blocks, names, folders of folders.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::pack;
use crate::support::{edit, folder, ok, run, tarred, tree, zipped};
use crate::whatis::Rgba;

const LPAK: pack::Lpak = pack::Lpak { big: false, wide: false, false_names: false };

/// The sample game, as files.
fn game(at: &Path, name: &str) -> Vec<(String, Vec<u8>)> {
    ok(at, &format!("sample {name}"));
    tree(&at.join(name)).into_iter().collect()
}

/// A row of a table by the game's name.
#[track_caller]
fn row<'t>(table: &'t str, game: &str) -> &'t str {
    let found = table.lines().find(|line| line.split_whitespace().next() == Some(game));
    found.unwrap_or_else(|| panic!("{game} is missing in\n{table}"))
}

#[test]
fn everything_on_a_shelf_has_a_row() {
    let at = folder("desk-shelf");
    let files = game(&at, "shelf/whole");
    ok(&at, "sample shelf/other --generation v7");
    let put = |name: &str, bytes: &[u8]| {
        let place = at.join("shelf").join(name);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    };
    let (archive, lpak) = (zipped(&files), pack::lpak(&files, LPAK));
    put("good.zip", &archive);
    put("cut.zip", &archive[..archive.len() / 2]);
    put("deep/tentacle.cle", &lpak[..60]);
    let mut flipped = archive.clone();
    // A byte of the packed index.
    flipped[60] ^= 0x55;
    put("flipped.zip", &flipped);
    put("nothing.zip", b"");
    put("nothing.7z", b"");
    put("page.zip", b"<html>404</html>");
    put("monkey2.rar", b"Rar!\x1a\x07\x01\0 and so on");
    put("index alone/sample.000", &files[0].1);
    put("data alone/sample.001", &files[1].1);
    // What takes a game away again is none.
    put("whole/unins000.exe", b"MZ Inno Setup");
    put("whole/letter.txt", b"Dear sir");
    let wanted = [
        ("whole/sample.000", "ok"),
        ("other/sample.la0", "ok"),
        ("good.zip/sample.000", "ok"),
        ("cut.zip", "its end is missing"),
        ("flipped.zip/sample.000", "failed: "),
        ("deep/tentacle.cle", "failed: deep/tentacle.cle: "),
        ("nothing.zip", "its end is missing"),
        ("nothing.7z", "an empty file that is called an archive"),
        ("page.zip", "called an archive, and is none"),
        ("monkey2.rar", "is a RAR archive, Monkey Island 2 by its name: unpack it"),
    ];
    let info = run(&at, "info shelf");
    info.ends(1);
    let check = run(&at, "check shelf");
    for (name, what) in wanted {
        for told in [&info, &check] {
            let row = row(&told.stdout, &format!("shelf#{name}"));
            assert!(row.contains(what), "{row}");
        }
    }
    for (name, what) in [
        ("index alone/sample.000", "the same index as another here: file index alone/sample.001 is missing"),
        ("data alone/sample.001", "file data alone/sample.000 is missing"),
    ] {
        let line = info.stdout.lines().find(|line| line.starts_with(&format!("shelf#{name}")));
        assert!(line.is_some_and(|line| line.contains(what)), "{name}: {}", info.stdout);
    }
    assert_eq!(info.stdout.lines().count(), 13, "{}", info.stdout);
    run(&at, "list shelf").fails(1, &["error: shelf#cut.zip: "]);
    let json = run(&at, "info shelf --json").json();
    assert_eq!(json.as_array().unwrap().iter().filter(|it| it["error"].is_object()).count(), 9);
    // One game and an archive that came to nothing are two things on a shelf.
    put("../pair/empty.zip", b"");
    game(&at, "pair/whole");
    let pair = run(&at, "info pair");
    assert_eq!((pair.status, pair.stdout.lines().count()), (1, 3), "{}", pair.stdout);
    // Only what is odd or broken, where that is asked for.
    let quiet = run(&at, "check shelf --quiet");
    assert!(!quiet.stdout.contains("good.zip") && quiet.stdout.contains("cut.zip"), "{}", quiet.stdout);
    assert_eq!(ok(&at, "check sample sample-v7 --quiet").stdout, "");
    // One of them can be asked for by the name that it has in the table.
    run(&at, "info shelf#cut.zip")
        .fails(2, &["cut.zip: zip: its end is missing", "hint: the archive is damaged"]);
    run(&at, "info shelf#cut").fails(2, &["cut.zip: zip: its end is missing"]);
}

#[test]
fn one_game_beside_something_damaged() {
    let at = folder("desk-beside");
    let files = game(&at, "shelf/whole");
    let archive = zipped(&files);
    fs::write(at.join("shelf/cut.zip"), &archive[..900]).unwrap();
    let info = run(&at, "info shelf");
    info.ends(1);
    assert!(row(&info.stdout, "shelf#whole/sample.000").ends_with("ok"));
    assert!(row(&info.stdout, "shelf#cut.zip").contains("failed: "));
    // The game can be used as before; in its own folder it may be a manual as well.
    ok(&at, "dump shelf 1");
    fs::write(at.join("shelf/whole/manual.zip"), &archive[..900]).unwrap();
    let info = ok(&at, "info shelf/whole");
    assert!(info.stdout.starts_with("generation"), "{}", info.stdout);
    info.warns(&["warning: manual.zip: zip: "]);
    // Two discs of a game are one game, whole or not.
    fs::create_dir_all(at.join("discs/one")).unwrap();
    fs::create_dir_all(at.join("discs/two")).unwrap();
    fs::write(at.join("discs/one/sample.000"), &files[0].1).unwrap();
    fs::write(at.join("discs/two/sample.001"), &files[1].1).unwrap();
    assert!(ok(&at, "info discs").stdout.starts_with("generation"));
}

#[test]
fn names_behind_a_hash() {
    let at = folder("desk-names");
    let files = game(&at, "shelf/hero");
    for name in ["hero2", "hero3"] {
        ok(&at, &format!("sample shelf/{name}"));
    }
    fs::write(at.join("shelf/he.tgz"), tgz(&files)).unwrap();
    // The one that is called so, and not all whose names begin so.
    assert!(ok(&at, "info shelf#hero").stdout.starts_with("generation"));
    ok(&at, "dump shelf#HERO2 1").prints(&["costume 1"]);
    assert!(ok(&at, "info shelf#hero3/sample.000").stdout.starts_with("generation"));
    // An archive is called as its file is.
    ok(&at, "info shelf#he.tgz").prints(&["form        he.tgz (tar in gzip)"]);
    ok(&at, "info shelf#he").prints(&["he.tgz"]);
    let all = ok(&at, "info shelf").stdout;
    assert!(all.contains("shelf#he.tgz/sample.000") && !all.contains("he.tar"), "{all}");
    // Several: those that fit, and no others.
    run(&at, "dump shelf#ero 1")
        .fails(2, &["there are 3 games here", "hero2/sample.000", "hint: name one of them"])
        .lacks(&["he.tgz"]);
    assert_eq!(ok(&at, "info shelf#ero").stdout.lines().count(), 4);
    run(&at, "info shelf#nobody").fails(
        2,
        &[
            "there is no game called \"nobody\" here; the games are he.tgz/sample.000, hero/sample.000, ",
            "hint: `costumier info shelf` lists",
        ],
    );
}

/// A tar of files in gzip, as `tar czf` writes it.
fn tgz(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&tarred(files)).unwrap();
    packed.finish().unwrap()
}

#[test]
fn a_block_alone_is_a_game_with_one_costume() {
    let at = folder("desk-block");
    for (word, id, ending, generation, wrong) in [
        ("sample", "6", "cost", "v5", "v7"),
        ("sample-v7", "10", "akos", "v7", "v6"),
        ("sample-he", "5", "akos", "he61", "v4"),
    ] {
        let block = format!("{word}.{ending}");
        ok(&at, &format!("extract {word} {id} -o {block}"));
        run(&at, &format!("dump {block} 1")).fails(
            2,
            &["is a bare ", "does not store its generation", "hint: name it with `--generation`", generation],
        );
        run(&at, &format!("dump {block} 1 --generation {wrong}"))
            .fails(2, &["has no such blocks", "hint: name one of"]);
        let listing = |text: String| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let dump = |game: &str, id: &str| listing(ok(&at, &format!("dump {game} {id}")).stdout);
        let said = format!("{block} --generation {generation}");
        assert_eq!(dump(&said, "1"), dump(word, id), "{word}");
        let list = ok(&at, &format!("list {said}"));
        assert_eq!(list.stdout.lines().count(), 2, "{}", list.stdout);
        list.warns(&["is a bare block: it is shown as costume 1"]);
        for call in [
            "info",
            "check",
            "play GAME 1",
            "export GAME 1 --as gif,png -o out --force",
            "extract GAME 1 -o again --force",
        ] {
            let call =
                if call.contains("GAME") { call.replace("GAME", &said) } else { format!("{call} {said}") };
            ok(&at, &call);
        }
        assert_eq!(fs::read(at.join("again")).unwrap(), fs::read(at.join(&block)).unwrap());
        // Without a header it is the same.
        ok(&at, &format!("extract {word} {id} --payload -o bare --force"));
        assert_eq!(dump(&format!("bare --generation {generation}"), "1"), dump(word, id), "{word}");
    }
    run(&at, "info sample --generation v8")
        .fails(2, &["--generation is only for a costume's block", "name the edition in GAME: sample, "]);
    fs::write(at.join("letter"), "Dear sir").unwrap();
    run(&at, "info letter --generation v5").fails(2, &["letter cannot be read as a costume of v5"]);
}

#[test]
fn costume_folders_in_a_folder() {
    let at = folder("desk-folders");
    game(&at, "game");
    ok(&at, "unpack game 1 6 -o all");
    fs::write(at.join("all/notes.txt"), "mine").unwrap();
    let put = ok(&at, "put game all -o mod");
    put.warns(&["costume 1: ", "costume 6: "]);
    run(&at, "pack all -o block").fails(
        2,
        &[
            "all is no costume folder, but holds 2 costume folders",
            "hint: name one of them, such as all/001-odile; `put` takes all of them",
        ],
    );
    run(&at, "put game all --id 4 -o more").fails(2, &["--id works with one folder, and the call names 2"]);
}

/// What one's own `put` made of a game is still that game for the next costume folder.
#[test]
fn one_s_own_mod_is_no_other_game() {
    let at = folder("desk-own");
    let edit = |folder: &str, from: &str, to: &str| edit(at.join(folder), from, to);
    game(&at, "game");
    ok(&at, "unpack game 1 -o odile");
    ok(&at, "unpack game 3 -o tick");
    edit("odile", "at = [", "move = [1, 2]\nat = [");
    ok(&at, "new hero");
    // A copy whose index is another: costume 1 is as it was.
    ok(&at, "put game hero --id 9 --room 1 -o mod");
    ok(&at, "put mod odile -o mod2");
    // In place, the same costume twice: the index as it was lies beside.
    ok(&at, "put game hero --id 9 --room 1 --in-place");
    ok(&at, "put game odile --in-place");
    edit("odile", "move = [1, 2]", "move = [1, 3]");
    ok(&at, "put game odile --in-place");
    ok(&at, "put game tick --in-place");
    // And in an archive.
    let files = game(&at, "fresh");
    fs::write(at.join("game.pak"), pack::lpak(&files, LPAK)).unwrap();
    ok(&at, "unpack game.pak 6 -o minuet");
    edit("minuet", "at = [", "move = [1, 2]\nat = [");
    ok(&at, "put game.pak hero --id 9 --room 1 --in-place");
    for (from, to) in [("move = [1, 2]", "move = [1, 3]"), ("move = [1, 3]", "move = [1, 4]")] {
        edit("minuet", from, to);
        ok(&at, "put game.pak minuet --in-place");
    }
    // The costume in the game is one that this folder was put as.
    ok(&at, "put mod2 odile -o mod3");
    // Where nothing shows it, the way is named.
    fs::remove_file(at.join("odile/last-put.txt")).unwrap();
    run(&at, "put mod2 odile -o mod4").fails(
        2,
        &[
            "another game or another edition",
            "hint: name the game that it was unpacked from. If this is your own mod",
        ],
    );
}

#[test]
fn paint_that_no_picture_has_is_told() {
    let at = folder("desk-paint");
    game(&at, "game");
    ok(&at, "unpack game 6 -o minuet");
    ok(&at, "pack minuet -o a").lacks(&["warning"]);
    let sheet = at.join("minuet/limb-0.png");
    let Rgba { width, height, pixels: mut colours } = Rgba::read(&sheet);
    let ink = *colours.iter().find(|colour| colour[3] == 255).unwrap();
    let save = |pixels: &[[u8; 4]]| Rgba { width, height: height + 2, pixels: pixels.to_vec() }.write(&sheet);
    colours.resize(width * (height + 2), [0; 4]);
    // Two rows more than any picture has.
    for x in [5, 6, 9] {
        colours[width * height + x] = ink;
    }
    save(&colours);
    let told = ok(&at, "pack minuet -o a --force").stderr;
    let said = format!("warning: limb-0.png: 3 painted pixels are in no picture, the first at 5,{height}");
    assert!(told.contains(&said), "{said}\n{told}");
    ok(&at, "put game minuet -o mod").warns(&["3 painted pixels are in no picture"]);

    // A pixel that is half there, and one in a colour that nobody has: where they are on the sheet.
    let text = fs::read_to_string(at.join("minuet/costume.toml")).unwrap();
    let rects = text.lines().filter_map(|line| line.split_once("rect = [")?.1.split_once(']'));
    let rects: Vec<Vec<usize>> =
        rects.map(|(rect, _)| rect.split(", ").map(|n| n.parse().unwrap()).collect()).collect();
    let rect = rects.iter().find(|rect| rect[0] > 20 && rect[2] > 3 && rect[3] > 3).unwrap();
    let (x, y) = (rect[0] + 2, rect[1] + 1);
    let [r, g, b, _] = ink;
    colours[y * width + x] = [r, g, b, 128];
    save(&colours);
    ok(&at, "pack minuet -o a --force").warns(&["limb-0.png: partly transparent: 1 pixel of picture "]);
    colours[y * width + x] = [1, 254, 3, 255];
    save(&colours);
    let told = run(&at, "pack minuet -o a --force");
    let said = format!(", the first at {x},{y}. The nearest is ");
    told.fails(2, &["limb-0.png: #01fe03 is not in this costume: 1 pixel of picture \"", &said]);
    // A soft brush makes many colours. One line names the file and the most frequent of them.
    for (shade, column) in (10..14).zip(x..) {
        colours[y * width + column] = [shade, 254, 3, 255];
    }
    save(&colours);
    let told = run(&at, "pack minuet -o a --force");
    told.fails(2, &["limb-0.png: 4 colours are not in this costume (4 pixels). Most frequent: #", "for all"]);
    assert_eq!(told.stderr.matches("limb-0.png").count(), 1, "{}", told.stderr);
}
