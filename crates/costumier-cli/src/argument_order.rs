//! Errors about arguments in the wrong order: the game comes first, and the folder to write follows `-o`.

use std::path::Path;

use anyhow::{Error, anyhow};
use clap::error::{ContextKind, ErrorKind};

use crate::failure::hinted;
use crate::game_place::{games_in, sample_words};
use crate::text::quoted;

/// Replaces an error that a word names no game, if another word of the call names one.
pub(crate) fn in_order(error: Error, game: &str) -> Error {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let Some(at) = words.iter().position(|word| word == game).filter(|_| !names_game(game)) else {
        return error;
    };
    let is_it = |(number, word): (usize, &String)| (number > at && names_game(word)).then_some(number);
    let Some(other) = words.iter().enumerate().find_map(is_it) else { return error };
    words.swap(at, other);
    let error = anyhow!("{game} is no game, but {} is one: the arguments are swapped", words[at]);
    hinted(error, format!("the game comes first: `{}`", call(&words)))
}

/// Returns the call that was probably meant if a folder was given without `-o`.
pub(crate) fn folder_without_option(error: &clap::Error) -> Option<String> {
    let missing = error.get(ContextKind::InvalidArg).is_some_and(|it| it.to_string().contains("--output"));
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [command, first, second] = &words[..] else { return None };
    if error.kind() != ErrorKind::MissingRequiredArgument || !missing {
        return None;
    }
    let right = |game: &String, folder: &String| {
        call(&[command.clone(), game.clone(), "-o".to_owned(), folder.clone()])
    };
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
fn call(words: &[String]) -> String {
    let words = words.iter().map(|word| format!(" {}", quoted(Path::new(word))));
    format!("costumier{}", words.collect::<String>())
}
