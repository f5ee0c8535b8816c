//! The methods of the Python package over the extension module, with their documentation and types.

use std::fmt::Write as _;

use crate::python::TUPLES;
use crate::read::{Call, Receiver, Row, Source};
use crate::text::{HEAD, wrapped};

/// The classes with methods that are written here. By hand, a class of the same name without `Calls` adds what Python
/// has besides: sequences, arrays, names.
const CLASSES: &[&str] = &["Game", "Costume", "Clip", "Scene", "Draft", "Packed", "RoomDraft", "PackedRoom"];

/// Width of lines in Python.
const WIDTH: usize = 116;

/// The dictionaries of keywords, by the structs of JSON that they are: name, words, struct.
const KEYWORDS: &[(&str, &str, &str)] = &[
    ("OpenOptions", "How a game is opened.", "OpenOptions"),
    ("ExportOptions", "Options of an export: those of the command.", "Request"),
    ("MontageOptions", "Options of a montage: those of the command.", "MontageOptions"),
    ("Step", "A step of an actor. Give one of them.", "JsonStep"),
    (
        "BringOptions",
        "Which pictures of a draft a file becomes. Without any, those that the file names.",
        "Wanted",
    ),
    ("ActorSettings", "Settings of an actor, as in scene files.", "JsonActor"),
    ("SceneSettings", "Settings of a scene, as in scene files.", "JsonScene"),
];

/// Fields that are in scene files and cannot be set later: struct and field.
const NOT_SET: &[(&str, &str)] = &[("JsonScene", "actors"), ("JsonScene", "steps")];

/// The values of options that are one of a few words: struct, field, words.
const CHOICES: &[(&str, &str, &[&str])] = &[
    ("Request", "only", &["animations", "pictures"]),
    ("Request", "canvas", &["animation", "costume"]),
    ("Request", "sheet_layout", &["packed", "rows"]),
    ("Request", "effort", &["fast", "usual", "small"]),
    ("MontageOptions", "format", &["png", "webp", "gif"]),
];

/// Returns the module.
pub(crate) fn module(source: &Source) -> String {
    let mut out =
        format!("\"\"\"The calls of the package, and the types of their arguments.\n\n{HEAD}\n\"\"\"\n");
    out += "
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional, TypedDict, Union

import costumier

from ._json import to_json

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _costumier

# A text is a sequence of texts, which these do not take.
Words = Union[list[str], tuple[str, ...]]
# A list of numbers is no list of numbers and texts for type checkers, which is why it is one of anything.
NumbersOrWords = Union[list[Any], tuple[Union[int, str], ...]]
";
    for (name, words, row) in KEYWORDS {
        let _ = write!(out, "\n\nclass {name}(TypedDict, total=False):\n    \"\"\"{words}\"\"\"\n");
        let fields = &source.row(row).unwrap_or_else(|| panic!("{row} is not in the source")).fields;
        for (field, ty, documentation) in fields.iter().filter(|it| !NOT_SET.contains(&(*row, &*it.0))) {
            out += &said(documentation);
            let choice = CHOICES.iter().find(|it| it.0 == *row && it.1 == field);
            let ty = choice.map_or_else(
                || keyword_type(ty),
                |(.., words)| format!("Optional[Literal[\"{}\"]]", words.join("\", \"")),
            );
            let _ = writeln!(out, "    {field}: {ty}");
        }
    }
    for (rust, name) in TUPLES {
        let row = source.row(rust).unwrap_or_else(|| panic!("{rust} is not in the source"));
        out += &tuple(name, row);
    }
    for class in CLASSES {
        let words = source.row(class).map_or("", |row| &row.documentation);
        let _ = write!(out, "\n\nclass {class}Calls:\n");
        out += &doc(words, "    ");
        let _ = write!(out, "\n    __slots__ = (\"_native\",)\n\n    _native: _costumier.{class}\n");
        let of = |call: &&Call| call.owner == *class && call.receiver != Receiver::None;
        for call in source.calls.iter().filter(of) {
            if let Some(name) = call.in_python().filter(|name| !name.starts_with('_')) {
                out += &method(call, name);
            }
        }
    }
    out
}

/// Returns documentation as a comment of a field.
fn said(documentation: &str) -> String {
    wrapped(&marked(documentation), WIDTH - 7)
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| format!("    #: {line}\n"))
        .collect()
}

fn tuple(name: &str, row: &Row) -> String {
    let mut out = format!("\n\nclass {name}(NamedTuple):\n{}\n", doc(&row.documentation, "    "));
    for (field, ty, documentation) in &row.fields {
        let _ = writeln!(out, "{}    {field}: {}", said(documentation), row_type(ty));
    }
    out
}

fn row_type(ty: &str) -> String {
    match ty {
        "bool" => "bool".into(),
        "&str" | "String" => "str".into(),
        "Option<String>" => "Optional[str]".into(),
        _ => "int".into(),
    }
}

/// Returns the type of a keyword.
fn keyword_type(ty: &str) -> String {
    let inner = |prefix: &str| ty.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    if let Some(ty) = inner("Option<") {
        return format!("Optional[{}]", keyword_type(ty));
    }
    if let Some(ty) = inner("Vec<").or(inner("BTreeSet<")) {
        return match &*keyword_type(ty) {
            "str" => "Words".into(),
            "Union[int, str]" => "NumbersOrWords".into(),
            ty => format!("Sequence[{ty}]"),
        };
    }
    if let Some((_, value)) = inner("BTreeMap<").and_then(|rest| rest.split_once(',')) {
        return format!("Mapping[Union[int, str], {}]", keyword_type(value));
    }
    match ty.rsplit("::").next().unwrap_or(ty) {
        "bool" => "bool".into(),
        "String" => "str".into(),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i16" | "i32" => "int".into(),
        "JsonChore" | "JsonFacing" | "ChoreJson" | "FacingJson" | "JsonPlane" => "Union[int, str]".into(),
        "JsonScale" => "Union[int, str, Sequence[int]]".into(),
        "JsonView" => "Union[str, Sequence[int]]".into(),
        "JsonObjects" => "Union[str, Mapping[Union[int, str], int]]".into(),
        it if it.starts_with(['(', '[']) || it == "Rgb" => "Sequence[int]".into(),
        _ => "Mapping[str, Any]".into(),
    }
}

/// Returns an argument as Python declares it, and what the extension module gets.
fn argument(call: &Call, name: &str, ty: &str) -> (String, String) {
    let missing = call.default_of(name).map_or(String::new(), |value| format!(" = {value}"));
    let words = |ty: &str, keywords: &str| (format!("**{name}: Unpack[{keywords}]"), ty.to_owned());
    let dumped = format!("to_json({name})");
    match ty {
        "Number" => (format!("{name}: int{missing}"), name.to_owned()),
        "bool" => (format!("{name}: bool{missing}"), name.to_owned()),
        "&Chore" | "&FacingName" => (format!("{name}: Union[int, str]{missing}"), format!("str({name})")),
        "&str" => (format!("{name}: str{missing}"), name.to_owned()),
        "&[u8]" => (format!("{name}: bytes"), name.to_owned()),
        "&Path" => (format!("{name}: Union[str, os.PathLike[str]]"), name.to_owned()),
        "Ids<'_>" => (
            format!("{name}: Optional[Iterable[int]] = None"),
            format!("None if {name} is None else list({name})"),
        ),
        "&SceneJson" | "&ActorJson" | "&EditJson" => (format!("{name}: Mapping[str, Any]"), dumped),
        "&StepJson" => words(&dumped, "Step"),
        "&ExportJson" => words(&dumped, "ExportOptions"),
        "&MontageJson" => words(&dumped, "MontageOptions"),
        "Option<&str>" => (format!("{name}: Optional[str] = None"), name.to_owned()),
        other => panic!("{name}: {other} cannot be passed from Python"),
    }
}

/// Returns a result's type, and what is made of what the extension module gives (`IT`).
fn result(call: &Call) -> (String, String) {
    let two = |ty: &str, made: &str| (ty.to_owned(), made.to_owned());
    let tuples = |row: &str| TUPLES.iter().find(|(rust, _)| *rust == row).map(|(_, name)| *name);
    if call.arguments.iter().any(|(_, ty)| ty == "&mutRaster") {
        return two("costumier.Rendered", "costumier.Rendered(IT)");
    }
    match &*call.result {
        "()" => two("None", "IT"),
        "u32" | "usize" => two("int", "IT"),
        "bool" => two("bool", "IT"),
        "Option<usize>" => two("Optional[int]", "IT"),
        "(i32,i32)" => two("tuple[int, int]", "IT"),
        "&str" | "String" => two("str", "IT"),
        "&[u8]" | "Vec<u8>" => two("bytes", "IT"),
        "Vec<String>" => two("list[str]", "IT"),
        "Option<String>" => two("Optional[str]", "LOADED"),
        "&[String]" => two("list[str]", "LOADED"),
        "FileList" => two("dict[str, bytes]", "dict(IT)"),
        "Clip" => two("costumier.Clip", "costumier.Clip(self, IT)"),
        "Option<(&str,draft::Windows)>" => two("Optional[list[Any]]", "LOADED"),
        "Scene" | "Game" | "Packed" | "PackedRoom" => {
            let class = &call.result;
            (format!("costumier.{class}"), format!("costumier.{class}(IT)"))
        }
        it => match it.strip_prefix("Vec<").and_then(|rest| rest.strip_suffix('>')) {
            Some(row) if tuples(row).is_some() => {
                let name = tuples(row).unwrap_or_default();
                (format!("list[{name}]"), format!("[{name}(**row) for row in json.loads(IT)]"))
            }
            Some(_) => two("list[dict[str, Any]]", "LOADED"),
            None if it.starts_with("Option<") => two("Optional[dict[str, Any]]", "LOADED"),
            None => two("dict[str, Any]", "LOADED"),
        },
    }
}

fn method(call: &Call, name: &str) -> String {
    let (ty, made) = result(call);
    let all = call.arguments.iter().filter(|(_, ty)| !ty.starts_with("&mut"));
    let arguments: Vec<_> = all.map(|(name, ty)| argument(call, name, ty)).collect();
    let given: Vec<_> = arguments.iter().map(|(_, given)| given.clone()).collect();
    let declared: Vec<_> =
        ["self".to_owned()].into_iter().chain(arguments.into_iter().map(|it| it.0)).collect();
    let mut out = String::from("\n");
    if call.is_property() {
        out += "    @property\n";
    }
    let line = format!("    def {name}({}) -> {ty}:", declared.join(", "));
    if line.len() <= WIDTH {
        let _ = writeln!(out, "{line}");
    } else {
        let lines = wrapped(&declared.join(", "), WIDTH - 8).join("\n        ");
        let _ = writeln!(out, "    def {name}(\n        {lines}\n    ) -> {ty}:");
    }
    let called = format!("self._native.{}({})", call.name, given.join(", "));
    out += &doc(&call.documentation, "        ");
    match &*made {
        "LOADED" => {
            let _ = writeln!(out, "        found: {ty} = json.loads({called})\n        return found");
        }
        _ if ty == "None" => _ = writeln!(out, "        {called}"),
        _ => _ = writeln!(out, "        return {}", made.replace("IT", &called)),
    }
    out
}

/// Returns documentation with the marks of Python's.
fn marked(documentation: &str) -> String {
    documentation.replace('`', "``")
}

/// Returns documentation as a docstring.
fn doc(documentation: &str, indent: &str) -> String {
    let documentation = marked(documentation);
    // The first sentence stands alone, as Python's tools expect.
    let (first, rest) = match documentation.split_once(". ") {
        Some((first, rest)) => (format!("{first}."), rest),
        None => (documentation.clone(), ""),
    };
    let width = WIDTH - indent.len();
    let mut lines = wrapped(&first, width - 6);
    if !rest.is_empty() {
        lines.push(String::new());
        lines.extend(wrapped(rest, width));
    }
    let text = lines.join(&format!("\n{indent}")).replace(&format!("\n{indent}\n"), "\n\n");
    match lines.len() {
        1 => format!("{indent}\"\"\"{text}\"\"\"\n"),
        _ => format!("{indent}\"\"\"{text}\n{indent}\"\"\"\n"),
    }
}
