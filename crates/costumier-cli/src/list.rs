//! `list`: one row per costume.

use std::io::Write;

use anyhow::Result;
use costumier::game::CostumeSlot;
use costumier_export::json::{CostumeRow, Status, list_costume};
use serde::Serialize;

use crate::Outcome;
use crate::args::ListArgs;
use crate::open;
use crate::parallel;
use crate::table::{self, Align};
use crate::text::json;

const COLUMNS: [(&str, Align); 9] = [
    ("id", Align::Right),
    ("name", Align::Left),
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
    let names = opened.names();
    let name = |id: u32| names.costumes.get(&id).and_then(|names| names.name.clone());
    if args.common.json {
        let rows: Vec<Named<'_>> = rows.iter().map(|row| Named { name: name(row.id), row }).collect();
        json(out, &rows)?;
    } else {
        let mut cells: Vec<Vec<String>> = rows
            .iter()
            .map(|row| cells(row, name(row.id).unwrap_or_default(), opened.room_text(row.room)))
            .collect();
        let mut columns = COLUMNS.to_vec();
        // Nobody needs an empty column.
        if cells.iter().all(|row| row.get(1).is_some_and(String::is_empty)) {
            columns.remove(1);
            for row in &mut cells {
                row.remove(1);
            }
        }
        table::write(out, &columns, &cells)?;
    }
    let broken = rows.iter().any(|row| row.status >= Status::Broken);
    Ok(if broken { Outcome::SomeFailed } else { Outcome::Done })
}

/// A costume's row, and its name.
#[derive(Serialize)]
struct Named<'a> {
    #[serde(flatten)]
    row: &'a CostumeRow,
    /// What it is called, where scripts (or the bundled game's sources) say so.
    name: Option<String>,
}

fn cells(row: &CostumeRow, name: String, room: String) -> Vec<String> {
    let number = |value: Option<usize>| value.map_or_else(|| "-".into(), |value| value.to_string());
    let status = match (&row.error, row.status) {
        (Some(error), _) => format!("failed: {}", error.text),
        (None, Status::Ok) => "ok".into(),
        (None, status) => format!("{}, see check", status.name()),
    };
    vec![
        row.id.to_string(),
        name,
        room,
        row.format.clone().unwrap_or_else(|| "-".into()),
        number(row.colours),
        number(row.limbs),
        number(row.records),
        number(row.pictures),
        status,
    ]
}
