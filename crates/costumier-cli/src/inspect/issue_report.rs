//! `report`: what an issue about a wrong picture needs. The text names the program, the game, the costume and the
//! animation by numbers and hashes. It has no pixel, no palette and no script of the game.

use std::io::Write;

use anyhow::Result;
use costumier::{Action, Clip};

use crate::Outcome;
use crate::args::ReportArgs;
use crate::disk::hash;
use crate::game::open::{self, OpenGame, OpenedCostume};
use crate::look::full_info::FullInfo;
use crate::look::info;
use crate::look::play;
use crate::output::text::{count, line};

/// Writes the text.
pub(crate) fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    writeln!(out, "costumier   {}, {system}, {processor}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "rules       {}", opened.game.dialect().interpreter())?;
    info::print(&opened, out)?;
    writeln!(out)?;
    FullInfo::hashes(&opened)?.print_hashes(out)?;
    let Some(id) = &args.id else { return Ok(Outcome::Done) };
    let found = opened.costume(opened.one_id(id)?)?;
    costume(&opened, &found, out)?;
    if let Some(chore) = &args.chore {
        let action = play::choose(Some(chore), args.facing, &opened.names(), &found)?;
        animation(&opened, &found, &action, out)?;
    }
    Ok(Outcome::Done)
}

/// Writes where a costume is, what it is, and the hashes of its block and its pictures.
fn costume(opened: &OpenGame, found: &OpenedCostume, out: &mut dyn Write) -> Result<()> {
    let (id, costume) = (found.id, &found.costume);
    let payload = costume.payload();
    writeln!(out, "\ncostume {id}, room {}, {}", opened.room_text(found.room), costume.kind())?;
    line(out, format_args!("{} from byte {:#x} on, {} bytes", found.file, found.payload_at, payload.len()))?;
    writeln!(out, "{}  block without its header", hash::hex(payload))?;
    for problem in costume.problems() {
        line(out, format_args!("{}: {}: {}", problem.severity, problem.path, problem.text))?;
    }
    for key in costume.picture_keys() {
        let name = format!("limb {} picture {}", key.limb, key.index);
        let read = costume.picture(key).and_then(|picture| Ok((picture.info, costume.values(key)?)));
        match read {
            Ok((info, values)) => {
                writeln!(out, "{}  {name}, {} x {}", hash::hex(&values), info.width, info.height)?;
            }
            Err(error) => writeln!(out, "{name}: {error}")?,
        }
    }
    Ok(())
}

/// Writes the ticks and the hash of each frame of an animation, in the colours of the costume's room.
fn animation(opened: &OpenGame, found: &OpenedCostume, action: &Action, out: &mut dyn Write) -> Result<()> {
    let game = &opened.game;
    let clip = Clip::record(&found.costume, action.chore, action.facing, game.limits());
    let palette = game.costume_palette(found.id).map_err(|error| opened.explain(error))?;
    let bounds = clip.bounds;
    writeln!(
        out,
        "\n{} ({}), facing {}, record {}: {}, {} x {}",
        action.chore_name(),
        action.chore,
        action.facing,
        action.record,
        count(clip.frames.len(), "frame"),
        bounds.width(),
        bounds.height()
    )?;
    for (frame, rgba) in clip.frames.iter().zip(clip.rgba(&found.costume, &palette)) {
        let rgba = rgba.map_err(|error| opened.explain(error))?;
        writeln!(out, "{}  {}", hash::hex(&rgba), count(frame.ticks as usize, "tick"))?;
    }
    match clip.loops_to {
        Some(frame) => writeln!(out, "then frame {} again", frame + 1)?,
        None => writeln!(out, "then the last frame stays")?,
    }
    Ok(())
}
