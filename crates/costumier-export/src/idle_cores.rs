//! Idle cores: threads of an export that have no costume left help with the remaining costumes.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of idle cores. The threads of an export share it, each in its [`Workspace`](crate::Workspace).
#[derive(Debug, Default)]
pub struct IdleCores(AtomicUsize);

impl IdleCores {
    /// Adds cores that are idle now.
    pub fn add(&self, cores: usize) {
        self.0.fetch_add(cores, Ordering::Relaxed);
    }

    /// Takes all idle cores, until the returned value is dropped.
    pub(crate) fn borrow(&self) -> Borrowed<'_> {
        // WebAssembly has no threads here, and the code that starts them is not linked.
        let cores = if cfg!(target_family = "wasm") { 0 } else { self.0.swap(0, Ordering::Relaxed) };
        Borrowed { cores, from: self }
    }
}

/// Idle cores that are in use. Dropping it gives them back.
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
