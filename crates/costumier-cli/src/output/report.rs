//! Messages on stderr: errors with the bytes around their place and a hint, warnings, progress.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use anyhow::Error;
use costumier::format::escape;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::output::failure::{Failure, Hinted};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Time after which work shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Prints an error with its causes, the bytes around its place and a hint.
pub(crate) fn error(error: &Error) {
    // If stderr is closed, there is no other place to report to.
    let _ = write_error(error);
}

fn write_error(error: &Error) -> std::io::Result<()> {
    let mut out = anstream::stderr().lock();
    writeln!(out, "{ERROR}error:{ERROR:#} {}", escape::message(&sentence(error)))?;
    for cause in error.chain() {
        let excerpt = cause.downcast_ref::<Failure>().and_then(|failure| failure.excerpt.as_ref());
        for line in excerpt.iter().flat_map(|excerpt| excerpt.lines()) {
            let style = if line.trim_start().starts_with("^^") { ERROR } else { FAINT };
            writeln!(out, "  {FAINT}|{FAINT:#} {style}{}{style:#}", escape::line(&line))?;
        }
    }
    if let Some(hint) = hint(error) {
        writeln!(out, "{HINT}hint:{HINT:#} {}", escape::message(&hint))?;
    }
    Ok(())
}

/// An error as JSON.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ErrorDocument {
    pub(crate) text: String,
    file: Option<String>,
    block: Option<String>,
    at: Option<u64>,
    hint: Option<String>,
}

/// Returns an error as JSON: what `docs/json.md` calls an *error*.
pub(crate) fn document(error: &Error) -> ErrorDocument {
    let mut document = ErrorDocument { text: sentence(error), hint: hint(error), ..ErrorDocument::default() };
    if let Some(failure) = error.chain().find_map(|cause| cause.downcast_ref::<Failure>()) {
        document.file = failure.error.file().map(str::to_owned);
        document.block = failure.error.block().map(str::to_owned);
        document.at = failure.error.offset();
    }
    document
}

/// Writes an error to stdout, for calls with `--json`.
pub(crate) fn json(error: &Error) {
    answer(&document(error));
}

/// Writes to stdout that the call itself is wrong, for calls with `--json`.
pub(crate) fn json_of_call(text: &str) {
    // Only the first paragraph: the missing arguments stand below its first line.
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = lines.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text).to_owned();
    answer(&ErrorDocument {
        text,
        hint: Some("`costumier COMMAND --help` shows examples and options".into()),
        ..Default::default()
    });
}

fn answer(document: &ErrorDocument) {
    // If stdout is closed, the message on stderr remains.
    let _ =
        crate::output::text::json(&mut std::io::stdout().lock(), &serde_json::json!({ "error": document }));
}

/// Returns the hint of an error: what a person can do next.
fn hint(error: &Error) -> Option<String> {
    error.chain().find_map(|cause| {
        let of_library =
            cause.downcast_ref::<Failure>().and_then(|failure| costumier_export::json::hint(&failure.error));
        let own = || cause.downcast_ref::<Hinted>().map(|hinted| hinted.hint.clone());
        of_library.map(str::to_owned).or_else(own)
    })
}

/// Joins an error and its causes. A cause that the error's text already contains is not repeated.
fn sentence(error: &Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // The text before the colon was a context that the cause repeats.
        if text.is_empty() || cause.starts_with(&format!("{text}: ")) {
            text = cause;
        } else if !text.ends_with(&cause) {
            text.extend([": ", &cause]);
        }
    }
    text
}

/// Whether the error only means that the reader of our output has gone (`costumier list … | head`).
pub(crate) fn is_broken_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

/// The warnings and hints printed so far.
static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether a text is printed for the first time. A call that opens a game twice finds the same problems twice.
fn is_new(text: &str) -> bool {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned())
}

/// Forgets what has been printed, so that a new round prints it again.
pub(crate) fn begin_round() {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Prints a hint, once for each text.
pub(crate) fn advise(text: impl Display) {
    let text = text.to_string();
    if !is_new(&text) {
        return;
    }
    let _ = writeln!(anstream::stderr().lock(), "{HINT}hint:{HINT:#} {}", escape::message(&text));
}

/// Prints a failure that does not stop the rest.
pub(crate) fn fail(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(anstream::stderr().lock(), "{ERROR}error:{ERROR:#} {}", escape::message(&text));
}

/// Prints a warning, once for each text.
pub(crate) fn warn(text: impl Display) {
    let text = text.to_string();
    if !is_new(&text) {
        return;
    }
    let _ = writeln!(anstream::stderr().lock(), "{WARNING}warning:{WARNING:#} {}", escape::message(&text));
}

/// Prints messages while a command works.
pub(crate) struct Reporter {
    quiet: bool,
}

impl Reporter {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Whether the call is quiet.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints a success, unless the call is quiet.
    pub(crate) fn say(&self, text: impl Display) {
        if !self.quiet {
            let _ = writeln!(anstream::stderr().lock(), "{}", escape::message(&text.to_string()));
        }
    }

    /// Prints a failure that does not stop the rest.
    pub(crate) fn fail(&self, text: impl Display) {
        fail(text);
    }

    /// Prints a warning, even if the call is quiet.
    pub(crate) fn warn(&self, text: impl Display) {
        warn(text);
    }

    /// Prints a hint about an earlier message.
    pub(crate) fn hint(&self, text: impl Display) {
        advise(text);
    }

    /// Returns a progress bar of so many steps. It shows itself if the work takes long and stderr is a terminal.
    pub(crate) fn progress(&self, steps: usize, noun: &'static str) -> Progress {
        let wanted = !self.quiet && std::io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let template = format!("{{bar:32}} {{pos}} of {{len}} {noun}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Progress { bar, begun: Instant::now(), wanted, shown: OnceLock::new() }
    }
}

/// The progress of work. Threads share it.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    wanted: bool,
    shown: OnceLock<()>,
}

impl Progress {
    /// Counts one finished step.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if self.wanted && self.begun.elapsed() > PATIENCE {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    /// Removes the progress bar.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let full = || std::io::Error::other("disk full");
        assert_eq!(
            sentence(&Error::new(full()).context("cannot write a.png")),
            "cannot write a.png: disk full"
        );
        #[derive(Debug, thiserror::Error)]
        #[error("a.png: {0}")]
        struct Telling(#[source] std::io::Error);
        let error = Error::new(Telling(full())).context("cannot write");
        assert_eq!(sentence(&error), "cannot write: a.png: disk full");
        let error = Error::new(Telling(full())).context("a.png");
        assert_eq!(sentence(&error), "a.png: disk full");
    }

    #[test]
    fn a_closed_pipe_is_found_below_other_errors() {
        let closed = Error::new(std::io::Error::from(std::io::ErrorKind::BrokenPipe)).context("printing");
        assert!(is_broken_pipe(&closed));
        assert!(!is_broken_pipe(&Error::new(std::io::Error::other("disk full"))));
    }
}
