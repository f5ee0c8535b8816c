//! Calls with several games: each game is answered for itself, and one that is broken does not stop the rest.
//!
//! For people each game is a row or a section. With `--json` the answer is an array with a document for each game,
//! whose field `game` has the name in the call. A call with one game prints its answer alone. A place that holds
//! several games stands for all of them.

use std::collections::VecDeque;
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Value, json};

use costumier::ErrorKind;
use costumier::game::ListedGame;

use crate::Outcome;
use crate::args::{GameArg, GamesArgs};
use crate::game::open::OpenGame;
use crate::output::failure::Failure;
use crate::output::report;
use crate::output::table::{self, Align};
use crate::output::text::line;

/// The answer for one game.
pub(crate) enum GameAnswer {
    /// The answer has been printed.
    Printed,
    /// A document: as text with its fields in the documented order, and as a value to put into an array.
    Document(String, Value),
    /// A row of the table, without the game's name.
    Row(Vec<String>),
}

/// Makes a JSON document of a value.
pub(crate) fn document(of: &impl Serialize) -> Result<GameAnswer> {
    let both = crate::output::text::json_text(of).and_then(|text| Ok((text, serde_json::to_value(of)?)));
    both.map(|(text, value)| GameAnswer::Document(text, value))
        .context("the answer cannot be written as JSON")
}

/// Answers for each game of a call, opened by `opener`. It passes to `answer` whether there are several.
///
/// # Errors
/// If the only game fails. If there are several, each error is printed in its place and the next game follows.
pub(crate) fn each(
    args: &GamesArgs,
    opener: fn(&GameArg) -> Result<OpenGame>,
    columns: &[(&str, Align)],
    out: &mut dyn Write,
    answer: impl FnMut(&OpenGame, bool, &mut dyn Write) -> Result<(Outcome, GameAnswer)>,
) -> Result<Outcome> {
    each_headed(args, opener, columns, &str::to_owned, out, answer)
}

/// Answers like [`each`]. `heading` makes the line above a game's section from the game's name.
///
/// # Errors
/// As [`each`].
pub(crate) fn each_headed(
    args: &GamesArgs,
    opener: fn(&GameArg) -> Result<OpenGame>,
    columns: &[(&str, Align)],
    heading: &dyn Fn(&str) -> String,
    out: &mut dyn Write,
    mut answer: impl FnMut(&OpenGame, bool, &mut dyn Write) -> Result<(Outcome, GameAnswer)>,
) -> Result<Outcome> {
    let mut several = args.names.len() > 1;
    let mut waiting: VecDeque<PendingGame> = args.names.iter().map(|name| (name.clone(), None)).collect();
    let mut number = 0;
    let (mut documents, mut rows) = (Vec::new(), Vec::new());
    let mut outcome = Outcome::Done;
    while let Some((name, refused)) = waiting.pop_front() {
        let name = &name;
        let game = args.one(name);
        let opened = open_one(&game, refused, opener);
        if let Some(inside) = games_in(name, &opened) {
            several = true;
            inside.into_iter().rev().for_each(|name| waiting.push_front(name));
            continue;
        }
        let sections = several && !args.json && columns.is_empty();
        if sections {
            if number > 0 {
                writeln!(out)?;
            }
            line(out, format_args!("{}", heading(name)))?;
        }
        number += 1;
        opened.iter().flat_map(|opened| &opened.beside).for_each(tell_of_neighbour);
        let answered = opened.and_then(|opened| answer(&opened, several, out));
        match answered {
            Ok((how, shown)) => {
                if how == Outcome::SomeFailed {
                    outcome = how;
                }
                match shown {
                    GameAnswer::Printed => {}
                    GameAnswer::Document(_, of) if several => documents.push(named(name, of)),
                    GameAnswer::Document(text, _) => writeln!(out, "{text}")?,
                    GameAnswer::Row(cells) => rows.push(std::iter::once(name.clone()).chain(cells).collect()),
                }
            }
            Err(error) if several && !report::is_broken_pipe(&error) => {
                outcome = Outcome::SomeFailed;
                let told = report::document(&error);
                let unknown = vec!["-".to_owned(); columns.len().saturating_sub(1)];
                let last = std::iter::once(format!("failed: {}", told.text));
                rows.push(std::iter::once(name.clone()).chain(unknown).chain(last).collect());
                documents.push(json!({ "game": name, "error": told }));
                // The output so far has to come before the error.
                out.flush()?;
                report::error(&error.context(name.clone()));
            }
            Err(error) => return Err(error),
        }
    }
    if several && args.json {
        crate::output::text::json(out, &documents)?;
    } else if several && !columns.is_empty() && !rows.is_empty() {
        let columns: Vec<_> = std::iter::once(("game", Align::Left)).chain(columns.iter().copied()).collect();
        table::write(out, &columns, &rows)?;
    }
    Ok(outcome)
}

/// A game that has not been opened yet: its name in the call, and the error if it is known that it cannot be opened.
pub(crate) type PendingGame = (String, Option<costumier::Error>);

/// Splits a place that holds several games, or files that may be games and cannot be opened.
pub(crate) fn games_in(place: &str, opened: &Result<OpenGame>) -> Option<Vec<PendingGame>> {
    let (whole, part) = crate::game::place::parts(place);
    let listed = || crate::game::place::games_in(whole);
    let meant = match opened {
        Err(error) => {
            let failure = error.chain().find_map(|cause| cause.downcast_ref::<Failure>())?;
            match (failure.error.kind(), part) {
                // The name of an index, which begins each row, may contain anything.
                (ErrorKind::SeveralGames(rows), Some(_)) => {
                    let listed = listed();
                    let of_row = |row: &String| {
                        let begins = |it: &&ListedGame| {
                            row.strip_prefix(it.index.as_str()).is_some_and(|rest| rest.starts_with(' '))
                        };
                        listed.iter().filter(begins).max_by_key(|it| it.index.len()).cloned()
                    };
                    rows.iter().filter_map(of_row).collect()
                }
                (ErrorKind::SeveralGames(_), None) => listed(),
                (_, None) => Some(listed()).filter(|listed| listed.len() > 1)?,
                _ => return None,
            }
        }
        Ok(_) if part.is_some() => return None,
        // Files in the game's own folder are no other game.
        Ok(opened) => {
            let index = opened.game.data().files().next()?.name;
            let home = index.rsplit_once('/').map(|(folder, _)| format!("{folder}/"))?;
            let is_other = |it: &ListedGame| {
                let other_form =
                    matches!(it.found.as_ref().map_err(costumier::Error::kind), Err(ErrorKind::OtherForm(_)));
                it.index != index && it.found.is_err() && !other_form && !it.index.starts_with(&home)
            };
            let listed = listed();
            if !listed.iter().any(is_other) {
                return None;
            }
            listed.into_iter().filter(|it| it.index == index || is_other(it)).collect()
        }
    };
    let waiting = |it: ListedGame| (format!("{whole}#{}", it.index), it.found.err());
    Some(meant.into_iter().map(waiting).collect())
}

/// Opens a game, unless it is already known why that fails.
pub(crate) fn open_one(
    game: &GameArg,
    refused: Option<costumier::Error>,
    opener: fn(&GameArg) -> Result<OpenGame>,
) -> Result<OpenGame> {
    match refused {
        Some(error) => Err(Failure { error, excerpt: None }.into()),
        None => opener(game),
    }
}

/// Warns of an archive next to a game that cannot be opened.
fn tell_of_neighbour(error: &costumier::Error) {
    report::warn(format!("{error}; its contents are not shown"));
}

/// Puts the game's name in front of a document.
fn named(name: &str, of: Value) -> Value {
    let mut with = serde_json::Map::new();
    with.insert("game".into(), name.into());
    match of {
        Value::Object(fields) => with.extend(fields),
        other => {
            with.insert("costumes".into(), other);
        }
    }
    Value::Object(with)
}
