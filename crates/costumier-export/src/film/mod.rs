//! A costume as frames: animations played, drawn and laid on canvases. Nothing here knows files.

pub mod backdrop;
mod camera;
pub(crate) mod reel;
pub mod shared_canvas;
mod shorten;

use costumier::{Action, Clip, Error};

pub use backdrop::Backdrop;
pub use camera::Camera;
pub use reel::Reel;
pub use shared_canvas::SharedCanvas;
pub(crate) use shorten::shorten;

/// An animation: what it is, what stands where at each moment, and its pixels.
#[derive(Clone, Debug)]
pub struct Shot {
    /// What it is called: `walk-east`.
    pub name: String,
    /// What people call it: `walk`.
    pub title: String,
    /// The chore and the facing.
    pub action: Action,
    /// What is shown, frame by frame.
    pub clip: Clip,
    /// Whether its loop was cut, being longer than asked for.
    pub shortened: bool,
    /// The same as pixels.
    pub reel: Reel,
    /// Why all or some of it could not be drawn.
    pub error: Option<Error>,
}

impl Shot {
    /// Whether there is anything to see.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.reel.all_drawn().is_empty()
    }
}
