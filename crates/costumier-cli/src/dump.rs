//! `dump`: what a costume's block holds, as a listing for people or as JSON.

use std::io::Write;

use anyhow::Result;
use costumier::text;
use costumier_export::Background;
use costumier_export::colour::{self, CostumeColours, RoomPalette};
use costumier_export::json::dump;

use crate::Outcome;
use crate::args::DumpArgs;
use crate::explain;
use crate::open;
use crate::text::json;

/// Prints the structure of one costume.
pub(crate) fn run(args: &DumpArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let found = opened.costume(args.id)?;
    if args.colours {
        if let Some(room) = args.room {
            opened.require_room(room)?;
        }
        let rooms = RoomPalette::all(&opened.game);
        let costume = CostumeColours::of(&found.costume, found.room, opened.game.limits());
        let palette = colour::resolve(&costume, args.room, &rooms, Background::Transparent);
        if args.json {
            json(out, &palette)?;
        } else {
            explain::script_looks(out, &opened, found.id)?;
            explain::colours(out, &opened, found.id, &palette)?;
        }
        return Ok(Outcome::Done);
    }
    if args.json {
        json(out, &dump(found.id, found.room, &found.costume, opened.game.limits()))?;
        return Ok(Outcome::Done);
    }
    let room = opened.room_text(found.room);
    let place = found.payload_at;
    let names = opened.names();
    let name = names.costumes.get(&found.id).and_then(|names| names.name.as_ref());
    let name = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    writeln!(out, "costume {}{name}, room {room}, {} from byte {place:#x} on", found.id, found.file)?;
    out.write_all(text::listing(&found.costume).as_bytes())?;
    Ok(Outcome::Done)
}
