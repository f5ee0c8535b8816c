//! `dump`: the contents of a costume's block, as a listing for people or as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use costumier::text;
use costumier_export::Background;
use costumier_export::colour::{self, CostumeColours, RoomPalette};
use costumier_export::json::dump;
use serde::Serialize;
use serde_json::Value;

use crate::Outcome;
use crate::args::DumpArgs;
use crate::call::ids;
use crate::game::colours;
use crate::game::open::{self, OpenGame, OpenedCostume};
use crate::inspect::bytes;
use crate::output::report::{self, Reporter};
use crate::output::text::{json, line};

/// Prints the structure of costumes. If the call names one costume, an error ends the call; if it names several, the
/// error is printed and the next costume follows.
pub(crate) fn run(args: &DumpArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let wanted = opened.ids(&args.ids)?;
    if let ([id], true) = (wanted.as_slice(), ids::is_single(&args.ids)) {
        let found = opened.costume(*id)?;
        match (args.json, args.colours) {
            (true, _) if args.bytes => json(out, &bytes::document(&found))?,
            (false, _) => print(args, &opened, &found, out)?,
            (true, true) => json(out, &palette(args, &opened, &found)?)?,
            (true, false) => json(out, &dump(found.id, found.room, &found.costume, opened.game.limits()))?,
        }
        return Ok(Outcome::Done);
    }
    let mut documents = Vec::new();
    let mut outcome = Outcome::Done;
    for (number, id) in wanted.into_iter().enumerate() {
        if number > 0 && !args.json {
            writeln!(out)?;
        }
        match opened.costume(id) {
            Ok(found) if args.json => documents.push(document(args, &opened, &found)?),
            Ok(found) => print(args, &opened, &found, out)?,
            Err(failure) => {
                outcome = Outcome::SomeFailed;
                out.flush()?;
                reporter.fail(&failure);
                let error = report::document(&failure.into());
                documents.push(serde_json::json!({ "id": id, "error": error }));
            }
        }
    }
    if args.json {
        json(out, &documents)?;
    }
    Ok(outcome)
}

fn palette(args: &DumpArgs, opened: &OpenGame, found: &OpenedCostume) -> Result<Colours> {
    let rooms = RoomPalette::all(&opened.game);
    let costume = CostumeColours::of(&found.costume, found.room, opened.game.limits());
    let mut costume = costume.seen_in(opened.names().seen.get(&found.id));
    if let Some(number) = args.look
        && let Some(look) = opened.looks(number, &[found.id])?.get(&found.id)
    {
        costume = costume.in_look(&found.costume, look);
    }
    let palette =
        colour::resolve(&costume, opened.room(args.room.as_ref())?, &rooms, Background::Transparent);
    let facts = opened.cast.as_ref().and_then(|cast| cast.costumes.get(&found.id));
    let looks = facts.iter().flat_map(|facts| &facts.looks).map(|look| LookRow {
        certainty: look.certainty.name(),
        overrides: look.value.overrides.clone(),
        shadow_mode: look.value.shadow,
    });
    Ok(Colours { script_looks: looks.collect(), palette })
}

/// What `--colours` prints.
#[derive(Serialize)]
struct Colours {
    #[serde(flatten)]
    palette: colour::Palette,
    /// The looks that scripts give, in the order of their numbers.
    script_looks: Vec<LookRow>,
}

#[derive(Serialize)]
struct LookRow {
    certainty: &'static str,
    overrides: BTreeMap<u32, u32>,
    shadow_mode: Option<u32>,
}

fn document(args: &DumpArgs, opened: &OpenGame, found: &OpenedCostume) -> Result<Value> {
    if args.bytes {
        return Ok(serde_json::to_value(bytes::document(found))?);
    }
    Ok(match args.colours {
        true => serde_json::to_value(palette(args, opened, found)?)?,
        false => serde_json::to_value(dump(found.id, found.room, &found.costume, opened.game.limits()))?,
    })
}

fn print(args: &DumpArgs, opened: &OpenGame, found: &OpenedCostume, out: &mut dyn Write) -> Result<()> {
    if args.colours {
        colours::script_looks(out, opened, found.id)?;
        colours::colours(out, opened, found.id, &palette(args, opened, found)?.palette)?;
        return Ok(());
    }
    if args.bytes {
        return bytes::print(opened, found, out);
    }
    let room = opened.room_text(found.room);
    let place = found.payload_at;
    let names = opened.names();
    let name = names.costumes.get(&found.id).and_then(|names| names.name.as_ref());
    let name = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    line(
        out,
        format_args!("costume {}{name}, room {room}, {} from byte {place:#x} on", found.id, found.file),
    )?;
    out.write_all(text::listing(&found.costume).as_bytes())?;
    Ok(())
}
