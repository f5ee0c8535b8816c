//! A z-plane: one bit per room pixel, set where the background is in front of actors.
//!
//! Rows of ⌈width / 8⌉ bytes, the most significant bit leftmost (`docs/format/containers.md §12`). Plane 0 is
//! never stored in a room and is empty.

/// One z-plane of a room.
#[derive(Clone, PartialEq, Eq)]
pub struct Plane {
    width: u16,
    height: u16,
    stride: usize,
    bits: Vec<u8>,
}

impl Plane {
    /// An empty plane, which hides nothing.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Self {
        let stride = usize::from(width).div_ceil(8);
        Self { width, height, stride, bits: vec![0; stride.saturating_mul(usize::from(height))] }
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Length of a row in bytes.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All rows, top first, [`stride`](Plane::stride) bytes each.
    #[must_use]
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// All rows, for writing, [`stride`](Plane::stride) bytes each.
    pub fn bits_mut(&mut self) -> &mut [u8] {
        &mut self.bits
    }

    /// One row; empty if `y` is outside the room.
    #[must_use]
    pub fn row(&self, y: usize) -> &[u8] {
        let start = y.saturating_mul(self.stride);
        self.bits.get(start..start.saturating_add(self.stride)).unwrap_or_default()
    }

    /// Whether the background is in front at (x, y). Outside the room every pixel counts as hidden
    /// (`docs/format/drawing.md §6.2`).
    #[must_use]
    pub fn hides(&self, x: i32, y: i32) -> bool {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < usize::from(self.width) => {
                self.row(y).get(x / 8).is_none_or(|byte| byte & (0x80 >> (x % 8)) != 0)
            }
            _ => true,
        }
    }

    /// Sets or clears one pixel; does nothing outside the room.
    pub fn set(&mut self, x: u16, y: u16, hides: bool) {
        if x < self.width {
            let at = usize::from(y).saturating_mul(self.stride).saturating_add(usize::from(x / 8));
            if let Some(byte) = self.bits.get_mut(at) {
                let bit = 0x80 >> (x % 8);
                if hides { *byte |= bit } else { *byte &= !bit }
            }
        }
    }

    /// Whether no pixel is set.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.bits.iter().all(|byte| *byte == 0)
    }
}

impl std::fmt::Debug for Plane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let set: u64 = self.bits.iter().map(|byte| u64::from(byte.count_ones())).sum();
        write!(f, "Plane({} x {}, {set} pixels set)", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leftmost_pixel_is_the_highest_bit() {
        let mut plane = Plane::new(12, 2);
        assert_eq!(plane.stride(), 2);
        plane.set(0, 1, true);
        plane.set(9, 1, true);
        plane.set(12, 0, true); // outside
        plane.set(0, 2, true); // outside
        assert_eq!(plane.bits(), [0, 0, 0x80, 0x40]);
        assert!(plane.hides(0, 1) && plane.hides(9, 1) && !plane.hides(8, 1) && !plane.hides(0, 0));
        plane.set(9, 1, false);
        assert!(!plane.hides(9, 1));
    }

    #[test]
    fn outside_the_room_everything_is_hidden() {
        let plane = Plane::new(8, 2);
        for (x, y) in [(-1, 0), (8, 0), (0, -1), (0, 2), (i32::MAX, i32::MAX), (i32::MIN, 0)] {
            assert!(plane.hides(x, y), "{x}, {y}");
        }
        assert!(plane.row(usize::MAX).is_empty());
        assert!(plane.is_clear());
    }
}
