//! The house: docs/modules.md says which floor each module of this crate stands on, and this holds the code
//! to it.

#![allow(clippy::unwrap_used, reason = "a test that cannot read the source has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The floor of each module that the chapter "Inside the exports" names.
fn floors() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(here().join("../../docs/modules.md")).unwrap();
    let (_, inside) = text.split_once("## Inside the exports").unwrap();
    let inside = inside.split("\n## ").next().unwrap_or_default();
    let rows = inside.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
    let modules = rows.enumerate().flat_map(|(floor, row)| {
        let modules = row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2);
        modules.map(move |module| (module.to_owned(), floor))
    });
    modules.collect()
}

/// What each module of `src` uses of the others, tests left out.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut folders = vec![here().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
                let inside = path.strip_prefix(here().join("src")).unwrap();
                let module = inside.iter().next().unwrap().to_string_lossy().replace(".rs", "");
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                uses.entry(module).or_default().extend(named(&code));
            }
        }
    }
    uses.remove("lib");
    for (module, used) in &mut uses {
        used.remove(module);
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
    let named: Vec<String> = floors().into_keys().collect();
    assert_eq!(named, uses().into_keys().collect::<Vec<_>>());
}

#[test]
fn nothing_is_imported_from_a_floor_above() {
    let floors = floors();
    for (module, used) in uses() {
        for used in used {
            assert!(
                floors.get(&used) <= floors.get(&module) && floors.contains_key(&used),
                "{module} uses {used}"
            );
        }
    }
}

#[test]
fn there_are_no_circles() {
    let uses = uses();
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

#[test]
fn formats_and_film_know_no_files() {
    for (module, used) in
        uses().into_iter().filter(|(module, _)| ["formats", "film", "colour"].contains(&&**module))
    {
        for above in ["sink", "report", "catalogue", "context", "json"] {
            assert!(!used.contains(above), "{module} uses {above}");
        }
    }
    for folder in ["formats", "film"] {
        for entry in fs::read_dir(here().join("src").join(folder)).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            assert!(!text.contains("std::fs"), "{:?}", entry.path());
        }
    }
}
