//! Estimates the size of an export before it is made, because tens of thousands of files would surprise people.

use std::collections::BTreeMap;

use costumier::{Action, Clip, PictureKey};

use crate::context::Context;
use crate::open_costume::OpenCostume;
use crate::options::Format;

/// Bytes of a file besides its pixels, mostly the palette.
const HEAD_BYTES: u64 = 180;
/// Files of a palette, and their bytes besides what each file has.
const PALETTE_FILES: u64 = 5;
const PALETTE_BYTES: u64 = 4000;
/// Bytes of a picture in the manifest and on the page.
const PICTURE_LINES: u64 = 600;
/// Bytes of an animation's frame in the manifest and on the page.
const FRAME_LINES: u64 = 250;
/// Bytes of a frame of an animation besides its pixels.
const FRAME_HEAD: u64 = 30;

/// Returns the number of files and bytes that the export of a costume will write. Animations are played, not drawn,
/// and a picture is assumed to take as many bytes as in the game, so the bytes are a guess.
pub(crate) fn estimate(context: &Context, opened: &OpenCostume) -> (u64, u64) {
    let options = &context.options;
    let wants =
        |formats: &[Format]| formats.iter().filter(|format| options.formats.contains(format)).count() as u64;
    let mut sum = (0, 0);
    let mut add = |files: u64, bytes: u64| {
        sum.0 += files;
        sum.1 += files * HEAD_BYTES + bytes;
    };
    let each = wants(&Format::PICTURES);
    let mut packed: BTreeMap<PictureKey, u64> = BTreeMap::new();
    for key in opened.costume.picture_keys() {
        let Ok(picture) = opened.costume.picture(key) else { continue };
        // The size of the last picture may include bytes up to the block's end.
        let bytes = (picture.encoded().len() as u64).min(picture.info.pixels() as u64);
        packed.insert(key, bytes);
        if options.admits_picture(opened.id, key) {
            add(each, each * bytes + PICTURE_LINES);
        }
    }
    let (movies, frames) = (wants(&Format::MOVIES) + wants(&[Format::Strips]), wants(&[Format::Frames]));
    let actions: Vec<Action> = opened
        .costume
        .actions()
        .into_iter()
        .filter(|action| options.admits(opened.id, action, context.names.chore(opened.id, action.chore)))
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
    // Formats that are not counted above contain every picture once, in a file for the whole costume.
    let apart = each + movies + frames + wants(&[Format::Json, Format::Pal]);
    let together = (options.formats.len() as u64).saturating_sub(apart);
    add(together, together * packed.values().sum::<u64>());
    let palettes = wants(&[Format::Pal]);
    add(palettes * PALETTE_FILES, palettes * PALETTE_BYTES);
    let scale = u64::from(options.scale());
    (sum.0, sum.1.saturating_mul(scale))
}
