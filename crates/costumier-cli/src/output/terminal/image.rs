//! An RGBA picture for the terminal, scaled to fit.

/// RGBA pixels, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Image {
    /// Returns the picture as large as it fits. It is enlarged by a whole number, so that all pixels stay equal, or
    /// reduced with each new pixel the average of those that it covers.
    pub(crate) fn fitted(&self, width: usize, height: usize) -> Self {
        match zoom(self.width, self.height, width, height) {
            0 => self.reduced(width, height),
            1 => self.clone(),
            factor => self.enlarged(factor),
        }
    }

    fn enlarged(&self, factor: usize) -> Self {
        let mut pixels = Vec::with_capacity(self.pixels.len() * factor * factor);
        for row in self.pixels.chunks(self.width.max(1)) {
            let start = pixels.len();
            for pixel in row {
                pixels.extend(std::iter::repeat_n(*pixel, factor));
            }
            let end = pixels.len();
            for _ in 1..factor {
                pixels.extend_from_within(start..end);
            }
        }
        Self { width: self.width * factor, height: self.height * factor, pixels }
    }

    fn reduced(&self, width: usize, height: usize) -> Self {
        if width == 0 || height == 0 {
            return Self::default();
        }
        // The tighter side decides; the other keeps the proportions.
        let (width, height) = if self.width * height > self.height * width {
            (width, (self.height * width / self.width).max(1))
        } else {
            ((self.width * height / self.height).max(1), height)
        };
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let rows = span(y, height, self.height);
            for x in 0..width {
                let columns = span(x, width, self.width);
                pixels.push(average(rows.clone().flat_map(|row| {
                    self.pixels.get(row * self.width + columns.start..row * self.width + columns.end)
                })));
            }
        }
        Self { width, height, pixels }
    }
}

/// Returns the whole number by which a picture can be enlarged to fit, or 0 if it is too large.
pub(crate) fn zoom(width: usize, height: usize, room_width: usize, room_height: usize) -> usize {
    (room_width / width.max(1)).min(room_height / height.max(1))
}

/// Returns the source pixels that a pixel of the reduced picture covers, at least one.
fn span(at: usize, count: usize, source: usize) -> std::ops::Range<usize> {
    let start = at * source / count;
    start..((at + 1) * source / count).max(start + 1)
}

/// Returns the mean colour of the pixels that are not transparent.
fn average<'a>(rows: impl Iterator<Item = &'a [[u8; 4]]>) -> [u8; 4] {
    let (mut sums, mut alpha, mut count) = ([0u64; 3], 0u64, 0u64);
    for &[r, g, b, a] in rows.flatten() {
        for (sum, channel) in sums.iter_mut().zip([r, g, b]) {
            *sum += u64::from(channel) * u64::from(a);
        }
        alpha += u64::from(a);
        count += 1;
    }
    let mean = |sum: u64, of: u64| u8::try_from((sum + of / 2).checked_div(of).unwrap_or(0)).unwrap_or(255);
    let [r, g, b] = sums.map(|sum| mean(sum, alpha));
    [r, g, b, mean(alpha, count)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const NONE: [u8; 4] = [0; 4];

    #[test]
    fn small_pictures_grow_by_whole_numbers() {
        let image = Image { width: 2, height: 1, pixels: vec![RED, BLUE] };
        let large = image.fitted(7, 9);
        assert_eq!((large.width, large.height), (6, 3));
        assert_eq!(large.pixels[..6], [RED, RED, RED, BLUE, BLUE, BLUE]);
        assert_eq!(large.pixels[12..], large.pixels[..6]);
    }

    #[test]
    fn large_pictures_shrink_to_averages_and_keep_their_shape() {
        let image = Image { width: 4, height: 2, pixels: vec![RED, BLUE, NONE, RED, RED, BLUE, NONE, NONE] };
        let small = image.fitted(2, 2);
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.pixels, [[128, 0, 128, 255], [255, 0, 0, 64]]);
    }

    #[test]
    fn nothing_fits_into_nothing() {
        let image = Image { width: 4, height: 2, pixels: vec![RED; 8] };
        assert_eq!(image.fitted(0, 5), Image::default());
        assert_eq!(Image::default().fitted(5, 5), Image::default());
        let tall = Image { width: 1, height: 900, pixels: vec![RED; 900] };
        assert_eq!((tall.fitted(80, 40).width, tall.fitted(80, 40).height), (1, 40));
    }
}
