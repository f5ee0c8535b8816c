//! Errors about arguments in the wrong order: the game comes first, and the folder to write follows `-o`.

use std::path::Path;

use anyhow::{Error, anyhow};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::call::bundled::sample_words;
use crate::call::ids::Ids;
use crate::game::place::games_in;
use crate::output::failure::hinted;
use crate::output::text::{call_words, quoted};

/// Replaces an error that a word names no game, if another word of the call names one.
pub(crate) fn in_order(error: Error, game: &str) -> Error {
    let mut words = call_words();
    let Some(at) = words.iter().position(|word| word == game).filter(|_| !names_game(game)) else {
        return error;
    };
    let is_it = |(number, word): (usize, &String)| (number > at && names_game(word)).then_some(number);
    let Some(other) = words.iter().enumerate().find_map(is_it) else { return error };
    words.swap(at, other);
    let error = anyhow!("{game} is no game, but {} is one: the arguments are swapped", words[at]);
    hinted(error, format!("the game comes first: `{}`", call(&words)))
}

/// Returns what to do about a call that cannot be parsed, if an argument is missing or in the wrong place.
pub(crate) fn hint(error: &clap::Error) -> Option<String> {
    let words = call_words();
    if error.kind() == ErrorKind::InvalidSubcommand {
        let ["patch", rest @ ..] = &*words.iter().map(String::as_str).collect::<Vec<_>>() else {
            return None;
        };
        let right = ["patch", "apply"].iter().chain(rest).map(|word| (*word).to_owned());
        return Some(format!("did you mean `{}`?", call(&right.collect::<Vec<_>>())));
    }
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return None;
    }
    let missing: Vec<String> = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) => missing.clone(),
        _ => Vec::new(),
    };
    let lacks = |part: &str| missing.iter().any(|it| it.contains(part));
    match &words[..] {
        [_, game] if lacks("<ID>") && !lacks("<GAME>") => {
            Some(format!("name a costume; `{}` shows their ids", call(&["list".to_owned(), game.clone()])))
        }
        [command, first, second] if lacks("--output") => without_output(command, first, second),
        _ => None,
    }
}

/// Returns the call that was probably meant if the place to write was given without `-o`, or not at all.
fn without_output(command: &str, first: &str, second: &str) -> Option<String> {
    let is_costume = |word: &str| matches!(word.parse(), Ok(Ids::One(_) | Ids::Range(..) | Ids::All));
    if is_costume(second) && !Path::new(second).exists() {
        let right = [command, first, second, "-o", "PLACE"].map(str::to_owned);
        return Some(format!("say where to write: `{}`", call(&right)));
    }
    let right = |game: &str, folder: &str| call(&[command, game, "-o", folder].map(str::to_owned));
    match [first, second].map(|word| !word.starts_with('-') && names_game(word)) {
        [true, false] => Some(format!("the folder to write follows `-o`: `{}`", right(first, second))),
        [false, true] => Some(format!(
            "{first} and {second} are swapped, and the folder to write follows `-o`: `{}`",
            right(second, first)
        )),
        _ => None,
    }
}

/// Whether a word names a game.
pub(crate) fn names_game(word: &str) -> bool {
    sample_words().iter().any(|it| it == word) || !games_in(word).is_empty()
}

/// Returns a call with these words.
pub(crate) fn call(words: &[String]) -> String {
    let words = words.iter().map(|word| format!(" {}", quoted(Path::new(word))));
    format!("costumier{}", words.collect::<String>())
}
