//! The JSON of `list`: one row per costume.

use costumier::format::akos::{Akos, LIMBS};
use costumier::game::CostumeSlot;
use costumier::{Costume, Game};
use serde::Serialize;

use super::{ErrorRow, Status, format_name};

/// The facts of a costume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CostumeRow {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The number of the room that owns it.
    pub room: u32,
    /// The room's name in the index.
    pub room_name: Option<String>,
    /// The kind of the costume; `null`, like the five fields below, if it could not be opened.
    pub kind: Option<&'static str>,
    /// The format byte without its mirror flag: `0x58`. For AKOS the codec: `codec 1`.
    pub format: Option<String>,
    /// Number of palette entries.
    pub colours: Option<usize>,
    /// Number of limbs with pictures. In AKOS costumes, whose pictures belong to no limb, the number of limbs that
    /// records use.
    pub limbs: Option<usize>,
    /// Number of records that exist.
    pub records: Option<usize>,
    /// The number of pictures.
    pub pictures: Option<usize>,
    /// The result of checking it.
    pub status: Status,
    /// Number of problems that `check` reports.
    pub problems: usize,
    /// Why the costume could not be opened.
    pub error: Option<ErrorRow>,
}

/// Opens and checks a costume, and returns its facts.
#[must_use]
pub fn list_costume(game: &Game, slot: CostumeSlot) -> CostumeRow {
    let row = CostumeRow {
        id: slot.id,
        room: slot.room,
        room_name: game.room_name(slot.room).map(str::to_owned),
        status: Status::Failed,
        ..CostumeRow::default()
    };
    match crate::open_costume::open(game, slot.id) {
        Ok(opened) => describe(row, &opened.costume),
        Err(e) => CostumeRow { error: Some(ErrorRow::from(&e)), ..row },
    }
}

fn describe(row: CostumeRow, costume: &Costume) -> CostumeRow {
    let pictures = costume.picture_keys();
    let limbs = match (costume.as_akos(), costume.as_v0()) {
        (Some(akos), _) => used_limbs(akos),
        _ if costume.as_nes().is_some() => 1,
        (_, Some(v0)) => (0..8).filter(|limb| !v0.sequences_of(*limb).is_empty()).count(),
        _ => pictures.chunk_by(|a, b| a.limb == b.limb).count(),
    };
    let problems = costume.check();
    CostumeRow {
        kind: Some(costume.kind()),
        format: Some(format_name(costume)),
        colours: Some(costume.palette().len()),
        limbs: Some(limbs),
        records: Some(costume.actions().len()),
        pictures: Some(pictures.len()),
        status: Status::of(&problems),
        problems: problems.len(),
        ..row
    }
}

fn used_limbs(akos: &Akos) -> usize {
    let mut used = [false; LIMBS];
    for record in akos.record_indices().filter_map(|index| akos.record(index).ok()) {
        for (used, entry) in used.iter_mut().zip(record.limbs) {
            *used |= entry.is_some_and(|entry| entry.mode.has_window());
        }
    }
    used.iter().filter(|used| **used).count()
}
