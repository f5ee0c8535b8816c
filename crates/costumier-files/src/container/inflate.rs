//! A deflated file that is read at any offset, in bounded memory.
//!
//! Deflate can only be read from its start. To avoid keeping a whole film of hundreds of megabytes, or a CD image
//! inside a zip, the unpacker's state (its last 32 KiB and its tables) is kept every few megabytes as a mark. A
//! read continues from the mark before it. Recently read pages are kept, so that small files are unpacked once.
//!
//! ```text
//! page    0   1   2   3   4   5   6   7   8      1 MiB each; an archive keeps 64
//! mark    x               x               x      43 KiB each
//! ```

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::file_range::{Shared, within};
use crate::source::Source;
use crate::{Error, ErrorKind, Result};

/// Number of bytes that deflate may look back.
const WINDOW: usize = 32 << 10;

/// Length of a page in bytes.
const PAGE: usize = 1 << 20;

/// The length of a page as a file offset.
const WIDE_PAGE: u64 = PAGE as u64;

/// Number of pages between two marks.
const STRIDE: u64 = 4;

/// Number of pages that an archive keeps.
const KEPT: usize = 64;

/// Number of packed bytes that are read at once.
const PACKED: usize = 64 << 10;

/// Length of a file's start that is unpacked alone. It shows what the file is, and most files are not wanted.
const START: usize = 4 << 10;

/// Largest file that is unpacked, in bytes.
pub(super) const MOST_UNPACKED: u64 = 2 << 30;

/// Largest growth factor of a file. Files of real games stay far below, and deflate's maximum is 1,032.
const MOST_GROWTH: u64 = 200;

/// Size in bytes up to which a file may grow by any factor.
const SMALL: u64 = 16 << 20;

/// A deflated file that can be read at any offset.
pub(super) struct Inflated {
    packed: Shared,
    len: u64,
    /// The CRC of the whole unpacked file; `None` if it was checked before.
    sum: Option<u32>,
    /// The file's number among those that share pages.
    id: u64,
    pages: Arc<Pages>,
    marks: Mutex<Vec<Flow>>,
}

/// In a file of several streams, returns the start of the next one, or `None` at the last. Its arguments are the
/// end of the present stream, its CRC and its length.
pub(super) type Follow = fn(packed: &dyn Source, ended: u64, sum: u32, len: u64) -> Result<Option<u64>>;

/// The recently read pages of all files of an archive.
#[derive(Default)]
pub(super) struct Pages(Mutex<VecDeque<(PageKey, Arc<[u8]>)>>);

/// A file's number in its archive, and a page's in the file.
type PageKey = (u64, u64);

impl Pages {
    fn get(&self, key: PageKey) -> Option<Arc<[u8]>> {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = pages.iter().rposition(|(of, _)| *of == key)?;
        let found = pages.remove(at)?;
        let bytes = Arc::clone(&found.1);
        pages.push_back(found);
        Some(bytes)
    }

    fn keep(&self, key: PageKey, bytes: &Arc<[u8]>) {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while pages.len() >= KEPT {
            pages.pop_front();
        }
        pages.push_back((key, Arc::clone(bytes)));
    }
}

/// The state of an unpacker.
#[derive(Clone)]
struct Flow {
    machine: miniz_oxide::inflate::core::DecompressorOxide,
    /// Number of packed bytes that were used.
    used: u64,
    /// The last unpacked bytes.
    window: Box<[u8]>,
    /// The CRC of this stream's output so far.
    sum: crc32fast::Hasher,
    /// The length of this stream's output so far.
    given: u64,
    follow: Option<Follow>,
    ended: bool,
}

impl Inflated {
    /// The file of `len` bytes that `packed` (raw deflate) unpacks to, with the CRC `sum`. `id` is its number among
    /// those that share `pages`.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for a file that is very large, or grows more than files of games do.
    pub(super) fn new(packed: Shared, len: u64, sum: u32, id: u64, pages: &Arc<Pages>) -> Result<Self> {
        bounded(&*packed, len)?;
        Ok(Self { packed, len, sum: Some(sum), id, pages: Arc::clone(pages), marks: Mutex::default() })
    }

    /// The file that the streams in `packed` unpack to, one after the other; the first starts at `at`. All of it is
    /// unpacked once to find its length.
    ///
    /// # Errors
    /// An error for damaged data; [`ErrorKind::Limit`] as in [`Inflated::new`].
    pub(super) fn joined(packed: Shared, at: u64, follow: Follow) -> Result<Self> {
        let mut flow = Flow { used: at, follow: Some(follow), ..Flow::new() };
        let (mut len, mut marks, mut page) = (0u64, Vec::new(), 0u64);
        loop {
            if page.is_multiple_of(STRIDE) {
                marks.push(flow.clone());
            }
            let came = flow.fill(&*packed, PAGE)?.len();
            len = len.saturating_add(came as u64);
            bounded(&*packed, len)?;
            if came < PAGE {
                break;
            }
            page = page.saturating_add(1);
        }
        Ok(Self { packed, len, sum: None, id: 0, pages: Arc::default(), marks: Mutex::new(marks) })
    }

    fn page(&self, page: u64) -> Result<Arc<[u8]>> {
        if let Some(bytes) = self.pages.get((self.id, page)) {
            return Ok(bytes);
        }
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = usize::try_from(page / STRIDE).unwrap_or(usize::MAX).min(marks.len().saturating_sub(1));
        let mut flow = marks.get(mark).cloned().unwrap_or_else(Flow::new);
        let mut at = (mark as u64).saturating_mul(STRIDE);
        loop {
            if at.is_multiple_of(STRIDE) && (at / STRIDE) == marks.len() as u64 {
                marks.push(flow.clone());
            }
            let size =
                usize::try_from(self.len.saturating_sub(at.saturating_mul(PAGE as u64))).unwrap_or(PAGE);
            let bytes: Arc<[u8]> = flow.next(&*self.packed, size.min(PAGE))?.into();
            if at.saturating_add(1).saturating_mul(WIDE_PAGE) >= self.len {
                self.check(&flow)?;
            }
            self.pages.keep((self.id, at), &bytes);
            if at == page {
                return Ok(bytes);
            }
            at = at.saturating_add(1);
        }
    }

    /// Checks the CRC at the end. **Note:** parts that are read without the last page are not checked.
    fn check(&self, flow: &Flow) -> Result<()> {
        self.sum.map_or(Ok(()), |sum| checked(flow.sum.clone().finalize(), sum))
    }
}

/// Checks that these packed bytes may unpack to `len` bytes.
fn bounded(packed: &dyn Source, len: u64) -> Result<()> {
    let growth = packed.len().max(1).saturating_mul(MOST_GROWTH);
    if len > MOST_UNPACKED || len > growth.max(SMALL) {
        let text = format!(
            "{} bytes would unpack to {len}: above the bounds of {MOST_UNPACKED} bytes and of {MOST_GROWTH} times",
            packed.len()
        );
        return Err(Error::new(ErrorKind::Limit(text), "deflated file"));
    }
    Ok(())
}

impl Source for Inflated {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        within(self.len, offset, out.len())?;
        let end = usize::try_from(offset).unwrap_or(usize::MAX).saturating_add(out.len());
        if end <= START && self.marks.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            let mut flow = Flow::new();
            let start = flow.next(&*self.packed, end)?;
            if end as u64 == self.len {
                self.check(&flow)?;
            }
            let from = end.saturating_sub(out.len());
            out.copy_from_slice(start.get(from..end).unwrap_or_default());
            return Ok(());
        }
        let (mut at, mut rest) = (offset, out);
        while !rest.is_empty() {
            let page = self.page(at / WIDE_PAGE)?;
            let page: &[u8] = &page;
            let from = usize::try_from(at % WIDE_PAGE).unwrap_or(usize::MAX);
            let here = page.len().saturating_sub(from).min(rest.len());
            let (now, later) = rest.split_at_mut(here);
            match page.get(from..from.saturating_add(here)) {
                Some(bytes) if here > 0 => now.copy_from_slice(bytes),
                _ => return Err(Error::truncated("unpacking", at, later.len() as u64, 0)),
            }
            at = at.saturating_add(here as u64);
            rest = later;
        }
        Ok(())
    }
}

impl Flow {
    fn new() -> Self {
        Self {
            machine: Default::default(),
            used: 0,
            window: vec![0; WINDOW].into(),
            sum: Default::default(),
            given: 0,
            follow: None,
            ended: false,
        }
    }

    /// Unpacks the next `size` bytes.
    fn next(&mut self, packed: &dyn Source, size: usize) -> Result<Vec<u8>> {
        let out = self.fill(packed, size)?;
        match size.saturating_sub(out.len()) {
            0 => Ok(out),
            missing => Err(Error::truncated("unpacking: it ends", self.used, missing as u64, 0)),
        }
    }

    /// Unpacks the next `size` bytes, or those that are left.
    fn fill(&mut self, packed: &dyn Source, size: usize) -> Result<Vec<u8>> {
        use miniz_oxide::inflate::TINFLStatus;
        use miniz_oxide::inflate::core::{decompress, inflate_flags};

        let mut out = vec![0; WINDOW.saturating_add(size)];
        out.get_mut(..WINDOW).unwrap_or_default().copy_from_slice(&self.window);
        let (mut at, mut input) = (WINDOW, Vec::new());
        let mut offered: &[u8] = &[];
        // Position from which on the CRC lacks the output.
        let mut unseen = WINDOW;
        while at < out.len() && !self.ended {
            let here = self.used;
            let left = packed.len().saturating_sub(here);
            if offered.is_empty() && left > 0 {
                input.resize(usize::try_from(left).unwrap_or(PACKED).min(PACKED), 0);
                packed.read_at(here, &mut input)?;
                offered = &input;
            }
            let more =
                if (offered.len() as u64) < left { inflate_flags::TINFL_FLAG_HAS_MORE_INPUT } else { 0 };
            let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF | more;
            let (status, took, gave) = decompress(&mut self.machine, offered, &mut out, at, flags);
            self.used = self.used.saturating_add(took as u64);
            offered = offered.get(took..).unwrap_or_default();
            at = at.saturating_add(gave);
            match status {
                TINFLStatus::NeedsMoreInput | TINFLStatus::HasMoreOutput if took > 0 || gave > 0 => {}
                TINFLStatus::Done => {
                    self.saw(out.get(unseen..at).unwrap_or_default());
                    unseen = at;
                    let sum = self.sum.clone().finalize();
                    let next =
                        self.follow.map_or(Ok(None), |next| next(packed, self.used, sum, self.given))?;
                    self.ended = next.is_none();
                    if let Some(next) = next {
                        offered = &[];
                        *self = Self {
                            used: next,
                            window: std::mem::take(&mut self.window),
                            follow: self.follow,
                            ..Self::new()
                        };
                    }
                }
                _ => {
                    let text = format!("the packed bytes make no sense ({status:?})");
                    return Err(Error::bad("unpacking", self.used, text));
                }
            }
        }
        // The state includes input that the unpacker has looked at and not used.
        out.truncate(at);
        self.saw(out.get(unseen..).unwrap_or_default());
        self.window.copy_from_slice(out.get(out.len().saturating_sub(WINDOW)..).unwrap_or_default());
        out.drain(..WINDOW);
        Ok(out)
    }

    /// Adds output to the CRC and the length.
    fn saw(&mut self, bytes: &[u8]) {
        self.sum.update(bytes);
        self.given = self.given.saturating_add(bytes.len() as u64);
    }
}

/// Checks that a file has the CRC that its archive states.
pub(super) fn checked(found: u32, wanted: u32) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    let text = format!("its CRC is {found:08x} and not {wanted:08x}, as the archive says: it is damaged");
    Err(Error::bad("unpacked file", 0, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::read_vec;

    /// Bytes that repeat over the whole window and beyond, and are not too regular.
    fn bytes(len: usize) -> Vec<u8> {
        let mut seed = 7u32;
        let mut out: Vec<u8> = Vec::with_capacity(len);
        while out.len() < len {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let back = (seed >> 8) as usize % 32_768 + 1;
            let count = (seed >> 24) as usize % 40 + 1;
            for _ in 0..count {
                let from = out.len().checked_sub(back).map(|at| out[at]);
                out.push(from.unwrap_or(seed.to_le_bytes()[2]));
            }
            out.push((seed >> 4).to_le_bytes()[2]);
        }
        out.truncate(len);
        out
    }

    fn inflated(plain: &[u8]) -> Inflated {
        let packed = miniz_oxide::deflate::compress_to_vec(plain, 6);
        summed(&packed, plain.len(), crc32fast::hash(plain)).unwrap()
    }

    fn unpack(packed: &[u8], len: usize) -> Result<Inflated> {
        summed(packed, len, 0)
    }

    fn summed(packed: &[u8], len: usize, sum: u32) -> Result<Inflated> {
        Inflated::new(Arc::new(Arc::<[u8]>::from(packed)), len as u64, sum, 0, &Arc::default())
    }

    #[test]
    fn a_wrong_sum_is_an_error_at_the_end_and_not_before() {
        let plain = bytes(6 * PAGE);
        let packed = miniz_oxide::deflate::compress_to_vec(&plain, 6);
        let file = summed(&packed, plain.len(), crc32fast::hash(&plain) ^ 1).unwrap();
        assert!(file.read_at(PAGE as u64, &mut [0; 9]).is_ok());
        let error = file.read_at(plain.len() as u64 - 1, &mut [0]).unwrap_err();
        assert!(error.to_string().contains("CRC"), "{error}");
        // The same for a file of which only the start is read.
        let small = miniz_oxide::deflate::compress_to_vec(&plain[..99], 6);
        let small = summed(&small, 99, 7).unwrap();
        assert!(small.read_at(0, &mut [0; 98]).is_ok() && small.read_at(0, &mut [0; 99]).is_err());
    }

    #[test]
    fn any_range_in_any_order_is_what_was_packed() {
        let plain = bytes(11 * PAGE + 12_345);
        let file = inflated(&plain);
        let mut seed = 1u32;
        for _ in 0..60 {
            seed = seed.wrapping_mul(22_695_477).wrapping_add(1);
            let at = (seed >> 4) as usize % plain.len();
            let len = ((seed >> 9) as usize % 70_000).min(plain.len() - at);
            let found = read_vec(&file, at as u64, len as u64, u64::MAX, "x").unwrap();
            assert!(found == plain[at..at + len], "{len} bytes at {at}");
        }
        assert!(file.marks.lock().unwrap().len() <= 3 && file.pages.0.lock().unwrap().len() <= KEPT);
    }

    #[test]
    fn a_start_alone_is_unpacked_alone() {
        let plain = bytes(3 * PAGE);
        let file = inflated(&plain);
        assert_eq!(read_vec(&file, 100, 500, 1000, "x").unwrap(), plain[100..600]);
        assert!(file.pages.0.lock().unwrap().is_empty());
    }

    #[test]
    fn bombs_are_refused_before_anything_is_unpacked() {
        for len in [MOST_UNPACKED + 1, u64::MAX, SMALL + 1] {
            let error = unpack(&[0; 1000], usize::try_from(len).unwrap()).err().unwrap();
            assert!(matches!(error.kind(), ErrorKind::Limit(_)), "{error}");
        }
        assert!(unpack(&[0; 1000], usize::try_from(SMALL).unwrap()).is_ok());
    }

    #[test]
    fn an_archive_keeps_no_more_pages_than_it_may() {
        let pages = Arc::<Pages>::default();
        for page in 0..1000 {
            pages.keep((page % 7, page), &Arc::from([1]));
        }
        assert_eq!(pages.0.lock().unwrap().len(), KEPT);
        assert!(pages.get((999 % 7, 999)).is_some() && pages.get((0, 0)).is_none());
    }

    #[test]
    fn damage_is_an_error() {
        let plain = bytes(200_000);
        let packed = miniz_oxide::deflate::compress_to_vec(&plain, 6);
        for len in (0..packed.len()).step_by(997) {
            let cut = unpack(&packed[..len], plain.len()).unwrap();
            assert!(read_vec(&cut, 0, cut.len(), u64::MAX, "x").is_err(), "{len}");
        }
        // The stated length exceeds the real one.
        let file = unpack(&packed, plain.len() + 1).unwrap();
        assert!(file.read_at(0, &mut vec![0; plain.len() + 1]).is_err());
        for at in (0..packed.len()).step_by(331) {
            let mut bent = packed.clone();
            bent[at] ^= 0x55;
            let file = unpack(&bent, plain.len()).unwrap();
            let _ = read_vec(&file, 0, file.len(), u64::MAX, "x");
        }
    }
}
