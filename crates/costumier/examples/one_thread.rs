//! A source that belongs to one thread, like a browser's file handles. On WebAssembly it is still a [`Source`].
//!
//! `cargo check -p costumier --example one_thread --target wasm32-unknown-unknown` shows it. On other targets,
//! which have threads, the example does nothing.

#[cfg(target_family = "wasm")]
mod page {
    use std::cell::RefCell;
    use std::rc::Rc;

    use costumier::{Error, ErrorKind, Files, Game, Limits, Result, Source};

    /// A stand-in for a handle of JavaScript, neither `Send` nor `Sync`.
    #[derive(Clone)]
    struct Handle(Rc<RefCell<Vec<u8>>>);

    impl Source for Handle {
        fn len(&self) -> u64 {
            self.0.borrow().len() as u64
        }

        fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
            let bytes = self.0.borrow();
            let start = usize::try_from(offset).unwrap_or(usize::MAX);
            match start.checked_add(out.len()).and_then(|end| bytes.get(start..end)) {
                Some(found) => out.copy_from_slice(found),
                None => {
                    return Err(Error::truncated("reading", offset, out.len() as u64, bytes.len() as u64));
                }
            }
            Ok(())
        }
    }

    struct Dropped(Vec<(String, Handle)>);

    impl Files for Dropped {
        fn names(&self) -> Vec<String> {
            self.0.iter().map(|(name, _)| name.clone()).collect()
        }

        fn open(&self, name: &str) -> Result<Box<dyn Source>> {
            let found = self.0.iter().find(|(other, _)| other == name);
            let missing = || Error::new(ErrorKind::Source("no such file".into()), "opening");
            Ok(Box::new(found.ok_or_else(missing)?.1.clone()))
        }
    }

    pub(crate) fn open(files: Vec<(String, Vec<u8>)>) -> Result<Game> {
        let handles = files.into_iter().map(|(name, bytes)| (name, Handle(Rc::new(RefCell::new(bytes)))));
        Game::open(&Dropped(handles.collect()), None, Limits::default())
    }
}

fn main() {
    #[cfg(target_family = "wasm")]
    let _ = page::open(Vec::new());
}
