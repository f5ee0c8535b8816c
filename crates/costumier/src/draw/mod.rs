//! Drawing: an actor's pictures, its place and its colours become indexed pixels on a stage (`reference/04`).
//!
//! [`Stage`] is the surface, [`Standing`](crate::scene::Standing) says where and how large an actor is on it, and
//! [`Painter`] draws.

mod blit;
pub(crate) mod cel;
pub(crate) mod colours;
pub(crate) mod high;
pub(crate) mod look;
pub(crate) mod painter;
mod place;
pub(crate) mod remap;
pub(crate) mod scale;
pub(crate) mod shade;
pub(crate) mod shadow;
mod stage;

pub use colours::{ActorColours, Colours};
pub use high::HighActor;
pub use look::Drawn;
pub(crate) use look::Look;
pub use painter::Painter;
pub(crate) use remap::{eighth_table, remapped};
pub(crate) use scale::ScaleTable;
pub use shade::ShadowTables;
pub(crate) use shade::{SHADOW_TABLES, UNBUILT_SHADOWS};
pub(crate) use shadow::{NO_SHADOW, shadow_table};
pub(crate) use stage::high_to_rgba;
pub use stage::{Edges, Stage};

#[cfg(test)]
mod akos_model_tests;
#[cfg(test)]
mod akos_tests;
#[cfg(test)]
mod model_tests;
