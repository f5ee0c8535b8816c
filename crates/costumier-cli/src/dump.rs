//! `dump`: what a costume's block holds, as a listing for people or as JSON.

use std::io::Write;

use anyhow::Result;
use costumier::text;

use crate::Outcome;
use crate::args::DumpArgs;
use crate::open;

/// Prints the structure of one costume.
pub(crate) fn run(args: &DumpArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let found = opened.costume(args.id)?;
    writeln!(
        out,
        "costume {}, room {}, {} at {:#x}",
        found.id,
        opened.room_text(found.room),
        found.file,
        found.payload_at
    )?;
    out.write_all(text::listing(&found.costume).as_bytes())?;
    Ok(Outcome::Done)
}
