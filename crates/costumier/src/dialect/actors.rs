//! Where an actor's position is in the room, how it turns and which chores are started for it.

use crate::chore::Role;

/// What an actor's position means (`reference/04 §1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Room pixels.
    Pixels,
    /// Cells of 8 × 2 pixels, with what is added to x in pixels.
    Cells {
        /// Facing anywhere but West.
        east: i32,
        /// Facing West.
        west: i32,
        /// Added once more while drawn mirrored: cells of eight pixels keep their left edges where columns
        /// of one pixel are reflected.
        mirrored: i32,
    },
}

impl Anchor {
    /// Pixels to one step of a position, in x and y.
    #[must_use]
    pub fn unit(self) -> (i32, i32) {
        match self {
            Self::Pixels => (1, 1),
            Self::Cells { .. } => (8, 2),
        }
    }

    /// The room pixel that a position names: where walk boxes and scales are looked up.
    #[must_use]
    pub fn ground(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self {
            Self::Pixels => (x, y),
            Self::Cells { .. } => (x.saturating_mul(8), y.saturating_mul(2)),
        }
    }

    /// The anchor pixel of an actor: its position, how far it is raised, whether it faces West and whether it
    /// is drawn mirrored.
    #[must_use]
    pub fn pixel(self, (x, y): (i32, i32), elevation: i32, west: bool, flip: bool) -> (i32, i32) {
        match self {
            Self::Pixels => (x, y.saturating_sub(elevation)),
            Self::Cells { east, west: to_west, mirrored } => {
                let add = if west { to_west } else { east } + if flip { mirrored } else { 0 };
                let x = x.saturating_mul(8).saturating_add(add);
                (x, y.saturating_sub(elevation).saturating_mul(2))
            }
        }
    }
}

/// How an actor turns to another facing (`reference/03 §8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// By a quarter in each loop, the shorter way (v4 to v6 and Humongous in ScummVM 2.7).
    Quarters,
    /// By a quarter in each loop, half round over South; from South to North over East, from North to South over West
    /// (v1 to v6 and Humongous).
    Table,
    /// By an eighth in each loop, the shorter way; by a quarter in costumes of four facings. Facing is followed by a turn,
    /// which takes such a costume from a diagonal to the facing whose art it shows (v7 and v8).
    Eighths,
    /// At once, when the next loop begins (v0; v7 and v8 in ScummVM 2.7).
    AtOnce,
}

/// How chores are started and facings changed (`reference/03 §5–§9`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayRules {
    /// Whether the init chore empties all limbs first.
    pub init_empties: bool,
    /// Bits of the script operand below the chore's number: 0, or 2 for a direction that is ignored.
    pub operand_shift: u8,
    /// Whether a change of facing starts a chore again for *all* limbs, and makes it the actor's current
    /// one.
    pub refacing_all: bool,
    /// How turns go.
    pub turns: Turns,
    /// Whether an actor that has turned stands: `stand` is started in the loop in which there is nothing left to turn
    /// (Zak `McKracken` for the FM-TOWNS, as ScummVM plays it).
    pub stands_after_turn: bool,
    /// The chores that are started when an actor appears, in order.
    pub on_show: &'static [Role],
}

impl PlayRules {
    /// v4 and later.
    pub const MODERN: Self = Self {
        init_empties: true,
        operand_shift: 0,
        refacing_all: false,
        turns: Turns::Table,
        stands_after_turn: false,
        on_show: &[Role::Init],
    };

    /// v0, whose commands say everything.
    pub(super) const V0: Self = Self { turns: Turns::AtOnce, on_show: &[Role::Stand], ..Self::OLDEST };

    /// v1 and v2.
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
    use crate::dialect::{Dialect, V1Game};

    #[test]
    fn anchors_of_cells_depend_on_the_facing() {
        let at = |dialect: Dialect, west, flip| dialect.anchor.pixel((10, 20), 3, west, flip);
        assert_eq!(at(Dialect::V5, true, true), (10, 17));
        assert_eq!(at(Dialect::V2, false, false), (88, 34));
        assert_eq!(at(Dialect::V2, true, true), (96, 34));
        let v1 = Dialect::v1(V1Game::Zak);
        assert_eq!(at(v1, false, false), (80, 34));
        // The first cell of a mirrored picture has its left edge at 8 · 10 + 16, so its rightmost pixel is
        // reflected there.
        assert_eq!(at(v1, true, true), (96 + 7, 34));
        assert_eq!(at(v1, true, false), (96, 34));
        assert_eq!(v1.anchor.pixel((i32::MAX, i32::MIN), i32::MAX, true, true).0, i32::MAX);
    }
}
