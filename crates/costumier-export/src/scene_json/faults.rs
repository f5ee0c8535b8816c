//! Explains what is wrong with a scene file in a sentence: the scene, the actor, the field, and what it may be.
//!
//! The JSON parser knows the line only, and describes types for programmers. So a file that it refuses is checked
//! again, field by field, until the wrong one is found.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, from_str, json};

use super::JsonScene;
use super::actor::JsonActor;
use crate::json_error;

/// Explains what is wrong with a scene file that could not be read.
pub(super) fn explain(text: &str, error: &serde_json::Error) -> String {
    match serde_json::from_str(text).ok().and_then(|file: Value| in_file(&file)) {
        Some(fault) => format!("line {}: {fault}", error.line()),
        None => syntax(text, error),
    }
}

/// Explains what is wrong with a scene, without a file, that could not be read.
pub(super) fn explain_scene(text: &str, error: &serde_json::Error) -> String {
    match from_str::<Value>(text) {
        Ok(scene) => match in_scene(&scene) {
            Some(fault) => fault.trim_start_matches([':', ',', ' ']).to_owned(),
            None => json_error::in_words(&error.to_string()),
        },
        Err(_) => syntax(text, error),
    }
}

/// Explains what is wrong with a step that could not be read.
pub(super) fn in_step(text: &str, error: &serde_json::Error) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => match too_large(&value) {
            Some(number) => format!("{number} is no number of a chore or of an animation: use 0 to 65535"),
            None => format!("a step is {}: use {STEPS}", shown(&value)),
        },
        Err(_) => syntax(text, error),
    }
}

/// Returns the number of a chore or an animation that is too large.
fn too_large(step: &Value) -> Option<&Value> {
    let of = |name| step.get(name).filter(|value| value.is_number());
    let named = ["chore", "perform", "animate"].into_iter().find_map(of)?;
    named.as_u64().is_none_or(|number| number > u64::from(u16::MAX)).then_some(named)
}

/// Explains where a text is not JSON, what is there, and what may be there.
fn syntax(text: &str, error: &serde_json::Error) -> String {
    let why = error.to_string();
    let why = why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why);
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    // Columns count bytes, from 1.
    let rest = line.get(error.column().saturating_sub(1)..).unwrap_or_default();
    let found = match rest.chars().take(MOST_FOUND).collect::<String>() {
        found if found.is_empty() => "the line ends".to_owned(),
        found => format!("found {found:?}"),
    };
    let why = json_error::in_words(why);
    format!("line {}, column {}: the text is not JSON: {found}; {why}", error.line(), error.column())
}

/// Largest number of characters shown of a text that is not JSON.
const MOST_FOUND: usize = 12;

/// The possible steps.
const STEPS: &str = "{\"chore\": 2}, {\"chore\": \"walk\"}, {\"perform\": \"walk\"}, {\"face\": \"east\"}, \
                     {\"animate\": 248}, {\"speed\": 2}, {\"talk_state\": 3} or {\"ticks\": 3}";

/// The possible steps of a scene.
pub(super) const SCENE_STEPS: &str = "a list of {\"ticks\": 5}, {\"actor\": 0, \"do\": {\"face\": \"east\"}}, \
                                      {\"actor\": 0, \"set\": {\"talking\": true}}, {\"add\": {\"costume\": 2}} and \
                                      {\"remove\": 0}";

fn in_file(file: &Value) -> Option<String> {
    let Some(scenes) = file.get("scenes").and_then(Value::as_array) else {
        return Some("a scene file is { \"scenes\": [ … ] }".into());
    };
    let mut faults = scenes.iter().enumerate().filter_map(|(i, scene)| {
        let fault = in_scene(scene)?;
        let name =
            scene.get("name").and_then(Value::as_str).map(|name| format!(" ({name})")).unwrap_or_default();
        Some(format!("scene {}{name}{fault}", i + 1))
    });
    faults.next()
}

fn in_scene(scene: &Value) -> Option<String> {
    let Some(fields) = scene.as_object() else {
        return Some(": a scene is { \"name\": …, \"actors\": [ … ] }".into());
    };
    let own = fields.iter().filter(|(name, _)| *name != "actors");
    if let Some(fault) = in_fields::<JsonScene>(&Map::new(), own, wanted_of_scene) {
        return Some(format!(": {fault}"));
    }
    let actors = match fields.get("actors")? {
        Value::Array(actors) => actors.iter().enumerate(),
        other => return Some(format!(": {}", is_not("actors", other, "a list of actors"))),
    };
    let mut faults = actors.filter_map(|(i, actor)| Some((i, in_actor(actor)?)));
    faults.next().map(|(number, fault)| format!(", actor {number}: {fault}"))
}

fn in_actor(actor: &Value) -> Option<String> {
    let Some(fields) = actor.as_object() else {
        return Some("an actor is { \"costume\": …, \"position\": [x, y], … }".into());
    };
    let Value::Object(least) = json!({ "costume": 1 }) else { return None };
    in_fields::<JsonActor>(&least, fields, wanted_of_actor).or_else(|| {
        (!fields.contains_key("costume")).then(|| "`costume` is missing: add the id of its costume".into())
    })
}

/// Returns the first field that `T` refuses together with the fields that it requires.
fn in_fields<'f, T: DeserializeOwned>(
    least: &Map<String, Value>,
    fields: impl IntoIterator<Item = (&'f String, &'f Value)>,
    wanted: impl Fn(&str) -> Option<&'static str>,
) -> Option<String> {
    fields.into_iter().find_map(|(name, value)| {
        let mut alone = least.clone();
        alone.insert(name.clone(), value.clone());
        // The value is parsed as text again, because another parser of the same types would double the program's
        // size.
        let error = from_str::<T>(&Value::Object(alone).to_string()).err()?.to_string();
        let why = error.rsplit_once(" at line ").map_or(&*error, |(why, _)| why);
        Some(wanted(name).map_or_else(|| json_error::in_words(why), |wanted| is_not(name, value, wanted)))
    })
}

fn is_not(name: &str, value: &Value, wanted: &str) -> String {
    format!("`{name}` is {}: use {wanted}", shown(value))
}

/// Returns a value as JSON, or its beginning.
fn shown(value: &Value) -> String {
    let shown = value.to_string();
    match shown.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

fn wanted_of_scene(field: &str) -> Option<&'static str> {
    Some(match field {
        "name" => "a name in quotes",
        "room" => "a room's number",
        "background" => "true or false",
        "objects" => "\"none\", \"initial\", \"all\" or { \"number\": state, … }, numbers from 0 to 255",
        "room_palette" => "the number of one of the room's palettes, 0 for the first",
        "view" => "[x, y, width, height], whole numbers",
        "lights" => "a number from 0 to 255",
        "shadow" => "{ \"factors\": [128, 128, 160], \"colours\": [16, 200] }",
        "shadows" => "{ \"number\": table, … }, a table being as for `shadow`, or a list of 256 colours",
        "steps" => SCENE_STEPS,
        _ => return None,
    })
}

fn wanted_of_actor(field: &str) -> Option<&'static str> {
    Some(match field {
        "costume" => "a costume's id, a whole number",
        "position" => "[x, y], whole numbers",
        "elevation" => "a whole number",
        "facing" => "a name such as \"west\", or an angle, a whole number",
        "chores" => "a list of names such as \"walk\" and numbers",
        "ticks" => "a whole number, 0 or more",
        "steps" => {
            "a list of {\"chore\": 2}, {\"chore\": \"walk\"}, {\"perform\": \"walk\"}, {\"face\": \"east\"}, \
             {\"animate\": 248}, {\"speed\": 2}, {\"talk_state\": 3} and {\"ticks\": 3}"
        }
        "scale" => "a number from 0 to 255, [x, y] or \"box\"",
        "zplane" => "a number from 0 to 255 or \"box\"",
        "palette" => "{ \"costume colour\": room colour, … }, numbers from 0 to 255",
        "pixels" => "{ \"costume colour\": pixel, … }, pixels from 0 to 32767",
        "xmap" => "an image's number, 0 for none",
        "slot" => {
            "{ \"room\": 3, \"palette\": 1 } or { \"costume\": 5 }; \"copies\": { \"colour\": colour, … }, \
             \"colours\": { \"colour\": [red, green, blue], … }"
        }
        "shadow_mode" => "a number from 0 to 255",
        "remap" => "[red, green, blue], factors of which 256 changes nothing",
        "clip" => "[left, top, right, bottom], whole numbers",
        "conditions" => "a list of numbers from 1 to 16",
        "talking" => "true or false",
        "mouth" => "a number from 1 to 13",
        "sounds" => "a list of numbers",
        "seed" => "a whole number, 0 or more",
        "vars" => "{ \"variable\": value, … }, whole numbers",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::scene_json::read_scenes;

    #[test]
    fn steps_and_texts_that_are_not_json_say_what_was_found() {
        let step = |text: &str| crate::scene_json::read_step(text).unwrap_err().to_string();
        for text in [r#"{"chore":[]}"#, r#"{"jump":1}"#, "7", r#"{"chore":"walk","face":"east"}"#] {
            let e = step(text);
            assert!(e.starts_with("a step is ") && e.contains(r#"use {"chore": 2}"#), "{text}: {e}");
            assert!(!e.contains("untagged") && !e.contains("variant"), "{text}: {e}");
        }
        assert!(step(r#"{"chore":"wlak"}"#).contains("use init, walk"), "{}", step(r#"{"chore":"wlak"}"#));
        let e = read_scenes("{ \"scenes\": [ { \"room\": } ] }").unwrap_err().to_string();
        assert_eq!(e, "line 1, column 25: the text is not JSON: found \"} ] }\"; expected value");
        let e = read_scenes("{\n\"scenes\": [").unwrap_err().to_string();
        assert!(e.starts_with("line 2, column 11: the text is not JSON"), "{e}");
        // A scene without a file is not told of one.
        let scene = |text: &str| crate::scene_json::read_scene(text).unwrap_err().to_string();
        assert!(
            scene("").starts_with("line 1, column 0: the text is not JSON: the line ends"),
            "{}",
            scene("")
        );
        assert_eq!(scene("[]"), "a scene is { \"name\": …, \"actors\": [ … ] }");
        assert!(
            scene(r#"{"view":[1]}"#).starts_with("`view` is [1]: use [x, y,"),
            "{}",
            scene(r#"{"view":[1]}"#)
        );
        let actor = scene(r#"{"actors":[{"costume":"x"}]}"#);
        assert!(actor.starts_with("actor 0: `costume` is \"x\""), "{actor}");
        let e = crate::scene_json::read_scene_in_brief(r#"{"actors":[{"costume":1,"chores":[{}]}]}"#)
            .unwrap_err()
            .to_string();
        assert!(e.contains("a chore: a name such as \"walk\", or a number"), "{e}");
    }

    #[test]
    fn every_field_says_what_it_takes() {
        for (text, says) in [
            (r#"[]"#, "a scene file is { \"scenes\""),
            (r#"{"scenes":{}}"#, "a scene file is"),
            (r#"{"scenes":[{},7]}"#, "scene 2: a scene is"),
            (
                "{\"scenes\":[{},\n{\"name\":\"x\",\"view\":[1,2]}]}",
                "line 2: scene 2 (x): `view` is [1,2]: use [x, y,",
            ),
            (r#"{"scenes":[{"actors":3}]}"#, "scene 1: `actors` is 3: use a list"),
            (r#"{"scenes":[{"actors":[{"costume":1},3]}]}"#, "scene 1, actor 1: an actor is"),
            (r#"{"scenes":[{"actors":[{}]}]}"#, "scene 1, actor 0: `costume` is missing"),
            (
                r#"{"scenes":[{"actors":[{"costume":"x"}]}]}"#,
                "actor 0: `costume` is \"x\": use a costume's id",
            ),
            (
                r#"{"scenes":[{"actors":[{"costume":1,"scale":1.5}]}]}"#,
                "`scale` is 1.5: use a number from 0 to 255",
            ),
            (r#"{"scenes":[{"actors":[{"costume":1,"zplane":[]}]}]}"#, "`zplane` is []: use"),
            (r#"{"scenes":[{"actors":[{"costume":1,"facing":null}]}]}"#, "`facing` is null: use a name"),
            (r#"{"scenes":[{"actors":[{"costume":1,"chores":[{}]}]}]}"#, "`chores` is [{}]: use a list"),
            (r#"{"scenes":[{"actors":[{"costume":1,"steps":[{"jump":1}]}]}]}"#, "`steps` is"),
            (r#"{"scenes":[{"actors":[{"costume":1,"palette":{"x":1}}]}]}"#, "`palette` is"),
            (
                r#"{"scenes":[{"actors":[{"costume":1,"positoin":[1,2]}]}]}"#,
                "actor 0: unknown field `positoin`",
            ),
        ] {
            let e = read_scenes(text).unwrap_err().to_string();
            assert!(e.contains(says), "{text}: {e}");
            for jargon in ["untagged", "struct", "variant of", "tuple", "u32", "u8"] {
                assert!(!e.contains(jargon), "{text}: {e}");
            }
        }
    }
}
