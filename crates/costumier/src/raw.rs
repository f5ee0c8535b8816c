//! The single steps of playing and drawing, what each byte of a costume means, and the writers of whole games.
//!
//! For editors, judges, benchmarks and fuzz targets. **Note:** what is only reached from here may change with any
//! version, as what is in [`format`](mod@crate::format) may.
//!
//! | module | contents |
//! |---|---|
//! | [`map`] | what each byte of a costume means |
//! | [`play`], [`draw`] | limbs while they play; the single steps of drawing |
//! | [`build`] | rooms, scripts and files of a new game |

pub use crate::open::RowOrder;

/// From rooms, scripts and costumes to the files of a game: for samples and tests.
pub mod build {
    pub use crate::block::write as block;

    /// Games of v1 to v4: a file for each room, or for each disk.
    pub mod classic {
        pub use crate::build::classic::*;
    }

    /// Games for the C64, on two disks.
    pub mod d64 {
        pub use crate::build::d64::*;
    }

    /// Games of v5 and later: one index, data files.
    pub mod game {
        pub use crate::build::game::*;
    }

    /// Rooms: background, z-planes, boxes, objects.
    pub mod room {
        pub use crate::build::room::*;
    }

    /// Scripts, from operations.
    pub mod script {
        pub use crate::build::script::*;
    }
}

/// The single steps of drawing, which [`Painter::draw_actor`](crate::Painter::draw_actor) does in order.
pub mod draw {
    pub use crate::draw::cel::{Cel, CelCache};
    pub use crate::draw::colours::{Remaps, free_value};
    pub use crate::draw::look::Look;
    pub use crate::draw::painter::bounds;
    pub use crate::draw::remap::{eighth_table, remapped};
    pub use crate::draw::scale::ScaleTable;
    pub use crate::draw::shade::{SHADOW_TABLES, UNBUILT_SHADOWS};
    pub use crate::draw::shadow::{NO_SHADOW, shadow_table};
}

/// What each byte of a costume means.
pub mod map {
    pub use crate::costume::map::*;
}

/// What each limb is at while it plays.
pub mod play {
    pub use crate::play::akos::{AkosLimb, AkosLimbs};
    pub use crate::play::cost::{CostLimbs, LimbState};
    pub use crate::play::limbs::Limbs;
    pub use crate::play::nes::NesLimbs;
    pub use crate::play::v0::{V0Limb, V0Limbs, V0Mouth};

    /// A second, literal reading of AKOS programs, to compare with.
    #[cfg(fuzzing)]
    pub mod model {
        pub use crate::play::akos::model::*;
    }
}
