//! The manifest: what was exported from what, for build scripts and HD packs. Field names are a promise.
//!
//! A picture's key names it for ever: `monkey2-1f0c9a3e/room-001/costume-007/limb-00-picture-003`. Its hash
//! is over its costume colours, so it does not change with palettes. Pictures of the same size and pixels are
//! written once; the others say whose file is theirs.

mod portrait;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::colour::Palette;
use crate::json::{ErrorRow, ProblemRow, Redirect, Status};
pub(crate) use portrait::{BEST, Portrait};

/// Version of this structure. A field that goes or changes its meaning raises it; new fields do not.
pub const MANIFEST_VERSION: u32 = 2;

/// What the manifest says before its costumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Head {
    /// [`MANIFEST_VERSION`].
    pub version: u32,
    /// What the game is called in keys: `monkey2-1f0c9a3e`.
    pub game: String,
    /// SHA-256 over the content of the game's index: which game, and which edition of it.
    pub fingerprint: String,
    /// Its title, if known.
    pub title: Option<String>,
    /// Whether the title is only what the index file's name hints at: anybody can name a file so.
    pub title_is_guess: bool,
    /// `v5`.
    pub generation: &'static str,
    /// The formats that were asked for.
    pub formats: Vec<&'static str>,
    /// Jiffies (1/60 s) per tick.
    pub jiffies_per_tick: u32,
    /// Everything is enlarged by this factor. Sizes and offsets of pictures are the file's all the same;
    /// those of canvases, anchors and frames are in pixels of the written images.
    pub scale_up: u32,
    /// `transparent`, `room` or `#rrggbb`.
    pub background: String,
    /// Whether transparent margins were cut off.
    pub trimmed: bool,
}

/// Everything that one export wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// What it says before the costumes.
    #[serde(flatten)]
    pub head: Head,
    /// The costumes, by id.
    pub costumes: Vec<CostumeReport>,
    /// Pictures that several costumes have: the same size and the same pixels.
    pub shared_pictures: Vec<SharedPicture>,
    /// What it is all together.
    pub summary: Summary,
}

/// How much of everything there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Costumes, those that failed included.
    pub costumes: usize,
    /// Costumes that could not be opened.
    pub failed: usize,
    /// Pictures.
    pub pictures: usize,
    /// Pictures that are not the same as an earlier one of their costume.
    pub different_pictures: usize,
    /// Animations.
    pub animations: usize,
    /// Frames of all animations.
    pub frames: usize,
    /// Files, without the manifest and the page.
    pub files: usize,
}

/// Pictures of several costumes that are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedPicture {
    /// SHA-256 over the costume colours.
    pub sha256: String,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Their keys.
    pub keys: Vec<String>,
}

/// What was exported of one costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeReport {
    /// `game/room-001/costume-007`.
    pub key: String,
    /// Directory id.
    pub id: u32,
    /// What it is called, where somebody knows.
    pub name: Option<String>,
    /// The room that owns it.
    pub room: u32,
    /// That room's name in the index.
    pub room_name: Option<String>,
    /// How it fared.
    pub status: Status,
    /// Why it could not be opened.
    pub error: Option<ErrorRow>,
    /// `cost` or `akos`.
    pub kind: Option<&'static str>,
    /// The format byte without its mirror flag: `0x58`.
    pub format: Option<String>,
    /// Where its colours come from.
    pub palette: Option<Palette>,
    /// Its pictures.
    pub pictures: Vec<PictureReport>,
    /// Its animations.
    pub animations: Vec<AnimationReport>,
    /// Files that show the whole costume.
    pub files: Vec<FileReport>,
    /// What is odd or broken.
    pub problems: Vec<ProblemRow>,
    /// Files, or parts of them, that a limit of this program keeps from being written, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<ProblemRow>,
    /// What the page paints in other rooms' colours, where there are any.
    #[serde(skip)]
    pub(crate) portrait: Option<Portrait>,
}

impl CostumeReport {
    /// Number of files that were written for it.
    #[must_use]
    pub fn file_count(&self) -> usize {
        let frames = self.animations.iter().flat_map(|it| &it.frames).filter(|it| it.file.is_some()).count();
        let animations: usize = self.animations.iter().map(|it| it.files.len()).sum();
        // Pictures that are the same share their files.
        let pictures: BTreeSet<&str> =
            self.pictures.iter().flat_map(|it| [&it.file, &it.bmp]).filter_map(Option::as_deref).collect();
        frames + animations + pictures.len() + self.files.len()
    }
}

/// A file and its format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// The name of the format: `gif`.
    pub format: &'static str,
    /// Its path in the export.
    pub path: String,
    /// What the format could not say, if anything.
    pub note: Option<&'static str>,
}

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureReport {
    /// `game/room-001/costume-007/limb-00-picture-003`.
    pub key: String,
    /// Its limb.
    pub limb: u8,
    /// Its index in the limb's table.
    pub index: u16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// From the running offset to the left column.
    pub x: i16,
    /// From the running offset to the top row.
    pub y: i16,
    /// Added to the running x afterwards.
    pub move_x: i16,
    /// Subtracted from the running y afterwards.
    pub move_y: i16,
    /// The picture whose pixels it borrows.
    pub redirect: Option<Redirect>,
    /// SHA-256 over the costume colours, row by row; `null` where they could not be read.
    pub sha256: Option<String>,
    /// `ok`, `blank` (nothing to see), `broken`.
    pub status: PictureStatus,
    /// Its file: its own, or that of the picture that it is the same as.
    pub file: Option<String>,
    /// The same as BMP.
    pub bmp: Option<String>,
    /// What was cut off the left and the top of the file's picture, in costume pixels.
    pub trimmed: [u32; 2],
    /// The key of the first picture with the same size and pixels.
    pub same_as: Option<String>,
    /// The animations that show it.
    pub used_by: Vec<String>,
}

/// How a picture fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureStatus {
    /// There is something to see.
    Ok,
    /// All of it is transparent, or it has no pixels: placeholders are usual.
    Blank,
    /// It could not be read.
    Broken,
    /// A limit of this program keeps it from being drawn.
    Large,
}

/// One chore in one facing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnimationReport {
    /// What its files are called: `walk-east`.
    pub name: String,
    /// Its title for people: `walk`, `chore 8`, or what somebody called it.
    pub title: String,
    /// Chore number.
    pub chore: u16,
    /// The facing.
    pub facing: &'static str,
    /// The chore's role by default.
    pub role: Option<&'static str>,
    /// Record index.
    pub record: u16,
    /// Whether it is drawn mirrored.
    pub mirrored: bool,
    /// `ok`, `blank`, `broken`.
    pub status: PictureStatus,
    /// Why it is broken.
    pub error: Option<String>,
    /// Width and height of every frame, in pixels of the images.
    pub canvas: [u32; 2],
    /// The anchor, from which pictures count, on the canvas, in pixels of the images. It may lie outside. It is
    /// the pixel between the feet; in v0, v1, v2 and on the NES it lies some columns beside it.
    pub anchor: [i32; 2],
    /// The part of the room that is behind it, where there is one: left column, top row, width, height, in
    /// pixels of the room.
    pub view: Option<[i32; 4]>,
    /// Length in ticks.
    pub ticks: u32,
    /// The frame that follows the last one; `null` where the last one stays.
    pub loops_to: Option<usize>,
    /// Whether the loop is shorter than the game's, where its limbs would all be back at their start only
    /// after a long time.
    pub shortened: bool,
    /// The frames, in order.
    pub frames: Vec<FrameReport>,
    /// Files that hold all of it.
    pub files: Vec<FileReport>,
}

/// What is seen for one or more ticks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameReport {
    /// Its file, if it has its own.
    pub file: Option<String>,
    /// How long it is seen.
    pub ticks: u32,
    /// Whether it is mirrored, where that is not as in the first frame: programs of AKOS costumes may turn
    /// the actor round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirrored: Option<bool>,
    /// What is seen, in drawing order.
    pub pictures: Vec<PlacedReport>,
}

/// A picture in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedReport {
    /// The limb that shows it.
    pub limb: u8,
    /// Index of the picture in that limb's table.
    pub picture: u16,
    /// From the anchor to the left column before mirroring, in costume pixels.
    pub x: i32,
    /// From the anchor to the top row, in costume pixels.
    pub y: i32,
    /// Whether it is drawn the other way round than the costume is (v0); `x` counts as the mirrored picture's
    /// does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
}

impl Summary {
    /// What one costume adds.
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
