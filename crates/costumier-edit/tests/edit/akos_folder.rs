//! Folders of AKOS costumes: unpacked and packed again they are the same, edited they change what was edited.

use crate::support::{akax, akos_block, indexed, parts, refusal, sample, with_picture};
use costumier::Files as _;
use costumier::format::akos::{Akos, AkosEntry, AkosSource, Codec, Header, LIMBS, Mode};
use costumier::{Costume, Dialect, Game, Generation, Limits, PictureKey};
use costumier_build::{PictureSource, PixelSource};
use costumier_edit::folder::{self, About, Files, ORIGINAL, PackOptions, PictureFiles, TEXT};
use proptest::prelude::*;

const PROGRAM: &str = "program.txt";

fn dialects() -> Vec<Dialect> {
    let humongous = [61, 70, 71, 72, 80, 90, 99, 100].map(Dialect::humongous);
    [Dialect::V7, Dialect::V8].into_iter().chain(humongous).collect()
}

fn open(payload: &[u8], dialect: Dialect) -> Option<Costume> {
    Costume::open(*b"AKOS", payload.to_vec(), dialect).ok()
}

fn unpacked(costume: &Costume, pictures: PictureFiles) -> Files {
    folder::unpack(costume, &About::default(), pictures, &Limits::default()).unwrap()
}

fn packed(files: &Files) -> folder::Packed {
    match folder::pack(files, &PackOptions::default()) {
        Ok(packed) => packed,
        Err(refused) => panic!("{refused}\n{}\n{}", text(files, TEXT), text(files, PROGRAM)),
    }
}

fn text(files: &Files, name: &str) -> String {
    String::from_utf8(files[name].clone()).unwrap()
}

fn with(files: &Files, name: &str, from: &str, to: &str) -> Files {
    let text = text(files, name);
    assert!(text.contains(from), "{from:?} is not in {name}:\n{text}");
    let mut files = files.clone();
    files.insert(name.into(), text.replacen(from, to, 1).into_bytes());
    files
}

const GENERATIONS: [Generation; 2] = [Generation::V7, Generation::V8];

// -- generated blocks ----------------------------------------------------------------------------------

fn picture(codec: Codec, colours: u8) -> impl Strategy<Value = PictureSource> {
    let size = (0u16..9, 0u16..9);
    (size, any::<[i8; 4]>(), any::<bool>(), proptest::collection::vec(0u8..=255, 81)).prop_map(
        move |((width, height), [x, y, move_x, move_y], still, noise)| {
            let count = usize::from(width) * usize::from(height);
            let most = if codec == Codec::Rle { colours } else { 255 };
            let rows = noise.iter().cycle().take(count).map(|n| n % most).collect();
            let [x, y, move_x, move_y] = [x, y, move_x, move_y].map(i16::from);
            let (move_x, move_y) = if still { (0, 0) } else { (move_x, move_y) };
            PictureSource { width, height, x, y, move_x, move_y, pixels: PixelSource::Rows(rows) }
        },
    )
}

/// Programs that mean something, and bytes that mean nothing.
fn sequence() -> impl Strategy<Value = Vec<u8>> {
    let code = prop_oneof![
        4 => (0u8..12).prop_map(|n| vec![n]),
        1 => (0u8..12).prop_map(|n| vec![0x80, n]),
        1 => Just(vec![0xC0, 0x01]),
        1 => Just(vec![0xC0, 0xFF]),
        1 => (0u8..40).prop_map(|to| vec![0xC0, 0x30, to, 0]),
        1 => (0u8..12, any::<[i8; 2]>()).prop_map(|(n, [x, y])| {
            let mut code = vec![0xC0, 0x20, 1];
            code.extend(i16::from(x).to_le_bytes());
            code.extend(i16::from(y).to_le_bytes());
            code.push(n);
            code
        }),
        2 => proptest::collection::vec(any::<u8>(), 1..5),
    ];
    proptest::collection::vec(code, 0..24).prop_map(|codes| codes.concat())
}

fn record() -> impl Strategy<Value = [Option<AkosEntry>; LIMBS]> {
    let entry =
        (0u8..10, 0u16..40, prop_oneof![2 => Just(0u16), 1 => 0u16..9]).prop_map(|(mode, start, length)| {
            let mode = Mode::from_byte(mode);
            let window = mode.has_window();
            AkosEntry { mode, start: if window { start } else { 0 }, length: if window { length } else { 0 } }
        });
    proptest::collection::vec((0..LIMBS, entry), 0..4).prop_map(|entries| {
        let mut limbs = [None; LIMBS];
        for (limb, entry) in entries {
            limbs[limb] = Some(entry);
        }
        limbs
    })
}

fn frames(count: u8) -> Vec<u8> {
    let bodies: Vec<Vec<u8>> = (0..count)
        .map(|n| {
            let kind = [0u8, 1, 0x10, 0x20][usize::from(n) % 4];
            let mut picture = vec![kind, 0];
            if kind > 0 {
                picture.extend([1, 0, n, 0, 2, 0, 1, 0]);
                picture.extend([7; 40]);
            }
            let mut body = akos_block(b"AXFD", &picture);
            body.extend(akos_block(b"AXUR", &[1, 0, 1, 0, 2, 0, 3, 0, 4, 0]));
            body.extend(akos_block(b"AXER", &[1, 0, 2, 0, 3, 0, 4, n]));
            akos_block(b"AUXD", &body)
        })
        .collect();
    akax(&bodies)
}

fn source() -> impl Strategy<Value = (Dialect, AkosSource)> {
    let dialect = proptest::sample::select(dialects());
    let codec = prop_oneof![
        3 => Just(Codec::Rle),
        1 => Just(Codec::Bomp),
        1 => Just(Codec::MajMin),
        1 => Just(Codec::Trle),
    ];
    (dialect, codec, proptest::sample::select(vec![16u8, 32, 64]))
        .prop_flat_map(|(dialect, codec, colours)| {
            let pictures = proptest::collection::vec(picture(codec, colours), 0..8);
            let records = proptest::collection::vec(record(), 1..6);
            let table = proptest::collection::vec(proptest::option::weighted(0.6, 0usize..6), 0..40);
            let tables = (
                proptest::collection::vec(0u16..40, 0..5),
                proptest::collection::vec((0u16..40, 0u32..4), 0..4),
                proptest::collection::vec(any::<u32>(), 0..4),
                any::<bool>(),
            );
            let others = (0u8..5, any::<bool>(), any::<[bool; 3]>());
            (Just((dialect, codec, colours)), pictures, records, table, sequence(), tables, others)
        })
        .prop_map(|((dialect, codec, colours), pictures, records, table, sequence, tables, others)| {
            let mut source = AkosSource::new(codec, (0..colours).map(|n| n.wrapping_mul(3)).collect());
            let (jumps, starts, conditions, rgb) = tables;
            let (frame_count, other, [mirror, eight, mark]) = others;
            source.flags =
                if mark { Header::MARK } else { 0x4000 } | u16::from(mirror) | if eight { 2 } else { 0 };
            if eight && !dialect.akos.eight_ways {
                source.flags &= !2;
            }
            source.record_table = table.iter().map(|n| n.map(|n| n % records.len())).collect();
            source.records = records;
            source.pictures = pictures;
            source.sequence = sequence;
            source.jump_slices = (0..jumps.len() as u16).map(|n| (n, n, 1)).collect();
            source.jumps = jumps;
            source.condition_starts = starts;
            source.conditions = conditions;
            source.rgb = rgb.then(|| vec![[1, 2, 3]; usize::from(colours)]);
            if frame_count > 0 {
                source.others.push((*b"AKAX", frames(frame_count)));
            }
            if other {
                source.others.push((*b"XMAP", vec![1, 2, 3]));
                source.others.push((*b"SP2C", vec![]));
            }
            (dialect, source)
        })
}

proptest! {
    #[test]
    fn unpacked_and_packed_again_a_block_is_the_same((dialect, source) in source(), single: bool) {
        let payload = source.write().unwrap();
        let costume = open(&payload, dialect).unwrap();
        let folder = unpacked(&costume, if single { PictureFiles::Single } else { PictureFiles::Sheets });
        let again = packed(&folder);
        prop_assert_eq!(&again.payload, &payload);
        prop_assert!(again.changes.is_empty(), "{:?}", again.changes);
        // The text says it too, without the block: what it is, and twice the same.
        let mut alone = folder.clone();
        alone.remove(ORIGINAL);
        // Without the block, what an interpreter would choke on is refused.
        if let Ok(packed) = folder::pack(&alone, &PackOptions::default()) {
            let (old, new) = (costume.as_akos().unwrap(), open(&packed.payload, dialect).unwrap());
            assert_means_the_same(old, new.as_akos().unwrap());
        }
    }

    #[test]
    fn damaged_blocks_are_given_back_as_they_are(
        (dialect, source) in source(),
        at in any::<prop::sample::Index>(),
        by in 1u8..,
        cut: bool,
    ) {
        let mut payload = source.write().unwrap();
        let at = at.index(payload.len());
        if cut { payload.truncate(at) } else { payload[at] ^= by }
        let Some(costume) = open(&payload, dialect) else { return Ok(()) };
        let folder = unpacked(&costume, PictureFiles::Sheets);
        prop_assert_eq!(&packed(&folder).payload, &payload);
        // And an edit of the text that no picture feels is possible all the same.
        let named = with(&folder, TEXT, "codec = ", "name = \"Edited\"\ncodec = ");
        prop_assert_eq!(packed(&named).payload, payload);
    }

    #[test]
    fn flags_without_a_meaning_are_kept((dialect, source) in source(), bit in 0u32..16) {
        let mut payload = source.write().unwrap();
        // AKHD comes first; its flags stand behind the version.
        let at = 8 + 2;
        payload[at + usize::from(bit > 7)] |= 1 << (bit % 8);
        let Some(costume) = open(&payload, dialect) else { return Ok(()) };
        prop_assert_eq!(&packed(&unpacked(&costume, PictureFiles::Sheets)).payload, &payload);
    }

    /// What lies behind an insertion moves, and means what it meant.
    #[test]
    fn a_program_that_grows_in_front_moves_everything((dialect, source) in source()) {
        let payload = source.write().unwrap();
        let costume = open(&payload, dialect).unwrap();
        let folder = unpacked(&costume, PictureFiles::Sheets);
        let program = text(&folder, PROGRAM);
        // Numbers stay what they are, so only programs in which everything has a label can be moved.
        let toml = text(&folder, TEXT);
        let numbers = toml.lines().any(|line| line.contains("= \
            0x") && (line.contains("limb-") || line.starts_with("start")) || line.contains("length"));
        let numbers = numbers || toml.contains("jumps = \
            [0x") || toml.lines().any(|l| l.starts_with("jumps") && l.contains(" 0x"));
        if numbers || program.contains("to=0x") || program.contains("bytes") || source.pictures.is_empty() {
            return Ok(());
        }
        let mut grown = folder.clone();
        grown.insert(PROGRAM.into(), format!("    empty\n    empty\n{program}").into_bytes());
        let Ok(new) = folder::pack(&grown, &PackOptions::default()) else { return Ok(()) };
        let akos = open(&new.payload, dialect).unwrap();
        let (old, new) = (costume.as_akos().unwrap(), akos.as_akos().unwrap());
        prop_assert_eq!(new.sequence().len(), old.sequence().len() + 4);
        for index in old.record_indices() {
            let [was, is] = [old, new].map(|akos| akos.record(index).unwrap().limbs);
            for (was, is) in was.iter().zip(&is) {
                let by = |was: &AkosEntry| if was.mode.has_window() { 4 } else { 0 };
                let moved = was.map(|was| AkosEntry { start: was.start + by(&was), ..was });
                prop_assert_eq!(moved, *is);
            }
        }
        same_pictures(old, new);
    }
}

fn same_pictures(old: &Akos, new: &Akos) {
    for index in 0..old.picture_count() as u16 {
        let [was, is] = [old, new].map(|akos| akos.picture(index).ok());
        let (Some(was), Some(is)) = (was, is) else { continue };
        assert_eq!(was.encoded(), is.encoded(), "picture {index}");
    }
}

/// Both say the same, wherever their bytes lie.
fn assert_means_the_same(old: &Akos, new: &Akos) {
    assert_eq!(old.sequence(), new.sequence());
    assert_eq!(old.header().flags, new.header().flags);
    assert_eq!(old.header().chores, new.header().chores);
    assert_eq!(old.palette(), new.palette());
    for index in 0..old.header().chores {
        let [was, is] = [old, new].map(|akos| akos.record(index).ok().map(|record| record.limbs));
        assert_eq!(was, is, "record {index}");
    }
    assert_eq!(old.picture_count(), new.picture_count());
    for index in 0..old.picture_count() as u16 {
        let [was, is] = [old, new].map(|akos| akos.picture_info(index));
        let (Some(was), Some(is)) = (was, is) else { continue };
        assert_eq!((was.width, was.height, was.x, was.y), (is.width, is.height, is.x, is.y));
        assert_eq!((was.move_x, was.move_y), (is.move_x, is.move_y));
    }
    // Records that no index leads to are not said.
    let said = |block: &&costumier::format::block::Block| block.tag != *b"AKCH";
    let blocks = |akos: &Akos| akos.blocks().iter().filter(said).map(|b| (b.tag, b.size)).collect::<Vec<_>>();
    assert_eq!(blocks(old), blocks(new));
}

// -- the sample ----------------------------------------------------------------------------------------

#[test]
fn the_sample_is_the_same_and_says_all_of_itself() {
    for generation in GENERATIONS {
        let game = sample(generation);
        for id in game.costume_ids() {
            let payload = game.costume_bytes(id).unwrap().payload;
            let mut folder = unpacked(&game.costume(id).unwrap(), PictureFiles::Single);
            assert!(packed(&folder).payload == payload);
            folder.remove(ORIGINAL);
            assert!(packed(&folder).payload == payload, "{generation} {id}");
        }
    }
}

/// A loop is a list: what is added to it is played. What is written into the program where no limb comes to is told.
#[test]
fn one_more_picture_of_a_walk_is_played_or_told() {
    let game = sample(Generation::V7);
    let before = game.costume(1).unwrap();
    let folder = unpacked(&before, PictureFiles::Sheets);
    let toml = text(&folder, TEXT);
    assert!(toml.contains("loop = [\"walk-east-1\", \"walk-east-2\","), "{toml}");
    let longer = with(&folder, TEXT, "\"walk-east-8\"] }", "\"walk-east-8\", \"init-east-1\"] }");
    let packed = packed(&longer);
    assert_eq!(packed.notes, [""; 0]);
    let after = open(&packed.payload, Dialect::V7).unwrap();
    let walk = |costume: &Costume| {
        let akos = costume.as_akos().unwrap();
        akos.record(2 * 4 + 1).unwrap().limbs[0].unwrap()
    };
    assert_eq!((walk(&before).length, walk(&after).length), (7, 8));
    let parts = parts(&packed);
    assert_eq!(parts, ["chore 2 / west", "chore 2 / east", "program"]);
    // In the program the same addition stands behind the end of the loop.
    let idle = with(&folder, PROGRAM, " walk-east-8\n", " walk-east-8 init-east-1\n");
    let notes = self::packed(&idle).notes.join("\n");
    let line =
        text(&idle, PROGRAM).lines().position(|line| line.contains("walk-east-8 init-east-1")).unwrap() + 1;
    assert!(
        notes.starts_with(&format!("program.txt: line {line}: has commands that no limb plays")),
        "{notes}"
    );
}

/// One more picture in the middle of the list is one change, though all behind it have other numbers.
#[test]
fn a_picture_in_the_middle_is_one_change() {
    let game = sample(Generation::V7);
    let folder = unpacked(&game.costume(1).unwrap(), PictureFiles::Sheets);
    let place = "[[picture]]\nname = \"walk-east-3\"";
    let new = format!("[[picture]]\nname = \"wink\"\nsheet = \"limb-0.png\"\nrect = [0, 1, 9, 7]\n{place}");
    let packed = packed(&with(&folder, TEXT, place, &new));
    let pictures = parts(&packed);
    let pictures: Vec<&&str> = pictures.iter().filter(|part| part.starts_with("picture")).collect();
    assert!(matches!(pictures.as_slice(), [one] if one.ends_with("\"wink\"")), "{:?}", packed.changes);
    assert_eq!(packed.notes, [""; 0]);
}

/// More of anything than has a number is refused, and nothing breaks.
#[test]
fn more_frames_or_pictures_than_can_be_counted_are_refused() {
    let folder = unpacked(&sample(Generation::V7).costume(1).unwrap(), PictureFiles::Single);
    for (entry, said) in [
        ("\n[[frame]]\ntype = 0\n".to_owned(), "there are 70000 frames; at most 65535 are possible"),
        ("\n[[picture]]\nname = \"x\"\nempty = true\n".to_owned(), "pictures; at most"),
    ] {
        let mut folder = folder.clone();
        let many = format!("{}{}", text(&folder, TEXT), entry.repeat(70_000));
        folder.insert(TEXT.into(), many.into_bytes());
        let refused = folder::pack(&folder, &PackOptions::default()).unwrap_err();
        assert!(refused.to_string().contains(said), "{said}");
    }
}

#[test]
fn a_repainted_pixel_changes_one_picture_and_nothing_else() {
    let game = sample(Generation::V7);
    let before = game.costume(1).unwrap();
    let folder = unpacked(&before, PictureFiles::Single);
    let name = "limb-0/walk-east-3.png";
    let (size, mut indices, _) = indexed(&folder, name);
    let at = indices.iter().position(|index| *index == 0).unwrap();
    indices[at] = 5;
    let palette = About::default().palette(16, 0);
    let packed = packed(&with_picture(&folder, name, size, &indices, &palette));
    let parts = parts(&packed);
    assert_eq!(parts.len(), 1);
    let number: u16 = parts[0].strip_prefix("picture ").unwrap().split(' ').next().unwrap().parse().unwrap();
    let after = open(&packed.payload, Dialect::V7).unwrap();
    for key in before.picture_keys() {
        let [old, new] = [&before, &after].map(|costume| costume.picture(key).unwrap());
        if key == (PictureKey { limb: 0, index: number }) {
            // Pixels come in room colours.
            let room: Vec<u8> = indices
                .iter()
                .map(|n| if *n == 0 { 255 } else { after.palette()[usize::from(*n)] })
                .collect();
            assert_eq!(after.indices(key).unwrap().pixels, room);
        } else {
            assert_eq!(old.encoded(), new.encoded(), "{key}");
        }
    }
}

/// One picture in front of all others, shown by a chore of its own whose steps stand in the text.
#[test]
fn a_picture_in_front_keeps_programs_right() {
    for generation in GENERATIONS {
        let game = sample(generation);
        let before = game.costume(1).unwrap();
        let folder = unpacked(&before, PictureFiles::Sheets);
        let edited = with(
            &folder,
            TEXT,
            "[[picture]]\n",
            "[[picture]]\nname = \"wink\"\nsheet = \"limb-0.png\"\nrect = [0, 1, 9, 7]\nat = [-4, -4]\nmove \
             = [1, 2]\n[[picture]]\n",
        );
        let edited = with(
            &edited,
            TEXT,
            "\n[[chore]]\n",
            "\n[[chore]]\nnumber = 40\n[chore.south]\nlimb-2 = { once = \
             [\"wink\", \"walk-east-1\", \"@empty\"] }\nlimb-0 = \"hide\"\n\n[[chore]]\n",
        );
        let packed = packed(&edited);
        let after = open(&packed.payload, *before.dialect()).unwrap();
        let (old, new) = (before.as_akos().unwrap(), after.as_akos().unwrap());
        assert_eq!(new.picture_count(), old.picture_count() + 1);
        assert_eq!(new.header().pictures, old.header().pictures + 1);
        for index in 0..old.picture_count() as u16 {
            assert_eq!(old.picture(index).unwrap().encoded(), new.picture(index + 1).unwrap().encoded());
        }
        let moved: Vec<u8> = old.sequence().iter().map(|code| code + 1).collect();
        assert_eq!(new.sequence()[..moved.len()], moved, "all of them are windows of pictures");
        assert_eq!(new.sequence()[moved.len()..].len(), 4);
        let limbs = new.record(40 * 4 + 2).unwrap().limbs;
        let start = moved.len() as u16;
        assert_eq!(limbs[2], Some(AkosEntry { mode: Mode::Once, start, length: 2 }));
        assert_eq!(limbs[0], Some(AkosEntry { mode: Mode::Hide, start: 0, length: 0 }));
        for index in old.record_indices() {
            assert_eq!(old.record(index).unwrap().limbs, new.record(index).unwrap().limbs);
        }
        let worse = |problem: &costumier::Problem| problem.severity > costumier::Severity::Note;
        assert!(!after.check().iter().any(worse), "{:?}", after.check());
        // What was unpacked of it says it again.
        let again = unpacked(&after, PictureFiles::Sheets);
        assert_eq!(self::packed(&again).payload, packed.payload);
        let mut alone = again.clone();
        alone.remove(ORIGINAL);
        let alone = self::packed(&alone).payload;
        let alone = open(&alone, *before.dialect()).unwrap();
        assert_means_the_same(new, alone.as_akos().unwrap());
    }
}

#[test]
fn records_come_and_go_and_change() {
    let game = sample(Generation::V7);
    let before = game.costume(3).unwrap();
    let old = before.as_akos().unwrap();
    let folder = unpacked(&before, PictureFiles::Sheets);
    let toml = text(&folder, TEXT);
    let last = toml.rfind("\n[[chore]]").unwrap();
    let number: u16 = toml[last..].lines().nth(2).unwrap().trim_start_matches("number = ").parse().unwrap();
    let mut gone = folder.clone();
    gone.insert(TEXT.into(), toml.as_bytes()[..last].to_vec());
    let without = packed(&gone);
    let after = open(&without.payload, Dialect::V7).unwrap();
    let new = after.as_akos().unwrap();
    for index in old.record_indices() {
        match index / 4 == number {
            true => assert!(new.record(index).is_err()),
            false => assert_eq!(old.record(index).unwrap().limbs, new.record(index).unwrap().limbs),
        }
    }
    assert_eq!(new.record_count(), old.record_count());
    assert!(without.changes.iter().all(|change| change.after.is_none()), "{:?}", without.changes);
    let held = with(&folder, TEXT, "limb-0 = { loop = ", "limb-0 = { once = ");
    let held = packed(&held);
    let after = open(&held.payload, Dialect::V7).unwrap();
    let changed: Vec<u16> = old
        .record_indices()
        .filter(|index| {
            old.record(*index).unwrap().limbs != after.as_akos().unwrap().record(*index).unwrap().limbs
        })
        .collect();
    assert!(!changed.is_empty() && changed.len() <= old.record_indices().count() / 2, "{changed:?}");
    assert_eq!(held.payload.len(), game.costume_bytes(3).unwrap().payload.len(), "{:?}", held.changes);
}

/// Edited, put into the game, and unpacked of it: the edited folder again.
#[test]
fn what_was_put_is_unpacked_again() {
    for generation in GENERATIONS {
        let files = costumier_sample::files_of(generation).unwrap();
        let game = sample(generation);
        let folder = unpacked(&game.costume(1).unwrap(), PictureFiles::Sheets);
        let edited = with(&folder, TEXT, "at = [-", "at = [-1");
        let edited = with(&edited, TEXT, "\nmove = [0, -1]", "\nmove = [3, -1]");
        let edited = with(&edited, PROGRAM, "L0001:\n", "L0001:\n    empty\n");
        let payload = packed(&edited).payload;
        let new = costumier_edit::NewCostume { id: 1, room: None, payload: payload.clone() };
        let plan =
            costumier_edit::Plan::new(&game, &files, &[new], costumier_edit::PutOptions::default()).unwrap();
        let mut changed = files.clone();
        for file in plan.changed() {
            let source = files.open(&file.name).unwrap();
            changed.insert(file.name.clone(), file.to_vec(&*source, 1 << 30).unwrap());
        }
        let after = Game::open(&changed, None, Limits::default()).unwrap();
        assert!(after.costume_bytes(1).unwrap().payload == payload, "{generation}");
        for id in game.costume_ids().filter(|id| *id != 1) {
            assert!(after.costume_bytes(id).unwrap().payload == game.costume_bytes(id).unwrap().payload);
        }
        let again = unpacked(&after.costume(1).unwrap(), PictureFiles::Sheets);
        assert!(packed(&again).payload == payload);
        let [said, wanted] = [&again, &edited].map(|folder| {
            let mut alone = folder.clone();
            alone.remove(ORIGINAL);
            packed(&alone).payload
        });
        assert!(said == wanted, "{generation}: both folders say the same without their blocks");
    }
}

#[test]
fn what_is_wrong_is_said_all_at_once_with_its_place() {
    let game = sample(Generation::V8);
    let folder = unpacked(&game.costume(1).unwrap(), PictureFiles::Sheets);
    let says = |name: &str, from: &str, to: &str, wanted: &str| {
        let said = refusal(&with(&folder, name, from, to));
        assert!(said.contains(wanted), "{wanted:?} is not in {said:?}");
    };
    says(TEXT, "codec = 1", "codek = 1", "codek");
    says(TEXT, "codec = 1", "codec = 5", "painted anew");
    says(TEXT, "loop = [\"init-east-1\"]", "loop = \"L9999\"", "program.txt has no label L9999");
    says(TEXT, "{ loop = [\"init-east-1\"] }", "\"of\"", "use kill, hide, show");
    says(TEXT, "{ loop = [\"init-east-1\"]", "{ loop = [\"init-esat-1\"]", "did you mean \"init-east-1\"?");
    says(TEXT, "limb-0 = ", "limb-16 = ", "limb-0 to limb-15");
    says(TEXT, "[chore.north]", "[chore.northwest]", "eight_ways");
    says(TEXT, "west = \"east\"", "west = \"9/east\"", "which is not described");
    says(TEXT, "name = \"init-east-1\"", "name = \"1st\"", "one word");
    says(TEXT, "sheet = \"limb-0.png\"", "sheet = \"gone.png\"", "gone.png");
    says(TEXT, "program = ", "sequence_names = [\"x\"]\nprogram = ", "no block SQDB");
    says(
        PROGRAM,
        "    picture ",
        "    picture nobody ",
        "program.txt: line 6: no picture has the name \"nobody\"",
    );
    says(PROGRAM, "    picture ", "    goto to=nowhere\n    picture ", "has no label nowhere");
    says(PROGRAM, "    picture ", "    jump\n    picture ", "program.txt: line 6");
    says(PROGRAM, "L0000:", "L0001:", "second time");
    let far = with(&folder, PROGRAM, "L0000:\n", &format!("L0000:\n{}", "    picture 0\n".repeat(65_536)));
    let said = refusal(&far);
    assert!(said.contains("16 bits wide; remove") || said.contains("behind the first 65536"), "{said}");
}

#[test]
fn a_costume_of_programs_for_another_generation() {
    for (from, to) in [(Generation::V7, Dialect::V8), (Generation::V8, Dialect::humongous(90))] {
        let game = sample(from);
        for id in game.costume_ids() {
            let costume = game.costume(id).unwrap();
            let folder = unpacked(&costume, PictureFiles::Sheets);
            let options = PackOptions { dialect: Some(to), ..PackOptions::default() };
            let packed = folder::pack(&folder, &options).unwrap();
            let other = open(&packed.payload, to).unwrap();
            assert_means_the_same(costume.as_akos().unwrap(), other.as_akos().unwrap());
        }
    }
}

/// The list of commands in the documentation has all of them.
#[test]
fn every_command_is_documented() {
    let docs = include_str!("../../../../docs/costume-folder.md");
    for opcode in costumier::format::akos::program::Opcode::all() {
        let known = docs.contains(&format!("`{}", opcode.name)) || opcode.name.starts_with("if-");
        assert!(known, "{}", opcode.name);
    }
}
