//! The words that every stage shares: a picture, where it is placed, the rectangle around it, an action.
//!
//! Plain values without a costume behind them. What reads blocks ([`cost`](crate::cost),
//! [`akos`](crate::akos)) gives them out; playing, drawing and exporting take them, whatever kind of costume
//! they came from.

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
