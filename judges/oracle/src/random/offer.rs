//! The contents of a pack for its random scenes.

use costumier_build::room::RoomSource;

use crate::engine::Engine;

/// What a pack offers to its scenes.
#[derive(Debug)]
pub(crate) struct Offer<'a> {
    pub(crate) engine: &'static Engine,
    /// Rooms by number, from 1 on.
    pub(crate) rooms: &'a [RoomSource],
    /// Costumes that can be shown anywhere.
    pub(crate) costumes: Vec<u32>,
    /// Costumes that can be shown in the dark.
    pub(crate) dark: Vec<u32>,
    /// Costumes with pictures that borrow pixels.
    pub(crate) redirects: Vec<u32>,
    /// Costumes whose pictures are in room colours.
    pub(crate) rows: Vec<u32>,
    /// Costumes whose codes mostly show several pictures.
    pub(crate) draws: Vec<u32>,
    /// Costumes with variables, conditions and jumps.
    pub(crate) programs: Vec<u32>,
    /// Costumes with commands that wait for the end of the loop.
    pub(crate) queued: Vec<u32>,
    /// Costumes whose commands that wait contradict each other; they know their actor's number.
    pub(crate) contradicts: Vec<u32>,
    /// Costumes whose programs ask something of other actors, whose numbers they are given.
    pub(crate) reaches: Vec<u32>,
    /// Costumes that mirror themselves.
    pub(crate) flips: Vec<u32>,
    /// Costumes that leave the room.
    pub(crate) leaves: Vec<u32>,
    /// AKOS costumes with colours that are shadows.
    pub(crate) shadows: Vec<u32>,
    /// Costumes of codec 32.
    pub(crate) skips: Vec<u32>,
    /// Costumes whose pictures stand under conditions.
    pub(crate) words: Vec<u32>,
    /// The same with pictures in room colours.
    pub(crate) row_words: Vec<u32>,
    /// Costumes whose pictures and programs depend on talk states.
    pub(crate) talks: Vec<u32>,
    /// Costumes with auxiliary frames next to them.
    pub(crate) beside: Vec<u32>,
    /// Costumes with auxiliary frames over them.
    pub(crate) over: Vec<u32>,
    /// Costumes that show one picture at a time, in room colours that can be overridden.
    pub(crate) singles: Vec<u32>,
}

impl<'a> Offer<'a> {
    /// An offer without costumes.
    pub(crate) fn new(engine: &'static Engine, rooms: &'a [RoomSource]) -> Self {
        Self {
            engine,
            rooms,
            costumes: Vec::new(),
            dark: Vec::new(),
            redirects: Vec::new(),
            rows: Vec::new(),
            draws: Vec::new(),
            programs: Vec::new(),
            queued: Vec::new(),
            contradicts: Vec::new(),
            reaches: Vec::new(),
            flips: Vec::new(),
            leaves: Vec::new(),
            shadows: Vec::new(),
            skips: Vec::new(),
            words: Vec::new(),
            row_words: Vec::new(),
            talks: Vec::new(),
            beside: Vec::new(),
            over: Vec::new(),
            singles: Vec::new(),
        }
    }
}
