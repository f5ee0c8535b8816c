//! The program of docs/ten-tasks in Rust, and the page about it: docs/ten-tasks.md has the parts of the four programs,
//! and what each of them prints.
//!
//! `UPDATE_TEN_TASKS=1 cargo test --test ten-tasks` writes the parts and the output into the page. The other three
//! programs are run by `packages/python/tests/test_ten_tasks.py`, `packages/costumier/tests/ten-tasks.test.mjs` and
//! `.ci/c`, which compare with the page.
//!
//! Without a folder as its argument, this program is the test, and starts itself with the sample game.

#![allow(clippy::expect_used, reason = "a test that cannot read the page has failed")]
#![allow(clippy::print_stdout, reason = "the program prints")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The program, whose `main` only its own module can call.
mod tasks {
    include!("../../../docs/ten-tasks/tasks.rs");

    pub(super) fn run() -> Result<(), Box<dyn Error>> {
        main()
    }
}

/// The languages of code blocks, and the programs.
const PROGRAMS: [(&str, &str); 4] =
    [("rust", "tasks.rs"), ("python", "tasks.py"), ("js", "tasks.mjs"), ("c", "tasks.c")];

/// The first words of the lines that the tasks print.
const TASKS: [&str; 10] =
    ["open", "list", "picture", "clip", "scene", "click", "edit", "patch", "export", "error"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if env::args().nth(1).is_some_and(|it| Path::new(&it).is_dir()) {
        return tasks::run();
    }
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("ten-tasks.md"))?.replace("\r\n", "\n");
    let made = with_blocks(&page, &blocks(&docs, &printed()?));
    if env::var_os("UPDATE_TEN_TASKS").is_some() {
        fs::write(docs.join("ten-tasks.md"), made)?;
        return Ok(());
    }
    for (number, (page, made)) in page.lines().zip(made.lines()).enumerate() {
        assert_eq!(page, made, "docs/ten-tasks.md:{} is old: UPDATE_TEN_TASKS=1 writes it anew", number + 1);
    }
    assert_eq!(page, made, "docs/ten-tasks.md is old: UPDATE_TEN_TASKS=1 writes it anew");
    println!("the program prints what docs/ten-tasks.md shows, and the page has the four programs");
    Ok(())
}

/// Returns what the program prints for the sample game.
fn printed() -> Result<String, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let game = folder.path().join("game");
    let command = env!("CARGO_BIN_EXE_costumier");
    assert!(Command::new(command).arg("sample").arg(&game).arg("--quiet").status()?.success());
    let done = Command::new(env::current_exe()?).arg(&game).output()?;
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Ok(String::from_utf8(done.stdout)?)
}

/// Returns the blocks of the page by task and language: the parts of the programs, and what they print (`text`).
fn blocks(docs: &Path, printed: &str) -> BTreeMap<(usize, &'static str), String> {
    let mut blocks = BTreeMap::new();
    for (language, file) in PROGRAMS {
        let program = fs::read_to_string(docs.join("ten-tasks").join(file)).expect("the program is there");
        let mut task = 0;
        for line in program.replace("\r\n", "\n").lines() {
            let words = line.trim_start().trim_start_matches(['/', '#']).trim_start();
            let comment = line.trim_start().starts_with("// ") || line.starts_with("# ");
            if let Some((number, _)) = words.split_once(". ").filter(|_| comment)
                && let Ok(number) = number.parse()
            {
                task = number;
                continue;
            }
            let block: &mut String = blocks.entry((task, language)).or_default();
            block.push_str(line);
            block.push('\n');
        }
    }
    for block in blocks.values_mut() {
        *block = unindented(block.trim_matches('\n'));
    }
    let mut count = 0;
    for (task, word) in (1..).zip(TASKS) {
        let lines: Vec<_> = printed.lines().filter(|line| line.split(':').next() == Some(word)).collect();
        assert!(!lines.is_empty(), "task {task} prints nothing:\n{printed}");
        count += lines.len();
        blocks.insert((task, "text"), lines.join("\n"));
    }
    assert_eq!(count, printed.lines().count(), "lines of no task:\n{printed}");
    blocks
}

/// Returns lines without the blanks that all of them begin with.
fn unindented(block: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let least = block.lines().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let lines = block.lines().map(|line| line.get(least..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the page with these blocks. A task begins with a heading that has its number.
fn with_blocks(page: &str, blocks: &BTreeMap<(usize, &'static str), String>) -> String {
    let (mut out, mut task, mut inside, mut used) = (String::new(), 0, false, 0);
    for line in page.lines() {
        if let Some(number) = line.strip_prefix("## ").and_then(|it| it.split_once(". ")?.0.parse().ok()) {
            task = number;
        }
        match line.strip_prefix("```") {
            Some("") => inside = false,
            Some("sh") => {}
            Some(language) => {
                let block = blocks.iter().find(|((number, its), _)| (*number, *its) == (task, language));
                let (_, block) = block.unwrap_or_else(|| panic!("task {task} has no block in {language}"));
                out += &format!("{line}\n{block}\n");
                (inside, used) = (true, used + 1);
                continue;
            }
            None if inside => continue,
            None => {}
        }
        out += line;
        out.push('\n');
    }
    assert_eq!(used, blocks.len(), "the page leaves a block out");
    out
}
