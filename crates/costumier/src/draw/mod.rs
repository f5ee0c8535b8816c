//! Drawing: an actor's pictures, its place and colours, and a stage give indexed pixels (`reference/04`).
//!
//! [`Stage`] is the surface, [`Look`] says how an actor appears on it, [`Painter`] draws.

mod blit;
mod cel;
mod colours;
mod look;
mod painter;
mod place;
mod remap;
mod scale;
mod shade;
mod shadow;
mod stage;

pub use cel::{Cel, CelCache};
pub use colours::{ActorColours, Colours, Remaps, free_value};
pub use look::{Drawn, Look};
pub use painter::{Painter, bounds};
pub use remap::{eighth_table, remapped};
pub use scale::ScaleTable;
pub use shade::{SHADOW_TABLES, ShadowTables, UNBUILT_SHADOWS};
pub use shadow::{NO_SHADOW, shadow_table};
pub use stage::{Edges, Stage};

#[cfg(test)]
mod akos_model_tests;
#[cfg(test)]
mod model_tests;
