//! Games whose rooms give a costume's colours another look, or do not, in every generation whose rooms have palettes:
//! what [`Clashes`] finds is compared with what was planted.

use std::collections::BTreeSet;

use costumier::cast::{Cast, Certainty};
use costumier::clashes::{Clash, Clashes};
use costumier::format::dialect::FileLayout;
use costumier::{Dialect, Game, Limits, MemoryFiles};
use costumier_build::akos::AkosForm;
use costumier_build::classic::ClassicBuilder;
use costumier_build::example;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_build::script::{ActorOp, Op, assemble};

use crate::unused::Random;

/// The seed of all games; another one is a test, too.
const SEED: u64 = 553;

/// Number of planted clashes, and of rooms without one, at least.
const CASES: usize = 100;

/// The costume colours that the example's pictures have.
const DRAWN: [u8; 3] = [1, 2, 3];

fn dialects() -> Vec<Dialect> {
    let classic = [Dialect::V3_256, Dialect::V4, Dialect::V5, Dialect::V6, Dialect::V7, Dialect::V8];
    let humongous = [71, 72, 80, 90, 99, 100].map(Dialect::humongous);
    classic.into_iter().chain([Dialect::HE60]).chain(humongous).collect()
}

/// A palette without near-white entries, which some generations skip.
fn palette(random: &mut Random) -> Vec<[u8; 3]> {
    let mut part = || u8::try_from(random.below(200)).unwrap();
    (0..256).map(|_| [part(), part(), part()]).collect()
}

/// The game: a costume of room 1, which a script puts into room 2 and into room 3. `entry` runs when room 2 is entered.
fn game(dialect: Dialect, palettes: [&[[u8; 3]]; 3], more: &[Op], entry: Option<&[Op]>) -> Game {
    let design = example::costume(dialect);
    let block = match dialect.has_akos() {
        true => design.to_akos(&AkosForm::plain(dialect)).unwrap().write().unwrap(),
        false => design.write().unwrap(),
    };
    let rooms = palettes.map(|colours| RoomSource { palette: colours.to_vec(), ..example::room(dialect) });
    let mut ops = vec![Op::LoadRoom(1), Op::Actor(1, vec![ActorOp::Costume(1)])];
    ops.extend([2, 3].map(|room| Op::Put { actor: 1, room, x: 40, y: 40 }));
    ops.extend_from_slice(more);
    ops.push(Op::End);
    let script = assemble(&ops, &dialect).unwrap();
    let files = if dialect.files == FileLayout::Disks {
        let mut game = GameBuilder::new(dialect);
        for (number, room) in (1..).zip(&rooms) {
            let Some(entry) = entry.filter(|_| number == 2) else {
                game.room_source(number, "room", room).unwrap();
                continue;
            };
            let code = assemble(entry, &dialect).unwrap();
            let length = u32::try_from(code.len() + 8).unwrap().to_be_bytes();
            let payload =
                [room.write_for(&dialect).unwrap(), b"ENCD".to_vec(), length.to_vec(), code].concat();
            game.room(number, "room", payload);
        }
        game.costume(1, 1, block).script(1, 1, script);
        game.finish().unwrap().named("game", &dialect)
    } else {
        let mut game = ClassicBuilder::new(dialect);
        for (number, room) in (1..).zip(&rooms) {
            game.room_source(number, "room", 1, room).unwrap();
        }
        game.costume(1, 1, block).script(1, 1, script);
        game.finish().unwrap()
    };
    let mut game = Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap();
    game.assume(dialect);
    game
}

fn found(game: &Game) -> Clashes {
    let scripts = game.read_scripts();
    Clashes::of(game, &scripts, &Cast::of(&scripts))
}

/// A colour that looks unlike another one: each part is moved by half of the range.
fn unlike([r, g, b]: [u8; 3]) -> [u8; 3] {
    [r, g, b].map(|part| if part < 100 { part + 100 } else { part - 100 })
}

fn colours(clash: &Clash) -> BTreeSet<u8> {
    clash.colours.iter().map(|it| it.colour.unwrap()).collect()
}

/// In room 2 some drawn colours look unlike. In room 3 only others do, or drawn ones do by a shade.
#[test]
fn what_was_planted_is_found_and_nothing_else() {
    println!("seed {SEED}");
    let mut random = Random(SEED);
    let (mut cases, mut kinds) = (0, BTreeSet::new());
    while cases < CASES {
        for dialect in dialects() {
            let home = palette(&mut random);
            let (mut second, mut third) = (home.clone(), home.clone());
            let mut planted: BTreeSet<u8> = DRAWN.into_iter().filter(|_| random.below(2) == 0).collect();
            planted.insert(DRAWN[usize::try_from(random.below(3)).unwrap()]);
            for colour in &planted {
                let at = usize::from(colour * 16);
                second[at] = unlike(home[at]);
            }
            for (at, colour) in third.iter_mut().enumerate() {
                let is_drawn = DRAWN.iter().any(|drawn| usize::from(drawn * 16) == at);
                *colour = if is_drawn { colour.map(|part| part ^ 1) } else { unlike(*colour) };
            }
            let game = game(dialect, [&home, &second, &third], &[], None);
            let clashes = found(&game);
            let name = dialect.generation().name();
            assert_eq!(clashes.unread, Vec::<String>::new(), "{name}");
            let [clash] = &clashes.list[..] else { panic!("{name}: {:?}", clashes.list) };
            assert_eq!((clash.costume, clash.home, clash.room), (1, 1, 2), "{name}");
            assert_eq!((clash.certainty, colours(clash)), (Certainty::Certain, planted), "{name}");
            for it in &clash.colours {
                let at = usize::from(it.colour.unwrap() * 16);
                assert_eq!((usize::from(it.at_home.0), usize::from(it.there.0)), (at, at), "{name}");
                assert!(it.pixels > 0 && it.pixels <= clash.drawn && it.difference > 5.0, "{name}: {it:?}");
            }
            assert!(!clash.brought.is_empty(), "{name}");
            kinds.insert(name);
            cases += 1;
        }
    }
    println!("{cases} planted clashes and as many rooms without one, in {}", kinds.len());
}

/// Where the room that stores the costume gives it one colour, home is another room. The script shows the
/// costume in all three.
#[test]
fn a_black_room_is_no_home() {
    let mut random = Random(SEED);
    let (black, second) = (vec![[0; 3]; 256], palette(&mut random));
    let mut third = second.clone();
    third[16] = unlike(second[16]);
    for (palettes, expected) in [
        ([&black, &second, &third], &[(2, 1), (2, 3)][..]),
        ([&black, &second, &second], &[(2, 1)]),
        ([&black, &black, &black], &[]),
        ([&second, &black, &second], &[(1, 2)]),
    ] {
        let game = game(Dialect::V6, palettes.map(Vec::as_slice), &[], None);
        let pairs: Vec<_> = found(&game).list.iter().map(|clash| (clash.home, clash.room)).collect();
        assert_eq!(pairs, expected);
    }
}

#[test]
fn the_number_of_pixels_is_that_of_the_pictures() {
    let mut random = Random(SEED);
    let home = palette(&mut random);
    let mut second = home.clone();
    second[16] = unlike(home[16]);
    let game = game(Dialect::V5, [&home, &second, &home], &[], None);
    let costume = game.costume(1).unwrap();
    let values: Vec<u8> =
        costume.picture_keys().into_iter().flat_map(|key| costume.values(key).unwrap()).collect();
    let clash = &found(&game).list[0];
    let count = |wanted: fn(&u8) -> bool| values.iter().filter(|value| wanted(value)).count() as u64;
    assert_eq!((clash.pixels, clash.drawn), (count(|it| *it == 1), count(|it| *it != 0)));
    let [at_home, there] = clash.palettes(&game, &costume).unwrap();
    assert_eq!((at_home[1], there[1]), (Some(home[16]), Some(second[16])));
    assert_eq!((at_home[2], there[2], at_home[0]), (Some(home[32]), Some(home[32]), None));
}

/// What scripts of the room give the actor is what is compared; what other scripts give it at times makes a clash
/// likely.
#[test]
fn colours_that_scripts_give_count() {
    let mut random = Random(SEED);
    let home = palette(&mut random);
    let mut second = home.clone();
    (second[16], second[99]) = (unlike(home[16]), home[16]);
    let dressed = |colour| vec![Op::Actor(1, vec![ActorOp::Palette { entry: 1, colour }])];
    for dialect in [Dialect::V5, Dialect::V6] {
        let with = |more: &[Op], entry: Option<&[Op]>| {
            let mut entry = entry.map(<[Op]>::to_vec);
            entry.iter_mut().for_each(|ops| ops.push(Op::End));
            found(&game(dialect, [&home, &second, &home], more, entry.as_deref())).list
        };
        assert_eq!(with(&[], None).len(), 1);
        assert!(with(&[], Some(&dressed(99))).is_empty(), "the room's script mends it");
        let worse = with(&[], Some(&dressed(200)));
        assert_eq!((worse.len(), worse[0].colours[0].there.0), (1, 200), "the room's script makes it");
        let at_times = with(&dressed(40), None);
        assert_eq!((at_times.len(), at_times[0].certainty), (1, Certainty::Likely));
        let repainted = with(&[], Some(&[Op::PaletteEntry { index: 16, colour: home[16] }]));
        assert_eq!((repainted[0].certainty, repainted[0].repainted.len()), (Certainty::Likely, 1));
    }
}
