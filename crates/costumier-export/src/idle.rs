//! Cores with nothing to do: threads of an export that found no costume left for them lend theirs to those that
//! still have one.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many cores have nothing to do. The threads of an export share it, each in its
/// [`Workspace`](crate::Workspace).
#[derive(Debug, Default)]
pub struct IdleCores(AtomicUsize);

impl IdleCores {
    /// So many more have nothing to do from now on.
    pub fn add(&self, cores: usize) {
        self.0.fetch_add(cores, Ordering::Relaxed);
    }

    /// Takes all there are, until what is returned is dropped.
    pub(crate) fn borrow(&self) -> Borrowed<'_> {
        // There are no threads in WebAssembly, and what would start them is not linked.
        let cores = if cfg!(target_family = "wasm") { 0 } else { self.0.swap(0, Ordering::Relaxed) };
        Borrowed { cores, from: self }
    }
}

/// Cores that are somebody's for a while.
#[derive(Debug)]
pub(crate) struct Borrowed<'a> {
    pub(crate) cores: usize,
    from: &'a IdleCores,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.from.add(self.cores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_borrowed_comes_back() {
        let idle = IdleCores::default();
        idle.add(3);
        {
            let mine = idle.borrow();
            assert_eq!((mine.cores, idle.borrow().cores), (3, 0));
            idle.add(1);
        }
        assert_eq!(idle.borrow().cores, 4);
    }
}
