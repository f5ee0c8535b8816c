//! The interpreter's camera: which part of a room the screen shows (`docs/format/old-rooms.md §12`).

use super::Dialect;

/// Where the camera can stand in a room that is larger than the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Camera {
    /// At every strip of eight columns. The top row is always seen (up to v6, Humongous up to 7.0).
    Strips,
    /// At every column and row (v7, v8).
    Pixels,
    /// Only at the upper left corner (Humongous from 7.1 on).
    Still,
}

impl Camera {
    /// The upper left pixel of a screen of this size in a room of that size, if the camera looks at `at`: the point in
    /// the middle of the screen, as far as the room reaches.
    #[must_use]
    pub fn corner(self, screen: (u32, u32), room: (u16, u16), at: (i32, i32)) -> (i32, i32) {
        let along = |screen: u32, room: u16, at: i32| {
            let spare = i32::try_from(u32::from(room).saturating_sub(screen)).unwrap_or(0);
            at.saturating_sub(i32::try_from(screen / 2).unwrap_or(0)).clamp(0, spare)
        };
        let x = along(screen.0, room.0, at.0);
        match self {
            Self::Strips => (x / 8 * 8, 0),
            Self::Pixels => (x, along(screen.1, room.1, at.1)),
            Self::Still => (0, 0),
        }
    }
}

impl Dialect {
    /// The upper left pixel of the screen in a room of this size, if the camera looks at `at`.
    #[must_use]
    pub fn screen_corner(&self, room: (u16, u16), at: (i32, i32)) -> (i32, i32) {
        self.camera.corner(self.screen_size, room, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_screen_stays_inside_the_room() {
        let of = |dialect: Dialect, room, at| dialect.screen_corner(room, at);
        assert_eq!(of(Dialect::V5, (320, 144), (300, 9)), (0, 0));
        assert_eq!(of(Dialect::V5, (640, 144), (300, 140)), (136, 0));
        assert_eq!(of(Dialect::V5, (640, 400), (i32::MAX, i32::MAX)), (320, 0));
        assert_eq!(of(Dialect::V5, (640, 400), (i32::MIN, i32::MIN)), (0, 0));
        // ScummVM 2.7.0 showed these parts.
        assert_eq!(of(Dialect::V7, (640, 304), (320, 264)), (160, 104));
        assert_eq!(of(Dialect::V7, (640, 304), (325, 60)), (165, 0));
        assert_eq!(of(Dialect::V7, (640, 304), (483, 152)), (320, 52));
        assert_eq!(of(Dialect::V8, (960, 640), (643, 320)), (320, 80));
        assert_eq!(of(Dialect::V8, (960, 640), (480, 600)), (160, 160));
        // Rooms that are narrower or lower than the screen.
        assert_eq!(of(Dialect::NES, (224, 104), (90, 90)), (0, 0));
        assert_eq!(of(Dialect::V7, (304, 144), (300, 140)), (0, 0));
        assert_eq!(of(Dialect::humongous(72), (1280, 960), (900, 900)), (0, 0));
        assert_eq!(of(Dialect::humongous(70), (640, 200), (300, 140)), (136, 0));
    }
}
