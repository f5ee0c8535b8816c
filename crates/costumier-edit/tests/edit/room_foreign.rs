//! Bytes that are no room, or a room of another game: they are refused, or the game reads them as well as its own.

use costumier::{Dialect, Game, MemoryFiles, Severity};
use costumier_edit::put::NewRoom;
use costumier_edit::{Plan, PutOptions, room};

use crate::room::{dialects, game, opened, put};

/// A game of each dialect, and the bytes of its room 2.
fn rooms() -> Vec<(Dialect, MemoryFiles, Vec<u8>)> {
    let of = |dialect| {
        let files = game(dialect, 7);
        let own = room::stored(&opened(&files, dialect), 2).unwrap();
        (dialect, files, own)
    };
    dialects().into_iter().map(of).collect()
}

fn planned(files: &MemoryFiles, game: &Game, payload: &[u8]) -> Result<Plan, String> {
    let room = NewRoom { id: 2, payload: payload.to_vec() };
    Plan::with_rooms(game, files, &[], &[room], PutOptions::default()).map_err(|refused| refused.to_string())
}

/// The number of faults of room 2 in a game, and whether it has pixels.
fn faults(game: &Game) -> (usize, bool) {
    let room = game.room(2).unwrap();
    let background = room.background().unwrap();
    let all = room.problems.iter().chain(&background.problems);
    let broken = all.filter(|problem| problem.severity == Severity::Broken).count();
    (broken, room.width > 0 && room.height > 0)
}

#[test]
fn what_is_no_room_of_the_game_is_refused() {
    let rooms = rooms();
    for (dialect, files, own) in &rooms {
        let game = opened(files, *dialect);
        let name = room::dialect_name(dialect);
        for junk in [&[][..], &[0xFF; 50], &[0; 64], &own[..9]] {
            let why = planned(files, &game, junk).expect_err(name);
            assert!(why.contains("room 2"), "{name}: {why}");
        }
        let sound = faults(&game);
        let halves = (1..8).map(|part| own[..own.len() * part / 8].to_vec());
        let others = rooms.iter().map(|(_, _, other)| other.clone());
        for payload in halves.chain(others) {
            if planned(files, &game, &payload).is_err() {
                continue;
            }
            let (_, after) = put(files, &game, &[NewRoom { id: 2, payload }]);
            assert_eq!(faults(&opened(&after, *dialect)), sound, "{name}");
        }
    }
}

#[test]
fn rooms_of_other_forms_are_refused() {
    let rooms = rooms();
    // Versions whose rooms have heads of different lengths, or no heads.
    let forms = ["v2", "v3", "v5", "v7", "v8"];
    for (dialect, files, _) in rooms.iter().filter(|it| forms.contains(&room::dialect_name(&it.0))) {
        let game = opened(files, *dialect);
        for (other, _, payload) in rooms.iter().filter(|it| forms.contains(&room::dialect_name(&it.0))) {
            let (from, into) = (room::dialect_name(other), room::dialect_name(dialect));
            assert!(from == into || planned(files, &game, payload).is_err(), "from {from} into {into}");
        }
    }
}
