//! The commands of README and docs, run: their output is what stands there, in blocks of ```` ```console ````.
//!
//! `$ ` begins a command, `? 2` below it says the status it ends with where that is not 0, the rest is what it
//! says, on both streams. A line `...` stands for any lines, `[..]` for anything in a line. `guides` runs the pages
//! whose blocks of ```` ```sh ```` are run too. `TRANSCRIPTS=overwrite cargo test -p costumier-cli --test cli
//! transcripts` writes what is wrong anew, without them.

#[cfg(unix)]
mod guides;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;
use crate::support::Run;

/// The pages whose `sh` blocks are run.
const GUIDES: [&str; 6] = [
    "README.md",
    "docs/ripping.md",
    "docs/modding.md",
    "docs/own-costume.md",
    "docs/room-folder.md",
    "crates/costumier-cli/README.md",
];

/// Beginnings of lines that no test runs: getting the program, and what needs a screen.
const LEFT_OUT: [&str; 4] = ["cargo ", "scummvm ", "costumier view ", "(cd "];

/// Something to run in a document.
#[derive(Debug, PartialEq, Eq)]
enum Step<'t> {
    /// A command whose output the document shows.
    Shown(Transcript<'t>),
    /// The lines of a block of `sh`.
    Shell(Vec<&'t str>),
}

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
fn steps<'t>(lines: &[&'t str]) -> Vec<Step<'t>> {
    let mut found: Vec<Step<'t>> = Vec::new();
    let mut kind = None;
    for (number, line) in lines.iter().enumerate() {
        if let Some(opened) = line.strip_prefix("```") {
            kind = kind.is_none().then_some(opened);
            if kind == Some("sh") {
                found.push(Step::Shell(Vec::new()));
            }
            continue;
        }
        match (kind, found.last_mut()) {
            (Some("sh"), Some(Step::Shell(script))) => script.push(line),
            (Some("console"), last) => match line.strip_prefix("$ costumier ") {
                Some(words) => {
                    assert!(!words.contains(['"', '\'', '|', '>', '#']), "there is no shell here: {line}");
                    let args = words.split_whitespace().collect();
                    found.push(Step::Shown(Transcript { args, status: 0, said: number + 1..number + 1 }));
                }
                None => {
                    assert!(!line.starts_with("$ "), "another program: {line}");
                    let Some(Step::Shown(last)) = last else {
                        panic!("line {}: no command above: {line}", number + 1)
                    };
                    assert_eq!(last.said.end, number, "line {}: no command above: {line}", number + 1);
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
            _ => {}
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

/// The folder of README and docs.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages of docs, and README, except the guides.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(top().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = docs.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    all.push(top().join("README.md"));
    all.retain(|path| !GUIDES.iter().any(|page| path.ends_with(page)));
    all.sort();
    all
}

/// Runs the commands of a page in a folder, those of `sh` blocks only if it is a guide. Returns how many commands
/// with output there were, and what is wrong. `TRANSCRIPTS=overwrite` writes the page anew.
fn walk(page: &Path, folder: &Path, is_guide: bool) -> (usize, String) {
    let text = fs::read_to_string(page).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (mut wrong, mut count) = (String::new(), 0);
    let mut corrections = Vec::new();
    for step in steps(&lines) {
        let transcript = match step {
            Step::Shown(transcript) => transcript,
            Step::Shell(script) => {
                if is_guide {
                    shell(folder, &script);
                }
                continue;
            }
        };
        count += 1;
        let run = support::run_in(folder, &transcript.args);
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
        let args = transcript.args.join(" ");
        wrong += &format!("{}: costumier {args}: status {}\n{shown}\n", page.display(), run.status);
        let mut anew: Vec<String> = said.iter().map(|line| (*line).to_owned()).collect();
        if run.status != 0 {
            anew.insert(0, format!("? {}", run.status));
        }
        corrections.push((range.start - usize::from(transcript.status != 0)..range.end, anew));
    }
    if std::env::var("TRANSCRIPTS").is_ok_and(|how| how == "overwrite") && !corrections.is_empty() {
        let mut new: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        // From the last on: what is written anew moves only what stands behind it.
        for (range, anew) in corrections.into_iter().rev() {
            new.splice(range, anew);
        }
        fs::write(page, new.join("\n") + "\n").unwrap();
    }
    (count, wrong)
}

/// Runs lines in a shell, except those that no test can run.
fn shell(folder: &Path, lines: &[&str]) -> Run {
    let left_out = |line: &&&str| !LEFT_OUT.iter().any(|word| line.starts_with(word));
    let script = lines.iter().filter(left_out).map(|line| format!("{line}\n")).collect::<String>();
    let program = Path::new(env!("CARGO_BIN_EXE_costumier")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let ran =
        Command::new("sh").args(["-ec", &script]).current_dir(folder).env("PATH", path).output().unwrap();
    let run = Run::from(ran);
    assert_eq!(run.status, 0, "{script}\n{}", run.stderr);
    run
}

#[test]
fn the_documents_tell_the_truth() {
    let folder = support::folder("transcripts");
    let (mut wrong, mut count) = (String::new(), 0);
    for path in documents() {
        let (commands, what) = walk(&path, &folder, false);
        (count, wrong) = (count + commands, wrong + &what);
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 1, "no command was found");
}

#[test]
fn what_differs_is_noticed() {
    let written = ["a", "...", "c [..] e"];
    assert!(agree(&written, &["a", "b", "b", "c d e"]));
    for said in ["a|c d", "a|c d e f", "b|c d e", "a|c d e|", "c d e", ""] {
        assert!(!agree(&written, &said.split('|').collect::<Vec<_>>()), "{said}");
    }
    let text = "```sh\n$ costumier x\n```\n```console\n$ costumier a b\n? 2\nc\n$ costumier d\n```";
    let found = steps(&text.lines().collect::<Vec<_>>());
    let wanted = [
        Step::Shell(vec!["$ costumier x"]),
        Step::Shown(Transcript { args: vec!["a", "b"], status: 2, said: 6..7 }),
        Step::Shown(Transcript { args: vec!["d"], status: 0, said: 8..8 }),
    ];
    assert_eq!(found, wanted);
}
