//! Pixels as rows of a picture: parts of them, and pictures on a larger canvas.

/// Returns the pixels inside a rectangle: left, top, width, height. `stride` is the width of all rows.
pub(crate) fn cut<T: Copy>(pixels: &[T], stride: usize, [left, top, width, height]: [usize; 4]) -> Vec<T> {
    let rows = pixels.chunks(stride.max(1)).skip(top).take(height);
    rows.flat_map(|row| row.iter().skip(left).take(width).copied()).collect()
}

/// Returns the smallest rectangle around the painted pixels: left, top, width, height. `stride` is the width of all
/// rows.
pub(crate) fn painted_rect<T>(
    pixels: &[T],
    stride: usize,
    is_painted: impl Fn(&T) -> bool,
) -> Option<[usize; 4]> {
    let painted = pixels.iter().enumerate().filter(|(_, pixel)| is_painted(pixel));
    let places = painted.map(|(at, _)| (at % stride.max(1), at / stride.max(1)));
    let edges = places.map(|(x, y)| (x, y, x + 1, y + 1));
    let (left, top, right, bottom) =
        edges.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))?;
    Some([left, top, right - left, bottom - top])
}

/// Lays the painted pixels of a picture on a canvas, as far as they are inside. Both have their width with them.
pub(crate) fn lay<T: Copy>(
    (canvas, width): (&mut [T], usize),
    (pixels, stride): (&[T], usize),
    (left, top): (i32, i32),
    is_painted: impl Fn(&T) -> bool,
) {
    let place = |at: i32, by: i64| usize::try_from(i64::from(at) + by).ok();
    for (row, y) in pixels.chunks(stride.max(1)).zip(0..) {
        let line = place(top, y).and_then(|y| canvas.chunks_mut(width.max(1)).nth(y));
        let Some(line) = line else { continue };
        for (pixel, x) in row.iter().zip(0..).filter(|(pixel, _)| is_painted(pixel)) {
            if let Some(to) = place(left, x).and_then(|x| line.get_mut(x)) {
                *to = *pixel;
            }
        }
    }
}
