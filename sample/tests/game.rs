//! The sample game itself: it opens, everything in it is found, and nothing about it is odd.

use costumier::cost::Cost;
use costumier::cost::write::CostSource;
use costumier::game::Game;
use costumier::{Dialect, Limits};

#[test]
fn every_costume_opens_without_a_problem() {
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    assert_eq!(game.problems(), &[]);
    assert_eq!(game.rooms().filter(|room| room.present).count(), 2);
    let ids: Vec<_> = game.costume_ids().collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6]);
    for id in ids {
        let cost = Cost::open(game.costume_bytes(id).unwrap().payload, Dialect::V5).unwrap();
        assert_eq!(cost.problems(), &[], "costume {id}");
        assert!(cost.picture_keys().count() > 0 && cost.has_record(4), "costume {id}");
    }
}

#[test]
fn every_costume_is_taken_apart_and_written_again_byte_for_byte() {
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    for id in game.costume_ids() {
        let payload = game.costume_bytes(id).unwrap().payload;
        let cost = Cost::open(payload.clone(), Dialect::V5).unwrap();
        assert_eq!(CostSource::read(&cost).unwrap().write().unwrap(), payload, "costume {id}");
    }
}

/// What the sample has to show (every kind of costume that v5 knows).
#[test]
fn the_cast_has_what_the_tests_of_others_rely_on() {
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    let costs: Vec<_> = game
        .costume_ids()
        .map(|id| Cost::open(game.costume_bytes(id).unwrap().payload, Dialect::V5).unwrap())
        .collect();
    assert!(costs.iter().any(|cost| cost.format().colours() == 32));
    assert!(costs.iter().any(|cost| cost.format().never_mirror));
    let moves = |cost: &Cost| {
        cost.picture_keys().filter_map(|key| cost.picture_info(key)).any(|info| info.move_y != 0)
    };
    assert!(
        costs.iter().any(|cost| (0..16).filter(|limb| cost.limb(*limb).len > 0).count() >= 3 && moves(cost))
    );
    for command in [0x78, 0x7B, 0x7C] {
        assert!(costs.iter().any(|cost| cost.commands().contains(&command)), "{command:#x}");
    }
}
