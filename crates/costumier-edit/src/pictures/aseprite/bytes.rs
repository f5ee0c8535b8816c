//! A reader of numbers and texts that never reads beyond the end of its bytes.

/// The bytes that are left to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    pub(super) fn rest(self) -> &'a [u8] {
        self.rest
    }

    pub(super) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(super) fn word(&mut self) -> Option<u16> {
        self.take(2)?.first_chunk().map(|two| u16::from_le_bytes(*two))
    }

    pub(super) fn short(&mut self) -> Option<i16> {
        self.take(2)?.first_chunk().map(|two| i16::from_le_bytes(*two))
    }

    pub(super) fn dword(&mut self) -> Option<u32> {
        self.take(4)?.first_chunk().map(|four| u32::from_le_bytes(*four))
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let len = usize::from(self.word()?);
        Some(String::from_utf8_lossy(self.take(len)?).into_owned())
    }
}
