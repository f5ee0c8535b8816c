//! Limits the memory that the export of one costume may take.
//!
//! A damaged costume can ask for anything: one picture 60,000 pixels away makes a canvas of millions, and a few
//! hundred such frames fill any computer. So each thing that grows with a file's content has a share of the budget,
//! and anything larger is left out and reported. All shares together stay within the budget, except for the memory of
//! encoders.

/// A number of bytes, with the shares of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    bytes: u64,
}

impl Budget {
    /// Smallest budget of a costume in bytes.
    pub const LEAST: u64 = 64 << 20;
    /// Largest number of pixels of an enlarged image.
    const LARGEST_IMAGE: u64 = 1 << 26;
    /// Additional bytes of budget for each byte of a large block.
    const PER_BYTE: u64 = 16;

    /// Returns the budget of a costume whose block has `block` bytes. `asked` is the number of bytes that a caller
    /// chose instead.
    #[must_use]
    pub fn new(block: usize, asked: Option<u64>) -> Self {
        let bytes = asked.unwrap_or_else(|| Self::LEAST.max(Self::PER_BYTE.saturating_mul(block as u64)));
        Self { bytes }
    }

    /// Returns the largest number of pixels of one canvas.
    #[must_use]
    pub fn canvas(self) -> u64 {
        self.bytes / 16
    }

    /// Returns the largest number of pixels of one canvas that is almost empty.
    #[must_use]
    pub fn air(self) -> u64 {
        self.bytes / 128
    }

    /// Returns the largest number of pixels of all frames of one animation.
    #[must_use]
    pub fn animation(self) -> u64 {
        self.bytes
    }

    /// Returns the largest number of pixels of one encoded image, before each is enlarged to a square of `scale` ×
    /// `scale`. A larger scale allows more memory, up to a limit.
    #[must_use]
    pub fn image(self, scale: u32) -> u64 {
        // An encoder holds the pixels twice and the packed file.
        let plain = self.bytes / 6;
        plain.saturating_mul(u64::from(scale).pow(2)).min(plain.max(Self::LARGEST_IMAGE))
    }

    /// Returns the largest number of bytes of frames kept at a time.
    #[must_use]
    pub fn frames(self) -> usize {
        usize::try_from(self.bytes / 4).unwrap_or(usize::MAX)
    }

    /// Returns the largest number of bytes of animations made before their turn, frames and files together. One
    /// animation may exceed it.
    #[must_use]
    pub fn ahead(self) -> usize {
        self.frames() / 4
    }

    /// Returns the largest number of pixels of all frames of a costume, which limits the time. Later animations are
    /// left out.
    #[must_use]
    pub fn drawn(self) -> u64 {
        self.bytes.saturating_mul(4)
    }

    /// Returns the number of bytes of an image with these pixels, each enlarged to a square of `scale` × `scale`.
    #[must_use]
    pub fn image_bytes(pixels: u64, scale: u32) -> u64 {
        let enlarged = pixels.saturating_mul(u64::from(scale).pow(2));
        if enlarged > Self::LARGEST_IMAGE { enlarged.saturating_mul(6) } else { pixels.saturating_mul(6) }
    }

    /// Returns why something that needs these bytes is left out, and which option allows it.
    #[must_use]
    pub fn refusal(self, needed: u64) -> String {
        let megabytes = needed.div_ceil(1 << 20).max((self.bytes >> 20) + 1);
        format!(
            "it takes {megabytes} MB of the memory for a costume, which is {}; `--memory {megabytes}` allows it",
            self.in_words()
        )
    }

    /// Returns the budget in words: `64 MB`.
    #[must_use]
    pub fn in_words(self) -> String {
        format!("{} MB", self.bytes >> 20)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(0, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_blocks_and_enlargement_may_take_more() {
        let usual = Budget::default();
        assert_eq!((usual.image(1), usual.image(2)), (11_184_810, 44_739_240));
        assert_eq!(usual.image(8), 1 << 26, "but not without end");
        assert_eq!(Budget::new(8 << 20, None).in_words(), "128 MB");
        assert_eq!((Budget::image_bytes(11_184_811, 1) + 1) >> 20, 64);
        assert!(usual.refusal(1).contains("`--memory 65`"), "never less than there is");
        assert_eq!(Budget::new(8 << 20, Some(32 << 20)).in_words(), "32 MB");
    }
}
