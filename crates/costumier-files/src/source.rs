//! Where a game's bytes come from: a folder, memory, a browser. The library itself opens no file.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Error, ErrorKind, Result};

/// What can be handed from thread to thread, where there are threads: everything on WebAssembly without them,
/// elsewhere what is
/// [`Send`] and [`Sync`]. Nobody implements this by hand.
#[cfg(not(all(target_family = "wasm", not(target_feature = "atomics"))))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be handed from thread to thread",
    note = "a `Files` or `Source` is `Send + Sync` (but on WebAssembly without threads): hold what changes in \
            a `Mutex`, and what is shared in an `Arc`"
)]
pub trait WasmNotSendSync: Send + Sync {}
#[cfg(not(all(target_family = "wasm", not(target_feature = "atomics"))))]
impl<T: ?Sized + Send + Sync> WasmNotSendSync for T {}

/// What can be handed from thread to thread, where there are threads: everything on WebAssembly without them,
/// elsewhere what is
/// [`Send`] and [`Sync`]. Nobody implements this by hand.
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
pub trait WasmNotSendSync {}
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
impl<T: ?Sized> WasmNotSendSync for T {}

/// One file that can be read at any offset.
///
/// It is [`Send`] and [`Sync`] ([`WasmNotSendSync`]): hold what changes in a `Mutex`, not in a `RefCell`. On
/// WebAssembly without threads it need not be, and may hold what belongs to one thread, such as a handle of
/// JavaScript.
pub trait Source: WasmNotSendSync {
    /// Its size in bytes.
    fn len(&self) -> u64;

    /// True where the file has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `out` with the bytes from `offset` on.
    ///
    /// # Errors
    /// [`ErrorKind::Source`] when the medium fails, [`ErrorKind::Truncated`] when the file ends before `out`
    /// is full.
    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()>;
}

/// A set of files that lie together: a game's folder.
pub trait Files: WasmNotSendSync {
    /// Their names, in any order; a folder below is written with `/`.
    fn names(&self) -> Vec<String>;

    /// Opens the file of exactly that name.
    ///
    /// # Errors
    /// [`ErrorKind::Source`] when it cannot be opened.
    fn open(&self, name: &str) -> Result<Box<dyn Source>>;

    /// Why no game is found in these files, or in the one of that name, where more is known than that there
    /// is none.
    fn why_no_game(&self, _name: Option<&str>) -> Option<Error> {
        None
    }

    /// What of these files may hold a game and could not be opened, by name, with the reason: containers that
    /// are damaged, and such as are known and not opened ([`ErrorKind::OtherForm`]).
    fn unopened(&self) -> Vec<(String, Error)> {
        Vec::new()
    }
}

/// `len` bytes at `offset` of a file. Nothing is allocated before the file is known to hold them.
///
/// # Errors
/// Truncated when the file ends before; [`ErrorKind::Limit`] when `len` is above `limit`; what the source
/// says.
pub fn read_vec(source: &dyn Source, offset: u64, len: u64, limit: u64, what: &str) -> Result<Vec<u8>> {
    let available = source.len().saturating_sub(offset);
    if len > available {
        return Err(Error::truncated(what, offset, len, available));
    }
    let size = usize::try_from(len).unwrap_or(usize::MAX);
    if len > limit || size == usize::MAX {
        let text = format!("{len} bytes are more than the limit of {limit}");
        return Err(Error::new(ErrorKind::Limit(text), what).at(offset));
    }
    let mut out = vec![0; size];
    source.read_at(offset, &mut out)?;
    Ok(out)
}

/// A file in memory. Made from a `Vec` or an `Arc` without a copy, from a slice with one.
#[derive(Clone, Debug)]
pub struct MemoryFile(Held);

#[derive(Clone, Debug)]
enum Held {
    Vec(Arc<Vec<u8>>),
    Slice(Arc<[u8]>),
}

impl MemoryFile {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Held::Vec(bytes) => bytes,
            Held::Slice(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for MemoryFile {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Held::Vec(Arc::new(bytes)))
    }
}

impl From<Arc<[u8]>> for MemoryFile {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self(Held::Slice(bytes))
    }
}

impl From<&[u8]> for MemoryFile {
    fn from(bytes: &[u8]) -> Self {
        Self(Held::Slice(bytes.into()))
    }
}

impl Source for MemoryFile {
    fn len(&self) -> u64 {
        self.bytes().len() as u64
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        read_slice(self.bytes(), offset, out)
    }
}

/// Files held in memory: what a browser hands over, and what tests use.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, MemoryFile>,
}

impl MemoryFiles {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The file of exactly that name.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&MemoryFile> {
        self.files.get(name)
    }

    /// Adds a file, or replaces the one of that name. A `Vec` is taken over as it is.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<MemoryFile>) {
        self.files.insert(name.into(), bytes.into());
    }
}

impl<N: Into<String>, B: Into<MemoryFile>> FromIterator<(N, B)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (N, B)>>(files: I) -> Self {
        Self { files: files.into_iter().map(|(name, bytes)| (name.into(), bytes.into())).collect() }
    }
}

impl Files for MemoryFiles {
    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Source>> {
        match self.files.get(name) {
            Some(file) => Ok(Box::new(file.clone())),
            None => {
                Err(Error::new(ErrorKind::Source("there is no such file".into()), "opening").in_file(name))
            }
        }
    }
}

impl Source for Arc<[u8]> {
    fn len(&self) -> u64 {
        (**self).len() as u64
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        read_slice(self, offset, out)
    }
}

fn read_slice(data: &[u8], offset: u64, out: &mut [u8]) -> Result<()> {
    let start = usize::try_from(offset).ok();
    match start.and_then(|start| data.get(start..start.checked_add(out.len())?)) {
        Some(bytes) => {
            out.copy_from_slice(bytes);
            Ok(())
        }
        None => {
            let available = (data.len() as u64).saturating_sub(offset);
            Err(Error::truncated("reading", offset, out.len() as u64, available))
        }
    }
}
