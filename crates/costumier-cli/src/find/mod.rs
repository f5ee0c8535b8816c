//! `find`: costumes by what is known of them, and pictures that are alike; one line per hit, as grep has it.

mod facts;
mod pictures;

use std::collections::VecDeque;
use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;

use crate::args::{FindArgs, GameArg};
use crate::games;
use crate::open;
use crate::report;
use crate::text::{count, json};
use pictures::Wanted;

/// A costume, or a picture of one.
#[derive(Clone, Serialize)]
pub(super) struct Hit {
    game: String,
    id: u32,
    room: u32,
    name: Option<String>,
    /// Limb and number, where a picture was looked for.
    picture: Option<(usize, usize)>,
    /// Why it is one, in words.
    why: String,
}

/// Prints hits. `false` where there are none.
///
/// # Errors
/// What is wrong with the only game; of several games, how many could not be searched, after all the others
/// have been.
pub(crate) fn run(args: &FindArgs, out: &mut dyn Write) -> Result<bool> {
    if !args.asks() {
        bail!(
            "say what to look for: --like, --same-as, --name, --colours, --limbs, --size, --chore, --uses, --sound, \
             --actor or --in-room"
        );
    }
    let wanted = match (&args.like, &args.same_as) {
        (Some(file), _) => {
            let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            Some(Wanted::like(&bytes).with_context(|| file.display().to_string())?)
        }
        (None, Some(game)) => Some(Wanted::same_as(&open::open(&GameArg::plain(game))?, game)),
        (None, None) => None,
    };
    let mut several = args.common.names.len() > 1;
    let mut waiting: VecDeque<String> = args.common.names.iter().cloned().collect();
    let (mut all, mut any, mut failed) = (Vec::new(), false, 0);
    while let Some(name) = waiting.pop_front() {
        let game = GameArg { name: name.clone(), screen: args.common.screen, platform: args.common.platform };
        let opened = open::open(&game);
        if let Some(inside) = opened.as_ref().err().and_then(|error| games::games_in(&name, error)) {
            several = true;
            inside.into_iter().rev().for_each(|name| waiting.push_front(name));
            continue;
        }
        let hits = match (opened, several) {
            (Ok(opened), _) => {
                let costumes = facts::costumes(args, &name, &opened)?;
                match &wanted {
                    Some(wanted) => wanted.among(&name, &opened, &costumes),
                    None => costumes,
                }
            }
            (Err(error), false) => return Err(error),
            (Err(error), true) => {
                out.flush()?;
                report::error(&error.context(name.clone()));
                failed += 1;
                continue;
            }
        };
        any |= !hits.is_empty();
        if args.common.json {
            all.extend(hits);
            continue;
        }
        hits.iter().try_for_each(|hit| hit.print(several, out))?;
    }
    if args.common.json {
        json(out, &all)?;
    }
    if failed > 0 {
        out.flush()?;
        return Err(anyhow!("{} could not be searched", count(failed, "game")));
    }
    Ok(any)
}

impl Hit {
    fn print(&self, with_game: bool, out: &mut dyn Write) -> Result<()> {
        let game = if with_game { format!("{}: ", self.game) } else { String::new() };
        let name = self.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
        let picture = self.picture.map(|(limb, number)| format!(" limb {limb} picture {number}"));
        let picture = picture.unwrap_or_default();
        writeln!(out, "{game}costume {}{name} (room {}){picture}: {}", self.id, self.room, self.why)?;
        Ok(())
    }
}
