//! The error of each thread's last call that failed.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

thread_local! {
    static LAST: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// Remembers why a call failed.
pub(crate) fn fail(why: &str) {
    // A message with a zero byte would end there; the rest of it is kept.
    let text = CString::new(why.replace('\0', "\u{fffd}")).unwrap_or_default();
    LAST.set(Some(text));
}

/// Returns the message of the last call that failed.
pub(crate) fn last() -> *const c_char {
    LAST.with_borrow(|last| last.as_ref().map_or(ptr::null(), |text| text.as_ptr()))
}

/// Runs the body of a call. If it fails or panics, the reason is remembered.
pub(crate) fn attempt<T>(body: impl FnOnce() -> Result<T, String>) -> Option<T> {
    // What a panic leaves behind is only freed: the caller is told that the call failed.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => Some(value),
        Ok(Err(why)) => {
            fail(&why);
            None
        }
        Err(_) => {
            fail("a fault in costumier: the call was given up");
            None
        }
    }
}
