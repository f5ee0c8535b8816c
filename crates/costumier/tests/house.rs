//! Tests of the house rules: the code is compared with the table of modules in docs/modules.md.

#![allow(clippy::expect_used, reason = "tests")]

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use quote::ToTokens;
use source::{Module, uses};

/// The rows of the table "Inside the library", each with the modules that it names.
fn floors() -> Vec<Vec<String>> {
    let path = source::root().join("../docs/modules.md");
    let text = fs::read_to_string(path).expect("docs/modules.md");
    let (_, inside) = text.split_once("## Inside the library").expect("the chapter");
    let (inside, _) = inside.split_once("\n## ").expect("the next chapter");
    let rows = inside.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
    rows.map(|row| {
        let modules = row.split('|').nth(2).expect("the modules of a row");
        modules.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    })
    .collect()
}

/// Whether a module is neither the root nor a front page.
fn is_inside(module: &Module) -> bool {
    !module.is_empty() && !source::is_front_page(module)
}

fn name(module: &Module) -> String {
    if module.is_empty() { "lib".into() } else { module.join("::") }
}

#[test]
fn every_module_stands_on_one_floor() {
    let mut named: Vec<String> = floors().into_iter().flatten().collect();
    named.sort();
    let mut there: Vec<String> =
        uses().keys().filter(|it| it.len() == 1 && is_inside(it)).map(|module| module[0].clone()).collect();
    there.sort();
    assert_eq!(named, there);
}

#[test]
fn nothing_is_imported_from_a_floor_above() {
    let floors = floors();
    let floor = |module: &str| floors.iter().position(|row| row.iter().any(|it| it == module));
    let mut upward = Vec::new();
    for (module, used) in uses().iter().filter(|(module, _)| is_inside(module)) {
        for used in used.iter().filter(|used| used.first() != module.first()) {
            let there = used.first().and_then(|used| floor(used));
            if there.is_none() || there > floor(&module[0]) {
                upward.push(format!("{} uses {}", name(module), name(used)));
            }
        }
    }
    assert!(upward.is_empty(), "upward imports:\n{}", upward.join("\n"));
}

/// Rings of modules that depend on each other, each once.
fn rings(edges: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let mut reach: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for module in edges.keys() {
        let mut waiting = vec![module];
        let mut seen = BTreeSet::new();
        while let Some(next) = waiting.pop() {
            for used in edges.get(next).into_iter().flatten() {
                if seen.insert(used) {
                    waiting.push(used);
                }
            }
        }
        reach.insert(module, seen);
    }
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for (module, seen) in &reach {
        if seen.contains(*module) {
            let ring = seen.iter().filter(|other| reach.get(*other).is_some_and(|it| it.contains(*module)));
            found.insert(ring.map(|module| name(module)).collect());
        }
    }
    found.into_iter().map(|ring| ring.join(" ↔ ")).collect()
}

#[test]
fn floors_have_no_circles() {
    let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, used) in uses().iter().filter(|(module, _)| is_inside(module)) {
        let used = used.iter().filter(|used| used.first() != module.first());
        edges
            .entry(module[..1].to_vec())
            .or_default()
            .extend(used.filter_map(|it| Some(it.get(..1)?.to_vec())));
    }
    assert_eq!(rings(&edges), Vec::<String>::new());
}

#[test]
fn files_have_no_circles() {
    let edges = uses().iter().filter(|(module, _)| is_inside(module)).map(|(module, used)| {
        // A folder's mod.rs belongs to the folder: its files may use it.
        let used = used.iter().filter(|used| !module.starts_with(used)).cloned().collect();
        (module.clone(), used)
    });
    assert_eq!(rings(&edges.collect()), Vec::<String>::new());
}

/// Files that read or write bytes of games; folders with all their files.
const TOUCH_BYTES: &[&str] = &[
    "costumier-format/src/akos",
    "costumier-format/src/bits.rs",
    "costumier-format/src/block",
    "costumier-build/src",
    "costumier-format/src/bytes.rs",
    "costumier-format/src/codec",
    "costumier-files/src/container",
    "costumier-format/src/cost",
    "costumier/src/costume",
    "costumier-files/src/data",
    "costumier/src/game",
    "costumier-format/src/map",
    "costumier/src/open",
    "costumier/src/play",
    "costumier-format/src/room",
    "costumier-scripts/src/script",
    "costumier-files/src/source.rs",
];

/// The lint of arithmetic and indexing. It stands in each of these files, or in the first file of the folder, and holds
/// for all modules below.
const LINT: &str = "#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]";

#[test]
fn what_touches_bytes_counts_with_care() {
    for place in TOUCH_BYTES {
        let at = source::root().join(place);
        let file = [at.join("mod.rs"), at.join("lib.rs"), at].into_iter().find(|it| it.is_file());
        let text =
            fs::read_to_string(file.unwrap_or_else(|| panic!("{place} is named here and is not there")));
        let is_linted = text.expect("a module's file").lines().any(|line| line == LINT);
        assert!(is_linted, "{place} is without the lint of arithmetic and indexing");
    }
}

#[test]
fn modules_lie_where_their_names_say() {
    let mut odd = Vec::new();
    let files = source::rust_files();
    for path in &files {
        let folder = path.with_extension("");
        if files.iter().any(|other| other.parent() == Some(&folder)) {
            odd.push(format!("{} has a folder beside it, where its mod.rs would be", path.display()));
        }
        let text = fs::read_to_string(path).expect("a file of the repository");
        if text.lines().any(|line| line.trim_start().starts_with("#[path")) {
            odd.push(format!("{} includes a module by path", path.display()));
        }
    }
    assert!(odd.is_empty(), "{}", odd.join("\n"));
}

/// Largest number of lines of a first page.
const FIRST_PAGE: usize = 110;

#[test]
fn first_pages_are_short() {
    for page in ["README.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(source::root().join("..").join(page)).expect(page);
        let lines = text.lines().count();
        assert!(lines <= FIRST_PAGE, "{page} has {lines} lines; what is more belongs into docs");
    }
}

/// A file's code without tests and comments, a space between tokens; `None` for a file of tests.
fn code_of(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    let of_tests = name.ends_with("tests") || path.iter().any(|part| part == "tests");
    let text = fs::read_to_string(path).expect("a file of the repository");
    let mut file = syn::parse_file(&text).expect("Rust");
    file.items.retain(|item| !source::is_for_tests(source::attributes(item)));
    (!of_tests).then(|| file.into_token_stream().to_string())
}

/// The code of the crates outside `dialect`, by its path in `crates`.
fn code_outside_dialect() -> Vec<(String, String)> {
    let crates = source::root().join("../crates");
    let files = source::rust_files().into_iter().filter_map(|path| {
        let within = path.strip_prefix(&crates).ok()?.to_str()?.replace('\\', "/");
        (within.contains("/src/") && !within.contains("/src/dialect/")).then_some((within, path))
    });
    files.filter_map(|(within, path)| Some((within, code_of(&path)?))).collect()
}

/// Files and folders that may compare generations: the table of which instructions a game's scripts have.
const COMPARES_GENERATIONS: &[&str] = &["costumier-scripts/src/script/profile.rs"];

/// Files and folders that may depend on a game's edition: readers of games and layouts of their files.
const COMPARES_EDITIONS: &[&str] = &[
    "costumier-files/src/data/",
    "costumier/src/open/",
    "costumier-scripts/src/script/profile.rs",
    "costumier-files/src/layout/",
];

#[test]
fn rules_are_read_from_the_dialect() {
    let all = code_outside_dialect();
    let compares = |code: &str, question: &str| {
        let orders = ["==", "!=", "<", ">"];
        code.split(question).skip(1).any(|rest| orders.iter().any(|it| rest.trim_start().starts_with(it)))
    };
    let of_generations = |code: &str| code.contains("Generation :: ") || compares(code, ". generation ()");
    let of_editions = |code: &str| {
        ["== Dialect ::", "!= Dialect ::", ". maxima"].iter().any(|it| code.contains(it))
            || compares(code, ". platform ()")
    };
    let found = |asks: &dyn Fn(&str) -> bool| -> Vec<&str> {
        all.iter().filter(|(_, code)| asks(code)).map(|(path, _)| path.as_str()).collect()
    };
    for (found, allowed) in
        [(found(&of_generations), COMPARES_GENERATIONS), (found(&of_editions), COMPARES_EDITIONS)]
    {
        let is_in = |path: &&str, place: &&str| path.starts_with(*place);
        let refused = found.iter().filter(|path| !allowed.iter().any(|place| is_in(path, place)));
        assert_eq!(
            refused.collect::<Vec<_>>(),
            Vec::<&&str>::new(),
            "the dialect answers this, by a rule or a question"
        );
        let idle = allowed.iter().filter(|place| !found.iter().any(|path| is_in(path, place)));
        assert_eq!(idle.collect::<Vec<_>>(), Vec::<&&str>::new(), "these need not be allowed");
    }
}

/// The citations of pages of the formats in a file: page and section, as in `docs/format/cost.md §8, §9`. A page that
/// is cited as a whole has an empty section.
fn citations(text: &str) -> Vec<(String, String)> {
    // A citation may go on in the next line of a comment.
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!', '#', '*']).trim());
    let text = lines.collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for cited in text.split("docs/format/").skip(1) {
        let Some((page, mut rest)) = cited.split_once(".md") else { continue };
        if page.contains(|it: char| !it.is_ascii_alphanumeric() && it != '-') {
            continue;
        }
        found.push((page.to_owned(), String::new()));
        while let Some(section) =
            [" §", ", §", " and §", " to §", "–"].iter().find_map(|it| rest.strip_prefix(it))
        {
            let end =
                section.find(|it: char| !it.is_ascii_alphanumeric() && it != '.').unwrap_or(section.len());
            found.push((page.to_owned(), section[..end].trim_end_matches('.').to_owned()));
            rest = &section[end..];
        }
    }
    found
}

/// Whether a page has a section of this number.
fn has_section(page: &str, section: &str) -> bool {
    let titles = page.lines().filter(|line| line.starts_with('#'));
    titles.map(|line| line.trim_start_matches('#').trim()).any(|title| {
        let rest = title.strip_prefix(section);
        section.is_empty() || rest.is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(' '))
    })
}

#[test]
fn every_section_that_code_cites_is_there() {
    let folder = source::root().join("../docs/format");
    let mut missing = Vec::new();
    let mut found = 0;
    for path in source::rust_files().iter().filter(|path| !path.ends_with("tests/house.rs")) {
        let text = fs::read_to_string(path).expect("a file of the repository");
        for (page, section) in citations(&text) {
            found += 1;
            let text = fs::read_to_string(folder.join(format!("{page}.md")));
            if !text.is_ok_and(|text| has_section(&text, &section)) {
                missing.push(format!("{}: docs/format/{page}.md §{section}", path.display()));
            }
        }
    }
    assert!(found > 400 && missing.is_empty(), "these sections are cited and not there: {missing:#?}");
}

#[test]
fn citations_are_found_across_lines() {
    let text = "//! Rows (`docs/format/cost.md §8, §9.1`,\n//! `docs/format/akos.md\n//! §10–11`).";
    let cited = citations(text);
    let cited: Vec<_> = cited.iter().map(|(page, section)| (page.as_str(), section.as_str())).collect();
    let all = [("cost", ""), ("cost", "8"), ("cost", "9.1"), ("akos", ""), ("akos", "10"), ("akos", "11")];
    assert_eq!(cited, all);
    let page = "# Page\n\n## 8. Rows\n\n### 9.1 Cells\n";
    assert!(has_section(page, "8") && has_section(page, "9.1") && has_section(page, ""));
    assert!(!has_section(page, "9") && !has_section(page, "1"));
}
