//! `tree`: the blocks of a game's files, one inside the other, with their offsets and sizes.

use std::io::Write;

use anyhow::Result;
use costumier::Problem;
use costumier::files::BlockTree;
use serde::Serialize;

use crate::Outcome;
use crate::args::TreeArgs;
use crate::game::open;
use crate::output::failure::hinted;
use crate::output::report;
use crate::output::text::{grouped, json, line};

/// The blocks of a file.
#[derive(Serialize)]
struct FileTree {
    file: String,
    /// All blocks in the order of the file, each container before its contents.
    blocks: Vec<BlockRow>,
    problems: Vec<Problem>,
    error: Option<report::ErrorDocument>,
}

/// A block of a file.
#[derive(Serialize)]
struct BlockRow {
    depth: usize,
    tag: String,
    /// Offset of its header in the file.
    at: u64,
    /// Its size in bytes, header included.
    bytes: u64,
    /// Number of blocks inside it that are not listed.
    hidden: usize,
}

/// Prints the trees of all files.
pub(crate) fn run(args: &TreeArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open_plain(&args.game)?;
    let game = &opened.game;
    let mut trees = Vec::new();
    let mut outcome = Outcome::Done;
    for file in game.data().files().filter(|file| file.found.is_some()) {
        let read = || -> Result<FileTree> {
            let source = opened.decrypted(&file.name).map_err(|error| opened.explain(error))?;
            let Some(tree) = BlockTree::of_headers(&source, game.dialect().blocks, game.limits()) else {
                let error = anyhow::anyhow!("{} has no named blocks to list", file.name);
                return Err(hinted(
                    error,
                    "files of v1, v2 and v3 with 16 colours hold bare tables and payloads only",
                ));
            };
            let mut blocks: Vec<BlockRow> = Vec::new();
            let most = usize::from(args.depth.max(1));
            let problems = tree.visit(|depth, block| {
                if depth < most {
                    blocks.push(BlockRow {
                        depth,
                        tag: block.name(),
                        at: block.offset,
                        bytes: block.size,
                        hidden: 0,
                    });
                } else if let Some(last) = blocks.last_mut() {
                    last.hidden += 1;
                }
            });
            let problems = problems.to_vec();
            Ok(FileTree { file: file.name.clone(), blocks, problems, error: None })
        };
        match read() {
            Ok(tree) => trees.push(tree),
            Err(error) => {
                outcome = Outcome::SomeFailed;
                let told = Some(report::document(&error));
                report::error(&error);
                trees.push(FileTree {
                    file: file.name.clone(),
                    blocks: vec![],
                    problems: vec![],
                    error: told,
                });
            }
        }
    }
    if args.json {
        json(out, &trees)?;
        return Ok(outcome);
    }
    for FileTree { file, blocks, problems, .. } in &trees {
        line(out, format_args!("{file}"))?;
        for block in blocks {
            let name = format!("{:indent$}{}", "", block.tag, indent = 2 + 2 * block.depth);
            let hidden = match block.hidden {
                0 => String::new(),
                hidden => format!("  ({hidden} inside)"),
            };
            let bytes = grouped(block.bytes);
            line(out, format_args!("{name:<24}  {:#010x}  {bytes:>11} bytes{hidden}", block.at))?;
        }
        for problem in problems {
            line(out, format_args!("  {}: {}: {}", problem.severity, problem.path, problem.text))?;
        }
    }
    Ok(outcome)
}
