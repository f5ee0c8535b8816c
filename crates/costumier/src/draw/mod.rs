//! Drawing: an actor's pictures, its place and its colours become indexed pixels on a stage
//! (`docs/format/drawing.md`).
//!
//! [`Stage`] is the surface, [`ActorPlacement`](crate::scene::ActorPlacement) says where and how large an actor is
//! on it, and [`Painter`] draws.

mod blit;
mod cel;
pub(crate) mod colours;
mod counts;
pub(crate) mod high;
mod options;
pub(crate) mod painter;
mod place;
mod remap;
pub(crate) mod scale;
mod shade;
mod shadow_table;
pub(crate) mod stage;

pub use cel::Cel;
pub(crate) use colours::Colours;
pub use colours::{ActorColours, Remaps, free_value};
pub(crate) use counts::ColourCounts;
pub use high::HighActor;
pub use options::{DrawOptions, Drawn};
pub(crate) use painter::Painter;
pub(crate) use remap::{eighth_table, remapped};
pub use scale::ScaleTable;
pub(crate) use shade::UNBUILT_SHADOWS;
pub use shade::{SHADOW_TABLES, ShadowTables};
pub(crate) use shadow_table::NO_SHADOW;
pub use shadow_table::shadow_table;
pub use stage::Edges;
pub(crate) use stage::Stage;

#[cfg(test)]
mod akos_model_tests;
#[cfg(test)]
mod akos_tests;
#[cfg(test)]
mod model_tests;
