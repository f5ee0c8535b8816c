//! Tests of cutscenes that the player can skip: the jump behind `override` is taken only then.

use super::*;

/// The bytes with which one generation writes what the tests need.
struct Language {
    profile: Profile,
    /// Stores where the script goes on when the cutscene is skipped.
    begin: &'static str,
    end: &'static str,
    jump: &'static str,
    /// Number of bytes of a jump's distance.
    width: usize,
    wait: &'static str,
    /// Returns the code that gives actor 1 the costume of this number.
    dress: fn(u8) -> String,
    stop: &'static str,
}

fn stack(costume: u8) -> String {
    format!("00 01 9D C5 00 {costume:02x} 9D 4C")
}

fn register(costume: u8) -> String {
    format!("13 01 01 {costume:02x} FF")
}

fn languages() -> Vec<Language> {
    let v5 = |profile| Language {
        profile,
        begin: "58 01",
        end: "58 00",
        jump: "18",
        width: 2,
        wait: "80",
        dress: register,
        stop: "A0",
    };
    let v6 = |profile| Language {
        profile,
        begin: "95",
        end: "96",
        jump: "73",
        width: 2,
        wait: "6C",
        dress: stack,
        stop: "65",
    };
    let v2 = |profile| Language {
        begin: "58",
        end: "C0",
        dress: |costume| format!("13 01 {costume:02x} 04"),
        ..v5(profile)
    };
    let v8 = Language {
        begin: "84",
        end: "85",
        jump: "66",
        width: 4,
        wait: "67",
        dress: |costume| format!("01 01 00 00 00 AC 7A 01 {costume:02x} 00 00 00 AC 64"),
        stop: "7B",
        ..v6(Profile::V8)
    };
    let he100 = |profile| Language {
        begin: "4C",
        end: "4D",
        jump: "3B",
        wait: "07",
        dress: |costume| format!("5C 01 00 81 5C {costume:02x} 00 19"),
        stop: "66",
        ..v6(profile)
    };
    let mut all: Vec<Language> = [Profile::V1, Profile::V2, Profile::V2Nes].map(v2).into();
    all.extend(
        [Profile::V3, Profile::V3Indy, Profile::V3IndyEga, Profile::V3Towns, Profile::V4, Profile::V5]
            .map(v5),
    );
    all.extend([Profile::V6, Profile::V7].map(v6));
    all.push(v8);
    all.extend(
        [Profile::He60, Profile::He71, Profile::He72, Profile::He80, Profile::He90, Profile::He99].map(v6),
    );
    all.extend([Profile::He100, Profile::He101].map(he100));
    all
}

impl Language {
    /// Returns the jump over `what`, and `what` behind it.
    fn jump_over(&self, what: &str) -> String {
        let distance = u32::try_from(bytes(what).len()).unwrap().to_le_bytes();
        let distance = distance[..self.width].iter().map(|byte| format!("{byte:02x}"));
        format!("{} {} {what}", self.jump, distance.collect::<Vec<_>>().join(" "))
    }

    fn worn(&self, code: &str) -> Vec<(u32, Certainty)> {
        let cast = of(self.profile, &[code]);
        cast.costumes.iter().map(|(id, it)| (*id, it.actors[0].certainty)).collect()
    }
}

#[test]
fn a_cutscene_that_can_be_skipped_is_played() {
    for language in languages() {
        let Language { profile, begin, end, wait, stop, dress, .. } = &language;
        let scene = format!("{} {wait}", dress(5));
        let code = format!("{begin} {} {end} {} {stop}", language.jump_over(&scene), dress(6));
        assert_eq!(
            language.worn(&code),
            [(5, Certainty::Certain), (6, Certainty::Certain)],
            "{profile}: {code}"
        );
        // The same jump without `override` is taken.
        let code = format!("{} {stop}", language.jump_over(&scene));
        assert_eq!(language.worn(&code), [], "{profile}: {code}");
    }
}

/// Code that runs only when the player skips the cutscene is reached too, from every wait in the cutscene and from
/// nowhere else.
#[test]
fn what_skipping_leads_to_is_reached() {
    for language in languages() {
        let Language { profile, begin, end, wait, stop, dress, .. } = &language;
        let skipped = format!("{} {stop}", dress(7));
        let play = |scene: &str| {
            // override; the jump leads behind the stop of the scene.
            let played = format!("{scene} {end} {stop}");
            language.worn(&format!("{begin} {} {skipped}", language.jump_over(&played)))
        };
        assert_eq!(play(wait), [(7, Certainty::Certain)], "{profile}");
        assert_eq!(play(""), [], "{profile}: nothing can be skipped before anything waits");
        assert_eq!(play(&dress(5)), [(5, Certainty::Certain)], "{profile}");
    }
}

/// The value of a local where the cutscene goes on is one of those that it had at any wait.
#[test]
fn locals_keep_what_the_scene_gave_them() {
    // local 0 = 5; override; jump to the end; wait; local 0 = 6; wait; [there] actor 1 costume local 0.
    let cast =
        of(Profile::V5, &["1A 00 40 05 00 58 01 18 07 00 80 1A 00 40 06 00 80 58 00 13 01 81 00 40 FF A0"]);
    let worn: Vec<(u32, Certainty)> =
        cast.costumes.iter().map(|(id, it)| (*id, it.actors[0].certainty)).collect();
    assert_eq!(worn, [(5, Certainty::Likely), (6, Certainty::Likely)]);
}

#[test]
fn an_override_that_is_followed_by_no_jump_is_reported() {
    // Four bytes follow; the interpreter goes on at the fourth, which is inside an instruction.
    let list = vec![ScriptBytes::new(Owner::Global(1), 1, bytes("58 01 1A C8 00 09 00 A0"))];
    let scripts = ReadScripts::new(Profile::V5, GameScripts { list, problems: Vec::new() });
    let problems = &scripts.list[0].script.problems;
    assert!(problems[0].text.contains("byte 0x5, where no instruction begins"), "{problems:?}");
}

/// The length of code in rooms without blocks is not stored: the jump behind `override` does not end it, wherever
/// it leads.
#[test]
fn open_code_goes_on_behind_the_jump() {
    use crate::script::Script;
    // wait; override; jump to the first byte; actor 1 costume 5; stop.
    let code = bytes("80 58 18 FB FF 13 01 05 04 A0");
    assert_eq!(Script::read_open(Profile::V2, code, 0, &[]).len(), 5);
}

#[test]
fn a_script_that_stops_itself_goes_no_further() {
    // stopScript(0); actor 1 costume 5.
    assert!(of(Profile::V5, &["62 00 13 01 01 05 FF A0"]).costumes.is_empty());
    assert!(of(Profile::V6, &["00 00 7C 00 01 9D C5 00 05 9D 4C 65"]).costumes.is_empty());
    assert_eq!(of(Profile::V5, &["62 09 13 01 01 05 FF A0"]).costumes.len(), 1);
}
