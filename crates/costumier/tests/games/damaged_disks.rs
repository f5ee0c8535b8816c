//! Tests with small games of v7, v8 and Humongous, whose files are cut anywhere and changed anywhere. They open, or
//! give an error with a message; an opened game answers every question.

use costumier::format::akos::{AkosSource, Codec};
use costumier::game::{BoxScale, Plane, WalkBox};
use costumier::{Dialect, Game, Limits, MemoryFiles};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

/// A game of one small room on each of two disks, not encrypted.
fn files(dialect: Dialect) -> Vec<(String, Vec<u8>)> {
    let mut room = RoomSource::new(16, 4);
    room.planes = vec![Plane::new(16, 4)];
    room.planes[0].set(9, 3, true);
    let corners = [(0, 0), (15, 0), (15, 3), (0, 3)];
    room.boxes = vec![WalkBox { corners, mask: 1, flags: 0, scale: BoxScale::Constant(200) }];
    room.neighbours = vec![vec![]];
    let costume = AkosSource::new(Codec::Rle, vec![0; 16]).write().unwrap();
    let mut game = GameBuilder::new(dialect);
    game.key(0).room_source(1, "one", &room).unwrap().room_source(2, "two", &room).unwrap();
    game.disk(2, 2).costume(1, 1, costume.clone()).costume(2, 2, costume);
    game.finish().unwrap().named("g", &dialect)
}

/// Opens the files and reads everything. Returns whether there were no problems.
fn ask(files: &[(String, Vec<u8>)]) -> bool {
    let files: MemoryFiles = files.iter().cloned().collect();
    let game = match Game::open(&files, None, Limits::default()) {
        Ok(game) => game,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let mut well = game.problems().is_empty();
    for id in 0..4 {
        well &= game.costume_bytes(id).is_ok() == matches!(id, 1 | 2);
    }
    for id in 0..4 {
        let whole = game.room(id).and_then(|room| room.background().map(|picture| (room, picture)));
        well &= match whole {
            Ok((room, picture)) => room.problems.is_empty() && picture.problems.is_empty(),
            Err(_) => !matches!(id, 1 | 2),
        };
    }
    let _ = (
        game.rooms().count(),
        game.data().files().count(),
        game.data().tree(1).map(|tree| tree.visit(|_, _| {})),
    );
    well
}

#[test]
fn damaged_files_of_every_layout_are_handled() {
    for dialect in [Dialect::V7, Dialect::V8].into_iter().chain([61, 72, 80, 99].map(Dialect::humongous)) {
        let whole = files(dialect);
        assert!(ask(&whole), "{:?}", dialect.disks);
        for which in 0..whole.len() {
            let length = whole[which].1.len();
            // Between both ends, which hold the tables, is mostly a palette; there only every seventh byte is
            // tried.
            for at in (0..length).filter(|at| at % 7 == 0 || *at < 120 || at + 200 > length) {
                let mut cut = whole.clone();
                cut[which].1.truncate(at);
                assert!(!ask(&cut), "{} cut at {at}", whole[which].0);
                for value in [0, 1, 0x7F, 0x80, 0xFF] {
                    let mut changed = whole.clone();
                    changed[which].1[at] = value;
                    let _ = ask(&changed);
                }
            }
        }
    }
}
