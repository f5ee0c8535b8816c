//! Tests of the public items of `costumier` and the crates below. `public-api.txt` of each crate lists them, one a
//! line, so that a change of the API shows as a change of that file.
//!
//! `COSTUMIER_FACE=write cargo test -p costumier --test face` writes the lists.
#![allow(clippy::expect_used, reason = "tests")]

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use quote::{ToTokens, quote};
use source::{
    BELOW, Module, SourceFile, WRITERS, attributes, beginning, imports, is_for_tests, is_front_page, modules,
    root, start,
};
use syn::{Fields, ImplItem, Item, TraitItem, Visibility};

/// Collects lines such as `costumier::Stage::width(&self) -> u32`.
struct Face {
    /// The crate's folder. What lies elsewhere is listed there; here is said that it is handed on.
    folder: &'static str,
    all: BTreeMap<Module, SourceFile>,
    /// The public name of each public item, by the module that defines it and its name there; the shortest, if it
    /// has several.
    types: BTreeMap<(Module, String), String>,
    lines: BTreeSet<String>,
    /// Whether names are only collected for now.
    gathering: bool,
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Tokens as source text, without surplus spaces.
fn text(tokens: impl ToTokens) -> String {
    let mut out = tokens.to_token_stream().to_string();
    for (spaced, tight) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" ::", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" <", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
        (" :", ":"),
        (" ;", ";"),
        ("' ", "'"),
        ("# [", "#["),
        ("-> (", "-> ("),
    ] {
        out = out.replace(spaced, tight);
    }
    out.replace("->(", "-> (")
        .replace(" , ", ", ")
        .replace(",)", ")")
        .replace("->", " -> ")
        .replace("  ", " ")
        .replace("=>", " => ")
}

impl Face {
    /// Adds the public items of a module under `path`.
    fn module(&mut self, module: &Module, path: &str) {
        let items = self.all[module].file.items.clone();
        self.items(module, path, &items);
    }

    fn items(&mut self, module: &Module, path: &str, items: &[Item]) {
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Use(it) if is_public(&it.vis) => {
                    for (from, called) in imports(&it.tree, &[]) {
                        self.handed_on(module, &from, &called, path);
                    }
                }
                Item::Mod(it) if is_public(&it.vis) => {
                    let path = format!("{path}::{}", it.ident);
                    self.lines.insert(format!("mod {path}"));
                    match &it.content {
                        Some((_, items)) => self.items(module, &path, items),
                        None => self.module(&[beginning(module), vec![it.ident.to_string()]].concat(), &path),
                    }
                }
                _ => self.named(module, item, path, None),
            }
        }
    }

    /// Adds an item that is re-exported.
    fn handed_on(&mut self, module: &Module, from: &[String], called: &str, path: &str) {
        let Some((target, rest)) = self.resolve(module, from) else { return };
        match (called, rest.as_slice()) {
            ("*", []) => self.module(&target, path),
            (_, []) if is_front_page(&target) => {
                self.lines.insert(format!("use {path}::{called} = {}", target.join("::")));
            }
            (_, []) if self.owner(&target).is_some() => self.hand_on(&target, path, called, None),
            (_, []) => {
                let path = format!("{path}::{called}");
                self.lines.insert(format!("mod {path}"));
                self.module(&target, &path);
            }
            (_, [name]) => {
                let items = self.all[&target].file.items.clone();
                for item in &items {
                    if let Item::Use(it) = item {
                        for (from, known) in
                            imports(&it.tree, &[]).into_iter().filter(|(_, known)| known == name)
                        {
                            let _ = known;
                            self.handed_on(&target, &from, called, path);
                        }
                    }
                    self.named(&target, item, path, Some((name, called)));
                }
            }
            _ => panic!("{from:?} of {module:?}"),
        }
    }

    /// The crate that a module is of, where it is another one.
    fn owner(&self, module: &Module) -> Option<&'static str> {
        let path = &self.all[module].path;
        crates().find(|(_, folder)| path.starts_with(folder) && *folder != self.folder).map(|(name, _)| name)
    }

    /// A module, or an item of it, that another crate lists.
    fn hand_on(&mut self, module: &Module, path: &str, called: &str, item: Option<&str>) {
        let owner = self.owner(module).expect("of another crate");
        let name = item.map_or_else(|| module.join("::"), str::to_owned);
        self.lines.insert(format!("use {path}::{called} = {owner}::{name}"));
    }

    /// The module of a path, and the rest of the path.
    fn resolve(&self, module: &Module, from: &[String]) -> Option<(Module, Vec<String>)> {
        let (mut here, mut rest) = start(&self.all, module, from)?;
        while let Some(next) = rest.first() {
            let inside = [here.clone(), vec![next.clone()]].concat();
            if !self.all.contains_key(&inside) {
                break;
            }
            (here, rest) = (inside, &rest[1..]);
        }
        Some((here, rest.to_vec()))
    }

    /// Adds a public item under its own name, or the item with that name under another.
    fn named(&mut self, module: &Module, item: &Item, path: &str, wanted: Option<(&str, &str)>) {
        let (visibility, name) = match item {
            Item::Const(it) => (&it.vis, it.ident.to_string()),
            Item::Static(it) => (&it.vis, it.ident.to_string()),
            Item::Fn(it) => (&it.vis, it.sig.ident.to_string()),
            Item::Struct(it) => (&it.vis, it.ident.to_string()),
            Item::Enum(it) => (&it.vis, it.ident.to_string()),
            Item::Trait(it) => (&it.vis, it.ident.to_string()),
            Item::Type(it) => (&it.vis, it.ident.to_string()),
            _ => return,
        };
        if !is_public(visibility) || wanted.is_some_and(|(wanted, _)| wanted != name) {
            return;
        }
        let called = wanted.map_or(name.as_str(), |(_, called)| called);
        if self.owner(module).is_some() {
            return self.hand_on(module, path, called, Some(&name));
        }
        let place = format!("{path}::{called}");
        let key = (module.clone(), name);
        let length = |place: &str| place.matches("::").count();
        if self.gathering {
            let home = self.types.entry(key).or_insert_with(|| place.clone());
            if length(&place) < length(home) {
                *home = place;
            }
            return;
        }
        if let Some(home) = self.types.get(&key).filter(|home| **home != place) {
            self.lines.insert(format!("use {place} = {home}"));
            return;
        }
        let mut line = |text: String| self.lines.insert(text);
        let open = |attributes: &[syn::Attribute]| {
            let is = attributes.iter().any(|it| it.path().is_ident("non_exhaustive"));
            if is { " (may grow)" } else { "" }
        };
        match item {
            Item::Const(it) => drop(line(format!("const {place}: {}", text(&it.ty)))),
            Item::Static(it) => drop(line(format!("static {place}: {}", text(&it.ty)))),
            Item::Type(it) => drop(line(format!("type {place} = {}", text(&it.ty)))),
            Item::Fn(it) => drop(line(format!("fn {path}::{}", signature(&it.sig)))),
            Item::Struct(it) => {
                line(format!("struct {place}{}{}", text(&it.generics), open(&it.attrs)));
                for (at, field) in it.fields.iter().enumerate().filter(|(_, field)| is_public(&field.vis)) {
                    let name = field.ident.as_ref().map_or(at.to_string(), ToString::to_string);
                    line(format!("field {place}.{name}: {}", text(&field.ty)));
                }
            }
            Item::Enum(it) => {
                line(format!("enum {place}{}{}", text(&it.generics), open(&it.attrs)));
                for variant in &it.variants {
                    let fields = match &variant.fields {
                        Fields::Unit => String::new(),
                        Fields::Unnamed(fields) => {
                            let types =
                                fields.unnamed.iter().map(|field| text(&field.ty)).collect::<Vec<_>>();
                            format!("({})", types.join(", "))
                        }
                        Fields::Named(fields) => {
                            let field =
                                |field: &syn::Field| format!("{}: {}", text(&field.ident), text(&field.ty));
                            format!(
                                " {{ {} }}",
                                fields.named.iter().map(field).collect::<Vec<_>>().join(", ")
                            )
                        }
                    };
                    line(format!("variant {place}::{}{fields}", variant.ident));
                }
            }
            Item::Trait(it) => {
                let above = &it.supertraits;
                line(format!("trait {place}{}: {}", text(&it.generics), text(above)));
                for item in &it.items {
                    if let TraitItem::Fn(it) = item {
                        line(format!("fn {place}::{}", signature(&it.sig)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds methods and constants of public types, wherever their `impl` is, and the traits that are implemented
    /// explicitly.
    fn methods(&mut self) {
        let all: Vec<(Module, Vec<Item>)> =
            self.all.iter().map(|(module, file)| (module.clone(), file.file.items.clone())).collect();
        for (module, items) in all {
            for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
                let Item::Impl(it) = item else { continue };
                let syn::Type::Path(of) = &*it.self_ty else { continue };
                let Some(name) = of.path.segments.last().map(|segment| segment.ident.to_string()) else {
                    continue;
                };
                let Some(place) = self.place_of(&module, &name) else { continue };
                if let Some((path, _)) = &it.trait_ {
                    let generics = &it.generics;
                    let own = text(quote!(#path));
                    self.lines.insert(format!("impl{} {own} for {place}", text(generics)));
                    continue;
                }
                for item in &it.items {
                    match item {
                        ImplItem::Fn(it) if is_public(&it.vis) => {
                            self.lines.insert(format!("fn {place}::{}", signature(&it.sig)));
                        }
                        ImplItem::Const(it) if is_public(&it.vis) => {
                            self.lines.insert(format!("const {place}::{}: {}", it.ident, text(&it.ty)));
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// The public place of the type that has this name in a module.
    fn place_of(&self, module: &Module, name: &str) -> Option<String> {
        if let Some(place) = self.types.get(&(module.clone(), name.to_owned())) {
            return Some(place.clone());
        }
        let mut at = (module.clone(), name.to_owned());
        for _ in 0..8 {
            let items = &self.all.get(&at.0)?.file.items;
            let uses = items.iter().filter_map(|item| if let Item::Use(it) = item { Some(it) } else { None });
            let mut named = uses.flat_map(|it| imports(&it.tree, &[]));
            let (from, _) = named.find(|(_, called)| *called == at.1)?;
            let (target, rest) = self.resolve(&at.0, &from)?;
            at = (target, rest.first()?.clone());
            if let Some(place) = self.types.get(&at) {
                return Some(place.clone());
            }
        }
        None
    }
}

/// A function's signature without parts that only matter inside.
fn signature(of: &syn::Signature) -> String {
    let (name, generics, output, limits) = (&of.ident, &of.generics, &of.output, &of.generics.where_clause);
    let inputs = of.inputs.iter().map(|it| match it {
        syn::FnArg::Receiver(it) => text(it),
        syn::FnArg::Typed(it) => format!("{}: {}", text(&it.pat), text(&it.ty)),
    });
    let inputs = inputs.collect::<Vec<_>>().join(", ").replace("mut self: &mut Self", "&mut self");
    let output = text(output);
    let limits = limits.as_ref().map_or(String::new(), |limits| format!(" {}", text(limits)));
    format!("{name}{}({inputs}) {}{limits}", text(generics), output.trim()).trim_end().to_owned()
}

/// The crates with a list of public items: their names in code and their folders.
fn crates() -> impl Iterator<Item = (&'static str, &'static str)> {
    [("costumier", "costumier"), (WRITERS.0, WRITERS.1)].into_iter().chain(BELOW)
}

fn face(name: &str, folder: &'static str) -> Face {
    let front: Module = match name {
        "costumier" => Vec::new(),
        name if name == WRITERS.0 => vec![WRITERS.2.to_owned()],
        name => vec![name.to_owned()],
    };
    let all = modules();
    let mut face = Face { folder, all, types: BTreeMap::new(), lines: BTreeSet::new(), gathering: true };
    for gathering in [true, false] {
        face.gathering = gathering;
        face.module(&front, name);
    }
    face.methods();
    face
}

#[test]
fn the_faces_are_as_they_are_listed() {
    for (name, folder) in crates() {
        let path = root().join(folder).join("public-api.txt");
        let now: String = face(name, folder).lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        if std::env::var_os("COSTUMIER_FACE").is_some_and(|it| it == "write") {
            fs::write(&path, &now).expect("the list is written");
            continue;
        }
        let listed = fs::read_to_string(&path).unwrap_or_default();
        let (listed, now): (BTreeSet<&str>, BTreeSet<&str>) =
            (listed.lines().collect(), now.lines().collect());
        let gone: Vec<_> = listed.difference(&now).collect();
        let new: Vec<_> = now.difference(&listed).collect();
        assert!(
            gone.is_empty() && new.is_empty(),
            "the face of {folder} has changed; where that is meant: COSTUMIER_FACE=write cargo test -p costumier \
             --test face\ngone: {gone:#?}\nnew: {new:#?}"
        );
    }
}

/// A type's name in a signature is unambiguous.
#[test]
fn each_public_name_means_one_type() {
    let mut homes: BTreeMap<String, BTreeSet<Module>> = BTreeMap::new();
    for (name, folder) in crates() {
        let face = face(name, folder);
        let types: BTreeSet<&str> = face.lines.iter().filter_map(|line| type_in(line)).collect();
        for ((module, name), place) in &face.types {
            if types.contains(place.as_str()) {
                homes.entry(name.clone()).or_default().insert(module.clone());
            }
        }
    }
    homes.retain(|_, modules| modules.len() > 1);
    assert!(homes.is_empty(), "one name for several types: {homes:#?}");
}

/// The type that a line of a list is about, with its path.
fn type_in(line: &str) -> Option<&str> {
    let mut words = line.split(' ');
    let ("struct" | "enum" | "trait" | "type", place) = (words.next()?, words.next()?) else { return None };
    Some(place.split('<').next().unwrap_or(place).trim_end_matches(':'))
}
