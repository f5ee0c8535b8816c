//! Tests of FM-TOWNS editions of v5, recognised by their sounds and names.

use super::Game;
use super::tests::block;
use crate::Limits;
use crate::MemoryFiles;
use crate::dialect::Dialect;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

fn opened(index: &str, sounds: &[&[u8]]) -> Game {
    let mut game = GameBuilder::new(Dialect::V5);
    game.room_source(1, "quay", &RoomSource::new(320, 200)).unwrap();
    game.script(1, 1, vec![0xA0]);
    for (sound, id) in sounds.iter().zip(1..) {
        game.sound(id, 1, sound.to_vec());
    }
    let files = game.finish().unwrap();
    let data = index.replace(".000", ".001");
    let files = MemoryFiles::from_iter([(index.to_owned(), files.index), (data, files.data)]);
    Game::open(&files, None, Limits::default()).unwrap()
}

#[test]
fn editions_of_v5_are_told_by_their_sounds_and_names() {
    let towns = block(b"TOWS", &[1, 2, 3]);
    let several = block(b"SOU ", &[block(b"ADL ", &[4]), towns.clone()].concat());
    let other = block(b"SOU ", &block(b"ADL ", &[4]));
    for (sounds, is_towns) in [
        (vec![towns.as_slice()], true),
        (vec![&other, &several], true),
        (vec![&other], false),
        (vec![b"TOWS".as_slice(), b""], false),
        (vec![], false),
    ] {
        let game = opened("monkey2.000", &sounds);
        let wanted = if is_towns { Dialect::V5_TOWNS } else { Dialect::V5 };
        assert_eq!(game.dialect(), wanted, "{}", game.why());
        assert_eq!(game.why().contains("TOWS"), is_towns);
    }
    let named = opened("monkeyk.000", &[]);
    assert_eq!(named.dialect(), Dialect::V5_TOWNS, "{}", named.why());
    assert!(named.why().contains("The Secret of Monkey Island, under a name that only"), "{}", named.why());
}
