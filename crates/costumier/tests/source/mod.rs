//! The source of the library's crates as data: their files, and the modules that each module uses.
//!
//! The modules of all crates are in one table, as if they were of one crate: `costumier` sees those of the crates
//! below under the same names. The front page of a crate below is a module of its own, with the crate's name.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// A module's path without the crate: `["draw", "painter"]`. The root is empty.
pub(crate) type Module = Vec<String>;

/// A module that has a file of its own.
#[allow(missing_debug_implementations, reason = "a parsed file has none")]
pub(crate) struct SourceFile {
    /// The file's path in the folder `crates`.
    pub(crate) path: PathBuf,
    /// The parsed file, without items for tests.
    pub(crate) file: syn::File,
}

/// The crates below `costumier`: their names in code and their folders.
pub(crate) const BELOW: [(&str, &str); 3] = [
    ("costumier_format", "costumier-format"),
    ("costumier_scripts", "costumier-scripts"),
    ("costumier_files", "costumier-files"),
];

/// The crate of the writers: its name in code, its folder, and the module that it is in the table. Its modules have
/// names that other crates have, too.
pub(crate) const WRITERS: (&str, &str, &str) = ("costumier_build", "costumier-build", "build");

/// The folder of the crates.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files of the repository.
pub(crate) fn rust_files() -> Vec<PathBuf> {
    let top = root().join("..");
    let mut folders: Vec<PathBuf> =
        ["crates", "sample", "judges/benches", "judges/oracle", "judges/reference", "judges/fuzz/targets"]
            .iter()
            .map(|it| top.join(it))
            .collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository").flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// Whether a module is the front page of a crate below.
pub(crate) fn is_front_page(module: &Module) -> bool {
    matches!(module.as_slice(), [name] if BELOW.iter().any(|(below, _)| below == name))
}

/// All modules that are part of the library, found from each `lib.rs` on as the compiler finds them.
pub(crate) fn modules() -> BTreeMap<Module, SourceFile> {
    let mut out = BTreeMap::new();
    for (name, folder) in BELOW {
        read(&mut out, Vec::new(), Path::new(folder).join("src/lib.rs"));
        let front = out.remove(&Vec::new()).expect("the module that was read last");
        out.insert(vec![name.to_owned()], front);
    }
    read(&mut out, crate_of(&[WRITERS.2.to_owned()]), Path::new(WRITERS.1).join("src/lib.rs"));
    read(&mut out, Vec::new(), PathBuf::from("costumier/src/lib.rs"));
    out
}

/// Where `crate` leads to in a module.
fn crate_of(module: &[String]) -> Module {
    module.iter().take(1).filter(|first| *first == WRITERS.2).cloned().collect()
}

/// Where paths in a module begin: in the module itself, or at the root for a front page.
pub(crate) fn beginning(module: &Module) -> Module {
    if is_front_page(module) { Vec::new() } else { module.clone() }
}

/// Where a path leads that begins with `crate`, `super`, `self`, a module below or a crate below: the module that
/// it begins in, and the names behind. `None` for other crates.
pub(crate) fn start<'p>(
    all: &BTreeMap<Module, SourceFile>,
    module: &Module,
    path: &'p [String],
) -> Option<(Module, &'p [String])> {
    let mut here = beginning(module);
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (here, rest) = (crate_of(module), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|it| it == "super") {
                here.pop();
                rest = &rest[1..];
            }
        }
        below if BELOW.iter().any(|(name, _)| *name == below) => {
            let is_module = path.get(1).is_some_and(|next| all.contains_key(std::slice::from_ref(next)));
            here = if is_module { Vec::new() } else { vec![below.to_owned()] };
            rest = &rest[1..];
        }
        first if all.contains_key(&[here.clone(), vec![first.to_owned()]].concat()) => {}
        _ => return None,
    }
    Some((here, rest))
}

fn read(out: &mut BTreeMap<Module, SourceFile>, module: Module, path: PathBuf) {
    let text =
        fs::read_to_string(root().join(&path)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let mut file = syn::parse_file(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    file.items.retain(|item| !is_for_tests(attributes(item)));
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    for item in &file.items {
        let syn::Item::Mod(child) = item else { continue };
        if child.content.is_some() {
            continue;
        }
        let name = child.ident.to_string();
        let inside = folder.join(&name).join("mod.rs");
        let beside = folder.join(format!("{name}.rs"));
        let path = if root().join(&inside).exists() { inside } else { beside };
        read(out, [module.clone(), vec![name]].concat(), path);
    }
    out.insert(module, SourceFile { path, file });
}

/// Whether an item exists in tests only.
pub(crate) fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string();
        text.contains("cfg") && (text.contains("test") || text.contains("fuzzing")) && !text.contains("not")
    })
}

/// The attributes of an item.
pub(crate) fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(it) => &it.attrs,
        syn::Item::Enum(it) => &it.attrs,
        syn::Item::Fn(it) => &it.attrs,
        syn::Item::Impl(it) => &it.attrs,
        syn::Item::Macro(it) => &it.attrs,
        syn::Item::Mod(it) => &it.attrs,
        syn::Item::Static(it) => &it.attrs,
        syn::Item::Struct(it) => &it.attrs,
        syn::Item::Trait(it) => &it.attrs,
        syn::Item::Type(it) => &it.attrs,
        syn::Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// Every path that a `use` brings in, with the name that it has afterwards (`*` for all).
pub(crate) fn imports(tree: &syn::UseTree, before: &[String]) -> Vec<(Vec<String>, String)> {
    let with = |name: String| [before, &[name]].concat();
    match tree {
        syn::UseTree::Path(path) => imports(&path.tree, &with(path.ident.to_string())),
        syn::UseTree::Group(group) => group.items.iter().flat_map(|tree| imports(tree, before)).collect(),
        syn::UseTree::Name(name) if name.ident == "self" => {
            vec![(before.to_vec(), before.last().cloned().unwrap_or_default())]
        }
        syn::UseTree::Name(name) => vec![(with(name.ident.to_string()), name.ident.to_string())],
        syn::UseTree::Rename(name) if name.ident == "self" => {
            vec![(before.to_vec(), name.rename.to_string())]
        }
        syn::UseTree::Rename(name) => vec![(with(name.ident.to_string()), name.rename.to_string())],
        syn::UseTree::Glob(_) => vec![(before.to_vec(), "*".into())],
    }
}

/// The modules that each module's code names, other than itself: through `use` and through paths that begin with
/// `crate`, `super` or `self`. A re-exported name counts for the module that it comes from.
pub(crate) fn uses() -> &'static BTreeMap<Module, BTreeSet<Module>> {
    static USES: OnceLock<BTreeMap<Module, BTreeSet<Module>>> = OnceLock::new();
    USES.get_or_init(|| {
        let all = modules();
        all.keys().map(|module| (module.clone(), used_by(&all, module))).collect()
    })
}

fn used_by(all: &BTreeMap<Module, SourceFile>, module: &Module) -> BTreeSet<Module> {
    let mut paths = Vec::new();
    for item in &all[module].file.items {
        collect(item, module, all, &mut paths);
    }
    let mut out: BTreeSet<Module> = paths.iter().map(|path| home(all, path, 0)).collect();
    out.remove(module);
    out
}

fn collect(
    item: &syn::Item,
    module: &Module,
    all: &BTreeMap<Module, SourceFile>,
    out: &mut Vec<Vec<String>>,
) {
    match item {
        syn::Item::Use(it) => {
            let found = imports(&it.tree, &[]);
            out.extend(found.iter().filter_map(|(path, _)| absolute(all, module, path)));
        }
        syn::Item::Mod(it) => {
            for item in
                it.content.iter().flat_map(|(_, items)| items).filter(|it| !is_for_tests(attributes(it)))
            {
                collect(item, module, all, out);
            }
        }
        _ => {
            let mut words = Vec::new();
            flatten(item.to_token_stream(), &mut words);
            out.extend(paths_in(&words).iter().filter_map(|path| absolute(all, module, path)));
        }
    }
}

/// Identifiers and punctuation in a row. Items for tests, and documentation, are left out.
fn flatten(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let is_attribute = group.delimiter() == Delimiter::Bracket
                    && out.last().is_some_and(|last| last == "#" || last == "!");
                if !is_attribute {
                    out.push("(".into());
                    flatten(group.stream(), out);
                    out.push(")".into());
                }
            }
            TokenTree::Ident(name) => out.push(name.to_string()),
            TokenTree::Punct(point) => out.push(point.as_char().to_string()),
            TokenTree::Literal(_) => out.push("0".into()),
        }
    }
}

fn paths_in(words: &[String]) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let begins = ["crate", "super", "self"].contains(&word.as_str());
        if !begins || words.get(at + 1).is_none_or(|next| next != ":") || (at > 0 && words[at - 1] == ":") {
            continue;
        }
        let mut path = vec![word.clone()];
        let mut at = at + 1;
        while words.get(at).is_some_and(|it| it == ":") && words.get(at + 1).is_some_and(|it| it == ":") {
            let Some(next) =
                words.get(at + 2).filter(|it| it.chars().all(|c| c.is_alphanumeric() || c == '_'))
            else {
                break;
            };
            path.push(next.clone());
            at += 3;
        }
        out.push(path);
    }
    out
}

/// A path from the crate's root on; `None` for other crates.
fn absolute(all: &BTreeMap<Module, SourceFile>, module: &Module, path: &[String]) -> Option<Vec<String>> {
    let (here, rest) = start(all, module, path)?;
    Some([here, rest.to_vec()].concat())
}

/// The module that something comes from.
fn home(all: &BTreeMap<Module, SourceFile>, path: &[String], depth: usize) -> Module {
    let len = (0..=path.len()).rev().find(|len| all.contains_key(&path[..*len])).unwrap_or(0);
    let module = path[..len].to_vec();
    let Some(name) = path.get(len).filter(|_| depth < 8) else { return module };
    for item in &all[&module].file.items {
        let syn::Item::Use(it) = item else { continue };
        for (from, called) in imports(&it.tree, &[]) {
            if called == *name
                && let Some(from) = absolute(all, &module, &from)
            {
                return home(all, &from, depth + 1);
            }
        }
    }
    module
}
