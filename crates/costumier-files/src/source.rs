//! The sources of a game's bytes: a folder, memory, a browser. The library itself opens no file.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Error, ErrorKind, Result};

/// A bound for values that can be passed from thread to thread, where there are threads: everything on WebAssembly
/// without them, elsewhere every type that is [`Send`] and [`Sync`]. It is implemented automatically.
#[cfg(not(all(target_family = "wasm", not(target_feature = "atomics"))))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be handed from thread to thread",
    note = "a `Files` or `Source` is `Send + Sync` (but on WebAssembly without threads): hold what changes in \
            a `Mutex`, and what is shared in an `Arc`"
)]
pub trait WasmNotSendSync: Send + Sync {}
#[cfg(not(all(target_family = "wasm", not(target_feature = "atomics"))))]
impl<T: ?Sized + Send + Sync> WasmNotSendSync for T {}

/// A bound for values that can be passed from thread to thread, where there are threads: everything on WebAssembly
/// without them, elsewhere every type that is [`Send`] and [`Sync`]. It is implemented automatically.
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
pub trait WasmNotSendSync {}
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
impl<T: ?Sized> WasmNotSendSync for T {}

/// One file that can be read at any offset.
///
/// Implementations are [`Send`] and [`Sync`] ([`WasmNotSendSync`]): keep changing state in a `Mutex`, not in a
/// `RefCell`. On WebAssembly without threads this is not needed, and a source may hold a value of one thread, such
/// as a handle of JavaScript.
pub trait Source: WasmNotSendSync {
    /// The file's size in bytes.
    fn len(&self) -> u64;

    /// Whether the file has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `out` with the bytes from `offset` on.
    ///
    /// # Errors
    /// [`ErrorKind::Source`] if the medium fails, [`ErrorKind::Truncated`] if the file ends before `out` is full.
    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()>;
}

/// A set of files that belong together: a game's folder.
pub trait Files: WasmNotSendSync {
    /// The names of the files, in any order; subfolders are written with `/`.
    fn names(&self) -> Vec<String>;

    /// Opens the file with exactly that name.
    ///
    /// # Errors
    /// [`ErrorKind::Source`] if it cannot be opened.
    fn open(&self, name: &str) -> Result<Box<dyn Source>>;

    /// Whether the file with this name is in a form that only a Macintosh's files have.
    fn is_from_macintosh(&self, _name: &str) -> bool {
        false
    }

    /// The reason why no game is found in these files, or in the one with that name; `None` if no reason is known.
    fn why_no_game(&self, _name: Option<&str>) -> Option<Error> {
        None
    }

    /// Files that may hold a game and could not be opened, by name, with the reasons: damaged containers, and
    /// recognised files that are not opened ([`ErrorKind::OtherForm`]).
    fn unopened(&self) -> Vec<(String, Error)> {
        Vec::new()
    }
}

/// The `len` bytes at `offset` of a file. Memory is allocated only after the file is known to hold them.
///
/// # Errors
/// [`ErrorKind::Truncated`] if the file ends before; [`ErrorKind::Limit`] if `len` is above `limit`; the errors of
/// the source.
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

/// A file in memory. Making it from a `Vec` or an `Arc` copies nothing; from a slice it copies the bytes.
#[derive(Clone, Debug)]
pub struct MemoryFile(Held);

#[derive(Clone, Debug)]
enum Held {
    Vec(Arc<Vec<u8>>),
    Slice(Arc<[u8]>),
}

impl MemoryFile {
    /// The bytes of the file.
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

/// Files in memory, as browsers and tests provide them.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, MemoryFile>,
}

impl MemoryFiles {
    /// A set without files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The file with exactly that name.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&MemoryFile> {
        self.files.get(name)
    }

    /// Adds a file, or replaces the one with that name. A `Vec` is not copied.
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
