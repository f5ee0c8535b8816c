//! The rules for actors: position in the room, turning, and chores that the interpreter starts.

use crate::chore::Role;

/// An actor's position in a room. A pair of numbers becomes [`Position::Pixel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The room pixel between the actor's feet: x from the left, y from the top. The facing does not change it.
    Pixel(i32, i32),
    /// A cell of 8 × 2 pixels, by column and row, as in scripts of v0, v1, v2 and the NES. In other generations, a
    /// scene with a cell is refused.
    Cell(i32, i32),
}

impl Default for Position {
    fn default() -> Self {
        Self::Pixel(0, 0)
    }
}

impl From<(i32, i32)> for Position {
    fn from((x, y): (i32, i32)) -> Self {
        Self::Pixel(x, y)
    }
}

/// How scripts count an actor's position, and where its anchor is from there (`docs/format/drawing.md §1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Positions are room pixels. The anchor, from which pictures count, is the pixel between the feet.
    Pixels,
    /// Positions are cells of 8 × 2 pixels. The anchor is the cell's left edge plus pixels that depend on the
    /// facing.
    Cells {
        /// Pixels to the position between the feet: the column about which an actor that turns round is reflected.
        middle: i32,
        /// Pixels to the anchor when facing anywhere but West.
        east: i32,
        /// Pixels to the anchor when facing West.
        west: i32,
        /// Pixels added to the anchor while drawn mirrored: cells of eight pixels keep their left edges when
        /// columns of one pixel are reflected.
        mirrored: i32,
    },
}

impl Anchor {
    /// Width and height of a cell in pixels; `None` if positions are pixels.
    #[must_use]
    pub fn cell(self) -> Option<(i32, i32)> {
        match self {
            Self::Pixels => None,
            Self::Cells { .. } => Some((8, 2)),
        }
    }

    /// The room pixel between the feet of an actor at a position.
    #[must_use]
    pub fn feet(self, position: Position) -> (i32, i32) {
        match (position, self.cell()) {
            (Position::Cell(x, y), Some((across, down))) => {
                (x.saturating_mul(across).saturating_add(self.middle()), y.saturating_mul(down))
            }
            (Position::Cell(x, y) | Position::Pixel(x, y), _) => (x, y),
        }
    }

    /// The room pixel at which walk boxes and scales are looked up. For a cell, it is the upper left pixel.
    #[must_use]
    pub fn ground(self, position: Position) -> (i32, i32) {
        let (x, y) = self.feet(position);
        (x.saturating_sub(self.middle()), y)
    }

    /// The anchor pixel of an actor: `position`, pixels that it is raised (`elevation`), whether it faces West, and
    /// whether it is drawn mirrored.
    #[must_use]
    pub fn pixel(self, position: Position, elevation: i32, west: bool, flip: bool) -> (i32, i32) {
        let (x, y) = self.ground(position);
        (x.saturating_add(self.turned(west, flip)), y.saturating_sub(elevation))
    }

    /// The pixel between the feet of an actor that is not raised, by its anchor pixel.
    #[must_use]
    pub fn feet_of(self, (x, y): (i32, i32), west: bool, flip: bool) -> (i32, i32) {
        (x.saturating_add(self.middle()).saturating_sub(self.turned(west, flip)), y)
    }

    fn turned(self, west: bool, flip: bool) -> i32 {
        match self {
            Self::Pixels => 0,
            Self::Cells { east, west: to_west, mirrored, .. } => {
                (if west { to_west } else { east }) + (if flip { mirrored } else { 0 })
            }
        }
    }

    fn middle(self) -> i32 {
        match self {
            Self::Pixels => 0,
            Self::Cells { middle, .. } => middle,
        }
    }
}

/// How an actor turns to another facing (`docs/format/animation.md §8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// A quarter in each loop, the shorter way (v4 to v6 and Humongous in ScummVM 2.7).
    Quarters,
    /// A quarter in each loop. A half turn goes over South; from South to North over East, from North to South over
    /// West (v1 to v6 and Humongous).
    Table,
    /// An eighth in each loop, the shorter way; a quarter for costumes with four facings. A change of facing is
    /// followed by a turn, which takes a costume with four facings from a diagonal to the facing whose art it shows
    /// (v7 and v8).
    Eighths,
    /// At once, when the next loop begins (v0; v7 and v8 in ScummVM 2.7).
    AtOnce,
}

/// The rules for starting chores and changing facings (`docs/format/animation.md §5–§9`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayRules {
    /// Whether the init chore empties all limbs first.
    pub init_empties: bool,
    /// Number of low bits of a script's operand that do not belong to the chore's number: 0, or 2 for a direction
    /// that is ignored.
    pub operand_shift: u8,
    /// Whether a change of facing restarts a chore for *all* limbs, and makes it the actor's current one.
    pub refacing_all: bool,
    /// How actors turn to another facing.
    pub turns: Turns,
    /// Whether `stand` is started in the loop after a turn is complete (Zak `McKracken` for the FM-TOWNS, as
    /// ScummVM plays it).
    pub stands_after_turn: bool,
    /// The chores that are started when an actor appears, in order.
    pub on_show: &'static [Role],
}

impl PlayRules {
    /// The rules of v4 and later.
    pub const MODERN: Self = Self {
        init_empties: true,
        operand_shift: 0,
        refacing_all: false,
        turns: Turns::Table,
        stands_after_turn: false,
        on_show: &[Role::Init],
    };

    /// The rules of v0, whose commands determine everything.
    pub(super) const V0: Self = Self { turns: Turns::AtOnce, on_show: &[Role::Stand], ..Self::OLDEST };

    /// The rules of v1 and v2.
    pub(super) const OLDEST: Self = Self {
        init_empties: false,
        operand_shift: 2,
        refacing_all: true,
        turns: Turns::Table,
        stands_after_turn: false,
        on_show: &[Role::Stand, Role::Init, Role::TalkStop],
    };
}

#[cfg(test)]
mod tests {
    use super::Position;
    use crate::dialect::{Dialect, V1Game};

    #[test]
    fn anchors_of_cells_depend_on_the_facing() {
        let at = |dialect: Dialect, west, flip| dialect.anchor.pixel(Position::Cell(10, 20), 6, west, flip);
        assert_eq!(Dialect::V5.anchor.pixel(Position::Pixel(10, 20), 3, true, true), (10, 17));
        assert_eq!(at(Dialect::V2, false, false), (88, 34));
        assert_eq!(at(Dialect::V2, true, true), (96, 34));
        let v1 = Dialect::v1(V1Game::Zak);
        assert_eq!(at(v1, false, false), (80, 34));
        // The first cell of a mirrored picture has its left edge at 8 · 10 + 16, so its rightmost pixel is
        // reflected there.
        assert_eq!(at(v1, true, true), (96 + 7, 34));
        assert_eq!(at(v1, true, false), (96, 34));
        assert_eq!(v1.anchor.pixel(Position::Cell(i32::MAX, i32::MIN), i32::MAX, true, true).0, i32::MAX);
    }

    /// The feet are midway between the anchors of an actor that faces East and of its mirror image. A pixel
    /// position can name the same place as a cell.
    #[test]
    fn a_pixel_names_the_place_of_a_cell() {
        for (dialect, feet) in [
            (Dialect::V2, (92, 40)),
            (Dialect::v1(V1Game::Maniac), (91, 40)),
            (Dialect::V0, (91, 40)),
            (Dialect::NES, (80, 40)),
        ] {
            let (anchor, cell) = (dialect.anchor, Position::Cell(10, 20));
            assert_eq!(anchor.feet(cell), feet);
            assert_eq!(anchor.ground(cell), (80, 40), "walk boxes see the cell's corner");
            for (west, flip) in [(false, false), (true, false), (true, true), (false, true)] {
                let pixel = Position::from(feet);
                assert_eq!(anchor.pixel(pixel, 6, west, flip), anchor.pixel(cell, 6, west, flip));
            }
        }
    }
}
