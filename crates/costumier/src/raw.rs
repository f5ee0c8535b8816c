//! The machinery beneath: codecs, blocks, bits and bytes, the details of dialects, and how a game is
//! recognised.
//!
//! For tools that look beneath the surface: an oracle, benchmarks, fuzz targets, viewers that link pixels to
//! bytes. What is only reached from here may change with any version.

pub use crate::open::RowOrder;

/// Streams of bits.
pub mod bits {
    pub use crate::bits::*;
}

/// Blocks: named pieces with a size, back to back.
pub mod block {
    pub use crate::block::*;
}

/// A bounded view over bytes of a file.
pub mod bytes {
    pub use crate::bytes::*;
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

/// Blocks and bytes of files that are not in memory.
pub mod files {
    pub use crate::game::blocks::*;
    pub use crate::source::read_vec;
}

/// How pictures are packed: one module for each codec.
pub mod codec {
    pub use crate::codec::*;
}

/// From costume colours to room colours.
pub mod colour {
    pub use crate::colour::*;
}

/// What differs between generations: the parts of a [`Dialect`](crate::Dialect).
pub mod dialect {
    pub use crate::dialect::*;
}
