//! The adapters of other languages are written from the source of this crate: this test fails if one is outdated.
//!
//! `UPDATE_BORDER=1 cargo test -p costumier-api --test border` writes them.
//!
//! `read` reads the calls; `c` writes them for C, `js` for JavaScript, `python` the extension module of Python and
//! `package` the methods over it; `table` writes a page for readers, with the `reasons` why a language does not have a
//! call. In a file that also has parts written by hand, the adapter is what stands between two lines with `border:`.

#![allow(clippy::expect_used, reason = "a test that cannot read the source has failed")]

mod c;
mod js;
mod package;
mod public;
mod python;
mod read;
mod reasons;
mod table;
mod text;

use std::fs;

use read::{Source, root};

/// The files with the calls, and with rows of other crates that become types.
const FILES: &[&str] = &[
    "costumier-api/src/open.rs",
    "costumier-api/src/game.rs",
    "costumier-api/src/find.rs",
    "costumier-api/src/viewing.rs",
    "costumier-api/src/export.rs",
    "costumier-api/src/overview.rs",
    "costumier-api/src/edit.rs",
    "costumier-api/src/costume.rs",
    "costumier-api/src/inside.rs",
    "costumier-api/src/film.rs",
    "costumier-api/src/clip.rs",
    "costumier-api/src/scene.rs",
    "costumier-api/src/movie.rs",
    "costumier-api/src/raster.rs",
    "costumier-api/src/files.rs",
    "costumier-api/src/draft.rs",
    "costumier-api/src/room_draft.rs",
    "costumier-api/src/bring.rs",
    "costumier-export/src/options/request.rs",
    "costumier-export/src/scene_json/actor.rs",
    "costumier-export/src/scene_json/mod.rs",
    "costumier-export/src/view/state.rs",
];

/// Returns the text with its generated part replaced, or all of it if it has no such part.
fn merged(stored: &str, made: &str) -> String {
    let marks: Vec<_> = stored.match_indices("border:").map(|(at, _)| at).collect();
    let [start, end] = marks[..] else { return made.to_owned() };
    let begin = stored[start..].find('\n').map_or(stored.len(), |at| start + at + 1);
    let finish = stored[..end].rfind('\n').map_or(0, |at| at + 1);
    format!("{}{}\n{}", &stored[..begin], made.trim_end(), &stored[finish..])
}

#[test]
fn adapters_are_those_of_this_source() {
    let source = Source::read(FILES);
    let files = [
        ("crates/costumier-capi/include/costumier.h", c::header(&source)),
        ("crates/costumier-capi/src/border.rs", c::functions(&source)),
        ("crates/costumier-wasm/src/border.rs", js::classes(&source)),
        ("packages/costumier/src/glue.d.ts", js::declarations(&source)),
        ("crates/costumier-python/src/border.rs", python::classes(&source)),
        ("packages/python/src/costumier/_costumier.pyi", python::declarations(&source)),
        ("packages/python/src/costumier/_calls.py", package::module(&source)),
        ("docs/calls.md", table::page(&source)),
    ];
    for (path, made) in files {
        let place = root().join(path);
        let stored = fs::read_to_string(&place).unwrap_or_default().replace("\r\n", "\n");
        let made = merged(&stored, &text::formatted(path, made));
        if std::env::var_os("UPDATE_BORDER").is_some() {
            fs::write(&place, &made).expect("the file is written");
            continue;
        }
        for (number, (stored, made)) in stored.lines().zip(made.lines()).enumerate() {
            assert_eq!(stored, made, "{path}:{} is old: UPDATE_BORDER=1 writes it anew", number + 1);
        }
        assert!(stored == made, "{path} is old: UPDATE_BORDER=1 writes it anew");
    }
}
