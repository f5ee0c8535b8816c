//! Costumier for JavaScript. The npm package's TypeScript (`packages/costumier`) is the only caller: what
//! stands here takes and gives numbers, bytes and JSON, and knows no rule of any game.
//!
//! Errors are JSON too: what a `CostumierError` is made of. A panic stops the instance for good; its message
//! is told before it does, and the package's side of the border lets no further call through.
#![cfg(target_family = "wasm")]
#![allow(unreachable_pub, reason = "what JavaScript reaches has no path in Rust")]
#![allow(missing_debug_implementations, reason = "nobody prints what JavaScript holds")]

mod costume;
mod error;
#[cfg(feature = "whole")]
mod exports;
mod facts;
mod files;
mod game;
#[cfg(feature = "whole")]
mod inside;
#[cfg(feature = "whole")]
mod movie;
mod number;
#[cfg(feature = "whole")]
mod rows;
mod scene;

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static TELL: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Calls this function with what a panic says, before the instance stops.
#[wasm_bindgen]
pub fn on_panic(tell: js_sys::Function) {
    TELL.set(Some(tell));
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        TELL.with_borrow(|tell| {
            if let Some(tell) = tell {
                // There is nobody to hear what it throws.
                let _ = tell.call1(&wasm_bindgen::JsValue::NULL, &message.into());
            }
        });
    }));
}

/// The package's version.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Panics: for the test of what happens then.
#[wasm_bindgen]
pub fn panic_for_test() {
    let nothing: &[u8] = &[];
    let at = nothing.len();
    let _ = nothing[at];
}
