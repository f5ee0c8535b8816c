//! Hints for calls that cannot be parsed: what was probably meant. The parser's own guesses go if they are far off.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use costumier::format::escape;
use costumier_export::suggestion::is_alike;

use crate::disk::output_kind::instead;
use crate::game::argument_order::{self, call};
use crate::output::text::call_words;

/// Returns the error of a call as terminals can show it: a shell may have put names of files into the call.
pub(crate) fn shown(error: clap::Error) -> clap::Error {
    let words = call_words();
    let escaped: Vec<String> = words.iter().map(|word| escape::line(word).into_owned()).collect();
    if escaped == words {
        return error;
    }
    let program = String::from(env!("CARGO_BIN_NAME"));
    match crate::args::parse(std::iter::once(program).chain(escaped)) {
        Err(error) if error.use_stderr() => error,
        // The escaped words are a good call.
        _ => {
            let text = error.to_string();
            clap::Error::raw(error.kind(), escape::line(text.trim_start_matches("error: ").trim_end()))
        }
    }
}

/// Returns what was probably meant, and removes the parser's guesses that are not like the word in the call.
pub(crate) fn of(error: &mut clap::Error) -> Option<String> {
    drop_far_guesses(error);
    let words = call_words();
    argument_order::hint(error)
        .or_else(|| other_format(error))
        .or_else(|| folder_with_option(error, &words))
        .or_else(|| scenes_without_option(error, &words))
        .or_else(|| names_there(error, &words))
}

/// Returns a text of an error.
fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// Removes guesses such as `png` for `jpeg`, which differ from the word in most letters.
fn drop_far_guesses(error: &mut clap::Error) {
    let pairs = [
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
    ];
    for (wrong, guessed) in pairs {
        let Some(wrong) = text(error, wrong) else { continue };
        let bare = |word: &str| word.trim_start_matches('-').to_owned();
        let is_near = |guess: &String| is_alike(&bare(&wrong), &bare(guess));
        let near: Vec<String> = match error.get(guessed) {
            Some(ContextValue::String(guess)) => Some(guess.clone()).into_iter().filter(is_near).collect(),
            Some(ContextValue::Strings(guesses)) => {
                guesses.iter().filter(|it| is_near(it)).cloned().collect()
            }
            _ => continue,
        };
        error.remove(guessed);
        match near.as_slice() {
            // The usage has the guess in it.
            [] => drop(error.remove(ContextKind::Usage)),
            [one] => drop(error.insert(guessed, ContextValue::String(one.clone()))),
            _ => drop(error.insert(guessed, ContextValue::Strings(near))),
        }
    }
}

/// `--as jpeg`: a format that is not written.
fn other_format(error: &clap::Error) -> Option<String> {
    let is_format = text(error, ContextKind::InvalidArg)?.starts_with("--as ");
    instead(&text(error, ContextKind::InvalidValue)?).filter(|_| is_format).map(str::to_owned)
}

/// `new -o FOLDER`: these commands take their folder without an option.
fn folder_with_option(error: &mut clap::Error, words: &[String]) -> Option<String> {
    let [command, .., folder] = words else { return None };
    let is_output = matches!(&*text(error, ContextKind::InvalidArg)?, "-o" | "--output");
    if error.kind() != ErrorKind::UnknownArgument || !is_output || !["new", "sample"].contains(&&**command) {
        return None;
    }
    error.remove(ContextKind::Suggested);
    Some(format!("the folder comes without an option: `{}`", call(&[command.clone(), folder.clone()])))
}

/// `render GAME FILE.json`: the scenes follow `--scenes`.
fn scenes_without_option(error: &clap::Error, words: &[String]) -> Option<String> {
    let file = text(error, ContextKind::InvalidArg)?;
    let is_scene = Path::new(&file).extension().is_some_and(|it| it.eq_ignore_ascii_case("json"));
    if error.kind() != ErrorKind::UnknownArgument || words.first()? != "render" || !is_scene {
        return None;
    }
    let at = words.iter().position(|word| *word == file)?;
    let mut right = words.to_vec();
    right.insert(at, "--scenes".to_owned());
    Some(format!("a file of scenes follows `--scenes`: `{}`", call(&right)))
}

/// Returns the options or commands that exist, if the call has one that does not, and no guess is near.
fn names_there(error: &mut clap::Error, words: &[String]) -> Option<String> {
    let all = crate::args::command();
    if error.kind() == ErrorKind::InvalidSubcommand {
        let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
        let is_told = error.get(ContextKind::SuggestedSubcommand).is_some();
        return (!is_told).then(|| format!("the commands are {}", names.join(", ")));
    }
    let is_option = text(error, ContextKind::InvalidArg)?.starts_with('-');
    let is_told = error.get(ContextKind::SuggestedArg).is_some();
    if error.kind() != ErrorKind::UnknownArgument || !is_option || is_told {
        return None;
    }
    // The parser's advice to pass the option as a value.
    error.remove(ContextKind::Suggested);
    let (mut command, mut name) = (&all, String::from("costumier"));
    for word in words {
        if let Some(next) = command.find_subcommand(word) {
            command = next;
            name = format!("{name} {word}");
        }
    }
    let option = |it: &clap::Arg| {
        let long = it.get_long().map(|long| format!("--{long}"))?;
        Some(it.get_short().map_or_else(|| long.clone(), |short| format!("{long} (-{short})")))
    };
    let shown = command.get_arguments().chain(all.get_arguments().filter(|it| it.is_global_set()));
    let mut names: Vec<String> = shown.filter(|it| !it.is_hide_set()).filter_map(option).collect();
    names.sort_unstable();
    names.dedup();
    Some(format!("the options of `{name}` are {}", names.join(", ")))
}
