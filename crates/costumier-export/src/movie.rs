//! What the formats that hold one animation have in common.
//!
//! None of them can go back to a frame that is not the first. An animation that begins with frames outside its loop therefore shows
//! them each time round; its manifest entry says so. An animation that ends is played once.

use crate::palette::WrittenPalette;

/// What is said of a file that shows an animation's beginning each time round.
pub const REPEATS_ALL: &str =
    "repeats from its first frame: the format cannot go back to a later one, as the game does";

/// What is said of a file whose shadows are opaque.
pub const OPAQUE_SHADOWS: &str = "shadows are opaque: the format knows no half-transparency";

/// How an animation is written.
#[derive(Clone, Copy, Debug)]
pub struct MovieOptions<'a> {
    /// What the indices mean.
    pub palette: &'a WrittenPalette,
    /// Each pixel becomes a square of this size.
    pub scale: u32,
    /// Jiffies per tick.
    pub jiffies_per_tick: u32,
}
