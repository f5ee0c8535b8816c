//! A card's animations and pictures, as data that the page's script makes rows of when the card is opened: a game
//! has tens of thousands of them, and a browser lays out those that are looked at.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::{Text, colours};
use crate::report::{AnimationReport, CostumeReport, PictureReport, PictureStatus};

/// What the script reads.
#[derive(Serialize)]
struct Rows<'a> {
    /// The folder that all paths begin with.
    at: &'a str,
    chores: Vec<Chore<'a>>,
    /// Limb, index and width; the file is named by both numbers.
    pictures: Vec<(u8, u16, u16)>,
    /// The looks of other rooms.
    looks: Vec<(String, String, &'a [Option<String>])>,
}

/// Number, title, facings.
#[derive(Serialize)]
struct Chore<'a>(u16, &'a str, Vec<Clip<'a>>);

/// Facing, frames, how it ends, width, the picture that stands for it at rest, the files by format.
#[derive(Serialize)]
struct Clip<'a>(&'static str, usize, &'static str, u32, Option<&'a str>, Vec<(&'static str, &'a str)>);

/// The rows and, for readers without the script, where the files are.
pub(super) fn write(out: &mut String, costume: &CostumeReport) -> fmt::Result {
    let at = folder(costume).unwrap_or_default();
    let chores = costume.animations.chunk_by(|a, b| a.chore == b.chore);
    let rows = Rows {
        at,
        chores: chores.filter_map(|facings| chore(facings, at)).collect(),
        pictures: costume
            .pictures
            .iter()
            .filter(|it| is_shown(it))
            .map(|it| (it.limb, it.index, it.width))
            .collect(),
        looks: colours::looks(costume.palette.as_ref()),
    };
    // Numbers and texts can all be said in JSON.
    let json = serde_json::to_string(&rows).unwrap_or_default();
    if !at.is_empty() {
        writeln!(out, "<noscript><p><a href=\"{0}\">{0}</a></p></noscript>", Text(at))?;
    }
    // Nothing in it ends the element.
    writeln!(out, "<script type=\"application/json\">{}</script>", json.replace('<', "\\u003c"))
}

/// The folder that a costume's files are in, with its slash.
fn folder(costume: &CostumeReport) -> Option<&str> {
    let frames = costume.animations.iter().flat_map(|it| &it.frames).filter_map(|it| it.file.as_deref());
    let files = costume.animations.iter().flat_map(|it| &it.files).chain(&costume.files);
    let pictures = costume.pictures.iter().filter_map(|it| it.file.as_deref());
    let path = files.map(|it| &*it.path).chain(pictures).chain(frames).next()?;
    path.split_inclusive('/').next()
}

fn chore<'a>(facings: &'a [AnimationReport], at: &str) -> Option<Chore<'a>> {
    let first = facings.first()?;
    let clips = facings.iter().map(|it| {
        let inside = |path: &'a str| path.strip_prefix(at).unwrap_or(path);
        let end = match it.loops_to {
            _ if it.frames.len() < 2 => "",
            Some(_) if it.shortened => "loop, shortened",
            Some(_) => "loop",
            None => "once",
        };
        let still = it.frames.first().and_then(|frame| frame.file.as_deref()).map(inside);
        let files = it.files.iter().map(|file| (file.format, inside(&file.path)));
        let files = files.chain(still.map(|still| ("frames", still))).collect();
        Clip(it.facing, it.frames.len(), end, it.canvas[0], still, files)
    });
    Some(Chore(first.chore, &first.title, clips.collect()))
}

/// Whether the page shows a picture by itself: with something to see, and once.
fn is_shown(it: &PictureReport) -> bool {
    it.status == PictureStatus::Ok && it.same_as.is_none() && it.file.is_some()
}
