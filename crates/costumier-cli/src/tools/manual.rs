//! `completions` and `man`: files that packagers install next to the program, made from the types of the command
//! line.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Command;
use clap_complete::Shell;

use crate::Outcome;
use crate::args::ManArgs;
use crate::call::bundled::sample_words;
use crate::disk::safe_write::Folder;

/// Writes the completions for a shell.
pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<Outcome> {
    // The generator panics if it cannot write, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut crate::args::command(), "costumier", &mut text);
    out.write_all(with_samples(shell, &String::from_utf8_lossy(&text)).as_bytes())?;
    Ok(Outcome::Done)
}

/// Adds the words for the bundled games to completions. The generator offers either words or files for an argument,
/// and GAME is both.
fn with_samples(shell: Shell, text: &str) -> String {
    let words = sample_words().join(" ");
    match shell {
        // Commands that take a game are those with the option for its screen.
        Shell::Bash => {
            let line = |line: &str| match line.strip_suffix('"').filter(|it| it.contains(" --screen ")) {
                Some(options) if line.trim_start().starts_with("opts=") => format!("{options} {words}\"\n"),
                _ => format!("{line}\n"),
            };
            text.lines().map(line).collect()
        }
        Shell::Zsh => {
            let game = format!(
                "\n_costumier_game() {{\n    local -a samples=({words})\n    _describe 'bundled game' \
                 samples\n    _default\n}}\n"
            );
            let is_game = |line: &str| {
                let line = line.trim_start().trim_start_matches(['\'', '*', ':']);
                line.starts_with("name -- ") || line.starts_with("names -- ")
            };
            let line = |line: &str| match is_game(line) {
                true => line.replace(":_default'", ":_costumier_game'"),
                false => line.to_owned(),
            };
            let mut lines: Vec<String> = text.lines().map(line).collect();
            lines.insert(1.min(lines.len()), game);
            lines.join("\n") + "\n"
        }
        Shell::Fish => {
            let when = "not __fish_costumier_needs_command";
            format!("{text}complete -c costumier -n \"{when}\" -a \"{words}\" -d 'bundled game'\n")
        }
        _ => text.to_owned(),
    }
}

/// Writes manual pages: one to stdout, or all into a folder.
pub(crate) fn pages(args: &ManArgs, out: &mut dyn Write) -> Result<Outcome> {
    let mut command = crate::args::command();
    // Passes global options on to the subcommands.
    command.build();
    if let Some(folder) = &args.output {
        let folder = Folder::open(folder, args.force)?;
        for (name, page) in all(&command)? {
            folder.write(&format!("{name}.1"), &page)?;
        }
        return Ok(Outcome::Done);
    }
    let wanted = match &args.subcommand {
        None => "costumier".to_owned(),
        Some(name) => format!("costumier-{name}"),
    };
    match all(&command)?.into_iter().find(|(name, _)| *name == wanted) {
        Some((_, page)) => out.write_all(&page)?,
        None => bail!("there is no page {wanted}; `costumier help` lists the commands"),
    }
    Ok(Outcome::Done)
}

/// Returns the page of the program, and one for each command.
fn all(command: &Command) -> Result<Vec<(String, Vec<u8>)>> {
    let mut pages = vec![("costumier".to_owned(), page(command.clone())?)];
    let shown = command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help");
    for subcommand in shown {
        let name = format!("costumier-{}", subcommand.get_name());
        let own = subcommand.clone().display_name(&name).bin_name(name.replacen('-', " ", 1));
        pages.push((name, page(own)?));
    }
    Ok(pages)
}

fn page(command: Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let source = format!("costumier {}", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).source(source).render(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_options() {
        let mut command = crate::args::command();
        command.build();
        let pages = all(&command).unwrap();
        let text = |name: &str| {
            let (_, page) = pages.iter().find(|(of, _)| of == name).unwrap();
            String::from_utf8_lossy(page).replace("\\-", "-")
        };
        assert!(text("costumier").contains("costumier-export"));
        assert!(text("costumier-export").contains("--scale-up"));
        assert!(text("costumier-extract").contains("--payload"));
        assert!(text("costumier-man").contains("--output"));
        assert_eq!(pages.len(), command.get_subcommands().filter(|it| it.get_name() != "help").count() + 1);
    }

    #[test]
    fn completions_know_the_bundled_games() {
        for (shell, told) in [
            (Shell::Bash, "--version sample sample-v5"),
            (Shell::Zsh, ":_costumier_game'"),
            (Shell::Fish, "-a \"sample sample-v5"),
        ] {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut crate::args::command(), "costumier", &mut text);
            let text = with_samples(shell, &String::from_utf8(text).unwrap());
            assert!(text.contains(told), "{shell}: {told}");
        }
    }
}
