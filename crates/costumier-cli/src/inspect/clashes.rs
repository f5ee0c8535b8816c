//! `check --clashes`: costumes whose colours look unlike at home in rooms that scripts bring them to.

use std::cmp::Reverse;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use costumier::cast::Cast;
use costumier::clashes::{Clash, Clashes};
use costumier::format::model::PictureKey;
use costumier::{Costume, Game};
use costumier_export::json::{ClashRow, ClashesReport, PlaceRow, numbered};

use super::diff::{ColouredPicture, MOST_SHOWN, SCALE, name, side_by_side};
use crate::Outcome;
use crate::args::CheckArgs;
use crate::disk::safe_write::{Folder, Owner};
use crate::game::open::{self, OpenGame};
use crate::game::several::{self, GameAnswer};
use crate::output::text::{count, line};

/// Largest number of colours and of places that the list names for one clash.
const MOST_NAMED: usize = 8;

/// Finds the clashes of games, and prints them.
pub(super) fn run(args: &CheckArgs, quiet: bool, out: &mut dyn Write) -> Result<Outcome> {
    if args.output.is_some() && args.common.names.len() > 1 {
        bail!("`--output` takes one game");
    }
    several::each_headed(&args.common, open::open, &[], &str::to_owned, out, |opened, several, out| {
        if opened.belongs.is_some() {
            bail!("a costume folder or a block has no scripts: give the game that the costume belongs to");
        }
        let scripts = opened.game.read_scripts();
        let clashes = Clashes::of(&opened.game, &scripts, &Cast::of(&scripts));
        let report = ClashesReport::of(&clashes, &scripts, &opened.names());
        let outcome = if report.unread.is_empty() { Outcome::Done } else { Outcome::SomeFailed };
        if let Some(folder) = &args.output {
            if several {
                bail!("`--output` takes one game");
            }
            write_pictures(&opened.game, &clashes, folder, args.force)?;
        }
        if args.common.json {
            return several::document(&report).map(|shown| (outcome, shown));
        }
        print(opened, &report, quiet, out)?;
        Ok((outcome, GameAnswer::Printed))
    })
}

fn print(opened: &OpenGame, report: &ClashesReport, quiet: bool, out: &mut dyn Write) -> Result<()> {
    let mut last = None;
    for row in &report.clashes {
        if last.replace(row.costume) != Some(row.costume) {
            let (name, home) = (numbered(row.costume, row.name.as_deref()), opened.room_text(row.home));
            line(out, format_args!("costume {name}, at home in room {home}"))?;
        }
        print_clash(opened, row, out)?;
    }
    for text in &report.unread {
        line(out, format_args!("not compared: {text}"))?;
    }
    if report.clashes.is_empty() {
        writeln!(
            out,
            "none: every costume looks the same in all rooms that scripts are known to bring it to"
        )?;
    } else if !quiet {
        let certain = report.clashes.iter().filter(|row| row.certainty == "certain").count();
        let likely = report.clashes.len().saturating_sub(certain);
        let all = match report.clashes.len() {
            1 => "1 clash".to_owned(),
            many => format!("{many} clashes"),
        };
        writeln!(out, "\n{all}: {certain} certain, {likely} likely")?;
    }
    Ok(())
}

fn print_clash(opened: &OpenGame, row: &ClashRow, out: &mut dyn Write) -> Result<()> {
    let share =
        format!("{} of {}", row.pixels, count(usize::try_from(row.drawn).unwrap_or(usize::MAX), "pixel"));
    line(
        out,
        format_args!(
            "  {:<7}  in room {}: {share} unlike at home",
            row.certainty,
            opened.room_text(row.room)
        ),
    )?;
    for it in row.colours.iter().take(MOST_NAMED) {
        let name = it.colour.map_or_else(|| "pictures".to_owned(), |colour| format!("colour {colour}"));
        let indices = match it.index_at_home == it.index_there {
            true => format!("room colour {}", it.index_there),
            false => format!("room colour {} at home, {} there", it.index_at_home, it.index_there),
        };
        let pixels = count(usize::try_from(it.pixels).unwrap_or(usize::MAX), "pixel");
        line(
            out,
            format_args!(
                "           {name} ({indices}): {} ▸ {}, ΔE {}, {pixels}",
                it.at_home, it.there, it.difference
            ),
        )?;
    }
    let more = row.colours.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        writeln!(out, "           … and {}", count(more, "more colour"))?;
    }
    let list = |places: &[PlaceRow]| {
        let mut named: Vec<String> = places.iter().take(MOST_NAMED).map(ToString::to_string).collect();
        if places.len() > MOST_NAMED {
            named.push(format!("and {} more", places.len() - MOST_NAMED));
        }
        named.join("; ")
    };
    line(out, format_args!("           brought there by {}", list(&row.brought)))?;
    if !row.repainted.is_empty() {
        line(out, format_args!("           scripts of the rooms change colours: {}", list(&row.repainted)))?;
    }
    Ok(())
}

/// Writes a picture of each clash: pictures of the costume at home and in the other room, those with most pixels in
/// clashing colours first.
fn write_pictures(game: &Game, clashes: &Clashes, output: &Path, force: bool) -> Result<()> {
    let folder = Folder::claim(output, &Owner::clashes(), force)?;
    for clash in &clashes.list {
        let costume = game.costume(clash.costume)?;
        let mut keys: Vec<(usize, PictureKey)> =
            costume.picture_keys().into_iter().map(|key| (unlike(clash, &costume, key), key)).collect();
        keys.retain(|(pixels, _)| *pixels > 0);
        keys.sort_by_key(|(pixels, key)| (Reverse(*pixels), *key));
        let palettes = clash.palettes(game, &costume)?;
        let rows: Vec<_> =
            keys.iter().take(MOST_SHOWN).filter_map(|(_, key)| row(&costume, *key, &palettes)).collect();
        let heads = ["at home".to_owned(), format!("room {}", clash.room)];
        if let Some(file) =
            side_by_side([&heads[0], &heads[1]], &rows, keys.len().saturating_sub(MOST_SHOWN), SCALE)?
        {
            folder.write(&format!("costume-{:03}-room-{:03}.png", clash.costume, clash.room), &file)?;
        }
    }
    folder.remove_unwritten(|_| false)?;
    folder.finish()
}

/// Returns how many pixels of a picture have clashing colours.
fn unlike(clash: &Clash, costume: &Costume, key: PictureKey) -> usize {
    let is_unlike = |value: &u8| clash.colours.iter().any(|it| it.colour.unwrap_or(it.at_home.0) == *value);
    costume.values(key).map_or(0, |values| values.iter().filter(|value| is_unlike(value)).count())
}

/// Returns a picture in two sets of colours.
fn row(
    costume: &Costume,
    key: PictureKey,
    palettes: &[Vec<Option<[u8; 3]>>; 2],
) -> Option<[Option<(String, ColouredPicture)>; 2]> {
    let info = costume.picture(key).ok()?.info;
    let values = costume.values(key).ok()?;
    let size = (info.width.into(), info.height.into());
    let one = |palette: &Vec<_>| Some((name(key), ColouredPicture::new(size, values.clone(), palette)));
    Some(palettes.each_ref().map(one))
}
