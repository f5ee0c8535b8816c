//! The house: docs/modules.md says which floor each module of this crate and of the command stands on, and this
//! holds the code to it.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the source has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The crates, each with its chapter in docs/modules.md.
const CRATES: [(&str, &str); 2] =
    [("costumier-export", "## Inside the exports"), ("costumier-cli", "## Inside the command")];

fn crates() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The floor of each module that a chapter names.
fn floors(chapter: &str) -> BTreeMap<String, usize> {
    let text = fs::read_to_string(crates().join("../docs/modules.md")).unwrap();
    let (_, inside) = text.split_once(chapter).unwrap();
    let inside = inside.split("\n## ").next().unwrap_or_default();
    let rows = inside.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
    let modules = rows.enumerate().flat_map(|(floor, row)| {
        let modules = row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2);
        modules.map(move |module| (module.to_owned(), floor))
    });
    modules.collect()
}

/// What each module of a crate uses of the others, tests left out.
fn uses(of: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let source = crates().join(of).join("src");
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
                let inside = path.strip_prefix(&source).unwrap();
                let module = inside.iter().next().unwrap().to_string_lossy().replace(".rs", "");
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                uses.entry(module).or_default().extend(named(&code));
            }
        }
    }
    // The front pages, and what only they use.
    uses.retain(|module, _| !["lib", "main", "call_hint"].contains(&module.as_str()));
    for (module, used) in &mut uses {
        used.remove(module);
        // How a command ended, which the front page of the command says.
        used.remove("Outcome");
    }
    uses
}

/// The modules behind every `crate::`.
fn named(code: &str) -> BTreeSet<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list.split('}').next().unwrap().split(',').map(|it| word(it.trim()))),
            None => _ = found.insert(word(rest)),
        }
    }
    found
}

#[test]
fn every_module_stands_on_one_floor() {
    for (of, chapter) in CRATES {
        let named: Vec<String> = floors(chapter).into_keys().collect();
        assert_eq!(named, uses(of).into_keys().collect::<Vec<_>>());
    }
}

#[test]
fn nothing_is_imported_from_a_floor_above() {
    for (of, chapter) in CRATES {
        let floors = floors(chapter);
        for (module, used) in uses(of) {
            for used in used {
                let is_below = floors.get(&used) <= floors.get(&module) && floors.contains_key(&used);
                assert!(is_below, "{of}: {module} uses {used}");
            }
        }
    }
}

#[test]
fn there_are_no_circles() {
    for uses in CRATES.map(|(of, _)| uses(of)) {
        for module in uses.keys() {
            let mut seen = BTreeSet::new();
            let mut waiting = vec![module];
            while let Some(next) = waiting.pop() {
                for used in uses.get(next).into_iter().flatten().filter(|used| seen.insert((*used).clone())) {
                    waiting.push(used);
                }
            }
            assert!(!seen.contains(module), "{module} comes back to itself by way of {seen:?}");
        }
    }
}

#[test]
fn formats_and_film_know_no_files() {
    for (module, used) in uses("costumier-export")
        .into_iter()
        .filter(|(module, _)| ["formats", "film", "colour"].contains(&&**module))
    {
        for above in ["sink", "report", "catalogue", "context", "json"] {
            assert!(!used.contains(above), "{module} uses {above}");
        }
    }
    for folder in ["formats", "film"] {
        for entry in fs::read_dir(crates().join("costumier-export/src").join(folder)).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            assert!(!text.contains("std::fs"), "{:?}", entry.path());
        }
    }
}
