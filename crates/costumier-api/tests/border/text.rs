//! Words in lines, and Rust as it is formatted.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The note in a generated file.
pub(crate) const HEAD: &str = "Written by crates/costumier-api/tests/border; see there.";

/// Returns words in lines of at most this many characters. Paragraphs stay apart, and so do items of lists.
pub(crate) fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, paragraph) in words.split("\n\n").enumerate() {
        lines.extend((number > 0).then(String::new));
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

/// Returns Rust as `rustfmt` writes it, with the settings of the repository; other texts as they are.
pub(crate) fn formatted(path: &str, text: String) -> String {
    if !path.ends_with(".rs") {
        return text;
    }
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(crate::read::root().join("rustfmt.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt, which is part of Rust");
    rustfmt.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("rustfmt reads");
    let done = rustfmt.wait_with_output().expect("rustfmt ends");
    assert!(done.status.success(), "{path}: rustfmt refuses what was written:\n{text}");
    String::from_utf8(done.stdout).expect("text")
}
