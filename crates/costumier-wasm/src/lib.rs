//! Costumier for JavaScript. Its only caller is the TypeScript of the npm package (`packages/costumier`). Functions
//! take and return numbers, bytes and JSON, and contain no rule of any game.
//!
//! Errors are JSON too, from which the package makes a `CostumierError`.
//!
//! **Note:** a panic ends the instance for good. Its message is passed to the package first, which allows no further
//! call.
#![cfg(target_family = "wasm")]
#![allow(unreachable_pub, reason = "what JavaScript reaches has no path in Rust")]
#![allow(missing_debug_implementations, reason = "nobody prints what JavaScript holds")]

mod border;
mod error;
mod files;
mod game;
mod scene;

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static TELL: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Sets the function that gets the message of a panic before the instance ends.
#[wasm_bindgen]
pub fn on_panic(tell: js_sys::Function) {
    TELL.set(Some(tell));
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        TELL.with_borrow(|tell| {
            if let Some(tell) = tell {
                // An exception of that function cannot be reported anywhere.
                let _ = tell.call1(&wasm_bindgen::JsValue::NULL, &message.into());
            }
        });
    }));
}

/// Returns the version of the package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Panics, so that a test can check what follows.
#[wasm_bindgen]
pub fn panic_for_test() {
    let nothing: &[u8] = &[];
    let at = nothing.len();
    let _ = nothing[at];
}
