//! `unused`, as somebody calls it: the list, JSON, the table for a wiki, and the export.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::support::{costume, folder, room, run_in, store};
use costumier::Dialect;
use costumier_build::game::{GameBuilder, GameFiles};
use costumier_build::script::{ActorOp, Op, assemble};

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
    let mut game = GameBuilder::new(Dialect::V5);
    game.room(1, "pier", room()).costume(1, 1, costume()).costume(2, 1, costume());
    game.script(1, 1, assemble(&ops, &Dialect::V5).unwrap());
    game.finish().unwrap()
}

#[test]
fn an_unworn_costume_is_certain_until_a_script_computes_one() {
    let at = folder("unused-costume");
    store(&game(Vec::new()), &at, "tiny");
    let list = run_in(&at, &["unused", "."]);
    assert_eq!(list.status, 0, "{}", list.stderr);
    assert!(list.stdout.contains("costume 2\n  certain  the whole costume: no script puts it on an actor\n"));
    assert!(!list.stdout.contains("\nplaces where scripts compute"), "{}", list.stdout);

    // increment var 200; actor 2 costume var 200
    let raw = vec![0x46, 200, 0, 0x13, 2, 0x81, 200, 0, 0xFF];
    let at = folder("unused-computed");
    store(&game(vec![Op::Raw(raw)]), &at, "tiny");
    let list = run_in(&at, &["unused", "."]);
    assert!(list.stdout.contains("  likely   the whole costume: no script puts it on an actor  [1]\n"));
    assert!(list.stdout.contains("  [1] script 1 byte "), "{}", list.stdout);
    assert!(list.stdout.contains("var200"), "{}", list.stdout);
    let json = run_in(&at, &["unused", ".", "--json"]).json();
    let fields =
        |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(fields(&json), "computed conditional gaps items unread");
    assert_eq!(
        fields(&json["items"][0]),
        "certainty chore chore_name computed costume entries facing has_record kind loaded name object overrides \
         picture room"
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
    let table = run_in(&at, &["unused", ".", "--export", "unseen", "--wiki"]);
    assert_eq!(table.status, 0, "{}", table.stderr);
    assert!(at.join("unseen/index.html").is_file());
    let rows: Vec<&str> = table.stdout.lines().collect();
    assert_eq!((rows[0], rows.last()), ("{| class=\"wikitable\"", Some(&"|}")));
    let costume = rows.iter().find(|row| row.starts_with("| 2 || ")).unwrap();
    let file = costume.rsplit(" || ").next().unwrap().split("<br>").next().unwrap();
    assert!(at.join("unseen").join(file).is_file(), "{costume}");
    // Everything of costume 1 is used.
    let manifest = std::fs::read_to_string(at.join("unseen/manifest.json")).unwrap();
    assert!(!manifest.contains("costume-001/walk"), "{manifest}");
}
