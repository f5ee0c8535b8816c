//! Files that are parts of other files: a range, joined pieces, the user data of raw CD sectors, or bytes in
//! memory.
//!
//! Only bytes that are read are copied. Members of most containers are such parts, so the cost of a container of
//! gigabytes is that of the parts that are read.

use std::sync::Arc;

use crate::source::{Source, read_vec};
use crate::{Error, ErrorKind, Result};

/// A file with shared ownership.
pub(super) type Shared = Arc<dyn Source>;

/// A wrapper of `Shared` for [`Files::open`](crate::source::Files::open).
pub(super) struct Handle(pub(super) Shared);

impl Source for Handle {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        self.0.read_at(offset, out)
    }
}

/// A range of a file.
pub(super) struct FileRange {
    of: Shared,
    at: u64,
    len: u64,
}

impl FileRange {
    /// The `len` bytes of `of` from `at` on.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] if `of` ends before.
    pub(super) fn new(of: &Shared, at: u64, len: u64, what: &str) -> Result<Self> {
        let available = of.len().saturating_sub(at);
        if len > available {
            return Err(Error::truncated(what, at, len, available));
        }
        Ok(Self { of: Arc::clone(of), at, len })
    }

    /// As much of that range as exists.
    pub(super) fn clamped(of: &Shared, at: u64, len: u64) -> Self {
        let at = at.min(of.len());
        Self { of: Arc::clone(of), at, len: len.min(of.len().saturating_sub(at)) }
    }
}

impl Source for FileRange {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        within(self.len, offset, out.len())?;
        self.of.read_at(self.at.saturating_add(offset), out)
    }
}

/// Pieces of files, joined.
pub(super) struct Pieces {
    /// For each piece, its position in the whole, its file, and its position there.
    pieces: Vec<(u64, Shared, u64)>,
    len: u64,
}

impl Pieces {
    /// A file without pieces.
    pub(super) fn new() -> Self {
        Self { pieces: Vec::new(), len: 0 }
    }

    /// Adds `len` bytes of `of`, from `at` on. Bytes that directly follow the last piece extend it.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] if `of` ends before.
    pub(super) fn push(&mut self, of: &Shared, at: u64, len: u64) -> Result<()> {
        let available = of.len().saturating_sub(at);
        if len > available {
            return Err(Error::truncated("piece of a file", at, len, available));
        }
        let seamless = self.pieces.last().is_some_and(|(start, last, from)| {
            Arc::ptr_eq(last, of) && from.saturating_add(self.len.saturating_sub(*start)) == at
        });
        if !seamless && len > 0 {
            self.pieces.push((self.len, Arc::clone(of), at));
        }
        self.len = self.len.saturating_add(len);
        Ok(())
    }
}

impl Source for Pieces {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        within(self.len, offset, out.len())?;
        let mut index = self.pieces.partition_point(|(start, ..)| *start <= offset).saturating_sub(1);
        let (mut at, mut rest) = (offset, out);
        while !rest.is_empty() {
            let Some((start, of, from)) = self.pieces.get(index) else {
                return Err(Error::truncated("reading", at, rest.len() as u64, 0));
            };
            let end = self.pieces.get(index.saturating_add(1)).map_or(self.len, |(next, ..)| *next);
            let here = usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX).min(rest.len());
            let (now, later) = rest.split_at_mut(here);
            of.read_at(from.saturating_add(at.saturating_sub(*start)), now)?;
            at = at.saturating_add(here as u64);
            rest = later;
            index = index.saturating_add(1);
        }
        Ok(())
    }
}

/// Bytes of user data in a sector of a CD.
const USER: u64 = 2048;

/// Number of raw sectors that are read at once.
const AT_ONCE: u64 = 32;

/// The user data of a CD image of raw sectors, as in an image with 2,048 bytes a sector.
pub(super) struct Sectors {
    of: Shared,
    /// Position of sector 0.
    at: u64,
    /// Length of a sector as stored, and number of bytes before its user data.
    size: u64,
    skip: u64,
}

impl Sectors {
    /// The sectors of `of` from `at` on, each of `size` bytes with its user data behind the first `skip`.
    pub(super) fn new(of: Shared, at: u64, size: u64, skip: u64) -> Self {
        Self { of, at, size: size.max(USER.saturating_add(skip)), skip }
    }

    fn count(&self) -> u64 {
        // The last sector may lack the bytes behind its user data.
        let held = self
            .of
            .len()
            .saturating_sub(self.at)
            .saturating_add(self.size.saturating_sub(USER).saturating_sub(self.skip));
        held.checked_div(self.size).unwrap_or(0)
    }
}

impl Source for Sectors {
    fn len(&self) -> u64 {
        self.count().saturating_mul(USER)
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        within(self.len(), offset, out.len())?;
        let (mut at, mut rest) = (offset, out);
        while !rest.is_empty() {
            let first = at / USER;
            let wanted = (at % USER).saturating_add(rest.len() as u64).div_ceil(USER).min(AT_ONCE);
            let start = self.at.saturating_add(first.saturating_mul(self.size));
            let stored = wanted.saturating_mul(self.size).min(self.of.len().saturating_sub(start));
            let raw =
                read_vec(&*self.of, start, stored, AT_ONCE.saturating_mul(self.size), "sectors of the CD")?;
            for sector in raw.chunks(usize::try_from(self.size).unwrap_or(usize::MAX)) {
                let skip = usize::try_from(self.skip.saturating_add(at % USER)).unwrap_or(usize::MAX);
                let here =
                    usize::try_from(USER.saturating_sub(at % USER)).unwrap_or(usize::MAX).min(rest.len());
                let found = skip.checked_add(here).and_then(|end| sector.get(skip..end));
                let Some(found) = found else {
                    return Err(Error::truncated("sector of the CD", start, self.size, sector.len() as u64));
                };
                let (now, later) = rest.split_at_mut(here);
                now.copy_from_slice(found);
                at = at.saturating_add(here as u64);
                rest = later;
            }
        }
        Ok(())
    }
}

/// A member that cannot be read. It has a name and a size, and reading it gives the reason.
pub(super) struct Refused {
    len: u64,
    why: Error,
}

impl Refused {
    pub(super) fn new(len: u64, why: Error) -> Self {
        Self { len, why }
    }

    /// A member that is stored in an unsupported way.
    pub(super) fn unsupported(len: u64, why: impl Into<String>) -> Self {
        Self::new(len, Error::new(ErrorKind::Unsupported(why.into()), "member of an archive"))
    }
}

impl Source for Refused {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, _: u64, _: &mut [u8]) -> Result<()> {
        Err(self.why.clone())
    }
}

/// Checks that a file of `len` bytes has `wanted` bytes from `offset` on.
pub(super) fn within(len: u64, offset: u64, wanted: usize) -> Result<()> {
    let available = len.saturating_sub(offset);
    // Reading behind the end fails even for 0 bytes, as everywhere else.
    if wanted as u64 > available || offset > len {
        return Err(Error::truncated("reading", offset, wanted as u64, available));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shared(bytes: impl IntoIterator<Item = u8>) -> Shared {
        Arc::new(Arc::<[u8]>::from(bytes.into_iter().collect::<Vec<u8>>()))
    }

    fn all(source: &dyn Source) -> Vec<u8> {
        read_vec(source, 0, source.len(), u64::MAX, "all").unwrap()
    }

    #[test]
    fn a_part_ends_where_it_ends() {
        let of = shared(0..100);
        let part = FileRange::new(&of, 10, 5, "x").unwrap();
        assert_eq!(all(&part), [10, 11, 12, 13, 14]);
        assert!(part.read_at(3, &mut [0; 3]).is_err());
        assert!(FileRange::new(&of, 96, 5, "x").is_err() && FileRange::new(&of, u64::MAX, 5, "x").is_err());
        assert_eq!(FileRange::clamped(&of, 96, 5).len(), 4);
        assert_eq!(FileRange::clamped(&of, 200, 5).len(), 0);
    }

    #[test]
    fn raw_sectors_give_their_user_data() {
        for (size, skip) in [(2352usize, 16usize), (2352, 24), (2336, 8), (2448, 16)] {
            let user: Vec<u8> = (0..5 * 2048u32).map(|at| (at % 251).to_le_bytes()[0]).collect();
            let mut raw = vec![9; 77];
            for sector in user.chunks(2048) {
                raw.extend(vec![0xAA; skip]);
                raw.extend(sector);
                raw.extend(vec![0xBB; size - 2048 - skip]);
            }
            let sectors = Sectors::new(shared(raw.clone()), 77, size as u64, skip as u64);
            assert_eq!(all(&sectors), user);
            let mut out = [0; 3000];
            sectors.read_at(2047, &mut out).unwrap();
            assert_eq!(out, user[2047..5047]);
            // If the last sector's user data is cut, the sector does not exist.
            raw.truncate(raw.len() - (size - 2048 - skip) - 1);
            assert_eq!(Sectors::new(shared(raw), 77, size as u64, skip as u64).len(), 4 * 2048);
        }
    }

    proptest! {
        #[test]
        fn pieces_are_what_they_are_made_of(
            cuts in prop::collection::vec((0usize..90, 0usize..10), 0..12), from in 0usize..60, len in 0usize..60,
        ) {
            let bytes: Vec<u8> = (0..100).collect();
            let of = shared(bytes.clone());
            let mut pieces = Pieces::new();
            let mut whole = Vec::new();
            for (at, len) in cuts {
                pieces.push(&of, at as u64, len as u64).unwrap();
                whole.extend(&bytes[at..at + len]);
            }
            prop_assert_eq!(all(&pieces), whole.clone());
            let mut out = vec![0; len];
            let read = pieces.read_at(from as u64, &mut out);
            match whole.get(from..from + len) {
                Some(wanted) => prop_assert_eq!(&out, wanted),
                None => prop_assert!(read.is_err()),
            }
        }
    }
}
