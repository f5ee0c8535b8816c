//! The calls of this crate as its source has them.

use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{
    Attribute, Expr, FnArg, ImplItem, Item, ItemFn, ItemImpl, Lit, Meta, Pat, ReturnType, Signature, Type,
};

/// A call: a method, or a function of the crate.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The type that has the method; empty for a function.
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) documentation: String,
    /// The module of the npm package: `light`, `whole`, `edit`; or the feature `fs` or `sample`.
    pub(crate) module: String,
    pub(crate) receiver: Receiver,
    /// Names and types, without blanks.
    pub(crate) arguments: Vec<(String, String)>,
    /// The result without `Result`.
    pub(crate) result: String,
    pub(crate) fails: bool,
    options: Vec<String>,
    /// Words of languages, in lists like `without(c = "page")`.
    words: Vec<(&'static str, String, String)>,
}

/// The languages, as the source names them.
pub(crate) const LANGUAGES: [&str; 3] = ["c", "python", "js"];

/// How a method takes its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    None,
    Shared,
    Alone,
    Consumed,
}

/// A struct whose fields become a row of another language.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) documentation: String,
    /// Name, type, documentation.
    pub(crate) fields: Vec<(String, String, String)>,
}

/// The source of the crate.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) calls: Vec<Call>,
    pub(crate) rows: Vec<Row>,
}

/// Returns the folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Source {
    /// Reads files of this crate, and structs of others.
    pub(crate) fn read(files: &[&str]) -> Self {
        let mut source = Self::default();
        for path in files {
            let text = fs::read_to_string(root().join("crates").join(path));
            let text = text.unwrap_or_else(|why| panic!("{path}: {why}"));
            let is_own = path.starts_with("costumier-api/");
            for item in syn::parse_file(&text).expect("Rust").items {
                source.add(item, is_own);
            }
        }
        source
    }

    fn add(&mut self, item: Item, is_own: bool) {
        match item {
            Item::Impl(it) if is_own && it.trait_.is_none() => self.methods(it),
            Item::Fn(it) if is_own && matches!(it.vis, syn::Visibility::Public(_)) => self.function(&it),
            Item::Mod(it) if !it.attrs.iter().any(is_for_tests) => {
                let items = it.content.into_iter().flat_map(|(_, items)| items);
                items.for_each(|item| self.add(item, is_own));
            }
            Item::Struct(it) => {
                let fields = it.fields.iter().filter_map(|field| {
                    let name = field.ident.as_ref()?.to_string();
                    Some((name.replace("r#", ""), plain(&field.ty), documentation(&field.attrs)))
                });
                let fields = fields.collect();
                let row = Row { name: it.ident.to_string(), documentation: documentation(&it.attrs), fields };
                self.rows.push(row);
            }
            // Each variant is a field that may be given.
            Item::Enum(it) => {
                let fields = it.variants.iter().filter_map(|variant| {
                    let ty = &variant.fields.iter().next()?.ty;
                    Some((snake(&variant.ident.to_string()), plain(ty), documentation(&variant.attrs)))
                });
                let fields = fields.collect();
                let row = Row { name: it.ident.to_string(), documentation: documentation(&it.attrs), fields };
                self.rows.push(row);
            }
            _ => {}
        }
    }

    fn function(&mut self, it: &ItemFn) {
        let call = Call::new(String::new(), &it.sig, &[&it.attrs], feature(&it.attrs));
        self.calls.push(call);
    }

    fn methods(&mut self, it: ItemImpl) {
        let owner = plain(&it.self_ty);
        let (module, its_own) = (feature(&it.attrs), it.attrs);
        for part in it.items {
            if let ImplItem::Fn(it) = part
                && matches!(it.vis, syn::Visibility::Public(_))
            {
                let module = feature(&it.attrs).or(module.clone());
                let attributes = [&it.attrs[..], &its_own];
                self.calls.push(Call::new(owner.clone(), &it.sig, &attributes, module));
            }
        }
    }

    /// Returns the row of this name.
    pub(crate) fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

impl Call {
    /// `attributes` are those of the method, and those of its `impl`.
    fn new(
        owner: String,
        signature: &Signature,
        attributes: &[&[Attribute]],
        module: Option<String>,
    ) -> Self {
        let (mut receiver, mut arguments) = (Receiver::None, Vec::new());
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(it) => {
                    receiver = match &*it.to_token_stream().to_string() {
                        "self" => Receiver::Consumed,
                        "& mut self" => Receiver::Alone,
                        _ => Receiver::Shared,
                    }
                }
                FnArg::Typed(it) => {
                    let Pat::Ident(name) = &*it.pat else { panic!("{}: a pattern", signature.ident) };
                    arguments.push((name.ident.to_string(), plain(&it.ty)));
                }
            }
        }
        let whole = match &signature.output {
            ReturnType::Default => "()".to_owned(),
            ReturnType::Type(_, ty) => plain(ty),
        };
        let inner = whole.strip_prefix("Result<").and_then(|rest| rest.strip_suffix('>'));
        let (fails, result) = (inner.is_some(), inner.unwrap_or(&whole).to_owned());
        let result = if result == "Self" { owner.clone() } else { result };
        let (mut options, mut words) = (Vec::new(), Vec::new());
        for attribute in attributes.iter().copied().flatten().filter(|it| it.path().is_ident("cfg_attr")) {
            let Meta::List(list) = &attribute.meta else { continue };
            let text = list.tokens.to_string().replace([' ', '\n'], "");
            let Some(rest) = text.strip_prefix("border,border(") else { continue };
            let mut text = rest.strip_suffix(')').expect("a closing bracket").to_owned();
            for list in ["without", "hand"] {
                words.extend(listed(&mut text, list).into_iter().map(|(it, word)| (list, it, word)));
            }
            options.push(text);
        }
        Self {
            owner,
            name: signature.ident.to_string(),
            documentation: attributes.first().map_or(String::new(), |own| documentation(own)),
            module: module.unwrap_or_else(|| "light".to_owned()),
            receiver,
            arguments,
            result,
            fails,
            options,
            words,
        }
    }

    fn word(&self, list: &str, language: &str) -> Option<&str> {
        let found = self.words.iter().find(|(its, of, _)| *its == list && of == language);
        found.map(|(_, _, word)| word.as_str())
    }

    /// Returns the word of the reason why a language does not have the call.
    pub(crate) fn without(&self, language: &str) -> Option<&str> {
        self.word("without", language)
    }

    /// Returns the function that is the call in a language, and is written by hand.
    pub(crate) fn by_hand(&self, language: &str) -> Option<&str> {
        self.word("hand", language)
    }

    /// Whether a language has the call by this generator.
    fn is_made(&self, language: &str) -> bool {
        self.without(language).is_none() && self.by_hand(language).is_none()
    }

    /// Returns what `border(…)` says between `start` and the next quote or bracket.
    fn option(&self, start: &str) -> Option<&str> {
        let (_, rest) = self.options.iter().find_map(|it| it.split_once(start))?;
        Some(rest.split(['"', ')']).next().unwrap_or_default())
    }

    /// Returns the name in C, without `costumier_`; `None` if C does not have the call.
    pub(crate) fn in_c(&self) -> Option<String> {
        let usual = format!("{}_{}", snake(&self.owner), self.name);
        self.is_made("c").then(|| self.option("c=\"").map_or(usual, str::to_owned))
    }

    /// Returns the name in the glue of JavaScript; `None` if JavaScript does not have the call.
    pub(crate) fn in_js(&self) -> Option<&str> {
        self.is_made("js").then(|| self.option("js=\"").unwrap_or(&self.name))
    }

    /// Returns the name in Python; `None` if Python does not have the call.
    pub(crate) fn in_python(&self) -> Option<&str> {
        let name = self.option("python=\"").or(self.option("name=\"")).unwrap_or(&self.name);
        self.is_made("python").then_some(name)
    }

    /// Whether Python has the call as a property.
    pub(crate) fn is_property(&self) -> bool {
        self.options.iter().any(|it| it.contains("property"))
    }

    /// Returns the value of an argument that may be missing in Python.
    pub(crate) fn default_of(&self, argument: &str) -> Option<&str> {
        let all = self.options.iter().find_map(|it| it.split_once("default("))?.1;
        let rest = all.split(')').next()?.split_once(&format!("{argument}="))?.1;
        rest.split(',').next()
    }
}

/// Takes a list like `without(c="page",js="film")` out of a text. Returns languages and words.
fn listed(text: &mut String, list: &str) -> Vec<(String, String)> {
    let Some((before, rest)) = text.split_once(&format!("{list}(")) else { return Vec::new() };
    let (inside, after) = rest.split_once(')').expect("a closing bracket");
    let pairs = inside.split(',').filter_map(|pair| pair.split_once('='));
    let words = pairs.map(|(of, word)| (of.to_owned(), word.trim_matches('"').to_owned())).collect();
    *text = format!("{before}{after}");
    words
}

/// Returns a type without blanks.
pub(crate) fn plain(ty: &Type) -> String {
    ty.to_token_stream()
        .to_string()
        .replace(' ', "")
        .replace("&'static", "&")
        .replace("crate::json::", "")
        .replace("crate::", "")
}

/// Returns a name of Rust's types as one of functions: `file_list`.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.to_token_stream().to_string().contains("test")
}

/// Returns the feature of `cfg(feature = "…")`.
fn feature(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().filter(|it| it.path().is_ident("cfg")).find_map(|it| {
        let text = it.to_token_stream().to_string();
        Some(text.split_once("feature = \"")?.1.split('"').next()?.to_owned())
    })
}

/// Returns the documentation before the chapter on errors.
fn documentation(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("doc")) {
        if let Meta::NameValue(it) = &attribute.meta
            && let Expr::Lit(it) = &it.value
            && let Lit::Str(text) = &it.lit
        {
            lines.push(text.value().trim().to_owned());
        }
    }
    let text = lines.join("\n");
    text.split("# Errors").next().unwrap_or_default().trim().to_owned()
}
