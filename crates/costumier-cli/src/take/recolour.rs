//! `--palette`: colours from a file, and which costumes they are for.

use std::path::Path;

use anyhow::{Result, anyhow};
use costumier_export::Exporter;
use costumier_export::formats::pal;

use crate::disk::whole_file;
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::output::report::Reporter;

/// The largest palette file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// Reads the colours of a palette file.
pub(crate) fn read(place: &Path) -> Result<Vec<[u8; 3]>> {
    let bytes = whole_file::read(place, LARGEST)?;
    pal::read(&bytes).map_err(|why| anyhow!("{} {why}", place.display()))
}

/// Returns the name of a palette file, as sheets show it.
pub(crate) fn name(place: &Path) -> String {
    place.file_name().unwrap_or(place.as_os_str()).to_string_lossy().into_owned()
}

/// Checks that the palette fits the costumes, and warns if it can belong to the room of some only.
pub(crate) fn check(exporter: &Exporter, opened: &OpenGame, ids: &[u32], reporter: &Reporter) -> Result<()> {
    let hint = "`costumier export GAME ID -o colours.gpl` writes the colours of a costume, `costumier export GAME \
                --room N -o colours.gpl` those of a room";
    exporter.check_palette(ids).map_err(|why| hinted(why.into(), hint))?;
    if let Some(given) = &exporter.options().recolour {
        several_rooms(given, opened, ids).iter().for_each(|text| reporter.warn(text));
    }
    Ok(())
}

/// Costumes of rooms that have the same colours.
struct Group {
    room: u32,
    ids: Vec<u32>,
    palette: Vec<[u8; 3]>,
}

/// Returns a warning if the costumes belong to rooms of different colours. The palette is taken for that of the room
/// with most of its colours.
fn several_rooms(given: &[[u8; 3]], opened: &OpenGame, ids: &[u32]) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    for slot in opened.game.costume_slots().filter(|slot| ids.contains(&slot.id)) {
        let Ok(palette) = opened.game.room_palette(slot.room) else { continue };
        match groups.iter_mut().find(|group| group.palette == palette) {
            Some(group) => group.ids.push(slot.id),
            None => groups.push(Group { room: slot.room, ids: vec![slot.id], palette: palette.to_vec() }),
        }
    }
    if groups.len() < 2 {
        return None;
    }
    // The palette of one costume lists the colours that its pixel values have.
    let numbers: Vec<u8> = match opened.costume(*ids.first()?) {
        Ok(it) if it.costume.palette().len() == given.len() => it.costume.palette().to_vec(),
        _ => (0..=u8::MAX).collect(),
    };
    let equal = |group: &Group| {
        let colours = numbers.iter().map(|number| group.palette.get(usize::from(*number)));
        colours.zip(given).filter(|(colour, given)| *colour == Some(*given)).count()
    };
    // The first of equal ones.
    let home = (0..groups.len()).rev().max_by_key(|at| groups.get(*at).map_or(0, equal))?;
    let others = groups.iter().enumerate().filter(|(at, _)| *at != home).map(|(_, group)| {
        let ids: Vec<String> = group.ids.iter().map(u32::to_string).collect();
        let verb = if ids.len() == 1 { "belongs" } else { "belong" };
        let ids = match ids.split_last() {
            Some((last, before @ [_, ..])) => format!("{} and {last}", before.join(", ")),
            _ => ids.concat(),
        };
        format!("{ids} {verb} to room {}", opened.room_text(group.room))
    });
    Some(format!(
        "one palette for the costumes of {} rooms: {}; their colours differ, so export the costumes of each room with \
         a palette of that room",
        groups.len(),
        others.collect::<Vec<_>>().join(", ")
    ))
}
