//! The colours of an AKOS costume for a game of another generation: the nearest of its new room, or its own if pixels
//! have 16 bits.

use costumier::format::akos::Codec;

use super::model::AkosCostume;
use crate::folder::convert::{by_number, room_numbers};
use crate::folder::picture::{EntryKind, Pixels};
use crate::folder::report::Report;
use crate::folder::{About, TEXT};

/// Changes the palette, or pixels that are room colours themselves. `room` is empty if it is not known.
pub(super) fn recolour(costume: &mut AkosCostume, about: &mut About, room: &[[u8; 3]], report: &mut Report) {
    if about.colours.is_empty() {
        return;
    }
    let by_palette = costume.header.codec == Codec::Rle;
    let old: Vec<u8> = if by_palette { costume.palette.clone() } else { (0..=u8::MAX).collect() };
    if costume.dialect.high_colour.is_some() {
        // Pixels of 16 bits have the colours that the costume brings along.
        if costume.artist.is_empty() {
            costume.artist = by_number(&old, &about.colours);
        }
        return;
    }
    if room.is_empty() {
        return;
    }
    let numbers = room_numbers(&old, &about.colours, room, &costume.dialect);
    if numbers == old {
        return;
    }
    if by_palette {
        costume.palette.clone_from(&numbers);
    } else {
        let clear = costume.header.codec.transparent(&costume.palette, &costume.dialect.akos);
        let new = |value: u8| match numbers.get(usize::from(value)) {
            Some(number) if value != clear && *number != clear => *number,
            _ => value,
        };
        for entry in &mut costume.pictures {
            if let EntryKind::Picture(picture) = &mut entry.picture
                && let Pixels::Rows(rows) = &mut picture.pixels
            {
                rows.iter_mut().for_each(|value| *value = new(*value));
            }
        }
    }
    report.note(TEXT, "colours were replaced by the nearest of the room that the costume goes into");
    if !costume.frames.is_empty() {
        report.note(
            TEXT,
            "auxiliary frames keep the numbers of their colours, which look different in this room",
        );
    }
    let look = |number: &u8| room.get(usize::from(*number)).copied().unwrap_or_default();
    about.colours = if by_palette { numbers.iter().map(look).collect() } else { room.to_vec() };
}
