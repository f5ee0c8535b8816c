//! What scripts say of the costumes, in every edition but v2, against what
//! `boot.script` and `understudy.script` were written to say.

use std::collections::BTreeMap;

use costumier::cast::{Cast, Certainty};
use costumier::format::screen::high;
use costumier::scripts::Owner;
use costumier::{Game, Limits, Role};
use costumier_sample::Edition;

/// All editions but v2, whose scripts know neither names nor arguments.
fn speaking() -> impl Iterator<Item = &'static Edition> {
    costumier_sample::GAMES.iter().filter(|edition| edition.name != "v2")
}

fn open(edition: &Edition) -> Game {
    Game::open(&edition.folder(), None, Limits::default()).unwrap()
}

fn cast(edition: &Edition) -> Cast {
    let (game, generation) = (open(edition), edition.name);
    let scripts = game.read_scripts();
    let globals = scripts.list.iter().filter(|it| matches!(it.owner, Owner::Global(_)));
    assert_eq!(globals.count(), if twins(edition).is_empty() { 2 } else { 3 }, "{generation}");
    for it in &scripts.list {
        assert_eq!(it.script.problems, [], "{generation}, script {}", it.owner);
    }
    Cast::of(&scripts)
}

/// Actors and what they are called.
type People = &'static [(i32, &'static str)];

/// The twins of an edition, with their actors and names.
fn twins(edition: &Edition) -> &'static [(u32, (i32, &'static str))] {
    match edition.name {
        "v7" | "v8" => &[
            (7, (8, "Jack in the box in codec 5")),
            (8, (9, "Jack in the box in codec 16")),
            (10, (10, "Paper dragon in codec 1 and programs")),
        ],
        "he72" | "he" => &[
            (8, (8, "Jack in the box in codec 16")),
            (9, (9, "Jack in the box in codec 32 and programs")),
            (10, (10, "Paper dragon in codec 1 and programs")),
        ],
        "he99-16" => &[
            (9, (8, "Jack in the box in codec 32 and programs")),
            (10, (9, "Paper dragon in codec 1 and programs")),
        ],
        _ => &[],
    }
}

#[test]
fn everybody_is_known_by_name_actor_and_room() {
    let written: [(u32, People, i32); 6] = [
        (1, &[(1, "Odile")], 1),
        (2, &[(2, "Balthasar"), (7, "Understudy")], 2),
        (3, &[(3, "Sergeant Tick")], 1),
        (4, &[(4, "Paper dragon")], 2),
        (5, &[(5, "Jack in the box")], 1),
        (6, &[(6, "Minuet")], 1),
    ];
    for edition in speaking() {
        let (cast, generation) = (cast(edition), edition.name);
        assert_eq!(cast.unknown, BTreeMap::new(), "{generation}: everything can be followed");
        assert_eq!(cast.costumes.len(), written.len() + twins(edition).len(), "{generation}");
        // No reader needs another list: a name of a costume that is never seen is in a script, too.
        for (id, (actor, name)) in twins(edition) {
            let costume = &cast.costumes[id];
            assert_eq!(
                costume.actors.iter().map(|fact| fact.value).collect::<Vec<_>>(),
                [*actor],
                "{generation}"
            );
            let names =
                costume.names.iter().map(|fact| (fact.value.as_str(), fact.certainty)).collect::<Vec<_>>();
            assert_eq!(names, [(*name, Certainty::Certain)], "{generation}, costume {id}");
            assert!(costume.rooms.is_empty(), "{generation}, costume {id}");
        }
        for (id, people, room) in written {
            let costume = &cast.costumes[&id];
            let mut actors: Vec<i32> = costume.actors.iter().map(|fact| fact.value).collect();
            actors.sort_unstable();
            let mut names: Vec<&str> = costume.names.iter().map(|fact| fact.value.as_str()).collect();
            names.sort_unstable();
            assert_eq!(
                actors,
                people.iter().map(|it| it.0).collect::<Vec<_>>(),
                "{generation}, costume {id}"
            );
            assert_eq!(names, people.iter().map(|it| it.1).collect::<Vec<_>>(), "{generation}, costume {id}");
            let rooms: Vec<_> = costume.rooms.iter().map(|fact| (fact.value, fact.certainty)).collect();
            assert!(rooms.contains(&(room, Certainty::Certain)), "{generation}, costume {id}: {rooms:?}");
            let sure = costume.names.iter().all(|fact| fact.certainty == Certainty::Certain);
            assert!(sure, "{generation}, costume {id}");
        }
    }
}

#[test]
fn roles_and_looks_are_those_that_were_written() {
    for edition in speaking() {
        let (game, cast, generation) = (open(edition), cast(edition), edition.name);
        let balthasar = &cast.costumes[&2];
        let walks: Vec<_> =
            balthasar.roles[&Role::Walk].iter().map(|fact| (fact.value, fact.certainty)).collect();
        assert_eq!(walks, [(2, Certainty::Certain), (6, Certainty::Certain)], "{generation}");
        // Two actors walk differently in it, so no number stands for the role.
        assert_eq!(balthasar.role(Role::Walk), None, "{generation}");
        let [look] = balthasar.looks.as_slice() else { panic!("{generation}: {:?}", balthasar.looks) };
        // Humongous games name a costume's colours, and those of 16 bits a pixel say pixels.
        let costume = game.costume(2).unwrap();
        let written: BTreeMap<u8, u8> = match edition.dialect.fixed_colours {
            true => [(5, 2), (13, 10), (1, 0), (4, 3), (12, 11)].into(),
            false => (1..=7).zip(80..=86).collect(),
        };
        let palette = game.room_palette(2).unwrap();
        let pixels = |(entry, colour): (&u8, &u8)| (*entry, high::pixel(palette[usize::from(*colour)]));
        let pixels: BTreeMap<u8, u16> = written.iter().map(pixels).collect();
        let expected = match edition.dialect.high_colour.is_some() {
            true => (BTreeMap::new(), pixels),
            false => (written, BTreeMap::new()),
        };
        let overrides = costume.overrides_in(&look.value);
        let overrides = if expected.0.is_empty() { BTreeMap::new() } else { overrides };
        assert_eq!((overrides, costume.pixels_in(&look.value)), expected, "{generation}");
        assert_eq!(look.certainty, Certainty::Certain, "{generation}");
        let evidence = look.evidence.first().unwrap();
        assert_eq!(evidence.script, 0, "{generation}: the boot script says so");
        for (id, chores) in [(1, &[6, 7][..]), (2, &[6, 7]), (3, &[6]), (4, &[6]), (5, &[6, 7]), (6, &[])] {
            let played: Vec<i32> =
                cast.costumes[&id].chores.keys().copied().filter(|chore| *chore > 5).collect();
            assert_eq!(played, chores, "{generation}, costume {id}");
        }
    }
}
