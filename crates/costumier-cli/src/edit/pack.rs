//! `pack`: a costume folder as a block, or what that would change.

use std::io::Write;

use anyhow::{Result, bail};
use costumier_edit::folder::{PackOptions, Packed};

use super::disk::write_file;
use crate::Outcome;
use crate::args::PackArgs;
use crate::report::Teller;

/// Packs the folder.
pub(crate) fn run(args: &PackArgs, teller: &Teller, out: &mut impl Write) -> Result<Outcome> {
    if !args.watch {
        return once(args, args.force, teller, out);
    }
    // What was written a moment ago may be replaced.
    let mut force = args.force;
    crate::watch::again(std::slice::from_ref(&args.folder), teller, || {
        let outcome = once(args, force, teller, out)?;
        force = true;
        out.flush()?;
        Ok(outcome)
    })
}

fn once(args: &PackArgs, force: bool, teller: &Teller, out: &mut impl Write) -> Result<Outcome> {
    let options = PackOptions { nearest: args.nearest, dialect: args.generation, ..PackOptions::default() };
    let packed = super::pack_folder(&args.folder, &options)?;
    packed.notes.iter().for_each(|note| teller.warn(note));
    if args.preview {
        preview(&packed, out)?;
    }
    match &args.output {
        Some(place) => {
            write_file(place, &packed.payload, force)?;
            teller.say(format!("wrote {} bytes into {}", packed.payload.len(), place.display()));
        }
        None if args.preview => {}
        None => bail!("say where the block shall go with `-o FILE`, or only look with `--preview`"),
    }
    Ok(Outcome::Done)
}

/// What changed and what it costs.
fn preview(packed: &Packed, out: &mut impl Write) -> Result<()> {
    let name = packed.about.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
    match packed.about.id {
        Some(id) => writeln!(out, "costume {id}{name}: {} bytes", packed.payload.len())?,
        None => writeln!(out, "new costume{name}: {} bytes", packed.payload.len())?,
    }
    if packed.changes.is_empty() {
        writeln!(out, "nothing changed")?;
    }
    let size = |bytes: Option<usize>| bytes.map_or_else(|| "–".to_owned(), |bytes| bytes.to_string());
    let width = packed.changes.iter().map(|change| change.part.chars().count()).max().unwrap_or(0);
    for change in &packed.changes {
        let (before, after) = (size(change.before), size(change.after));
        writeln!(out, "  {:width$}  {before:>6} ▸ {after:>6} bytes", change.part)?;
    }
    Ok(())
}
