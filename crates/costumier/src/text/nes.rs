//! The listing of a costume of the NES.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::plural;
use crate::model::Action;
use crate::nes::Nes;

/// Returns the listing, in lines that end in `\n`.
pub(super) fn listing(costume: &Nes, actions: &[Action]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "costume of the NES, {}, {}, sprites of set {}, East is West mirrored, {} bytes",
        plural(costume.picture_keys().count(), "tile"),
        plural(actions.len(), "record"),
        costume.set(),
        costume.payload().len()
    );
    out.push_str("\npalettes (NES colours; the first of each is not drawn)\n");
    for (number, palette) in costume.palette().chunks(4).enumerate() {
        let colours: Vec<String> = palette.iter().map(|colour| format!("{colour:02x}")).collect();
        let _ = writeln!(out, "  {number}: {}", colours.join(" "));
    }
    let shown: BTreeSet<u8> = actions
        .iter()
        .flat_map(|action| costume.frames(action.record).unwrap_or_default())
        .copied()
        .collect();
    out.push_str("\nframes (tile/palette at x,y, < where it is flipped; the first is painted last)\n");
    for frame in shown {
        let Some(sprites) = costume.sprites(frame) else {
            let _ = writeln!(out, "  {frame:>3}  the game's sprites do not have it");
            continue;
        };
        let sprites: Vec<String> = sprites
            .map(|it| {
                let flipped = if it.flipped { "<" } else { "" };
                format!("{}/{} at {},{}{flipped}", it.tile, it.palette, it.x, it.y)
            })
            .collect();
        let _ = writeln!(out, "  {frame:>3}  {}", sprites.join("  "));
    }
    out.push_str("\nrecords (frames, over and over)\n");
    for action in actions {
        let text = match costume.frames(action.record) {
            Some(frames) => frames.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
            None => "leads outside the block".into(),
        };
        let _ =
            writeln!(out, "  {} {} (record {}): {text}", action.chore_name(), action.facing, action.record);
    }
    out
}
