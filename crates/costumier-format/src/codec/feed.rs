//! Bytes one after the other. Behind the end there are zeros, and it is remembered that they were asked for: a
//! decoder goes on and says so once.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// What was learnt while a picture or a plane was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Bytes used.
    pub bytes: usize,
    /// Whether the data ended early; zeros were read in its place.
    pub cut: bool,
}

/// What is left of the data.
pub(super) struct Feed<'a> {
    data: &'a [u8],
    /// How many bytes were asked for.
    asked: usize,
}

impl<'a> Feed<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self { data, asked: 0 }
    }

    pub(super) fn next(&mut self) -> u8 {
        let byte = self.data.get(self.asked).copied().unwrap_or(0);
        self.asked = self.asked.saturating_add(1);
        byte
    }

    /// A count, or the next byte in place of 0; 0 again counts as 256, as to an engine that counts down first.
    pub(super) fn count(&mut self, short: u8) -> usize {
        match short {
            0 => usize::from(self.next().wrapping_sub(1)) + 1,
            short => usize::from(short),
        }
    }

    /// What was taken so far.
    pub(super) fn taken(&self) -> Taken {
        Taken { bytes: self.used(), cut: self.is_cut() }
    }

    /// How many bytes were asked for.
    pub(super) fn asked(&self) -> usize {
        self.asked
    }

    /// How many bytes there were of those that were asked for.
    pub(super) fn used(&self) -> usize {
        self.asked.min(self.data.len())
    }

    /// Whether the data ended early.
    pub(super) fn is_cut(&self) -> bool {
        self.asked > self.data.len()
    }
}
