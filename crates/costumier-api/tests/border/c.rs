//! The functions of C: their declarations for the header, and the functions of Rust behind them.

use std::fmt::Write as _;

use crate::read::{Call, Receiver, Source, snake};
use crate::text::{HEAD, wrapped};

/// Longest line of the header, without what a comment or a second line needs.
const WIDTH: usize = 114;

/// The objects of C, each with the function that frees it.
const OBJECTS: &[(&str, &str)] = &[
    ("Game", "close"),
    ("Costume", "costume_free"),
    ("Clip", "clip_free"),
    ("Scene", "scene_free"),
    ("FileList", "file_list_free"),
    ("Draft", "draft_free"),
    ("Brought", "brought_free"),
    ("Packed", "packed_free"),
    ("RoomDraft", "room_draft_free"),
    ("PackedRoom", "packed_room_free"),
    ("Put", "put_free"),
];

/// The sentence about numbers that are written.
const NUMBERS: &str = "At most `capacity` numbers are written to `out`, which may be NULL if `capacity` is 0. \
                       Returns how many there are; 0 if it fails.";

/// How a result is returned.
struct Returned {
    /// The type in C and in Rust.
    c: &'static str,
    rust: &'static str,
    /// The function of `pass` that makes it of what the call gave.
    by: &'static str,
    /// Further arguments: declarations in C, in Rust, and what `by` gets.
    more: [&'static str; 3],
    /// The sentence about it.
    words: &'static str,
}

fn returned(call: &Call) -> Returned {
    let plain = |c, rust, by, words| Returned { c, rust, by, more: [""; 3], words };
    let draws = call.arguments.iter().any(|(_, ty)| ty == "&mutRaster");
    match &*call.result {
        "()" if draws => Returned {
            more: ["costumier_picture *picture", "picture: *mut Picture", ""],
            ..plain("int32_t ", "i32", "done", "Returns 0, or -1 if it fails.")
        },
        "()" => plain("int32_t ", "i32", "done", "Returns 0, or -1 if it fails."),
        "usize" if !call.fails => plain("size_t ", "usize", "number", ""),
        "u32" if !call.fails => plain("uint32_t ", "u32", "number", ""),
        "u32" | "usize" => plain("int64_t ", "i64", "found", "Returns -1 if it fails."),
        "bool" => plain("int32_t ", "i32", "answer", "Returns 1 or 0, or -1 if it fails."),
        "Option<usize>" if call.fails => {
            plain("int32_t ", "i32", "index", "Returns -1 if there is none, and -2 if it fails.")
        }
        "Option<usize>" => plain("int32_t ", "i32", "index", "Returns -1 if there is none."),
        "(i32,i32)" => Returned {
            more: ["int32_t *x, int32_t *y", "x: *mut i32, y: *mut i32", "x, y"],
            ..plain("int32_t ", "i32", "point", "Returns 0, or -1 if it fails.")
        },
        "Vec<u32>" => Returned {
            more: ["uint32_t *out, size_t capacity", "out: *mut u32, capacity: usize", "out, capacity"],
            ..plain("size_t ", "usize", "numbers", NUMBERS)
        },
        "Vec<u16>" => Returned {
            more: ["uint16_t *out, size_t capacity", "out: *mut u16, capacity: usize", "out, capacity"],
            ..plain("size_t ", "usize", "numbers", NUMBERS)
        },
        "&str" | "String" => plain("const char *", "*const c_char", "text", "Returns NULL if it fails."),
        "Option<&str>" => {
            plain("const char *", "*const c_char", "maybe_text", "Returns NULL if there is none.")
        }
        "&[u8]" => Returned {
            more: ["size_t *length", "length: *mut usize", "length"],
            ..plain(
                "const uint8_t *",
                "*const u8",
                "borrowed",
                "The number of bytes is written to `length`. They are valid until the object is freed. Returns NULL if \
                 it fails.",
            )
        },
        "Vec<u8>" => Returned {
            more: ["size_t *length", "length: *mut usize", "length"],
            ..plain(
                "const uint8_t *",
                "*const u8",
                "bytes",
                "The number of bytes is written to `length`. Returns NULL if it fails.",
            )
        },
        it if OBJECTS.iter().any(|(object, _)| *object == it) => {
            plain("", "", "object", "Returns NULL if it fails.")
        }
        "JsonText" => {
            plain("const char *", "*const c_char", "json_text", "The result is JSON, or NULL if it fails.")
        }
        _ => plain("const char *", "*const c_char", "json", "The result is JSON, or NULL if it fails."),
    }
}

/// How an argument is passed: its declaration in C and in Rust, what reads it, and what the call gets.
fn passed(name: &str, ty: &str) -> [String; 4] {
    let read = |by: &str| {
        format!(
            "        // SAFETY: the caller passes what the header asks for.\n        \
             let {name} = unsafe {{ pass::{by}({name}, \"{name}\") }}?;\n"
        )
    };
    let text =
        |by, give: String| [format!("const char *{name}"), format!("{name}: *const c_char"), read(by), give];
    match ty {
        "Number" => {
            let (c, rust) = match name {
                "actor" | "file" | "number" => ("size_t", "usize"),
                "x" | "y" => ("int32_t", "i32"),
                _ => ("uint32_t", "u32"),
            };
            [format!("{c} {name}"), format!("{name}: {rust}"), String::new(), format!("{name}.into()")]
        }
        "Option<&OpenJson>" | "Option<&str>" => text("string", name.to_owned()),
        "&ExportJson" | "&MontageJson" => text("string", format!("{name}.unwrap_or(\"{{}}\")")),
        "&Path" => text("required", format!("{name}.as_ref()")),
        "&str" | "&SceneJson" | "&ActorJson" | "&StepJson" | "&SettingsJson" | "&EditJson" | "&BringJson"
        | "&Chore" | "&FacingName" => text("required", name.to_owned()),
        "bool" => [format!("int32_t {name}"), format!("{name}: i32"), String::new(), format!("{name} != 0")],
        "Vec<CostumeIn>" => [
            format!("const costumier_new_costume *{name}, size_t {name}_length"),
            format!("{name}: *const NewCostume, {name}_length: usize"),
            format!(
                "        // SAFETY: the caller passes what the header asks for.\n        \
                 let {name} = unsafe {{ pass::costumes({name}, {name}_length) }}?;\n"
            ),
            name.to_owned(),
        ],
        "Vec<RoomIn>" => [
            format!("const costumier_new_room *{name}, size_t {name}_length"),
            format!("{name}: *const NewRoom, {name}_length: usize"),
            format!(
                "        // SAFETY: the caller passes what the header asks for.\n        \
                 let {name} = unsafe {{ pass::rooms({name}, {name}_length) }}?;\n"
            ),
            name.to_owned(),
        ],
        "&[u8]" => [
            format!("const uint8_t *{name}, size_t {name}_length"),
            format!("{name}: *const u8, {name}_length: usize"),
            format!(
                "        // SAFETY: the caller passes what the header asks for.\n        \
                 let {name} = unsafe {{ pass::slice({name}, {name}_length, \"{name}\") }}?;\n"
            ),
            name.to_owned(),
        ],
        "Ids<'_>" => [
            format!("const uint32_t *{name}, size_t {name}_length"),
            format!("{name}: *const u32, {name}_length: usize"),
            format!(
                "        // SAFETY: the caller passes what the header asks for.\n        \
                 let {name} = unsafe {{ pass::ids({name}, {name}_length, \"{name}\") }}?;\n"
            ),
            format!("{name}.as_deref()"),
        ],
        "&mutRaster" => [String::new(), String::new(), String::new(), "&mut canvas.raster".into()],
        other => panic!("{name}: {other} cannot be passed from C"),
    }
}

/// The calls that C has, by their objects.
fn calls(source: &Source) -> impl Iterator<Item = (&Call, String)> {
    let of = |call: &Call| OBJECTS.iter().position(|(object, _)| *object == call.owner);
    let its = source.calls.iter().filter(|call| has(call));
    let mut all: Vec<_> = its.filter_map(|call| Some((call, call.in_c()?))).collect();
    all.sort_by_key(|(call, _)| of(call));
    all.into_iter()
}

/// Whether C has the call by this generator.
pub(crate) fn has(call: &Call) -> bool {
    call.in_c().is_some() && OBJECTS.iter().any(|(object, _)| *object == call.owner)
}

fn is_alone(call: &Call) -> bool {
    call.receiver == Receiver::Alone || call.arguments.iter().any(|(_, ty)| ty == "&mutRaster")
}

/// Returns the declarations of the header.
pub(crate) fn header(source: &Source) -> String {
    let mut out = String::new();
    for (call, name) in calls(source) {
        let it = returned(call);
        let object = snake(&call.owner);
        let mut arguments = Vec::new();
        if call.receiver != Receiver::None {
            let access = if is_alone(call) { "" } else { "const " };
            arguments.push(format!("{access}costumier_{object} *{object}"));
        }
        for (name, ty) in &call.arguments {
            arguments.push(passed(name, ty)[0].clone());
        }
        arguments.push(it.more[0].to_owned());
        arguments.retain(|it| !it.is_empty());
        let c =
            if it.by == "object" { format!("costumier_{} *", snake(&call.result)) } else { it.c.to_owned() };
        let words = format!("{} {}{}", call.documentation, of_arguments(call), it.words);
        let _ = write!(out, "\n{}", comment(&words));
        // Lines end between arguments.
        let arguments: Vec<String> = arguments.iter().map(|it| it.replace(' ', "\u{1}")).collect();
        let declaration = format!("{c}costumier_{name}({});", arguments.join(", "));
        let lines = wrapped(&declaration, WIDTH).join("\n    ").replace('\u{1}', " ");
        let _ = writeln!(out, "{lines}");
    }
    for (object, name) in OBJECTS {
        let object = snake(object);
        let what = match *name {
            "close" => "Closes a game. What was opened from it stays usable. NULL is allowed.".to_owned(),
            _ => format!("Frees a costumier_{object}. NULL is allowed."),
        };
        let _ = writeln!(out, "\n{}void costumier_{name}(costumier_{object} *{object});", comment(&what));
    }
    out
}

/// Returns what C has to know about arguments that other languages have as objects.
fn of_arguments(call: &Call) -> String {
    let mut words = String::new();
    for (name, ty) in &call.arguments {
        let _ = match &**ty {
            "Option<&OpenJson>" => {
                write!(words, "`{name}` is JSON ({{\"which\": \"dig\"}}), or NULL. ")
            }
            "&ExportJson" | "&MontageJson" => {
                write!(words, "`{name}` is JSON ({{\"scale_up\": 2}}), or NULL. ")
            }
            "Option<&str>" => write!(words, "`{name}` may be NULL. "),
            "&SceneJson" | "&ActorJson" | "&StepJson" | "&SettingsJson" => {
                write!(words, "`{name}` is JSON (docs/scenes.md). ")
            }
            "&EditJson" => {
                let edits = format!("costumier_{}_edits()", snake(&call.owner));
                write!(words, "`{name}` is JSON (docs/json.md), like those that {edits} returns. ")
            }
            "&BringJson" => write!(words, "`{name}` is JSON ({{\"limb\": 0, \"index\": 3}}). "),
            "Ids<'_>" => write!(words, "`{name}` is NULL for all costumes. "),
            _ => Ok(()),
        };
    }
    words
}

/// Returns words as a comment of C.
fn comment(words: &str) -> String {
    format!("/* {} */\n", wrapped(words, WIDTH).join("\n * "))
}

/// Returns the functions of Rust.
pub(crate) fn functions(source: &Source) -> String {
    let mut out = format!(
        "//! The functions of the header, one for each call of `costumier-api`.\n//!\n//! {HEAD}\n\n"
    );
    let objects: Vec<&str> = OBJECTS.iter().map(|(object, _)| *object).collect();
    out += "use std::ffi::c_char;\n\n";
    let _ = writeln!(out, "use costumier_api::{{{}}};\n", objects.join(", "));
    out += "use crate::error::attempt;\nuse crate::pass::{self, Handle, NewCostume, NewRoom};\n\
            use crate::picture::Picture;\n";
    for (call, name) in calls(source) {
        out += &function(call, &name);
    }
    for (object, name) in OBJECTS {
        let variable = snake(object);
        let _ = write!(
            out,
            "\n/// Frees the object.\n///\n/// # Safety\n/// No other call uses it.\n\
             #[unsafe(no_mangle)]\n\
             pub unsafe extern \"C\" fn costumier_{name}({variable}: *mut Handle<{object}>) {{\n    \
             // SAFETY: the caller passes what the header asks for.\n    \
             unsafe {{ pass::free({variable}, \"{variable}\") }}\n}}\n"
        );
    }
    out
}

fn function(call: &Call, name: &str) -> String {
    let it = returned(call);
    let (object, alone) = (snake(&call.owner), is_alone(call));
    let (mut arguments, mut body, mut given) = (Vec::new(), String::new(), Vec::new());
    let draws = call.arguments.iter().any(|(_, ty)| ty == "&mutRaster");
    if call.receiver != Receiver::None {
        let (access, by) = if alone { ("mut", "alone") } else { ("const", "shared") };
        arguments.push(format!("{object}: *{access} Handle<{}>", call.owner));
        body += "        // SAFETY: the caller passes what the header asks for.\n";
        let _ = writeln!(body, "        let {object} = unsafe {{ pass::{by}({object}, \"{object}\") }}?;");
        if draws {
            let _ = writeln!(body, "        let Handle {{ value, canvas }} = {object};");
        }
    }
    for (name, ty) in &call.arguments {
        let [_, rust, read, give] = passed(name, ty);
        arguments.push(rust);
        body += &read;
        given.push(give);
    }
    arguments.push(it.more[1].to_owned());
    arguments.retain(|it| !it.is_empty());
    let on = match call.receiver {
        Receiver::None => format!("{}::", call.owner),
        _ if draws => "value.".to_owned(),
        _ => format!("{object}.value."),
    };
    let called = format!("{on}{}({})", call.name, given.join(", "));
    if draws {
        // The picture is checked first: a call that fails draws nothing.
        body = format!(
            "        let picture = pass::place(picture, \"picture\")?;\n{body}        {called}?;\n        \
             // SAFETY: the caller has space for a picture.\n        \
             unsafe {{ picture.write(canvas.picture()) }};\n        Ok(())\n"
        );
    } else {
        let borrowed = match it.by {
            "json" if call.fails => "        pass::to_json(&CALL?)\n",
            "json" => "        pass::to_json(&CALL)\n",
            "json_text" if call.fails => "        Ok(CALL?.0)\n",
            "json_text" => "        Ok(CALL.0)\n",
            "text" if call.fails => "        Ok(CALL?.to_owned())\n",
            "text" => "        Ok(CALL.to_owned())\n",
            "maybe_text" => "        Ok(CALL.map(str::to_owned))\n",
            _ if call.fails => "        CALL\n",
            "done" => "        CALL;\n        Ok(())\n",
            _ => "        Ok(CALL)\n",
        };
        body += &borrowed.replace("CALL", &called);
    }
    let rust = if it.by == "object" { format!("*mut Handle<{}>", call.result) } else { it.rust.to_owned() };
    let more = if it.more[2].is_empty() { String::new() } else { format!(", {}", it.more[2]) };
    let made = match it.more[2] {
        "" => format!("    pass::{}(made{more})\n", it.by),
        _ => format!(
            "    // SAFETY: the caller passes what the header asks for.\n    \
             unsafe {{ pass::{}(made{more}) }}\n",
            it.by
        ),
    };
    let words: String =
        wrapped(&call.documentation, 104).iter().map(|line| format!("/// {line}\n")).collect();
    let many = match arguments.len() {
        0..=7 => "",
        _ => "#[allow(clippy::too_many_arguments, reason = \"C has no named arguments\")]\n",
    };
    format!(
        "\n{words}///\n/// # Safety\n/// The pointers are those that the header asks for.\n{many}#[unsafe(no_mangle)]\n\
         pub unsafe extern \"C\" fn costumier_{name}({}) -> {rust} {{\n    \
         let made = attempt(|| {{\n{body}    }});\n{made}}}\n",
        arguments.join(", ")
    )
}
