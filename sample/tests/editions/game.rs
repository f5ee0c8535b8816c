//! The sample game itself: it opens, everything in it is found, and nothing about it is odd.

use costumier::format::codec::{ColourTable, Decoder, Packed};
use costumier::format::cost::{Cost, CostSource};
use costumier::{Costume, Dialect, Game, Limits, MemoryFiles};
use costumier_build::PixelSource;
use costumier_build::game::GameBuilder;

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

/// The sample as it would be for the Amiga: every picture stored row by row.
fn for_amiga(game: &Game) -> MemoryFiles {
    let mut builder = GameBuilder::new(Dialect::V5_AMIGA);
    for room in game.rooms() {
        builder.room(
            u8::try_from(room.id).unwrap(),
            "room",
            game.data().block_at(room.id, 0).unwrap().payload,
        );
    }
    let mut decoder = Decoder::new();
    for slot in game.costume_slots() {
        let cost = Cost::open(game.costume_bytes(slot.id).unwrap().payload, Dialect::V5).unwrap();
        let mut source = CostSource::read(&cost).unwrap();
        source.dialect = Dialect::V5_AMIGA;
        for picture in &mut source.pictures {
            let PixelSource::Encoded(data) = &picture.pixels else { continue };
            let encoded = cost.format().coding(false, 0).of(data);
            let packed = Packed { width: picture.width, height: picture.height, encoded };
            let mut rows = Vec::new();
            decoder.picture(&packed, &ColourTable::IDENTITY, &mut rows);
            picture.pixels = PixelSource::Rows(rows);
        }
        let id = u16::try_from(slot.id).unwrap();
        builder.costume(id, u8::try_from(slot.room).unwrap(), source.write().unwrap());
    }
    let files = builder.script(1, 1, vec![0xA0]).finish().unwrap();
    MemoryFiles::from_iter([("game.000", files.index), ("game.001", files.data)])
}

#[test]
fn the_amiga_is_recognised_by_its_pictures_alone() {
    let game = Game::open(&costumier_sample::files(), None, Limits::default()).unwrap();
    assert_eq!(game.dialect(), Dialect::V5, "{}", game.why());

    let amiga = Game::open(&for_amiga(&game), None, Limits::default()).unwrap();
    assert_eq!(amiga.dialect(), Dialect::V5_AMIGA, "{}", amiga.why());
    let told = amiga.why().split_once(" pictures looked at make sense row by row").unwrap().0;
    let mut counts = told.rsplit(' ').filter_map(|word| word.parse::<u32>().ok());
    let (all, by_rows) = (counts.next().unwrap(), counts.next().unwrap());
    assert!(by_rows >= 20 && all - by_rows <= 2, "{}", amiga.why());

    // The pictures are the same ones.
    for id in game.costume_ids() {
        let [mine, theirs] =
            [&game, &amiga].map(|game| Costume::read(game.costume_bytes(id).unwrap()).unwrap());
        for key in mine.picture_keys() {
            let pixels = |costume: &Costume| {
                let mut rows = Vec::new();
                Decoder::new().picture(&costume.packed(key).unwrap(), &ColourTable::IDENTITY, &mut rows);
                rows
            };
            assert_eq!(pixels(&mine), pixels(&theirs), "costume {id}, {key}");
        }
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

/// Interpreters crash in rooms that are smaller than their screen. v2 shows rooms in 128 of its rows.
#[test]
fn every_room_fills_the_screen_of_its_edition() {
    for edition in costumier_sample::GAMES {
        let game = Game::open(&edition.folder(), None, Limits::default()).unwrap();
        let (columns, rows) = edition.dialect.screen_size();
        let rows = if edition.name == "v2" { 128 } else { rows };
        for room in [1, 2] {
            let room = game.room(room).unwrap();
            assert!(u32::from(room.width) >= columns && u32::from(room.height) >= rows, "{}", edition.name);
        }
    }
}
