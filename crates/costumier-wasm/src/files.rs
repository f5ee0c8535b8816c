//! The library's [`Files`] over files of JavaScript, which are read in blocks; the last blocks are kept.
//!
//! In a browser, reading 500 bytes takes as long as 64 KiB, half a millisecond, and the library reads a block's
//! header of 8 bytes before its contents.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use costumier::{Error, ErrorKind, Files, Result, Source};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

#[wasm_bindgen]
extern "C" {
    /// A file that JavaScript reads.
    pub type JsFile;
    #[wasm_bindgen(method, getter)]
    fn name(this: &JsFile) -> String;
    #[wasm_bindgen(method, getter)]
    fn size(this: &JsFile) -> f64;
    #[wasm_bindgen(method, catch)]
    fn read(this: &JsFile, at: f64, length: u32) -> std::result::Result<JsValue, JsValue>;
}

/// Number of bytes read at a time.
const BLOCK: u64 = 1 << 16;

/// Number of blocks kept: 4 MiB.
const KEPT: usize = 64;

/// The files of a game.
pub(crate) struct JsFiles {
    files: BTreeMap<String, Rc<OneFile>>,
    kept: Rc<RefCell<Kept>>,
}

struct OneFile {
    number: usize,
    file: JsFile,
    size: u64,
}

/// The blocks that were read last, the newest at the end: file, block number, bytes.
#[derive(Default)]
struct Kept {
    blocks: Vec<(usize, u64, Rc<[u8]>)>,
}

impl JsFiles {
    pub(crate) fn new(files: Vec<JsFile>) -> Self {
        let named = files.into_iter().enumerate().map(|(number, file)| {
            let size = file.size();
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a size is a whole number"
            )]
            let size = if size.is_finite() && size > 0.0 { size as u64 } else { 0 };
            let name = file.name().replace('\\', "/");
            (name, Rc::new(OneFile { number, file, size }))
        });
        let mut all = BTreeMap::new();
        named.for_each(|(name, file)| drop(all.insert(name, file)));
        Self { files: all, kept: Rc::default() }
    }
}

impl Files for JsFiles {
    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Source>> {
        match self.files.get(name) {
            Some(file) => Ok(Box::new(JsSource { file: Rc::clone(file), kept: Rc::clone(&self.kept) })),
            None => Err(Error::new(ErrorKind::Source("the game has no file of this name".into()), "opening")
                .in_file(name)),
        }
    }
}

struct JsSource {
    file: Rc<OneFile>,
    kept: Rc<RefCell<Kept>>,
}

impl Source for JsSource {
    fn len(&self) -> u64 {
        self.file.size
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let needed = out.len() as u64;
        let available = self.file.size.saturating_sub(offset);
        if needed > available {
            return Err(Error::truncated("reading", offset, needed, available));
        }
        if needed > 2 * BLOCK {
            return self.file.read(offset, out);
        }
        let mut at = offset;
        let mut rest = out;
        while !rest.is_empty() {
            let block = self.block(at / BLOCK)?;
            let from = usize::try_from(at % BLOCK).unwrap_or(usize::MAX);
            let bytes = block.get(from..).unwrap_or_default();
            let count = bytes.len().min(rest.len());
            if count == 0 {
                return Err(Error::truncated("reading", at, 1, 0));
            }
            let (now, later) = rest.split_at_mut(count);
            now.copy_from_slice(&bytes[..count]);
            rest = later;
            at += count as u64;
        }
        Ok(())
    }
}

impl JsSource {
    fn block(&self, number: u64) -> Result<Rc<[u8]>> {
        let file = self.file.number;
        let mut kept = self.kept.borrow_mut();
        if let Some(at) = kept.blocks.iter().rposition(|block| (block.0, block.1) == (file, number)) {
            let block = kept.blocks.remove(at);
            let bytes = Rc::clone(&block.2);
            kept.blocks.push(block);
            return Ok(bytes);
        }
        let start = number.saturating_mul(BLOCK);
        let length = BLOCK.min(self.file.size.saturating_sub(start));
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
        self.file.read(start, &mut bytes)?;
        let bytes: Rc<[u8]> = bytes.into();
        if kept.blocks.len() >= KEPT {
            kept.blocks.remove(0);
        }
        kept.blocks.push((file, number, Rc::clone(&bytes)));
        Ok(bytes)
    }
}

impl OneFile {
    fn read(&self, at: u64, out: &mut [u8]) -> Result<()> {
        let failed =
            |why: String| Error::new(ErrorKind::Source(why), "reading").at(at).in_file(self.file.name());
        let length =
            u32::try_from(out.len()).map_err(|_| failed("the read is too large for one call".into()))?;
        #[allow(clippy::cast_precision_loss, reason = "no file is larger than 2^53 bytes")]
        let given = self.file.read(at as f64, length).map_err(|thrown| failed(message(&thrown)))?;
        let bytes = given.dyn_into::<Uint8Array>().map_err(|given| failed(no_bytes(&given).into()))?;
        if bytes.length() != length {
            return Err(failed(format!("`read` gave {} bytes, and {length} were requested", bytes.length())));
        }
        bytes.copy_to(out);
        Ok(())
    }
}

/// Returns why the result of `read` cannot be used.
fn no_bytes(given: &JsValue) -> &'static str {
    if given.has_type::<js_sys::Promise>() {
        "`read` gave a promise: it must give the bytes at once. Read the file into memory first and use `fromBytes`, \
         or use `fromFiles` in a worker"
    } else {
        "`read` must return a Uint8Array"
    }
}

/// Returns the message of an exception.
fn message(thrown: &JsValue) -> String {
    if let Some(error) = thrown.dyn_ref::<js_sys::Error>() {
        let (name, text) = (String::from(error.name()), String::from(error.message()));
        return if text.is_empty() { name } else { text };
    }
    thrown.as_string().unwrap_or_else(|| "the file could not be read".into())
}
