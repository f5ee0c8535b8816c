//! `unused`: costumes, chores, records, pictures, colours, looks and objects that a game holds and never shows.

mod listing;
mod wiki;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use costumier::cast::Cast;
use costumier::unused::{Unused, UnusedThing};
use costumier_export::CostumeParts;
use costumier_export::json::UnusedReport;

use crate::Outcome;
use crate::args::{Command, UnusedArgs, parse};
use crate::game::open::{self, OpenGame};
use crate::game::several::{self, GameAnswer};
use crate::output::report::Reporter;
use crate::take::export;

/// The sentence on the page of an export.
const NOTE: &str = "These are the unused parts of the game: costumes, animations and pictures that no script is known \
                    to show.";

/// Finds what the games never show, and prints or exports it.
pub(crate) fn run(args: &UnusedArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    if args.export.is_some() && args.common.names.len() > 1 {
        bail!("`--export` takes one game");
    }
    let heading = |name: &str| match args.wiki {
        true => format!("== {} ==", wiki::escaped(name)),
        false => name.to_owned(),
    };
    several::each_headed(&args.common, open::open, &[], &heading, out, |opened, several, out| {
        if opened.belongs.is_some() {
            bail!("a costume folder or a block has no scripts: give the game that the costume belongs to");
        }
        let scripts = opened.game.read_scripts();
        // Opening the game has read the cast from the same scripts.
        let of_scripts;
        let cast = match &opened.cast {
            Some(cast) => cast,
            None => {
                of_scripts = Cast::of(&scripts);
                &of_scripts
            }
        };
        let unused = Unused::of(&opened.game, &scripts, cast);
        let names = opened.names();
        let report = UnusedReport::of(&opened.game, &unused, &scripts, &names);
        let mut outcome = if report.unread.is_empty() { Outcome::Done } else { Outcome::SomeFailed };
        let mut written = None;
        if let Some(folder) = &args.export {
            if several {
                bail!("`--export` takes one game");
            }
            if let Some(how) = take(opened, args, &unused, folder, reporter)? {
                written = Some(folder.as_path());
                if how != Outcome::Done {
                    outcome = how;
                }
            }
        }
        if args.wiki {
            wiki::print(&report, written, out)?;
        } else if args.common.json {
            return several::document(&report).map(|shown| (outcome, shown));
        } else {
            listing::Listing { report: &report, is_quiet: reporter.is_quiet() }.print(out)?;
        }
        Ok((outcome, GameAnswer::Printed))
    })
}

/// Exports what is unused: whole costumes, chores and single pictures. Returns `None` if there is nothing to export.
fn take(
    opened: &OpenGame,
    args: &UnusedArgs,
    unused: &Unused,
    folder: &Path,
    reporter: &Reporter,
) -> Result<Option<Outcome>> {
    let (whole, parts) = parts(opened, unused);
    let ids: BTreeSet<u32> = whole.iter().chain(parts.keys()).copied().collect();
    if ids.is_empty() {
        reporter.say("nothing to export: no costume, chore, record or picture is unused".to_owned());
        return Ok(None);
    }
    let mut words: Vec<String> = ["costumier", "export"].map(str::to_owned).into();
    words.push(args.common.names.first().cloned().unwrap_or_default());
    words.extend(ids.iter().map(ToString::to_string));
    words.extend(["-o".to_owned(), folder.display().to_string(), "--names".to_owned()]);
    let Command::Export(mut call) = parse(words)?.command else { return Ok(None) };
    call.force = args.force;
    call.parts = parts;
    call.note = Some(NOTE.to_owned());
    export::on(opened, &call, reporter, &mut std::io::sink()).map(Some)
}

/// Returns the costumes that are unused as a whole, and the unused parts of others.
fn parts(opened: &OpenGame, unused: &Unused) -> (BTreeSet<u32>, BTreeMap<u32, CostumeParts>) {
    let mut whole = BTreeSet::new();
    let mut parts: BTreeMap<u32, CostumeParts> = BTreeMap::new();
    let mut actions = BTreeMap::new();
    for item in &unused.items {
        match &item.thing {
            UnusedThing::Costume { costume } => _ = whole.insert(*costume),
            // A picture with the pixels of a shown one is not exported.
            UnusedThing::Picture { same_as: Some(_), .. } => {}
            UnusedThing::Picture { costume, picture, .. } => {
                parts.entry(*costume).or_default().pictures.insert(*picture);
            }
            UnusedThing::Record { costume, chore, facing } => {
                parts.entry(*costume).or_default().animations.insert((*chore, *facing));
            }
            UnusedThing::Chore { costume, chore } => {
                let known = actions.entry(*costume).or_insert_with(|| {
                    opened.costume(*costume).map(|it| it.costume.actions()).unwrap_or_default()
                });
                let of_chore = known.iter().filter(|action| action.chore == *chore);
                let facings = of_chore.map(|action| (action.chore, action.facing));
                parts.entry(*costume).or_default().animations.extend(facings);
            }
            _ => {}
        }
    }
    (whole, parts)
}
