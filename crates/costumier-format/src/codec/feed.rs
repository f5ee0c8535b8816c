//! A reader of bytes, one after the other. Bytes behind the end read as 0 and are counted, so that a decoder can go
//! on and report it once.

/// How many bytes decoding a picture or a plane took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consumed {
    /// Number of bytes used.
    pub bytes: usize,
    /// Whether the data ended early; missing bytes read as 0.
    pub cut: bool,
}

/// A reader of the remaining data.
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

    /// Returns `short`, or the next byte if `short` is 0. A next byte of 0 counts as 256, as in an engine that
    /// counts down before it tests.
    pub(super) fn count(&mut self, short: u8) -> usize {
        match short {
            0 => usize::from(self.next().wrapping_sub(1)) + 1,
            short => usize::from(short),
        }
    }

    /// The number of bytes used, and whether the data ended early.
    pub(super) fn taken(&self) -> Consumed {
        Consumed { bytes: self.used(), cut: self.is_cut() }
    }

    /// Number of bytes that were asked for.
    pub(super) fn asked(&self) -> usize {
        self.asked
    }

    /// Number of bytes that were asked for and exist.
    pub(super) fn used(&self) -> usize {
        self.asked.min(self.data.len())
    }

    /// Whether the data ended early.
    pub(super) fn is_cut(&self) -> bool {
        self.asked > self.data.len()
    }
}
