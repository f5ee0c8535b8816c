//! `find`: searches costumes by facts and pictures by similarity. It prints one line per hit, as grep does.

mod facts;
mod pictures;

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use costumier::Costume;
use serde::Serialize;

use crate::args::{FindArgs, GameArg};
use crate::game::open::{self, OpenGame};
use crate::game::several;
use crate::inspect::whatis;
use crate::output::report;
use crate::output::text::{count, json, line};
use pictures::SearchedPicture;

/// A costume that fits, or a picture of one.
#[derive(Clone, Serialize)]
pub(super) struct Hit {
    game: String,
    id: u32,
    room: u32,
    name: Option<String>,
    /// Limb and index of the picture, if the call looks for pictures.
    picture: Option<(usize, usize)>,
    /// Why it fits, in words.
    why: String,
}

/// Prints hits. Returns `false` if there are none, or if not everything could be searched.
///
/// # Errors
/// If the only game cannot be searched, or none of several.
pub(crate) fn run(args: &FindArgs, out: &mut dyn Write) -> Result<bool> {
    if !args.asks() {
        bail!(
            "name a condition: --like, --same-as, --name, --colours, --limbs, --size, --chore, --uses, --sound, \
             --actor or --in-room"
        );
    }
    let mut whole = true;
    let wanted = match (&args.like, &args.same_as) {
        (Some(file), _) => {
            let found = whatis::read(file, 0)?;
            Some(SearchedPicture::like(&found).with_context(|| file.display().to_string())?)
        }
        (None, Some(game)) => {
            let unread = Unread::default();
            let wanted = SearchedPicture::same_as(&open::open(&GameArg::plain(game))?, game, &unread);
            whole &= unread.tell(game);
            Some(wanted)
        }
        (None, None) => None,
    };
    let mut several = args.common.names.len() > 1;
    let mut waiting: VecDeque<several::PendingGame> =
        args.common.names.iter().map(|name| (name.clone(), None)).collect();
    let (mut all, mut any, mut searched, mut failed) = (Vec::new(), false, 0, 0);
    while let Some((name, refused)) = waiting.pop_front() {
        let game = args.common.one(&name);
        let opened = several::open_one(&game, refused, open::open);
        if let Some(inside) = several::games_in(&name, &opened) {
            several = true;
            inside.into_iter().rev().for_each(|name| waiting.push_front(name));
            continue;
        }
        let hits = match (opened, several) {
            (Ok(opened), _) => {
                let unread = Unread::default();
                let costumes = facts::costumes(args, &name, &opened, &unread)?;
                let hits = match &wanted {
                    Some(wanted) => {
                        let mut hits = wanted.among(&name, &opened, &costumes, &unread);
                        hits.extend(wanted.poses(&name, &opened, &costumes));
                        hits
                    }
                    None => costumes,
                };
                searched += 1;
                out.flush()?;
                whole &= unread.tell(&name);
                hits
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
    if failed > 0 && searched == 0 {
        return Err(anyhow!("{} could not be searched", count(failed, "game")));
    }
    if args.common.json {
        json(out, &all)?;
    }
    // A search without a hit would print nothing and look like a call that did nothing.
    if !any && searched > 0 {
        out.flush()?;
        report::fail(nothing(args, searched));
    }
    if failed > 0 {
        out.flush()?;
        report::fail(format!("{} could not be searched", count(failed, "game")));
    }
    Ok(any && whole && failed == 0)
}

/// Returns the message that nothing was found, and where.
fn nothing(args: &FindArgs, searched: usize) -> String {
    let place = match args.common.names.as_slice() {
        [name] if searched == 1 => name.clone(),
        _ => count(searched, "game"),
    };
    match (&args.like, &args.same_as) {
        (Some(file), _) => format!("no picture in {place} is like {}", file.display()),
        (None, Some(game)) => format!("no picture in {place} is in {game} too"),
        (None, None) => format!("no costume in {place} matches the call"),
    }
}

/// Costumes of a game that could not be read, and so were not searched. Threads share it.
#[derive(Default)]
struct Unread(Mutex<BTreeSet<u32>>);

impl Unread {
    fn add(&self, id: u32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    /// Opens the costume, or remembers that it could not be read.
    fn or_costume(&self, opened: &OpenGame, id: u32) -> Option<Costume> {
        opened.game.costume(id).map_err(|_| self.add(id)).ok()
    }

    /// Prints their ids. Returns whether there are none.
    fn tell(&self, game: &str) -> bool {
        let ids = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ids.is_empty() {
            return true;
        }
        let list: Vec<String> = ids.iter().map(u32::to_string).collect();
        report::fail(format!(
            "{game}: {} could not be read and were not searched: {}",
            count(ids.len(), "costume"),
            list.join(", ")
        ));
        report::advise(format!("`costumier list {game}` shows why"));
        false
    }
}

impl Hit {
    fn print(&self, with_game: bool, out: &mut dyn Write) -> Result<()> {
        let game = if with_game { format!("{}: ", self.game) } else { String::new() };
        let name = self.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
        let picture = self.picture.map(|(limb, number)| format!(" limb {limb} picture {number}"));
        let picture = picture.unwrap_or_default();
        line(
            out,
            format_args!("{game}costume {}{name} (room {}){picture}: {}", self.id, self.room, self.why),
        )?;
        Ok(())
    }
}
