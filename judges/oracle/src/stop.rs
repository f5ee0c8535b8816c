//! Ctrl-C and other signals to end: started processes are ended and written files are removed, as after any failure.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::{Failure, Outcome};

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Makes signals to end set a flag instead of ending the process. Long work tests the flag with [`check`].
pub(crate) fn listen() -> Outcome<()> {
    let asked = ASKED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        flag::register(signal, Arc::clone(asked)).map_err(|error| Failure::because("signals", error))?;
    }
    Ok(())
}

/// A failure once a signal has come.
pub(crate) fn check() -> Outcome<()> {
    match ASKED.get().is_some_and(|asked| asked.load(Ordering::Relaxed)) {
        true => Err(Failure::new("stopped by a signal")),
        false => Ok(()),
    }
}
