//! The classes of Python: the extension module in Rust with its declarations, and the methods in Python.
//!
//! A method whose name in Python begins with `_` is in the extension module only: a class by hand calls it.

use std::fmt::Write as _;

use crate::read::{Call, Receiver, Source};
use crate::text::{HEAD, wrapped};

/// The classes of the extension module.
const CLASSES: &[&str] = &[
    "Game",
    "Costume",
    "Clip",
    "Scene",
    "Raster",
    "Draft",
    "Brought",
    "Packed",
    "RoomDraft",
    "PackedRoom",
    "Put",
];

/// The classes whose objects change. One thread at a time uses them.
const LOCKED: &[&str] = &["Scene", "Draft", "RoomDraft"];

/// Rows that are a `NamedTuple` in Python; others are dictionaries.
pub(crate) const TUPLES: &[(&str, &str)] = &[("EventRow", "Event"), ("ActionRow", "Action")];

/// Width of lines in Python.
const WIDTH: usize = 116;

/// The calls of a class that Python has; of the module, without a class.
fn calls<'s>(source: &'s Source, class: &'s str) -> impl Iterator<Item = &'s Call> {
    source.calls.iter().filter(move |call| {
        call.owner == class && call.in_python().is_some() && (!class.is_empty() || call.name == "pack")
    })
}

/// Whether Python has the call by this generator.
pub(crate) fn has(call: &Call) -> bool {
    let is_there = CLASSES.contains(&&*call.owner) || call.owner.is_empty();
    is_there && call.in_python().is_some()
}

fn draws(call: &Call) -> bool {
    call.arguments.iter().any(|(_, ty)| ty == "&mutRaster")
}

/// Returns an argument's type in the extension module in Rust, how it is read, and what the call gets.
fn passed(name: &str, ty: &str) -> [String; 3] {
    let plain = |rust: &str| [rust.to_owned(), String::new(), name.to_owned()];
    match ty {
        "Number" => ["Num".into(), String::new(), format!("{name}.0")],
        "Option<Number>" => ["Option<Num>".into(), String::new(), format!("{name}.map(|it| it.0)")],
        "Option<&OpenJson>" => ["&str".into(), String::new(), format!("Some({name})")],
        "Option<&str>" | "Option<&[u8]>" | "&[u8]" | "bool" => plain(ty),
        "Ids<'_>" => [
            "Option<Vec<Num>>".into(),
            format!("let {name} = numbers({name});"),
            format!("{name}.as_deref()"),
        ],
        "&Path" => ["PathBuf".into(), String::new(), format!("&{name}")],
        "&FilesIn" => [
            "Vec<(String, PyBackedBytes)>".into(),
            format!("let {name} = files_of(&{name});"),
            format!("&{name}"),
        ],
        "Vec<CostumeIn>" => [
            "Vec<(Num, Option<Num>, PyBackedBytes)>".into(),
            format!("let {name} = costumes_of({name});"),
            name.to_owned(),
        ],
        "Vec<RoomIn>" => {
            ["Vec<(Num, PyBackedBytes)>".into(), format!("let {name} = rooms_of({name});"), name.to_owned()]
        }
        "Option<&Game>" => ["Option<&Game>".into(), String::new(), format!("{name}.map(|it| &it.0)")],
        "&str" | "&SceneJson" | "&ActorJson" | "&StepJson" | "&SettingsJson" | "&ExportJson" | "&Chore"
        | "&FacingName" | "&EditJson" | "&BringJson" | "&MontageJson" => plain("&str"),
        "&mutRaster" => [String::new(), String::new(), "&mut raster".into()],
        "&mutVec<u8>" => [String::new(), String::new(), "&mut out".into()],
        other => panic!("{name}: {other} cannot be passed from Python"),
    }
}

/// Returns a result's type in Rust, what is made of it (`IT`), and its type in the declarations.
fn returned(call: &Call) -> [String; 3] {
    let three = |rust: &str, made: &str, python: &str| [rust.to_owned(), made.to_owned(), python.to_owned()];
    if call.arguments.iter().any(|(_, ty)| ty == "&mutVec<u8>") {
        return three("Vec<u8>", "out", "bytes");
    }
    match &*call.result {
        "()" if draws(call) => three("Raster", "Raster(raster)", "Raster"),
        "()" => three("()", "IT", "None"),
        "u32" | "usize" => three(&call.result, "IT", "int"),
        "bool" => three("bool", "IT", "bool"),
        "Option<usize>" | "Option<u8>" => three(&call.result, "IT", "Optional[int]"),
        "(i32,i32)" => three("(i32, i32)", "IT", "tuple[int, int]"),
        "&str" | "String" => three("String", "IT.to_owned()", "str"),
        "Vec<u16>" => three("Vec<u16>", "IT", "list[int]"),
        "&[u8]" => three("Cow<'_, [u8]>", "IT.into()", "bytes"),
        "Option<&[u8]>" => three("Option<Cow<'_, [u8]>>", "IT.map(Cow::from)", "Optional[bytes]"),
        "Vec<u8>" => three("Vec<u8>", "IT", "bytes"),
        "Vec<u32>" => three("Vec<u32>", "IT", "list[int]"),
        "Vec<String>" => three("Vec<String>", "IT", "list[str]"),
        "Vec<(u8,u16)>" => three("Vec<(u8, u16)>", "IT", "list[tuple[int, int]]"),
        "&[(usize,bool)]" => three("Vec<(usize, bool)>", "IT.to_vec()", "list[tuple[int, bool]]"),
        "&[usize]" => three("Vec<usize>", "IT.to_vec()", "list[int]"),
        "FileList" => three("Vec<(String, Vec<u8>)>", "IT.into_files()", "list[tuple[str, bytes]]"),
        "JsonText" => three("String", "IT.0", "str"),
        class if LOCKED.contains(&class) => three(class, &format!("{class}(Mutex::new(IT))"), class),
        class if CLASSES.contains(&class) => three(class, &format!("{class}(IT)"), class),
        _ => three("String", "json(&IT)", "str"),
    }
}

/// Returns the extension module's classes in Rust.
pub(crate) fn classes(source: &Source) -> String {
    let mut out = format!(
        "//! The classes of the extension module, one for each of `costumier-api`.\n//!\n//! {HEAD}\n\n"
    );
    out += "use std::borrow::Cow;\nuse std::path::PathBuf;\nuse std::sync::{Mutex, PoisonError};\n\n\
            use costumier_api as api;\nuse pyo3::prelude::*;\nuse pyo3::pybacked::PyBackedBytes;\n\n\
            use crate::error::Result;\nuse crate::pass::{Num, costumes_of, files_of, json, numbers, rooms_of};\n";
    for class in CLASSES {
        let value =
            if LOCKED.contains(class) { format!("Mutex<api::{class}>") } else { format!("api::{class}") };
        let _ = write!(
            out,
            "\n/// The class over `costumier_api::{class}`.\n\
             #[pyclass(frozen)]\npub struct {class}(pub(crate) {value});\n\n\
             #[pymethods]\nimpl {class} {{\n"
        );
        calls(source, class).for_each(|call| out += &function(call));
        out += "}\n";
    }
    calls(source, "").for_each(|call| out += &function(call));
    out
}

fn function(call: &Call) -> String {
    let [rust, made, _] = returned(call);
    let (mut arguments, mut body, mut given) = (Vec::new(), String::new(), Vec::new());
    if call.receiver != Receiver::None {
        arguments.push("&self".to_owned());
    }
    arguments.push("py: Python<'_>".to_owned());
    for (name, ty) in &call.arguments {
        let [rust, read, give] = passed(name, ty);
        if !rust.is_empty() {
            arguments.push(format!("{name}: {rust}"));
        }
        body += &read;
        given.push(give);
    }
    if draws(call) {
        body += "let mut raster = api::Raster::default();";
    }
    if call.arguments.iter().any(|(_, ty)| ty == "&mutVec<u8>") {
        body += "let mut out = Vec::new();";
    }
    let on = match call.receiver {
        Receiver::None if call.owner.is_empty() => "api::".to_owned(),
        Receiver::None => format!("api::{}::", call.owner),
        _ if LOCKED.contains(&&*call.owner) => {
            body += "let mut it = self.0.lock().unwrap_or_else(PoisonError::into_inner);";
            "it.".to_owned()
        }
        _ => "self.0.".to_owned(),
    };
    if call.receiver == Receiver::Shared {
        body = body.replace("let mut it", "let it");
    }
    let mark = if call.fails { "?" } else { "" };
    let called = format!("{on}{}({}){mark}", call.name, given.join(", "));
    body += &if call.result == "()" && !call.fails {
        format!("{called};Ok(())")
    } else if made == "json(&IT)" {
        made.replace("IT", &called)
    } else if made.contains("IT") {
        format!("Ok({})", made.replace("IT", &called))
    } else {
        format!("{called};Ok({made})")
    };
    let kind = match (call.receiver, call.owner.is_empty()) {
        (Receiver::None, true) => "#[pyfunction]\n",
        (Receiver::None, false) => "#[staticmethod]\n",
        _ => "",
    };
    let words: String = wrapped(&call.documentation, 100)
        .iter()
        .map(|line| format!("/// {line}\n").replace(" \n", "\n"))
        .collect();
    // Where a row may be missing, `None` is the default of the argument.
    let optional = call.arguments.iter().any(|(_, ty)| ty.starts_with("Option<") && !ty.contains("Json"));
    let signature = if optional { signature(call) } else { String::new() };
    let public = if call.owner.is_empty() { "pub " } else { "" };
    let many = match arguments.len() {
        0..=7 => "",
        _ => "#[allow(clippy::too_many_arguments, reason = \"its caller is the package alone\")]\n",
    };
    let (name, arguments) = (&call.name, arguments.join(", "));
    format!(
        "\n{words}{many}{kind}{signature}{public}fn {name}({arguments}) -> Result<{rust}> {{ \
         py.detach(|| {{ {body} }}) }}\n"
    )
}

fn signature(call: &Call) -> String {
    let names = call.arguments.iter().filter(|(_, ty)| !ty.starts_with("&mut")).map(|(name, ty)| {
        if ty.starts_with("Option<") && call.arguments.last().is_some_and(|(last, _)| last == name) {
            format!("{name} = None")
        } else {
            name.clone()
        }
    });
    let mut names: Vec<_> = names.collect();
    if call.name == "write_rgba" {
        names = vec!["palette = None".to_owned()];
    }
    format!("#[pyo3(signature = ({}))]\n", names.join(", "))
}

/// Returns an argument's type in the extension module in Python.
fn native_type(ty: &str) -> &'static str {
    match ty {
        "Number" => "int",
        "Option<Number>" => "Optional[int]",
        "bool" => "bool",
        "&[u8]" => "bytes",
        "Option<&[u8]>" => "Optional[bytes]",
        "Option<&str>" => "Optional[str]",
        "Ids<'_>" => "Optional[list[int]]",
        "&Path" => "Union[str, os.PathLike[str]]",
        "&FilesIn" => "list[tuple[str, bytes]]",
        "Vec<CostumeIn>" => "list[tuple[int, Optional[int], bytes]]",
        "Vec<RoomIn>" => "list[tuple[int, bytes]]",
        "Option<&Game>" => "Optional[Game]",
        _ => "str",
    }
}

/// Returns the declarations of the extension module.
pub(crate) fn declarations(source: &Source) -> String {
    let mut out = String::new();
    for class in CLASSES {
        let _ = writeln!(out, "\nclass {class}:");
        for call in calls(source, class) {
            let object = if call.receiver == Receiver::None { None } else { Some("self".to_owned()) };
            if object.is_none() {
                out += "    @staticmethod\n";
            }
            declare(&mut out, call, object, "    ");
        }
    }
    out += "\n";
    calls(source, "").for_each(|call| declare(&mut out, call, None, ""));
    out
}

fn declare(out: &mut String, call: &Call, object: Option<String>, indent: &str) {
    let last = call.arguments.iter().filter(|(_, ty)| !ty.starts_with("&mut")).count();
    let arguments = call.arguments.iter().filter(|(_, ty)| !ty.starts_with("&mut")).enumerate();
    let arguments = arguments.map(|(at, (name, ty))| {
        let missing =
            if ty.starts_with("Option<") && !ty.contains("Json") && at + 1 == last { " = None" } else { "" };
        format!("{name}: {}{missing}", native_type(ty))
    });
    let arguments: Vec<_> = object.into_iter().chain(arguments).collect();
    let [_, _, result] = returned(call);
    let line = format!("{indent}def {}({}) -> {result}: ...", call.name, arguments.join(", "));
    if line.len() <= WIDTH {
        let _ = writeln!(out, "{line}");
    } else {
        let arguments = arguments.join(", ");
        let _ =
            writeln!(out, "{indent}def {}(\n{indent}    {arguments}\n{indent}) -> {result}: ...", call.name);
    }
}
