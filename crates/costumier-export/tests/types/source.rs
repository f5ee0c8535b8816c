//! Types of Rust as the source has them: what their JSON looks like, and their documentation.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use syn::{Attribute, Block, Expr, Fields, ImplItem, Item, Lit, Meta, Pat, Path as Name, Stmt, Type};

/// The structs, enums and functions of a file. Methods have the name of their type in front: `Role.name`.
#[derive(Default)]
pub(crate) struct Source {
    pub(crate) types: BTreeMap<String, Item>,
    /// The documentation of each function, and the texts that the arms of its `match` give, with their variants.
    pub(crate) functions: BTreeMap<String, (String, Vec<(String, String)>)>,
}

impl Source {
    /// Reads a file of the folder `crates`.
    pub(crate) fn read(path: &str) -> Self {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path));
        let text = text.unwrap_or_else(|why| panic!("{path}: {why}"));
        let mut source = Self::default();
        syn::parse_file(&text).expect("Rust").items.into_iter().for_each(|item| source.add(item));
        source
    }

    fn add(&mut self, item: Item) {
        match item {
            Item::Struct(it) => _ = self.types.insert(it.ident.to_string(), Item::Struct(it)),
            Item::Enum(it) => _ = self.types.insert(it.ident.to_string(), Item::Enum(it)),
            Item::Fn(it) => self.function(it.sig.ident.to_string(), &it.attrs, *it.block),
            Item::Mod(it) => it.content.into_iter().flat_map(|(_, items)| items).for_each(|it| self.add(it)),
            Item::Impl(it) if it.trait_.is_none() => {
                let Type::Path(of) = &*it.self_ty else { return };
                let of = last(&of.path);
                for part in it.items {
                    if let ImplItem::Fn(it) = part {
                        self.function(format!("{of}.{}", it.sig.ident), &it.attrs, it.block);
                    }
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, name: String, attributes: &[Attribute], block: Block) {
        let mut texts = Vec::new();
        for statement in block.stmts {
            match statement {
                Stmt::Item(item) => self.add(item),
                Stmt::Expr(Expr::Match(it), _) => {
                    texts
                        .extend(it.arms.iter().filter_map(|arm| Some((variant(&arm.pat), text(&arm.body)?))));
                }
                _ => {}
            }
        }
        self.functions.insert(name, (documentation(attributes), texts));
    }
}

/// Returns the last part of a name.
pub(crate) fn last(name: &Name) -> String {
    name.segments.last().expect("a name").ident.to_string()
}

/// Returns the variant that a pattern names.
fn variant(pattern: &Pat) -> String {
    match pattern {
        Pat::Path(it) => last(&it.path),
        Pat::Struct(it) => last(&it.path),
        Pat::TupleStruct(it) => last(&it.path),
        _ => String::new(),
    }
}

/// Returns the value of a text in the source.
fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(it) => match &it.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the documentation before its first example, with links as plain names, and `null` for `None`.
pub(crate) fn documentation(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes {
        if let (true, Meta::NameValue(it)) = (attribute.path().is_ident("doc"), &attribute.meta) {
            lines.extend(text(&it.value));
        }
    }
    let all = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    let mut rest = all.split("```").next().unwrap_or_default().trim_end();
    let mut plain = String::new();
    while let Some((before, (name, behind))) =
        rest.split_once("[`").and_then(|(before, link)| Some((before, link.split_once("`]")?)))
    {
        plain.extend([before, "`", name, "`"]);
        let address = behind.starts_with('(').then(|| behind.find(')')).flatten();
        rest = &behind[address.map_or(0, |end| end + 1)..];
    }
    (plain + rest).replace("`None`", "`null`")
}

/// What serde is told about an item.
#[derive(Default)]
pub(crate) struct Serde {
    /// Whether there is a derived `Serialize`.
    pub(crate) is_derived: bool,
    pub(crate) words: BTreeMap<String, String>,
}

impl Serde {
    /// Reads attributes, also those for the feature `serde`.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        for attribute in attributes {
            let Meta::List(list) = &attribute.meta else { continue };
            let mut said = list.tokens.to_string().replace([' ', '\n'], "");
            let mut name = list.path.get_ident().map(ToString::to_string).unwrap_or_default();
            if name == "cfg_attr"
                && let Some((inner, rest)) = said.split_once(',').and_then(|(_, it)| it.split_once('('))
            {
                let end = rest.rfind(')').expect("a closing bracket");
                (name, said) = (inner.to_owned(), rest[..end].to_owned());
            }
            match &*name {
                "derive" => found.is_derived |= said.split(',').any(|it| it.ends_with("Serialize")),
                "serde" => found.words.extend(said.split(',').map(|word| {
                    let (key, value) = word.split_once('=').unwrap_or((word, ""));
                    (key.to_owned(), value.trim_matches('"').to_owned())
                })),
                _ => {}
            }
        }
        let known = [
            "default",
            "deny_unknown_fields",
            "flatten",
            "remote",
            "rename_all",
            "serialize_with",
            "skip",
            "skip_serializing_if",
            "untagged",
            "with",
        ];
        let unknown = found.words.keys().find(|word| !known.contains(&word.as_str()));
        assert_eq!(unknown, None, "this word of serde is not known here");
        found
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// Returns a variant's name in JSON.
    pub(crate) fn renamed(&self, variant: &str) -> String {
        let joint = match self.words.get("rename_all").map(String::as_str) {
            None => return variant.to_owned(),
            Some("lowercase") => "",
            Some("kebab-case") => "-",
            Some("snake_case") => "_",
            Some(other) => panic!("{other} is not known here"),
        };
        let mut name = String::new();
        for (at, letter) in variant.char_indices() {
            if at > 0 && letter.is_uppercase() {
                name.push_str(joint);
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}

/// A field, as JSON has it.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) documentation: String,
    pub(crate) ty: Type,
    pub(crate) serde: Serde,
}

/// Returns the fields that are serialised.
pub(crate) fn fields(fields: &Fields) -> Vec<Field> {
    let all = fields.iter().map(|field| Field {
        name: field
            .ident
            .as_ref()
            .map_or(String::new(), |it| it.to_string().trim_start_matches("r#").to_owned()),
        documentation: documentation(&field.attrs),
        ty: field.ty.clone(),
        serde: Serde::of(&field.attrs),
    });
    all.filter(|field| !field.serde.has("skip")).collect()
}
