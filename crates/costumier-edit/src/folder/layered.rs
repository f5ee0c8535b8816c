//! Writes pictures as one `.aseprite` file: every animation, with a layer for each limb.
//!
//! **Note:** a picture is *read* from one place only, the first frame that shows it. If another frame shows it at the
//! same place, its cel is linked, so that painting one paints all. Links cannot have another place, so there it is a
//! copy, which is only for the eye.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use costumier::Clip;
use costumier::Placed;
use costumier::{Error, ErrorKind, PictureKey, Result};

use super::Files;
use super::picture_files::{Group, OnLayer, OwnPicture, PicturePositions, PixelPlace, PlayedCostume};
use crate::pictures::aseprite::{CelDesign, FrameDesign, SpriteDesign, Tag};
use crate::pictures::palette::ShownPalette;

/// The name of the file.
pub(super) const FILE: &str = "costume.aseprite";

/// Largest number of frames of an animation, and of all animations.
const CLIP: usize = 256;
const ALL: usize = 4096;

/// Pictures that an animation shows further out, in pixels, are treated like pictures that none shows.
const FAR: i32 = 4000;

/// Largest number of pictures that a limb shows at once.
const AT_ONCE: usize = 8;

/// Milliseconds of a tick at the usual speed of actors.
const TICK: u32 = 100;

/// A cel whose place on the canvas is not known yet.
struct UnplacedCel {
    layer: (u8, usize),
    key: PictureKey,
    at: (i32, i32),
}

/// Writes the pictures into `files`, and returns their places.
pub(super) fn write(
    groups: &[Group<'_>],
    palette: &ShownPalette,
    played: &PlayedCostume<'_>,
    files: &mut Files,
) -> Result<PicturePositions> {
    let owns: Owns<'_> = groups
        .iter()
        .flat_map(|group| group.pictures.iter().map(|own| (own.key, (own, group.name.as_str()))))
        .collect();
    if owns.is_empty() {
        return Ok(PicturePositions::new());
    }
    let (mut frames, mut tags) = play(played, &owns);
    let shown: BTreeSet<PictureKey> =
        frames.iter().flat_map(|(_, cels)| cels.iter().map(|cel| cel.key)).collect();
    let alone: Vec<PictureKey> = owns.keys().copied().filter(|key| !shown.contains(key)).collect();
    let mut layers: BTreeSet<(u8, usize)> =
        frames.iter().flat_map(|(_, cels)| cels.iter().map(|cel| cel.layer)).collect();

    // Pictures that no animation shows have frames behind all others: one with the first picture of each group, and
    // so on.
    let mut names: Vec<String> = layers.iter().map(|layer| layer_name(*layer)).collect();
    let first_alone = frames.len();
    let mut depth: BTreeMap<&str, usize> = BTreeMap::new();
    let mut spare = u8::MAX;
    let mut others: BTreeMap<&str, (u8, usize)> = BTreeMap::new();
    for key in alone {
        let Some((own, group)) = owns.get(&key) else { continue };
        let layer = *others.entry(group).or_insert_with(|| {
            let known = layers.iter().zip(&names).find(|(_, name)| name == group).map(|(layer, _)| *layer);
            known.unwrap_or_else(|| {
                let layer = (spare, 0);
                spare = spare.saturating_sub(1);
                layer
            })
        });
        let number = depth.entry(group).or_insert(0);
        let frame = first_alone + *number;
        *number += 1;
        if frames.len() <= frame {
            frames.push((1, Vec::new()));
        }
        let at = (i32::from(own.at.0), i32::from(own.at.1));
        if let Some((_, cels)) = frames.get_mut(frame) {
            cels.push(UnplacedCel { layer, key, at });
        }
    }
    for (name, layer) in &others {
        if layers.insert(*layer) {
            let place = layers.iter().position(|other| other == layer).unwrap_or(names.len());
            names.insert(place, (*name).to_owned());
        }
    }
    if frames.len() > first_alone {
        let (from, to) = (first_alone, frames.len() - 1);
        tags.push(Tag { name: "not shown".to_owned(), from, to, endless: false });
    }
    let layers: Vec<(u8, usize)> = layers.into_iter().collect();

    let (places, mut design) = arrange(&frames, &layers, names, &owns);
    design.tags = tags;
    let written = design.write(palette);
    let bytes = written.map_err(|why| Error::new(ErrorKind::CannotWrite(why.into()), FILE.to_owned()))?;
    files.insert(FILE.to_owned(), bytes);
    Ok(places)
}

/// Pictures that have pixels of their own, each with its group.
type Owns<'a> = BTreeMap<PictureKey, (&'a OwnPicture<'a>, &'a str)>;
type Frames = Vec<(u32, Vec<UnplacedCel>)>;

fn layer_name((limb, number): (u8, usize)) -> String {
    match number {
        0 => format!("limb-{limb}"),
        more => format!("limb-{limb} {}", more + 1),
    }
}

/// Plays every animation that is not the mirror image of another.
fn play(played: &PlayedCostume<'_>, owns: &Owns<'_>) -> (Frames, Vec<Tag>) {
    let costume = Arc::new(played.costume.clone());
    let (mut frames, mut tags) = (Frames::new(), Vec::new());
    // What is shown, for how long, and the frame that it loops to.
    type Shows = (Vec<(u32, Vec<(u8, PictureKey, i32, i32)>)>, Option<usize>);
    let mut known: BTreeMap<Shows, usize> = BTreeMap::new();
    for action in costume.actions() {
        let clip = Clip::record(&costume, action.chore, action.facing, played.limits);
        if clip.frames.iter().any(|frame| frame.mirrored) || clip.frames.is_empty() {
            continue;
        }
        let shows = clip.frames.iter().map(|frame| {
            (frame.ticks, frame.placed.iter().map(|it| (it.limb, it.picture, it.x, it.y)).collect::<Vec<_>>())
        });
        let shows: Vec<_> = shows.collect();
        if shows.iter().all(|(_, placed)| placed.is_empty()) {
            continue;
        }
        let count = clip.frames.len().min(CLIP);
        // Animations that show the same are tags of the same frames.
        let first = match known.entry((shows, clip.loops_to)) {
            Entry::Occupied(first) => *first.get(),
            Entry::Vacant(_) if frames.len() + count > ALL => break,
            Entry::Vacant(place) => {
                let first = *place.insert(frames.len());
                let clip = clip.frames.iter().take(count);
                frames.extend(clip.map(|it| (it.ticks.max(1), cels(played, owns, &it.placed))));
                first
            }
        };
        let name = format!("{}-{}", action.chore_name().replace(' ', "-"), action.facing.name());
        let last = first + count - 1;
        let endless = clip.loops_to == Some(0);
        tags.push(Tag { name: name.clone(), from: first, to: last, endless });
        if let Some(start) = clip.loops_to.filter(|start| (1..count).contains(start)) {
            tags.push(Tag { name: format!("{name}-loop"), from: first + start, to: last, endless: true });
        }
    }
    (frames, tags)
}

fn cels(played: &PlayedCostume<'_>, owns: &Owns<'_>, placed: &[Placed]) -> Vec<UnplacedCel> {
    let mut cels: Vec<UnplacedCel> = Vec::new();
    for it in placed {
        let at_once = cels.iter().filter(|cel| cel.layer.0 == it.limb).count();
        let near = [it.x, it.y].iter().all(|side| side.abs() <= FAR);
        // A picture that borrows its pixels is shown as the one that owns them, or is left out.
        let key = played.tables.alike(it.picture).filter(|key| owns.contains_key(key));
        if let Some(key) = key.filter(|_| near && at_once < AT_ONCE) {
            cels.push(UnplacedCel { layer: (it.limb, at_once), key, at: (it.x, it.y) });
        }
    }
    cels
}

/// Places the frames, layers and cels on the canvas.
fn arrange(
    frames: &Frames,
    layers: &[(u8, usize)],
    names: Vec<String>,
    owns: &Owns<'_>,
) -> (PicturePositions, SpriteDesign) {
    let mut corner = (0, 0);
    let mut far = (1, 1);
    for cel in frames.iter().flat_map(|(_, cels)| cels).filter(|cel| is_near(cel.at)) {
        let Some((own, _)) = owns.get(&cel.key) else { continue };
        corner = (corner.0.min(cel.at.0), corner.1.min(cel.at.1));
        far = (far.0.max(cel.at.0 + i32::from(own.size.0)), far.1.max(cel.at.1 + i32::from(own.size.1)));
    }
    let side = |from: i32, to: i32| u16::try_from(to - from).unwrap_or(u16::MAX);
    let mut places = PicturePositions::new();
    let mut first: BTreeMap<(usize, PictureKey, (i32, i32)), u16> = BTreeMap::new();
    let mut design = SpriteDesign {
        size: (side(corner.0, far.0), side(corner.1, far.1)),
        feet: (-corner.0, -corner.1),
        ..SpriteDesign::default()
    };
    for ((ticks, cels), number) in frames.iter().zip(0..=u16::MAX) {
        let milliseconds = u16::try_from(ticks.saturating_mul(TICK)).unwrap_or(u16::MAX);
        let mut frame = FrameDesign { milliseconds, cels: Vec::new() };
        let mut placed: Vec<(usize, &UnplacedCel)> = cels
            .iter()
            .filter_map(|cel| Some((layers.iter().position(|layer| *layer == cel.layer)?, cel)))
            .collect();
        placed.sort_by_key(|(layer, _)| *layer);
        for (layer, cel) in placed {
            let Some((own, _)) = owns.get(&cel.key) else { continue };
            // A cel outside the canvas is put into the corner.
            let at = if is_near(cel.at) { (cel.at.0 - corner.0, cel.at.1 - corner.1) } else { (0, 0) };
            let linked = first.get(&(layer, cel.key, at)).copied();
            let mut text = None;
            if linked.is_none() {
                first.insert((layer, cel.key, at), number);
                places.entry(cel.key).or_insert_with(|| {
                    text = Some(own.name.to_owned());
                    let [left, top] = [at.0, at.1].map(|side| usize::try_from(side).unwrap_or(0));
                    let rect = [left, top, usize::from(own.size.0), usize::from(own.size.1)];
                    let layer = names.get(layer).cloned().unwrap_or_default();
                    let on = OnLayer { layer, frame: usize::from(number) + 1 };
                    PixelPlace { file: FILE.to_owned(), rect: Some(rect), on: Some(on), is_sized: false }
                });
            }
            frame.cels.push(CelDesign {
                layer: u16::try_from(layer).unwrap_or(u16::MAX),
                at: (i16::try_from(at.0).unwrap_or(0), i16::try_from(at.1).unwrap_or(0)),
                size: own.size,
                rows: if linked.is_none() { own.rows.to_vec() } else { Vec::new() },
                linked,
                text,
            });
        }
        design.frames.push(frame);
    }
    design.layers = names;
    (places, design)
}

fn is_near(at: (i32, i32)) -> bool {
    at.0.abs() <= FAR && at.1.abs() <= FAR
}
