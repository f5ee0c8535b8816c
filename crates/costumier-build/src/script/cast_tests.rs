//! The reader finds the facts about actors that the assembler writes.

use std::collections::BTreeMap;

use costumier_scripts::cast::{Cast, Certainty};
use costumier_scripts::script::Profile;
use costumier_scripts::{GameScripts, Owner, ReadScripts, ScriptBytes};

use super::{ActorOp, Op, assemble};
use costumier_format::Role;
use costumier_format::dialect::Dialect;

/// What a boot script and a cutscene script write, in every generation that the assembler writes, is what is
/// found.
#[test]
fn what_was_written_is_found_in_every_generation() {
    for (dialect, profile) in [
        (Dialect::V3_256, Profile::V3Indy),
        (Dialect::V4, Profile::V4),
        (Dialect::V5, Profile::V5),
        (Dialect::V6, Profile::V6),
        (Dialect::V7, Profile::V7),
        (Dialect::V8, Profile::V8),
        (Dialect::HE60, Profile::He60),
    ] {
        let boot = [
            Op::LoadRoom(3),
            Op::Actor(
                1,
                vec![ActorOp::Default, ActorOp::Costume(5), ActorOp::WalkChore(7), ActorOp::TalkChores(8, 9)],
            ),
            Op::Name { actor: 1, name: b"Odile".to_vec() },
            // A second actor in the same costume, in other colours.
            Op::Actor(
                2,
                vec![
                    ActorOp::Palette { entry: 1, colour: 2 }, // lost
                    ActorOp::Costume(5),
                    ActorOp::Palette { entry: 3, colour: 40 },
                    ActorOp::Palette { entry: 4, colour: 41 },
                ],
            ),
            Op::Name { actor: 2, name: b"Odette".to_vec() },
            Op::Put { actor: 1, room: 4, x: 100, y: 50 },
            Op::StartWith(2, vec![6, 12]),
            Op::Animate { actor: 1, number: 11 },
            Op::End,
        ];
        let cutscene = [Op::Dress { actor: 0, costume: 1 }, Op::End];
        let scripts = [&boot[..], &cutscene].map(|ops| assemble(ops, &dialect).unwrap());
        let owned = (1..).zip(scripts).map(|(number, code)| ScriptBytes::new(Owner::Global(number), 1, code));
        let found = GameScripts { list: owned.collect(), ..GameScripts::default() };
        let cast = Cast::of(&ReadScripts::new(profile, found));
        let costume = &cast.costumes[&5];
        let names: Vec<&str> = costume.names.iter().map(|fact| fact.value.as_str()).collect();
        assert_eq!(names, ["Odile", "Odette"], "{profile}");
        assert!(costume.names.iter().all(|fact| fact.certainty == Certainty::Certain), "{profile}");
        let actors: Vec<i32> = costume.actors.iter().map(|fact| fact.value).collect();
        assert_eq!(actors, [1, 2], "{profile}");
        let roles = [Role::Walk, Role::TalkStart, Role::TalkStop, Role::Stand].map(|role| costume.role(role));
        assert_eq!(roles, [Some(7), Some(8), Some(9), None], "{profile}");
        let looks: Vec<_> = costume.looks.iter().map(|look| look.value.overrides.clone()).collect();
        assert_eq!(looks, [BTreeMap::from([(3, 40), (4, 41)])], "{profile}");
        assert!(costume.rooms.iter().any(|fact| fact.value == 4), "{profile}: {:?}", costume.rooms);
        assert_eq!(costume.chores.keys().collect::<Vec<_>>(), [&11], "{profile}");
        // The cutscene's arguments.
        assert_eq!(cast.costumes[&12].actors[0].value, 6, "{profile}");
        let defaults = dialect.roles;
        assert_eq!(cast.roles(defaults)[&5].walk, 7, "{profile}");
        assert_eq!(cast.unknown, BTreeMap::new(), "{profile}");
    }
}
