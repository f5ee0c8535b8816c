use super::*;
use crate::game::scripts::{GameScripts, Owner, ScriptBytes};

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// Global scripts from 1 on.
fn game(profile: Profile, scripts: &[&str]) -> ReadScripts {
    let list = (1..)
        .zip(scripts)
        .map(|(number, hex)| ScriptBytes {
            owner: Owner::Global(number),
            room: 1,
            file: "x".into(),
            offset: 0,
            code: bytes(hex),
            start: 0,
            verbs: Vec::new(),
            name: None,
        })
        .collect();
    let read = ReadScripts::new(profile, GameScripts { list, problems: Vec::new() });
    for it in &read.list {
        assert_eq!(it.script.problems, []);
    }
    read
}

fn of(profile: Profile, scripts: &[&str]) -> Cast {
    Cast::of(&game(profile, scripts))
}

/// `reference/11 A.7`: v5, one instruction.
#[test]
fn one_instruction_tells_name_costume_roles_and_colours() {
    let cast =
        of(Profile::V5, &["13 01 08 01 05 0D 47 75 79 62 72 75 73 68 00 04 02 0E 01 0C 0F 0B 03 07 FF A0"]);
    let costume = &cast.costumes[&5];
    assert_eq!(
        costume.name().map(|fact| (fact.value.as_str(), fact.certainty)),
        Some(("Guybrush", Certainty::Certain))
    );
    assert_eq!(costume.actors[0].value, 1);
    assert_eq!(
        (costume.role(Role::Walk), costume.role(Role::Init), costume.role(Role::Stand)),
        (Some(2), Some(1), None)
    );
    assert_eq!(costume.settings["talk colour"][0].value, [15]);
    assert_eq!(costume.looks[0].value.overrides, BTreeMap::from([(3, 7)]));
    assert_eq!(costume.looks[0].certainty, Certainty::Certain);
}

/// `reference/11 A.7`: the chain of v6, and A.4.2: what stands before the costume is lost.
#[test]
fn v6_chains_and_overrides_that_are_lost() {
    let head = "00 01 9D C5 9D D9";
    let tail = "00 05 9D 4C 9D 58 42 65 72 74 61 00 00 02 9D 4F 00 01 9D 59 00 01 00 50 00 64 00 0A 7F";
    let cast = of(Profile::V6, &[&format!("{head} {tail} 65")]);
    let costume = &cast.costumes[&5];
    assert_eq!(costume.name().unwrap().value, "Berta");
    assert_eq!((costume.role(Role::Walk), costume.role(Role::Init)), (Some(2), Some(1)));
    assert_eq!((costume.rooms[0].value, costume.rooms[0].certainty), (10, Certainty::Certain));
    let lost = of(Profile::V6, &[&format!("{head} 00 03 00 07 9D 56 {tail} 65")]);
    assert_eq!(lost.costumes[&5].looks, []);
    let kept = of(Profile::V6, &[&format!("{head} {tail} 00 03 00 07 9D 56 65")]);
    assert_eq!(kept.costumes[&5].looks[0].value.overrides, BTreeMap::from([(3, 7)]));
}

#[test]
fn arguments_lead_into_scripts_that_are_started() {
    // Script 1 starts script 2 with (3, 7) and (4, 8): actor and costume.
    let cast = of(
        Profile::V5,
        &["0A 02 01 03 00 01 07 00 FF 0A 02 01 04 00 01 08 00 FF A0", "93 00 40 81 01 40 FF A0"],
    );
    let worn: Vec<(u32, i32, Certainty)> = cast
        .costumes
        .iter()
        .flat_map(|(id, it)| it.actors.iter().map(|fact| (*id, fact.value, fact.certainty)))
        .collect();
    assert_eq!(worn, [(7, 3, Certainty::Certain), (8, 4, Certainty::Certain)]);
    assert_eq!(cast.unknown, BTreeMap::new());
}

#[test]
fn what_a_variable_names_is_unknown_unless_the_game_sets_it_to_one_value() {
    // actor 3 costume (variable 200)
    let cast = of(Profile::V5, &["13 03 81 C8 00 FF A0"]);
    assert!(cast.costumes.is_empty());
    assert_eq!(cast.unknown.keys().collect::<Vec<_>>(), ["worn: a variable (var200) names the costume"]);
    // Another script sets it, and only that: 9.
    let cast = of(Profile::V5, &["13 03 81 C8 00 FF A0", "1A C8 00 09 00 A0"]);
    assert_eq!(cast.costumes[&9].actors[0].value, 3);
    // Two values: unknown again.
    let cast = of(Profile::V5, &["13 03 81 C8 00 FF A0", "1A C8 00 09 00 A0", "1A C8 00 08 00 A0"]);
    assert!(cast.costumes.is_empty());
}

#[test]
fn branches_make_it_likely_and_waits_do_not_spoil_locals() {
    // local 0 = 5; if variable 200 is 2: local 0 = 6; actor 1 costume local 0.
    let cast =
        of(Profile::V5, &["1A 00 40 05 00 48 C8 00 02 00 05 00 1A 00 40 06 00 80 13 01 81 00 40 FF A0"]);
    let worn: Vec<(u32, Certainty)> =
        cast.costumes.iter().map(|(id, it)| (*id, it.actors[0].certainty)).collect();
    assert_eq!(worn, [(5, Certainty::Likely), (6, Certainty::Likely)]);
}

#[test]
fn a_guard_names_the_actor() {
    // if variable 200 is 2: actor (variable 200) costume 7
    let cast = of(Profile::V5, &["48 C8 00 02 00 06 00 93 C8 00 01 07 FF A0"]);
    let actor = &cast.costumes[&7].actors[0];
    assert_eq!((actor.value, actor.certainty), (2, Certainty::Likely));
    assert_eq!(actor.evidence[0].when, Some((Variable::global(200), 2)));
}

#[test]
fn chores_that_are_played_are_counted() {
    // actor 2 costume 4; chore 11; chore 11 again after a wait; orders and role numbers are none; a text starts chore 12.
    let cast = of(
        Profile::V5,
        &["13 02 01 04 FF 11 02 0B 80 11 02 0B 11 02 FA 11 02 3A 14 02 0F 48 FF 09 0C 00 00 A0"],
    );
    let chores: Vec<(i32, usize)> =
        cast.costumes[&4].chores.iter().map(|(chore, fact)| (*chore, fact.evidence.len())).collect();
    assert_eq!(chores, [(11, 2), (12, 1)]);
}

#[test]
fn loops_and_scripts_that_start_each_other_end() {
    // 1 starts 2 with local 0 + 1, 2 starts 1 with the same.
    let one = "AC 00 40 01 01 00 81 00 40 02 FF 0A 02 81 00 40 FF 18 EC FF";
    let two = "AC 00 40 01 01 00 81 00 40 02 FF 0A 01 81 00 40 FF 18 EC FF";
    let cast = of(Profile::V5, &[one, two]);
    assert!(cast.costumes.is_empty());
    // Two hundred scripts, each of which starts the next two.
    let scripts: Vec<String> = (1..=200u8)
        .map(|n| format!("0A {:02X} 01 {n:02X} 00 FF 0A {:02X} FF A0", n % 200 + 1, (n + 1) % 200 + 1))
        .collect();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    assert!(of(Profile::V5, &scripts).costumes.is_empty());
}
