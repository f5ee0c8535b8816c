//! The listing of a costume of v0.

use std::fmt::Write as _;

use super::plural;
use crate::v0::{LIMBS, V0};

/// Returns the listing, in lines that end in `\n`.
pub(super) fn listing(costume: &V0) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "costume of v0, {}, {}, limbs are flipped one by one, {} bytes",
        plural(costume.pictures().into(), "picture"),
        plural(costume.commands().into(), "command"),
        costume.payload().len()
    );
    out.push_str("\npictures\n");
    for key in costume.picture_keys() {
        match costume.picture(key) {
            Ok(picture) => {
                let info = picture.info;
                let _ = writeln!(
                    out,
                    "    {:>3}  {:>3} x {:<3}  at {:>4},{:<4}  moves {},{}  {} bytes at {:#x}",
                    key.index,
                    info.width,
                    info.height,
                    info.x,
                    info.y,
                    info.move_x,
                    info.move_y,
                    picture.encoded().len(),
                    info.offset
                );
            }
            Err(e) => {
                let _ = writeln!(out, "    {:>3}  broken: {}: {}", key.index, e.what(), e.kind());
            }
        }
    }
    out.push_str("\nsequences (pictures; the first is seen when they come round again)\n");
    for limb in 0..u8::try_from(LIMBS).unwrap_or(0) {
        for sequence in costume.sequences_of(limb) {
            let Some(pictures) = costume.sequence(limb, sequence) else {
                let _ = writeln!(out, "  limb {limb}, sequence {sequence}: leads outside the block");
                continue;
            };
            let numbers: Vec<String> = pictures.iter().map(u8::to_string).collect();
            let _ = writeln!(out, "  limb {limb}, sequence {sequence}: {}", numbers.join(" "));
        }
    }
    out.push_str("\ncommands (limb: sequence, < where it is flipped)\n");
    for number in 0..costume.commands() {
        let orders = costume.command(number).unwrap_or_default();
        let orders: Vec<String> = (0u8..)
            .zip(orders)
            .filter_map(|(limb, order)| {
                let order = order?;
                Some(format!("{limb}: {}{}", order.sequence, if order.flipped { "<" } else { "" }))
            })
            .collect();
        let meaning = match number {
            0..=3 => "walk ",
            4..=7 => "stand ",
            12..=15 => "mouth open ",
            16..=19 => "mouth shut ",
            _ => "",
        };
        let facing = match (meaning, number % 4) {
            ("", _) => "",
            (_, 0) => "west ",
            (_, 1) => "east ",
            (_, 2) => "south ",
            _ => "north ",
        };
        let text = if orders.is_empty() { "leaves all limbs alone".into() } else { orders.join("  ") };
        let _ = writeln!(out, "  {number:>3} {meaning}{facing} {text}");
    }
    out
}
