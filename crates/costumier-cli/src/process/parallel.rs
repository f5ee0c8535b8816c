//! Runs the same work on many items, spread over the cores.
//!
//! Each thread makes its workspace once and keeps it, so that expensive things (open rooms, buffers) are made once
//! per thread. Threads take items one by one, so that a large item delays no other. Threads without items help those
//! that still work ([`map_lending`]).

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use costumier::files::WasmNotSendSync;
use costumier_export::IdleCores;
use costumier_export::recognise::ForEach;

/// Does `work` on each item and returns the results in the order of the items. The first error stops all threads; so
/// does a panic.
pub(crate) fn map<T, W, R, E>(
    things: &[T],
    jobs: Option<u16>,
    workspace: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send,
{
    map_lending(things, jobs, &IdleCores::default(), workspace, work)
}

/// Works as [`map`], and adds to `idle` each core that has no item left.
pub(crate) fn map_lending<T, W, R, E>(
    things: &[T],
    jobs: Option<u16>,
    idle: &IdleCores,
    workspace: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send,
{
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let most = jobs.map_or_else(cores, usize::from);
    let threads = most.min(things.len()).max(1);
    idle.add(most.saturating_sub(threads));
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let run = || -> Result<Vec<(usize, R)>, E> {
        let mut workspace = workspace();
        let mut results = Vec::new();
        while !stopped.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(at) else { break };
            match work(&mut workspace, thing) {
                Ok(result) => results.push((at, result)),
                Err(error) => {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        drop(workspace);
        idle.add(1);
        Ok(results)
    };
    let lots = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut lots = vec![run()];
        for other in others {
            lots.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        lots
    });
    let mut results = Vec::with_capacity(things.len());
    for lot in lots {
        results.extend(lot?);
    }
    results.sort_unstable_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Works as [`map`], for work that needs no workspace and cannot fail.
pub(crate) fn map_all<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + WasmNotSendSync) -> Vec<R> {
    let done = map(things, None, || (), |(), thing| Ok::<R, std::convert::Infallible>(work(thing)));
    match done {
        Ok(results) => results,
    }
}

/// All cores share the things.
pub(crate) struct AllCores;

impl ForEach for AllCores {
    fn map<T: Sync, R: Send>(&self, things: &[T], work: impl Fn(&T) -> R + WasmNotSendSync) -> Vec<R> {
        map_all(things, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_things() {
        let things: Vec<u32> = (0..1000).collect();
        for jobs in [None, Some(1), Some(3), Some(64)] {
            let results = map(&things, jobs, || 1, |one, thing| Ok::<_, ()>(thing + *one)).unwrap();
            assert_eq!(results, (1..1001).collect::<Vec<u32>>());
        }
        assert_eq!(map_all(&[] as &[u8], |thing| *thing), [] as [u8; 0]);
    }

    #[test]
    fn an_error_stops_the_rest() {
        let things: Vec<u32> = (0..1_000_000).collect();
        let done = AtomicUsize::new(0);
        let result = map(
            &things,
            Some(4),
            || (),
            |(), thing| {
                done.fetch_add(1, Ordering::Relaxed);
                if *thing == 10 { Err("ten") } else { Ok(()) }
            },
        );
        assert_eq!(result, Err("ten"));
        assert!(done.load(Ordering::Relaxed) < things.len());
    }

    #[test]
    fn each_thread_has_one_workspace() {
        let made = AtomicUsize::new(0);
        let workspace = || made.fetch_add(1, Ordering::Relaxed);
        map(&[0; 500], Some(3), workspace, |_, _| Ok::<_, ()>(())).unwrap();
        assert!((1..=3).contains(&made.load(Ordering::Relaxed)));
    }
}
