//! The options of an export: what to export, and how.

mod check;
mod colour_names;
mod format;
mod request;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

pub use check::OptionsError;
use costumier::cast::ScriptLook;
use costumier::game::ObjectsShown;
use costumier::{Action, Facing, PictureKey, Role, UnknownName};
pub use format::Format;

use crate::names::same_name;
use crate::scaler::Scaler;

/// What is shown where a costume is transparent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Nothing: pixels stay transparent.
    #[default]
    Transparent,
    /// One colour for all pixels.
    Colour([u8; 3]),
    /// The room whose palette is used, behind animations; single pictures stay transparent.
    Room,
}

impl Background {
    /// The default background of contact sheets: a colour that costumes rarely have, and on which labels are
    /// readable.
    pub const SLATE: Self = Self::Colour([0x4a, 0x55, 0x68]);
}

impl FromStr for Background {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "transparent" => return Ok(Self::Transparent),
            "room" => return Ok(Self::Room),
            _ => {}
        }
        let known = "`transparent`, `room` or a colour such as `#204060` or `navy`";
        colour(text).map(Self::Colour).ok_or_else(|| UnknownName::new(text, "background", known))
    }
}

/// Parses a colour: `#204060`, or a name of CSS.
fn colour(text: &str) -> Option<[u8; 3]> {
    let Some(digits) = text.strip_prefix('#') else { return colour_names::named(text) };
    // `from_str_radix` alone would accept a sign.
    let is_rgb = digits.len() == 6 && !digits.starts_with('+');
    let [_, r, g, b] = u32::from_str_radix(digits, 16).ok().filter(|_| is_rgb)?.to_be_bytes();
    Some([r, g, b])
}

/// A filter for chores: by number, by role, or by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoreFilter {
    /// The chore that has this role by default.
    Role(Role),
    /// The chore of this number.
    Number(u16),
    /// The chore of this name, if [`Names`](crate::Names) has it.
    Named(String),
}

impl ChoreFilter {
    /// Whether the filter accepts this animation, whose chore has the name `name`.
    #[must_use]
    pub fn admits(&self, action: &Action, name: Option<&str>) -> bool {
        match self {
            Self::Role(role) => action.role == Some(*role),
            Self::Number(number) => action.chore == *number,
            Self::Named(wanted) => name.is_some_and(|name| same_name(name, wanted)),
        }
    }

    /// Returns the words for it: ``chore `walk` ``.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Number(number) => format!("chore {number}"),
            Self::Role(role) => format!("chore `{}`", role.name().replace(' ', "-")),
            Self::Named(name) => format!("chore `{name}`"),
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
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        if let Ok(role) = text.parse() {
            return Ok(Self::Role(role));
        }
        // The beginning is meant, not the end.
        if text.eq_ignore_ascii_case("talk") {
            return Ok(Self::Role(Role::TalkStart));
        }
        // `chore 7` and `chore-07` occur in listings and in file names.
        let digits = text.strip_prefix("chore").unwrap_or(text).trim_start_matches([' ', '-']);
        if let Ok(number) = digits.parse() {
            return Ok(Self::Number(number));
        }
        if text.chars().any(char::is_alphabetic) {
            return Ok(Self::Named(text.to_owned()));
        }
        let known = "a number, a name, or init, walk, stand, talk-start, talk-stop";
        Err(UnknownName::new(text, "chore", known))
    }
}

/// The layout of the frames of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetLayout {
    /// Frames cut to what they show, close together; equal frames only once.
    #[default]
    Packed,
    /// A grid: each animation begins a new row, and each frame is the whole canvas.
    Rows,
}

impl FromStr for SheetLayout {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let name = |it: Self| if it == Self::Packed { "packed" } else { "rows" };
        UnknownName::find(text, "layout", [Self::Packed, Self::Rows], name)
    }
}

/// The names of tags in `.aseprite` files and in the data of sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagNames {
    /// The names of animations: `walk-east`.
    #[default]
    Costumier,
    /// As Popochiu's importer for characters expects them: `walk_r`, `idle_d`, `talk_u`.
    Popochiu,
    /// As importers for Godot expect them: `walk_east`, and `_wave_east` for what is played once.
    Godot,
}

impl FromStr for TagNames {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(
            text,
            "set of tag names",
            [Self::Costumier, Self::Popochiu, Self::Godot],
            Self::word,
        )
    }
}

impl TagNames {
    /// Returns the word that `--tags` takes.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Costumier => "costumier",
            Self::Popochiu => "popochiu",
            Self::Godot => "godot",
        }
    }

    /// Returns the ending of the tag of a loop that does not begin with the first frame.
    #[must_use]
    pub fn loop_ending(self) -> &'static str {
        if self == Self::Costumier { "-loop" } else { "_loop" }
    }

    /// Returns the name of an animation's tag, whose plain name is `plain`.
    #[must_use]
    pub fn name(self, plain: &str, action: &Action, endless: bool) -> String {
        match self {
            Self::Costumier => plain.to_owned(),
            Self::Godot => format!("{}{}", if endless { "" } else { "_" }, plain.replace('-', "_")),
            Self::Popochiu => {
                let side = match action.facing.name() {
                    "east" => "r",
                    "west" => "l",
                    "south" => "d",
                    "north" => "u",
                    "northeast" => "ur",
                    "northwest" => "ul",
                    "southeast" => "dr",
                    _ => "dl",
                };
                let what = match action.role {
                    Some(Role::Stand) => "idle".to_owned(),
                    Some(Role::TalkStart) => "talk".to_owned(),
                    Some(role) => role.name().replace(' ', "_"),
                    None => format!("chore_{:02}", action.chore),
                };
                format!("{what}_{side}")
            }
        }
    }
}

/// The compression of PNG files. It does not change the pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Larger files in a fraction of the time.
    Fast,
    /// The compression of most tools.
    #[default]
    Usual,
    /// The smallest files, slow to make.
    Small,
}

/// The part of a room that is shown behind an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Framing {
    /// The actor's position in the room; `None` chooses one.
    pub place: Option<(i32, i32)>,
    /// Pixels of the room around the animation; `None` shows at least half a screen.
    pub margin: Option<u16>,
    /// Whether to show the whole screen, as the game does.
    pub whole_screen: bool,
}

/// The canvas of an animation's frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CanvasOf {
    /// Each animation has its own canvas.
    #[default]
    Animation,
    /// All animations of the costume have the same canvas, so that they line up.
    Costume,
}

impl FromStr for CanvasOf {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let name = |it: Self| if it == Self::Animation { "animation" } else { "costume" };
        UnknownName::find(text, "canvas", [Self::Animation, Self::Costume], name)
    }
}

/// The part of a costume that is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// Pictures, animations and files of the whole costume.
    #[default]
    Everything,
    /// Animations, and files that show them together.
    Animations,
    /// Its single pictures only.
    Pictures,
}

/// The parts of one costume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostumeParts {
    /// The pictures of it to export.
    pub pictures: BTreeSet<PictureKey>,
    /// The animations of it to export, by chore and facing.
    pub animations: BTreeSet<(u16, Facing)>,
}

/// Jiffies (sixtieths of a second) in a second.
pub const JIFFIES_PER_SECOND: u32 = 60;

/// What to export, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// The formats. A manifest is always written.
    pub formats: BTreeSet<Format>,
    /// The factor, 1 … 8, by which everything is enlarged; each pixel becomes a square.
    pub scale_up: u8,
    /// How everything is enlarged.
    pub scaler: Scaler,
    /// The number of dots for each pixel, across and down ([`Game::dots`](costumier::Game::dots)), if costumes are
    /// shown in the pattern of the game's screen. Contact sheets keep room colours.
    pub dots: Option<u8>,
    /// Width and height of a pixel, as PNG files store them. `None` means square pixels, or those of 320 × 200 on a
    /// monitor.
    pub shape: Option<(u32, u32)>,
    /// Jiffies (1/60 s) in a tick. Each game's scripts decide it; 6, ten ticks a second, is usual
    /// (`docs/format/animation.md §4.3`).
    pub jiffies_per_tick: u8,
    /// Longest loop in ticks. Limbs that loop independently can make longer ones, which are cut at the best place.
    pub longest_loop: u32,
    /// The facings to export; `None` means all.
    pub facings: Option<Vec<Facing>>,
    /// The chores to export; `None` means all.
    pub chores: Option<Vec<ChoreFilter>>,
    /// The room whose palette is used; `None` chooses one, usually the room that owns the costume.
    pub room: Option<u32>,
    /// Colours that replace those of the costume: its palette, or the 256 colours of a room.
    pub recolour: Option<Vec<[u8; 3]>>,
    /// The name of that palette, which sheets show.
    pub recolour_name: Option<String>,
    /// What is shown where the costume is transparent.
    pub background: Background,
    /// The background of contact sheets, on which labels have to be readable. If it is transparent, sheets for sprite
    /// archives are too, unless `background` is a colour.
    pub contact_background: Background,
    /// The credit line of sheets for sprite archives.
    pub credit: String,
    /// Whether to cut off transparent margins: of each picture, and of the canvas of each animation.
    pub trim: bool,
    /// The layout of the frames of a sheet.
    pub sheet: SheetLayout,
    /// Number of empty pixels between the frames of a sheet, before it is enlarged.
    pub sheet_gap: u8,
    /// Whether contact sheets and sheets for sprite archives show a facing that is the mirror image of another one.
    pub mirrored: bool,
    /// The names of tags.
    pub tag_names: TagNames,
    /// The compression of PNG files.
    pub effort: Effort,
    /// The part of the room that is shown behind animations.
    pub framing: Framing,
    /// The objects that are shown in the room.
    pub objects: ObjectsShown,
    /// The canvas of animations.
    pub canvas: CanvasOf,
    /// The part of costumes that is exported.
    pub only: Only,
    /// The pictures to export; `None` means all.
    pub pictures: Option<Vec<PictureKey>>,
    /// The parts to export of some costumes, by id; of the others, everything.
    pub parts: BTreeMap<u32, CostumeParts>,
    /// A sentence below the title of the page; `None` for none.
    pub note: Option<String>,
    /// The look of each costume, by id: colours and shadows that scripts give.
    pub looks: BTreeMap<u32, ScriptLook>,
    /// The look's number in the call, as manifests store it.
    pub look: Option<usize>,
    /// Whether folders of costumes get names that are known: `costume-007-guybrush`.
    pub named_folders: bool,
    /// Largest number of bytes of memory for one costume; `None` for the default (see
    /// [`Budget`](crate::budget::Budget)).
    pub memory: Option<u64>,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self {
            formats: [Format::Png, Format::Gif, Format::Contact].into(),
            scale_up: 1,
            scaler: Scaler::Squares,
            dots: None,
            shape: None,
            jiffies_per_tick: 6,
            longest_loop: 120,
            facings: None,
            chores: None,
            room: None,
            recolour: None,
            recolour_name: None,
            background: Background::Transparent,
            contact_background: Background::SLATE,
            credit: "Ripped with Costumier".to_owned(),
            trim: false,
            sheet: SheetLayout::Packed,
            sheet_gap: 1,
            mirrored: true,
            tag_names: TagNames::Costumier,
            effort: Effort::Usual,
            framing: Framing::default(),
            objects: ObjectsShown::default(),
            canvas: CanvasOf::default(),
            only: Only::default(),
            pictures: None,
            parts: BTreeMap::new(),
            note: None,
            looks: BTreeMap::new(),
            look: None,
            named_folders: false,
            memory: None,
        }
    }
}

impl ExportOptions {
    /// Returns the factor of enlargement. It includes the dots of a pixel if the screen has several.
    #[must_use]
    pub fn scale(&self) -> u32 {
        u32::from(self.scale_up) * u32::from(self.dots.unwrap_or(1))
    }

    /// Returns the number of jiffies in a tick.
    #[must_use]
    pub fn jiffies(&self) -> u32 {
        u32::from(self.jiffies_per_tick)
    }

    /// Whether this picture is one of the parts to export of its costume.
    pub(crate) fn has_part(&self, id: u32, key: PictureKey) -> bool {
        self.parts.get(&id).is_none_or(|parts| parts.pictures.contains(&key))
    }

    /// Whether this picture of a costume is exported.
    #[must_use]
    pub fn admits_picture(&self, id: u32, key: PictureKey) -> bool {
        self.has_part(id, key)
            && self.only != Only::Animations
            && self.pictures.as_ref().is_none_or(|keys| keys.contains(&key))
    }

    /// Whether this animation of a costume is exported. `name` is the name of its chore.
    #[must_use]
    pub fn admits(&self, id: u32, action: &Action, name: Option<&str>) -> bool {
        let wanted = (action.chore, action.facing);
        if self.parts.get(&id).is_some_and(|parts| !parts.animations.contains(&wanted)) {
            return false;
        }
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
        assert!(error.to_string().contains("png, frames, strips, gif"), "{error}");
    }

    #[test]
    fn backgrounds_are_read() {
        assert_eq!("transparent".parse(), Ok(Background::Transparent));
        assert_eq!("room".parse(), Ok(Background::Room));
        assert_eq!("#204060".parse(), Ok(Background::Colour([0x20, 0x40, 0x60])));
        for (name, rgb) in
            [("red", [255, 0, 0]), ("Magenta", [255, 0, 255]), ("rebeccapurple", [0x66, 0x33, 0x99])]
        {
            assert_eq!(name.parse(), Ok(Background::Colour(rgb)), "{name}");
        }
        for bad in
            ["", "204060", "facade", "#20406", "#20406g", "#+20406", "#20406080", "reddish", "hsl(0,0%,0%)"]
        {
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
        assert!(!options.admits(1, &walk, None));
        assert!(ExportOptions::default().admits(1, &walk, None));
    }
}
