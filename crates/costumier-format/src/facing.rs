//! Facings: the direction in which an actor looks, as an angle, and the art that it selects.
//!
//! Angles run clockwise from screen-up: 0 North (away), 90 East (right), 180 South (towards the viewer), 270 West
//! (left). A facing is always a multiple of 45° (`docs/format/animation.md §2`). **Note:** costumes with four
//! facings use the front and back art for the diagonals. The ranges that decide this are not symmetric; the
//! first match wins.

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownName;

/// A facing: an angle that is a multiple of 45°.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facing(u16);

/// Writes the facing's name, which is easier to read than its angle.
impl fmt::Debug for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// South: the facing of an actor that no script has turned.
impl Default for Facing {
    fn default() -> Self {
        Self::SOUTH
    }
}

/// One of the four facings of COST art and record numbers, with its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// The left of the screen, 270°.
    West = 0,
    /// The right of the screen, 90°.
    East = 1,
    /// Towards the viewer, 180°.
    South = 2,
    /// Away from the viewer, 0°.
    North = 3,
}

impl Direction {
    /// All four directions, in the file's order.
    pub const ALL: [Self; 4] = [Self::West, Self::East, Self::South, Self::North];

    /// The direction with this number (only the low two bits count, as in the script operand).
    #[must_use]
    pub fn from_number(number: u8) -> Self {
        match number & 3 {
            0 => Self::West,
            1 => Self::East,
            2 => Self::South,
            _ => Self::North,
        }
    }

    /// The direction's number in record indices: 0 West, 1 East, 2 South, 3 North.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The direction's name in listings, file names and scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        Facing::from(self).name()
    }
}

impl Facing {
    /// Away from the viewer, 0°.
    pub const NORTH: Self = Self(0);
    /// The right of the screen, 90°.
    pub const EAST: Self = Self(90);
    /// Towards the viewer, 180°.
    pub const SOUTH: Self = Self(180);
    /// The left of the screen, 270°.
    pub const WEST: Self = Self(270);

    /// All eight facings, clockwise from North. Most costumes have art for every other one (`Costume::facings`) and
    /// show it for its neighbours, too.
    pub const ALL: [Self; 8] =
        [Self(0), Self(45), Self(90), Self(135), Self(180), Self(225), Self(270), Self(315)];

    /// The four facings of most costumes, clockwise from North.
    pub const QUARTERS: [Self; 4] = [Self::NORTH, Self::EAST, Self::SOUTH, Self::WEST];

    /// The facing that the interpreter makes of an angle in degrees, rounded to a multiple of 45
    /// (`docs/format/animation.md §2`).
    #[must_use]
    pub fn from_angle(angle: i32) -> Self {
        Self(match (i64::from(angle) + 360).rem_euclid(360) {
            22..=72 => 45,
            73..=107 => 90,
            108..=157 => 135,
            158..=202 => 180,
            203..=252 => 225,
            253..=287 => 270,
            288..=337 => 315,
            _ => 0,
        })
    }

    /// The angle in degrees, clockwise from screen-up.
    #[must_use]
    pub fn angle(self) -> u16 {
        self.0
    }

    /// Which of the four sets of art, and so which records, this facing uses.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self.0 {
            252..=289 => Direction::West,
            71..=109 => Direction::East,
            110..=251 => Direction::South,
            _ => Direction::North,
        }
    }

    /// The facing's name: `west`, `east`, `south`, `north`, or a diagonal such as `northeast`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            45 => "northeast",
            90 => "east",
            135 => "southeast",
            180 => "south",
            225 => "southwest",
            270 => "west",
            315 => "northwest",
            _ => "north",
        }
    }
}

impl From<Direction> for Facing {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::West => Self::WEST,
            Direction::East => Self::EAST,
            Direction::South => Self::SOUTH,
            Direction::North => Self::NORTH,
        }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Facing {
    type Err = UnknownName;

    /// Parses a name (in any case, or its initials: `w`, `ne`) or an angle in degrees.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "north" | "n" => Self::NORTH,
            "northeast" | "ne" => Self(45),
            "east" | "e" => Self::EAST,
            "southeast" | "se" => Self(135),
            "south" | "s" => Self::SOUTH,
            "southwest" | "sw" => Self(225),
            "west" | "w" => Self::WEST,
            "northwest" | "nw" => Self(315),
            other => match other.parse::<i32>() {
                Ok(angle) => Self::from_angle(angle),
                Err(_) => {
                    return Err(UnknownName::new(text, "facing", "west, east, south, north or an angle"));
                }
            },
        })
    }
}

impl FromStr for Direction {
    type Err = UnknownName;

    /// A name, in any case, or its initial.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let known = |direction: &Self| {
            let name = direction.name();
            text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(name.get(..1).unwrap_or(name))
        };
        let found = Self::ALL.into_iter().find(known);
        found.ok_or_else(|| UnknownName::new(text, "direction", "west, east, south or north"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_snap_as_the_table_of_animation_section_2_says() {
        for (angle, snapped) in [
            (0, 0),
            (21, 0),
            (22, 45),
            (72, 45),
            (73, 90),
            (107, 90),
            (108, 135),
            (157, 135),
            (158, 180),
            (202, 180),
            (203, 225),
            (252, 225),
            (253, 270),
            (287, 270),
            (288, 315),
            (337, 315),
            (338, 0),
            (360, 0),
            (-90, 270),
            (450, 90),
        ] {
            assert_eq!(Facing::from_angle(angle).angle(), snapped, "{angle}");
        }
        let _ = Facing::from_angle(i32::MAX);
        let _ = Facing::from_angle(i32::MIN);
    }

    #[test]
    fn diagonals_use_front_and_back_art() {
        for (angle, direction) in [
            (45, Direction::North),
            (135, Direction::South),
            (225, Direction::South),
            (315, Direction::North),
            (270, Direction::West),
            (90, Direction::East),
        ] {
            assert_eq!(Facing::from_angle(angle).direction(), direction);
        }
    }

    #[test]
    fn names_are_read_back() {
        for angle in (0..360).step_by(45) {
            let facing = Facing::from_angle(angle);
            assert_eq!(facing.name().parse::<Facing>().unwrap(), facing);
        }
        let unknown = "up".parse::<Facing>().unwrap_err();
        assert_eq!(unknown.to_string(), "\"up\" is no facing: use west, east, south, north or an angle");
    }
}
