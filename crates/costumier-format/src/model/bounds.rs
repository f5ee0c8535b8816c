//! Rectangles around pictures, relative to an actor's anchor.

use super::{PictureInfo, Placed};

/// A rectangle in pixels relative to the anchor pixel; right and bottom are exclusive. The default is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// The first column inside.
    pub left: i32,
    /// The first row inside.
    pub top: i32,
    /// The column behind the last one.
    pub right: i32,
    /// The row behind the last one.
    pub bottom: i32,
}

impl Bounds {
    /// The area that an unscaled picture covers. Mirroring reflects about the anchor *pixel*: x becomes −x
    /// (`docs/format/drawing.md §2`).
    #[must_use]
    pub fn of(placed: &Placed, info: &PictureInfo, mirrored: bool) -> Self {
        let (width, height) = (i32::from(info.width), i32::from(info.height));
        if width == 0 || height == 0 {
            return Self::default();
        }
        let left = if mirrored {
            placed.x.saturating_neg().saturating_sub(width).saturating_add(1)
        } else {
            placed.x
        };
        Self {
            left,
            top: placed.y,
            right: left.saturating_add(width),
            bottom: placed.y.saturating_add(height),
        }
    }

    /// Whether the rectangle contains no pixel.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self {
                left: self.left.min(other.left),
                top: self.top.min(other.top),
                right: self.right.max(other.right),
                bottom: self.bottom.max(other.bottom),
            },
        }
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        u32::try_from(i64::from(self.right) - i64::from(self.left)).unwrap_or(0)
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        u32::try_from(i64::from(self.bottom) - i64::from(self.top)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PictureKey;

    fn placed(x: i32, y: i32) -> (Placed, PictureInfo) {
        let key = PictureKey { limb: 0, index: 0 };
        let info = PictureInfo {
            key,
            width: 21,
            height: 47,
            x: 0,
            y: 0,
            move_x: 0,
            move_y: 0,
            redirect: None,
            offset: 0,
        };
        (Placed { limb: 0, picture: key, x, y, shaded: false, mirrored: false }, info)
    }

    #[test]
    fn the_idle_frame_of_drawing_section_2() {
        let (p, info) = placed(-11, -46);
        let native = Bounds::of(&p, &info, false);
        assert_eq!((160 + native.left, 160 + native.right - 1), (149, 169));
        assert_eq!((170 + native.top, 170 + native.bottom - 1), (124, 170));
        let flipped = Bounds::of(&p, &info, true);
        assert_eq!((160 + flipped.left, 160 + flipped.right - 1), (151, 171));
    }

    #[test]
    fn empty_rectangles_do_not_count() {
        let (p, info) = placed(5, 5);
        let some = Bounds::of(&p, &info, false);
        assert_eq!(Bounds::default().union(some), some);
        assert_eq!(some.union(Bounds::default()), some);
        assert_eq!((some.width(), some.height()), (21, 47));
    }

    #[test]
    fn extreme_places_do_not_overflow() {
        let (p, info) = placed(i32::MIN, i32::MAX);
        let _ = Bounds::of(&p, &info, true).union(Bounds::of(&p, &info, false)).width();
    }
}
