//! What lies below the front page and is no format: the single steps of playing and drawing, a game's files,
//! how a game is recognised, and the writers of whole games.
//!
//! For editors, judges, benchmarks and fuzz targets. **Note:** what is only reached from here may change with any
//! version, as what is in [`format`](mod@crate::format) may.
//!
//! | module | contents |
//! |---|---|
//! | [`map`] | what each byte of a costume means |
//! | [`play`], [`draw`] | limbs while they play; the single steps of drawing |
//! | [`game`], [`detect`], [`cipher`], [`files`], [`lpak`] | a game's index, directories and data files |
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

/// How files are encrypted.
pub mod cipher {
    pub use crate::game::cipher::*;
}

/// How a game's index is recognised.
pub mod detect {
    pub use crate::game::detect::*;
    pub use crate::game::names::*;
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

/// Blocks and bytes of files that are not in memory.
pub mod files {
    pub use crate::game::blocks::*;
    pub use crate::source::read_vec;
}

/// A game's index and its data files.
pub mod game {
    pub use crate::game::blocks::BlockTree;
    pub use crate::game::cipher::Key;
    pub use crate::game::disk::Disk;
    pub use crate::game::found::RawBlock;
    pub use crate::game::index::{Index, Kind, Slot};
}

/// The archives of the remasters, to be written again.
pub mod lpak {
    pub use crate::container::lpak::{Archive, Member};
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
