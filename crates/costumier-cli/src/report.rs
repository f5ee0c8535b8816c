//! What goes to stderr: errors with the bytes around their place and a hint, a line per failure, progress.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use anyhow::Error;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::failure::{Failure, Hinted};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Work that takes longer shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// Prints an error with its causes, the bytes around its place and a hint.
pub(crate) fn error(error: &Error) {
    // The rest of the world may have closed stderr; there is nobody left to tell.
    let _ = write_error(error);
}

fn write_error(error: &Error) -> std::io::Result<()> {
    let mut out = anstream::stderr().lock();
    writeln!(out, "{ERROR}error:{ERROR:#} {}", sentence(error))?;
    for cause in error.chain() {
        let excerpt = cause.downcast_ref::<Failure>().and_then(|failure| failure.excerpt.as_ref());
        for line in excerpt.iter().flat_map(|excerpt| excerpt.lines()) {
            let style = if line.trim_start().starts_with("^^") { ERROR } else { FAINT };
            writeln!(out, "  {FAINT}|{FAINT:#} {style}{line}{style:#}")?;
        }
    }
    if let Some(hint) = hint(error) {
        writeln!(out, "{HINT}hint:{HINT:#} {hint}")?;
    }
    Ok(())
}

/// An error as data.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ErrorDocument {
    pub(crate) text: String,
    file: Option<String>,
    block: Option<String>,
    at: Option<u64>,
    hint: Option<String>,
}

/// The error as data: what `docs/json.md` calls an *error*.
pub(crate) fn document(error: &Error) -> ErrorDocument {
    let mut document = ErrorDocument { text: sentence(error), hint: hint(error), ..ErrorDocument::default() };
    if let Some(failure) = error.chain().find_map(|cause| cause.downcast_ref::<Failure>()) {
        document.file = failure.error.file().map(str::to_owned);
        document.block = failure.error.block().map(str::to_owned);
        document.at = failure.error.offset();
    }
    document
}

/// Answers with the error, where JSON was asked for.
pub(crate) fn json(error: &Error) {
    answer(&document(error));
}

/// Answers with what is wrong with the call itself.
pub(crate) fn json_of_call(text: &str) {
    // The first paragraph: what is missing stands below the first line.
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = lines.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text).to_owned();
    answer(&ErrorDocument {
        text,
        hint: Some("`costumier --help` shows how it is called".into()),
        ..Default::default()
    });
}

fn answer(document: &ErrorDocument) {
    // The rest of the world may have closed stdout; stderr says it all the same.
    let _ = crate::text::json(&mut std::io::stdout().lock(), &serde_json::json!({ "error": document }));
}

/// What a person can do next.
fn hint(error: &Error) -> Option<String> {
    error.chain().find_map(|cause| {
        let of_library =
            cause.downcast_ref::<Failure>().and_then(|failure| costumier_export::json::hint(&failure.error));
        let own = || cause.downcast_ref::<Hinted>().map(|hinted| hinted.hint.clone());
        of_library.map(str::to_owned).or_else(own)
    })
}

/// The error and its causes. Some errors tell their cause themselves; it is not told twice.
fn sentence(error: &Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // What stands before the colon was a context that the cause tells itself.
        if text.is_empty() || cause.starts_with(&format!("{text}: ")) {
            text = cause;
        } else if !text.ends_with(&cause) {
            text.extend([": ", &cause]);
        }
    }
    text
}

/// Whether the error only says that nobody reads our output any more (`costumier list … | head`).
pub(crate) fn is_broken_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Warnings and hints that have been told.
static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether a text has not been told yet: a call that opens a game twice finds the same twice.
fn is_new(text: &str) -> bool {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned())
}

/// Forgets what has been told: a new round tells it again.
pub(crate) fn begin_round() {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Says what a person can do, behind what stdout told; each text once.
pub(crate) fn advise(text: impl Display) {
    let text = text.to_string();
    if !is_new(&text) {
        return;
    }
    let _ = writeln!(anstream::stderr().lock(), "{HINT}hint:{HINT:#} {text}");
}

/// Says what failed and does not stop the rest.
pub(crate) fn fail(text: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{ERROR}error:{ERROR:#} {text}");
}

/// Says what was hardly meant so; each text once.
pub(crate) fn warn(text: impl Display) {
    let text = text.to_string();
    if !is_new(&text) {
        return;
    }
    let _ = writeln!(anstream::stderr().lock(), "{WARNING}warning:{WARNING:#} {text}");
}

/// Tells people what happens while it does.
pub(crate) struct Teller {
    quiet: bool,
}

impl Teller {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Something that went well; silent if that was asked for.
    pub(crate) fn say(&self, text: impl Display) {
        if !self.quiet {
            let _ = writeln!(anstream::stderr().lock(), "{text}");
        }
    }

    /// A failure that does not stop the rest.
    pub(crate) fn fail(&self, text: impl Display) {
        fail(text);
    }

    /// Something that was hardly meant so; it is told in any case.
    pub(crate) fn warn(&self, text: impl Display) {
        warn(text);
    }

    /// What a person can do about what was told.
    pub(crate) fn hint(&self, text: impl Display) {
        advise(text);
    }

    /// A bar for so many steps, which shows itself where the work takes long and somebody can see it.
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

/// How far the work is. Threads share it.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    wanted: bool,
    shown: OnceLock<()>,
}

impl Progress {
    /// One step is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if self.wanted && self.begun.elapsed() > PATIENCE {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    /// The work is done; the bar goes.
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
