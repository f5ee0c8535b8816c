//! The commands of README and docs, run: their output is what stands there, in blocks of ```` ```console ````.
//!
//! `$ ` begins a command, `? 2` below it says the status it ends with where that is not 0, the rest is what it says, on
//! both streams. A line `...` stands for any lines, `[..]` for anything in a line.
//! `TRANSCRIPTS=overwrite cargo test -p costumier-cli --test cli transcripts` writes what is wrong anew, without them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::support;

/// A command of a document.
#[derive(Debug, PartialEq, Eq)]
struct Transcript<'t> {
    /// The words behind the program's name.
    args: Vec<&'t str>,
    status: i32,
    /// The document's lines with what it says, from 0 on.
    said: Range<usize>,
}

/// The commands of a document, which has these lines.
fn transcripts<'t>(lines: &[&'t str]) -> Vec<Transcript<'t>> {
    let mut found: Vec<Transcript<'t>> = Vec::new();
    let mut kind = None;
    for (number, line) in lines.iter().enumerate() {
        match line.strip_prefix("```") {
            Some(opened) => kind = kind.is_none().then_some(opened),
            None if kind == Some("console") => match line.strip_prefix("$ costumier ") {
                Some(words) => {
                    assert!(!words.contains(['"', '\'', '|', '>', '#']), "there is no shell here: {line}");
                    let args = words.split_whitespace().collect();
                    found.push(Transcript { args, status: 0, said: number + 1..number + 1 });
                }
                None => {
                    assert!(!line.starts_with("$ "), "another program: {line}");
                    let last = found.last_mut().filter(|last| last.said.end == number);
                    let last =
                        last.unwrap_or_else(|| panic!("line {}: no command above: {line}", number + 1));
                    match line.strip_prefix("? ").filter(|_| last.said.is_empty()) {
                        Some(status) => {
                            last.status = status
                                .parse()
                                .unwrap_or_else(|_| panic!("line {}: no status: {line}", number + 1));
                            last.said = number + 1..number + 1;
                        }
                        None => last.said.end = number + 1,
                    }
                }
            },
            None => {}
        }
    }
    found
}

/// Whether lines are what a document has.
fn agree(written: &[&str], said: &[&str]) -> bool {
    match (written, said) {
        ([], []) => true,
        (["...", more @ ..], _) => (0..=said.len()).any(|from| agree(more, &said[from..])),
        ([line, more @ ..], [found, rest @ ..]) => agrees(line, found) && agree(more, rest),
        _ => false,
    }
}

/// Whether a line is.
fn agrees(written: &str, said: &str) -> bool {
    let Some((before, after)) = written.split_once("[..]") else { return written == said };
    let Some(rest) = said.strip_prefix(before) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| agrees(after, &rest[at..]))
}

/// README and docs.
fn documents() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(top.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = docs.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    all.push(top.join("README.md"));
    all.sort();
    all
}

#[test]
fn the_documents_tell_the_truth() {
    let folder = support::folder("transcripts");
    let renews = std::env::var("TRANSCRIPTS").is_ok_and(|how| how == "overwrite");
    let (mut wrong, mut count) = (String::new(), 0);
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let mut new: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        // From the last on: what is written anew moves only what stands behind it.
        for transcript in transcripts(&lines).into_iter().rev() {
            count += 1;
            let run = support::run_in(&folder, &transcript.args);
            let said = run.stdout + &run.stderr;
            let said: Vec<&str> = said.lines().collect();
            let mut range = transcript.said.clone();
            // An empty line may set it off from what follows.
            range.end -= usize::from(!range.is_empty() && lines[range.end - 1].is_empty());
            let written = &lines[range.clone()];
            if run.status == transcript.status && agree(written, &said) {
                continue;
            }
            let shown = [written, &["--- but it says:"], &said].concat().join("\n");
            wrong += &format!(
                "{}: costumier {}: status {}\n{shown}\n",
                path.display(),
                transcript.args.join(" "),
                run.status
            );
            let mut anew: Vec<String> = said.iter().map(|line| (*line).to_owned()).collect();
            if run.status != 0 {
                anew.insert(0, format!("? {}", run.status));
            }
            let from = range.start - usize::from(transcript.status != 0);
            new.splice(from..range.end, anew);
        }
        if renews {
            fs::write(&path, new.join("\n") + "\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 7, "only {count} commands were found");
}

#[test]
fn what_differs_is_noticed() {
    let written = ["a", "...", "c [..] e"];
    assert!(agree(&written, &["a", "b", "b", "c d e"]));
    for said in ["a|c d", "a|c d e f", "b|c d e", "a|c d e|", "c d e", ""] {
        assert!(!agree(&written, &said.split('|').collect::<Vec<_>>()), "{said}");
    }
    let text = "```sh\n$ costumier x\n```\n```console\n$ costumier a b\n? 2\nc\n$ costumier d\n```";
    let found = transcripts(&text.lines().collect::<Vec<_>>());
    let wanted = [
        Transcript { args: vec!["a", "b"], status: 2, said: 6..7 },
        Transcript { args: vec!["d"], status: 0, said: 8..8 },
    ];
    assert_eq!(found, wanted);
}
