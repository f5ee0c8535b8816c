//! The library's [`Files`] over files that C reads.

use std::collections::BTreeMap;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

use costumier_api::{ErrorKind, Files, LibraryError as Error, LibraryResult as Result, Source};

use crate::pass::{many, required};

/// A function of C that reads a part of a file.
type Read = unsafe extern "C" fn(context: *mut c_void, offset: u64, out: *mut u8, length: usize) -> i32;

/// `costumier_file` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CFile {
    name: *const c_char,
    size: u64,
    read: Option<Read>,
    context: *mut c_void,
}

/// A file without its name.
#[derive(Debug)]
struct Reader {
    name: String,
    size: u64,
    read: Read,
    context: *mut c_void,
}

// SAFETY: the header wants a `read` that works in every thread that uses the game, and in several at once.
unsafe impl Send for Reader {}
// SAFETY: as above.
unsafe impl Sync for Reader {}

/// The files of a game, by name.
#[derive(Debug, Default)]
pub(crate) struct CFiles(BTreeMap<String, Arc<Reader>>);

impl CFiles {
    /// Reads a list of files.
    ///
    /// # Safety
    /// `files` points to `count` files, which are as the header describes them.
    pub(crate) unsafe fn read(files: *const CFile, count: usize) -> costumier_api::Result<Self> {
        if files.is_null() || count == 0 {
            return Err(costumier_api::Error::usage("there are no files"));
        }
        let mut all = Self::default();
        // SAFETY: the caller passes `count` files.
        for file in unsafe { many(files, count, "files") }? {
            // SAFETY: the name is null or a string.
            let name = unsafe { required(file.name, "the name of a file") }?.replace('\\', "/");
            let missing = || costumier_api::Error::usage(format!("{name}: `read` is NULL"));
            let read = file.read.ok_or_else(missing)?;
            let reader = Reader { name: name.clone(), size: file.size, read, context: file.context };
            all.0.insert(name, Arc::new(reader));
        }
        Ok(all)
    }
}

impl Files for CFiles {
    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Source>> {
        match self.0.get(name) {
            Some(reader) => Ok(Box::new(CSource(Arc::clone(reader)))),
            None => {
                Err(Error::new(ErrorKind::Source("there is no such file".into()), "opening").in_file(name))
            }
        }
    }
}

struct CSource(Arc<Reader>);

impl Source for CSource {
    fn len(&self) -> u64 {
        self.0.size
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let (needed, available) = (out.len() as u64, self.0.size.saturating_sub(offset));
        if needed > available {
            return Err(Error::truncated("reading", offset, needed, available));
        }
        if out.is_empty() {
            return Ok(());
        }
        // SAFETY: `read` writes at most `length` bytes, as the header says, and `out` has so many.
        let status = unsafe { (self.0.read)(self.0.context, offset, out.as_mut_ptr(), out.len()) };
        if status == 0 {
            return Ok(());
        }
        let why = ErrorKind::Source(format!("`read` returned {status}"));
        Err(Error::new(why, "reading").at(offset).in_file(&self.0.name))
    }
}
