//! What is wrong with JSON that a caller of another language made from an object: the field, and what it may be.

use serde::de::DeserializeOwned;

use crate::suggestion;

/// Parses an object of JSON. `what` is what it is in messages: `options`, `edit`.
///
/// # Errors
/// What is wrong, as a sentence.
pub fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, String> {
    // Lists are read as objects whose fields have no names.
    if !text.trim_start().starts_with('{') {
        return Err(format!("{what}: use an object"));
    }
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why);
        let name = || key_before(text, error.line(), error.column()).unwrap_or_else(|| what.to_owned());
        match (why, why.strip_prefix("invalid length ")) {
            // An object of which one field says what it is.
            ("expected value", _) if text.trim_end().ends_with("{}") => {
                format!("{what}: the object is empty")
            }
            (_, Some(rest)) => {
                let (found, wanted) = expected(rest);
                let items = if found == "1" { "item" } else { "items" };
                format!("{} has {found} {items}: use {}", name(), wanted_as(wanted))
            }
            _ => match why.strip_prefix("invalid type: ").or_else(|| why.strip_prefix("invalid value: ")) {
                Some(rest) => {
                    let (found, wanted) = expected(rest);
                    format!("{} is {}: use {}", name(), found_as(found), wanted_as(wanted))
                }
                None => format!("{what}: {}", in_words(why)),
            },
        }
    })
}

/// Returns a message of the parser, without its place, in plain words: what is unknown or missing.
pub(crate) fn in_words(why: &str) -> String {
    let rest = |kind| why.strip_prefix(kind);
    if why.starts_with("EOF while parsing") {
        return "the text ends too early".to_owned();
    }
    if let Some(field) = rest("missing field ") {
        return format!("{field} is missing");
    }
    let unknown = rest("unknown field ").or_else(|| rest("unknown variant "));
    let Some((found, wanted)) = unknown.and_then(|rest| rest.split_once(", expected ")) else {
        return why.to_owned();
    };
    let wanted = wanted.strip_prefix("one of ").unwrap_or(wanted);
    let names = wanted.split('`').skip(1).step_by(2);
    let meant = suggestion::nearest(found.trim_matches('`'), names);
    let meant = meant.map_or(String::new(), |name| format!("did you mean `{name}`? "));
    let kind = if why.starts_with("unknown field") { "unknown field" } else { "there is no" };
    format!("{kind} {found}: {meant}use {wanted}")
}

/// Divides a message of the parser into what was found and what was expected.
fn expected(rest: &str) -> (&str, &str) {
    rest.split_once(", expected ").unwrap_or((rest, "another value"))
}

/// Returns the last key before a place of the text. Lines and columns count from 1, columns in bytes.
fn key_before(text: &str, line: usize, column: usize) -> Option<String> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let before = text.as_bytes().get(..start.saturating_add(column).min(text.len()))?;
    let (mut key, mut rest) = (None, before);
    let mut value = before;
    while let Some(open) = rest.iter().position(|byte| *byte == b'"') {
        rest = rest.get(open..)?;
        let mut strings = serde_json::Deserializer::from_slice(rest).into_iter::<String>();
        let Some(Ok(string)) = strings.next() else { break };
        rest = rest.get(strings.byte_offset()..)?;
        if rest.trim_ascii_start().first() == Some(&b':') {
            key = Some(string);
            value = rest;
        }
    }
    let count = |wanted: u8| value.iter().filter(|byte| **byte == wanted).count();
    // Brackets inside texts are counted, too. Then "an item of" may be wrong, and the name is right.
    let is_item = count(b'[') > count(b']');
    key.map(|key| if is_item { format!("an item of {key}") } else { key })
}

/// Returns what serde found, as the caller wrote it.
fn found_as(found: &str) -> String {
    match found.split_once(' ') {
        Some(("string", text)) => text.to_owned(),
        Some((_, number)) if number.starts_with('`') => number.trim_matches('`').to_owned(),
        Some(("floating", rest)) => rest.trim_start_matches("point ").trim_matches('`').to_owned(),
        _ => match found {
            "sequence" => "a list".to_owned(),
            "map" => "an object".to_owned(),
            _ => found.to_owned(),
        },
    }
}

/// Returns what serde wanted, in words that every language has.
fn wanted_as(wanted: &str) -> String {
    let whole = |bounds: (i64, i64)| format!("a whole number from {} to {}", bounds.0, bounds.1);
    match wanted {
        "u8" => whole((0, u8::MAX.into())),
        "u16" => whole((0, u16::MAX.into())),
        "u32" | "u64" | "usize" => whole((0, u32::MAX.into())),
        "i8" => whole((i8::MIN.into(), i8::MAX.into())),
        "i16" => whole((i16::MIN.into(), i16::MAX.into())),
        "i32" | "i64" => whole((i32::MIN.into(), i32::MAX.into())),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        _ => match wanted.strip_prefix("a tuple of size ") {
            Some(size) => format!("a list of {size}"),
            None if wanted.starts_with("an array of length ") => {
                wanted.replace("an array of length", "a list of")
            }
            None if wanted.starts_with("struct ") => "an object".to_owned(),
            None => wanted.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    #[allow(dead_code, reason = "only what is wrong is looked at")]
    struct Options {
        scale_up: u8,
        formats: Vec<String>,
        place: Option<(i32, i32)>,
        only: Option<String>,
        inner: Option<Box<Options>>,
        trim: bool,
        colour: Option<Colour>,
        needed: Option<Needed>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Green,
        Blue,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only what is wrong is looked at")]
    struct Needed {
        name: String,
    }

    #[test]
    fn a_wrong_value_is_told_with_its_field_in_plain_words() {
        for (text, told) in [
            (r#"{"formats": ["gif"], "scale_up": -1}"#, "scale_up is -1: use a whole number from 0 to 255"),
            (r#"{"scale_up": 1.5}"#, "scale_up is 1.5: use a whole number from 0 to 255"),
            (r#"{"scale_up": 256}"#, "scale_up is 256: use a whole number from 0 to 255"),
            (r#"{"formats": "png"}"#, "formats is \"png\": use a list"),
            (r#"{"only": ["pictures"]}"#, "only is a list: use a text"),
            (r#"{"trim": "yes"}"#, "trim is \"yes\": use true or false"),
            (r#"{"trim": null}"#, "trim is null: use true or false"),
            (
                r#"{"only": "a \" : b", "inner": {"scale_up": true}}"#,
                "scale_up is true: use a whole number from 0 to 255",
            ),
            (r#"{"inner": 3}"#, "inner is 3: use an object"),
            ("{\n  \"scale_up\": 2,\n  \"place\": 7\n}", "place is 7: use a list of 2"),
            (r#"{"formats": ["gif", 2]}"#, "an item of formats is 2: use a text"),
            (r#"{"place": [1]}"#, "place has 1 item: use a list of 2"),
            (
                r#"{"colour": "gren"}"#,
                "options: there is no `gren`: did you mean `green`? use `red`, `green`, `blue`",
            ),
            (r#"{"needed": {}}"#, "options: `name` is missing"),
            ("[]", "options: use an object"),
            (r#"["zzz"]"#, "options: use an object"),
            ("null", "options: use an object"),
            ("", "options: use an object"),
        ] {
            assert_eq!(read::<Options>("options", text).unwrap_err(), told, "{text}");
        }
        assert_eq!(read::<Options>("options", "{").unwrap_err(), "options: the text ends too early");
        assert_eq!(read::<Colour>("edit", "{}").unwrap_err(), "edit: the object is empty");
        assert!(read::<Options>("options", "{\"scale_up\": }").unwrap_err().starts_with("options: "));
        let unknown = read::<Options>("options", r#"{"scale": 1}"#).unwrap_err();
        assert!(
            unknown.starts_with("options: unknown field `scale`: use `scale_up`, `formats`"),
            "{unknown}"
        );
    }
}
