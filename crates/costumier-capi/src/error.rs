//! The error of each thread's last call that failed.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use costumier_api::{Error, Language, Result};

thread_local! {
    static LAST: RefCell<[Option<CString>; 2]> = const { RefCell::new([None, None]) };
}

/// Returns the message of the last call that failed, or with 1 its hint.
pub(crate) fn last(part: usize) -> *const c_char {
    LAST.with_borrow(|last| last.get(part).and_then(Option::as_ref).map_or(ptr::null(), |text| text.as_ptr()))
}

/// Runs the body of a call. If it fails or panics, the reason is remembered.
pub(crate) fn attempt<T>(body: impl FnOnce() -> Result<T>) -> Option<T> {
    // What a panic leaves behind is only freed: the caller is told that the call failed.
    let caught = catch_unwind(AssertUnwindSafe(body));
    let error = match caught {
        Ok(Ok(value)) => return Some(value),
        Ok(Err(error)) => error,
        Err(_) => Error::usage("a fault in costumier: the call was given up"),
    };
    // A message with a zero byte would end there; the rest of it is kept.
    let text = |text: String| CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
    LAST.set([Some(text(error.to_string())), error.hint(Language::C).map(text)]);
    None
}
