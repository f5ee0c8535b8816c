//! Tests of numbers with a second meaning: rooms by other numbers, orders among chores, references.

use super::*;

fn rooms(cast: &Cast, costume: u32) -> Vec<(i32, Certainty, Vec<i32>)> {
    let costume = &cast.costumes[&costume];
    let numbers = |room: i32| costume.entered_as.get(&room).into_iter().flatten().copied().collect();
    costume.rooms.iter().map(|fact| (fact.value, fact.certainty, numbers(fact.value))).collect()
}

/// `pseudoRoom(1, 85 86)`, `loadRoom(133)`, `putActorInRoom(2, 133)`.
#[test]
fn a_room_that_is_entered_by_another_number_is_that_room() {
    let cast = of(Profile::V5, &["CC 01 85 86 00 72 85 13 02 01 01 FF 2D 02 85 A0"]);
    assert_eq!(rooms(&cast, 1), [(1, Certainty::Certain, vec![133])]);
    assert_eq!(cast.unknown, BTreeMap::new());
    // v6: push 3, list (133), pseudoRoom; actor 2 costume 1; putActor(2, 0, 0, 133).
    let v6 = "00 03 01 85 00 00 01 A1 00 02 9D C5 00 01 9D 4C 00 02 00 00 00 00 01 85 00 7F 65";
    for profile in [Profile::V6, Profile::He60, Profile::He71] {
        assert_eq!(rooms(&of(profile, &[v6]), 1), [(3, Certainty::Certain, vec![133])], "{profile}");
    }
    // From v7 on the number of a room is only that.
    assert_eq!(rooms(&of(Profile::V7, &[v6]), 1), [(133, Certainty::Certain, vec![])]);
}

#[test]
fn a_number_that_two_rooms_get_is_likely_and_one_that_no_room_gets_is_none() {
    let dressed = "13 02 01 01 FF 2D 02 85 A0";
    let cast = of(Profile::V5, &[&format!("CC 01 85 00 CC 03 85 00 {dressed}")]);
    assert_eq!(rooms(&cast, 1), [(1, Certainty::Likely, vec![133]), (3, Certainty::Likely, vec![133])]);
    let cast = of(Profile::V5, &[&format!("CC 01 86 00 {dressed}")]);
    assert_eq!(rooms(&cast, 1), []);
    let reasons: Vec<_> = cast.unknown.keys().collect();
    assert_eq!(reasons, ["put into rooms: 133, which no pseudoRoom gives to a room"]);
}

/// A script of a room is found by its number there, also where the room was entered by another number.
#[test]
fn scripts_of_a_room_are_found_by_any_number_of_the_room() {
    // pseudoRoom(1, 133); loadRoom(133); startScript(200, 4); and there: actor (local 0) costume 6.
    let boot = ScriptBytes::new(Owner::Global(1), 9, bytes("CC 01 85 00 72 85 0A C8 01 04 00 FF A0"));
    let local = ScriptBytes::new(Owner::Local(200), 1, bytes("93 00 40 01 06 FF A0"));
    let found = GameScripts { list: vec![boot, local], problems: Vec::new() };
    let cast = Cast::of(&ReadScripts::new(Profile::V5, found));
    assert_eq!((cast.costumes[&6].actors[0].value, cast.costumes[&6].rooms[0].value), (4, 1));
}

#[test]
fn an_actor_that_is_put_into_one_of_several_rooms_is_likely_there() {
    // if variable 200 is 1: local 0 = 2, else 3; actor 1 costume 5; putActorInRoom(1, local 0).
    let cast = of(
        Profile::V5,
        &["1A 00 40 03 00 48 C8 00 01 00 05 00 1A 00 40 02 00 13 01 01 05 FF 6D 01 00 40 A0"],
    );
    assert_eq!(rooms(&cast, 5), [(2, Certainty::Likely, vec![]), (3, Certainty::Likely, vec![])]);
}

/// v6: `pickOneOf(var 200, 11 12)`, and the same with the default 13 for an index outside the list.
#[test]
fn a_chore_that_is_picked_from_a_list_is_one_of_it_or_the_default() {
    let dressed = "00 02 9D C5 00 01 9D 4C 00 02 03 C8 00 00 0B 00 0C 00 02";
    for (picked, wanted) in [("CB", [11, 12].as_slice()), ("00 0D CC", &[11, 12, 13])] {
        let cast = of(Profile::V6, &[&format!("{dressed} {picked} 82 65")]);
        assert_eq!(cast.costumes[&1].chores.keys().copied().collect::<Vec<_>>(), wanted);
    }
}

/// `loadRoomWithEgo(object 9, x 3, y 4)` goes to the room of the object, and there `loadCostume(5)`.
#[test]
fn the_place_of_ego_is_no_room() {
    let v7 = "00 09 00 03 00 04 85 00 05 9B 66 65";
    let v8 = "01 09 00 00 00 01 03 00 00 00 01 04 00 00 00 9E 01 05 00 00 00 AA 3D 7B";
    for (profile, code) in [(Profile::V7, v7), (Profile::V8, v8)] {
        let cast = of(profile, &[code]);
        assert!(cast.costumes.values().all(|it| it.rooms.is_empty()), "{profile}: {:?}", cast.costumes);
    }
    // In v6 the room is an operand.
    let v6 = of(Profile::V6, &["00 09 00 02 00 03 00 04 85 00 05 9B 66 65"]);
    assert_eq!(rooms(&v6, 5), [(2, Certainty::Likely, vec![])]);
}

/// Chores that `animateActor` plays: (profile, code that gives actor 1 costume 4, code that animates it, numbers).
#[test]
fn only_orders_and_roles_are_no_chores() {
    let chores = |profile: Profile, code: &str| -> Vec<i32> {
        of(profile, &[code]).costumes[&4].chores.keys().copied().collect()
    };
    let word = |number: u16| number.to_le_bytes().map(|byte| format!("{byte:02x}")).join(" ");
    let played = |numbers: &[u16]| -> String {
        let plays: Vec<String> = numbers.iter().map(|it| format!("00 01 01 {} 82", word(*it))).collect();
        format!("00 01 9D C5 00 04 9D 4C {} 65", plays.join(" "))
    };
    // 244 … 255 are orders, 56 … 60 roles.
    let bytes = played(&[1, 243, 244, 255, 256, 300, 1001, 56, 60, 61]);
    for profile in [Profile::V6, Profile::He60, Profile::He72, Profile::He90, Profile::He99] {
        assert_eq!(chores(profile, &bytes), [1, 61, 243, 256, 300, 1001], "{profile}");
    }
    // In v7 2000 … 4999 and 255 are orders, 1001 … 1005 roles.
    let thousands = played(&[1, 244, 255, 300, 999, 1000, 1001, 1005, 1006, 1999, 2000, 4999, 5000]);
    assert_eq!(chores(Profile::V7, &thousands), [1, 244, 300, 999, 1000, 1006, 1999, 5000]);
    // Humongous games from 10.0 on have their roles at 1024; ScummVM 2.7.0 has them where they were before.
    let he100 = "5C 01 00 81 5C 04 00 19 5C 01 5C 38 21 5C 01 5F 00 04 21 5C 01 5F 05 04 21 66";
    assert_eq!(chores(Profile::He100, he100), [56, 1029]);
    let mut scripts = game(Profile::He100, &[he100]);
    scripts.chores = crate::dialect::ChoreNumbers::Bytes;
    let cast = Cast::of(&scripts);
    assert_eq!(cast.costumes[&4].chores.keys().collect::<Vec<_>>(), [&1024, &1029]);
    // v2: the number is four times the chore, for roles too.
    let v2 = "13 01 04 04 11 01 2C 11 01 E0 11 01 F3 11 01 F4 A0";
    assert_eq!(chores(Profile::V2, v2), [11]);
}

/// Texts start the chore itself: a number that is an order elsewhere is a chore there.
#[test]
fn chores_in_texts_are_no_orders() {
    let cast =
        of(Profile::V6, &["00 01 9D C5 00 04 9D 4C 00 01 BA 48 FF 09 F5 00 FF 09 2C 01 FF 09 39 00 00 65"]);
    assert_eq!(cast.costumes[&4].chores.keys().collect::<Vec<_>>(), [&245, &300]);
}

/// `print(255, "Hi")`, `print(1, "Hi")`: the first is no actor's text.
#[test]
fn texts_of_the_game_itself_are_no_actor_s() {
    let cast = of(Profile::V5, &["13 01 01 04 FF 14 FF 0F 48 69 00 14 01 0F 48 69 00 A0"]);
    assert_eq!(cast.costumes[&4].speaks, 1);
    assert_eq!(cast.unknown, BTreeMap::new());
}

/// v0: actor n wears costume n, and no script says so.
#[test]
fn in_v0_actors_wear_the_costumes_of_their_numbers() {
    // putActorInRoom is 2D; animateActor(3, 10 = chore 2 facing 2, again 0 times).
    let cast = of(Profile::V0, &["2D 03 05 11 03 0A 00 11 03 FE 00 A0"]);
    let costume = &cast.costumes[&3];
    assert_eq!((costume.actors[0].value, costume.actors[0].certainty), (3, Certainty::Certain));
    assert_eq!(costume.rooms[0].value, 5);
    assert_eq!(costume.chores.keys().collect::<Vec<_>>(), [&2]);
}

/// v1 and v2: variables 14 to 16 stand for the variable that they name.
#[test]
fn a_variable_that_names_another_is_that_other() {
    // variable 14 = 200; variable 200 = 7; actor 1 costume (variable 14).
    let code = "1A 0E C8 00 1A C8 07 00 53 01 0E 04 A0";
    assert_eq!(of(Profile::V2, &[code]).costumes.keys().collect::<Vec<_>>(), [&7]);
    // The variable that is written is the one that variable 20 names, which can be any.
    let code = "1A C8 07 00 0A 14 09 00 53 01 C8 04 A0";
    assert!(of(Profile::V2, &[code]).costumes.is_empty());
}
