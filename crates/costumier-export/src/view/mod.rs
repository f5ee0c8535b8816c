//! What viewers ask of a game: short films, rows for a list, timelines, the meaning of bytes and pixels.
//!
//! Everything is plain data, to be serialised or shown; the browser's package is its first user. It opens no
//! file and keeps nothing but what it is made of.

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
pub use rooms::{BoxRow, RoomRow, room_row};
pub use state::{ActorState, EventRow, Key, LimbState, actor_state, limbs, role_name};
pub use timeline::{Span, Timeline, TimelineEvent, TimelineLimb, timeline};

use std::sync::Arc;

use crate::colour::{CostumeColours, Palette, RoomPalette, resolve};
use crate::context::Context;
use crate::exporter::Exporter;
use crate::film::{Camera, Reel};
use crate::opened::Opened;
use crate::options::Background;

/// Looks at a game's costumes. It shares what an [`Exporter`] knows, so that colours are those of exports.
#[derive(Debug)]
pub struct Viewer {
    context: Arc<Context>,
    camera: Camera,
    reel: Reel,
}

impl Viewer {
    /// The palettes of all rooms.
    #[must_use]
    pub fn palettes(&self) -> &[RoomPalette] {
        &self.context.palettes
    }

    /// A viewer of the exporter's game.
    #[must_use]
    pub fn new(exporter: &Exporter) -> Self {
        let context = exporter.context();
        let camera = Camera::new(context.game.limits());
        Self { context, camera, reel: Reel::default() }
    }

    /// The colours of a costume: those of this room, or those that an export takes.
    #[must_use]
    pub fn palette(&self, opened: &Opened, room: Option<u32>) -> Palette {
        let colours = CostumeColours::of(&opened.costume, opened.room, self.context.game.limits())
            .seen_in(self.context.names.seen.get(&opened.id));
        resolve(&colours, room, &self.context.palettes, Background::Transparent)
    }
}
