//! A costume's part of the manifest, as serde writes it. Values that repeat are written once, and default values are
//! left out.
//!
//! `poses` lists the pictures of each frame once, and frames name a pose by its number. `shown_in` does the same for
//! the names of animations. Fields of pictures, animations, frames and files that would be `null`, `false`, `ok`, or a
//! movement or margin of 0 are not written.

use std::collections::BTreeMap;

use costumier::{PictureKey, Problem};
use serde::{Serialize, Serializer};

use super::{
    AnimationReport, CostumeReport, FileReport, FrameReport, PictureReport, PictureStatus, PlacedReport,
};
use crate::colour::Palette;
use crate::json::{ErrorRow, Status};

#[derive(Serialize)]
struct Written<'a> {
    key: &'a str,
    id: u32,
    name: Option<&'a str>,
    room: u32,
    room_name: Option<&'a str>,
    status: Status,
    error: Option<&'a ErrorRow>,
    kind: Option<&'static str>,
    format: Option<&'a str>,
    palette: Option<&'a Palette>,
    shown_in: Vec<&'a str>,
    pictures: Vec<Picture<'a>>,
    poses: Vec<&'a [PlacedReport]>,
    animations: Vec<Animation<'a>>,
    files: &'a [FileReport],
    problems: &'a [Problem],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'a [Problem],
}

#[derive(Serialize)]
struct Picture<'a> {
    limb: u8,
    index: u16,
    width: u16,
    height: u16,
    x: i16,
    y: i16,
    #[serde(skip_serializing_if = "is_zero")]
    move_x: i16,
    #[serde(skip_serializing_if = "is_zero")]
    move_y: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<PictureKey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<&'a str>,
    #[serde(skip_serializing_if = "is_ok")]
    status: PictureStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bmp: Option<&'a str>,
    #[serde(skip_serializing_if = "is_nothing")]
    trimmed: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used_by: Vec<usize>,
}

#[derive(Serialize)]
struct Animation<'a> {
    name: &'a str,
    title: &'a str,
    chore: u16,
    facing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    record: u16,
    #[serde(skip_serializing_if = "is_false")]
    mirrored: bool,
    #[serde(skip_serializing_if = "is_ok")]
    status: PictureStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    canvas: [u32; 2],
    anchor: [i32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<[i32; 4]>,
    ticks: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    loops_to: Option<usize>,
    #[serde(skip_serializing_if = "is_false")]
    shortened: bool,
    frames: Vec<Frame<'a>>,
    files: &'a [FileReport],
}

#[derive(Serialize)]
struct Frame<'a> {
    pose: usize,
    ticks: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    mirrored: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

fn is_ok(status: &PictureStatus) -> bool {
    *status == PictureStatus::Ok
}

fn is_nothing(trimmed: &[u32; 2]) -> bool {
    *trimmed == [0, 0]
}

fn is_zero(it: &i16) -> bool {
    *it == 0
}

fn is_false(it: &bool) -> bool {
    !*it
}

/// Things in the order in which they were first seen, each once, by number.
struct Numbers<T> {
    known: BTreeMap<T, usize>,
    all: Vec<T>,
}

impl<T: Ord + Copy> Numbers<T> {
    fn new() -> Self {
        Self { known: BTreeMap::new(), all: Vec::new() }
    }

    fn of(&mut self, it: T) -> usize {
        *self.known.entry(it).or_insert_with(|| {
            self.all.push(it);
            self.all.len() - 1
        })
    }
}

impl Serialize for CostumeReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut names, mut poses) = (Numbers::new(), Numbers::new());
        let pictures = self.pictures.iter().map(|it| Picture::of(it, &mut names)).collect();
        let animations = self.animations.iter().map(|it| Animation::of(it, &mut poses)).collect();
        let written = Written {
            key: &self.key,
            id: self.id,
            name: self.name.as_deref(),
            room: self.room,
            room_name: self.room_name.as_deref(),
            status: self.status,
            error: self.error.as_ref(),
            kind: self.kind,
            format: self.format.as_deref(),
            palette: self.palette.as_ref(),
            shown_in: names.all,
            pictures,
            poses: poses.all,
            animations,
            files: &self.files,
            problems: &self.problems,
            left_out: &self.left_out,
        };
        written.serialize(serializer)
    }
}

impl<'a> Picture<'a> {
    fn of(it: &'a PictureReport, names: &mut Numbers<&'a str>) -> Self {
        Self {
            limb: it.limb,
            index: it.index,
            width: it.width,
            height: it.height,
            x: it.x,
            y: it.y,
            move_x: it.move_x,
            move_y: it.move_y,
            redirect: it.redirect,
            sha256: it.sha256.as_deref(),
            status: it.status,
            file: it.file.as_deref(),
            bmp: it.bmp.as_deref(),
            trimmed: it.trimmed,
            // Without the beginning, which is the key of the costume.
            same_as: it.same_as.as_deref().map(|key| key.rsplit('/').next().unwrap_or(key)),
            used_by: it.used_by.iter().map(|name| names.of(name)).collect(),
        }
    }
}

impl<'a> Animation<'a> {
    fn of(it: &'a AnimationReport, poses: &mut Numbers<&'a [PlacedReport]>) -> Self {
        let mut frame = |it: &'a FrameReport| Frame {
            pose: poses.of(&it.pictures),
            ticks: it.ticks,
            mirrored: it.mirrored,
            file: it.file.as_deref(),
        };
        Self {
            name: &it.name,
            title: &it.title,
            chore: it.chore,
            facing: it.facing,
            role: it.role,
            record: it.record,
            mirrored: it.mirrored,
            status: it.status,
            error: it.error.as_deref(),
            canvas: it.canvas,
            anchor: it.anchor,
            view: it.view,
            ticks: it.ticks,
            loops_to: it.loops_to,
            shortened: it.shortened,
            frames: it.frames.iter().map(&mut frame).collect(),
            files: &it.files,
        }
    }
}

/// A picture in a pose: `[limb, picture, x, y]`, and `true` behind them where it is mirrored.
impl Serialize for PlacedReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { limb, picture, x, y, mirrored } = *self;
        if mirrored {
            (limb, picture, x, y, true).serialize(serializer)
        } else {
            (limb, picture, x, y).serialize(serializer)
        }
    }
}
