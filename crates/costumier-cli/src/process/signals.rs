//! Ctrl-C and other signals that ask a program to end. A command first finishes or removes what it is writing.
//!
//! **Note:** a second signal ends the program at once. Long work has to check [`stopped`]; otherwise the first Ctrl-C
//! does nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Result;

/// 0, or the number of the signal that arrived.
static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Records signals from here on, so that they do not end the program.
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

/// On other systems Ctrl-C ends a program at once.
#[cfg(not(unix))]
fn register(_: &Arc<AtomicUsize>) -> Result<()> {
    Ok(())
}

/// Returns the signal that asked the program to end, if one did.
pub(crate) fn stopped() -> Option<u8> {
    let signal = SIGNAL.get()?.load(Ordering::Relaxed);
    u8::try_from(signal).ok().filter(|signal| *signal != 0)
}
