//! The machinery beneath: blocks as they are stored, codecs, scripts as instructions, the details of dialects,
//! how a game is recognised, and the writers of whole games.
//!
//! For tools that look beneath the surface: editors of single blocks, an oracle, benchmarks, fuzz targets,
//! viewers that link pixels to bytes. What is only reached from here may change with any version. What most
//! people need stands outside: a [`Costume`](crate::Costume) of either kind, an [`Actor`](crate::Actor), a
//! [`Scene`](crate::scene::Scene), a [`Cast`](crate::cast::Cast).
//!
//! | what one looks for | module |
//! |---|---|
//! | a costume of the NES as it is stored, its sprites, and writing them | [`nes`] |
//! | a costume of v0 as it is stored, and writing one | [`v0`] |
//! | a COST or AKOS block as it is stored, its records, commands, programs; writing one | [`cost`], [`akos`] |
//! | what each byte of a block means | [`map`] |
//! | packed pictures, their runs; colours | [`codec`], [`colour`] |
//! | limbs while they play; the single steps of drawing | [`play`], [`draw`], [`screen`] |
//! | scripts ▸ instructions | [`scripts`], [`script`] |
//! | a game's index, directories and data files | [`game`], [`detect`], [`cipher`], [`files`], [`lpak`] |
//! | the rules of a generation | [`dialect`] |
//! | rooms, scripts and files of a new game | [`build`] |
//! | blocks, bytes and bits | [`block`], [`bytes`], [`bits`] |

pub use crate::open::RowOrder;

/// Costumes of v7, v8 and Humongous games, as their blocks are stored.
pub mod akos {
    pub use crate::akos::*;
}

/// Streams of bits.
pub mod bits {
    pub use crate::bits::*;
}

/// Blocks: named pieces with a size, back to back.
pub mod block {
    pub use crate::block::*;
}

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

/// A bounded view over bytes of a file.
pub mod bytes {
    pub use crate::bytes::*;
}

/// How files are encrypted.
pub mod cipher {
    pub use crate::game::cipher::*;
}

/// How pictures are packed: one module for each codec.
pub mod codec {
    pub use crate::codec::*;
}

/// From costume colours to room colours.
pub mod colour {
    pub use crate::colour::*;
}

/// Costumes of v1 to v6, as their blocks are stored.
pub mod cost {
    pub use crate::cost::*;
}

/// How a game's index is recognised.
pub mod detect {
    pub use crate::game::detect::*;
    pub use crate::game::names::*;
}

/// What differs between generations: the parts of a [`Dialect`](crate::Dialect).
pub mod dialect {
    pub use crate::dialect::*;
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
    pub use crate::play::v0::{V0Limb, V0Limbs, V0Mouth};

    /// A second, literal reading of AKOS programs, to compare with.
    #[cfg(fuzzing)]
    pub mod model {
        pub use crate::play::akos::model::*;
    }
}

/// How screens with fewer colours show a game's.
pub mod screen {
    pub use crate::screen::dither::*;
    pub use crate::screen::high;
    pub use crate::screen::pattern::*;
}

/// Bytes of a script as instructions, and how people read them.
pub mod script {
    pub use crate::script::*;
}

/// Where a game's scripts lie.
pub mod scripts {
    pub use crate::game::scripts::*;
}

/// Costumes of the NES as they are stored, the sprites that they are drawn from, and writing both.
pub mod nes {
    pub use crate::model::{COLOURS, LOOKS, SPRITE, Sprite, SpriteSet, SpriteSets};
    pub use crate::nes::*;
    pub use crate::play::nes::NesLimbs;
}

/// Costumes of v0 as they are stored, and writing one.
pub mod v0 {
    pub use crate::v0::*;
}
