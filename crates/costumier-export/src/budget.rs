//! How much memory the export of one costume may take.
//!
//! A damaged costume can ask for anything: one picture that lies 60,000 pixels off makes a canvas of
//! millions, and a few hundred frames of that fill any computer. So what grows with a file's content is held
//! against a share of the budget, and what does not fit is left out and said. The shares are such that all of
//! it together stays within the budget, give or take what encoders need.

/// A number of bytes, and the shares of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    bytes: u64,
}

impl Budget {
    /// What every costume may take.
    pub const LEAST: u64 = 64 << 20;
    /// Most pixels of an enlarged image.
    const LARGEST_IMAGE: u64 = 1 << 26;
    /// Large blocks may take more: so many bytes for each of theirs.
    const PER_BYTE: u64 = 16;

    /// The budget of a costume whose block has so many bytes; `asked` is what somebody wished instead.
    #[must_use]
    pub fn new(block: usize, asked: Option<u64>) -> Self {
        let bytes = asked.unwrap_or_else(|| Self::LEAST.max(Self::PER_BYTE.saturating_mul(block as u64)));
        Self { bytes }
    }

    /// Most pixels of one canvas.
    #[must_use]
    pub fn canvas(self) -> u64 {
        self.bytes / 16
    }

    /// Most pixels of one canvas that is almost empty.
    #[must_use]
    pub fn air(self) -> u64 {
        self.bytes / 128
    }

    /// Most pixels of all frames of one animation.
    #[must_use]
    pub fn animation(self) -> u64 {
        self.bytes
    }

    /// Most pixels of one image that is encoded, each enlarged to a square of `scale` × `scale`. Who asks for
    /// enlargement asks for more memory, up to a point.
    #[must_use]
    pub fn image(self, scale: u32) -> u64 {
        // Twice, and packed: what an encoder holds.
        let plain = self.bytes / 6;
        plain.saturating_mul(u64::from(scale).pow(2)).min(plain.max(Self::LARGEST_IMAGE))
    }

    /// Most bytes of the frames that are kept at a time.
    #[must_use]
    pub fn frames(self) -> usize {
        usize::try_from(self.bytes / 4).unwrap_or(usize::MAX)
    }

    /// Most bytes of animations that are made before their turn, frames and files, give or take an animation.
    #[must_use]
    pub fn ahead(self) -> usize {
        self.frames() / 4
    }

    /// Most pixels of all frames of a costume: what takes long. Animations behind that are left out.
    #[must_use]
    pub fn drawn(self) -> u64 {
        self.bytes.saturating_mul(4)
    }

    /// Bytes that an image of so many pixels, each enlarged to a square of `scale` × `scale`, takes.
    #[must_use]
    pub fn image_bytes(pixels: u64, scale: u32) -> u64 {
        let enlarged = pixels.saturating_mul(u64::from(scale).pow(2));
        if enlarged > Self::LARGEST_IMAGE { enlarged.saturating_mul(6) } else { pixels.saturating_mul(6) }
    }

    /// Why something that takes so many bytes is left out, and how it is not.
    #[must_use]
    pub fn refusal(self, needed: u64) -> String {
        let megabytes = needed.div_ceil(1 << 20).max((self.bytes >> 20) + 1);
        format!(
            "it takes {megabytes} MB of the memory for a costume, which is {}; `--memory {megabytes}` allows it",
            self.in_words()
        )
    }

    /// The budget in words: `64 MB`.
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
