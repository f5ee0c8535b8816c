//! Tests of the words in comments: public items have more than a label, and riddles are refused.

#![allow(clippy::expect_used, reason = "tests")]

mod source;

use std::fs;

use syn::{Attribute, Fields, ImplItem, Item, TraitItem, Visibility};

/// This file, which names the phrases that it refuses.
const ITSELF: &str = "crates/costumier/tests/words.rs";

/// Fewest words of a public item's documentation.
const FEWEST: usize = 4;

/// Phrases that doc comments do without, in small letters.
const RIDDLES: &[&str] = &[
    "as it stands",
    "as they stand",
    "has its way",
    "have their way",
    "nobody",
    "shall",
    "that is said",
    "what is said",
    "what surprises",
    "whoever",
    "whom",
];

/// Phrases that a file has all the same: path, phrase.
const ALLOWED: &[(&str, &str)] = &[];

/// The files that the checks read, by their paths in the repository.
fn files() -> Vec<(String, String)> {
    let top = source::root().join("..");
    let files = source::rust_files().into_iter().filter_map(|path| {
        let within = path.strip_prefix(&top).ok()?.to_str()?.replace('\\', "/");
        (within != ITSELF).then(|| (within, fs::read_to_string(path).expect("a file of the repository")))
    });
    files.collect()
}

/// The comments of a file, each block of lines as one line in small letters. With `documents` only doc comments.
fn comments(text: &str, documents: bool) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        let comment = line.trim_start().strip_prefix("//").and_then(|rest| {
            let shown = rest.strip_prefix(['/', '!']);
            if documents { shown } else { Some(shown.unwrap_or(rest)) }
        });
        match (comment, blocks.last_mut()) {
            (Some(words), Some(block)) => {
                block.extend(words.split_whitespace().flat_map(|word| [" ", word]).map(str::to_lowercase));
            }
            _ => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// Whether a text has a phrase, with no letter before or behind it.
fn has(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + phrase.len()..].chars().next();
        ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
    })
}

/// The phrases of [`RIDDLES`] in a file's doc comments.
fn riddles(text: &str) -> Vec<&'static str> {
    let comments = comments(text, true);
    RIDDLES.iter().copied().filter(|phrase| comments.iter().any(|it| has(it, phrase))).collect()
}

/// The documentation of an item, and of its parts, in the order of the file.
#[derive(Default)]
struct Documented {
    /// Name and documentation of each item that has any.
    items: Vec<(String, String)>,
}

impl Documented {
    fn add(&mut self, name: &dyn ToString, attributes: &[Attribute]) {
        let mut text = String::new();
        for attribute in attributes {
            let syn::Meta::NameValue(it) = &attribute.meta else { continue };
            if let (true, syn::Expr::Lit(it)) = (it.path.is_ident("doc"), &it.value)
                && let syn::Lit::Str(line) = &it.lit
            {
                text.push_str(&line.value());
                text.push('\n');
            }
        }
        // The compiler says where there is none.
        if !text.is_empty() {
            self.items.push((name.to_string(), text));
        }
    }

    fn fields(&mut self, fields: &Fields, are_public: bool) {
        for field in fields.iter().filter(|it| are_public || is_public(&it.vis)) {
            let name = field.ident.as_ref().map_or("a field".to_owned(), ToString::to_string);
            self.add(&name, &field.attrs);
        }
    }

    fn item(&mut self, item: &Item) {
        if source::is_for_tests(source::attributes(item)) {
            return;
        }
        match item {
            Item::Const(it) if is_public(&it.vis) => self.add(&it.ident, &it.attrs),
            Item::Static(it) if is_public(&it.vis) => self.add(&it.ident, &it.attrs),
            Item::Type(it) if is_public(&it.vis) => self.add(&it.ident, &it.attrs),
            Item::Fn(it) if is_public(&it.vis) => self.add(&it.sig.ident, &it.attrs),
            Item::Struct(it) if is_public(&it.vis) => {
                self.add(&it.ident, &it.attrs);
                self.fields(&it.fields, false);
            }
            Item::Enum(it) if is_public(&it.vis) => {
                self.add(&it.ident, &it.attrs);
                for variant in &it.variants {
                    self.add(&variant.ident, &variant.attrs);
                    self.fields(&variant.fields, true);
                }
            }
            Item::Trait(it) if is_public(&it.vis) => {
                self.add(&it.ident, &it.attrs);
                for part in &it.items {
                    match part {
                        TraitItem::Const(it) => self.add(&it.ident, &it.attrs),
                        TraitItem::Fn(it) => self.add(&it.sig.ident, &it.attrs),
                        TraitItem::Type(it) => self.add(&it.ident, &it.attrs),
                        _ => {}
                    }
                }
            }
            Item::Impl(it) if it.trait_.is_none() => {
                for part in &it.items {
                    match part {
                        ImplItem::Const(it) if is_public(&it.vis) => self.add(&it.ident, &it.attrs),
                        ImplItem::Fn(it) if is_public(&it.vis) => self.add(&it.sig.ident, &it.attrs),
                        _ => {}
                    }
                }
            }
            Item::Mod(it) => {
                if is_public(&it.vis) {
                    self.add(&it.ident, &it.attrs);
                }
                it.content.iter().flat_map(|(_, items)| items).for_each(|item| self.item(item));
            }
            _ => {}
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The public items of a file whose documentation has fewer than [`FEWEST`] words, with it.
fn labels(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).expect("Rust");
    let mut documented = Documented::default();
    documented.add(&"the file", &file.attrs);
    file.items.iter().for_each(|item| documented.item(item));
    let words = |text: &str| text.split_whitespace().filter(|it| it.contains(char::is_alphanumeric)).count();
    let short = documented.items.iter().filter(|(_, text)| words(text) < FEWEST);
    short.map(|(name, text)| format!("{name}: {}", text.trim())).collect()
}

#[test]
fn no_comment_says_what_surprises() {
    let says = |text: &str| comments(text, false).iter().any(|it| has(it, "what surprises"));
    let found: Vec<String> = files().into_iter().filter(|(_, text)| says(text)).map(|it| it.0).collect();
    assert!(found.is_empty(), "what a reader would get wrong is a **Note:**\n{}", found.join("\n"));
}

#[test]
fn public_items_have_more_than_a_label() {
    let is_of_library = |path: &str| path.contains("/src/") && !path.contains("/tests");
    let mut found = Vec::new();
    for (path, text) in files().into_iter().filter(|(path, _)| is_of_library(path)) {
        found.extend(labels(&text).into_iter().map(|it| format!("{path}: {it}")));
    }
    assert!(found.is_empty(), "documentation of fewer than {FEWEST} words:\n{}", found.join("\n"));
}

#[test]
fn doc_comments_have_no_riddles() {
    let mut found = Vec::new();
    for (path, text) in files() {
        found.extend(riddles(&text).into_iter().map(|phrase| (path.clone(), phrase)));
    }
    let is_allowed = |(path, phrase): &(String, &str)| ALLOWED.contains(&(path.as_str(), *phrase));
    let refused: Vec<_> = found.iter().filter(|it| !is_allowed(it)).collect();
    assert!(refused.is_empty(), "say it in plain words: {refused:#?}");
    let is_idle =
        |(path, phrase): &&(&str, &str)| !found.iter().any(|it| (it.0.as_str(), it.1) == (*path, *phrase));
    assert_eq!(
        ALLOWED.iter().filter(is_idle).collect::<Vec<_>>(),
        Vec::<&(&str, &str)>::new(),
        "these are not there"
    );
}

#[test]
fn all_folders_are_read() {
    let files = files();
    for folder in [
        "judges/benches/",
        "crates/costumier-build/",
        "judges/fuzz/targets/",
        "judges/oracle/",
        "sample/compiler/",
    ] {
        assert!(files.iter().any(|(path, _)| path.starts_with(folder)), "{folder}");
    }
}

#[test]
fn faults_are_found() {
    let text = [
        "//! A file for this test.\n\n/// How many.\npub const A: u8 = 1;\n\n/// Whoever reads it,\n/// as it\n",
        "/// stands.\npub struct B {\n    /// Its width.\n    pub width: u8,\n    /// Not public.\n    own: u8,\n}\n\n",
        "// What surprises: a heading.\nimpl B {\n    /// Makes one.\n    pub fn new() -> Self {\n        B\n",
        "    }\n}\n\n/// A kind.\npub enum C {\n    /// The first.\n    D,\n}\n",
    ]
    .concat();
    let text = text.as_str();
    let names: Vec<String> =
        labels(text).iter().map(|it| it.split(':').next().expect("a name").into()).collect();
    assert_eq!(names, ["A", "width", "new", "C", "D"]);
    assert_eq!(riddles(text), ["as it stands", "whoever"]);
    assert!(comments(text, false).iter().any(|it| has(it, "what surprises")));
    assert!(!has("somewhoever", "whoever") && has("(whoever)", "whoever"));
}
