//! Ctrl-C and other signals that ask a program to end: what is being written is ended or taken away first.
//!
//! What surprises: asked twice, it ends at once. So whatever goes on for long looks at [`stopped`], or the first
//! Ctrl-C does nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Result;

/// 0, or the number of the signal that came.
static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From here on, signals are only noted.
pub(crate) fn listen() -> Result<()> {
    let mut done = Ok(());
    SIGNAL.get_or_init(|| {
        let signal = Arc::default();
        done = register(&signal);
        signal
    });
    done
}

#[cfg(unix)]
fn register(signal: &Arc<AtomicUsize>) -> Result<()> {
    use std::sync::atomic::AtomicBool;

    use anyhow::Context as _;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let again = Arc::new(AtomicBool::new(false));
    for number in [SIGINT, SIGTERM, SIGHUP] {
        let value = usize::try_from(number).unwrap_or(1);
        signal_hook::flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&again))
            .and_then(|_| signal_hook::flag::register(number, Arc::clone(&again)))
            .and_then(|_| signal_hook::flag::register_usize(number, Arc::clone(signal), value))
            .context("cannot listen to signals")?;
    }
    Ok(())
}

/// Elsewhere Ctrl-C ends a program at once.
#[cfg(not(unix))]
fn register(_: &Arc<AtomicUsize>) -> Result<()> {
    Ok(())
}

/// The signal that asked us to end, if one came.
pub(crate) fn stopped() -> Option<u8> {
    let signal = SIGNAL.get()?.load(Ordering::Relaxed);
    u8::try_from(signal).ok().filter(|signal| *signal != 0)
}
