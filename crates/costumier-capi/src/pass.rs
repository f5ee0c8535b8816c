//! What passes the border: pointers of C that are read, and results that C gets.
//!
//! Texts and bytes that C gets are kept for its thread until the thread's next result of that kind, or its end. Bytes
//! that an object keeps anyway are borrowed from it.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use costumier_api::{CostumeIn, Error, JsonText, Number, Result, RoomIn};
use serde::Serialize;

use crate::error::attempt;
use crate::picture::Canvas;

thread_local! {
    static TEXT: RefCell<CString> = RefCell::default();
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// An object that C holds, with the memory of its last picture.
#[derive(Debug)]
pub struct Handle<T> {
    pub(crate) value: T,
    pub(crate) canvas: Canvas,
}

fn null(name: &str) -> Error {
    Error::usage(format!("{name} is NULL"))
}

/// Reads a handle that others may use at the same time.
///
/// # Safety
/// `handle` is null or one of this library that is not freed.
pub(crate) unsafe fn shared<'a, T>(handle: *const Handle<T>, name: &str) -> Result<&'a Handle<T>> {
    // SAFETY: the caller passes null or a handle.
    unsafe { handle.as_ref() }.ok_or_else(|| null(name))
}

/// Reads a handle that only this call uses.
///
/// # Safety
/// As [`shared`], and no other thread uses it.
pub(crate) unsafe fn alone<'a, T>(handle: *mut Handle<T>, name: &str) -> Result<&'a mut Handle<T>> {
    // SAFETY: the caller passes null or a handle that is used here alone.
    unsafe { handle.as_mut() }.ok_or_else(|| null(name))
}

/// The objects that C holds: their types and addresses. The bits of an address are inverted, so that tools which look
/// for pointers still find an object that a program lost.
static HELD: Mutex<BTreeSet<(TypeId, usize)>> = Mutex::new(BTreeSet::new());

fn held() -> MutexGuard<'static, BTreeSet<(TypeId, usize)>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn key<T: 'static>(handle: *const Handle<T>) -> (TypeId, usize) {
    (TypeId::of::<T>(), !handle.addr())
}

/// Frees a handle. One that is freed already, or of another type, is an error, and stays as it is.
///
/// # Safety
/// As [`alone`]; it is used for the last time.
pub(crate) unsafe fn free<T: 'static>(handle: *mut Handle<T>, name: &str) {
    if handle.is_null() {
        return;
    }
    attempt(|| {
        if !held().remove(&key(handle)) {
            return Err(Error::usage(format!("{name} is freed already, or is another object")));
        }
        // SAFETY: the pointer came from `Box::into_raw`, and is used for the last time.
        drop(unsafe { Box::from_raw(handle) });
        Ok(())
    });
}

/// Reads a string that may be null.
///
/// # Safety
/// `text` is null, or a string that ends with a zero byte and lives as long as `'a`.
pub(crate) unsafe fn string<'a>(text: *const c_char, name: &str) -> Result<Option<&'a str>> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller passes a string that ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| Error::usage(format!("{name} is not UTF-8")))
}

/// Reads a string that must not be null.
///
/// # Safety
/// As [`string`].
pub(crate) unsafe fn required<'a>(text: *const c_char, name: &str) -> Result<&'a str> {
    // SAFETY: the caller passes what `string` wants.
    unsafe { string(text, name) }?.ok_or_else(|| null(name))
}

/// Reads bytes. They may be null if there are none.
///
/// # Safety
/// `bytes` points to `length` bytes that live as long as `'a`.
pub(crate) unsafe fn slice<'a>(bytes: *const u8, length: usize, name: &str) -> Result<&'a [u8]> {
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: the caller passes `length` bytes.
    unsafe { many(bytes, length, name) }
}

/// Reads a list that is not empty.
///
/// # Safety
/// `list` is null, or points to `length` values that live as long as `'a`.
pub(crate) unsafe fn many<'a, T>(list: *const T, length: usize, name: &str) -> Result<&'a [T]> {
    if list.is_null() {
        return Err(null(name));
    }
    // -1 of C is the largest number here, and no memory has as many bytes.
    if length.checked_mul(size_of::<T>()).is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(Error::usage(format!("the length of {name} is {length}, which no list has")));
    }
    // SAFETY: the caller passes `length` values.
    Ok(unsafe { std::slice::from_raw_parts(list, length) })
}

/// Reads ids; null means all.
///
/// # Safety
/// `ids` is null or points to `length` numbers.
pub(crate) unsafe fn ids(ids: *const u32, length: usize, name: &str) -> Result<Option<Vec<Number>>> {
    if ids.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller passes `length` numbers.
    let ids = unsafe { many(ids, length, name) }?;
    Ok(Some(ids.iter().map(|id| (*id).into()).collect()))
}

/// `costumier_new_costume` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NewCostume {
    id: u32,
    room: i64,
    payload: *const u8,
    length: usize,
}

/// Reads costumes that are put into a game.
///
/// # Safety
/// `costumes` points to `count` costumes, which are as the header says.
pub(crate) unsafe fn costumes(costumes: *const NewCostume, count: usize) -> Result<Vec<CostumeIn>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the caller passes `count` costumes.
    let costumes = unsafe { many(costumes, count, "costumes") }?;
    let read = |it: &NewCostume| {
        // SAFETY: the payload of a costume has this length.
        let payload = unsafe { slice(it.payload, it.length, "payload") }?;
        let room = (it.room >= 0).then(|| it.room.into());
        Ok((it.id.into(), room, payload.to_vec()))
    };
    costumes.iter().map(read).collect()
}

/// `costumier_new_room` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NewRoom {
    id: u32,
    payload: *const u8,
    length: usize,
}

/// Reads rooms that are put into a game.
///
/// # Safety
/// `rooms` points to `count` rooms, which are as the header says.
pub(crate) unsafe fn rooms(rooms: *const NewRoom, count: usize) -> Result<Vec<RoomIn>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the caller passes `count` rooms.
    let rooms = unsafe { many(rooms, count, "rooms") }?;
    let read = |it: &NewRoom| {
        // SAFETY: the payload of a room has this length.
        let payload = unsafe { slice(it.payload, it.length, "payload") }?;
        Ok((it.id.into(), payload.to_vec()))
    };
    rooms.iter().map(read).collect()
}

/// Checks a pointer to which a result is written.
pub(crate) fn place<T>(pointer: *mut T, name: &str) -> Result<*mut T> {
    if pointer.is_null() { Err(null(name)) } else { Ok(pointer) }
}

/// Serialises facts.
pub(crate) fn to_json(facts: &impl Serialize) -> Result<JsonText> {
    serde_json::to_string(facts).map(JsonText).map_err(Error::usage)
}

pub(crate) fn done(made: Option<()>) -> i32 {
    made.map_or(-1, |()| 0)
}

pub(crate) fn number<T: Default>(made: Option<T>) -> T {
    made.unwrap_or_default()
}

pub(crate) fn found(made: Option<impl TryInto<i64>>) -> i64 {
    made.and_then(|number| number.try_into().ok()).unwrap_or(-1)
}

pub(crate) fn answer(made: Option<bool>) -> i32 {
    made.map_or(-1, i32::from)
}

pub(crate) fn index(made: Option<Option<usize>>) -> i32 {
    let Some(found) = made else { return -2 };
    found.map_or(-1, |index| i32::try_from(index).unwrap_or(i32::MAX))
}

pub(crate) fn object<T: 'static>(made: Option<T>) -> *mut Handle<T> {
    let Some(value) = made else { return ptr::null_mut() };
    let handle = Box::into_raw(Box::new(Handle { value, canvas: Canvas::default() }));
    held().insert(key(handle));
    handle
}

pub(crate) fn text(made: Option<String>) -> *const c_char {
    maybe_text(made.map(Some))
}

pub(crate) fn json(made: Option<JsonText>) -> *const c_char {
    text(made.map(|json| json.0))
}

pub(crate) fn json_text(made: Option<String>) -> *const c_char {
    text(made)
}

pub(crate) fn maybe_text(made: Option<Option<String>>) -> *const c_char {
    let Some(text) = made.flatten() else { return ptr::null() };
    // A zero byte would end the text; the rest of it is kept.
    TEXT.set(CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default());
    TEXT.with_borrow(|text| text.as_ptr())
}

/// # Safety
/// As [`borrowed`].
pub(crate) unsafe fn bytes(made: Option<Vec<u8>>, length: *mut usize) -> *const u8 {
    let Some(bytes) = made else { return ptr::null() };
    BYTES.set(bytes);
    // SAFETY: the caller passes what `borrowed` wants.
    BYTES.with_borrow(|bytes| unsafe { borrowed(Some(bytes), length) })
}

/// Returns bytes of an object, which keeps them.
///
/// # Safety
/// `length` is null or has space for a number.
pub(crate) unsafe fn borrowed(made: Option<&[u8]>, length: *mut usize) -> *const u8 {
    let Some(bytes) = made else { return ptr::null() };
    if !length.is_null() {
        // SAFETY: it is not null.
        unsafe { length.write(bytes.len()) };
    }
    bytes.as_ptr()
}

/// # Safety
/// `out` has space for `capacity` numbers, or is null.
pub(crate) unsafe fn numbers<T: Copy>(made: Option<Vec<T>>, out: *mut T, capacity: usize) -> usize {
    let all = made.unwrap_or_default();
    let count = if out.is_null() { 0 } else { all.len().min(capacity) };
    if count > 0 {
        // SAFETY: the caller has space for `capacity` numbers, which overlap with nothing of ours.
        unsafe { ptr::copy_nonoverlapping(all.as_ptr(), out, count) };
    }
    all.len()
}

/// # Safety
/// `x` and `y` are null or have space for a number.
pub(crate) unsafe fn point(made: Option<(i32, i32)>, x: *mut i32, y: *mut i32) -> i32 {
    let Some(point) = made else { return -1 };
    for (out, value) in [(x, point.0), (y, point.1)] {
        if !out.is_null() {
            // SAFETY: it is not null.
            unsafe { out.write(value) };
        }
    }
    0
}
