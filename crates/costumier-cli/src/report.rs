//! Errors and problems as people read them, on stderr: what, where, the bytes around it, and what to do.

use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use anyhow::Error;

use crate::failure::{Failure, Hinted};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const MARK: Style = AnsiColor::Red.on_default().bold();

/// Prints an error with its causes, the bytes around its place and a hint.
pub(crate) fn error(error: &Error) {
    // The rest of the world may have closed stderr; there is nobody left to tell.
    let _ = write_error(error);
}

fn write_error(error: &Error) -> std::io::Result<()> {
    let mut out = anstream::stderr().lock();
    writeln!(out, "{ERROR}error:{ERROR:#} {error:#}")?;
    let mut hint = None;
    for cause in error.chain() {
        if let Some(failure) = cause.downcast_ref::<Failure>() {
            if let Some(excerpt) = &failure.excerpt {
                for line in excerpt.lines() {
                    let style = if line.trim_start().starts_with("^^") { MARK } else { FAINT };
                    writeln!(out, "  {FAINT}|{FAINT:#} {style}{line}{style:#}")?;
                }
            }
            hint = hint.or_else(|| failure.error.hint().map(str::to_owned));
        }
        if let Some(hinted) = cause.downcast_ref::<Hinted>() {
            hint = hint.or_else(|| Some(hinted.hint.clone()));
        }
    }
    if let Some(hint) = hint {
        writeln!(out, "{HINT}hint:{HINT:#} {hint}")?;
    }
    Ok(())
}

/// Whether the error only says that nobody reads our output any more (`costumier list … | head`).
pub(crate) fn is_broken_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
