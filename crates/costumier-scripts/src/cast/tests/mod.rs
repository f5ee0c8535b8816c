mod certain;
mod cutscenes;
mod numbers;

use super::*;
use crate::owned::{GameScripts, Owner, ScriptBytes};

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// Returns a game with these global scripts, from number 1 on.
fn game(profile: Profile, scripts: &[&str]) -> ReadScripts {
    let list = (1..)
        .zip(scripts)
        .map(|(number, hex)| ScriptBytes::new(Owner::Global(number), 1, bytes(hex)))
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

/// `docs/format/scripts.md §A.7`: v5, one instruction.
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

/// `docs/format/scripts.md §A.7`: the chain of v6, and A.4.2: settings before the costume are lost.
#[test]
fn of_two_names_the_one_with_more_evidence_counts_and_of_equals_the_first() {
    // actor 1 costume 5 name "A"; actor 2 costume 5 name "B"; then "B" once more.
    let both = "13 01 01 05 0D 41 00 FF 13 02 01 05 0D 42 00 FF";
    for (more, name) in [("", "A"), ("13 02 0D 42 00 FF", "B")] {
        let cast = of(Profile::V5, &[&format!("{both} {more} A0")]);
        assert_eq!(cast.costumes[&5].name().unwrap().value, name);
    }
}

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
    // Two values: the costume is unknown again.
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

/// Each script starts the next two with its own arguments, one of them counted up: without bounds, that never ends.
#[test]
fn ten_thousand_scripts_that_start_each_other_come_to_an_end() {
    const SCRIPTS: u32 = 10_000;
    let script = |number: u32| {
        // local 0 += 1; actor (local 0) costume 5; start two others with (local 0, local 0); all in v8, whose
        // scripts have numbers enough.
        let next = |by: u32| (number * 7 + by) % 1_999 + 1;
        let push = |value: u32| [&[1][..], &value.to_le_bytes()].concat();
        let local = [&[2][..], &0x4000_0000_u32.to_le_bytes()].concat();
        let start = |target: u32| [push(target), local.clone(), local.clone(), push(2), vec![0x7A]].concat();
        let mut code = [&[0x6E][..], &0x4000_0000_u32.to_le_bytes()].concat();
        code.extend([local.clone(), vec![0xAC, 0x7A], push(5), vec![0xAC, 0x64]].concat());
        code.extend([start(next(1)), start(next(2)), vec![0x7B]].concat());
        let owner = if number < 2_000 { Owner::Global(number) } else { Owner::Local(number) };
        ScriptBytes::new(owner, 1, code)
    };
    let list = (1..=SCRIPTS).map(script).collect();
    let scripts = ReadScripts::new(Profile::V8, GameScripts { list, problems: Vec::new() });
    assert!(scripts.list.iter().all(|it| it.script.problems.is_empty()));
    let cast = Cast::of(&scripts);
    assert_eq!(cast.costumes.keys().collect::<Vec<_>>(), [&5]);
    // Beyond the sets of arguments that are followed, the arguments count as unknown.
    assert!(cast.unknown.keys().any(|reason| reason.starts_with("worn: ")), "{:?}", cast.unknown.keys());
    assert!(cast.unknown.values().all(|places| places.len() <= scripts.list.len()));
}

#[test]
fn jumps_to_where_no_instruction_begins_are_reported_and_end_a_way() {
    // The instructions that give the costume, and a jump after them: in v5 18, in v6 to v8 and Humongous games 73,
    // in v2 18 as well.
    let v5 = "13 01 01 05 FF";
    // Push 1, actor; push 5, costume.
    let v6 = "00 01 9D C5 00 05 9D 4C";
    for (profile, costume, code, wrong) in [
        // Into the jump itself, far beyond, before the beginning.
        (Profile::V5, v5, "18 FE FF A0", "where no instruction begins"),
        (Profile::V5, v5, "18 00 40 A0", "outside the script"),
        (Profile::V5, v5, "18 F0 FF A0", "jumps to byte -8, outside the script"),
        // Into the text: actor 1 name "AB", then there.
        (Profile::V5, v5, "13 01 0D 41 42 00 FF 18 F8 FF A0", "where no instruction begins"),
        (Profile::V4, v5, "18 FE FF A0", "where no instruction begins"),
        (Profile::V4, v5, "18 00 40 A0", "outside the script"),
        (Profile::V6, v6, "73 FE FF 65", "where no instruction begins"),
        (Profile::V6, v6, "73 00 40 65", "outside the script"),
        // Into the text: actor name "AB".
        (Profile::V6, v6, "9D 58 41 42 00 73 FA FF 65", "where no instruction begins"),
        (Profile::V7, v6, "73 00 40 65", "outside the script"),
        (Profile::He90, v6, "73 FE FF 65", "where no instruction begins"),
    ] {
        // The costume comes first, so it is known all the same.
        let list = vec![ScriptBytes::new(Owner::Global(1), 1, bytes(&format!("{costume} {code}")))];
        let scripts = ReadScripts::new(profile, GameScripts { list, problems: Vec::new() });
        let problems = &scripts.list[0].script.problems;
        assert!(
            problems.iter().any(|problem| problem.text.contains(wrong)),
            "{profile} {code}: {problems:?}"
        );
        assert_eq!(Cast::of(&scripts).costumes.keys().collect::<Vec<_>>(), [&5], "{profile} {code}");
    }
}

#[test]
fn chores_that_are_played_are_counted() {
    // actor 2 costume 4; chore 11; chore 11 again after a wait; numbers of orders and roles, which are no chores; a
    // text starts chore 12.
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

mod any {
    use proptest::prelude::*;

    use super::*;
    use crate::script::{Script, lines};

    fn profile() -> impl Strategy<Value = Profile> {
        proptest::sample::select(Profile::ALL.to_vec())
    }

    proptest! {
        /// For any bytes: instructions are in order and do not overlap, bytes outside instructions are counted, and
        /// listing and cast come to an end.
        #[test]
        fn bytes_are_scripts(
            profile in profile(),
            scripts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..400), 1..5),
        ) {
            let list: Vec<ScriptBytes> = (1..)
                .zip(&scripts)
                .map(|(number, code)| ScriptBytes::new(Owner::Global(number), 1, code.clone()))
                .collect();
            for it in &list {
                let script = Script::read(profile, it.code.clone(), 0, &[]);
                let mut at = 0;
                let mut covered = 0;
                for instruction in script.instructions() {
                    prop_assert!(instruction.at >= at && instruction.len > 0);
                    at = instruction.end();
                    covered += instruction.len as usize;
                }
                prop_assert!(at as usize <= it.code.len());
                let tail = it.code.iter().rev().take_while(|byte| **byte == 0).count();
                prop_assert!(covered + script.unread <= it.code.len());
                prop_assert!(covered + script.unread + tail >= it.code.len());
                prop_assert!(lines(&script).len() <= script.len());
                // Reading the same bytes again gives the same instructions.
                let again = Script::read(profile, script.code().to_vec(), 0, &[]);
                prop_assert_eq!(script.len(), again.len());
            }
            let cast = Cast::of(&ReadScripts::new(profile, GameScripts { list, problems: Vec::new() }));
            prop_assert!(!cast.costumes.contains_key(&0), "id 0 is no costume");
        }
    }
}
