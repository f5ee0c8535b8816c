//! Tests of what makes a fact certain: nothing else can have given the actor another costume.

use super::*;

/// How certain it is that costume 5 plays chore 4.
fn chore(cast: &Cast) -> Certainty {
    cast.costumes[&5].chores[&4].certainty
}

/// Actor 3 wears 5; `between`; then it plays chore 4. Another script gives it 6.
fn played_after(profile: Profile, between: &str) -> Certainty {
    let stack = profile >= Profile::V6;
    let (dress, play, other) = match stack {
        true => ("00 03 9D C5 00 05 9D 4C", "00 03 00 04 82 65", "00 03 9D C5 00 06 9D 4C 65"),
        false => ("13 03 01 05 FF", "11 03 04 A0", "13 03 01 06 FF A0"),
    };
    chore(&of(profile, &[&format!("{dress} {between} {play}"), other]))
}

#[test]
fn an_actor_that_an_instruction_can_mean_may_wear_something_else() {
    // actor (variable 200) costume 6
    assert_eq!(played_after(Profile::V5, "93 C8 00 01 06 FF"), Certainty::Likely);
    assert_eq!(played_after(Profile::V6, "03 C8 00 9D C5 00 06 9D 4C"), Certainty::Likely);
    // local 0 = 4; if variable 200 is 2: local 0 = 3 (or 8); actor (local 0) costume 6
    for (number, certainty) in [("03", Certainty::Likely), ("08", Certainty::Certain)] {
        let one_of = format!("1A 00 40 04 00 48 C8 00 02 00 05 00 1A 00 40 {number} 00 93 00 40 01 06 FF");
        assert_eq!(played_after(Profile::V5, &one_of), certainty);
    }
    // actor 4 costume 6; nothing
    assert_eq!(played_after(Profile::V5, "13 04 01 06 FF"), Certainty::Certain);
    assert_eq!(played_after(Profile::V6, ""), Certainty::Certain);
}

/// The script of the inventory, of scrolling, or of a room that is entered.
#[test]
fn instructions_that_run_another_script_at_once_may_change_costumes() {
    for (name, code) in [
        ("pickupObject", "25 01 00 02"),
        ("setOwnerOf", "29 01 00 02"),
        ("setCameraAt", "32 A0 00"),
        ("actorFollowCamera", "52 03"),
        ("setObjectName", "54 01 00 41 00"),
    ] {
        assert_eq!(played_after(Profile::V5, code), Certainty::Likely, "{name}");
    }
    for (name, code) in [
        ("pickupObject", "00 01 00 02 84"),
        ("setOwner", "00 01 00 02 71"),
        ("setCameraAt", "00 A0 7A"),
        ("actorFollowCamera", "00 03 79"),
        ("setObjectName", "00 01 97 41 00"),
    ] {
        assert_eq!(played_after(Profile::V6, code), Certainty::Likely, "{name}");
    }
    // panCameraTo: the camera moves later.
    assert_eq!(played_after(Profile::V5, "12 A0 00"), Certainty::Certain);
}

/// actor 1 colour 12; then costume 5.
#[test]
fn overrides_stay_with_a_new_costume_in_v1_alone() {
    for profile in [Profile::V1, Profile::V2Nes] {
        let cast = of(profile, &["13 01 0C 02 13 01 05 04 80 A0"]);
        let look = &cast.costumes[&5].looks[0];
        assert_eq!(
            (look.value.overrides.clone(), look.certainty),
            (BTreeMap::from([(1, 12)]), Certainty::Certain)
        );
    }
    assert_eq!(of(Profile::V2, &["13 01 0C 02 06 13 01 05 04 80 A0"]).costumes[&5].looks, []);
}

/// Numbers of rooms' scripts begin at 300 in a demo of Full Throttle, at 2048 in Humongous 9.8.5.
#[test]
fn a_script_is_global_or_local_by_what_the_game_has() {
    // startScript(0, number, [7]); and there: actor (local 0) costume 5.
    let dress = "03 00 40 9D C5 00 05 9D 4C 65";
    for (profile, owner, number) in [
        (Profile::V7, Owner::Local(300), "01 2C 01"),
        (Profile::V7, Owner::Local(2000), "01 D0 07"),
        (Profile::V7, Owner::Global(300), "01 2C 01"),
        (Profile::He98, Owner::Global(300), "01 2C 01"),
        (Profile::He98, Owner::Local(300), "01 2C 01"),
    ] {
        let flags = if profile < Profile::He72 { "00 00" } else { "" };
        let last = if profile < Profile::He72 { "" } else { "00" };
        let boot = format!("{flags} {number} 00 07 00 01 5E {last} 66");
        let boot = ScriptBytes::new(Owner::Local(2001), 1, bytes(&boot));
        let list = vec![boot, ScriptBytes::new(owner, 1, bytes(dress))];
        let cast = Cast::of(&ReadScripts::new(profile, GameScripts { list, problems: Vec::new() }));
        assert_eq!(cast.costumes[&5].actors[0].value, 7, "{profile} {owner:?}");
    }
}

/// setCurrentActor(3), breakHere, costume(5): meanwhile another script can have set the current actor.
#[test]
fn after_a_wait_settings_may_be_for_another_actor() {
    for (wait, certainty) in [("", Certainty::Certain), ("6C", Certainty::Likely)] {
        let cast = of(Profile::V6, &[&format!("00 03 9D C5 {wait} 00 05 9D 4C 65")]);
        let actor = &cast.costumes[&5].actors[0];
        assert_eq!((actor.value, actor.certainty), (3, certainty));
    }
}

/// Script 1 starts script 2 with [3, 5] and with [4, 6]. There: actor 3 costume 5, breakHere, actor (local 0) costume
/// (local 1), actor 3 plays chore 4. Script 3 gives actor 3 another costume.
#[test]
fn evidence_names_the_starts_for_which_it_is_certain() {
    let starts = "0A 02 01 03 00 01 05 00 FF 0A 02 01 04 00 01 06 00 FF A0";
    let play = "13 03 01 05 FF 80 93 00 40 81 01 40 FF 11 03 04 A0";
    let cast = of(Profile::V5, &[starts, play, "13 03 01 06 FF A0"]);
    let chore = &cast.costumes[&5].chores[&4];
    assert_eq!((chore.certainty, chore.evidence.len()), (Certainty::Certain, 1));
    assert_eq!(cast.certain_starts(&chore.evidence[0]), [&Some(vec![vec![3], vec![5]])]);
    // Certain for both; likely for both.
    let dressed = &cast.costumes[&5].actors[0].evidence[0];
    assert!(dressed.certain.contains(0) && dressed.certain.contains(1) && !dressed.certain.contains(2));
    let likely = of(Profile::V5, &[starts, &play.replace("81 01 40", "81 02 40"), "13 03 01 06 FF A0"]);
    let likely = likely.costumes[&5].chores[&4].evidence[0];
    assert!(!likely.certain.contains(0) && !likely.certain.contains(1));
    assert!(cast.certain_starts(dressed).is_empty() && cast.certain_starts(&likely).is_empty());
}
