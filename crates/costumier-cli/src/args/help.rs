//! The layout of `--help`: commands in groups, and examples below the options.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::builder::{StyledStr, Styles};
use clap::error::ContextKind;
use clap::{Arg, ArgAction, CommandFactory as _, FromArgMatches as _};

use super::{Cli, GAME, GENERAL};

/// The groups of the list of commands, each with its commands in the order shown.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Look", &["info", "list", "cast", "play", "view"]),
    ("Take", &["export", "montage", "render", "extract"]),
    ("Edit", &["new", "import", "unpack", "pack", "try", "put", "patch"]),
    ("Inspect", &["dump", "tree", "script", "find", "whatis", "diff", "unused", "check", "report"]),
    ("Tools", &["sample", "completions", "man", "help"]),
];

/// Returns the command line with its help laid out: commands in groups, and general options last.
pub(crate) fn command() -> clap::Command {
    let general = |name: &'static str, short, action, about: &'static str| {
        let arg = Arg::new(name).long(name).short(short).action(action).help(about);
        arg.global(true).help_heading(GENERAL)
    };
    let command = Cli::command()
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(general("help", 'h', ArgAction::Help, "Print help (-h prints a summary)"))
        .arg(general("version", 'V', ArgAction::Version, "Print the version"));
    let names = GROUPS.iter().flat_map(|(_, names)| names.iter().copied());
    let command = names.fold(command, |command, name| match command.find_subcommand(name) {
        Some(_) => command.mut_subcommand(name, |command| game_options_last(name, command)),
        None => command,
    });
    let groups = groups(&command);
    let header = *Styles::default().get_header();
    command.help_template(StyledStr::from(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         {header}{GENERAL}:{header:#}\n{{options}}{{after-help}}"
    )))
}

/// Moves the options about the game behind all others of a command. Headings are shown in the order of their first
/// option, and these come first only because GAME does.
fn game_options_last(name: &'static str, command: clap::Command) -> clap::Command {
    if command.has_subcommands() {
        return command;
    }
    let mut args: Vec<Arg> = command.get_arguments().cloned().collect();
    args.sort_by_key(|arg| arg.get_help_heading() == Some(GAME));
    let mut sorted = clap::Command::new(name).args(args);
    sorted = sorted.groups(command.get_groups().cloned());
    sorted = match command.get_about() {
        Some(about) => sorted.about(about.clone()),
        None => sorted,
    };
    sorted = match command.get_long_about() {
        Some(about) => sorted.long_about(about.clone()),
        None => sorted,
    };
    match command.get_after_help() {
        Some(help) => sorted.after_help(help.clone()),
        None => sorted,
    }
}

/// Parses the words of a call, the program's name first.
pub(crate) fn parse<W: Into<OsString> + Clone>(
    words: impl IntoIterator<Item = W>,
) -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words).map_err(|error| plain_number(error, &command))?;
    Cli::from_arg_matches(&matches)
}

/// Replaces the words of Rust for a number that cannot be read by words that say which numbers can.
fn plain_number(error: clap::Error, command: &clap::Command) -> clap::Error {
    let Some(cause) = std::error::Error::source(&error).map(ToString::to_string) else { return error };
    let range = cause.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    let fault = match (&*cause, range) {
        (_, Some((first, ""))) => format!("use a whole number from {first} on"),
        (_, Some((first, last))) => {
            format!("use a whole number from {first} to {}", last.trim_start_matches('='))
        }
        ("invalid digit found in string" | "cannot parse integer from empty string", None) => {
            "use a whole number".to_owned()
        }
        (cause, None) if cause.starts_with("number too ") => cause.replace(" to fit in target type", ""),
        _ => return error,
    };
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, option) = (said(ContextKind::InvalidValue), said(ContextKind::InvalidArg));
    let text = format!("invalid value '{value}' for '{option}': {fault}\n");
    clap::Error::raw(error.kind(), text).with_cmd(command)
}

/// Returns the list of commands in groups, as text.
fn groups(command: &clap::Command) -> String {
    let header = Styles::default();
    let (header, literal) = (*header.get_header(), *header.get_literal());
    let mut text = String::new();
    for (group, names) in GROUPS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{header}{group}:{header:#}");
        for name in names {
            let about = match command.find_subcommand(name).and_then(clap::Command::get_about) {
                Some(about) => about.to_string(),
                None => "Print the help of a command".to_owned(),
            };
            let _ = writeln!(text, "  {literal}{name:<12}{literal:#} {about}");
        }
        text.push('\n');
    }
    text
}

/// Returns examples as a section of a help text: each line is what stands behind `costumier`.
pub(super) fn example(lines: &[&str]) -> StyledStr {
    let header = *Styles::default().get_header();
    let title = if lines.len() == 1 { "Example" } else { "Examples" };
    let lines: Vec<String> = lines.iter().map(|line| format!("\n  costumier {line}")).collect();
    StyledStr::from(format!("{header}{title}:{header:#}{}", lines.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn a_number_that_cannot_be_read_is_told_in_plain_words() {
        for (call, words) in [
            ("view sample --port abc", "invalid value 'abc' for '--port <N>': use a whole number"),
            ("view sample --port 99999", "use a whole number from 0 to 65535"),
            ("export sample -o x --memory 0", "use a whole number from 1 to 65535"),
            ("export sample -o x --look 99999999999999999999999", "number too large"),
            ("tree sample --depth x", "use a whole number"),
        ] {
            let said = parse(std::iter::once("costumier").chain(call.split(' '))).unwrap_err().to_string();
            assert!(said.contains(words), "{call}: {said}");
        }
    }

    #[test]
    fn every_command_stands_in_one_group() {
        let command = command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.push("help");
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn every_command_has_examples_that_can_be_called() {
        for command in command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let calls = help.lines().filter_map(|line| line.trim().strip_prefix("costumier "));
            // What follows is a comment, or for a shell.
            let end = |call: &str| ["  ", " | ", " > "].iter().filter_map(|it| call.find(it)).min();
            let calls = calls.map(|call| call.get(..end(call).unwrap_or(call.len())).unwrap_or_default());
            let mut count = 0;
            for call in calls {
                assert!(call.starts_with(command.get_name()), "{call}");
                let words: Vec<&str> = std::iter::once("costumier").chain(call.split(' ')).collect();
                assert!(parse(words).is_ok(), "{call}");
                count += 1;
            }
            assert!(count > 0, "{}", command.get_name());
        }
    }
}
