//! The manifest: what was exported and from what, for build scripts and HD packs. Its field names are stable.
//!
//! A picture's key never changes: `monkey2-1f0c9a3e/room-001/costume-007/limb-00-picture-003`. Its hash is of its
//! costume colours, so it does not depend on palettes. Pictures of the same size and pixels are written once; the
//! others name the file of the first. Fields of pictures, animations, frames and files that would be `null`, `false`,
//! `ok`, or a movement or margin of 0 are not written.

mod portrait;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};

use costumier::{PictureKey, Problem};

use crate::colour::Palette;
use crate::json::{ErrorRow, Status};
pub(crate) use portrait::{BEST, Portrait};

/// Version of this structure. It rises if a field is removed or changes its meaning, not for new fields.
pub const MANIFEST_VERSION: u32 = 3;

/// The fields of the manifest before its costumes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ManifestHead {
    /// The version of the structure, [`MANIFEST_VERSION`].
    pub version: u32,
    /// The game's name in keys: `monkey2-1f0c9a3e`.
    pub game: String,
    /// SHA-256 of the game's index, which identifies the game and its edition.
    pub fingerprint: String,
    /// The title of the game, if known.
    pub title: Option<String>,
    /// Whether the title is only a guess from the index file's name, which can be any.
    pub title_is_guess: bool,
    /// The game's generation: `v5`.
    pub generation: &'static str,
    /// The formats of the export.
    pub formats: Vec<&'static str>,
    /// Jiffies (1/60 s) in a tick.
    pub jiffies_per_tick: u32,
    /// The factor by which everything is enlarged. Sizes and offsets of pictures are still those of the game; those
    /// of canvases, anchors and frames are in pixels of the written images.
    pub scale_up: u32,
    /// The background: `transparent`, `room` or `#rrggbb`.
    pub background: String,
    /// Whether transparent margins were cut off.
    pub trimmed: bool,
}

/// Everything that one export wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// The fields before the costumes.
    #[serde(flatten)]
    pub head: ManifestHead,
    /// The costumes, by id.
    pub costumes: Vec<CostumeReport>,
    /// Pictures that several costumes have: the same size and the same pixels.
    pub shared_pictures: Vec<SharedPicture>,
    /// The totals of the export.
    pub summary: Summary,
}

/// The totals of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Number of costumes, including those that failed.
    pub costumes: usize,
    /// Number of costumes that could not be opened.
    pub failed: usize,
    /// The number of pictures.
    pub pictures: usize,
    /// Number of pictures that differ from all earlier ones of their costume.
    pub different_pictures: usize,
    /// The number of animations.
    pub animations: usize,
    /// Number of frames of all animations.
    pub frames: usize,
    /// Number of files, without the manifest and the page.
    pub files: usize,
}

/// A picture that several costumes have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedPicture {
    /// SHA-256 of its costume colours.
    pub sha256: String,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// The keys of the equal pictures.
    pub keys: Vec<String>,
}

/// The export of one costume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CostumeReport {
    /// The key of the costume: `game/room-001/costume-007`.
    pub key: String,
    /// The id of the costume in the directory.
    pub id: u32,
    /// The name of the costume, if it has one.
    pub name: Option<String>,
    /// The number of the room that owns it.
    pub room: u32,
    /// The room's name in the index.
    pub room_name: Option<String>,
    /// The result of reading it.
    pub status: Status,
    /// Why it could not be opened.
    pub error: Option<ErrorRow>,
    /// The kind: `cost` or `akos`.
    pub kind: Option<&'static str>,
    /// The format byte without its mirror flag: `0x58`.
    pub format: Option<String>,
    /// The colours and where they come from.
    pub palette: Option<Palette>,
    /// The names of animations that show pictures, each once.
    pub shown_in: Vec<String>,
    /// The pictures of the costume.
    pub pictures: Vec<PictureReport>,
    /// The visible pictures of frames in drawing order, those of each frame once.
    pub poses: Vec<Vec<PlacedReport>>,
    /// The animations of the costume.
    pub animations: Vec<AnimationReport>,
    /// Files that show the whole costume.
    pub files: Vec<FileReport>,
    /// Problems of the costume.
    pub problems: Vec<Problem>,
    /// Files, or parts of them, that a limit of this program keeps from being written, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Problem>,
    /// The figure that the page paints in other rooms' colours, if there are any.
    #[serde(skip)]
    pub(crate) portrait: Option<Portrait>,
}

impl CostumeReport {
    /// Returns the number of files written for it.
    #[must_use]
    pub fn file_count(&self) -> usize {
        let frames = self.animations.iter().flat_map(|it| &it.frames).filter(|it| it.file.is_some()).count();
        let animations: usize = self.animations.iter().map(|it| it.files.len()).sum();
        // Equal pictures share their files.
        let pictures: BTreeSet<&str> = self.pictures.iter().flat_map(PictureReport::files).collect();
        frames + animations + pictures.len() + self.files.len()
    }
}

/// A file and its format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// The name of the format: `gif`.
    pub format: &'static str,
    /// The path of the file in the export.
    pub path: String,
    /// What the format could not store, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// The export of one picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureReport {
    /// The key of the picture: `game/room-001/costume-007/limb-00-picture-003`.
    #[serde(skip)]
    pub key: String,
    /// The limb of the picture.
    pub limb: u8,
    /// The index in the limb's table.
    pub index: u16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// Offset from the running offset to the left column.
    pub x: i16,
    /// Offset from the running offset to the top row.
    pub y: i16,
    /// The amount added to the running x afterwards.
    #[serde(skip_serializing_if = "is_default")]
    pub move_x: i16,
    /// The amount subtracted from the running y afterwards.
    #[serde(skip_serializing_if = "is_default")]
    pub move_y: i16,
    /// The picture whose pixels it borrows.
    #[serde(skip_serializing_if = "is_default")]
    pub redirect: Option<PictureKey>,
    /// SHA-256 of the costume colours, row by row; `None` if they could not be read.
    #[serde(skip_serializing_if = "is_default")]
    pub sha256: Option<String>,
    /// The result of reading it.
    #[serde(skip_serializing_if = "is_default")]
    pub status: PictureStatus,
    /// The path of its PNG file, or that of the equal picture. `None` if the export has no PNG of it.
    #[serde(skip_serializing_if = "is_default")]
    pub file: Option<String>,
    /// The path of its BMP file, or that of the equal picture. `None` if the export has no BMP of it.
    #[serde(skip_serializing_if = "is_default")]
    pub bmp: Option<String>,
    /// Number of columns and rows cut off at the left and the top, in costume pixels.
    #[serde(skip_serializing_if = "is_default")]
    pub trimmed: [u32; 2],
    /// The key of the first picture with the same size and pixels. It is written without the key of the costume.
    #[serde(skip_serializing_if = "is_default", serialize_with = "last_part")]
    pub same_as: Option<String>,
    /// The animations that show it, by their place in [`CostumeReport::shown_in`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used_by: Vec<usize>,
}

/// Whether a field has the value that is not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn last_part<S: Serializer>(key: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    key.as_deref().map(|key| key.rsplit('/').next().unwrap_or(key)).serialize(serializer)
}

impl PictureReport {
    /// Returns the paths of its files, or those of the equal picture.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        [&self.file, &self.bmp].into_iter().flatten().map(String::as_str)
    }
}

/// The result of reading or drawing a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureStatus {
    /// Some pixels are visible.
    #[default]
    Ok,
    /// All pixels are transparent, or it has none; placeholders are usual.
    Blank,
    /// It could not be read.
    Broken,
    /// A limit of this program keeps it from being drawn.
    Large,
}

/// One chore in one facing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnimationReport {
    /// The name of its files: `walk-east`.
    pub name: String,
    /// The title for people: `walk`, `chore 8`, or a name from scripts.
    pub title: String,
    /// The number of the chore.
    pub chore: u16,
    /// The name of the facing.
    pub facing: &'static str,
    /// The chore's role by default.
    #[serde(skip_serializing_if = "is_default")]
    pub role: Option<&'static str>,
    /// The index of the record.
    pub record: u16,
    /// Whether it is drawn mirrored.
    #[serde(skip_serializing_if = "is_default")]
    pub mirrored: bool,
    /// The result of drawing it.
    #[serde(skip_serializing_if = "is_default")]
    pub status: PictureStatus,
    /// Why it is broken.
    #[serde(skip_serializing_if = "is_default")]
    pub error: Option<String>,
    /// Width and height of every frame, in pixels of the images.
    pub canvas: [u32; 2],
    /// Position on the canvas that pictures are placed from, in pixels of the images. It may be outside. It is the
    /// pixel between the feet; in v0, v1, v2 and on the NES it is some columns to the side.
    pub anchor: [i32; 2],
    /// The part of the room behind it, if there is one: left column, top row, width, height, in pixels of the room.
    #[serde(skip_serializing_if = "is_default")]
    pub view: Option<[i32; 4]>,
    /// The length in ticks.
    pub ticks: u32,
    /// The frame that follows the last one; `None` if the last one stays.
    #[serde(skip_serializing_if = "is_default")]
    pub loops_to: Option<usize>,
    /// Whether the loop is shorter than in the game, where its limbs would all be at their start only after a long
    /// time.
    #[serde(skip_serializing_if = "is_default")]
    pub shortened: bool,
    /// The frames in order.
    pub frames: Vec<FrameReport>,
    /// Files that contain the whole animation.
    pub files: Vec<FileReport>,
}

/// A frame, which is shown for one or more ticks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameReport {
    /// The visible pictures: the place in [`CostumeReport::poses`].
    pub pose: usize,
    /// The duration in ticks.
    pub ticks: u32,
    /// Whether the frame is mirrored, if that differs from the first frame: programs of AKOS costumes can turn the
    /// actor round.
    #[serde(skip_serializing_if = "is_default")]
    pub mirrored: Option<bool>,
    /// The file of the frame, if it has its own.
    #[serde(skip_serializing_if = "is_default")]
    pub file: Option<String>,
}

/// A picture in a frame. It is written as `[limb, picture, x, y]`, and `true` behind them where it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedReport {
    /// The limb that shows it.
    pub limb: u8,
    /// The index in that limb's table.
    pub picture: u16,
    /// Distance from the anchor to the left column before mirroring, in costume pixels.
    pub x: i32,
    /// Distance from the anchor to the top row, in costume pixels.
    pub y: i32,
    /// Whether it is mirrored differently from the costume (v0). `x` is then that of the mirrored picture.
    pub mirrored: bool,
}

impl Serialize for PlacedReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { limb, picture, x, y, mirrored } = *self;
        match mirrored {
            true => (limb, picture, x, y, true).serialize(serializer),
            false => (limb, picture, x, y).serialize(serializer),
        }
    }
}

/// Things in the order in which they were first seen, each once, by number.
#[derive(Default)]
pub(crate) struct Numbers<T>(BTreeMap<T, usize>);

impl<T: Ord> Numbers<T> {
    pub(crate) fn of(&mut self, it: T) -> usize {
        let next = self.0.len();
        *self.0.entry(it).or_insert(next)
    }

    pub(crate) fn all(self) -> Vec<T> {
        let mut all: Vec<_> = self.0.into_iter().collect();
        all.sort_unstable_by_key(|(_, number)| *number);
        all.into_iter().map(|(it, _)| it).collect()
    }
}

impl Summary {
    /// Returns the totals of one costume.
    #[must_use]
    pub fn of(report: &CostumeReport) -> Self {
        let different = report.pictures.iter().filter(|it| it.same_as.is_none()).count();
        Self {
            costumes: 1,
            failed: usize::from(report.status == Status::Failed),
            pictures: report.pictures.len(),
            different_pictures: different,
            animations: report.animations.len(),
            frames: report.animations.iter().map(|it| it.frames.len()).sum(),
            files: report.file_count(),
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.costumes += other.costumes;
        self.failed += other.failed;
        self.pictures += other.pictures;
        self.different_pictures += other.different_pictures;
        self.animations += other.animations;
        self.frames += other.frames;
        self.files += other.files;
    }
}
