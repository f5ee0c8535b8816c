//! Games for the FM-TOWNS: told by what lies there, and shown in the colours that the machine has.

use std::fs;
use std::path::Path;

use crate::pack;
use crate::support::{costume_for, folder, run, run_in};
use crate::whatis::Rgba;
use costumier::Dialect;
use costumier::format::dialect::FileLayout;
use costumier_build::classic::ClassicBuilder;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

/// A room whose colours need all their bits, in the first 200 rows of a screen.
fn room() -> RoomSource {
    let mut room = RoomSource::new(320, 200);
    room.palette = (0..=250).map(|i| [i, 250 - i, 0x2B]).collect();
    room.background = (0..320 * 200u32).map(|at| (at / 320).to_le_bytes()[0]).collect();
    room
}

/// A costume and its room in a game of this kind.
fn store(dialect: &Dialect, at: &Path, stem: &str) {
    let costume = costume_for(*dialect, 0x58);
    if dialect.files == FileLayout::Disks {
        let mut game = GameBuilder::new(*dialect);
        game.room_source(1, "hall", &room()).unwrap();
        game.costume(1, 1, costume);
        return pack::store(at, &game.finish().unwrap().named(stem, dialect));
    }
    let mut game = ClassicBuilder::new(*dialect);
    for number in [5, 98] {
        game.room_source(number, "hall", 1, &room()).unwrap();
    }
    game.costume(1, 98, costume);
    pack::store(at, &game.finish().unwrap());
}

#[test]
fn editions_are_told_and_shown_in_their_colours() {
    let at = folder("towns");
    let kinds = [
        (
            "zak",
            Dialect::V3_TOWNS,
            "Zak McKracken and the Alien Mindbenders, FM-TOWNS (told by which files there are)",
        ),
        (
            "indy",
            Dialect::V3_TOWNS_INDY,
            "Indiana Jones and the Last Crusade, FM-TOWNS (told by which files there are)",
        ),
        (
            "monkeyk",
            Dialect::V5_TOWNS,
            "The Secret of Monkey Island, FM-TOWNS (only told by the file's name)",
        ),
        ("monkey2", Dialect::V5, "Monkey Island 2: LeChuck's Revenge (only told by the file's name)"),
    ];
    for (name, dialect, title) in kinds {
        store(&dialect, &at.join(name), name);
        if name == "indy" {
            // That room is not in this game.
            fs::remove_file(at.join("indy/05.lfl")).unwrap();
        }
        let info = run_in(&at, &["info", name]);
        info.prints(&[title]);
        let towns = dialect != Dialect::V5;
        assert_eq!(info.stdout.contains(", fm-towns\n"), towns, "{}", info.stdout);
        let json = run_in(&at, &["info", name, "--json"]).json();
        assert_eq!(json["platform"], if towns { "fm-towns" } else { "pc" });
    }
    run(&at, "info zak monkey2").prints(&["v3, fm-towns"]);

    // Colour 100 is in row 100: 100, 150, 43.
    fs::write(at.join("scene.json"), r#"{"scenes": [{"name": "hall", "room": 1, "actors": []}]}"#).unwrap();
    let shown = |game: &[&str], folder: &str| {
        let call = [&["render"], game, &["--scenes", "scene.json", "-o", folder]].concat();
        run_in(&at, &call).ends(0);
        let [r, g, b, _] = Rgba::read(&at.join(folder).join("hall.png")).at(0, 100);
        [r, g, b]
    };
    assert_eq!(shown(&["monkeyk"], "towns"), [0x63, 0x94, 0x29]);
    assert_eq!(shown(&["monkeyk", "--platform", "pc"], "pc"), [100, 150, 43]);
    assert_eq!(shown(&["monkey2"], "plain"), [100, 150, 43]);
    assert_eq!(shown(&["monkey2", "--platform", "fm-towns"], "taken"), [0x63, 0x94, 0x29]);
    run(&at, "info zak --platform amiga").fails(2, &["the FM-TOWNS in v3 with 256 colours and v5"]);
}
