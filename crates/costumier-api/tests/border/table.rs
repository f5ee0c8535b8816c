//! The table of calls by language, for readers.

use std::fmt::Write as _;

use crate::js;
use crate::read::{Call, Source, snake};
use crate::text::HEAD;

/// Returns the page.
pub(crate) fn page(source: &Source) -> String {
    let mut out = format!(
        "# Calls by language\n\n\
         The methods of `costumier-api`, and what they are called in C, in JavaScript and in Python. {HEAD}\n\n\
         - In C, the functions with callbacks are by hand: `costumier_open` and `costumier_scene_tick`. C has no \
         rasters of its own: a picture is a struct with pointers. Costume folders, patches and the sample game are \
         left to the command.\n\
         - In Python, “by hand” is a class of the package that calls the method: sequences, arrays, images, files. \
         [python.md](python.md) shows them.\n\
         - In JavaScript, the names are those of the glue (`packages/costumier/src/glue.d.ts`), which the classes of \
         the npm package call. The last column is the first module of the package that has the call.\n\n\
         | call | what it does | C | Python | JavaScript | npm module |\n|---|---|---|---|---|---|\n"
    );
    let is_there = |call: &&Call| call.in_c().is_some() || call.in_python().is_some() || js::has(call);
    for call in source.calls.iter().filter(is_there) {
        let words = call.documentation.split(['.', ':', '\n']).next().unwrap_or_default();
        let _ = writeln!(
            out,
            "| `{}` | {words} | {} | {} | {} | {} |",
            name(call),
            of_c(call),
            of_python(call),
            call.in_js()
                .filter(|_| js::has(call))
                .map_or("–".into(), |it| format!("`{}.{it}`", snake(&call.owner))),
            match &*call.module {
                module @ ("light" | "whole" | "edit") => module,
                _ => "–",
            }
        );
    }
    out
}

fn name(call: &Call) -> String {
    if call.owner.is_empty() { call.name.clone() } else { format!("{}::{}", call.owner, call.name) }
}

fn of_c(call: &Call) -> String {
    let has = !call.owner.is_empty() && !["Raster", "Packed", "Put", "OpenOptions"].contains(&&*call.owner);
    call.in_c().filter(|_| has).map_or("–".into(), |name| format!("`costumier_{name}`"))
}

fn of_python(call: &Call) -> String {
    match call.in_python() {
        None => "–".into(),
        Some(_) if ["Raster", "FileList", "Put", ""].contains(&&*call.owner) => "by hand".into(),
        Some(name) if name.starts_with('_') => "by hand".into(),
        Some(name) => format!("`{}.{name}`", snake(&call.owner)),
    }
}
