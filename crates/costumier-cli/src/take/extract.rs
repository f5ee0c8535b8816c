//! `extract`: writes the blocks of costumes as they are in the game, decrypted, for other tools.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow};
use costumier::Source as _;

use crate::Outcome;
use crate::args::ExtractArgs;
use crate::call::ids;
use crate::disk::output_kind;
use crate::disk::safe_write::Folder;
use crate::game::open::{self, OpenGame};
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::{count, size};

/// Writes the blocks of costumes.
pub(crate) fn run(args: &ExtractArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open_plain(&args.game)?;
    let wanted = opened.ids(&args.ids)?;
    let output = args.output.as_path();
    if let ([id], true) = (wanted.as_slice(), ids::is_single(&args.ids)) {
        let block = block(&opened, *id, args.payload)?;
        if output == Path::new("-") {
            out.write_all(&block)?;
            return Ok(Outcome::Done);
        }
        output_kind::require_block(
            output,
            "`costumier export` writes pictures; for a block, use another ending",
        )?;
        let (folder, name) = Folder::of_file(output, args.force)?;
        folder.write(&name, &block)?;
        reporter.say(format!("wrote {}, {}", output.display(), size(block.len() as u64)));
        return Ok(Outcome::Done);
    }
    if output == Path::new("-") {
        let error = anyhow!("stdout takes one block, and the call names several costumes");
        return Err(hinted(error, "name one costume, or name a folder with `--output`"));
    }
    let folder = Folder::open(output, args.force)?;
    let mut outcome = Outcome::Done;
    for id in wanted {
        match block(&opened, id, args.payload) {
            Ok(block) => {
                folder.write(&format!("costume-{id:03}.{}", ending(&opened, id)), &block)?;
            }
            Err(error) => {
                reporter.fail(format!("{error}"));
                outcome = Outcome::SomeFailed;
            }
        }
    }
    let (files, bytes) = folder.written();
    reporter.say(format!("wrote {}, {}, into {}", count(files, "file"), size(bytes), output.display()));
    Ok(outcome)
}

/// Returns the ending of a block's file: its tag in lower case.
fn ending(opened: &OpenGame, id: u32) -> String {
    let tag = opened.game.costume_bytes(id).map(|found| found.tag).unwrap_or(*b"COST");
    String::from_utf8_lossy(&tag).to_ascii_lowercase()
}

/// Returns a block's bytes, without its header if `payload`.
fn block(opened: &OpenGame, id: u32, payload: bool) -> Result<Vec<u8>> {
    let found = opened.game.costume_bytes(id).map_err(|error| opened.explain(error))?;
    if payload {
        return Ok(found.payload);
    }
    let header = found.payload_at().saturating_sub(found.offset);
    let mut bytes = vec![0; usize::try_from(header)?];
    let file = opened.decrypted(&found.file).map_err(|error| opened.explain(error))?;
    file.read_at(found.offset, &mut bytes).map_err(|error| opened.explain(error))?;
    bytes.extend(found.payload);
    Ok(bytes)
}
