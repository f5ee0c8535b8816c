//! Writes `costume.toml` of a new costume in few lines: one for each picture, and one for what a limb does in a facing.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::text::{is_bare, quoted};
use super::{Files, TEXT};

/// The keys of the beginning, in order. Keys that are not listed here follow them.
const HEAD: [&str; 8] = ["format", "kind", "generation", "name", "colours", "codec", "palette", "rgb"];

/// The keys of pictures, in order.
const PICTURE: [&str; 7] = ["name", "file", "layer", "frame", "rect", "at", "move"];

/// The facings of a chore, in order.
const FACINGS: [&str; 4] = ["west", "east", "south", "north"];

/// Number of colours on a line, and on a line of a room's.
const LINE: usize = 8;
const MANY: usize = 64;

/// Writes the text of a folder anew. A program that no limb names is left out: the steps in the text say the same.
pub(super) fn shorten(files: &mut Files) {
    let Some(text) = files.get(TEXT).map(|text| String::from_utf8_lossy(text).into_owned()) else { return };
    let Ok(mut source) = toml::from_str::<Table>(&text) else { return };
    if let Some(Value::String(program)) = source.get("program").cloned()
        && !names_labels(&source)
    {
        source.remove("program");
        files.remove(&program);
    }
    files.insert(TEXT.to_owned(), write(&source).into_bytes());
}

/// Whether a limb plays a part of the program, and not steps.
fn names_labels(source: &Table) -> bool {
    let chores = source.get("chore").and_then(Value::as_array).into_iter().flatten();
    let facings = chores.filter_map(Value::as_table).flat_map(Table::values).filter_map(Value::as_table);
    let windows = facings.flat_map(Table::values).filter_map(Value::as_table);
    windows.flat_map(Table::values).any(|start| !start.is_array())
}

fn write(source: &Table) -> String {
    let mut out = String::from(
        "# A costume. docs/costume-folder.md explains every key; `costumier pack` makes a block of it.\n",
    );
    for key in in_order(source, &HEAD) {
        match source.get(key) {
            Some(Value::Boolean(false)) | None => {}
            // These follow below.
            Some(_) if matches!(key, "limb" | "picture" | "chore") => {}
            Some(Value::Array(colours)) if colours.first().is_some_and(Value::is_str) => {
                let length = if colours.len() > MANY { MANY } else { LINE };
                let rows: Vec<String> = colours.chunks(length).map(words).collect();
                let _ = writeln!(out, "{key} = [{}]", rows.join(",\n    "));
            }
            Some(value) => {
                let _ = writeln!(out, "{key} = {}", inline(value));
            }
        }
    }
    pictures(&mut out, source);
    for limb in tables(source, "limb") {
        out.push_str("\n[[limb]]\n");
        for key in in_order(limb, &["number", "name"]) {
            if key != "picture"
                && let Some(value) = limb.get(key)
            {
                let _ = writeln!(out, "{key} = {}", inline(value));
            }
        }
        pictures(&mut out, limb);
    }
    for (number, chore) in tables(source, "chore").enumerate() {
        // The chores of a small costume are one block of text.
        out.push_str(if number == 0 { "\n[[chore]]\n" } else { "[[chore]]\n" });
        write_chore(&mut out, chore);
    }
    out
}

/// Writes the pictures of a limb, or of an AKOS costume.
fn pictures(out: &mut String, of: &Table) {
    if !of.contains_key("picture") {
        return;
    }
    out.push_str("picture = [\n");
    for picture in tables(of, "picture") {
        let keys = in_order(picture, &PICTURE).into_iter();
        let keys = keys.filter_map(|key| Some(format!("{key} = {}", inline(picture.get(key)?))));
        let _ = writeln!(out, "    {{ {} }},", keys.collect::<Vec<_>>().join(", "));
    }
    out.push_str("]\n");
}

fn write_chore(out: &mut String, chore: &Table) {
    for key in in_order(chore, &["number", "name"]).into_iter().filter(|key| !FACINGS.contains(key)) {
        if let Some(value) = chore.get(key) {
            let _ = writeln!(out, "{key} = {}", inline(value));
        }
    }
    for facing in FACINGS {
        match chore.get(facing) {
            Some(Value::Table(limbs)) if !limbs.is_empty() => {
                for (limb, action) in limbs {
                    let limb = if is_bare(limb) { limb.clone() } else { quoted(limb) };
                    let _ = writeln!(out, "{facing}.{limb} = {}", inline(action));
                }
            }
            Some(other) => {
                let _ = writeln!(out, "{facing} = {}", inline(other));
            }
            None => {}
        }
    }
}

/// Returns the tables of an array.
fn tables<'a>(of: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    of.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

/// Returns the keys of a table: those of `first` in that order, then the others.
fn in_order<'a>(of: &'a Table, first: &[&'static str]) -> Vec<&'a str> {
    let place = |key: &str| first.iter().position(|known| *known == key).unwrap_or(first.len());
    let mut keys: Vec<&str> = of.keys().map(String::as_str).collect();
    keys.sort_by_key(|key| place(key));
    keys
}

/// Returns values with commas between them.
fn words(values: &[Value]) -> String {
    values.iter().map(inline).collect::<Vec<_>>().join(", ")
}

/// Returns a value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(values) => format!("[{}]", words(values)),
        Value::Table(table) if table.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let pairs = table.iter().map(|(key, value)| {
                let key = if is_bare(key) { key.clone() } else { quoted(key) };
                format!("{key} = {}", inline(value))
            });
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
