//! What every kind of costume has in common: limbs, pictures, records, and the places where pictures go.

pub mod picture;

pub use picture::{PictureInfo, PictureKey, Placed};
