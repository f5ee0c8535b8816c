//! Several games in a call: each is answered for itself, and one that is broken does not stop the rest.
//!
//! For people each game is a row or a section; with `--json` the answer is an array with a document for each,
//! which has the game's name as the call has it under `game`. One game alone is answered without all that.
//! A place with several games in it stands for all of them.

use std::collections::VecDeque;
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Value, json};

use costumier::ErrorKind;

use crate::Outcome;
use crate::args::{GameArg, GamesArgs};
use crate::failure::Failure;
use crate::open::Opened;
use crate::report;
use crate::table::{self, Align};

/// What one game's answer was.
pub(crate) enum Shown {
    /// It has been printed.
    Printed,
    /// A document: as text, whose fields stand as they are documented, and to be put among others.
    Document(String, Value),
    /// A row of the table, without the game's name.
    Row(Vec<String>),
}

/// Makes a document of anything that can be one.
pub(crate) fn document(of: &impl Serialize) -> Result<Shown> {
    let both = serde_json::to_string_pretty(of).and_then(|text| Ok((text, serde_json::to_value(of)?)));
    both.map(|(text, value)| Shown::Document(text, value)).context("cannot be written as JSON")
}

/// Answers for each game of a call, opened by `opener`. `answer` is told whether there are several.
///
/// # Errors
/// What is wrong with the only game. Where there are several, each error is told in its place and the next
/// game is taken.
pub(crate) fn each(
    args: &GamesArgs,
    opener: fn(&GameArg) -> Result<Opened>,
    columns: &[(&str, Align)],
    out: &mut dyn Write,
    mut answer: impl FnMut(&Opened, bool, &mut dyn Write) -> Result<(Outcome, Shown)>,
) -> Result<Outcome> {
    let mut several = args.names.len() > 1;
    let mut waiting: VecDeque<String> = args.names.iter().cloned().collect();
    let mut number = 0;
    let (mut documents, mut rows) = (Vec::new(), Vec::new());
    let mut outcome = Outcome::Done;
    while let Some(name) = waiting.pop_front() {
        let name = &name;
        let game = GameArg { name: name.clone(), screen: args.screen, platform: args.platform };
        let opened = opener(&game);
        if let Some(inside) = opened.as_ref().err().and_then(|error| games_in(name, error)) {
            several = true;
            inside.into_iter().rev().for_each(|name| waiting.push_front(name));
            continue;
        }
        let sections = several && !args.json && columns.is_empty();
        if sections {
            writeln!(out, "{}{name}", if number > 0 { "\n" } else { "" })?;
        }
        number += 1;
        let answered = opened.and_then(|opened| answer(&opened, several, out));
        match answered {
            Ok((how, shown)) => {
                if how == Outcome::SomeFailed {
                    outcome = how;
                }
                match shown {
                    Shown::Printed => {}
                    Shown::Document(_, of) if several => documents.push(named(name, of)),
                    Shown::Document(text, _) => writeln!(out, "{text}")?,
                    Shown::Row(cells) => rows.push(std::iter::once(name.clone()).chain(cells).collect()),
                }
            }
            Err(error) if several && !report::is_broken_pipe(&error) => {
                outcome = Outcome::SomeFailed;
                let told = report::document(&error);
                let unknown = vec!["-".to_owned(); columns.len().saturating_sub(1)];
                let last = std::iter::once(format!("failed: {}", told.text));
                rows.push(std::iter::once(name.clone()).chain(unknown).chain(last).collect());
                documents.push(json!({ "game": name, "error": told }));
                // What is printed so far comes first.
                out.flush()?;
                report::error(&error.context(name.clone()));
            }
            Err(error) => return Err(error),
        }
    }
    if several && args.json {
        crate::text::json(out, &documents)?;
    } else if several && !columns.is_empty() {
        let columns: Vec<_> = std::iter::once(("game", Align::Left)).chain(columns.iter().copied()).collect();
        table::write(out, &columns, &rows)?;
    }
    Ok(outcome)
}

/// The games in a place that holds several, as a call names each of them.
pub(crate) fn games_in(place: &str, error: &anyhow::Error) -> Option<Vec<String>> {
    let failure = error.chain().find_map(|cause| cause.downcast_ref::<Failure>())?;
    let ErrorKind::SeveralGames(games) = failure.error.kind() else { return None };
    // Each row begins with the name of an index, which may have anything in it.
    let indexes = crate::open::indexes_in(place);
    let (place, _) = crate::open::parts(place);
    let index = |row: &String| {
        let begins =
            |index: &&String| row.strip_prefix(index.as_str()).is_some_and(|rest| rest.starts_with(' '));
        indexes.iter().filter(begins).max_by_key(|index| index.len())
    };
    Some(games.iter().filter_map(index).map(|index| format!("{place}#{index}")).collect())
}

/// A document with the game's name in front.
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
