//! The table of calls by language, for readers. A hole without a reason stops the test.

use std::fmt::Write as _;

use crate::public::Public;
use crate::read::{Call, LANGUAGES, Source, snake};
use crate::reasons::REASONS;
use crate::text::HEAD;
use crate::{c, js, python};

/// How a language has a call.
enum There {
    /// By a function of this name that is written by this generator.
    Made(String),
    /// By a function or a class that is written by hand.
    ByHand(Option<String>),
    /// Not, for the reason with this number.
    Not(usize),
}

/// Returns the page.
pub(crate) fn page(source: &Source) -> String {
    let mut out = format!(
        "# Calls by language\n\n\
         The methods of `costumier-api`, and what they are called in C, in JavaScript and in Python. {HEAD}\n\n\
         - “By hand” is a function or a class that the generator does not write: in C, functions with callbacks; in \
         Python, sequences, arrays, images, files, which [python.md](python.md) shows; in JavaScript, plain objects \
         that other calls return: pictures, films, lists of files.\n\
         - In JavaScript, `editor` is what `initEdit` returns, and `actor` is one of `scene.actors`. \
         [javascript.md](javascript.md) and the package's README have the classes. The last column is the first module \
         of the package that has the call.\n\
         - What a language needs for itself is not here: errors, freeing objects, `costumier_scene_tick`. The header \
         `costumier.h` has all functions of C. Rust has the crates themselves: [library.md](library.md).\n\
         - A number behind a dash is that of the [reason](#why-a-language-does-not-have-a-call) why the language does \
         not have the call.\n\n\
         | call | what it does | C | Python | JavaScript | npm module |\n|---|---|---|---|---|---|\n"
    );
    let (public, mut reasons) = (Public::read(), Vec::new());
    for call in source.calls.iter().filter(|call| LANGUAGES.iter().any(|it| has(call, it))) {
        let words = call.documentation.split(['\n', ':']).next().unwrap_or_default();
        let words = words.split(". ").next().unwrap_or_default().trim_end_matches('.');
        let [c, python, js] =
            LANGUAGES.map(|language| shown(&there(call, language, source, &public, &mut reasons)));
        let module = if has(call, "js") { js::module(call) } else { "–" };
        let _ = writeln!(out, "| `{}` | {words} | {c} | {python} | {js} | {module} |", name(call));
    }
    out += "\n## Why a language does not have a call\n\n";
    for (number, word) in reasons.iter().enumerate() {
        let (_, text) = REASONS.iter().find(|(its, _)| its == word).expect("it was found above");
        let _ = writeln!(out, "{}. {text}", number + 1);
    }
    let is_used =
        |word| source.calls.iter().any(|call| LANGUAGES.iter().any(|it| call.without(it) == Some(word)));
    let unused: Vec<_> = REASONS.iter().filter(|(word, _)| !is_used(word)).collect();
    assert!(unused.is_empty(), "reasons that explain no hole: {unused:?}");
    out
}

fn has(call: &Call, language: &str) -> bool {
    call.by_hand(language).is_some()
        || match language {
            "c" => c::has(call),
            "python" => python::has(call),
            _ => js::has(call),
        }
}

/// Returns how a language has a call. A reason that is named for the first time is added to `reasons`.
fn there(
    call: &Call,
    language: &str,
    source: &Source,
    public: &Public,
    reasons: &mut Vec<&'static str>,
) -> There {
    if let Some(name) = call.by_hand(language) {
        return There::ByHand(Some(if language == "c" { format!("costumier_{name}") } else { name.into() }));
    }
    if !has(call, language) {
        let Some(word) = call.without(language) else {
            panic!("{} has a hole for {language}: name the reason with `without`", name(call))
        };
        let found = REASONS.iter().find(|(its, _)| *its == word);
        let (word, _) = found.unwrap_or_else(|| panic!("{}: there is no reason {word:?}", name(call)));
        let number = reasons.iter().position(|it| it == word).unwrap_or(reasons.len());
        if number == reasons.len() {
            reasons.push(word);
        }
        return There::Not(number + 1);
    }
    let object = snake(&call.owner);
    match language {
        "c" => There::Made(format!("costumier_{}", call.in_c().unwrap_or_default())),
        "js" => match in_classes(call, &object, source, public) {
            Some(name) => There::Made(name),
            None => There::ByHand(None),
        },
        _ if ["Raster", "Put", "Brought", ""].contains(&&*call.owner) => There::ByHand(None),
        _ => match call.in_python().filter(|name| !name.starts_with('_')) {
            Some(name) => There::Made(format!("{object}.{name}")),
            None => There::ByHand(None),
        },
    }
}

/// Returns the name in the classes of the npm package.
fn in_classes(call: &Call, object: &str, source: &Source, public: &Public) -> Option<String> {
    let name = call.in_js()?;
    let is_unique = source.calls.iter().filter(|it| it.in_js() == Some(name)).count() == 1;
    public.name(object, name, is_unique)
}

fn shown(there: &There) -> String {
    match there {
        There::Made(name) => format!("`{name}`"),
        There::ByHand(Some(name)) => format!("`{name}`, by hand"),
        There::ByHand(None) => "by hand".to_owned(),
        There::Not(reason) => format!("– {reason}"),
    }
}

fn name(call: &Call) -> String {
    if call.owner.is_empty() { call.name.clone() } else { format!("{}::{}", call.owner, call.name) }
}
