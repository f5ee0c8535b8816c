//! The plain values that all later stages share: a picture, its position, the rectangle around it, an action.
//!
//! They hold no costume. The readers of blocks ([`cost`](crate::cost), [`akos`](crate::akos)) return them; playing,
//! drawing and exporting take them, whatever kind of costume they came from.

mod action;
mod bounds;
mod picture;
mod source;
mod sprites;

pub use action::Action;
pub use bounds::Bounds;
pub use picture::{Picture, PictureInfo, PictureKey, Placed};
pub use source::{PictureSource, PixelSource};
pub use sprites::{COLOURS, LOOKS, SPRITE, Sprite, SpriteSet, SpriteSets};
