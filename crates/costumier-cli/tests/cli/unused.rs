//! `unused`, as somebody calls it: the list, JSON, the table for a wiki, and the export.

use crate::support::{costume, design_of, folder, ok, run, run_in, scripted, store};
use costumier::Dialect;
use costumier_build::PixelSource;
use costumier_build::game::GameFiles;
use costumier_build::script::{ActorOp, Op};

/// Costume 1 is worn, costume 2 is not. `more` follows.
fn game(more: Vec<Op>) -> GameFiles {
    let mut ops = vec![
        Op::LoadRoom(1),
        Op::Actor(1, vec![ActorOp::Default, ActorOp::Costume(1)]),
        Op::Put { actor: 1, room: 1, x: 10, y: 10 },
        Op::Walk { actor: 1, x: 40, y: 10 },
    ];
    ops.extend(more);
    ops.push(Op::End);
    scripted([costume(), costume()], &ops)
}

#[test]
fn an_unworn_costume_is_certain_until_a_script_computes_one() {
    let at = folder("unused-costume");
    store(&game(Vec::new()), &at, "tiny");
    let list = ok(&at, "unused .");
    list.prints(&["costume 2\n  certain  the whole costume: no script puts it on an actor\n"]);
    assert!(!list.stdout.contains("\nplaces where scripts compute"), "{}", list.stdout);
    list.prints(&["\n`costumier cast GAME 2` lists what scripts do"]);
    let quiet = run(&at, "unused . -q").stdout;
    assert!(list.stdout.starts_with(&quiet) && !quiet.contains("unused thing"), "{quiet}");

    // increment var 200; actor 2 costume var 200
    let raw = vec![0x46, 200, 0, 0x13, 2, 0x81, 200, 0, 0xFF];
    let at = folder("unused-computed");
    store(&game(vec![Op::Raw(raw)]), &at, "tiny");
    run(&at, "unused .").prints(&[
        "  likely   the whole costume: no script is known to put it on an actor  [1]\n",
        "  [1] script 1 byte ",
        "var200",
    ]);
    run(&at, "unused . --wiki")
        .prints(&["is known to put it on an actor || likely (place 1 below)\n", "\n# script 1 byte "]);
    let json = run(&at, "unused . --json").json();
    let fields =
        |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(fields(&json), "computed conditional gaps items lines unread");
    assert_eq!(
        fields(&json["items"][0]),
        "certainty chore chore_name computed costume entries facing has_record kind loaded name object overrides \
         picture room room_name same_as"
    );
    let row = &json["items"].as_array().unwrap().iter().find(|row| row["costume"] == 2).unwrap();
    assert_eq!((&row["kind"], &row["certainty"]), (&"costume".into(), &"likely".into()));
    let place = &json["computed"][usize::try_from(row["computed"][0].as_u64().unwrap()).unwrap()]["place"];
    assert_eq!(place["script"], "1");
}

#[test]
fn an_export_holds_what_is_unused_and_the_table_names_its_files() {
    let at = folder("unused-export");
    store(&game(Vec::new()), &at, "tiny");
    let table = ok(&at, "unused . --export unseen --wiki");
    let page = std::fs::read_to_string(at.join("unseen/index.html")).unwrap();
    assert!(page.contains("<p>These are the unused parts of the game: "), "{page}");
    let rows: Vec<&str> = table.stdout.lines().collect();
    assert_eq!((rows[0], rows.last()), ("{| class=\"wikitable\"", Some(&"|}")));
    let costume = rows.iter().find(|row| row.starts_with("| 2 || ")).unwrap();
    let file = costume.rsplit(" || ").next().unwrap().split("<br>").next().unwrap();
    assert!(at.join("unseen").join(file).is_file(), "{costume}");
    // Everything of costume 1 is used.
    let manifest = std::fs::read_to_string(at.join("unseen/manifest.json")).unwrap();
    assert!(!manifest.contains("costume-001/walk"), "{manifest}");
}

#[test]
fn several_games_have_headings_in_markup() {
    let at = folder("unused-several");
    for name in ["a", "b"] {
        std::fs::create_dir(at.join(name)).unwrap();
        store(&game(Vec::new()), &at.join(name), "tiny");
    }
    let table = run(&at, "unused a b --wiki").stdout;
    let heads: Vec<&str> = table.lines().filter(|row| row.starts_with("==")).collect();
    assert_eq!(heads, ["== a ==", "== b =="]);
}

#[test]
fn an_unreadable_costume_is_named_and_ends_with_1() {
    let at = folder("unused-unread");
    let ops = [Op::LoadRoom(1), Op::Actor(1, vec![ActorOp::Costume(1)]), Op::End];
    store(&scripted([costume(), vec![0; 3]], &ops), &at, "tiny");
    for (how, told) in
        [("--json", "costume 2: "), ("--wiki", "\nNot read: costume 2: "), ("-q", "not read: costume 2: ")]
    {
        run_in(&at, &["unused", ".", how]).ends(1).prints(&[told]);
    }
    run(&at, "unused . --export unseen").ends(1);
}

#[test]
fn a_costume_alone_is_refused() {
    let at = folder("unused-alone");
    ok(&at, "unpack sample 1 -o odile");
    let list = run(&at, "unused odile");
    assert_eq!((list.status, list.stdout.as_str()), (2, ""));
    list.warns(&["give the game that the costume belongs to"]);
}

#[test]
fn a_picture_with_the_pixels_of_a_shown_one_is_no_news() {
    let at = folder("unused-same");
    let mut design = design_of(Dialect::V5, 0x58, [1, 2], [0, 1]);
    let pictures = &mut design.limbs[0].pictures;
    // Picture 2 has the pixels of picture 0, in another place; 3 and 4 are equal, and nothing shows them.
    for (x, is_new) in [(-3, false), (-3, true), (-2, true)] {
        let mut picture = pictures[0].clone();
        picture.source.x = x;
        if is_new && let PixelSource::Rows(rows) = &mut picture.source.pixels {
            rows.fill(3);
        }
        pictures.push(picture);
    }
    let mut ops = vec![Op::LoadRoom(1), Op::Actor(1, vec![ActorOp::Default, ActorOp::Costume(1)])];
    ops.extend([Op::Put { actor: 1, room: 1, x: 10, y: 10 }, Op::Walk { actor: 1, x: 40, y: 10 }, Op::End]);
    store(&scripted([design.write().unwrap()], &ops), &at, "tiny");
    run(&at, "unused .").prints(&[
        "  certain  picture 0.2: same pixels as 0.0, which is shown\n",
        "  certain  pictures 0.3, 0.4: no record shows them\n",
    ]);
    let json = run(&at, "unused . --json").json();
    let pictures = json["items"].as_array().unwrap().iter().filter(|row| row["kind"] == "picture");
    let same: Vec<_> = pictures.map(|row| row["same_as"]["index"].as_u64()).collect();
    assert_eq!(same, [Some(0), None, None]);
    let table = run(&at, "unused . --wiki --export unseen").stdout;
    assert!(table.contains("which is shown || certain || 0.2: not exported\n"), "{table}");
    let file = "costume-001/pictures/limb-00-picture-003.png";
    assert!(table.contains(&format!(" || {file}<br>0.4: same pixels as {file}\n")), "{table}");
    assert!(at.join("unseen/costume-001/contact.png").is_file());
    assert!(!at.join("unseen/costume-001/pictures/limb-00-picture-000.png").is_file());
}
