//! `cast`, `find`, `diff`, looks and the lints of `check`, as somebody calls them.

use std::path::Path;

use crate::pack;
use crate::rooms::paint;
use crate::support::{
    costume, costume_for, costume_of, damaged, design_of, folder, json_file, ok, room, run, run_in, scripted,
    store,
};
use costumier::cast::{Cast, Certainty};
use costumier_build::akos::AkosForm;
use costumier_build::costume::{CostumeDesign, LimbAction, LimbStep};

use costumier::format::block::write::small_block;
use costumier::format::dialect::V1Game;
use costumier::scripts::Owner;
use costumier::{Dialect, Direction, Game, Generation, Limits, MemoryFiles};
use costumier_build::classic::ClassicBuilder;
use costumier_build::game::{GameBuilder, GameFiles};
use costumier_build::room::RoomSource;
use costumier_build::script::{ActorOp, Op, assemble};

fn game(ops: &[Op]) -> GameFiles {
    scripted([costume(), costume()], ops)
}

/// Two actors, everything as it should be.
fn fine() -> Vec<Op> {
    vec![
        Op::LoadRoom(1),
        Op::Actor(1, vec![ActorOp::Default, ActorOp::Costume(1), ActorOp::Palette { entry: 1, colour: 7 }]),
        Op::Name { actor: 1, name: b"Stan".to_vec() },
        Op::Put { actor: 1, room: 1, x: 10, y: 10 },
        Op::Actor(2, vec![ActorOp::Default, ActorOp::Costume(2)]),
        Op::Put { actor: 2, room: 1, x: 10, y: 10 },
        Op::Break,
        Op::End,
    ]
}

fn lines(at: &Path, call: &str) -> (i32, Vec<String>) {
    let ran = run(at, call);
    (ran.status, ran.stdout.lines().map(str::to_owned).collect())
}

#[test]
fn every_lint_finds_what_it_is_for_and_can_be_allowed() {
    let at = folder("who-lints");
    store(&game(&fine()), &at, "fine");
    let (_, told) = lines(&at, "check . -q");
    assert!(told.iter().all(|line| !line.contains('[')), "{told:?}");
    let mut bad = fine();
    let end = bad.len() - 2;
    bad.splice(
        end..end,
        [
            Op::Animate { actor: 1, number: 40 },
            Op::Actor(2, vec![ActorOp::Palette { entry: 31, colour: 7 }]),
            // actor 1 sound 9
            Op::Raw(vec![0x13, 1, 0x03, 9, 0xFF]),
        ],
    );
    // Nobody wears costume 2 any more.
    let without: Vec<Op> = fine().into_iter().filter(|op| !matches!(op, Op::Actor(2, _))).collect();
    for (name, ops) in [
        ("missing-chore", &bad),
        ("override-outside", &bad),
        ("missing-sound", &bad),
        ("unreached-costume", &without),
    ] {
        let at = folder(&format!("who-lint-{name}"));
        store(&game(ops), &at, "tiny");
        let tag = format!("[{name}]");
        let (_, told) = lines(&at, "check .");
        assert_eq!(told.iter().filter(|line| line.contains(&tag)).count(), 1, "{name}: {told:?}");
        let (_, told) = lines(&at, &format!("check . --allow {name}"));
        assert!(told.iter().all(|line| !line.contains(&tag)), "{name}: {told:?}");
        let (status, told) = lines(&at, &format!("check . --explain {name}"));
        assert!(status == 0 && told[0].starts_with(&format!("{name}: ")), "{told:?}");
    }
}

#[test]
fn a_room_that_is_entered_by_another_number_is_named_with_both() {
    let at = folder("who-pseudo-room");
    let mut ops = vec![Op::Raw(vec![0xCC, 1, 133, 134, 0])];
    ops.extend(fine().into_iter().map(|op| match op {
        Op::Put { actor, x, y, .. } => Op::Put { actor, room: 133, x, y },
        op => op,
    }));
    store(&game(&ops), &at, "tiny");
    let (_, told) = lines(&at, "cast . 1");
    assert!(
        told.iter().any(|line| line.starts_with("  in room 1 (pier) (entered as 133) (certain")),
        "{told:?}"
    );
    let json = run(&at, "cast . 1 --json").json();
    let rooms = &json["rooms"];
    assert_eq!(
        (&rooms[0]["value"], &rooms[0]["entered_as"]),
        (&1.into(), &serde_json::json!([133])),
        "{rooms}"
    );
    let (_, found) = lines(&at, "find . --in-room 1");
    assert!(found.iter().any(|line| line.contains("in room 1 (certain)")), "{found:?}");
}

/// A room of an old bundle that holds nothing but code (`docs/format/scripts.md §A.1`): exit and entry, one
/// object with two verbs, and in v3 two scripts of its own. Offsets count from its header of four bytes, which
/// is not written.
fn bundle_of_code(dialect: &Dialect, code: impl Fn(u8) -> Vec<u8>) -> Vec<u8> {
    let is_v3 = dialect.generation() == Generation::V3;
    // v3 has one byte more before all lists.
    let more = usize::from(is_v3);
    let mut room = vec![0; 28 + more];
    room[0x14] = 1;
    // A sound and a script are loaded with the room.
    room[22 + more] = 1;
    room[23 + more] = 1;
    // Its picture's and its code's offset, the sound, the script.
    room.extend([0, 0, 0, 0, 9, 9]);
    let locals = room.len();
    if is_v3 {
        room.extend([200, 0, 0, 201, 0, 0, 0]);
    }
    let point = |room: &mut Vec<u8>, field: usize, piece: Vec<u8>| {
        let at = u16::try_from(room.len()).unwrap().to_le_bytes();
        room[field..field + 2].copy_from_slice(&at);
        room.extend(piece);
    };
    point(&mut room, 0x1A + more, code(3));
    if is_v3 {
        point(&mut room, locals + 1, code(6));
        point(&mut room, locals + 4, code(7));
    }
    point(&mut room, 0x18 + more, code(4));
    // Number 77; a name; verb 5 and every other; both to the same code.
    let mut object = vec![0; if is_v3 { 17 } else { 15 }];
    object[4] = 77;
    let start = u8::try_from(object.len() + if is_v3 { 7 } else { 5 } + 4).unwrap();
    let name_field = object.len() - 1;
    object[name_field] = start - 4;
    for verb in [5, 0xFF] {
        object.extend([verb, start]);
        object.extend(is_v3.then_some(0));
    }
    object.extend(b"\0box\0");
    object.extend(code(5));
    point(&mut room, 30 + more, object);
    // What else a room has: no instructions.
    room.extend([0x13, 0x55, 0xAA, 0x55, 0xAA, 0x55].repeat(40));
    room.split_off(4)
}

/// Every script of games before v5: of bundles without blocks (v1, v2, v3) and in small blocks (v3 with 256
/// colours, v4).
#[test]
fn scripts_of_old_rooms_are_found_and_tell_who_is_there() {
    for (dialect, format) in [
        (Dialect::v1(V1Game::Zak), 0x57),
        (Dialect::V2, 0x58),
        (Dialect::V3, 0x58),
        (Dialect::V3_256, 0x58),
        (Dialect::V4, 0x58),
    ] {
        let code =
            |actor: u8| assemble(&[Op::Actor(actor, vec![ActorOp::Costume(1)]), Op::End], &dialect).unwrap();
        let mut expected = vec!["entry", "exit", "global", "object"];
        let room = if dialect.fixed_colours {
            if dialect.generation() == Generation::V3 {
                expected.splice(3..3, ["local"; 2]);
            }
            bundle_of_code(&dialect, code)
        } else {
            let mut room = RoomSource::new(320, 144).write_for(&dialect).unwrap();
            room.extend(small_block(b"EX", &code(4)));
            room.extend(small_block(b"EN", &code(3)));
            room.extend(small_block(b"LS", &[&[200][..], &code(6)].concat()));
            // Number 77, name at 23, verb 5 at 27, counted from the block's first byte.
            let head = [&[77, 0][..], &[0; 10], &[23, 5, 27, 0, 0], b"box\0"].concat();
            room.extend(small_block(b"OC", &[head, code(5)].concat()));
            expected.splice(3..3, ["local"]);
            room
        };
        let mut game = ClassicBuilder::new(dialect);
        game.room(3, "hut", 1, room).costume(1, 3, costume_for(dialect, format)).script(1, 3, code(2));
        let files: MemoryFiles = game.finish().unwrap().into_iter().collect();
        let game = Game::open(&files, None, Limits::default()).unwrap();
        let scripts = game.read_scripts();
        let mut owners: Vec<&str> = scripts.list.iter().map(|it| it.owner.kind()).collect();
        owners.sort_unstable();
        assert_eq!(owners, expected, "{}: {:?}", dialect.generation(), scripts.problems);
        for script in &scripts.list {
            assert!(script.script.problems.is_empty(), "{} {}", dialect.generation(), script.owner);
            assert_eq!(
                script.script.len(),
                2,
                "{} {}: no more and no less",
                dialect.generation(),
                script.owner
            );
        }
        let cast = Cast::of(&scripts);
        let mut actors: Vec<i32> = cast.costumes[&1].actors.iter().map(|fact| fact.value).collect();
        actors.sort_unstable();
        assert_eq!(actors, (2..).take(expected.len()).collect::<Vec<i32>>(), "{}", dialect.generation());
        let rooms: Vec<_> = cast.costumes[&1].rooms.iter().map(|fact| (fact.value, fact.certainty)).collect();
        assert_eq!(rooms, [(3, Certainty::Certain)], "{}", dialect.generation());
        let object = scripts.list.iter().find(|it| it.owner == Owner::Object(77)).unwrap();
        assert_eq!(object.name.as_deref(), Some(&b"box"[..]), "{}", dialect.generation());
        let verbs: Vec<u32> = object.verbs.iter().map(|it| it.verb).collect();
        let wanted: &[u32] = if dialect.fixed_colours { &[5, 0xFF] } else { &[5] };
        assert_eq!(verbs, wanted, "{}", dialect.generation());
    }
}

#[test]
fn looks_change_colours_and_nothing_else() {
    let at = folder("who-looks");
    for (name, more) in [("plain", &[][..]), ("look", &["--look", "1"])] {
        let call = ["export", "sample", "2", "-o", name, "--only-pictures", "-q"];
        run_in(&at, &[&call[..], more].concat()).ends(0);
    }
    let read = |name: &str| -> serde_json::Value { json_file(at.join(name).join("manifest.json")) };
    let (plain, look) = (read("plain"), read("look"));
    assert_eq!(look["costumes"][0]["palette"]["look"], 1);
    assert!(plain["costumes"][0]["palette"].get("look").is_none());
    let colours = |of: &serde_json::Value| -> Vec<u64> {
        let colours = of["costumes"][0]["palette"]["colours"].as_array().unwrap();
        colours.iter().map(|colour| colour["room_colour"].as_u64().unwrap()).collect()
    };
    assert_eq!(colours(&plain)[1..9], [16, 17, 19, 20, 21, 22, 23, 43]);
    assert_eq!(colours(&look)[1..9], [80, 81, 82, 83, 84, 85, 86, 43]);
    assert_eq!(plain["costumes"][0]["pictures"][3]["sha256"], look["costumes"][0]["pictures"][3]["sha256"]);
    run(&at, "export sample 2 -o none --look 2").fails(2, &["costume 2 has no look 2"]);
    let named = run(&at, "export sample 2 -o named --names --as png -q");
    assert!(named.status == 0 && at.join("named/costume-002-balthasar/pictures").is_dir());
    let (status, told) = lines(&at, "dump sample 2 --colours");
    assert!(status == 0 && told[0].starts_with("look 1 from scripts (certain): value 1 as 80"), "{told:?}");
    let shown = |more: &[&str]| {
        run_in(&at, &[&["play", "sample", "2", "--frames", "1", "--color", "always"], more].concat()).stdout
    };
    assert_ne!(shown(&[]), shown(&["--look", "1"]));
    let scenes = r#"{"scenes": [{"name": "s", "room": 2, "background": true, "actors": [
        {"costume": 2, "position": [160, 150], "chores": ["init", "stand"]}]}]}"#;
    std::fs::write(at.join("scenes.json"), scenes).unwrap();
    let drawn = |name: &str, more: &[&str]| {
        let call = ["render", "sample", "--scenes", "scenes.json", "-o", name, "--raw", "-q"];
        run_in(&at, &[&call[..], more].concat()).ends(0);
        std::fs::read(at.join(name).join("s.idx")).unwrap()
    };
    let (plain, look) = (drawn("r1", &[]), drawn("r2", &["--look", "1"]));
    let changed: Vec<(u8, u8)> =
        plain.iter().zip(&look).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)).collect();
    let robe = [16, 17, 19, 20, 21, 22, 23];
    assert!(!changed.is_empty() && changed.iter().all(|(a, b)| robe.contains(a) && (80..=86).contains(b)));
}

#[test]
fn find_answers_line_by_line_over_several_games() {
    let at = folder("who-find");
    store(&damaged(), &at, "tiny");
    std::fs::create_dir(at.join("empty")).unwrap();
    let (status, told) = lines(&at, "find sample sample-v7 --name dragon");
    assert_eq!(status, 0);
    assert_eq!(told[0], "sample: costume 4 \"Paper dragon\" (room 2): called Paper dragon");
    // The one with programs has no name of its own in scripts.
    assert!(told[1].starts_with("sample-v7: costume 4 "), "{told:?}");
    assert_eq!(lines(&at, "find sample --name nobody"), (1, vec![]));
    assert_eq!(lines(&at, "find sample --uses C021"), (1, vec![]));
    let (status, told) = lines(&at, "find sample --uses hide");
    assert!(status == 0 && told.iter().all(|line| line.contains("uses hide (")), "{told:?}");
    // A broken one does not stop the rest, and is not forgotten.
    let ran = run(&at, "find empty sample --actor 7");
    ran.ends(1);
    assert_eq!(ran.stdout, "sample: costume 2 \"Balthasar\" (room 2): worn by actor 7 (certain)\n");
    ran.warns(&["1 game could not be searched"]);
    run(&at, "find empty empty --actor 7").fails(2, &["2 games could not be searched"]);
    // Costumes that cannot be read are no hits, and may be what is looked for.
    for ask in [&["--limbs", "1"][..], &["--chore", "walk"], &["--same-as", "sample"]] {
        run_in(&at, &[&["find", "."], ask].concat())
            .fails(1, &["error: .: 2 costumes could not be read and were not searched: 2, 3", "hint: "]);
    }
    let by_scripts = run(&at, "find . --name nobody");
    let nothing = "error: no costume in . matches the call\n";
    assert_eq!(
        (by_scripts.status, by_scripts.stderr.as_str()),
        (1, nothing),
        "nothing had to be read for this"
    );
    // Chores are asked for as everywhere.
    let (status, walkers) = lines(&at, "find sample --chore walk");
    assert!(status == 0 && walkers.iter().all(|line| line.ends_with(": has walk")), "{walkers:?}");
    assert_eq!(lines(&at, "find sample --chore 2").1.len(), walkers.len());
    let json = run(&at, "find sample --limbs 5 --json").json();
    assert!(json.as_array().unwrap().iter().all(|hit| hit["why"] == "5 limbs"));
}

#[test]
fn sounds_are_found_in_programs_and_in_scripts() {
    let at = folder("who-sound");
    // actor 1 sound 9
    let mut ops = fine();
    ops.insert(2, Op::Raw(vec![0x13, 1, 0x03, 9, 0xFF]));
    store(&game(&ops), &at, "tiny");
    let wanted = "costume 1 \"Stan\" (room 1): scripts give it sound 9".to_owned();
    assert_eq!(lines(&at, "find . --sound 9"), (0, vec![wanted]));
    assert_eq!(lines(&at, "find . --sound 8"), (1, vec![]));
    let json = run(&at, "find . --sound 9 --json").json();
    assert_eq!(json.as_array().unwrap().len(), 1);
}

#[test]
fn sounds_that_limbs_play_are_found_in_both_kinds_of_costumes() {
    let at = folder("who-limb-sound");
    // Chore 2 to the south plays the fourth of the actor's sounds: 3 in v6, which counts from 0, 4 in v7.
    let mut noisy = design_of(Dialect::V6, 0x58, [1, 2], [0, 1]);
    let chore =
        noisy.chores.iter_mut().find(|it| it.number == 2 && it.direction == Direction::South).unwrap();
    chore.actions[0] =
        Some(LimbAction::Loop(vec![LimbStep::Picture(0), LimbStep::Sound(3), LimbStep::Picture(1)]));
    let quiet = costume_for(Dialect::V6, 0x58);
    let mut form = AkosForm::plain(Dialect::V7);
    // A window has no sounds but the footstep.
    form.programs = true;
    let akos = |design: &CostumeDesign| design.to_akos(&form).unwrap().write().unwrap();
    let mut old = GameBuilder::new(Dialect::V6);
    old.room(1, "pier", room()).costume(1, 1, quiet).costume(2, 1, noisy.write().unwrap());
    store(&old.finish().unwrap(), &at, "old");
    assert_eq!(
        lines(&at, "find . --sound 3"),
        (0, vec!["costume 2 (room 1): plays entry 3 of its actor's sounds".to_owned()])
    );
    assert_eq!(lines(&at, "find . --sound 4"), (1, vec![]));
    let mut game = GameBuilder::new(Dialect::V7);
    game.room(1, "pier", RoomSource::new(320, 200).write_for(&Dialect::V7).unwrap());
    game.costume(1, 1, akos(&design_of(Dialect::V6, 0x58, [1, 2], [0, 1]))).costume(2, 1, akos(&noisy));
    pack::store(&at.join("new"), &game.finish().unwrap().named("new", &Dialect::V7));
    assert_eq!(
        lines(&at, "find new --sound 4"),
        (0, vec!["costume 2 (room 1): plays entry 4 of its actor's sounds".to_owned()])
    );
    assert_eq!(lines(&at, "find new --sound 3"), (1, vec![]));
}

#[test]
fn pictures_that_a_game_has_twice_are_found_in_itself() {
    let at = folder("who-twice");
    let mut game = GameBuilder::new(Dialect::V5);
    game.room(1, "pier", room());
    game.costume(1, 1, costume_of(Dialect::V5, 0x58, [1, 1], [0, 1]));
    game.costume(2, 1, costume_of(Dialect::V5, 0x58, [3, 0], [0, 1]));
    store(&game.finish().unwrap(), &at, "tiny");
    let (status, told) = lines(&at, "find . --same-as .");
    let of =
        |id: u32, picture: u32, text: &str| format!("costume {id} (room 1) limb 0 picture {picture}: {text}");
    let wanted = [
        of(1, 0, "the same as costume 1 limb 0 picture 1"),
        of(1, 1, "the same as costume 1 limb 0 picture 0"),
        of(2, 0, "in other colours as costume 1 limb 0 picture 0"),
    ];
    assert_eq!((status, told.as_slice()), (0, &wanted[..]), "by another name: {told:?}");
    let place = at.canonicalize().unwrap();
    assert_eq!(lines(&at, &format!("find . --same-as {}", place.display())).1, told);
    // In another game there is no picture that is itself.
    std::fs::create_dir(at.join("copy")).unwrap();
    for entry in std::fs::read_dir(&at).unwrap().flatten().filter(|it| it.path().is_file()) {
        std::fs::copy(entry.path(), at.join("copy").join(entry.file_name())).unwrap();
    }
    let (_, told) = lines(&at, "find . --same-as copy");
    assert_eq!(told.len(), 4, "{told:?}");
}

/// One call over a folder of games: each is told on its own, and one broken game stops nothing.
#[test]
fn a_folder_of_games_is_one_call_and_a_broken_one_stops_nothing() {
    let at = folder("who-folder");
    for name in ["all/a", "all/broken", "all/z"] {
        std::fs::create_dir_all(at.join(name)).unwrap();
    }
    store(&game(&fine()), &at.join("all/a"), "tiny");
    store(&game(&fine()), &at.join("all/z"), "tiny");
    let mut broken = game(&fine());
    broken.index.truncate(30);
    store(&broken, &at.join("all/broken"), "tiny");
    // As README says: the rest was done, and each failure is named.
    for (call, status) in
        [(&["list"][..], 1), (&["check"], 1), (&["cast"], 1), (&["find", "--name", "stan"], 1)]
    {
        let call: Vec<&str> = [&call[..1], &["all"], &call[1..]].concat();
        let ran = run_in(&at, &call);
        assert_eq!(ran.status, status, "{call:?}: {}{}", ran.stdout, ran.stderr);
        ran.warns(&["broken"]);
        let place = |name: &str| ran.stdout.find(name).unwrap_or_else(|| panic!("{call:?}: {}", ran.stdout));
        assert!(place("all#a") < place("all#z"), "{call:?}");
        let json = run_in(&at, &[&call[..], &["--json"]].concat());
        assert!(json.status == status && json.stderr.contains("broken"), "{call:?}: {}", json.stderr);
        let text = serde_json::Deserializer::from_str(&json.stdout).into_iter::<serde_json::Value>();
        let documents: Vec<_> = text.collect::<Result<_, _>>().expect("JSON");
        assert!(!documents.is_empty(), "{call:?}");
        json.prints(&["all#a", "all#z"]);
    }
}

#[test]
fn pictures_are_found_by_a_file_and_in_other_games() {
    let at = folder("who-like");
    ok(&at, "export sample 3 -o out --only-pictures -q");
    let picture = "out/costume-003/pictures/limb-00-picture-002.png";
    let (status, told) = lines(&at, &format!("find sample --like {picture}"));
    assert_eq!(status, 0);
    assert!(told.iter().any(|line| line.ends_with("limb 0 picture 2: the same")), "{told:?}");
    // Enlarged, on slate, in true colour it is still found.
    let large = ["export", "sample", "3", "-o", "large", "--only-pictures", "-q", "--scale-up", "3"];
    run_in(&at, &large).ends(0);
    let (_, told) = lines(&at, "find sample --like large/costume-003/pictures/limb-00-picture-002.png");
    assert!(told.iter().any(|line| line.contains("limb 0 picture 2: the same")), "{told:?}");
    let (status, told) = lines(&at, "find sample --same-as sample-v8");
    assert!(status == 0 && told.len() > 100, "{}", told.len());
    assert!(told.iter().all(|line| line.contains("the same as in sample-v8, costume ")), "{told:?}");
    // Nothing like it: in words, not by silence.
    let ran = run_in(&at, &["find", "sample", "--like", picture, "--name", "minuet"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    ran.warns(&[&format!("no picture in sample is like {picture}")]);
    let several = ["find", "sample", "sample-v6", "--like", picture, "--name", "minuet", "--json"];
    let ran = run_in(&at, &several);
    assert_eq!((ran.status, ran.stdout.trim()), (1, "[]"));
    ran.warns(&["no picture in 2 games is like"]);
    run(&at, "find sample --like out/manifest.json").ends(2);
}

#[test]
fn diff_tells_changes_from_order_and_padding() {
    let at = folder("who-diff");
    let with = |payload: Vec<u8>| {
        let mut game = GameBuilder::new(Dialect::V5);
        game.room(1, "pier", room()).costume(1, 1, payload);
        game.finish().unwrap()
    };
    for name in ["a", "b", "padded", "recoloured", "renumbered", "swapped"] {
        std::fs::create_dir(at.join(name)).unwrap();
    }
    store(&with(costume()), &at.join("a"), "tiny");
    store(&with(costume()), &at.join("b"), "tiny");
    store(&with([costume(), vec![0; 6]].concat()), &at.join("padded"), "tiny");
    let mut other = costume();
    // The third entry of the palette (`docs/format/cost.md §2`).
    other[2 + 2] ^= 1;
    store(&with(other), &at.join("recoloured"), "tiny");
    // The same pictures under other numbers: with chores that follow, and with chores that do not.
    store(&with(costume_of(Dialect::V5, 0x58, [2, 1], [1, 0])), &at.join("renumbered"), "tiny");
    store(&with(costume_of(Dialect::V5, 0x58, [2, 1], [0, 1])), &at.join("swapped"), "tiny");
    let same = "costume 1: order: the same pictures under other numbers, and records that show the same";
    assert_eq!(lines(&at, "diff a renumbered"), (1, vec![same.to_owned()]));
    let (status, told) = lines(&at, "diff a swapped");
    assert!(
        status == 1 && told[0].starts_with("costume 1: changed: 2 pictures changed (0.0, 0.1)"),
        "{told:?}"
    );
    assert_eq!(lines(&at, "diff a b"), (0, vec!["the same 1 costume".to_owned()]));
    let (status, told) = lines(&at, "diff a padded");
    assert!(status == 1 && told[0].starts_with("costume 1: padding: 6 bytes"), "{told:?}");
    let (status, told) = lines(&at, "diff a recoloured");
    assert_eq!((status, told[0].as_str()), (1, "costume 1: changed: palette entries 2"));
    run(&at, "diff a nowhere").ends(2);
}

#[test]
fn diff_shows_an_edited_picture_of_games_and_exports() {
    let at = folder("who-diff-pictures");
    ok(&at, "unpack sample 2 -o edit -q");
    let sheet = at.join("edit/limb-0.png");
    // Where something is drawn, another colour.
    paint(&sheet, |indices| *indices.iter_mut().find(|value| (1..31).contains(*value)).unwrap() += 1);
    ok(&at, "put sample edit -o mod -q");
    // A folder with anything in it is left alone; an earlier comparison's is taken over.
    std::fs::create_dir(at.join("shown")).unwrap();
    std::fs::write(at.join("shown/mine.txt"), "mine").unwrap();
    let call = "diff sample mod -o shown";
    run(&at, call).fails(2, &["holds other files", "--force"]);
    assert_eq!(std::fs::read_dir(at.join("shown")).unwrap().count(), 1);
    run(&at, "diff sample mod -o shown --force").ends(1);
    assert!(at.join("shown/mine.txt").is_file());
    let listed = at.join("shown/.costumier-written");
    let mut stale = std::fs::read_to_string(&listed).unwrap();
    // The hash of nothing.
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    for name in ["costume-009/stale.png", "mine.txt", "../edit/limb-0.png"] {
        stale.push_str(&format!("{hash}  {name}\n"));
    }
    std::fs::create_dir(at.join("shown/costume-009")).unwrap();
    std::fs::write(at.join("shown/costume-009/stale.png"), "").unwrap();
    std::fs::write(listed, stale).unwrap();
    let (status, told) = lines(&at, call);
    assert!(!at.join("shown/costume-009").exists() && at.join("shown/mine.txt").is_file() && sheet.is_file());
    assert_eq!(status, 1);
    let [line] = told.as_slice() else { panic!("nothing else is changed: {told:?}") };
    assert!(line.starts_with("costume 2 \"Balthasar\": changed: 1 picture changed (0."), "{line}");
    let json = run(&at, "diff sample mod --json").json();
    let index = json[0]["changed_pictures"][0][1].as_u64().unwrap();
    let name = format!("shown/costume-002/limb-00-picture-{index:03}");
    let image = std::fs::read(at.join(format!("{name}-difference.png"))).unwrap();
    let shown = costumier_edit::pictures::png::read(&image).unwrap();
    let costumier_edit::pictures::png::Pixels::Indexed { indices, .. } = shown.pixels else { panic!() };
    assert_eq!(indices.iter().filter(|value| **value == 2).count(), 1, "one pixel is red");
    assert!(indices.iter().all(|value| *value < 3) && indices.contains(&1));
    assert!(
        at.join(format!("{name}-before.png")).is_file() && at.join(format!("{name}-after.png")).is_file()
    );
    ok(&at, "export sample 2 -o was -q --only-pictures");
    ok(&at, "export mod 2 -o is -q --only-pictures");
    assert_eq!(lines(&at, "diff was is").1, told);
    assert_eq!(lines(&at, "diff was was/manifest.json").0, 0);
}
