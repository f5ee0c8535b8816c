//! The classes of JavaScript: those of wasm-bindgen in Rust, and the types of the glue in TypeScript.

use std::fmt::Write as _;

use crate::read::{Call, Receiver, Source};
use crate::text::{HEAD, wrapped};

/// The classes, each with the first module that has it.
const CLASSES: &[(&str, &str)] = &[
    ("Game", "light"),
    ("Costume", "light"),
    ("Scene", "light"),
    ("Movie", "whole"),
    ("Film", "whole"),
    ("Picture", "whole"),
    ("Job", "whole"),
    ("Draft", "edit"),
    ("Packed", "edit"),
    ("RoomDraft", "edit"),
    ("PackedRoom", "edit"),
    ("Brought", "edit"),
    ("Put", "edit"),
    ("FileList", "edit"),
];

/// The modules of the npm package. Each has the calls of those before it.
const MODULES: [&str; 3] = ["light", "whole", "edit"];

/// Width of lines in TypeScript.
const WIDTH: usize = 116;

/// The calls of a class that JavaScript has, with their names there.
fn calls<'s>(source: &'s Source, class: &'s str) -> impl Iterator<Item = (&'s Call, &'s str)> {
    let its = source.calls.iter().filter(move |call| call.owner == class && call.receiver != Receiver::None);
    its.filter_map(|call| Some((call, call.in_js()?)))
}

/// Whether a class of JavaScript has the call.
pub(crate) fn has(call: &Call) -> bool {
    let has_object = call.receiver != Receiver::None;
    call.in_js().is_some() && has_object && CLASSES.iter().any(|(class, _)| *class == call.owner)
}

/// Returns the first module of the npm package that has the call: that of the call or, if it is later, of the class.
pub(crate) fn module(call: &Call) -> &str {
    let class = CLASSES.iter().find(|(class, _)| *class == call.owner).map_or("light", |(_, module)| module);
    if condition(&call.module, class).is_empty() { class } else { &call.module }
}

fn draws(call: &Call) -> bool {
    call.arguments.iter().any(|(_, ty)| ty == "&mutRaster")
}

/// Whether a class keeps the pixels that its calls draw.
fn has_raster(source: &Source, class: &str) -> bool {
    calls(source, class).any(|(call, _)| draws(call))
}

/// Whether a call is a property: a number or a truth that is there without arguments.
fn is_getter(call: &Call) -> bool {
    let is_plain = matches!(&*call.result, "u32" | "usize" | "bool");
    is_plain && !call.fails && call.receiver == Receiver::Shared && call.arguments.is_empty()
}

/// Returns an argument's type in Rust, what the call gets, and its type in TypeScript.
fn passed(name: &str, ty: &str) -> [String; 3] {
    let three = |rust: &str, given: String, script: &str| [rust.to_owned(), given, script.to_owned()];
    match ty {
        "Number" => three("f64", format!("{name}.into()"), "number"),
        "Option<Number>" => three("Option<f64>", format!("{name}.map(Into::into)"), "number | undefined"),
        "bool" => three("bool", name.to_owned(), "boolean"),
        "Ids<'_>" => {
            let all =
                format!("{name}.map(|all| all.into_iter().map(Into::into).collect::<Vec<_>>()).as_deref()");
            three("Option<Vec<f64>>", all, "Float64Array | undefined")
        }
        "&Self" => three("&Self", format!("&{name}.it"), "this"),
        "&[u32]" => three("&[u32]", name.to_owned(), "Uint32Array"),
        "&[u8]" => three("&[u8]", name.to_owned(), "Uint8Array"),
        "&mutRaster" => three("", "&mut self.raster".to_owned(), ""),
        "&str" | "&SceneJson" | "&ActorJson" | "&StepJson" | "&SettingsJson" | "&ExportJson"
        | "&EditJson" | "&BringJson" | "&MontageJson" | "&Chore" | "&FacingName" => {
            three("&str", name.to_owned(), "string")
        }
        "Option<&str>" => three("Option<String>", format!("{name}.as_deref()"), "string | undefined"),
        other => panic!("{name}: {other} cannot be passed from JavaScript"),
    }
}

/// Returns a result's type in Rust, what is made of it (`IT`), and its type in TypeScript.
fn returned(call: &Call) -> [String; 3] {
    let three = |rust: &str, made: &str, script: &str| [rust.to_owned(), made.to_owned(), script.to_owned()];
    match &*call.result {
        "()" => three("()", "IT", "void"),
        "u32" | "usize" => three(&call.result, "IT", "number"),
        "bool" => three("bool", "IT", "boolean"),
        "Option<usize>" => three("Option<usize>", "IT", "number | undefined"),
        "(i32,i32)" => three("Vec<i32>", "<[i32; 2]>::from(IT).into()", "Int32Array"),
        "Vec<i32>" => three("Vec<i32>", "IT", "Int32Array"),
        "Vec<u8>" => three("Vec<u8>", "IT", "Uint8Array<ArrayBuffer>"),
        "&[u8]" => three("Vec<u8>", "IT.to_vec()", "Uint8Array<ArrayBuffer>"),
        "Vec<u16>" => three("Vec<u16>", "IT", "Uint16Array<ArrayBuffer>"),
        "Vec<u32>" => three("Vec<u32>", "IT", "Uint32Array"),
        "Vec<(u8,u16)>" => {
            let flat = "IT.into_iter().flat_map(|(limb, index)| [limb.into(), index]).collect()";
            three("Vec<u16>", flat, "Uint16Array")
        }
        "&Rgba" => three("Clamped<Vec<u8>>", "Clamped(IT.to_vec())", "Uint8ClampedArray<ArrayBuffer>"),
        "RgbaBuffer" => three("Clamped<Vec<u8>>", "Clamped(IT)", "Uint8ClampedArray<ArrayBuffer>"),
        "String" => three("String", "IT", "string"),
        "&str" => three("String", "IT.to_owned()", "string"),
        "JsonText" => three("String", "IT.0", "string"),
        // Most ticks have no events.
        "Vec<EventRow>" => three("Option<String>", "some(&IT)", "string | undefined"),
        class if CLASSES.iter().any(|(it, _)| *it == class) => {
            three(class, "IT.into()", &format!("Raw{class}"))
        }
        _ => three("String", "json(&IT)", "string"),
    }
}

/// Returns the condition of a module that is not that of its class.
fn condition(module: &str, class: &str) -> String {
    let place = |name: &str| MODULES.iter().position(|it| *it == name);
    if place(module) <= place(class) { String::new() } else { format!("#[cfg(feature = \"{module}\")]\n") }
}

/// Returns the classes in Rust.
pub(crate) fn classes(source: &Source) -> String {
    let mut out =
        format!("//! The classes of JavaScript, one for each of `costumier-api`.\n//!\n//! {HEAD}\n\n");
    out += "use costumier_api as api;\n#[cfg(feature = \"whole\")]\nuse wasm_bindgen::Clamped;\n\
            use wasm_bindgen::prelude::wasm_bindgen;\n\nuse crate::error::{Result, json, some};\n";
    for (class, module) in CLASSES {
        let when = condition(module, "light");
        let (field, made) = match has_raster(source, class) {
            true => ("pub(crate) raster: api::Raster,", "raster: api::Raster::in_colours(),"),
            false => ("", ""),
        };
        let _ = write!(
            out,
            "\n/// The class over `costumier_api::{class}`.\n{when}#[wasm_bindgen]\npub struct {class} {{\n\
             pub(crate) it: api::{class},\n{field}\n}}\n\n\
             {when}impl From<api::{class}> for {class} {{\n    fn from(it: api::{class}) -> Self {{\n        \
             Self {{ it, {made} }}\n    }}\n}}\n\n{when}#[wasm_bindgen]\nimpl {class} {{\n"
        );
        calls(source, class).for_each(|(call, name)| out += &function(call, name, module));
        out += "}\n";
    }
    out
}

fn function(call: &Call, name: &str, class: &str) -> String {
    let mut arguments =
        vec![if call.receiver == Receiver::Alone || draws(call) { "&mut self" } else { "&self" }.to_owned()];
    let mut given = Vec::new();
    for (name, ty) in &call.arguments {
        let [rust, give, _] = passed(name, ty);
        arguments.extend((!rust.is_empty()).then(|| format!("{name}: {rust}")));
        given.push(give);
    }
    let [rust, made, _] = returned(call);
    let called = format!("self.it.{}({}){}", call.name, given.join(", "), if call.fails { "?" } else { "" });
    let made = made.replace("IT", &called);
    let (result, body) = match (call.fails, &*rust) {
        (true, _) => (format!(" -> Result<{rust}>"), format!("Ok({made})")),
        (false, "()") => (String::new(), format!("{made};")),
        (false, _) => (format!(" -> {rust}"), made),
    };
    let words: String =
        wrapped(&call.documentation, 110).iter().map(|line| format!("    /// {line}\n")).collect();
    let mut attributes = condition(&call.module, class);
    attributes += if is_getter(call) { "#[wasm_bindgen(getter)]\n" } else { "" };
    if arguments.len() > 7 {
        attributes += "#[allow(clippy::too_many_arguments, reason = \"numbers pass faster than JSON\")]\n";
    }
    attributes += if call.fails || rust == "()" { "" } else { "#[must_use]\n" };
    format!(
        "\n{words}{attributes}    pub fn {name}({}){result} {{\n        {body}\n    }}\n",
        arguments.join(", ")
    )
}

/// Returns the types of the glue.
pub(crate) fn declarations(source: &Source) -> String {
    let mut out = String::new();
    for (class, _) in CLASSES {
        let _ = writeln!(out, "export interface Raw{class} extends Freed {{");
        for (call, name) in calls(source, class) {
            let [_, _, result] = returned(call);
            let arguments = call.arguments.iter().filter(|(_, ty)| ty != "&mutRaster");
            let arguments: Vec<_> =
                arguments.map(|(name, ty)| format!("{}: {}", camel(name), passed(name, ty)[2])).collect();
            let line = match is_getter(call) {
                true => format!("readonly {name}: {result};"),
                false => format!("{name}({}): {result};", arguments.join(", ")),
            };
            let _ = writeln!(out, "  {}", wrapped(&line, WIDTH).join("\n    "));
        }
        out += "}\n\n";
    }
    out
}

/// Returns a name of Rust as TypeScript writes it: `scaleUp`.
pub(crate) fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (head, tail) = part.split_at(part.len().min(1));
        name + &head.to_uppercase() + tail
    })
}
