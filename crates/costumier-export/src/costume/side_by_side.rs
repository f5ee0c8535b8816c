//! Makes several animations of one costume at once, if there are idle cores.
//!
//! Threads make animations before their turn and write them into memory. The results are written in the animations'
//! order, so that files, reports and problems are the same as with one thread, byte for byte.
//!
//! **Note:** an animation made early may be dropped and made again in its turn, if those before it have used up the
//! number of pixels that may be drawn of a costume. One with many pixels always waits for its turn, so that memory
//! stays bounded.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::{panic::resume_unwind, thread};

use costumier::{Action, Bounds, Problem};

use crate::costume::Job;
use crate::costume::animations::{Animated, anchor_offset, animate, play};
use crate::scratch::Workspace;
use crate::sink::{Output, Result, Sink, put};

/// An animation that was made before its turn.
pub(super) struct Ahead {
    animated: Animated,
    files: Vec<(String, Vec<u8>)>,
    problems: Vec<Problem>,
    left_out: Vec<Problem>,
    /// Number of pixels that were drawn for it.
    pub(super) drawn: u64,
}

impl Ahead {
    /// Writes what was made.
    pub(super) fn take_turn(self, job: &mut Job<'_>) -> Result<Animated> {
        for (path, bytes) in &self.files {
            put(job.sink.output, path, bytes)?;
        }
        job.sink.problems.extend(self.problems);
        job.sink.left_out.extend(self.left_out);
        Ok(self.animated)
    }

    /// Returns the number of bytes that it takes until its turn.
    fn bytes(&self) -> usize {
        let reel = self.animated.made.as_ref().map_or(0, |(shot, _)| shot.reel.bytes());
        self.files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>().saturating_add(reel)
    }
}

/// Makes the first animations of a list, as many as memory allows, together with idle cores; none if there are no
/// such cores. `None` stands for an animation that is made in its turn.
pub(super) fn make(
    job: &Job<'_>,
    workspace: &mut Workspace,
    canvas: Option<Bounds>,
    actions: &[Action],
) -> Vec<Option<Ahead>> {
    let idle = Arc::clone(&workspace.idle);
    let borrowed = idle.borrow();
    let helpers = borrowed.cores.min(actions.len().saturating_sub(1));
    if helpers == 0 {
        return Vec::new();
    }
    let mut own_helpers = std::mem::take(&mut workspace.helpers);
    while own_helpers.len() < helpers {
        own_helpers.push(Workspace::new(job.options(), job.context.game.limits()));
    }
    let drawn = workspace.camera.drawn();
    let (next, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // Threads share the job's parts, except the destination of its files.
    let (context, opened, origin, palette) = (job.context, job.opened, job.origin, &job.palette);
    let (backdrop, key, budget, folder) = (&job.backdrop, &job.key, job.budget, job.sink.folder);
    let most_pixels = budget.ahead() / (helpers + 1);
    let run = |workspace: &mut Workspace| {
        let mut made = Vec::new();
        while held.load(Ordering::Relaxed) < budget.ahead() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(action) = actions.get(at) else { break };
            let mut memory = Memory::default();
            let mut job = Job {
                context,
                opened,
                origin,
                palette: Arc::clone(palette),
                backdrop: backdrop.clone(),
                key: key.clone(),
                budget,
                sink: Sink::new(&mut memory, folder, Vec::new()),
            };
            workspace.camera.set_budget(budget);
            let ahead = one(&mut job, workspace, canvas, action, most_pixels);
            let Sink { problems, left_out, .. } = job.sink;
            let ahead = ahead.map(|animated| Ahead {
                animated,
                files: memory.files,
                problems,
                left_out,
                drawn: workspace.camera.drawn(),
            });
            held.fetch_add(ahead.as_ref().map_or(0, Ahead::bytes), Ordering::Relaxed);
            made.push((at, ahead));
        }
        made
    };
    let others = own_helpers.get_mut(..helpers).unwrap_or_default();
    let mut made: Vec<_> = in_each(workspace, others, run).into_iter().flatten().collect();
    made.sort_unstable_by_key(|(at, _)| *at);
    workspace.helpers = own_helpers;
    workspace.camera.set_budget(budget);
    workspace.camera.count(drawn);
    made.into_iter().map(|(_, ahead)| ahead).collect()
}

/// Calls a function in all workspaces at once.
#[cfg(not(target_family = "wasm"))]
fn in_each<R: Send>(
    own: &mut Workspace,
    others: &mut [Workspace],
    run: impl Fn(&mut Workspace) -> R + Sync,
) -> Vec<R> {
    thread::scope(|scope| {
        let run = &run;
        let others: Vec<_> = others.iter_mut().map(|workspace| scope.spawn(move || run(workspace))).collect();
        let own = run(own);
        let others = others.into_iter().map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(own).chain(others).collect()
    })
}

/// Calls the function in one workspace, for targets without threads. Games cannot be sent to other threads there.
#[cfg(target_family = "wasm")]
fn in_each<R>(own: &mut Workspace, _: &mut [Workspace], run: impl Fn(&mut Workspace) -> R) -> Vec<R> {
    vec![run(own)]
}

/// Makes an animation. `None` if it has more than `most` pixels.
fn one(
    job: &mut Job<'_>,
    workspace: &mut Workspace,
    canvas: Option<Bounds>,
    action: &Action,
    most_pixels: usize,
) -> Option<Animated> {
    let clip = play(job, action);
    let canvas_of_it = canvas.unwrap_or(clip.bounds);
    let mut size = (canvas_of_it.width(), canvas_of_it.height());
    if let Some(backdrop) = &job.backdrop {
        size = backdrop.view(canvas_of_it, anchor_offset(job, &clip), &job.options().framing).size;
    }
    let frame = u64::from(size.0).saturating_mul(u64::from(size.1));
    if frame.saturating_mul(clip.frames.len() as u64) > most_pixels as u64 {
        return None;
    }
    // The output in memory refuses nothing.
    animate(job, workspace, canvas, action, clip).ok()
}

/// Files in the order in which they were put.
#[derive(Default)]
struct Memory {
    files: Vec<(String, Vec<u8>)>,
}

impl Output for Memory {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.files.push((path.to_owned(), bytes.to_vec()));
        Ok(())
    }

    fn append(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn seal(&mut self, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
