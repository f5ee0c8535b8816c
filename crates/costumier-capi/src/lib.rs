//! Costumier for C. `include/costumier.h` declares the functions and says what they do. Most of them, and their
//! declarations, are written by a test of `costumier-api` (`border`); those with callbacks are here.
//!
//! This is the only crate of the workspace with unsafe code. All of it is at the border: pointers from C are read, and
//! pointers for C are made (`pass`).
//!
//! **Note:** no panic crosses the border. A call that panics fails like any other.

mod border;
mod error;
mod files;
mod pass;
mod picture;

use std::ffi::{CString, c_char, c_void};
use std::sync::Arc;

use costumier_api::{Draft, Game, OpenOptions, RoomDraft, Scene};

use error::attempt;
use files::{CFile, CFiles};
use pass::Handle;

/// `costumier_event` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Event {
    actor: usize,
    limb: u8,
    kind: *const c_char,
    text: *const c_char,
}

/// A function of C that hears events.
pub type OnEvent = Option<unsafe extern "C" fn(context: *mut c_void, event: *const Event)>;

/// Returns the version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn costumier_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns why the last call of this thread failed.
#[unsafe(no_mangle)]
pub extern "C" fn costumier_last_error() -> *const c_char {
    error::last(0)
}

/// Returns what to do about it.
#[unsafe(no_mangle)]
pub extern "C" fn costumier_last_hint() -> *const c_char {
    error::last(1)
}

/// Opens the game among these files.
///
/// # Safety
/// `files` points to `count` files, which are as the header says; `options` is null or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_open(
    files: *const CFile,
    count: usize,
    options: *const c_char,
) -> *mut Handle<Game> {
    let opened = attempt(|| {
        // SAFETY: the caller passes null or a string.
        let options = unsafe { pass::string(options, "options") }?;
        // SAFETY: the caller passes `count` files as the header describes them.
        let files = unsafe { CFiles::read(files, count) }?;
        let options = options.map_or(Ok(OpenOptions::default()), OpenOptions::from_json)?;
        Game::open_files(Arc::new(files), None, &options)
    });
    pass::object(opened)
}

/// Reads the costume among these files.
///
/// # Safety
/// `files` points to `count` files, which are as the header says; `generation` is null or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_read(
    files: *const CFile,
    count: usize,
    generation: *const c_char,
) -> *mut Handle<Draft> {
    let read = attempt(|| {
        // SAFETY: the caller passes null or a string.
        let generation = unsafe { pass::string(generation, "generation") }?;
        // SAFETY: the caller passes `count` files as the header describes them.
        let files = unsafe { CFiles::read(files, count) }?;
        Draft::read(Arc::new(files), generation)
    });
    pass::object(read)
}

/// Reads the room folder among these files.
///
/// # Safety
/// `files` points to `count` files, which are as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_read(
    files: *const CFile,
    count: usize,
) -> *mut Handle<RoomDraft> {
    let read = attempt(|| {
        // SAFETY: the caller passes `count` files as the header describes them.
        let files = unsafe { CFiles::read(files, count) }?;
        RoomDraft::read(Arc::new(files))
    });
    pass::object(read)
}

/// Plays one loop of the interpreter.
///
/// # Safety
/// `scene` is a scene that no other thread uses now; `on_event` takes `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_tick(
    scene: *mut Handle<Scene>,
    on_event: OnEvent,
    context: *mut c_void,
) -> i32 {
    let events = attempt(|| {
        // SAFETY: the caller passes null or a scene that is used here alone.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.tick(1.into())
    });
    let Some(events) = events else { return -1 };
    for event in &events {
        if let Some(on_event) = on_event {
            let string = |text: &str| CString::new(text).unwrap_or_default();
            let (kind, text) = (string(event.event), string(&event.text));
            let event =
                Event { actor: event.actor, limb: event.limb, kind: kind.as_ptr(), text: text.as_ptr() };
            // SAFETY: the caller passes a function of this type; the event lives until it returns.
            unsafe { on_event(context, &raw const event) };
        }
    }
    i32::try_from(events.len()).unwrap_or(i32::MAX)
}
