//! Bounds on the work that a file can cause. Every loop and every allocation whose size comes from a file is
//! checked against one.

/// Bounds for reading and playing. The defaults admit every known game with a wide margin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Largest index file, in bytes.
    pub index_bytes: u64,
    /// Largest single block that is read into memory (a costume, a room), in bytes.
    pub block_bytes: u64,
    /// Largest number of children that a walk over one block's content visits.
    pub children: usize,
    /// Deepest nesting of blocks.
    pub depth: usize,
    /// Largest number of pixels of one picture (width × height).
    pub picture_pixels: usize,
    /// Largest number of pixels of one room or stage (width × height).
    pub stage_pixels: usize,
    /// Number of ticks after which a recorded clip is cut off even if it has not repeated.
    pub clip_ticks: usize,
    /// Largest number of ticks of one step of a scene.
    pub scene_ticks: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            index_bytes: 4 << 20,
            block_bytes: 16 << 20,
            children: 65_536,
            depth: 16,
            picture_pixels: 1 << 22,
            stage_pixels: 1 << 24,
            clip_ticks: 600,
            scene_ticks: 100_000,
        }
    }
}

impl Limits {
    /// The default limits with changes that `change` makes.
    ///
    /// ```
    /// let limits = costumier_format::Limits::with(|limits| limits.clip_ticks = 50);
    /// assert_eq!(limits.clip_ticks, 50);
    /// ```
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Self)) -> Self {
        let mut limits = Self::default();
        change(&mut limits);
        limits
    }
}
