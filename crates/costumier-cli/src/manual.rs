//! `completions` and `man`: what packagers install beside the binary, made from the same types as the command
//! line.

use std::io::Write;

use anyhow::{Result, bail};
use clap::{Command, CommandFactory};

use crate::Outcome;
use crate::args::{Cli, ManArgs};
use crate::output::Folder;

/// Writes the completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell, out: &mut dyn Write) -> Result<Outcome> {
    // The generator panics where it cannot write, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "costumier", &mut text);
    out.write_all(&text)?;
    Ok(Outcome::Done)
}

/// Writes manual pages: one to stdout, or all into a folder.
pub(crate) fn pages(args: &ManArgs, out: &mut dyn Write) -> Result<Outcome> {
    let mut command = Cli::command();
    // Hands global options down to the subcommands.
    command.build();
    if let Some(folder) = &args.output {
        let folder = Folder::open(folder)?;
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
        None => bail!("there is no page {wanted}: `costumier help` lists the commands"),
    }
    Ok(Outcome::Done)
}

/// The page of the command, and one for each subcommand.
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
        let mut command = Cli::command();
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
}
