//! `completions` and `man`: what packagers install beside the binary, made from the same types as the command line.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;

use crate::Outcome;
use crate::args::Cli;

/// Writes the completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell, out: &mut dyn Write) -> Result<Outcome> {
    // The generator panics where it cannot write, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "costumier", &mut text);
    out.write_all(&text)?;
    Ok(Outcome::Done)
}

/// Writes the manual page, subcommand by subcommand.
pub(crate) fn page(out: &mut dyn Write) -> Result<Outcome> {
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(&mut *out)?;
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        let name = format!("costumier-{}", subcommand.get_name());
        clap_mangen::Man::new(subcommand.clone().display_name(name)).render(&mut *out)?;
    }
    Ok(Outcome::Done)
}
