//! How much an export is going to write, before it does: frames in their tens of thousands are a surprise
//! that nobody wants.

use costumier::{Action, Clip};

use crate::context::Context;
use crate::opened::Opened;
use crate::options::Format;

/// What a small PNG file has beside its pixels.
const PNG_BYTES: u64 = 180;
/// Pixels that a byte holds once they are compressed: indexed, mostly transparent.
const PIXELS_PER_BYTE: u64 = 12;

/// Files and bytes that a costume's export is going to write. Frames are played for it and not drawn, so
/// bytes are a guess.
pub(crate) fn estimate(context: &Context, opened: &Opened) -> (u64, u64) {
    let options = &context.options;
    let wants =
        |formats: &[Format]| formats.iter().filter(|format| options.formats.contains(format)).count() as u64;
    let mut sum = (0, 0);
    let mut add = |files: u64, pixels: u64| {
        sum.0 += files;
        sum.1 += files * PNG_BYTES + pixels / PIXELS_PER_BYTE;
    };
    let keys = opened.costume.picture_keys();
    for key in keys.into_iter().filter(|key| options.admits_picture(*key)) {
        if let Ok(picture) = opened.costume.picture(key) {
            let each = wants(&[Format::Png, Format::Bmp]);
            add(each, each * picture.info.pixels() as u64);
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
        let canvas = u64::from(clip.bounds.width()) * u64::from(clip.bounds.height());
        let length = (clip.frames.len() as u64).min(options.longest_loop.into());
        add(movies + frames * length, (movies + frames) * length * canvas);
    }
    let together =
        options.formats.iter().filter(|it| ![Format::Json, Format::Pal].contains(it)).count() as u64;
    add(together, 0);
    let scale = u64::from(options.scale());
    (sum.0, sum.1.saturating_mul(scale))
}
