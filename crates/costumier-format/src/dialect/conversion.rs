//! The meaning of a costume's numbers in a generation, for tools that convert costumes from one generation to
//! another.
//!
//! ```text
//!                  place of the feet   chores                 colours
//! v1               (12, -1)            walk 0, stand 1, …     4, by the actor
//! v2               (76, 100)           walk 0, stand 1, …     16 of the screen, pixel by pixel
//! v3 (16 colours)  (72, 100)           init 1, walk 2, …      16 of the screen, pixel by pixel
//! v4 (16 colours)  (0, 0)              init 1, walk 2, …      16 of the screen, by a palette
//! all others       (0, 0)              init 1, walk 2, …      of the room, by a palette
//! ```

use super::{Anchor, CostumeKind, Dialect, Palette};

impl Dialect {
    /// The position of the actor's feet in the coordinates of stored pictures: the column that mirroring keeps
    /// (facing East), and the row of the actor's position.
    #[must_use]
    pub fn feet(&self) -> (i32, i32) {
        let column = match self.anchor {
            Anchor::Pixels => 0,
            // This column of the room is the same whether an actor is mirrored or not.
            Anchor::Cells { east, west, mirrored, .. } => (west + mirrored - east + 1) / 2,
        };
        (column - self.origin.0, -self.origin.1)
    }

    /// Whether a COST block of this generation means the same in the other: its layout, the position of the feet,
    /// the chores' numbers and the rules of colours (room colour 13 is a shadow in some).
    #[must_use]
    pub fn shares_costumes_with(&self, other: &Self) -> bool {
        let stored = |it: &Self| {
            (
                it.costumes,
                (it.cost, it.sounds, it.row_major, it.undrawn_from),
                (it.feet(), it.roles, it.fixed_colours, it.shadow_table),
            )
        };
        stored(self) == stored(other)
    }

    /// Whether costumes are AKOS, or COST with limbs whose pictures have room or screen colours. False for tiles
    /// and blocks of the NES and the PC-Engine, and for v0.
    #[must_use]
    pub fn has_plain_costumes(&self) -> bool {
        matches!(self.costumes, CostumeKind::Cost | CostumeKind::Akos)
            && self.cost.palette != Palette::Colours
    }
}

#[cfg(test)]
mod tests {
    use crate::dialect::{Anchor, Dialect, Position, V1Game};

    #[test]
    fn feet_stand_in_one_place_whatever_the_facing() {
        for dialect in Dialect::CLASSIC {
            let (x, y) = dialect.feet();
            let (x, y) = (x + dialect.origin.0, y + dialect.origin.1);
            let (east, row) = dialect.anchor.pixel(Position::Cell(10, 20), 0, false, false);
            let (west, _) = dialect.anchor.pixel(Position::Cell(10, 20), 0, true, true);
            // With pixels of double width, the middle lies between two columns.
            let wide = matches!(dialect.anchor, Anchor::Cells { mirrored: 7, .. });
            assert_eq!(east + x, west - x + i32::from(wide), "{dialect:?}");
            assert_eq!(row + y, dialect.anchor.ground(Position::Cell(10, 20)).1, "{dialect:?}");
        }
        assert_eq!(
            (Dialect::V2.feet(), Dialect::V3.feet(), Dialect::V6.feet()),
            ((76, 100), (72, 100), (0, 0))
        );
    }

    #[test]
    fn some_generations_share_costumes() {
        let shares = |a: Dialect, b: Dialect| a.shares_costumes_with(&b) && b.shares_costumes_with(&a);
        assert!(shares(Dialect::V5, Dialect::V5_TOWNS) && shares(Dialect::V4, Dialect::V4_AMIGA));
        assert!(shares(Dialect::v1(V1Game::Zak), Dialect::V1_C64));
        let all = [
            Dialect::V2,
            Dialect::V3,
            Dialect::V3_256,
            Dialect::V4_EGA,
            Dialect::V4,
            Dialect::V5,
            Dialect::V6,
        ];
        for (number, one) in all.iter().enumerate() {
            assert!(all.iter().skip(number + 1).all(|other| !shares(*one, *other)), "{one:?}");
        }
        assert!(!Dialect::V0.has_plain_costumes() && !Dialect::V3_PCE.has_plain_costumes());
        assert!(!Dialect::NES.has_plain_costumes() && Dialect::V8.has_plain_costumes());
    }
}
