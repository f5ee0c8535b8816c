//! The ground of a picture: what joins its edge.

/// Returns the pixels with a property that a way over such pixels and transparent ones joins to the edge.
pub(super) fn joins_edge(pixels: &[u8], width: usize, hole: u8, is: impl Fn(usize) -> bool) -> Vec<usize> {
    let height = pixels.len() / width;
    let mut seen = vec![false; pixels.len()];
    let mut waiting: Vec<usize> = Vec::new();
    let mut visit = |at: usize, waiting: &mut Vec<usize>| {
        // Each pixel waits once.
        if seen.get_mut(at).is_some_and(|seen| !std::mem::replace(seen, true)) {
            waiting.push(at);
        }
    };
    let columns = (0..width).flat_map(|x| [x, height.saturating_sub(1) * width + x]);
    let rows = (0..height).flat_map(|y| [y * width, y * width + width - 1]);
    columns.chain(rows).for_each(|at| visit(at, &mut waiting));
    let mut found = Vec::new();
    while let Some(at) = waiting.pop() {
        let is_ground = is(at);
        if is_ground {
            found.push(at);
        } else if pixels.get(at) != Some(&hole) {
            continue;
        }
        let x = at % width;
        let left = (x > 0).then(|| at - 1);
        let right = (x + 1 < width).then_some(at + 1);
        let beside = left.into_iter().chain(right).chain(at.checked_sub(width)).chain([at + width]);
        beside.for_each(|at| visit(at, &mut waiting));
    }
    found.sort_unstable();
    found
}
