//! `list`: one row per costume.

use std::io::Write;

use anyhow::Result;
use costumier::game::CostumeSlot;
use costumier_export::json::{CostumeRow, Status, list_costume};

use crate::Outcome;
use crate::args::ListArgs;
use crate::open;
use crate::parallel;
use crate::table::{self, Align};
use crate::text::json;

const COLUMNS: [(&str, Align); 8] = [
    ("id", Align::Right),
    ("room", Align::Left),
    ("format", Align::Left),
    ("colours", Align::Right),
    ("limbs", Align::Right),
    ("records", Align::Right),
    ("pictures", Align::Right),
    ("status", Align::Left),
];

/// Prints the table.
pub(crate) fn run(args: &ListArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.common.game)?;
    if let Some(room) = args.room {
        opened.require_room(room)?;
    }
    let wanted = |slot: &CostumeSlot| args.room.is_none_or(|room| room == slot.room);
    let slots: Vec<CostumeSlot> = opened.game.costume_slots().filter(wanted).collect();
    let rows: Vec<CostumeRow> = parallel::map_all(&slots, |slot| list_costume(&opened.game, *slot));
    if args.common.json {
        json(out, &rows)?;
    } else {
        let rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row, opened.room_text(row.room))).collect();
        table::write(out, &COLUMNS, &rows)?;
    }
    let broken = rows.iter().any(|row| row.status >= Status::Broken);
    Ok(if broken { Outcome::SomeFailed } else { Outcome::Done })
}

fn cells(row: &CostumeRow, room: String) -> Vec<String> {
    let number = |value: Option<usize>| value.map_or_else(|| "-".into(), |value| value.to_string());
    let status = match (&row.error, row.status) {
        (Some(error), _) => format!("failed: {}", error.text),
        (None, Status::Ok) => "ok".into(),
        (None, status) => format!("{}, see check", status.name()),
    };
    vec![
        row.id.to_string(),
        room,
        row.format.clone().unwrap_or_else(|| "-".into()),
        number(row.colours),
        number(row.limbs),
        number(row.records),
        number(row.pictures),
        status,
    ]
}
