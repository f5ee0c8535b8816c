//! A scene that is played, its events and its pictures.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::Arc;

use costumier::Game;
use costumier::scene::Replay;
use costumier_export::scene_json::{read_scene, read_step};
use costumier_export::view::EventRow;

/// A scene with the memory of its last picture.
#[derive(Debug)]
pub struct Scene {
    replay: Replay,
    rgba: Vec<u8>,
    indices: Vec<u8>,
    palette: Vec<u8>,
}

/// `costumier_picture` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    width: u32,
    height: u32,
    x: i32,
    y: i32,
    rgba: *const u8,
    indices: *const u8,
    palette: *const u8,
    transparent: i32,
}

/// `costumier_event` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Event {
    actor: usize,
    limb: u8,
    kind: *const c_char,
    text: *const c_char,
}

/// An event that owns its strings.
#[derive(Debug)]
pub(crate) struct OwnEvent {
    actor: usize,
    limb: u8,
    kind: CString,
    text: CString,
}

impl OwnEvent {
    /// Returns the event with pointers to these strings.
    pub(crate) fn for_c(&self) -> Event {
        Event { actor: self.actor, limb: self.limb, kind: self.kind.as_ptr(), text: self.text.as_ptr() }
    }
}

impl Scene {
    pub(crate) fn new(game: Arc<Game>, json: &str) -> Result<Self, String> {
        let replay = Replay::new(game, read_scene(json)?).map_err(|error| error.to_string())?;
        Ok(Self { replay, rgba: Vec::new(), indices: Vec::new(), palette: Vec::new() })
    }

    pub(crate) fn perform(&mut self, actor: usize, json: &str) -> Result<(), String> {
        self.replay.perform(actor, read_step(json)?).map_err(|error| error.to_string())
    }

    pub(crate) fn tick(&mut self) -> Vec<OwnEvent> {
        let mut events = Vec::new();
        self.replay.tick_hearing(&mut |actor, event| {
            let EventRow { limb, event, text, .. } = EventRow::new(actor, event);
            let string = |text: &str| CString::new(text).unwrap_or_default();
            events.push(OwnEvent { actor, limb, kind: string(event), text: string(&text) });
        });
        events
    }

    pub(crate) fn seek(&mut self, tick: u32) -> Result<(), String> {
        self.replay.seek(tick).map_err(|error| error.to_string())
    }

    pub(crate) fn render(&mut self) -> Result<Picture, String> {
        let drawn = self.replay.live().render().map_err(|error| error.to_string())?;
        drawn.rgba(&mut self.rgba);
        self.palette.clear();
        self.palette.extend_from_slice(drawn.palette.as_flattened());
        self.indices.clear();
        let has_indices = drawn.high.is_none();
        if has_indices {
            self.indices.extend_from_slice(drawn.pixels);
        }
        Ok(Picture {
            width: drawn.width,
            height: drawn.height,
            x: drawn.origin.0,
            y: drawn.origin.1,
            rgba: self.rgba.as_ptr(),
            indices: if has_indices { self.indices.as_ptr() } else { ptr::null() },
            palette: self.palette.as_ptr(),
            transparent: drawn.transparent.map_or(-1, i32::from),
        })
    }
}
