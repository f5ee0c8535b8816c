//! Costumier for C. `include/costumier.h` declares the functions and says what they do; it is written by hand.
//!
//! This is the only crate of the workspace with unsafe code. All of it is at the border: pointers from C are read, and
//! pointers for C are made. What is behind the border is in `scene` and `files`.
//!
//! **Note:** no panic crosses the border. A call that panics fails like any other.

mod error;
mod files;
mod scene;

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::Arc;

use costumier::game::shelf;
use costumier::{Game, Limits};

use error::{attempt, fail};
use files::{CFile, CFiles};
use scene::{Event, Picture, Scene};

/// A game that is open.
#[derive(Debug)]
pub struct OpenGame(Arc<Game>);

/// A function of C that hears events.
pub type OnEvent = Option<unsafe extern "C" fn(context: *mut c_void, event: *const Event)>;

/// Reads a string of C.
///
/// # Safety
/// `text` is null, or a string that ends with a zero byte and lives as long as `'a`.
unsafe fn string<'a>(text: *const c_char, name: &str) -> Result<Option<&'a str>, String> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller passes a string that ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| format!("{name} is not UTF-8"))
}

/// Reads a string of C that must not be null.
///
/// # Safety
/// As [`string`].
unsafe fn required<'a>(text: *const c_char, name: &str) -> Result<&'a str, String> {
    // SAFETY: the caller passes what `string` wants.
    unsafe { string(text, name) }?.ok_or_else(|| format!("{name} is NULL"))
}

/// Returns the version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn costumier_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns why the last call of this thread failed.
#[unsafe(no_mangle)]
pub extern "C" fn costumier_last_error() -> *const c_char {
    error::last()
}

/// Opens the game among these files.
///
/// # Safety
/// `files` points to `count` files, which are as the header says; `which` is null or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_open(
    files: *const CFile,
    count: usize,
    which: *const c_char,
) -> *mut OpenGame {
    let opened = attempt(|| {
        if files.is_null() || count == 0 {
            return Err("there are no files".into());
        }
        // SAFETY: the caller passes `count` files.
        let files = unsafe { std::slice::from_raw_parts(files, count) };
        // SAFETY: the caller passes null or a string.
        let which = unsafe { string(which, "which") }?;
        let mut all = CFiles::default();
        for file in files {
            // SAFETY: the caller passes files as the header describes them.
            unsafe { all.add(file) }?;
        }
        // A single file may be an archive, or an index without its other files. Then it names the game.
        let start = all.only().map(str::to_owned);
        let (shelf, index) = shelf(Arc::new(all), start.as_deref(), &Limits::default());
        let which = which.map(str::to_owned).or(index);
        let mut game = Game::open(&shelf, which.as_deref(), Limits::default()).map_err(|e| e.to_string())?;
        // Scripts give costumes their roles.
        game.read_cast();
        Ok(OpenGame(Arc::new(game)))
    });
    opened.map_or(ptr::null_mut(), |game| Box::into_raw(Box::new(game)))
}

/// Closes a game.
///
/// # Safety
/// `game` is null, or what [`costumier_open`] returned, and not closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_close(game: *mut OpenGame) {
    if !game.is_null() {
        // SAFETY: the pointer came from `Box::into_raw`, and is used for the last time.
        let game = unsafe { Box::from_raw(game) };
        attempt(move || {
            drop(game);
            Ok(())
        });
    }
}

/// Writes the ids of costumes, and returns their number.
///
/// # Safety
/// `game` is an open game; `ids` has space for `capacity` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costumes(game: *const OpenGame, ids: *mut u32, capacity: usize) -> usize {
    // SAFETY: the caller passes null or an open game.
    let Some(game) = (unsafe { game.as_ref() }) else {
        fail("game is NULL");
        return 0;
    };
    let found = attempt(|| Ok(game.0.costume_ids().collect::<Vec<u32>>())).unwrap_or_default();
    let count = if ids.is_null() { 0 } else { found.len().min(capacity) };
    if count > 0 {
        // SAFETY: the caller has space for `capacity` numbers, which overlap with nothing of ours.
        unsafe { ptr::copy_nonoverlapping(found.as_ptr(), ids, count) };
    }
    found.len()
}

/// Starts a scene.
///
/// # Safety
/// `game` is an open game, `json` a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_new(game: *const OpenGame, json: *const c_char) -> *mut Scene {
    let scene = attempt(|| {
        // SAFETY: the caller passes null or an open game.
        let game = unsafe { game.as_ref() }.ok_or("game is NULL")?;
        // SAFETY: the caller passes null or a string.
        let json = unsafe { required(json, "json") }?;
        Scene::new(Arc::clone(&game.0), json)
    });
    scene.map_or(ptr::null_mut(), |scene| Box::into_raw(Box::new(scene)))
}

/// Makes an actor perform a step.
///
/// # Safety
/// `scene` is a scene that no other thread uses now, `json` a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_do(scene: *mut Scene, actor: usize, json: *const c_char) -> i32 {
    let done = attempt(|| {
        // SAFETY: the caller passes null or a scene that is used here alone.
        let scene = unsafe { scene.as_mut() }.ok_or("scene is NULL")?;
        // SAFETY: the caller passes null or a string.
        let json = unsafe { required(json, "json") }?;
        scene.perform(actor, json)
    });
    done.map_or(-1, |()| 0)
}

/// Plays one loop of the interpreter.
///
/// # Safety
/// `scene` is a scene that no other thread uses now; `on_event` takes `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_tick(
    scene: *mut Scene,
    on_event: OnEvent,
    context: *mut c_void,
) -> i32 {
    let events = attempt(|| {
        // SAFETY: the caller passes null or a scene that is used here alone.
        let scene = unsafe { scene.as_mut() }.ok_or("scene is NULL")?;
        Ok(scene.tick())
    });
    let Some(events) = events else { return -1 };
    for event in &events {
        if let Some(on_event) = on_event {
            let event = event.for_c();
            // SAFETY: the caller passes a function of this type; the event lives until it returns.
            unsafe { on_event(context, &raw const event) };
        }
    }
    i32::try_from(events.len()).unwrap_or(i32::MAX)
}

/// Goes to a tick.
///
/// # Safety
/// `scene` is a scene that no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_seek(scene: *mut Scene, tick: u32) -> i32 {
    let done = attempt(|| {
        // SAFETY: the caller passes null or a scene that is used here alone.
        let scene = unsafe { scene.as_mut() }.ok_or("scene is NULL")?;
        scene.seek(tick)
    });
    done.map_or(-1, |()| 0)
}

/// Draws a scene.
///
/// # Safety
/// `scene` is a scene that no other thread uses now; `picture` has space for a picture.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_render(scene: *mut Scene, picture: *mut Picture) -> i32 {
    let drawn = attempt(|| {
        if picture.is_null() {
            return Err("picture is NULL".into());
        }
        // SAFETY: the caller passes null or a scene that is used here alone.
        let scene = unsafe { scene.as_mut() }.ok_or("scene is NULL")?;
        scene.render()
    });
    let Some(drawn) = drawn else { return -1 };
    // SAFETY: it is not null, and the caller has space for a picture.
    unsafe { picture.write(drawn) };
    0
}

/// Frees a scene.
///
/// # Safety
/// `scene` is null, or what [`costumier_scene_new`] returned, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_free(scene: *mut Scene) {
    if !scene.is_null() {
        // SAFETY: the pointer came from `Box::into_raw`, and is used for the last time.
        let scene = unsafe { Box::from_raw(scene) };
        attempt(move || {
            drop(scene);
            Ok(())
        });
    }
}
