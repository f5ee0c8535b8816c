//! `list`: a table of costumes, one row each.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;
use costumier::game::CostumeSlot;
use costumier_export::json::{CostumeRow, Status, list_costume};
use serde::Serialize;

use crate::Outcome;
use crate::args::ListArgs;
use crate::disk::hash;
use crate::game::cut_off::CutOff;
use crate::game::open::{self, OpenGame};
use crate::game::several::{self, GameAnswer};
use crate::output::report;
use crate::output::table::{self, Align};
use crate::process::parallel;

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

/// Prints the tables of games.
pub(crate) fn run(args: &ListArgs, out: &mut dyn Write) -> Result<Outcome> {
    several::each(&args.common, open::open, &[], out, |opened, _, out| {
        let room = opened.room(args.room.as_ref())?;
        let wanted = |slot: &CostumeSlot| room.is_none_or(|room| room == slot.room);
        let slots: Vec<CostumeSlot> = opened.game.costume_slots().filter(wanted).collect();
        let names = opened.names();
        let rows: Vec<Row> = parallel::map_all(&slots, |slot| {
            let name = names.costumes.get(&slot.id).and_then(|names| names.name.clone());
            Row::of(opened, *slot, name)
        });
        let broken = rows.iter().any(|row| row.costume.status >= Status::Broken);
        let outcome = if broken { Outcome::SomeFailed } else { Outcome::Done };
        if args.common.json {
            return Ok((outcome, several::document(&rows)?));
        }
        let failed = rows.iter().filter(|row| row.costume.error.is_some()).map(|row| row.costume.id);
        let cut = CutOff::of(opened, failed, []);
        let mut cells: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                let it = &row.costume;
                let is_cut = cut.has_costume(it.id);
                cells(it, row.name.clone().unwrap_or_default(), opened.room_text(it.room), is_cut)
            })
            .collect();
        let mut columns = COLUMNS.to_vec();
        // An empty column is left out.
        if cells.iter().all(|row| row.get(1).is_some_and(String::is_empty)) {
            columns.remove(1);
            for row in &mut cells {
                row.remove(1);
            }
        }
        table::write(out, &columns, &cells)?;
        let hints: BTreeSet<&str> = rows.iter().filter_map(|row| row.costume.error.as_ref()?.hint).collect();
        if !hints.is_empty() {
            // The table has to come before the hints about it.
            out.flush()?;
            cut.sentences(opened).into_iter().for_each(report::fail);
            hints.into_iter().for_each(report::advise);
        }
        Ok((outcome, GameAnswer::Printed))
    })
}

/// A costume as `--json` prints it.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    costume: CostumeRow,
    /// The costume's name, if scripts or the bundled game's sources give one.
    name: Option<String>,
    /// SHA-256 of the block's decrypted payload; `null` if it cannot be read.
    sha256: Option<String>,
}

impl Row {
    fn of(opened: &OpenGame, slot: CostumeSlot, name: Option<String>) -> Self {
        let costume = list_costume(&opened.game, slot);
        let found = opened.game.costume_bytes(slot.id).ok();
        Self { costume, name, sha256: found.map(|found| hash::hex(&found.payload)) }
    }
}

fn cells(row: &CostumeRow, name: String, room: String, is_cut: bool) -> Vec<String> {
    let number = |value: Option<usize>| value.map_or_else(|| "-".into(), |value| value.to_string());
    let status = match (&row.error, row.status) {
        (Some(_), _) if is_cut => "failed: the file is cut off".into(),
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
