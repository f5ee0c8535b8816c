//! What readers of JavaScript call: the classes of the npm package, found by the calls of the glue that their methods
//! make.

use std::collections::BTreeSet;
use std::fs;

use crate::js::camel;

/// The classes that make the calls of an object, if they are not called as it is.
const CLASSES: [(&str, &[&str]); 3] =
    [("game", &["game", "editor"]), ("scene", &["scene", "actor"]), ("job", &["exportJob"])];

/// A method or a property of a class.
struct Member {
    class: String,
    name: String,
    /// What its lines call of the glue.
    calls: BTreeSet<String>,
}

/// The members of the package's classes.
pub(crate) struct Public(Vec<Member>);

impl Public {
    /// Reads the package's sources.
    pub(crate) fn read() -> Self {
        let folder = crate::read::root().join("packages/costumier/src");
        let files = fs::read_dir(folder).expect("the package").map(|file| file.expect("a file").path());
        let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|it| it == "ts")).collect();
        files.sort();
        let mut members = Vec::new();
        for file in files.iter().filter(|path| !path.to_string_lossy().ends_with(".d.ts")) {
            add(&fs::read_to_string(file).expect("a source"), &mut members);
        }
        Self(members)
    }

    /// Returns the name of the member that makes a call of the glue: `editor.find`. That of the same name comes first;
    /// it must have the same name if other objects have such a call.
    pub(crate) fn name(&self, object: &str, call: &str, is_unique: bool) -> Option<String> {
        let (own, same) = (camel(object), camel(call));
        let classes = CLASSES.iter().find(|(of, _)| *of == object).map(|it| it.1);
        let is_its = |class: &str| classes.map_or(class == own, |classes| classes.contains(&class));
        let members = self.0.iter().filter(|it| it.calls.contains(call) && is_its(&it.class));
        let found = members.rev().max_by_key(|it| it.name == same)?;
        (is_unique || found.name == same).then(|| format!("{}.{}", found.class, found.name))
    }
}

fn add(source: &str, members: &mut Vec<Member>) {
    let mut class: Option<String> = None;
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    for line in source.lines() {
        let declared = line.trim_start_matches("export ").trim_start_matches("abstract ");
        if let Some(rest) = declared.strip_prefix("class ") {
            let name: String = rest.chars().take_while(|letter| is_of_name(*letter)).collect();
            class = Some(name[..1].to_lowercase() + &name[1..]);
            continue;
        }
        // The end of a class, and what is outside.
        if !line.starts_with([' ', '\t']) && !line.is_empty() {
            class = None;
        }
        let Some(class) = &class else { continue };
        let words = line.strip_prefix("  ").filter(|rest| rest.starts_with(char::is_alphabetic));
        if let Some(words) = words {
            let words = ["static ", "async ", "get ", "set "]
                .iter()
                .fold(words, |it, word| it.strip_prefix(word).unwrap_or(it));
            let name: String = words.chars().take_while(|letter| is_of_name(*letter)).collect();
            if words[name.len()..].starts_with(['(', '<']) && name != "constructor" {
                members.push(Member { class: class.clone(), name, calls: BTreeSet::new() });
            }
        }
        if let (true, Some(member)) = (line.contains("raw"), members.last_mut()) {
            let parts = line.split('.').skip(1);
            let names = parts.map(|part| part.chars().take_while(|letter| is_of_name(*letter)).collect());
            member.calls.extend(names);
        }
    }
}
