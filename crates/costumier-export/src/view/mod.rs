//! Data for viewers of a game: short films, rows for a list, timelines, the meaning of bytes and pixels.
//!
//! Everything is plain data that can be serialised. The browser's package is its first user. The module opens no
//! files and keeps no state.

mod bytes;
mod chain;
mod film;
mod movie;
mod outline;
mod rooms;
mod state;
mod timeline;

pub use bytes::{BytePart, CommandRow, RunRow, at_byte, byte_map, commands, run_at, runs};
pub use chain::{HighRow, MixedRow, PaletteRow, PixelChain, TouchRow, chain, value_text};
pub use film::{Film, FilmFrame, FilmOptions, StoredPicture, rgba, stored};
pub use movie::{Movie, movie};
pub use outline::{Outline, outline, variables};
#[cfg(feature = "whole")]
pub use rooms::RoomObjectRow;
pub use rooms::{BoxRow, RoomRow, room_row};
pub use state::{ActorState, EventRow, LimbState, actor_state, limbs, role_name};
pub use timeline::{Span, Timeline, TimelineEvent, TimelineLimb, timeline};

use std::sync::Arc;

use crate::colour::{CostumeColours, Palette, RoomPalette, resolve};
use crate::context::Context;
use crate::exporter::Exporter;
use crate::film::{Camera, FrameBuffer};
use crate::open_costume::OpenCostume;
use crate::options::Background;

/// A viewer of a game's costumes. It shares the data of an [`Exporter`], so that colours are those of exports.
#[derive(Debug)]
pub struct Viewer {
    context: Arc<Context>,
    camera: Camera,
    reel: FrameBuffer,
}

impl Viewer {
    /// Returns the palettes of all rooms.
    #[must_use]
    pub fn palettes(&self) -> &[RoomPalette] {
        &self.context.palettes
    }

    /// Makes a viewer of the exporter's game.
    #[must_use]
    pub fn new(exporter: &Exporter) -> Self {
        let context = exporter.context();
        let camera = Camera::new(context.game.limits());
        Self { context, camera, reel: FrameBuffer::default() }
    }

    /// Returns the colours of a costume: those of `room`, or those that an export chooses.
    #[must_use]
    pub fn palette(&self, opened: &OpenCostume, room: Option<u32>) -> Palette {
        let colours = CostumeColours::of(&opened.costume, opened.room, self.context.game.limits())
            .seen_in(self.context.names.seen.get(&opened.id));
        resolve(&colours, room, &self.context.palettes, Background::Transparent)
    }
}
