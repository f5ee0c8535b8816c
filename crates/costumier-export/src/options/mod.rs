//! What to export, and how: everything that the command line's `export` can be told.

mod check;
mod format;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

pub use check::OptionsError;
use costumier::cast::ScriptLook;
use costumier::game::ObjectsShown;
use costumier::{Action, Facing, PictureKey, Role};
pub use format::Format;

use crate::names::same_name;

/// What is seen where a costume is transparent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Nothing.
    #[default]
    Transparent,
    /// One colour.
    Colour([u8; 3]),
    /// The room whose palette is taken, behind moving pictures; single pictures are transparent.
    Room,
}

impl Background {
    /// What contact sheets stand on unless something else is asked for: no usual colour of costumes, and
    /// letters are read on it.
    pub const SLATE: Self = Self::Colour([0x4a, 0x55, 0x68]);
}

impl FromStr for Background {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "transparent" => return Ok(Self::Transparent),
            "room" => return Ok(Self::Room),
            _ => {}
        }
        // `from_str_radix` alone would take a sign.
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6 && !it.starts_with('+'));
        match digits.map(|digits| u32::from_str_radix(digits, 16)) {
            Some(Ok(rgb)) => {
                let [_, r, g, b] = rgb.to_be_bytes();
                Ok(Self::Colour([r, g, b]))
            }
            _ => Err(format!(
                "{text:?} is no background: use `transparent`, `room` or a colour such as `#204060`"
            )),
        }
    }
}

/// A chore to export: by number, by its role, or by the name that somebody gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoreFilter {
    /// The chore that has this role by default.
    Role(Role),
    /// The chore of this number.
    Number(u16),
    /// The chore that is called so, where [`Names`](crate::Names) know it.
    Named(String),
}

impl ChoreFilter {
    /// Whether it means this animation, whose chore has that name.
    #[must_use]
    pub fn admits(&self, action: &Action, name: Option<&str>) -> bool {
        match self {
            Self::Role(role) => action.role == Some(*role),
            Self::Number(number) => action.chore == *number,
            Self::Named(wanted) => name.is_some_and(|name| same_name(name, wanted)),
        }
    }
}

impl fmt::Display for ChoreFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(role) => f.write_str(role.name()),
            Self::Number(number) => write!(f, "chore {number}"),
            Self::Named(name) => write!(f, "{name:?}"),
        }
    }
}

impl FromStr for ChoreFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(role) = Role::from_name(text) {
            return Ok(Self::Role(role));
        }
        // `chore 7` and `chore-07`, as listings and files have it.
        let digits = text.strip_prefix("chore").unwrap_or(text).trim_start_matches([' ', '-']);
        if let Ok(number) = digits.parse() {
            return Ok(Self::Number(number));
        }
        if text.chars().any(char::is_alphabetic) {
            return Ok(Self::Named(text.to_owned()));
        }
        Err(format!(
            "{text:?} is no chore: use a number, a name, or init, walk, stand, talk-start, talk-stop"
        ))
    }
}

/// How the frames of a sheet are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetLayout {
    /// Cut to what they show, close together, what looks the same once.
    #[default]
    Packed,
    /// A grid: each animation begins a new row, each frame is the whole canvas.
    Rows,
}

impl FromStr for SheetLayout {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "packed" => Ok(Self::Packed),
            "rows" => Ok(Self::Rows),
            _ => Err(format!("{text:?} is no layout: use `packed` or `rows`")),
        }
    }
}

/// How hard PNG files are compressed. The pixels are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Larger files in a fraction of the time.
    Fast,
    /// What most tools write.
    #[default]
    Usual,
    /// The smallest files, slowly.
    Small,
}

/// What is seen of a room behind an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Framing {
    /// Where the actor stands; `None` finds a place.
    pub place: Option<(i32, i32)>,
    /// Pixels of the room about the animation; `None` shows half a screen at least.
    pub margin: Option<u16>,
    /// Shows the whole screen, as the game would.
    pub whole_screen: bool,
}

/// Which canvas the frames of an animation have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CanvasOf {
    /// Each animation its own.
    #[default]
    Animation,
    /// All animations of the costume the same, so that they line up.
    Costume,
}

impl FromStr for CanvasOf {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "animation" => Ok(Self::Animation),
            "costume" => Ok(Self::Costume),
            _ => Err(format!("{text:?} is no canvas: use `animation` or `costume`")),
        }
    }
}

/// Which part of a costume is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// All of it.
    #[default]
    Everything,
    /// Its animations, and what shows them together.
    Animations,
    /// Its single pictures.
    Pictures,
}

/// Jiffies (sixtieths of a second) in a second.
pub const JIFFIES_PER_SECOND: u32 = 60;

/// What to export, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// The formats. A manifest is always written.
    pub formats: BTreeSet<Format>,
    /// Enlarges everything by this factor, 1 … 8, each pixel becoming a square.
    pub scale_up: u8,
    /// Shows the costumes in the pattern of the game's screen, which has so many dots for a pixel, across and
    /// down ([`Game::dots`](costumier::Game::dots)); contact sheets keep the colours of rooms.
    pub dots: Option<u8>,
    /// The shape of a pixel, this wide and this high, which PNG files then say; `None` for squares, or what
    /// monitors made of 320 × 200.
    pub shape: Option<(u32, u32)>,
    /// Jiffies (1/60 s) that one tick lasts. Each game's scripts decide it; 6, ten ticks a second, is usual
    /// (`reference/03 §4.3`).
    pub jiffies_per_tick: u8,
    /// Longest loop in ticks. Longer ones, which limbs that loop independently make, are cut where they can
    /// best be.
    pub longest_loop: u32,
    /// The facings to export; `None` means all.
    pub facings: Option<Vec<Facing>>,
    /// The chores to export; `None` means all.
    pub chores: Option<Vec<ChoreFilter>>,
    /// The room whose palette is used, instead of the one that owns the costume.
    pub room: Option<u32>,
    /// What is seen where the costume is transparent.
    pub background: Background,
    /// The same on contact sheets, whose letters need something to stand on.
    pub contact_background: Background,
    /// Cuts transparent margins off: of each picture, and of the canvas that the frames of an animation
    /// share.
    pub trim: bool,
    /// How the frames of a sheet are laid out.
    pub sheet: SheetLayout,
    /// How hard PNG files are compressed.
    pub effort: Effort,
    /// What is seen of the room, where one is behind the animations.
    pub framing: Framing,
    /// Which of its objects are seen.
    pub objects: ObjectsShown,
    /// Which canvas animations have.
    pub canvas: CanvasOf,
    /// Which part of the costumes is exported.
    pub only: Only,
    /// Only these pictures; `None` for all.
    pub pictures: Option<Vec<PictureKey>>,
    /// The looks that costumes wear, by id: colours and shadows that scripts give.
    pub looks: BTreeMap<u32, ScriptLook>,
    /// The number by which they were asked for, which manifests keep.
    pub look: Option<usize>,
    /// Folders of costumes have names, where they are known: `costume-007-guybrush`.
    pub named_folders: bool,
    /// Most bytes of memory for one costume; `None` for the usual (see [`Budget`](crate::budget::Budget)).
    pub memory: Option<u64>,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self {
            formats: [Format::Png, Format::Gif, Format::Contact].into(),
            scale_up: 1,
            dots: None,
            shape: None,
            jiffies_per_tick: 6,
            longest_loop: 120,
            facings: None,
            chores: None,
            room: None,
            background: Background::Transparent,
            contact_background: Background::SLATE,
            trim: false,
            sheet: SheetLayout::Packed,
            effort: Effort::Usual,
            framing: Framing::default(),
            objects: ObjectsShown::default(),
            canvas: CanvasOf::default(),
            only: Only::default(),
            pictures: None,
            looks: BTreeMap::new(),
            look: None,
            named_folders: false,
            memory: None,
        }
    }
}

impl ExportOptions {
    /// The factor of enlargement, times the dots of a pixel where the screen has more.
    #[must_use]
    pub fn scale(&self) -> u32 {
        u32::from(self.scale_up) * u32::from(self.dots.unwrap_or(1))
    }

    /// Jiffies per tick.
    #[must_use]
    pub fn jiffies(&self) -> u32 {
        u32::from(self.jiffies_per_tick)
    }

    /// Whether this picture is asked for.
    #[must_use]
    pub fn admits_picture(&self, key: PictureKey) -> bool {
        self.only != Only::Animations && self.pictures.as_ref().is_none_or(|keys| keys.contains(&key))
    }

    /// Whether this animation is asked for, whose chore may have a name.
    #[must_use]
    pub fn admits(&self, action: &Action, name: Option<&str>) -> bool {
        if self.only == Only::Pictures {
            return false;
        }
        let facing = self.facings.as_ref().is_none_or(|facings| facings.contains(&action.facing));
        let chore =
            self.chores.as_ref().is_none_or(|chores| chores.iter().any(|chore| chore.admits(action, name)));
        facing && chore
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read_by_name() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let error = "tiff".parse::<Format>().unwrap_err();
        assert!(error.contains("png, frames, gif"), "{error}");
    }

    #[test]
    fn backgrounds_are_read() {
        assert_eq!("transparent".parse(), Ok(Background::Transparent));
        assert_eq!("room".parse(), Ok(Background::Room));
        assert_eq!("#204060".parse(), Ok(Background::Colour([0x20, 0x40, 0x60])));
        for bad in ["", "204060", "#20406", "#20406g", "#+20406", "red"] {
            assert!(bad.parse::<Background>().is_err(), "{bad}");
        }
    }

    #[test]
    fn chores_are_read_and_filter() {
        let walk = Action { record: 9, chore: 2, facing: Facing::EAST, role: Some(Role::Walk) };
        assert_eq!("talk-start".parse(), Ok(ChoreFilter::Role(Role::TalkStart)));
        assert!("walk".parse::<ChoreFilter>().unwrap().admits(&walk, None));
        assert!("2".parse::<ChoreFilter>().unwrap().admits(&walk, None));
        assert!(!"8".parse::<ChoreFilter>().unwrap().admits(&walk, None));
        for numbered in ["8", "chore 8", "chore-08"] {
            assert_eq!(numbered.parse(), Ok(ChoreFilter::Number(8)), "{numbered}");
        }
        let dance = "dance".parse::<ChoreFilter>().unwrap();
        assert!(
            dance.admits(&walk, Some("Dance"))
                && !dance.admits(&walk, None)
                && !dance.admits(&walk, Some("Dances"))
        );
        assert!("-".parse::<ChoreFilter>().is_err() && "".parse::<ChoreFilter>().is_err());

        let options = ExportOptions { facings: Some(vec![Facing::WEST]), ..ExportOptions::default() };
        assert!(!options.admits(&walk, None));
        assert!(ExportOptions::default().admits(&walk, None));
    }
}
