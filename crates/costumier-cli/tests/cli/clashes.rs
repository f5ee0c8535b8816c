//! `check --clashes`, as somebody calls it: the list, JSON, and the pictures.

use costumier::Dialect;
use costumier_build::example;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_build::script::{ActorOp, Op, assemble};

use crate::support::{folder, ok, run, store};

/// Costume colour 1 is room colour 16, which is red at home and blue in room 2. Room 3 is like room 1.
#[test]
fn a_costume_in_a_room_with_other_colours_is_listed_and_drawn() {
    let v5 = Dialect::V5;
    let at = folder("clashes");
    let mut game = GameBuilder::new(v5);
    for (number, name, colour) in
        [(1, "pier", [180, 0, 0]), (2, "cave", [0, 0, 180]), (3, "den", [180, 0, 0])]
    {
        let mut room: RoomSource = example::room(v5);
        room.palette[16] = colour;
        game.room(number, name, room.write().unwrap());
    }
    let ops = [
        Op::LoadRoom(1),
        Op::Actor(1, vec![ActorOp::Costume(1)]),
        Op::Put { actor: 1, room: 2, x: 10, y: 10 },
        Op::Put { actor: 1, room: 3, x: 10, y: 10 },
        Op::End,
    ];
    game.costume(1, 1, example::costume(v5).write().unwrap());
    game.script(1, 1, assemble(&ops, &v5).unwrap());
    store(&game.finish().unwrap(), &at, "tiny");
    let list = ok(&at, "check . --clashes -o both");
    let lines: Vec<&str> = list.stdout.lines().collect();
    assert_eq!(lines[0], "costume 1, at home in room 1 (pier)", "{}", list.stdout);
    assert!(lines[1].starts_with("  certain  in room 2 (cave): "), "{}", list.stdout);
    assert!(lines[2].starts_with("           colour 1 (room colour 16): #b40000 ▸ #0000b4, ΔE "));
    assert!(lines[3].starts_with("           brought there by script 1 byte 0x"), "{}", list.stdout);
    assert_eq!(lines[5..], ["1 clash: 1 certain, 0 likely"]);
    let file = std::fs::read(at.join("both/costume-001-room-002.png")).unwrap();
    let shown = costumier_edit::pictures::png::read(&file).unwrap();
    let costumier_edit::pictures::png::Pixels::Colours(pixels) = shown.pixels else {
        panic!("a PNG file in RGBA")
    };
    for colour in [[180, 0, 0, 255], [0, 0, 180, 255]] {
        assert!(pixels.contains(&colour), "{colour:?} is shown");
    }
    let json = run(&at, "check . --clashes --json").json();
    assert_eq!(json["clashes"].as_array().unwrap().len(), 1);
    assert_eq!(json["clashes"][0]["colours"][0]["there"], "#0000b4");
    ok(&at, "unpack . 1 -o worn");
    run(&at, "check worn --clashes").fails(2, &["give the game that"]);
}
