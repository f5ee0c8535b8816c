//! `list`: one row per costume.

use std::io::Write;

use anyhow::Result;
use costumier::costume::Costume;
use costumier::{Problem, Severity};

use crate::Outcome;
use crate::args::ListArgs;
use crate::open;
use crate::table::{self, Align};

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
    let slots = opened.game.costume_slots().filter(|slot| args.room.is_none_or(|room| room == slot.room));
    let mut outcome = Outcome::Done;
    let mut rows = Vec::new();
    for slot in slots {
        let room = opened.room_text(slot.room);
        rows.push(match opened.costume(slot.id) {
            Ok(found) => row(slot.id, room, &found.costume),
            Err(failure) => {
                outcome = Outcome::SomeFailed;
                let blank = || String::from("-");
                let status = format!("broken: {}", failure.error.kind());
                vec![slot.id.to_string(), room, blank(), blank(), blank(), blank(), blank(), status]
            }
        });
    }
    table::write(out, &COLUMNS, &rows)?;
    Ok(outcome)
}

fn row(id: u32, room: String, costume: &Costume) -> Vec<String> {
    let Costume::Cost(cost) = costume else { return Vec::new() };
    let keys = costume.picture_keys();
    let limbs: std::collections::BTreeSet<u8> = keys.iter().map(|key| key.limb).collect();
    vec![
        id.to_string(),
        room,
        cost.format().name(),
        costume.palette().len().to_string(),
        limbs.len().to_string(),
        costume.actions().len().to_string(),
        keys.len().to_string(),
        status(costume.problems()),
    ]
}

/// `ok`, or how many oddities opening it noticed.
fn status(problems: &[Problem]) -> String {
    let odd = problems.iter().filter(|problem| problem.severity >= Severity::Odd).count();
    if odd == 0 { "ok".into() } else { format!("{odd} odd") }
}
