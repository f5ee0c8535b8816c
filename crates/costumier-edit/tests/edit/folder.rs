//! Costume folders: unpacked and packed again they are the same, edited they change what was edited.

use crate::support::{files, indexed, open, pack, parts, refusal, sample, text, with_picture, with_text};
use costumier::{Costume, Dialect, Game, Generation, Limits, MemoryFiles, PictureKey};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, PictureFiles, TEXT};

fn about(game: &Game, id: u32) -> About {
    let costume = game.costume(id).unwrap();
    let palette = game.costume_palette(id).unwrap();
    let colours = costume.palette().iter().map(|colour| palette[usize::from(*colour)]).collect();
    About {
        id: Some(id),
        room: Some(2),
        game: Some("0123456789abcdef".into()),
        name: None,
        colours,
        ..About::default()
    }
}

fn unpacked(game: &Game, id: u32, pictures: PictureFiles) -> Files {
    folder::unpack(&game.costume(id).unwrap(), &about(game, id), pictures, &Limits::default()).unwrap()
}

#[test]
fn unpacked_and_packed_again_a_block_is_the_same() {
    for dialect in Dialect::CLASSIC {
        let game = open(&files(dialect), dialect);
        for id in game.costume_ids() {
            for pictures in [PictureFiles::Sheets, PictureFiles::Single, PictureFiles::Aseprite] {
                let folder = unpacked(&game, id, pictures);
                let payload = game.costume_bytes(id).unwrap().payload;
                assert_eq!(pack(&folder).payload, payload, "{dialect:?} {id}");
                // The text says it too, without the block.
                let mut alone = folder.clone();
                alone.remove(ORIGINAL);
                assert_eq!(pack(&alone).payload, payload, "{dialect:?} {id}");
            }
        }
    }
    let game = sample(Generation::V5);
    for id in game.costume_ids() {
        let folder = unpacked(&game, id, PictureFiles::Sheets);
        let packed = pack(&folder);
        assert_eq!(packed.payload, game.costume_bytes(id).unwrap().payload);
        assert_eq!((packed.changes, packed.notes, packed.about), (vec![], vec![], about(&game, id)));
    }
}

/// Damaged blocks: cut anywhere, and with any byte changed.
#[test]
fn damaged_blocks_are_given_back_as_they_are() {
    let dialect = Dialect::V5;
    let game = open(&files(dialect), dialect);
    let payload = game.costume_bytes(3).unwrap().payload;
    let limits = Limits::default();
    let mut held = 0;
    let cut = (30..payload.len()).map(|len| payload[..len].to_vec());
    let changed = (0..payload.len()).flat_map(|at| {
        [0x81].map(|by| {
            let mut bytes = payload.clone();
            bytes[at] ^= by;
            bytes
        })
    });
    for bytes in cut.chain(changed) {
        let Ok(costume) = Costume::open(*b"COST", bytes.clone(), dialect) else { continue };
        let Ok(folder) = folder::unpack(&costume, &About::default(), PictureFiles::Sheets, &limits) else {
            continue;
        };
        match folder::pack(&folder, &PackOptions::default()) {
            Ok(packed) => assert_eq!(packed.payload, bytes),
            Err(refused) => panic!("{refused}\n{}", text(&folder)),
        }
        held += 1;
    }
    assert!(held > 250, "{held}");
}

#[test]
fn a_repainted_pixel_changes_one_picture_and_nothing_else() {
    let game = sample(Generation::V5);
    let before = game.costume(1).unwrap();
    let folder = unpacked(&game, 1, PictureFiles::Single);
    let name = folder.keys().find(|name| name.starts_with("limb-0/walk-east-")).unwrap().clone();
    let picture = name.trim_start_matches("limb-0/").trim_end_matches(".png").to_owned();
    let number = text(&folder)
        .split("[[limb.picture]]")
        .position(|entry| entry.contains(&format!("\"{picture}\"")))
        .unwrap()
        - 1;
    let (size, mut indices, _) = indexed(&folder, &name);
    let at = indices.iter().position(|index| *index == 0).unwrap();
    indices[at] = 5;
    let palette = about(&game, 1).palette(16, 0);
    let packed = pack(&with_picture(&folder, &name, size, &indices, &palette));
    let parts = parts(&packed);
    assert_eq!(parts, [format!("limb 0 / picture {number} \"{picture}\"")]);
    let after = Costume::open(*b"COST", packed.payload, Dialect::V5).unwrap();
    for key in before.picture_keys() {
        let [old, new] = [&before, &after].map(|costume| costume.picture(key).unwrap());
        if key == (PictureKey { limb: 0, index: u16::try_from(number).unwrap() }) {
            let pixels = after.indices(key).unwrap().pixels;
            assert_ne!(pixels, before.indices(key).unwrap().pixels);
        } else {
            let taken = old.packed.measure().bytes;
            assert_eq!(old.encoded()[..taken], new.encoded()[..taken], "{key}");
        }
    }
}

#[test]
fn pictures_come_and_go_and_move() {
    let game = sample(Generation::V5);
    let folder = unpacked(&game, 3, PictureFiles::Sheets);
    let text = text(&folder);
    let limb = game.costume(3).unwrap().as_cost().unwrap().limb(0);
    // One more, which is a part of another.
    let first = text.find("[[limb.picture]]").unwrap();
    let second = first + 5 + text[first + 5..].find("[[limb").unwrap();
    let own = text[first..second].lines().filter(|line| !line.starts_with("move"));
    let added: String = own.map(|line| format!("{line}\n")).collect();
    let added =
        added.replacen("name = \"", "name = \"more-", 1).replacen("at = [", "move = [1, 2]\nat = [", 1);
    let name = added.split('"').nth(1).unwrap().to_owned();
    let mut with = text.clone();
    let next_limb = second + text[second..].find("\n[[limb]]").unwrap();
    with.insert_str(next_limb, &format!("\n{added}"));
    let with = with.replacen("loop = [", &format!("loop = [\"{name}\", "), 1);
    let packed = pack(&with_text(&folder, &with));
    let (costume_length, size) = (packed.payload.len(), |bytes: Option<usize>| bytes.unwrap_or(0) as i64);
    let costume = packed.costume().unwrap();
    assert_eq!(costume.as_cost().unwrap().limb(0).len, limb.len + 1);
    let key = PictureKey { limb: 0, index: u16::try_from(limb.len).unwrap() };
    let info = costume.picture(key).unwrap().info;
    assert_eq!((info.move_x, info.move_y), (1, 2));
    assert_eq!(
        costume.indices(key).unwrap().pixels,
        costume.indices(PictureKey { limb: 0, index: 0 }).unwrap().pixels
    );
    // The picture, and the chore that shows it; the rest is what all share.
    let parts = parts(&packed);
    assert!(parts[0].starts_with("limb 0 / picture") && parts[1].starts_with("chore "), "{parts:?}");
    assert!(
        parts[2..].iter().all(|part| part.starts_with("the ") || part.starts_with("headers")),
        "{parts:?}"
    );
    let grown: i64 = packed.changes.iter().map(|it| size(it.after) - size(it.before)).sum();
    assert_eq!(grown, costume_length as i64 - folder[ORIGINAL].len() as i64, "{:?}", packed.changes);
}

#[test]
fn the_same_costume_for_another_generation() {
    let game = sample(Generation::V5);
    for id in game.costume_ids() {
        let folder = unpacked(&game, id, PictureFiles::Sheets);
        let v5 = game.costume(id).unwrap();
        for dialect in [Dialect::V6, Dialect::V4, Dialect::V7, Dialect::V8, Dialect::V5_AMIGA] {
            let options = PackOptions { dialect: Some(dialect), ..PackOptions::default() };
            let payload = folder::pack(&folder, &options).unwrap().payload;
            let tag = dialect.costumes.tag();
            let other = Costume::open(tag, payload, dialect).unwrap();
            assert_eq!(other.picture_keys().len(), v5.picture_keys().len());
            let worse = |problem: &costumier::Problem| problem.severity > costumier::Severity::Note;
            assert!(!other.check().iter().any(worse), "{dialect:?} {id}: {:?}", other.check());
        }
    }
}

#[test]
fn what_is_wrong_is_said_all_at_once_with_its_place() {
    let game = sample(Generation::V5);
    let folder = unpacked(&game, 1, PictureFiles::Sheets);
    let text = text(&folder);
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        refusal(&with_text(&folder, &text.replacen(from, to, 1)))
    };
    let unknown = with("never_mirror = ", "never_miror = ");
    assert!(unknown.contains("never_miror") && unknown.contains("line 12"), "{unknown}");
    assert!(with("generation = \"v5\"", "generation = \"v9\"").contains("v1-maniac"));
    assert!(with("rect = [0, ", "rect = [9000, ").contains("is not inside limb-0.png"));
    assert!(with("sheet = \"limb-0.png\"", "sheet = \"gone.png\"").contains("gone.png is missing"));
    assert!(with("loop = [\"", "loop = [\"no-such-").contains("is no picture of this limb"));
    assert!(
        with("number = 1\nname = \"limb-1\"", "number = 17\nname = \"limb-1\"").contains("numbered 0 to 15")
    );
    let both =
        text.replacen("rect = [0, ", "rect = [9000, ", 1).replacen("loop = [\"", "loop = [\"no-such-", 1);
    let both = refusal(&with_text(&folder, &both));
    assert!(both.contains("is not inside") && both.contains("is no picture"), "{both}");
    let mut gone = folder.clone();
    gone.remove(TEXT);
    assert!(refusal(&gone).contains("costume.toml: is missing"));
    let mut bad = folder.clone();
    bad.insert("limb-0.png".into(), b"not a picture".to_vec());
    assert!(refusal(&bad).contains("limb-0.png: cannot be read as a PNG file"));
    let circle = with(
        "[[limb.picture]]\nname = \"walk-east-2\"",
        "[[limb.picture]]\nname = \"round\"\nsame_as = \"round\"\n[[limb.picture]]\nname = \"walk-east-2\"",
    );
    assert!(circle.contains("no pixels of its own"), "{circle}");
}

/// The sample game's sources are costume folders, and become the very blocks that the game has.
#[test]
fn the_samples_sources_are_costume_folders() {
    let game = sample(Generation::V5);
    let sources = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample/costumes"));
    let mut packed = 0;
    for entry in std::fs::read_dir(sources).unwrap() {
        let folder = entry.unwrap();
        let files: Files = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
            .collect();
        let id: u32 = folder.file_name().to_str().unwrap()[..2].parse().unwrap();
        let made = pack(&files);
        assert_eq!(made.payload, game.costume_bytes(id).unwrap().payload, "costume {id}");
        packed += 1;
    }
    assert_eq!(packed, 6);
    let akos = unpacked(&sample(Generation::V7), 1, PictureFiles::Sheets);
    let refused = folder::design(&akos, &PackOptions::default()).unwrap_err().to_string();
    assert!(refused.contains("costume.toml: line 5: kind"), "{refused}");
}

/// What is wrong is looked for in an editor: by its line.
#[test]
fn what_is_wrong_is_named_with_its_line() {
    let game = sample(Generation::V5);
    let folder = unpacked(&game, 1, PictureFiles::Sheets);
    let text = text(&folder);
    let line_of = |text: &str, part: &str| text[..text.find(part).unwrap()].lines().count();
    // What is wrong, and the text at the beginning of the thing that has it.
    for (from, to, begins) in [
        ("rect = [0, ", "rect = [9000, ", "[[limb.picture]]\nname = \"init-east-1\""),
        ("loop = [\"", "loop = [\"no-such-", "limb-0 = { loop = [\"no-such-"),
        ("number = 1\nname = \"limb-1\"", "number = 17\nname = \"limb-1\"", "[[limb]]\nnumber = 17"),
        (
            "number = 1\nname = \"limb-1\"",
            "number = 0\nname = \"limb-1\"",
            "[[limb]]\nnumber = 0\nname = \"limb-1\"",
        ),
        ("generation = \"v5\"", "generation = \"v9\"", "generation = "),
        ("colours = 16", "colours = 17", "colours = "),
        ("[chore.east]\n", "[chore.east]\nnobody = \"off\"\n", "nobody = "),
        ("[chore.east]\n", "[chore.east]\nlimb-9 = { loop = [] }\n", "limb-9 = "),
        ("west = \"east\"", "west = \"west\"", "west = "),
    ] {
        assert!(text.contains(from), "{from}");
        let edited = text.replacen(from, to, 1);
        let said = refusal(&with_text(&folder, &edited));
        let line = format!("costume.toml: line {}: ", line_of(&edited, begins) + 1);
        assert!(said.contains(&line), "{to}: {line} is not in {said}");
    }
}

#[test]
fn a_folder_that_grew_too_large_is_refused() {
    let game = sample(Generation::V5);
    let folder = unpacked(&game, 1, PictureFiles::Sheets);
    let text = text(&folder);
    let first = text.find("[[limb.picture]]").unwrap();
    let second = first + 5 + text[first + 5..].find("[[limb").unwrap();
    let more: String = (0..40)
        .map(|n| format!("[[limb.picture]]\nname = \"big-{n}\"\nfile = \"big.png\"\nat = [0, {n}]\n"))
        .collect();
    let mut with = with_text(&folder, &format!("{}{more}{}", &text[..second], &text[second..]));
    let noise: Vec<u8> = (0..4000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 28) as u8 % 15 + 1).collect();
    let palette = about(&game, 1).palette(16, 0);
    with.insert("big.png".into(), costumier_edit::pictures::png::write(80, 50, &noise, &palette).unwrap());
    let refused = refusal(&with);
    assert!(refused.contains("offsets are 16 bits wide"), "{refused}");
}

#[test]
fn files_of_memory_are_enough() {
    // The whole way without a file: unpack, edit, pack, put.
    let files: MemoryFiles = costumier_sample::files();
    let game = Game::open(&files, None, Limits::default()).unwrap();
    let folder = unpacked(&game, 6, PictureFiles::Single);
    let edited = with_text(&folder, &text(&folder).replacen("at = [-", "at = [-1", 1));
    let packed = pack(&edited);
    let new = costumier_edit::NewCostume { id: 6, room: None, payload: packed.payload.clone() };
    let plan =
        costumier_edit::Plan::new(&game, &files, &[new], costumier_edit::PutOptions::default()).unwrap();
    let changed: Vec<&str> = plan.changed().map(|file| file.name.as_str()).collect();
    assert_eq!(changed, ["sample.001"], "nothing grew");
}

/// A folder as a game of its own: what it shows is what the costume shows in its own room.
#[test]
fn a_folder_is_shown_as_its_game_would() {
    for dialect in Dialect::CLASSIC.into_iter().chain([Dialect::V7, Dialect::V8, Dialect::humongous(99)]) {
        let game = open(&files(dialect), dialect);
        let costume = game.costume(3).unwrap();
        let packed = folder::Packed {
            payload: costume.payload().to_vec(),
            dialect,
            about: About { id: Some(3), ..about(&game, 3) },
            changes: Vec::new(),
            notes: Vec::new(),
            chores: Vec::new(),
        };
        let shown: MemoryFiles = costumier_edit::preview::game(&packed).unwrap().into_iter().collect();
        let mut preview = Game::open(&shown, None, Limits::default()).unwrap();
        preview.assume(dialect);
        assert_eq!(preview.costume_ids().collect::<Vec<_>>(), [3], "{dialect:?}");
        let again = preview.costume(3).unwrap();
        assert_eq!(again.payload(), costume.payload(), "{dialect:?}");
        let rgba =
            |game: &Game, key| game.costume(3).unwrap().rgba(key, &game.costume_palette(3).unwrap()).unwrap();
        for key in costume.picture_keys() {
            // White is a shade darker: interpreters pass over it.
            let [ours, theirs] = [rgba(&preview, key), rgba(&game, key)];
            assert_eq!(ours.len(), theirs.len(), "{dialect:?} {key:?}");
            assert!(ours.iter().zip(&theirs).all(|(a, b)| a.abs_diff(*b) <= 4), "{dialect:?} {key:?}");
        }
    }
}
