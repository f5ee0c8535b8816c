//! How much an export is going to write, before it does: frames in their tens of thousands are a surprise
//! that nobody wants.

use std::collections::BTreeMap;

use costumier::{Action, Clip, PictureKey};

use crate::context::Context;
use crate::opened::Opened;
use crate::options::Format;

/// What a file has beside its pixels: a palette most of all.
const HEAD_BYTES: u64 = 180;
/// What the manifest says of a picture, and the page shows of it.
const PICTURE_LINES: u64 = 600;
/// The same of an animation's frame.
const FRAME_LINES: u64 = 250;
/// What a frame of a moving picture has beside its pixels.
const FRAME_HEAD: u64 = 30;

/// Files and bytes that a costume's export is going to write. Frames are played for it and not drawn, and
/// a picture is thought to take the bytes that it takes in the game, so bytes are a guess.
pub(crate) fn estimate(context: &Context, opened: &Opened) -> (u64, u64) {
    let options = &context.options;
    let wants =
        |formats: &[Format]| formats.iter().filter(|format| options.formats.contains(format)).count() as u64;
    let mut sum = (0, 0);
    let mut add = |files: u64, bytes: u64| {
        sum.0 += files;
        sum.1 += files * HEAD_BYTES + bytes;
    };
    let each = wants(&[Format::Png, Format::Bmp]);
    let mut packed: BTreeMap<PictureKey, u64> = BTreeMap::new();
    for key in opened.costume.picture_keys() {
        let Ok(picture) = opened.costume.picture(key) else { continue };
        // The last one's may reach to the end of the block.
        let bytes = (picture.encoded().len() as u64).min(picture.info.pixels() as u64);
        packed.insert(key, bytes);
        if options.admits_picture(key) {
            add(each, each * bytes + PICTURE_LINES);
        }
    }
    let (movies, frames) = (wants(&[Format::Gif, Format::Apng, Format::Webp]), wants(&[Format::Frames]));
    let actions: Vec<Action> = opened
        .costume
        .actions()
        .into_iter()
        .filter(|action| options.admits(action, context.names.chore(opened.id, action.chore)))
        .collect();
    for action in actions.iter().filter(|_| movies + frames > 0) {
        let clip = Clip::record(&opened.costume, action.chore, action.facing, context.game.limits());
        let shown = || clip.frames.iter().zip(0..options.longest_loop).map(|(frame, _)| frame);
        let length = shown().count() as u64;
        let placed = shown().flat_map(|frame| &frame.placed);
        let bytes: u64 = placed.filter_map(|placed| packed.get(&placed.picture)).sum();
        let movie = bytes + length * FRAME_HEAD;
        add(movies + frames * length, (movies + frames) * movie + length * FRAME_LINES);
    }
    // What is left holds every picture once, in a file for the whole costume.
    let apart = each + movies + frames + wants(&[Format::Json, Format::Pal]);
    let together = (options.formats.len() as u64).saturating_sub(apart);
    add(together, together * packed.values().sum::<u64>());
    let scale = u64::from(options.scale());
    (sum.0, sum.1.saturating_mul(scale))
}
