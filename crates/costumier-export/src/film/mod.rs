//! A costume as frames: animations are played, drawn and put on canvases. The module opens and writes no files.

pub mod backdrop;
mod camera;
pub(crate) mod frame_buffer;
pub mod shared_canvas;
mod shorten;

use costumier::{Action, Clip, Error};

pub use backdrop::Backdrop;
pub use camera::Camera;
pub use frame_buffer::FrameBuffer;
pub use shared_canvas::SharedCanvas;
pub(crate) use shorten::shorten;

/// An animation with its frames: the clip, and the pixels.
#[derive(Clone, Debug)]
pub struct AnimationFrames {
    /// The name of its files: `walk-east`.
    pub name: String,
    /// The title for people: `walk`.
    pub title: String,
    /// The chore and the facing.
    pub action: Action,
    /// The pictures of each frame.
    pub clip: Clip,
    /// Whether its loop was longer than allowed and was cut.
    pub shortened: bool,
    /// The frames as pixels.
    pub reel: FrameBuffer,
    /// Why the animation, or a part of it, could not be drawn.
    pub error: Option<Error>,
}

impl AnimationFrames {
    /// Whether no frame shows anything.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.reel.all_drawn().is_empty()
    }
}
